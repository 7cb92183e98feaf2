"""What everything else speaks of: scenarios and results, as frozen data."""

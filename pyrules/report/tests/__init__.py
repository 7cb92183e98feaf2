"""What a run of tests comes to, as text or JUnit XML."""

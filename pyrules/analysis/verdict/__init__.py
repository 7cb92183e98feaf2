"""All that is to be known of a proposed edit before anybody decides on it."""

"""Scenarios by the thousand: lines in, lines out, in order; in this process, in several, or on a cluster."""

"""An evaluation as a table or JSON."""

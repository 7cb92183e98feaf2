"""A scenario by buttons, for those who do not write YAML: what can be added, and what a button does to the scenario."""

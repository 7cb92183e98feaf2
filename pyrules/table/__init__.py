"""Many scenarios at once: the rulebook's own micro-steps, each worked out once and looked up from then on."""

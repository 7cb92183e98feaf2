"""Search over all scenarios within a bound: where two rulebooks differ, or a property is violated."""

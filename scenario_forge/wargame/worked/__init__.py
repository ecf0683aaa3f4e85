"""Worked examples of the rulebook, worked out again by the rules themselves."""

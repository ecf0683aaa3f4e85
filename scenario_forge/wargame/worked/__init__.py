"""Worked examples of the rulebook, worked out again by the rules themselves."""

NEEDED = ("game", "rules", "charts", "time-track")
KINDS = (*NEEDED, "map", "counters")
"""The kinds of document that answers rest on besides the examples."""

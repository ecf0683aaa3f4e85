"""A person who marks the members of sets in any order."""

from __future__ import annotations

from scenario_forge.api.at_table import ways_on
from scenario_forge.simulator.players import Seat


def marked(playout, tokens):
    """The action that a person begins with these tokens, as it is carried out, and whether it is whole."""
    playout.advance()
    seat = Seat(None, playout, playout.decider)
    begun, whole = (), False
    for token in tokens:
        (way,) = (choice for choice in ways_on(seat, begun) if choice.token == token)
        begun, whole = seat.in_order((*begun, token)), way.whole
    return begun, whole


def limits(playout, prefix):
    """Least and greatest number of the set that comes next, and its members that must be there."""
    playout.advance()
    subset = playout.choices(prefix).subset
    return subset.least, subset.limit, list(subset.must)

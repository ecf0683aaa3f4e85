"""The terms of an attack as the page shows them: sums with their sources, results with their chances."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.at_table import figure, percent, plain
from scenario_forge.simulator.terms import folded

if TYPE_CHECKING:
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.state import Frame, State
    from scenario_forge.simulator.step import Action
    from scenario_forge.simulator.terms import Terms

MOST_RESULTS = 10
"""Rows of results that are shown of a throw."""

TermData = TypedDict("TermData", {"value": str, "source": str, "stands": str, "clause": str})
"""A number of a sum with its sign, where it comes from and where it stands."""
SumData = TypedDict("SumData", {"name": str, "total": str, "terms": list[TermData]})
"""A sum and its terms."""
ProspectData = TypedDict("ProspectData", {"result": str, "share": float, "chance": str, "effect": str})
"""A result: how probable it is, as a share and in words, and what it does."""
RollData = TypedDict("RollData", {"name": str, "column": str, "prospects": list[ProspectData]})
"""A throw, its column of the table, and all its results."""
TermsData = TypedDict("TermsData", {"sums": list[SumData], "rolls": list[RollData]})
"""All that is known of an attack before its dice."""


def terms_shown(play: Play[Any], state: State, frame: Frame, action: Action, side: int = -1) -> list[TermsData]:
    """Return the terms of the attacks that are begun or about to be fought, as a side may know them."""
    shown, seen = [], play.visible_state(state, side) if side >= 0 else state
    for attack in play.attacks(seen, frame, action):
        with suppress(ValueError):  # something has made it impossible
            found = play.terms(seen, *attack)
            shown += [_data(found)] if found else []
    return shown


def _data(found: Terms) -> TermsData:
    return {
        "sums": [
            {
                "name": plain(each.name),
                "total": figure(each.total),
                "terms": [
                    {
                        "value": figure(term.value),
                        "source": plain(term.source),
                        "stands": plain(term.stands),
                        "clause": term.clause,
                    }
                    for term in each.terms
                ],
            }
            for each in found.sums
        ],
        "rolls": [
            {
                "name": plain(roll.name),
                "column": plain(roll.column),
                "prospects": [
                    {
                        "result": plain(prospect.result),
                        "share": float(prospect.chance),
                        "chance": percent(prospect.chance),
                        "effect": plain(prospect.effect),
                    }
                    for prospect in folded(roll.prospects, MOST_RESULTS)
                ],
            }
            for roll in found.rolls
        ],
    }

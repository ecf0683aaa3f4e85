"""Selections of units by what their counters say, as rules.yaml writes them, and the side that rules turn up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import AfterValidator, WithJsonSchema

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.marks import Like, Names
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.selection import FORMATION, NOT, PLAIN, SCHEMA, selects, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game

_Word: TypeAlias = Annotated[str, Names("value word")]
_Key: TypeAlias = Annotated[str, Names("value", besides=(*PLAIN, NOT, FORMATION))]
_Shape = dict[_Key, _Word | list[_Word] | dict[_Key, _Word | list[_Word]]]


UnitSelector: TypeAlias = Annotated[dict[str, Any], AfterValidator(whole), Like((_Shape,)), WithJsonSchema(SCHEMA)]
"""Units of which all is true: `{type: artillery}`, `{class: [tracked, wheeled]}`, `{not: {type: artillery}}`.

A key is `side`, `type`, `size`, `nationality`, `formation`, `no`, or a value of counters.yaml; a word may end in `*`.
"""


def selected(game: Game, selector: Mapping[str, Any]) -> dict[UnitKey, int]:
    """Return for each unit 1 if its counter is selected, else 0."""
    counters = game.one("counters", CountersDocument)
    units = counters[0].units if counters else []
    return {(unit.side, unit.no + copy): int(selects(selector, unit)) for unit in units for copy in range(unit.count)}


def other_side(game: Game) -> list[str]:
    """Return the face that rules turn up, in a list: the first by id that has values; none where counters have none.

    The face that shows successors of leaders is not meant.
    """
    counters, rules = game.one("counters", CountersDocument), game.one("rules", GameRules)
    successor = getattr(getattr(rules[0], "leaders", None), "successor", None) if rules else None
    faces = counters[0].faces if counters else ()
    return sorted(face.id for face in faces if face.values and face.id != successor)[:1]

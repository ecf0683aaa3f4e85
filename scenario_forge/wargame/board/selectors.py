"""Selections of units by what their counters say, as rules.yaml writes them, and the side that rules turn up."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from scenario_forge.documents.base import EXPLAINED
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.marks import Like, Names
from scenario_forge.wargame.base.document import NOT, GameRules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game

PLAIN = ("side", "type", "size", "nationality", "no", "movement", "strength")
"""What every counter says, besides the values that counters.yaml declares."""
FORMATION = "formation"
_Word: TypeAlias = Annotated[str, Names("value word")]
_Key: TypeAlias = Annotated[str, Names("value", besides=(*PLAIN, NOT, FORMATION))]
_Shape = dict[_Key, _Word | list[_Word] | dict[_Key, _Word | list[_Word]]]


def _whole(selector: dict[str, Any]) -> dict[str, Any]:
    """Return a selector that says something under each of its keys.

    Raises:
        PydanticCustomError: it does not.
    """
    for key, wanted in selector.items():
        listed = wanted if isinstance(wanted, list) else [wanted]
        if key == NOT and isinstance(wanted, dict) and NOT not in wanted:
            _whole(wanted)
        elif key == NOT or not listed or not all(isinstance(each, (str, int)) for each in listed):
            expected = "a selector, such as `{type: artillery}`" if key == NOT else "a word or a list of words"
            context = {"problem": f"{expected} is expected under `{key}` of a selector of units", "path": ()}
            raise PydanticCustomError(EXPLAINED, "{problem}", context)
    return selector


_WORDS: dict[str, Any] = {"type": ["string", "integer", "boolean"]}
_WANTED: dict[str, Any] = {"anyOf": [_WORDS, {"type": "array", "minItems": 1, "items": _WORDS}]}
_EXCEPT: dict[str, Any] = {"type": "object", "properties": {NOT: False}, "additionalProperties": _WANTED}
_SCHEMA: dict[str, Any] = {"type": "object", "properties": {NOT: _EXCEPT}, "additionalProperties": _WANTED}

UnitSelector: TypeAlias = Annotated[dict[str, Any], AfterValidator(_whole), Like((_Shape,)), WithJsonSchema(_SCHEMA)]
"""Units of which all is true: `{type: artillery}`, `{class: [tracked, wheeled]}`, `{not: {type: artillery}}`.

A key is `side`, `type`, `size`, `nationality`, `formation`, `no`, or a value of counters.yaml; a word may end in `*`.
"""


def selected(game: Game, selector: Mapping[str, Any]) -> dict[UnitKey, int]:
    """Return for each unit 1 if its counter is selected, else 0."""
    counters = game.one("counters", CountersDocument)
    units = counters[0].units if counters else []
    return {(unit.side, unit.no + copy): int(selects(selector, unit)) for unit in units for copy in range(unit.count)}


def selects(selector: Mapping[str, Any], unit: UnitCounter) -> bool:
    """Return whether a counter is selected; an empty selector selects all."""
    return all(_holds(unit, key, wanted) for key, wanted in selector.items())


def _holds(unit: UnitCounter, key: str, wanted: Any) -> bool:  # noqa: ANN401 - a word, a list or a selector
    if key == NOT:
        return not selects(wanted, unit)
    value = word_of(unit, key)
    return any(fnmatchcase(value, str(each)) for each in (wanted if isinstance(wanted, list) else [wanted]))


def word_of(unit: UnitCounter, key: str) -> str:
    """Return what a counter says under a key of a selector; empty: nothing."""
    if key == FORMATION:
        return unit.parent or ""
    return str(getattr(unit, key) if key in PLAIN else unit.values.get(key, ""))


def other_side(game: Game) -> list[str]:
    """Return the face that rules turn up, in a list: the first by id that has values; none where counters have none.

    The face that shows successors of leaders is not meant.
    """
    counters, rules = game.one("counters", CountersDocument), game.one("rules", GameRules)
    successor = getattr(getattr(rules[0], "leaders", None), "successor", None) if rules else None
    faces = counters[0].faces if counters else ()
    return sorted(face.id for face in faces if face.values and face.id != successor)[:1]

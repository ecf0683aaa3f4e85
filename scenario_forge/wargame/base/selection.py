"""Which units are meant by what their counters say, as rules.yaml writes it for groups and for selectors."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError

from scenario_forge.documents.base import EXPLAINED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.counters import UnitCounter

NOT = "not"
"""The key under which units say what they are not."""
PLAIN = ("side", "type", "size", "nationality", "no", "movement", "strength")
"""What every counter says, besides the values that counters.yaml declares."""
FORMATION = "formation"
_FORMATION = (FORMATION, "parent")
"""The keys of a unit's formation in a selector, and in a group."""


def whole(selector: dict[str, Any]) -> dict[str, Any]:
    """Return a selector that says something under each of its keys.

    Raises:
        PydanticCustomError: it does not.
    """
    for key, wanted in selector.items():
        listed = wanted if isinstance(wanted, list) else [wanted]
        if key == NOT and isinstance(wanted, dict) and NOT not in wanted:
            whole(wanted)
        elif key == NOT or not listed or not all(isinstance(each, (str, int)) for each in listed):
            expected = "a selector, such as `{type: artillery}`" if key == NOT else "a word or a list of words"
            context = {"problem": f"{expected} is expected under `{key}` of a selector of units", "path": ()}
            raise PydanticCustomError(EXPLAINED, "{problem}", context)
    return selector


_WORDS: dict[str, Any] = {"type": ["string", "integer", "boolean"]}
_WANTED: dict[str, Any] = {"anyOf": [_WORDS, {"type": "array", "minItems": 1, "items": _WORDS}]}
_EXCEPT: dict[str, Any] = {"type": "object", "properties": {NOT: False}, "additionalProperties": _WANTED}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {NOT: _EXCEPT}, "additionalProperties": _WANTED}
"""JSON schema of what :func:`whole` lets pass."""


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
    if key in _FORMATION:
        return unit.parent or ""
    return str(getattr(unit, key) if key in PLAIN else unit.values.get(key, ""))

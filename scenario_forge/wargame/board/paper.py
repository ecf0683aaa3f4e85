"""Markers and chits by which players remember what rules keep from one phase to the next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.counters import Formation, Marker
from scenario_forge.game.system import LackingPieces

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.documents.counters import CountersDocument
    from scenario_forge.wargame.base.document import GameRules
    from scenario_forge.wargame.board.labels import Labels

_SHARE, _LEAST, _MOST = 3, 6, 20
"""A marker for one of so many units of the game; no fewer, and no more of a kind."""
_ONE_WILL_DO = ("control", "turn")
"""Kinds of which any marker of the game serves, whatever its name."""


def reminder(name: str, count: int, kind: Literal["status", "control", "turn"] = "status", back: str = "") -> Marker:
    """Return a marker that rules ask for, as counters.yaml would declare it."""
    id_ = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return Marker(id=id_, name=name, count=count, kind=kind, back=back, unlimited=True)


def on_units(name: str, labels: Labels) -> Marker:
    """Return a marker of a state that many units may be in, enough of them for a usual game."""
    units = sum(unit.count for unit in labels.counters.units)
    return reminder(name, min(max(-(-units // _SHARE), _LEAST), _MOST))


def lasts(column: str, labels: Labels) -> bool:
    """Return whether what a unit has done in a phase must be known later, so that a marker shows it.

    It must where actions come in any order, where fire and movement exclude each other, and where a modifier asks it.
    """
    fire: Any = getattr(labels.rules, "fire", None)
    parted = fire is not None and bool(fire.both)
    return labels.by_points or parted or column in marks_asked(labels.rules)


def marks_asked(rules: GameRules) -> set[str]:
    """Return the marks of units that modifiers ask for; `lapse` where they ask whether units are supplied."""
    found: set[str] = set()
    for key in ("assault", "fire"):
        for modifier in getattr(getattr(rules, key, None), "modifiers", ()):
            when = modifier.when
            found |= {mark for mark in (when.attacker_mark, when.defender_mark) if mark is not None}
            if when.attacker_supplied is not None or when.defender_supplied is not None:
                found.add("lapse")
    return found


def is_declared(counters: CountersDocument, wanted: Marker) -> bool:
    """Return whether a marker of counters.yaml serves, or a face of its units: by its id or what is printed on it."""
    if wanted.kind in _ONE_WILL_DO:
        return any(marker.kind == wanted.kind for marker in counters.markers)
    said = [text for marker in counters.markers for text in (marker.id, marker.name, marker.back)]
    said += [text for face in counters.faces for text in (face.id, face.name)]
    return bool({_plain(wanted.id), _plain(wanted.name)} & {*map(_plain, said)})


def lacking(counters: CountersDocument, wanted: Iterable[Marker | Formation]) -> LackingPieces:
    """Return those pieces that counters.yaml does not declare, each marker once."""
    markers: dict[str, Marker] = {}
    chits: dict[str, None] = {}
    for each in wanted:
        if isinstance(each, Formation):
            chits |= {} if each.chit else {each.id: None}
        elif not is_declared(counters, each):
            markers.setdefault(each.id, each)
    return LackingPieces(tuple(markers.values()), tuple(chits))


def _plain(text: str) -> str:
    """Return the letters and figures of a name: `out_of_supply` and `Out of supply` are one."""
    return re.sub(r"[\W_]+", "", text.casefold())

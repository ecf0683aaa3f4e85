"""Every counter to print, in the order of the sheets; and the faces of counters as drawings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import Formation, UnitCounter
from scenario_forge.game.forces import counter_sheets
from scenario_forge.printing.counters.markers import (
    blank_face,
    chit_face,
    chit_id,
    chits,
    kind_title,
    marker_face,
    marker_picture,
    marker_reverse,
    printed_markers,
)
from scenario_forge.printing.counters.units import nationality_back, unit_face, unit_picture, unit_reverse
from scenario_forge.printing.counters.values import StartSpot, spots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.face import Face
    from scenario_forge.printing.svg import Canvas


@dataclass(frozen=True, slots=True)
class Piece:
    """A cardboard counter. Without an item it is a spare one, of a nationality or plain."""

    id: str
    """Its id in drawings, each once."""
    look: str
    """The same for all that look alike."""
    item: UnitCounter | Marker | Formation | None = None
    nationality: str | None = None
    spot: StartSpot | None = None

    def front(self, brief: Brief) -> Face:
        """Draw the front: the unit's, the formation's chit, the marker's, or a spare one's."""
        if isinstance(self.item, UnitCounter):
            return unit_face(brief, self.item, self.spot)
        if isinstance(self.item, Formation):
            return chit_face(brief, self.item)
        return marker_face(brief, self.item) if self.item else blank_face(brief, self.nationality)

    def back(self, brief: Brief) -> Face:
        """Draw the back; a spare one of a nationality hides among its units, a plain one is plain."""
        if isinstance(self.item, UnitCounter):
            return unit_reverse(brief, self.item)
        if isinstance(self.item, Formation):
            return chit_face(brief, self.item)
        return marker_reverse(brief, self.item) if self.item else blank_back(brief, self.nationality)


def blank_back(brief: Brief, nationality: str | None) -> Face:
    """Draw the back of a spare counter."""
    if nationality is None:
        return blank_face(brief, None)
    return nationality_back(brief, brief.palette.nation(brief.game, nationality))


@dataclass(slots=True)
class Group:
    """Counters that belong together when they are sorted."""

    title: str
    nationality: str | None = None
    pieces: list[Piece] = field(default_factory=list)
    rows: list[tuple[UnitCounter | Marker | Formation, Where, int]] = field(default_factory=list)
    """What is declared, where, and how many of it."""


def groups(brief: Brief, scenario: str | None = None) -> list[Group]:
    """Return all counters, or a scenario's: units by side, nationality and number, then markers by owner and kind.

    Raises:
        CompileError: errors in the game leave the scenario's set-up open.
    """
    chosen = spots(brief, scenario) if scenario is not None else None
    found = [*_units(brief, chosen), *_markers(brief)]
    return [group for group in found if group.pieces]


def _units(brief: Brief, chosen: dict[UnitKey, StartSpot] | None) -> Iterable[Group]:
    about = brief.game.about
    sides = [side.id for side in about.sides] if about else []
    nations = [nation.id for nation in about.nationalities] if about else []
    made: dict[tuple[str, str], Group] = {}

    def rank(key: UnitKey) -> tuple[int, str, int, str, int]:
        side, number = key
        nation = linked.counters[key].counter.nationality
        return (_index(sides, side), side, _index(nations, nation), nation, number)

    linked = counter_sheets(brief.game)
    for key in sorted(linked.counters, key=rank):
        counter = linked.counters[key]
        if chosen is not None and key not in chosen:
            continue
        unit = counter.counter
        name = brief.palette.nation(brief.game, unit.nationality).name
        group = made.setdefault((unit.side, unit.nationality), Group(name, unit.nationality))
        group.pieces.append(Piece(counter_id(unit), counter_id(unit), unit, unit.nationality, (chosen or {}).get(key)))
        group.rows.append((unit, counter.where, 1))
    return made.values()


def _markers(brief: Brief) -> Iterable[Group]:
    """Those of each side, then those of each kind; kinds that are few stand together."""
    words, names = brief.words, brief.game.side_names
    declared = printed_markers(brief.game)
    counts: dict[str, int] = {}
    for marker, _where in declared:
        counts[marker.kind] = counts.get(marker.kind, 0) + (0 if marker.side else marker.count)
    made: dict[str, Group] = {f"side {side}": Group(words("counter_markers_of", side=names[side])) for side in names}
    for marker, where in declared:
        if marker.side:
            title = words("counter_markers_of", side=names.get(marker.side, marker.side))
            group = made.setdefault(f"side {marker.side}", Group(title))
        elif counts[marker.kind] > _FEW:
            alike = [each for each, _where in declared if each.kind == marker.kind and not each.side]
            group = made.setdefault(marker.kind, Group(kind_title(words, alike) or marker.name))
        else:
            continue
        _add(group, marker, where)
    for formation, where in chits(brief.game):
        side = names.get(formation.side, formation.side)
        group = made.setdefault(f"side {formation.side}", Group(words("counter_markers_of", side=side)))
        group.pieces.append(Piece(chit_id(formation), chit_id(formation), formation))
        group.rows.append((formation, where, 1))
    rest = Group(words("counter_other_markers"))
    for marker, where in declared:
        if not marker.side and counts[marker.kind] <= _FEW:
            _add(rest, marker, where)
    return [*made.values(), rest]


_FEW = 9
"""No more markers of a kind than this share a row with other kinds."""


def _add(group: Group, marker: Marker, where: Where) -> None:
    look = f"marker-{marker.id}"
    group.pieces += [Piece(f"{look}-{n}", look, marker) for n in range(1, marker.count + 1)]
    group.rows.append((marker, where, marker.count))


def _index(listed: list[str], name: str) -> int:
    return listed.index(name) if name in listed else len(listed)


# -- the faces of counters as drawings, by what they are of; the same for sheets, cards, diagrams and replay --


def counter_id(unit: UnitCounter) -> str:
    """Return a unit's id in drawings: ``counter-axis-15``."""
    return f"counter-{unit.side}-{unit.no}"


def unit_front(brief: Brief, unit: UnitCounter, spot: StartSpot | None = None) -> Canvas:
    """Draw a unit's front in any size; ``spot`` is where or when a scenario brings it in."""
    return unit_picture(brief, unit, spot).canvas()


def unit_back(brief: Brief, unit: UnitCounter) -> Canvas:
    """Draw a unit's back: its nationality, or what it says when turned over in play."""
    return unit_reverse(brief, unit).canvas()


def marker_front(brief: Brief, marker: Marker) -> Canvas:
    """Draw a marker's front, without its words where the counter is too small for them."""
    return marker_picture(brief, marker).canvas()


def marker_back(brief: Brief, marker: Marker) -> Canvas:
    """Draw a marker's back; see :func:`marker_reverse`."""
    return marker_reverse(brief, marker).canvas()


def blank(brief: Brief, nationality: str | None = None) -> Canvas:
    """Draw a spare counter of a nationality, or a plain one."""
    return blank_face(brief, nationality).canvas()

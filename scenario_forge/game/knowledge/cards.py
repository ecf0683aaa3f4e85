"""Cards of what is known: sections of lines with their sources; and the card of a unit, with the units in its hex."""

from __future__ import annotations

from collections import Counter as Counted
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.forces import MarkerEntry, Unit, forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import describe_marks, open_start, reserve
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.documents.counters import CounterValue, Printed, UnitCounter
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.documents.scenario import Column
    from scenario_forge.game.forces import Entry
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule, TrackEntry
    from scenario_forge.source.nodes import Path


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One statement; ``where`` is None for what follows from several places."""

    text: str
    where: Where | None = None

    @property
    def source(self) -> str:
        """The file, line and basis, as ``counters.yaml:52, proposed``; empty where the fact has no place."""
        if self.where is None:
            return ""
        span = self.where.span
        return f"{span.file}:{span.line}, {self.where.basis}"


@dataclass(frozen=True, slots=True)
class Section:
    """Facts of a card that stand under one heading."""

    heading: str
    lines: tuple[KnownFact, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """Everything known of one thing."""

    kind: str
    """`unit`, `hex`, `box`, `clause`, `rule`, `turn`, `scenario` or `quantity`."""
    title: str
    sections: tuple[Section, ...]


def card(kind: str, title: str, sections: Iterable[tuple[str, Iterable[KnownFact]]]) -> Card:
    """Return a card of the sections that have lines."""
    made = (Section(heading, tuple(lines)) for heading, lines in sections)
    return Card(kind, title, tuple(section for section in made if section.lines))


def corrections(game: Game, where: Where) -> Iterator[KnownFact]:
    """Yield the errata that speak of a value or of anything below it, in the order of the errata."""
    depth = len(where.path)
    for patch in game.patches:
        if patch.target is None:
            continue
        name, path = patch.target
        if name == where.file.name and path[:depth] == where.path:
            yield KnownFact(_correction(path[depth:], patch.problem, patch.erratum), patch.where)


def _correction(below: Path, problem: str, erratum: Erratum) -> str:
    at = " ".join((erratum.id, *(str(step) for step in below)))
    words = f"{at}: printed {_shown(erratum.printed)}, corrected {_shown(erratum.corrected)}; {erratum.why}"
    return f"{words} (not applied: {problem})" if problem else words


def _shown(value: object) -> str:
    return "nothing" if value is None else str(value)


# -- what is known of a unit: its counter, each column of its row in words, and who stands with it ---


def unit_card(game: Game, unit: Unit) -> Card:
    """Return everything known of a unit."""
    errata = [*corrections(game, unit.where)]
    if unit.counter:
        errata += corrections(game, unit.counter.where)
    return card(
        "unit",
        f"{unit.cited}, {unit.name}",
        (
            ("Counter", _counter(game, unit)),
            ("Order of battle", _row(game, unit)),
            ("Scenarios with their own set-up", _own(game, unit)),
            ("With it in its hex", _company(game, unit)),
            ("Sister units", _sisters(game, unit)),
            ("Corrections", errata),
        ),
    )


def _counter(game: Game, unit: Unit) -> Iterator[KnownFact]:
    if unit.counter is None:
        yield KnownFact("has no counter")
        return
    counter, where = unit.counter.counter, unit.counter.where
    found = game.one("counters", CountersDocument)
    sizes = {size.id: size.name for size in found[0].sizes} if found else {}
    types = {kind.id: kind.name for kind in found[0].types} if found else {}
    people = {nation.id: nation.name for nation in game.about.nationalities} if game.about else {}
    if counter.name != unit.name:
        yield KnownFact(f"named {counter.name} on the counter", where / "name")
    yield KnownFact(f"{types.get(counter.type, counter.type)}", where / "type")
    if counter.size:
        meaning = f" ({sizes[counter.size]})" if counter.size in sizes else ""
        yield KnownFact(f"size {counter.size}{meaning}", where / "size")
    known = {"strength": counter.strength, "movement": counter.movement}
    together = ", ".join(f"{name} {number}" for name, number in known.items() if number is not None)
    if together:
        yield KnownFact(together, where / "strength")
    front = face_values(counter)
    for value in counter.declared:
        if (value.id not in known or known[value.id] is None) and value.id in front:
            yield KnownFact(_value(value, front), where / value.id if value.derived is None else where)
    yield from _faces(counter, where)
    yield KnownFact(f"{people.get(counter.nationality, counter.nationality)}", where / "nationality")
    if counter.parent:
        yield from _formation(game, counter, where / "parent")
    if counter.back:
        yield KnownFact(f"back: {counter.back}", where / "back")
    option = counter.option or unit.option
    if option:
        yield KnownFact(f"comes with the optional rule {option}", where / "option" if counter.option else unit.where)


def _value(value: CounterValue, values: Mapping[str, Printed]) -> str:
    return f"{(value.name or value.id).lower()} {values[value.id]}"


def _faces(counter: UnitCounter, where: Where) -> Iterator[KnownFact]:
    """Each other side of the counter with the values that stand on it."""
    faces = counter.faces
    for face in counter.faced:
        if face.id in faces:
            values = face_values(counter, faces[face.id])
            words = ", ".join(_value(v, values) for v in counter.declared if v.id in face.values and v.id in values)
            name = (face.name or face.id).lower()
            yield KnownFact(f"{name}: {words}" if words else f"has the side {name}", where / face.id)


def _formation(game: Game, counter: UnitCounter, where: Where) -> Iterator[KnownFact]:
    """The formation with its values, and whether the unit leads it."""
    for document, at in game.documents("counters", CountersDocument):
        for formation, here in at.each("formations", document.formations):
            if formation.id == counter.parent:
                leads = (formation.side, formation.headquarters) == (counter.side, counter.no)
                names = {value.id: (value.name or value.id).lower() for value in document.values}
                told = [f"{names.get(id_, id_)} {value}" for id_, value in formation.values.items()]
                told += ["has a chit"] * formation.chit
                yield KnownFact(f"{'headquarters of' if leads else 'belongs to'} {formation.name}", where)
                if told:
                    yield KnownFact(f"{formation.name}: {', '.join(told)}", here)
                return
    yield KnownFact(f"belongs to {counter.parent}", where)


def _row(game: Game, unit: Unit) -> Iterator[KnownFact]:
    track = schedule(game)
    columns = forces(game).sides[unit.side].columns
    for column_id, text in unit.row.cells.items():
        column = columns.get(column_id)
        entries = unit.cells.get(column_id)
        words = "; ".join(entry_words(game, entry) for entry in entries) if entries else "not understood"
        label = column_label(column, columns) if column else column_id
        yield KnownFact(f"{label}: {text} = {words}" if text else f"{label}: empty", unit.where / column_id)
        for entry in entries or ():
            yield from _box(entry, unit.side, track)
    if unit.row.note:
        yield KnownFact(f"note: {unit.row.note}", unit.where / "note")


def _own(game: Game, unit: Unit) -> Iterator[KnownFact]:
    """A unit's row in each scenario that has one for it."""
    for column, entries in unit.own.items():
        after = unit.own.get(f"{column}+", [])
        written = [entry for entry in (*entries, *after) if entry.where.file.name.startswith("scenarios/")]
        if column.endswith("+") or not written:
            continue
        marks = [mark for entry in entries for mark in describe_marks(game, entry.token)]
        words = [*(entry_words(game, entry) for entry in entries), *marks]
        words += [entry_words(game, entry) for entry in after]
        yield KnownFact(f"{column}: {'; '.join(words)}", written[0].where)


def _box(entry: Entry, side: str, track: Schedule | None) -> Iterator[KnownFact]:
    """What the time record track says of the month in which a unit comes or goes."""
    if track is None or entry.turn is None or entry.kind not in ("arrives", "leaves"):
        return
    box = track.entry(entry.turn, side)
    if box is None:
        yield KnownFact(f"  the time record track has no box for {track.label(entry.turn)}")
    else:
        yield KnownFact(f"  {track.label(entry.turn)} on the time record track: {track_words(box)}", box.where)


def _company(game: Game, unit: Unit) -> Iterator[KnownFact]:
    grid = hex_map(game)
    for column, entries in unit.cells.items():
        for entry in entries:
            if entry.start is None or entry.kind != "at" or entry.location is None:
                continue
            here = (entry.location.hex, entry.location.box)
            others = [
                label
                for label, owner, other in starting_counters(game, entry.start)
                if owner is not unit and other.location and (other.location.hex, other.location.box) == here
            ]
            company = "; ".join(f"{n} x {label}" if n > 1 else label for label, n in Counted(others).items())
            label = column_label(entry.column, forces(game).sides[unit.side].columns)
            place = place_words(entry, grid)
            yield KnownFact(f"{label}, {place}: {company or 'alone'}", unit.where / column)


def _sisters(game: Game, unit: Unit) -> Iterator[KnownFact]:
    parent = unit.counter.counter.parent if unit.counter else ""
    if not parent:
        return
    for other in forces(game).units():
        if other is not unit and other.side == unit.side and other.counter and other.counter.counter.parent == parent:
            yield KnownFact(f"{other.cited}, {other.name} ({parent})", other.counter.where)


def starting_counters(game: Game, start: str) -> Iterator[tuple[str, Unit | MarkerEntry, Entry]]:
    """Yield each unit and marker placed at a start date: its description, itself, and its entry."""
    for unit in forces(game).units():
        for entries in unit.cells.values():
            for entry in entries:
                if entry.start == start and entry.kind == "at":
                    yield f"{unit.cited} {unit.name}{_state(game, entry)}", unit, entry
    markers = forces(game).markers
    for marked in forces(game).marker_entries():
        if marked.entry.start == start:
            name = markers[marked.marker][0].name if marked.marker in markers else marked.marker
            yield f"{marked.owner} marker {name}", marked, marked.entry


def column_label(column: Column, columns: dict[str, Column]) -> str:
    """Return the heading of a column, ``Dec 40``; ``after Dec 40`` for a column without one."""
    label = column.label.strip(" *")
    if label:
        return label
    before = columns.get(column.after or "")
    return f"after {before.label.strip(' *') or before.id}" if before else column.id


def entry_words(game: Game, entry: Entry) -> str:
    """Return an entry of a cell in words: ``in T30 (Hill 12), at strength 3``."""
    grid, track = hex_map(game), schedule(game)
    date = entry.token.date if entry.turn is None or track is None else track.label(entry.turn)
    words = {
        "at": f"in {place_words(entry, grid)}",
        "arrives": f"arrives {date}",
        "leaves": f"leaves {date}",
        "eliminated": "eliminated",
        "absent": "not in play",
        "reserve": reserve(game),
    }
    known = words.get(entry.kind, "")
    there = (
        f"in {place_words(entry, grid)}" if entry.token.spot and not entry.token.in_area else open_start(entry, grid)
    )
    return ", ".join(part for part in (known, there) if part) + _state(game, entry)


def _state(game: Game, entry: Entry) -> str:
    token = entry.token
    words = f", facing {token.facing}" if token.facing else ""
    works = game.system.works(game) if game.system else None
    if token.in_works:
        words += f", in a {works.name}" if works else ", in works"
    if token.strength is not None:
        words += f", at strength {token.strength}"
    if token.spent is not None:
        words += f", {token.spent} movement points spent"
    return words


def place_words(entry: Entry, grid: HexMap | None) -> str:
    """Return where an entry stands: the hex with the names of the places in it, or the off-map box."""
    location = entry.location
    if location is None or grid is None:
        named = entry.token.spot or entry.token.place
        return f"{named} (nowhere on the map)" if grid else named
    if location.box is not None:
        return grid.boxes[location.box].name
    return hex_words(grid, location.hex)


def hex_words(grid: HexMap, hex_: int | None) -> str:
    """Return a hex as people call it, with the places in it: ``T30 (Tobruk)``."""
    names = dict.fromkeys(place.name for place, at, _where in grid.places.values() if at == hex_)
    return grid.name(hex_) + (f" ({', '.join(names)})" if names else "")


def track_words(entry: TrackEntry) -> str:
    """Return an entry of the track in words: ``RW 0-2 = reinforcements, withdrawals, replacements 0, supply 2``."""
    token = entry.token
    if token is None:
        return f"{entry.text} (not understood)"
    words = ["reinforcements"] * token.reinforcements + ["withdrawals"] * token.withdrawals
    words += [f"{name} {number}" for name, number in token.figures]
    return f"{entry.text} = {', '.join(words) or 'nothing'}"

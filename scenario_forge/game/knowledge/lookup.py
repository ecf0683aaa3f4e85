"""Lookup of a word in a game: exactly, else as part of a name, else what may have been meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge import clauses, turns
from scenario_forge.game.knowledge.cards import (
    Card,
    KnownFact,
    card,
    corrections,
    hex_words,
    starting_counters,
    unit_card,
)
from scenario_forge.game.place import rule_name
from scenario_forge.game.scenarios import ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements
from scenario_forge.hexes import OFF, side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scenario_forge.game.forces import Entry
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where


@dataclass(frozen=True)
class Suggestion:
    """One thing that may be meant. ``cite`` finds it and nothing else; ``names`` are all its names."""

    kind: str
    cite: str
    title: str
    names: tuple[str, ...]
    make: Callable[[], Card]


@dataclass(frozen=True)
class Answer:
    """An answer to a word: a card; or several candidates; or neither, with a reason and a hint."""

    card: Card | None = None
    candidates: tuple[Suggestion, ...] = ()
    why: str = ""
    hint: str | None = None


def look_up(game: Game, text: str) -> Answer:
    """Look up all that is known of ``text``: `Allied 4`, `allied/4`, `T30`, `Tobruk`, `6.31`, `Rule 6`, `7/41`.

    Also a part of the name of a unit, place, box or scenario, or else of the title of a clause.
    """
    wanted = _plain(text)
    if not wanted:
        return Answer(why="nothing was asked for")
    exact = [*_by_notation(game, " ".join(text.split()))]
    names = [*_named(game)]
    known = {candidate.cite for candidate in exact}
    exact += [c for c in names if c.cite not in known and wanted in map(_plain, c.names)]
    if exact:
        return _of(exact)
    for pool in (names, [*_titled(game)]):
        whole = [c for c in pool if wanted in map(_plain, c.names)]
        partly = [c for c in pool if any(wanted in _plain(name) for name in c.names)]
        if partly:
            return _of(whole if len(whole) == 1 else partly)
    return _nothing(game, text, names)


def _of(found: list[Suggestion]) -> Answer:
    return Answer(card=found[0].make()) if len(found) == 1 else Answer(candidates=tuple(found))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _by_notation(game: Game, text: str) -> Iterator[Suggestion]:
    """What is written in a notation of its own: hexes, and turns in all the ways a date can be written."""
    grid, track = hex_map(game), schedule(game)
    if grid:
        hex_ = next((h for h in map(grid.grid.find, dict.fromkeys((text, text.upper()))) if h is not None), None)
        if hex_ is not None:
            yield _hex(game, grid, hex_)
    turn = turns.turn_of(track.calendar, text) if track else None
    if track and turn is not None:
        yield _turn(game, track.calendar.text(turn), track.label(turn), turn)


def _hex(game: Game, grid: HexMap, hex_: int, *names: str) -> Suggestion:
    title = hex_words(grid, hex_)
    return Suggestion("hex", grid.name(hex_), title, names, partial(hex_card, game, hex_))


def _turn(game: Game, cite: str, label: str, turn: int) -> Suggestion:
    return Suggestion("turn", cite, label, (cite, label), partial(turns.turn_card, game, turn))


def _named(game: Game) -> Iterator[Suggestion]:
    """Units, places, boxes and dates by their names, clauses and rules by their numbers, quantities."""
    sides = game.side_names
    for unit in forces(game).units():
        citing = {f"{side} {unit.no}" for side in (unit.side, sides.get(unit.side, unit.side))}
        called = (unit.name, *((unit.counter.counter.name,) if unit.counter else ()))
        names = (*called, *sorted(citing), f"{unit.side}/{unit.no}")
        yield Suggestion("unit", unit.cited, unit.name, names, partial(unit_card, game, unit))
    yield from _places(game)
    for rule, where in clauses.all_rules(game):
        make = partial(clauses.rule_card, game, rule, where)
        cite = rule_name(rule.number)
        yield Suggestion("rule", cite, rule.title, (cite, rule.number, f"Rule {rule.number}"), make)
    for clause, where in clauses.all_clauses(game):
        make = partial(clauses.clause_card, game, clause, where)
        yield Suggestion("clause", clause.id, clause.title, (clause.id, f"clause {clause.id}"), make)
    for scenario in scenarios(game).scenarios.values():
        make = partial(turns.scenario_card, game, scenario)
        title = scenario.document.title
        yield Suggestion("scenario", scenario.id, title, (scenario.id, title), make)


def _places(game: Game) -> Iterator[Suggestion]:
    grid = hex_map(game)
    if grid is None:
        return
    names: dict[int, list[str]] = {}
    for name, (_place, hex_, _where) in grid.places.items():
        if hex_ is not None:
            names.setdefault(hex_, []).append(name)
    for hex_, called in names.items():
        yield _hex(game, grid, hex_, *called)
    for box in grid.document.boxes:
        called = [box.id, box.name, *box.aliases]
        yield Suggestion("box", box.id, box.name, tuple(called), partial(box_card, game, box.id))


def _titled(game: Game) -> Iterator[Suggestion]:
    """What is found by a word of its title when no name has that word: rules, clauses, quantities."""
    for rule, where in clauses.all_rules(game):
        make = partial(clauses.rule_card, game, rule, where)
        yield Suggestion("rule", rule_name(rule.number), rule.title, (rule.title,), make)
    for clause, where in clauses.all_clauses(game):
        make = partial(clauses.clause_card, game, clause, where)
        yield Suggestion("clause", clause.id, clause.title, (clause.title, *clause.topics), make)
    for quantity in statements(game):
        make = partial(clauses.quantity_card, game, quantity)
        yield Suggestion("quantity", quantity, "", (quantity,), make)


def _nothing(game: Game, text: str, names: Iterable[Suggestion]) -> Answer:
    grid, track = hex_map(game), schedule(game)
    error = grid.grid.why_not(text) if grid else None
    if error is not None and error.reason != "form":
        return Answer(why=error.message, hint=f"did you mean {error.instead}?" if error.instead else None)
    known = [name for candidate in names for name in candidate.names]
    if track:
        known += [mark for n in range(track.calendar.length) for mark in (track.calendar.text(n), track.label(n))]
    return Answer(
        why=f"`{text}` is no unit, hex, place, clause, turn or scenario of this game",
        hint=did_you_mean(text, [*known, *statements(game)]),
    )


# -- what is known of a hex, and of an off-map box -------------------------------------------------


def hex_card(game: Game, hex_: int) -> Card:
    """Return everything known of a hex. The game has a map."""
    grid = hex_map(game)
    assert grid is not None  # noqa: S101 - whoever has a hex has a map
    return card(
        "hex",
        f"Hex {hex_words(grid, hex_)}",
        (
            ("Terrain", _terrain(grid, hex_)),
            ("Places", _places_of_hex(grid, hex_)),
            ("Neighbours", _neighbours(grid, hex_)),
            ("Roads", _roads(grid, hex_)),
            ("Areas", _areas(grid, hex_)),
            ("At the start", _starts(game, lambda entry: entry.hex == hex_)),
            ("Objectives that name it", _objectives(game, grid, hex_)),
            ("Corrections", [line for where in _written(grid, hex_) for line in corrections(game, where)]),
        ),
    )


def box_card(game: Game, box_id: str) -> Card:
    """Return everything known of an off-map box. The game has a map."""
    grid = hex_map(game)
    assert grid is not None  # noqa: S101 - whoever has a box has a map
    box = grid.boxes[box_id]
    number = next(n for n, each in enumerate(grid.document.boxes) if each.id == box.id)
    where = grid.where / "boxes" / number
    adjoins = [grid.name(hex_) for hex_ in sorted(grid.adjoining.get(box.id, ()))]
    about = [KnownFact(f"off-map box, cited as {box.id}", where)]
    about += [KnownFact(f"used by {box.side}", where / "side")] if box.side else []
    about += [KnownFact(f"capacity {box.capacity}", where / "capacity")] if box.capacity else []
    return card(
        "box",
        box.name,
        (
            ("Box", about),
            ("Adjoins", [KnownFact(", ".join(adjoins), where / "adjoins")] if adjoins else ()),
            ("At the start", _starts(game, lambda entry: entry.location is not None and entry.location.box == box.id)),
            ("Corrections", corrections(game, where)),
        ),
    )


def _written(grid: HexMap, hex_: int) -> Iterator[Where]:
    """Where the hex's terrain is written: a letter in a row, or a line of its own."""
    for row, at in grid.where.each("rows", grid.document.rows):
        for sheet, text in row.cells.items():
            try:
                hexes = grid.grid.row_hexes(sheet, _label(grid, sheet, row.row))
            except KeyError:
                continue
            if hex_ in hexes and hex_ - hexes.start < len(text):
                index = hex_ - hexes.start
                yield (at / sheet).within(index, index + 1)
    for written, here in grid.where.each("hexes", grid.document.hexes):
        if grid.grid.find(written.hex) == hex_:
            yield here / "terrain"


def _label(grid: HexMap, sheet_id: str, row: str) -> str:
    """The label that a row has on one sheet: row R of the west sheet is row RR of the east one."""
    for sheet in grid.grid.sheets:
        if row in sheet.row_labels:
            index = sheet.row_labels.index(row)
            return next((s.row_labels[index] for s in grid.grid.sheets if s.id == sheet_id), row)
    return row


def _terrain(grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    where = next(_written(grid, hex_), None)
    yield KnownFact(f"{_kind(grid, hex_)}, {grid.grid.sheet_of(hex_).id} sheet", where)


def _kind(grid: HexMap, hex_: int) -> str:
    terrain = grid.terrain[hex_]
    return grid.kinds[terrain].name if terrain else "terrain not given"


def _places_of_hex(grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    kinds = {kind.id: kind.name for kind in grid.document.place_kinds}
    seen: list[object] = []
    for place, at, where in grid.places.values():
        if at != hex_ or place in seen:
            continue
        seen.append(place)
        words = [place.name, *(kinds.get(kind, kind) for kind in place.kinds)]
        words += [f"also {alias}" for alias in place.aliases]
        words += [f"capacity {place.capacity}"] if place.capacity else []
        words += [f"value {place.value}"] if place.value is not None else []
        words += [f"for {' and '.join(place.sides)} only"] if place.sides else []
        yield KnownFact(", ".join(words), where)


def _neighbours(grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    for direction, other in enumerate(grid.grid.neighbours[hex_]):
        name = grid.grid.directions[direction]
        features = grid.sides.get(side(grid.grid, hex_, direction), [])
        between = ", ".join(f"{grid.hexside_kinds[f.kind].name}{f' ({f.name})' if f.name else ''}" for f in features)
        words = "off the map" if other == OFF else f"{hex_words(grid, other)}, {_kind(grid, other)}"
        where = features[0].where if features else None
        yield KnownFact(f"{name}: {words}" + (f"; between: {between}" if between else ""), where)


def _roads(grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    for line in grid.lines:
        for index, here in enumerate(line.hexes):
            if here != hex_:
                continue
            kind = grid.line_kinds.get(line.line.kind)
            name = f"{kind.name if kind else line.line.kind}" + (f" ({line.line.name})" if line.line.name else "")
            beside = [
                grid.name(h) for h in (*line.hexes[max(0, index - 1) : index], *line.hexes[index + 1 : index + 2])
            ]
            yield KnownFact(f"{name} to {' and '.join(beside)}", line.where / "hexes" / index)


def _areas(grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    for area, at in grid.where.each("areas", grid.document.areas):
        if hex_ in grid.areas.get(area.id, ()):
            yield KnownFact(area.name, at)
    for box, here in grid.where.each("boxes", grid.document.boxes):
        if hex_ in grid.adjoining.get(box.id, ()):
            yield KnownFact(f"adjoins the off-map box {box.name}", here)


def _objectives(game: Game, grid: HexMap, hex_: int) -> Iterator[KnownFact]:
    names = {grid.name(hex_), *(name for name, (_place, at, _where) in grid.places.items() if at == hex_)}
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)), re.IGNORECASE)
    for document, where in game.documents("victory", VictoryDocument):
        for objective, here in where.each("objectives", document.objectives):
            if named.search(objective.text):
                words = f"{objective.stop}, {objective.side}: {objective.text} ({objective.points} points)"
                yield KnownFact(words, here)
    linked = ending(game)
    texts = [(f"{row.text} ({row.points} points)" if row.points else row.text, at) for row, at in linked.ledger]
    for text, at in (*texts, *((each.text, at) for each, at in linked.sudden)):
        if named.search(text):
            yield KnownFact(text, at)


def _starts(game: Game, here: Callable[[Entry], bool]) -> Iterator[KnownFact]:
    track = schedule(game)
    labels = {start: mark.date.label for start, mark in track.starts.items()} if track else {}
    starts = dict.fromkeys(c.start for force in forces(game).sides.values() for c in force.columns.values() if c.start)
    for start in starts:
        for words, _owner, entry in starting_counters(game, start):
            if here(entry):
                yield KnownFact(f"{labels.get(start, start)}: {words}", entry.where)

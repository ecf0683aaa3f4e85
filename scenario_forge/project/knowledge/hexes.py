"""What is known of a hex, and of an off-map box: terrain, neighbours, roads, places, who starts there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.hexes import OFF, side
from scenario_forge.project.ending import ending
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.knowledge.model import Card, Line, card, corrections
from scenario_forge.project.knowledge.units import hex_words, standing
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.project.forces import Entry
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where


def hex_card(game: Game, hex_: int) -> Card:
    """Everything known of a hex. The game has a map."""
    grid = hex_map(game)
    assert grid is not None  # noqa: S101 - whoever has a hex has a map
    return card(
        "hex",
        f"Hex {hex_words(grid, hex_)}",
        (
            ("Terrain", _terrain(grid, hex_)),
            ("Places", _places(grid, hex_)),
            ("Neighbours", _neighbours(grid, hex_)),
            ("Roads", _roads(grid, hex_)),
            ("Areas", _areas(grid, hex_)),
            ("At the start", _starts(game, lambda entry: entry.hex == hex_)),
            ("Objectives that name it", _objectives(game, grid, hex_)),
            ("Corrections", [line for where in _written(grid, hex_) for line in corrections(game, where)]),
        ),
    )


def box_card(game: Game, box_id: str) -> Card:
    """Everything known of an off-map box. The game has a map."""
    grid = hex_map(game)
    assert grid is not None  # noqa: S101 - whoever has a box has a map
    box = grid.boxes[box_id]
    number = next(n for n, each in enumerate(grid.document.boxes) if each.id == box.id)
    where = grid.where / "boxes" / number
    adjoins = [grid.name(hex_) for hex_ in sorted(grid.adjoining.get(box.id, ()))]
    about = [Line(f"off-map box, cited as {box.id}", where)]
    about += [Line(f"used by {box.side}", where / "side")] if box.side else []
    about += [Line(f"capacity {box.capacity}", where / "capacity")] if box.capacity else []
    return card(
        "box",
        box.name,
        (
            ("Box", about),
            ("Adjoins", [Line(", ".join(adjoins), where / "adjoins")] if adjoins else ()),
            ("At the start", _starts(game, lambda entry: entry.location is not None and entry.location.box == box.id)),
            ("Corrections", corrections(game, where)),
        ),
    )


def _written(grid: HexMap, hex_: int) -> Iterator[Where]:
    """Where the hex's terrain is written: a letter in a row, or a line of its own."""
    for number, row in enumerate(grid.document.rows):
        for sheet, text in row.cells.items():
            try:
                hexes = grid.grid.row_hexes(sheet, _label(grid, sheet, row.row))
            except KeyError:
                continue
            if hex_ in hexes and hex_ - hexes.start < len(text):
                index = hex_ - hexes.start
                yield (grid.where / "rows" / number / sheet).within(index, index + 1)
    for number, written in enumerate(grid.document.hexes):
        if grid.grid.find(written.hex) == hex_:
            yield grid.where / "hexes" / number / "terrain"


def _label(grid: HexMap, sheet_id: str, row: str) -> str:
    """The label that a row has on one sheet: row R of the west sheet is row RR of the east one."""
    for sheet in grid.grid.sheets:
        if row in sheet.row_labels:
            index = sheet.row_labels.index(row)
            return next((s.row_labels[index] for s in grid.grid.sheets if s.id == sheet_id), row)
    return row


def _terrain(grid: HexMap, hex_: int) -> Iterator[Line]:
    where = next(_written(grid, hex_), None)
    yield Line(f"{_kind(grid, hex_)}, {grid.grid.sheet_of(hex_).id} sheet", where)


def _kind(grid: HexMap, hex_: int) -> str:
    terrain = grid.terrain[hex_]
    return grid.kinds[terrain].name if terrain else "terrain not given"


def _places(grid: HexMap, hex_: int) -> Iterator[Line]:
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
        yield Line(", ".join(words), where)


def _neighbours(grid: HexMap, hex_: int) -> Iterator[Line]:
    for direction, other in enumerate(grid.grid.neighbours[hex_]):
        name = grid.grid.directions[direction]
        features = grid.sides.get(side(grid.grid, hex_, direction), [])
        between = ", ".join(f"{grid.hexside_kinds[f.kind].name}{f' ({f.name})' if f.name else ''}" for f in features)
        words = "off the map" if other == OFF else f"{hex_words(grid, other)}, {_kind(grid, other)}"
        where = features[0].where if features else None
        yield Line(f"{name}: {words}" + (f"; between: {between}" if between else ""), where)


def _roads(grid: HexMap, hex_: int) -> Iterator[Line]:
    for line in grid.lines:
        for index, here in enumerate(line.hexes):
            if here != hex_:
                continue
            kind = grid.line_kinds.get(line.line.kind)
            name = f"{kind.name if kind else line.line.kind}" + (f" ({line.line.name})" if line.line.name else "")
            beside = [
                grid.name(h) for h in (*line.hexes[max(0, index - 1) : index], *line.hexes[index + 1 : index + 2])
            ]
            yield Line(f"{name} to {' and '.join(beside)}", line.where / "hexes" / index)


def _areas(grid: HexMap, hex_: int) -> Iterator[Line]:
    for number, area in enumerate(grid.document.areas):
        if hex_ in grid.areas.get(area.id, ()):
            yield Line(area.name, grid.where / "areas" / number)
    for number, box in enumerate(grid.document.boxes):
        if hex_ in grid.adjoining.get(box.id, ()):
            yield Line(f"adjoins the off-map box {box.name}", grid.where / "boxes" / number)


def _objectives(game: Game, grid: HexMap, hex_: int) -> Iterator[Line]:
    names = {grid.name(hex_), *(name for name, (_place, at, _where) in grid.places.items() if at == hex_)}
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)), re.IGNORECASE)
    for document, where in game.documents("victory", VictoryDocument):
        for number, objective in enumerate(document.objectives):
            if named.search(objective.text):
                words = f"{objective.stop}, {objective.side}: {objective.text} ({objective.points} points)"
                yield Line(words, where / "objectives" / number)
    linked = ending(game)
    texts = [(f"{row.text} ({row.points} points)" if row.points else row.text, at) for row, at in linked.ledger]
    for text, at in (*texts, *((each.text, at) for each, at in linked.sudden)):
        if named.search(text):
            yield Line(text, at)


def _starts(game: Game, here: Callable[[Entry], bool]) -> Iterator[Line]:
    track = schedule(game)
    labels = {start: mark.date.label for start, mark in track.starts.items()} if track else {}
    starts = dict.fromkeys(c.start for force in forces(game).sides.values() for c in force.columns.values() if c.start)
    for start in starts:
        for words, _owner, entry in standing(game, start):
            if here(entry):
                yield Line(f"{labels.get(start, start)}: {words}", entry.where)

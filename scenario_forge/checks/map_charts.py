"""MAP: the terrain of the map against the lines of the terrain charts, by their printed names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.diagnostics.suggest import did_you_mean, nearest
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.tables import Heading

_MARKS = " *†‡§.¹²³"
"""What refers to a note behind a heading."""


def terrain_and_charts(game: Game) -> Iterator[Diagnostic]:
    """Terrain without a line in any chart of terrain, and a line that is no terrain of the map."""
    linked = hex_map(game)
    headings = _headings(game)
    if linked is None or not headings or game.broken("charts"):
        return
    needed = _needed(linked)
    lines = {_folded(heading.text) for heading in headings}
    without = {name: where for name, where in needed.items() if _folded(name) not in lines}
    allowed = {*needed, *(kind.name for kind in linked.document.place_kinds), *_exempt(linked)}
    folded = {_folded(name) for name in allowed}
    for heading in headings:
        if _folded(heading.text) in folded:
            continue
        finding = map_codes.MAP041.at(heading.where, line=heading.text)
        near = nearest(heading.text, without)
        if near is not None:
            finding = finding.also(without.pop(near), "the map has no line in the chart for this")
        yield finding.suggest(f"did you mean {near}?" if near else did_you_mean(heading.text, allowed))
    for name, where in without.items():
        yield map_codes.MAP040.at(where, name=name)


def _headings(game: Game) -> list[Heading]:
    found: list[Heading] = []
    for table in tables(game).charts.values():
        if table.chart.row_scale.terrain:
            found += table.rows
        if table.chart.column_scale.terrain:
            found += table.columns
    return found


def _needed(linked: HexMap) -> dict[str, Where]:
    """What must have a line, by printed name: all terrain but water, hexsides but boundaries, roads."""
    document, found = linked.document, {}
    for section, kinds in (
        ("terrain", [(n, k.name) for n, k in enumerate(document.terrain) if k.land]),
        ("hexside_kinds", [(n, k.name) for n, k in enumerate(document.hexside_kinds) if not k.boundary]),
        ("line_kinds", [(n, k.name) for n, k in enumerate(document.line_kinds)]),
    ):
        for number, name in kinds:
            found[name] = linked.where / section / number / "name"
    return found


def _exempt(linked: HexMap) -> Iterator[str]:
    """What may have a line but needs none."""
    yield from (kind.name for kind in linked.document.terrain if not kind.land)
    yield from (kind.name for kind in linked.document.hexside_kinds if kind.boundary)


def _folded(name: str) -> str:
    return name.strip(_MARKS).casefold()


CHECKS = (terrain_and_charts,)

"""The content of a selection of hexes: its terrain and places, and the hexsides, roads and names inside it.

A piece counts its hexes in cube coordinates from an anchor, so that it can be put down anywhere, on a changed grid too.
Hexsides and steps of roads belong to it if both of their hexes do, names that lie across the map if all of theirs do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import Field

from scenario_forge.editor.intents import MOST, Args, HexName
from scenario_forge.editor.map.chains import written_sides
from scenario_forge.hexes import across, cube

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side

Spot = tuple[int, int]
"""Cube coordinates from the anchor; the third is implied."""
Hexes = Annotated[list[HexName], Field(min_length=1, max_length=MOST)]
_FAR = Annotated[int, Field(ge=-5000, le=5000)]
_Spot = tuple[_FAR, _FAR]


class PieceSides(Args):
    """Hexsides of one kind and name, each by its two hexes, the higher first."""

    kind: str
    name: str = ""
    sides: Annotated[list[tuple[_Spot, _Spot]], Field(max_length=MOST)]


class PieceLine(Args):
    """A stretch of road."""

    kind: str
    name: str = ""
    path: Annotated[list[_Spot], Field(min_length=2, max_length=MOST)]


class PiecePlace(Args):
    """A place, without its hex."""

    at: _Spot
    value: dict[str, Any]


class PieceName(Args):
    """A name across the map, without its hexes."""

    along: Annotated[list[_Spot], Field(min_length=1, max_length=1000)]
    value: dict[str, Any]


class Piece(Args):
    """Hexes with what stands in, between and along them."""

    cells: Annotated[list[tuple[_FAR, _FAR, str | None]], Field(min_length=1, max_length=MOST)]
    sides: Annotated[list[PieceSides], Field(max_length=MOST)] = Field(default_factory=list)
    lines: Annotated[list[PieceLine], Field(max_length=MOST)] = Field(default_factory=list)
    places: Annotated[list[PiecePlace], Field(max_length=10_000)] = Field(default_factory=list)
    names: Annotated[list[PieceName], Field(max_length=10_000)] = Field(default_factory=list)


class Whole(NamedTuple):
    """Numbers of the features of map.yaml that lie wholly inside a selection."""

    hexsides: Collection[int] = ()
    lines: Collection[int] = ()


def whole_of(linked: HexMap, hexes: Collection[int]) -> Whole:
    """Return the features that lie wholly inside a selection."""
    sides = {
        number
        for number, feature in enumerate(linked.document.hexsides)
        if all(side_inside(linked, side, [hexes]) for side in written_sides(linked, feature.sides))
    }
    return Whole(sides, {n for n, road in enumerate(linked.lines) if all(hex_ in hexes for hex_ in road.hexes)})


def piece_of(linked: HexMap, hexes: Collection[int], anchor: int, without: Whole | None = None) -> Piece:
    """Return the content of a selection, counted from a hex; some features may be left out."""
    out = without or Whole()
    q, r, _s = cube(linked.grid, anchor)

    def spot(hex_: int) -> Spot:
        column, row, _ = cube(linked.grid, hex_)
        return column - q, row - r

    inside = {*hexes}
    sides: dict[tuple[str, str], list[tuple[Spot, Spot]]] = {}
    for features in linked.sides.values():
        for each in features:
            if each.high in inside and each.low in inside and each.where.path[1] not in out.hexsides:
                sides.setdefault((each.kind, each.name), []).append((spot(each.high), spot(each.low)))
    lines: list[PieceLine] = []
    for number, road in enumerate(linked.lines):
        lines += [
            PieceLine(kind=road.line.kind, name=road.line.name, path=[spot(hex_) for hex_ in run])
            for run in runs_inside(road.hexes, inside)
            if number not in out.lines
        ]
    places: list[PiecePlace] = []
    for place in linked.document.places:
        at = linked.grid.find(place.hex)
        if at in inside and at is not None:
            value = place.model_dump(exclude={"hex"}, exclude_unset=True)
            places.append(PiecePlace(at=spot(at), value=value))
    names = [
        PieceName(
            along=[spot(hex_) for hex_ in name.hexes], value=name.name.model_dump(exclude={"along"}, exclude_unset=True)
        )
        for name in linked.names
        if name.hexes and inside.issuperset(name.hexes) and len(name.hexes) == len(name.name.along)
    ]
    return Piece(
        cells=[(*spot(hex_), linked.terrain[hex_]) for hex_ in sorted(inside)],
        sides=[PieceSides(kind=kind, name=name, sides=found) for (kind, name), found in sides.items()],
        lines=lines,
        places=places,
        names=names,
    )


def runs_inside(hexes: Sequence[int | None], inside: Collection[int]) -> list[list[int]]:
    """Return stretches of at least two hexes of a road that lie inside a selection."""
    runs: list[list[int]] = [[]]
    for hex_ in hexes:
        if hex_ is None or hex_ not in inside:
            runs.append([])
        else:
            runs[-1].append(hex_)
    return [run for run in runs if len(run) > 1]


def side_inside(linked: HexMap, side: Side | None, areas: Sequence[Collection[int]]) -> bool:
    """Check whether both hexes of a side lie in one of some areas."""
    if side is None:
        return False
    one, other = across(linked.grid, side)
    return any(one in area and other in area for area in areas)

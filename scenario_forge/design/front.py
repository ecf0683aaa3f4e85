"""The front of a new scenario: drawn from where units stand, or from what each side controlled.

Land belongs to the side whose units reach it first. Land cut off from a side's main body is drawn close around the
units in it: a surrounded garrison does not hold the ground behind its besiegers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.hexes import across, distances, format_side, line_between, runs, spread
from scenario_forge.project.front import divided, places_that_count
from scenario_forge.project.starts import ownerless
from scenario_forge.project.statements import slug, statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft, Positions
    from scenario_forge.hexes import Side
    from scenario_forge.project.front import Land
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.time.schedule import DateMark

Standing = tuple[int, str]
"""Hex and side of a unit or marker that holds ground."""


@dataclass(frozen=True, slots=True)
class FrontStretch:
    """A part of the line: where it is, and its hexsides as they are written."""

    name: str
    sides: list[str]


@dataclass(frozen=True, slots=True)
class Held:
    """A line of `control:`; ``open`` leaves it to a person."""

    place: str
    side: str
    why: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A front, and what `control:` says beside it."""

    runs: list[FrontStretch]
    held: list[Held]
    why: str


def drawn_between(
    game: Game, grid: HexMap, dates: Dates, stands: Sequence[Standing], positions: DateMark | None = None
) -> Drawn:
    """Draw the front between those who stand somewhere; say what the printed starts around the date have otherwise.

    Args:
        game: the game.
        grid: its map.
        dates: those of the scenario.
        stands: hex and side of each unit and marker that holds ground.
        positions: the start whose positions they are, if it is one.
    """
    sides = _sides(game, stands)
    owner = owners(grid, sides, stands)
    line = line_between(grid.grid, owner)
    parts = divided(grid, line, stands, ()) if line else []
    held = list(_differing(game, grid, dates, stands, parts, positions))
    return Drawn(_runs(game, grid, line, parts), held, "from where units stand")


def drawn_from_control(
    game: Game, grid: HexMap, control: Mapping[int, str], stands: Sequence[Standing], matter: Iterable[int] = ()
) -> Drawn:
    """Draw the front between what the sides control; state what the line does not reproduce.

    Hexes where nobody has been go with those around them.

    Args:
        game: the game.
        grid: its map.
        control: by hex: the side that controls it; hexes where nobody has been are left out.
        stands: hex and side of each unit and marker that holds ground.
        matter: hexes whose control is stated even where there is no line at all; places always are.
    """
    sides = _sides(game, [*stands, *control.items()])
    by_side = [[hex_ for hex_, held in control.items() if held == side] for side in sides]
    owner = spread(grid.grid.neighbours, grid.land, by_side)
    line = line_between(grid.grid, owner)
    stated: dict[int, str] = {}
    if line:
        for land in divided(grid, line, stands, ()):
            if land.by != "units" and land.hexes[0] in owner:
                stated[_chief(game, grid, land.hexes)] = sides[owner[land.hexes[0]]]
    parts = divided(grid, line, stands, stated.items()) if line else []
    told = {hex_: land.side for land in parts for hex_ in land.hexes}
    wanted = control if line else {*matter, *places_that_count(game).values()}
    stated |= {hex_: side for hex_, side in control.items() if hex_ in wanted and told.get(hex_) != side}
    held = [Held(_called(grid, hex_), side, "record") for hex_, side in sorted(stated.items())]
    return Drawn(_runs(game, grid, line, parts), held, "from what each side controlled")


def owners(grid: HexMap, sides: Sequence[str], stands: Iterable[Standing]) -> dict[int, int]:
    """By hex of land: whose it is, as a number of ``sides``."""
    stood = [each for each in stands if each[1] in sides]
    by_side = [[hex_ for hex_, held in stood if held == side] for side in sides]
    first = spread(grid.grid.neighbours, grid.land, by_side)
    parts = divided(grid, line_between(grid.grid, first), stood, ())
    main = {_main(parts, side) for side in sides}
    cut_off = {hex_ for number, part in enumerate(parts) if number not in main for hex_ in part.hexes}
    return spread(grid.grid.neighbours, grid.land, by_side, near=[hex_ for hex_, _side in stood if hex_ in cut_off])


def _main(parts: Sequence[Land], side: str) -> int | None:
    """Which land has most of a side's units in it; of two with as many, the larger."""
    own = [(land.count.get(side, 0), len(land.hexes), -n) for n, land in enumerate(parts) if land.side == side]
    return -max(own)[2] if own else None


def _sides(game: Game, each: Iterable[Standing]) -> list[str]:
    """The sides of a game in their order, those that it does not name behind them."""
    return list(dict.fromkeys((*game.side_names, *(side for _hex, side in each))))


def _called(grid: HexMap, hex_: int) -> str:
    """A hex as `control:` names it: by its place, if it has one."""
    names = [place.name for place, at, _where in grid.places.values() if at == hex_]
    return names[0] if names else grid.name(hex_)


def _chief(game: Game, grid: HexMap, hexes: Sequence[int]) -> int:
    """The hex that names a stretch of land: where supply arrives, else a place, else the first hex."""
    inside = frozenset(hexes)
    known = [*places_that_count(game).values(), *(at for _p, at, _w in grid.places.values() if at is not None)]
    return next((hex_ for hex_ in known if hex_ in inside), hexes[0])


def standing(game: Game, drafted: Iterable[Draft], ground: Positions) -> list[Standing]:
    """Hex and side of each unit and marker of a draft that holds ground: in play without an option, with a zone."""
    zones = game.system.zones(game) if game.system else None
    without, found = zones.without if zones else frozenset(), []
    for draft in drafted:
        side = draft.force.side
        for row in draft.rows:
            counter = row.unit.counter.counter if row.unit.counter else None
            optional = row.unit.option or (counter.option if counter else None)
            if row.token.kind == "at" and row.hex is not None and not optional:
                found += [(row.hex, side)] * (counter is None or counter.type not in without)
        held = (marker for marker in draft.markers if marker.marker not in ownerless(game))
        for token in (token for marker in held for token in marker.tokens):
            spot = ground.grid.find(token.place) if ground.grid else None
            found += [(spot.hex, side)] if spot is not None and spot.hex is not None else []
    return found


# -- the line ----------------------------------------------------------------------------------------


def _runs(game: Game, grid: HexMap, line: Sequence[Side], parts: Sequence[Land]) -> list[FrontStretch]:
    """The line in runs; of each pair of hexes that of the side listed first stands first."""
    order = _sides(game, ())
    land_of = {hex_: number for number, land in enumerate(parts) for hex_ in land.hexes}
    main = {_main(parts, land.side) for land in parts if land.side is not None}
    found = []
    for run in runs(grid.grid, line):
        cut_off = next((n for side in run for h in across(grid.grid, side) if (n := land_of[h]) not in main), None)
        name = "" if cut_off is None else f"around {_called(grid, _chief(game, grid, parts[cut_off].hexes))}"
        found.append(FrontStretch(name, [_pair(grid, side, order, parts, land_of) for side in run]))
    return sorted(found, key=lambda run: bool(run.name))


def _pair(grid: HexMap, side: Side, order: list[str], parts: Sequence[Land], land_of: Mapping[int, int]) -> str:
    one, other = across(grid.grid, side)
    ranks = [order.index(s) if (s := parts[land_of[hex_]].side) in order else len(order) for hex_ in (one, other)]
    names = [grid.name(one), grid.name(other)]
    return format_side(grid.grid, side) if ranks[0] <= ranks[1] else "/".join(reversed(names))


# -- what the printed starts have otherwise ----------------------------------------------------------


def _differing(
    game: Game,
    grid: HexMap,
    dates: Dates,
    stands: Sequence[Standing],
    parts: Sequence[Land],
    positions: DateMark | None,
) -> Iterator[Held]:
    """Places where nobody stands and the line has it otherwise than the start whose positions were taken.

    Without one, otherwise than every printed start around the date. Where those agree, it is as they have it; else,
    and where two sides are as near, a person decides.
    """
    told = {hex_: land.side for land in parts for hex_ in land.hexes}
    stood = {hex_ for hex_, _side in stands}
    marks = {mark.date.id: mark for mark in (positions, dates.before, dates.after) if mark is not None}
    for name, hex_ in places_that_count(game).items():
        side = told.get(hex_)
        said = {mark.date.label: held for mark in marks.values() if (held := stated_at(game, mark, name))}
        trusted = [said[positions.date.label]] if positions and positions.date.label in said else [*said.values()]
        if hex_ in stood or side in trusted:
            continue
        why = ", ".join(f"{label} {held}" for label, held in said.items())
        if said:
            torn = len(set(said.values())) > 1 and (side is not None or positions is None)
            yield Held(name, (torn and side) or trusted[0], why, open=torn)
        elif _torn(grid, stands, hex_):
            yield Held(name, side or stands[0][1], "as near to both", open=True)


def stated_at(game: Game, mark: DateMark, place: str) -> str:
    """Who controls a place at a printed start, as the rules state it: `control.<start>.<place>`."""
    found = statements(game).get(f"control.{mark.date.id}.{slug(place)}", [])
    return str(found[0].value) if found else ""


def _torn(grid: HexMap, stands: Iterable[Standing], hex_: int) -> bool:
    """Whether two sides are as near to a hex, over land."""
    away = distances(grid.grid.neighbours, grid.land, [hex_])
    near = sorted({(away[at], side) for at, side in stands if at in away})
    return len(near) > 1 and len({side for steps, side in near if steps == near[0][0]}) > 1

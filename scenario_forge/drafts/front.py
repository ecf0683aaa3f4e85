"""The front and control of a new scenario, and the chronology's evidence against positions taken over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.land import main_land, owners
from scenario_forge.game.front import divide_land, places_that_count
from scenario_forge.game.scenarios import neutral_markers
from scenario_forge.game.statements import statements
from scenario_forge.hexes import across, format_side, line_between, runs, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.land import Standing
    from scenario_forge.drafts.rows import Draft, Positions
    from scenario_forge.drafts.theatre import Holding, Lost
    from scenario_forge.game.front import Land
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import DateMark
    from scenario_forge.hexes import Side


AROUND = "around "
"""Begins the name of a stretch of the line that is drawn around a place cut off."""


@dataclass(frozen=True, slots=True)
class FrontStretch:
    """A part of the front line: where it is, and its hexsides as they are written."""

    name: str
    sides: list[str]


@dataclass(frozen=True, slots=True)
class ControlLine:
    """A line of `control:`; ``open`` leaves the decision to a person."""

    place: str
    """The key: the id of a place, else a hex."""
    side: str
    why: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class DrawnFront:
    """A front, and the lines of `control:` that go with it."""

    runs: list[FrontStretch]
    held: list[ControlLine]
    why: str


def drawn_between(
    game: Game, grid: HexMap, stands: Sequence[Standing], control: Mapping[int, Holding] | None = None
) -> DrawnFront:
    """Draw the front between units in place and places that are held; state control that does not follow from it.

    Args:
        game: the game.
        grid: its map.
        stands: hex and side of each unit and marker that holds ground.
        control: by hex: who holds each place, by the evidence.
    """
    there, known = dict(stands), control or {}
    held = [(hex_, each.side) for hex_, each in known.items() if hex_ not in there]
    line, parts = _line(game, grid, stands, held)
    pockets = [frozenset(part.hexes) for part in parts if part.by == "nobody"]
    kept = [each for each in held if not any(each[0] in pocket for pocket in pockets)]
    if len(kept) < len(held):  # a pocket that nobody is in would be nobody's (SCN015)
        line, parts = _line(game, grid, stands, kept)
    told = {hex_: land.side for land in parts for hex_ in land.hexes}
    stated = [
        ControlLine(grid.key_of(hex_), known[hex_].side, known[hex_].why, open=not known[hex_].sure)
        for hex_ in places_that_count(game).values()
        if hex_ in known and _to_state(known[hex_], there.get(hex_), told.get(hex_))
    ]
    return DrawnFront(_runs(game, grid, line, parts), stated, "from where units stand and who holds which place")


def _line(
    game: Game, grid: HexMap, stands: Sequence[Standing], held: Sequence[Standing]
) -> tuple[list[Side], list[Land]]:
    """Return the line between units and places that are held, and the lands on either side of it; none without one."""
    sides = _sides(game, [*stands, *held])
    line = line_between(grid.grid, owners(grid, sides, [*stands, *held]))
    return line, divide_land(grid, line, stands, ()) if line else []


def _to_state(held: Holding, there: str | None, told: str | None) -> bool:
    """Whether control of a place does not follow from the line, or from whom a draft guesses to be in it."""
    if there is not None:
        return held.sure and there != held.side
    return held.torn or told != held.side


def towns_held(game: Game, grid: HexMap, stands: Sequence[Standing], control: Mapping[int, Holding]) -> DrawnFront:
    """Return who holds each scored place where no front is drawn: whoever stands there, else by the evidence."""
    there, found = dict(stands), dict[int, ControlLine]()
    for hex_ in scored_places(game, grid):
        held, side = control.get(hex_), there.get(hex_)
        if side is not None and not (held and held.sure):
            found[hex_] = ControlLine(grid.key_of(hex_), side, "by who is drafted there", open=True)
        elif held is not None:
            found[hex_] = ControlLine(grid.key_of(hex_), held.side, held.why, open=not held.sure)
    return DrawnFront([], list(found.values()), "")


def scored_places(game: Game, grid: HexMap) -> Iterator[int]:
    """Yield the hexes of places that the victory ledger names."""
    for document, _where in game.documents("victory", VictoryDocument):
        for row in document.ledger:
            spot = grid.find(row.when.hold) if row.when and row.when.hold else None
            if spot is not None and spot.hex is not None:
                yield spot.hex


def drawn_from_control(
    game: Game, grid: HexMap, control: Mapping[int, str], stands: Sequence[Standing], matter: Iterable[int] = ()
) -> DrawnFront:
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
        for land in divide_land(grid, line, stands, ()):
            if land.by != "units" and land.hexes[0] in owner:
                stated[_chief(game, grid, land.hexes)] = sides[owner[land.hexes[0]]]
    parts = divide_land(grid, line, stands, stated.items()) if line else []
    told = {hex_: land.side for land in parts for hex_ in land.hexes}
    wanted = control if line else {*matter, *places_that_count(game).values()}
    stated |= {hex_: side for hex_, side in control.items() if hex_ in wanted and told.get(hex_) != side}
    held = [ControlLine(grid.key_of(hex_), side, "record") for hex_, side in sorted(stated.items())]
    return DrawnFront(_runs(game, grid, line, parts), held, "from what each side controlled")


def _sides(game: Game, each: Iterable[Standing]) -> list[str]:
    """Return the sides of a game in their order, and behind them any that the game does not name."""
    return list(dict.fromkeys((*game.side_names, *(side for _hex, side in each))))


def _called(grid: HexMap, hex_: int) -> str:
    """Return the printed name of the place in a hex, else the hex."""
    return next((place.name for place, at, _where in grid.places.values() if at == hex_), grid.name(hex_))


def _chief(game: Game, grid: HexMap, hexes: Sequence[int]) -> int:
    """Return the hex that names a stretch of land: where supply arrives, else a place, else the first hex."""
    inside = frozenset(hexes)
    known = [*places_that_count(game).values(), *(at for _p, at, _w in grid.places.values() if at is not None)]
    return next((hex_ for hex_ in known if hex_ in inside), hexes[0])


def standing(game: Game, drafted: Iterable[Draft], ground: Positions) -> list[Standing]:
    """Return hex and side of each unit and marker that holds ground: in play without an option, with a zone."""
    zones = game.system.zones(game) if game.system else None
    without, found = zones.without if zones else frozenset(), []
    for draft in drafted:
        side = draft.force.side
        for row in draft.rows:
            counter = row.unit.counter.counter if row.unit.counter else None
            optional = row.unit.option or (counter.option if counter else None)
            if row.token.kind == "at" and row.hex is not None and not optional:
                found += [(row.hex, side)] * (counter is None or counter.type not in without)
        held = (marker for marker in draft.markers if marker.marker not in neutral_markers(game))
        for token in (token for marker in held for token in marker.tokens):
            spot = ground.grid.find(token.place) if ground.grid else None
            found += [(spot.hex, side)] if spot is not None and spot.hex is not None else []
    return found


# -- the line ----------------------------------------------------------------------------------------


def _runs(game: Game, grid: HexMap, line: Sequence[Side], parts: Sequence[Land]) -> list[FrontStretch]:
    """Split the line into stretches; of each pair of hexes that of the side listed first stands first."""
    order = _sides(game, ())
    land_of = {hex_: number for number, land in enumerate(parts) for hex_ in land.hexes}
    main = {main_land(parts, land.side) for land in parts if land.side is not None}
    found = []
    for run in runs(grid.grid, line):
        cut_off = next((n for side in run for h in across(grid.grid, side) if (n := land_of[h]) not in main), None)
        name = "" if cut_off is None else f"{AROUND}{_called(grid, _chief(game, grid, parts[cut_off].hexes))}"
        found.append(FrontStretch(name, [_pair(grid, side, order, parts, land_of) for side in run]))
    return sorted(found, key=lambda run: bool(run.name))


def _pair(grid: HexMap, side: Side, order: list[str], parts: Sequence[Land], land_of: Mapping[int, int]) -> str:
    one, other = across(grid.grid, side)
    ranks = [order.index(s) if (s := parts[land_of[hex_]].side) in order else len(order) for hex_ in (one, other)]
    names = [grid.name(one), grid.name(other)]
    return format_side(grid.grid, side) if ranks[0] <= ranks[1] else "/".join(reversed(names))


def controller_at(game: Game, mark: DateMark, key: str) -> str:
    """Return who controls a place at a printed start, as the rules state it: `control.<start>.<place>`."""
    found = statements(game).get(f"control.{mark.date.id}.{key}", [])
    return str(found[0].value) if found else ""


# -- positions of another date held against the chronology --------------------------------------------


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A line of the chronology that contradicts a draft, and whom it concerns."""

    lost: Lost
    who: tuple[str, ...]

    @property
    def words(self) -> str:
        """The contradiction in words, without a full stop."""
        return f"the chronology contradicts {self.lost.place} ({self.lost.words}); to decide: {', '.join(self.who)}"


@dataclass(frozen=True, slots=True)
class Doubts:
    """The chronology's evidence against the positions of a draft."""

    against: tuple[Contradiction, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The remarks, each without a full stop."""
        return tuple(each.words for each in self.against)


def reopen_lost(grid: HexMap, drafted: Sequence[Draft], lost: Sequence[Lost]) -> None:
    """Say of each guess that stands on ground its side has lost why it cannot be so."""
    for draft in drafted:
        for each in lost:
            if each.holder not in ("", draft.force.side):
                continue
            against = f"against it {each.words}"
            for row in draft.rows:
                if row.hex == each.hex and row.open:
                    row.why.append(against)
            for number, markers in enumerate(draft.markers):
                spots = [grid.find(token.place) for token in markers.tokens if token.place]
                if any(spot is not None and spot.hex == each.hex for spot in spots):
                    draft.markers[number] = replace(markers, open=True, why=f"{markers.why}; {against}")


def doubts(drafted: Sequence[Draft], drawn: DrawnFront | None, lost: Sequence[Lost]) -> Doubts:
    """Return the chronology's evidence against a draft."""
    against = []
    for each in lost:
        said = f"against it {each.words}"
        who = ["control"] if drawn and any(h.open and h.place == each.key for h in drawn.held) else []
        for draft in drafted:
            who += [row.unit.cited for row in draft.rows if row.open and said in row.why]
            who += [row.marker for row in draft.markers if row.open and said in row.why]
        against += [Contradiction(each, tuple(who))] if who else []
    return Doubts(tuple(against))


def distance_words(dates: Dates, source: DateMark) -> str:
    """Describe the distance of a start from the draft's date: ``1 game turn before this start``."""
    turns = dates.first_turn - (source.turn or 0)
    if not turns:
        return "the same game turn"
    return f"{plural(abs(turns), 'game turn')} {'before' if turns > 0 else 'after'} this start"

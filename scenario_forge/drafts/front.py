"""The front and control of a new scenario, and the chronology's evidence against positions taken over.

Land belongs to the side whose units reach it first. Land cut off from a side's main body is drawn close around the
units in it: a surrounded garrison does not hold the ground behind its besiegers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import DateError, read_date
from scenario_forge.game.front import divide_land, places_that_count
from scenario_forge.game.scenarios import neutral_markers
from scenario_forge.game.schedule import days_of
from scenario_forge.game.statements import statements
from scenario_forge.hexes import across, distances, format_side, line_between, runs, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.rows import Draft, Positions
    from scenario_forge.game.front import Land
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import DateMark
    from scenario_forge.hexes import Side


AROUND = "around "
"""Begins the name of a stretch of the line that is drawn around a place cut off."""
Standing = tuple[int, str]
"""Hex and side of a unit or marker that holds ground."""


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
    game: Game, grid: HexMap, dates: Dates, stands: Sequence[Standing], positions: DateMark | None = None
) -> DrawnFront:
    """Draw the front between units in place; list what the printed starts around the date have otherwise.

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
    parts = divide_land(grid, line, stands, ()) if line else []
    held = list(_differing(game, grid, dates, stands, parts, positions))
    return DrawnFront(_runs(game, grid, line, parts), held, "from where units stand")


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


def owners(grid: HexMap, sides: Sequence[str], stands: Iterable[Standing]) -> dict[int, int]:
    """Return the owner of each hex of land, as an index into ``sides``."""
    stood = [each for each in stands if each[1] in sides]
    by_side = [[hex_ for hex_, held in stood if held == side] for side in sides]
    first = spread(grid.grid.neighbours, grid.land, by_side)
    parts = divide_land(grid, line_between(grid.grid, first), stood, ())
    main = {_main(parts, side) for side in sides}
    cut_off = {hex_ for number, part in enumerate(parts) if number not in main for hex_ in part.hexes}
    return spread(grid.grid.neighbours, grid.land, by_side, near=[hex_ for hex_, _side in stood if hex_ in cut_off])


def _main(parts: Sequence[Land], side: str) -> int | None:
    """Return the number of the land with most of a side's units; of two with as many, the larger."""
    own = [(land.count.get(side, 0), len(land.hexes), -n) for n, land in enumerate(parts) if land.side == side]
    return -max(own)[2] if own else None


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
    main = {_main(parts, land.side) for land in parts if land.side is not None}
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


# -- what the printed starts have otherwise ----------------------------------------------------------


def _differing(
    game: Game,
    grid: HexMap,
    dates: Dates,
    stands: Sequence[Standing],
    parts: Sequence[Land],
    positions: DateMark | None,
) -> Iterator[ControlLine]:
    """Yield empty places whose side by the line differs from that at the start whose positions were taken.

    Without one, otherwise than every printed start around the date. Where those agree, it is as they have it; else,
    and where two sides are as near, a person decides.
    """
    told = {hex_: land.side for land in parts for hex_ in land.hexes}
    stood = {hex_ for hex_, _side in stands}
    marks = {mark.date.id: mark for mark in (positions, dates.before, dates.after) if mark is not None}
    for name, hex_ in places_that_count(game).items():
        key, side = grid.places[name][0].key, told.get(hex_)
        said = {mark.date.label: held for mark in marks.values() if (held := controller_at(game, mark, key))}
        trusted = [said[positions.date.label]] if positions and positions.date.label in said else [*said.values()]
        if hex_ in stood or side in trusted:
            continue
        why = ", ".join(f"{label} {held}" for label, held in said.items())
        if said:
            torn = len(set(said.values())) > 1 and (side is not None or positions is None)
            yield ControlLine(key, (torn and side) or trusted[0], why, open=torn)
        elif _torn(grid, stands, hex_):
            yield ControlLine(key, side or stands[0][1], "as near to both", open=True)


def controller_at(game: Game, mark: DateMark, key: str) -> str:
    """Return who controls a place at a printed start, as the rules state it: `control.<start>.<place>`."""
    found = statements(game).get(f"control.{mark.date.id}.{key}", [])
    return str(found[0].value) if found else ""


def _torn(grid: HexMap, stands: Iterable[Standing], hex_: int) -> bool:
    """Check whether two sides are equally near to a hex, over land."""
    away = distances(grid.grid.neighbours, grid.land, [hex_])
    near = sorted({(away[at], side) for at, side in stands if at in away})
    return len(near) > 1 and len({side for steps, side in near if steps == near[0][0]}) > 1


# -- positions of another date held against the chronology --------------------------------------------


_NOUN = r"(?:fall|loss|capture|recapture|seizure|occupation|storming|surrender|recovery) of "
_VERB = (
    r"(?:loses?|lost|takes?|took|retakes?|retook|(?:re)?captur(?:es?|ed)|seiz(?:es?|ed)|occup(?:y|ies|ied)|"
    r"storms?|stormed|enters?|entered|recovers?|recovered|gives? up|gave up) "
)
_PASSIVE = (
    r" (?:(?:is|are|was|were|has|have|had|been) )*(?:lost|falls?|fell|fallen|taken|retaken|(?:re)?captured|seized|"
    r"occupied|stormed|surrenders?|surrendered|recovered|given up|chang(?:es?|ed) hands)(?!\w)"
)
_CLAUSE = re.compile(r"[;:.]\s+|,\s+(?:but|then)\s+")
_DENIED = re.compile(r"(?<!\w)(?:not|never|nearly|almost|fail(?:s|ed)?|in vain)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lost:
    """A place that is in other hands on the draft's date than at the start whose positions are taken."""

    place: str
    key: str
    """As `control:` names it."""
    hex: int
    holder: str
    """The side that held it at that start; empty where no rule states it."""
    date: str
    """Of the last line that says so, as printed."""
    said: str

    @property
    def words(self) -> str:
        """The line as cited in a reason: ``5-6/42: Tobruk lost``."""
        return f"{self.date}: {self.said}"


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
    """The positions that a draft takes over from another date, and the evidence against them."""

    assumed: int = 0
    """Units whose position is that of another date."""
    source: str = ""
    """The label of that date, as printed."""
    apart: str = ""
    """How far it is from the draft's."""
    against: tuple[Contradiction, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The remarks, each without a full stop."""
        are = "position is assumed: that" if self.assumed == 1 else "positions are assumed: those"
        count = (f"{self.assumed} {are} of {self.source}, {self.apart}",) if self.assumed else ()
        return (*count, *(each.words for each in self.against))


def places_changing_hands(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the places that change hands in a text, each with the clause that says so.

    >>> list(places_changing_hands("Gazala and the Cauldron; Tobruk lost; Rommel at Matruh", ["Tobruk", "Matruh"]))
    [('Tobruk', 'Tobruk lost')]
    >>> text = "Rommel retakes Derna and Barce. Tobruk is not taken"
    >>> [place for place, _ in places_changing_hands(text, ["Derna", "Barce"])]
    ['Derna', 'Barce']
    """
    if not names:
        return
    one = "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + r")(?!\w)"
    several = rf"{one}(?:(?:,? and |, ){one})*"
    told = re.compile(rf"(?<!\w)(?:(?i:{_NOUN}|{_VERB})({several})|({several})(?i:{_PASSIVE}))")
    for clause in _CLAUSE.split(text):
        found = None if _DENIED.search(clause) else told.search(clause)
        for name in re.findall(one, found[1] or found[2]) if found else ():
            yield name, clause.strip()


def lost_since(game: Game, grid: HexMap, dates: Dates, source: DateMark) -> list[Lost]:
    """Return the places that change hands between a printed start and the draft's date, whichever is earlier."""
    document = game.one("chronology", ChronologyDocument)
    moments = [days_of(dates.track, turn) for turn in (source.turn or 0, dates.first_turn)]
    if document is None or moments[0] is None or moments[1] is None:
        return []
    begins, ends = min(moments[0][0], moments[1][0]), max(moments[0][0], moments[1][0])
    told: dict[str, list[tuple[str, str]]] = {}
    names = [name for name, (_place, hex_, _where) in grid.places.items() if hex_ is not None]
    for event in document[0].events:
        try:
            at = read_date(event.date)
        except DateError:
            continue
        if at.last >= begins and at.first < ends:
            said = (pair for text in event.cells.values() for pair in places_changing_hands(text, names))
            for place, clause in {grid.places[name][0].name: clause for name, clause in said}.items():
                told.setdefault(place, []).append((event.date, clause))
    lost = []
    for name, lines in told.items():
        known, hex_, _where = grid.places[name]
        if len(lines) % 2:
            lost.append(Lost(name, known.key, hex_ or 0, controller_at(game, source, known.key), *lines[-1]))
    return lost


def reopen_lost(grid: HexMap, drafted: Sequence[Draft], lost: Sequence[Lost]) -> None:
    """Mark a row as open if the unit stands on ground its side has lost, and give the reason."""
    for draft in drafted:
        for each in lost:
            if each.holder not in ("", draft.force.side):
                continue
            against = f"against it {each.words}"
            for row in draft.rows:
                if row.hex == each.hex and row.taken_from is not None:
                    row.open = True
                    row.why.append(against)
            for number, markers in enumerate(draft.markers):
                spots = [grid.find(token.place) for token in markers.tokens if token.place]
                if any(spot is not None and spot.hex == each.hex for spot in spots):
                    draft.markers[number] = replace(markers, open=True, why=f"{markers.why}; {against}")


def reopen_lost_control(
    game: Game, grid: HexMap, drawn: DrawnFront, stands: Sequence[Standing], source: DateMark, lost: Sequence[Lost]
) -> DrawnFront:
    """Return the front with control left to decide for each lost place that its old holder would still have."""
    if not lost:
        return drawn
    sides = list(dict.fromkeys((*game.side_names, *(side for _hex, side in stands))))
    owner, held = owners(grid, sides, stands), {each.place: each for each in drawn.held}
    stood = dict(stands)
    for each in lost:
        side = held[each.key].side if each.key in held else stood.get(each.hex)
        if side is None and each.hex in owner:
            side = sides[owner[each.hex]]
        if side and each.holder in ("", side):
            why = f"{source.date.label} {side}; against it {each.words}"
            held[each.key] = ControlLine(each.key, side, why, open=True)
    return replace(drawn, held=[*held.values()])


def doubts(dates: Dates, drafted: Sequence[Draft], drawn: DrawnFront | None, lost: Sequence[Lost]) -> Doubts:
    """Return what a draft takes over from another date, and the chronology's evidence against it."""
    sources = [row.taken_from for draft in drafted for row in draft.rows if row.assumed and row.taken_from]
    against = []
    for each in lost:
        said = f"against it {each.words}"
        who = ["control"] if drawn and any(h.open and h.why.endswith(said) for h in drawn.held) else []
        for draft in drafted:
            who += [row.unit.cited for row in draft.rows if row.open and said in row.why]
            who += [row.marker for row in draft.markers if row.open and row.why.endswith(said)]
        against += [Contradiction(each, tuple(who))] if who else []
    return Doubts(len(sources), *source_words(dates, sources[0] if sources else None), tuple(against))


def source_words(dates: Dates, source: DateMark | None) -> tuple[str, str]:
    """Return the label of a start whose positions are taken over, and its distance from the date; empty for none."""
    return (source.date.label, distance_words(dates, source)) if source else ("", "")


def distance_words(dates: Dates, source: DateMark) -> str:
    """Describe the distance of a start from the draft's date: ``1 game turn before this start``."""
    turns = dates.first_turn - (source.turn or 0)
    if not turns:
        return "the same game turn"
    return f"{plural(abs(turns), 'game turn')} {'before' if turns > 0 else 'after'} this start"

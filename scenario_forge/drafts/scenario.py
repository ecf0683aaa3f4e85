"""A new scenario on any date of the track, and its front redrawn when its cells were decided otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import one_line
from scenario_forge.drafts.counting import OpenCells, open_cells, open_keys
from scenario_forge.drafts.dates import NotMade, dates_of, dossier_dates, dossier_of, word_of
from scenario_forge.drafts.evidence import at_turn, evidence
from scenario_forge.drafts.front import (
    AROUND,
    ControlLine,
    Doubts,
    doubts,
    drawn_between,
    standing,
    towns_held,
)
from scenario_forge.drafts.methods import SUCH, draft_sides, start_named
from scenario_forge.drafts.rows import MarkerRow, Positions, fit, without_span
from scenario_forge.drafts.text import DraftSetUp, begins_as_asked, decide_cell, printed_text, scenario_text
from scenario_forge.drafts.theatre import lost_since, theatre
from scenario_forge.game.dossiers import CONTROL
from scenario_forge.game.front import stands
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import SideError, parse_side
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import Block, WrappedList, with_comments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.documents.scenario import FrontLine
    from scenario_forge.drafts.dates import Dates, ScenarioRequest
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.drafts.front import DrawnFront, FrontStretch
    from scenario_forge.drafts.methods import DraftedSides
    from scenario_forge.drafts.rows import Draft, DraftRow
    from scenario_forge.drafts.theatre import Lost
    from scenario_forge.game.dossiers import Key, LinkedRow
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.hexes import Side
    from scenario_forge.source.nodes import Data, Path


@dataclass(frozen=True, slots=True)
class NewScenario:
    """A drafted scenario: the text of its file, and how much is left to decide."""

    dates: Dates
    text: str
    units: int
    left: OpenCells = field(default_factory=OpenCells)
    doubts: Doubts = field(default_factory=Doubts)
    """What the chronology says against it."""
    asks: bool = False
    """Whether it leaves to decide which start's values it begins with."""
    drafted: tuple[Draft, ...] = ()
    """Both sides as drafted; empty for a printed start."""
    remarks: tuple[str, ...] = ()
    """How good its guesses are, and what the chronology says against it, each without a full stop."""

    @property
    def open(self) -> int:
        """How many cells of its set-up are left to decide."""
        return self.left.all

    @property
    def left_words(self) -> str:
        """What is left to decide, in words; empty for nothing."""
        begins = "with which start's values it begins" if self.asks else ""
        return " and ".join(each for each in (self.left.words if self.open else "", begins) if each)


def new_scenario(game: Game, wanted: ScenarioRequest, origin: str | None = None) -> NewScenario:
    """Draft a scenario: arrivals and withdrawals by rule, positions from printed starts.

    Args:
        game: the game, with its errata applied.
        wanted: its name and dates.
        origin: a printed start date or a scenario, whose set-up gives the positions, or a method (see
            :mod:`~scenario_forge.drafts.methods`); None: the best of these.

    Raises:
        NotMade: the dates make none, or there is nothing called ``origin``.
    """
    dates = dates_of(game, wanted)
    if copies_printed(game, dates, origin):
        return NewScenario(dates, printed_text(game, wanted, dates), 0)
    made = draft_sides(game, dates, origin)
    drafted, ground = with_decisions(game, dates, made.drafts, made.ground)
    front = front_of(game, dates, made._replace(drafts=drafted, ground=ground))
    front = with_control(game, dates, front) if front else None
    told = doubts(drafted, front, _lost(game, dates, made))
    remarks = (*([made.chance.line] if made.chance else ()), *told.lines)
    set_up = DraftSetUp(drafted, ground, made.how, front, start=made.values or made.source, remarks=remarks)
    text = scenario_text(game, wanted, dates, set_up)
    left = open_cells(open_keys(drafted, front))
    asks, units = begins_as_asked(game), sum(len(draft.rows) for draft in drafted)
    return NewScenario(dates, text, units, left, told, asks, tuple(drafted), remarks)


def copies_printed(game: Game, dates: Dates, origin: str | None) -> bool:
    """Check whether a scenario begins on a printed start, and nothing else is asked for.

    Raises:
        NotMade: there is nothing called ``origin``.
    """
    named = start_named(game, dates, origin)
    return dates.printed and word_of(origin)[1] is None and named in (None, dates.before)


def front_of(game: Game, dates: Dates, made: DraftedSides) -> DrawnFront | None:
    """Draw the front of a draft, or state who holds towns, without decisions on control; None: no rules on either."""
    grid = made.ground.grid
    rules = game.system.start(game) if game.system else None
    if grid is None or rules is None or not (rules.front or rules.towns):
        return None
    stands = standing(game, made.drafts, made.ground)
    if rules.towns:
        return towns_held(game, grid, stands, theatre(game, dates).control)
    return drawn_between(game, grid, stands, theatre(game, dates).control)


def _lost(game: Game, dates: Dates, made: DraftedSides) -> list[Lost]:
    """Return the places that changed hands between the start whose positions are copied and the date."""
    return lost_since(game, dates, made.source or dates.before)


# -- what was decided in a dossier goes into the draft of a new scenario: whoever is in its way gives way ---


def remark(decided: LinkedRow, seen: Iterable[Evidence] = ()) -> str:
    """Write the comment of a row that was decided: with its source, on one line; without one, the sighting there."""
    hex_ = next(iter(decided.hexes), None)
    own = (each for each in seen if hex_ is not None and each.location is not None and each.location.hex == hex_)
    source = one_line(decided.row.source) or next((each.source for each in own), "")
    return f"decided: {source}" if source else "decided"


def with_decisions(game: Game, dates: Dates, drafted: list[Draft], ground: Positions) -> tuple[list[Draft], Positions]:
    """Return the draft with the decisions for its date; all other units are placed again around them."""
    dossier = dossier_of(game, dates)
    decided = dossier.settled_rows if dossier else {}
    if not decided:
        return drafted, ground
    anew, seen = Positions(game), at_turn(evidence(game), dates.first_turn, "at")
    others = [row for draft in drafted for row in draft.rows if not _settle(anew, row, decided, seen)]
    for sure in (True, False):
        for row in others:
            if row.token.kind == "at" and row.open != sure:
                fit(anew, row)
    return [replace(draft, markers=_markers(draft, decided)) for draft in drafted], anew


def with_control(game: Game, dates: Dates, drawn: DrawnFront) -> DrawnFront:
    """Return the front with the decisions on control, in place of drafted lines or behind them."""
    dossier, grid = dossier_of(game, dates), hex_map(game)
    decided = {who: each for (of, who), each in dossier.settled_rows.items() if of == CONTROL} if dossier else {}
    if not decided or grid is None:
        return drawn
    held = []
    for each in drawn.held:
        spot = grid.find_key(each.place)
        name = grid.name(spot.hex) if spot is not None and spot.hex is not None else ""
        found = decided.pop(name, None)
        held.append(ControlLine(each.place, found.row.at, f"{each.why}; {remark(found)}") if found else each)
    keys = {who: grid.key_of(hex_) for who in decided if (hex_ := grid.grid.find(str(who))) is not None}
    return replace(
        drawn, held=held + [ControlLine(key, decided[who].row.at, remark(decided[who])) for who, key in keys.items()]
    )


def _settle(
    ground: Positions,
    row: DraftRow,
    decided: dict[Key, LinkedRow],
    seen: Mapping[UnitKey, Sequence[Evidence]],
) -> bool:
    """Whether the row was decided; then it stands there."""
    found = decided.get(row.unit.key)
    if found is None:
        return False
    row.token, row.hex, row.open = without_span(found.tokens[0]), found.hexes[0], False
    row.why = [*(why for why in row.why if not why.startswith(SUCH)), remark(found, seen.get(row.unit.key, ()))]
    if row.token.kind == "at" and row.hex is not None:
        ground.put(row.unit, row.token.strength, row.hex, in_works=row.token.in_works)
    return True


def _markers(draft: Draft, decided: dict[Key, LinkedRow]) -> list[MarkerRow]:
    side = draft.force.side
    own = {str(who): each for (of, who), each in decided.items() if of == side and each.unit is None}
    rows = [
        MarkerRow(row.marker, _tokens(own[row.marker]), False, remark(own[row.marker])) if row.marker in own else row
        for row in draft.markers
    ]
    known = {row.marker for row in rows}
    return rows + [MarkerRow(who, _tokens(each), False, remark(each)) for who, each in own.items() if who not in known]


def _tokens(decided: LinkedRow) -> list[PlacementToken]:
    return [without_span(token) for token in decided.tokens]


# -- the front of a scenario drawn anew from where its units stand, as a change of its text --------


# A draft has its front drawn between its candidates; when they are decided otherwise, the line is out of date.
# Control that the scenario states stays as it is; places that a draft would leave to decide are added.


_BEFORE = ("basis", "provenance", "scenario", "title", "start", "stop", "first", "last", "victory", "target", "options")
"""Keys that a draft has before its front."""


def with_front(game: Game, scenario: Scenario) -> str:
    """Return the text of a scenario's file with its front redrawn; the same text if the front is unchanged.

    Raises:
        NotMade: the game has no map or no front, the set-up is a printed one, or the start is not on the track.
        EditRefused: the file is of a form in which the front cannot be changed.
    """
    grid, document = hex_map(game), scenario.document
    if grid is None or game.system is None or not game.system.start(game).front:
        raise NotMade("the rules of this game have no front")
    if not document.set_up or scenario.where.path:
        raise NotMade("only a scenario with its own set-up, in its own file, has a front to draw")
    dates = dossier_dates(game, document.start, scenario.first or None)
    stood = [(each.hex, each.side) for each in stands(game, scenario)]
    drawn = drawn_between(game, grid, stood, theatre(game, dates).control)
    text = scenario.where.file.source.text
    changes = Changes(text)
    above: dict[Path, list[str | None]] = {}
    if not document.front and drawn.runs:
        changes.begin("front", [_data(run) for run in drawn.runs], after=_BEFORE)
        above = {("front",): [f"The front, drawn {drawn.why}. Control follows from it."]}
    else:
        _redraw(changes, grid, document.front, drawn.runs)
    stated = {_hex(grid, name) for name in document.control}
    held = [each for each in drawn.held if _hex(grid, each.place) not in stated]
    behind = _add_control(changes, held, begun=bool(document.control))
    made = changes.result()
    return with_comments(made, above, behind) if above or behind else made


def _redraw(changes: Changes, grid: HexMap, old: Sequence[FrontLine], new: Sequence[FrontStretch]) -> None:
    """Change the stretches whose hexsides differ; names that a person gave stay."""
    pairs = dict(_matched(grid, old, new))
    for number, run in pairs.items():
        if _sides(grid, run.sides) != _sides(grid, old[number].sides):
            changes.set_words(("front", number, "sides"), run.sides)
    for run in new:
        if run not in pairs.values():
            changes.insert(("front",), len(old), _data(run))
    gone = [number for number in range(len(old)) if number not in pairs]
    if gone and len(pairs) < len(old):
        if new:
            for number in gone:
                changes.remove(("front", number))
        else:
            changes.remove(("front",))


def _matched(grid: HexMap, old: Sequence[FrontLine], new: Sequence[FrontStretch]) -> Iterable[tuple[int, FrontStretch]]:
    """Which stretch takes the place of which: of one name, else those that have most hexsides in common."""
    free = dict(enumerate(old))
    for run in new:
        ours = [n for n, each in free.items() if (each.name or "").startswith(AROUND) == bool(run.name)]
        same = [n for n in ours if not run.name or free[n].name == run.name]
        if same:
            sides = _sides(grid, run.sides)
            best = max(same, key=lambda n: (len(sides & _sides(grid, free[n].sides)), -n))
            del free[best]
            yield best, run


def _sides(grid: HexMap, written: Iterable[str]) -> frozenset[Side | str]:
    """Hexsides, whichever of their two hexes is written first."""
    found: set[Side | str] = set()
    for text in written:
        try:
            found.add(parse_side(grid.grid, text))
        except SideError:
            found.add(text)
    return frozenset(found)


def _hex(grid: HexMap, name: str) -> int | None:
    spot = grid.find_key(name)
    return spot.hex if spot is not None else None


def _data(run: FrontStretch) -> dict[str, Data]:
    return ({"name": run.name} if run.name else {}) | {"sides": WrappedList(run.sides)}


def _add_control(changes: Changes, held: Sequence[ControlLine], *, begun: bool) -> dict[Path, str]:
    """Add places to `control:`; the comment behind each."""
    if not held:
        return {}
    cells: dict[str, Data] = {each.place: decide_cell(each.side, open_=each.open) for each in held}
    if begun:
        for place, cell in cells.items():
            changes.add(("control",), place, cell)
    else:
        changes.add((), "control", Block(cells), after=(*_BEFORE, "front"))
    return {("control", each.place): each.why for each in held}

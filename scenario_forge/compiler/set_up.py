"""Set-up of a scenario, and arrivals and withdrawals until its end: still with names and places.

The compiler makes arrays of it, the set-up cards print it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from scenario_forge.compiler.problems import (
    CMP001,
    CompileError,
    NoSuchScenario,
    column_findings,
    unknown_names,
    unreadable_documents,
)
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Entry, Force, Forces, MarkerEntry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule

State = Literal["at", "absent", "eliminated", "reserve", "within", "enters", "attached", "free"]
STATES: tuple[State, ...] = ("at", "absent", "eliminated", "reserve", "within", "enters", "attached", "free")
"""In the order of their codes: on the map or in a box; not there; out for good; at base, may be rebuilt; to be set up
in an area; enters at a map edge in any turn; with another unit; to be set up in its side's areas."""


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """State of a unit when play begins. ``entry`` is None where its column is empty: the unit is absent then."""

    unit: Unit
    state: State
    entry: Entry | None

    @property
    def option(self) -> str | None:
        """Optional rule that brings it into play."""
        return option_of(self.unit)


@dataclass(frozen=True, slots=True)
class ArrivalOrDeparture:
    """A unit that arrives or leaves in a turn."""

    unit: Unit
    kind: Literal["arrives", "leaves"]
    turn: int
    entry: Entry


@dataclass(frozen=True, eq=False)
class Plan:
    """Set-up, arrivals and withdrawals of a scenario; units in the order of the orders of battle.

    ``columns`` are the columns used: those of the start, then all that hold what arrives or leaves
    after it. Later set-ups are not used: a game from Dec 40 to Dec 42 follows its own course.
    """

    game: Game
    scenario: Scenario
    track: Schedule
    map: HexMap
    forces: Forces
    first_turn: int
    last_turn: int
    options: frozenset[str]
    columns: tuple[str, ...]
    placed: tuple[PlacedUnit, ...]
    changes: tuple[ArrivalOrDeparture, ...]
    markers: tuple[MarkerEntry, ...]

    def in_play(self, unit: Unit) -> bool:
        """Return whether the options chosen bring the unit into play."""
        return option_of(unit) is None or option_of(unit) in self.options


def option_of(unit: Unit) -> str | None:
    """Return the optional rule that brings a unit into play, from its row's section or its counter."""
    return unit.option or (unit.counter.counter.option if unit.counter else None)


def plan(game: Game, scenario_id: str, options: Iterable[str] | None = None, *, with_errors: bool = False) -> Plan:
    """Work out the set-up of a scenario. ``options`` replace those that it names.

    Args:
        game: the game.
        scenario_id: its scenario.
        options: the optional rules chosen.
        with_errors: leave out what cells with errors say, instead of raising for them: for an author at work.

    Raises:
        NoSuchScenario: the game has none of that name.
        CompileError: errors in the game leave the set-up open.
    """
    scenario = _scenario(game, scenario_id)
    problems = [*unreadable_documents(game), *unknown_names(game)]
    track, grid, linked = schedule(game), hex_map(game), forces(game)
    if track is None or grid is None or game.about is None or game.system is None:
        raise CompileError(f"{game.title}: the game cannot be put together", problems or list(game.problems))
    turns = turns_of(scenario)
    if turns is None:
        problems += [CMP001.at(scenario.where, "dates", scenario=scenario_id)]
        raise CompileError(f"scenario {scenario_id}: no dates", problems)
    if (scenario.player_turns(track) or 0) < 1:
        problems += [CMP001.at(scenario.where, "ends", scenario=scenario_id)]
        raise CompileError(f"scenario {scenario_id}: no player turn", problems)
    columns = {side: _columns(force, scenario, track, problems) for side, force in linked.sides.items()}
    used = tuple(dict.fromkeys(c for own in columns.values() for c in own))
    problems += column_findings(game, used)
    if problems and not (with_errors and all(columns.values())):
        raise CompileError(f"scenario {scenario_id} has errors", sorted(set(problems), key=lambda d: d.sort_key))
    placed = [_placed(unit, columns[force.side]) for force in linked.sides.values() for unit in force.units]
    changes = [c for p in placed for c in _changes(p.unit, columns[p.unit.side], scenario, track)]
    changes.sort(key=lambda change: track.player_turn(change.turn, change.unit.side))
    chosen = frozenset(scenario.document.options if options is None else options)
    setups = {side: own[0] for side, own in columns.items() if own}
    markers = [m for m in linked.marker_entries() if m.entry.column.id == setups.get(m.side) and m.entry.kind == "at"]
    return Plan(
        game, scenario, track, grid, linked, *turns, chosen, used, tuple(placed), tuple(changes), tuple(markers)
    )  # fmt: skip


def _scenario(game: Game, scenario_id: str) -> Scenario:
    known = scenarios(game).scenarios
    if scenario_id not in known:
        raise NoSuchScenario(game.title, scenario_id, list(known), did_you_mean(scenario_id, known))
    return known[scenario_id]


def turns_of(scenario: Scenario) -> tuple[int, int] | None:
    """Return the first and last game turn of a scenario, by number; None where a date is unknown."""
    start, stop = scenario.start, scenario.stop
    if start is None or stop is None or start.turn is None or stop.turn is None:
        return None
    return start.turn, stop.turn


def _columns(force: Force, scenario: Scenario, track: Schedule, problems: list[Diagnostic]) -> tuple[str, ...]:
    """The column of the start, and those of what happens after it or after a later start before the end."""
    start = scenario.document.start
    if scenario.id in force.own:
        return (scenario.id, f"{scenario.id}+")
    setup = [column.id for column in force.columns.values() if column.start == start]
    if not setup:
        label = scenario.start.date.label if scenario.start else start
        problems.append(CMP001.at(force.where / "columns", "column", force=force.title, start=label))
    opens, closes = _span(scenario, track)
    later = []
    for column in force.columns_once:
        mark = track.starts.get(column.after or "")
        if mark and mark.turn is not None:
            begins = track.player_turn(mark.turn, mark.side)
            later += [column.id] * (mark is scenario.start or opens <= begins <= closes)
    return (*setup, *later)


def _span(scenario: Scenario, track: Schedule) -> tuple[int, int]:
    """First and last player turn; the dates are known by now."""
    opens, closes = (
        track.player_turn(mark.turn, side)
        for mark, side in ((scenario.start, scenario.first), (scenario.stop, scenario.last))
        if mark is not None and mark.turn is not None
    )
    return opens, closes


def _placed(unit: Unit, columns: tuple[str, ...]) -> PlacedUnit:
    entry = unit.at_start(columns[0])
    if entry is None or entry.kind not in STATES:
        return PlacedUnit(unit, "absent", None)
    return PlacedUnit(unit, entry.kind, entry)


def _changes(unit: Unit, columns: tuple[str, ...], scenario: Scenario, track: Schedule) -> Iterator[ArrivalOrDeparture]:
    """Arrivals and withdrawals in player turns that the scenario has, in order of time."""
    cells = [unit.own.get(column) or unit.cells.get(column, []) for column in columns]
    entries = [entry for cell in cells for entry in cell if entry.turn is not None]
    opens, closes = _span(scenario, track)
    for entry in sorted(entries, key=lambda e: e.turn or 0):
        turn = cast("int", entry.turn)
        if entry.kind in ("arrives", "leaves") and opens <= track.player_turn(turn, unit.side) <= closes:
            yield ArrivalOrDeparture(unit, entry.kind, turn, entry)

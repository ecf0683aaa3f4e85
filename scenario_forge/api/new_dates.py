"""A new scenario whose set-up is what a game had come to by its date: a recorded one, or any state of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.api.play import NotPlayable, prepare, replay_record, what_differs
from scenario_forge.api.resumed import Moment, drafts_at
from scenario_forge.compiler.plan import plan
from scenario_forge.compiler.problems import CompileError
from scenario_forge.design.dates import NotMade, dates_of
from scenario_forge.design.drafts import fit
from scenario_forge.design.fitting import Ground
from scenario_forge.design.front import drawn_from_control, standing
from scenario_forge.design.scenario import NewScenario
from scenario_forge.design.text import scenario_text
from scenario_forge.project.variants import with_scenario

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.plan import Plan
    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.drafts import Draft
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.force import UnitKey
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.state import State


def from_record(game: Game, wanted: Wanted, record: Record) -> NewScenario:
    """Draft a scenario from a recorded game: who is where at the first moment of its first player turn.

    Raises:
        NotMade: the record is of another game or content, does not replay, or has no such player turn.
    """
    dates_of(game, wanted)  # refuses before a long replay
    prepared, match = _replayed(game, record)
    how = f"a record of {record.setting.scenario}, seed {record.seed}"
    return from_events(game, wanted, prepared, match.playout.events, how)


def from_events(
    game: Game,
    wanted: Wanted,
    prepared: Prepared,
    events: list[Any],
    how: str,
    notes: Mapping[UnitKey, str] | None = None,
) -> NewScenario:
    """Draft a scenario from a game that was played: its events since the beginning.

    ``how`` says what game it was, ``notes`` more of units.

    Raises:
        NotMade: the dates make none, or the game has no such player turn.
    """
    state = _state_on(game, dates_of(game, wanted), prepared, events)
    return from_state(game, wanted, prepared, state, how, notes)


def drafts_of_record(game: Game, dates: Dates, record: Record) -> list[Draft]:
    """Both sides as a recorded game has them when its first player turn of a date begins.

    Raises:
        NotMade: the record is of another game or content, does not replay, or has no such player turn.
    """
    prepared, match = _replayed(game, record)
    state = _state_on(game, dates, prepared, match.playout.events)
    return drafts_at(Moment(prepared, _planned(game, prepared), state, dates))


def _state_on(game: Game, dates: Dates, prepared: Prepared, events: list[Any]) -> State:
    scenario = prepared.compiled.names["scenario"][0]
    planned = _planned(game, prepared)
    turn = dates.first_turn - planned.first_turn
    state = state_at(prepared, events, (turn, prepared.sides.index(dates.first)))
    if state is None:
        whose = f"{dates.track.side_name(dates.first)} player turn of " if dates.track.fixed else ""
        label = whose + dates.track.label(dates.first_turn)
        raise NotMade(f"the record has no {label}", f"it is of {scenario}")
    return state


def from_state(
    game: Game, wanted: Wanted, prepared: Prepared, state: State, how: str, notes: Mapping[UnitKey, str] | None = None
) -> NewScenario:
    """Draft a scenario from a state of a game in which a player turn begins; ``notes`` go to the comments of rows.

    Raises:
        NotMade: the dates make none.
    """
    dates = dates_of(game, wanted)
    moment, ground = Moment(prepared, _planned(game, prepared), state, dates), Ground(game)
    drafted = drafts_at(moment)
    rows = [row for draft in drafted for row in draft.rows]
    for row in rows:
        if row.hex is not None and not row.open:
            ground.put(row.unit, row.token.strength, row.hex, in_works=row.token.in_works)
    for row in rows:
        if row.open:
            fit(ground, row)
        row.why += [notes[row.unit.key]] if notes and notes.get(row.unit.key) else []
    front, options = _front(game, moment, drafted, ground), prepared.compiled.options
    text = scenario_text(game, wanted, dates, drafted, ground, how, front, options)
    return NewScenario(dates, text, len(rows), sum(row.open for row in rows))


def _planned(game: Game, prepared: Prepared) -> Plan:
    """Who is where in the scenario that was played."""
    scenario, options = prepared.compiled.names["scenario"][0], prepared.compiled.options
    return plan(with_scenario(game, scenario, frozenset(options)), scenario, options)


def state_at(prepared: Prepared, events: list[Any], wanted: tuple[int, int]) -> State | None:
    """The state when a player turn begins: game turn from 0, and side; None where the game never came to it."""
    play = prepared.play
    state: State = play.begin()
    if play.moment(state) == wanted:
        return state
    for event in events:
        state.apply(event.changes)
        if play.moment(state) == wanted:
            return state
    return None


def _replayed(game: Game, record: Record) -> tuple[Prepared, Any]:
    about = game.about
    if about is None or record.setting.game != about.game:
        raise NotMade(f"the record is of another game: {record.setting.game}")
    try:
        prepared = prepare(game, record.setting.scenario, record.setting.options)
    except (CompileError, NotPlayable) as error:
        raise NotMade(f"the scenario of the record cannot be played: {error}") from error
    errors, _warnings = what_differs(record, prepared)
    if errors:
        raise NotMade("the record is of other content", f"it was played with --errata {record.setting.errata}")
    replayed = replay_record(record, prepared)
    if replayed.findings:
        raise NotMade(f"the record does not replay: {replayed.findings[0].message}")
    return prepared, replayed.match


def _front(game: Game, moment: Moment, drafted: list[Draft], ground: Ground) -> Drawn:
    """The line between what the sides control."""
    sides = moment.prepared.sides
    controls = {h: sides[held - 1] for h, held in enumerate(moment.prepared.play.controls(moment.state)) if held}
    return drawn_from_control(game, moment.planned.map, controls, standing(game, drafted, ground))

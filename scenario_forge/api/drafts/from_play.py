"""A new scenario whose set-up is the state of a game on its date: a recorded game, or any other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.api.play import NotPlayable, prepare, replay_record, what_differs
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.counting import open_cells, open_keys
from scenario_forge.drafts.dates import NotMade, dates_of
from scenario_forge.drafts.front import ControlLine, DrawnFront, drawn_from_control, standing
from scenario_forge.drafts.methods import tell_chances
from scenario_forge.drafts.rows import (
    Draft,
    DraftRow,
    MarkerRow,
    Positions,
    SavedRow,
    comings,
    fit,
    presence,
    row_by_rule,
    without_span,
)
from scenario_forge.drafts.scenario import NewScenario
from scenario_forge.drafts.text import RECORD, DraftSetUp, begins_as_asked, marker_of, scenario_text
from scenario_forge.game.placement import PlacementToken, StartRules
from scenario_forge.game.reading.variants import with_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.drafts.dates import Dates, ScenarioRequest
    from scenario_forge.game.forces import Force, Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.system import Works
    from scenario_forge.simulator.play import CarryOver, CounterInPlay
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.state import State


@dataclass(frozen=True, slots=True)
class Guesses:
    """What several games say of the units of one of them, whose state is a guess."""

    notes: Mapping[UnitKey, str]
    """What the comment of a unit's row says of the games."""
    kinds: Mapping[UnitKey, str]
    """The kind of guess that a unit's place is."""


def from_record(game: Game, wanted: ScenarioRequest, record: Record) -> NewScenario:
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
    wanted: ScenarioRequest,
    prepared: Prepared,
    events: list[Any],
    how: str,
    guesses: Guesses | None = None,
) -> NewScenario:
    """Draft a scenario from a game that was played: its events since the beginning.

    ``how`` says what game it was. ``guesses``: None where a designer wants that very game, in which nothing is a guess.

    Raises:
        NotMade: the dates make none, or the game has no such player turn.
    """
    state = _state_on(game, dates_of(game, wanted), prepared, events)
    return from_state(game, wanted, prepared, state, how, guesses)


def drafts_of_record(game: Game, dates: Dates, record: Record) -> list[Draft]:
    """Draft both sides as a recorded game has them when its first player turn of a date begins.

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
    game: Game,
    wanted: ScenarioRequest,
    prepared: Prepared,
    state: State,
    how: str,
    guesses: Guesses | None = None,
) -> NewScenario:
    """Draft a scenario from a state of a game in which a player turn begins.

    ``guesses``: see :func:`from_events`.

    Raises:
        NotMade: the dates make none.
    """
    dates = dates_of(game, wanted)
    moment, ground = Moment(prepared, _planned(game, prepared), state, dates), Positions(game)
    drafted = drafts_at(moment)
    rows = [row for draft in drafted for row in draft.rows]
    for row in rows:
        if row.hex is not None and not row.open:
            ground.put(row.unit, row.token.strength, row.hex, in_works=row.token.in_works)
    for row in rows:
        if row.open:
            fit(ground, row)
    remarks = _guess(game, dates, drafted, guesses) if guesses is not None else ()
    front, options = _front(game, moment, drafted, ground), prepared.compiled.options
    text = scenario_text(game, wanted, dates, DraftSetUp(drafted, ground, how, front, options, remarks=remarks))
    left = open_cells(open_keys(drafted))
    return NewScenario(
        dates, text, len(rows), left, asks=begins_as_asked(game), drafted=tuple(drafted), remarks=remarks
    )


def _guess(game: Game, dates: Dates, drafted: list[Draft], guesses: Guesses) -> tuple[str, ...]:
    """Leave to decide what only the game has brought about: places, and who is lost; say how good such guesses are."""
    for draft in drafted:
        for row in draft.rows:
            note = guesses.notes.get(row.unit.key)
            row.why += [note] if note else []
            by_rule, _came = presence(dates, draft.force, row.unit)
            if row.token.kind == "at" or row.token.kind != by_rule.token.kind:
                row.open, row.guess = True, guesses.kinds.get(row.unit.key, "")
    overall = tell_chances(game, dates, "playouts", drafted)
    return (overall.line,) if overall else ()


def _planned(game: Game, prepared: Prepared) -> Plan:
    """Return the positions planned in the scenario that was played."""
    scenario, options = prepared.compiled.names["scenario"][0], prepared.compiled.options
    return plan(with_scenario(game, scenario, frozenset(options)), scenario, options)


def state_at(prepared: Prepared, events: list[Any], wanted: tuple[int, int]) -> State | None:
    """Return the state when a player turn begins: game turn from 0, and side; None where the game never came to it."""
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
        prepared = prepare(game, record.setting.scenario, record.setting.options, record.setting.forces)
    except (CompileError, NotPlayable) as error:
        raise NotMade(f"the scenario of the record cannot be played: {error}") from error
    errors, _warnings = what_differs(record, prepared)
    if errors:
        raise NotMade("the record is of other content", f"it was played with --errata {record.setting.errata}")
    replayed = replay_record(record, prepared)
    if replayed.findings:
        raise NotMade(f"the record does not replay: {replayed.findings[0].message}")
    return prepared, replayed.match


def _front(game: Game, moment: Moment, drafted: list[Draft], ground: Positions) -> DrawnFront:
    """Draw the line between what the sides control; where places belong to who was last in them, state these."""
    sides = moment.prepared.sides
    grid, play = moment.planned.map, moment.prepared.play
    if game.system is not None and game.system.start(game).towns:
        spots = ((grid.find(name), held) for name, held in play.holders(moment.state).items() if held)
        towns = [(spot.hex, held) for spot, held in spots if spot is not None and spot.hex is not None]
        return DrawnFront([], [ControlLine(grid.key_of(h), sides[held - 1], "record") for h, held in towns], "")
    controls = {h: sides[held - 1] for h, held in enumerate(play.controls(moment.state)) if held}
    return drawn_from_control(game, grid, controls, standing(game, drafted, ground))


# -- each side's column of a set-up that begins where a state of a game is -------------------------


Marks = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Moment:
    """A game of a scenario in the state in which a new scenario begins."""

    prepared: Prepared
    planned: Plan
    state: State
    dates: Dates

    @cached_property
    def pieces(self) -> list[CounterInPlay]:
        """The counters on the map and in boxes."""
        return list(self.prepared.play.pieces(self.state))

    @cached_property
    def carried(self) -> CarryOver:
        """The additions to the pieces: marks, strengths, saved points, spent movement."""
        return self.prepared.play.carry_over(self.state)

    @cached_property
    def rules(self) -> StartRules:
        """The rules of what a start may have."""
        system = self.planned.game.system
        return system.start(self.planned.game) if system else StartRules()

    @cached_property
    def units(self) -> list[Unit]:
        """The units by index of the compiled scenario."""
        return [p.unit for p in self.planned.placed if self.planned.in_play(p.unit)]

    @cached_property
    def stand_ins(self) -> frozenset[int]:
        """Units in whose place another was withdrawn."""
        named = {name for name, mark in self.rules.marks.items() if mark.names_unit}
        return frozenset(n for marks in self.carried.units.values() for name, n in marks if name in named)

    def place(self, place: int) -> str:
        """Return a place as cells write it."""
        if place >= 0:
            return self.planned.map.name(place)
        return self.prepared.compiled.keys["boxes"][-2 - place]

    def marks(self, unit: int) -> Marks:
        """Return a unit's marks as cells write them: units by their set-up numbers."""
        marks = self.carried.units.get(unit, ())
        return tuple((name, self.units[n].no if self.rules.marks[name].names_unit else n) for name, n in marks)


def drafts_at(moment: Moment) -> list[Draft]:
    """Return a draft for each side, in the order of the orders of battle."""
    made = [_draft(moment, force) for force in moment.planned.forces.sides.values()]
    works = _works(moment)
    held = {(moment.prepared.sides[p.side], p.place) for p in moment.pieces if works and p.kind == works.marker}
    for draft in made:
        _give_works(works, draft.rows, held)
    return [replace(draft, markers=[*_markers(moment, draft.force, held)]) for draft in made]


def _works(moment: Moment) -> Works | None:
    """Return the rule on works where cells of units say which they stand in."""
    game = moment.planned.game
    rule = game.system.works(game) if game.system else None
    return rule if rule is not None and rule.sign else None


def _draft(moment: Moment, force: Force) -> Draft:
    pieces = {piece.number: piece for piece in moment.pieces if piece.kind == "units"}
    numbers = {unit.key: n for n, unit in enumerate(moment.units)}
    rows = []
    for unit in force.units:
        number = numbers.get(unit.key)
        if number is None:
            rows.append(_not_in_play(moment, force, unit))
        elif number in pieces:
            rows.append(_there(moment, force, unit, pieces[number]))
        else:
            rows.append(_gone(moment, force, unit, number))
    side = moment.prepared.sides.index(force.side)
    points = moment.carried.saved[side] if side < len(moment.carried.saved) else {}
    return Draft(force, rows, [], [SavedRow(pool, points.get(pool, 0), RECORD) for pool in moment.rules.pools])


def _not_in_play(moment: Moment, force: Force, unit: Unit) -> DraftRow:
    """Return the row of a unit of an option not chosen: the enemy may be by now where it was printed."""
    row = row_by_rule(moment.dates, moment.dates.before, force, unit)
    row.open = row.open or (row.token.kind == "at" and not moment.dates.printed)
    row.why.append("not in play in that game")
    return row


def _there(moment: Moment, force: Force, unit: Unit, piece: CounterInPlay) -> DraftRow:
    """Return the row of a unit in play; a withdrawal that is past and was not carried out is due at once."""
    last, later = _comings(moment, force, unit)
    number, full = piece.number, unit.counter.counter.strength if unit.counter else piece.strength
    token = PlacementToken(
        "at",
        moment.place(piece.place),
        strength=None if piece.strength == full else piece.strength,
        spent=moment.carried.spent.get(number),
        marks=moment.marks(number),
    )
    row = DraftRow(unit, token, later=later, why=[RECORD], hex=piece.place if piece.place >= 0 else None)
    row.why += [moment.rules.marks[name].title for name, _number in token.marks]
    if last is not None and number in moment.stand_ins:
        row.why.append(f"another left for it, {last.date}")
        row.later = [_due(moment, force, last), *later] if last.kind == "arrives" else later
    elif last is not None and last.kind == "leaves":
        row.later = [_due(moment, force, last), *later]
        row.why.append(f"withdrawal of {last.date} outstanding")
    return row


def _gone(moment: Moment, force: Force, unit: Unit, number: int) -> DraftRow:
    """Return the row of a unit that is not in play; one that has not come yet for want of a place is due at once."""
    last, later = _comings(moment, force, unit)
    gone = moment.prepared.play.out_of_play(moment.state).get(number, "absent")
    marks, strength = moment.marks(number), moment.carried.strengths.get(number)
    full = unit.counter.counter.strength if unit.counter else None
    row = DraftRow(
        unit, PlacementToken(gone, strength=None if strength == full else strength, marks=marks), later=later
    )
    row.why = [RECORD, *(moment.rules.marks[name].title for name, _number in marks)]
    waits = gone == "absent" or number in moment.stand_ins
    if waits and not marks and last is not None and last.kind == "arrives":
        row.later = [_due(moment, force, last), *later]
        row.why.append(f"due since {last.date}")
    return row


def _comings(moment: Moment, force: Force, unit: Unit) -> tuple[PlacementToken | None, list[PlacementToken]]:
    """Return the last past arrival or withdrawal, and those to come, as in the scenario that was played."""
    planned, dates = moment.planned, moment.dates
    since = dates.track.player_turn(planned.first_turn, planned.scenario.first)
    own = f"{planned.scenario.id}+"
    if own in force.own:
        entries = sorted((e for e in unit.own.get(own, ()) if e.turn is not None), key=lambda e: e.turn or 0)
        turns = [(dates.track.player_turn(e.turn or 0, force.side), without_span(e.token)) for e in entries]
        past = [token for turn, token in turns if since <= turn < dates.opens]
        return (past[-1] if past else None), [token for turn, token in turns if turn >= dates.opens]
    past, later = comings(dates, force, unit, since)
    return (past[-1] if past else None), later


def _due(moment: Moment, force: Force, token: PlacementToken) -> PlacementToken:
    """Return an overdue arrival or withdrawal, in the side's first player turn."""
    dates = moment.dates
    passed = dates.track.player_turn(dates.first_turn, force.side) < dates.opens
    return replace(token, date=dates.track.calendar.text(dates.first_turn + passed))


def _give_works(rule: Works | None, rows: list[DraftRow], held: set[tuple[str, int]]) -> None:
    """Give the works of a hex to a unit there that can use them, and take them out of ``held``."""
    for row in rows:
        kind = row.unit.counter.counter.type if row.unit.counter else ""
        of_use = rule is None or rule.profit is None or kind in rule.profit
        if of_use and not row.open and row.hex is not None and (row.unit.side, row.hex) in held:
            held.discard((row.unit.side, row.hex))
            row.token = replace(row.token, in_works=True)


def _markers(moment: Moment, force: Force, held: set[tuple[str, int]]) -> Iterator[MarkerRow]:
    """Yield markers by kind, as they lie; works that no unit has got; neutral ones with who controls their hex."""
    works = _works(moment)
    for kind in moment.rules.markers:
        marker = marker_of(moment.planned.game, force, kind)
        tokens = [
            PlacementToken(
                "at",
                moment.place(piece.place),
                strength=piece.strength if kind in moment.rules.numbered else None,
                marks=moment.carried.markers.get((kind, piece.number), ()),
            )
            for piece in moment.pieces
            if piece.kind == kind and _whose(moment, piece) == force.side
            if works is None or kind != works.marker or (force.side, piece.place) in held
        ]
        if marker is not None and (tokens or kind not in moment.rules.neutral):
            given = works is not None and kind == works.marker and not tokens
            why = f"besides those of units, {works.sign}" if works and given else RECORD
            yield MarkerRow(marker, tokens, False, why)


def _whose(moment: Moment, piece: CounterInPlay) -> str:
    """Return the side in whose column a piece is listed."""
    sides, controls = moment.prepared.sides, moment.prepared.play.controls(moment.state)
    if piece.side >= 0:
        return sides[piece.side]
    held = controls[piece.place] if 0 <= piece.place < len(controls) else 0
    return sides[held - 1] if held else sides[0]

"""A new scenario whose set-up is what a recorded game had come to by its date."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scenario_forge.api.play import NotPlayable, prepare, replay_record, what_differs
from scenario_forge.compiler.plan import plan
from scenario_forge.compiler.problems import CompileError
from scenario_forge.design.dates import NotMade, dates_of
from scenario_forge.design.drafts import Draft, MarkerRow, Row, comings, fit, row_by_rule
from scenario_forge.design.fitting import Ground
from scenario_forge.design.front import drawn_from_control, standing
from scenario_forge.design.scenario import NewScenario
from scenario_forge.design.text import scenario_text
from scenario_forge.project.system import PlacementToken

if TYPE_CHECKING:
    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.plan import Plan
    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.forces import Force, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import EntryKind
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.telling import Piece


@dataclass(frozen=True, slots=True)
class _Moment:
    """A recorded game when the new scenario begins."""

    prepared: Prepared
    planned: Plan
    state: State
    pieces: list[Piece]
    dates: Dates

    def place(self, place: int) -> str:
        """A place as cells write it."""
        if place >= 0:
            return self.planned.map.name(place)
        return self.prepared.compiled.keys["boxes"][-2 - place]


def from_record(game: Game, wanted: Wanted, record: Record) -> NewScenario:
    """Draft a scenario from a recorded game: who is where at the first moment of its first player turn.

    Raises:
        NotMade: the record is of another game or content, does not replay, or has no such player turn.
    """
    dates = dates_of(game, wanted)
    prepared, match = _replayed(game, record)
    planned = plan(game, record.setting.scenario, record.setting.options)
    turn = dates.first_turn - planned.first_turn
    state = _state_at(prepared, match.playout.events, (turn, prepared.sides.index(dates.first)))
    if state is None:
        label = f"{dates.first.capitalize()} player turn of {dates.track.label(dates.first_turn)}"
        raise NotMade(f"the record has no {label}", f"it is of {record.setting.scenario}")
    moment = _Moment(prepared, planned, state, list(prepared.play.pieces(state)), dates)
    ground = Ground(game)
    drafted = [_draft(moment, force) for force in planned.forces.sides.values()]
    rows = [row for draft in drafted for row in draft.rows]
    for row in rows:
        if row.hex is not None and not row.open:
            ground.put(row.unit, row.token.strength, row.hex, boxed=row.token.boxed)
    for row in rows:
        if row.open:
            fit(ground, row)
    how = f"a record of {record.setting.scenario}, seed {record.seed}{_left_out(moment)}"
    text = scenario_text(game, wanted, dates, drafted, ground, how, _front(game, moment, drafted, ground))
    return NewScenario(dates, text, len(rows), sum(row.open for row in rows))


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


def _state_at(prepared: Prepared, events: list[Any], wanted: tuple[int, int]) -> State | None:
    """The state when a player turn begins; None where the game never came to it."""
    play = prepared.play
    state: State = play.begin()
    if play.moment(state) == wanted:
        return state
    for event in events:
        state.apply(event.changes)
        if play.moment(state) == wanted:
            return state
    return None


def _draft(moment: _Moment, force: Force) -> Draft:
    units = {p.unit.key: n for n, p in enumerate(p for p in moment.planned.placed if moment.planned.in_play(p.unit))}
    pieces = {piece.number: piece for piece in moment.pieces if piece.kind == "units"}
    boxes = {piece.place: moment.prepared.sides[piece.side] for piece in moment.pieces if piece.kind == "box"}
    gone = moment.prepared.play.gone(moment.state)
    rows = []
    for unit in force.units:
        number = units.get(unit.key)
        if number is None:  # of an option that was not in play
            rows.append(row_by_rule(moment.dates, moment.dates.before, force, unit))
        else:
            rows.append(_row(moment, force, unit, pieces.get(number), gone.get(number, "absent")))
    _give_boxes(moment, rows, {hex_ for hex_, side in boxes.items() if side == force.side})
    return Draft(force, rows, _markers(moment, force))


def _give_boxes(moment: _Moment, rows: list[Row], boxes: set[int]) -> None:
    """Each box to one of the units in its hex: to one that it is of use to, if there is one."""
    system = moment.planned.game.system
    rule = system.boxes(moment.planned.game) if system else None

    def useless(row: Row) -> bool:
        counter = row.unit.counter
        return bool(rule and rule.profit is not None and counter and counter.counter.type not in rule.profit)

    for row in sorted((row for row in rows if not row.open), key=useless):
        if row.hex in boxes:
            boxes.discard(row.hex)
            row.token = replace(row.token, boxed=True)


def _left_out(moment: _Moment) -> str:
    """What the record has and a set-up cannot say."""
    held = {p.place for p in moment.pieces if p.kind == "units"}
    wrecks = [f"wrecks in {moment.place(p.place)}" for p in moment.pieces if p.kind == "wreck"]
    empty = [f"a box in {moment.place(p.place)}" for p in moment.pieces if p.kind == "box" and p.place not in held]
    other = [*wrecks, *empty, "points saved", "what is used or rearming"]
    return f".\n# Not carried over: {', '.join(other)}"


def _row(moment: _Moment, force: Force, unit: Unit, piece: Piece | None, gone: EntryKind) -> Row:
    past, later = comings(moment.dates, force, unit)
    row = Row(unit, PlacementToken(gone), later=later, why=["record"])
    last = past[-1] if past else None
    start = moment.dates.track.calendar.text(moment.dates.first_turn)
    if piece is None:
        if gone == "absent" and last is not None and last.kind == "arrives":
            row.later.insert(0, PlacementToken("arrives", date=start, strength=last.strength))
            row.why.append(f"due since {last.date}")
        return row
    full = unit.counter.counter.strength if unit.counter else piece.strength
    strength = None if piece.strength == full else piece.strength
    row.token = PlacementToken("at", moment.place(piece.place), strength=strength)
    row.hex = piece.place if piece.place >= 0 else None
    row.why += [mark for mark in piece.marks if mark == "down"]
    if last is not None and last.kind == "leaves":
        row.later.insert(0, PlacementToken("leaves", date=start))
        row.why.append(f"withdrawal of {last.date} outstanding")
    return row


def _markers(moment: _Moment, force: Force) -> list[MarkerRow]:
    """Supply and captured supply on the map and in boxes."""
    found: dict[str, list[PlacementToken]] = {}
    for piece in moment.pieces:
        if piece.kind in ("supply", "captured") and moment.prepared.sides[piece.side] == force.side:
            own = (m for m, _where in moment.planned.forces.markers.values() if m.kind == piece.kind)
            marker = next((m.id for m in own if m.side in (None, force.side)), piece.kind)
            found.setdefault(marker, []).append(PlacementToken("at", moment.place(piece.place)))
    return [MarkerRow(marker, tokens, False, "record") for marker, tokens in found.items()]


def _front(game: Game, moment: _Moment, drafted: list[Draft], ground: Ground) -> Drawn:
    """The line between what the sides control."""
    sides = moment.prepared.sides
    controls = {h: sides[held - 1] for h, held in enumerate(moment.prepared.play.controls(moment.state)) if held}
    return drawn_from_control(game, moment.planned.map, controls, standing(game, drafted, ground))

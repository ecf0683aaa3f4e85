"""A drafted scenario as the text of its file: in printed notation and order, with the reason behind each line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING

from scenario_forge.design.accounts import account_lines, accounted
from scenario_forge.design.fitting import Ground
from scenario_forge.design.front import drawn_between, standing
from scenario_forge.design.victory import add_victory
from scenario_forge.source.emit import Block, NewDocument, Table, Wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.drafts import Draft, Row
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.game import Game
    from scenario_forge.project.notations import Notation
    from scenario_forge.project.placement import PlacementToken
    from scenario_forge.project.time.schedule import Box
    from scenario_forge.source.nodes import Data


WIDTH = 112
"""Characters of a line of the head."""
ASSUMED = "assumed"
"""Ends the comment of a row whose position is that of another date."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a drafted scenario begins with, and what is said of it."""

    drafted: list[Draft]
    ground: Ground
    how: str
    """Where the positions come from, in words without a full stop."""
    front: Drawn | None = None
    """The front and what is controlled beside it; None: by who stands where."""
    options: Sequence[str] = ()
    """Optional rules in play."""
    remarks: Sequence[str] = ()
    """What else there is to say of the positions, each without a full stop."""


def scenario_text(game: Game, wanted: Wanted, dates: Dates, set_up: SetUp) -> str:
    """The whole file."""
    drafted, drawn = accounted(game, dates, set_up.drafted), set_up.front
    if game.system is None or not game.system.start(game).front:
        drawn = None
    elif drawn is None and set_up.ground.grid is not None:
        drawn = drawn_between(game, set_up.ground.grid, dates, standing(game, drafted, set_up.ground))
    made = NewDocument()
    _add_head(made, game, wanted, dates, replace(set_up, drafted=drafted))
    made.say(None, *account_lines(game, drafted))
    if set_up.options:
        made.say(None)
        made.add("options", list(set_up.options))
    if drawn:
        _add_front(made, game, drawn)
    _add_columns(made, game, drafted)
    return made.text()


def printed_text(game: Game, wanted: Wanted, dates: Dates) -> str:
    """The file of a scenario that begins on a printed start: its set-up is the printed column."""
    made = NewDocument()
    _add_head(made, game, wanted, dates, SetUp([], Ground(game), f"the printed start {dates.before.date.label}"))
    return made.text()


def _add_head(made: NewDocument, game: Game, wanted: Wanted, dates: Dates, set_up: SetUp) -> None:
    track = dates.track
    turns = dates.closes - dates.opens + 1
    made.say("yaml-language-server: $schema=../schemas/scenarios.schema.json", "")
    made.say(
        f"{track.label(dates.first_turn)}, {game.side_name(dates.first)} first, to {track.label(dates.last_turn)}, "
        f"{game.side_name(dates.last)} last: {turns} player {'turn' if turns == 1 else 'turns'}."
        if track.fixed
        else f"{track.label(dates.first_turn)} to {track.label(dates.last_turn)}: "
        f"{turns} {'turn' if turns == 1 else 'turns'}."
    )
    for said in (f"Positions: {set_up.how}", *set_up.remarks):
        made.say(*wrap(f"{said[0].upper()}{said[1:]}.", WIDTH, break_on_hyphens=False))
    made.say("Behind each row stands what it rests on. `Decide:` is yours to say; until then the candidate is played.")
    made.say(None)
    made.add("basis", "proposed")
    made.say(None)
    basis: list[object] = list(_provenance(set_up.drafted))
    if basis:
        made.add("provenance", basis)
        made.say(None)
    for key, value in _identity(wanted, dates).items():
        made.add(key, value)
    made.say(None, *track_lines(dates))
    add_victory(made, game, dates, set_up.drafted)


def _provenance(drafted: list[Draft]) -> Iterator[dict[str, object]]:
    """What the values of the set-up rest on, where that is not the same for all of the file."""
    source = next((row.taken_from for draft in drafted for row in draft.rows if row.assumed), None)
    if source is not None:
        why = f"where a row says assumed, the position of {source.date.label}"
        yield {"at": ["set_up[*].units[*].at"], "basis": "proposed", "why": why}
    if any(row.later for draft in drafted for row in draft.rows):
        why = "arrivals and withdrawals of the orders of battle after the start"
        yield {"at": ["set_up[*].units[*].later"], "basis": "derived", "why": why}


def _identity(wanted: Wanted, dates: Dates) -> dict[str, object]:
    """Its name, and from when to when it lasts."""
    track = dates.track
    stops = [m for m in track.stops.values() if m.turn == dates.last_turn and m.side == dates.last]
    made: dict[str, object] = {
        "scenario": wanted.name,
        "title": wanted.name.replace("-", " ").replace("_", " ").title(),
        "start": dates.before.date.id if dates.printed else track.calendar.text(dates.first_turn),
        "stop": stops[0].date.id if stops else track.calendar.text(dates.last_turn),
    }
    if not dates.printed:
        made["first"] = dates.first
    if not stops:
        made["last"] = dates.last
    return made


def _add_columns(made: NewDocument, game: Game, drafted: list[Draft]) -> None:
    """`set_up:`, a column for each side with the reason behind each row."""
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    columns: list[object] = []
    for number, draft in enumerate(drafted):
        column: dict[str, object] = {"side": draft.force.side}
        column["units"] = Table(_unit_row(row, units) for row in draft.rows)
        for n, row in enumerate(draft.rows):
            if why := "; ".join([*row.why, ASSUMED] if row.assumed else row.why):
                made.behind["set_up", number, "units", n] = why
        if draft.markers:
            column["markers"] = Table(
                {"marker": row.marker, "at": _cell(row.tokens, markers, open_=row.open)} for row in draft.markers
            )
            made.behind |= {("set_up", number, "markers", n): row.why for n, row in enumerate(draft.markers) if row.why}
        if draft.saved:
            column["saved"] = {row.pool: row.points for row in draft.saved}
            made.behind["set_up", number, "saved"] = "; ".join(dict.fromkeys(row.why for row in draft.saved))
        columns.append(column)
    made.say(None)
    made.add("set_up", columns)


def _unit_row(row: Row, notation: Notation[list[PlacementToken]] | None) -> dict[str, Data]:
    made: dict[str, Data] = {"no": row.unit.no, "name": row.unit.name}
    made["at"] = _cell([row.token], notation, open_=row.open)
    if row.later and notation:
        made["later"] = notation.format(row.later)
    return made


def _cell(tokens: list[PlacementToken], notation: Notation[list[PlacementToken]] | None, *, open_: bool) -> str:
    text = notation.format(tokens) if notation else ""
    return _decide(text, open_=open_)


def _decide(text: str, *, open_: bool) -> str:
    return f"Decide: {text}?" if open_ else text


def _add_front(made: NewDocument, game: Game, drawn: Drawn) -> None:
    """`front:` and `control:`, each with where it comes from."""
    if drawn.runs:
        first = next(iter(game.side_names.values()), "")
        made.say(None)
        made.say(f"The front, {drawn.why}; of each pair the {first} hex stands first. Control follows from it.")
        runs = [{"name": run.name} if run.name else {} for run in drawn.runs]
        made.add("front", [own | {"sides": Wrapped(run.sides)} for own, run in zip(runs, drawn.runs, strict=True)])
    if drawn.held:
        made.say(None)
        made.add("control", Block({each.place: _decide(each.side, open_=each.open) for each in drawn.held}))
        made.behind |= {("control", held.place): held.why for held in drawn.held}
        if drawn.runs:
            made.behind["control",] = "where the front has it otherwise, or nobody stands"


# -- the slice of the time record track that a new scenario plays ----------------------------------


NOT_PLAYED = "–"
"""Stands for the entry of a side whose player turn the first or last game turn does not have."""
SHOWN = 3
"""How many turns without a box are named."""


def track_lines(dates: Dates) -> Iterator[str]:
    """A comment a game turn, as the track prints it; in half turns a dash for the side that does not move."""
    turns = range(dates.first_turn, dates.last_turn + 1)
    rows = [_row(dates, turn) for turn in turns]
    without = [dates.track.label(turn) for turn in turns if _box(dates, turn) is None]
    if len(without) == len(rows):
        yield "The track has no boxes for these turns."
        return
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    halves = any(cell.endswith(f" {NOT_PLAYED}") for row in (rows[0], rows[-1]) for cell in row[1:])
    yield "The track" + (f"; {NOT_PLAYED}: that side does not move in that turn:" if halves else ":")
    for texts in rows:
        yield ("  " + "   ".join(f"{cell:<{width}}" for cell, width in zip(texts, widths, strict=True))).rstrip()
    if without:
        more = f" and {len(without) - SHOWN} more" if len(without) > SHOWN else ""
        yield f"It has no box for {', '.join(without[:SHOWN])}{more}."


def _row(dates: Dates, turn: int) -> list[str]:
    track, box = dates.track, _box(dates, turn)
    label = box.label if box is not None and track.calendar.step > 1 else ""
    cells = [f"{track.calendar.text(turn)} {label}".strip()]
    for side in track.sides:
        entry = track.entry(turn, side)
        moves = dates.opens <= track.player_turn(turn, side) <= dates.closes
        text = (entry.text if entry else "") if moves else NOT_PLAYED
        cells.append(f"{side} {text}" if text else "")
    return cells


def _box(dates: Dates, turn: int) -> Box | None:
    return next((box for box in dates.track.boxes if box.turn == turn), None)

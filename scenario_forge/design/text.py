"""A drafted scenario as the text of its file: in printed notation and order, with the reason behind each line."""

from __future__ import annotations

import re
import textwrap
from textwrap import wrap
from typing import TYPE_CHECKING

from scenario_forge.design.accounts import account_lines, accounted, saved_lines
from scenario_forge.design.front import drawn_between, standing
from scenario_forge.design.victory import victory_lines
from scenario_forge.diagnostics.render.report import visible
from scenario_forge.source.emit import block, cells, entry_of, row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.drafts import Draft, MarkerRow, Row
    from scenario_forge.design.fitting import Ground
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.game import Game
    from scenario_forge.project.notations import Notation
    from scenario_forge.project.placement import PlacementToken
    from scenario_forge.project.time.schedule import Box
    from scenario_forge.source.nodes import Data


WIDTH = 114
"""Characters of a line of the head."""
ASSUMED = "assumed"
"""Ends the comment of a row whose position is that of another date."""
_BREAKS = re.compile(r"\s*[\n\r\x85\u2028\u2029]\s*")


def scenario_text(
    game: Game,
    wanted: Wanted,
    dates: Dates,
    drafted: list[Draft],
    ground: Ground,
    how: str,
    drawn: Drawn | None = None,
    options: Sequence[str] = (),
    remarks: Sequence[str] = (),
) -> str:
    """The whole file.

    ``drawn``: the front and what is controlled beside it; None: by who stands where. ``remarks``: of positions.
    """
    drafted = accounted(game, dates, drafted)
    if game.system is None or not game.system.start(game).front:
        drawn = None
    elif drawn is None and ground.grid is not None:
        drawn = drawn_between(game, ground.grid, dates, standing(game, drafted, ground))
    head = [*_head(game, wanted, dates, drafted, how, remarks), *account_lines(game, drafted)]
    chosen = ["", *_lines({"options": list(options)})] if options else []
    return _joined([*head, *chosen, *_body(game, drafted, drawn)])


def printed_text(game: Game, wanted: Wanted, dates: Dates) -> str:
    """The file of a scenario that begins on a printed start: its set-up is the printed column."""
    return _joined(_head(game, wanted, dates, [], f"the printed start {dates.before.date.label}"))


def _joined(lines: Iterable[str]) -> str:
    """A line each: names and titles are untrusted, and none may end the comment that it stands in."""
    return "".join("".join(map(visible, _BREAKS.sub(" ", line))) + "\n" for line in lines)


def _head(
    game: Game, wanted: Wanted, dates: Dates, drafted: list[Draft], how: str, remarks: Sequence[str] = ()
) -> Iterator[str]:
    track = dates.track
    yield "# yaml-language-server: $schema=../schemas/scenarios.schema.json"
    yield "#"
    turns = dates.closes - dates.opens + 1
    yield (
        f"# {track.label(dates.first_turn)}, {game.side_name(dates.first)} first, to {track.label(dates.last_turn)}, "
        f"{game.side_name(dates.last)} last: {turns} player {'turn' if turns == 1 else 'turns'}."
        if track.fixed
        else f"# {track.label(dates.first_turn)} to {track.label(dates.last_turn)}: "
        f"{turns} {'turn' if turns == 1 else 'turns'}."
    )
    for said in (f"Positions: {how}", *remarks):
        yield from wrap(f"# {said[0].upper()}{said[1:]}.", WIDTH, subsequent_indent="# ", break_on_hyphens=False)
    yield "# Behind each row stands what it rests on. `Decide:` is yours to say; until then the candidate is played."
    yield ""
    yield from _lines({"basis": "proposed"})
    yield ""
    basis = list(_provenance(drafted))
    if basis:
        yield from _lines({"provenance": basis})
        yield ""
    yield from _lines(_identity(wanted, dates))
    yield from track_lines(dates)
    yield from victory_lines(game, dates, drafted)


def _lines(value: Mapping[str, object]) -> list[str]:
    return block(value).splitlines()


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


def _body(game: Game, drafted: list[Draft], drawn: Drawn | None) -> Iterator[str]:
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    yield from front_lines(game, drawn) if drawn else ()
    yield ""
    yield "set_up:"
    for draft in drafted:
        yield entry_of({"side": draft.force.side}, 2).rstrip()
        yield "    units:"
        yield from _aligned([_unit_line(row, units) for row in draft.rows])
        if draft.markers:
            yield "    markers:"
            yield from _aligned([_marker_line(row, markers) for row in draft.markers])
        yield from saved_lines(draft)


Line = tuple[dict[str, "Data"], str]
"""A row, and the comment behind it."""


def _unit_line(row: Row, notation: Notation[list[PlacementToken]] | None) -> Line:
    made: dict[str, Data] = {"no": row.unit.no, "name": row.unit.name}
    made["at"] = _cell([row.token], notation, open_=row.open)
    if row.later and notation:
        made["later"] = notation.format(row.later)
    return made, "; ".join([*row.why, ASSUMED] if row.assumed else row.why)


def _marker_line(row: MarkerRow, notation: Notation[list[PlacementToken]] | None) -> Line:
    return {"marker": row.marker, "at": _cell(row.tokens, notation, open_=row.open)}, row.why


def _cell(tokens: list[PlacementToken], notation: Notation[list[PlacementToken]] | None, *, open_: bool) -> str:
    text = notation.format(tokens) if notation else ""
    return f"Decide: {text}?" if open_ else text


def _aligned(rows: list[Line]) -> Iterator[str]:
    """Flow rows with their keys below each other and the comments in a column of their own."""
    lines = list(zip(cells(row for row, _why in rows), (why for _row, why in rows), strict=True))
    widths = [
        max((len(parts[n]) for parts, _why in lines if len(parts) > n + 1), default=0)
        for n in range(max((len(parts) for parts, _why in lines), default=0))
    ]
    made = []
    for parts, why in lines:
        columns = [f"{part}," + " " * (widths[n] - len(part)) for n, part in enumerate(parts[:-1])]
        made.append((f"      - {{{' '.join([*columns, parts[-1]])}}}", why))
    width = max((len(text) for text, _why in made), default=0)
    for text, why in made:
        yield f"{text:<{width}}  # {why}" if why else text


# -- the front and the control of a drafted scenario as lines of its file --------------------------


COMMENT_WIDTH = 110


def front_lines(game: Game, drawn: Drawn) -> Iterator[str]:
    """`front:` and `control:`, each with where it comes from."""
    if drawn.runs:
        first = next(iter(game.side_names.values()), "")
        yield ""
        yield f"# The front, {drawn.why}; of each pair the {first} hex stands first. Control follows from it."
        yield "front:"
        for run in drawn.runs:
            if run.name:
                yield f"  - {cells([{'name': run.name}])[0][0]}"
            yield f"  {' ' if run.name else '-'} sides: ["
            yield from textwrap.wrap(
                row(list(run.sides))[1:-1],
                COMMENT_WIDTH,
                initial_indent=" " * 6,
                subsequent_indent=" " * 6,
                break_on_hyphens=False,
            )
            yield "    ]"
    if drawn.held:
        yield ""
        yield "control:" + ("  # where the front has it otherwise, or nobody stands" if drawn.runs else "")
        for held in drawn.held:
            side = f"Decide: {held.side}?" if held.open else held.side
            yield f"{block({held.place: side}, 2).rstrip()}  # {held.why}"


# -- the slice of the time record track that a new scenario plays ----------------------------------


NOT_PLAYED = "–"
"""Stands for the entry of a side whose player turn the first or last game turn does not have."""
SHOWN = 3
"""How many turns without a box are named."""


def track_lines(dates: Dates) -> Iterator[str]:
    """A line a game turn, as the track prints it; in half turns a dash for the side that does not move."""
    turns = range(dates.first_turn, dates.last_turn + 1)
    rows = [_row(dates, turn) for turn in turns]
    without = [dates.track.label(turn) for turn in turns if _box(dates, turn) is None]
    yield ""
    if len(without) == len(rows):
        yield "# The track has no boxes for these turns."
        return
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    halves = any(cell.endswith(f" {NOT_PLAYED}") for row in (rows[0], rows[-1]) for cell in row[1:])
    yield "# The track" + (f"; {NOT_PLAYED}: that side does not move in that turn:" if halves else ":")
    for texts in rows:
        yield ("#   " + "   ".join(f"{cell:<{width}}" for cell, width in zip(texts, widths, strict=True))).rstrip()
    if without:
        more = f" and {len(without) - SHOWN} more" if len(without) > SHOWN else ""
        yield f"# It has no box for {', '.join(without[:SHOWN])}{more}."


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

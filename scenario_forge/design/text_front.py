"""The front and the control of a drafted scenario as lines of its file."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from scenario_forge.source.emit import block, cells, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.game import Game
    from scenario_forge.project.schedule import Box


WIDTH = 110


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
                WIDTH,
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

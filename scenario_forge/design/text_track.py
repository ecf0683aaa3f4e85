"""The slice of the time record track that a new scenario plays, as comment lines of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.design.dates import Dates
    from scenario_forge.project.schedule import Box

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
    for row in rows:
        yield ("#   " + "   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))).rstrip()
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

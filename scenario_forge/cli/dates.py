"""``forge dates``: every start and stop that a track allows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, drafts
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import ErrataSet, Force, GameName, OutputFile, TextJsonOrHtml, one_of, open_game
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics.report import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.drafts.date_grid import DatesFile, ScenarioData, StartData

BOTH = 2
"""Blanks between two columns of the grid."""


def dates(
    game: GameName,
    start: Annotated[
        str | None, typer.Option("--start", metavar="DATE", help="First start; default: the first turn of the track.")
    ] = None,
    stop: Annotated[
        str | None, typer.Option("--stop", metavar="DATE", help="Last stop; default: the last turn of the track.")
    ] = None,
    errata: ErrataSet = None,
    layout: TextJsonOrHtml = "text",
    output: OutputFile = None,
    force: Force = False,
) -> None:
    """Draft each start once, and show what it leaves open beside the stops that can end it."""
    layout = one_of(layout, ("text", "json", "html"), "--format")
    if layout == "html" and output is None:
        words.give_up("--format html needs --output FILE")
    outputs.must_be_free(output, force=force)
    loaded = open_game(game, errata)
    line = Meter("starts", quiet=layout == "json")
    try:
        with line:
            grid = api.drafts.date_grid.date_grid(loaded, start, stop, line.show)
    except drafts.dates.NotMade as problem:
        words.give_up(str(problem), problem.hint)
    if layout == "html":
        made = api.drafts.date_grid.dates_html(grid)
    elif layout == "json":
        made = json.dumps(grid, ensure_ascii=False, indent=1) + "\n"
    else:
        made = "".join(f"{each}\n" for each in _grid_lines(grid))
    if output is None:
        words.say(made)
    else:
        outputs.put({output: made.encode("utf-8", "replace")}, force)


def _grid_lines(grid: DatesFile) -> Iterator[str]:
    yield words.printable(f"{grid['title']}: {plural(len(grid['starts']), 'start')} and the stops for each")
    yield ""
    yield from _start_lines(grid)
    yield ""
    yield "   ".join(f"{sign} {said}" for sign, said in _legend(grid))
    if grid["scenarios"]:
        yield ""
        rows = [
            (
                each["id"],
                grid["starts"][each["start"]]["label"],
                grid["stops"][each["stop"]]["label"],
                "printed" if each["printed"] else "your own",
                *([_verdict(each)] if grid["played"] else []),
            )
            for each in grid["scenarios"]
        ]
        yield from words.table(
            rows, words.Heads(("scenario", "start", "stop", "", *(["verdict"] if grid["played"] else [])), right_from=9)
        )
    if grid["left_out"]:
        yield ""
        yield f"{plural(grid['left_out'], 'game turn')} more on the track: --start and --stop choose which are shown"


def _legend(grid: DatesFile) -> Iterator[tuple[str, str]]:
    """Yield the signs of the table and what they mean; where nothing is ever scored, only those of scenarios."""
    yield "P", "printed scenario"
    yield "S", "scenario of your own"
    if grid["played"] or any(stop["scored"] or stop["proposed"] for stop in grid["stops"]):
        yield "#", "printed victory rows"
        yield "+", "rows proposed"
        yield ".", "nothing scored"
    else:
        yield ".", "none yet"


def _verdict(each: ScenarioData) -> str:
    return f"{each['verdict']} ({each['players']})" if each["verdict"] else "not played"


def _start_lines(grid: DatesFile) -> Iterator[str]:
    """Yield the table, in blocks of as many stops as a line holds; labels of stops are read downwards."""
    starts, stops = grid["starts"], grid["stops"]
    rows = [[words.printable(cell) for cell in _start_cells(each)] for each in starts]
    heads = ["start", "guesses", "open", "against"]
    widths = [max(len(row[n]) for row in [heads, *rows]) for n in range(len(heads))]
    lead = sum(widths) + BOTH * len(widths)
    at_once = max(8, (words.width() - lead) // BOTH)
    for first in range(0, len(stops), at_once):
        block = range(first, min(first + at_once, len(stops)))
        labels = [words.printable(stops[n]["label"]) for n in block]
        high = max(map(len, labels))
        for level in range(high):
            told = heads if level == high - 1 else [""] * len(heads)
            yield _line(told, widths, [label.rjust(high)[level] for label in labels])
        for number, cells in enumerate(rows):
            if block[-1] >= number:
                yield _line(cells, widths, [_sign(grid, number, stop) for stop in block])
        if block[-1] < len(stops) - 1:
            yield ""


def _start_cells(start: StartData) -> list[str]:
    if start["problem"]:
        return [start["label"], "no draft", "", ""]
    if start["printed"]:
        return [start["label"], "printed", "", ""]
    return [start["label"], str(start["guesses"]), str(start["open"]), str(start["contradictions"] or "")]


def _line(cells: Sequence[str], widths: Sequence[int], signs: Sequence[str]) -> str:
    first, *rest = (
        cell.rjust(width) if number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    gap = " " * BOTH
    return f"{first}{gap}{gap.join(rest)}{gap}{' '.join(signs)}".rstrip()


def _sign(grid: DatesFile, start: int, stop: int) -> str:
    """Return the sign of a pair; blank where the stop is before the start."""
    if stop < start or grid["starts"][start]["problem"]:
        return " "
    there = [each["printed"] for each in grid["scenarios"] if (each["start"], each["stop"]) == (start, stop)]
    if there:
        return "P" if any(there) else "S"
    at = grid["stops"][stop]
    return "#" if at["scored"] else "+" if at["proposed"] else "."

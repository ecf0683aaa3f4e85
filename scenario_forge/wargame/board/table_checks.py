"""Checks MOD of the charts that modules read: tables of results, costs, what ground does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.charts.formulas import CHECKS as FORMULAS
from scenario_forge.checks.charts.lines import CHECKS as LINES
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.game.notations import Range
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import ChartError
from scenario_forge.wargame.base.results import results_data

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import Heading, LinkedChart
    from scenario_forge.wargame.board.module import Module

CODES = Codes(__file__)
MOD005 = CODES.error(
    "MOD005",
    "chart-not-fit-for-rule",
    cell="`{text}` is no {wanted}",
    column="{chart} has no column for {name}",
    heading="`{chart}` is a whole chart; the rule reads one column of it",
    ground="the costs of movement say nothing of {name}, so that nobody can enter it",
    dice="{chart} is thrown on with {dice}, but the rules throw dice of six sides",
    no_dice="{chart} does not say which dice are thrown on it",
    gap="{chart} has no result in row `{row}`, column `{column}`",
    ends="no {line} of {chart} is for {what}",
    unread="play cannot read the chart: {problem}",
)
MOD006 = CODES.error(
    "MOD006",
    "result-without-effect",
    missing="{chart} gives the result `{result}`, but `effects` does not say what it does",
    unused="no chart gives the result `{result}`, so that this effect never comes about",
)
DASHES = frozenset({"-", "–", "—", "−"})
"""What tables print for no effect."""
_DICE = re.compile(r"\d+d6")


def result_findings(
    game: Game, chosen: Sequence[tuple[type[Module[Any]], Any]], where: Where, *, playing: bool
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the tables of results that modules read, and with their effects.

    ``playing``: with what other checks tell of when a game is not played.
    """
    if game.broken("charts"):
        return
    charts = tables(game).charts
    named = dict.fromkeys(chart for kind, given in chosen for chart in kind.charts(given))
    hits = dict.fromkeys(chart for kind, given in chosen for chart in kind.charts_of_hits(given))
    codes = [code for kind, given in chosen for code in kind.results_of(given)]
    read = [charts[name] for name in named if name in charts]
    for chart in read:
        found = [*_dice(chart), *_readable(game, chart)]
        if found and (playing or not _told(game, chart)):
            yield from found
        yield from _gaps(chart)
        yield from _ends(chart)
    counting = [charts[name] for name in hits if name in charts]
    for chart in counting:
        yield from _gaps(chart)
    read += counting
    effects: Mapping[str, Any] | None = getattr(where.file.document, "effects", None)
    if effects is not None and (read or codes):
        yield from _without_effect(read, effects, where / "effects")
        if len(read) == len(named) + len(hits):
            yield from _without_result(read, codes, effects, where / "effects")


def _without_effect(read: Sequence[LinkedChart], effects: Collection[str], where: Where) -> Iterator[Diagnostic]:
    for chart in read:
        first = {cell.text: cell for row in reversed(chart.cells) for cell in reversed(row) if cell.text.strip()}
        for text, cell in reversed(first.items()):
            if text not in effects and text not in DASHES:
                finding = MOD006.at(cell.where, "missing", chart=chart.chart.title, result=text)
                advice = f"write `{text}: {{}}` under `effects` if it does nothing, else what it does to whom"
                yield finding.also(where.key(), "the effects").suggest(advice)


def _without_result(
    read: Sequence[LinkedChart], named: Sequence[str], effects: Collection[str], where: Where
) -> Iterator[Diagnostic]:
    codes = {cell.text for chart in read for row in chart.cells for cell in row} | {*named}
    for result in effects:
        if result not in codes and result not in DASHES:
            finding = MOD006.at((where / result).key(), "unused", result=result)
            yield finding.suggest(did_you_mean(result, codes) or "remove it, or correct the chart")


def _dice(chart: LinkedChart) -> Iterator[Diagnostic]:
    title, at = chart.chart.title, chart.where
    if not chart.chart.die:
        yield MOD005.at(at / "title", "no_dice", chart=title).suggest("write `die: 1d6` under its title")
    thrown = [(at / "die", chart.chart.die)]
    thrown += [(at / "dice_when" / kind, text) for kind, text in chart.chart.dice_when.items()]
    for here, text in thrown:
        if text and not _DICE.fullmatch(text):
            yield MOD005.at(here, "dice", chart=title, dice=text).suggest("write `1d6`, `2d6` …")


def _gaps(chart: LinkedChart) -> Iterator[Diagnostic]:
    """Cells that are there and empty; rows that are too short are told of elsewhere."""
    for number, row in enumerate(chart.cells):
        for column in range(min(len(row), len(chart.columns))):
            cell = chart.at(number, column)
            if cell is not None and not cell.text.strip():
                names = {"row": chart.rows[number].text, "column": chart.columns[column].text}
                finding = MOD005.at(cell.where, "gap", chart=chart.chart.title, **names)
                yield finding.suggest("write `-` where nothing happens")


def _readable(game: Game, chart: LinkedChart) -> Iterator[Diagnostic]:
    try:
        results_data(game, chart.id)
    except TypeError:
        advice = "write `column_scale: {notation: ratio}` or `{notation: ranges}`"
        problem = "its columns are neither ratios nor differences"
        yield MOD005.at((chart.where / "columns").key(), "unread", problem=problem).suggest(advice)
    except ChartError as error:
        numbers = all(isinstance(row.meaning, Range) for row in chart.rows)
        advice = "" if numbers else "write `row_scale: {notation: number, dice: true}`"
        yield MOD005.at((chart.where / "rows").key(), "unread", problem=error).suggest(advice or None)


def _ends(chart: LinkedChart) -> Iterator[Diagnostic]:
    """Values beyond the outermost columns, where nothing says that these are used."""
    columns, scale = chart.columns, chart.chart.column_scale
    if scale.beyond == "clamp" or not columns:
        return
    first, last = columns[0], columns[-1]
    what = {"ratio": "odds", "ranges": "a difference", "number": "a difference"}.get(scale.notation)
    if what is None or (_is_open(first, "down") and _is_open(last, "up")):
        return
    finding = MOD005.at(
        (chart.where / "columns").key(),
        "ends",
        line="column",
        chart=chart.chart.title,
        what=f"{what} below `{first.text}` or above `{last.text}`",
    )
    yield finding.suggest("write `beyond: clamp` in its `column_scale`: the outermost columns are used then")


def _is_open(heading: Heading, way: str) -> bool:
    return isinstance(heading.meaning, Range) and bool(getattr(heading.meaning, way))


def _told(game: Game, chart: LinkedChart) -> bool:
    """Return whether another check tells why a chart cannot be read."""
    found = [finding.span for check in (*LINES, *FORMULAS) for finding in check(game)]
    found += [where.span for where, _error in tables(game).malformed]
    own = [heading.where.span for heading in (*chart.rows, *chart.columns)]
    lines = range(min(span.line for span in own) - 1, max(span.line for span in own) + 1)
    return any(span.file == own[0].file and span.line in lines for span in found)


def rows_beyond(game: Game, table: str, what: str) -> Iterator[Diagnostic]:
    """Yield that a chart of results has no row for a throw that something changes, such as `ground changes by +1`."""
    found = tables(game).charts.get(table)
    if found is None or found.chart.row_scale.beyond != "nothing" or found.chart.row_scale.modifiers:
        return
    at = (found.where / "rows").key()
    finding = MOD005.at(at, "ends", line="row", chart=found.chart.title, what=f"a throw that {what}")
    yield finding.suggest("write `beyond: clamp` in its `row_scale`: the outermost rows are used then")

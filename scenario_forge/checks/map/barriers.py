"""MAP080: who may enter what, by the map, its names, charts and texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.sentences import printed_texts
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Chart
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
MAP080 = CODES.warning(
    "MAP080",
    "passable-against-chart",
    barred="{name} can be entered on the map, but {chart} says `{cell}`",
    open="{name} cannot be entered on the map, but {chart} says `{cell}`",
    named="{name} can be entered, although its name says that it cannot",
    row="`{cell}` is given for {name}, but the same row has `{other}`",
    itself="`{cell}` gives a number for {name}, and says that nobody can enter it",
    text="the text gives {cell} for {name}, which nobody can enter",
)

_BARRED = re.compile(
    r"\s*(?:impassable|impossible|prohibited|forbidden|(?:can ?|may )?not be (?:entered|crossed)|may not enter"
    r"|no units? may enter|not (?:allowed|permitted)|no entry)\b",
    re.IGNORECASE,
)
_NO_COST = re.compile(rf"{_BARRED.pattern}|\s*n/?a\b", re.IGNORECASE)
_SAYS_SO = re.compile(r"\bimpassable\b|\bprohibited\b|\bforbidden\b", re.IGNORECASE)
_SOME_MAY = re.compile(r"\b(?:except|only|unless|but for|other than|without)\b", re.IGNORECASE)
_COST = re.compile(r"\b(?:cost|costs|mp|movement|operation|effects?|entry)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![^\W\d_])\d")
_ENTERED = re.compile(
    r"\b(?:cover (?:to|for)|cost|costs|half|movement points?|MPs?|no effect|range [+]|open)\b", re.IGNORECASE
)
"""What is said only of what can be entered."""


class _Ground(NamedTuple):
    """Terrain or a hexside: who may enter or cross it by the map, and where the map says so."""

    id: str
    name: str
    where: Where
    entered: bool
    """By units on land."""
    barred: bool
    """To everybody."""


class _Row(NamedTuple):
    """A row of a chart with something in it."""

    chart: Chart
    label: str
    cells: list[str]
    at: Where

    @property
    def barred(self) -> str | None:
        """The cell that bars everybody: what only one arm, or only fire, is not allowed can still be entered."""
        cells = [(head, cell) for head, cell in zip(self.chart.columns, self.cells, strict=False) if cell.strip()]
        costs = [cell for head, cell in cells if _COST.search(head)]
        if not costs and _COST.search(self.chart.title):
            costs = [cell for _head, cell in cells]
        return costs[0] if costs and all(_BARRED.match(cell) for cell in costs) else None


@with_part(hex_map)
def ground(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report ground that can be entered by the map and not by its name or a chart, or the other way round (MAP080)."""
    lines: dict[str, list[_Row]] = {}
    for row in _rows(game):
        lines.setdefault(_name(row.label), []).append(row)
    for each in _grounds(linked):
        if each.entered and _SAYS_SO.search(each.name):
            yield MAP080.at(each.where / "name", "named", name=each.name).suggest("add `passable: false`")
            continue
        for row in lines.get(_name(each.name), lines.get(_name(each.id), [])):
            chart = row.chart.title or "the chart"
            barred = row.barred
            some = [cell for cell in row.cells if not _SOME_MAY.search(cell)]
            numbers = [cell for cell in some if _NUMBER.search(cell)] if each.barred else []
            effects = [cell for cell in some if _ENTERED.search(cell)] if barred is None and not each.entered else []
            if each.entered and barred is not None and not _SOME_MAY.search(barred):
                finding = MAP080.at(each.where / "id", "barred", name=each.name, chart=chart, cell=barred)
                yield finding.also(row.at, "the chart").suggest("add `passable: false`, or correct the chart")
            for cell in (*numbers, *effects)[:1]:
                finding = MAP080.at(row.at / row.cells.index(cell), "open", name=each.name, chart=chart, cell=cell)
                finding = finding.also(each.where / "id", "the map").under(row.chart.rule)
                yield finding.suggest("correct the chart, or the `passable` of the map")


def barred_rows(game: Game) -> Iterator[Diagnostic]:
    """Report a row that is called impassable, or bars all units in its cost, and has a number all the same (MAP080)."""
    for row in _rows(game):
        numbered = [(n, cell) for n, cell in enumerate(row.cells) if _NUMBER.search(cell)]
        costs = [(n, cell) for n, (head, cell) in enumerate(zip(row.chart.columns, row.cells, strict=False))
                 if _COST.search(head) and cell.strip()]  # fmt: skip
        barred = bool(costs) and all(_NO_COST.match(cell) and not _SOME_MAY.search(cell) for _n, cell in costs)
        for n, cell in numbered if barred or _SAYS_SO.search(row.label) else ():
            if not barred or n == costs[0][0]:
                if _SOME_MAY.search(cell):
                    continue
                finding = MAP080.at(row.at / n, "itself", cell=cell, name=row.label)
            else:
                first, other = costs[0]
                finding = MAP080.at(row.at / n, "row", cell=cell, name=row.label, other=other)
                finding = finding.also(row.at / first, "the other")
            yield finding.suggest("take the number out, or say who may enter").under(row.chart.rule)


def _rows(game: Game) -> Iterator[_Row]:
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            for label, cells in chart.rows.items():
                yield _Row(chart, label, cells, where / "charts" / id_ / "rows" / label)


def _grounds(linked: HexMap) -> Iterator[_Ground]:
    for terrain, at in linked.where.each("terrain", linked.document.terrain):
        barred = not terrain.passable and not terrain.only
        yield _Ground(terrain.id, terrain.name, at, terrain.passable and terrain.land, barred)
    for kind, at in linked.where.each("hexside_kinds", linked.document.hexside_kinds):
        yield _Ground(kind.id, kind.name, at, kind.passable, not kind.passable)


def _name(text: str) -> str:
    return text.strip(" *†‡§.¹²³").casefold().removesuffix("s")


@with_part(hex_map)
def costs_in_texts(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a cost that a sentence gives for what nobody may enter (MAP080)."""
    if not game.in_english:
        return
    names = ["impassable(?: (?:ground|terrain|land|hexes|hex))?"]
    names += [re.escape(barrier.name.casefold()) for barrier in _grounds(linked) if barrier.barred]
    cost = re.compile(
        rf"\b(?P<name>{'|'.join(names)})s?(?: costs?| at|:)? "
        r"(?P<cost>\d+(?: and \d+)?)(?! ?(?:hex|mile|unit|[-–/.]|to ))\b",
        re.IGNORECASE,
    )
    for text, at, _book in printed_texts(game):
        for match in cost.finditer(text):
            if not _SOME_MAY.search(text[: match.start()].rpartition(".")[2] + text[match.end() :].partition(".")[0]):
                place = at.within(*match.span("cost"))
                finding = MAP080.at(place, "text", cell=match["cost"], name=match["name"])
                yield finding.suggest("take the cost out, or say who may enter")


CHECKS = (ground, barred_rows, costs_in_texts)

"""Order-of-battle charts as in print: every row and column, cells after errata, signs where they are not as printed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.cards.card import foot_title
from scenario_forge.printing.charts.charts import fitted
from scenario_forge.printing.charts.sections import section_block, sections
from scenario_forge.printing.charts.tables import Signs
from scenario_forge.printing.counters.units import figures
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.scenario import OrderOfBattleDocument
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.forces import Force, Unit
    from scenario_forge.project.place import Where

NAME: Final = "orders-of-battle"
_UPRIGHT = 10
"""Columns of dates that an upright page has room for."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """A chart for each side."""
    names = brief.game.side_names
    for side, force in forces(brief.game).sides.items():
        title = f"{brief.words('order_of_battle')}, {names.get(side, side)}"
        yield Job(NAME, brief.file(NAME, side), title, partial(_make, brief, force, names.get(side, side)))


def _make(brief: Brief, force: Force, name: str) -> Made:
    signs = Signs(brief, named=not brief.bare)
    legend = [
        section_block(brief.game, section, where, signs, force.side)
        for section, where in sections(brief.game, NAME, force.side)
    ]
    data = order_of_battle(brief, force, signs) | {
        "game": brief.game.title,
        "side": name,
        "accent": brief.palette.accent(brief.game, force.side),
        "legend": legend,
    }
    page = brief.page(f"{brief.game.title}: {force.title}", signs.notes())
    if len(force.columns) > _UPRIGHT:
        page["paper"] = page["paper"][::-1]
    return Made(fitted("orders-of-battle.typ", page | data, ("chart-blocks.typ",), most=1))


def order_of_battle(brief: Brief, force: Force, signs: Signs) -> dict[str, Any]:
    """Title, columns, rows, footnotes of one side's chart."""
    words, document = brief.words, force.document
    labels = {column.start: column.label.strip(" *") for column in document.columns if column.start is not None}
    columns = [
        {
            "label": column.label or _after(brief, column.after, labels) or column.id,
            "start": bool(column.start),
            "width": _width(document, column.id),
        }
        for column in document.columns
    ]
    ids = [column.id for column in document.columns]
    headings = {section.before: section.heading for section in document.sections}
    rows: list[dict[str, Any]] = []
    for unit in force.units:
        if unit.no in headings:
            rows.append({"heading": headings[unit.no]})
        rows.append(_row(brief, unit, ids, signs))
    if document.markers:
        rows.append({"heading": words("markers_row")})
    for number, marker in enumerate(document.markers):
        where = force.where / "markers" / number
        rows.append(
            {"no": "", "name": marker.name or marker.marker, "marks": "", "figures": "", "tint": "", "note": ""}
            | {"cells": _cells(marker.cells, where, ids, signs)}
        )
    figures = foot_title(brief.game)
    return {
        "title": document.title,
        "head": [
            words("unit_number"),
            words("identity"),
            words("figures_column_of", figures=figures) if figures else words("figures_column"),
        ],
        "columns": columns,
        "rows": rows,
        "footnotes": list(document.footnotes),
    }


def _after(brief: Brief, start: str | None, labels: dict[str, str]) -> str:
    return brief.words("after_date", date=labels.get(start, start)) if start else ""


def _width(document: OrderOfBattleDocument, column: str) -> int:
    """A column's share of the width: the letters of its longest cell among units, within reason."""
    return max(6, min(14, max((len(row.cells.get(column, "")) for row in document.units), default=0)))


def _row(brief: Brief, unit: Unit, ids: list[str], signs: Signs) -> dict[str, Any]:
    counter = unit.counter.counter if unit.counter else None
    said, marks, tint = "", "", ""
    if counter and unit.counter:
        said = f"{counter.size} {figures(counter)}".strip()
        marks = signs.at(unit.counter.where / "strength")
        tint = brief.palette.nation(brief.game, counter.nationality).tint
    return {
        "no": str(unit.no),
        "name": unit.row.name,
        "marks": signs.at(unit.where / "name"),
        "figures": said,
        "figure_marks": marks,
        "tint": tint,
        "note": unit.row.note,
        "cells": _cells(unit.row.cells, unit.where, ids, signs),
    }


def _cells(cells: dict[str, str], where: Where, ids: list[str], signs: Signs) -> list[dict[str, str]]:
    """The cells of a row in the order of the columns; what stands in no column of the chart is left out."""
    return [{"text": cells.get(id_, ""), "marks": signs.at(where / id_) if id_ in cells else ""} for id_ in ids]

"""Sections of aids.yaml as plain data: lines, tables, and the charts and tracks shown below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.components import AidsDocument
from scenario_forge.printing.charts.tables import chart_blocks, option_name
from scenario_forge.printing.charts.turns import arrivals_block, track_block
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks

if TYPE_CHECKING:
    from scenario_forge.documents.components import AidLine, AidSection, AidTable, Component
    from scenario_forge.printing.charts.tables import Block, Signs
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def sections(game: Game, component: Component, side: str | None = None) -> list[tuple[AidSection, Where]]:
    """The sections of a component; with a side, those that concern it."""
    return [
        (section, where / "sections" / number)
        for document, where in game.documents("aids", AidsDocument)
        for number, section in enumerate(document.sections)
        if component in section.on and (side is None or section.side in (None, side))
    ]


def section_block(game: Game, section: AidSection, where: Where, signs: Signs, side: str | None = None) -> Block:
    """The lines of a section, with a side those that concern it."""
    lines = [
        _line(game, line, where / "lines" / number, signs, named=side is None)
        for number, line in enumerate(section.lines)
        if side is None or line.side in (None, side)
    ]
    aside = f"{signs.brief.words('rule', number=section.rule)}" if section.rule[:1].isdigit() else ""
    return {"kind": "section", "id": section.id, "title": section.title, "aside": aside, "lines": lines, "long": True}


def section_table(section: AidSection, signs: Signs) -> Block | None:
    """The small table of a section."""
    return _table(section.table, section.title, signs) if section.table else None


def shown_blocks(game: Game, section: AidSection, signs: Signs, side: str | None) -> list[Block]:
    """What a section shows below its lines."""
    found: list[Block | None] = []
    for name in section.shows:
        if name == "time-track":
            found.append(track_block(game, signs))
        elif name == "arrivals":
            found.append(arrivals_block(game, side, signs) if side else None)
        elif name == "victory":
            found += [*stop_blocks(game, signs), *ending_blocks(game, signs), decisive_block(game, signs)]
        else:
            found.append(chart_blocks(game, signs).get(name))
    return [block for block in found if block is not None]


def _line(game: Game, line: AidLine, where: Where, signs: Signs, *, named: bool) -> dict[str, Any]:
    about = game.about
    side = next((s.name for s in about.sides if s.id == line.side), "") if about and named and line.side else ""
    head = " · ".join(part for part in (side, line.head) if part)
    return {
        "head": head,
        "pieces": signs.pieces(line.text),
        "clause": line.clause,
        "marks": signs.at(where / "text"),
        "option": option_name(game, line.option) if line.option and not line.head[:1].isdigit() else "",
    }


def _table(table: AidTable, title: str, signs: Signs) -> Block:
    return {
        "kind": "table",
        "title": title,
        "corner": table.columns[0],
        "head": table.columns[1:],
        "rows": [
            {
                "head": "".join(piece["text"] + piece.get("marks", "") for piece in signs.pieces(row.cells[0])),
                "cells": [{"pieces": signs.pieces(cell)} for cell in row.cells[1 : len(table.columns)]],
                "clause": row.clause,
            }
            for row in table.rows
        ],
        "figures": True,
        "notes": [],
    }

"""Sections of aids.yaml and procedures for percentages as plain data, with what is shown below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.components import AidsDocument
from scenario_forge.printing.charts.tables import Signs, arrivals_block, chart_blocks, option_name, track_block
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks
from scenario_forge.project.procedures import of_clause, procedures

if TYPE_CHECKING:
    from scenario_forge.documents.components import AidLine, AidSection, AidTable, Component, Procedure
    from scenario_forge.printing.brief import Words
    from scenario_forge.printing.charts.tables import Block
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


# -- procedures for percentages, on the charts and in the booklet ----------------------------------


def how_exact(words: Words, procedure: Procedure) -> str:
    """``Exact.``, or by how much a procedure differs from the rule at most."""
    if procedure.left_out:
        return words("procedure_left_out")
    if not procedure.error:
        return words("procedure_exact")
    key = "procedure_rounded" if procedure.dice == "none" else "procedure_differs"
    return words(key, error=f"{procedure.error:g}")


def procedures_block(game: Game, signs: Signs) -> Block | None:
    """All procedures as a section of the charts; None in a game without them."""
    words, lines = signs.brief.words, list[dict[str, Any]]()
    for procedure, where in procedures(game):
        exact = {"text": f" {how_exact(words, procedure)}"}
        lines.append(
            {
                "head": procedure.title,
                "pieces": [*signs.pieces(procedure.text), exact],
                "clause": procedure.clauses[0],
                "marks": signs.at(where / "text"),
                "option": "",
            }
        )
    if not lines:
        return None
    common = lines[0]["marks"] if len({line["marks"] for line in lines}) == 1 else ""
    for line in lines if common else ():
        line["marks"] = ""  # said once, at the title
    dice = {"head": "", "pieces": [{"text": words("procedures_dice")}], "clause": "", "marks": "", "option": ""}
    title = words("procedures_title")
    block = {"kind": "section", "id": "procedures", "title": title, "marks": common, "aside": "", "long": True}
    return block | {"lines": [dice, *lines]}


def named_at(game: Game, words: Words, clause: str) -> str:
    """``By hand: Risk factor``: the procedures by which players carry a clause out; empty if there are none."""
    titles = [procedure.title for procedure, _where in of_clause(game, clause)]
    return words("procedure_by_hand", titles=", ".join(titles)) if titles else ""

"""Procedures for percentages as readers see them: what to do, and how exact it is; on the charts and in the booklet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.charts.tables import Signs
from scenario_forge.project.procedures import of_clause, procedures

if TYPE_CHECKING:
    from scenario_forge.documents.components import Procedure
    from scenario_forge.printing.booklet.bars import Bars, Part
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.tables import Block
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game


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


def procedures_part(brief: Brief, _bars: Bars) -> Part | None:
    """All procedures as an appendix of the booklet, each with its clauses; None in a game without them."""
    signs, words = Signs(brief), brief.words
    rows = [
        {
            "title": procedure.title,
            "text": "".join(piece["text"] for piece in signs.pieces(procedure.text)),
            "exact": how_exact(words, procedure),
            "clauses": procedure.clauses,
        }
        for procedure, _where in procedures(brief.game)
    ]
    if not rows:
        return None
    return {
        "kind": "procedures",
        "title": words("procedures_title"),
        "intro": f"{words('procedures_intro')} {words('procedures_dice')}",
        "rows": rows,
    }


def named_at(game: Game, words: Words, clause: str) -> str:
    """``By hand: Risk factor``: the procedures by which players carry a clause out; empty if there are none."""
    titles = [procedure.title for procedure, _where in of_clause(game, clause)]
    return words("procedure_by_hand", titles=", ".join(titles)) if titles else ""

"""Rules at a glance, for an aid that nobody has written: the sequence of play, and the figures of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.system import SequenceLine
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.blocks import Block

_STEPS = ("step", "loop")
_FIGURE = re.compile(r"\d|½|\b(?:half|halve|double|twice|or less|or more)\b")
_WHOLE: Final = ("effects.losses", "activation.initiative", "arrivals.restored", "arrivals.reserve")
"""Rules that players look up, with figures or not: what results do, who begins, who is restored or in reserve."""
_ELSEWHERE: Final = ("victory",)
"""Keys of which the aid has tables already."""
_INDENT = "\N{EM SPACE}"


def glance_blocks(brief: Brief) -> list[Block]:
    """Return the sequence of play and the rules that have figures; none where there are sections or no sentences.

    What charts tell of results, in notes or in a row of their own, is not said twice.
    """
    game = brief.game
    if game.system is None or any(document.sections for document, _where in game.documents("aids", AidsDocument)):
        return []
    try:
        said = game.system.sentences(game)
    except (LookupError, ValueError):  # rules.yaml names what there is not, which the checks tell
        return []
    if not any(said.values()):
        return []
    outline = [
        _line(_INDENT * max(row["depth"] - 1, 0) + row["number"], _with_aside(row), row["clause"])
        for row in sequence_rows(brief)
    ]
    found = [_section("sequence", brief.words("glance_sequence"), outline)] if outline else []
    charts = tables(game).charts.values()
    noted = {note.partition(":")[0] for each in charts for note in each.chart.notes if ":" in note}
    noted |= {heading.text for each in charts for heading in each.rows}
    for key, sentences in said.items():
        figured = {*_WHOLE, *(each.rule for each in sentences if _FIGURE.search(each.text))}
        wanted = [each for each in sentences if each.rule in figured]
        told = [each for each in wanted if each.text.partition(":")[0] not in noted]
        lines = [_line("", each.text, game.system.clause(game, each.rule)) for each in told]
        if lines and key not in _ELSEWHERE:
            found.append(_section(key, key.replace("_", " ").capitalize(), _without_repeats(lines)))
    return found


def _with_aside(row: dict[str, Any]) -> str:
    return f"{row['text']} ({row['aside']})" if row["aside"] else row["text"]


def _line(head: str, text: str, clause: str) -> dict[str, Any]:
    return {"head": head, "pieces": [{"text": text}], "clause": clause, "marks": "", "option": ""}


def _section(id_: str, title: str, lines: list[dict[str, Any]]) -> Block:
    return {"kind": "section", "id": id_, "title": title, "aside": "", "lines": lines, "long": True}


def _without_repeats(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines, a clause only beside the first of those that follow each other with it."""
    before = [None, *(line["clause"] for line in lines)]
    return [
        line | ({"clause": ""} if line["clause"] == last else {}) for last, line in zip(before, lines, strict=False)
    ]


# -- the lines of the sequence of play, for the booklet too ----------------------------------------


def sequence_rows(brief: Brief) -> list[dict[str, Any]]:
    """Return every line of the sequence of play, numbered within its loop; none where the rules give it no data."""
    rows: list[dict[str, Any]] = []
    counts: list[int] = []
    rulebook = brief.game.documents("rulebook", RulebookDocument)
    known = {clause.id for document, _where in rulebook for clause in document.clauses}
    for line in _lines(brief):
        counts = [*counts[: line.depth + 1], *[0] * (line.depth + 1 - len(counts))]
        counts[line.depth] += 1
        rows.append(
            {
                "depth": line.depth,
                "number": _step_number(line.depth, counts[line.depth]),
                "loop": line.kind != "step",
                "text": _text(brief, line),
                "aside": _aside(brief, line),
                "clause": line.clause if line.clause in known else "",
            }
        )
    return rows


def _lines(brief: Brief) -> Iterator[SequenceLine]:
    yield from brief.game.system.sequence(brief.game) if brief.game.system else ()


def _step_number(depth: int, count: int) -> str:
    """Nothing before a part of the whole; figures, then letters (`a` to `z`, then figures again)."""
    if depth == 0:
        return ""
    return f"{chr(96 + count)}." if depth % 2 == 0 and count <= 26 else f"{count}."


def _text(brief: Brief, line: SequenceLine) -> str:
    words = brief.words
    if line.kind in _STEPS:
        said = words.words.get(line.word, line.title)
        return said[:1].upper() + said[1:]
    names = [brief.game.side_name(side) for side in line.sides]
    if not names:
        return words(f"sequence_{line.kind}")
    listed = words("sequence_then", first=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]
    return words(f"sequence_{line.kind}", sides=listed)


def _aside(brief: Brief, line: SequenceLine) -> str:
    """Who acts, where it is not whose turn it is, and in which game turn."""
    if line.kind not in _STEPS:
        return ""
    said = [brief.game.side_name(side) for side in line.sides]
    said += [brief.words("sequence_other")] if line.other else []
    said += [brief.words("sequence_only", turn=line.turn)] if line.turn is not None else []
    return ", ".join(said)

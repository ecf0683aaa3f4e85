"""The sequence of play as an outline to play from: who does what in which order, and the clause of each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.booklet.parts import Part, short

if TYPE_CHECKING:
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.system import SequenceLine

_STEPS = ("step", "loop")
_CLAUSE = 24
"""The most letters of a clause's number."""


def sequence_of_play(brief: Brief, _bars: Bars) -> Part | None:
    """Every line of it, numbered within its loop; None where the game's rules have no sequence as data."""
    lines = brief.game.system.sequence(brief.game) if brief.game.system else ()
    if not lines:
        return None
    rows: list[dict[str, Any]] = []
    counts: list[int] = []
    for line in lines:
        counts = [*counts[: line.depth + 1], *[0] * (line.depth + 1 - len(counts))]
        counts[line.depth] += 1
        rows.append(
            {
                "depth": line.depth,
                "number": _number(line.depth, counts[line.depth]),
                "loop": line.kind != "step",
                "text": short(_text(brief, line)),
                "aside": short(_aside(brief, line)),
                "clause": short(line.clause, _CLAUSE),
            }
        )
    words = brief.words
    return {"kind": "sequence", "title": words("sequence_title"), "intro": words("sequence_intro"), "rows": rows}


def _number(depth: int, count: int) -> str:
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

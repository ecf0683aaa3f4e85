"""The worked examples of a chapter: what is given, what is asked, the answer, the sums."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.examples import ExamplesDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.examples import Example
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game

_FOR_CHECKS = frozenset({"option", "side"})
"""What only checks need."""


def worked(game: Game, rule: str, words: Words, bars: Bars) -> list[dict[str, Any]]:
    """Examples of a rule in printed order.

    Those without an answer are left out, and those of a figure: their clauses and figures tell of them.
    """
    found = []
    for document, where in game.documents("examples", ExamplesDocument):
        for number, example in enumerate(document.examples):
            if example.rule == rule and example.answer and not example.map and "figure" not in example.given:
                at = where / "examples" / number
                found.append(_told(example, words) | {"bar": bars.beside(at)})
    return found


def _told(example: Example, words: Words) -> dict[str, Any]:
    given = {key: value for key, value in example.given.items() if key not in _FOR_CHECKS}
    sums = [f"{_added(each.parts)} = {each.total:g}" for each in example.sums]
    return {
        "id": example.id,
        "title": example.title,
        "told": _filled(example, words),
        "given": "; ".join(_pairs(given, words)),
        "asked": example.asked,
        "answer": "; ".join(_pairs(example.answer, words)),
        "sums": sums,
        "clauses": list(example.clauses),
    }


def _filled(example: Example, words: Words) -> str:
    """The example's own sentences with its values; a value that is not there stays as it was written."""

    def value(gap: re.Match[str]) -> str:
        found: Any = {"given": example.given, "answer": example.answer}
        for part in gap[1].split("."):
            if isinstance(found, dict) and part in found:
                found = found[part]
            elif isinstance(found, list) and part.isdigit() and int(part) < len(found):
                found = found[int(part)]
            else:
                return gap[0]
        return _shown(found, words)

    return re.sub(r"\{([\w.-]+)\}", value, example.told)


def _added(parts: list[float]) -> str:
    """``6 − 2``."""
    first, *rest = parts
    return f"{first:g}".replace("-", "−") + "".join(f" {'−' if part < 0 else '+'} {abs(part):g}" for part in rest)


def _pairs(values: dict[str, Any], words: Words) -> Iterator[str]:
    for key, value in values.items():
        shown = _shown(value, words)
        if shown:
            yield f"{key.replace('_', ' ')} {shown}"


def _shown(value: Any, words: Words) -> str:  # noqa: ANN401 - whatever the author wrote
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return f"({', '.join(_pairs(value, words))})" if value else ""
    if isinstance(value, list):
        plain = not any(isinstance(inner, dict) for inner in value)
        return (", " if plain else " · ").join(_shown(inner, words) or words("none") for inner in value)
    return ""

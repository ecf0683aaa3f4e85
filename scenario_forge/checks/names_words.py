"""REF006: words of a language that no component prints, and values that nobody fills in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.words import WordsDocument
from scenario_forge.project.english import english_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

GAP = re.compile(r"\{([^{}]*)\}")


def words(game: Game) -> Iterator[Diagnostic]:
    """Keys and gaps that the English words do not have."""
    known = english_of(game)
    for document, where in game.documents("words", WordsDocument):
        for key, text in document.words.items():
            at = where / "words" / key
            if key not in known:
                finding = ref.REF006.at(at.key(), problem=f"no component prints the word `{key}`")
                yield finding.suggest(did_you_mean(key, known))
                continue
            gaps = set(GAP.findall(known[key]))
            for match in GAP.finditer(text):
                if match[1] not in gaps:
                    place = at if "\n" in text else at.within(match.start(), match.end())
                    problem = f"`{match[0]}` is filled in nowhere: `{key}` has {_listed(gaps)}"
                    yield ref.REF006.at(place, problem=problem).suggest(did_you_mean(match[1], gaps))


def _listed(gaps: set[str]) -> str:
    return ", ".join(f"{{{gap}}}" for gap in sorted(gaps)) or "no values"


CHECKS = (words,)

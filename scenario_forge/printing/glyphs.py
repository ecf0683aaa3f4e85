"""Which printed texts hold characters that no shipped font has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.documents.words import WordsDocument
from scenario_forge.printing.fonts import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.words import Words
    from scenario_forge.project.place import Where


def missing_glyphs(plan: Plan, words: Words) -> list[Diagnostic]:
    """A warning at each text of the scenario's cards that cannot be printed whole."""
    found = []
    for where in _texts(plan, words):
        text = where.data
        letters = missing(text) if isinstance(text, str) else []
        if letters:
            named = ", ".join(f"`{letter}`" for letter in letters[:8]) + (" …" if len(letters) > 8 else "")
            them = "it" if len(letters) == 1 else "them"
            found.append(prt.PRT001.at(where, letters=named, them=them))
    return found


def _texts(plan: Plan, words: Words) -> Iterator[Where]:
    """Places of the texts that a card prints."""
    game = plan.game
    for file in game.files_of("game"):
        top = _where(file)
        yield from (top / "title", top / "edition")
        yield from (top / "sides" / n / "name" for n in range(len(game.about.sides) if game.about else 0))
    yield from (plan.scenario.where / "title", plan.scenario.where / "dates")
    yield from (unit.where / "name" for unit in plan.forces.units())
    yield from (where / "name" for _marker, where in plan.forces.markers.values())
    yield from (plan.map.where / "places" / n / "name" for n in range(len(plan.map.document.places)))
    yield from (plan.map.where / "boxes" / n / "name" for n in range(len(plan.map.document.boxes)))
    for document, where in game.documents("words", WordsDocument):
        if document.language == words.language:
            yield from (where / "words" / key for key in document.words)


def _where(file: object) -> Where:
    from scenario_forge.project.place import Where  # noqa: PLC0415

    return Where(file)  # type: ignore[arg-type]

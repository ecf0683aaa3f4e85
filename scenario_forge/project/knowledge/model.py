"""The shape of an answer: a card of sections of lines, each line with its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.source.nodes import Path


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One statement; ``where`` is None for what follows from several places."""

    text: str
    where: Where | None = None

    @property
    def source(self) -> str:
        """``counters.yaml:52, proposed``: file, line and basis; empty where it has no place."""
        if self.where is None:
            return ""
        span = self.where.span
        return f"{span.file}:{span.line}, {self.where.basis}"


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading."""

    heading: str
    lines: tuple[KnownFact, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """Everything known of one thing."""

    kind: str
    """`unit`, `hex`, `box`, `clause`, `rule`, `turn`, `scenario` or `quantity`."""
    title: str
    sections: tuple[Section, ...]


def card(kind: str, title: str, sections: Iterable[tuple[str, Iterable[KnownFact]]]) -> Card:
    """A card of the sections that have lines."""
    made = (Section(heading, tuple(lines)) for heading, lines in sections)
    return Card(kind, title, tuple(section for section in made if section.lines))


def corrections(game: Game, where: Where) -> Iterator[KnownFact]:
    """The errata that speak of a value or of anything below it, in the order of the errata."""
    depth = len(where.path)
    for patch in game.patches:
        if patch.target is None:
            continue
        name, path = patch.target
        if name == where.file.name and path[:depth] == where.path:
            yield KnownFact(_correction(path[depth:], patch.problem, patch.erratum), patch.where)


def _correction(below: Path, problem: str, erratum: Erratum) -> str:
    at = " ".join((erratum.id, *(str(step) for step in below)))
    words = f"{at}: printed {_shown(erratum.printed)}, corrected {_shown(erratum.corrected)}; {erratum.why}"
    return f"{words} (not applied: {problem})" if problem else words


def _shown(value: object) -> str:
    return "nothing" if value is None else str(value)

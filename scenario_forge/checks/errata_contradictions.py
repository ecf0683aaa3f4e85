"""Contradictions between passages: who says what, and whether one passage stands alone against many.

Statements are counted by printed passage. A chart, a victory row or a worked example that the files keep beside the
clause of the rulebook in which it is printed is the same passage, and what rules.yaml has is our reading, no voice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.checks.errata_address import address
from scenario_forge.checks.rulebook_quantities import contradicted, written
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.checks.rulebook_quantities import Contradiction
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Statement
    from scenario_forge.source.nodes import Data, Path

MANY = 3
"""Passages that must agree before one that stands alone against them is taken to be wrong."""


@dataclass(frozen=True)
class Dispute:
    """A contradiction with what can be done about it."""

    readings: tuple[str, ...]
    """Each value, with the passages that have it; most passages first."""
    corrections: tuple[tuple[str, Data, Data], ...] = ()
    """Where one passage stands alone against many: address, printed and corrected value of all that it says."""
    evidence: str = ""
    """Who says what."""


class Disputes:
    """The contradictions of a game, by the finding that tells them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found = list(contradicted(game))

    def of(self, finding: Diagnostic) -> Dispute | None:
        """What is to be said of a finding; None where it is of no contradiction, or of several that go together."""
        spans = {finding.span, *(label.span for label in finding.labels)}
        mine = [each for each in self.found if each.shown.where.span in spans]
        if len(mine) != 1:
            told = tuple(f"{each.words} {_reading(group)}" for each in mine for group in _by_voices(each))
            return Dispute(told) if mine else None
        groups = _by_voices(mine[0])
        readings = tuple(map(_reading, groups))
        many, *few = groups
        if len(few) != 1 or len(_voices(few[0])) > 1 or len(_voices(many)) < MANY:
            return Dispute(readings)
        evidence = f"{readings[0]} against {readings[1]}"
        return Dispute(readings, tuple(self._corrections(few[0], many[0])), evidence)

    def _corrections(self, wrong: Sequence[Statement], right: Statement) -> Iterator[tuple[str, Data, Data]]:
        """Each statement of the passage, and the words of its clause if the value stands in them once.

        Nothing at all where one of them cannot be corrected as a plain value.
        """
        made = [self._one(statement, right.value) for statement in wrong]
        whole = [each for each in made if each is not None]
        if len(whole) < len(made):
            return
        yield from whole
        for statement in wrong:
            yield from self._in_words(statement, right.value)

    def _one(self, statement: Statement, value: Data) -> tuple[str, Data, Data] | None:
        where = statement.where
        at, printed = address(where.file, where.path), _found(where.file, where.path)
        if at is None or printed != statement.value or isinstance(printed, bool) != isinstance(statement.value, bool):
            return None
        return at, printed, value

    def _in_words(self, statement: Statement, value: Data) -> Iterator[tuple[str, Data, Data]]:
        where = statement.where
        if "states" not in where.path:
            return
        path = (*where.path[: where.path.index("states")], "text")
        at, text = address(where.file, path), _found(where.file, path)
        if at is None or not isinstance(text, str):
            return
        word = re.compile(rf"(?<![\w.,-]){re.escape(str(statement.value))}(?![\w-])")
        if len(word.findall(text)) == 1:
            yield at, text, word.sub(lambda _match: str(value), text)


def _found(file: GameFile, path: Path) -> Data:
    """The value at a path, as it is in the game; None where there is none."""
    node, depth = descend(file.root, path) if file.root is not None else (None, -1)
    return node.data if node is not None and depth == len(path) else None


def _by_voices(found: Contradiction) -> list[tuple[Statement, ...]]:
    return sorted(found.groups, key=lambda group: -len(_voices(group)))


def _voices(group: Sequence[Statement]) -> list[str]:
    """The printed passages among the places that say one thing, in order."""
    printed = [each for each in group if each.where.file.kind.name != "rules"]
    clauses = [each for each in printed if each.where.file.kind.name == "rulebook"]
    return list(dict.fromkeys(each.where.span.paper or each.where.file.name for each in clauses or printed))


def _reading(group: Sequence[Statement]) -> str:
    places = _voices(group) or [group[0].where.span.paper or group[0].where.file.name]
    return f"{written(group[0])} ({'; '.join(places)})"

"""The patterns in rules.yaml that say what each stage of an action stands for.

A pattern is a line such as ``attack hex:attack_from hex unit* by unit* with number:risk``: kinds of token, each with
what is asked for where its kind does not say it, ``*`` where it may come several times, and words that stand for
themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action, Token

TABLES = {"unit": "units", "hex": "hexes", "number": "", "direction": ""}
"""Kinds of token, and the compiled table of their names."""


class Stage(NamedTuple):
    """One stage of an action: a kind of token, or a word that stands for itself."""

    kind: str
    asks: str
    repeated: bool

    @property
    def table(self) -> str:
        """The name of the table of names; empty where there is none."""
        return TABLES.get(self.kind, "")


def stages_of(pattern: str) -> list[Stage]:
    """Return the stages of a pattern.

    >>> [stage.asks for stage in stages_of("attack hex:attack_from unit*")]
    ['', 'attack from', 'unit']
    """
    found = []
    for word in pattern.split():
        kind, _, asks = word.removesuffix("*").partition(":")
        found.append(Stage(kind, (asks or kind).replace("_", " ") if kind in TABLES else "", word.endswith("*")))
    return found


class Actions:
    """The actions of a game's steps."""

    def __init__(self, patterns: Mapping[str, Sequence[str]], after: Mapping[str, str]) -> None:
        """Read the patterns of one game.

        Args:
            patterns: by step, or by several with commas between them; other steps take a unit.
            after: by word, the kind of token that follows it.
        """
        self._patterns = {
            step: [stages_of(pattern) for pattern in listed]
            for steps, listed in patterns.items()
            for step in steps.split(", ")
        }
        self._after = {word: Stage(kind, kind, False) for word, kind in after.items()}
        self._other = [stages_of("unit*")]

    def words_of(self, step: str) -> set[str]:
        """Return the words with which patterns of a step begin.

        >>> sorted(Actions({"combat": ["fire unit unit", "unit hex", "clear unit"]}, {}).words_of("combat"))
        ['clear', 'fire']
        """
        return {stages[0].kind for stages in self._patterns.get(step, ()) if stages[0].kind not in TABLES}

    def next(self, step: str, prefix: Action) -> Stage:
        """Return the stage after a prefix: of the first pattern that fits it, else of the step's first pattern."""
        if prefix and isinstance(prefix[-1], str) and prefix[-1] in self._after:
            return self._after[prefix[-1]]
        patterns = self._patterns.get(step, self._other)
        found = (_after(stages, prefix) for stages in patterns)
        return next((stage for stage in found if stage), patterns[0][-1])


def _after(stages: Sequence[Stage], prefix: Action) -> Stage | None:
    """Return the stage after a prefix; None where the prefix does not fit."""
    at = 0
    for token in prefix:
        if at == len(stages):
            return None
        fits = stages[at].kind in TABLES and (stages[at].kind != "unit" or isinstance(token, int))
        if stages[at].repeated and _is(stages, at + 1, token):
            at += 2
        elif _is(stages, at, token) or fits:
            at += not stages[at].repeated
        else:
            return None
    return stages[min(at, len(stages) - 1)]


def _is(stages: Sequence[Stage], at: int, token: Token) -> bool:
    return at < len(stages) and stages[at].kind == token

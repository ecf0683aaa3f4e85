"""Choices for actions that are built up stage by stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.step import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.simulator.step import Token


def offer(tokens: Iterable[Token]) -> list[Choice]:
    """Return choices that must be followed by something."""
    return [Choice(token, False, True) for token in tokens]


def targets_by_token(tokens: Iterable[int], aims: Callable[[int], Sequence[int]]) -> dict[int, Sequence[int]]:
    """Return the targets of each token, as ``aims`` gives them; tokens without any are left out."""
    found = ((token, aims(token)) for token in tokens)
    return {token: those for token, those in found if those}


def two_stage_choices(found: Mapping[int, Sequence[int]], chosen: Sequence[Token]) -> list[Choice]:
    """Return the choices of a two-stage action: a token of :func:`targets_by_token`, then one of its targets."""
    if not chosen:
        return offer(found)
    first = chosen[0]
    return [Choice(aim) for aim in found.get(first, ())] if len(chosen) == 1 and isinstance(first, int) else []


def split_at(tokens: Sequence[Token], word: str) -> tuple[list[Token], list[Token]]:
    """Split tokens at a word: return those before it and those after it.

    >>> split_at((3, 4, "with", 9), "with"), split_at((3, 4), "with")
    (([3, 4], [9]), ([3, 4], []))
    """
    tokens = list(tokens)
    at = tokens.index(word) if word in tokens else len(tokens)
    return tokens[:at], tokens[at + 1 :]

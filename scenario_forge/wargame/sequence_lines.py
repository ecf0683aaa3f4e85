"""The sequence of play as lines, as a rulebook prints it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from scenario_forge.game.system import SequenceLine
from scenario_forge.wargame.sequence_tree import CUP, FIRST_SECOND, OTHER, SIDES, EachNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.wargame.sequence_tree import SequenceTree, StepNode

_NOTHING: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})


def sequence_lines(
    tree: SequenceTree,
    sides: Sequence[str],
    titles: Mapping[str, str],
    clauses: Mapping[str, str],
    within: Mapping[str, Sequence[str]] = _NOTHING,
) -> list[SequenceLine]:
    """Return the lines of a tree, each loop before its contents.

    Args:
        tree: the sequence of play.
        sides: ids of the game's sides, in their order.
        titles: steps in words.
        clauses: the clause that a step is.
        within: by step, the steps that are played within it, in their order.
    """

    def deeper(depth: int, step: str) -> Iterator[SequenceLine]:
        for inside in within.get(step, ()):
            kind: Literal["step", "loop"] = "loop" if inside in within else "step"
            yield SequenceLine(depth, step_title(titles, inside), word_of(inside), clauses.get(inside, ""), kind=kind)
            yield from deeper(depth + 1, inside)

    def inner(depth: int, listed: Sequence[StepNode | EachNode]) -> Iterator[SequenceLine]:
        for node in listed:
            if isinstance(node, EachNode):
                yield _loop(depth, node, sides)
                yield from inner(depth + 1, node.do)
                continue
            acts = (node.side,) if node.side and node.side != OTHER else ()
            yield SequenceLine(
                depth,
                step_title(titles, node.step),
                word_of(node.step),
                clauses.get(node.step, ""),
                sides=acts,
                other=node.side == OTHER,
                turn=node.turn,
                kind="loop" if node.step in within else "step",
            )
            yield from deeper(depth + 1, node.step)

    made = list(inner(1, tree.turns))
    before = list(inner(1, tree.before))
    return [
        *([SequenceLine(0, kind="before"), *before] if before else ()),
        *([SequenceLine(0, kind="turns"), *made] if made else ()),
    ]


def step_title(titles: Mapping[str, str], step: str) -> str:
    """Return a step in words; its id where it has no title."""
    return titles.get(step, step.replace("-", " "))


def word_of(step: str) -> str:
    """Return the key of the printed word for a step.

    >>> word_of("used-supply")
    'step_used_supply'
    """
    return f"step_{step.replace('-', '_')}"


def _loop(depth: int, node: EachNode, sides: Sequence[str]) -> SequenceLine:
    if node.each == SIDES:
        return SequenceLine(depth, kind="sides", sides=tuple(sides))
    if node.each == FIRST_SECOND:
        return SequenceLine(depth, kind="first_second")
    if node.each == CUP:
        return SequenceLine(depth, kind="cup")
    return SequenceLine(depth, kind="named", sides=(node.each,) if isinstance(node.each, str) else tuple(node.each))

"""Checks SEQ of a sequence of play in rules.yaml."""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.wargame.sequence_tree import CUP, ORDERS, OTHER, OWN, EachNode, nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.sequence_tree import SequenceTree, StepNode

CODES = Codes(__file__)
SEQ001 = CODES.error(
    "SEQ001",
    "unknown-step-in-sequence",
    sequence="the sequence of play names a {what} `{name}` that the rules do not have: {hint}",
    key="the rules have no step `{name}`: {hint}",
    brought="the sequence of play names the step `{name}`, which the key `{key}` brings; rules.yaml lacks it",
    inner="the sequence of play names the step `{name}`, which follows from others by itself",
)
SEQ002 = CODES.error(
    "SEQ002",
    "loop-without-step",
    "{loop} in the sequence of play has no steps, or no sides to play them",
)
SEQ003 = CODES.error(
    "SEQ003",
    "empty-cup",
    "the sequence of play draws from a cup, but the game has no chits to put into it",
)
SEQ004 = CODES.error(
    "SEQ004",
    "other-side-outside-a-loop",
    "the step `{step}` is played by the other side, but outside a loop over the sides there is no other side",
)
SEQ005 = CODES.error(
    "SEQ005",
    "parameter-of-the-sequence",
    "the step `{step}` has a parameter `{name}`, which the sequence of play itself sets",
)


_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def sequence_findings(
    game: Game, where: Where, tree: SequenceTree, steps: Collection[str], absent: Mapping[str, str] = _NOTHING
) -> Iterator[Diagnostic]:
    """Yield findings: unknown steps and sides, loops without steps, an empty cup.

    Args:
        game: its sides and its counters.
        where: the place of the tree.
        tree: the sequence of play.
        steps: ids of the steps that the system knows.
        absent: steps that a sequence cannot name as it is, by the key of rules.yaml that would bring each; empty for
            one that only follows from others.
    """
    steps = [step for step in steps if step not in absent]
    sides = {side.id for side in game.about.sides} if game.about else _named(tree)
    if not tree.turns:
        yield SEQ002.at(where / "turns", loop="`turns`")
    for path, node in nodes(tree):
        at = where
        for part in path:
            at = at / part
        if not isinstance(node, EachNode):
            if node.step in absent:
                yield _absent(at, node.step, absent[node.step])
            elif node.step not in steps:
                yield _unknown(at, "step", node.step, steps)
            yield from _step(at, node, sides)
            if node.side == OTHER and "do" not in path:
                yield SEQ004.at(at / "side", step=node.step)
            continue
        if not node.do or node.each == []:
            yield SEQ002.at(at, loop="the loop")
        elif node.each == CUP and not _chits(game):
            yield SEQ003.at(at / "each")
        named = node.each if isinstance(node.each, list) else [node.each]
        known = sides if isinstance(node.each, list) else sides | set(ORDERS)
        yield from (_unknown(at / "each", "side", name, known) for name in named if name not in known)


def _named(tree: SequenceTree) -> set[str]:
    """Return the sides that the sequence names, all taken as valid where game.yaml cannot be read."""
    found = set()
    for _path, node in nodes(tree):
        named = node.each if isinstance(node, EachNode) else node.side
        found |= {named} if isinstance(named, str) else set(named or ())
    return found


def _absent(at: Where, step: str, key: str) -> Diagnostic:
    if not key:
        return SEQ001.at(at, "inner", name=step).suggest("leave it out")
    return SEQ001.at(at, "brought", name=step, key=key).suggest(f"write the key `{key}`, or leave the step out")


def _step(at: Where, node: StepNode, sides: set[str]) -> Iterator[Diagnostic]:
    if node.side is not None and node.side != OTHER and node.side not in sides:
        yield _unknown(at / "side", "side", node.side, sides)
    for name in OWN:
        if name in node.given:
            finding = SEQ005.at(at, step=node.step, name=name)
            hint = f"write `{{step: {node.step}, side: {node.given[name]}}}`" if name == "side" else None
            yield finding.suggest(hint) if hint else finding


def _unknown(at: Where, what: str, name: str, known: Collection[str]) -> Diagnostic:
    near = get_close_matches(name, known, 1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(f'`{each}`' for each in sorted(known))}"
    return SEQ001.at(at, "sequence", what=what, name=name, hint=hint)


def _chits(game: Game) -> bool:
    """Return whether the game has formations, whose headquarters have chits."""
    counters = game.one("counters", CountersDocument)
    return counters is None or bool(counters[0].formations)

"""The sequence of play as data: a tree of steps in rules.yaml, which one step runs by pushing frames.

A game writes it as it is read aloud, with the clause beside each line::

    sequence:
      turns:
        - weather                                  # 3.2
        - each: [axis, allied]
          do: [cup]                                # 3.4
        - each: first_second
          do: [operations, {step: enemy-reaction, side: other}]
        - operations: {rounds: [allocation, battles]}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from pydantic import Field, PlainValidator, ValidationError, WithJsonSchema

from scenario_forge.documents.base import Id, Model, Text
from scenario_forge.project.carries import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Outcome
from scenario_forge.wargame.frame.steps import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.frame.board import GameState
    from scenario_forge.wargame.frame.book import Book

SIDES: Final = "sides"
FIRST_SECOND: Final = "first_second"
CUP: Final = "cup"
ORDERS: Final = (SIDES, FIRST_SECOND, CUP)
"""Sides in the order of game.yaml; the first player and the second; what chance draws until the cup is empty."""
OTHER: Final = "other"
"""The side whose player turn it is not."""
BEGIN, TURN, EACH, DRAW = "begin", "turn", "each", "draw"
"""Steps of every sequence: what precedes the turns, the game turns, a loop over sides, draws from a cup."""


class StepNode(Model):
    """One step, and what it is given."""

    step: Id
    side: Text | None = None
    """A side, or `other`: the side whose player turn it is not. By default the side of the loop that it is in."""
    turn: Annotated[int, Field(ge=1)] | None = None
    """The only game turn in which it is played, counted from the first of the scenario."""
    given: dict[str, Any] = {}  # noqa: RUF012 - pydantic copies it
    """Parameters of the step; they stand in its frame."""


class EachNode(Model):
    """A loop: steps that are played for each side, or for each chit that is drawn."""

    each: Text | list[Text]
    """`sides`, `first_second`, `cup`, or sides in their order."""
    do: list[Node]


def node_of(value: object) -> StepNode | EachNode:
    """A step or a loop as it is written.

    Raises:
        ValueError: it is neither, and why.

    >>> node_of({"operations": {"rounds": ["battles"]}}).given
    {'rounds': ['battles']}
    """
    if isinstance(value, StepNode | EachNode):
        return value
    if isinstance(value, str):
        value = {"step": value}
    if not isinstance(value, dict) or not value:
        raise ValueError("expected a step, `step:` with a side, `each:` with `do:`, or a step with its parameters")
    if "each" not in value and "step" not in value and len(value) == 1:
        ((step, given),) = value.items()
        value = {"step": step, "given": given}
    try:
        return EachNode.model_validate(value) if "each" in value else StepNode.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error


Node: TypeAlias = Annotated[
    Any, PlainValidator(node_of), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}]})
]
"""A step or a loop."""
EachNode.model_rebuild()


class SequenceTree(Model):
    """The whole sequence of play."""

    before: list[Node] = []  # noqa: RUF012 - pydantic copies it
    """Steps before the first game turn, such as the set-up."""
    turns: list[Node]
    """Steps of one game turn."""


def nodes(tree: SequenceTree) -> Iterator[tuple[tuple[str | int, ...], StepNode | EachNode]]:
    """Every node with its path in the tree, outer ones first."""

    def inner(path: tuple[str | int, ...], listed: Sequence[StepNode | EachNode]) -> Iterator[Any]:
        for index, node in enumerate(listed):
            yield (*path, index), node
            if isinstance(node, EachNode):
                yield from inner((*path, index, "do"), node.do)

    yield from inner(("before",), tree.before)
    yield from inner(("turns",), tree.turns)


class Turns(Phase):
    """Runs the tree: what stands behind the steps `begin`, `turn`, `each` and `draw`.

    The rules of the game, a :class:`~scenario_forge.wargame.frame.board.Board`, say who is first, what is in the cup,
    and what a draw does.
    """

    def __init__(self, rules: Any, id_: str, rule: str, tree: SequenceTree) -> None:  # noqa: ANN401 - the game's
        super().__init__(rules, id_, rule)
        self.tree = tree

    @rule("sequence.cup")
    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002
        """CHANCE, as long as something is in the cup."""
        return CHANCE if self.id == DRAW and self.rules.cup(state) else NOBODY

    def chance(self, state: GameState, frame: Frame) -> Chance:  # noqa: ARG002
        """Which chit is drawn."""
        return Chance(DRAW, [Outcome(chit) for chit in self.rules.cup(state)], state.clock.turn[0])

    @rule("sequence.loops")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """The frames of a game turn, of a loop, or of what a chit that was drawn lets play."""
        if self.id == BEGIN:
            return [Frame(TURN), *self.frames(state, ["before"], {})]
        if self.id == TURN:
            return self._turn(state, frame, book)
        path = frame.data.get("at") or self._cup
        if path == ["turns"]:
            return self.frames(state, path, {})
        if self.id == DRAW:
            return (
                [frame, *self.frames(state, [*path, "do"], self.rules.drawn(state, action[0], book))] if action else ()
            )
        sides = reversed(self._order(state, self._at(path).each))
        return [f for side in sides for f in self.frames(state, [*path, "do"], {"side": side, "phasing": side})]

    @rule("sequence.turns")
    def _turn(self, state: GameState, frame: Frame, book: Book) -> list[Frame]:
        first, last = self.rules.compiled.turns.span[:2]
        number = frame.data.get("number", state.clock.turn[0])
        if number > last:
            return []
        book.put("clock.turn", 0, number)
        if "side" in state.clock.columns:
            book.put("clock.side", 0, self._opens(state))
        book.event("turn begins", self.rule, number - first + 1)
        return [frame.having(number=number + 1), Frame(EACH, {"at": ["turns"]})]

    def _opens(self, state: GameState) -> int:
        """Whose player turn a game turn begins with; −1: nobody's, if it does not begin with a loop over sides."""
        node = self.tree.turns[0]
        return self._order(state, node.each)[0] if isinstance(node, EachNode) and node.each != CUP else -1

    def frames(
        self, state: GameState, path: Sequence[str | int], data: Mapping[str, Any], after: int = 0
    ) -> list[Frame]:
        """The frames of the nodes in the list at a path of the tree, the first of them to be played last in the list.

        ``data`` is what the loop around them gives; ``after``: how many of the nodes are left out.
        """
        now = state.clock.turn[0] + 1 - self.rules.compiled.turns.span[0]
        listed = [(n, node) for n, node in enumerate(self._at(path)) if n >= after]
        due = [(n, node) for n, node in listed if isinstance(node, EachNode) or node.turn in (None, now)]
        return [self._frame([*path, n], node, data) for n, node in reversed(due)]

    def _frame(self, path: list[str | int], node: StepNode | EachNode, data: Mapping[str, Any]) -> Frame:
        if isinstance(node, EachNode):
            return Frame(DRAW if node.each == CUP else EACH, {**data, "at": path})
        made = {**data, **node.given}
        if node.side is not None:
            sides = self.rules.compiled.keys["sides"]
            made["side"] = 1 - data["phasing"] if node.side == OTHER else sides.index(node.side)
        return Frame(node.step, made)

    def _order(self, state: GameState, each: str | list[str]) -> list[int]:
        if isinstance(each, list):
            return [self.rules.compiled.keys["sides"].index(side) for side in each]
        first: int = self.rules.first(state) if each == FIRST_SECOND else 0
        return [first, 1 - first]

    def _at(self, path: Sequence[str | int]) -> Any:  # noqa: ANN401 - a node or a list of them
        found: Any = self.tree
        for step in path:
            found = found[step] if isinstance(step, int) else getattr(found, step)
        return found

    @property
    def _cup(self) -> Sequence[str | int]:
        """The loop over a cup, for a draw from it that stands alone."""
        return next(path for path, node in nodes(self.tree) if isinstance(node, EachNode) and node.each == CUP)

"""The step that runs a sequence of play by pushing the frames of its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Outcome
from scenario_forge.wargame.base.numbers import G
from scenario_forge.wargame.base.steps import Phase
from scenario_forge.wargame.sequence_tree import CUP, FIRST_SECOND, ORDERS, OTHER, EachNode, StepNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.sequence_tree import SequenceTree

BEGIN, TURN, EACH, DRAW = "begin", "turn", "each", "draw"
"""Steps of every sequence: before the turns, game turns, a loop over sides, draws from a cup."""


class Turns(Phase[G]):
    """A step that runs the tree: the steps `begin`, `turn`, `each` and `draw`.

    The rules of the game, a :class:`~scenario_forge.wargame.base.numbers.Numbers`, say who is first, what is in the
    cup, and what a draw does.
    """

    def __init__(self, rules: Any, id_: str, clause: str, tree: SequenceTree) -> None:  # noqa: ANN401 - the game's
        super().__init__(rules, id_, clause)
        self.tree = tree

    @rule("sequence.cup")
    def who(self, state: G, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE for a draw, as long as something is in the cup; else NOBODY."""
        return CHANCE if self.id == DRAW and self.rules.cup(state) else NOBODY

    def chance(self, state: G, frame: Frame) -> Chance:  # noqa: ARG002
        """Return the question which chit is drawn from the cup, each with the same probability."""
        return Chance(DRAW, [Outcome(chit) for chit in self.rules.cup(state)], state.clock.turn[0])

    def dice(self, answer: Token) -> str:  # noqa: ARG002 - as steps are asked
        """Return nothing: a chit is no die."""
        return ""

    def name_of(self, answer: Token) -> str:
        """Return the unit whose chit is drawn."""
        return str(self.rules.compiled.names["units"][int(answer)])

    @rule("sequence.loops")
    def done(self, state: G, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Return the frames of a game turn, of a loop, or of what a drawn chit lets play."""
        if self.id == BEGIN:
            return [Frame(TURN), *self.frames(state, ["before"], {})]
        if self.id == TURN:
            return self._turn(state, frame, book)
        path = frame.data["at"]
        if path == ["turns"]:
            return self.frames(state, path, {})
        if self.id == DRAW:
            return (
                [frame, *self.frames(state, [*path, "do"], self.rules.take_draw(state, action[0], book))]
                if action
                else ()
            )
        sides = reversed(self._order(state, self._at(path).each, state.clock.turn[0]))
        return [f for side in sides for f in self.frames(state, [*path, "do"], {"side": side, "phasing": side})]

    @rule("sequence.turns")
    def _turn(self, state: G, frame: Frame, book: Book) -> list[Frame]:
        first, last = self.rules.compiled.turns.span[:2]
        number = frame.data.get("number", state.clock.turn[0])
        if "number" in frame.data:
            self.rules.turn_ends(state, book)
        if number > last:
            return []
        if "number" in frame.data:
            self.rules.turn_follows(state, book)
        book.note("clock.turn", number)
        if "side" in state.clock.columns:
            book.note("clock.side", self._opens(state, number))
        book.event("turn begins", self.clause, number - first + 1)
        return [frame.with_values(number=number + 1), Frame(EACH, {"at": ["turns"]})]

    def _opens(self, state: G, turn: int) -> int:
        """Return the side whose player turn opens a game turn; −1 if the turn does not begin with a loop over sides."""
        node = self.tree.turns[0]
        return self._order(state, node.each, turn)[0] if isinstance(node, EachNode) and node.each != CUP else -1

    def frames(self, state: G, path: Sequence[str | int], data: Mapping[str, Any], after: int = 0) -> list[Frame]:
        """Return the frames of the nodes at a path of the tree; the first to be played is the last in the list.

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
            made["side"] = 1 - data.get("phasing", data.get("side")) if node.side == OTHER else sides.index(node.side)
        return Frame(node.step, made)

    def _order(self, state: G, each: str | list[str], turn: int) -> list[int]:
        if each not in ORDERS:
            listed = [each] if isinstance(each, str) else each
            return [self.rules.compiled.keys["sides"].index(side) for side in listed]
        first: int = self.rules.first(state, turn) if each == FIRST_SECOND else 0
        return [first, 1 - first]

    def _at(self, path: Sequence[str | int]) -> Any:  # noqa: ANN401 - a node or a list of them
        found: Any = self.tree
        for step in path:
            found = found[step] if isinstance(step, int) else getattr(found, step)
        return found

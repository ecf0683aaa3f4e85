"""Hidden units: a player sees who the enemies are only where his own units see them, and in combat.

The hex of a stack is open, and so is who has left the map; the units in it, and how many there are, are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels

HIDDEN = -102
"""The place of a unit that a player does not see, in what he is shown."""
_OF_BOTH = ("attackers", "guns", "support")
"""Data of a fight that name units."""
_SUFFERED = ("loss", "retreat", "advance", "exchange", "overrun-advance")
"""Steps after a fight, whose units have taken part in it."""


class HiddenKey(Model):
    """Whose enemies stay hidden besides those that no unit sees."""

    never: list[Annotated[str, Names("terrain or place kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Ground in which units are seen in combat only, however near the enemy is."""


class Hidden(Module[HiddenKey]):
    """Hidden units in play."""

    key, model, needs = "hidden", HiddenKey, ("sight",)

    def __init__(self, board: Board, given: HiddenKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.never = board.hexes_of(*given.never)

    @classmethod
    def sentences(cls, given: HiddenKey, labels: Labels) -> Iterator[Sentence]:
        """Say whom a player may look at."""
        text = "A player may look at the enemy units of a hex only if one of his own units sees the hex."
        yield Sentence("hidden.seen", text)
        if given.never:
            where = listed([labels.ground(id_) for id_ in given.never], "or")
            yield Sentence("hidden.never", f"He may not look at those in a {where}, however near his units are.")
        yield Sentence(
            "hidden.combat", "Units are shown to both players while they take part in combat, wherever they are."
        )

    @rule("hidden.seen", "hidden.never")
    def covered(self, now: Situation, side: int) -> list[int]:
        """Return the hexes with enemies whom a side does not see, in ascending order."""
        sight, fighting = self.board.module(Sight), {now.place[unit] for unit in self.fighting(now)}
        closed = (hex_ for hex_ in sorted(now.held(1 - side)) if hex_ not in fighting)
        return [hex_ for hex_ in closed if hex_ in self.never or not sight.observed(now, side, hex_)]

    @rule("hidden.combat")
    def fighting(self, now: Situation) -> set[int]:
        """Return the units that take part in a fight that is being resolved."""
        found: set[int] = set()
        for step, data in now.state.stack:
            if "attackers" in data:
                found |= {unit for name in _OF_BOTH for unit in data.get(name, ())} | {*now.stack(data["hex"])}
            if "firer" in data:
                found |= {data["firer"], data["target"]}
            if step in _SUFFERED:
                found |= {*data["units"]}
        return {unit for unit in found if now.place[unit] >= 0}

    def unseen(self, now: Situation, side: int) -> list[int]:
        """Return the units of the enemy whom a side does not see."""
        covered = {*self.covered(now, side)}
        return [unit for unit in now.own(1 - side) if now.place[unit] in covered]

    def shown(self, now: Situation, side: int, data: dict[str, Any]) -> dict[str, Any]:
        """Return what a side may see of a state as plain data: unseen units at HIDDEN, and the hexes with them."""
        columns = data["tables"]["units"]
        for unit in self.unseen(now, side):
            for name in columns:
                columns[name][unit] = HIDDEN if name == "place" else 0
        data["covered"] = self.covered(now, side)
        data["stack"] = [[step, told] for step, told in _told(now.state.stack, side)]
        return data

    def guessed(self, now: Situation, side: int) -> GameState:
        """Return a state that a side may take for the real one; the state itself where nobody is unseen.

        The hexes with unseen units are filled in order: the first of these units one to a hex, then the next. That
        follows from nothing that is hidden.
        """
        under_way = repr(now.state.stack)  # who fights is shown
        return now.state.derived(("guessed", side, under_way), ("units", "clock"), lambda: self._guessed(now, side))

    def _guessed(self, now: Situation, side: int) -> GameState:
        covered = self.covered(now, side)
        if not covered:
            return now.state
        made: GameState = now.state.copy()
        for number, unit in enumerate(self.unseen(now, side)):
            for name in made.units.columns:
                getattr(made.units, name)[unit] = covered[number % len(covered)] if name == "place" else 0
        made.stack = tuple(_told(made.stack, side))
        made.revisions = [revision + 1 for revision in made.revisions]
        return made


def _told(stack: Sequence[Frame], side: int) -> Iterator[Frame]:
    """Yield the frames of a stack as a side knows them: of those that the enemy decides only the step."""
    for frame in stack:
        yield frame if frame.data.get("side", side) == side else Frame(frame.step, {"side": 1 - side})

"""Leaders: headquarters and commanders that are with a unit, direct its moves, and lead others in a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.play import Breach
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.board.labels import counted, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ACTIONS, END, Deed, SidePhase
from scenario_forge.wargame.board.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.movement.moving import Move

GROUP = "group"
"""The step in which a leader's group moves."""


class LeadersKey(Model):
    """Leaders, which are with a unit, and in no hex otherwise."""

    of: UnitSelector
    """The leaders. The set-up says with which unit each begins: `on:12`."""
    range: Annotated[int, Field(ge=1)] = 1
    """How near to a leader's unit others must be to move with it as a group, in hexes."""
    alone: Annotated[int, Field(ge=0)] = 0
    """Movement points that a leader's unit has more when it moves without a group."""


class Leaders(Module[LeadersKey]):
    """Leaders in play."""

    key, model, needs = "leaders", LeadersKey, ("movement", "activation")
    starts = ("attached",)
    columns: ClassVar = {"units": "host"}

    def __init__(self, board: Board, given: LeadersKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.leaders = [unit for unit, leads in enumerate(board.column("leaders.of")) if leads]
        self.hosts = dict(pairs(board.compiled.rules.get("start.attached", ())))
        """The unit with which each leader of the scenario begins."""

    @classmethod
    def arrays(cls, game: Game, given: LeadersKey) -> Arrays:
        """Return the leaders."""
        return {"leaders.of": selected(game, given.of)}

    @classmethod
    def sentences(cls, given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
        """Say who leads, and what leaders do."""
        who = sentence_case(labels.units(given.of))
        yield Sentence("leaders.attach", f"{who} are leaders: each is with another unit, and in no hex otherwise.")
        text = "As an action, which is no move, a leader may join any unit of the side that has no leader."
        yield Sentence("leaders.attach", text)
        text = (
            "As one action a leader may order a group move: his own unit may move, and so may all of the side that are "
            f"within {counted(given.range, 'hex')} of it when the action begins."
        )
        yield Sentence("leaders.group", text)
        text = "A leader orders one group move in a phase, and only if his unit has not moved yet."
        yield Sentence("leaders.once", text)
        more = f" It has {counted(given.alone, 'movement point')} more for that move." if given.alone else ""
        text = f"If his unit moves without a group, he can order no group move in that phase.{more}"
        yield Sentence("leaders.alone", text)
        text = "A leader whose unit is eliminated is set aside. He may join another unit."
        yield Sentence("leaders.lost", text)

    def begin(self, state: GameState) -> None:
        """Put leaders with their units, those that are still to come among them."""
        for unit in range(len(self.board.units.side)):
            host = self.hosts.get(unit, -1)
            state.units.host[unit] = host if host >= 0 and state.units.place[host] != OUT else -1

    def placed(self, state: GameState) -> dict[int, int]:
        """Return the leaders that are with a unit, each with that unit."""
        return {leader: state.units.host[leader] for leader in self.leaders if state.units.host[leader] >= 0}

    def of(self, now: Situation, unit: int) -> int | None:
        """Return the leader with a unit; None where there is none."""
        return next((leader for leader in self.leaders if now.units.host[leader] == unit), None)

    def own(self, side: int) -> list[int]:
        """Return the leaders of a side that are in the scenario."""
        return [leader for leader in self.leaders if self.board.units.side[leader] == side and leader in self.hosts]

    @rule("leaders.alone")
    def directing(self, now: Situation, frame: Frame, unit: int) -> int | None:
        """Return the leader who moves his unit alone; None in a group."""
        return self.of(now, unit) if frame.step != GROUP else None

    @rule("leaders.lost")
    def lost(self, book: Book, unit: int) -> None:
        """Set a leader aside whose unit is eliminated: he can join another one."""
        for leader in self.leaders:
            if book.get("host", leader) == unit:
                book.put("host", leader, -1)
                book.event("set aside", "leaders.lost", leader)

    def breaches(self, state: GameState) -> Iterator[str]:
        """Yield leaders that are with no unit of their side on the map, or with the same one."""
        placed, side = self.placed(state), self.board.units.side
        for leader, host in placed.items():
            if state.units.place[host] == OUT or side[host] != side[leader]:
                yield Breach("a leader is with a unit that is not there", "units", leader)
            if [*placed.values()].count(host) > 1:
                yield Breach("two leaders are with one unit", "units", leader)


class GroupMove(Deed):
    """``leader``."""

    word, phase, pattern = GROUP, ACTIONS, "group unit"

    @rule("leaders.once")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the leaders who have not moved, and whose units may move."""
        move: Move = self.board.deeds["move"]  # type: ignore[assignment]  # as the module of movement has it
        leaders, movers = self.board.module(Leaders), move.movers(now, frame)
        own = (leader for leader in leaders.own(frame.data["side"]) if not now.units.moved[leader])
        return [] if begun else [Choice(leader) for leader in own if now.units.host[leader] in movers]

    @rule("leaders.group")
    def group(self, now: Situation, side: int, leader: int) -> Frame:
        """Return the frame for the moves of a leader's unit and of those that are near it now."""
        host, far = now.units.host[leader], self.board.module(Leaders).given.range
        away = self.board.distances(now.place[host])
        near = [unit for unit in now.own(side) if away[now.place[unit]] <= far]
        return Frame(GROUP, {"side": side, "units": near, "host": host, "begun": True})

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Lead to the moves of a group."""
        leader = int(action[0])
        book.put("moved", leader, 1)
        book.event("group move", "leaders.group", leader, now.units.host[leader])
        return [frame, self.group(now, frame.data["side"], leader)]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the leader whose group gains most."""
        worth = {int(way.token): self._gain(mind, now, frame, int(way.token)) for way in self.ways(now, frame, ())}
        best = max(worth, key=lambda leader: worth[leader], default=None)
        return (0.0, ()) if best is None else (worth[best], (best,))

    def _gain(self, mind: Mind, now: Situation, frame: Frame, leader: int) -> float:
        move: Move = self.board.deeds["move"]  # type: ignore[assignment]  # as the module of movement has it
        return sum(max(gain, 0) for gain, _ in move.gains(mind, now, self.group(now, frame.data["side"], leader)))


class GroupPhase(SidePhase):
    """The moves of a group; its leader's unit has moved when they end, even if it stays."""

    plain = "move"

    def deeds(self) -> Sequence[Deed]:
        """Return the deed of moving."""
        return [self.rules.deeds["move"]]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Move a unit, or end."""
        if action and action[0] != END:
            return super().done(state, frame, action, book)
        book.put("moved", frame.data["host"], 1)
        book.event("group moved", "leaders.group", frame.data["host"])
        return ()


class Attach(Deed):
    """``leader, unit``."""

    word, phase, pattern = "attach", ACTIONS, "attach unit unit"

    @rule("leaders.attach")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the leaders, then the units that have none."""
        leaders = self.board.module(Leaders)
        free = [unit for unit in now.own(frame.data["side"]) if leaders.of(now, unit) is None]
        return two_stage_choices({leader: free for leader in leaders.own(frame.data["side"]) if free}, begun)

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return a leader that is with nobody, and the unit with most friends near it."""
        side = frame.data["side"]
        aside = [int(way.token) for way in self.ways(now, frame, ()) if now.units.host[int(way.token)] < 0]
        if not aside:
            return 0.0, ()
        free = [int(way.token) for way in self.ways(now, frame, (aside[0],))]
        held = now.held(side)
        best = max(free, key=lambda unit: len(held.intersection(mind.board.adjacent[now.place[unit]])))
        return 0.2, (aside[0], best)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Join a unit, which is no move."""
        leader, unit = (int(each) for each in action)
        book.put("host", leader, unit)
        book.event("attached", "leaders.attach", leader, unit)
        return [frame]


def lead(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the move of a group that gains most; the end where none does."""
    worth, action = mind.board.deeds["move"].thought(mind, now, frame)
    return action if worth > 0 else (END,)


Leaders.thoughts = {GROUP: lead}
Leaders.deeds = (GroupMove, Attach)
Leaders.steps = {GROUP: ("leaders.group", GroupPhase)}
Leaders.inner = (GROUP,)
Leaders.actions = {GROUP: ["unit hex*"]}
Leaders.words = {
    "group move": "{0:unit} orders a group move of {1:unit}",
    "group moved": "the group of {0:unit} has moved",
    "attached": "{0:unit} joins {1:unit}",
    "set aside": "{0:unit} is set aside",
}

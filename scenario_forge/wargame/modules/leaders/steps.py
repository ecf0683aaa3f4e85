"""The steps of leaders: group moves, joining another unit, the throw for a loss, and the look at who is in command."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.board.phase import ACTIONS, END, Deed, SidePhase, acting
from scenario_forge.wargame.modules.leaders.key import ATTACH, COMMAND
from scenario_forge.wargame.modules.leaders.leaders import GONE, GROUP, LOSS, OUT_OF_COMMAND, SET_ASIDE, Leaders

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.asked import Moves
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind


class GroupMove(Deed):
    """``leader``."""

    word, phase, pattern = GROUP, ACTIONS, "group unit"

    @rule("leaders.once")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the leaders who have not moved, and whose units may move."""
        move: Moves = self.board.deeds["move"]  # type: ignore[assignment]  # as the module of movement has it
        leaders, side = self.board.module(Leaders), frame.data["side"]
        there = {*move.movers(now, frame)}.intersection(now.own(side))  # nobody is near who is still to come
        own = (leader for leader in leaders.own(now, side) if not now.units.moved[leader])
        return [] if begun else [Choice(leader) for leader in own if now.units.host[leader] in there]

    @rule("leaders.group")
    def group(self, now: Situation, side: int, leader: int) -> Frame:
        """Return the frame for the moves of a leader's unit and of those that are near it now."""
        host, far = now.units.host[leader], self.board.module(Leaders).range_of(now, leader)
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
        move: Moves = self.board.deeds["move"]  # type: ignore[assignment]  # as the module of movement has it
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

    word, phase, pattern = ATTACH, "movement", "attach unit unit"

    @rule("leaders.attach")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the leaders that can join a unit, then the units that have none."""
        leaders, units = self.board.module(Leaders), acting(now, frame)
        found = {each: leaders.joinable(now, units, each) for each in leaders.own(now, frame.data["side"])}
        return two_stage_choices({leader: free for leader, free in found.items() if free}, begun)

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return a leader that is with nobody, and the unit with most friends near it."""
        side = frame.data["side"]
        aside = [int(way.token) for way in self.ways(now, frame, ()) if now.units.host[int(way.token)] == SET_ASIDE]
        if not aside:
            return 0.0, ()
        free = [int(way.token) for way in self.ways(now, frame, (aside[0],))]
        held = now.held(side)
        best = max(free, key=lambda unit: len(held.intersection(mind.board.adjacent[now.place[unit]])))
        return 0.2, (aside[0], best)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Join a unit, which is no move; where it is no action either, it can be done once in a phase."""
        leader, unit = (int(each) for each in action)
        book.put("host", leader, unit)
        if not self.board.module(Leaders).for_points:
            book.put("moved", leader, 1)
        book.event("attached", "leaders.attach", leader, unit)
        return [frame]


@rule("leaders.loss")
def leader_loss(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Lose a leader if the die is high enough."""
    leaders, leader = board.module(Leaders), frame.data["leader"]
    if state.units.host[leader] != GONE and frame.data["thrown"] >= leaders.least:
        leaders.lose(book, leader)
    else:
        book.event("escapes", "leaders.loss", leader)
    return ()


@rule("leaders.command")
def judge(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Look which units on the map are out of command."""
    now, leaders = board.at(state), board.module(Leaders)
    for unit in board.active(state) if leaders.commands else ():
        book.put(OUT_OF_COMMAND, unit, int(not leaders.in_command(now, unit)))
    book.event("command judged", "leaders.command")
    return ()


def lead(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the move of a group that gains most; the end where none does."""
    worth, action = mind.board.deeds["move"].thought(mind, now, frame)
    return action if worth > 0 else (END,)


class LeadersModule(Leaders):
    """The module of leaders with its steps."""

    deeds = (GroupMove, Attach)
    steps: ClassVar = {
        GROUP: ("leaders.group", GroupPhase),
        LOSS: ("leaders.loss", Throw, leader_loss),
        COMMAND: ("leaders.command", judge),
    }
    inner = (GROUP, LOSS)
    thoughts: ClassVar = {GROUP: lead}
    actions: ClassVar = {GROUP: ["unit hex*"]}
    titles: ClassVar = {LOSS: "loss of a leader"}
    words: ClassVar = {
        "group move": "{0:unit} orders a group move of {1:unit}",
        "group moved": "the group of {0:unit} has moved",
        "attached": "{0:unit} joins {1:unit}",
        "set aside": "{0:unit} is set aside",
        "stays behind": "{0:unit} stays behind and is set aside",
        "escapes": "{0:unit} is not lost",
        "succeeded": "{0:unit} is lost, and a successor takes his place",
        "command judged": "command is judged",
    }

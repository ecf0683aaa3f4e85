"""The deed of moving a unit or a stack, hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, SetChoices, Subset
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.steps import Phase
from scenario_forge.wargame.board.phase import Deed, acting
from scenario_forge.wargame.modules.fire import Fire
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.movement.moving import Movement, Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

BY, DROP = "by", "drop"


class Move(Deed):
    """``unit, hex …``; of stacks ``unit, unit …, by, hex …``, where ``drop, unit`` on the way leaves one behind."""

    word, phase = "move", "movement"
    clears: ClassVar[Sequence[str]] = ("moved", "spent")

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.movement = board.module(Movement)
        self.together = self.movement.given.together
        self.leaders, self.fire = board.get(Leaders), board.get(Fire)

    @rule("movement.once", "movement.phase")
    def movers(self, now: Situation, frame: Frame) -> list[int]:
        """Return the units that may still move in the phase."""
        able = (unit for unit in acting(now, frame, coming=True) if not now.units.moved[unit])
        if self.leaders is not None:
            able = (unit for unit in able if self.leaders.allows(now, unit, "movement"))
        return [unit for unit in able if self.fire is None or self.fire.may_still_move(now, unit)]

    @rule("movement.together")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return units that can move, then those that go with them, then the hexes that can be entered next."""
        if not begun:
            return offer(unit for unit in self.movers(now, frame) if self._starts(now, frame, [unit]))
        if self.together and BY not in begun:
            return self._together(now, frame, tuple(int(unit) for unit in begun))
        units, way = split_at(begun, BY) if self.together else (begun[:1], begun[1:])
        trial = self.walked(now, self.before(now, frame, [int(unit) for unit in units]), way)
        if isinstance(trial, list):
            return offer(trial)
        found, ahead = [], [*self.movement.ahead(now, trial)]
        for after in ahead:
            whole, more = now.may_end(after.hex, *after.units), not after.stops
            if (self.together or after.hex not in way) and (whole or (more and self.movement.can_end(now, after))):
                found.append(Choice(after.hex, whole, more))
        dropping = len(trial.units) > 1 and way and ahead and (len(way) < 2 or way[-2] != DROP)
        if dropping and all(any(self.movement.ahead(now, without(trial, unit))) for unit in trial.units):
            found.append(Choice(DROP, False, True))
        return found

    def before(self, now: Situation, frame: Frame, units: Sequence[int]) -> Trial:
        """Return units of one hex before they move in a phase: one that a leader directs has a point to spare."""
        trial = self.movement.before(now, units)
        if self.leaders is None or len(units) > 1 or self.leaders.directing(now, frame, units[0]) is None:
            return trial
        return trial._replace(spent=(trial.spent[0] - self.leaders.given.alone * self.movement.scale,))

    def _starts(self, now: Situation, frame: Frame, units: Sequence[int]) -> bool:
        trial = self.before(now, frame, units)
        return any(self.movement.can_end(now, after) for after in self.movement.ahead(now, trial))

    def _together(self, now: Situation, frame: Frame, chosen: tuple[int, ...]) -> SetChoices:
        """Return the units of the same hex that can go with those chosen, and the word that goes on."""
        here = now.place[chosen[0]]
        beside = [unit for unit in self.movers(now, frame) if now.place[unit] == here]
        stacks = Subset(beside, fits=lambda units: now.fits_together(units) and self._starts(now, frame, units))
        return SetChoices(stacks, chosen, [*offer([BY]), *stacks.further(chosen, ends=False, more=True)])

    def walked(self, now: Situation, trial: Trial, way: Sequence[Token]) -> Trial | list[int]:
        """Return where a way has led so far; the units of which one can be dropped, where the next stage is one."""
        left = list(way)
        while left:
            if left[0] == DROP:
                if len(left) == 1:
                    return list(trial.units)
                trial, left = without(trial, int(left[1])), left[2:]
                continue
            to, left = int(left[0]), left[1:]
            after = self.next_to(now, trial, to)
            assert after is not None  # noqa: S101 - each stage was offered
            trial = after
        return trial

    def next_to(self, now: Situation, trial: Trial, to: int) -> Trial | None:
        """Return a stack after its step to a hex; None where it cannot take it."""
        if trial.hex < 0:
            return self.movement.entered(now, trial, to)
        return self.movement.after(now, trial, 6 * trial.hex + self.board.direction(trial.hex, to))

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Move a unit at once where nobody can react; else hex by hex."""
        units, way = split_at(action, BY) if self.together else (list(action[:1]), list(action[1:]))
        if self.together:
            return [frame, Frame("march", {"side": frame.data["side"], "units": units, "way": way})]
        unit, trial = int(units[0]), self.before(now, frame, [int(units[0])])
        leader = self.leaders.directing(now, frame, unit) if self.leaders is not None else None
        for each in (unit, *(() if leader is None else (leader,))):
            book.put("moved", each, 1)
        for token in way:
            after = self.next_to(now, trial, int(token))
            assert after is not None  # noqa: S101 - the action is legal
            trial = after
            enter(self.board, book, trial)
        return [frame]

    # -- for a player --------------------------------------------------------------------------------

    def ends(self, now: Situation, frame: Frame, unit: int) -> dict[int, tuple[int, ...]]:
        """Return the hexes in which a unit can end a move, each with a way there."""
        found: dict[int, tuple[int, ...]] = {}
        edge: list[tuple[Trial, tuple[int, ...]]] = [(self.before(now, frame, [unit]), ())]
        while edge:
            trial, way = edge.pop(0)
            for after in self.movement.ahead(now, trial):
                if after.hex not in found and after.hex != now.place[unit]:
                    found[after.hex] = (*way, after.hex)
                    edge.append((after, found[after.hex]))
        return {hex_: way for hex_, way in found.items() if now.has_room(hex_, unit)}

    def gains(self, mind: Mind, now: Situation, frame: Frame) -> list[tuple[float, Action]]:
        """Return for each unit that may move its best move with what it gains."""
        found: list[tuple[float, Action]] = []
        for unit in self.movers(now, frame):
            ends = self.ends(now, frame, unit)
            worth = {hex_: mind.outlook(now, unit, hex_) for hex_ in ends}
            best = max(worth, key=lambda hex_: worth[hex_], default=None)
            if best is not None:
                here = mind.outlook(now, unit, now.place[unit]) if now.place[unit] >= 0 else 0.0
                found.append((worth[best] - here, (unit, *ends[best])))
        return found

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the move that gains most."""
        gain, action = max(self.gains(mind, now, frame), default=(0.0, ()))
        return (gain, self.whole(now, action)) if action else (0.0, ())

    def whole(self, now: Situation, action: Action) -> Action:  # noqa: ARG002 - for games to override
        """Return a move of a player with the stages that a game has besides."""
        return action


def without(trial: Trial, unit: int) -> Trial:
    """Return a stack on the way without one of its units."""
    kept = [(each, spent) for each, spent in zip(trial.units, trial.spent, strict=True) if each != unit]
    return trial._replace(units=tuple(each for each, _ in kept), spent=tuple(spent for _, spent in kept))


def enter(board: Board, book: Book, trial: Trial) -> None:
    """Write into the book that a stack is in a hex now."""
    for unit in trial.units:
        board.put(book, unit, trial.hex)
    book.event("enters", "movement.costs", trial.units[0], trial.hex, *trial.units[1:])


class March(Phase[GameState]):
    """A step for a stack, hex by hex, so that others can react; who cannot go on stays behind."""

    rules: Board

    @rule("movement.together", "movement.steps")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Take the next hex of the way."""
        now, movement = self.rules.at(state), self.rules.module(Movement)
        at = frame.data.get("at")
        together = (unit for unit in frame.data["units"] if at is None or now.place[unit] == at)  # none has retreated
        going = [unit for unit in together if self.goes_on(now, unit)]
        way = list(frame.data["way"])
        if way and way[0] == DROP:
            going, way = [unit for unit in going if unit != way[1]], way[2:]
        if not going or not way:
            return ()
        deed: Move = self.rules.deeds["move"]  # type: ignore[assignment]  # as the module has it
        after = deed.next_to(now, movement.before(now, going), int(way[0]))
        if after is None:
            return ()
        for unit, spent in zip(after.units, after.spent, strict=True):
            book.put("spent", unit, spent)
            book.put("moved", unit, 1)
        self.noted(book, after)
        enter(self.rules, book, after)
        return () if after.stops else [frame.with_values(units=list(after.units), way=way[1:], at=after.hex)]

    def goes_on(self, now: Situation, unit: int) -> bool:
        """Return whether a unit can go on with its stack."""
        return now.place[unit] != OUT

    def noted(self, book: Book, after: Trial) -> None:
        """Write what a game notes besides about a stack that has entered a hex."""

"""The steps of an assault: its declaration, support of the defender, the dice."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Outcome, SetChoices, Subset
from scenario_forge.simulator.terms import Attack as Chosen
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.board.phase import Deed, SidePhase
from scenario_forge.wargame.modules.activation import fighting
from scenario_forge.wargame.modules.assault.assault import Assault, Fight
from scenario_forge.wargame.modules.assault.modifiers import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.simulator.terms import Terms
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.asked import AirRules, OverrunRules
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

WITH, NONE = "with", "none"
AIR_SUPPORT = "air-support"
"""The step in which aircraft support an assault, where they can."""


class Attack(Deed):
    """``hex, unit …`` or ``hex, unit …, with, unit …``: who attacks a hex from beside it, and who joins from afar."""

    word, phase, clears_all, pattern = "attack", "assault", ("fought",), "hex unit* with unit*"

    @rule("assault.declared")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return hexes that can be attacked, then the set of attackers, then that of those who join."""
        assault = self.board.module(Assault)
        targets = assault.targets(now, self.attackers(now, frame), frame.data.get("attacked", ()))
        awaiting = self.awaiting(now, frame)
        if not begun:
            return offer(hex_ for hex_, able in targets.items() if self._together(awaiting, hex_, able).possible)
        hex_, (picked, joined) = int(begun[0]), split_at(begun[1:], WITH)
        batteries = [u for u in assault.batteries(now, self.joining(now, frame), hex_) if u not in picked]
        guns = self._together(awaiting, hex_, batteries, [int(unit) for unit in picked])
        if WITH in begun:
            return guns.choices(joined)
        able = self._together(awaiting, hex_, targets.get(hex_, ()))
        return able.choices(picked, WITH if guns.possible else "")

    def _together(
        self, awaiting: Mapping[int, Sequence[int]], hex_: int, units: Sequence[int], others: Sequence[int] = ()
    ) -> Subset:
        """Return the sets of units that can attack a hex with others: those that leave enough for the hexes to come."""
        leave_enough = self.board.module(Assault).leaving_enough(awaiting, hex_)
        return Subset(units, fits=lambda some: leave_enough((*others, *some)))

    @rule("assault.phase")
    def attackers(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that may attack if they are beside a hex: those that act in the phase."""
        return fighting(now, frame)

    @rule("assault.joining")
    def joining(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that may join from afar: all of the side, whether they act in the phase or not."""
        return now.own(frame.data["side"])

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Chosen | None:  # noqa: ARG002 - as deeds are asked
        """Return the attack that is chosen."""
        if not begun:
            return None
        units, guns = split_at(begun[1:], WITH)
        return _attack({**frame.data, "hex": begun[0], "attackers": units, "guns": guns, "support": []})

    def owed(self, now: Situation, frame: Frame) -> Mapping[int, Sequence[int]]:
        """Return by hex that must still be attacked the units that can."""
        return self.board.module(Assault).owed(now, self.attackers(now, frame), frame.data.get("attacked", ()))

    def awaiting(self, now: Situation, frame: Frame) -> Mapping[int, Sequence[int]]:
        """Return by hex that must be attacked, and has not been, the units that can."""
        return self.board.module(Assault).awaiting(now, self.attackers(now, frame), frame.data.get("attacked", ()))

    @rule("overrun.once")
    def begins(self, state: GameState, book: Book, side: int) -> None:
        """Note who has attacked already, in an overrun."""
        overrun: OverrunRules | None = self.board.modules.get("overrun")  # type: ignore[assignment]  # as the shelf has it
        for unit in overrun.have_overrun(state, side) if overrun is not None else ():
            book.put("fought", unit, 1)

    def is_due(self, now: Situation, frame: Frame) -> bool:
        """Return whether a hex must still be attacked."""
        return bool(self.owed(now, frame))

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the attack that may be expected to win most."""
        units, attacked = self.attackers(now, frame), frame.data.get("attacked", ())
        return self._best(mind, now, frame, self.board.module(Assault).targets(now, units, attacked), 0.0)

    def forced(self, mind: Mind, now: Situation, frame: Frame) -> Action:
        """Return the attack that may be expected to cost least, of those that must still be made."""
        return self._best(mind, now, frame, self.owed(now, frame), -inf)[1]

    def _best(
        self, mind: Mind, now: Situation, frame: Frame, targets: Mapping[int, Sequence[int]], most: float
    ) -> tuple[float, Action]:
        """Return the attack that may be expected to win most, if that is more than ``most``."""
        assault, best, awaiting = self.board.module(Assault), (), self.awaiting(now, frame)
        for hex_, beside in targets.items():
            able = _as_many_as_fit(self._together(awaiting, hex_, beside))
            batteries = assault.batteries(now, self.joining(now, frame), hex_)
            guns = _as_many_as_fit(self._together(awaiting, hex_, [u for u in batteries if u not in able], able))
            gain = assault.expected(mind, now, hex_, [*able, *guns])
            if able and gain > most:
                most, best = gain, (hex_, *able, *([WITH, *guns] if guns else ()))
        return most, best

    @rule("assault.once")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Declare an attack; no hex is attacked twice in a phase."""
        hex_, (units, guns) = int(action[0]), split_at(action[1:], WITH)
        assault = self.board.module(Assault)
        for unit in units:
            assault.attacks(book, int(unit))
        for unit in guns:
            assault.joins(book, int(unit))
        book.event("attack", "assault.who", hex_, *(int(unit) for unit in (*units, *guns)))
        noted = frame.with_values(attacked=[*frame.data.get("attacked", ()), hex_])
        data = {"hex": hex_, "attackers": units, "guns": guns, "support": []}
        given = assault.given.support
        if given is not None and given.sides == "both":
            return [noted, Frame("support", {"side": 1 - frame.data["side"], **data})]
        return [noted, to_dice(self.board, {"side": frame.data["side"], **data})]


def _as_many_as_fit(offered: Subset) -> list[int]:
    """Return a set that can be picked: member after member that fits to those before."""
    picked: list[int] = []
    for unit in offered.members:
        if offered.fits((*picked, unit)):
            picked.append(unit)
    return picked


class DefenceSupport(Decision[GameState]):
    """``(unit, unit …)`` or ``(none)``: who joins the defence from afar."""

    rules: Board

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the set of those in range."""
        if NONE in prefix:
            return []
        now, side = self.rules.at(state), frame.data["side"]
        guns = self.rules.module(Assault).batteries(now, now.own(side), frame.data["hex"])
        found = Subset(guns).choices(prefix)
        return SetChoices(found.subset, found.picked, [*found, *[Choice(NONE)] * (not prefix)])

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Note who joins, and throw the dice."""
        guns = [int(unit) for unit in action if unit != NONE]
        for unit in guns:
            self.rules.module(Assault).joins(book, unit)
        return [to_dice(self.rules, {**frame.data, "side": 1 - frame.data["side"], "support": guns})]


class Battle(Throw[GameState]):
    """The dice of an assault."""

    rules: Board

    @rule("assault.dice")
    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the totals of the dice that the kind of turn asks for."""
        return self.rules.module(Assault).dice.outcomes(self.rules.at(state))


def to_dice(board: Board, data: Mapping[str, Any]) -> Frame:
    """Return the step after all who fight are named: the support of aircraft where there may be some, else the dice."""
    air: AirRules | None = board.modules.get("air")  # type: ignore[assignment]  # as the shelf has it
    if air is None or not air.supports:
        return Frame("battle", data)
    return Frame(AIR_SUPPORT, {**data, "attacker": data["side"], "flown": []})


def fight_of(board: Board, data: Mapping[str, Any]) -> Fight:
    """Return the fight in the data of a frame or an attack."""
    air: AirRules | None = board.modules.get("air")  # type: ignore[assignment]  # as the shelf has it
    flown = air.aid(data["sorties"]) if air is not None and "sorties" in data else ()
    sign = board.module(Assault).sign
    aid = [(Change(die=sign * die, shift=shift), whose) for die, shift, whose in flown]
    return Fight(data["hex"], data["attackers"], data["guns"], data["support"], aid=aid, done=data.get("done", ""))


@rule("assault.result")
def battle(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and lead to what it does."""
    now, assault, side, data = board.at(state), board.module(Assault), frame.data["side"], frame.data
    fight = fight_of(board, data)
    odds = assault.odds(now, fight)
    code = assault.results.in_column(odds.column, data["thrown"] + odds.die)
    numbers = (odds.attack, odds.defence, data["thrown"], odds.die, assault.results.codes.index(code), odds.column)
    book.event("battle", "assault.result", fight.hex, *numbers)
    units = (fight.attackers, [*assault.defenders(now, fight.hex)])
    return [*afterwards(board, data), *assault.effects.frames(code, (side, 1 - side), units)]


def afterwards(board: Board, data: Mapping[str, Any]) -> list[Frame]:
    """Return the step after all effects of a result: that of its kind of fight, else the advance, if there is one."""
    step = data.get("after", "advance")
    after = Frame(step, {"side": data["side"], "hex": data["hex"], "units": data["attackers"]})
    return [after] * (step in board.modules)


def join(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return all who can join the defence."""
    guns = mind.board.module(Assault).batteries(now, now.own(mind.side), frame.data["hex"])
    return tuple(guns) or (NONE,)


def _attack(data: Mapping[str, Any]) -> Chosen | None:
    """Return the attack in the data of a frame; None where nobody attacks in it."""
    return Chosen(data["hex"], tuple(data["attackers"]), {**data, "by": "assault"}) if data.get("attackers") else None


class AssaultPhase(SidePhase):
    """The phase in which units of a side attack."""

    plain = "attack"


class AssaultModule(Assault):
    """The module of assault with its steps."""

    columns: ClassVar = {"units": "fought"}
    deeds = (Attack,)
    loops: ClassVar = {"assault": "sides"}

    def pending(self, now: Situation, frame: Frame, action: Action) -> Chosen | None:  # noqa: ARG002 - as modules are asked
        """Return the attack for which the defender names his support, or for which the dice are still to be thrown."""
        if frame.step not in ("support", "battle"):
            return None
        support = [unit for unit in action if unit != NONE] if frame.step == "support" else frame.data["support"]
        return _attack({**frame.data, "support": support})

    def terms(self, now: Situation, attack: Chosen) -> Terms:
        """Return the terms of an attack.

        Raises:
            ValueError: a unit cannot attack the hex.
        """
        able = self.targets(now, attack.attackers, ()).get(attack.target, ())
        declared = attack.given.get("attackers") is not None
        for unit in attack.attackers:
            if unit not in able and not declared:
                raise ValueError(f"{self.board.compiled.names['units'][unit]} cannot attack this hex now")
        given = attack.given
        named = {"hex": attack.target, "attackers": attack.attackers}
        fight = fight_of(self.board, {"guns": (), "support": (), **given, **named})
        return self.reckoning(now, fight)

    def is_hopeless(self, now: Situation, event: Event) -> bool:
        """Return whether no total of the dice could have cost the defender of a fight anything."""
        _hex, _attack, _defence, _thrown, die, _code, column = event.subjects
        codes = (self.results.in_column(column, each + die) for each in self.dice.thrown(now).ways)
        return not any(self.effects.share(code, "defender") for code in codes)

    steps: ClassVar = {
        "assault": ("assault.phase", AssaultPhase),
        "support": ("assault.support", DefenceSupport),
        "battle": ("assault.result", Battle, battle),
    }
    inner = ("support", "battle")
    words: ClassVar = {
        "assault begins": "the {0:side} player attacks",
        "attack": "{0:hex} is attacked",
        "supports": "{0:unit} fires in support",
        "battle": "battle for {0:hex}, {1} against {2}: {3} on the dice, {4} added, {5:code}",
    }
    titles: ClassVar = {"support": "defensive support"}
    about: ClassVar = {"support": ("{0:hex}", ("hex",))}
    actions: ClassVar = {"support": ["unit*"]}
    marks = ("fought",)
    busy = ("battle", "support")
    thoughts: ClassVar = {"support": join}

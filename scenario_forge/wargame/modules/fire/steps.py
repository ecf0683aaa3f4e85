"""The steps of fire: aiming, alone or together; the dice; fire at who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.simulator.terms import Attack, Terms
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer, pick, split_at, targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire.fire import Fire, Volley
from scenario_forge.wargame.modules.phase import Deed, SidePhase, acting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.fire.key import FireKey
    from scenario_forge.wargame.modules.mind import Mind

DECLINE, WITH = "decline", "with"


class FireAt(Deed):
    """``unit, target``; of units together ``target, unit …``, with ``with, unit …`` where some support them."""

    word, phase, pattern = "fire", "fire", "unit unit"

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.fire = board.module(Fire)

    @property
    def clears(self) -> Sequence[str]:  # type: ignore[override]  # a target of several is marked
        """The columns that are 0 when a phase begins."""
        return ("shot", "aimed") if self.fire.given.together else ("shot",)

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
        """Return who can fire, then at whom; of units together at whom, then who can."""
        if self.fire.given.together:
            return self._together(now, frame, begun)
        hexes = sorted(now.held(1 - frame.data["side"]))
        able = (unit for unit in self.firers(now, frame) if self.fire.fires[unit] and self.fire.is_free(now, unit))
        aims = targets_by_token(able, lambda unit: [at for hex_ in hexes for at in self.fire.targets(now, unit, hex_)])
        return two_stage_choices(aims, begun)

    def _together(self, now: Situation, frame: Frame, begun: Action) -> list[Choice]:
        if not begun:
            enemies = now.own(1 - frame.data["side"])
            return offer(unit for unit in enemies if self._together(now, frame, (unit,)))
        target, (picked, joined) = int(begun[0]), split_at(begun[1:], WITH)
        firers, guns = self.able(now, frame, target)
        if WITH in begun:
            return pick(guns, [int(unit) for unit in joined])
        helped = guns and (picked or self.fire.is_spotted(now, frame.data["side"], target))
        return [*pick(firers, [int(unit) for unit in picked], more=bool(guns)), *offer([WITH] * bool(helped))]

    def able(self, now: Situation, frame: Frame, target: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the units that can fire at a target together, and those that can support them."""
        units = self.firers(now, frame)
        return self.fire.firers(now, units, target), self.fire.supporters(now, units, target)

    def firers(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that act in the phase."""
        return acting(now, frame)

    def proposal(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action] | None:
        """Return the target of units together at which fire may be expected to win most."""
        found = [self._volley(mind, now, frame, target) for target in now.own(1 - frame.data["side"])]
        worth = [(self.fire.expected(mind, now, volley), volley) for volley in found if volley.units or volley.guns]
        if not self.fire.given.together or not worth:
            return None
        most, best = max(worth, key=lambda each: each[0])
        return most, (best.target, *best.units, *([WITH, *best.guns] if best.guns else ()))

    def _volley(self, mind: Mind, now: Situation, frame: Frame, target: int) -> Volley:
        """Return the fewest units whose fire at a target may be expected to win most."""
        firers, guns = self.able(now, frame, target)
        joined = bool(firers) or self.fire.is_spotted(now, frame.data["side"], target)
        picked: tuple[list[int], list[int]] = [], []
        most = 0.0
        for group, unit in [*((0, unit) for unit in firers), *((1, unit) for unit in guns if joined)]:
            tried = [[*own, unit] if group == number else own for number, own in enumerate(picked)]
            worth = self.fire.expected(mind, now, Volley(target, tried[0], tried[1]))
            if worth > most:
                most, picked = worth, (tried[0], tried[1])
        return Volley(target, *picked)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the dice."""
        if not self.fire.given.together:
            firer, target = (int(unit) for unit in action)
            _aim(book, firer)
            return [frame, Frame("shot", {"firer": firer, "target": target})]
        target, (units, guns) = int(action[0]), split_at(action[1:], WITH)
        book.put("aimed", target, 1)
        for unit in (*units, *guns):
            _aim(book, int(unit))
        data = {"side": frame.data["side"], "target": target, "units": units, "guns": guns}
        return [frame, Frame("combined-fire", data)]


def _aim(book: Book, unit: int) -> None:
    book.put("shot", unit, 1)
    book.event("takes aim", "fire.who", unit)


class Opportunity(Decision[GameState]):
    """``(firer, target)`` or ``(decline)``, one after another."""

    rules: Board

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        aims = self.rules.module(Fire).firing(self.rules.at(state), frame)
        return [*two_stage_choices(aims, prefix), *[Choice(DECLINE)] * (not prefix)]

    @rule("fire.opportunity")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Throw the dice, and go on with others who can fire."""
        if not action or action[0] == DECLINE:
            return ()
        fired = frame.with_values(fired=[*frame.data["fired"], action[0]])
        return [fired, Frame("shot", {"firer": action[0], "target": action[1]})]


@rule("fire.result")
def shot(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and let the target suffer what it does."""
    now, fire, (firer, target) = board.at(state), board.module(Fire), (frame.data["firer"], frame.data["target"])
    given = fire.given
    strength = board.value(now, given.value, firer)
    value = strength - (board.value(now, given.defence, target) if given.defence is not None else 0)
    assert fire.results is not None  # noqa: S101 - a game without a table has a step of its own
    code = fire.results.at(value, frame.data["thrown"])
    book.event("fires", "fire.result", firer, target, value, frame.data["thrown"], fire.results.codes.index(code))
    sides = (board.units.side[firer], board.units.side[target])
    return board.module(Effects).frames(code, sides, ((firer,), (target,)))


@rule("fire.result")
def combined_fire(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result of fire of several units in the table, and lead to what it does."""
    now, fire, data = board.at(state), board.module(Fire), frame.data
    volley, side = volley_of(data), data["side"]
    value = int(fire.value(now, volley).total)
    assert fire.results is not None  # noqa: S101 - as for `shot`
    code = fire.results.at(value, data["thrown"])
    book.event("combined fire", "fire.result", volley.target, value, data["thrown"], fire.results.codes.index(code))
    units = [*volley.units, *volley.guns]
    after = [Frame("advance", {"side": side, "hex": now.place[volley.target], "units": units})]
    effects = board.module(Effects).frames(code, (side, 1 - side), (units, (volley.target,)))
    return [*after * ("advance" in board.modules), *effects]


def volley_of(data: Mapping[str, Any]) -> Volley:
    """Return the fire that a frame or an action is for."""
    return Volley(data["target"], data["units"], data["guns"], data.get("more", 0))


def shots(board: Board, state: GameState, frame: Frame, action: Action) -> Sequence[Attack]:
    """Return fire together that is being chosen, or for which the die is still to be thrown."""
    data, deed = dict(frame.data), board.deeds["fire"]
    stages = action[1:] if action[:1] == (deed.word,) else action if frame.step == deed.phase else ()
    if stages:
        units, guns = split_at(stages[1:], WITH)
        data = {"target": stages[0], "units": units, "guns": guns}
    shooters = (*data.get("units", ()), *data.get("guns", ()))
    return [Attack(state.units.place[data["target"]], shooters, data)] if "target" in data and shooters else []


def terms(board: Board, state: GameState, attack: Attack) -> Terms:
    """Return the terms of fire together at the first unit of a hex that can be fired at.

    Raises:
        ValueError: a unit cannot fire at it.
    """
    now, fire, given = board.at(state), board.module(Fire), attack.given
    target = given.get("target", now.stack(attack.target)[0])
    guns = [unit for unit in attack.attackers if unit in given.get("guns", ())]
    units = [unit for unit in attack.attackers if unit not in guns]
    able = units if "units" in given else fire.firers(now, units, target)
    for unit in units:
        if unit not in able:
            raise ValueError(f"{board.compiled.names['units'][unit]} cannot fire at this hex now")
    return fire.terms(now, Volley(target, units, guns, given.get("more", 0)))


class FirePhase(SidePhase):
    """The phase in which units of a side fire."""

    plain = "fire"


class FireModule(Fire):
    """The module of fire with its steps."""

    deeds = (FireAt,)
    steps: ClassVar = {
        "fire": ("fire.phase", FirePhase),
        "shot": ("fire.result", Throw, shot),
        "combined-fire": ("fire.result", Throw, combined_fire),
        "opportunity": ("fire.opportunity", Opportunity),
    }
    inner = ("shot", "combined-fire", "opportunity")
    words: ClassVar = {
        "fire begins": "the {0:side} player fires",
        "takes aim": "{0:unit} takes aim",
        "fires": "{0:unit} fires at {1:unit}: {3} on the die against {2}",
        "combined fire": "fire at {0:unit}, value {1}: {2} on the die, {3:result}",
    }
    actions: ClassVar = {"opportunity": ["unit unit"]}
    marks = ("shot",)
    busy = ("opportunity", "shot")

    @property
    def columns(self) -> Mapping[str, str]:  # type: ignore[override]  # a target of several is marked
        """The columns of state: who has fired, and who was fired at where that can be once."""
        return {"units": "shot aimed" if self.given.together else "shot"}

    @classmethod
    def patterns(cls, given: FireKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of fire."""
        found = dict(super().patterns(given))
        return found | {"fire": ["unit unit* with unit*"]} if given.together else found

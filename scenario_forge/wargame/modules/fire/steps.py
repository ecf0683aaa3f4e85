"""The steps of fire: the phase, fire at who moves, the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.phase import Deed, SidePhase
from scenario_forge.wargame.modules.activation import fighting
from scenario_forge.wargame.modules.fire.checks import fire_findings
from scenario_forge.wargame.modules.fire.fire import Fire

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action, Outcome
    from scenario_forge.simulator.terms import Attack
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.fire.key import FireKey

DECLINE = "decline"


class FireAt(Deed):
    """``unit, target``."""

    word, phase, clears, pattern = "fire", "fire", ("shot",), "unit unit:target"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        return two_stage_choices(self.aims(now, frame), begun)

    def aims(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can fire, and at whom."""
        fire, hexes = self.board.module(Fire), sorted(now.held(1 - frame.data["side"]))
        able = (unit for unit in fighting(now, frame) if fire.may_fire(now, unit) and fire.is_free(now, unit))
        return targets_by_token(able, lambda unit: [each for hex_ in hexes for each in fire.targets(now, unit, hex_)])

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - as deeds are asked
        """Return the shot that is chosen."""
        return self.board.module(Fire).shot_at(now, int(begun[0]), int(begun[1])) if len(begun) > 1 else None

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the shot that may be expected to cost the enemy most."""
        return self.board.module(Fire).best(mind, now, self.aims(now, frame))

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the dice."""
        firer, target = (int(unit) for unit in action)
        book.put("shot", firer, 1)
        book.event("takes aim", "fire.who", firer)
        return [frame, Frame("shot", {"firer": firer, "target": target})]


class Opportunity(Decision[GameState]):
    """``(firer, target)`` or ``(decline)``, one after another."""

    rules: Board

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        aims = self.rules.module(Fire).firing(self.rules.at(state), frame)
        return [*two_stage_choices(aims, prefix), *[Choice(DECLINE)] * (not prefix)]

    @rule("fire.opportunity")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Throw the dice, and go on with others who can fire."""
        if not action or action[0] == DECLINE:
            return ()
        fired, firer = frame.with_values(fired=[*frame.data["fired"], action[0]]), int(action[0])
        if self.rules.module(Fire).given.shots is not None:
            book.put("shots", firer, state.units.shots[firer] + 1)
            book.event("fires in reaction", self.clause, firer)
        return [fired, Frame("shot", {"firer": action[0], "target": action[1]})]


class Shot(Throw[GameState]):
    """The dice of a shot, as many as the table asks for in the kind of turn."""

    rules: Board

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the totals of the dice."""
        return self.rules.module(Fire).dice.outcomes(self.rules.at(state))


@rule("fire.result")
def shot(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and let the target suffer what it does."""
    now, fire, (firer, target) = board.at(state), board.module(Fire), (frame.data["firer"], frame.data["target"])
    value = fire.difference(now, firer, target)
    assert fire.results is not None  # noqa: S101 - a game without a table has a step of its own
    more, shift = fire.moved(now, (firer,), (), target)
    code = fire.results.at(value, frame.data["thrown"] + more, shift)
    book.event("fires", "fire.result", firer, target, value, frame.data["thrown"], fire.results.codes.index(code))
    sides = (board.units.side[firer], board.units.side[target])
    return fire.effects.frames(code, sides, ((firer,), (target,)))


def react(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the best shot at who moves; to fire costs nothing."""
    fire = mind.board.module(Fire)
    gain, way = fire.best(mind, now, fire.firing(now, frame))
    return way if gain > 0 else (DECLINE,)


@rule("fire.phase")
class FirePhase(SidePhase):
    """The phase in which units of a side fire."""

    plain = "fire"


class FireModule(Fire):
    """The module of fire with its steps."""

    columns: ClassVar = {"units": "shot"}

    @classmethod
    def columns_of(cls, given: FireKey) -> Mapping[str, str]:
        """Return the columns of state: who has fired, and how often at those that move where that is counted."""
        return {**cls.columns, "units": cls.columns["units"] + " shots" * (given.shots is not None)}

    @classmethod
    def due(cls, given: FireKey) -> Sequence[str]:
        """Return its phase, unless units fire at those who move."""
        return [] if given.opportunity else super().due(given)

    @classmethod
    def checks(cls, game: Game, given: FireKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what is wrong with its key, and that there is no table where a shot needs one."""
        yield from fire_findings(game, given, where)
        if given.table is None and shot in cls.steps["shot"]:
            finding = MOD001.at(where.key(), "none", what="`fire`", needed="`table`, the chart of its results")
            yield finding.suggest("write `table:` with the id of a chart")

    deeds = (FireAt,)
    loops: ClassVar = {"fire": "sides"}
    steps: ClassVar = {
        "fire": ("fire.phase", FirePhase),
        "shot": ("fire.result", Shot, shot),
        "opportunity": ("fire.opportunity", Opportunity),
    }
    inner = ("shot", "opportunity")
    words: ClassVar = {
        "fire begins": "the {0:side} player fires",
        "takes aim": "{0:unit} takes aim",
        "fires in reaction": "{0:unit} fires at those that move",
        "fires": "{0:unit} fires at {1:unit}: {3} on the die against {2}",
    }
    titles: ClassVar = {"opportunity": "opportunity fire", "shot": "fire"}
    about: ClassVar = {"opportunity": ("{1+:unit} in {0:hex}", ("hex", "units"))}
    actions: ClassVar = {"opportunity": ["unit unit:target"]}
    marks = ("shot",)
    busy = ("opportunity", "shot")
    thoughts: ClassVar = {"opportunity": react}

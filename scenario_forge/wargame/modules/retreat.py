"""Retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.checks import MOD007, has_key, lacking_formations, lacking_key
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.effects import Effect


class RetreatKey(Model):
    """How units retreat."""

    towards: Literal["away", "own_headquarters"] = "away"
    """`away`: each hex is farther from the hex where the unit stood. `own_headquarters`: each is nearer to the
    headquarters of its formation; where no such way is open or the unit is there, to the nearest other one of its side;
    where there is none, the enemy says which way."""
    into_zones: Literal["never", "free"] = "never"
    """Whether the way may lead into zones of the enemy."""
    blocked: Literal["eliminate", "stand"] = "eliminate"
    """What becomes of a unit that cannot retreat as far as it must."""


class Retreat(Module[RetreatKey]):
    """Retreat in play."""

    key, model, needs = "retreat", RetreatKey, ("effects",)

    @classmethod
    def checks(cls, game: Game, given: RetreatKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that no effect makes units retreat, or that there is no headquarters to retreat to."""
        effects: Mapping[str, Effect] = getattr(where.file.document, "effects", None) or {}
        if effects and not any(each.attacker.retreat or each.defender.retreat for each in effects.values()):
            advice = "write `retreat: 1` or more at an effect, or remove the key"
            yield MOD007.at(where.key(), what="`retreat`", why="no effect makes units retreat").suggest(advice)
        if given.towards == "own_headquarters":
            if not has_key(where, "activation"):
                yield lacking_key(where / "towards", "`towards: own_headquarters`", "activation")
            yield from lacking_formations(game, where / "towards", "`towards: own_headquarters`")

    def ready(self) -> None:
        """Look up formations."""
        self.activation = self.board.get(Activation)

    @classmethod
    def sentences(cls, given: RetreatKey, labels: Labels) -> Iterator[Sentence]:
        """Say which way units retreat, and what becomes of those that cannot."""
        away = "Each hex of a retreat must be farther from the hex where the unit stood than the hex before."
        home = (
            "Each hex of a retreat must be nearer to the headquarters of the unit's formation. If the "
            "unit is there, or no such way is open, it makes for the nearest other headquarters of its side."
        )
        yield Sentence("retreat.way", away if given.towards == "away" else home)
        alone = "" if given.towards == "away" else " The enemy retreats a unit that has no headquarters to go to."
        yield Sentence("retreat.who", f"The owner retreats the units one after another.{alone}")
        text = "A retreat may not lead into a hex with enemy units, or into one that is prohibited to the unit."
        yield Sentence("retreat.ground", text)
        if "zones" in labels.keys:
            may = {"never": "may not", "free": "may"}[given.into_zones]
            yield Sentence("retreat.zones", f"A retreat {may} lead into an enemy zone of control.")
        fate = {"eliminate": "is eliminated", "stand": "stays where it is"}[given.blocked]
        room = ", or would end in a full hex," if "stacking" in labels.keys else ""
        yield Sentence("retreat.blocked", f"A unit that cannot retreat the whole distance{room} {fate}.")

    def goals(self, now: Situation, unit: int) -> list[int]:
        """Return the headquarters that a unit makes for, in order: its own, then others from the nearest on."""
        if self.given.towards == "away" or self.activation is None:
            return []
        board, place = self.board, now.place
        side, own = board.units.side[unit], self.activation.hq[unit]
        others = [
            hq
            for hq in self.activation.formations
            if board.units.side[hq] == side and place[hq] >= 0 and place[hq] != place[unit]
        ]
        return sorted(others, key=lambda hq: (hq != own, board.distance(place[unit], place[hq])))

    @rule("retreat.zones", "retreat.ground")
    def open_to(self, now: Situation, unit: int, at: int, to: int) -> bool:
        """Return whether a retreating unit can enter a hex from another."""
        board, side = self.board, self.board.units.side[unit]
        if to in now.held(1 - side) or (self.given.into_zones == "never" and to in now.zone(1 - side)):
            return False
        movement = board.get(Movement)
        if movement is None:
            return bool(board.passable[board.terrain[to]])
        return movement.can_ever_enter(now, unit, 6 * at + board.direction(at, to))

    @rule("retreat.way")
    def ways(self, now: Situation, unit: int, hexes: int) -> list[tuple[int, ...]]:
        """Return the whole ways of a retreat of so many hexes; none: it cannot."""

        def make() -> list[tuple[int, ...]]:
            goals = [now.place[goal] for goal in self.goals(now, unit)]
            for goal in goals or [-1]:
                found = [*self._ways(now, unit, (), hexes, goal)]
                if found:
                    return found
            return []

        return now.state.derived(("retreat", unit, hexes), ("units", "towns"), make)

    def _ways(
        self, now: Situation, unit: int, way: tuple[int, ...], hexes: int, goal: int
    ) -> Iterator[tuple[int, ...]]:
        board, start = self.board, now.place[unit]
        at = way[-1] if way else start
        if len(way) == hexes:
            if now.has_room(at, unit):
                yield way
            return
        for to in board.adjacent[at]:
            if goal >= 0:
                onward = board.distance(to, goal) < board.distance(at, goal) and to != start
            else:
                farther = board.distance(start, to) == len(way) + 1
                onward = to != start and (farther or self.given.towards != "away")
            if onward and self.open_to(now, unit, at, to):
                yield from self._ways(now, unit, (*way, to), hexes, goal)


class Retreating(Decision[GameState]):
    """``(unit, hex …)`` for the first of the units that are left."""

    rules: Board

    def first(self, state: GameState, frame: Frame) -> int:
        """Return the unit that retreats next; −1 for none."""
        return next((unit for unit in frame.data["units"] if state.units.place[unit] >= 0), -1)

    @rule("retreat.who")
    def who(self, state: GameState, frame: Frame) -> int:
        """Return the owner, or the enemy of a unit without a headquarters to go to; NOBODY where it cannot go."""
        unit, now, retreat = self.first(state, frame), self.rules.at(state), self.rules.module(Retreat)
        if unit < 0 or not retreat.ways(now, unit, frame.data["hexes"]):
            return NOBODY
        side: int = frame.data["side"]
        return side if retreat.given.towards == "away" or retreat.goals(now, unit) else 1 - side

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the unit, then hex after hex."""
        unit = self.first(state, frame)
        if not prefix:
            return offer([unit]) if unit >= 0 else []
        ways = self.rules.module(Retreat).ways(self.rules.at(state), unit, frame.data["hexes"])
        stage, begun = len(prefix), prefix[1:]
        ahead = dict.fromkeys(way[stage - 1] for way in ways if way[: stage - 1] == begun and len(way) >= stage)
        last = stage == frame.data["hexes"]
        return [Choice(hex_, last, not last) for hex_ in ahead]

    @rule("retreat.blocked")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Retreat a unit, or take it off where it cannot."""
        unit = self.first(state, frame)
        if unit < 0:
            return ()
        if action:
            for hex_ in action[1:]:  # a place on the way is held by who was the last in it
                self.rules.put(book, unit, int(hex_))
            book.event("retreats", "retreat.way", unit, int(action[-1]))
        elif self.rules.module(Retreat).given.blocked == "eliminate":
            self.rules.module(Effects).eliminate(book, unit)
        return [frame.with_values(units=[other for other in frame.data["units"] if other != unit])]


def fall_back(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the way that ends where a unit is wanted most and endangered least; of an enemy's, where least."""
    unit = next(unit for unit in frame.data["units"] if now.place[unit] >= 0)
    pull, danger, strength = mind.pull(now), mind.danger(now), mind.strength(now, unit)
    sign = 1 if mind.board.units.side[unit] == mind.side else -1
    ways = mind.board.module(Retreat).ways(now, unit, frame.data["hexes"])
    return (unit, *max(ways, key=lambda way: sign * (pull[way[-1]] - mind.loss(danger[way[-1]], strength, way[-1]))))


Retreat.thoughts = {"retreat": fall_back}
Retreat.steps = {"retreat": ("retreat.way", Retreating)}
Retreat.inner = ("retreat",)
Retreat.words = {"retreats": "{0:unit} retreats to {1:hex}"}
Retreat.actions = {"retreat": ["unit hex*"]}
Retreat.busy = ("retreat",)

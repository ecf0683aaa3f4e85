"""Barrage: artillery shells a hex that somebody observes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY
from scenario_forge.simulator.terms import Attack, Reckoning, Roll, Terms, prospects
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import DIE, Throw
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units
from scenario_forge.wargame.board.phase import Deed, SidePhase
from scenario_forge.wargame.board.selectors import UnitSelector, other_side, selected
from scenario_forge.wargame.modules.activation import fighting
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.dice import TableDice
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.supply import Supply

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action, Choice, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind


class BarrageKey(Model):
    """Who shells hexes from afar, by a die against a value of the counter."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    value: ValueName = "strength"
    """The value of the counter: a die below it hits, with what the ground of the hex adds to the dice of an assault."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that shell; without, all that have a range."""


class Barrage(Module[BarrageKey]):
    """Barrage in play. Who has shelled is not ready before the step `ready`."""

    key, model, needs = "barrage", BarrageKey, ("assault", "effects", "sight")
    columns: ClassVar = {"units": "fired fought"}

    def __init__(self, board: Board, given: BarrageKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        ranges = zip(board.printed(given.range), board.column("barrage.of"), strict=True)
        self.ranges = [max(far, 0) * bool(may) for far, may in ranges]
        """By unit: how far it shells; 0 for who does not."""

    def ready(self) -> None:
        """Look up assault, effects and sight, and the die, to which kinds of turn add."""
        self.assault, self.effects = self.board.module(Assault), self.board.module(Effects)
        self.sight, self.dice = self.board.module(Sight), TableDice(self.board, {"": 1}, self.key)

    @classmethod
    def ranges_of(cls, given: BarrageKey) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return the range, and who shells."""
        return [(given.range, given.of)]

    @classmethod
    def arrays(cls, game: Game, given: BarrageKey) -> Arrays:
        """Return who shells."""
        return {"barrage.of": selected(game, given.of)}

    @classmethod
    def reads(cls, game: Game, given: BarrageKey) -> Mapping[str, Collection[str]]:  # noqa: ARG003 - as the base
        """Return the face to which hits turn units."""
        return {"face": other_side(game)}

    @classmethod
    def sentences(cls, given: BarrageKey, labels: Labels) -> Iterator[Sentence]:
        """Say who shells what, and how it falls out."""
        far, phase = labels.value(given.range), labels.phase("barrage", "barrage")
        who = f"In {phase} {labels.units(given.of)} with a {far} may shell a hex, one after another."
        yield Sentence("barrage.who", who)
        text = f"The hex has enemy units, is no farther than the {far}, and is observed by a unit of the side."
        yield Sentence("barrage.target", text)
        yield Sentence("barrage.once", "Who shells does nothing else to fight in the phase, and must be ready for it.")
        text = "A unit that has shelled is not ready."
        if "ready" in labels.steps:
            text += f" In the step {sentence_case(labels.step('ready'))} all units of the side are ready again."
        yield Sentence("barrage.ready", text)
        text = (
            "Throw a die. Add to it what the ground of the hex adds to the dice of an assault. The barrage hits if the "
            f"total is below the {labels.value(given.value)} of the unit that shells."
        )
        yield Sentence("barrage.die", text)
        text = "A hit turns over the unit in the hex. If there are several, throw a die for each: the highest are hit."
        yield Sentence("barrage.result", text)

    @classmethod
    def paper(cls, given: BarrageKey, labels: Labels) -> Iterator[Marker]:  # noqa: ARG003 - as modules are asked
        """Yield the markers of artillery that is not ready."""
        yield on_units("Fired", labels)

    @rule("barrage.who", "barrage.once")
    def may_shell(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may shell now: it is ready, and has not fought."""
        units = now.units
        return self.ranges[unit] > 0 and now.place[unit] >= 0 and not units.fired[unit] and not units.fought[unit]

    @rule("barrage.target")
    def targets(self, now: Situation, unit: int) -> list[int]:
        """Return the hexes of the enemy in range that a unit of the side observes."""
        side, away = self.board.units.side[unit], self.board.distances(now.place[unit])
        near = (hex_ for hex_ in sorted(now.held(1 - side)) if away[hex_] <= self.ranges[unit])
        return [hex_ for hex_ in near if self.sight.observed(now, side, hex_)]

    def exposed(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the units of a hex that a barrage may hit: those that an assault is made on."""
        return self.assault.defenders(now, hex_)

    def added(self, now: Situation, hex_: int) -> list[tuple[int, str, str]]:
        """Return what is added to the die: the number, its source in words, its rule."""
        found = [(effect.die, ground, "assault.ground") for effect, ground in self.assault.ground.in_hex(hex_)]
        return [*found, *self.dice.added(now)]

    @rule("barrage.die")
    def needed(self, now: Situation, unit: int, hex_: int) -> int:
        """Return what a die must stay below to hit."""
        strength = self.board.faces.value(now, self.given.value, unit)
        return strength - sum(value for value, _source, _clause in self.added(now, hex_))

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:  # noqa: ARG002 - as modules are asked
        """Return the barrage for which the dice are still to be thrown."""
        shelling = frame.step == "shelling" and "thrown" not in frame.data
        given = {"by": self.key, "declared": True}
        return Attack(frame.data["hex"], (frame.data["unit"],), given) if shelling else None

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return the strength, what is added to the die, and how it may fall out.

        Raises:
            ValueError: a unit cannot shell the hex.
        """
        (unit,), names = attack.attackers[:1], self.board.compiled.names["units"]
        for each in attack.attackers:
            able = self.may_shell(now, each) and attack.target in self.targets(now, each)
            if not able and not attack.given.get("declared"):
                raise ValueError(f"{names[each]} cannot shell this hex now")
        strength, die = Reckoning(), Reckoning()
        strength.add(
            self.board.faces.value(now, self.given.value, unit),
            names[unit],
            self.board.clause_of("barrage.die"),
            "counter",
        )
        for value, source, clause in self.added(now, attack.target):
            die.add(value, source, self.board.clause_of(clause))
        needed = self.needed(now, unit, attack.target)
        several = len(self.exposed(now, attack.target)) > 1
        who = "the unit whose die is highest" if several else "the unit"
        effects = {"hit": f"{who} is turned over", "miss": "no effect"}

        def result(face: Token) -> str:
            return "hit" if int(face) < needed else "miss"

        found = prospects(DIE, result, lambda face: effects[result(face)])
        return Terms((strength.named("strength"), die.named("die")), (Roll("barrage", f"below {needed}", found),))


class Shell(Deed):
    """``unit, hex``."""

    word, phase, clears, pattern = "barrage", "barrage", ("fought",), "unit hex"

    def aims(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can shell, and which hexes."""
        barrage = self.board.module(Barrage)
        able = (unit for unit in fighting(now, frame) if barrage.may_shell(now, unit))
        return targets_by_token(able, lambda unit: barrage.targets(now, unit))

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can shell, then which hex."""
        return two_stage_choices(self.aims(now, frame), begun)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Shell a hex; it is the fight of the unit in the phase."""
        unit, hex_ = int(action[0]), int(action[1])
        book.put("fired", unit, 1)
        book.put("fought", unit, 1)
        book.event("shelling begins", "barrage.who", unit)
        return [frame, Frame("shelling", {"unit": unit, "hex": hex_})]

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - as deeds are asked
        """Return the barrage that is chosen."""
        return Attack(int(begun[1]), (int(begun[0]),), {"by": Barrage.key}) if len(begun) > 1 else None

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the barrage that may be expected to cost the enemy most."""
        barrage = self.board.module(Barrage)

        def gain(way: tuple[int, int]) -> float:
            hits = min(max(barrage.needed(now, *way) - 1, 0), len(DIE)) / len(DIE)
            stack = barrage.exposed(now, way[1])
            return hits * sum(mind.value(now, unit) for unit in stack) / len(stack) if stack else 0.0

        found = [(unit, hex_) for unit, hexes in self.aims(now, frame).items() for hex_ in hexes]
        best = max(found, key=gain, default=())
        return (gain(best), best) if best else (0.0, ())


class Shelling(Throw[GameState]):
    """A die; if it hits among several, a die for each unit, the highest of which suffer."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE as long as dice are to be thrown."""
        return CHANCE if len(frame.data.get("thrown", ())) < self.needed(state, frame) else NOBODY

    def stack(self, state: GameState, frame: Frame) -> Sequence[int]:
        """Return the units that may be hit."""
        return self.rules.module(Barrage).exposed(self.rules.at(state), frame.data["hex"])

    def needed(self, state: GameState, frame: Frame) -> int:
        """Return how many dice are thrown: one, and where that hits among several units, as many more as they are."""
        stack = self.stack(state, frame)
        several = frame.data.get("thrown") and len(stack) > 1 and self.hits(state, frame)
        return 1 + (len(stack) if several else 0)

    def hits(self, state: GameState, frame: Frame) -> bool:
        """Return whether the first die hits."""
        barrage, unit, hex_ = self.rules.module(Barrage), frame.data["unit"], frame.data["hex"]
        hit: bool = frame.data["thrown"][0] < barrage.needed(self.rules.at(state), unit, hex_)
        return hit

    @rule("barrage.result")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Note a die; once all are thrown, let those with the highest suffer."""
        thrown = frame.data.get("thrown", [])
        if action:
            return [frame.with_values(thrown=[*thrown, action[0]])]
        book.event("barrage", "barrage.die", frame.data["unit"], frame.data["hex"], thrown[0])
        if self.hits(state, frame):
            stack, dice = self.stack(state, frame), thrown[1:] or [0]
            for unit, die in zip(stack, dice, strict=True):
                if len(stack) > 1:
                    book.event("barrage die", "barrage.result", unit, die)
                if die == max(dice) and book.get("place", unit) >= 0:
                    self.rules.module(Barrage).effects.flip(book, unit)
        return ()


class BarragePhase(SidePhase):
    """The phase in which artillery of a side shells."""

    plain = "barrage"


@rule("barrage.ready")
def ready(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Make all artillery ready again that supply lets be ready."""
    now, supply = board.at(state), board.get(Supply)
    book.clear(["fired"], [u for u in board.active(state) if supply is None or not supply.unreadies(now, u)])
    book.event("artillery ready", "barrage.ready")
    return ()


Barrage.deeds = (Shell,)
Barrage.steps = {
    "barrage": ("barrage.phase", BarragePhase),
    "shelling": ("barrage.die", Shelling),
    "ready": ("barrage.ready", ready),
}
Barrage.inner = ("shelling",)
Barrage.words = {
    "barrage begins": "the {0:side} player shells",
    "shelling begins": "{0:unit} begins to shell",
    "barrage die": "{1} on the die for {0:unit}",
    "barrage": "{0:unit} shells {1:hex}: {2} on the die",
    "artillery ready": "artillery is ready again",
}
Barrage.titles = {"shelling": "barrage"}
Barrage.marks = ("fired",)
Barrage.busy = ("shelling",)

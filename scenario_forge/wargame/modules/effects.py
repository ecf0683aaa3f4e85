"""Effects of a result: what happens to the units of each side, from a closed list."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Subset
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units
from scenario_forge.wargame.board.selectors import other_side
from scenario_forge.wargame.ledger import ELIMINATED
from scenario_forge.wargame.modules.assault.key import strengths
from scenario_forge.wargame.modules.effect_key import Effect, SideEffect, count, effect_findings, in_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.asked import AssaultRules
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

LOSE, EXCHANGE = "lose", "exchange"
"""What units suffer step by step; and the step in which attackers are lost for the defenders."""
DISTANCE = "retreat-distance"
"""The step in which a die says how far units retreat."""


class Effects(Module[dict[str, Effect]]):
    """Effects in play, and the two sides of counters."""

    key, model = "effects", dict[str, Effect]

    def __init__(self, board: Board, given: dict[str, Effect], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.marks_given = _marks(given)
        self.sized = any(_is_sized(effect) for effect in given.values())
        """Whether it counts for what a result costs how many units there are, and how strong."""

    def ready(self) -> None:
        """Look up assault, whose strengths are exchanged, and the other sides of counters."""
        self.assault: AssaultRules | None = self.board.modules.get("assault")  # type: ignore[assignment]  # as it is
        backed = self.board.faces.backed
        self.steps_each = 1 + sum(backed) / max(len(backed), 1)
        """How many steps a unit has on average."""

    @classmethod
    def columns_of(cls, given: dict[str, Effect]) -> Mapping[str, str]:
        """Return the columns of state: who is turned over, and who has each mark."""
        return {"units": " ".join(["flipped", *_marks(given)])}

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The marks, by their number."""
        return {"mark": self.marks_given}

    @classmethod
    def marks_of(cls, given: dict[str, Effect]) -> Sequence[str]:
        """Return the columns of a unit's state that are marks on its counter."""
        return (*cls.marks, *_marks(given))

    @classmethod
    def sentences(cls, given: dict[str, Effect], labels: Labels) -> Iterator[Sentence]:
        """Say what each result does, and how units are lost."""
        for code, effect in given.items():
            yield Sentence("effects.losses", f"{code}: {sentence_case(in_words(effect))}.")
        sides = [side for effect in given.values() for side in (effect.attacker, effect.defender)]
        if any(side.retreat for side in sides):
            text = (
                "The defender suffers losses first, then the attacker; then the defender retreats, then the attacker."
            )
            yield Sentence("effects.losses", text)
        if any(isinstance(side.retreat, str) for side in sides):
            text = "The die for the distance of a retreat is thrown once for all units of the side that retreat."
            yield Sentence("retreat.die", text)
        if any(side.is_chosen for side in sides):
            text = "The owner chooses the units that suffer, unless the result says otherwise."
            yield Sentence("effects.choice", text)
        if any(side.lose for side in sides):
            text = (
                "A unit loses a step by being turned over; one that is turned over already, or has one side, is "
                "eliminated. One unit may lose several steps of a result."
            )
            yield Sentence("effects.steps", text)
        if any(effect.exchange != "none" for effect in given.values()):
            yield Sentence("effects.exchange", _exchange_in_words(labels))
        for mark in _marks(given):
            text = f"A unit that becomes {mark} gets a marker for it. If it has one already, nothing changes."
            yield Sentence("effects.mark", text)
        if not _turns_over(sides, labels):
            return
        shown = f"shows its {labels.back} side" if labels.back else "shows its other side"
        text = f"A unit that is turned over {shown}. If it shows it already, or has none, it is eliminated instead."
        yield Sentence("effects.flip", text)

    @classmethod
    def paper(cls, given: dict[str, Effect], labels: Labels) -> Iterator[Marker]:
        """Yield a marker for each mark that results give."""
        yield from (on_units(sentence_case(mark.replace("_", " ")), labels) for mark in _marks(given))

    @classmethod
    def reads(cls, game: Game, given: dict[str, Effect]) -> Mapping[str, Collection[str]]:
        """Return the face to which units are turned, where a result turns any."""
        flips = any(_flips(side) for effect in given.values() for side in (effect.attacker, effect.defender))
        return {"face": other_side(game)} if flips else {}

    @classmethod
    def checks(cls, game: Game, given: dict[str, Effect], where: Where) -> Iterator[Diagnostic]:
        """Yield what effects need and the game has not, and losses that nobody can take."""
        yield from effect_findings(game, given, where)

    def frames(self, code: str, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]) -> list[Frame]:
        """Return the steps of a result, the first to be played last; sides and units: attacker's, defender's."""
        return self.frames_of(self.given.get(code, Effect()), sides, units)

    @rule("effects.losses")
    def frames_of(
        self, effect: Effect, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]
    ) -> list[Frame]:
        """Return the steps of what happens, as :meth:`frames` does those of a result."""
        found: list[Frame] = []
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            if what.retreat and own:
                thrown = isinstance(what.retreat, str)
                far = {"dice" if thrown else "hexes": what.retreat}
                found.append(Frame(DISTANCE if thrown else "retreat", {"side": side, "units": [*own], **far}))
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            if what.mark and own:
                found.append(Frame("loss", {"side": side, "units": [*own], "number": len(own), "how": what.mark}))
            chooser = side if what.chosen_by == "owner" else 1 - side
            numbers = {LOSE: what.lose if own else 0, "flip": count(what.flip, len(own))}
            for how, number in {**numbers, "eliminate": count(what.eliminate, len(own))}.items():
                if number:
                    found.append(Frame("loss", {"side": chooser, "units": [*own], "number": number, "how": how}))
        return [*found, *self.swap(effect, sides, units)]

    @rule("effects.exchange")
    def swap(self, effect: Effect, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]) -> list[Frame]:
        """Return the step of an exchange, in which the attacker says who is lost for the defenders; none for others."""
        if effect.exchange == "none":
            return []
        side = sides[0] if effect.attacker.chosen_by == "owner" else sides[1]
        data = {"side": side, "units": [*units[0]], "against": [*units[1]], "part": effect.exchange}
        return [Frame(EXCHANGE, data)]

    @rule("effects.exchange")
    def price(self, now: Situation, units: Sequence[int], part: str) -> int:
        """Return the least strength that attackers lose for defenders: theirs, or half of it."""
        held = sum(self.strength(now, unit, attacks=False) for unit in units)
        return held if part == "whole" else (held + 1) // 2

    def strength(self, now: Situation, unit: int, *, attacks: bool) -> int:
        """Return what a unit counts in an exchange: its strength as printed on the side that is up."""
        if self.assault is None:
            return 0
        name = self.assault.attack_value if attacks else self.assault.defence_value
        return max(self.board.faces.value(now, name, unit), 0)

    @rule("effects.steps")
    def steps_of(self, state: GameState, unit: int) -> int:
        """Return how many steps a unit can lose before it is gone."""
        return 1 + bool(self.board.faces.backed[unit] and not state.units.flipped[unit])

    def in_words(self, code: str) -> str:
        """Return what a result does."""
        return in_words(self.given.get(code, Effect()))

    def share(self, code: str, who: str, units: int = 1, swapped: float = 0.5) -> float:
        """Return the share of its units' worth that a result costs a side, to a computer player.

        Args:
            code: the result.
            who: `attacker` or `defender`.
            units: how many the side has there.
            swapped: the share that an exchange costs the attacker.
        """
        return self.cost(self.given.get(code, Effect()), who, units, swapped)

    def cost(self, effect: Effect, who: str, units: int = 1, swapped: float = 0.5) -> float:
        """Return what :meth:`share` does, of what happens."""
        what: SideEffect = getattr(effect, who)
        parts = {"none": 0.0, "one": 0.5, "half": 0.5, "all": 1.0}
        lost, turned = (
            parts[number] if isinstance(number, str) else min(number / max(units, 1), 1.0)
            for number in (what.eliminate, what.flip)
        )
        lost += min(what.lose / (max(units, 1) * self.steps_each), 1.0) if what.lose else 0.0
        if effect.exchange != "none":
            part = 0.5 if effect.exchange == "half" else 1.0
            lost += part * swapped if who == "attacker" else 1.0
        minor = 0.3 * bool(what.mark) + 0.1 * bool(what.retreat)
        return min(lost + 0.45 * turned + minor, 1.0)

    def swapped(self, now: Situation, attackers: Sequence[int], defenders: Sequence[int]) -> float:
        """Return the share of attackers that an exchange costs, to a computer player; above 1 where it is dearer."""
        all_ = sum(self.strength(now, unit, attacks=True) for unit in attackers)
        return self.price(now, defenders, "whole") / all_ if all_ else 1.0

    @rule("effects.flip")
    def flip(self, book: Book, unit: int, clause: str = "effects.flip") -> None:
        """Turn a unit over, or eliminate it if that cannot be; ``clause``: the rule by which it suffers."""
        if book.get("flipped", unit) or not self.board.faces.backed[unit]:
            self.eliminate(book, unit, clause)
            return
        book.put("flipped", unit, 1)
        book.event("turned over", clause, unit)

    @rule("effects.mark")
    def mark(self, book: Book, unit: int, mark: str) -> None:
        """Give a unit a mark, which changes nothing where it has it already."""
        book.put(mark, unit, 1)
        book.event("marked", "effects.mark", unit, self.marks_given.index(mark))

    def eliminate(self, book: Book, unit: int, clause: str = "effects.losses") -> None:
        """Take a unit off the map for good."""
        self.board.take_off(book, unit, OUT)
        book.event(ELIMINATED, clause, unit)
        for module in self.board.modules.values():
            module.lost(book, unit)


def _marks(given: Mapping[str, Effect]) -> list[str]:
    """Return the marks that results give, in alphabetical order."""
    sides = (what for effect in given.values() for what in (effect.attacker, effect.defender))
    return sorted({what.mark for what in sides if what.mark is not None})


def _turns_over(sides: Sequence[SideEffect], labels: Labels) -> bool:
    """Return whether anything turns units over: a result, or another rule of the game."""
    supply = getattr(labels.rules, "supply", None)
    hungry = supply is not None and any(state.flip for state in supply.ladder)
    others = "crowding" in labels.steps or "barrage" in labels.keys or hungry
    return others or any(_flips(side) for side in sides)


def _flips(what: SideEffect) -> bool:
    return what.flip != "none" or bool(what.lose)


def _is_sized(effect: Effect) -> bool:
    numbers = (each for side in (effect.attacker, effect.defender) for each in (side.eliminate, side.flip))
    steps = effect.attacker.lose or effect.defender.lose
    return effect.exchange != "none" or bool(steps) or any(isinstance(number, int) for number in numbers)


def _exchange_in_words(labels: Labels) -> str:
    """Return what an exchange is, with the strengths that the game compares."""
    assault = getattr(labels.rules, "assault", None)
    attack, defence = (labels.value(name) for name in (strengths(assault) if assault else ("strength", "strength")))
    return (
        f"In an exchange all defenders are eliminated. Then attackers are, whose {attack} together is at least the "
        f"{defence} of the defenders, or half of it where the result says so; all, if they have less. Strengths count "
        "as printed on the sides that are up. The attacker chooses them, unless the result says otherwise, and no more "
        "than that takes."
    )


class Loss(Decision[GameState]):
    """``(unit)`` or ``(unit, unit …)``: who says which of the units are hit, at once or one after another."""

    rules: Board

    def left(self, state: GameState, frame: Frame) -> list[int]:
        """Return the units that can still be hit."""
        hit: list[int] = frame.data.get("hit", [])
        return [unit for unit in frame.data["units"] if state.units.place[unit] >= 0 and unit not in hit]

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side that chooses; NOBODY where all that are left are hit."""
        side: int = frame.data["side"]
        left, number = self.left(state, frame), frame.data["number"]
        if frame.data["how"] == LOSE:
            effects = self.rules.module(Effects)
            return side if len(left) > 1 and number < sum(effects.steps_of(state, unit) for unit in left) else NOBODY
        return side if number < len(left) else NOBODY

    @rule("effects.choice")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the sets of units that can be hit."""
        return Subset(self.left(state, frame), most=frame.data["number"]).choices(prefix)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Hit units, or all that are left."""
        effects: Any = self.rules.module(Effects)
        hit = [int(unit) for unit in action] or self.left(state, frame)
        how = frame.data["how"]
        if how == LOSE:
            return self.step_by_step(frame, hit, book)
        for unit in hit:
            if how in effects.marks_given:
                effects.mark(book, unit, how)
            else:
                (effects.flip if how == "flip" else effects.eliminate)(book, unit)
        number = frame.data["number"] - len(hit)
        more = bool(action) and number > 0
        return [frame.with_values(number=number, hit=[*frame.data.get("hit", []), *hit])] if more else ()

    @rule("effects.steps")
    def step_by_step(self, frame: Frame, hit: Sequence[int], book: Book) -> Frames:
        """Let units lose a step each, and go on while steps are left to be lost; who has lost one may lose more."""
        for unit in hit:
            self.rules.module(Effects).flip(book, unit, "effects.steps")
        number = frame.data["number"] - len(hit)
        return [frame.with_values(number=number)] if hit and number > 0 else ()


class Exchange(Decision[GameState]):
    """``(unit)`` or ``(unit, unit …)``: which attackers are lost for the defenders, at once or one after another."""

    rules: Board

    def left(self, state: GameState, frame: Frame) -> dict[int, int]:
        """Return the attackers that can still be lost, with their strength."""
        now, effects = self.rules.at(state), self.rules.module(Effects)
        there = (unit for unit in frame.data["units"] if now.place[unit] >= 0)
        found = {unit: effects.strength(now, unit, attacks=True) for unit in there}
        return {unit: strength for unit, strength in found.items() if strength}

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side that chooses; NOBODY before the defenders are gone, and where all that are left are lost."""
        side: int = frame.data["side"]
        left = self.left(state, frame)
        return side if len(left) > 1 and 0 < frame.data.get("owed", 0) < sum(left.values()) else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the sets of attackers that can be lost, without any who need not be."""
        left = self.left(state, frame)
        owed: int = frame.data["owed"]

        def fits(picked: tuple[int, ...]) -> bool:
            lost = [left[unit] for unit in picked]
            return sum(lost) - min(lost) < owed

        return Subset([*left], fits=fits).choices(prefix)

    @rule("effects.exchange")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Eliminate the defenders, then attackers of their strength."""
        effects, left = self.rules.module(Effects), self.left(state, frame)
        if "owed" not in frame.data:
            owed = effects.price(self.rules.at(state), frame.data["against"], frame.data["part"])
            for unit in frame.data["against"]:
                effects.eliminate(book, unit, "effects.exchange")
            book.event("exchange", "effects.exchange", owed)
            return [frame.with_values(owed=owed)] if owed else ()
        lost = [int(unit) for unit in action] or [*left]
        for unit in lost:
            effects.eliminate(book, unit, "effects.exchange")
        owed = frame.data["owed"] - sum(left[unit] for unit in lost)
        return [frame.with_values(owed=owed)] if action and owed > 0 else ()


def give_up(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit of least worth, or of the enemy's the one of most."""
    hit = frame.data.get("hit", [])
    left = [unit for unit in frame.data["units"] if now.place[unit] >= 0 and unit not in hit]
    own = mind.board.units.side[left[0]] == mind.side
    steps = frame.data["how"] == LOSE

    def worth(unit: int) -> float:
        turns = steps and mind.board.module(Effects).steps_of(now.state, unit) > 1
        return mind.value(now, unit) * (0.45 if turns else 1) * (1 if own else -1)

    return (min(left, key=worth),)


def give_for(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return attackers of least worth that are enough for an exchange, or of the enemy's those of most.

    Of more than four only the one of most strength, and the others in turn.
    """
    effects, owed = mind.board.module(Effects), frame.data["owed"]
    own = mind.board.units.side[frame.data["units"][0]] == mind.side
    there = [unit for unit in frame.data["units"] if now.place[unit] >= 0]
    left = {unit: each for unit in there if (each := effects.strength(now, unit, attacks=True))}
    sets = [picked for size in range(1, 5) for picked in combinations(sorted(left), size)]
    enough = [each for each in sets if 0 <= sum(left[u] for u in each) - owed < min(left[u] for u in each)]
    if not enough:
        return (max(left, key=lambda unit: left[unit]),)
    return min(enough, key=lambda picked: sum(mind.value(now, unit) for unit in picked) * (1 if own else -1))


Effects.thoughts = {"loss": give_up, EXCHANGE: give_for}
Effects.steps = {"loss": ("effects.losses", Loss), EXCHANGE: ("effects.exchange", Exchange)}
Effects.inner = ("loss", EXCHANGE)
Effects.words = {
    "turned over": "{0:unit} is turned over",
    "marked": "{0:unit} is {1:mark}",
    ELIMINATED: "{0:unit} is eliminated",
    "exchange": "exchange: attackers of strength {0} are lost too",
}
Effects.actions = {"loss": ["unit*"], EXCHANGE: ["unit*"]}
Effects.marks = ("flipped",)
Effects.busy = ("loss", EXCHANGE)

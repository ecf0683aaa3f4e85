"""Effects of a result: what happens to the units of each side, from a closed list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Subset
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.ledger import ELIMINATED
from scenario_forge.wargame.modules.board import OUT
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind

_WORDS = {"one": "one of the", "half": "half of the", "all": "all"}
HowMany: TypeAlias = Literal["none", "one", "half", "all"]
"""Half is rounded down."""


class SideEffect(Model):
    """What happens to the units of one side, in this order."""

    eliminate: HowMany = "none"
    """How many units are eliminated."""
    flip: HowMany = "none"
    """How many units are turned over; a unit that is turned over already, or has one side, is eliminated."""
    chosen_by: Literal["owner", "enemy"] = "owner"
    """Who says which units, where not all are hit."""
    retreat: Annotated[int, Field(ge=0)] = 0
    """How many hexes the units that are left retreat."""


class Effect(Model):
    """What a result does."""

    attacker: SideEffect = SideEffect()
    defender: SideEffect = SideEffect()


class Effects(Module[dict[str, Effect]]):
    """Effects in play, and the two sides of counters."""

    key, model = "effects", dict[str, Effect]
    columns: ClassVar = {"units": "flipped"}

    @rule("effects.losses")
    def frames(self, code: str, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]) -> list[Frame]:
        """Return the steps of a result, the first to be played last; sides and units: attacker's, defender's."""
        effect = self.given.get(code, Effect())
        found: list[Frame] = []
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            if what.retreat and own:
                found.append(Frame("retreat", {"side": side, "units": [*own], "hexes": what.retreat}))
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            chooser = side if what.chosen_by == "owner" else 1 - side
            for how in ("flip", "eliminate"):
                number = _count(getattr(what, how), len(own))
                if number:
                    found.append(Frame("loss", {"side": chooser, "units": [*own], "number": number, "how": how}))
        return found

    def in_words(self, code: str) -> str:
        """Return what a result does."""
        effect, parts = self.given.get(code, Effect()), list[str]()
        for who, what in (("attackers", effect.attacker), ("defenders", effect.defender)):
            for number, fate in ((what.eliminate, "eliminated"), (what.flip, "turned over")):
                parts += [f"{_WORDS[number]} {who} {fate}"] if number in _WORDS else []
            parts += [f"{who} retreat {what.retreat}"] * bool(what.retreat)
        return "; ".join(parts) or "no effect"

    def share(self, code: str, who: str) -> float:
        """Return the share of its units' worth that a result costs a side, to a computer player."""
        what: SideEffect = getattr(self.given.get(code, Effect()), who)
        parts = {"none": 0.0, "one": 0.5, "half": 0.5, "all": 1.0}
        return min(parts[what.eliminate] + 0.45 * parts[what.flip] + 0.1 * bool(what.retreat), 1.0)

    @rule("effects.flip")
    def flip(self, book: Book, unit: int) -> None:
        """Turn a unit over, or eliminate it if that cannot be."""
        if book.get("flipped", unit) or not self.board.faces.backed[unit]:
            self.eliminate(book, unit)
            return
        book.put("flipped", unit, 1)
        book.event("turned over", "effects.flip", unit)

    def eliminate(self, book: Book, unit: int) -> None:
        """Take a unit off the map for good."""
        book.put("place", unit, OUT)
        book.event(ELIMINATED, "effects.losses", unit)


def _count(how: HowMany, units: int) -> int:
    return {"none": 0, "one": min(units, 1), "half": units // 2, "all": units}[how]


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
        return side if frame.data["number"] < len(self.left(state, frame)) else NOBODY

    @rule("effects.choice")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the sets of units that can be hit."""
        return Subset(self.left(state, frame), most=frame.data["number"]).choices(prefix)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Hit units, or all that are left."""
        effects: Any = self.rules.module(Effects)
        hit = [int(unit) for unit in action] or self.left(state, frame)
        for unit in hit:
            (effects.flip if frame.data["how"] == "flip" else effects.eliminate)(book, unit)
        number = frame.data["number"] - len(hit)
        more = bool(action) and number > 0
        return [frame.with_values(number=number, hit=[*frame.data.get("hit", []), *hit])] if more else ()


def give_up(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit of least worth, or of the enemy's the one of most."""
    hit = frame.data.get("hit", [])
    left = [unit for unit in frame.data["units"] if now.place[unit] >= 0 and unit not in hit]
    own = mind.board.units.side[left[0]] == mind.side
    return (min(left, key=lambda unit: mind.value(now, unit) * (1 if own else -1)),)


Effects.thoughts = {"loss": give_up}
Effects.steps = {"loss": ("effects.losses", Loss)}
Effects.inner = ("loss",)
Effects.words = {"turned over": "{0:unit} is turned over", ELIMINATED: "{0:unit} is eliminated"}
Effects.actions = {"loss": ["unit*"]}
Effects.marks = ("flipped",)
Effects.busy = ("loss",)

"""Effects of a result: what happens to the units of each side, from a closed list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.ledger import ELIMINATED
from scenario_forge.wargame.modules.board import OUT
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action
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
    mark: Id | None = None
    """A mark that all units get that are left, such as `disordered`: a column of their state."""
    retreat: Annotated[int, Field(ge=0)] = 0
    """How many hexes the units that are left retreat."""


class Effect(Model):
    """What a result does."""

    attacker: SideEffect = SideEffect()
    defender: SideEffect = SideEffect()


class Effects(Module[dict[str, Effect]]):
    """Effects in play, and the two sides of counters."""

    key, model = "effects", dict[str, Effect]

    def __init__(self, board: Board, given: dict[str, Effect], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.marks_given = _marks(given)

    @property
    def columns(self) -> Mapping[str, str]:  # type: ignore[override]  # one for each mark that a result gives
        """The columns of state: who is turned over, and who has each mark."""
        return {"units": " ".join(["flipped", *self.marks_given])}

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The marks, by their number."""
        return {"mark": self.marks_given}

    @classmethod
    def marks_of(cls, given: dict[str, Effect]) -> Sequence[str]:
        """Return the columns of a unit's state that are marks on its counter."""
        return (*cls.marks, *_marks(given))

    @rule("effects.losses")
    def frames(self, code: str, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]) -> list[Frame]:
        """Return the steps of a result, the first to be played last; sides and units: attacker's, defender's."""
        effect = self.given.get(code, Effect())
        found: list[Frame] = []
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            if what.retreat and own:
                found.append(Frame("retreat", {"side": side, "units": [*own], "hexes": what.retreat}))
        for side, own, what in zip(sides, units, (effect.attacker, effect.defender), strict=True):
            if what.mark and own:
                found.append(Frame("loss", {"side": side, "units": [*own], "number": len(own), "how": what.mark}))
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
            parts += [f"{who} {what.mark}"] * bool(what.mark) + [f"{who} retreat {what.retreat}"] * bool(what.retreat)
        return "; ".join(parts) or "no effect"

    def share(self, code: str, who: str) -> float:
        """Return the share of its units' worth that a result costs a side, to a computer player."""
        what: SideEffect = getattr(self.given.get(code, Effect()), who)
        parts = {"none": 0.0, "one": 0.5, "half": 0.5, "all": 1.0}
        minor = 0.3 * bool(what.mark) + 0.1 * bool(what.retreat)
        return min(parts[what.eliminate] + 0.45 * parts[what.flip] + minor, 1.0)

    @rule("effects.flip")
    def flip(self, book: Book, unit: int) -> None:
        """Turn a unit over, or eliminate it if that cannot be."""
        if book.get("flipped", unit) or not self.board.faces.backed[unit]:
            self.eliminate(book, unit)
            return
        book.put("flipped", unit, 1)
        book.event("turned over", "effects.flip", unit)

    @rule("effects.mark")
    def mark(self, book: Book, unit: int, mark: str) -> None:
        """Give a unit a mark, which changes nothing where it has it already."""
        book.put(mark, unit, 1)
        book.event("marked", "effects.mark", unit, self.marks_given.index(mark))

    def eliminate(self, book: Book, unit: int) -> None:
        """Take a unit off the map for good."""
        book.put("place", unit, OUT)
        book.event(ELIMINATED, "effects.losses", unit)
        for module in self.board.modules.values():
            module.lost(book, unit)


def _marks(given: Mapping[str, Effect]) -> list[str]:
    """Return the marks that results give, in alphabetical order."""
    sides = (what for effect in given.values() for what in (effect.attacker, effect.defender))
    return sorted({what.mark for what in sides if what.mark is not None})


def _count(how: HowMany, units: int) -> int:
    return {"none": 0, "one": min(units, 1), "half": units // 2, "all": units}[how]


class Loss(Decision[GameState]):
    """``(unit)``: who says which of the units is hit, one after another."""

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
        """Return the units that can be hit."""
        return [] if prefix else [Choice(unit) for unit in self.left(state, frame)]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Hit a unit, or all that are left."""
        effects: Any = self.rules.module(Effects)
        hit = [int(unit) for unit in action] or self.left(state, frame)
        how = frame.data["how"]
        for unit in hit:
            if how in effects.marks_given:
                effects.mark(book, unit, how)
            else:
                (effects.flip if how == "flip" else effects.eliminate)(book, unit)
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
Effects.words = {
    "turned over": "{0:unit} is turned over",
    "marked": "{0:unit} is {1:mark}",
    ELIMINATED: "{0:unit} is eliminated",
}
Effects.actions = {"loss": ["unit"]}
Effects.marks = ("flipped",)
Effects.busy = ("loss",)

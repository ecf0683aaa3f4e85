"""Effects of a result: what happens to the units of each side, from a closed list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Subset
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.checks import has_key, lacking_key
from scenario_forge.wargame.board.faces import other_side
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.ledger import ELIMINATED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

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
            yield Sentence("effects.losses", f"{code}: {sentence_case(_in_words(effect))}.")
        sides = [side for effect in given.values() for side in (effect.attacker, effect.defender)]
        if any(side.retreat for side in sides):
            text = (
                "The defender suffers losses first, then the attacker; then the defender retreats, then the attacker."
            )
            yield Sentence("effects.losses", text)
        if {"one", "half"} & {number for side in sides for number in (side.eliminate, side.flip)}:
            text = "The owner chooses the units that suffer, unless the result says otherwise."
            yield Sentence("effects.choice", text)
        for mark in _marks(given):
            text = f"A unit that becomes {mark} gets a marker for it. If it has one already, nothing changes."
            yield Sentence("effects.mark", text)
        if not _turns_over(sides, labels):
            return
        shown = f"shows its {labels.back} side" if labels.back else "shows its other side"
        text = f"A unit that is turned over {shown}. If it shows it already, or has none, it is eliminated instead."
        yield Sentence("effects.flip", text)

    @classmethod
    def reads(cls, game: Game, given: dict[str, Effect]) -> Mapping[str, Collection[str]]:
        """Return the face to which units are turned, where a result turns any."""
        flips = any(side.flip != "none" for effect in given.values() for side in (effect.attacker, effect.defender))
        return {"face": other_side(game)} if flips else {}

    @classmethod
    def checks(cls, game: Game, given: dict[str, Effect], where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield retreats of a game without the rule of retreat."""
        for result, effect in given.items() if not has_key(where, "retreat") else ():
            for who, what in (("attacker", effect.attacker), ("defender", effect.defender)):
                if what.retreat:
                    at = (where / result / who / "retreat").key()
                    yield lacking_key(at, f"`retreat` of the {who}", "retreat")

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
        return _in_words(self.given.get(code, Effect()))

    def share(self, code: str, who: str) -> float:
        """Return the share of its units' worth that a result costs a side, to a computer player."""
        what: SideEffect = getattr(self.given.get(code, Effect()), who)
        parts = {"none": 0.0, "one": 0.5, "half": 0.5, "all": 1.0}
        minor = 0.3 * bool(what.mark) + 0.1 * bool(what.retreat)
        return min(parts[what.eliminate] + 0.45 * parts[what.flip] + minor, 1.0)

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
        book.put("place", unit, OUT)
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
    return others or any(side.flip != "none" for side in sides)


def _in_words(effect: Effect) -> str:
    sides = (_of_side("attackers", effect.attacker), _of_side("defenders", effect.defender))
    return "; ".join(side for side in sides if side) or "no effect"


def _of_side(who: str, what: SideEffect) -> str:
    chosen = ", chosen by the enemy," if what.chosen_by == "enemy" else ""
    lost = [
        f"{_WORDS[number]} {who}{chosen if number != 'all' else ''} {'is' if number == 'one' else 'are'} {fate}"
        for number, fate in ((what.eliminate, "eliminated"), (what.flip, "turned over"))
        if number in _WORDS
    ]
    marked = [f"the {who} {'are' if not lost else 'left are'} {what.mark}"] * bool(what.mark)
    goes = [f"{'those left' if lost else f'the {who}'} retreat {counted(what.retreat, 'hex')}"] * bool(what.retreat)
    return listed([*lost, *marked, *goes])


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
Effects.actions = {"loss": ["unit*"]}
Effects.marks = ("flipped",)
Effects.busy = ("loss",)

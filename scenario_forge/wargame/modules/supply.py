"""Supply: whether a way free of the enemy leads to where it comes from, and what units suffer without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.movement import flood
from scenario_forge.wargame.board.barriers import Barriers
from scenario_forge.wargame.board.checks import lacking_formations, without_headquarters
from scenario_forge.wargame.board.faces import other_side
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.effects import Effects

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


class Halved(Model):
    """A value that a state of supply halves."""

    value: ValueName
    """The value of the counter."""
    round: Literal["up", "down"] = "down"
    """What becomes of a fraction."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units whose value is halved; without, all."""

    def in_words(self, labels: Labels) -> str:
        """Return the value, with the units that have it."""
        return labels.value(self.value) + (f" of {labels.units(self.of)}" if self.of else "")


class SupplyState(Model):
    """What units suffer in one step of the ladder."""

    halves: list[Halved] = []  # noqa: RUF012 - pydantic copies it
    """Values that are halved."""
    fire: Literal["as_usual", "none"] = "as_usual"
    """`none`: the units do not fire."""
    flip: bool = False
    """Whether units are turned over, or eliminated where they are turned over already, each time that it is judged."""

    def in_words(self, labels: Labels) -> str:
        """Return what units suffer."""
        found = []
        for way in ("up", "down"):
            halved = [each.in_words(labels) for each in self.halves if each.round == way]
            found += [f"halve {listed(halved)}, fractions rounded {way}"] * bool(halved)
        return "; ".join([*found, *["turn it over"] * self.flip]) or "no effect"


class SupplyKey(Model):
    """Where supply comes from, and what units suffer without it."""

    source: Literal["own_headquarters"]
    """`own_headquarters`: the headquarters of the unit's formation; a headquarters has it from another of its side."""
    not_across: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside that no way of supply leads across."""
    along: list[Annotated[str, Names("line kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of line along which it leads across all the same, such as a road over a river."""
    ladder: list[SupplyState] = []  # noqa: RUF012 - pydantic copies it
    """What units suffer that were found without supply once, twice …; the last also holds for more."""


class Supply(Module[SupplyKey]):
    """Supply in play."""

    key, model, needs = "supply", SupplyKey, ("effects", "activation")
    columns: ClassVar = {"units": "lapse"}

    def __init__(self, board: Board, given: SupplyKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.barriers = Barriers(board, given.not_across, given.along)
        self.halves = [
            [(halved, board.column(f"supply.{n}.{k}")) for k, halved in enumerate(state.halves)]
            for n, state in enumerate(given.ladder)
        ]

    @classmethod
    def due(cls, given: SupplyKey) -> Sequence[str]:  # noqa: ARG003 - always the same
        """Return its step."""
        return ["supply"]

    @classmethod
    def reads(cls, game: Game, given: SupplyKey) -> Mapping[str, Collection[str]]:
        """Return the face to which units are turned that lack supply."""
        return {"face": other_side(game)} if any(state.flip for state in given.ladder) else {}

    @classmethod
    def checks(cls, game: Game, given: SupplyKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield units that no headquarters could supply."""
        yield from lacking_formations(game, where / "source", "`source: own_headquarters`")
        yield from without_headquarters(game, where / "source", "`source: own_headquarters`")

    @classmethod
    def arrays(cls, game: Game, given: SupplyKey) -> Arrays:
        """Return the units whose values are halved, by step of the ladder."""
        return {
            f"supply.{n}.{k}": selected(game, halved.of)
            for n, state in enumerate(given.ladder)
            for k, halved in enumerate(state.halves)
        }

    @classmethod
    def sentences(cls, given: SupplyKey, labels: Labels) -> Iterator[Sentence]:
        """Say where supply comes from, and what units suffer without it."""
        text = "A unit draws supply from the headquarters of its formation, a headquarters from another of its side."
        yield Sentence("supply.source", text)
        zones = " An enemy zone of control blocks it where no friendly unit is." if "zones" in labels.keys else ""
        across = labels.any_of(given.not_across)
        along = f", except along {labels.any_of(given.along)}" if given.along else ""
        shut = f" It does not lead across {across}{along}." if across else ""
        text = f"A unit is in supply if a path leads there without impassable hexes and enemy units.{shut}{zones}"
        yield Sentence("supply.path", text)
        yield Sentence("supply.judged", "Supply is judged for all units on the map at once.")
        barred: list[str] = []
        for number, state in enumerate(given.ladder, 1):
            often = "once" if number == 1 else f"{number} times in a row"
            last = " or more" if number == len(given.ladder) else ""
            text = f"A unit that is found out of supply {often}{last}: {state.in_words(labels)}."
            yield Sentence("supply.effects", text)
            barred += [often + last] * (state.fire == "none")
        if barred:
            yield Sentence("supply.fire", f"A unit that is found out of supply {listed(barred, 'or')} may not fire.")

    @rule("supply.source")
    def sources(self, now: Situation, unit: int) -> list[int]:
        """Return the hexes from which a unit may have supply."""
        activation, side = self.board.module(Activation), self.board.units.side[unit]
        own = activation.hq[unit]
        listed = [hq for hq in activation.formations if self.board.units.side[hq] == side and now.place[hq] >= 0]
        return [now.place[hq] for hq in listed if (hq != unit if own == unit else hq == own)]

    @rule("supply.path")
    def is_supplied(self, now: Situation, unit: int) -> bool:
        """Return whether a way leads from a source to a unit."""
        side, place = self.board.units.side[unit], now.place[unit]
        return any(self.reached(now, side, source)[place] >= 0 for source in self.sources(now, unit))

    def reached(self, now: Situation, side: int, source: int) -> Sequence[int]:
        """Return for each hex how many steps a way from a source to it has; −1 for no way."""
        cleared = self.board.clearing.columns_of_state if self.board.clearing is not None else ()
        on = ("units", *cleared)
        return now.state.derived(("supply", side, source), on, lambda: self._reached(now, side, source))

    def _reached(self, now: Situation, side: int, source: int) -> Sequence[int]:
        board, enemies, zone = self.board, now.held(1 - side), now.zone(1 - side)
        own = now.held(side)
        gates = [
            int(hex_ in own or (hex_ not in enemies and hex_ not in zone and bool(board.passable[kind])))
            for hex_, kind in enumerate(board.terrain)
        ]
        return flood(self.barriers.ways(now), gates, [int(hex_ == source) for hex_ in range(board.hexes)])

    def state(self, now: Situation, unit: int) -> SupplyState | None:
        """Return the step of the ladder on which a unit is; None for none."""
        lapse, ladder = now.units.lapse[unit], self.given.ladder
        return ladder[min(lapse, len(ladder)) - 1] if lapse and ladder else None

    @rule("supply.fire")
    def forbids_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit does not fire for want of supply."""
        state = self.state(now, unit)
        return state is not None and state.fire == "none"

    @rule("supply.effects")
    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:
        """Return a value of a unit as its state of supply changes it."""
        lapse = now.units.lapse[unit]
        for halved, of in self.halves[min(lapse, len(self.halves)) - 1] if lapse and self.halves else ():
            if halved.value == name and of[unit]:
                value = (value + (halved.round == "up")) // 2
        return value


@rule("supply.judged")
def judge(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Judge the supply of all units on the map, and let those suffer that lack it."""
    now, supply, effects = board.at(state), board.module(Supply), board.module(Effects)
    for unit in board.active(state):
        lapse = 0 if supply.is_supplied(now, unit) else state.units.lapse[unit] + 1
        book.put("lapse", unit, lapse)
        ladder = supply.given.ladder
        if lapse and ladder and ladder[min(lapse, len(ladder)) - 1].flip:
            effects.flip(book, unit, "supply.effects")
    book.event("supply judged", "supply.judged")
    return ()


Supply.steps = {"supply": ("supply.judged", judge)}
Supply.words = {"supply judged": "supply is judged"}

"""Clearing: units take away what bars a hexside, such as a ditch, wire or mines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import FigureName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import reminder
from scenario_forge.wargame.board.phase import Deed, SidePhase, acting
from scenario_forge.wargame.board.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

_GAIN = 0.2
"""What a hexside that is cleared on the way to a goal is worth to a computer player."""
_MARKERS = 10
"""How many hexsides are seldom cleared in a game."""


class ClearingKey(Model):
    """Which hexsides are cleared, and by whom."""

    kinds: list[Annotated[str, Names("hexside kind")]]
    """The kinds of hexside that can be cleared. A cleared hexside is open ground to all, for the rest of the game."""
    of: UnitSelector
    """The units that clear, if neither they nor the hex across are in a zone of the enemy, and no enemy is there."""
    least: FigureName
    """The least throw of a die with which a hexside is cleared."""
    free: bool = False
    """Whether it costs a unit nothing: it clears once in a game turn, also before or after its move, and fights too."""


class Clearing(Module[ClearingKey]):
    """Clearing in play. A hexside is 6 × hex + direction, one number from either side."""

    key, model = "clearing", ClearingKey

    def __init__(self, board: Board, given: ClearingKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.bits = sum(board.bit("hexside_kinds", kind) for kind in given.kinds)
        self._sides: Sequence[int] = board.compiled.map.sides
        steps = [step for step, kinds in enumerate(self._sides) if kinds & self.bits and board.neighbours[step] >= 0]
        first = sorted({min(step, self.across(step)) for step in steps})
        self.rows_of = {step: row for row, one in enumerate(first) for step in (one, self.across(one))}
        """By step over such a hexside, either way: its row of state."""
        self.rows = {"hexsides": len(first)}
        self.clears = [bool(each) for each in board.column("clearing.of")]
        self.least = board.column(given.least)[0]
        self.tried = "tried" if given.free else "fought"
        """The column of units that says who has tried to clear."""

    columns_of_state: ClassVar[tuple[str, ...]] = ("hexsides.cleared",)

    @classmethod
    def arrays(cls, game: Game, given: ClearingKey) -> Arrays:
        """Return the units that clear."""
        return {"clearing.of": selected(game, given.of)}

    @classmethod
    def columns_of(cls, given: ClearingKey) -> Mapping[str, str]:
        """Return the columns of state: what is cleared, and who has tried."""
        return {"hexsides": "cleared", "units": "tried" if given.free else "fought"}

    def turn_follows(self, state: GameState, book: Book) -> None:
        """Let all units clear once more where that costs nothing."""
        if self.given.free:
            book.clear([self.tried], range(len(state.units.place)))

    @classmethod
    def sentences(cls, given: ClearingKey, labels: Labels) -> Iterator[Sentence]:
        """Say who clears what, and on which throw."""
        zones = "zones" in labels.keys
        outside = ", unless they are in an enemy zone of control" * zones
        phase = labels.phase("clearing", "clear")
        text = f"In {phase} {labels.units(given.of)} may try to clear a hexside of their hex{outside}."
        if given.free:
            moving = labels.phase("movement", "move")
            yield Sentence("clearing.who", text)
            text = f"A unit may do it once in a game turn, also in {moving}, before or after it moves."
            yield Sentence("clearing.free", f"{text} It still moves and fights.")
        else:
            yield Sentence("clearing.who", f"{text} Who tries does nothing else to fight in the phase.")
        kinds = listed([labels.ground(kind) for kind in given.kinds], "or")
        zone = ", and not be in an enemy zone of control either" * zones
        text = f"What can be cleared is: {kinds}. The hex across it must be free of enemy units{zone}."
        yield Sentence("clearing.where", text)
        text = f"Throw a die: on {labels.figure(given.least)[0]} or more the hexside is cleared."
        yield Sentence("clearing.die", text)
        text = "A hexside that is cleared is open ground to all for the rest of the game."
        yield Sentence("clearing.cleared", text)

    @classmethod
    def patterns(cls, given: ClearingKey) -> Mapping[str, Sequence[str]]:
        """Return the patterns of its actions: with its word in the phase of movement, where it may be done there."""
        return {**super().patterns(given), **({"movement": ["clear unit hex"]} if given.free else {})}

    @classmethod
    def paper(cls, given: ClearingKey, labels: Labels) -> Iterator[Marker]:  # noqa: ARG003 - as modules are asked
        """Yield the markers of hexsides that are cleared for the rest of the game."""
        yield reminder("Cleared", _MARKERS)

    def across(self, step: int) -> int:
        """Return the step back over a hexside."""
        return 6 * self.board.neighbours[step] + (step % 6 + 3) % 6

    def _cleared(self, now: Situation) -> Sequence[int]:
        cleared: Sequence[int] = now.state.hexsides.cleared  # type: ignore[attr-defined]  # its own table of state
        return cleared

    def stands(self, now: Situation, step: int) -> bool:
        """Return whether a step crosses a hexside that can be cleared, and is not."""
        return step in self.rows_of and not self._cleared(now)[self.rows_of[step]]

    @rule("clearing.cleared")
    def sides(self, now: Situation) -> Sequence[int]:
        """Return the kinds of each hexside as bits, those that are cleared left out."""

        def make() -> Sequence[int]:
            found, cleared = list(self._sides), self._cleared(now)
            for step, row in self.rows_of.items():
                if cleared[row]:
                    found[step] &= ~self.bits
            return found

        return now.state.derived("hexsides", self.columns_of_state, make)

    @rule("clearing.who")
    def may_clear(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may clear a hexside now."""
        place = now.place[unit]
        return self.clears[unit] and place >= 0 and not self.has_tried(now, unit) and place not in now.enemy_zone(unit)

    @rule("clearing.free")
    def has_tried(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has tried to clear, or done what keeps it from that."""
        return bool(now.units.tried[unit] if self.given.free else now.units.fought[unit])

    @rule("clearing.where")
    def targets(self, now: Situation, unit: int) -> list[int]:
        """Return the hexes towards which a unit can clear: those that the enemy neither holds nor controls."""
        place = now.place[unit]
        shut = now.enemy_zone(unit) | now.held(1 - self.board.units.side[unit])
        walled = [self.board.neighbours[s] for s in range(6 * place, 6 * place + 6) if self.stands(now, s)]
        return [hex_ for hex_ in walled if hex_ not in shut]


class Clear(Deed):
    """``unit, hex``."""

    word, phase, clears, pattern = "clear", "clearing", ("fought",), "unit hex"

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        if board.module(Clearing).given.free:
            self.phases = (*self.phases, "movement")

    def aims(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can clear, and towards which hexes."""
        clearing = self.board.module(Clearing)
        able = (unit for unit in acting(now, frame) if clearing.may_clear(now, unit))
        return targets_by_token(able, lambda unit: clearing.targets(now, unit))

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can clear, then towards which hex."""
        return two_stage_choices(self.aims(now, frame), begun)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Set to work, and throw the die: the unit tries no more, nor fights unless clearing is free."""
        unit, hex_ = int(action[0]), int(action[1])
        book.put(self.board.module(Clearing).tried, unit, 1)
        book.event("clear begins", "clearing.who", unit)
        return [frame, Frame("clear", {"unit": unit, "hex": hex_})]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the hexside that leads nearest to where the side is drawn."""
        pull = mind.pull(now)
        found = [(unit, hex_) for unit, hexes in self.aims(now, frame).items() for hex_ in hexes]
        ahead = [way for way in found if pull[way[1]] > pull[now.place[way[0]]]]
        return (_GAIN, max(ahead, key=lambda way: pull[int(way[1])])) if ahead else (0.0, ())


class ClearingPhase(SidePhase):
    """The phase in which units of a side clear hexsides."""

    plain = "clear"


@rule("clearing.die")
def clear(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Clear the hexside if the throw is high enough."""
    clearing, unit, hex_ = board.module(Clearing), frame.data["unit"], frame.data["hex"]
    at = state.units.place[unit]
    if frame.data["thrown"] >= clearing.least:
        book.put("hexsides.cleared", clearing.rows_of[6 * at + board.direction(at, hex_)], 1)
        book.event("cleared", "clearing.die", unit, hex_)
    return ()


Clearing.deeds = (Clear,)
Clearing.steps = {"clearing": ("clearing.phase", ClearingPhase), "clear": ("clearing.die", Throw, clear)}
Clearing.inner = ("clear",)
Clearing.words = {
    "clearing begins": "the {0:side} player clears hexsides",
    "clear begins": "{0:unit} begins to clear a hexside",
    "cleared": "{0:unit} clears the hexside towards {1:hex}",
}

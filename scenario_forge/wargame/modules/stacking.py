"""Stacking: how many units may be in one hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.selection import NOT
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.checks import MOD007
from scenario_forge.wargame.board.labels import Labels, counted, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, other_side, selected
from scenario_forge.wargame.modules.effects import Effects

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation

_WHOLE = 2
"""What a unit counts, so that half a unit is a whole number."""


class StackingLimit(Model):
    """A limit of what may be in one hex."""

    limit: Annotated[int, Field(ge=1)]
    """The most units."""
    counted: Literal["units", "half_when_flipped"] = "units"
    """Whether a unit that is turned over counts half."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that count; without, all."""
    where: Annotated[str, Names("terrain or place kind")] | None = None
    """The terrain or kind of place where the limit holds; without, everywhere."""
    when: Literal["by_road"] | None = None
    """`by_road`: the most units that may move along roads as one stack."""
    passing: bool = False
    """Whether limits also hold for units that only pass through a hex: true of one, it holds for all."""


class Crowding(Decision[GameState]):
    """``(unit)``: who suffers where too many units are in a hex after all have moved."""

    rules: Board

    @rule("stacking.crowded")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units of the first hex with too many."""
        now = self.rules.at(state)
        crowded = (hex_ for hex_ in sorted(now.held(frame.data["side"])) if self.rules.excess(state, hex_))
        there, counted = now.stack(next(crowded, -1)), self.rules.module(Stacking).counts
        return [] if prefix else [Choice(unit) for unit in there if counted[unit]]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Turn a unit over, or take it off."""
        if not action:
            return ()
        self.rules.module(Effects).flip(book, int(action[0]))
        return [frame]


class Stacking(Module[list[StackingLimit]]):
    """Stacking in play."""

    key, model = "stacking", list[StackingLimit]

    def __init__(self, board: Board, given: list[StackingLimit], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        standing = [limit for limit in given if limit.when is None]
        first = next((limit for limit in standing if limit.where is None), None)
        self.counts = [bool(each) for each in board.column("stacking.of")]
        """By unit: whether it counts."""
        self.halves = any(limit.counted == "half_when_flipped" for limit in given)
        everywhere = _WHOLE * first.limit if first is not None else _WHOLE * len(board.units.side)
        self.limits = [everywhere] * board.hexes
        """By hex, in halves of a unit."""
        special: dict[int, int] = {}
        for limit in standing:
            for hex_ in board.hexes_of(limit.where) if limit.where is not None else ():
                special[hex_] = min(special.get(hex_, _WHOLE * limit.limit), _WHOLE * limit.limit)
        for hex_, most in special.items():
            self.limits[hex_] = most
        self.passing = any(limit.passing for limit in standing)
        """Whether limits hold for units that pass through."""
        by_road = [limit.limit for limit in given if limit.when == "by_road"]
        self.by_road = _WHOLE * min(by_road) if by_road else _WHOLE * len(board.units.side)
        """The most that may move along roads, in halves of a unit."""
        self.after_moves: bool = read["after_moves"]
        """Whether limits hold only once all have moved, in a step of their own."""

    @classmethod
    def read(cls, game: Game, given: list[StackingLimit]) -> Mapping[str, Any]:  # noqa: ARG003 - for every module
        """Return whether limits have a step of their own."""
        found = game.one("rules", GameRules)
        return {"after_moves": found is not None and "crowding" in Labels(game, found[0]).steps}

    @classmethod
    def reads(cls, game: Game, given: list[StackingLimit]) -> Mapping[str, Collection[str]]:
        """Return the face to which units are turned where too many are in a hex after movement."""
        return {"face": other_side(game)} if cls.read(game, given)["after_moves"] else {}

    @classmethod
    def arrays(cls, game: Game, given: list[StackingLimit]) -> Arrays:
        """Return the units that count."""
        return {"stacking.of": selected(game, next((limit.of for limit in given if limit.of), {}))}

    @classmethod
    def sentences(cls, given: list[StackingLimit], labels: Labels) -> Iterator[Sentence]:
        """Say how many units may be in a hex, and which count."""
        for limit in given:
            units = counted(limit.limit, "unit")
            if limit.when == "by_road":
                yield Sentence("stacking.limit", f"At most {units} may move along roads as one stack.")
            else:
                where = f"{labels.ground(limit.where)} hex" if limit.where else "hex"
                yield Sentence("stacking.limit", f"At most {units} may be in a {where}.")
        for of in [limit.of for limit in given if limit.of][:1]:
            left_out = labels.units(of[NOT]) if of.keys() == {NOT} else ""
            text = f"{sentence_case(left_out)} do not count." if left_out else f"Only {labels.units(of)} count."
            yield Sentence("stacking.weight", text)
        if any(limit.counted == "half_when_flipped" for limit in given):
            yield Sentence("stacking.weight", "A unit that is turned over counts half.")
        if any(limit.passing for limit in given):
            yield Sentence("stacking.passing", "Units may not even move through a full hex.")
        elif "crowding" not in labels.steps:
            yield Sentence("stacking.end", "Units may move through a full hex, but not end their move there.")
        if "crowding" in labels.steps:
            text = (
                "Where too many units are in a hex after movement, the owner turns one after another over, or "
                "eliminates it if it cannot be turned over, until the others may stay."
            )
            yield Sentence("stacking.crowded", text)

    @classmethod
    def checks(cls, game: Game, given: list[StackingLimit], where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield limits that another takes the place of, and units that only another limit counts."""
        first: dict[tuple[str | None, str | None], int] = {}
        counted = next((limit.of for limit in given if limit.of), {})
        for number, limit in enumerate(given):
            before = first.setdefault((limit.where, limit.when), number)
            if before != number:
                why = "another limit for the same hexes stands before it"
                finding = MOD007.at(where / number / "limit", what=f"`limit: {limit.limit}`", why=why)
                yield finding.also(where / before / "limit", "the other").suggest("remove one of the two")
            if limit.of and limit.of != counted:
                why = "all limits count the units that the first `of` selects"
                yield MOD007.at((where / number / "of").key(), what="`of`", why=why).suggest("remove it")

    @rule("stacking.weight")
    def weight(self, now: Situation, units: Iterable[int]) -> int:
        """Return what units count together, in halves of a unit."""
        counted = [unit for unit in units if self.counts[unit]]
        flipped = now.units.flipped if self.halves else ()
        return _WHOLE * len(counted) - (sum(flipped[unit] for unit in counted) if self.halves else 0)

    @rule("stacking.limit")
    def has_room(self, now: Situation, hex_: int, units: Sequence[int]) -> bool:
        """Return whether units may be in a hex beside the others there."""
        there = now.stacks.get(hex_)
        beside = [unit for unit in there if unit not in units] if there else []
        return self.weight(now, [*beside, *units]) <= self.limits[hex_]

    @rule("stacking.end")
    def may_end(self, now: Situation, hex_: int, units: Sequence[int]) -> bool:
        """Return whether units may end a move in a hex: where there is room, or room is looked for later."""
        return self.after_moves or self.has_room(now, hex_, units)

    def excess(self, now: Situation, hex_: int) -> int:
        """Return how many units too many are in a hex."""
        over = self.weight(now, now.stack(hex_)) - self.limits[hex_]
        return max((over + 1) // _WHOLE, 0)


Stacking.steps = {"crowding": ("stacking.crowded", Crowding)}
Stacking.loops = {"crowding": "sides"}
Stacking.busy = ("crowding",)

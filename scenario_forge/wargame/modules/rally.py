"""Rally: units that are turned over, or have a mark of a result, may recover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.names import FigureName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import CHANCE, NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.board.checks import MOD001, MOD007
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ACTIONS, Deed
from scenario_forge.wargame.board.selectors import other_side
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.leaders.leaders import Leaders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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


class RallyKey(Model):
    """Who recovers, and how."""

    value: ValueName | None = None
    """The value of the counter: with a throw of it or less, in the step `rally`, a unit recovers."""
    point: FigureName | None = None
    """Instead of a die, or besides: from which action point of a phase on a unit may
    recover for one."""
    mark: Id | None = None
    """The mark that recovery takes off (`effects`); without, the unit is turned back."""
    outside_zones: bool = True
    """Whether only units outside zones of the enemy try."""


class Rally(Module[RallyKey]):
    """Rally in play."""

    key, model, needs = "rally", RallyKey, ("effects",)
    loops: ClassVar = {"rally": "sides"}

    @classmethod
    def due(cls, given: RallyKey) -> Sequence[str]:
        """Return its step, where a die is thrown, and that in which action points are spent."""
        return [*[ACTIONS] * bool(given.point), *["rally"] * (given.value is not None or not given.point)]

    @classmethod
    def checks(cls, game: Game, given: RallyKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that nobody recovers: by no throw and no point, from a mark or a side that nothing gives."""
        if given.value is None and given.point is None:
            finding = MOD001.at(where.key(), "none", what="`rally`", needed="a `value` for a throw, or a `point`")
            yield finding.suggest("write `value:` with a value of the counters")
        if given.mark is not None:
            effects = getattr(where.file.document, "effects", None) or {}
            if given.mark not in Effects.marks_of(effects):
                finding = MOD001.at(
                    where / "mark", "none", what=f"`mark: {given.mark}`", needed="an effect that gives it"
                )
                yield finding.suggest(f"write `mark: {given.mark}` at an effect, or remove it here")
            return
        if not game.broken("counters") and not other_side(game):
            finding = MOD001.at(where.key(), "none", what="`rally`", needed="a second face of counters with values")
            yield finding.suggest("declare it under `faces` of counters.yaml, or remove the key `rally`")
        reads = game.system.reads(game).of("face") if game.system else None
        if reads is not None and not game.broken("counters") and other_side(game) and not reads:
            advice = "write `flip: all` or `flip: one` at an effect, or remove the key"
            yield MOD007.at(where.key(), what="`rally`", why="nothing turns units over").suggest(advice)

    @classmethod
    def sentences(cls, given: RallyKey, labels: Labels) -> Iterator[Sentence]:
        """Say who recovers, and on which throw."""
        outside = " and not in an enemy zone of control" if given.outside_zones and "zones" in labels.keys else ""
        state = given.mark or "turned over"
        if given.value is None:
            yield Sentence("rally.who", f"Units of the side that are {state}{outside} may recover.")
        else:
            yield Sentence("rally.who", f"Throw a die for each unit of the side that is {state}{outside}.")
            after = "loses the mark" if given.mark else "is turned back to its front"
            yield Sentence("rally.die", f"On its {labels.value(given.value)} or less the unit {after}.")
        if given.point is not None:
            first = labels.figure(given.point)[0]
            text = f"For action point {first} of a phase, and for each later one, one such unit may recover."
            yield Sentence("rally.point", text)

    def __init__(self, board: Board, given: RallyKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.mark = given.mark or "flipped"
        self.first_point = board.column(given.point)[0] if given.point else 0

    def ready(self) -> None:
        """Look up leaders."""
        self.leaders = self.board.get(Leaders)

    @rule("rally.who")
    def waiting(self, now: Situation, side: int) -> list[int]:
        """Return the units that may recover."""
        zone = now.zone(1 - side) if self.given.outside_zones else frozenset()
        marked: Sequence[int] = getattr(now.units, self.mark)
        return [unit for unit in now.own(side) if marked[unit] and now.place[unit] not in zone]

    @rule("rally.die")
    def most(self, now: Situation, unit: int) -> int:
        """Return the highest throw by which a unit recovers, with what a leader adds to it."""
        if self.given.value is None:
            return 0
        led = self.leaders.added_to_rally(now, unit) if self.leaders is not None else 0
        return self.board.value(now, self.given.value, unit) + led

    def recover(self, book: Book, unit: int) -> None:
        """Write into the book that a unit recovers."""
        book.put(self.mark, unit, 0)
        book.event("rallies", "rally.who", unit)


class Rallying(Throw[GameState]):
    """A die for each unit of the side that is turned over."""

    rules: Board

    def waiting(self, state: GameState, frame: Frame) -> int:
        """Return the unit that tries next; −1 for none."""
        tried, rally = frame.data.get("tried", []), self.rules.module(Rally)
        waiting = rally.waiting(self.rules.at(state), frame.data["side"])
        return next((unit for unit in waiting if unit not in tried), -1)

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE as long as a unit tries."""
        return CHANCE if self.waiting(state, frame) >= 0 else NOBODY

    @rule("rally.die")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Turn a unit back if the die is low enough."""
        if not action:
            return ()
        unit, rally = self.waiting(state, frame), self.rules.module(Rally)
        if int(action[0]) <= rally.most(self.rules.at(state), unit):
            rally.recover(book, unit)
        return [frame.with_values(tried=[*frame.data.get("tried", []), unit])]


class Recover(Deed):
    """``unit``: it recovers for an action point."""

    word, phase, pattern = "recover", ACTIONS, "recover unit"

    @rule("rally.point")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the units that may recover, once the points are spent for which none may."""
        rally = self.board.module(Rally)
        if begun or not rally.first_point or frame.data["used"] + 1 < rally.first_point:
            return []
        return [Choice(unit) for unit in rally.waiting(now, frame.data["side"])]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the most valuable unit that may recover, which is worth a part of it."""
        units = [int(way.token) for way in self.ways(now, frame, ())]
        best = max(units, key=lambda unit: mind.value(now, unit), default=None)
        return (0.0, ()) if best is None else (0.3 * mind.value(now, best), (best,))

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Let a unit recover."""
        self.board.module(Rally).recover(book, int(action[0]))
        return [frame]


Rally.deeds = (Recover,)
Rally.steps = {"rally": ("rally.who", Rallying)}
Rally.words = {"rallies": "{0:unit} recovers"}

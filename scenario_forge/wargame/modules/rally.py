"""Rally: units that are turned over may recover."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import CHANCE, NOBODY
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.checks import MOD001, MOD007
from scenario_forge.wargame.modules.faces import other_side
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board
    from scenario_forge.wargame.modules.labels import Labels


class RallyKey(Model):
    """Who recovers, and how."""

    value: ValueName
    """The value of the counter up to which a die must come for a unit to recover."""
    outside_zones: bool = True
    """Whether only units outside zones of the enemy try."""


class Rally(Module[RallyKey]):
    """Rally in play."""

    key, model, needs = "rally", RallyKey, ("effects",)
    loops: ClassVar = {"rally": "sides"}

    @classmethod
    def due(cls, given: RallyKey) -> Sequence[str]:  # noqa: ARG003 - always the same
        """Return its step."""
        return ["rally"]

    @classmethod
    def checks(cls, game: Game, given: RallyKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield that no counter has another side from which it could recover."""
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
        yield Sentence("rally.who", f"Throw a die for each unit of the side that is turned over{outside}.")
        yield Sentence("rally.die", f"On its {labels.value(given.value)} or less the unit is turned back to its front.")


class Rallying(Throw[GameState]):
    """A die for each unit of the side that is turned over."""

    rules: Board

    @rule("rally.who")
    def waiting(self, state: GameState, frame: Frame) -> int:
        """Return the unit that tries next; −1 for none."""
        now, tried = self.rules.at(state), frame.data.get("tried", [])
        zone = now.zone(1 - frame.data["side"]) if self.rules.module(Rally).given.outside_zones else frozenset()
        own = (unit for unit in now.own(frame.data["side"]) if state.units.flipped[unit] and unit not in tried)
        return next((unit for unit in own if now.place[unit] not in zone), -1)

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE as long as a unit tries."""
        return CHANCE if self.waiting(state, frame) >= 0 else NOBODY

    @rule("rally.die")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Turn a unit back if the die is low enough."""
        if not action:
            return ()
        unit = self.waiting(state, frame)
        if int(action[0]) <= self.rules.value_of(self.rules.module(Rally).given.value, unit):
            book.put("flipped", unit, 0)
            book.event("rallies", "rally.die", unit)
        return [frame.with_values(tried=[*frame.data.get("tried", []), unit])]


Rally.steps = {"rally": ("rally.who", Rallying)}
Rally.words = {"rallies": "{0:unit} recovers"}

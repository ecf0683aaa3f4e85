"""Leg units that ride tanks, and wheeled units that debark: both change how a unit moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.rats_of_tobruk.parameters import Riding
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import Deed, acting
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Board, Situation

LEG, TRACKED, WHEELED = range(3)
ON_FOOT, JUST_DEBARKED, JUST_EMBARKED = range(1, 4)
"""What the column `debarked` says of a wheeled unit, besides 0: the last two until the turn ends."""


OUT_OF_SUPPLY = 2
"""How often in a row a unit has been found without supply that is out of it, not low on it."""


def is_headquarters(board: Board, unit: int) -> bool:
    """Return whether a unit is the headquarters of its formation."""
    return board.module(Activation).hq[unit] == unit


class Rides(Module[Riding]):
    """Leg units that ride tanks: the tank + 1 of each."""

    key, model, columns = "riding", Riding, {"units": "tank road debarked"}
    words: ClassVar = {
        "mounts": "{0:unit} mounts {1:unit}",
        "dismounts": "{0:unit} dismounts from {1:unit}",
        "jumps off": "{0:unit} jumps off {1:unit}",
        "debarks": "{0:unit} debarks in {1:hex}",
        "embarks": "{0:unit} embarks again",
    }

    @rule("9.6.3", "9.6.6")
    def is_debarked(self, now: Situation, unit: int) -> bool:
        """Return whether a wheeled unit is a leg unit now."""
        return now.units.debarked[unit] in (ON_FOOT, JUST_DEBARKED)

    @rule("9.6.1", "9.6.10")
    def kind(self, now: Situation, unit: int) -> int:
        """Return whether a unit is leg, tracked or wheeled now."""
        wheeled = self.board.group("wheeled")[unit] and not self.is_debarked(now, unit)
        return self.board.group("tracked")[unit] + 2 * wheeled

    def spare(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has a movement point left."""
        movement = self.board.module(Movement)
        has_left: bool = now.units.spent[unit] + movement.scale <= movement.allowance(now, unit)
        return has_left


class Jump(Deed):
    """What mounting and dismounting share: both spend a point, and may go on where no zone stops them."""

    phase = "movement"

    @rule("9.5.3", "9.5.12", "9.5.13")
    def jump(self, now: Situation, frame: Frame, leg: int, tank: int, book: Book) -> Iterable[Frame]:
        """Write that a unit has mounted a tank or dismounted from it."""
        free = now.place[tank] not in now.zone(1 - frame.data["side"])
        for unit in (leg, tank):
            book.add("spent", unit, self.board.module(Movement).scale)
            if free and unit in frame.data["units"]:
                book.put("moved", unit, 0)
        book.event(self.word + "s", "9.5", leg, tank)
        return [frame]


class Mount(Jump):
    """``unit, tank``."""

    word, pattern = "mount", "mount unit unit"

    @rule("9.5.1", "9.5.2", "9.5.3", "9.5.4")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return by leg unit the tanks in its hex that it can mount. One of the two must be active."""
        rides, units, active = self.board.module(Rides), now.units, frame.data["units"]
        found: dict[int, list[int]] = {}
        for stack in (now.stack(hex_) for hex_ in {now.place[unit] for unit in active}):
            free = (u for u in stack if not (units.pinned[u] or units.tank[u] or is_headquarters(self.board, u)))
            able = [u for u in free if rides.spare(now, u)]
            taken = {units.tank[u] - 1 for u in stack}
            tanks = [u for u in able if rides.kind(now, u) == TRACKED and u not in taken]
            for leg in (u for u in able if rides.kind(now, u) == LEG):
                if fit := [tank for tank in tanks if leg in active or tank in active]:
                    found[leg] = fit
        return two_stage_choices(found, begun)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Put the leg unit on the tank."""
        leg, tank = map(int, action)
        book.put("tank", leg, tank + 1)
        return self.jump(now, frame, leg, tank, book)


class Dismount(Jump):
    """``unit``: its tank is active, and both have a point left."""

    word, pattern = "dismount", "dismount unit"

    @rule("9.5.6", "9.5.12")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the units that can dismount."""
        rides, units, active = self.board.module(Rides), now.units, frame.data["units"]
        riders = [u for u, tank in enumerate(units.tank) if tank - 1 in active]
        free = [u for u in riders if rides.spare(now, u) and rides.spare(now, units.tank[u] - 1)]
        return [] if begun else [Choice(u) for u in free]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Take the leg unit off its tank."""
        leg = int(action[0])
        tank = now.units.tank[leg] - 1
        book.put("tank", leg, 0)
        return self.jump(now, frame, leg, tank, book)


class Debark(Deed):
    """``unit``: a wheeled unit becomes a leg unit for half of its allowance, and may move on as one."""

    word, phase, pattern = "debark", "movement", "debark unit"

    @rule("2.6.5", "9.6.1", "9.6.2", "9.6.3", "9.6.5", "9.6.8")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return wheeled units that have half of their printed allowance left."""
        movement, rides, units = self.board.module(Movement), self.board.module(Rides), now.units
        able = (u for u in acting(now, frame) if rides.kind(now, u) == WHEELED and not units.debarked[u])
        free = (u for u in able if not units.pinned[u])
        left = (u for u in free if 2 * units.spent[u] + movement.printed[u] <= 2 * movement.allowance(now, u))
        return [] if begun else [Choice(u) for u in left]

    @rule("9.6.4", "9.6.5")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Mark the unit; it has its points as a leg unit, unless a zone has stopped it. That provokes fire."""
        unit = int(action[0])
        book.put("debarked", unit, JUST_DEBARKED)
        book.put("spent", unit, 0)
        if now.place[unit] not in now.enemy_zone(unit):
            book.put("moved", unit, 0)
        book.event("debarks", "9.6", unit, now.place[unit])
        return [frame]


class Embark(Deed):
    """``unit``: it is a wheeled unit again, at no cost."""

    word, phase, pattern = "embark", "movement", "embark unit"

    @rule("9.6.7", "9.6.8", "9.6.9")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return units that have debarked in another turn, have not moved in this one, and are not out of supply."""
        units = now.units
        able = (u for u in acting(now, frame) if units.debarked[u] == ON_FOOT and units.lapse[u] < OUT_OF_SUPPLY)
        fed = (u for u in able if not (units.pinned[u] or units.tank[u]))
        return [] if begun else [Choice(u) for u in fed if not (units.moved[u] or units.spent[u])]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Take the mark off."""
        book.put("debarked", int(action[0]), JUST_EMBARKED)
        book.event("embarks", "9.6", int(action[0]))
        return [frame]


Rides.deeds = (Mount, Dismount, Debark, Embark)

"""Leg units that ride tanks: they mount, go with the tank, and dismount."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.rats_of_tobruk.parameters import Riding
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Board, Situation

LEG, TRACKED, WHEELED = range(3)


def is_headquarters(board: Board, unit: int) -> bool:
    """Return whether a unit is the headquarters of its formation."""
    return board.module(Activation).hq[unit] == unit


class Rides(Module[Riding]):
    """Leg units that ride tanks: the tank + 1 of each."""

    key, model, columns = "riding", Riding, {"units": "tank came road"}
    words: ClassVar = {
        "mounts": "{0:unit} mounts {1:unit}",
        "dismounts": "{0:unit} dismounts from {1:unit}",
        "jumps off": "{0:unit} jumps off {1:unit}",
    }

    def kind(self, unit: int) -> int:
        """Return whether a unit is leg, tracked or wheeled."""
        return self.board.group("tracked")[unit] + 2 * self.board.group("wheeled")[unit]

    def spare(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has a movement point left."""
        movement = self.board.module(Movement)
        has_left: bool = now.units.spent[unit] + movement.scale <= movement.allowance(now, unit)
        return has_left


class Jump(Deed):
    """What mounting and dismounting share: both spend a point; the tank may go on where it need not stop."""

    phase = "movement"

    @rule("9.5.3", "9.5.12", "9.5.13")
    def jump(self, now: Situation, frame: Frame, leg: int, tank: int, book: Book) -> Iterable[Frame]:
        """Write that a unit has mounted a tank or dismounted from it."""
        for unit in (leg, tank):
            book.add("spent", unit, self.board.module(Movement).scale)
        stays = now.place[tank] in now.zone(1 - frame.data["side"]) or now.units.overran[tank]
        if tank in frame.data["units"] and not stays:
            book.put("moved", tank, 0)
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
        for stack in (now.stack(hex_) for hex_ in {now.place[unit] for unit in active if now.place[unit] >= 0}):
            free = (u for u in stack if not (units.pinned[u] or units.tank[u] or is_headquarters(self.board, u)))
            able = [u for u in free if rides.spare(now, u)]
            taken = {units.tank[u] - 1 for u in stack}
            tanks = [u for u in able if rides.kind(u) == TRACKED and u not in taken]
            for leg in (u for u in able if rides.kind(u) == LEG):
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
        riders = [u for u, tank in enumerate(units.tank) if tank and tank - 1 in active]
        free = [u for u in riders if rides.spare(now, u) and rides.spare(now, units.tank[u] - 1)]
        return [] if begun else [Choice(u) for u in free]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Take the leg unit off its tank."""
        leg = int(action[0])
        tank = now.units.tank[leg] - 1
        book.put("tank", leg, 0)
        return self.jump(now, frame, leg, tank, book)


Rides.deeds = (Mount, Dismount)

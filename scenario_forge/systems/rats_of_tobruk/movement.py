"""Movement: stacking without riders, roads and bunkers beside the enemy, and who cannot move."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.systems.rats_of_tobruk.riding import Rides
from scenario_forge.wargame.modules.clearing import Clearing
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.movement.costs import Price
from scenario_forge.wargame.modules.movement.moving import March, Move
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.overrun import Overrun
from scenario_forge.wargame.modules.stacking import Stacking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.modules.movement.moving import Trial


class RatsStacking(Stacking):
    """Who rides is part of its tank."""

    @rule("9.5.7")
    def weight(self, now: Situation, units: Iterable[int]) -> int:
        """Return what units count together, riders not at all."""
        return super().weight(now, [unit for unit in units if not now.units.tank[unit]])


class RatsMovement(MovementModule):
    """Roads and bunkers beside the enemy, and riders who go with their tanks."""

    def ready(self) -> None:
        """Look up bunkers too."""
        super().ready()
        board, strafing = self.board, self.board.given.get("strafing")
        self.rides, self.bunkers = board.module(Rides), board.places_of("bunker")
        wheeled = board.group("wheeled")
        self.foot = next(self.class_of[unit] for unit, on in enumerate(board.group("leg")) if on)
        """The class of leg units."""
        side = board.compiled.keys["sides"].index(strafing["side"]) if strafing is not None else -1
        self.strafed = [bool(on) and board.units.side[unit] == side for unit, on in enumerate(wheeled)]
        """By unit: whether aircraft hinder it on roads."""

    @rule("9.1.1")
    def can_ever_enter(self, now: Situation, unit: int, step: int) -> bool:
        """Return whether a unit may take a step at all: not into a hex with three corners over the sea."""
        return self.board.neighbours[step] not in self.board.closed and super().can_ever_enter(now, unit, step)

    @rule("9.6.1", "9.6.3")
    def class_now(self, now: Situation, unit: int) -> int:
        """Return the class of a unit: of one that has debarked that of leg units."""
        return self.foot if self.rides.is_debarked(now, unit) else super().class_now(now, unit)

    @rule("9.6.5")
    def allowance(self, now: Situation, unit: int) -> int:
        """Return the points of a unit: of one that has debarked those of the rule, whatever its supply."""
        if not self.rides.is_debarked(now, unit):
            return super().allowance(now, unit)
        return self.board.module(Weather).changed(now, "movement", unit, self.rides.given.allowance) * self.scale

    @rule("8.0.6", "15.2.4", "15.2.5", "8.0.7", "17.12.1")
    def price(self, now: Situation, unit: int, step: int, *, by_road: bool) -> tuple[Price, bool] | None:
        """Return the price of a step. In an enemy zone no road leads into a bunker, and only roads cross a ditch."""
        board, to = self.board, self.board.neighbours[step]
        beside, bunker = to in now.enemy_zone(unit), to in self.bunkers
        priced = super().price(now, unit, step, by_road=by_road and not (beside and bunker))
        if priced is not None and priced[1] and self.is_strafed(now, unit):
            priced = (Price(max(priced[0].parts, self.board.given["strafing"]["road"] * self.scale)), True)
        if to in board.closed:
            return None
        walled = board.module(Clearing).stands(now, step) and not (priced is not None and priced[1])
        return None if beside and walled else priced

    @rule("17.12.1")
    def is_strafed(self, now: Situation, unit: int) -> bool:
        """Return whether aircraft hinder a unit on roads now."""
        night = self.board.module(Weather).word(now) == "night"
        return self.strafed[unit] and not night and not self.rides.is_debarked(now, unit)

    @rule("9.1.2", "9.6.1", "9.6.5")
    def paid(self, now: Situation, unit: int, price: Price, spent: int, *, fresh: bool) -> int | None:
        """Return what a unit has spent after paying a price; `all` cannot be paid where no hex is always allowed."""
        if price.all and not self.may_always_enter_one(now):
            return None
        if price.half and self.rides.is_debarked(now, unit):
            price = Price(price.parts + self.rides.given.allowance * self.scale // 2)
        return super().paid(now, unit, price, spent, fresh=fresh)


class RatsMarch(March):
    """Who is pinned on the way stays behind."""

    @rule("11.4.4", "11.3.25")
    def goes_on(self, now: Situation, unit: int) -> bool:
        """Return whether a unit can go on: it is not pinned."""
        return super().goes_on(now, unit) and not now.units.pinned[unit]

    @rule("9.2.4")
    def noted(self, book: Book, after: Trial) -> None:
        """Note who moves along a road."""
        for unit in after.units:
            book.put("road", unit, int(after.by_road))


class RatsMove(Move):
    """Neither who is pinned nor who rides moves by itself; what a rider spent counts for the whole turn."""

    clears: ClassVar[Sequence[str]] = ()

    @rule("9.3.1", "2.6.2")
    def movers(self, now: Situation, frame: Frame) -> list[int]:
        """Return the units that may still move."""
        units = now.units
        return [unit for unit in super().movers(now, frame) if not (units.pinned[unit] or units.tank[unit])]


class RatsOverrun(Overrun):
    """Neither tanks with riders overrun nor those that have fired: these move no more."""

    @rule("9.4.6", "11.3.30")
    def may_overrun(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may overrun: nobody rides it, and it has not fired in its activation."""
        return super().may_overrun(now, unit) and unit + 1 not in now.units.tank and not now.units.shot[unit]


RatsMovement.deeds = (RatsMove,)
RatsMovement.steps = {**MovementModule.steps, "march": ("9.0", RatsMarch)}

"""Fire into the front arc; flanks, aircraft; guns that headquarters call in; anti-tank guns that fire for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE
from scenario_forge.game.rule_marks import rule
from scenario_forge.systems.western_desert.facing import Facing
from scenario_forge.wargame.base.offers import split_at
from scenario_forge.wargame.modules.fire.combined import WITH, CombinedFire, FireTogether
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.modules.fire.combined import Volley


class WesternFire(CombinedFire):
    """Fire in play."""

    def ready(self) -> None:
        """Look up facing and headquarters too."""
        super().ready()
        board = self.board
        self.facing, self.headquarters, self.seeing = board.module(Facing), board.module(Leaders), board.module(Sight)

    @rule("13.1", "6.2")
    def reaches(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit can fire at a hex: into its front arc, unless it has a turret."""
        arc = self.turns(now, firer, hex_) or self.facing.in_front(now, firer, hex_)
        return arc and super().reaches(now, firer, hex_)

    @rule("13.1", "Q0.3")
    def turns(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit has a turret that turns to a hex: of some only to near ones."""
        limits = (far for name, far in self.board.given["turning"].items() if self.board.group(name)[firer])
        near = self.board.distance(now.place[firer], hex_) <= min(limits, default=self.board.hexes)
        return near and bool(self.board.value_of("turreted", firer))

    @rule("16.2", "16.3", "24.3")
    def may_support(self, now: Situation, unit: int, hex_: int) -> bool:
        """Return whether artillery can support fire at a hex: in its front arc, and not against who has moved."""
        moving = any(now.units.dust[other] for other in now.stack(hex_))
        at, lobs = now.place[unit], self.board.given["plunging"]
        out = lobs and at not in self.close and self.board.distance(at, hex_) <= self.ranges[unit]
        near = out or super().may_support(now, unit, hex_)
        return near and not moving and self.facing.in_front(now, unit, hex_)

    @rule("16.4")
    def is_spotted(self, now: Situation, side: int, target: int) -> bool:
        """Return whether a unit with a headquarters sees the target."""
        hosts = (host for host in self.headquarters.placed(now.state).values() if self.board.owner(host) == side)
        return any(self.seeing.spots(now, now.place[host], now.place[target]) for host in hosts)

    @rule("19.1", "19.2", "28.6")
    def free_shots(self, now: Situation, units: Iterable[int], target: int) -> list[int]:
        """Return the anti-tank guns that fire at an armoured target for no action point."""
        value, away = self.board.value_of, self.board.distances(now.place[target])
        firers = self.firers(now, units, target) if value("armoured", target) else []

        def is_near(unit: int) -> bool:
            far, at = value("antitank_range", unit), now.place[unit]
            return far == NONE or away[at] <= far + self.gain * self.seeing.is_high[at]

        return [unit for unit in firers if value("at_free_shot", unit) and is_near(unit)]

    @rule("13.4")
    def turn_follows(self, state: GameState, book: Book) -> None:
        """Let all units be fired at again: aircraft may have struck units of their own side."""
        super().turn_follows(state, book)
        book.clear(["aimed"], range(len(state.units.place)))

    @rule("17.2", "17.3", "18.1", "28.7")
    def strength(self, now: Situation, unit: int) -> int:
        """Return as how many a unit counts: in good order 1, or as often as the chart says."""
        twice = self.board.column("twice")[0] if self.board.group("twice")[unit] else 1
        return 0 if now.units.disordered[unit] else twice

    @rule("Q11.2")
    def is_covered(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in cover: in smoke too."""
        return super().is_covered(now, unit) or bool(now.state.ground.smoke[now.place[unit]])

    @rule("6.4", "17.9", "17.10", "22.5", "22.6")
    def added(self, now: Situation, volley: Volley) -> list[tuple[int, str, str]]:
        """Return what is added: on the flank, where guns in support are not; of aircraft; of works."""
        flank = any(not self.facing.in_front(now, volley.target, now.place[unit]) for unit in volley.units)
        more = [(self.board.column("flank")[0] * flank, "flank", "17.9"), (volley.more, "airstrike", "22.5")]
        return [*more, *super().added(now, volley)]


class WesternShot(FireTogether):
    """Fire, of which that of anti-tank guns at armour costs nothing."""

    some_free = True
    clears = ("shot",)

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.fire: WesternFire = board.module(WesternFire)

    @rule("19.1", "19.2", "19.3")
    def able(self, now: Situation, frame: Frame, target: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return who can fire at a target, and who supports them: without a point those that need none."""
        if frame.data["used"] < frame.data["have"]:
            return super().able(now, frame, target)
        return self.fire.free_shots(now, self.units(now, frame), target), []

    @rule("19.1")
    def is_free(self, now: Situation, frame: Frame, action: Action) -> bool:  # noqa: ARG002 - as deeds are asked
        """Return whether fire costs no point: only anti-tank guns fire, at armour."""
        units, guns = split_at(action[1:], WITH)
        firers = [int(unit) for unit in units]
        return not guns and {*firers} <= {*self.fire.free_shots(now, firers, int(action[0]))}


WesternFire.deed = WesternShot

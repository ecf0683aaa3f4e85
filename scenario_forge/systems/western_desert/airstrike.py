"""Airstrikes, which attack two adjacent hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.fire.combined import CombinedFire, Volley
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.board.mind import Mind


class Airstrike(Deed):
    """``hex, hex``."""

    word, phase, pattern = "airstrike", "actions", "airstrike hex hex"

    @rule("22.1", "22.2", "22.4", "13.4")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return a hex with an enemy that a unit sees, nobody having fired there, and one adjacent to it."""
        side, sight = frame.data["side"], self.board.module(Sight)
        if begun:
            return [Choice(hex_) for hex_ in self.board.adjacent[int(begun[0])]] if len(begun) == 1 else []
        places = [now.place[unit] for unit in now.own(1 - side) if not now.units.aimed[unit]]
        seen = [hex_ for hex_ in places if sight.observed(now, side, hex_)]
        return offer(seen if now.state.sides.airstrikes[side] else ())

    def struck(self, now: Situation, hexes: Sequence[int]) -> list[tuple[int, int]]:
        """Return whoever is in each of two hexes and has not been fired at, with what is added."""
        both = zip(hexes, self.board.column("airstrike"), strict=True)
        return [(unit, more) for hex_, more in both for unit in now.stack(hex_) if not now.units.aimed[unit]]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the two hexes whose units are worth most."""
        fire, owners = self.board.module(CombinedFire), self.board.units.side

        def worth(pair: tuple[int, int]) -> float:
            struck = (
                (unit, fire.expected_of(mind, now, Volley(unit, (), (), more))) for unit, more in self.struck(now, pair)
            )
            return sum(won if owners[unit] != mind.side else -won for unit, won in struck)

        firsts = [int(way.token) for way in self.ways(now, frame, ())]
        pairs = [(first, second) for first in firsts for second in self.board.adjacent[first]]
        return max(((worth(pair), pair) for pair in pairs), default=(0.0, ()))

    @rule("22.3", "22.4", "22.5", "22.6")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Attack whoever is in the two hexes, one after the other."""
        side, hexes = frame.data["side"], [int(hex_) for hex_ in action]
        book.put("sides.airstrikes", side, now.state.sides.airstrikes[side] - 1)
        frames = [frame]
        for target, more in reversed(self.struck(now, hexes)):
            book.put("aimed", target, 1)
            data = {"side": side, "target": target, "units": [], "guns": [], "more": more}
            frames.append(Frame("combined-fire", data))
        book.event("airstrike", "22", *hexes)
        return frames

"""One scenario in play: victory, what a side sees of the cup, marks on counters, and what must always hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.play import Breach
from scenario_forge.systems.rats_of_tobruk.assault import RatsAdvance, RatsAssault, RatsBarrage, RatsClearing
from scenario_forge.systems.rats_of_tobruk.effects import RatsEffects
from scenario_forge.systems.rats_of_tobruk.fire import RatsFire
from scenario_forge.systems.rats_of_tobruk.movement import RatsMovement, RatsOverrun, RatsStacking
from scenario_forge.systems.rats_of_tobruk.nomination import RatsSupply
from scenario_forge.systems.rats_of_tobruk.riding import LEG, Rides
from scenario_forge.systems.rats_of_tobruk.turns import STEPS, RatsBoard
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.shelf.play import WargamePlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.wargame.base.numbers import GameState


class RatsPlay(WargamePlay):
    """One scenario."""

    board_type, steps = RatsBoard, STEPS
    own = (Rides, RatsFire, RatsMovement, RatsStacking, RatsAssault, RatsEffects, RatsAdvance,
           RatsBarrage, RatsClearing, RatsOverrun, RatsSupply)  # fmt: skip
    clause, at_once = "3.1", "strategic"

    @rule("17.4.4")
    def level(self, state: GameState) -> Mapping[str, Any]:
        """Return the level of victory: where nobody has come, the other side has won."""
        levels = self.board.victory.levels
        came = any(state.units.place[unit] not in (OUT, TO_COME) for unit in self.board.of_side[levels["side"]])
        last: Mapping[str, Any] = levels["levels"][-1]
        return super().level(state) if came else last

    @rule("17.6.4", "17.7.7")
    def observe(self, state: GameState, side: int) -> dict[str, Any]:
        """Return all but the cup: of the other side's chits only how many are in it."""
        data, owner = super().observe(state, side), self.rules.owner
        chits, in_cup = data["tables"]["units"]["chit"], self.board.cup(state)
        data["chits"] = [sum(owner(hq) == own for hq in in_cup) for own in range(2)]
        for hq in in_cup:
            chits[hq] *= owner(hq) == side
        return data

    def moment(self, state: GameState) -> tuple[int, int]:
        """Return the turn without a side: an activation is the side's whose chit was drawn."""
        return self.turn(state), -1

    def marks_of(self, state: GameState, unit: int) -> list[str]:
        """Return the marks on the counter of a unit, supply and riding among them."""
        lapse, rides = state.units.lapse[unit], state.units.tank[unit] > 0
        marks = [*super().marks_of(state, unit), *["low supply"] * (lapse == 1), *["out of supply"] * (lapse > 1)]
        debarked = self.board.module(Rides).is_debarked(self.board.at(state), unit)
        return [*marks, *["riding tanks"] * rides, *["debarked"] * debarked]

    def breaches(self, state: GameState) -> Iterator[str]:
        """Yield breaches of stacking when nobody is on the way, of steps, of riders."""
        yield from super().breaches(state)
        for unit in self.rules.active(state):
            if state.units.flipped[unit] and not self.board.faces.backed[unit]:
                yield Breach("a unit of one side is depleted", "units", unit)
            if (tank := state.units.tank[unit]) and state.units.place[tank - 1] != state.units.place[unit]:
                yield Breach("a unit rides a tank that is elsewhere", "units", unit)
            if state.units.debarked[unit] and not self.board.group("wheeled")[unit]:
                yield Breach("a unit without wheels has debarked", "units", unit)
            if tank and self.board.module(Rides).kind(self.board.at(state), unit) != LEG:
                yield Breach("a unit that is no leg unit rides a tank", "units", unit)

"""Who attacks, joins, advances, shells and clears; and what engineers do to ground and works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.systems.rats_of_tobruk.riding import Rides, is_headquarters
from scenario_forge.wargame.modules.advance import Advance
from scenario_forge.wargame.modules.assault.ground import GroundEffect
from scenario_forge.wargame.modules.assault.steps import AssaultModule
from scenario_forge.wargame.modules.barrage import Barrage
from scenario_forge.wargame.modules.clearing import Clearing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.modules.assault.assault import Fight


class RatsAssault(AssaultModule):
    """Who attacks and joins, and what engineers do to ground and works."""

    @rule("9.5.8")
    def defenders(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the units of a hex that are attacked: no riders."""
        return [unit for unit in now.stack(hex_) if not now.units.tank[unit]]

    @rule("10.0.2", "2.6.3", "10.1.3", "11.3.26")
    def may_attack(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may attack: no headquarters, nobody who is pinned or rides."""
        units = now.units
        busy = units.pinned[unit] or units.fired[unit] or units.tank[unit] or is_headquarters(self.board, unit)
        return super().may_attack(now, unit) and not busy

    @rule("10.2.4", "11.1.2", "2.6.6")
    def may_support(self, now: Situation, unit: int) -> bool:
        """Return whether a unit with a range may join a fight from afar: it is ready, and does not ride."""
        return not (now.units.fired[unit] or now.units.tank[unit])

    @rule("10.0.2", "10.1.1", "11.2.15")
    def attacks(self, book: Book, unit: int) -> None:
        """Write that a unit attacks: with the range of artillery it has fired, and supports nobody in this turn."""
        super().attacks(book, unit)
        if self.ranges[unit]:
            book.put("fired", unit, 1)

    @rule("11.1.1", "10.2.11")
    def joins(self, book: Book, unit: int) -> None:
        """Write that a unit joins a fight from afar: it has fired."""
        book.put("fired", unit, 1)
        book.event("supports", "10.2", unit)

    @rule("12.1.1", "12.1.3", "12.1.4", "12.1.6", "16.0.1", "16.0.2", "16.0.3", "10.8.2", "10.8.5", "10.8.6", "2.6.7")
    def ground_for(self, now: Situation, fight: Fight) -> list[tuple[GroundEffect, str]]:
        """Return what the ground does, with its id.

        Mines of engineers count as a ditch; engineers who attack halve each modifier, those of the Axis take ditches.
        """
        board, engineer = self.board, self.board.group("engineer")
        axis = board.units.side[fight.attackers[0]] == board.compiled.keys["sides"].index("axis")
        found = super().ground_for(now, fight)
        miners = [unit for unit in now.own(1 - board.units.side[fight.attackers[0]]) if axis and engineer[unit]]
        mined = any(board.distance(now.place[unit], fight.hex) <= 1 for unit in miners)
        if mined and "ditch" not in [id_ for _, id_ in found]:
            found.append((GroundEffect(die=board.column("wire")[1]), "improvised minefield"))
        if not any(engineer[unit] for unit in fight.attackers):
            return found
        works = ("ditch", "improvised minefield") if axis else ()
        return [(GroundEffect(die=0 if id_ in works else effect.die // 2), id_) for effect, id_ in found]


class RatsAdvance(Advance):
    """Who has fired directly stays where it is."""

    @rule("11.3.33")
    def may_advance(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may advance: it has not fired."""
        return super().may_advance(now, unit) and not now.units.shot[unit]

    @rule("9.6.3")
    def beyond(self, now: Situation, unit: int, hex_: int) -> list[int]:
        """Return the hexes to which a unit can go on: none for who has debarked."""
        return [] if self.board.module(Rides).is_debarked(now, unit) else super().beyond(now, unit, hex_)


class RatsBarrage(Barrage):
    """No barrage from a tank; riders can be hit like others."""

    @rule("11.2.12")
    def exposed(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return all units of a hex."""
        return now.stack(hex_)

    def may_shell(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may shell: it rides no tank."""
        return super().may_shell(now, unit) and not now.units.tank[unit]


class RatsClearing(Clearing):
    """Who is pinned or rides clears nothing."""

    @rule("12.0.2", "2.6.4")
    def may_clear(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may clear a hexside."""
        return super().may_clear(now, unit) and not (now.units.pinned[unit] or now.units.tank[unit])

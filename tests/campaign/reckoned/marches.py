"""8.6 to 8.18 and 17.5: the ways of units that began their turn without general supply."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from .position import BOX, OTHER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .position import Ground, Man, Position

QUARTERS = 4
"""Movement points are counted in quarters, in which all costs are whole."""
ENTER_BOX = 2


class Stand(NamedTuple):
    """Where a unit has come to on its march."""

    at: int
    spent: int
    strength: int
    fresh: bool
    """Whether it has not moved yet."""


def cost(ground: Ground, here: int, there: int) -> int:
    """3.3, 3.15, 3.16, TEC: what it costs to enter a hex at the ordinary rate, in quarters of a point."""
    if there == BOX:
        return ENTER_BOX * QUARTERS
    book, (sides, lines) = ground.book, ground.beside[here][there]
    ways = [book.terrain[ground.terrain[there]] + sum(book.sides[side] for side in sides)]
    ways += [book.lines[line] + sum(book.sides[side] for side in sides - book.crosses[line]) for line in lines]
    return round(min(ways) * QUARTERS)


def _steps(goals: Iterable[int], back: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """How many steps off the nearest goal each place is."""
    found = dict.fromkeys(goals, 0)
    waiting = list(found)
    for at in waiting:
        for other in back(at):
            if other not in found:
                found[other] = found[at] + 1
                waiting.append(other)
    return found


@dataclass(frozen=True)
class Marches:
    """What one side's unsupplied units may do."""

    position: Position
    side: str
    breakouts: bool
    """Whether mechanised units may go through zones (17.5)."""
    rounds: bool = False
    """Whether a round of combat has been called in this phase."""

    @cached_property
    def zones(self) -> set[int]:
        return self.position.zones(OTHER[self.side])

    @cached_property
    def enemies(self) -> set[int]:
        return {man.place for man in self.position.fighters if man.side != self.side}

    @cached_property
    def barred(self) -> set[int]:
        """8.6, A-ENEMY-CONTROLLED: hexes with enemies in them or in their zones."""
        return self.zones | self.enemies

    @cached_property
    def homes(self) -> set[int]:
        """8.8, 8.11: Alexandria with the hexes beside it, and Cairo; Tripolitania."""
        ground = self.position.ground
        found = {ground.place[name] for name in ground.book.homes[self.side]}
        if ground.place.get(ground.book.area) in found:
            found |= {other for other in ground.beside[ground.place[ground.book.area]] if ground.open[other]}
        return found | ({BOX} if self.side == ground.book.box else set())

    def _beside(self, place: int) -> list[int]:
        ground = self.position.ground
        if place == BOX:
            return sorted(ground.edge) if self.side == ground.book.box else []
        box = [BOX] if place in ground.edge and self.side == ground.book.box else []
        return [*ground.next(place), *box]

    def _measured(self, goals: set[int], closed: set[int]) -> dict[int, int]:
        """8.13: the distance from goals, by ways that enter nothing that is closed; for closed hexes to leave by."""
        inside = _steps(goals - closed, lambda at: (o for o in self._beside(at) if o not in closed))
        leaving = {}
        for hex_ in closed:
            beside = [inside[other] for other in self._beside(hex_) if other in inside]
            if beside:
                leaving[hex_] = min(beside) + 1
        return inside | leaving

    @cached_property
    def home(self) -> dict[int, int]:
        """8.13: how far from home each place is."""
        return self._measured(self.homes, self.barred)

    @cached_property
    def home_through_zones(self) -> dict[int, int]:
        """A-MECH-MARCH: the same where zones count for nothing."""
        return self._measured(self.homes, self.enemies)

    @cached_property
    def along_road(self) -> dict[int, int]:
        """8.12, A-ROAD-HOME, A-ROAD-ZONES: how far home is along the coast road, as if there were no enemy."""
        ground = self.position.ground
        road = ground.book.road_home
        linked = {
            hex_: [other for other, (_sides, lines) in beside.items() if road in lines]
            for hex_, beside in enumerate(ground.beside)
        }
        on_road = {hex_ for hex_, others in linked.items() if others}
        found = _steps(self.homes & on_road, lambda at: linked[at])
        if self.side == ground.book.box:
            ends = {hex_ for hex_ in on_road if hex_ in ground.edge}
            for hex_, far in _steps(ends, lambda at: linked[at]).items():
                found[hex_] = min(far + 1, found.get(hex_, far + 1))
            found[BOX] = 0
        return found

    def ports(self, man: Man) -> set[int]:
        """8.7, A-UNSUPPLIED-PORT: the coastal supply centres that its side controls and that have room for it."""
        ground, position = self.position.ground, self.position
        found = {
            hex_
            for name, hex_ in ground.place.items()
            if "supply-centre" in ground.kinds[name]
            and position.control.get(hex_) == self.side
            and any(ground.terrain[other] == "sea" for other in ground.beside[hex_])
        }
        return {hex_ for hex_ in found if position.room(man, hex_)}

    # -- one unit --------------------------------------------------------------------------------

    def left(self, man: Man, stand: Stand) -> int:
        return man.movement * QUARTERS - stand.spent

    def _price(self, man: Man, stand: Stand, there: int) -> int | None:
        """What the next hex costs; None where it cannot be paid (8.17: never the strategic rate)."""
        price = cost(self.position.ground, stand.at, there)
        if stand.at in self.zones and stand.fresh and not self.rounds:
            price += round(self.position.ground.book.disengaging * QUARTERS)  # 4.8
        elif stand.at in self.zones and (stand.fresh or not self._may_break_out(man)):
            return None  # 4.10
        return price if price <= self.left(man, stand) else None

    def toward_home(self, stand: Stand, there: int) -> bool:
        """8.12: nearer home, or along the coast road."""
        nearer = stand.at in self.home and self.home.get(there, 9999) < self.home[stand.at]
        return nearer or self.by_road(stand, there)

    def by_road(self, stand: Stand, there: int) -> bool:
        road = self.position.ground.book.road_home
        if stand.at not in self.along_road or self.along_road.get(there, 9999) >= self.along_road[stand.at]:
            return False
        return there == BOX or road in self.position.ground.beside[stand.at][there][1]

    def open_steps(self, man: Man, stand: Stand) -> dict[int, Stand]:
        """The places that the unit may enter next, and how it stands there."""
        found: dict[int, Stand] = {}
        if stand.at in self.homes and (stand.at == BOX or not stand.fresh):
            return {}  # 8.10; who begins in a home that a zone reaches may leave it for one that none does
        for there in self._beside(stand.at):
            price = self._price(man, stand, there)
            if price is not None and there not in self.barred and self.toward_home(stand, there):
                found[there] = self._after(stand, there, price)
        ports = self._to_port(man, stand)
        if stand.at not in self.home and not ports and stand.at not in self.ports(man) - self.barred:
            found |= self._through_zones(man, stand)
        if stand.at not in self.home and stand.at in self.zones and stand.fresh:
            for there in self._beside(stand.at):  # 8.15: just far enough to leave them
                price = self._price(man, stand, there)
                if price is not None and there not in self.barred:
                    found[there] = self._after(stand, there, price)
        return found | ports

    def _after(self, stand: Stand, there: int, price: int) -> Stand:
        return Stand(there, stand.spent + price, stand.strength - (there in self.zones), fresh=False)

    def _to_port(self, man: Man, stand: Stand) -> dict[int, Stand]:
        """8.7, A-PORT-WAY: steps that leave fewer points to go to a port, and those points to the unit."""
        found = {}
        for port in self.ports(man) - self.barred:
            needs = self._points_to(port)
            for there in self._beside(stand.at):
                price = self._price(man, stand, there)
                if price is None or there in self.barred or there not in needs:
                    continue
                if needs[there] < needs[stand.at] and price + needs[there] <= self.left(man, stand):
                    found[there] = self._after(stand, there, price)
        return found

    @cached_property
    def _needs(self) -> dict[int, dict[int, int]]:
        return {}

    def _points_to(self, port: int) -> dict[int, int]:
        """By place, the points of the cheapest way to a port that enters nothing of the enemy's."""
        if port not in self._needs:
            needs, waiting = {port: 0}, [(0, port)]
            while waiting:
                far, at = heappop(waiting)
                for other in self._beside(at) if far == needs[at] and at not in self.barred else ():
                    more = far + cost(self.position.ground, other, at) if other != BOX else None
                    if more is not None and more < needs.get(other, more + 1):
                        needs[other] = more
                        heappush(waiting, (more, other))
            self._needs[port] = needs
        return self._needs[port]

    def _through_zones(self, man: Man, stand: Stand) -> dict[int, Stand]:
        """17.5, A-MECH-MARCH: nearer home through zones, a point for each, where there is no other way."""
        found: dict[int, Stand] = {}
        if not self._may_break_out(man) or stand.at in self.home:
            return found
        far = self.home_through_zones
        for there in self._beside(stand.at):
            price = self._price(man, stand, there)
            if price is None or there in self.enemies or far.get(there, 9999) >= far.get(stand.at, -1):
                continue
            after = self._after(stand, there, price)
            if after.strength > 0:
                found[there] = after
        return found

    @cached_property
    def _completes(self) -> dict[tuple[int, Stand], bool]:
        return {}

    def _may_break_out(self, man: Man) -> bool:
        return self.breakouts and man.movement >= self.position.ground.book.mechanised

    def completes(self, man: Man, stand: Stand) -> bool:
        """5.6: whether the unit can end here or further on."""
        key = (man.row, stand)
        if key not in self._completes:
            onward = self.open_steps(man, stand).values()
            self._completes[key] = self.ends(man, stand) or any(self.completes(man, after) for after in onward)
        return self._completes[key]

    def ends(self, man: Man, stand: Stand) -> bool:
        return stand.at == BOX or self.position.room(man, stand.at)

    def choices(self, man: Man, stand: Stand) -> dict[int, Stand]:
        """The places that may be entered next and from which the unit finds a hex to end in."""
        return {there: s for there, s in self.open_steps(man, stand).items() if self.completes(man, s)}

    def bound(self, man: Man, stand: Stand) -> bool:
        """8.8: whether the phase may not end before the unit has gone on."""
        if stand.at in self.homes or (stand.at in self.ports(man) and stand.at not in self.barred):
            return False  # A-UNSUPPLIED-NOMOVE
        if stand.at not in self.home:
            return False  # 8.15, 17.5, A-ROAD-ZONES: it may and need not
        return any(self.toward_home(stand, there) for there in self.choices(man, stand))

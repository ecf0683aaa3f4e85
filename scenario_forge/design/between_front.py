"""Who stands where between two dates, and whether one more may stand there: clear of the enemy, not behind him, fed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.rules.supply import supplied, zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.design.between_ways import Ways
    from scenario_forge.project.force import Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap

DETOUR = 4
"""A unit is behind the enemy if its way home is longer by more than one part in so many for the enemy's sake."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit in a hex. ``starts`` are the printed starts at which it stands in this very hex."""

    unit: Unit
    hex: int
    starts: frozenset[str] = frozenset()
    in_works: bool = False


class Front:
    """All that stand; answers are for a side, about the stands of all others.

    What is printed together stands together: two units that are where they are at one and the same printed start are
    no clash, though they be neighbours or one surrounds the other.
    """

    def __init__(self, game: Game, grid: HexMap, ways: Ways, homes: Mapping[str, frozenset[int]]) -> None:
        """``homes``: nodes by side from which it is supplied for ever."""
        self.grid, self.ways, self.homes = grid, ways, homes
        self.stands: list[Stand] = []
        self.sources: dict[str, list[int]] = {}
        """Hexes of supply markers, by side."""
        system = game.system
        self._zones = system.zones(game) if system else None
        self._supply = system.supply(game) if system else None
        self._closed = self._kinds(self._zones.not_into if self._zones else ())
        self._mute = self._kinds(self._zones.not_out_of if self._zones else ())
        self._walled = self._closed & self._mute
        self._cache: dict[tuple[object, ...], Mapping[int, int]] = {}

    def _kinds(self, kinds: Iterable[str]) -> frozenset[int]:
        wanted, places = frozenset(kinds), self.grid.places.values()
        return frozenset(hex_ for place, hex_, _ in places if hex_ is not None and wanted.intersection(place.kinds))

    def put(self, stand: Stand) -> None:
        """One more stands."""
        self.stands.append(stand)

    def take(self, unit: Unit) -> None:
        """A unit stands there no more."""
        self.stands = [each for each in self.stands if each.unit is not unit]

    def near(self, side: str, hex_: int, starts: frozenset[str] = frozenset()) -> Stand | None:
        """An enemy in the hex or beside it: there is no room for two sides so close.

        But beside a place that zones of control reach neither into nor out of there is: it can be surrounded.
        """
        around = {hex_} if hex_ in self._walled else {hex_, *self.grid.grid.neighbours[hex_]}
        foes = (each for each in self.stands if each.unit.side != side and each.hex in around)
        return next((e for e in foes if not e.starts & starts and (e.hex == hex_ or e.hex not in self._walled)), None)

    def behind(self, side: str, hex_: int, starts: frozenset[str] = frozenset()) -> bool:
        """Whether the enemy stands on its way home, and to go around him is far; a fed fortification is home."""
        homes = self.homes.get(side)
        if not homes or (hex_ in self._walled and hex_ in self.sources.get(side, ())):
            return False
        foes = [each for each in self.stands if each.unit.side != side and not each.starts & starts]
        plain = self._home(side, frozenset())
        if hex_ not in plain or not foes:
            return False
        clear = self._home(side, self._barred(side, foes))
        return hex_ not in clear or clear[hex_] * DETOUR > plain[hex_] * (DETOUR + 1)

    def fed(self, unit: Unit, hex_: int) -> bool:
        """Whether a unit is in general supply there; so is who needs none, and all where no rule asks for it."""
        rule, counter = self._supply, unit.counter.counter if unit.counter else None
        if rule is None or counter is None or counter.type in rule.immune_types:
            return True
        if counter.nationality not in rule.radius or (rule.always and rule.always(unit.side, hex_, None)):
            return True
        foes = [each for each in self.stands if each.unit.side != unit.side]
        friends = frozenset(each.hex for each in self.stands if each.unit.side == unit.side)
        limit, zones = rule.radius[counter.nationality], self._zone(unit.side, foes)
        key = ("fed", unit.side, limit, friends, frozenset(each.hex for each in foes), zones)
        if key not in self._cache:
            hexes = {each.hex for each in foes}
            sources = self.sources.get(unit.side, [])
            self._cache[key] = supplied(self.grid.ways, self.grid.passable, sources, limit, friends, hexes, zones)
        return hex_ in self._cache[key]

    def _home(self, side: str, barred: frozenset[int]) -> Mapping[int, int]:
        key = ("home", side, barred)
        if key not in self._cache:
            found = self.ways.spread(side, "", self.homes[side], barred)
            self._cache[key] = {node: spent for node, (spent, _before) in found.items()}
        return self._cache[key]

    def _barred(self, side: str, foes: Iterable[Stand]) -> frozenset[int]:
        """Enemies and their zones, but for zones where a friend stands."""
        foes = list(foes)
        friends = {each.hex for each in self.stands if each.unit.side == side}
        return frozenset(each.hex for each in foes) | (self._zone(side, foes) - friends)

    def _zone(self, side: str, foes: Iterable[Stand]) -> frozenset[int]:
        rule = self._zones
        if rule is None:
            return frozenset()
        closed = set(self._closed)
        if not rule.into_works:
            closed |= {each.hex for each in self.stands if each.unit.side == side and each.in_works}
        active = [each.hex for each in foes if each.unit.counter and each.unit.counter.counter.type not in rule.without]
        return frozenset(zone(self.grid.ways, self.grid.passable, active, closed, self._mute))


def homes_of(game: Game, grid: HexMap, ways: Ways, side: str) -> frozenset[int]:
    """Where a side is supplied for ever; else its own boxes, and places that are its alone."""
    rule = game.system.supply(game) if game.system else None
    always = rule.always if rule else None
    found: set[int] = set()
    if always is not None:
        found |= {hex_ for hex_ in range(len(grid.grid)) if always(side, hex_, None)}
        found |= {-2 - number for number, box in enumerate(ways.boxes) if always(side, None, box)}
    if found:
        return frozenset(found)
    found |= {-2 - number for number, box in enumerate(grid.document.boxes) if box.side == side}
    own = (hex_ for place, hex_, _ in grid.places.values() if place.sides == [side] and place.capacity is not None)
    return frozenset(found | {hex_ for hex_ in own if hex_ is not None})

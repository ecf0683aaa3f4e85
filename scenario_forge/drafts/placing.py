"""Placement of units on their ways: the most certain first, the others clear of those; then all in supply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.drafts.rows import Positions
from scenario_forge.hexes import reach
from scenario_forge.mechanics.supply import supplied, zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.drafts.journeys import Journey, MarkerWay, Ways
    from scenario_forge.game.forces import Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap


ASIDE = 5
"""Steps that a unit may go aside from its way to be in supply."""
ROUNDS = 3
"""How often those that are cut off or out of supply are moved, since each move may free or bar another."""


class Placing:
    """Units placed so far. A journey's ``number`` is moved until the unit may stand there."""

    def __init__(self, game: Game, front: Stands, markers: Iterable[MarkerWay]) -> None:
        self.game, self.front, self.markers = game, front, list(markers)
        self.placed: list[Journey] = []
        self.moved: dict[UnitKey, str] = {}
        """Why a unit is not where its share of the way is."""
        self._refresh()

    def _refresh(self) -> None:
        """The ground and the front from what is placed."""
        self.ground = Positions(self.game)
        self.front.stands = []
        self.front.sources = {}
        for marker in self.markers:
            if marker.node >= 0:
                self.front.sources.setdefault(marker.side, []).append(marker.node)
                self.ground.held.setdefault(marker.node, marker.side)
        for journey in self.placed:
            self._stand(journey)

    def _stand(self, journey: Journey) -> None:
        if journey.node < 0:
            return
        row = journey.row
        in_works = journey.in_works and self.ground.works_left(journey.node)
        self.ground.put(row.unit, row.token.strength, journey.node, in_works=in_works)
        starts = journey.starts.get(journey.node, frozenset())
        self.front.put(Stand(row.unit, journey.node, starts, journey.in_works))

    def all(self, journeys: Iterable[Journey]) -> None:
        """Place all units, the most certain first.

        Units that stay come first, then units at a place where they are printed, then units on their way between two
        printed places; of equals, the one with the cheaper way.
        """
        for journey in sorted(journeys, key=_certainty):
            self._put(journey, fed=False)
        for _ in range(ROUNDS):
            self._clear_markers()
            if not self._feed():
                return

    def _clear_markers(self) -> None:
        """Move markers back along their ways where the enemy has come."""
        for marker in self.markers:
            free = (
                number
                for number in marker.way.around(marker.share)
                if (node := marker.way.nodes[number]) < 0
                or marker.printed(node)
                or not (self.front.near(marker.side, node) or self.front.behind(marker.side, node))
            )
            marker.number = next(free, marker.number)
        self._refresh()

    def _feed(self) -> bool:
        """Move each unit that is cut off or out of supply to where it is not; return whether any moved."""
        moved = False
        for journey in list(self.placed):
            if journey.still or not self.why_not(journey, journey.node, fed=True, room=False):
                continue
            self.placed.remove(journey)
            self._refresh()
            was = journey.node
            self._put(journey, fed=True)
            moved = moved or journey.node != was
        return moved

    def _put(self, journey: Journey, *, fed: bool) -> None:
        """Place a unit at its share of the way, or as near to there as it may stand, preferably on the way."""
        journey.number, journey.aside = journey.way.at(journey.share), None
        row = journey.row
        if journey.holds and not self.ground.takes(row.unit, row.token.strength, journey.node):
            journey.holds = ""  # enough others do
        key, reason = journey.row.unit.key, "" if journey.still else self.why_not(journey, journey.node, fed=fed)
        self.moved.pop(key, None)
        if reason:
            self.moved[key] = self._elsewhere(journey, reason, fed=fed)
        self.placed.append(journey)
        self._stand(journey)

    def _elsewhere(self, journey: Journey, reason: str, *, fed: bool) -> str:
        """Move a unit elsewhere on its way, else beside it; return why, in words."""
        name, aim = self.front.ways.name(journey.node), journey.number
        number = self._free(journey, fed=fed)
        if number is None and fed:
            journey.aside = self._beside(journey, ASIDE, fed=True)
            if journey.aside is not None:
                return f"beside its way, not in {name}: {reason}"
            number, reason = self._free(journey, fed=False), "out of supply on all of its way"
        if number is None:
            journey.aside = self._beside(journey, len(self.front.grid.grid), fed=False)
            return f"beside its way, not in {name}: {reason}"
        journey.number = number
        return reason if number == aim else f"not in {name}: {reason}"

    def _free(self, journey: Journey, *, fed: bool) -> int | None:
        """Return the number of the nearest place on its way where the unit may stand."""
        numbers = journey.way.around(journey.share)
        return next((n for n in numbers if not self.why_not(journey, journey.way.nodes[n], fed=fed)), None)

    def _beside(self, journey: Journey, limit: int, *, fed: bool) -> int | None:
        """Return the nearest hex within some steps where the unit may stand."""
        grid, node = self.front.grid, journey.node
        starts = [node] if node >= 0 else sorted(grid.adjoining[self.front.ways.name(node)])
        hexes = reach(grid.ways, starts, grid.passable, limit)
        return next((hex_ for hex_ in hexes if not self.why_not(journey, hex_, fed=fed)), None)

    def why_not(self, journey: Journey, node: int, *, fed: bool, room: bool = True) -> str:
        """Return why a unit may not stand at a node; empty where it may. ``room``: check the stacking limit too."""
        if node < 0:
            return ""
        unit, starts = journey.row.unit, journey.starts.get(node, frozenset())
        foe = self.front.near(unit.side, node, starts)
        if foe is not None:
            return f"{foe.unit.cited} in {self.front.grid.name(foe.hex)}"
        if self.ground.held.get(node, unit.side) != unit.side:
            return f"a marker of the enemy in {self.front.grid.name(node)}"
        if room and not self.ground.takes(unit, journey.row.token.strength, node):
            return "no room"
        if self.front.behind(unit.side, node, starts):
            return "behind the enemy"
        return "out of supply" if fed and not self.front.fed(unit, node) else ""


def _certainty(journey: Journey) -> tuple[bool, bool, int, int]:
    """Sort key: the most certain journey first."""
    return not journey.still, journey.node not in journey.starts, -len(journey.starts), journey.way.cost


# -- who stands where between two dates, and whether one more may stand there ----------------------


DETOUR = 4
"""A unit is behind the enemy if its way home is longer by more than one part in so many for the enemy's sake."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit in a hex. ``starts`` are the printed starts at which it stands in this very hex."""

    unit: Unit
    hex: int
    starts: frozenset[str] = frozenset()
    in_works: bool = False


class Stands:
    """All units placed; answers are for a side, about the units of all others.

    Units printed together may stand together: two units at their places of the same printed start do not clash, even
    if they are neighbours or one surrounds the other.
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
        """Add a unit to those that stand on the map."""
        self.stands.append(stand)

    def take(self, unit: Unit) -> None:
        """Remove a unit from those that stand on the map."""
        self.stands = [each for each in self.stands if each.unit is not unit]

    def near(self, side: str, hex_: int, starts: frozenset[str] = frozenset()) -> Stand | None:
        """Return an enemy that stands too close: in the hex or next to it; None without one.

        The neighbours of a place that zones of control reach neither into nor out of are not too close: it can be
        surrounded.
        """
        around = {hex_} if hex_ in self._walled else {hex_, *self.grid.grid.neighbours[hex_]}
        foes = (each for each in self.stands if each.unit.side != side and each.hex in around)
        return next((e for e in foes if not e.starts & starts and (e.hex == hex_ or e.hex not in self._walled)), None)

    def behind(self, side: str, hex_: int, starts: frozenset[str] = frozenset()) -> bool:
        """Check whether the enemy blocks the way home, with a long detour; a supplied fortification is home."""
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
        """Check whether a unit is in general supply; true for one that needs none, and where no rule asks for it."""
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
    """Return the nodes where a side is always supplied; else its boxes and the supply centres of its own."""
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

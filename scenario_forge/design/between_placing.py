"""Puts units on their ways where they may stand: the surest first, the others clear of those; then all are fed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.between_front import Stand
from scenario_forge.design.fitting import Ground
from scenario_forge.hexes import reach

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.design.between_front import Front
    from scenario_forge.design.between_journeys import Journey
    from scenario_forge.design.between_markers import MarkerWay
    from scenario_forge.project.force import UnitKey
    from scenario_forge.project.game import Game

ASIDE = 5
"""Steps that a unit may go aside from its way to be in supply."""
ROUNDS = 3
"""How often those that are cut off or out of supply are moved, since each move may free or bar another."""


class Placing:
    """Who stands where so far. A journey's ``number`` is moved until the unit may stand there."""

    def __init__(self, game: Game, front: Front, markers: Iterable[MarkerWay]) -> None:
        self.game, self.front, self.markers = game, front, list(markers)
        self.placed: list[Journey] = []
        self.moved: dict[UnitKey, str] = {}
        """Why a unit is not where its share of the way is."""
        self._refresh()

    def _refresh(self) -> None:
        """The ground and the front from what is placed."""
        self.ground = Ground(self.game)
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
        """Put all of them, the surest first.

        Who does not move comes before who stands where it does in print, that before who goes from one printed place to
        another, and of those who has the shorter way before who has the longer.
        """
        for journey in sorted(journeys, key=_doubt):
            self._put(journey, fed=False)
        for _ in range(ROUNDS):
            self._clear_markers()
            if not self._feed():
                return

    def _clear_markers(self) -> None:
        """Markers back along their ways where the enemy has come."""
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
        """Move each that is cut off or out of supply to where it is not; whether any was moved."""
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
        """Where its share of the way is, or as near to there as it may stand; on its way if there is such a place."""
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
        """Another place on its way, else beside it; why, in words."""
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
        """The nearest place on its way where it may stand."""
        numbers = journey.way.around(journey.share)
        return next((n for n in numbers if not self.why_not(journey, journey.way.nodes[n], fed=fed)), None)

    def _beside(self, journey: Journey, limit: int, *, fed: bool) -> int | None:
        """The nearest hex within some steps where it may stand."""
        grid, node = self.front.grid, journey.node
        starts = [node] if node >= 0 else sorted(grid.adjoining[self.front.ways.name(node)])
        hexes = reach(grid.ways, starts, grid.passable, limit)
        return next((hex_ for hex_ in hexes if not self.why_not(journey, hex_, fed=fed)), None)

    def why_not(self, journey: Journey, node: int, *, fed: bool, room: bool = True) -> str:
        """Why a unit may not stand there; empty where it may. ``room``: whether others fill the hex, too."""
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


def _doubt(journey: Journey) -> tuple[bool, bool, int, int]:
    """Less for what is surer."""
    return not journey.still, journey.node not in journey.starts, -len(journey.starts), journey.way.cost

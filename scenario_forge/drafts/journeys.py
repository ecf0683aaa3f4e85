"""The way of each unit between two printed starts, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.drafts.dates import NotMade
from scenario_forge.drafts.rows import column_of, comings, kin_of, kinship
from scenario_forge.game.system import System
from scenario_forge.hexes import OFF, opposite

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.rows import DraftRow
    from scenario_forge.game.forces import Entry, Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, Location
    from scenario_forge.game.schedule import DateMark


NEAR = 3
"""Steps within which two printed positions settle what lies between them."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """The time from one printed start to the next, and how much of it is gone, as a share and in words."""

    before: DateMark
    after: DateMark
    begins: int
    """The player turn in which it begins, counted on the track."""
    ends: int
    share: Fraction
    words: str
    timed: bool
    """Whether the share follows from the dates: a designer may say another."""

    @classmethod
    def of(cls, dates: Dates, percent: int | None = None) -> TimeSpan:
        """Return the span around the date that a scenario starts on.

        Args:
            dates: of the scenario.
            percent: how far things have come by then; None: as far as the time has.

        Raises:
            NotMade: no printed start comes after the date.
        """
        before, after, track = dates.before, dates.after, dates.track
        if after is None:
            date, label = track.label(dates.first_turn), before.date.label
            raise NotMade(
                f"no printed start comes after {date}, so nothing lies between",
                f"the last is {label}: --from {before.date.id}, or --from playouts",
            )
        begins, ends = (track.player_turn(mark.turn or 0, mark.side) for mark in (before, after))
        if percent is not None:
            return cls(before, after, begins, ends, Fraction(percent, 100), f"{percent} % of the way", timed=False)
        gone, whole = dates.opens - begins, ends - begins
        return cls(
            before, after, begins, ends, Fraction(gone, whole), f"{gone} of {whole} {track.counted_in}s", timed=True
        )


@dataclass(slots=True)
class Journey:
    """A unit on its way; ``number`` counts the nodes up to where it is now."""

    row: DraftRow
    way: Way
    number: int
    share: Fraction
    starts: Mapping[int, frozenset[str]]
    """By node: the printed starts at which the unit stands there."""
    near: bool
    """Whether both ends are the unit's own and close together."""
    why: list[str] = field(default_factory=list)
    works: frozenset[int] = frozenset()
    """Nodes where it stands in works, at either start."""

    holds: str = ""
    """A place that it must not leave, since its side holds it at both starts."""

    aside: int | None = None
    """A hex off its way where it was put instead."""

    @property
    def in_works(self) -> bool:
        """Whether the unit stands in works now."""
        return self.node in self.works

    @property
    def node(self) -> int:
        """The node where the unit is now."""
        return self.way.nodes[self.number] if self.aside is None else self.aside

    @property
    def still(self) -> bool:
        """Whether the unit stays, or stands at both starts where it stands now."""
        return bool(self.holds) or len(self.starts.get(self.node, ())) > 1


class Journeys:
    """Finder of the journeys of one side's units."""

    def __init__(self, ways: Ways, dates: Dates, force: Force, span: TimeSpan, homes: frozenset[int]) -> None:
        self.ways, self.dates, self.force, self.span, self.homes = ways, dates, force, span, homes
        self.barred: frozenset[int] = frozenset()
        """Hexes that ways avoid where another way exists."""
        self.columns = column_of(force, span.before), column_of(force, span.after)
        self._both = [unit for unit in force.units if None not in self.ends(unit)]

    def ends(self, unit: Unit) -> tuple[int | None, int | None]:
        """Return the nodes where a unit stands at the starts before and after; None where it is not on the map."""
        one, two = (self._node(unit.at_start(column)) for column in self.columns)
        return one, two

    def _node(self, entry: Entry | None) -> int | None:
        return self.ways.node(entry.location) if entry is not None and entry.kind == "at" else None

    def of(self, row: DraftRow) -> Journey | None:
        """Return the journey of a unit that is on the map now; None if neither start has it there or no way exists."""
        unit = row.unit
        own = self.ends(unit)
        if own == (None, None):
            return None
        counter = unit.counter.counter if unit.counter else None
        kind, share, why = counter.type if counter else "", self.span.share, [self.span.words]
        start, end = own
        if start is None and end is not None:
            share, words = self._since_arrival(unit)
            start, whence = self._other_end(unit, kind, end, 0)
            why = [f"from {whence}", words]
        elif end is None and start is not None:
            end, whither = self._other_end(unit, kind, start, 1)
            why.insert(0, f"towards {whither}")
        assert start is not None  # noqa: S101 - one of its own is
        assert end is not None  # noqa: S101
        way = self.ways.way(unit.side, kind, start, end, self.barred) or self.ways.way(unit.side, kind, start, end)
        if way is None:
            return None
        near = None not in own and way.steps <= NEAR
        return Journey(row, way, way.at(share), share, self._starts(own), near, why, self._works(unit))

    def _other_end(self, unit: Unit, kind: str, node: int, number: int) -> tuple[int, str]:
        """Where a unit came from (0) or goes to (1) when only the other end is known; and why, in words."""
        kin = kin_of(unit, self._both)
        if kin is not None:
            there = self.ends(kin)[number]
            assert there is not None  # noqa: S101 - it is among those with both
            return there, f"{kin.name}, {kinship(unit, kin)}"
        found = [way for home in sorted(self.homes) if (way := self.ways.way(unit.side, kind, node, home)) is not None]
        nearest = min(found, key=lambda way: way.cost, default=None)
        return (node, "nowhere else") if nearest is None else (nearest.nodes[-1], "home; no related unit is at both")

    def _works(self, unit: Unit) -> frozenset[int]:
        entries = [unit.at_start(column) for column in self.columns]
        nodes = (self._node(entry) for entry in entries if entry is not None and entry.token.in_works)
        return frozenset(node for node in nodes if node is not None)

    def _starts(self, own: tuple[int | None, int | None]) -> dict[int, frozenset[str]]:
        starts: dict[int, frozenset[str]] = {}
        for node, mark in zip(own, (self.span.before, self.span.after), strict=True):
            if node is not None:
                starts[node] = starts.get(node, frozenset()) | {mark.date.id}
        return starts

    def _since_arrival(self, unit: Unit) -> tuple[Fraction, str]:
        """The share of the time since a unit's last arrival before the date, where the time is what counts."""
        span, opens, track = self.span, self.dates.opens, self.dates.track
        past, _later = comings(self.dates, self.force, unit)
        came = [track.calendar.turn(token.date) for token in past if token.kind == "arrives"]
        turns = [track.player_turn(turn, self.force.side) for turn in came]
        last = max((turn for turn in turns if span.begins <= turn < opens), default=span.begins)
        if not span.timed or span.ends <= last:
            return span.share, span.words
        gone, whole = opens - last, span.ends - last
        return Fraction(gone, whole), f"{gone} of {whole} {track.counted_in}s since it arrived"


# -- ways over the map from where a unit stood to where it will stand, at what its steps cost ------


OPEN, ALONG = 2, 1
"""Costs of a step where the rule system says none: over open ground, along a road."""


@dataclass(frozen=True, slots=True)
class Way:
    """Nodes from start to end, and the cost spent when each is entered."""

    nodes: tuple[int, ...]
    spent: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The cost of the whole way."""
        return self.spent[-1]

    @property
    def steps(self) -> int:
        """The number of steps of the way."""
        return len(self.nodes) - 1

    def at(self, share: Fraction) -> int:
        """Return the number of the node nearest to that share of the cost; of two equally near, the earlier."""
        return min(range(len(self.nodes)), key=lambda n: (abs(self.spent[n] - share * self.cost), n))

    def around(self, share: Fraction) -> list[int]:
        """Return the numbers of the nodes, nearest to the share first; of two equally near, the earlier."""
        return sorted(range(len(self.nodes)), key=lambda n: (abs(self.spent[n] - share * self.cost), n))


class Ways:
    """The map of a game as a net of ways for each type of unit."""

    def __init__(self, game: Game, grid: HexMap) -> None:
        self.game, self.grid = game, grid
        self.boxes = [box.id for box in grid.document.boxes]
        self._system = game.system or System()
        self._costs: dict[str, Sequence[int]] = {}
        self._from: dict[tuple[str, str, int, frozenset[int]], Mapping[int, tuple[int, int]]] = {}

    def node(self, place: Location | None) -> int | None:
        """Return the node of a place; None where it is none."""
        if place is None:
            return None
        if place.hex is not None:
            return place.hex
        return -2 - self.boxes.index(place.box) if place.box in self.boxes else None

    def name(self, node: int) -> str:
        """Return a node as cells write it."""
        return self.grid.name(node) if node >= 0 else self.boxes[-2 - node]

    def box(self, name: str) -> int | None:
        """Return the node of a box by its id; None where there is no such box."""
        return -2 - self.boxes.index(name) if name in self.boxes else None

    def costs(self, unit_type: str) -> Sequence[int]:
        """Return the cost of each step, at 6 h + d for hex h and direction d; 0 where there is no step."""
        if unit_type not in self._costs:
            said = self._system.step_costs(self.game, unit_type)
            self._costs[unit_type] = self._plain if said is None else said
        return self._costs[unit_type]

    @cached_property
    def _plain(self) -> Sequence[int]:
        """Where no rules say what steps cost: roads at half."""
        grid = self.grid
        found = []
        for hex_, six in enumerate(grid.ways):
            for other in six:
                open_ = other != OFF and grid.passable[other]
                found.append((ALONG if (hex_, other) in self.roads else OPEN) if open_ else 0)
        return found

    @cached_property
    def roads(self) -> Mapping[tuple[int, int], str]:
        """By pair of neighbours: the name of the kind of road that joins them, the first of the map's kinds first."""
        kinds = {kind.id: (number, kind.name) for number, kind in enumerate(self.grid.document.line_kinds)}
        found: dict[tuple[int, int], tuple[int, str]] = {}
        for line in self.grid.lines:
            kind = kinds.get(line.line.kind)
            for one, two in pairwise(line.hexes) if kind else ():
                if one is None or two is None or kind is None:
                    continue
                for pair in ((one, two), (two, one)):
                    found[pair] = min(kind, found.get(pair, kind))
        return {pair: name for pair, (_number, name) in found.items()}

    def way(self, side: str, unit_type: str, start: int, end: int, barred: frozenset[int] = frozenset()) -> Way | None:
        """Find the cheapest way; None where there is none. Of two equally cheap, the map alone decides."""
        key = (side, unit_type, start, barred)
        if key not in self._from:
            self._from[key] = self.spread(side, unit_type, [start], barred)
        tree = self._from[key]
        if end not in tree:
            return None
        nodes = [end]
        while nodes[-1] != start:
            nodes.append(tree[nodes[-1]][1])
        nodes.reverse()
        return Way(tuple(nodes), tuple(tree[node][0] for node in nodes))

    def spread(
        self, side: str, unit_type: str, starts: Iterable[int], barred: Collection[int] = ()
    ) -> dict[int, tuple[int, int]]:
        """Return by node that can be reached: the least cost from a start, and the node before.

        Ways end in barred hexes and in boxes.
        """
        costs = self.costs(unit_type)
        best: dict[int, tuple[int, int]] = {}
        heap: list[tuple[int, int, int]] = []
        for start in sorted(set(starts)):
            heappush(heap, (0, start, start))
        while heap:
            spent, node, before = heappop(heap)
            if node in best:
                continue
            best[node] = (spent, before)
            if spent and (node in barred or node < 0):
                continue
            for cost, other in self._steps(side, costs, node):
                if other not in best:
                    heappush(heap, (spent + cost, other, node))
        return best

    def _steps(self, side: str, costs: Sequence[int], node: int) -> Iterator[tuple[int, int]]:
        grid = self.grid
        if node < 0:
            box = grid.document.boxes[-2 - node]
            for hex_ in sorted(grid.adjoining[box.id]):
                cost = self._into(costs, hex_)
                if cost:
                    yield cost, hex_
            return
        for direction, other in enumerate(grid.grid.neighbours[node]):
            cost = costs[6 * node + direction]
            if other != OFF and cost:
                yield cost, other
        for number, box in enumerate(grid.document.boxes):
            if box.side in (None, side) and node in grid.adjoining[box.id]:
                yield max(1, self._into(costs, node)), -2 - number

    def _into(self, costs: Sequence[int], hex_: int) -> int:
        """The least cost of a step into a hex; 0 where there is none."""
        neighbours = self.grid.grid.neighbours
        into = [costs[6 * other + opposite(d)] for d, other in enumerate(neighbours[hex_]) if other != OFF]
        return min((cost for cost in into if cost), default=0)

    def by(self, nodes: Sequence[int]) -> str:
        """Return the kind of road that most steps of a way follow, as the map calls it; empty for none."""
        kinds = [self.roads.get(pair, "") for pair in pairwise(nodes)]
        counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds) if kind}
        if 2 * sum(counts.values()) < max(1, len(kinds)):
            return ""
        return max(counts, key=lambda kind: counts[kind])


@dataclass(slots=True)
class MarkerWay:
    """A marker on its way between two starts."""

    side: str
    marker: str
    way: Way
    number: int
    share: Fraction

    @property
    def node(self) -> int:
        """The node where the marker is now."""
        return self.way.nodes[self.number]

    @property
    def still(self) -> bool:
        """Whether it lies in the same place at both starts."""
        return self.way.steps == 0

    def printed(self, node: int) -> bool:
        """Check whether the marker lies on a node at one of the starts."""
        return node in (self.way.nodes[0], self.way.nodes[-1])


@dataclass(frozen=True, slots=True)
class Markers:
    """Markers of one kind, and what is printed of them."""

    marker: str
    ways: tuple[MarkerWay, ...]
    why: str

"""Markers between two printed starts: each goes the cheapest way to a place where one lies at the next start."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from scenario_forge.design.drafts import column_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from scenario_forge.design.between_journeys import Span
    from scenario_forge.design.between_ways import Way, Ways
    from scenario_forge.project.force import Force

MOST_PAIRED = 6
"""Markers of a kind up to which all pairings are tried."""


@dataclass(slots=True)
class MarkerWay:
    """A marker on its way."""

    side: str
    marker: str
    way: Way
    number: int
    share: Fraction

    @property
    def node(self) -> int:
        """Where it is."""
        return self.way.nodes[self.number]

    @property
    def still(self) -> bool:
        """Whether it lies where it did, and will."""
        return self.way.steps == 0

    def printed(self, node: int) -> bool:
        """Whether it lies there at one of the starts."""
        return node in (self.way.nodes[0], self.way.nodes[-1])


@dataclass(frozen=True, slots=True)
class Markers:
    """Those of a kind, and what is printed of them."""

    marker: str
    ways: tuple[MarkerWay, ...]
    why: str


def markers_between(ways: Ways, force: Force, span: Span) -> list[Markers]:
    """All markers of a side. Where the starts have not the same number, there are as many as the share says."""
    found = []
    columns = [column_of(force, mark) for mark in (span.before, span.after)]
    kinds = dict.fromkeys(each.marker for each in force.markers if each.entry.column.id in columns)
    for kind in kinds:
        said, nodes = [], []
        for column, mark in zip(columns, (span.before, span.after), strict=True):
            entries = [e.entry for e in force.markers if e.marker == kind and e.entry.column.id == column]
            there = [ways.node(entry.location) for entry in entries]
            nodes.append([node for node in there if node is not None])
            places = " ".join(ways.name(node) for node in nodes[-1])
            said.append(f"{mark.date.label} {places or 'none'}")
        made = tuple(_pairs(ways, force.side, kind, nodes[0], nodes[1], span.share))
        found.append(Markers(kind, made, "; ".join([*said, span.words])))
    return found


def _pairs(ways: Ways, side: str, kind: str, one: list[int], two: list[int], share: Fraction) -> list[MarkerWay]:
    """The pairing with the cheapest ways; of those that are left over, as many as the share says, where they lie."""
    few, many = (one, two) if len(one) <= len(two) else (two, one)
    chosen = _cheapest(ways, side, few, many)
    made = []
    for here, there in zip(few, chosen, strict=True):
        start, end = (here, there) if few is one else (there, here)
        way = ways.way(side, "", start, end)
        if way is not None:
            made.append(MarkerWay(side, kind, way, way.at(share), share))
    left = list(many)
    for node in chosen:
        left.remove(node)
    wanted = round(len(one) + share * (len(two) - len(one))) - len(few)
    for node in left[: max(0, wanted)]:
        way = ways.way(side, "", node, node)
        if way is not None:
            made.append(MarkerWay(side, kind, way, 0, share))
    return made


def _cheapest(ways: Ways, side: str, few: Sequence[int], many: Sequence[int]) -> tuple[int, ...]:
    """For each of ``few`` one of ``many``, so that the ways together are the cheapest."""

    def cost(one: int, two: int) -> int:
        way = ways.way(side, "", one, two)
        return 10**6 if way is None else way.cost

    if len(many) <= MOST_PAIRED:
        tried = permutations(many, len(few))
        return min(tried, key=lambda each: sum(cost(a, b) for a, b in zip(few, each, strict=True)), default=())
    left, found = list(many), []
    for one in few:
        best = min(range(len(left)), key=lambda n: (cost(one, left[n]), n))
        found.append(left.pop(best))
    return tuple(found)

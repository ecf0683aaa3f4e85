"""Where each unit comes from and goes to between two printed starts, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade
from scenario_forge.design.drafts import column_of, comings
from scenario_forge.design.kin import kin_of, kinship

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.design.between_ways import Way, Ways
    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Row
    from scenario_forge.project.force import Entry, Force, Unit
    from scenario_forge.project.schedule import DateMark

NEAR = 3
"""Steps within which two printed positions say enough: what lies between them is no guess."""


@dataclass(frozen=True, slots=True)
class Span:
    """The time from one printed start to the next, and how much of it is gone, as a share and in words."""

    before: DateMark
    after: DateMark
    begins: int
    """Player turns."""
    ends: int
    share: Fraction
    words: str
    timed: bool
    """Whether the share follows from the dates: a designer may say another."""

    @classmethod
    def of(cls, dates: Dates, percent: int | None = None) -> Span:
        """The span around the date that a scenario starts on.

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
    """A unit on its way. ``number`` is the node of the way where it is now."""

    row: Row
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
    """A place that it must not leave, for its side holds that at both starts."""

    aside: int | None = None
    """A hex beside its way where it is instead."""

    @property
    def in_works(self) -> bool:
        """Whether it stands in works now."""
        return self.node in self.works

    @property
    def node(self) -> int:
        """Where it is."""
        return self.way.nodes[self.number] if self.aside is None else self.aside

    @property
    def still(self) -> bool:
        """Whether it stays, or stands at both starts where it stands now."""
        return bool(self.holds) or len(self.starts.get(self.node, ())) > 1


class Journeys:
    """Of the units of one side."""

    def __init__(self, ways: Ways, dates: Dates, force: Force, span: Span, homes: frozenset[int]) -> None:
        self.ways, self.dates, self.force, self.span, self.homes = ways, dates, force, span, homes
        self.barred: frozenset[int] = frozenset()
        """Hexes that no way leads through, where there is another."""
        self.columns = column_of(force, span.before), column_of(force, span.after)
        self._both = [unit for unit in force.units if None not in self.ends(unit)]

    def ends(self, unit: Unit) -> tuple[int | None, int | None]:
        """The nodes where a unit stands at the starts before and after; None where it is not on the map."""
        one, two = (self._node(unit.at_start(column)) for column in self.columns)
        return one, two

    def _node(self, entry: Entry | None) -> int | None:
        return self.ways.node(entry.location) if entry is not None and entry.kind == "at" else None

    def of(self, row: Row) -> Journey | None:
        """The way of a unit that is on the map now; None where neither start has it there, or no way leads on."""
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
        """Where a unit came from (0) or went (1) of which only the other end is known, and in words: its kin, home."""
        kin = kin_of(unit, self._both)
        if kin is not None:
            there = self.ends(kin)[number]
            assert there is not None  # noqa: S101 - it is among those with both
            return there, f"{kin.name}, {kinship(unit, kin)}"
        found = [way for home in sorted(self.homes) if (way := self.ways.way(unit.side, kind, node, home)) is not None]
        nearest = min(found, key=lambda way: way.cost, default=None)
        return (node, "nowhere else") if nearest is None else (nearest.nodes[-1], "home, for no kin is at both")

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
        return Fraction(gone, whole), f"{gone} of {whole} {track.counted_in}s since it came"

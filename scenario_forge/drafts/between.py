"""Positions between two printed starts: each unit on its way from one to the other, as far as the time has gone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from scenario_forge.drafts.dates import NotMade
from scenario_forge.drafts.journeys import Journey, Journeys, Markers, MarkerWay, TimeSpan, Way, Ways
from scenario_forge.drafts.placing import Placing, Stands, homes_of
from scenario_forge.drafts.rows import (
    Draft,
    DraftRow,
    MarkerRow,
    column_of,
    comings,
    entry_words,
    kin_of,
    kinship,
    label_of,
    row_by_rule,
)
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import PlacementToken
from scenario_forge.game.reading.locate import check_command

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.rows import Positions
    from scenario_forge.game.forces import Force, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap


GONE = Fraction(1, 2)
"""From this share of the time on, a unit that the later start has eliminated or at base is taken to be so already."""


@dataclass(frozen=True, slots=True)
class Between:
    """All units and markers at a date between two starts."""

    span: TimeSpan
    drafts: list[Draft]
    ground: Positions

    @property
    def parts(self) -> tuple[list[Draft], Positions, str]:
        """The drafts, positions and explanation that the text of a scenario is made of."""
        return self.drafts, self.ground, self.how

    @property
    def how(self) -> str:
        """The explanation of where the positions come from, for the head of a file."""
        labels = self.span.before.date.label, self.span.after.date.label
        return f"between {labels[0]} and {labels[1]}, {self.span.words}, along the cheapest ways"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a unit may be, and the evidence for it."""

    token: PlacementToken
    hex: int | None
    sure: bool
    why: tuple[str, ...]

    @property
    def place(self) -> str:
        """The hex or box; empty for a unit that has gone."""
        return self.token.place


def between(game: Game, dates: Dates, percent: int | None = None) -> Between:
    """Draft both sides between the printed starts around the date.

    Args:
        game: the game, with its errata applied.
        dates: of the new scenario.
        percent: how far units have come on their ways; None: as far as the time has.

    Raises:
        NotMade: no printed start comes after the date, or the game has no map.
    """
    span, grid = TimeSpan.of(dates, percent), hex_map(game)
    if grid is None:
        raise NotMade(f"{game.title} has no map that can be read", f"`{check_command(game)}` says why")
    ways, linked = Ways(game, grid), forces(game)
    held = {side: held_at_both(force, span) for side, force in linked.sides.items()}
    homes = {side: homes_of(game, grid, ways, side) for side in linked.sides}
    lying = {side: markers_between(ways, force, span) for side, force in linked.sides.items()}
    placing = Placing(game, Stands(game, grid, ways, homes), [w for own in lying.values() for m in own for w in m.ways])
    rows = {side: _rows(dates, force, span) for side, force in linked.sides.items()}
    journeys: dict[UnitKey, Journey | None] = {}
    for side, force in linked.sides.items():
        plans = Journeys(ways, dates, force, span, homes[side])
        plans.barred = frozenset(hex_ for other, hexes in held.items() if other != side for hex_ in hexes)
        journeys |= {row.unit.key: plans.of(row) for row in rows[side] if row.token.kind == "at"}
    for side, force in linked.sides.items():
        for row in rows[side]:
            journey = journeys.get(row.unit.key)
            if journey is not None:
                row.token = replace(row.token, strength=_strengths(force, span, row, journey.share))
    made = _with_kin([row for own in rows.values() for row in own], journeys)
    keep_places(grid, held, span, made)
    placing.all(made)
    for journey in made:
        _tell(placing, dates, linked.sides[journey.row.unit.side], span, journey)
    drafted = [Draft(f, rows[s], [_marker_row(ways, m) for m in lying[s]]) for s, f in linked.sides.items()]
    return Between(span, drafted, placing.ground)


def candidates(game: Game, dates: Dates, percent: int | None = None) -> Mapping[UnitKey, Candidate]:
    """Return, by unit, where it is between the starts (map, box or gone), and why.

    Raises:
        NotMade: as :func:`between`.
    """
    return {
        row.unit.key: Candidate(row.token, row.hex, not row.open, tuple(row.why))
        for draft in between(game, dates, percent).drafts
        for row in draft.rows
        if row.token.kind == "at" or row.open
    }


def _rows(dates: Dates, force: Force, span: TimeSpan) -> list[DraftRow]:
    rows = [row_by_rule(dates, dates.before, force, unit) for unit in force.units]
    for row in rows:
        after = row.unit.at_start(column_of(force, span.after))
        gone = after is not None and after.kind in ("eliminated", "reserve")
        if row.token.kind == "at" and after is not None and gone and span.share >= GONE:
            row.token, row.hex, row.open = PlacementToken(after.kind), None, True
            row.why = [*_printed(dates, force, span, row), f"{span.words}: more likely than not"]
    return rows


def _printed(dates: Dates, force: Force, span: TimeSpan, row: DraftRow) -> list[str]:
    """Return what is printed of a unit: at the start before, what came since, at the start after."""
    one, two = (row.unit.at_start(column_of(force, mark)) for mark in (span.before, span.after))
    past, _later = comings(dates, force, row.unit)
    why = [f"{label_of(span.before)} {entry_words(row.unit, one)}"]
    why += [f"{'arrives' if token.kind == 'arrives' else 'leaves'} {token.date}" for token in past]
    return [*why, f"{label_of(span.after)} {entry_words(row.unit, two)}"]


def _with_kin(rows: Iterable[DraftRow], journeys: Mapping[UnitKey, Journey | None]) -> list[Journey]:
    """Return all journeys; units that neither start has on the map go where their nearest kin is."""
    known = [journey for journey in journeys.values() if journey is not None]
    found = list(known)
    for row in rows:
        if row.token.kind != "at" or journeys.get(row.unit.key) is not None:
            continue
        kin = kin_of(row.unit, (each.row.unit for each in known if each.row.unit.side == row.unit.side))
        other = next((each for each in known if each.row.unit is kin), None)
        if kin is None or other is None:
            row.open = True
            row.why.append("nothing says where it is")
            continue
        why = [f"{kin.name}, {kinship(row.unit, kin)}"]
        found.append(Journey(row, other.way, other.number, other.share, {}, near=False, why=[*why, *other.why]))
    return found


def _strengths(force: Force, span: TimeSpan, row: DraftRow, share: Fraction) -> int | None:
    """Interpolate between the strengths at both starts, by the share; None: the full one."""
    counter = row.unit.counter.counter if row.unit.counter else None
    after = row.unit.at_start(column_of(force, span.after))
    printed = counter.strength if counter else None
    if printed is None or after is None or after.kind != "at":
        return row.token.strength
    one, two = (printed if s is None else s for s in (row.token.strength, after.token.strength))
    now = max(min(1, printed), round(one + share * (two - one)))
    return None if now == printed else now


def _tell(placing: Placing, dates: Dates, force: Force, span: TimeSpan, journey: Journey) -> None:
    """The row says where the unit is, and what that rests on."""
    row, ways, node = journey.row, placing.front.ways, journey.node
    why = _printed(dates, force, span, row)
    if journey.holds:
        why.append(f"holds {journey.holds}, held at both starts")
    elif not journey.still:
        why += journey.why
        road = ways.by(journey.way.nodes[: journey.number + 1])
        why[-1] += f", by {road.lower()}" if road else ""
    moved = placing.moved.get(row.unit.key, "")
    row.why = [*why, *([moved] if moved else [])]
    row.open = bool(moved) or bool(journey.holds) or not (journey.still or journey.near)
    row.hex = node if node >= 0 else None
    in_works = journey.in_works and node in placing.ground.works
    row.token = PlacementToken("at", ways.name(node), strength=row.token.strength, in_works=in_works)


def _marker_row(ways: Ways, markers: Markers) -> MarkerRow:
    tokens = [PlacementToken("at", ways.name(way.node)) for way in markers.ways]
    return MarkerRow(markers.marker, tokens, not all(way.still for way in markers.ways), markers.why)


# -- hexes that a side holds at both starts --------------------------------------------------------


def held_at_both(force: Force, span: TimeSpan) -> frozenset[int]:
    """Return the hexes in which a side has units at both starts, though they need not be the same units."""
    one, two = (
        {
            entry.hex
            for unit in force.units
            if (entry := unit.at_start(column)) is not None and entry.kind == "at" and entry.hex is not None
        }
        for column in (column_of(force, span.before), column_of(force, span.after))
    )
    return frozenset(one & two)


def keep_places(grid: HexMap, held: Mapping[str, Iterable[int]], span: TimeSpan, journeys: Iterable[Journey]) -> None:
    """Keep units in a named place that their side holds at both starts until others of that side arrive.

    It does not matter whether the place is besieged.
    """
    journeys = list(journeys)
    names = {hex_: place.name for place, hex_, _where in reversed(grid.places.values()) if hex_ is not None}
    for side, hexes in sorted(held.items()):
        own = [journey for journey in journeys if journey.row.unit.side == side]
        for hex_ in sorted(set(hexes) & names.keys()):
            holders = [journey for journey in own if journey.node == hex_]
            for journey in () if any(each.still for each in holders) else holders:
                journey.holds = names[hex_]
            if holders:
                continue
            marks = (span.before.date.id, span.after.date.id)
            there = [[each for each in own if mark in each.starts.get(hex_, ())] for mark in marks]
            for journey in there[0] or there[1]:
                journey.way, journey.number, journey.holds = Way((hex_,), (0,)), 0, names[hex_]


# -- markers between two printed starts ------------------------------------------------------------


MOST_PAIRED = 6
"""Markers of a kind up to which all pairings are tried."""


def markers_between(ways: Ways, force: Force, span: TimeSpan) -> list[Markers]:
    """Place all markers of a side; where the starts differ in number, there are as many as the share says."""
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

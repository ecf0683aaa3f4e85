"""6.22 to 6.41 and 17: retreats of one or several stacks, in order or through enemy zones."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, NamedTuple

from .position import FULL, OTHER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .position import Man, Position

Way = tuple[int, ...]


class Retreat(NamedTuple):
    """A retreat that is under way."""

    position: Position
    left: tuple[tuple[int, ...], ...]
    """Who has still to go, in the order of going: single units, or stacks that break out as one."""
    count: int
    gone: tuple[tuple[int, Way], ...] = ()
    """Who has gone, and by which way, its start included."""
    paid: tuple[tuple[int, int], ...] = ()
    """By hex of combat, the points that its stack lost."""
    breaking: frozenset[int] = frozenset()
    """The hexes whose stacks go through zones."""

    def seeing(self, supplies: dict[int, tuple[str, int]]) -> Retreat:
        """The same with supplies elsewhere or of another side."""
        return self._replace(position=replace(self.position, supplies=supplies))


def _near(ways: Iterable[Way], position: Position, side: str, zones: set[int]) -> list[Way]:
    """Ways one hex longer: into no impassable hex, across no impassable side, not to the enemy (6.24, 6.27)."""
    return [
        (*way, other)
        for way in ways
        for other in position.ground.next(way[-1])
        if other not in zones and other not in way and not position.at(other, OTHER[side])
    ]


def _occupied(retreat: Retreat, man: Man) -> set[int]:
    """A-RETREAT-OCCUPIED: the hexes of other combat units and enemy supplies; not of friends who just came there."""
    position = retreat.position
    gone = {row for row, _way in retreat.gone}
    friends = {m.place for m in position.fighters if m.side == man.side and m.row not in gone and m.row != man.row}
    return friends | {place for side, place in position.supplies.values() if side != man.side}


def ways(retreat: Retreat, row: int) -> set[Way]:
    """The ways by which a unit may retreat in order, without its start.

    6.26, 6.28 and the rulings A-RETREAT-DETOUR and A-RETREAT-PAST: as few hexes as lead as far off as the result says;
    of these, those that end just so far off; of these, those through empty hexes.
    """
    position, count = retreat.position, retreat.count
    man = position.men[row]
    zones, away = position.zones(OTHER[man.side]), position.ground.away(man.place)
    occupied = _occupied(retreat, man)
    met = {man.place}
    reached: list[Way] = [(man.place,)]
    steps = 0
    while reached:
        steps += 1
        reached = [way for way in _near(reached, position, man.side, zones) if way[-1] not in met]
        met |= {way[-1] for way in reached}
        ends = [way for way in reached if away[way[-1]] >= count and position.room(man, way[-1])]
        if ends:
            nearest = min(away[way[-1]] for way in ends)
            chosen = [way for way in ends if away[way[-1]] == nearest]
            free = [way for way in chosen if not occupied & set(way[1:])]
            return {way[1:] for way in free or chosen}
    return set()


def after(retreat: Retreat, rows: tuple[int, ...], way: Way) -> Retreat:
    """The retreat when some units have gone by a way."""
    position, start = retreat.position, retreat.position.men[rows[0]].place
    side = position.men[rows[0]].side
    for row in rows:
        position = position.with_man(row, place=way[-1])
    return retreat._replace(
        position=_without_empty_boxes(position, side, {start}),
        left=tuple(others for others in retreat.left if others != rows),
        gone=(*retreat.gone, *((row, (start, *way)) for row in rows)),
    )


def _without_empty_boxes(position: Position, side: str, hexes: Iterable[int]) -> Position:
    """7.17: the position without the boxes of those who have all gone or died."""
    return replace(position, boxes=position.boxes - {hex_ for hex_ in hexes if not position.at(hex_, side)})


def ways_of_next(retreat: Retreat) -> set[Way]:
    """The ways of whoever goes next, whatever becomes of the others."""
    rows = retreat.left[0]
    broken = retreat.position.men[rows[0]].place in retreat.breaking
    return breakouts(retreat, rows) if broken else ways(retreat, rows[0])


def choices(retreat: Retreat) -> set[Way]:
    """The ways open to whoever goes next: those after which all others can go as well (6.29, A-RETREAT-UNITS)."""
    rows = retreat.left[0]
    onward: dict[int, bool] = {}
    for way in ways_of_next(retreat):
        if way[-1] not in onward:  # the ways to one end differ in nothing for those who follow
            onward[way[-1]] = possible(after(retreat, rows, way))
    return {way for way in ways_of_next(retreat) if onward[way[-1]]}


def possible(retreat: Retreat) -> bool:
    """Whether all who have still to retreat can, one after the other."""
    if not retreat.left:
        return True
    ends = {way[-1]: way for way in sorted(ways_of_next(retreat))}
    return any(possible(after(retreat, retreat.left[0], way)) for way in ends.values())


# -- through zones -----------------------------------------------------------------------------------


def breakouts(retreat: Retreat, rows: tuple[int, ...]) -> set[Way]:
    """17.2 to 17.4: the ways of a stack through zones, for each of which it has lost a point of its own.

    They are chosen as in order: as few hexes as lead so far off, just so far off, through empty hexes.
    """
    position, count = retreat.position, retreat.count
    man = position.men[rows[0]]
    zones, away = position.zones(OTHER[man.side]), position.ground.away(man.place)
    points = dict(retreat.paid).get(man.place, 0)
    occupied = _occupied(retreat, man) - {man.place}
    own = sum(position.men[row].weight for row in rows)

    def room(hex_: int) -> bool:
        return sum(m.weight for m in position.at(hex_, man.side) if m.row not in rows) + own <= FULL

    reached: list[Way] = [(man.place,)]
    least: dict[int, int] = {man.place: 0}
    while reached:
        onward = [
            way
            for way in _near(reached, position, man.side, set())
            if _entered(way, zones) <= min(points, least.get(way[-1], points + 1) - 1)
        ]
        for way in onward:
            least[way[-1]] = min(least.get(way[-1], points), _entered(way, zones))
        reached = onward
        ends = [way for way in reached if away[way[-1]] >= count and room(way[-1])]
        if ends:
            nearest = min(away[way[-1]] for way in ends)
            chosen = [way for way in ends if away[way[-1]] == nearest]
            free = [way for way in chosen if not occupied & set(way[1:])]
            return {way[1:] for way in free or chosen}
    return set()


def _entered(way: Way, zones: set[int]) -> int:
    return sum(hex_ in zones for hex_ in way[1:])


# -- how a loss may be taken -------------------------------------------------------------------------


def losses(
    position: Position, rows: list[int], loss: int, least: int, most: int, *, mechanised: bool
) -> Iterator[tuple[int, ...]]:
    """The ways to take a loss: so many hexes of retreat, then the units that lose a point each (6.22, 6.40, 8.19).

    Args:
        position: where everybody is.
        rows: the units involved.
        loss: the number in the result.
        least: points that have to be taken in strength.
        most: hexes that may be taken as retreat.
        mechanised: whether mechanised stacks may go through zones.
    """
    whole = sum(position.men[row].strength for row in rows)
    for count in range(min(loss, most) + 1):
        points = loss - count
        if points < least or (count and points >= whole):
            continue  # nobody would be left to retreat
        for lost in combinations_with_replacement(sorted(rows), min(points, whole)):
            if all(lost.count(row) <= position.men[row].strength for row in lost) and (
                not count or retreat_after(position, rows, lost, count, mechanised=mechanised)
            ):
                yield (count, *lost)


def retreat_after(
    position: Position, rows: list[int], lost: tuple[int, ...], count: int, *, mechanised: bool
) -> Retreat | None:
    """The retreat of those who are left when some points are lost; None if not all can retreat.

    A-MECH-SEVERAL: each stack that is wholly mechanised and has no way in order goes through zones as one; where the
    others leave them no room, as few more as will do.
    """
    paid = {position.men[row].place: 0 for row in rows}
    side = position.men[rows[0]].side
    for row in lost:
        paid[position.men[row].place] += 1
        position = position.with_man(row, strength=position.men[row].strength - 1)
    position = _without_empty_boxes(position, side, paid)
    stacks: dict[int, list[int]] = {}
    for row in sorted(row for row in rows if row in position.men):
        stacks.setdefault(position.men[row].place, []).append(row)
    start = Retreat(position, (), count, (), tuple(sorted(paid.items())))
    found = _in_turn(start, stacks, set())
    if found or not mechanised:
        return found
    fast = position.ground.book.mechanised
    fit = {hex_ for hex_, stack in stacks.items() if all(position.men[row].movement >= fast for row in stack)}
    forced = {hex_ for hex_ in fit if not _in_turn(start, {hex_: stacks[hex_]}, set())}
    for number in range(len(fit - forced) + 1):
        for more in combinations(sorted(fit - forced), number):
            breaking = forced.union(more)
            others = {hex_: stack for hex_, stack in stacks.items() if hex_ not in breaking}
            if breaking and _in_turn(start, others, set()):
                return _in_turn(start, stacks, breaking)
    return None


def _in_turn(start: Retreat, stacks: dict[int, list[int]], breaking: set[int]) -> Retreat | None:
    """A-RETREAT-ORDER: those who break out first, the others by number; if not all can so, in whatever order they can."""
    by_hex = {
        hex_: [tuple(stack)] if hex_ in breaking else [(row,) for row in stack]
        for hex_, stack in sorted(stacks.items())
    }
    first = [rows for hex_ in sorted(breaking) for rows in by_hex[hex_]]
    others = sorted(rows for hex_, found in by_hex.items() if hex_ not in breaking for rows in found)
    orders = [(*first, *others)]
    orders += [tuple(rows for hex_ in order for rows in by_hex[hex_]) for order in permutations(by_hex)]
    retreats = (start._replace(left=order, breaking=frozenset(breaking)) for order in orders)
    return next((retreat for retreat in retreats if possible(retreat)), None)

"""11: the moves of the private army, its raids on supply, and who may capture it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .marches import QUARTERS, cost
from .position import BOX, OTHER

if TYPE_CHECKING:
    from .position import Man, Position

GENERAL = {"italian": 10, "british": 15, "german": 20}
REARM = "rearm"
REARMING = 3
ZONE, OCCUPIED = 1, 2
BASES = ("Jalo", "Siwa", "Cairo")


def steps(position: Position, man: Man, at: int, left: int, *, down: bool) -> dict[int | str, int]:
    """11.3 to 11.6, 11.14 to 11.18, 11.22, 12.2, 12.3: what the army may do next, with its cost in quarters."""
    ground, enemy = position.ground, OTHER[man.side]
    zones = position.zones(enemy)
    near = _near_enemies(position, enemy)
    found: dict[int | str, int] = {}
    beside = [h for h in sorted(ground.edge) if ground.open[h]] if at == BOX else ground.next(at, man.kind)
    for other in beside:
        price = _from_box(position, other) if at == BOX else cost(ground, at, other)
        if other not in near:
            price = _from_box(position, other, swift=True) if at == BOX else _swift(position, at, other)
        if position.at(other, enemy):
            price += OCCUPIED * QUARTERS  # A-PA-MP
        elif other in zones:
            price += ZONE * QUARTERS
        found[other] = price
    if at in ground.edge:
        found[BOX] = 2 * QUARTERS + (OCCUPIED * QUARTERS if position.at(BOX, enemy) else 0)
    if down and at in open_bases(position, enemy):
        found[REARM] = REARMING * QUARTERS
    return {what: price for what, price in found.items() if price <= left}


def _near_enemies(position: Position, enemy: str) -> set[int]:
    """3.4, A-STRAT-PATH: the hexes that are five hexes or fewer from an enemy combat or supply unit."""
    ground = position.ground
    places = {man.place for man in position.fighters if man.side == enemy}
    places |= {place for side, place in position.supplies.values() if side == enemy and place >= 0}
    beyond = ground.book.strategic_beyond
    return {hex_ for place in places for hex_, far in ground.away(place).items() if far <= beyond}


def _swift(position: Position, here: int, there: int) -> int:
    """3.4, 3.5, TEC: the cost at the strategic rate; sand, rough, depression and escarpments are not halved."""
    ground, book = position.ground, position.ground.book
    sides, lines = ground.beside[here][there]
    terrain = ground.terrain[there]
    base = book.terrain[terrain] / (1 if terrain in book.no_halves else 2)
    ways = [base + sum(book.sides[side] for side in sides)]
    ways += [book.lines[line] / 2 + sum(book.sides[side] for side in sides - book.crosses[line]) for line in lines]
    return round(min(ways) * QUARTERS)


def _from_box(position: Position, there: int, *, swift: bool = False) -> int:
    """12.3, A-TRIP-TRACK: the cost of a hex of the western edge, or of the line in it."""
    ground, book = position.ground, position.ground.book
    terrain = ground.terrain[there]
    ways = [book.terrain[terrain] / (2 if swift and terrain not in book.no_halves else 1)]
    ways += [
        book.lines[line] / (2 if swift else 1) for _sides, lines in ground.beside[there].values() for line in lines
    ]
    return round(min(ways) * QUARTERS)


def open_bases(position: Position, enemy: str) -> set[int]:
    """11.15, 11.16, A-PA-JALO: the base hexes that may be used."""
    ground = position.ground
    egypt = {man.place for man in position.fighters if man.side == enemy} & ground.areas["egypt"]
    bases = {name: ground.place[name] for name in BASES}
    return {hex_ for name, hex_ in bases.items() if not position.at(hex_, enemy) and not (name == "Jalo" and egypt)}


def in_general_supply(position: Position, man: Man) -> bool:
    """8.2, 8.25 to 8.27, 12.8, 12.9 and their rulings."""
    ground, enemy = position.ground, OTHER[man.side]
    if man.place == BOX:
        return True
    sources = {place for side, place in position.supplies.values() if side == man.side and place >= 0}
    friends = {m.place for m in position.fighters if m.side == man.side}
    zones = position.zones(enemy) - friends
    far, waiting = {man.place: 0}, [man.place]
    for at in waiting:
        if at in sources:
            return True
        if far[at] == GENERAL[man.nationality] or (at in zones):
            continue
        for other in ground.next(at):
            if other not in far and not position.at(other, enemy) and (other not in zones or other in sources):
                far[other] = far[at] + 1
                waiting.append(other)
    return False


def captors(position: Position, raider: Man, tried: dict[int, bool]) -> set[int]:
    """11.9, 11.11, 11.19, 11.21, A-PA-ATTRACT: the Axis units that may try to take the army.

    ``tried``: who has tried in this player turn, and whether off the map.
    """
    there = position.at(raider.place, OTHER[raider.side])
    if raider.place == BOX and any(tried.values()):
        return set()
    return {man.row for man in there if in_general_supply(position, man) and man.row not in tried}


def raided(position: Position, raider: Man, *, down: bool) -> list[int]:
    """11.8, 11.12, 11.13, 11.17, 11.18: the supply units that it may attack."""
    enemy = OTHER[raider.side]
    return [] if down else [r for r, (side, at) in position.supplies.items() if (side, at) == (enemy, raider.place)]


def destroyed_up_to(position: Position, raider: Man) -> int:
    """11.8: the highest throw that destroys."""
    return 1 if position.at(raider.place, OTHER[raider.side]) else 2

"""Costs of movement, compiled for a map: what each step costs each class."""

from __future__ import annotations

from array import array
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.movement import Ground
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.modules.movement.key import ALL, EVERY, HALF, NO, costs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.wargame.board.board import Board
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.movement.key import Cost, Costs, MovementKey

CLOSED = -1


class Price(NamedTuple):
    """What a step costs: parts of points, and whether half or all of the allowance besides."""

    parts: int
    half: bool = False
    all: bool = False

    def plus(self, other: Price) -> Price:
        """Return the price of both."""
        return Price(self.parts + other.parts, self.half or other.half, self.all or other.all)

    def besides(self, costs: Sequence[Cost], scale: int) -> Price:
        """Return the price with costs besides, in whole points, `all` or `no`; closed stays closed."""
        if costs and (self.parts < 0 or NO in costs):
            return Price(CLOSED)
        parts = sum(int(cost) * scale for cost in costs if cost != ALL)
        return Price(self.parts + parts, self.half, self.all or ALL in costs)


class ClassCosts:
    """The steps of one class over the whole map, numbered 6 × hex + direction."""

    def __init__(self, board: Board, costs: Costs, name: str, scale: int, alone: Sequence[str] = ()) -> None:
        keys, map_ = board.compiled.keys, board.compiled.map

        def prices(ids: Sequence[str]) -> list[Price | None]:
            return [_price(costs[id_], name, scale) if id_ in costs else None for id_ in ids]

        closed = Price(CLOSED)
        self.terrain = [price or closed for price in prices(keys["terrain"])]
        self.places = [(bit, price) for bit, price in enumerate(prices(keys["place_kinds"])) if price is not None]
        self._sides = [
            (1 << bit, price) for bit, price in enumerate(prices(keys["hexside_kinds"])) if price is not None
        ]
        lines = [(1 << bit, price) for bit, price in enumerate(prices(keys["line_kinds"])) if price is not None]
        self._alone = sum(board.bit("hexside_kinds", kind) for kind in alone)
        self._shut = sum(1 << bit for bit, open_ in enumerate(board.compiled.kinds.side_passable) if not open_)
        self.entry = [self._entry(board, hex_) for hex_ in range(board.hexes)]
        """By hex: the price to enter it, hexsides and roads aside; parts of −1 where nobody of the class can."""
        count = 6 * board.hexes
        self.plain: list[Price] = [closed] * count
        """By step: its price without a road."""
        self.road: list[Price | None] = [None] * count
        """By step: its price along a road; None where there is none."""
        for step, to in enumerate(board.neighbours):
            if to < 0 or not board.passable[board.terrain[to]]:
                continue
            led = [price for bit, price in lines if map_.lines[step] & bit and price.parts >= 0]
            self.road[step] = min(led, default=None)
            self.plain[step] = self.over(to, map_.sides[step])
        self._scale, self._neighbours, self._toll = scale, array("i", board.neighbours), 0
        self.ground = self.ground_of(self.least({}))
        """The same as a player estimates it, for kernels; its strategic rate is that into zones of the enemy."""

    def over(self, to: int, kinds: int) -> Price:
        """Return the price to enter a hex, passable ground, over a hexside of such kinds."""
        crossed = [price for bit, price in self._sides if kinds & bit]
        whole = self.entry[to]
        if kinds & self._shut or any(price.parts < 0 for price in (whole, *crossed)):
            return Price(CLOSED)
        if kinds & self._alone:
            whole = Price(0)
        for price in crossed:
            whole = whole.plus(price)
        return whole

    def least(self, cleared: Mapping[int, Price]) -> list[Price]:
        """Return the least price of each step. ``cleared``: prices of steps that are others now."""
        least = [road if road is not None else plain for road, plain in zip(self.road, self.plain, strict=True)]
        for step, price in cleared.items():
            least[step] = least[step] if self.road[step] is not None else price
        return least

    def ground_of(self, least: Sequence[Price]) -> Ground:
        """Return the ground as a player estimates it, for kernels, with the least price of each step."""
        more = 2 * self._scale
        numbers = array("i", [max(price.parts, 0) + more * (price.half or price.all) for price in least])
        dearer = array("i", [number and number + self._toll for number in numbers]) if self._toll else numbers
        return Ground(self._neighbours, numbers, dearer)

    def dearer_in_zones(self, toll: int) -> None:
        """Let a step into a zone of the enemy cost so many parts of points more."""
        self._toll = toll
        self.ground = self.ground_of(self.least({}))

    def _entry(self, board: Board, hex_: int) -> Price:
        there = next((price for kind, price in self.places if hex_ in board.hexes_of_kind[kind]), None)
        return there if there is not None else self.terrain[board.terrain[hex_]]


def scale_of(costs: Costs) -> int:
    """Return how many parts a point must have for all costs to be whole."""
    numbers = (cost for by_class in costs.values() for cost in by_class.values() if cost not in (NO, HALF, ALL))
    halves = any(HALF in by_class.values() for by_class in costs.values())
    return lcm(2 if halves else 1, *(Fraction(cost).denominator for cost in numbers))


def classes_of(costs: Costs) -> list[str]:
    """Return the classes that have costs of their own, in alphabetical order."""
    return sorted({name for by_class in costs.values() for name in by_class} - {EVERY})


def _price(by_class: Mapping[str, Cost], name: str, scale: int) -> Price | None:
    cost = by_class.get(name, by_class.get(EVERY))
    if cost is None:
        return None
    if cost in (NO, HALF, ALL):
        return Price(CLOSED if cost == NO else 0, cost == HALF, cost == ALL)
    return Price(int(Fraction(cost) * scale))


def sentences_of_costs(given: MovementKey, labels: Labels) -> Iterator[Sentence]:
    """Say what ground costs, where it is prohibited, and what roads do."""
    costs = costs_of(labels.game, given)
    names = {id_: labels.ground(id_) for id_ in costs}
    crossed, roads = ([id_ for id_ in costs if id_ in labels.kinds(part)] for part in ("hexside_kinds", "line_kinds"))
    if isinstance(given.costs, str):
        chart, _, column = given.costs.partition("/")
        by = (
            f"column {column}" if column else f"by {'type' if given.classes == 'type' else labels.value(given.classes)}"
        )
        text = f"see the {labels.chart(chart).title}, {by}"
    else:
        names |= {id_: f"{names[id_]} ({_in_words(by_class, given, labels)})" for id_, by_class in costs.items()}
        text = ", ".join(name for id_, name in names.items() if id_ not in {*crossed, *roads})
    yield Sentence("movement.costs", f"Each hex costs movement points to enter: {text}.")
    for ids, what in (
        ([id_ for id_ in crossed if id_ not in given.alone], "points besides"),
        (given.alone, "that alone"),
    ):
        if ids:
            over = listed([names[id_] for id_ in ids], "or")
            yield Sentence("movement.costs", f"Crossing a {over} costs {what}.")
    if any(NO in by_class.values() for by_class in costs.values()):
        text = (
            f"A unit may not enter a hex or cross a hexside that is prohibited to it{', except by road' * bool(roads)}."
        )
        yield Sentence("movement.prohibited", text)
    if roads:
        unless = ["when it leaves an enemy zone of control"] * (not given.roads.from_zones and "zones" in labels.keys)
        unless += ["in a stack that is too large for roads"] * given.roads.limited
        but = f", but not {listed(unless, 'or')}" if unless else ""
        along = listed([names[id_] for id_ in roads], "or")
        text = f"A unit that moves along a {along} pays for that instead of terrain and hexsides{but}."
        yield Sentence("movement.roads", text)
        if given.roads.bonus:
            along = listed([labels.ground(id_) for id_ in roads], "or")
            more = counted(given.roads.bonus, "movement point")
            yield Sentence("movement.bonus", f"A unit that moves along a {along} all the way has {more} more.")


def _in_words(by_class: Mapping[str, Cost], given: MovementKey, labels: Labels) -> str:
    words = {NO: "prohibited", HALF: "half the allowance", ALL: "the whole allowance"}
    if by_class.keys() == {EVERY}:
        return words.get(str(by_class[EVERY]), str(by_class[EVERY]))
    return ", ".join(
        f"{'others' if name == EVERY else labels.word(given.classes, name)} {words.get(str(cost), cost)}"
        for name, cost in by_class.items()
    )

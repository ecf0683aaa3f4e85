"""The module of movement: where a unit or stack can go, and what it spends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.movement import Situation as Obstacles
from scenario_forge.mechanics.supply import mask
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.movement.checks import cost_findings
from scenario_forge.wargame.modules.movement.costs import ClassCosts, Price, classes_of, scale_of, sentences_of_costs
from scenario_forge.wargame.modules.movement.key import EVERY, MovementKey, costs_of
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.modules.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.mechanics.engine import Mechanics
    from scenario_forge.mechanics.movement import Ground
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.movement.key import Cost
    from scenario_forge.wargame.modules.stacking import StackingLimit


class Trial(NamedTuple):
    """A unit or stack on its way: where it is (below 0: not on the map), what each of its units has spent."""

    hex: int
    units: tuple[int, ...]
    spent: tuple[int, ...]
    stops: bool = False
    by_road: bool = False
    """Whether its last step was along a road."""
    all_by_road: bool = True
    """Whether all its steps were."""
    fresh: bool = False
    """Whether none of its units has spent anything."""


class Movement(Module[MovementKey]):
    """Movement in play. Points are in parts, so that half points are whole numbers."""

    key, model = "movement", MovementKey

    def __init__(self, board: Board, given: MovementKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        costs = read["costs"]
        names = classes_of(costs)
        member = [board.column(f"movement.class.{name}") for name in names]
        units = range(len(board.units.side))
        self.class_of = [next((at for at, has in enumerate(member) if has[unit]), len(names)) for unit in units]
        """By unit: the index of its class."""
        self.scale = scale_of(costs)
        """How many parts a point has."""
        self.classes = [ClassCosts(board, costs, name, self.scale) for name in [*names, EVERY]]
        self.costs_of = [self.classes[index] for index in self.class_of]
        """By unit: the costs of its class."""
        self.printed = [max(points, 0) * self.scale for points in board.printed(given.value)]
        self.nothing = bytes(board.hexes)
        self.enter, self.leave, self.stops_in_zones, self.between_zones = 0, 0, False, True
        self.rests_on: tuple[str, ...] = ()
        """Tables of state that values of counters may rest on."""
        self.bonus = given.roads.bonus * self.scale
        self.stops = board.hexes_of(*given.stops)

    @classmethod
    def columns_of(cls, given: MovementKey) -> Mapping[str, str]:
        """Return the columns of state: who has moved, and what each has spent where that counts later."""
        return {"units": "moved spent" if given.together else "moved"}

    def ready(self) -> None:
        """Look up what zones and works do to movement."""
        self.works, self.stacking = self.board.get(Works), self.board.get(Stacking)
        self.zones = self.board.get(Zones)
        if self.zones is not None:
            given = self.zones.given
            self.leave = given.leave * self.scale
            self.stops_in_zones, self.between_zones = given.enter == "stop", given.between == "free"
            if isinstance(given.enter, int):
                self.enter = given.enter * self.scale
                for costs in self.classes:
                    costs.dearer_in_zones(self.enter)
        tables = {table for module in self.board.modules.values() for table in module.columns}
        self.rests_on = tuple(sorted({"units", "clock", *tables}))

    @classmethod
    def read(cls, game: Game, given: MovementKey) -> Mapping[str, Any]:
        """Return all costs by ground and class."""
        return {"costs": costs_of(game, given)}

    @classmethod
    def checks(cls, game: Game, given: MovementKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what is wrong with its costs, and roads limited by no limit."""
        yield from cost_findings(game, given, where)
        limits: Sequence[StackingLimit] = getattr(where.file.document, "stacking", None) or ()
        if given.roads.limited and not any(limit.when == "by_road" for limit in limits):
            at = where / "roads" / "limited"
            finding = MOD001.at(at, "none", what="`limited`", needed="a limit `when: by_road` under `stacking`")
            yield finding.suggest("write `{limit: 2, when: by_road}` there, or remove `limited`")

    @classmethod
    def arrays(cls, game: Game, given: MovementKey) -> Arrays:
        """Return who belongs to each class that has costs of its own."""
        classes = classes_of(costs_of(game, given))
        return {f"movement.class.{name}": selected(game, {given.classes: name}) for name in classes}

    @classmethod
    def sentences(cls, given: MovementKey, labels: Labels) -> Iterator[Sentence]:
        """Say how units move, and what they pay."""
        phase = labels.phase("movement", "move")
        often = "a turn" if given.together else phase
        text = f"In {often} a unit may spend movement points up to its {labels.value(given.value)}."
        yield Sentence("movement.allowance", text)
        text = f"In {phase} the side moves its units one after another, or leaves them where they are."
        yield Sentence("movement.phase", text)
        yield Sentence("movement.once", f"A unit moves once in {often}, from hex to adjacent hex.")
        yield from sentences_of_costs(given, labels)
        if given.stops:
            stops = listed([labels.ground(id_) for id_ in given.stops], "or")
            text = f"A unit that enters {stops} must stop there, unless it moved along roads all the way."
            yield Sentence("movement.stops", text)
        if given.minimum == "one_hex":
            text = (
                "A unit that has spent no points may enter one hex that costs more than it has. It then has none left."
            )
        else:
            text = "A unit may not enter a hex that costs more points than it has left."
        yield Sentence("movement.minimum", text)
        yield Sentence("movement.enemies", "A unit may not enter a hex with enemy units.")
        if labels.arrivals:
            text = "A unit that arrives comes on in a hex of its map edge, and pays for that hex alone."
            yield Sentence("movement.entry", text)
        if given.together:
            text = (
                "Units in one hex may move as a stack. Each pays its own costs, and the stack goes only where all its "
                "units can; it may leave units behind."
            )
            yield Sentence("movement.together", text)
            yield Sentence("movement.steps", "A stack moves hex by hex, so that the enemy may react in each.")

    # -- rules ---------------------------------------------------------------------------------------

    @rule("movement.allowance")
    def allowance(self, now: Situation, unit: int) -> int:
        """Return the parts of points that a unit has in a phase."""
        return now.state.derived(
            ("allowance", unit),
            self.rests_on,
            lambda: max(self.board.value(now, self.given.value, unit), 0) * self.scale,
        )

    def may_always_enter_one(self, now: Situation) -> bool:
        """Return whether a unit that has spent nothing may enter a hex that costs more than it has."""
        weather = self.board.get(Weather)
        forbidden = weather is not None and any(kind.minimum == "none" for kind in weather.of_turn(now))
        return self.given.minimum == "one_hex" and not forbidden

    @rule("movement.costs", "movement.roads")
    def price(self, now: Situation, unit: int, step: int, *, by_road: bool) -> tuple[Price, bool] | None:
        """Return the price of a step, zones aside, and whether it is one by road; None where a unit cannot take it.

        ``by_road``: whether the stack is small enough for roads, and may use one from where it is.
        """
        road = self.costs_of[unit].road[step] if by_road else None
        price = self.plain(now, unit, step) if road is None else road
        dearer = self.with_works(now, unit, price, step)
        return (dearer, road is not None) if dearer.parts >= 0 else None

    def with_works(self, now: Situation, unit: int, price: Price, step: int) -> Price:
        """Return the price of a step with what works on its way cost besides; parts of −1 where they let nobody in."""
        return self.with_costs(price, self.works.costs_over(now, unit, step)) if self.works is not None else price

    def with_costs(self, price: Price, costs: Sequence[Cost]) -> Price:
        """Return a price with costs besides; parts of −1 where one of them lets nobody in."""
        for cost in costs:
            price = price.besides(cost, self.scale)
        return price

    def hindered(self, now: Situation, units: Sequence[int], hex_: int) -> bool:
        """Return whether a zone of the enemy hinders units in a hex."""
        return self.zones is not None and self.zones.hinders(now, "movement", hex_, units)

    def may_use_roads(self, now: Situation, units: Sequence[int], hex_: int) -> bool:
        """Return whether a stack may use a road out of a hex: it is small enough, and no zone keeps it from that."""
        roads = self.given.roads
        if roads.limited and not now.few_enough_for_roads(units):
            return False
        return roads.from_zones or not self.hindered(now, units, hex_)

    @rule("zones.enter", "zones.leave")
    def toll(self, now: Situation, units: Sequence[int], hex_: int, to: int) -> int:
        """Return what units pay besides for a step from a hex, below 0 off the map, into another one, for zones."""
        left = self.leave if self.leave and hex_ >= 0 and self.hindered(now, units, hex_) else 0
        return left + (self.enter if self.enter and self.hindered(now, units, to) else 0)

    def plain(self, now: Situation, unit: int, step: int) -> Price:
        """Return the price of a step without a road, over what is left of its hexside."""
        clearing, costs = self.board.clearing, self.costs_of[unit]
        if clearing is None or step not in clearing.rows_of:
            return costs.plain[step]
        return costs.over(self.board.neighbours[step], now.hexsides(step))

    @rule("movement.minimum")
    def paid(self, now: Situation, unit: int, price: Price, spent: int, *, fresh: bool) -> int | None:
        """Return what a unit has spent after paying a price; None where it cannot.

        ``spent`` is below 0 where it has more points than its allowance, ``fresh`` whether it has paid nothing yet.
        """
        has = self.allowance(now, unit)
        if price.all and not fresh:
            return None
        total = price.parts + (self.printed[unit] // 2 if price.half else 0) + (has if price.all else 0)
        if spent + total <= has:
            return spent + total
        return has if fresh and self.may_always_enter_one(now) else None

    @rule("movement.prohibited")
    def can_ever_enter(self, now: Situation, unit: int, step: int) -> bool:
        """Return whether a unit may take a step at all, whatever it costs."""
        road = self.costs_of[unit].road[step]
        return self.with_works(now, unit, self.plain(now, unit, step) if road is None else road, step).parts >= 0

    def least(self, unit: int, step: int) -> int:
        """Return the least that a step costs a unit, in parts of points; 0 where it cannot take it."""
        costs, has = self.costs_of[unit], self.printed[unit]
        road = costs.road[step]
        price = costs.plain[step] if road is None else road
        if price.parts < 0:
            return 0
        total = price.parts + (has // 2 if price.half else 0) + (has if price.all else 0)
        return min(total, has) if self.given.minimum == "one_hex" else total

    def before(self, now: Situation, units: Sequence[int]) -> Trial:
        """Return units of one hex before they move."""
        spent = tuple(now.units.spent[unit] for unit in units) if self.given.together else (0,) * len(units)
        fresh = not any(spent) and not any(now.units.moved[unit] for unit in units)
        return Trial(now.place[units[0]], tuple(units), spent, fresh=fresh)

    @rule("movement.enemies", "zones.enter", "movement.bonus")
    def after(self, now: Situation, trial: Trial, step: int) -> Trial | None:
        """Return where a step leaves a stack; None where it cannot take it."""
        board, units = self.board, trial.units
        to, side = board.neighbours[step], board.units.side[units[0]]
        if trial.stops or to < 0 or to in now.held(1 - side) or self.is_shut(now, units, step):
            return None
        free, toll = self.may_use_roads(now, units, trial.hex), self.toll(now, units, trial.hex, to)
        priced = [self.price(now, unit, step, by_road=free) for unit in units]
        road = all(each is not None and each[1] for each in priced)
        whole = road and trial.all_by_road
        if trial.by_road and trial.hex in self.stops and not whole:
            return None
        spent, bonus = [], self.bonus * whole
        for unit, each, before in zip(units, priced, trial.spent, strict=True):
            total = None if each is None else self.paid(now, unit, each[0], before + toll - bonus, fresh=trial.fresh)
            if total is None:
                return None
            spent.append(total + bonus)
        return Trial(to, units, tuple(spent), self.ends(now, units, to, by_road=whole), road, whole)

    @rule("zones.between", "stacking.passing")
    def is_shut(self, now: Situation, units: Sequence[int], step: int) -> bool:
        """Return whether units in the hex of a step, or zones of the enemy on both its hexes, keep a stack from it."""
        to, stacking = self.board.neighbours[step], self.stacking
        if stacking is not None and stacking.passing and not stacking.has_room(now, to, units):
            return True
        return not self.between_zones and all(self.hindered(now, units, hex_) for hex_ in (to, step // 6))

    @rule("movement.stops")
    def ends(self, now: Situation, units: Sequence[int], hex_: int, *, by_road: bool) -> bool:
        """Return whether a move of units ends in a hex; ``by_road``: it was along roads all the way."""
        if (self.stops_in_zones and self.hindered(now, units, hex_)) or (hex_ in self.stops and not by_road):
            return True
        return self.works is not None and self.works.stops(now, hex_)

    @rule("movement.entry")
    def entered(self, now: Situation, trial: Trial, hex_: int) -> Trial | None:
        """Return a stack that was off the map after its first hex; None where it cannot come on there."""
        side, stacking = self.board.units.side[trial.units[0]], self.stacking
        if hex_ in now.held(1 - side):
            return None
        if stacking is not None and stacking.passing and not stacking.has_room(now, hex_, trial.units):
            return None
        prices = [
            self.with_costs(self.costs_of[unit].entry[hex_], self.costs_in(now, unit, hex_)) for unit in trial.units
        ]
        toll = self.toll(now, trial.units, trial.hex, hex_)
        paid = [
            None if price.parts < 0 else self.paid(now, unit, price, spent + toll, fresh=trial.fresh)
            for unit, price, spent in zip(trial.units, prices, trial.spent, strict=True)
        ]
        spent = [each for each in paid if each is not None]
        if len(spent) < len(paid):
            return None
        ends = self.ends(now, trial.units, hex_, by_road=False)
        return Trial(hex_, trial.units, tuple(spent), ends, all_by_road=False)

    def costs_in(self, now: Situation, unit: int, hex_: int) -> Sequence[Cost]:
        """Return what works of a hex cost a unit that comes into it."""
        return self.works.costs_into(now, unit, hex_) if self.works is not None else ()

    def ahead(self, now: Situation, trial: Trial) -> Iterator[Trial]:
        """Yield where a stack can be after one more hex."""
        if trial.hex < 0:
            edges = [set(self.board.edges.get(unit, ())) for unit in trial.units] if trial.hex != OUT else [set[int]()]
            tried = (self.entered(now, trial, hex_) for hex_ in sorted(set.intersection(*edges)))
        else:
            tried = (self.after(now, trial, step) for step in range(6 * trial.hex, 6 * trial.hex + 6))
        return (after for after in tried if after is not None)

    def can_end(self, now: Situation, trial: Trial) -> bool:
        """Return whether a stack may end its move in the hex, or in one that it can still go on to."""
        if now.may_end(trial.hex, *trial.units):
            return True
        return any(self.can_end(now, after) for after in self.ahead(now, trial))

    # -- for a player --------------------------------------------------------------------------------

    def reach(self, mechanics: Mechanics, now: Situation, unit: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the cost of each hex that a unit can reach alone, and the hex before it; −1 for none."""
        side = self.board.units.side[unit]
        zone = now.state.derived(("stops", side), ("units.place",), lambda: self._zone_mask(now, side))
        stops, dearer = (zone, self.nothing) if self.stops_in_zones else (self.nothing, zone)
        around = Obstacles(stops, now.barred(side), dearer)
        start = now.place[unit]
        extra = self.leave if self.leave and self.hindered(now, [unit], start) else 0
        has = self.allowance(now, unit)
        return mechanics.movement_range(self.ground(now, unit), start, has, around, first_extra=extra)

    def _zone_mask(self, now: Situation, side: int) -> bytes:
        """Return for each hex 1 if a zone hinders units of a side that come into it."""
        negated = self.zones is not None and self.zones.negates("movement")
        zone = now.zone(1 - side) - now.held(side) if negated else now.zone(1 - side)
        return bytes(mask(self.board.hexes, sorted(zone)))

    def ground(self, now: Situation, unit: int) -> Ground:
        """Return the ground as a player estimates it for a unit."""
        clearing, class_, to = self.board.clearing, self.class_of[unit], self.board.neighbours
        costs, works = self.classes[class_], self.works if self.works is not None and self.works.costs else None
        if clearing is None and works is None:
            return costs.ground
        on = clearing.columns_of_state if clearing is not None else ()
        by_works = tuple(each[unit] for each in works.costs.values()) if works is not None else ()
        if works is not None:
            on = (*on, *works.columns_of_state)

        def make() -> Ground:
            cleared = clearing.rows_of if clearing is not None else ()
            prices = costs.least({s: costs.over(to[s], now.hexsides(s)) for s in cleared})
            for step in works.dear_steps(now) if works is not None else ():
                prices[step] = self.with_works(now, unit, prices[step], step)
            return costs.ground_of(prices)

        return now.state.derived(("ground", class_, *by_works), on, make)

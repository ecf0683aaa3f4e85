"""Movement: the deed of moving a unit or a stack, hex by hex, and the rules of a step."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, SetChoices, Subset
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.steps import Phase
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import Deed, acting
from scenario_forge.wargame.modules.exits import EXIT, Exits
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.movement.costs import CLOSED, ClassCosts, Price, classes_of, scale_of
from scenario_forge.wargame.modules.movement.key import ALLOWANCE, EVERY, MovementKey
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.modules.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.asked import AirRules, ArrivalsRules, FireRules
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.movement.key import Cost

BY, DROP = "by", "drop"


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
    bound: bool = False
    """Whether only the road let it go on from ground that stops others, so that all further steps are along one."""


class Move(Deed):
    """``unit, hex …``; of stacks ``unit, unit …, by, hex …``, where ``drop, unit`` on the way leaves one behind."""

    word, phase = "move", "movement"
    clears: ClassVar[Sequence[str]] = ("moved", "spent")

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.movement = board.module(Movement)
        self.together = self.movement.given.together
        self.leaders, self.exits = board.get(Leaders), board.get(Exits)
        self.fire: FireRules | None = board.modules.get("fire")  # type: ignore[assignment]  # as the shelf has it
        self.arrivals: ArrivalsRules | None = board.modules.get("arrivals")  # type: ignore[assignment]  # as it is

    @rule("movement.once", "movement.phase")
    def movers(self, now: Situation, frame: Frame) -> list[int]:
        """Return the units that may still move in the phase."""
        able = [unit for unit in acting(now, frame, coming=True) if not now.units.moved[unit]]
        if self.leaders is not None:
            able = [unit for unit in able if self.leaders.allows(now, unit, "movement")]
        if self.arrivals is not None:
            able = [unit for unit in able if self.arrivals.may_move(now, unit)]
        return [unit for unit in able if self.fire is None or self.fire.may_still_move(now, unit)]

    @rule("movement.together")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return units that can move, then those that go with them, then the hexes that can be entered next."""
        if not begun:
            return offer(unit for unit in self.movers(now, frame) if self._starts(now, frame, [unit]))
        if self.together and BY not in begun:
            return self._together(now, frame, tuple(int(unit) for unit in begun))
        if begun[-1] == EXIT:
            return []
        if begun[-1] == DROP:
            return offer(self._dropped(now, self._after(now, frame, begun[:-1])))
        trial, way = self._after(now, frame, begun), begun[self._first(begun) :]
        found, ahead, known = [], [*self.movement.ahead(now, trial)], self._known(now, frame)
        for after in ahead:
            known[*begun, after.hex] = after
            whole, more = now.may_end(after.hex, *after.units), not after.stops
            if (self.together or after.hex not in way) and (whole or (more and self.movement.can_end(now, after))):
                found.append(Choice(after.hex, whole, more))
        if way and DROP not in way[-2:-1] and self._dropped(now, trial):
            found.append(Choice(DROP, False, True))
        return [*found, *[Choice(EXIT)] * self.may_exit(now, trial)]

    def _dropped(self, now: Situation, trial: Trial) -> list[int]:
        """Return the units of a stack on its way without which the others can go on, if only they can."""
        units = trial.units if len(trial.units) > 1 else ()
        return [unit for unit in units if any(self.movement.ahead(now, without(trial, unit)))]

    def may_exit(self, now: Situation, trial: Trial) -> bool:
        """Return whether a stack can leave the map from where it is."""
        return not trial.stops and self.exits is not None and self.movement.can_exit(now, self.exits, trial)

    def before(self, now: Situation, frame: Frame, units: Sequence[int]) -> Trial:
        """Return units of one hex before they move in a phase: one that a leader directs has a point to spare."""
        trial = self.movement.before(now, units)
        if self.leaders is None or len(units) > 1 or self.leaders.directing(now, frame, units[0]) is None:
            return trial
        return trial._replace(spent=(trial.spent[0] - self.leaders.given.alone * self.movement.scale,))

    def _starts(self, now: Situation, frame: Frame, units: Sequence[int]) -> bool:
        trial = self.before(now, frame, units)
        ways = self.movement.ahead(now, trial)
        return self.may_exit(now, trial) or any(self.movement.can_end(now, after) for after in ways)

    def _together(self, now: Situation, frame: Frame, chosen: tuple[int, ...]) -> SetChoices:
        """Return the units of the hex that can still join those chosen, and the word with which they set out."""
        here = now.place[chosen[0]]
        beside = [unit for unit in self.movers(now, frame) if now.place[unit] == here]
        stacks = Subset(beside, fits=lambda units: now.fits_together(units) and self._starts(now, frame, units))
        return SetChoices(stacks, chosen, [*offer([BY]), *stacks.further(chosen, ends=False, more=True)])

    def _first(self, begun: Action) -> int:
        """Return the stage of an action with the first hex."""
        return begun.index(BY) + 1 if self.together else 1

    def _known(self, now: Situation, frame: Frame) -> dict[Action, Trial]:
        """Return what is known of units on their way, by the stages up to there: until something happens."""
        known: dict[Action, Trial] = now.state.frame_cache(frame).setdefault(("on the way", self), {})
        return known

    def _after(self, now: Situation, frame: Frame, begun: Action) -> Trial:
        """Return a unit or stack after the stages of an action that were offered one after another."""
        known = self._known(now, frame)
        if begun not in known:
            first = self._first(begun)
            if len(begun) == first:
                known[begun] = self.before(now, frame, [int(unit) for unit in begun if unit != BY])
            elif begun[-2] == DROP:
                known[begun] = without(self._after(now, frame, begun[:-2]), int(begun[-1]))
            else:
                after = self.movement.next_to(now, self._after(now, frame, begun[:-1]), int(begun[-1]))
                assert after is not None  # noqa: S101 - each stage was offered
                known[begun] = after
        return known[begun]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Move a unit at once where nobody can react; else hex by hex."""
        if self.together:
            units, way = split_at(action, BY)
            return [frame, Frame("march", {"side": frame.data["side"], "units": units, "way": way})]
        unit = int(action[0])
        stages = range(2, len(action) + (action[-1] != EXIT))
        trials = [self._after(now, frame, action[:stage]) for stage in stages]
        note_moved(now, book, unit)
        for trial in trials:
            enter(self.board, book, trial)
        if action[-1] == EXIT and self.exits is not None:
            self.exits.leave(book, unit, trials[-1].hex if trials else now.place[unit])
        return [frame]

    # -- for a player --------------------------------------------------------------------------------

    def destinations(self, now: Situation, frame: Frame, unit: int) -> dict[int, tuple[int, ...]]:
        """Return the hexes in which a unit can end a move, each with a way there."""
        ways = self.spread(now, frame, unit)
        return {trial.hex: way for trial, way in ways if way and now.has_room(trial.hex, unit)}

    def spread(self, now: Situation, frame: Frame, unit: int) -> Iterator[tuple[Trial, tuple[int, ...]]]:
        """Yield a unit as it is, then in each hex that it can come to, with a way of fewest hexes there."""
        reached = {now.place[unit]}
        waiting: deque[tuple[Trial, tuple[int, ...]]] = deque([(self.before(now, frame, [unit]), ())])
        while waiting:
            trial, way = waiting.popleft()
            yield trial, way
            for after in self.movement.ahead(now, trial):
                if after.hex not in reached:
                    reached.add(after.hex)
                    waiting.append((after, (*way, after.hex)))

    def gains(self, mind: Mind, now: Situation, frame: Frame) -> list[tuple[float, Action]]:
        """Return for each unit that may move its best move with what it gains."""
        found: list[tuple[float, Action]] = []
        for unit in self.movers(now, frame):
            ends = self.destinations(now, frame, unit)
            worth = {hex_: mind.outlook(now, unit, hex_) for hex_ in ends}
            best = max(worth, key=lambda hex_: worth[hex_], default=None)
            if best is not None:
                here = mind.outlook(now, unit, now.place[unit]) if now.place[unit] >= 0 else 0.0
                found.append((worth[best] - here, self.stages(unit, ends[best])))
            if self.exits is not None and (points := self.exits.points(unit)) and (way := self.off(now, frame, unit)):
                found.append((points, self.stages(unit, way)))
        return found

    def off(self, now: Situation, frame: Frame, unit: int) -> tuple[Token, ...]:
        """Return a way by which a unit leaves the map in one move; empty where there is none."""
        ways = self.spread(now, frame, unit)
        return next(((*way, EXIT) for trial, way in ways if self.may_exit(now, trial)), ())

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the move that gains most."""
        gain, action = max(self.gains(mind, now, frame), default=(0.0, ()))
        return (gain, self.whole(now, action)) if action else (0.0, ())

    def stages(self, unit: int, way: Sequence[Token]) -> Action:
        """Return the stages of the move of one unit."""
        return (unit, BY, *way) if self.together else (unit, *way)

    def whole(self, now: Situation, action: Action) -> Action:  # noqa: ARG002 - for games to override
        """Return a move of a player with the stages that a game has besides."""
        return action


def without(trial: Trial, unit: int) -> Trial:
    """Return a stack on the way without one of its units."""
    kept = [(each, spent) for each, spent in zip(trial.units, trial.spent, strict=True) if each != unit]
    return trial._replace(units=tuple(each for each, _ in kept), spent=tuple(spent for _, spent in kept))


def enter(board: Board, book: Book, trial: Trial) -> None:
    """Write into the book that a stack is in a hex now."""
    for unit in trial.units:
        board.put(book, unit, trial.hex)
    book.event("enters", "movement.costs", trial.units[0], trial.hex, *trial.units[1:])


def note_moved(now: Situation, book: Book, unit: int) -> None:
    """Write into the book that a unit has moved, and with it its leader."""
    leaders = now.board.get(Leaders)
    leader = leaders.of(now, unit) if leaders is not None else None
    for each in [unit] if leader is None else [unit, leader]:
        book.put("moved", each, 1)


class March(Phase[GameState]):
    """A step for a stack, hex by hex, so that others can react; who cannot go on stays behind."""

    rules: Board

    @rule("movement.together", "movement.steps")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Take the next hex of the way."""
        now, movement = self.rules.at(state), self.rules.module(Movement)
        at = frame.data.get("at")
        together = (unit for unit in frame.data["units"] if at is None or now.place[unit] == at)  # none has retreated
        going = [unit for unit in together if self.goes_on(now, unit)]
        way = list(frame.data["way"])
        if way and way[0] == DROP:
            going, way = [unit for unit in going if unit != way[1]], way[2:]
        if not going or not way:
            return ()
        if way[0] == EXIT:
            for unit in going:
                self.rules.module(Exits).leave(book, unit, now.place[unit])
            return ()
        after = movement.next_to(now, movement.before(now, going), int(way[0]))
        if after is None:
            return ()
        for unit, spent in zip(after.units, after.spent, strict=True):
            book.put("spent", unit, spent)
            note_moved(now, book, unit)
        self.noted(book, after)
        enter(self.rules, book, after)
        return () if after.stops else [frame.with_values(units=list(after.units), way=way[1:], at=after.hex)]

    def goes_on(self, now: Situation, unit: int) -> bool:
        """Return whether a unit can go on with its stack."""
        return now.place[unit] != OUT

    def noted(self, book: Book, after: Trial) -> None:
        """Write what a game notes besides about a stack that has entered a hex."""


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
        self.classes = [ClassCosts(board, costs, name, self.scale, given.alone) for name in [*names, EVERY]]
        self.costs_of = [self.classes[index] for index in self.class_of]
        """By unit: the costs of its class."""
        self.printed = [max(points, 0) * self.scale for points in board.printed(ALLOWANCE)]
        self.enter, self.leave, self.stops_in_zones, self.between_zones, self.passing = 0, 0, False, True, False
        self.locked = False
        """Whether units in a zone of the enemy do not move."""
        self.bonus = given.roads.bonus * self.scale
        self.air: AirRules | None = None
        self.stops = board.hexes_of(*given.stops)

    def ready(self) -> None:
        """Look up what zones, stacking and works do to movement."""
        self.works, stacking = self.board.get(Works), self.board.get(Stacking)
        self.passing = stacking is not None and stacking.passing
        self.air = self.board.modules.get("air")  # type: ignore[assignment]  # as the shelf has it
        self.zones = self.board.get(Zones)
        if self.zones is not None:
            given = self.zones.given
            self.locked = given.leave == "never"
            self.leave = given.leave * self.scale if isinstance(given.leave, int) else 0
            self.stops_in_zones, self.between_zones = given.enter == "stop" or self.locked, given.between == "free"
            if isinstance(given.enter, int):
                self.enter = given.enter * self.scale
                for costs in self.classes:
                    costs.dearer_in_zones(self.enter)

    # -- rules ---------------------------------------------------------------------------------------

    @rule("movement.allowance")
    def allowance(self, now: Situation, unit: int) -> int:
        """Return the parts of points that a unit has in a phase."""
        return now.state.derived(
            ("allowance", unit),
            self.board.values_rest_on,
            lambda: max(self.board.value(now, ALLOWANCE, unit), 0) * self.scale,
        )

    def class_now(self, now: Situation, unit: int) -> int:  # noqa: ARG002 - for games to override
        """Return the index of the class by whose costs a unit moves now."""
        return self.class_of[unit]

    def costs(self, now: Situation, unit: int) -> ClassCosts:
        """Return the costs by which a unit moves now."""
        return self.classes[self.class_now(now, unit)]

    def may_always_enter_one(self, now: Situation) -> bool:
        """Return whether a unit that has spent nothing may enter a hex that costs more than it has."""
        weather = self.board.get(Weather)
        forbidden = weather is not None and any(kind.minimum == "none" for kind in weather.of_turn(now))
        return self.given.minimum == "one_hex" and not forbidden

    @rule("movement.costs", "movement.roads")
    def price(self, now: Situation, unit: int, step: int, *, by_road: bool) -> tuple[Price, bool] | None:
        """Return the price of a step, tolls aside, and whether it is one by road; None where a unit cannot take it.

        ``by_road``: whether the stack is small enough for roads, and may use one from where it is.
        """
        road = self.costs(now, unit).road[step] if by_road else None
        price = self.plain(now, unit, step) if road is None else road
        dearer = self.with_works(now, unit, price, step)
        return (dearer, road is not None) if dearer.parts != CLOSED else None

    def with_works(self, now: Situation, unit: int, price: Price, step: int) -> Price:
        """Return the price of a step with what works on its way cost besides; parts of −1 where they let nobody in."""
        return price.besides(self.works.costs_over(now, unit, step), self.scale) if self.works is not None else price

    def hindered(self, now: Situation, units: Sequence[int], hex_: int) -> bool:
        """Return whether a zone of the enemy hinders units in a hex."""
        return self.zones is not None and self.zones.hinders(now, "movement", hex_, units)

    def may_use_roads(self, now: Situation, units: Sequence[int], hex_: int) -> bool:
        """Return whether a stack may use a road out of a hex: it is small enough, and no zone keeps it from that."""
        roads = self.given.roads
        if roads.limited and not now.few_enough_for_roads(units):
            return False
        return roads.from_zones or not self.hindered(now, units, hex_)

    def toll(self, now: Situation, units: Sequence[int], hex_: int, to: int) -> int:
        """Return what each unit pays besides for a step from a hex, below 0 off the map, into another one.

        It pays for zones, and for a hex that aircraft of the enemy interdict.
        """
        return self._to_leave(now, units, hex_) + self._to_enter(now, units, to)

    @rule("zones.leave")
    def _to_leave(self, now: Situation, units: Sequence[int], hex_: int) -> int:
        return self.leave if self.leave and hex_ >= 0 and self.hindered(now, units, hex_) else 0

    @rule("zones.enter")
    def _to_enter(self, now: Situation, units: Sequence[int], hex_: int) -> int:
        into = self.enter if self.enter and self.hindered(now, units, hex_) else 0
        if self.air is None:
            return into
        return into + self.air.tolls(now, self.board.units.side[units[0]]).get(hex_, 0) * self.scale

    def plain(self, now: Situation, unit: int, step: int) -> Price:
        """Return the price of a step without a road, over what is left of its hexside."""
        clearing, costs = self.board.clearing, self.costs(now, unit)
        if clearing is None or step not in clearing.rows_of:
            return costs.plain[step]
        return costs.over(self.board.neighbours[step], now.hexsides(step))

    @rule("movement.minimum")
    def paid(self, now: Situation, unit: int, price: Price, spent: int, *, fresh: bool) -> int | None:
        """Return what a unit has spent after paying a price; None where it cannot.

        ``spent`` is below 0 where it has more points than its allowance, ``fresh`` whether it has paid nothing yet.
        """
        has = self.allowance(now, unit)
        if price.all:  # whatever comes besides
            return has + min(spent, 0) if fresh else None
        total = price.parts + (self.printed[unit] // 2 if price.half else 0)
        if spent + total <= has:
            return spent + total
        return has if fresh and self.may_always_enter_one(now) else None

    @rule("exits.who")
    def can_exit(self, now: Situation, exits: Exits, trial: Trial) -> bool:
        """Return whether each unit of a stack can leave the map from where it is, and has the points for it."""
        for unit, spent in zip(trial.units, trial.spent, strict=True):
            cost = exits.cost(now, unit, trial.hex) if trial.hex >= 0 else None
            if cost is None or spent + cost * self.scale > self.allowance(now, unit):
                return False
        return True

    @rule("movement.prohibited")
    def can_ever_enter(self, now: Situation, unit: int, step: int) -> bool:
        """Return whether a unit may take a step at all, whatever it costs."""
        road = self.costs(now, unit).road[step]
        price = self.plain(now, unit, step) if road is None else road
        return self.with_works(now, unit, price, step).parts != CLOSED

    def least(self, unit: int, step: int) -> int:
        """Return the least that a step costs a unit, in parts of points; 0 where it cannot take it."""
        costs, has = self.costs_of[unit], self.printed[unit]
        road = costs.road[step]
        price = costs.plain[step] if road is None else road
        if price.parts < 0:
            return 0
        total = has if price.all else price.parts + (has // 2 if price.half else 0)
        return min(total, has) if self.given.minimum == "one_hex" else total

    def before(self, now: Situation, units: Sequence[int]) -> Trial:
        """Return units of one hex before they move."""
        spent = tuple(now.units.spent[unit] for unit in units) if self.given.together else (0,) * len(units)
        fresh = not any(spent) and not any(now.units.moved[unit] for unit in units)
        return Trial(now.place[units[0]], tuple(units), spent, fresh=fresh)

    def next_to(self, now: Situation, trial: Trial, to: int) -> Trial | None:
        """Return a stack after its step to a hex; None where it cannot take it."""
        if trial.hex < 0:
            return self.entered(now, trial, to)
        step = 6 * trial.hex + self.board.direction(trial.hex, to)
        return self.after(now, trial, step, self.way_out(now, trial))

    def way_out(self, now: Situation, trial: Trial) -> tuple[bool, int]:
        """Return whether a stack may use roads out of its hex, and what it pays to leave it, whatever its step."""
        return self.may_use_roads(now, trial.units, trial.hex), self._to_leave(now, trial.units, trial.hex)

    @rule("zones.enter", "zones.between", "zones.leave", "movement.bonus", "movement.roads", "movement.stops")
    def after(self, now: Situation, trial: Trial, step: int, out: tuple[bool, int]) -> Trial | None:
        """Return where a step leaves a stack, given its way out of its hex; None where it cannot take it."""
        to, units = self.board.neighbours[step], trial.units
        if self.is_shut(now, units, to) or self.keeps(now, units, trial.hex, to):
            return None
        free, toll = out[0], out[1] + self._to_enter(now, units, to)
        priced = [each for unit in units if (each := self.price(now, unit, step, by_road=free)) is not None]
        if len(priced) < len(units):
            return None
        road = all(by_road for _price, by_road in priced)
        whole = road and trial.all_by_road
        bound = trial.bound or (trial.by_road and trial.hex in self.stops)
        if bound and not whole:
            return None
        spent, bonus = [], self.bonus * whole
        for unit, (price, _by_road), before in zip(units, priced, trial.spent, strict=True):
            total = self.paid(now, unit, price, before + toll - bonus, fresh=trial.fresh)
            if total is None:
                return None
            spent.append(total + bonus)
        return Trial(to, units, tuple(spent), self.ends(now, units, to, by_road=whole), road, whole, bound=bound)

    def keeps(self, now: Situation, units: Sequence[int], hex_: int, to: int) -> bool:
        """Return whether zones of the enemy keep a stack from a step, whatever it costs."""
        if self.between_zones and not self.locked:
            return False
        return self.hindered(now, units, hex_) and (self.locked or self.hindered(now, units, to))

    @rule("movement.enemies", "stacking.passing")
    def is_shut(self, now: Situation, units: Sequence[int], hex_: int) -> bool:
        """Return whether those in a hex keep a stack from it: enemies, or friends where too many cannot pass."""
        enemies = now.held(1 - self.board.units.side[units[0]])
        return hex_ in enemies or (self.passing and not now.has_room(hex_, *units))

    @rule("movement.stops")
    def ends(self, now: Situation, units: Sequence[int], hex_: int, *, by_road: bool) -> bool:
        """Return whether a move of units ends in a hex; ``by_road``: it was along roads all the way."""
        in_zone = self.stops_in_zones and self.hindered(now, units, hex_)
        return in_zone or self.is_halted(now, hex_, by_road=by_road)

    @rule("movement.stops")
    def is_halted(self, now: Situation, hex_: int, *, by_road: bool) -> bool:
        """Return whether a move ends in a hex whatever zones of the enemy do, by its terrain or a work."""
        return (hex_ in self.stops and not by_road) or (self.works is not None and self.works.stops(now, hex_))

    @rule("movement.entry")
    def entered(self, now: Situation, trial: Trial, hex_: int) -> Trial | None:
        """Return a stack that was off the map after its first hex; None where it cannot come on there."""
        if self.is_shut(now, trial.units, hex_):
            return None
        entries = ((self.costs(now, unit).entry[hex_], self.costs_in(now, unit, hex_)) for unit in trial.units)
        prices = [price.besides(costs, self.scale) for price, costs in entries]
        toll = self.toll(now, trial.units, trial.hex, hex_)
        paid = [
            None if price.parts == CLOSED else self.paid(now, unit, price, spent + toll, fresh=trial.fresh)
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
        if trial.stops:
            return iter(())
        if trial.hex < 0:
            edges = [set(self.board.edges.get(unit, ())) for unit in trial.units] if trial.hex != OUT else [set[int]()]
            tried = (self.entered(now, trial, hex_) for hex_ in sorted(set.intersection(*edges)))
        else:
            out = self.way_out(now, trial)
            tried = (self.after(now, trial, step, out) for step in range(6 * trial.hex, 6 * trial.hex + 6))
        return (after for after in tried if after is not None)

    def can_end(self, now: Situation, trial: Trial) -> bool:
        """Return whether a stack may end its move in the hex, or in one that it can still go on to."""
        if now.may_end(trial.hex, *trial.units):
            return True
        return any(self.can_end(now, after) for after in self.ahead(now, trial))

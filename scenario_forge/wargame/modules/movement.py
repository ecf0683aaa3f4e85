"""Movement: units spend points of their allowance, hex by hex, by the costs of the ground for their class."""

from __future__ import annotations

import re
from array import array
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.movement import Ground, way
from scenario_forge.mechanics.movement import Situation as Obstacles
from scenario_forge.mechanics.supply import mask
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.phase import END, Deed, SidePhase, acting
from scenario_forge.wargame.modules.selectors import selected, word_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind

NO, HALF, ALL = "no", "half", "all"
EVERY = "*"
"""The class of all units that have no cost of their own."""
_CLOSED = -1
_Cost: TypeAlias = int | str
"""Points to enter, `no` where it cannot be entered, `half` or `all` of the allowance; `1/2` for parts of a point."""
_Ground: TypeAlias = Annotated[str, Names("terrain or hexside kind or line kind")]
_NUMBER = re.compile(r"\d+(?: ?\d*/\d+)?|[½¼¾]")
_WORDS = {"na": NO, "no": NO, "p": NO, "prohibited": NO, "–": NO, "—": NO, "-": NO, "h": HALF, "half": HALF, "all": ALL}


class MovementKey(Model):
    """How units move."""

    value: ValueName = "movement"
    """The value of the counter that is the allowance in a turn."""
    classes: Annotated[str, Field(alias="class"), Names("value", besides=("type",))] = "type"
    """The value by which costs differ, or `type`."""
    costs: str | dict[_Ground, _Cost | dict[str, _Cost]]
    """The chart of costs, `terrain_effects` with a column for each class, or `terrain_effects/Movement Cost`; or costs by
    terrain, hexside and line: `{woods: {infantry: 2, cavalry: 3, artillery: no}}`."""
    minimum: Literal["none", "one_hex"] = "none"
    """Whether a unit that has not moved may always enter one hex, if its class may enter it at all."""


class Trial(NamedTuple):
    """A unit or stack on its way: where it is, what each of its units has spent, and whether it must stop."""

    hex: int
    units: tuple[int, ...]
    spent: tuple[int, ...]
    stops: bool = False
    by_road: bool = False


class Movement(Module[MovementKey]):
    """Movement in play. Points are in parts, so that half points are whole numbers."""

    key, model = "movement", MovementKey
    columns = {"units": "moved"}

    def __init__(self, board: Board, given: MovementKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        costs: Mapping[str, Mapping[str, _Cost]] = read["costs"]
        names = sorted({name for by_class in costs.values() for name in by_class} - {EVERY})
        member = [board.column(f"movement.class.{name}") for name in names]
        self.class_of = [
            next((at for at, has in enumerate(member) if has[unit]), len(names))
            for unit in range(len(board.units.side))
        ]
        """By unit: the index of its class."""
        self.scale = lcm(*(Fraction(cost).denominator for cost in _plain_costs(costs)))
        """How many parts a point has."""
        grounds = [_Costs(board, costs, name, self.scale) for name in [*names, EVERY]]
        self.step_costs: Sequence[Sequence[int]] = [each.steps for each in grounds]
        """By class: the cost of each step, 6 × hex + direction; −1 where it cannot be taken."""
        costs_of = [array("i", [max(cost, 0) for cost in each.steps]) for each in grounds]
        self.grounds = [Ground(array("i", board.neighbours), cost, cost) for cost in costs_of]
        self.nothing = bytes(board.hexes)
        self.roads: Sequence[Sequence[bool]] = [each.roads for each in grounds]
        self.allowances = [max(points, 0) * self.scale for points in board.printed(given.value)]
        self.leave, self.enter_stops = 0, False

    def ready(self) -> None:
        """Look up what zones do to movement."""
        from scenario_forge.wargame.modules.zones import Zones  # noqa: PLC0415

        zones = self.board.get(Zones)
        if zones is not None:
            self.leave, self.enter_stops = zones.given.leave * self.scale, zones.given.enter == "stop"

    @classmethod
    def read(cls, game: Game, given: MovementKey) -> Mapping[str, Any]:
        """Return all costs by ground and class."""
        return {"costs": _costs_of(game, given)}

    @classmethod
    def arrays(cls, game: Game, given: MovementKey) -> Arrays:
        """Return who belongs to each class that has costs of its own."""
        classes = {name for by_class in _costs_of(game, given).values() for name in by_class} - {EVERY}
        return {f"movement.class.{name}": selected(game, {given.classes: name}) for name in sorted(classes)}

    @rule("movement.allowance")
    def allowance(self, now: Situation, unit: int) -> int:  # noqa: ARG002 - weather asks of the turn
        """Return the parts of points that a unit has in a phase."""
        return self.allowances[unit]

    @rule("movement.costs", "movement.minimum")
    def cost(self, unit: int, step: int, *, leaves: bool) -> int:
        """Return the cost of a step, 6 × hex + direction, for a unit; −1 where it cannot take it."""
        entry = self.step_costs[self.class_of[unit]][step]
        return entry + self.leave * leaves if entry >= 0 else _CLOSED

    def before(self, now: Situation, units: Sequence[int]) -> Trial:
        """Return units of one hex before they move."""
        return Trial(now.place[units[0]], tuple(units), (0,) * len(units))

    def after(self, now: Situation, trial: Trial, step: int) -> Trial | None:
        """Return where a step leaves a stack; None where it cannot take it."""
        to, side = self.board.neighbours[step], self.board.units.side[trial.units[0]]
        if trial.stops or to < 0 or to in now.held(1 - side):
            return None
        zone = now.zone(1 - side)
        spent = []
        for unit, before in zip(trial.units, trial.spent, strict=True):
            cost = self.cost(unit, step, leaves=trial.hex in zone)
            if cost < 0:
                return None
            most = self.allowance(now, unit)
            if before + cost > most:
                if before or self.given.minimum == "none":
                    return None
                cost = most
            spent.append(before + cost)
        return Trial(to, trial.units, tuple(spent), self.enter_stops and to in zone)

    def ahead(self, now: Situation, trial: Trial) -> list[Trial]:
        """Return where a stack can be after one more hex."""
        first = 6 * trial.hex
        tried = (self.after(now, trial, step) for step in range(first, first + 6))
        return [after for after in tried if after is not None]

    def reach(self, mind: Mind, now: Situation, unit: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the cost of each hex that a unit can reach alone, and the hex before it; −1 for none."""
        board, side = self.board, self.board.units.side[unit]
        zone = now.zone(1 - side)
        stops = now.state.derived(
            ("stops", side),
            ("units.place",),
            lambda: bytes(mask(board.hexes, sorted(zone) if self.enter_stops else [])),
        )
        around = Obstacles(stops, now.barred(side), self.nothing)
        start, extra = now.place[unit], self.leave if now.place[unit] in zone else 0
        ground = self.grounds[self.class_of[unit]]
        return mind.mechanics.movement_range(ground, start, self.allowance(now, unit), around, first_extra=extra)

    def can_end(self, now: Situation, trial: Trial) -> bool:
        """Return whether there is room in the hex, or in one that the stack can still go on to."""
        if all(now.has_room(trial.hex, unit) for unit in trial.units):
            return True
        return any(self.can_end(now, after) for after in self.ahead(now, trial))


def _plain_costs(costs: Mapping[str, Any]) -> Iterator[_Cost]:
    """Yield the costs that are numbers."""
    for by_class in costs.values():
        yield from (cost for cost in by_class.values() if cost not in (NO, HALF, ALL))


class _Costs:
    """The steps of one class over the whole map."""

    def __init__(self, board: Board, costs: Mapping[str, Any], name: str, scale: int) -> None:
        keys, map_ = board.compiled.keys, board.compiled.map

        def of(ground: str) -> int | None:
            by_class = costs.get(ground)
            said = by_class.get(name, by_class.get(EVERY)) if by_class is not None else None
            return None if said is None else _CLOSED if said == NO else int(Fraction(said) * scale)

        terrain = [of(id_) for id_ in keys["terrain"]]
        sides = [(1 << bit, cost) for bit, id_ in enumerate(keys["hexside_kinds"]) if (cost := of(id_)) is not None]
        lines = [(1 << bit, cost) for bit, id_ in enumerate(keys["line_kinds"]) if (cost := of(id_)) is not None]
        passable = board.compiled.kinds.side_passable
        shut = sum(1 << bit for bit, open_ in enumerate(passable) if not open_)
        self.steps, self.roads = [_CLOSED] * (6 * board.hexes), [False] * (6 * board.hexes)
        for step, to in enumerate(board.neighbours):
            if to < 0 or not board.passable[board.terrain[to]]:
                continue
            led = [cost for bit, cost in lines if map_.lines[step] & bit and cost >= 0]
            if led:
                self.steps[step], self.roads[step] = min(led), True
                continue
            entry = terrain[board.terrain[to]]
            crossed = [cost for bit, cost in sides if map_.sides[step] & bit]
            if entry is None or entry < 0 or map_.sides[step] & shut or _CLOSED in crossed:
                continue
            self.steps[step] = entry + sum(crossed)


def _costs_of(game: Game, given: MovementKey) -> dict[str, dict[str, _Cost]]:
    """Return costs by ground and class, read from the chart where the key names one."""
    if isinstance(given.costs, dict):
        return {
            ground: {name: _read(str(cost)) for name, cost in (by.items() if isinstance(by, dict) else [(EVERY, by)])}
            for ground, by in given.costs.items()
        }
    chart_id, _, only = given.costs.partition("/")
    chart = tables(game).charts[chart_id]
    classes = _classes(game, given)
    columns = [(n, EVERY if only else classes.get(column.text.casefold())) for n, column in enumerate(chart.columns)]
    read = [(n, name) for n, name in columns if name is not None and only in ("", chart.columns[n].text)]
    grounds = grounds_by_name(game)
    found: dict[str, dict[str, _Cost]] = {}
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        ground = grounds.get(row.text.partition(" (")[0].casefold())
        if ground is not None:
            found[ground] = {name: _read(cells[n].text) for n, name in read}
    return found


def _classes(game: Game, given: MovementKey) -> dict[str, str]:
    """Return classes of units by what a heading calls them: their id, or the name of a type."""
    counters = game.one("counters", CountersDocument)
    if counters is None:
        return {}
    words = {word_of(unit, given.classes) for unit in counters[0].units} - {""}
    named = {kind.name.casefold(): kind.id for kind in counters[0].types} if given.classes == "type" else {}
    return {name: id_ for name, id_ in {**named, **{word.casefold(): word for word in words}}.items() if id_ in words}


def grounds_by_name(game: Game) -> dict[str, str]:
    """Return terrain, hexside kinds and line kinds by their names, in small letters."""
    from scenario_forge.documents.map_ import MapDocument  # noqa: PLC0415

    return {
        kind.name.casefold(): kind.id
        for document, _where in game.documents("map", MapDocument)
        for kinds in (document.terrain, document.hexside_kinds, document.line_kinds)
        for kind in kinds  # type: ignore[attr-defined]  # three kinds of model
    }


def _read(text: str) -> _Cost:
    """Return a cost as a cell prints it.

    >>> [_read(each) for each in ("2 MP's", "+ 1", "1½", "–", "ALL", "1/2")]
    [2, 1, '3/2', 'no', 'all', '1/2']
    """
    word = text.strip().casefold()
    if word in _WORDS:
        return _WORDS[word]
    plain = word.replace("½", " 1/2").replace("¼", " 1/4").replace("¾", " 3/4")
    parts = re.findall(r"\d+/\d+|\d+", plain)
    if not parts:
        raise ValueError(f"`{text}` is no cost of movement")
    total = sum(Fraction(part) for part in (parts[:2] if len(parts) > 1 and "/" in parts[1] else parts[:1]))
    return int(total) if total.denominator == 1 else str(total)


class Move(Deed):
    """``unit, hex …``: each hex adjacent to the one before."""

    word, clears, pattern = "movement", ("moved",), "unit hex*"

    @rule("movement.once", "stacking.end")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
        """Return units that can move, then the hexes that a unit can enter next."""
        movement = self.board.module(Movement)
        if not begun:
            able = (unit for unit in acting(now, frame) if not now.units.moved[unit])
            return offer(unit for unit in able if self._starts(movement, now, unit))
        trial = self.walked(movement, now, begun)
        found = []
        for after in movement.ahead(now, trial):
            whole, more = now.has_room(after.hex, after.units[0]), not after.stops
            if after.hex not in begun[1:] and (whole or (more and movement.can_end(now, after))):
                found.append(Choice(after.hex, whole, more))
        return found

    def _starts(self, movement: Movement, now: Situation, unit: int) -> bool:
        return any(movement.can_end(now, after) for after in movement.ahead(now, movement.before(now, [unit])))

    def walked(self, movement: Movement, now: Situation, begun: Action) -> Trial:
        """Return where a way has led so far."""
        unit, *way = begun
        trial = movement.before(now, [int(unit)])
        for to in way:
            after = movement.after(now, trial, 6 * trial.hex + self.board.direction(trial.hex, int(to)))
            assert after is not None  # noqa: S101 - each stage was offered
            trial = after
        return trial

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Move a unit."""
        unit, *way = (int(token) for token in action)
        book.put("moved", unit, 1)
        for hex_ in way:
            book.put("place", unit, hex_)
            self.board.ledger.enters(book, hex_, frame.data["side"])
            book.event("enters", "movement.costs", unit, hex_)
        return [frame]


def march(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the next move of the plan of a phase that can still be made."""
    movement = mind.board.module(Movement)
    plan = mind.planned(frame, lambda: _plan(mind, movement, now, frame))
    while plan:
        unit, *hexes = (int(token) for token in plan.pop(0))
        if now.place[unit] >= 0 and not now.units.moved[unit] and now.has_room(hexes[-1], unit):
            return (unit, *hexes)
    return (END,)


def _plan(mind: Mind, movement: Movement, now: Situation, frame: Frame) -> list[Action]:
    """Return moves: attackers to the best targets, then the others to where they are wanted."""
    board = mind.board
    movers = acting(now, frame)
    reached = {unit: movement.reach(mind, now, unit) for unit in movers}
    places = dict(enumerate(now.place))
    load = {hex_: len(stack) for hex_, stack in now.stacks.items()}
    goes: dict[int, int] = {}

    def put(unit: int, hex_: int) -> None:
        load[places[unit]] -= 1
        load[hex_] = load.get(hex_, 0) + 1
        places[unit] = hex_
        goes[unit] = hex_

    limit = board.stacking.most if board.stacking is not None else 99
    for wanted in board.modules.values():
        for unit, hex_ in wanted.wishes(mind, now, reached):
            if unit not in goes and (hex_ == places[unit] or load.get(hex_, 0) < limit):
                put(unit, hex_)
    pull, danger = mind.pull(now), mind.danger(now)
    for unit in sorted((unit for unit in movers if unit not in goes), key=lambda unit: -pull[now.place[unit]]):
        costs, here = reached[unit][0], places[unit]
        strength = mind.strength(now, unit)
        ends = [hex_ for hex_, cost in enumerate(costs) if cost >= 0 and (hex_ == here or load.get(hex_, 0) < limit)]
        best = max(ends or [here], key=lambda hex_: pull[hex_] - mind.loss(danger[hex_], strength, hex_))
        put(unit, best)
    moves = ((unit, way(reached[unit][1], now.place[unit], hex_)) for unit, hex_ in goes.items())
    return [(unit, *hexes) for unit, hexes in moves if hexes]


Movement.thoughts = {"movement": march}
Movement.steps = {"movement": ("movement.phase", SidePhase)}
Movement.words = {"movement begins": "the {0:side} player moves", "enters": "{0:unit} enters {1:hex}"}
Movement.deeds = (Move,)
Movement.marks = ("moved",)

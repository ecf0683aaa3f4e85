"""The board: a compiled scenario with the modules that its game chose; and a situation on it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter

from scenario_forge.mechanics.engine import fastest
from scenario_forge.mechanics.supply import mask
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import OUT, GameState, Numbers
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ACTIONS
from scenario_forge.wargame.ledger import HOLDER
from scenario_forge.wargame.sequence_tree import SequenceTree, StepNode, nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.mechanics.engine import Mechanics
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.asked import ClearingRules, LeadersRules, StackingRules, ZonesRules
    from scenario_forge.wargame.board.phase import Deed

    M = TypeVar("M", bound=Module[Any])

TO_COME, TO_SET_UP, LATER, GONE = -2, -3, -4, -5
"""Places of units that are off the map besides OUT: at their edge, to be set up, to arrive on a later turn, and those
that have left it in the turn of their entry."""
_PLACES = ("units.place",)


class Situation:
    """A state on a board, by its meaning. What follows from it is worked out once and kept until it may differ."""

    __slots__ = ("board", "flipped", "place", "state", "units")

    def __init__(self, board: Board, state: GameState) -> None:
        self.board, self.state, self.units = board, state, state.units
        self.place: Sequence[int] = state.units.place
        """The place of each unit."""
        self.flipped: Sequence[int] = getattr(state.units, "flipped", ())
        """Whether each unit is turned over; empty in a game in which none is."""

    @property
    def turn(self) -> int:
        """The game turn, as the calendar counts it."""
        turn: int = self.state.clock.turn[0]
        return turn

    @property
    def stacks(self) -> Mapping[int, Sequence[int]]:
        """The units in each hex that has any, in ascending order."""
        return self.board.stacks(self.state)

    def stack(self, hex_: int) -> Sequence[int]:
        """Return the units in a hex."""
        return self.stacks.get(hex_, ())

    def side_at(self, hex_: int) -> int:
        """Return the side whose units are in a hex; −1 for none."""
        stack = self.stacks.get(hex_)
        return self.board.units.side[stack[0]] if stack else -1

    def own(self, side: int) -> Sequence[int]:
        """Return the units of a side on the map, in ascending order."""
        own, place = self.board.of_side[side], self.place
        return self.state.derived(("own", side), _PLACES, lambda: [unit for unit in own if place[unit] >= 0])

    def held(self, side: int) -> frozenset[int]:
        """Return the hexes with units of a side."""
        place = self.place
        return self.state.derived(("held", side), _PLACES, lambda: frozenset([place[unit] for unit in self.own(side)]))

    def barred(self, side: int) -> bytes:
        """Return for each hex 1 if an enemy of a side is in it."""
        enemy = 1 - side
        return self.state.derived(
            ("barred", side), _PLACES, lambda: bytes(mask(self.board.hexes, sorted(self.held(enemy))))
        )

    def zone(self, side: int) -> frozenset[int]:
        """Return the hexes in the zones of control of a side; none where the game has no zones."""
        zones = self.board.zones
        return zones.hexes(self, side) if zones is not None else frozenset()

    def hexsides(self, step: int) -> int:
        """Return the kinds of a hexside as bits, by 6 × hex + direction: those that nobody has cleared."""
        clearing = self.board.clearing
        return (self.board.compiled.map.sides if clearing is None else clearing.sides(self))[step]

    def enemy_zone(self, unit: int) -> frozenset[int]:
        """Return the hexes in zones of control of a unit's enemies."""
        return self.zone(1 - self.board.units.side[unit])

    def has_room(self, hex_: int, *units: int) -> bool:
        """Return whether units of one stack may be in a hex, friends there or none; enemies are not looked at."""
        stacking = self.board.stacking
        return stacking is None or stacking.has_room(self, hex_, units)

    def may_end(self, hex_: int, *units: int) -> bool:
        """Return whether units of one stack may end a move in a hex."""
        stacking = self.board.stacking
        return stacking is None or stacking.may_end(self, hex_, units)

    def fits_together(self, units: Sequence[int]) -> bool:
        """Return whether units may move as one stack: as many as may be in a hex."""
        stacking = self.board.stacking
        return stacking is None or stacking.weight(self, units) <= max(stacking.limits)

    def few_enough_for_roads(self, units: Sequence[int]) -> bool:
        """Return whether units may move along a road as one stack."""
        stacking = self.board.stacking
        return stacking is None or stacking.weight(self, units) <= stacking.by_road

    def coming(self, side: int) -> Sequence[int]:
        """Return the units of a side that may still come on to the map."""
        own, place = self.board.of_side[side], self.place
        return self.state.derived(("coming", side), _PLACES, lambda: [unit for unit in own if place[unit] == TO_COME])


class Faces:
    """What both sides of each counter say, for a game whose counters have one other side at most."""

    def __init__(self, board: Board) -> None:
        arrays, leaders = board.compiled.rules, board.given.get("leaders")
        names = {name.split(".")[1] for name in arrays if name.startswith("face.") and name.count(".") > 1}
        faces = sorted(names - {leaders["key"]["successor"] if leaders is not None else ""})
        self.backed = [bool(each) for each in arrays[f"face.{faces[0]}"]] if faces else [False] * len(board.units.side)
        """By unit: whether its counter has another side."""
        self.face = faces[0] if faces else ""
        """The id of that side; empty where no counter has one."""
        self._board = board
        self._values: dict[str, tuple[Sequence[int], Sequence[int]]] = {}

    def both(self, name: str, unit: int) -> tuple[int, int]:
        """Return a value on both sides of a counter; the same twice where it has one."""
        front, turned = self._sides(name)
        return front[unit], turned[unit]

    def value(self, now: Situation, name: str, unit: int) -> int:
        """Return a value on the side of a counter that is up."""
        flipped = now.flipped
        return self._sides(name)[flipped[unit] if flipped else 0][unit]

    def _sides(self, name: str) -> tuple[Sequence[int], Sequence[int]]:
        if name not in self._values:
            front = self._board.printed(name)
            back = self._board.compiled.rules.get(f"face.{self.face}.{name}", front)
            turned = [b if has else f for f, b, has in zip(front, back, self.backed, strict=True)]
            self._values[name] = front, turned
        return self._values[name]


class Board(Numbers[GameState]):
    """What a compiled scenario means, with the modules of its game by their keys. Nothing in it changes."""

    def __init__(self, compiled: CompiledScenario, shelf: Sequence[type[Module[Any]]]) -> None:
        super().__init__(compiled)
        sides = range(len(compiled.keys["sides"]))
        self.of_side = [[unit for unit, owner in enumerate(self.units.side) if owner == side] for side in sides]
        """The units of each side."""
        self.adjacent: Sequence[Sequence[int]] = [self.around(hex_) for hex_ in range(self.hexes)]
        """The neighbours of each hex on the map."""
        kinds = compiled.keys["place_kinds"]
        self.hexes_of_kind = [self.places_of(kind) for kind in kinds]
        """By kind of place: the hexes with one."""
        self.due = self._dates() if "arrivals" in self.given else {}
        """By unit that arrives later: the game turn of its date."""
        self.leaves = self._departures() if "arrivals" in self.given else {}
        """By unit that leaves: the game turn in which it does."""
        self.areas, self.edges = self._open_starts()
        """By unit: the hexes where it may be set up; those where it may come on to the map."""
        self.modules: dict[str, Module[Any]] = {
            kind.key: kind(self, TypeAdapter(kind.model).validate_python(chosen["key"]), chosen["read"])
            for kind in shelf
            if (chosen := self.given.get(kind.key)) is not None
        }
        self.clearing: ClearingRules | None = self.modules.get("clearing")  # type: ignore[assignment]  # as the shelf has it
        deeds = [kind(self) for module in self.modules.values() for kind in module.deeds]
        self.deeds: dict[str, Deed] = {deed.word: deed for deed in deeds}
        """Kinds of deeds, by their words."""
        phases = dict.fromkeys(phase for deed in deeds for phase in deed.phases)
        self.deeds_of = {phase: [deed for deed in deeds if phase in deed.phases] for phase in phases}
        self.deeds_of[ACTIONS] = [*self.deeds.values()]
        """Kinds of deeds, by the step in which they can be done; for action points any of them."""
        tree = nodes(SequenceTree.model_validate(compiled.parameters["sequence"]))
        steps = [node.step for _path, node in tree if isinstance(node, StepNode) and node.step in self.deeds_of]
        self.opening = steps[0] if steps and steps.count(steps[0]) == 1 else ""
        """The phase with which the turn of each side begins; empty where the sequence of play names none once."""
        self.zones: ZonesRules | None = self.modules.get("zones")  # type: ignore[assignment]  # as the shelf has it
        self.stacking: StackingRules | None = self.modules.get("stacking")  # type: ignore[assignment]
        self.leaders: LeadersRules | None = self.modules.get("leaders")  # type: ignore[assignment]
        self.faces = Faces(self)
        self.sudden = bool(compiled.ending.get("sudden"))
        """Whether a side can win at once; the clock has then a column `won`."""
        self._left = [each for each in self.modules.values() if type(each).left is not Module.left]
        self._changing = [each for each in self.modules.values() if type(each).changed is not Module.changed]
        for module in self.modules.values():
            module.ready()

    def _open_starts(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """Return by unit the hexes of the areas in which it starts, and of the edges at which it may come on."""
        compiled, areas, edges = self.compiled, dict[int, list[int]](), dict[int, list[int]]()
        bounds = compiled.areas.begins
        for unit, area in [
            pair for name in ("within", "free") for pair in pairs(compiled.rules.get(f"start.{name}", ()))
        ]:
            areas.setdefault(unit, []).extend(compiled.areas.hexes[bounds[area] : bounds[area + 1]])
        entries = pairs(compiled.rules.get("start.edge", ()))
        for unit, edge in pairs(compiled.rules.get("start.enters", ())):
            edges.setdefault(unit, []).extend(hex_ for each, hex_ in entries if each == edge)
        for unit, edge in pairs(compiled.rules.get("start.arrives", ())):
            if unit in self.due:
                edges.setdefault(unit, []).extend(hex_ for each, hex_ in entries if each == edge)
        return areas, {unit: sorted(set(hexes)) for unit, hexes in edges.items()}

    def _dates(self) -> dict[int, int]:
        """Return by unit the turn on which it arrives, of those that are not there at first."""
        there = {
            unit
            for name in ("within", "free", "enters")
            for unit, _ in pairs(self.compiled.rules.get(f"start.{name}", ()))
        }
        dates, places = self.units.arrival, self.units.hex
        return {u: turn for u, turn in enumerate(dates) if turn >= 0 and places[u] < 0 and u not in there}

    def _departures(self) -> dict[int, int]:
        """Return by unit the turn in which it leaves the map, of those that do."""
        return {unit: turn for unit, turn in enumerate(self.units.withdrawal) if turn >= 0}

    @cached_property
    def closed(self) -> frozenset[int]:
        """The hexes that a game bars to all units, besides those of impassable terrain."""
        return frozenset()

    @cached_property
    def values_rest_on(self) -> tuple[str, ...]:
        """Tables and columns of state that values of counters rest on."""
        columns = [module.columns_of(module.given) for module in self.modules.values()]
        looked_at = [module.changes_with for module in self._changing]
        if None in looked_at:
            return tuple(sorted({"units", "clock", *(table for each in columns for table in each)}))
        flipped = any("flipped" in each.get("units", "").split() for each in columns)
        return (*["units.flipped"] * flipped, *(each for those in looked_at for each in those or ()))

    @cached_property
    def mechanics(self) -> Mechanics:
        """The hot functions, looked up when the first is called: to load them takes longer than many a short game."""
        return fastest()

    def start_of(self, unit: int) -> int:
        """Return the place of a unit as play begins."""
        hex_ = self.units.hex[unit]
        if hex_ >= 0 or unit in self.due:
            return hex_ if hex_ >= 0 else LATER
        return TO_SET_UP if unit in self.areas else TO_COME if unit in self.edges else OUT

    def began(self, unit: int) -> bool:
        """Return whether a unit is in the scenario: on the map as play begins, or still to come."""
        return self.start_of(unit) != OUT

    def eliminated(self, state: GameState, side: int) -> int:
        """Return how many units of a side that were in the scenario are out for good, lost leaders among them."""
        lost, place = self.lost_leaders(state), state.units.place
        return sum(unit in lost or (place[unit] == OUT and self.began(unit)) for unit in self.of_side[side])

    def exited(self, state: GameState, side: int) -> int:
        """Return how many units of a side have left the map in a move."""
        place = state.units.place
        return sum(place[unit] == GONE and unit not in self.leaves for unit in self.of_side[side])

    def lost_leaders(self, state: GameState) -> Collection[int]:
        """Return the leaders that are lost for good."""
        return self.leaders.gone(state) if self.leaders is not None else ()

    def value(self, now: Situation, name: str, unit: int) -> int:
        """Return a value of a unit now: of the side of its counter that is up, as supply and weather change it."""
        return self.changed(now, name, unit, self.faces.value(now, name, unit))

    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:
        """Return a value that a counter shows as supply and weather change it."""
        for module in self._changing:
            value = module.changed(now, name, unit, value)
        return value

    def get(self, kind: type[M]) -> M | None:
        """Return a module; None where the game has not chosen it."""
        return self.modules.get(kind.key)  # type: ignore[return-value]  # as the shelf has it

    def module(self, kind: type[M]) -> M:
        """Return a module that the game has chosen.

        Raises:
            KeyError: it has not.
        """
        return self.modules[kind.key]  # type: ignore[return-value]

    def hexes_of(self, *grounds: str) -> frozenset[int]:
        """Return the hexes of any of these kinds of terrain, or with such a kind of place."""
        keys, found = self.compiled.keys, frozenset[int]()
        for ground in grounds:
            if ground in keys["place_kinds"]:
                found |= self.places_of(ground)
            else:
                code = keys["terrain"].index(ground)
                found |= {hex_ for hex_, kind in enumerate(self.terrain) if kind == code}
        return found

    def put(self, book: Book, unit: int, hex_: int) -> None:
        """Write into the book that a unit is in a hex of the map now, who holds the hex, and who has won by that."""
        book.put("place", unit, hex_)
        for module in self._left:
            module.left(book, unit)
        if hex_ in self.ledger.rows_of:
            book.put(HOLDER, self.ledger.rows_of[hex_], self.units.side[unit] + 1)
        self._judge(book)

    def take_off(self, book: Book, unit: int, place: int) -> None:
        """Write into the book that a unit is in no hex any more, but OUT or GONE, and who has won by that."""
        book.put("place", unit, place)
        for module in self._left:
            module.left(book, unit)
        self._judge(book)

    def withdraw(self, book: Book, unit: int, event: str, clause: str, *subjects: int) -> None:
        """Write into the book that a unit leaves the map that is not lost, with what belongs to it there."""
        self.take_off(book, unit, GONE)
        book.event(event, clause, unit, *subjects)
        for module in self.modules.values():
            module.withdrawn(book, unit)

    def _judge(self, book: Book) -> None:
        if self.sudden and not book.get("clock.won", 0):
            self.decide(book)

    def decide(self, book: Book) -> None:
        """Write into the book who has won at once by what is in it."""

    def over(self, state: GameState) -> bool:
        """Return whether a side has won at once."""
        return self.sudden and state.clock.won[0] > 0

    def printed(self, value: str) -> Sequence[int]:
        """Return a value of each unit as the front of its counter prints it; −1 for none.

        Raises:
            KeyError: counters have no such number.
        """
        return getattr(self.units, value) if value in ("movement", "strength") else self.column(f"value.{value}")

    def at(self, state: GameState) -> Situation:
        """Return a state as a situation on this board."""
        return Situation(self, state)

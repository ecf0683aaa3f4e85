"""The numbers of a compiled scenario by their meaning, as far as every game has them: units, the map, positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from scenario_forge.hexes import DIRECTIONS
from scenario_forge.simulator.state import State
from scenario_forge.wargame.base.results import Results
from scenario_forge.wargame.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.state import Update
    from scenario_forge.wargame.base.events import Book


OUT = -1
"""The place of a unit that is out for good."""


class GameState(State):
    """A state with a table of units, whose column `place` is a hex or below 0, and one of the clock."""

    if TYPE_CHECKING:
        units: Any
        ground: Any
        towns: Any
        ledger: Any
        replacements: Any
        clock: Any
        sides: Any


G = TypeVar("G", bound=GameState)


class Numbers(Generic[G]):
    """The numbers of a compiled scenario by their meaning. Only its cache of distances changes."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.compiled, self.units, self.hexes = compiled, compiled.units, compiled.hexes
        self.neighbours, self.terrain = compiled.map.neighbours, compiled.map.terrain
        self.passable = compiled.kinds.terrain_passable
        self.ledger = Ledger(compiled.ending)
        self.clauses: Mapping[str, str] = compiled.parameters.get("clauses", {})
        """By rule: the clause of the game's rulebook that it carries out, where one names it."""
        self.given: Mapping[str, Any] = compiled.parameters["own"]
        """What rules.yaml says besides what every game on the shelf has."""
        self.directions: Sequence[str] = DIRECTIONS["flat" if self.column("flat")[0] else "pointy"]
        """Names of the six directions, in the order of hexsides."""
        self.results = Results(compiled.parameters["results"]) if compiled.parameters["results"] else None
        self._distances: list[Sequence[int]] = [()] * compiled.hexes
        """By hex: what :meth:`distances` gives of it; empty until it is asked for."""
        self._does = [frozenset(compiled.parameters["terrain"].get(id_, ())) for id_ in compiled.keys["terrain"]]

    def column(self, name: str | int) -> Sequence[int]:
        """Return an array of the compiled rules; a number, which stands for itself in rules.yaml, as an array of one.

        Raises:
            KeyError: there is none of that name.
        """
        return (name,) if isinstance(name, int) else self.compiled.rules[name]

    def value_of(self, name: str, unit: int) -> int:
        """Return a value of a unit's counter; −1 where it has none."""
        return self.column(f"value.{name}")[unit]

    def of_turn(self, name: str, turn: int) -> int:
        """Return a figure of the track: the first of a turn's; after the last turn, that of the last turn."""
        given, (first, last) = self.column(name), self.compiled.turns.span[:2]
        return given[(min(turn, last) - first) * (len(given) // (last - first + 1))]

    def amount_in(self, name: str | int, turn: int) -> int:
        """Return what a column of the track has in a turn, or a figure of rules.yaml in all of them; at least 0."""
        column = f"track.{name}"
        return max(self.of_turn(column, turn) if column in self.compiled.rules else self.column(name)[0], 0)

    def clause_of(self, rule: str) -> str:
        """Return the clause that a rule carries out; the rule itself where no clause names it."""
        return self.clauses.get(rule, rule)

    def turn_ends(self, state: G, book: Book) -> None:
        """Write what happens when a game turn has ended, the last one too."""

    def turn_follows(self, state: G, book: Book) -> None:
        """Write what a game turn undoes of the one before it: the event of its beginning takes it up."""

    def over(self, state: G) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a side has won before the end."""
        return False

    @property
    def has_supply(self) -> bool:
        """Whether the game has a rule on supply: its own :meth:`is_supplied`."""
        return type(self).is_supplied is not Numbers.is_supplied

    def is_supplied(self, state: G, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether supply reaches a unit in its hex, or the unit no longer needs it."""
        return True

    # -- the sequence of play ----------------------------------------------------------------------

    def first(self, state: G, turn: int) -> int:  # noqa: ARG002 - for games to override
        """Return the first player of a turn: by default the side that opens the scenario."""
        return self.compiled.turns.span[2]

    def cup(self, state: G) -> Sequence[int]:  # noqa: ARG002 - for games with a cup
        """Return the chits that chance can draw now; none by default."""
        return ()

    def take_draw(self, state: G, chit: int, book: Book) -> Mapping[str, Any]:
        """Write the results of a draw into the book; return the data for the steps that follow.

        Raises:
            NotImplementedError: the game has no cup.
        """
        raise NotImplementedError

    # -- units -------------------------------------------------------------------------------------

    def of_type(self, kind: str) -> list[bool]:
        """Return for each unit whether it is of a type."""
        return [self.compiled.keys["types"][type_] == kind for type_ in self.units.type]

    def group(self, name: str) -> Sequence[int]:
        """Return for each unit whether it belongs to a group of rules.yaml.

        Raises:
            KeyError: there is no such group.
        """
        return self.column(f"group.{name}")

    # -- the map -----------------------------------------------------------------------------------

    def bit(self, kinds: str, id_: str) -> int:
        """Return the bit of a kind of hexside, line or place in masks."""
        return 1 << self.compiled.keys[kinds].index(id_)

    def ground(self, word: str, hex_: int) -> bool:
        """Return whether the terrain of a hex has an effect, given by its word in rules.yaml."""
        return word in self._does[self.terrain[hex_]]

    def hex(self, name: str) -> int:
        """Return the hex with a printed name, or with a place of that name.

        Raises:
            ValueError: there is none; :func:`~scenario_forge.wargame.base.checks.unknown_hexes` finds such names.
        """
        names = self.compiled.names
        if name in names["places"]:
            return self.compiled.places.hex[names["places"].index(name)]
        return names["hexes"].index(name)

    def places_of(self, kind: str) -> frozenset[int]:
        """Return the hexes with a place of a kind."""
        places, bit = self.compiled.places, self.bit("place_kinds", kind)
        return frozenset(hex_ for hex_, kinds in zip(places.hex, places.kinds, strict=True) if kinds & bit)

    def direction(self, hex_: int, to: int) -> int:
        """Return the number of the hexside that leads to a neighbour.

        Raises:
            ValueError: the hexes are not adjacent.
        """
        return self.neighbours[6 * hex_ : 6 * hex_ + 6].index(to)

    def around(self, hex_: int) -> list[int]:
        """Return the hexes of the map adjacent to a hex."""
        return [other for other in self.neighbours[6 * hex_ : 6 * hex_ + 6] if other >= 0]

    def from_to(self, a: int, b: int) -> tuple[int, int]:
        """Return the cube coordinates of hex ``b`` relative to hex ``a``."""
        cubes = self.column("cube")
        return cubes[b] - cubes[a], cubes[self.hexes + b] - cubes[self.hexes + a]

    def is_east_of(self, a: int, b: int) -> bool:
        """Return whether the centre of hex ``a`` is east of that of hex ``b``."""
        q, r = self.from_to(b, a)
        return (q if self.column("flat")[0] else 2 * q + r) > 0

    def distance(self, a: int, b: int) -> int:
        """Return the distance between two hexes."""
        return (self._distances[a] or self.distances(a))[b]

    def distances(self, hex_: int) -> Sequence[int]:
        """Return the distance of each hex from one hex; cached, as players ask for it more than for anything else.

        Raises:
            ValueError: it is off the map.
        """
        if hex_ < 0:
            raise ValueError(f"{hex_} is no hex")
        found = self._distances[hex_]
        if not found:
            cubes, count = self.column("cube"), self.hexes
            a, b = cubes[hex_], cubes[count + hex_]
            ways = zip(cubes[:count], cubes[count : 2 * count], strict=True)
            self._distances[hex_] = found = [max(abs(q - a), abs(r - b), abs(q + r - a - b)) for q, r in ways]
        return found

    # -- who stands where --------------------------------------------------------------------------

    def owner(self, unit: int) -> int:
        """Return the index of the side that owns a unit."""
        return self.units.side[unit]

    def active(self, state: G) -> list[int]:
        """Return the units on the map, in ascending order."""
        return [unit for unit, place in enumerate(state.units.place) if place >= 0]

    def own(self, state: G, side: int) -> list[int]:
        """Return the units of a side on the map."""
        return [unit for unit in self.active(state) if self.owner(unit) == side]

    def stacks(self, state: G) -> Mapping[int, Sequence[int]]:
        """Return the units in each hex that has any."""

        def make() -> dict[int, list[int]]:
            found: dict[int, list[int]] = {}
            for unit in self.active(state):
                found.setdefault(state.units.place[unit], []).append(unit)
            return found

        return state.derived("stacks", ("units.place",), make)

    def occupied_hexes(self, state: G, side: int) -> list[int]:
        """Return the hexes with units of a side."""
        return [hex_ for hex_, stack in self.stacks(state).items() if self.owner(stack[0]) == side]

    def from_home(self, state: G, unit: int) -> int:
        """Return a unit's distance from the home base of its side."""
        return self.distance(self.ledger.home[self.owner(unit)], state.units.place[unit])

    # -- zones ---------------------------------------------------------------------------------------

    zone_on: ClassVar[tuple[str, ...]] = ("units.place",)
    """Columns of state that zones rest on."""

    def exerts(self, state: G, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a unit on the map has a zone."""
        return True

    def reaches(self, state: G, side: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether zones reach across a hexside, given as 6 × hex + direction."""
        return self.neighbours[side] >= 0

    def zone(self, state: G, side: int) -> frozenset[int]:
        """Return the hexes that zones of a side reach into: those adjacent to its units."""

        def make() -> frozenset[int]:
            hexes = {state.units.place[unit] for unit in self.own(state, side) if self.exerts(state, unit)}
            sides = (each for hex_ in hexes for each in range(6 * hex_, 6 * hex_ + 6))
            return frozenset(self.neighbours[each] for each in sides if self.reaches(state, each))

        return state.derived(("zone", side), self.zone_on, make)

    # -- stacking ------------------------------------------------------------------------------------

    limit: int = 1
    """The most units in a hex, where that is the same in all: a game with another sets it."""

    def most(self, hex_: int) -> int:  # noqa: ARG002 - for games to override
        """Return the most units that a hex holds."""
        return self.limit

    def room(self, state: G, hex_: int) -> int:
        """Return how many more units a hex holds; below 0: how many are too many."""
        return self.most(hex_) - len(self.stacks(state).get(hex_, ()))

    def excess(self, state: G, hex_: int) -> int:
        """Return how many more units are in a hex than may stay there."""
        return max(-self.room(state, hex_), 0)

    # -- costs of movement ---------------------------------------------------------------------------

    scale: int = 1
    """The cost that one movement point pays."""

    def step_cost(self, unit: int, hex_: int, to: int) -> int:
        """Return what a step to an adjacent hex costs a unit where no enemy is near; 0 where it cannot go.

        Raises:
            NotImplementedError: the game has no such costs.
        """
        raise NotImplementedError

    def gait(self, unit: int) -> object:  # noqa: ARG002 - for games to override
        """Return what units have in common whose steps cost the same; by default all units have it."""
        return None

    def step_costs(self, unit: int) -> list[int]:
        """Return the costs of all steps for a unit, at 6 × hex + direction; 0 off the map and where it cannot go."""
        steps = enumerate(self.neighbours)
        return [self.step_cost(unit, step // 6, to) if to >= 0 else 0 for step, to in steps]

    # -- worth of units and rows ---------------------------------------------------------------------

    def worth(self, state: G, unit: int) -> int:
        """Return what a unit counts for among losses: its strength where that changes, else 1."""
        strength: int = state.units.strength[unit] if "strength" in state.units.columns else 1
        return strength

    def lost_in(self, state: G, change: Update) -> int:
        """Return what a change of the table of units costs the side of the unit: strength on the map, or the unit."""
        column = state.units.columns[change.column]
        if column == "strength" and state.units.place[change.row] >= 0:
            return max(change.old - change.new, 0)
        return self.worth(state, change.row) if column == "place" and change.old >= 0 and change.new == OUT else 0

    def eliminated(self, state: G, side: int) -> int:
        """Return how many units of a side the ledger counts as eliminated."""
        return sum(place == OUT and self.owner(unit) == side for unit, place in enumerate(state.units.place))

    def inflicted(self, state: G, side: int) -> int:  # noqa: ARG002 - for games whose ledger counts losses
        """Return the losses of its enemy that a side's ledger counts."""
        return 0

    def row_points(self, state: G, row: Mapping[str, Any], side: int) -> int:
        """Return the points that a row of the ledger would bring a side now."""
        if row.get("event"):
            return int(row["points"]) * self.eliminated(state, 1 - side)
        if row.get("losses"):
            return self.inflicted(state, side) // int(row["losses"]["per"])
        if row.get("distance"):
            return sum(self.ledger.for_distance(self.from_home(state, unit)) for unit in self.own(state, side))
        place = self.ledger.rows_of[row["when"]["hold"]["hex"]]
        return int(row["points"]) if state.towns.holder[place] == side + 1 else 0

    # -- what is beside a hex ------------------------------------------------------------------------

    def side_at(self, state: G, hex_: int) -> int | None:
        """Return the side whose units are in a hex; None where there are none."""
        stack = self.stacks(state).get(hex_)
        return self.owner(stack[0]) if stack else None

    def exposed(self, state: G, unit: int, hex_: int) -> bool:
        """Return whether a hex is next to an enemy, and no friend of the unit is there."""
        alone = all(u == unit for u in self.stacks(state).get(hex_, ()))
        return alone and hex_ in self.zone(state, 1 - self.owner(unit))

    def shut_in(self, state: G, hex_: int, side: int) -> bool:
        """Return whether enemies and impassable ground are all around a hex."""
        open_ = (h for h in self.around(hex_) if self.passable[self.terrain[h]])
        return all(self.side_at(state, h) == 1 - side for h in open_)

    def to_enemy(self, state: G, unit: int) -> int:
        """Return a unit's distance from the nearest enemy; the number of hexes of the map where there is none."""
        place, enemies = state.units.place[unit], self.occupied_hexes(state, 1 - self.owner(unit))
        return min((self.distance(place, hex_) for hex_ in enemies), default=self.hexes)

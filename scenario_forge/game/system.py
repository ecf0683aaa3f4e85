"""The one place at which a rule system joins: a class it subclasses, found through an entry point.

A system says what only its game has. The core asks; it never knows a game by name.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scenario_forge.documents.kinds import KINDS, schemas
from scenario_forge.game.placement import Placement, Signs, StartRules

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from importlib.metadata import EntryPoints

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.documents.counters import Marker, MarkerKind
    from scenario_forge.documents.kinds import Kind
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.front import Predicate
    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.source.nodes import Splice

GROUP = "scenario_forge.systems"


@dataclass(frozen=True, slots=True)
class TrackToken:
    """One side's entry in a box of the time record track."""

    reinforcements: bool = False
    withdrawals: bool = False
    figures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Reads:
    """What the code of a rule system reads of a game's documents, by kind of thing (`documents/marks.py`): `chart`.

    What rules.yaml names is read besides. Of a kind that has no entry here nobody can say what is read.
    """

    by_name: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Names that the code looks up: nothing can be called otherwise."""
    recognised: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Ids of what it finds in another way, such as charts by the notation of their cells; none: nothing of the kind."""

    def of(self, kind: str) -> Collection[str] | None:
        """Return the ids that the code reads of a kind; None where nobody can say.

        >>> reads = Reads({"type": ["hq"]}, {"face": []})
        >>> reads.of("type"), reads.of("face"), reads.of("chart")
        ({'hq'}, set(), None)
        """
        if kind not in self.by_name and kind not in self.recognised:
            return None
        return {*self.by_name.get(kind, ()), *self.recognised.get(kind, ())}


@dataclass(frozen=True, slots=True)
class NewGame:
    """The wishes for a new game: id, title, size of its map, and how the command line calls it."""

    id: str
    title: str
    columns: int
    rows: int
    folder: str


@dataclass(frozen=True, slots=True)
class Handicap:
    """A kind of change by which a scenario is made more even."""

    id: str
    """Short name, for the command line."""
    title: str
    """For people: `replacement points`."""
    figure: str = ""
    """A figure of the track, of which a side gets more; empty: points of the victory table."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a quantity; all statements of a quantity must agree (design decision 3)."""

    quantity: str
    value: bool | int | float | str
    where: Where
    rule: str = ""
    """The printed rule, for the message."""
    settled: bool = False
    """Whether no document says it: the system plays every game so, and ``where`` is what a game would say of it."""


@dataclass(frozen=True, slots=True)
class Stacking:
    """A limit of what may stand in one hex, in weights, which are whole numbers of any scale."""

    limit: int
    weights: Mapping[str, int] = field(default_factory=dict)
    """By size."""
    depleted: Mapping[str, str] = field(default_factory=dict)
    """The size as which a depleted unit of a size weighs."""
    depleted_below: float = 0.5
    """A unit with less than this part of its printed strength is depleted."""
    free_types: frozenset[str] = frozenset()
    """Unit types that weigh nothing."""
    each: int | None = None
    """What a unit weighs whose size has no weight of its own; None: it is not counted."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Other limits by kind of place; of several kinds in one hex the lowest holds."""
    rule: str = ""

    def limit_at(self, kinds: Iterable[str]) -> int:
        """Return the limit in a hex with places of these kinds.

        >>> Stacking(6, limits={"fortress": 4}).limit_at(["town", "fortress"])
        4
        """
        return min((self.limits[kind] for kind in kinds if kind in self.limits), default=self.limit)


@dataclass(frozen=True, slots=True)
class ZonesOfControl:
    """The rule on zones of control, as far as supply paths need it: the adjacent hexes that nothing shuts off."""

    without: frozenset[str] = frozenset()
    """Unit types that have none."""
    not_into: frozenset[str] = frozenset()
    """Kinds of place that they do not reach into."""
    not_out_of: frozenset[str] = frozenset()
    """Kinds of place that they do not reach out of."""
    into_works: bool = True
    """Whether they reach into works."""
    not_across: frozenset[str] = frozenset()
    """Kinds of hexside that they do not reach across, besides those that nobody crosses."""
    along: frozenset[str] = frozenset()
    """Kinds of line that lead them across such hexsides all the same."""
    despite_friends: bool = False
    """Whether they shut a hex to supply that has units of the other side too, but for where a path begins or ends."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Works:
    """A work that a unit may stand in and a marker shows, such as an entrenchment: its use and where it may be."""

    marker: str
    """The kind of marker that shows it."""
    name: str = "work"
    """For people, one of them: `entrenchment`."""
    several: str = "works"
    sign: str = ""
    """How the cell of a unit says that it stands in one; empty: only a marker in its hex says so."""
    per_hex: int = 1
    profit: frozenset[str] | None = None
    """Unit types that it is of use to; None: all."""
    forbidden: frozenset[str] = frozenset()
    """Kinds of place where none may stand."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class GeneralSupply:
    """The rule on general supply: how far a unit may be from it, in hexes of a path, and where it comes from.

    It comes from markers, or from hexes that a side has from the start, and units of some types pass it on; or a unit
    has it from the headquarters of its own formation, and a headquarters from those hexes, where there are any, else
    from another headquarters of its side.
    """

    radius: Mapping[str, int]
    """By nationality."""
    marker_kinds: frozenset[str] = frozenset()
    immune_types: frozenset[str] = frozenset()
    """Unit types that need none."""
    sources: Mapping[str, frozenset[int]] = field(default_factory=dict, repr=False)
    """By side, hexes from which it comes."""
    at_start: Mapping[str, Mapping[str, frozenset[int]]] = field(default_factory=dict, repr=False)
    """By start or scenario, and by side, hexes from which it comes then, where that depends on who holds them."""
    links: frozenset[str] = frozenset()
    """Unit types that pass it on to others of their side."""
    gap: int = 0
    """Hexes of the longest path from one link of a chain to the next, and from a source to the first or to a
    headquarters."""
    headquarters: bool = False
    """Whether each unit has it from the headquarters of its own formation, and only headquarters from elsewhere."""
    through_enemies: bool = False
    """Whether enemies and their zones leave paths open."""
    over_any_ground: bool = False
    """Whether paths lead over sea, impassable ground and hexsides too, so that the distance alone counts."""
    not_across: frozenset[str] = frozenset()
    """Kinds of hexside that paths do not lead across, besides those that nobody crosses."""
    along: frozenset[str] = frozenset()
    """Kinds of line along which they lead across such hexsides all the same."""
    always: Callable[[str, int | None, str | None], bool] | None = None
    """(side, hex, box) → supplied without a path, such as at home."""
    rule: str = ""

    def sources_at(self, start: str, side: str) -> frozenset[int]:
        """Return the hexes that supply a side at a start date, or where a scenario with its own set-up begins."""
        return self.at_start.get(start, self.sources).get(side, frozenset())


@dataclass(frozen=True, slots=True)
class SequenceLine:
    """One line of the sequence of play, for people: a step, or what a loop goes through."""

    depth: int
    """0 for the lines of a game turn; loops lie around what is deeper."""
    title: str = ""
    """A step in words; empty: a loop, or the steps of a part."""
    word: str = ""
    """The key of the printed word for the step, where a language file may have another."""
    clause: str = ""
    """The clause that the step is; empty where the rulebook has none."""
    sides: tuple[str, ...] = ()
    """The sides that a loop names, in their order, or the one that acts."""
    kind: Literal["step", "loop", "before", "turns", "sides", "named", "first_second", "cup"] = "step"
    """`loop`: a step within which those of the deeper lines are played, perhaps several times."""
    other: bool = False
    """Whether the side acts whose player turn it is not."""
    turn: int | None = None
    """The only game turn in which it is played, counted from the first."""


@dataclass(frozen=True, slots=True)
class KeptByStart:
    """Values that rules state for each start date: stocks, points, control of places."""

    where: Where
    """The mapping in its file."""
    document: str
    """The kind of that file, with which addresses of its values begin."""
    values: Mapping[str, Any]
    """By the id of a start date."""


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A value kept by start date that a rule computes for any date."""

    mapping: str
    """The key of the mapping by start date."""
    path: tuple[str, ...]
    """Below a start date."""
    value: int
    why: str
    """How, in words without a full stop."""


@dataclass(frozen=True, slots=True)
class StepCosts:
    """What the steps of a type of unit cost, at 6 h + d: out of hex h across side d; 0 where it may not go.

    Whole numbers of any scale.
    """

    costs: Sequence[int]
    """The usual costs."""
    least: Sequence[int] | None = None
    """The costs at the fastest rate: nobody marches farther in a turn than these and its movement points allow.

    None: no rule says how far a unit can march in a turn.
    """
    scale: int = 1
    """The cost that one movement point pays."""


@dataclass(frozen=True, slots=True)
class LackingPieces:
    """Markers and chits that players need for the rules, and that counters.yaml does not declare."""

    markers: tuple[Marker, ...] = ()
    chits: tuple[str, ...] = ()
    """Ids of the formations whose chits players draw, though their rows do not say `chit: true`."""


@dataclass(frozen=True, slots=True)
class UnitForSale:
    """A unit that may be chosen for a line of a force."""

    unit: str
    """Its name."""
    count: int
    """How many are taken where nobody chooses."""
    printed: int
    """How many counters there are."""


@dataclass(frozen=True, slots=True)
class ChoiceForSale:
    """Units among which is chosen, and how many there are of them."""

    units: tuple[UnitForSale, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class LineForSale:
    """A line of a force: how many units it has, and of which."""

    line: str
    """As printed: `AT guns`."""
    count: int
    of: tuple[ChoiceForSale, ...]


@dataclass(frozen=True, slots=True)
class SwapForSale:
    """A unit that may take the place of another of a force."""

    of: str
    """The name of the one that gives way."""
    to: UnitForSale


@dataclass(frozen=True, slots=True)
class ExchangeForSale:
    """Exchanges of units, and how many there are of them at most."""

    swaps: tuple[SwapForSale, ...]
    most: int

    @property
    def of(self) -> tuple[str, ...]:
        """Return the names of the units that give way."""
        return (*dict.fromkeys(swap.of for swap in self.swaps),)

    @property
    def to(self) -> Mapping[str, UnitForSale]:
        """Return the units that take their place, by name."""
        return {swap.to.unit: swap.to for swap in self.swaps}


@dataclass(frozen=True, slots=True)
class ForceForSale:
    """A force that a side may buy."""

    side: str
    force: str
    title: str
    places: int
    """How many units there is a place for: in the scenario, or in a whole force where none is named."""
    lines: tuple[LineForSale, ...]
    """With the units before any exchange."""
    exchanges: tuple[ExchangeForSale, ...] = ()
    headquarters: int = 0
    more_headquarters: Mapping[str, int] = field(default_factory=dict)
    """How many it has by an option."""
    clause: str = ""
    scenarios: Mapping[str, int] = field(default_factory=dict)
    """How many units there are places for in each scenario in which its side has it; fewer than ``places``: a part."""


class Sentence(NamedTuple):
    """What a rulebook would say of one rule."""

    rule: str
    """The rule that the code is marked with: `zones.enter`."""
    text: str


class System:
    """A game's rules. Subclass it, override what the game has, name an instance in the entry point."""

    id: str = ""
    title: str = ""
    has_rules: bool = True
    """Whether it has rules. Games without any are checked, printed and packed, but not played."""
    lists_foot_alone: bool = False
    """Whether set-up cards and orders of battle print only the values along the foot of counters, not all of them."""
    reserve: str = "in reserve"
    """What people say of a unit that is off the map and may come back."""
    signs: Signs = Signs()
    """The letters in cells of its orders of battle; those of arrivals and withdrawals stand on the track too."""

    def words(self) -> Mapping[str, str]:
        """Return printed words in English, by key: the system's own, and those that replace words of the core."""
        return {}

    def marker_kinds(self) -> Sequence[MarkerKind]:
        """Return kinds of marker beside those of every game."""
        return ()

    def predicates(self) -> Sequence[Predicate]:
        """Return predicates of the victory table about a place, beside that a side holds it."""
        return ()

    def reads(self, game: Game) -> Reads:  # noqa: ARG002 - for systems to override
        """Return what its code reads of the game's documents; by default nobody can say, so that nothing is unused."""
        return Reads()

    def kinds(self) -> Sequence[Kind]:
        """Return the kinds of document it adds to a game's folder, its `rules` among them."""
        return ()

    def bought(self, game: Game, scenario: str, orders: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002
        """Return texts, by file, with which units that players buy start in a scenario instead of its own.

        ``orders``: by side, the force and what is chosen of it.

        Raises:
            ValueError: they cannot be bought; a second argument says what can be.
        """
        raise ValueError(f"{game.title} has no forces that can be bought")

    def for_sale(self, game: Game, scenario: str = "") -> Sequence[ForceForSale]:  # noqa: ARG002
        """Return the forces that sides may buy, in printed order.

        ``scenario``: the one for which they are bought; the force of which its own units are is first of a side's.
        """
        return ()

    def fielded(
        self,
        game: Game,
        texts: Mapping[str, str],  # noqa: ARG002
        scenario: str,  # noqa: ARG002
        orders: Mapping[str, str],  # noqa: ARG002
    ) -> Mapping[str, list[Splice]]:
        """Return the edits, by file, that write bought units into a scenario.

        Raises:
            ValueError: they cannot be bought; a second argument says what can be.
        """
        raise ValueError(f"{game.title} has no forces that can be bought")

    def card_texts(
        self,
        game: Game,  # noqa: ARG002
        scenario: str,  # noqa: ARG002
        side: str,  # noqa: ARG002
        words: Callable[..., str],  # noqa: ARG002
    ) -> Iterable[tuple[str, str]]:
        """Return what a set-up card says besides of a side in a scenario: titles with their texts."""
        return ()

    def kept_by_start(self, game: Game) -> Sequence[KeptByStart]:  # noqa: ARG002
        """Return what play begins with that its documents keep by start date, and no scenario says itself."""
        return ()

    def worked_out(self, game: Game, turn: int) -> Iterable[WorkedOut]:  # noqa: ARG002
        """Return values kept by start date that a rule computes for a scenario that begins on a game turn, from 0."""
        return ()

    def codes(self) -> Sequence[Code]:
        """Return the diagnostics that its checks report, besides those of every game."""
        return ()

    def notations(self) -> Mapping[str, Notation[object]]:
        """Return grammars of chart cells and headings by the names charts.yaml uses."""
        return {}

    def placement(self) -> Notation[list[PlacementToken]] | None:
        """Return the grammar of order-of-battle cells."""
        return Placement(self.signs)

    def marker_placement(self) -> Notation[list[PlacementToken]] | None:
        """Return the grammar of the cells that place markers, one token a marker."""
        return Placement(self.signs, markers=True)

    def track(self) -> Notation[TrackToken] | None:
        """Return the grammar of the entries of the time record track."""
        return None

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks of what only this game must obey."""
        return ()

    def gaps(self, game: Game, scenario: str) -> Iterator[Diagnostic]:  # noqa: ARG002
        """Yield what the rules lack for a scenario, with its changes in ``game``, to be played; empty: as printed."""
        yield from ()

    def before_play(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return those of `checks` whose errors keep a game from being played, although play would not notice them."""
        return ()

    def hints(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return those of `checks` that never report an error: nobody asks them whether a game can be played."""
        return ()

    def slow_checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return those of `checks` that play, such as worked examples; an editor runs them after the others."""
        return ()

    def to_format_2(self, texts: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002
        """Return those of its own files in a game of format 1, by name, that differ in format 2.

        Raises:
            EditRefused: the texts leave in doubt what would have to be written.
        """
        return {}

    def keys_of_places(self) -> Sequence[tuple[str, ...]]:
        """Return where its rules.yaml has keys that name places: the steps to each mapping, `*` for any."""
        return ()

    def without_settled(self, texts: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002
        """Return its own files, by name, that say what the system has settled, without those keys.

        Raises:
            EditRefused: a file says otherwise, or cannot be read.
        """
        return {}

    def statements(self, game: Game) -> Iterator[Statement]:  # noqa: ARG002
        """Yield quantities that its charts and rules state, beside those that clauses state themselves."""
        yield from ()

    def stacking(self, game: Game) -> Stacking | None:  # noqa: ARG002
        """Return the stacking rule, from the game's rules.yaml."""
        return None

    def supply(self, game: Game) -> GeneralSupply | None:  # noqa: ARG002
        """Return the general supply rule, from the game's rules.yaml."""
        return None

    def zones(self, game: Game) -> ZonesOfControl | None:  # noqa: ARG002
        """Return the rule on zones of control, from the game's rules.yaml; None: nobody has any."""
        return None

    def works(self, game: Game) -> Works | None:  # noqa: ARG002
        """Return the rule on works that units stand in, from the game's rules.yaml."""
        return None

    def has_no(self, game: Game) -> Mapping[str, str]:  # noqa: ARG002 - for systems to override
        """Return why the answer to a question is None: by the question's name (`zones`), a sentence in plain words."""
        return {}

    def start(self, game: Game) -> StartRules:  # noqa: ARG002
        """Return what a start may have besides units."""
        return StartRules()

    def handicaps(self, game: Game) -> Sequence[Handicap]:  # noqa: ARG002
        """Return kinds of change that make a scenario more even, the most delicate first.

        None: the figures of the track in their order, then the points of the victory table.
        """
        return ()

    def crosses_impassable(self, game: Game, unit_type: str) -> bool:  # noqa: ARG002
        """Return whether units of a type may stand in terrain that is otherwise impassable (never the sea)."""
        return False

    def step_costs(self, game: Game, unit_type: str) -> StepCosts | None:  # noqa: ARG002 - for systems to override
        """Return what steps cost a type, for ways between dates and marches between sightings; None: no rule says.

        An empty type stands for any unit.
        """
        return None

    def rule_code(self) -> Mapping[str, Sequence[str]]:
        """Return rule → the code that is marked with it, as `module:name` (see `rule_marks.rule`).

        Which clause a rule is, the rulebook says under `carried_by`; a rule with the id of a clause is that clause.
        """
        return {}

    def rules(self) -> Collection[str]:
        """Return all rules that :meth:`rule_code` has, without loading the code."""
        return self.rule_code().keys()

    def alternatives(self) -> Sequence[Collection[str]]:
        """Return groups of rules that do one thing in different ways: no clause can be carried by two of a group."""
        return ()

    def clause_tests(self) -> Mapping[str, Sequence[str]]:
        """Return the tests, as `tests/file.py::name`, that cite each clause, as `game:id`."""
        return {}

    def rule_tests(self) -> Mapping[str, Sequence[str]]:
        """Return rule → the tests that cite a clause that it carries out, in whatever game."""
        return {}

    def arrays(
        self,
        game: Game,  # noqa: ARG002
        scenario: str,  # noqa: ARG002
        options: frozenset[str],  # noqa: ARG002
    ) -> Mapping[str, Sequence[int] | Mapping[UnitKey, int]]:
        """Return integer arrays that play depends on, beside those of the core.

        What has a number for each unit is given by unit, as ``{("axis", 3): 7}``: the compiler puts the numbers into
        the rows of the units in play, which depend on the options, and refuses a unit in play without one.
        ``options`` are the options in play; empty ``scenario``: a worked example.
        """
        return {}

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:  # noqa: ARG002
        """Return what play reads besides arrays, as plain data for JSON: the sequence of play, words, weights."""
        return {}

    def sequence(self, game: Game) -> Sequence[SequenceLine]:  # noqa: ARG002
        """Return the sequence of play in words, in order; empty where the rules have none as data."""
        return ()

    def sentences(self, game: Game) -> Mapping[str, Sequence[Sentence]]:  # noqa: ARG002
        """Return what the keys of rules.yaml say, in the sentences of a rulebook, by key; empty where none can be made.

        Raises:
            LookupError: rules.yaml names what there is not, such as a chart.
            ValueError: a cell of a chart cannot be read.
        """
        return {}

    def clause(self, game: Game, rule: str) -> str:  # noqa: ARG002
        """Return the first clause of the rulebook that a rule carries out; empty for none."""
        return ""

    def lacking_pieces(self, game: Game) -> LackingPieces:  # noqa: ARG002
        """Return the markers and chits that its rules need and counters.yaml lacks; they are printed besides."""
        return LackingPieces()

    def play(self, compiled: Any) -> Any:  # noqa: ANN401, ARG002 - types of floors above this one
        """Return a `simulator.play.Play` of a compiled scenario; None where the system cannot be played yet."""
        return None

    def begin(self, compiled: Any) -> None:  # noqa: ANN401 - as above
        """Let play of a compiled scenario begin, so that a check sees whether it can; nothing where that is slow."""

    def players(self) -> Collection[str] | None:
        """Return the names of the computer players that know these rules; None where they are not known."""
        return None

    def starter(self, model: Game | None, wanted: NewGame) -> Mapping[str, str]:  # noqa: ARG002 - for systems to override
        """Return texts of a new game by file name, which can be checked, played and printed as they are.

        Numbers of the rules are the model's; places, dates and units are none of its. A system without rules needs no
        model. Empty: the system has none.

        Raises:
            ValueError: no such game can be made; the text says why.
        """
        return {}

    def printables(self) -> Mapping[str, Callable[[Game, str], str]]:
        """Return components it prints: name → (game, scenario) → Typst source."""
        return {}


def without_rules(game: Game) -> bool:
    """Check whether a game has a system without rules; one whose system is not installed may have some."""
    return game.system is not None and not game.system.has_rules


@cache
def _installed(_path: tuple[str, ...]) -> EntryPoints:
    """The entry points of rule systems on the import path, which it takes milliseconds to gather from all packages."""
    return entry_points(group=GROUP)


def system_ids() -> list[str]:
    """Return the ids of all rule systems installed."""
    return sorted(point.name for point in _installed(tuple(sys.path)))


def find_system(system_id: str) -> System | None:
    """Return the rule system of that id, loaded now; None when none is installed.

    Raises:
        TypeError: the entry point names something else.
    """
    for point in _installed(tuple(sys.path)).select(name=system_id):
        system = point.load()
        if not isinstance(system, System):
            raise TypeError(f"{point.value} is not a scenario_forge System")
        return system
    return None


def all_schemas(systems: Iterable[str] | None = None) -> dict[str, str]:
    """Return schema texts by file name, of the core and the named rule systems (all installed ones by default).

    Raises:
        TypeError: an entry point names something that is no rule system.
    """
    found = schemas(KINDS)
    for system_id in system_ids() if systems is None else systems:
        system = find_system(system_id)
        if system is not None:
            found |= schemas(system.kinds(), system.id)
    return found

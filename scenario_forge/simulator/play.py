"""The interface that a rule system implements so that its scenarios can be played."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.game.system import find_system
from scenario_forge.simulator.state import State

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.game.placement import EntryKind
    from scenario_forge.game.system import System
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Token
    from scenario_forge.simulator.terms import Attack, Terms


DRAW = -1
"""The winner of a drawn game: nobody."""


class GameOutcome(NamedTuple):
    """The score of a game, or how it ended. ``winner`` is a side or DRAW.

    ``margin`` is in the winner's points over the next; 0 in a draw, or where victory is not by points. It is
    below 0 where the winner has fewer points, but a table of levels asks the other side for more.
    """

    winner: int
    margin: int
    level: str = ""
    """The level of victory in the game's words; empty where it has none."""
    decisive: bool = False
    """Whether it ends the game before its stop."""


class CounterInPlay(NamedTuple):
    """A counter or marker in play."""

    kind: str
    """The compiled table that ``number`` is a row of, such as `units`; or the id of a marker type."""
    number: int
    side: int
    """−1 where it is nobody's."""
    place: int
    """A hex; −2 − n: the n-th off-map box."""
    strength: int = -1
    """Strength now; −1 where it has none."""
    marks: tuple[str, ...] = ()
    """What lies on it or which face is up, in the game's words: `used`, `unsupplied` …"""


class Status(NamedTuple):
    """One row of the status display: what a side has at its disposal, or the score."""

    side: int
    """−1 where it is about the game."""
    name: str
    value: str


class CarryOver(NamedTuple):
    """What a set-up must say besides positions, so that play can continue from it as from a state."""

    units: Mapping[int, tuple[tuple[str, int], ...]] = {}
    """By unit: marks, as tokens of cells have them (`game.placement.StartRules`); units by their index."""
    spent: Mapping[int, int] = {}
    """By unit: movement points that it has spent before its next move."""
    strengths: Mapping[int, int] = {}
    """By unit that is not in play: its strength, where that still counts."""
    markers: Mapping[tuple[str, int], tuple[tuple[str, int], ...]] = {}
    """By kind and number of a piece: marks."""
    saved: Sequence[Mapping[str, int]] = ()
    """By side: points by pool."""


class Scene(NamedTuple):
    """The place to look at while an event is described."""

    kind: str = ""
    """`move` for a march over ``hexes``, `combat` for a fight over them; else empty."""
    hexes: tuple[int, ...] = ()
    """In order of the way."""


class EventText(NamedTuple):
    """One line of a game's log: consecutive events described together."""

    text: str
    """Empty where nothing is to be done on a board."""
    length: int
    """The number of events it describes."""
    clause: str = ""
    scene: Scene = Scene()


class Toll(NamedTuple):
    """A measure of a side's play that an event gives."""

    kind: Literal["starved", "fallen", "attacks", "hopeless"]
    """Strength points lost for want of supply, or in battle; an attack, and one that no throw makes good."""
    side: int
    number: int = 1


class Worth(NamedTuple):
    """The points that a row of the victory table would bring a side if it were scored now."""

    row: str
    """Its id."""
    side: int
    points: int
    turn: int | None = None
    """The game turn at whose end it is scored, as the track counts them; None: at none of its own."""
    group: str = ""
    """Of the rows of a group only the best counts."""


class Breach(str):
    """A broken invariant in words; ``number`` is the row of the compiled ``table`` it is about."""

    __slots__ = ("number", "table")
    table: str
    number: int

    def __new__(cls, words: str, table: str = "", number: int = -1) -> Breach:
        """Return a breach as plain text that knows its row."""
        made = super().__new__(cls, words)
        made.table, made.number = table, number
        return made


# -- the game itself -------------------------------------------------------------------------------


S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """One compiled scenario, ready to be played. Subclassed by rule systems; holds nothing that changes."""

    turned: ClassVar[frozenset[str]] = frozenset()
    """Marks of counters that lie with their back up."""

    def front_arc(self, hex_: int, way: str) -> Collection[int]:  # noqa: ARG002 - for games with facing to override
        """Return the hexes in front of a counter in a hex that has the mark of a way; none for any other mark."""
        return ()

    @property
    def sequence(self) -> SequenceOfPlay[S]:
        """The sequence of play.

        Raises:
            NotImplementedError: the system has none.
        """
        raise NotImplementedError

    def begin(self) -> S:
        """Return the first state.

        Raises:
            NotImplementedError: the system has none.
        """
        raise NotImplementedError

    def score(self, state: S) -> Sequence[int]:  # noqa: ARG002 - for systems to override
        """Return victory points by side, as they would be if the game ended now."""
        return ()

    def observe(self, state: S, side: int) -> dict[str, Any]:  # noqa: ARG002
        """Return what a side may see, as plain data; by default everything but the use of chance."""
        data = state.to_data()
        del data["uses"]
        return data

    def visible_state(self, state: S, side: int) -> S:  # noqa: ARG002
        """Return the state as a side may take it to be: the state itself where nothing is hidden from it.

        Where something is, another state in which a guess stands for what is hidden, which follows from nothing hidden.
        """
        return state

    def breaches(self, state: S) -> Iterator[str]:  # noqa: ARG002
        """Yield broken invariants in words; asked after every event in tests and `--play`."""
        yield from ()

    def breaches_by(self, state: S, event: Event) -> Iterator[str]:  # noqa: ARG002
        """Yield invariants that the last event broke, in words; asked with :meth:`breaches`."""
        yield from ()

    def event_text(self, state: S, event: Event) -> str:  # noqa: ARG002
        """Return an event in words that can be carried out on a paper board."""
        return f"{event.name} {' '.join(map(str, event.subjects))}".strip()

    def event_texts(self, state: S, events: Sequence[Event]) -> Iterator[EventText]:
        """Yield the log lines for the events of one action, ``state`` being the one after them; by default one each.

        A system may tell a whole way in one line, and say where to look.
        """
        for event in events:
            yield EventText(self.event_text(state, event), 1, event.clause)

    def title_of(self, step: str) -> str:
        """Return a step of the sequence of play in words."""
        return step.replace("-", " ")

    @property
    def counted(self) -> str:
        """What the score counts, where that is not points."""
        return ""

    def about(self, frame: Frame) -> str:  # noqa: ARG002
        """Return what a decision is about that others have brought about, such as who has moved; empty for nothing."""
        return ""

    # -- for those who play and look on ----------------------------------------------------------

    def turn(self, state: S) -> int:  # noqa: ARG002
        """Return the game turn, 0 for the first of the scenario."""
        return 0

    def moment(self, state: S) -> tuple[int, int]:
        """Return the game turn and the phasing side (−1: none); a new pair begins a new player turn."""
        return self.turn(state), -1

    def outcome(self, state: S) -> GameOutcome:
        """Return the outcome if the game ended now; by default the side with most points wins."""
        score = list(self.score(state))
        ranked = sorted(score, reverse=True)
        if len(ranked) < 2 or ranked[0] == ranked[1]:
            return GameOutcome(DRAW, 0)
        return GameOutcome(score.index(ranked[0]), ranked[0] - ranked[1])

    def worths(self, state: S) -> Sequence[Worth]:  # noqa: ARG002 - for games to override
        """Return the points that each row of the victory table would bring now; the same rows in every state.

        Empty where no row brings points.
        """
        return ()

    def controls(self, state: S) -> Sequence[int]:  # noqa: ARG002
        """Return for each hex the side that controls it + 1, 0 for nobody; empty where hexes have no control."""
        return ()

    def holders(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Return for each place that victory names the side that holds it + 1; 0 nobody."""
        return {}

    def claim_holds(self, state: S, side: int, when: Mapping[str, Any], least: int | None) -> bool | None:  # noqa: ARG002
        """Return whether a predicate holds for a side, or for ``least`` units; None if the rules cannot tell."""
        return None

    def measures(self, state: S) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return figures by side, in the game's words: `strength`, `unsupplied` …; the same names in every state."""
        return {}

    def status(self, state: S) -> Sequence[Status]:  # noqa: ARG002
        """Return the rows of the replay page's status display; the same sides and names in every state.

        Empty where a game has no such display.
        """
        return ()

    def supply_by_side(self, state: S) -> Sequence[tuple[int, int]]:  # noqa: ARG002
        """Return by side how many units on the map need supply, and how many of these are without it.

        Empty where a game has no supply. Reports say with it how well sides are played.
        """
        return ()

    def tolls(self, state: S, event: Event) -> Iterator[Toll]:  # noqa: ARG002
        """Yield what an event that has just happened cost a side, and whether an attack had any prospect.

        From these and from :meth:`pieces` reports say how well sides are played; where none come they cannot.
        """
        yield from ()

    def pieces(self, state: S) -> Iterator[CounterInPlay]:  # noqa: ARG002
        """Yield every counter on the map or in an off-map box, in the order of stacks, lowest first."""
        yield from ()

    def out_of_play(self, state: S) -> Mapping[int, EntryKind]:  # noqa: ARG002
        """Return the status of each unit not in play, as a set-up would say: `absent`, `eliminated` or `reserve`."""
        return {}

    def to_come(self, state: S) -> Mapping[int, str]:  # noqa: ARG002
        """Return the units that arrive later, each with when, in words."""
        return {}

    def carry_over(self, state: S) -> CarryOver:  # noqa: ARG002
        """Return what a set-up that begins at a state needs besides :meth:`pieces` and :meth:`out_of_play`."""
        return CarryOver()

    def table_of(self, frame: Frame, prefix: Action) -> str:  # noqa: ARG002
        """Return the table of names (`units`, `hexes`, `boxes` …) for a number that follows ``prefix``."""
        return ""

    def stage_name(self, frame: Frame, prefix: Action, token: Token) -> str:  # noqa: ARG002
        """Return the name of a stage of an action where :meth:`table_of` gives none; empty: as it is."""
        return ""

    def name(self, state: S, frame: Frame, prefix: Action, token: Token) -> str:  # noqa: ARG002
        """Return a stage of an action as a person reads and types it now; by default as :meth:`stage_name`."""
        return "" if isinstance(token, str) else self.stage_name(frame, prefix, token)

    def asks(self, frame: Frame, prefix: Action) -> str:  # noqa: ARG002
        """Return what the next stage of an action is, for a person; empty where there is nothing to say."""
        return ""

    def words_of(self, step: str) -> Collection[str]:  # noqa: ARG002
        """Return the words with which an action of a step may begin, whether there is such an action now or not."""
        return ()

    def cost_of(self, state: S, frame: Frame, action: Action) -> int:  # noqa: ARG002
        """Return the cost so far of an action that is begun, to compare ways to one end; by default its stages."""
        return len(action)

    # -- fights before their dice ----------------------------------------------------------------

    def attacks(self, state: S, frame: Frame, action: Action) -> Sequence[Attack]:  # noqa: ARG002 - to override
        """Return the attacks that an action makes so far, or that a frame is about to fight; most often none."""
        return ()

    def terms(
        self,
        state: S,  # noqa: ARG002 - for systems to override
        target: int,  # noqa: ARG002 - for games to override
        attackers: Sequence[int],  # noqa: ARG002 - as above
        given: Mapping[str, Any] | None = None,  # noqa: ARG002 - as above
    ) -> Terms | None:
        """Return the terms of an attack on a hex before dice are thrown; None where a game has no such fights.

        Args:
            state: the position, which stays as it is.
            target: a hex with enemies of the attackers.
            attackers: units that can attack it from where they are.
            given: what the sides choose beside that, as :class:`Attack` has it; what is left out, the rules assume.

        Raises:
            ValueError: they cannot attack it; the words say why.
        """
        return None

    def throw_for(self, state: S, frame: Frame, purpose: str) -> str:  # noqa: ARG002
        """Return the purpose of a throw for the person who throws; by default the purpose of the question."""
        return purpose

    def players(self) -> Mapping[str, Maker]:
        """Return the players that know these rules, by name."""
        return {}


@lru_cache(maxsize=4)
def with_rules(compiled: str) -> tuple[CompiledScenario, System]:
    """Return a scenario read from its JSON, and its rule system; read once in each process.

    Raises:
        LookupError: the rule system is not installed here.
    """
    scenario = CompiledScenario.from_json(compiled)
    system = find_system(scenario.system)
    if system is None:
        raise LookupError(f"the rule system {scenario.system} is not installed here")
    return scenario, system


@lru_cache(maxsize=4)
def play_of(compiled: str) -> tuple[CompiledScenario, Play[Any]]:
    """Return a scenario read from its JSON, ready to be played; set up once in each process.

    Raises:
        LookupError: the rule system is not installed here.
    """
    scenario, system = with_rules(compiled)
    return scenario, system.play(scenario)

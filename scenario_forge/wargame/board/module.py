"""What a module of rules is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Formation, Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.simulator.terms import Attack, Terms
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Named
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.board.phase import Deed

K = TypeVar("K")
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Module(Generic[K]):
    """A module of rules in play. It holds what it was compiled to, and nothing that changes.

    ``K`` is the model of its key in rules.yaml.
    """

    key: ClassVar[str]
    """The key of rules.yaml whose presence chooses the module."""
    model: ClassVar[Any]
    """The type of that key."""
    needs: ClassVar[Sequence[str]] = ()
    """Keys of other modules without which it cannot be played."""
    columns: ClassVar[Mapping[str, str]] = NOTHING
    """Columns of state, by table, with spaces between them."""
    deeds: ClassVar[Sequence[type[Deed]]] = ()
    """Kinds of deeds that phases may have."""
    steps: ClassVar[Mapping[str, Named]] = NOTHING
    """Steps that the sequence of play may name, and those that they lead to."""
    inner: ClassVar[Sequence[str]] = ()
    """Those of its steps that only others lead to."""
    words: ClassVar[Mapping[str, str]] = NOTHING
    """Its events in words."""
    titles: ClassVar[Mapping[str, str]] = NOTHING
    """Titles of its steps."""
    about: ClassVar[Mapping[str, tuple[str, Sequence[str]]]] = NOTHING
    """What its steps are about: a phrase as of an event, and the data of the frame that are its subjects."""
    actions: ClassVar[Mapping[str, Sequence[str]]] = NOTHING
    """Patterns of the actions of its steps."""
    marks: ClassVar[Sequence[str]] = ()
    """Columns of a unit's state that are marks on its counter."""
    thoughts: ClassVar[Mapping[str, Callable[[Mind, Situation, Frame], Action]]] = NOTHING
    """What a computer player does in its steps."""
    busy: ClassVar[Sequence[str]] = ()
    """Steps during which more units may be in a hex than may stay there."""

    changes_with: Sequence[str] | None = None
    """Tables and columns of state that :meth:`changed` looks at, if it looks at no others; None: at any."""
    loops: ClassVar[Mapping[str, str]] = NOTHING
    """Steps that only stand in a loop: over `sides`, for any side, or over the `cup`."""
    starts: ClassVar[Sequence[str]] = ()
    """Kinds of entries of an order of battle that it brings into play, besides units that begin in a hex."""

    rows: Mapping[str, int] = NOTHING
    """How many rows its own tables of state have."""

    def __init__(self, board: Board, given: K, read: Mapping[str, Any]) -> None:  # noqa: ARG002 - for modules with charts
        self.board, self.given = board, given

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """What numbers in its events stand for, by kind: `{4:code}`."""
        return {}

    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:  # noqa: ARG002 - for modules to override
        """Return a value of a unit's counter as the module changes it."""
        return value

    def reaction(self, state: GameState, event: Event) -> Frame | None:  # noqa: ARG002 - for modules to override
        """Return the step that an event calls for, before anything else; None for none."""
        return None

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:  # noqa: ARG002 - to override
        """Return the attack that a frame of one of its steps is about to fight; None where it has none."""
        return None

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return the terms of an attack of its own kind.

        Raises:
            ValueError: the units cannot attack the hex.
        """
        raise NotImplementedError

    def throw_in_words(self, now: Situation, frame: Frame) -> str:  # noqa: ARG002 - for modules to override
        """Return which dice a frame of one of its steps throws; empty where its title says enough."""
        return ""

    def ready(self) -> None:
        """Look up other modules, which are all made by now."""

    def begin(self, state: GameState) -> None:
        """Write what the set-up says into the first state."""

    def turn_follows(self, state: GameState, book: Book) -> None:
        """Write what a game turn undoes of the one before it: the event of its beginning takes it up."""

    def left(self, book: Book, unit: int) -> None:
        """Write what follows when a unit leaves its hex for another one."""

    def lost(self, book: Book, unit: int) -> None:
        """Write what follows when a unit is eliminated."""

    def withdrawn(self, book: Book, unit: int) -> None:
        """Write what follows when a unit leaves the map that is not lost: the same, where a module says no other."""
        self.lost(book, unit)

    def wishes(
        self,
        mind: Mind,  # noqa: ARG002 - for modules to override
        now: Situation,  # noqa: ARG002
        reached: Mapping[int, tuple[Sequence[int], Sequence[int]]],  # noqa: ARG002
    ) -> Iterator[tuple[int, int]]:
        """Yield where units should end a move for the sake of this module, the most urgent first: unit, hex.

        ``reached``: by unit, the cost of each hex that it can reach, and the hex before it.
        """
        yield from ()

    def outlook(self, mind: Mind, now: Situation, unit: int, hex_: int) -> float:  # noqa: ARG002 - as above
        """Return what it is worth to a unit to be in a hex, for the sake of this module."""
        return 0.0

    @classmethod
    def read(cls, game: Game, given: K) -> Mapping[str, Any]:  # noqa: ARG003 - for modules to override
        """Return what play needs of charts, as plain data."""
        return {}

    @classmethod
    def patterns(cls, given: K) -> Mapping[str, Sequence[str]]:  # noqa: ARG003 - for modules whose actions depend on it
        """Return the patterns of actions, by step or word of a deed."""
        found = {step: list(lines) for step, lines in cls.actions.items()}
        for deed in cls.deeds:
            found.setdefault(deed.phase, []).append(deed.pattern)
        return found

    @classmethod
    def columns_of(cls, given: K) -> Mapping[str, str]:  # noqa: ARG003 - for modules whose columns depend on it
        """Return the columns of state, by table, with spaces between them."""
        return cls.columns

    @classmethod
    def events_of(cls, given: K) -> Iterable[str]:  # noqa: ARG003 - for modules whose key names some
        """Return the names of events that the key gives."""
        return ()

    @classmethod
    def marks_of(cls, given: K) -> Sequence[str]:  # noqa: ARG003 - for modules whose marks depend on it
        """Return the columns of a unit's state that are marks on its counter."""
        return cls.marks

    @classmethod
    def arrays(cls, game: Game, given: K) -> Arrays:  # noqa: ARG003 - for modules to override
        """Return arrays by name, such as who is selected, by unit."""
        return {}

    @classmethod
    def sentences(cls, given: K, labels: Labels) -> Iterator[Sentence]:  # noqa: ARG003
        """Yield what a rulebook would say of its rules, and of what its key does to those of other modules."""
        yield from ()

    @classmethod
    def paper(cls, given: K, labels: Labels) -> Iterator[Marker | Formation]:  # noqa: ARG003
        """Yield the markers, and the formations whose chits, by which players remember its state between phases."""
        yield from ()

    @classmethod
    def due(cls, given: K) -> Sequence[str]:  # noqa: ARG003 - for modules that ask for others
        """Return the steps that the sequence of play must come to: the phases of its deeds."""
        return [deed.phase for deed in cls.deeds]

    @classmethod
    def ranges_of(cls, given: K) -> Sequence[tuple[str, Mapping[str, Any]]]:  # noqa: ARG003 - for modules that reach far
        """Return the values of counters that are ranges, each with the units that have a use of it."""
        return ()

    @classmethod
    def charts(cls, given: K) -> Sequence[str]:  # noqa: ARG003 - for modules with tables of results
        """Return the ids of its charts of results."""
        return ()

    @classmethod
    def charts_of_hits(cls, given: K) -> Sequence[str]:  # noqa: ARG003 - for modules that count hits
        """Return the ids of its charts of results on which no dice are thrown: their lines are numbers of hits."""
        return ()

    @classmethod
    def results_of(cls, given: K) -> Sequence[str]:  # noqa: ARG003 - for modules whose key names results
        """Return the results that its key gives, besides those of charts."""
        return ()

    @classmethod
    def reads(cls, game: Game, given: K) -> Mapping[str, Collection[str]]:  # noqa: ARG003
        """Return by kind the ids of what it reads without its key naming them, such as faces."""
        return {}

    @classmethod
    def checks(cls, game: Game, given: K, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield what is wrong with its key, its charts, or a set-up."""
        yield from ()

"""What a game tells of itself to those who look on: where counters stand, who holds what, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DRAW = -1
"""Nobody has won."""


class Outcome(NamedTuple):
    """How a game stands, or ended. ``winner`` is a side or DRAW.

    ``margin`` is in the winner's points over the next; 0 where victory is not by points.
    """

    winner: int
    margin: int
    level: str = ""
    """The level of victory in the game's words; empty where it has none."""
    decisive: bool = False
    """Whether it ends the game before its stop."""


class Piece(NamedTuple):
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
    """One row of the status display: what a side has at its disposal, or how the game stands."""

    side: int
    """−1 where it is about the game."""
    name: str
    value: str


class Carried(NamedTuple):
    """What a set-up must say besides where pieces are, so that play goes on from it as from a state."""

    units: Mapping[int, tuple[tuple[str, int], ...]] = {}
    """By unit: marks, as tokens of cells have them (`project.start_rules.StartRules`); units by their index."""
    spent: Mapping[int, int] = {}
    """By unit: movement points that it has spent before its next move."""
    strengths: Mapping[int, int] = {}
    """By unit that is not in play: its strength, where that still counts."""
    markers: Mapping[tuple[str, int], tuple[tuple[str, int], ...]] = {}
    """By kind and number of a piece: marks."""
    saved: Sequence[Mapping[str, int]] = ()
    """By side: points by pool."""


class Scene(NamedTuple):
    """Where to look while an event is told."""

    kind: str = ""
    """`move` where something goes on its way over ``hexes``, `combat` where it is fought for them; else empty."""
    hexes: tuple[int, ...] = ()
    """In order of the way."""


class Told(NamedTuple):
    """One line of a game's log: events that are told together, one after another."""

    text: str
    """Empty where nothing is to be done on a board."""
    length: int
    """How many events it tells of."""
    clause: str = ""
    scene: Scene = Scene()


class Toll(NamedTuple):
    """What an event says of how well a side is played."""

    kind: Literal["starved", "fallen", "attacks", "hopeless"]
    """Strength points lost for want of supply, or in battle; an attack, and one that no throw makes good."""
    side: int
    number: int = 1


class Breach(str):
    """What must always hold and does not, in words; ``number`` is the row of the compiled ``table`` it is about."""

    __slots__ = ("number", "table")
    table: str
    number: int

    def __new__(cls, words: str, table: str = "", number: int = -1) -> Breach:
        """As plain text, with what it is about."""
        made = super().__new__(cls, words)
        made.table, made.number = table, number
        return made

"""What was seen in the games of one scenario: plain data, so that games can be played elsewhere and put together."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Failure:
    """A game that ended because the rules, or a player, failed."""

    ended: str
    """``fault`` or ``player``, as in a record."""
    message: str
    seed: int
    players: str
    decisions: int
    table: str = ""
    number: int = -1
    """The row of a compiled table that it is about, where it is about one."""


@dataclass(frozen=True)
class Result:
    """How a game ended. Turns are counted from 0; ``winner`` is a side or −1."""

    players: str
    seed: int
    winner: int
    last_turn: int


@dataclass
class Seen:
    """All that the findings need to know of one scenario's games."""

    scenario: str
    begins: tuple[tuple[str, str, int], ...] = ()
    """What the first state breaks: words, table, row."""
    problem: str = ""
    """Why it cannot be played at all."""
    failures: list[Failure] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    turns: dict[int, int] = field(default_factory=dict)
    """By unit: how many of its own player turns began with it in play."""
    movable: set[int] = field(default_factory=set)
    """Units that could go somewhere at least once."""
    hungry: dict[int, int] = field(default_factory=dict)
    """By unit: in how many of those player turns it was out of supply."""
    due: set[int] = field(default_factory=set)
    """Units whose side had a player turn in or after the turn of their arrival."""
    came: set[int] = field(default_factory=set)
    """Units that were in play, or could be brought on, in or after the turn of their arrival."""
    worths: list[set[int]] = field(default_factory=list)
    """By objective: the points that it was worth at one moment or another."""
    asked: set[str] = field(default_factory=set)
    """Options that a rule asked for."""
    decisions: int = 0

    def add(self, other: Seen) -> None:
        """What was seen in another game of the same scenario, as if it had come after these."""
        self.failures += other.failures
        self.results += other.results
        for mine, theirs in ((self.turns, other.turns), (self.hungry, other.hungry)):
            for unit, times in theirs.items():
                mine[unit] = mine.get(unit, 0) + times
        for name in ("movable", "due", "came", "asked"):
            getattr(self, name).update(getattr(other, name))
        self.worths = self.worths or [set() for _ in other.worths]
        for known, found in zip(self.worths, other.worths, strict=True):
            known.update(found)
        self.decisions += other.decisions

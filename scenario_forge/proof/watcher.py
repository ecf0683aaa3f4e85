"""Looks on while a game is played: what must hold after each event, and what each player turn shows."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.arrays import ARRIVES
from scenario_forge.proof.seen import Failure, Result, Seen
from scenario_forge.simulator.drive import FaultError
from scenario_forge.simulator.telling import Breach

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.drive import Ending, Match
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event

UNSUPPLIED = "unsupplied"
"""The mark of a piece that is out of supply, where a game has such a thing (`simulator/telling.py`)."""


class Watcher:
    """Looks on at one game after another and notes what is new in :class:`Seen`."""

    def __init__(self, compiled: CompiledScenario, play: Play[Any], seen: Seen) -> None:
        self.compiled, self.play, self.seen = compiled, play, seen
        self.breach: Breach | None = None
        self._turn = (-1, -1)
        self._steps: set[tuple[tuple[int, int], str]] = set()
        self._in_play: set[int] = set()
        self._arrivals = arrivals(compiled)
        seen.worths = seen.worths or [set() for _ in compiled.objectives]

    def begin(self) -> None:
        """Another game begins."""
        self.breach, self._turn = None, (-1, -1)
        self._steps.clear()

    # -- after each event ------------------------------------------------------------------------

    def event(self, state: State, event: Event) -> None:
        """What must hold.

        Raises:
            FaultError: something does not.
        """
        problem = next(chain(self.play.broken_by(state, event), self.play.broken(state)), None)
        if problem is not None:
            self.breach = breach_of(problem)
            raise FaultError(f"after `{event.name}`: {problem}")

    # -- before each decision --------------------------------------------------------------------

    def decision(self, match: Match) -> bool:
        """Note what a player turn begins with, and who can go where; the game goes on."""
        state, play = match.playout.state, self.play
        now = play.moment(state)
        if now != self._turn:
            self._turn = now
            self._look(state, *now)
        step = (now, match.playout.frame.step)
        if step not in self._steps:
            self._steps.add(step)
            self._offers(match, now[0])
        return True

    def _look(self, state: State, turn: int, side: int) -> None:
        """Who is in play and in supply, and what every objective is worth, as a player turn begins."""
        seen, self._in_play = self.seen, set()
        for piece in self.play.pieces(state):
            if piece.kind != "units":
                continue
            self._in_play.add(piece.number)
            if piece.side == side:
                seen.turns[piece.number] = seen.turns.get(piece.number, 0) + 1
                if UNSUPPLIED in piece.marks:
                    seen.hungry[piece.number] = seen.hungry.get(piece.number, 0) + 1
        for unit, due in self._arrivals.items():
            if due <= turn:
                if self.compiled.units.side[unit] == side:
                    seen.due.add(unit)
                if unit in self._in_play:
                    seen.came.add(unit)
        for values, worth in zip(seen.worths, self.play.worths(state), strict=False):
            values.add(int(worth))

    def _offers(self, match: Match, turn: int) -> None:
        """Units that are offered, with a place to go to."""
        playout, play, seen = match.playout, self.play, self.seen
        frame = playout.frame
        if play.table_of(frame, ()) != "units":
            return
        for choice in playout.choices():
            unit = choice.token
            if not isinstance(unit, int):
                continue
            if unit not in self._in_play and self._arrivals.get(unit, turn + 1) <= turn:
                seen.came.add(unit)
            elif unit in self._in_play and play.table_of(frame, (unit,)) == "hexes":
                seen.movable.add(unit)

    # -- the end ---------------------------------------------------------------------------------

    def end(self, match: Match, ending: Ending, players: str, seed: int) -> None:
        """Note how the game ended."""
        seen, state = self.seen, match.playout.state
        seen.decisions += len(match.decisions)
        last = self.play.turn(state)
        if ending.ended == "over":
            self._look(state, last, -1)
            stop = self.compiled.turns.span[1] - self.compiled.turns.span[0]
            if last > stop:
                self._failed("fault", f"no end: it goes on in game turn {last + 1} of {stop + 1}", match, players, seed)
            seen.results.append(Result(players, seed, self.play.outcome(state).winner, last))
        else:
            self._failed(ending.ended, ending.message, match, players, seed)

    def _failed(self, ended: str, message: str, match: Match, players: str, seed: int) -> None:
        about = self.breach or Breach("")
        made = Failure(ended, message, seed, players, len(match.decisions), about.table, about.number)
        self.seen.failures.append(made)


def breach_of(problem: str) -> Breach:
    """What does not hold, with what it is about where that is known."""
    return problem if isinstance(problem, Breach) else Breach(problem)


def arrivals(compiled: CompiledScenario) -> dict[int, int]:
    """By unit that is due in the scenario: the turn of its first arrival, counted from 0."""
    changes, first = compiled.changes, compiled.turns.span[0]
    found: dict[int, int] = {}
    for unit, kind, turn in zip(changes.unit, changes.kind, changes.turn, strict=True):
        if kind == ARRIVES:
            found.setdefault(unit, turn - first)
    return found


class Asked(tuple[str, ...]):
    """The options in play, which note in ``notes`` what is asked for."""

    notes: set[str]

    @classmethod
    def noting(cls, options: Iterable[str], notes: set[str]) -> Asked:
        """The same options."""
        made = cls(options)
        made.notes = notes
        return made

    def __contains__(self, name: object) -> bool:
        self.notes.add(str(name))
        return super().__contains__(name)

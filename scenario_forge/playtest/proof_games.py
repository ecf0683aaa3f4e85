"""Games of a scenario, played to note what happens in them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.compiler.arrays import ARRIVES
from scenario_forge.simulator.drive import FaultError, Match, drive
from scenario_forge.simulator.play import Breach, with_rules
from scenario_forge.simulator.players import check_names, make_player, player_names
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.drive import Ending
    from scenario_forge.simulator.play import GameOutcome, Play
    from scenario_forge.simulator.runner import DeadGame, Job
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event


MOST = 50_000
"""Decisions after which a game is taken never to end."""
WANTED = ("random", "competent")
"""Players that prove a scenario: one that finds what fails, one that says something about the set-up."""
INSTEAD = "idle"
"""Plays where the rules bring no competent player."""


@dataclass(frozen=True)
class Trial:
    """Trial of a scenario: the number of games by each kind of player against itself, and the first seed."""

    games: int = 2
    seed: int = 1
    players: Sequence[str] = ()
    """Names of players; empty: those that there are of :data:`WANTED`."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""
    most: int = MOST


def trials(trial: Trial, play: Play[Any]) -> list[tuple[str, int]]:
    """Return player and seed of each game, in order."""
    known = player_names(play)
    names = [*check_names(play, trial.players)] or [name for name in WANTED if name in known]
    if not trial.players and len(names) < len(WANTED):
        names.append(INSTEAD)
    return [(name, trial.seed + number) for name in names for number in range(trial.games)]


def open_trial(
    compiled: CompiledScenario, play_of: Callable[[CompiledScenario], Play[Any]], scenario: str, trial: Trial
) -> tuple[Observations, list[tuple[str, int]]]:
    """Return the observations before play, and the games to be played: none where the scenario cannot begin.

    Raises:
        NoSuchPlayer: a player that was named is not there (a LookupError).
    """
    seen = Observations(scenario)
    compiled = replace(compiled, options=NotedOptions.noting(compiled.options, seen.asked))
    try:
        play = play_of(compiled)
        state = play.begin()
        seen.begins = tuple((str(b), b.table, b.number) for b in map(breach_of, play.breaches(state)))
    except Exception as error:
        seen.problem = f"{type(error).__name__}: {error}"
        return seen, []
    if seen.begins:
        return seen, []  # every game would fail at its first event, and say so in worse words
    seen.at_once = at_once(play, len(compiled.keys["sides"]), trial)
    for name in check_names(play, trial.players):
        make_player(name, play, 0, trial.seed)
    return seen, trials(trial, play)


def at_once(play: Play[Any], sides: int, trial: Trial) -> GameOutcome | None:
    """Return how the game ends in its first turn if no side does anything; None if it goes on."""
    match = Match(play, Keyed(trial.seed))
    players = [make_player(INSTEAD, play, side, trial.seed) for side in range(sides)]

    def first(now: Match) -> bool:
        return play.turn(now.playout.state) == 0

    ending = drive(match, players, limit=trial.limit, most=trial.most, seen=first)
    if ending.ended != "over" or play.turn(match.playout.state):
        return None
    return play.outcome(match.playout.state)


def play_one_game(
    compiled: CompiledScenario,
    play_of: Callable[[CompiledScenario], Play[Any]],
    scenario: str,
    trial: Trial,
    who: tuple[str, int],
) -> Observations:
    """Play one game of a player against itself; return what was seen, the same anywhere for one name and seed."""
    name, seed = who
    seen = Observations(scenario)
    compiled = replace(compiled, options=NotedOptions.noting(compiled.options, seen.asked))
    play = play_of(compiled)
    watcher = Watcher(compiled, play, seen)
    watcher.begin()
    match = Match(play, Keyed(seed), watcher.event)
    players = [make_player(name, play, side, seed) for side in range(len(compiled.keys["sides"]))]
    ending = drive(match, players, limit=trial.limit, most=trial.most, seen=watcher.decision)
    watcher.end(match, ending, name, seed)
    return seen


# -- looks on while a game is played ---------------------------------------------------------------


UNSUPPLIED = "unsupplied"
"""The mark of a piece that is out of supply, where a game has such a thing (`simulator/play.py`)."""


class Watcher:
    """Observer of one game after another; notes what is new in :class:`Observations`."""

    def __init__(self, compiled: CompiledScenario, play: Play[Any], seen: Observations) -> None:
        self.compiled, self.play, self.seen = compiled, play, seen
        self.breach: Breach | None = None
        self._turn = (-1, -1)
        self._steps: set[tuple[tuple[int, int], str]] = set()
        self._in_play: set[int] = set()
        self._arrivals = arrivals(compiled)

    def begin(self) -> None:
        """Begin to note a new game."""
        self.breach, self._turn = None, (-1, -1)
        self._steps.clear()

    # -- after each event ------------------------------------------------------------------------

    def event(self, state: State, event: Event) -> None:
        """Check that the invariants still hold.

        Raises:
            FaultError: something does not.
        """
        problem = next(chain(self.play.breaches_by(state, event), self.play.breaches(state)), None)
        if problem is not None:
            self.breach = breach_of(problem)
            raise FaultError(f"after `{event.name}`: {problem}")

    # -- before each decision --------------------------------------------------------------------

    def decision(self, match: Match) -> bool:
        """Note the position at the start of a player turn and the moves open to each unit, then continue the game."""
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
        for worth in self.play.worths(state):
            seen.worths.setdefault((worth.row, worth.side, worth.turn), set()).add(worth.points)

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
    """Return a broken invariant, with what it is about where that is known."""
    return problem if isinstance(problem, Breach) else Breach(problem)


def arrivals(compiled: CompiledScenario) -> dict[int, int]:
    """Return by unit due in the scenario the turn of its first arrival, counted from 0."""
    changes, first = compiled.changes, compiled.turns.span[0]
    found: dict[int, int] = {}
    for unit, kind, turn in zip(changes.unit, changes.kind, changes.turn, strict=True):
        if kind == ARRIVES:
            found.setdefault(unit, turn - first)
    return found


class NotedOptions(tuple[str, ...]):
    """Options in play, which note in ``notes`` every option that the rules ask for."""

    notes: set[str]

    @classmethod
    def noting(cls, options: Iterable[str], notes: set[str]) -> NotedOptions:
        """Return the same options, noting in ``notes`` what is asked for."""
        made = cls(options)
        made.notes = notes
        return made

    def __contains__(self, name: object) -> bool:
        self.notes.add(str(name))
        return super().__contains__(name)


# -- what was seen in the games of one scenario ----------------------------------------------------


@dataclass(frozen=True)
class Failure:
    """A game that ended because the rules, or a player, failed."""

    ended: str
    """``fault`` or ``player``, as in a record; ``died`` where it ended its process."""
    message: str
    seed: int
    players: str
    decisions: int
    table: str = ""
    number: int = -1
    """The row of a compiled table that it is about, where it is about one."""


@dataclass(frozen=True)
class Result:
    """End of a game. Turns are counted from 0; ``winner`` is a side or −1."""

    players: str
    seed: int
    winner: int
    last_turn: int


@dataclass
class Observations:
    """Observations of one scenario's games, for the findings."""

    scenario: str
    begins: tuple[tuple[str, str, int], ...] = ()
    """What the first state breaks: words, table, row."""
    problem: str = ""
    """Why it cannot be played at all."""
    at_once: GameOutcome | None = None
    """How it ends in the first turn if no side does anything; None if it goes on."""
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
    worths: dict[tuple[str, int, int | None], set[int]] = field(default_factory=dict)
    """By id, side and turn of a row of the victory table: the points that it was worth at one moment or another."""
    asked: set[str] = field(default_factory=set)
    """Options that a rule asked for."""
    decisions: int = 0

    def add(self, other: Observations) -> None:
        """Add the observations of another game of the same scenario, as if it had come after these."""
        self.failures += other.failures
        self.results += other.results
        for mine, theirs in ((self.turns, other.turns), (self.hungry, other.hungry)):
            for unit, times in theirs.items():
                mine[unit] = mine.get(unit, 0) + times
        for name in ("movable", "due", "came", "asked"):
            getattr(self, name).update(getattr(other, name))
        for row, found in other.worths.items():
            self.worths.setdefault(row, set()).update(found)
        self.decisions += other.decisions


# -- a game as a value that another process plays ---------------------------------------------------


class TrialGames(NamedTuple):
    """Settings that the games of a scenario by one player share."""

    scenario: str
    compiled: str
    """The scenario, as JSON."""
    trial: Trial
    player: str


def play_elsewhere(job: Job[TrialGames]) -> Observations:
    """Play a game in a process that has nothing but the job; return what was seen.

    Raises:
        LookupError: the rule system is not installed there.
    """
    tried = job.setting
    compiled, system = with_rules(tried.compiled)
    return play_one_game(compiled, system.play, tried.scenario, tried.trial, (tried.player, job.seed))


def observations_of(job: Job[TrialGames], result: Observations | DeadGame) -> Observations:
    """Return the observations of a game, also of one that ended its process."""
    if isinstance(result, Observations):
        return result
    failure = Failure("died", result.message, job.seed, job.setting.player, 0)
    return Observations(job.setting.scenario, failures=[failure])

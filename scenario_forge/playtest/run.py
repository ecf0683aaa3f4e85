"""Many games of some settings: a setting as a value for another machine, its games, and a whole run.

A run plays all its games whatever dies, stops when the verdict is known, and gives the same for any number of workers.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from zlib import crc32

from scenario_forge.playtest.result import DIED, GameResult, TurnResult, changes_text, code_hash, line_of, result_of
from scenario_forge.simulator.drive import Ending, Match, copy_to_last_action, drive, in_words
from scenario_forge.simulator.play import play_of
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.record import Setting, text_of
from scenario_forge.simulator.runner import DeadGame, Job, Runner
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.playtest.result import Store
    from scenario_forge.playtest.statistics import BandTest
    from scenario_forge.simulator.play import CounterInPlay, Play
    from scenario_forge.simulator.players import Player
    from scenario_forge.simulator.runner import Pool
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event

    Key = tuple[int, int]


@dataclass
class Run:
    """Games of some samples, the same seeds in each."""

    samples: Sequence[Sample]
    games: int
    """Of each sample, at most."""
    seed: int
    """Of the first game."""
    pool: Pool
    store: Store | None = None
    seen: Callable[[int, int], None] = lambda _done, _total: None
    """Called as games are done."""
    stop: Callable[[GameResult], bool] | None = None
    """Asked about each game of the first sample, in order, without a gap: whether the games up to it are enough."""
    results: dict[Key, GameResult] = field(default_factory=dict)
    deaths: int = 0
    """Workers that died."""
    records: dict[Key, str] = field(default_factory=dict)
    """Of games that failed in this run."""
    asked: int = 0
    """Games that ``stop`` was asked about."""
    enough: bool = False
    """What it answered last."""

    def play(self) -> list[list[GameResult]]:
        """Return all games, by sample, in order. What is in the store is not played again.

        Raises:
            OtherVersionError: a worker has other packages.
            LookupError: the rule system is not installed on a worker.
            KeyboardInterrupt: what was done until then is in the store.
        """
        self.results = dict(self.store.found) if self.store else {}
        wanted = [Job(sample, number, self.seed + number) for sample in self.samples for number in range(self.games)]
        missing = [job for job in wanted if (job.setting.number, job.number) not in self.results]
        if not self._enough():
            kept = len(wanted) - len(missing)
            runner = Runner(self.pool, play_line, lambda done, _missing: self.seen(kept + done, len(wanted)))
            with closing(runner.results(missing)) as stream:
                for job, result in stream:
                    self._take(job, result)
                    runner.stopped = self._enough()
            self.deaths = runner.deaths
        last = self.asked if self.enough else self.games
        found = [
            [self.results[sample, game] for game in range(last) if (sample, game) in self.results]
            for sample in range(len(self.samples))
        ]
        if self.store:
            self.store.tidy(result for results in found for result in results)
        return found

    def _take(self, job: Job[Sample], result: tuple[str, str] | DeadGame) -> None:
        key = job.setting.number, job.number
        if isinstance(result, DeadGame):
            line, record = line_of(GameResult(*key, job.seed, DIED, result.message)), ""
        else:
            line, record = result
        if record:
            self.records[key] = record
        if self.store:
            if record:
                self.store.keep(f"{job.setting.number}-{job.seed}.json", record)
            self.store.add([line])
        game = result_of(line)
        if game is not None:
            self.results[key] = game

    def _enough(self) -> bool:
        while self.stop is not None and not self.enough and self.asked < self.games:
            game = self.results.get((0, self.asked))
            if game is None:
                break
            self.asked += 1
            self.enough = self.stop(game)
        return self.enough


def stop_when_decided(test: BandTest, win_of: Callable[[GameResult], float | None]) -> Callable[[GameResult], bool]:
    """Return a :attr:`Run.stop`: whether the verdict is known after a game. A game without a count counts as played."""

    def known(game: GameResult) -> bool:
        win = win_of(game)
        return win is not None and test.add(win) != "undecided"

    return known


# -- a setting, and one game of it -----------------------------------------------------------------


OWN = "scenario-forge"


class OtherVersionError(RuntimeError):
    """Refusal of a worker whose packages differ from those of the sender."""


@dataclass(frozen=True)
class Sample:
    """Everything that a worker needs; the folder of the game is not."""

    number: int
    """Which setting of the run."""
    compiled: str
    """The scenario, as JSON."""
    setting: str
    """What a record of it says of what was played, as JSON."""
    players: tuple[str, ...]
    """By side."""
    history: str = "[]"
    """Compiled happenings, as JSON."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""
    code: str = ""
    """Hash of the code that is to play; empty: any."""
    traced: bool = False
    """Note too what lies where after each player turn."""


def play_line(job: Job[Sample]) -> tuple[str, str]:
    """Play one game: return its line of JSON, and its record if it failed, else an empty text.

    Raises:
        OtherVersionError: this machine has another version of a package than the setting names.
        LookupError: the rule system is not installed here.
    """
    check_versions(job.setting)
    result, record = play_game(job)
    return line_of(result), record


def play_game(job: Job[Sample]) -> tuple[GameResult, str]:
    """Play one game: return its result, and its record if it failed; faults of players or rules are results too."""
    sample, number, seed = job
    compiled, play = play_of(sample.compiled)
    trace = Trace(play, compiled) if sample.traced else None
    watch = Watch(play, compiled.hexes, json.loads(sample.history), trace)
    match = Match(play, Keyed(seed), watch)
    watch.open(match.playout.state)
    try:
        players: list[Player] = [make_player(name, play, side, seed) for side, name in enumerate(sample.players)]
    except Exception as error:
        ending = Ending("player", f"a player cannot be made: {type(error).__name__}: {error}"[:MOST_WORDS])
    else:
        ending = drive(match, players, limit=sample.limit)
    if ending.ended == "player":
        match = copy_to_last_action(match)  # whatever the player did to the state, or does yet
    try:
        result = watch.result(sample.number, number, seed, match, ending)
    except Exception as error:
        ending = Ending("fault", f"the game cannot tell how it ended: {in_words(error)}")
        result = watch.result(sample.number, number, seed, match, ending)
    if result.whole:
        return result, ""
    setting = Setting.model_validate_json(sample.setting)
    return result, text_of(match.record(setting, seed, dict(zip(setting.sides, sample.players, strict=True)), ending))


@lru_cache(maxsize=8)
def check_versions(sample: Sample) -> None:
    """Check that a worker has the versions of the sender, since others may play otherwise.

    Raises:
        OtherVersionError: a package is of another version here than the setting says.
    """
    if sample.code and sample.code != code_hash():
        raise OtherVersionError(
            "a worker has other code of the rules or players than there was here when the run began"
        )
    for name, wanted in Setting.model_validate_json(sample.setting).versions.items():
        try:
            here = version(name)
        except PackageNotFoundError:
            here = "0+unknown" if name == OWN else "none"
        if here != wanted:
            raise OtherVersionError(f"{name} is {here} on a worker, and {wanted} here")


# -- looks on while a game is played, and notes how it stands when each player turn is over --------


MOST_WORDS = 300
"""Characters of a message that are kept."""


class Watch:
    """Observer called after each event. ``hexes`` is how many the map has; ``history`` as it was compiled.

    With a ``trace`` it is noted too what lies where.
    """

    def __init__(
        self, play: Play[Any], hexes: int, history: Sequence[Mapping[str, Any]], trace: Trace | None = None
    ) -> None:
        self.play, self.hexes, self.history, self.trace = play, hexes, history, trace
        self.moment: tuple[int, int] | None = None
        self.turns: list[TurnResult] = []
        self.ground = [0] * hexes
        self.start, self.owned, self.lies = "", "", [0] * (hexes + 1)
        self.happened: dict[str, bool] = {}
        self.ever: set[tuple[str, int]] = set()
        self.tolls: Counter[tuple[str, int]] = Counter()
        self.stood: dict[int, tuple[int, int]] = {}
        """By unit: its side, and the place where it was first seen in play."""
        self.went: set[int] = set()
        """Units that were seen in another place since."""

    def open(self, state: State) -> None:
        """Note the state before anything has happened: where units stand; with a trace, all pieces."""
        self._see(state)
        if self.trace is not None:
            self.start, self.owned = self._moved(state), changes_text(self.ground, self._ground(state))

    def __call__(self, state: State, event: Event) -> None:
        """Count the tolls of an event; if it begins a new player turn, note the state after the last one."""
        for toll in self.play.tolls(state, event):
            self.tolls[toll.kind, toll.side] += toll.number
        now = self.play.moment(state)
        if self.moment is None:
            self.moment = now
        elif now != self.moment:
            self.note(state, self.moment)
            self.moment = now

    def note(self, state: State, moment: tuple[int, int]) -> None:
        """Note the state of a game after a player turn."""
        play = self.play
        stands, ground = play.outcome(state), self._ground(state)
        self.turns.append(
            TurnResult(
                *moment,
                stands.winner,
                stands.margin,
                tuple(map(int, play.score(state))),
                tuple(tuple(map(int, values)) for values in play.measures(state).values()),
                tuple(play.holders(state).values()),
                changes_text(self.ground, ground),
                self._moved(state),
            )
        )
        self.ground = ground
        for side, (units, hungry) in enumerate(play.supply_by_side(state)):
            if side == moment[1] or moment[1] < 0:
                self.tolls["turns", side] += units
                self.tolls["hungry", side] += hungry
        self._see(state)
        self._look(state, moment)

    def _see(self, state: State) -> None:
        for piece in self.play.pieces(state):
            if piece.kind == "units":
                first = self.stood.setdefault(piece.number, (piece.side, piece.place))
                if first[1] != piece.place:
                    self.went.add(piece.number)

    def _health(self) -> dict[str, list[int]]:
        """By what reports say of how well sides are played: a number for each side."""
        counts = self.tolls.copy()
        for unit, (side, _place) in self.stood.items():
            counts["units", side] += 1
            counts["unmoved", side] += unit not in self.went
        sides = 1 + max((side for _kind, side in counts), default=-1)
        return {kind: [counts[kind, side] for side in range(sides)] for kind in sorted({kind for kind, _ in counts})}

    def _moved(self, state: State) -> str:
        """Where something else lies than when it was last noted."""
        if self.trace is None:
            return ""
        before, self.lies = self.lies, self.trace(state)
        return changes_text(before, self.lies)

    def _ground(self, state: State) -> list[int]:
        """Who controls each hex; where a game has no such thing, whose counters are in it."""
        held = list(self.play.controls(state))
        if not held:
            held = [0] * self.hexes
            for piece in self.play.pieces(state):
                if 0 <= piece.place < self.hexes and piece.side >= 0:
                    held[piece.place] = piece.side + 1
        return held

    def _look(self, state: State, moment: tuple[int, int]) -> None:
        for happening in self.history:
            name, due = happening["id"], (happening["turn"], happening["side"])
            if name in self.happened or moment > due:
                continue
            found = []
            for number, claim in enumerate(happening["claims"]):
                if moment != due and not claim["ever"]:
                    continue
                true = self.play.claim_holds(state, claim["side"], claim["when"], claim["least"])
                if true and claim["ever"]:
                    self.ever.add((name, number))
                found.append(
                    true or (claim["ever"] and (name, number) in self.ever) or (None if true is None else False)
                )
            if moment == due and None not in found:
                self.happened[name] = all(found)

    def result(self, sample: int, number: int, seed: int, match: Match, ending: Ending) -> GameResult:
        """Return the result of the game."""
        state, log = match.playout.state, match.playout.log
        whole = ending.ended == "over"
        if whole:
            self.note(state, self.play.moment(state))
        stands = self.play.outcome(state) if whole else None
        return GameResult(
            sample=sample,
            number=number,
            seed=seed,
            ended=ending.ended,
            message=ending.message[:MOST_WORDS],
            winner=stands.winner if stands else -1,
            margin=stands.margin if stands else 0,
            level=stands.level if stands else "",
            decisive=bool(stands and stands.decisive),
            decisions=sum(decision.decider >= 0 for decision in log),
            turns=tuple(self.turns),
            measures=tuple(self.play.measures(state)) if whole else (),
            places=tuple(self.play.holders(state)) if whole else (),
            events=dict(sorted(Counter(f"{event.name}|{event.clause}" for event in match.playout.events).items())),
            steps=dict(sorted(Counter(decision.step for decision in log if decision.decider >= 0).items())),
            history=dict(self.happened),
            state=state.hash if whole else "",
            start=self.start,
            owned=self.owned,
            health=self._health(),
        )


# -- what lies in each hex as one number, to tell two games apart hex by hex -----------------------


class Trace:
    """Numbering of hexes by content: equal numbers mean the same counters, in the same strength and face.

    Units are known by side and printed number, so that a row more in a list moves nobody; the last number stands for
    all that is off the map.
    """

    def __init__(self, play: Play[Any], compiled: CompiledScenario) -> None:
        self.play, self.hexes = play, compiled.hexes
        self.units = tuple(zip(compiled.units.side, compiled.units.no, strict=True))

    def __call__(self, state: State) -> list[int]:
        """Return a number for each hex, and one more for what is off the map; 0 where nothing lies."""
        there: dict[int, list[str]] = {}
        for piece in self.play.pieces(state):
            there.setdefault(piece.place if 0 <= piece.place < self.hexes else self.hexes, []).append(self._said(piece))
        return [_number(there[hex_]) if hex_ in there else 0 for hex_ in range(self.hexes + 1)]

    def _said(self, piece: CounterInPlay) -> str:
        known = piece.kind == "units" and 0 <= piece.number < len(self.units)
        # markers of a kind are alike: which of them it is tells nobody anything
        who = self.units[piece.number] if known else ()
        off = min(0, piece.place)
        return repr((piece.kind, who, piece.side, off, piece.strength, sorted(piece.marks)))


def _number(said: list[str]) -> int:
    return crc32("\n".join(sorted(said)).encode("utf-8", "replace")) or 1

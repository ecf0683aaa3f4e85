"""A setting in which many games are played, as a value that can be sent to another machine, and one game of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.playtest.code import code_hash
from scenario_forge.playtest.result import GameResult, line_of
from scenario_forge.playtest.trace import Trace
from scenario_forge.playtest.watch import MOST_WORDS, Watch
from scenario_forge.project.system import find_system
from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Ending, Match, drive, in_words, retraced
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.record import Setting, text_of

if TYPE_CHECKING:
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.players import Player

OWN = "scenario-forge"


class OtherVersionError(RuntimeError):
    """A worker has other packages than whoever sends it games."""


@dataclass(frozen=True)
class Sample:
    """All that a worker needs; the folder of the game is not."""

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
    """Seconds that a player may take for one choice."""
    code: str = ""
    """Hash of the code that is to play; empty: any."""
    traced: bool = False
    """Note too what lies where after each player turn."""


@dataclass(frozen=True)
class Batch:
    """Games that are played one after another: number and seed."""

    sample: Sample
    games: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Done:
    """What came of a batch."""

    lines: tuple[str, ...]
    """A line of JSON a game."""
    records: tuple[tuple[int, str], ...]
    """Number and record of each game that failed."""
    seconds: float


def play_batch(batch: Batch) -> Done:
    """Play the games of a batch; what a player or the rules do wrong is a result too.

    Raises:
        OtherVersionError: this machine has another version of a package than the setting names.
    """
    began = perf_counter()
    must_agree(batch.sample)
    lines, records = [], []
    for number, seed in batch.games:
        result, record = play_game(batch.sample, number, seed)
        lines.append(line_of(result))
        if record:
            records.append((number, record))
    return Done(tuple(lines), tuple(records), perf_counter() - began)


def play_game(sample: Sample, number: int, seed: int) -> tuple[GameResult, str]:
    """One game; its record where it failed, else an empty text."""
    compiled, play = _play_of(sample.compiled)
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
        match = retraced(match)  # whatever the player did to the state, or does yet
    try:
        result = watch.result(sample.number, number, seed, match, ending)
    except Exception as error:
        ending = Ending("fault", f"the game cannot tell how it ended: {in_words(error)}")
        result = watch.result(sample.number, number, seed, match, ending)
    if result.whole:
        return result, ""
    setting = Setting.model_validate_json(sample.setting)
    return result, text_of(match.record(setting, seed, dict(zip(setting.sides, sample.players, strict=True)), ending))


@lru_cache(maxsize=4)
def _play_of(compiled: str) -> tuple[CompiledScenario, Play[Any]]:
    """Set up once a process."""
    scenario = CompiledScenario.from_json(compiled)
    system = find_system(scenario.system)
    if system is None:
        raise OtherVersionError(f"the rule system {scenario.system} is not installed here")
    return scenario, system.play(scenario)


@lru_cache(maxsize=8)
def must_agree(sample: Sample) -> None:
    """Other versions may play otherwise.

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

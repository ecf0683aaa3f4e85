"""Games played up to a date, on several cores, and what each had come to by then."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.project.system import find_system
from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.players import make_player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event

IN_PLAY = "at"
"""Of a unit on the map or in a box; else it is in one of the states of :meth:`Play.gone`."""


@dataclass(frozen=True, slots=True)
class UpTo:
    """Games of a scenario up to a moment, as a value that another process plays."""

    compiled: str
    """The scenario, as JSON."""
    players: tuple[str, ...]
    """By side."""
    moment: tuple[int, int]
    """Game turn, 0 for the scenario's first, and side."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a game had come to. ``units`` are, by number: state, place (−2 − n: the n-th box), strength."""

    seed: int
    ended: str = ""
    """Empty where it came to the moment; else how it ended before: over, player, fault."""
    message: str = ""
    units: tuple[tuple[str, int, int], ...] = ()
    held: tuple[int, ...] = ()
    """By place that victory speaks of: the side that holds it + 1."""


class WorkersDiedError(RuntimeError):
    """A process that played died."""


def play_all(order: UpTo, seeds: Sequence[int], jobs: int | None, seen: Callable[[int], None]) -> list[Reached]:
    """All games, by seed; the same for any number of jobs.

    Args:
        order: what is played.
        seeds: of the games.
        jobs: processes; None: as many as there are cores.
        seen: called with the number of games that are done, as they are.

    Raises:
        WorkersDiedError: a process died.
        KeyboardInterrupt: the person interrupts.
    """
    workers = min(jobs or os.cpu_count() or 1, len(seeds))
    known = find_system(CompiledScenario.from_json(order.compiled).system) is not None
    stream = _on_cores(order, seeds, workers) if workers > 1 and known else (play_up_to(order, s) for s in seeds)
    found = []
    for reached in stream:
        found.append(reached)
        seen(len(found))
    return sorted(found, key=lambda each: each.seed)


def _on_cores(order: UpTo, seeds: Sequence[int], workers: int) -> Iterator[Reached]:
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    from joblib import Parallel, delayed  # noqa: PLC0415 - heavy

    parallel = Parallel(n_jobs=workers, backend="loky", batch_size=1, return_as="generator_unordered")
    try:
        yield from parallel(delayed(play_up_to)(order, seed) for seed in seeds)
    except BrokenProcessPool as error:
        raise WorkersDiedError(str(error).split("\n", 1)[0]) from error


def play_up_to(order: UpTo, seed: int) -> Reached:
    """One game, as far as the moment."""
    play = _play_of(order.compiled)
    there: list[Reached] = []

    def look(state: State, event: Event | None = None) -> None:
        del event
        if not there and play.moment(state) == order.moment:
            there.append(_reached(play, state, seed))

    match = Match(play, Keyed(seed), look)
    look(match.playout.state)
    try:
        players = [make_player(name, play, side, seed) for side, name in enumerate(order.players)]
    except Exception as error:
        return Reached(seed, "player", f"{type(error).__name__}: {error}")
    ending = drive(match, players, limit=order.limit, seen=lambda _match: not there)
    return there[0] if there else Reached(seed, ending.ended, ending.message)


def _reached(play: Play[Any], state: State, seed: int) -> Reached:
    in_play = {piece.number: piece for piece in play.pieces(state) if piece.kind == "units"}
    gone = play.gone(state)
    numbers = range(max([*in_play, *gone], default=-1) + 1)
    units = tuple(
        (IN_PLAY, in_play[n].place, in_play[n].strength) if n in in_play else (gone.get(n, "absent"), -1, 0)
        for n in numbers
    )
    return Reached(seed, units=units, held=tuple(play.held(state).values()))


@lru_cache(maxsize=2)
def _play_of(compiled: str) -> Play[Any]:
    """Set up once a process."""
    scenario = CompiledScenario.from_json(compiled)
    system = find_system(scenario.system)
    if system is None:
        raise LookupError(f"the rule system {scenario.system} is not installed here")
    play: Play[Any] = system.play(scenario)
    return play

"""Games played up to a date, on several cores, and what each had come to by then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.runner import Died, Job, Runner, cores, pool_of, ready

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    """Empty where it came to the moment; else how it ended before: over, player, fault, died."""
    message: str = ""
    units: tuple[tuple[str, int, int], ...] = ()
    held: tuple[int, ...] = ()
    """By place that victory speaks of: the side that holds it + 1."""


def play_all(order: UpTo, seeds: Sequence[int], jobs: int | None, seen: Callable[[int, int], None]) -> list[Reached]:
    """All games, by seed; the same for any number of jobs.

    Args:
        order: what is played.
        seeds: of the games.
        jobs: processes; None: one for each core.
        seen: called as games are done: how many, of how many.

    Raises:
        LookupError: the rule system is not installed.
        KeyboardInterrupt: the person interrupts.
    """
    games = [Job(order, number, seed) for number, seed in enumerate(seeds)]
    with pool_of(min(jobs or cores(), len(games))) as pool:
        results = Runner(pool, play_up_to, seen).results(games, in_order=True)
        return [
            Reached(job.seed, "died", result.message) if isinstance(result, Died) else result for job, result in results
        ]


def play_up_to(job: Job[UpTo]) -> Reached:
    """One game, as far as the moment."""
    order, _number, seed = job
    _compiled, play = ready(order.compiled)
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

"""Plays a scenario's games and notes what is seen in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scenario_forge.proof.seen import Seen
from scenario_forge.proof.watcher import Asked, Watcher, breach_of
from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.players import make_player, player_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.play import Play

MOST = 50_000
"""Decisions after which a game is taken never to end."""
WANTED = ("random", "competent")
"""Players that prove a scenario: one that finds what fails, one that says something about the set-up."""
INSTEAD = "idle"
"""Plays where the rules bring no competent player."""


@dataclass(frozen=True)
class Trial:
    """How a scenario is tried: so many games by each kind of player against itself, seeds from the first on."""

    games: int = 2
    seed: int = 1
    players: Sequence[str] = ()
    """Names of players; empty: those that there are of :data:`WANTED`."""
    limit: float | None = 60.0
    """Seconds that a player may take for one choice."""
    most: int = MOST


def trials(trial: Trial, play: Play[Any]) -> list[tuple[str, int]]:
    """Player and seed of each game, in order."""
    known = player_names(play)
    names = list(trial.players) or [name for name in WANTED if name in known]
    if not trial.players and len(names) < len(WANTED):
        names.append(INSTEAD)
    return [(name, trial.seed + number) for name in names for number in range(trial.games)]


def opened(
    compiled: CompiledScenario, play_of: Callable[[CompiledScenario], Play[Any]], scenario: str, trial: Trial
) -> tuple[Seen, list[tuple[str, int]]]:
    """What shows before anybody plays, and the games to be played: none where the scenario cannot begin.

    Raises:
        NoSuchPlayer: a player that was named is not there (a LookupError).
    """
    seen = Seen(scenario)
    compiled = replace(compiled, options=Asked.noting(compiled.options, seen.asked))
    try:
        play = play_of(compiled)
        state = play.begin()
        seen.begins = tuple((str(b), b.table, b.number) for b in map(breach_of, play.broken(state)))
    except Exception as error:
        seen.problem = f"{type(error).__name__}: {error}"
        return seen, []
    if seen.begins:
        return seen, []  # every game would fail at its first event, and say so in worse words
    for name in trial.players:
        make_player(name, play, 0, trial.seed)
    return seen, trials(trial, play)


def prove(
    compiled: CompiledScenario,
    play_of: Callable[[CompiledScenario], Play[Any]],
    scenario: str,
    trial: Trial,
    after: Callable[[Seen], None] = lambda _seen: None,
) -> Seen:
    """The games of one scenario, one after another.

    Args:
        compiled: the scenario.
        play_of: makes its rules.
        scenario: its id.
        trial: which games.
        after: called with all that was seen so far after each game; what it raises ends the trial.

    Raises:
        NoSuchPlayer: a player that was named is not there (a LookupError).
    """
    seen, games = opened(compiled, play_of, scenario, trial)
    for name, seed in games:
        seen.add(one_game(compiled, play_of, scenario, trial, (name, seed)))
        after(seen)
    return seen


def one_game(
    compiled: CompiledScenario,
    play_of: Callable[[CompiledScenario], Play[Any]],
    scenario: str,
    trial: Trial,
    who: tuple[str, int],
) -> Seen:
    """What is seen in one game of a player against itself, by its name and seed: the same wherever it is played."""
    name, seed = who
    seen = Seen(scenario)
    compiled = replace(compiled, options=Asked.noting(compiled.options, seen.asked))
    play = play_of(compiled)
    watcher = Watcher(compiled, play, seen)
    watcher.begin()
    match = Match(play, Keyed(seed), watcher.event)
    players = [make_player(name, play, side, seed) for side in range(len(compiled.keys["sides"]))]
    ending = drive(match, players, limit=trial.limit, most=trial.most, seen=watcher.decision)
    watcher.end(match, ending, name, seed)
    return seen

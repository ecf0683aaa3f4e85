"""Playing a scenario as often as an answer needs, and seeing which rows of its victory table are attained."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.api.play import prepare, versions_of
from scenario_forge.playtest.code import code_hash
from scenario_forge.playtest.compare import band_of, win_of
from scenario_forge.playtest.pool import Cores, Here
from scenario_forge.playtest.run import Run, until
from scenario_forge.playtest.sample import Sample
from scenario_forge.playtest.sequential import BandTest
from scenario_forge.simulator.players import NoSuchPlayer, player_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.documents.playtest import Target
    from scenario_forge.playtest.result import GameResult
    from scenario_forge.project.game import Game

BEST = "competent"
"""The player that is taken where nothing is said, if a game has it."""


@dataclass(frozen=True)
class Table:
    """How trials are played: the same for all of them, so that they can be held against each other."""

    players: Mapping[str, str] = field(default_factory=dict)
    """By side; where nothing is said those of the target, else `competent`, else `random`."""
    jobs: int | None = None
    """Processes; None: as many as there are cores."""
    limit: float | None = 60.0
    """Seconds that a player may take for one choice."""
    seen: Callable[[int, int], None] = lambda _done, _total: None
    """Called as games are done: how many, of how many at most."""


def play_trial(
    game: Game, scenario: str, games: int, seed: int, table: Table, target: Target | None = None, *, stop: bool = False
) -> tuple[Prepared, list[GameResult]]:
    """Play a scenario; with ``stop`` only until it is known whether the target is met.

    The ``history`` of each game tells by the id of a row whether it was attained when it was looked at; rows of
    stops that a game did not come to are not in it.

    Raises:
        NoSuchScenario, CompileError, NotPlayable: it cannot be played.
        NoSuchPlayer: there is none of that name (a LookupError).
        ValueError: the target band has no inside.
        KeyboardInterrupt: the person interrupts.
    """
    prepared = prepare(game, scenario)
    players = players_at(prepared, table, target)
    setting = prepared.setting.model_copy(update={"versions": versions_of(prepared.setting.system, players)})
    sample = Sample(
        0,
        prepared.compiled.to_json(),
        setting.model_dump_json(),
        players,
        json.dumps(rows_as_claims(prepared.compiled), sort_keys=True),
        table.limit,
        code_hash(),
    )
    jobs = table.jobs or os.cpu_count() or 1
    run = Run([sample], games, seed, Cores(jobs) if jobs > 1 else Here(), seen=table.seen)
    if stop and target is not None:
        band, win = band_of(target), win_of(target, prepared.sides.index(target.side))
        run.stop = until(lambda: BandTest(band), win)
    return prepared, run.play()[0]


def players_at(prepared: Prepared, table: Table, target: Target | None) -> tuple[str, ...]:
    """Who plays, in the order of the sides.

    Raises:
        NoSuchPlayer: there is none of that name.
    """
    known = player_names(prepared.play)
    usual = BEST if BEST in known else "random"
    meant = target.players if target else {}
    found = tuple(table.players.get(side) or meant.get(side) or usual for side in prepared.sides)
    for player in found:
        if player not in known:
            raise NoSuchPlayer(player, known)
    return found


def rows_as_claims(compiled: CompiledScenario) -> list[dict[str, Any]]:
    """The rows of the victory table as happenings that a playtest looks at when their stop comes."""
    first = compiled.turns.span[0]
    return [
        {
            "id": row["id"],
            "text": row["id"],
            "label": "",
            "turn": int(row["turn"]) - int(first),
            "side": row["after"],
            "claims": [{"side": row["side"], "when": row["when"], "least": 1 if row["each"] else None, "ever": False}],
        }
        for row in compiled.objectives
    ]


def attained(games: Sequence[GameResult], row: str) -> tuple[int, int]:
    """In how many games a row was attained, of how many that came to its stop."""
    told = [game.history[row] for game in games if game.whole and row in game.history]
    return sum(told), len(told)

"""``forge fuzz``: random games, to find where the rules fail."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, project, simulator
from scenario_forge.cli import outputs, words
from scenario_forge.cli.display import Meter
from scenario_forge.cli.options import ErrataSet, FirstSeed, GameName, OnlyScenario, open_game, options_of
from scenario_forge.diagnostics.render.report import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.api.proof import Orders, ProofGame
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.fuzz import Finding

_GAMES = 20
SHRINKING = 60.0
"""Seconds that are spent on making one game shorter."""


def fuzz(
    game: GameName,
    scenario: OnlyScenario = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="Number of games; default: 20.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", help="Play for this many minutes instead.")
    ] = None,
    seed: FirstSeed = 1,
    options: Annotated[
        str | None,
        typer.Option(
            "--options", metavar="IDS", help="Optional rules: a,b or none; default: each alone, then all together."
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for games that fail.")] = Path(
        "build/fuzz"
    ),
    errata: ErrataSet = None,
) -> None:
    """Play at random; exit code 0 nothing found, 1 the rules failed, 2 could not be played."""
    if minutes is not None and not minutes > 0:
        words.give_up("--minutes is more than 0")
    loaded = open_game(game, errata)
    orders = api.proof.Orders(loaded, _scenarios(loaded, scenario), seed, options_of(loaded, options))
    hunt = Hunt(orders, output)
    try:
        hunt.run(_until(games, minutes))
    except KeyboardInterrupt:
        hunt.sum_up()
        raise KeyboardInterrupt(words.TOLD) from None
    hunt.sum_up()
    if not hunt.games and hunt.found:
        raise typer.Exit(words.COULD_NOT)
    raise typer.Exit(words.ERRORS if hunt.found else words.CLEAN)


def _scenarios(game: Game, scenario: str | None) -> Sequence[str]:
    if scenario is None:
        return list(project.scenarios.scenarios(game).scenarios) or words.give_up(f"{game.title} has no scenario")
    try:
        return [api.play.scenario_of(game, scenario)]
    except LookupError as error:
        words.give_up(str(error))


def _until(games: int | None, minutes: float | None) -> Callable[[int], bool]:
    """Whether there is another game after so many."""
    ends = time.monotonic() + (minutes or 0) * 60
    most = games if games is not None else _GAMES if minutes is None else None

    def more(played: int) -> bool:
        in_time = minutes is None or time.monotonic() < ends
        return in_time and (most is None or played < most)

    return more


class Hunt:
    """Games one after another; each kind of fault is written, shrunk, written again and told once."""

    def __init__(self, orders: Orders, output: Path) -> None:
        self.orders, self.output = orders, output
        self.found: dict[str, int] = {}
        """How often each kind of fault was met."""
        self.games = self.decisions = 0
        self.line = Meter()
        self._written: set[Path] = set()

    def run(self, more: Callable[[int], bool]) -> None:
        """As long as there is more."""
        for order in self.orders.all():
            if not more(self.games + sum(self.orders.unplayable.values())):
                return
            if order is None:
                self._unplayable()
                continue
            result = simulator.fuzz.fuzz(order.prepared.play, order.seed, order.players)
            self.games += 1
            self.decisions += len((result.match if isinstance(result, simulator.fuzz.Finding) else result).decisions)
            if isinstance(result, simulator.fuzz.Finding):
                self._keep(order, result)
            self._tell(order)

    def _unplayable(self) -> None:
        """A set-up with some options that cannot be played at all; told once."""
        for problem, times in self.orders.unplayable.items():
            if problem not in self.found:
                self.line.hide()
                words.say_error(problem)
            self.found[problem] = times

    def _keep(self, order: ProofGame, finding: Finding) -> None:
        self.found[finding.kind] = self.found.get(finding.kind, 0) + 1
        if self.found[finding.kind] > 1:
            return
        self.line.hide()
        words.say(f"{order}: {finding.ending.message}\n")
        file = self._write(order, finding)  # at once: what follows may be interrupted
        ends = time.monotonic() + SHRINKING
        shortest = simulator.fuzz.shrink(order.prepared.play, finding, order.seed, more=lambda: time.monotonic() < ends)
        self._write(order, shortest)
        before, after = len(finding.match.decisions), len(shortest.match.decisions)
        shown = f"{after} actions" if after == before else f"{after} of {before} actions show it"
        if shortest.ending.message != finding.ending.message:
            words.say(f"  {shortest.ending.message}\n")
        words.say(f"  {shown}; wrote {file}\n")

    def _write(self, order: ProofGame, finding: Finding) -> Path:
        setting = order.prepared.setting
        players = dict(zip(order.prepared.sides, order.players, strict=True))
        record = finding.match.record(setting, order.seed, players, finding.ending)
        file = self._free(f"{setting.game}_{setting.scenario}_{order.seed}")
        outputs.write(file, simulator.record.text_of(record).encode())
        return file

    def _free(self, stem: str) -> Path:
        """A file of that name which is not there, or is of this hunt: what earlier ones found is kept."""
        names = (self.output / f"{stem}{f'_{number}' if number > 1 else ''}.json" for number in count(1))
        file = next(name for name in names if name in self._written or not name.exists())
        self._written.add(file)
        return file

    def _tell(self, order: ProofGame) -> None:
        """How far it is, where somebody watches."""
        self.line.show(self.games, 0, f"{self._so_far()}; last {order}")

    def _so_far(self) -> str:
        of = plural(len(self.orders.scenarios), "scenario")
        played = f"{plural(self.games, 'game')} of {of}, {plural(self.decisions, 'decision')}"
        if self.found:
            kinds = "1 kind" if len(self.found) == 1 else f"{len(self.found)} kinds"
            return f"{played}: {kinds} of fault in {plural(sum(self.found.values()), 'game')}"
        return f"{played}: nothing found"

    def sum_up(self) -> None:
        """What was played and found."""
        self.line.hide()
        words.say(f"{self._so_far()}\n")

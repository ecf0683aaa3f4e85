"""``forge fuzz``: random games, to find where the rules fail."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.drive_fuzz import Finding

_GAMES = 20


def fuzz(
    game: GameName,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", metavar="NAME", help="Only this one.", show_default=False)
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="How many games; 20 if nothing is said.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="M", help="As many games as fit into that time.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the first game; the next has the next.")] = 1,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Where games that fail are written.")
    ] = Path("build/fuzz"),
    errata: ErrataSet = "official",
) -> None:
    """Play at random; exit code 0 nothing found, 1 the rules failed, 2 could not be played."""
    from scenario_forge.cli.play import prepared_for  # noqa: PLC0415

    if minutes is not None and not minutes > 0:
        words.give_up("--minutes is more than 0")
    loaded = words.open_game(game, errata)
    prepared = [prepared_for(loaded, name) for name in _scenarios(loaded, scenario)]
    hunt = Hunt(prepared, seed, output)
    try:
        hunt.run(_until(games, minutes))
    except KeyboardInterrupt:
        hunt.sum_up()
        raise
    hunt.sum_up()
    raise typer.Exit(words.ERRORS if hunt.found else words.CLEAN)


def _scenarios(game: Game, scenario: str | None) -> Sequence[str]:
    from scenario_forge.api.play import scenario_of  # noqa: PLC0415
    from scenario_forge.project.scenarios import scenarios  # noqa: PLC0415

    if scenario is None:
        return list(scenarios(game).scenarios) or words.give_up(f"{game.title} has no scenario")
    try:
        return [scenario_of(game, scenario)]
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
    """Games one after another, scenarios in turn; each kind of fault is shrunk, written and told once."""

    def __init__(self, prepared: Sequence[Prepared], seed: int, output: Path) -> None:
        self.prepared, self.seed, self.output = prepared, seed, output
        self.found: dict[str, int] = {}
        """How often each kind of fault was met."""
        self.games = self.decisions = 0

    def run(self, more: Callable[[int], bool]) -> None:
        """As long as there is more."""
        from scenario_forge.simulator.drive_fuzz import Finding, fuzz  # noqa: PLC0415

        turns = self._turns()
        while more(self.games):
            prepared, seed, names = next(turns)
            result = fuzz(prepared.play, seed, names)
            self.games += 1
            if isinstance(result, Finding):
                self.decisions += len(result.match.decisions)
                self._keep(prepared, seed, names, result)
            else:
                self.decisions += len(result.decisions)

    def _turns(self) -> Iterator[tuple[Prepared, int, list[str]]]:
        """Scenario, seed and players of each game: mostly at random, now and then one side idle."""
        number = 0
        while True:
            prepared = self.prepared[number % len(self.prepared)]
            names = ["random"] * len(prepared.sides)
            if number % 5 == 4:
                names[number // 5 % len(names)] = "idle"
            yield prepared, self.seed + number, names
            number += 1

    def _keep(self, prepared: Prepared, seed: int, names: Sequence[str], finding: Finding) -> None:
        from scenario_forge.simulator.drive_fuzz import shrink  # noqa: PLC0415
        from scenario_forge.simulator.record import text_of  # noqa: PLC0415

        scenario = prepared.setting.scenario
        self.found[finding.kind] = self.found.get(finding.kind, 0) + 1
        if self.found[finding.kind] > 1:
            return
        words.say(f"{scenario}, seed {seed}: {finding.ending.message}\n")
        shortest = shrink(prepared.play, finding, seed)
        players = dict(zip(prepared.sides, names, strict=True))
        record = shortest.match.record(prepared.setting, seed, players, shortest.ending)
        file = self.output / f"{prepared.setting.game}_{scenario}_{seed}.json"
        words.write(file, text_of(record).encode())
        before, after = len(finding.match.decisions), len(shortest.match.decisions)
        shown = f"{after} actions" if after == before else f"{after} of {before} actions show it"
        words.say(f"  {shown}; wrote {file}\n")

    def sum_up(self) -> None:
        """What was played and found."""
        played = f"{self.games} games of {len(self.prepared)} scenarios, {self.decisions} decisions"
        if self.found:
            words.say(f"{played}: {len(self.found)} kinds of fault in {sum(self.found.values())} games\n")
        else:
            words.say(f"{played}: nothing found\n")

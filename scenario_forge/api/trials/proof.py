"""Proof of set-ups by playing them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import find_system
from scenario_forge.playtest.proof import PLY005, Proof, Rows
from scenario_forge.playtest.proof_games import (
    Observations,
    Trial,
    TrialGames,
    observations_of,
    open_trial,
    play_elsewhere,
    play_one_game,
)
from scenario_forge.simulator.players import player_names
from scenario_forge.simulator.runner import Job, Runner, cores, pool_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule
    from scenario_forge.game.game import Game


__all__ = ["Proving", "Trial", "prove_game"]


@dataclass
class Proving:
    """The games played so far, whose findings can be read at any time, also after an interruption."""

    game: Game
    compiled: dict[str, CompiledScenario] = field(default_factory=dict)
    seen: list[Observations] = field(default_factory=list)
    unplayable: list[Diagnostic] = field(default_factory=list)
    """Findings of scenarios that could not be compiled."""

    @property
    def games(self) -> int:
        """The number of games that were played, to their end or not."""
        return sum(len(seen.results) + len(seen.failures) for seen in self.seen)

    def findings(self) -> list[Diagnostic]:
        """Return the findings in order of file and position."""
        whole = {seen.scenario for seen in self.seen} >= set(scenarios(self.game).scenarios)
        return [*self.unplayable, *Proof(self.game, self.compiled, self.seen).findings(whole=whole)]


def prove_game(
    game: Game,
    names: Iterable[str] | None = None,
    trial: Trial | None = None,
    after: Callable[[Proving], None] = lambda _proving: None,
    proving: Proving | None = None,
    jobs: int | None = 1,
) -> Proving:
    """Play scenarios and gather what play shows.

    Args:
        game: with the errata chosen when it was loaded.
        names: of scenarios; None: all of them.
        trial: how many games, by whom, from which seed.
        after: called after each game; what it raises ends the trial, and what was played is in ``proving``.
        proving: where to gather it, if not in a new one.
        jobs: number of processes; None: one for each core. What is shown is the same for any number of them.

    >>> from scenario_forge.api import load_game
    >>> proving = prove_game(load_game("desert-rats", errata="all"), ["beda-fomm"], Trial(games=1, players=["idle"]))
    >>> proving.games, [finding.code.id for finding in proving.findings() if finding.severity.word == "error"]
    (1, [])

    Raises:
        NoSuchPlayer: a player that was named is not there (a LookupError).
    """
    made, wanted = proving if proving is not None else Proving(game), trial or Trial()
    begun = [
        (seen, games)
        for name in (scenarios(game).scenarios if names is None else names)
        for seen, games in _opened(made, name, wanted)
    ]
    with closing(_played(made, begun, wanted, cores() if jobs is None else jobs)) as results:
        for seen, games in begun:
            made.seen.append(seen)
            for _game in games:
                seen.add(next(results))
                after(made)
    return made


Begun = tuple[Observations, "list[tuple[str, int]]"]
"""What shows before anybody plays, and the games to be played."""


def _opened(made: Proving, name: str, trial: Trial) -> Iterator[Begun]:
    """Yield the games of a scenario that can be played; note why another cannot."""
    from scenario_forge.compiler.compile import compile_scenario  # noqa: PLC0415 - brings numpy

    system = made.game.system
    try:
        compiled = compile_scenario(made.game, name)
    except CompileError as error:
        problem = f"it cannot be compiled ({plural(len(error.diagnostics), 'finding')})"
        finding = PLY005.at(Rows(made.game).scenario(name), scenario=name, problem=problem)
        made.unplayable.append(finding.note(error.diagnostics[0].message if error.diagnostics else error.message))
        return
    if system is None or system.play(compiled) is None:
        made.unplayable.append(
            PLY005.at(Rows(made.game).scenario(name), scenario=name, problem="its rules cannot be played")
        )
        return
    made.compiled[name] = compiled
    yield open_trial(compiled, system.play, name, trial)


def _played(made: Proving, begun: list[Begun], trial: Trial, processes: int) -> Generator[Observations, None, None]:
    """Yield the games in order, one after another or several at once."""
    system = made.game.system
    if system is None:
        return
    elsewhere = processes > 1 and find_system(system.id) is not None  # other processes find it by its name
    texts = {name: compiled.to_json() if elsewhere else "" for name, compiled in made.compiled.items()}
    jobs = []
    for seen, games in begun:
        settings = {who: TrialGames(seen.scenario, texts[seen.scenario], trial, who) for who, _seed in games}
        jobs += [Job(settings[who], seed - trial.seed, seed) for who, seed in games]

    def here(job: Job[TrialGames]) -> Observations:
        name = job.setting.scenario
        return play_one_game(made.compiled[name], system.play, name, trial, (job.setting.player, job.seed))

    with pool_of(max(1, min(processes, len(jobs))) if elsewhere else 1) as pool:
        runner = Runner(pool, play_elsewhere if elsewhere else here)
        with closing(runner.results(jobs, in_order=True)) as results:
            for job, result in results:
                yield observations_of(job, result)


# -- which games are played to find where the rules fail -------------------------------------------


_OTHERS = ("idle", "competent")
"""Players that now and then take the place of a random one."""
_READY = 24
"""Scenarios with options that are kept ready."""


@dataclass(frozen=True)
class ProofGame:
    """A game of a proof, ready to be played: scenario, seed and players."""

    prepared: Prepared
    seed: int
    players: Sequence[str]

    def __str__(self) -> str:
        setting = self.prepared.setting
        options = f" with {', '.join(setting.options)}" if setting.options else ""
        return f"{setting.scenario}{options}, seed {self.seed}, {' against '.join(self.players)}"


class RandomGames:
    """Endless random trials, reproducible by seed."""

    def __init__(self, game: Game, names: Sequence[str], seed: int = 1, options: Sequence[str] | None = None) -> None:
        self.game, self.scenarios, self.seed = game, names, seed
        self.options = options
        self.unplayable: dict[str, int] = {}
        """How often a set-up with some options could not be played, by what is wrong."""
        self._ready: dict[tuple[str, tuple[str, ...]], Prepared] = {}
        self._why: dict[tuple[str, tuple[str, ...]], str] = {}

    def all(self) -> Iterator[ProofGame | None]:
        """Yield the games; None for one that cannot be played: ``unplayable`` says why."""
        number = 0
        while True:
            name = self.scenarios[number % len(self.scenarios)]
            sets = self.sets(name)
            # each scenario goes on by one from round to round, and does not begin where the one before it does
            turn, place = divmod(number, len(self.scenarios))
            prepared = self._prepared(name, sets[(turn + place) % len(sets)])
            number += 1
            if prepared is None:
                yield None
            else:
                yield ProofGame(prepared, self.seed + number - 1, self._players(prepared, number - 1))

    def sets(self, scenario: str) -> list[tuple[str, ...]]:
        """Return the sets of options to play: the scenario's own, none, each alone with what it needs, all together."""
        if self.options is not None:
            return [tuple(self.options)]
        found = scenarios(self.game).scenarios.get(scenario)
        own = tuple(found.document.options) if found else ()
        rows = {o.id: o for document, _ in self.game.documents("options", OptionsDocument) for o in document.options}
        together: list[str] = []
        for row in rows.values():
            if not set(row.excludes) & set(together) and not any(row.id in rows[o].excludes for o in together):
                together.append(row.id)
        sets = [own, (), *(_with_needed(rows, row.id) for row in rows.values()), tuple(together)]
        return list(dict.fromkeys(tuple(sorted(one)) for one in sets))

    def _prepared(self, name: str, options: tuple[str, ...]) -> Prepared | None:
        key = (name, options)
        if key not in self._ready and key not in self._why:
            if len(self._ready) >= _READY:
                self._ready.clear()
            try:
                self._ready[key] = prepare(self.game, name, options)
            except (CompileError, NotPlayable) as error:
                self._why[key] = f"{name} with {', '.join(options) or 'no options'} cannot be played: {error}"
        if key in self._why:
            self.unplayable[self._why[key]] = self.unplayable.get(self._why[key], 0) + 1
            return None
        return self._ready[key]

    def _players(self, prepared: Prepared, number: int) -> list[str]:
        """Return the players: mostly random; now and then one side by another player, or all of them."""
        sides = len(prepared.sides)
        known = player_names(prepared.play)
        others = [name for name in _OTHERS if name in known]
        names = ["random"] * sides
        if number % 4 == 3 and others:
            other = others[number // 4 % len(others)]
            who = number // (4 * len(others)) % (sides + 1)
            names = [other] * sides if who == sides else [*names[:who], other, *names[who + 1 :]]
        return names


def _with_needed(rows: dict[str, OptionRule], option: str) -> tuple[str, ...]:
    """Return an option with those that it requires."""
    waiting, found = [option], set[str]()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += rows[one].requires if one in rows else []
    return tuple(found)

"""Proving set-ups by playing them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.catalogue import ply
from scenario_forge.diagnostics.render.summary import plural
from scenario_forge.project.scenarios import scenarios
from scenario_forge.proof.cores import Job, elsewhere, played
from scenario_forge.proof.findings import Proof
from scenario_forge.proof.games import Trial, one_game, opened
from scenario_forge.proof.rows import Rows
from scenario_forge.proof.seen import Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

__all__ = ["Proving", "Trial", "prove_game"]


@dataclass
class Proving:
    """What has been played so far; asked for its findings at any time, also when it was interrupted."""

    game: Game
    compiled: dict[str, CompiledScenario] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    unplayable: list[Diagnostic] = field(default_factory=list)
    """Findings of scenarios that could not be compiled."""

    @property
    def games(self) -> int:
        """Games that were played, to their end or not."""
        return sum(len(seen.results) + len(seen.failures) for seen in self.seen)

    def findings(self) -> list[Diagnostic]:
        """In order of file and position."""
        whole = {seen.scenario for seen in self.seen} >= set(scenarios(self.game).scenarios)
        return [*self.unplayable, *Proof(self.game, self.compiled, self.seen).findings(whole=whole)]


def prove_game(
    game: Game,
    names: Iterable[str] | None = None,
    trial: Trial | None = None,
    after: Callable[[Proving], None] = lambda _proving: None,
    proving: Proving | None = None,
    jobs: int = 1,
) -> Proving:
    """Play scenarios and gather what it shows.

    Args:
        game: with the errata chosen when it was loaded.
        names: of scenarios; None: all of them.
        trial: how many games, by whom, from which seed.
        after: called after each game; what it raises ends the trial, and what was played is in ``proving``.
        proving: where to gather it, if not in a new one.
        jobs: processes in which games are played; what is shown is the same for any number of them.

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
    with closing(_played(made, begun, wanted, jobs)) as results:
        for seen, games in begun:
            made.seen.append(seen)
            for _game in games:
                seen.add(next(results))
                after(made)
    return made


Begun = tuple[Seen, "list[tuple[str, int]]"]
"""What shows before anybody plays, and the games to be played."""


def _opened(made: Proving, name: str, trial: Trial) -> Iterator[Begun]:
    """A scenario that can be played; why it cannot is noted."""
    from scenario_forge.compiler.compile import compile_scenario  # noqa: PLC0415 - brings numpy

    system = made.game.system
    try:
        compiled = compile_scenario(made.game, name)
    except CompileError as error:
        problem = f"it cannot be compiled ({plural(len(error.diagnostics), 'finding')})"
        finding = ply.PLY005.at(Rows(made.game).scenario(name), scenario=name, problem=problem)
        made.unplayable.append(finding.note(error.diagnostics[0].message if error.diagnostics else error.message))
        return
    if system is None or system.play(compiled) is None:
        made.unplayable.append(
            ply.PLY005.at(Rows(made.game).scenario(name), scenario=name, problem="its rules cannot be played")
        )
        return
    made.compiled[name] = compiled
    yield opened(compiled, system.play, name, trial)


def _played(made: Proving, begun: list[Begun], trial: Trial, jobs: int) -> Generator[Seen, None, None]:
    """The games in order, one after another or several at once."""
    system = made.game.system
    every = [(seen.scenario, who) for seen, games in begun for who in games]
    if system is None:
        return
    if min(jobs, len(every)) > 1 and elsewhere(system.id):
        texts = {name: compiled.to_json() for name, compiled in made.compiled.items()}
        yield from played([Job(name, texts[name], trial, who) for name, who in every], min(jobs, len(every)))
        return
    for name, who in every:
        yield one_game(made.compiled[name], system.play, name, trial, who)

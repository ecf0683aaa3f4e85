"""Every component of a game as files: which there are, and how they are made one after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.printing.brief import COMPONENTS, Brief, Job, Made, jobs_of
from scenario_forge.printing.codes import PRT001
from scenario_forge.printing.fonts import coverage, missing
from scenario_forge.printing.lint import confusable_nations, sides_too_near
from scenario_forge.printing.profile import DEFAULT, PAPERS, find_profile
from scenario_forge.printing.typeset import typeset_source
from scenario_forge.project.place import Where
from scenario_forge.project.scenarios import scenarios
from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.reading.folder import GameFile
    from scenario_forge.source.nodes import Node, Path


@dataclass
class Rendered:
    """Files by name, and what could not be printed as it is written."""

    files: dict[str, bytes] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def find(self, findings: Iterable[Diagnostic]) -> None:
        """Keep findings, each once."""
        self.diagnostics += [d for d in findings if d not in self.diagnostics]


def components(game: Game) -> list[str]:
    """The names of the components that can be printed: the core's, then the rule system's."""
    return [*COMPONENTS, *(game.system.printables() if game.system else ())]


def render(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str | None = None,
    profile: str = DEFAULT,
    *,
    flawed: bool = False,
) -> dict[str, bytes]:
    """The printed components by file name; see :func:`render_all`."""
    return render_all(game, scenario, only, paper, profile, flawed=flawed).files


def render_all(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str | None = None,
    profile: str = DEFAULT,
    *,
    flawed: bool = False,
) -> Rendered:
    """Print what can be printed; a scenario whose set-up is open is left out and its errors reported.

    Args:
        game: linked, with the errata chosen when it was loaded.
        scenario: one scenario; None: all.
        only: names of :func:`components`; None: all.
        paper: a name of `PAPERS`; None: the profile's.
        profile: a print profile of ours or the game's.
        flawed: say at the foot of each page that the game has errors.

    Raises:
        NoSuchScenario: the game has none of that name.
        LookupError: there is no such profile.
        ValueError: there is no such component or paper.
    """
    made = Rendered()
    chosen, findings = find_profile(game, profile)
    made.find(findings)
    if paper is not None and paper not in PAPERS:
        raise ValueError(f"there is no paper `{paper}`; there are {', '.join(PAPERS)}")
    brief = Brief(game, chosen.on(paper) if paper else chosen, flawed)
    made.find(game_findings(brief))
    for job in all_jobs(brief, scenario, only):
        try:
            printed = job.make()
        except NoSuchScenario:
            raise
        except CompileError as error:
            made.find(error.diagnostics)
            continue
        made.files[f"{job.file}.pdf"] = printed.pdf
        made.find(printed.findings)
    return made


def game_findings(brief: Brief) -> list[Diagnostic]:
    """What does not depend on a component: letters that no font has, sides that look alike."""
    return [*missing_glyphs(brief.game), *confusable_nations(brief), *sides_too_near(brief)]


def all_jobs(brief: Brief, scenario: str | None = None, only: Iterable[str] | None = None) -> Iterator[Job]:
    """The documents of the components wanted, in the order of the box.

    Raises:
        NoSuchScenario: the game has none of that name.
        ValueError: there is no such component.
    """
    chosen = chosen_scenarios(brief.game, scenario)
    for name in wanted_components(brief.game, only):
        yield from component_jobs(name, brief, chosen)


def wanted_components(game: Game, only: Iterable[str] | None) -> list[str]:
    """The components asked for, in the order of the box; None: all.

    Raises:
        ValueError: there is no such component.
    """
    there = components(game)
    wanted = there if only is None else list(only)
    for name in wanted:
        if name not in there:
            raise ValueError(f"there is no component `{name}`; there are {', '.join(there)}")
    return [name for name in there if name in wanted]


def chosen_scenarios(game: Game, scenario: str | None) -> list[str]:
    """The one scenario, or all.

    Raises:
        NoSuchScenario: the game has none of that name.
    """
    known = list(scenarios(game).scenarios)
    if scenario is not None and scenario not in known:
        plan(game, scenario)
    return known if scenario is None else [scenario]


def component_jobs(name: str, brief: Brief, chosen: Seq[str]) -> Iterator[Job]:
    """The documents of one component, ours or the rule system's."""
    yield from jobs_of(name, brief, chosen) if name in COMPONENTS else _own(name, brief, chosen)


def _own(name: str, brief: Brief, chosen: Seq[str]) -> Iterator[Job]:
    """A component of the rule system, once for each scenario."""
    for scenario in chosen:
        title = f"{scenario}, {name}"
        yield Job(name, brief.file(name, scenario), title, partial(_make_own, name, brief, scenario))


def _make_own(name: str, brief: Brief, scenario: str) -> Made:
    game = brief.game
    planned = plan(game, scenario)
    source = game.system.printables()[name](game, scenario) if game.system else ""
    return Made(typeset_source(source, brief.page(f"{game.title}: {planned.scenario.document.title}, {name}")))


# -- which printed texts hold characters that no shipped font has ----------------------------------


_NOT_PRINTED = frozenset({"provenance", "suppress", "aliases", "recognise"})
"""Keys whose texts stand in the files only."""
_NO_COMPONENT = frozenset({"profiles"})
"""Kinds of document that nothing is printed of."""


def missing_glyphs(game: Game) -> list[Diagnostic]:
    """A warning at each text of the game that cannot be printed whole, in order of file and position."""
    language = game.about.language if game.about else "en"
    found = []
    for file in game.files.values():
        foreign = file.kind.name == "words" and file.stem != language
        if file.root is None or foreign or file.kind.name in _NO_COMPONENT:
            continue
        if file.patched or not coverage().issuperset(map(ord, file.source.text)):
            found += [_finding(Where(file, path), letters) for path, letters in _lacking(file)]
    return found


def _lacking(file: GameFile) -> Iterator[tuple[Path, list[str]]]:
    waiting: list[tuple[Node, Path]] = [(file.root, ())] if file.root else []
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [(node.values[key], (*path, key)) for key in reversed(node.values) if key not in _NOT_PRINTED]
        elif isinstance(node, Sequence):
            waiting += [(item, (*path, number)) for number, item in reversed(list(enumerate(node.items)))]
        elif isinstance(node, Scalar) and isinstance(node.data, str) and (letters := missing(node.data)):
            yield path, letters


def _finding(where: Where, letters: list[str]) -> Diagnostic:
    named = ", ".join(f"`{letter}`" for letter in letters[:8]) + (" …" if len(letters) > 8 else "")
    return PRT001.at(where, letters=named, them="it" if len(letters) == 1 else "them")

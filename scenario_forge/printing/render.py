"""Components of a game as files: which there are, and how they are made one after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from scenario_forge.checks.glyphs import missing_glyphs
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.kinds import KINDS
from scenario_forge.game.game import differ
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import COMPONENTS, INPUTS, ON_REQUEST, Brief, Job, PrintedDocument, jobs_of
from scenario_forge.printing.build_manifest import ALWAYS, digest
from scenario_forge.printing.lint import confusable_nations, sides_too_near
from scenario_forge.printing.profile import DEFAULT, PAPERS, find_profile
from scenario_forge.printing.typeset import identity, typeset_source
from scenario_forge.source.comments import apply_suppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game


@dataclass
class RenderedFiles:
    """Printed files by name, and findings on what could not be printed as written."""

    files: dict[str, bytes] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def add_findings(self, findings: Iterable[Diagnostic]) -> None:
        """Add findings that are not listed yet."""
        self.diagnostics += [d for d in findings if d not in self.diagnostics]


def components(game: Game) -> list[str]:
    """Return the names of the components that can be printed: the core's, then the rule system's."""
    return [*COMPONENTS, *(game.system.printables() if game.system else ())]


def render_all(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str | None = None,
    profile: str = DEFAULT,
    *,
    flawed: bool = False,
) -> RenderedFiles:
    """Print everything that can be printed; skip a scenario whose set-up is open, and report its errors.

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
    made = RenderedFiles()
    chosen, findings = find_profile(game, profile)
    made.add_findings(findings)
    if paper is not None and paper not in PAPERS:
        raise ValueError(f"there is no paper `{paper}`; there are {', '.join(PAPERS)}")
    brief = Brief(game, chosen.on(paper) if paper else chosen, flawed)
    made.add_findings(game_findings(brief))
    for job in all_jobs(brief, scenario, only):
        try:
            printed = job.make()
        except NoSuchScenario:
            raise
        except CompileError as error:
            made.add_findings(error.diagnostics)
            continue
        made.files[f"{job.file}.pdf"] = printed.pdf
        made.add_findings(printed.findings)
    return made


def game_findings(brief: Brief) -> list[Diagnostic]:
    """Return findings that depend on no component and are not suppressed: letters without a font, sides alike."""
    found = [*missing_glyphs(brief.game), *confusable_nations(brief), *sides_too_near(brief)]
    sources = [file.source for file in brief.game.files.values()]
    # what is wrong with the suppressions themselves, `forge check` says: it sees all findings
    return [each for each in apply_suppressions(found, sources, complete=False) if each in found]


def all_jobs(brief: Brief, scenario: str | None = None, only: Iterable[str] | None = None) -> Iterator[Job]:
    """Yield the documents of the components wanted, in box order.

    Raises:
        NoSuchScenario: the game has none of that name.
        ValueError: there is no such component.
    """
    chosen = chosen_scenarios(brief.game, scenario)
    for name in wanted_components(brief.game, only):
        yield from component_jobs(name, brief, chosen)


def wanted_components(game: Game, only: Iterable[str] | None) -> list[str]:
    """Return the components asked for, in box order; None: all of the box.

    Raises:
        ValueError: there is no such component.
    """
    there = components(game)
    wanted = [name for name in there if name not in ON_REQUEST] if only is None else list(only)
    for name in wanted:
        if name not in there:
            raise ValueError(f"there is no component `{name}`; there are {', '.join(there)}")
    return [name for name in there if name in wanted]


def chosen_scenarios(game: Game, scenario: str | None) -> list[str]:
    """Return the one scenario, or all.

    Raises:
        NoSuchScenario: the game has none of that name.
    """
    known = list(scenarios(game).scenarios)
    if scenario is not None and scenario not in known:
        plan(game, scenario)
    return known if scenario is None else [scenario]


def component_jobs(name: str, brief: Brief, chosen: Seq[str]) -> Iterator[Job]:
    """Yield the documents of one component, ours or the rule system's."""
    yield from jobs_of(name, brief, chosen) if name in COMPONENTS else _own(name, brief, chosen)


def _own(name: str, brief: Brief, chosen: Seq[str]) -> Iterator[Job]:
    """A component of the rule system, once for each scenario."""
    for scenario in chosen:
        title = f"{scenario}, {name}"
        yield Job(name, brief.file(name, scenario), title, partial(_make_own, name, brief, scenario))


def _make_own(name: str, brief: Brief, scenario: str) -> PrintedDocument:
    game = brief.game
    planned = plan(game, scenario)
    source = game.system.printables()[name](game, scenario) if game.system else ""
    return PrintedDocument(
        typeset_source(source, brief.page(f"{game.title}: {planned.scenario.document.title}, {name}"))
    )


# -- which documents come out otherwise between two states of a game: what is to be printed again --


@dataclass(frozen=True)
class Reprint:
    """A document that differs between two states. It is typeset only when `before` or `after` is read."""

    old: Job | None
    new: Job | None
    was: str | None
    """Digest of what goes into the earlier document (:func:`identity`), or of its excerpt if that differs already. None
    where there was no document, or errors left nothing to print."""
    now: str | None

    @property
    def job(self) -> Job:
        """Component, title and file: those of the later state, if it has the document."""
        job = self.new or self.old
        assert job is not None  # noqa: S101 - one of the two states has the document
        return job

    @cached_property
    def before(self) -> PrintedDocument | None:
        """Earlier document; None where it is new, or was impossible."""
        return _made_of(self.old)

    @cached_property
    def after(self) -> PrintedDocument | None:
        """Later document; None where it is gone."""
        return _made_of(self.new)


def reprints(
    before: Brief,
    after: Brief,
    only: Iterable[str] | None = None,
    tell: Callable[[str], None] | None = None,
    leave_out: Callable[[Job], bool] = lambda _job: False,
) -> list[Reprint]:
    """Return the documents that differ, in box order.

    A document is looked at only if something that it is made from has changed (:data:`INPUTS`, or what was read to
    draw the later one), and differs where something else goes into it: its texts, its drawings, its layout. The foot
    of a page names the later state's set of errata in both.

    Args:
        before: a game, linked, and how it is printed; its errata label becomes that of the later state.
        after: the later state, printed the same way.
        only: components; None: all.
        tell: called with the title of each document before it is looked at.
        leave_out: whether to skip a document.
    """
    align_errata_label(before.game, after.game)
    found: list[Reprint] = []
    for name in wanted_components(after.game, only):
        if not may_differ(before.game, after.game, name):
            continue
        old = _jobs_by_file(before, name)
        with after.game.recording() as listed:  # what a component has drawn already to know its documents
            new = _jobs_by_file(after, name)
        for file in dict.fromkeys((*new, *old)):
            job = new.get(file) or old[file]
            if leave_out(job):
                continue
            if tell:
                tell(job.title)
            document = _compared((before.game, after.game), old.get(file), new.get(file), listed)
            if document.was != document.now:
                found.append(document)
    return found


def may_differ(before: Game, after: Game, component: str) -> bool:
    """Return whether documents of a component can differ between two states, as far as is known without drawing."""
    if component not in INPUTS:
        return True
    common = {kind.name for kind in KINDS}
    own = {file.kind.name for file in after.read.values()} - common
    return differ(before, after, {*INPUTS[component], *own, *ALWAYS})


def align_errata_label(before: Game, after: Game) -> None:
    """Give the earlier game the later one's errata label, so that the label alone makes no difference."""
    before.errata = after.errata
    before.forget("errata")


def _jobs_by_file(brief: Brief, name: str) -> dict[str, Job]:
    try:
        return {job.file: job for job in component_jobs(name, brief, chosen_scenarios(brief.game, None))}
    except CompileError:
        return {}


def _compared(games: tuple[Game, Game], old: Job | None, new: Job | None, listed: Collection[str]) -> Reprint:
    before, after = games
    excerpts = (_excerpt(old), _excerpt(new))
    if None not in excerpts and excerpts[0] != excerpts[1]:
        return Reprint(old, new, *excerpts)
    with after.recording() as reads:
        now = _identity(new)
    if old and new and not differ(before, after, {*reads, *listed, *ALWAYS}):
        return Reprint(old, new, now, now)
    return Reprint(old, new, _identity(old), now)


def _excerpt(job: Job | None) -> str | None:
    """The digest of the part of a document that is known without drawing; None where there is none."""
    try:
        part = job.excerpt() if job else None
    except CompileError:
        return None
    return digest(part) if part is not None else None


def _identity(job: Job | None) -> str | None:
    """What goes into a document; None where there is none or errors leave nothing to print."""
    try:
        return identity(job.make) if job else None
    except CompileError:
        return None


def _made_of(job: Job | None) -> PrintedDocument | None:
    try:
        return job.make() if job else None
    except CompileError:
        return None

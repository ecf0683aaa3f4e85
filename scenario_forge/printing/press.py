"""The press: runs the jobs of a game into a folder, each only if its inputs have changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing import start_here
from scenario_forge.printing.brief import ON_REQUEST, Brief, Job, safe_name
from scenario_forge.printing.build_manifest import (
    NAME,
    START,
    BuildOutcome,
    ComponentListing,
    DocumentEntry,
    ListedDocument,
    Manifest,
    Progress,
    Remarks,
    Variant,
    base_of,
    digest,
    pdf_path,
    previews_key,
    unchanged,
    versions,
)
from scenario_forge.printing.home.bundles import bundles, lost_documents, write_bundles
from scenario_forge.printing.home.ink import ink_of
from scenario_forge.printing.lint import with_page_findings
from scenario_forge.printing.output_folder import as_data, finding_of
from scenario_forge.printing.pdf import previews
from scenario_forge.printing.profile import DEFAULT, PAPERS, find_profile
from scenario_forge.printing.render import (
    chosen_scenarios,
    component_jobs,
    components,
    game_findings,
    wanted_components,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import PrintedDocument
    from scenario_forge.printing.build_manifest import Order
    from scenario_forge.printing.home.bundles import Bundle
    from scenario_forge.printing.output_folder import OutputFolder


@dataclass
class Task:
    """A document to be made, and the variants that it belongs to."""

    job: Job
    brief: Brief
    variants: list[Variant]
    reads: set[str]
    """What was read so far for its component: whatever the brief keeps, it may have from there."""


class Press:
    """One build. The caller locks the folder."""

    def __init__(
        self, folder: OutputFolder, game: Game, order: Order, tell: Callable[[Progress], None] | None = None
    ) -> None:
        self.folder, self.game, self.order = folder, game, order
        self.tell = tell or (lambda _progress: None)
        self.manifest = Manifest.of(folder.read(NAME), game.id)
        self.outcome = BuildOutcome()
        self.scenarios = chosen_scenarios(game, order.scenario)
        self.wanted = wanted_components(game, order.only)
        self.profile, self.complaints = find_profile(game, order.profile, order.printer)
        papers = order.papers or (self.profile.paper.name,)
        self.variants = [Variant(paper=p, profile=order.profile, errata=game.errata) for p in dict.fromkeys(papers)]
        self._codes = all_codes(game.system.codes() if game.system else ())
        self._bases: dict[str, str] = {}
        self._drawings: dict[str, str] = {}
        self.listed: list[str] = []
        """Components whose documents are all known."""
        self._saved = self.manifest.data()

    def run(self) -> BuildOutcome:
        """Make missing documents, remove outdated ones, and return what was done.

        Raises:
            CannotWrite: a file could not be written; what was made before it is there and known.
        """
        self.outcome.add_findings(self.complaints)
        self.outcome.add_findings(remarks(self.manifest, self.brief(self.variants[0].paper), self._codes))
        tasks = self.tasks()
        total = len(tasks) + len(self.variants)
        for number, task in enumerate(tasks.values()):
            self.tell(Progress(number, total, task.job.component, task.job.title))
            self._do(task)
        self.outcome.removed += drop_outdated(self, tasks)
        for lost in lost_documents(self.folder, self.manifest, tasks):
            self.outcome.removed += self.forget(lost)
        for number, variant in enumerate(self.variants, start=len(tasks)):
            self.tell(Progress(number, total, "start-here", variant.paper))
            self._start_here(variant)
        self._bundles()
        self.save()
        return self.outcome

    def tasks(self) -> dict[str, Task]:
        """Return the documents asked for, by file, in box order."""
        found: dict[str, Task] = {}
        for name in self.wanted:
            complete = True
            for variant in self.variants:
                complete &= self._list(name, variant, found)
            if complete:
                self.listed.append(name)
        return found

    def brief(self, paper: str) -> Brief:
        """Return a brief for a paper. A new one for each component: what it caches was read for that one."""
        order = self.order
        return Brief(self.game, self.profile.on(paper), order.flawed, order.for_scenario, order.verdicts)

    def in_order(self) -> list[DocumentEntry]:
        """Return all documents: reports first, then in box order."""
        order = {name: number for number, name in enumerate(components(self.game))}
        return sorted(self.manifest.entries.values(), key=lambda entry: order.get(entry.component, -1))

    def findings(self) -> list[Diagnostic]:
        """Return the findings on all documents in the folder, and all others of this build."""
        found = list(self.outcome.findings)
        for entry in self.in_order():
            found += self._read_findings(entry) or []
        return list(dict.fromkeys(found))

    def save(self) -> None:
        """Write the manifest, if it has changed."""
        data = self.manifest.data()
        if data != self._saved or not self.folder.read(NAME):
            self.folder.write(NAME, data)
            self._saved = data

    # -- listing -------------------------------------------------------------------------------

    def _list(self, name: str, variant: Variant, found: dict[str, Task]) -> bool:
        brief = self.brief(variant.paper)
        try:
            jobs, reads = jobs_of(self.manifest, brief, name, self.scenarios, self._brief_base(variant.paper))
        except NoSuchScenario:
            raise
        except CompileError as error:
            self.outcome.add_findings(error.diagnostics)
            self.outcome.failed.append(name)
            return False
        for job in jobs:
            known = found.setdefault(job.file, Task(job, brief, [], reads))
            known.variants.append(variant)
        return True

    # -- one document --------------------------------------------------------------------------

    def _do(self, task: Task) -> None:
        entry = self.manifest.entries.get(task.job.file)
        findings = self._known(entry, task) if entry else None
        if entry and findings is not None:
            task.reads |= set(entry.reads)
            entry = self._widened(entry, task)
            self.outcome.kept.append(entry.file)
        else:
            made = self._make(task)
            if made is None:
                return
            entry = self._store(task, *made)
            findings = made[0].findings
            self.outcome.made.append(entry.file)
        self._claim(entry)
        self.outcome.add_findings(findings)
        entry = self._pictured(entry)
        self.outcome.entries.append(entry)
        if self.manifest.entries.get(entry.file) != entry:
            self._replace(entry)

    def _known(self, entry: DocumentEntry, task: Task) -> list[Diagnostic] | None:
        """The findings of a document that is as it should be; None if it must be made."""
        right = (
            entry.made_on in PAPERS
            and entry.base == self._base(task.job, entry.made_on)
            and unchanged(self.game, entry.reads)
            and self.folder.has(entry.files)
        )
        return self._read_findings(entry) if right else None

    def _read_findings(self, entry: DocumentEntry) -> list[Diagnostic] | None:
        try:
            return [finding_of(data, self._codes) for data in entry.findings]
        except (LookupError, TypeError, ValueError):
            return None

    def _base(self, job: Job, paper: str, *others: str) -> str:
        asked = self.scenarios if self.order.for_scenario else []
        if job.component in ON_REQUEST:
            others += tuple(f"{name} {said}" for name, lines in self.order.verdicts.items() for said in lines)
        return digest([self._brief_base(paper), job.component, job.file, job.title, asked, others])

    def _brief_base(self, paper: str) -> str:
        if paper not in self._bases:
            self._bases[paper] = base_of(self.brief(paper))
        return self._bases[paper]

    def _make(self, task: Task) -> tuple[PrintedDocument, list[tuple[float, float]]] | None:
        with self.game.recording() as reads:
            try:
                made = task.job.make()
            except NoSuchScenario:
                raise
            except CompileError as error:
                self.outcome.add_findings(error.diagnostics)
                self.outcome.failed.append(task.job.title)
                self.outcome.removed += self.forget(task.job.file)
                return None
        task.reads |= reads
        path = pdf_path(task.job.component, task.job.file)
        return with_page_findings(made, path, task.brief.paper)

    def _store(
        self, task: Task, made: PrintedDocument, pages: list[tuple[float, float]], *others: str
    ) -> DocumentEntry:
        """Write the files of a document, and only then enter it in the manifest."""
        job, paper = task.job, task.brief.paper.name
        path = pdf_path(job.component, job.file)
        files = {path: self.folder.write(path, made.pdf)}
        for name, drawing in made.svgs.items():
            path = drawing_path(job, name, self.order, self.game.errata)
            if self._drawings.get(path, job.file) == job.file:
                files[path] = self.folder.write(path, drawing.encode())
        before = self.manifest.entries.get(job.file)
        kept = [v for v in before.variants if v.differs_in_paper_only(self.variants[0])] if before else []
        about = self.game.about
        entry = DocumentEntry(
            file=job.file,
            component=job.component,
            title=job.title,
            variants=list(dict.fromkeys([*kept, *task.variants])),
            edition=about.edition if about else "",
            scenario=self.order.scenario,
            for_scenario=self.order.for_scenario,
            made_on=paper,
            base=self._base(job, paper, *others),
            reads=versions(self.game, task.reads),
            files=files,
            pages=pages,
            print_as=made.print_as,
            ink=ink_of(made.pdf, task.brief.paper),
            facts=made.facts,
            findings=[as_data(finding) for finding in made.findings],
            previews=before.previews if before else {},
            previews_of=before.previews_of if before else "",
        )
        self._replace(entry)
        return entry

    def _widened(self, entry: DocumentEntry, task: Task) -> DocumentEntry:
        """With what it belongs to now as well."""
        variants = list(dict.fromkeys([*entry.variants, *task.variants]))
        scenario = entry.scenario if self.order.scenario else None
        return entry.model_copy(update={"variants": variants, "scenario": scenario})

    def _claim(self, entry: DocumentEntry) -> None:
        for name in entry.files:
            self._drawings.setdefault(name, entry.file)

    def _pictured(self, entry: DocumentEntry) -> DocumentEntry:
        """With pictures of its pages, if they are wanted; without those that show something else."""
        key = previews_key(entry.files[entry.pdf])
        right = entry.previews_of == key
        if not self.order.previews:
            return entry if right else entry.model_copy(update={"previews": {}, "previews_of": ""})
        if right and self.folder.has(entry.previews):
            return entry
        pdf = self.folder.read(entry.pdf) or b""
        made = {name: self.folder.write(name, png) for name, png in previews(entry.file, pdf)}
        self.outcome.pictures += len(made)
        return entry.model_copy(update={"previews": made, "previews_of": key})

    # -- the manifest --------------------------------------------------------------------------

    def _replace(self, entry: DocumentEntry) -> None:
        """Enter a document in the manifest; remove its earlier files that no document has now."""
        before = self.manifest.entries.get(entry.file)
        self.manifest.entries[entry.file] = entry
        self._release(before.owned if before else {})
        self.save()

    def forget(self, file: str) -> list[str]:
        """Remove a document from the manifest, and its files; return their names."""
        before = self.manifest.entries.pop(file, None)
        return self._release(before.owned) if before else []

    def _release(self, files: Mapping[str, str]) -> list[str]:
        owned = {name for entry in self.manifest.entries.values() for name in entry.owned}
        return [name for name, digest in files.items() if name not in owned and self.folder.remove(name, digest)]

    # -- the first page ------------------------------------------------------------------------

    def _start_here(self, variant: Variant) -> None:
        entries = start_here.entries_of(self.manifest, variant, self.game)
        name = start_here.file_name(self.manifest, variant)
        if not entries:
            self.outcome.removed += self.forget(name)
            return
        brief = self.brief(variant.paper)
        job = start_here.job(brief, name, entries)
        task = Task(job, brief, [variant], set())
        shown = digest([start_here.shown_facts(entry) for entry in entries])
        entry = self.manifest.entries.get(name)
        self.outcome.starts.append(f"{name}.pdf")
        if entry and entry.base == self._base(job, variant.paper, shown) and self._unspoilt(entry):
            self.outcome.kept.append(name)
        else:
            made = self._make(task)
            if made is None:
                return
            entry = self._store(task, *made, shown)
            entry = entry.model_copy(update={"variants": [variant]})
            self.outcome.made.append(name)
        entry = self._pictured(entry)
        if self.manifest.entries.get(name) != entry:
            self._replace(entry)
        self.outcome.entries.insert(self.variants.index(variant), entry)

    def _bundles(self) -> None:
        """Write the files to print; those of one scenario besides, where the folder holds more than it needs."""
        wanted: dict[str, Bundle] = {}
        named: set[str] = set()
        asked = {entry.file for entry in self.outcome.entries}
        for variant in self.variants:
            entries = start_here.entries_of(self.manifest, variant, self.game)
            every = start_here.entries_of(self.manifest, variant, self.game, own=True)
            own = [each for each in every if each.file in asked]
            end = start_here.file_name(self.manifest, variant).removeprefix(start_here.FILE)
            paper = self.brief(variant.paper).paper
            files = {each.file(end): each for each in bundles(paper, entries)}
            wanted |= files
            if own != entries:
                end += f"_{safe_name(self.order.scenario or '')}"
                files = {each.file(end): each for each in bundles(paper, own) if self.order.scenario}
                wanted |= files
            named |= files.keys()
        write_bundles(self.folder, self.manifest, self.game, wanted, self.outcome)
        self.outcome.to_print = [each for each in self.outcome.to_print if each.name in named]

    def _unspoilt(self, entry: DocumentEntry) -> bool:
        return unchanged(self.game, entry.reads) and self.folder.has(entry.files)


# -- what documents of one build have in common ----------------------------------------------------


def drawing_path(job: Job, name: str, order: Order, errata: str) -> str:
    """Return the path of a drawing: one for all papers."""
    scenario = order.scenario if order.for_scenario else None
    profile = order.profile if order.profile != DEFAULT else None
    parts = [job.component, scenario, profile, f"errata-{errata}"]
    return f"svg/{'_'.join(safe_name(part) for part in parts if part)}/{safe_name(name)}.svg"


# -- what is found on the game as a whole before a page is made ------------------------------------


def remarks(manifest: Manifest, brief: Brief, codes: Mapping[str, Code]) -> list[Diagnostic]:
    """Return findings on the whole game, from the manifest if the game is unchanged: glyphs, similar nationalities."""
    base, known = base_of(brief), manifest.remarks
    if known and known.base == base and unchanged(brief.game, known.reads):
        try:
            return [finding_of(data, codes) for data in known.findings]
        except (LookupError, TypeError, ValueError):
            pass
    with brief.game.recording() as reads:
        found = list(game_findings(brief))
    manifest.remarks = Remarks(
        base=base, reads=versions(brief.game, reads), findings=[as_data(finding) for finding in found]
    )
    return found


# -- documents in a folder that nothing stands for any more ----------------------------------------


def drop_outdated(press: Press, wanted: Collection[str]) -> list[str]:
    """Remove what an earlier build of the same kind made and this one would not; return the names of the files.

    What was asked for in another way (another paper, profile, set of errata, one scenario) stays.
    """
    removed = []
    for entry in list(press.manifest.entries.values()):
        if entry.file in wanted or entry.component == START or not _asked_alike(press, entry):
            continue
        left = [variant for variant in entry.variants if variant not in press.variants]
        if not left:
            removed += press.forget(entry.file)
        elif left != entry.variants:
            press.manifest.entries[entry.file] = entry.model_copy(update={"variants": left})
    return removed


def _asked_alike(press: Press, entry: DocumentEntry) -> bool:
    order, game = press.order, press.game
    if entry.component not in press.listed and (order.only is not None or entry.component in components(game)):
        return False
    if game.about is not None and entry.edition != game.about.edition:
        return True
    if entry.scenario is not None and entry.scenario not in scenarios(game).scenarios:
        return True
    return (entry.scenario, entry.for_scenario) == (order.scenario, order.for_scenario)


# -- which documents a component has ---------------------------------------------------------------


def jobs_of(manifest: Manifest, brief: Brief, name: str, scenarios: list[str], base: str) -> tuple[list[Job], set[str]]:
    """Return the documents of a component, and what was read to list them.

    A component may have to lay out a map before it knows its sheets. It is asked only when the manifest does not
    know them, or when a document is made.

    Raises:
        CompileError: errors in the game leave nothing to list.
    """
    asked = digest([base, name, scenarios])
    place = digest([name, brief.profile.id, brief.paper.name, brief.game.errata, scenarios, brief.for_scenario])
    known = manifest.listings.get(place)
    if known and known.base == asked and unchanged(brief.game, known.reads):

        @cache
        def real() -> dict[str, Job]:
            return {job.file: job for job in component_jobs(name, brief, scenarios)}

        def make(file: str) -> PrintedDocument:
            return real()[file].make()

        return [Job(j.component, j.file, j.title, partial(make, j.file)) for j in known.jobs], set(known.reads)
    with brief.game.recording() as reads:
        jobs = list(component_jobs(name, brief, scenarios))
    listed = [ListedDocument(component=job.component, file=job.file, title=job.title) for job in jobs]
    manifest.listings[place] = ComponentListing(base=asked, reads=versions(brief.game, reads), jobs=listed)
    return jobs, reads

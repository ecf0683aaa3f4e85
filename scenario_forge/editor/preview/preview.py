"""Pages as they print, made of the unsaved texts in a thread of their own; the newest request wins.

A game with errors is not printed, as `forge build` does not print it: the answer says so and names them. Documents
stay in memory with the versions of what they were made from, so that a change elsewhere in the game costs nothing.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import checks
from scenario_forge.api.build import hindrances, profile_errors
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.editor.answers import ComponentEntry, Refused, Titled, Unknown
from scenario_forge.editor.background import keep_last
from scenario_forge.editor.errata.printed import LIST, SHEET, errata_components, errata_jobs
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import COMPONENTS, ON_REQUEST, Brief, safe_name
from scenario_forge.printing.build_manifest import unchanged, versions
from scenario_forge.printing.home.printer import UnusablePrinter, own_printer
from scenario_forge.printing.pdf import page_picture, page_sizes
from scenario_forge.printing.profile import DEFAULT, PAPERS, find_profile
from scenario_forge.printing.render import component_jobs, components
from scenario_forge.printing.start_here import PER_SCENARIO, component_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Job

KEPT_JOBS = 4
"""Answers of which pictures can be asked for."""
KEPT_DOCUMENTS = 16
"""Documents, and lists of them, that are made again only after a change of what they are made from."""
KEPT_PICTURES = 8
"""Of one job."""
NAMED = 5
"""Errors named where nothing is printed."""
LEAST_SCALE, MOST_SCALE = 0.05, 4.0
"""1 is 96 dots an inch, a browser's own."""
Texts: TypeAlias = "dict[str, str | None]"


ErrorNamed = TypedDict("ErrorNamed", {"code": str, "message": str, "doc": str, "line": int})
"""An error that keeps something from being printed."""
Previewed = TypedDict("Previewed", {
    "documents": list[str], "document": str, "pages": list[tuple[float, float]], "why": str,
    "errors": list[ErrorNamed],
})  # fmt: skip
"""What the event says of a document; without pages, `why` says what keeps it from being printed. `pages`: width and
height in millimetres."""
PreviewTold = TypedDict("PreviewTold", {
    "documents": list[str], "document": str, "pages": list[tuple[float, float]], "why": str,
    "errors": list[ErrorNamed], "job": int, "epoch": int,
})  # fmt: skip
"""The event that something was printed for the page."""
ComponentsAnswer = TypedDict("ComponentsAnswer", {
    "components": list[ComponentEntry], "scenarios": list[Titled], "papers": list[str],
})  # fmt: skip
"""What can be shown as it prints."""


@dataclass(frozen=True)
class PreviewRequest:
    """Request for a document to be shown."""

    component: str
    scenario: str | None
    paper: str
    document: str
    """The title of one of the component's documents; the first where it has none of that title."""


@dataclass
class PreviewDocument:
    """Document whose pages can be asked for as pictures."""

    pdf: bytes
    pages: list[tuple[float, float]]
    """Width and height in millimetres."""
    name: str
    """Of the file, for a browser that keeps it."""
    pictures: OrderedDict[tuple[int, float], bytes] = field(default_factory=OrderedDict)


@dataclass(frozen=True)
class CachedResult:
    """A result that stays valid while every kind of document that it was made from is unchanged."""

    reads: dict[str, str]
    made: Any


class NotPrinted(Exception):  # noqa: N818 - it is an answer, not a fault
    """Error: a document cannot be printed, because of errors of the game or for another reason."""

    def __init__(self, why: str, errors: Sequence[Diagnostic] = ()) -> None:
        super().__init__(why)
        self.why, self.errors = why, errors


class Preview:
    """Printer for the page of whatever was asked for last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._workspace = Workspace(session.folder)
        self._ready = threading.Condition()
        self._wanted: PreviewRequest | None = None
        self._number = 0
        self._ends = False
        self._shown: OrderedDict[int, PreviewDocument] = OrderedDict()
        self._kept: OrderedDict[tuple[Any, ...], CachedResult] = OrderedDict()
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread after its current step."""
        with self._ready:
            self._ends = True
            self._ready.notify()
        self._thread.join(timeout=5)

    def ask(self, wanted: PreviewRequest) -> int:
        """Have a document printed; return the job that the event `preview` names once it is there.

        Raises:
            Refused: there is no such paper.
        """
        if wanted.paper not in PAPERS:
            raise Refused(f"there is no paper {wanted.paper[:50]!r}; there are {', '.join(PAPERS)}")
        with self._ready:
            self._number += 1
            self._wanted = wanted
            self._ready.notify()
            return self._number

    def document(self, job: int) -> PreviewDocument:
        """Return the PDF of a job, and its name.

        Raises:
            Unknown: the job is not kept any more.
        """
        with self._ready:
            shown = self._shown.get(job)
        if shown is None:
            raise Unknown("this preview is not kept any more")
        return shown

    def picture(self, job: int, page: int, scale: float) -> bytes:
        """Draw a page, from 1, as PNG; a page that would be too large at this scale comes smaller.

        Raises:
            Unknown: the job is not kept any more, or has no such page.
            Refused: the scale is out of bounds.
        """
        if not LEAST_SCALE <= scale <= MOST_SCALE:
            raise Refused(f"a page is shown at a scale from {LEAST_SCALE} to {MOST_SCALE}")
        with self._ready:
            shown = self._shown.get(job)
        if shown is None or not 1 <= page <= len(shown.pages):
            raise Unknown("this preview is not kept any more, or has no such page")
        made = shown.pictures.get((page, scale))
        if made is None:
            made = page_picture(shown.pdf, page - 1, scale * 96)
            with self._ready:
                keep_last(shown.pictures, (page, scale), made, KEPT_PICTURES)
        return made

    # -- the thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._wanted is not None or self._ends)
                if self._ends or self._wanted is None:
                    return
                wanted, number = self._wanted, self._number
                self._wanted = None
            try:
                self._answer(wanted, number)
            except Exception:  # the thread outlives a mistake of a drawing; the next change tries again
                logging.getLogger(__name__).exception("printing a preview failed")
                why = "the preview failed; the terminal of `forge edit GAME` says more"
                self._session.tell("preview", job=number, epoch=-1, **_nothing(NotPrinted(why)))

    def _outdated(self, number: int) -> bool:
        return number != self._number or self._ends

    def _answer(self, wanted: PreviewRequest, number: int) -> None:
        session = self._session
        with session.lock:
            epoch, errata, texts = session.epoch, session.errata, session.overlay()
        game = self._workspace.load(errata, texts)
        if self._outdated(number):
            return
        try:
            told = self._printed(game, wanted, number, texts)
        except NotPrinted as error:
            told = _nothing(error)
        if told and not self._outdated(number):
            session.tell("preview", job=number, epoch=epoch, **told)

    def _printed(self, game: Game, wanted: PreviewRequest, number: int, texts: Texts) -> Previewed | None:
        """Return the event for a document; None where something else was asked for in the meantime.

        Raises:
            NotPrinted: there is nothing to print, or errors keep it from being printed.
        """
        try:
            printer = own_printer()
        except UnusablePrinter as unusable:
            raise NotPrinted(f"{unusable}.") from None
        errors = hindrances(game, checks.run.check(game, "quick"), wanted.scenario)
        errors += profile_errors(game, DEFAULT, printer)
        if errors:
            raise NotPrinted(f"{_count(errors)}, so nothing is printed.", errors)
        if wanted.component not in (*components(game), *(each["id"] for each in errata_components(game))):
            raise NotPrinted("The game does not print such a component any more.")
        brief = Brief(game, find_profile(game, DEFAULT, printer)[0].on(wanted.paper))
        key = (wanted.component, wanted.scenario, game.errata, repr(brief.profile))
        try:
            listing, jobs = self._listing(game, brief, wanted, key, texts)
            titles: list[str] = listing.made
            if not titles:
                raise NotPrinted("The game has nothing of this kind to print.")
            title = wanted.document if wanted.document in titles else titles[0]
            pdf = self._kept_as_is(game, (*key, title))
            if pdf is None:
                if self._outdated(number):
                    return None
                with game.recording() as reads:
                    job = next(job for job in jobs or _jobs(game, brief, wanted, texts) if job.title == title)
                    pdf = job.make().pdf
                # what the brief has worked out for the listing, it does not read again
                kept = CachedResult(versions(game, {*listing.reads, *reads}), pdf)
                keep_last(self._kept, (*key, title), kept, KEPT_DOCUMENTS)
        except NoSuchScenario as error:
            raise NotPrinted("The game does not have this scenario any more.") from error
        except CompileError as error:
            raise NotPrinted(f"{_count(error.diagnostics)}, so nothing is printed.", error.diagnostics) from error
        parts = [
            wanted.component,
            *([wanted.scenario] if wanted.scenario else []),
            *([title] if len(titles) > 1 else []),
        ]
        name = "-".join(safe_name(part).lower() for part in (game.id, *parts))
        shown = PreviewDocument(pdf, page_sizes(pdf), f"{name}.pdf")
        with self._ready:
            keep_last(self._shown, number, shown, KEPT_JOBS)
        return {"documents": titles, "document": title, "pages": shown.pages, "why": "", "errors": []}

    def _listing(
        self, game: Game, brief: Brief, wanted: PreviewRequest, key: tuple[Any, ...], texts: Texts
    ) -> tuple[CachedResult, list[Job] | None]:
        """Return the titles of the component's documents, and their jobs where these had to be looked up."""
        titles = self._kept_as_is(game, key)
        if titles is not None:
            return self._kept[key], None
        with game.recording() as reads:
            jobs = _jobs(game, brief, wanted, texts)
        kept = CachedResult(versions(game, reads), [job.title for job in jobs])
        keep_last(self._kept, key, kept, KEPT_DOCUMENTS)
        return kept, jobs

    def _kept_as_is(self, game: Game, key: tuple[Any, ...]) -> Any:  # noqa: ANN401 - as it was kept
        """Return an earlier result, if it would come out the same."""
        kept = self._kept.get(key)
        if kept is None or not unchanged(game, kept.reads):
            return None
        self._kept.move_to_end(key)
        return kept.made


def _jobs(game: Game, brief: Brief, wanted: PreviewRequest, texts: Texts) -> list[Job]:
    if wanted.component in (LIST, SHEET):
        return errata_jobs(wanted.component, brief, texts)
    chosen = list(scenarios(game).scenarios) if wanted.scenario is None else [wanted.scenario]
    return list(component_jobs(wanted.component, brief, chosen))


def _count(errors: Sequence[Diagnostic]) -> str:
    return "1 error" if len(errors) == 1 else f"{len(errors)} errors"


def _nothing(error: NotPrinted) -> Previewed:
    """Return the event where nothing was printed."""
    errors = named_errors(error.errors[:NAMED])
    return {"documents": [], "document": "", "pages": [], "why": error.why, "errors": errors}


def named_errors(findings: Sequence[Diagnostic]) -> list[ErrorNamed]:
    """Return errors as the page names them."""
    return [
        {"code": each.code.id, "message": each.message, "doc": each.span.file, "line": each.span.line}
        for each in findings
    ]


def components_data(game: Game) -> ComponentsAnswer:
    """Return a game's printed components in box order, its scenarios, and papers, the usual one first."""
    printer = None
    with contextlib.suppress(UnusablePrinter):
        printer = own_printer()
    profile, _complaints = find_profile(game, DEFAULT, printer)
    brief = Brief(game, profile)
    known = scenarios(game).scenarios
    listed: list[ComponentEntry] = [
        {
            "id": name,
            "title": component_name(brief, name),
            "per_scenario": name in (*PER_SCENARIO, *ON_REQUEST) or name not in COMPONENTS,
        }
        for name in components(game)
        if _has_documents(brief, name, list(known))
    ]
    return {
        "components": listed,
        "scenarios": [{"id": name, "title": scenario.document.title} for name, scenario in known.items()],
        "papers": list(dict.fromkeys((profile.paper.name, *PAPERS))),
    }


def _has_documents(brief: Brief, name: str, known: list[str]) -> bool:
    if name == "map":  # to know its sheets, it is laid out; there is always one
        return True
    try:
        return any(True for _job in component_jobs(name, brief, known))
    except CompileError:
        return True

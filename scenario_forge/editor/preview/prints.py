"""Printing from the editor in the background: what is on the screen, into the folder of ``forge build``."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import checks
from scenario_forge.api.build import (
    LEAFLET,
    MadeByAnother,
    build_game,
    folder_name,
    hindrances,
    must_be_of,
    profile_errors,
)
from scenario_forge.api.leaflet import obstacles, pack_beside
from scenario_forge.compiler.problems import NoSuchScenario
from scenario_forge.diagnostics import Severity
from scenario_forge.editor.answers import ComponentEntry, Job, Nothing, Refused, Titled, Unknown
from scenario_forge.editor.endpoint import Name, get, post
from scenario_forge.editor.errata.printed import errata_components, errata_files
from scenario_forge.editor.preview.preview import ComponentsAnswer, ErrorNamed, components_data, named_errors
from scenario_forge.editor.requests import Body
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.build_manifest import Order
from scenario_forge.printing.home.printer import UnusablePrinter, own_printer
from scenario_forge.printing.output_folder import CannotWrite, OutputFolder
from scenario_forge.printing.pdf import page_sizes
from scenario_forge.printing.profile import COLOUR, PAPERS, chosen_profile, find_profile, profiles
from scenario_forge.printing.render import components
from scenario_forge.source.files import Busy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.routing import Route

    from scenario_forge.api.build import Printed
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game
    from scenario_forge.printing.build_manifest import Progress
    from scenario_forge.printing.profile import Printer

NAMED = 20
"""Findings that the page is told."""
PrintedFile = TypedDict("PrintedFile", {"name": str, "title": str, "component": str, "pages": int})
"""A PDF of the last build."""
PrintTold = TypedDict("PrintTold", {
    "job": int, "state": Literal["", "running", "done", "failed", "stopped"], "message": str, "done": int,
    "total": int, "title": str, "errors": list[ErrorNamed], "files": list[PrintedFile],
})  # fmt: skip
"""How far a build is."""


class PrintOffer(ComponentsAnswer):
    """What can be printed, where it goes, and how far the last build is."""

    errata: list[ComponentEntry]
    profiles: list[Titled]
    profile: str | None
    folder: str
    last: PrintTold


class PrintRequest(Body):
    """What is to be printed, as the options of ``forge build`` say it."""

    only: Annotated[list[Name], Field(max_length=100)] | None = None
    errata: list[Name] = Field(default_factory=list, max_length=10)
    """Which documents about the errata, beside the components."""
    papers: list[Name] = Field(default_factory=list, max_length=10)
    scenario: Name | None = None
    profile: Name | None = None
    for_scenario: bool = False


class _Stopped(Exception):  # noqa: N818 - the author wants it so
    """Ends a build between two documents; what is made so far is whole."""


class Prints:
    """Builds, one after the other, and the result of the last."""

    def __init__(self, session: Session, folder: Path | None = None) -> None:
        self._session = session
        self._folder = folder or Path.cwd() / "build"
        self._workspace = Workspace(session.folder)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._told: PrintTold = {
            "job": 0, "state": "", "message": "", "done": 0, "total": 0, "title": "", "errors": [], "files": [],
        }  # fmt: skip
        self._files: dict[str, Path] = {}
        self._thread: threading.Thread | None = None

    def offer(self) -> PrintOffer:
        """Return what can be printed, where it goes, and how far the last build is."""
        game = self._session.snapshot()[1]
        listed = components_data(game)
        return {
            **listed,
            "errata": errata_components(game),
            "profiles": [{"id": name, "title": title} for name, title in profiles(game).items() if name != COLOUR],
            "profile": chosen_profile(game, None, _printer_or_none()),
            "folder": str(self._folder / folder_name(game)),
            "last": self._told,
        }

    def begin(self, body: PrintRequest) -> Job:
        """Print the texts as they are now, saved or not; the event `print` tells how far it is.

        Raises:
            Refused: a build is at work, or something wished for does not exist.
        """
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                raise Refused("the game is being printed already; wait for it, or stop it")
            with self._session.lock:
                errata, texts = self._session.errata, self._session.overlay()
            game = self._workspace.load(errata, texts)
            order = _order(game, body, _own_printer())
            job = self._told["job"] + 1
            self._stop.clear()
            self._files = {}
            self._tell(job=job, state="running", message="", done=0, total=0, title="", errors=[], files=[])
            self._thread = threading.Thread(
                target=self._run, args=(game, order, body.errata, texts), name="print", daemon=True
            )
            self._thread.start()
            return {"job": job}

    def stop(self) -> Nothing:
        """End the build after the current document."""
        self._stop.set()
        return {}

    def close(self) -> None:
        """End the build, and wait a little for it."""
        self.stop()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def file(self, name: str) -> Response:
        """Return a PDF of the last build, by its bare name.

        Raises:
            Unknown: the last build made none of this name, or it is gone.
        """
        path = self._files.get(name)
        if path is None or not path.is_file():
            raise Unknown("the last printing made no such file, or it is gone")
        headers = {"content-disposition": "inline"}
        return Response(path.read_bytes(), media_type="application/pdf", headers=headers)

    # -- the thread ----------------------------------------------------------------------------

    def _tell(self, **news: Any) -> None:  # noqa: ANN401 - as JSON
        self._told = cast("PrintTold", {**self._told, **news})
        self._session.tell("print", **self._told)

    def _run(self, game: Game, order: Order, errata: list[str], texts: dict[str, str | None]) -> None:
        try:
            self._print(game, order, errata, texts)
        except _Stopped:
            self._tell(state="stopped", message="Stopped. The documents made so far are whole.")
        except (Busy, MadeByAnother, NoSuchScenario, LookupError) as error:
            self._tell(state="failed", message=f"{error}.")
        except CannotWrite as error:
            self._fail(f"{error.finding.message}.", [error.finding])
        except OSError as error:
            self._tell(state="failed", message=f"The folder cannot be written: {error.strerror or error}.")
        except Exception:
            logging.getLogger(__name__).exception("printing failed")
            self._tell(state="failed", message="Printing failed; the terminal of `forge edit GAME` says more.")

    def _fail(self, message: str, findings: Sequence[Diagnostic]) -> None:
        self._tell(state="failed", message=message, errors=named_errors(findings[:NAMED]))

    def _print(self, game: Game, order: Order, errata: list[str], texts: dict[str, str | None]) -> None:
        into = self._folder / folder_name(game)
        if (into / "game.yaml").exists():
            raise LookupError(f"{into} is the folder of a game, not of prints: start the editor in another folder")
        found = checks.run.check(game)
        self._go_on()
        leaflet = order.scenario if order.only == (LEAFLET,) else None
        errors = obstacles(game, found, leaflet) if leaflet else hindrances(game, found, order.scenario)
        errors += profile_errors(game, order.profile, order.printer)
        if errors:
            count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
            self._fail(f"The game has {count}, so nothing was printed.", errors)
            return
        made, kept, unpacked = 0, 0, ""
        files: list[PrintedFile] = []
        if order.only != ():
            printed = build_game(game, into, order, found, self._progress)
            if leaflet:
                _name, unpacked = pack_beside(game, leaflet, into)
            files = self._listed(printed)
            wrong = [each for each in printed.outcome.findings if each.severity is Severity.ERROR]
            if wrong or printed.outcome.failed:
                self._tell(files=files)
                self._fail("Some documents have errors, or could not be printed.", wrong)
                return
            made, kept = len(printed.outcome.made), len(printed.outcome.kept)
        about_errata = self._print_errata(game, into, order, errata, texts)
        made += len(about_errata)
        message = f"{'1 document' if made == 1 else f'{made} documents'} printed, {kept} unchanged."
        message += f" There is no pack: {unpacked}; save it first." if unpacked else ""
        self._tell(state="done", message=message, files=[*about_errata, *files], done=self._told["total"])

    def _print_errata(
        self, game: Game, into: Path, order: Order, errata: list[str], texts: dict[str, str | None]
    ) -> list[PrintedFile]:
        """Print the list of errata and the sheet of what they change, on each paper."""
        output, profile = OutputFolder(into), find_profile(game, order.profile, order.printer)[0]
        listed: list[PrintedFile] = []
        if errata:
            must_be_of(output, game)
            output.prepare()
        names = {each["id"]: each["title"] for each in errata_components(game)}
        wanted = [(id_, paper) for id_ in errata for paper in (order.papers or (profile.paper.name,))]
        for done, (id_, paper) in enumerate(wanted):
            self._go_on()
            self._tell(done=done, total=len(wanted), title=names[id_])
            for name, (title, pdf) in errata_files(id_, Brief(game, profile.on(paper)), texts).items():
                output.write(f"{name}.pdf", pdf)
                self._files[f"{name}.pdf"] = into / f"{name}.pdf"
                pages = len(page_sizes(pdf))
                listed.append({"name": f"{name}.pdf", "title": title, "component": id_, "pages": pages})
        return listed

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise _Stopped

    def _progress(self, progress: Progress) -> None:
        self._go_on()
        self._tell(done=progress.done, total=progress.total, title=progress.title)

    def _listed(self, printed: Printed) -> list[PrintedFile]:
        """Return the requested PDFs, those to begin with first; their names in requests have no folder."""
        listed: list[PrintedFile] = []
        inside = printed.folder.resolve()
        starts = set(printed.outcome.starts)
        ordered = sorted(printed.outcome.entries, key=lambda entry: entry.pdf not in starts)
        for each in printed.outcome.to_print:
            self._files[each.name] = printed.folder / each.name
            sheets = "1 sheet" if each.sheets == 1 else f"{each.sheets} sheets"
            listed.append({"name": each.name, "title": f"To print: {sheets}", "component": "", "pages": each.pages})
        for entry in ordered:
            path = (printed.folder / entry.pdf).resolve()
            if not path.is_relative_to(inside) or path.name in self._files:
                continue
            self._files[path.name] = path
            pages = len(entry.pages)
            listed.append({"name": path.name, "title": entry.title, "component": entry.component, "pages": pages})
        return listed


def _own_printer() -> Printer:
    """Return the person's printer.

    Raises:
        Refused: its settings cannot be used.
    """
    try:
        return own_printer()
    except UnusablePrinter as error:
        raise Refused(f"{error}; `forge printer` sets it") from None


def _printer_or_none() -> Printer | None:
    """Return the person's printer; None if its settings cannot be used, which printing says."""
    try:
        return own_printer()
    except UnusablePrinter:
        return None


def _order(game: Game, asked: PrintRequest, printer: Printer) -> Order:
    """Return the settings of a build.

    Raises:
        Refused: there is no such paper, component, profile or scenario.
    """
    wanted = (
        ("paper", asked.papers, [*PAPERS]),
        ("component", asked.only or [], list(components(game))),
        ("document", asked.errata, [each["id"] for each in errata_components(game)]),
        ("profile", [asked.profile] if asked.profile else [], list(profiles(game))),
        ("scenario", [asked.scenario] if asked.scenario else [], list(scenarios(game).scenarios)),
    )
    for what, names, known in wanted:
        wrong = next((each for each in names if each not in known), None)
        if wrong is not None:
            raise Refused(f"there is no {what} {wrong[:50]!r}; there are {', '.join(known)}")
    if asked.for_scenario and asked.scenario is None:
        raise Refused("choose one scenario whose places its counters are to carry")
    if asked.only == [] and not asked.errata:
        raise Refused("choose what to print: `only` names no component")
    only = None if asked.only is None else tuple(asked.only)
    profile = chosen_profile(game, asked.profile, printer)
    return Order(asked.scenario, only, tuple(dict.fromkeys(asked.papers)), profile, asked.for_scenario, printer=printer)


def routes(prints: Prints) -> list[Route]:
    """Return the routes of printing."""
    return [
        get("/api/print", prints.offer),
        post("/api/print", prints.begin),
        post("/api/print/stop", prints.stop),
        get("/api/prints/{name}", prints.file),
    ]

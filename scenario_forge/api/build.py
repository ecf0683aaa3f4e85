"""Printing: a game into a folder, with its report; its list of errata; the sheet of only what they changed."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge import printing, reports
from scenario_forge.api.diff import edition_date
from scenario_forge.api.editions import earlier_state, known_version
from scenario_forge.api.trials.kept import kept_verdict
from scenario_forge.diagnostics import Severity
from scenario_forge.game.errata.lists import corrections, family_numbers
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.lettering.fonts import check_fonts
from scenario_forge.printing.booklet import living
from scenario_forge.printing.booklet.booklet import booklet_paper, has_rules
from scenario_forge.printing.brief import Brief, ChangeMarks, versioned_errata_words
from scenario_forge.printing.build_manifest import (
    NAME,
    Order,
    ReportEntry,
    code_digest,
    digest,
    folder_digest,
    game_folder_of,
)
from scenario_forge.printing.output_folder import FolderLock, OutputFolder, as_data
from scenario_forge.printing.owner.pieces import errata_between
from scenario_forge.printing.press import Press
from scenario_forge.printing.profile import DEFAULT, find_profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.errata.lists import Corrections
    from scenario_forge.game.game import Game
    from scenario_forge.printing.build_manifest import BuildOutcome, Progress
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.profile import Printer, Profile
    from scenario_forge.printing.reprints import ChangedParts
    from scenario_forge.source.nodes import Path as NodePath


REPORT = "report.html"
LEAFLET = "leaflet"
"""The component that no build prints unless it is named."""
_TOOLS = ("scenario-forge", "typst", "pikepdf", "pypdfium2", "pillow")


class MadeByAnother(ValueError):  # noqa: N818 - says what happened
    """Error: the folder holds prints of another game's folder."""


@dataclass(frozen=True)
class Printed:
    """A printed game."""

    folder: Path
    outcome: BuildOutcome
    report: Path


def build_game(
    game: Game,
    folder: Path,
    order: Order | None = None,
    found: Sequence[Diagnostic] = (),
    tell: Callable[[Progress], None] | None = None,
) -> Printed:
    """Print a game into a folder: PDFs, drawings, pictures of the pages, START-HERE and a report.

    Documents that are there and would come out the same are not made again.

    Args:
        game: with the errata chosen when it was loaded.
        folder: made if it is not there. What is not ours in it is left alone.
        order: what is to be printed, how; None: all, as the default profile says.
        found: findings of :func:`check`, for the report.
        tell: called before each document.

    Raises:
        NoSuchScenario, LookupError, ValueError: there is no such scenario, profile, component or paper.
        Busy: another build is at work in the folder.
        MadeByAnother: what is in the folder was made from another game's folder, which is still there.
        CannotWrite: a file could not be written. What was made before it is whole, and is not made again.
        NotAFontError: a font of the package is damaged. Nothing is written.
    """
    check_fonts()
    output = OutputFolder(folder)
    must_be_of(output, game)
    press = Press(output, game, _with_verdicts(game, order or Order()), tell)
    press.manifest.folder = _seen_from(folder, game)
    output.prepare()
    with FolderLock(folder):
        output.sweep()
        outcome = press.run()
        _report(press, found)
    return Printed(folder, outcome, folder / REPORT)


def _with_verdicts(game: Game, order: Order) -> Order:
    """Return the order with what playtests have said of the scenarios whose leaflets it asks for."""
    if LEAFLET not in (order.only or ()):
        return order
    chosen = [order.scenario] if order.scenario else list(scenarios(game).scenarios)
    kept = {id_: verdict for id_ in chosen if (verdict := kept_verdict(game, id_)) is not None}
    return replace(order, verdicts={id_: verdict.lines(game.side_names) for id_, verdict in kept.items()})


def _seen_from(folder: Path, game: Game) -> str:
    """Return a game's folder as seen from the one with its printed files: both may move together."""
    whole = game.folder.resolve()
    try:
        return Path(os.path.relpath(whole, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return whole.as_posix()


def must_be_of(output: OutputFolder, game: Game) -> None:
    """Check that a folder holds no prints, or those of this game.

    Raises:
        MadeByAnother: they are of another game's folder, which is still there.
    """
    maker = game_folder_of(output.read(NAME))
    if maker and maker != _seen_from(output.path, game):
        other = (output.path / maker).resolve()
        if (other / "game.yaml").is_file():
            raise MadeByAnother(f"{output.path} holds what was printed of {other}, and is not mixed with {game.folder}")


def _report(press: Press, found: Sequence[Diagnostic]) -> None:
    """Write the report, unless the file already has the same content."""
    outcome, manifest, folder = press.outcome, press.manifest, press.folder
    printed = [finding for finding in press.findings() if finding not in found]
    findings = [[as_data(finding) for finding in each] for each in (found, printed)]
    entries = [entry.model_dump(mode="json") for entry in manifest.entries.values()]
    pages = {
        each.code.id: each.code.page for each in (*found, *printed)
    }  # stand beside the code, in files of their own
    code = [folder_digest("reports"), code_digest(), pages, press.order.flawed, outcome.failed]
    made_of = digest([code, press.game.version("*"), press.game.version("errata"), findings, entries])
    known = manifest.leaves.get(REPORT)
    if known and known.made_of == made_of and folder.is_as(REPORT, known.digest):
        return
    page = reports.build.build_report(
        reports.build.BuildContent(
            press.game,
            press.in_order(),
            found,
            printed,
            outcome.made,
            outcome.kept,
            outcome.failed,
            outcome.removed,
            press.order.flawed,
            {name: version(name) for name in _TOOLS},
        )
    )
    manifest.leaves[REPORT] = ReportEntry(made_of=made_of, digest=folder.write(REPORT, page.encode()))
    press.save()


def hindrances(game: Game, findings: Iterable[Diagnostic], scenario: str | None) -> list[Diagnostic]:
    """Return the errors that a printed scenario would carry on to paper; not those of other scenarios' files.

    ``scenario`` None means the game with all its scenarios.
    """
    others: set[str] = set()
    if scenario is not None:
        own = scenarios(game).scenarios.get(scenario)
        others = {file.name for file in game.files_of("scenarios") if own is None or file is not own.where.file}
    return [f for f in findings if f.severity is Severity.ERROR and f.span.file not in others]


def profile_errors(game: Game, profile: str, printer: Printer | None = None) -> list[Diagnostic]:
    """Return what makes a print profile impossible, on this person's printer.

    Raises:
        LookupError: there is none of that name.
    """
    return [f for f in find_profile(game, profile, printer)[1] if f.severity is Severity.ERROR]


def folder_name(game: Game) -> str:
    """Return the folder that a game's printed files go to: named as the game's own, so that copies keep apart."""
    return game.folder.resolve().name


@dataclass(frozen=True)
class ErrataPages:
    """The list of errata, on the screen and on paper."""

    listed: Corrections
    html: str
    pdf: bytes


@dataclass(frozen=True)
class PrintStyle:
    """How a document is to be printed, as options and settings say it."""

    profile: str = DEFAULT
    """One of ours or the game's."""
    paper: str | None = None
    """``A4``, ``Letter`` …; None: the profile's."""
    printer: Printer | None = None
    """The person's."""

    def profile_of(self, game: Game) -> Profile:
        """Return the profile of a game's pages.

        Raises:
            LookupError: there is no such profile or paper.
        """
        chosen, _findings = find_profile(game, self.profile, self.printer)
        return chosen.on(self.paper) if self.paper else chosen


def errata_pages(game: Game, since: str = "", style: PrintStyle | None = None) -> ErrataPages:
    """Draw the list of all errata of a game.

    Args:
        game: linked.
        since: a version; what came after it is marked with a bar.
        style: how it is printed; None: as the default profile says.

    Raises:
        NoSuchVersion: the lists name no such version.
        LookupError: there is no such profile or paper.
    """
    known_version(game, since)
    listed = corrections(game, since)
    brief = Brief(game, (style or PrintStyle()).profile_of(game))
    return ErrataPages(
        listed, reports.errata.errata_page(game, listed), printing.errata_sheet.errata_list_pdf(brief, listed)
    )


@dataclass(frozen=True)
class ErrataSheet:
    """The changed parts only: documents by the end of their names, without ending."""

    changed: ChangedParts
    files: dict[str, bytes]
    brief: Brief
    plan: SheetPlan | None


def errata_sheet(
    folder: str | os.PathLike[str],
    errata: str = "all",
    since: str = "",
    style: PrintStyle | None = None,
    tell: Callable[[str], None] | None = None,
) -> ErrataSheet:
    """Print the documents that an owner of the earlier printing must print again.

    Args:
        folder: the game's folder.
        errata: the set that is wanted now; with ``copy:NAME`` the sheet is for the owner of that copy.
        since: what the copy at hand is: see :func:`~scenario_forge.api.editions.earlier_state`.
        style: how it is printed; None: as the default profile says.
        tell: called with what is being made.

    Raises:
        NoSuchVersion: there is no such version of the errata, and no such edition.
        LookupError: there is no such profile or paper.
    """
    after = Workspace(folder).load(errata)
    brief = Brief(after, (style or PrintStyle()).profile_of(after))
    words = brief.words
    had = earlier_state(after, since, words)
    now = words("errata_line", errata=versioned_errata_words(after, words))
    if had.is_edition and after.about:
        now = f"{words('changes_edition', edition=after.about.edition)}, {now}"
    ids = [patch.erratum.id for patch in errata_between(had.game, after)]
    to_copy = brief.profile.published is not None and not had.is_edition
    parts = printing.reprints.owner_parts if to_copy else printing.reprints.changed_parts
    found = parts(had.game, after, brief.profile, tell)
    made = printing.errata_sheet.sheet_files(brief, found, (had.label, now), family_numbers(ids))
    files = {"changes": made.rest} | ({"changes-counters": made.counters} if made.counters else {})
    return ErrataSheet(found, files, brief, made.plan)


@dataclass(frozen=True)
class LivingRulebook:
    """The rules with a bar and a date beside each change."""

    pdf: bytes
    brief: Brief
    paper: str
    """Name of its page size."""
    changes: int
    """Number of errata and other changes that are marked, wherever they are."""


def living_rulebook(game: Game, since: str = "", style: PrintStyle | None = None) -> LivingRulebook:
    """Print the rules with all changes marked and dated.

    Args:
        game: with the errata chosen when it was loaded.
        since: what the reader has: see :func:`~scenario_forge.api.editions.earlier_state`.
        style: how it is printed; None: as the default profile says.

    Raises:
        NoSuchVersion: there is no such version of the errata, and no such edition.
        LookupError: there is no such profile or paper, or the game has no rules.
    """
    brief = Brief(game, (style or PrintStyle()).profile_of(game))
    words = brief.words
    if not has_rules(brief):
        raise LookupError(f"{game.title} has no rules to print")
    had = earlier_state(game, since, words)
    errata = living.marked_errata(game, had.had, "" if had.is_edition else since)
    others: dict[tuple[str, NodePath], str] = {}
    if had.is_edition and game.about:
        made_by = " ".join(
            filter(None, (words("changes_edition", edition=game.about.edition), edition_date(game.folder)))
        )
        others = living.other_changes(had.game, game, errata, made_by)
    marks = ChangeMarks(errata, others, had.label if since else "")
    made = living.living_rulebook(brief, marks)
    return LivingRulebook(made.pdf, brief, booklet_paper(brief.paper)[0].name, len(errata) + len(others))

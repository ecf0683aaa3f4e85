"""The list of errata, and the sheet of only what they change, as documents of the preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.errata.lists import corrections, family_numbers
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.printing.brief import Brief, Job, PrintedDocument, versioned_errata_words
from scenario_forge.printing.errata_sheet import errata_list_pdf, sheet_files
from scenario_forge.printing.reprints import changed_parts

if TYPE_CHECKING:
    from scenario_forge.editor.answers import ComponentEntry
    from scenario_forge.game.game import Game
    from scenario_forge.printing.errata_sheet import SheetFiles

LIST = "errata-list"
SHEET = "errata-sheet"


def errata_components(game: Game) -> list[ComponentEntry]:
    """Return what is printed of errata, where a game has any."""
    if not any(True for _file in game.files_of("errata")):
        return []
    words = Brief(game).words
    names = {LIST: words("errata_list_title"), SHEET: words("changes_title")}
    return [{"id": id_, "title": title, "per_scenario": False} for id_, title in names.items()]


def errata_jobs(component: str, brief: Brief, texts: dict[str, str | None]) -> list[Job]:
    """Return the documents of one of them; the sheet takes as long as printing the game twice."""
    title = next(each["title"] for each in errata_components(brief.game) if each["id"] == component)
    if component == LIST:
        return [Job(LIST, LIST, title, lambda: PrintedDocument(errata_list_pdf(brief, corrections(brief.game))))]
    counters = brief.words("changes_counters")
    return [
        Job(SHEET, SHEET, title, lambda: PrintedDocument(_sheet(brief, texts).rest)),
        Job(SHEET, f"{SHEET}-counters", counters, lambda: PrintedDocument(_counters_or_rest(_sheet(brief, texts)))),
    ]


def errata_files(component: str, brief: Brief, texts: dict[str, str | None]) -> dict[str, tuple[str, bytes]]:
    """Return titles and PDFs for the folder of prints by name, without ending; the sheet is made once."""
    title = next(each["title"] for each in errata_components(brief.game) if each["id"] == component)
    if component == LIST:
        return {brief.file(LIST): (title, errata_list_pdf(brief, corrections(brief.game)))}
    made = _sheet(brief, texts)
    files = {brief.file("changes"): (title, made.rest)}
    if made.counters:
        how = {"long": "duplex-long", "short": "duplex-short", "fold": "fold", "none": "fronts-only"}
        name = brief.file("changes-counters", how=how[brief.profile.backs])
        files[name] = (brief.words("changes_counters"), made.counters)
    return files


def _counters_or_rest(made: SheetFiles) -> bytes:
    return made.counters or made.rest


def _sheet(brief: Brief, texts: dict[str, str | None]) -> SheetFiles:
    """Print the sheet, and the counters that have changed."""
    game, words = brief.game, brief.words
    for kind in {file.kind.name for file in game.read.values()}:
        game.files_of(kind)  # the printed game that it is compared with is made of all of them
    applied = [patch.erratum.id for patch in game.patches if patch.target and not patch.problem]
    before = Workspace.after(game).load("none", texts)
    between = (
        words("errata_line", errata=words("no_errata")),
        words("errata_line", errata=versioned_errata_words(game, words)),
    )
    return sheet_files(brief, changed_parts(before, game, brief.profile), between, family_numbers(applied))

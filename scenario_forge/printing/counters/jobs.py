"""Counter sheets as documents to print: all counters, or those of each scenario, and the calibration page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.printing.component import Job, Made
from scenario_forge.project.scenarios import scenarios as known_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.component import PrintAs
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.counters.sheets import Faces

NAME = "counters"
CALIBRATION = "calibration"
_HOW = {"long": "duplex-long", "short": "duplex-short", "fold": "fold", "none": "fronts-only"}


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """All counters in one document, or one for each scenario if the brief wants that; then the calibration page."""
    from scenario_forge.project.forces import forces  # noqa: PLC0415 - links the game only when asked

    linked = forces(brief.game)
    if not linked.counters and not linked.markers:
        return
    words, how = brief.words, _HOW[brief.profile.backs]
    if brief.for_scenario:
        known = known_scenarios(brief.game).scenarios
        for scenario in scenarios:
            name = known[scenario].document.title if scenario in known else scenario
            title = words("counters_for", scenario=name)
            yield Job(NAME, brief.file(NAME, scenario, how=how), title, partial(_make, brief, title, scenario))
    else:
        title = words("counters_title")
        yield Job(NAME, brief.file(NAME, how=how), title, partial(_make, brief, title, None))
    if brief.profile.backs in ("long", "short"):
        title = words("calibration_title")
        yield Job(NAME, brief.file(CALIBRATION, how=how), title, partial(_calibration, brief, title))


def print_as(brief: Brief) -> PrintAs:
    """How the printer is to be told to print counters."""
    return "single" if brief.profile.backs == "none" else brief.profile.backs


def _make(brief: Brief, title: str, scenario: str | None) -> Made:
    from scenario_forge.printing.counters import manifest, notes, sheets  # noqa: PLC0415
    from scenario_forge.printing.counters.layout import sheet_plan  # noqa: PLC0415
    from scenario_forge.printing.pages import sheets_pdf  # noqa: PLC0415

    plan, faces, said = sheet_plan(brief, scenario), sheets.Faces(brief), notes.notes(brief)
    pages = sheets.sheet_pages(brief, plan, faces, title, said)
    svgs = {f"sheet-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    svgs |= _faces(plan, faces)
    pages += manifest.manifest_pages(brief, plan, said)
    pdf = sheets_pdf(brief, f"{brief.game.title}: {title}", pages)
    facts: dict[str, str | int] = {"counters": plan.counters, "sheets": len(plan.sheets), "spare": plan.spare}
    return Made(pdf, svgs, notes.findings(brief, plan, faces), print_as(brief), facts)


def _faces(plan: SheetPlan, faces: Faces) -> dict[str, str]:
    """Each face by itself, under the name of its counter."""
    looks = {piece.look: piece for _sheet, _slot, piece in plan.slots()}
    drawn = {look: faces.front(piece).canvas().svg() for look, piece in looks.items()}
    return drawn | {f"{look}-back": faces.back(piece).canvas().svg() for look, piece in looks.items()}


def _calibration(brief: Brief, title: str) -> Made:
    from scenario_forge.printing.counters.calibration import calibration_pages  # noqa: PLC0415
    from scenario_forge.printing.pages import sheets_pdf  # noqa: PLC0415

    pages = calibration_pages(brief)
    svgs = {f"calibration-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    return Made(sheets_pdf(brief, f"{brief.game.title}: {title}", pages), svgs, [], print_as(brief))

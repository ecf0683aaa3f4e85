"""Counter sheets as documents to print: all counters, or those of each scenario, and the calibration page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.documents.components import ProfileDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.codes import PRT006, PRT011, PRT012
from scenario_forge.printing.counters import symbols
from scenario_forge.printing.counters.sheets import RULER, ruler
from scenario_forge.printing.counters.values import plain
from scenario_forge.printing.fonts import wrapped
from scenario_forge.printing.lint import SAFE_AREA, beyond, inside, too_pale, too_small
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.printing.typeset import PrintedPage
from scenario_forge.project.forces import forces
from scenario_forge.project.scenarios import scenarios as known_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief, PrintAs
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.counters.pieces import Piece
    from scenario_forge.printing.counters.sheets import Faces
    from scenario_forge.printing.svg import XY
    from scenario_forge.project.place import Where


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
    from scenario_forge.printing.counters import manifest, sheets  # noqa: PLC0415
    from scenario_forge.printing.counters.layout import sheet_plan  # noqa: PLC0415
    from scenario_forge.printing.typeset import sheets_pdf  # noqa: PLC0415

    plan, faces, said = sheet_plan(brief, scenario), sheets.Faces(brief), notes(brief)
    pages = sheets.sheet_pages(brief, plan, faces, title, said)
    svgs = {f"sheet-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    svgs |= _faces(plan, faces)
    pages += manifest.manifest_pages(brief, plan, said)
    pdf = sheets_pdf(brief, f"{brief.game.title}: {title}", pages)
    facts: dict[str, str | int] = {"counters": plan.counters, "sheets": len(plan.sheets), "spare": plan.spare}
    return Made(pdf, svgs, findings(brief, plan, faces), print_as(brief), facts)


def _faces(plan: SheetPlan, faces: Faces) -> dict[str, str]:
    """Each face by itself, under the name of its counter."""
    looks = {piece.look: piece for _sheet, _slot, piece in plan.slots()}
    drawn = {look: faces.front(piece).canvas().svg() for look, piece in looks.items()}
    return drawn | {f"{look}-back": faces.back(piece).canvas().svg() for look, piece in looks.items()}


def _calibration(brief: Brief, title: str) -> Made:
    from scenario_forge.printing.typeset import sheets_pdf  # noqa: PLC0415

    pages = calibration_pages(brief)
    svgs = {f"calibration-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    return Made(sheets_pdf(brief, f"{brief.game.title}: {title}", pages), svgs, [], print_as(brief))


# -- the calibration page --------------------------------------------------------------------------


_REACH = 6
"""Millimetres on each side of a ruler's zero."""


def calibration_pages(brief: Brief) -> list[PrintedPage]:
    """Front and back; the back is moved as the profile says, so a printer that is set right shows zero."""
    front, back = _page(brief, "calibration_front"), _page(brief, "calibration_back")
    for x, y in crosses(brief):
        _cross(front, (x, y), brief)
        _rulers(back, behind(brief, (x, y)), brief)
    return [
        PrintedPage(front, brief.words("calibration_front"), foot_inset=brief.profile.margin),
        PrintedPage(back, brief.words("calibration_back"), foot_inset=brief.profile.margin),
    ]


def crosses(brief: Brief) -> list[XY]:
    """Where the crosses stand on the front: corners, middle and between."""
    paper, rim = brief.paper, brief.profile.margin + 2 * _REACH + 4
    return [
        (x, y)
        for y in (rim + 16, paper.height / 2, paper.height - rim - 16)
        for x in (rim, paper.width / 2, paper.width - rim)
    ]


def behind(brief: Brief, at: XY) -> XY:
    """The place on the page of the back that is meant to lie behind one of the front."""
    profile, paper = brief.profile, brief.paper
    x = paper.width - at[0] if profile.backs == "long" else at[0]
    y = paper.height - at[1] if profile.backs == "short" else at[1]
    return (x + profile.back_right, y + profile.back_down)


def _page(brief: Brief, label: str) -> Canvas:
    words, profile, palette = brief.words, brief.profile, brief.palette
    canvas = Canvas(brief.paper.width, brief.paper.height)
    margin, ink, page = profile.margin, palette["ink"], palette["page"]
    canvas.text((margin, margin + 4), words(label), 13 * POINT, face="sans-bold", fill=ink, on=page, role="head")
    how = words(f"counter_how_{profile.backs}").split(". ")[0]
    canvas.text((margin, margin + 8), how, 7.5 * POINT, fill=palette["quiet"], on=page, role="head")
    ruler(canvas, (brief.paper.width - margin - RULER, margin + 0.6), words, palette)
    said = [words(key) for key in ("calibration_do", "calibration_read", "calibration_set", "calibration_sign")]
    said.append(words("calibration_now", right=f"{profile.back_right:g}", down=f"{profile.back_down:g}"))
    y = brief.paper.height * 0.3
    for number, text in enumerate(said, 1):
        for line_number, line in enumerate(wrapped(text, 9.5 * POINT, "sans", brief.paper.width - 2 * margin - 26)):
            if line_number == 0:
                at = (margin + 10, y)
                canvas.text(at, str(number), 9.5 * POINT, face="sans-bold", fill=ink, on=page, role="head")
            canvas.text((margin + 14, y), line, 9.5 * POINT, fill=ink, on=page, role="text")
            y += 4.4
        y += 1.6
    return canvas


def _cross(canvas: Canvas, at: XY, brief: Brief) -> None:
    x, y = at
    d = f"M{mm(x - _REACH - 3)} {mm(y)}h{mm(2 * _REACH + 6)}M{mm(x)} {mm(y - _REACH - 3)}v{mm(2 * _REACH + 6)}"
    canvas.path(d, stroke=brief.palette["mark"], width=0.2, cls="cross")


def _rulers(canvas: Canvas, at: XY, brief: Brief) -> None:
    """A ruler across, counting to the right, and one down, counting down, both from the point."""
    x, y = at
    ink = brief.palette["ink"]
    d = f"M{mm(x - _REACH)} {mm(y)}h{2 * _REACH}M{mm(x)} {mm(y - _REACH)}v{2 * _REACH}"
    for step in range(-2 * _REACH, 2 * _REACH + 1):
        half = 0.4 if step % 2 else 1.4 if step % 6 == 0 else 0.8
        if step:
            d += f"M{mm(x + step / 2)} {mm(y - half)}v{mm(2 * half)}M{mm(x - half)} {mm(y + step / 2)}h{mm(2 * half)}"
    canvas.path(d, stroke=ink, width=0.12, cls="rulers")
    for sign, end in (("−", -1), ("+", 1)):
        style = {"fill": ink, "on": brief.palette["page"], "role": "label", "anchor": "middle"}
        far = end * (_REACH + 1.9)
        canvas.text((x + far, y + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]
        canvas.text((x, y + far + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]


# -- what counters must say of themselves ----------------------------------------------------------


_FIGURES = ("size", "strength", "movement")


def notes(brief: Brief) -> list[str]:
    """For the foot of each sheet: which values are not printed ones."""
    linked, found = forces(brief.game), []
    if any((each.where / key).ours for each in linked.counters.values() for key in _FIGURES):
        found.append(brief.words("counter_values_note"))
    if any((where / "count").ours for _marker, where in linked.markers.values()):
        found.append(brief.words("counter_mix_note"))
    return found


def findings(brief: Brief, plan: SheetPlan, faces: Faces) -> list[Diagnostic]:
    """Symbols without a drawing, texts cut short or not to be read, too many sheets: each once, where it is written."""
    found = [*_symbols(brief), *_texts(brief, plan, faces), *_faces_noted(brief, plan, faces), *_sheets(brief, plan)]
    return list(dict.fromkeys(found))


def _symbols(brief: Brief) -> Iterator[Diagnostic]:
    found = brief.game.one("counters", CountersDocument)
    for number, kind in enumerate(found[0].types if found else ()):
        if found and kind.symbol and not symbols.known(kind.symbol):
            where = found[1] / "types" / number / "symbol"
            yield PRT011.at(where, symbol=plain(kind.symbol)).suggest(symbols.meant(kind.symbol))


def _texts(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    pieces, shared = _pieces(plan), _shared(brief)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            if piece is not None:
                cut = {*faces.front(piece).cut, *faces.back(piece).cut}
                said = {key: getattr(item, key, "") for key in ("name", "parent", "back")}
                own = shared | {plain(text): where / key for key, text in said.items() if text}
                yield from (PRT012.at(own[text], text=text) for text in sorted(map(plain, cut)) if text in own)


def _shared(brief: Brief) -> dict[str, Where]:
    """Where the names of sides and nationalities stand, which many counters carry."""
    found = brief.game.one("game", GameDocument)
    if found is None:
        return {}
    document, where = found
    named = [(each.name, where / "nationalities" / number) for number, each in enumerate(document.nationalities)]
    named += [(each.name, where / "sides" / number) for number, each in enumerate(document.sides)]
    return {plain(name): at / "name" for name, at in named}


def _faces_noted(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    """Texts on either face that are too small, too pale, or too near to the cut."""
    side = brief.profile.counter
    safe = inside((0.0, 0.0, side, side), min(SAFE_AREA, 0.0945 * side))
    pieces = _pieces(plan)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            for face in (faces.front(piece), faces.back(piece)) if piece else ():
                marks = face.art.texts
                yield from dict.fromkeys([*too_small(marks, where), *too_pale(marks, where)])
                yield from dict.fromkeys(beyond(marks, safe, where))


def _pieces(plan: SheetPlan) -> dict[int, Piece]:
    """One piece of each unit or marker, by its identity."""
    return {id(piece.item): piece for _sheet, _slot, piece in plan.slots() if piece.item is not None}


def _sheets(brief: Brief, plan: SheetPlan) -> Iterator[Diagnostic]:
    """More counters than the sheets that the profile speaks of."""
    most, needed = brief.profile.sheets, len(plan.sheets)
    if most is None or needed <= most:
        return
    for document, where in brief.game.documents("profiles", ProfileDocument):
        if document.profile == brief.profile.id:
            yield PRT006.at(where / "sheets", count=plan.counters, needed=needed, sheets=most)

"""The rules booklet as two documents: its pages one by one, and two on a side of the paper to be folded."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from scenario_forge.printing.component import Job, Made
from scenario_forge.printing.paper import PAPERS, Paper
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.printing.brief import Brief

NAME = "rules"
LONGEST = 3000
"""Texts longer than this are cut off: a page of the booklet holds as much."""
_A5, _HALF_LETTER = Paper("A5", 148, 210), Paper("half-Letter", 139.7, 215.9)
_INCH_PAPERS = frozenset({"Letter", "Legal", "Tabloid"})


def booklet_paper(paper: Paper) -> tuple[Paper, Paper]:
    """A page of the booklet, and the upright sheet on which two are printed, for whoever prints on ``paper``."""
    if paper.name in _INCH_PAPERS:
        return _HALF_LETTER, PAPERS["Letter"]
    return _A5, PAPERS["A4"]


def jobs(brief: Brief, _scenarios: Sequence[str]) -> Iterator[Job]:
    """Plain and imposed; nothing for a game without rules."""
    from scenario_forge.printing.booklet.book import has_rules  # noqa: PLC0415

    if not has_rules(brief):
        return
    plain = cache(partial(_plain, brief))
    page, sheet = booklet_paper(brief.paper)
    title = brief.words("rules_title")
    yield Job(NAME, brief.file(NAME, paper=page.name), title, plain)
    file = brief.file(NAME, "booklet", paper=sheet.name, how="duplex-short")
    yield Job(NAME, file, brief.words("rules_to_fold"), partial(_imposed, brief, sheet.turned(), plain))


def _plain(brief: Brief) -> Made:
    from scenario_forge.printing.booklet.book import book  # noqa: PLC0415
    from scenario_forge.printing.fewer import page_count  # noqa: PLC0415
    from scenario_forge.printing.pages import boxed  # noqa: PLC0415
    from scenario_forge.printing.typeset import typeset  # noqa: PLC0415

    paper, _sheet = booklet_paper(brief.paper)
    data, drawn = book(brief, paper)
    drawings = {name: canvas.svg() for name, canvas in drawn.items()}
    page = brief.page(f"{brief.game.title}: {brief.words('rules_title')}") | {"paper": [paper.width, paper.height]}
    made = typeset("booklet.typ", page | data, drawings, LONGEST)
    count = page_count(made)
    blanks = -count % 4 if data["charts"]["blocks"] else 0
    if blanks:  # pages for notes before the charts, which stand on the last pages of the folded booklet
        made = typeset("booklet.typ", page | data | {"blanks": blanks}, drawings, LONGEST)
        count = page_count(made)
    whole = (0.0, 0.0, paper.width, paper.height)
    return Made(boxed(made, [(whole, None)] * count), drawings, facts={"pages": count})


def _imposed(brief: Brief, sheet: Paper, plain: Callable[[], Made]) -> Made:
    from scenario_forge.printing.booklet.impose import imposed  # noqa: PLC0415

    made = plain()
    count = int(made.facts["pages"])
    sheets = -(-count // 4)
    pdf = imposed(made.pdf, sheet.width, sheet.height, _fold_marks(brief, sheet, sheets))
    return Made(pdf, print_as="short", facts={"pages": count, "sheets": sheets})


def _fold_marks(brief: Brief, sheet: Paper, sheets: int) -> bytes:
    """Short lines where each sheet is folded, at its outer side, and on the first what is to be done."""
    from scenario_forge.printing.pages import Sheet, sheets_pdf  # noqa: PLC0415

    grey, middle = brief.palette["quiet"], sheet.width / 2
    made = []
    for number in range(sheets):
        canvas = Canvas(sheet.width, sheet.height)
        for top, bottom in ((0.0, 4.0), (sheet.height - 4.0, sheet.height)):
            canvas.line([(middle, top), (middle, bottom)], stroke=grey, width=0.15)
        note = brief.words("fold_note", sheet=number + 1, sheets=sheets)
        canvas.text((middle - 1.2, sheet.height - 5.0), note, 1.9, fill=grey, turn=-90, role="fold")
        made.append(Sheet(canvas, note, foot=False))
    return sheets_pdf(brief, brief.words("rules_to_fold"), made)

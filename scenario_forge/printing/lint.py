"""Checks of drawings: texts too small, too pale for their ground, or too near to the cut."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.diagnostics import Span
from scenario_forge.documents.game import GameDocument
from scenario_forge.printing.codes import PRT002, PRT003, PRT004, PRT005, PRT013, PRT014
from scenario_forge.printing.palette import SIDES_APART, contrast, difference, least_difference
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.palette import Nation
    from scenario_forge.printing.svg import Box, TextMark
    from scenario_forge.project.place import Where


SAFE_AREA = 1.2
"""Millimetres from the cut of a counter that hold nothing that must be read."""
LEAST_POINTS = 5.0
LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3, for texts."""
QUIET = frozenset({"hex-number", "area-name", "water-name"})
"""Roles of texts that are meant to stand back: hex numbers, and names as large as the land they lie on."""
LEAST_QUIET = 2.0
_ALLOWED = 0.05
"""Millimetres of rounding."""


def too_small(marks: Iterable[TextMark], place: Place | Span, least: float = LEAST_POINTS) -> Iterator[Diagnostic]:
    """A finding for each text set smaller than ``least`` points."""
    for mark in marks:
        if mark.points < least - 0.05:
            yield PRT003.at(place, text=mark.text, points=f"{mark.points:.1f}", least=f"{least:g}")


def too_pale(
    marks: Iterable[TextMark], place: Place | Span, least: Mapping[str, float] | None = None
) -> Iterator[Diagnostic]:
    """A finding for each text whose contrast with what it stands on is too low; ``least`` by role."""
    for mark in marks:
        wanted = (least or {}).get(mark.role, LEAST_QUIET if mark.role in QUIET else LEAST_CONTRAST)
        found = contrast(mark.fill, mark.on) if mark.on else 21.0
        if found < wanted:
            yield PRT004.at(place, text=mark.text, found=f"{found:.1f}", least=f"{wanted:g}")


def beyond(marks: Iterable[TextMark], area: Box, place: Place | Span) -> Iterator[Diagnostic]:
    """A finding for each text that leaves an area, such as a counter without its rim."""
    left, top, right, bottom = area
    for mark in marks:
        x, y, to_x, to_y = mark.box
        over = max(left - x, top - y, to_x - right, to_y - bottom)
        if over > _ALLOWED:
            yield PRT002.at(place, text=mark.text, over=f"{over:.1f}")


def inside(box: Box, rim: float = SAFE_AREA) -> Box:
    """A box without a rim."""
    left, top, right, bottom = box
    return left + rim, top + rim, right - rim, bottom - rim


# -- whether the counters of the sides are told apart by every reader, with or without colour ------


LEAST_DIFFERENCE = 12.0
"""Colours of counters nearer than this are mixed up at arm's length."""
_WHO = {
    "full": "any reader",
    "protan": "a reader who sees no red",
    "deutan": "a reader who sees no green",
    "tritan": "a reader who sees no blue",
    "grey": "anyone, printed in grey",
}


def sides_too_near(brief: Brief) -> Iterator[Diagnostic]:
    """A finding for each two nationalities of different sides whose counters differ by less than `SIDES_APART`."""
    for one, other in _enemies(brief):
        gap = difference(one.look.tint, other.look.tint)
        if gap < SIDES_APART:
            apart = {"gap": f"{gap:.0f}", "least": f"{SIDES_APART:g}"}
            finding = PRT013.at(other.at, one=one.name, other=other.name, profile=brief.profile.id, **apart)
            yield finding.also(one.at, "the other one")


def confusable_nations(brief: Brief) -> Iterator[Diagnostic]:
    """A finding for each two nationalities of different sides with one corner shape and colours too near."""
    for one, other in _enemies(brief):
        a, b = one.look, other.look
        if a.corner != b.corner:
            continue
        gap, vision = least_difference(a.tint, b.tint)
        grey = difference(a.tint, b.tint, "grey")
        if grey < gap:
            gap, vision = grey, "grey"
        if gap < LEAST_DIFFERENCE:
            finding = PRT005.at(other.at, one=one.name, other=other.name, who=_WHO[vision], corner=a.corner)
            yield finding.also(one.at, "the other one")


class _Shown(NamedTuple):
    """A nationality as it is printed, and where its colour stands."""

    name: str
    look: Nation
    at: Where


def _enemies(brief: Brief) -> Iterator[tuple[_Shown, _Shown]]:
    """Each two nationalities of different sides."""
    found = brief.game.one("game", GameDocument)
    if found is None:
        return
    document, where = found
    listed, look = where / "nationalities", brief.palette.nation
    shown = [
        (each.side, _Shown(each.name, look(brief.game, each.id), listed / n / "colour"))
        for n, each in enumerate(document.nationalities)
    ]
    for (side, one), (other_side, other) in combinations(shown, 2):
        if side != other_side:
            yield one, other


# -- checks of finished pages ----------------------------------------------------------------------


RIM = 4.0
"""Millimetres at the edge of the paper that a printer at home may leave white."""


def page_findings(
    pdf: bytes, file: str, least: float = LEAST_POINTS, rim: float = RIM, most: int = 20
) -> list[Diagnostic]:
    """Findings of a PDF: each word too small, cut short or in the rim, up to ``most``.

    ``file`` names the PDF; lines are its pages.
    """
    import pypdfium2  # noqa: PLC0415 - heavy

    found: list[Diagnostic] = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            for finding in _page(document[number], file, number + 1, least, rim):
                if finding not in found:
                    found.append(finding)
                if len(found) >= most:
                    return found
    finally:
        document.close()
    return found


def _page(page: Any, file: str, number: int, least: float, rim: float) -> Iterator[Diagnostic]:  # noqa: ANN401
    width, height = page.get_size()
    place = Span(file, number, 1, number, 2)
    for word in words_of_page(page):
        if "…" in word.text:
            yield PRT014.at(place, text=word.text)
        if word.points < least - 0.05:
            yield PRT003.at(place, text=word.text, points=f"{word.points:.1f}", least=f"{least:g}")
        left, bottom, right, top = word.box
        over = rim - min(left, bottom, width - right, height - top) * POINT
        if over > 0.05:
            yield PRT002.at(place, text=word.text, over=f"{over:.1f}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as a page has it: ``box`` is left, bottom, right, top in points from the lower left corner."""

    text: str
    points: float
    box: Box


def words_of_page(page: Any) -> Iterator[Word]:  # noqa: ANN401
    """The words of a page of pypdfium2, in the order of its text."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - heavy

    texts = page.get_textpage()
    letters = "".join(chr(pdfium.FPDFText_GetUnicode(texts.raw, i)) for i in range(texts.count_chars()))
    begin = None
    for index in range(len(letters) + 1):
        blank = index == len(letters) or letters[index].isspace() or not letters[index].isprintable()
        if not blank and begin is None:
            begin = index
        elif blank and begin is not None:
            yield _word(texts, letters, begin, index)
            begin = None


def _word(texts: Any, letters: str, begin: int, end: int) -> Word:  # noqa: ANN401
    boxes = [texts.get_charbox(index) for index in range(begin, end)]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return Word(letters[begin:end], _points(texts, begin), (min(lefts), min(bottoms), max(rights), max(tops)))


def _points(texts: Any, index: int) -> float:  # noqa: ANN401
    """The type size as seen: the font's, times what the page scales it by."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - heavy

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(texts.raw, index, ctypes.byref(matrix))
    return float(pdfium.FPDFText_GetFontSize(texts.raw, index) * (matrix.c**2 + matrix.d**2) ** 0.5)

"""Checks of printed pages: texts too small, too pale, too near the cut; sides that look alike."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.diagnostics import Span
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.game import GameDocument
from scenario_forge.printing.palette import SIDES_APART, contrast, difference, least_difference
from scenario_forge.printing.pdf import page_sizes
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief, PrintedDocument
    from scenario_forge.printing.palette import Nation
    from scenario_forge.printing.profile import Paper
    from scenario_forge.printing.svg import Box, TextMark


CODES = Codes(__file__)
PRT002 = CODES.warning("PRT002", "text-outside-safe-area", "`{text}` is {over} mm outside the safe area")
PRT003 = CODES.warning(
    "PRT003",
    "type-too-small",
    "`{text}` is set in {points} pt; {least} pt is the smallest that can be read",
)
PRT004 = CODES.warning(
    "PRT004",
    "contrast-too-low",
    "`{text}` has a contrast of {found} to 1 with its background; {least} to 1 is needed",
)
PRT005 = CODES.warning(
    "PRT005",
    "sides-look-alike",
    "{one} and {other} look alike to {who}, and both have the corner shape `{corner}`",
)
PRT006 = CODES.warning(
    "PRT006",
    "more-counters-than-sheets",
    "{count} counters need {needed} sheets; the profile has {sheets}",
)
PRT007 = CODES.error("PRT007", "backs-do-not-register", "{sheet}: {what}")
PRT009 = CODES.warning("PRT009", "name-has-no-room", "there is no free space on the map for `{name}`: it covers {what}")
PRT011 = CODES.warning(
    "PRT011",
    "unknown-symbol",
    "there is no symbol `{symbol}`; the counters show initials in its place",
)
PRT012 = CODES.warning("PRT012", "text-cut-short", "`{text}` is too long for its counter and is cut short")
PRT013 = CODES.warning(
    "PRT013",
    "sides-too-near-in-colour",
    "counters of {one} and {other} differ in colour by only {gap} in the profile `{profile}`; at least "
    "{least} is needed to tell the sides apart",
)
PRT014 = CODES.warning("PRT014", "text-with-ellipsis", "`{text}` ends in an ellipsis: part of it is not printed")


SAFE_AREA = 1.2
"""Millimetres from the cut of a counter that hold nothing that must be read."""
LEAST_POINTS = 5.0
LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3, for texts."""
QUIET = frozenset({"hex-number", "area-name", "water-name"})
"""Roles of texts that are meant to stand back: hex numbers, and names as large as the land they lie on."""
LEAST_QUIET = 2.0
_ALLOWED = 0.05
"""By how many millimetres a text may leave its area: rounding."""


def too_small(marks: Iterable[TextMark], place: Place | Span) -> Iterator[Diagnostic]:
    """Yield a finding for each text set smaller than `LEAST_POINTS`."""
    for mark in marks:
        if mark.points < LEAST_POINTS - 0.05:
            yield PRT003.at(place, text=mark.text, points=f"{mark.points:.1f}", least=f"{LEAST_POINTS:g}")


def too_pale(marks: Iterable[TextMark], place: Place | Span) -> Iterator[Diagnostic]:
    """Yield a finding for each text whose contrast with its ground is too low for its role."""
    for mark in marks:
        wanted = LEAST_QUIET if mark.role in QUIET else LEAST_CONTRAST
        found = contrast(mark.fill, mark.on) if mark.on else 21.0
        if found < wanted:
            yield PRT004.at(place, text=mark.text, found=f"{found:.1f}", least=f"{wanted:g}")


def texts_beyond(marks: Iterable[TextMark], area: Box, place: Place | Span) -> Iterator[Diagnostic]:
    """Yield a finding for each text that leaves an area, such as a counter without its rim."""
    left, top, right, bottom = area
    for mark in marks:
        x, y, to_x, to_y = mark.box
        over = max(left - x, top - y, to_x - right, to_y - bottom)
        if over > _ALLOWED:
            yield PRT002.at(place, text=mark.text, over=f"{over:.1f}")


def shrink_box(box: Box, rim: float = SAFE_AREA) -> Box:
    """Return a box without a rim."""
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
    """Yield a finding for each pair of enemy nationalities whose counters differ by less than `SIDES_APART`."""
    for one, other in _enemies(brief):
        gap = difference(one.look.tint, other.look.tint)
        if gap < SIDES_APART:
            apart = {"gap": f"{gap:.0f}", "least": f"{SIDES_APART:g}"}
            finding = PRT013.at(other.at, one=one.name, other=other.name, profile=brief.profile.id, **apart)
            yield finding.also(one.at, "the other one")


def confusable_nations(brief: Brief) -> Iterator[Diagnostic]:
    """Yield a finding for each pair of enemy nationalities with the same corner shape and similar colours."""
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
MOST = 20
"""Findings of one document that are given."""


POSTER_RIM = 2.0
"""Millimetres at the edge of a poster that a copy shop may leave white."""


def with_page_findings(
    made: PrintedDocument, file: str, paper: Paper
) -> tuple[PrintedDocument, list[tuple[float, float]]]:
    """Return the document with the findings on its pages added, and the page sizes in millimetres.

    ``file`` names the PDF.
    """
    pages = page_sizes(made.pdf)
    poster = any(max(page) > max(paper.width, paper.height) + 2 for page in pages)
    for finding in page_findings(made.pdf, file, rim=POSTER_RIM if poster else RIM):
        small = finding.code is PRT003 and finding.span.line in made.in_small
        if not small and finding not in made.findings:
            made.findings.append(finding)
    return made, pages


def page_findings(pdf: bytes, file: str, rim: float = RIM) -> list[Diagnostic]:
    """Return findings of a PDF: each word too small, cut short or in the rim, up to `MOST`.

    ``file`` names the PDF; lines are its pages.
    """
    import pypdfium2  # noqa: PLC0415 - heavy

    found: list[Diagnostic] = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            for finding in _page(document[number], file, number + 1, rim):
                if finding not in found:
                    found.append(finding)
                if len(found) >= MOST:
                    return found
    finally:
        document.close()
    return found


def _page(page: Any, file: str, number: int, rim: float) -> Iterator[Diagnostic]:  # noqa: ANN401
    width, height = page.get_size()
    place = Span(file, number, 1, number, 2)
    for word in words_of_page(page):
        if "…" in word.text:
            yield PRT014.at(place, text=word.text)
        if word.points < LEAST_POINTS - 0.05:
            yield PRT003.at(place, text=word.text, points=f"{word.points:.1f}", least=f"{LEAST_POINTS:g}")
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
    """Yield the words of a page of pypdfium2, in the order of its text."""
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

"""The list of errata as a document to print: the same rows as the page on the screen."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from scenario_forge.compare.corrections import COMPONENTS
from scenario_forge.printing.profile import INCH
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compare.corrections import Correction, Corrections
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.svg import Box


LONGEST = 4000
"""Longer texts are cut off there."""
_HEADS = ("errata_number", "errata_where", "errata_was", "errata_is", "errata_why")


def errata_list_pdf(brief: Brief, listed: Corrections) -> bytes:
    """The whole list on the profile's paper; the same values give the same bytes."""
    words = brief.words
    title = words("errata_list_title")
    page = brief.page(f"{brief.game.title}: {title}") | {"foot": brief.foot() | {"left": _foot(brief, listed)}}
    return typeset("errata.typ", page | errata_list(brief, listed), longest=LONGEST)


def _foot(brief: Brief, listed: Corrections) -> str:
    """Game and edition, and the version of the list: which errata are laid over the game is no matter here."""
    words, about = brief.words, brief.game.about
    edition = words("edition_line", title=brief.game.title, edition=about.edition if about else "")
    version = words("errata_version", version=listed.version) if listed.version else words("errata_list_title")
    return f"{edition}  ·  {version}"


def errata_list(brief: Brief, listed: Corrections) -> dict[str, Any]:
    """What the template reads."""
    words, about = brief.words, brief.game.about
    lead = [words("edition_line", title=brief.game.title, edition=about.edition if about else "")]
    lead += [words("errata_version", version=listed.version)] if listed.version else []
    lead += [words("errata_since", version=listed.since)] if listed.since else []
    parts = [
        {"title": words(f"errata_of_{key}"), "rows": [_row(words, row) for row in listed.of(key)]}
        for key, _title in COMPONENTS
        if listed.of(key)
    ]
    return {
        "game": brief.game.title,
        "title": words("errata_list_title"),
        "lead": lead,
        "signs": words("errata_signs"),
        "heads": [words(key) for key in _HEADS],
        "parts": parts,
        "log": [
            {
                "version": edition.version,
                "note": " · ".join(p for p in (edition.date, edition.note) if p),
                "lines": lines,
            }
            for edition, lines in listed.log
        ],
        "printings": list(_printings(words, listed)),
        "words": {key: words(key) for key in ("errata_nothing", "errata_log", "errata_printings")},
        "accent": brief.palette["ink"],
        "wrong": brief.palette["warning"],
    }


def _row(words: Words, row: Correction) -> dict[str, Any]:
    erratum = row.erratum
    status = [words(f"errata_{erratum.status}")]
    status += [words("errata_incorporated")] if row.incorporated else []
    return {
        "id": erratum.id,
        "status": status,
        "place": row.place,
        "was": [list(piece) for piece in row.was],
        "now": [list(piece) for piece in row.now],
        "why": erratum.why,
        "source": f"{erratum.source} ({erratum.date or words('errata_undated')})",
        "new": row.new,
        "kept": not row.applies,
    }


def _printings(words: Words, listed: Corrections) -> Iterator[dict[str, str]]:
    applied = [row.erratum for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [e.id for e in applied if printing.id in e.incorporated_in]
        others = [e.id for e in applied if e.applies_to and printing.id not in e.applies_to]
        but = ", ".join([*has, *others])
        take = words("errata_take_but", ids=but) if but else words("errata_take_all")
        said = [words("errata_has", ids=", ".join(has))] if has else []
        name = printing.name + (f" ({printing.year})" if printing.year else "")
        yield {"name": name, "recognise": printing.recognise, "has": " · ".join([*said, take])}


# -- where two pages differ, seen as a reader sees them --------------------------------------------


CELL = 1.0
"""Side of the squares of a page that are compared, in millimetres."""
APART = 2.5
"""What lies no further apart is one rectangle."""
ROOM = 0.8
"""Kept around what has changed."""
LEAST = (9.0, 5.0)
"""The least that a rectangle is wide and high."""
_DPI = 4 * INCH
_UNLIKE = 40
"""How much a dot must differ, of 255: less is the rim of a letter."""


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres."""
    import pypdfium2  # noqa: PLC0415 - heavy

    document = pypdfium2.PdfDocument(BytesIO(pdf))
    try:
        return [(w / 72 * INCH, h / 72 * INCH) for w, h in (page.get_size() for page in document)]
    finally:
        document.close()


def changed_squares(before: bytes, after: bytes, number: int) -> list[Box] | None:
    """Squares of :data:`CELL` of a page of ``after`` that are not as on the same page of ``before``.

    None where the first has no such page, or one of another size: then there is nothing to paste over.
    """
    one, other = picture(before, number), picture(after, number)
    if one is None or other is None or one.shape != other.shape:
        return None
    unlike = abs(one.astype("int16") - other.astype("int16")) > _UNLIKE
    return _squares(unlike)


def regions(squares: list[Box]) -> list[Box]:
    """Squares as rectangles with some room around them, from the top."""
    return joined([_grown(box) for box in joined(squares)], 0.0)


def dots_per_mm() -> float:
    """How finely a page is looked at."""
    return _DPI / INCH


def picture(pdf: bytes, number: int) -> Any:  # noqa: ANN401 - an array of dots
    """A page in greys; None where there is none of that number."""
    import pypdfium2  # noqa: PLC0415 - heavy

    document = pypdfium2.PdfDocument(BytesIO(pdf))
    try:
        if number >= len(document):
            return None
        return document[number].render(scale=_DPI / 72, grayscale=True).to_numpy().squeeze().copy()
    finally:
        document.close()


def _squares(unlike: Any) -> list[Box]:  # noqa: ANN401 - an array of dots
    """Dots that differ as squares of the page, row by row."""
    import numpy as np  # noqa: PLC0415 - heavy

    dots = round(_DPI / INCH * CELL)
    high, wide = (-(-side // dots) for side in unlike.shape)
    padded = np.zeros((high * dots, wide * dots), dtype=bool)
    padded[: unlike.shape[0], : unlike.shape[1]] = unlike
    rows, columns = np.nonzero(padded.reshape(high, dots, wide, dots).any(axis=(1, 3)))
    places = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(c * CELL, r * CELL, (c + 1) * CELL, (r + 1) * CELL) for r, c in places]


def joined(boxes: list[Box], apart: float = APART) -> list[Box]:
    """Rectangles with those joined that lie no further than ``apart`` from each other, from the top."""
    left = sorted(boxes, key=lambda box: (box[1], box[0]))
    while True:
        made: list[Box] = []
        for box in left:
            near = next((n for n, other in enumerate(made) if _near(box, other, apart)), None)
            if near is None:
                made.append(box)
            else:
                made[near] = _around(box, made[near])
        if len(made) == len(left):
            return sorted(made, key=lambda box: (box[1], box[0]))
        left = made


def _near(one: Box, other: Box, apart: float) -> bool:
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return across <= apart and down <= apart / 2


def _around(one: Box, other: Box) -> Box:
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


def _grown(box: Box) -> Box:
    """With room around it, and large enough to be handled."""
    across = max(ROOM, (LEAST[0] - (box[2] - box[0])) / 2)
    down = max(ROOM, (LEAST[1] - (box[3] - box[1])) / 2)
    return (box[0] - across, box[1] - down, box[2] + across, box[3] + down)

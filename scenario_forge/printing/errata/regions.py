"""Where two pages differ, seen as a reader sees them: rectangles around what has changed."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from scenario_forge.printing.profile import INCH

if TYPE_CHECKING:
    from scenario_forge.printing.svg import Box

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

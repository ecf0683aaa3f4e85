"""Ink that a document takes, measured on pictures of its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.pdf import open_pdf
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from scenario_forge.printing.profile import Paper


TEXT_PAGE = 0.05
"""Part of a page of plain text that is inked: what makers of cartridges count pages by (ISO/IEC 24711, 24712)."""
_DPI = 25
"""A coarse picture does: the grey of a dot says how much of it is inked."""


def ink_of(pdf: bytes, paper: Paper) -> float:
    """Return the sides of this paper that a document's ink would cover whole, one layer of one colour."""
    side = paper.width * paper.height
    with open_pdf(pdf) as document:
        found = 0.0
        for number in range(len(document)):
            page = document[number]
            width, height = page.get_size()
            dots = page.render(scale=_DPI / 72).to_numpy()
            found += coverage(dots) * width * height * POINT**2 / side
            page.close()
    return round(found, 3)


def coverage(dots: object) -> float:
    """Return the mean layers of ink on dots of red, green and blue (rows, columns, 3; 255 is white).

    What three colours share is printed in black; the rest in cyan, magenta and yellow.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    colour = 1.0 - np.asarray(dots, dtype="float32")[..., :3] / 255.0
    black = colour.min(axis=-1)
    return float((colour.sum(axis=-1) - 2.0 * black).mean())

"""Papers, and lengths as authors write them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

INCH = 25.4
POINT = INCH / 72
"""A typographic point in millimetres."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in millimetres, upright."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The sheet lying on its long side."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297),
        Paper("Letter", 215.9, 279.4),
        Paper("Legal", 215.9, 355.6),
        Paper("A3", 297, 420),
        Paper("Tabloid", 279.4, 431.8),
    )
}
"""What a printer at home takes."""
POSTERS = (
    Paper("A3", 297, 420),
    Paper("A2", 420, 594),
    Paper("A1", 594, 841),
    Paper("A0", 841, 1189),
)
"""What a copy shop prints, smallest first."""
_UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10), '"': Fraction(254, 10)}


def size_name(width: float, height: float) -> str:
    """A page's paper by name, upright or lying, or its measures.

    >>> size_name(420, 297), size_name(300, 400)
    ('A3', '300 × 400 mm')
    """
    least, most = sorted((width, height))
    for paper in (*PAPERS.values(), *POSTERS):
        if abs(paper.width - least) < 1.5 and abs(paper.height - most) < 1.5:
            return paper.name
    return f"{width:.0f} × {height:.0f} mm"


def millimetres_of(text: str) -> float:
    """A length in millimetres.

    >>> millimetres_of('5/8"'), millimetres_of("15 mm"), millimetres_of("1 1/2 in")
    (15.875, 15.0, 38.1)

    Raises:
        ValueError: it is none.
    """
    for unit, factor in _UNITS.items():
        if text.endswith(unit):
            parts = text.removesuffix(unit).split()
            if not 1 <= len(parts) <= 2:
                break
            sign = -1 if parts[0].startswith("-") else 1
            return float(sign * sum(Fraction(part.lstrip("-")) for part in parts) * factor)
    raise ValueError(f"`{text}` is no length")

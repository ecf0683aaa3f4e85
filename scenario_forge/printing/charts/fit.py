"""Setting a document on as few pages as it should have, with smaller or larger type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.typeset import page_count, typeset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SMALLER = (0.95, 0.9, 0.86, 0.82, 0.79)
LARGER = (1.2, 1.12, 1.06)
"""Type sizes that are tried, as parts of the profile's."""


def fitted(
    template: str,
    data: dict[str, Any],
    uses: Sequence[str],
    most: int | None = None,
    svgs: Mapping[str, str] | None = None,
) -> bytes:
    """Fill a template, in the largest type that does not cost a page.

    Type gets smaller only where that brings the document to ``most`` pages.
    """

    def made(squeeze: float) -> bytes:
        return typeset(template, data | {"squeeze": squeeze}, svgs, uses=uses)

    plain = made(1.0)
    pages = page_count(plain)
    if most is not None and pages > most:
        return next((pdf for pdf in map(made, SMALLER) if page_count(pdf) <= most), plain)
    return next((pdf for pdf in map(made, LARGER) if page_count(pdf) <= pages), plain)

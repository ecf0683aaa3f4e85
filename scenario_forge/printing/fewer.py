"""Documents in as few pages as a little smaller type makes possible."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def in_fewest_pages(made: Callable[[float], bytes], smaller: Sequence[float]) -> bytes:
    """What ``made`` gives for the type size 1, or for the first of ``smaller`` that takes fewer pages.

    A document of one page is as it is.
    """
    plain = made(1.0)
    pages = page_count(plain)
    if pages == 1:
        return plain
    return next((pdf for pdf in map(made, smaller) if page_count(pdf) < pages), plain)


def page_count(pdf: bytes) -> int:
    """Pages of a PDF."""
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        return len(document.pages)

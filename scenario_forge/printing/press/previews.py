"""Pictures of pages: what a document looks like without opening it. The same PDF gives the same bytes."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.press.manifest import digest
from scenario_forge.printing.profile import INCH, POINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

DPI = 80
"""Of a preview."""
SMALL_DPI = 40
"""Of a thumbnail, and no larger than :data:`SMALL`."""
LARGE, SMALL = 1700, 480
"""Most pixels along the longer side: a poster is shown smaller than a page."""


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres, to a tenth."""
    import pypdfium2  # noqa: PLC0415 - heavy

    with pypdfium2.PdfDocument(pdf) as document:
        sizes = [document.get_page_size(number) for number in range(len(document))]
    return [(round(width * POINT, 1), round(height * POINT, 1)) for width, height in sizes]


@cache
def _painters() -> tuple[str, str]:
    return version("pypdfium2"), version("pillow")


def previews_key(pdf_digest: str) -> str:
    """What the pictures of a document depend on."""
    return digest([pdf_digest, DPI, SMALL_DPI, LARGE, SMALL, *_painters()])


def previews(stem: str, pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and PNG of each page's preview and thumbnail, page after page."""
    import pypdfium2  # noqa: PLC0415 - heavy

    with pypdfium2.PdfDocument(pdf) as document:
        digits = len(str(len(document)))
        for number in range(len(document)):
            page = document[number]
            width, height = (side * POINT for side in page.get_size())
            picture = page.render(scale=_dpi(max(width, height), DPI, LARGE) / 72).to_pil()
            page.close()
            name = f"{stem}_p{number + 1:0{digits}}.png"
            yield f"png/{name}", _png(picture)
            yield f"png/small/{name}", _png(_smaller(picture, width, height))


def _dpi(side: float, dpi: float, most: int) -> float:
    """So many dots an inch that a side of so many millimetres has no more than ``most``."""
    return min(dpi, most / (side / INCH))


def _smaller(picture: Image, width: float, height: float) -> Image:
    from PIL import Image  # noqa: PLC0415 - heavy

    dpi = _dpi(max(width, height), SMALL_DPI, SMALL)
    size = max(1, round(width / INCH * dpi)), max(1, round(height / INCH * dpi))
    return picture.resize(size, Image.Resampling.BOX, reducing_gap=2)


def _png(picture: Image) -> bytes:
    # a palette would be a third of the size, but pale tints side by side fall into one
    out = BytesIO()
    picture.convert("RGB").save(out, "PNG", compress_level=4)
    return out.getvalue()

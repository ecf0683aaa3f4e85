"""Typesetting by Typst: PDF from a template and data, or from drawn sheets; the same input gives the same bytes.

What an author wrote goes in as data (`sys.inputs`), never as markup. Typst sees an empty folder of ours
and the shipped fonts, no file of the system, no package.
"""

from __future__ import annotations

import json
import re
import tempfile
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scenario_forge.lettering.fonts import FAMILIES, FOLDER, check_fonts, composed
from scenario_forge.printing.pdf import page_count, with_page_boxes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import typst

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Box, Canvas


_TEMPLATES = Path(__file__).with_name("templates")
_LONG_WORD = re.compile(r"\S{28,}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LONGEST = 400
First = TypeVar("First")
_ONLY_ASKED: ContextVar[bool] = ContextVar("only asked what would be set", default=False)


def typeset(
    template: str,
    data: Mapping[str, Any],
    svgs: Mapping[str, str] | None = None,
    longest: int = _LONGEST,
    uses: Sequence[str] = (),
) -> bytes:
    """Fill a template of `templates/` with data; ``svgs`` are drawings that it takes by name (`svg("map")`).

    Texts of more than ``longest`` characters are cut off there. ``uses`` names templates of definitions alone.

    Raises:
        typst.TypstError: the template has a fault; no data makes one.
    """
    main = "\n".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in ("page.typ", *uses, template))
    return _compile(main, data, svgs or {}, longest)


def typeset_source(source: str, data: Mapping[str, Any]) -> bytes:
    """Typeset a rule system's own Typst source on our pages.

    Raises:
        typst.TypstError: the source has a fault.
    """
    main = (_TEMPLATES / "page.typ").read_text(encoding="utf-8")
    return _compile(f"{main}\n#show: page-of.with(data)\n{source}", data, {})


def clean_data(value: Any, longest: int = _LONGEST) -> Any:  # noqa: ANN401 - JSON data
    """Return data with texts that can be set: no control characters, over-long words breakable, limited length."""
    if isinstance(value, str):
        text = composed(_CONTROL.sub(" ", value))
        text = text if len(text) <= longest else f"{text[: longest - 1]}…"
        return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(".{1,14}", word[0])), text)
    if isinstance(value, dict):
        return {key: clean_data(inner, longest) for key, inner in value.items()}
    return [clean_data(inner, longest) for inner in value] if isinstance(value, (list, tuple)) else value


def _compile(main: str, data: Mapping[str, Any], svgs: Mapping[str, str], longest: int = _LONGEST) -> bytes:
    drawings = {f"svg:{name}": drawing for name, drawing in svgs.items()}
    written = json.dumps(clean_data(data, longest), ensure_ascii=True)
    inputs = {"data": written, "fonts": json.dumps(FAMILIES), **drawings}
    if _ONLY_ASKED.get():
        raise _NotSet(_digest(main, inputs))
    return _pdf(main, inputs)


def _digest(main: str, inputs: Mapping[str, str]) -> str:
    """The digest of everything that goes into a document, but the fonts of the package."""
    return sha256(json.dumps([main, inputs]).encode()).hexdigest()


def _pdf(main: str, inputs: dict[str, str]) -> bytes:
    """What Typst makes of a source and its `sys.inputs`."""
    import typst  # noqa: PLC0415 - heavy

    with tempfile.TemporaryDirectory(prefix="scenario-forge-") as folder:
        compiler = typst.Compiler(main.encode(), Path(folder), _fonts(), True, inputs, Path(folder), Path(folder))
        made = compiler.compile(format="pdf")
    if not isinstance(made, bytes):
        raise TypeError("Typst gave no single document")
    return made


class _NotSet(BaseException):
    """Leaves what makes a document when all that goes into it is known; its argument is the digest of that."""


def identity(make: Callable[[], object]) -> str:
    """Return the digest of a document's inputs without typesetting; equal digests print alike.

    Of a document that is set more than once, what is set first counts, and what :func:`compose_parts` joins to it.
    Empty for one that sets nothing. Setting takes nearly all the time of most documents.
    """
    asked = _ONLY_ASKED.set(True)
    try:
        make()
    except _NotSet as found:
        return str(found.args[0])
    finally:
        _ONLY_ASKED.reset(asked)
    return ""


def compose_parts(first: Callable[[], First], then: Callable[[First | None], bytes]) -> tuple[First, bytes]:
    """Return the two parts of a document that is set twice, such as pages and the marks laid over them.

    Args:
        first: sets what the document shows.
        then: sets the other part, from the first; from None where only its :func:`identity` is asked.
    """
    if _ONLY_ASKED.get():
        parts = (identity(first), identity(lambda: then(None)))
        raise _NotSet(sha256("\n".join(parts).encode()).hexdigest())
    made = first()
    return made, then(made)


@cache
def _fonts() -> typst.Fonts:
    import typst  # noqa: PLC0415 - heavy

    check_fonts()
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FOLDER)])


# -- documents in as few pages as a little smaller type makes possible -----------------------------


def in_fewest_pages(made: Callable[[float], bytes], smaller: Sequence[float]) -> bytes:
    """Return what ``made`` gives at type size 1, or at the first of ``smaller`` that takes fewer pages.

    A document of one page is as it is.
    """
    plain = made(1.0)
    pages = page_count(plain)
    if pages == 1:
        return plain
    return next((pdf for pdf in map(made, smaller) if page_count(pdf) < pages), plain)


def largest_in_fewest_pages(made: Callable[[float], bytes], sizes: Sequence[float]) -> bytes:
    """Return what ``made`` gives at the first type size that takes no more pages than the last.

    ``sizes``: the largest first.
    """
    smallest = made(sizes[-1])
    fewest = page_count(smallest)
    for size in sizes[:-1]:
        pdf = made(size)
        if page_count(pdf) == fewest:
            return pdf
    return smallest


# -- drawn sheets as pages of a PDF, at true size, with foot, bookmarks, TrimBox and BleedBox ------


@dataclass(frozen=True)
class PrintedPage:
    """One page: a drawing as large as the paper."""

    drawing: Canvas
    label: str
    """Its bookmark; also set at its head if ``head``."""
    trim: Box | None = None
    """What is left when it is cut, in millimetres from the top left; None: the whole page."""
    bleed: Box | None = None
    """What is printed beyond that; None: as ``trim``."""
    foot: bool = True
    foot_inset: float = 10.0
    """How far the foot stays from the left and right edge."""
    foot_up: float = 5.0
    """How far its lower edge stays from the edge of the paper."""


def sheets_pdf(brief: Brief, title: str, sheets: Sequence[PrintedPage]) -> bytes:
    """Return one PDF of drawn sheets in their order; each page is as large as its drawing.

    Raises:
        ValueError: there is no sheet.
    """
    if not sheets:
        raise ValueError("a document needs a page")
    pages = [
        {
            "width": sheet.drawing.width,
            "height": sheet.drawing.height,
            "label": sheet.label,
            "foot": sheet.foot,
            "inset": sheet.foot_inset,
            "up": sheet.foot_up,
        }
        for sheet in sheets
    ]
    svgs = {str(number): sheet.drawing.svg() for number, sheet in enumerate(sheets)}
    made = typeset("sheets.typ", brief.page(title) | {"pages": pages}, svgs)
    if all(sheet.trim is None for sheet in sheets):
        return made
    return with_page_boxes(made, [(sheet.trim, sheet.bleed) for sheet in sheets])

"""Printed on both sides, folded and stapled, the sheets read from the first page to the last."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.printing.pdf import saddle_stitch
from scenario_forge.printing.profile import POINT
from tests.printing.booklet.conftest import flat
from tests.printing.conftest import GAMES, SKIRMISH


def folded(sides):
    """The pages as they are read in a stack of sheets laid in each other and folded.

    Turned over its short edge, the left half of a back lies behind the right half of its front.
    """
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    before = [page for front, back in sheets for page in (front[1], back[0])]
    return before + [page for front, back in reversed(sheets) for page in (back[1], front[0])]


@given(st.integers(4, 40))
def test_a_folded_stack_reads_in_order(pages):
    read = folded(saddle_stitch(pages))
    assert read[:pages] == list(range(pages))
    assert set(read[pages:]) <= {None}
    assert len(read) % 4 == 0
    assert len(read) - pages < 4


SIZES = {"A4": ((148, 210), (297, 210)), "Letter": ((139.7, 215.9), (279.4, 215.9))}


@pytest.mark.parametrize("paper", SIZES)
def test_pages_and_sheets_have_their_exact_size(paper, printed):
    book = printed(SKIRMISH, "all", "default", paper)
    for made, (wide, high) in zip(book.made, SIZES[paper], strict=True):
        with pikepdf.open(BytesIO(made.pdf)) as document:
            for page in document.pages:
                size = [float(value) * POINT for value in page.mediabox]
                assert size == pytest.approx([0, 0, wide, high], abs=0.01)
                trim = [float(value) * POINT for value in page.trimbox]
                assert trim[3] - trim[1] == pytest.approx(high, abs=0.01)
                assert trim[2] - trim[0] == pytest.approx(min(wide, 2 * SIZES[paper][0][0]), abs=0.02)
    assert [made.print_as for made in book.made] == ["single", "short"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", SIZES)
def test_each_half_of_a_sheet_carries_its_page(paper, printed):
    book = printed(SKIRMISH, "all", "default", paper)
    sheets = pypdfium2.PdfDocument(book.made[1].pdf)
    sides = saddle_stitch(len(book.pdf))
    assert len(sheets) == len(sides)
    for sheet, side in zip(sheets, sides, strict=True):
        middle, high = sheet.get_width() / 2, sheet.get_height()
        words = sheet.get_textpage()
        for left, page in zip((0, middle), side, strict=True):
            rim = 5 / POINT  # the note on folding stands there
            text = flat(
                words.get_text_bounded(left + (rim if left else 0), 0, left + middle - (0 if left else rim), high)
            )
            expected = flat(book.pdf[page].get_textpage().get_text_range()) if page is not None else ""
            assert sorted(text) == sorted(expected)


def test_the_art_is_kept_as_it_is(printed):
    """Every page is a form of the plain document: fonts stay fonts, nothing is drawn twice."""
    book = printed(SKIRMISH, "all")
    with pikepdf.open(BytesIO(book.made[1].pdf)) as document:
        forms = [page.Resources.XObject[name] for page in document.pages for name in page.Resources.XObject]
        assert len(forms) == len(book.pdf) + len(document.pages) // 2
        fonts = [form for form in forms if "/Font" in form.get("/Resources", {})]
        assert len(fonts) >= len(book.pdf)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_folded_booklet_has_a_title_a_language_and_tags(folder, printed):
    """Whoever has it read aloud hears every page in order, though the sheets are not."""
    book = printed(folder, "all")
    with pikepdf.open(BytesIO(book.made[1].pdf)) as document:
        assert document.Root.Lang == "en"
        assert document.Root.MarkInfo.Marked
        assert document.Root.ViewerPreferences.DisplayDocTitle
        with document.open_metadata() as metadata:
            assert metadata["dc:title"] == str(document.docinfo["/Title"]) == f"{book.game.title}: Rules"
        order = list(dict.fromkeys(marked(document.Root.StructTreeRoot)))
        forms = {page.Resources.XObject[n].objgen for page in document.pages for n in page.Resources.XObject}
        assert set(order) <= forms
        assert len(order) == len(book.pdf)
        rows = document.Root.StructTreeRoot.ParentTree.Nums
        assert [int(number) for number in list(rows)[::2]] == list(range(len(book.pdf)))


def marked(element):
    """The forms that hold the content of a tree, in the order in which it is read."""
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if kid.get("/Type") == "/MCR":
            yield kid.Stm.objgen
        else:
            yield from marked(kid)

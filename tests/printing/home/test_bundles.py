"""The files to print: each document in the file of its setting, in order, and nothing of another size or for a screen."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from scenario_forge.printing.brief import PrintedDocument
from scenario_forge.printing.home.bundles import Bundle, bundles, joined_pdf
from scenario_forge.printing.pdf import with_print_settings
from scenario_forge.printing.profile import PAPERS
from tests.printing.press.fakes import blank

A4 = PAPERS["A4"]


def parts(bundle):
    return [entry.title for entry in bundle.entries]


def settings(pdf):
    with pikepdf.open(BytesIO(pdf)) as document:
        return {key: str(value) for key, value in document.Root.ViewerPreferences.items()}


@pytest.mark.parametrize(
    ("print_as", "duplex"),
    [
        ("single", "/Simplex"),
        ("fold", "/Simplex"),
        ("long", "/DuplexFlipLongEdge"),
        ("short", "/DuplexFlipShortEdge"),
    ],
)
def test_each_document_asks_for_true_size_its_sides_and_its_tray(print_as, duplex):
    made = PrintedDocument(blank(2), print_as=print_as).pdf
    assert settings(made) == {"/PrintScaling": "/None", "/Duplex": duplex, "/PickTrayByPDFSize": "True"}
    assert with_print_settings(blank(2), print_as) == made, "the same bytes each time"


def test_documents_go_by_their_setting_and_the_trial_print_comes_first(box):
    single, duplex, booklet = bundles(A4, box)
    assert [each.file() for each in (single, duplex, booklet)] == [
        "1-single-sided.pdf",
        "2-duplex.pdf",
        "3-booklet.pdf",
    ]
    assert single.file("_Letter") == "1-single-sided_Letter.pdf"
    assert parts(single) == ["map pages", "charts"], "no poster, and no rules for the screen"
    assert parts(duplex) == ["calibration", "counters", "player-aid axis"]
    assert parts(booklet) == ["rules booklet"]
    assert [each.print_as for each in (single, duplex, booklet)] == ["single", "long", "short"]
    assert [each.sheets for each in (single, duplex, booklet)] == [9, 1 + 2 + 1, 13]


def test_on_both_sides_each_document_begins_a_sheet(box):
    single, duplex, _booklet = bundles(A4, box)
    assert list(single.pages().values()) == [(1, 7), (8, 9)]
    assert list(duplex.pages().values()) == [(1, 2), (3, 5), (7, 8)]


def test_without_a_booklet_the_plain_rules_are_printed(box):
    (single,) = bundles(A4, box[6:7])
    assert parts(single) == ["rules"]


def test_what_is_asked_for_by_itself_is_in_no_file(entry):
    assert bundles(A4, [entry("leaflet", print_as="long", pages=2)]) == []


def read(entry):
    return blank(len(entry.pages), entry.pages[0])


def test_the_joined_file_has_all_pages_blank_backs_and_a_bookmark_for_each_document(box):
    _single, duplex, _booklet = bundles(A4, box)
    made = joined_pdf(duplex, "Skirmish", "en", read)
    assert made == joined_pdf(duplex, "Skirmish", "en", read)
    assert settings(made)["/Duplex"] == "/DuplexFlipLongEdge"
    with pikepdf.open(BytesIO(made)) as document, document.open_outline() as outline:
        assert len(document.pages) == duplex.page_count == 8
        assert (str(document.docinfo.Title), str(document.Root.Lang)) == ("Skirmish", "en")
        assert [item.title for item in outline.root] == parts(duplex)
        assert all(page.get("/Rotate", 0) == 0 for page in document.pages)


def test_where_sheets_turn_on_the_short_edge_other_backs_stand_on_their_heads(entry):
    """Else the back of a player aid would be upside down for whoever turns it as a book."""
    several = (entry("counters", pages=2, print_as="short"), entry("player-aid", pages=2, print_as="long"))
    mixed = Bundle("duplex", several)
    assert mixed.print_as == "short"
    with pikepdf.open(BytesIO(joined_pdf(mixed, "x", "en", read))) as document:
        assert [int(page.get("/Rotate", 0)) for page in document.pages] == [0, 0, 0, 180]


def test_links_of_a_part_do_not_drag_its_other_pages_along(entry):
    with pikepdf.open(BytesIO(blank(2))) as document:
        first, second = document.pages
        link = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Dest=[second.obj, pikepdf.Name.Fit]
        )
        first.obj.Annots = pikepdf.Array([link])
        out = BytesIO()
        document.save(out)
    made = joined_pdf(Bundle("single-sided", (entry("charts", pages=2),)), "x", "en", lambda _entry: out.getvalue())
    with pikepdf.open(BytesIO(made)) as document:
        assert len(document.pages) == 2
        assert not any("/Annots" in page.obj for page in document.pages)

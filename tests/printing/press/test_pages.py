"""Finished pages are looked at, but not the type of those that show others in small."""

from __future__ import annotations

import pytest

from scenario_forge.printing.brief import Brief, PrintedDocument
from scenario_forge.printing.lint import with_page_findings
from scenario_forge.printing.profile import PAPERS, POINT
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

A4 = PAPERS["A4"]


def sheet(points, at=(50, 50), size=(210, 297)):
    drawing = Canvas(*size)
    drawing.text(at, "words", size=points * POINT, role="x")
    return PrintedPage(drawing, "x", foot=False)


@pytest.mark.parametrize(("small", "found"), [(set(), [1, 3]), ({1, 2}, [3]), ({1, 3}, [])])
def test_type_too_small_is_found_where_it_is_to_be_read(skirmish, small, found):
    pdf = sheets_pdf(Brief(skirmish()), "x", [sheet(3), sheet(8), sheet(3)])
    made, pages = with_page_findings(PrintedDocument(pdf, in_small=frozenset(small)), "x.pdf", A4)
    assert [(finding.code.id, finding.span.file, finding.span.line) for finding in made.findings] == [
        ("PRT003", "x.pdf", page) for page in found
    ]
    assert pages == [(210.0, 297.0)] * 3


def test_a_printer_at_home_needs_a_wider_rim_than_a_copy_shop(skirmish):
    def found(size):
        pdf = sheets_pdf(Brief(skirmish()), "x", [sheet(8, (3, 50), size)])
        return [finding.code.id for finding in with_page_findings(PrintedDocument(pdf), "x.pdf", A4)[0].findings]

    assert found((210, 297)) == ["PRT002"]
    assert found((420, 594)) == []

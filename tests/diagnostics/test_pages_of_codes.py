from __future__ import annotations

import re
from dataclasses import astuple, replace

import pytest

from scenario_forge.diagnostics import Code, Severity, catalogue
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.diagnostics.model import Page, PageFile

PAGE = Page(
    title="unsupplied at start",
    what="A unit starts out of reach of supply.",
    why="By Rule 8 it is lost before it can move.",
    bad="nov41: AA30\nno: 1",
    good="nov41: A30",
    mend="Look at the printed cell again.",
)
UNSUPPLIED = Code("OOB007", "unsupplied-at-start", Severity.ERROR, "{unit} is too far", {"OOB007": PAGE})
HEAD = "*error*, `unsupplied-at-start`\n\n"
MAP = Code("MAP001", "hex-twice", Severity.WARNING, "{unit} is too far", {"MAP001": PAGE, "MAP002": PAGE})


def test_the_page_as_text():
    assert catalogue.page_text(UNSUPPLIED, width=34) == (
        "OOB007 (error): unsupplied at start\n\n"
        "A unit starts out of reach of\nsupply.\n\n"
        "Why\n  By Rule 8 it is lost before it\n  can move.\n\n"
        "Wrong\n    nov41: AA30\n    no: 1\n\n"
        "Right\n    nov41: A30\n\n"
        "What to do\n  Look at the printed cell again.\n"
    )


def test_the_page_as_markdown():
    assert catalogue.page_markdown(MAP, level=3) == (
        "### MAP001 hex twice\n\n*warning*, `hex-twice`\n\nA unit starts out of reach of supply.\n\n"
        "**Why.** By Rule 8 it is lost before it can move.\n\n"
        "Wrong:\n\n```yaml\nnov41: AA30\nno: 1\n```\n\nRight:\n\n```yaml\nnov41: A30\n```\n\n"
        "**What to do.** Look at the printed cell again.\n"
    )


def test_below_the_wrong_example_stands_what_it_gives():
    page = replace(PAGE, says="AA30 is too far", also="OOB008")
    code = replace(UNSUPPLIED, pages={"OOB007": page})
    assert (
        "Wrong\n    nov41: AA30\n    no: 1\n\n  AA30 is too far\n\n  This also gives OOB008.\n\nRight\n"
    ) in catalogue.page_text(code)
    assert "```\n\n> AA30 is too far\n\n> This also gives OOB008.\n\nRight:" in catalogue.page_markdown(code)


def test_a_page_is_read_as_it_is_printed(tmp_path):
    for says, also in (("", ""), ("too far", ""), ("", "OOB008"), ("too far", "OOB008")):
        page = replace(PAGE, says=says, also=also)
        path = tmp_path / f"{says}{also}.md"
        path.write_text(catalogue.page_markdown(replace(UNSUPPLIED, pages={"OOB007": page})).replace(HEAD, ""), "utf-8")
        assert PageFile(str(path))["OOB007"] == replace(page, file=str(path))


def test_a_fence_is_longer_than_any_in_the_example():
    assert "````yaml\n```\n````" in catalogue.page_markdown(replace(MAP, pages={"MAP001": replace(PAGE, bad="```")}))


def test_the_pages_are_grouped_by_family():
    second = replace(MAP, id="MAP002", name="road-not-adjacent")
    page = catalogue.all_pages([UNSUPPLIED, second, MAP], {"MAP": "what is wrong on the map"})
    assert re.findall("^#+ .*", page, re.MULTILINE) == [
        "# Codes",
        "## MAP: what is wrong on the map",
        "### MAP001 hex twice",
        "### MAP002 road not adjacent",
        "## OOB",
        "### OOB007 unsupplied at start",
    ]


def test_the_index_has_a_line_a_code_with_a_link_to_its_page():
    page = replace(PAGE, what="A hex of 1.5 miles. It is there twice.", file="/game/checks/map/grid.md")
    map_code = replace(MAP, pages={"MAP001": page})
    supply = replace(UNSUPPLIED, pages={"OOB007": replace(PAGE, file="/game/checks/forces.md")})
    head, first, second = catalogue.index([supply, map_code], {"MAP": "the map"}, "/game/docs").split("\n## ")
    assert head.startswith("# Codes\n")
    assert first == (
        "MAP: the map\n\n- [MAP001](../checks/map/grid.md#map001-hex-twice) `hex-twice`, warning: A hex of 1.5 miles.\n"
    )
    assert second == (
        "OOB\n\n- [OOB007](../checks/forces.md#oob007-unsupplied-at-start) `unsupplied-at-start`, error: "
        "A unit starts out of reach of supply.\n"
    )


@pytest.mark.parametrize("word", ["OOB007", "oob007", " unsupplied-at-start "])
def test_a_code_is_found_by_id_or_name(word):
    assert catalogue.find_code(word, {"OOB007": UNSUPPLIED, "MAP001": MAP}) is UNSUPPLIED


def test_an_unknown_code_is_not_found():
    assert catalogue.find_code("OOB00", {"OOB007": UNSUPPLIED}) is None


def test_every_code_of_the_core_has_all_parts_of_its_page():
    for code in all_codes().values():
        assert all(astuple(replace(code.page, says="-", also="-"))), code.id
        assert re.fullmatch("[A-Z]{3}[0-9]{3}", code.id)
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code.name), code.id
        assert f"{code.id} ({code.severity.word})" in catalogue.page_text(code)

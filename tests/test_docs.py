"""What is generated into docs/ is what the code says now."""

from __future__ import annotations

import re
from pathlib import Path

from scenario_forge.api.calls import known_codes
from scenario_forge.diagnostics.catalogue import FAMILIES, index

DOCS = Path(__file__).parent.parent / "docs"
LINK = re.compile(r"^- \[(?P<code>\w+)\]\((?P<file>[^#)]+)#(?P<anchor>[^)]+)\) ", re.MULTILINE)


def test_the_index_of_codes_is_current():
    """`make codes` writes it anew."""
    assert (DOCS / "codes.md").read_text("utf-8") == index(known_codes().values(), FAMILIES, str(DOCS))


def test_each_line_of_the_index_leads_to_the_page_of_its_code():
    lines = list(LINK.finditer((DOCS / "codes.md").read_text("utf-8")))
    assert [line["code"] for line in lines] == sorted(known_codes())
    for line in lines:
        headings = re.findall("^## (.*)", (DOCS / line["file"]).read_text("utf-8"), re.MULTILINE)
        of_code = [heading for heading in headings if heading.startswith(f"{line['code']} ")]
        assert [anchor(heading) for heading in of_code] == [line["anchor"]]


def anchor(heading: str) -> str:
    """The fragment by which GitHub leads to a heading: letters, digits, underscores and hyphens of it stay."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")

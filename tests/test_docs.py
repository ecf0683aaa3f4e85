"""What is generated into docs/ is what the code says now."""

from __future__ import annotations

from pathlib import Path

from scenario_forge.api.calls import known_codes
from scenario_forge.diagnostics.catalogue import FAMILIES, all_pages

ROOT = Path(__file__).parent.parent


def test_the_page_of_codes_is_current():
    """`make codes` writes it anew."""
    assert (ROOT / "docs/codes.md").read_text("utf-8") == all_pages(known_codes().values(), FAMILIES)

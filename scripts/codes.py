"""Write the index of all codes, docs/codes.md, with links to the pages beside the checks: `make codes`."""

from __future__ import annotations

from pathlib import Path

from scenario_forge.api.calls import known_codes
from scenario_forge.diagnostics.catalogue import FAMILIES, index

DOCS = Path(__file__).parents[1] / "docs"

if __name__ == "__main__":
    (DOCS / "codes.md").write_text(index(known_codes().values(), FAMILIES, str(DOCS)), encoding="utf-8")

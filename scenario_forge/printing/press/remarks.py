"""What is found on the game as a whole before a page is made, kept while nothing of it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.press import keys
from scenario_forge.printing.press.findings import as_data, finding_of
from scenario_forge.printing.press.manifest import Remarks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.press.manifest import Manifest


def remarks(manifest: Manifest, brief: Brief, codes: Mapping[str, Code]) -> list[Diagnostic]:
    """Letters that no font has, nationalities that look alike; looked for anew when the game has changed."""
    from scenario_forge.printing.render import game_findings  # noqa: PLC0415

    base, known = keys.base_of(brief), manifest.remarks
    if known and known.base == base and keys.unchanged(brief.game, known.reads):
        try:
            return [finding_of(data, codes) for data in known.findings]
        except (LookupError, TypeError, ValueError):
            pass
    with brief.game.recording() as reads:
        found = list(game_findings(brief))
    manifest.remarks = Remarks(
        base=base, reads=keys.versions(brief.game, reads), findings=[as_data(finding) for finding in found]
    )
    return found

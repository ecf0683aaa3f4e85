"""The counters to tick off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.press.manifest import Entry


def counter_groups(brief: Brief, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Groups of counters with their number, as the counter sheets list them; none where there are no sheets."""
    del brief, entries
    return []

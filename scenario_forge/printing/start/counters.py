"""The counters to tick off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.manifest import Line
    from scenario_forge.printing.press.manifest import Entry


def counter_groups(brief: Brief, entries: Sequence[Entry]) -> dict[str, Any] | None:
    """Groups of counters as the sheets have them; None where there are no sheets.

    Raises:
        CompileError: errors in the game leave the set-up of the scenario open that the counters are for.
    """
    sheets = next((entry for entry in entries if entry.component == "counters"), None)
    if sheets is None:
        return None
    from scenario_forge.printing.counters.manifest import manifest  # noqa: PLC0415 - heavy, and not always there

    scenario = sheets.scenario if sheets.for_scenario else None
    found = manifest(brief, scenario)
    groups = [
        {"name": group.title, "count": group.count, "rows": [_row(line) for line in group.lines]} for group in found
    ]
    total = sum(group.count for group in found)
    words = brief.words
    return {
        "title": words("start_counters"),
        "total": words("start_counters_total", count=total),
        "groups": [group for group in groups if group["rows"]],
    }


def _row(line: Line) -> dict[str, str]:
    return {
        "place": line.place,
        "no": "" if line.no is None else str(line.no),
        "name": line.name,
        "figures": line.figures or (f"×{line.count}" if line.count > 1 else ""),
    }

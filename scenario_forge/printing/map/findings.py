"""What of the map cannot be printed as it is written: names without room, texts that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.lint.drawings import too_pale, too_small

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.svg import TextMark

_THINGS = {
    "number": "a hex number",
    "symbol": "a symbol",
    "road": "a road",
    "name": "another name",
    "panel": "a panel",
    "rim": "the end of a sheet",
}


def crowded_names(plan: MapPlan) -> list[Diagnostic]:
    """A warning at each name that covers what must be read."""
    where = plan.frame.linked.where
    found = []
    for key, number, text, covers in [
        *(("places", label.place, label.text, label.covers) for label in plan.labels),
        *(("names", name.number, name.text, name.covers) for name in plan.names),
    ]:
        if covers:
            at = where / key / number / "name"
            found.append(prt.PRT009.at(at, name=text, what=", ".join(_THINGS[c] for c in dict.fromkeys(covers))))
    return found


def hard_to_read(plan: MapPlan, texts: Sequence[TextMark]) -> list[Diagnostic]:
    """A warning for each text of the drawn map that is too small or too pale; hex numbers count as one."""
    where = plan.frame.linked.where / "grid"
    numbers = [mark for mark in texts if mark.role == "hex-number"]
    rest = [mark for mark in texts if mark.role != "hex-number"]
    looked_at = [*rest, *sorted(numbers, key=lambda mark: mark.points)[:1]]
    return list(dict.fromkeys([*too_small(looked_at, where), *too_pale(looked_at, where)]))

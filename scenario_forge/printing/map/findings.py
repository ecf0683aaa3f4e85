"""What of the map cannot be printed as it is written: names without room, letters that no font has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.fonts import missing

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.map.plan import MapPlan

_THINGS = {
    "number": "a hex number",
    "symbol": "a symbol",
    "road": "a road",
    "name": "another name",
    "panel": "a panel",
    "rim": "the end of a sheet",
}


def crowded_names(plan: MapPlan) -> list[Diagnostic]:
    """A warning at each name that covers what must be read, and at each with letters that no font has."""
    where = plan.frame.linked.where
    found = []
    for key, number, text, covers in [
        *(("places", label.place, label.text, label.covers) for label in plan.labels),
        *(("names", name.number, name.text, name.covers) for name in plan.names),
    ]:
        at = where / key / number / "name"
        if covers:
            found.append(prt.PRT009.at(at, name=text, what=", ".join(_THINGS[c] for c in dict.fromkeys(covers))))
        letters = missing(text)
        if letters:
            named = ", ".join(f"`{letter}`" for letter in letters[:8]) + (" …" if len(letters) > 8 else "")
            found.append(prt.PRT001.at(at, letters=named, them="it" if len(letters) == 1 else "them"))
    return found

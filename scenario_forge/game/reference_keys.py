"""Which keys of each kind of document hold names, and which define them.

A pattern is a path with dots: ``*`` stands for any key or item, ``**`` for any number of them; ``@`` at its end means
the key rather than its value. A key that is missing here is no name for an editor: neither found, nor renamed.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_CONDITION = {
    "place": ("hold", "besiege", "besieged", "within.*.near.of", "within.*.in_range.of"),
    "side": ("units.side", "destroyed.side", "surviving.side"),
    "nationality": ("units.nationality", "destroyed.nationality", "surviving.nationality"),
    "size": ("units.size", "destroyed.size", "surviving.size"),
    "type": (
        *("units.type", "destroyed.type", "surviving.type"),
        *("units.types.*", "destroyed.types.*", "surviving.types.*"),
    ),
    "unit of the side": ("units.nos.*", "destroyed.nos.*", "surviving.nos.*"),
    "area": ("within.*.area",),
    "box": ("within.*.box",),
    "value": ("within.*.in_range.value",),
}
_BESIDE = ("on", "east_of", "west_of", "on_or_east_of", "on_or_west_of", "north_of", "south_of")
"""Keys of a region that name a place."""


def _condition(above: str) -> dict[str, str]:
    """The names in a condition, such as that of an objective."""
    found = {f"{above}.**.{end}": kind for kind, ends in _CONDITION.items() for end in ends}
    return found | {f"{above}.**.within.*.{key}": "place" for key in _BESIDE}


_MAP = {
    "hexes.*.hex": "hex",
    "hexes.*.terrain": "terrain",
    "hexsides.*.kind": "hexside kind",
    "hexsides.*.sides.*": "hexside",
    "line_kinds.*.crosses.*": "hexside kind",
    "lines.*.kind": "line kind",
    "lines.*.hexes.*": "hex",
    "places.*.hex": "hex",
    "places.*.kinds.*": "place kind",
    "places.*.sides.*": "side",
    "boxes.*.adjoins.*": "hexes",
    "boxes.*.side": "side",
    "areas.*.hexes.*": "hexes",
    "areas.*.around": "hex",
    "areas.*.within": "hexside kind",
    "areas.*.side": "side",
    "names.*.along.*": "hex",
}

NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "game": {
            "nationalities.*.side": "side",
            "printing": "printing",
            "sources.*.printing": "printing",
        },
        "map": _MAP,
        "counters": {
            "units.*.side": "side",
            "units.*.nationality": "nationality",
            "units.*.size": "size",
            "units.*.type": "type",
            "units.*.option": "option",
            "markers.*.side": "side",
        },
        "orders-of-battle": {
            "side": "side",
            "columns.*.start": "start",
            "columns.*.after": "start",
            "units.*.no": "unit of the side",
            "units.*.name": "name of the unit",
            "markers.*.marker": "marker",
            "sections.*.option": "option",
        },
        "time-track": {
            "calendar.first": "turn",
            "calendar.last": "turn",
            "starts.*.turn": "turn",
            "starts.*.first": "side",
            "stops.*.turn": "turn",
            "stops.*.last": "side",
            "boxes.*.*@": "side",
            "columns.*.of": "side or nationality",
        },
        "scenarios": {
            "start": "start",
            "stop": "stop",
            "begins_as": "start, or open",
            "first": "side",
            "last": "side",
            "control.*@": "place id",
            "control.*": "side, or open",
            "options.*": "option",
            "set_up.*.side": "side",
            "set_up.*.units.*.no": "unit of the side",
            "set_up.*.markers.*.marker": "marker",
            "victory.*.side": "side",
            "victory.*.stop": "stop",
            **_condition("victory.*.when"),
        },
        "options": {"options.*.rule": "rule", "options.*.excludes.*": "option"},
        "charts": {
            "charts.*.rule": "printed rule",
            "charts.*.copy_of": "chart",
            "charts.*.modifiers.*.option": "option",
            "charts.*.forces.starts.*": "start",
            "charts.*.forces.parts.*": "side",
            "charts.*.states.*@": "quantity",
            "charts.*.states.*": "stated",
        },
        "victory": {
            "objectives.*.stop": "stop",
            "objectives.*.side": "side",
            "objectives.*.states.*@": "quantity",
            "objectives.*.states.*": "stated",
            **_condition("objectives.*.when"),
            "decisive.*.side": "side",
            "decisive.*.after": "side",
            "decisive.*.since": "turn",
            **_condition("decisive.*.when"),
            "ledger.*.side": "side",
            "ledger.*.scenarios.*": "scenario",
            "ledger.*.losses.of": "value",
            "ledger.*.distance.base.*@": "side",
            "ledger.*.distance.base.*": "place",
            **_condition("ledger.*.when"),
            "levels.*.side": "side",
            "levels.*.scenarios.*": "scenario",
            "levels.*.value": "value",
            "levels.*.levels.*.side": "side",
            "sudden.*.side": "side",
            "sudden.*.scenarios.*": "scenario",
            **_condition("sudden.*.when"),
        },
        "playtest": {
            "targets.*.scenario": "scenario",
            "targets.*.side": "side",
            "targets.*.players.*@": "side",
            "history.*.turn": "turn",
            "history.*.after": "side",
            "history.*.claims.*.side": "side",
            **_condition("history.*.claims.*.when"),
        },
        "rulebook": {
            "clauses.*.rule": "rule",
            "clauses.*.cites.*.rule": "rule",
            "clauses.*.states.*@": "quantity",
            "clauses.*.states.*": "stated",
            "clauses.*.settled.*": "erratum",
            "clauses.*.rulings.*.settled.*": "erratum",
            "terms.*.clause": "clause",
        },
        "examples": {
            "examples.*.rule": "rule",
            "examples.*.clauses.*": "clause",
            "examples.*.places.*": "place",
            "examples.*.units.*": "unit",
            "examples.*.turns.*": "turn",
            "examples.*.states.*@": "quantity",
            "examples.*.lookups.*.chart": "chart",
            "examples.*.given.figure": "example",
            "examples.*.given.side": "side",
            "examples.*.given.start": "start",
            "examples.*.given.hex": "place",
            "examples.*.set_up.*.side": "side",
            "examples.*.set_up.*.start": "start",
            "examples.*.set_up.*.hex": "place",
            "examples.*.set_up.*.markers.*@": "marker",
        },
        "diagrams": {
            "diagrams.*.clause": "clause",
            "diagrams.*.around": "place",
            "diagrams.*.zones.*.side": "side",
            "diagrams.*.stacks.*.units.*": "unit",
            "diagrams.*.stacks.*.markers.*": "marker",
            "diagrams.*.fights.*.attackers.*": "unit",
            "diagrams.*.fights.*.defenders.*": "unit",
            "diagrams.*.fights.*.chart": "chart",
            "diagrams.*.costs.*": "quantity",
        },
        "aids": {
            "sections.*.rule": "rule",
            "sections.*.starts.*": "start",
            "sections.*.shows.*": "chart",
            "sections.*.lines.*.clause": "clause",
            "sections.*.lines.*.side": "side",
            "sections.*.lines.*.option": "option",
            "sections.*.lines.*.text": "gaps",
            "sections.*.table.rows.*.clause": "clause",
            "sections.*.table.rows.*.cells.*": "gaps",
            "records.*.sides.*": "side",
            "unit_record.boxes.*.sides.*": "side",
            "procedures.*.clauses.*": "clause",
            "procedures.*.charts.*": "chart",
            "procedures.*.quantities.*": "quantity",
        },
    }
)
"""By kind of document: patterns of the keys that hold names, and what they name."""

DEFINED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "game": {"sides.*.id": "side", "nationalities.*.id": "nationality", "printings.*.id": "printing"},
        "map": {
            "terrain.*.id": "terrain",
            "hexside_kinds.*.id": "hexside kind",
            "line_kinds.*.id": "line kind",
            "place_kinds.*.id": "place kind",
            "places.*.name": "place",
            "places.*.id": "place id",
            "boxes.*.id": "box",
            "areas.*.id": "area",
        },
        "counters": {
            "sizes.*.id": "size",
            "types.*.id": "type",
            "values.*.id": "value",
            "markers.*.id": "marker",
            "units.*.no": "unit of the side",
            "units.*.name": "name of the unit",
        },
        "time-track": {"starts.*.id": "start", "stops.*.id": "stop", "boxes.*.turn": "turn"},
        "scenarios": {"scenario": "scenario"},
        "options": {"options.*.id": "option"},
        "charts": {"charts.*@": "chart"},
        "rulebook": {"rules.*.number": "rule", "clauses.*.id": "clause", "quantities.*@": "quantity"},
        "examples": {"examples.*.id": "example"},
        "errata": {"errata.*.id": "erratum"},
    }
)
"""By kind of document: patterns of the keys that define names."""

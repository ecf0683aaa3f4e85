"""The list of units: every kind of unit of a side with its values, also those that its counters have no room for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.base import in_a_sentence
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.forces import forces
from scenario_forge.printing.counters.units import unit_types
from scenario_forge.printing.counters.values import printed_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.counters import CounterValue, UnitCounter
    from scenario_forge.game.forces import Force
    from scenario_forge.printing.brief import Brief


_WIDE, _NARROW, _WORDS = 3.4, 1.5, 6.0
"""Parts of the width that the kind of unit, a number and the words take."""


def unit_lists(brief: Brief) -> list[dict[str, Any]]:
    """Return a table for each side; none where aids.yaml has no `unit_list`."""
    asked = (document.unit_list for document, _where in brief.game.documents("aids", AidsDocument))
    listed = next((each.values for each in asked if each is not None), [])
    found = brief.game.one("counters", CountersDocument)
    known = {value.id: value for value in found[0].values} if found else {}
    values = [known[id_] for id_ in listed if id_ in known]
    return [_table(brief, force, values) for force in forces(brief.game).sides.values() if values and force.units]


def _table(brief: Brief, force: Force, values: Sequence[CounterValue]) -> dict[str, Any]:
    words = brief.words
    numbers = [value for value in values if value.kind == "number"]
    others = [value for value in values if value.kind != "number"]
    counters = [unit.counter.counter for unit in force.units if unit.counter]
    counters = [unit for unit in counters if {value.id for value in values} & face_values(unit).keys()]
    # two rows of counters.yaml with one name are two kinds where they differ
    kinds = Counter((unit.name, *_said(brief, unit, numbers, others)) for unit in counters)
    head = [words("unit_list_kind"), words("unit_list_count"), *(value.name or value.id for value in numbers)]
    side = brief.game.side_name(force.side)
    return {
        "kind": "table",
        "title": words("unit_list_title", side=side),
        "accent": brief.palette.accent(brief.game, force.side),
        "aside": "",
        "corner": words("identity"),
        "head": [*head, words("unit_list_special")],
        "rows": [
            {"head": name, "cells": [{"text": text} for text in (kind, str(count), *texts)]}
            for (name, kind, *texts), count in kinds.items()
        ],
        "figures": False,
        "widths": [_WIDE, _NARROW, *(_NARROW for _value in numbers), _WORDS],
        "strong": False,
        "notes": [],
    }


def _said(
    brief: Brief, unit: UnitCounter, numbers: Sequence[CounterValue], others: Sequence[CounterValue]
) -> tuple[str, ...]:
    """The texts of a unit in its row: its type, its numbers, and the rest in words."""
    said, kind = face_values(unit), unit_types(brief.game).get(unit.type)
    figures = [str(said.get(value.id, "")) for value in numbers]
    special = [
        in_a_sentence(value.name or value.id) if value.kind == "flag" else printed_value(value, said[value.id])
        for value in others
        if said.get(value.id) not in (None, False)
    ]
    return (kind.name if kind else unit.type, *figures, ", ".join(special))

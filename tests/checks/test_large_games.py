"""A game of thousands of counters is checked in seconds."""

from __future__ import annotations

from time import process_time

import pytest

from scenario_forge.checks.charts import situations
from scenario_forge.checks.forces import formations, texts

from .every_game import space, text_of

UNITS = 3000
GROUNDS = ("rough", "hill", "town", "wood", "desert")
MOST_SECONDS = 10
"""Far more than it takes; what compares each counter with each takes minutes."""


@pytest.fixture(scope="module")
def large():
    """Massawa with so many Empire counters, each with its place, its formation and a text."""
    head, rest = text_of("massawa", "counters.yaml").split("units:\n", 1)
    movement = "  - {id: movement, name: Movement allowance, at: foot}\n"
    head = head.replace(movement, movement + "  - {id: text, name: Text, kind: word, optional: true}\n")
    order = text_of("massawa", "orders-of-battle/empire.yaml").split("units:\n", 1)[0]
    counters, rows = [], []
    for no in range(1, UNITS + 1):
        says = f"adds {no % 9 + 1} to combat in {GROUNDS[no % 5]} ground, there since 19{40 + no % 3}"
        counters.append(
            f'  - {{side: empire, no: {no}, name: "{no % 5 + 1}/{no // 5} Ind", nationality: indian, size: X, '
            f'type: infantry, strength: 6, movement: 14, parent: "{no // 5} Ind. Div.", text: "{says}"}}\n'
        )
        rows.append(
            f'  - {{no: {no}, name: "{no % 5 + 1}/{no // 5} Ind", jan41: E{no % 9 + 1}, mar41: F{no % 7 + 1}}}\n'
        )
    markers = "\nmarkers:" + rest.partition("markers:")[2]
    return space("massawa").load(
        "all",
        {
            "counters.yaml": f"{head}units:\n{''.join(counters)}{markers}",
            "orders-of-battle/empire.yaml": f"{order}units:\n{''.join(rows)}",
        },
    )


@pytest.mark.parametrize(
    "check",
    [
        texts.numbers_in_texts,
        texts.years_in_texts,
        formations.names_of_formations,
        formations.rows_among_others,
        formations.comrades,
        situations.sentences,
    ],
)
def test_thousands_of_counters_are_compared_in_seconds(large, check):
    began = process_time()
    for _finding in check(large):
        pass
    assert process_time() - began < MOST_SECONDS

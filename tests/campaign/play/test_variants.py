"""Readings that can be switched change the data that play goes by."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.victory.objectives import RowReader

from .table import Board, rules_of


def points(rules, objective: str) -> int:
    names = [row["id"] for row in rules.compiled.objectives]
    return rules.compiled.objectives[names.index(objective)]["points"]


def test_egypt_counts_eight_as_the_notes_have_it_or_ten_as_the_table_has_it():
    row = "dec42_axis_supplied_in_egypt"
    assert points(rules_of("desert-rats", "gazala-to-alamein"), row) == 8
    assert points(rules_of("desert-rats", "gazala-to-alamein", ("egypt-ten",)), row) == 10


@pytest.mark.parametrize(("options", "reaches"), [((), True), (("para-51-italian",), False)])
def test_the_parachute_brigade_is_supplied_as_far_as_its_nation_reaches(options, reaches):
    board = Board("gazala-to-alamein", "axis", options=options)
    board.supply("axis", "S20")
    unit = board.put("axis", 31, "S32")  # 12 hexes: within 20 and beyond 10
    looks = RowReader(board.rules, board.state, 1, ever=False)
    assert bool(looks.units({"units": [unit], "supplied": True})) is reaches


def test_repair_by_the_text_mends_one_point_at_three():
    three = 2
    assert rules_of("desert-rats", "crusader").columns.repair_table[three] == 2
    assert list(rules_of("desert-rats", "crusader", ("repair-by-text",)).columns.repair_table) == [2, 2, 1, 1, -1, -2]

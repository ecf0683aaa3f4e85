"""The unit record has a row for each unit of a side, with its printed values, and a box for each thing to write down."""

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.forces import forces
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.pads import record_rows, unit_record
from tests.printing.charts.conftest import page_count, squeezed
from tests.printing.conftest import SKIRMISH

RECORD = SKIRMISH.joinpath("aids.yaml").read_text(encoding="utf-8").partition("\n\nunit_record:\n")[2]


def with_record(skirmish, text=RECORD):
    return skirmish(("aids.yaml", RECORD, text))


def rows_of(game, side):
    brief = Brief(game)
    return record_rows(brief, unit_record(game), forces(game).sides[side], Signs(brief))


def test_a_game_that_keeps_no_record_of_units_has_no_such_sheet(skirmish, made):
    assert made(skirmish(("aids.yaml", f"unit_record:\n{RECORD}", "")), "unit-record") == {}


def test_each_side_has_a_sheet_with_all_its_units(skirmish, made, printed):
    game = skirmish()
    assert len(made(game, "unit-record")) == 2
    text = printed(game, "unit-record")
    for force in forces(game).sides.values():
        for unit in force.units:
            assert squeezed(unit.row.name) in text
    assert text.count("Fuelleft") == 2
    assert text.count("Readiness") == 1


def test_a_row_has_what_the_counter_of_its_unit_says(skirmish):
    data = rows_of(skirmish(), "axis")
    assert data["head"][2:] == ["Movement allowance"]
    assert {row["name"]: row["values"][0]["text"] for row in data["rows"]}["Recce Bn 3"] == "35"


def test_boxes_are_of_the_sides_that_keep_them(skirmish):
    game = skirmish()
    titles = {side: [box["title"] for box in rows_of(game, side)["boxes"]] for side in ("allied", "axis")}
    assert titles == {"allied": ["Fuel left"], "axis": ["Fuel left", "Readiness"]}


def test_a_side_with_nothing_to_write_down_has_no_sheet(skirmish, made):
    game = with_record(skirmish, "  boxes: [{id: fuel, title: Fuel, sides: [axis]}]\n")
    assert [file.count("axis") for file in made(game, "unit-record")] == [1]


def test_a_large_army_goes_on_to_the_next_page(skirmish, made):
    """Rows do not get lower than a pencil needs: 60 units of 6.4 mm are more than a page."""
    counters = "".join(
        f"  - {{side: axis, no: {n}, name: Bn {n}, nationality: german, size: II, type: infantry, strength: 1, movement: 9}}\n"
        for n in range(10, 70)
    )
    rows = "".join(f"  - {{no: {n}, name: Bn {n}}}\n" for n in range(10, 70))
    game = skirmish(
        ("counters.yaml", "option: eighty-eights}\n", "option: eighty-eights}\n" + counters),
        ("orders-of-battle/axis.yaml", "\nmarkers:\n", rows + "\nmarkers:\n"),
    )
    pages = {file.count("axis"): page_count(document.pdf) for file, document in made(game, "unit-record").items()}
    assert pages == {0: 1, 1: 2}


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (RECORD.replace("[movement]", "[movment]"), "REF001", "movment"),
        (RECORD.replace("[axis]", "[axes]"), "REF001", "axes"),
        (RECORD.replace("width: 3", "width: 0"), "SCH004", "1"),
        (RECORD[: RECORD.index("    - {id: fuel")].replace("boxes:", "boxes: []"), "SCH004", "empty"),
    ],
)
def test_slips_in_it_are_found_where_they_stand(skirmish, text, code, said):
    found = [finding for finding in check(with_record(skirmish, text)) if finding.span.file == "aids.yaml"]
    assert [finding.code.id for finding in found] == [code]
    assert said in found[0].message

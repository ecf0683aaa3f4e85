"""A game whose units begin in areas or at edges, drawn by chits, and won by losses: what its papers say of that."""

from __future__ import annotations

import pytest

from scenario_forge.compiler.set_up import plan
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import counts_points
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Brief, words_of
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.charts import order_of_battle
from scenario_forge.printing.charts.tables import chart_blocks, track_block
from scenario_forge.printing.charts.victory import ending_blocks
from scenario_forge.printing.counters.key import counter_key
from scenario_forge.printing.counters.manifest import bag_labels
from scenario_forge.printing.home.dice import dice_in_words
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.panel import Style
from scenario_forge.printing.map.small import AREAS, HEIGHT
from scenario_forge.printing.map.symbols import draw_edges
from scenario_forge.printing.map.tracks import tracks
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.tuck_box import texts
from tests.printing.conftest import ROOT


@pytest.fixture(scope="module")
def tobruk():
    return load_game(ROOT / "content/rats-of-tobruk", "all")


@pytest.fixture(scope="module")
def desert_rats():
    return load_game(ROOT / "content/desert-rats", "all")


@pytest.fixture(scope="module")
def brief(tobruk):
    return Brief(tobruk)


def card(game, scenario, side):
    planned = plan(with_scenario(game, scenario), scenario)
    return set_up_card(planned, side, words_of(game), base=game)


def titles(made):
    return [section["title"] for section in made["sections"]]


def test_a_card_has_the_sections_of_its_own_scenario(tobruk):
    easter, salient = card(tobruk, "easter-battle", "axis"), card(tobruk, "salient", "axis")
    assert "In the Air" in titles(salient)
    assert "In the Air" not in titles(easter)
    said = [row["text"] for section in easter["sections"] for row in section.get("rows", ())]
    assert any("606" in text for text in said)


def test_what_the_printed_scenario_changes_is_not_called_unprinted(tobruk):
    assert "Changed in this scenario only" not in titles(card(tobruk, "salient", "axis"))


def test_a_card_counts_the_units_that_enter_or_begin_in_an_area(tobruk):
    assert card(tobruk, "easter-battle", "axis")["totals"] == ["To enter: 57 units"]
    assert card(tobruk, "salient", "axis")["totals"] == ["To enter: 94 units"]
    assert card(tobruk, "salient", "allied")["totals"] == ["To set up: 106 units"]


def test_an_order_of_battle_says_areas_and_edges_in_words(brief):
    for side, said in (("allied", "inside the perimeter"), ("axis", "west or south edge")):
        made = order_of_battle(brief, forces(brief.game).sides[side], Signs(brief))
        texts_of = {cell["text"] for row in made["rows"] for cell in row.get("cells", ())}
        assert said in texts_of
        assert not any(":" in text for text in texts_of)


def test_a_box_of_the_track_does_not_say_its_name_twice(brief):
    track = schedule(brief.game)
    assert "light" in track.columns
    assert track.listed_columns == ["easter", "salient", "die"]
    made = track_block(brief.game, Signs(brief))
    assert {entry["side"] for box in made["boxes"] for entry in box["entries"]} == {
        "Easter Battle", "Battle of the Salient", "Dice",
    }  # fmt: skip


def test_points_have_a_record_only_where_points_are_counted(tobruk, desert_rats):
    assert not counts_points(tobruk)
    assert [panel.id for panel in tracks(Style.of(Brief(tobruk)))] == []
    assert counts_points(desert_rats)
    assert "record-axis" in [panel.id for panel in tracks(Style.of(Brief(desert_rats)))]


def test_a_chart_that_is_ours_throughout_has_its_sign_once(brief):
    signs = Signs(brief)
    blocks = chart_blocks(brief.game, signs)
    results, terrain = blocks["combat_results"], blocks["terrain_key"]
    assert results["marks"] == "°"
    assert {cell["marks"] for row in results["rows"] for cell in row["cells"]} == {""}
    assert terrain["marks"] == ""
    assert {cell["marks"] for row in terrain["rows"] for cell in row["cells"]} == {"", "°"}
    assert all(not cell["marks"] for row in terrain["rows"] for cell in row["cells"] if not cell["text"])
    assert any(note.startswith("°") for note in signs.notes())


def test_a_wordy_chart_has_room_for_its_longest_words(brief):
    states = chart_blocks(brief.game, Signs(brief))["supply_states"]
    assert states["lead"] == len("without")
    assert states["widths"][-1] == len("casualties")


def test_victories_that_scenarios_share_stand_once(brief):
    made = {block["title"]: block for block in ending_blocks(brief.game, Signs(brief))}
    levels, sudden = made["Levels of Victory"], made["Sudden Victory"]
    assert [row["head"] for row in levels["rows"]] == ["The Easter Battle", "The Battle of the Salient"]
    assert levels["aside"] == "Rule 17.4, Rule 17.11"
    assert [cell["text"] for row in sudden["rows"] for cell in row["cells"]] == [
        "Two or more German artillery, anti-tank or tank units have the harbour in their printed range",
        "A German unit is next to the harbour",
    ]


def test_what_is_drawn_from_the_cup_is_in_the_key_on_labels_and_in_the_box(brief):
    assert [(label["kicker"], label["name"], label["count"]) for label in bag_labels(brief)][4:7] == [
        ("Axis", "Chits", "21"), ("Allied", "Chits", "22"), ("Markers", "Status markers", "35"),
    ]  # fmt: skip
    assert "43 chits" in texts(brief)["contents"]
    words = {mark.text for mark in counter_key(brief, 180.0, 260.0).texts}
    assert {"Chits", "Activation range", "British; a dotted stripe"} <= words


def test_a_label_names_no_marker_of_which_none_is_printed(brief):
    """Players mark overruns and cleared hexsides as they like."""
    (status,) = (label["text"] for label in bag_labels(brief) if label["name"] == "Status markers")
    assert status == "Pinned ×15, Low supply ×6, Out of supply ×6, Debarked ×4, Riding tanks ×4"


def test_dice_of_the_night_are_at_hand(brief):
    assert dice_in_words(brief) == "three dice"


def test_edges_of_entry_are_marked_on_land_alone(brief):
    linked = hex_map(brief.game)
    canvas = Canvas(900.0, 900.0)
    frame = frame_around(linked, range(len(linked.grid)), 900.0, 900.0)
    draw_edges(canvas, brief, frame)
    land = [hex_ for edge in ("west", "south") for hex_ in linked.edge([edge]) if linked.land[hex_]]
    assert canvas.svg().count("<path") == len(land) > 50
    assert AREAS < HEIGHT

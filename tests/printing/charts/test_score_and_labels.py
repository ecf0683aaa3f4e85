"""The score pad has room for every objective and record; labels count what is in the bags."""

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.pads import score_leaves
from scenario_forge.printing.counters.manifest import bag_labels
from tests.printing.charts.conftest import page_count, squeezed
from tests.printing.conftest import SKIRMISH


def test_each_objective_and_each_turn_has_its_row_on_every_leaf(skirmish, printed):
    game, text = skirmish(), printed(skirmish(), "score-pad")
    document, _where = game.one("victory", VictoryDocument)
    for objective in document.objectives:
        assert text.count(squeezed(objective.text)) >= 2
    for box in schedule(game).boxes:
        assert text.count(squeezed(schedule(game).label(box.turn))) >= 2
    assert text.count("Repairpointssaved") == 2


def test_a_record_has_a_column_for_each_side_that_keeps_it(skirmish):
    data, _notes = score_leaves(Brief(skirmish()))
    columns = {group["title"]: [column["name"] for column in group["columns"]] for group in data["record"]["groups"]}
    assert columns == {"Repair points saved": ["Allied", "Axis"], "Raids": ["Allied"]}


def test_a_leaf_of_a_long_game_takes_whole_pages(skirmish, made):
    boxes = "".join(f"  - {{turn: {n % 12 + 1}/{41 + n // 12}, allied: 1-1, axis: 1-1}}\n" for n in range(8, 120))
    game = skirmish(
        ("time-track.yaml", "last: 8/41", "last: 12/50"),
        (
            "time-track.yaml",
            "label: AUG, allied: 3-2,   axis: 2-2}\n",
            "label: AUG, allied: 3-2,   axis: 2-2}\n" + boxes,
        ),
    )
    (document,) = made(game, "score-pad").values()
    assert page_count(document.pdf) > 2


def test_labels_count_every_unit_and_every_marker_once(skirmish):
    game = skirmish()
    labels = bag_labels(Brief(game))
    linked = forces(game)
    markers = sum(marker.count for marker, _where in linked.markers.values())
    assert sum(int(label["count"]) for label in labels) == len(linked.counters) + markers


def test_one_stop_date_needs_no_sum_over_stop_dates(skirmish):
    several, _notes = score_leaves(Brief(skirmish()))
    assert several["closing"] == ["other", "decisive", "running"]
    text = (SKIRMISH / "victory.yaml").read_text(encoding="utf-8")
    start, rest = text[: text.index("  - id: aug41")], text[text.index("decisive:") :]
    game = load_game(SKIRMISH, "none", {"victory.yaml": start + rest})
    one, _notes = score_leaves(Brief(game))
    assert len(one["stops"]) == 1
    assert one["closing"] == ["decisive"]
    without = load_game(SKIRMISH, "none", {"victory.yaml": start})
    assert score_leaves(Brief(without))[0]["closing"] == []

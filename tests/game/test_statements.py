"""Every statement of a quantity, and what components state by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.statements import statements

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"


@pytest.fixture(scope="module")
def stated():
    return statements(Workspace(SKIRMISH).load("none"))


def said(stated, quantity):
    return [(s.where.file.name, s.value) for s in stated[quantity]]


@pytest.mark.parametrize(
    ("quantity", "file", "value"),
    [
        ("game.players", "game.yaml", 2),
        ("game.first_month", "time-track.yaml", "12/40"),
        ("game.miles_per_hex", "map.yaml", 8.0),
        ("sequence.first", "game.yaml", "allied"),
        ("start.count", "time-track.yaml", 2),
        ("start.dates", "time-track.yaml", "12/40, 3/41"),
        ("start.mar41.first", "time-track.yaml", "axis"),
        ("stop.aug41.last", "time-track.yaml", "axis"),
        ("scenario.siege.stop", "scenarios/siege.yaml", "8/41"),
        ("time_track.boxes.7/41.allied", "time-track.yaml", "1-2"),
        ("place.marsa_akra.hex", "map.yaml", "G6"),
        ("centre.the_great_camp.capacity", "map.yaml", "U"),
        ("unit.colour.german", "game.yaml", "Brown"),
        ("unit.size_mark.division", "counters.yaml", "XX"),
        ("setup.dec40.allied.supply_units", "orders-of-battle/allied.yaml", 2),
        ("victory.mar41.allied.akra", "victory.yaml", 5),
        ("scoring.decisive", "victory.yaml", 25),
        ("stacking.limit", "rules.yaml", 4),
        ("stacking.limit", "rulebook.yaml", 4),
        ("supply.general_radius.italian", "examples.yaml", 4),
        ("terrain.sand.movement_cost", "charts.yaml", 6),
        ("terrain.coast_road.movement_cost", "charts.yaml", 0.5),
        ("terrain.clear.halved", "charts.yaml", True),
        ("terrain.track.negates_terrain", "charts.yaml", True),
        ("terrain.river.passable", "charts.yaml", False),
        ("combat.modifier.rough", "charts.yaml", -3),
        ("combat.modifier.escarpment", "charts.yaml", -5),
        ("combat.lowest_differential", "charts.yaml", -3),
        ("combat.highest_differential", "charts.yaml", 3),
        ("repair.result.7", "charts.yaml", -2),
    ],
)
def test_components_charts_and_texts_state_their_quantities(stated, quantity, file, value):
    assert (file, value) in said(stated, quantity)


def test_a_statement_stands_where_it_is_made(stated):
    (rows,) = [s for s in stated["terrain.sand.movement_cost"] if s.where.file.name == "charts.yaml"]
    assert rows.where.data == "6 MP's"
    assert rows.where.span.paper == "Terrain Effects Chart, row Sand, column Movement Cost"


def test_the_count_of_a_set_up_stands_at_its_first_marker(stated):
    (counted,) = stated["setup.dec40.allied.supply_units"]
    assert counted.where.data == "GG9 FF6"


def test_a_cap_in_a_cell_is_the_first_value_of_its_column(tmp_path):
    charts = (SKIRMISH / "charts.yaml").read_text(encoding="utf-8").replace("0/2,    0/4]", "0/2 (Marsa Akra), 0/4]")
    found = statements(Workspace(SKIRMISH).load("none", files={"charts.yaml": charts}))
    assert ("charts.yaml", 1) in said(found, "fortification.highest_differential.marsa_akra")

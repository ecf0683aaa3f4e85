"""rules.yaml holds every number, and only numbers that make sense."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.systems.desert_rats.parameters import DesertDocument as RulesDocument

ROOT = Path(__file__).parents[3]
MODULES = [
    *(
        ROOT / f"scenario_forge/campaign/parameters/{name}.py"
        for name in ("document", "logistics", "operations", "scoring", "values")
    ),
    ROOT / "scenario_forge/systems/desert_rats/parameters.py",
]


@pytest.fixture(scope="module")
def game():
    return load_game(ROOT / "content/desert-rats")


@pytest.fixture(scope="module")
def data(game):
    return next(iter(game.files_of("rules"))).data


@pytest.fixture
def rules(data):
    return RulesDocument.model_validate(data)


def test_general_supply_reaches_further_for_each_better_supplied_army(rules):
    assert rules.supply.general_radius == {"italian": 10, "british": 15, "german": 20}
    assert rules.supply.combat_radius == {"italian": 3, "british": 4, "german": 5}


def test_two_regiments_weigh_a_brigade_and_two_brigades_fill_a_hex(rules):
    weight = rules.stacking.weight
    assert (2 * weight["iii"], 2 * weight["x"], weight["xx"]) == (weight["x"], weight["xx"], rules.stacking.limit)


def test_a_decisive_victory_is_worth_more_than_any_row(game):
    victory = next(iter(game.files_of("victory"))).document
    assert {row.points for row in victory.decisive} == {25}
    assert max(row.points for row in victory.objectives) < 25


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("supply", "general_radius", "italian"), -1),
        (("supply", "general_radius", "italian"), "10"),
        (("movement", "strategic_factor"), 0.0),
        (("stacking", "depleted_below"), 1.5),
        (("combat", "die"), "six"),
        (("logistics", "order"), []),
        (("logistics", "order"), ["tea"]),
        (("logistics", "sea_routes", "axis", "between"), ["Tobruk"]),
        (("supply", "captured_overflow"), "eaten"),
        (("supply", "radius_of_action"), 3),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_where_it_stands(data, path, value):
    spoilt = copy.deepcopy(data)
    holder = spoilt
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    with pytest.raises(ValidationError) as refused:
        RulesDocument.model_validate(spoilt)
    (error,) = refused.value.errors()
    assert error["loc"][: len(path)] == path


def test_every_side_nationality_type_and_place_of_the_rules_is_one_of_the_game(rules, game):
    (head, _) = game.one("game", GameDocument)
    (counters, _) = game.one("counters", CountersDocument)
    (chart_map, _) = game.one("map", MapDocument)
    nationalities = {nation.id for nation in head.nationalities}
    sides = {side.id for side in head.sides}
    types = {kind.id for kind in counters.types}
    sizes = {size.id.lower() for size in counters.sizes}
    places = {place.name for place in chart_map.places} | {box.name for box in chart_map.boxes}
    keys = {name.lower().replace(" ", "_") for name in places}
    areas = {area.id for area in chart_map.areas}
    assert rules.supply.general_radius.keys() == rules.supply.combat_radius.keys() == nationalities
    assert rules.home_bases.keys() == sides
    assert {*rules.repair.modifier, *rules.scoring.sea_transfer.modifier} <= sides
    assert rules.stacking.weight.keys() == sizes
    assert {*rules.zones.without, *rules.combat.armoured, *rules.fortification.benefits} <= types
    assert {*rules.supply.immune, rules.private_army.type, *rules.optional.eighty_eights.types} <= types
    assert rules.fortification.highest_differential.keys() | rules.scoring.siege.keys() <= keys
    assert {place for start in rules.control.values() for place in start} <= keys
    assert {end for route in rules.logistics.sea_routes.values() for end in route.between} <= places
    assert {place for base in rules.home_bases.values() for place in base.places} <= places
    assert {base.place for base in rules.private_army.bases.values()} <= places
    assert {base.closed_by_enemy_in for base in rules.private_army.bases.values()} - {None} <= areas
    assert {off.box for off in rules.off_map.values()} <= {box.id for box in chart_map.boxes}


def test_the_models_name_no_place_side_or_nationality(game):
    (head, _) = game.one("game", GameDocument)
    (chart_map, _) = game.one("map", MapDocument)
    names = [place.name for place in chart_map.places] + [box.name for box in chart_map.boxes]
    names += [side.id for side in head.sides] + [nation.id for nation in head.nationalities]
    words = re.compile(r"\b(" + "|".join(re.escape(name) for name in names) + r")\b", re.IGNORECASE)
    assert MODULES
    assert {module.name: words.findall(module.read_text(encoding="utf-8")) for module in MODULES} == {
        module.name: [] for module in MODULES
    }

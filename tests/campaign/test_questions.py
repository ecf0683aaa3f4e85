"""Questions that every game answers, by what the rulebooks of *Desert Rats* and *Road to Massawa* say."""

from __future__ import annotations

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.compiler.compile import first_compiled
from scenario_forge.mechanics.supply import weight
from tests.as_printed import load_as_printed


@pytest.fixture(scope="module", params=["desert-rats", "massawa"])
def game(request):
    return load_as_printed(request.param, "all")


@pytest.mark.clause("5.1", "5.2", "5.9")
def test_a_hex_holds_two_brigades_and_battalions_and_supply_weigh_nothing(game):
    rule = game.system.stacking(game)
    assert rule.limit == 2 * rule.weights["X"] == 4 * rule.weights["III"]
    assert [weight(rule, size, "infantry", 6, 6) for size in ("X", "III", "II")] == [2, 1, 0]
    assert weight(rule, "X", "infantry", 2, 6) == rule.weights["III"], "below half its strength"
    assert weight(rule, "", "supply", None, None) is None, "supply units have no size and are not counted"


@pytest.mark.clause("4.2", "7.3")
@pytest.mark.clause("4.5", game="massawa")
def test_zones_reach_neither_into_nor_out_of_a_fortification_and_supply_has_none(game):
    rule = game.system.zones(game)
    assert "supply" in rule.without
    assert "infantry" not in rule.without
    assert rule.not_into == rule.not_out_of == {"fortification"}
    assert not rule.into_works


@pytest.mark.clause("7.13")
@pytest.mark.clause("7.3", game="massawa")
def test_a_box_is_of_use_to_infantry_alone_and_one_may_be_in_a_hex(game):
    rule = game.system.works(game)
    assert (rule.profit, rule.per_hex, rule.sign) == ({"infantry", "motorised-infantry"}, 1, "(f)")


@pytest.mark.clause("3.4")
def test_no_step_costs_more_at_the_strategic_rate():
    """The least costs bound how far anybody marches; off the roads they are the usual ones."""
    game = load_as_printed("desert-rats", "all")
    found = game.system.step_costs(game, "infantry")
    assert all(least <= cost for cost, least in zip(found.costs, found.least, strict=True) if cost)
    assert any(least < cost for cost, least in zip(found.costs, found.least, strict=True))
    assert found.scale == prepare(game, "beda-fomm").play.rules.scale


def test_the_first_scenario_that_has_a_meaning_is_compiled_once(game):
    assert first_compiled(game) is first_compiled(game)
    assert first_compiled(game).system == game.system.id


@pytest.mark.clause("14.6")
@pytest.mark.parametrize(("name", "scenario"), [("desert-rats", "beda-fomm"), ("massawa", "keren")])
def test_each_objective_is_worth_its_points_to_its_side(name, scenario):
    ready = prepare(load_as_printed(name, "all"), scenario)
    found, rows = ready.play.worths(ready.play.begin()), ready.compiled.objectives
    assert [(row.row, row.side, row.turn) for row in found] == [(row["id"], row["side"], row["turn"]) for row in rows]
    assert all(row.points in (0, given["points"]) for row, given in zip(found, rows, strict=True) if not given["each"])
    assert any(row.points for row in found)

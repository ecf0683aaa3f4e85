"""Which games fuzz plays: every scenario, its options alone and together, every player; the same for the same seed."""

from __future__ import annotations

from itertools import islice

from scenario_forge.api.trials.proof import RandomGames

from .table import game

SCENARIOS = ("compass", "siege")


def first(count, **more):
    return list(islice(RandomGames(game(), SCENARIOS, 7, **more).all(), count))


def test_the_first_game_is_the_scenario_as_it_is_so_that_a_seed_shows_it_again():
    (order,) = islice(RandomGames(game(), ["siege"], 7).all(), 1)
    assert order.seed == 7
    assert order.prepared.setting.options == ("eighty-eights",)
    assert set(order.players) == {"random"}


def test_scenarios_options_and_players_come_in_turn():
    orders = first(40)
    assert [order.seed for order in orders] == list(range(7, 47))
    seen = {(order.prepared.setting.scenario, order.prepared.setting.options) for order in orders}
    together = ("eighty-eights", "long-odds")
    assert seen >= {(name, options) for name in SCENARIOS for options in ((), ("eighty-eights",), together)}
    assert {name for order in orders for name in order.players} >= {"random", "idle"}


def test_the_same_seed_gives_the_same_orders():
    assert [str(order) for order in first(12)] == [str(order) for order in first(12)]


def test_options_that_were_asked_for_are_the_only_ones():
    assert {order.prepared.setting.options for order in first(8, options=["long-odds"])} == {("long-odds",)}


def test_options_that_exclude_each_other_are_not_put_together():
    against = ("options.yaml", "    requires: [eighty-eights]\n", "    excludes: [eighty-eights]\n")
    assert ("eighty-eights", "long-odds") not in RandomGames(game(against), SCENARIOS).sets("compass")


def test_a_set_up_that_cannot_be_played_is_told_and_the_others_go_on():
    more = ("orders-of-battle/allied.yaml", "dec40: GG9 FF6", "dec40: GG9 FF6 FF6 FF6 FF6")
    orders = RandomGames(game(more), SCENARIOS)
    made = list(islice(orders.all(), 6))
    assert made[0] is None
    assert {order.prepared.setting.scenario for order in made if order} == {"siege"}
    assert any("more supply markers" in problem for problem in orders.unplayable)

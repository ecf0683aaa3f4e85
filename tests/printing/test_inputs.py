"""What a component is said to be made from holds all that is read to draw it; what cannot differ is not drawn."""

from __future__ import annotations

import pytest

from scenario_forge.documents.kinds import KINDS
from scenario_forge.game.game import differ, fact
from scenario_forge.game.place import Where
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import INPUTS, Brief
from scenario_forge.printing.build_manifest import ALWAYS
from scenario_forge.printing.render import chosen_scenarios, component_jobs, may_differ
from scenario_forge.printing.typeset import identity

COMMON = {kind.name for kind in KINDS}
SETTINGS = {"=scenario_forge.game.game._about", "=scenario_forge.game.game._side_names"}
"""Facts of game.yaml alone."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["desert-rats", "knights-of-the-desert", "massawa", "ridge"])
def test_all_that_is_read_to_draw_a_component_is_among_its_inputs(name):
    game = load_game(find_game(name), "all")
    listed = bool(game.files_of("errata"))
    for component, inputs in INPUTS.items():
        with game.recording(apart=True) as reads:
            for job in component_jobs(component, Brief(game, bare=True), chosen_scenarios(game, None)):
                identity(job.make)
        common = {read for read in reads if read.startswith("=") or read in COMMON}
        # a game without a list of errata reads that there is none, and errata cannot change that
        assert common - {*inputs, *ALWAYS, *SETTINGS} - (set() if listed else {"errata"}) == set(), component


def differing(erratum):
    before, after = (load_game(find_game("desert-rats"), errata) for errata in ("none", erratum))
    return {name for name in INPUTS if may_differ(before, after, name)}


def test_a_place_in_an_order_of_battle_changes_neither_map_nor_counters():
    assert not differing("DR-012") & {"map", "counters"}


def test_a_counter_changes_all_that_shows_counters():
    assert differing("DR-014b") == set(INPUTS)


@fact
def first_title(game):
    return game.one("game", type(game.about))[0].title


@fact
def first_place(game):
    return Where(game.read["map.yaml"])


def test_a_fact_counts_by_its_value_and_only_where_something_behind_it_changed(skirmish):
    name = f"={__name__}."
    game, same, titled = skirmish(), skirmish(), skirmish(("game.yaml", "players: 2", "players: 3"))
    assert not differ(game, same, [f"{name}first_title", f"{name}first_place"])
    assert differ(game, titled, ["game"])
    assert not differ(game, titled, [f"{name}first_title"]), "another number of players, the same title"

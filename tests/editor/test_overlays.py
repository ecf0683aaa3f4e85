"""Supply and zones of control of a set-up: as play has them in its first state, and at later turns of the slider."""

from __future__ import annotations

import pytest

from scenario_forge import load_game
from scenario_forge.campaign import situation
from scenario_forge.compiler import compile_scenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.editor.intent_requests import do
from scenario_forge.editor.set_up import units
from scenario_forge.editor.set_up.overlays import overlays
from scenario_forge.game.hexmap import hex_map
from scenario_forge.source.nodes import splice

from .conftest import CONTENT

WHOLE_GAME = True
EMPIRE = "orders-of-battle/empire.yaml"


def as_played(game, scenario: str) -> dict[str, tuple[set[str], set[str]]]:
    """Zones and units out of supply by side in the first state of play."""
    compiled = compile_scenario(game, scenario)
    play = game.system.play(compiled)
    state, hexes = play.begin(), hex_map(game).grid.ids
    found = {}
    for number, side in enumerate(compiled.keys["sides"]):
        zones = {hexes[hex_] for hex_, there in enumerate(situation.zones(play.rules, state, number)) if there}
        fed = situation.supplied(play.rules, state, number)
        own = [u for u, owner in enumerate(compiled.units.side) if owner == number and state.units.place[u] >= 0]
        found[side] = (zones, {f"{side}/{compiled.units.no[unit]}" for unit in own if not fed[unit]})
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "scenario"),
    [("massawa", "eritrea"), ("massawa", "keren"), ("desert-rats", "gazala-to-alamein")],
)
def test_overlays_are_as_play_has_them_at_the_start(name, scenario) -> None:
    game = load_game(CONTENT / name)
    shown = overlays(game, scenario, 0)["sides"]
    played = as_played(game, scenario)
    assert {each["side"]: ({*each["zones"]}, {*each["unsupplied"]}) for each in shown} == played
    assert all(each["supply"]["reach"][0]["hexes"] for each in shown)


def test_a_unit_moved_out_of_reach_is_out_of_supply_as_in_play(session) -> None:
    do(session, session.epoch, "unit.move", {"unit": "empire/8", "scenario": "eritrea", "hex": "A19"})
    [empire, italy] = overlays(session.game(), "eritrea", 0)["sides"]
    assert (empire["unsupplied"], italy["unsupplied"]) == (["empire/8"], [])
    assert "A18" in empire["zones"]
    assert "A19" not in empire["supply"]["reach"][0]["hexes"]
    assert as_played(session.game(), "eritrea")["empire"] == ({*empire["zones"]}, {"empire/8"})


def test_units_that_have_left_have_no_zones(session) -> None:
    planned = plan(session.game(), "eritrea")
    [leaves] = [each.turn for each in planned.changes if each.kind == "leaves" and each.unit.name == "Gazelle"]
    near = {"E4", "E5", "F3", "F5", "G4", "G5"}  # of F4, where it starts
    last, after = (overlays(session.game(), "eritrea", turn)["sides"][0] for turn in (leaves, leaves + 1))
    assert near & {*last["zones"]} > near & {*after["zones"]}


def moved(game, scenario: str, unit: str, hex_: str):
    """The game with a unit moved before the game begins."""
    texts = {name: file.source.text for name, file in game.read.items()}
    _said, changed = units.move(game, texts, {"unit": unit, "scenario": scenario, "hex": hex_})
    return load_game(game.folder, files=texts | {name: splice(texts[name], edits) for name, edits in changed.items()})


@pytest.mark.parametrize(
    ("scenario", "moves", "out"),
    [
        ("campaign-42", [], set()),
        ("el-alamein", [("axis/3", "0204"), ("axis/5", "0204")], {"axis/8"}),
        ("tobruk-41", [("axis/8", "1811"), ("allied/31", "3408")], {"axis/8", "allied/36"}),
    ],
)
def test_supply_by_distance_is_as_the_rules_of_play_have_it(scenario, moves, out) -> None:
    game = load_game(CONTENT / "knights-of-the-desert")
    for unit, hex_ in moves:
        game = moved(game, scenario, unit, hex_)
    compiled = compile_scenario(game, scenario)
    play = game.system.play(compiled)
    rules, state, hexes = play.rules, play.begin(), hex_map(game).grid.ids
    sides, found = compiled.units.side, set()
    by_side = {each["side"]: each for each in overlays(game, scenario, plan(game, scenario).first_turn)["sides"]}
    for number, side in enumerate(compiled.keys["sides"]):
        shown = by_side[side]
        own = [u for u, owner in enumerate(sides) if owner == number and state.units.place[u] >= 0]
        unfed = {f"{shown['side']}/{compiled.units.no[u]}" for u in own if not rules.is_fed(state, u)}
        assert own
        assert {*shown["unsupplied"]} == unfed
        found |= unfed
        sources = rules.sources(state, number)
        assert {*shown["supply"]["sources"]} == {hexes[hex_] for hex_ in sources}
        enemies = {hex_ for u, hex_ in enumerate(state.units.place) if sides[u] != number}
        for reach in shown["supply"]["reach"]:
            near = {h for h in range(len(hexes)) if any(rules.distance(s, h) <= reach["radius"] for s in sources)}
            assert {*reach["hexes"]} == {hexes[hex_] for hex_ in near - enemies}
    assert (found >= out, found == set()) == (True, out == set())


def test_a_game_without_zones_of_control_has_none() -> None:
    game = load_game(CONTENT / "knights-of-the-desert")
    for each in overlays(game, "campaign", 0)["sides"]:
        assert each["zones"] is None
        assert each["supply"]["sources"]
        assert each["unsupplied"] == []


def test_the_page_is_answered_anew_after_a_change(page) -> None:
    def asked() -> dict:
        return page.get("/api/overlays", params={"scenario": "keren", "turn": "0"}).json()

    before = asked()
    assert before == asked()
    page.do("unit.move", unit="empire/1", scenario="keren", hex="A1")
    after = asked()
    assert after["epoch"] == before["epoch"] + 1
    assert after["sides"][0]["zones"] != before["sides"][0]["zones"]
    assert page.get("/api/overlays", params={"scenario": "sudan", "turn": "0"}).json()["sides"] == []
    assert page.get("/api/overlays", params={"scenario": "keren", "turn": "-1"}).status_code == 422

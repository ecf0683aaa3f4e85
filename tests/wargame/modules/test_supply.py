"""Supply from places, edges and areas of a side, as far as it goes, and by a chain of headquarters."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.checks.forces.positions import unsupplied_at_start
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.supply import Supply

from .ridge import AUSTRIAN, EFFECTS, FRENCH, RIDGE, Board

pytestmark = pytest.mark.rule("supply", "zones")

VILLAGES = {"french": ["Unterdorf"], "austrian": ["Oberdorf"]}
LADDER = [{"halves": [{"value": "strength"}]}]
SEQUENCE = {"turns": ["supply", {"each": "first_second", "do": ["movement", "assault", "rally"]}]}


def played(player=None, zones=None, dawn=None, more=None, **supply):
    """The game with a rule on supply: no zones, two formations a side, led by its first and fourth unit.

    ``zones``: the key, or True for the one of the game; ``dawn``: by unit, where it is set up instead; ``more``: other
    keys of rules.yaml.
    """
    files = {name: copy.deepcopy(file.data) for name, file in load_game(RIDGE, "none").files.items()}
    rules, counters = files["rules.yaml"], files["counters.yaml"]
    rules |= {"supply": {"ladder": LADDER, **supply}, "sequence": SEQUENCE, **(more or {})}
    rules["player"] |= player or {}
    rules["zones"] = rules["zones"] if zones is True else zones
    if zones is None:
        del rules["zones"]
    for side in ("french", "austrian"):
        for unit in files[f"orders-of-battle/{side}.yaml"]["units"]:
            unit["dawn"] = (dawn or {}).get(unit["name"], unit["dawn"])
    counters["formations"] = [
        {"id": f"{side}-{number}", "side": side, "name": f"Corps {number}", "headquarters": number}
        for side in ("french", "austrian")
        for number in (1, 4)
    ]
    for unit in counters["units"]:
        unit["parent"] = f"{unit['side']}-{1 if unit['no'] < 4 else 4}"
    changed = {name: json.dumps(files[name]) for name in files if name in ("rules.yaml", "counters.yaml") or dawn}
    return load_game(RIDGE, "none", changed)


def fed(ready, units):
    """The units that have supply."""
    board = Board(ready, units, "supply")
    supply, now = board.rules.module(Supply), board.rules.at(board.state)
    return {name for name in units if supply.is_supplied(now, board.index[name])}


@pytest.fixture(scope="module")
def villages():
    return prepare(played(source=VILLAGES), "dawn")


@pytest.fixture(scope="module")
def edges():
    """The French have supply from a village, or from the south; the Austrians from anywhere in the north."""
    return prepare(played(source={"french": ["Unterdorf", "south"], "austrian": ["north"]}, zones=True), "dawn")


@pytest.fixture(scope="module")
def near():
    return prepare(played(player={"supplied": 9}, source=VILLAGES, range=4), "dawn")


@pytest.fixture(scope="module")
def chained():
    return prepare(played(source=VILLAGES, range=3, chain={"range": 6}), "dawn")


def test_each_side_has_supply_from_its_own_places(villages):
    assert fed(villages, {"Friant": "0701", "Rohan": "0720"}) == {"Friant", "Rohan"}
    assert fed(villages, {"Friant": "0701", "Rohan": "0717"}) == {"Rohan"}, "an enemy is in Unterdorf"
    assert fed(villages, {"Friant": "0701", "Morand": "0717", "Rohan": "0716"}) == {"Friant", "Morand", "Rohan"}
    assert fed(villages, {"Friant": "0705", "Rohan": "0701"}) == {"Friant"}, "an enemy is in Oberdorf"


def test_an_edge_of_the_map_supplies_from_all_its_hexes_where_no_enemy_is(edges):
    hexes = edges.play.rules.module(Supply).hexes
    names = edges.compiled.names["hexes"]
    south = [name for name in names if name.endswith("20")]
    assert sorted(names[hex_] for hex_ in hexes[FRENCH]) == sorted([*south, "0717"])
    assert {names[hex_][2:] for hex_ in hexes[AUSTRIAN]} == {"01"}
    assert fed(edges, {"Friant": "0118", "Rohan": "0720"}) == {"Friant", "Rohan"}, "round him, or from the village"


@pytest.mark.parametrize(("hex_", "has"), [("0717", True), ("0713", True), ("0712", False), ("0112", False)])
def test_supply_goes_so_many_hexes_and_no_farther(near, hex_, has):
    assert fed(near, {"Friant": hex_}) == ({"Friant"} if has else set())


def test_a_way_round_the_enemy_counts_with_all_its_hexes(near):
    """Four hexes up the road; with enemies across it the way is longer."""
    across = {"Rohan": "0715", "Hohenlohe": "0615", "Lindenau": "0815"}
    assert "Friant" in fed(near, {"Friant": "0713", "Rohan": "0116"})
    assert "Friant" not in fed(near, {"Friant": "0713", **across})


@pytest.mark.parametrize(
    ("places", "units"),
    [
        ({"Friant": "0712", "Morand": "0709"}, {"Friant", "Morand"}),
        ({"Friant": "0712", "Morand": "0708"}, {"Friant"}),
        ({"Friant": "0711", "Morand": "0710"}, {"Friant", "Morand"}),
        ({"Friant": "0710", "Morand": "0711"}, set()),
        ({"Friant": "0712", "Morand": "0716"}, {"Friant"}),
        ({"Morand": "0716"}, set()),
        ({"Legrand": "0716", "Morand": "0717"}, {"Legrand"}),
    ],
    ids=[
        "through the headquarters, beyond the range of the source",
        "too far from the headquarters",
        "the headquarters at the end of its way",
        "the headquarters out of supply",
        "beside the source, but not near the headquarters",
        "no headquarters left",
        "the headquarters of another formation",
    ],
)
def test_in_a_chain_a_unit_has_supply_from_its_headquarters_and_that_from_a_source(chained, places, units):
    assert fed(chained, places) == units


def test_a_unit_of_no_formation_has_no_supply_by_a_chain(chained, monkeypatch):
    """Whoever is the last of all units stands for no headquarters."""
    last = chained.compiled.names["units"][-1]
    board = Board(chained, {"Friant": "0712", "Morand": "0709", last: "0712"}, "supply")
    supply, now = board.rules.module(Supply), board.rules.at(board.state)
    assert supply.links(now, board.index["Morand"]) == [board.hex("0712")]
    monkeypatch.setattr(board.rules.module(Activation), "hq", [-1] * len(board.index))
    assert supply.links(now, board.index["Morand"]) == []


def test_who_lacks_it_suffers_as_the_ladder_says(near):
    board = Board(near, {"Friant": "0713", "Morand": "0712"}, "supply")
    board.playout.advance()
    assert [board.unit(name, "lapse") for name in ("Friant", "Morand")] == [0, 1]
    now = board.rules.at(board.playout.state)
    assert [board.rules.value(now, "strength", board.index[name]) for name in ("Friant", "Morand")] == [6, 3]


def test_a_player_who_values_supply_wants_to_be_where_it_reaches(near):
    board = Board(near, {"Friant": "0713", "Morand": "0712"}, "movement")
    mind, now, friant = Mind(board.play, FRENCH), board.rules.at(board.state), board.index["Friant"]
    wanted, supply = mind.wanted(now, friant), mind.supply
    assert supply is not None
    mind.supply = None
    plain = mind.wanted(now, friant)
    more = {hex_: wanted(board.hex(hex_)) - plain(board.hex(hex_)) for hex_ in ("0717", "0713", "0712", "0701")}
    assert more == pytest.approx({"0717": 9, "0713": 9, "0712": 0, "0701": 0})
    mind.supply = supply
    ends = [board.hex(hex_) for hex_ in ("0712", "0713")]
    assert mind.fed(now, friant, ends) == ends[1:]
    assert mind.fed(now, friant, ends[:1]) == ends[:1], "nowhere better"


BEHIND = {"Friant": "0818", "Morand": "0819", "Rohan": "0919"}
"""The way from 0720 to Friant leads through Morand's hex, which is in the zone of Rohan, as Friant's is."""


@pytest.mark.parametrize(
    ("zones", "without"),
    [({}, set()), ({"negated_by_friends": ["movement"]}, {"Friant"})],
    ids=["supply", "not supply"],
)
def test_friends_open_zones_to_supply_where_they_negate_them_for_it(zones, without):
    """In a set-up, in play and in the mind of a player; where a way ends, a zone does not matter."""
    game = played(zones=zones, dawn=BEHIND, source={"french": ["0720"], "austrian": ["0701"]}, range=2)
    found = " ".join(each.message for each in unsupplied_at_start(game))
    french = ("Friant", "Morand")
    assert {name for name in french if f"starts in {BEHIND[name]} out of supply" in found} == without
    ready = prepare(game, "dawn")
    assert fed(ready, BEHIND) == {"Friant", "Morand"} - without
    board = Board(ready, {**BEHIND, "Friant": "0101"}, "supply")
    reaches = board.rules.module(Supply).reaches(board.rules.at(board.state), board.index["Friant"])
    assert {hex_: reaches(board.hex(hex_)) for hex_ in ("0818", "0820")} == {"0818": not without, "0820": True}


@pytest.mark.parametrize(
    ("barriers", "hungry"),
    [
        ({}, set()),
        ({"not_across": ["stream"]}, {"Friant", "Morand"}),
        ({"not_across": ["stream"], "along": ["road"]}, {"Morand"}),
    ],
    ids=["nothing bars it", "the brook bars it", "but for the road across the brook"],
)
def test_a_set_up_beyond_a_barrier_of_supply_is_found(barriers, hungry):
    """Friant is on the road beyond the brook, Morand three hexes west of it: by the road his way is too long."""
    beyond = {"Friant": "0710", "Morand": "0410"}
    game = played(source={"french": ["0717"], "austrian": ["north"]}, range=9, dawn=beyond, **barriers)
    found = [each.message for each in unsupplied_at_start(game)]
    french = {name for name in beyond if any(f"starts in {beyond[name]}" in message for message in found)}
    assert french == hungry
    assert {name for name in beyond if name not in fed(prepare(game, "dawn"), beyond)} == hungry, "as in play"


def test_a_set_up_beyond_the_range_is_found():
    """OOB033 and OOB034, with the ranges of the rule: those of units, and of headquarters from the source."""
    source = {"french": ["0720"], "austrian": ["0701"]}
    far, short = ({each.span for each in unsupplied_at_start(played(source=source, range=n))} for n in (30, 1))
    assert not far
    assert short
    chained = list(unsupplied_at_start(played(source=source, range=30, chain={"range": 1})))
    assert {each.code.id for each in chained} == {"OOB033", "OOB034"}
    assert len(chained) < len(short), "of headquarters alone"


# -- artillery that is not ready -------------------------------------------------------------------

PHASES = ["movement", "barrage", "assault", "rally"]
GUNS = {
    "effects": EFFECTS,
    "sight": {"reach": {"usual": "eyes"}},
    "figures": {"eyes": "combat_results/3/heading"},
    "barrage": {"range": "range", "of": {"type": "artillery"}},
    "sequence": {"turns": ["supply", {"each": "first_second", "do": PHASES}, "ready"]},
}


@pytest.fixture(scope="module")
def unready():
    """Guns that are found out of supply twice in a row are not ready, other units as usual."""
    return prepare(played(more=GUNS, source=VILLAGES, ladder=[{}, {"ready": False}]), "dawn")


@pytest.mark.parametrize(
    ("name", "lapse", "village", "fired"),
    [
        ("Foot guns", 0, False, 0),
        ("Foot guns", 1, False, 1),
        ("Foot guns", 2, False, 1),
        ("Foot guns", 2, True, 0),
        ("Friant", 1, False, 0),
    ],
)
def test_guns_out_of_supply_are_not_ready_until_they_are_found_in_supply(unready, name, lapse, village, fired):
    board = Board(unready, {name: "0415", **({} if village else {"Rohan": place(unready)})}, "supply")
    board.state.units.lapse[board.index[name]] = lapse
    board.state.units.fired[board.index[name]] = int(lapse > 1)
    board.playout.advance()
    assert board.unit(name, "fired") == fired


def place(ready):
    """The hex from which the French have supply."""
    return ready.compiled.names["hexes"][Board(ready, {}, "supply").rules.module(Supply).hexes[FRENCH][0]]


@pytest.mark.parametrize(("lapse", "fired"), [(0, 0), (1, 0), (2, 1)])
def test_the_step_that_readies_guns_leaves_out_those_without_supply(unready, lapse, fired):
    board = Board(unready, {"Foot guns": "0415"}, "ready")
    board.state.units.lapse[board.index["Foot guns"]] = lapse
    board.state.units.fired[board.index["Foot guns"]] = 1
    board.playout.advance()
    assert board.unit("Foot guns", "fired") == fired


def test_guns_are_ready_or_not_where_they_shell():
    more = {key: value for key, value in GUNS.items() if key not in ("barrage", "sequence")}
    game = played(more={**more, "sequence": SEQUENCE}, source=VILLAGES, ladder=[{"ready": False}])
    assert [each for each in check(game) if "`ready: false`" in each.message]

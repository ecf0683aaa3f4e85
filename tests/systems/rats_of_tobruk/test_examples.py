"""The worked examples of the rules: what the rules of play give is what examples.yaml has as the answer."""

from __future__ import annotations

from functools import cache

import pytest

from scenario_forge.documents.rulebook import ExamplesDocument

from .position import EVENING, PANZER, Board, game, lapses

FOE = "A/2/13"
LEG, TANK = "A/2/13", "D/7RTR"


@cache
def answers():
    """The answer of each example, by its id."""
    (document, _where), *_others = game().documents("examples", ExamplesDocument)
    return {each.id: each.answer for each in document.examples}


def price(unit, at, to, *, by_road=False, **units):
    """What a step costs a unit: a number of points, `half` or `all`, and nothing where it cannot go."""
    board = Board({unit: at, **units})
    movement, now = board.rules.modules["movement"], board.rules.at(board.state)
    step = 6 * board.hex(at) + board.rules.direction(board.hex(at), board.hex(to))
    priced = movement.price(now, board.index[unit], step, by_road=by_road)
    if priced is None:
        return None
    found = priced[0]
    return "all" if found.all else "half" if found.half else found.parts // movement.scale


def added(attackers, defenders, at):
    """What ground adds to the dice of an attack, piece by piece."""
    board = Board({**attackers, **defenders})
    terms = board.play.terms(board.state, board.hex(at), [board.index[name] for name in attackers])
    return sorted(int(term.value) for term in terms.sums[2].terms if term.value)


@pytest.mark.clause("2.4.3", "6.0.15", game="rats-of-tobruk")
def test_e1_one_hex_of_a_battalion_without_its_headquarters():
    board = Board({"1/39PzJ": "2042", "2/39PzJ": "2042", "3/39PzJ": "2242"}, "HQ 39PzJ")
    board.act("2042")
    acting = [name for name in board.offered() if "39PzJ" in name]
    assert len({board.where(name) for name in acting}) == answers()["E1"]["hexes"]


@pytest.mark.clause("5.1.1", game="rats-of-tobruk")
def test_e2_an_88_traces_to_the_headquarters_of_its_own_battalion():
    wanted = answers()["E2"]["headquarters"]
    found = {name: lapses({"1/33": "2042", f"HQ {name}": "3042"})["1/33"] for name in ("33", "2MG", "8MG")}
    assert [name for name, lapse in found.items() if not lapse] == [wanted]


@pytest.mark.clause("6.0.3", "6.0.5", game="rats-of-tobruk")
def test_e3_the_chit_of_a_battalion_moves_all_of_its_units():
    battalion = answers()["E3"]["battalion"]
    own = [f"{number}/{battalion}" for number in range(1, 6)]
    board = Board({f"HQ {battalion}": "2042", **dict.fromkeys(own, "2043"), "1/2MG": "2043"}, f"HQ {battalion}")
    assert [name for name in board.offered() if "/" in name] == own
    assert answers()["E3"]["most"] == "all"


def together(full, depleted, *, by_road):
    """Whether so many units of a battalion may be in a hex or on a road, and what they count."""
    names = ["A/2/13", "B/2/13", "C/2/13", "D/2/13", "A/2/15", "B/2/15", "C/2/15", "D/2/15"][: full + depleted]
    board = Board({name: {"at": "2042", "depleted": int(n >= full)} for n, name in enumerate(names)})
    now, units = board.rules.at(board.state), [board.index[name] for name in names]
    stacking = board.rules.modules["stacking"]
    fits = now.few_enough_for_roads(units) if by_road else now.has_room(board.hex("2042"))
    return {
        "allowed": fits,
        "equivalent": stacking.weight(now, units) // stacking.weight(now, [board.index["HQ 2/13"]]),
    }


@pytest.mark.clause("7.1.3", "7.1.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("id_", "full", "depleted"), [("E4", 0, 8), ("E5", 3, 2)])
def test_e4_and_e5_what_fits_in_a_hex(id_, full, depleted):
    assert together(full, depleted, by_road=False) == answers()[id_]
    assert not together(full, depleted + 1, by_road=False)["allowed"] or full + depleted == 8


@pytest.mark.clause("7.1.4", "7.1.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("id_", "full", "depleted"), [("E6", 0, 4), ("E7", 1, 2)])
def test_e6_and_e7_what_fits_on_a_road(id_, full, depleted):
    assert together(full, depleted, by_road=True) == answers()[id_]
    assert not together(full, depleted + 1, by_road=True)["allowed"]


@pytest.mark.clause("8.0.2", game="rats-of-tobruk")
def test_e8_no_zone_across_a_ditch():
    board = Board({FOE: "1629"})
    zone = board.rules.zone(board.state, board.rules.owner(board.index[FOE]))
    assert (board.hex("1630") in zone) == answers()["E8"]["extends"]


@pytest.mark.clause("9.0.4", "9.0.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("kind", "unit"), [("leg", FOE), ("tracked", PANZER), ("wheeled", "1/2MG")])
def test_e9_a_ravine_costs_two_half_or_all(kind, unit):
    assert price(unit, "1434", "1433") == answers()["E9"][kind]


@pytest.mark.clause("9.2.2", game="rats-of-tobruk")
def test_e10_wheels_cross_a_ditch_only_by_road_or_path():
    assert (price("1/2MG", "0824", "0924", by_road=True) is not None) == answers()["E10"]["allowed"]
    assert price("1/2MG", "1630", "1629", by_road=True) is None


@pytest.mark.clause("9.5.4", "9.5.6", game="rats-of-tobruk")
def test_e18_a_rider_mounts_in_either_activation_and_is_carried_in_that_of_the_tank():
    answer, battalions = answers()["E18"], {"battalion A": "HQ 2/13", "battalion B": "HQ 1RTR"}
    units = {"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", LEG: "2040"}
    mounts = [name for name, hq in battalions.items() if Board(units, hq).offered("mount", LEG) == [TANK]]
    assert (mounts == [*battalions]) == (answer["mounts"] == "either")
    carried = []
    for name, hq in battalions.items():
        board = Board(units, hq)
        board.put(LEG, "2040", tank=board.index[TANK] + 1)
        carried += [name] * (TANK in board.offered())
    assert carried == [answer["carried"]]


@pytest.mark.clause("9.5.9", "10.4.8", game="rats-of-tobruk")
def test_e11_a_result_on_a_tank_strikes_its_rider_too():
    board = Board({TANK: "2040", LEG: "2040", PANZER: "2041"}, step="loss", side=1, names=[TANK], number=1, how="flip")
    board.put(LEG, "2040", tank=board.index[TANK] + 1)
    board.playout.advance()
    state = {"tracked": TANK, "rider": LEG}
    assert {each: "depleted" if board.unit(name, "depleted") else "" for each, name in state.items()} == answers()[
        "E11"
    ]


@pytest.mark.clause("10.1.7", "15.0.2", game="rats-of-tobruk")
def test_e12_a_ditch_and_a_bunker_both_add():
    assert added({PANZER: "3841"}, {FOE: "3840"}, "3840") == answers()["E12"]["modifiers"]


@pytest.mark.clause("11.3.16", "11.3.17", "11.3.19", game="rats-of-tobruk")
def test_e13_evening_and_blocking_terrain_take_two_off_each_die():
    board = Board({PANZER: "1123", FOE: "1124"}, turn=EVENING)
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    assert fire.needed(now, board.index[PANZER], board.index[FOE]).more == answers()["E13"]["each_die"]


@pytest.mark.clause("11.3.22", game="rats-of-tobruk")
def test_e14_flak_is_fired_at_as_on_its_back():
    board = Board({"1/33": "2042"})
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    assert fire.defence(now, board.index["1/33"]) == answers()["E14"]["defence"]


@pytest.mark.clause("15.2.2", game="rats-of-tobruk")
def test_e15_a_ditch_before_a_bunker_costs_half():
    assert price(FOE, "3841", "3840") == answers()["E15"]["cost"]


@pytest.mark.clause("15.2.4", "15.2.5", game="rats-of-tobruk")
def test_e16_a_path_into_a_bunker_costs_one_and_is_of_no_use_beside_the_enemy():
    assert price(FOE, "0824", "0924", by_road=True) == answers()["E16"]["cost"]
    assert price(FOE, "0824", "0924", by_road=True, **{PANZER: "1024"}) is None


@pytest.mark.clause("16.0.1", "16.0.2", game="rats-of-tobruk")
def test_e17_engineers_halve_each_modifier_by_itself():
    """A ravine, 1, and a bunker in it, 4, are 0 and 2; half of their sum, rounded down, is 2 as well."""
    assert answers()["E17"]["halved"] == "each"
    assert added({"1/KGK": "1806"}, {FOE: "1807"}, "1807") == [1, 4]
    assert added({"1/200Pio": "1806"}, {FOE: "1807"}, "1807") == [2]

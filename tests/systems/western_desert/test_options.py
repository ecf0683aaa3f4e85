"""Options of *WW2 Western Desert Rules*: each as it is off and on."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game

from .position import ALLIED, AXIS, DAWN, DUSK, FOLDER, HAZE, NIGHT, Board, prepared, sight


def both(option, given, *rest, scenario="harmat", **more):
    """A position without and with an option."""
    chosen = ([option] if on else [] for on in (False, True))
    return [Board(given, *rest, ready=prepared(scenario, tuple(options)), **more) for options in chosen]


@pytest.mark.clause("13.1", "Q0.3", game="western-desert")
@pytest.mark.parametrize(("hex_", "facing", "usual", "limited"), [
    ("F6", "E", True, True), ("F6", "W", True, False), ("E6", "W", True, True),
])  # fmt: skip
def test_the_gun_of_the_grant_turns_only_to_near_targets(hex_, facing, usual, limited):
    """A Grant fires two hexes; behind it only one where the option is on."""
    boards = both("grant-arc", {"grant": f"D6>{facing}", "pz4": f"{hex_}>W"}, ALLIED)
    assert ["fire" in board.offered() for board in boards] == [usual, limited]


@pytest.mark.clause("13.1", "Q0.3", game="western-desert")
def test_the_turrets_of_others_turn_all_round():
    boards = both("grant-arc", {"crusader": "E5>E", "pz4": "C5>W"}, ALLIED)
    assert ["fire" in board.offered() for board in boards] == [True, True]


@pytest.mark.clause("4.5", "16.2", game="western-desert")
@pytest.mark.parametrize(
    ("gun", "usual", "lobbed"),
    [("A3>E", False, True), ("I3>W", False, True), ("I1>W", False, False), ("F4>W", False, False)],
)
def test_plunging_fire_supports_into_a_wadi_from_any_distance_in_range(gun, usual, lobbed):
    """D3 is a wadi; from I1 it is six hexes away, from I3 five, and who is in the wadi F4 fires no farther than before."""
    boards = both("plunging-fire", {"grant": "E3>W", "25pdr": gun, "pz4": "D3>E"}, ALLIED)
    assert ["with" in board.offered("fire", "pz4", "grant") for board in boards] == [usual, lobbed]


@pytest.mark.clause("15.2", "15.5", game="western-desert")
@pytest.mark.parametrize(("hex_", "usual", "blocked"), [("E3", True, False), ("D3", True, True)])
def test_a_wadi_blocks_the_line_of_sight_by_option(hex_, usual, blocked):
    """D3 is a wadi: into it, nobody fires from afar anyway; a gun beside it fires across it or into it."""
    boards = both("wadis-block", {"88": "C3>E", "infantry": hex_})
    assert ["fire" in board.offered() for board in boards] == [usual, blocked]


@pytest.mark.clause("28.7", game="western-desert")
@pytest.mark.parametrize(("name", "usual", "once"), [("tiger", -1, -2), ("88", -1, -1)])
def test_a_tiger_counts_as_two_and_by_option_as_one(name, usual, once):
    boards = both("tiger-counts-once", {name: "A6>E", "matilda": "B6>W"}, dice=[1])
    assert [board.attack("matilda", name)[0] for board in boards] == [usual, once]


@pytest.mark.clause("8.1", "25.1", "25.2", "25.4", game="western-desert")
@pytest.mark.parametrize(("scenario", "turn", "at", "target", "dust", "usual", "full"), [
    ("harmat", HAZE, "A6", "B6", 0, True, True), ("harmat", HAZE, "A6", "C6", 0, False, True),
    ("harmat", HAZE, "A6", "D6", 0, False, True), ("harmat", HAZE, "A6", "E6", 0, False, False),
    ("harmat", HAZE, "A6", "C6", 1, True, True), ("harmat", HAZE, "A6", "D6", 1, False, True),
    ("harmat", HAZE, "A6", "E6", 1, False, False), ("harmat", HAZE, "E5", "F5", 0, True, True),
    ("harmat", HAZE, "E5", "I5", 0, False, True), ("harmat", HAZE, "E5", "I5", 1, False, True),
    ("capuzzo", DAWN, "A6", "B6", 0, True, True), ("capuzzo", DAWN, "A6", "D6", 0, False, True),
    ("capuzzo", DAWN, "A6", "C6", 1, True, True), ("capuzzo", DAWN, "A6", "D6", 1, False, True),
    ("capuzzo", DAWN, "A6", "E6", 1, False, False), ("fuka", DUSK, "3-E6", "3-F6", 0, True, True),
    ("fuka", DUSK, "3-E6", "3-H6", 0, False, True), ("fuka", DUSK, "3-E6", "3-G6", 1, True, True),
    ("fuka", DUSK, "3-E6", "3-I6", 1, False, False), ("fuka", DUSK, "3-D6", "3-H6", 0, False, True),
    ("fuka", DUSK, "3-D6", "3-I6", 0, False, False), ("duda", NIGHT, "4-E2", "4-F2", 0, True, True),
    ("duda", NIGHT, "4-E2", "4-G2", 0, False, True), ("duda", NIGHT, "4-E2", "4-G2", 1, False, True),
    ("duda", NIGHT, "4-E2", "4-H2", 1, False, True), ("duda", NIGHT, "4-E2", "4-I2", 0, False, False),
    ("duda", NIGHT, "4-B2", "4-F2", 0, False, True), ("duda", NIGHT, "4-B2", "4-G2", 0, False, False),
])  # fmt: skip
def test_with_full_visibility_every_hour_is_like_the_rest_of_the_day(scenario, turn, at, target, dust, usual, full):
    """Three hexes, four from the high hexes E5, 3-D6 and 4-B2; else one, and by day two to a unit in dust."""
    units = {"wespe": at, "infantry": {"at": target, "dust": dust}}
    boards = both("full-visibility", units, scenario=scenario, turn=turn)
    assert [sight(board, "wespe", "infantry") for board in boards] == [usual, full]


@pytest.mark.clause("10.8", "10.9", game="western-desert")
@pytest.mark.parametrize(("scenario", "german"), [("harmat", True), ("ualeb", True), ("abd", False)])
def test_a_german_force_has_a_third_headquarters_unless_players_do_without(scenario, german):
    """Scenarios with a German force have the option on; those with Italians or of the Allied player have two."""

    def headquarters(options):
        ready = prepared(scenario, options)
        state, rules, leaders = ready.play.begin(), ready.play.rules, ready.play.leaders.leaders
        with_a_unit = [hq for hq in leaders if state.units.host[hq] >= 0]
        return [sum(rules.owner(hq) == side for hq in with_a_unit) for side in (AXIS, ALLIED)]

    assert headquarters(None) == [3 if german else 2, 2]
    assert headquarters(()) == [2, 2]
    assert headquarters(("afrika-korps",)) == [3 if german else 2, 2]


@pytest.mark.parametrize("errata", ["all", "none"])
def test_no_option_is_idle(errata):
    codes = {each.code.id for each in check(load_game(FOLDER, errata))}
    assert "SCN030" not in codes

"""Limits of the rules: the last case that is still so, and the first that is not."""

from __future__ import annotations

import pytest

from .board import ALLIED, AXIS, Board

AGHEILA, ALEXANDRIA, TOBRUK, BARDIA, BESIDE, NEXT = "0204", "3408", "1711", "2010", "2009", "1910"
FULL = {"supply": 600, "points": 36}


def attacked(axis, allied, *, dice=(0, 0), airs=(0, 0), intensity=9, more=(), later=(0,)):
    """An Axis attack of all on all from one hex on another."""
    board = Board({**axis, **allied, **dict(more)}, dice=[100, 100, *dice, *later])
    board.state.sides.air[AXIS] = board.state.sides.air[ALLIED] = 9
    board.attack(BESIDE, BARDIA, list(allied), list(axis), intensity, 1, airs[0], (1, airs[1]))
    return board


@pytest.mark.clause("X.6", "IV.D.1.c2", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("airs", "hits"), [((0, 1), (9, 0)), ((1, 0), (0, 9)), ((9, 3), (52, 40)), ((3, 9), (40, 52)), ((0, 0), (0, 0))]
)
def test_each_side_shoots_down_by_its_own_points_and_only_where_the_other_has_some(airs, hits):
    board = attacked({8: {"at": BESIDE}}, {39: {"at": BARDIA}}, airs=airs)
    assert board.chances("air loss") == [{1: each, 0: 100 - each} for each in hits]
    asked = [chance.subjects for chance in board.playout.source.asked[:4]]
    assert asked == [(n, board.index[8], -1, board.index[39]) for n in range(4)]


@pytest.mark.clause("IV.D.3.f", "IV.B.2.d", "IV.D.4.h", game="knights-of-the-desert")
def test_who_breaks_in_the_same_battle_captures_nothing():
    """The unit of 120 points breaks; the other takes all of the enemy's supply."""
    axis = {8: {"at": BESIDE, "strength": 800, **FULL, "supply": 300}, 18: {"at": BESIDE, "strength": 120, **FULL}}
    board = attacked(axis, {39: {"at": BARDIA, "strength": 60, "supply": 169}}, later=(0, 0, 0))
    assert (board.where(18), board.where(39)) == (-1, -1)
    assert board.unit(8, "supply") == 300 - 165 + 100


@pytest.mark.clause("IV.A.2.c1", "IV.A.2.c2", "IV.D.4.h", game="knights-of-the-desert")
@pytest.mark.parametrize(("supply", "asked"), [(50, 1), (49, 0)])
def test_a_cadre_comes_back_without_fortification_and_none_is_asked_for_without_supply(supply, asked):
    units = {39: {"at": BARDIA, "strength": 60, "supply": supply, "fort": 4}}
    board = attacked({8: {"at": BESIDE, "strength": 800, **FULL}}, units, later=[1] * asked)
    assert len(board.chances("cadre")) == asked
    assert board.where(39) == (-3 if asked else -1)
    assert board.unit(39, "fort") == (0 if asked else 4)


@pytest.mark.clause("IV.B.2.a2", "III.2.C.4c", game="knights-of-the-desert")
@pytest.mark.parametrize("hexes", [0, 1, 2])
def test_no_less_than_nothing_of_the_supply_that_is_sent_arrives(hexes):
    """At 60 % a hex a unit two hexes away gets nothing."""
    at = (AGHEILA, "0304", "0404")[hexes]
    board = Board(
        {8: {"at": at, "supply": 200, "priority": 9}}, step="resupply", phasing=AXIS,
        changed=(("lost_per_hex: 1 ", "lost_per_hex: 60 "),),
    )  # fmt: skip
    board.state.sides.pool[AXIS] = 7000
    board.playout.advance()
    assert board.unit(8, "supply") - 200 == (400, 160, 0)[hexes]


# -- limited reaction ------------------------------------------------------------------------------


@pytest.mark.clause("III.2.E.10.c", "III.2.E.10.b", "IV.C.3.h", game="knights-of-the-desert")
def test_who_stays_next_to_an_enemy_does_not_end_the_reaction():
    """It stood there before and has only fortified itself."""
    units = {8: {"at": "1408"}, 36: {"at": "1508", "points": 28}, 37: {"at": "2608"}}
    board = Board(units, step="limited-reaction", side=ALLIED, dice=[1])
    assert board.act(36, "fortify") == ALLIED
    board.act("end")
    assert len(board.chances("another")) == 1


@pytest.mark.clause("III.2.E.10.c", "IV.C.3.h", game="knights-of-the-desert")
def test_who_comes_back_next_to_an_enemy_ends_the_reaction():
    """It ends its move where it began it; between, it has entered the hex."""
    units = {8: {"at": "1408"}, 36: {"at": "1508", "points": 28}, 37: {"at": "2608"}}
    board = Board(units, step="limited-reaction", side=ALLIED, dice=[1])
    assert "1508" in board.offered(36, "1608")
    assert board.act(36, "1608", "1508") is None
    assert board.chances("another") == []


def joined(points=28, supply=400, dice=(), **more):
    """Unit 36 has reacted and joined a friend next to an enemy, six points away; another friend is next to it too."""
    units = {8: {"at": "1408"}, 36: {"at": "1708", "points": points, "supply": supply}, 37: {"at": "1508"}, **more}
    board = Board({**units, 38: {"at": "1407"}}, step="limited-reaction", side=ALLIED, dice=dice)
    board.act(36, "1608", "1508")
    return board


@pytest.mark.clause("III.2.E.10.b", "III.2.E.12", "III.2.E.10.d", game="knights-of-the-desert")
def test_who_has_moved_in_a_reaction_may_attack_before_the_roll_for_another_unit():
    """Ruling A57: from its hex, with what is left of its 14 points; eight pay for intensity 7."""
    board = joined(dice=[100, 100, 0, 0, 0])
    assert board.offered() == ["end", "attack"]
    assert board.offered("attack") == ["1508"]
    assert board.offered("attack", "1508", "1408", 8, "by") == [36, 37]
    assert board.offered("attack", "1508", "1408", 8, "by", 36, "with") == list(range(1, 8))
    assert board.attack("1508", "1408", [8], [36], 7, 1, 0) is None
    assert board.unit(36, "points") == 28 - 6 - 8
    assert board.chances("another") == []


@pytest.mark.clause("III.2.E.10.b", "III.2.E.10.c", game="knights-of-the-desert")
@pytest.mark.parametrize("passes", [1, 0])
def test_the_roll_for_another_unit_comes_when_the_player_is_done_with_one(passes):
    """Who is picked again has half its allowance anew (ruling A12)."""
    board = joined(dice=[passes])
    assert board.chances("another") == []
    board.act("end")
    assert board.chances("another") == [{1: 50, 0: 50}]
    assert board.playout.over == (not passes)
    if passes:
        assert {36, 37, 38, "attack"} <= {*board.offered()}
        assert board.offered("attack", "1508", "1408", 8, "by", 36, "with") == list(range(1, 10))


@pytest.mark.clause("III.2.E.10.b", "IV.D.3.a", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("values", "may"),
    [({"points": 12}, True), ({"points": 11}, False), ({"supply": 218}, True), ({"supply": 217}, False)],
)
def test_who_lacks_points_to_attack_is_done_when_it_has_moved(values, may):
    """It has gone two hexes, for 6 points and 18 of supply, and needs 6 and 200; that its friend has them is no help."""
    board = joined(dice=[1], **values)
    assert (board.chances("another") == []) == may


@pytest.mark.clause("III.2.E.10.b", "III.2.E.10.e", game="knights-of-the-desert")
def test_who_ends_a_reaction_before_anything_is_done_rolls_for_nobody():
    board = Board({8: {"at": "1408"}, 36: {"at": "1508", "points": 28}}, step="limited-reaction", side=ALLIED)
    assert board.act("end") is None
    assert board.chances("another") == []


@pytest.mark.clause("III.2.E.10.b", "III.2.E.10.c", "IV.C.2.d", game="knights-of-the-desert")
def test_who_fortifies_in_a_reaction_may_attack_with_the_rest():
    """Seven of its 14 points are left, and five pay for intensity 1."""
    board = Board({8: {"at": "1408"}, 36: {"at": "1508", "points": 28}}, step="limited-reaction", side=ALLIED)
    board.act(36, "fortify")
    assert board.offered("attack", "1508", "1408", 8, "by", 36, "with") == [1, 2, 3, 4, 5]


@pytest.mark.clause("III.2.E.10.b", game="knights-of-the-desert")
def test_nobody_is_asked_for_another_unit_that_can_do_nothing():
    units = {8: {"at": AGHEILA}, 36: {"at": "1508", "points": 3}}
    board = Board(units, step="limited-reaction", side=ALLIED, dice=[1])
    board.state.units.points[board.index[36]] = 3
    board.act(36, "1608")
    assert board.playout.over
    assert board.chances("another") == []


@pytest.mark.clause("III.2.E.10", "III.2.H.2", game="knights-of-the-desert")
def test_nobody_reacts_to_a_reaction():
    units = {8: {"at": "1208", "points": 36}, 36: {"at": "1508", "points": 28}, 37: {"at": "1507", "points": 18}}
    board = Board(units, dice=[1, 1, 1])
    assert board.act(8, "1308", "1408") == ALLIED
    board.act(37, "1407")
    assert len(board.chances("trigger")) == 1


@pytest.mark.clause("III.2.E.10", "III.2.E.10.d", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("step", "asked"),
    [("operations", [{1: 25, 0: 75}]), ("enemy-reaction", [{1: 25, 0: 75}]), ("limited-reaction", [])],
)
def test_a_battle_of_a_phase_may_be_reacted_to_and_one_of_a_reaction_never(step, asked):
    units = {8: {"at": "1408", "points": 36}, 36: {"at": "1508", "points": 28}}
    board = Board(units, step=step, side=ALLIED, dice=[100, 100, 0, 0, 0])
    board.attack("1508", "1408", [8], [36], 1, 1, 0)
    assert board.chances("trigger") == asked


@pytest.mark.clause("III.2.E.10", game="knights-of-the-desert")
@pytest.mark.parametrize(("points", "asked"), [(18, [{1: 70, 0: 30}]), (0, [])])
def test_who_can_do_nothing_is_not_asked_to_react(points, asked):
    board = Board({8: {"at": "1308", "points": 36}, 36: {"at": "1508", "points": points}}, dice=[0])
    board.act(8, "1408")
    assert board.chances("trigger") == asked


@pytest.mark.clause("III.2.E.10", "IV.D.4.h", game="knights-of-the-desert")
def test_a_battle_may_be_reacted_to_though_the_attacker_is_not_alone():
    board = attacked({8: {"at": BESIDE}}, {39: {"at": BARDIA}}, more={9: {"at": BESIDE}}, intensity=1)
    assert board.chances("trigger") == [{1: 25, 0: 75}]


@pytest.mark.clause("III.2.E.10", "III.2.I.5a", game="knights-of-the-desert")
def test_nobody_reacts_when_the_home_base_is_taken():
    board = Board({8: {"at": "3407", "points": 36}, 36: {"at": "3307", "points": 28}}, dice=[0, 0])
    board.act(8, ALEXANDRIA)
    assert board.chances("trigger") == []


# -- what a unit can do ----------------------------------------------------------------------------


@pytest.mark.clause("IV.C.2.d", "III.2.E.8a", "IV.A.1.j1", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "points", "supply", "fort", "may"),
    [
        (8, 7, 40, 0, True), (8, 6, 40, 0, False), (8, 7, 39, 0, False), (12, 3, 32, 0, True), (12, 2, 32, 0, False),
        (12, 3, 31, 0, False), (8, 36, 600, 8, True), (8, 36, 600, 9, False),
    ],
)  # fmt: skip
def test_a_unit_fortifies_where_it_can_pay_and_up_to_level_nine(no, points, supply, fort, may):
    board = Board({no: {"at": "1208", "points": points, "supply": supply, "fort": fort}})
    assert (no in board.offered() and "fortify" in board.offered(no)) == may
    if may:
        board.act(no, "fortify")
        assert board.unit(no, "fort") == fort + 1
        assert board.events("fortifies")[0].subjects == (board.index[no], fort + 1)


@pytest.mark.clause("IV.C.3.c", "III.2.E.1a", game="knights-of-the-desert")
def test_a_unit_without_points_or_supply_is_not_offered():
    board = Board({8: {"at": "1208", "points": 0}, 9: {"at": "1208", "supply": 0}, 10: {"at": "1208"}})
    assert board.offered() == ["end", 10]


@pytest.mark.clause("IV.D.3", "X.5", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("points", "supply", "most"), [(4, 600, 1), (5, 600, 3), (8, 600, 9), (18, 105, 5), (18, 104, 4)]
)
def test_an_intensity_must_be_paid_with_operation_points_and_supply(points, supply, most):
    board = Board({8: {"at": BESIDE, "points": points, "supply": supply}, 39: {"at": BARDIA}})
    assert board.offered("attack", BESIDE, BARDIA, 39, "by", 8, "with") == list(range(1, most + 1))


@pytest.mark.clause("X.5", "IV.D.2.a", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("side", "intensity", "attack", "defence"),
    [(AXIS, 1, 4, 2), (ALLIED, 1, 5, 1), (AXIS, 9, 8, 3), (ALLIED, 9, 9, 2), (AXIS, 4, 6, 3), (ALLIED, 4, 7, 2)],
)
def test_a_battle_costs_the_operation_points_of_the_chart(side, intensity, attack, defence):
    own, other = (20, 54) if side == AXIS else (54, 20)
    board = Board({own: {"at": BESIDE, **FULL}, other: {"at": BARDIA, **FULL}}, side=side, dice=[100, 100, 0, 0, 0, 0])
    board.attack(BESIDE, BARDIA, [other], [own], intensity, 1, 0)
    assert [36 - board.unit(no, "points") for no in (own, other)] == [attack, defence]


@pytest.mark.clause("IV.D.3.a", "III.2.G.4a", game="knights-of-the-desert")
def test_a_garrison_begins_no_attack():
    board = Board({1: {"at": BESIDE, "points": 18}, 39: {"at": BARDIA}})
    assert "attack" not in board.offered()


@pytest.mark.clause("III.2.E.9", "IV.C.3.f1", game="knights-of-the-desert")
def test_a_garrison_is_not_moved_by_sea():
    assert "sail" not in Board({29: {"at": ALEXANDRIA}, 8: {"at": AGHEILA}}, side=ALLIED).offered(29)


@pytest.mark.clause("III.2.E.9", "IV.C.3.f3", game="knights-of-the-desert")
def test_nobody_goes_by_sea_to_a_port_that_the_enemy_is_in():
    """Also where the holder is still written down as the other side."""
    board = Board({37: {"at": TOBRUK}, 8: {"at": ALEXANDRIA}}, side=ALLIED)
    assert "sail" not in board.offered(37)


@pytest.mark.clause("III.2.E.1a", "IV.C.3.c", "IV.C.2.c", game="knights-of-the-desert")
def test_a_way_is_chosen_hex_by_hex_and_each_is_paid_for():
    """Six points are two hexes of clear ground, and no more."""
    board = Board({8: {"at": "1208", "points": 6, "supply": 18}, 36: {"at": ALEXANDRIA}})
    assert "1408" in board.offered(8, "1308")
    assert board.offered(8, "1308", "1408") == []
    board.act(8, "1308", "1408")
    assert [event.subjects for event in board.events("enters")] == [
        (board.index[8], board.hex(name)) for name in ("1308", "1408")
    ]


@pytest.mark.clause("III.2.E.10.c", "IV.C.3.h", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("step", "friend", "goes_on"),
    [("operations", (), True), ("limited-reaction", (), False), ("limited-reaction", (37,), True)],
)
def test_only_a_reaction_ends_next_to_an_enemy_and_not_where_a_friend_stands(step, friend, goes_on):
    units = {36: {"at": "1608", "points": 28}, 8: {"at": "1408"}, **{no: {"at": "1508"} for no in friend}}
    board = Board(units, step=step, side=ALLIED)
    assert "1508" in board.offered(36)
    assert bool(board.offered(36, "1508")) == goes_on


@pytest.mark.clause("IV.D.1.c5", game="knights-of-the-desert")
@pytest.mark.parametrize("phasing", [AXIS, ALLIED])
def test_a_segment_is_that_of_the_phasing_side(phasing):
    board = Board({8: {"at": AGHEILA}}, step="air-power", phasing=phasing)
    board.playout.advance()
    assert board.state.clock.side[0] == phasing


# -- the beginning of a turn -----------------------------------------------------------------------


@pytest.mark.clause("III.2.A.1", "IV.B.1.b2", game="knights-of-the-desert")
def test_a_turn_begins_with_logistics_and_the_sea_open_and_only_who_is_due():
    board = Board({36: {"at": ALEXANDRIA, "ready": 1}}, step="reinforcement")
    later, now = board.index[18], board.index[8]
    for unit, due in ((later, 1), (now, 0)):
        board.state.units.place[unit], board.state.units.due[unit] = -2, due
    board.state.clock.sailed[0] = 1
    board.playout.advance()
    assert (board.where(18), board.where(8)) == (-2, AGHEILA)
    assert list(board.state.units.ready) == [0] * len(board.state.units.ready)
    assert board.state.clock.sailed[0] == 0


@pytest.mark.clause("III.2.C.5b", "III.2.B.1b", game="knights-of-the-desert")
def test_the_axis_takes_replacements_in_the_first_turn():
    board = Board({8: {"at": AGHEILA, "strength": 600}}, step="logistics")
    board.state.nations.replacements[board.rules.units.nationality[board.index[8]]] = 80
    assert board.offered(8) == list(range(10))


@pytest.mark.clause("V.7", game="knights-of-the-desert")
def test_strengths_seem_a_fifth_more_or_less_at_most():
    """Of 400 points any multiple of five from 320 to 480."""
    board = Board({no: {"at": "2608", "strength": 400} for no in (36, 37, 38, 39)}, options=frozenset({"solitaire"}))
    seen = set()
    for guess in range(1, 101):
        board.state.clock.guess[0] = guess
        strengths = board.play.observe(board.state, AXIS)["tables"]["units"]["strength"]
        seen |= {strengths[board.index[no]] for no in (36, 37, 38, 39)}
    assert seen == set(range(320, 481, 5))

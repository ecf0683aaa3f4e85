"""The terms of a battle before its draws: both strengths, each number with its clause, every loss with its chance (IV.D)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from .board import FOLDER, Board

BARDIA, BESIDE = "2010", "2009"


def printed(id_):
    examples = yaml.safe_load((FOLDER / "examples.yaml").read_text(encoding="utf-8"))["examples"]
    return next(each for each in examples if each["id"] == id_)


def terms_of(board, target, attackers, **given_):
    return board.play.terms(board.state, board.hex(target), [board.index[no] for no in attackers], given_)


def by_key(found):
    """By where it stands: what was added."""
    counted = Counter()
    for term in found.terms:
        counted[term.stands] += term.value
    return counted


def test_the_example_of_a_defender_adds_up_as_printed():
    """E9: 100 points in a town at level 4 make 280, three air points 406."""
    board = Board({8: {"at": BESIDE}, 39: {"at": BARDIA, "strength": 100, "supply": 200, "fort": 4}})
    _, defence = terms_of(board, BARDIA, [8], airs=[0, 3]).sums
    answer, parts = printed("E9")["answer"], by_key(defence)
    assert parts["combat strength"] + parts["terrain and fortification"] == answer["before_air"]
    assert defence.total == answer["modified"]
    assert parts["combat.air_defence"] == answer["modified"] - answer["before_air"]


def test_the_example_of_an_attacker_adds_up_as_printed():
    """E10: 1500 points, five air points, 2 friends in the hex and 1 hex beside, 3 enemies there and 2 hexes of them."""
    units = {8: {"at": "1208", "strength": 700}, 18: {"at": "1208", "strength": 800}}
    units |= {9: {"at": "1208"}, 10: {"at": "1208"}, 11: {"at": "1307"}, 39: {"at": "1308"}}
    units |= {no: {"at": at} for no, at in {37: "1308", 38: "1308", 40: "1308", 41: "1408", 44: "1409"}.items()}
    board = Board(units)
    attack, _ = terms_of(board, "1308", [8, 18], airs=[5, 0], defenders=[board.index[39]]).sums
    (with_friends, alone), parts = printed("E10")["sums"], by_key(attack)
    assert parts["combat strength"] + parts["combat.air_attack"] == with_friends["parts"][0]
    assert [parts["combat.friend_stacked"], parts["combat.friend_beside"]] == with_friends["parts"][1:]
    assert parts["combat.enemy"] == sum(alone["parts"][1:])
    assert attack.total == printed("E10")["answer"]["modified"]
    assert [int(term.value) for term in attack.terms[:2]] == [700, 800], "unit by unit"


def test_a_limit_is_a_term():
    crowd = {no: {"at": BARDIA} for no in (37, 38, 40, 41, 42)}
    board = Board({8: {"at": BESIDE, "strength": 300}, 39: {"at": BARDIA}, **crowd})
    attack, _ = terms_of(board, BARDIA, [8], defenders=[board.index[39]]).sums
    assert attack.total == 100
    assert attack.terms[-1].stands == "combat.attack_least"


@pytest.mark.parametrize(
    ("attackers", "target", "says"),
    [([8], "2012", "not next to"), ([8, 9], BARDIA, "several hexes"), ([10], BARDIA, "supply points"),
     ([2], BARDIA, "neither depot"), ([8], "1208", "no enemy")],
)  # fmt: skip
def test_who_cannot_attack_is_refused_in_words(attackers, target, says):
    units = {8: {"at": BESIDE}, 9: {"at": "2109"}, 10: {"at": BESIDE, "supply": 99}, 2: {"at": BESIDE}}
    board = Board({**units, 39: {"at": BARDIA}, 40: {"at": "2012"}})
    with pytest.raises(ValueError, match=says):
        terms_of(board, target, attackers)


def test_what_is_chosen_so_far_is_told_while_an_attack_is_chosen():
    board = Board({8: {"at": BESIDE}, 39: {"at": BARDIA}})
    begun = board.action("attack", BESIDE, BARDIA, 39, "by", 8)
    frame = board.playout.state.stack[-1]
    assert board.play.attacks(board.state, frame, begun[:-1]) == []
    (attack,) = board.play.attacks(board.state, frame, begun)
    assert (attack.target, attack.attackers) == (board.hex(BARDIA), (board.index[8],))
    (more,) = board.play.attacks(board.state, frame, (*begun, "with", 3, 4, 2))
    assert [more.given[key] for key in ("intensity", "risks", "airs")] == [3, [4], [2]]


@settings(max_examples=12, deadline=None)
@given(st.integers(100, 900), st.integers(50, 600), st.integers(0, 9), st.integers(1, 9), st.integers(1, 9),
       st.integers(0, 3), st.integers(0, 3))  # fmt: skip
def test_the_battle_uses_what_was_told(strength, held, fort, own, other, air, enemy_air):
    """The strengths of the event, and for every factor that can be drawn the losses of both sides."""

    def made(dice=()):
        units = {
            8: {"at": BESIDE, "strength": strength, "supply": 600},
            39: {"at": BARDIA, "strength": held, "fort": fort},
        }
        board = Board(units, dice=dice)
        for side in range(2):
            board.state.sides.air[side] = 9
        return board

    board = made()
    before = board.state.to_data()
    found = terms_of(board, BARDIA, [8], intensity=4, risks=[own, other], airs=[air, enemy_air])
    assert board.state.to_data() == before
    assert all(sum(each.chance for each in roll.prospects) == 1 for roll in found.rolls)
    rules = board.rules
    low, high = (rules.column(f"risk.{end}")[own + other - 2] for end in ("low", "high"))
    played = [Counter(), Counter()]
    for factor in range(low, high + 1, max((high - low) // 6, 1)):
        fought = made([factor, factor, 0, 0, 0, 0, 0])
        fought.attack(BESIDE, BARDIA, [39], [8], 4, own, air, (other, enemy_air))
        (event,) = fought.events("battle")
        assert event.subjects[3:5] == tuple(int(each.total) for each in found.sums)
        for number, unit in enumerate((8, 39)):
            played[number][str(fought.losses()[unit])] += Fraction(1, high - low + 1)
    for roll, losses in zip(found.rolls, played, strict=True):
        told = {each.result: each.chance for each in roll.prospects}
        assert all(chance <= told[loss] for loss, chance in losses.items())

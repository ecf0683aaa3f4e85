"""The terms of attacks in two games: strengths, modifiers of the dice, and every result with its chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from scenario_forge.mechanics.tables import dice
from tests.systems.rats_of_tobruk import position as tobruk
from tests.systems.western_desert import position as desert

HQ, PANZER = "HQ I/5Pz", "2/5Pz"
PLACES = {
    "2044": ({HQ: "2042", PANZER: "2043", "4/5Pz": "2043"}, {"A/2/13": "2044"}),
    "1124": ({HQ: "1123", PANZER: "1123"}, {"A/2/13": "1124"}),
    "1629": ({HQ: "1630", PANZER: "1630"}, {"A/2/13": "1629"}),
    "3840": ({HQ: "3843", PANZER: "3841"}, {"A/2/13": "3840"}),
}


def fought(at, total, **more):
    """The event of an attack of all on a hex, with its dice."""
    attackers, defenders = PLACES[at]
    board = tobruk.Board({**attackers, **defenders}, HQ, dice=[total], **more).fight()
    board.act("attack", at, *sorted((name for name in attackers if name != HQ), key=board.index.get))
    (event,) = board.events("battle")
    return event.subjects[1:], board.play.said["code"][event.subjects[5]]


@pytest.mark.parametrize("at", PLACES)
@pytest.mark.parametrize(("more", "count"), [({}, 2), ({"turn": tobruk.EVENING}, 2), ({"turn": tobruk.NIGHT}, 3),
                                             ({"sandstorm": 1}, 2)])  # fmt: skip
def test_an_attack_by_ratio_is_fought_as_it_was_told(at, more, count):
    attackers, defenders = PLACES[at]
    board = tobruk.Board({**attackers, **defenders}, HQ, **more)
    before = board.state.to_data()
    units = [board.index[name] for name in attackers if name != HQ]
    found = board.play.terms(board.state, board.hex(at), units)
    assert board.state.to_data() == before
    (roll,) = found.rolls
    assert sum(each.chance for each in roll.prospects) == 1
    throws, chances = dice(count), Counter()
    for total, ways in throws.ways.items():
        (attack, defence, _dice, modifier, *_), code = fought(at, total, **more)
        assert (attack, defence, modifier) == tuple(each.total for each in found.sums)
        chances[code] += Fraction(ways, throws.total)
    assert chances == {each.result: each.chance for each in roll.prospects}


def test_each_strength_and_each_modifier_has_its_line():
    """Example of 10.1: the ditch, 3, and the bunker, 4."""
    attackers, defenders = PLACES["3840"]
    board = tobruk.Board({**attackers, **defenders}, HQ)
    attack, defence, modifiers = board.play.terms(board.state, board.hex("3840"), [board.index[PANZER]]).sums
    assert [term.source for term in attack.terms] == [PANZER]
    assert [term.source for term in defence.terms] == ["A/2/13"]
    assert {term.source: int(term.value) for term in modifiers.terms} == {"bunker": 4, "ditch": 3}
    assert all(term.clause for each in (attack, defence, modifiers) for term in each.terms)


def test_artillery_that_is_named_counts_as_it_is_chosen():
    guns = {"1/75Art": "2034", "2/75Art": "2034"}
    board = tobruk.Board({**PLACES["2044"][0], **PLACES["2044"][1], **guns}, HQ).fight()
    begun = board.action("attack", "2044", PANZER, "with", *guns)
    (attack,) = board.play.attacks(board.state, board.playout.frame, begun)
    found = board.play.terms(board.state, *attack)
    assert [term.source for term in found.sums[0].terms][1:] == [f"{name} in support" for name in guns]


def test_who_is_far_or_pinned_cannot_attack():
    board = tobruk.Board({HQ: "2040", PANZER: "2041", "4/5Pz": {"at": "2043", "pinned": 1}, "A/2/13": "2044"}, HQ)
    for name in (PANZER, "4/5Pz"):
        with pytest.raises(ValueError, match=f"{name} cannot attack this hex now"):
            board.play.terms(board.state, board.hex("2044"), [board.index[name]])


def chosen(board, *words):
    """The terms of what is being chosen."""
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action(*words))
    return board.play.terms(board.state, *attack)


@pytest.mark.parametrize("turn", [tobruk.DAY, tobruk.EVENING])
def test_direct_fire_is_resolved_as_it_was_told(turn):
    """Each die is less by one into a hill, and by one in the evening; each has to beat the distance."""
    units = {HQ: "1122", PANZER: "1123", "A/2/13": "1124"}
    found = chosen(tobruk.Board(units, HQ, turn=turn).fight(), "fire", PANZER, "A/2/13")
    sums = {each.name: int(each.total) for each in found.sums}
    assert sums == {"distance": 1, "defence": 6, "each die": -1 - (turn == tobruk.EVENING)}
    (roll,), chances = found.rolls, Counter()
    for pair in (10 * a + b for a in range(1, 7) for b in range(1, 7)):
        fought = tobruk.Board(units, HQ, turn=turn, dice=[pair]).fight()
        fought.act("fire", PANZER, "A/2/13")
        hit, pinned = fought.unit("A/2/13", "depleted"), fought.unit("A/2/13", "pinned")
        chances["casualty" if hit else "pin" if pinned else "miss"] += Fraction(1, 36)
    assert chances == {each.result: each.chance for each in roll.prospects}


def test_fire_at_who_moves_has_terms_before_it_is_chosen_and_before_its_dice():
    board = tobruk.Board({HQ: "2040", PANZER: "2041", "Bush/2/13": "2044", "HQ 2/13": "2046"}, HQ, dice=[66])
    board.move(PANZER, "to", "2042", "2043")
    before = chosen(board, "Bush/2/13", PANZER)
    board.playout.act(board.action("Bush/2/13", PANZER))
    assert board.playout.frame.step == "shot"
    assert chosen(board) == before
    with pytest.raises(ValueError, match="HQ 2/13 cannot fire at this hex now"):
        board.play.terms(board.state, board.hex("2042"), [board.index["HQ 2/13"]], {"by": "fire"})


@pytest.mark.parametrize(("turn", "needed"), [(tobruk.DAY, 4), (tobruk.EVENING, 3)])
def test_a_barrage_is_resolved_as_it_was_told(turn, needed):
    """4-2-8: a die below 4 hits, in the evening one below 3."""
    units = {"HQ 75Art": "2036", "1/75Art": "2036", PANZER: "2040", "A/2/13": "2044"}
    found = chosen(tobruk.Board(units, "HQ 75Art", turn=turn).fight(), "barrage", "1/75Art", "2044")
    assert found.rolls[0].column == f"below {needed}"
    chances = Counter()
    for die in range(1, 7):
        fought = tobruk.Board(units, "HQ 75Art", turn=turn, dice=[die]).fight()
        fought.act("barrage", "1/75Art", "2044")
        chances["hit" if fought.unit("A/2/13", "depleted") else "miss"] += Fraction(1, 6)
    assert chances == {each.result: each.chance for each in found.rolls[0].prospects}


@pytest.mark.parametrize(
    ("units", "words", "more"),
    [
        ({"pz3": "A6>E", "pz3b": "B5>SE", "infantry": "B6>W"}, ("infantry", "pz3", "pz3b"), {}),
        ({"pz3": "A6>E", "infantry": "B6>E"}, ("infantry", "pz3"), {}),
        ({"pz3": {"at": "A6>E", "disordered": 1}, "infantry": "B6>W"}, ("infantry", "pz3"), {}),
        ({"pz3": "A6>E", "infantry": "B6>W"}, ("infantry", "pz3"), {"mined": ["B6"]}),
    ],
)
def test_fire_by_difference_is_resolved_as_it_was_told(units, words, more):
    """Each unit, the flank, the minefield, the defence; a die of each face."""
    board = desert.Board(units, **more)
    target, *firers = (board.index[word] for word in words)
    found = board.play.terms(board.state, board.state.units.place[target], firers)
    (roll,), chances = found.rolls, Counter()
    for face in range(1, 7):
        fought = desert.Board(units, dice=[face], **more)
        value, code = fought.attack(*words)
        assert value == found.sums[0].total
        chances[code] += Fraction(1, 6)
    assert chances == {each.result: each.chance for each in roll.prospects}


def test_fire_that_is_impossible_is_refused_and_fire_that_is_chosen_is_told():
    board = desert.Board({"pz3": "A6>E", "pz2": "A1>W", "infantry": "B6>W"})
    board.playout.advance()
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action("fire", "infantry", "pz3"))
    assert (attack.target, attack.attackers) == (board.hex("B6"), (board.index["pz3"],))
    with pytest.raises(ValueError, match="cannot fire"):
        board.play.terms(board.state, board.hex("B6"), [board.index["pz2"]])

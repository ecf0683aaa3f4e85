"""The terms of an attack before its dice (rule 6): what counts, what it comes to, every result with its chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.campaign.combat.battle import Fight
from scenario_forge.campaign.combat.differential import result
from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.play import CampaignPlay
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.systems.desert_rats.play import DesertPlay

from .fight import round_on
from .table import GAMES, Board


def play_of(board):
    kind = CampaignPlay if board.rules.compiled.system == "campaign" else DesertPlay
    return kind(board.rules.compiled)


def terms_of(board, target, attackers, **given_):
    return play_of(board).terms(board.state, board.hex(target), attackers, given_)


def values(found):
    return [int(term.value) for term in found.sums[0].terms]


def edges(board, target, slope):
    """Hexes from which the target can be attacked across hexsides with that modifier."""
    rules, hex_ = board.rules, board.hex(target)
    sides = ((6 * h + d, h) for h in range(rules.hexes) for d in range(6))
    found = [h for edge, h in sides if rules.neighbours[edge] == hex_ and rules.fightable[edge]]
    return [board.ids[h] for h in found if _slope(rules, h, hex_) == slope]


def _slope(rules, start, target):
    return next(rules.slopes[edge] for edge in range(6 * start, 6 * start + 6) if rules.neighbours[edge] == target)


def test_the_example_of_two_brigades_at_the_gorge_adds_up_as_printed():
    """*Massawa* E-TABLE: 12 with 12 from the other flank against 12; −1 for each of two across the escarpment."""
    examples = yaml.safe_load((GAMES["massawa"] / "examples.yaml").read_text(encoding="utf-8"))["examples"]
    printed = next(each for each in examples if each["id"] == "E-TABLE")
    board = Board("keren", "empire", game="massawa")
    sides, units = board.rules.compiled.keys["sides"], board.rules.compiled.units
    keren = next(h for h, n in zip(*_places(board), strict=True) if n == "Keren")
    target = board.ids[keren]
    types = board.rules.columns.fortification_benefits
    foot = {side: [units.no[u] for u in range(len(units.no)) if sides[units.side[u]] == side and types[units.type[u]]
                   and board.rules.fights[u]] for side in sides}  # fmt: skip
    steep, level = edges(board, target, -1)[0], edges(board, target, 0)[0]
    attackers = [board.put("empire", no, steep, strength=6) for no in foot["empire"][:2]]
    attackers.append(board.put("empire", foot["empire"][2], level, strength=12))
    board.put("italy", foot["italy"][0], target, strength=12)
    board.supply("italy", target)
    found = terms_of(board, target, attackers)
    assert found.sums[0].total == printed["sums"][0]["total"] == printed["answer"]["differential"]
    first, second, flank, held, *slopes, ground, works = values(found)
    assert [first + second, flank, held, sum(slopes), ground, works] == printed["sums"][0]["parts"]
    assert [term.clause for term in found.sums[0].terms[4:]] == ["6.6", "6.6", "6.6", "7.1"]
    assert found.rolls[0].column == "+5 to +6"
    die = printed["given"]["die"]
    assert "/".join(map(str, result(board.rules, 6, die))) == printed["answer"]["result"]
    assert printed["answer"]["result"] in [each.result for each in found.rolls[0].prospects]


def _places(board):
    compiled = board.rules.compiled
    return compiled.places.hex, compiled.names["places"]


def test_each_number_stands_with_its_source_and_its_clause():
    """9 against 1 and 1, out of combat supply: +9, as the table is read in 6.15."""
    board = Board(side="axis")
    tank = board.put("axis", 15, "J22")
    board.put("allied", 4, "J23", strength=1)
    board.put("allied", 5, "J23", strength=1)
    found = terms_of(board, "J23", [tank])
    assert values(found) == [9, -1, -1, 2]
    said = found.sums[0].terms
    assert said[0].source == board.rules.compiled.names["units"][tank]
    assert (said[0].stands, said[1].stands) == ("counter", "1 of 6 left")
    assert "unsupplied defender" in said[3].stands
    assert all(term.clause for term in said)
    assert said[3].clause == "CRT.4", "the clause that states the modifier"
    assert found.rolls[0].column == "+8 to +9"
    chances = {each.result: each.chance for each in found.rolls[0].prospects}
    assert chances == {"1/1": Fraction(1, 6), "1/2": Fraction(1, 6), "0/2": Fraction(1, 2), "0/3": Fraction(1, 6)}
    effects = {each.result: each.effect for each in found.rolls[0].prospects}
    assert effects["1/1"] == "defenders lose 1; attackers lose 1"
    assert effects["0/2"] == "defenders lose 2, all their strength"


def test_supply_that_the_defenders_will_use_counts_as_used():
    board = Board(side="axis")
    tank = board.put("axis", 15, "J22")
    board.put("allied", 5, "J23")
    marker = board.supply("allied", "J24")
    assert not any("supply" in term.source for term in terms_of(board, "J23", [tank]).sums[0].terms)
    used = terms_of(board, "J23", [tank], hexes=[board.hex("J23")], used=True)
    assert any("supply" in term.source for term in used.sums[0].terms), "in a battle the unit must lie face down"
    board.state.supplies.used[marker] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    again = terms_of(board, "J23", [tank], hexes=[board.hex("J23")], used=True)
    assert not any("supply" in term.source for term in again.sums[0].terms)


def test_the_limit_of_a_place_is_a_term_that_takes_off_what_is_above():
    board = Board(side="axis")
    around = edges(board, "T30", 0)
    attackers = [board.put("axis", no, around[0], strength=30) for no in (15, 16)]
    board.put("allied", 5, "T30", strength=1)
    found = terms_of(board, "T30", attackers)
    assert found.sums[0].total == 8, "7.5"
    assert found.sums[0].terms[-1].value < 0
    assert found.sums[0].terms[-1].stands == "fortification.highest_differential"
    assert all("thrown back" in each.effect for each in found.rolls[0].prospects if not each.result.startswith("0/"))


@pytest.mark.parametrize(
    ("target", "who", "says"),
    [
        ("J23", [], "nobody attacks"),
        ("J24", ["axis"], "no enemy is in the attacked hex"),
        ("J23", ["axis", "axis"], "named twice"),
        ("J23", ["axis", "allied"], "two sides"),
        ("J23", ["far"], "cannot attack J23 now"),
        ("J23", ["off"], "not on the map"),
        ("J23", ["tired"], "cannot attack J23 now"),
    ],
)
def test_who_cannot_attack_is_refused_in_words(target, who, says):
    board = Board(side="axis")
    units = {"axis": board.put("axis", 15, "J22"), "allied": board.put("allied", 5, "J23")}
    units |= {"far": board.put("axis", 16, "J19"), "off": board.unit("axis", 10)}
    units["tired"] = board.put("axis", 9, "J22", halted=1)
    with pytest.raises(ValueError, match=says):
        terms_of(board, target, [units[each] for each in who])


def test_an_allocation_and_a_battle_tell_their_attack():
    board = Board(side="axis")
    unit = board.put("axis", 15, "J22")
    enemy = board.put("allied", 5, "J23")
    board.supply("axis", "J21")
    play, hex_ = play_of(board), board.hex("J23")
    frame = Frame("allocation", {"served": [unit]})
    assert play.attacks(board.state, frame, (hex_, "by")) == []
    (attack,) = play.attacks(board.state, frame, (hex_, "by", unit))
    assert (attack.target, attack.attackers) == (hex_, (unit,))
    data = {"hexes": [hex_], "attackers": [unit], "defenders": [enemy]}
    (fought,) = play.attacks(board.state, Frame("battle", data), ())
    assert (fought.target, fought.attackers, fought.given["used"]) == (hex_, (unit,), True)
    assert play.attacks(board.state, Frame("operations"), (unit,)) == []


PLACES = ["J22", "J23", "J24", "I22", "I23", "K22", "K23", "T30", "T29"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([15, 16, 9, 10]), st.sampled_from(PLACES)), min_size=1, max_size=4,
                unique_by=lambda each: each[0]),
       st.lists(st.tuples(st.sampled_from([4, 5, 6]), st.sampled_from(PLACES)), min_size=1, max_size=3,
                unique_by=lambda each: each[0]),
       st.lists(st.integers(1, 6), min_size=4, max_size=4), st.booleans())  # fmt: skip
def test_the_battle_uses_the_total_that_was_told(own, enemies, left, fed):
    """Every attack that a position allows: the same differential, the same results for every throw, nothing changed."""
    board = Board(side="axis")
    held = {hex_ for _, hex_ in own}
    for (no, hex_), strength in zip(own, left, strict=False):
        board.put("axis", no, hex_, strength=strength)
    for no, hex_ in enemies:
        if hex_ not in held:
            board.put("allied", no, hex_)
    if fed:
        board.supply("allied", "J24")
    play, fight = play_of(board), Fight(board.rules)
    before = board.state.to_data()
    for unit, hexes in contact(board.rules, board.state, board.state.clock.side[0]).targets.items():
        for hex_ in hexes:
            there = [u for u, at in enumerate(board.state.units.place) if at == hex_]
            data = {"hexes": [hex_], "attackers": [unit], "defenders": there, "paths": [], "taken": 0}
            found = play.terms(board.state, hex_, [unit], {"hexes": [hex_], "defenders": there, "used": True})
            assert sum(each.chance for each in found.rolls[0].prospects) == 1
            played = Counter()
            for die in range(1, 7):
                (event, *_) = fight.apply(board.state, Frame("battle", data), (die,)).events
                assert event.subjects[0] == found.sums[0].total
                played["/".join(map(str, event.subjects[2:4]))] += Fraction(1, 6)
            assert played == {each.result: each.chance for each in found.rolls[0].prospects}
    assert board.state.to_data() == before


def test_what_is_told_before_the_round_is_what_the_battle_uses():
    """The defender's supply is still face up when the attack is chosen, and face down in the battle."""
    board = Board(side="axis")
    unit = board.put("axis", 15, "J22")
    board.put("allied", 5, "J23", strength=3)
    board.supply("allied", "J24")
    board.supply("axis", "J21")
    told = terms_of(board, "J23", [unit]).sums[0].total
    playout = round_on(board, 6)
    while playout.frame.step != "allocation":
        playout.act(next(iter(whole_actions(playout))))
        playout.advance()
    playout.act((board.hex("J23"), "by", unit))
    playout.advance()
    assert [event.subjects[0] for event in playout.events if event.name == "battle"] == [told]

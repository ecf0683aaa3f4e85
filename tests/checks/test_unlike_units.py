"""What all units of a kind have in common, and the one that has it not."""

from __future__ import annotations

import pytest

from scenario_forge.checks.forces.sisters import other_faces, unlike_their_kind

from .every_game import GAMES, codes, findings_after, game_of, replaced, slip, text_of

COUNTERS = "counters.yaml"
HOWITZER = "attack: 4, defence: 2, movement: 8, class: wheeled, fired: true, range: 18, fire: artillery}"


def told(findings, code):
    return [(each.span.line, each.help) for each in findings if each.code.id == code]


def line_of(name, text):
    return text_of(name, COUNTERS).partition(text)[0].count("\n") + 1


@pytest.mark.parametrize(
    ("game", "old", "new", "due"),
    [
        (
            "knights-of-the-desert",
            "strength: 315, ceiling: 400, morale: 4, mobility: mobile, supply_ceiling: 600",
            "strength: 315, ceiling: 400, morale: 4, mobility: mobile, supply_ceiling: 500",
            "600",
        ),
        ("rats-of-tobruk", 'name: "2/200Pio", nationality: german, size: I,', 'name: "2/200Pio", nationality: german, size: II,', "I"),
        ("rats-of-tobruk", HOWITZER, HOWITZER.replace(", fire: artillery", ""), "artillery"),
        ("western-desert", "movement: 2, class: sp-gun, armoured: true, artillery", "movement: 2, class: tank, armoured: true, artillery", None),
    ],
)  # fmt: skip
def test_the_one_unit_with_another_value_than_its_kind_is_told(game, old, new, due):
    """CNT040; where either of two words may be wrong, neither is suggested."""
    cure = f"did you mean {due}?" if due else "correct the one of them that is wrong"
    assert told(slip(game, COUNTERS, old, new), "CNT040") == [(line_of(game, old), cure)]


def test_two_units_with_another_value_are_a_kind_of_their_own():
    text = text_of("knights-of-the-desert", COUNTERS)
    armour = [row for row in text.splitlines() if "type: armour" in row and "supply_ceiling: 600" in row]
    for row in armour[:2]:
        text = text.replace(row, row.replace("supply_ceiling: 600", "supply_ceiling: 500"))
    assert "CNT040" not in codes(findings_after("knights-of-the-desert", {COUNTERS: text}))


def test_a_unit_with_what_no_other_has_is_special():
    old = 'name: "German infantry", nationality: german, type: infantry, range: 1'
    assert "CNT040" not in codes(slip("western-desert", COUNTERS, old, f"{old}, at_free_shot: true"))


def test_a_number_that_grows_on_the_other_face_is_told():
    """CNT041; that other units keep theirs is nothing."""
    old = "class: wheeled, depleted: {attack: 2, defence: 3, movement: 8}"
    findings = slip("rats-of-tobruk", COUNTERS, old, old.replace("attack: 2", "attack: 9"))
    assert [line for line, _help in told(findings, "CNT041")] == [line_of("rats-of-tobruk", old)]
    assert "CNT041" not in codes(slip("rats-of-tobruk", COUNTERS, old, old.replace("attack: 2", "attack: 4")))


def test_two_units_that_grow_are_a_rule_of_the_game():
    old = "depleted: {attack: 2, defence: 3, movement: 8}"
    two = replaced("rats-of-tobruk", COUNTERS, old, old.replace("attack: 2", "attack: 9"), 2)
    assert "CNT041" not in codes(findings_after("rats-of-tobruk", two))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_units_as_they_are_have_none(game):
    assert [*unlike_their_kind(game_of(game)), *other_faces(game_of(game))] == []

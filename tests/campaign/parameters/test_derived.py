"""What clauses state is held against what follows from rules.yaml, in whatever order and number it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge import check, load_game
from scenario_forge.game.statements import statements

CONTENT = Path(__file__).parents[3] / "content"
ALLIED = "    allied: {side: allied, between: [Tobruk, Alexandria]}\n"
AXIS = "    axis:   {side: axis,   between: [Tobruk, Tripolitania]}\n"


def with_rules(old, new, game="desert-rats"):
    text = (CONTENT / game / "rules.yaml").read_text("utf-8")
    assert text.count(old) == 1, old
    return load_game(CONTENT / game, "all", {"rules.yaml": text.replace(old, new)})


def found(old, new, game="desert-rats"):
    return [(f.code.id, f.message) for f in check(with_rules(old, new, game)) if f.severity >= 2]


def test_the_ports_of_a_route_stand_in_any_order():
    assert found("[Tobruk, Alexandria]", "[Alexandria, Tobruk]") == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        (ALLIED, "", "none"),
        (AXIS, AXIS + AXIS.replace("axis: ", "more: ").replace("Tobruk", "Bardia"), "Bardia - Tripolitania"),
        ("retreat_along: [coast-road]", "retreat_along: []", "nothing"),
        ("against: [armour]", "against: []", "against"),
    ],
    ids=["a route lost", "a route too many", "no road", "nobody to shoot at"],
)
def test_what_is_lost_or_too_much_is_found_by_its_clause(old, new, word):
    ((code, message),) = found(old, new)
    assert code in {"RUL001", "RUL030"}
    assert word in message


@pytest.mark.parametrize(("side", "lost"), [("[Kassala, Suakin]", "Suakin"), ("[Asmara, Massawa]", "Asmara")])
def test_a_base_that_is_always_supplied_is_missed(side, lost):
    """Of the second game too, whose rulebook says it of all bases at once."""
    left = side.replace(f", {lost}", "").replace(f"{lost}, ", "")
    ((code, message),) = found(f"always_supplied: {side}", f"always_supplied: {left}", "massawa")
    assert code == "RUL001"
    assert lost.casefold() in message.casefold()


def test_two_routes_of_a_side_are_one_value():
    """Else a game of an author's own that has two would contradict itself."""
    more = "    more:   {side: axis,   between: [Tripolitania, Bardia]}\n"
    (stated,) = [
        statement.value
        for statement in statements(with_rules(AXIS, AXIS + more))["sea_transfer.axis"]
        if statement.where.file.name == "rules.yaml"
    ]
    assert stated == "Bardia - Tripolitania, Tobruk - Tripolitania"

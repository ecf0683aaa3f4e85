"""Sentences of aids have the words, names, conditions and sides of their clauses (RUL127, RUL128, RUL130)."""

from __future__ import annotations

import pytest

from scenario_forge.checks.rulebook import by_side, likeness, other_names

from .every_game import GAMES, game_of, space, text_of

AIDS = "aids.yaml"
LINES = (*likeness.CHECKS, *other_names.CHECKS)
ALL = (*LINES, *by_side.CHECKS)
WITH_AIDS = [name for name, folder in GAMES.items() if (folder / AIDS).exists()]


def told(name, old, new, checks=LINES):
    """What is found when the one `old` of the aids is `new`."""
    text = text_of(name, AIDS)
    assert text.count(old) == 1, f"{name} has `{old}` {text.count(old)} times"
    game = space(name).load("all", {AIDS: text.replace(old, new)})
    return [(each.code.id, each.message) for check in checks for each in check(game)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WITH_AIDS)
def test_nothing_is_found_in_aids_that_agree(name):
    assert [each.message for check in ALL for each in check(game_of(name))] == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("desert-rats", '{head: (f),      clause: "13.12"', '{head: (f),      clause: "13.10"'),
        ("desert-rats", '{head: Path,          clause: "8.26"', '{head: Path,          clause: "8.24"'),
        ("massawa", '{head: Path,      clause: "8.9"', '{head: Path,      clause: "8.8"'),
        ("massawa", '{head: Decisive, clause: "13.3"', '{head: Decisive, clause: "13.2"'),
        ("knights-of-the-desert", "clause: III.2.E.12.a, text", "clause: III.2.E.12.f, text"),
    ],
)
def test_a_line_with_the_number_of_a_neighbour_is_found(name, old, new):
    """RUL127."""
    assert [code for code, _message in told(name, old, new)] == ["RUL127"]


def test_the_clause_that_is_meant_is_told():
    text = text_of("desert-rats", AIDS).replace('{head: (f),      clause: "13.12"', '{head: (f),      clause: "13.10"')
    found = list(likeness.other_clauses(space("desert-rats").load("all", {AIDS: text})))
    assert [(each.message, each.help) for each in found] == [
        (
            "`f, fortified, box` are words of clause 13.12, not of clause 13.10, which this line names",
            "did you mean 13.12?",
        )
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        # the clauses have only another of the kind
        ("desert-rats", "Between Tobruk and Alexandria", "Between Bardia and Alexandria", "`Bardia`"),
        ("desert-rats", "at the end of the game turn.", "at the end of the player turn.", "`player turn`"),
        ("desert-rats", "Battalions, supply", "Regiments, supply", "`Regiments`"),
        ("massawa", "Two brigades in a hex", "Two divisions in a hex", "`divisions`"),
        ("massawa", "supply units that lie face down", "supply units that lie face up", "`face up`"),
        ("massawa", "comes in the logistics phase", "comes in the operations phase", "`operations phase`"),
        ("knights-of-the-desert", "friendly Tobruk or", "friendly Bardia or", "`Bardia`"),
        # the clauses have both, and the other between the same words
        (
            "desert-rats",
            "face up it is yours; face down, throw",
            "face down it is yours; face up, throw",
            "`face down`",
        ),
        ("massawa", "The unit leaves at full", "The unit arrives at full", "`arrives`"),
        ("massawa", "First number of the track: {log", "Second number of the track: {log", "`Second`"),
        ("massawa", "with a fortified box.", "without a fortified box.", "`without`"),
        ("knights-of-the-desert", "up to half its allowance", "up to its whole allowance", "`whole`"),
        ("knights-of-the-desert", "The side with the", "The side without the", "`without`"),
        # the clauses say it, or deny it
        ("desert-rats", "may be rebuilt with", "may not be rebuilt with", "contrary"),
    ],
)
def test_a_sentence_with_a_name_exchanged_is_found(name, old, new, says):
    """RUL128."""
    found = told(name, old, new)
    assert [code for code, _message in found] == ["RUL128"]
    assert says in found[0][1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        # in other words, and with more names of those that the clauses have
        ("Between Tobruk and Alexandria", "From Alexandria to Tobruk"),
        ("at the end of the game turn.", "as the game turn ends."),
        (
            "at base camp; may be rebuilt with replacement points.",
            "at base camp, whence replacement points bring it back.",
        ),
    ],
)
def test_the_same_in_other_words_is_left_alone(old, new):
    assert told("desert-rats", old, new) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "knights-of-the-desert",
            "within 2 hexes (Axis) or 3 (Allied)",
            "within 3 hexes (Axis) or 2 (Allied)",
            "the text gives 3 for Axis; `chart.supply_range.axis` is 2",
        ),
        (
            "desert-rats",
            "Between Tobruk and Tripolitania, both ways",
            "Between Tobruk and Alexandria, both ways",
            "the text names Alexandria for Axis; clause 9.27 has Tripolitania for Axis",
        ),
        (
            "knights-of-the-desert",
            "{head: Towns, side: axis, clause",
            "{head: Towns, side: allied, clause",
            "this line is for Allied, but at July 1942 clause III.2.I.2 speaks of Axis",
        ),
    ],
)
def test_what_holds_for_the_other_side_is_found(name, old, new, says):
    """RUL130."""
    assert told(name, old, new, by_side.CHECKS) == [("RUL130", says)]


def test_numbers_of_sides_may_come_in_any_order():
    right = "within 3 hexes (Allied) or 2 (Axis)"
    assert told("knights-of-the-desert", "within 2 hexes (Axis) or 3 (Allied)", right, by_side.CHECKS) == []

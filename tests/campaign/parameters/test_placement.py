"""Cells of the orders of battle: what they mean, how they are written, what a slip was meant to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.campaign.parameters.start_rules import SIGNS
from scenario_forge.game.notations import NotationError
from scenario_forge.game.placement import Placement, PlacementToken, Signs

NOTATION = Placement(SIGNS)
MARKERS = Placement(SIGNS, markers=True)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("SS10(f)", ["at"]),
        ("R2/41 m11", ["arrives"]),
        ("R4/41, W7/41", ["arrives", "leaves"]),
        ("Trip m11", ["at"]),
        ("E", ["eliminated"]),
        ("N", ["absent"]),
        ("B", ["reserve"]),
        ("D3(c3)", ["at"]),
        ("AA6(d)", ["at"]),
        ("T30(f)(c3)(w2) m11", ["at"]),
        ("N(for 7)", ["absent"]),
        ("N(c3)(for 7)", ["absent"]),
        ("N(again), R1/42", ["absent", "arrives"]),
    ],
)
def test_every_printed_form_is_read_and_written_alike(text: str, kinds: list[str]) -> None:
    tokens = NOTATION.parse(text)
    assert [token.kind for token in tokens] == kinds
    assert NOTATION.format(tokens) == text


def test_the_place_of_an_entry_and_of_its_name_are_known() -> None:
    first, second = NOTATION.parse("R4/41, W7/41")
    assert (first.start, first.end, first.name_start, first.name_end) == (0, 5, 1, 5)
    assert (second.start, second.end, second.name_start, second.name_end) == (7, 12, 8, 12)


@pytest.mark.parametrize("hex_", ["SS10", "D-10", "0508", "05.08", "Łódź", "Trip"])
def test_a_hex_may_be_called_as_its_map_calls_it(hex_: str) -> None:
    [unit] = NOTATION.parse(f"{hex_}(f) m11")
    assert (unit.kind, unit.place, unit.in_works, unit.spent) == ("at", hex_, True, 11)
    markers = MARKERS.parse(f"{hex_} {hex_}(c3)")
    assert [(marker.place, marker.strength) for marker in markers] == [(hex_, None), (hex_, 3)]


@pytest.mark.parametrize("text", ["2/41", "-D10", "(f)"])
def test_a_date_without_its_letter_is_no_hex(text: str) -> None:
    for notation in (NOTATION, MARKERS):
        with pytest.raises(NotationError):
            notation.parse(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("R1241", "R12/41"),
        ("W841", "W8/41"),
        ("r9/41", "R9/41"),
        ("n", "N"),
        ("SS1O", "SS10"),
        ("MM6f", "MM6(f)"),
        ("R7/4l", "R7/41"),
        ("R1341", None),  # there is no month 13
        ("qq5", None),  # the map knows that hex better
        ("OO99", None),
        ("Tripp", None),
    ],
)
def test_what_a_slip_was_meant_to_be(text: str, meant: str | None) -> None:
    assert NOTATION.hint(text) == meant


@pytest.mark.parametrize(("text", "hint"), [("SS10(F)", "(f)"), ("D3(C3)", "(c3)"), ("PP9 f", "PP9(f)"), ("?", None)])
def test_what_is_no_entry_is_refused_with_a_hint(text: str, hint: str | None) -> None:
    with pytest.raises(NotationError) as refused:
        NOTATION.parse(text)
    assert refused.value.hint == hint
    assert 0 <= refused.value.start < refused.value.end <= len(text)


@pytest.mark.parametrize("text", ["R", "W", "N, R"])
def test_an_arrival_or_withdrawal_needs_a_date(text: str) -> None:
    with pytest.raises(NotationError, match="has no date"):
        NOTATION.parse(text)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    tokens = read(text)
    if isinstance(tokens, NotationError):
        assert 0 <= tokens.start <= tokens.end <= len(text)
    else:
        assert [t.kind for t in NOTATION.parse(NOTATION.format(tokens))] == [t.kind for t in tokens]


def read(text: str) -> list[PlacementToken] | NotationError:
    try:
        return NOTATION.parse(text)
    except NotationError as refused:
        return refused


def test_markers_are_read_one_by_one_or_counted() -> None:
    assert [token.place for token in MARKERS.parse("V12 S32 S32")] == ["V12", "S32", "S32"]
    assert [token.place for token in MARKERS.parse("Four in Trip")] == ["Trip"] * 4


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("V12 S32 S32", "V12 S32 S32"),
        ("RR15 SS32(d)", "RR15 SS32(d)"),
        ("T25 (c4), O34(c2)", "T25(c4) O34(c2)"),
        ("Four in Trip", "Trip Trip Trip Trip"),
        ("none", "none"),
        ("No in Trip", "none"),
    ],
)
def test_markers_are_read_with_what_lies_with_them(text: str, written: str) -> None:
    assert MARKERS.format(MARKERS.parse(text)) == written


def test_an_entry_without_a_place_is_left_empty_and_only_a_list_without_markers_says_none() -> None:
    """A start that is drafted leaves open where a unit stands when it has nothing to propose."""
    nowhere = [PlacementToken("at")]
    assert [notation.format(nowhere) for notation in (NOTATION, MARKERS, PLAIN)] == ["", "", ""]
    assert (MARKERS.format([]), NOTATION.format([])) == ("none", "")


@pytest.mark.parametrize(
    "text", ["T30(f)", "T30(x)", "T30(", "T30)", "(c2)", "T30(d)(d)", "T30(c2)(c3)", "T30 m11 -", ""]
)
def test_what_no_marker_has_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        MARKERS.parse(text)
    assert 0 <= refused.value.start <= refused.value.end <= len(text)


@given(
    st.lists(
        st.builds(
            lambda place, strength, down: PlacementToken(
                "at", place, strength=strength, marks=(("down", 1),) if down else ()
            ),
            st.from_regex(r"[A-Z]{1,2}[1-9][0-9]?", fullmatch=True),
            st.none() | st.integers(1, 99),
            st.booleans(),
        ),
        max_size=6,
    )
)
def test_what_is_written_of_markers_is_read_again(tokens: list[PlacementToken]) -> None:
    read_again = MARKERS.parse(MARKERS.format(tokens))
    assert [(t.place, t.strength, t.marks) for t in read_again] == [(t.place, t.strength, t.marks) for t in tokens]


PLAIN = Placement()


@pytest.mark.parametrize(
    "text",
    ["0508", "Marsa Akra (3)", "3/41 (2)", "turn 3", "0614>NE (2)", "B (45)", "edge:south,west turn 3", "in:camp>N"],
)
def test_a_game_without_signs_writes_without_letters(text: str) -> None:
    assert PLAIN.format(PLAIN.parse(text)) == text


@pytest.mark.parametrize("text", ["0508(f)", "0508(c3)", "R2/41", "W2/41", "0508(d)", "0508>N>S", "0508 (3)(4)"])
def test_letters_that_a_game_does_not_have_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        PLAIN.parse(text)


@pytest.mark.parametrize("text", ["2/41", "0508>N", "R2/41", "0508(c3) m2", "in:camp", "free"])
def test_a_marker_lies_in_a_hex_or_a_place(text: str) -> None:
    with pytest.raises(NotationError):
        Placement(Signs(arrives="R", spent="m", strength="c"), markers=True).parse(text)


def test_a_cell_says_what_one_letter_more_makes_of_it() -> None:
    [token] = Placement(Signs(leaves="W", works="x", marks={"tired": "t{}"})).parse("Marsa Akra>NE(x) (t2) (4)")
    assert (token.place, token.facing, token.in_works, token.marks) == ("Marsa Akra", "NE", True, (("tired", 2),))
    assert Placement(Signs(leaves="W")).parse("W7/41")[0].kind == "leaves"

"""Headings and modifiers of charts: what they cover, to the letter."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.game.notations import CORE_NOTATIONS, ModifierValue, NotationError, Range, number

RANGES, NUMBER, MODIFIER = CORE_NOTATIONS["ranges"], CORE_NOTATIONS["number"], CORE_NOTATIONS["modifier"]

numbers = st.integers(-30, 30)
ranges = st.builds(
    lambda values, end: Range(tuple(values), up=end == "up", down=end == "down"),
    st.lists(numbers, min_size=1, max_size=4),
    st.sampled_from(["", "up", "down"]),
)
words = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8})?", fullmatch=True)
modifiers = st.builds(
    lambda size, negative, reference, mark, remark: ModifierValue(
        None if reference else (-size if negative else size), reference, negative, mark, remark
    ),
    st.integers(1, 12),
    st.booleans(),
    st.just("") | words,
    st.sampled_from(["", "*", "†"]),
    st.just("") | words,
)


@given(ranges)
def test_ranges_are_read_back_as_written(value: Range) -> None:
    assert RANGES.parse(RANGES.format(value)) == value


@given(numbers)
def test_numbers_are_read_back_as_written(value: int) -> None:
    assert NUMBER.parse(NUMBER.format(Range((value,)))) == Range((value,))


@given(modifiers)
def test_modifiers_are_read_back_as_written(value: ModifierValue) -> None:
    assert MODIFIER.parse(MODIFIER.format(value)) == value


@pytest.mark.parametrize("name", ["ranges", "number", "modifier"])
@given(text=st.text(max_size=20))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    notation = CORE_NOTATIONS[name]
    value = read(name, text)
    if isinstance(value, NotationError):
        assert (value.start, value.end) == (0, len(text))
    else:
        assert notation.parse(notation.format(value)) == value


def read(name: str, text: str) -> object:
    try:
        return CORE_NOTATIONS[name].parse(text)
    except NotationError as refused:
        return refused


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", Range((0,))),
        ("+2,3", Range((2, 3))),
        ("-4,3", Range((-4, 3))),
        ("−4,−3", Range((-4, -3))),
        ("1-3", Range((1, 2, 3))),
        ("-3 to 1", Range((-3, -2, -1, 0, 1))),
        ("+12 +", Range((12,), up=True)),
        ("12+", Range((12,), up=True)),
        ("7 or more", Range((7,), up=True)),
        ("-5 or less", Range((-5,), down=True)),
    ],
)
def test_a_heading_covers_what_it_says_to_the_letter(text: str, value: Range) -> None:
    assert RANGES.parse(text) == value


@pytest.mark.parametrize("text", ["3-1", "1-9999999", "+", "a,b", "1,,2", ""])
def test_what_covers_nothing_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a number or a range"):
        RANGES.parse(text)


@pytest.mark.parametrize(("value", "inside"), [(11, False), (12, True), (13, True), (1000, True)])
def test_an_open_end_holds_all_beyond_it(value: int, inside: bool) -> None:
    assert (value in Range((12,), up=True)) is inside
    assert (-value in Range((-12,), down=True)) is inside


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2*", ModifierValue(-2, negative=True, mark="*")),
        ("+2", ModifierValue(2)),
        ("-3 (Optional)", ModifierValue(-3, negative=True, remark="Optional")),
        ("- (value).", ModifierValue(None, "value", negative=True)),
    ],
)
def test_every_printed_modifier_is_read(text: str, value: ModifierValue) -> None:
    assert MODIFIER.parse(text) == value


def test_a_modifier_without_a_sign_is_refused_with_both_readings() -> None:
    with pytest.raises(NotationError) as refused:
        MODIFIER.parse("3")
    assert refused.value.hint == "+3 or -3"


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("decimal", ".25"),
        ("decimal", "1.0"),
        ("percent", "80% (expert)"),
        ("span", ".97 to 1.08"),
        ("span", "1 through 5"),
        ("span", ".75-1.56"),
        ("ratio", "1-4"),
        ("ratio", ".5-1"),
        ("ratio", "6:1 +"),
        ("parts", "3/9"),
        ("parts", "2 / H / ALL"),
        ("parts", "0(4)"),
    ],
)
def test_printed_cells_are_read_back_as_written(notation: str, text: str) -> None:
    reader = CORE_NOTATIONS[notation]
    assert reader.format(reader.parse(text)) == text


@pytest.mark.parametrize(
    ("notation", "text", "part", "value"),
    [
        ("decimal", ".25", "value", Fraction(1, 4)),
        ("percent", "70% (expert)", "value", 70),
        ("span", ".75-1.56", "low", Fraction(3, 4)),
        ("span", ".75-1.56", "high", Fraction(39, 25)),
        ("ratio", ".5-1", "value", Fraction(1, 2)),
        ("parts", "3/9", "second", 9),
        ("parts", "2 / H / ALL", "second", None),
        ("parts", "0(4)", "second", 4),
    ],
)
def test_the_number_of_a_part(notation: str, text: str, part: str, value: object) -> None:
    assert number(CORE_NOTATIONS[notation].parse(text), part) == value


@pytest.mark.parametrize(
    ("notation", "text"),
    [("decimal", "70%"), ("percent", "70"), ("span", "1.2 to .9"), ("ratio", "2-0"), ("ratio", "3"), ("parts", "3")],
)
def test_a_cell_of_another_notation_is_refused(notation: str, text: str) -> None:
    with pytest.raises(NotationError):
        CORE_NOTATIONS[notation].parse(text)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [("<-130", -131, -130), (">5", 6, 5), ("1 through 5", 5, 6), ("-30 to 49", -30, -31), ("220+", 900, 219)],
)
def test_ranges_of_levels(text: str, inside: int, outside: int) -> None:
    found = RANGES.parse(text)
    assert inside in found
    assert outside not in found

"""Formulas of named values: read with a place for what is wrong, and exact."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.game.formula import DEEPEST, LONGEST, parse
from scenario_forge.game.notations import NotationError

VALUES = {"row": Fraction(7), "half": Fraction(1, 2), "col_2": Fraction(-3)}

Pair = tuple[str, Fraction]


def _joined(parts: tuple[Pair, Pair], sign: str) -> Pair:
    (a, x), (b, y) = parts
    if sign in "/÷" and y == 0:
        sign = "+"
    value = {"+": x + y, "-": x - y, "−": x - y, "*": x * y, "×": x * y}.get(sign)
    return f"({a} {sign}{b})", x / y if value is None else value


def _applied(parts: list[Pair], word: str) -> Pair:
    texts, values = [text for text, _ in parts], [value for _, value in parts]
    if word in ("min", "max"):
        return f"{word}({', '.join(texts)})", min(values) if word == "min" else max(values)
    one = {"floor": math.floor, "ceil": math.ceil, "round": lambda v: math.floor(v + Fraction(1, 2))}[word]
    return f"{word}({texts[0]})", Fraction(one(values[0]))


leaves = (
    st.integers(0, 99).map(lambda n: (str(n), Fraction(n)))
    | st.integers(0, 99).map(lambda n: (f".{n:02}", Fraction(n, 100)))
    | st.sampled_from(sorted(VALUES.items()))
)
trees = st.recursive(
    leaves,
    lambda inner: (
        st.builds(_joined, st.tuples(inner, inner), st.sampled_from("+-−*×/÷"))
        | st.builds(_applied, st.lists(inner, min_size=1, max_size=3), st.sampled_from(["min", "max", "round"]))
        | st.builds(_applied, st.lists(inner, min_size=1, max_size=1), st.sampled_from(["floor", "ceil"]))
        | inner.map(lambda pair: (f"-{pair[0]}", -pair[1]))
    ),
    max_leaves=8,
).filter(lambda pair: len(pair[0]) <= LONGEST)


@given(trees)
def test_a_formula_comes_to_what_its_parts_come_to(pair: Pair) -> None:
    text, value = pair
    assert parse(text).value(VALUES) == value


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_within_its_length(text: str) -> None:
    found = None
    try:
        parse(text)
    except NotationError as error:
        found = error
    assert found is None or 0 <= found.start <= found.end <= len(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 × 3", 7),
        ("10 - 3 - 2", 5),
        ("12 ÷ 2 ÷ 3", 2),
        ("-2 * -3", 6),
        ("min(600, row * 100)", 600),
        ("round(half)", 1),
        ("round(-half)", 0),
        ("floor(-half)", -1),
        (".25 * 4", 1),
    ],
)
def test_the_order_of_operations_and_rounding(text: str, value: int) -> None:
    assert parse(text).value(VALUES) == value


def test_names_are_told_with_their_places() -> None:
    found = parse("min(600, ceiling) + ceiling")
    assert [(name.text, name.start, name.end) for name in found.names] == [("ceiling", 9, 16), ("ceiling", 20, 27)]


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        ("", 0, "missing"),
        ("1 +", 2, "missing"),
        ("1 2", 2, "operator"),
        ("2 ** 3", 3, "must stand here"),
        ("strenght(1)", 0, "not one of the functions"),
        ("(1 + 2", 5, "closing bracket"),
        ("round(1, 2)", 0, "takes one value"),
        ("a ^ b", 2, "no meaning"),
        ("x.__class__", 1, "no meaning"),
        ("(" * (DEEPEST + 2) + "1" + ")" * (DEEPEST + 2), DEEPEST + 1, "deep"),
        ("1" + "+1" * LONGEST, LONGEST, "characters"),
    ],
)
def test_what_is_wrong_is_shown_at_its_place(text: str, start: int, words: str) -> None:
    with pytest.raises(NotationError, match=words) as caught:
        parse(text)
    assert caught.value.start == start


def test_what_has_no_value_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        parse("1 / (row - 7)").value(VALUES)
    with pytest.raises(KeyError):
        parse("column").value(VALUES)

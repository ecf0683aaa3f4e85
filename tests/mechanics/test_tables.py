"""Columns by difference and by ratio, shifts and caps, exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.mechanics.tables import Chances, Differentials, Ratios, ResultsTable, dice

# a differential table of eleven columns as they are printed: -5, -4 -3, -2 -1, 0, +1, +2 +3, … +12
LOWS = (-5, -4, -2, 0, 1, 2, 4, 6, 8, 10, 12)
SCALE = Differentials(LOWS)
COLUMNS = "abcdefghijk"
TABLE = ResultsTable(SCALE, 1, tuple(tuple(f"{name}{row}" for name in COLUMNS) for row in range(1, 7)))


@pytest.mark.parametrize(
    ("difference", "column"),
    [(-99, "a"), (-5, "a"), (-4, "b"), (-3, "b"), (0, "d"), (1, "e"), (3, "f"), (7, "h"), (12, "k"), (99, "k")],
)
def test_what_lies_beyond_the_ends_uses_the_end(difference, column):
    assert TABLE.at(TABLE.column(difference), 1) == f"{column}1"


def test_a_cap_holds_the_column():
    """7.5: +8,9 is the highest against one fortress, 7.6: +10,11 against the other"""
    assert TABLE.column(30, highest=8) == COLUMNS.index("i")
    assert TABLE.column(11, highest=9) == COLUMNS.index("j")
    assert TABLE.column(3, highest=8) == COLUMNS.index("f")
    assert TABLE.column(-30, lowest=3) == 3


def test_shifts_come_after_the_column_and_before_the_caps():
    assert TABLE.column(0, shift=2) == 5
    assert TABLE.column(99, shift=-1) == 9
    assert TABLE.column(99, shift=-1, highest=8) == 8
    assert TABLE.column(4, shift=9, highest=8) == 8
    assert TABLE.column(-99, shift=-3) == 0


def test_a_modified_die_beyond_the_rows_uses_the_nearest():
    assert (TABLE.at(0, 0), TABLE.at(0, 6), TABLE.at(0, 9)) == ("a1", "a6", "a6")


@given(st.integers(-40, 40))
def test_every_difference_is_in_the_range_of_its_column(difference):
    column = SCALE.column(difference)
    assert LOWS[column] <= difference or column == 0
    assert column == len(LOWS) - 1 or difference < LOWS[column + 1]


ODDS = ((1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1))


@pytest.mark.parametrize(
    ("fight", "defender", "attacker", "nearest"),
    [
        ((2, 5), "1-3", "1-2", "1-3"),  # 0.4 is nearer to a third
        ((9, 20), "1-3", "1-2", "1-2"),
        ((5, 5), "1-1", "1-1", "1-1"),
        ((29, 10), "2-1", "3-1", "3-1"),
        ((5, 2), "2-1", "3-1", "2-1"),  # half way: the defender's
        ((1, 9), "1-3", "1-3", "1-3"),
        ((99, 1), "4-1", "4-1", "4-1"),
        ((7, 0), "4-1", "4-1", "4-1"),
    ],
)
def test_ratios_between_columns_are_rounded_as_the_game_says(fight, defender, attacker, nearest):
    for rounding, expected in (("defender", defender), ("attacker", attacker), ("nearest", nearest)):
        a, b = ODDS[Ratios(ODDS, rounding).column(fight)]
        assert f"{a}-{b}" == expected, rounding


@given(st.integers(0, 60), st.integers(1, 60), st.sampled_from(("defender", "attacker", "nearest")))
def test_ratios_are_exact(attack, defence, rounding):
    ratio, shares = Fraction(attack, defence), [Fraction(*pair) for pair in ODDS]
    below, above = [s for s in shares if s <= ratio], [s for s in shares if s >= ratio]
    found = shares[Ratios(ODDS, rounding).column((attack, defence))]
    if not below or not above:
        assert found == (shares[0] if not below else shares[-1])
    elif rounding == "nearest":
        assert found == min((below[-1], above[0]), key=lambda s: (abs(s - ratio), s))
    else:
        assert found == (below[-1] if rounding == "defender" else above[0])


@pytest.mark.parametrize("fight", [(0, 0), (-1, 2), (2, -1)])
def test_what_is_no_ratio(fight):
    with pytest.raises(ValueError, match="no ratio"):
        Ratios(ODDS).column(fight)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Differentials(()),
        lambda: Differentials((1, 1)),
        lambda: Ratios(()),
        lambda: Ratios(((2, 1), (1, 1))),
        lambda: Ratios(((1, 0),)),
        lambda: ResultsTable(Differentials((0,)), 1, ()),
        lambda: ResultsTable(Differentials((0,)), 1, (("a", "b"),)),
        lambda: dice(0),
        lambda: dice(1, 0),
    ],
)
def test_what_is_no_table(make):
    with pytest.raises(ValueError):
        make()


def test_exact_odds_of_a_column_and_what_it_costs():
    """One die: losses attacker, defender of a column 1/0, 1/1, 0/1, 0/1, 0/2, 0/2"""
    column = ((1, 0), (1, 1), (0, 1), (0, 1), (0, 2), (0, 2))
    table = ResultsTable(Differentials((0,)), 1, tuple((cell,) for cell in column))
    odds = table.chances(0, dice(1))
    assert (odds.of((0, 1)), odds.of((0, 2)), odds.of((1, 0)), odds.of((5, 5))) == (
        Fraction(1, 3),
        Fraction(1, 3),
        Fraction(1, 6),
        0,
    )
    assert odds.that(lambda cell: cell[1] >= 1) == Fraction(5, 6)
    assert table.expected(dice(1), lambda cell: cell[0]) == (Fraction(1, 3),)
    assert table.expected(dice(1), lambda cell: cell[1]) == (Fraction(7, 6),)


@given(st.integers(1, 3), st.integers(1, 8))
def test_dice_are_all_their_falls(count, faces):
    falls = [sum(fall) for fall in product(range(1, faces + 1), repeat=count)]
    assert dict(dice(count, faces).ways) == {total: falls.count(total) for total in sorted(set(falls))}


def test_a_second_roll_that_depends_on_the_first():
    """A 1 rolls again on two dice, else nothing comes: 12 in one of 6 × 36."""
    found = dice(1).then(lambda pips: dice(2) if pips == 1 else Chances({0: 1}))
    assert found.of(12) == Fraction(1, 6 * 36)
    assert found.of(0) == Fraction(5, 6)
    assert sum(found.of(outcome) for outcome in found.ways) == 1


@given(st.dictionaries(st.integers(0, 9), st.integers(1, 9), min_size=1), st.integers(1, 4))
def test_what_follows_keeps_the_mean(ways, faces):
    first = Chances(ways)
    both = first.then(lambda outcome: dice(1, faces + outcome % 3).through(lambda pips: pips + outcome))
    expected = sum(first.of(o) * (o + Fraction(1 + faces + o % 3, 2)) for o in ways)
    assert both.mean(lambda value: value) == expected

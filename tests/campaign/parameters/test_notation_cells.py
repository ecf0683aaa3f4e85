"""Cells of the combat results table, the terrain effects chart and the repair table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.campaign.parameters.notation_losses import Losses, LossesNotation
from scenario_forge.campaign.parameters.notation_repair import RepairEffect, RepairEffectNotation
from scenario_forge.campaign.parameters.notation_terrain import (
    CombatEffect,
    CombatEffectNotation,
    MovementCost,
    MovementCostNotation,
)
from scenario_forge.game.notations import NotationError
from scenario_forge.systems.desert_rats import SYSTEM

LOSSES, COST, COMBAT, REPAIR = LossesNotation(), MovementCostNotation(), CombatEffectNotation(), RepairEffectNotation()

names = st.from_regex(r"[A-Za-z][a-z]{0,9}( [A-Z][a-z]{0,9})?", fullmatch=True)
amounts = st.builds(Fraction, st.integers(0, 40)) | st.sampled_from([Fraction(1, 2), Fraction(5, 4), Fraction(1, 3)])
losses = st.builds(Losses, st.integers(0, 9), st.integers(0, 9), st.just("") | names)
repairs = st.integers(-9, 9).map(RepairEffect)
combats = st.sampled_from([CombatEffect("none"), CombatEffect("impossible")]) | st.builds(
    CombatEffect, st.just("modifier"), st.integers(-9, 9), st.sampled_from(["attacker", "defender"])
)
costs = (
    st.sampled_from([MovementCost("none"), MovementCost("impassable")])
    | st.builds(
        MovementCost, st.sampled_from(["cost", "extra"]), amounts, st.just("") | names, st.booleans(), st.booleans()
    )
    | st.builds(
        lambda cost, who, short: MovementCost("impassable", cost, exempt=who, exempt_as=short), amounts, names, names
    )
)


@given(losses)
def test_losses_are_read_back_as_written(value: Losses) -> None:
    assert LOSSES.parse(LOSSES.format(value)) == value


@given(costs)
def test_movement_costs_are_read_back_as_written(value: MovementCost) -> None:
    assert COST.parse(COST.format(value)) == value


@given(combats)
def test_combat_effects_are_read_back_as_written(value: CombatEffect) -> None:
    assert COMBAT.parse(COMBAT.format(value)) == value


@given(repairs)
def test_repair_effects_are_read_back_as_written(value: RepairEffect) -> None:
    assert REPAIR.parse(REPAIR.format(value)) == value


@pytest.mark.parametrize("name", ["losses", "movement_cost", "combat_effect", "repair_effect"])
@given(text=st.text(max_size=40))
def test_any_text_is_read_or_refused_at_its_place(name: str, text: str) -> None:
    notation = SYSTEM.notations()[name]
    value = read(name, text)
    if isinstance(value, NotationError):
        assert 0 <= value.start <= value.end <= len(text)
    else:
        assert notation.parse(notation.format(value)) == value


def read(name: str, text: str) -> object:
    try:
        return SYSTEM.notations()[name].parse(text)
    except NotationError as refused:
        return refused


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2", Losses(1, 2)),
        ("0/3 (Tobruk)", Losses(0, 3, "Tobruk")),
    ],
)
def test_a_result_gives_the_attackers_loss_first(text: str, value: Losses) -> None:
    assert LOSSES.parse(text) == value
    assert LOSSES.format(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 MP's*", MovementCost("cost", Fraction(2), halved=True)),
        ("6 MP's", MovementCost("cost", Fraction(6))),
        ("1 MP along track*†", MovementCost("cost", Fraction(1), "track", halved=True, replaces=True)),
        ("½ MP along the road*†", MovementCost("cost", Fraction(1, 2), "the road", halved=True, replaces=True)),
        ("+ 8 MP's", MovementCost("extra", Fraction(8))),
        ("Impassable", MovementCost("impassable")),
        (
            "Impassable except for the Private Army (6MP's for PA)",
            MovementCost("impassable", Fraction(6), exempt="the Private Army", exempt_as="PA"),
        ),
        ("No Effect", MovementCost("none")),
    ],
)
def test_every_printed_cost_is_read_and_written_alike(text: str, value: MovementCost) -> None:
    assert COST.parse(text) == value
    assert COST.format(value) == text


@pytest.mark.parametrize(
    ("text", "differential"),
    [("+ 3 to defender", -3), ("- 2 to attacker", -2), ("- 5 to attacker", -5), ("No Effect", 0), ("Impossible", 0)],
)
def test_what_strengthens_the_defender_lowers_the_differential(text: str, differential: int) -> None:
    effect = COMBAT.parse(text)
    assert effect.differential == differential
    assert COMBAT.format(effect) == text


@pytest.mark.parametrize(
    ("text", "points"),
    [("2 Strength points repaired", 2), ("1 Strength point repaired", 1), ("2 Strength points lost", -2)],
)
def test_points_lost_are_below_zero(text: str, points: int) -> None:
    assert REPAIR.parse(text) == RepairEffect(points)
    assert REPAIR.format(RepairEffect(points)) == text


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("losses", "12", "1/2"),
        ("losses", "0-3 (Tobruk)", "0/3 (Tobruk)"),
        ("losses", "O/3", None),
        ("movement_cost", "Impasable", "Impassable"),
        ("movement_cost", "2 MP's**", None),
        ("movement_cost", "two", None),
        ("combat_effect", "no efect", "No Effect"),
        ("combat_effect", "+ 3 to defenders' tea", None),
        ("repair_effect", "2 Strength points repared", "2 Strength points repaired"),
        ("repair_effect", "0 Strength points lost", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_hint(name: str, text: str, hint: str | None) -> None:
    with pytest.raises(NotationError) as refused:
        SYSTEM.notations()[name].parse(text)
    assert refused.value.hint == hint
    assert (refused.value.start, refused.value.end) == (0, len(text))

"""Charts against counters and against each other."""

from __future__ import annotations

import pytest

from scenario_forge.checks.charts.agreement import CHECKS

from .every_game import GAMES, codes, findings_after, game_of, line_of, replaced, slip, text_of

CHARTS, COUNTERS = "charts.yaml", "counters.yaml"
DESERT = "western-desert"


def told(findings, code):
    return [(each.span.file, each.span.line) for each in findings if each.code.id == code]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Tiger 88mm", nationality: german, type: tank, range: 3, defence: 3', "defence: 2"),
        ('"150mm howitzer", nationality: german, type: towed-artillery, range: 7', "range: 5"),
        ('"Crusader", nationality: allied, type: tank, count: 4, range: 1, defence: 1, movement: 3', "movement: 1"),
    ],
)
def test_a_counter_that_differs_from_the_list_of_its_value_is_told(old, new):
    """CHT018."""
    findings = slip(DESERT, COUNTERS, old, old.rpartition(new.partition(" ")[0])[0] + new)
    assert told(findings, "CHT018") == [(COUNTERS, line_of(DESERT, COUNTERS, old))]


def test_the_nearest_name_of_a_list_is_meant():
    """Armoured infantry moves 2, infantry 1: `Infantry` is not said of it."""
    old = '"Armoured infantry", nationality: german, type: armoured-infantry, count: 2, range: 1, defence: 2'
    assert told(slip(DESERT, COUNTERS, old, old.replace("defence: 2", "defence: 0")), "CHT018") != []


def test_a_chart_that_most_counters_contradict_is_no_list_of_their_values():
    old = "title: Suggested Combat Ranges"
    assert "CHT018" not in codes(findings_after(DESERT, replaced(DESERT, CHARTS, old, "title: Movement in hexes", 1)))


def test_a_name_in_two_rows_is_told_unless_a_note_says_more_of_it():
    """CHT019; the 25 Pounder* stands in two rows of the ranges as printed."""
    findings = slip(DESERT, CHARTS, "Grant, Sherman, Semovente", "Grant, Sherman, Semovente, Matilda")
    assert told(findings, "CHT019") == [(CHARTS, line_of(DESERT, CHARTS, "Grant, Sherman, Semovente"))]
    assert "CHT019" in codes(slip(DESERT, CHARTS, "25 Pounder*", "25 Pounder"))
    versions = replaced(DESERT, CHARTS, "Grant, Sherman, Semovente", "Grant (late), Sherman, Semovente", 1)
    versions = {CHARTS: versions[CHARTS].replace("Matilda, Tiger", "Matilda (late), Grant (early), Tiger")}
    assert "CHT019" not in codes(findings_after(DESERT, versions))


def test_the_one_row_in_which_two_charts_differ_is_told():
    """CHT020."""
    game, old = "knights-of-the-desert", 'MOUNTAIN:        ["6",             "12",           "2.5"'
    findings = slip(game, CHARTS, old, old.replace('"2.5"', '"1.5"'))
    (finding,) = [each for each in findings if each.code.id == "CHT020"]
    assert line_of(game, CHARTS, old) in [finding.span.line, *(label.span.line for label in finding.labels)]


def test_two_rows_that_differ_make_two_charts():
    game = "knights-of-the-desert"
    text = text_of(game, CHARTS)
    head, rows = text.split("terrain_modifier_iv_d", 1)
    table, rest = rows.split("\n\n", 1)
    two = table.replace('"2.5"', '"7.5"', 1).replace('"1.5"', '"8.5"', 1) + f"\n\n{rest}"
    assert two != rows
    assert "CHT020" not in codes(findings_after(game, {CHARTS: f"{head}terrain_modifier_iv_d{two}"}))


def test_a_text_copied_from_the_row_above_is_told():
    """CHT021."""
    old = "AD:  [Attacker Decimated,"
    findings = slip("rats-of-tobruk", CHARTS, old, "AD:  [Attacker Casualties,")
    (finding,) = [each for each in findings if each.code.id == "CHT021"]
    assert line_of("rats-of-tobruk", CHARTS, old) in [finding.span.line, *(label.span.line for label in finding.labels)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_charts_as_they_are_have_none(game):
    assert [finding for look in CHECKS for finding in look(game_of(game))] == []

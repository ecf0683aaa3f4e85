"""What the OOB checks say beside their place, and when they hold their tongue."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Diagnostic, Severity
from scenario_forge.game.reading.workspace import Workspace

BASE = Path(__file__).parent.parent / "games" / "skirmish"
ALLIED, AXIS = "orders-of-battle/allied.yaml", "orders-of-battle/axis.yaml"


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace(BASE)


def found(workspace: Workspace, *edits: tuple[str, str, str]) -> list[Diagnostic]:
    """Findings after edits (file, text, new text) of the clean game."""
    files: dict[str, str] = {}
    for name, old, new in edits:
        text = files.get(name) or (BASE / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        files[name] = text.replace(old, new)
    return check(workspace.load("none", files))


def ids(findings: list[Diagnostic]) -> set[str]:
    return {finding.code.id for finding in findings}


def only(findings: list[Diagnostic], code: str) -> Diagnostic:
    (finding,) = [each for each in findings if each.code.id == code]
    return finding


def test_a_unit_behind_the_front_is_shown_with_its_enemy_and_the_hex_meant(workspace: Workspace) -> None:
    finding = only(
        found(workspace, (ALLIED, "dec40: EE5,                 mar41: G6}", "dec40: E5, mar41: G6}")), "OOB033"
    )
    assert finding.help == "did you mean EE5?"
    assert finding.rule == "Rule 8"
    assert {label.text for label in finding.labels} == {"the nearest enemy", "the nearest of its own side"}
    assert finding.severity is Severity.ERROR


def test_a_unit_that_the_enemy_cuts_off_is_out_of_supply(workspace: Workspace) -> None:
    findings = found(workspace, (AXIS, "dec40: E7,", "dec40: FF5,"))
    cut_off = [each for each in findings if each.code.id == "OOB034"]
    assert cut_off
    assert all("the enemy closes every path of at most 6 hexes" in each.message for each in cut_off)


def test_a_straight_distance_rests_on_the_lie_of_the_hexes_and_a_path_on_terrain_too(workspace: Workspace) -> None:
    fitted = ("map.yaml", "basis: printed", "basis: fitted")
    edit = (ALLIED, "dec40: EE5,                 mar41: G6}", "dec40: AA2, mar41: G6}")
    assert only(found(workspace, edit), "OOB034").severity is Severity.ERROR
    straight = only(found(workspace, fitted, edit), "OOB034")
    assert straight.severity is Severity.WARNING
    assert straight.notes[-1] == "rests on Map, orientation of the grid (fitted)"
    paths = [each for each in found(workspace, fitted, (AXIS, "dec40: E7,", "dec40: FF5,")) if each.code.id == "OOB034"]
    assert {each.severity for each in paths} == {Severity.WARNING}
    assert all("Map (fitted)" in " ".join(each.notes) for each in paths)


@pytest.mark.parametrize(
    ("basis", "edit", "code"),
    [
        (("map.yaml", "basis: printed", "basis: fitted"), (ALLIED, "mar41: G6}", "mar41: G9}"), "OOB030"),
        (("counters.yaml", "basis: printed", "basis: proposed"), (ALLIED, "D8(c4)", "D8(c6)"), "OOB014"),
        (("counters.yaml", "basis: printed", "basis: proposed"), (ALLIED, "D8(c4)", "E8(c4)"), "OOB032"),
        (("time-track.yaml", "basis: printed", "basis: proposed"), (AXIS, "Camp C3}", "Camp C3 C4}"), "OOB041"),
    ],
)
def test_what_rests_on_values_of_ours_is_a_warning_that_names_them(workspace: Workspace, basis, edit, code) -> None:
    finding = only(found(workspace, basis, edit), code)
    assert finding.severity is Severity.WARNING
    assert any(note.startswith("rests on ") for note in finding.notes)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ((ALLIED, "dec40: GG9 FF6", "dec40: ZZ9 FF6"), {"REF001"}),  # no word on supply
        ((ALLIED, "mar41: G6}", "mar41: G6(}"), {"REF002"}),  # nor on where the unit is
        ((ALLIED, "R4/41, W6/41", "R441, W6/41"), {"REF003"}),
        (
            (AXIS, "Pz Reg 5,    dec40: N,    dec40+: R2/41 m11", "Pz Reg 5,    dec40: N,    dec40+: R2.41 m11"),
            {"REF003"},
        ),
        # nor on its movement points, its place in the order of arrivals, or a letter in that month
        (
            (AXIS, "Pz Reg 5,    dec40: N,    dec40+: R2/41 m11", "Pz Reg 5,    dec40: N,    dec40+: R7/41 m11"),
            {"OOB020"},
        ),
        ((ALLIED, "dec40+: R2/41,  mar41: D7(f)", "dec40+: R2/41,  mar41: D77"), {"REF001"}),
        (("counters.yaml", "sizes:\n", "sizes: none\nold:\n"), {"SCH002", "SCH003"}),  # nor on counters
        (("rules.yaml", "stacking:\n  weight:", "stacking:\n  weights:"), {"SCH002"}),
    ],
)
def test_what_was_reported_already_draws_nothing_after_it(workspace: Workspace, edit, expected) -> None:
    assert ids(found(workspace, edit)) == expected


def test_a_wrong_set_up_number_is_shown_with_the_counter_that_it_means(workspace: Workspace) -> None:
    finding = only(found(workspace, (ALLIED, "{no: 8, name: Raiders", "{no: 18, name: Raiders")), "OOB001")
    assert finding.help == "did you mean 8?"
    assert finding.labels[0].span.file == "counters.yaml"


def test_a_chart_without_any_order_is_left_alone(workspace: Workspace) -> None:
    lines = (BASE / ALLIED).read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if "{no: 1," in line)
    mixed = [*lines[:first], *(lines[first + i] for i in (7, 3, 5, 1, 6, 2, 4, 0)), *lines[first + 8 :]]
    assert check(workspace.load("none", {ALLIED: "".join(mixed)})) == []


# -- who is out of supply, said truly ---------------------------------------------------------------------


def test_a_unit_that_is_alone_behind_the_front_is_one_hex_from_the_enemy_not_one_hexes(workspace: Workspace) -> None:
    edit = (ALLIED, "dec40: EE5,                 mar41: G6}", "dec40: E6, mar41: G6}")
    message = only(found(workspace, edit), "OOB033").message
    assert "1 hex from Axis" in message
    assert "1 hexes" not in message
    assert message.endswith("hexes from the nearest Allied unit")


def test_of_two_that_stand_together_each_is_told_from_who_does_not_stand_with_it(workspace: Workspace) -> None:
    text = (BASE / ALLIED).read_text(encoding="utf-8").replace("dec40: EE5,", "dec40: E5,")
    far = [each for each in check(workspace.load("none", {ALLIED: text})) if each.code.id == "OOB033"]
    assert [each.message.split(" starts")[0] for each in far] == ["Allied 3", "Allied 4"]
    assert all(each.message.endswith("from the nearest Allied unit outside its stack") for each in far)


def test_a_side_that_is_said_to_have_no_supply_is_out_of_it(workspace: Workspace) -> None:
    cut = [each for each in found(workspace, (ALLIED, "dec40: GG9 FF6,", "dec40: none,")) if each.code.id == "OOB034"]
    assert [each.message.split(" starts")[0] for each in cut] == ["Allied 1", "Allied 2", "Allied 3", "Allied 4"]
    assert {each.message.partition("out of supply: ")[2] for each in cut} == {"Allied has no supply unit"}


@pytest.mark.parametrize("cell", ['""', "GG9 )"])
def test_of_a_side_whose_supply_is_blank_or_cannot_be_read_nothing_is_said(workspace: Workspace, cell: str) -> None:
    assert "OOB034" not in ids(found(workspace, (ALLIED, "dec40: GG9 FF6,", f"dec40: {cell},")))


OWN = """
basis: proposed
scenario: bare
title: Bare
start: {start}
stop: 3/41
set_up:
  - side: allied
    units: []
    markers: [{{marker: supply, at: {at}}}]
"""


@pytest.mark.parametrize(("at", "told"), [("none", True), ("GG9", False)])
def test_a_scenario_that_takes_away_the_supply_of_a_printed_start_is_told_so(
    workspace: Workspace, at: str, told: bool
) -> None:
    findings = check(workspace.load("none", {"scenarios/bare.yaml": OWN.format(start="dec40", at=at)}))
    assert any("no supply unit" in each.message for each in findings) is told


OUT_OF_THE_WAY = OWN.replace("units: []", "units: [{{no: 4, at: E5}}, {{no: 1, at: FF9}}]").replace(
    "stop: 3/41", "stop: 8/41"
)


def test_what_is_unlikely_in_an_authors_own_battle_is_no_misprint(workspace: Workspace) -> None:
    findings = check(workspace.load("none", {"scenarios/bare.yaml": OUT_OF_THE_WAY.format(start="1/41", at="FF6")}))
    codes = {each.code.id for each in findings if each.span.file == "scenarios/bare.yaml"}
    assert "OOB034" in codes  # that it is out of supply is true all the same
    assert codes.isdisjoint({"OOB033", "OOB035", "OOB037"})

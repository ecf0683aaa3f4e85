"""Where all units of a side start alike but one, and arrivals on dates that are no turns."""

from __future__ import annotations

import pytest

from scenario_forge.checks.forces.cells import dates_inside_turns, starts_unlike

from .every_game import GAMES, codes, findings_after, game_of, line_of, replaced, slip, text_of

AXIS, ALLIED = "orders-of-battle/axis.yaml", "orders-of-battle/allied.yaml"
INSIDE, EDGE = "in:perimeter", '"edge:west,south"'


def told(findings, code):
    return [(each.span.file, each.span.line, each.help) for each in findings if each.code.id == code]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "row", "new"),
    [
        (ALLIED, '"414/104RHA",   start: in:perimeter', EDGE),
        (AXIS, f'"HQ 39PzJ",    start: {EDGE}', INSIDE),
        (AXIS, f'"HQ 39PzJ",    start: {EDGE}', '"edge:east"'),
        ("scenarios/salient.yaml", f'"2/I/19", at: {EDGE}', INSIDE),
    ],
)
def test_the_only_unit_that_starts_otherwise_is_told(file, row, new):
    """OOB056."""
    old = row.rpartition(": ")[2] if ": in" not in row else INSIDE
    usual = old.strip('"')
    findings = slip("rats-of-tobruk", file, row, row.replace(old, new))
    assert told(findings, "OOB056") == [(file, line_of("rats-of-tobruk", file, row), f"did you mean {usual}?")]


def test_two_units_that_start_otherwise_are_a_detachment():
    two = replaced("rats-of-tobruk", ALLIED, f"start: {INSIDE}", f"start: {EDGE}", 2)
    assert "OOB056" not in codes(findings_after("rats-of-tobruk", two))


def test_units_that_are_not_there_start_nowhere():
    assert "OOB056" not in codes(slip("rats-of-tobruk", ALLIED, f"start: {INSIDE}", "start: N"))


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "due"),
    [
        ("massawa", "orders-of-battle/empire.yaml", "R2/3/41", "R3/3/41", "2/3/41"),
        ("massawa", "orders-of-battle/empire.yaml", "W30/3/41", "W31/3/41", "30/3/41"),
        ("knights-of-the-desert", ALLIED, "mar41+: 7/41", "mar41+: 6/41", "5/41"),
    ],
)
def test_an_arrival_on_a_date_inside_a_turn_is_told(game, file, old, new, due):
    """OOB055."""
    findings = slip(game, file, old, new)
    assert told(findings, "OOB055") == [(file, line_of(game, file, old), f"did you mean {due}?")]


def test_every_month_of_a_track_of_months_begins_a_turn():
    assert "OOB055" not in codes(slip("desert-rats", ALLIED, "R3/41", "R4/41"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "row"),
    [
        ("western-desert", ALLIED, '  - {no: 25, name: "Sherman"}\n'),
        ("rats-of-tobruk", ALLIED, '  - {no: 99,  name: "A/2RHR",       start: in:perimeter}\n'),
    ],
)
def test_a_row_that_is_left_out_is_shown_where_it_belongs(game, file, row):
    """OOB002."""
    (finding,) = [each for each in slip(game, file, row, "") if each.code.id == "OOB002"]
    assert [(label.span.file, label.span.line) for label in finding.labels] == [(file, line_of(game, file, row))]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_starts_as_they_are_have_none(game):
    assert [*starts_unlike(game_of(game)), *dates_inside_turns(game_of(game))] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("rules.yaml", "air: {axis: 12, allied: 12}", "air: {axis: 12, allied: 15}", True),
        ("rules.yaml", "air: {axis: 24, allied: 21}", "air: {axis: 24, allied: 12}", True),
        # one box too many shows at two starts, in one column
        (
            "time-track.yaml",
            'initiative: british\n    air_german: "3"',
            'initiative: british\n    air_german: "6"',
            True,
        ),
        # where hardly any figure is the total of the boxes, none is meant to be
        ("time-track.yaml", "  air_british: ", "  air_british: 1", False),
    ],
)
def test_what_a_side_has_at_a_start_is_what_the_boxes_before_it_bring(file, old, new, told):
    """TIM038: the air points of January and July 1942 are those of the turns before."""
    game = "knights-of-the-desert"
    text = text_of(game, file)
    assert old in text
    if told:
        findings = findings_after(game, {file: text.replace(old, new, 1)})
    else:
        changed = text.replace('air_british: "3"', 'air_british: "4"').replace('air_german: "3"', 'air_german: "5"')
        findings = findings_after(game, {file: changed})
    assert ("TIM038" in codes(findings)) == told

"""Who is where when play begins, who comes and goes until it ends."""

from __future__ import annotations

import pytest

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.reading.workspace import load_game

AXIS, ALLIED = "orders-of-battle/axis.yaml", "orders-of-battle/allied.yaml"


def states(planned):
    return {p.unit.cited: p.state for p in planned.placed}


def changes(planned):
    track = planned.track
    return [(c.unit.cited, c.kind, track.calendar.text(c.turn)) for c in planned.changes]


def test_the_column_of_the_start_says_where_each_unit_is(skirmish):
    planned = plan(skirmish(), "compass")
    assert states(planned)["Axis 1"] == "at"
    assert states(planned)["Axis 5"] == "absent"
    assert states(plan(skirmish(), "siege"))["Axis 1"] == "eliminated"


def test_what_comes_and_goes_stands_in_the_order_of_player_turns(skirmish):
    assert changes(plan(skirmish(), "compass")) == [
        ("Allied 3", "leaves", "1/41"),
        ("Allied 5", "arrives", "2/41"),
        ("Axis 5", "arrives", "2/41"),
        ("Axis 6", "arrives", "2/41"),
        ("Axis 9", "arrives", "2/41"),
        ("Allied 6", "arrives", "3/41"),
    ]


def test_a_later_start_uses_none_of_the_entries_before_it(skirmish):
    assert [c for c in changes(plan(skirmish(), "siege")) if c[2] < "4"] == []


def test_a_longer_game_goes_on_with_the_arrivals_of_later_starts_but_not_with_their_set_ups(skirmish):
    longer = ("scenarios/compass.yaml", "stop: mar41", "stop: aug41")
    planned = plan(skirmish(longer), "compass")
    assert planned.columns == ("dec40", "dec40+", "mar41+")
    assert [c for c in changes(planned) if c[0] == "Allied 3"] == [
        ("Allied 3", "leaves", "1/41"),
        ("Allied 3", "arrives", "4/41"),
        ("Allied 3", "leaves", "6/41"),
    ]
    assert states(planned)["Axis 5"] == "absent", "its box of Mar 41 is another game's set-up"


def test_the_column_after_a_start_that_play_does_not_reach_is_not_read(skirmish):
    broken = (AXIS, "mar41+: R4/41}", "mar41+: R441}")
    assert plan(skirmish(broken), "compass").columns == ("dec40", "dec40+")
    with pytest.raises(CompileError) as raised:
        plan(skirmish(broken), "siege")
    assert [(d.code.id, d.span.file, d.span.line) for d in raised.value.diagnostics] == [("REF003", AXIS, 19)]


def test_an_arrival_after_the_last_player_turn_of_its_side_is_left_out(skirmish):
    """Compass ends with the Allied player turn of Mar 41: the Axis has none in that month."""
    late = (
        AXIS,
        "no: 6, name: Recce Bn 3,  dec40: N,    dec40+: R2/41",
        "no: 6, name: Recce Bn 3,  dec40: N, dec40+: R3/41",
    )
    assert ("Axis 6", "arrives", "3/41") not in changes(plan(skirmish(late), "compass"))
    assert ("Allied 6", "arrives", "3/41") in changes(plan(skirmish(late), "compass"))


def test_options_bring_units_into_play(skirmish):
    unit = next(u for u in plan(skirmish(), "compass").forces.units() if u.cited == "Axis 9")
    assert not plan(skirmish(), "compass").in_play(unit)
    assert plan(skirmish(), "siege").in_play(unit), "the scenario names the option"
    assert not plan(skirmish(), "siege", options=()).in_play(unit)


def test_markers_of_the_start_and_no_other(skirmish):
    spots = [(m.side, m.entry.token.place) for m in plan(skirmish(), "siege").markers]
    assert spots == [("allied", "G6"), ("allied", "GG9"), ("axis", "Camp"), ("axis", "C3")]


def test_a_scenario_that_is_not_there_is_named_with_what_may_be_meant(skirmish):
    with pytest.raises(NoSuchScenario, match="did you mean siege"):
        plan(skirmish(), "seige")
    with pytest.raises(LookupError, match="there are compass, siege"):
        plan(skirmish(), "stalingrad")


BROKEN = [
    (("map.yaml", "row: A, west: nnnncccccc", "row: A, west: nnnxcccccc"), "REF001", "map.yaml"),
    (("map.yaml", "id: east, columns: 10", "id: west, columns: 10"), "CMP001", "map.yaml"),
    (("counters.yaml", "- {id: II,  name: Battalion}", "- {id: II}"), "SCH001", "counters.yaml"),
    (("time-track.yaml", "calendar: {unit: month", "calendar: {unit: mouth"), "SCH004", "time-track.yaml"),
    ((AXIS, "title: AXIS", "titel: AXIS"), "SCH002", AXIS),
    ((AXIS, "dec40: F9(f),", "dec40: F99(f),"), "REF001", AXIS),
    ((AXIS, "start: dec40}", "start: mar41}"), "CMP001", AXIS),
    (("scenarios/compass.yaml", "start: dec40", "start: may40"), "CMP001", "scenarios/compass.yaml"),
    (("scenarios/compass.yaml", "start: dec40", "start: mar41"), "CMP001", "scenarios/compass.yaml"),
]


@pytest.mark.parametrize(("edit", "code", "file"), BROKEN, ids=[f"{c} {e[2]}" for e, c, _f in BROKEN])
def test_an_error_that_leaves_the_set_up_open_is_raised_with_its_place(skirmish, edit, code, file):
    with pytest.raises(CompileError) as raised:
        plan(skirmish(edit), "compass")
    assert (code, file) in [(d.code.id, d.span.file) for d in raised.value.diagnostics]
    assert file in str(raised.value)


def test_an_error_elsewhere_does_not_stop_it(skirmish):
    elsewhere = [
        ("chronology.yaml", "basis: printed", "basis: invented"),
        ("scenarios/siege.yaml", "title: The Siege", "titel: The Siege"),
        ("words/en.yaml", "language: en", "language: english"),
    ]
    assert plan(skirmish(*elsewhere), "compass").placed


def test_a_folder_without_a_game_is_an_error_and_no_traceback(tmp_path):
    with pytest.raises(CompileError):
        plan(load_game(tmp_path), "x")

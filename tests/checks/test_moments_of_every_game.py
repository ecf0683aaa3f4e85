"""Scenarios and options against their units, places and sisters; and findings that name both places that disagree."""

from __future__ import annotations

import pytest

from scenario_forge.checks.scenarios.texts import plural_of

from .every_game import GAMES, findings_after, found_before, line_of, slip, text_of

EASTER, SALIENT = "scenarios/easter-battle.yaml", "scenarios/salient.yaml"
HARMAT = "scenarios/harmat.yaml"


def of_code(findings, code):
    return [each for each in findings if each.code.id == code]


def places(finding):
    """The file and line of a finding, and of all that it compares."""
    return {(span.file, span.line) for span in (finding.span, *(label.span for label in finding.labels))}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_no_game_as_it_is_has_any_of_these(name):
    new = {"SCN117", "SCN118", "SCN119", "SCN120", "SCN121", "SCN122", "TIM028", "TIM029", "TIM030"}
    assert not {code for code, _message in found_before(name)} & new


# -- options ----------------------------------------------------------------------------------------

OPTIONS = "options.yaml"
NOVICE = "excludes: [allied-expert, allied-intermediate]"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [(NOVICE, "excludes: [axis-expert, axis-intermediate]"), (NOVICE, "excludes: [allied-intermediate]")],
)
def test_an_option_that_excludes_no_sister_as_all_others_do_is_told(old, new):
    """SCN117."""
    (found,) = slip("knights-of-the-desert", OPTIONS, old, new)
    assert found.code.id == "SCN117"
    assert (OPTIONS, line_of("knights-of-the-desert", OPTIONS, old)) in places(found)


def test_two_options_that_exclude_on_one_side_are_a_habit():
    text = text_of("knights-of-the-desert", OPTIONS)
    for old in ("excludes: [axis-expert, axis-novice]", "excludes: [allied-expert, allied-novice]"):
        text = text.replace(old, "")
    assert not of_code(findings_after("knights-of-the-desert", {OPTIONS: text}), "SCN117")


def test_a_change_of_the_other_side_than_the_option_is_about_is_told_there():
    old = "{at: rules.ratings.axis.supply, value: 4}"
    (found,) = slip("knights-of-the-desert", OPTIONS, old, old.replace("axis", "allied"))
    assert (found.code.id, found.span.line) == ("SCN114", line_of("knights-of-the-desert", OPTIONS, old))


# -- set-ups and units ------------------------------------------------------------------------------


def test_a_set_up_under_the_other_side_is_one_finding():
    """SCN118."""
    (found,) = slip("rats-of-tobruk", SALIENT, "- side: axis", "- side: allied")
    assert (found.code.id, found.help) == ("SCN118", "did you mean axis?")
    assert found.span.line == line_of("rats-of-tobruk", SALIENT, "- side: axis")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("old", "new"), [('"6/8Ber"', '"5/8Ber"'), ('"MG/I/19"', '"MG/I/62"'), ('"1/VII"', '"9/VII"')])
def test_a_unit_of_a_set_up_has_the_name_of_its_row(old, new):
    (found,) = slip("rats-of-tobruk", SALIENT, old, new)
    assert (found.code.id, found.span.line) == ("REF004", line_of("rats-of-tobruk", SALIENT, old))


def test_a_set_up_may_leave_names_out():
    assert slip("rats-of-tobruk", SALIENT, ', name: "6/8Ber"', "") == []


def test_the_unit_that_a_set_up_with_all_its_formation_lacks_points_there():
    row = '      - {no: 78, name: "HQ I/19", at: "edge:west,south"}\n'
    (found,) = slip("rats-of-tobruk", SALIENT, row, "")
    assert found.code.id == "OOB027"
    assert (SALIENT, line_of("rats-of-tobruk", SALIENT, row)) in places(found)


@pytest.mark.parametrize("said", ["Italian battalions", "Italians", "Italian armoured troops"])
def test_units_of_a_nationality_that_takes_no_part_are_told(said):
    """SCN119."""
    (found,) = slip("rats-of-tobruk", EASTER, "German battalions", said)
    assert (found.code.id, found.span.line) == ("SCN119", line_of("rats-of-tobruk", EASTER, "text: >-"))


@pytest.mark.parametrize("said", ["German battalions, without Italian help,", "The Axis", "Germans"])
def test_a_nation_that_is_only_spoken_of_need_not_take_part(said):
    assert slip("rats-of-tobruk", EASTER, "German battalions", said) == []


# -- places and dates in words ----------------------------------------------------------------------


@pytest.mark.parametrize("said", ["three hills", "four lonely hills", "19 hills"])
def test_more_places_than_the_map_has_are_told(said):
    """SCN120."""
    (found,) = slip("western-desert", HARMAT, "two hills", said)
    assert (found.code.id, found.span.line) == ("SCN120", line_of("western-desert", HARMAT, "text: >-"))


@pytest.mark.parametrize("said", ["two hills", "one patch of scrub", "two patches of scrub", "a hill"])
def test_some_of_the_places_of_the_map_may_be_meant(said):
    assert slip("western-desert", HARMAT, "two hills", said) == []


def test_names_of_ground_in_the_plural():
    assert [plural_of(name) for name in ("Hill", "Marsh", "Valley", "Rocky")] == [
        "hills",
        "marshes",
        "valleys",
        "rockies",
    ]


@pytest.mark.parametrize("year", ["1941", "1940"])
def test_a_scenario_is_not_before_its_units(year):
    """SCN121."""
    found = slip("western-desert", HARMAT, "27 May 1942", f"27 May {year}")
    assert [(each.code.id, each.span.line) for each in found] == [
        ("SCN121", line_of("western-desert", HARMAT, "27 May 1942"))
    ]
    assert ("counters.yaml", line_of("western-desert", "counters.yaml", "from May 1942")) in places(found[0])


def test_one_unit_that_comes_too_early_is_told_at_its_row():
    """SCN121."""
    file, old = "orders-of-battle/allied.yaml", '{no: 25, name: "Sherman"}'
    (found,) = of_code(slip("western-desert", file, old, '{no: 25, name: "Sherman", harmat: "1-I5>W"}'), "SCN121")
    assert (found.span.file, found.span.line) == (file, line_of("western-desert", file, old))


@pytest.mark.parametrize("date", ["1 May 1942", "27 May 1943", "27 October 1942"])
def test_a_scenario_may_be_at_any_time_from_when_its_units_are_there(date):
    assert slip("western-desert", HARMAT, "27 May 1942", date) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("file", "old"), [(SALIENT, "5th, 1941"), (EASTER, "17th, 1941")])
def test_a_scenario_a_year_from_the_others_on_its_turns_is_told(file, old):
    """SCN122."""
    (found,) = slip("rats-of-tobruk", file, old, old.replace("1941", "1942"))
    assert found.code.id == "SCN122"
    assert (file, line_of("rats-of-tobruk", file, old)) in places(found)


@pytest.mark.parametrize("dates", ["November 18th to November 22nd, 1942", "June 1st to June 5th, 1941"])
def test_a_scenario_at_another_time_of_another_year_is_not(dates):
    assert not of_code(slip("rats-of-tobruk", SALIENT, "May 1st to May 5th, 1941", dates), "SCN122")


# -- findings that show both places -----------------------------------------------------------------

TRACK, VICTORY, MAP = "time-track.yaml", "victory.yaml", "map.yaml"
DISAGREE = [
    # who acts first and last, against the player turns of scenarios
    ("massawa", TRACK, "turn: 19/1/41, first: empire", "turn: 19/1/41, first: italy", "SCN001"),
    ("western-desert", HARMAT, "{game_turns: 10}", "{game_turns: 10, player_turns: 19}", "SCN001"),
    # who acts last, where every turn is whole
    ("western-desert", TRACK, 'turn: "26"}', 'turn: "26", last: axis}', "TIM031"),
    ("western-desert", HARMAT, "stop: until-1300", "last: axis\nstop: until-1300", "TIM031"),
    # the calendar against the boxes
    ("western-desert", TRACK, 'last: "48"}', 'last: "50"}', "TIM002"),
    ("massawa", TRACK, "last: 30/3/41}", "last: 13/4/41}", "TIM002"),
    ("rats-of-tobruk", TRACK, 'last: "20"', 'last: "24"', "TIM002"),
    # sides in order against a cup
    ("rats-of-tobruk", TRACK, "acts: cup", "acts: sides", "TIM019"),
    # starts inside a turn
    ("massawa", TRACK, "label: 2 Mar 41,  turn: 2/3/41", "label: 2 Mar 41,  turn: 9/3/41", "TIM027"),
    ("knights-of-the-desert", TRACK, "label: May 1942, turn: 5/42", "label: May 1942, turn: 6/42", "TIM027"),
    # levels of victory
    ("rats-of-tobruk", VICTORY, 'range: "3:1"', 'range: "4:1"', "VIC017"),
    ("rats-of-tobruk", VICTORY, "Two or more German", "Three or more German", "VIC014"),
    # the number of columns, of rows, and the row of a place
    ("rats-of-tobruk", MAP, "columns: 54", "columns: 53", "MAP006"),
    ("western-desert", MAP, "rows: 6", "rows: 5", "MAP006"),
    ("western-desert", MAP, "columns: 9", "columns: 8", "MAP006"),
    # a line that does not close
    ("rats-of-tobruk", MAP, "2938/2939, 3038/2939,", "2938/2939,", "MAP075"),
    # an erratum at the place beside
    ("rats-of-tobruk", "errata/charts.yaml", "levels[allied-major]", "levels[allied-minor]", "ERR002"),
    ("desert-rats", "errata/proposed.yaml", "axis.units[37].may42", "axis.units[36].may42", "ERR002"),
    # the side of a nationality
    (
        "massawa",
        "game.yaml",
        "name: Free French,          side: empire",
        "name: Free French,          side: italy",
        "REF005",
    ),
]


@pytest.mark.parametrize(("name", "file", "old", "new", "code"), DISAGREE)
def test_what_disagrees_is_one_finding_that_shows_the_slip(name, file, old, new, code):
    (found,) = slip(name, file, old, new)
    assert found.code.id == code
    assert (file, line_of(name, file, old)) in places(found)


def test_a_box_that_is_left_out_at_the_end_is_told_at_the_boxes():
    """No game needs the turns beyond the boxes in the one case; a game ends in them in the other."""
    row = '  - {turn: "20", label: Night,   light: night,   easter: 17 April, salient: 5 May}\n'
    (found,) = of_code(slip("rats-of-tobruk", TRACK, row, ""), "TIM002")
    assert found.span.line == line_of("rats-of-tobruk", TRACK, row) - 1

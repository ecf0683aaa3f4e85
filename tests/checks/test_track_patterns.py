"""A box of the track that breaks the pattern of all others is reported; an ordinary exception is not."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks.track_patterns import CHECKS

from .every_game import GAMES, codes, findings_after, game_of, replaced, slip, text_of

TRACK = "time-track.yaml"
OURS = {f"TIM{number:03}" for number in range(24, 31)}


def told(findings):
    """The code, the line and the suggestion of what these checks find."""
    return [(each.code.id, each.span.line, each.help) for each in findings if each.code.id in OURS]


def line_of(name, text):
    before = text_of(name, TRACK).partition(text)[0]
    return before.count("\n") + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "suggests"),
    [
        ('label: Evening, light: evening, easter: 14 April, salient: 2 May, die: "+1"', None, "did you mean +1?"),
        ('die: "+1"', 'die: "-1"', "did you mean +1?"),
        ("light: night,   easter: 15 April", "light: day, easter: 15 April", "did you mean night?"),
        ('"9",  label: Morning', '"9", label: Day', "did you mean Morning?"),
        ("easter: 16 April, salient: 4 May}", "easter: 26 April, salient: 4 May}", "did you mean 16 April?"),
        ("easter: 17 April, salient: 5 May}", "easter: 17 April, salient: 4 May}", "did you mean 5 May?"),
    ],
)
def test_the_one_cell_that_another_column_does_not_foretell_is_told(old, new, suggests):
    found = told(slip("rats-of-tobruk", TRACK, old, new or old.replace(', die: "+1"', "")))
    assert found == [("TIM024", line_of("rats-of-tobruk", old), suggests)]


def test_two_boxes_that_differ_alike_are_a_rule_of_the_game():
    assert told(findings_after("rats-of-tobruk", replaced("rats-of-tobruk", TRACK, 'die: "+1"', 'die: "-1"', 2))) == []


def test_numbers_that_vary_do_not_foretell_each_other():
    """That the British get 1600 once, as printed, is nothing that the German supply would tell."""
    assert "TIM024" not in {finding.code.id for finding in slip("knights-of-the-desert", TRACK, '"1600"', '"1700"')}


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        ('hour: "10:30"', 'hour: "10:00"', "10:30"),
        ('hour: "10:30"', 'hour: "10:03"', "10:30"),
        ('hour: "00:00"', 'hour: "00:10"', "00:00"),
        ('hour: "23:30"', 'hour: "23:00"', "23:30"),
    ],
)
def test_an_hour_that_is_not_even_is_told(old, new, due):
    found = told(slip("western-desert", TRACK, old, new))
    assert found == [("TIM025", line_of("western-desert", old), f"did you mean {due}?")]


def test_hours_that_jump_once_and_go_on_are_a_pause():
    text = text_of("western-desert", TRACK)
    later = re.sub(r'hour: "(\d\d):', lambda hour: f'hour: "{int(hour[1]) + 3 * (int(hour[1]) >= 10):02}:', text)
    assert "TIM025" not in codes(findings_after("western-desert", {TRACK: later}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("old", "new"), [('hour: "23:30"', 'hour: "03:30"'), ('hour: "00:00"', 'hour: "22:00"')])
def test_before_the_last_hour_and_behind_the_first_there_may_be_a_pause(old, new):
    assert "TIM025" not in codes(slip("western-desert", TRACK, old, new))


def test_hours_that_run_past_midnight_are_even():
    text = text_of("western-desert", TRACK)
    night = re.sub(r'hour: "(\d\d):', lambda hour: f'hour: "{(int(hour[1]) + 14) % 24:02}:', text)
    assert night.index('"23:30"') < night.index('"00:00"')
    assert "TIM025" not in codes(findings_after("western-desert", {TRACK: night}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("massawa", "empire: W 1-4", "empire: W 1-14"),
        ("desert-rats", "axis: R 2-3}", "axis: R 2-33}"),
        ("knights-of-the-desert", 'supply_german: "6000"', 'supply_german: "60000"'),
    ],
)
def test_a_number_far_beyond_all_others_is_told(game, old, new):
    assert ("TIM026", line_of(game, old), None) in told(slip(game, TRACK, old, new))


def test_three_times_as_much_as_all_others_is_not_too_much():
    assert told(slip("massawa", TRACK, "empire: W 1-4", "empire: W 1-12")) == []


def test_what_one_box_alone_says_is_like_no_other():
    head, *rest = text_of("rats-of-tobruk", TRACK).split(', die: "+1"')
    assert len(rest) == 5
    assert told(findings_after("rats-of-tobruk", {TRACK: head + ', die: "+12"' + "".join(rest)})) == []


def test_words_with_numbers_are_not_counted():
    """From 30 April to 1 May there is no jump."""
    text = text_of("rats-of-tobruk", TRACK)
    dated = re.sub(
        r"salient: (\d) May", lambda day: "salient: 30 April" if day[1] == "1" else f"salient: {day[1]} May", text
    )
    assert dated != text
    assert told(findings_after("rats-of-tobruk", {TRACK: dated})) == []


def test_the_part_of_the_day_follows_the_number_of_the_turn():
    """A track that begins with the second turn begins with the second part of the day."""
    text = text_of("rats-of-tobruk", TRACK)
    later = text.replace('first: "1"', 'first: "2"').replace(
        '  - {turn: "1",  label: Morning, light: morning, easter: 13 April, salient: 1 May}\n', "", 1
    )
    later = later.replace('turn: "1"}', 'turn: "2"}')
    assert later.count("\n") == text.count("\n") - 1
    assert told(findings_after("rats-of-tobruk", {TRACK: later})) == []


@pytest.mark.parametrize(
    ("game", "old", "new", "due"),
    [
        ("massawa", "turn: 2/2/41,", "turn: 9/2/41,", "2/2/41"),
        ("knights-of-the-desert", "- turn: 9/41", "- turn: 10/41", "9/41"),
    ],
)
def test_a_box_named_by_a_date_inside_its_turn_is_told(game, old, new, due):
    assert told(slip(game, TRACK, old, new)) == [("TIM027", line_of(game, old), f"did you mean {due}?")]


def test_a_track_whose_boxes_are_all_named_by_the_end_of_their_turns_is_none_of_these():
    text = text_of("knights-of-the-desert", TRACK)
    months = {f"{month}/": f"{month % 12 + 1}/" for month in range(1, 13, 2)}
    ends = re.sub(r"(- turn: )(\d+/)", lambda box: box[1] + months[box[2]], text)
    assert "TIM027" not in codes(findings_after("knights-of-the-desert", {TRACK: ends}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_tracks_as_they_are_have_none(game):
    assert [finding for look in CHECKS for finding in look(game_of(game))] == []


@pytest.mark.parametrize(
    "parts", ["Morning, Day, Night, Evening", "Morning, Evening, Day, Night", "Night, Morning, Day, Evening"]
)
def test_parts_of_a_day_stand_in_the_order_of_the_boxes(parts):
    """TIM028."""
    listed = "Morning, Day, Evening, Night"
    assert told(slip("rats-of-tobruk", TRACK, f"parts: [{listed}]", f"parts: [{parts}]")) == [
        ("TIM028", line_of("rats-of-tobruk", "parts: ["), f"did you mean [{listed}]?")
    ]


def test_parts_by_other_names_than_the_boxes_are_none_of_these():
    assert told(slip("rats-of-tobruk", TRACK, "[Morning, Day, Evening, Night]", "[Dawn, Noon, Dusk, Midnight]")) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('hour: "08:00", visibility: normal', 'hour: "08:00", visibility: dawn'),
        ('hour: "12:00", visibility: haze', 'hour: "12:00", visibility: normal'),
        ('hour: "10:30", visibility: normal', 'hour: "10:30", visibility: night'),
    ],
)
def test_a_box_says_what_the_chart_has_at_its_hour(old, new):
    """TIM029."""
    assert [each[:2] for each in told(slip("western-desert", TRACK, old, new)) if each[0] == "TIM029"] == [
        ("TIM029", line_of("western-desert", old))
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"), [("12pm-2pm", "12am-2am"), ("5am-6am", "5am-9am"), ("7pm-5am", "7am-5pm"), ("12pm-2pm", "1pm-2pm")]
)
def test_hours_of_a_chart_that_many_boxes_contradict_are_told_in_the_chart(old, new):
    (found,) = [each for each in slip("western-desert", "charts.yaml", old, new) if each.code.id == "TIM029"]
    assert found.span.file == "charts.yaml"


@pytest.mark.parametrize("hours", ["11:35am-2pm", "11:45am-2pm", "12pm-1:45pm"])
def test_other_hours_with_the_same_boxes_are_as_good(hours):
    """No TIM029, as the boxes are the same; RUL001, as a clause states the hours of the chart."""
    assert codes(slip("western-desert", "charts.yaml", "12pm-2pm", hours)) == {"RUL001"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("old", "new"), [("of: british", "of: german"), ("of: german", "of: italian")])
def test_a_column_counts_for_the_nation_in_its_name(old, new):
    """TIM030."""
    (found,) = told(slip("knights-of-the-desert", TRACK, old, new))
    assert found == ("TIM030", line_of("knights-of-the-desert", old), f"did you mean {old[4:]}?")


def test_a_column_that_names_no_nation_may_count_for_any():
    assert told(slip("knights-of-the-desert", TRACK, "name: British air", "name: Fighters")) == []

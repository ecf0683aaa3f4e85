"""Dates, lengths and labels hold in every game, whether its sides act in a fixed order or not."""

from __future__ import annotations

import re

import pytest

from scenario_forge.game.calendar import dates_in
from scenario_forge.game.forces import forces
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from tests.share import Share, a_few

from .every_game import GAMES, codes, findings_after, found_before, game_of, slip, text_of


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


def at(findings, code, file):
    return [f for f in findings if f.code.id == code and f.span.file == file]


@pytest.mark.sampled(3)
def test_a_stated_length_is_counted(name):
    tried = 0
    for scenario in a_few(scenarios(game_of(name)).listed, 12):
        file = scenario.where.file.name
        text = text_of(name, file)
        for key, said in re.findall(r"(game_turns|player_turns): (\d+)", text):
            other = (int(said) + 1, int(said) - 1, int(said + "1"))[tried % 3]
            wrong = {file: text.replace(f"{key}: {said}", f"{key}: {other}", 1)}
            assert at(findings_after(name, wrong), "SCN001", file), (file, key, other)
            tried += 1
    assert tried


@pytest.mark.sampled(3)
def test_a_stop_before_the_start_is_told(name):
    track = schedule(game_of(name))
    later = [scenario for scenario in scenarios(game_of(name)).listed if scenario.start.turn > 0]
    for scenario in a_few(later, 12):
        file = scenario.where.file.name
        earlier = track.calendar.text(scenario.start.turn - 1)
        found = slip(name, file, f"stop: {scenario.document.stop}", f"stop: {earlier}")
        assert at(found, "SCN004", file), file
        for id_ in [id_ for id_, mark in track.stops.items() if mark.turn < scenario.start.turn][-1:]:
            assert at(slip(name, file, f"stop: {scenario.document.stop}", f"stop: {id_}"), "SCN004", file)
    assert later or track.starts.keys() == {"turn-1"}  # nothing ends before the first turn of all


@pytest.mark.sampled(3)
def test_dates_of_a_heading_are_those_of_the_scenario(name):
    track = schedule(game_of(name))
    tried = 0
    for scenario in scenarios(game_of(name)).listed:
        file, dates = scenario.where.file.name, scenario.document.dates
        printed = re.search(r"(?m)^dates: .*$", text_of(name, file))
        years = re.findall(r"19\d\d|\b\d\d\b(?=$| –)", dates)
        if not printed or dates not in printed[0] or not years or not track.calendar.dated:
            continue
        tried += 1
        head, _, tail = printed[0].rpartition(years[-1])
        wrong = f"{head}{int(years[-1]) + 9}{tail}"
        assert at(slip(name, file, printed[0], wrong), "SCN002", file), (file, wrong)
    assert tried or not track.calendar.dated


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("old", "new"), [("13th", "14th"), ("April 13", "May 13"), ("17th", "27th")])
def test_dates_of_a_heading_are_those_that_boxes_of_a_numbered_track_print(old, new):
    file = "scenarios/easter-battle.yaml"
    assert at(slip("rats-of-tobruk", file, old, new), "SCN002", file)


def test_player_turns_of_a_game_with_initiative_are_one_for_each_side():
    file = "scenarios/campaign.yaml"
    turns = "{game_turns: 12, player_turns: %d}"
    for said, finding in ((24, set()), (23, {"SCN001"}), (12, {"SCN001"})):
        assert codes(slip("knights-of-the-desert", file, "{game_turns: 12}", turns % said)) == finding


@pytest.mark.sampled(3)
def test_an_arrival_outside_its_column_is_told(name):
    game = game_of(name)
    track, tried, most = schedule(game), 0, 5 if Share.whole else 2
    length = track.calendar.length
    for force in forces(game).sides.values():
        units = [(unit, entry) for unit in force.units for entry in unit.entries()]
        for unit, entry in units:
            start = track.starts.get(entry.column.after or "")
            if entry.turn is None or start is None or tried >= most:
                continue
            tried += 1
            file, text = entry.where.file.name, text_of(name, entry.where.file.name)
            row = next(line for line in text.splitlines() if re.search(rf"no: {unit.no},", line))
            for turn in (start.turn - 1, length):
                date = track.calendar.text(turn)
                wrong = {file: text.replace(row, row.replace(entry.token.date, date))}
                assert at(findings_after(name, wrong), "OOB020", file), (unit.name, date)
    assert tried or not any(column.after for force in forces(game).sides.values() for column in force.columns.values())


MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")


@pytest.mark.sampled(3)
def test_a_label_names_the_month_of_its_turn(name):
    text = text_of(name, "time-track.yaml")
    labels = [each for each in dict.fromkeys(re.findall(r"label: ([^,}\n]+)", text)) if len(dates_in(each)) == 1]
    for label in a_few(labels, 12):
        (named,) = dates_in(label)
        month = re.search(r"[^\W\d_]+", label)[0]
        other = MONTHS[(named.month + 2) % 11]
        other = other if len(month) > 4 else other[:3]
        wrong = re.sub(r"[^\W\d_]+", other.upper() if month.isupper() else other, label, count=1)
        found = slip(name, "time-track.yaml", f"label: {label}", f"label: {wrong}")
        assert at(found, "TIM005", "time-track.yaml"), (label, wrong)
    assert labels or not schedule(game_of(name)).calendar.dated


@pytest.mark.parametrize(
    ("game", "old", "new", "finding"),
    [
        ("massawa", "label: 2 MAR,", "label: 12 MAR,", {"TIM005"}),
        ("massawa", "label: 2 Mar 41", "label: 3 Mar 41", {"TIM005"}),
        ("massawa", "{id: apr41, label: 30 Mar 41", "{id: apr41, label: 12 April 41", set()),
        ("knights-of-the-desert", "{id: end-may42, label: May", "{id: end-may42, label: June", set()),
        ("knights-of-the-desert", "{id: jan42, label: January", "{id: jan42, label: February", {"TIM005"}),
    ],
)
def test_a_turn_of_several_months_or_days_is_named_by_one_of_them(game, old, new, finding):
    """By its first, as all boxes are; a stop date may be named by the last."""
    assert codes(slip(game, "time-track.yaml", old, new)) & {"TIM005"} == finding


@pytest.mark.sampled(3)
def test_a_turn_that_repeats_its_neighbours_is_told(name):
    text, tried = text_of(name, "time-track.yaml"), 0
    head, boxes = text.split("boxes:\n", 1)
    turns = re.findall(r'turn: ("\d+"|[\d/]+)', boxes)
    for place in a_few(range(len(turns))):
        for other in (place - 1, place + 1):
            if 0 <= other < len(turns):
                parts = re.split(r'(turn: (?:"\d+"|[\d/]+))', boxes)
                parts[2 * place + 1] = f"turn: {turns[other]}"
                found = findings_after(name, {"time-track.yaml": f"{head}boxes:\n{''.join(parts)}"})
                assert {"TIM003", "TIM004"} & codes(found), (turns[place], turns[other])
                tried += 1
    assert tried > 2


@pytest.mark.sampled(3)
def test_no_game_has_a_finding_on_dates(name):
    assert not {code for code, _ in found_before(name) if code[:3] == "TIM" or code in ("SCN001", "SCN002")}


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('7/42, jul42: "3407"', '7/42, jul42: "3407"', set()),
        ('7/42, jul42: "3407"', "7/42, jul42: N", {"OOB024"}),
        ('7/42, jul42: "3407"', '9/42, jul42: "3407"', {"OOB020"}),
    ],
)
def test_a_unit_comes_on_the_turn_of_the_next_start_at_the_latest(old, new, finding):
    found = codes(slip("knights-of-the-desert", "orders-of-battle/allied.yaml", old, new))
    assert found & {"OOB020", "OOB024"} == finding

"""The list of units beside the key: each kind once, with the values that counters have no room for."""

from __future__ import annotations

from functools import cache

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief, jobs_of
from scenario_forge.printing.charts.unit_list import unit_lists
from scenario_forge.printing.pdf import page_count
from tests.printing.conftest import GAMES

FOLDER = next(folder for folder in GAMES if folder.name == "western-desert")


@cache
def lists():
    allied, axis = unit_lists(Brief(load_game(FOLDER, "all")))
    return {"allied": allied, "axis": axis}


def row(side, name):
    (found,) = [each for each in lists()[side]["rows"] if each["head"] == name]
    return dict(zip(lists()[side]["head"], [cell["text"] for cell in found["cells"]], strict=True))


def test_each_kind_stands_once_with_the_number_of_its_counters():
    heads = [each["head"] for each in lists()["axis"]["rows"]]
    assert len(heads) == len(set(heads))
    assert row("axis", "M13/40")["Counters"] == "5"
    assert sum(int(row("allied", each["head"])["Counters"]) for each in lists()["allied"]["rows"]) == 44
    assert "HQ 1" not in heads, "a headquarters has none of the values"


def test_numbers_have_columns_and_the_rest_is_said_in_words():
    gun = row("allied", "25 pounder")
    assert (gun["Range"], gun["AT range"], gun["Defence"], gun["Defence in cover"], gun["Movement"]) == (
        "5",
        "1",
        "2",
        "3",
        "1",
    )
    assert gun["Special"] == "personnel, fires as artillery, free anti-tank shot"
    assert row("axis", "Pz III 37mm")["Defence in cover"] == ""
    assert row("axis", "Tiger 88mm")["Special"] == "turreted, counts as 2, armoured, from December 1942"
    assert "free anti-tank shot" not in row("axis", "Semovente")["Special"]


def test_key_and_list_are_the_two_sides_of_a_sheet():
    job = next(job for job in jobs_of("player-aid", Brief(load_game(FOLDER, "all")), []) if "counters" in job.file)
    made = job.make()
    assert page_count(made.pdf) == 2
    assert made.print_as == "long"


def test_only_a_game_that_asks_for_it_has_the_list():
    for folder in GAMES:
        assert bool(unit_lists(Brief(load_game(folder, "none")))) == (folder == FOLDER), folder.name

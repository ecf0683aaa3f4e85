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


def test_units_of_one_name_that_differ_have_rows_of_their_own():
    """Two of the five M13/40 become tanks with a longer range; a Crusader is of another type, all else alike."""
    text = (FOLDER / "counters.yaml").read_text(encoding="utf-8")
    for unit, count, changed in (("M13/40", 5, "range: 1"), ("Crusader", 4, "type: tank")):
        (line,) = (line for line in text.splitlines() if f'name: "{unit}"' in line)
        no = int(line.partition("no: ")[2].partition(",")[0])
        other = line.replace(f"no: {no}", f"no: {no + count - 2}").replace(f"count: {count}", "count: 2")
        other = other.replace(changed, {"range: 1": "range: 2", "type: tank": "type: sp-gun"}[changed])
        text = text.replace(line, f"{line.replace(f'count: {count}', f'count: {count - 2}')}\n{other}")
    allied, axis = unit_lists(Brief(load_game(FOLDER, "all", {"counters.yaml": text})))
    rows = {side["title"]: [[row["head"], *(cell["text"] for cell in row["cells"][:3])] for row in side["rows"]]
            for side in (allied, axis)}  # fmt: skip
    assert [row for row in rows[axis["title"]] if row[0] == "M13/40"] == [
        ["M13/40", "Tank", "3", "1"],
        ["M13/40", "Tank", "2", "2"],
    ]
    assert [row for row in rows[allied["title"]] if row[0] == "Crusader"] == [
        ["Crusader", "Tank", "2", "1"],
        ["Crusader", "Self-propelled gun", "2", "1"],
    ]


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

"""Force sheets: what may be bought of each force, with a box for each unit that can be chosen."""

from __future__ import annotations

import pytest
import yaml

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief, jobs_of
from scenario_forge.printing.force_sheet import force_sheet
from scenario_forge.printing.pdf import page_count
from tests.printing.conftest import GAMES, pages

FOLDER = next(folder for folder in GAMES if folder.name == "western-desert")


@pytest.fixture
def brief():
    return Brief(load_game(FOLDER, "all"))


def _sheet(brief, side):
    return force_sheet(brief, side, [each for each in brief.game.system.for_sale(brief.game) if each.side == side])


def _force(brief, side, title):
    return next(each for each in _sheet(brief, side)["forces"] if each["title"] == title)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_only_a_game_with_forces_has_sheets_one_for_each_side(folder):
    files = [job.file for job in jobs_of("force-sheet", Brief(load_game(folder, "all")), [])]
    assert len(files) == (2 if (folder / "forces.yaml").exists() else 0)


def test_every_line_of_every_force_stands_on_the_sheet_of_its_side(brief):
    document = yaml.safe_load((FOLDER / "forces.yaml").read_text(encoding="utf-8"))
    for side in ("axis", "allied"):
        made = {each["title"]: each for each in _sheet(brief, side)["forces"]}
        assert [*made] == [each["title"] for each in document["forces"] if each["side"] == side]
        for force in (each for each in document["forces"] if each["side"] == side):
            lines = [(line["title"], line["count"]) for line in made[force["title"]]["lines"]]
            assert lines == [(line["line"], line["count"]) for line in force["lines"]]
            named = [
                unit["name"] for line in made[force["title"]]["lines"] for c in line["choices"] for unit in c["units"]
            ]
            assert named == [name for line in force["lines"] for choice in line["of"] for name in choice["units"]]
            assert sum(line["count"] for line in made[force["title"]]["lines"]) == made[force["title"]]["count"] == 15


def test_a_choice_says_how_many_and_has_no_more_boxes_than_there_are_counters(brief):
    panzer, infantry = (
        {line["title"]: line["choices"] for line in _force(brief, "axis", title)["lines"]}
        for title in ("German Panzer Armoured Force", "Italian Infantry Force")
    )
    assert [choice["choose"] for choice in panzer["Tanks"]] == ["1", "4", "1"]
    assert [unit["boxes"] for unit in panzer["Tanks"][1]["units"]] == [4, 4, 4]
    assert [choice["choose"] for choice in panzer["Armoured infantry"]] == ["all 2"]
    # L6/40: four would fit the line, but there is one counter of it
    light, medium, _gun = infantry["Tanks"]
    assert (light["choose"], light["units"][0]["boxes"]) == ("up to 1", 1)
    assert (medium["choose"], medium["units"][0]["boxes"]) == ("up to 4", 4)
    allied = {line["title"]: line["choices"] for line in _force(brief, "allied", "Allied Infantry Force")["lines"]}
    assert [choice["choose"] for choice in allied["Tanks"]] == ["1 to 3", "1 to 4"]


def test_units_of_one_name_that_differ_show_the_values_of_each():
    text = (FOLDER / "counters.yaml").read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if 'name: "Semovente"' in line)
    one = line.replace("count: 2, ", "")
    other = one.replace("no: 45", "no: 46").replace("range: 2", "range: 3")
    brief = Brief(load_game(FOLDER, "all", {"counters.yaml": text.replace(line, f"{one}\n{other}")}))
    lines = _force(brief, "axis", "Italian Armoured Force")["lines"]
    found = [unit for each in lines for choice in each["choices"] for unit in choice["units"]]
    figures = {unit["name"]: unit["figures"] for unit in found}
    assert figures["Semovente"] == "2–2 · 2 / 2–2 · 3"
    assert figures["M13/40"] == "1–2 · 1 · – · T"


def test_the_names_of_values_begin_small_but_for_abbreviations(brief):
    assert _sheet(brief, "axis")["figures_title"].split(" · ")[1:] == ["range", "AT range", "turreted", "counts as 2"]


def test_a_force_names_its_headquarters_and_where_it_is_played(brief):
    panzer = _force(brief, "axis", "German Panzer Armoured Force")
    assert panzer["headquarters"] == "2 headquarters, 3 with the option Afrika Korps"
    assert panzer["fielded"] == "Played in: The box at Got el Ualeb, Meeting engagement at Bir Harmat"
    assert "Rearguard on the Fuka escarpment (11 units)" in _force(brief, "axis", "Italian Armoured Force")["fielded"]


def test_units_that_may_take_the_place_of_others_have_a_box(brief):
    (exchange,) = _force(brief, "allied", "Allied Infantry Force")["exchanges"]
    assert exchange["choose"] == "up to 1, in place of Allied infantry or Armoured infantry"
    assert [(unit["name"], unit["boxes"]) for unit in exchange["units"]] == [("Allied engineers", 1), ("Scorpion", 1)]


def test_each_sheet_is_one_page_and_cuts_nothing(brief):
    for job in jobs_of("force-sheet", brief, []):
        made = job.make().pdf
        assert page_count(made) == 1
        (text,) = pages(made)
        assert "…" not in text
        assert "/ 15" in text
        assert "In exchange" in text

"""A game most of whose values are ours says so on box, rules and START-HERE; each condition is turned round once."""

from __future__ import annotations

import shutil

import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing import tuck_box
from scenario_forge.printing.booklet.booklet import about_edition, title_page
from scenario_forge.printing.booklet.chapters import Bars
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.reconstruction import reconstructed_parts, reconstruction_note
from scenario_forge.printing.start_here import contents
from tests.printing.conftest import ROOT, SKIRMISH

OURS = ("map", "counters", "time-track")
"""Parts of the small game that are ours in most tests."""


@pytest.fixture
def based(tmp_path):
    """The small game with files of another basis, and lines that replace others."""

    def load(bases, *edits):
        folder = tmp_path / "skirmish"
        shutil.copytree(SKIRMISH, folder, dirs_exist_ok=True)
        for name, basis in bases.items():
            path = folder / f"{name}.yaml"
            path.write_text(path.read_text("utf-8").replace("basis: printed", f"basis: {basis}"), "utf-8")
        for name, old, new in edits:
            path = folder / name
            text = path.read_text("utf-8")
            assert old in text
            path.write_text(text.replace(old, new), "utf-8")
        return load_game(folder, "none")

    return load


@pytest.mark.parametrize(
    ("name", "parts"),
    [("desert-rats", ("map", "counters", "time-track")), ("knights-of-the-desert", ()), ("massawa", ())],
)
@pytest.mark.parametrize("errata", ["none", "all"])
def test_which_of_our_games_is_a_reconstruction(name, parts, errata):
    assert reconstructed_parts(load_game(ROOT / "content" / name, errata)) == parts


def test_more_than_half_makes_a_reconstruction(based):
    assert reconstructed_parts(based({"map": "fitted", "counters": "proposed"})) == ()
    assert reconstructed_parts(based(dict.fromkeys(OURS, "proposed"))) == OURS


def test_a_printed_value_is_not_ours_whatever_else_the_file_says(based):
    listed = 'basis: proposed\nprovenance:\n  - {at: ["units[*]"], basis: printed, why: read off}'
    ours = dict.fromkeys(OURS, "proposed")
    assert reconstructed_parts(based(ours, ("counters.yaml", "basis: proposed", listed))) == ()


def test_derived_values_count_for_neither_side(based):
    ours = {"map": "fitted", "counters": "proposed"}
    assert reconstructed_parts(based(ours)) == ()
    assert reconstructed_parts(based({**ours, "charts": "derived"})) == OURS[:2]


def test_sentences_of_the_rulebook_and_errata_do_not_count(based):
    game = based(dict.fromkeys(("rulebook", "options", "aids", "examples", "chronology"), "proposed"))
    assert reconstructed_parts(game) == ()


def test_a_scenario_of_our_own_adds_to_the_game_and_reconstructs_nothing(based):
    notes = "notes:\n" + "".join(f"  - note {number}\n" for number in range(600))
    own = ("scenarios/siege.yaml", "basis: printed", f"basis: proposed\n{notes}")
    assert reconstructed_parts(based({"map": "fitted", "counters": "proposed"}, own)) == ()
    lost = "basis: printed\nprovenance:\n  - {at: ['notes[*]'], basis: proposed, why: lost}\n"
    printed = ("scenarios/siege.yaml", "basis: printed", f"{lost}{notes}")
    assert reconstructed_parts(based({"map": "fitted", "counters": "proposed"}, printed)) == (*OURS[:2], "scenarios")


def test_a_game_that_nobody_published_reconstructs_nothing(based):
    game = based(dict.fromkeys(OURS, "proposed"), ("game.yaml", "players: 2", "players: 2\nown: true"))
    assert reconstructed_parts(game) == ()


def test_box_rules_and_start_here_say_so(based):
    brief = Brief(based(dict.fromkeys(OURS, "proposed")))
    note = reconstruction_note(brief)
    assert note == (
        "A reconstruction: more values of this game are ours than are in our source, above all those of the map, the "
        "counters and the time record track."
    )
    box = tuck_box.texts(brief)
    assert (box["reconstruction"], box["ours"][0]) == ("Reconstruction", note)
    assert title_page(brief)["reconstruction"] == "Reconstruction"
    assert note in _about(brief)["said"]
    assert contents(brief, [])["reconstruction"] == note


def test_box_rules_and_start_here_of_any_other_game_do_not(skirmish):
    brief = Brief(skirmish())
    assert reconstruction_note(brief) == ""
    assert tuck_box.texts(brief)["reconstruction"] == title_page(brief)["reconstruction"] == ""
    assert not any("reconstruction" in line for line in (*_about(brief)["said"], *tuck_box.texts(brief)["ours"]))
    assert contents(brief, [])["reconstruction"] == ""


def test_the_lines_of_the_rights_stand_on_box_rules_and_start_here_and_the_first_at_each_foot(skirmish):
    brief = Brief(skirmish())
    lines = brief.game.about.rights_lines
    assert len(lines) == 2
    assert tuck_box.texts(brief)["ours"][-2:] == _about(brief)["rights"][:2] == lines
    assert contents(brief, [])["rights"]["lines"] == lines
    assert brief.foot()["rights"] == title_page(brief)["rights"] == lines[0]


def test_what_holds_for_every_edition_is_said_where_the_rights_are_one_line(skirmish):
    facts = Brief(skirmish()).words("rights_facts")
    old = skirmish().about.rights_lines[1]
    assert facts in _about(Brief(skirmish(("game.yaml", f"  {old}\n", ""))))["rights"]
    assert facts not in _about(Brief(skirmish()))["rights"]


def _about(brief):
    return about_edition(brief, Bars(brief.game), proposed=False, rulings=False, lost=False)

"""Leaflets: what a magazine would print of a scenario, in four pages or fewer, on A4 and Letter."""

from __future__ import annotations

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.leaflet import obstacles, situation_of
from scenario_forge.checks.run import check
from scenario_forge.cli.main import run
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.drafts.situation import DRAFT, is_draft, paragraphs
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.leaflet import jobs, lacking, leaflet
from scenario_forge.printing.pdf import page_count
from scenario_forge.printing.profile import find_profile
from scenario_forge.printing.render import wanted_components

FILE = "scenarios/try.yaml"


def with_text(name, start, stop, change=lambda text: text):
    game = load_game(name)
    text = change(new_scenario(game, ScenarioRequest("try", start, stop)).text)
    return load_game(name, game.errata, {FILE: text})


@pytest.fixture(scope="module")
def rats():
    return with_text("desert-rats", "6/41", "12/41")


def data(game, **verdicts):
    brief = Brief(game, verdicts=verdicts)
    return leaflet(brief, plan(with_scenario(game, "try"), "try"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", ["desert-rats", "knights-of-the-desert", "massawa", "ridge"])
def test_a_leaflet_of_the_longest_scenario_has_four_pages_at_most(game, paper):
    loaded = load_game(game)
    profile = find_profile(loaded, "default")[0].on(paper)
    longest = max(scenarios(loaded).scenarios, key=lambda id_: scenarios(loaded).scenarios[id_].game_turns() or 0)
    (job,) = jobs(Brief(loaded, profile), [longest])
    assert page_count(job.make().pdf) <= 4


def test_it_says_both_set_ups_arrivals_victory_notes_sources_and_verdict(rats):
    made = data(rats)
    allied, axis = made["sides"]
    for side in (allied, axis):
        assert side["groups"]
        assert "Reinforcements" in [section["title"] for section in side["sections"]]
    titles = [section["title"] for section in made["rules"]]
    assert titles == ["Scored at the end of Sep 41", "Scored at the end of Dec 41, here only", "Ends the game at once"]
    assert made["designer"]["paragraphs"][-1].endswith("candidates of the draft.")
    assert made["winning"]["paragraphs"][0].startswith("Play ends after the Axis player turn of Dec 41.")
    assert {"Desert Rats, chronology"} <= {row["source"] for row in made["sources"]["rows"]}
    assert made["verdict"]["lines"] == []
    assert data(rats, **{"try": ["Played."]})["verdict"]["lines"] == ["Played."]


def test_each_unit_of_the_set_up_is_on_it_once(rats):
    planned = plan(rats, "try")
    for side in data(rats)["sides"]:
        told = [line["no"] for group in side["groups"] for line in group["lines"] if "no" in line]
        there = [
            each.unit.no
            for each in planned.placed
            if each.unit.side == side["name"].casefold() and each.entry and each.entry.hex is not None
        ]
        assert sorted(told) == sorted(
            no for no in there if planned.in_play(planned.forces.find(side["name"].casefold(), no))
        )


def test_notes_and_situation_of_the_author_are_printed_as_they_are():
    own = 'situation: "Tobruk holds."\nnotes: ["Why June: both attacks failed."]\n'
    made = data(with_text("desert-rats", "6/41", "12/41", lambda text: f"{text}{own}"))
    assert made["situation"] == {"title": "The situation", "paragraphs": ["Tobruk holds."], "draft": ""}
    assert made["designer"]["paragraphs"][0] == "Why June: both attacks failed."


def test_a_situation_is_drafted_from_the_chronology_and_the_set_up(rats):
    found = situation_of(rats, "try")
    assert found.new
    again = load_game("desert-rats", rats.errata, {FILE: found.text})
    text = scenarios(again).scenarios["try"].document.situation
    assert is_draft(text)
    past, start, aims = paragraphs(text)
    assert "12 April: Bardia lost." in past
    assert "Crusader" not in past  # it comes later
    assert start.startswith("At the start, June 1941, the Allied side holds ")
    assert "Play ends with December 1941" in aims
    assert not situation_of(again, "try").new
    edited = load_game("desert-rats", rats.errata, {FILE: found.text.replace(f"  {DRAFT} ", "  ")})
    assert data(edited)["situation"]["draft"] == ""
    assert data(again)["situation"]["draft"] != ""


def test_a_situation_needs_no_chronology():
    made = data(with_text("knights-of-the-desert", "9/41", "3/42"))
    assert made["situation"]["paragraphs"][0].startswith("At the start, September 1941, the Allied side")


def test_counters_beyond_the_mix_are_on_a_sheet_of_their_own(rats):
    assert lacking(Brief(rats), "try") == []
    assert [job.title for job in jobs(Brief(rats), ["try"])] == ["Leaflet: Try"]
    (marker,) = (m for m, _w in forces(rats).markers.values() if m.id == "supply-axis")
    hexes = " ".join(["V12"] * (marker.count + 2))

    def more(text):
        lines = text.splitlines(keepends=True)
        return "".join(
            f"      - {{marker: supply-axis, at: {hexes}}}\n" if "marker: supply-axis" in line else line
            for line in lines
        )

    short = with_text("desert-rats", "6/41", "12/41", more)
    assert [(group.title, len(group.pieces)) for group in lacking(Brief(short), "try")] == [(marker.name, 2)]
    found = [each for each in check(short) if each.code.id == "OOB040"]
    assert found
    assert [each.code.id for each in obstacles(short, found, "try")] == []
    assert data(short)["lacking"].startswith("The box lacks 2 counters")
    _leaflet, sheet = jobs(Brief(short), ["try"])
    assert sheet.make().facts["counters"] == 2


def test_a_unit_whose_values_the_scenario_changes_is_on_the_sheet():
    own = 'changes:\n  - {at: "counters.units[axis/15].strength", value: 5}\n'
    changed = with_text("desert-rats", "6/41", "12/41", lambda text: f"{text}{own}")
    (group,) = lacking(Brief(changed), "try")
    assert [piece.id for piece in group.pieces] == ["counter-axis-15"]


def test_no_build_prints_it_unless_it_is_named(rats):
    assert "leaflet" not in wanted_components(rats, None)
    assert wanted_components(rats, ["leaflet"]) == ["leaflet"]


def test_the_command_writes_the_situation_the_leaflet_and_the_pack(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["copy", "massawa", "mine"]) == 0
    assert run(["new", "scenario", "mine", "--start", "16/2/41", "--stop", "16/3/41", "--name", "gorge"]) == 0
    assert run(["leaflet", "mine", "gorge", "--paper", "Letter"]) == 0
    said = capsys.readouterr().out
    assert "wrote mine/scenarios/gorge.yaml: a draft of its situation, to edit" in said
    assert (tmp_path / "build/mine/massawa_gorge.forge").is_file()
    (pdf,) = (tmp_path / "build/mine").glob("massawa_leaflet_gorge_Letter_*.pdf")
    text = (tmp_path / "mine/scenarios/gorge.yaml").read_text("utf-8")
    assert run(["leaflet", "mine", "gorge", "--paper", "Letter"]) == 0
    assert (tmp_path / "mine/scenarios/gorge.yaml").read_text("utf-8") == text
    assert f"unchanged: build/mine/{pdf.name}" in capsys.readouterr().out
    assert run(["leaflet", "mine", "gorges"]) == 2
    assert "gorge" in capsys.readouterr().err

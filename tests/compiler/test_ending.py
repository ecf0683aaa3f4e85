"""Ledgers, levels and sudden victories: compiled as plain data, told, printed; games without them stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import compile_scenario, load_game
from scenario_forge.checks.run import check
from scenario_forge.compare.games import compare_games
from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.aids import AidSection
from scenario_forge.game.knowledge.lookup import hex_card
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.printing.brief import Brief, jobs_of, words_of
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.charts import chart_pages
from scenario_forge.printing.charts.pads import score_leaves
from scenario_forge.printing.charts.tables import shown_blocks
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.set_up_card import set_up_card
from tests.printing.conftest import pages

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
ENDING = """
ledger:
  - {id: akra, name: Akra, text: Marsa Akra held, points: 5, when: {hold: Marsa Akra}}
  - {id: lost, text: Every three points lost by the enemy, at: event, points: 1, losses: {of: strength, per: 3}}
  - id: far
    text: Each unit far from home
    at: end
    scenarios: [siege]
    distance:
      base: {axis: Marsa Akra, allied: Port Sefton}
      bands: [{hexes: 0-3, points: 0}, {hexes: 4 +, points: 2}]
levels:
  - id: short
    scenarios: [siege]
    title: Levels of the siege
    side: allied
    levels:
      - {id: axis, name: Axis triumph, side: axis, range: <-5}
      - {id: draw, name: Nobody wins, range: -5 to 5}
      - {id: allied, name: Allied triumph, side: allied, range: 6+}
  - id: all
    side: axis
    measure: ratio
    of: losses
    levels:
      - {id: few, name: Few losses, side: axis, range: "3:2"}
      - {id: many, name: Many losses, side: allied, range: "4:1 +"}
sudden:
  - id: sefton
    side: axis
    text: An Axis unit next to Port Sefton
    level: axis
    when: {present: {units: {side: axis}, within: [{near: {of: Port Sefton, hexes: 1}}], at_least: 2}}
"""


def victory(objectives=True):
    text = (SKIRMISH / "victory.yaml").read_text(encoding="utf-8")
    return (text if objectives else "basis: printed\n") + ENDING


@pytest.fixture(scope="module")
def game():
    return load_game(SKIRMISH, "none", {"victory.yaml": victory()})


@pytest.fixture(scope="module")
def bare():
    return load_game(SKIRMISH, "none", {"victory.yaml": victory(objectives=False)})


def test_it_is_written_without_a_finding(game):
    found = [finding for finding in check(game) if finding.code.id != "VIC033"]  # its rules score none of it
    assert found == check(load_game(SKIRMISH, "none"))


def test_a_scenario_has_its_rows_and_its_levels(game):
    siege, other = (compile_scenario(game, name).ending for name in ("siege", "compass"))
    assert [row["id"] for row in siege["ledger"]] == ["akra", "lost", "far"]
    assert [row["id"] for row in other["ledger"]] == ["akra", "lost"]
    bands = [(level["id"], level["low"], level["high"]) for level in siege["levels"]["levels"]]
    assert bands == [("axis", None, -6), ("draw", -5, 5), ("allied", 6, None)]
    ratios = [(level["low"], level["high"]) for level in other["levels"]["levels"]]
    assert ratios == [(None, "3/2"), ("3/2", None)]
    assert siege["ledger"][2]["distance"]["bands"] == [[0, 3, 0], [4, None, 2]]
    (sudden,) = siege["sudden"]
    assert (sudden["when"]["present"]["at_least"], sudden["level"]) == (2, "axis")


def test_names_are_replaced_by_what_they_stand_for(game):
    compiled = compile_scenario(game, "siege")
    grid = plan(game, "siege").map
    hexes = {"hex": grid.find("Port Sefton").hex}
    (sudden,) = compiled.ending["sudden"]
    assert sudden["when"]["present"]["within"] == [{"near": {"of": hexes, "hexes": 1}}]
    assert hexes["hex"] in compiled.scored_hexes
    sides = compiled.keys["sides"]
    bases = {"axis": {"hex": grid.find("Marsa Akra").hex}, "allied": hexes}
    assert compiled.ending["ledger"][2]["distance"]["base"] == [bases[side] for side in sides]


def test_it_is_part_of_the_hash_and_read_back_and_games_without_it_stay_as_they_were(game):
    compiled, plain = compile_scenario(game, "siege"), compile_scenario(load_game(SKIRMISH, "none"), "siege")
    assert compiled.hash != plain.hash
    assert CompiledScenario.from_json(compiled.to_json()).ending == compiled.ending
    assert plain.ending == {}
    assert "ending" not in plain.to_json()


def test_objectives_may_be_missing(bare):
    compiled = compile_scenario(bare, "siege")
    assert compiled.objectives == ()
    found = {finding.code.id for finding in check(bare) if finding.code.id.startswith(("VIC", "SCH"))}
    assert found == {"VIC033"}


def test_charts_print_ledger_distances_levels_and_sudden_victories(bare):
    data, _notes = chart_pages(Brief(bare))
    blocks = {block["title"]: block for part in data["parts"] for block in (*part["wide"], *part["narrow"])}
    levels = blocks["Levels of the siege"]
    assert levels["head"] == ["Axis triumph", "Nobody wins", "Allied triumph"]
    assert [[cell["text"] for cell in row["cells"]] for row in levels["rows"]] == [["<-5", "-5 to 5", "6+"]]
    assert levels["notes"] == ["Read by the points of the Allied side less those of the enemy."]
    assert blocks["Victory Points"]["rows"][0]["cells"][0]["text"] == "Marsa Akra held"
    assert [row["head"] for row in blocks["Each unit far from home"]["rows"]] == ["0-3", "4 +"]
    assert blocks["Sudden Victory"]["rows"][0]["cells"][0]["text"] == "An Axis unit next to Port Sefton"


def test_an_aid_that_shows_victory_shows_them_too(bare):
    section = AidSection.model_validate({"id": "end", "title": "The end", "shows": ["victory"]})
    titles = [block["title"] for block in shown_blocks(bare, section, Signs(Brief(bare)), "axis")]
    assert {"Levels of the siege", "Victory Points", "Sudden Victory"} <= set(titles)


def test_a_score_pad_has_a_column_for_each_row_scored_by_turn_or_event(bare):
    data, _notes = score_leaves(Brief(bare))
    titles = [group["title"] for group in data["record"]["groups"]]
    assert titles[:3] == ["Akra", "Every three points lost by the enemy", "Total so far"]
    assert data["stops"] == []


@pytest.mark.parametrize("component", ["charts", "score-pad", "rules"])
def test_it_is_typeset(bare, component):
    jobs = list(jobs_of(component, Brief(bare, Profile()), []))
    assert jobs
    text = " ".join(" ".join(pages(job.make().pdf)) for job in jobs)
    assert "Akra" in text


def test_cards_say_how_the_scenario_ends(game):
    planned = plan(with_scenario(game, "siege"), "siege")
    card = set_up_card(planned, "allied", words_of(game), base=game)
    sections = {section["title"]: section["rows"] for section in card["sections"] if "rows" in section}
    assert [(row["head"], row["text"], row["figure"]) for row in sections["Levels of victory"]] == [
        ("Axis", "Triumph", "<-5"),
        ("Nobody", "Nobody wins", "-5 to 5"),
        ("Allied", "Triumph", "6+"),
    ], "the side stands once, at the head of the row"
    assert [row["text"] for row in sections["Ends the game at once"]] == ["An Axis unit next to Port Sefton"]


def test_a_hex_tells_what_it_brings(bare):
    card = hex_card(bare, plan(bare, "siege").map.find("Marsa Akra").hex)
    assert "Marsa Akra held (5 points)" in [line.text for section in card.sections for line in section.lines]


def test_a_changed_level_is_told_by_its_name(game):
    changed = load_game(SKIRMISH, "none", {"victory.yaml": victory().replace("range: 6+", "range: 7+")})
    assert [f"{change.subject}: {change.what}" for change in compare_games(game, changed)] == [
        "Levels of victory, short, Allied triumph: 7+ instead of 6+"
    ]

"""A second game on the rules of the first, in YAML alone: what it is, and that nothing was written for it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.api.calls import clause_rows
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.worked.check import answers
from scenario_forge.checks.run import check
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.documents.victory import PlaytestDocument, VictoryDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed
from tests.as_printed import ours

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "content" / "massawa"


@pytest.fixture(scope="module")
def game():
    return load_game(FOLDER)


@pytest.fixture(scope="module")
def other():
    return load_game(ROOT / "content" / "desert-rats", "all")


def test_it_is_as_large_as_it_was_meant_to_be(game):
    grid = game.one("map", MapDocument)[0].grid
    assert (grid.sheets[0].columns, grid.rows) == (20, 12)
    units = game.one("counters", CountersDocument)[0].units
    assert Counter(unit.side for unit in units) == {"empire": 12, "italy": 12}
    assert sorted(unit.no for unit in units if unit.side == "italy") == list(range(1, 13))
    assert schedule(game).calendar.length == 6
    assert set(scenarios(game).scenarios) - {*ours("massawa")} == {"eritrea", "keren"}


def test_nothing_is_wrong_with_it(game):
    assert check(game) == []


def test_its_numbers_are_its_own(game, other):
    ours, theirs = rules_of(game), rules_of(other)
    for name in ("movement", "combat", "fortification", "supply", "repair"):
        assert getattr(ours, name) != getattr(theirs, name), name
    tables = [next(f.document for f in g.files.values() if f.kind.name == "charts").charts for g in (game, other)]
    for name in ("combat_results", "terrain_effects", "armour_repair"):
        assert tables[0][name].rows != tables[1][name].rows, name


def test_units_come_and_go_in_play_and_points_are_given(game):
    compiled = compile_scenario(game, "eritrea")
    kinds = Counter(compiled.changes.kind)
    assert len(kinds) == 2, "arrivals and withdrawals"
    assert sum(compiled.turns.figures) > 0
    victory = game.one("victory", VictoryDocument)[0]
    assert {row.side for row in victory.objectives} == {row.side for row in victory.decisive} == {"empire", "italy"}


def test_every_clause_that_is_carried_out_names_its_code_or_data(game):
    rows = clause_rows(game)
    assert len(rows) >= 50
    assert [row.id for row in rows if row.executable and not row.code] == []
    assert sum(bool(row.tests) for row in rows) >= 50


def test_at_least_three_worked_examples_are_answered_by_the_rules(game):
    document = game.one("examples", ExamplesDocument)[0]
    examples = document.examples
    found = {example.id: found for example, found in zip(examples, answers(game, document), strict=True)}
    answered = [
        e.id
        for e in examples
        if found[e.id] and all(found[e.id].get(k) == v for k, v in e.answer.items() if k in found[e.id])
    ]
    assert len(answered) >= 3
    assert "E-MOVE" in answered


def test_the_example_of_the_gorge_counts_the_fortification_as_the_map_has_it(game):
    example = next(e for e in game.one("examples", ExamplesDocument)[0].examples if e.id == "E-TABLE")
    keren = next(p for p in game.one("map", MapDocument)[0].places if p.name == "Keren")
    chart = next(c for c in game.one("charts", ChartsDocument)[0].charts.values() if c.states)
    escarpment, mountain = (chart.states[f"combat.modifier.{each}"] for each in ("escarpment", "mountain"))
    parts = [12, 12, -12, 2 * escarpment, mountain, -keren.value]
    assert example.sums[0].parts == parts
    assert example.sums[0].total == sum(parts) == example.given["differential"] == example.answer["differential"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scenario", ["eritrea", "keren"])
@pytest.mark.parametrize("player", ["random", "idle", "competent"])
def test_it_plays_to_its_end(game, scenario, player):
    prepared = prepare(game, scenario)
    played = play_scenario(prepared, PlayOrder(seed=3, players=dict.fromkeys(prepared.sides, player), check=True))
    assert played.ending.ended == "over", played.ending.message


def test_both_scenarios_have_a_band(game):
    targets = game.one("playtest", PlaytestDocument)[0].targets
    assert {target.scenario for target in targets} == {"eritrea", "keren"}
    assert all(0 < target.low < target.high < 1 for target in targets)


def test_no_line_of_code_knows_it(game):
    names = [place.name for place in game.one("map", MapDocument)[0].places]
    names += ["Massawa", "Eritrea", "eritrean", "italy", "empire", "Suakin"]
    wanted = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    code = [*(ROOT / "scenario_forge").rglob("*.py"), *(ROOT / "scenario_forge/systems").rglob("*.yaml")]
    found = [path.name for path in code if wanted.search(path.read_text("utf-8"))]
    assert found == []
    assert [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".yaml"] == []


@pytest.mark.clause("3.1", game="massawa")
@pytest.mark.parametrize(("foes", "offered"), [(1, True), (6, False)])
def test_a_unit_is_offered_for_a_move_only_if_it_can_enter_a_hex(game, foes, offered):
    """Enemies in all hexes around a unit leave it none."""
    prepared = prepare(game, "eritrea")
    playout = Playout(prepared.play.sequence, prepared.play.begin(), Keyed(3))
    side, units, near = playout.advance(), playout.state.units, prepared.play.rules.neighbours
    compiled = prepared.compiled
    clear = [h for h, kind in enumerate(compiled.map.terrain) if compiled.keys["terrain"][kind] == "clear"]
    spot = next(h for h in clear if set(near[6 * h : 6 * h + 6]) <= set(clear))
    own, enemies = (prepared.play.rules.fighters[n] for n in (side, 1 - side))
    for unit in enemies:
        units.place[unit] = NOWHERE
    for unit, hex_ in zip(enemies, near[6 * spot : 6 * spot + foes], strict=False):
        units.place[unit], units.strength[unit] = hex_, 4
    units.place[own[0]], units.strength[own[0]] = spot, 4
    playout.state.revisions = [revision + 1 for revision in playout.state.revisions]
    assert (own[0] in [choice.token for choice in playout.choices()]) == offered


@pytest.mark.clause("2.1", "2.3", "3.1", "6.5", game="massawa")
def test_what_happens_is_told_by_the_clauses_of_its_own_rulebook(game):
    """As what carries them out is shared, another game's numbers could stand there: its differential is 6.15."""
    prepared = prepare(game, "eritrea")
    played = play_scenario(prepared, PlayOrder(seed=3, players=dict.fromkeys(prepared.sides, "competent")))
    told = {event.name: event.clause for event in played.match.playout.events}
    assert told | {"player turn": "2.1", "enters": "3.1", "battle": "6.5"} == told
    assert {row.id for row in clause_rows(game)} >= set(told.values())
    steps = {name: step.clause for name, step in prepared.play.sequence.steps.items()}
    assert steps["operations"] == "2.3"


@pytest.mark.parametrize(
    ("rule", "clause"),
    [("unsupplied.keeping-pace", "8.2"), ("supply.captured-run-out", "8.8"), ("breakout.unsupplied", "14.1")],
)
def test_what_seldom_happens_is_told_by_its_clauses_too(game, rule, clause):
    """Else the id of the rule would stand where a clause is named."""
    assert prepare(game, "eritrea").play.rules.clauses[rule] == clause

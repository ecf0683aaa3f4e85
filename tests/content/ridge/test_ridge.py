"""A game on modules, in YAML alone: what it is, that nothing was written for it, and that it can be made another."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from scenario_forge.api.calls import clause_rows
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.checks.run import check
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.victory import PlaytestDocument, VictoryDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import Keyed
from tests.as_printed import ours
from tests.systems.position import whole_game

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "content" / "ridge"
PLAYERS = ("random", "idle", "competent")


@pytest.fixture(scope="module")
def game():
    return load_game(FOLDER)


def test_it_is_as_large_as_it_was_meant_to_be(game):
    grid = game.one("map", MapDocument)[0].grid
    assert (grid.sheets[0].columns, grid.rows) == (15, 20)
    units = game.one("counters", CountersDocument)[0].units
    assert Counter(unit.side for unit in units) == {"french": 10, "austrian": 10}
    assert schedule(game).calendar.length == 12
    assert set(scenarios(game).scenarios) - {*ours("ridge")} == {"dawn", "noon"}


def test_nothing_is_wrong_with_it(game):
    assert check(game) == []


def test_no_line_of_code_knows_it(game):
    names = [place.name for place in game.one("map", MapDocument)[0].places]
    names += [unit.name for unit in game.one("counters", CountersDocument)[0].units]
    wanted = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    code = [*(ROOT / "scenario_forge").rglob("*.py"), *(ROOT / "scenario_forge/systems").rglob("*.yaml")]
    assert [path.name for path in code if wanted.search(path.read_text("utf-8"))] == []
    assert [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".yaml"] == []


def test_every_clause_that_is_carried_out_names_its_rule_or_data(game):
    rows = clause_rows(game)
    assert len(rows) >= 35
    assert [row.id for row in rows if row.executable and not row.code] == []


def test_each_rule_of_its_modules_that_an_event_tells_is_a_clause(game):
    """Else the id of the rule would stand where a clause is named, which nobody can look up."""
    prepared = prepare(game, "noon")
    played = play_scenario(prepared, PlayOrder(seed=3, players=dict.fromkeys(prepared.sides, "competent")))
    told = {event.name: event.clause for event in played.match.playout.events}
    assert told | {"enters": "3.2", "battle": "6.7", "retreats": "8.1", "turned over": "7.2"} == told
    assert {row.id for row in clause_rows(game)} >= set(told.values())


def test_the_printed_sequence_of_play_names_clauses(game):
    lines = [(line.title, line.clause) for line in game.system.sequence(game) if line.title]
    assert lines == [("movement", "2.2"), ("assault", "2.2"), ("rally", "9.1")]


@pytest.mark.parametrize("scenario", ["dawn", "noon"])
@pytest.mark.parametrize("player", PLAYERS)
def test_it_plays_to_its_end(game, scenario, player):
    whole_game(prepare(game, scenario), (player, player), 3)


def test_rain_can_be_left_out(game):
    """Its variant: the units move at full allowance in turn 5."""
    dry = prepare(game, "dawn", ["dry-day"])
    assert set(dry.compiled.rules["track.weather"]) == {dry.compiled.keys["track.weather"].index("clear")}


def test_both_scenarios_have_a_band_and_levels(game):
    targets = game.one("playtest", PlaytestDocument)[0].targets
    assert {target.scenario for target in targets} == {"dawn", "noon"}
    assert all(0.2 <= target.low < target.high <= 0.8 for target in targets)
    levels = game.one("victory", VictoryDocument)[0].levels[0].levels
    assert Counter(level.side for level in levels) == {"french": 2, "austrian": 2, None: 1}


# -- the same day with chits and differences ------------------------------------------------------------


FORMATIONS = {
    "french": {"line": range(1, 6), "reserve": range(6, 11)},
    "austrian": {"line": range(1, 7), "reserve": range(7, 11)},
}
DIFFERENCES = ["-5,-4", "-3,-1", "0,1", "2,3", "4,6", "7,9", "10 +"]


def _with_formations(text):
    """The counters, each a unit of a formation that has a chit."""
    heads = []
    for side, halves in FORMATIONS.items():
        for name, numbers in halves.items():
            half = f"{side}-{name}"
            heads.append(f"  - {{id: {half}, name: {half}, side: {side}, headquarters: {numbers[0]}, chit: true}}\n")
            for number in numbers:
                text = re.sub(rf"(side: {side}, +no: {number},)", rf"\1 parent: {half},", text)
    return text.replace("units:\n", "formations:\n" + "".join(heads) + "\nunits:\n")


@pytest.fixture(scope="module")
def with_chits(tmp_path_factory):
    """The game with a chit for each half of an army, and a table of differences."""
    folder = tmp_path_factory.mktemp("games") / "ridge"
    shutil.copytree(FOLDER, folder)

    def rewrite(name, change):
        data = yaml.safe_load((folder / name).read_text("utf-8"))
        change(data)
        (folder / name).write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), "utf-8")

    def rules(data):
        data["activation"] = {"order": "cup"}
        data["sequence"] = {
            "turns": [
                "fill-cup",
                {"each": "cup", "do": ["movement", "assault"]},
                {"each": ["french", "austrian"], "do": ["rally"]},
            ]
        }

    def charts(data):
        chart = data["charts"]["combat_results"]
        chart["columns"] = DIFFERENCES
        chart["column_scale"] = {"notation": "ranges", "beyond": "clamp"}

    rewrite("rules.yaml", rules)
    (folder / "counters.yaml").write_text(_with_formations((FOLDER / "counters.yaml").read_text("utf-8")), "utf-8")
    rewrite("charts.yaml", charts)
    rewrite("time-track.yaml", lambda data: data.update(acts="cup"))
    return load_game(folder)


@pytest.mark.parametrize("players", [("random", "random"), ("competent", "random")])
def test_the_same_day_with_chits_and_differences_plays_to_its_end(with_chits, players):
    played = whole_game(prepare(with_chits, "noon"), players, 2)
    drawn = Counter(event.subjects[0] for event in played.match.playout.events if event.name == "drawn")
    assert len(drawn) == 4
    assert max(drawn.values()) <= 6, "a chit comes out of the cup once a turn"
    for event in played.match.playout.events:
        if event.name == "battle":
            attack, defence = event.subjects[1:3]
            assert attack > 0
            assert defence > 0


def test_with_chits_only_the_units_of_the_chit_act(with_chits):
    prepared = prepare(with_chits, "noon")
    played = play_scenario(prepared, PlayOrder(seed=2, players=dict.fromkeys(prepared.sides, "random")))
    half = {}
    formations = prepared.compiled.rules["formation"]
    for event in played.match.playout.events:
        if event.name == "drawn":
            half = formations[event.subjects[0]]
        elif event.name == "enters":
            assert formations[event.subjects[0]] == half


@pytest.mark.clause("2.1", game="ridge")
def test_a_turn_belongs_to_the_side_with_the_initiative_from_its_first_moment():
    ready = prepare(load_game(FOLDER), "dawn")
    moments = []

    def watch(state, _event):
        now = ready.play.moment(state)
        if moments[-1:] != [now]:
            moments.append(now)

    match = Match(ready.play, Keyed(1), watch)
    drive(match, [make_player("idle", ready.play, side, 1) for side in range(2)])
    first = [0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0]
    assert moments == [(turn, side) for turn, lead in enumerate(first) for side in (lead, 1 - lead)]

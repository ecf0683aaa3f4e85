"""The small game, really played many times: in processes, with players that fail, in variants."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace

import pytest
from loky import get_reusable_executor
from simulator.toys import plug_in

from scenario_forge.api.trials import playtest as api
from scenario_forge.api.trials.playtest import CannotCompareError, Variant
from scenario_forge.playtest import result
from scenario_forge.playtest.report import json_of
from scenario_forge.playtest.result import GAMES, OtherRunError
from scenario_forge.playtest.run import OtherVersionError, Sample, check_versions
from tests.json_out import fits
from tests.playtest.conftest import IDLE, RANDOM

PLUG_INS = '''
import os
from scenario_forge.simulator.players import IdlePlayer

class Deadly(IdlePlayer):
    """Takes its process with it in one game."""
    def __init__(self, play, side, seed):
        super().__init__(play, side, seed)
        self.seed = seed

    def choose(self, seat):
        if self.seed == 3:
            os._exit(9)
        return super().choose(seat)
'''


@pytest.fixture
def deadly(tmp_path, monkeypatch):
    """A player that is installed, here and in every process that is begun from here."""
    folder = tmp_path / "site"
    info = folder / "deadly_players-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "deadly_players.py").write_text(PLUG_INS)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[scenario_forge.players]\ndeadly = deadly_players:Deadly\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    get_reusable_executor(2).shutdown()  # processes of before do not know it
    yield
    get_reusable_executor(2).shutdown()
    sys.modules.pop("deadly_players", None)


def test_two_processes_give_the_bytes_that_one_gives(tried, tmp_path):
    one = tried(players=RANDOM, games=4, output=tmp_path / "one", jobs=1)
    two = tried(players=RANDOM, games=4, output=tmp_path / "two", jobs=2)
    assert json_of(two.report) == json_of(one.report)
    for name in (GAMES, "run.json"):
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


@pytest.mark.long
def test_a_process_that_dies_takes_one_game_with_it(tried, tmp_path, deadly):
    found = tried(players={**IDLE, "axis": "deadly"}, games=5, jobs=2, output=tmp_path / "run")
    assert [(game.seed, game.ended) for game in found.games[0]] == [
        (1, "over"), (2, "over"), (3, "died"), (4, "over"), (5, "over"),
    ]  # fmt: skip
    assert found.deaths >= 1
    assert found.report.base.failed == {"died": 1}
    assert found.report.versions["deadly-players"] == "1.0"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda seat: 1 / 0, "ZeroDivisionError"),
        (lambda seat: ("nonsense",), "not allowed"),
        (lambda seat: None, "which is no action"),
    ],
)
def test_a_player_that_fails_ends_its_games_and_they_are_kept(tried, tmp_path, monkeypatch, answer, said):
    plug_in(monkeypatch, answer)
    found = tried(players={"allied": "idle", "axis": "mine"}, games=2, output=tmp_path / "run")
    assert found.failed == 2
    assert found.report.base.failed == {"player": 2}
    assert said in found.report.base.failures[0].message
    record = json.loads((tmp_path / "run/failed/0-1.json").read_text())
    assert record["end"]["ended"] == "player"
    assert record["actions"]


def test_a_player_that_never_returns_is_given_so_long(tried, monkeypatch):
    def sleep(seat):
        while True:
            pass

    plug_in(monkeypatch, sleep)
    found = tried(players={"allied": "mine", "axis": "mine"}, games=1, limit=0.2)
    assert "longer than 0.2 s" in found.report.base.failures[0].message


def test_settings_are_compared_on_the_same_seeds(tried):
    found = tried(players=RANDOM, games=2, against=(Variant("same"), Variant("88s", options=("eighty-eights",))))
    same, other = found.report.comparisons
    assert (same.pairs, same.changed, same.margin.mean) == (2, 0, 0.0)
    assert other.pairs == 2
    assert found.report.variants[1].options == ["eighty-eights"]
    assert found.report.variants[0].content == found.report.base.content != found.report.variants[1].content


def test_each_player_meets_each_on_both_sides(tried):
    found = tried(games=2, matrix=("idle", "random"))
    assert [cell.name for cell in found.report.matrix] == [
        "idle : idle", "idle : random", "random : idle", "random : random",
    ]  # fmt: skip
    assert found.report.matrix[1].players == {"allied": "idle", "axis": "random"}
    assert found.report.base is None


TARGET = """\
basis: proposed
targets:
  - {scenario: compass, side: axis, low: 0.1, high: 0.3, players: {allied: idle, axis: random}, games: 40}
"""


def test_a_run_stops_when_the_target_is_known_to_be_missed(tried):
    """Idle against idle the Axis always keeps its divisions, and wins."""
    found = tried(TARGET, until=True, games=None)
    assert found.report.target.verdict == "above"
    assert found.report.base.games == found.report.target.after < 30
    assert not found.report.target.players_as_meant


def test_who_plays_is_the_targets_where_nothing_is_said(tried):
    assert tried(TARGET, players={}, games=1).report.base.players == {"allied": "idle", "axis": "random"}


def test_there_must_be_a_target_to_stop_at(tried):
    with pytest.raises(LookupError, match=r"no target for `compass`"):
        tried(until=True)


HISTORY = """\
basis: proposed
history:
  - {id: stands, text: Akra stands in January, turn: 1/41, claims: [{side: axis, when: {hold: Marsa Akra}}]}
  - id: none-destroyed
    text: Two Italian divisions are destroyed
    turn: 3/41
    claims: [{when: {destroyed: {side: axis, nationality: italian, nos: [1, 2, 3]}}, least: 2}]
  - id: one-is-there
    text: The Axis was on the map at some time
    turn: 2/41
    after: axis
    claims: [{ever: true, when: {present: {units: {side: axis}, within: [{map: true}]}}}]
  - {id: later, text: Out of this scenario, turn: 5/41, claims: [{side: allied, when: {hold: Marsa Akra}}]}
"""


def test_history_is_looked_at_on_its_date(tried):
    found = {each.id: each for each in tried(HISTORY).report.base.history}
    assert list(found) == ["stands", "none-destroyed", "one-is-there"]
    assert found["one-is-there"].games.share == 1.0
    assert found["none-destroyed"].games.share == 0.0
    assert (found["stands"].label, found["stands"].games.of) == ("Jan 41", 3)


def test_what_is_held_and_what_history_says_of_it_agree(tried):
    found = tried(HISTORY, players=RANDOM, games=6)
    for game in found.games[0]:
        january = [turn for turn in game.turns if turn.turn == 1][-1]
        assert game.history["stands"] is (january.held[game.places.index("Marsa Akra")] == 2)


def test_other_history_is_another_run(tried, tmp_path):
    tried(HISTORY, output=tmp_path / "run", games=1)
    with pytest.raises(OtherRunError, match="history"):
        tried(HISTORY.replace("least: 2", "least: 3"), output=tmp_path / "run", games=1)


def test_other_players_are_another_run(tried, tmp_path):
    tried(output=tmp_path / "run", games=1)
    with pytest.raises(OtherRunError, match=r"players\.axis was idle and is random now"):
        tried(output=tmp_path / "run", games=1, players={"allied": "idle", "axis": "random"})


def test_games_of_other_rules_are_another_run_and_that_is_said(tried, tmp_path):
    tried(output=tmp_path / "run", games=1)
    kept = tmp_path / "run" / "run.json"
    said = json.loads(kept.read_text())
    said["settings"][0]["code"] = "other"
    kept.write_text(json.dumps(said))
    with pytest.raises(OtherRunError, match="the code of the rules or players is not what it was"):
        tried(output=tmp_path / "run", games=1)


def test_a_comparison_is_another_run_than_its_base(tried, tmp_path):
    tried(output=tmp_path / "run", games=1)
    with pytest.raises(OtherRunError, match="settings were 1 and are 2 now"):
        tried(output=tmp_path / "run", games=1, against=(Variant("none", errata="none"),))


def test_settings_without_the_same_sides_cannot_be_compared(tried, monkeypatch):
    monkeypatch.setattr(api, "facts_of", _other_sides(api.facts_of))
    with pytest.raises(CannotCompareError):
        tried(games=1, against=(Variant("x"),))


def _other_sides(facts_of):
    def make(*words):
        facts = facts_of(*words)
        return replace(facts, sides=facts.sides[::-1]) if facts.name == "x" else facts

    return make


def test_a_worker_with_other_code_plays_nothing(monkeypatch):
    setting = '{"versions": {}, "system": "s", "game": "g", "scenario": "c", "content": "0"}'
    check_versions(Sample(0, "", setting, (), code=result.code_hash()))
    with pytest.raises(OtherVersionError):
        check_versions(Sample(0, "", setting, (), code="0123"))
    with pytest.raises(OtherVersionError, match="pydantic is"):
        check_versions(Sample(0, "", setting.replace('"versions": {}', '"versions": {"pydantic": "0.1"}'), ()))


def test_the_report_is_as_its_schema_says(tried):
    for order in ({"against": (Variant("same"),)}, {"matrix": ("idle",)}):
        fits(json_of(tried(TARGET, games=1, **order).report), "playtest-report")

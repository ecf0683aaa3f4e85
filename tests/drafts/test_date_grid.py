"""The grid of a track: each start drafted once, what is scored at each stop, and what is known of its scenarios."""

from __future__ import annotations

import json

import pytest

from scenario_forge import load_game
from scenario_forge.api.drafts import date_grid
from scenario_forge.api.trials import kept
from scenario_forge.api.trials.playtest import PlaytestOrder, playtest
from scenario_forge.cli.main import run
from scenario_forge.documents.kinds import misfits
from scenario_forge.drafts.dates import NotMade, ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.source.files import SWITCH
from tests.as_printed import load_as_printed


@pytest.fixture(scope="module")
def massawa():
    return load_as_printed("massawa")


@pytest.fixture(scope="module")
def grid(massawa):
    return date_grid.date_grid(massawa)


@pytest.fixture
def keeps(monkeypatch, tmp_path):
    """A cache folder of its own, in which results are kept."""
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path))
    monkeypatch.delenv(SWITCH, raising=False)
    return tmp_path


def test_it_has_every_turn_of_the_track_as_a_start_and_as_a_stop(massawa, grid):
    assert [start["date"] for start in grid["starts"]] == [stop["date"] for stop in grid["stops"]]
    assert [start["date"] for start in grid["starts"] if start["printed"]] == ["19/1/41", "2/3/41"]
    assert [stop["date"] for stop in grid["stops"] if stop["printed"]] == ["30/3/41"]
    assert list(misfits(date_grid.DATES, grid)) == []


def test_a_start_leaves_open_what_a_draft_of_that_date_leaves_open(massawa, grid):
    for start in grid["starts"]:
        drafted = new_scenario(massawa, ScenarioRequest("mine", start["date"], "30/3/41"))
        assert start["open"] == drafted.open
        assert start["guesses"] == drafted.left.units
        assert start["contradictions"] == len(drafted.doubts.against)
    assert any(start["open"] > start["guesses"] > 0 for start in grid["starts"])


def test_each_start_is_drafted_once(massawa, monkeypatch):
    drafted = []

    def counted(game, wanted, *args):
        drafted.append(wanted.start)
        return new_scenario(game, wanted, *args)

    monkeypatch.setattr(date_grid, "new_scenario", counted)
    date_grid.date_grid(massawa)
    assert drafted == ["19/1/41", "2/2/41", "16/2/41", "2/3/41", "16/3/41", "30/3/41"]


def test_a_stop_has_printed_rows_or_proposed_ones(grid):
    scored = {stop["date"]: (stop["scored"], stop["proposed"]) for stop in grid["stops"]}
    assert scored["30/3/41"][0] > 0
    assert scored["30/3/41"][1] == 0
    assert scored["2/3/41"][0] == 0
    assert scored["2/3/41"][1] > 0


def test_printed_scenarios_stand_at_their_dates(grid):
    there = {each["id"]: (each["start"], each["stop"], each["printed"]) for each in grid["scenarios"]}
    assert there == {"eritrea": (0, 5, True), "keren": (3, 5, True)}


def test_only_the_starts_and_stops_that_are_asked_for(massawa):
    part = date_grid.date_grid(massawa, "16/2/41", "16/3/41")
    assert [start["date"] for start in part["starts"]] == ["16/2/41", "2/3/41", "16/3/41"]
    assert part["scenarios"] == []


def test_a_long_track_is_cut_and_says_so(massawa, monkeypatch):
    monkeypatch.setattr(date_grid, "MOST", 2)
    part = date_grid.date_grid(massawa)
    assert [start["date"] for start in part["starts"]] == ["19/1/41", "2/2/41"]
    assert part["left_out"] == 4


def test_a_date_off_the_track_and_a_stop_before_the_start_are_refused(massawa, capsys):
    with pytest.raises(NotMade, match="not in the campaign"):
        date_grid.date_grid(massawa, "19/1/43")
    assert run(["dates", "massawa", "--start", "16/3/41", "--stop", "2/2/41"]) == 2
    said = capsys.readouterr().err
    assert "comes before the start" in said
    assert "the earliest stop is 16/3/41" in said


def test_a_verdict_is_kept_until_the_scenario_changes(massawa, keeps):
    assert kept.kept_verdict(massawa, "keren") is None
    played = playtest("massawa", PlaytestOrder("keren", games=3, jobs=1, errata=massawa.errata), massawa).report
    found = kept.kept_verdict(massawa, "keren")
    assert found.games == 3
    assert {side: share[0] for side, share in found.wins.items()} == {
        side: share.share for side, share in played.base.wins.items()
    }
    grid = date_grid.date_grid(massawa, "2/3/41")
    assert [each["verdict"] for each in grid["scenarios"]] == [found.short(massawa.side_names)]
    text = massawa.files["scenarios/keren.yaml"].source.text
    changed = load_game(
        "massawa",
        massawa.errata,
        {
            "scenarios/keren.yaml": f"{text}\noptions: []\nchanges:\n  - {{at: 'time-track.boxes[16/3/41].italy', value: ''}}\n"
        },
    )
    assert kept.kept_verdict(changed, "keren") is None


def test_a_shorter_run_replaces_no_longer_one_and_weak_players_come_last(massawa, keeps):
    def play(games, player):
        order = PlaytestOrder(
            "keren", games=games, jobs=1, errata=massawa.errata, players={"empire": player, "italy": player}
        )
        playtest("massawa", order, massawa)

    play(2, "competent")
    play(1, "competent")
    play(4, "idle")
    found = kept.kept_verdict(massawa, "keren")
    assert (found.games, set(found.players.values())) == (2, {"competent"})


def test_a_verdict_that_was_tampered_with_is_no_verdict(massawa, keeps):
    playtest("massawa", PlaytestOrder("keren", games=1, jobs=1, errata=massawa.errata), massawa)
    (file,) = (keeps / kept.KIND).iterdir()
    file.write_text(file.read_text("utf-8").replace('"games": 1', '"games": 900'), "utf-8")
    assert kept.kept_verdict(massawa, "keren") is None


def test_the_table_of_the_terminal(capsys):
    assert run(["dates", "massawa"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line[:9].strip(): line for line in lines}
    assert rows["19 Jan 41"].endswith("+ + S + + P")
    assert rows["2 Mar 41"].endswith("+ + P")
    assert rows["30 Mar 41"].endswith("          S")


def test_json_and_page(tmp_path, capsys):
    assert run(["dates", "massawa", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "massawa"
    assert run(["dates", "massawa", "--format", "html"]) == 2
    page = tmp_path / "dates.html"
    assert run(["dates", "massawa", "--format", "html", "-o", str(page)]) == 0
    text = page.read_text("utf-8")
    assert text.count('class="cell printed"') == 1 + 2
    assert "16 Feb 41" in text

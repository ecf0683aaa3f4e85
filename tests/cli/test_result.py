"""``forge result``: what is kept with a scenario, and where it is shown before what computers played."""

from __future__ import annotations

import json
import re

import pytest

KEPT = """\
# ours
basis: proposed

targets:
  - {scenario: compass, side: axis, low: 0.1, high: 0.3}  # a guess

results:
  # at the club
  - {scenario: compass, date: "2026-01-02", winner: axis, score: {allied: 3, axis: 9}}  # the first
"""
ADD = ("result", "skirmish", "compass", "--winner", "axis")


@pytest.fixture
def kept(game):
    path = game / "playtest.yaml"
    path.write_text(KEPT, "utf-8")
    return path


@pytest.fixture
def record(forge, here):
    """A game between two people, as it would be recorded."""
    forge("play", "skirmish", "-s", "compass", "--player", "random", "--record", "game.json")
    path = here / "game.json"
    text = re.sub(r'"players":\{[^}]*\}', '"players":{"allied":"Anna","axis":"Ben"}', path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    return path


def test_a_line_is_added_and_all_else_stays(forge, kept):
    said = forge(
        *ADD, "--score", "allied=2,axis=7", "--turn", "2/41", "--player", "allied=Anna", "--date", "2026-02-03"
    )
    assert (said.code, said.out) == (0, "wrote content/skirmish/playtest.yaml\n"), said.err
    text = kept.read_text("utf-8")
    assert text.startswith(KEPT)
    assert (
        '{scenario: compass, date: "2026-02-03", winner: axis, score: {allied: 2, axis: 7}, '
        "turn: 2/41, players: {allied: Anna}}" in text
    )
    assert forge("check", "skirmish").code == 0


def test_a_game_without_the_file_gets_one_that_checks(forge, game):
    (game / "playtest.yaml").unlink(missing_ok=True)
    assert forge("result", "skirmish", "siege", "--winner", "draw", "--date", "2026-02-03").code == 0
    assert "winner" not in (game / "playtest.yaml").read_text("utf-8")
    assert forge("check", "skirmish").code == 0
    assert "siege  2026-02-03: a draw" in forge("result", "skirmish").out.replace("siege 2", "siege  2")


def test_results_stand_before_the_verdict_of_computers(forge, kept, here):
    said = forge("playtest", "skirmish", "-s", "compass", "--player", "idle", "--jobs", 1, "-n", 2, "--html", "p.html")
    people, computers = said.out.index("1 game between people: axis won 1"), said.out.index("2 games; allied idle")
    assert people < said.out.index("2026-01-02  axis won") < computers
    page = (here / "p.html").read_text("utf-8")
    assert page.index("1 game between people") < page.index("Undecided") < page.index('id="wins"')
    card = forge("show", "skirmish", "compass").out
    assert "2026-01-02: Axis won, Allied 3, Axis 9" in card
    assert "playtest.yaml:9" in card
    assert "Played by people" not in forge("show", "skirmish", "siege").out


def test_the_report_has_them_latest_first_and_only_those_of_the_scenario(forge, kept):
    forge("result", "skirmish", "siege", "--winner", "allied", "--date", "2026-02-01")
    forge(*ADD, "--date", "2026-02-02")
    said = forge("playtest", "skirmish", "-s", "compass", "--player", "idle", "--jobs", 1, "-n", 1, "--format", "json")
    assert [each["date"] for each in json.loads(said.out)["people"]] == ["2026-02-02", "2026-01-02"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--winner", "green"), "--winner is one of allied, axis, draw, not `green`"),
        (("--score", "many"), "--score is whole numbers"),
        (("--score", "axis=1.5"), "--score is whole numbers"),
        (("--score", "1:2:3"), "--score is whole numbers"),
        (("--score", "axis=3,axis=4"), "--score gives axis two scores: `axis=3,axis=4`"),
        (("--score", "green=3"), "SIDE in --score is one of"),
        (("--turn", "13/41"), "no game turn `13/41`"),
        (("--turn", "8/41"), "`compass` is played from Dec 40 to Mar 41"),
        (("--date", "2026-02-30"), "--date is a day such as"),
        (("--date", "yesterday"), "--date is a day such as"),
        (("--date", "9999-01-01"), "still to come"),
        (("--player", "Anna"), "--player says who played which side"),
        (("--player", "green=Anna"), "SIDE in --player is one of"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(forge, kept, words, said):
    found = forge(*ADD, *words)
    assert found.code == 2
    assert said in found.out + found.err
    assert kept.read_text("utf-8") == KEPT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere", "--winner", "axis"), "SCENARIO is one of compass, siege, not `nowhere`"),
        (("--winner", "axis"), "name the scenario"),
        (("compass", "--score", "3:4"), "--winner says who won: allied, axis or draw"),
        (("--record", "nothing.json"), "cannot be read"),
    ],
)
def test_a_result_of_nothing_is_none(forge, kept, words, said):
    found = forge("result", "skirmish", *words)
    assert (found.code, kept.read_text("utf-8")) == (2, KEPT)
    assert said in found.err


def test_a_record_is_replayed_and_kept_with_what_it_says(forge, game, kept, record):
    said = forge("result", "skirmish", "--record", "game.json", "--date", "2026-02-03")
    assert said.code == 0, said.err
    assert (game / "records/compass-2026-02-03-1.json").read_bytes() == record.read_bytes()
    end = json.loads(record.read_text("utf-8"))["end"]
    points = dict(zip(("allied", "axis"), end["score"], strict=True))
    line = kept.read_text("utf-8").splitlines()[-1]
    assert "record: compass-2026-02-03-1.json" in line
    assert f"score: {{allied: {points['allied']}, axis: {points['axis']}}}" in line
    assert f"winner: {max(points, key=points.get)}" in line
    assert "turn: 3/41" in line
    assert "players: {allied: Anna, axis: Ben}" in line
    assert forge("check", "skirmish").code == 0


def test_a_record_counts_once(forge, game, kept, record):
    forge("result", "skirmish", "--record", "game.json", "--date", "2026-02-03")
    before = kept.read_bytes()
    said = forge("result", "skirmish", "--record", "game.json", "--date", "2026-02-04")
    assert said.code == 2
    assert "is the record of two results" in said.out + said.err
    assert kept.read_bytes() == before
    assert len(list((game / "records").iterdir())) == 1


@pytest.mark.parametrize(
    ("old", "new", "words", "said"),
    [
        ('"Anna"', '"random"', (), "random played in it"),
        ('"ended":"over"', '"ended":"stopped"', (), "was not played to its end"),
        ("", "", ("siege",), "is a game of `compass`, not of `siege`"),
        ('"scenario":"compass"', '"scenario":"siege"', (), "not of the scenario as it is now"),
        ("", "", ("--winner", "axis"), "stand in the record"),
    ],
)
def test_a_record_of_something_else_is_not_taken(forge, game, kept, record, old, new, words, said):
    record.write_text(record.read_text("utf-8").replace(old, new) if old else record.read_text("utf-8"), "utf-8")
    found = forge("result", "skirmish", *words, "--record", "game.json")
    assert (found.code, kept.read_text("utf-8")) == (2, KEPT)
    assert said in found.err
    assert not (game / "records").exists()


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ("winner: green", "REF001"),
        ("score: {green: 3}", "REF001"),
        ("score: {axis: many}", "SCH003"),
        ("turn: 13/41", "REF001"),
        ("record: ../../secret.json", "SCH"),
        ("record: none-1.json", "PLT139"),
    ],
)
def test_what_a_file_says_is_checked_at_its_place(forge, kept, cells, code):
    kept.write_text(KEPT + f'  - {{scenario: compass, date: "2026-02-03", {cells}}}\n', "utf-8")
    said = forge("check", "skirmish", "--format", "concise")
    assert said.code == 1
    assert re.search(rf"playtest\.yaml:10:\d+: error\[{code}", said.out), said.out


def test_a_record_of_another_scenario_is_found_by_a_check(forge, game, kept, record):
    forge("result", "skirmish", "--record", "game.json", "--date", "2026-02-03")
    kept.write_text(
        kept.read_text("utf-8").replace('scenario: compass, date: "2026-02-03"', 'scenario: siege, date: "2026-02-03"'),
        "utf-8",
    )
    said = forge("check", "skirmish")
    assert "is a game of `compass`, not of `siege`" in said.out


def test_a_file_changed_meanwhile_is_not_overwritten(forge, game, kept, monkeypatch):
    from scenario_forge.api.trials import results  # noqa: PLC0415 - as the command imports it

    usual = results.with_result

    def slow(loaded, cells):
        made = usual(loaded, cells)
        kept.write_text(KEPT + "# meanwhile\n", "utf-8")
        return made

    monkeypatch.setattr(results, "with_result", slow)
    said = forge(*ADD)
    assert said.code == 2
    assert kept.read_text("utf-8") == KEPT + "# meanwhile\n"

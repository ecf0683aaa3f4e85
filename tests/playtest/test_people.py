"""Games between people in reports: latest first, counted by side, and before those of computer players."""

from __future__ import annotations

from scenario_forge.editor.play.playtest import summary_data
from scenario_forge.playtest.people import people_rows, people_tally

TEXT = """\
basis: proposed
results:
  - {scenario: compass, date: "2026-01-02", winner: axis, score: {allied: 3, axis: 9}, turn: 2/41, players: {axis: Ben}}
  - {scenario: siege, date: "2026-01-03", winner: allied}
  - {scenario: compass, date: "2026-03-02", note: called off at dawn}
  - {scenario: compass, date: "2026-02-02", winner: axis}
"""


def test_the_report_has_those_of_its_scenario_latest_first(tried):
    found = tried(TEXT, games=1)
    people = found.report.people
    assert [each.date for each in people] == ["2026-03-02", "2026-02-02", "2026-01-02"]
    assert people_tally(people, found.report.sides) == "3 games between people: axis won 2, drawn 1"
    assert people_rows(people)[0] == ["2026-03-02", "draw", "", "", "", "called off at dawn"]
    assert people_rows(people)[2] == ["2026-01-02", "axis won", "allied 3, axis 9", "2/41", "axis Ben", ""]
    assert summary_data(found)["people"] == people


def test_they_change_no_game_and_no_folder_of_games(tried, tmp_path):
    """A result that is written between two parts of a run does not end it."""
    folder = tmp_path / "run"
    tried("basis: proposed\n", output=folder, games=1)
    found = tried(TEXT, output=folder, games=2)
    assert found.report.base.whole == 2
    assert found.report.people

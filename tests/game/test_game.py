"""What was worked out once stays, until something that it was worked out from changes."""

from __future__ import annotations

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.forces import forces
from scenario_forge.game.game import fact, view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.schedule import schedule

ERRATA = """basis: proposed
title: Ours
errata:
  - {id: X-001, at: "map.rows[A].main", printed: ccc, corrected: ccd, why: w, source: s, by: us, status: proposed}
"""


@pytest.fixture
def workspace(folder):
    return Workspace(folder)


def test_a_view_is_made_once_while_its_files_stay(workspace, folder):
    before = workspace.load()
    again = workspace.load(files={"time-track.yaml": (folder / "time-track.yaml").read_text() + "\n# changed\n"})
    assert hex_map(again) is hex_map(before)
    track = schedule(again)
    assert track is not schedule(workspace.load())


def test_a_view_of_a_view_is_made_anew_when_what_that_read_changes(workspace, folder):
    made = []

    @view
    def shape(game):
        grid = hex_map(game)
        made.append(game)
        return len(grid.grid) if grid else 0

    assert shape(workspace.load()) == 6
    text = (folder / "map.yaml").read_text()
    assert shape(workspace.load(files={"counters.yaml": "basis: printed\n"})) == 6
    assert len(made) == 1
    wider = text.replace("columns: 3", "columns: 4").replace("ccc", "cccc")
    assert shape(workspace.load(files={"map.yaml": wider})) == 8
    assert len(made) == 2


def test_who_reads_a_fact_is_made_anew_only_when_its_value_is_another(workspace, folder):
    made = []

    @fact
    def size(game):
        grid = hex_map(game)
        return len(grid.grid) if grid else 0

    @view
    def doubled(game):
        made.append(game)
        return 2 * size(game)

    text = (folder / "map.yaml").read_text()
    wider = text.replace("columns: 3", "columns: 4").replace("ccc", "cccc")
    assert doubled(workspace.load()) == 12
    assert doubled(workspace.load(files={"map.yaml": text + "\n# a word\n"})) == 12
    assert len(made) == 1
    assert doubled(workspace.load(files={"map.yaml": wider})) == 16
    assert doubled(workspace.load(files={"map.yaml": wider + "\n# a word\n"})) == 16
    assert doubled(workspace.load()) == 12
    assert len(made) == 3


def test_what_reads_every_file_is_made_anew_for_a_file_of_a_new_kind(workspace):
    @view
    def names(game):
        return sorted(game.files)

    assert "charts.yaml" not in names(workspace.load())
    assert "charts.yaml" in names(workspace.load(files={"charts.yaml": "basis: printed\ncharts: {}\n"}))
    assert "charts.yaml" not in names(workspace.load())


def test_what_reads_the_errata_is_made_anew_for_another_choice_of_them(workspace):
    @view
    def laid(game):
        return [patch.erratum.id for patch in game.patches]

    files = {"errata/ours.yaml": ERRATA}
    assert [laid(workspace.load(chosen, files)) for chosen in ("none", "all", "none", "X-001")] == [
        [],
        ["X-001"],
        [],
        ["X-001"],
    ]


def test_findings_are_those_of_the_text_at_hand(workspace, folder):
    text = (folder / "map.yaml").read_text()
    seen = []
    for name in ("map.yaml", "other", "map.yaml"):
        found = check(workspace.load(files={name: text.replace("main: ccc", "main: cxc", 1)} if "." in name else {}))
        seen.append([f.code.id for f in found if f.span.file == "map.yaml"])
    assert seen == [["REF001"], [], ["REF001"]]


def test_another_system_forgets_what_the_first_found(workspace, folder):
    game = (folder / "game.yaml").read_text()
    assert schedule(workspace.load()).boxes[0].entries["red"].token is not None
    other = workspace.load(files={"game.yaml": game.replace("desert-rats", "dessert-rats")})
    assert schedule(other).boxes[0].entries["red"].token is None
    assert schedule(workspace.load()).boxes[0].entries["red"].token is not None


def test_a_unit_without_a_nationality_has_the_only_one_of_its_side_until_game_yaml_changes(workspace, folder):
    about = (folder / "game.yaml").read_text()
    one = about + "nationalities:\n  - {id: british, name: British, side: red, colour: Khaki}\n"
    several = one + "  - {id: french, name: French, side: red, colour: Blue}\n"
    counters = (folder / "counters.yaml").read_text()
    counters += "units:\n  - {side: red, no: 1, name: A, size: xx, type: infantry}\n"

    def loaded(game):
        return workspace.load(files={"game.yaml": game, "counters.yaml": counters})

    def found(game):
        return {finding.code.id for finding in check(game) if finding.span.file == "counters.yaml"} & {
            "CNT014",
            "REF001",
        }

    assert forces(loaded(one)).counters["red", 1].counter.nationality == "british"
    assert found(loaded(one)) == set()
    assert found(loaded(several)) == {"CNT014"}
    assert found(loaded(several.replace("id: french", "id: red"))) == set()
    assert forces(loaded(one)).counters["red", 1].counter.nationality == "british"

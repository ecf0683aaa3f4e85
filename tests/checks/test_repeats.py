"""What is pasted and never changed is found in every list of every game; what may be alike is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.checks.repeats import CHECKS, items_twice
from scenario_forge.checks.run import check
from scenario_forge.documents.lists import lists_in
from scenario_forge.game.place import Where
from scenario_forge.game.reading.variants import with_values
from scenario_forge.game.reading.workspace import Workspace

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "content").iterdir())
SKIRMISH = ROOT / "tests" / "games" / "skirmish"


@pytest.fixture(scope="module", params=GAMES, ids=lambda path: path.name)
def game(request):
    return Workspace(request.param).load("all")


@pytest.mark.parametrize("errata", ["none", "official", "all"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_no_printed_game_repeats_itself(folder, errata):
    whole = Workspace(folder).load(errata)
    assert [finding for test in CHECKS for finding in test(whole)] == []


@pytest.mark.sampled(2)
def test_an_item_twice_is_found_in_every_kind_of_list(game):
    seen, tried = set(), 0
    for file in game.files.values():
        for listed in lists_in(file.document, file.data):
            pattern = (file.kind.name, *("*" if isinstance(step, int) else step for step in listed.path))
            if listed.repeats or not any(listed.items) or pattern in seen:
                continue
            seen.add(pattern)
            tried += 1
            twice = [*listed.items, next(item for item in listed.items if item)]
            changed = with_values(game, [(file.name, listed.path, twice)])
            if changed.files[file.name].document is None:
                continue  # a list that may not be so long
            spans = {finding.span for finding in items_twice(changed)}
            assert (Where(changed.files[file.name], listed.path) / (len(twice) - 1)).span in spans, pattern
    assert tried > 25


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("charts.yaml", ("charts", "combat_results", "rows", "1")),
        ("map.yaml", ("lines", 0, "hexes")),
        ("aids.yaml", ("sections", 0, "table", "rows", 0, "cells")),
    ],
)
def test_cells_and_ways_may_repeat(file, path):
    game = Workspace(SKIRMISH).load("all")
    items = Where(game.files[file], path).data
    assert list(items_twice(with_values(game, [(file, path, [*items, items[0]])]))) == []


@pytest.fixture(scope="module")
def skirmish():
    space = Workspace(SKIRMISH)

    def findings(name, old, new):
        text = (SKIRMISH / name).read_text("utf-8")
        assert text.count(old) == 1
        return check(space.load("all", {name: text.replace(old, new)}))

    return findings


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "says"),
    [
        (
            "game.yaml",
            "{id: axis,   name: Axis}",
            "{id: axis,   name: Allied}",
            "SCH030",
            "have the same name, `Allied`",
        ),
        ("aids.yaml", "title: Raids", "title: Repair points saved", "SCH030", "`repairs` and `raid`"),
        ("aids.yaml", "{id: ready, title: Readiness", "{id: ready, title: Fuel left", "SCH030", "`fuel` and `ready`"),
        ("game.yaml", "{id: second, name: The second", "{id: first, name: The second", "SCH029", "printing `first`"),
        (
            "aids.yaml",
            "shows: [combat_results]",
            "shows: [combat_results, combat_results]",
            "SCH028",
            "`combat_results`",
        ),
    ],
)
def test_a_pasted_row_is_one_finding_with_a_next_step(skirmish, name, old, new, code, says):
    (finding,) = skirmish(name, old, new)
    assert (finding.code.id, finding.span.file) == (code, name)
    assert says in finding.message
    assert finding.help


def test_rows_of_two_sides_may_have_one_name(skirmish):
    old = "{id: repairs, title: Repair points saved}\n  - {id: raid,    title: Raids, sides: [allied]}"
    new = "{id: repairs, title: Raids, sides: [axis]}\n  - {id: raid,    title: Raids, sides: [allied]}"
    assert skirmish("aids.yaml", old, new) == []


def test_what_follows_from_a_road_pasted_twice_is_one_finding():
    space = Workspace(ROOT / "content" / "desert-rats")
    text = (space.folder / "map.yaml").read_text("utf-8")
    start = text.index("lines:")
    row = re.compile(r"  - kind: .*?(?=\n\n|\n  - |\Z)", re.DOTALL).search(text, start)
    assert row is not None
    doubled = text[: row.end()] + "\n" + row[0] + text[row.end() :]
    assert [finding.code.id for finding in check(space.load("all", {"map.yaml": doubled}), "quick")] == ["SCH028"]

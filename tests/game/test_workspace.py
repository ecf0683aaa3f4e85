"""A workspace that has lived through many edits gives what a fresh one gives."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references

CONTENT = Path(__file__).parents[2] / "content" / "desert-rats"
SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
ERRATA = ("none", "official", "all")


@pytest.fixture
def game(tmp_path):
    return Path(shutil.copytree(CONTENT, tmp_path / "desert-rats"))


def findings(workspace, errata="all"):
    return [(str(f.code), f.severity, f.message, f.span, f.labels, f.notes) for f in check(workspace.load(errata))]


def damaged(text, chance):
    """The text with one line taken out, doubled, moved in or out, or one of its words changed."""
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    line = lines[at]
    words = line.split(" ")
    other = chance.choice(chance.choice(lines).split(" "))
    words[chance.randrange(len(words))] = other.strip("\n,}") + ("\n" if line.endswith("\n") else "")
    lines[at] = chance.choice(["", line + line, "  " + line, line.replace("1", "2", 1), " ".join(words)])
    return "".join(lines)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
def test_a_long_lived_workspace_finds_what_a_fresh_one_finds(game, seed):
    chance = random.Random(seed)
    texts = {path: path.read_text("utf-8") for path in sorted(game.rglob("*.yaml"))}
    workspace = Workspace(game)
    for _step in range(5):
        path = chance.choice(list(texts))
        what = chance.choice(["damage", "damage", "damage", "mend", "remove", "swap"])
        if what == "damage":
            path.write_text(damaged(texts[path], chance), "utf-8")
        elif what == "remove":
            path.unlink(missing_ok=True)
        elif what == "swap":
            other = chance.choice([p for p in texts if p.parent == path.parent])
            path.write_text(texts[other], "utf-8")
            other.write_text(texts[path], "utf-8")
        else:
            for each, text in texts.items():
                each.write_text(text, "utf-8")
        errata = chance.choice(ERRATA)
        assert findings(workspace, errata) == findings(Workspace(game), errata)


def test_a_stranger_in_the_folder_is_told_while_it_is_there():
    workspace = Workspace(SKIRMISH)
    told = [
        {finding.code.id for finding in check(workspace.load("all", files))}
        for files in ({}, {"foo.yaml": "a: 1\n"}, {})
    ]
    assert ["FIL005" in codes for codes in told] == [False, True, False]


def test_a_renamed_file_is_named_anew(game):
    workspace = Workspace(game)
    old, new = game / "scenarios" / "crusader.yaml", game / "scenarios" / "crusades.yaml"
    old.write_text(old.read_text("utf-8").replace("start: nov41", "start: nov14"), "utf-8")
    assert {f[3].file for f in findings(workspace) if "nov14" in f[2]} == {"scenarios/crusader.yaml"}
    old.rename(new)
    assert {f[3].file for f in findings(workspace) if "nov14" in f[2]} == {"scenarios/crusades.yaml"}
    assert findings(workspace) == findings(Workspace(game))


def test_what_an_erratum_corrects_is_known_though_the_outcome_is_the_same(game):
    workspace = Workspace(game)
    unit = workspace.load("none").read["counters.yaml"].data["units"][0]
    whole = f'at: "counters.units[axis/1]", printed: {unit!r}, corrected: {unit | {"strength": 9}!r}'
    part = f'at: "counters.units[axis/1].strength", printed: {unit["strength"]}, corrected: 9'
    for text, path in ((part, ("units", 0, "strength")), (whole, ("units", 0)), (part, ("units", 0, "strength"))):
        ours = f"basis: proposed\ntitle: Ours\nerrata: [{{id: X-001, {text}, why: w, source: s, by: us, status: proposed}}]"
        file = workspace.load("X-001", {"errata/ours.yaml": ours}).read["counters.yaml"]
        assert file.data["units"][0]["strength"] == 9
        assert set(file.patched) == {path}


def test_places_on_paper_have_the_printed_names_of_sides(game):
    """Also after a side was renamed, in files that stayed as they were."""
    workspace = Workspace(game)

    def names():
        files = workspace.load().read

        def of(name, key):
            rows = files[name].data[key]
            return files[name].paper((key, next(n for n, row in enumerate(rows) if row["side"] == "allied")))

        track = files["time-track.yaml"].paper(("boxes", 0, "allied"))
        return [files["orders-of-battle/allied.yaml"].paper(()), of("counters.yaml", "units"), track,
                of("victory.yaml", "objectives"), of("victory.yaml", "decisive")]  # fmt: skip

    before = names()
    assert ["Allied" in name for name in before] == [True] * 5
    file = game / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert "name: Allied}" in text
    file.write_text(text.replace("name: Allied}", "name: Commonwealth}"), encoding="utf-8")
    assert names() == [name.replace("Allied", "Commonwealth") for name in before]


def test_a_slip_in_game_yaml_does_not_cost_what_was_worked_out_before(game):
    workspace, about = Workspace(game), game / "game.yaml"
    text = about.read_text("utf-8")
    before = hex_map(workspace.load())
    about.write_text(text.replace("system:", "\tsystem:"), "utf-8")
    assert workspace.load().system is None
    about.write_text(text, "utf-8")
    assert hex_map(workspace.load()) is before


def test_a_text_that_comes_back_is_the_file_that_results_speak_of():
    workspace, name = Workspace(SKIRMISH), "orders-of-battle/axis.yaml"
    before = workspace.load("none")
    known = references(before)
    workspace.load("none", {name: before.read[name].source.text + "# more\n"})
    after = workspace.load("none")
    assert references(after) is known
    assert all(use.where.file is after.read[use.where.file.name] for use in known.uses)

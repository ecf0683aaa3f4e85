"""``forge new game``: a small whole game on the rules of another, or nothing at all."""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from scenario_forge.api.files import NotBegun, new_game
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.checks.run import check
from scenario_forge.documents.kinds import KINDS
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.system import System, find_system
from scenario_forge.game.tables import tables

LINE = ("new", "game", "my-war", "--like", "skirmish")


def words_of(folder):
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.yaml")))


def test_what_it_writes_checks_and_plays_at_once(forge, here):
    said = forge(*LINE, "--title", 'My "Own" War')
    assert said.code == 0, said.err
    assert "wrote content/my-war: 16 files" in said.out
    checked = forge("check", "my-war", "--strict")
    assert (checked.code, checked.out.splitlines()[-1]) == (0, "no errors")
    assert 'My "Own" War' in checked.out
    for player in ("random", "idle", "competent"):
        played = forge("play", "my-war", "--player", f"west={player}", "--player", f"east={player}")
        assert played.code == 0, played.err
        assert "the game is over" in played.out
    assert forge("fmt", "my-war", "--check").code == 0


def test_it_prints_at_once(forge, here):
    forge(*LINE)
    said = forge("build", "my-war", "--only", "setup-card,charts", "--output", "out")
    assert said.code == 0, said.err
    made = {path.name for path in (here / "out/my-war").rglob("*.pdf")}
    assert {"00-START-HERE.pdf"} < made
    assert any("setup-card_first_west" in name for name in made)


def test_every_kind_of_document_that_a_game_needs_is_there_and_explains_itself(forge, here):
    forge(*LINE)
    game = load_game(here / "content/my-war")
    beside = {
        "options",
        "diagrams",
        "errata",
        "copies",
        "dossiers",
        "profiles",
        "sightings",
        "witnesses",
    }  # a game may have these; none needs them
    assert {file.kind.name for file in game.files.values()} == {kind.name for kind in KINDS} - beside | {"rules"}
    for file in game.files.values():
        first, *lines = file.source.text.splitlines()
        schema = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert schema, file.name
        assert (here / "content/my-war" / file.name).parent.joinpath(schema[1]).is_file(), file.name
        assert sum(line.strip().startswith("#") for line in lines) >= 2, file.name
        assert "<<" not in file.source.text, file.name
        assert file.data["basis"] == "printed", file.name  # of one's own game one is the source


@pytest.mark.parametrize("model", ["skirmish", "desert-rats"])
def test_numbers_are_the_models_and_places_units_and_dates_are_not(forge, here, model):
    forge("new", "game", "my-war", "--like", model)
    old, new = load_game(find_game(model), "all"), load_game(here / "content/my-war")
    was, now = rules_of(old), rules_of(new)
    assert now.movement.disengagement_cost == was.movement.disengagement_cost
    assert (now.stacking, now.supply.attrition, now.combat.die) == (was.stacking, was.supply.attrition, was.combat.die)
    there, here_ = (tables(game).charts["combat_results"] for game in (old, new))
    assert here_.chart.columns == there.chart.columns
    assert [[c.meaning.attacker for c in row] for row in here_.cells] == [
        [c.meaning.attacker for c in row] for row in there.cells
    ]
    assert (now.private_army, now.off_map, now.scoring.sea_transfer, now.optional.eighty_eights) == (
        None,
        {},
        None,
        None,
    )
    text = words_of(here / "content/my-war")
    named = {place.name for place in next(f.document for f in old.files.values() if f.kind.name == "map").places}
    counters = next(f.document for f in old.files.values() if f.kind.name == "counters")
    assert not [name for name in {*named, *(unit.name for unit in counters.units)} if name in text]
    assert not re.search(r"\d/4[12]\b|german|allied|axis", text)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", ["12x7", "13x8", "31x26", "12x27", "61x37", "60 × 11"])
def test_a_map_of_any_size_gives_a_game_without_a_finding(forge, here, size):
    assert forge(*LINE, "--size", size).code == 0
    game = load_game(here / "content/my-war")
    columns, rows = map(int, re.split(r"\D+", size))
    grid = next(f.document for f in game.files.values() if f.kind.name == "map").grid
    assert (grid.sheets[0].columns, grid.rows) == (columns, rows)
    assert check(game) == []


def test_without_a_shelf_of_games_it_is_put_here(forge, here, tmp_path_factory, monkeypatch):
    skirmish = (here / "content/skirmish").as_posix()
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
    assert forge("new", "game", "my-war", "--like", skirmish).code == 0
    assert forge("check", "my-war").code == 0
    assert forge("new", "game", "other", "--like", skirmish, "--folder", "games/of/mine").code == 0
    assert forge("check", "games/of/mine/other").code == 0


REFUSED = [
    (("con", "--like", "skirmish"), "treat it as a device"),
    (("nul", "--like", "skirmish"), "treat it as a device"),
    (("", "--like", "skirmish"), "a game needs a name"),
    (("x" * 200, "--like", "skirmish"), "at most 60"),
    (("Über", "--like", "skirmish"), "no name for a game"),
    (("build", "--like", "skirmish"), "other things lie in"),
    (("content", "--like", "skirmish"), "other things lie in"),
    (("war", "--like", "unread"), "as `forge check unread --errata all` tells"),
    (("war", "--like", "skirmish", "--size", "0x0"), "12 to 200 columns"),
    (("war", "--like", "skirmish", "--size", "999x999"), "12 to 200 columns"),
    (("war", "--like", "skirmish", "--size", "20*12"), "as in 20x12"),
    (("../war", "--like", "skirmish"), "no name for a game"),
    (("a/b", "--like", "skirmish"), "no name for a game"),
    (("/tmp/war", "--like", "skirmish"), "no name for a game"),
    (("My War", "--like", "skirmish"), "no name for a game"),
    (("..", "--like", "skirmish"), "no name for a game"),
    (("x" * 80, "--like", "skirmish"), "no name for a game"),
    (("skirmish", "--like", "skirmish"), "exists already"),
    (("skirmish", "--like", "skirmish", "--force"), "is not replaced by its own beginning"),
    (("desert-rats", "--like", "skirmish"), "there is a game of the name"),
    (("war", "--like", "skirmisch"), "there is no game at skirmisch"),
    (("war", "--like", "skirmish/game.yaml"), "there is no game"),
    (("war", "--like", "no-rules"), "no rule system that is installed here: chess"),
    (("war", "--like", "broken"), "no game that could be read"),
    (("war", "--like", "skirmish", "--size", "20"), "no size of a map"),
    (("war", "--like", "skirmish", "--size", "3x3"), "12 to 200 columns"),
    (("war", "--like", "skirmish", "--size", "20x105"), "7 to 104 rows"),
    (("war", "--like", "skirmish", "--title", "two\nlines"), "a title is one line"),
    (("war", "--like", "skirmish", "--folder", "file.txt"), "cannot be written"),
]


@pytest.mark.parametrize(("asked", "said"), REFUSED, ids=[" ".join(a).replace("\n", " ")[:40] for a, _ in REFUSED])
def test_what_cannot_be_begun_is_refused_and_nothing_is_written(forge, here, asked, said):
    for name, text in (
        (
            "no-rules",
            "format: 3\nbasis: printed\ngame: no-rules\ntitle: Chess\nsystem: chess\nedition: '1'\nsides: [{id: a, name: A}]\n",
        ),
        ("broken", "{"),
    ):
        (here / "content" / name).mkdir()
        (here / "content" / name / "game.yaml").write_text(text, "utf-8")
    shutil.copytree(here / "content/skirmish", here / "content/unread")
    (here / "content/unread/rules.yaml").write_text("basis: printed\n", "utf-8")
    (here / "file.txt").write_text("mine", "utf-8")
    before = {path: path.stat().st_size for path in here.rglob("*")}
    found = forge("new", "game", *asked)
    assert found.code == 2
    assert said in found.err
    assert {path: path.stat().st_size for path in here.rglob("*")} == before


def test_a_system_that_offers_no_beginning_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(type(find_system("desert-rats")), "starter", System.starter)
    with pytest.raises(NotBegun, match="offer no game to begin with"):
        new_game("war", "desert-rats", parent=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_force_replaces_a_game_and_nothing_else(forge, here):
    forge(*LINE)
    (here / "content/my-war/mine.txt").write_text("mine", "utf-8")
    said = forge(*LINE)
    assert (said.code, "exists already" in said.err) == (2, True)
    assert forge(*LINE, "--force", "--size", "12x7").code == 0
    assert not (here / "content/my-war/mine.txt").exists()
    assert sorted(p.name for p in (here / "content").iterdir()) == ["my-war", "skirmish"]
    other = here / "content" / "notes"
    other.mkdir()
    (other / "diary.txt").write_text("dear", "utf-8")
    assert forge("new", "game", "notes", "--like", "skirmish", "--force").code == 2
    assert (other / "diary.txt").read_text("utf-8") == "dear"


def test_what_a_killed_beginning_left_is_removed_and_told(forge, here):
    (here / "content/.my-war.x0_y1abc.forge-tmp/new").mkdir(parents=True)
    (here / "content/.my-wars.x0_y1abc.forge-tmp/new").mkdir(parents=True)
    said = forge(*LINE)
    assert "removed content/.my-war.x0_y1abc.forge-tmp" in said.out
    assert sorted(p.name for p in (here / "content").iterdir()) == [".my-wars.x0_y1abc.forge-tmp", "my-war", "skirmish"]


def test_a_game_that_a_killed_beginning_had_moved_away_comes_back(forge, here):
    forge(*LINE)
    before = words_of(here / "content/my-war")
    left = here / "content/.my-war.x0_y1abc.forge-tmp"
    left.mkdir()
    (here / "content/my-war").rename(left / "old")
    said = forge(*LINE)
    assert (said.code, "exists already" in said.err) == (2, True)
    assert words_of(here / "content/my-war") == before
    assert not left.exists()


def test_a_game_moved_away_while_leftovers_are_removed_is_not_lost(forge, here, monkeypatch):
    """Another process is about to replace the game, and its folder is taken for a leftover."""
    forge(*LINE)
    game, left = here / "content/my-war", here / "content/.my-war.x0_y1abc.forge-tmp"
    before = words_of(game)
    left.mkdir()
    rmtree = shutil.rmtree

    def moved_first(path, *args, **keywords):
        with contextlib.suppress(FileNotFoundError):
            game.rename(left / "old")
        rmtree(path, *args, **keywords)

    monkeypatch.setattr(shutil, "rmtree", moved_first)
    assert forge(*LINE).code == 2
    assert words_of(game) == before


@pytest.mark.parametrize("failure", [OSError(28, "no space left"), KeyboardInterrupt()], ids=["full", "interrupted"])
def test_a_failure_on_the_way_leaves_what_was_there(forge, here, monkeypatch, failure):
    forge(*LINE)
    before = words_of(here / "content")
    rename = Path.rename

    def fails(self, target):
        if self.name == "new":
            raise failure
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails)
    said = forge(*LINE, "--force", "--size", "12x7")
    assert said.code == (2 if isinstance(failure, OSError) else 130)
    assert ("no space left" in said.err) == isinstance(failure, OSError)
    assert words_of(here / "content") == before
    assert sorted(p.name for p in (here / "content").iterdir()) == ["my-war", "skirmish"]


def test_of_a_model_with_errors_comes_no_game_that_has_them(forge, here):
    charts = here / "content/skirmish/charts.yaml"
    text = charts.read_text("utf-8")
    cells = re.search(r"^ +\"2\": +(\[.*\])$", text, re.MULTILINE)[1]
    for bad in ("[]", '["a, b", 1/1, 1/1, 1/1, 1/1]'):
        charts.write_text(text.replace(cells, bad, 1), "utf-8")
        said = forge(*LINE)
        assert (said.code, "the game would have errors: charts.yaml: " in said.err) == (2, True), said
    assert [p.name for p in (here / "content").iterdir()] == ["skirmish"]


def test_of_two_begun_at_once_the_second_replaces_nothing(forge, here, monkeypatch):
    made = tempfile.TemporaryDirectory.__enter__
    other = here / "content/my-war"

    def meanwhile(self):
        other.mkdir()
        (other / "game.yaml").write_text("another's", "utf-8")
        return made(self)

    monkeypatch.setattr(tempfile.TemporaryDirectory, "__enter__", meanwhile)
    said = forge(*LINE)
    assert (said.code, "content/my-war exists already: it was made meanwhile" in said.err) == (2, True), said
    assert words_of(here / "content/my-war") == "another's"
    assert sorted(p.name for p in (here / "content").iterdir()) == ["my-war", "skirmish"]

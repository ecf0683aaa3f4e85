"""Each kept witness shows what its file says, and nothing once its erratum, its switch or its option is taken out."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from scenario_forge.api.witnesses.kept import replayed, witnesses_of
from scenario_forge.game.errata.readings import two_readings
from scenario_forge.game.reading.workspace import load_game

CONTENT = Path(__file__).parents[2] / "content"
GAMES = [path.parent.name for path in sorted(CONTENT.glob("*/witnesses.yaml"))]
KEPT = [
    (game, each["of"])
    for game in GAMES
    for each in yaml.safe_load((CONTENT / game / "witnesses.yaml").read_text())["witnesses"]
]


def again(folder, of):
    game = load_game(folder, "all")
    return replayed(folder, game, next(each for each in witnesses_of(game) if each.of == of))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "of"), KEPT)
def test_a_witness_shows_what_its_file_says(game, of):
    assert again(CONTENT / game, of).problem == ""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("game", "of"), KEPT)
def test_a_witness_fails_when_its_rule_is_taken_out(game, of, tmp_path):
    folder = tmp_path / game
    shutil.copytree(CONTENT / game, folder)
    take_out(folder, of)
    assert again(folder, of).problem


def take_out(folder, of):
    """Take errata of a number out of their lists, the switch out of a ruling, or an option out of its document."""
    for path in (*folder.glob("errata/*.yaml"), folder / "options.yaml"):
        text = path.read_text(encoding="utf-8")
        items = re.split(r"(?m)^(?=  - id: )", text)
        path.write_text("".join(each for each in items if not re.match(rf"  - id: {re.escape(of)}[a-z]?\n", each)))
    book = folder / "rulebook.yaml"
    items = re.split(r"(?m)^(?=      - id: )", book.read_text(encoding="utf-8"))
    for number, item in enumerate(items):
        if item.startswith(f"      - id: {of}\n"):
            items[number] = re.sub(r"(?m)^        switch:\n(?:          .*\n)+", "", item, count=1)
    book.write_text("".join(items), encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_each_witness_is_named_by_its_rule(game):
    loaded = load_game(CONTENT / game, "all")
    kept = {each.of: each.id for each in witnesses_of(loaded)}
    assert {each.id: each.witness for each in two_readings(loaded) if each.witness is not None} == kept

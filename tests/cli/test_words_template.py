"""``forge words``: a template with the English beside it, which checks clean and is never overwritten."""

from __future__ import annotations

import shutil
from pathlib import Path

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"


def test_a_template_is_written_once_and_says_how_much_is_done(tmp_path, forge):
    folder = Path(shutil.copytree(SKIRMISH, tmp_path / "war"))
    assert forge("words", str(folder), "--language", "de").code == 0
    path = folder / "words" / "de.yaml"
    text = path.read_text("utf-8")
    assert 'rules_title: "Rules"  # Rules' in text
    assert not check(Workspace(folder).load())
    path.write_text(text.replace('rules_title: "Rules"', 'rules_title: "Regeln"'), "utf-8")
    said = forge("words", str(folder), "--language", "de")
    assert f"1 of {len(Workspace(folder).load().english)} words are translated" in said.out
    assert "Regeln" in path.read_text("utf-8")


def test_a_gap_that_nobody_fills_in_is_found(tmp_path, forge):
    folder = Path(shutil.copytree(SKIRMISH, tmp_path / "war"))
    forge("words", str(folder), "--language", "de")
    path = folder / "words" / "de.yaml"
    text = path.read_text("utf-8")
    assert '"{count} players"' in text
    path.write_text(text.replace('"{count} players"', '"{zahl} Spieler"'), "utf-8")
    assert [finding.code.id for finding in check(Workspace(folder).load())] == ["REF006"]


def test_the_schema_of_a_new_document_is_that_of_its_game(here, forge):
    assert forge("new", "game", "war", "--like", "desert-rats").code == 0
    assert forge("words", "war", "--language", "de").code == 0
    assert forge("dossier", "war", "--date", "2/40").code == 0
    game = here / "content" / "war"
    for path in (game / "words" / "de.yaml", game / "dossiers" / "2-40.yaml"):
        schema = path.read_text("utf-8").partition("$schema=")[2].splitlines()[0]
        assert (path.parent / schema).is_file(), path

"""A font of the package that is damaged: it is named, and nothing is written."""

from __future__ import annotations

import shutil

import pytest

from scenario_forge.lettering import fonts


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """The fonts of the package, of which one is a page that says that a download failed."""
    folder = tmp_path / "fonts"
    shutil.copytree(fonts.FOLDER, folder)
    (folder / "BarlowCondensed-Bold.ttf").write_text("<!doctype html><title>404</title>")
    monkeypatch.setattr(fonts, "FOLDER", folder)
    fonts.font.cache_clear()
    fonts.coverage.cache_clear()
    yield folder / "BarlowCondensed-Bold.ttf"
    fonts.font.cache_clear()
    fonts.coverage.cache_clear()


def test_nothing_is_printed_with_a_damaged_font(forge, damaged, tmp_path):
    said = forge("build", "skirmish", "--only", "counters", "--output", str(tmp_path / "out"))
    assert said.code == 2
    assert f"{damaged} is not a font, so nothing can be printed" in said.err.replace("\n", " ")
    assert "install Scenario Forge again" in said.err
    assert "our mistake" not in said.err
    assert not (tmp_path / "out").exists()


def test_a_check_needs_no_font_for_common_letters(forge, damaged):
    assert forge("check", "skirmish").code == 0

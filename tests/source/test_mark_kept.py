"""A byte order mark that a file begins with is still there when a command has edited the file; `check --fix` alone
removes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.cli.main import run
from scenario_forge.source.read import Source

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
MARK = b"\xef\xbb\xbf"
DOSSIER = "basis: proposed\ngame: skirmish\ndate: 2/41\nfirst: allied\n"
ROW = "rows:\n  - {side: allied, no: 1, at: F4, source: x}\n"
OURS = """basis: proposed
title: Ours
errata:
  - {id: SK-007, at: "chronology.events[12/2/41].elsewhere", printed: Snow, corrected: Hail, why: a, source: b,
     by: us, status: proposed}
"""
NEW = ("--start", "2/41", "--stop", "8/41", "--name", "winter")


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40), st.booleans())
def test_what_is_read_and_written_unchanged_has_the_same_bytes(text, marked):
    data = MARK * marked + text.encode()
    source = Source.read("f.yaml", data)
    if source.written.readable:
        assert source.encoded(source.text) == data
        assert source.encoded(source.text + "# more").startswith(MARK) == data.startswith(MARK)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "skirmish"


def mark(path):
    path.write_bytes(MARK + path.read_bytes())
    return path


def test_layout(folder):
    file = folder / "scenarios/siege.yaml"
    file.write_text(file.read_text().replace("\n", "  \n", 1))
    before = mark(file).read_bytes()
    assert run(["fmt", str(folder)]) == 0
    assert file.read_bytes() != before
    assert file.read_bytes().startswith(MARK)


def test_a_dossier_and_what_is_resolved_from_it(folder):
    assert run(["new", "scenario", str(folder), *NEW]) == 0
    scenario, dossier = mark(folder / "scenarios/winter.yaml"), folder / "dossiers/2-41.yaml"
    dossier.parent.mkdir()
    dossier.write_text(DOSSIER)
    mark(dossier)
    Path("answers.yaml").write_text(DOSSIER + ROW)
    assert run(["dossier", str(folder), "--date", "2/41", "--answers", "answers.yaml"]) == 0
    assert dossier.read_bytes().startswith(MARK)
    assert b"at: F4" in dossier.read_bytes()
    assert run(["dossier", str(folder), "--date", "2/41", "--resolve", "winter", "--force"]) == 0
    assert scenario.read_bytes().startswith(MARK)
    assert b"decided: x" in scenario.read_bytes()


def test_errata_that_are_drafted(folder):
    chart, errata = folder / "orders-of-battle/allied.yaml", folder / "errata/proposed.yaml"
    chart.write_text(chart.read_text().replace("W1/41,", "W141,"))
    errata.write_text(OURS)
    mark(errata)
    assert run(["errata", "propose", str(folder)]) == 0
    assert errata.read_bytes().startswith(MARK)
    assert b"corrected: W1/41" in errata.read_bytes()


def test_to_remove_it_is_asked_for(folder):
    file = mark(folder / "scenarios/siege.yaml")
    run(["check", str(folder), "--fix"])
    assert file.read_bytes() == (SKIRMISH / "scenarios/siege.yaml").read_bytes()

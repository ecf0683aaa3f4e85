"""Which printing and which copy needs which errata, and the text of another printing."""

from __future__ import annotations

import pytest

from scenario_forge.cli.main import run
from scenario_forge.game.reading.printings import printing_matrix
from scenario_forge.game.reading.workspace import Workspace
from tests.as_printed import copy_as_printed

UNIT = "orders-of-battle/allied.units[38].nov41+"


@pytest.fixture
def copied(tmp_path):
    """Desert Rats with a copy of the first printing, of which two values were looked up."""
    folder = tmp_path / "dr"
    copy_as_printed("desert-rats", folder)
    (folder / "copies").mkdir()
    (folder / "copies" / "mine.yaml").write_text(
        "basis: printed\ntitle: Mine\nprinting: first\nanswers:\n"
        '  - {at: "orders-of-battle/allied.units[4].dec40", printed: SS32}\n'
        '  - {at: "orders-of-battle/allied.units[5].dec40", printed: QQ6}\n'
    )
    return folder


def needs(folder, id_):
    matrix = printing_matrix(Workspace(folder).load("none"))
    row = next(row for row in matrix.rows if row.erratum.id == id_)
    return dict(zip([column.name for column in matrix.columns], row.needs, strict=True))


def test_a_printing_that_took_an_erratum_in_does_not_need_it(copied):
    assert needs(copied, "DR-001") == {"first": "needed", "retyped": "has", "copy:mine": "needed"}


def test_what_a_copy_prints_counts_more_than_its_printing(copied):
    assert needs(copied, "DR-012") == {"first": "needed", "retyped": "needed", "copy:mine": "has"}
    assert needs(copied, "DR-011a")["copy:mine"] == "differs"


def test_an_erratum_that_is_never_applied_is_needed_by_none(copied):
    matrix = printing_matrix(Workspace(copied).load("none"))
    assert "DR-066" not in [row.erratum.id for row in matrix.rows]


def unit(folder, errata):
    return Workspace(folder).load(errata).read["orders-of-battle/allied.yaml"].data["units"][37]["nov41+"]


@pytest.mark.parametrize(
    ("errata", "text"),
    [("none", "R1/42"), ("copy:mine", "R1/41"), ("official,copy:mine", "R1/42"), ("DR-012,copy:mine", "R1/41")],
)
def test_a_copy_has_the_text_of_its_printing(copied, errata, text):
    assert unit(copied, errata) == text


def test_a_copy_of_the_printing_of_the_files_has_their_text(copied):
    path = copied / "copies" / "mine.yaml"
    path.write_text(path.read_text().replace("printing: first", "printing: retyped"))
    assert unit(copied, "copy:mine") == "R1/42"


def test_the_command_lists_what_each_needs(copied, capsys, monkeypatch):
    monkeypatch.chdir(copied.parent)
    assert run(["errata", "printings", "dr"]) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.split()[:1] == ["DR-001"])
    assert line.split()[1:4] == ["needed", "has", "needed"]

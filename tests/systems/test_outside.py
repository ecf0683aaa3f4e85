"""A rule system that lives outside the package joins through its entry point alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.system import find_system, system_ids

TOY = Path(__file__).parent / "toy"
GAME = Path(__file__).parents[1] / "games/toy"


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """The toy distribution, on the path with its metadata as if installed."""
    monkeypatch.syspath_prepend(str(TOY))
    yield
    sys.modules.pop("skirmish_rules", None)


def load(**files):
    return Workspace(GAME).load(files={f"{name.replace('_', '/')}.yaml": text for name, text in files.items()})


def test_it_is_found_by_its_entry_point_beside_ours():
    assert {"skirmish", "desert-rats"} <= set(system_ids())
    assert find_system("skirmish").title == "Skirmish"


def test_its_game_is_clean():
    assert check(load()) == []


def test_its_document_is_required_and_its_shape_is_checked():
    found = check(load(morale="basis: printed\ntitle: Morale Sheet\nleest: 1\n"))
    assert [(f.code.id, f.span.line) for f in found] == [("SCH002", 3)]
    assert found[0].help == "did you mean least?"


def test_its_notation_reads_cells_and_its_errors_stand_in_the_cell():
    game = load()
    assert [unit.cells["start"][0].hex for unit in forces(game).units()] == [11, 0]
    red = (GAME / "orders-of-battle/red.yaml").read_text()
    finding = next(iter(check(Workspace(GAME).load(files={"orders-of-battle/red.yaml": red.replace(">E", ">X")}))))
    assert (finding.code.id, finding.span.line, finding.span.column) == ("REF002", 7, 33)


def test_its_check_reports_with_its_own_code():
    finding = next(f for f in check(load(morale="basis: printed\ntitle: Morale Sheet\nleast: 2\n")))
    assert finding.code.id == "SKM001"
    assert finding.message == "blue starts with 1 units; the morale sheet asks for 2"
    assert finding.code in all_codes(find_system("skirmish").codes()).values()


def test_its_clause_is_bound_to_code():
    assert find_system("skirmish").rule_code() == {"1": ("skirmish_rules:too_few_to_fight",)}


def test_its_printable_makes_a_page_of_the_linked_game():
    assert find_system("skirmish").printables()["roll"](load(), "bridge").endswith("+ Second\n+ First")


def test_without_it_the_game_says_which_system_is_missing(monkeypatch):
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p != str(TOY)])
    codes = [f.code.id for f in check(Workspace(GAME).load())]
    assert "REF010" in codes


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("0403", []),
        ("0403 (2)", []),
        ("N", []),
        ("E", []),
        ("9999", ["REF001"]),
        ("R4/77", ["REF002"]),
        ("0403>E", []),  # a hex and a facing, which this grid does not have (OOB054)
    ],
)
def test_a_system_without_a_notation_leaves_no_cell_unread(monkeypatch, cell, found):
    monkeypatch.delattr(type(find_system("skirmish")), "placement")
    red, blue = ((GAME / f"orders-of-battle/{side}.yaml").read_text() for side in ("red", "blue"))
    files = {
        "orders-of-battle/red.yaml": red.replace("0101>E", f'"{cell}"'),
        "orders-of-battle/blue.yaml": blue.replace("0403>E", '"0402"'),
    }
    game = Workspace(GAME).load(files=files)
    ours = [f.code.id for f in check(game) if f.span.file == "orders-of-battle/red.yaml"]
    assert [code for code in ours if code.startswith("REF")] == found
    if not found and cell[0] == "0":
        assert forces(game).find("red", 1).cells["start"][0].token.strength == (2 if "(" in cell else None)

"""The public names: lazy, typed, and the same things the floors below have."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenario_forge
from scenario_forge.api import report_of
from scenario_forge.diagnostics import Diagnostic
from scenario_forge.game.game import Game

SKIRMISH = Path(__file__).parent / "games" / "skirmish"


def test_every_public_name_is_there():
    for name in scenario_forge.__all__:
        assert getattr(scenario_forge, name) is not None
        assert name in dir(scenario_forge)
    with pytest.raises(AttributeError, match="no attribute 'tile'"):
        _ = scenario_forge.tile


def test_public_classes_are_those_of_the_floors_below():
    assert scenario_forge.Game is Game
    assert scenario_forge.Diagnostic is Diagnostic


def test_a_clean_game_has_no_findings():
    game = scenario_forge.load_game(SKIRMISH)
    assert isinstance(game, scenario_forge.Game)
    assert scenario_forge.check(game) == []


def test_unsaved_text_is_read_instead_of_the_file():
    text = (SKIRMISH / "game.yaml").read_text(encoding="utf-8").replace("Skirmish on the Coast", "Draft", 1)
    assert scenario_forge.load_game(SKIRMISH, files={"game.yaml": text}).title == "Draft"
    assert scenario_forge.load_game(SKIRMISH).title == "Skirmish on the Coast"


def test_errata_are_chosen():
    def thaw(errata):
        game = scenario_forge.load_game(SKIRMISH, errata)
        return "Thaw and rain" in str(game.files["chronology.yaml"].data)

    assert [thaw(errata) for errata in ("none", "official", "all", "SK-001")] == [False, True, True, True]


@pytest.mark.parametrize("folder", ["no-such-game", "", "\0", "x" * 5000, "/dev/null"])
def test_a_folder_that_is_no_game_is_a_finding_not_an_exception(folder):
    findings = scenario_forge.check(scenario_forge.load_game(folder))
    assert findings
    assert findings[0].code.id.startswith("FIL")


def test_the_report_counts_values_by_basis_in_a_fixed_order():
    game = scenario_forge.load_game(SKIRMISH)
    report = report_of(game, scenario_forge.check(game))
    assert list(report.basis) == ["printed", "derived", "fitted", "proposed"]
    assert sum(report.basis.values()) == sum(sum(f.bases.count().values()) for f in game.files.values())
    assert report.files == len(game.files)
    assert report.texts("game.yaml") == game.files["game.yaml"].source.text
    assert report.texts("../game.yaml") is None


def test_a_scenario_is_compiled_by_its_name():
    game = scenario_forge.load_game(SKIRMISH)
    compiled = scenario_forge.compile_scenario(game, "siege")
    assert compiled.hash == scenario_forge.compile_scenario(game, "siege").hash
    with pytest.raises(LookupError, match="siege"):
        scenario_forge.compile_scenario(game, "sige")

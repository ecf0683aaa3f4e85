"""``forge check`` tells when an erratum brings a finding that the printed game has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import effects_of_errata, load_game
from scenario_forge.api.files import copy_game
from scenario_forge.cli.main import run

GAME = Path(__file__).parent.parent / "games" / "skirmish"
ERRATUM = """
  - id: SK-900
    at: orders-of-battle/axis.units[3].dec40
    printed: G6
    corrected: ZZ9
    why: a slip of ours
    source: nobody
    by: us
    status: proposed
"""


def test_an_erratum_that_breaks_a_set_up_is_named_and_a_game_without_is_silent(tmp_path):
    mine = copy_game(str(GAME), tmp_path / "mine")
    assert effects_of_errata(load_game(mine, "all")) == []
    (mine / "errata/ours.yaml").write_text(f"basis: proposed\ntitle: Ours\nerrata:{ERRATUM}")
    found = effects_of_errata(load_game(mine, "all"))
    assert "ERR009" in {f.code.id for f in found}
    assert {f.span.file for f in found} == {"errata/ours.yaml"}
    assert effects_of_errata(load_game(mine, "none")) == []


@pytest.mark.parametrize(
    ("errata", "word"), [("none,all", "choose one of none and all"), ("official,all", "choose one"), ("none,SK-001", "leave it out")]
)  # fmt: skip
def test_sets_of_errata_that_exclude_each_other_are_refused(errata, word, capsys):
    assert run(["check", str(GAME), "--errata", errata]) == 2
    assert word in capsys.readouterr().err


@pytest.mark.parametrize("errata", ["none", "official", "SK-001", "official,SK-001"])
def test_a_set_may_have_ids_beside_it(errata, capsys):
    assert run(["check", str(GAME), "--errata", errata]) in (0, 1)

"""Set-ups that nobody means: they are told, and whatever can be played is played to its end."""

from __future__ import annotations

import re

from scenario_forge.api.trials.proof import Trial, prove_game

from .table import SKIRMISH, WORKSPACE, of


def text(name):
    return (SKIRMISH / name).read_text(encoding="utf-8")


def proved(name, changed, **trial):
    loaded = WORKSPACE.load("none", files={name: changed})
    return prove_game(loaded, None, Trial(**{"games": 1, "players": ["random", "idle"], **trial}))


def test_ply008_a_side_without_units_is_told_and_the_other_plays_on():
    axis = "orders-of-battle/axis.yaml"
    proving = proved(axis, re.sub(r"units:\n(  - .*\n)+", "units: []\n", text(axis)))
    assert len([r for seen in proving.seen for r in seen.results]) == 4
    findings = proving.findings()
    assert not [finding for finding in findings if finding.severity.word == "error"]
    assert [finding.message for finding in of("PLY008", findings)] == [
        "`compass`: axis never has a unit in play",
        "`siege`: axis never has a unit in play",
    ]


def test_no_unit_on_either_side_is_played_to_its_end():
    files = {
        f"orders-of-battle/{side}.yaml": re.sub(
            r"units:\n(  - .*\n)+", "units: []\n", text(f"orders-of-battle/{side}.yaml")
        )
        for side in ("allied", "axis")
    }
    proving = prove_game(WORKSPACE.load("none", files=files), None, Trial(games=1, players=["random"]))
    assert not [finding for finding in proving.findings() if finding.severity.word == "error"]


def test_all_units_in_one_hex_is_told_at_the_unit_and_not_played():
    allied = "orders-of-battle/allied.yaml"
    proving = proved(allied, re.sub(r"dec40: (FF4|EE5|N)", "dec40: EE5", text(allied)))
    (finding,) = [f for f in of("PLY006", proving.findings()) if "compass" in f.message]
    assert "the stacking limit is exceeded in hex `EE5`" in finding.message
    assert finding.span.file == allied


def test_an_objective_off_the_map_is_told_with_its_cause():
    proving = proved("victory.yaml", text("victory.yaml").replace("{hold: Marsa Akra}", "{hold: Z99}"))
    findings = of("PLY005", proving.findings())
    assert len(findings) == 2
    assert "`Z99` is no hex, place or box of the map" in findings[0].notes[0]


def test_a_scenario_that_ends_before_it_begins_is_told():
    name = "scenarios/siege.yaml"
    backwards = text(name).replace("start: mar41", "start: aug41").replace("stop: aug41", "stop: mar41")
    assert of("PLY005", proved(name, backwards).findings())

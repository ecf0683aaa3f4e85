"""Each defect that playing can show, planted in the small game: found at its row, and not where it is not."""

from __future__ import annotations

import re

from scenario_forge.api import load_game
from scenario_forge.api.trials.proof import Trial, prove_game
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.diagnostics import Severity

from .table import clean, codes, found, game, line_of, of


def wall(hex_name):
    """An edit that puts impassable hexsides all around a hex."""
    compiled = compile_scenario(game(), "compass")
    names = compiled.names["hexes"]
    here = names.index(hex_name)
    around = [names[n] for n in compiled.map.neighbours[6 * here : 6 * here + 6] if n >= 0]
    sides = ", ".join(f"{hex_name}/{other}" for other in around)
    return ("map.yaml", "sides: [AA10/BB10]", f"sides: [AA10/BB10, {sides}]")


def test_the_game_as_it_is_shows_no_defect():
    assert {code for code, _ in clean()} <= {"PLY013", "PLY014"}, clean()


def test_ply010_a_unit_walled_in_can_never_move():
    findings = found(wall("EE5"), scenario="compass")
    (third, fourth) = of("PLY010", findings)
    assert third.severity is Severity.WARNING
    assert "Allied 3 (3/1 Ind) can never move in `compass`" in third.message
    assert "name: 3/1 Ind" in line_of(third)
    assert "name: 4/1 Ind" in line_of(fourth)


def test_ply011_walled_in_beyond_reach_it_is_never_in_supply_either():
    findings = found(wall("EE5"), scenario="compass", games=3)
    assert "name: 4/1 Ind" in line_of(of("PLY011", findings)[-1])
    assert not of("PLY011", found(scenario="compass", games=3))


def test_ply012_a_reinforcement_whose_places_are_all_the_enemys_never_comes():
    closed = [
        ("map.yaml", "capacity: U, sides: [allied]", "capacity: U, sides: [axis]"),
        (
            "map.yaml",
            'supply-centre], capacity: "2", value: 3',
            'supply-centre], capacity: "2", value: 3, sides: [axis]',
        ),
        ("map.yaml", 'kinds: [supply-centre], capacity: "1"', 'kinds: [supply-centre], capacity: "1", sides: [axis]'),
    ]
    findings = of("PLY012", found(*closed, scenario="compass"))
    assert [re.search(r"\((.*)\)", finding.message)[1] for finding in findings] == ["5/2 Ind", "6/2 Ind"]
    assert "R2/41" in line_of(findings[0])


def test_ply013_an_objective_off_the_land_is_never_contested():
    sea = ("victory.yaml", "    points: 6\n    when: {hold: Marsa Akra}", "    points: 6\n    when: {hold: H5}")
    (finding,) = of("PLY013", found(sea, scenario="siege", seed=8))
    assert "of allied, scored at `aug41`: it is always worth 0" in finding.message
    assert "id: aug41_allied_akra" in line_of(finding)
    assert not of("PLY013", found(scenario="siege", seed=8)), "there the fort changes hands"


def test_ply014_an_option_that_no_rule_knows_changes_nothing():
    added = ("options.yaml", "options:\n", "options:\n  - {id: night, title: Night, rule: '10', text: Nothing.}\n")
    named = {re.search("`(.*?)`", finding.message)[1] for finding in of("PLY014", found(added))}
    assert named == {"night", "long-odds"}


def test_ply014_is_silent_where_not_every_scenario_was_played():
    assert not of("PLY014", found(scenario="siege"))


def test_ply015_a_victory_won_before_the_first_move_is_told():
    won = ("victory.yaml", "    side: axis\n    after: axis\n", "    side: allied\n    after: allied\n")
    findings = found(won, scenario="compass")
    (finding,) = of("PLY015", findings)
    assert "all 4 games end in it" in finding.message
    assert line_of(finding) == "scenario: compass"


def test_ply015_points_that_nobody_can_win_or_lose_are_told():
    same = [
        ("victory.yaml", "    points: 6\n    when: {hold: Marsa Akra}", "    points: 6\n    when: {hold: H5}"),
        ("victory.yaml", "    points: 8\n    when: {hold: Marsa Akra}", "    points: 8\n    when: {hold: H6}"),
    ]
    (finding,) = of("PLY015", found(*same, scenario="siege", games=20, players=["idle"]))
    assert "in 20 games no row of the victory table ever changed its points" in finding.message
    assert not of("PLY015", found(*same, scenario="siege")), "four games prove nothing"


def test_ply067_a_side_that_loses_at_once_by_doing_nothing_is_told():
    scenarios = (("desert-rats", "cyrenaica", ["axis"]), ("desert-rats", "crusader", []))
    for name, scenario, sides in scenarios:
        proving = prove_game(load_game(name, errata="all"), [scenario], Trial(games=1, players=["competent"]))
        told = [finding.message for finding in of("PLY067", proving.findings())]
        assert told == [f"`{scenario}`: {side} loses on the first turn if neither side does anything" for side in sides]


def test_ply016_a_side_that_always_wins_is_told_with_its_interval():
    gift = (
        "victory.yaml",
        "    points: 8\n    when: {hold: Marsa Akra}",
        "    points: 90\n    when: {is_not: {hold: H5}}",
    )
    (finding,) = of("PLY016", found(gift, scenario="siege", games=20, players=["idle"]))
    assert "axis wins all 20 games of `idle` against itself" in finding.message
    assert "83.9 % to 100.0 %" in finding.notes[0]
    assert finding.severity is Severity.INFO
    assert not of("PLY016", found(gift, scenario="siege", games=4, players=["idle"])), "four games prove nothing"


def test_ply006_a_set_up_against_the_rules_is_told_at_the_unit():
    both = ("orders-of-battle/allied.yaml", "1 Arm Brig, dec40: FF4,", "1 Arm Brig, dec40: F9,")
    findings = of("PLY006", found(both, scenario="compass"))
    assert any("both sides have units in hex" in finding.message for finding in findings)
    sea = ("orders-of-battle/allied.yaml", "1 Arm Brig, dec40: FF4,", "1 Arm Brig, dec40: H9,")
    (finding,) = of("PLY006", found(sea, scenario="compass"))
    assert "is in forbidden terrain" in finding.message
    assert "name: 1 Arm Brig" in line_of(finding)


def test_ply005_a_set_up_with_more_markers_than_there_are_cannot_begin():
    more = ("orders-of-battle/allied.yaml", "dec40: GG9 FF6", "dec40: GG9 FF6 FF6 FF6 FF6")
    (finding,) = of("PLY005", found(more, scenario="compass"))
    assert "more supply markers than the counter mix has" in finding.message


def test_the_same_seed_gives_the_same_findings():
    one, other = (found(wall("EE5"), scenario="compass") for _ in range(2))
    assert one == other
    assert codes(one)

"""One slip in a file, and what else is found then: nothing that rests on what nobody can read."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game
from tests.content.games import CONTENT, DESERT, KNIGHTS, TOBRUK, errata_of, game_of


def new_findings(name, file, right, slip):
    """Code and file of what is found only with the slip."""
    text = ((CONTENT / name) / file).read_text(encoding="utf-8")
    assert right in text
    game = load_game(CONTENT / name, errata_of(name), {file: text.replace(right, slip, 1)})
    before = {(found.code.id, found.message) for found in check(game_of(name))}
    return {(found.code.id, found.span.file) for found in check(game) if (found.code.id, found.message) not in before}


@pytest.mark.parametrize(
    ("right", "slip"),
    [("drawn: cloud", "drawn: mine"), ('colour: "#E2CFA4"', 'colour: "E2CFA4"'), ("count: 2", "count: 0")],
)
def test_a_slip_in_counters_yaml_is_the_only_new_finding(right, slip):
    """Neither OOB007 for rows of equal counters, nor WGM001 for groups of units that nobody can read."""
    assert new_findings(DESERT, "counters.yaml", right, slip) == {("SCH004", "counters.yaml")}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file"),
    [
        (DESERT, "charts.yaml"),  # charts that rules.yaml names
        (KNIGHTS, "game.yaml"),  # nationalities in cells of the track, sides of the sequence, supply
        (KNIGHTS, "map.yaml"),  # where supply comes from
        (TOBRUK, "game.yaml"),
        (TOBRUK, "time-track.yaml"),  # set-ups of scenarios
        (TOBRUK, "scenarios/salient.yaml"),  # units that come in that scenario alone
        (TOBRUK, "orders-of-battle/axis.yaml"),  # a side that a scenario sets up
    ],
)
def test_an_unknown_key_is_the_only_new_finding(name, file):
    assert new_findings(name, file, "basis: ", "surplus: 1\nbasis: ") == {("SCH002", file)}


def test_a_side_that_a_scenario_sets_up_and_no_file_names_is_found_though_another_cannot_be_read():
    """The order of battle of the other side has an unknown key."""
    salient, axis = "scenarios/salient.yaml", "orders-of-battle/axis.yaml"
    texts = {name: ((CONTENT / TOBRUK) / name).read_text(encoding="utf-8") for name in (salient, axis)}
    texts[salient] = texts[salient].replace("side: axis", "side: axsi", 1)
    texts[axis] = texts[axis].replace("basis: ", "surplus: 1\nbasis: ", 1)
    found = check(load_game(CONTENT / TOBRUK, "none", texts))
    assert ("REF001", salient) in {(each.code.id, each.span.file) for each in found}

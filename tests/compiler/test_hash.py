"""The content hash covers what play depends on, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.compiled import CompiledScenario

ALLIED, AXIS = "orders-of-battle/allied.yaml", "orders-of-battle/axis.yaml"

SAME = {
    "the game's title": ("game.yaml", "title: Skirmish on the Coast", "title: A Skirmish"),
    "the edition": ("game.yaml", 'edition: "1.0"', 'edition: "2.0"'),
    "a comment": ("game.yaml", "# in the order of a game turn", "# first and second"),
    "a side's name": ("game.yaml", "name: Axis}", "name: The Axis}"),
    "a colour": ("game.yaml", "colour: Khaki", "colour: Sand"),
    "the basis": ("counters.yaml", "basis: printed", "basis: proposed"),
    "the scenario's title": ("scenarios/siege.yaml", "title: The Siege", "title: Siege"),
    "the scenario's text": ("scenarios/siege.yaml", "or does not.", "or not."),
    "a unit's name": ("counters.yaml", "no: 1, name: 1 Arm Brig", "no: 1, name: 1 Armoured"),
    "a unit's name in the chart": (ALLIED, "name: 1 Arm Brig,", "name: 1 Armd Brig,"),
    "a place's other name": ("map.yaml", "aliases: [Akra]", "aliases: [Akra, Old Akra]"),
    "the map's title": ("map.yaml", "title: The Coast", "title: Coast"),
    "the numbering of hexes": (
        "map.yaml",
        'id: east, columns: 10, numbering: "{row:AA}',
        'id: east, name: East, columns: 10, numbering: "{row:AA}',
    ),
    "an objective's words": ("victory.yaml", "text: Each division that survives", "text: Divisions alive"),
    "a stated quantity": ("victory.yaml", "\n    states: {victory.mar41.allied.akra: 5}", ""),
    "an option's words": ("options.yaml", "fights at twice its strength", "fights twice as hard"),
    "a set-up of another start": (
        ALLIED,
        "dec40: FF4,                 mar41: E8(c3)}\n  - {no: 2",
        "dec40: FF5,                 mar41: E8(c3)}\n  - {no: 2",
    ),
    "an event of the chronology": ("chronology.yaml", "basis: printed", "basis: derived"),
    "the text of a marker": ("counters.yaml", "name: Wreck,", "name: A wreck,"),
}
OTHER = {
    "a unit's hex": (ALLIED, "mar41: G6}", "mar41: G5}"),
    "a unit's start strength": (ALLIED, "mar41: D8(c4)", "mar41: D8(c5)"),
    "a fortified box": (ALLIED, "mar41: D7(f)", "mar41: D7"),
    "points already spent": (AXIS, "dec40: N,    dec40+: R2/41 m11,  mar41: Camp m11}\n  - {no: 6", "dec40: N,    dec40+: R2/41 m11,  mar41: Camp m12}\n  - {no: 6"),
    "an elimination": (AXIS, "mar41: C3}", "mar41: E}"),
    "an arrival's month": (AXIS, "mar41+: R4/41}", "mar41+: R5/41}"),
    "a withdrawal": (ALLIED, '"R4/41, W6/41"', '"R4/41"'),
    "a strength": ("counters.yaml", "type: reconnaissance,     strength: 3", "type: reconnaissance,     strength: 4"),
    "a movement allowance": ("counters.yaml", "movement: 35}", "movement: 34}"),
    "a nationality": ("counters.yaml", "200 Inf Reg, nationality: german, ", "200 Inf Reg, nationality: italian,"),
    "a size": ("counters.yaml", "nationality: british, size: II,", "nationality: british, size: X, "),
    "a count of markers": ("counters.yaml", "kind: wreck,                  count: 6", "kind: wreck,                  count: 7"),
    "a hex's terrain": ("map.yaml", "row: A, west: nnnncccccc", "row: A, west: nnncccccccc".replace("ccccccccc", "ccccccc")),
    "a hexside": ("map.yaml", "[E5/F5, E6/F5, E6/F6]", "[E5/F5, E6/F5]"),
    "which hex is the higher": ("map.yaml", "[D8/E8, D8/E9]", "[E8/D8, D8/E9]"),
    "a road": ("map.yaml", "[F2, E3, D3, C3]", "[F2, E3, D3]"),
    "a fortification's value": ("map.yaml", "value: 3", "value: 4"),
    "a capacity": ("map.yaml", 'supply-centre], capacity: "1"', 'supply-centre], capacity: "2"'),
    "what a box adjoins": ("map.yaml", "adjoins: [A1..F1]", "adjoins: [A1..E1]"),
    "an area": ("map.yaml", "GG4..GG10]", "GG5..GG10]"),
    "whether terrain can be entered": ("map.yaml", "letter: d, passable: false", "letter: d, passable: true"),
    "a figure of the track": ("time-track.yaml", "allied: R 2-2", "allied: R 3-2"),
    "a letter of the track": ("time-track.yaml", "allied: R 2-2", "allied: RW 2-2"),
    "a supply unit": (AXIS, "mar41: Camp C3}", "mar41: Camp C4}"),
    "a number of the rules": ("rules.yaml", "disengagement_cost: 3", "disengagement_cost: 4"),
    "a cost of the terrain effects chart": ("charts.yaml", "4 MP's", "5 MP's"),
    "the start": ("scenarios/siege.yaml", "start: mar41", "start: dec40"),
    "the stop": ("time-track.yaml", "Aug 41, turn: 8/41, last: axis", "Jul 41, turn: 7/41, last: axis"),
    "the side that closes": ("time-track.yaml", "turn: 8/41, last: axis", "turn: 8/41, last: allied"),
    "the side that opens": ("time-track.yaml", "turn: 3/41,  first: axis", "turn: 3/41,  first: allied"),
    "the options": ("scenarios/siege.yaml", "options: [eighty-eights]", "options: []"),
    "points of an objective": ("victory.yaml", "points: 8", "points: 9"),
    "the condition of an objective": ("victory.yaml", "points: 8\n    when: {hold: Marsa Akra}", "points: 8\n    when: {hold: Zawia}"),
}  # fmt: skip


@pytest.mark.parametrize("what", SAME)
def test_what_only_people_read_leaves_it(compiled, what):
    assert compiled("siege", SAME[what]).hash == compiled("siege").hash


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", OTHER)
def test_what_play_depends_on_changes_it(compiled, what):
    assert compiled("siege", OTHER[what]).hash != compiled("siege").hash


def test_an_erratum_on_prose_leaves_it(skirmish):
    assert compile_scenario(skirmish(errata="all"), "siege") == compile_scenario(skirmish(errata="none"), "siege")


def test_two_processes_agree_whatever_their_order_of_hashing():
    code = (
        "from scenario_forge.game.reading.workspace import load_game\n"
        "from scenario_forge.compiler.compile import compile_scenario\n"
        "made = compile_scenario(load_game('tests/games/skirmish'), 'siege')\n"
        "print(made.hash)\nprint(made.to_json())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_json_and_back_is_the_same_scenario(compiled):
    made = compiled("siege")
    back = CompiledScenario.from_json(made.to_json())
    assert back == made
    assert back.hash == made.hash
    assert back.names == made.names


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["units"]["strength"].__setitem__(0, 99),
        lambda data: data.update(format=2),
        lambda data: data.pop("map"),
        lambda data: data.update(units=[]),
        lambda data: data["units"]["hex"].__setitem__(0, "A1"),
        lambda data: data["units"]["hex"].__setitem__(0, 2**40),
        lambda data: data.pop("hash"),
        lambda data: data.update(options=None),
    ],
)
def test_json_that_was_tampered_with_is_refused(compiled, spoil):
    data = json.loads(compiled("siege").to_json())
    spoil(data)
    with pytest.raises(ValueError, match=r"hash|format|compiled scenario"):
        CompiledScenario.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '"x"', '{"format": 1}'])
def test_other_text_is_refused(text):
    with pytest.raises(ValueError):
        CompiledScenario.from_json(text)

"""Bad input of *WW2 Western Desert Rules*: each is a finding with its place and a sentence, and the game is not played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.checks.run import check
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import Severity
from scenario_forge.game.reading.workspace import Workspace

from .test_not_played import Bad

DESERT = Path(__file__).parents[2] / "content/western-desert"
COUNTERS, FORCES, MAP, TRACK = "counters.yaml", "forces.yaml", "map.yaml", "time-track.yaml"
AXIS, FUKA = "orders-of-battle/axis.yaml", "scenarios/fuka.yaml"
BOARD = 'name: "Board 3, Fuka",          columns: 9'
MOTORCYCLES = "type: infantry, range: 1, defence: 0, cover: 4, movement: 3, class: infantry"
PZ_III = 'name: "Pz III 50mm short", nationality: german, type: tank, count: 4'
MATILDA = 'name: "Matilda", nationality: allied, type: tank, count: 3'
PZ_II = "movement: 3, class: tank, turreted: true"
NINE = '  - {turn: "19", hour: "09:00", visibility: normal}\n'
BAD = {
    "a board that there is not": Bad(
        FUKA, (("[{sheet: fuka}]", "[{sheet: fuka}, {sheet: fukka}]"),), "SCN038", "sheet: fukka",
        "this board cannot be joined here: the map has no sheet `fukka`",
    ),
    "a board that lies there already": Bad(
        FUKA, (("[{sheet: fuka}]", "[{sheet: fuka}, {sheet: fuka}]"),), "SCN038", "boards:", "sheet fuka is there already"
    ),
    "boards whose hexes lie half a hex off": Bad(
        MAP, (("orientation: pointy", "orientation: flat"),), "SCN038", "boards:",
        "the hexes of sheet ualeb are half a hex off those of the boards beside it",
    ),
    "boards of other sizes": Bad(
        MAP, ((BOARD, BOARD.replace("9", "8")),), "MAP006", BOARD[:25],
        "the sheet fuka has 8 columns, but each of its 6 rows has 9 letters",
    ),
    "boards whose hexes have the same names": Bad(
        MAP, (('"3-{col', '"2-{col'),), "MAP001", BOARD[:25], "two hexes would both be called 2-A1"
    ),
    "a facing that is no side of a hex": Bad(
        AXIS, (('harmat: "1-C2>E"', 'harmat: "1-C2>N"'),), "OOB053", 'name: "Pz II"',
        "Axis 8 faces N, which is not a direction on this map",
    ),
    "a force over the limits of its lines": Bad(
        FORCES, (("{units: [Pz II], exactly: 1}", "{units: [Pz II], exactly: 2}"),), "FRC002", "count: 6",
        "the line `Tanks` has 6 units, its choices at least 7",
    ),
    "a force of too many units": Bad(
        FORCES, (("{unit: Pz II}", "{unit: Pz II, count: 2}"),), "FRC003", "example:",
        "the example of the German Panzer Armoured Force has 16 units, not 15",
    ),
    "units of a scenario that its force has not": Bad(
        FORCES, (("scenario: harmat,  side: axis,   force: german-panzer", "scenario: harmat,  side: axis,   force: italian-armoured"),),
        "FRC003", "scenario: harmat,  side: axis", "the Axis units of harmat do not fit the lines of the Italian Armoured Force",
    ),
    "more of a unit than counters are printed": Bad(
        FORCES, (("{unit: Pz II}", "{unit: Pz II, count: 2}"),), "FRC004", "{unit: Pz II,",
        "the example of the German Panzer Armoured Force takes 2 of `Pz II`, and 1 is printed",
    ),
    "more headquarters than counters are printed": Bad(
        FORCES, (("{afrika-korps: 3}", "{afrika-korps: 4}"),), "FRC004", "afrika-korps",
        "the German Panzer Armoured Force has 4 of `headquarters`, and 3 are printed",
    ),
    "a counter fewer than the example of a force takes": Bad(
        COUNTERS, ((PZ_III, PZ_III.replace("4", "3")),), "FRC004", "{unit: Pz III 50mm short, count: 4}",
        "takes 4 of `Pz III 50mm short`, and 3 are printed",
    ),
    "a counter fewer than a set-up has units": Bad(
        COUNTERS, ((MATILDA, MATILDA.replace("3", "2")),), "OOB001", '{no: 28, name: "Matilda"',
        "has no counter",
    ),
    "one defence value where personnel have two": Bad(
        COUNTERS, ((MOTORCYCLES, MOTORCYCLES.replace("cover: 4, ", "")),), "MOD001", 'name: "Motorcycles"',
        "`cover` needs a value `cover` of Motorcycles, but there is none",
    ),
    "two defence values where others have one": Bad(
        COUNTERS, ((PZ_II, f"cover: 2, {PZ_II}"),), "MOD007", 'name: "Pz I"',
        "`cover` of Pz I has no use: it is none of the units that profit from cover",
    ),
    "an hour without its visibility": Bad(
        TRACK, ((NINE, NINE.replace(", visibility: normal", "")),), "TIM006", 'hour: "09:00"',
        "Visibility has no entry in the box 19",
    ),
    "an hour that is missing": Bad(TRACK, ((NINE, ""),), "TIM002", 'turn: "20"', "the track has no box for turn 19"),
    "an hour that is there twice": Bad(
        TRACK, ((NINE, NINE + NINE.replace("normal", "haze")),), "TIM003", "visibility: haze", "turn 19 has two boxes"
    ),
    "a visibility that there is not": Bad(
        TRACK, ((NINE, NINE.replace("normal", "fog")),), "TIM021", "visibility: fog",
        "`fog` under Visibility is not a word of the column: normal, dawn, haze, dusk, night",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def desert():
    return Workspace(DESERT)


def texts(bad):
    made = (DESERT / bad.file).read_text("utf-8")
    for old, new in bad.changes:
        assert old in made
        made = made.replace(old, new, 1)
    return {bad.file: made}


@pytest.mark.parametrize("what", BAD)
def test_it_is_found_at_its_place_in_a_plain_sentence(desert, what):
    bad = BAD[what]
    game = desert.load("all", texts(bad))
    told = [finding for finding in check(game, "quick") if finding.code.id == bad.code and bad.says in finding.message]
    assert told
    lines = [game.files[finding.span.file].source.text.splitlines()[finding.span.line - 1] for finding in told]
    assert any(bad.line in line for line in lines)
    assert all(finding.severity is Severity.ERROR for finding in told)


@pytest.mark.parametrize("what", BAD)
def test_and_the_game_is_not_played(desert, what):
    """Not even a scenario that the slip does not touch."""
    with pytest.raises(CompileError, match=re.escape(BAD[what].says)):
        prepare(desert.load("all", texts(BAD[what])), "eisa")


def test_the_game_as_it_is_is_played(desert):
    assert prepare(desert.load("all"), "eisa").play.begin()

"""Slips in a game of modules: each is found at its place by one code, and the game is not played.

The game is *A Day on the Ridge*, as it is and with chits that are drawn from a cup.
"""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path

import pytest

from scenario_forge import check, load_game
from scenario_forge.checks import unused
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.game.scenarios import scenarios
from scenario_forge.wargame.board.checks import MOD008, module_findings
from scenario_forge.wargame.modules.rally import Rally

RIDGE = Path(__file__).parents[2] / "content/ridge"
RULES, CHARTS, COUNTERS, TRACK = "rules.yaml", "charts.yaml", "counters.yaml", "time-track.yaml"
OTHERS = ("game.yaml", "victory.yaml")


@cache
def printed():
    """The files of the game as plain data."""
    return {name: file.data for name, file in load_game(RIDGE, "none").files.items()}


@cache
def first():
    """The first scenario."""
    return next(iter(scenarios(load_game(RIDGE, "none")).scenarios))


def plain():
    return {name: copy.deepcopy(printed()[name]) for name in (RULES, CHARTS, COUNTERS, TRACK, *OTHERS)}


def chits():
    """The game with a formation for each side, whose chits are drawn from a cup."""
    files = plain()
    sides = dict.fromkeys(unit["side"] for unit in files[COUNTERS]["units"])
    files[COUNTERS]["formations"] = [
        {"id": f"{side}-corps", "side": side, "name": f"Corps {n}", "headquarters": 1, "chit": True}
        for n, side in enumerate(sides)
    ]
    for unit in files[COUNTERS]["units"]:
        unit["parent"] = f"{unit['side']}-corps"
    files[RULES]["activation"] = {"order": "cup", "phases": ["movement", "assault", "rally"]}
    files[RULES]["sequence"] = {"turns": ["fill-cup", {"each": "cup", "do": ["activation"]}]}
    next(column for column in files[TRACK]["columns"] if column["id"] == "initiative")["unused"] = "for players"
    return files


def made(files):
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files.items()})


def findings(game):
    """What is found while reading, by the system, and of what nobody reads; the general checks have their own tests."""
    return [*game.problems, *(found for each in (*game.system.checks(), *unused.CHECKS) for found in each(game))]


def codes(game):
    return {(found.code.id, found.message) for found in findings(game)}


def test_a_star_stands_for_all_other_classes():
    files = plain()
    costs = {"clear": 1, "woods": {"infantry": 2, "*": "no"}, "ridge": {"*": 2}, "village": 1, "road": 1, "stream": 1}
    files[RULES]["movement"]["costs"] = costs
    game = made(files)
    assert {each for each in codes(game) if each[0].startswith("MOD")} == set()
    compile_scenario(game, first())


@pytest.mark.parametrize("files", [plain, chits])
def test_nothing_is_wrong_with_the_whole_game(files):
    game = made(files())
    assert codes(game) == set()
    compile_scenario(game, first())


def without(*keys):
    def change(files):
        for key in keys:
            del files[RULES][key]

    return change


def put(value, *path, file=RULES):
    """A change: a value at a path of a file."""

    def change(files):
        at = files[file]
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def drop(*path, file=RULES):
    def change(files):
        at = files[file]
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


def results(number, value):
    """A change of the first cell of a row of the table of results."""
    return put(value, "charts", "combat_results", "rows", number, 0, file=CHARTS)


def several(*changes):
    def change(files):
        for each in changes:
            each(files)

    return change


def one_sided(files):
    """A change: counters without a second face."""
    for face in files[COUNTERS].pop("faces"):
        for unit in files[COUNTERS]["units"]:
            unit.pop(face["id"], None)


def at(region, **units):
    """A condition: a French unit is in a region."""
    return {"present": {"units": {"side": "french", **units}, "within": [region]}}


def sudden(condition):
    """A change: a victory at once."""
    return put([{"id": "farm", "side": "french", "text": "At once", "when": condition}], "sudden", file="victory.yaml")


def boxed(files):
    """A change: a map with a box beside it."""
    files["map.yaml"] = copy.deepcopy(printed()["map.yaml"]) | {"boxes": [{"id": "paris", "name": "Paris"}]}


def idle_chit(files):
    """A change: a chit of a formation that has no unit."""
    files[COUNTERS]["formations"].append({"id": "idle", "side": "french", "name": "Corps 2", "chit": True})


def third_side(files):
    files["game.yaml"]["sides"].append({"id": "saxon", "name": "Saxon"})


def supply(*french, **more):
    """A change: supply from places of the sides."""
    return put({"source": {"french": french or ["south"], "austrian": ["north"]}, **more}, "supply")


OWN = {"source": "own_headquarters"}
HALVED = {"halves": [{"value": "strength"}]}


def modified(when, key="assault", **more):
    """A change: a modifier of assault, or of fire at one."""

    def change(files):
        given = {"range": "range", "table": "combat_results"} if key == "fire" else files[RULES]["assault"]
        files[RULES][key] = {**given, "modifiers": [{"when": when, "die": 1, **more}]}

    return change


NUMBERS = {"nothing": ["0"], "few": ["3"], "seven": ["7"]}


def flown(*, sorties="few", guns=(), **missions):
    """A change: aircraft with some missions, and a phase for them, with the figures and the table that they need."""
    figures = [name for name in (sorties, *(line["least"] for line in guns)) if name in NUMBERS]

    def change(files):
        rules, charts = files[RULES], files[CHARTS]["charts"]
        if figures:
            numbers = {"title": "Numbers", "rule": "Rule 9", "columns": ["Number"], "cells": "number"}
            charts["numbers"] = numbers | {"rows": {name: NUMBERS[name] for name in figures}}
            rules["figures"] = {name: f"numbers/{name}/0" for name in figures}
        if "strike" in missions:
            strikes = copy.deepcopy(charts["combat_results"]) | {"columns": ["1", "2", "3", "4", "5", "6", "7 or more"]}
            charts["strikes"] = strikes | {
                "title": "Strikes",
                "column_scale": {"notation": "ranges", "beyond": "clamp"},
            }
        air = {"sorties": {"french": sorties}, "missions": missions, "anti_aircraft": list(guns)}
        rules["air"] = {key: value for key, value in air.items() if value != []}
        rules["sequence"]["turns"][0]["do"].insert(0, "air")

    return change


STRIKE = {"table": "strikes"}


def column_of_aircraft(cells):
    """A change: a column of the track for aircraft, with cells for the first turns."""

    def change(files):
        files[TRACK]["columns"].append({"id": "air_french", "name": "French air", "kind": "number", "optional": True})
        for box, cell in zip(files[TRACK]["boxes"], cells, strict=False):
            box["air_french"] = cell

    return change


LINKED = {"of": {"no": 3}, "at": ["village"]}
CAVALRY = {"type": "cavalry"}


def counted(effect=None, table=None, assault=None, **count):
    """A change: an assault by count, each hit with the result `hit`, or with a table of one row."""

    def change(files):
        what = {"table": "hits"} if table else {}
        each = {} if table else {"each": "hit"}
        files[RULES]["assault"] = {"count": {"hit": {"at_least": 5}, **each, **count}, **what, **(assault or {})}
        files[RULES]["effects"] = {"hit": effect or {"defender": {"flip": "one", "retreat": 1}}}
        if table:
            scale = {"notation": "number", "beyond": "clamp"}
            files[CHARTS]["charts"]["hits"] = {"title": "Hits", "column_scale": scale, "row_scale": scale, **table}

    return change


GUNS = {"type": "artillery"}


def leaders(*changes, **given):
    """A change: the guns are leaders; figures that a loss may need, and more."""

    def change(files):
        files[RULES]["leaders"] = {"of": GUNS, **given}
        files[RULES]["figures"] = {"high": "combat_results/5/heading"}
        for each in changes:
            each(files)

    return change


LINE = {"columns": ["0", "1"], "rows": {"Result": ["-", "hit"]}, "row_scale": {"notation": "text"}}
GRID = {"columns": ["0", "1"], "rows": {"0": ["-", "hit"], "1": ["-", "hit"]}}


def corps(**more):
    """A change: a formation of the French, to which the first unit belongs."""

    def change(files):
        files[COUNTERS]["formations"] = [{"id": "corps", "side": "french", "name": "Corps", **more}]
        files[COUNTERS]["units"][0]["parent"] = "corps"

    return change


COMMAND = put(["command", "movement", "assault", "rally"], "sequence", "turns", 0, "do")
LOOP = ("sequence", "turns", 0)


def restoring(**more):
    """A change: points with which the French restore units, two a turn."""
    given = {"points": {"french": "two"}, "restores": {"flipped": 1}, **more}
    return several(put({"two": "combat_results/2/heading"}, "figures"), put({"replacements": given}, "arrivals"))


def released(**what):
    """A change: cavalry is a reserve."""
    return put({"released": [{"of": CAVALRY, **what}]}, "arrivals")


SLIPS = [
    # steps and keys
    ("SEQ001", "comes with|brings", '"rally"', without("rally")),
    ("SEQ001", "that the rules do not have", '"asault"', put(["movement", "asault", "rally"], *LOOP, "do")),
    ("SEQ001", "follows from others", '"battle"', put(["movement", "assault", "battle", "rally"], *LOOP, "do")),
    ("SEQ001", "no step `asault`", '"asault"', put({"asault": "Attack"}, "titles")),
    ("MOD001", "`rally` needs the key `effects`", '"rally"', without("effects")),
    ("MOD001", "`retreat` of the defender needs the key `retreat`", '"retreat"', without("retreat")),
    ("MOD001", "needs `column`", '"initiative"', drop("activation", "column")),
    ("MOD001", "a column of sides, but the column Hour", '"hour"', put("hour", "activation", "column")),
    ("MOD001", "`fire` needs `table`", '"fire"', put({"range": "range", "opportunity": True}, "fire")),
    ("MOD007", "`shots` has no use: nobody fires", '"shots"', put(
        {"range": "range", "table": "combat_results", "shots": 2}, "fire")),
    ("MOD001", "`opportunity` needs `together", "true", put({"range": "range", "opportunity": True}, "fire")),
    ("MOD001", "needs a limit `when: by_road`", "true", put({"limited": True}, "movement", "roads")),
    ("MOD001", "needs a formation in counters.yaml", "own_headquarters", put("own_headquarters", "retreat", "towards")),
    ("MOD001", "`rally` needs a second face", '"rally"', one_sided),
    ("MOD001", "`flip` of the defender needs a second face of counters with values", '"flip"', one_sided),
    ("MOD001", "`exchange` needs the key `assault`", '"exchange"', several(
        put({"exchange": "half"}, "effects", "DE"), without("assault"))),
    ("MOD001", "`displaces` needs the key `stacking`", '"displaces"', several(
        put({"displaces": True}, "retreat"), without("stacking"))),
    ("MOD002", "never comes to its step `rally`", '"rally"', put(["movement", "assault"], *LOOP, "do")),
    ("MOD002", "never comes to its step `assault`", '"assault"', put(["movement", "rally"], *LOOP, "do")),
    ("MOD003", "no loop over the sides", '"movement"', put(["movement", "assault", "rally"], "sequence", "turns")),
    ("MOD003", "no loop over `cup`", '"activation"', put(["activation", "movement", "assault", "rally"], *LOOP, "do")),
    ("MOD001", "`fire` under `combat` needs the key `fire`", '"fire"', several(
        put(["movement", "combat", "rally"], *LOOP, "do"), put(["fire", "attack"], "combat")
    )),
    ("MOD001", "`from_high` needs the key `sight`", '"from_high"', put({"range": "range", "from_high": "far"}, "fire")),
    ("MOD001", "`rally` needs a `value`", '"rally"', put({"outside_zones": True}, "rally")),
    ("MOD001", "`mark: shaken` needs an effect that gives it", "shaken", put({"point": "far", "mark": "shaken"}, "rally")),
    ("MOD001", "`order: points` needs `points`", "points", put({"order": "points"}, "activation")),
    ("MOD001", "two sides, but game.yaml names 3", "", third_side),
    # air
    ("MOD001", "`strike` needs the key `effects`", '"strike"', several(flown(strike=STRIKE), without("effects"))),
    ("MOD001", "`support` needs the key `assault`", '"support"', several(flown(support={"shift": 1}), without("assault"))),
    ("MOD001", "`interdict` needs the key `movement`", '"interdict"', several(
        flown(interdict={"cost": 1}), without("movement"))),
    ("MOD001", "`observed` needs the key `sight`", '"observed"', flown(strike={**STRIKE, "observed": True})),
    ("MOD001", "`observed` needs the key `sight`", '"observed"', flown(interdict={"cost": 1, "observed": True})),
    ("MOD001", "`sorties` needs a column of numbers, but the column Weather", '"weather"',
     flown(strike=STRIKE, sorties="weather")),
    ("MOD001", "`air` of a kind of turn needs the key `air`", '"air"', put("none", "weather", "kinds", "rain", "air")),
    ("MOD002", "never comes to its step `air`", '"air"', several(
        flown(strike=STRIKE), put(["movement", "assault", "rally"], *LOOP, "do"))),
    ("MOD004", "no unit has `flack`", '"flack"', flown(strike=STRIKE, guns=[{"of": {"type": "flack"}, "least": "few"}])),
    ("MOD005", "columns are ratios, and a strike", '"columns"', flown(strike={"table": "combat_results"})),
    ("MOD007", "`air` has no use: it names no mission", '"missions"', flown()),
    ("MOD007", "`support` has no use: a sortie changes nothing", '"support"', flown(support={"most": 2})),
    ("MOD007", "`nothing` has no use: the figure is 0", '"nothing"', flown(strike=STRIKE, sorties="nothing")),
    ("MOD007", "`air_french` has no use: no turn of the track", '"air_french"', several(
        flown(strike=STRIKE, sorties="air_french"), column_of_aircraft("00"))),
    ("MOD007", "`attacker` has no use: aircraft strike", '"attacker"',
     flown(strike={**STRIKE, "modifiers": [{"when": {"attacker": {"type": "cavalry"}}, "die": 1}]})),
    ("MOD007", "`times` has no use: a strike has no strength", '"times"',
     flown(strike={**STRIKE, "modifiers": [{"when": {"defender_in": "woods"}, "die": 1, "times": 2}]})),
    ("MOD007", "`least` has no use: nobody throws 7 with one die", '"least"',
     flown(strike=STRIKE, guns=[{"of": {"type": "artillery"}, "least": "seven"}])),
    ("MOD007", "`shift` has no use: hits are counted", '"shift"', several(counted(), flown(support={"shift": 1, "die": 1}))),
    ("MOD005", "a throw that aircraft change by `\\+1`", '"rows"', several(
        flown(support={"die": 1}), put("nothing", "charts", "combat_results", "row_scale", "beyond", file=CHARTS))),
    ("MOD007", "this line has no use: its units are all of the only side", "{",
     flown(strike=STRIKE, guns=[{"of": {"side": "french"}, "least": "few"}])),
    ("MOD007", "this line has no use: all its units have an earlier one", "{", flown(strike=STRIKE, guns=[
        {"of": {"type": "artillery"}, "least": "few"}, {"range": "range", "least": "distance"}])),
    ("WGM001", "no .*`noon`", '"noon"', flown(strike=STRIKE, sorties="noon")),
    ("WGM001", "no .*`hour`", '"hour"', flown(strike=STRIKE, guns=[{"least": "hour"}])),
    # supply
    ("MOD001", "`source` needs a source of the Austrian side", '"source"', put({"source": {"french": ["south"]}}, "supply")),
    ("WGM001", "no side `saxon`", '"saxon"', put({"source": {"saxon": ["south"]}}, "supply")),
    ("WGM001", "no place, hex, area or edge of the map `Unterdorp`", "Unterdorp", supply("south", "Unterdorp")),
    ("MOD001", "`source` needs a hex of the map in Paris", "Paris", several(supply("Paris"), boxed)),
    ("MOD001", "`chain` needs a formation", "{", supply(chain={"range": 9})),
    ("MOD001", "`chain` needs the key `activation`", "{", several(without("activation"), supply(chain={"range": 9}))),
    ("MOD001", "`source: own_headquarters` needs the key `activation`", "own_headquarters",
     several(without("activation"), put(OWN, "supply"))),
    ("MOD007", "`range: 300` has no use", "300", supply(range=300)),
    ("MOD007", "`range: 300` has no use", "300", supply(range=9, chain={"range": 300})),
    ("MOD007", "`chain` has no use", '"chain"', put({**OWN, "chain": {}}, "supply")),
    ("WGM001", "no marker `gameturn`", "gameturn", supply(ladder=[{**HALVED, "marker": "gameturn"}])),
    ("MOD007", "an earlier state has it too", "game-turn", supply(
        ladder=[{**HALVED, "marker": "game-turn"}, {**HALVED, "fire": "none", "marker": "game-turn"}])),
    # charts
    ("MOD005", "columns are ratios, and fire", '"columns"', put({"range": "range", "table": "combat_results"}, "fire")),
    ("WGM001", "no column `Defense`", "Defense", put("terrain_effects/Defense", "assault", "ground")),
    ("WGM001", "no chart `terain`", "terain", put("terain", "movement", "costs")),
    ("MOD005", "reads one column", "terrain_effects", put("terrain_effects", "assault", "ground")),
    ("MOD005", "`many` is no cost", "many", put("many", "charts", "terrain_effects", "rows", "Woods", 0, file=CHARTS)),
    ("MOD005", "`strong` is no effect", "strong", put({"woods": "strong"}, "assault", "ground")),
    ("MOD005", "has no result in row `2`", '""', results("2", "")),
    ("MOD005", "which dice", "Combat Results", put("", "charts", "combat_results", "die", file=CHARTS)),
    ("MOD005", "no column of .* is for odds", '"columns"',
     put("nothing", "charts", "combat_results", "column_scale", "beyond", file=CHARTS)),
    ("MOD005", "neither ratios nor differences", '"columns"',
     put("text", "charts", "combat_results", "column_scale", "notation", file=CHARTS)),
    ("MOD005", "is no number or range", '"rows"',
     put("text", "charts", "combat_results", "row_scale", "notation", file=CHARTS)),
    ("MOD007", "`stream` under `alone` has no use: `costs` has no cost of it", "stream", several(
        put({"clear": 1, "woods": 2, "ridge": 2, "village": 1, "road": 1}, "movement", "costs"),
        put(["stream"], "movement", "alone"),
    )),
    ("MOD005", "say nothing of Woods", '"costs"', put({"clear": 1, "ridge": 2, "village": 1, "road": 1}, "movement", "costs")),
    ("MOD005", "a throw that ground changes by `-1`", '"rows"', several(
        put({"woods": "-1"}, "assault", "ground"),
        put("nothing", "charts", "combat_results", "row_scale", "beyond", file=CHARTS),
    )),
    ("MOD006", "gives the result `EX`", "EX", results("1", "EX")),
    ("MOD006", "no chart gives the result `EX`", '"EX"', put({"defender": {"flip": "one"}}, "effects", "EX")),
    # modifiers of an attack
    ("MOD007", "`when` has no use: it names nothing", "{", modified({})),
    ("MOD007", "`attacker` has no use: it selects all", "{", modified({"attacker": {}})),
    ("MOD007", "`combined` has no use: it selects all", "{", modified({"combined": [CAVALRY, {}]})),
    ("MOD007", "this modifier has no use: it changes nothing", "{", modified({"attacker": CAVALRY}, die=0)),
    ("MOD007", "`whose` has no use: only `times`", '"whose"', modified({"attacker": CAVALRY}, whose="defender")),
    ("MOD007", "`when` has no use: no units of one side", "{",
     modified({"attacker": {"side": "french"}, "defender": {"side": "french"}})),
    ("MOD007", "`when` has no use: no units of one side", "{",
     modified({"attacker": CAVALRY, "all_attackers": {"type": "infantry"}})),
    ("MOD007", "`when` has no use: no units of one side", "{",
     modified({"combined": [{"side": "french", "no": "1"}, {"side": "french", "no": "1"}]})),
    ("MOD007", "`from_hexes` has no use", "7", modified({"from_hexes": 7})),
    ("MOD007", "`snow` has no use", '"snow"', modified({"kind_of_turn": "snow"})),
    ("MOD007", "`fought` has no use: all have it who attack", '"fought"', modified({"attacker_mark": "fought"})),
    ("MOD007", "`across` has no use: fire", '"across"', modified({"across": "stream"}, "fire")),
    ("MOD007", "`from_opposite_sides` has no use: fire", '"from_opp', modified({"from_opposite_sides": True}, "fire")),
    ("MOD007", "`from_hexes` has no use: one unit fires alone", '"from_h', modified({"from_hexes": 2}, "fire")),
    ("MOD007", "`obligatory` has no use", '"obligatory"', several(
        put(True, "assault", "obligatory"), put({"order": "points"}, "activation")
    )),
    ("MOD001", "`defender_supplied` needs the key `supply`", '"defender_s', modified({"defender_supplied": False})),
    ("MOD001", "`modifiers` needs `table`", '"modifiers"',
     put({"range": "range", "modifiers": [{"when": {"defender": CAVALRY}, "die": 1}]}, "fire")),
    ("WGM001", "no mark `fliped`", '"fliped"', modified({"defender_mark": "fliped"})),
    ("WGM001", "no .*`wods`", '"wods"', modified({"defender_in": "wods"})),
    ("WGM001", "no .*`streem`", '"streem"', modified({"across": "streem"})),
    ("MOD004", "no unit has `cavalery`", '"cavalery"', modified({"combined": [CAVALRY, {"type": "cavalery"}]})),
    ("MOD005", "a throw that a modifier changes by `\\+1`", '"rows"', several(
        modified({"attacker": CAVALRY}),
        put("nothing", "charts", "combat_results", "row_scale", "beyond", file=CHARTS),
    )),
    # an assault by count
    ("MOD001", "`assault` needs `table`", '"assault"', drop("assault", "table")),
    ("MOD001", "`hit` needs `at_least` or `at_most`", '"hit"', counted(hit={})),
    ("MOD007", "`at_most` has no use", '"at_most"', counted(hit={"at_least": 5, "at_most": 2})),
    ("WGM001", "no number on counters `moral`", '"moral"', counted(hit={"at_most": "moral"})),
    ("SCH004", "the number must be at most 6", "7", counted(hit={"at_least": 7})),
    ("MOD001", "`count` needs `each`", '"count"', counted(each=None)),
    ("MOD007", "`first` has no use: the defenders throw no dice", '"first"', counted(first="defender")),
    ("MOD007", "`first` has no use: the table takes the hits of both", '"first"',
     counted(table=GRID, both=True, first="defender")),
    ("MOD001", "`each: hitt` needs the effect `hitt`", '"hitt"', counted(each="hitt")),
    ("MOD006", "no chart gives the result `hit`", '"hit"', counted(each="hitt")),
    ("MOD007", "`table` has no use: `each`", '"table"', counted(assault={"table": "combat_results"})),
    ("MOD007", "`exchange` has no use", '"exchange"', counted({"exchange": "whole"})),
    ("MOD007", "`attacker` has no use: the side that is hit", '"attacker"',
     counted({"attacker": {"retreat": 1}, "defender": {"flip": "one"}})),
    ("MOD007", "`hit` has no use: a hit does nothing", '"hit"', counted({"defender": {"lose": 0}})),
    ("MOD007", "`shift` has no use: hits are counted", '"shift"',
     counted(assault={"modifiers": [{"when": {"attacker": CAVALRY}, "shift": 1}]})),
    ("MOD007", "`times` has no use: the defenders throw no dice", '"times"',
     counted(assault={"modifiers": [{"when": {"attacker": CAVALRY}, "times": 2, "whose": "defender"}]})),
    ("MOD007", "`sides: both` has no use: the defenders throw no dice", '"both"',
     counted(assault={"support": {"range": "range", "sides": "both"}})),
    ("MOD007", "`×2` has no use: the defenders throw no dice", '"', counted(assault={"ground": {"woods": "×2"}})),
    ("MOD007", "`1 left` has no use: hits are counted", '"1 left"', counted(assault={"ground": {"woods": "1 left"}})),
    ("MOD007", "`die: 1d6` has no use", '"die"', counted(table={**LINE, "die": "1d6"})),
    ("MOD005", "several rows and several columns", '"rows"', counted(table=GRID)),
    ("MOD005", "its columns are no numbers of hits", '"columns"',
     counted(table={**LINE, "column_scale": {"notation": "text"}})),
    ("MOD005", "no column of Hits is for more hits than `1`", '"columns"',
     counted(table={**LINE, "column_scale": {"notation": "number", "beyond": "nothing"}})),
    ("MOD005", "has no result in row `Result`, column `1`", '""',
     counted(table={**LINE, "rows": {"Result": ["hit", ""]}})),
    ("MOD007", "`dice_when` has no use", '"dice_when"', counted(table={**LINE, "dice_when": {"rain": "2d6"}})),
    ("MOD005", "its columns do not ascend", '"columns"',
     counted(table={**LINE, "columns": ["1", "0"], "rows": {"Result": ["hit", "-"]}})),
    ("MOD005", "the rows of `Hits` leave out totals", '"rows"',
     counted(table={**GRID, "rows": {"0": ["-", "hit"], "2": ["-", "hit"]}}, both=True)),
    ("MOD005", "no column of Hits is for the number 0", '"columns"',
     counted(table={**LINE, "columns": ["1", "2"], "rows": {"Result": ["-", "hit"]}})),
    ("MOD007", "`defence` has no use: the defenders throw no dice", '"defence"',
     counted(assault={"value": {"attack": "strength", "defence": "morale"}})),
    ("MOD007", "`1 left` has no use: hits are counted", '"1 left"', several(
        counted(), put({"game-turn": {"assault": "1 left"}}, "works"))),
    ("MOD007", "`×2` has no use: the defenders throw no dice", '"', several(
        counted(), put({"game-turn": {"assault": "×2"}}, "works"))),
    ("MOD006", "gives the result `hurt`", '"hurt"', counted(table={**LINE, "rows": {"Result": ["hit", "hurt"]}})),
    # leaders
    ("MOD001", "`leaders` needs the key `movement`", '"leaders"', several(leaders(), without("movement"))),
    ("MOD007", "`counts` has no use: leaders have no value", '"counts"', leaders(counts=["rally"])),
    ("MOD001", "`fire` under `counts` needs the key `fire`", '"fire"', leaders(value="range", counts=["assault", "fire"])),
    ("MOD001", "`assault` under `counts` needs the key `assault`", '"range"', several(
        leaders(value="range"), without("assault"))),
    ("MOD007", "`rally` under `counts` has no use: units recover", '"rally"', several(
        leaders(value="range", counts=["rally"]), put({"point": "high"}, "rally"))),
    ("MOD001", "`value: range` needs a number of Friant", '"Friant"', put({"of": {"type": "infantry"}, "value": "range"}, "leaders")),
    ("MOD007", "`reach` has no use: groups move", '"reach"', leaders(reach="range", value="range")),
    ("MOD005", "a throw that the value of a leader changes", '"rows"', several(
        leaders(value="range"), put("nothing", "charts", "combat_results", "row_scale", "beyond", file=CHARTS))),
    ("MOD007", "`range` has no use: groups move", '"range"', leaders(range=2)),
    ("MOD001", "`loss` needs the key `effects`", '"high"', several(leaders(loss="high"), without("effects"))),
    ("WGM001", "no figure `hihg`", '"hihg"', leaders(loss="hihg")),
    ("MOD007", "`loss` has no use: no die throws 7 or more", '"seven"', several(
        leaders(loss="seven"),
        put({"title": "Seven", "rule": "Rule 9", "columns": ["Number"], "rows": {"loss": ["7"]}, "cells": "number"},
            "charts", "seven", file=CHARTS),
        put("seven/loss/0", "figures", "seven"))),
    ("MOD007", "`successor: disordered` has no use: no leader is lost", '"disordered"', leaders(successor="disordered")),
    ("WGM001", "no face `deputy`", '"deputy"', leaders(loss="high", successor="deputy")),
    ("MOD001", "needs a leader whose counter has this face", '"deputy"', several(
        leaders(loss="high", successor="deputy"),
        put([{"id": "disordered", "name": "Disordered", "values": ["strength"]}, {"id": "deputy", "name": "Deputy"}],
            "faces", file=COUNTERS))),
    ("MOD007", "`out_of_command` has no use: it says nothing", '"out_of_command"', several(
        leaders(out_of_command={}), COMMAND)),
    ("MOD002", "never comes to its step `command`", '"leaders"', leaders(out_of_command={"may_not": ["assault"]})),
    ("MOD001", "the step `command` needs `out_of_command`", '"command"', leaders(COMMAND)),
    ("MOD001", "`fire` under `may_not` needs the key `fire`", '"fire"', leaders(COMMAND, out_of_command={"may_not": ["fire"]})),
    ("MOD001", "`out_of_command` needs a leader or headquarters of Corps", '"corps"', several(
        leaders(COMMAND, out_of_command={"may_not": ["assault"]}),
        corps(), put({**GUNS, "side": "austrian"}, "leaders", "of"))),
    ("MOD001", "`out_of_command` needs a leader of Friant", '"Friant"', leaders(
        COMMAND, put({**GUNS, "side": "austrian"}, "leaders", "of"), out_of_command={"may_not": ["assault"]})),
    # units
    ("MOD007", "`range` of Friant has no use", "9", put(9, "units", 0, "range", file=COUNTERS)),
    ("MOD004", "no unit has `artilery`", "artilery", put({"not": {"type": "artilery"}}, "zones", "of")),
    ("MOD004", "no unit is all of this", "{", put({"farther": {"type": "cavalry", "range": "3"}}, "advance")),
    ("WGM001", "no value `tpye`", "tpye", put({"not": {"tpye": "artillery"}}, "zones", "of")),
    ("SCH004", "is expected under `type`", "{", put({"type": []}, "zones", "of")),
    ("SCH004", "a selector, such as", "{", put({"not": "artillery"}, "zones", "of")),
    ("WGM001", "no mark `fliped`", "fliped", put({"fliped": -1}, "player", "marks")),
    ("SCH004", "none, one, half, all or a number from 2 on", "1", put(1, "effects", "DD", "defender", "flip")),
    ("SCH004", "none, one, half, all or a number from 2 on", '"al"', put("al", "effects", "DD", "defender", "flip")),
    ("SCH004", "a number of hexes, 1d6 or 1d3", '"2d6"', put("2d6", "effects", "DD", "defender", "retreat")),
    ("SCH004", "a number of hexes, 1d6 or 1d3", "-1", put(-1, "effects", "DD", "defender", "retreat")),
    ("SCH004", "a number of hexes, 1d6 or 1d3", "[", put([], "effects", "DD", "defender", "retreat")),
    ("MOD001", "`retreat` of the attacker needs the key `retreat`", '"retreat"', several(
        put({"AR": {"attacker": {"retreat": "1d6"}}}, "effects"), without("retreat")
    )),
    ("MOD002", "never comes to its step `arrivals`", '"arrivals"', put({}, "arrivals")),
    ("MOD001", "`blocked: eliminate` needs the key `effects`", '"eliminate"', several(
        without("effects"), put({"blocked": "eliminate"}, "arrivals")
    )),
    ("MOD002", "never comes to its step `replacements`", '"arrivals"', restoring()),
    ("MOD001", "`replacements` needs the key `effects`", '"replacements"', several(without("effects"), restoring())),
    ("MOD001", "`flipped` needs a second face", '"flipped"', several(one_sided, restoring())),
    ("MOD001", "`returns` needs a second face", '"returns"', several(
        one_sided, restoring(restores={"eliminated": 1}, returns="turned_over")
    )),
    ("MOD001", "a column of numbers, but the column Hour", '"hour"', restoring(points={"french": "hour"})),
    ("WGM001", "no .*`tow`", '"tow"', restoring(points={"french": "tow"})),
    ("WGM001", "`Oberdorp`", "Oberdorp", released(lost=["Oberdorp"])),
    ("MOD001", "`released` needs the key `movement`", '"released"', several(without("movement"), released(near=2))),
    # zones and works
    ("SCH004", "expected stop, free or a number from 1 on", "0", put(0, "zones", "enter")),
    ("MOD001", "`supply` under `negated_by_friends` needs the key `supply`", "supply",
     put(["supply"], "zones", "negated_by_friends")),
    ("MOD007", "`retreat` under `negated_by_friends` has no use: retreats may", "retreat", several(
        put("free", "retreat", "into_zones"), put(["retreat"], "zones", "negated_by_friends")
    )),
    ("MOD007", "`movement` under `negated_by_friends` has no use: zones do not", "movement",
     put({"enter": "free", "negated_by_friends": ["movement"]}, "zones")),
    ("MOD007", "`between: never` has no use: no unit moves out of a zone", '"between"',
     put({"between": "never", "leave": "never"}, "zones")),
    ("SCH004", "expected never or a number from 0 on", '"always"', put("always", "zones", "leave")),
    ("MOD001", "`leave: never` needs the key `movement`", '"never"',
     several(without("movement"), put({"leave": "never"}, "zones"))),
    ("MOD001", "`zones` of game-turn needs the key `zones`", '"zones"', several(
        without("zones"), put({"game-turn": {"zones": "block"}}, "works")
    )),
    ("MOD007", "`cost` of game-turn, a work of a unit, has no use", '"cost"',
     put({"game-turn": {"of": "unit", "cost": 1}}, "works")),
    ("MOD007", "`stops` of game-turn, a work of a hexside, has no use", '"stops"',
     put({"game-turn": {"of": "hexside", "stops": True}}, "works")),
    ("MOD007", "`cleared_by` of game-turn, a work of a hexside, has no use", '"cleared_by"',
     put({"game-turn": {"of": "hexside", "cleared_by": CAVALRY}}, "works")),
    ("MOD007", "`instead_of` of game-turn has no use: nobody builds it", '"instead_of"',
     put({"game-turn": {"instead_of": "movement"}}, "works")),
    ("MOD001", "`instead_of` of game-turn needs the key `movement`", '"instead_of"', several(
        without("movement"), put({"game-turn": {"built_by": CAVALRY, "instead_of": "movement"}}, "works"))),
    ("MOD002", "never comes to its step `works`", '"works"', put({"game-turn": {"built_by": CAVALRY}}, "works")),
    ("MOD005", "`1/2` is no cost of a work", "1/2", put({"game-turn": {"cost": "1/2"}}, "works")),
    ("MOD004", "no unit has `elephants` as its class", "elephants", put({"game-turn": {"cost": {"elephants": 1}}}, "works")),
    ("MOD005", "`strong` is no effect of ground", "strong", put({"game-turn": {"assault": "strong"}}, "works")),
    ("MOD005", "a throw that a work changes by `-1`", '"rows"', several(
        put({"game-turn": {"assault": "-1"}}, "works"),
        put("nothing", "charts", "combat_results", "row_scale", "beyond", file=CHARTS),
    )),
    # what has no use
    ("MOD007", "`certain` has no use: nobody throws a die", '"certain"', put({"certain": CAVALRY}, "arrivals")),
    ("MOD007", "`rolled: one` has no use: every throw of a die is 1 or more", '"one"', several(
        put({"one": "combat_results/1/heading"}, "figures"), put({"rolled": "one"}, "arrivals")
    )),
    ("MOD007", "`restores` has no use: it names nothing", '"restores"', restoring(restores={})),
    ("MOD007", "`returns: turned_over` has no use", '"turned_over"', restoring(returns="turned_over")),
    ("MOD007", "`flipped: 3` has no use: no side has more than 2 points", "3", restoring(restores={"flipped": 3})),
    ("MOD007", "`released` has no use: nothing releases", "{", released()),
    ("MOD007", "`near: 300` has no use", "300", released(near=300)),
    ("MOD007", "`arrivals` has no use: no unit of an order of battle", '"arrivals"', put({}, "arrivals")),
    ("MOD007", "`order: initiative` has no use", "initiative", put("sides", *LOOP, "each")),
    ("MOD007", "only `order: initiative` reads it", '"column"', put("sides", "activation", "order")),
    ("MOD007", "only `order: points` reads it", '"costs"', put({"order": "sides", "costs": {"move": "far"}}, "activation")),
    ("MOD007", "only `order: cup` reads it", '"linked"', put({"order": "sides", "linked": LINKED}, "activation")),
    ("MOD007", "`again` has no use: it changes what `range` does", '"again"', put({"order": "cup", "again": True}, "activation")),
    ("MOD007", "`linked` has no use: it changes what `again` does", '"linked"', put({"order": "cup", "linked": LINKED}, "activation")),
    ("MOD007", "puts no chits into the cup", "cup", put("cup", *LOOP, "each")),
    ("MOD007", "only fire `together` reads it", '"support"', put({"range": "range", "support": {"type": "artillery"}}, "fire")),
    ("MOD007", "no module looks at it", '{', sudden({"hold": "Ridge Farm"})),
    ("MOD007", "`east_of` has no use", '"east_of"', sudden(at({"east_of": "Ridge Farm"}))),
    ("MOD007", "`supplied` has no use", '"supplied"', sudden(at({"on": "Ridge Farm"}, supplied=True))),
    ("MOD007", "`at: event` has no use", "event", put("event", "ledger", 1, "at", file="victory.yaml")),
    ("MOD007", "another limit for the same hexes", "3", put([{"limit": 2}, {"limit": 3}], "stacking")),
    ("MOD007", "`snow` has no use", "snow", put({"column": "weather", "kinds": {"snow": {"halves": ["movement"]}}}, "weather")),
    ("MOD007", "`snow` has no use", "snow", put({"snow": "2d6"}, "charts", "combat_results", "dice_when", file=CHARTS)),
    ("MOD007", "`defender` has no use: the exchange eliminates all defenders", '"defender"',
     put({"exchange": "whole", "defender": {"retreat": 1}}, "effects", "DE")),
    ("MOD007", "`chosen_by` has no use: the result hits none of the units, or all", '"chosen_by"',
     put("enemy", "effects", "DD", "defender", "chosen_by")),
    ("MOD007", "`eliminate: 3` .* never more than 2 units", '"eliminate"',
     put({"defender": {"eliminate": 3}}, "effects", "DE")),
    ("MOD007", "`flip: 11` .* never more than 10 units", '"flip"', put({"attacker": {"flip": 11}}, "effects", "AR")),
    ("MOD007", "`lose: 5` .* never more than 4 steps", '"lose"', put({"defender": {"lose": 5}}, "effects", "DD")),
    ("MOD007", "`retreat` has no use", '"retreat"', several(
        put({"attacker": {"flip": "all"}}, "effects", "AR"),
        put({"defender": {"flip": "all"}}, "effects", "DR"),
        put({"defender": {"flip": "all"}}, "effects", "DD"),
    )),
    ("MOD007", "`rally` has no use", '"rally"', several(
        put({"attacker": {"retreat": 1}}, "effects", "AR"),
        put({"defender": {"retreat": 1}}, "effects", "DR"),
        put({"defender": {"retreat": 2}}, "effects", "DD"),
    )),
]  # fmt: skip
DRAWN = [
    ("MOD001", "needs a headquarters of the French side besides that of Corps 0", "french-corps", put(OWN, "supply")),
    ("SEQ003", "no chits", '"cup"', drop("formations", file=COUNTERS)),
    ("MOD001", "needs a headquarters of Corps 0", "-corps", drop("formations", 0, "headquarters", file=COUNTERS)),
    ("MOD001", "needs a chit of Corps 0", "-corps", drop("formations", 0, "chit", file=COUNTERS)),
    ("MOD001", "needs a headquarters of Corps 2", "idle", idle_chit),
    ("MOD001", "needs a formation of", '"', drop("units", 0, "parent", file=COUNTERS)),
    ("MOD001", "`range: morale` needs a value that is declared", "morale", put("morale", "activation", "range")),
    ("MOD002", "its step `fill-cup`", '"activation"', put([{"each": "cup", "do": ["activation"]}], "sequence", "turns")),
    ("MOD003", "`fill-cup` stands within what it begins", "fill-cup", put(["fill-cup", "activation"], "sequence", "turns", 1, "do")),
    ("MOD003", "`activation` stands within", "activation",
     put(["movement", "assault", "rally", "activation"], "activation", "phases")),
    ("SEQ001", "no step `asault`", "asault", put(["movement", "asault", "assault", "rally"], "activation", "phases")),
    ("MOD002", "its step `rally`", '"rally"', put(["movement", "assault"], "activation", "phases")),
]  # fmt: skip


@pytest.mark.parametrize("change", [
    flown(strike={**STRIKE, "most": 3, "modifiers": [{"when": {"defender_in": "woods"}, "die": -1}]}, support={"die": 1}),
    several(flown(interdict={"cost": 1}, sorties="air_french"), column_of_aircraft("002")),
    flown(strike=STRIKE, guns=[{"of": {"type": "artillery"}, "dice": 2, "least": "seven"}, {"least": "distance"}]),
], ids=["missions", "track", "guns"])  # fmt: skip
def test_nothing_is_wrong_with_aircraft_that_can_fly(change):
    files = plain()
    change(files)
    game = made(files)
    assert codes(game) == set()
    compile_scenario(game, first())


def test_supply_from_the_places_of_each_side_is_whole_without_headquarters():
    files = plain()
    supply("0717", "Unterdorf", "south", range=299)(files)
    files[RULES]["supply"]["ladder"] = [{"halves": [{"value": "strength"}]}]
    files[RULES]["sequence"]["turns"].insert(0, "supply")
    del files[RULES]["activation"]
    files[RULES]["sequence"]["turns"][1]["each"] = "sides"
    game = made(files)
    assert {each for each in codes(game) if each[0] != "TIM022"} == set()
    compile_scenario(game, first())


@pytest.mark.parametrize(
    ("files", "code", "says", "at", "slip"),
    [*((plain, *each) for each in SLIPS), *((chits, *each) for each in DRAWN)],
    ids=[f"{code}-{says}" for code, says, *_ in (*SLIPS, *DRAWN)],
)
def test_a_slip_is_found_at_its_place_and_the_game_is_not_played(files, code, says, at, slip):
    changed = files()
    slip(changed)
    game = made(changed)
    found = [each for each in findings(game) if each.code.id == code and re.search(says, each.message)]
    assert found, codes(game)
    line = game.files[found[0].span.file].source.text.splitlines()[found[0].span.line - 1]
    assert at in line[found[0].span.column - 1 :]
    with pytest.raises(CompileError):
        compile_scenario(game, first())


@pytest.mark.parametrize(
    "change",
    [
        counted(),
        counted(both=True, assault={"ground": {"woods": "×2"}}),
        counted(dice="unit", hit={"at_most": "morale"}),
        counted(table=LINE),
        counted(table=LINE, both=True),
        counted(table=GRID, both=True),
    ],
)
def test_nothing_is_wrong_with_hits_that_are_counted(change):
    files = plain()
    change(files)
    game = made(files)
    assert {each for each in codes(game) if each[0] != "USE001"} == set(), "charts that are left have no use"
    compile_scenario(game, first())


def test_a_table_of_hits_needs_no_row_for_what_is_added_to_dice():
    """By a work, a leader and aircraft."""
    files, row = plain(), {**LINE, "row_scale": {"notation": "text", "beyond": "nothing"}}
    for change in (
        counted(table=row),
        flown(support={"die": 1}),
        leaders(value="range"),
        put({"game-turn": {"assault": "-1"}}, "works"),
    ):
        figures = files[RULES].get("figures", {})
        change(files)
        files[RULES]["figures"] = {**figures, **files[RULES].get("figures", {})}
    found = {each for each in codes(made(files)) if each[0] == "MOD005"}
    assert found == set()


@pytest.mark.parametrize("mark", ["eliminate", "flip", "lose", "flipped", "retreat", "exchange"])
def test_a_mark_does_not_take_the_name_of_what_results_do(mark):
    files = plain()
    files[RULES]["effects"]["DD"]["defender"]["mark"] = mark
    (told,) = {message for code, message in codes(made(files)) if code == "MOD007"}
    assert told == f"`mark: {mark}` has no use: results have something else of this name; a mark needs one of its own"


def test_results_that_units_can_just_take_are_not_found():
    """Two may be in a hex, with two sides each; a side has ten units, and twelve could attack."""
    files = plain()
    files[RULES]["effects"] |= {
        "AE": {"attacker": {"eliminate": 10}},
        "AR": {"exchange": "half", "attacker": {"chosen_by": "enemy", "retreat": 1}},
        "DR": {"defender": {"flip": 2, "retreat": 1}},
        "DD": {"defender": {"lose": 4, "chosen_by": "enemy"}},
        "DE": {"exchange": "whole"},
    }
    assert codes(made(files)) == set()


def test_a_table_that_another_check_finds_wrong_is_told_of_once_and_refused():
    """CHT002: MOD005 says so only when the game is to be played."""
    files = plain()
    del files[CHARTS]["charts"]["combat_results"]["rows"]["4"]
    game = made(files)
    assert {code for code, _message in codes(game)} == set()
    with pytest.raises(CompileError) as refused:
        compile_scenario(game, first())
    assert [found.code.id for found in refused.value.diagnostics] == ["MOD005"]


def test_a_limit_below_what_a_set_up_has_is_found():
    """OOB032, by the limits of rules.yaml: each unit stands in a hex of its own but one."""
    name = next(name for name in printed() if name.startswith("orders-of-battle"))
    files = plain() | {name: copy.deepcopy(printed()[name])}
    column = files[name]["columns"][0]["id"]
    files[name]["units"][1][column] = files[name]["units"][0][column]
    files[RULES]["stacking"] = [{"limit": 1}]
    assert "OOB032" in {found.code.id for found in check(made(files))}


def test_a_unit_whose_start_no_module_plays_is_found():
    name = next(name for name in printed() if name.startswith("orders-of-battle"))
    files = plain() | {name: copy.deepcopy(printed()[name])}
    column = files[name]["columns"][0]["id"]
    files[name]["units"][1][column] = "on:1"
    assert ("MOD009", "begins with another unit") in {
        (found.code.id, found.message.partition(" 2 ")[2].partition(",")[0]) for found in check(made(files))
    }


def test_two_modules_with_one_step_are_found_at_both_keys():
    game = made(plain())
    where = game.one("rules", game.system.document)[1]

    class Recovery(Rally):
        key = "advance"

    chosen = [*game.system.chosen(game), (Recovery, game.system.given(game, "rally"))]
    found = [each for each in module_findings(game, chosen, where, ("own",), playing=False) if each.code is MOD008]
    assert [each.message for each in found] == [
        "`rally` and `advance` both have the step `rally`",
        "`rally` and `advance` both have the action `recover`",
    ]
    assert {(key_at(game, each.span), key_at(game, each.labels[0].span)) for each in found} == {("advance", "rally")}


def key_at(game, span):
    """The first key or text at a place of rules.yaml."""
    line = game.files[span.file].source.text.splitlines()[span.line - 1]
    return re.search(r'"([^"]*)"', line[span.column - 1 :])[1]


def test_a_step_that_the_games_own_code_has_too_is_found_at_the_key_and_in_the_sequence():
    game = made(plain())
    where, chosen = game.one("rules", game.system.document)[1], [*game.system.chosen(game)]
    found = list(module_findings(game, chosen, where, ("rally", "dusk"), playing=False))
    assert [each.message for each in found] == ["`rally` has the step `rally`, which the game's own code has too"]
    (finding,) = found
    assert key_at(game, finding.span) == key_at(game, finding.labels[0].span) == "rally"
    assert finding.span.line > finding.labels[0].span.line, "the sequence stands above the keys"


@pytest.mark.parametrize(
    ("files", "slip", "says", "key"),
    [
        ("plain", "moved", "`movement` and `effects` both have the column of state `units.moved`", "movement"),
        ("plain", "fought", "`assault` and `effects` both have the column of state `units.fought`", "assault"),
        ("plain", "place", "`effects` has the column of state `units.place`, which every game has already", ""),
        ("chits", "chit", "`activation` and `effects` both have the column of state `units.chit`", "activation"),
        ("plain", "chit", "", ""),
        ("plain", "shaken", "", ""),
    ],
)
def test_a_mark_with_the_name_of_what_another_module_notes_is_found(files, slip, says, key):
    changed = {"plain": plain, "chits": chits}[files]()
    changed[RULES]["effects"]["DD"]["defender"]["mark"] = slip
    game = made(changed)
    found = [each for each in findings(game) if each.code is MOD008]
    assert [each.message for each in found] == [says] * bool(says)
    assert [key_at(game, each.span) for each in found] == ["effects"] * bool(says)
    assert [key_at(game, label.span) for each in found for label in each.labels] == [key] * bool(key)


def test_ways_to_fight_in_one_phase_note_together_who_has_fought():
    """A barrage and an assault: who has done one does not do the other."""
    files = plain()
    files[RULES]["sequence"] = {"turns": [{"each": "first_second", "do": ["movement", "combat", "rally"]}]}
    files[RULES]["combat"] = ["barrage", "attack"]
    files[RULES]["figures"] = {"far": "combat_results/3/heading"}
    files[RULES]["sight"] = {"reach": {"usual": "far"}}
    files[RULES]["barrage"] = {"range": "range", "of": {"type": "artillery"}}
    assert [each for each in findings(made(files)) if each.code is MOD008] == []


def test_a_mark_that_a_result_gives_may_be_valued_and_no_other():
    files = plain()
    files[RULES]["player"]["marks"] = {"shaken": -1}
    assert ("WGM001", "there is no mark `shaken`") in codes(made(files))
    files[RULES]["effects"]["DD"]["defender"]["mark"] = "shaken"
    assert codes(made(files)) == set()


@pytest.mark.parametrize(
    "when",
    [
        {"attacker": CAVALRY, "defender_in": ["woods", "village"]},
        {"combined": [CAVALRY, CAVALRY]},
        {"all_attackers": {"side": "french"}, "defender": {"side": "austrian", "type": "infantry"}},
        {"across": "stream", "from_hexes": 6, "from_opposite_sides": True},
        {"defender_mark": "flipped", "attacker_mark": "moved"},
        {"kind_of_turn": "rain"},
    ],
)
def test_nothing_is_wrong_with_modifiers_that_may_count(when):
    files = plain()
    modified(when)(files)
    game = made(files)
    assert codes(game) == set()
    compile_scenario(game, first())


@pytest.mark.parametrize("column", ["dawn", "noon"])
def test_units_that_a_scenario_lacks_may_be_selected(column):
    """Nor do any take part in the other one: it is enough that there is such a counter."""
    files = plain()
    for name in ("orders-of-battle/french.yaml", "orders-of-battle/austrian.yaml"):
        files[name] = copy.deepcopy(printed()[name])
        for unit in files[name]["units"][-2:]:
            unit.update({"dawn": "E", "noon": "E"} if column == "noon" else {"dawn": "E"})
    assert "MOD004" not in {found.code.id for found in check(made(files))}
    compile_scenario(made(files), column)


def test_what_no_module_reads_is_found():
    """USE001 for a face and a chart that no key needs any more; TIM022 for a column."""
    files = plain()
    files[RULES]["assault"]["ground"] = {}
    files[RULES]["movement"]["costs"] = dict.fromkeys(("clear", "woods", "ridge", "village"), 1)
    files[RULES]["effects"] = {key: {"attacker": {"eliminate": "all"}} for key in files[RULES]["effects"]}
    for key in ("rally", "retreat"):
        del files[RULES][key]
    found = {(each.code.id, each.message.split()[-1]) for each in findings(made(files))}
    assert ("USE001", "counters") in found
    assert ("USE001", "Chart") in found

"""*WW2 Western Desert Rules*: its values typed a second time, and what its text says of the parts that it lacks.

A condition of such a part is a function of the game; beside it stands the change of a file that must break it.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from itertools import chain, permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from scenario_forge import check
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.scenario import Board
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import misfit, on_boards
from scenario_forge.game.scenarios import scenarios
from scenario_forge.wargame.base.figures import figures_of
from scenario_forge.wargame.forces.document import ForcesDocument, tally
from tests.content.book import ROOT, Book, Conditions, name_of

if TYPE_CHECKING:
    from scenario_forge.wargame.forces.document import Line

VALUES = yaml.safe_load(Path(__file__).with_name("western_desert_values.yaml").read_text("utf-8"))
PRINTED, PROPOSED = VALUES["printed"], VALUES["proposed"]
FOUR = ("harmat", "ualeb", "fuka", "duda")
"""The scenarios that were proposed for the text."""
FLAGS = {"turreted": "t", "armoured": "a", "personnel": "p", "artillery": "g", "at_free_shot": "f", "move_and_fire": "m",
         "clears_mines": "c", "double": "2", "hull_gun": "h"}  # fmt: skip
PERIODS = {"dawn": "dawn", "haze": "midday heat haze", "dusk": "dusk / evening", "night": "night"}
"""By word of the track: the row of the chart of visibility."""


class Desert(Book):
    """The game as the tests ask for it."""

    folder = ROOT / "content/western-desert"

    @cached_property
    def fighting(self):
        """The counters of units that fight."""
        return [unit for unit in self.sheet.units if unit.type != "hq"]

    @cached_property
    def units_by_name(self):
        """They by name; units of both sides with one name are alike."""
        return {unit.name: unit for unit in self.fighting}

    @cached_property
    def played(self):
        """The scenarios by id."""
        return {each.document.scenario: each.document for each in scenarios(self.game).listed}

    @cached_property
    def forces(self):
        """The forces that players buy, by title."""
        return {each.title: each for each in self.game.one("forces", ForcesDocument)[0].forces}

    def orders(self, side: str):
        return self.game.files[f"orders-of-battle/{side}.yaml"].data

    def fielded(self, scenario: str, side: str) -> Counter[str]:
        """The names of units that a side has in a scenario, later ones too."""
        rows = (row for row in self.orders(side)["units"] if {scenario, f"{scenario}+"} & {*row})
        return Counter(row["name"] for row in rows if not row["name"].startswith("HQ"))

    def set_up(self, scenario: str, side: str) -> dict[str, str]:
        """By hex without its board: the unit there, with `+HQ` if it has one."""
        rows = [row for row in self.orders(side)["units"] if scenario in row]
        led = {row[scenario] for row in rows if row["name"].startswith("HQ")}
        found = {}
        for row in rows:
            if not row["name"].startswith("HQ"):
                found[row[scenario].split(">")[0]] = row["name"] + " +HQ" * (f"on:{row['no']}" in led)
        return found

    def marked(self, marker: str, scenario: str) -> list[str]:
        """The hexes with a marker as a scenario begins."""
        rows = (row for side in ("axis", "allied") for row in self.orders(side)["markers"] if row["marker"] == marker)
        return [hex_ for row in rows if row[scenario] != "none" for hex_ in row[scenario].split(", ")]

    def ground(self, scenario: str) -> dict[str, str]:
        """The terrain of each hex that a scenario is played on."""
        found = hex_map(on_boards(self.game, scenario))
        return dict(zip(found.grid.ids, found.terrain, strict=True))

    def hours(self, scenario: str) -> list[str]:
        """What the clock says of the visibility in the turns of a scenario."""
        played, turns = self.played[scenario], self.clock
        first, last = turns["starts"][played.start], turns["stops"][played.stop]
        return [box.cells["visibility"] for box in self.boxes[first - 1 : last]]

    @cached_property
    def clock(self) -> dict[str, dict[str, int]]:
        """The turns of start and stop dates."""
        data = self.game.files["time-track.yaml"].data
        return {key: {each["id"]: int(each["turn"]) for each in data[key]} for key in ("starts", "stops")}


@cache
def book(errata: str = "none") -> Desert:
    """The game as it is, read once."""
    return Desert(errata=errata)


CONDITIONS = Conditions[Desert]()
broken_by = CONDITIONS.broken_by


# -- Cards of units ----------------------------------------------------------------------------------


@broken_by("counters.yaml", "range: 1, defence: 0, cover: 4, movement: 3", "range: 1, defence: 0, movement: 3")
@broken_by("counters.yaml", "defence: 1, movement: 3, class: tank", "defence: 1, cover: 2, movement: 3, class: tank")
def armoured_units_have_one_defence_value_and_others_two(desert: Desert) -> bool:
    """2.5, 2.6; the second is the higher one or as high (21.1)."""
    found = [(unit.values.get("armoured"), unit.values) for unit in desert.fighting]
    one = all(("cover" in values) != bool(armoured) for armoured, values in found)
    return one and all(values["cover"] >= values["defence"] for _armoured, values in found if "cover" in values)


@broken_by("counters.yaml", "class: sp-gun, armoured: true}", "class: sp-gun, armoured: true, move_and_fire: true}")
@broken_by("counters.yaml", "class: armoured-car, turreted: true,", "class: armoured-car,")
def turreted_units_alone_move_and_fire(desert: Desert) -> bool:
    """2.8, 29.4."""
    found = [unit.values for unit in desert.fighting]
    both = all(bool(values.get("turreted")) == bool(values.get("move_and_fire")) for values in found)
    classes = {values["class"] for values in found if values.get("turreted")}
    return both and classes == {"tank", "armoured-car"}


@broken_by("counters.yaml", "class: sp-gun, armoured: true, at_free_shot: true", "class: sp-gun, armoured: true")
@broken_by(
    "counters.yaml",
    'name: "Stug III", nationality: german, type: sp-gun, range: 2, defence: 2, movement: 2, class: sp-gun, armoured: true',
    'name: "Stug III", nationality: german, type: sp-gun, range: 2, defence: 2, movement: 2, class: sp-gun, '
    "armoured: true, at_free_shot: true",
)
def anti_tank_guns_fire_for_free_and_assault_guns_do_not(desert: Desert) -> bool:
    """19.1, ruling A14: guns in tow, the Marder, portees, and Semoventi that a force lists as anti-tank guns."""
    free = {unit.name for unit in desert.fighting if unit.values.get("at_free_shot")}
    towed = {unit.name for unit in desert.fighting if unit.values["class"] == "towed-at-gun"}
    return free == towed | {"Marder 76mm", "Semovente anti-tank", "2 pounder portee", "25 pounder"}


@broken_by("counters.yaml", "antitank_range: 1,", "antitank_range: 2,")
def a_25_pounder_has_a_range_of_1_as_an_anti_tank_gun(desert: Desert) -> bool:
    """28.6, Q0.5: no other unit has two ranges."""
    found = {unit.name: unit.values.get("antitank_range") for unit in desert.fighting}
    return {name: each for name, each in found.items() if each is not None} == {"25 pounder": 1}


@broken_by("counters.yaml", "at_free_shot: true, double: true", "at_free_shot: true")
def an_88_counts_as_two(desert: Desert) -> bool:
    """28.7; of the Tiger by ruling A52."""
    return {unit.name for unit in desert.fighting if "double" in unit.values} == {
        "88mm gun",
        "Tiger 88mm",
    }


@broken_by("counters.yaml", "type: sp-gun, range: 5, defence: 1", "type: sp-gun, range: 6, defence: 1")
def artillery_reaches_5_or_7_hexes(desert: Desert) -> bool:
    """28.4, 28.5."""
    return {unit.values["range"] for unit in desert.fighting if unit.values.get("artillery")} == {5, 7}


SMALL = ("Pz II", "Armoured car", "AB 41", "L6/40", "M13/40", "47mm AT gun")
SHORT = ("Pz IV 75mm short", "Stug III", "Semovente", "Semovente anti-tank", "Sherman", "Grant")


@broken_by("counters.yaml", "count: 5, range: 1, defence: 1", "count: 5, range: 2, defence: 1")
@broken_by("counters.yaml", 'name: "Sherman", nationality: allied, type: tank, range: 2',
           'name: "Sherman", nationality: allied, type: tank, range: 3')  # fmt: skip
def small_guns_reach_1_hex_and_short_75s_2(desert: Desert) -> bool:
    """Guns of 20mm and 47mm are in no chart; those of 37mm reach 1, and the 75mm of a Grant 2."""
    reach = {name: unit.values["range"] for name, unit in desert.units_by_name.items()}
    return {reach[name] for name in SMALL} == {1} and {reach[name] for name in SHORT} == {2}


@broken_by(
    "counters.yaml",
    "type: towed-artillery, range: 5, defence: 2, cover: 3",
    "type: towed-artillery, range: 5, defence: 2, cover: 2",
)
@broken_by(
    "counters.yaml", "type: towed-artillery, range: 7, defence: 2", "type: towed-artillery, range: 7, defence: 1"
)
def guns_in_tow_have_one_defence(desert: Desert) -> bool:
    """27.2 lists anti-tank guns; artillery in tow is in no chart."""
    towed = [unit.values for unit in desert.fighting if unit.values["class"].startswith("towed")]
    return {(values["defence"], values["cover"], values["movement"]) for values in towed} == {(2, 3, 1)}


@broken_by(
    "counters.yaml",
    "class: infantry, personnel: true, clears_mines: true",
    "class: armoured-infantry, personnel: true, clears_mines: true",
)
@broken_by("counters.yaml", "move_and_fire: true, clears_mines: true", "move_and_fire: true")
@broken_by("forces.yaml", "[{units: [Italian infantry], exactly: 2}]", "[{units: [Italian engineers]}]")
def specialists_that_clear_mines_are_infantry_and_in_no_force(desert: Desert) -> bool:
    """23.5 names them alone; with them a flail of Matildas."""
    found = {name: unit for name, unit in desert.units_by_name.items() if unit.values.get("clears_mines")}
    infantry = [unit for name, unit in found.items() if "engineers" in name]
    alike = {tuple(unit.values[key] for key in ("class", "range", "defence", "cover", "movement")) for unit in infantry}
    listed = {name for force in desert.forces.values() for line in force.lines for name in names_of(line)}
    return (
        len(found) == len(infantry) + 1 == 4
        and alike == {("infantry", 1, 0, 4, 1)}
        and "Scorpion" in found
        and not any("engineers" in name or "Scorpion" in name for name in listed)
    )


# -- Forces ------------------------------------------------------------------------------------------


def names_of(line: Line) -> list[str]:
    """The units that may be chosen for a line of a force."""
    return [name for choice in line.of for name in choice.units]


@broken_by("forces.yaml", "        count: 8", "        count: 7")
@broken_by("forces.yaml", "- line: Reconnaissance\n        count: 3", "- line: Reconnaissance\n        count: 4")
@broken_by("forces.yaml", "title: Italian Infantry Force", "title: Italian Force")
def five_forces_have_fifteen_units_in_the_printed_lines(desert: Desert) -> bool:
    """30: the numbers of the lines, which add up to 15."""
    made = {title: [line.count for line in force.lines] for title, force in desert.forces.items()}
    return made == {title: [line[0] for line in lines] for title, lines in PRINTED["forces"].items()} and all(
        sum(counts) == 15 for counts in made.values()
    )


@broken_by("forces.yaml", "{units: [Pz II], exactly: 1}", "{units: [Pz II], exactly: 2}")
@broken_by("forces.yaml", "      - {unit: M13/40, count: 5}", "      - {unit: M13/40, count: 6}")
@broken_by("forces.yaml", "{units: [6 pounder AT gun], at_most: 1}", "{units: [6 pounder AT gun], at_most: 0}")
def the_example_of_each_force_is_one_of_its_choices(desert: Desert) -> bool:
    return all(force.fits(tally(force.example)) for force in desert.forces.values())


@broken_by("forces.yaml", "{units: [6 pounder AT gun], at_most: 1}", "{units: [6 pounder AT gun]}")
def no_more_than_half_of_the_anti_tank_guns_are_6_pounders(desert: Desert) -> bool:
    """30.7: one of three."""
    force = desert.forces["Allied Infantry Force"]
    example, fit = tally(force.example), []
    for few in range(4):
        guns = {"6 pounder AT gun": few, "2 pounder AT gun": 3 - few}
        fit.append(force.fits({**example, **guns}))
    return fit == [True, True, False, False]


@broken_by("counters.yaml", "nationality: italian, type: tank, count: 5", "nationality: italian, type: tank, count: 4")
@broken_by("forces.yaml", "          - {units: [A13]}\n", "")
def there_are_counters_for_each_force_and_every_tank_of_the_choice(desert: Desert) -> bool:
    there = {(unit.side, unit.name): unit.count for unit in desert.fighting}
    taken = [(force.side, each) for force in desert.forces.values() for each in tally(force.example).items()]
    enough = all(count <= there[side, name] for side, (name, count) in taken)
    (tanks,) = (line for line in desert.forces["Allied Armoured Force"].lines if line.line == "Tanks")
    return (
        enough
        and names_of(tanks) == PRINTED["tank_choice"]
        and all(there["allied", name] > 1 for name in names_of(tanks))
    )


@broken_by("forces.yaml", "more_headquarters: {afrika-korps: 3}", "more_headquarters: {afrika-korps: 4}")
@broken_by(
    "counters.yaml", '  - {side: axis, no: 3, name: "HQ 3", nationality: german, type: hq, option: afrika-korps}\n', ""
)
def a_force_has_two_headquarters_and_the_afrika_korps_three(desert: Desert) -> bool:
    """10.8, 10.9: so many counters each side has."""
    usual = {force.headquarters for force in desert.forces.values()}
    more = [most for force in desert.forces.values() for most in force.more_headquarters.values()]
    counters = Counter(unit.side for unit in desert.sheet.units if unit.type == "hq")
    said = PRINTED["headquarters"]
    return (
        usual == {said["usual"]}
        and more == [said["afrika_korps"]]
        and counters == {"axis": said["afrika_korps"], "allied": said["usual"]}
    )


# -- Boards ------------------------------------------------------------------------------------------


@broken_by("map.yaml", 'name: "Board 3, Fuka",          columns: 9', 'name: "Board 3, Fuka", columns: 8')
@broken_by("map.yaml", "rows: 6\n", "rows: 7\n")
def boards_have_9_by_6_hexes(desert: Desert) -> bool:
    """What a reader calls usual."""
    grid = desert.map.document.grid
    return grid.rows == 6 and [sheet.columns for sheet in grid.sheets] == [9] * 4 and len(desert.map.grid) == 4 * 54


@broken_by("map.yaml", "shifted: even", "shifted: odd")
@broken_by("map.yaml", "orientation: pointy", "orientation: flat")
@broken_by("map.yaml", "rows_from: north", "rows_from: south")
def even_rows_lie_half_a_hex_to_the_east(desert: Desert) -> bool:
    """Neighbours of a hex in an odd and in an even row, by the six facings."""
    grid, around = desert.map.grid, {}
    for name in ("1-E3", "1-E4"):
        ids = [grid.ids[at] for at in grid.neighbours[desert.hex(name)]]
        around[name] = dict(zip(grid.directions, ids, strict=True))
    return around == {
        "1-E3": dict(zip(PROPOSED["facings"], ["1-E2", "1-F3", "1-E4", "1-D4", "1-D3", "1-D2"], strict=True)),
        "1-E4": dict(zip(PROPOSED["facings"], ["1-F3", "1-F4", "1-F5", "1-E5", "1-D4", "1-E3"], strict=True)),
    }


@broken_by("map.yaml", "1-I4, 2-A4", "1-I4, 2-A3")
@broken_by("map.yaml", "3-I4, 4-A4, ", "3-I4, ")
def any_two_boards_join_and_the_track_goes_on(desert: Desert) -> bool:
    sheets = [sheet.id for sheet in desert.map.document.grid.sheets]
    fit = all(misfit(desert.map.document, [Board(sheet=id_) for id_ in two]) is None for two in permutations(sheets, 2))
    whole = {frozenset(f"{number}-{hex_}" for number, hex_ in two) for two in
             (((n, "I4"), (n + 1, "A4")) for n in (1, 2, 3))}  # fmt: skip
    return fit and whole <= desert.steps and len(desert.steps) == 4 * 9 - 1


@broken_by("map.yaml", "passable: false, ", "")
@broken_by("counters.yaml", "facing: side", "facing: none")
def marsh_is_barred_and_units_face_a_side(desert: Desert) -> bool:
    """4.11, 6.1."""
    barred = {each.id for each in desert.map.document.terrain if not each.passable}
    return barred == {"marsh"} and desert.sheet.facing == "side"


@broken_by("rules.yaml", "town: 1, wadi: 1", "town: 2, wadi: 1")
@broken_by("rules.yaml", "stops: [town, wadi, ", "stops: [town, ")
@broken_by("rules.yaml", "ground: [town, wadi, scrub, escarpment]", "ground: [town, wadi, scrub, hill, escarpment]")
@broken_by("rules.yaml", "blocks: [town, scrub, hill, escarpment]", "blocks: [town, wadi, scrub, hill, escarpment]")
@broken_by("rules.yaml", "high: [hill, escarpment]", "high: [hill]")
@broken_by("rules.yaml", "close: [wadi]", "close: []")
@broken_by(
    "charts.yaml", '["1",             "yes", "yes", "yes",        "+1",  "4"]', '["1", "yes", "yes", "yes", "+1", "3"]'
)
def the_chart_of_terrain_effects_says_what_the_rules_do(desert: Desert) -> bool:
    rules, sight = desert.rules, desert.rules["sight"]
    ids = {each.name: each.id for each in desert.map.document.terrain}
    for name, line in desert.cells("terrain_effects").items():
        id_ = ids.get(name, "")
        if name in ("Marsh", "Track"):
            continue
        high, close = id_ in sight["high"], id_ in rules["fire"]["close"]
        yes = {True: "yes", False: "no"}
        made = [
            str(rules["movement"]["costs"][id_]),
            yes[id_ in rules["movement"]["stops"]],
            yes[id_ in rules["fire"]["cover"]["ground"]],
            yes[id_ in sight["blocks"]],
            "+1" if high else "0",
            "1" if close else desert.cells("visibility")["normal"][3 if high else 1],
        ]
        if made != line:
            return False
    return rules["movement"]["roads"] == {"bonus": 1}


# -- Hours -------------------------------------------------------------------------------------------


@broken_by("time-track.yaml", 'hour: "12:00", visibility: haze', 'hour: "12:00", visibility: normal')
@broken_by("time-track.yaml", 'hour: "06:00", visibility: normal', 'hour: "06:00", visibility: dawn')
@broken_by("time-track.yaml", 'hour: "19:00", visibility: night', 'hour: "19:00", visibility: dusk')
@broken_by("charts.yaml", "[12pm-2pm,", "[12pm-3pm,")
def each_turn_has_the_visibility_of_the_hour_at_which_it_begins(desert: Desert) -> bool:
    """25.5, ruling A37: the beginning belongs to a period, its end does not."""
    spans = {word: hours(desert.cell("visibility", row, "Hours")) for word, row in PERIODS.items()}
    for box in desert.boxes:
        hour = int(box.cells["hour"][:2]) + int(box.cells["hour"][3:]) / 60
        within = [word for word, (start, end) in spans.items()
                  if (start <= hour < end if start < end else hour >= start or hour < end)]  # fmt: skip
        if [box.cells["visibility"]] != (within or ["normal"]):
            return False
    return True


def hours(text: str) -> tuple[int, int]:
    """The hours of a cell, by a clock of 24 hours."""
    first, last = ((int(n) % 12) + 12 * (half == "pm") for n, half in re.findall(r"(\d+)(am|pm)", text))
    return first, last


@broken_by("time-track.yaml", '{turn: "2",  hour: "00:30"', '{turn: "2",  hour: "00:45"')
@broken_by("time-track.yaml", 'hour: "14:30"', 'hour: "14:00"')
def a_turn_is_half_an_hour(desert: Desert) -> bool:
    """8.2: every half hour of a day has one."""
    minutes = [60 * int(box.cells["hour"][:2]) + int(box.cells["hour"][3:]) for box in desert.boxes]
    return minutes == [*range(0, 24 * 60, PRINTED["minutes"])]


# -- Scenarios ---------------------------------------------------------------------------------------


@broken_by("orders-of-battle/axis.yaml", '"1-C1>E"', '"1-C2>E"')
@broken_by("orders-of-battle/allied.yaml", '"3-H2>W"', '"3-H1>W"')
@broken_by("orders-of-battle/allied.yaml", '"2-H2>W"', '"1-H2>W"')
@broken_by("orders-of-battle/allied.yaml", 'duda: "4-H3>W"', 'duda: "4-F1>W"')
def units_start_on_the_boards_each_in_a_hex_of_its_own(desert: Desert) -> bool:
    """5.1, 4.11."""
    for id_ in desert.played:
        ground = desert.ground(id_)
        there = [cell.split(">")[0] for side in ("axis", "allied") for row in desert.orders(side)["units"]
                 if ">" in (cell := row.get(id_, ""))]  # fmt: skip
        if len(there) != len({*there}) or any(ground.get(hex_, "marsh") == "marsh" for hex_ in there):
            return False
    return True


@broken_by(
    "orders-of-battle/axis.yaml", 'name: "HQ 3", ualeb: "on:26", harmat: "on:16"', 'name: "HQ 3", ualeb: "on:26"'
)
@broken_by("orders-of-battle/allied.yaml", 'abd: "on:32"', 'abd: "on:3"')
def headquarters_begin_with_a_unit_two_a_side_and_three_of_the_afrika_korps(desert: Desert) -> bool:
    """10.8, 10.9, 3.3."""
    made = {}
    for id_ in desert.played:
        made[id_] = [sum("+HQ" in unit for unit in desert.set_up(id_, side).values()) for side in ("axis", "allied")]
    germans = {id_ for id_ in desert.played if "88mm gun" in desert.fielded(id_, "axis")}
    return made == {id_: [3 if id_ in germans else 2, 2] for id_ in desert.played}


COMPLETE = {
    "German Panzer Armoured Force": "harmat",
    "Allied Armoured Force": "harmat",
    "Italian Armoured Force": "abd",
    "Allied Infantry Force": "eisa",
    "Italian Infantry Force": "capuzzo",
}
"""A scenario in which each force is complete."""


@broken_by("orders-of-battle/axis.yaml", 'name: "L6/40", abd: "1-D6>E"', 'name: "L6/40"')
@broken_by("orders-of-battle/allied.yaml", 'name: "5.5in gun", eisa: "4-I4>W"', 'name: "5.5in gun"')
@broken_by("orders-of-battle/axis.yaml", 'capuzzo: "1-G5>E"', 'duda: "4-A1>E"')
def each_force_is_complete_in_some_scenario(desert: Desert) -> bool:
    return all(
        desert.forces[title].fits(desert.fielded(id_, desert.forces[title].side)) for title, id_ in COMPLETE.items()
    )


@broken_by("forces.yaml", "  - {scenario: fuka,    side: axis,   force: italian-armoured, part: true}\n", "")
def each_side_has_a_force_or_a_part_of_one_but_the_italians_at_ed_duda(desert: Desert) -> bool:
    """The proposal has one more gun of 47mm there, which no Italian infantry force has."""
    fielded = [(row.scenario, row.side) for row in desert.game.one("forces", ForcesDocument)[0].fielded]
    return sorted([*fielded, ("duda", "axis")]) == sorted(
        (id_, side) for id_ in desert.played for side in ("axis", "allied")
    )


@broken_by("scenarios/duda.yaml", "start: duda", "start: eisa")
@broken_by("map.yaml", 'duda: "...e..t.."', 'duda: "...e....."')
@broken_by("map.yaml", 'fuka: "...e...mm"', 'fuka: "...e....."')
@broken_by("rules.yaml", "airstrikes: {ualeb: {axis: 1}, ", "airstrikes: {")
@broken_by("orders-of-battle/allied.yaml", ', fuka+: "edge:east turn 30"', ', fuka: "3-H1>W"')
def the_four_have_every_hour_every_ground_mines_dug_in_units_entry_and_aircraft(desert: Desert) -> bool:
    words = {word for id_ in FOUR for word in desert.hours(id_)}
    ground = set(chain.from_iterable(desert.ground(id_).values() for id_ in FOUR))
    later = [row for row in desert.orders("allied")["units"] if "fuka+" in row]
    return (
        words == {"normal", *PERIODS}
        and ground == {each.id for each in desert.map.document.terrain}
        and all(any(desert.marked(marker, id_) for id_ in FOUR) for marker in ("minefield", "dug-in"))
        and len(later) == len(PROPOSED["scenarios"]["fuka"]["later"])
        and any(id_ in desert.rules["airstrikes"] for id_ in FOUR)
    )


@broken_by("scenarios/capuzzo.yaml", "[{sheet: harmat}, {sheet: ualeb}]", "[{sheet: harmat}, {sheet: fuka}]")
@broken_by("scenarios/capuzzo.yaml", "[{sheet: harmat}, {sheet: ualeb}]", "[{sheet: harmat}]")
def one_scenario_joins_two_boards_and_all_others_have_one(desert: Desert) -> bool:
    joined = {id_: [board.sheet for board in played.boards] for id_, played in desert.played.items()}
    return joined.pop("capuzzo") == ["harmat", "ualeb"] and all(len(boards) == 1 for boards in joined.values())


@broken_by(
    "time-track.yaml",
    '{id: harmat, label: "Bir Harmat, 08:00", turn: "17"',
    '{id: harmat, label: "Bir Harmat, 08:00", turn: "18"',
)
@broken_by("scenarios/ualeb.yaml", "{game_turns: 12}", "{game_turns: 13}")
def scenarios_are_as_long_as_their_dates_say(desert: Desert) -> bool:
    """Heading, clock and length agree."""
    at = {int(box.turn): box.cells["hour"] for box in desert.boxes}
    for played in desert.played.values():
        first, last = desert.clock["starts"][played.start], desert.clock["stops"][played.stop]
        said = re.findall(r"\d\d:\d\d", played.dates)
        if said != [at[first], at[last + 1]] or played.length.game_turns != last - first + 1 or last - first < 9:
            return False
    return True


@broken_by("scenarios/abd.yaml", "one airstrike.", "one airstrike. Heat haze lies on the desert from noon to two.")
@broken_by("scenarios/fuka.yaml", "Dusk is at six.", "Night falls at six.")
def the_text_of_a_scenario_names_only_hours_that_it_has(desert: Desert) -> bool:
    return all(
        {word for word in PERIODS if re.search(rf"\b{word}\b", played.text, re.IGNORECASE)} <= {*desert.hours(id_)}
        for id_, played in desert.played.items()
    )


@broken_by("scenarios/eisa.yaml", "the hill 4-F1.", "the hill 4-F1 and the escarpment at 4-E5.")
@broken_by("victory.yaml", "scenarios: [eisa], points: 3, when: {hold: 4-F1}",
           "scenarios: [eisa], points: 3, when: {hold: 4-E5}")  # fmt: skip
def the_text_of_el_eisa_names_the_hex_that_is_scored(desert: Desert) -> bool:
    (row,) = (row for row in desert.victory.ledger if row.scenarios == ["eisa"])
    return re.findall(r"\d-[A-I]\d", desert.played["eisa"].text) == [row.when.hold]


@broken_by("counters.yaml", "name: Minefield,     count: 6", "name: Minefield,     count: 5")
@broken_by("rules.yaml", "abd: {allied: 1}", "abd: {allied: 2}")
@broken_by("rules.yaml", "capuzzo: {axis: 1}", "capuzzo: {allied: 1}")
def the_defender_has_at_most_six_mines_and_six_dug_in_units_and_the_attacker_one_airstrike(desert: Desert) -> bool:
    """What was proposed for a game without a scenario."""
    most, markers = PROPOSED["defaults"], {marker.id: marker.count for marker in desert.sheet.markers}
    track = {each["id"]: each["first"] for each in desert.game.files["time-track.yaml"].data["starts"]}
    flown = desert.rules["airstrikes"]
    return (
        all(len(desert.marked("minefield", id_)) <= most["minefields"] == markers["minefield"] for id_ in desert.played)
        and all(len(desert.marked("dug-in", id_)) <= most["dug_in"] == markers["dug-in"] for id_ in desert.played)
        and all(by == {track[id_]: most["airstrikes"]} for id_, by in flown.items())
    )


@broken_by("orders-of-battle/allied.yaml", "2-F2, 2-F3, 2-F4, 2-F5, 2-G3, 2-G4", "2-F2, 2-F3, 2-F4, 2-F5, 2-G3, 2-H2")
@broken_by("orders-of-battle/axis.yaml", "4-D3, 4-E4", "4-D3, 4-D4")
def only_personnel_is_dug_in(desert: Desert) -> bool:
    """21.2."""
    for id_ in desert.played:
        there = {**desert.set_up(id_, "axis"), **desert.set_up(id_, "allied")}
        dug = [desert.units_by_name[there[hex_].removesuffix(" +HQ")] for hex_ in desert.marked("dug-in", id_)]
        if not all(unit.values.get("personnel") for unit in dug):
            return False
    return True


@broken_by("victory.yaml", "range: 3 or more}", "range: 4 or more}")
@broken_by("victory.yaml", "scenarios: [eisa], points: 3", "scenarios: [eisa], points: 2")
@broken_by("victory.yaml", "    points: 1\n    event: eliminated", "    points: 2\n    event: eliminated")
def an_attacker_needs_a_lead_of_three(desert: Desert) -> bool:
    """A point for each unit and 3 for each objective, where no victory was proposed."""
    said, ours = PROPOSED["defaults"], {*desert.played} - {*FOUR}
    levels = {id_: each for each in desert.victory.levels for id_ in each.scenarios}
    wins = {level.range.text if hasattr(level.range, "text") else str(level.range)
            for id_ in (*ours, "harmat") for level in levels[id_].levels if level.side == levels[id_].side}  # fmt: skip
    ledger = [row for row in desert.victory.ledger if {*row.scenarios} & ours]
    by_unit = {row.points for row in ledger if row.event == "eliminated"}
    by_place = {row.points for row in ledger if row.when is not None}
    return wins == {f"{said['lead']} or more"} and by_unit == {said["unit"]} and by_place == {said["objective"]}


@broken_by("scenarios/fuka.yaml", 'since: "33"', 'since: "32"')
@broken_by("scenarios/fuka.yaml", "nationality: italian", "nationality: german")
@broken_by("map.yaml", "hexes: [3-A1..3-A6]", "hexes: [3-A1..3-A5]")
def the_italians_leave_fuka_from_the_fifth_turn_on(desert: Desert) -> bool:
    """From the hexes of column A."""
    (change,) = (each for each in desert.played["fuka"].changes if each.at == "rules.exits")
    west = {desert.hex(f"3-A{row}") for row in range(1, 7)}
    since = str(desert.clock["starts"]["fuka"] + 4)
    return (
        change.value == [{"of": {"nationality": "italian"}, "area": "fuka-west", "since": since}]
        and desert.map.areas["fuka-west"] == west
    )


@broken_by(
    "victory.yaml",
    "scenarios: [fuka], side: axis, points: 1, event: ex",
    "scenarios: [fuka], side: axis, points: 2, event: ex",
)
@broken_by("victory.yaml", "scenarios: [fuka], side: allied, points: 4", "scenarios: [fuka], points: 4")
@broken_by(
    "victory.yaml",
    "    scenarios: [fuka]\n    title: Fuka\n    side: axis",
    "    scenarios: [fuka]\n    title: Fuka\n    side: allied",
)
def the_points_of_fuka_are_as_proposed_but_of_units_that_left(desert: Desert) -> bool:
    """More points win, and a tie is an Axis victory; one point for a unit that left, as two were too many."""
    rows = [row for row in desert.victory.ledger if row.scenarios == ["fuka"]]
    points = {f"{row.side} {row.event or row.when.hold}": row.points for row in rows}
    (levels,) = (each for each in desert.victory.levels if each.scenarios == ["fuka"])
    wins = {level.side: str(level.range) for level in levels.levels}
    return (
        points == PROPOSED["scenarios"]["fuka"]["points"] | {"axis exited": 1}
        and levels.side == "axis"
        and wins == {"allied": "-1 or less", "axis": "0 or more"}
    )


@broken_by("victory.yaml", "within: [{on: 4-B2}]", "within: [{on: 4-B4}]")
@broken_by("victory.yaml", "at_least: 7", "at_least: 8")
@broken_by("victory.yaml", "nos: [3, 4, 26,", "nos: [3, 4, 17, 26,")
@broken_by(
    "victory.yaml", '{id: draw,   name: Draw,                         range: "2"}', '{id: draw, name: Draw, range: "3"}'
)
def ed_duda_is_won_by_link_up_hills_and_few_losses(desert: Desert) -> bool:
    """Relief are those who begin in G to I, garrison those in A and B; no link-up is an Axis victory, one alone a draw."""
    rows = {row.id: row for row in desert.victory.ledger}
    met = rows["link-up"].when.present
    numbers = {row["duda"][2]: set() for row in desert.orders("allied")["units"] if ">" in row.get("duda", "")}
    for row in desert.orders("allied")["units"]:
        if ">" in row.get("duda", ""):
            numbers[row["duda"][2]].add(row["no"])
    relief, garrison = (
        set().union(*(numbers[column] for column in columns if column in numbers)) for columns in ("GHI", "AB")
    )
    hills, few = rows["hills-held"].when.all
    held = {each.present.within[0].on for each in hills.any}
    (levels,) = (each for each in desert.victory.levels if each.scenarios == ["duda"])
    at = [str(level.range) for level in levels.levels]
    said = PROPOSED["scenarios"]["duda"]
    return (
        ({*met.units.nos}, {*met.within[0].near_units.of.nos}) == (relief, garrison)
        and held == {f"4-{hex_}" for hex_ in said["hills"]}
        and few.present.at_least == len(said["allied"]) - said["most_lost"]
        and (rows["link-up"].points, rows["hills-held"].points, at) == (2, 1, ["1 or less", "2", "3 or more"])
    )


@broken_by("victory.yaml", "          at_least: 4", "          at_least: 3")
@broken_by(
    "victory.yaml",
    "at: end, scenarios: [ualeb], points: 1, when: {hold: 2-H2}",
    "at: end, scenarios: [ualeb], points: 1, when: {hold: 2-H3}",
)
def the_box_is_broken_by_eight_losses_or_two_of_three_hills(desert: Desert) -> bool:
    said = PROPOSED["scenarios"]["ualeb"]
    (sudden,) = desert.victory.sudden
    left = sudden.when.is_not.present.at_least - 1
    hills = {row.when.hold for row in desert.victory.ledger if row.scenarios == ["ualeb"]}
    return left == len(said["allied"]) - said["eliminated"] and hills == {f"2-{hex_}" for hex_ in said["hills"]}


@broken_by("charts.yaml", "die: 1d6\n    columns: [Needed]", "die: 1d10\n    columns: [Needed]")
@broken_by("charts.yaml", '      "6":   [DIS, ', '      "7":   [DIS, ')
def one_six_sided_die_is_thrown(desert: Desert) -> bool:
    """The rows go from 1 to 6."""
    dice = {desert.charts[id_].chart.die for id_ in ("combat_results", "action_points")}
    return dice == {"1d6"} and [*desert.cells("combat_results")] == [str(n) for n in range(1, 7)]


@broken_by("game.yaml", "  Left out: the photographs,", "  Also: the photographs,")
def the_colophon_says_what_is_left_out(desert: Desert) -> bool:
    """The photographs, the version to print and the campaign, which the text announces."""
    (line,) = [line for line in desert.game.files["game.yaml"].data["rights"].splitlines() if "Left out" in line] or [
        ""
    ]
    return all(word in line for word in ("photographs", "version to print", "campaign"))


@pytest.mark.parametrize("condition", dict.fromkeys(each[0] for each in CONDITIONS), ids=name_of)
def test_what_the_text_says_of_what_it_lacks_holds(condition):
    assert condition(book())


@pytest.mark.parametrize(("condition", "file", "old", "new"), CONDITIONS, ids=name_of)
def test_and_a_change_of_a_file_breaks_it(condition, file, old, new):
    assert not condition(Desert.changed(file, old, new))


# -- Values, cell by cell ----------------------------------------------------------------------------


def test_the_combat_results_are_as_typed_again():
    desert = book()
    assert desert.columns("combat_results") == PRINTED["combat"]["columns"]
    assert desert.cells("combat_results") == PRINTED["combat"]["rows"]
    assert {row: line[0] for row, line in desert.cells("legend").items()} == PRINTED["results"]
    assert desert.rules["effects"] == PRINTED["effects"]


def test_results_are_the_die_and_the_column_added():
    """Fitted: 2 or less, 3 and 4, 5 or more of the column between −3 and 3."""
    for row, line in book().cells("combat_results").items():
        for column, code in zip(range(-3, 4), line, strict=True):
            total = int(row) + column
            assert code == ("NE" if total <= 2 else "DIS" if total <= 4 else "EL")


@pytest.mark.parametrize(
    ("chart", "named"),
    [("action_points", "action_points"), ("ap_costs_printed_list", "costs"), ("ap_costs_elsewhere", "other_costs")],
)
def test_points_and_costs_are_as_typed_again(chart, named):
    assert book().cells(chart) == {row: [str(cell)] for row, cell in PRINTED[named].items()}


def test_modifiers_are_as_typed_again():
    cells = {row: line[0] for row, line in book().cells("combat_modifiers").items()}
    assert [*cells] == [*PRINTED["modifiers"]]
    assert all(str(said) in cells[row] for row, said in PRINTED["modifiers"].items())
    listed = {each.id: each.value for each in book().charts["combat_results"].chart.modifiers}
    assert [listed[id_] for id_ in ("flank", "minefield", "airstrike", "airstrike_second")] == [
        PRINTED["modifiers"][row] for row in [*PRINTED["modifiers"]][:4]
    ]


def test_each_kind_of_terrain_does_what_it_is_said_to_do():
    cells, said = book().cells("terrain_list"), PRINTED["terrain"]
    assert [*cells] == [*said]
    words = {word for each in said.values() for word in each}
    for row, (text,) in cells.items():
        assert {word for word in words if f" {word}" in f" {text}"} == {*said[row]}, row


@pytest.mark.parametrize(
    ("chart", "named"),
    [
        ("suggested_defence_values", "defence_values"),
        ("suggested_combat_ranges", "ranges"),
        ("suggested_movement_values", "movement"),
    ],
)
def test_suggested_values_are_as_typed_again(chart, named):
    made = {row: re.findall(r"[^,()\s][^,()]*[^,()\s]", line[0]) for row, line in book().cells(chart).items()}
    assert made == PRINTED[named]


def test_visibility_is_as_typed_again():
    assert book().cells("visibility") == PRINTED["visibility"]


def test_the_terrain_effects_are_as_proposed():
    cells = book().cells("terrain_effects")
    assert {row: line for row, line in cells.items() if row != "Track"} == PROPOSED["terrain"]


def test_figures_that_the_rules_read_are_the_printed_ones():
    assert figures_of(book().game, book().rules["figures"]) == PRINTED["figures"]


def test_every_counter_is_as_proposed():
    made = {nation: [] for nation in PROPOSED["units"]}
    for unit in book().fighting:
        said = unit.values
        defence = f"{said['defence']}({said['cover']})" if "cover" in said else str(said["defence"])
        flags = {letter for flag, letter in FLAGS.items() if said.get(flag)}
        made[unit.nationality].append([unit.name, unit.count, said["range"], defence, said["movement"], flags])
    wanted = {nation: [[*unit[:-1], {*unit[-1]}] for unit in units] for nation, units in PROPOSED["units"].items()}
    assert made == wanted


def test_values_that_charts_state_are_printed_and_the_others_ours():
    desert = book()
    ((_, where),) = desert.game.documents("counters", type(desert.sheet))
    letters = {"range": "R", "defence": "D", "movement": "M"}
    stated = {name: letters for letters, names in PROPOSED["stated"].items() for name in names}
    for number, unit in enumerate(desert.sheet.units):
        if unit.type != "hq":
            found = [letter for value, letter in letters.items()
                     if (where / "units" / number / value).basis == "printed"]  # fmt: skip
            assert found == [*stated[unit.name]], unit.name


def test_examples_of_forces_are_as_proposed():
    made = {title: dict(tally(force.example)) for title, force in book().forces.items()}
    assert made == PROPOSED["forces"]


def test_boards_are_as_proposed():
    document = book().map.document
    for sheet, rows in PROPOSED["boards"].items():
        assert [row.cells[sheet].upper() for row in document.rows] == rows
    assert [hex_ for line in document.lines for hex_ in line.hexes] == [
        f"{board}-{hex_}" for board in (1, 2, 3, 4) for hex_ in PROPOSED["road"]
    ]


@pytest.mark.parametrize("id_", FOUR)
def test_the_first_scenarios_are_as_proposed(id_):
    desert, said, board = book(), PROPOSED["scenarios"][id_], FOUR.index(id_) + 1
    played = desert.played[id_]
    for side in ("axis", "allied"):
        assert desert.set_up(id_, side) == {f"{board}-{hex_}": unit for hex_, unit in said[side].items()}
    begins = next(each for each in desert.game.files["time-track.yaml"].data["starts"] if each["id"] == played.start)
    hour = next(box.cells["hour"] for box in desert.boxes if box.turn == begins["turn"])
    assert [begins["first"], hour, played.length.game_turns] == said["opens"]
    assert sorted(desert.marked("minefield", id_)) == [f"{board}-{hex_}" for hex_ in said["minefields"]]
    assert sorted(desert.marked("dug-in", id_)) == [f"{board}-{hex_}" for hex_ in said["dug_in"]]
    assert desert.rules["airstrikes"].get(id_, {}) == said["airstrikes"]
    later = [row for row in desert.orders("allied")["units"] if f"{id_}+" in row]
    assert [row["name"] for row in later] == said.get("later", [])
    assert all(row[f"{id_}+"] == f"edge:east turn {int(begins['turn']) + 1}" for row in later)


def test_clauses_have_the_numbers_of_the_text():
    assert book().numbers_lost(VALUES["clauses"]) == {}


# -- Errata ------------------------------------------------------------------------------------------


def test_errata_correct_what_the_charts_contradict():
    road, head = ("terrain_list", "Roads and Tracks", "Effect"), "suggested_movement_values"
    plain, corrected = book(), book("all")
    assert ("free AP" in plain.cell(*road), "movement point" in corrected.cell(*road)) == (True, True)
    heads = [[each.charts[head].chart.row_scale.title, *each.columns(head)] for each in (plain, corrected)]
    assert heads == [PRINTED["movement_head"], ["Movement value", "Unit Examples"]]


def test_errata_say_what_turreted_units_do_where_the_text_is_silent():
    """6.2 excepts nobody and names no turret: what it says of turreted units is derived."""
    for errata, named, basis, fires in (
        ("none", False, "derived", "front arc"),
        ("all", True, "proposed", "all round"),
    ):
        ((document, where),) = book(errata).game.documents("rulebook", RulebookDocument)
        number, clause = next((n, each) for n, each in enumerate(document.clauses) if each.id == "6.2")
        assert ("Turreted units fire all round." in clause.text, "urret" in clause.text) == (named, named)
        assert clause.states["turreted.fires"] == fires
        assert (where / "clauses" / number / "states" / "turreted.fires").basis == basis


def test_with_all_errata_nothing_is_wrong_and_nothing_is_silenced():
    assert [finding.message for finding in check(book("all").game)] == []
    assert not any("ignore:" in file.source.text for file in book().game.files.values())


def test_the_starts_of_all_scenarios_are_linked():
    assert forces(book().game).unresolved == []

"""*Rats of Tobruk*: its values typed a second time, and what the rules say of the parts that the source lacks.

A condition of such a part is a function of the game; beside it stands the change of a file that must break it.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, product
from pathlib import Path

import pytest
import yaml

from scenario_forge import check
from scenario_forge.game.forces import forces
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes.grid import centre, distance
from scenario_forge.mechanics.tables import play_table
from scenario_forge.wargame.base.figures import figures_of
from tests.content.book import ROOT, Book, Conditions, name_of

VALUES = yaml.safe_load(Path(__file__).with_name("rats_of_tobruk_values.yaml").read_text("utf-8"))
PRINTED, PROPOSED, FITTED = VALUES["printed"], VALUES["proposed"], VALUES["fitted"]

MERIT = ["AE", "AP", "AD", "AC", "AR", "-", "DR", "DC", "DD", "DE"]
"""Results from the worst to the best for the attacker."""
KINDS = ["Morning", "Day", "Evening", "Night"]
HILLS, HARBOUR, AIRBASE = ("1124", "1125", "1224"), "4614", "4321"
NATIONS = {"german": "Ger", "italian": "Ital", "australian": "Aus", "british": "Brit"}


class Rats(Book):
    """The game as the tests ask for it."""

    folder = ROOT / "content/rats-of-tobruk"

    @cached_property
    def ditch(self) -> set[frozenset[str]]:
        """Pairs of hexes on both sides of the ditch."""
        return {
            frozenset(side.split("/"))
            for feature in self.map.document.hexsides
            if feature.kind == "ditch"
            for side in feature.sides
        }

    def valued(self, value: str, word: str):
        """Units of which a value is this word."""
        return [unit for unit in self.sheet.units if unit.values.get(value) == word]


@cache
def book(errata: str = "none") -> Rats:
    """The game as it is, read once."""
    return Rats(errata=errata)


CONDITIONS = Conditions[Rats]()
broken_by = CONDITIONS.broken_by


# -- The Combat Results Table ------------------------------------------------------------------------


@broken_by("charts.yaml", "3-1, 4-1, 5-1]", "3-1, 4-1, 6-1]")
@broken_by("charts.yaml", "columns: [1-4, 1-3, 1-2", "columns: [1-5, 1-3, 1-2")
def columns_go_from_1_4_to_5_1(rats: Rats) -> bool:
    """10.1: lower and higher ratios use the ends; fractions are dropped, so whole ratios lie between."""
    found = [column.text for column in rats.charts["combat_results"].columns]
    return found == [f"1-{n}" for n in (4, 3, 2)] + [f"{n}-1" for n in (1, 2, 3, 4, 5)]


@broken_by("charts.yaml", '      "12": [AE, ', '      "13": [AE, ')
def rows_go_from_2_to_12(rats: Rats) -> bool:
    """10.1: totals below 2 and above 12 count as these."""
    return [row.text for row in rats.charts["combat_results"].rows] == [str(n) for n in range(2, 13)]


@broken_by("charts.yaml", "die: 2d6", "die: 3d6")
@broken_by("charts.yaml", "dice_when: {night: 3d6}", "dice_when: {night: 2d6}")
def two_dice_are_thrown_and_three_at_night(rats: Rats) -> bool:
    chart = rats.charts["combat_results"].chart
    return (chart.die, chart.dice_when) == ("2d6", {"night": "3d6"})


@broken_by("charts.yaml", "5, 7], beyond: clamp}", "5, 7]}")
def totals_beyond_the_ends_count_as_the_ends(rats: Rats) -> bool:
    """10.1."""
    chart = rats.charts["combat_results"]
    table = play_table(chart)
    read = [table.at(table.column((1, 1)), total) for total in (-3, 2, 12, 18 + 1 + 3 + 7)]
    return chart.chart.row_scale.beyond == "clamp" and read[0] == read[1] and read[2] == read[3]


@broken_by("charts.yaml", "rounding: defender", "rounding: attacker")
def ratios_are_rounded_for_the_defender(rats: Rats) -> bool:
    """10.1, ruling A1: 3 to 4 are 1-2, and 7 to 2 are 3-1."""
    table = play_table(rats.charts["combat_results"])
    columns = [column.text for column in rats.charts["combat_results"].columns]
    return [columns[table.column(ratio)] for ratio in ((3, 4), (7, 2), (9, 9))] == ["1-2", "3-1", "1-1"]


@broken_by("charts.yaml", '"7":  [AD,  AC,  AC,  AR', '"7":  [AD,  AC,  DE,  AR')
def high_totals_are_bad_for_the_attacker(rats: Rats) -> bool:
    """16.0 calls what is added a penalty: no result improves downwards."""
    rows = [[MERIT.index(code) for code in row] for row in rats.cells("combat_results").values()]
    return all(after <= before for one, other in pairwise(rows) for before, after in zip(one, other, strict=True))


@broken_by("charts.yaml", '"9":  [AP,  AD,  AD,  AC,  AR', '"9":  [AP,  AD,  AD,  AC,  AE')
def better_ratios_are_no_worse_for_the_attacker(rats: Rats) -> bool:
    rows = [[MERIT.index(code) for code in row] for row in rats.cells("combat_results").values()]
    return all(before <= after for row in rows for before, after in pairwise(row))


@broken_by("charts.yaml", '"5":  [AC, ', '"5":  [AB, ')
@broken_by("charts.yaml", "      DD:  [Defender Decimated,", "      DA:  [Defender Decimated,")
def there_are_exactly_the_ten_results(rats: Rats) -> bool:
    """10.4: each is on the table, explained in its legend and carried out by the rules."""
    used = {code for row in rats.cells("combat_results").values() for code in row}
    return used == set(MERIT) == {*rats.cells("result_codes")} == {*rats.rules["effects"]} and len(MERIT) == 10


# -- The Terrain Key ---------------------------------------------------------------------------------


@broken_by("charts.yaml", '["2",    H,       ALL,     "+1", ""]', '["2",    H,       ALL,     "",   ""]')
@broken_by("charts.yaml", '["2",    H,       ALL,     "+1", ""]', '["2",    H,       ALL,     "+1", blocks]')
@broken_by("charts.yaml", '["2",    H,       ALL,     "+1", ""]', '["2",    ALL,     H,       "+1", ""]')
def a_ravine_costs_2_h_all_and_helps_the_defender_without_hiding_him(rats: Rats) -> bool:
    """9.0 prints the costs; 16.0 halves the modifier of a ravine; 11.2 says that it does not obscure."""
    *costs, dice, sight = rats.cells("terrain_key")["Ravine"]
    return costs == ["2", "H", "ALL"] and dice != "" and sight == ""


@broken_by("charts.yaml", '[H,      ALL,     NA,      "+3", ""]', '[H,      ALL,     ALL,     "+3", ""]')
@broken_by("rules.yaml", "not_across: [ditch], along: [road, path], enter", "along: [road, path], enter")
def a_ditch_costs_half_stops_wheels_and_zones_and_adds_3(rats: Rats) -> bool:
    """15.2 (leg), 9.2 (wheels), 10.8 (dice), 8.0 (no zone across it, and no step into one)."""
    leg, _tracked, wheeled, dice, _sight = rats.cells("terrain_key")["Ditch/wire hexside"]
    zones = rats.rules["zones"]
    no_zone = zones.get("not_across") == ["ditch"] and zones["along"] == ["road", "path"]
    return (leg, wheeled, dice) == ("H", "NA", "+3") and no_zone


@broken_by(
    "charts.yaml",
    'Bunker:                                ["2",    "2",     "2",     "+4"',
    'Bunker:  ["2", "2", NA, "+4"',
)
@broken_by(
    "charts.yaml",
    'Bunker:                                ["2",    "2",     "2",     "+4"',
    'Bunker:  ["1", "1", "1", "+4"',
)
def a_bunker_has_a_cost_of_its_own_that_wheels_can_pay(rats: Rats) -> bool:
    """15.2 (a distinct cost), 15.0 (+4, not blocking); barred to wheels it would stop zones and supply (8.0, 5.1)."""
    *costs, dice, sight = rats.cells("terrain_key")["Bunker"]
    return costs != rats.cells("terrain_key")["Hamada"][:3] and "NA" not in costs and (dice, sight) == ("+4", "")


@broken_by("charts.yaml", '["1",    "1",     "0.5",   OTIH, ""]', '["1",    "0.5",   "0.5",   OTIH, ""]')
def a_road_costs_1_and_wheels_half(rats: Rats) -> bool:
    """9.0, 15.2; 17.12 raises the cost of wheels alone to 1, so nobody else pays less."""
    return rats.cells("terrain_key")["Road"][:3] == ["1", "1", "0.5"]


@broken_by("charts.yaml", '"+2", blocks]\n      Airbase', '"+2", ""]\n      Airbase')
@broken_by("charts.yaml", "Entry hex:                             [OTIH", 'Entry hex: ["1"')
def paths_cost_1_entry_hexes_their_terrain_and_hills_block(rats: Rats) -> bool:
    key = rats.cells("terrain_key")
    return key["Path"][0] == "1" and set(key["Entry hex"][:4]) == {"OTIH"} and key["Hill"][4] == "blocks"


@broken_by("charts.yaml", 'Hill:                                  ["2"', 'Hill:                                  ["3"')
def leg_units_pay_1_or_2(rats: Rats) -> bool:
    """Debarked units have 4 points (9.6): more would nail them down."""
    costs = {line[0] for line in rats.cells("terrain_key").values()}
    return {cost for cost in costs if cost.isdigit()} <= {"0", "1", "2"}


@broken_by("rules.yaml", "hill: {leg: 2, tracked: 2, wheeled: 3}", "hill: {leg: 2, tracked: 2, wheeled: 4}")
@broken_by("rules.yaml", 'ravine: "+1", hill: "+2"', 'ravine: "+2", hill: "+2"')
@broken_by("rules.yaml", "blocks: [hill, harbour, town]}", "blocks: [harbour, town]}")
@broken_by("charts.yaml", "[H,      ALL,     NA", '[H,      "4",     NA')
def the_key_says_what_the_rules_do(rats: Rats) -> bool:
    names = {"Ditch/wire hexside": "ditch"}
    word = {"half": "H", "all": "ALL", "prohibited": "NA", "1/2": "0.5"}
    costs, ground, blocks = rats.rules["movement"]["costs"], rats.rules["assault"]["ground"], set()
    for name, (*printed, dice, sight) in rats.cells("terrain_key").items():
        id_ = names.get(name, name.casefold())
        if sight:
            blocks.add(id_)
        if id_ in costs:
            by_class = (
                costs[id_] if isinstance(costs[id_], dict) else dict.fromkeys(("leg", "tracked", "wheeled"), costs[id_])
            )
            if [word.get(str(cost), str(cost)) for cost in by_class.values()] != printed:
                return False
        said = {"bunker": "+4", "wire": "+3"}.get(ground.get(id_, ""), ground.get(id_, ""))
        if dice not in ("OTIH", said):
            return False
    return blocks == set(rats.rules["sight"]["blocks"]) == set(rats.rules["terrain"])


# -- The Turn Track ----------------------------------------------------------------------------------


@broken_by("time-track.yaml", "light: evening, easter: 14 April", "light: night, easter: 14 April")
def kinds_of_turn_follow_each_other(rats: Rats) -> bool:
    """3.0."""
    words = [box.cells["light"] for box in rats.boxes]
    return words == [kind.lower() for kind in KINDS] * 5 and [box.label for box in rats.boxes] == KINDS * 5


@broken_by("time-track.yaml", "light: night,   easter: 13 April", "light: night,   easter: 14 April")
@broken_by("time-track.yaml", "easter: 17 April, salient: 5 May", "easter: 17 April, salient: 6 May")
def night_ends_a_calendar_day_and_the_dates_are_the_printed_ones(rats: Rats) -> bool:
    """4.1, 17.1, 17.8."""
    days = [[box.cells[column] for box in rats.boxes] for column in ("easter", "salient")]
    wanted = [
        [f"{first + day} {month}" for day in range(5) for _ in KINDS] for first, month in ((13, "April"), (1, "May"))
    ]
    return days == wanted


@broken_by("time-track.yaml", 'easter: 13 April, salient: 1 May, die: "+1"}', "easter: 13 April, salient: 1 May}")
def evenings_alone_have_1_in_their_corner(rats: Rats) -> bool:
    """13.1."""
    return [box.cells.get("die", "") for box in rats.boxes] == ["", "", "+1", ""] * 5


@broken_by("scenarios/easter-battle.yaml", "length: {game_turns: 20}", "length: {game_turns: 19}")
@broken_by("scenarios/salient.yaml", "length: {game_turns: 20}", "length: {game_turns: 21}")
def both_battles_last_from_the_first_morning_to_the_last_night(rats: Rats) -> bool:
    played = [each.document for each in scenarios(rats.game).listed]
    ends = {(each.start, each.stop, each.length.game_turns) for each in played}
    return ends == {("turn-1", "turn-20", 20)} and len(played) == 2 and len(rats.boxes) == 20


# -- The map -----------------------------------------------------------------------------------------


@broken_by("map.yaml", "shifted: even", "shifted: odd")
def the_three_hills_touch_each_other(rats: Rats) -> bool:
    return all(rats.far(one, other) == 1 for one in HILLS for other in HILLS if one != other)


@broken_by("map.yaml", "orientation: flat", "orientation: pointy")
def the_hills_are_15_km_west_and_5_km_south_of_the_harbour(rats: Rats) -> bool:
    """As they are on the ground; a hex is 500 m across (1.0)."""
    grid = rats.map.grid
    (x, y), *hills = (centre(grid, rats.hex(name), 500) for name in (HARBOUR, *HILLS))
    west = sum(x - hill[0] for hill in hills) / len(hills) / 1000
    south = sum(hill[1] - y for hill in hills) / len(hills) / 1000
    return abs(west - 15) < 0.5 and abs(south - 5) < 0.5


@broken_by("map.yaml", '"{col:02}{row:02}"', '"{row:02}{col:02}"')
def hexes_are_numbered_by_column_and_row(rats: Rats) -> bool:
    """2.1, 17.4: columns reach 46 at least, rows 25."""
    columns, rows = len({id_[:2] for id_ in rats.map.grid.ids}), len({id_[2:] for id_ in rats.map.grid.ids})
    return rats.map.grid.ids[0] == "0101" and "0201" in rats.map.grid.ids and (columns, rows) == (54, 46)


@broken_by("map.yaml", "2032/2033, ", "")
@broken_by("map.yaml", "1801/1701, ", "")
def the_perimeter_is_closed(rats: Rats) -> bool:
    """17.7: it parts the land; no hex of the west or south edge is inside, where the Axis enters (17.6)."""
    inside = rats.map.areas["perimeter"]
    return rats.hex(HARBOUR) in inside and not inside & rats.map.edge(["west", "south"]) and len(inside) > 1000


@broken_by("map.yaml", '{name: S1, hex: "0923"', '{name: S1, hex: "0822"')
def airbase_and_bunkers_lie_inside_the_perimeter(rats: Rats) -> bool:
    bunkers = [place.hex for place in rats.map.document.places if "bunker" in place.kinds]
    inside = rats.map.areas["perimeter"]
    return len(bunkers) == 70 and all(rats.hex(name) in inside for name in (*bunkers, AIRBASE))


@broken_by("map.yaml", '"1314", "1213", "1113"', '"1314", "1113"')
def roads_and_paths_lead_through_the_ditch(rats: Rats) -> bool:
    """Wheels and supply cross it there alone (9.2, 5.1): from the west and from the south."""
    crossed = {"/".join(sorted(pair)) for pair in rats.ditch & rats.steps}
    return crossed == {"1213/1314", "0824/0924", "4039/4040"}


@broken_by("counters.yaml", "fired: true, range: 20", "fired: true, range: 30")
def nobody_reaches_the_harbour_from_outside(rats: Rats) -> bool:
    """17.4 would be won on the first turn: the hills are 35 hexes from the harbour, and guns outside are too far."""
    land = [hex_ for hex_ in range(len(rats.map.grid)) if rats.map.passable[hex_]]
    outside = set(land) - rats.map.areas["perimeter"]
    nearest = min(distance(rats.map.grid, hex_, rats.hex(HARBOUR)) for hex_ in outside)
    ranges = [unit.number("range") or 0 for unit in rats.units(nationality="german")]
    return rats.far("1124", HARBOUR) == 35 and max(ranges) < nearest


# -- Counters ----------------------------------------------------------------------------------------


@broken_by("counters.yaml", "count: 15", "count: 14")
@broken_by(
    "counters.yaml",
    'name: "4AA", headquarters: 103, colour: "#8DB52A", pattern: dotted, chit: true',
    'name: "4AA", headquarters: 103, colour: "#8DB52A", pattern: dotted',
)
def there_are_280_counters(rats: Rats) -> bool:
    """2.0."""
    chits = sum(formation.chit for formation in rats.sheet.formations)
    units = sum(unit.count for unit in rats.sheet.units)
    return units + chits + sum(marker.count for marker in rats.sheet.markers) == 280


@broken_by("counters.yaml", "attack: 2, defence: 9, movement: 8", "attack: 2, defence: 8, movement: 8")
@broken_by(
    "counters.yaml", "depleted: {attack: 1, defence: 5, movement: 8}", "depleted: {attack: 1, defence: 6, movement: 8}"
)
def the_flak_is_2_9_8_with_5_on_its_back(rats: Rats) -> bool:
    """11.3; attack, defence, movement in this order, on wheels."""
    found = [unit for unit in rats.sheet.units if unit.type == "flak"]
    front = {tuple(unit.number(value) for value in ("attack", "defence", "movement")) for unit in found}
    back = {unit.faces["depleted"]["defence"] for unit in found}
    return front == {(2, 9, 8)} and back == {5} and {unit.values["class"] for unit in found} == {"wheeled"}


@broken_by(
    "counters.yaml", "attack: 4, defence: 6, movement: 4, class: leg", "attack: 4, defence: 6, movement: 5, class: leg"
)
def leg_infantry_moves_as_debarked_units_do(rats: Rats) -> bool:
    """9.6: 4 points."""
    return {unit.number("movement") for unit in rats.valued("class", "leg") if unit.type == "inf"} == {
        PRINTED["debarked"]
    }


@broken_by(
    "counters.yaml",
    "attack: 5, defence: 2, movement: 8, class: wheeled, fired: true",
    "attack: 7, defence: 2, movement: 8, class: wheeled, fired: true",
)
def a_barrage_can_hit_and_can_miss(rats: Rats) -> bool:
    """11.2: a die below the attack strength hits; so 3 to 5."""
    return {unit.number("attack") for unit in rats.valued("fire", "artillery")} == {3, 4, 5}


@broken_by("counters.yaml", "range: 6, fire: direct", "range: 7, fire: direct")
def direct_fire_can_hit_at_its_longest_range(rats: Rats) -> bool:
    """11.3: both dice must be greater than the distance; +1 for road movement makes 6 possible."""
    ranges = {unit.number("range") for unit in rats.valued("fire", "direct")}
    return min(ranges) >= 2 and max(ranges) <= 6 + 1 - 1


@broken_by("counters.yaml", "attack: 4, defence: 5, movement: 10", "attack: 4, defence: 2, movement: 10")
@broken_by("counters.yaml", "attack: 5, defence: 8, movement: 6", "attack: 5, defence: 12, movement: 6")
def casualties_by_direct_fire_are_possible_and_not_certain(rats: Rats) -> bool:
    """11.3: at distance 1 the least total that hits is 4, the most 12; the Flak defends with its back."""
    fronts = {unit.number("defence") for unit in rats.sheet.units if "depleted" in unit.faces and unit.type != "flak"}
    return min(fronts) >= 3 and max(fronts) <= 8


@broken_by(
    "counters.yaml",
    "class: wheeled, fired: true, range: 20",
    "class: wheeled, depleted: {attack: 1, defence: 1, movement: 8}, range: 20",
)
def artillery_has_one_step_and_a_fired_side(rats: Rats) -> bool:
    """10.2, 7.1: it counts full when stacking."""
    return all(set(unit.faces) == {"fired"} for unit in rats.valued("fire", "artillery"))


@broken_by(
    "counters.yaml",
    'name: "HQ I/5Pz", nationality: german, size: II, type: hq, parent: i-5pz, attack: 0',
    'name: "HQ I/5Pz", nationality: german, size: II, type: hq, parent: i-5pz, attack: 1',
)
@broken_by("rules.yaml", 'zones: {of: {not: {type: "hq*"}}, ', "zones: {")
def headquarters_have_one_side_no_attack_and_no_zone(rats: Rats) -> bool:
    """2.4, 7.1, 8.0."""
    found = [unit for unit in rats.sheet.units if unit.type.startswith("hq")]
    plain = all(not unit.faces and unit.number("attack") == 0 and "range" not in unit.values for unit in found)
    return len(found) == 43 and plain and rats.rules["zones"].get("of") == {"not": {"type": "hq*"}}


@broken_by("counters.yaml", 'id: 39pzj, side: axis, name: "39PzJ"', 'id: 39pzj, side: axis, name: "38PzJ"')
@broken_by("counters.yaml", "type: hq-eng, parent: rae", "type: hq, parent: rae")
def the_named_battalions_are_there(rats: Rats) -> bool:
    """2.4, 5.1, 6.0, 17.5; 12.1 speaks of the Australian engineer headquarters, so there is one."""
    engineers = {unit.parent for unit in rats.units(nationality="australian") if unit.type in ("eng", "hq-eng")}
    led = [unit for unit in rats.sheet.units if unit.type == "hq-eng"]
    return {*PRINTED["battalions"]} <= {each.name for each in rats.sheet.formations} and len(engineers) == len(led) == 1


@broken_by("counters.yaml", "{id: mor, name: Mortars,", "{id: mor, name: Guns,")
def every_abbreviation_is_on_a_counter(rats: Rats) -> bool:
    """17.0: in a name, or as what a type is called."""
    names = " ".join(re.sub(r"[\d/]", " ", f"{unit.name} {unit.parent.upper()}") for unit in rats.sheet.units)
    types = " ".join(kind.name for kind in rats.sheet.types).casefold()
    meanings = {
        "Inf": "infantry",
        "Mor": "mortars",
        "SP": "self-propelled",
        "Rec": "reconnaissance",
        "MG": "machine guns",
    }
    listed = PRINTED["abbreviations"]
    return all(f" {short} " in f" {names} " or meanings.get(short, "?") in types for short in listed)


@broken_by(
    "orders-of-battle/axis.yaml", 'name: "1/VII",       start: N', 'name: "1/VII",       start: "edge:west,south"'
)
@broken_by("scenarios/salient.yaml", '      - {no: 94, name: "III/132Art", at: "edge:west,south"}\n', "")
@broken_by(
    "orders-of-battle/allied.yaml", 'name: "HQ 4AA",       start: in:perimeter', 'name: "HQ 4AA",       start: N'
)
def italians_fight_in_the_second_battle_alone_and_all_others_in_both(rats: Rats) -> bool:
    """17.5, 17.7, 17.13, 17.14."""
    sheet = {(unit.side, unit.no): unit.nationality for unit in rats.sheet.units}
    texts = {path: file.data for path, file in rats.game.files.items()}
    cells = {
        (side, row["no"]): row["start"]
        for side in ("allied", "axis")
        for row in texts[f"orders-of-battle/{side}.yaml"]["units"]
    }
    first = {key for key, cell in cells.items() if cell in ("in:perimeter", "edge:west,south")}
    (own,) = texts["scenarios/salient.yaml"]["set_up"]
    second = first | {(own["side"], row["no"]) for row in own["units"] if row["at"] == "edge:west,south"}
    others = {key for key, nation in sheet.items() if nation != "italian"}
    return first == others and second == set(sheet)


@broken_by("counters.yaml", 'headquarters: 5, colour: "#2F55C8"', 'headquarters: 5, colour: "#C62828"')
def each_battalion_has_a_colour_code_of_its_own_and_its_name_on_it(rats: Rats) -> bool:
    """6.0: of twelve hues, four patterns and the name, so that colour is never the only sign."""
    found = rats.sheet.formations
    codes = {(each.colour, each.pattern) for each in found}
    hues, patterns = ({code[n] for code in codes} for n in (0, 1))
    return (len(found), len(codes), len({each.name for each in found})) == (43, 43, 43) and (
        len(hues),
        len(patterns),
    ) == (12, 4)


@broken_by(
    "counters.yaml",
    'name: "2/13", headquarters: 1, colour: "#C62828", pattern: dashed, chit: true, values: {activation: 6}',
    'name: "2/13", headquarters: 1, colour: "#C62828", pattern: dashed, chit: true, values: {activation: 12}',
)
def australian_infantry_is_led_from_nearby(rats: Rats) -> bool:
    """10.0: from a bunker it attacks beyond the range of its headquarters, so that may be short."""
    infantry = {unit.parent for unit in rats.units(nationality="australian") if unit.type == "inf"}
    ranges = {each.id: each.values["activation"] for each in rats.sheet.formations if each.side == "allied"}
    return {ranges[id_] for id_ in infantry} == {6} and min(ranges.values()) == 6


@broken_by("charts.yaml", "[Strafing,           ", '["",           ')
@broken_by("charts.yaml", "    unused: what they do is printed in another game; an option that is off names them\n", "")
def event_chits_have_titles_and_no_rules(rats: Rats) -> bool:
    """10.3: there are 23 blue and 22 red titles; what they do is printed in another game."""
    chart = rats.charts["event_chits"]
    blue, red = ([line[n].text for line in chart.cells if line[n].text] for n in (0, 1))
    return (len({*blue}), len({*red})) == (23, 22) and bool(chart.chart.unused)


@pytest.mark.parametrize("condition", dict.fromkeys(each[0] for each in CONDITIONS), ids=name_of)
def test_what_the_rules_say_of_what_the_source_lacks_holds(condition):
    assert condition(book())


@pytest.mark.parametrize(("condition", "file", "old", "new"), CONDITIONS, ids=name_of)
def test_and_a_change_of_a_file_breaks_it(condition, file, old, new):
    assert not condition(Rats.changed(file, old, new))


# -- Values, cell by cell ----------------------------------------------------------------------------

LISTS = {
    "weather": "weather", "replacement": "replacement", "clear_ditch_wire": "clearing",
    "direct_fire_die_modifiers": "direct_fire_modifiers", "observation_hexes": "observation",
    "movement_symbols": "symbols", "nationality_colours": "colours", "abbreviations": "abbreviations",
}  # fmt: skip
"""Charts with one column, and their names in the transcription."""


@pytest.mark.parametrize("chart", LISTS)
def test_charts_of_one_column_are_as_typed_again(chart):
    assert book().cells(chart) == {str(row): [str(cell)] for row, cell in PRINTED[LISTS[chart]].items()}


def test_other_charts_are_as_typed_again():
    rats = book()
    assert rats.cells("weather_effects") == PRINTED["weather_effects"]
    assert rats.cells("supply_states") == PRINTED["supply"]
    assert rats.cells("turn_types") == PRINTED["turns_of_the_day"]
    assert rats.cells("engineers") == PRINTED["engineers"]
    modifiers = {row: line[0] for row, line in rats.cells("combat_dice_modifiers").items()}
    assert modifiers == PRINTED["combat_modifiers"]
    guns = {row: int(line[0]) for row, line in rats.cells("aa_cancel").items()}
    assert guns == PRINTED["anti_aircraft"]
    for row, said in PRINTED["stacking"].items():
        assert {column: rats.cell("stacking", row, column) for column in said} == {
            key: str(n) for key, n in said.items()
        }
    for number, colour in enumerate(("blue", "red")):
        titles = [line[number] for line in rats.cells("event_chits").values()]
        assert [title for title in titles if title] == PRINTED["event_chits"][colour]


@pytest.mark.parametrize("chart", ["result_codes", "result_codes_again"])
def test_results_are_named_as_they_are_printed_both_times(chart):
    assert {row: line[0] for row, line in book().cells(chart).items()} == PRINTED["results"]


def test_figures_that_the_rules_read_are_the_printed_ones():
    assert figures_of(book().game, book().rules["figures"]) == PRINTED["figures"]


def test_results_do_what_the_list_says():
    made = {}
    for code, effect in book().rules["effects"].items():
        made[code] = [[side, what, much] for side, done in effect.items() for what, much in done.items()]
    assert made == {code: [said] if said else [] for code, said in PRINTED["effects"].items()}


def test_the_combat_results_table_is_as_proposed():
    rats = book()
    assert [column.text for column in rats.charts["combat_results"].columns] == PROPOSED["combat_results"]["columns"]
    assert rats.cells("combat_results") == PROPOSED["combat_results"]["rows"]


def test_throws_that_hurt_the_attacker_are_as_frequent_as_was_worked_out():
    """Recomputed from the cells: what the proposal promised of risks."""
    rows, columns = book().cells("combat_results"), book().charts["combat_results"].columns
    for number, column in enumerate(columns):
        found = []
        for modifier, dice in ((0, 2), (4, 2), (7, 2), (2, 2), (0, 3)):
            throws = [sum(each) + modifier for each in product(range(1, 7), repeat=dice)]
            results = [rows[str(min(max(total, 2), 12))][number] for total in throws]
            found.append(float(round(Fraction(sum(code[0] == "A" for code in results), len(results)), 3)))
        assert found == PROPOSED["risks"][column.text], column.text


def test_the_terrain_key_is_as_proposed_and_as_printed_where_it_is():
    rats = book()
    assert [column.text for column in rats.charts["terrain_key"].columns] == [
        "Leg",
        "Tracked",
        "Wheeled",
        "Dice",
        "Sight",
    ]
    made = {}
    for row, (*costs, dice, sight) in rats.cells("terrain_key").items():
        made[row] = [*costs, dice if dice == "OTIH" else int(dice or 0), sight == "blocks"]
    assert made == PROPOSED["terrain"]
    for row, said in PRINTED["terrain"].items():
        assert {column: rats.cell("terrain_key", row, column) for column in said} == said


def test_cells_that_the_text_states_are_printed_and_the_others_ours():
    rats = book()
    chart = rats.charts["terrain_key"]
    bases = {
        (row.text, column.text): cell.where.basis
        for row, line in zip(chart.rows, chart.cells, strict=True)
        for column, cell in zip(chart.columns, line, strict=True)
        if cell.text
    }
    printed = {(row, column) for row, said in PRINTED["terrain"].items() for column, text in said.items() if text}
    defends_beside_the_road = {("Road", "Dice"), ("Path", "Dice")}  # 9.2: in the other terrain of the hex
    assert {key for key, basis in bases.items() if basis == "printed"} == printed | defends_beside_the_road


def test_the_turn_track_is_as_proposed():
    made = [
        [box.turn, box.cells["easter"], box.cells["salient"], box.label, box.cells.get("die", "")]
        for box in book().boxes
    ]
    assert made == PROPOSED["turns"]


def test_victory_is_printed_twice_with_the_same_figures():
    """17.4 and 17.11: the first level whose ratio is not exceeded."""
    for levels in book().victory.levels:
        assert [[level.name, level.range] for level in levels.levels] == PRINTED["victory"]
        assert (levels.measure, levels.of, levels.value, levels.side) == ("ratio", "losses", "attack", "axis")
    assert [levels.scenarios for levels in book().victory.levels] == [["easter-battle"], ["salient"]]
    by_scenario = {}
    for sudden in book().victory.sudden:
        present = sudden.when.present
        (region,) = present.within
        place = region.in_range.of if region.in_range else region.near.of
        by_scenario.setdefault(sudden.scenarios[0], []).append((place, present.units.nationality, present.at_least))
    wanted = [
        (PRINTED["hexes"]["harbour"], "german", PRINTED["guns_in_range"]),
        (PRINTED["hexes"]["harbour"], "german", 1),
    ]
    assert by_scenario == {"easter-battle": wanted, "salient": wanted}


def test_both_battles_have_their_printed_dates():
    played = [each.document for each in scenarios(book().game).listed]
    assert [[each.title, each.dates] for each in played] == PRINTED["scenarios"]


def test_every_counter_is_as_proposed():
    sheet, made = book().sheet, []
    formations = {each.id: each for each in sheet.formations}
    for unit in sheet.units:
        led = formations[unit.parent]
        said, faces = unit.values, unit.faces
        printed = "-".join(str(said[key]) for key in ("attack", "defence", "movement"))
        back = "-".join(str(each) for each in faces["depleted"].values()) if "depleted" in faces else "one-sided"
        is_hq = (unit.side, unit.no) == (led.side, led.headquarters)
        made.append([
            NATIONS[unit.nationality], led.name, unit.name, printed, said["class"], "Fired" if "fired" in faces else back,
            f"{said['range']} {said['fire']}" if "range" in said else "", led.values["activation"] if is_hq else "",
        ])  # fmt: skip
    assert sorted(map(str, made)) == sorted(map(str, PROPOSED["units"]))


def test_markers_and_chits_are_as_proposed():
    sheet = book().sheet
    assert {marker.name: marker.count for marker in sheet.markers if marker.count} == PROPOSED["markers"]
    assert sum(each.chit for each in sheet.formations) == PROPOSED["headquarters"]
    assert PRINTED["counters"] == len(sheet.units) + PROPOSED["headquarters"] + sum(PROPOSED["markers"].values())


ACTIVATED = {
    "Australian and British infantry": ["2/13", "2/15", "2/17", "2/28", "2/43", "2/23", "2/24", "2/48", "2/9", "2/10",
                                        "2/12", "2RHR"],
    "engineers, anti-tank, machine guns, anti-aircraft of the Allies": ["RAE", "2/3AT", "3RHA", "1RNF", "4AA"],
    "field artillery": ["1RHA", "104RHA", "107RHA", "51Fd"],
    "1RTR": ["1RTR"],
    "German tanks, Panzerjaeger, Flak 33": ["I/5Pz", "II/5Pz", "39PzJ", "605PzJ", "33"],
    "German machine guns, pioneers, KGK, 606": ["2MG", "8MG", "200Pio", "KGK", "606"],
    "3Rec, 75Art": ["3Rec", "75Art"],
    "Italian infantry and engineers": ["I/19", "I/62", "32Eng"],
    "Italian tanks and Bersaglieri": ["VII AB", "III AB", "III/8Ber", "V/8Ber", "XII/8Ber"],
    "132Art": ["132Art"],
}  # fmt: skip


def test_activation_ranges_are_as_proposed_by_kind_of_battalion():
    ranges = {each.name: each.values["activation"] for each in book().sheet.formations}
    assert ranges == {name: PROPOSED["activation"][kind] for kind, names in ACTIVATED.items() for name in names}


def test_the_map_is_as_fitted():
    rats, document = book(), book().map.document
    assert [document.grid.sheets[0].columns, document.grid.rows] == FITTED["size"]
    assert [row.cells["tobruk"] for row in document.rows] == FITTED["rows"]
    assert rats.ditch == {frozenset((inside, other)) for inside, others in FITTED["ditch"].items() for other in others}
    assert {place.hex: place.name for place in document.places if "bunker" in place.kinds} == FITTED["bunkers"]
    assert [[each.kind, each.name, *each.hexes] for each in document.lines] == FITTED["lines"]
    assert rats.ditch & rats.steps == {frozenset(side.split("/")) for side in FITTED["crossed"]}


def test_stated_hexes_hold_what_the_rules_say():
    """2.1, 17.4, 17.5."""
    linked, said = book().map, PRINTED["hexes"]
    terrain = {"harbour": [said["harbour"]], "airbase": [said["airbase"]], "hill": said["hills"]}
    assert all(linked.terrain[book().hex(hex_)] == id_ for id_, hexes in terrain.items() for hex_ in hexes)
    assert Counter(linked.terrain)["hill"] == 3


def test_clauses_have_the_numbers_of_the_text():
    assert book().numbers_lost(VALUES["clauses"]) == {}


# -- Errata ------------------------------------------------------------------------------------------


CONTRADICTIONS = {
    "A2": ("RUL001", "supply, out: movement fractions"),
    "A3": ("RUL001", "bunker across ditch wire: modifier"),
    "A4": ("RUL001", "ditch wire: crossed by"),
    "A5": ("RUL001", "direct fire each die: sandstorm"),
    "A6": ("RUL001", "engineer: lifts ditch wire"),
    "A7": ("RUL001", "engineer: bunker modifier"),
    "A17": ("RUL001", "pinned: lasts"),
    "A18": ("RUL001", "pinned: direct fire"),
    "A38": ("CHT003", "a result of 0, 7, 8 and 9 is possible"),
    "A42": ("VIC017", "nothing covers a ratio above `6:1`"),
    "X6, movement": ("RUL001", "evening: hinders movement"),
    "X6, event chits": ("RUL001", "evening: bars event chits"),
    "X25": ("RUL001", "draw cup: of"),
    "the triangle of artillery": ("RUL001", "counter: artillery triangle"),
    "a rule cited for barrages": ("RUL005", "Rule 10.2 does not mention barrage"),
}
"""What the source prints in two ways, or leaves open in a table: by the ruling on it, and what finds it."""


@pytest.mark.parametrize("ruling", CONTRADICTIONS)
def test_without_errata_each_printed_contradiction_is_found(ruling):
    code, said = CONTRADICTIONS[ruling]
    assert [finding for finding in check(book().game) if finding.code.id == code and said in finding.message]


def test_without_errata_little_else_is_found():
    """A sum that A3 makes wrong."""
    found = [(finding.code.id, finding.message) for finding in check(book().game)]
    others = [
        each for each in found if not any(each[0] == code and said in each[1] for code, said in CONTRADICTIONS.values())
    ]
    assert others == [("CHT012", "`+5` should be 7, by the formula `3 + 4`")]


def test_with_all_errata_nothing_is_wrong_and_nothing_is_silenced():
    assert [finding.message for finding in check(book("all").game)] == []
    assert not any("ignore:" in file.source.text for file in book().game.files.values())


def test_the_starts_of_both_battles_are_linked():
    assert forces(book().game).unresolved == []

"""Forces of *WW2 Western Desert Rules*: their document, its checks, and units that players buy."""

from __future__ import annotations

import copy
import json
from collections import Counter
from shutil import copytree, ignore_patterns

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import NotPlayable, PlayOrder, play_scenario, prepare, what_differs
from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics import Severity
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.simulator.record import read_record, text_of
from scenario_forge.source.nodes import splice
from scenario_forge.wargame.forces.document import Force, Line
from scenario_forge.wargame.forces.purchase import fielded

from .position import AXIS, FOLDER, game

OTHER = {
    "Pz III 50mm short": 2, "Pz III 50mm long": 1, "Pz III 37mm": 1, "37mm AT gun": 1, "Pz IV 75mm long": 1,
    "Armoured car": 2, "Motorcycles": 1, "Pz II": 1, "Armoured infantry": 2, "Marder 76mm": 1, "Wespe 105mm": 1,
    "88mm gun": 1,
}  # fmt: skip
"""Another choice of the German force of clause 30.1 than the scenario's."""
BOUGHT = "german-panzer: " + " + ".join(f"{count} {name}" for name, count in OTHER.items())


def forces_of(**changes):
    """The forces; a change is a value by its way, `forces__0__units`."""
    forces = copy.deepcopy(game().files["forces.yaml"].data)
    for way, value in changes.items():
        *path, last = (int(part) if part.isdecimal() else part for part in way.split("__"))
        at = forces
        for part in path:
            at = at[part]
        at[last] = value
    return forces


def game_of(**changes):
    """The game with forces."""
    return load_game(FOLDER, files={"forces.yaml": json.dumps(forces_of(**changes), indent=1)})


def found(**changes):
    return [(each.code.id, each.message) for each in check(game_of(**changes)) if each.span.file == "forces.yaml"]


def test_forces_that_fit_are_no_finding():
    assert found() == []


@pytest.mark.parametrize(("changes", "code", "message"), [
    ({"units": 14}, "FRC001", "the lines of the German Panzer Armoured Force have 15 units together, not 14"),
    ({"forces__0__lines__0__of__0__exactly": 4}, "FRC002", "the line `Reconnaissance` has 3 units, its choices at least 5"),
    ({"forces__0__lines__3__of__0__exactly": 0}, "FRC002", "the line `AT guns` has 2 units, its choices at most 1"),
    ({"forces__0__example__0__count": 1}, "FRC003", "the example of the German Panzer Armoured Force has 14 units, not 15"),
    ({"forces__0__example__2__unit": "Pz I"}, "FRC003", "the example of the German Panzer Armoured Force cannot be shared out among its lines"),
    ({"forces__0__example__0__count": 3}, "FRC004", "the example of the German Panzer Armoured Force takes 3 of `Armoured car`, and 2 are printed"),
    ({"forces__0__headquarters": 4}, "FRC004", "the German Panzer Armoured Force has 4 of `headquarters`, and 3 are printed"),
    ({"forces__0__more_headquarters": {"afrika-korps": 5}}, "FRC004", "the German Panzer Armoured Force has 5 of `headquarters`, and 3 are printed"),
    ({"forces__0__example__2__unit": "PzII"}, "FRC005", "the Axis side has no unit `PzII`"),
    ({"fielded__9__force": "german-pansers"}, "FRC005", "the Axis side has no force `german-pansers`"),
    ({"forces__0__lines__4__of__0__units": ["105mm howitzer"]}, "FRC003", "the Axis units of harmat do not fit the lines of the German Panzer Armoured Force"),
])  # fmt: skip
def test_what_is_wrong_with_a_force_is_found(changes, code, message):
    assert (code, message) in found(**changes)


@pytest.mark.parametrize(("exchanged", "fits"), [({}, False), ({"fielded__9__exchanged": 1}, True)])
def test_engineers_may_stand_for_infantry_where_a_scenario_says_so(exchanged, fits):
    """Engineers begin where the motorcycle infantry would."""
    axis = copy.deepcopy(game().files["orders-of-battle/axis.yaml"].data)
    rows = {row["no"]: row for row in axis["units"]}
    rows[28]["harmat"] = rows[6].pop("harmat")
    files = {"forces.yaml": json.dumps(forces_of(**exchanged)), "orders-of-battle/axis.yaml": json.dumps(axis)}
    codes = [each.code.id for each in check(load_game(FOLDER, files=files))]
    assert ("FRC003" not in codes) == fits


def test_a_unit_on_the_map_of_which_a_later_column_tells_is_counted_once():
    """Infantry on the map of harmat (no. 32) that would come on again, in the hours of another scenario too."""
    allied = copy.deepcopy(game().files["orders-of-battle/allied.yaml"].data)
    allied["columns"].append({"id": "later", "label": "Later", "after": "harmat"})
    next(row for row in allied["units"] if row["no"] == 32)["later"] = "edge:east turn 18"
    files = {"orders-of-battle/allied.yaml": json.dumps(allied)}
    assert not [each for each in check(load_game(FOLDER, files=files)) if each.code.id == "FRC003"]


def force_of(*lines):
    lines = [Line.model_validate({"line": f"line {n}", **line}) for n, line in enumerate(lines)]
    return Force.model_construct(lines=lines)


def choice(*units, **limits):
    return {"units": [*units], **limits}


@pytest.mark.parametrize(("units", "part", "fits"), [
    ("aab", False, True), ("abb", False, True), ("bbb", False, False), ("aaa", False, False), ("ab", False, False),
    ("ab", True, True), ("bb", True, True), ("aaa", True, False), ("abc", False, False),
])  # fmt: skip
def test_units_are_shared_out_among_lines_that_ask_for_the_same(units, part, fits):
    """A line of one a, and one of two of which at least one is a b."""
    force = force_of({"count": 1, "of": [choice("a")]}, {"count": 2, "of": [choice("a"), choice("b", at_least=1)]})
    assert force.fits(Counter(units), part=part) == fits


def start_of(ready):
    state, names = ready.play.begin(), ready.compiled.names
    stands = [(names["units"][unit], hex_) for unit, hex_ in enumerate(state.units.place) if hex_ >= 0]
    return Counter(name for name, _hex in stands), {hex_ for _name, hex_ in stands}, state


def test_units_that_are_bought_stand_where_those_of_the_scenario_would():
    game = game_of()
    as_printed, bought = prepare(game, "harmat"), prepare(game, "harmat", forces={"axis": BOUGHT})
    (before, places, _), (after, now, state) = start_of(as_printed), start_of(bought)
    assert places == now
    own = Counter(dict.fromkeys(OTHER, 0)) + Counter(OTHER)
    assert {name: after[name] for name in own} == dict(own)
    assert after["Pz III 50mm short"] == 2 < before["Pz III 50mm short"]
    hosts = {bought.compiled.names["units"][hq]: host for hq, host in enumerate(state.units.host) if host >= 0}
    assert all(state.units.place[host] >= 0 for host in hosts.values())
    assert len([name for name in hosts if name.startswith("HQ")]) == len(hosts)


def test_what_is_not_saved_yet_is_in_a_game_with_bought_units():
    files = {"counters.yaml": '"Matilda"', "orders-of-battle/allied.yaml": '"Matilda"', "forces.yaml": "Matilda"}
    texts = {
        name: (FOLDER / name).read_text("utf-8").replace(said, said.replace("Matilda", "Matilda II"))
        for name, said in files.items()
    }
    game = load_game(FOLDER, files=texts)
    names = prepare(game, "harmat", forces={"axis": BOUGHT}).compiled.names["units"]
    assert "Matilda II" in names
    assert "Matilda" not in names


def test_a_force_without_a_choice_is_its_example():
    game = game_of()
    assert (
        start_of(prepare(game, "harmat", forces={"axis": "german-panzer"}))[0] == start_of(prepare(game, "harmat"))[0]
    )


@pytest.mark.parametrize(("said", "message"), [
    ("german-panser", "this side has no force `german-panser`: did you mean german-panzer?"),
    (BOUGHT.replace("1 Pz II", "2 Pz II"), "these units do not fit the lines of the German Panzer Armoured Force"),
    ("german-panzer: Pz II + 8mm gun", "these units do not fit the lines of the German Panzer Armoured Force"),
    (BOUGHT.removesuffix(" + 1 88mm gun"), "the scenario has places for 15 units, and 14 are chosen"),
])  # fmt: skip
def test_a_force_that_cannot_be_bought_is_refused(said, message):
    with pytest.raises(NotPlayable, match=message.replace("?", r"\?")):
        prepare(game_of(), "harmat", forces={"axis": said})


ROW = '      - {no: 4, name: Armoured car, at: "1-C1>E"} # in front\n'


def harmat_with(set_up, order):
    """What stands in the file of Bir Harmat behind its text, if this is its set-up and a German force is put into it."""
    name = "scenarios/harmat.yaml"
    texts = {each.relative_to(FOLDER).as_posix(): each.read_text("utf-8") for each in FOLDER.rglob("*.yaml")}
    plain = texts[name]
    texts[name] += set_up
    game = load_game(FOLDER, files=texts)
    splices = game.system.fielded(game, texts, "harmat", {"axis": order})[name]
    return splice(texts[name], splices).removeprefix(plain)


def test_a_new_set_up_has_a_row_a_line_with_the_name_of_its_unit():
    lines = harmat_with("", BOUGHT).split("\n")
    assert lines[:4] == ["", "set_up:", "  - side: axis", "    units:"]
    assert {line[:11] for line in lines[4:-1]} == {"      - {no"}
    assert "      - {no: 4, name: Armoured car, at: 1-C1>E}" in lines
    assert "      - {no: 21, name: Pz IV 75mm short, at: N}" in lines


def test_a_row_of_a_set_up_keeps_its_name_and_its_comment():
    kept = "      - {no: 13, name: Pz III 50mm short, at: 1-C3>E}\n      - {no: 14, at: 1-C4>E}\n"
    lines = harmat_with("set_up:\n  - side: axis\n    units:\n" + ROW + kept, "german-panzer: Pz III 37mm=4")
    assert ROW in lines
    assert "      - {no: 13, name: Pz III 50mm short, at: N}\n      - {no: 14, at: N}\n" in lines
    assert "      - {no: 9, name: Pz III 37mm, at: 1-C" in lines


def test_a_side_whose_set_up_has_no_units_gets_them():
    lines = harmat_with("set_up:\n  - side: axis\n    saved: {repair: 2}\n", BOUGHT)
    assert lines.startswith("set_up:\n  - side: axis\n    saved: {repair: 2}\n    units:\n      - {no: 1, ")
    assert "\n      - {no: 4, name: Armoured car, at: 1-C1>E}\n" in lines


RELIEF = (
    "allied-infantry: Armoured car + Bren carrier + 2 Allied infantry + 2 Armoured infantry + 2 2 pounder portee"
    " + 2 pounder AT gun + 3 Matilda + Valentine + 25 pounder"
)
"""For duda: armoured infantry begins in 4-H2 and in 4-B2, portees in 4-A3 and 4-B4."""


def score_of_allies(ready, moves):
    """The Allied points after units that begin in some hexes went to others, `out` of the map too; and the victor."""
    hexes, state = ready.compiled.names["hexes"], ready.play.begin()
    begins = {hexes[place]: unit for unit, place in enumerate(state.units.place) if place >= 0}
    for begin, goes in moves.items():
        state.units.place[begins[begin]] = hexes.index(goes) if goes != "out" else -1
    return ready.play.score(state)[1], ready.play.outcome(state).level


@pytest.mark.parametrize("forces", [None, {"allied": RELIEF}])
def test_who_is_bought_is_of_the_relief_or_garrison_as_the_unit_whose_place_it_takes(forces):
    ready = prepare(game(), "duda", forces=forces)
    assert score_of_allies(ready, {}) == (1, "axis"), "the garrison alone is no link-up"
    assert score_of_allies(ready, {"4-H2": "4-B1"}) == (3, "allied"), "infantry of the relief beside 4-B2"
    away = {"4-B2": "4-I6", "4-B3": "4-I5", "4-B4": "4-I1"}
    assert score_of_allies(ready, {**away, "4-A3": "4-A1", "4-H3": "4-A2"})[0] == 2, "beside a gun of the garrison"
    assert score_of_allies(ready, {"4-I4": "4-H1", "4-H5": "4-G1"}) == (1, "axis"), "the relief is beside itself"


@pytest.mark.parametrize("forces", [None, {"allied": RELIEF}])
@pytest.mark.parametrize(("lost", "points"), [(7, 1), (8, 0)])
def test_the_hills_are_held_until_an_eighth_unit_of_any_type_is_lost(forces, lost, points):
    others = ["4-H2", "4-H3", "4-H4", "4-H5", "4-H6", "4-I3", "4-I4", "4-G2"]
    ready = prepare(game(), "duda", forces=forces)
    assert score_of_allies(ready, dict.fromkeys(others[:lost], "out"))[0] == points


def test_a_force_that_a_scenario_has_for_good_is_of_the_relief_and_the_garrison_too():
    texts = {name: file.source.text for name, file in game().files.items()}
    edits = fielded(game(), texts, "duda", {"allied": RELIEF})
    changed = load_game(FOLDER, files={name: splice(texts[name], each) for name, each in edits.items()})
    assert [each for each in check(changed) if each.severity >= Severity.ERROR] == []
    assert score_of_allies(prepare(changed, "duda"), {"4-H2": "4-B1"}) == (3, "allied")
    shared = texts["victory.yaml"].replace("    scenarios: [duda]\n    side", "    scenarios: [duda, eisa]\n    side")
    both = load_game(FOLDER, files={"victory.yaml": shared})
    with pytest.raises(ValueError, match="selects units of other scenarios too by number in `link-up`"):
        fielded(both, {**texts, "victory.yaml": shared}, "duda", {"allied": RELIEF})


BOX = (
    "allied-infantry: Bren carrier + 4 Allied infantry + 2 2 pounder portee + 6 pounder AT gun + 2 Matilda + 25 pounder"
)


@pytest.mark.parametrize("forces", [None, {"allied": BOX}])
@pytest.mark.parametrize(("lost", "broken"), [(7, False), (8, True)])
def test_the_box_is_broken_when_eight_of_any_units_are_lost(forces, lost, broken):
    ready = prepare(game(), "ualeb", forces=forces)
    state = ready.play.begin()
    allied = [unit for unit, side in enumerate(ready.compiled.units.side) if side and state.units.place[unit] >= 0]
    assert len(allied) == 11
    for unit in allied[:lost]:
        state.units.place[unit] = -1
    assert ready.play.board.victory.decided(state.units.place) == (AXIS + 1 if broken else 0)


def headquarters_of_axis(ready):
    """The Axis headquarters that begin with a unit, by their name: with which type of unit."""
    state, names, units = ready.play.begin(), ready.compiled.names["units"], ready.compiled.units
    found = {no: host for no, host in enumerate(state.units.host) if host >= 0 and not units.side[no]}
    assert all(state.units.place[host] >= 0 for host in found.values())
    assert len({*found.values()}) == len(found)
    return {names[no]: names[host] for no, host in found.items()}


@pytest.mark.parametrize(("scenario", "force", "headquarters"), [
    ("harmat", "german-panzer", {"HQ 1", "HQ 2", "HQ 3"}), ("harmat", "italian-armoured", {"HQ 1", "HQ 2"}),
    ("abd", "german-panzer", {"HQ 1", "HQ 2", "HQ 3"}), ("abd", "italian-armoured", {"HQ 1", "HQ 2"}),
])  # fmt: skip
@pytest.mark.clause("10.9", game="western-desert")
def test_a_bought_force_has_headquarters_of_its_own_number(scenario, force, headquarters):
    """Harmat is printed with the option by which a German force has three, Bir el Abd without."""
    ready = prepare(game(), scenario, forces={"axis": force})
    assert {*headquarters_of_axis(ready)} == headquarters
    assert ("afrika-korps" in ready.setting.options) == (scenario == "harmat" or force == "german-panzer")


@pytest.mark.clause("10.9", game="western-desert")
def test_players_may_do_without_the_third_headquarters():
    ready = prepare(game(), "abd", [], forces={"axis": "german-panzer"})
    assert {*headquarters_of_axis(ready)} == {"HQ 1", "HQ 2"}
    without = game().files["scenarios/harmat.yaml"].source.text.replace("options: [afrika-korps]\n", "")
    ready = prepare(load_game(FOLDER, files={"scenarios/harmat.yaml": without}), "harmat", forces={"axis": BOUGHT})
    assert {*headquarters_of_axis(ready)} == {"HQ 1", "HQ 2"}, "the scenario has a German force, and does without"


def test_a_headquarters_that_a_scenario_lacks_begins_with_a_unit_like_that_of_the_first():
    hosts = headquarters_of_axis(prepare(game(), "abd", forces={"axis": "german-panzer"}))
    assert hosts["HQ 3"] == hosts["HQ 1"] == "Pz III 50mm short"


def test_a_force_for_good_writes_its_option_into_the_scenario():
    texts = {name: file.source.text for name, file in game().files.items()}
    edits = fielded(game(), texts, "abd", {"axis": "german-panzer"})
    changed = {name: splice(texts[name], each) for name, each in edits.items()}
    assert "length: {game_turns: 10}\noptions: [afrika-korps]\nboards:" in changed["scenarios/abd.yaml"]
    assert "      - {no: 3, name: HQ 3, at: on:" in changed["scenarios/abd.yaml"]
    made = load_game(FOLDER, files=changed)
    assert [each for each in check(made) if each.severity >= Severity.ERROR] == []
    assert {*headquarters_of_axis(prepare(made, "abd"))} == {"HQ 1", "HQ 2", "HQ 3"}


def test_more_units_than_counters_are_refused():
    said = (
        "allied-infantry: Armoured car + Bren carrier + 4 Allied infantry + 3 2 pounder portee + 2 Matilda"
        " + 2 Valentine + 25 pounder + 5.5in gun"
    )
    with pytest.raises(NotPlayable, match="there are 2 counters of `2 pounder portee`, not 3"):
        prepare(game(), "harmat", forces={"allied": said})


def test_a_name_that_begins_with_a_number_is_one_unit():
    said = (
        "allied-infantry: Armoured car + Bren carrier + 4 Allied infantry + 2 2 pounder portee + 2 pounder AT gun"
        " + 2 Matilda + 2 Valentine + 25 pounder + 5.5in gun"
    )
    stand = start_of(prepare(game(), "harmat", forces={"allied": said}))[0]
    assert (stand["25 pounder"], stand["2 pounder portee"], stand["2 pounder AT gun"]) == (1, 2, 1)


def test_a_game_without_forces_sells_none(tmp_path):
    copytree(FOLDER, tmp_path / "game", ignore=ignore_patterns("forces.yaml"))
    with pytest.raises(NotPlayable, match=r"there is no forces\.yaml"):
        prepare(load_game(tmp_path / "game"), "harmat", forces={"axis": "german-panzer"})


def force_section(game, scenario, side):
    """What the set-up card of a side says of its force: a title and names, or nothing."""
    card = set_up_card(plan(game, scenario), side, words_of(game))
    titles = ("Force: ", "Part of the force: ")
    return [(each["title"], each["names"]) for each in card["sections"] if each["title"].startswith(titles)]


def test_a_set_up_card_says_of_which_force_the_units_are():
    fielded = [{"scenario": "harmat", "side": "axis", "force": "german-panzer"}]
    game = game_of(fielded=fielded)
    ((title, names),) = force_section(game, "harmat", "axis")
    assert title == "Force: German Panzer Armoured Force"
    assert names.startswith("Reconnaissance, 3: 2 Armoured car; 1 Motorcycles. Tanks, 6: 1")
    assert "1 Marder 76mm; 1 37mm AT gun or 50mm AT gun or 76mm AT gun." in names
    assert force_section(game, "harmat", "allied") == []


def test_a_set_up_card_says_which_units_may_take_the_place_of_others():
    """Of those that may give way, the units that the force has: it has no German infantry."""
    card = set_up_card(plan(game(), "harmat"), "axis", words_of(game()))
    texts = [each["names"] for each in card["sections"] if each["title"] == "In exchange"]
    assert texts == ["German engineers in place of Motorcycles or Armoured infantry, at most 1."]


def test_a_set_up_card_says_that_the_units_are_part_of_a_force():
    assert [title for title, _names in force_section(game(), "fuka", "axis")] == [
        "Part of the force: Italian Armoured Force"
    ]


def test_a_set_up_card_says_how_many_there_are_at_most():
    ((_title, names),) = force_section(game(), "eisa", "allied")
    assert "AT guns, 3: 2 pounder AT gun; 2 pounder portee; 6 pounder AT gun, at most 1." in names


def test_a_record_says_which_forces_were_bought():
    game, orders = game_of(), {"axis": BOUGHT}
    ready = prepare(game, "harmat", forces=orders)
    record = play_scenario(ready, PlayOrder(seed=2, players={"axis": "random", "allied": "idle"})).record
    again, _warnings = read_record(text_of(record).encode())
    assert again.setting.forces == orders
    errors, _more = what_differs(again, prepare(game, "harmat", forces=again.setting.forces))
    assert errors == []
    assert what_differs(again, prepare(game, "harmat"))[0] != []
    assert '"forces"' not in text_of(
        play_scenario(prepare(game, "harmat"), PlayOrder(players={"axis": "idle", "allied": "idle"})).record
    )

"""Forces of *WW2 Western Desert Rules*: their document, its checks, and units that players buy."""

from __future__ import annotations

import copy
import json
from collections import Counter

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import NotPlayable, PlayOrder, play_scenario, prepare, what_differs
from scenario_forge.compiler.set_up import plan
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.simulator.record import read_record, text_of
from scenario_forge.wargame.forces.document import Force, Line

from .position import FOLDER, printed

PANZER = {
    "force": "panzer",
    "title": "Panzer Force",
    "side": "axis",
    "headquarters": 2,
    "lines": [
        {"line": "Reconnaissance", "count": 3, "of": [
            {"units": ["German armoured car"], "exactly": 2}, {"units": ["Motorcycle infantry (M/C)"], "exactly": 1}]},
        {"line": "Tanks", "count": 6, "of": [
            {"units": ["Pz II"], "exactly": 1},
            {"units": ["Pz III (50mm short)", "Pz III Special (50mm long)", "Pz III (37mm)"], "exactly": 4},
            {"units": ["Pz IV (75mm short)", "Pz IV Special (75mm long)"], "exactly": 1}]},
        {"line": "Armoured infantry", "count": 2, "of": [{"units": ["Armoured infantry (half-tracks)"]}]},
        {"line": "AT guns", "count": 2, "of": [
            {"units": ["Marder (76mm)"], "exactly": 1}, {"units": ["37mm AT gun", "50mm AT gun"], "at_most": 1}]},
        {"line": "Artillery", "count": 1, "of": [{"units": ["Wespe (105mm)"]}]},
        {"line": "88mm gun", "count": 1, "of": [{"units": ["88mm gun"]}]},
    ],
    "example": [
        {"unit": "German armoured car", "count": 2}, {"unit": "Motorcycle infantry (M/C)"}, {"unit": "Pz II"},
        {"unit": "Pz III (50mm short)", "count": 4}, {"unit": "Pz IV (75mm short)"}, {"unit": "50mm AT gun"},
        {"unit": "Armoured infantry (half-tracks)", "count": 2}, {"unit": "Marder (76mm)"}, {"unit": "Wespe (105mm)"},
        {"unit": "88mm gun"},
    ],
}  # fmt: skip
"""The German force of clause 30.1."""
OTHER = {
    "Pz III (50mm short)": 2, "Pz III Special (50mm long)": 1, "Pz III (37mm)": 1, "37mm AT gun": 1,
    "Pz IV Special (75mm long)": 1, "German armoured car": 2, "Motorcycle infantry (M/C)": 1, "Pz II": 1,
    "Armoured infantry (half-tracks)": 2, "Marder (76mm)": 1, "Wespe (105mm)": 1, "88mm gun": 1,
}  # fmt: skip
"""Another choice of its units."""
BOUGHT = "panzer: " + " + ".join(f"{count} {name}" for name, count in OTHER.items())
FORCES = {
    "basis": "printed",
    "units": 15,
    "headquarters": "hq",
    "forces": [PANZER],
    "exchanges": [{"side": "axis", "of": ["Motorcycle infantry (M/C)"], "to": "German engineers"}],
    "fielded": [{"scenario": "meeting", "side": "axis", "force": "panzer"}],
}


def forces_of(**changes):
    """The forces; a change is a value by its way, `forces__0__units`."""
    forces = copy.deepcopy(FORCES)
    for way, value in changes.items():
        *path, last = (int(part) if part.isdecimal() else part for part in way.split("__"))
        at = forces
        for part in path:
            at = at[part]
        at[last] = value
    return forces


def game_of(**changes):
    """The game with forces."""
    return load_game(FOLDER, "none", {"forces.yaml": json.dumps(forces_of(**changes), indent=1)})


def found(**changes):
    return [(each.code.id, each.message) for each in check(game_of(**changes)) if each.span.file == "forces.yaml"]


def test_forces_that_fit_are_no_finding():
    assert found() == []


@pytest.mark.parametrize(("changes", "code", "message"), [
    ({"units": 14}, "FRC001", "the lines of the Panzer Force have 15 units together, not 14"),
    ({"forces__0__lines__0__of__0__exactly": 4}, "FRC002", "the line `Reconnaissance` has 3 units, its choices at least 5"),
    ({"forces__0__lines__3__of__0__exactly": 0}, "FRC002", "the line `AT guns` has 2 units, its choices at most 1"),
    ({"forces__0__example__0__count": 1}, "FRC003", "the example of the Panzer Force has 14 units, not 15"),
    ({"forces__0__example__2__unit": "Pz I"}, "FRC003", "the example of the Panzer Force cannot be shared out among its lines"),
    ({"forces__0__example__0__count": 3}, "FRC004", "the example of the Panzer Force takes 3 of `German armoured car`, and 2 are printed"),
    ({"forces__0__headquarters": 4}, "FRC004", "the Panzer Force has 4 of `headquarters`, and 3 are printed"),
    ({"forces__0__more_headquarters": {"afrika-korps": 5}}, "FRC004", "the Panzer Force has 5 of `headquarters`, and 3 are printed"),
    ({"forces__0__example__2__unit": "PzII"}, "FRC005", "the Axis side has no unit `PzII`"),
    ({"fielded__0__force": "pansers"}, "FRC005", "the Axis side has no force `pansers`"),
    ({"forces__0__lines__4__of__0__units": ["105mm howitzer, towed"]}, "FRC003", "the Axis units of meeting do not fit the lines of the Panzer Force"),
])  # fmt: skip
def test_what_is_wrong_with_a_force_is_found(changes, code, message):
    assert (code, message) in found(**changes)


@pytest.mark.parametrize(("exchanged", "fits"), [({}, False), ({"fielded__0__exchanged": 1}, True)])
def test_engineers_may_stand_for_infantry_where_a_scenario_says_so(exchanged, fits):
    """Engineers begin where the motorcycle infantry would."""
    axis = copy.deepcopy(printed().files["orders-of-battle/axis.yaml"].data)
    rows = {row["no"]: row for row in axis["units"]}
    rows[30]["meeting"] = rows[8].pop("meeting")
    files = {"forces.yaml": json.dumps(forces_of(**exchanged)), "orders-of-battle/axis.yaml": json.dumps(axis)}
    codes = [each.code.id for each in check(load_game(FOLDER, "none", files))]
    assert ("FRC003" not in codes) == fits


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
    as_printed, bought = prepare(game, "meeting"), prepare(game, "meeting", forces={"axis": BOUGHT})
    (before, places, _), (after, now, state) = start_of(as_printed), start_of(bought)
    assert places == now
    own = Counter(dict.fromkeys(OTHER, 0)) + Counter(OTHER)
    assert {name: after[name] for name in own} == dict(own)
    assert after["Pz III (50mm short)"] == 2 < before["Pz III (50mm short)"]
    hosts = {bought.compiled.names["units"][hq]: host for hq, host in enumerate(state.units.host) if host >= 0}
    assert all(state.units.place[host] >= 0 for host in hosts.values())
    assert len([name for name in hosts if name.startswith("HQ")]) == len(hosts)


def test_what_is_not_saved_yet_is_in_a_game_with_bought_units():
    files = ("counters.yaml", "orders-of-battle/allied.yaml")
    texts = {name: (FOLDER / name).read_text("utf-8").replace('"Matilda"', '"Matilda II"') for name in files}
    game = load_game(FOLDER, "none", {"forces.yaml": json.dumps(FORCES), **texts})
    names = prepare(game, "meeting", forces={"axis": BOUGHT}).compiled.names["units"]
    assert "Matilda II" in names
    assert "Matilda" not in names


def test_a_force_without_a_choice_is_its_example():
    game = game_of()
    assert start_of(prepare(game, "meeting", forces={"axis": "panzer"}))[0] == start_of(prepare(game, "meeting"))[0]


@pytest.mark.parametrize(("said", "message"), [
    ("panser", "this side has no force `panser`: did you mean panzer?"),
    (BOUGHT.replace("1 Pz II", "2 Pz II"), "these units do not fit the lines of the Panzer Force"),
    ("panzer: Pz II +  + 88mm gun", "these units do not fit the lines of the Panzer Force"),
    (BOUGHT.removesuffix(" + 1 88mm gun"), "the scenario has places for 15 units, and 14 are chosen"),
])  # fmt: skip
def test_a_force_that_cannot_be_bought_is_refused(said, message):
    with pytest.raises(NotPlayable, match=message.replace("?", r"\?")):
        prepare(game_of(), "meeting", forces={"axis": said})


def test_more_units_than_counters_are_refused():
    said = BOUGHT.replace(
        "2 Pz III (50mm short) + 1 Pz III Special (50mm long)", "1 Pz III (50mm short) + 2 Pz III Special (50mm long)"
    )
    with pytest.raises(NotPlayable, match=r"there are 1 counters of `Pz III Special \(50mm long\)`, not 2"):
        prepare(game_of(), "meeting", forces={"axis": said})


def test_a_game_without_forces_sells_none():
    with pytest.raises(NotPlayable, match=r"there is no forces\.yaml"):
        prepare(load_game(FOLDER, "none"), "meeting", forces={"axis": "panzer"})


def test_a_set_up_card_says_of_which_force_the_units_are():
    game = game_of()
    card = set_up_card(plan(game, "meeting"), "axis", words_of(game))
    (section,) = [each for each in card["sections"] if each["title"] == "Bought of: Panzer Force"]
    assert section["names"].startswith(
        "Reconnaissance, 3: 2 German armoured car; 1 Motorcycle infantry (M/C). Tanks, 6: 1"
    )
    assert "Marder (76mm); 37mm AT gun or 50mm AT gun, at most 1." in section["names"]
    other = set_up_card(plan(game, "meeting"), "allied", words_of(game))
    assert not [each for each in other["sections"] if "Bought" in each["title"]]


def test_a_record_says_which_forces_were_bought():
    game, orders = game_of(), {"axis": BOUGHT}
    ready = prepare(game, "meeting", forces=orders)
    record = play_scenario(ready, PlayOrder(seed=2, players={"axis": "random", "allied": "idle"})).record
    again, _warnings = read_record(text_of(record).encode())
    assert again.setting.forces == orders
    errors, _more = what_differs(again, prepare(game, "meeting", forces=again.setting.forces))
    assert errors == []
    assert what_differs(again, prepare(game, "meeting"))[0] != []
    assert '"forces"' not in text_of(
        play_scenario(prepare(game, "meeting"), PlayOrder(players={"axis": "idle", "allied": "idle"})).record
    )

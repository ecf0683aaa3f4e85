"""Works of hexes, units and hexsides: what they cost, what they do in an assault and to zones."""

from __future__ import annotations

import copy
import json
from types import SimpleNamespace

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.placement import Placement
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.card_lines import CardLines
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.assault.assault import Fight
from scenario_forge.wargame.modules.assault.steps import AssaultModule
from scenario_forge.wargame.modules.movement import march
from scenario_forge.wargame.modules.movement.march import reach
from scenario_forge.wargame.modules.movement.moving import Movement, Trial
from scenario_forge.wargame.modules.retreat import Retreat
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.work_key import Work
from scenario_forge.wargame.shelf.play import first_state
from tests.systems.position import whole_game

from .ridge import FIRE, FRENCH, RIDGE, Board

pytestmark = pytest.mark.rule("works", "assault", "movement", "zones", "sight")

ONE = dict.fromkeys(["clear", "woods", "ridge", "village", "stream", "road"], 1)
HEX, SIDE = "0818", "0818>NE"
"""Friant begins in 0819; 0917 is beyond the north-eastern hexside of 0818."""


def game(work, at=HEX, zones=None, **keys):
    """The game with one kind of work, and a marker of it at a hex or hexside; each step costs a point."""
    files = {name: copy.deepcopy(file.data) for name, file in load_game(RIDGE, "none").files.items()}
    rules = files["rules.yaml"]
    rules |= {"works": {"redoubt": work}, "movement": {"costs": ONE}, "zones": zones or {"enter": "free"}}
    if "built_by" in work and "instead_of" not in work:
        rules["sequence"] = {"turns": [{"each": "first_second", "do": ["movement", "works", "assault", "rally"]}]}
    rules |= keys
    charts = copy.deepcopy(load_game(RIDGE, "none").files["charts.yaml"].data)
    if "fire" in keys:
        rules["effects"] |= {"SH": {}}
        charts["charts"]["fire"] = FIRE
    if work.get("assault") == "least":
        rules["figures"] = {"least": "combat_results/4/heading"}
    files["counters.yaml"]["markers"].append({"id": "redoubt", "name": "Redoubt", "count": 4, "kind": "turn"})
    files["orders-of-battle/french.yaml"]["markers"] = [{"marker": "redoubt", "name": "Redoubt", "dawn": at}]
    files["charts.yaml"] = charts
    changed = ("rules.yaml", "counters.yaml", "charts.yaml", "orders-of-battle/french.yaml")
    return load_game(RIDGE, "none", {name: json.dumps(files[name]) for name in changed})


@pytest.fixture(scope="module")
def ready():
    made = {}

    def of(work, at=HEX, zones=None):
        key = repr((work, at, zones))
        if key not in made:
            made[key] = prepare(game(work, at, zones), "dawn")
        return made[key]

    return of


@pytest.mark.parametrize(
    ("cost", "infantry", "cavalry"),
    [(2, 3, 3), ({"infantry": 3}, 4, 1), ({"infantry": "no", "*": 1}, -1, 2), ({"cavalry": "no"}, 1, -1)],
)
def test_a_step_into_a_work_costs_points_of_a_class_besides(ready, cost, infantry, cavalry):
    """As the rules say it, and as a player reckons with it; −1 where nobody gets in."""
    board = Board(ready({"cost": cost}), {"Friant": "0819", "Nansouty": "0819", "Rohan": "0101"}, "movement")
    movement, now = board.rules.module(Movement), board.rules.at(board.state)
    step = 6 * board.hex("0819") + board.rules.direction(board.hex("0819"), board.hex(HEX))
    for name, points in (("Friant", infantry), ("Nansouty", cavalry)):
        unit = board.index[name]
        priced = movement.price(now, unit, step, by_road=True)
        assert (-1 if priced is None else priced[0].parts) == points
        assert movement.can_ever_enter(now, unit, step) == (points >= 0)
        assert (HEX in board.offered(name)) == (points >= 0)
        assert reach(movement, now, unit)[0][board.hex(HEX)] == points
        assert reach(movement, now, unit)[0][board.hex("0719")] == 1


@pytest.mark.parametrize(("cost", "spent"), [(2, 3), (3, 4), (4, None), ("no", None)])
def test_a_step_on_to_the_map_into_a_work_costs_points_besides(ready, cost, spent):
    board = Board(ready({"cost": cost}), {"Friant": "0819", "Rohan": "0101"}, "movement")
    movement, now = board.rules.module(Movement), board.rules.at(board.state)
    trial = Trial(TO_COME, (board.index["Friant"],), (0,), fresh=True)
    entered = movement.entered(now, trial, board.hex(HEX))
    assert (entered and entered.spent) == (None if spent is None else (spent,))
    assert movement.entered(now, trial, board.hex("0719")).spent == (1,)


def test_all_of_the_allowance_is_for_who_has_spent_nothing(ready):
    """Whatever the hex itself, and a zone, cost besides."""
    for zones, enemy in ((None, "0101"), ({"enter": 1}, "0917")):
        all_ = ready({"cost": "all"}, HEX, zones)
        board = Board(all_, {"Friant": "0819", "Morand": "0919", "Rohan": enemy}, "movement")
        assert HEX in board.offered("Friant")
        assert board.offered("Friant", HEX) == [], "he has no point left"
        assert "0819" in board.offered("Morand")
        assert HEX not in board.offered("Morand", "0819")


def test_a_retreat_does_not_lead_where_a_work_lets_nobody_in(ready):
    for cost, open_ in ((4, True), ("no", False)):
        board = Board(ready({"cost": cost}), {"Friant": "0819", "Rohan": "0101"}, "movement")
        ways = board.rules.module(Retreat).ways(board.rules.at(board.state), board.index["Friant"], 1)
        assert (board.hex(HEX) in ways.ends) == open_


def test_a_retreat_may_lead_where_a_work_is_gone_that_let_nobody_in(ready):
    board = Board(ready({"cost": "no"}), {"Friant": "0819", "Rohan": "0101"}, "movement")
    retreat, unit, hex_ = board.rules.module(Retreat), board.index["Friant"], board.hex(HEX)
    assert hex_ not in retreat.ways(board.rules.at(board.state), unit, 1).ends
    board.state.apply((board.state.ground.change(hex_, "redoubt", 0),))
    assert hex_ in retreat.ways(board.rules.at(board.state), unit, 1).ends


@pytest.mark.parametrize(("start", "to", "points"), [("0818", "0917", 3), ("0917", "0818", 3), ("0818", "0817", 1)])
def test_a_work_on_a_hexside_costs_points_either_way(ready, start, to, points):
    wall = ready({"of": "hexside", "cost": 2}, SIDE)
    board = Board(wall, {"Friant": start, "Rohan": "0101"}, "movement")
    movement, now = board.rules.module(Movement), board.rules.at(board.state)
    step = 6 * board.hex(start) + board.rules.direction(board.hex(start), board.hex(to))
    assert movement.price(now, board.index["Friant"], step, by_road=True)[0].parts == points
    reached = reach(movement, now, board.index["Friant"])[0]
    assert reached[board.hex(to)] == min(points, 2), "the other way round is two steps"


def odds(board, hex_, *attackers):
    """Strength of attack and defence, what is added to the dice, the column; and the sources of an attack."""
    module, now = board.rules.module(AssaultModule), board.rules.at(board.state)
    fight = Fight(board.hex(hex_), [board.index[name] for name in attackers])
    terms = {term.source for each in module.reckoning(now, fight).sums for term in each.terms}
    return module.odds(now, fight), terms


@pytest.mark.parametrize(
    ("effect", "change"), [("×2", (2, 0, 0)), ("-1", (1, -1, 0)), ("least", (1, 4, 0)), ("1 left", (1, 0, -1))]
)
def test_a_work_counts_for_those_who_are_attacked_in_its_hex(ready, effect, change):
    """Strength multiplied, dice, columns; a figure stands for its number."""
    board = Board(ready({"assault": effect}), {"Friant": "0819", "Morand": "0819", "Rohan": HEX}, "assault")
    behind, shown = odds(board, HEX, "Friant", "Morand")
    assert "redoubt" in shown
    board.state.ground.redoubt[board.hex(HEX)] = 0
    board.state.revisions = board.state.revisions
    plain, shown = odds(board, HEX, "Friant", "Morand")
    assert "redoubt" not in shown
    times, die, shift = change
    assert (behind.defence, behind.die) == (times * plain.defence, plain.die + die)
    if times == 1:
        assert behind.column == plain.column + shift


@pytest.mark.parametrize(
    ("attackers", "counts"),
    [({"Friant": "0818"}, True), ({"Friant": "0818", "Morand": "0918"}, False), ({"Friant": "0918"}, False)],
)
def test_a_work_on_a_hexside_counts_where_all_attack_across_it(ready, attackers, counts):
    board = Board(ready({"of": "hexside", "assault": "×2"}, SIDE), {**attackers, "Rohan": "0917"}, "assault")
    assert ("redoubt" in odds(board, "0917", *attackers)[1]) == counts


def test_a_work_of_units_counts_where_all_who_are_attacked_have_it(ready):
    trench = ready({"of": "unit", "assault": "×2"}, HEX)
    board = Board(trench, {"Friant": "0819", "Rohan": HEX, "Ulm": HEX}, "assault")
    board.state.revisions = [each + 1 for each in board.state.revisions]  # the set-up has looked where units are
    for with_, counts in ((["Rohan"], False), (["Rohan", "Ulm"], True)):
        for name in with_:
            board.state.units.redoubt[board.index[name]] = 1
        assert ("redoubt" in odds(board, HEX, "Friant")[1]) == counts


def test_a_player_is_safer_in_a_work(ready):
    board = Board(ready({"assault": "×2"}), {"Friant": "0819", "Rohan": "0815"}, "movement")
    mind, now = Mind(board.play, FRENCH), board.rules.at(board.state)
    assert 0 <= mind.loss(now, 12, 6, board.hex(HEX)) < mind.loss(now, 12, 6, board.hex("0819"))


@pytest.mark.parametrize(
    ("work", "at", "shut"),
    [
        ({"zones": "block"}, HEX, {HEX}),
        ({"zones": "open", "cost": 1}, HEX, set()),
        ({"of": "hexside", "zones": "block"}, SIDE, {HEX}),
        ({"of": "hexside", "zones": "block"}, "0818>NW", set()),
    ],
)
def test_zones_do_not_reach_past_a_work_that_blocks_them(ready, work, at, shut):
    """Rohan is beyond the north-eastern hexside of 0818, and Ulm nowhere near."""
    board = Board(ready(work, at), {"Rohan": "0917", "Friant": "0101"}, "movement")
    zone = board.rules.at(board.state).zone(1 - FRENCH)
    around = {board.compiled.names["hexes"][hex_] for hex_ in board.rules.adjacent[board.hex("0917")]}
    assert {board.compiled.names["hexes"][hex_] for hex_ in zone} == around - shut


INFANTRY = {"type": "infantry"}
BUILT = {"assault": "×2", "built_by": INFANTRY, "cleared_by": INFANTRY}


def test_units_build_a_work_in_their_hex_once_in_a_phase(ready):
    board = Board(ready(BUILT, "0101"), {"Friant": "0819", "Morand": "0818", "Nansouty": "0719"}, "works")
    assert board.offered("build") == ["Friant", "Morand"]
    assert board.offered("build", "Friant") == ["redoubt"]
    board.act("build", "Friant", "redoubt")
    assert board.state.ground.redoubt[board.hex("0819")] == 1
    assert len(board.events("work built")) == 1
    assert board.offered("build") == ["Morand"]
    assert "Friant" not in board.offered(), "he does not clear it in the same phase"


@pytest.mark.parametrize(("lie", "left"), [(2, True), (3, False)])
def test_no_more_works_are_built_than_there_are_markers(ready, lie, left):
    """There are four; one is there from the set-up."""
    board = Board(ready(BUILT, "0101"), {"Friant": "0819"}, "works")
    for name in ("0102", "0103", "0104")[:lie]:
        board.state.ground.redoubt[board.hex(name)] = 1
    assert ("build" in board.offered()) == left


def test_nobody_builds_what_is_there(ready):
    board = Board(ready(BUILT), {"Friant": HEX, "Morand": "0819"}, "works")
    assert board.offered("build") == ["Morand"]
    assert "Friant" in board.offered(), "who may clear it"


def test_units_build_for_themselves_what_belongs_to_units(ready):
    board = Board(ready({"of": "unit", "assault": "×2", "built_by": INFANTRY}), {"Friant": "0819"}, "works")
    board.act("build", "Friant", "redoubt")
    assert board.unit("Friant", "redoubt") == 1
    assert "build" not in board.offered()


@pytest.mark.parametrize(("enemy", "builds"), [("0816", True), ("0101", False)])
def test_a_player_builds_where_the_enemy_may_attack(ready, enemy, builds):
    board = Board(ready(BUILT, "0120"), {"Friant": "0819", "Rohan": enemy}, "works")
    now = board.rules.at(board.state)
    board.playout.advance()
    gain, stages = board.rules.deeds["build"].thought(Mind(board.play, FRENCH), now, board.playout.frame)
    assert (gain > 0, stages) == (builds, (board.index["Friant"], "redoubt") if builds else ())


def test_players_build_and_come_to_the_end_of_a_game(ready):
    played = whole_game(ready(BUILT), ("competent", "random"), 1)
    assert any(event.name == "work built" for event in played.match.playout.events)


WALL = {"of": "hexside", "assault": "×2", "cost": 2, "built_by": INFANTRY}
DUG = {"assault": "×2", "built_by": INFANTRY, "instead_of": "movement"}


def walls(board):
    """Where works of hexsides are: hex, and the hex across."""
    names, steps = board.compiled.names["hexes"], board.rules.neighbours
    on = board.rules.modules["works"].on_sides(board.rules.at(board.state))
    return [(names[step // 6], names[steps[step]]) for _id, step in on]


@pytest.mark.parametrize(
    ("hex_", "across", "around"),
    [
        ("0818", "0917", ["0817", "0917", "0718", "0918", "0819", "0919"]),
        ("0917", "0818", ["0816", "0916", "0817", "1017", "0818", "0918"]),
        ("0101", "0201", ["0201", "0102"]),
    ],
)
def test_units_build_a_work_on_a_hexside_of_their_hex(ready, hex_, across, around):
    """It is shown from the side of who has built it; at the edge of the map nothing is built."""
    board = Board(ready(WALL, "0120>NE"), {"Friant": hex_, "Rohan": "1501"}, "works")
    assert sorted(board.offered("build", "Friant", "redoubt")) == sorted(around)
    board.act("build", "Friant", "redoubt", across)
    assert (hex_, across) in walls(board)
    module, now = board.rules.modules["works"], board.rules.at(board.state)
    steps = [
        6 * board.hex(one) + board.rules.direction(board.hex(one), board.hex(other))
        for one, other in ((hex_, across), (across, hex_))
    ]
    assert [list(module.across(now, step)) for step in steps] == [["redoubt"], ["redoubt"]], "either way"


def test_what_is_built_on_a_hexside_counts_like_one_of_the_set_up(ready):
    """Rohan attacks across it; nobody builds a second one there, from either side."""
    board = Board(ready(WALL, "0120>NE"), {"Friant": "0818", "Rohan": "0917"}, "works")
    before_, _sources = odds(board, "0818", "Rohan")
    board.act("build", "Friant", "redoubt", "0917")
    after, sources = odds(board, "0818", "Rohan")
    assert (after.defence, before_.defence) == (2 * before_.defence, 6)
    assert "redoubt" in sources
    then = Board(ready(WALL, "0818>NE"), {"Friant": "0917"}, "works")
    assert "0818" not in then.offered("build", "Friant", "redoubt")


def test_no_more_are_built_on_hexsides_than_there_are_markers(ready):
    """There are four; from which side they were put there does not matter."""
    units = {"Friant": "0917", "Morand": "0818", "Gudin": "0610", "Legrand": "0509"}
    board = Board(ready(WALL, "0818>NE"), units, "works")
    for name, across in (("Friant", "0817"), ("Morand", "0718"), ("Gudin", "0609")):
        assert "build" in board.offered()
        board.act("build", name, "redoubt", across)
    assert "build" not in board.offered()


def test_a_player_builds_on_the_hexside_towards_the_enemy(ready):
    board = Board(ready(WALL, "0120>NE"), {"Friant": "0818", "Rohan": "0916"}, "works")
    board.playout.advance()
    gain, stages = board.rules.deeds["build"].thought(
        Mind(board.play, FRENCH), board.rules.at(board.state), board.playout.frame
    )
    assert gain > 0
    assert stages == board.action("Friant", "redoubt", "0917")
    assert board.playout.legal(("build", *stages))


def test_a_unit_entrenches_instead_of_moving(ready):
    """Nansouty is cavalry, and Morand has moved."""
    board = Board(ready(DUG, "0101"), {"Friant": "0819", "Morand": "0818", "Nansouty": "0919"}, "movement")
    board.act("Morand", "0817")
    assert board.offered("entrench") == ["Friant"]
    board.act("entrench", "Friant", "redoubt")
    assert board.state.ground.redoubt[board.hex("0819")] == 1
    assert board.offered() == ["Nansouty", "end"], "who has built moves no more"


@pytest.mark.parametrize(("work", "built"), [(DUG, False), (BUILT, True)])
def test_what_is_built_instead_of_moving_is_not_built_in_a_phase_of_works(work, built):
    phases = ["movement", "works", "assault", "rally"]
    made = prepare(game(work, "0101", sequence={"turns": [{"each": "first_second", "do": phases}]}), "dawn")
    assert ("build" in Board(made, {"Friant": "0819"}, "works").offered()) == built


@pytest.mark.parametrize(("enemy", "builds"), [("0816", True), ("0101", False)])
def test_a_player_entrenches_units_that_stay_where_the_enemy_may_attack(ready, enemy, builds):
    board = Board(ready(DUG, "0120"), {"Friant": "0819", "Rohan": enemy}, "movement")
    board.playout.advance()
    mind, now = Mind(board.play, FRENCH), board.rules.at(board.state)
    mind.planned(board.playout.frame, list)
    assert march.march(mind, now, board.playout.frame) == board.action(
        *(["entrench", "Friant", "redoubt"] if builds else ["end"])
    )


@pytest.mark.parametrize("work", [WALL, DUG])
def test_whole_games_are_played_with_what_units_build(ready, work):
    played = whole_game(ready(work, SIDE if "of" in work else HEX), ("competent", "random"), 1)
    assert any(event.name == "work built" for event in played.match.playout.events)


@pytest.mark.parametrize(
    ("work", "at", "found"),
    [
        ({"of": "hexside", "cost": 1}, "0101>NW", "`>NW` has no use: nothing lies beyond that hexside"),
        ({"of": "hexside", "cost": 1}, HEX, "redoubt, a work of a hexside, needs a hexside"),
        ({"of": "hexside", "cost": 1}, "0818>N", "redoubt, a work of a hexside, needs a direction of this map"),
        ({"cost": 1}, SIDE, "`>NE` has no use: redoubt is no work with `of: hexside`"),
    ],
)
def test_a_marker_that_is_not_where_its_work_belongs_is_found(work, at, found):
    made = game(work, at)
    told = [each for check in made.system.checks() for each in check(made) if found in each.message]
    assert [each.span.file for each in told] == ["orders-of-battle/french.yaml"]


def before(*phases):
    return {"turns": [{"each": "first_second", "do": [*phases, "assault", "rally"]}]}


SHOTS = {"table": "fire", "range": "range", "value": "strength", "defence": "strength"}


def wrong(*given, **keys):
    made = game(*given, **keys)
    return [f"{each.code.id} {each.message}" for check in made.system.checks() for each in check(made)]


@pytest.mark.parametrize(
    ("work", "keys", "found"),
    [
        ({"cover": True}, {}, "MOD001 `cover` of redoubt needs the key `fire`"),
        ({"cover": True}, {"fire": SHOTS}, "MOD001 `cover` of redoubt needs `cover` under `fire`, but there is none"),
        (BUILT, {"fire": SHOTS}, "`built_by` of redoubt, instead of firing, needs the step `works` after `fire`"),
        ({"cost": -1}, {}, "MOD005 `-1` is no cost of a work"),
        ({"cost": {"infantry": -1}}, {}, "MOD005 `-1` is no cost of a work"),
    ],
)
def test_what_a_work_says_in_vain_is_found(work, keys, found):
    assert [each for each in wrong(work, **keys, sequence=before("movement", "works", "fire")) if found in each]


def test_a_builder_does_not_fire_where_works_follow_fire():
    told = wrong(BUILT, fire=SHOTS, sequence=before("movement", "fire", "works"))
    assert not [each for each in told if "MOD" in each]


@pytest.mark.parametrize("fire", [{}, {"fire": SHOTS, "sequence": before("movement", "fire")}])
def test_works_of_the_set_up_belong_to_units_whether_they_fire_or_not(fire):
    ready_ = prepare(game({"of": "unit", "assault": "×2"}, "0717", **fire), "dawn")
    assert any(first_state(ready_.play.board).units.redoubt)


@pytest.mark.parametrize(("work", "fire", "profits"), [
    ({"cover": True}, None, True), ({"cover": True}, (False, False), True), ({"cover": True}, (True, True), True),
    ({"cover": True}, (True, False), False), ({"cover": True, "assault": "×2"}, (True, False), True),
])  # fmt: skip
def test_a_work_of_cover_alone_is_of_no_use_to_who_has_none(ready, monkeypatch, work, fire, profits):
    """``fire``: whether it knows cover, and whether the unit has a value in it."""
    works = ready({"of": "unit", "assault": "×2"}).play.board.modules["works"]
    rules = fire and SimpleNamespace(covers=fire[0], has_cover=lambda _unit: fire[1])
    monkeypatch.setattr(works, "fire", rules)
    assert works.profits(Work(of="unit", **work), 0) == profits


def test_a_work_goes_with_its_unit_out_of_play(ready):
    board = Board(ready({"of": "unit", "assault": "×2"}), {"Friant": "0819"}, "assault")
    board.state.units.redoubt[board.index["Friant"]] = 1
    board.state.revisions = board.state.revisions
    data = {"side": FRENCH, "units": [board.index["Friant"]], "number": 1, "how": "eliminate"}
    board.state.stack = (Frame("loss", data),)
    board.playout.advance()
    assert (board.unit("Friant", "place"), board.unit("Friant", "redoubt")) == (-1, 0)


def test_supply_and_players_see_zones_anew_where_a_work_is_cleared():
    cleared = {"zones": "block", "cleared_by": {"type": "cavalry"}}
    supply = {"source": {"french": ["0718"], "austrian": ["0701"]}, "ladder": [{"halves": [{"value": "movement"}]}]}
    phases = before("works", "supply", "movement")
    zones = {"enter": "stop", "negated_by_friends": ["movement"]}
    made = prepare(game(cleared, HEX, zones, supply=supply, sequence=phases), "dawn")
    board = Board(made, {"Friant": "0918", "Nansouty": HEX, "Rohan": "0917", "Ulm": "0101"}, "works")
    supplies, movement, unit = board.rules.module(Supply), board.rules.module(Movement), board.index["Friant"]

    def seen():
        now = board.rules.at(board.state)
        starts = tuple(supplies.sources(now, unit))
        kept = [*supplies.reached(now, FRENCH, starts, None)], march._zone_mask(movement, now, FRENCH)
        reach(movement, now, unit)
        stops = now.state.derived(("stops", FRENCH), ("units.place", *movement.zones.rests_on), lambda: ())
        fresh = board.state.copy()
        fresh.load(fresh.to_data())
        anew = supplies.reached(board.rules.at(fresh), FRENCH, starts, None)
        return kept[0], [*anew], stops, kept[1]

    first = seen()
    board.act("Nansouty")
    then = seen()
    assert then[0] == then[1]
    assert then[2] == then[3]
    assert first[0] != then[0], "it does not lead on from the hex of the work any more"


def test_a_card_says_on_which_hexside_a_marker_lies():
    made = game({"of": "hexside", "cost": 1}, SIDE)
    planned = plan(made, "dawn")
    (line,) = [CardLines(planned, words_of(made)).marker(each) for each in planned.markers]
    assert line["notes"] == ["on the NE hexside"]
    assert Placement(markers=True, on_hexsides=True).parse(SIDE)[0].facing == "NE"

"""Attacks and what comes of them: each condition of these modules alone, also of keys that this game has not set."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.activation import activate, phases
from scenario_forge.wargame.modules.assault.assault import Assault, Fight, Odds
from scenario_forge.wargame.modules.assault.ground import GroundEffect
from scenario_forge.wargame.modules.assault.steps import WITH, afterwards, fight_of
from scenario_forge.wargame.modules.effect_key import Effect
from scenario_forge.wargame.modules.effects import DISTANCE
from scenario_forge.wargame.modules.overrun import ENTER, judged, moving_on

from .position import ALLIED, AXIS, HQ, PANZER, TANKS, Board

pytestmark = pytest.mark.rule("assault", "effects", "advance", "overrun", "activation")

FOE, OTHER, FOE_HQ, GUN, TANK = "A/2/13", "B/2/13", "HQ 2/13", "1/75Art", "D/7RTR"
CORNER = "0101"
YES, NO = True, False
SIDES = (AXIS, ALLIED)


class Fought(Board):
    """A position with the modules of assault, effects, advance, overrun and activation."""

    def __init__(self, units, chit=None, **more):
        super().__init__(units, chit, **more)
        modules = self.rules.modules
        self.assault, self.effects, self.advance = modules["assault"], modules["effects"], modules["advance"]
        self.overrun, self.activation = modules["overrun"], modules["activation"]
        self.now = self.rules.at(self.state)

    def ids(self, *names):
        return [self.index[name] for name in names]


# -- who attacks what ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("leaders", "allowed", "led"), [(NO, NO, YES), (YES, YES, YES), (YES, NO, NO)])
@pytest.mark.parametrize("fought", [0, 1])
def test_who_has_not_fought_and_is_led_attacks_and_supports(leaders, allowed, led, fought, stub):
    board = Fought({GUN: {"at": "2040", "fought": fought}})
    unit = board.index[GUN]
    allows = SimpleNamespace(allows=lambda _now, asked, what: allowed and (asked, what) == (unit, "assault"))
    stub(board.assault, leaders=allows if leaders else None)
    assert board.assault.is_led(board.now, unit) == led
    assert board.assault.may_attack(board.now, unit) == (led and not fought)
    assert Assault.may_support(board.assault, board.now, unit) == (led and not fought)


@pytest.mark.parametrize("again", [YES, NO])
def test_a_hex_is_attacked_again_where_the_key_says_so(again, rekey):
    board = Fought({PANZER: "2043", TANKS: "2045", FOE: "2044", OTHER: "2144", GUN: "2030"})
    rekey(board.assault, again=again)
    units, hexes = board.ids(PANZER, TANKS, GUN), [board.hex("2044"), board.hex("2144")]
    beside = {hex_: [u for u in units if board.rules.distance(hex_, board.now.place[u]) == 1] for hex_ in hexes}
    whole = {hex_: able for hex_, able in beside.items() if able}
    assert board.assault.targets(board.now, units, ()) == whole
    assert len(whole) > 1
    left = whole if again else {hex_: able for hex_, able in whole.items() if hex_ != hexes[0]}
    assert board.assault.targets(board.now, units, hexes[:1]) == left


@pytest.mark.parametrize(("away", "may"), [(0, NO), (1, YES), (2, YES), (8, YES), (9, NO)])
def test_artillery_joins_from_the_hex_beside_to_its_range(away, may, stub):
    board = Fought({GUN: "2030"})
    stub(board.assault, ranges=[8] * len(board.index))
    assert board.assault.batteries(board.now, board.ids(GUN), board.hex(f"20{30 + away}")) == board.ids(GUN) * may


@pytest.mark.parametrize("may", [YES, NO])
def test_a_hex_is_offered_that_a_set_of_units_may_attack(may, stub):
    board = Fought({HQ: "2042", PANZER: "2043", FOE: "2044"}, HQ)
    stub(board.assault, leaving_enough=lambda _awaiting, hex_: lambda _units: may and hex_ == board.hex("2044"))
    assert ("attack" in board.fight().offered()) == may


def test_who_attacks_from_beside_a_hex_does_not_join_from_afar_too():
    board = Fought({"HQ 75Art": "2040", GUN: "2043", "2/75Art": "2040", FOE: "2044"}, "HQ 75Art").fight()
    assert board.offered("attack", "2044", GUN, WITH) == ["2/75Art"]


def test_who_supports_the_defence_is_picked_as_a_set():
    guns = ["D/3RHA", "A/E/1RHA", "B/O/1RHA"]
    board = Fought({FOE: "2044", **dict.fromkeys(guns, "2045")}, step="support", side=ALLIED)
    board.state.stack = (board.state.stack[0].with_values(hex=board.hex("2044"), attackers=[], guns=[]),)
    step, frame = board.play.sequence.steps["support"], board.state.stack[0]
    able = board.ids(*guns[1:])
    choices = step.choices(board.state, frame, (able[0],))
    assert (choices.picked, [*choices.subset.members]) == ((able[0],), able)
    assert [choice.token for choice in choices] == able[1:]
    assert [choice.token for choice in step.choices(board.state, frame, ())] == [*able, "none"]


# -- odds ----------------------------------------------------------------------------------------------


def test_an_attack_comes_from_the_hexes_beside_its_target_where_units_are_or_go():
    board = Fought({PANZER: "2043", TANKS: "2030", "4/5Pz": "2031", GUN: "2040", FOE: "2044", OTHER: "2044"})
    units = board.ids(PANZER, TANKS, "4/5Pz")
    fight = Fight(board.hex("2044"), units, board.ids(GUN), places={units[1]: board.hex("2144")})
    clash = board.assault.clash(board.now, fight)
    assert clash.hex == fight.hex
    assert [*clash.attackers] == [*units, *board.ids(GUN)]
    assert [*clash.origins] == [board.hex("2043"), board.hex("2144")]
    assert [*clash.defenders] == board.ids(FOE, OTHER)


def test_works_and_leaders_are_asked_for_the_hex_and_who_attacks_it(stub):
    board = Fought({PANZER: "2043", FOE: "2044"})
    fight = Fight(board.hex("2044"), board.ids(PANZER), places={1: 2})
    wall, asked = GroundEffect(die=2), (fight.hex, fight.attackers)
    before = len(board.assault.held(board.now, fight))
    stub(board.assault, works=SimpleNamespace(fortified=lambda _now, *words: [(wall, "wall")] * (words == asked)))
    assert [effect for effect, _line in board.assault.held(board.now, fight)[before:]] == [wall]
    assert board.assault.led(board.now, fight) == []
    leads = (fight.attackers, fight.hex, fight.places)
    stub(
        board.assault,
        leaders=SimpleNamespace(added_to_assault=lambda _now, *words: [(2, "he", "1")] * (words == leads)),
    )
    assert board.assault.led(board.now, fight) == [(2, "he", "1")]
    stub(board.assault, sign=-1)
    assert board.assault.led(board.now, fight) == [(-2, "he", "1")]


@pytest.mark.parametrize(("ratio", "column"), [(YES, 0), (NO, 5)])
def test_nothing_against_nothing_is_the_worst_ratio_and_a_difference_of_none(ratio, column, stub):
    board = Fought({PANZER: "2043", FOE: "2044"})
    stub(board.assault, ratio=ratio, attack=lambda *_asked: 0, defence=lambda *_asked: 0)
    stub(board.assault, results=SimpleNamespace(index=lambda value, shift: 5 if (value, shift) == (0, 0) else 9))
    odds = board.assault.odds(board.now, Fight(board.hex("2044"), board.ids(PANZER)))
    assert odds == Odds(0, 0, 0, column)


def test_aircraft_help_in_a_fight_in_which_some_fly(stub):
    board = Fought({PANZER: "2043", FOE: "2044"})
    data = {"hex": 7, "attackers": [1], "guns": [2], "support": [3]}
    assert (
        fight_of(board.rules, data)
        == fight_of(board.rules, {**data, "sorties": [4]})
        == Fight(7, [1], [2], [3], aid=[])
    )
    air = SimpleNamespace(aid=lambda sorties: [(2, 1, "ours")] * (sorties == [4]))
    stub(board.rules, modules={**board.rules.modules, "air": air})
    assert fight_of(board.rules, data).aid == []
    ((change, whose),) = fight_of(board.rules, {**data, "sorties": [4]}).aid
    assert (change.die, change.shift, whose) == (2, 1, "ours")


@pytest.mark.parametrize(("after", "step"), [(None, "advance"), ("overrun", "overrun"), ("elsewhere", None)])
def test_an_advance_or_the_end_of_an_overrun_follows_where_the_game_has_it(after, step):
    board = Fought({})
    data = {"side": AXIS, "hex": 7, "attackers": [1, 2]} | ({"after": after} if after else {})
    frames = afterwards(board.rules, data)
    assert [(frame.step, frame.data) for frame in frames] == (
        [(step, {"side": AXIS, "hex": 7, "units": [1, 2]})] if step else []
    )


# -- what a result does ----------------------------------------------------------------------------------


def steps_of(board, effect, attackers=(1, 2, 3), defenders=(4, 5)):
    frames = board.effects.frames_of(Effect.model_validate(effect), SIDES, (attackers, defenders))
    return [(frame.step, frame.data) for frame in frames]


@pytest.mark.parametrize("who", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("what", "step", "data"),
    [
        ({"retreat": 2}, "retreat", {"hexes": 2}),
        ({"retreat": "1d6"}, DISTANCE, {"dice": "1d6"}),
        ({"mark": "pinned"}, "loss", {"number": 2, "how": "pinned"}),
        ({"flip": "one"}, "loss", {"number": 1, "how": "flip"}),
        ({"eliminate": "all"}, "loss", {"number": 2, "how": "eliminate"}),
        ({"lose": 3}, "loss", {"number": 3, "how": "lose"}),
    ],
)
def test_a_result_strikes_the_units_of_its_side_and_nobody_where_there_are_none(who, what, step, data):
    board, side = Fought({}), SIDES[who == "defender"]
    units = {"attackers" if who == "attacker" else "defenders": (6, 7)}
    assert steps_of(board, {who: what}, **units) == [(step, {"side": side, "units": [6, 7], **data})]
    assert steps_of(board, {who: what}, **dict.fromkeys(units, ())) == []


@pytest.mark.parametrize(("by", "chooser"), [("owner", SIDES), ("enemy", SIDES[::-1])])
@pytest.mark.parametrize("who", ["attacker", "defender"])
def test_the_owner_chooses_who_suffers_or_the_enemy_and_marks_are_for_all(by, chooser, who):
    board, own = Fought({}), SIDES[who == "defender"]
    found = steps_of(board, {who: {"flip": "one", "mark": "pinned", "chosen_by": by}})
    sides = {data["how"]: data["side"] for _step, data in found}
    assert sides == {"pinned": own, "flip": chooser[who == "defender"]}


@pytest.mark.parametrize(("by", "side"), [("owner", AXIS), ("enemy", ALLIED)])
def test_an_exchange_costs_the_attacker_whom_he_or_the_enemy_chooses(by, side):
    board = Fought({})
    (found,) = steps_of(board, {"exchange": "half", "attacker": {"chosen_by": by}})
    assert found == ("exchange", {"side": side, "units": [1, 2, 3], "against": [4, 5], "part": "half"})
    assert steps_of(board, {}) == []


def test_strengths_in_an_exchange_are_those_on_the_side_that_is_up():
    board = Fought({PANZER: "2040", TANKS: {"at": "2040", "depleted": 1}})
    found = [
        board.effects.strength(board.now, unit, attacks=attacks)
        for unit in board.ids(PANZER, TANKS)
        for attacks in (YES, NO)
    ]
    back = [board.rules.faces.both(value, board.index[TANKS])[1] for value in ("attack", "defence")]
    assert found == [6, 7, *back]


@pytest.mark.parametrize(("owed", "both"), [(4, NO), (6, NO), (7, YES), (10, YES)])
def test_no_more_are_lost_in_an_exchange_than_it_takes(owed, both):
    """4 and 6 of attack; a headquarters, with nothing, and who is gone are no part of it."""
    board = Fought({HQ: "2040", PANZER: CORNER, TANKS: "2040"})
    step, units = board.play.sequence.steps["exchange"], board.ids(HQ, TANKS, PANZER, "4/5Pz")
    frame = Frame("exchange", {"side": AXIS, "units": units, "against": [], "owed": owed})
    tanks, panzer = board.ids(TANKS, PANZER)
    assert step.left(board.state, frame) == {tanks: 4, panzer: 6}
    found = [choice.token for choice in step.choices(board.state, frame, (tanks,))]
    assert found == [panzer] * both


def test_who_has_been_hit_is_not_hit_again_by_the_same_result():
    board = Fought(dict.fromkeys([FOE, OTHER, "C/2/13"], "2040"))
    frame = Frame(
        "loss",
        {"side": ALLIED, "units": board.ids(FOE, OTHER, "C/2/13"), "number": 1, "how": "flip", "hit": board.ids(OTHER)},
    )
    assert board.play.sequence.steps["loss"].left(board.state, frame) == board.ids(FOE, "C/2/13")


@pytest.mark.parametrize(
    ("name", "depleted", "event"),
    [(FOE, 0, "turned over"), (FOE, 1, "eliminated"), (FOE_HQ, 0, "eliminated"), ("HQ 2/15", 0, "eliminated")],
)
def test_who_has_no_other_side_or_shows_it_is_eliminated_and_others_turn_over(name, depleted, event):
    board = Fought({name: {"at": "2040", "depleted": depleted}})
    book, unit = Book(board.state), board.index[name]
    board.effects.flip(book, unit, "the clause")
    assert [(each.name, each.clause, each.subjects) for each in book.events] == [(event, "the clause", (unit,))]
    assert (book.get("flipped", unit), book.get("place", unit)) == (
        (1, board.hex("2040")) if event == "turned over" else (depleted, -1)
    )


def test_a_mark_that_a_result_gives_is_told_by_its_number(stub):
    board = Fought({FOE: "2040", OTHER: "2040"})
    stub(board.effects, marks_given=["fired", "pinned"])
    book, unit = Book(board.state), board.index[OTHER]
    board.effects.mark(book, unit, "pinned")
    assert [row for row, pinned in enumerate(book.column("pinned")) if pinned == 1] == [unit]
    assert set(book.column("pinned")) == {0, 1}
    assert [(each.name, each.subjects) for each in book.events] == [("marked", (unit, 1))]


# -- advances ------------------------------------------------------------------------------------------


def test_who_attacked_from_beside_the_hex_advances_where_it_can_enter(stub):
    board = Fought({PANZER: "2043", TANKS: "2043", "4/5Pz": "2030", "5/5Pz": "2045"})
    units, hex_ = board.ids(PANZER, TANKS, "4/5Pz", "5/5Pz"), board.hex("2044")
    assert board.advance.able(board.now, units, hex_) == board.ids(PANZER, TANKS, "5/5Pz")
    able = {(board.index[PANZER], board.hex("2043"), hex_), (board.index["5/5Pz"], board.hex("2045"), hex_)}
    stub(board.advance, can_enter=lambda _now, *words: words in able)
    assert board.advance.able(board.now, units, hex_) == board.ids(PANZER, "5/5Pz")
    stub(board.advance, may_advance=lambda _now, unit: unit == board.index[PANZER])
    assert board.advance.able(board.now, units, hex_) == board.ids(PANZER)


def test_who_goes_on_does_not_go_back(stub):
    board = Fought({PANZER: "2043", FOE: "2030"})
    stub(board.advance, can_enter=lambda _now, unit, at, to: (unit, at) == (board.index[PANZER], board.hex("2044")))
    beyond = board.advance.beyond(board.now, board.index[PANZER], board.hex("2044"))
    assert {*beyond} == {*board.rules.adjacent[board.hex("2044")]} - {board.hex("2043")}
    assert board.advance.beyond(board.now, board.index[FOE], board.hex("2044")) == []


@pytest.mark.parametrize(
    ("room", "foe", "movement", "ground", "may"),
    [
        (YES, NO, YES, YES, YES),
        (NO, NO, YES, YES, NO),
        (YES, YES, YES, YES, NO),
        (YES, NO, YES, NO, NO),
        (YES, NO, NO, NO, YES),
    ],
)
def test_an_advance_leads_into_hexes_with_room_and_without_enemies(room, foe, movement, ground, may, stub):
    board = Fought({PANZER: "2043", TANKS: "2044", **({FOE: "2044"} if foe else {})})
    if foe:
        board.put(TANKS, "2030")
    now, unit, hexes = board.rules.at(board.state), board.index[PANZER], (board.hex("2043"), board.hex("2044"))
    stub(type(now), has_room=lambda _now, hex_, asked: room and (hex_, asked) == (hexes[1], unit))
    step = 6 * hexes[0] + board.rules.direction(*hexes)
    stub(board.rules.modules["movement"], can_ever_enter=lambda _now, asked, at: ground and (asked, at) == (unit, step))
    if not movement:
        stub(board.rules, modules={key: each for key, each in board.rules.modules.items() if key != "movement"})
    assert board.advance.can_enter(now, unit, *hexes) == may


# -- overruns ------------------------------------------------------------------------------------------


def test_only_who_may_overrun_does(stub):
    board = Fought({HQ: "2042", PANZER: "2043", TANKS: "2043", FOE: "2044"}, HQ)
    board.fight()
    now, frame = board.rules.at(board.playout.state), board.playout.frame
    assert board.overrun.targets(now, frame) == {board.hex("2044"): sorted(board.ids(PANZER, TANKS))}
    stub(board.overrun, may_overrun=lambda _now, unit: unit == board.index[TANKS])
    assert board.overrun.targets(now, frame) == {board.hex("2044"): board.ids(TANKS)}


@pytest.mark.parametrize(("foe", "goes_on"), [("2044", NO), ("2030", YES)])
def test_who_has_overrun_goes_on_that_is_left_where_no_enemy_is(foe, goes_on):
    """One in the corner of the map, one lost."""
    board = Fought({PANZER: {"at": "2043", "moved": 1}, TANKS: {"at": CORNER, "moved": 1}, FOE: foe})
    data = {"side": AXIS, "hex": board.hex("2044"), "units": board.ids(PANZER, TANKS, "4/5Pz")}
    book = Book(board.state)
    frames = judged(board.rules, board.state, Frame("overrun", data), book)
    left = board.ids(PANZER, TANKS)
    assert [frame.step for frame in frames] == (["crowding", "movement", ENTER] if goes_on else [])
    assert [frame.data.get("units", left) for frame in frames] == [left] * len(frames)
    assert [book.get("moved", unit) for unit in left] == [int(not goes_on)] * 2


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("stacking", "after", "phase", "steps"),
    [(YES, YES, "combat", 2), (YES, NO, "combat", 1), (NO, NO, "combat", 1), (YES, YES, "movement", 0)],
)
def test_the_limits_of_stacking_are_looked_at_after_an_overrun_where_they_have_a_step(
    side, stacking, after, phase, steps, stub
):
    board = Fought({})
    stub(board.rules.deeds["overrun"], phase=phase)
    modules = {key: each for key, each in board.rules.modules.items() if key != "stacking"}
    stub(board.rules, modules=modules | ({"stacking": SimpleNamespace(after_moves=after)} if stacking else {}))
    frames = moving_on(board.rules, side, [1])
    assert [frame.step for frame in frames] == ["crowding", "movement"][2 - steps :]
    assert all(frame.data["side"] == side for frame in frames)


@pytest.mark.parametrize(("room", "reaches", "may"), [(YES, YES, YES), (NO, YES, NO), (YES, NO, NO)])
@pytest.mark.parametrize("halted", [YES, NO])
def test_who_has_overrun_enters_the_hex_with_room_and_points_and_stays_where_ground_halts_it(
    room, reaches, may, halted, stub
):
    board = Fought({TANK: {"at": "2043", "moved": 1}, FOE: "2030"})
    unit, hex_, movement = board.index[TANK], board.hex("2044"), board.rules.modules["movement"]
    stub(type(board.now), has_room=lambda _now, *words: room and words == (hex_, unit))
    if not reaches:
        stub(movement, next_to=lambda *_asked: None)
    stub(movement, is_halted=lambda _now, at, *, by_road: halted and at == hex_ and not by_road)
    step, frame = board.play.sequence.steps[ENTER], Frame(ENTER, {"side": ALLIED, "hex": hex_, "units": [unit]})
    assert [choice.token for choice in step.choices(board.state, frame, ())] == [*[unit] * may, "end"]
    if may:
        book = Book(board.state)
        (rest,) = step.done(board.state, frame, (unit,), book)
        assert rest.data["units"] == []
        assert [book.get(column, unit) for column in ("place", "moved", "spent")] == [hex_, int(halted), 2]
        assert [event.subjects for event in book.events] == [(unit, hex_)]


# -- activations ---------------------------------------------------------------------------------------


def test_a_headquarters_activates_who_is_on_the_map_in_its_range_and_who_may_come(stub):
    board = Fought({HQ: "2040", PANZER: CORNER, TANKS: "off"})
    stub(board.activation, reaches=lambda _now, hq, _unit: hq == board.index[HQ])
    assert board.activation.activated(board.now, board.index[HQ]) == board.ids(HQ, PANZER, TANKS)
    stub(board.activation, reaches=lambda _now, hq, unit: (hq, unit) == tuple(board.ids(HQ, PANZER)))
    assert board.activation.activated(board.now, board.index[HQ]) == board.ids(PANZER, TANKS)


@pytest.mark.parametrize(
    ("hq", "far", "may"),
    [
        ("2042", 2, YES),
        ("2043", 2, NO),
        ("out", 2, YES),
        ("off", 2, NO),
        ("2043", -1, YES),
        ("off", -1, YES),
        (CORNER, 99, YES),
    ],
)
def test_a_headquarters_reaches_as_far_as_its_range_and_one_that_is_lost_has_no_limit(hq, far, may, stub):
    board = Fought({PANZER: "2040", **({HQ: hq} if hq != "out" else {})})
    stub(board.activation, ranges=[far] * len(board.index))
    assert board.activation.reaches(board.now, *board.ids(HQ, PANZER)) == may


@pytest.mark.parametrize(
    ("again", "hq", "came", "linked", "post", "near", "may"),
    [
        (YES, YES, NO, NO, NO, NO, NO),
        (YES, YES, NO, NO, NO, YES, YES),
        (NO, YES, NO, NO, NO, NO, YES),
        (YES, NO, NO, NO, NO, NO, YES),
        (YES, YES, YES, NO, NO, NO, YES),
        (YES, YES, NO, YES, YES, NO, YES),
        (YES, YES, NO, YES, NO, NO, NO),
        (YES, YES, NO, NO, YES, NO, NO),
        (YES, YES, NO, None, YES, NO, NO),
    ],
)
def test_who_fights_is_still_in_range_or_has_come_or_a_telephone(again, hq, came, linked, post, near, may, rekey, stub):
    board = Fought({PANZER: "2040"})
    unit, hex_ = board.index[PANZER], board.hex("2040")
    rekey(board.activation, again=again)
    stub(board.activation, linked=() if linked is None else {unit: linked}, posts={hex_} if post else set())
    stub(board.activation, reaches=lambda _now, *words: near and words == (board.index[HQ], unit))
    data = {"side": AXIS, "came": [unit] if came else []} | ({"hq": board.index[HQ]} if hq else {})
    assert board.activation.may_fight(board.now, Frame("combat", data), unit) == may


@pytest.mark.parametrize(("without", "steps"), [("all", "phases"), ("stack", ["stack"]), ("none", [])])
@pytest.mark.parametrize("lost", [YES, NO])
def test_without_its_headquarters_a_formation_acts_as_the_key_says(without, steps, lost, rekey):
    board = Fought({PANZER: "2040", **({} if lost else {HQ: "2041"})})
    rekey(board.activation, without=without)
    hq = board.index[HQ]
    frames = activate(board.rules, board.state, Frame("activation", {"hq": hq, "side": AXIS}), Book(board.state))
    whole = [*reversed(board.activation.given.phases)]
    assert [frame.step for frame in frames] == (whole if steps == "phases" or not lost else steps)


def test_who_is_not_on_the_map_yet_comes_in_the_activation():
    board = Fought({PANZER: CORNER, TANKS: "off", "4/5Pz": "2040"})
    frames = phases(board.activation, board.now, {"units": board.ids(PANZER, TANKS, "4/5Pz")})
    assert [frame.data["came"] for frame in frames] == [board.ids(TANKS)] * len(board.activation.given.phases)

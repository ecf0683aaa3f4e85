"""Ways to fight beside a plain assault: barrage, clearing, one phase for all; what the weather adds to dice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.effects import Effects

from .ridge import AUSTRIAN, EFFECTS, FRENCH, Board, variant

pytestmark = pytest.mark.rule("assault", "barrage", "clearing", "combat", "fire", "sight", "weather")

SIGHT = {"reach": {"usual": "eyes"}}
BARRAGE = {"range": "range", "of": {"type": "artillery"}}
GROUND = {"woods": "+1", "ridge": "+1", "village": "×2"}
ASSAULT = {"table": "combat_results", "value": "strength", "ground": GROUND}


def turns(*steps):
    return {"turns": [{"each": "first_second", "do": list(steps)}]}


@pytest.fixture(scope="module")
def shelled(tmp_path_factory):
    """Guns shell in a phase of their own."""
    return variant(
        tmp_path_factory.mktemp("shelled"),
        sight=SIGHT, barrage=BARRAGE, assault=ASSAULT, effects=EFFECTS,
        sequence={"turns": [*turns("movement", "barrage", "assault", "rally")["turns"], "ready"]},
    )  # fmt: skip


@pytest.mark.parametrize(("at", "die", "hits"), [("0403", 3, 0), ("0403", 2, 1), ("0413", 3, 1), ("0413", 4, 0)])
def test_a_barrage_hits_below_the_strength_with_what_ground_adds(shelled, at, die, hits):
    """Foot guns have 4; woods in 0403 add 1."""
    below = f"{at[:2]}{int(at[2:]) + 2:02}"
    board = Board(shelled, {"Foot guns": below, "Rohan": at}, "barrage", dice=[die])
    assert board.offered("Foot guns") == [at]
    board.act("Foot guns", at)
    assert (board.unit("Rohan", "flipped"), board.unit("Foot guns", "fired")) == (hits, 1)
    assert board.offered() == [], "no gun is ready"


def test_a_barrage_reaches_only_what_is_in_range_and_observed(shelled):
    """Foot guns reach three hexes, and units see as far."""
    assert Board(shelled, {"Foot guns": "0416", "Rohan": "0413"}, "barrage").offered("Foot guns") == ["0413"]
    assert Board(shelled, {"Foot guns": "0417", "Rohan": "0413", "Friant": "0414"}, "barrage").offered() == []


def test_of_several_units_those_with_the_highest_die_suffer(shelled):
    units = {"Foot guns": "0415", "Rohan": "0413", "Ulm": "0413"}
    board = Board(shelled, units, "barrage", dice=[1, 5, 2])
    board.act("Foot guns", "0413")
    assert [board.unit(name, "flipped") for name in ("Rohan", "Ulm")] == [1, 0]
    thrown = [board.play.event_text(board.state, event) for event in board.events("barrage die")]
    assert thrown == ["5 on the die for Rohan", "2 on the die for Ulm"]


def test_a_unit_alone_is_hit_without_another_die(shelled):
    board = Board(shelled, {"Foot guns": "0415", "Rohan": "0413"}, "barrage", dice=[1])
    board.act("Foot guns", "0413")
    assert board.unit("Rohan", "flipped") == 1
    assert not board.events("barrage die")


def test_guns_are_ready_again_after_the_step_that_says_so(shelled):
    board = Board(shelled, {"Foot guns": "0415", "Rohan": "0413"}, "ready")
    board.state.units.fired[board.index["Foot guns"]] = 1
    board.playout.advance()
    assert board.unit("Foot guns", "fired") == 0


def test_the_terms_of_a_barrage_say_what_a_die_must_stay_below(shelled):
    board = Board(shelled, {"Foot guns": "0405", "Rohan": "0403"}, "barrage")
    board.playout.advance()
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action("Foot guns", "0403"))
    found = board.play.terms(board.state, *attack)
    assert [(term.source, term.value) for sum_ in found.sums for term in sum_.terms] == [("Foot guns", 4), ("woods", 1)]
    assert {each.result: float(each.chance) for each in found.rolls[0].prospects} == {"hit": 2 / 6, "miss": 4 / 6}
    far = Board(shelled, {"Friant": "0405", "Rohan": "0403"}, "barrage")
    with pytest.raises(ValueError, match="Friant cannot shell this hex now"):
        far.play.terms(far.state, far.hex("0403"), [far.index["Friant"]], {"by": "barrage"})


@pytest.fixture(scope="module")
def joint(tmp_path_factory):
    """Guns shell and brigades attack in one phase, in any order; a hex may be attacked again; streams are cleared."""
    return variant(
        tmp_path_factory.mktemp("joint"),
        sight=SIGHT, barrage=BARRAGE, assault={**ASSAULT, "again": True}, effects=EFFECTS,
        clearing={"kinds": ["stream"], "of": {"type": "infantry"}, "least": "least"},
        combat=["clear", "barrage", "attack"], zones={"not_across": ["stream"], "along": ["road"], "enter": "stop"},
        weather={"column": "weather", "kinds": {"rain": {"dice": {"assault": "rain"}}}},
        sequence=turns("movement", "combat"), rally=None,
    )  # fmt: skip


def test_units_fight_in_several_ways_in_one_phase(joint):
    units = {"Foot guns": "0415", "Friant": "0414", "Rohan": "0413", "Gudin": "0611"}
    board = Board(joint, units, "combat", dice=[6])
    assert board.offered() == ["clear", "barrage", "attack", "end"], "in the order of the key"
    board.act("barrage", "Foot guns", "0413")
    assert board.offered() == ["clear", "attack", "end"]
    assert board.offered("attack", "0413") == ["Friant"]


def test_a_hex_may_be_attacked_again_by_others(joint, shelled):
    units = {"Friant": "0414", "Morand": "0513", "Rohan": "0413"}
    for ready, word, again in ((joint, ["attack"], True), (shelled, [], False)):
        board = Board(ready, units, "combat" if word else "assault", dice=[3])
        board.act(*word, "0413", "Friant")
        assert ("0413" in board.offered(*word)) == again


@pytest.mark.parametrize(("turn", "added"), [(0, 0), (4, 2)])
def test_kinds_of_turn_add_to_the_dice_of_an_assault(joint, turn, added):
    """It rains in the fifth turn."""
    board = Board(joint, {"Friant": "0414", "Rohan": "0413"}, "combat", turn=turn, dice=[1])
    found = board.play.terms(board.state, board.hex("0413"), [board.index["Friant"]])
    assert [(term.source, term.value) for term in found.sums[2].terms] == [("rain", added)] * bool(added)
    board.act("attack", "0413", "Friant")
    (battle,) = board.events("battle")
    assert battle.subjects[4] == added


@pytest.mark.rule("movement", "zones")
@pytest.mark.parametrize(("die", "cleared"), [(3, False), (4, True)])
def test_a_hexside_that_is_cleared_bars_nothing_any_more(joint, die, cleared):
    """The brook costs a point more, and zones do not reach across it."""
    board = Board(joint, {"Gudin": "0611", "Rohan": "0601"}, "combat", dice=[die])
    assert sorted(board.offered("clear", "Gudin")) == ["0510", "0610"]
    board.act("clear", "Gudin", "0610")
    movement, unit = board.rules.modules["movement"], board.index["Gudin"]
    step = 6 * board.hex("0611") + board.rules.direction(board.hex("0611"), board.hex("0610"))
    now = board.rules.at(board.state)
    assert movement.price(now, unit, step, by_road=True)[0].parts == 1 + (not cleared)
    assert (board.hex("0610") in now.zone(FRENCH)) == cleared
    assert board.hex("0510") not in now.zone(FRENCH)


@pytest.mark.parametrize(
    ("enemy", "open_"),
    [
        ("0510", []),  # it is across one hexside, and its zone reaches to the other
        ("0609", []),  # its zone reaches to both
        ("0710", ["0510"]),
        ("0410", ["0610"]),
        ("0612", []),  # Gudin is in its zone
        ("0608", ["0510", "0610"]),
    ],
)
def test_nobody_clears_a_hexside_beside_the_enemy(joint, enemy, open_):
    board = Board(joint, {"Gudin": "0611", "Rohan": enemy}, "combat")
    assert ("clear" in board.offered()) == bool(open_)
    assert sorted(board.offered("clear", "Gudin")) == open_


def test_zones_reach_along_a_road_across_what_stops_them(joint):
    """The road leads from 0711 to 0710 over the brook; 0610 has none."""
    board = Board(joint, {"Gudin": "0711"}, "combat")
    zone = board.rules.zone(board.state, FRENCH)
    assert board.hex("0710") in zone
    assert board.hex("0610") not in zone


LEVELS = [
    {"id": "won", "name": "Won", "side": "french", "range": "1:1"},
    {"id": "draw", "name": "Draw", "range": "2:1"},
    {"id": "lost", "name": "Lost", "side": "austrian", "range": "3:1"},
]


@pytest.fixture(scope="module")
def by_losses(tmp_path_factory):
    """The ratio of strength lost decides; two French units beside Oberdorf win at once."""
    near = {"units": {"nationality": "france"}, "within": [{"near": {"of": "Oberdorf", "hexes": 1}}], "at_least": 2}
    sudden = [{"id": "oberdorf", "side": "french", "text": "Two by Oberdorf", "when": {"present": near}}]
    levels = {"id": "day", "side": "french", "measure": "ratio", "of": "losses", "value": "strength", "levels": LEVELS}
    return variant(tmp_path_factory.mktemp("losses"), victory={"levels": [levels], "sudden": sudden})


@pytest.mark.parametrize(
    ("lost", "level", "winner"),
    [
        ([], "draw", -1),
        (["Friant", "Rohan"], "won", FRENCH),
        (["Friant", "Morand", "Rohan"], "draw", -1),
        (["Friant", "Morand", "Gudin", "Rohan"], "lost", AUSTRIAN),
        (["Friant"], "lost", AUSTRIAN),
    ],
)
def test_a_ratio_of_losses_gives_the_level(by_losses, lost, level, winner):
    """Friant, Morand and Rohan have 6 each, Gudin 5."""
    state = by_losses.play.begin()
    names = by_losses.compiled.names["units"]
    for name in lost:
        state.units.place[names.index(name)] = -1
    outcome = by_losses.play.outcome(state)
    assert (outcome.level, outcome.winner) == (level, winner)


def test_a_unit_that_is_turned_over_has_lost_what_its_back_lacks(by_losses):
    state = by_losses.play.begin()
    state.units.flipped[by_losses.compiled.names["units"].index("Rohan")] = 1
    assert list(by_losses.play.score(state)) == [3, 0]


@pytest.mark.parametrize(("other", "wins"), [("0704", True), ("0703", False)])
def test_who_stands_where_it_must_wins_at_once(by_losses, other, wins):
    board = Board(by_losses, {"Friant": "0708", "Morand": other, "Rohan": "0101"}, "movement")
    board.act("Friant", "0707", "0706")
    assert board.rules.over(board.state) == wins
    if wins:
        outcome = board.play.outcome(board.state)
        assert (outcome.winner, outcome.decisive) == (FRENCH, True)


def at_oberdorf(folder, region, **more):
    """A game that is won at once by French units in a region, with other keys of the condition."""
    present = {"units": {"side": "french"}, "within": region, **more}
    sudden = [{"id": "won", "side": "french", "text": "At once", "when": {"present": present}}]
    levels = {"id": "day", "side": "french", "measure": "ratio", "of": "losses", "value": "strength", "levels": LEVELS}
    return variant(folder, victory={"levels": [levels], "sudden": sudden})


@pytest.mark.parametrize(
    ("region", "more", "at", "wins"),
    [
        ([{"on": "Oberdorf"}], {}, "0705", True),
        ([{"on": "Oberdorf"}], {}, "0704", False),
        ([{"near": {"of": "Oberdorf", "hexes": 1}}], {}, "0705", True),
        ([{"near": {"of": "Oberdorf", "hexes": 1}}], {}, "0703", False),
        ([{"near": {"of": "Oberdorf", "hexes": 1}}, {"on": "Oberdorf"}], {}, "0704", False),
        ([{"in_range": {"of": "Oberdorf", "value": "morale"}}], {}, "0710", True),
        ([{"in_range": {"of": "Oberdorf", "value": "morale"}}], {}, "0711", False),
        ([{"map": True}], {}, "0720", True),
        ([{"on": "Oberdorf"}], {"none": True}, "0704", True),
        ([{"on": "Oberdorf"}], {"none": True}, "0705", False),
        ([{"on": "Oberdorf"}], {"units": {"types": ["cavalry", "infantry"]}}, "0705", True),
        ([{"on": "Oberdorf"}], {"units": {"types": ["cavalry"]}}, "0705", False),
        ([{"on": "Oberdorf"}], {"units": {"side": "french", "nos": [1]}}, "0705", True),
        ([{"on": "Oberdorf"}], {"units": {"side": "french", "nos": [2]}}, "0705", False),
    ],
)
def test_a_victory_at_once_asks_for_units_in_all_its_regions(tmp_path, region, more, at, wins):
    """Friant is infantry, no. 1, with a morale of 5."""
    board = Board(at_oberdorf(tmp_path, region, **more), {"Friant": at, "Rohan": "0101"}, "movement")
    assert bool(board.rules.victory.decided(board.state.units.place)) == wins


def test_who_has_won_at_once_does_not_lose_it_by_a_later_step(tmp_path):
    board = Board(at_oberdorf(tmp_path, [{"on": "Oberdorf"}]), {"Friant": "0706", "Rohan": "0101"}, "movement")
    board.act("Friant", "0705", "0704")
    assert board.rules.over(board.state)


def test_a_side_wins_at_once_when_the_last_unit_of_the_enemy_there_is_eliminated(tmp_path):
    """Nobody moves: Friant, alone in Oberdorf, is eliminated there."""
    ready = at_oberdorf(tmp_path, [{"on": "Oberdorf"}], none=True)
    for units, wins in (({"Friant": "0705"}, True), ({"Friant": "0705", "Carra": "0705"}, False)):
        board = Board(ready, {**units, "Rohan": "0101"}, "movement")
        book = Book(board.state)
        board.rules.module(Effects).eliminate(book, board.index["Friant"])
        assert bool(book.get("clock.won", 0)) == wins
        assert [change.new for change in book.events[0].changes][-1] == wins, "it is told with the elimination"


def test_places_bring_points_at_the_end_of_each_turn_and_when_play_ends(tmp_path):
    """Three turns in which one side or the other was last in Ridge Farm, worth 3 in each; Oberdorf 4 at the end."""
    ledger = [
        {"id": "farm", "text": "Ridge Farm", "at": "turn", "points": 3, "when": {"hold": "Ridge Farm"}},
        {"id": "village", "text": "Oberdorf", "at": "end", "points": 4, "when": {"hold": "Oberdorf"}},
        {"id": "units", "text": "Each unit", "at": "event", "points": 2, "event": "eliminated"},
    ]
    level = {"id": "draw", "name": "Draw", "range": "0+"}
    ready = variant(
        tmp_path, victory={"ledger": ledger, "levels": [{"id": "day", "side": "french", "levels": [level]}]}
    )
    board = Board(ready, {"Friant": "0601", "Rohan": "0101"}, "movement")
    farm, village = (list(board.rules.ledger.towns).index(board.hex(name)) for name in ("0708", "0705"))
    board.state.towns.holder[village], board.state.towns.holder[farm] = AUSTRIAN + 1, 0
    score = [board.play.score(board.state)]
    for side in (FRENCH, FRENCH, AUSTRIAN):
        board.state.towns.holder[farm] = side + 1
        book = Book(board.state)
        board.rules.turn_ends(board.state, book)
        for change in [change for event in book.events for change in event.changes]:
            board.state.ledger.scored[change.row] = change.new
        score.append(board.play.score(board.state))
    gained = [[after[side] - before[side] for side in range(2)] for before, after in pairwise(score)]
    assert gained == [[3, 0], [3, 0], [0, 3]]
    board.state.towns.holder[village] = FRENCH + 1
    assert [after - before for before, after in zip(score[-1], board.play.score(board.state), strict=True)] == [4, -4]


def test_units_clear_at_no_cost_before_they_move_where_the_game_says_so(tmp_path):
    """Once in a game turn: Gudin opens the brook, and goes over it."""
    ready = variant(
        tmp_path, assault=ASSAULT, effects=EFFECTS,
        clearing={"kinds": ["stream"], "of": {"type": "infantry"}, "least": "least", "free": True},
        combat=["clear", "attack"], sequence=turns("movement", "combat"), rally=None,
    )  # fmt: skip
    board = Board(ready, {"Gudin": "0611", "Rohan": "0601"}, "movement", dice=[4])
    board.act("clear", "Gudin", "0610")
    assert (board.unit("Gudin", "fought"), "clear" in board.offered()) == (0, False)
    board.act("Gudin", "0610")
    assert board.where("Gudin") == "0610"

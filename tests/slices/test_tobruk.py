"""*Rats of Tobruk* in play: what is offered, what comes of it, how it ends."""

from __future__ import annotations

import pytest

from scenario_forge.api.play import Order, play_scenario

from .tobruk_board import ALLIED, AXIS, DAY, EVENING, MORNING, NIGHT, Board, prepared

clause = pytest.mark.clause
HQ, PANZER, TANKS = "HQ I/5Pz", "2/5Pz", "1/5Pz"
"""Of one battalion: 0-3-8; 6-7-8 with a direct range of 3; 4-5-10, all of them tracked."""
FAR = {"HQ 2/13": "3020"}
"""Somebody of the other side who is out of the way."""


# -- cup and activation ----------------------------------------------------------------------------


@clause("1.0.3", "1.0.4", "3.4.2", "6.0.1", "6.0.10")
def test_chits_come_out_one_at_a_time_whatever_their_side():
    board = Board({HQ: "2042", "HQ 2/13": "2020", "HQ 2MG": "2044"}, step="draw")
    order = ["HQ 2/13", HQ, "HQ 2MG"]
    for name in order:
        board.put(name, board.where(name), chit=1)
    board.playout.source = type(board.playout.source)([board.index[name] for name in order])
    for name in order:
        assert board.playout.advance() == (ALLIED if name == "HQ 2/13" else AXIS)
        assert board.playout.frame.data["hq"] == board.index[name]
        assert board.unit(name, "chit") == 0
        while board.playout.frame.data["hq"] == board.index[name]:
            if board.act("end") is None:
                break
    assert [event.subjects[0] for event in board.events("activation ends")] == [board.index[name] for name in order]


@clause("3.4.3", "6.0.2", "6.0.5", "6.0.6", "6.0.8")
def test_only_units_within_the_printed_range_of_their_own_headquarters_act():
    """HQ 2/13 reaches six hexes, whatever lies between."""
    units = {"HQ 2/13": "2035", "A/2/13": "2041", "B/2/13": "2042", "A/2/15": "2036"}
    assert Board(units, "HQ 2/13").offered() == ["HQ 2/13", "A/2/13", "end"]


@clause("6.0.3", "6.0.7")
def test_example_any_or_all_units_of_a_battalion_may_act():
    """Example of 6.0: the chit of KGK moves any or all of its units."""
    units = {"HQ KGK": "2042", **{f"{n}/KGK": "2043" for n in (1, 2, 3)}, "1/2MG": "2043"}
    board = Board(units, "HQ KGK")
    assert board.offered() == ["HQ KGK", "1/KGK", "2/KGK", "3/KGK", "end"]
    board.move("2/KGK", "to", "2044")
    assert board.offered() == ["HQ KGK", "1/KGK", "3/KGK", "end"]
    assert board.act("end") is None
    assert Board(units, "HQ KGK").act("end") is None, "all may pass"


@clause("2.4.3", "6.0.15")
def test_example_without_its_headquarters_one_stack_of_a_battalion_acts():
    """Example of 2.4: HQ 39PzJ is eliminated; one hex with companies of 39PzJ acts."""
    units = {"1/39PzJ": "2042", "2/39PzJ": "2042", "3/39PzJ": "2242", "1/2MG": "2342"}
    board = Board(units, "HQ 39PzJ")
    assert board.offered() == ["2042", "2242", "pass"]
    board.act("2042")
    assert board.offered() == ["1/39PzJ", "2/39PzJ", "end"]


@clause("2.5.2", "3.4.4", "3.4.5", "9.0.17")
def test_a_unit_moves_and_then_fights():
    board = Board({HQ: "2042", PANZER: "2042", "A/2/13": "2045"}, "HQ I/5Pz")
    assert "attack" not in board.offered()
    board.move(PANZER, "to", "2043", "2044")
    board.act("end")
    assert board.offered() == ["fire", "attack", "end"]
    assert board.offered("attack", "2045") == [PANZER]


@clause("17.6.2", "17.6.3", "17.7.5", "17.7.6")
@pytest.mark.parametrize(("german", "allied"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_second_side_puts_in_half_as_many_chits_as_the_first(german, allied):
    names = ["I/5Pz", "II/5Pz", "2MG", "8MG", "3Rec"]
    units = {unit: "off" for name in ("2/5Pz", "5/5Pz", "1/2MG", "1/8MG", "1/3Rec") for unit in [name]}
    units |= {f"A/{n}": "2020" for n in ("2/13", "2/15", "2/17", "2/28")}
    board = Board(units, step="cup", side=ALLIED)
    for name in names[:german]:
        board.state.units.chit[board.index[f"HQ {name}"]] = 1
    chosen = []
    board.playout.advance()
    while more := [c for c in board.playout.choices(tuple(chosen)) if c.token != "none"]:
        chosen.append(more[0].token)
        if not more[0].more:
            break
    assert len(chosen) == allied


# -- moving ----------------------------------------------------------------------------------------


def reach(board, name, way):
    """How many hexes of a way a unit can go."""
    gone = []
    while len(gone) < len(way) and way[len(gone)] in board.offered(name, "by", *gone):
        gone.append(way[len(gone)])
    return len(gone)


SOUTH = [f"20{row}" for row in range(38, 47)]


@clause("9.0.1", "9.0.3", "9.0.12", "13.2.1", "14.1.2")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "hexes"), [(DAY, 0, 4), (EVENING, 0, 4), (NIGHT, 0, 2), (DAY, 1, 2), (NIGHT, 1, 1)]
)
def test_night_and_sandstorm_halve_movement(turn, sandstorm, hexes):
    units = {"HQ 2/13": "2035", "A/2/13": "2037", HQ: "4040"}
    assert reach(Board(units, "HQ 2/13", turn=turn, sandstorm=sandstorm), "A/2/13", SOUTH) == hexes


@clause("13.2.1", "14.1.2")
def test_halves_are_rounded_up():
    """A gun with 3 points goes 2 hexes at night, 1 in a sandstorm at night."""
    units = {"HQ 2/13": "2035", "Bush/2/13": "2037"}
    assert reach(Board(units, "HQ 2/13", turn=NIGHT), "Bush/2/13", SOUTH) == 2
    assert reach(Board(units, "HQ 2/13", turn=NIGHT, sandstorm=1), "Bush/2/13", SOUTH) == 1


# -- opportunity fire ------------------------------------------------------------------------------


GUN = {"Bush/2/13": "2044", "HQ 2/13": "2046"}
"""0-1-3-3 with a direct range of 2."""


def driven(dice, units=(), **more):
    """A panzer that drives from 2041 to 2043 past a gun that fires at it in 2042, where it is 2 hexes away."""
    board = Board({HQ: "2040", PANZER: "2041", **GUN, **dict(units)}, "HQ I/5Pz", dice=dice, **more)
    board.move(PANZER, "to", "2042", "2043")
    return board


@clause("11.4.1", "11.4.3", "11.4.4", "11.4.11")
def test_who_enters_a_hex_in_range_is_fired_at_before_it_goes_on():
    board = driven([12])
    assert (board.step, board.playout.decider, board.where(PANZER)) == ("opportunity", ALLIED, "2042")
    assert board.offered() == ["Bush/2/13", "decline"]
    assert board.offered("Bush/2/13") == [PANZER]
    board.act("decline")
    assert (board.step, board.where(PANZER)) == ("opportunity", "2043"), "each hex can be fired into"


@clause("11.3.13", "11.3.14", "11.3.21", "11.3.23", "11.3.24", "11.3.25", "11.4.5", "2.6.2")
@pytest.mark.parametrize(
    ("dice", "depleted", "pinned"),
    [(25, 0, 0), (52, 0, 0), (33, 0, 1), (35, 0, 1), (45, 1, 1), (66, 1, 1)],
)
def test_both_dice_beat_the_distance_and_their_sum_defence_and_distance(dice, depleted, pinned):
    """Defence 7, distance 2: a pin from two threes on, a casualty from 9 on."""
    board = driven([dice])
    board.act("Bush/2/13", PANZER)
    assert (board.unit(PANZER, "depleted"), board.unit(PANZER, "pinned")) == (depleted, pinned)
    assert board.where(PANZER) == ("2042" if pinned else "2043"), "who is pinned halts"


@clause("11.3.6", "13.2.5")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "fires"), [(MORNING, 0, True), (EVENING, 0, True), (NIGHT, 0, False), (DAY, 1, False)]
)
def test_nobody_fires_directly_at_night_or_in_a_sandstorm(turn, sandstorm, fires):
    assert (driven([], turn=turn, sandstorm=sandstorm).step == "opportunity") == fires


# -- attacks ---------------------------------------------------------------------------------------


def attacked(dice, attackers, defenders, at="2044", **more):
    """An attack of all of them on a hex, without artillery, up to what comes of it."""
    hq = next(name for name in attackers if name.startswith("HQ"))
    board = Board({**attackers, **defenders}, hq, dice=dice, **more).fight()
    fighting = (name for name in attackers if not name.startswith("HQ"))
    board.act("attack", at, *sorted(fighting, key=board.index.get))
    return board


def battle(board):
    """Strengths of both, dice, modifier, result."""
    from tobruk_arrays import CODES  # noqa: PLC0415 - on the path only while a test runs

    _, attack, defence, dice, modifier, code = board.events("battle")[0].subjects
    return attack, defence, dice, modifier, CODES[code]


PANZERS = {HQ: "2042", PANZER: "2043", "4/5Pz": "2043", TANKS: "2043"}
AUSTRALIANS = {"A/2/13": "2044", "HQ 2/13": "2046"}


@clause("10.0.8", "10.1.2", "10.1.10")
@pytest.mark.parametrize(
    ("dice", "code"), [(2, "DD"), (5, "DC"), (6, "DR"), (8, "-"), (9, "AR"), (10, "AC"), (12, "AP")]
)
def test_all_attack_together_and_the_ratio_is_rounded_down(dice, code):
    """16 to 6 is 2-1."""
    assert battle(attacked([dice], PANZERS, AUSTRALIANS)) == (16, 6, dice, 0, code)


@clause("13.2.4", "10.1.11")
def test_three_dice_are_thrown_at_night():
    assert battle(attacked([18], PANZERS, AUSTRALIANS, turn=NIGHT)) == (16, 6, 18, 0, "AP")


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_keep_what_must_hold(seed):
    ready = prepared()
    played = play_scenario(ready, Order(seed=seed, players=dict.fromkeys(ready.sides, "random"), check=True))
    assert (played.ending.ended, played.ending.message) == ("over", "")
    state, play = played.match.playout.state, ready.play
    assert not list(play.broken(state))
    assert play.outcome(state).level
    on_map = [piece.number for piece in play.pieces(state)]
    assert sorted([*on_map, *play.gone(state)]) == list(range(len(ready.compiled.units.side)))
    assert all(play.tell(state, event) for event in played.match.playout.events)
    assert {"enters", "drawn", "turn ends"} <= {event.name for event in played.match.playout.events}

"""Losses by number and by steps, and exchanges: who suffers them, who says so, and what a computer player thinks."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.mind import Commander, Mind
from scenario_forge.wargame.modules.effect_key import Effect
from tests.marks import limits
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("effects")

EFFECTS = {
    "AE": {"exchange": "half"},
    "AR": {"attacker": {"lose": 3}},
    "-": {},
    "DR": {"defender": {"flip": 2}},
    "DD": {"defender": {"lose": 2, "chosen_by": "enemy"}},
    "DE": {"exchange": "whole"},
}
"""DE is thrown by 3 or more at 5-1, AR by 2 and 3 at 1-2."""
GROUND = {"ridge": "×2"}
AGAINST = {"Friant": "0414", "Legrand": "0513", "Montbrun": "0412"}
"""French attackers of 0413: 6, 5 and 3, together 14."""


@pytest.fixture(scope="module")
def bloody(tmp_path_factory):
    """Results that hit two units, take steps and exchange; no retreats."""
    folder = tmp_path_factory.mktemp("bloody")
    assault = {"table": "combat_results", "value": "strength", "ground": GROUND}
    return variant(folder, assault=assault, effects=EFFECTS, retreat=None)


def after(ready, code, units, *, attackers=tuple(AGAINST), defenders=("Ulm",)):
    """The board with a result that has just been thrown."""
    board = Board(ready, units, "assault")
    named = [[board.index[name] for name in names] for names in (attackers, defenders)]
    board.state.stack = tuple(ready.play.board.modules["effects"].frames(code, (FRENCH, AUSTRIAN), named))
    board.playout.advance()
    return board


def step(board):
    """The step that waits for a side; empty at the end of what was thrown."""
    board.playout.advance()
    return board.state.stack[-1].step if board.state.stack else ""


def left(board, *names):
    """Of each unit: `whole`, `turned` or `out`."""
    return ["out" if board.where(n) == -1 else ("whole", "turned")[board.unit(n, "flipped")] for n in names]


def test_an_exchange_eliminates_the_defenders_and_attackers_of_their_strength(bloody):
    """Ulm has 5: Legrand alone is enough, and so is Friant; Montbrun is not."""
    board = after(bloody, "DE", {**AGAINST, "Ulm": "0413"})
    assert left(board, "Ulm", *AGAINST) == ["out", "whole", "whole", "whole"]
    assert board.offered() == [*AGAINST]
    assert board.playout.decider == FRENCH
    assert board.offered("Legrand") == []
    board.act("Legrand")
    assert left(board, *AGAINST) == ["whole", "out", "whole"]
    assert step(board) == ""


@pytest.mark.parametrize("picks", [[("Friant", "Montbrun")], [("Montbrun",), ("Friant",)]])
def test_attackers_of_an_exchange_are_picked_at_once_or_one_after_the_other(bloody, picks):
    """Ulm and Vukasovich have 9 together: 6 and 3."""
    units = {**AGAINST, "Ulm": "0413", "Vukasovich": "0413"}
    board = after(bloody, "DE", units, defenders=("Ulm", "Vukasovich"))
    for each in picks:
        board.act(*sorted(each, key=board.index.get))
    assert left(board, *AGAINST) == ["out", "whole", "out"]
    assert step(board) == ""


def test_nobody_more_than_an_exchange_takes_can_be_picked(bloody):
    """With Legrand gone (5 of 5) neither of the others need be."""
    board = after(bloody, "DE", {**AGAINST, "Ulm": "0413"})
    assert "Legrand" not in board.offered("Friant")
    assert "Montbrun" not in board.offered("Friant")


def test_half_an_exchange_takes_attackers_of_half_the_strength(bloody):
    """Half of 5 is 3, rounded up: Montbrun is enough."""
    board = after(bloody, "AE", {**AGAINST, "Ulm": "0413"})
    board.act("Montbrun")
    assert left(board, "Ulm", *AGAINST) == ["out", "whole", "whole", "out"]
    assert step(board) == ""


def test_an_exchange_counts_what_is_printed_on_the_side_that_is_up_and_no_ground(bloody):
    """Turned over, Ulm has 2 on the ridge that doubles it: still 2."""
    board = Board(bloody, {"Montbrun": "0408", "Lasalle": "0406", "Ulm": "0407"}, "assault")
    effects, index = bloody.play.board.modules["effects"], board.index
    board.state.units.flipped[index["Ulm"]] = 1
    now = board.rules.at(board.state)
    assert effects.price(now, [index["Ulm"]], "whole") == 2
    assert effects.price(now, [index["Ulm"], index["Montbrun"]], "half") == 3


def test_attackers_with_less_strength_are_all_lost_unasked(bloody):
    board = after(bloody, "DE", {"Montbrun": "0414", "Ulm": "0413"}, attackers=("Montbrun",))
    assert left(board, "Ulm", "Montbrun") == ["out", "out"]
    assert step(board) == ""


def test_an_exchange_is_thrown_for_and_nobody_advances_who_is_lost(bloody):
    """14 against 3 is 4-1, where a 5 is an exchange."""
    board = Board(bloody, {**AGAINST, "Stipsicz": "0413"}, "assault", dice=[5])
    board.act("0413", *AGAINST)
    assert step(board) == "exchange"
    board.act("Montbrun")
    assert step(board) == "advance"
    assert board.offered() == ["Friant", "Legrand", "end"]


def test_terms_say_what_an_exchange_does(bloody):
    board = Board(bloody, {**AGAINST, "Stipsicz": "0413"}, "assault")
    found = board.play.terms(board.state, board.hex("0413"), [board.index[name] for name in AGAINST])
    said = {each.result: each.effect for each in found.rolls[0].prospects}
    assert said["DE"] == "all defenders are eliminated, and so are attackers of at least the same strength"
    assert said["DD"] == "the defenders lose 2 steps that the enemy chooses"


def test_a_number_of_units_is_turned_over_and_no_unit_twice(bloody):
    """Two of three defenders."""
    units = {"Friant": "0414", "Rohan": "0413", "Ulm": "0413", "Mayer": "0413"}
    names = ("Rohan", "Ulm", "Mayer")
    board = after(bloody, "DR", units, attackers=("Friant",), defenders=names)
    assert (board.playout.decider, limits(board.playout, ())) == (AUSTRIAN, (1, 2, []))
    board.act("Ulm")
    assert board.offered() == ["Rohan", "Mayer"]
    board.act("Rohan")
    assert left(board, *names) == ["turned", "turned", "whole"]


def test_steps_fall_on_any_units_and_on_one_several_times(bloody):
    """Three steps of three attackers with two each."""
    board = after(bloody, "AR", {**AGAINST, "Ulm": "0413"})
    assert board.playout.decider == FRENCH
    board.act("Friant")
    board.act("Friant")
    assert left(board, *AGAINST) == ["out", "whole", "whole"]
    assert board.offered() == ["Legrand", "Montbrun"]
    board.act("Legrand")
    assert left(board, *AGAINST) == ["out", "turned", "whole"]
    assert step(board) == ""


def test_steps_can_be_picked_at_once_and_the_enemy_may_pick_them(bloody):
    units = {"Friant": "0414", "Rohan": "0413", "Ulm": "0413"}
    board = after(bloody, "DD", units, attackers=("Friant",), defenders=("Rohan", "Ulm"))
    assert board.playout.decider == FRENCH
    board.act("Rohan", "Ulm")
    assert left(board, "Rohan", "Ulm") == ["turned", "turned"]
    assert step(board) == ""


@pytest.mark.parametrize(
    ("names", "flipped", "outcome"),
    [(["Rohan"], [], ["out"]), (["Rohan", "Ulm"], ["Rohan", "Ulm"], ["out", "out"]), (["Rohan"], ["Rohan"], ["out"])],
)
def test_steps_that_leave_no_choice_are_lost_unasked(bloody, names, flipped, outcome):
    """Two steps: both of one unit, or the last of each."""
    board = Board(bloody, {"Friant": "0414", **dict.fromkeys(names, "0413")}, "assault")
    for name in flipped:
        board.state.units.flipped[board.index[name]] = 1
    named = [[board.index["Friant"]], [board.index[name] for name in names]]
    board.state.stack = tuple(bloody.play.board.modules["effects"].frames("DD", (FRENCH, AUSTRIAN), named))
    assert board.playout.advance() is None
    assert left(board, *names) == outcome


def test_one_step_of_two_leaves_a_choice_to_the_last(bloody):
    """Of three steps of two units one is left over: which, is chosen."""
    units = {"Friant": "0414", "Legrand": "0513", "Ulm": "0413"}
    board = after(bloody, "AR", units, attackers=("Friant", "Legrand"))
    board.act("Legrand")
    board.act("Legrand")
    assert left(board, "Friant", "Legrand") == ["turned", "out"], "the last step has one unit to fall on"


# -- a computer player -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "who", "units", "share"),
    [
        ("DE", "defender", 1, 1.0),
        ("DE", "attacker", 3, 0.25),
        ("DR", "defender", 1, 0.45),
        ("DR", "defender", 4, 0.225),
        ("DD", "defender", 1, 1.0),
        ("DD", "defender", 2, 0.5),
        ("AR", "attacker", 3, 0.5),
        ("-", "attacker", 3, 0.0),
    ],
)
def test_the_estimate_counts_units_and_steps(bloody, code, who, units, share):
    """All counters of the game have two sides."""
    effects = bloody.play.board.modules["effects"]
    assert effects.share(code, who, units, 0.25) == pytest.approx(share)


@pytest.mark.parametrize(("swapped", "share"), [(0.25, 0.125), (1.5, 0.75), (4.0, 1.0)])
def test_an_exchange_for_half_the_strength_costs_half(bloody, swapped, share):
    effect = Effect(exchange="half")
    effects = bloody.play.board.modules["effects"]
    assert effects.cost(effect, "attacker", 3, swapped) == pytest.approx(share)
    assert effects.cost(effect, "defender", 3, swapped) == 1


def test_an_attack_without_strength_on_none_is_looked_at_for_hope(bloody):
    """Nothing against nothing is in the first column, as the odds are."""
    board = Board(bloody, {"Friant": "0414", "Ulm": "0413"}, "assault", dice=[3])
    board.act("0413", "Friant")
    (event,) = board.events("battle")
    hex_, _attack, _defence, *others = event.subjects
    assert isinstance(board.play.hopeless(board.state, event._replace(subjects=(hex_, 0, 0, *others))), bool)


def test_an_attack_that_may_be_an_exchange_is_the_better_the_weaker_the_defender(bloody):
    """The strong pay the weak one's strength, and no more."""
    effects = bloody.play.board.modules["effects"]
    board = Board(bloody, {**AGAINST, "Ulm": "0413", "Stipsicz": "0413"}, "assault")
    now, ours = board.rules.at(board.state), [board.index[name] for name in AGAINST]
    assert effects.swapped(now, ours, [board.index["Ulm"]]) == pytest.approx(5 / 14)
    assert effects.swapped(now, ours, [board.index["Stipsicz"]]) == pytest.approx(3 / 14)
    dear = effects.swapped(now, ours[2:], [board.index["Ulm"]])
    assert effects.share("DE", "attacker", 1, dear) == 1


@pytest.mark.parametrize(
    ("code", "defenders", "chosen"),
    [
        ("DE", ("Ulm",), ("Legrand",)),
        ("DE", ("Ulm", "Stipsicz"), ("Legrand", "Montbrun")),
        ("AE", ("Ulm",), ("Montbrun",)),
    ],
)
def test_a_player_exchanges_what_is_worth_least(bloody, code, defenders, chosen):
    board = after(bloody, code, {**AGAINST, **dict.fromkeys(defenders, "0413")}, defenders=defenders)
    thoughts = Commander(board.play, FRENCH, 1).thoughts
    action = thoughts["exchange"](Mind(board.play, FRENCH), board.rules.at(board.state), board.playout.frame)
    assert action == tuple(board.index[name] for name in chosen)


def test_a_player_turns_its_own_over_and_takes_the_enemys_off(bloody):
    """Of the enemy, a turned Rohan (3, gone) before a whole Ulm (5, of which a part is lost)."""
    board = Board(bloody, {"Friant": "0414", "Rohan": "0413", "Ulm": "0413"}, "assault")
    board.state.units.flipped[board.index["Rohan"]] = 1
    names = [board.index["Rohan"], board.index["Ulm"]]
    frame, now = (
        Frame("loss", {"side": FRENCH, "units": names, "number": 1, "how": "lose"}),
        board.rules.at(board.state),
    )
    chosen = {}
    for side in (FRENCH, AUSTRIAN):
        player = Commander(board.play, side, 1)
        chosen[side] = player.thoughts["loss"](player.mind, now, frame)
    assert chosen == {FRENCH: (board.index["Rohan"],), AUSTRIAN: (board.index["Ulm"],)}


def test_a_game_with_such_results_is_played_to_its_end(bloody):
    played = whole_game(bloody, ("competent", "random"), 1)
    assert any(event.name == "exchange" for event in played.match.playout.events)


@pytest.mark.parametrize(("attacker", "defender", "steps"), [
    ({"retreat": 1}, {"retreat": 2}, [("retreat", FRENCH, None), ("retreat", AUSTRIAN, None)]),
    ({"mark": "shaken"}, {"mark": "shaken"}, [("loss", FRENCH, 1), ("loss", AUSTRIAN, 2)]),
    ({"eliminate": "all"}, {"flip": "one"}, [("loss", FRENCH, 1), ("loss", AUSTRIAN, 1)]),
    ({"lose": 1, "chosen_by": "enemy"}, {"lose": 3, "chosen_by": "enemy"}, [("loss", AUSTRIAN, 1), ("loss", FRENCH, 3)]),
])  # fmt: skip
def test_each_step_of_a_result_is_that_of_its_side_or_of_who_chooses(bloody, attacker, defender, steps):
    effects, effect = bloody.play.board.modules["effects"], Effect(attacker=attacker, defender=defender)
    found = effects.frames_of(effect, (FRENCH, AUSTRIAN), ([4], [5, 6]))
    assert [(frame.step, frame.data["side"], frame.data.get("number")) for frame in found] == steps
    assert [frame.data["units"] for frame in found] == [[4], [5, 6]]


@pytest.mark.parametrize(("chosen_by", "side"), [("owner", FRENCH), ("enemy", AUSTRIAN)])
def test_the_attacker_says_who_is_lost_in_an_exchange_unless_the_result_says_otherwise(bloody, chosen_by, side):
    effects, effect = bloody.play.board.modules["effects"], Effect(exchange="half", attacker={"chosen_by": chosen_by})
    (frame,) = effects.frames_of(effect, (FRENCH, AUSTRIAN), ([4], [5, 6]))
    assert (frame.data["side"], frame.data["units"], frame.data["against"]) == (side, [4], [5, 6])


def test_nobody_retreats_on_a_side_without_units(bloody):
    effects, effect = bloody.play.board.modules["effects"], Effect(attacker={"retreat": 1})
    assert effects.frames_of(effect, (FRENCH, AUSTRIAN), ([], [5])) == []

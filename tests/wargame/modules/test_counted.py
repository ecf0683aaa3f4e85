"""Assault by count: how many dice units throw, which hit, what hits do, and what a computer player expects of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.board.mind import Mind
from scenario_forge.wargame.modules.assault.assault import Fight
from scenario_forge.wargame.modules.assault.hits import Pool
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, Board, variant
from .test_air import chosen, flying
from .test_air import terms as aided_terms
from .test_leaders import led, position

pytestmark = pytest.mark.rule("assault", "effects")

STEP = {"hit": {"defender": {"lose": 1}}}
GROUND = {"woods": "-1", "ridge": "×2"}
SCALE = {"notation": "number", "beyond": "clamp"}
RESULTS = {
    "AR": {"attacker": {"flip": "all"}},
    "DR": {"defender": {"flip": "all"}},
    "DE": {"defender": {"eliminate": "all"}},
}


def cavalry():
    return {"type": "cavalry"}


def assault(**count):
    """The key: fives and sixes hit, with ground, support of both sides where both throw, and modifiers."""
    both = count.get("both", False)
    modifiers = [
        {"when": {"all_attackers": cavalry()}, "die": 1},
        {"when": {"from_hexes": 3}, "times": "1/2"},
    ]
    support = {"range": "range", "of": {"type": "artillery"}, "sides": "both" if both else "attacker"}
    ground = GROUND if both else {"woods": "-1"}
    how = {"hit": {"at_least": 5}, **({} if "table" in count else {"each": "hit"}), **count}
    table = {"table": how.pop("table")} if "table" in how else {}
    return {
        "value": "strength",
        "support": support,
        "modifiers": modifiers,
        "ground": dict(ground),
        "count": how,
        **table,
    }


@pytest.fixture(scope="module")
def mutual(tmp_path_factory):
    """Both sides throw a die for each point of strength."""
    folder = tmp_path_factory.mktemp("mutual")
    return variant(folder, assault=assault(both=True), effects=STEP, retreat=None)


@pytest.fixture(scope="module")
def rainy(tmp_path_factory):
    """Both sides throw; 2 is added in rain."""
    weather = {"column": "weather", "kinds": {"rain": {"dice": {"assault": "rain"}}}}
    folder = tmp_path_factory.mktemp("rainy")
    return variant(folder, assault=assault(both=True), effects=STEP, retreat=None, weather=weather)


@pytest.fixture(scope="module")
def lone(tmp_path_factory):
    """The attackers throw a die for each unit, which hits with its morale or less; each hit throws back a hex."""
    effects = {"hit": {"defender": {"flip": "one", "retreat": 1}}}
    count = assault(dice="unit", hit={"at_most": "morale"})
    retreat = {"into_zones": "free"}
    return variant(tmp_path_factory.mktemp("lone"), assault=count, effects=effects, retreat=retreat)


@pytest.fixture(scope="module")
def by_table(tmp_path_factory):
    """The assault of *Ridge* itself, by odds."""
    return variant(tmp_path_factory.mktemp("by_table"))


def table(columns, rows, **more):
    return {"title": "Hits", "columns": columns, "rows": rows, "column_scale": dict(SCALE), **more}


@pytest.fixture(scope="module")
def lined(tmp_path_factory):
    """Attackers alone: 2 hits turn over, 3 and more eliminate; the numbers stand in rows."""
    rows = {"0": ["AR"], "1": ["-"], "2": ["DR"], "3": ["DE"]}
    chart = table(["Result"], rows, row_scale=dict(SCALE)) | {"column_scale": {"notation": "text"}}
    return variant(
        tmp_path_factory.mktemp("lined"),
        more={"hits": chart},
        assault=assault(table="hits"),
        effects=RESULTS,
        retreat=None,
    )


@pytest.fixture(scope="module")
def less(tmp_path_factory):
    """The difference of hits decides: below 0 the attackers are turned over, from 2 on the defenders are gone."""
    chart = table(["-1", "0", "1", "2"], {"Result": ["AR", "-", "DR", "DE"]}, row_scale={"notation": "text"})
    key = assault(table="hits", both=True)
    return variant(tmp_path_factory.mktemp("less"), more={"hits": chart}, assault=key, effects=RESULTS, retreat=None)


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """Columns for hits of the attackers, rows for those of the defenders."""
    rows = {"0": ["-", "DR", "DE"], "1": ["AR", "-", "DR"]}
    chart = table(["0", "1", "2"], rows, row_scale=dict(SCALE))
    key = assault(table="hits", both=True)
    return variant(tmp_path_factory.mktemp("grid"), more={"hits": chart}, assault=key, effects=RESULTS, retreat=None)


def board(ready, units, *, dice=(), flipped=()):
    made = Board(ready, units, "assault", dice=dice)
    for name in flipped:
        made.state.units.flipped[made.index[name]] = 1
    return made


def terms(made, at, *units, guns=(), support=()):
    """By sum: its terms. And the rolls."""
    numbers = {"attackers": units, "guns": guns, "support": support}
    given = {what: [made.index[name] for name in names] for what, names in numbers.items()}
    found = made.play.terms(made.state, made.hex(at), given["attackers"], given)
    return {each.name: {term.source: term.value for term in each.terms} for each in found.sums}, found.rolls


def chances(roll):
    assert sum(each.chance for each in roll.prospects) == 1
    return {each.result: each.chance for each in roll.prospects}


def state(made, *names):
    """Of each unit: `whole`, `turned` or `out`."""
    return ["out" if made.where(n) == -1 else ("whole", "turned")[made.unit(n, "flipped")] for n in names]


# -- dice ------------------------------------------------------------------------------------------


def test_units_throw_a_die_for_each_point_of_their_strength(mutual):
    """Friant has 6, and turned over 3; Legrand 5; Rohan 6."""
    units = {"Friant": "0414", "Legrand": "0513", "Rohan": "0413"}
    sums, _rolls = terms(board(mutual, units), "0413", "Friant", "Legrand")
    assert sums == {"dice of the attackers": {"Friant": 6, "Legrand": 5}, "dice of the defenders": {"Rohan": 6}}
    sums, _rolls = terms(board(mutual, units, flipped=["Friant"]), "0413", "Friant")
    assert sums["dice of the attackers"] == {"Friant": 3}


def test_the_chance_of_each_number_of_hits_is_exact(mutual):
    """Montbrun throws three dice, of which fives and sixes hit; Ulm five."""
    made = board(mutual, {"Legrand": "0414", "Montbrun": "0412", "Stipsicz": "0413"})
    _sums, (ours, theirs) = terms(made, "0413", "Legrand")
    assert ours.column == "5 or more"
    assert chances(ours)["0"] == Fraction(2, 3) ** 5
    assert chances(ours)["5"] == Fraction(1, 3) ** 5
    assert chances(theirs) == {"0": Fraction(8, 27), "1": Fraction(12, 27), "2": Fraction(6, 27), "3": Fraction(1, 27)}
    assert [each.effect for each in theirs.prospects][:3] == [
        "no effect",
        "the attackers lose 1 step",
        "the attackers lose 2 steps",
    ]
    assert ours.prospects[2].effect == "the defenders lose 2 steps"


@pytest.mark.parametrize(
    ("names", "at", "from_", "added", "faces"),
    [
        (["Legrand"], "0413", "0414", {}, 2),
        (["Legrand"], "0403", "0404", {"woods": -1}, 1),
        (["Nansouty"], "0413", "0414", {"only cavalry units attack": 1}, 3),
        (["Nansouty"], "0403", "0404", {"woods": -1, "only cavalry units attack": 1}, 2),
    ],
)
def test_ground_and_modifiers_add_to_each_die_of_the_attackers(mutual, names, at, from_, added, faces):
    """Both have five dice; those of the defenders stay as they are."""
    made = board(mutual, {**dict.fromkeys(names, from_), "Stipsicz": at})
    sums, (ours, theirs) = terms(made, at, *names)
    assert sums.get("added to each", {}) == added
    assert chances(ours)["0"] == Fraction(6 - faces, 6) ** 5
    assert chances(theirs)["0"] == Fraction(2, 3) ** 3


def test_modifiers_and_ground_multiply_dice_and_drop_fractions(mutual):
    """From three hexes half of 6 + 5 + 3; Ulm on the ridge has twice 5."""
    units = {"Friant": "0414", "Legrand": "0513", "Montbrun": "0412", "Rohan": "0413"}
    sums, (ours, _theirs) = terms(board(mutual, units), "0413", "Friant", "Legrand", "Montbrun")
    assert sum(sums["dice of the attackers"].values()) == 7
    assert chances(ours)["7"] == Fraction(1, 3) ** 7
    sums, (_ours, theirs) = terms(board(mutual, {"Friant": "0408", "Ulm": "0407"}), "0407", "Friant")
    assert sums["dice of the defenders"] == {"Ulm": 5, "ridge": 5}
    assert chances(theirs)["10"] == Fraction(1, 3) ** 10


def test_an_odd_number_of_dice_is_halved_down(mutual):
    """Half of 5 + 5 + 3."""
    units = {"Legrand": "0414", "Gudin": "0513", "Montbrun": "0412", "Rohan": "0413"}
    sums, _rolls = terms(board(mutual, units), "0413", "Legrand", "Gudin", "Montbrun")
    assert sum(sums["dice of the attackers"].values()) == 6
    assert sums["dice of the attackers"]["fraction dropped"] == Fraction(-1, 2)


def test_who_joins_from_afar_throws_too_on_either_side(mutual):
    """Foot guns have 4, 12-pounders 4, which ground does not multiply."""
    made = board(mutual, {"Friant": "0408", "Foot guns": "0409", "Ulm": "0407", "12-pounders": "0405"})
    sums, (ours, theirs) = terms(made, "0407", "Friant", guns=["Foot guns"], support=["12-pounders"])
    assert sums["dice of the attackers"] == {"Friant": 6, "Foot guns": 4}
    assert sums["dice of the defenders"] == {"Ulm": 5, "ridge": 5, "12-pounders": 4}
    assert (len(ours.prospects), len(theirs.prospects)) == (11, 15)


def test_a_unit_throws_one_die_and_hits_with_its_own_value(lone):
    """Friant has a morale of 5, Montbrun of 4."""
    made = board(lone, {"Friant": "0414", "Montbrun": "0412", "Rohan": "0413"})
    sums, (roll,) = terms(made, "0413", "Friant", "Montbrun")
    assert sums == {"dice of the attackers": {"Friant": 1, "Montbrun": 1}}
    assert chances(roll) == {"0": Fraction(2, 36), "1": Fraction(14, 36), "2": Fraction(20, 36)}
    assert roll.column == "morale or less"


def test_what_is_added_makes_at_most_harder(lone):
    """Only cavalry: Montbrun hits with 3 or less."""
    made = board(lone, {"Montbrun": "0412", "Rohan": "0413"})
    _sums, (roll,) = terms(made, "0413", "Montbrun")
    assert chances(roll)["1"] == Fraction(3, 6)


@pytest.mark.parametrize(("turn", "added"), [(0, {}), (4, {"rain": 2})])
def test_kinds_of_turn_add_to_each_die_of_both_sides(rainy, turn, added):
    """It rains in the fifth turn: from 3 on dice hit; the modifier for cavalry is for the attackers."""
    made = Board(rainy, {"Montbrun": "0414", "Stipsicz": "0413"}, "assault", turn=turn)
    sums, (ours, theirs) = terms(made, "0413", "Montbrun")
    assert sums["added to each"] == {**added, "only cavalry units attack": 1}
    assert sums.get("added to each of these", {}) == added
    hit = 2 + sum(added.values())
    assert chances(ours)["3"] == Fraction(hit + 1, 6) ** 3
    assert chances(theirs)["3"] == Fraction(hit, 6) ** 3


# -- what hits do ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "back", "after"),
    [
        (0, 0, ["whole", "whole"]),
        (1, 0, ["turned", "whole"]),
        (2, 0, ["out", "whole"]),
        (5, 1, ["out", "turned"]),
        (0, 2, ["whole", "out"]),
        (2, 2, ["out", "out"]),
    ],
)
def test_each_hit_costs_the_side_that_is_hit_a_step(mutual, hits, back, after):
    """Who is lost has thrown, at the same time."""
    made = board(mutual, {"Friant": "0414", "Rohan": "0413"}, dice=[hits, back])
    made.act("0413", "Friant")
    assert state(made, "Rohan", "Friant") == after
    assert [made.events(name)[0].subjects[1:3] for name in ("hits", "hits back")] == [(6, hits), (6, back)]


def test_the_owner_says_which_of_the_attackers_are_hit(mutual):
    made = board(mutual, {"Friant": "0414", "Legrand": "0513", "Rohan": "0413"}, dice=[0, 1])
    made.act("0413", "Friant", "Legrand")
    assert made.playout.decider == FRENCH
    assert made.offered() == ["Friant", "Legrand"]
    made.act("Legrand")
    assert state(made, "Friant", "Legrand") == ["whole", "turned"]


def test_defenders_of_both_sides_suffer_before_anybody_retreats_or_advances(mutual):
    made = board(mutual, {"Friant": "0414", "Legrand": "0513", "Rohan": "0413", "Ulm": "0413"}, dice=[1, 1])
    made.act("0413", "Friant", "Legrand")
    assert made.playout.decider == AUSTRIAN
    made.act("Ulm")
    assert made.playout.decider == FRENCH
    made.act("Friant")
    assert state(made, "Rohan", "Ulm", "Friant", "Legrand") == ["whole", "turned", "turned", "whole"]


def test_without_both_the_defenders_throw_nothing(lone):
    made = board(lone, {"Friant": "0414", "Montbrun": "0412", "Rohan": "0413"}, dice=[1, 0])
    made.act("0413", "Friant", "Montbrun")
    assert not made.events("hits back")
    assert state(made, "Friant", "Montbrun") == ["whole", "whole"]
    assert [event.subjects[1:] for event in made.events("hits")] == [(2, 1, 2)]


def test_numbers_of_units_and_hexes_of_several_hits_add_up(lone):
    """Two hits turn over two of three, and drive them two hexes back."""
    units = {"Friant": "0414", "Montbrun": "0412", "Rohan": "0413", "Ulm": "0413", "Mayer": "0413"}
    made = board(lone, units, dice=[1, 1])
    made.act("0413", "Friant", "Montbrun")
    made.act("Rohan", "Ulm")
    assert state(made, "Rohan", "Ulm", "Mayer") == ["turned", "turned", "whole"]
    assert made.playout.frame.data["hexes"] == 2


@pytest.mark.parametrize(
    ("hits", "after"),
    [(0, ["whole", "turned"]), (1, ["whole", "whole"]), (2, ["turned", "whole"]), (6, ["out", "whole"])],
)
def test_a_table_says_what_a_number_of_hits_does(lined, hits, after):
    made = board(lined, {"Friant": "0414", "Rohan": "0413"}, dice=[hits])
    made.act("0413", "Friant")
    assert state(made, "Rohan", "Friant") == after
    assert made.play.event_text(made.state, made.events("hits decide")[0]).endswith(
        ("AR", "-", "DR", "DE")[min(hits, 3)]
    )


def test_the_terms_of_a_table_give_its_results(lined):
    made = board(lined, {"Montbrun": "0414", "Rohan": "0413"})
    _sums, (roll,) = terms(made, "0413", "Montbrun")
    assert chances(roll) == {"AR": Fraction(1, 8), "-": Fraction(3, 8), "DR": Fraction(3, 8), "DE": Fraction(1, 8)}
    assert {each.result: each.effect for each in roll.prospects}["DE"] == "all defenders are eliminated"


@pytest.mark.parametrize(
    ("hits", "back", "code"), [(1, 3, "AR"), (2, 3, "AR"), (3, 3, "-"), (4, 3, "DR"), (5, 3, "DE"), (6, 0, "DE")]
)
def test_a_line_for_both_is_of_the_difference(less, hits, back, code):
    made = board(less, {"Friant": "0414", "Rohan": "0413"}, dice=[hits, back])
    made.act("0413", "Friant")
    assert made.play.event_text(made.state, made.events("hits decide")[0]).endswith(code)


@pytest.mark.parametrize(
    ("hits", "back", "code"), [(0, 0, "-"), (2, 0, "DE"), (0, 1, "AR"), (1, 1, "-"), (2, 5, "DR"), (6, 6, "DR")]
)
def test_a_grid_has_columns_for_the_attackers_and_rows_for_the_defenders(grid, hits, back, code):
    made = board(grid, {"Friant": "0414", "Rohan": "0413"}, dice=[hits, back])
    made.act("0413", "Friant")
    assert made.play.event_text(made.state, made.events("hits decide")[0]).endswith(code)


def test_the_terms_of_a_grid_take_both_throws_together(grid):
    """DE: two hits or more of three dice that hit with three of six, and none of three back."""
    made = board(grid, {"Montbrun": "0414", "Stipsicz": "0413"})
    _sums, (roll,) = terms(made, "0413", "Montbrun")
    assert chances(roll)["DE"] == Fraction(1, 2) * Fraction(8, 27)


# -- who throws first ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def turns(tmp_path_factory):
    """By side: a game in which it throws first, and its hits take effect before the other throws."""
    return {
        side: variant(tmp_path_factory.mktemp(side), assault=assault(both=True, first=side), effects=STEP, retreat=None)
        for side in ("defender", "attacker")
    }


def thrown_by(made):
    """Of each throw in its order: who made it, with how many dice, and its hits."""
    told = {"hits": "attacker", "hits back": "defender"}
    return [(told[each.name], *each.subjects[1:3]) for each in made.playout.events if each.name in told]


@pytest.mark.parametrize(
    ("first", "dice", "throws"),
    [
        (None, [1, 2], [("attacker", 11, 1), ("defender", 6, 2)]),
        ("defender", [2, 1], [("defender", 6, 2), ("attacker", 5, 1)]),
        ("attacker", [1, 2], [("attacker", 11, 1), ("defender", 3, 2)]),
    ],
)
def test_hits_of_who_throws_first_take_effect_before_the_others_throw(mutual, turns, first, dice, throws):
    """Friant has 6, Legrand 5; Rohan 6, and 3 turned over. Two hits cost Friant both his steps, one Rohan one."""
    ready = turns[first] if first else mutual
    made = board(ready, {"Friant": "0414", "Legrand": "0513", "Rohan": "0413"}, dice=dice)
    for action in (("0413", "Friant", "Legrand"), ("Friant",), ("Friant",)):
        made.act(*action)
    assert thrown_by(made) == throws
    assert state(made, "Rohan", "Friant", "Legrand") == ["turned", "out", "whole"]


def test_who_retreats_from_the_first_hits_throws_no_more(tmp_path):
    """The gun that has joined from afar stays, and throws."""
    effects = {"hit": {"defender": {"flip": "one", "retreat": 1}}}
    ready = variant(tmp_path, assault=assault(both=True, first="defender"), effects=effects)
    units = {"Friant": "0414", "Foot guns": "0415", "Rohan": "0413"}
    made = board(ready, units, dice=[1, 0])
    made.act("0413", "Friant", "with", "Foot guns")
    made.act(*made.offered()[:1], made.offered(*made.offered()[:1])[0])
    assert thrown_by(made) == [("defender", 6, 1), ("attacker", 4, 0)]


@pytest.mark.parametrize(("first", "gone"), [("defender", "Legrand"), ("attacker", "Stipsicz")])
def test_where_the_first_hits_leave_nobody_nothing_is_thrown_back(turns, first, gone):
    """An attack that had dice to hit with is no hopeless one for that."""
    made = board(turns[first], {"Legrand": "0414", "Stipsicz": "0413"}, dice=[2])
    made.act("0413", "Legrand")
    assert state(made, gone) == ["out"]
    assert thrown_by(made)[1][1:] == (0, 0)
    assert not made.play.hopeless(made.state, made.events("hits")[0])


def test_the_terms_say_that_the_second_throw_is_of_those_who_lose_nothing(turns):
    made = board(turns["defender"], {"Legrand": "0414", "Stipsicz": "0413"})
    _sums, rolls = terms(made, "0413", "Legrand")
    assert [roll.name for roll in rolls] == [
        "hits of the attackers if they lose nothing before",
        "hits of the defenders",
    ]


def test_between_the_throws_the_terms_are_those_of_the_second(turns):
    """Friant, turned over by a hit, has three dice."""
    made = board(turns["defender"], {"Friant": "0414", "Rohan": "0413"}, flipped=["Friant"])
    frame = thrown(made, []).with_values(done="defender", able=6)
    (attack,) = made.play.attacks(made.state, frame, ())
    found = made.play.terms(made.state, attack.target, attack.attackers, attack.given)
    assert {each.name: sum(term.value for term in each.terms) for each in found.sums} == {"dice of the attackers": 3}
    assert [roll.name for roll in found.rolls] == ["hits of the attackers"]


def test_a_player_expects_less_of_those_who_throw_second(mutual, turns):
    units = {"Friant": "0414", "Rohan": "0413"}
    (theirs, ours), second, first = (
        losses(board(ready, units), "0413", "Friant") for ready in (mutual, turns["defender"], turns["attacker"])
    )
    assert second == pytest.approx((theirs * (1 - ours), ours))
    assert first == pytest.approx((theirs, ours * (1 - theirs)))


# -- throws ----------------------------------------------------------------------------------------


def test_many_dice_are_thrown_in_several_throws(mutual):
    """22 dice of four units: 20 and 2."""
    names = ["Friant", "Morand", "Gudin", "Legrand"]
    units = {"Friant": "0414", "Morand": "0414", "Gudin": "0513", "Legrand": "0513", "Stipsicz": "0413"}
    made = board(mutual, units, dice=[0, 1, 0])
    made.act("0413", *sorted(names, key=made.index.get))
    assert made.events("hits")[0].subjects[1:3] == (22, 1)
    assert state(made, "Stipsicz") == ["turned"]


def thrown(made, hits):
    """The frame of Friant's attack on 0413 after some throws."""
    units = [made.index["Friant"]]
    data = {"side": FRENCH, "hex": made.hex("0413"), "attackers": units, "guns": [], "support": []}
    return Frame("battle", {**data, "hits": hits})


def test_who_throws_real_dice_is_told_which(mutual):
    made = board(mutual, {"Friant": "0414", "Rohan": "0413"}, dice=[])
    words = [made.play.throw_for(made.state, thrown(made, hits), "battle") for hits in ([], [3])]
    assert words == [
        "hits of 6 dice of the attackers, 2 of 6 faces hit",
        "hits of 6 dice of the defenders, 2 of 6 faces hit",
    ]


def test_an_attack_that_cannot_hit_is_hopeless_and_told_of(mutual):
    """The last number of the event is how many dice can hit at all."""
    made = board(mutual, {"Friant": "0414", "Rohan": "0413"}, dice=[0, 0])
    made.act("0413", "Friant")
    (event,) = made.events("hits")
    assert not made.play.hopeless(made.state, event)
    assert made.play.hopeless(made.state, event._replace(subjects=(*event.subjects[:3], 0)))
    assert made.play.attacker(made.state, event) == FRENCH


# -- a computer player -----------------------------------------------------------------------------


def losses(made, at, *units):
    assault_ = made.rules.modules["assault"]
    return assault_.losses(made.rules.at(made.state), Fight(made.hex(at), [made.index[name] for name in units]))


def test_the_expected_losses_count_hits_on_units_and_steps(mutual):
    """Turned over, both have a few dice: each hit costs half of one unit, and no more than all."""
    made = board(mutual, {"Montbrun": "0414", "Stipsicz": "0413"}, flipped=["Montbrun"])
    # one die at 3 of 6, for cavalry alone; three back at 2 of 6
    theirs, ours = losses(made, "0413", "Montbrun")
    assert theirs == pytest.approx(0.5 * 0.5)
    assert ours == pytest.approx(12 / 27 * 0.5 + 7 / 27)


def test_more_dice_are_expected_to_win_more(mutual):
    units = {"Friant": "0414", "Legrand": "0513", "Rohan": "0413"}
    made = board(mutual, units)
    assert losses(made, "0413", "Friant", "Legrand")[0] > losses(made, "0413", "Friant")[0]
    mind, now = Mind(made.play, FRENCH), made.rules.at(made.state)
    assault_ = made.rules.modules["assault"]
    hex_, both = made.hex("0413"), [made.index[name] for name in ("Friant", "Legrand")]
    assert assault_.expected(mind, now, hex_, both) > assault_.expected(mind, now, hex_, both[:1])


def test_a_hex_is_the_more_dangerous_the_more_dice_come_and_the_less_its_ground_takes_off(mutual, lone):
    made, other = (board(ready, {"Friant": "0414", "Rohan": "0413"}) for ready in (mutual, lone))
    found, now, clear, woods = (
        made.rules.modules["assault"],
        made.rules.at(made.state),
        made.hex("0413"),
        made.hex("0403"),
    )
    lost = [found.share_lost(now, dice, 5, hex_) for dice, hex_ in ((8, clear), (4, clear), (4, woods))]
    assert lost[0] > lost[1] > lost[2] > 0
    one, more = (
        other.rules.modules["assault"].share_lost(other.rules.at(other.state), attack, 5, clear) for attack in (4, 20)
    )
    assert one < more


@pytest.mark.parametrize("units", [1, 2, 4, 6])
def test_more_hits_are_never_expected_to_cost_less(lone, units):
    """Each turns over one unit; one of six is no half of them."""
    found = lone.play.board.modules["assault"]
    lost = [found.cost((Pool(dice, 6),), (), units)[0] for dice in range(1, 5)]
    assert lost == sorted(lost)
    assert lost[0] == pytest.approx(0.45 / units + 0.1)


@pytest.mark.parametrize("name", ["mutual", "lone", "grid", "defender", "attacker"])
def test_a_game_by_count_is_played_to_its_end(request, turns, name):
    played = whole_game(turns.get(name) or request.getfixturevalue(name), ("competent", "random"), 1)
    assert any(event.name == "hits" for event in played.match.playout.events)


# -- leaders and aircraft --------------------------------------------------------------------------


def keys(**hit):
    """An assault in which both sides throw, without ground or modifiers, and what it needs."""
    count = {"hit": hit, "each": "hit", "both": True}
    return {"assault": {"value": "strength", "count": count}, "effects": STEP, "retreat": None}


@pytest.fixture(scope="module")
def led_least():
    return led({"value": "leadership"}, **keys(at_least=5))


@pytest.fixture(scope="module")
def led_most():
    return led({"value": "leadership"}, **keys(at_most=3))


@pytest.mark.parametrize(
    ("ready", "hosts", "added", "faces"),
    [
        ("led_least", {}, {}, 2),
        ("led_least", {"Davout": "Friant"}, {"Davout": 2}, 4),
        ("led_least", {"Archduke": "Rohan"}, {"Archduke": -1}, 1),
        ("led_most", {"Davout": "Friant"}, {"Davout": -2}, 5),
        ("led_most", {"Archduke": "Rohan"}, {"Archduke": 1}, 2),
    ],
)
def test_leaders_change_the_dice_of_the_attackers_alone_each_for_his_side(request, ready, hosts, added, faces):
    """Of a die that must be low, what helps is taken off."""
    made = position(request.getfixturevalue(ready), {"Friant": "0414", "Rohan": "0413"}, "assault", **hosts)
    sums, (ours, theirs) = terms(made, "0413", "Friant")
    assert sums.get("added to each", {}) == added
    assert "added to each of these" not in sums
    assert chances(ours).get("0", 0) == Fraction(6 - faces, 6) ** 6
    assert chances(theirs)["0"] == Fraction(6 - (2 if ready == "led_least" else 3), 6) ** 6


@pytest.mark.parametrize(("hit", "chance"), [({"at_least": 5}, Fraction(3, 6)), ({"at_most": 2}, Fraction(3, 6))])
def test_aircraft_help_their_side_whichever_dice_hit(hit, chance):
    """One sortie of the attacker; then the defender flies one too."""
    ready = flying({"support": {"die": 1}}, also=keys(**hit))
    made = board(ready, {"Friant": "0414", "Rohan": "0413"})
    made.act("0413", "Friant")
    assert chances(aided_terms(made, 1).rolls[0])["0"] == chance**6
    made.act(1)
    assert chances(aided_terms(made, 1).rolls[0])["0"] == Fraction(4, 6) ** 6


def test_the_computer_player_supports_an_assault_by_count():
    ready = flying({"support": {"die": 1, "most": 2}}, also=keys(at_least=5))
    made = board(ready, {"Friant": "0414", "Rohan": "0413"})
    made.act("0413", "Friant")
    assert chosen(made) == (2,)


def test_the_dice_are_thrown_under_the_clause_of_the_table_or_of_hits(by_table, mutual):
    """Ridge's rulebook has the clause of its table: 6.7."""
    steps = [ready.play.sequence.steps["battle"] for ready in (by_table, mutual)]
    assert [step.clause for step in steps] == ["6.7", "assault.hit_results"]

"""Units of *A Day on the Ridge* that come on later: at an edge, in a hex, in an area."""

from __future__ import annotations

import copy
import json
from functools import cache
from types import SimpleNamespace

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.cli.play_words import TerminalViews
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.placement import Placement
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.board.board import LATER, TO_COME
from scenario_forge.wargame.modules.arrivals.arrivals import Arrivals
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FRENCH, RIDGE, Board

pytestmark = pytest.mark.rule("arrivals", "movement")

LATE = {"Friant": "edge:south turn 3", "Morand": "0616 turn 2", "Gudin": "in:camp turn 2"}
CAMP = {"id": "camp", "name": "Camp", "hexes": ["0816", "0916"]}
DO = ["arrivals", "movement", "assault", "rally"]
FOUR = {"four": "combat_results/4/heading"}
"""A figure: the least throw of a die with which units arrive."""


@cache
def printed():
    """The files of the game as plain data."""
    return {name: file.data for name, file in load_game(RIDGE, "none").files.items()}


def game_of(late=LATE, do=DO, stop="12", figures=None, **arrivals):
    """The game with French units that come later; its day may end before dusk. ``key=None``: without the module."""
    names = ("rules.yaml", "orders-of-battle/french.yaml", "map.yaml", "time-track.yaml")
    files = {name: copy.deepcopy(printed()[name]) for name in names}
    rules, french, map_, track = files.values()
    rules["sequence"] = {"turns": [{"each": "first_second", "do": do}]}
    if arrivals.get("key", True) is not None:
        rules["arrivals"] = arrivals
    if isinstance(arrivals.get("rolled"), str):
        rules["figures"] = {"rolled": arrivals["figure"]} if "figure" in arrivals else FOUR
        arrivals.pop("figure", None)
    if figures is not None:
        rules["figures"] = figures
    french["columns"].insert(1, {"id": "later", "label": "Later", "after": "dawn"})
    for unit in french["units"]:
        if unit["name"] in late:
            cell = late[unit["name"]]
            unit.update({"later": cell} | ({} if cell.startswith("until") else {"dawn": "N"}))
            unit.update({"noon": "N"} if "until" in cell else {})
    map_["areas"] = [CAMP]
    track["stops"][0]["turn"] = stop
    return load_game(RIDGE, "none", {name: json.dumps(data, indent=1) for name, data in files.items()})


def late(**more):
    return prepare(game_of(**more), "dawn")


@pytest.fixture(scope="module")
def waiting():
    return late()


class Coming(Board):
    """As the scenario has the units that come later; the others as named, or nowhere."""

    def __init__(self, ready, units=(), side=FRENCH, turn=1, dice=()):
        super().__init__(ready, dict(units), "arrivals", side, dice, turn)
        for name in {*LATE} - {*dict(units)}:
            self.state.units.place[self.index[name]] = LATER
        self.state.revisions = self.state.revisions
        self.playout.advance()

    def again(self, turn, dice=()):
        """The phase of a later turn, as things stand now."""
        self.state.clock.turn[0] += turn
        self.state.revisions = self.state.revisions
        self.state.stack = (Frame("arrivals", {"side": FRENCH}),)
        self.playout = Playout(self.play.sequence, self.state, Scripted(dice))
        self.playout.advance()


@pytest.mark.parametrize(
    "cell", ["0416 turn 3", "Ridge Farm turn 3", "in:camp turn 3", "edge:south turn 3", "0416 3/41"]
)
def test_an_arrival_is_written_as_it_was_read(cell):
    (token,) = Placement().parse(cell)
    assert (token.kind, Placement().format([token])) == ("arrives", cell)


def test_units_with_a_later_turn_are_to_come_and_not_lost(waiting):
    play, state = waiting.play, waiting.play.begin()
    names = waiting.compiled.names["units"]
    assert {names[unit]: when for unit, when in play.to_come(state).items()} == {
        "Friant": "Turn 3", "Morand": "Turn 2", "Gudin": "Turn 2",
    }  # fmt: skip
    assert {names[unit] for unit, said in play.out_of_play(state).items() if said == "absent"} >= set(LATE)
    assert play.rules.eliminated(state, FRENCH) == 0


def test_nobody_arrives_before_his_turn_or_in_the_turn_of_the_enemy(waiting):
    board = Coming(waiting, turn=0)
    assert board.state.stack == ()
    assert {board.unit(name, "place") for name in LATE} == {LATER}
    assert Coming(waiting, side=AUSTRIAN).state.stack == ()


def test_who_comes_on_first_is_the_owners_choice(waiting):
    board = Coming(waiting)
    assert board.offered() == ["Morand", "Gudin", "end"]
    assert board.offered("Gudin") == ["0816", "0916"]
    assert board.offered("Morand") == ["0616"]
    board.act("Gudin", "0916")
    assert board.where("Gudin") == "0916"
    assert board.offered() == ["Morand", "end"]
    board.act("Morand", "0616")
    assert board.state.stack == ()
    assert [event.name for event in board.playout.events][-2:] == ["arrives", "arrives"]


def test_a_unit_that_its_owner_keeps_back_comes_on_in_a_later_turn(waiting):
    board = Coming(waiting)
    board.act("end")
    assert (board.unit("Morand", "place"), board.state.stack) == (LATER, ())
    assert "Morand" in Coming(waiting, turn=4).offered()
    assert waiting.play.to_come(Coming(waiting, turn=4).state)[board.index["Morand"]] == "waits"


def test_a_hex_that_the_enemy_holds_or_that_is_full_takes_nobody(waiting):
    assert "Morand" not in Coming(waiting, {"Rohan": "0616"}).offered()
    assert "Morand" in Coming(waiting, {"Carra": "0616"}).offered()
    assert "Morand" not in Coming(waiting, {"Carra": "0616", "Legrand": "0616"}).offered()
    assert Coming(waiting, {"Rohan": "0816"}).offered("Gudin") == ["0916"]


def test_a_unit_at_an_edge_comes_on_when_it_moves_and_pays_for_its_hex(waiting):
    board = Coming(waiting, {"Morand": "0611", "Gudin": "0811"}, turn=2)
    assert (board.unit("Friant", "place"), board.state.stack) == (TO_COME, ())
    moving = Board(waiting, {}, "movement", turn=2)
    moving.state.units.place[moving.index["Friant"]] = TO_COME
    assert moving.offered("Friant") == [f"{column:02}20" for column in range(1, 16)]
    early = Board(waiting, {"Carra": "1017"}, "movement", turn=1)
    early.state.units.place[early.index["Friant"]] = LATER
    assert early.offered() == ["Carra", "end"]


@pytest.mark.parametrize(
    ("blocked", "place", "offered"),
    [
        ("wait", LATER, ["Gudin", "end"]),
        ("eliminate", -1, ["Gudin", "end"]),
        ("nearby", LATER, ["Morand", "Gudin", "end"]),
    ],
)
def test_what_becomes_of_a_unit_whose_hex_is_held_by_the_enemy(blocked, place, offered):
    board = Coming(late(blocked=blocked), {"Rohan": "0616"})
    assert board.offered() == offered
    if blocked == "nearby":
        around = {board.compiled.names["hexes"][hex_] for hex_ in board.rules.adjacent[board.hex("0616")]}
        assert set(board.offered("Morand")) == around
    board.act("end")
    assert board.unit("Morand", "place") == place
    assert board.unit("Gudin", "place") == LATER, "its area is open: it is only kept back"
    before = board.rules.eliminated(Coming(board.ready).state, FRENCH)
    assert board.rules.eliminated(board.state, FRENCH) - before == (1 if blocked == "eliminate" else 0)


def test_an_edge_without_an_open_hex_keeps_a_unit_waiting_or_eliminates_it():
    """All fifteen hexes of the edge would have to be held: here the map's own edge is cut down to one."""
    for blocked, place in (("wait", TO_COME), ("eliminate", -1), ("nearby", LATER)):
        ready = late(blocked=blocked)
        board = Board(ready, {"Rohan": "0720", "Morand": "0611", "Gudin": "0811"}, "arrivals", turn=2)
        board.rules.edges[board.index["Friant"]] = [board.hex("0720")]
        board.state.units.place[board.index["Friant"]] = LATER
        board.state.revisions = board.state.revisions
        board.playout.advance()
        assert board.unit("Friant", "place") == place
        assert (blocked == "nearby") == (board.state.stack != ())


@pytest.fixture(scope="module", params=["four", 4])
def rolled(request):
    """A figure of a chart by its name, or a number that no chart prints."""
    return late(rolled=request.param)


def test_a_unit_arrives_from_its_turn_on_when_its_die_is_high_enough(rolled):
    """In turn 2 Morand and Gudin throw, Friant does not yet."""
    board = Coming(rolled, dice=(4, 3))
    assert board.offered() == ["Morand", "end"]
    assert [(event.name, event.subjects[-1]) for event in board.playout.events[1:]] == [
        ("may arrive", 4),
        ("is late", 3),
    ]
    board.act("end")
    assert board.unit("Morand", "place") == LATER
    board.again(1, dice=(6, 1))  # Friant, who is first in the order of battle, and Gudin again
    assert board.offered() == ["Morand", "end"], "whom a die has let come needs no other"
    assert board.unit("Friant", "place") == TO_COME
    board.act("Morand", "0616")
    board.again(1, dice=(5,))
    assert board.offered() == ["Gudin", "end"]


def test_who_is_late_stays_away_and_the_phase_ends(rolled):
    board = Coming(rolled, dice=(1, 3))
    assert (board.state.stack, board.unit("Morand", "place"), board.unit("Gudin", "place")) == ((), LATER, LATER)
    assert Coming(rolled, turn=0).playout.events == []
    assert Coming(rolled, {"Rohan": "0616"}, dice=(6, 1)).state.stack == (), "a die opens no hex"


def test_who_is_late_is_not_eliminated_for_want_of_a_hex():
    ready = late(rolled="four", blocked="eliminate")
    for die, place in ((3, LATER), (4, -1)):
        assert Coming(ready, {"Rohan": "0616"}, dice=(die, 1)).unit("Morand", "place") == place


def test_some_units_arrive_without_a_die():
    board = Coming(late(rolled="four", certain={"no": 3}), dice=(1,))
    assert board.offered() == ["Gudin", "end"]


def test_units_that_a_die_may_keep_away_come_from_their_turn_on(rolled):
    board, names = Coming(rolled, turn=0), rolled.compiled.names["units"]
    assert {names[u]: when for u, when in board.play.to_come(board.state).items()} == {
        "Friant": "from Turn 3", "Morand": "from Turn 2", "Gudin": "from Turn 2",
    }  # fmt: skip


def test_computer_players_play_on_while_units_are_late(rolled):
    played = whole_game(rolled, ("competent", "competent"), 1)
    names = rolled.compiled.names["units"]
    lucky = {names[each.subjects[0]] for each in played.match.playout.events if each.name == "may arrive"}
    came = {names[each.subjects[0]] for each in played.match.playout.events if each.name in ("arrives", "enters")}
    assert lucky
    assert lucky == came & {*LATE}


def test_the_computer_player_brings_its_units_on(waiting):
    played = whole_game(waiting, ("competent", "competent"), 1)
    names = waiting.compiled.names["units"]
    came = {names[event.subjects[0]] for event in played.match.playout.events if event.name in ("arrives", "enters")}
    assert set(LATE) <= came


@pytest.mark.parametrize("players", [("random", "hold"), ("idle", "random")])
def test_a_whole_game_loses_no_unit(waiting, players):
    whole_game(waiting, players, 2)


SLIPS = [
    ("OOB020", {"late": {"Friant": "0416 turn 0"}}, "turn 0"),
    ("MOD007", {"late": {"Friant": "0416 turn 9"}, "stop": "8"}, "turn 9"),
    ("OOB020", {"late": {"Friant": "0416 turn 13"}}, "turn 13"),
    ("", {"late": {"Friant": "edge:up turn 3"}}, "up"),
    ("REF001", {"late": {"Friant": "0921 turn 3"}}, "0921"),
    ("REF001", {"late": {"Friant": "in:kamp turn 3"}}, "kamp"),
    ("MOD009", {"late": {"Friant": "turn 3"}}, "does not say where"),
    ("MOD009", {"key": None}, "arrives on a later turn, and no module"),
    ("MOD007", {"late": {}}, "no unit of an order of battle has a turn"),
    ("MOD002", {"do": ["movement", "assault", "rally"]}, "its step `arrivals`"),
    ("SEQ001", {"key": None, "late": {}}, "arrivals"),
    ("MOD007", {"certain": {"no": 3}}, "`certain` has no use: nobody throws a die"),
    ("MOD007", {"rolled": "four", "certain": {"no": [1, 2, 3]}}, "`rolled` has no use: it selects all"),
    ("MOD007", {"rolled": "four", "certain": {"no": 5}}, "`certain` has no use: it selects none"),
    ("MOD007", {"rolled": "rolled", "figure": "combat_results/1/heading"}, "every throw of a die is 1 or more"),
    ("MOD007", {"late": {"Friant": "until turn 4"}, "rolled": "four"}, "`rolled` has no use: no unit arrives"),
    ("MOD007", {"late": {"Friant": "until turn 4"}, "blocked": "nearby"}, "`blocked` has no use: no unit arrives"),
    ("MOD009", {"late": {"Friant": "until turn 3, 0416 turn 5"}}, "it has left on an earlier one"),
    ("MOD009", {"late": {"Friant": "0416 turn 3, until turn 4, 0416 turn 6"}}, "it arrives on an earlier one"),
    ("MOD009", {"late": {"Friant": "0416 turn 3, 0616 turn 5"}}, "it arrives on an earlier one"),
    ("MOD007", {"late": {"Friant": "until turn 3, until turn 5"}}, "the unit has left on an earlier turn"),
    ("MOD004", {"rolled": "four", "certain": {"type": "guard"}}, "no unit has `guard`"),
    ("MOD007", {"rolled": 1}, "every throw of a die is 1 or more"),
    ("WGM001", {"rolled": "five"}, "no figure `five`"),
    ("WGM001", {"rolled": "4"}, "no figure `4`"),
    ("SCH003", {"rolled": True}, "true"),
]


@pytest.mark.parametrize(("code", "slip", "says"), SLIPS, ids=[f"{code}-{says}" for code, _, says in SLIPS])
def test_a_slip_is_found_and_the_game_is_not_played(code, slip, says):
    game = game_of(**slip)
    found = [(each.code.id, each.message) for each in check(game)]
    assert any(id_.startswith(code) and says in message for id_, message in found), found
    with pytest.raises(CompileError):
        compile_scenario(game, "dawn")


@pytest.mark.parametrize("arrivals", [{}, {"rolled": 4}])
def test_nothing_is_wrong_with_units_that_come_later(arrivals):
    game = game_of(**arrivals)
    assert {each.code.id for each in check(game)} - {"RUL072", "RUL149"} == set(), [str(e) for e in check(game)]


def test_a_set_up_card_says_when_and_where_units_arrive():
    game = game_of()
    card = set_up_card(plan(game, "dawn"), "french", words_of(game))
    parts = next(section["parts"] for section in card["sections"] if section["title"] == "Reinforcements")
    said = {part["head"]: [(line["name"], line["notes"]) for line in part["lines"]] for part in parts}
    assert said == {
        "Turn 2": [("Morand", ["in 0616"]), ("Gudin", ["anywhere inside Camp"])],
        "Turn 3": [("Friant", ["at any south edge hex"])],
    }


def test_units_to_come_are_listed_in_play(waiting):
    lines = [*TerminalViews(waiting, None).units(waiting.play.begin(), FRENCH, "to come")]
    assert [line.split() for line in lines] == [
        ["to", "come:", "Turn", "3", "Friant"], ["to", "come:", "Turn", "2", "Morand"], ["to", "come:", "Turn", "2", "Gudin"],
    ]  # fmt: skip


def test_arrivals_without_an_edge_or_a_place_are_not_spoken_of():
    at_edge, placed = (game_of(late={"Friant": cell}) for cell in ("edge:south turn 3", "0416 turn 3"))
    assert [each.rule for each in at_edge.system.sentences(at_edge)["arrivals"]] == [
        "arrivals.due",
        "arrivals.edge",
        "arrivals.blocked",
    ]
    assert [each.rule for each in placed.system.sentences(placed)["arrivals"]] == [
        "arrivals.due",
        "arrivals.place",
        "arrivals.blocked",
    ]


@pytest.mark.parametrize(("column", "told"), [("noon", "`{id: noon+, label: …, after: noon}`"), ("dawn", "")])
def test_a_dated_entry_of_a_start_is_told_which_column_to_add_if_none_follows(column, told):
    files = {name: copy.deepcopy(file.data) for name, file in game_of().files.items()}
    files["orders-of-battle/french.yaml"]["units"][0][column] = "0416 turn 3"
    texts = {name: json.dumps(data, indent=1) for name, data in files.items()}
    (finding,) = [each for each in check(load_game(RIDGE, "none", texts)) if each.code.id == "OOB012"]
    assert (told in finding.help) if told else finding.help is None


@pytest.mark.parametrize(("replacements", "released", "steps"), [
    (None, [], ["arrivals"]), (None, ["reserve"], ["arrivals"]), ("points", [], ["replacements"]),
    ("points", ["reserve"], ["arrivals", "replacements"]),
])  # fmt: skip
def test_a_game_with_replacements_alone_needs_no_step_for_arrivals(replacements, released, steps):
    assert [*Arrivals.due(SimpleNamespace(replacements=replacements, released=released))] == steps

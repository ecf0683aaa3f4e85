"""Chits of formations: whom they activate, and who may fight far from a headquarters."""

from __future__ import annotations

import copy
import json

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted

from .ridge import FRENCH, RIDGE, Board

pytestmark = pytest.mark.rule("activation")

REACH = 2
"""How far headquarters activate."""


def chits(**activation):
    """The game with chits of two formations a side, led by their first and fourth unit."""
    files = {name: copy.deepcopy(file.data) for name, file in load_game(RIDGE, "none").files.items()}
    rules, counters = files["rules.yaml"], files["counters.yaml"]
    rules["activation"] = {"order": "cup", "range": "reach", "phases": ["movement", "assault"], **activation}
    rules["sequence"] = {"turns": ["fill-cup", {"each": "cup", "do": ["activation"]}]}
    del rules["rally"]
    counters["values"] = [*counters.get("values", ()), {"id": "reach", "name": "Reach", "of": "formation"}]
    counters["formations"] = [
        {"id": f"{side}-{n}", "side": side, "name": f"Corps {n}", "headquarters": n, "values": {"reach": REACH}}
        for side in ("french", "austrian")
        for n in (1, 4)
    ]
    for unit in counters["units"]:
        unit["parent"] = f"{unit['side']}-{1 if unit['no'] < 4 else 4}"
    changed = {name: json.dumps(files[name]) for name in ("rules.yaml", "counters.yaml")}
    return prepare(load_game(RIDGE, "none", changed), "dawn")


def drawn(ready, units, **places):
    """The chit of Friant is drawn, the first unit of the French; ``places``: units off the map."""
    board = Board(ready, units, "activation")
    for name, where in places.items():
        board.state.units.place[board.index[name]] = where
    board.state.revisions = [each + 1 for each in board.state.revisions]
    board.state.stack = (Frame("activation", {"side": FRENCH, "hq": board.index["Friant"]}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([]))
    return board


@pytest.fixture(scope="module")
def once():
    return chits()


@pytest.fixture(scope="module")
def again():
    return chits(again=True, linked={"of": {"no": 3}, "at": ["village"]})


def fights(board, hq, name, at, foe):
    """Whether a unit may attack that was activated, and is somewhere else now."""
    board.playout.advance()
    for each, hex_ in ((hq, None), (name, at), ("Rohan", foe)):
        if hex_ is not None:
            board.state.units.place[board.index[each]] = board.hex(hex_)
    board.state.revisions = [each + 1 for each in board.state.revisions]
    board.act("end")
    return board.offered(foe) == [name] if board.playout.advance() is not None else False


@pytest.mark.parametrize(("at", "near"), [("0413", True), ("0412", True), ("0411", False)])
def test_the_range_is_measured_once_more_where_the_game_says_so(once, again, at, near):
    """Friant in 0414 reaches two hexes."""
    foe = f"04{int(at[2:]) - 1}"
    for ready, may in ((once, True), (again, near)):
        board = drawn(ready, {"Friant": "0414", "Morand": "0415", "Rohan": "0101"})
        assert fights(board, "Friant", "Morand", at, foe) == may


@pytest.mark.parametrize(("at", "foe", "may"), [("0705", "0704", True), ("0708", "0709", False)])
def test_a_linked_unit_fights_from_a_village_however_far_away(again, at, foe, may):
    """Gudin, the third unit, in the village of Oberdorf; Ridge Farm is none."""
    board = drawn(again, {"Friant": "0414", "Gudin": "0415", "Rohan": "0101"})
    assert fights(board, "Friant", "Gudin", at, foe) == may


def test_nobody_on_the_map_is_activated_while_the_headquarters_has_still_to_come(again):
    activation = again.play.rules.modules["activation"]
    for where, found in ((-2, []), (-1, ["Morand"])):
        board = drawn(again, {"Morand": "0415", "Rohan": "0101"}, Friant=where)
        now = board.rules.at(board.state)
        names = [board.compiled.names["units"][unit] for unit in activation.activated(now, board.index["Friant"])]
        assert [name for name in names if name != "Friant"] == found


@pytest.mark.parametrize(
    ("without", "step", "offered"),
    [("none", "", []), ("stack", "stack", ["0412", "0414", "pass"]), ("all", "movement", ["Morand", "Gudin", "end"])],
)
def test_what_a_formation_does_without_its_headquarters(without, step, offered):
    """Friant leads Morand and Gudin."""
    board = drawn(chits(without=without), {"Morand": "0412", "Gudin": "0414", "Rohan": "0101"}, Friant=-1)
    board.playout.advance()
    assert (board.state.stack[-1].step if board.state.stack else "") == step
    assert (board.offered() if step else []) == offered

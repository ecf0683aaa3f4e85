"""The ways of a retreat: the same as when each is tried hex by hex."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame

from .ridge import AUSTRIAN, FRENCH, Board, variant

pytestmark = pytest.mark.rule("retreat")

UNITS = {"Rohan": "0413", "Friant": "0414", "Morand": "0314", "Ulm": "0412", "Mayer": "0412", "Gudin": "0611"}
"""Rohan retreats; 0412 is full."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    return variant(tmp_path_factory.mktemp("retreats"), retreat={"into_zones": "never"})


@pytest.fixture
def retreat(ready, monkeypatch):
    """The module with other keys, for a unit that makes for some hexes in order, some of them equally near."""
    module = ready.play.board.modules["retreat"]

    def make(goals=(), **keys):
        monkeypatch.setattr(module, "given", module.given.model_copy(update=keys))
        monkeypatch.setattr(type(module), "goals", lambda _self, _now, _unit: [list(each) for each in goals])
        return module

    return make


def tried(module, now, unit, hexes, goals=()):
    """All ways, each step of each tried, in the order of the hexes beside each."""
    board, start = now.board, now.place[unit]
    away = module.given.towards == "away"

    def ways(way, goal):
        at = way[-1] if way else start
        if len(way) == hexes:
            yield from [way] if now.has_room(at, unit) else []
            return
        for to in board.adjacent[at]:
            nearer = goal is not None and board.distance(to, goal) < board.distance(at, goal)
            farther = goal is None and (not away or board.distance(start, to) > board.distance(start, at))
            if (nearer or farther) and to != start and module.open_to(now, unit, at, to):
                yield from ways((*way, to), goal)

    for equal in [[now.place[goal] for goal in equal] for equal in goals] or [[None]]:
        if found := [way for goal in equal for way in ways((), goal)]:
            return found
    return []


CASES = [
    ({"towards": "away"}, ()),
    ({"towards": "away", "into_zones": "free"}, ()),
    ({"towards": "own_headquarters"}, ()),
    ({"towards": "own_headquarters", "into_zones": "free"}, (["Hessen"], ["Lindenau"])),
    ({"towards": "own_headquarters", "into_zones": "free"}, (["Mayer"], ["Lindenau"])),
    ({"towards": "own_headquarters", "into_zones": "free"}, (["Hessen", "Lindenau"],)),
]


@pytest.mark.parametrize("hexes", [1, 2, 3, 4])
@pytest.mark.parametrize(("keys", "goals"), CASES)
def test_ways_are_those_that_can_be_tried_one_by_one(ready, retreat, keys, goals, hexes):
    board = Board(ready, {**UNITS, "Hessen": "0409", "Lindenau": "0709"}, "assault")
    goals = [[board.index[name] for name in equal] for equal in goals]
    module, now, unit = retreat(goals, **keys), board.rules.at(board.state), board.index["Rohan"]
    whole = tried(module, now, unit, hexes, goals)
    firsts = {}
    for way in whole:
        firsts.setdefault(way[-1], way)
    found = module.ways(now, unit, hexes)
    assert list(found.ends.items()) == list(firsts.items()), "in the same order: a player takes the first of equal ones"
    board.state.stack = (Frame("retreat", {"side": AUSTRIAN, "units": [unit], "hexes": hexes}),)
    for gone in range(hexes):
        for begun in {way[:gone] for way in whole}:
            ahead = dict.fromkeys(way[gone] for way in whole if way[:gone] == begun)
            assert [choice.token for choice in board.playout.choices((unit, *begun))] == list(ahead)
            last = gone == hexes - 1
            assert all(choice.whole == last != choice.more for choice in board.playout.choices((unit, *begun)))


def test_a_unit_that_has_nowhere_to_go_has_no_ways(ready, retreat):
    board = Board(ready, {"Rohan": "0101", "Friant": "0102", "Morand": "0201"}, "assault")
    assert not retreat().ways(board.rules.at(board.state), board.index["Rohan"], 1).ends


def test_a_long_retreat_without_a_headquarters_is_worked_out_in_time(ready, retreat, monkeypatch):
    """Each hex is looked at once for each number of hexes that lead there, though the ways are 6 to the power of 12."""
    module = retreat(towards="own_headquarters", into_zones="free")
    board, asked = Board(ready, {"Rohan": "0413", "Friant": "0501"}, "assault"), []
    open_to = module.open_to
    monkeypatch.setattr(module, "open_to", lambda *step: asked.append(step) or open_to(*step), raising=False)
    assert module.ways(board.rules.at(board.state), board.index["Rohan"], 12).ends
    assert len(asked) <= 12 * 6 * board.rules.hexes


@pytest.mark.parametrize(("accompanied", "asked"), [({"type": "cavalry"}, ["Lasalle"]), ({"type": "artillery"}, [])])
def test_those_of_the_key_may_go_along_the_same_way(tmp_path, accompanied, asked):
    """Lasalle's hussars are with Friant, who retreats from 0414; so is Morand, and the foot guns are elsewhere."""
    units = {"Friant": "0414", "Lasalle": "0414", "Morand": "0414", "Foot guns": "0415", "Rohan": "0409"}
    board = Board(variant(tmp_path, retreat={"accompanied": accompanied}), units, "retreat")
    data = {"side": FRENCH, "units": [board.index["Friant"]], "hexes": 1}
    board.state.stack = (Frame("retreat", data),)
    end = board.offered("Friant")[0]
    board.act("Friant", end)
    assert board.playout.over or board.offered() == [*asked, "none"]
    if asked:
        board.act("Lasalle")
    assert [board.where(name) == end for name in ("Lasalle", "Morand")] == [bool(asked), False]

"""Random changes of a map: each reads back as meant, and undoing them gives the same text to the letter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import INTENTS as SINGLE
from scenario_forge.editor.map import MAPPING
from scenario_forge.editor.map.piece import piece_of
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.hexes import side_between
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import EditRefused, reverse, splice

from .small import GAME, MAP

INTENTS = {**SINGLE, **MAPPING}


@pytest.fixture(scope="module", params=["\n", "\r\n"], ids=["lf", "crlf"])
def workspace(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    (folder / "game.yaml").write_text(GAME)
    (folder / "map.yaml").write_text("")
    made = Workspace(folder)
    made.start = MAP.replace("\n", request.param)
    return made


def read(workspace, text):
    """The game of a text, and its map."""
    game = workspace.load("none", {"map.yaml": text})
    linked = hex_map(game)
    assert linked is not None
    assert not linked.unresolved
    return game, linked


class Meaning:
    """What the map says, in sets: independent of how it is written."""

    def __init__(self, linked) -> None:
        self.terrain = dict(enumerate(linked.terrain))
        self.sides = {(side, each.kind) for side, features in linked.sides.items() for each in features}
        self.steps = {(road.line.kind, frozenset(step)) for road in linked.lines for step in pairwise(road.hexes)}
        self.places = sorted((place.hex, place.name) for place in linked.document.places)

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other)

    __hash__ = None


HEX = st.integers(0, 41)
DIRECTION = st.integers(0, 5)


HEXES = st.sets(HEX, min_size=1, max_size=9)


@st.composite
def wishes(draw):
    """An intent in numbers: they become hexes and kinds of the map that is there by then."""
    return draw(
        st.one_of(
            st.tuples(st.just("map.paint"), st.dictionaries(HEX, st.sampled_from(["sea", "clear", "hills"]), min_size=1, max_size=6)),
            st.tuples(st.just("map.fill"), HEX, st.sampled_from(["sea", "hills"])),
            st.tuples(st.just("map.hexsides"), st.sampled_from(["river", "ridge"]), st.booleans(), HEX, st.lists(DIRECTION, min_size=1, max_size=4)),
            st.tuples(st.just("map.line"), st.sampled_from(["road", "track"]), HEX, st.lists(DIRECTION, min_size=1, max_size=5)),
            st.tuples(st.just("map.line.erase"), st.sampled_from(["road", "track"]), HEX, st.lists(DIRECTION, min_size=1, max_size=3)),
            st.tuples(st.just("map.place"), HEX, st.sampled_from(["Ort", "a: b", "Bir el 'Gubi'", "0614", "Ünter #2"])),
            st.tuples(st.just("map.place.remove"), st.integers(0, 9)),
            st.tuples(st.just("map.place.change"), st.integers(0, 9), st.sampled_from(["3", "U", None])),
            st.tuples(st.just("map.label"), st.sampled_from(["Plain", "a: b", "Wüste"]), HEX, HEX),
            st.tuples(st.just("map.area.hexes"), st.booleans(), st.sets(HEX, min_size=1, max_size=8)),
            st.tuples(st.sampled_from(["map.move", "map.paste"]), HEXES, HEX, DIRECTION, st.booleans()),
            st.tuples(st.just("map.clear"), HEXES),
            st.tuples(st.just("map.grid"), st.lists(st.integers(-1, 1), min_size=4, max_size=4)),
        )
    )  # fmt: skip


def walk(linked, start, directions):
    path = [start]
    for direction in directions:
        ahead = linked.grid.neighbours[path[-1]][direction]
        if ahead >= 0:
            path.append(ahead)
    return path


def meant(linked, wish):
    """As :func:`single`, for a map of any size; intents about whole parts of it are only to read back."""
    name, ids = wish[0], linked.grid.ids
    wish = tuple(_on(len(linked.grid), each) for each in wish)
    if name == "map.place.change":
        places = linked.document.places
        if wish[1] >= len(places) or places[wish[1]].capacity == wish[2]:
            return None
        place = places[wish[1]]
        return {"hex": place.hex, "name": place.name, "values": {"capacity": wish[2]}}, Meaning(linked)
    if name == "map.label":
        return {"index": None, "value": {"name": wish[1], "along": [ids[wish[2]], ids[wish[3]]]}}, Meaning(linked)
    if name == "map.area.hexes":
        if not linked.areas:
            return {"value": {"name": "Area"}}, Meaning(linked)
        (area, has), hexes = next(iter(linked.areas.items())), wish[2]
        return (
            ({"id": area, "set": wish[1], "hexes": [ids[h] for h in hexes]}, Meaning(linked))
            if (hexes - has if wish[1] else hexes & has)
            else None
        )
    if name in ("map.move", "map.paste"):
        _name, hexes, to, turn, mirror = wish
        lies = {"turn": turn, "mirror": mirror, "to": ids[to]}
        if name == "map.move":
            return {"hexes": [ids[h] for h in hexes], "anchor": ids[min(hexes)], **lies}, None
        return {"piece": piece_of(linked, hexes, min(hexes)).model_dump(), **lies}, None
    if name == "map.clear":
        return {"hexes": [ids[h] for h in wish[1]]}, None
    if name == "map.grid":
        return dict(zip(("north", "east", "south", "west"), wish[1], strict=True)), None
    return single(linked, wish)


def _on(size, part):
    """Numbers of hexes as they are on a map that may be smaller by now."""
    if isinstance(part, dict):
        return {hex_ % size: each for hex_, each in part.items()}
    if isinstance(part, (set, frozenset)):
        return {hex_ % size for hex_ in part}
    return part % size if isinstance(part, int) and not isinstance(part, bool) else part


def single(linked, wish):  # noqa: C901 - one branch an intent
    """The arguments of a wish, and what the map is to say after it; None where it makes no sense."""
    name, to, ids = wish[0], Meaning(linked), linked.grid.ids
    if name == "map.paint":
        to.terrain.update(wish[1])
        return {"cells": [[ids[hex_], terrain] for hex_, terrain in wish[1].items()]}, to
    if name == "map.fill":
        start, flooded = linked.terrain[wish[1]], {wish[1]}
        while (
            more := {n for h in flooded for n in linked.grid.neighbours[h] if n >= 0 and linked.terrain[n] == start}
            - flooded
        ):
            flooded |= more
        to.terrain.update(dict.fromkeys(flooded, wish[2]))
        return {"hex": ids[wish[1]], "terrain": wish[2]}, to
    if name == "map.hexsides":
        _name, kind, add, hex_, directions = wish
        pairs = [(hex_, n) for d in directions if (n := linked.grid.neighbours[hex_][d]) >= 0]
        sides = {(side_between(linked.grid, *pair), kind) for pair in pairs}
        if not pairs or (sides <= to.sides if add else not sides & to.sides):
            return None
        to.sides = to.sides | sides if add else to.sides - sides
        return {"kind": kind, "set": add, "sides": [[ids[a], ids[b]] for a, b in pairs]}, to
    if name in ("map.line", "map.line.erase"):
        _name, kind, start, directions = wish
        path = walk(linked, start, directions)
        steps = {(kind, frozenset(step)) for step in pairwise(path)}
        if name == "map.line":
            if not steps or steps <= to.steps:
                return None
            to.steps |= steps
            return {"kind": kind, "path": [ids[h] for h in path]}, to
        if not steps & to.steps:
            return None
        to.steps -= steps
        return {"kind": kind, "steps": [[ids[a], ids[b]] for a, b in pairwise(path)]}, to
    if name == "map.place":
        to.places = sorted([*to.places, (ids[wish[1]], wish[2])])
        return {"hex": ids[wish[1]], "name": wish[2], "kinds": ["town"]}, to
    places = linked.document.places
    if wish[1] >= len(places):
        return None
    gone = places[wish[1]]
    to.places.remove((gone.hex, gone.name))
    return {"hex": gone.hex, "name": gone.name}, to


@settings(max_examples=36, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(wishes(), min_size=7, max_size=10))
def test_changes_read_as_meant_and_are_undone_to_the_letter(workspace, wished) -> None:
    text = workspace.start
    tidy = format_text(text, "map.yaml") == text
    assert tidy
    back = []
    game, linked = read(workspace, text)
    for wish in wished:
        what = meant(linked, wish)
        if what is None:
            continue
        args, to = what
        intent = "map.area" if wish[0] == "map.area.hexes" and "hexes" not in args else wish[0]
        try:
            _sentence, done = INTENTS[intent](game, {"map.yaml": text}, args)
        except Refused:
            assert to is None, "it makes sense"
            continue
        back.append((text, reverse(text, done["map.yaml"])))
        text = splice(text, done["map.yaml"])
        game, linked = read(workspace, text)
        assert to is None or Meaning(linked) == to
        assert format_text(text, "map.yaml") == text
        assert text.count("\n") == text.count("\r\n") or "\r" not in workspace.start
    for before, splices in reversed(back):
        text = splice(text, splices)
        assert text == before


@pytest.mark.parametrize(
    ("intent", "args"),
    [
        ("map.paint", {"cells": [["Z9", "sea"]]}),
        ("map.paint", {"cells": [["A1", "lava"]]}),
        ("map.paint", {"cells": []}),
        ("map.paint", {"cells": [["A1"]]}),
        ("map.paint", {"cells": [["A1", "sea"]], "more": 1}),
        ("map.hexsides", {"kind": "river", "sides": [["A1", "C3"]]}),
        ("map.hexsides", {"kind": "wall", "sides": [["A1", "A2"]]}),
        ("map.hexsides", {"kind": "river", "sides": [["A1", "A2"]]}),
        ("map.hexsides", {"kind": "ridge", "sides": [["A1", "A2"]], "set": False}),
        ("map.line", {"kind": "road", "path": ["A1", "A3"]}),
        ("map.line", {"kind": "road", "path": ["A1", "A1"]}),
        ("map.line", {"kind": "rail", "path": ["A1", "A2"]}),
        ("map.line", {"kind": "road", "path": ["E2", "E3"]}),
        ("map.line.erase", {"kind": "road", "steps": [["A1", "A2"]]}),
        ("map.place.remove", {"hex": "A1"}),
        ("map.place.set", {"hex": "A1", "key": "value", "value": 3}),
        ("map.label", {"index": 3, "value": None}),
        ("map.label", {"index": 0, "name": "Elsewhere", "value": None}),
        ("map.label", {"index": None, "value": None}),
    ],
)
def test_what_makes_no_sense_is_refused(workspace, intent, args) -> None:
    game = workspace.load("none", {"map.yaml": workspace.start})
    with pytest.raises((Refused, EditRefused)):
        INTENTS[intent](game, {"map.yaml": workspace.start}, args)


BARE = (
    MAP[: MAP.index("\nrows:\n") + 1]
    + MAP[MAP.index("hexside_kinds:") : MAP.index("# Rivers")]
    + MAP[MAP.index("line_kinds:") : MAP.index("lines:\n")]
)


def test_a_map_is_begun_from_nothing(workspace) -> None:
    text = BARE.rstrip() + "\n"
    kept = []
    for intent, args in (
        ("map.paint", {"cells": [["A1", "sea"], ["A2", "clear"], ["CC3", "hills"]]}),
        ("map.paint", {"cells": [["A1", "hills"], ["B1", "sea"], ["B2", "sea"]]}),
        ("map.hexsides", {"kind": "river", "sides": [["A1", "A2"], ["E1", "E2"], ["A1", "B1"]]}),
        ("map.line", {"kind": "road", "path": ["A1", "A2", "A3"]}),
        ("map.place", {"hex": "A1", "name": "First"}),
        ("map.place", {"hex": "A2", "name": "Second", "kinds": []}),
        ("map.label", {"index": None, "value": {"name": "Plain", "along": ["A1", "A3"]}}),
    ):
        game = workspace.load("none", {"map.yaml": text})
        _sentence, done = INTENTS[intent](game, {"map.yaml": text}, args)
        kept.append((text, reverse(text, done["map.yaml"])))
        text = splice(text, done["map.yaml"])
        assert format_text(text, "map.yaml") == text
    _game, linked = read(workspace, text)
    given = {linked.name(hex_): terrain for hex_, terrain in enumerate(linked.terrain) if terrain}
    assert given == {"A1": "hills", "A2": "clear", "B1": "sea", "B2": "sea", "CC3": "hills"}
    assert sorted(len(feature.sides) for feature in linked.document.hexsides) == [1, 2]
    assert [place.name for place in linked.document.places] == ["First", "Second"]
    keys = [line.partition(":")[0] for line in text.splitlines() if line[:1].isalpha()]
    assert keys == [
        "basis",
        "grid",
        "terrain",
        "hexes",
        "hexside_kinds",
        "hexsides",
        "line_kinds",
        "lines",
        "places",
        "names",
    ]
    for before, splices in reversed(kept):
        text = splice(text, splices)
        assert text == before

"""Chains as a person would write them: made longer at their ends, in their own order, on as few lines as can be."""

from __future__ import annotations

import difflib
import statistics

import pytest

from scenario_forge.editor.intents import INTENTS
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.nodes import splice

from .conftest import CONTENT


class Drawn:
    """A map of a game and what is done to it."""

    def __init__(self, name: str) -> None:
        self.workspace = Workspace(CONTENT / name)
        self.text = (CONTENT / name / "map.yaml").read_text()
        self.game = self.workspace.load("none")

    def with_text(self, text: str) -> Drawn:
        self.text, self.game = text, self.workspace.load("none", {"map.yaml": text})
        return self

    def do(self, intent: str, **args) -> str:
        sentence, done = INTENTS[intent](self.game, {"map.yaml": self.text}, args)
        self.with_text(splice(self.text, done["map.yaml"]))
        return sentence

    def lines_changed(self, before: str) -> tuple[list[str], list[str]]:
        lines = list(difflib.ndiff(before.splitlines(), self.text.splitlines()))
        return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


@pytest.fixture(scope="module")
def massawa():
    return Drawn("massawa")


@pytest.fixture
def drawn(massawa):
    before = massawa.text
    yield massawa
    massawa.with_text(before)


def features(drawn, key: str) -> list:
    return getattr(hex_map(drawn.game).document, key)


def pairs_of(sides: list[str]) -> list[list[str]]:
    return [side.split("/") for side in sides]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("at_start", [False, True])
def test_sides_erased_and_drawn_again_are_the_same_text(drawn, number, at_start) -> None:
    before, feature = drawn.text, features(drawn, "hexsides")[number]
    own = feature.sides[:3] if at_start else feature.sides[-3:]
    drawn.do("map.hexsides", kind=feature.kind, sides=pairs_of(own), set=False)
    assert len(features(drawn, "hexsides")[number].sides) == len(feature.sides) - 3
    # drawn from the chain on, each pair the wrong way round: the chain knows on which hand its first hexes lie
    onward = own[::-1] if at_start else own
    drawn.do("map.hexsides", kind=feature.kind, sides=[pair[::-1] for pair in pairs_of(onward)])
    assert features(drawn, "hexsides")[number].sides == feature.sides
    removed, added = drawn.lines_changed(before)
    assert len(removed) <= 2
    assert len(added) <= 2


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("at_start", [False, True])
def test_a_road_shortened_and_drawn_again_is_the_same_text(drawn, number, at_start) -> None:
    before, road = drawn.text, features(drawn, "lines")[number]
    step = road.hexes[:2] if at_start else road.hexes[-2:]
    drawn.do("map.line.erase", kind=road.kind, steps=[step])
    assert len(features(drawn, "lines")[number].hexes) == len(road.hexes) - 1
    drawn.do("map.line", kind=road.kind, path=step, name=road.name)
    assert features(drawn, "lines")[number].hexes == road.hexes
    assert drawn.text == before


def test_a_road_cut_in_two_keeps_its_name_and_is_joined_again(drawn) -> None:
    before, road = drawn.text, features(drawn, "lines")[3]
    drawn.do("map.line.erase", kind="track", steps=[["C4", "C5"]])
    one, two = features(drawn, "lines")[3:5]
    assert (one.name, two.name) == (road.name, road.name)
    assert (one.hexes, two.hexes) == (["E1", "D1", "D2", "C3", "C4"], ["C5", "C6", "C7", "C8"])
    assert drawn.do("map.line", kind="track", path=["C4", "C5"]) == "Add Track C4 – Aicota, 2 hexes"
    assert drawn.text == before


def test_a_branch_is_a_road_of_its_own_behind_those_of_its_kind(drawn) -> None:
    before = drawn.text
    drawn.do("map.line", kind="road", path=["F8", "E8", "E7"], name="Branch")
    assert drawn.lines_changed(before) == ([], ["  - kind: road", "    name: Branch", "    hexes: [F8, E8, E7]"])
    assert [road.kind for road in features(drawn, "lines")] == ["road"] * 4 + ["track"] * 6


def test_a_path_over_an_old_road_adds_what_is_new(drawn) -> None:
    drawn.do("map.line", kind="road", path=["E9", "F9", "F10", "F11"])
    assert features(drawn, "lines")[-7].hexes == ["F10", "F11"], "F9 to F10 was there, E9 to F9 too"


def test_a_long_chain_is_laid_out_over_lines(drawn) -> None:
    before = drawn.text
    drawn.do("map.line", kind="track", path=[f"A{n}" for n in range(1, 21)] + ["B20"], name="South")
    _removed, added = drawn.lines_changed(before)
    assert added[:3] == [
        "  - kind: track",
        "    name: South",
        "    hexes: [A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A20, B20]",
    ]
    drawn.do("map.line", kind="track", path=["B20", "C20", "D20", "E20", "F20", "G20"])
    _removed, added = drawn.lines_changed(before)
    assert added[2:] == [
        "    hexes: [",
        "      A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A20, B20, C20,",
        "      D20, E20, F20, G20",
        "    ]",
    ]


def test_the_last_feature_takes_its_heading_along(drawn) -> None:
    for road in list(features(drawn, "lines")):
        steps = list(zip(road.hexes, road.hexes[1:], strict=False))
        drawn.do("map.line.erase", kind=road.kind, steps=steps)
    assert "\nlines:" not in drawn.text
    drawn.do("map.line", kind="road", path=["A1", "A2"])
    head, _colon, _rest = drawn.text.partition("\nlines:\n  - kind: road\n    hexes: [A1, A2]\n")
    assert head.rstrip().endswith("drawn: track}"), "behind the kinds of roads, as in the table of keys"


def test_a_stroke_is_as_many_lines_as_rows(drawn) -> None:
    before, sizes = drawn.text, []
    for number, rows in enumerate(("A", "AB", "ABC", "L", "KL")):
        drawn.with_text(before)
        drawn.do("map.paint", cells=[[f"{row}{n}", "sea"] for row in rows for n in range(2, 5 + number)])
        removed, added = drawn.lines_changed(before)
        assert len(removed) == len(added) == len(rows)
    for intent, args in (
        ("map.place.set", {"hex": "H12", "key": "value", "value": 3}),
        ("map.place.set", {"hex": "H12", "key": "name", "value": "Cheren"}),
        ("map.place.set", {"hex": "E3", "key": "capacity", "value": "1"}),
        ("map.place.remove", {"hex": "E3"}),
        ("map.place", {"hex": "A1", "name": "Om Hajer", "kinds": ["village"]}),
        ("map.label", {"index": 0, "value": {"large": False}}),
        ("map.line", {"kind": "track", "path": ["D18", "D19"]}),
    ):
        drawn.with_text(before)
        drawn.do(intent, **args)
        removed, added = drawn.lines_changed(before)
        sizes.append(max(len(removed), len(added)))
    assert statistics.median(sizes) == 1
    assert max(sizes) <= 3


def test_rows_of_a_table_keep_their_columns(drawn) -> None:
    before = drawn.text
    drawn.do("map.place.set", hex="H12", key="name", value="Cheren on the hill")
    drawn.do("map.place.set", hex="E3", key="name", value="Sab")
    drawn.do("map.place", hex="A1", name="Om Hajer", kinds=["village"])
    _removed, added = drawn.lines_changed(before)
    assert added == [
        "  - {name: Sab,          hex: E3,  kinds: [village]}",
        '  - {name: Cheren on the hill, hex: H12, kinds: [fortification, supply-centre], capacity: "1", value: 2}',
        "  - {name: Om Hajer,     hex: A1,  kinds: [village]}",
    ]

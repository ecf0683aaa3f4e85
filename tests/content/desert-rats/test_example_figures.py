"""The figures laid out anew say what their captions say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.hexmap import link_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.hexes import distance

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def book():
    document, where = load_game(ROOT / "content/desert-rats").one("examples", ExamplesDocument)
    return {example.id: (example, where / "examples" / n) for n, example in enumerate(document.examples)}


@pytest.fixture
def figure(book):
    def make(example_id):
        example, where = book[example_id]
        return link_map(example.map, where / "map")

    return make


def at(linked, letter):
    return linked.find(letter).hex


def zone(linked, *letters):
    return {hex_ for letter in letters for hex_ in linked.grid.neighbours[at(linked, letter)] if hex_ >= 0}


def adjacent(linked, letter, others):
    return [other for other in others if at(linked, other) in zone(linked, letter)]


def kind_between(linked, one, other):
    for line in linked.lines:
        if {one, other} in [{a, b} for a, b in pairwise(line.hexes)]:
            return line.line.kind
    return linked.terrain[other]


def test_every_figure_is_a_whole_map_whose_names_all_resolve(book):
    drawn = {name: link_map(example.map, where / "map") for name, (example, where) in book.items() if example.map}
    assert drawn.keys() == {"E-MOVE-A", "E-ZOC", "E-STACK", "E-COMBAT-FIG", "E-MECH-FIG"}
    for name, linked in drawn.items():
        assert linked.unresolved == [], name
        assert None not in linked.terrain, name


def test_every_counter_of_a_figure_stands_on_it_once(book, figure):
    for name, (example, _) in book.items():
        if example.map is None:
            continue
        stacks = example.given["at"]
        standing = sorted(unit for stack in stacks.values() for unit in stack if unit != "supply")
        assert standing == sorted(f"{unit.side}/{unit.no}" for unit in example.counters), name
        assert all(figure(name).find(letter) for letter in stacks), name


def test_move_b_follows_one_track_four_clear_and_two_road_hexes(book, figure):
    example, _ = book["E-MOVE-B"]
    linked = figure(example.given["figure"])
    path = [at(linked, letter) for letter in example.given["path"]]
    steps = list(pairwise(path))
    assert all(linked.grid.direction(a, b) is not None for a, b in steps)
    assert [kind_between(linked, a, b) for a, b in steps] == example.given["steps"]
    assert not zone(linked, "E") & set(path)
    assert all(distance(linked.grid, at(linked, "E"), hex_) <= 5 for hex_ in path)


def test_move_a_crosses_an_escarpment_into_clear(figure):
    linked = figure("E-MOVE-A")
    crossed = {(feature.kind, feature.low, feature.high) for found in linked.sides.values() for feature in found}
    assert ("escarpment", at(linked, "A"), at(linked, "X")) in crossed
    assert linked.terrain[at(linked, "X")] == "clear"


def test_hex_c_lies_in_the_enemy_zone(figure):
    linked = figure("E-MOVE-A")
    assert at(linked, "c") in zone(linked, "E")


@pytest.mark.clause("4.1")
def test_hexes_a_to_f_are_the_zone_of_control(figure):
    linked = figure("E-ZOC")
    assert {at(linked, letter) for letter in "ABCDEF"} == zone(linked, "unit")


def test_the_combat_figure_leaves_only_b_a_choice(book, figure):
    linked = figure("E-COMBAT-FIG")
    example, _ = book["E-COMBAT-FIG"]
    assert {letter: adjacent(linked, letter, "XYZ") for letter in "ABDE"} == example.answer["attacks"]
    assert all(distance(linked.grid, at(linked, "C"), at(linked, letter)) <= 4 for letter in "ABDE")


def test_the_mechanised_stack_has_no_way_out_that_enters_fewer_than_two_zones(figure):
    linked = figure("E-MECH-FIG")
    start, enemies = at(linked, "A"), {at(linked, letter) for letter in "PQRS"}
    watched = zone(linked, *"PQRS")
    ways = [
        (one, two)
        for one in linked.grid.neighbours[start]
        for two in linked.grid.neighbours[one]
        if one >= 0 and two >= 0 and not {one, two} & enemies and distance(linked.grid, start, two) == 2
    ]
    assert (at(linked, "x"), at(linked, "y")) in ways
    assert {len({one, two} & watched) for one, two in ways} == {2}

"""Figures are data: what they name must exist, their sums come from the counters, they stand behind their clause."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.diagrams import diagrams
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.tables import tables
from scenario_forge.printing.booklet.booklet import draw_scene
from scenario_forge.printing.booklet.chapters import combat_lines
from scenario_forge.printing.brief import Brief, words_of
from scenario_forge.printing.profile import Profile
from tests.printing.booklet.conftest import Booklet
from tests.printing.conftest import GAMES, SKIRMISH

DIAGRAMS = """\
basis: proposed
diagrams:
  - id: crossing
    clause: "4.1"
    title: The fort attacked
    caption: Brigades at A and beside it attack the fort.
    around: F5
    radius: 2
    zones:
      - {side: axis, hexes: [E5, E6]}
    stacks:
      - {at: F5, units: [axis/3]}
      - {at: E5, units: [allied/1, allied/2], spread: true}
      - {at: E6, units: [allied/3], markers: [supply-allied]}
    arrows:
      - {kind: attack, path: [E5, F5]}
      - {kind: attack, path: [E6, F5]}
      - {kind: move, path: [E5, D5], barred: true, text: "+3"}
    marks:
      - {at: E5, text: A}
    fights:
      - {attackers: [allied/1, allied/3], defenders: [axis/3], modifiers: [{text: across a ridge, value: -2}], chart: CHART, die: 3}
"""


def with_figures(text, errata="none"):
    chart = next(iter(charts_of(load_game(SKIRMISH, "none"))))
    return load_game(SKIRMISH, errata, {"diagrams.yaml": text.replace("CHART", chart)})


def charts_of(game):
    return [name for name, table in tables(game).charts.items() if table.column("+1") is not None]


def test_a_figure_whose_names_exist_has_no_findings():
    rough = DIAGRAMS.replace("value: -2}]", "value: -2}, {text: rough, value: -3}]")
    game = with_figures(rough)
    assert [finding for finding in check(game) if finding.span.file == "diagrams.yaml"] == []
    assert len(diagrams(game).scenes) == 1


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("around: F5", "around: F55", "place"),
        ("{at: F5, units: [axis/3]}", "{at: A1, units: [axis/3]}", "hex of the figure"),
        ("hexes: [E5, E6]", "hexes: [E5, X99]", "hex of the figure"),
        ("path: [E5, D5]", "path: [E5, A9]", "hex of the figure"),
        ("{at: E5, text: A}", "{at: H1, text: A}", "hex of the figure"),
        ("units: [axis/3]}", "units: [axis/33]}", "unit"),
        ("attackers: [allied/1, allied/3]", "attackers: [allied/1, allied/30]", "unit"),
        ("markers: [supply-allied]", "markers: [supply-french]", "marker"),
        ('clause: "4.1"', 'clause: "44.1"', "clause"),
        ("side: axis", "side: french", "side"),
        ("chart: CHART", "chart: odds", "chart"),
    ],
)
def test_a_name_in_a_figure_that_names_nothing_is_found(old, new, wanted):
    assert DIAGRAMS.count(old) == 1
    found = [f for f in check(with_figures(DIAGRAMS.replace(old, new))) if f.span.file == "diagrams.yaml"]
    assert [finding.code.id for finding in found if f"this game has no {wanted} `" in finding.message] == ["REF001"]


def test_the_sum_is_that_of_the_counters_and_the_result_that_of_the_chart():
    game = with_figures(DIAGRAMS)
    (scene,) = diagrams(game).scenes
    rows, _ours = combat_lines(game, scene.diagram.fights[0], words_of(game))
    assert [row["value"] for row in rows[:4]] == ["13", "−6", "−2", "+5"]
    chart = tables(game).charts[charts_of(game)[0]]
    assert rows[4]["value"] == chart.at(chart.row("3"), chart.column("+5")).text


def test_a_figure_stands_behind_its_clause():
    book = Booklet(with_figures(DIAGRAMS))
    text, _at = book.flow()
    found = text.index("Figure1")
    assert text.index("lessthedefenders", 0, found) < found < text.index("5Stacking", found)
    assert "figure-0" in book.made[0].svgs


def test_a_drawing_has_every_counter_and_letter_on_it():
    game = with_figures(DIAGRAMS)
    (scene,) = diagrams(game).scenes
    canvas = draw_scene(Brief(game, Profile()), scene, 115.0, 64.0)
    assert canvas.width <= 115.01
    assert canvas.height <= 64.01
    texts = [mark.text for mark in canvas.texts if mark.role == "mark"]
    assert texts == ["A"]
    svg = canvas.svg()
    assert svg.count('class="stack"') == 3
    assert {kind: len(re.findall(rf'class="arrow {kind}"', svg)) for kind in ("attack", "move")} == {
        "attack": 2,
        "move": 1,
    }
    for mark in canvas.texts:
        left, top, right, bottom = mark.box
        if mark.role == "mark":
            assert canvas.left <= left <= right <= canvas.left + canvas.width
            assert canvas.top <= top <= bottom <= canvas.top + canvas.height


def test_figures_that_cannot_be_drawn_are_left_out_and_told():
    book = Booklet(with_figures(DIAGRAMS.replace("around: F5", "around: nowhere")))
    assert "figure-0" not in book.made[0].svgs
    assert "The fort attacked" in re.sub(r"\s+", " ", " ".join(book.body(n) for n in range(4, len(book.pdf) + 1)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_ways_in_the_figures_of_a_game_go_from_hex_to_hex(folder):
    """Each step of an arrow leads to a neighbour, each attack too."""
    for scene in diagrams(load_game(folder, "all")).scenes:
        grid = scene.linked.grid
        for arrow in scene.diagram.arrows:
            hexes = [scene.hex(text) for text in arrow.path]
            for one, other in pairwise(hexes):
                assert other in grid.neighbours[one], f"{scene.diagram.id}: {arrow.path}"

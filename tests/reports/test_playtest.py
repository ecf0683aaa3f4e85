"""The page of a playtest: offline, without a script, the same bytes, and safe whatever names a game has."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from simulator.toys import plug_in

from scenario_forge.api.trials.playtest import Variant
from scenario_forge.game.hexmap import HexMap
from scenario_forge.hexes import Grid
from scenario_forge.hexes import Sheet as HexSheet
from scenario_forge.playtest.report import Ground
from scenario_forge.printing.brief import Brief
from scenario_forge.reports import html, playtest_pictures
from scenario_forge.reports.playtest import playtest_page
from scenario_forge.reports.playtest_pictures import Sketch, control_map
from tests.playtest.conftest import RANDOM, tried  # noqa: F401 - a fixture

TARGET = "basis: proposed\ntargets:\n  - {scenario: compass, side: axis, low: 0.2, high: 0.6}\n"


class Reader(HTMLParser):
    """Tags, words and what the page would fetch."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.fetched, self.open, self.words, self.ids = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        values = dict(attrs)
        self.ids += [values["id"]] if "id" in values else []
        found = [values.get(key) for key in ("src", "href", "xlink:href")]
        self.fetched += [each for each in found if each and not each.startswith("#")]

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture
def page(tried):  # noqa: F811 - the fixture above
    def make(**order):
        found = tried(TARGET, **{"players": RANDOM, "games": 2, **order})
        return playtest_page(found.report, found.games, found.sketch)

    return make


def test_it_runs_nothing_and_fetches_nothing(page):
    text = page()
    read = Reader(text)
    assert "script" not in read.tags
    assert read.fetched == []
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org)", text)


def test_the_same_games_give_the_same_bytes(page):
    assert page() == page()


def test_every_plot_and_the_map_are_in_it(page):
    text = page()
    words = "".join(Reader(text).words)
    for title in ("Winning margins", "Lead: median", "When games are decided", "strength", "Marsa Akra"):
        assert title in words
    assert len(set(re.findall(r'class="frame (frame\d+)', text))) == 4
    assert "Not known. No verdict (PLT005)." in words


def test_what_plots_refer_to_is_there_once(page):
    text = page()
    wanted = set(re.findall(r'(?:url\(#|xlink:href="#)([^)"]+)', text))
    ids = Reader(text).ids
    assert wanted <= set(ids)


def test_without_matplotlib_the_tables_are_open(page, monkeypatch):
    monkeypatch.setattr(playtest_pictures, "can_plot", lambda: False)
    text = page()
    assert "<figure>" not in text
    assert "<details open><summary>Turn by turn" in text
    assert "pip install matplotlib" in text


def test_variants_and_a_matrix_have_their_parts(page):
    text = page(against=(Variant("options=x", options=()),))
    assert "options=x" in text
    assert "no verdict (PLT005)" in text
    assert text.count("No verdict (PLT005).") == 2, "the base heads the page, the variant has its own"
    text = page(matrix=("idle", "random"), games=2)
    assert text.count('<p class="verdict"><b>Not known.</b>') == 4, "no pair is without what its games are worth"
    assert "Players against each other" in text
    assert "How far games are won" not in text


def test_a_game_of_which_nothing_came_to_its_end_has_a_page(page, monkeypatch):
    def fail(_seat):
        raise ValueError('<script>alert("x")</script>')

    plug_in(monkeypatch, fail)
    text = page(players={"allied": "mine", "axis": "mine"})
    assert "script" not in Reader(text).tags
    assert "because a player failed" in text


# -- the map ---------------------------------------------------------------------------------------


def strip(wide=3, wet=(2,), place=None, high=1):
    """Hexes in rows, some of them water, and in the first a place of which victory speaks."""
    grid = Grid("pointy", "odd", (HexSheet("m", wide, high, "{row:A}{col}"),))
    document = SimpleNamespace(
        terrain=[SimpleNamespace(id="water", land=False, passable=False)],
        hexside_kinds=[],
        line_kinds=[],
        place_kinds=[],
    )
    linked = HexMap(grid, document, None, ["water" if h in wet else None for h in range(wide * high)])
    if place:
        linked.places[place] = (SimpleNamespace(name=place, capacity=None, value=None), 0, None)
    game = SimpleNamespace(side_names={"red": "Red", "blue": "Blue"})
    return Sketch(Brief(game), linked, frozenset({0}))


def heat_maps(sketch, grounds, reference):
    """The map with its buttons, as the page has it."""
    parts = html.environment().get_template("playtest_parts.html.jinja").module
    return parts.control(control_map(sketch, grounds, reference))


def test_a_hex_has_the_tint_of_who_controls_it_more_often():
    ground = Ground(turn=0, label="Jan", shares={"red": [950, 0, 999], "blue": [0, 350, 0]})
    drawn = heat_maps(strip(), [ground], "red")
    assert re.findall(r'class="(one|two) level(\d)"', drawn) == [("one", "5"), ("two", "2")]


def test_the_front_is_drawn_where_the_greater_share_changes():
    """A row of forty hexes, red in the first twenty in most games."""
    shares = {"red": [900] * 20 + [100] * 20, "blue": [100] * 20 + [900] * 20}
    drawn = heat_maps(strip(40, ()), [Ground(turn=0, label="x", shares=shares)], "red")
    line = re.search(r'<path class="front middle" d="M(\d+)\S* \S+L(\d+)', drawn)
    assert {line[1], line[2]} == {"2000"}


def test_water_has_no_tint_and_no_front():
    ground = Ground(turn=0, label="Jan", shares={"red": [950, 900, 0], "blue": [0, 0, 900]})
    drawn = heat_maps(strip(), [ground], "red")
    assert 'class="front' not in drawn
    assert 'class="two' not in drawn


def test_the_last_turn_is_shown_first_and_turns_are_chosen_by_keys():
    grounds = [Ground(turn=n, label=f"T{n}", shares={"red": [0] * 3, "blue": [0] * 3}) for n in range(3)]
    drawn = heat_maps(strip(), grounds, "red")
    assert re.findall(r'id="(ground\d)"( checked)?', drawn) == [
        ("ground0", ""),
        ("ground1", ""),
        ("ground2", " checked"),
    ]


def test_names_stay_within_the_map_where_there_is_room():
    drawn = heat_maps(strip(9, (), "Fort", 5), [Ground(turn=0, label="x", shares={"red": [0] * 45})], "red")
    text = re.search(r'<text class="name" [^>]*font-size="(\S+)"[^>]* x="(\S+)"', drawn)
    assert float(text[2]) - 2 * 0.66 * float(text[1]) >= 0


def test_names_of_any_kind_do_no_harm():
    drawn = heat_maps(strip(place='<b onload="x">'), [Ground(turn=0, label="<i>", shares={"red": [0] * 3})], "red")
    assert "&lt;b onload=" in drawn
    assert "<b " not in drawn
    assert "<i>" not in drawn

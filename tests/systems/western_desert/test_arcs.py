"""The front arc on the page on which a game is watched: the hexes in front of the unit that one points at."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from reports import chromium

from scenario_forge.api.play import PlayOrder, play_scenario, prepare, replay_html
from scenario_forge.game.reading.workspace import load_game
from tests.printing.conftest import GAMES

FOLDER = next(folder for folder in GAMES if folder.name == "western-desert")


@cache
def ready():
    game = load_game(FOLDER, "all")
    return game, prepare(game, "abd")


@cache
def page():
    game, setting = ready()
    played = play_scenario(setting, PlayOrder(seed=1, players=dict.fromkeys(setting.sides, "idle")))
    return replay_html(game, setting, played.match, played.record)


def data(text=None):
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', text or page(), re.DOTALL)
    return json.loads(found[1])


@pytest.mark.clause("6.2", "6.3", game="western-desert")
def test_the_front_arc_is_what_lies_at_most_60_degrees_off_the_way_a_unit_faces():
    """From 1-E3, facing east: both hexes beside the one in front, and the spines that lead on through them."""
    play, ids = ready()[1].play, data()["ids"]
    arc = {ids[hex_] for hex_ in play.front_arc(ids.index("1-E3"), "E")}
    assert {"1-F3", "1-E2", "1-E4", "1-F1", "1-F5", "1-I3"} <= arc
    assert not arc & {"1-E3", "1-D3", "1-D2", "1-D4", "1-E1", "1-E5"}
    assert play.front_arc(ids.index("1-E3"), "dust") == [], "no way"


def test_the_page_has_the_arcs_of_the_ways_that_units_face_and_of_no_other_mark():
    made = data()
    assert {"E", "W"} <= set(made["arcs"]) <= {"E", "SE", "SW", "W", "NW", "NE"}
    assert all(len(arcs) == len(made["ids"]) for arcs in made["arcs"].values())


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_pointing_at_a_unit_shows_its_front_arc(tmp_path):
    (tmp_path / "game.html").write_text(page(), encoding="utf-8")
    shown = chromium.Page()
    try:
        shown.open(tmp_path / "game.html")
        assert shown.js("document.querySelectorAll('path.arc').length") == 0
        shown.js(
            "const box = document.querySelector('g.stack').getBoundingClientRect();"
            "document.getElementById('board').dispatchEvent(new PointerEvent('pointermove', {bubbles: true,"
            " isPrimary: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}))"
        )
        assert shown.js("document.querySelectorAll('path.arc').length") == 1
        assert shown.errors == []
    finally:
        shown.close()


def shown_marks(made, line):
    """The marks of the pieces on the map after a line, but for the ways that they face and what turns them over."""
    stands = {}
    for row in made["lines"][: line + 1]:
        changes = row[6]
        stands |= {changes[at]: changes[at + 1 : at + 4] for at in range(0, len(changes), 4)}
    kept = {mark: n for n, mark in enumerate(made["marks"]) if mark not in made["arcs"] and mark not in made["turned"]}
    on_map = [marks for place, _strength, marks in stands.values() if place >= 0]
    return {mark for mark, n in kept.items() if any(marks >> n & 1 for marks in on_map)}


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_badges_tell_marks_with_the_same_first_letter_apart(tmp_path):
    game, setting = ready()
    played = play_scenario(setting, PlayOrder(seed=1, players=dict.fromkeys(setting.sides, "random")))
    (tmp_path / "game.html").write_text(replay_html(game, setting, played.match, played.record), encoding="utf-8")
    made = data((tmp_path / "game.html").read_text("utf-8"))
    rows = made["lines"]
    line = next(n for n in range(len(rows)) if {"dust", "disordered"} <= shown_marks(made, n))
    turns = [n for n in range(line + 1) if n == 0 or (n > 1 and rows[n][4:6] != rows[n - 1][4:6])]
    shown = chromium.Page()
    try:
        shown.open(tmp_path / "game.html")
        shown.js(f"location.hash = '#{len(turns)}/{line - turns[-1] + 1}'")
        shown.js("new Promise((done) => setTimeout(done, 300))")
        badges = set(shown.js("[...document.querySelectorAll('text.badge.marked')].map((each) => each.textContent)"))
        assert "Di" in badges
        assert len(badges) == len(shown_marks(made, line))
        assert shown.errors == []
    finally:
        shown.close()

"""Kinds of marker: of every game, of a rule system, of a game's own counters.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from scenario_forge.checks.run import check
from scenario_forge.documents.counters import Drawing, Marker, MarkerKind
from scenario_forge.game.counters import kind_of_marker, marker_kinds
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.key import counter_key
from scenario_forge.printing.counters.markers import ICONS, marker_face
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
COUNTERS = (SKIRMISH / "counters.yaml").read_text("utf-8")
KINDS = """
marker_kinds:
  - {id: smoke, use: smoke in this hex, drawn: cloud, colour: "#CFD3D6", colour_blind: "#111111"}
  - {id: level, use: how strong a fort is, drawn: value}
"""
MARKERS = """
  - {id: smoke-5, name: Smoke, count: 5, kind: smoke}
  - {id: level-3, name: Fort, count: 1, kind: level, value: 3}
"""


def game(counters: str = COUNTERS.rstrip() + MARKERS + KINDS):
    return load_game(SKIRMISH, files={"counters.yaml": counters})


def marker(kind: str, **more: object) -> Marker:
    return Marker.model_validate({"id": "m", "name": "Smoke", "count": 1, "kind": kind, **more})


def test_every_drawing_can_be_drawn():
    assert {*get_args(Drawing)} == {*ICONS, "name", "value", "nothing"}


def test_kinds_of_game_system_and_every_game():
    kinds = marker_kinds(game())
    assert kinds["smoke"].drawn == "cloud"
    assert kinds["wreck"].drawn == "wreck", "of the rule system"
    assert kinds["control"].two_faced, "of every game"


@pytest.mark.parametrize(("id_", "drawn"), [("wreck", "wreck"), ("turn", "arrow"), ("smoke", "cloud")])
def test_a_kind_of_the_game_replaces_none_of_system_every_game_or_before(id_, drawn):
    made = game(COUNTERS.rstrip() + "\n" + KINDS + f"  - {{id: {id_}, use: something else, drawn: flag}}\n")
    assert marker_kinds(made)[id_].drawn == drawn
    (finding,) = [found for found in check(made) if found.code.id == "CNT011"]
    assert f"`{id_}`" in finding.message


@pytest.mark.parametrize(
    ("made", "drawn", "words"),
    [
        (marker("smoke"), "icon cloud", "Smoke"),
        (marker("smoke", movement=4), "icon cloud", "4"),
        (marker("level", value=3), None, "3"),
        (marker("blank"), None, None),
    ],
)
def test_a_face_shows_what_its_kind_says(made, drawn, words):
    face = str(marker_face(Brief(game(), Profile()), made).art.svg())
    assert (drawn in face) if drawn else "icon" not in face
    assert f">{words}<" in face if words else "<text" not in face


def test_its_colour_is_that_of_its_kind():
    kind = kind_of_marker(game(), marker("smoke"))
    assert Palette(Profile()).marker(kind) == "#CFD3D6"
    assert Palette(Profile(palette="colour-blind")).marker(kind) == "#111111"
    assert Palette(Profile(colours={"marker-smoke": "#222222"})).marker(kind) == "#222222"
    plain = Palette(Profile())
    assert plain.marker(MarkerKind(id="x", use="x")) == plain["marker-status"]


def test_the_key_says_what_it_is_for():
    said = counter_key(Brief(game(), Profile()), 190, 270).svg()
    assert "smoke in this hex" in said
    assert "a loss in this hex that may be repaired" in said


def test_a_kind_that_nobody_declares_is_found_with_what_may_be_meant():
    wrong = COUNTERS.rstrip() + "\n  - {id: smoke-5, name: Smoke, count: 5, kind: smok}\n" + KINDS
    (finding,) = [found for found in check(game(wrong)) if found.code.id == "REF001"]
    assert "`smok`" in finding.message
    assert finding.span.file == "counters.yaml"
    assert "did you mean smoke?" in str(finding.help)


def test_what_a_track_counts_is_a_value_or_a_column():
    wrong = COUNTERS.replace("kind: track,                  count: 1", "kind: track, counts: moves, count: 1", 1)
    assert wrong != COUNTERS
    (finding,) = [found for found in check(game(wrong)) if found.code.id == "REF001"]
    assert "this game has no value of counters or column of the track `moves`" in finding.message
    assert finding.span.file == "counters.yaml"

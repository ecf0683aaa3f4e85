"""The front on a set-up card: the line that a scenario draws, and who controls what by it."""

from __future__ import annotations

from pathlib import Path

from scenario_forge.compiler.set_up import plan
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.hexes import parse_side
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.map.small import front_of
from scenario_forge.printing.set_up_card import set_up_card

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
SIEGE = (SKIRMISH / "scenarios/siege.yaml").read_text("utf-8")
LINE = "G3/F2, F3/F2, F3/E3, F3/E4, F4/E4, E5/E4, E5/D4, D5/D4, D5/C5, C6/C5, B5/C5, B5/B4, B5/A5, A6/A5"
PRINTED = load_game(SKIRMISH)
DRAWN = load_game(
    SKIRMISH, files={"scenarios/siege.yaml": SIEGE + f"front:\n  - sides: [{LINE}]\ncontrol: {{F2: allied}}\n"}
)


def card(game, side):
    return set_up_card(plan(game, "siege"), side, words_of(game))


def test_the_line_is_that_of_the_scenario_and_else_a_picture_of_the_set_ups():
    planned = plan(DRAWN, "siege")
    assert front_of(planned) == ([parse_side(planned.map.grid, text) for text in LINE.split(", ")], True)
    line, drawn = front_of(plan(PRINTED, "siege"))
    assert line
    assert not drawn


def test_the_key_says_which_it_is():
    keys = [{row["sign"]: row["text"] for row in card(game, "axis")["key"]}["front"] for game in (DRAWN, PRINTED)]
    assert keys == ["front", "front line at the start"]


def test_both_cards_show_the_same_line_between_the_hexes():
    maps = [card(DRAWN, side)["map"] for side in ("allied", "axis")]
    lines = [[part for part in drawn.split("<") if 'class="front"' in part] for drawn in maps]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 2
    assert maps[0].index(lines[0][1]) > max(maps[0].index('class="own"'), maps[0].index('class="other"'))


def test_who_controls_which_place_follows_from_it():
    names = {
        side: next(s["names"] for s in card(DRAWN, side)["sections"] if s["title"] == "Controlled at the start")
        for side in ("allied", "axis")
    }
    assert {side: [name.strip("°§") for name in text.split(", ")] for side, text in names.items()} == {
        "allied": ["Marsa Akra", "Port Sefton", "F2"],
        "axis": ["Zawia"],
    }

"""How much Python a competent game takes, counted in calls: the same on a busy machine as on a quiet one.

Only calls of named functions of rules and simulator are counted. Those of the mechanics depend on whether numba is
there, and comprehensions are calls or not by the version of Python.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.game.reading.workspace import load_game

GAME = Path(__file__).parents[3] / "content" / "desert-rats"
FOLDERS = ("/scenario_forge/systems/", "/scenario_forge/wargame/", "/scenario_forge/simulator/")
MOST = 850
"""Calls a decision: a tenth above what it took when this was written; before that 1,420, once 1,900."""


def test_a_competent_game_takes_no_more_calls_than_it_did():
    prepared = prepare(load_game(GAME, "all"), "cyrenaica")
    order = PlayOrder(seed=1, players=dict.fromkeys(prepared.sides, "competent"), limit=None)
    known: dict[object, int] = {}
    calls = 0

    def count(frame, event, _argument):
        nonlocal calls
        if event == "call":
            code = frame.f_code
            if code not in known:
                file = code.co_filename.replace("\\", "/")
                known[code] = int(code.co_name[0] != "<" and any(folder in file for folder in FOLDERS))
            calls += known[code]

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        played = play_scenario(prepared, order)
    finally:
        sys.setprofile(before)
    decisions = len(played.match.playout.log)
    assert played.ending.ended == "over"
    assert decisions > 300
    assert 100 < calls / decisions <= MOST, f"{calls:,} calls for {decisions} decisions"

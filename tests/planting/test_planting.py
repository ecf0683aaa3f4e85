"""The slip that each check is for, planted in every game that can have it: the check finds it there.

`cannot_apply.yaml` lists where a slip cannot be planted, and why. Tried each time are every code in the game that is
checked most quickly of those that can have its slip, and one in so many of the other pairs of code and game; all pairs
by `make long`.
"""

from __future__ import annotations

import zlib

import pytest

from .frame import GAMES, PLANTERS, SEARCHED, cannot_apply, codes_of, quickest_game, slips, tell

SHARE = 40
"""One in so many of the pairs that are not the quickest of their code is tried each time."""
TRIED = 2
"""How many places of a slip are tried in a game."""


def _pairs():
    for game in GAMES:
        for code in PLANTERS:
            chosen = game == quickest_game(code) or zlib.crc32(f"{code} {game}".encode()) % SHARE == 0
            marks = [] if chosen else [pytest.mark.long]
            yield pytest.param(code, game, id=f"{game}-{code}", marks=marks)


@pytest.mark.parametrize(("code", "game"), [*_pairs()])
def test_a_check_finds_its_slip_in_every_game(code, game):
    why = cannot_apply().get((code, game))
    if code not in codes_of(game):
        assert not why, f"{code} is of another rule system: take it off the list"
        return
    places = slips(code, game, TRIED)
    if why:
        hits = [slip.what for slip in places if tell(code, game, slip)[0]]
        assert not hits, f"{code} applies to {game} after all ({hits[0]}): take it off the list"
        return
    assert places, f"nowhere to plant the slip of {code} in {game}: say why in cannot_apply.yaml"
    for slip in places:
        found, every = tell(code, game, slip)
        if found and code in SEARCHED:
            return
        said = "\n".join(f"{f.code.id} {f.span.file}:{f.span.line} {f.message}" for f in every)
        assert found or code in SEARCHED, f"{game}, {slip.what}: no {code}\n{said}"
    assert code not in SEARCHED, f"{game}: no {code} at any of {len(places)} places"


def test_every_code_has_a_planter():
    assert {code for game in GAMES for code in codes_of(game)} == PLANTERS.keys()


def test_every_code_is_planted_each_time():
    tried = {pair.values[0] for pair in _pairs() if not pair.marks}
    assert tried == PLANTERS.keys()


def test_what_cannot_apply_is_of_a_code_and_a_game():
    assert all(code in PLANTERS and game in GAMES and why for (code, game), why in cannot_apply().items())

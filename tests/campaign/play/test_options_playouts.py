"""Optional rules, each alone and all together, play to the end at random; what must hold does."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.players import RandomPlayer, Seat
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import DesertPlay

from .table import rules_of

OPTIONS = ("white-knees", "concealed-movement", "mechanised-retreat", "eighty-eights", "play-balance")
VARIANTS = ("egypt-ten", "para-51-italian", "repair-by-text")
ALONE = [(option,) for option in (*OPTIONS, *VARIANTS)]
SCENARIOS = (
    "beda-fomm",
    "cyrenaica",
    "crusader",
    "gazala-to-alamein",
    "dec40-sep41",
    "dec40-mar42",
    "dec40-dec42",
    "mar41-mar42",
    "mar41-dec42",
    "nov41-dec42",
)


def played(scenario: str, options: tuple[str, ...], seed: int) -> set[str]:
    """Play it; the clauses that events stood on."""
    play = DesertPlay(rules_of("desert-rats", scenario, options).compiled)
    playout = Playout(play.sequence, play.begin(), Keyed(seed))
    players = [RandomPlayer(play, side, seed) for side in (0, 1)]
    decisions = 0
    while (side := playout.advance()) is not None:
        if decisions % 20 == 0:
            assert not list(play.breaches(playout.state)), playout.events[-3:]
            play.observe(playout.state, side)
        playout.act_unchecked(players[side].choose(Seat(play, playout, side)))
        decisions += 1
    return {event.clause for event in playout.events}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("options", ALONE, ids=" ".join)
def test_each_alone(options):
    played("beda-fomm", options, 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("options", [OPTIONS, (*OPTIONS, *VARIANTS)], ids=["options", "with variants"])
def test_all_together(options):
    assert "14.3" in played("crusader", options, 2)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [*ALONE, (*OPTIONS, *VARIANTS)], ids=" ".join)
def test_every_scenario(scenario, options):
    played(scenario, options, 3)

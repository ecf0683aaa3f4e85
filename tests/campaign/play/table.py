"""A table to try rules on: a compiled scenario of the small game, units put where a test wants them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.rules import Rules as CampaignRules
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.compiler.arrays import ints
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Keyed, number
from scenario_forge.systems.desert_rats.play import sequence
from scenario_forge.systems.desert_rats.rules import DesertRules as Rules

ROOT = Path(__file__).parents[3]
GAMES = {
    "desert-rats": ROOT / "content/desert-rats",
    "massawa": ROOT / "content/massawa",
    "skirmish": ROOT / "tests/games/skirmish",
}


@cache
def rules_of(game: str, scenario: str, options: tuple[str, ...] | None = None) -> CampaignRules:
    rules_type = CampaignRules if game == "massawa" else Rules
    return rules_type(compile_scenario(load_game(GAMES[game], "all"), scenario, options))


def otherwise(compiled, changes):
    """A compiled scenario with other values of rules.yaml and other columns, both by their dotted names."""
    columns, parameters = dict(compiled.rules), deepcopy(dict(compiled.parameters))
    for name, value in changes.items():
        if name in columns or isinstance(value, list):
            columns[name] = ints(value)
            continue
        *path, last = name.split(".")
        within = parameters["rules"]
        for key in path:
            within = within[key]
        assert type(within[last]) is type(value), f"{name} has no value of this kind"
        within[last] = value
    return replace(compiled, rules=columns, parameters=parameters)


class Watched(Playout):
    """A playout whose end, where a test expects a decision, is a failure of the test and no error."""

    @property
    def frame(self):
        assert not self.over, "nobody has anything to decide"
        return super().frame


class Board:
    """A game with nobody on the map but who is put there; the side to move has begun its operations phase."""

    def __init__(
        self,
        scenario: str = "crusader",
        side: str = "allied",
        game: str = "desert-rats",
        options: tuple[str, ...] | None = None,
    ) -> None:
        self.rules = rules_of(game, scenario, options)
        self.ids = self.rules.compiled.names["hexes"]
        self.state = first_state(self.rules)
        for unit in range(self.state.units.rows):
            self.state.units.place[unit] = NOWHERE
        for supply in range(self.state.supplies.rows):
            self.state.supplies.place[supply] = NOWHERE
        for hex_ in range(self.state.hexes.rows):
            self.state.hexes.box[hex_] = 0
        self.state.clock.side[0] = self.rules.compiled.keys["sides"].index(side)

    def hex(self, name: str) -> int:
        return self.ids.index(name)

    def unit(self, side: str, no: int) -> int:
        sides, units = self.rules.compiled.keys["sides"], self.rules.compiled.units
        return next(u for u in range(len(units.no)) if (sides[units.side[u]], units.no[u]) == (side, no))

    def put(self, side: str, no: int, hex_: str, **values: int) -> int:
        unit = self.unit(side, no)
        self.state.units.place[unit] = self.hex(hex_)
        self.state.units.strength[unit] = self.rules.compiled.units.strength[unit]
        for column, value in values.items():
            getattr(self.state.units, column)[unit] = value
        self.state.revisions = [revision + 1 for revision in self.state.revisions]
        return unit

    def supply(self, side: str, hex_: str) -> int:
        wanted = self.rules.compiled.keys["sides"].index(side)
        places = self.state.supplies.place
        row = next(n for n, m in enumerate(self.rules.markers) if m.side == wanted and places[n] == NOWHERE)
        places[row] = self.hex(hex_)
        self.state.revisions = [revision + 1 for revision in self.state.revisions]
        return row

    def play(self) -> Playout:
        """A playout that stands in the operations phase."""
        self.state.stack = (Frame("player-turns", {"next": 2}), Frame("operations"))
        return Watched(sequence(self.rules), self.state, Keyed(1))


def at_random(playout: Playout, seed: int, turn_ends: int = 12, watch=lambda _state: None) -> None:
    """Play to the end, each stage of each action picked by the seed; a step is ended now and then, where it may be.

    ``watch`` looks at the state whenever a side decides.
    """
    number_of = 0
    while playout.advance() is not None:
        watch(playout.state)
        number_of += 1
        choices, prefix = playout.choices(), ()
        assert choices, playout.frame
        if number_of % turn_ends == 0 and "end" in [choice.token for choice in choices]:
            playout.act(("end",))
            continue
        while True:
            pick = choices[number(f"{seed}|{number_of}|{prefix}", len(choices))]
            prefix = (*prefix, pick.token)
            if not pick.more or (pick.whole and number(f"{seed}|{number_of}|{prefix}|stop", 4) == 0):
                break
            choices = playout.choices(prefix)
            assert choices, (playout.frame, prefix)
        playout.act_unchecked(prefix)

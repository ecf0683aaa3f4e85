"""The games that are traced, and the file that holds their traces."""

from __future__ import annotations

import lzma
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.api import load_game
from scenario_forge.api.play import prepare

from .trace import Game, Tracer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game as Loaded

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("traces.txt.xz")
HEAD = "# "
SCENARIOS = {
    "desert-rats": (
        *("beda-fomm", "cyrenaica", "crusader", "gazala-to-alamein", "dec40-sep41", "dec40-mar42", "dec40-dec42"),
        *("mar41-mar42", "mar41-dec42", "nov41-dec42"),
    ),
    "massawa": ("keren", "eritrea"),
    "ridge": ("noon", "dawn"),
    "knights-of-the-desert": ("tobruk-41", "campaign-41", "el-alamein", "tobruk-42", "campaign-42", "campaign"),
    "rats-of-tobruk": ("salient", "easter-battle"),
    "western-desert": ("duda", "eisa", "capuzzo", "ualeb", "abd", "harmat", "fuka"),
}
OPTIONS = {
    "desert-rats": (
        *("white-knees", "concealed-movement", "mechanised-retreat", "eighty-eights", "play-balance"),
        *("egypt-ten", "para-51-italian", "repair-by-text"),
    ),
    "massawa": ("mechanised-retreat", "air-superiority"),
    "ridge": ("dry-day",),
    "knights-of-the-desert": ("random-initiative", "solitaire", "extra-depots", "axis-novice", "allied-expert"),
    "western-desert": (
        *("full-visibility", "afrika-korps", "grant-arc", "wadis-block", "plunging-fire", "tiger-counts-once"),
    ),
}
PLAYERS = (
    ("competent", "competent"),
    ("competent", "random"),
    ("random", "competent"),
    ("random", "random"),
    ("idle", "competent"),
)
WHOLE, BEGINNING = 3_000, 250
"""Decisions: more than any game of `competent` has; enough for two or three turns."""
SLOW = {"rats-of-tobruk"}
"""Whose traces all end early: `competent` thinks about ten times as long there."""


def games() -> Iterator[Game]:
    """All of them: every scenario with every pair of players, and with every option and variant."""
    for name, scenarios in SCENARIOS.items():
        whole = BEGINNING if name in SLOW else WHOLE
        for scenario, players in product(scenarios, PLAYERS):
            yield Game(name, scenario, players, 1, (), whole if players[0] == players[1] else min(whole, 2 * BEGINNING))
        for scenario, option in product(scenarios, OPTIONS.get(name, ())):
            yield Game(name, scenario, ("random", "competent"), 2, (option,), BEGINNING)
        for scenario, players in product(scenarios, (PLAYERS[0], PLAYERS[3])):
            yield Game(name, scenario, players, 3, OPTIONS.get(name, ()), min(whole, 2 * BEGINNING))
            yield Game(name, scenario, players, 4, (), BEGINNING)


@cache
def loaded(name: str) -> Loaded:
    """A game of ``content/`` with all its errata."""
    return load_game(ROOT / "content" / name, errata="all")


def tracer(game: Game, old: Sequence[str] | None, *, ask: bool = True) -> Tracer:
    """A tracer of one game."""
    return Tracer(prepare(loaded(game.game), game.scenario, game.options or None), game, old, ask=ask)


def kept() -> dict[Game, list[str]]:
    """The traces in the file, by game."""
    found: dict[Game, list[str]] = {}
    lines: list[str] = []
    for line in lzma.decompress(FILE.read_bytes()).decode().splitlines():
        if line.startswith(HEAD):
            lines = found.setdefault(Game.of(line.removeprefix(HEAD)), [])
        else:
            lines.append(line)
    return found


def keep(traces: Mapping[Game, Sequence[str]]) -> None:
    """Write the file."""
    text = "".join(f"{HEAD}{game}\n" + "".join(f"{line}\n" for line in lines) for game, lines in traces.items())
    FILE.write_bytes(lzma.compress(text.encode(), preset=9))

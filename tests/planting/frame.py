"""Plants the slip that a code is for in a game, and looks for the code at its place."""

from __future__ import annotations

import importlib
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
import yaml
from codes.test_codes import elsewhere

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.system import find_system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

import planted  # noqa: E402 - found beside the benchmark
from slips.book import Book, Slip  # noqa: E402 - as above

FOLDERS = (
    *(f"tests/games/{name}" for name in ("toy", "skirmish")),
    *(
        f"content/{name}"
        for name in ("massawa", "western-desert", "rats-of-tobruk", "knights-of-the-desert", "desert-rats")
    ),
)
GAMES = {Path(folder).name: ROOT / folder for folder in FOLDERS}
"""The quickest to check come first."""
FAMILIES = (
    "charts",
    "counters",
    "documents",
    "errata",
    "map_",
    "orders_of_battle",
    "rulebook",
    "rules",
    "scenarios",
    "sightings",
    "track",
    "victory",
)
PLANTERS: dict[str, Callable[[Book, Random], Iterator[Slip]]] = {}
"""By code; a planter is called after its code."""
AS_GOOD: dict[str, set[str]] = {}
"""By code: those that say of the same slip what is wrong as well."""
SEARCHED: dict[str, int] = {}
"""By code: among how many places one must do, where only a search would tell which."""
for family in FAMILIES:
    module = importlib.import_module(f".{family}", __package__)
    PLANTERS |= {name.upper(): value for name, value in vars(module).items() if re.fullmatch(r"[a-z]+\d{3}", name)}
    AS_GOOD |= getattr(module, "AS_GOOD", {})
    SEARCHED |= getattr(module, "SEARCHED", {})


PASTED = ("CHT010", "COL003", "EXM004", "MAP003", "MAP007", "OOB003", "RUL002", "TIM003", "TIM014", "VIC010")
"""Codes of what is there twice: a row pasted whole is reported as such, or for its id."""
for code in PASTED:
    AS_GOOD[code] = AS_GOOD.get(code, set()) | {"SCH028", "SCH029"}


@dataclass
class Ground:
    """A game that slips are planted in."""

    game: Game
    book: Book
    clean: set[tuple[str, str, str]]


@contextmanager
def outside_systems() -> Iterator[None]:
    """Let the rule systems be found that are only here for tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tests/systems/toy"))
        yield


@cache
def ground(game: str) -> Ground:
    """Return a game, and what is found in it without a slip."""
    with outside_systems():
        linked = Workspace(GAMES[game]).load("all")
    return Ground(linked, Book(linked), {(f.code.id, f.span.file, f.message) for f in check(linked)})


@cache
def codes_of(game: str) -> frozenset[str]:
    """Return the codes that `forge check` can give in a game, but for those that are tested elsewhere."""
    with outside_systems():
        system = find_system(yaml.safe_load((GAMES[game] / "game.yaml").read_text(encoding="utf-8"))["system"])
    assert system
    return frozenset(code for code in all_codes(system.codes()) if not elsewhere(code))


@cache
def quickest_game(code: str) -> str | None:
    """Return the game in which the slip of a code is planted and found soonest; None where no game can have it."""
    able = (game for game in GAMES if code in codes_of(game) and (code, game) not in cannot_apply())
    return next(able, None)


def slips(code: str, game: str, number: int) -> list[Slip]:
    """Return some of the places for the slip, always the same."""
    number = SEARCHED.get(code, number)
    random = Random(f"{code} {game}")
    places = [slip for slip in PLANTERS[code](ground(game).book, random) if slip.edits]
    return places if len(places) <= number else random.sample(places, number)


def tell(code: str, game: str, slip: Slip) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings that say what is wrong, at its place; and all that are new."""
    at = ground(game)
    texts, lines = planted.planted_texts(at.book, slip)
    assert any(text != at.book.texts.get(name) for name, text in texts.items()), slip
    right = {code, *AS_GOOD.get(code, ())}
    changed = Workspace.after(at.game).load("all", texts)
    for which in ("quick", "all"):  # most slips need no worked example to be played
        new = [f for f in check(changed, which) if (f.code.id, f.span.file, f.message) not in at.clean]
        told = [f for f in new if f.code.id in right and planted.touches(f, lines)]
        if told:
            break
    return told, new


@cache
def cannot_apply() -> dict[tuple[str, str], str]:
    """Return why a code cannot be planted in a game, by code and game."""
    rows = yaml.safe_load((HERE / "cannot_apply.yaml").read_text(encoding="utf-8"))
    return {(code, game): row["why"] for row in rows for code in row["codes"] for game in row["games"]}

"""Whole campaigns without a screen: how many a minute, where the time goes, and how it grows with map and army.

    python benchmarks/play.py [SCENARIO] [GAMES]

Of *Desert Rats*, December 1940 to December 1942 where nothing else is said, by competent, random and idle players:
games a minute on one core (by its own clock, so that others on the machine do not count) and on all (by the clock on
the wall); beside it random playouts of chess by python-chess, in the same run. That library is under the GPL and no
part of this project: who wants the comparison installs it by hand (`pip install chess`); without it a line says so.

Then the share of modules in a competent game by a sampler (Unix only), and the cost of the mechanics and of a player
turn over the map and army once, 4 times and 16 times (copies side by side that do not touch). Aim: 2 competent
campaigns a second a core. Exits 1 when a game does not come to its end.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import cache
from importlib.util import find_spec
from multiprocessing import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scenario_forge.api.play import PlayOrder, Prepared, play_scenario, prepare  # noqa: E402 - after the path
from scenario_forge.campaign.movement.reach import reach  # noqa: E402 - as above
from scenario_forge.campaign.situation import strategic_hexes, supplied, zones  # noqa: E402 - as above
from scenario_forge.compiler.arrays import ints  # noqa: E402 - as above
from scenario_forge.game.reading.workspace import load_game  # noqa: E402 - as above
from scenario_forge.systems.desert_rats.play import DesertPlay  # noqa: E402 - as above

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from scenario_forge.api.play import PlayedGame
    from scenario_forge.compiler.compiled import CompiledScenario

GAME, SCENARIO, GAMES = "content/desert-rats", "dec40-dec42", 4
PLAYERS = ("competent", "random", "idle")
AIM = 2.0
SIZES = (1, 4, 16)
EVERY = 0.002
"""Seconds of the process between two looks of the sampler."""
SAMPLED = 2
"""Games that it looks at."""


@cache
def ready(scenario: str) -> Prepared:
    """The scenario, compiled once a process."""
    return prepare(load_game(ROOT / GAME, "all"), scenario)


def played(prepared: Prepared, player: str, seed: int, **more: Any) -> PlayedGame:  # noqa: ANN401 - of PlayOrder
    """A game of a player against its like."""
    return play_scenario(
        prepared, PlayOrder(seed=seed, limit=None, players=dict.fromkeys(prepared.sides, player), **more)
    )


def one(scenario: str, player: str, seed: int) -> tuple[float, str, int]:
    """Seconds of one core for a game, how it ended, and how many decisions it took."""
    prepared = ready(scenario)
    began = time.process_time()
    game = played(prepared, player, seed)
    ended = game.ending.ended if game.ending.ended == "over" else f"{game.ending.ended}: {game.ending.message}"
    return time.process_time() - began, ended, len(game.match.playout.log)


# -- games a minute ----------------------------------------------------------------------------------


def campaigns(scenario: str, games: int) -> bool:
    """Games a minute by each player; whether all came to their end."""
    good, cores = True, cpu_count()
    chess = chess_games()
    with ProcessPoolExecutor(cores) as pool:
        list(pool.map(one, [scenario] * cores, ["idle"] * cores, range(cores)))  # each has compiled it now
        for player in PLAYERS:
            alone = [one(scenario, player, seed) for seed in range(1, games + 1)]
            began = time.perf_counter()
            together = list(pool.map(one, *zip(*[(scenario, player, s) for s in range(games + 1, 3 * games + 1)])))  # noqa: B905
            wall = time.perf_counter() - began
            seconds = sum(each[0] for each in alone) / games
            line = (
                f"  {player:10} {60 / seconds:7.1f} a minute on one core, {60 * len(together) / wall:7.1f} on {cores}"
            )
            line += f"; {seconds:.2f} s a game of {sum(each[2] for each in alone) // games} decisions"
            print(line + (f", {seconds * chess:.0f} playouts of chess" if chess else ""))
            for _seconds, ended, _number in [*alone, *together]:
                if ended != "over":
                    good = False
                    print(f"    {ended}")
            if player == "competent":
                print(f"    aim: {60 * AIM:.0f} a minute a core; {'met' if seconds * AIM <= 1 else 'missed'}")
    return good


def chess_games(seconds: float = 3.0) -> float:
    """Random playouts of chess a second on one core; 0 where python-chess is not installed."""
    if find_spec("chess") is None:
        print("  python-chess is not installed (GPL, by hand: pip install chess): no comparison with it")
        return 0.0
    import chess  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

    dice, games, began = random.Random(1942), 0, time.process_time()
    while time.process_time() - began < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        games += 1
    rate = games / (time.process_time() - began)
    print(f"  python-chess: {60 * rate:.0f} random playouts a minute on one core")
    return rate


# -- where the time goes -----------------------------------------------------------------------------


def shares(scenario: str) -> None:
    """The share of each module in a competent game, in which it is at work itself.

    A sampler looks every few milliseconds of the process where the game is, and costs nothing between. A tracing
    profiler slows each call, so that modules of many short calls seem dear and long loops cheap.
    """
    prepared, found = ready(scenario), Counter[str]()

    def look(_signal: int, frame: FrameType | None) -> None:
        found[_module(frame.f_code.co_filename if frame else "")] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        for seed in range(1, SAMPLED + 1):
            played(prepared, "competent", seed)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    total = sum(found.values())
    print(f"  {total} looks at {SAMPLED} games")
    for name, count in found.most_common(14):
        print(f"  {100 * count / total:5.1f} %  {name}")


def _module(file: str) -> str:
    parts = Path(file).parts
    known = parts.index("scenario_forge") if "scenario_forge" in parts else -1
    return "/".join(parts[known + 1 :])[-44:] if known >= 0 else "Python and libraries"


# -- how it grows ------------------------------------------------------------------------------------


def tiled(compiled: CompiledScenario, copies: int) -> CompiledScenario:
    """Copies of the map with its army and supply one below the other, without a way between them."""
    hexes, ground, units, markers = compiled.hexes, compiled.map, compiled.units, compiled.markers

    def over(values: Any) -> Any:  # noqa: ANN401 - arrays
        return ints([value + hexes * n if value >= 0 else value for n in range(copies) for value in values])

    def again(table: Any, **hexed: Any) -> Any:  # noqa: ANN401 - a table of arrays
        columns = {name: ints(list(getattr(table, name)) * copies) for name in [each.name for each in fields(table)]}
        return replace(table, **{**columns, **{name: over(values) for name, values in hexed.items()}})

    types = compiled.marker_types
    return replace(
        compiled,
        map=again(ground, neighbours=ground.neighbours),
        units=again(units, hex=units.hex),
        markers=again(markers, hex=markers.hex),
        marker_types=replace(types, count=ints([count * copies for count in types.count])),
        names={**compiled.names, "hexes": compiled.names["hexes"] * copies, "units": compiled.names["units"] * copies},
    )


def growth(scenario: str) -> None:
    """Cost of the mechanics and of a player turn over map and army of several sizes."""
    setting = ready(scenario)
    first: dict[str, float] = {}
    for copies in SIZES:
        compiled = tiled(setting.compiled, copies)
        play = DesertPlay(compiled)
        state, rules = play.begin(), play.rules
        print(f"  {compiled.hexes} hexes, {len(compiled.units.side)} units")
        unit = next(unit for unit in rules.fighters[0] if state.units.place[unit] >= 0)
        works: dict[str, Callable[[], object]] = {
            "reach of a unit": lambda: reach(rules, state, unit),  # noqa: B023 - called before the next size
            "zones of control": lambda: zones(rules, state, 0),  # noqa: B023 - called before the next size
            "far from enemies": lambda: strategic_hexes(rules, state, 0),  # noqa: B023 - called before the next size
            "general supply": lambda: supplied(rules, state, 0),  # noqa: B023 - called before the next size
        }
        for name, work in works.items():
            growing(first, name, 1e6 * fresh(state, work), "µs")
        for player in ("random", "competent"):
            prepared = replace(setting, compiled=compiled, play=play)
            growing(first, f"player turn, {player}", 1e3 * turn(prepared, player), "ms")


def growing(first: dict[str, float], name: str, cost: float, unit: str) -> None:
    """Show a cost and how many times that of the smallest it is."""
    print(f"    {name:24} {cost:10.1f} {unit}   × {cost / first.setdefault(name, cost):.1f}")


def fresh(state: Any, work: Callable[[], object], rounds: int = 30) -> float:  # noqa: ANN401 - any state
    """Seconds of the fastest round, nothing being known from before."""
    best = float("inf")
    for _ in range(rounds):
        state.revisions = [revision + 1 for revision in state.revisions]
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def turn(prepared: Prepared, player: str) -> float:
    """Seconds of one core for the first two player turns, a turn."""
    seen: set[tuple[int, int]] = set()

    def still(match: Any) -> bool:  # noqa: ANN401 - a Match
        seen.add(match.play.moment(match.playout.state))
        return len(seen) < 3

    began = time.process_time()
    played(prepared, player, 1, seen=still)
    return (time.process_time() - began) / 2


def main(words: list[str]) -> int:
    """Measure and print."""
    scenario = words[0] if words else SCENARIO
    games = int(words[1]) if len(words) > 1 else GAMES
    print(f"{scenario}, {games} games each")
    good = campaigns(scenario, games)
    print("where the time of a competent game goes")
    shares(scenario)
    print("how it grows")
    growth(scenario)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

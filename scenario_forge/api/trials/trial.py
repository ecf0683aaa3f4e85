"""Trial games: as many as an answer needs, and which rows of the victory table are attained."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from scenario_forge.api.calls import load_game
from scenario_forge.api.play import prepare
from scenario_forge.api.trials.kept import margin_of, spread_words
from scenario_forge.api.trials.playtest import sample_of, target_of
from scenario_forge.diagnostics.report import plural
from scenario_forge.drafts.victory import annotate
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.result import margin, owners_at_end
from scenario_forge.playtest.run import Run, stop_when_decided
from scenario_forge.playtest.statistics import BandTest, band_of, spread, win_of
from scenario_forge.simulator.runner import pool_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.api.trials.playtest import TrialSettings
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.documents.victory import Target
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.result import GameResult


def play_trial(
    game: Game,
    scenario: str,
    games: int,
    table: TrialSettings,
    target: Target | None = None,
    *,
    stop: bool = False,
) -> tuple[Prepared, list[GameResult]]:
    """Play a scenario; with ``stop`` only until it is known whether the target is met.

    The ``history`` of each game tells by the id of a row whether it was attained when it was looked at; rows of
    stops that a game did not come to are not in it.

    Raises:
        NoSuchScenario, CompileError, NotPlayable: it cannot be played.
        NoSuchPlayer: there is none of that name (a LookupError).
        ValueError: the target band has no inside.
        KeyboardInterrupt: the person interrupts.
    """
    prepared = prepare(game, scenario)
    sample = sample_of(prepared, table.players_at(prepared, target), rows_as_claims(prepared.compiled), table.limit)
    enough = None
    if stop and target is not None:
        enough = stop_when_decided(BandTest(band_of(target)), win_of(target, prepared.sides.index(target.side)))
    with pool_of(table.jobs) as pool:
        return prepared, Run([sample], games, table.seed, pool, seen=table.seen, stop=enough).play()[0]


def rows_as_claims(compiled: CompiledScenario) -> list[dict[str, Any]]:
    """Return the rows of the victory table as happenings that a playtest looks at when their stop comes."""
    first = compiled.turns.span[0]
    return [
        {
            "id": row["id"],
            "text": row["id"],
            "label": "",
            "turn": int(row["turn"]) - int(first),
            "side": row["after"],
            "claims": [{"side": row["side"], "when": row["when"], "least": 1 if row["each"] else None, "ever": False}],
        }
        for row in compiled.objectives
    ]


def count_attained(games: Sequence[GameResult], row: str) -> tuple[int, int]:
    """Count in how many games a row was attained, of how many that came to its stop."""
    told = [game.history[row] for game in games if game.whole and row in game.history]
    return sum(told), len(told)


# -- what playouts show of the victory rows of a scenario that is drafted --------------------------


CONTESTED = 0.1
"""A place is contested that in so large a share of games ends with each of two sides."""


def shown_by_playouts(game: Game, name: str, text: str, games: int, table: TrialSettings) -> str:
    """Return the text of a drafted scenario with comments on what games show of its rows.

    Args:
        game: with its errata, as the draft was made from.
        name: of the scenario; it need not be in the game's folder yet.
        text: of its file.
        games: how many to play.
        table: who plays, and how.

    Raises:
        CompileError, NotPlayable: the draft cannot be played.
        NoSuchPlayer: there is none of that name (a LookupError).
        KeyboardInterrupt: the person interrupts.
    """
    drafted = load_game(game.folder, game.errata, {f"scenarios/{name}.yaml": text})
    target = target_of(drafted, name)
    prepared, results = play_trial(drafted, name, games, table, target)
    whole = [result for result in results if result.whole]
    own = [row.id for row in scenarios(drafted).scenarios[name].document.victory]
    held = _held(whole, prepared.sides)
    rows = prepared.compiled.objectives
    printed = [_often(whole, row["id"]) for row in rows if row["id"] not in own]
    told = {row["id"]: _told(whole, row, prepared, held) for row in rows if row["id"] in own}
    more = list(_contested(drafted, prepared, whole, set(held)))
    head = f"Shown by {plural(len(whole), 'game')}, {_players(prepared, table, drafted, name)}"
    scores = _scores(whole, prepared)
    lines = [f"{head}; seeds from {table.seed}.", *([f"{scores}."] if scores else []), *more]
    if len(whole) < games:
        lines.insert(1, f"{games - len(whole)} more did not come to their end.")
    return annotate(text, printed, [told.get(id_, "") for id_ in own], lines)


def _scores(games: Sequence[GameResult], prepared: Prepared) -> str:
    """Return the spread of the first side's lead at the stop: ``allied lead at the end: median +3 points, …``."""
    found = margin_of(spread([margin(game, 0) for game in games]))
    return spread_words(found, prepared.sides[0].capitalize()) if prepared.sides else ""


def _players(prepared: Prepared, table: TrialSettings, game: Game, name: str) -> str:
    names = table.players_at(prepared, target_of(game, name))
    return ", ".join(f"{side} {player}" for side, player in zip(prepared.sides, names, strict=True))


def _often(games: Sequence[GameResult], row: str) -> str:
    """Return the share of games: ``attained in 12 of 20 games``."""
    count, of = count_attained(games, row)
    if not of:
        return "no game came to this stop"
    if not count:
        return f"attained by nobody in {plural(of, 'game')}"
    each = "the one game" if of == 1 else f"each of {of} games"
    return f"attained in {each}" if count == of else f"attained in {count} of {of} games"


def _told(games: Sequence[GameResult], row: Mapping[str, Any], prepared: Prepared, held: Mapping[str, str]) -> str:
    """Describe a row of the scenario; where the games do not support it, a person is asked."""
    words = _often(games, row["id"])
    if not count_attained(games, row["id"])[0]:
        words = f"Decide: {words}"
    places = _places(row["when"], prepared)
    return words + "".join(f"; {name} at the end: {told}" for name, told in held.items() if name in places)


def _places(when: object, prepared: Prepared) -> set[str]:
    """Return the names of places that a compiled predicate asks about."""
    if isinstance(when, list):
        return {name for part in when for name in _places(part, prepared)}
    if not isinstance(when, dict):
        return set()
    found = {name for part in when.values() for name in _places(part, prepared)}
    if isinstance(when.get("hex"), int):
        names, places = prepared.compiled.names, prepared.compiled.places
        hex_ = when["hex"]
        found |= {names["places"][n] for n, at in enumerate(places.hex) if at == hex_} | {names["hexes"][hex_]}
    return found


def _held(games: Sequence[GameResult], sides: Sequence[str]) -> dict[str, str]:
    """Return by place of the victory table, who holds it at the end, in how many games."""
    found: dict[str, Counter[int]] = {}
    for game in games:
        for name, side in zip(game.places, game.turns[-1].held, strict=False):
            found.setdefault(name, Counter())[side] += 1
    return {name: _counted(counts, sides) for name, counts in found.items()}


def _counted(counts: Mapping[int, int], sides: Sequence[str]) -> str:
    """Return games by side: ``allied 14, axis 6``; games of no side last, where there are any."""
    told = [f"{side} {counts.get(number, 0)}" for number, side in enumerate(sides, start=1)]
    return ", ".join([*told, *([f"nobody {counts[0]}"] if counts.get(0) else [])])


def _contested(game: Game, prepared: Prepared, games: Sequence[GameResult], scored: set[str]) -> Iterator[str]:
    """Yield supply centres that no row asks about, and that end now with one side, now with the other."""
    grid = hex_map(on_boards(game, prepared.compiled.names["scenario"][0]))
    if grid is None or not games:
        return
    ends = [owners_at_end(result, prepared.compiled.hexes) for result in games]
    seen: set[int] = set()
    for place, hex_, _where in grid.places.values():
        if hex_ is None or hex_ in seen or place.capacity is None or scored & {place.name, grid.name(hex_)}:
            continue
        seen.add(hex_)
        counts = Counter(end[hex_] for end in ends)
        several = [side for side, count in counts.items() if side and count >= max(1, CONTESTED * len(games))]
        if len(several) > 1:
            yield f"Decide: {place.name}? No row asks for it; at the end: {_counted(counts, prepared.sides)}."

"""VIC016 to VIC019: levels of victory that tile, that can be reached; ledger rows that score something."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import vic
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.ending import counts_in, ending
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import LedgerRow
    from scenario_forge.project.ending import Band, LinkedLevels
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_SCORES = ("when", "distance", "losses", "event")


def tiling(game: Game) -> Iterator[Diagnostic]:
    """Levels, and distances, that overlap or leave a gap."""
    linked = ending(game)
    for each in linked.levels:
        ratio = each.levels.measure == "ratio"
        bands = _known(each.bands)
        yield from _ratios(bands) if ratio else _tiled(bands, open_ended=True)
    for _where, distances in linked.distances:
        yield from _tiled(_known(distances), open_ended=False)


def reach(game: Game) -> Iterator[Diagnostic]:
    """Levels that nobody can reach with what the ledger and the objectives bring."""
    for each in ending(game).levels:
        low, high = _reachable(game, each)
        for level, band in zip(each.levels.levels, each.bands, strict=True):
            if band is None:
                continue
            below = low is not None and band.high is not None and band.high < low
            above = high is not None and band.low is not None and band.low > high
            if below or above:
                limit = f"no less than {low}" if below else f"no more than {high}"
                finding = vic.VIC016.at(band.where, level=level.name, range=level.range, limit=limit)
                yield finding.under(each.levels.rule or None)


def ledgers(game: Game) -> Iterator[Diagnostic]:
    """Rows of the ledger that score nothing, or several things at once; two with one id."""
    seen: dict[str, object] = {}
    for row, where in ending(game).ledger:
        found = [key for key in _SCORES if getattr(row, key) is not None]
        if len(found) != 1:
            yield vic.VIC018.at((where / "id"), row=row.id, count=len(found))
        elif not _points(row):
            yield vic.VIC019.at((where / "id"), row=row.id)
        if row.id in seen:
            yield vic.VIC010.at(where / "id", what=f"there are two rows `{row.id}` in the ledger")
        seen[row.id] = where


def doubled(game: Game) -> Iterator[Diagnostic]:
    """Scenarios with two lists of levels, and two lists for all."""
    first: dict[str, Where] = {}
    for each in ending(game).levels:
        listed = each.levels.scenarios
        named = [(id_, each.where / "scenarios" / number) for number, id_ in enumerate(listed)]
        for id_, at in named or [("", each.where / "id")]:
            if first.setdefault(id_, at) is not at:
                whose = f"scenario `{id_}` has" if id_ else "all scenarios have"
                finding = vic.VIC010.at(at, what=f"{whose} two lists of levels")
                yield finding.also(first[id_], "the first")


def _known(bands: list[Band | None]) -> list[Band]:
    return sorted(
        (band for band in bands if band is not None), key=lambda band: (band.low is not None, band.low or Fraction(0))
    )


def _tiled(bands: list[Band], *, open_ended: bool) -> Iterator[Diagnostic]:
    """Whole numbers: each band begins one above the end of the one before."""
    for before, band in pairwise(bands):
        if before.high is None or band.low is None or band.low <= before.high:
            shared = "the same" if band.low is None or before.high is None else str(band.low)
            finding = vic.VIC017.at(band.where, what=f"`{band.text}` and `{before.text}` both cover {shared}")
            yield finding.also(before.where, "the other")
        elif band.low > before.high + 1:
            first, last = before.high + 1, band.low - 1
            missing = str(first) if first == last else f"{first} to {last}"
            what = f"nothing covers {missing}, between `{before.text}` and `{band.text}`"
            yield vic.VIC017.at(band.where, what=what).also(before.where, "the one before")
    if open_ended and bands:
        if bands[0].low is not None:
            yield vic.VIC017.at(bands[0].where, what=f"nothing covers what is below `{bands[0].text}`")
        if bands[-1].high is not None and all(band.high is not None for band in bands):
            yield vic.VIC017.at(bands[-1].where, what=f"nothing covers what is above `{bands[-1].text}`")


def _ratios(bands: list[Band]) -> Iterator[Diagnostic]:
    """Each level reaches to its own ratio, from that of the level before."""
    last = bands[-1] if bands else None
    for band in bands:
        if band.low is not None and band.high is not None and band.high <= band.low:
            yield vic.VIC017.at(band.where, what=f"`{band.text}` is no higher than the ratio of the level before")
    if last is not None and last.high is not None:
        yield vic.VIC017.at(last.where, what=f"nothing covers a ratio above `{last.text}`")


def _points(row: LedgerRow) -> list[int]:
    """What it can bring."""
    given = [band.points for band in row.distance.bands] if row.distance else [row.points]
    return [points for points in given if points]


def _reachable(game: Game, each: LinkedLevels) -> tuple[int | None, int | None]:
    """The lowest and the highest value of what is measured; None where there is no bound."""
    levels = each.levels
    if levels.of == "losses":
        return (None if levels.measure == "difference" else 0), None
    ids = levels.scenarios or list(scenarios(game).scenarios) or [""]
    scored: list[tuple[str | None, int]] = []
    for document, _where in game.documents("victory", VictoryDocument):
        scored += [(row.side, row.points) for row in document.objectives]
        scored += [(row.side, row.points) for row in document.decisive]
        scored += [
            (row.side, points)
            for row in document.ledger
            if any(counts_in(row.scenarios, id_) for id_ in ids)
            for points in _points(row)
        ]
    for id_, scenario in scenarios(game).scenarios.items():
        scored += [(row.side, row.points) for row in scenario.document.victory if id_ in ids]
    own = [points for side, points in scored if side in (levels.side, None)]
    other = [points for side, points in scored if side != levels.side]
    rises, falls = any(p > 0 for p in own), any(p < 0 for p in own)
    if levels.measure == "difference":
        rises, falls = rises or any(p < 0 for p in other), falls or any(p > 0 for p in other)
    if levels.measure == "ratio":
        return 0, None
    return (None if falls else 0), (None if rises else 0)


CHECKS = (tiling, reach, ledgers, doubled)

"""VIC008, 009, VIC016 to 019, 031 to 033: levels of victory, ledger rows, objectives that score in the wrong order."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.checks.order import longest_rising, repeated_rows
from scenario_forge.checks.victory.parts import common_hexes, keys_of, objectives, scenario_rows, selected_units
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.front import PlaceState, place_and_state, predicates, ranks_above
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.usage import unscored
from scenario_forge.game.scenarios import counts_in, ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.checks.victory.parts import VictoryRow
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import ByDistance, LedgerRow, Levels, Presence, Scored
    from scenario_forge.game.forces import Forces
    from scenario_forge.game.front import Predicate
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Band, LinkedLevels

CODES = Codes(__file__)
VIC008 = CODES.error("VIC008", "better-state-scores-less", "{better} scores {less}, but {worse} scores {more}")
VIC009 = CODES.error("VIC009", "better-state-has-no-row", "{worse} scores {points}, and nothing scores {better}")
VIC010 = CODES.error(
    "VIC010",
    "objective-given-twice",
    id="there are two objectives `{row}`",
    condition="the same side scores for the same thing at the same stop date twice",
    left_out="`{row}` is left out twice",
    unit="{unit} is listed twice",
    ledger="there are two rows `{row}` in the ledger",
    levels="scenario `{scenario}` has two lists of levels",
    levels_of_all="all scenarios have two lists of levels",
)
VIC016 = CODES.error(
    "VIC016",
    "level-out-of-reach",
    "no game can reach `{level}` ({range}): the points measured are {limit}",
)
VIC017 = CODES.error(
    "VIC017",
    "levels-do-not-tile",
    overlap="`{band}` and `{before}` both cover {shared}",
    gap="nothing covers {missing}, between `{before}` and `{band}`",
    below="nothing covers what is below `{band}`",
    above="nothing covers what is above `{band}`",
    ratio="`{band}` is no higher than the ratio of the level before",
    ratio_above="nothing covers a ratio above `{band}`",
)
VIC018 = CODES.error(
    "VIC018",
    "ledger-row-names-nothing",
    "row `{row}` of the ledger needs exactly one of {keys}; it has {count}",
)
VIC019 = CODES.warning("VIC019", "ledger-row-without-points", "row `{row}` of the ledger scores no points")
VIC031 = CODES.error(
    "VIC031",
    "level-of-another-side",
    called="the level is called `{level}`, but {side} wins by it",
    order="`{level}` is a victory of {side}, but {better} does better the further {way} a level stands",
    side="all levels run the other way: {better} does better the further {way} a level stands",
)
VIC032 = CODES.warning(
    "VIC032",
    "distance-out-of-place",
    far="no hex of the map is {hexes} hexes from {place}",
    base="{side} has no place here from which the distance of its units is counted",
    exchanged="units of each side begin nearer to the base of the other: {places}",
    order="{points} points for {hexes} hexes are out of order",
)
VIC033 = CODES.error(
    "VIC033", "not-scored", "the rules of this game do not score {what}, so that it cannot be played with it"
)


_Scored = tuple[str | None, list[int], float]
"""Who scores, the points that it can bring each time how many times at most."""
_SCORES = ("when", "distance", "losses", "event")


def tiling(game: Game) -> Iterator[Diagnostic]:
    """Report levels, and distances, that overlap or leave a gap."""
    linked = ending(game)
    for each in linked.levels:
        ratio = each.levels.measure == "ratio"
        bands = _known(each.bands)
        if None not in each.bands:  # which is told: where it belongs nobody knows
            yield from _ratios(bands) if ratio else _tiled(bands, open_ended=True)
    for _where, distances in linked.distances:
        if None not in distances:
            yield from _tiled(_known(distances), open_ended=False)


def reach(game: Game) -> Iterator[Diagnostic]:
    """Report levels of victory that the ledger and the objectives can never reach."""
    for each in ending(game).levels:
        low, high = _reachable(game, each)
        for level, band in zip(each.levels.levels, each.bands, strict=True):
            if band is None:
                continue
            below = band.high is not None and band.high < low
            above = band.low is not None and band.low > high
            if below or above:
                limit = f"no less than {low:.0f}" if below else f"no more than {high:.0f}"
                finding = VIC016.at(band.where, level=level.name, range=level.range, limit=limit)
                yield finding.under(each.levels.rule)


def ledgers(game: Game) -> Iterator[Diagnostic]:
    """Report rows of the ledger that score nothing, or several things at once; two with one id."""
    seen: dict[str, object] = {}
    for row, where in ending(game).ledger:
        found = [key for key in _SCORES if getattr(row, key) is not None]
        if len(found) != 1:
            yield VIC018.at((where / "id"), row=row.id, keys=", ".join(f"`{key}`" for key in _SCORES), count=len(found))
        elif not _points(row):
            yield VIC019.at((where / "id"), row=row.id)
        if row.id in seen:
            yield VIC010.at(where / "id", "ledger", row=row.id)
        seen[row.id] = where


def left_out(game: Game) -> Iterator[Diagnostic]:
    """Report parts of the victory table that the rule system leaves out in play."""
    for what, where in unscored(game):
        yield VIC033.at(where, what=what)


def winners(game: Game) -> Iterator[Diagnostic]:
    """Report levels called after a side that does not win by them, and levels that are worth more to the loser."""
    for each in ending(game).levels:
        odd = {}
        for number, level in enumerate(each.levels.levels):
            said = [side for side, name in game.side_names.items() if re.search(rf"\b{re.escape(name)}\b", level.name)]
            if len(said) == 1 and said[0] != level.side:
                at = each.where / "levels" / number
                odd[number] = at
                who = game.side_name(level.side) if level.side else "nobody"
                yield VIC031.at(at / ("side" if level.side else "name"), "called", level=level.name, side=who)
        yield from _worth(game, each, odd)


def _worth(game: Game, each: LinkedLevels, odd: Collection[int]) -> Iterator[Diagnostic]:
    """Levels in the order of what is measured: from the victories of one side through draws to those of the other."""
    side, losses = each.levels.side, each.levels.of == "losses"
    banded = [(number, band) for number, band in enumerate(each.bands) if band is not None]
    banded.sort(key=lambda pair: (pair[1].low is not None, pair[1].low or Fraction(0)))
    order = [number for number, _band in banded]
    levels = each.levels.levels
    values = [(1 if levels[n].side == side else -1) * (-1 if losses else 1) if levels[n].side else 0 for n in order]
    better, way = game.side_name(side), "down" if losses else "up"
    if len(set(values)) > 1 and values == sorted(values, reverse=True):
        yield VIC031.at(each.where / "side", "side", better=better, way=way)
        return
    kept = longest_rising(values, strictly=False)
    for index, number in enumerate(order):
        level = levels[number]
        if index not in kept and number not in odd and level.side:
            at, who = each.where / "levels" / number / "side", game.side_name(level.side)
            yield VIC031.at(at, "order", level=level.name, side=who, better=better, way=way)


@with_part(hex_map)
def distances(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report points by distance from nowhere, from the other side's base, at no hex of the map, or out of order."""
    bands = dict(ending(game).distances)
    for row, where in ending(game).ledger:
        if row.distance is None:
            continue
        at = where / "distance"
        owner = row.distance.units.side or row.side
        for side in game.side_names:
            if side not in row.distance.base and owner in (None, side):
                yield VIC032.at((at / "base").key(), "base", side=game.side_name(side))
        spots = {side: spot.hex for side, name in row.distance.base.items()
                 if (spot := grid.find(name)) and spot.hex is not None}  # fmt: skip
        yield from _beyond(grid, bands.get(at / "bands", []), row.distance, spots)
        yield from _exchanged(game, grid, at, row.distance, spots)
        points = [band.points for band in row.distance.bands]
        rising = longest_rising(points, strictly=False), longest_rising([-each for each in points], strictly=False)
        kept = max(rising, key=len)
        for number, band in enumerate(row.distance.bands):
            if number not in kept and len(points) - len(kept) == 1 and len(points) > MANY_BANDS:
                yield VIC032.at(at / "bands" / number / "points", "order", points=band.points, hexes=band.hexes)


MANY_BANDS = 3
"""How many distances show an order that one of them breaks, if there are more."""


def _beyond(
    grid: HexMap, bands: list[Band | None], stated: ByDistance, spots: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """Distances that no hex of the map has from any of the places."""
    if not spots or len(spots) < len(stated.base):
        return
    reach = {
        side: max(distance(grid.grid, spot, hex_) for hex_ in range(len(grid.grid))) for side, spot in spots.items()
    }
    farthest = max(reach, key=reach.__getitem__)
    for band in bands:
        if band is not None and band.low is not None and band.low > reach[farthest]:
            yield VIC032.at(band.where, "far", hexes=band.text, place=stated.base[farthest])


def _exchanged(
    game: Game, grid: HexMap, at: Where, stated: ByDistance, spots: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """Two places that have changed sides: at the first start all sides begin nearer to another's than to their own."""
    track, known = schedule(game), set_ups(game)
    turns = {start: mark.turn for start, mark in track.starts.items() if mark.turn is not None} if track else {}
    first = min((start for start in turns if start in known), key=turns.__getitem__, default=None)
    one_place = len(set(spots.values())) == 1
    if first is None or one_place or len(spots) != len(game.side_names):
        return
    for side, own in spots.items():
        hexes = [each.hex for each in known[first].of(side)]
        away = {spot: sum(distance(grid.grid, hex_, spot) for hex_ in hexes) for spot in spots.values()}
        if not hexes or min(away.values()) == away[own]:
            return
    places = ", ".join(f"{stated.base[side]} of {game.side_name(side)}" for side in spots)
    yield VIC032.at((at / "base").key(), "exchanged", places=places)


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report scenarios with two lists of levels, and two lists for all."""
    named: list[tuple[str, Where]] = []
    for each in ending(game).levels:
        listed = list(each.where.each("scenarios", each.levels.scenarios))
        named += listed or [("", each.where / "id")]
    for (id_, at), (_, first) in repeated_rows(named, lambda row: row[0]):
        yield VIC010.at(at, "levels" if id_ else "levels_of_all", scenario=id_).also(first, "the first")


def _known(bands: list[Band | None]) -> list[Band]:
    return sorted(
        (band for band in bands if band is not None), key=lambda band: (band.low is not None, band.low or Fraction(0))
    )


def _tiled(bands: list[Band], *, open_ended: bool) -> Iterator[Diagnostic]:
    """Report whole numbers that do not tile: each band must begin one above the end of the one before."""
    for before, band in pairwise(bands):
        if before.high is None or band.low is None or band.low <= before.high:
            shared = "the same" if band.low is None or before.high is None else str(band.low)
            finding = VIC017.at(band.where, "overlap", band=band.text, before=before.text, shared=shared)
            yield _joined(finding.also(before.where, "the other"), before, band)
        elif band.low > before.high + 1:
            first, last = before.high + 1, band.low - 1
            missing = str(first) if first == last else f"{first} to {last}"
            finding = VIC017.at(band.where, "gap", missing=missing, before=before.text, band=band.text)
            yield _joined(finding.also(before.where, "the one before"), before, band)
    if open_ended and bands:
        if bands[0].low is not None:
            yield VIC017.at(bands[0].where, "below", band=bands[0].text)
        if bands[-1].high is not None and all(band.high is not None for band in bands):
            yield VIC017.at(bands[-1].where, "above", band=bands[-1].text)


def _joined(finding: Diagnostic, before: Band, band: Band) -> Diagnostic:
    """The finding with the end of a band before the beginning of the next, and that behind its end."""
    if before.high is None or band.low is None:
        return finding
    # `<60` ends before its number, `4-12` with it
    end = band.low if before.text.lstrip().startswith("<") else band.low - 1
    for other, old, new in ((before, _LAST_NUMBER, end), (band, _FIRST_NUMBER, before.high + 1)):
        text = old.sub(str(new), other.text, count=1)
        finding = finding.could_be(other.where, text, "so that neither gap nor overlap is left", "restated")
    return finding


_FIRST_NUMBER = re.compile(r"-?\d+")
_LAST_NUMBER = re.compile(r"(?<!\d)-?\d+(?=\D*\Z)|\d+(?=\D*\Z)")


def _ratios(bands: list[Band]) -> Iterator[Diagnostic]:
    """Each level reaches to its own ratio, from that of the level before."""
    last = bands[-1] if bands else None
    for index, band in enumerate(bands):
        if band.low is not None and band.high is not None and band.high <= band.low:
            yield VIC017.at(band.where, "ratio", band=band.text).also(bands[index - 1].where, "the level before")
    if last is not None and last.high is not None:
        yield VIC017.at(last.where, "ratio_above", band=last.text)


def _points(row: LedgerRow) -> list[int]:
    """The points that a row of the ledger can bring, without zeros."""
    given = [band.points for band in row.distance.bands] if row.distance else [row.points]
    return [points for points in given if points]


def _reachable(game: Game, each: LinkedLevels) -> tuple[float, float]:
    """The lowest and highest value of the measured quantity; infinite where no bound is known."""
    levels = each.levels
    if levels.of == "losses":
        return (-math.inf if levels.measure == "difference" else 0), math.inf
    if levels.measure == "ratio":
        return 0, math.inf
    linked = scenarios(game).scenarios
    ends = [scored for id_ in levels.scenarios or list(linked) or [""] for scored in _scored(game, id_)]
    found = [_bounds(levels, scored) for scored in ends]
    return min(low for low, _high in found), max(high for _low, high in found)


def _scored(game: Game, scenario: str) -> list[list[_Scored]]:
    """What brings points in a scenario, each with how often at most, by the stop date at which it ends."""
    scored: list[_Scored] = []
    by_stop: dict[str, list[_Scored]] = {"": []}
    track = schedule(game)
    turns = track.calendar.length if track else math.inf
    for document, _where in game.documents("victory", VictoryDocument):
        for objective in document.objectives:
            stop = "" if document.cumulative else objective.stop
            by_stop.setdefault(stop, []).append(_once(objective))
        scored += [(row.side, [row.points], 1) for row in document.decisive]
        for row in document.ledger:
            if counts_in(row.scenarios, scenario):
                times = {"end": 1, "turn": turns, "event": math.inf}[row.at] if row.when else math.inf
                scored.append((row.side, _points(row), times))
    own = scenarios(game).scenarios.get(scenario)
    scored += [_once(row) for row in own.document.victory] if own else []
    return [scored + rows for rows in by_stop.values()]


def _once(row: Scored) -> _Scored:
    return row.side, [row.points], math.inf if row.each else 1


def _bounds(levels: Levels, scored: list[_Scored]) -> tuple[float, float]:
    """The least and the most that they come to together; a row without a side counts for either."""
    low = high = 0.0
    for side, points, times in scored:
        brought = [0, *(each * times for each in points if each)]
        least, most = min(brought), max(brought)
        if side in (levels.side, None):
            low, high = low + least, high + most
        if side != levels.side and levels.measure == "difference":
            low, high = low - most, high - least
    return low, high


# -- a better state of affairs scores less than a poorer one, or has no row ------------------------


@dataclass(frozen=True, slots=True)
class _Hold:
    """A row about one place."""

    row: VictoryRow
    place: str
    state: PlaceState
    known: Mapping[str, Predicate]

    @property
    def points(self) -> int:
        return self.row.entry.points

    @property
    def words(self) -> str:
        return self.state.words(self.place, self.known)


def holding_rows(game: Game) -> Iterator[Diagnostic]:
    """Report rows about who holds a place in which a better state scores less, or nothing (VIC008, VIC009)."""
    by_place: dict[tuple[str, str, str], list[_Hold]] = {}
    for row in [*objectives(game), *scenario_rows(game)]:
        found = _hold(game, row)
        if found is not None:
            by_place.setdefault((row.moment, row.entry.side, found.place), []).append(found)
    for several in by_place.values():
        by_state = {found.state: found for found in several}
        for one, other in permutations(by_state.values(), 2):
            if ranks_above(one.state, other.state) and one.points < other.points:
                yield _less(one.row, one.words, other.row, other.words)
        yield from _absent(game, by_state)


@with_part(hex_map)
def presence_rows(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report rows of one group about units in a region where the stronger condition scores less (VIC008)."""
    linked = forces(game)
    groups: dict[tuple[str, str, str], list[VictoryRow]] = {}
    for row in [*objectives(game), *scenario_rows(game)]:
        if row.group and row.entry.when.present is not None and keys_of(row.entry.when) == ["present"]:
            groups.setdefault((row.moment, row.entry.side, row.group), []).append(row)
    for several in groups.values():
        for good, poor in permutations(several, 2):
            less = good.entry.points < poor.entry.points
            if less and _stronger(linked, grid, good, poor) and not _stronger(linked, grid, poor, good):
                yield _less(good, f"`{_text(good)}`", poor, f"`{_text(poor)}`")


def _less(better: VictoryRow, better_words: str, worse: VictoryRow, worse_words: str) -> Diagnostic:
    finding = VIC008.at(
        better.where / "points",
        better=better_words,
        less=better.entry.points,
        worse=worse_words,
        more=worse.entry.points,
    )
    return finding.also(worse.where / "points", "the poorer state scores more")


def _absent(game: Game, by_state: dict[PlaceState, _Hold]) -> Iterator[Diagnostic]:
    """A place that scores for a worse result but not for the better one."""
    held = [state for state in by_state if state.holds]
    poorer = [state for state in held if state.predicate and not state.denied]
    if held and (not poorer or len(poorer) < len(held)):
        return
    found = by_state[poorer[0] if poorer else next(iter(by_state))]
    missing = found.state._replace(denied=True) if poorer else PlaceState()
    track = schedule(game)
    wanted = missing.words(found.place, found.known)
    finding = VIC009.at(found.row.where / "text", worse=found.words, points=found.points, better=wanted)
    if track and (found.row.stop or "") in track.stops:
        finding = finding.note(f"at {track.stops[found.row.stop or ''].date.label}")
    yield finding


# -- what a row is about --------------------------------------------------------------------------


def _hold(game: Game, row: VictoryRow) -> _Hold | None:
    known = predicates(game)
    found = place_and_state(row.entry.when, known)
    return None if found is None else _Hold(row, *found, known)


def _stronger(linked: Forces, grid: HexMap, one: VictoryRow, other: VictoryRow) -> bool:
    """Whether the first row cannot be true without the second."""
    a, b = one.entry.when.present, other.entry.when.present
    if a is None or b is None or a.none or b.none:
        return False
    if {a.units.side, b.units.side} != {one.entry.side}:
        return False
    here, there = common_hexes(grid, a.within), common_hexes(grid, b.within)
    if here is None or there is None or not here <= there:
        return False
    return _supplied(a, b) and selected_units(linked, a.units) <= selected_units(linked, b.units)


def _supplied(one: Presence, other: Presence) -> bool:
    return other.units.supplied is None or one.units.supplied == other.units.supplied


def _text(row: VictoryRow) -> str:
    return str(getattr(row.entry, "text", ""))


CHECKS = (
    tiling,
    reach,
    ledgers,
    left_out,
    winners,
    distances,
    duplicates,
    holding_rows,
    presence_rows,
)

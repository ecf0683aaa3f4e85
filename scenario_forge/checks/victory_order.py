"""VIC008, VIC009: a better state of affairs scores less than a poorer one, or has no row."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from scenario_forge.checks.victory_parts import common, keys_of, objectives, own, selected
from scenario_forge.diagnostics.catalogue import vic
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.holding import State, holding, predicates, ranks_above
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.checks.victory_parts import Row
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Presence
    from scenario_forge.project.forces import Forces
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.holding import Predicate


@dataclass(frozen=True, slots=True)
class _Hold:
    """A row about one place."""

    row: Row
    place: str
    state: State
    known: Mapping[str, Predicate]

    @property
    def points(self) -> int:
        return self.row.entry.points

    @property
    def words(self) -> str:
        return self.state.words(self.place, self.known)


def held(game: Game) -> Iterator[Diagnostic]:
    """Rows about who holds a place, by side and stop date."""
    by_place: dict[tuple[str, str, str], list[_Hold]] = {}
    for row in [*objectives(game), *own(game)]:
        found = _hold(game, row)
        if found is not None:
            by_place.setdefault((row.moment, row.entry.side, found.place), []).append(found)
    for several in by_place.values():
        by_state = {found.state: found for found in several}
        for one, other in permutations(by_state.values(), 2):
            if ranks_above(one.state, other.state) and one.points < other.points:
                yield _less(one.row, one.words, other.row, other.words)
        yield from _absent(game, by_state)


def present(game: Game) -> Iterator[Diagnostic]:
    """Rows of one group about units somewhere, of which only the best is scored."""
    linked, grid = forces(game), hex_map(game)
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in [*objectives(game), *own(game)]:
        if row.group and row.entry.when.present is not None and keys_of(row.entry.when) == ["present"]:
            groups.setdefault((row.moment, row.entry.side, row.group), []).append(row)
    for several in groups.values() if grid else ():
        assert grid is not None  # noqa: S101 - else there is nothing to go through
        for good, poor in permutations(several, 2):
            less = good.entry.points < poor.entry.points
            if less and _stronger(linked, grid, good, poor) and not _stronger(linked, grid, poor, good):
                yield _less(good, f"`{_text(good)}`", poor, f"`{_text(poor)}`")


def _less(better: Row, better_words: str, worse: Row, worse_words: str) -> Diagnostic:
    finding = vic.VIC008.at(
        better.where / "points",
        better=better_words,
        less=better.entry.points,
        worse=worse_words,
        more=worse.entry.points,
    )
    return finding.also(worse.where / "points", "the poorer state scores more")


def _absent(game: Game, by_state: dict[State, _Hold]) -> Iterator[Diagnostic]:
    """A place that scores in a poorer state but not in a good one, or without being taken but not when it is."""
    held = [state for state in by_state if state.holds]
    poorer = [state for state in held if state.predicate and not state.denied]
    if held and (not poorer or len(poorer) < len(held)):
        return
    found = by_state[poorer[0] if poorer else next(iter(by_state))]
    missing = found.state._replace(denied=True) if poorer else State()
    track = schedule(game)
    wanted = missing.words(found.place, found.known)
    finding = vic.VIC009.at(found.row.where / "text", worse=found.words, points=found.points, better=wanted)
    if track and (found.row.stop or "") in track.stops:
        finding = finding.note(f"at {track.stops[found.row.stop or ''].date.label}")
    yield finding


# -- what a row is about --------------------------------------------------------------------------


def _hold(game: Game, row: Row) -> _Hold | None:
    known = predicates(game)
    found = holding(row.entry.when, known)
    return None if found is None else _Hold(row, *found, known)


def _stronger(linked: Forces, grid: HexMap, one: Row, other: Row) -> bool:
    """Whether the first row cannot be true without the second."""
    a, b = one.entry.when.present, other.entry.when.present
    if a is None or b is None or a.none or b.none:
        return False
    if {a.units.side, b.units.side} != {one.entry.side}:
        return False
    here, there = common(grid, a.within), common(grid, b.within)
    if here is None or there is None or not here <= there:
        return False
    return _supplied(a, b) and selected(linked, a.units) <= selected(linked, b.units)


def _supplied(one: Presence, other: Presence) -> bool:
    return other.units.supplied is None or one.units.supplied == other.units.supplied


def _text(row: Row) -> str:
    return str(getattr(row.entry, "text", ""))


CHECKS = (held, present)

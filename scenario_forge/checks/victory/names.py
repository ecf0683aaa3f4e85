"""REF001, VIC001 to VIC003, VIC010: names and shape of the victory table's predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.victory.levels import VIC010
from scenario_forge.checks.victory.parts import (
    KINDS,
    REGIONS,
    conditional,
    in_words,
    keys_of,
    objectives,
    places,
    ranges,
    rows,
    selected,
    selectors,
    unlike,
    walk,
)
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import DecisiveVictory
from scenario_forge.project.codes import REF001, SCH002
from scenario_forge.project.ending import counter_values
from scenario_forge.project.forces import forces
from scenario_forge.project.front import predicates
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.time.calendar import DateError
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.checks.victory.parts import Row, Stated
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Condition, Selector
    from scenario_forge.project.forces import Forces
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.time.schedule import Schedule

CODES = Codes(__file__)
VIC001 = CODES.error("VIC001", "condition-not-one-thing", "{what} has {count} keys; expected {meant}")
VIC002 = CODES.error("VIC002", "unit-not-of-that-kind", "{unit} is {found}, but the condition asks for {wanted}")
VIC003 = CODES.error("VIC003", "no-unit-selected", "no unit is {wanted}")


def names(game: Game) -> Iterator[Diagnostic]:
    """Stops, sides and places that name nothing."""
    track, grid = schedule(game), hex_map(game)
    for row in rows(game):
        entry = row.entry
        if track:
            if row.stop is not None:
                yield from known_name(row.where / "stop", row.stop, "stop date", track.stops)
            yield from known_name(row.where / "side", entry.side, "side", track.sides)
            if isinstance(entry, DecisiveVictory):
                yield from known_name(row.where / "after", entry.after, "side", track.sides)
                yield from _since(track, entry, row.where / "since")
    for stated in conditional(game):
        yield from named_places(grid, stated)


def named_places(grid: HexMap | None, row: Stated) -> Iterator[Diagnostic]:
    """Places of a condition that name nothing."""
    for wanted, name, where in places(row) if grid else ():
        assert grid is not None  # noqa: S101 - else there is nothing to go through
        yield from _place(grid, wanted, name, where)


def shapes(game: Game) -> Iterator[Diagnostic]:
    """Conditions and places that are none or several things."""
    yield from well_shaped(game, conditional(game))


def well_shaped(game: Game, conditions: Iterable[Stated]) -> Iterator[Diagnostic]:
    """Conditions and places that are none or several things; predicates and ranges that the game does not have."""
    known, values = predicates(game), counter_values(game)
    for row in conditions:
        for value, where in ranges(row):
            yield from known_name(where, value, "number on counters", values)
        for condition, where in walk(row.entry.when, row.where / "when"):
            yield from _shape(condition, where)
            for key in condition.others:
                if key not in known and game.system:
                    meant = did_you_mean(key, [*KINDS, *known])
                    yield SCH002.at((where / key).key(), key=key).suggest(meant)


def units(game: Game) -> Iterator[Diagnostic]:
    """Selections that name an unknown side, nationality, size, type or unit, or nobody at all."""
    yield from selections(game, conditional(game))


def selections(game: Game, conditions: Iterable[Stated]) -> Iterator[Diagnostic]:
    """What is wrong with the selections of units of some conditions."""
    linked = forces(game)
    if not linked.counters:
        return
    lists = _lists(game)
    for row in conditions:
        for selector, where in selectors(row):
            findings = [*_criteria(selector, where, lists), *_numbers(game, linked, selector, where)]
            yield from findings
            if not findings and not selected(linked, selector):
                yield VIC003.at(where, wanted=in_words(selector))


def doubled(game: Game) -> Iterator[Diagnostic]:
    """Objectives with one id, or with one side, stop date and condition."""
    ids: dict[str, Row] = {}
    said: dict[str, Row] = {}
    for row in objectives(game):
        first = ids.setdefault(row.entry.id, row)
        if first is not row:
            what = f"there are two objectives `{row.entry.id}`"
            yield VIC010.at(row.where / "id", what=what).also(first.where / "id", "the first")
        key = f"{row.stop} {row.entry.side} {row.entry.when.model_dump_json(exclude_none=True)}"
        same = said.setdefault(key, row)
        if same is not row:
            what = "the same side scores for the same thing at the same stop date twice"
            yield VIC010.at(row.where / "when", what=what).also(same.where / "when", "the first")


# -- names ----------------------------------------------------------------------------------------


def known_name(where: Where, text: str, wanted: str, known: Iterable[str]) -> Iterator[Diagnostic]:
    """A name that is none of those there are."""
    names = list(known)
    if text not in names and names:
        yield REF001.at(where, text=text, wanted=wanted).suggest(did_you_mean(text, names))


def _since(track: Schedule, entry: DecisiveVictory, where: Where) -> Iterator[Diagnostic]:
    if not entry.since:
        return
    calendar = track.calendar
    try:
        on_track = 0 <= calendar.turn(entry.since) < calendar.length
        why = f"the track runs from {calendar.text(0)} to {calendar.text(calendar.length - 1)}"
    except DateError as error:
        on_track, why = False, str(error)
    if not on_track:
        yield REF001.at(where, text=entry.since, wanted="game turn").note(why)


def _place(grid: HexMap, wanted: str, name: str, where: Where) -> Iterator[Diagnostic]:
    if wanted == "area":
        yield from known_name(where, name, wanted, grid.areas)
    elif wanted == "box":
        yield from known_name(where, name, wanted, grid.boxes)
    elif grid.find(name) is None:
        why, hint = grid.why_not(name)
        yield REF001.at(where, text=name, wanted="place").note(why).suggest(hint)


# -- shape ----------------------------------------------------------------------------------------


def _shape(condition: Condition, where: Where) -> Iterator[Diagnostic]:
    count = len(keys_of(condition))
    if count != 1:
        yield VIC001.at(where, what="a condition", count=count, meant="one")
    for key in ("all", "any"):
        if getattr(condition, key) == []:
            yield VIC001.at(where / key, what=f"`{key}`", count=0, meant="one or more")
    for index, region in enumerate(condition.present.within if condition.present else ()):
        count = sum(getattr(region, key) is not None for key in REGIONS)
        if count != 1:
            yield VIC001.at(where / "present" / "within" / index, what="a place", count=count, meant="one")


# -- units ----------------------------------------------------------------------------------------


def _lists(game: Game) -> dict[str, list[str]]:
    """What a criterion may be."""
    about = game.about
    sheets = game.one("counters", CountersDocument)
    return {
        "side": [side.id for side in about.sides] if about else [],
        "nationality": [nationality.id for nationality in about.nationalities] if about else [],
        "size": [size.id for size in sheets[0].sizes] if sheets else [],
        "type": [type_.id for type_ in sheets[0].types] if sheets else [],
    }


def _criteria(selector: Selector, where: Where, lists: dict[str, list[str]]) -> Iterator[Diagnostic]:
    for key, known in lists.items():
        text = getattr(selector, key)
        if text is not None and known and text.casefold() not in {name.casefold() for name in known}:
            yield REF001.at(where / key, text=text, wanted=key).suggest(did_you_mean(text, known))
    for index, text in enumerate(selector.types):
        known = lists["type"]
        if known and text.casefold() not in {name.casefold() for name in known}:
            yield REF001.at(where / "types" / index, text=text, wanted="type").suggest(did_you_mean(text, known))


def _numbers(game: Game, linked: Forces, selector: Selector, where: Where) -> Iterator[Diagnostic]:
    """Numbers of units that are not there, or are not what stands beside them."""
    if selector.side is None:
        return
    seen: set[int] = set()
    for index, no in enumerate(selector.nos):
        found = linked.counters.get((selector.side, no))
        at = where / "nos" / index
        cited = f"{game.side_name(selector.side)} {no}"
        if found is None:
            yield REF001.at(at, text=cited, wanted="unit")
        elif no in seen:
            yield VIC010.at(at, what=f"{cited} is listed twice")
        elif wrong := [key for key in unlike(selector, found.counter) if key != "side"]:
            has = ", ".join(str(getattr(found.counter, key)) for key in wrong)
            finding = VIC002.at(at, unit=cited, found=has, wanted=in_words(selector))
            for key in wrong:
                finding = finding.also(found.where / key, "its counter")
            yield finding.rests_on(*(found.where / key for key in wrong))
        seen.add(no)


CHECKS = (names, shapes, units, doubled)

"""Rows of the victory table whose words contradict their condition, and objectives that nobody can reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.quantities import COUNT, worth
from scenario_forge.checks.rulebook.stated_numbers import people_of
from scenario_forge.checks.victory.parts import (
    common_hexes,
    conditional_rows,
    conditions,
    objectives,
    places,
    ranges,
    scenario_rows,
    selected_units,
    selectors,
)
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import DecisiveVictory, Scored, Sudden, VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import counts_in, ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import components, hexes_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.checks.victory.parts import VictoryRow, WordedRow
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.forces import Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

CODES = Codes(__file__)
SCN034 = CODES.warning(
    "SCN034",
    "nothing-scored-at-the-stop",
    "no row of the victory table is scored at the stop date {stop}: {instead} decides the game",
)
VIC004 = CODES.error("VIC004", "stop-date-never-reached", "no scenario is scored at {stop}")
VIC005 = CODES.error("VIC005", "unit-not-in-play-by-then", "{unit} has not come into play by {stop}, or has left")
VIC006 = CODES.error("VIC006", "objective-out-of-reach", "no unit of {side} can reach {place}")
VIC007 = CODES.error("VIC007", "places-exclude-each-other", "no hex is in all of these places")
VIC011 = CODES.error("VIC011", "text-and-condition-differ", "the text names {text}; the condition names {condition}")
VIC012 = CODES.warning("VIC012", "group-of-one", "no other row of this side is in the group `{group}`")
VIC013 = CODES.error(
    "VIC013",
    "row-under-another-heading",
    "this row is for `{here}`, but the quantity it states, `{quantity}`, is for `{said}`",
)
VIC014 = CODES.error(
    "VIC014", "text-and-predicate-differ", "the text and the row differ: `{text}` says {said}, but the row {meant}"
)
VIC015 = CODES.warning(
    "VIC015", "row-for-the-wrong-units", "{side} scores for {kind} {units} units: is that the right side?"
)


VIC060 = CODES.warning(
    "VIC060",
    "row-without-its-units",
    "the row counts {counted} of the {fitting} units that `{text}` fits, but the text does not say which",
)


_BEARINGS = {"on_or_east_of": r"\bon or east of\b", "east_of": r"(?<!on or )\beast of\b", "west_of": r"\bwest of\b"}
"""How an English text says where a region lies."""
_AT_LEAST = re.compile(
    rf"(?:\bat least ({COUNT})|({COUNT}) or more\b)(?! (?:[^\W\d_]+ )?(?:hex|place|point|step|town|turn)(?:e?s)?\b)",
    re.IGNORECASE,
)
"""A number of units; at least so many points or turns are none."""
_NEXT_TO = re.compile(rf"\b(?:next to|adjacent to|beside|within ({COUNT}) hex(?:es)? of)\b", re.IGNORECASE)
_NUMBERS = re.compile(r"\b(\d+)\b(?:(?: to |[-–])(\d+)\b)?")
"""A set-up number or a span of them."""
_EACH = re.compile(r"\b(each|every|(?<!as )per|apiece)\b", re.IGNORECASE)


def groups(game: Game) -> Iterator[Diagnostic]:
    """Report a group with one row, which excludes nothing: a group name is probably misspelt."""
    members: dict[tuple[str, str], list[VictoryRow]] = {}
    for row in [*objectives(game), *scenario_rows(game)]:
        if row.group:
            members.setdefault((row.entry.side, row.group), []).append(row)
    for (_side, group), several in members.items():
        if len(several) == 1:
            yield VIC012.at(several[0].where / "group", group=group)


@with_part(schedule)
def row_quantities(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report rows whose own quantity, `victory.mar41.axis.tobruk`, names another stop date or another side."""
    for row in objectives(game):
        for quantity in getattr(row.entry, "states", {}):
            parts = quantity.split(".")
            if len(parts) < 4 or parts[0] != "victory":
                continue
            for key, said, known in (("stop", parts[1], track.stops), ("side", parts[2], track.sides)):
                here = getattr(row.entry, key)
                if said != here and said in known and here in known:
                    finding = VIC013.at(row.where / key, here=here, quantity=quantity, said=said)
                    yield finding.also((row.where / "states" / quantity).key(), "its own quantity")


def row_words(game: Game) -> Iterator[Diagnostic]:
    """Report rows whose text contradicts their predicate on where, whose or how often units count."""
    if not game.in_english:
        return
    names, values = _names(game), _names_of_values(game)
    for row in conditional_rows(game):
        text = row.text
        yield from _bearing(row, text)
        yield from _units(row, text, names)
        yield from _numbers(row, text)
        yield from _ranges(row, text, values)
        # what is counted is units: "hold every town" is one condition
        counts = isinstance(row.entry, Scored) and any(True for _ in selectors(row))
        if counts and bool(getattr(row.entry, "each", False)) != bool(_EACH.search(text)):
            each = "for each unit" if not _EACH.search(text) else "once"
            said = "each" if _EACH.search(text) else "nothing about each"
            at = row.where / "each" if getattr(row.entry, "each", False) else row.where / "text"
            yield VIC014.at(at, said=said, text=text, meant=f"scores {each}")


def listed_units(game: Game) -> Iterator[Diagnostic]:
    """Report a row whose condition lists some of the units that its text fits, where the text does not list them."""
    linked = forces(game)
    for row in [*objectives(game), *scenario_rows(game)]:
        text = str(getattr(row.entry, "text", ""))
        for selector, where in selectors(row):
            chosen = selected_units(linked, selector)
            fitting = selected_units(linked, selector.model_copy(update={"nos": []}))
            counters = [linked.counters[key].counter for key in sorted(fitting)]
            if not len(selector.nos) == len(chosen) < len(fitting) or _lists(text, selector.nos, counters):
                continue
            finding = VIC060.at(where / "nos", counted=len(chosen), fitting=len(fitting), text=text)
            yield finding.also(row.where / "text", "the text")


def _lists(text: str, nos: Collection[int], fitting: Collection[UnitCounter]) -> bool:
    """Return whether a text names the chosen units, all by number or all by name, and no others that would fit."""
    spans = [(int(match[1]), int(match[2] or match[1])) for match in _NUMBERS.finditer(text)]
    numbered = {unit.no for unit in fitting if any(first <= unit.no <= last for first, last in spans)}
    named = {unit.no for unit in fitting if re.search(rf"(?<!\w){re.escape(unit.name)}(?!\w)", text)}
    return {unit.no for unit in fitting if unit.no in nos} in (numbered, named)


def owners(game: Game) -> Iterator[Diagnostic]:
    """Report rows that reward a side for losing its own units, or for the survival of enemy units.

    Also victories at any time that a side has by the presence of enemy units, or by the absence of its own.
    """
    sides = set(game.side_names)
    linked = forces(game)
    owner = {each.id: each.side for each in game.about.nationalities} if game.about else {}
    for row in conditional_rows(game):
        if getattr(row.entry, "points", 0) < 0 or not row.side:
            continue  # a penalty, or for either side
        for condition, where in conditions(row):
            negated = "is_not" in where.path
            for kind, wrong in (("destroyed", {row.side}), ("surviving", sides - {row.side})):
                selector = getattr(condition, kind)
                if selector is not None and selector.side in wrong and not negated and selected_units(linked, selector):
                    finding = VIC015.at(where / kind / "side", side=row.side, units=selector.side, kind=kind)
                    yield finding.also(row.where / "side", "who scores")
            presence = condition.present
            if presence is None or not isinstance(row.entry, DecisiveVictory | Sudden):
                continue
            key = "nationality" if presence.units.side is None else "side"
            theirs = presence.units.side or owner.get(presence.units.nationality or "", "")
            if theirs and (theirs == row.side) is (presence.none is not negated):
                kind = "absent" if presence.none is not negated else "present"
                finding = VIC015.at(where / "present" / "units" / key, side=row.side, units=theirs, kind=kind)
                yield finding.also(row.where / "side", "who scores")


def unscored_scenarios(game: Game) -> Iterator[Diagnostic]:
    """Report scenarios whose stop date has no rows to score."""
    track, found = schedule(game), game.one("victory", VictoryDocument)
    if track is None or found is None:
        return
    document, linked = found[0], ending(game)
    for scenario in scenarios(game).listed:
        start, stop = scenario.start, scenario.stop
        if linked.of_scenario(scenario.id) or any(counts_in(row.scenarios, scenario.id) for row in document.ledger):
            continue
        if scenario.document.victory or start is None or stop is None or start.turn is None or stop.turn is None:
            continue
        reached = {
            mark.date.id
            for mark in track.stops.values()
            if mark is stop or (document.cumulative and mark.turn is not None and start.turn <= mark.turn <= stop.turn)
        }
        without = set(scenario.document.without)
        if not any(row.stop in reached and row.id not in without for row in document.objectives):
            instead = "only a decisive victory" if document.decisive else "nothing"
            finding = SCN034.at(scenario.where / "stop", stop=stop.date.label, instead=instead)
            for other in ending(game).levels:
                if other.levels.scenarios:
                    finding = finding.also(other.where / "scenarios", "levels that are for other scenarios only")
            yield finding


def _names(game: Game) -> list[tuple[str, str, str]]:
    """What a text may call units by: criterion, value, pattern."""
    assert game.about is not None  # noqa: S101 - asked before
    found = [("nationality", each.id, rf"\b{re.escape(each.id)}s?\b") for each in game.about.nationalities]
    # a nationality names its side too
    found += [
        ("side", each.side, pattern) for each, (_, _, pattern) in zip(game.about.nationalities, found, strict=True)
    ]
    found += [("side", each.id, rf"\b{people_of(each.name)}\b") for each in game.about.sides]
    counters = game.one("counters", CountersDocument)
    sizes = counters[0].sizes if counters else ()
    return found + [("size", size.id, rf"\b{re.escape(size.name)}s?\b") for size in sizes]


def _names_of_values(game: Game) -> dict[str, str]:
    """What a text may call the numbers on counters by."""
    counters = game.one("counters", CountersDocument)
    values = counters[0].values if counters else ()
    return {each.id: rf"\b({re.escape(each.id)}|{re.escape(each.name or each.id)})\b" for each in values}


def _numbers(row: WordedRow, text: str) -> Iterator[Diagnostic]:
    """A text that says how many units, or how many hexes away, against the condition."""
    few = _AT_LEAST.search(text)
    least = worth(few[1] or few[2]) if few else None
    near = _NEXT_TO.search(text)
    away = (1 if near[1] is None else worth(near[1])) if near else None
    for condition, where in conditions(row):
        presence = condition.present
        if presence is None or presence.none:
            continue
        if few and least is not None and least != presence.at_least:
            at = where / "present" / ("at_least" if presence.at_least > 1 else "units")
            finding = VIC014.at(at, said=few[0], text=text, meant=f"asks for {presence.at_least} or more")
            yield finding.also(row.where / "text", "the text")
        for region, at in (where / "present").each("within", presence.within):
            if near and away is not None and region.near is not None and region.near.hexes != away:
                hexes = f"{region.near.hexes} hex" + "es" * (region.near.hexes != 1)
                finding = VIC014.at(at / "near" / "hexes", said=near[0], text=text, meant=f"reaches {hexes} away")
                yield finding.also(row.where / "text", "the text")


def _ranges(row: WordedRow, text: str, values: dict[str, str]) -> Iterator[Diagnostic]:
    """A distance that is a number on counters, of which the text names another."""
    said = [id_ for id_, pattern in values.items() if re.search(pattern, text, re.IGNORECASE)]
    for value, where in ranges(row):
        if said and value not in said:
            finding = VIC014.at(where, said=", ".join(said), text=text, meant=f"measures by {value}")
            yield finding.also(row.where / "text", "the text")


def _bearing(row: WordedRow, text: str) -> Iterator[Diagnostic]:
    said = {key for key, pattern in _BEARINGS.items() if re.search(pattern, text, re.IGNORECASE)}
    meant: dict[str, Where] = {}
    for condition, where in conditions(row):
        for region, at in (where / "present").each("within", condition.present.within if condition.present else ()):
            for key in _BEARINGS:
                if getattr(region, key) is not None:
                    meant[key] = at / key
    if said and meant and said != meant.keys():
        key = next((key for key in meant if key not in said), next(iter(meant)))
        words = ", ".join(sorted(each.replace("_", " ") for each in said))
        finding = VIC014.at(meant[key].key(), said=words, text=text, meant=f"says `{key}`")
        yield finding.also(row.where / "text", "the text")


def _units(row: WordedRow, text: str, names: list[tuple[str, str, str]]) -> Iterator[Diagnostic]:
    for criterion in ("side", "nationality", "size"):
        said = {value for key, value, found in names if key == criterion and re.search(found, text, re.IGNORECASE)}
        for selector, where in selectors(row):
            value = getattr(selector, criterion)
            if said and value is not None and value.casefold() not in {each.casefold() for each in said}:
                words = ", ".join(sorted(said))
                finding = VIC014.at(where / criterion, said=words, text=text, meant=f"is about {value}")
                yield finding.also(row.where / "text", "the text")


# -- the printed text of an objective names another place than its condition -----------------------


Key = tuple[str, object]
"""A hex, box or area, so that two names of one thing are equal."""


@with_part(hex_map)
def texts(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report places in the text of a row that differ from those in its condition."""
    names = _place_names(grid)
    for row in conditional_rows(game):
        keys = [(_key(grid, wanted, name), name) for wanted, name, _ in places(row)]
        if any(key is None for key, _name in keys):
            continue  # a place that is nowhere is a finding of its own
        meant = {key: name for key, name in keys if key is not None}
        said = _said(grid, names, row.text)
        odd = [key for key in said if key not in meant]
        missing = [key for key in meant if key not in said]
        if meant and said and (odd or missing):
            yield _finding(grid, row, said, meant)
        elif meant and not said:
            yield from _ground(grid, row)


def _ground(grid: HexMap, row: WordedRow) -> Iterator[Diagnostic]:
    """A text that names no place but a terrain, and a condition about hexes without it."""
    said = [(match, kind.id) for kind in grid.document.terrain
            if (match := re.search(rf"\b{re.escape(kind.name)}\b", row.text, re.IGNORECASE))]  # fmt: skip
    spots = [(where, spot.hex) for wanted, name, where in places(row)
             if wanted == "place" and (spot := grid.find(name)) and spot.hex is not None]  # fmt: skip
    wanted = {kind for _match, kind in said}
    if said and spots and not any(grid.terrain[hex_] in wanted | {None} for _where, hex_ in spots):
        where, hex_ = spots[0]
        drawn = grid.terrain_where(hex_)
        terrain = grid.kinds.get(grid.terrain[hex_] or "")
        there = f"{grid.name(hex_)} ({terrain.name})" if terrain else grid.name(hex_)
        match = said[0][0]
        finding = VIC011.at(row.where / "text", text=match[0], condition=there)
        yield finding.also(where, "the condition").also(drawn, "the terrain there")


def _finding(grid: HexMap, row: WordedRow, said: dict[Key, tuple[str, int]], meant: dict[Key, str]) -> Diagnostic:
    odd = [key for key in said if key not in meant]
    text = row.where / "text"
    name, start = said[odd[0]] if odd else next(iter(said.values()))
    finding = VIC011.at(
        text.within(start, start + len(name)),
        text=", ".join(_told(grid, key, name, meant) for key, (name, _) in said.items()),
        condition=", ".join(_told(grid, key, name, said) for key, name in meant.items()),
    )
    for _wanted, name, where in places(row):
        if _key(grid, _wanted, name) not in said:
            finding = finding.also(where, "the condition")
    rests: list[Where] = [grid.places[n][2] / "hex" for n, _ in said.values() if n in grid.places] if odd else []
    by_hex = any(grid.grid.find(name) is not None for name, _ in said.values())
    return finding.rests_on(*rests) if by_hex else finding


def _told(grid: HexMap, key: Key, name: str, others: Mapping[Key, object]) -> str:
    """A place's name; with its hex where the other list has not the same place, but may have its name."""
    kind, hex_ = key
    shown = grid.name(hex_) if kind == "hex" and isinstance(hex_, int) else ""
    return f"{name} ({shown})" if key not in others and shown not in ("", name) else name


def _place_names(grid: HexMap) -> list[tuple[str, Key]]:
    """Every name of a place, box or area, longest first."""
    keys = ((name, _key(grid, "place", name)) for name in grid.places)
    found: list[tuple[str, Key]] = [(name, key) for name, key in keys if key is not None]
    found += [(name, ("box", box.id)) for name, box in grid.boxes.items()]
    found += [(area.name, ("area", area.id)) for area in grid.document.areas]
    return sorted(found, key=lambda pair: -len(pair[0]))


def _said(grid: HexMap, names: list[tuple[str, Key]], text: str) -> dict[Key, tuple[str, int]]:
    said: dict[Key, tuple[str, int]] = {}
    left = text
    for name, key in names:
        match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", left) if name in left else None
        if match:
            said.setdefault(key, (name, match.start()))
            left = left[: match.start()] + " " * len(name) + left[match.end() :]
    for found in hexes_in(grid.grid, left):
        said.setdefault(("hex", found.hex_), (found.id, found.start))
    return said


def _key(grid: HexMap, wanted: str, name: str) -> Key | None:
    if wanted == "area":
        return ("area", name) if name in grid.areas else None
    found = grid.find(name)
    if found is None:
        return None
    return ("hex", found.hex) if found.hex is not None else ("box", found.box)


# -- objectives that nobody can reach ---------------------------------------------------------------


@with_part(schedule)
def stops(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report stop dates that no scenario reaches; shown once, at the first objective."""
    if not _sound(game, track):
        return
    told: set[str] = set()
    for row in objectives(game):
        stop = row.stop or ""
        if stop in track.stops and stop not in told and _starts(game, track, stop) == []:
            told.add(stop)
            finding = VIC004.at(row.where / "stop", stop=track.stops[stop].date.label)
            yield finding.also(track.stops[stop].where, "the stop date")


def units(game: Game) -> Iterator[Diagnostic]:
    """Report units listed by number that are not in play by the stop date in any scenario that reaches it."""
    track, linked = schedule(game), forces(game)
    if track is None or not _sound(game, track):
        return
    for row in objectives(game):
        mark = track.stops.get(row.stop or "")
        starts = _starts(game, track, row.stop or "") if mark else None
        if mark is None or mark.turn is None or not starts:
            continue
        for selector, where in selectors(row):
            for no, at in where.each("nos", selector.nos):
                unit = linked.find(selector.side or "", no)
                if unit is not None and not any(_in_play(track, unit, start, mark.turn) for start in starts):
                    finding = VIC005.at(at, unit=unit.cited, stop=mark.date.label)
                    yield finding.also(unit.where, unit.name)


def ways(game: Game) -> Iterator[Diagnostic]:
    """Report places that a side must hold but that none of its units can reach."""
    grid, linked = hex_map(game), forces(game)
    if grid is None:
        return
    land: list[int] | None = None
    spots_of = {side: _spots(grid, force) for side, force in linked.sides.items()}
    spots_of[""] = set().union(*spots_of.values())
    for row in conditional_rows(game):
        spots = spots_of.get(row.side, set())
        for name, where in _wanted(row):
            place = grid.places.get(name)
            hex_ = place[1] if place else grid.grid.find(name)
            if hex_ is None or not spots:
                continue
            land = land or _parts(grid)
            if land[hex_] < 0 or land[hex_] not in {land[spot] for spot in spots}:
                called = name if name == grid.name(hex_) else f"{name} ({grid.name(hex_)})"
                side = game.side_name(row.side) if row.side else "either side"
                finding = VIC006.at(where, place=called, side=side)
                rests = [place[2] / "hex"] if place else []
                yield finding.rests_on(*rests, *([grid.where / "rows"] if grid.document.rows else []))


@with_part(hex_map)
def regions(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report regions required at once that have no hex in common."""
    for row in conditional_rows(game):
        for condition, where in conditions(row):
            presence = condition.present
            if presence is not None and len(presence.within) > 1 and common_hexes(grid, presence.within) == frozenset():
                at = where / "present" / "within"
                yield VIC007.at(at, hex="").rests_on(*_areas(grid, row))


def _sound(game: Game, track: Schedule) -> bool:
    """Whether there are scenarios, and none that is reported for its id or its dates."""
    linked = scenarios(game).scenarios
    lengths = [scenario.player_turns(track) for scenario in linked.values()]
    return (
        len(linked) == len(game.files_of("scenarios")) > 0
        and not game.broken("scenarios")
        and all(length is not None and length > 0 for length in lengths)
    )


def _starts(game: Game, track: Schedule, stop: str) -> list[str] | None:
    """The start dates of scenarios that are scored at a stop date; None where a date is unknown."""
    at = track.stops[stop]
    cumulative = any(document.cumulative for document, _ in game.documents("victory", VictoryDocument))
    found = []
    for scenario in scenarios(game).scenarios.values():
        if scenario.start is None or scenario.stop is None or at.turn is None:
            return None
        begins, ends = scenario.start.turn, scenario.stop.turn
        if begins is None or ends is None:
            return None
        if scenario.stop is at or (cumulative and begins <= at.turn < ends):
            found.append(scenario.start.date.id)
    return found


def _in_play(track: Schedule, unit: Unit, start: str, stop: int) -> bool:
    """Whether a unit is on the map, in base, or has come by a stop date, in play from a start date."""
    mark = track.starts.get(start)
    first = mark.turn if mark else None
    entry = unit.at_date(start)
    if entry is None or first is None or entry.kind in ("at", "reserve"):
        return True
    later = [e for e in unit.entries() if e.kind == "arrives"]
    return any(e.turn is None or first <= e.turn <= stop for e in later)


def _wanted(row: WordedRow) -> Iterator[tuple[str, Where]]:
    for condition, where in conditions(row):
        if condition.hold is not None:
            yield condition.hold, where / "hold"
        presence = condition.present
        if presence is None or presence.none or presence.units.side not in (None, row.side):
            continue
        for region, at in (where / "present").each("within", presence.within):
            if region.on is not None:
                yield region.on, at / "on"


def _spots(grid: HexMap, force: Force) -> set[int]:
    """Hexes in which units of a side may start, or which adjoin a box in which they do."""
    spots: set[int] = set()
    edges: set[str] = set()
    areas: set[str] = set()
    for unit in force.units:
        for entry in unit.entries():
            edges.update(entry.token.edges)
            if entry.kind == "free":
                areas.update(grid.areas_of(force.side))
            if entry.hex is not None:
                spots.add(entry.hex)
            elif entry.location is not None and entry.location.box is not None:
                spots |= grid.adjoining[entry.location.box]
            elif entry.location is not None and entry.location.area is not None:
                areas.add(entry.location.area)
    spots.update(*(grid.areas.get(area, frozenset()) for area in areas))
    return {spot for spot in spots | grid.edge(edges) if grid.passable[spot]}


def _parts(grid: HexMap) -> list[int]:
    """Return by hex the number of the connected part of the map it lies in; −1 where no unit may stand."""
    numbers = [-1] * len(grid.grid)
    for number, part in enumerate(components(grid.ways, grid.passable)):
        for hex_ in part:
            numbers[hex_] = number
    return numbers


def _areas(grid: HexMap, row: WordedRow) -> Iterator[Where]:
    for condition, _where in conditions(row):
        for region in condition.present.within if condition.present else ():
            for area, at in grid.where.each("areas", grid.document.areas):
                if area.id == region.area:
                    yield at


CHECKS = (
    groups,
    row_quantities,
    row_words,
    listed_units,
    owners,
    unscored_scenarios,
    texts,
    stops,
    units,
    ways,
    regions,
)

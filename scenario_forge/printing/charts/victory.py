"""The victory table: objectives by stop date and side, ledger, levels, decisive and sudden victories."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.base import in_a_sentence
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import ending, scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.victory import (
        Condition,
        DecisiveVictory,
        Level,
        Levels,
        Presence,
        Region,
        Scored,
        Selector,
    )
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import LinkedLevels
    from scenario_forge.printing.brief import Words
    from scenario_forge.printing.charts.blocks import Block, Signs


_NARROW = 3
"""Levels up to which their table takes half a page."""


def stop_blocks(game: Game, signs: Signs) -> list[Block]:
    """Return the objectives of each stop date, both sides side by side, in the order of the track."""
    rows = [
        (objective, where / "objectives" / number)
        for document, where in game.documents("victory", VictoryDocument)
        for number, objective in enumerate(document.objectives)
    ]
    track = schedule(game)
    labels = {name: mark.date.label for name, mark in track.stops.items()} if track else {}
    order = dict.fromkeys([*labels, *(objective.stop for objective, _where in rows)])
    blocks, other = [], _otherwise(game)
    for stop in order:
        own = [(objective, where) for objective, where in rows if objective.stop == stop]
        if own:
            block = _stop_block(game, labels.get(stop, stop), own, signs)
            ids = {objective.id for objective, _where in own}
            titles = [title for title, found in other if ids & found]
            if titles:
                words, where = signs.brief.words, ", ".join(titles)
                block["notes"].append(words("victory_otherwise", stop=block["stop"], scenarios=where))
            blocks.append(block)
    return blocks


def _otherwise(game: Game) -> list[tuple[str, set[str]]]:
    """Titles of scenarios that leave printed rows out or change them, each with the ids of the rows."""
    roots = corrected_roots(game.read)
    where = {place.file.name: document.objectives for document, place in game.documents("victory", VictoryDocument)}
    made = []
    for scenario in scenarios(game).scenarios.values():
        found = set(scenario.document.without)
        for change in scenario.document.changes:
            with suppress(AddressError):  # checks tell of it
                file, path, _node = locate(roots, change.at)
                if file in where and path[:1] == ("objectives",) and len(path) > 1 and isinstance(path[1], int):
                    found.add(where[file][path[1]].id)
        if found:
            made.append((scenario.document.title, found))
    return made


def own_blocks(game: Game, signs: Signs, chosen: Sequence[str]) -> list[Block]:
    """Return the rows that only some scenarios score, a block for each scenario that has any."""
    track, blocks = schedule(game), []
    for id_ in chosen:
        scenario = scenarios(with_scenario(game, id_)).scenarios.get(id_)
        if scenario is None or not scenario.document.victory or scenario.stop is None or track is None:
            continue
        rows = [(row, scenario.where / "victory" / n) for n, row in enumerate(scenario.document.victory)]
        label = f"{track.label(scenario.stop.turn or 0)}, {scenario.document.title}"
        blocks.append(_stop_block(game, label, rows, signs))
    return blocks


def _stop_block(game: Game, label: str, rows: Sequence[tuple[Scored, Where]], signs: Signs) -> Block:
    brief = signs.brief
    listed = [(side.id, side.name) for side in game.about.sides] if game.about else []
    listed += [(id_, id_) for id_ in dict.fromkeys(o.side for o, _where in rows) if id_ not in dict(listed)]
    sides: list[dict[str, Any]] = [
        {
            "name": name,
            "id": id_,
            "accent": brief.palette.accent(game, id_),
            "rows": _rows([(o, where) for o, where in rows if o.side == id_], signs),
        }
        for id_, name in listed
    ]
    grouped = any(row["group"] for side in sides for row in side["rows"])
    return {
        "kind": "objectives",
        "title": brief.words("victory_at", stop=label),
        "aside": "",
        "stop": label,
        "sides": [side for side in sides if side["rows"]],
        "notes": [brief.words("victory_group")] if grouped else [],
    }


def _rows(rows: Sequence[tuple[Scored, Where]], signs: Signs) -> list[dict[str, Any]]:
    groups = [o.group for o, _where in rows]
    words = signs.brief.words
    return [
        {
            "text": o.text,
            "points": str(o.points),
            "group": bool(o.group) and groups.count(o.group) > 1,
            "note": words("victory_each") if o.each and not o.text.casefold().startswith(words("victory_each")) else "",
            "marks": signs.at(where / "text") or signs.at(where / "points"),
        }
        for o, where in rows
    ]


def decisive_block(game: Game, signs: Signs) -> Block | None:
    """Return the decisive victories: whose, when they are checked, and what for; None without any."""
    words = signs.brief.words
    names = game.side_names
    rows = [
        {"head": names.get(d.side, d.side), "cells": _decisive(d, names, signs, where / "decisive" / number)}
        for document, where in game.documents("victory", VictoryDocument)
        for number, d in enumerate(document.decisive)
    ]
    if not rows:
        return None
    head = [words("decisive_when"), words("decisive_points")]
    return {
        "kind": "table",
        "title": words("decisive_title"),
        "corner": "",
        "head": head,
        "rows": rows,
        "figures": False,
        "widths": [5, 1],
        "strong": False,
        "notes": [],
    }


def ending_blocks(game: Game, signs: Signs) -> list[Block]:
    """Return the ledger, the levels of victory and the sudden victories, as tables."""
    return [
        *level_blocks(game, signs),
        *_ledger_block(game, signs),
        *_distance_blocks(game, signs),
        *_sudden_block(game, signs),
    ]


def level_blocks(game: Game, signs: Signs) -> Iterator[Block]:
    """Yield one table for all scenarios with the same level names: a row for each scenario, a column for each level."""
    words = signs.brief.words
    alike: dict[tuple[object, ...], list[LinkedLevels]] = {}
    for each in ending(game).levels:
        levels = each.levels
        names = tuple(level.name for level in levels.levels)
        alike.setdefault((levels.title, levels.measure, levels.of, levels.side, names), []).append(each)
    for several in alike.values():
        first = several[0].levels
        rows = [
            {
                "head": scenario_titles(game, each.levels.scenarios) or words("levels_all"),
                "cells": [
                    {"text": level.range, "marks": signs.at(each.where / "levels" / number / "range")}
                    for number, level in enumerate(each.levels.levels)
                ],
            }
            for each in several
        ]
        yield _table(first.title or words("levels_title"), [level.name for level in first.levels], rows) | {
            "aside": ", ".join(dict.fromkeys(each.levels.rule for each in several if each.levels.rule)),
            "corner": words("levels_scenario"),
            "notes": [measure_name(game, words, first)],
            "wide": len(first.levels) > _NARROW,
        }


def level_name(game: Game, level: Level) -> str:
    """Return a level without the name of its side: ``Strategic`` of `Axis Strategic`."""
    side = game.side_name(level.side) if level.side else ""
    rest = level.name.removeprefix(f"{side} ") if side else level.name
    return rest[:1].upper() + rest[1:]


def measure_name(game: Game, words: Words, levels: Levels) -> str:
    """Return what the levels measure, in words: ``Axis points less those of the enemy``."""
    value = words("measure_value", value=_value_name(game, levels.value)) if levels.of == "losses" else ""
    return words(f"measure_{levels.of}_{levels.measure}", side=game.side_name(levels.side), value=value).strip()


def _value_name(game: Game, id_: str) -> str:
    """The name of a value of counters, small as within a sentence."""
    values = [value for document, _where in game.documents("counters", CountersDocument) for value in document.values]
    return next((in_a_sentence(value.name) for value in values if value.id == id_ and value.name), id_)


def scenario_titles(game: Game, ids: Sequence[str]) -> str:
    """Return the printed names of scenarios; the id of one that is not written yet."""
    known = scenarios(game).scenarios
    return ", ".join(known[id_].document.title if id_ in known else id_ for id_ in ids)


def _ledger_block(game: Game, signs: Signs) -> Iterator[Block]:
    words = signs.brief.words
    rows = []
    for row, where in ending(game).ledger:
        head = game.side_name(row.side) if row.side else words("ledger_both")
        said = f"{row.text} ({scenario_titles(game, row.scenarios)})" if row.scenarios else row.text
        points = words("ledger_distance") if row.distance else str(row.points)
        cells = [
            {"text": said, "marks": signs.at(where / "text")},
            {"text": words(f"ledger_at_{row.at}")},
            {"text": points, "strong": True, "marks": signs.at(where / "points")},
        ]
        rows.append({"head": head, "cells": cells})
    if rows:
        columns = [words("ledger_what"), words("ledger_when"), words("decisive_points")]
        yield _table(words("ledger_title"), columns, rows) | {"widths": [5, 2, 0]}  # as wide as its head


def _distance_blocks(game: Game, signs: Signs) -> Iterator[Block]:
    """Points by distance, a table for each row of the ledger that has them."""
    words = signs.brief.words
    for row, where in ending(game).ledger:
        if row.distance is None:
            continue
        at = where / "distance" / "bands"
        rows = [
            {
                "head": band.hexes,
                "cells": [
                    {
                        "text": str(band.points),
                        "marks": signs.at(at / number / "points") or signs.at(at / number / "hexes"),
                    }
                ],
            }
            for number, band in enumerate(row.distance.bands)
        ]
        bases = [
            words("distance_base", side=game.side_name(side), place=place) for side, place in row.distance.base.items()
        ]
        yield _table(row.name or row.text, [words("decisive_points")], rows) | {
            "corner": words("distance_hexes"),
            "notes": [", ".join(bases)],
            "figures": True,
        }


def sudden_victories(game: Game) -> Iterator[tuple[str, str, Where]]:
    """Yield whose each sudden victory is, and its words: once where scenarios share it, named where not all do."""
    found: dict[tuple[str, str], tuple[set[str], Where]] = {}
    known = {*scenarios(game).scenarios}
    for each, where in ending(game).sudden:
        counts, _where = found.setdefault((each.side, " ".join(each.text.split())), (set(), where))
        counts |= {*each.scenarios} or known
    for (side, text), (counts, where) in found.items():
        named = [id_ for id_ in known if id_ in counts] if counts < known else []
        yield game.side_name(side), f"{text} ({scenario_titles(game, named)})" if named else text, where


def _sudden_block(game: Game, signs: Signs) -> Iterator[Block]:
    rows = [
        {"head": side, "cells": [{"text": text, "marks": signs.at(where / "text")}]}
        for side, text, where in sudden_victories(game)
    ]
    if rows:
        words = signs.brief.words
        yield _table(words("sudden_title"), [words("decisive_when")], rows) | {"notes": [words("sudden_note")]}


def _table(title: str, head: list[str], rows: list[dict[str, Any]]) -> Block:
    return {
        "kind": "table",
        "title": title,
        "aside": "",
        "corner": "",
        "head": head,
        "rows": rows,
        "figures": False,
        "widths": [1] * len(head),
        "strong": False,
        "notes": [],
    }


def _decisive(d: DecisiveVictory, names: dict[str, str], signs: Signs, where: Where) -> list[dict[str, Any]]:
    words = signs.brief.words
    when = words("decisive_after", side=names.get(d.after, d.after))
    when += f", {words('decisive_since', turn=turn_in_words(signs.brief.game, d.since))}" if d.since else ""
    text = f"{in_words(signs.brief.game, words, d.when)}; {when}"
    return [
        {"text": text[:1].upper() + text[1:]},
        {"text": str(d.points), "strong": True, "marks": signs.at(where / "points")},
    ]


# -- predicates of the victory table in words ------------------------------------------------------


_OF_UNITS = ("destroyed", "surviving")
_OF_REGIONS = ("on", "area", "east_of", "on_or_east_of", "west_of", "box")


def in_words(game: Game, words: Words, condition: Condition) -> str:
    """Return a condition in the game's language: ``supplied Axis units on Cairo``."""
    if condition.of_place:
        key, place = condition.of_place
        return words(f"when_{key}", place=place)
    for key in _OF_UNITS:
        if (units := getattr(condition, key)) is not None:
            return words(f"when_{key}", units=_units(game, words, units))
    if condition.present is not None:
        return _present(game, words, condition.present)
    for key in ("all", "any"):
        parts = getattr(condition, key)
        if parts is not None:
            return words(f"when_{key}").join(in_words(game, words, part) for part in parts)
    for key, part in (("is_not", condition.is_not), ("ever", condition.ever)):
        if part is not None:
            return words(f"when_{key}", condition=in_words(game, words, part))
    return ""


def _present(game: Game, words: Words, presence: Presence) -> str:
    key = "when_none" if presence.none else "when_present"
    regions = [_region(game, words, region) for region in presence.within]
    return words(key, units=_units(game, words, presence.units), where=words("when_all").join(regions))


def _region(game: Game, words: Words, region: Region) -> str:
    if region.map:
        return words("where_map")
    if region.near is not None:
        return words("where_near", place=region.near.of, hexes=region.near.hexes)
    if region.in_range is not None:
        return words("where_in_range", place=region.in_range.of)
    if (beside := region.near_units) is not None:
        return words("where_near_units", units=_units(game, words, beside.of), hexes=beside.hexes)
    key = next((key for key in _OF_REGIONS if getattr(region, key) is not None), "on")
    name = str(getattr(region, key) or "")
    grid = hex_map(game)
    if key == "box" and grid and name in grid.boxes:
        name = grid.boxes[name].name
    if key == "area" and grid:
        name = next((area.name for area in grid.document.areas if area.id == name), name)
    return words(f"where_{key}", place=name)


def turn_in_words(game: Game, date: str) -> str:
    """Return a game turn as the track names it; the text itself where it names no turn."""
    track = schedule(game)
    try:
        return track.label(track.calendar.turn(date)) if track else date
    except DateError:
        return date


def _units(game: Game, words: Words, units: Selector) -> str:
    about = game.about
    sides = game.side_names
    nations = {nation.id: nation.name for nation in about.nationalities} if about else {}
    parts = [words("units_supplied" if units.supplied else "units_unsupplied")] if units.supplied is not None else []
    if units.nationality:
        parts.append(nations.get(units.nationality, units.nationality))
    elif units.side:
        parts.append(sides.get(units.side, units.side))
    parts += [part for part in (units.size, units.type, words("when_any").join(units.types)) if part]
    parts.append(words("units_word"))
    if units.nos:
        parts.append(", ".join(map(str, units.nos)))
    return " ".join(parts)

"""Predicates of the victory table in words: for decisive victories, which have no printed text of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.calendar import DateError
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.documents.victory import Condition, Presence, Region, Selector
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game

_OF_UNITS = ("destroyed", "surviving")
_OF_REGIONS = ("on", "area", "east_of", "on_or_east_of", "west_of", "box")


def in_words(game: Game, words: Words, condition: Condition) -> str:
    """A condition in the game's language: ``supplied Axis units on Cairo``."""
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
    key = next((key for key in _OF_REGIONS if getattr(region, key) is not None), "on")
    name = str(getattr(region, key) or "")
    grid = hex_map(game)
    if key == "box" and grid and name in grid.boxes:
        name = grid.boxes[name].name
    if key == "area" and grid:
        name = next((area.name for area in grid.document.areas if area.id == name), name)
    return words(f"where_{key}", place=name)


def turn_in_words(game: Game, date: str) -> str:
    """A game turn as the track names it; as written where it is none."""
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

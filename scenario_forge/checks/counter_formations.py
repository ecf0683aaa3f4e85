"""CNT005 to CNT008, CNT012: formations that counters.yaml declares, and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import cnt
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.counters import CountersDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import CounterValue, Formation
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def circles(game: Game) -> Iterator[Diagnostic]:
    """CNT005: a formation that is a part of itself; one finding for each circle."""
    for document, where in game.documents("counters", CountersDocument):
        known = {each.id: each for each in document.formations}
        told: set[str] = set()
        for number, formation in enumerate(document.formations):
            way = _way(formation, known)
            if way and formation.id == way[-1] and not told & set(way):
                told |= set(way)
                through = " and ".join(known[id_].name for id_ in way[:-1]) or "itself"
                at = where / "formations" / number / "within"
                yield cnt.CNT005.at(at, formation=formation.name, through=through)


def of_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """CNT012: a formation within one of another side."""
    for document, where in game.documents("counters", CountersDocument):
        known = {each.id: each for each in document.formations}
        for number, formation in enumerate(document.formations):
            above = known.get(formation.within or "")
            if above is not None and above.side != formation.side:
                at = where / "formations" / number / "within"
                owner = game.side_name(above.side)
                yield cnt.CNT012.at(at, formation=formation.name, above=above.name, side=owner)


def _way(formation: Formation, known: Mapping[str, Formation]) -> list[str]:
    """Ids of what it is within, from the nearest on, until one comes again."""
    way: list[str] = []
    here = formation.within
    while here is not None and here in known and here not in way:
        way.append(here)
        here = known[here].within
    return way


def headquarters(game: Game) -> Iterator[Diagnostic]:
    """CNT006: a headquarters that is no unit of its formation."""
    for document, where in game.documents("counters", CountersDocument):
        units = {(unit.side, no): unit for unit in document.units for no in range(unit.no, unit.no + unit.count)}
        for number, formation in enumerate(document.formations):
            if formation.headquarters is None:
                continue
            at = where / "formations" / number / "headquarters"
            unit = units.get((formation.side, formation.headquarters))
            if unit is None:
                why = f"{game.side_name(formation.side)} has no unit {formation.headquarters}"
                yield cnt.CNT006.at(at, formation=formation.name, why=why)
            elif unit.parent != formation.id:
                why = f"{unit.name} belongs to {unit.parent or 'no formation'}"
                yield cnt.CNT006.at(at, formation=formation.name, why=why)


def given_twice(game: Game) -> Iterator[Diagnostic]:
    """CNT007: two formations with one id."""
    for document, where in game.documents("counters", CountersDocument):
        seen: dict[str, Where] = {}
        for number, formation in enumerate(document.formations):
            at = where / "formations" / number / "id"
            if formation.id in seen:
                yield cnt.CNT007.at(at, id=formation.id).also(seen[formation.id], "the first")
            seen.setdefault(formation.id, at)


def values(game: Game) -> Iterator[Diagnostic]:
    """CNT008: a value of a formation that is missing, is not declared, or is of another kind."""
    for document, where in game.documents("counters", CountersDocument):
        known = {value.id: value for value in document.values if value.of == "formation"}
        needed = [
            value for value in known.values() if value.kind != "flag" and not value.optional and not value.derived
        ]
        for number, formation in enumerate(document.formations):
            at = where / "formations" / number
            for value in needed:
                if value.id not in formation.values:
                    why = f"{value.name or value.id} is missing (`{value.id}`)"
                    yield cnt.CNT008.at(at, formation=formation.name, why=why)
            for id_, said in formation.values.items():
                here = at / "values" / id_
                if id_ not in known:
                    why = f"`{id_}` is no value that is declared `of: formation`"
                    finding = cnt.CNT008.at(here, formation=formation.name, why=why)
                    yield finding.suggest(did_you_mean(id_, list(known)))
                elif why := _wrong(known[id_], said):
                    yield cnt.CNT008.at(here, formation=formation.name, why=f"`{id_}` {why}")


def _wrong(value: CounterValue, said: bool | int | str) -> str:
    """Why a value cannot be that; empty where it can."""
    if value.kind == "flag":
        return "" if isinstance(said, bool) else "is a flag: true or false is expected"
    if value.kind == "word":
        words = [word.id for word in value.words]
        if isinstance(said, str) and (said in words or not words):
            return ""
        return f"is a word: {' or '.join(words) or 'text'} is expected"
    number = isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= _MOST
    return "" if number else f"is a number: 0 to {_MOST} is expected"


_MOST = 10_000
CHECKS = (circles, of_the_enemy, headquarters, given_twice, values)

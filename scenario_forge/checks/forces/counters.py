"""CNT001 to CNT013, 026, 036 to 039: declarations of values, faces, markers and formations; numbers on counters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.counters import SYMBOL_ALIASES, TAKEN, CountersDocument, declarations
from scenario_forge.game.counters import circular_values, invalid_derived_values, kinds_given
from scenario_forge.game.formula import parse
from scenario_forge.game.notations import NotationError
from scenario_forge.game.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import CounterValue, Declarations, Formation, Marker, UnitCounter
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
CNT001 = CODES.error("CNT001", "counter-key-taken", "the id `{id}` cannot be used: {why}")
CNT002 = CODES.error("CNT002", "counter-value-not-declared", "{what} names `{name}`, which is not a value of units")
CNT003 = CODES.error("CNT003", "counter-formula-unreadable", "the formula of {value} cannot be read: {why}")
CNT004 = CODES.error("CNT004", "counter-values-in-a-circle", "{value} is derived from itself, through {through}")
CNT005 = CODES.error("CNT005", "formation-in-a-circle", "{formation} is a part of itself, through {through}")
CNT006 = CODES.error("CNT006", "headquarters-of-another-formation", "{formation} cannot be led by this unit: {why}")
CNT007 = CODES.error("CNT007", "formation-twice", "the formation `{id}` is defined twice")
CNT008 = CODES.error("CNT008", "formation-value-wrong", "{formation}: {why}")
CNT009 = CODES.error(
    "CNT009",
    "unit-value-missing",
    "{unit} needs {value} (`{id}`); only these types may omit it: {types}",
)
CNT010 = CODES.error(
    "CNT010",
    "needed-value-not-declared",
    "the rules of {system} need a number `{id}` on every unit; {cure}",
)
CNT011 = CODES.error("CNT011", "marker-kind-twice", "the marker kind `{id}` already exists: {why}")
CNT012 = CODES.error("CNT012", "formation-within-the-enemy", "{formation} is a part of {above}, a formation of {side}")
CNT013 = CODES.error("CNT013", "derived-value-impossible", "{value} of {unit} cannot be worked out: {why}")
CNT026 = CODES.error(
    "CNT026",
    "value-out-of-bounds",
    above="{unit} has {value} {number}, above its {bound} of {most}",
    chart="{unit} has {value} {number}, but {chart} has values for {least} to {most} only",
)
CNT036 = CODES.warning(
    "CNT036",
    "value-unlike-the-others",
    far="{unit} has {value} {said}; {whose} have {least} to {most}",
    swapped="{unit} has {value} {said} and {other} {other_said}, which look exchanged",
)
CNT037 = CODES.warning("CNT037", "size-left-out", "{unit} has no size; every other unit has one")
CNT039 = CODES.warning(
    "CNT039",
    "values-of-markers",
    twice="the markers {one} and {other} both have the value {value}",
    gap="no marker of the kind `{kind}` has the value {value}; the others have {least} to {most}",
)


_ENOUGH = 4
"""Units of a kind from which on their values say what is usual."""
_SERIES = 3
"""Markers of one kind with a value each from which on they are a series."""
_UNBROKEN = 5
"""Values of markers from which on one that is missing between them is no denomination that the game does without."""
_STAFF = "headquarters"
"""The symbol of units that lead others."""
_FAR = 3
"""How many times beyond all others a value lies that can hardly be meant."""


def unusual_values(game: Game) -> Iterator[Diagnostic]:
    """Report numbers on counters that lie far from those of all other units of their kind (CNT036)."""
    for document, where in game.documents("counters", CountersDocument):
        fights = {kind.id for kind in document.types if kind.combat}
        fighting = [(number, unit) for number, unit in enumerate(document.units) if unit.type in fights]
        kinds: dict[tuple[str, ...], list[int]] = {}
        for number, unit in fighting:
            for kind in _kinds(unit):
                kinds.setdefault(kind, []).append(number)
        names = {value.id: (value.name or value.id).casefold() for value in document.values}
        for number, unit in fighting:
            for kind in [kind for kind in _kinds(unit) if len(kinds[kind]) > _ENOUGH][:1]:
                others = [document.units[n] for n in kinds[kind] if n != number]
                whose = f"the other {len(others)} {f'units of type {unit.type}' if kind else 'units that fight'}"
                cited = counter_name(game, unit)
                told = [*_unusual(unit, others, names, (where / "units" / number, cited, whose))]
                yield from told or _unlike_sharers(document, unit, names, (where / "units" / number, cited))


def counter_name(game: Game, unit: UnitCounter) -> str:
    """Return a counter of a unit as messages name it: its side, its number and its name."""
    return f"{game.side_name(unit.side)} {unit.no} ({unit.name})"


def _unlike_sharers(
    document: CountersDocument, unit: UnitCounter, names: Mapping[str, str], words: tuple[Where, str]
) -> Iterator[Diagnostic]:
    """Values far from those of all units with one of the unit's flags or words: what fires as artillery reaches far."""
    where, cited = words
    told: set[str] = set()
    for value in document.values:
        said = unit.values.get(value.id)
        if value.kind == "number" or said is None or (value.kind == "word" and not value.words):
            continue
        others = [each for each in document.units if each is not unit and each.values.get(value.id) == said]
        whose = f"the other {len(others)} units with {'' if said is True else f'{said} as '}{names[value.id]}"
        for id_ in unit.values.keys() - told if len(others) >= _ENOUGH else ():
            number, span = unit.number(id_), _span(others, id_)
            if number is not None and span is not None and _is_far(number, *span):
                values = {"value": names.get(id_, id_), "said": number, "least": span[0], "most": span[1]}
                told.add(id_)
                finding = CNT036.at(where / id_, "far", unit=cited, whose=whose, **values)
                yield finding.suggest("correct the value, or what the others share")


def _is_far(number: int, least: int, most: int) -> bool:
    return number > _FAR * most > 0 or number * _FAR < least


def unusual_formations(game: Game) -> Iterator[Diagnostic]:
    """Report numbers of formations that lie far from those of all other formations (CNT036)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {value.id: (value.name or value.id).casefold() for value in document.values if value.of == "formation"}
        for id_, name in names.items():
            rows = [(formation, said, at / "values" / id_)
                    for formation, at in where.each("formations", document.formations)
                    if isinstance(said := formation.values.get(id_), int) and not isinstance(said, bool)]  # fmt: skip
            for formation, said, at in rows if len(rows) > _ENOUGH else ():
                others = [number for other, number, _at in rows if other is not formation]
                least, most = min(others), max(others)
                if _is_far(said, least, most):
                    values = {"value": name, "said": said, "least": least, "most": most}
                    whose = f"the other {len(others)} formations"
                    finding = CNT036.at(at, "far", unit=formation.name, whose=whose, **values)
                    yield finding.suggest("correct the value")


def _kinds(unit: UnitCounter) -> tuple[tuple[str, ...], ...]:
    """The units that it is compared with, the nearest first: where these are few, all that fight."""
    return (unit.side, unit.type, unit.size), (unit.side, unit.type), (unit.type,), ()


def _unusual(
    unit: UnitCounter, others: Sequence[UnitCounter], names: Mapping[str, str], words: tuple[Where, str, str]
) -> Iterator[Diagnostic]:
    where, cited, whose = words
    spans = {id_: _span(others, id_) for id_ in unit.values if unit.number(id_) is not None}
    out = {}
    for id_, span in spans.items():
        said = unit.number(id_)
        if span is not None and said is not None and not span[0] <= said <= span[1]:
            out[id_] = (said, span)
    ids = list(out)
    for id_ in ids:
        said, (least, most) = out[id_]
        other = next((o for o in ids if o != id_ and _fits(said, out[o][1]) and _fits(out[o][0], (least, most))), None)
        if other is not None:
            if ids.index(id_) < ids.index(other):
                values = {"value": names.get(id_, id_), "other": names.get(other, other), "other_said": out[other][0]}
                finding = CNT036.at(where / id_, "swapped", unit=cited, said=said, **values)
                yield finding.also(where / other, "the other value").suggest("exchange the two")
        elif _is_far(said, least, most):
            values = {"value": names.get(id_, id_), "least": least, "most": most}
            finding = CNT036.at(where / id_, "far", unit=cited, said=said, whose=whose, **values)
            yield finding.suggest("correct the value, or the unit's type or size")


def _span(units: Sequence[UnitCounter], value: str) -> tuple[int, int] | None:
    """The least and the greatest of a value; None where few units have it."""
    numbers = [number for unit in units if (number := unit.number(value)) is not None]
    return (min(numbers), max(numbers)) if len(numbers) >= _ENOUGH else None


def _fits(number: int, span: tuple[int, int]) -> bool:
    return span[0] <= number <= span[1]


def sizes_left_out(game: Game) -> Iterator[Diagnostic]:
    """Report a unit without a size where every other unit has one (CNT037)."""
    for document, where in game.documents("counters", CountersDocument):
        without = [number for number, unit in enumerate(document.units) if not unit.size]
        if document.sizes and len(without) == 1 and len(document.units) > _ENOUGH:
            unit, at = document.units[without[0]], where / "units" / without[0]
            finding = CNT037.at(at / "name", unit=f"{game.side_name(unit.side)} {unit.no}")
            yield finding.suggest(f"give it a size: {', '.join(size.id for size in document.sizes)}")


def _declared(game: Game) -> Iterator[tuple[Declarations, Where]]:
    """What counters.yaml declares, also where its units cannot be read."""
    for file in game.files_of("counters"):
        found = declarations(file.data)
        if found is not None:
            yield found, Where(file)


def keys_given_twice(game: Game) -> Iterator[Diagnostic]:
    """Report an id of a value or face that is taken, and a word given twice to one value (CNT001)."""
    for document, where in _declared(game):
        seen: dict[str, Where] = {}
        ids = [(value.id, where / "values" / number / "id") for number, value in enumerate(document.values)]
        ids += [(face.id, where / "faces" / number / "id") for number, face in enumerate(document.faces)]
        for id_, at in ids:
            if id_ in TAKEN:
                yield CNT001.at(at, id=id_, why="every unit has a key with that name")
            elif id_ in seen:
                yield CNT001.at(at, id=id_, why="it is already declared").also(seen[id_], "the first")
            seen.setdefault(id_, at)
        for value, here in where.each("values", document.values):
            listed = [word.id for word in value.words]
            for index, id_ in enumerate(listed):
                if id_ in listed[:index]:
                    at = here / "words" / index / "id"
                    yield CNT001.at(at, id=id_, why="the value already has a word with that id")


def values_of_markers(game: Game) -> Iterator[Diagnostic]:
    """Report markers of one kind with one value twice, or with one value between the others missing (CNT039)."""
    for document, where in game.documents("counters", CountersDocument):
        rows: dict[tuple[str, str | None], list[tuple[Marker, Where]]] = {}
        for marker, at in where.each("markers", document.markers):
            if marker.value is not None and marker.kind != "track":  # there it is how far the track goes
                rows.setdefault((marker.kind, marker.side), []).append((marker, at))
        for (kind, _side), markers in rows.items():
            if len(markers) >= _SERIES:
                yield from _of_series(kind, markers)


def _of_series(kind: str, markers: list[tuple[Marker, Where]]) -> Iterator[Diagnostic]:
    values = sorted({marker.value or 0 for marker, _at in markers})
    missing = sorted(set(range(values[0], values[-1])) - {*values})
    by_value: dict[int, list[tuple[Marker, Where]]] = {}
    for marker, at in markers:
        by_value.setdefault(marker.value or 0, []).append((marker, at))
    # two of one value may be two things, unless they have one name or one of them a number of its own
    doubled = {
        value: rows
        for value, rows in by_value.items()
        if len(rows) > 1
        and (
            len({marker.name for marker, _at in rows}) < len(rows)
            or any(_number_of(marker) not in (None, value) for marker, _at in rows)
        )
    }
    for value, rows in doubled.items():
        # the one whose own number says otherwise, or the later one
        *_others, (marker, at) = sorted(rows, key=lambda row: _number_of(row[0]) not in (None, value))
        other = next(row for row in rows if row[0] is not marker)
        finding = CNT039.at(at / "value", "twice", one=f"`{marker.id}`", other=f"`{other[0].id}`", value=value)
        meant = _number_of(marker)
        due = meant if meant is not None and meant not in by_value else missing[0] if len(missing) == 1 else None
        yield finding.also(other[1] / "value", "the other").suggest(f"did you mean {due}?" if due is not None else None)
    if len(missing) == 1 and not doubled and len(values) >= _UNBROKEN:
        after = next((marker, at) for marker, at in markers if (marker.value or 0) > missing[0])
        yield CNT039.at(after[1] / "value", "gap", kind=kind, value=missing[0], least=values[0], most=values[-1])


def _number_of(marker: Marker) -> int | None:
    """The number at the end of a marker's id."""
    number = re.search(r"\d{1,5}$", marker.id)
    return int(number[0]) if number else None


def names_of_values(game: Game) -> Iterator[Diagnostic]:
    """Report faces, words and limits that name no value (CNT002)."""
    for document, where in _declared(game):
        known = [value.id for value in document.values if value.of == "unit"]
        named: list[tuple[str, str, Where]] = []
        for face, here in where.each("faces", document.faces):
            at = here / "values"
            named += [(f"the face {face.name}", id_, at / index) for index, id_ in enumerate(face.values)]
        for value, at in where.each("values", document.values):
            if value.up_to is not None:
                named.append((_called(value), value.up_to, at / "up_to"))
            for word, each_at in at.each("words", value.words):
                if word.of is not None:
                    named.append((f"the word {word.name or word.id}", word.of, each_at / "of"))
        for what, name, at in named:
            if name not in known:
                yield CNT002.at(at, what=what, name=name).suggest(did_you_mean(name, known))


def formulas(game: Game) -> Iterator[Diagnostic]:
    """Report formulas of derived values that cannot be worked out (CNT002 to CNT004)."""
    for document, where in _declared(game):
        kinds = {value.id: value.kind for value in document.values if value.of == "unit"}
        for value, here in where.each("values", document.values):
            if value.derived is not None:
                yield from _formula(value, value.derived, here / "derived", kinds)
        if found := circular_values(document.values):
            number = next(n for n, value in enumerate(document.values) if value.id == found[0])
            at = where / "values" / number / "derived"
            through = ", ".join(f"`{id_}`" for id_ in found[1:]) or "its own formula"
            yield CNT004.at(at, value=_called(document.values[number]), through=through)


def _formula(value: CounterValue, text: str, at: Where, kinds: Mapping[str, str]) -> Iterator[Diagnostic]:
    if value.kind != "number" or value.of != "unit":
        own = f"a {value.kind}" if value.kind != "number" else "a value of formations, which state it themselves"
        yield CNT003.at(at, value=_called(value), why=f"a formula is for a number of units, but the value is {own}")
        return
    try:
        formula = parse(text)
    except NotationError as error:
        yield CNT003.at(at.within(error.start, error.end), value=_called(value), why=str(error))
        return
    for name in formula.names:
        here = at.within(name.start, name.end)
        if name.text not in kinds:
            finding = CNT002.at(here, what=f"the formula of {_called(value)}", name=name.text)
            yield finding.suggest(did_you_mean(name.text, list(kinds)))
        elif kinds[name.text] != "number":
            yield CNT003.at(here, value=_called(value), why=f"`{name.text}` is a {kinds[name.text]}, not a number")


def impossible_values(game: Game) -> Iterator[Diagnostic]:
    """Report a derived value that cannot be printed on a unit's counter (CNT013)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {face.id: face.name or face.id for face in document.faces}
        for unit, here in where.each("units", document.units):
            at = here / "name"
            told: set[str] = set()
            for face, name, value, why in invalid_derived_values(unit):
                if value.id not in told:
                    on = f" ({names[face].lower()})" if face else ""
                    yield CNT013.at(at, value=_called(value), unit=f"{name}{on}", why=why)
                told.add(value.id)


def _called(value: CounterValue) -> str:
    return value.name or f"`{value.id}`"


def missing_values(game: Game) -> Iterator[Diagnostic]:
    """Report a unit without a value that only units of other types may leave out (CNT009)."""
    for document, where in game.documents("counters", CountersDocument):
        types = {kind.id: kind.name for kind in document.types}
        needed = [value for value in document.values if value.without and value.of == "unit"]
        needed = [value for value in needed if value.kind != "flag" and not value.optional and value.derived is None]
        for unit, here in where.each("units", document.units):
            for value in needed:
                if unit.type in types and unit.type not in value.without and value.id not in unit.values:
                    allowed = ", ".join(types.get(id_, id_) for id_ in value.without)
                    at = here / "type"
                    yield CNT009.at(at, unit=unit.name, value=_called(value), id=value.id, types=allowed)


def needed_values(game: Game) -> Iterator[Diagnostic]:
    """Report a value that the rule system needs and counters.yaml does not declare as a number of units (CNT010)."""
    for document, where in game.documents("counters", CountersDocument) if game.system else ():
        known = {value.id: value for value in document.values}
        for id_ in game.system.reads(game).by_name.get("number", ()) if game.system else ():
            value = known.get(id_)
            if value is None and not known and all(unit.number(id_) is not None for unit in document.units):
                continue  # it declares nothing, and its units say it all the same
            if value is None or value.kind != "number" or value.of != "unit":
                at = where / "values" / document.values.index(value) / "id" if value else where / "types"
                if value is None and document.values:
                    at = where / "values"
                cure = "add it to `values` in counters.yaml"
                if value is not None:
                    cure = "its entry in `values` of counters.yaml is not a number of units"
                yield CNT010.at(at, system=game.system.title if game.system else "", id=id_, cure=cure)


def kinds_of_marker(game: Game) -> Iterator[Diagnostic]:
    """Report a marker kind with the id of another marker kind (CNT011)."""
    for document, where in game.documents("counters", CountersDocument):
        core = kinds_given(game)
        seen: dict[str, Where] = {}
        for kind, here in where.each("marker_kinds", document.marker_kinds):
            at = here / "id"
            if kind.id in core:
                yield CNT011.at(at, id=kind.id, why=f"{core[kind.id].use}")
            elif kind.id in seen:
                yield CNT011.at(at, id=kind.id, why="it is already declared").also(seen[kind.id], "the first")
            seen.setdefault(kind.id, at)


# -- formations that counters.yaml declares, and their values --------------------------------------


def circular_formations(game: Game) -> Iterator[Diagnostic]:
    """Report a formation that is a part of itself; one finding for each circle (CNT005)."""
    for document, where in game.documents("counters", CountersDocument):
        known = {each.id: each for each in document.formations}
        told: set[str] = set()
        for formation, here in where.each("formations", document.formations):
            way = _way(formation, known)
            if way and formation.id == way[-1] and not told & set(way):
                told |= set(way)
                through = " and ".join(known[id_].name for id_ in way[:-1]) or "itself"
                at = here / "within"
                yield CNT005.at(at, formation=formation.name, through=through)


def enemy_formations(game: Game) -> Iterator[Diagnostic]:
    """Report a formation within one of another side (CNT012)."""
    for document, where in game.documents("counters", CountersDocument):
        known = {each.id: each for each in document.formations}
        for formation, here in where.each("formations", document.formations):
            above = known.get(formation.within or "")
            if above is not None and above.side != formation.side:
                at = here / "within"
                owner = game.side_name(above.side)
                yield CNT012.at(at, formation=formation.name, above=above.name, side=owner)


def _way(formation: Formation, known: Mapping[str, Formation]) -> list[str]:
    """Ids of the formations that contain it, from the nearest outwards, until one repeats."""
    way: list[str] = []
    here = formation.within
    while here is not None and here in known and here not in way:
        way.append(here)
        here = known[here].within
    return way


def headquarters(game: Game) -> Iterator[Diagnostic]:
    """Report a headquarters that is not a unit of its formation, or no headquarters beside one (CNT006)."""
    for document, where in game.documents("counters", CountersDocument):
        staffs = {kind.id for kind in document.types if SYMBOL_ALIASES.get(kind.symbol or "", kind.symbol) == _STAFF}
        units = {(unit.side, no): unit for unit in document.units for no in range(unit.no, unit.no + unit.count)}
        for formation, here in where.each("formations", document.formations):
            if formation.headquarters is None:
                continue
            at = here / "headquarters"
            unit = units.get((formation.side, formation.headquarters))
            if unit is None:
                why = f"{game.side_name(formation.side)} has no unit {formation.headquarters}"
                yield CNT006.at(at, formation=formation.name, why=why)
            elif unit.parent != formation.id:
                why = f"{unit.name} belongs to {unit.parent or 'no formation'}"
                yield CNT006.at(at, formation=formation.name, why=why)
            elif unit.type not in staffs:
                own = [each for each in document.units if each.parent == formation.id and each.type in staffs]
                if len(own) == 1 and own[0].side == formation.side:
                    why = f"{unit.name} is no headquarters, {own[0].name} is"
                    finding = CNT006.at(at, formation=formation.name, why=why)
                    yield finding.suggest(f"did you mean {own[0].no}?")


def duplicate_formations(game: Game) -> Iterator[Diagnostic]:
    """Report two formations with one id (CNT007)."""
    for document, where in game.documents("counters", CountersDocument):
        listed = where.each("formations", document.formations)
        for (formation, at), (_, first) in repeated_rows(listed, lambda row: row[0].id):
            yield CNT007.at(at / "id", id=formation.id).also(first / "id", "the first")


def values(game: Game) -> Iterator[Diagnostic]:
    """Report a value of a formation that is missing, is not declared, or is of another kind (CNT008)."""
    for document, where in game.documents("counters", CountersDocument):
        known = {value.id: value for value in document.values if value.of == "formation"}
        needed = [
            value for value in known.values() if value.kind != "flag" and not value.optional and not value.derived
        ]
        for formation, at in where.each("formations", document.formations):
            for value in needed:
                if value.id not in formation.values:
                    why = f"{value.name or value.id} is missing (`{value.id}`)"
                    yield CNT008.at(at, formation=formation.name, why=why)
            for id_, said in formation.values.items():
                here = at / "values" / id_
                if id_ not in known:
                    why = f"`{id_}` is not declared `of: formation`"
                    finding = CNT008.at(here, formation=formation.name, why=why)
                    yield finding.suggest(did_you_mean(id_, list(known)))
                elif why := _wrong(known[id_], said):
                    yield CNT008.at(here, formation=formation.name, why=f"`{id_}` {why}")


def ceilings(game: Game) -> Iterator[Diagnostic]:
    """Report units with more of a value than the one that it may grow to, `up_to` (CNT026)."""
    for document, where in game.documents("counters", CountersDocument):
        bounded = [(value, bound) for value in document.values for bound in document.values if bound.id == value.up_to]
        for unit, at in where.each("units", document.units) if bounded else ():
            for value, bound in bounded:
                number, most = unit.number(value.id), unit.number(bound.id)
                if number is not None and most is not None and number > most:
                    names = {"value": (value.name or value.id).lower(), "bound": (bound.name or bound.id).lower()}
                    finding = CNT026.at(at / value.id, "above", unit=unit.name, number=number, most=most, **names)
                    yield finding.also(at / bound.id, "the most")


def beyond_chart(game: Game, value: str, least: int, most: int, chart: str) -> Iterator[Diagnostic]:
    """Yield units whose value is none of those that a chart has rows for, by which rules look it up (CNT026)."""
    for document, where in game.documents("counters", CountersDocument):
        for unit, at in where.each("units", document.units):
            number = unit.number(value)
            if number is not None and not least <= number <= most:
                bounds = {"chart": chart, "least": least, "most": most}
                yield CNT026.at(at / value, "chart", unit=unit.name, value=value, number=number, **bounds)


def _wrong(value: CounterValue, said: bool | int | str) -> str:
    """Why a formation cannot have this value; empty where it can."""
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


CHECKS = (
    keys_given_twice,
    names_of_values,
    formulas,
    impossible_values,
    missing_values,
    needed_values,
    kinds_of_marker,
    circular_formations,
    enemy_formations,
    headquarters,
    duplicate_formations,
    values,
    ceilings,
    unusual_values,
    unusual_formations,
    values_of_markers,
    sizes_left_out,
)

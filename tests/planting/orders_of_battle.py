"""Slips in orders of battle, alone and against counters, map and track."""

from __future__ import annotations

import itertools
import re
from collections import Counter

from slips import orders_of_battle as kinds

from scenario_forge.checks.forces.set_ups import side_supplies
from scenario_forge.hexes import distance

from .edits import exchange, one, rows, without, works_of
from .map_ import _id, _inland, _land, _some

AS_GOOD = {
    "OOB002": {"OOB004", "OOB003"},
    "OOB033": {"OOB034"},
    "OOB034": {"OOB033"},
    "OOB011": {"REF002"},
    "OOB012": {"REF002"},
    "OOB013": {"REF002", "REF003"},
    "OOB021": {"REF002"},
    "OOB027": {"REF002"},
    "OOB035": {"OOB033", "OOB034"},
    "OOB045": {"OOB049"},
}
SEARCHED = {"OOB026": 12, "OOB037": 12, "OOB035": 12, "OOB048": 12}
COUNTERS = "counters.yaml"


# -- rows and counters -----------------------------------------------------------------------------


def _row(unit):
    return unit.where.file.name, unit.where.path


def _both(book, unit, key, value):
    """Change what the chart and the counter both say."""
    name, path = _row(unit)
    return book.set(name, (*path, key), value), book.set(
        unit.counter.where.file.name, (*unit.counter.where.path, key), value
    )


def _with_counter(book):
    return [unit for unit in book.forces.units() if unit.counter is not None]


def oob001(book, _):
    for unit in book.forces.units():
        name, path = _row(unit)
        yield from one(f"{unit.cited} with another number", book.set(name, (*path, "no"), 998))


def oob002(book, _):
    for name, _number, row in rows(book, "counters", "units"):
        yield from one(
            f"a counter like {row['no']}", book.append(name, ("units",), row | {"no": 998, "name": "Zz 998"})
        )


def oob003(book, _):
    for force in book.forces.sides.values():
        for unit, other in zip(force.units, force.units[1:], strict=False):
            name, path = _row(other)
            yield from one(f"{other.cited} numbered {unit.no}", book.set(name, (*path, "no"), unit.no))


def oob004(book, _):
    for force in book.forces.sides.values():
        last = max(force.units, key=lambda unit: unit.no)
        if last.counter and last.counter.counter.count == 1 and len(force.units) > 1:
            yield from one(f"{last.cited} three further", *_both(book, last, "no", last.no + 3))


def oob005(book, _):
    for force in book.forces.sides.values():
        for unit, other in zip(force.units, force.units[1:], strict=False):
            yield from one(
                f"{unit.cited} below {other.cited}", *exchange(book, _row(unit)[0], unit.where.path, other.where.path)
            )


def oob006(book, random):
    for force in book.forces.sides.values():
        split = {unit.no: re.split(r"[ /]", unit.name) for unit in force.units if unit.counter}
        often = Counter((len(words), place, word) for words in split.values() for place, word in enumerate(words))
        for unit in force.units:
            for place, word in enumerate(split.get(unit.no, ())):
                if often[len(split[unit.no]), place, word] > 4 and len(word) > 2 and word.isalpha():
                    new = unit.name.replace(word, f"{word[:-1]}x")
                    yield from one(f"{unit.cited}: {new}", *_both(book, unit, "name", new))


def oob007(book, _):
    for force in book.forces.sides.values():
        for unit, other in zip(force.units, force.units[1:], strict=False):
            if other.counter and re.search(r"\d", unit.name) and unit.name != other.name:
                yield from one(f"{other.cited} named {unit.name}", *_both(book, other, "name", unit.name))


def oob045(book, _):
    yield from kinds.size_unlike_the_name(book, _)


def oob046(book, _):
    by_type = {}
    for name, number, row in rows(book, "counters", "units"):
        by_type.setdefault(row["type"], []).append((name, number, row))
    for type_, found in by_type.items():
        if len(found) > 2 and all("option" in row for _, _, row in found):
            for name, number, row in found:
                yield from one(
                    f"{row['name']} without the option of {type_}", without(book, name, ("units", number, "option"))
                )


def oob047(book, _):
    names = book.files("orders-of-battle")
    sides = [book.data(name)["side"] for name in names]
    yield from one("two charts of one side", book.set(names[1], ("side",), sides[0]))


def oob049(book, _):
    """One of several units of a name of another type."""
    alike = {}
    for name, number, row in rows(book, "counters", "units"):
        pattern = row["side"], re.sub(r"\d+", "#", row["name"])
        if "#" in pattern[1]:
            alike.setdefault(pattern, []).append((name, number, row))
    types = [row["id"] for _, _, row in rows(book, "counters", "types")]
    symbols = {row["id"]: f"{row['name']} {row.get('symbol')}" for _, _, row in rows(book, "counters", "types")}
    for (_side, pattern), found in alike.items():
        kind = found[0][2]["type"]
        named = [
            word
            for word in re.findall(r"[^\W\d_]{2,}", pattern.casefold())
            if word in f"{kind} {symbols[kind]}".casefold()
        ]
        if len(found) > 3 and named and len({row["type"] for *_, row in found}) == 1:
            other = next(
                type_ for type_ in types if not any(word in f"{type_} {symbols[type_]}".casefold() for word in named)
            )
            for name, number, row in found:
                yield from one(
                    f"{row['name']}, of {pattern}, {other}", book.set(name, ("units", number, "type"), other)
                )


def oob050(book, _):
    sides = list(book.track.sides)
    for one_, other in (sides, sides[::-1]):
        for name, number, row in rows(book, "counters", "markers"):
            if row["id"].endswith(f"-{one_}"):
                yield from one(f"{row['id']} of {other}", book.set(name, ("markers", number, "side"), other))
        marker = {"id": f"zz-{one_}", "name": "Zz", "kind": "turn", "count": 1, "side": other}
        yield from one(f"{marker['id']} of {other}", book.append(COUNTERS, ("markers",), marker))


# -- cells -----------------------------------------------------------------------------------------


def _starts(book, unit):
    return [column.id for column in book.forces.sides[unit.side].document.columns if column.start]


def _after(book, unit, start):
    """The column of arrivals behind a start, and the edit that adds it where there is none."""
    force = book.forces.sides[unit.side]
    date = next(column.start for column in force.document.columns if column.id == start)
    column = next((column.id for column in force.document.columns if column.after == date), None)
    if column:
        return column, []
    return f"{start}+", [book.append(_row(unit)[0], ("columns",), {"id": f"{start}+", "after": date})]


def _cell(book, unit, column, text):
    name, path = _row(unit)
    return book.set(name, (*path, column), text)


def _hexed(book):
    """Entries that set a unit up in a hex: unit, start column, entry."""
    for unit in book.forces.units():
        for column in _starts(book, unit):
            for entry in unit.cells.get(column, ()):
                if entry.hex is not None:
                    yield unit, column, entry


def _at(book, unit, column, entry, place):
    token, text = entry.token, str(unit.row.cells[column])
    return _cell(book, unit, column, text[: token.name_start] + place + text[token.name_end :])


def _moved(book, random, what, hexes, number=3):
    """Set units up in other hexes."""
    for unit, column, entry in _hexed(book):
        for hex_ in _some(random, hexes(unit, column, entry), number):
            yield from one(
                f"{unit.cited}, {column}: {_id(book, hex_)}, {what}", _at(book, unit, column, entry, _id(book, hex_))
            )


def _letters(book):
    return book.game.system.signs.arrives, book.game.system.signs.leaves


def _date(book, turn):
    text = book.track.calendar.text(turn)
    return f"turn {text}" if book.track.calendar.unit == "turn" else text


def _turn_of(book, unit, column):
    date = next(c.start or c.after for c in book.forces.sides[unit.side].document.columns if c.id == column)
    return book.track.starts[date].turn


def oob010(book, _):
    for unit in book.forces.units():
        for column in _starts(book, unit):
            if unit.row.cells.get(column):
                yield from one(f"{unit.cited}: nothing at {column}", _cell(book, unit, column, ""))


def oob011(book, random):
    for unit, column, _entry in _hexed(book):
        text = str(unit.row.cells[column])
        other = _id(book, random.choice(_land(book)))
        yield from one(f"{unit.cited}: {text} and {other}", _cell(book, unit, column, f"{text}, {other}"))
    for unit in book.forces.units():
        for column in _starts(book, unit):
            text = str(unit.row.cells.get(column, "N"))
            if text not in ("N", "E"):
                yield from one(f"{unit.cited}: {text} and N", _cell(book, unit, column, f"{text}, N"))


def oob012(book, _):
    for unit in book.forces.units():
        for column in _starts(book, unit):
            turn = min(_turn_of(book, unit, column) + 1, book.track.calendar.length - 1)
            text = f"{_letters(book)[0]}{_date(book, turn)}"
            yield from one(f"{unit.cited}: {text} at {column}", _cell(book, unit, column, text))


def oob013(book, _):
    for unit in book.forces.units():
        for column in _starts(book, unit):
            text = str(unit.row.cells.get(column, ""))
            if text in ("N", "E"):
                mark = "(f)" if works_of(book) else " (1)"
                yield from one(f"{unit.cited}: {text}{mark}", _cell(book, unit, column, f"{text}{mark}"))


def oob014(book, _):
    mark = "(c{})" if works_of(book) else " ({})"
    for unit, column, entry in _hexed(book):
        most = unit.counter and (unit.counter.counter.most_strength or unit.counter.counter.strength)
        if most is not None and entry.token.strength is None and ">" not in unit.row.cells[column]:
            text = f"{unit.row.cells[column]}{mark.format(most + 1)}"
            yield from one(f"{unit.cited}: {text}", _cell(book, unit, column, text))


def _arrival(book, unit, start, turn):
    column, edits = _after(book, unit, start)
    return [*edits, _cell(book, unit, column, f"{_letters(book)[0]}{_date(book, turn)}")]


def oob020(book, _):
    for unit in book.forces.units():
        for start in _starts(book, unit):
            if unit.row.cells.get(start) == "N" and (turn := _turn_of(book, unit, start)) > 1:
                yield from one(f"{unit.cited} before {start}", *_arrival(book, unit, start, 0))
                later = [t for s in _starts(book, unit) if (t := _turn_of(book, unit, s)) > turn]
                if later and max(later) + 1 < book.track.calendar.length:
                    yield from one(
                        f"{unit.cited} after the column of {start}", *_arrival(book, unit, start, max(later) + 1)
                    )


def oob021(book, _):
    for unit in book.forces.units():
        for start in _starts(book, unit):
            turn = _turn_of(book, unit, start) + 1
            if turn < book.track.calendar.length and str(unit.row.cells.get(start, "N")) not in ("N", "E"):
                yield from one(f"{unit.cited}, there at {start}, comes", *_arrival(book, unit, start, turn))


def oob022(book, _):
    leaves = _letters(book)[1]
    for unit in book.forces.units() if leaves else ():
        for start in _starts(book, unit):
            turn = _turn_of(book, unit, start) + 1
            if turn < book.track.calendar.length and unit.row.cells.get(start) == "N":
                column, edits = _after(book, unit, start)
                yield from one(
                    f"{unit.cited} leaves", *edits, _cell(book, unit, column, f"{leaves}{_date(book, turn)}")
                )


def oob075(book, _):
    comes, leaves = _letters(book)[:2]
    for unit in book.forces.units() if leaves else ():
        for start in _starts(book, unit):
            turn = _turn_of(book, unit, start) + 1
            if turn < book.track.calendar.length and unit.row.cells.get(start) == "N":
                column, edits = _after(book, unit, start)
                text = f"{comes}{_date(book, turn)}, {leaves}{_date(book, turn)}"
                yield from one(f"{unit.cited}: {text}", *edits, _cell(book, unit, column, text))


def _followed(book, first, then, what):
    """Units with another text at a start and the next, and nothing between."""
    for unit in book.forces.units():
        starts = _starts(book, unit)
        for one_, other in itertools.pairwise(starts):
            before, after = first(unit, one_), then(unit, other)
            if before and after:
                column, edits = _after(book, unit, one_)
                nothing = without(book, _row(unit)[0], (*_row(unit)[1], column)) if unit.row.cells.get(column) else None
                if not edits:
                    changes = [
                        _cell(book, unit, one_, before),
                        _cell(book, unit, other, after),
                        *filter(None, [nothing]),
                    ]
                    yield from one(f"{unit.cited} {what} at {other}", *changes)


def _there(unit, column):
    text = str(unit.row.cells.get(column, "N"))
    return text if text not in ("N", "E", "B") else None


def oob023(book, _):
    yield from _followed(book, lambda *_: "N", _there, "there without having come")


def oob024(book, _):
    yield from _followed(book, _there, lambda *_: "N", "not there without having left")


def oob025(book, _):
    yield from _followed(book, lambda *_: "E", _there, "back")


def oob026(book, _):
    for force in book.forces.sides.values():
        for column in force.document.columns:
            dated = [unit for unit in force.units if any(e.kind == "arrives" for e in unit.cells.get(column.id, ()))]
            for unit, other in itertools.pairwise(dated):
                if unit.cells[column.id][0].turn < other.cells[column.id][0].turn:
                    yield from one(
                        f"{unit.cited} comes when {other.cited} does",
                        *exchange(book, _row(unit)[0], (*unit.where.path, column.id), (*other.where.path, column.id)),
                    )


def oob027(book, _):
    for unit in book.forces.units():
        edits = [_cell(book, unit, column, "N") for column in _starts(book, unit)]
        edits += [
            without(book, _row(unit)[0], (*_row(unit)[1], column))
            for column in unit.row.cells
            if column not in _starts(book, unit)
        ]
        yield from one(f"{unit.cited} never comes", *edits)


# -- on the map ------------------------------------------------------------------------------------


def oob030(book, random):
    barred = [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.land[hex_]]
    barred = barred or [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.passable[hex_]]
    yield from _moved(book, random, "where none may be", lambda *_: barred)
    for unit in book.forces.units() if not [*_hexed(book)] else ():
        for column in _starts(book, unit):
            for hex_ in _some(random, barred, 2):
                yield from one(f"{unit.cited}: {_id(book, hex_)}", _cell(book, unit, column, _id(book, hex_)))


def _placed(book, column):
    """Where units of each side stand at the start of a column."""
    found = {}
    for unit, at, entry in _hexed(book):
        if book.track.starts and _turn_of(book, unit, at) == column:
            found.setdefault(unit.side, []).append(entry.hex)
    return found


def oob031(book, random):
    def enemies(unit, column, _entry):
        held = _placed(book, _turn_of(book, unit, column))
        return [hex_ for side, hexes in held.items() if side != unit.side for hex_ in hexes]

    yield from _moved(book, random, "among the enemy", enemies, 1)
    units = book.forces.units()
    for unit in units if not [*_hexed(book)] else ():
        for other in units:
            if other.side != unit.side and random.random() < 0.01:
                hex_ = _id(book, random.choice(_inland(book)))
                yield from one(
                    f"{unit.cited} and {other.cited}",
                    _cell(book, unit, _starts(book, unit)[0], hex_),
                    _cell(book, other, _starts(book, other)[0], hex_),
                )


def oob032(book, random):
    if book.game.system.stacking(book.game) is None:
        return
    for side in book.forces.sides:
        for column in {column for unit, column, _entry in _hexed(book) if unit.side == side}:
            found = [(unit, entry) for unit, at, entry in _hexed(book) if at == column and unit.side == side]
            hexes = [entry.hex for _unit, entry in found]
            stack = max({*hexes}, key=hexes.count)
            edits = [_at(book, unit, column, entry, _id(book, stack)) for unit, entry in found if entry.hex != stack]
            yield from one(f"all of {side} in {_id(book, stack)}", *edits)


def _far(book, unit, column, entry, land):
    """The hexes furthest from all units of a side."""
    own = {*_placed(book, _turn_of(book, unit, column)).get(unit.side, ())} - {entry.hex}
    grid = book.map.grid
    return sorted(land, key=lambda hex_: min((distance(grid, hex_, o) for o in own), default=0))[-3:]


def oob034(book, random):
    own = [(each.unit, each.entry) for state in side_supplies(book.game) for each in state.own]
    supplied = [
        (unit, entry) for unit, entry in own if entry.where.file is unit.where.file
    ]  # not of a scenario's set-up
    for unit, entry in _some(random, supplied):
        for hex_ in _far(book, unit, entry.column.id, entry, _land(book))[:1]:
            yield from one(
                f"{unit.cited}: {_id(book, hex_)}, far off", _at(book, unit, entry.column.id, entry, _id(book, hex_))
            )


oob033 = oob034
oob035 = kinds.hex_out_of_supply


def oob036(book, random):
    for unit, column, _entry in _hexed(book):
        for box in {box.id: box for box in book.map.boxes.values()}.values():
            if box.side and box.side != unit.side:
                yield from one(f"{unit.cited} in {box.id}", _cell(book, unit, column, box.id))


def _markers(book):
    for entry in book.forces.marker_entries():
        if entry.entry.hex is not None:
            yield entry, str(entry.entry.where.data)


def _marker_at(book, entry, text, place):
    token, where = entry.entry.token, entry.entry.where
    return book.set(where.file.name, where.path, text[: token.name_start] + place + text[token.name_end :])


def oob037(book, random):
    land = _land(book)
    for marker, text in _markers(book):
        turn = book.track.starts[marker.entry.column.start].turn if marker.entry.column.start else None
        own = _placed(book, turn).get(marker.side)
        if own:
            own = own + [hex_ for _place, hex_, _where in book.map.places.values() if hex_ is not None]
            far = max(land, key=lambda hex_: min(distance(book.map.grid, hex_, o) for o in own))
            yield from one(f"{marker.marker}: {_id(book, far)}", _marker_at(book, marker, text, _id(book, far)))


oob040 = kinds.too_few_markers


def oob041(book, _):
    for marker, text in _markers(book):
        more = " ".join([text, *[_id(book, marker.entry.hex)] * 6])
        yield from one(
            f"{marker.marker}: {more}", book.set(marker.entry.where.file.name, marker.entry.where.path, more)
        )


oob042 = kinds.box_on_armour


def oob043(book, _):
    works = works_of(book)
    for unit, column, entry in _hexed(book) if works else ():
        for other, at, _entry in _hexed(book) if entry.token.in_works else ():
            beside = at == column and other.side == unit.side and other is not unit and other.counter
            if beside and (works.profit is None or other.counter.counter.type in works.profit):
                text = f"{_id(book, entry.hex)}(f)"
                yield from one(f"{other.cited}: {text}, as {unit.cited}", _cell(book, other, column, text))


def oob044(book, _):
    works = works_of(book)
    for place, hex_, _where in book.map.places.values() if works else ():
        if {*place.kinds} & {*works.forbidden} and hex_ is not None:
            for unit, column, _entry in _hexed(book):
                if unit.counter and (works.profit is None or unit.counter.counter.type in works.profit):
                    yield from one(f"{unit.cited}: {place.name}(f)", _cell(book, unit, column, f"{_id(book, hex_)}(f)"))


def oob048(book, _):
    for marker, text in _markers(book):
        parts = text.split()
        for at, part in enumerate(parts):
            for other in {*parts} - {part}:
                new = " ".join([*parts[:at], other, *parts[at + 1 :]])
                yield from one(f"{text} → {new}", book.set(marker.entry.where.file.name, marker.entry.where.path, new))

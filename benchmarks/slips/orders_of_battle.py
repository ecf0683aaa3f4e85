"""Slips in the orders of battle and the counters."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.hexes import distance
from slips.book import Edit, Slip
from slips.hand import hex_slips

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scenario_forge.game.forces import Entry, Unit
    from scenario_forge.source.nodes import Node
    from slips.book import Book, Stretch

_DATE = re.compile(r"(?P<mark>[RW])(?P<month>\d+)/(?P<year>\d+)")


def _set_up(book: Book) -> Iterator[tuple[Unit, Entry, Node, str]]:
    """Cells that put a unit on a hex at a start date."""
    for unit, column, node, name in book.cells():
        entry = unit.at_start(column)
        if entry and entry.start and entry.hex is not None:
            yield unit, entry, node, name


def _held(book: Book, column: str) -> dict[str, list[int]]:
    """Hexes of units by side at a start date."""
    found: dict[str, list[int]] = {}
    for unit in book.forces.units():
        entry = unit.at_start(column)
        if entry and entry.hex is not None and entry.start:
            found.setdefault(unit.side, []).append(entry.hex)
    return found


def _moved(book: Book, wrong: str) -> Iterator[tuple[Unit, Entry, Slip, int | None]]:
    """Every one-slip change of every set-up hex, with the hex that it becomes."""
    for unit, entry, node, name in _set_up(book):
        old = entry.token.place
        for new in hex_slips(old):
            edit = book.replace_part(name, node, old, new)
            if edit:
                what = f"{unit.cited}, {entry.column.id}: {old} → {new} ({wrong})"
                yield unit, entry, Slip((edit,), what), book.map.grid.find(new)


def hex_that_is_not_there(book: Book, _: Random) -> Iterator[Slip]:
    """A set-up hex mistyped, off the map."""
    for _unit, _entry, slip, new in _moved(book, "off the map"):
        if new is None:
            yield slip


def hex_in_the_sea(book: Book, _: Random) -> Iterator[Slip]:
    """A set-up hex mistyped, in the sea or where no unit can stand."""
    for _unit, _entry, slip, new in _moved(book, "impassable"):
        if new is not None and not book.map.passable[new]:
            yield slip


def hex_of_the_enemy(book: Book, _: Random) -> Iterator[Slip]:
    """A set-up hex mistyped, where the enemy stands."""
    for unit, entry, slip, new in _moved(book, "enemy"):
        enemies = [h for side, hexes in _held(book, entry.column.id).items() if side != unit.side for h in hexes]
        if new in enemies:
            yield slip


def hex_out_of_supply(book: Book, _: Random) -> Iterator[Slip]:
    """A set-up hex mistyped, out of supply (a letter doubled or lost, digits exchanged)."""
    supply = book.game.system.supply(book.game) if book.game.system else None
    if supply is None:
        return
    depots = [e for e in book.forces.marker_entries() if e.entry.location and e.entry.start]
    for unit, entry, slip, new in _moved(book, "beyond supply"):
        counter = unit.counter.counter if unit.counter else None
        if new is None or counter is None or not book.map.passable[new] or counter.type in supply.immune_types:
            continue
        if supply.always and supply.always(unit.side, new, None):
            continue
        radius = supply.radius.get(counter.nationality)
        near = [e.entry.hex for e in depots if e.side == unit.side and e.entry.start == entry.start]
        if radius and all(h is not None and distance(book.map.grid, h, new) > radius for h in near):
            yield slip


def strength_above_printed(book: Book, _: Random) -> Iterator[Slip]:
    """A starting strength that is not below the printed one."""
    for unit, _entry, node, name in _set_up(book):
        marked = re.search(r"\(c(\d)\)", str(node.data))
        if marked and unit.counter and unit.counter.counter.strength < 9:
            edit = book.replace_part(name, node, marked[0], f"(c{unit.counter.counter.strength + 1})")
            if edit:
                yield Slip((edit,), f"{unit.cited}: {node.data}", (book.place(*_counter(unit)),))


def _counter(unit: Unit) -> tuple[str, tuple[str | int, ...]]:
    assert unit.counter
    return unit.counter.where.file.name, unit.counter.where.path


def box_on_armour(book: Book, _: Random) -> Iterator[Slip]:
    """A fortified box on a unit that has no use for it."""
    boxes = book.game.system.works(book.game) if book.game.system else None
    if not boxes or boxes.profit is None:
        return
    helped = set()
    for unit, entry, _node, _name in _set_up(book):
        if unit.counter and unit.counter.counter.type in boxes.profit:
            helped.add((entry.column.id, entry.hex))
    for unit, entry, node, name in _set_up(book):
        if unit.counter and "(" not in str(node.data) and (entry.column.id, entry.hex) not in helped:
            yield Slip((book.replace(name, node, f"{node.data}(f)"),), f"{unit.cited}: {node.data}(f)")


def box_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A second fortified box in a hex."""
    boxed = {(e.column.id, e.hex): u for u, e, _n, _f in _set_up(book) if e.token.in_works}
    for unit, entry, node, name in _set_up(book):
        first = boxed.get((entry.column.id, entry.hex))
        if first and first is not unit and not entry.token.in_works and "(" not in str(node.data):
            yield Slip((book.replace(name, node, f"{node.data}(f)"),), f"{unit.cited}: box of {first.cited} again")


def copied_into_a_full_hex(book: Book, _: Random) -> Iterator[Slip]:
    """The cell of another row copied, more than a hex holds."""
    stacking = book.game.system.stacking(book.game) if book.game.system else None
    if not stacking:
        return
    weights: dict[tuple[str, str, int], int] = {}
    for unit, entry, _node, _name in _set_up(book):
        if unit.counter and entry.hex is not None and unit.counter.counter.type not in stacking.free_types:
            key = (unit.side, entry.column.id, entry.hex)
            weights[key] = weights.get(key, 0) + stacking.weights.get(unit.counter.counter.size, 0)
    cells = list(_set_up(book))
    for unit, entry, node, name in cells:
        if not unit.counter or "(c" in str(node.data):
            continue
        own = stacking.weights.get(unit.counter.counter.size, 0)
        for other, there, _node, _name in cells:
            same = other.side == unit.side and there.column.id == entry.column.id
            if not same or there.hex in (entry.hex, None) or not own or "(c" in str(_node.data):
                continue
            if weights[unit.side, entry.column.id, there.hex or 0] + own > stacking.limit:
                slip = book.replace_part(name, node, entry.token.place, there.token.place)
                if slip:
                    yield Slip((slip,), f"{unit.cited}: {entry.token.place} → {there.token.place} of {other.cited}")


def _dated(book: Book) -> Iterator[tuple[Unit, Entry, Node, str, re.Match[str]]]:
    for unit, column, node, name in book.cells():
        for entry in unit.cells.get(column, ()):
            match = _DATE.search(str(node.data), entry.token.start)
            if entry.turn is not None and match:
                yield unit, entry, node, name, match


def _box_of(book: Book, turn: int, side: str) -> tuple[Stretch, ...]:
    entry = book.track.entry(turn, side)
    return (book.place(entry.where.file.name, entry.where.path),) if entry else ()


def wrong_year(book: Book, _: Random) -> Iterator[Slip]:
    """The wrong year in an arrival or withdrawal."""
    for unit, entry, node, name, match in _dated(book):
        for year in (int(match["year"]) - 1, int(match["year"]) + 1):
            new = f"{match['mark']}{match['month']}/{year}"
            edit = book.replace_part(name, node, match[0], new)
            if edit and entry.turn is not None:
                yield Slip((edit,), f"{unit.cited}: {match[0]} → {new}", _box_of(book, entry.turn, unit.side))


def no_such_month(book: Book, random: Random) -> Iterator[Slip]:
    """A month that does not exist, or a stroke lost."""
    for unit, _entry, node, name, match in _dated(book):
        new = random.choice(
            [
                f"{match['mark']}{match['month']}{match['year']}",
                f"{match['mark']}{int(match['month']) + 12}/{match['year']}",
                f"{match['mark']}0/{match['year']}",
            ]
        )
        edit = book.replace_part(name, node, match[0], new)
        if edit:
            yield Slip((edit,), f"{unit.cited}: {match[0]} → {new}")


def month_without_a_mark(book: Book, _: Random) -> Iterator[Slip]:
    """Another month, where the track has no R or W for it."""
    for unit, entry, node, name, match in _dated(book):
        for turn in range(book.track.calendar.length):
            track = book.track.entry(turn, unit.side)
            if track is None or track.token is None or turn == entry.turn or entry.turn is None:
                continue
            marked = track.token.reinforcements if match["mark"] == "R" else track.token.withdrawals
            new = f"{match['mark']}{book.track.calendar.text(turn)}"
            if not marked and abs(turn - entry.turn) < 4:
                edit = book.replace_part(name, node, match[0], new)
                also = (*_box_of(book, turn, unit.side), *_box_of(book, entry.turn, unit.side))
                if edit:
                    yield Slip((edit,), f"{unit.cited}: {match[0]} → {new}", also)


def withdrawn_before_it_comes(book: Book, _: Random) -> Iterator[Slip]:
    """Arrival and withdrawal exchanged."""
    for unit, column, node, name in book.cells():
        found = _DATE.findall(str(node.data))
        if [mark for mark, _m, _y in found] == ["R", "W"]:
            new = f"R{found[1][1]}/{found[1][2]}, W{found[0][1]}/{found[0][2]}"
            also = tuple(p for e in unit.cells[column] if e.turn is not None for p in _box_of(book, e.turn, unit.side))
            yield Slip((book.replace(name, node, new),), f"{unit.cited}: {node.data} → {new}", also)


def cell_in_the_next_column(book: Book, _: Random) -> Iterator[Slip]:
    """An arrival in the column of another start."""
    for unit, entry, _node, name, match in _dated(book):
        columns = list(book.forces.sides[unit.side].columns)
        after = [column for column in columns if column.endswith("+") and column != entry.column.id]
        for column in after:
            edit = book.rename_key(name, (*unit.where.path, entry.column.id), column)
            if edit and column not in unit.row.cells:
                yield Slip((edit,), f"{unit.cited}: {match[0]} from {entry.column.id} to {column}")


def cell_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """The cell of a start left empty."""
    for unit, column, _node, name in book.cells():
        if book.forces.sides[unit.side].columns[column].start:
            edit = book.drop_key(name, (*unit.where.path, column))
            if edit:
                yield Slip((edit,), f"{unit.cited}: no {column}")


def back_from_the_dead(book: Book, _: Random) -> Iterator[Slip]:
    """E at a start before one at which the unit stands on the map."""
    for unit, entry, node, name in _set_up(book):
        starts = [c for c, column in book.forces.sides[unit.side].columns.items() if column.start]
        at = starts.index(entry.column.id)
        later = [unit.at_start(c) for c in starts[at + 1 :]]
        if any(e and e.hex is not None for e in later):
            yield Slip((book.replace(name, node, "E"),), f"{unit.cited}: {entry.column.id} {node.data} → E")


def gone_without_leaving(book: Book, _: Random) -> Iterator[Slip]:
    """N at a start, though the unit came before and did not leave."""
    for unit, entry, node, name in _set_up(book):
        columns = list(book.forces.sides[unit.side].columns)
        before = [e for c in columns[: columns.index(entry.column.id)] for e in unit.cells.get(c, ())]
        if before and before[-1].kind in ("arrives", "at"):
            yield Slip((book.replace(name, node, "N"),), f"{unit.cited}: {entry.column.id} {node.data} → N")


def there_before_it_comes(book: Book, _: Random) -> Iterator[Slip]:
    """On the map at a start from which it arrives later."""
    for unit, entry, _node, name, _match in _dated(book):
        columns = list(book.forces.sides[unit.side].columns)
        at = columns[columns.index(entry.column.id) - 1]
        cell = book.node(name, (*unit.where.path, at))
        first = unit.at_start(at)
        if cell is not None and first and first.kind == "absent" and entry.kind == "arrives":
            place = next(
                (e.token.place for u, e, _n, _f in _set_up(book) if u.side == unit.side and e.column.id == at), ""
            )
            if place:
                yield Slip(
                    (book.replace(name, cell, place),), f"{unit.cited}: {at} N → {place}, {entry.column.id} arrives"
                )


def counter_missing(book: Book, _: Random) -> Iterator[Slip]:
    """A counter left out."""
    for unit in book.forces.units():
        if unit.counter:
            name, path = _counter(unit)
            edit = book.drop_item(name, path)
            if edit:
                yield Slip((edit,), f"no counter of {unit.cited}", (book.place(unit.where.file.name, unit.where.path),))


def unit_missing(book: Book, _: Random) -> Iterator[Slip]:
    """A row of the order of battle left out."""
    for unit in book.forces.units():
        edit = book.drop_item(unit.where.file.name, unit.where.path)
        if edit and unit.counter:
            yield Slip((edit,), f"no row of {unit.cited}", (book.place(*_counter(unit)),))


def row_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A row or a counter typed twice."""
    for unit in book.forces.units():
        edit = book.double_item(unit.where.file.name, unit.where.path)
        if edit:
            yield Slip((edit,), f"{unit.cited} twice")
        if unit.counter and (edit := book.double_item(*_counter(unit))):
            yield Slip((edit,), f"counter of {unit.cited} twice")


def numbers_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """Two set-up numbers exchanged."""
    units = book.forces.units()
    for unit, after in pairwise(units):
        name = unit.where.file.name
        one, other = book.node(name, (*unit.where.path, "no")), book.node(name, (*after.where.path, "no"))
        if unit.side == after.side and one and other:
            also = tuple(book.place(*_counter(u)) for u in (unit, after) if u.counter)
            yield Slip(book.swap(name, one, other), f"{unit.cited} and {after.no} exchanged", also)


def supply_in_the_wrong_place(book: Book, _: Random) -> Iterator[Slip]:
    """A supply marker's hex mistyped: off the map, impassable or among the enemy."""
    for entry in book.forces.marker_entries():
        where = entry.entry.where
        node = book.node(where.file.name, where.path)
        if node is None or entry.entry.hex is None:
            continue
        enemies = [h for s, hexes in _held(book, entry.entry.column.id).items() if s != entry.side for h in hexes]
        for new in hex_slips(entry.entry.token.place):
            hex_ = book.map.grid.find(new)
            if hex_ is None or not book.map.passable[hex_] or hex_ in enemies:
                edit = book.replace_part(where.file.name, node, entry.entry.token.place, new)
                if edit:
                    yield Slip((edit,), f"{entry.side} supply: {entry.entry.token.place} → {new}")


def too_few_markers(book: Book, _: Random) -> Iterator[Slip]:
    """Fewer markers in the mix than a set-up takes."""
    asked: dict[tuple[str, str], int] = {}
    for _unit, entry, _node, _name in _set_up(book):
        if entry.token.in_works:
            asked["box", entry.column.id] = asked.get(("box", entry.column.id), 0) + 1
        if entry.token.strength is not None:
            key = (f"strength {entry.token.strength}", entry.column.id)
            asked[key] = asked.get(key, 0) + 1
    for entry_ in book.forces.marker_entries():
        key = (entry_.marker, entry_.entry.column.id)
        asked[key] = asked.get(key, 0) + 1
    for marker, where in book.forces.markers.values():
        names = (marker.kind, f"{marker.kind} {marker.value}", marker.id)
        most = max((n for (name, _c), n in asked.items() if name in names), default=0)
        node = book.node(where.file.name, (*where.path, "count"))
        if most > 1 and node is not None and not marker.unlimited:
            yield Slip(
                (book.replace(where.file.name, node, str(most - 1)),), f"{marker.id}: {most - 1}, {most} are set up"
            )


def nationality_of_the_enemy(book: Book, _: Random) -> Iterator[Slip]:
    """A counter in the enemy's colour."""
    about = book.game.about
    assert about
    for unit in book.forces.units():
        other = next((n.id for n in about.nationalities if n.side != unit.side), None)
        if unit.counter and other:
            name, path = _counter(unit)
            node = book.node(name, (*path, "nationality"))
            if node is not None:
                yield Slip((book.replace(name, node, other),), f"{unit.cited}: {other}")


def letter_for_a_digit(book: Book, _: Random) -> Iterator[Slip]:
    """A letter for a digit or a small letter in a set-up hex."""
    for unit, entry, node, name in _set_up(book):
        old = entry.token.place
        for new in {old.replace("0", "O"), old.replace("1", "l"), old.lower()} - {old}:
            edit = book.replace_part(name, node, old, new)
            if edit:
                yield Slip((edit,), f"{unit.cited}: {old} → {new}")


def bracket_lost(book: Book, random: Random) -> Iterator[Slip]:
    """A bracket lost or a letter mistaken behind a set-up hex."""
    for unit, _entry, node, name in _set_up(book):
        match = re.search(r"\(.*\)", str(node.data))
        if match:
            new = random.choice([match[0][1:], match[0][:-1], match[0].replace("(", "(x"), match[0][1:-1]])
            yield Slip(
                (book.replace(name, node, str(node.data).replace(match[0], new)),), f"{unit.cited}: {node.data}, {new}"
            )


def withdrawn_and_there(book: Book, _: Random) -> Iterator[Slip]:
    """A withdrawal too many, of a unit that stands on the map at the next start."""
    for unit, entry, node, name, _match in _dated(book):
        columns = list(book.forces.sides[unit.side].columns)
        at = columns.index(entry.column.id)
        later = unit.at_start(columns[at + 1]) if at + 1 < len(columns) else None
        turns = [
            b.turn for b in book.track.boxes if (t := b.entries.get(unit.side)) and t.token and t.token.withdrawals
        ]
        stop = book.track.starts[columns[at + 1]].turn if later and columns[at + 1] in book.track.starts else None
        if entry.kind == "arrives" and len(unit.cells[entry.column.id]) == 1 and later and later.hex is not None:
            for turn in turns:
                if turn is not None and entry.turn is not None and stop is not None and entry.turn < turn < stop:
                    new = f"W{book.track.calendar.text(turn)}"
                    edit = Edit(name, node.start.index, node.end.index, f'"{node.data}, {new}"')
                    yield Slip((edit,), f"{unit.cited}: {node.data}, {new}")


def label_of_a_column(book: Book, _: Random) -> Iterator[Slip]:
    """A column headed with another date."""
    for force in book.forces.sides.values():
        starts = [(n, c) for n, c in enumerate(force.document.columns) if c.start and c.label]
        for (number, column), (_number, other) in pairwise(starts):
            node = book.node(force.where.file.name, (*force.where.path, "columns", number, "label"))
            if node is not None:
                also = (book.place(force.where.file.name, (*force.where.path, "columns", number)),)
                new = column.label.replace(column.label.rstrip("*"), other.label.rstrip("*"))
                yield Slip((book.replace(force.where.file.name, node, new),), f"{column.label} called {new}", also)


def strength_with_a_digit_too_many(book: Book, _: Random) -> Iterator[Slip]:
    """A strength or movement allowance with a digit too many."""
    for unit in book.forces.units():
        for key in ("strength", "movement"):
            if unit.counter:
                name, path = _counter(unit)
                node = book.node(name, (*path, key))
                if node is not None and node.data:
                    new = f"{node.data}{str(node.data)[-1]}"
                    yield Slip((book.replace(name, node, new),), f"{unit.cited}: {key} {node.data} → {new}")


def size_unlike_the_name(book: Book, _: Random) -> Iterator[Slip]:
    """A size unlike what the unit's name says."""
    said = {"Brig": "X", "Div.": "XX", "Reg": "III", "Bn": "II"}
    for unit in book.forces.units():
        own = next(
            (size for word, size in said.items() if word in unit.name.split() or f"{word}." in unit.name.split()), None
        )
        if unit.counter and own == unit.counter.counter.size:
            name, path = _counter(unit)
            node = book.node(name, (*path, "size"))
            new = {"X": "XX", "XX": "X", "III": "XX", "II": "X"}[own]
            if node is not None:
                also = (book.place(unit.where.file.name, unit.where.path),)
                yield Slip((book.replace(name, node, new),), f"{unit.cited}, {unit.name}: {own} → {new}", also)


KINDS = (
    hex_that_is_not_there, hex_in_the_sea, hex_of_the_enemy, hex_out_of_supply, strength_above_printed, box_on_armour,
    box_twice, copied_into_a_full_hex, wrong_year, no_such_month, month_without_a_mark, withdrawn_before_it_comes,
    cell_in_the_next_column, cell_left_out, back_from_the_dead, gone_without_leaving, there_before_it_comes,
    counter_missing, unit_missing, row_twice, numbers_exchanged, supply_in_the_wrong_place, too_few_markers,
    nationality_of_the_enemy, letter_for_a_digit, bracket_lost, withdrawn_and_there, label_of_a_column,
    strength_with_a_digit_too_many, size_unlike_the_name,
)  # fmt: skip

"""Proposals for a new row of a table: an id that is free, and what every row must have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.editor.tables.track import next_box
from scenario_forge.game.forces import forces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.tables.table import Line, Table
    from scenario_forge.editor.tables.columns import Column
    from scenario_forge.game.game import Game

MOST = 9999
_LAST_NUMBER = re.compile(r"(.*?)(\d+)(\D*)").fullmatch


def next_ids(game: Game, table: Table, lines: Sequence[Line]) -> dict[str, str]:
    """Return the next free id; of counters by their side, of other tables under an empty key."""
    if table.ids == ("side", "no"):
        sides = dict.fromkeys([*game.side_names, *(line.id[0] for line in lines)])
        return {side: _free_number([line.id[1] for line in lines if line.id[0] == side]) for side in sides}
    taken = [line.id[0] for line in lines]
    if table.ids == ("no",):
        return {"": _uncharted(game, table, taken) or _free_number(taken)}
    if table.ids == ("marker",):
        known = [id_ for id_, (marker, _where) in forces(game).markers.items() if marker.kind not in taken]
        return {"": next((each for each in known if each not in taken), "") or next_heading(taken)}
    if table.ids == ("turn",):
        return {"": _next_turn(game, taken)}
    return {"": next_heading(taken)}


def _free_number(taken: Sequence[str]) -> str:
    numbers = [int(each) for each in taken if each.isascii() and each.isdigit()]
    most = max(numbers, default=0) + 1
    return str(most if most <= MOST else next(n for n in range(1, MOST + 1) if n not in numbers))


def _uncharted(game: Game, table: Table, taken: Sequence[str]) -> str:
    """Return the first counter of the side that its order of battle leaves out."""
    linked = forces(game)
    force = next((each for each in linked.sides.values() if each.where.file.name == table.source.name), None)
    numbers = sorted(no for side, no in linked.counters if force is not None and side == force.side)
    return next((str(no) for no in numbers if str(no) not in taken), "")


def _next_turn(game: Game, taken: Sequence[str]) -> str:
    """Return the turn after the last box; the calendar is extended to reach it."""
    return str(next_box(game).get("turn", "")) or next_heading(taken)


def next_heading(taken: Sequence[str]) -> str:
    """Return a heading that no row has: the last one counted on, else `new`."""
    found = _LAST_NUMBER(taken[-1]) if taken else None
    heading, number = (found[1], int(found[2])) if found and len(found[2]) < 7 else ("new ", 0)
    tail = found[3] if found else ""
    while not number or f"{heading}{number}{tail}" in taken:
        number += 1
    return f"{heading}{number}{tail}"


def new_row(
    game: Game, table: Table, columns: Sequence[Column], like: Line | None, id_: tuple[str, ...]
) -> dict[str, str]:
    """Return the cells of a new row by column: its id, and what every row must have, as in a row beside it."""
    cells = dict(zip(table.ids, id_, strict=True))
    there = dict(zip(table.columns, like.cells, strict=False)) if like else {}
    for column in columns:
        if column.needed and column.id not in cells:
            first = column.choices[0].id if column.choices else {"number": "1", "flag": "false"}.get(column.kind, "new")
            cells[column.id] = there.get(column.id) or first
    if table.ids == ("turn",):
        cells |= {key: str(text) for key, text in next_box(game).items() if key not in table.ids and key in table.kinds}
    if "name" in table.kinds:
        cells["name"] = _name_of(game, table, id_)
    usual = {key: there.get(key) for key in ("nationality", "size")}
    return cells | {key: text for key, text in usual.items() if text}


def _name_of(game: Game, table: Table, id_: tuple[str, ...]) -> str:
    """Return the name on the counter, where the row of an order of battle is to be that of one."""
    linked = forces(game)
    if table.ids == ("marker",):
        return linked.markers[id_[0]][0].name if id_[0] in linked.markers else ""
    force = next((each for each in linked.sides.values() if each.where.file.name == table.source.name), None)
    counter = linked.counters.get((force.side, int(id_[0]))) if force and id_[0].isdigit() else None
    return counter.counter.name if counter else "New unit"

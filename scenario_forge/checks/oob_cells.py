"""OOB010–014: what a cell of an order of battle may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Entry, Force, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.system import Works


def empty_cells(game: Game) -> Iterator[Diagnostic]:
    """OOB010: a blank in the column of a start date that is filled otherwise."""
    for force in forces(game).sides.values():
        units = [(unit.cited, unit.row.cells, unit.where) for unit in force.units]
        rows = [
            (row.name or row.marker, row.cells, force.where / "markers" / number)
            for number, row in enumerate(force.document.markers)
        ]
        yield from _blanks(force, units)
        yield from _blanks(force, rows)


def _blanks(force: Force, rows: Sequence[tuple[str, Mapping[str, str], Where]]) -> Iterator[Diagnostic]:
    for column in force.columns.values():
        if not column.start:
            continue
        blank = [(name, at) for name, cells, at in rows if not cells.get(column.id, "").strip()]
        if len(blank) <= max(1, len(rows) // 5) and (len(rows) > len(blank) or _set_up_elsewhere(force, rows)):
            for name, at in blank:
                yield oob.OOB010.at(at / column.id, unit=name, column=column_name(column))


def _set_up_elsewhere(force: Force, rows: Sequence[tuple[str, Mapping[str, str], Where]]) -> bool:
    """Whether a chart's only row is filled at its other start dates."""
    starts = [column.id for column in force.columns.values() if column.start]
    return bool(rows) and sum(bool(rows[0][1].get(start, "").strip()) for start in starts) >= len(starts) - 1


def column_name(column: object) -> str:
    """A column as printed above it."""
    return str(getattr(column, "label", "") or getattr(column, "id", "")).strip(" *")


def two_states(game: Game) -> Iterator[Diagnostic]:
    """OOB011: two positions in one cell, or a position and E."""
    for unit, _column, entries in _start_cells(game):
        undated = [entry for entry in entries if entry.turn is None and not entry.token.date and not is_garbled(entry)]
        for entry in undated[1:]:
            finding = oob.OOB011.at(
                entry.where,
                unit=unit.cited,
                column=column_name(entry.column),
                first=written(undated[0]),
                second=written(entry),
            )
            yield finding.also(undated[0].where, "the first")


def is_garbled(entry: Entry) -> bool:
    """Whether an entry's place names nothing, which is reported already: it may be a date as well."""
    return entry.kind == "at" and entry.location is None


def _start_cells(game: Game) -> Iterator[tuple[Unit, str, list[Entry]]]:
    for unit in forces(game).units():
        for column, entries in unit.cells.items():
            if entries and entries[0].column.start:
                yield unit, column, entries


def written(entry: Entry) -> str:
    """An entry as it stands in its cell."""
    return entry.text or entry.token.place


def entries_in_wrong_column(game: Game) -> Iterator[Diagnostic]:
    """OOB012: a dated entry in a start column, or a position in a column of what comes later."""
    for unit in forces(game).units():
        for entry in unit.all_entries():
            dated = entry.kind in ("arrives", "leaves")
            if entry.column.start and dated:
                what, holds = "dated", "where units start"
            elif entry.column.after and not dated and not is_garbled(entry):
                what, holds = "a state on a start date", "what arrives and leaves later"
            else:
                continue
            yield oob.OOB012.at(
                entry.where,
                entry=written(entry),
                unit=unit.cited,
                what=what,
                holds=holds,
                column=column_name(entry.column),
            )


def marks_without_meaning(game: Game) -> Iterator[Diagnostic]:
    """OOB013: works off the map, a strength at what leaves."""
    works = game.system.works(game) if game.system else None
    for unit in forces(game).units():
        for entry in unit.all_entries():
            for mark, why in _idle_marks(entry, works):
                yield oob.OOB013.at(entry.where, mark=mark, entry=written(entry), unit=unit.cited, why=why)


def _idle_marks(entry: Entry, works: Works | None) -> Iterator[tuple[str, str]]:
    token = entry.token
    sign, one = (works.sign, works.name) if works else ("works", "work")
    if token.in_works and entry.kind in ("arrives", "leaves"):
        yield sign, f"a {one} is placed where a unit starts, not where it comes or goes"
    if token.in_works and entry.location and entry.location.box:
        yield sign, f"a {one} stands in a hex, not off the map"
    if token.strength is not None and entry.kind == "leaves":
        yield f"(c{token.strength})", "it says how strong a unit is when it comes"


def starting_strengths(game: Game) -> Iterator[Diagnostic]:
    """OOB014: a weakened unit that is not weaker than its counter, or has no strength at all."""
    for unit in forces(game).units():
        counter = unit.counter
        for entry in unit.all_entries() if counter else ():
            given = entry.token.strength
            printed = counter.counter.strength if counter else None
            if counter is None or printed is None or given is None or 0 < given < printed:
                continue
            most = counter.counter.most_strength
            if most is not None and 0 < given <= most:
                continue
            place = counter.where / "strength"
            finding = oob.OOB014.at(entry.where, unit=unit.cited, given=given, printed=printed)
            if given:
                finding = finding.also(place, "its printed strength").rests_on(place)
            yield finding.suggest(None if given else "did you mean E?")


CHECKS = (empty_cells, two_states, entries_in_wrong_column, marks_without_meaning, starting_strengths)

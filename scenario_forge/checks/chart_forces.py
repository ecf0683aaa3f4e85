"""CHT017: tables of forces against the orders of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.set_ups import start_columns
from scenario_forge.diagnostics.catalogue import cht, ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.project.forces import forces
from scenario_forge.project.notations import number
from scenario_forge.project.schedule import schedule
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Counted, ForceTable
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.project.force import Entry, Force
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.tables import Cell, Table

_AWAY = frozenset({"absent", "eliminated", "reserve", "arrives", "leaves"})


def names(game: Game) -> Iterator[Diagnostic]:
    """Rows, columns, starts, sides, values and types that a table of forces names and that there are not."""
    counters, track = game.one("counters", CountersDocument), schedule(game)
    values = [value.id for value in counters[0].values] if counters else []
    types = [type_.id for type_ in counters[0].types] if counters else []
    for table, given, at in _tables(game):
        named = [((at / "starts" / row).key(), row, "row heading") for row in given.starts]
        named += [((at / "columns" / column).key(), column, "column heading") for column in given.columns]
        named += [(at / "starts" / row, start, "start date") for row, start in given.starts.items()]
        named += [(at / "parts" / part, side, "side") for part, side in given.parts.items()]
        named += [(at / "without" / n, type_, "unit type") for n, type_ in enumerate(given.without)]
        for column, counted in given.columns.items():
            here = at / "columns" / column
            named += [((here / "values" / value).key(), value, "counter value") for value in counted.values]
            named += [(here / "of", counted.of, "counter value")] if counted.of else []
        known = {
            "row heading": [heading.text for heading in table.rows],
            "column heading": [heading.text for heading in table.columns],
            "start date": list(track.starts) if track else [],
            "side": list(game.side_names),
            "unit type": types,
            "counter value": values,
        }
        for where, name, wanted in named:
            if known[wanted] and name not in known[wanted]:
                finding = ref.REF001.at(where, text=name, wanted=wanted)
                yield finding.suggest(did_you_mean(name, known[wanted])).under(table.chart.rule or None)


def counts(game: Game) -> Iterator[Diagnostic]:
    """Cells that give another number, or another sum of values, than the units at the start come to."""
    track = schedule(game)
    for table, given, _ in _tables(game):
        for row, heading in enumerate(table.rows):
            start = track.starts.get(given.starts.get(heading.text, "")) if track else None
            for column, head in enumerate(table.columns):
                counted, cell = given.columns.get(head.text), table.at(row, column)
                if start is not None and counted is not None and cell is not None:
                    yield from _compared(game, table, cell, start.date, counted)


def _compared(game: Game, table: Table, cell: Cell, start: StartDate | StopDate, what: Counted) -> Iterator[Diagnostic]:
    given = table.chart.forces
    for part, side in given.parts.items() if given else ():
        # where nobody can read game.yaml, that is told alone
        force = forces(game).sides.get(side) if side in game.side_names else None
        printed, found = number(cell.meaning, part), None
        if force is not None and given is not None:
            found = _counted(force, what, start.id, given.without)
        if found is None or printed is None or sum(found.values()) == printed:
            continue
        finding = cht.CHT017.at(
            cell.where,
            cell=cell.text,
            printed=str(printed),
            side=game.side_name(side),
            start=start.label,
            value=str(sum(found.values())),
        )
        units = f"units {', '.join(map(str, found))}" if found else "no unit"
        yield finding.note(f"counted: {units}").under(table.chart.rule or None)


def _tables(game: Game) -> Iterator[tuple[Table, ForceTable, Where]]:
    for table in tables(game).charts.values():
        if table.chart.forces is not None:
            yield table, table.chart.forces, table.where / "forces"


def _counted(force: Force, what: Counted, start: str, without: Sequence[str]) -> dict[int, int] | None:
    """What each unit that is counted adds, by its number; None where it is not known who is there, or what it adds."""
    column = start_columns(force).get(start)
    found: dict[int, int] = {}
    for unit in force.units:
        entry = unit.at_start(column) if column else None
        if entry is None or unit.counter is None:
            return None
        counter = unit.counter.counter
        fits = all(counter.values.get(value) == wanted for value, wanted in what.values.items())
        if entry.kind in _AWAY or unit.option or counter.option or counter.type in without or not fits:
            continue
        worth = _worth(counter, entry, what.of) if what.of else 1
        if worth is None:
            return None
        found[unit.no] = worth
    return found


def _worth(counter: UnitCounter, entry: Entry, value: str) -> int | None:
    given = entry.token.strength if value == "strength" else None
    return given if given is not None else counter.number(value)


CHECKS = (names, counts)

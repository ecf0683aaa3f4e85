"""CHT012 to 017: cells against formulas, order of samples and ratios, cells of tables of forces."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.cells import is_sparse
from scenario_forge.checks.forces.set_ups import start_columns
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.game.forces import forces
from scenario_forge.game.notations import CORE_NOTATIONS, Amount, NotationError, Range, Ratio, number
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import CellFormula, Counted, ForceTable, Scale
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.game.forces import Entry, Force
    from scenario_forge.game.formula import Formula
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import Cell, Heading, LinkedChart

CODES = Codes(__file__)
CHT012 = CODES.error("CHT012", "cell-disagrees-with-formula", "`{cell}` should be {value}, by the formula `{formula}`")
CHT013 = CODES.error("CHT013", "formula-names-nothing", "this formula uses `{name}`, which is not defined")
CHT014 = CODES.error(
    "CHT014",
    "samples-out-of-order",
    "{line} `{heading}` is {what} `{before}`, but the {line}s are read by `lookup: {how}`",
)
CHT015 = CODES.error("CHT015", "ratios-out-of-order", "{line} `{heading}` follows `{before}` but is not a higher ratio")
CHT016 = CODES.warning("CHT016", "formula-compares-nothing", "`{formula}` cannot be checked: {why}")
CHT017 = CODES.error(
    "CHT017",
    "forces-differ-from-set-up",
    "`{cell}` gives {printed} for the {side} side, but the set-up of {start} has {value}",
)


_NUMERAL = re.compile(r"(?<![\d.])[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?![\d.])")
HEADINGS = ("row", "column")
"""What a formula may name without saying so in `names`: the numbers of the headings."""


def names(game: Game) -> Iterator[Diagnostic]:
    """Report names in formulas that are not defined."""
    for table in tables(game).charts.values():
        for index, (given, formula) in enumerate(zip(table.chart.formulas, table.formulas, strict=True)):
            at = table.where / "formulas" / index / "formula"
            known = [*HEADINGS, *given.names]
            for name in formula.names if formula else ():
                if name.text not in known:
                    finding = CHT013.at(at.within(name.start, name.end), name=name.text)
                    yield finding.suggest(did_you_mean(name.text, known)).under(table.chart.rule)


def cells(game: Game) -> Iterator[Diagnostic]:
    """Report cells that differ from the result of their formula, and formulas that apply to no cell."""
    for table in tables(game).charts.values():
        for index, (given, formula) in enumerate(zip(table.chart.formulas, table.formulas, strict=True)):
            used = {name.text for name in formula.names} if formula else set()
            if formula is None or not used <= {*HEADINGS, *given.names}:
                continue
            at = table.where / "formulas" / index / "formula"
            headings = [heading.text for heading in table.columns]
            named = {name: headings.index(text) for name, text in given.names.items() if text in headings}
            columns = {name: column for name, column in named.items() if name in used}
            meant = {
                spot: _meant(table, given, formula, spot, columns) if used <= {*HEADINGS, *columns} else None
                for spot in _spots(table, given)
            }
            if all(value is None for value in meant.values()):
                finding = CHT016.at(
                    at, formula=formula.text, why=_why_unchecked(given, used - {*HEADINGS, *columns}, meant)
                )
                yield finding.under(table.chart.rule)
            for (row, column), value in meant.items():
                cell = table.at(row, column)
                if cell is not None and value is not None:
                    yield from _compared(table, given, formula, at, cell, value)


def orders(game: Game) -> Iterator[Diagnostic]:
    """Report samples and ratios that are equal, or do not all rise or all fall."""
    for table in tables(game).charts.values():
        lines: tuple[tuple[str, Sequence[Heading], Scale], ...] = (
            ("column", table.columns, table.chart.column_scale),
            ("row", table.rows, table.chart.row_scale),
        )
        for word, headings, scale in lines:
            if scale.lookup != "exact":
                yield from _samples(table, word, headings, scale.lookup)
            elif scale.notation == "ratio":
                yield from _ratios(table, word, headings)


def _spots(table: LinkedChart, given: CellFormula) -> Iterator[tuple[int, int]]:
    for row, heading in enumerate(table.rows):
        for column, head in enumerate(table.columns[: len(table.cells[row])]):
            wanted = not given.rows or heading.text in given.rows
            if wanted and (not given.columns or head.text in given.columns):
                yield row, column


def _meant(
    table: LinkedChart, given: CellFormula, formula: Formula, spot: tuple[int, int], columns: Mapping[str, int]
) -> Fraction | None:
    """The value a cell should have; None where the cell or a name in the formula is not a number.

    Args:
        table: the chart.
        given: the formula as the author wrote it, with its part and rounding.
        formula: the same, parsed.
        spot: row and column of the cell.
        columns: by name that the formula uses, besides the headings: the column that it stands for.
    """
    cell = table.at(*spot)
    if cell is None or (number(cell.meaning, given.part) is None and not given.words):
        return None
    try:
        return _rounded(formula.value(_values(table, given, spot, columns)), given, cell)
    except (KeyError, ZeroDivisionError):  # a name without a number here
        return None


def _why_unchecked(given: CellFormula, lost: Collection[str], meant: Collection[tuple[int, int]]) -> str:
    if lost:
        return f"the table has no column `{given.names[min(lost)]}`"
    if not meant:
        return "it applies to no cell of the table"
    return "the cells it applies to, or the values it uses, are not numbers"


def _compared(
    table: LinkedChart, given: CellFormula, formula: Formula, at: Where, cell: Cell, meant: Fraction
) -> Iterator[Diagnostic]:
    if given.words:
        value = _worded(given, meant)
        agrees = value == cell.text
    else:
        value = _text(meant)
        agrees = meant == number(cell.meaning, given.part)
    if not agrees:
        finding = CHT012.at(cell.where, cell=cell.text, formula=formula.text, value=value)
        meant_cell = value if given.words else _with_number(cell.text, number(cell.meaning, given.part), value)
        if meant_cell is not None:
            finding = finding.could_be(cell.where, meant_cell, f"by the formula `{formula.text}`", "worked-out")
        yield finding.also(at, "the formula").under(table.chart.rule)


def _with_number(text: str, printed: Fraction | None, value: str) -> str | None:
    """Return a cell with its one number of a value replaced, with as many decimals; None where it has not one."""
    same = [found for found in _NUMERAL.finditer(text) if Fraction(found[0]) == printed]
    if len(same) != 1 or "/" in value:
        return None
    places = len(same[0][0].partition(".")[2])
    if places:
        value = f"{float(value):.{places}f}"
    if same[0][0].startswith("."):
        value = value.removeprefix("0")
    return text[: same[0].start()] + value + text[same[0].end() :]


def _worded(given: CellFormula, value: Fraction) -> str:
    """The printed word for a result, or the number where there is no word."""
    ranges = CORE_NOTATIONS["ranges"]
    for word, text in given.words.items():
        with suppress(NotationError):  # a range that does not parse stands for nothing
            found = ranges.parse(text)
            if value.denominator == 1 and isinstance(found, Range) and int(value) in found:
                return word
    return _text(value)


def _values(
    table: LinkedChart, given: CellFormula, spot: tuple[int, int], columns: Mapping[str, int]
) -> dict[str, Fraction]:
    """The numbers that names stand for in a cell's row and column."""
    row, column = spot
    found = {"row": _heading(table.rows[row]), "column": _heading(table.columns[column])}
    for name, number_of in columns.items():
        cell = table.at(row, number_of)
        found[name] = number(cell.meaning, given.part) if cell else None
    return {name: value for name, value in found.items() if value is not None}


def _heading(heading: Heading) -> Fraction | None:
    """The number of a heading; of `3 or more` the 3."""
    meaning = heading.meaning
    if isinstance(meaning, Range) and len(meaning.values) == 1:
        return Fraction(meaning.values[0])
    return number(meaning)


def _rounded(value: Fraction, given: CellFormula, cell: Cell) -> Fraction:
    """The value rounded to the number of decimals in the cell."""
    if given.rounding == "exact":
        return value
    part = getattr(cell.meaning, given.part, None) if given.part != "value" else cell.meaning
    places = len(part.text.partition(".")[2]) if isinstance(part, Amount) else 0
    scaled = value * 10**places
    whole = {
        "down": math.floor(scaled),
        "up": math.ceil(scaled),
        "nearest": math.floor(scaled + Fraction(1, 2)),
    }[given.rounding]
    return Fraction(whole, 10**places)


def _samples(table: LinkedChart, word: str, headings: Sequence[Heading], lookup: str) -> Iterator[Diagnostic]:
    found = [(heading, value) for heading in headings if (value := number(heading.meaning)) is not None]
    rising = sum(b > a for (_, a), (_, b) in pairwise(found)) * 2 >= len(found) - 1
    for (before, first), (heading, second) in pairwise(found):
        if first == second or (second > first) != rising:
            what = "the same as" if first == second else "out of order after"
            finding = CHT014.at(
                heading.where, line=word, heading=heading.text, what=what, before=before.text, how=lookup
            )
            yield finding.also(before.where, "the one before").under(table.chart.rule)


def _ratios(table: LinkedChart, word: str, headings: Sequence[Heading]) -> Iterator[Diagnostic]:
    found = [(heading, heading.meaning.value) for heading in headings if isinstance(heading.meaning, Ratio)]
    for (before, first), (heading, second) in pairwise(found):
        if second <= first:
            finding = CHT015.at(heading.where, line=word, heading=heading.text, before=before.text)
            yield finding.also(before.where, "the one before").under(table.chart.rule)


def _text(value: Fraction) -> str:
    """The shortest way to write a value: `5`, `0.25`, `10/3`."""
    if value.denominator == 1:
        return str(value.numerator)
    exact = Fraction(str(float(value))) == value
    return str(float(value)) if exact else str(value)


# -- tables of forces against the orders of battle -------------------------------------------------


_AWAY = frozenset({"absent", "eliminated", "reserve", "arrives", "leaves"})


def counts(game: Game) -> Iterator[Diagnostic]:
    """Report cells whose number or sum of values differs from the units at the start."""
    track = schedule(game)
    for table, given, _ in _tables(game):
        for row, heading in enumerate(table.rows):
            start = track.starts.get(given.starts.get(heading.text, "")) if track else None
            for column, head in enumerate(table.columns):
                counted, cell = given.columns.get(head.text), table.at(row, column)
                if start is not None and counted is not None and cell is not None:
                    yield from _forces_compared(game, table, cell, start.date, counted)


def _forces_compared(
    game: Game, table: LinkedChart, cell: Cell, start: StartDate | StopDate, what: Counted
) -> Iterator[Diagnostic]:
    given = table.chart.forces
    for part, side in given.parts.items() if given else ():
        # where nobody can read game.yaml, that is told alone
        force = forces(game).sides.get(side) if side in game.side_names else None
        printed, found = number(cell.meaning, part), None
        if force is not None and given is not None:
            found = _counted(force, what, start.id, given.without)
        if found is None or printed is None or sum(found.values()) == printed:
            continue
        value = str(sum(found.values()))
        finding = CHT017.at(
            cell.where,
            cell=cell.text,
            printed=str(printed),
            side=game.side_name(side),
            start=start.label,
            value=value,
        )
        meant = _with_number(cell.text, printed, value)
        if meant is not None:
            finding = finding.could_be(cell.where, meant, "by the set-up, if that is right", "disputed")
        units = f"units {', '.join(map(str, found))}" if found else "no unit"
        yield finding.note(f"counted: {units}").under(table.chart.rule)


def _tables(game: Game) -> Iterator[tuple[LinkedChart, ForceTable, Where]]:
    for table in tables(game).charts.values():
        if table.chart.forces is not None:
            yield table, table.chart.forces, table.where / "forces"


def _counted(force: Force, what: Counted, start: str, without: Sequence[str]) -> dict[int, int] | None:
    """Return what each counted unit adds, by its number; None where a unit's start or value is unknown."""
    column = start_columns(force).get(start)
    found: dict[int, int] = {}
    if column is None:
        return None
    sparse = is_sparse([unit.row.cells for unit in force.units], column)
    for unit in force.units:
        entry = unit.at_start(column)
        if entry is None and sparse and not unit.row.cells.get(column, "").strip():
            continue
        if entry is None or unit.counter is None:
            return None
        counter = unit.counter.counter
        if entry.kind in _AWAY or unit.option or counter.option or counter.type in without:
            continue
        printed = counter.values if what.values else {}
        if any(printed.get(value) != wanted for value, wanted in what.values.items()):
            continue
        worth = _worth(counter, entry, what.of) if what.of else 1
        if worth is None:
            return None
        found[unit.no] = worth
    return found


def _worth(counter: UnitCounter, entry: Entry, value: str) -> int | None:
    given = entry.token.strength if value == "strength" else None
    return given if given is not None else counter.number(value)


CHECKS = (
    names,
    cells,
    orders,
    counts,
)

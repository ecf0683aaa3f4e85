"""REF001, EXM001 to 004, EXM006: what worked examples name, add up and read from charts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.codes import REF001, unknown_name, unreadable_cell
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map, link_map
from scenario_forge.game.notations import NotationError, Range
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Example, Lookup, SetUp
    from scenario_forge.game.forces import Entry, Forces
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import Location
    from scenario_forge.game.tables import Heading, LinkedChart
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
EXM001 = CODES.error("EXM001", "sum-does-not-add-up", "{sum} is {right}, not {total}")
EXM002 = CODES.error(
    "EXM002",
    "lookup-differs-from-chart",
    "{chart} has `{found}` in row {row}, column {column}, not `{result}`",
)
EXM003 = CODES.error(
    "EXM003",
    "example-differs-from-set-up",
    "the example has {said} in {place} at {start}; the order of battle has {found}",
    given="the example is given {given} {what} of the {side} side, and {said} in what it says of the set-up",
)
EXM004 = CODES.error("EXM004", "example-given-twice", "the example `{id}` is defined twice")
EXM006 = CODES.error("EXM006", "place-not-of-the-example", "{place} is not among the places of the example: {places}")
EXM027 = CODES.error("EXM027", "gap-without-value", "the example has no value `{gap}`")


def listed_places(game: Game) -> Iterator[Diagnostic]:
    """Report places that an example gives or answers with, and that its list of places lacks (EXM006)."""
    grid = hex_map(game)
    names = set(grid.places) if grid else set()
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            known = set(example.places)
            for key, data in (("given", example.given), ("answer", example.answer)) if known else ():
                odd = next(((path, text) for path, text in _texts(data, ()) if text in names - known), None)
                if odd is not None:
                    place = Where(at.file, (*at.path, key, *odd[0]))
                    finding = EXM006.at(place, place=odd[1], places=", ".join(example.places))
                    yield finding.also(at / "places", "its places").under(rule_name(example.rule))


def _texts(data: object, path: Path) -> Iterator[tuple[Path, str]]:
    """The keys and texts of a value, with the path to each."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, key), key
            yield from _texts(value, (*path, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _texts(item, (*path, index))
    elif isinstance(data, str):
        yield path, data


def figures(game: Game) -> Iterator[Diagnostic]:
    """Report unknown names on the map of an example's figure, and positions that do not fit the figure."""
    for document, where in game.documents("examples", ExamplesDocument):
        by_id = {example.id: example for example in document.examples}
        for example, at in where.each("examples", document.examples):
            own = link_map(example.map, at / "map") if example.map else None
            for name in own.unresolved if own else ():
                yield REF001.at(name.where, text=name.text, wanted=name.wanted).suggest(name.hint)
            figure_id = example.given.get("figure")
            if isinstance(figure_id, str) and figure_id not in by_id:
                continue
            figure = by_id[figure_id] if isinstance(figure_id, str) else example
            if figure.map is not None:
                yield from _stands(example, figure, at / "given" / "at")


def set_ups(game: Game) -> Iterator[Diagnostic]:
    """Report starts that an example states and the orders of battle do not."""
    if game.system is None:
        return  # the cells of the orders of battle were not read
    linked = forces(game)
    for document, where in game.documents("examples", ExamplesDocument):
        for example, here in where.each("examples", document.examples):
            for claim, at in here.each("set_up", example.set_up):
                for finding in (*_claim(game, linked, claim, at), *_given(game, example, here, claim, at)):
                    yield finding.under(rule_name(example.rule))


# -- names ----------------------------------------------------------------------------------------


def _stands(example: Example, figure: Example, where: Where) -> Iterator[Diagnostic]:
    at = example.given.get("at")
    if not isinstance(at, dict) or figure.map is None:
        return
    places = {name for place in figure.map.places for name in (place.name, *place.aliases)}
    counters = {f"{counter.side}/{counter.no}" for counter in (*figure.counters, *example.counters)}
    for place, units in at.items():
        if place not in places:
            yield unknown_name((where / place).key(), place, "place of the figure", places)
        for index, unit in enumerate(units if isinstance(units, list) else ()):
            if isinstance(unit, str) and "/" in unit and unit not in counters:
                yield unknown_name(where / place / index, unit, "counter of the figure", counters)


# -- set-ups --------------------------------------------------------------------------------------


def _claim(game: Game, linked: Forces, claim: SetUp, at: Where) -> Iterator[Diagnostic]:
    grid, track = hex_map(game), schedule(game)
    if grid is None or track is None or claim.side not in linked.sides or claim.start not in track.starts:
        return
    spot = grid.find(claim.hex)
    if spot is None:
        return
    start = track.starts[claim.start].date.label
    rests = [grid.places[claim.hex][2]] if claim.hex in grid.places else []
    for what, said, found, where in _counts(linked, claim, spot, at):
        if said not in found:
            finding = EXM003.at(where, said=f"{said} {what}", place=claim.hex, start=start, found=min(found))
            for entry in _near(linked, claim, spot):
                finding = finding.also(entry.where, "what starts there")
            yield finding.rests_on(*rests)


def _given(game: Game, example: Example, where: Where, claim: SetUp, at: Where) -> Iterator[Diagnostic]:
    """What the situation of an example counts for a side otherwise than what the example says of the set-up."""
    given = example.given.get(claim.side)
    units = given.get("units") if isinstance(given, dict) else None
    alone = sum(other.side == claim.side for other in example.set_up) == 1
    if alone and claim.units is not None and isinstance(units, int) and units != claim.units:
        side = game.side_name(claim.side)
        finding = EXM003.at(
            where / "given" / claim.side / "units", "given", given=units, what="units", side=side, said=claim.units
        )
        yield finding.also(at / "units", "the set-up")


def _counts(linked: Forces, claim: SetUp, spot: Location, at: Where) -> Iterator[tuple[str, int, set[int], Where]]:
    """Yield what is counted, how many the example says, how many there may be, and where it says so."""
    if claim.units is not None:
        there = [u for u in linked.sides[claim.side].units if _stands_at(u.at_date(claim.start), spot)]
        fighting = [u for u in there if u.counter is None or u.counter.counter.strength]
        yield "combat units", claim.units, {len(fighting), sum(u.option is None for u in fighting)}, at / "units"
    for marker, said in claim.markers.items():
        if marker in linked.markers:
            name = f"{linked.markers[marker][0].name} markers"
            placed = [m for m in linked.sides[claim.side].markers if m.marker == marker]
            found = sum(m.entry.start == claim.start and _stands_at(m.entry, spot) for m in placed)
            yield name, said, {found}, at / "markers" / marker


def _near(linked: Forces, claim: SetUp, spot: Location) -> Iterator[Entry]:
    for marker in linked.sides[claim.side].markers:
        if marker.marker in claim.markers and marker.entry.start == claim.start and _stands_at(marker.entry, spot):
            yield marker.entry


def _stands_at(entry: Entry | None, spot: Location) -> bool:
    if entry is None or entry.kind != "at" or entry.location is None:
        return False
    return (entry.location.hex, entry.location.box) == (spot.hex, spot.box)


# -- what worked examples add up and read from charts ----------------------------------------------


_TINY = 1e-9


def sums(game: Game) -> Iterator[Diagnostic]:
    """Report sums of a worked example whose parts do not add up to the printed total."""
    for document, where in game.documents("examples", ExamplesDocument):
        for example, here in where.each("examples", document.examples):
            for printed, each_at in here.each("sums", example.sums):
                right = sum(printed.parts)
                if abs(right - printed.total) > _TINY:
                    at = each_at / "total"
                    finding = EXM001.at(at, sum=_written(printed.parts), right=f"{right:g}", total=f"{printed.total:g}")
                    yield finding.under(rule_name(example.rule))


def lookups(game: Game) -> Iterator[Diagnostic]:
    """Report results that the chart does not have where the example reads them."""
    charts = tables(game).charts
    for document, where in game.documents("examples", ExamplesDocument):
        for example, here in where.each("examples", document.examples):
            for lookup, at in here.each("lookups", example.lookups):
                table = charts.get(lookup.chart)
                if table is not None:
                    for finding in _read(table, lookup, at):
                        yield finding.under(rule_name(example.rule))


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report two worked examples with the same id."""
    for document, where in game.documents("examples", ExamplesDocument):
        listed = where.each("examples", document.examples)
        for (example, at), (_, first) in repeated_rows(listed, lambda row: row[0].id):
            yield EXM004.at(at / "id", id=example.id).also(first / "id", "the first")


_GAP = re.compile(r"\{([^{}]*)\}")


def gaps(game: Game) -> Iterator[Diagnostic]:
    """Report gaps in an example's sentences that no value of the example fills (EXM027)."""
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            for match in _GAP.finditer(example.told):
                try:
                    example.value_at(match[1])
                except LookupError:
                    names = [*_gaps_of({"given": example.given, "answer": example.answer}, "")]
                    finding = EXM027.at((at / "told").within(*match.span()), gap=match[1])
                    hint = did_you_mean(match[1], names) or f"write one of {', '.join(names)}"
                    yield finding.suggest(hint).under(rule_name(example.rule))


def _gaps_of(value: object, name: str) -> Iterator[str]:
    """The gaps that values of an example can fill, the outer ones first."""
    if name not in ("", "given", "answer"):
        yield name
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from _gaps_of(below, f"{name}.{key}".removeprefix("."))


def _read(table: LinkedChart, lookup: Lookup, at: Where) -> Iterator[Diagnostic]:
    row, column = table.row(lookup.row), table.column(lookup.column)
    lines = (("row", lookup.row, row, table.rows), ("column", lookup.column, column, table.columns))
    for key, text, found, headings in lines:
        if found is None and not _between(text, headings):
            yield unknown_name(at / key, text, f"{key} of {table.chart.title}", [heading.text for heading in headings])
    if row is None or column is None or len(table.cells[row]) != len(table.columns):
        return
    cell = table.at(row, column)
    if cell is None or cell.meaning is None:
        return
    try:
        meant = table.readers[column].parse(lookup.result)
    except NotationError as error:
        yield unreadable_cell((at / "result").within(error.start, error.end), error)
        return
    if meant != cell.meaning and lookup.result != cell.text.partition(" ")[0]:
        finding = EXM002.at(
            at / "result",
            chart=table.chart.title,
            found=cell.text,
            row=lookup.row,
            column=lookup.column,
            result=lookup.result,
        )
        yield finding.also(cell.where, "the cell").rests_on(cell.where)


def _between(text: str, headings: Sequence[Heading]) -> bool:
    """Whether a number falls into a gap between headings, which is reported there."""
    covers = [value for h in headings if isinstance(h.meaning, Range) for value in h.meaning.values]
    number = text.removeprefix("+")
    if not covers or not number.removeprefix("-").isdecimal():
        return False
    return min(covers) < int(number) < max(covers)


def _written(parts: list[float]) -> str:
    """Return a sum as printed: ``7 + 2``, ``6 - 2``."""
    first, *rest = parts
    return f"{first:g}" + "".join(f" {'-' if part < 0 else '+'} {abs(part):g}" for part in rest)


CHECKS = (
    figures,
    set_ups,
    listed_places,
    sums,
    lookups,
    gaps,
    duplicates,
)

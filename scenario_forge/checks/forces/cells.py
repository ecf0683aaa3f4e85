"""OOB010 to 014, 020, 026, 051 to 056: entries of a cell, starts that are no single hex, dates in the right column."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.near_words import one_slip
from scenario_forge.checks.order import longest_rising
from scenario_forge.checks.track_patterns import is_inside_turn
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Entry, Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.game.system import Works

CODES = Codes(__file__)
OOB010 = CODES.error("OOB010", "empty-cell", "{unit} has no entry for {column}")
OOB011 = CODES.error("OOB011", "two-positions", "{unit} is in two states at {column}: {first} and {second}")
OOB012 = CODES.error(
    "OOB012",
    "entry-in-wrong-column",
    "{unit}: {entry} is {what}, which does not belong in column {column}; that is for {holds}",
)
OOB013 = CODES.error("OOB013", "mark-without-meaning", "the mark {mark} has no meaning in {entry} ({unit}): {why}")
OOB014 = CODES.error(
    "OOB014",
    "starting-strength",
    "{unit} starts weakened, at strength {given}, but its counter has {printed}",
)
OOB020 = CODES.error(
    "OOB020",
    "date-outside-column",
    "{unit}: the date of {entry} is outside this column, which is for dates {interval}",
)
OOB026 = CODES.info(
    "OOB026",
    "arrivals-out-of-order",
    "{unit} arrives {date}, between rows that arrive {before} and {after}",
)
OOB051 = CODES.error(
    "OOB051",
    "edge-without-land",
    "{unit} enters at the {edge} edge, which has no hex that it can enter",
)
OOB052 = CODES.error("OOB052", "free-in-no-area", "{unit} sets up freely, but {side} has no area on the map")
OOB053 = CODES.error("OOB053", "facing-of-no-direction", "{unit} faces {facing}, which is not a direction on this map")
OOB054 = CODES.error("OOB054", "attached-to-nobody", "{unit} starts with another unit, but {why}")
OOB055 = CODES.warning(
    "OOB055",
    "date-inside-turn",
    "{unit}: no turn begins on {date}, which lies in the turn that begins on {begins}",
)
OOB056 = CODES.warning(
    "OOB056",
    "start-unlike-all-others",
    "{unit} has the start `{said}`; the {count} other {whose} units that are there have `{usual}`",
)

_ALIKE = 8
"""Units that start alike from which on the only one that does not stands out."""


def empty_cells(game: Game) -> Iterator[Diagnostic]:
    """Report a blank cell in a start column whose other cells are filled (OOB010)."""
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
        if not is_sparse([cells for _name, cells, _at in rows], column.id) and (
            len(rows) > len(blank) or _set_up_elsewhere(force, rows)
        ):
            for name, at in blank:
                yield OOB010.at(at / column.id, unit=name, column=column_name(column))


def is_sparse(rows: Sequence[Mapping[str, str]], column: str) -> bool:
    """Return whether so many cells of a column are blank that a blank one means a unit of other forces."""
    return sum(not cells.get(column, "").strip() for cells in rows) > max(1, len(rows) // 5)


def _set_up_elsewhere(force: Force, rows: Sequence[tuple[str, Mapping[str, str], Where]]) -> bool:
    """Whether a chart's only row is filled at its other start dates."""
    starts = [column.id for column in force.columns.values() if column.start]
    return bool(rows) and sum(bool(rows[0][1].get(start, "").strip()) for start in starts) >= len(starts) - 1


def column_name(column: object) -> str:
    """Return the name of a column as printed above it."""
    return str(getattr(column, "label", "") or getattr(column, "id", "")).strip(" *")


def two_states(game: Game) -> Iterator[Diagnostic]:
    """Report two positions in one cell, or a position and E (OOB011)."""
    for unit, _column, entries in _start_cells(game):
        undated = [entry for entry in entries if entry.turn is None and not entry.token.date and not is_garbled(entry)]
        for entry in undated[1:]:
            finding = OOB011.at(
                entry.where,
                unit=unit.cited,
                column=column_name(entry.column),
                first=entry_text(undated[0]),
                second=entry_text(entry),
            )
            yield finding.also(undated[0].where, "the first")


def is_garbled(entry: Entry) -> bool:
    """Return whether an entry's place names nothing, which is reported already: it may be a date as well."""
    return entry.kind == "at" and entry.location is None


def _start_cells(game: Game) -> Iterator[tuple[Unit, str, list[Entry]]]:
    for unit in forces(game).units():
        for column, entries in unit.cells.items():
            if entries and entries[0].column.start:
                yield unit, column, entries


def entry_text(entry: Entry) -> str:
    """Return an entry as written in its cell."""
    return entry.text or entry.token.place


def entries_in_wrong_column(game: Game) -> Iterator[Diagnostic]:
    """Report a dated entry in a start column, or a position in a column of what comes later (OOB012)."""
    found = forces(game)
    for unit in found.units():
        for entry in unit.all_entries():
            dated = entry.kind in ("arrives", "leaves")
            if entry.column.start and dated:
                what, holds = "a dated entry", "starting positions"
            elif entry.column.after and not dated and not is_garbled(entry):
                what, holds = "a starting position", "later arrivals and withdrawals"
            else:
                continue
            finding = OOB012.at(
                entry.where,
                entry=entry_text(entry),
                unit=unit.cited,
                what=what,
                holds=holds,
                column=column_name(entry.column),
            )
            later = {column.after for column in found.sides[unit.side].columns.values()}
            start = entry.column.start
            if start and start not in later:
                column = f"{{id: {start}+, label: …, after: {start}}}"
                finding = finding.suggest(f"write it in a column of arrivals, such as `{column}`, and `N` here")
            yield finding


def marks_without_meaning(game: Game) -> Iterator[Diagnostic]:
    """Report works off the map, or the strength of a unit that is withdrawn, absent or eliminated (OOB013)."""
    works = game.system.works(game) if game.system else None
    for unit in forces(game).units():
        for entry in unit.all_entries():
            for mark, why in _idle_marks(entry, works):
                yield OOB013.at(entry.where, mark=mark, entry=entry_text(entry), unit=unit.cited, why=why)


def _idle_marks(entry: Entry, works: Works | None) -> Iterator[tuple[str, str]]:
    token = entry.token
    sign, one = (works.sign, works.name) if works else ("works", "work")
    if token.in_works and entry.kind in ("arrives", "leaves"):
        yield sign, f"a {one} is placed where a unit starts, not where it arrives or leaves"
    if token.in_works and entry.location and entry.location.box:
        yield sign, f"a {one} is built in a hex, not off the map"
    strength = f"({'c' if works else ''}{token.strength})"
    if token.strength is not None and entry.kind == "leaves":
        yield strength, "it states the strength of a unit when it arrives"
    if token.strength is not None and entry.kind in ("absent", "eliminated"):
        yield strength, "it states the strength of a unit that is in play"


def starting_strengths(game: Game) -> Iterator[Diagnostic]:
    """Report a weakened unit that is not weaker than its counter, or has no strength at all (OOB014)."""
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
            finding = OOB014.at(entry.where, unit=unit.cited, given=given, printed=printed)
            if given:
                finding = finding.also(place, "its printed strength").rests_on(place)
            yield finding.suggest(None if given else "did you mean E?")


# -- arrivals and withdrawals in the column of their time, and rows in order of arrival ------------


ENOUGH = 6
"""How many rows must show an order before one that breaks it is called out of it."""


class ColumnTurns(NamedTuple):
    """The player turns that a column holds: ``first`` to ``end``, exclusive, counted as the schedule does."""

    first: int
    end: int
    words: str


def interval(track: Schedule, force: Force, column: str) -> ColumnTurns | None:
    """Return the turns of a column of later arrivals: from its start date to the next one that the chart has.

    A start date lies before the player turn that opens it. So if the second side of a game turn opens, the
    first side's player turn of that month lies before the start. Where the sides act in no fixed order, a unit
    that is there at a start may have come on its very turn. None while a date is unknown.
    """
    begins = [
        (track.player_turn(mark.turn, mark.side), column_name(each))
        for each in force.columns.values()
        if each.start and (mark := track.starts.get(each.start)) and mark.turn is not None
    ]
    mark = track.starts.get(force.columns[column].after or "")
    if mark is None or mark.turn is None:
        return None
    if track.fixed and any(start.side not in track.sides for start in track.starts.values()):
        return None
    first = track.player_turn(mark.turn, mark.side)
    name = next((label for turn, label in begins if turn == first), mark.date.label)
    after = min((begin for begin in begins if begin[0] > first), default=None)
    if after is None:
        end = track.end
        return ColumnTurns(first, end, f"after {name} and on the track")
    return ColumnTurns(first, after[0] + (not track.fixed), f"between {name} and {after[1]}")


def in_order_of_time(track: Schedule | None, force: Force) -> list[str]:
    """Return ids of columns in order of date, later arrivals behind their start, each date once.

    The printed order is reported elsewhere, if it is another.
    """
    moments: dict[tuple[int, bool], str] = {}
    for column in force.columns_once:
        mark = track.starts.get(column.start or column.after or "") if track else None
        if track is None or mark is None or mark.turn is None:
            return list(force.columns)
        moments.setdefault((track.player_turn(mark.turn, mark.side), column.start is None), column.id)
    return [moments[moment] for moment in sorted(moments)]


def is_outside(track: Schedule, force: Force, entry: Entry) -> bool:
    """Return whether a date lies outside its column, in which case OOB020 reports the entry."""
    span = interval(track, force, entry.column.id) if entry.column.after else None
    return bool(
        span and entry.turn is not None and not span.first <= track.player_turn(entry.turn, force.side) < span.end
    )


def dates_outside_their_column(game: Game) -> Iterator[Diagnostic]:
    """Report a date before the start that its column follows, or not before the next (OOB020)."""
    track = schedule(game)
    for force in forces(game).sides.values() if track else ():
        spans = {id_: interval(track, force, id_) for id_, c in force.columns.items() if c.after} if track else {}
        for unit in force.units:
            for entry in unit.entries():
                span = spans.get(entry.column.id)
                if track and span and entry.turn is not None:
                    yield from _judge(track, force, unit, entry, span)


def _judge(track: Schedule, force: Force, unit: Unit, entry: Entry, span: ColumnTurns) -> Iterator[Diagnostic]:
    if entry.turn is None or span.first <= track.player_turn(entry.turn, force.side) < span.end:
        return
    finding = OOB020.at(entry.where, entry=entry_text(entry), unit=unit.cited, interval=span.words)
    months = range(track.calendar.length)
    inside = [track.calendar.text(t) for t in months if span.first <= track.player_turn(t, force.side) < span.end]
    near = [text for text in inside if one_slip(entry.token.date, text)]
    if len(near) == 1:
        meant = entry_text(entry).replace(entry.token.date, near[0])
        yield finding.suggest(f"did you mean {meant}?")
        return
    for id_, column in force.columns.items():
        other = interval(track, force, id_) if column.after else None
        if other and other.first <= track.player_turn(entry.turn, force.side) < other.end:
            finding = finding.note(f"entries dated {other.words} belong in column {id_}")
    yield finding


def arrivals_out_of_order(game: Game) -> Iterator[Diagnostic]:
    """Report a single row that breaks the order of first arrivals which all others keep (OOB026).

    With all errata laid over, a date that an erratum would have changed and was rejected has been looked at.
    """
    track = schedule(game)
    for force in forces(game).sides.values():
        for run in _runs(force):
            turns = [entry.turn or 0 for _unit, entry in run]
            kept = longest_rising(turns, strictly=False)
            if len(run) < ENOUGH or len(run) - len(kept) > max(1, len(run) // 10):
                continue
            for index, (unit, entry) in enumerate(run):
                if index not in kept and 0 < index < len(run) - 1 and not _let_stand(game, entry):
                    if track and is_outside(track, force, entry):
                        continue
                    before, after = run[index - 1][1], run[index + 1][1]
                    dates = {"before": before.token.date, "after": after.token.date}
                    finding = OOB026.at(entry.where, unit=unit.cited, date=entry.token.date, **dates)
                    yield finding.also(before.where, "the row before")


def _let_stand(game: Game, entry: Entry) -> bool:
    documents = game.documents("errata", ErrataDocument)  # read first: what stands depends on the errata chosen
    if game.errata != "all":
        return False
    rejected = [e for document, _where in documents for e in document.errata if e.status == "rejected"]
    roots = corrected_roots(game.files)
    for erratum in rejected:
        with suppress(AddressError):
            name, path, _node = locate(roots, erratum.at)
            if (name, path) == (entry.where.file.name, entry.where.path):
                return True
    return False


def _runs(force: Force) -> Iterator[list[tuple[Unit, Entry]]]:
    """The first arrivals of units that are not there at first, between two printed headings."""
    breaks = {section.before for section in force.document.sections}
    run: list[tuple[Unit, Entry]] = []
    for unit in force.units:
        if unit.no in breaks:
            yield run
            run = []
        entries = unit.entries()
        first = next((entry for entry in entries if entry.kind == "arrives"), None)
        if first and first.turn is not None and entries[0].kind == "absent":
            run.append((unit, first))
    yield run


# -- starts that are no single hex, and facings ----------------------------------------------------


@with_part(hex_map)
def open_starts(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report edges without land, free set-up without an area, facings that the grid does not have."""
    directions = grid.grid.directions
    dry = {edge: any(grid.passable[hex_] for hex_ in grid.edge((edge,))) for edge in ("north", "east", "south", "west")}
    for unit in forces(game).units():
        for entry in unit.all_entries():
            token = entry.token
            for edge in token.edges:
                if not dry[edge]:
                    yield OOB051.at(entry.where, unit=unit.cited, edge=edge)
            if entry.kind == "free" and not grid.areas_of(unit.side):
                yield OOB052.at(entry.where, unit=unit.cited, side=game.side_name(unit.side))
            if token.facing and token.facing not in directions:
                found = OOB053.at(entry.where, unit=unit.cited, facing=token.facing)
                yield found.suggest(f"use one of {', '.join(directions)}")


def dates_inside_turns(game: Game) -> Iterator[Diagnostic]:
    """Report arrivals and withdrawals on a date inside a turn of several months or days (OOB055)."""
    track = schedule(game)
    for unit in forces(game).units() if track else ():
        for entry in unit.entries():
            if track and entry.turn is not None and entry.token.date and is_inside_turn(track, entry.token.date):
                begins = track.calendar.text(entry.turn)
                finding = OOB055.at(entry.where, unit=unit.cited, date=entry.token.date, begins=begins)
                yield finding.suggest(f"did you mean {begins}?")


def starts_unlike(game: Game) -> Iterator[Diagnostic]:
    """Report the only unit of its side that starts otherwise than all others that are there (OOB056)."""
    for force in forces(game).sides.values():
        for column in force.columns:
            starts = [(unit.cited, entry) for unit in force.units if (entry := unit.at_start(column)) is not None]
            yield from _unlike(force.name, [(cited, entry_text(entry), entry.where) for cited, entry in starts
                                            if entry.kind not in ("absent", "eliminated")])  # fmt: skip
    for document, where in game.documents("scenarios", ScenarioDocument):
        for set_up, at in where.each("set_up", document.set_up):
            units = [(f"{game.side_name(set_up.side)} {unit.no}", unit.at, here / "at")
                     for unit, here in at.each("units", set_up.units)]  # fmt: skip
            yield from _unlike(game.side_name(set_up.side), units)


def _unlike(whose: str, starts: Sequence[tuple[str, str, Where]]) -> Iterator[Diagnostic]:
    times = Counter(text for _cited, text, _at in starts)
    usual = max(times, key=times.__getitem__, default="")
    if times[usual] == len(starts) - 1 >= _ALIKE:
        cited, text, at = next(start for start in starts if start[1] != usual)
        finding = OOB056.at(at, unit=cited, said=text, count=times[usual], whose=whose, usual=usual)
        yield finding.suggest(f"did you mean {usual}?")


def attachments(game: Game) -> Iterator[Diagnostic]:
    """Report units that start with a unit that does not exist, is not there, or starts with them."""
    for force in forces(game).sides.values():
        for unit in force.units:
            own = unit.own  # a scenario with the name of a column replaces what it prints
            entries = [each for each in unit.entries() if each.column.id not in own]
            for entry in [*entries, *(each for cell in own.values() for each in cell)]:
                why = _nobody(force, unit, entry) if entry.kind == "attached" else ""
                if why:
                    yield OOB054.at(entry.where, unit=unit.cited, why=why)


def _nobody(force: Force, unit: Unit, entry: Entry) -> str:
    known = {each.no: each for each in reversed(force.units)}
    seen, here = [unit.no], entry
    while here.kind == "attached":
        no = here.token.attached or 0
        if no == unit.no:
            return f"unit {seen[-1]} starts with this unit in turn" if len(seen) > 1 else "that is the unit itself"
        if no not in known:
            return f"its side has no unit {no}"
        after = known[no].at_start(entry.column.id)
        if after is None or after.kind in ("absent", "eliminated"):
            return f"unit {no} is not there"
        if no in seen:
            return ""  # the circle is told of the units in it
        seen.append(no)
        here = after
    return ""


ENTRIES = (
    empty_cells,
    two_states,
    entries_in_wrong_column,
    marks_without_meaning,
    starting_strengths,
    dates_outside_their_column,
    arrivals_out_of_order,
    dates_inside_turns,
)
"""What also holds in a game that a scenario has changed (SCN031)."""
CHECKS = (*ENTRIES, open_starts, attachments, starts_unlike)

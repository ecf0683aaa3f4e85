"""TIM: the calendar, the boxes and columns of the time record track, start and stop dates."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.order import longest_rising, repeated_rows
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.calendar import Calendar, DateError, agrees, dates_in, label_contradicts, place_in_turn
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.knowledge.usage import declared, names_read
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.vocabulary import marked_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.scenario import Column
    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.game.forces import Force
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Box, Schedule

CODES = Codes(__file__)
TIM001 = CODES.error("TIM001", "calendar-impossible", "the calendar makes no sense: {problem}")
TIM002 = CODES.error("TIM002", "box-missing", "the track has no {boxes} for {turns}")
TIM003 = CODES.error("TIM003", "box-twice", "{turn} has two boxes")
TIM004 = CODES.error("TIM004", "box-out-of-order", "the box {turn} is out of order")
TIM005 = CODES.error("TIM005", "label-against-date", "the label `{label}` does not match the date {turn}")
TIM006 = CODES.error("TIM006", "entry-missing", "{side} has no entry in the box {turn}")
TIM009 = CODES.error(
    "TIM009",
    "date-twice",
    id="`{date}` is the id of another {word} date",
    turn="{turn} is the {word} date `{date}` too",
)
TIM010 = CODES.warning("TIM010", "dates-out-of-order", "the {word} date {turn} is listed after {before}, out of order")
TIM011 = CODES.error(
    "TIM011",
    "date-without-use",
    stop="no game that ends here can have begun: every start date is later",
    start="no game that begins here can end: every stop date is earlier",
)
TIM012 = CODES.error(
    "TIM012",
    "column-without-start",
    unknown="`{date}` is not a start date",
    none="the column `{column}` belongs to no start date",
)
TIM013 = CODES.error(
    "TIM013",
    "column-of-another-date",
    "the column `{column}` says that it belongs to the start date `{date}`",
)
TIM014 = CODES.error("TIM014", "column-twice", "there are two columns for `{what}`")
TIM015 = CODES.error("TIM015", "start-without-column", "the {side} order of battle has no column for {start}")
TIM016 = CODES.warning(
    "TIM016",
    "columns-out-of-order",
    "the column `{column}` is listed after `{before}`, out of order",
)
TIM019 = CODES.error("TIM019", "date-without-side", "the {word} date {label} does not name a side as `{key}`")
TIM020 = CODES.error("TIM020", "track-column-twice", "the id `{column}` is already used by {by}")
TIM021 = CODES.error("TIM021", "cell-of-another-kind", "`{text}` under {column} is not {wanted}")
TIM022 = CODES.warning(
    "TIM022",
    "column-read-by-nobody",
    "the rule system does not use the column {column} of the track",
)
TIM023 = CODES.error("TIM023", "column-without-cells", "no box of the track has a cell for {column}")
TIM031 = CODES.warning(
    "TIM031",
    "last-without-order",
    "{side} is named as the last to act, but the sides act in no fixed order, and the last turn is whole",
)


def impossible_calendar(game: Game) -> Iterator[Diagnostic]:
    """Report a first or last turn that is no date, or in the wrong order."""
    found = game.one("time-track", TimeTrackDocument)
    if found is None:
        return
    document, where = found
    try:
        Calendar.of(document.calendar)
    except DateError as error:
        yield TIM001.at(where / "calendar" / error.key, problem=str(error))


@with_part(schedule)
def boxes(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report boxes that are missing, doubled, out of order or incomplete."""
    if not track.boxes or track.where is None:
        return
    dated = [box for box in track.boxes if box.turn is not None]
    missing = sorted(set(range(track.calendar.length)) - {box.turn for box in dated if box.turn is not None})
    misread = _misread(dated, missing)
    for index, turn in misread.items():
        yield _meant(track, dated[index], turn)
        missing.remove(turn)
    rest = [box for index, box in enumerate(dated) if index not in misread]
    yield from _doubled(track, rest)
    yield from _out_of_order(track, rest)
    if len(dated) == len(track.boxes):
        yield from _missing(track, rest, missing)
    yield from _labels(track, rest)
    yield from _entries(track)
    yield from _cells(track)


def _misread(dated: list[Box], missing: list[int]) -> dict[int, int]:
    """The places of boxes that are out of order there, while the turn that belongs there, given too, has no box."""
    found: dict[int, int] = {}
    for index, box in enumerate(dated):
        before = found.get(index - 1, dated[index - 1].turn) if index else None
        after = dated[index + 1].turn if index + 1 < len(dated) else None
        due = before + 1 if before is not None else after - 1 if after is not None else None
        fits = due in missing and (after is None or after == (due or 0) + 1)
        rises = after is not None and (-1 if before is None else before) < (box.turn or 0) < after
        placed = box.turn == due or rises or due in found.values()
        if due is not None and fits and not placed:
            found[index] = due
    return found


def _meant(track: Schedule, box: Box, turn: int) -> Diagnostic:
    text = track.calendar.text(turn)
    finding = TIM004.at(box.where / "turn", turn=track.calendar.text(box.turn or 0))
    return finding.note(f"{text} has no box, and would belong here").suggest(f"did you mean {text}?")


def _in_words(track: Schedule, turn: int) -> str:
    """Return a date as the calendar writes it; a mere number with what it is."""
    text = track.calendar.text(turn)
    return f"turn {text}" if text.isdecimal() else text


def _doubled(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    for box, known in repeated_rows(dated, lambda box: box.turn):
        finding = TIM003.at(box.where / "turn", turn=_in_words(track, box.turn or 0))
        yield finding.also(known.where / "turn", "the first")


def _out_of_order(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    """The fewest boxes that stand out of order: those not in the longest rising row."""
    turns = [box.turn or 0 for box in dated]
    # from the end backwards: of two boxes that have changed places, the first is meant
    kept = longest_rising([-turn for turn in reversed(turns)])
    for index, box in enumerate(dated):
        if len(turns) - 1 - index not in kept and turns.count(turns[index]) == 1:
            yield TIM004.at(box.where / "turn", turn=track.calendar.text(turns[index]))


def _missing(track: Schedule, dated: list[Box], missing: list[int]) -> Iterator[Diagnostic]:
    """A finding for each stretch of turns without a box, at the box behind it."""
    stretches: list[list[int]] = []
    for turn in missing:
        if stretches and stretches[-1][-1] == turn - 1:
            stretches[-1].append(turn)
        else:
            stretches.append([turn])
    for stretch in stretches:
        after = next((box for box in dated if (box.turn or 0) > stretch[-1]), None) or dated[-1] if dated else None
        where = after.where / "turn" if after else track.where
        names = " to ".join(_in_words(track, turn) for turn in dict.fromkeys((stretch[0], stretch[-1])))
        if where is None or track.where is None:
            continue
        count = "box" if len(stretch) == 1 else "boxes"
        end = "last" if stretch[-1] == track.calendar.length - 1 else "first" if stretch[0] == 0 else ""
        if not end:
            yield TIM002.at(where, turns=names, boxes=count)
            continue
        bound = track.where / "calendar" / end
        played = {mark.turn for mark in (*track.starts.values(), *track.stops.values())}
        at, other = (bound, where) if played.isdisjoint(stretch) else (where, bound)  # no game needs them
        finding = TIM002.at(at, turns=names, boxes=count)
        yield finding.also(other, f"the {end} {'box' if other is where else 'turn of the calendar'}")


def _labels(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    usual = _usual_place(track)
    for box in dated:
        turn, named = box.turn or 0, dates_in(box.label)
        if named and not any(agrees(track.calendar, turn, date) for date in named):
            finding = TIM005.at(box.where / "label", label=box.label, turn=track.calendar.text(turn))
            yield finding.also(box.where / "turn", "its date")
        else:
            yield from _named_otherwise(track, usual, (box.where / "label", box.where / "turn"), turn, box.label)


def _place_of(track: Schedule, turn: int, label: str) -> int | None:
    """The month or day of its turn that a label names, counted from 0; None where it names no single one."""
    named = dates_in(label)
    return place_in_turn(track.calendar, turn, named[0]) if len(named) == 1 else None


def _usual_place(track: Schedule) -> int | None:
    """The month or day of their turn that more than half of the labels of the boxes name."""
    dated = [(box.turn, box.label) for box in track.boxes if box.turn is not None]
    places = [place for turn, label in dated if (place := _place_of(track, turn, label)) is not None]
    usual, times = next(iter(Counter(places).most_common(1)), (None, 0))
    return usual if times * 2 > len(places) else None


def _named_otherwise(
    track: Schedule, usual: int | None, at: tuple[Where, Where], turn: int, label: str, *, ends: bool = False
) -> Iterator[Diagnostic]:
    """A label of a month or day in its turn, where boxes are named by another; a turn that ``ends`` by the last too."""
    place = _place_of(track, turn, label)
    if place is None or usual is None or place == usual or (ends and place == track.calendar.step - 1):
        return
    finding = TIM005.at(at[0], label=label, turn=track.calendar.text(turn))
    finding = finding.note(f"the boxes of the track are named by a different {track.calendar.unit} of their turns")
    yield finding.also(at[1], "its date")


def _entries(track: Schedule) -> Iterator[Diagnostic]:
    """A side without an entry in a box, if it has entries in most."""
    for side in track.sides:
        without = [box for box in track.boxes if side not in box.entries]
        if len(without) * 2 < len(track.boxes):
            for box in without:
                turn = track.calendar.text(box.turn) if box.turn is not None else "this turn"
                yield TIM006.at(box.where / "turn", side=track.side_name(side), turn=turn)


def _cells(track: Schedule) -> Iterator[Diagnostic]:
    """A box that leaves out a column that is not optional, if others have it; a column that no box has."""
    for column, (about, at) in track.columns.by_id.items():
        without = [] if about.optional else [box for box in track.boxes if column not in box.cells]
        if without and len(without) == len(track.boxes):
            yield TIM023.at(at / "id", column=about.name)
            continue
        for box in without:
            turn = track.calendar.text(box.turn) if box.turn is not None else "this turn"
            yield TIM006.at(box.where / "turn", side=about.name, turn=turn)


@with_part(schedule)
def cells_of_columns(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report columns declared twice or without use, and cells that do not fit their column."""
    found = track.columns
    for doubled in found.doubled:
        yield TIM020.at(doubled.where, column=doubled.id, by=doubled.by)
    for fault in found.faults:
        cell = fault.cell
        finding = TIM021.at(cell.where, text=cell.text, wanted=fault.wanted, column=cell.column.name)
        yield finding.suggest(fault.hint)
    for column in declared(game):
        if column.kind == "track column" and not column.read and column.reason is None:
            again = _read_twice(game)
            finding = TIM022.at(again[0] if again else column.where, column=column.name)
            if again:
                finding = finding.also(column.where, "the column")
                finding = finding.note(f"`{again[0].data}` is named here a second time")
            yield finding.suggest(did_you_mean(column.id, names_read(game, column.kind) or ()))


def _read_twice(game: Game) -> list[Where]:
    """The place at which the rules name the only column that they name twice."""
    rules = list(game.files_of("rules"))
    places = [text for file in rules for text in marked_texts(game, file) if text.mark.kind == "track column"]
    doubled = [text.where for text, _first in repeated_rows(places, lambda text: text.text)]
    return doubled if len(doubled) == 1 else []


@with_part(schedule)
def last_without_order(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a side that is named as the last, although the sides act in no fixed order and every turn is whole."""
    if track.fixed:
        return
    named = [(mark.side, mark.where / "last") for mark in track.stops.values()]
    named += [(scenario.document.last or "", scenario.where / "last") for scenario in scenarios(game).listed]
    for side, where in named:
        if side:
            yield TIM031.at(where.key(), side=track.side_name(side)).suggest("remove `last`")


@with_part(schedule)
def sides_of_dates(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a start or stop date that names no side, although the sides move in a fixed order."""
    if not track.fixed or track.where is None:
        return
    kinds = (("start", "first", track.starts), ("stop", "last", track.stops))
    acts = track.where / "acts"
    if acts.data is not None and not any(mark.side for _, _, marks in kinds for mark in marks.values()):
        for word, key, marks in kinds:
            for mark in list(marks.values())[:1]:
                finding = TIM019.at(acts, word=word, label=mark.date.label, key=key)
                yield finding.also(mark.where / "id", f"the {word} date")
                return
    for word, key, marks in kinds:
        for mark in marks.values():
            if not mark.side:
                yield TIM019.at(mark.where / "id", word=word, label=mark.date.label, key=key)


# -- the columns of the orders of battle against the start dates -----------------------------------


@with_part(schedule)
def columns(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a start date without a column, a column without a start date, and columns that mix them up."""
    if not track.starts:
        return
    for force in forces(game).sides.values():
        listed = force.document.columns
        at = force.where / "columns"
        for number, column in enumerate(listed):
            yield from _dates(track, column, at / number)
        yield from _columns_doubled(track, listed, at)
        yield from _absent(track, force, at)
        yield from _order_of_columns(track, listed, at)


def _dates(track: Schedule, column: Column, at: Where) -> Iterator[Diagnostic]:
    """One column against the date it names."""
    for key, named in (("start", column.start), ("after", column.after)):
        if named is not None and named not in track.starts:
            finding = TIM012.at(at / key, "unknown", date=named)
            yield finding.suggest(did_you_mean(named, track.starts))
    if any(named is not None and named not in track.starts for named in (column.start, column.after)):
        return
    if column.start is None and column.after is None:
        yield TIM012.at(at / "id", "none", column=column.id)
        return
    meant = column.start or column.after or ""
    bare = column.id.removesuffix("+")
    if bare != meant and bare in track.starts:
        yield TIM013.at(at / ("start" if column.start else "after"), column=column.id, date=meant)
        return
    mark = track.starts.get(column.start or "")
    if mark and mark.turn is not None and label_contradicts(track.calendar, mark.turn, column.label):
        finding = TIM005.at(at / "label", label=column.label, turn=mark.date.turn)
        yield finding.also(mark.where / "turn", "its start date")
    elif mark and mark.turn is not None:
        both = (at / "label", mark.where / "turn")
        yield from _named_otherwise(track, _usual_place(track), both, mark.turn, column.label)


def _columns_doubled(track: Schedule, listed: list[Column], at: Where) -> Iterator[Diagnostic]:
    """Report a second column of one id, or of one date, of which only the first is read (TIM014)."""
    ids: dict[str, int] = {}
    dates: dict[tuple[str | None, str | None], int] = {}
    for number, column in enumerate(listed):
        known = ids.setdefault(column.id, number)
        date, bare = column.start or column.after, column.id.removesuffix("+")
        mistaken = date is None or (bare != date and bare in track.starts)  # reported as that
        same = number if mistaken else dates.setdefault((column.start, column.after), number)
        if known != number:
            yield TIM014.at(at / number / "id", what=column.id).also(at / known / "id", "the first")
        elif same != number:
            key = "start" if column.start else "after"
            what = (column.start or "") if column.start else f"after {column.after}"
            yield TIM014.at(at / number / key, what=what).also(at / same / key, "the first")


def _absent(track: Schedule, force: Force, at: Where) -> Iterator[Diagnostic]:
    """A start date that no column sets up, unless a column names a date that does not exist and may be it."""
    named = {column.start for column in force.document.columns}
    if any(name is not None and name not in track.starts for name in named):
        return
    mixed = {c.id for c in force.document.columns if c.start and c.start != c.id and c.id in track.starts}
    for start, mark in track.starts.items():
        if start not in named and start not in mixed:
            finding = TIM015.at(at.key(), side=force.name, start=mark.date.label)
            yield finding.also(mark.where / "id", "the start date")


def _order_of_columns(track: Schedule, listed: list[Column], at: Where) -> Iterator[Diagnostic]:
    latest: tuple[int, int] | None = None
    for number, column in enumerate(listed):
        mark = track.starts.get(column.start or column.after or "")
        if column.id in {earlier.id for earlier in listed[:number]}:
            continue
        if mark is None or mark.turn is None or column.id.removesuffix("+") != (column.start or column.after):
            continue
        place = mark.turn * 2 + (column.start is None)
        if latest is not None and place < latest[0]:
            finding = TIM016.at(at / number / "id", column=column.id, before=listed[latest[1]].id)
            yield finding.also(at / latest[1] / "id", "a later column")
        else:
            latest = (place, number)


# -- start and stop dates --------------------------------------------------------------------------


def dates(game: Game) -> Iterator[Diagnostic]:
    """Report repeated ids, wrong order and wrong labels of start and stop dates."""
    track = schedule(game)
    found = game.one("time-track", TimeTrackDocument)
    if track is None or found is None:
        return
    document, where = found
    for word, listed in (("start", document.starts), ("stop", document.stops)):
        at = where / f"{word}s"
        yield from _dates_doubled(track, listed, at, word)
        yield from _order(track, listed, at, word)
        yield from _labels_of_dates(track, listed, at, word)


def _turn(track: Schedule, text: str) -> int | None:
    try:
        return track.turn(text)
    except DateError:
        return None


def _dates_doubled(
    track: Schedule, listed: Sequence[StartDate | StopDate], at: Where, word: str
) -> Iterator[Diagnostic]:
    ids: dict[str, int] = {}
    turns: dict[tuple[int | None, str], int] = {}
    for number, date in enumerate(listed):
        known = ids.setdefault(date.id, number)
        if known != number:
            finding = TIM009.at(at / number / "id", "id", date=date.id, word=word)
            yield finding.also(at / known / "id", "the first")
            continue
        turn = _turn(track, date.turn)
        side = getattr(date, "first", "") or getattr(date, "last", "")
        same = turns.setdefault((turn, side), number)
        if same != number and turn is not None:
            finding = TIM009.at(at / number / "turn", "turn", turn=date.turn, word=word, date=listed[same].id)
            yield finding.also(at / same / "turn", "the first")


def _order(track: Schedule, listed: Sequence[StartDate | StopDate], at: Where, word: str) -> Iterator[Diagnostic]:
    latest: tuple[int, int] | None = None
    for number, date in enumerate(listed):
        turn = _turn(track, date.turn)
        if turn is None or label_contradicts(track.calendar, turn, date.label):
            continue
        if latest is not None and turn < latest[0]:
            finding = TIM010.at(at / number / "turn", turn=date.turn, word=word, before=listed[latest[1]].turn)
            yield finding.also(at / latest[1] / "turn", "a later date, listed before")
        else:
            latest = (turn, number)


def _labels_of_dates(
    track: Schedule, listed: Sequence[StartDate | StopDate], at: Where, word: str
) -> Iterator[Diagnostic]:
    usual = _usual_place(track)
    for number, date in enumerate(listed):
        turn, both = _turn(track, date.turn), (at / number / "label", at / number / "turn")
        if turn is not None and label_contradicts(track.calendar, turn, date.label):
            yield TIM005.at(both[0], label=date.label, turn=date.turn).also(both[1], "its date")
        elif turn is not None:
            yield from _named_otherwise(track, usual, both, turn, date.label, ends=word == "stop")


@with_part(schedule)
def uses(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a stop before any start, and a start after every stop."""
    starts = {s.where: track.player_turn(s.turn, s.side) for s in track.starts.values() if s.turn is not None}
    stops = {s.where: track.player_turn(s.turn, s.side) for s in track.stops.values() if s.turn is not None}
    for where, turn in stops.items() if starts and len(starts) == len(track.starts) else ():
        if turn < min(starts.values()):
            yield TIM011.at(where / "turn", "stop")
    for where, turn in starts.items() if stops and len(stops) == len(track.stops) else ():
        if turn > max(stops.values()):
            yield TIM011.at(where / "turn", "start")


CHECKS = (
    impossible_calendar,
    boxes,
    cells_of_columns,
    last_without_order,
    sides_of_dates,
    columns,
    dates,
    uses,
)

"""TIM: what the boxes of the track have in common, and the one box that has it not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.lone_exceptions import lone_exception
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import with_part
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Box, Schedule

CODES = Codes(__file__)
TIM024 = CODES.warning(
    "TIM024",
    "cell-unlike-its-kind",
    "the box {turn} {said} under {column}; the {count} others with {value} under {beside} {usual}",
)
TIM025 = CODES.warning(
    "TIM025",
    "hours-not-even",
    "the box {turn} has {said} under {column}; {usual} would be as long after the box before as all others are",
)
TIM026 = CODES.warning(
    "TIM026",
    "number-beyond-all-others",
    "the box {turn} has {said} under {column}; no other box has more than {most}",
)
TIM027 = CODES.error(
    "TIM027",
    "box-not-named-by-its-turn",
    "no turn begins on {turn}, which lies in the turn that begins on {begins}",
)

TIM028 = CODES.error(
    "TIM028",
    "parts-unlike-boxes",
    "the parts of a day are {parts}, but the boxes run {boxes}",
)
TIM029 = CODES.warning(
    "TIM029",
    "hour-unlike-chart",
    "the chart gives {hours} to `{row}`, but the track has {said} at {clock}",
)
TIM030 = CODES.warning(
    "TIM030",
    "column-of-another-nation",
    "the column {column} is named for {said}, but counts for {other}",
)

_OTHERS = 3
"""Boxes that agree, from which on one that does not stands out."""
_FAR = 3
"""How many times as much as all others is hardly meant."""
_TWO_DIGITS = 10
"""The least number at which a digit too many is suspected."""
_NONE = "nothing"
_PART = "part of the day"
"""A column of its own where the calendar has parts of the day: no box says it, all follow it."""
_OF_THE_DAY = 24 * 60
_HOUR = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_FROM_TO = re.compile(
    r"(?<![\d:])(\d{1,2})(?::(\d\d))?(am|pm)? ?(?:-|–|to) ?(\d{1,2})(?::(\d\d))?(am|pm)?(?![\d:])", re.IGNORECASE
)
"""From one hour to another: `5am-6am`, `08:00 to 10:30`."""
_NUMBER = re.compile(r"\d{1,9}")


def is_inside_turn(track: Schedule, date: str) -> bool:
    """Return whether a date lies inside its turn, in a game whose boxes are named by the dates on which turns begin."""
    if not track.calendar.dated or track.calendar.step == 1 or track.calendar.begins(date):
        return False
    named = _named(track)
    return sum(track.calendar.begins(text) for _box, text in named) * 2 > len(named)


def _named(track: Schedule) -> list[tuple[Box, str]]:
    """The boxes of turns, with the dates as they are written."""
    return [(box, str((box.where / "turn").data)) for box in track.boxes if box.turn is not None]


@with_part(schedule)
def boxes_named_otherwise(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report boxes named by a date inside their turn, where turns are of several months or days."""
    dates = [(mark.turn, mark.where) for mark in (*track.starts.values(), *track.stops.values())]
    for turn, where in [*((box.turn, box.where) for box in track.boxes), *dates]:
        at = where / "turn"
        text = str(at.data)
        if turn is not None and is_inside_turn(track, text):
            begins = track.calendar.text(turn)
            yield TIM027.at(at, turn=text, begins=begins).suggest(f"did you mean {begins}?")


@with_part(schedule)
def parts_of_day(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report parts of a day in another order than the boxes, which are labelled by them."""
    calendar = track.calendar
    listed = [part.casefold() for part in calendar.parts]
    if track.where is None or len(listed) < len(("one", "other")):
        return
    for column in ("label", *track.columns):
        cells = [(box.turn, box.label if column == "label" else _word(track, box, column)) for box in track.boxes]
        said = [(turn, cell.casefold()) for turn, cell in cells if turn is not None and cell.casefold() in listed]
        run = [part for _turn, part in sorted(said)][: len(listed)]
        if len(said) < 2 * len(listed) or len(said) < len(track.boxes) or set(run) != set(listed):
            continue
        due = [(turn, calendar.label(turn).rpartition(" ")[2].casefold()) for turn, _part in said]
        odd = sum(part != meant for (_, part), (_, meant) in zip(said, due, strict=True))
        if any(said[at][1] != run[at % len(run)] for at in range(len(said))) or not odd or run == listed:
            continue
        at = track.where / "calendar" / "parts"
        names = {part.casefold(): part for part in calendar.parts}
        boxes = ", ".join(names[part] for part in run)
        first = next(number for number, part in enumerate(listed) if part != run[number])
        finding = TIM028.at(at / first, parts=", ".join(calendar.parts), boxes=boxes)
        box = track.boxes[0]
        finding = finding.also(box.where / ("turn" if column in track.columns else "label"), "the first box")
        yield finding.suggest(f"did you mean [{boxes}]?")
        return


def _word(track: Schedule, box: Box, column: str) -> str:
    """A cell of a column of words, as it is printed."""
    cell = box.cells.get(column)
    words = {word.id: word.name for word in track.columns.by_id[column][0].words}
    return words.get(cell.text, cell.text) if cell is not None else ""


# -- hours of the day, against the charts that say what holds at them -------------------------------


class _Hours(NamedTuple):
    """A row of a chart that holds at some hours, and what the track calls it."""

    row: str
    text: str
    where: Where
    first: int
    last: int

    def holds(self, minutes: int) -> bool:
        """Whether it holds at a time; its last moment may belong to the next row."""
        return (minutes - self.first) % _OF_THE_DAY < (self.last - self.first) % _OF_THE_DAY

    def ends(self, minutes: int) -> bool:
        """Whether it ends at that very time."""
        return minutes % _OF_THE_DAY == self.last % _OF_THE_DAY


@with_part(schedule)
def hours_of_charts(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report turns at whose hour a chart has another word than their box: night at noon."""
    for column, (about, _at) in track.columns.by_id.items():
        rows = _rows_with_hours(game, {word.id: word.name for word in about.words}) if about.words else {}
        told: dict[str, list[tuple[_Hours, Box, str]]] = defaultdict(list)
        for box in track.boxes if rows else ():
            clocks = [(cell.text, _HOUR.fullmatch(cell.text.strip())) for cell in box.cells.values()]
            times = [(text, int(found[1]) * 60 + int(found[2])) for text, found in clocks if found]
            cell = box.cells.get(column)
            if len(times) != 1 or cell is None:
                continue
            (text, minutes), own = times[0], rows.get(cell.text)
            at_hour = next((word for word, row in rows.items() if row.holds(minutes)), None)
            if own is not None and not own.holds(minutes) and not own.ends(minutes):
                told[own.row].append((own, box, text))
            elif own is None and at_hour is not None:
                told[rows[at_hour].row].append((rows[at_hour], box, text))
        for several in told.values():
            row, box, clock = several[0]
            at, chart = box.where / column, row.where
            said = _word(track, box, column)
            said = said[:1].lower() + said[1:]
            alone = len(several) == 1
            finding = TIM029.at(at if alone else chart, hours=row.text, row=row.row, said=said, clock=clock)
            finding = finding.also(chart if alone else at, "the chart" if alone else "the box")
            yield finding.also(several[-1][1].where / column, "the last box") if len(several) > 1 else finding


def _rows_with_hours(game: Game, words: Mapping[str, str]) -> dict[str, _Hours]:
    """The rows of charts that are named by words of a column and say from when to when they hold, by word."""
    found: dict[str, _Hours] = {}
    for chart in tables(game).charts.values():
        for heading, line in zip(chart.rows, chart.cells, strict=False):
            named = [word for word, name in words.items() if _says_name(heading.text, name)]
            for cell in line if len(named) == 1 else ():
                match = _FROM_TO.fullmatch(cell.text.strip())
                if match and (match[3] or match[2]):
                    ends = _minutes(match[1], match[2], match[3] or match[6]), _minutes(match[4], match[5], match[6])
                    found.setdefault(named[0], _Hours(heading.text, match[0], cell.where, *ends))
    return found


def _says_name(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}s?\b", text, re.IGNORECASE) is not None


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    hours = int(hour) % 12 + 12 * (half.casefold() == "pm") if half else int(hour)
    return hours * 60 + int(minute or 0)


@with_part(schedule)
def columns_of_nations(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a column that is named for a nationality or side, and counts for another."""
    names = {side.id: side.name for side in game.about.sides} if game.about else {}
    names |= {nation.id: nation.name for nation in game.about.nationalities} if game.about else {}
    for about, at in track.columns.by_id.values():
        said = [id_ for id_, name in names.items() if _says_name(about.name, name)]
        if about.of in names and said and about.of not in said and names[about.of] not in [names[id_] for id_ in said]:
            other = names[about.of]
            finding = TIM030.at(at / "of", column=about.name, said=names[said[0]], other=other)
            yield finding.also(at / "name", "its name").suggest(f"did you mean {said[0]}?")


@with_part(schedule)
def cells_unlike(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report the only cell of a column that another column does not foretell, as it does in all other boxes."""
    columns = _columns(track)
    odd: dict[int, list[tuple[str, str, str, int]]] = defaultdict(list)
    for beside, values in columns.items():
        if not 2 <= len(set(values)) <= len(values) / _OTHERS:
            continue
        for column, cells in columns.items():
            free = column == _PART or (_is_number(track, column) and _is_number(track, beside))
            # a column without a cell says something too
            exception = lone_exception([value or _NONE for value in values], cells, _OTHERS) if not free else None
            if exception is not None and column != beside:
                odd[exception.row].append((column, beside, exception.usual, exception.others))
    for number, ways in odd.items():
        box = track.boxes[number]
        named = Counter(column for way in ways for column in way[:2])
        column, beside, usual, count = max(ways, key=lambda way: (named[way[0]], _unevenness(columns[way[0]]), way[3]))
        finding = TIM024.at(
            box.where / (column if column in box.cells or column == "label" else "turn"),
            turn=_turn(track, box),
            said=_says(columns[column][number]),
            column=_name(track, column),
            count=count,
            value=columns[beside][number] or _NONE,
            beside=_name(track, beside),
            usual=_says(usual, "have"),
        )
        yield finding.suggest(f"did you mean {usual}?" if usual else None)


def _columns(track: Schedule) -> dict[str, list[str]]:
    """What the boxes say, by column of words or numbers; the labels as a column of their own."""
    columns = {"label": [box.label for box in track.boxes]}
    for column in track.columns:
        columns[column] = [box.cells[column].text if column in box.cells else "" for box in track.boxes]
    parts = track.calendar.parts
    if parts and not track.calendar.dated and all(box.turn is not None for box in track.boxes):
        columns[_PART] = [track.calendar.part(track.calendar.origin + (box.turn or 0)) for box in track.boxes]
    return columns


def _is_number(track: Schedule, column: str) -> bool:
    return column in track.columns and track.columns.by_id[column][0].kind == "number"


def _unevenness(cells: Sequence[str]) -> int:
    """How much more often some cells stand in a column than others: where each stands for a day, none should."""
    times = Counter(cells).values()
    return max(times) - min(times)


@with_part(schedule)
def hours(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report the one hour of the day that is not as long after the one before as all others are."""
    for column in track.columns:
        cells = [box.cells.get(column) for box in track.boxes]
        read = [_HOUR.fullmatch(cell.text.strip()) if cell else None for cell in cells]
        times = [int(found[1]) * 60 + int(found[2]) for found in read if found]
        if len(times) != len(cells) or len(times) <= _OTHERS + 1:
            continue
        steps = [(after - before) % _OF_THE_DAY for before, after in pairwise(times)]
        usual = Counter(steps).most_common(1)[0][0]
        wrong = [number for number in range(len(times)) if _is_wrong(times, number, usual)]
        uneven = [number for number, step in enumerate(steps) if step != usual]
        for number in wrong if len(wrong) == 1 and set(uneven) <= {wrong[0] - 1, wrong[0]} else ():
            box = track.boxes[number]
            due = (times[number - 1] + usual if number else times[1] - usual) % _OF_THE_DAY
            text = f"{due // 60:02}:{due % 60:02}"
            finding = TIM025.at(
                box.where / column,
                turn=_turn(track, box),
                said=box.cells[column].text,
                column=_name(track, column),
                usual=text,
            )
            yield finding.suggest(f"did you mean {text}?")


def _is_wrong(times: Sequence[int], number: int, step: int) -> bool:
    """Whether an hour is uneven with all of its neighbours."""
    steps = [(times[at + 1] - times[at]) % _OF_THE_DAY for at in (number - 1, number) if 0 <= at < len(times) - 1]
    if len(steps) == 1:
        return steps[0] == 0 or steps[0] % step != 0  # the first or the last may stand before or behind a pause
    return step not in steps


@with_part(schedule)
def numbers(_game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a number of two digits or more that is over three times as much as in all other boxes."""
    for column in (*track.sides, *(column for column in track.columns if _is_number(track, column))):
        parts = [_parts(box, column) for box in track.boxes]
        size = max(map(len, parts), default=0)
        if len(parts) <= _OTHERS or any(len(part) not in (0, size) for part in parts):
            continue
        for place in range(size):
            figures = [(part[place], box) for part, box in zip(parts, track.boxes, strict=True) if part]
            if len(figures) <= _OTHERS:
                continue
            (second, _box), (most, box) = sorted(figures, key=lambda figure: figure[0])[-2:]
            if most >= _TWO_DIGITS and most > _FAR * second > 0:
                name = track.side_name(column) if column in track.sides else _name(track, column)
                yield TIM026.at(box.where / column, turn=_turn(track, box), said=most, column=name, most=second)


def _parts(box: Box, column: str) -> list[int]:
    text = box.entries[column].text if column in box.entries else box.cells[column].text if column in box.cells else ""
    return [int(figure) for figure in _NUMBER.findall(text)]


def _turn(track: Schedule, box: Box) -> str:
    return track.calendar.text(box.turn) if box.turn is not None else box.label


def _name(track: Schedule, column: str) -> str:
    return track.columns.by_id[column][0].name if column in track.columns else column


def _says(cell: str, verb: str = "has") -> str:
    return f"{verb} {cell or _NONE}"


CHECKS = (boxes_named_otherwise, parts_of_day, cells_unlike, hours, hours_of_charts, numbers, columns_of_nations)

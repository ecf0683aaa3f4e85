"""Tracks beside the map: the time record track, and rows of boxes on which markers count points and other figures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.placement import Signs
from scenario_forge.game.scenarios import counts_points, ending
from scenario_forge.game.schedule import Schedule, schedule
from scenario_forge.printing.fonts import CAP_HEIGHT, fitting_size, width_of
from scenario_forge.printing.map.panel import Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import mm, xy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import Box as TurnBox
    from scenario_forge.game.schedule import ColumnCell, DateMark
    from scenario_forge.printing.svg import XY, Box, Canvas


# -- the time record track: a box a game turn with what each side gets --------------------------------


def time_track(style: Style) -> Panel | None:
    """Return the time record track; None where the game has none."""
    linked = schedule(style.brief.game)
    if linked is None or not linked.boxes:
        return None
    count = len(linked.boxes)
    rows = [ceil(count / n) for n in (2, 3, 1, 4, 5, 6, 8, 12)]
    return Panel("time-track", tuple(_track_shape(style, linked, n) for n in dict.fromkeys(rows)))


def cell(style: Style, linked: Schedule) -> tuple[float, float]:
    """Return width and height of a box: a line for its month, room for a counter, a line for each side and column."""
    lines = len(_sides(linked)) + len(linked.listed_columns)
    least = style.mm(30 if linked.columns else 15)
    return max(style.slot + style.mm(0.6), least), style.slot + style.mm(3.8 + 3.1 * lines)


def _sides(linked: Schedule) -> tuple[str, ...]:
    """The sides that have a line in each box: all, unless the columns alone say what there is."""
    told = any(box.entries for box in linked.boxes) or not linked.columns
    return linked.sides if told else ()


def _track_shape(style: Style, linked: Schedule, across: int) -> Shape:
    wide, high = cell(style, linked)
    rows = ceil(len(linked.boxes) / across)
    foot = style.mm(4.2)
    return Shape(
        across * wide + 2 * style.pad + 0.02,
        rows * high + style.mm(1.5) * (rows - 1) + style.head + 2 * style.pad + foot,
        partial(_draw_track, style, linked, across),
    )


def _draw_track(style: Style, linked: Schedule, across: int, canvas: Canvas, box: Box) -> None:
    words = style.brief.words
    left, top, right, bottom = frame_panel(canvas, style, box, words("time_track_title"))
    _wide, high = cell(style, linked)
    wide, x0 = (right - left) / across, left
    rows = ceil(len(linked.boxes) / across)
    foot = style.mm(4.2)
    gap = style.mm(1.5)
    y0 = top + max(bottom - top - foot - rows * high - gap * (rows - 1), 0) / 2
    for number, each in enumerate(linked.boxes):
        x, y = x0 + number % across * wide, y0 + number // across * (high + gap)
        _turn_box(canvas, style, linked, each, (x, y, x + wide, y + high))
    _foot(canvas, style, linked, (left, bottom), right - left)


def _turn_box(canvas: Canvas, style: Style, linked: Schedule, each: TurnBox, box: Box) -> None:
    left, top, right, bottom = box
    page, quiet, ink = style.colour("page"), style.colour("quiet"), style.colour("ink")
    name = "" if each.turn is None else f"turn-{linked.calendar.text(each.turn)}"
    canvas.rect(box, fill=page, stroke=style.colour("grid"), width=0.2, name=name, cls="track-box")
    head = top + style.mm(3.8)
    canvas.rect((left, top, right, head), fill=style.colour("stripe"), stroke=style.colour("grid"), width=0.2)
    base, inset = top + style.mm(2.8), style.mm(1)
    year = linked.calendar.year(each.turn) if each.turn is not None else ""
    said = each.label or ("" if each.turn is None else linked.label(each.turn))
    size = fitting_size(said, style.pt(8), "sans-bold", (right - left) * 0.5, 5 * POINT)
    label = cut(said, size, "sans-bold", (right - left) * 0.6)
    on = style.colour("stripe")
    canvas.text((left + inset, base), label, size, face="sans-bold", fill=ink, on=on, role="track")
    if year.lower() not in said.lower():
        canvas.text((right - inset, base), year, style.pt(6.5), anchor="end", fill=quiet, on=on, role="track")
    _flags(canvas, style, linked, each, (left, head))
    sides, high = _sides(linked), style.mm(3.1)
    first = bottom - high * (len(sides) + len(linked.listed_columns))
    for index, side in enumerate(sides):
        _entry(canvas, style, each, side, (left, first + high * index, right, first + high * (index + 1)))
    for index, column in enumerate(linked.listed_columns, len(sides)):
        _cell(canvas, style, each.cells.get(column), (left, first + high * index, right, first + high * (index + 1)))


def _entry(canvas: Canvas, style: Style, each: TurnBox, side: str, box: Box) -> None:
    left, top, right, bottom = box
    canvas.line([(left, top), (right, top)], stroke=style.colour("grid"), width=0.15)
    entry = each.entries.get(side)
    if entry is None or not entry.text:
        return
    brief = style.brief
    ours = entry.where.ours
    size = style.pt(7.2)
    room = right - left - style.mm(1.4)
    text = cut(entry.text, size, "sans-semibold", room - style.mm(1))
    place = (left + style.mm(1), bottom - style.mm(0.85))
    fill, on = brief.palette.accent(brief.game, side), style.colour("page")
    canvas.text(place, text, size, face="sans-semibold", fill=fill, on=on, role="track")
    if ours:
        end = (place[0] + width_of(text, size, "sans-semibold") + 0.3, place[1])
        canvas.text(end, brief.words("proposed_mark"), style.pt(6), fill=style.colour("quiet"), on=on, role="track")


def _cell(canvas: Canvas, style: Style, found: ColumnCell | None, box: Box) -> None:
    """What a column says of the turn: its name, and at the right what it says."""
    left, top, right, bottom = box
    canvas.line([(left, top), (right, top)], stroke=style.colour("grid"), width=0.15)
    if found is None:
        return
    size, on, base = style.pt(6.5), style.colour("page"), bottom - style.mm(0.85)
    room = right - left - style.mm(2)
    value = cut(found.shown, size, "sans-semibold", room * 0.7)
    ink, quiet = style.colour("ink"), style.colour("quiet")
    place = (right - style.mm(1), base)
    canvas.text(place, value, size, face="sans-semibold", anchor="end", fill=ink, on=on, role="track")
    name = cut(found.column.name, size, "sans", room - width_of(value, size, "sans-semibold") - style.mm(1.5))
    canvas.text((left + style.mm(1), base), name, size, fill=quiet, on=on, role="track")


def _flags(canvas: Canvas, style: Style, linked: Schedule, each: TurnBox, at: XY) -> None:
    """Small signs under the month: a scenario may start or stop in this turn; coloured for whose turn it is."""
    x, y = at[0] + style.mm(1), at[1] + style.mm(0.9)
    for dates, stop in ((linked.starts, False), (linked.stops, True)):
        for mark in dates.values():
            if mark.turn is not None and mark.turn == each.turn:
                _flag(canvas, style, mark, (x, y), stop=stop)
                x += style.mm(3)


def _flag(canvas: Canvas, style: Style, mark: DateMark, at: XY, *, stop: bool) -> None:
    brief = style.brief
    fill = brief.palette.accent(brief.game, mark.side) if mark.side else style.colour("quiet")
    side, (x, y) = style.mm(2.1), at
    if stop:
        canvas.rect((x, y, x + side, y + side), fill=fill, cls="stop")
    else:
        canvas.path(f"M{xy(at)}L{mm(x + side)} {mm(y + side / 2)}L{mm(x)} {mm(y + side)}Z", fill=fill, cls="start")


def track_marks_ours(linked: Schedule) -> bool:
    """Return whether an entry of the track carries the sign of ours."""
    entries = (entry.where for box in linked.boxes for entry in box.entries.values() if entry.text)
    cells = (cell.where for box in linked.boxes for cell in box.cells.values())
    return any(where.ours for where in (*entries, *cells))


def _foot(canvas: Canvas, style: Style, linked: Schedule, at: XY, room: float) -> None:
    """What the signs and colours mean."""
    brief, words = style.brief, style.brief.words
    x, base = at[0], at[1] - style.mm(0.4)
    quiet, on, size = style.colour("quiet"), style.colour("table"), style.pt(6.5)
    end = x + room
    names = brief.game.side_names
    for side in _sides(linked):
        fill, name = brief.palette.accent(brief.game, side), names.get(side, side)
        shown = cut(name, size, "sans-semibold", end - x)
        canvas.text((x, base), shown, size, face="sans-semibold", fill=fill, on=on, role="key")
        x += width_of(shown, size, "sans-semibold") + style.mm(2.5)
    for stop, key in ((False, "track_start"), (True, "track_stop")):
        text = words(key)
        if x + width_of(text, size) + style.mm(6) > end:
            return
        y = base - style.mm(1.9)
        if stop:
            canvas.rect((x, y, x + style.mm(2), y + style.mm(2)), fill=quiet)
        else:
            tip = f"M{xy((x, y))}l{mm(style.mm(2))} {mm(style.mm(1))}l{mm(-style.mm(2))} {mm(style.mm(1))}Z"
            canvas.path(tip, fill=quiet)
        canvas.text((x + style.mm(2.8), base), text, size, fill=quiet, on=on, role="key")
        x += width_of(text, size) + style.mm(5.5)
    signs = brief.game.system.signs if brief.game.system else Signs()
    notes = [words("track_box", arrives=signs.arrives, leaves=signs.leaves)] if signs.arrives or signs.leaves else []
    if track_marks_ours(linked):
        notes.insert(0, words("proposed_note"))
    for text in filter(None, notes):
        if x + width_of(text, size) > end:
            break
        canvas.text((x, base), text, size, fill=quiet, on=on, role="key")
        x += width_of(text, size) + style.mm(3)


# -- tracks and records ----------------------------------------------------------------------------


LONGEST = 120
"""More boxes are not drawn on a track of figures."""
MOST = 99
"""What two rows of boxes, ones and tens, can record: enough where nothing says how far a record goes."""
HIGHEST = 99_999
"""The largest figure that a record has boxes for."""
POWERS = {
    10: "record_tens",
    100: "record_hundreds",
    1000: "record_thousands",
    10_000: "record_ten_thousands",
}
"""The rows of a record above its ones, and the word over each."""


@dataclass(frozen=True)
class TrackRow:
    """A row of boxes under a line that says what they count."""

    label: str
    boxes: tuple[str, ...]
    name: str
    """Start of the boxes' ids."""
    accent: str | None = None
    lead: int = 0
    """Boxes that stand before the rows, in a column of their own: 0 before 1 to 10, so that tens end rows."""

    def rows(self, across: int) -> int:
        """Return how many rows of so many columns the boxes take."""
        return ceil((len(self.boxes) - self.lead) / max(across - self.lead, 1))

    def spot(self, number: int, across: int) -> tuple[int, int]:
        """Return column and row of a box."""
        if number < self.lead:
            return number, 0
        row, column = divmod(number - self.lead, max(across - self.lead, 1))
        return column + self.lead, row


def tracks(style: Style) -> Iterator[Panel]:
    """Yield a track for each marker that needs one: those for both sides, then each side's own."""
    game = style.brief.game
    found = game.one("counters", CountersDocument)
    document = found[0] if found else None
    markers = [m for m in document.markers if m.kind == "track"] if document else []
    if document:
        for marker in markers:
            length = min(track_length(game, document, marker), LONGEST)
            if marker.side is None and length > 0:
                yield _figures(style, marker, length)
    for side in game.about.sides if game.about else ():
        own = [m for m in markers if m.side == side.id]
        runs = list(_records(style, side.id, own))
        if runs:
            heading = style.brief.words("record_title", side=side.name)
            yield _runs_panel(style, f"record-{side.id}", side.id, heading, runs)


def track_length(game: Game, document: CountersDocument, marker: Marker) -> int:
    """Return the last figure of a marker's track: its value, else the highest of what it counts; 0 for no track."""
    if marker.value is not None:
        return marker.value
    counted = marker.counts or "movement"
    figures = [int(n) for unit in document.units if isinstance(n := face_values(unit).get(counted), int)]
    if counted == "movement":
        figures += [each.movement or 0 for each in document.markers]
    track = schedule(game)
    cells = [box.cells[counted] for box in track.boxes if counted in box.cells] if track else []
    return max([*figures, *(cell.value or 0 for cell in cells if cell.column.kind == "number")], default=0)


def _figures(style: Style, marker: Marker, most: int) -> Panel:
    """0 to ``most``, in even rows."""
    boxes = tuple(str(n) for n in range(most + 1))
    runs = [TrackRow("", boxes, f"track-{marker.id}", None, 1)]
    rows = [n + 1 for n in (20, 10, 30, 40, 8, 5) if n <= most] or [len(boxes)]
    return Panel(f"track-{marker.id}", tuple(_shape(style, marker.name, runs, n) for n in dict.fromkeys(rows)))


def _records(style: Style, side: str, markers: Sequence[Marker]) -> Iterator[TrackRow]:
    words, accent = style.brief.words, style.brief.palette.accent(style.brief.game, side)
    key = f"victory-{side}"
    # a marker of that id counts victory points on the record drawn for them
    counted = [(marker.id, marker.name) for marker in markers if marker.id != key]
    most = {each.id: _nines(each.value) if each.value else MOST for each in markers}
    if counts_points(style.brief.game):
        counted.append((key, words("victory_points")))
        most[key] = most_points(style.brief.game, side)
    for key, name in counted:
        ones = tuple(str(n) for n in range(10))
        yield TrackRow(name, ones, f"track-{key}", accent)
        for power, word in POWERS.items():
            boxes = tuple(str(n) for n in range(power, min(most[key], power * 10 - 1) + 1, power))
            if boxes:
                yield TrackRow(f"{name}: {words(word).lower()}", boxes, f"track-{key}", accent)


def most_points(game: Game, side: str) -> int:
    """Return the highest figure that a record of a side's points needs: full tens and nine.

    Where points are counted in a ledger, it has as many digits as the levels of victory, or three; else it is what the
    rows of the victory table can bring, no more than ``MOST``.

    Those are the rows of all stop dates that one game can score; a decisive victory makes the points of stop dates
    void. The table sets no bound for rows that bring their points for each of several units.
    """
    found, end = 0, ending(game)
    if end.ledger:
        bands = [band for linked in end.levels for band in linked.bands if band is not None]
        ends = [abs(int(at)) for band in bands for at in (band.low, band.high) if at is not None]
        return _nines(max(ends, default=999))
    for document, _where in game.documents("victory", VictoryDocument):
        rows = [row for row in document.objectives if row.side == side and row.points > 0]
        if any(row.each for row in rows):
            return MOST
        stops: dict[str, int] = {}
        for row in rows:
            stops[row.stop] = stops.get(row.stop, 0) + row.points
        scored = sum(stops.values()) if document.cumulative else max(stops.values(), default=0)
        found = max(found, scored, *(each.points for each in document.decisive if each.side == side), 0)
    return min(found // 10 * 10 + 9, MOST)


def _nines(most: int) -> int:
    """The highest figure with so many digits, two at the least."""
    return min(max(MOST, int("9" * len(str(most)))), HIGHEST)


def _runs_panel(style: Style, name: str, side: str, heading: str, runs: list[TrackRow]) -> Panel:
    accent = style.brief.palette.accent(style.brief.game, side)
    shapes = [_shape(style, heading, runs, 10, accent, beside) for beside in (2, 4, 1)]
    return Panel(name, (*shapes, _shape(style, heading, runs, 5, accent)), side=side, strip=True)


def _shape(
    style: Style, heading: str, runs: Sequence[TrackRow], across: int, accent: str | None = None, beside: int = 1
) -> Shape:
    """Runs in rows of ``across`` boxes, ``beside`` runs next to each other."""
    slot, pad = style.slot, style.pad
    gap = style.mm(3)
    lines = [runs[n : n + beside] for n in range(0, len(runs), beside)]
    wide = max(sum(min(len(r.boxes), across) * slot for r in line) + gap * (len(line) - 1) for line in lines)
    high = sum(_high(style, line, across) for line in lines) + style.mm(1.2) * (len(lines) - 1)
    draw = partial(_draw, style, (heading, accent), lines, across)
    return Shape(wide + 2 * pad + 0.02, high + style.head + 2 * pad + 0.02, draw)


def _high(style: Style, line: Sequence[TrackRow], across: int) -> float:
    rows = max(run.rows(across) for run in line)
    return rows * style.slot + (style.mm(3.6) if any(run.label for run in line) else 0)


def _draw(
    style: Style,
    head: tuple[str, str | None],
    lines: Sequence[Sequence[TrackRow]],
    across: int,
    canvas: Canvas,
    box: Box,
) -> None:
    (heading, accent), gap = head, style.mm(3)
    left, top, right, bottom = frame_panel(canvas, style, box, heading, accent=accent)
    need = sum(_high(style, line, across) for line in lines) + style.mm(1.2) * (len(lines) - 1)
    wide = max(sum(min(len(r.boxes), across) * style.slot for r in li) + gap * (len(li) - 1) for li in lines)
    # a little spare width makes the boxes wider, so that both ends stand under the heading's rule
    column = style.slot * min((right - left) / wide, 1.15)
    y = top + max(bottom - top - need, 0) / 2
    for line in lines:
        x = left
        for run in line:
            _draw_run(canvas, style, run, (x, y), across, column)
            x += min(len(run.boxes), across) * column + gap
        y += _high(style, line, across) + style.mm(1.2)


def _draw_run(canvas: Canvas, style: Style, run: TrackRow, at: tuple[float, float], across: int, wide: float) -> None:
    slot, (left, top) = style.slot, at
    ground, quiet = style.colour("table"), style.colour("quiet")
    if run.label:
        size = style.pt(7)
        room = min(len(run.boxes), across) * wide
        place = (left, top + style.mm(2.5))
        shown = cut(run.label, size, "sans-semibold", room)
        canvas.text(place, shown, size, face="sans-semibold", fill=quiet, on=ground, role="track")
        top += style.mm(3.6)
    for number, text in enumerate(run.boxes):
        column, row = run.spot(number, across)
        x, y = left + column * wide, top + row * slot
        figure_box(canvas, style, (x, y, x + wide, y + slot), text, f"{run.name}-{text}", run.accent)


def figure_box(canvas: Canvas, style: Style, box: Box, text: str, name: str, accent: str | None = None) -> None:
    """Draw a box with a large quiet figure; every fifth is shaded, so that the eye counts on."""
    number = int(text) if text.isdigit() else 1
    fifth = number % 50 == 0 if number % 10 == 0 and accent and number else number % 5 == 0
    ground = style.colour("stripe") if fifth else style.colour("page")
    canvas.rect(box, fill=ground, stroke=style.colour("grid"), width=0.2, name=name, cls="track-box")
    size = style.pt(17 if len(text) < 3 else 13 if len(text) < 4 else 9)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + CAP_HEIGHT * size / 2)
    ink = accent or style.colour("quiet")
    canvas.text(middle, text, size, face="sans-semibold", fill=ink, anchor="middle", on=ground, role="track")

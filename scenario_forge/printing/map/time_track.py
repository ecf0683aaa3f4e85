"""The time record track: a box a game turn with what each side gets, and where scenarios start and stop."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import fitted, width_of
from scenario_forge.printing.map.panel import Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import mm, xy
from scenario_forge.project.time.schedule import Schedule, schedule

if TYPE_CHECKING:
    from scenario_forge.printing.svg import XY, Canvas
    from scenario_forge.printing.svg import Box as Rectangle
    from scenario_forge.project.time.schedule import Box, ColumnCell, DateMark


def time_track(style: Style) -> Panel | None:
    """The track of the game; None where it has none."""
    linked = schedule(style.brief.game)
    if linked is None or not linked.boxes:
        return None
    count = len(linked.boxes)
    rows = [ceil(count / n) for n in (2, 3, 1, 4, 5, 6, 8, 12)]
    return Panel("time-track", tuple(_shape(style, linked, n) for n in dict.fromkeys(rows)))


def cell(style: Style, linked: Schedule) -> tuple[float, float]:
    """Width and height of a box: a line for its month, room for a counter, a line for each side and each column."""
    lines = len(_sides(linked)) + len(linked.columns)
    least = style.mm(30 if linked.columns else 15)
    return max(style.slot + style.mm(0.6), least), style.slot + style.mm(3.8 + 3.1 * lines)


def _sides(linked: Schedule) -> tuple[str, ...]:
    """The sides that have a line in each box: all, unless the columns alone say what there is."""
    told = any(box.entries for box in linked.boxes) or not linked.columns
    return linked.sides if told else ()


def _shape(style: Style, linked: Schedule, across: int) -> Shape:
    wide, high = cell(style, linked)
    rows = ceil(len(linked.boxes) / across)
    foot = style.mm(4.2)
    return Shape(
        across * wide + 2 * style.pad + 0.02,
        rows * high + style.mm(1.5) * (rows - 1) + style.head + 2 * style.pad + foot,
        partial(_draw, style, linked, across),
    )


def _draw(style: Style, linked: Schedule, across: int, canvas: Canvas, box: Rectangle) -> None:
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
        _box(canvas, style, linked, each, (x, y, x + wide, y + high))
    _foot(canvas, style, linked, (left, bottom), right - left)


def _box(canvas: Canvas, style: Style, linked: Schedule, each: Box, box: Rectangle) -> None:
    left, top, right, bottom = box
    page, quiet, ink = style.colour("page"), style.colour("quiet"), style.colour("ink")
    name = "" if each.turn is None else f"turn-{linked.calendar.text(each.turn)}"
    canvas.rect(box, fill=page, stroke=style.colour("grid"), width=0.2, name=name, cls="track-box")
    head = top + style.mm(3.8)
    canvas.rect((left, top, right, head), fill=style.colour("stripe"), stroke=style.colour("grid"), width=0.2)
    base, inset = top + style.mm(2.8), style.mm(1)
    year = linked.calendar.year(each.turn) if each.turn is not None else ""
    size = fitted(each.label, style.pt(8), "sans-bold", (right - left) * 0.5, 5 * POINT)
    label = cut(each.label, size, "sans-bold", (right - left) * 0.6)
    on = style.colour("stripe")
    canvas.text((left + inset, base), label, size, face="sans-bold", fill=ink, on=on, role="track")
    if year.lower() not in each.label.lower():
        canvas.text((right - inset, base), year, style.pt(6.5), anchor="end", fill=quiet, on=on, role="track")
    _flags(canvas, style, linked, each, (left, head))
    sides, high = _sides(linked), style.mm(3.1)
    first = bottom - high * (len(sides) + len(linked.columns))
    for index, side in enumerate(sides):
        _entry(canvas, style, each, side, (left, first + high * index, right, first + high * (index + 1)))
    for index, column in enumerate(linked.columns, len(sides)):
        _cell(canvas, style, each.cells.get(column), (left, first + high * index, right, first + high * (index + 1)))


def _entry(canvas: Canvas, style: Style, each: Box, side: str, box: Rectangle) -> None:
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


def _cell(canvas: Canvas, style: Style, found: ColumnCell | None, box: Rectangle) -> None:
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


def _flags(canvas: Canvas, style: Style, linked: Schedule, each: Box, at: XY) -> None:
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


def marks_ours(linked: Schedule) -> bool:
    """Whether an entry of the track carries the sign of ours."""
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
    came, left = brief.game.system.arrival_letters if brief.game.system else ("", "")
    notes = [words("track_box", arrives=came, leaves=left)] if came or left else []
    if marks_ours(linked):
        notes.insert(0, words("proposed_note"))
    for text in filter(None, notes):
        if x + width_of(text, size) > end:
            break
        canvas.text((x, base), text, size, fill=quiet, on=on, role="key")
        x += width_of(text, size) + style.mm(3)

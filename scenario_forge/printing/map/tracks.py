"""Boxes that hold counters beside the map: tracks, records, and boxes for what is off the map."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.printing.fonts import CAP_HEIGHT, fitted
from scenario_forge.printing.map.panel import MODULE, SMALLEST, Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.profile import POINT
from scenario_forge.project.ending import ending
from scenario_forge.project.force import said
from scenario_forge.project.notations import NotationError
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.documents.map_ import Box as OffMap
    from scenario_forge.printing.svg import Box, Canvas
    from scenario_forge.project.game import Game


LONGEST = 120
"""More boxes are not drawn on a track of figures."""
MOST = 99
"""What two rows of boxes, ones and tens, can record: enough where nothing says how far a record goes."""
HIGHEST = 99_999
"""No record goes further."""
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
        """Rows of so many columns."""
        return ceil((len(self.boxes) - self.lead) / max(across - self.lead, 1))

    def spot(self, number: int, across: int) -> tuple[int, int]:
        """Column and row of a box."""
        if number < self.lead:
            return number, 0
        row, column = divmod(number - self.lead, max(across - self.lead, 1))
        return column + self.lead, row


def tracks(style: Style) -> Iterator[Panel]:
    """A track for each marker that needs one: what both sides count, then what each side counts for itself."""
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
    """How far its track goes: to the marker's value, else to the highest figure of what it counts; 0: it has none."""
    if marker.value is not None:
        return marker.value
    counted = marker.counts or "movement"
    figures = [int(n) for unit in document.units if isinstance(n := said(unit).get(counted), int)]
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
    if style.brief.game.files_of("victory"):
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
    """The highest figure that a record of a side's points needs: full tens and nine.

    Where points are counted in a ledger, so many digits as the levels of victory have, or three; else what the rows of
    the victory table can bring, no more than ``MOST``.

    Rows of all stop dates that one game can score; a decisive victory makes the points of stop dates void. Rows that
    bring their points for each of some units have no bound that the table tells.
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
    """A box with a large quiet figure; every fifth is shaded, so that the eye counts on."""
    number = int(text) if text.isdigit() else 1
    fifth = number % 50 == 0 if number % 10 == 0 and accent and number else number % 5 == 0
    ground = style.colour("stripe") if fifth else style.colour("page")
    canvas.rect(box, fill=ground, stroke=style.colour("grid"), width=0.2, name=name, cls="track-box")
    size = style.pt(17 if len(text) < 3 else 13 if len(text) < 4 else 9)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + CAP_HEIGHT * size / 2)
    ink = accent or style.colour("quiet")
    canvas.text(middle, text, size, face="sans-semibold", fill=ink, anchor="middle", on=ground, role="track")


# -- boxes beside the map --------------------------------------------------------------------------


def kept(game: Game) -> tuple[str, ...]:
    """Words of the boxes that each side has: one to be rebuilt from only where a printed set-up puts a unit into it.

    Scenarios of one's own are left out: the map is one for all, and a new one would have it printed anew.
    """
    return ("holding_arrive", *(("holding_reserve",) if _has_reserve(game) else ()), "holding_lost")


def _has_reserve(game: Game) -> bool:
    """Whether some unit starts in reserve; without a notation nobody can tell, and the box is there."""
    notation = game.system.placement() if game.system else None
    if notation is None:
        return True
    cells = (
        text
        for document, _where in game.documents("orders-of-battle", OrderOfBattleDocument)
        for row in document.units
        for text in row.cells.values()
        if text
    )
    for text in cells:
        with suppress(NotationError):  # checks tell of it
            if any(token.kind == "reserve" for token in notation.parse(text)):
                return True
    return False


def holding(style: Style) -> Iterator[Panel]:
    """A panel for each side with a box for units yet to come, to be rebuilt, and lost."""
    game, slot = style.brief.game, style.slot
    keys = kept(game)
    count = len(keys)
    edges = (count - 1) * style.mm(2) + 2 * style.pad
    for side in game.about.sides if game.about else ():
        high = style.head + 2 * style.pad + style.mm(4.5)
        shapes = [
            Shape(count * (3 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys)),
            Shape(count * (4 * slot) + edges, high + slot, partial(_holding, style, side.id, keys)),
            Shape(count * (2 * slot) + edges, high + 2 * slot, partial(_holding, style, side.id, keys)),
            Shape(
                4.4 * slot,
                style.head + 2 * style.pad + count * (style.mm(4.5) + slot),
                partial(_stacked, style, side.id, keys),
            ),
        ]
        yield Panel(f"holding-{side.id}", tuple(shapes), side=side.id, strip=True, stretch=True)


def _holding(style: Style, side: str, keys: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = _holding_head(style, side, canvas, box)
    gap = style.mm(2)
    wide = (right - left - (len(keys) - 1) * gap) / len(keys)
    for number, key in enumerate(keys):
        x = left + number * (wide + gap)
        _room(canvas, style, (x, top, x + wide, bottom), style.brief.words(key), f"holding-{side}-{number}")


def _stacked(style: Style, side: str, keys: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = _holding_head(style, side, canvas, box)
    gap = style.mm(1.2)
    high = (bottom - top - (len(keys) - 1) * gap) / len(keys)
    for number, key in enumerate(keys):
        y = top + number * (high + gap)
        _room(canvas, style, (left, y, right, y + high), style.brief.words(key), f"holding-{side}-{number}")


def _holding_head(style: Style, side: str, canvas: Canvas, box: Box) -> Box:
    game = style.brief.game
    accent = style.brief.palette.accent(game, side)
    return frame_panel(canvas, style, box, style.brief.words("holding_title", side=game.side_name(side)), accent=accent)


def _room(canvas: Canvas, style: Style, box: Box, label: str, name: str) -> None:
    page = style.colour("page")
    canvas.rect(box, fill=page, stroke=style.colour("grid"), width=0.2, name=name, cls="holding-box")
    room = box[2] - box[0] - style.mm(2)
    size = fitted(label, style.pt(7), "sans-semibold", room, SMALLEST * POINT)
    at = (box[0] + style.mm(1), box[1] + style.mm(3))
    text = cut(label, size, "sans-semibold", room)
    canvas.text(at, text, size, face="sans-semibold", fill=style.colour("quiet"), on=page, role="holding")


def off_map(style: Style, box: OffMap) -> Panel:
    """The panel of an off-map box; the layout sets it where it adjoins."""
    slot = style.slot
    draw = partial(_off_map, style, box)
    extra = style.head + 2 * style.pad + style.mm(3.5)
    module = style.mm(MODULE)
    sizes = ((4, 3), (3, 3), (2, 4), (2, 3))
    shapes = [Shape(max(w * slot + 2 * style.pad, module), h * slot + extra, draw) for w, h in sizes[:2]]
    shapes += [Shape(w * slot + 2 * style.pad, h * slot + extra, draw) for w, h in sizes]
    return Panel(f"box-{box.id}", tuple(shapes), side=box.side or "")


def _off_map(style: Style, box: OffMap, canvas: Canvas, at: Box) -> None:
    game, words = style.brief.game, style.brief.words
    accent = style.brief.palette.accent(game, box.side) if box.side else None
    name = box.name if box.capacity is None else words("box_capacity", name=box.name, capacity=box.capacity)
    left, top, right, bottom = frame_panel(canvas, style, at, name, accent=accent)
    note = words("box_adjoins", hexes=", ".join(text.replace("..", "–") for text in box.adjoins))
    size, on = style.pt(6.5), style.colour("table")
    if box.adjoins:
        shown = cut(note, size, "serif-italic", right - left)
        low = bottom - style.mm(0.4)
        canvas.text((left, low), shown, size, face="serif-italic", fill=style.colour("quiet"), on=on, role="box")
    page = style.colour("page")
    inner = (left, top, right, bottom - style.mm(3.5))
    canvas.rect(inner, fill=page, stroke=style.colour("grid"), width=0.2, name=f"off-map-{box.id}", cls="holding-box")

"""Printed values of a unit: the place and text of each, and the shapes around or before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.counters import CounterValue
from scenario_forge.game.counters import face_values as values_of
from scenario_forge.printing.fonts import CAP_HEIGHT, DESCENT, fitting_size, shorten, width_of
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import xy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.set_up import PlacedUnit, Plan
    from scenario_forge.documents.counters import Mark, Printed, UnitCounter
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.lettering.fonts import Face
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Canvas


USUAL = (CounterValue(id="strength", at="foot"), CounterValue(id="movement", at="foot"))
"""What stands on a counter whose game declares nothing, such as one of an example."""
_ROUND: tuple[Mark, ...] = ("rectangle", "circle", "diamond")
"""Shapes that stand round a value; others stand before it."""
PAD = 0.1
"""Between a value and the shape round it, as a part of the size of its type."""
BEFORE = 1.0
"""How wide a shape before a value is, as a part of the size of its type."""


@dataclass(frozen=True, slots=True)
class ShownValue:
    """One value at its place on a counter."""

    id: str
    text: str
    """With what joins it to the value before it."""
    lead: str
    """That part of the text which joins it."""
    mark: Mark | None = None


def values_at(unit: UnitCounter, spot: str, changed: Mapping[str, Printed] | None = None) -> list[ShownValue]:
    """Return the values at a spot of a counter; ``changed`` are values of another face."""
    said = values_of(unit, dict(changed or {}))
    found: list[ShownValue] = []
    marks = {value.id: value.mark for value in unit.declared or USUAL}
    for value in unit.declared:
        for word in value.words:
            if word.mark and said.get(value.id) == word.id:
                marks[word.of or value.id] = word.mark
    for value in unit.declared or USUAL:
        if value.at != spot or value.id not in said or (value.kind == "flag" and not said[value.id]):
            continue
        lead = value.join if found else ""
        found.append(ShownValue(value.id, lead + printed_value(value, said[value.id]), lead, marks[value.id]))
    return found


def printed_value(value: CounterValue, said: Printed) -> str:
    """Return a value as printed at its place on the counter."""
    if value.kind == "flag":
        return value.print.replace("{}", "")
    names = {word.id: word.name for word in value.words}
    return value.print.replace("{}", names.get(str(said)) or str(said))


def text_of(values: Sequence[ShownValue]) -> str:
    """Return the values of a spot as one text, with what joins them."""
    return "".join(each.text for each in values)


def padding(values: Sequence[ShownValue]) -> float:
    """Return how far shapes reach beyond the text, as a part of its type size."""
    return 1.5 * PAD if any(each.mark in _ROUND for each in values) else 0.0


def lead_width(values: Sequence[ShownValue], size: float) -> float:
    """Return the room that the shapes before values take, in millimetres."""
    return sum(BEFORE * size for each in values if each.mark and each.mark not in _ROUND)


def draw_marks(canvas: Canvas, values: Sequence[ShownValue], left: float, low: float, size: float, ink: str) -> None:
    """Draw the shapes of values whose text begins at ``left`` on base line ``low``, in millimetres."""
    for mark, box in _boxes(values, left, low, size):
        _draw(canvas, mark, box, ink, 0.09 * size)


def _boxes(
    values: Sequence[ShownValue], left: float, low: float, size: float
) -> Iterator[tuple[Mark, tuple[float, float, float, float]]]:
    before = ""
    for each in values:
        start = left + width_of(before + each.lead, size, "sans-bold")
        before += each.text
        end = left + width_of(before, size, "sans-bold")
        top, pad = low - 0.7 * size, PAD * size
        if each.mark in _ROUND:
            yield each.mark, (start - pad, top - pad, end + pad, low + pad)
        elif each.mark:
            wide = BEFORE * size
            yield each.mark, (start - wide, top, start - 0.25 * size, low)


def draw_mark(
    canvas: Canvas, mark: Mark | None, text: str, box: tuple[float, float, float, float], ink: str, on: str
) -> None:
    """Draw a shape around or before a text, in the middle of a box in millimetres: a sign's look, for the key."""
    left, top, right, low = box
    size = 0.75 * (low - top)
    value = ShownValue("", text, "", mark)
    x, y = (left + right - width_of(text, size, "sans-bold")) / 2, (top + low) / 2 + 0.35 * size
    canvas.text((x, y), text, size, face="sans-bold", fill=ink, on=on, role="key")
    draw_marks(canvas, [value], x, y, size, ink)


def _draw(canvas: Canvas, mark: Mark, box: tuple[float, float, float, float], ink: str, width: float) -> None:
    left, top, right, low = box
    middle, half = (left + right) / 2, (top + low) / 2
    if mark == "rectangle":
        canvas.rect(box, stroke=ink, width=width)
    elif mark == "circle":
        canvas.rect(box, stroke=ink, width=width, radius=min(right - left, low - top) / 2)
    elif mark == "diamond":
        wide = 0.35 * (right - left)
        corners = (
            (left - wide, half),
            (middle, top - 0.1),
            (right + wide, half),
            (middle, low + 0.1),
            (left - wide, half),
        )
        canvas.line(corners, stroke=ink, width=width)
    elif mark == "flag":
        pole = ((left, low), (left, top), (right, (top + half) / 2), (left, half))
        canvas.line(pole, stroke=ink, width=width)
    else:
        path = "M" + "L".join(map(xy, ((left, low), (middle, top), (right, low)))) + "Z"
        canvas.path(path, fill=ink if mark == "triangle" else "none", stroke=ink, width=width)


# -- texts made to fit a counter -------------------------------------------------------------------


LEAST = 5 * POINT
"""No type on a counter is smaller, in millimetres."""
_UNPRINTABLE = re.compile(
    r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]+"
)
_LONGEST = 120
_TALL = CAP_HEIGHT + DESCENT


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text as typeset. ``cut`` says that a part had to be left out."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False


def plain_text(text: str, most: int = _LONGEST) -> str:
    """Return a text on one line that a drawing can hold: no control characters, limited length."""
    return _UNPRINTABLE.sub(" ", text)[:most].strip()


def fit_text(text: str, face: Face, size: float, one: float, two: float = 0.0, most: int = 2) -> FittedText:
    """Set a text within ``one`` on a single line, or within ``two`` on each of up to ``most`` lines; millimetres."""
    text = plain_text(text)
    largest = fitting_size(text, size, face, one, LEAST)
    if width_of(text, largest, face) <= one + 1e-6:
        return FittedText((text,), largest)
    for count in range(2, most + 1):
        made = [lines for lines in _parts(text, count) if max(width_of(h, LEAST, face) for h in lines) <= two]
        if made:
            lines = min(made, key=lambda each: max(width_of(h, LEAST, face) for h in each))
            wide = max(width_of(h, LEAST, face) for h in lines)
            return FittedText(lines, min(size, LEAST * two / wide))
    return _cut(text, face, one, two)


def _parts(text: str, count: int) -> Iterator[tuple[str, ...]]:
    """A text on so many lines, parted at blanks and behind strokes and hyphens."""
    if count == 1:
        yield (text,)
        return
    for gap in re.finditer(r" |(?<=[/-])(?=.)", text):
        for rest in _parts(text[gap.end() :], count - 1):
            yield (text[: gap.start()], *rest)


def _cut(text: str, face: Face, one: float, two: float) -> FittedText:
    """As much of it as fits, with an ellipsis; on two lines if that shows more."""
    single = shorten(text, LEAST, face, one)
    best: tuple[str, ...] = (single,)
    for first, rest in _parts(text, 2):
        if width_of(first, LEAST, face) <= two:
            pair = (first, shorten(rest, LEAST, face, two))
            if len("".join(pair)) > len("".join(best)):
                best = pair
    return FittedText(best, LEAST, cut=True)


def fit_block(text: str, face: Face, size: float, wide: float, high: float) -> FittedText:
    """Set a text as large as a rectangle allows, broken between words; lines are 1.05 sizes apart."""
    words = plain_text(text).split()
    best = FittedText((), 0.0)
    for count in range(1, min(len(words), 4) + 1):
        lines = _balanced(words, count, face)
        widest = max(width_of(line, 1.0, face) for line in lines)
        found = min(size, wide / widest if widest else size, high / (_TALL + 1.05 * (count - 1)))
        if found > best.size + 1e-9:
            best = FittedText(lines, found)
    if best.size >= LEAST or not words:
        return best
    count = max(1, min(len(words), int((high / LEAST - _TALL) / 1.05 + 1)))
    lines = tuple(shorten(line, LEAST, face, wide) for line in _balanced(words, count, face))
    return FittedText(lines, LEAST, cut=True)


def _balanced(words: Sequence[str], count: int, face: Face) -> tuple[str, ...]:
    """Words on so many lines, the widest as narrow as it can be."""
    if count == 1:
        return (" ".join(words),)
    tried = []
    for first in range(1, len(words) - count + 2):
        lines = (" ".join(words[:first]), *_balanced(words[first:], count - 1, face))
        tried.append((max(width_of(line, 1.0, face) for line in lines), lines))
    return min(tried)[1]


# -- where or when a scenario brings a unit in, as it stands on counters printed for that scenario --


@dataclass(frozen=True, slots=True)
class StartSpot:
    """A hex or box at the start, or the turn of arrival (``later``)."""

    text: str
    later: bool = False


def spots(brief: Brief, scenario: str) -> dict[UnitKey, StartSpot]:
    """Return the start or arrival of every unit that the scenario can bring into play; with any optional rule.

    Raises:
        CompileError: errors in the game leave the set-up open.
    """
    planned = plan(brief.game, scenario)
    found: dict[UnitKey, StartSpot] = {}
    for placed in planned.placed:
        text = _place(brief, planned, placed)
        if text:
            found[placed.unit.key] = StartSpot(text)
    for change in planned.changes:
        if change.kind == "arrives":
            found.setdefault(change.unit.key, StartSpot(planned.track.label(change.turn), later=True))
    return found


def _place(brief: Brief, planned: Plan, placed: PlacedUnit) -> str:
    location = placed.entry.location if placed.entry else None
    if placed.state == "at" and location is not None:
        if location.hex is not None:
            return planned.map.grid.ids[location.hex]
        return planned.map.boxes[location.box].name if location.box else ""
    return brief.words("counter_reserve") if placed.state == "reserve" else ""

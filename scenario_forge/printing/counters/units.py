"""Fronts and backs of units: number, size, symbol, identity, parent, values, nationality, the way a unit faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.base import in_a_sentence
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.game import Game, view
from scenario_forge.printing.counters.face import (
    LEAST_STROKE,
    STRIPE,
    CounterFrame,
    Face,
    SizeMark,
    draw_stripe,
    draw_symbol,
    shape,
    wheels,
)
from scenario_forge.printing.counters.values import (
    LEAST,
    StartSpot,
    draw_marks,
    fit_block,
    fit_text,
    lead_width,
    padding,
    plain_text,
    printed_value,
    text_of,
    values_at,
)
from scenario_forge.printing.fonts import DESCENT, fitting_size, width_of
from scenario_forge.printing.palette import mix
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import descends, xy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import CounterValue, Formation, Printed, UnitCounter, UnitType
    from scenario_forge.lettering.fonts import Face as Type
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.values import FittedText, ShownValue
    from scenario_forge.printing.palette import Nation
    from scenario_forge.printing.svg import XY, Box, Canvas

VALUE = 11.2 * POINT
"""Type of strength and movement on half an inch; 14.4 pt on five eighths."""
ROW = 6.2 * POINT
"""Type of the values between symbol and foot."""
NUMBER = 5.8 * POINT
IDENTITY = 5.8 * POINT
PARENT = 5.4 * POINT
_STRIP = 1.95
"""Where the edges' texts begin below the number and the shape, in units."""
_EDGES = ("identity", "parent", "spot")
_WHOLE = frozenset({"number", "parent", "identity"})
"""What may be left out of a picture of a counter."""
_PRINTED = _WHOLE | {"edge"}
"""On a real counter a name rather runs along the whole edge on two or three lines than be cut."""
_ROOMY = 12.0
"""Millimetres of side from which the figures beside such a name can still be read."""
_NO_VALUE, _YES = "–", "×"
"""What lists print for a value that a unit does not have, and for one that is only there or not."""
_HUNG = 0.84
"""The part of their size that values with brackets have below a row of others."""
_NEARLY = 0.8
"""A picture keeps its values at this part of their size on a real counter."""
_NARROWEST = 3.9
"""The least width of a symbol beside an identity of three lines, in units."""
_SMALL = 10.0
"""Counters of a smaller side are pictures of counters, in millimetres."""
_BANDS = 6
"""Colours of formations; see the palette."""


@view
def unit_types(game: Game) -> Mapping[str, UnitType]:
    """The kinds of troops by id."""
    found = game.one("counters", CountersDocument)
    return {each.id: each for each in found[0].types} if found else {}


@view
def faces_ways(game: Game) -> bool:
    """Whether counters show which way a unit faces."""
    found = game.one("counters", CountersDocument)
    return found is not None and found[0].facing != "none"


@view
def formations(game: Game) -> Mapping[tuple[str, str], int]:
    """Side and parent of formations with more than one unit, numbered in the order of the counters."""
    found = game.one("counters", CountersDocument)
    sizes: dict[tuple[str, str], int] = {}
    for unit in found[0].units if found else ():
        if unit.parent:
            sizes[unit.side, unit.parent] = sizes.get((unit.side, unit.parent), 0) + 1
    return {key: number for number, key in enumerate(key for key, count in sizes.items() if count > 1)}


def headquarters_values(game: Game, unit: UnitCounter) -> Mapping[str, Printed]:
    """Return the values of the formation whose headquarters a unit is; they stand on its counter."""
    formation = declared_formations(game).get(unit.parent)
    if formation is None or (formation.side, formation.headquarters) != (unit.side, unit.no):
        return {}
    return formation.values


@view
def declared_formations(game: Game) -> Mapping[str, Formation]:
    """The formations that counters.yaml declares, by id."""
    found = game.one("counters", CountersDocument)
    return {each.id: each for each in found[0].formations} if found else {}


def figures(unit: UnitCounter) -> str:
    """Return the values along the foot of the counter as they stand there: ``9–30``."""
    return text_of(values_at(unit, "foot"))


def listed_figures(game: Game, unit: UnitCounter) -> str:
    """Return the values of a counter for cards and orders of battle: ``6–4 · 5``, those along the foot first.

    Where a unit lacks a value, ``–`` keeps its place before the next.
    """
    said = face_values(unit)
    others = [_shown(value, said.get(value.id)) for value in _beside_foot(game, unit.declared)]
    while others and others[-1] == _NO_VALUE:
        others.pop()
    return " · ".join([*filter(None, (figures(unit),)), *others])


def _shown(value: CounterValue, said: Printed | None) -> str:
    return _NO_VALUE if said is None or said is False else printed_value(value, said) or _YES


def _beside_foot(game: Game, values: Iterable[CounterValue]) -> list[CounterValue]:
    """Return the values that cards and orders of battle print after those along the foot."""
    if game.system is not None and game.system.lists_foot_alone:
        return []
    return [value for value in values if value.at not in (None, "foot") and value.of == "unit"]


def figures_title(brief: Brief) -> str:
    """Return what :func:`listed_figures` are, in words: ``strength–movement · morale``; empty where there are none."""
    found, title = brief.game.one("counters", CountersDocument), ""
    values = found[0].values if found else []
    foot = [value for value in values if value.at == "foot"]
    if [value.id for value in foot] == ["strength", "movement"]:
        title = brief.words("strength_movement")
    else:
        for value in foot:
            title += (value.join if title else "") + value.print.replace("{}", _name(value))
    return " · ".join([*filter(None, (title,)), *map(_name, _beside_foot(brief.game, values))])


def _name(value: CounterValue) -> str:
    return in_a_sentence(value.name or value.id)


def unit_face(brief: Brief, unit: UnitCounter, spot: StartSpot | None = None) -> Face:
    """Draw the front of a unit. With ``spot``, where or when a scenario brings it in replaces its parent."""
    return _front(brief, unit, spot, _PRINTED)


def unit_picture(brief: Brief, unit: UnitCounter, spot: StartSpot | None = None) -> Face:
    """Draw the front of a unit in any size: where room is short, parent, identity and number go first.

    Nothing on it is cut short; symbol, size mark and values are always there.
    """
    nominal = VALUE * CounterFrame(brief.profile.counter).unit
    for parts in (_WHOLE, _WHOLE - {"parent"}, _WHOLE - {"parent", "identity"}):
        face = _front(brief, unit, spot, parts)
        values = [mark.points * POINT for mark in face.art.texts if mark.role == "value"]
        if not face.cut and min(values, default=0.0) >= _NEARLY * nominal:
            return face
    return _front(brief, unit, spot, frozenset())


def _front(brief: Brief, unit: UnitCounter, spot: StartSpot | None, parts: frozenset[str]) -> Face:
    nation = brief.palette.nation(brief.game, unit.nationality)
    face = Face.on(nation.tint, brief.profile.counter)
    _Front(brief, unit, face, spot, parts).draw()
    return face


@dataclass(frozen=True, slots=True)
class _Side:
    """A face that is not the front: a name to stand in its top row, and the values that it changes."""

    name: str
    changed: Mapping[str, Printed]


class _Front:
    """One front while it is drawn. At the left edge stands the parent, at the right one the identity, both turned."""

    def __init__(
        self,
        brief: Brief,
        unit: UnitCounter,
        face: Face,
        spot: StartSpot | None,
        parts: frozenset[str],
        side: _Side | None = None,
    ) -> None:
        self.brief, self.unit, self.face, self.spot = brief, unit, face, spot
        self.named = side.name if side else ""
        self.nation = brief.palette.nation(brief.game, unit.nationality)
        self.shown, self.changed = parts, {**headquarters_values(brief.game, unit), **(side.changed if side else {})}
        self.rows = [values_at(unit, at, self.changed) for at in ("left", "middle", "right")]
        self.frame = CounterFrame(brief.profile.counter)
        self.ink, self.canvas = brief.palette["counter-ink"], face.art
        published = brief.profile.published
        value = (published and published.figures) or max(LEAST, VALUE * self.frame.unit)
        self.size = {"value": value, "number": max(LEAST, NUMBER * self.frame.unit)}

    def draw(self) -> None:
        """Draw number, parent, identity, symbol and values, the edges before what stands between them."""
        frame, gap = self.frame, 0.42 * self.frame.unit
        number = self._number()
        draw_corner(self.canvas, frame, self.nation)
        self.left = left = frame.inset + self._parent()
        right = frame.side - frame.inset - self._identity()
        left = left + gap if left > frame.inset else left
        middle = self._symbol(left, right - gap, gap, number)
        if any(self.rows):
            self._row(left, right - gap)
        self._value(left, right - gap, middle)
        self._arrow()

    def _number(self) -> float:
        """The set-up number; its dot says which way up 6 and 9 are. Gives where it ends."""
        if "number" not in self.shown:
            return self.frame.inset
        frame, size, text = self.frame, self.size["number"], str(self.unit.no)
        size = fitting_size(text, size, "sans-bold", frame.unit * (2.4 if self.named else 3.4), min(LEAST, size))
        low = frame.inset + 0.7 * size
        self.canvas.text(
            (frame.inset, low), text, size, face="sans-bold", fill=self.ink, on=self.face.ground, role="set-up-number"
        )
        dot, end = 0.085 * size, frame.inset + width_of(text, size, "sans-bold")
        self.canvas.circle((end + 2.2 * dot, low - dot), dot, fill=self.ink)
        return end + 3.2 * dot

    def _parent(self) -> float:
        """The formation, on its colour where others are of it; or where the unit is set up. Gives what it takes."""
        formation = declared_formations(self.brief.game).get(self.unit.parent)
        text = plain_text(self.spot.text if self.spot else formation.name if formation else self.unit.parent)
        if not text or "parent" not in self.shown:
            return 0.0
        frame, palette, face = self.frame, self.brief.palette, _weight(self.spot is not None)
        size = max(LEAST, (IDENTITY if self.spot else PARENT) * frame.unit)
        top, band = frame.x(_STRIP - 0.3), self._band()
        room = frame.side - frame.inset - top
        pad = 0.02 * room if band else 0.0
        made = fit_text(text, face, size, room - 2 * pad)
        self._cut(made, text)
        wide = width_of(made.lines[0], made.size, face) + 2 * pad
        low = top + max(wide, self._beside)
        right = frame.inset + made.size
        if band:
            box = (frame.inset, top, right, low)
            self.canvas.rect(box, fill=band, radius=0.2 * frame.unit, cls="formation")
        striped = 0.0
        if formation and formation.pattern and not self.spot:
            striped = STRIPE * frame.unit
            colour = formation.colour if band and formation.colour else self.ink
            draw_stripe(self.canvas, (right, top, right + striped, low), formation.pattern, colour)
        ink = palette["symbol-box"] if self.spot and self.spot.later else self.ink
        at = (frame.inset + (0.8 if band else 0.74) * made.size, (top + low + wide) / 2 - pad)
        role, on = "spot" if self.spot else "parent", band or self.face.ground
        self.canvas.text(at, made.lines[0], made.size, face=face, fill=ink, turn=-90, on=on, role=role)
        return made.size * (1.0 if band else 0.9) + striped

    def _band(self) -> str | None:
        """The colour behind what stands at the left edge."""
        if self.spot:
            return self.brief.palette["warning" if self.spot.later else "symbol-box"]
        return formation_band(self.brief, self.unit)

    def _identity(self) -> float:
        """The unit's name, on two lines if it must. Gives how wide a strip it takes."""
        frame, top = self.frame, self.frame.x(_STRIP)
        if "identity" not in self.shown:
            return 0.0
        room = frame.side - frame.inset - top
        # the lighter type is narrower: better than a second line
        least_wide = width_of(plain_text(self.unit.name), LEAST, "sans-semibold")
        narrow = width_of(plain_text(self.unit.name), LEAST, "sans") <= room < least_wide
        face = _weight(not narrow)
        size, beside = max(LEAST, IDENTITY * frame.unit), self._beside
        foot = values_at(self.unit, "foot", self.changed)
        if padding(foot):  # a shape round a figure is higher than it
            beside = min(beside, self._tops(foot)[1] - top)
            if width_of(plain_text(self.unit.name), LEAST, face) <= beside:
                room = beside  # rather smaller than down beside that figure
        left_over = frame.side - frame.inset - self.left - _NARROWEST * frame.unit
        most = max(2, int(left_over / LEAST)) if left_over > 0 else 2
        made = fit_text(self.unit.name, face, size, room, beside, most=min(most, 3))
        if made.cut and "edge" in self.shown and frame.side >= _ROOMY:
            two, three = (fit_text(self.unit.name, face, size, room, room, most=lines) for lines in (2, 3))
            made = next((each for each in (two, three) if not each.cut), made)
        self._cut(made, self.unit.name)
        size, pitch = made.size, 0.98 * made.size
        wide = max((width_of(line, size, face) for line in made.lines), default=0.0)
        # short ones stand beside the symbol, long ones go on down beside the figures
        low = top + max(wide, (beside + wide) / 2)
        for number, line in enumerate(made.lines):
            own = low - (wide - width_of(line, size, face)) / 2
            x = frame.side - frame.inset - (len(made.lines) - 1 - number) * pitch - DESCENT * size
            self.canvas.text(
                (x, own), line, size, face=face, fill=self.ink, turn=-90, on=self.face.ground, role="identity"
            )
        return (len(made.lines) - 1) * pitch + 0.92 * size if made.lines else 0.0

    @property
    def _beside(self) -> float:
        """The height beside the symbol, down to the figures, in millimetres."""
        return 5.05 * self.frame.unit

    def _symbol(self, left: float, right: float, gap: float, number: float) -> float:
        """The symbol in the middle of what the edges leave, its size above it; gives the middle."""
        frame, palette = self.frame, self.brief.palette
        # a row of values below it takes some of its room
        wide = min((5.2 if any(self.rows) else 6.3) * frame.unit, right - left)
        middle = (left + right) / 2
        high, centre = wide * 2 / 3, frame.x(3.7 if any(self.rows) else 3.95)
        box = (middle - wide / 2, centre - high / 2, middle + wide / 2, centre + high / 2)
        kind = unit_types(self.brief.game).get(self.unit.type)
        letters = initials(kind.name if kind else self.unit.type)
        name = (kind.symbol if kind else None) or ""
        box = self._clear_of_row(name, box, left, right)
        draw_symbol(self.canvas, name, box, ink=self.ink, ground=palette["symbol-box"], initials=letters)
        if self.named:
            self._name_of_side(number + gap)
            return middle
        mark = SizeMark(plain_text(self.unit.size)[:6], 1.2 * frame.unit)
        half = mark.width / 2
        x = max(min(middle, frame.side - frame.inset - 1.9 * frame.unit - half), number + gap + half)
        at = (x, frame.inset + 0.14 * frame.unit + mark.high / 2)
        stroke = max(LEAST_STROKE, 0.24 * frame.unit)
        mark.draw(self.canvas, at, self.ink, self.face.ground, stroke)
        return middle

    def _clear_of_row(self, name: str, box: Box, left: float, right: float) -> Box:
        """The frame of a symbol: a smaller one where the wheels of the usual would stand in a value below it."""
        below = wheels(name, box)
        spans = [
            (start, start + width_of(text_of(values), size, "sans-bold"))
            for _spot, values, start, size in (self._in_row(left, right) if below else ())
        ]
        if not any(start < wheel[2] and end > wheel[0] for start, end in spans for wheel in below):
            return box
        # its wheels end where the usual frame does
        high = box[3] - box[1]
        part = high / (below[0][3] - box[1])
        middle, half = (box[0] + box[2]) / 2, part * (box[2] - box[0]) / 2
        return (middle - half, box[1], middle + half, box[1] + part * high)

    def _name_of_side(self, left: float) -> None:
        """The name of the side that lies up, between number and corner: the formation keeps its place at the edge."""
        frame = self.frame
        right = frame.side - frame.inset - 1.6 * frame.unit
        text = plain_text(self.named)
        size = fitting_size(text, self.size["number"], "sans", right - left, LEAST)
        self.canvas.text(
            ((left + right) / 2, frame.inset + 0.7 * self.size["number"]), text, size, fill=self.ink, anchor="middle",
            on=self.face.ground, role="face",
        )  # fmt: skip
        if width_of(text, size, "sans") > right - left + 0.3 * frame.unit:
            self.face.cut.append(self.named)

    def _in_row(self, left: float, right: float) -> Iterator[tuple[str, list[ShownValue], float, float]]:
        """The values between symbol and foot: at the left, in the middle, at the right; where each begins, its size."""
        # a value must not read on into the identity beside it
        frame, right = self.frame, right - 0.4 * self.frame.unit
        room, widest = right - left, "".join(text_of(each) for each in self.rows if each)
        size = fitting_size(widest, max(LEAST, ROW * frame.unit), "sans-bold", 0.8 * room, 0.0)
        if size < LEAST:  # beside a long name they stand closer rather than too small to be read
            size = fitting_size(widest, LEAST, "sans-bold", 0.9 * room, 0.0)
        for values, spot, anchor in zip(self.rows, ("left", "middle", "right"), (0.0, 0.5, 1.0), strict=True):
            text, before = text_of(values), lead_width(values, size)
            start = left + anchor * (room - width_of(text, size, "sans-bold") - before) + before
            if text:
                yield spot, values, start, size

    def _row(self, left: float, right: float) -> None:
        """Draw the values between symbol and foot."""
        low = self.frame.x(6.95)
        for spot, values, start, size in self._in_row(left, right):
            self.canvas.text(
                (start, low),
                text_of(values),
                size,
                face="sans-bold",
                fill=self.ink,
                on=self.face.ground,
                role=f"row-{spot}",
            )
            draw_marks(self.canvas, values, start, low, size, self.ink)

    def _arrow(self) -> None:
        """Which way a unit faces that stands as it lies here: up."""
        if not faces_ways(self.brief.game):
            return
        corners = facing_mark(self.frame, sized=bool(self.unit.size))
        self.canvas.path("M" + "L".join(map(xy, corners)) + "Z", fill=self.ink, cls="facing")

    def _value(self, left: float, right: float, middle: float) -> None:
        """Values in one bold line along the foot, under the symbol."""
        values = values_at(self.unit, "foot", self.changed)
        frame, text = self.frame, text_of(values)
        if not text:
            return
        size, pad = self._foot_size(values), padding(values)
        low, (first, last) = self._foot(values), self._tops(values)
        # strips that end above the figures leave them the whole width
        edges = [mark.box for mark in self.canvas.texts if mark.role in _EDGES]
        left = left if any(box[0] < frame.middle and box[3] > first for box in edges) else frame.inset
        right = right if any(box[2] > frame.middle and box[3] > last for box in edges) else frame.side - frame.inset
        # smaller than can be read rather than cut: the print checks say so
        size = fitting_size(text, size, "sans-bold", right - left - 2 * pad * size, 0.0)
        while frame.side < _SMALL and size < 0.98 * LEAST and len(values) > 1:  # the first of them must do
            values = values[:-1]
            text = text_of(values)
            size = fitting_size(text, self._foot_size(values), "sans-bold", right - left - 2 * pad * size, 0.0)
        half = width_of(text, size, "sans-bold") / 2 + pad * size
        x = max(min(middle, right - half), left + half)
        self.canvas.text(
            (x, low), text, size, face="sans-bold", fill=self.ink, anchor="middle",
            on=self.face.ground, role="value",
        )  # fmt: skip
        draw_marks(self.canvas, values, x - half + pad * size, low, size, self.ink)

    def _foot(self, values: Sequence[ShownValue]) -> float:
        """The base line of the values along the foot, in millimetres; brackets hang below it."""
        below = padding(values) / 2 + (DESCENT if descends(text_of(values)) else 0.0)
        return self.frame.side - self.frame.inset - below * self._foot_size(values)

    def _foot_size(self, values: Sequence[ShownValue]) -> float:
        """The type of the values along the foot: smaller, where brackets would push them up into the row above."""
        hung = descends(text_of(values)) and any(self.rows)
        return max(LEAST, self.size["value"] * _HUNG) if hung else self.size["value"]

    def _tops(self, values: Sequence[ShownValue]) -> tuple[float, float]:
        """How high the first and the last value along the foot reach: higher where a shape stands round it."""
        low, size = self._foot(values), self._foot_size(values)
        first, last = (low - (0.72 + padding([value])) * size for value in (values[0], values[-1]))
        return first, last

    def _cut(self, made: FittedText, text: str) -> None:
        if made.cut:
            self.face.cut.append(text)


def facing_mark(frame: CounterFrame, *, sized: bool) -> tuple[XY, XY, XY]:
    """Return the corners of the mark that shows which way a unit faces, its tip first."""
    # in the middle of the edge, where no size stands
    x, y = (frame.x(3.1) if sized else frame.middle), frame.inset
    high = frame.unit * (1.0 if sized else 1.5)
    return (x, y), (x - 0.7 * high, y + high), (x + 0.7 * high, y + high)


def formation_band(brief: Brief, unit: UnitCounter) -> str | None:
    """Return the colour of a unit's formation; none in grey, where bands would look alike."""
    if brief.profile.ink == "grey":
        return None
    formation = declared_formations(brief.game).get(unit.parent)
    if formation and formation.colour:
        return mix(formation.colour, "#FFFFFF", 0.45)  # pale, so that ink reads on it
    number = formations(brief.game).get((unit.side, unit.parent))
    return None if number is None else brief.palette[f"formation-{number % _BANDS + 1}"]


def unit_reverse(brief: Brief, unit: UnitCounter) -> Face:
    """Draw the back of a unit: its text when turned over in play, or only its nationality, so that it hides."""
    nation = brief.palette.nation(brief.game, unit.nationality)
    other = next(iter(unit.faces.items()), None)
    name = next((face.name for face in unit.faced if other and face.id == other[0]), "")
    if other and other[1]:
        return weaker_unit(brief, unit, nation, name, other[1])
    if name and not unit.back:
        return turned_unit(brief, unit, nation, name, valued=True)
    return turned_unit(brief, unit, nation, unit.back) if unit.back else nationality_back(brief, nation)


def weaker_unit(brief: Brief, unit: UnitCounter, nation: Nation, name: str, changed: Mapping[str, Printed]) -> Face:
    """Draw a unit turned to its other values: its front on striped ground, with the name of that side at its edge."""
    face = Face.on(mix(nation.tint, "#FFFFFF", 0.55), brief.profile.counter)
    frame = CounterFrame(brief.profile.counter)
    band = frame.box(-0.2, 0.0, 10.5, 1.75)
    face.art.rect((band[0], frame.inset, band[2], band[3]), fill=nation.tint, radius=0.2 * frame.unit, cls="face")
    coded = unit.parent in declared_formations(brief.game)
    _Front(
        brief, unit, face, None if coded else StartSpot(name), _PRINTED, _Side(name if coded else "", changed)
    ).draw()
    return face


def turned_unit(brief: Brief, unit: UnitCounter, nation: Nation, said: str, *, valued: bool = False) -> Face:
    """Draw a unit turned over in play: what it does then, in strong colour, and which unit it is.

    With ``valued``, also the values along its foot, since it still has those of its front, and its formation's colour.
    """
    frame, palette = CounterFrame(brief.profile.counter), brief.palette
    face = Face.loud(brief, mix(nation.deep, "#000000", 0.35))
    paper = palette["counter-ink" if brief.profile.ink == "low" else "symbol-box"]
    values = values_at(unit, "foot") if valued else []
    high, middle = (2.6, 3.1) if values else (4.6, 5.0)
    made = fit_block(said, "sans-bold", 10.5 * POINT * frame.unit, 9.5 * frame.unit, high * frame.unit)
    draw_lines(face, made, frame.x(middle), paper, face.ground, "back")
    if values:
        _turned_values(face, frame, values, paper)
    band = formation_band(brief, unit) if valued else None
    name = fit_text(unit.name, "sans-semibold", max(LEAST, IDENTITY * frame.unit), 9.8 * frame.unit)
    low = frame.side - frame.inset - DESCENT * name.size
    if band:
        box = (frame.inset, low - 0.86 * name.size, frame.side - frame.inset, frame.side - frame.inset)
        face.art.rect(box, fill=band, radius=0.2 * frame.unit, cls="formation")
    face.art.text((frame.middle, low), name.lines[0], name.size, face="sans-semibold", anchor="middle", role="identity",
                  fill=palette["counter-ink"] if band else paper, on=band or face.ground)  # fmt: skip
    size = max(LEAST, NUMBER * frame.unit)
    low = frame.inset + 0.7 * size
    face.art.text((frame.inset, low), f"{unit.no}.", size, face="sans-bold", fill=paper, on=face.ground,
                  role="set-up-number")  # fmt: skip
    draw_corner(face.art, frame, nation, paper)
    face.cut += [said] * made.cut + [unit.name] * name.cut
    return face


def _turned_values(face: Face, frame: CounterFrame, values: Sequence[ShownValue], ink: str) -> None:
    """Draw the values that a unit keeps when it is turned over, between what it does and its name."""
    text, pad = text_of(values), padding(values)
    size = fitting_size(text, max(LEAST, VALUE * frame.unit * 0.8), "sans-bold", 9.6 * frame.unit, LEAST)
    low, left = frame.x(7.3), frame.middle - width_of(text, size, "sans-bold") / 2
    face.art.text((left, low), text, size, face="sans-bold", fill=ink, on=face.ground, role="value")
    draw_marks(face.art, values, left, low, size, ink)
    if width_of(text, size, "sans-bold") + 2 * pad * size > frame.side - 2 * frame.inset:
        face.cut.append(text)


def nationality_back(brief: Brief, nation: Nation) -> Face:
    """Draw the back that all units of a nationality share: its shape, large and pale, and its name."""
    frame = CounterFrame(brief.profile.counter)
    pale = mix(nation.tint, "#FFFFFF", 0.3)
    face = Face.on(pale, frame.side)
    face.art.path(shape(nation.corner, (frame.middle, frame.x(3.3)), 5.2 * frame.unit), fill=nation.tint,
                  stroke=nation.deep, width=max(0.2, 0.3 * frame.unit), cls="nationality")  # fmt: skip
    made = fit_block(nation.name, "sans-semibold", 6.4 * POINT * frame.unit, 10.1 * frame.unit, 3.5 * frame.unit)
    draw_lines(face, made, frame.x(8.5), mix(nation.deep, "#000000", 0.35), pale, "nationality")
    face.cut += [nation.name] * made.cut
    return face


def draw_corner(canvas: Canvas, frame: CounterFrame, nation: Nation, ink: str | None = None) -> None:
    """Draw the nationality's shape in the top right corner."""
    size = 1.6 * frame.unit
    at = (frame.side - frame.inset - size / 2, frame.inset + size / 2)
    canvas.path(shape(nation.corner, at, size), fill=ink or mix(nation.deep, "#000000", 0.25), cls="nationality")


def draw_lines(face: Face, made: FittedText, middle: float, ink: str, on: str, role: str) -> None:
    """Draw the lines of a text, centred on a height."""
    frame = CounterFrame(face.art.width)
    pitch = 1.05 * made.size
    high = 0.7 * made.size + pitch * (len(made.lines) - 1)
    # what hangs below the last line stays off the cut too
    middle = min(middle, frame.side - frame.inset - DESCENT * made.size - high / 2)
    for number, line in enumerate(made.lines):
        low = middle - high / 2 + 0.7 * made.size + number * pitch
        face.art.text(
            (frame.middle, low), line, made.size, face="sans-bold", fill=ink, anchor="middle", on=on, role=role
        )


def initials(name: str) -> str:
    """Return initials, at most three letters: ``HW`` of `Heavy Weapons`."""
    words = [word for word in plain_text(name).replace("-", " ").replace("(", " ").split() if word[0].isalnum()]
    return "".join(word[0] for word in words[:3]).upper() or "?"


def _weight(semi: bool) -> Type:
    return "sans-semibold" if semi else "sans"

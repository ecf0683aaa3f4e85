"""A counter's face: its measures, ground, and signs: size marks, shapes of nations, symbols of arms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.counters import SYMBOL_ALIASES
from scenario_forge.printing.fonts import fitting_size, width_of
from scenario_forge.printing.palette import luminance, mix
from scenario_forge.printing.svg import Canvas, mm

if TYPE_CHECKING:
    from scenario_forge.documents.counters import Pattern
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import XY, Box


SAFE = 1.2
"""Millimetres inside the cut that nothing but ground may enter: a cut goes astray by that."""
_DARK = 0.18
"""Luminance below which ground takes much ink."""


@dataclass(frozen=True, slots=True)
class CounterFrame:
    """A counter's side, its usable part, and the unit of drawing: 1 on a counter of half an inch."""

    side: float

    @property
    def inset(self) -> float:
        """Distance from the cut to what is drawn."""
        return max(SAFE, 0.085 * self.side) if self.side >= 10 else 0.0945 * self.side

    @property
    def unit(self) -> float:
        """Factor by which drawing is larger than on half an inch."""
        return (self.side - 2 * self.inset) / 10.3

    @property
    def middle(self) -> float:
        """Distance of the middle from each edge, in millimetres."""
        return self.side / 2

    def x(self, value: float) -> float:
        """Return the millimetres of a place counted in units from the left or top of the usable part."""
        return self.inset + value * self.unit

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return a rectangle given in units of the usable part."""
        return (self.x(left), self.x(top), self.x(right), self.x(bottom))


@dataclass
class Face:
    """One face of a counter: ``art`` is drawn on ``ground``; ``cut`` lists texts that did not fit whole."""

    ground: str
    art: Canvas
    cut: list[str] = field(default_factory=list)

    @classmethod
    def on(cls, ground: str, side: float) -> Face:
        """Return an empty face with this ground; ``side`` in millimetres."""
        return cls(ground, Canvas(side, side))

    @classmethod
    def loud(cls, brief: Brief, ground: str) -> Face:
        """Return an empty face with a strong ground, which is pale where ink is saved."""
        colour = brief.palette.ink(ground)
        if brief.profile.ink == "low":
            colour = mix(colour, "#FFFFFF", 0.6 if luminance(colour) > _DARK else 0.8)
        return cls.on(colour, brief.profile.counter)

    def canvas(self) -> Canvas:
        """Return the face by itself with its ground."""
        made = Canvas(self.art.width, self.art.height)
        made.rect((0, 0, self.art.width, self.art.height), fill=self.ground, cls="ground")
        made.place(self.art, (0, 0))
        return made


# -- small signs on a counter ----------------------------------------------------------------------


STRIPE = 0.5
"""Width of the stripe of a formation, in units."""
_RHYTHM: dict[Pattern, tuple[float, float]] = {"dashed": (3.0, 1.5), "dotted": (1.0, 1.0)}
"""Length of the pieces of a stripe and of the gaps between them, in widths of it."""


def draw_stripe(canvas: Canvas, box: Box, pattern: Pattern, colour: str) -> None:
    """Draw the stripe of a formation from top to bottom of a box: whole, in dashes or in dots."""
    left, top, right, low = box
    piece, gap = _RHYTHM.get(pattern, (low - top, 0.0))
    wide = right - left if pattern in _RHYTHM else 1.0
    while top < low:
        end = min(top + piece * wide, low)
        canvas.rect((left, top, right, end), fill=colour, cls="stripe")
        top = end + gap * wide


_WIDTH = {"I": 0.3, "X": 0.86, "•": 0.5, "·": 0.5, ".": 0.5, "●": 0.5, "Ø": 0.9, "+": 0.7, "-": 0.6, "–": 0.6, " ": 0.3}
"""Width of each sign that is drawn, in heights."""
_GAP = 0.24


@dataclass(frozen=True, slots=True)
class SizeMark:
    """A size mark such as `XX`, of that height in millimetres; anything but the usual signs is set as text."""

    mark: str
    high: float

    @property
    def width(self) -> float:
        """Width as drawn, in millimetres."""
        if all(sign in _WIDTH for sign in self.mark):
            return self.high * (sum(_WIDTH[sign] for sign in self.mark) + _GAP * max(len(self.mark) - 1, 0))
        return width_of(self.mark, self.high / 0.7, "sans-bold")

    def draw(self, canvas: Canvas, middle: XY, ink: str, on: str, stroke: float) -> None:
        """Draw the mark around a point, in lines of that width."""
        high = self.high
        x, y = middle[0] - self.width / 2, middle[1] - high / 2
        if not all(sign in _WIDTH for sign in self.mark):
            at = (x, middle[1] + high / 2)
            canvas.text(at, self.mark, high / 0.7, face="sans-bold", fill=ink, on=on, role="size")
            return
        lines, dots = "", []
        for sign in self.mark:
            wide = _WIDTH[sign] * high
            if sign in "•·.●":
                dots.append((x + wide / 2, middle[1]))
            else:
                lines += _strokes(sign, x, y, wide, high)
            x += wide + _GAP * high
        canvas.path(lines, stroke=ink, width=stroke, cls="size")
        for dot in dots:
            canvas.circle(dot, 0.22 * high, fill=ink, cls="size")


def _strokes(sign: str, x: float, y: float, wide: float, high: float) -> str:
    centre, middle, right, low = x + wide / 2, y + high / 2, x + wide, y + high
    if sign == "I":
        return f"M{mm(centre)} {mm(y)}V{mm(low)}"
    if sign == "X":
        return f"M{mm(x)} {mm(y)}L{mm(right)} {mm(low)}M{mm(right)} {mm(y)}L{mm(x)} {mm(low)}"
    if sign == "Ø":
        r, across = mm(wide * 0.42), mm(wide * 0.84)
        ring = f"M{mm(centre - wide * 0.42)} {mm(middle)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"
        return f"{ring}M{mm(x)} {mm(low)}L{mm(right)} {mm(y)}"
    bar = f"M{mm(x)} {mm(middle)}H{mm(right)}" if sign in "+-–" else ""
    post = f"M{mm(centre)} {mm(middle - wide / 2)}V{mm(middle + wide / 2)}" if sign == "+" else ""
    return bar + post


def shape(name: str, middle: XY, size: float) -> str:
    """Return the path of a nationality's shape, about ``size`` wide and high; unknown names give a square."""
    x, y, half = *middle, size / 2
    left, top, right, low = mm(x - half), mm(y - half), mm(x + half), mm(y + half)
    a, b, gap = mm(x), mm(y), 0.17 * size
    drawn = {
        "round": f"M{left} {b}a{mm(half)} {mm(half)} 0 1 0 {mm(size)} 0a{mm(half)} {mm(half)} 0 1 0 {mm(-size)} 0Z",
        "triangle": f"M{left} {low}L{a} {top}L{right} {low}Z",
        "square": f"M{left} {top}H{right}V{low}H{left}Z",
        "bar": f"M{left} {mm(y - half * 0.42)}H{right}V{mm(y + half * 0.42)}H{left}Z",
        "diamond": f"M{a} {top}L{right} {b}L{a} {low}L{left} {b}Z",
        "notch": f"M{left} {top}H{mm(x - gap)}V{mm(y - gap / 2)}H{mm(x + gap)}V{top}H{right}V{low}H{left}Z",
    }
    return drawn.get(name, drawn["square"])


# -- symbols of arms, drawn from primitives in a box three wide and two high -----------------------


Stroke = tuple[Literal["line", "fill"], str]


def _disc(x: float, y: float, r: float) -> str:
    return f"M{mm(x - r)} {mm(y)}a{r} {r} 0 1 0 {mm(2 * r)} 0a{r} {r} 0 1 0 {mm(-2 * r)} 0Z"


_X: Stroke = ("line", "M0 0L3 2M0 2L3 0")
_SLASH: Stroke = ("line", "M0 2L3 0")
_OVAL: Stroke = ("line", "M.98 .48H2.02A.52 .52 0 0 1 2.02 1.52H.98A.52 .52 0 0 1 .98 .48Z")
_DOT: Stroke = ("fill", _disc(1.5, 1, 0.3))
_AXLES, _WHEEL = (0.65, 2.35), 0.2
"""Where wheels stand below the frame, and half of their height."""
_WHEELS: Stroke = ("line", "".join(_disc(x, 2 + _WHEEL, _WHEEL) for x in _AXLES))
_PEAK: Stroke = ("line", "M0 2L1.5 0L3 2")
_DOME: Stroke = ("line", "M0 2C.5 .75 2.5 .75 3 2")
_BRIDGE: Stroke = ("line", "M.75 1.4V.7H2.25V1.4M1.5 .7V1.4")
_CANOPY: Stroke = ("line", "M.9 1.82A.3 .3 0 0 1 1.5 1.82A.3 .3 0 0 1 2.1 1.82")
_EIGHT = "M1.5 1C1.9 .4 2.6 .4 2.6 1C2.6 1.6 1.9 1.6 1.5 1C1.1 .4 .4 .4 .4 1C.4 1.6 1.1 1.6 1.5 1Z"
_UP: Stroke = ("line", "M1.5 1.65V.4M1.22 .72L1.5 .36L1.78 .72")
_DAGGER: tuple[Stroke, ...] = (
    ("fill", "M1.4 .66H1.6V1.45L1.5 1.78L1.4 1.45Z"),
    ("line", "M1.2 .62H1.8M1.5 .6V.3"),
)

SYMBOLS: dict[str, tuple[Stroke, ...]] = {
    "infantry": (_X,),
    "motorised-infantry": (_X, _WHEELS),
    "mechanised-infantry": (_X, _OVAL),
    "armour": (_OVAL,),
    "recce": (_SLASH,),
    "armoured-recce": (_SLASH, _OVAL),
    "armoured-cars": (_SLASH, _WHEELS),
    "cavalry": (_SLASH, ("fill", "M0 0H3L0 2Z")),
    "artillery": (_DOT,),
    "motorised-artillery": (_DOT, _WHEELS),
    "self-propelled-artillery": (_OVAL, _DOT),
    "anti-tank": (_PEAK,),
    "self-propelled-anti-tank": (_PEAK, _OVAL),
    "anti-aircraft": (_DOME,),
    "self-propelled-anti-aircraft": (_DOME, ("line", "M1.1 .3H1.9A.3 .3 0 0 1 1.9 .9H1.1A.3 .3 0 0 1 1.1 .3Z")),
    "engineer": (_BRIDGE,),
    "armoured-engineer": (_BRIDGE, _OVAL),
    "parachute": (_X, _CANOPY),
    "glider": (_X, ("line", "M.7 1.6L1.5 1.82L2.3 1.6M1.5 1.82V1.5")),
    "mountain": (_X, ("fill", "M1.05 2L1.5 1.25L1.95 2Z")),
    "naval-infantry": (_X, ("line", "M1.5 .35V1.75M1.2 .6H1.8M1 1.35C1.1 1.85 1.9 1.85 2 1.35")),
    "machine-gun": (_UP, ("line", "M1.15 1.65H1.85M1.3 1.3H1.7")),
    "mortar": (("line", "M1.5 1.1V.38M1.24 .68L1.5 .34L1.76 .68" + _disc(1.5, 1.35, 0.25)),),
    "infantry-gun": (_UP, ("line", "M1.2 .9V1.3M1.8 .9V1.3")),
    "motorcycle": (
        ("line", _disc(0.85, 1.3, 0.36) + _disc(2.15, 1.3, 0.36) + "M.85 1.3H2.15M1.75 .6L2.15 1.3M1.55 .6H1.9"),
    ),
    "bicycle": (
        ("line", _disc(0.8, 1.3, 0.38) + _disc(2.2, 1.3, 0.38) + "M.8 1.3L1.15 .75H1.95L1.4 1.3ZM2.2 1.3L1.9 .55"),
    ),
    "headquarters": (
        ("line", "M0 2V2.55M.62 .55V1.45M1.2 .55V1.45M.62 1H1.2M2.1 1.2L2.5 1.55" + _disc(2.02, 1, 0.44)),
    ),
    "signals": (("line", "M0 0L1.75 .75L1.25 1.25L3 2"),),
    "supply": (("line", "M0 1.55H3"),),
    "transport": (("line", _disc(1.5, 1, 0.55) + "M1.5 .45V1.55M.95 1H2.05M1.11 .61L1.89 1.39M1.11 1.39L1.89 .61"),),
    "medical": (("line", "M1.5 0V2M0 1H3"),),
    "maintenance": (("line", "M.9 1H2.1M.55 .65C.95 .65 .95 1.35 .55 1.35M2.45 .65C2.05 .65 2.05 1.35 2.45 1.35"),),
    "fortress": (("line", "M.5 1.55V.5H.95V.85H1.28V.5H1.72V.85H2.05V.5H2.5V1.55Z"),),
    "garrison": (_X, ("fill", "M0 0H3V.42H0Z")),
    "security": (("line", "M1 .4H2V1C2 1.4 1.75 1.6 1.5 1.7C1.25 1.6 1 1.4 1 1Z"),),
    "coastal-artillery": (
        ("fill", _disc(1.5, 0.75, 0.3)),
        ("line", "M.2 1.6Q.46 1.3 .72 1.6T1.24 1.6T1.76 1.6T2.28 1.6T2.8 1.6"),
    ),
    "rocket": (("fill", _disc(1.5, 1.5, 0.22)), ("line", "M1.1 .72L1.5 .34L1.9 .72M1.1 1.1L1.5 .72L1.9 1.1")),
    "air-fighter": (("line", _EIGHT),),
    "air-bomber": (("fill", _EIGHT),),
    "air-transport": (("line", _EIGHT + "M.4 1.72H2.6"),),
    "airbase": (("line", _disc(1.5, 1, 0.62) + "M1.5 .2V1.8M1.28 .42V1.58M1.72 .42V1.58"),),
    "ship": (("fill", "M.3 1.1H2.7L2.3 1.6H.65ZM.95 1.05V.8H1.3V.5H1.65V.8H2.1V1.05Z"),),
    "commando": (("line", "M0 0L3 2M0 2L3 0M.9 .25H2.1"), *_DAGGER),
    "partisan": (
        ("line", "M1.5 .28L1.68 .79L2.22 .81L1.79 1.14L1.95 1.66L1.5 1.35L1.05 1.66L1.21 1.14L.78 .81L1.32 .79Z"),
    ),
    "special-forces": (("fill", "M1.75 .2L.95 1.1H1.4L1.2 1.8L2.1 .85H1.62Z"),),
    "winged-dagger": (
        *_DAGGER,
        ("fill", ("M1.3 .78C.9 .42 .5 .4 .16 .5C.36 .66 .42 .7 .5 .78C.42 .8 .4 .8 .34 .82C.5 .98 .62 1 .74 1.02"
         "C.68 1.06 .66 1.08 .6 1.1C.84 1.3 1.1 1.24 1.3 1.12Z")),
        ("fill", ("M1.7 .78C2.1 .42 2.5 .4 2.84 .5C2.64 .66 2.58 .7 2.5 .78C2.58 .8 2.6 .8 2.66 .82"
         "C2.5 .98 2.38 1 2.26 1.02C2.32 1.06 2.34 1.08 2.4 1.1C2.16 1.3 1.9 1.24 1.7 1.12Z")),
    ),
    "camel": (
        ("line", ("M.55 .6C.7 .42 .9 .5 .88 .75C.86 1.05 1.05 1.15 1.2 1C1.3 .6 1.75 .5 1.9 .95"
         "C2.2 .9 2.35 1.05 2.35 1.25V1.7M1.15 1.05V1.7M1.45 1.3V1.7M2.05 1.3V1.7M1.15 1.3H2.05")),
    ),
    "railway": (("line", "M.3 .7H2.7M.3 1.3H2.7M.6 .45V1.55M1.05 .45V1.55M1.5 .45V1.55M1.95 .45V1.55M2.4 .45V1.55"),),
    "chemical": (("line", "M1 .45L2 1.55M2 .45L1 1.55" + _disc(1, 1.55, 0.16) + _disc(2, 1.55, 0.16)),),
    "military-police": (("line", "M.55 1.5V.55L.9 1.05L1.25 .55V1.5M1.75 1.5V.55H2.15A.28 .28 0 0 1 2.15 1.1H1.75"),),
}  # fmt: skip
"""Name of a symbol in counters.yaml → strokes."""
LEAST_STROKE = 0.15
"""Millimetres; thinner lines break up in print."""


def known_symbol(name: str) -> bool:
    """Return whether there is a drawing of that name."""
    return SYMBOL_ALIASES.get(name, name) in SYMBOLS


def wheels(name: str, box: Box) -> list[Box]:
    """Return where the wheels of a symbol are, below its frame; none where it has none."""
    left, top, _right, low = box
    unit = (low - top) / 2
    axles = _AXLES if _WHEELS in SYMBOLS.get(SYMBOL_ALIASES.get(name, name), ()) else ()
    return [(left + (x - _WHEEL) * unit, low, left + (x + _WHEEL) * unit, low + 2 * _WHEEL * unit) for x in axles]


def symbol_hint(name: str) -> str | None:
    """Return a hint at the name that was probably meant."""
    return did_you_mean(name, SYMBOLS) or did_you_mean(name, SYMBOL_ALIASES)


def draw_symbol(canvas: Canvas, name: str, box: Box, *, ink: str, ground: str | None, initials: str = "") -> None:
    """Draw a symbol in its frame; ``box`` is three wide and two high. An unknown name gives a frame with initials."""
    left, top, right, bottom = box
    unit = (bottom - top) / 2
    stroke = max(LEAST_STROKE, 0.052 * (bottom - top))
    found = SYMBOLS.get(SYMBOL_ALIASES.get(name, name), ())
    canvas.rect(box, fill=ground or "none", cls="symbol-ground")
    shrunk = f"translate({mm(left)} {mm(top)}) scale({unit:.5g})"
    with canvas.group(cls=f"symbol {name}".strip(), transform=shrunk, stroke=ink, stroke_width=f"{stroke / unit:.4g}"):
        for kind, d in found:
            if kind == "fill":
                canvas.path(d, fill=ink, stroke="none")
            else:
                canvas.path(d)
    if not found and initials:
        size = fitting_size(initials, (bottom - top) * 0.85, "sans-bold", (right - left) * 0.85, 0.5)
        canvas.text(
            ((left + right) / 2, (top + bottom) / 2 + 0.35 * size), initials, size, face="sans-bold", fill=ink,
            anchor="middle", on=ground, role="initials",
        )  # fmt: skip
    frame = max(stroke * 1.15, LEAST_STROKE)
    canvas.rect(box, stroke=ink, width=frame, linecap="butt", linejoin="miter", cls="frame")

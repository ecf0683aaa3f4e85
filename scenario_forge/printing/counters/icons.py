"""Icons of markers, our own drawings from primitives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.svg import mm

if TYPE_CHECKING:
    from scenario_forge.printing.svg import Box, Canvas

ICONS: dict[str, tuple[float, float, tuple[tuple[str, str], ...]]] = {
    # a can of petrol with its handles, spout and pressed cross
    "can": (7, 9.4, (
        ("fill", ("M.4 2.9Q.4 2.3 1 2.1L2 1.5V.9Q2 .5 2.4 .5H5.2Q5.6 .5 5.6 .9V1.5H6Q6.6 1.5 6.6 2.1V8.6"
         "Q6.6 9.2 6 9.2H1Q.4 9.2 .4 8.6Z")),
        ("gap", "M1.7 3.6L5.3 8M5.3 3.6L1.7 8M2.7 1.5H4.9"),
        ("line", "M.75 1.75L1.55 .95"),
    )),
    # a tank's hulk, turret askew, smoke rising
    "wreck": (12, 8, (
        ("fill", "M.6 6.1H11.4L10.4 7.7H1.7ZM1.3 4.6H10.6L11.2 5.7H.8ZM3.6 4.2L4.4 2.5H7.6L8.1 4.2Z"),
        ("line", "M7.7 3.3L11.2 1.6"),
        ("thin", "M5.2 1.9C4.6 1.4 5.9 1.1 5.3 .3M6.6 1.9C6 1.4 7.3 1.1 6.7 .3"),
    )),
    # a work with four bastions seen from above
    "redoubt": (12, 8, (
        ("frame", ("M.7 .7H3.6L4.4 1.9H7.6L8.4 .7H11.3V2.9L10.2 3.5V4.5L11.3 5.1V7.3"
         "H8.4L7.6 6.1H4.4L3.6 7.3H.7V5.1L1.8 4.5V3.5L.7 2.9Z")),
        ("fill", "M4.6 3.2H7.4V4.8H4.6Z"),
    )),
    # a bank of smoke or dust
    "cloud": (12, 7.5, (
        ("fill", "M2.6 6.9A2.3 2.3 0 0 1 2.2 2.4A2.9 2.9 0 0 1 7.2 1.5A2.5 2.5 0 0 1 10.3 3.1A2 2 0 0 1 9.6 6.9Z"),
        ("gap", "M3.6 5.2A1.6 1.6 0 0 1 5.6 3.7M7.2 5.2A1.4 1.4 0 0 1 8.9 4.1"),
    )),
    # three mines in a row
    "mines": (12, 5, (
        ("fill", ("M.6 4.5A1.6 1.6 0 0 1 3.8 4.5ZM4.4 4.5A1.6 1.6 0 0 1 7.6 4.5ZM8.2 4.5A1.6 1.6 0 0 1 11.4 4.5Z"
         "M1.8 2.5H2.6V.9H1.8ZM5.6 2.5H6.4V.9H5.6ZM9.4 2.5H10.2V.9H9.4Z")),
    )),
    # a pennant on a staff
    "flag": (9, 9, (
        ("fill", "M1.6 .6L8.4 2.7L1.6 4.8Z"),
        ("line", "M1.2 .5V8.6"),
    )),
    # an aircraft seen from above, nose upwards
    "aircraft": (10, 9.5, (
        ("fill", ("M5 .4Q5.7 .9 5.7 2.2V3.2L9.7 5V6.2L5.7 5.5V7.6L7 8.5V9.2L5 8.8L3 9.2V8.5L4.3 7.6V5.5"
         "L.3 6.2V5L4.3 3.2V2.2Q4.3 .9 5 .4Z")),
    )),
    # a burst of fire
    "burst": (10, 10, (
        ("fill", ("M5 .3L6.1 3L8.9 1.6L7.5 4.2L9.8 5L7.5 5.9L8.8 8.6L6.1 7.2L5 9.8L4 7.2L1.2 8.6L2.6 5.9L.3 5"
         "L2.6 4.2L1.2 1.6L4 3Z")),
    )),
    "arrow": (12, 7, (("fill", "M.8 2.3H6.6V.5L11.4 3.5L6.6 6.5V4.7H.8Z"),)),
}  # fmt: skip
"""Name → width, height, and its strokes: filled, in lines, or left open in the colour of the ground."""
_LINES = {"line": 0.75, "thin": 0.45, "frame": 0.95, "gap": 0.6}


def draw_icon(canvas: Canvas, name: str, box: Box, ink: str, ground: str) -> None:
    """An icon as large as a rectangle allows, in its middle."""
    wide, high, strokes = ICONS[name]
    left, top, right, bottom = box
    scale = max(0.0, min((right - left) / wide, (bottom - top) / high))
    x, y = (left + right - scale * wide) / 2, (top + bottom - scale * high) / 2
    with canvas.group(cls=f"icon {name}", more=f'transform="translate({mm(x)} {mm(y)}) scale({scale:.5g})"'):
        for kind, d in strokes:
            if kind == "fill":
                canvas.path(d, fill=ink)
            else:
                canvas.path(d, stroke=ground if kind == "gap" else ink, width=_LINES[kind])

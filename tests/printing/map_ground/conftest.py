"""Maps to draw."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from xml.etree import ElementTree as ET

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.svg import Canvas

SVG = "{http://www.w3.org/2000/svg}"


def drawn(game, frame=None, size=15.0, **how):
    """The ground of a game's map: canvas, parsed drawing, frame."""
    frame = frame or whole_map(hex_map(game), size)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    draw_hex_map(canvas, Brief(game, **how), frame)
    return canvas, ET.fromstring(canvas.svg()), frame


def by_class(root, name):
    return [each for each in root.iter() if name in each.get("class", "").split()]


def flat(path):
    """The points of a path of M, L, Q and Z, curves in four steps, a list for each part."""
    parts = []
    for part in path.split("M")[1:]:
        closed = part.endswith("Z")
        steps = part.rstrip("Z").replace("Q", "|Q").replace("L", "|L").split("|")
        points = [tuple(map(float, steps[0].split()))]
        for step in steps[1:]:
            numbers = [float(n) for n in step[1:].split()]
            points += bezier(points[-1], numbers) if step[0] == "Q" else [tuple(numbers)]
        parts.append([*points, points[0]] if closed else points)
    return parts


def bezier(start, numbers):
    (bx, by), (ex, ey) = numbers[:2], numbers[2:]
    steps = [n / 4 for n in range(1, 5)]
    return [
        tuple(
            (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in ((start[0], bx, ex), (start[1], by, ey))
        )
        for t in steps
    ]


def inside(point, rings):
    """Even-odd: whether a point lies inside closed lines."""
    x, y = point
    hits = 0
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                hits += 1
    return hits % 2 == 1


def gap(point, line):
    """How far a point is from a line of close points."""
    return min(hypot(point[0] - x, point[1] - y) for x, y in line)


@pytest.fixture
def ground():
    return drawn

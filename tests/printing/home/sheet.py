"""A sheet of paper that is cut: which parts of it still hang together."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise

_STEP = re.compile(r"([MVHL])\s*(-?[\d.]+)(?:[ ,]+(-?[\d.]+))?")
NEAR = 1e-3


def marks_of(canvas, cls):
    """The straight lines of a drawing's class, as ((x, y), (x, y))."""
    found = []
    for path in re.findall(rf'<path[^>]*class="{cls}"[^>]*>', canvas.svg()):
        at = (0.0, 0.0)
        for letter, one, two in _STEP.findall(re.search(r' d="([^"]*)"', path)[1]):
            before = at
            if letter == "V":
                at = (at[0], float(one))
            elif letter == "H":
                at = (float(one), at[1])
            else:
                at = (float(one), float(two))
            if letter != "M":
                found.append((before, at))
    return found


class Sheet:
    """A page of cells between all lines that matter; cuts part neighbours."""

    def __init__(self, width, height, marks, cuts):
        self.marks = marks
        ends = [end for mark in marks for end in mark] + [end for cut in cuts for end in (cut.start, cut.end)]
        self.xs = _spread([0.0, width, *(x for x, _y in ends)], width)
        self.ys = _spread([0.0, height, *(y for _x, y in ends)], height)
        self.parted = set()
        """Pairs of neighbouring cells between which the knife has gone."""

    def cut(self, cut):
        self.parted.update(self._along(cut.start, cut.end))

    def _along(self, start, end):
        """The pairs of cells at both sides of a line, upright or level."""
        (x0, y0), (x1, y1) = start, end
        if abs(x0 - x1) < NEAR:
            column = _at(self.xs, x0)
            for row, (top, bottom) in enumerate(pairwise(self.ys)):
                if min(y0, y1) - NEAR < top and bottom < max(y0, y1) + NEAR:
                    yield ((column - 1, row), (column, row))
        else:
            row = _at(self.ys, y0)
            for column, (left, right) in enumerate(pairwise(self.xs)):
                if min(x0, x1) - NEAR < left and right < max(x0, x1) + NEAR:
                    yield ((column, row - 1), (column, row))

    def piece(self, cell):
        """All cells that hang together with one."""
        found, waiting = {cell}, [cell]
        while waiting:
            column, row = waiting.pop()
            for other in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                inside = 0 <= other[0] < len(self.xs) - 1 and 0 <= other[1] < len(self.ys) - 1
                pair = (min((column, row), other), max((column, row), other))
                if inside and other not in found and pair not in self.parted:
                    found.add(other)
                    waiting.append(other)
        return found

    def pieces(self):
        """Every piece, once."""
        left = {(c, r) for c in range(len(self.xs) - 1) for r in range(len(self.ys) - 1)}
        found = []
        while left:
            found.append(self.piece(next(iter(left))))
            left -= found[-1]
        return found

    def area(self, piece):
        return sum((self.xs[c + 1] - self.xs[c]) * (self.ys[r + 1] - self.ys[r]) for c, r in piece)

    def lacking(self, cut):
        """Why a cut cannot be made along its marks; empty if it can."""
        pair = [self._mark(end, cut) for end in cut.marks]
        if None in pair:
            return "a mark is not printed"
        sides = [list(self._along(*mark)) for mark in pair]
        if any(cells in self.parted for mark in sides for cells in mark):
            return "a mark is cut through"
        piece = self.piece(sides[0][0][0])
        if not {cell for mark in sides for cells in mark for cell in cells} <= piece:
            return "a mark lies on another piece"
        line = set(self._along(*cut.marks)) - self.parted
        if not {cell for cells in line for cell in cells} <= piece:
            return "what is cut does not hang on the marks"
        return ""

    def _mark(self, end, cut):
        """The printed mark that begins at an end of a line and leads away in its direction."""
        level = abs(cut.marks[0][1] - cut.marks[1][1]) < NEAR
        for mark in self.marks:
            for one, other in (mark, mark[::-1]):
                begins = abs(one[0] - end[0]) < NEAR and abs(one[1] - end[1]) < NEAR
                along = abs(one[1] - other[1]) < NEAR if level else abs(one[0] - other[0]) < NEAR
                if begins and along:
                    return mark
        return None


def _spread(values, most):
    found = []
    for value in sorted(value for value in values if -NEAR <= value <= most + NEAR):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found


def _at(values, value):
    number = bisect_left(values, value - NEAR)
    assert abs(values[number] - value) <= NEAR
    return number

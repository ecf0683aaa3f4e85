"""Findings for a person at a terminal: the author's own lines, with the place pointed at.

::

    error[OOB007]: Italian unit 21 starts in AA30, 24 hexes from the nearest Axis supply unit    Rule 8
       ╭─ orders-of-battle/axis.yaml:31:42      Axis order of battle, unit 21, column Nov 41
    31 │   - {no: 21, name: Fascisti Div., nov41: AA30(f)}
       │                                          ^^^^ more than 10 hexes: unsupplied before its first move
       ├─ orders-of-battle/axis.yaml:88:24
    88 │   supply: {nov41: [V12, S32, S32]}
       │                         --- nearest supply unit
       = did you mean A30, on the western sheet?
       = forge explain OOB007
"""

from __future__ import annotations

import textwrap
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.report import (
    FileLines,
    name_in_words,
    one_line,
    summary,
    visible_character,
    whereabouts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics.model import Diagnostic, Fix, Span
    from scenario_forge.diagnostics.report import Report


TAB = 4


def width_of(character: str) -> int:
    r"""Return the cells that one visible character takes.

    >>> [width_of(c) for c in ("a", "海", "\u0301", "ق")]
    [1, 2, 0, 1]
    """
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= character <= "\u11ff":  # Korean vowels and finals, drawn over the letter before
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Return the cells that a text without tabs takes."""
    return sum(map(width_of, text))


@dataclass(frozen=True, slots=True)
class Strip:
    """A line as drawn: one glyph (a tab's is spaces) and one start cell for each of its characters."""

    glyphs: tuple[str, ...]
    starts: tuple[int, ...]
    """One more than glyphs: the last is the width of the whole."""

    @property
    def width(self) -> int:
        """Width of the whole line in cells."""
        return self.starts[-1]

    def cells(self, start: int, end: int) -> tuple[int, int]:
        """Return first cell and number of cells of the characters ``start`` to ``end``; never less than one cell."""
        last = len(self.glyphs)
        start, end = min(start, last), min(end, last)
        first, after = self.starts[start], self.starts[max(end, start)]
        if after > first:
            return first, after - first
        # a combining mark alone: point at the letter it stands on
        return (max(first - 1, 0) if end > start else first), 1


def strip_of(line: str) -> Strip:
    """Return a line as it is drawn: tabs up to the next stop, no invisible characters."""
    glyphs: list[str] = []
    widths: list[int] = []
    here = 0
    for character in line:
        glyph = " " * (TAB - here % TAB) if character == "\t" else visible_character(character)
        width = len(glyph) if character == "\t" else width_of(glyph)
        glyphs.append(glyph)
        widths.append(width)
        here += width
    return Strip(tuple(glyphs), tuple(accumulate(widths, initial=0)))


@dataclass(frozen=True, slots=True)
class View:
    """Visible part of a line, and where the first character of the line's ``span`` falls in it."""

    text: str
    first: int
    width: int


def view(line: str, start: int, end: int, room: int, dots: str = "…") -> View:
    """Show a line within ``room`` cells so that the characters ``start`` to ``end`` are seen.

    A line that is too long is cut around them; ``first`` and ``width`` are their cells in the result.
    """
    before = after = False
    if len(line) > 4 * room:  # do not measure a line of megabytes to show eighty cells of it
        skipped = max(0, min(start, len(line)) - 2 * room)
        before, after = skipped > 0, skipped + 4 * room < len(line)
        line = line[skipped : skipped + 4 * room]
        start, end = start - skipped, end - skipped
    strip = strip_of(line)
    first, width = strip.cells(start, end)
    if not before and not after and max(strip.width, first + width) <= room:
        return View("".join(strip.glyphs), first, width)
    return _cut(strip, first, width, room, (dots, before, after))


def _cut(strip: Strip, first: int, width: int, room: int, dots: tuple[str, bool, bool]) -> View:
    mark, more_before, more_after = dots
    budget = max(1, room - 2 * len(mark))
    shown = min(width, budget)
    left = max(0, min(first - (budget - shown) // 2, strip.width - budget))
    low = bisect_left(strip.starts, left)
    while 0 < low < len(strip.glyphs) and strip.starts[low] == strip.starts[low + 1]:
        low += 1  # a combining mark would land on the dots
    high = bisect_right(strip.starts, strip.starts[low] + budget) - 1
    before = mark if low > 0 or more_before else ""
    after = mark if high < len(strip.glyphs) or more_after else ""
    text = before + "".join(strip.glyphs[low:high]) + after
    seen = min(width, max(1, strip.starts[high] - first))
    return View(text, max(0, first + len(before) - strip.starts[low]), seen)


NARROWEST = 40


def render(report: Report, *, colour: bool = False, width: int = 110, base: str = "", ascii_only: bool = False) -> str:
    """Return all findings with their lines, then the summary.

    ``width`` is the terminal's in cells (at least 40 are used), ``base`` the game's folder as seen from
    where the reader stands, so that file names can be followed; ``ascii_only`` draws frames without Unicode.
    """
    page = _Page(FileLines(report.texts), Pen(colour, ascii_only), max(width, NARROWEST), base, report.mending)
    explained: set[str] = set()
    blocks = []
    for finding in report.ordered():
        first = finding.code.id not in explained
        explained.add(finding.code.id)
        blocks.append("".join(f"{row.rstrip()}\n" for row in page.rows(finding, explain=first)))
    return "\n".join([*blocks, _closing(report, page.pen)])


def _closing(report: Report, pen: Pen) -> str:
    *about, verdict = summary(report).splitlines()
    worst = max((d.severity for d in report.diagnostics), default=None)
    return "\n".join([*about, pen.paint(verdict, SEVERITY[worst] if worst else "1;32")]) + "\n"


class _Page:
    """Draws findings one by one; holds what is the same for all of them."""

    def __init__(self, lines: FileLines, pen: Pen, width: int, base: str, mending: str) -> None:
        self.lines = lines
        self.pen = pen
        self.width = width
        self.base = base
        self.mending = mending

    def rows(self, finding: Diagnostic, *, explain: bool) -> Iterator[str]:
        """Return the rows of one finding; what its page says, and where that is, only when ``explain``."""
        frames = frames_of(finding, self.lines)
        last = max((number for frame in frames for number, _ in frame.lines), default=0)
        margin = " " * max(2, len(str(last)))
        yield from self._headline(finding)
        for index, frame in enumerate(frames):
            yield from self._place(frame, margin, self.pen.next if index else self.pen.top)
            yield from self._code(frame, margin, finding.severity)
        for words in self._hints(finding, explain=explain):
            indent = len(margin) + 3
            first, *rest = _fill(words, self.width - indent)
            yield f"{margin} {self.pen.paint('=', FRAME)} {first}"
            yield from (" " * indent + row for row in rest)

    def _headline(self, finding: Diagnostic) -> Iterator[str]:
        head = f"{finding.severity.word}[{finding.code.id}]"
        rule = one_line(finding.rule or "")
        first, *rest = _fill(one_line(finding.message), self.width - len(head) - 2)
        rows = [first, *rest]
        indent = " " * (len(head) + 2)
        fits = text_width(rows[-1]) + len(indent) + 4 + text_width(rule) <= self.width
        painted = [self.pen.paint(row, STRONG) for row in rows]
        if rule and fits:
            painted[-1] += "    " + rule
        yield f"{self.pen.paint(head, SEVERITY[finding.severity])}: {painted[0]}"
        yield from (indent + row for row in painted[1:])
        if rule and not fits:
            yield indent + rule

    def _place(self, frame: SourceFrame, margin: str, corner: str) -> Iterator[str]:
        where, paper = whereabouts(frame.span, self.base), one_line(frame.span.paper)
        row = f"{margin} {self.pen.paint(corner, FRAME)} {where}"
        beside = len(margin) + 4 + text_width(where) + 6 + text_width(paper) <= self.width
        yield row + (" " * 6 + self.pen.paint(paper, PAPER) if paper and beside else "")
        if paper and not beside:
            for part in _fill(paper, self.width - len(margin) - 4):
                yield f"{margin} {self._bar}  {self.pen.paint(part, PAPER)}"

    @property
    def _bar(self) -> str:
        return self.pen.paint(self.pen.bar, FRAME)

    def _code(self, frame: SourceFrame, margin: str, severity: Severity) -> Iterator[str]:
        room = self.width - len(margin) - 3
        for number, line in frame.lines:
            gutter = self.pen.paint(f"{number:>{len(margin)}}", FRAME) + f" {self._bar} "
            shown = None
            for mark in [m for m in frame.marks if m.line == number]:
                seen = view(line, mark.start, mark.end, room, self.pen.dots)
                if seen.text != shown:  # a long line is shown again, cut around each of its marks
                    yield gutter + seen.text
                shown = seen.text
                yield from self._under(mark, seen.first, seen.width, margin, severity)
            if shown is None:
                yield gutter + view(line, 0, 0, room, self.pen.dots).text

    def _under(self, mark: Underline, first: int, width: int, margin: str, severity: Severity) -> Iterator[str]:
        style = SEVERITY[severity] if mark.primary else LABEL
        line = ("^" if mark.primary else "-") * width
        before = f"{margin} {self._bar} "
        text = one_line(mark.text)
        room = self.width - len(margin) - 3
        left = room - first - width - 1
        if text_width(text) <= left:
            yield f"{before}{' ' * first}{self.pen.paint(f'{line} {text}'.rstrip(), style)}"
            return
        yield f"{before}{' ' * first}{self.pen.paint(line, style)}"
        # too long to stand beside: below, as far right as leaves it half the room
        indent = min(first, room // 2)
        for part in _fill(text, room - indent):
            yield f"{before}{' ' * indent}{self.pen.paint(part, style)}"

    def _hints(self, finding: Diagnostic, *, explain: bool) -> Iterator[str]:
        yield from (one_line(note) for note in finding.notes)
        if finding.help:
            yield one_line(finding.help)
        yield from (_offer(fix, self.mending) for fix in finding.fixes)
        if explain and not finding.help and not finding.fixes:
            yield finding.code.page.mend.replace("\n", " ")
        if explain:
            yield f"forge explain {finding.code.id}"


def _offer(fix: Fix, mending: str) -> str:
    title = one_line(fix.title)
    return f"fix: {title} ({mending})" if fix.safe else f"possible fix: {title}"


def _fill(words: str, room: int) -> list[str]:
    """Wrap at ``room`` cells; never empty. Wide characters are counted as two when there are any."""
    wide = text_width(words) / len(words) if words else 1
    kept = max(10, int(room / max(wide, 1)))
    return textwrap.wrap(words, kept, break_long_words=False, break_on_hyphens=False) or [""]


# -- colours and frame characters of the terminal report -------------------------------------------


SEVERITY = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
FRAME = "34"
LABEL = "1;34"
STRONG = "1"
PAPER = "36"


@dataclass(frozen=True, slots=True)
class Pen:
    """Style of the report: with or without colour, with line-drawing characters or ASCII."""

    colour: bool = False
    ascii_only: bool = False

    def paint(self, words: str, style: str) -> str:
        """Return the words in a style (a number of ECMA-48 SGR); unstyled when colour is off."""
        return f"\x1b[{style}m{words}\x1b[0m" if self.colour and words else words

    @property
    def top(self) -> str:
        """Sign that opens a finding's first place."""
        return ",-" if self.ascii_only else "╭─"

    @property
    def next(self) -> str:
        """Sign before each further place of a finding."""
        return "+-" if self.ascii_only else "├─"

    @property
    def bar(self) -> str:
        """Sign that runs down beside the lines."""
        return "|" if self.ascii_only else "│"

    @property
    def dots(self) -> str:
        """Sign for the part of a line that is left out."""
        return "..." if self.ascii_only else "…"


# -- which lines of text a finding shows, and what stands under each -------------------------------


NEAR = 3
"""Places at most so many lines apart are shown in one frame, with the lines between them."""


@dataclass(frozen=True, slots=True)
class Underline:
    """An underlined stretch of one line: its characters from ``start`` to ``end``, 0-based, and a text."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class SourceFrame:
    """A place with its lines; ``lines`` is empty when the text of the file is not at hand."""

    span: Span
    lines: tuple[tuple[int, str], ...]
    marks: tuple[Underline, ...]


def _mark(span: Span, text: str, lines: list[str], *, primary: bool) -> Underline:
    """Place a mark on a line that exists: what lies past the end is shown at the end."""
    line = min(max(span.line, 1), len(lines))
    length = len(lines[line - 1].rstrip())
    if span.line > len(lines):
        return Underline(line, length, length, text, primary)
    length = max(length, min(span.end_column - 1, len(lines[line - 1])))
    start = min(max(span.column, 1) - 1, length)
    if span.end_line > line:
        more = f"to line {span.end_line}"
        return Underline(line, start, length, f"{text} ({more})" if text else more, primary)
    return Underline(line, start, min(max(span.end_column - 1, start), length), text, primary)


def _apart(paper: str, beside: str) -> str:
    """A place on paper without the beginning it shares with another.

    >>> _apart("Axis order of battle, unit 22, column Nov 41", "Axis order of battle, unit 21, column Nov 41")
    'unit 22, column Nov 41'
    """
    parts, others = paper.split(", "), beside.split(", ")
    while len(parts) > 1 and others and parts[0] == others[0]:
        parts, others = parts[1:], others[1:]
    return ", ".join(parts)


def _texts(finding: Diagnostic) -> tuple[str, list[tuple[Span, str]]]:
    """What stands at the caret, and the other places.

    A label on the very place of the finding is the caret's text; without one the code's name is.
    """
    here = [label.text for label in finding.labels if label.span == finding.span]
    others = [(label.span, label.text) for label in finding.labels if label.span != finding.span]
    return "; ".join(here) or name_in_words(finding.code.name), others


def frames_of(finding: Diagnostic, lines: FileLines) -> list[SourceFrame]:
    """Return the frames of a finding, its own place first, then the labels' as they were given."""
    text, others = _texts(finding)
    groups = [[(finding.span, text, True)]]
    for span, words in others:
        group = next((g for g in groups if lines.of(span.file) is not None and _near(span, g)), None)
        if group is None:
            groups.append([(span, words, False)])
            continue
        head = group[0][0].paper
        if span.paper and span.paper != head:
            group.append((span, f"{words} ({_apart(span.paper, head)})", False))
        else:
            group.append((span, words, False))
    return [_frame(group, lines) for group in groups]


def _near(span: Span, group: list[tuple[Span, str, bool]]) -> bool:
    return any(span.file == other.file and abs(span.line - other.line) <= NEAR for other, _, _ in group)


def _frame(group: list[tuple[Span, str, bool]], lines: FileLines) -> SourceFrame:
    head = group[0][0]
    texts = lines.of(head.file)
    if texts is None:
        return SourceFrame(head, (), ())
    marks = [_mark(span, words, texts, primary=primary) for span, words, primary in group]
    first, last = min(m.line for m in marks), max(m.line for m in marks)
    shown = tuple((number, texts[number - 1]) for number in range(first, last + 1))
    return SourceFrame(head, shown, tuple(sorted(marks, key=lambda m: (m.line, m.start, not m.primary))))

"""Which lines of text a finding shows, and what stands under each; no drawing.

Places that lie near each other in one file share a frame, so that a row above or below is seen in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.lines import name_in_words

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Diagnostic, Span
    from scenario_forge.diagnostics.render.lines import Lines

NEAR = 3
"""Places at most so many lines apart are shown in one frame, with the lines between them."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An underlined stretch of one line: its characters from ``start`` to ``end``, 0-based, and a text."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """A place with its lines; ``lines`` is empty when the text of the file is not at hand."""

    span: Span
    lines: tuple[tuple[int, str], ...]
    marks: tuple[Mark, ...]


def _mark(span: Span, text: str, lines: list[str], *, primary: bool) -> Mark:
    """Place a mark on a line that exists: what lies past the end is shown at the end."""
    line = min(max(span.line, 1), len(lines))
    length = len(lines[line - 1].rstrip())
    if span.line > len(lines):
        return Mark(line, length, length, text, primary)
    length = max(length, min(span.end_column - 1, len(lines[line - 1])))
    start = min(max(span.column, 1) - 1, length)
    if span.end_line > line:
        more = f"to line {span.end_line}"
        return Mark(line, start, length, f"{text} ({more})" if text else more, primary)
    return Mark(line, start, min(max(span.end_column - 1, start), length), text, primary)


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


def frames_of(finding: Diagnostic, lines: Lines) -> list[Frame]:
    """The frames of a finding, its own place first, then the labels' as they were given."""
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


def _frame(group: list[tuple[Span, str, bool]], lines: Lines) -> Frame:
    head = group[0][0]
    texts = lines.of(head.file)
    if texts is None:
        return Frame(head, (), ())
    marks = [_mark(span, words, texts, primary=primary) for span, words, primary in group]
    first, last = min(m.line for m in marks), max(m.line for m in marks)
    shown = tuple((number, texts[number - 1]) for number in range(first, last + 1))
    return Frame(head, shown, tuple(sorted(marks, key=lambda m: (m.line, m.start, not m.primary))))

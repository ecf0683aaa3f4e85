"""Edits of a text: fixes applied, entries removed, lists of words laid out; the rest stays, byte for byte."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from scenario_forge.source.compose import compose
from scenario_forge.source.emit import WIDE
from scenario_forge.source.nodes import (
    EditRefused,
    Lines,
    Sequence,
    children_of,
    content_end,
    entry_starts,
    least_splice,
    splice,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Fix, TextEdit
    from scenario_forge.source.nodes import Collection, Splice
    from scenario_forge.source.read import Source


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """Return the text with all edits made. The same edit given twice is made once.

    Raises:
        EditRefused: two edits overlap, or one is at a place that the text does not have.
    """
    lines = Lines(text)
    return splice(text, {_offsets(lines, edit) for edit in edits})


def without_entry(text: str, node: Collection, number: int) -> str:
    """Return the text without one entry of a collection that has others.

    In a block its lines go, with a comment behind it on the last; comments above and below stay.

    Raises:
        EditRefused: it is the only one, or something else stands on its lines.
    """
    starts, ends = entry_starts(node, text), [content_end(child, text) for child in children_of(node)]
    if len(starts) == 1:
        raise EditRefused(f"line {node.start.line + 1}: nothing would be left in there")
    if node.flow:
        first = max(number, 1)
        if "#" in text[ends[first - 1] : starts[first]]:
            raise EditRefused(f"line {node.start.line + 1}: put each entry on a line of its own")
        stretch = (ends[number - 1], ends[number]) if number else (starts[0], starts[1])
        return splice(text, [(*stretch, "")])
    start = text.rfind("\n", 0, starts[number]) + 1
    end = text.find("\n", ends[number]) + 1 or len(text)
    rest = text[ends[number] : end].strip()
    if text[start : starts[number]].strip() or (rest and not rest.startswith("#")):
        raise EditRefused(f"line {text.count(chr(10), 0, start) + 1}: put each entry on a line of its own")
    return splice(text, [(start, end, "")])


def _offsets(lines: Lines, edit: TextEdit) -> tuple[int, int, str]:
    span = edit.span
    try:
        start = lines.offset(span.line, span.column)
        end = lines.offset(span.end_line, span.end_column)
    except ValueError as error:
        raise EditRefused(str(error)) from error
    if end < start:
        raise EditRefused("a change ends before it begins")
    return start, end, edit.new


def apply_fixes(source: Source, fixes: Iterable[Fix]) -> tuple[str, list[Fix]]:
    """Return the text with as many fixes made as fit together, and these fixes in order.

    A fix that overlaps one before it, or touches another file, is left for the next run.

    Raises:
        EditRefused: the file could be read before, and could not be read with the fixes.
    """
    taken: list[Fix] = []
    text = source.text
    readable = source.root is not None
    for fix in fixes:
        if fix in taken or any(edit.span.file != source.name for edit in fix.edits):
            continue
        try:
            tried = apply_edits(source.text, [edit for each in (*taken, fix) for edit in each.edits])
        except EditRefused:
            continue
        taken.append(fix)
        text = tried
    if readable and compose(text, source.name)[0] is None:
        raise EditRefused("the fixes together would make the file unreadable")
    return text, taken


def list_over_lines(whole: str, node: Sequence, lines: dict[int, list[str]], written: list[str], newline: str) -> str:
    """Return a list over several lines with the words that each line is to have; a line without any goes."""
    made: list[str] = []
    items = {line: [n for n, item in enumerate(node.items) if item.start.line == line] for line in lines}
    base = node.start.index
    following = sorted(lines)
    left = [line for line in following if lines[line]]
    indent = " " * next((node.items[items[line][0]].start.column for line in following[1:]), node.start.column + 1)
    at = max(whole.rfind(newline, 0, node.items[0].start.index - base), -len(newline)) + len(newline)
    made.append(whole[:at])
    for line in following:
        own = items[line]
        begin, end = node.items[own[0]].start.index - base, node.items[own[-1]].end.index - base
        stop = whole.find("\n", end)
        stop = len(whole) if stop < 0 else stop + 1
        head, tail = whole[at:begin], whole[end:stop]
        at = stop
        if not lines[line] and "[" not in head and not tail.lstrip(", ").startswith(("]", "#")):
            continue
        kept = lines[line] == [written[number] for number in own]
        comma = "," if line != left[-1] else ""
        rest = tail.removeprefix(",") if line != following[-1] or tail.startswith(",") else tail
        middle = (
            whole[begin:end] if kept else newline.join(fill_lines(lines[line], indent, WIDE, len(head))).lstrip(" ")
        )
        made.append(f"{head}{middle}{comma if lines[line] else ''}{rest}")
    return "".join((*made, whole[at:]))


def fill_lines(words: Seq[str], indent: str, width: int, begun: int = 0) -> list[str]:
    """Return words with commas behind all but the last, on lines of at most ``width`` columns."""
    lines, line = [], ""
    room = width - max(begun, len(indent))
    for number, word in enumerate(words):
        part = word + ("," if number + 1 < len(words) else "")
        if line and len(line) + 1 + len(part) > room:
            lines.append(indent + line)
            line, room = part, width - len(indent)
        else:
            line = f"{line} {part}" if line else part
    return [*lines, indent + line]


def by_lines(old: str, new: str) -> list[Splice]:
    """Return the splices that turn one text into another, each within the lines that differ."""
    start, end, _ = least_splice(old, 0, len(old), new)
    begin = old.rfind("\n", 0, start) + 1
    stop = old.find("\n", end)
    stop = len(old) if stop < 0 else stop + 1
    one, other = old[begin:stop], new[begin : len(new) - (len(old) - stop)]
    lines, others = one.splitlines(keepends=True), other.splitlines(keepends=True)
    places = [begin]
    for line in lines:
        places.append(places[-1] + len(line))
    found = []
    for tag, first, last, from_, to in SequenceMatcher(None, lines, others, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if last - first == to - from_:  # as many lines as before: each on its own
            pairs = [(first + n, first + n + 1, others[from_ + n]) for n in range(last - first)]
        else:
            pairs = [(first, last, "".join(others[from_:to]))]
        found += [least_splice(old, places[a], places[b], text) for a, b, text in pairs]
    return found

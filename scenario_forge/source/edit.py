"""Edits and fixes applied to a text; everything that they do not name stays, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import EditRefused, Lines, children_of, content_end, entry_starts, splice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics import Fix, TextEdit
    from scenario_forge.source.nodes import Collection
    from scenario_forge.source.read import Source


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits made. The same edit given twice is made once.

    Raises:
        EditRefused: two edits overlap, or one is at a place that the text does not have.
    """
    lines = Lines(text)
    return splice(text, {_offsets(lines, edit) for edit in edits})


def without(text: str, node: Collection, number: int) -> str:
    """The text without one entry of a collection in it, which has others.

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
    """The text of a file with as many fixes made as go together, and which those are, in order.

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

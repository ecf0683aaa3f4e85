"""How a list of words in brackets is laid out over several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.source.emit import WIDE

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Sequence


def over_lines(whole: str, node: Sequence, lines: dict[int, list[str]], written: list[str], newline: str) -> str:
    """A list over several lines with the words that each line is to have; a line without any goes."""
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
        middle = whole[begin:end] if kept else newline.join(filled(lines[line], indent, WIDE, len(head))).lstrip(" ")
        made.append(f"{head}{middle}{comma if lines[line] else ''}{rest}")
    return "".join((*made, whole[at:]))


def filled(words: Seq[str], indent: str, width: int, begun: int = 0) -> list[str]:
    """Words with commas behind all but the last, on lines of at most ``width`` columns."""
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

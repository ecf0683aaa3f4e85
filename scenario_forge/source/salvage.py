"""The lines of a text that can be read, while others cannot: who types in one line asks about the rest of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.source.compose import compose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic

_ROUNDS = 5
"""Lines that are taken out, one after the other, before a text is given up."""
_NEAR = 8
"""Lines with an open quote that are tried, above the one at which reading stopped."""
_QUOTE = re.compile(r"""(?<![^\s\[{(,:])["']""")
_CLOSED = {'"': re.compile(r'(?:[^"\\]|\\.)*"'), "'": re.compile(r"(?:[^']|'')*'(?!')")}


def readable(text: str, file: str, before: str | None = None) -> str | None:
    """Return a text with as many lines that can be read; None where more than a few lines are to blame.

    In the lines that keep `text` from being read, an open quote becomes a space; where that does not help they are as
    in `before`, a text that could be read, or blank. All other lines stay.
    """
    lines = text.split("\n")
    if before is not None:
        start, end, old = _changed(before.split("\n"), lines)
        for put in _instead(lines[start:end], old):
            mended = "\n".join([*lines[:start], *put, *lines[end:]])
            if compose(mended, file)[0] is not None:
                return mended
    for _round in range(_ROUNDS):
        reads, better = _better(lines, file)
        if reads:
            return "\n".join(better)
        if better is lines:
            return None
        lines = better
    return None


def _better(lines: list[str], file: str) -> tuple[bool, list[str]]:
    """Whether the text can be read with one of its lines changed, and its lines: the same if none gets any further."""
    root, problems = compose("\n".join(lines), file)
    if root is not None:
        return True, lines
    reached, best = _stop(problems), lines
    for number in _suspects(lines, problems):
        for put in _instead(lines[number - 1 : number], []):
            tried = [*lines[: number - 1], *put, *lines[number:]]
            root, left = compose("\n".join(tried), file)
            if root is not None:
                return True, tried
            if _stop(left) > reached:
                reached, best = _stop(left), tried
    return False, best


def open_quote(line: str) -> int | None:
    """Return where a line opens a quote that it does not close; None where it opens none.

    >>> open_quote('name: "5/4 Ind')
    6
    """
    at = 0
    while found := _QUOTE.search(line, at):
        closed = _CLOSED[found[0]].match(line, found.end())
        if closed is None:
            return found.start()
        at = closed.end()
    return None


def _changed(old: list[str], new: list[str]) -> tuple[int, int, list[str]]:
    """Return where the lines of `new` that differ begin and end, as indices, and the lines of `old` in their place."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    same = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, len(new) - same, old[start : len(old) - same]


def _instead(lines: list[str], old: list[str]) -> Iterator[list[str]]:
    """What may stand for some lines, in as many."""
    opened = [(line, open_quote(line)) for line in lines]
    yield [line if at is None else f"{line[:at]} {line[at + 1 :]}" for line, at in opened]
    if len(old) <= len(lines):
        yield old + [""] * (len(lines) - len(old))
    yield [""] * len(lines)


def _stop(problems: list[Diagnostic]) -> int:
    """The line at which reading stopped."""
    last = problems[-1]
    return max(last.span.line, *(label.span.line for label in last.labels), 0)


def _suspects(lines: list[str], problems: list[Diagnostic]) -> Iterator[int]:
    """Lines that may have stopped the reading, each once: with an open quote, and those of the finding."""
    last = problems[-1]
    above = (number for number in range(_stop(problems), 0, -1) if open_quote(lines[number - 1]) is not None)
    near = [number for number, _ in zip(above, range(_NEAR), strict=False)]
    yield from dict.fromkeys([*near, last.span.line, *(label.span.line for label in last.labels)])

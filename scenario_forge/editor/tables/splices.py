"""A new text of a file as splices of the old one, line by line, so that comments and columns stay."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import least

if TYPE_CHECKING:
    from scenario_forge.source.nodes import Splice


def laid_out(name: str, old: str, new: str) -> dict[str, list[Splice]]:
    """The splices that make a new text of a file, laid out as `forge fmt` leaves it if the old one is."""
    laid = format_text(new, name)
    if laid != new and format_text(old, name) == old:
        new = laid
    return {name: by_lines(old, new)}


def by_lines(old: str, new: str) -> list[Splice]:
    """The splices that make one text of another, each within the lines that differ."""
    start, end, _ = least(old, 0, len(old), new)
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
        found += [least(old, places[a], places[b], text) for a, b, text in pairs]
    return found

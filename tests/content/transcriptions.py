"""Tables typed a second time from the text of a game, for comparison with its content cell by cell."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Cells = dict[tuple[object, ...], str]
"""What stands in each cell, by place."""


def printed(folder: Path, name: str) -> tuple[list[str], list[list[str]]]:
    """The headings of a transcribed table and the rows below them, each as long as the headings."""
    with (folder / f"{name}.tsv").open(encoding="utf-8", newline="") as stream:
        headings, *rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
    return headings, [row + [""] * (len(headings) - len(row)) for row in rows]


def table(rows: Iterable[Sequence[str]], columns: Sequence[str]) -> Cells:
    """Cells by row and column heading; the first cell of a row is its heading."""
    return {(heading, column): cell for heading, *cells in rows for column, cell in zip(columns, cells, strict=True)}


def differences(ours: Mapping[tuple[object, ...], str], theirs: Mapping[tuple[object, ...], str]) -> list[str]:
    """Lines that name the cell and both readings."""
    return [
        f"{' / '.join(map(str, place))}: content {ours.get(place, 'nothing')!r}, transcription {theirs.get(place)!r}"
        for place in dict.fromkeys([*theirs, *ours])
        if ours.get(place, "nothing") != theirs.get(place, "nothing")
    ]

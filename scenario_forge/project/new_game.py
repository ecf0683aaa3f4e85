"""What a designer asks for who begins a game of one's own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game of one's own is to be: id, title, size of the map, and how the command line calls it."""

    id: str
    title: str
    columns: int
    rows: int
    folder: str

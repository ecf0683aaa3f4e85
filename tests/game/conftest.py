"""A game small enough to be seen at a glance, and a folder to break it in."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - fixtures are looked up by their annotations
from textwrap import dedent

import pytest

from scenario_forge.game.reading.workspace import Workspace

FILES = {
    "game.yaml": """
        format: 3
        basis: printed
        game: tiny
        title: Tiny
        system: desert-rats
        edition: "1"
        sides:
          - {id: red, name: Red}
          - {id: blue, name: Blue}
        """,
    "map.yaml": """
        basis: printed
        grid:
          orientation: pointy
          shifted: even
          rows: 2
          rows_from: north
          sheets: [{id: main, columns: 3, numbering: "{row:A}{col}"}]
        terrain: [{id: clear, name: Clear, letter: c}]
        rows:
          - {row: A, main: ccc}
          - {row: B, main: ccc}
        """,
    "counters.yaml": """
        basis: printed
        sizes: [{id: xx, name: Division}]
        types: [{id: infantry, name: Infantry}]
        """,
    "time-track.yaml": """
        basis: printed
        calendar: {unit: month, first: 1/41, last: 2/41}
        boxes:
          - {turn: 1/41, red: R 1-1, blue: 1-1}
          - {turn: 2/41, red: 1-1, blue: 1-1}
        """,
}
"""A game by file; it lacks the rules.yaml that its system asks for."""


def texts() -> dict[str, str]:
    return {name: dedent(text).lstrip("\n") for name, text in FILES.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny game on the disk."""
    game = tmp_path / "tiny"
    game.mkdir()
    for name, text in texts().items():
        (game / name).write_text(text, encoding="utf-8")
    return game


def problems(folder: Path, **options: object) -> list[tuple[str, str, str | None]]:
    """Code, file and help of what reading a folder reports, without the rules it lacks."""
    found = Workspace(folder).load(**options).problems  # type: ignore[arg-type]
    return [(f.code.id, f.span.file, f.help) for f in found if f.span.file != "rules.yaml"]

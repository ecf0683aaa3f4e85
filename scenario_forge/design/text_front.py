"""The front and the control of a drafted scenario as lines of its file."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from scenario_forge.source.emit import block, cells, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.design.front import Drawn
    from scenario_forge.project.game import Game

WIDTH = 110


def front_lines(game: Game, drawn: Drawn) -> Iterator[str]:
    """`front:` and `control:`, each with where it comes from."""
    if drawn.runs:
        first = next(iter(game.side_names.values()), "")
        yield ""
        yield f"# The front, {drawn.why}; of each pair the {first} hex stands first. Control follows from it."
        yield "front:"
        for run in drawn.runs:
            if run.name:
                yield f"  - {cells([{'name': run.name}])[0][0]}"
            yield f"  {' ' if run.name else '-'} sides: ["
            yield from textwrap.wrap(
                row(list(run.sides))[1:-1],
                WIDTH,
                initial_indent=" " * 6,
                subsequent_indent=" " * 6,
                break_on_hyphens=False,
            )
            yield "    ]"
    if drawn.held:
        yield ""
        yield "control:" + ("  # where the front has it otherwise, or nobody stands" if drawn.runs else "")
        for held in drawn.held:
            side = f"Decide: {held.side}?" if held.open else held.side
            yield f"{block({held.place: side}, 2).rstrip()}  # {held.why}"

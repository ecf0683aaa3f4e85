"""``forge errata printings``: which printing, and which copy that was looked through, needs which errata."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import Force, GameName, OutputFile, TextOrJson, one_of, open_game
from scenario_forge.cli.words import Heads, table
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.game.reading.printings import printing_matrix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.reading.printings import PrintingMatrix

_SHOWN = {"needed": "needed", "has": "has", "other": "-", "differs": "differs"}


def printings(game: GameName, layout: TextOrJson = "text", output: OutputFile = None, force: Force = False) -> None:
    """Show which printing, and which copy in copies/, needs which errata."""
    layout = one_of(layout, ("text", "json"), "--format")
    outputs.must_be_free(output, force=force)
    loaded = open_game(game, "all")
    matrix = printing_matrix(loaded)
    if not matrix.columns:
        words.say("the game names no printings, and has no copies\n")
        return
    text = _as_json(matrix) if layout == "json" else "".join(f"{line}\n" for line in _told(matrix))
    if output is None:
        words.say(text)
    else:
        outputs.put({output: text.encode("utf-8", "replace")}, force)


def _told(matrix: PrintingMatrix) -> Iterator[str]:
    heads = Heads(["Erratum", *(column.name for column in matrix.columns), "Where"], len(matrix.columns) + 2)
    rows = [[row.erratum.id, *(_SHOWN[need] for need in row.needs), one_line(row.place)] for row in matrix.rows]
    yield from table(rows, heads, indent=0)
    for number, column in enumerate(matrix.columns):
        yield f"{column.name} ({one_line(column.title)}): {plural(len(matrix.needed(number)), 'correction')} needed"


def _as_json(matrix: PrintingMatrix) -> str:
    names = [column.name for column in matrix.columns]
    data = {
        "printings": [{"name": c.name, "title": c.title, "printing": c.printing} for c in matrix.columns],
        "errata": [
            {"id": row.erratum.id, "place": row.place, "needs": dict(zip(names, row.needs, strict=True))}
            for row in matrix.rows
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

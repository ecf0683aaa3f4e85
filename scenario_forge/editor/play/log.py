"""Log and counters of a game as the page shows them."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Literal,
    NotRequired,  # pydantic makes schemas of these alone before Python 3.12
    TypeAlias,
    cast,
)

from typing_extensions import TypedDict

from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.printing.brief import Brief
from scenario_forge.reports.drawing import CounterFaces

if TYPE_CHECKING:
    from scenario_forge.api.play import Prepared
    from scenario_forge.game.game import Game
    from scenario_forge.printing.svg import Canvas
    from scenario_forge.simulator.game_log import Key, LogLine

_ID = "play-"
"""Ids of the symbols begin so."""


Piece: TypeAlias = tuple[str, int, int, str, str, str, int, str]
"""Kind, number, side, symbols of front and back, name, full strength, the mark with which its back is up."""
PieceChange: TypeAlias = tuple[int, int, int, list[str]]
"""Number of the piece, its place (−1: not in play, −2 − n: the n-th box), strength, marks."""
LogLineData = TypedDict("LogLineData", {
    "text": str, "clause": str, "by": int, "step": str, "turn": int, "side": int, "changes": list[PieceChange],
    "die": NotRequired[str], "hexes": NotRequired[list[int]], "kind": NotRequired[Literal["move", "combat"]],
    "control": NotRequired[list[tuple[int, int]]], "held": NotRequired[dict[str, int]],
    "score": NotRequired[list[int]], "status": NotRequired[list[tuple[int, str]]],
})  # fmt: skip
"""A line of the log: what was told, and what is otherwise after it; keys that say nothing are left out. `control`:
hexes and their owners. `status`: rows and their values."""


class Faces:
    """Counters of one game as symbols ``play-NAME``, drawn when they first come into play."""

    def __init__(self, game: Game, prepared: Prepared) -> None:
        scenario = prepared.compiled.names["scenario"][0]
        self._faces = CounterFaces(Brief(on_boards(game, scenario)), prepared.compiled, _symbol)
        self._known: dict[Key, Piece] = {}

    def piece(self, key: Key) -> Piece:
        """Return a counter as the page has it."""
        if key not in self._known:
            look = self._faces.look(key)
            back = f"{_ID}{look.back}"
            self._known[key] = (*key, f"{_ID}{look.front}", back, one_line(look.name), look.strength, look.face)
        return self._known[key]

    def svg(self, after: int = 0) -> str:
        """Return the symbols but the first ``after``, which the page has."""
        parts = "".join(list(self._faces.symbols.values())[after:])
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="0" height="0">{parts}</svg>\n'
        )

    @property
    def count(self) -> int:
        """The number of symbols."""
        return len(self._faces.symbols)


def _symbol(name: str, drawn: Canvas) -> str:
    box = f"{drawn.left:g} {drawn.top:g} {drawn.width:g} {drawn.height:g}"
    return f'<symbol id="{_ID}{name}" viewBox="{box}">{drawn.body()}</symbol>'


def line_data(line: LogLine) -> LogLineData:
    """Return a line of the log as the page has it."""
    told = {
        "text": one_line(line.text),
        "clause": line.clause,
        "by": line.by,
        "step": one_line(line.step),
        "turn": line.moment[0],
        "side": line.moment[1],
        "changes": [[number, place, strength, list(marks)] for number, (place, strength, marks) in line.changes],
    }
    more = {
        "die": line.die,
        "hexes": list(line.scene.hexes),
        "kind": line.scene.kind,
        "control": line.control,
        "held": None if line.held is None else dict(line.held),
        "score": None if line.score is None else list(line.score),
        "status": line.status,
    }
    return cast("LogLineData", told | {key: value for key, value in more.items() if value not in ("", [], None)})


def clause_text(game: Game, clause: str) -> str:
    """Return the text of a clause, after its title; empty where the rulebook has none of that id."""
    found = game.one("rulebook", RulebookDocument)
    known = next((each for each in found[0].clauses if each.id == clause), None) if found and clause else None
    return one_line(f"{known.title}: {known.text}") if known else ""

"""Counters drawn beside their rows, as printed, and the symbols that a counter may have."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import printing
from scenario_forge.documents.counters import SYMBOL_NAMES, CountersDocument
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.endpoint import Name
from scenario_forge.game.forces import forces
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from scenario_forge.api.tables.table import Table
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

MOST = 60
"""Counters drawn for one request."""


def drawn_with(game: Game, table: Table) -> str:
    """Return a digest of what all counters are drawn with beside their own rows; empty for other tables."""
    if table.name != "counters" or table.source.root is None:
        return ""
    data = table.source.root.data if isinstance(table.source.root.data, dict) else {}
    said = [repr({key: value for key, value in data.items() if key not in ("units", "markers", "provenance")})]
    names = sorted(name for name in game.read if name == "game.yaml" or name.startswith(("words/", "profiles/")))
    said += [game.read[name].source.text for name in names]
    return hashlib.sha256("\0".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]


Sides = TypedDict("Sides", {"front": str, "back": str})
"""Front and back of a counter as drawings; no back where it hides the unit and shows its nationality alone."""
CounterFaces = TypedDict("CounterFaces", {"epoch": int, "faces": dict[str, Sides]})
"""Counters as drawings."""
Tile = TypedDict("Tile", {"id": str, "name": str, "svg": str})
"""A symbol to choose."""
TypeTile = TypedDict("TypeTile", {"id": str, "name": str, "svg": str, "symbol": str})
"""A type to choose."""
Symbols = TypedDict("Symbols", {"types": list[TypeTile], "symbols": list[Tile]})
"""A counter with each type of the game, and the symbols that no type has."""


class Faces:
    """Drawings of counters, made without holding the session's lock."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._drawing = threading.Lock()
        self._brief: tuple[int, Brief] | None = None

    def _at_hand(self) -> tuple[int, Brief]:
        """Return what counters are drawn with, and its epoch; only for whoever is drawing."""
        if self._brief is None or self._brief[0] != self._session.epoch:
            with self._session.lock:
                epoch, game = self._session.epoch, self._session.snapshot()[1]
            self._brief = (epoch, Brief(game))
        return self._brief

    def faces(self, units: Annotated[str, Field(max_length=20_000)]) -> CounterFaces:
        """Draw front and back of counters, ``SIDE/NUMBER`` with commas between; skip those that cannot be drawn."""
        with self._drawing:
            epoch, brief = self._at_hand()
            counters = forces(brief.game).counters
            drawn: dict[str, Sides] = {}
            for name in units.split(",")[:MOST]:
                found = counters.get(_key(name))
                if found is None:
                    continue
                unit = found.counter
                turned = unit.back or any(unit.faces)
                drawn[name] = {
                    "front": svg_of(printing.counters.pieces.unit_front(brief, unit)),
                    "back": svg_of(printing.counters.pieces.unit_back(brief, unit)) if turned else "",
                }
            return {"epoch": epoch, "faces": drawn}

    def symbols(self, unit: Name) -> Symbols:
        """Draw a counter, ``SIDE/NUMBER``, with each type of the game, and with the symbols that no type has.

        Raises:
            Unknown: the game has no such counter.
        """
        with self._drawing:
            _epoch, brief = self._at_hand()
            game = brief.game
            found = forces(game).counters.get(_key(unit))
            document = game.one("counters", CountersDocument)
            if found is None or document is None:
                raise Unknown("this row has errors that keep its counter from being drawn")
            types = document[0].types
            used = {kind.symbol for kind in types}
            return {
                "types": [
                    {
                        "id": kind.id,
                        "name": kind.name,
                        "symbol": kind.symbol or "",
                        "svg": _as(brief, found.counter, kind.id),
                    }
                    for kind in types
                ],
                "symbols": [
                    {"id": each, "name": words_of(each), "svg": _symbol(brief, each)}
                    for each in SYMBOL_NAMES
                    if each not in used
                ],
            }


def _key(name: str) -> tuple[str, int]:
    """Return side and number of a counter; no counter's where the name has no number."""
    side, _, no = name.partition("/")
    return side, int(no) if no.isascii() and no.isdigit() and len(no) < 10 else -1


def words_of(symbol: str) -> str:
    """Return the name of a symbol in words: `Self-propelled anti-tank`."""
    words = symbol.replace("self-propelled", "self_propelled").replace("anti-", "anti_").replace("-", " ")
    return words[:1].upper() + words[1:].replace("_", "-")


def svg_of(canvas: Canvas) -> str:
    """Return a drawing that takes the size of its container."""
    box = f"{canvas.left:g} {canvas.top:g} {canvas.width:g} {canvas.height:g}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{box}" aria-hidden="true">{canvas.body()}</svg>'
    )


def _as(brief: Brief, unit: UnitCounter, type_: str) -> str:
    return svg_of(printing.counters.pieces.unit_front(brief, unit.model_copy(update={"type": type_})))


def _symbol(brief: Brief, name: str) -> str:
    canvas = Canvas(7.5, 5.6)
    printing.counters.face.draw_symbol(
        canvas, name, (0.2, 0.2, 7.3, 4.8), ink=brief.palette["counter-ink"], ground=brief.palette["symbol-box"]
    )
    return svg_of(canvas)

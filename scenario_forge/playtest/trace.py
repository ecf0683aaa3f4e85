"""What lies in each hex as one number, so that two games can be told apart hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.telling import Piece


class Trace:
    """Notes of counters. Two hexes have the same number if the same lies in them, in the same strength and face.

    Units are known by side and printed number, so that a row more in a list moves nobody; the last number stands for
    all that is off the map.
    """

    def __init__(self, play: Play[Any], compiled: CompiledScenario) -> None:
        self.play, self.hexes = play, compiled.hexes
        self.units = tuple(zip(compiled.units.side, compiled.units.no, strict=True))

    def __call__(self, state: State) -> list[int]:
        """By hex, and one more for what is off the map; 0 where nothing lies."""
        there: dict[int, list[str]] = {}
        for piece in self.play.pieces(state):
            there.setdefault(piece.place if 0 <= piece.place < self.hexes else self.hexes, []).append(self._said(piece))
        return [_number(there[hex_]) if hex_ in there else 0 for hex_ in range(self.hexes + 1)]

    def _said(self, piece: Piece) -> str:
        known = piece.kind == "units" and 0 <= piece.number < len(self.units)
        # markers of a kind are alike: which of them it is tells nobody anything
        who = self.units[piece.number] if known else ()
        off = min(0, piece.place)
        return repr((piece.kind, who, piece.side, off, piece.strength, sorted(piece.marks)))


def _number(said: list[str]) -> int:
    return crc32("\n".join(sorted(said)).encode("utf-8", "replace")) or 1

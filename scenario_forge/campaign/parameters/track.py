"""Entries of the time record track: ``RW 0-2``, ``4-4`` (rule 2 b, rule 9)."""

from __future__ import annotations

import re

from scenario_forge.game.notations import Notation, NotationError
from scenario_forge.game.system import TrackToken

_ENTRY = re.compile(r"(?P<letters>R?W?)\s*(?P<replacements>\d+)\s*[-–/]\s*(?P<supply>\d+)\s*\Z")


class TrackNotation(Notation[TrackToken]):
    """A notation: R, W, replacement points, supply units."""

    def parse(self, text: str) -> TrackToken:
        """Read the letters and figures of an entry of the time record track."""
        match = _ENTRY.match(text.strip())
        if not match:
            raise NotationError(f"`{text}` is not an entry such as RW 0-2", 0, len(text))
        figures = (("replacements", int(match["replacements"])), ("supply", int(match["supply"])))
        return TrackToken("R" in match["letters"], "W" in match["letters"], figures)

    def format(self, value: TrackToken) -> str:
        """Write an entry as the track prints it."""
        letters = "R" * value.reinforcements + "W" * value.withdrawals
        figures = dict(value.figures)
        return f"{letters} {figures['replacements']}-{figures['supply']}".strip()

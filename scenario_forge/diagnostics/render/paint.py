"""Colours and frame characters of the terminal report."""

from __future__ import annotations

from dataclasses import dataclass

from scenario_forge.diagnostics.codes import Severity

SEVERITY = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
FRAME = "34"
LABEL = "1;34"
STRONG = "1"
PAPER = "36"


@dataclass(frozen=True, slots=True)
class Pen:
    """How the report is drawn: with or without colour, with line-drawing characters or ASCII."""

    colour: bool = False
    ascii_only: bool = False

    def paint(self, words: str, style: str) -> str:
        """The words in a style (a number of ECMA-48 SGR), as they are when colour is off."""
        return f"\x1b[{style}m{words}\x1b[0m" if self.colour and words else words

    @property
    def top(self) -> str:
        """Opens a finding's first place."""
        return ",-" if self.ascii_only else "╭─"

    @property
    def next(self) -> str:
        """Opens a further place."""
        return "+-" if self.ascii_only else "├─"

    @property
    def bar(self) -> str:
        """Runs down beside the lines."""
        return "|" if self.ascii_only else "│"

    @property
    def dots(self) -> str:
        """Stands for the part of a line that is left out."""
        return "..." if self.ascii_only else "…"

"""A rule system outside the package: one document, one notation, one check and the page of its code, one clause, one printable.

It joins by the entry point in the metadata beside it, as a system from another publisher would.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Codes
from scenario_forge.documents.base import Document, Text
from scenario_forge.documents.kinds import Kind
from scenario_forge.game.forces import forces
from scenario_forge.game.notations import Notation, NotationError
from scenario_forge.game.placement import PlacementToken
from scenario_forge.game.system import System

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
SKM001 = CODES.error(
    "SKM001", "too-few-to-fight", "{side} starts with {count} units; the morale sheet asks for {least}"
)


class MoraleDocument(Document):
    """morale.yaml: when a side breaks."""

    title: Text
    """As printed."""
    least: int
    """Units below which a side routs."""


class Facing(Notation[list[PlacementToken]]):
    """Cells such as ``0102>E``: a hex and a facing."""

    _CELL = re.compile(r"(\w+)>(NE|NW|SE|SW|E|W)\Z")

    def parse(self, text: str) -> list[PlacementToken]:
        """One token."""
        match = self._CELL.match(text)
        if not match:
            raise NotationError(f"`{text}` is not a hex and a facing such as 0102>E", 0, len(text))
        return [PlacementToken("at", match[1], start=0, end=len(text), name_start=0, name_end=match.end(1))]

    def format(self, value: list[PlacementToken]) -> str:
        """The hex, facing east."""
        return f"{value[0].place}>E"


def too_few_to_fight(game: Game) -> Iterator[Diagnostic]:
    """Morale sheet: a side starts with fewer units than it needs."""
    found = game.one("morale", MoraleDocument)
    if not found:
        return
    morale, where = found
    for force in forces(game).sides.values():
        if len(force.units) < morale.least:
            finding = SKM001.at(where / "least", side=force.side, count=len(force.units), least=morale.least)
            yield finding.also(force.where / "units", "its units")


def roll(game: Game, scenario: str) -> str:
    """Typst source of the roll of units."""
    return f"= {game.title}: {scenario}\n" + "\n".join(f"+ {unit.name}" for unit in forces(game).units())


class Skirmish(System):
    """The system."""

    id = "skirmish"
    title = "Skirmish"

    def kinds(self) -> Sequence[Kind]:
        """The morale sheet."""
        return (Kind("morale", MoraleDocument, required=True),)

    def codes(self) -> Sequence[Code]:
        """Its own diagnostics."""
        return tuple(CODES)

    def placement(self) -> Notation[list[PlacementToken]]:
        """Hex and facing."""
        return Facing()

    def checks(self) -> Sequence[object]:
        """Morale."""
        return (too_few_to_fight,)

    def rule_code(self) -> Mapping[str, Sequence[str]]:
        """Clause 1 is carried out by the check."""
        return {"1": ("skirmish_rules:too_few_to_fight",)}

    def printables(self) -> Mapping[str, object]:
        """The roll of units."""
        return {"roll": roll}


SYSTEM = Skirmish()

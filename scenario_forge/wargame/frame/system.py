"""A rule system that is put together from the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.kinds import Kind
from scenario_forge.project.carries import carriers
from scenario_forge.project.system import System

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.documents.base import Document
    from scenario_forge.wargame.frame.playing import GamePlay


class GameSystem(System):
    """A game's rules. A subclass names its modules, the model of its rules.yaml and its play."""

    parts: ClassVar[Sequence[str]] = ()
    """Modules of the game with marked code."""
    document: ClassVar[type[Document]]
    """The model of rules.yaml."""
    plays: ClassVar[type[GamePlay]]
    """The class of what is played."""

    def clauses(self) -> Mapping[str, Sequence[str]]:
        """Clause id → marked code of the game's modules."""
        found: dict[str, list[str]] = {}
        for carrier in (each for part in self.parts for each in carriers(part)):
            found.setdefault(carrier.clause, []).append(carrier.address)
        return found

    def kinds(self) -> Sequence[Kind]:
        """`rules.yaml`."""
        return (Kind("rules", self.document, required=True),)

    def play(self, compiled: CompiledScenario) -> Any:  # noqa: ANN401 - as the base class has it
        """One scenario."""
        return self.plays(compiled)

"""A rule system that is put together from the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.base import Document
from scenario_forge.documents.kinds import Kind
from scenario_forge.project.carries import rules_in
from scenario_forge.project.system import System
from scenario_forge.wargame.sequence_checks import sequence_findings
from scenario_forge.wargame.sequence_tree import SequenceTree

SHELF = "scenario_forge.wargame"

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.wargame.frame.playing import GamePlay


class GameRules(Document):
    """rules.yaml of a game on the shelf: what no chart says."""

    sequence: SequenceTree
    carried_by: dict[str, list[str]] = {}  # noqa: RUF012 - pydantic copies it
    """By rule of the shelf: the clauses of this game that it is."""


class GameSystem(System):
    """A game's rules. A subclass names its modules, the model of its rules.yaml and its play."""

    parts: ClassVar[Sequence[str]] = ()
    """Modules of the game with marked code."""
    document: ClassVar[type[GameRules]]
    """The model of rules.yaml."""
    plays: ClassVar[type[GamePlay]]
    """The class of what is played."""

    def rule_code(self) -> Mapping[str, Sequence[str]]:
        """Rule → marked code of the game's modules and of the shelf."""
        found: dict[str, list[str]] = {}
        for package in (*self.parts, SHELF):
            for id_, places in rules_in(package).items():
                found.setdefault(id_, []).extend(places)
        return found

    def carried(self, game: Game) -> Mapping[str, Sequence[str]]:
        """Clause id → code: what is marked with its own id, and with the rules that rules.yaml binds to it.

        Raises:
            KeyError: `carried_by` names a rule that there is not.
        """
        known, given = self.rule_code(), game.one("rules", self.document)
        found = {id_: list(places) for id_, places in known.items()}
        for rule, clauses in given[0].carried_by.items() if given else ():
            for clause in clauses:
                found.setdefault(clause, []).extend(known[rule])
        return found

    def kinds(self) -> Sequence[Kind]:
        """`rules.yaml`."""
        return (Kind("rules", self.document, required=True),)

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:  # noqa: ARG002
        """The sequence of play."""
        found = game.one("rules", self.document)
        return {"sequence": found[0].sequence.model_dump()} if found else {}

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """What the sequence of play must obey."""
        return (self._sequence,)

    def _sequence(self, game: Game) -> Iterator[Diagnostic]:
        found = game.one("rules", self.document)
        if found:
            yield from sequence_findings(game, found[1] / "sequence", found[0].sequence, self.plays.steps)

    def play(self, compiled: CompiledScenario) -> Any:  # noqa: ANN401 - as the base class has it
        """One scenario."""
        return self.plays(compiled)

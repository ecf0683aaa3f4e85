"""What every system on the shelf has: which code carries out which rule, and which tests pin it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge import wargame
from scenario_forge.game.rule_marks import named_in
from scenario_forge.game.system import System

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class ShelfSystem(System):
    """A system some of whose rules are those of the shelf."""

    packages: ClassVar[Sequence[str]] = ("scenario_forge.wargame",)
    """Packages or modules with marked code: that of the shelf, and in a subclass those of the game."""

    def rule_code(self) -> Mapping[str, Sequence[str]]:
        """By rule: the marked code that carries it out, shared mechanics among it."""
        return wargame.clauses.rule_code(self.packages)  # brings all of play

    def rules(self) -> Collection[str]:
        """As the text of the code has them."""
        return {rule for package in self.packages for rule in named_in(package)}

    def alternatives(self) -> Sequence[Collection[str]]:
        """As the shelf has them."""
        return wargame.clauses.ALTERNATIVES

    def clause_tests(self) -> Mapping[str, Sequence[str]]:
        """The tests that cite each clause, as `make clauses` found them."""
        return wargame.clauses.clause_tests()

    def rule_tests(self) -> Mapping[str, Sequence[str]]:
        """The tests that cite each rule, as `make clauses` found them."""
        return wargame.clauses.rule_tests()

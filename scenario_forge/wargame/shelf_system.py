"""Base class of all systems on the shelf: the code of each rule and the tests that pin it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge import wargame
from scenario_forge.game.rule_marks import rule_ids_in
from scenario_forge.game.system import System

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class ShelfSystem(System):
    """A system some of whose rules are those of the shelf."""

    packages: ClassVar[Sequence[str]] = ("scenario_forge.wargame.base", "scenario_forge.wargame.sequence")
    """Packages or modules with marked code: that of all systems, and in a subclass those of its games."""

    unmarked_code: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Code in `mechanics`, which has no marks, by the rule that it carries out, as `module:name`."""

    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {}
    """Names, by kind of thing, that its code looks up in documents: nothing can be called otherwise."""

    def rule_code(self) -> Mapping[str, Sequence[str]]:
        """Return the code that carries out each rule, shared mechanics included."""
        return wargame.clauses.rule_code(self.packages, self.unmarked_code)  # brings all of play

    def rules(self) -> Collection[str]:
        """Return the rules that marks in the code name."""
        return {rule for package in self.packages for rule in rule_ids_in(package)}

    def alternatives(self) -> Sequence[Collection[str]]:
        """Return the groups of rules of which a game has only one."""
        return wargame.clauses.ALTERNATIVES

    def clause_tests(self) -> Mapping[str, Sequence[str]]:
        """Return the tests that cite each clause, as `make clauses` found them."""
        return wargame.clauses.clause_tests()

    def rule_tests(self) -> Mapping[str, Sequence[str]]:
        """Return the tests that cite each rule, as `make clauses` found them."""
        return wargame.clauses.rule_tests()

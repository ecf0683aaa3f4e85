"""What every renderer is given: the findings, the texts they speak of, and what was checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.codes import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.diagnostics.model import Diagnostic


def no_text(_file: str) -> None:
    """The text of a file when none is at hand: findings are then shown without their lines."""


@dataclass(frozen=True, slots=True)
class Report:
    """One run of the checks, ready to be shown.

    ``texts`` gives the text of a file named in a span, None when it cannot be read. ``basis`` counts
    the values that are printed, derived, fitted and proposed. ``counted`` says what was read in free
    words: ``("89 units", "1872 hexes")``. ``suppressed`` counts findings silenced in the content.
    """

    diagnostics: Sequence[Diagnostic]
    texts: Callable[[str], str | None] = no_text
    files: int = 0
    basis: Mapping[str, int] = field(default_factory=dict)
    game: str = ""
    errata: str = ""
    suppressed: int = 0
    counted: Sequence[str] = ()
    mending: str = "forge check GAME --fix"
    """The command that makes the safe fixes."""

    def ordered(self) -> list[Diagnostic]:
        """The findings by file, position and code: every renderer shows this order."""
        return sorted(self.diagnostics, key=lambda d: d.sort_key)

    def count(self, severity: Severity) -> int:
        """How many findings have just this severity."""
        return sum(1 for d in self.diagnostics if d.severity is severity)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return self.count(Severity.ERROR)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return self.count(Severity.WARNING)

    @property
    def infos(self) -> int:
        """How many findings are only for information."""
        return self.count(Severity.INFO)

"""A code names one kind of finding for good; its page is shown by ``forge explain``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Diagnostic, Span

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Place


class Severity(IntEnum):
    """How much a finding weighs; ordered, so that ``min`` weakens."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """``error``, ``warning`` or ``info``."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """One kind of finding and its page.

    ``message`` is a format string over the keywords given to :meth:`at`. Ids are never reused.
    """

    id: str
    name: str
    """A slug usable in suppressions: ``reinforcement-without-track-entry``."""
    severity: Severity
    message: str
    what: str
    why: str
    bad: str
    good: str
    mend: str

    def at(self, place: Place | Span, /, **values: object) -> Diagnostic:
        """A finding of this kind at a place. The message is formatted with ``values``."""
        span = place if isinstance(place, Span) else place.span
        return Diagnostic(self, self.severity, self.message.format(**values), span)

    def __repr__(self) -> str:
        return self.id

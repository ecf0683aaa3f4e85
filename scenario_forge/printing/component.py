"""What a component is: documents to print, each made by itself when it is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief

PrintAs = Literal["single", "long", "short", "fold"]
"""On one side; both sides turned along the long or the short edge of the paper; one side, to be folded."""


@dataclass
class Made:
    """A document as it was made."""

    pdf: bytes
    svgs: dict[str, str] = field(default_factory=dict)
    """Drawings for other uses, by name."""
    findings: list[Diagnostic] = field(default_factory=list)
    print_as: PrintAs = "single"
    facts: dict[str, str | int] = field(default_factory=dict)
    """What the build report and the first page tell of it, such as the number of counters."""
    in_small: frozenset[int] = frozenset()
    """Pages, from 1, that show others in small: nobody is to read their type."""


@dataclass(frozen=True)
class Job:
    """One document that can be made."""

    component: str
    file: str
    """Its name without ending; see :meth:`Brief.file`. Two of one name, profile and errata are the same document."""
    title: str
    make: Callable[[], Made]
    """Raises CompileError where errors in the game leave nothing to print."""


COMPONENTS = {
    "map": "scenario_forge.printing.map.jobs",
    "counters": "scenario_forge.printing.counters.jobs",
    "charts": "scenario_forge.printing.charts.charts",
    "orders-of-battle": "scenario_forge.printing.charts.orders",
    "player-aid": "scenario_forge.printing.charts.aid",
    "score-pad": "scenario_forge.printing.charts.score",
    "unit-record": "scenario_forge.printing.charts.unit_record",
    "labels": "scenario_forge.printing.charts.labels",
    "box": "scenario_forge.printing.box.jobs",
    "setup-card": "scenario_forge.printing.cards.jobs",
    "rules": "scenario_forge.printing.booklet.jobs",
}
"""Component → the module whose function `jobs(brief, scenarios)` lists its documents, in the order of the box."""


def jobs_of(component: str, brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """The documents of one component for these scenarios."""
    yield from import_module(COMPONENTS[component]).jobs(brief, scenarios)

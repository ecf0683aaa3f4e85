"""What is asked of a build, what it says while it works, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.printing.profile import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.press.manifest import Entry


@dataclass(frozen=True)
class Order:
    """What is to be printed and how."""

    scenario: str | None = None
    """One scenario; None: all."""
    only: tuple[str, ...] | None = None
    """Components; None: all."""
    papers: tuple[str, ...] = ()
    """Names of papers, each once; none: the profile's."""
    profile: str = DEFAULT
    for_scenario: bool = False
    """Counters with the places of the one scenario."""
    previews: bool = True
    flawed: bool = False
    """The game has errors, and each page says so."""


@dataclass(frozen=True)
class Progress:
    """How far a build is: ``done`` of ``total`` documents, and the one that comes now."""

    done: int
    total: int
    component: str
    title: str


@dataclass
class Outcome:
    """What a build did."""

    made: list[str] = field(default_factory=list)
    """Documents made anew, by file."""
    kept: list[str] = field(default_factory=list)
    """Documents that were as they should be."""
    failed: list[str] = field(default_factory=list)
    """Titles of documents that errors leave nothing of."""
    removed: list[str] = field(default_factory=list)
    """Files of ours that nothing stands for any more."""
    pictures: int = 0
    """Pictures of pages made anew."""
    findings: list[Diagnostic] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    """Every document asked for that is there now, in the order of the box."""
    starts: list[str] = field(default_factory=list)
    """The START-HERE of each paper, by file name."""

    def find(self, findings: Iterable[Diagnostic]) -> None:
        """Keep findings, each once."""
        self.findings += [d for d in dict.fromkeys(findings) if d not in self.findings]

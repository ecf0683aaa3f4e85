"""Components that cost nothing: each reads what it is told to and prints blank pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, partial
from io import BytesIO

import pypdfium2

from scenario_forge.compiler.problems import CompileError
from scenario_forge.printing.brief import Job, PrintedDocument

A4, A2 = (210, 297), (420, 594)


@cache
def blank(pages=1, size=A4):
    """A PDF of blank pages, sizes in millimetres."""
    document = pypdfium2.PdfDocument.new()
    for _ in range(pages):
        document.new_page(size[0] * 72 / 25.4, size[1] * 72 / 25.4)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


@dataclass
class Fake:
    """A component as a module: `jobs` lists its documents."""

    name: str
    reads: tuple[str, ...] = ()
    per_scenario: bool = False
    paper: str | None = None
    """A paper of its own, whatever the printer takes."""
    pages: int = 1
    size: tuple[float, float] = A4
    print_as: str = "single"
    own: bool = False
    """Counters: one document for the game, or one for each scenario if the brief asks."""
    svgs: dict[str, str] = field(default_factory=dict)
    facts: dict[str, str | int] = field(default_factory=dict)
    findings: list = field(default_factory=list)
    broken: bool = False
    also: object = None
    """Called with the game when a document is made."""
    made: list[str] = field(default_factory=list)

    def jobs(self, brief, scenarios):
        each = self.per_scenario or (self.own and brief.for_scenario)
        for part in [[s] for s in scenarios] if each else [[]]:
            file = brief.file(self.name, *part, paper=self.paper)
            yield Job(self.name, file, " ".join([self.name, *part]), partial(self.make, brief, file))

    def make(self, brief, file):
        self.made.append(file)
        for kind in self.reads:
            brief.game.files_of(kind)
        if self.also:
            self.also(brief.game)
        if self.broken:
            raise CompileError("nothing to print", self.findings)
        return PrintedDocument(
            blank(self.pages, self.size), dict(self.svgs), list(self.findings), self.print_as, dict(self.facts)
        )

"""The finished pages of a document: how large they are, and whether they can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.lint.pages import RIM, page_findings
from scenario_forge.printing.press.previews import page_sizes

if TYPE_CHECKING:
    from scenario_forge.printing.component import Made
    from scenario_forge.printing.paper import Paper

POSTER_RIM = 2.0
"""Millimetres at the edge of a poster that a copy shop may leave white."""


def judged(made: Made, file: str, paper: Paper) -> tuple[Made, list[tuple[float, float]]]:
    """The document with what is found on its pages added, and the sizes of those in millimetres."""
    pages = page_sizes(made.pdf)
    poster = any(max(page) > max(paper.width, paper.height) + 2 for page in pages)
    for finding in page_findings(made.pdf, f"{file}.pdf", rim=POSTER_RIM if poster else RIM):
        small = finding.code is prt.PRT003 and finding.span.line in made.in_small
        if not small and finding not in made.findings:
            made.findings.append(finding)
    return made, pages

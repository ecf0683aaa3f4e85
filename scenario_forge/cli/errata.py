"""``forge errata``: corrections proved, proposed, listed and printed."""

from __future__ import annotations

from scenario_forge.cli.errata_check import check, propose
from scenario_forge.cli.errata_impact import impact
from scenario_forge.cli.errata_print import page, sheet

PARTS = {
    "check": (check, "Check each erratum: its place, what it fixes or breaks, and what must be reprinted."),
    "propose": (propose, "Draft errata for findings that exactly one correction resolves."),
    "impact": (impact, "Play pairs of games with and without errata: what differs, and where they diverge."),
    "page": (page, "Make the errata list as a web page and a PDF, with what is new since a version."),
    "sheet": (sheet, "Print only what the errata changed: counters, patches, pages, and a list for the box."),
}
"""Verb → its function and help."""

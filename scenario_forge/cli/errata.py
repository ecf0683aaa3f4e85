"""``forge errata``: corrections proved, proposed, listed and printed."""

from __future__ import annotations

from scenario_forge.cli.errata_check import check

PARTS = {
    "check": (check, "Try each erratum: its place, what it resolves and causes, what must be printed again."),
}
"""Verb → its function and help."""

"""The last lines of every report for people: what was read and how much was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.lines import one_line

if TYPE_CHECKING:
    from scenario_forge.diagnostics.render.report import Report


def plural(number: int, word: str) -> str:
    """A number with its noun.

    >>> plural(1, "error"), plural(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def checked(report: Report) -> str:
    """What was read: ``checked 14 files: 89 units, 1872 hexes (Desert Rats, errata: official)``."""
    words = "checked " + plural(report.files, "file")
    if report.counted:
        words += ": " + ", ".join(map(one_line, report.counted))
    about = [one_line(report.game)] if report.game else []
    if report.errata:
        about.append("errata: " + one_line(report.errata))
    return words + (f" ({', '.join(about)})" if about else "")


def values(report: Report) -> str:
    """On what the values rest: ``values: 812 printed, 30 proposed``; empty when nothing was counted."""
    counts = ", ".join(f"{n} {one_line(basis)}" for basis, n in report.basis.items() if n)
    return f"values: {counts}" if counts else ""


def verdict(report: Report) -> str:
    """``3 errors, 2 warnings`` or ``no errors``; what was suppressed is always said."""
    words = [plural(report.errors, "error") if report.errors else "no errors"]
    if report.warnings:
        words.append(plural(report.warnings, "warning"))
    if report.infos:
        words.append(f"{report.infos} for information")
    if report.suppressed:
        words.append(f"{report.suppressed} suppressed")
    return ", ".join(words)


def render(report: Report) -> str:
    """The summary, one line a statement."""
    return "".join(f"{line}\n" for line in (checked(report), values(report), verdict(report)) if line)


def in_one_line(report: Report) -> str:
    """The summary for formats of one line a finding."""
    return f"{checked(report)}: {verdict(report)}\n"

"""Input of every renderer: the findings, the texts that they concern, and what was checked."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.diagnostics.model import Diagnostic, Span


def no_text(_file: str) -> None:
    """Return None, as the text of a file that is not at hand: findings are then shown without their lines."""


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
        """Return the findings by file, position and code: every renderer shows this order."""
        return sorted(self.diagnostics, key=lambda d: d.sort_key)

    def count(self, severity: Severity) -> int:
        """Return how many findings have exactly this severity."""
        return sum(1 for d in self.diagnostics if d.severity is severity)

    @property
    def errors(self) -> int:
        """Number of errors."""
        return self.count(Severity.ERROR)

    @property
    def warnings(self) -> int:
        """Number of warnings."""
        return self.count(Severity.WARNING)

    @property
    def infos(self) -> int:
        """Number of findings that are only for information."""
        return self.count(Severity.INFO)


# -- the last lines of every report for people -----------------------------------------------------


def plural(number: int, word: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "error"), plural(2, "error"), plural(3, "hex"), plural(0, "patch")
    ('1 error', '2 errors', '3 hexes', '0 patches')
    """
    ending = "" if number == 1 else "es" if word.endswith(("x", "ch")) else "s"
    return f"{number} {word}{ending}"


def checked_line(report: Report) -> str:
    """Return what was read: ``checked 14 files: 89 units, 1872 hexes (Desert Rats, errata: official)``."""
    words = "checked " + plural(report.files, "file")
    if report.counted:
        words += ": " + ", ".join(map(one_line, report.counted))
    about = [one_line(report.game)] if report.game else []
    if report.errata:
        about.append("errata: " + one_line(report.errata))
    return words + (f" ({', '.join(about)})" if about else "")


def values_line(report: Report) -> str:
    """Return the bases of the values: ``values: 812 printed, 30 proposed``; empty when nothing was counted."""
    counts = ", ".join(f"{n} {one_line(basis)}" for basis, n in report.basis.items() if n)
    return f"values: {counts}" if counts else ""


def verdict_line(report: Report) -> str:
    """Return ``3 errors, 2 warnings`` or ``no errors``; suppressed findings are always counted."""
    words = [plural(report.errors, "error") if report.errors else "no errors"]
    if report.warnings:
        words.append(plural(report.warnings, "warning"))
    if report.infos:
        words.append(f"{report.infos} for information")
    if report.suppressed:
        words.append(f"{report.suppressed} suppressed")
    return ", ".join(words)


def summary(report: Report) -> str:
    """Return the summary, each statement on a line of its own."""
    return "".join(f"{line}\n" for line in (checked_line(report), values_line(report), verdict_line(report)) if line)


def in_one_line(report: Report) -> str:
    """Return the summary on one line, for formats with one line for each finding."""
    return f"{checked_line(report)}: {verdict_line(report)}\n"


# -- lines, excerpts and file names for renderers --------------------------------------------------


_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What libyaml counts as the end of a line; ``str.splitlines`` knows others besides."""

_JOINERS = "\u200c\u200d"
"""Zero-width characters that belong to the spelling of Persian and Indic words."""

_EXCERPT = 120
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def visible_character(character: str) -> str:
    r"""Return the character, or U+FFFD for a control character that would otherwise take effect.

    >>> [visible_character(c) for c in "a\x1b\u202e"]
    ['a', '�', '�']
    """
    if character.isprintable() or character in _JOINERS:
        return character
    return "\ufffd" if unicodedata.category(character) in _HIDDEN else " "


def one_line(text: str) -> str:
    """Return the text on one line, runs of white space as one space, no invisible characters left."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(map(visible_character, line))


class FileLines:
    """The lines of each file, split once."""

    def __init__(self, texts: Callable[[str], str | None]) -> None:
        self._texts = texts
        self._known: dict[str, list[str] | None] = {}

    def of(self, file: str) -> list[str] | None:
        """Return the lines without their ends, at least one; None when the text is not at hand."""
        if file not in self._known:
            text = self._texts(file) if file else None
            # a byte order mark is not counted by the reader's columns
            self._known[file] = None if text is None else _BREAK.split(text.removeprefix("\ufeff"))
        return self._known[file]

    def excerpt(self, span: Span) -> str:
        """Return the text of the span on one line, at most `_EXCERPT` characters; empty when not at hand."""
        lines = self.of(span.file)
        if lines is None or not 1 <= span.line <= len(lines):
            return ""
        first, last = span.line - 1, min(span.end_line, len(lines)) - 1
        start = max(span.column, 1) - 1
        if last <= first:
            found = lines[first][start : max(span.end_column, 1) - 1]
        else:
            found = "\n".join([lines[first][start:], *lines[first + 1 : last], lines[last][: span.end_column - 1]])
        found = one_line(found[: 4 * _EXCERPT])
        return found if len(found) <= _EXCERPT else found[: _EXCERPT - 1] + "…"


def shown_path(base: str, file: str) -> str:
    """Return the name of a file as seen by the reader; ``base`` is the game's folder from there.

    >>> shown_path("content/desert-rats", "map.yaml"), shown_path("", "map.yaml"), shown_path("", "")
    ('content/desert-rats/map.yaml', 'map.yaml', '.')
    """
    base = base.replace("\\", "/").rstrip("/")
    return "/".join(part for part in (base, file) if part) or "."


def whereabouts(span: Span, base: str = "") -> str:
    """Return ``file:line:column``, which editors and terminals can follow."""
    return f"{one_line(shown_path(base, span.file))}:{max(span.line, 1)}:{max(span.column, 1)}"


def name_in_words(slug: str) -> str:
    """Return a code's name as words.

    >>> name_in_words("reinforcement-without-track-entry")
    'reinforcement without track entry'
    """
    return slug.replace("-", " ")


# -- one line a finding: for people and editors, and as annotations for GitHub workflows -----------


def line(finding: Diagnostic, base: str = "") -> str:
    """Return one finding on one line, without its end."""
    words = f"{whereabouts(finding.span, base)}: {finding.severity.word}[{finding.code.id}] "
    words += one_line(finding.message)
    if finding.span.paper:
        words += f" ({one_line(finding.span.paper)})"
    if finding.rule:
        words += f" [{one_line(finding.rule)}]"
    return words


def concise(report: Report, *, base: str = "") -> str:
    """Return all findings, each on one line, and one line of summary. ``base`` is the game's folder for file names."""
    return "".join(f"{line(finding, base)}\n" for finding in report.ordered()) + in_one_line(report)


# -- GitHub: commands on standard output that mark lines in a pull request -------------------------


COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def escape_data(text: str) -> str:
    r"""Return a message escaped as the runner reads it back.

    >>> escape_data("100 %\nof it: a, b")
    '100 %25%0Aof it: a, b'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return a property's value escaped; a colon or comma would end it.

    >>> escape_property("a:b,c")
    'a%3Ab%2Cc'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def command(finding: Diagnostic, base: str = "") -> str:
    """Return one finding as one workflow command, without the end of the line."""
    span = finding.span
    title = f"{finding.code.id} {finding.rule}" if finding.rule else finding.code.id
    properties = {"file": shown_path(base, span.file), "line": max(span.line, 1)}
    if span.line == span.end_line:  # the runner refuses columns for a span over several lines
        properties |= {"col": max(span.column, 1), "endLine": max(span.end_line, 1)}
        properties |= {"endColumn": max(span.end_column, span.column, 1)}
    else:
        properties |= {"endLine": max(span.end_line, span.line, 1)}
    properties |= {"title": one_line(title)}
    listed = ",".join(f"{key}={escape_property(str(value))}" for key, value in properties.items())
    return f"::{COMMANDS[finding.severity]} {listed}::{escape_data(_message(finding, base))}"


def _message(finding: Diagnostic, base: str) -> str:
    lines = [one_line(finding.message) + (f" ({one_line(span)})" if (span := finding.span.paper) else "")]
    for label in finding.labels:
        paper = f", {one_line(label.span.paper)}" if label.span.paper else ""
        where = "" if label.span == finding.span else f"{whereabouts(label.span, base)}{paper}: "
        lines.append(where + one_line(label.text))
    lines += map(one_line, finding.notes)
    if finding.help:
        lines.append(one_line(finding.help))
    return "\n".join(lines)


def github(report: Report, *, base: str = "") -> str:
    """Return a command for each finding, and the summary as a plain line of the log.

    ``base`` is the game's folder as seen from the root of the repository.
    """
    return "".join(f"{command(d, base)}\n" for d in report.ordered()) + in_one_line(report)

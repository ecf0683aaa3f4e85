"""A letter of findings that one could send to a publisher: one page, offline, fit to print.

It speaks of components on paper, in the order of the rules, and never of the files of the transcription.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.render.report import Lines, one_line, plural, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.diagnostics.model import Diagnostic, Span
    from scenario_forge.diagnostics.render.report import Report


OURS = "Our own files"
"""Heading of the findings that have no place on a printed component."""

_RESTS = "rests on "
_FILE = re.compile(r"\S\.yaml\b")
_YAML = re.compile(r"[-{\[]|[\w.+-]+:(\s|$)")
"""How an excerpt begins that is a row of our files, not a value on paper."""
_JOINED = re.compile(r"(?<=[^\W_])_(?=[^\W_])")
"""Joins the words of names of ours; no print has it."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Whatever might slip into the page, it runs nothing and fetches nothing."""

GENERATOR = '<meta name="generator" content="Scenario Forge">'
"""Tells a page that this program can make again from any other file (see `cli/outputs.py`)."""

WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "remark"}


def render(report: Report, *, date: str = "", to: str = "the publisher") -> str:
    """The letter as a whole HTML page. ``date`` is printed as it is given, ``to`` is the salutation's."""
    groups = by_component(sorted(report.ordered(), key=by_rule))
    letter = _Letter(Lines(report.texts))
    title = f"Findings on {report.game}" if report.game else "Findings"
    body = [_head(report, title, date), _opening(report, to)]
    if groups:
        body.append(_contents(groups))
    body += [letter.component(name, findings) for name, findings in groups.items()]
    body.append(_closing(report))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'{GENERATOR}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{_e(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def by_component(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Findings under the component they stand on (their place on paper up to the first comma).

    Components come in the order of their first finding, what has no place on paper last.
    """
    groups: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        groups.setdefault(component_of(finding.span), []).append(finding)
    if OURS in groups:
        groups[OURS] = groups.pop(OURS)
    return groups


def by_rule(finding: Diagnostic) -> tuple[bool, list[int]]:
    """A key that puts findings in the order of the rules they cite, those that cite none last.

    ``Rule 8`` comes before ``8.12``, and that before ``Rule 10``.
    """
    numbers = [int(number) for number in re.findall(r"\d+", finding.rule or "")]
    return not numbers, numbers


def component_of(span: Span) -> str:
    """The printed component a span stands on."""
    return one_line(span.paper.partition(",")[0]) or OURS


def _e(text: str) -> str:
    return escape(one_line(text))


def _counts(findings: Sequence[Diagnostic]) -> str:
    found = [(sum(d.severity is severity for d in findings), word) for severity, word in WORDS.items()]
    return ", ".join(plural(number, word) for number, word in found if number)


def _head(report: Report, title: str, date: str) -> str:
    rows = [("Game", report.game), ("Date", date), ("Errata applied", report.errata)]
    rows += [("Read", ", ".join((plural(report.files, "file"), *report.counted)))]
    rows += [("Found", _counts(report.diagnostics) or "no errors")]
    if report.suppressed:
        rows.append(("Set aside", f"{plural(report.suppressed, 'finding')}, with a reason each"))
    facts = "".join(f"<dt>{name}</dt><dd>{_e(value)}</dd>" for name, value in rows if value)
    return f"<header>\n<h1>{_e(title)}</h1>\n<dl>{facts}</dl>\n</header>"


def _opening(report: Report, to: str) -> str:
    game = f"<cite>{_e(report.game)}</cite>" if report.game else "your game"
    start = (
        f"<p>To {_e(to)},</p>\n<p>thank you for {game}. While entering it as data, cell by cell as "
        "printed, we compared its components with one another and with its rules."
    )
    if not report.diagnostics:
        return f"<section>\n{start} We found nothing that disagrees.</p>\n</section>"
    return (
        f"<section>\n{start} We list here the places that seem to disagree. For each we say what is "
        "printed and where, and what it was compared with. The mistake may well be ours, in reading or in "
        "copying; we should be grateful to be told.</p>\n<p>An <em>error</em> is a place where two "
        "statements cannot both hold, or where a name leads nowhere. A <em>warning</em> looks unusual, or "
        "depends on a value that we had to reconstruct. A <em>remark</em> is for information.</p>\n"
        "</section>"
    )


def _contents(groups: dict[str, list[Diagnostic]]) -> str:
    rows = "\n".join(
        f'<li><a href="#component-{n}">{_e(name)}</a> <span class="count">{_counts(found)}</span></li>'
        for n, (name, found) in enumerate(groups.items(), 1)
    )
    return f'<nav aria-label="Components">\n<ol>\n{rows}\n</ol>\n</nav>'


def _closing(report: Report) -> str:
    basis = values(report)
    rests = (
        f"<p>On what the compared values rest: {_e(basis.partition(': ')[2])}. Values that are fitted or "
        "proposed are ours, where the source we worked from has none.</p>\n"
        if basis
        else ""
    )
    return f"<footer>\n{rests}<p>With kind regards and best wishes for the game.</p>\n</footer>"


def _ours(span: Span, doubts: Sequence[str]) -> str:
    """``fitted`` or ``proposed`` when the finding's notes say so of this place (``Diagnostic.rests_on``)."""
    named = {name for note in doubts for name in note.removeprefix(_RESTS).split("; ")}
    where = span.paper or span.file
    return next((basis for basis in ("fitted", "proposed") if f"{where} ({basis})" in named), "")


def _verb(span: Span, doubts: Sequence[str]) -> str:
    """Nothing of ours passes for the publisher's: only what is printed is called so."""
    return "Printed" if span.paper and not _ours(span, doubts) else "Entered"


class _Letter:
    """Writes the findings, numbered through all components."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.components = 0
        self.findings = 0

    def component(self, name: str, findings: Sequence[Diagnostic]) -> str:
        self.components += 1
        inner = "\n".join(map(self.finding, findings))
        return f'<section id="component-{self.components}">\n<h2>{_e(name)}</h2>\n{inner}\n</section>'

    def finding(self, finding: Diagnostic) -> str:
        self.findings += 1
        doubts = [note for note in finding.notes if note.startswith(_RESTS)]
        rows = [(_verb(finding.span, doubts), self.place(finding.span, "", doubts))]
        # a label on the finding's own place says what is wrong there, not what it disagrees with
        own = [label.text for label in finding.labels if label.span == finding.span]
        others = [label for label in finding.labels if label.span != finding.span and label.span.paper]
        rows += [("There", _e(text)) for text in own]
        rows += [("Compared with", self.place(label.span, label.text, doubts)) for label in others]
        if finding.rule:
            rows.append(("Rule", _e(finding.rule)))
        rows += [("Note", _e(note)) for note in finding.notes if not _FILE.search(note)]
        if finding.help and not _FILE.search(finding.help):
            rows.append(("Suggestion", _e(finding.help)))
        word = WORDS[finding.severity]
        return (
            f'<article class="{word}" id="finding-{self.findings}">\n<div>\n'
            f'<h3><span class="number">{self.findings}.</span> <bdi>{_e(finding.message)}</bdi></h3>\n<dl>'
            + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)
            + f'</dl>\n</div>\n<aside><span class="severity">{word}</span> {_e(finding.code.id)}</aside>\n</article>'
        )

    def place(self, span: Span, text: str, doubts: Sequence[str]) -> str:
        """What stands at a place, where on paper that is, and what is to be said of it."""
        quoted, ours = self.quoted(span), _ours(span, doubts)
        plain = _JOINED.sub(" ", quoted)
        parts = [f"<q><bdi>{_e(plain)}</bdi></q>"] if quoted and not _YAML.match(quoted) else []
        if span.paper:
            parts.append(f'<span class="paper">{_e(span.paper)}</span>')
        if ours:
            parts.append(f"<em>{ours} by us, not printed</em>")
        if text:
            parts.append(f"<bdi>{_e(text)}</bdi>")
        return " · ".join(parts) or "(its text is not at hand)"

    def quoted(self, span: Span) -> str:
        """The text of a span; one that only points at the start of a block gives the rest of its line."""
        found = self.lines.excerpt(span)
        rest = self.lines.excerpt(replace(span, end_column=10**6))
        if len(found) <= 1 and span.line == span.end_line and (found == "-" or rest[1:2].isalnum()):
            return rest
        return found


# -- the style sheet of the letter of findings -----------------------------------------------------


STYLE = """\
:root { color-scheme: light dark; --ink: #1d1c1a; --soft: #68645c; --page: #fdfcf8; --line: #d9d4c7;
  --error: #9c2215; --warning: #8a5a00; --remark: #2b5c80; --quote: #f1ede1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4da; --soft: #a39d90; --page: #1b1a18; --line: #423f38;
    --error: #f08a7c; --warning: #e2b45c; --remark: #8fc1e6; --quote: #2a2824; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 58rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); font-size: 1.35rem; }
h3 { margin: 0 0 .4rem; font-size: 1rem; line-height: 1.4; }
p { max-width: 44rem; }
a { color: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
header { margin-bottom: 2rem; }
nav ol { padding-left: 1.5rem; }
.count, .paper { color: var(--soft); }
article { display: grid; grid-template-columns: minmax(0, 1fr) 12rem; gap: 0 1.5rem; padding: 1rem 0;
  border-bottom: 1px solid var(--line); break-inside: avoid; }
article dl { font-size: .95rem; }
q { padding: .05rem .35rem; border-radius: .2rem; background: var(--quote); quotes: none;
  font-family: ui-monospace, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
aside { color: var(--soft); font: .72rem/1.5 system-ui, sans-serif; }
.severity { font-weight: bold; }
.error .severity { color: var(--error); }
.warning .severity { color: var(--warning); }
.remark .severity { color: var(--remark); }
footer { margin-top: 2.5rem; }
@media (max-width: 40rem) {
  article { grid-template-columns: 1fr; }
  article dl { grid-template-columns: 1fr; }
  article dd { margin-bottom: .3rem; }
  aside { margin-top: .5rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --page: #fff; --line: #999; --error: #000;
    --warning: #000; --remark: #000; --quote: #eee; }
  @page { margin: 18mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  article { grid-template-columns: minmax(0, 1fr) 38mm; } }
"""

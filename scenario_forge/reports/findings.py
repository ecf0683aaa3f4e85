"""Findings as HTML, each with a link to the page of its code, which is in the page too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.lines import whereabouts
from scenario_forge.reports.html import attribute, link, section, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic


def findings_section(title: str, checked: Sequence[Diagnostic], printed: Sequence[Diagnostic]) -> str:
    """What the checks and the press found, errors first."""
    none = "<p>Nothing was found: neither in the text nor on the pages.</p>"
    parts = [_list("In the text", checked), _list("On the pages", printed)]
    return section("findings", title, *(parts if checked or printed else [none]))


def _list(title: str, findings: Sequence[Diagnostic]) -> str:
    if not findings:
        return ""
    ordered = sorted(findings, key=lambda finding: (-finding.severity, finding.sort_key))
    items = "\n".join(_finding(finding) for finding in ordered)
    return f'<h3>{text(title)} ({len(findings)})</h3>\n<ul class="findings">\n{items}\n</ul>'


def _finding(finding: Diagnostic) -> str:
    place = whereabouts(finding.span) + (f" · {finding.span.paper}" if finding.span.paper else "")
    more = [f"{whereabouts(label.span)}: {label.text}" for label in finding.labels]
    more += [*finding.notes, *([finding.help] if finding.help else [])]
    inner = "".join(f"<li>{text(each)}</li>" for each in more)
    rule = f" · {text(finding.rule)}" if finding.rule else ""
    return (
        f'<li class="{finding.severity.word}"><span class="severity">{finding.severity.word}</span> '
        f"{link(f'#code-{finding.code.id}', text(finding.code.id))} {text(finding.message)}<br>\n"
        f'<span class="quiet"><code>{text(place)}</code>{rule}</span>'
        + (f"<ul>{inner}</ul>" if inner else "")
        + "</li>"
    )


def codes_section(title: str, findings: Iterable[Diagnostic]) -> str:
    """The page of each code that was found."""
    codes = {finding.code.id: finding.code for finding in findings}
    return section("codes", title, *(_code(codes[key]) for key in sorted(codes)))


def _code(code: Code) -> str:
    return (
        f'<details id="code-{attribute(code.id)}" open>\n<summary><b>{text(code.id)}</b> {text(code.name)}</summary>\n'
        f"<p>{text(code.what)}</p>\n<p>{text(code.why)}</p>\n<p>{text(code.mend)}</p>\n</details>"
    )

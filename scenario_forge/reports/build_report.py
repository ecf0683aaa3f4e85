"""The build report: one page that shows what lies in the folder, what was found, and on what it rests."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.compare.corrections import errata_version
from scenario_forge.diagnostics.render.report import whereabouts
from scenario_forge.printing.profile import size_name
from scenario_forge.reports.html import attribute, link, page, section, table, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.printing.press.manifest import Entry, Variant
    from scenario_forge.project.game import Game


@dataclass(frozen=True)
class Built:
    """All that the report tells."""

    game: Game
    entries: Sequence[Entry]
    """Every document in the folder."""
    checked: Sequence[Diagnostic] = ()
    """Findings of the checks."""
    printed: Sequence[Diagnostic] = ()
    """Findings of printing."""
    made: Sequence[str] = ()
    """Documents that the last build made anew, by file."""
    kept: Sequence[str] = ()
    failed: Sequence[str] = ()
    removed: Sequence[str] = ()
    flawed: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)
    """Name → version of what made it."""


_PRINT = {
    "single": "one side",
    "long": "both sides, long edge",
    "short": "both sides, short edge",
    "fold": "one side, then fold",
}
_PARTS = {
    "documents": "Documents",
    "counters": "Sheet plan",
    "findings": "Findings",
    "basis": "What the values rest on",
    "errata": "Errata applied",
    "build": "This build",
    "files": "Versions and hashes",
    "codes": "Codes",
}
_LISTED = 40
"""Names that are listed of one kind of event."""


def build_report(built: Built) -> str:
    """The page; links lead to files beside it. The same values give the same bytes."""
    sections = {
        "documents": section("documents", _PARTS["documents"], *_variants(built)),
        "counters": _sheet_plan(built),
        "findings": findings_section(_PARTS["findings"], built.checked, built.printed),
        "basis": basis_section(_PARTS["basis"], built.game),
        "errata": errata_section(_PARTS["errata"], built.game),
        "build": _events(built),
        "files": _files(built),
        "codes": codes_section(_PARTS["codes"], [*built.checked, *built.printed]),
    }
    contents = "".join(f"<li>{link(f'#{key}', text(_PARTS[key]))}</li>" for key, inner in sections.items() if inner)
    return page(
        f"{built.game.title}: build report",
        STYLE,
        [
            link("#documents", "To the documents", class_="skip"),
            _head(built),
            f'<nav aria-label="Contents"><ul>{contents}</ul></nav>',
            "<main>",
            *sections.values(),
            "</main>",
        ],
    )


def _head(built: Built) -> str:
    about = built.game.about
    pages = sum(len(entry.pages) for entry in built.entries)
    found = [*built.checked, *built.printed]
    errors = sum(finding.severity.word == "error" for finding in found)
    warnings = sum(finding.severity.word == "warning" for finding in found)
    sums = [("documents", len(built.entries)), ("pages", pages), ("errors", errors), ("warnings", warnings)]
    edition = f"edition {about.edition}" if about else ""
    flaw = (
        '<p class="flawed">This game has errors. It was printed because that was asked for, and its pages say so.</p>'
    )
    version = errata_version(built.game)
    errata = f"{built.game.errata}, version {version}" if version else built.game.errata
    return (
        f"<header>\n<h1>{text(built.game.title)}</h1>\n"
        f'<p class="quiet">Build report · {text(edition)} · errata applied: {text(errata)}</p>\n'
        + (flaw if built.flawed else "")
        + '<ul class="sums">'
        + "".join(f"<li><b>{number}</b> {name}</li>" for name, number in sums)
        + "</ul>\n</header>"
    )


# -- documents -------------------------------------------------------------------------------------


def _variants(built: Built) -> Iterator[str]:
    """The documents by paper, profile and errata; only the first of several is open."""
    variants: dict[Variant, list[Entry]] = {}
    for entry in built.entries:
        for variant in entry.variants:
            variants.setdefault(variant, []).append(entry)
    for number, (variant, entries) in enumerate(variants.items()):
        name = f"{variant.paper}, profile {variant.profile}, errata {variant.errata}"
        pages = sum(len(entry.pages) for entry in entries)
        is_open = " open" if number == 0 else ""
        yield (
            f'<details{is_open}>\n<summary><b>{text(name)}</b> <span class="quiet">{len(entries)} documents, '
            f"{pages} pages</span></summary>\n{''.join(_components(entries))}</details>"
        )


def _components(entries: Sequence[Entry]) -> Iterator[str]:
    for component in dict.fromkeys(entry.component for entry in entries):
        cards = "\n".join(_document(entry) for entry in entries if entry.component == component)
        yield f'<h3>{text(component)}</h3>\n<div class="documents">\n{cards}\n</div>\n'


def _document(entry: Entry) -> str:
    sizes = ", ".join(dict.fromkeys(size_name(*size) for size in entry.pages))
    count = f"{len(entry.pages)} page{'s' if len(entry.pages) != 1 else ''}"
    return (
        f'<article class="document">\n<h4>{link(entry.pdf, text(entry.title))}</h4>\n{_pictures(entry)}'
        f"<p>{count} · {text(sizes)} · {_PRINT[entry.print_as]}</p>\n"
        f'<p class="quiet"><code>{text(entry.pdf)}</code></p>\n</article>'
    )


def _pictures(entry: Entry) -> str:
    small = [name for name in entry.previews if name.startswith("png/small/")]
    if not small:
        return ""
    shown = "".join(
        link(
            name.replace("/small/", "/"),
            f'<img src="{attribute(name)}" loading="lazy" alt="page {number} of {attribute(entry.title)}">',
        )
        for number, name in enumerate(small, start=1)
    )
    return f'<div class="pages">{shown}</div>\n'


def _sheet_plan(built: Built) -> str:
    """What documents say of themselves, the counters first: sheets, spare places."""
    told = [entry for entry in built.entries if entry.facts and entry.component != "start-here"]
    told.sort(key=lambda entry: entry.component != "counters")
    rows = [
        [
            text(entry.title),
            text(", ".join(dict.fromkeys(variant.paper for variant in entry.variants))),
            " · ".join(f"{text(name)} <b>{text(value)}</b>" for name, value in entry.facts.items()),
        ]
        for entry in told
    ]
    return section("counters", _PARTS["counters"], table(["Document", "Paper", "Figures"], rows)) if rows else ""


# -- the build -------------------------------------------------------------------------------------


def _events(built: Built) -> str:
    lists = {
        "Made anew": built.made,
        "Errors leave nothing of": built.failed,
        "Taken away": built.removed,
        "Unchanged": built.kept,
    }
    lead = '<p class="quiet">The last build that changed something.</p>'
    return section("build", _PARTS["build"], lead, *(_event(name, each) for name, each in lists.items() if each))


def _event(name: str, files: Sequence[str]) -> str:
    shown = "".join(f"<li><code>{text(file)}</code></li>" for file in files[:_LISTED])
    more = f"<li>and {len(files) - _LISTED} more</li>" if len(files) > _LISTED else ""
    return f"<details><summary>{text(name)}: {len(files)}</summary><ul>{shown}{more}</ul></details>"


def _files(built: Built) -> str:
    tools = table(["What", "Version"], [[text(name), text(version)] for name, version in built.versions.items()])
    sources = [[text(name), f"<code>{text(f.source.digest)}</code>"] for name, f in sorted(built.game.read.items())]
    documents = [
        [link(entry.pdf, text(entry.pdf)), f"<code>{text(entry.files.get(entry.pdf, ''))}</code>"]
        for entry in built.entries
    ]
    return section(
        "files",
        _PARTS["files"],
        tools,
        f"<details><summary>Documents, SHA-256</summary>{table(['File', 'SHA-256'], documents)}</details>",
        f"<details><summary>The game's files, SHA-256</summary>{table(['File', 'SHA-256'], sources)}</details>",
    )


# -- findings as HTML, each with a link to the page of its code, which is in the page too ----------


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
        f"<p>{text(code.page.what)}</p>\n<p>{text(code.page.why)}</p>\n<p>{text(code.page.mend)}</p>\n</details>"
    )


# -- on what the values of a game rest, and which errata were laid over them, as HTML --------------


BASES = ("printed", "derived", "fitted", "proposed")
_LONGEST = 60
_MOST = 12
"""Addresses of a provenance entry that are shown."""


def basis_section(title: str, game: Game) -> str:
    """A table by kind of document, and where the exceptions are."""
    kinds: dict[str, Counter[str]] = {}
    for file in game.read.values():
        if file.kind.name not in ("errata", "profiles"):
            kinds.setdefault(file.kind.name, Counter()).update(file.bases.count())
    rows = [
        [text(kind), _bar(counts), *(str(counts[basis]) for basis in BASES)] for kind, counts in sorted(kinds.items())
    ]
    key = " ".join(f'<span><span class="key {basis}"></span>{basis}</span>' for basis in BASES)
    where = [[text(name), text(basis), text(places), text(why)] for name, basis, places, why in _exceptions(game)]
    details = table(["File", "Basis", "Where", "Why"], where)
    return section(
        "basis",
        title,
        f"<p>{key}</p>",
        table(["Document", "", *BASES], rows, numbers=range(2, 6)),
        f"<details><summary>Where ({len(where)})</summary>{details}</details>" if where else "",
    )


def _bar(counts: Counter[str]) -> str:
    whole = max(1, sum(counts.values()))
    parts = "".join(
        f'<span class="{basis}" style="width:{100 * counts[basis] / whole:.2f}%"></span>'
        for basis in BASES
        if counts[basis]
    )
    said = ", ".join(f"{counts[basis]} {basis}" for basis in BASES if counts[basis])
    return f'<div class="bar" role="img" aria-label="{said}">{parts}</div>'


def _exceptions(game: Game) -> Iterator[tuple[str, str, str, str]]:
    """File, basis, addresses, reason: a file that rests on one basis as a whole, and each exception."""
    for name, file in sorted(game.read.items()):
        data: Any = file.data
        if not isinstance(data, dict):
            continue
        if data.get("basis") in ("fitted", "proposed"):
            yield name, data["basis"], "all but what is named otherwise", ""
        yield from ((name, *entry) for entry in _provenance(data))


def _provenance(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    entries = data.get("provenance")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("at"), list):
            places = ", ".join(map(str, entry["at"][:_MOST]))
            more = f" and {len(entry['at']) - _MOST} more" if len(entry["at"]) > _MOST else ""
            yield str(entry.get("basis", "")), places + more, str(entry.get("why", ""))


def errata_section(title: str, game: Game) -> str:
    """What each erratum that was selected did."""
    rows = []
    for patch in game.patches:
        erratum = patch.erratum
        came = patch.problem or "applied"
        cells = [erratum.id, erratum.status, erratum.at, _value(erratum.printed), _value(erratum.corrected)]
        rows.append([text(cell) for cell in (*cells, came, erratum.why, erratum.source)])
    heads = ["Erratum", "Status", "Where", "Printed", "Corrected", "What became of it", "Why", "Source"]
    none = f"<p>None: the game was read with errata {text(game.errata)}.</p>"
    return section("errata", title, table(heads, rows) if rows else none)


def _value(value: Any) -> str:  # noqa: ANN401 - JSON data
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"


# -- the style sheet of the build report -----------------------------------------------------------


STYLE = """\
:root { color-scheme: light dark; --ink: #1a1816; --quiet: #5f5b55; --page: #fbf7ec; --card: #fffdf6;
  --line: #d9d1bd; --accent: #33586e; --error: #a01818; --warning: #8a5a00; --info: #33586e;
  --printed: #4a3b2e; --derived: #8c7a5e; --fitted: #7fa3a8; --proposed: #d08a3c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece5d4; --quiet: #a8a08f; --page: #1a1816; --card: #24211d; --line: #453f35;
    --accent: #9cc3d6; --error: #f08a7c; --warning: #e2b45c; --info: #9cc3d6;
    --printed: #d8c9ac; --derived: #93836a; --fitted: #6d9ba3; --proposed: #e09a4c; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 74rem; background: var(--page); color: var(--ink);
  font: 1rem/1.45 "Barlow Condensed", "Roboto Condensed", "Arial Narrow", system-ui, sans-serif;
  overflow-wrap: anywhere; }
h1, h2, h3 { font-family: "Source Serif 4", "Source Serif Pro", Georgia, serif; line-height: 1.2; }
h1 { margin: 0 0 .2rem; font-size: 2.1rem; }
h2 { margin: 2.75rem 0 .75rem; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); font-size: 1.4rem; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
.quiet { color: var(--quiet); }
.flawed { margin: 1rem 0; padding: .6rem .9rem; border-left: 5px solid var(--error); background: var(--card); }
.sums { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; padding: 0; list-style: none; }
.sums b { display: block; font-size: 1.7rem; line-height: 1.1; font-variant-numeric: lining-nums tabular-nums; }
details { margin: .4rem 0; }
summary { cursor: pointer; }
.documents { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.document { padding: .8rem; border: 1px solid var(--line); border-radius: 3px; background: var(--card); }
.document h4 { margin: 0 0 .3rem; font-size: 1.05rem; }
.document p { margin: .2rem 0; }
.pages { display: flex; gap: .4rem; margin: .5rem 0; padding: .1rem; overflow-x: auto; }
.pages a { flex: none; }
.pages img { display: block; height: 9.5rem; width: auto; max-width: 17rem; object-fit: contain; background: #fff;
  border: 1px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
.figure { text-align: right; font-variant-numeric: lining-nums tabular-nums; }
code { font-size: .85em; }
.severity { font-weight: 700; }
.error .severity { color: var(--error); }
.warning .severity { color: var(--warning); }
.info .severity { color: var(--info); }
.findings { padding: 0; list-style: none; }
.findings > li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.findings ul { margin: .2rem 0; padding-left: 1.1rem; color: var(--quiet); }
.bar { display: flex; min-width: 9rem; height: .8rem; border: 1px solid var(--line); }
.bar span { display: block; }
.printed { background: var(--printed); } .derived { background: var(--derived); }
.fitted { background: var(--fitted); } .proposed { background: var(--proposed); }
.key { display: inline-block; width: .8rem; height: .8rem; margin-right: .3rem; border: 1px solid var(--line); }
pre { overflow-x: auto; padding: .5rem; background: var(--card); border: 1px solid var(--line); }
@media print { .pages img { height: 5rem; } details { break-inside: avoid; } }
"""

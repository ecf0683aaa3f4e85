"""The build report: one page that shows what lies in the folder, what was found, and on what it rests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.compare.corrections import errata_version
from scenario_forge.printing.paper import size_name
from scenario_forge.reports.build_basis import basis_section, errata_section
from scenario_forge.reports.build_style import STYLE
from scenario_forge.reports.findings import codes_section, findings_section
from scenario_forge.reports.html import attribute, link, page, section, table, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
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

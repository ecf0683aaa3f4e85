"""The build report: one page on the files in the folder, the findings, and the basis of the values."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import BASES, Severity
from scenario_forge.diagnostics.report import whereabouts
from scenario_forge.game.errata.lists import errata_version
from scenario_forge.printing.profile import size_name
from scenario_forge.reports.html import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.printing.build_manifest import DocumentEntry, Variant


@dataclass(frozen=True)
class BuildContent:
    """Content of the build report."""

    game: Game
    entries: Sequence[DocumentEntry]
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
    "basis": "Basis of the values",
    "errata": "Errata applied",
    "build": "Last build",
    "files": "Versions and hashes",
    "codes": "Codes",
}
_LISTED = 40
"""Names that are listed of one kind of event."""
_LONGEST = 60
"""Letters of an erratum's value that are shown."""
_MOST = 12
"""Addresses of a provenance entry that are shown."""


def build_report(built: BuildContent) -> str:
    """Return the page; links lead to files beside it. The same values give the same bytes."""
    found = [*built.checked, *built.printed]
    values = {
        **_head(built, found),
        "variants": list(_variants(built.entries)),
        "sheet_plan": _sheet_plan(built.entries),
        "checked": _findings(built.checked),
        "printed": _findings(built.printed),
        "found_codes": [code for _id, code in sorted({each.code.id: each.code for each in found}.items())],
        "bases": list(BASES),
        "counted": _counted(built.game),
        "exceptions": list(_exceptions(built.game)),
        "patches": [_patch(patch) for patch in built.game.patches],
        "listed": _LISTED,
        "events": [
            ("Printed", built.made),
            ("Not printed because of errors", built.failed),
            ("Removed", built.removed),
            ("Unchanged", built.kept),
        ],
        "versions": built.versions,
        "sources": [(name, file.source.digest) for name, file in sorted(built.game.read.items())],
        "documents_digests": [(entry.pdf, entry.files.get(entry.pdf, "")) for entry in built.entries],
    }
    empty = {"documents": not built.entries, "counters": not values["sheet_plan"], "codes": not found}
    titles = {key: title for key, title in _PARTS.items() if not empty.get(key)}
    return page("build", f"{built.game.title}: build report", {**values, "titles": titles})


def _head(built: BuildContent, found: Sequence[Diagnostic]) -> dict[str, Any]:
    about, version = built.game.about, errata_version(built.game)
    figures = [
        (len(built.entries), "documents"),
        (sum(len(entry.pages) for entry in built.entries), "pages"),
        (sum(finding.severity is Severity.ERROR for finding in found), "errors"),
        (sum(finding.severity is Severity.WARNING for finding in found), "warnings"),
    ]
    return {
        "game": built.game.title,
        "edition": f"edition {about.edition}" if about else "",
        "errata": f"{built.game.errata}, version {version}" if version else built.game.errata,
        "errata_set": built.game.errata,
        "figures": figures,
        "flawed": built.flawed,
    }


# -- documents -------------------------------------------------------------------------------------


def _variants(entries: Iterable[DocumentEntry]) -> Iterator[dict[str, Any]]:
    """The documents by paper, profile and errata, then by component."""
    variants: dict[Variant, list[DocumentEntry]] = {}
    for entry in entries:
        for variant in entry.variants:
            variants.setdefault(variant, []).append(entry)
    for variant, several in variants.items():
        components: dict[str, list[dict[str, Any]]] = {}
        for entry in several:
            components.setdefault(entry.component, []).append(_document(entry))
        yield {
            "name": f"{variant.paper}, profile {variant.profile}, errata {variant.errata}",
            "documents": len(several),
            "pages": sum(len(entry.pages) for entry in several),
            "components": components.items(),
        }


def _document(entry: DocumentEntry) -> dict[str, Any]:
    return {
        "title": entry.title,
        "pdf": entry.pdf,
        "pages": len(entry.pages),
        "sizes": ", ".join(dict.fromkeys(size_name(*size) for size in entry.pages)),
        "print_as": _PRINT[entry.print_as],
        "pictures": [name for name in entry.previews if name.startswith("png/small/")],
    }


def _sheet_plan(entries: Iterable[DocumentEntry]) -> list[dict[str, Any]]:
    """What documents say of themselves, the counters first: sheets, spare places."""
    told = [entry for entry in entries if entry.facts and entry.component != "start-here"]
    told.sort(key=lambda entry: entry.component != "counters")
    return [
        {
            "title": entry.title,
            "papers": ", ".join(dict.fromkeys(variant.paper for variant in entry.variants)),
            "facts": entry.facts,
        }
        for entry in told
    ]


def _findings(findings: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Errors first; each with its place, and with all that is said besides."""
    return [
        {
            "severity": finding.severity.word,
            "code": finding.code.id,
            "message": finding.message,
            "place": whereabouts(finding.span) + (f" · {finding.span.paper}" if finding.span.paper else ""),
            "rule": finding.rule,
            "more": [
                *(f"{whereabouts(label.span)}: {label.text}" for label in finding.labels),
                *finding.notes,
                *([finding.help] if finding.help else []),
            ],
        }
        for finding in sorted(findings, key=lambda finding: (-finding.severity, finding.sort_key))
    ]


# -- on what the values of a game rest, and which errata were laid over them -------------------------


def _counted(game: Game) -> list[dict[str, Any]]:
    """By kind of document, how many values rest on what."""
    kinds: dict[str, Counter[str]] = {}
    for file in game.read.values():
        if file.kind.name not in ("errata", "profiles"):
            kinds.setdefault(file.kind.name, Counter()).update(file.bases.count())
    return [
        {
            "kind": kind,
            "said": ", ".join(f"{counts[basis]} {basis}" for basis in BASES if counts[basis]),
            "shares": [(b, f"{100 * counts[b] / max(1, sum(counts.values())):.2f}") for b in BASES if counts[b]],
            "numbers": [counts[basis] for basis in BASES],
        }
        for kind, counts in sorted(kinds.items())
    ]


def _exceptions(game: Game) -> Iterator[tuple[str, str, str, str]]:
    """File, basis, addresses, reason: a file that rests on one basis as a whole, and each exception."""
    for name, file in sorted(game.read.items()):
        data: Any = file.data
        if not isinstance(data, dict):
            continue
        if data.get("basis") in ("fitted", "proposed"):
            yield name, data["basis"], "all other values", ""
        yield from ((name, *entry) for entry in _provenance(data))


def _provenance(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    entries = data.get("provenance")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("at"), list):
            places = ", ".join(map(str, entry["at"][:_MOST]))
            more = f" and {len(entry['at']) - _MOST} more" if len(entry["at"]) > _MOST else ""
            yield str(entry.get("basis", "")), places + more, str(entry.get("why", ""))


def _patch(patch: Patch) -> tuple[str, ...]:
    """What a selected erratum did."""
    erratum = patch.erratum
    values = _value(erratum.printed), _value(erratum.corrected)
    came = patch.problem or "applied"
    return (erratum.id, erratum.status, erratum.at, *values, came, erratum.why, erratum.source)


def _value(value: Any) -> str:  # noqa: ANN401 - JSON data
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"

"""On what the values of a game rest, and which errata were laid over them, as HTML."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from scenario_forge.reports.html import section, table, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.project.game import Game

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

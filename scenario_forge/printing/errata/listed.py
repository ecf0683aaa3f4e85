"""The list of errata as a document to print: the same rows as the page on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compare.corrections import COMPONENTS
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compare.corrections import Correction, Corrections
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.words import Words

LONGEST = 4000
"""Longer texts are cut off there."""
_HEADS = ("errata_number", "errata_where", "errata_was", "errata_is", "errata_why")


def errata_list_pdf(brief: Brief, listed: Corrections) -> bytes:
    """The whole list on the profile's paper; the same values give the same bytes."""
    words = brief.words
    title = words("errata_list_title")
    page = brief.page(f"{brief.game.title}: {title}") | {"foot": brief.foot() | {"left": _foot(brief, listed)}}
    return typeset("errata.typ", page | errata_list(brief, listed), longest=LONGEST)


def _foot(brief: Brief, listed: Corrections) -> str:
    """Game and edition, and the version of the list: which errata are laid over the game is no matter here."""
    words, about = brief.words, brief.game.about
    edition = words("edition_line", title=brief.game.title, edition=about.edition if about else "")
    version = words("errata_version", version=listed.version) if listed.version else words("errata_list_title")
    return f"{edition}  ·  {version}"


def errata_list(brief: Brief, listed: Corrections) -> dict[str, Any]:
    """What the template reads."""
    words, about = brief.words, brief.game.about
    lead = [words("edition_line", title=brief.game.title, edition=about.edition if about else "")]
    lead += [words("errata_version", version=listed.version)] if listed.version else []
    lead += [words("errata_since", version=listed.since)] if listed.since else []
    parts = [
        {"title": words(f"errata_of_{key}"), "rows": [_row(words, row) for row in listed.of(key)]}
        for key, _title in COMPONENTS
        if listed.of(key)
    ]
    return {
        "game": brief.game.title,
        "title": words("errata_list_title"),
        "lead": lead,
        "signs": words("errata_signs"),
        "heads": [words(key) for key in _HEADS],
        "parts": parts,
        "log": [
            {
                "version": edition.version,
                "note": " · ".join(p for p in (edition.date, edition.note) if p),
                "lines": lines,
            }
            for edition, lines in listed.log
        ],
        "printings": list(_printings(words, listed)),
        "words": {key: words(key) for key in ("errata_nothing", "errata_log", "errata_printings")},
        "accent": brief.palette["ink"],
        "wrong": brief.palette["warning"],
    }


def _row(words: Words, row: Correction) -> dict[str, Any]:
    erratum = row.erratum
    status = [words(f"errata_{erratum.status}")]
    status += [words("errata_incorporated")] if row.incorporated else []
    return {
        "id": erratum.id,
        "status": status,
        "place": row.place,
        "was": [list(piece) for piece in row.was],
        "now": [list(piece) for piece in row.now],
        "why": erratum.why,
        "source": f"{erratum.source} ({erratum.date or words('errata_undated')})",
        "new": row.new,
        "kept": not row.applies,
    }


def _printings(words: Words, listed: Corrections) -> Iterator[dict[str, str]]:
    applied = [row.erratum for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [e.id for e in applied if printing.id in e.incorporated_in]
        others = [e.id for e in applied if e.applies_to and printing.id not in e.applies_to]
        but = ", ".join([*has, *others])
        take = words("errata_take_but", ids=but) if but else words("errata_take_all")
        said = [words("errata_has", ids=", ".join(has))] if has else []
        name = printing.name + (f" ({printing.year})" if printing.year else "")
        yield {"name": name, "recognise": printing.recognise, "has": " · ".join([*said, take])}

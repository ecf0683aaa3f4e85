"""START-HERE as a document to print, one for each paper."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.render import components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.press.manifest import MadeDocument, Manifest, Variant
    from scenario_forge.project.game import Game

START = "start-here"
FILE = "00-START-HERE"


def entries_of(manifest: Manifest, variant: Variant, game: Game) -> list[MadeDocument]:
    """The documents that one START-HERE speaks of, in the order of the box."""
    order = {name: number for number, name in enumerate(components(game))}
    found = [e for e in manifest.entries.values() if variant in e.variants and e.component in order]
    return sorted(found, key=lambda entry: order[entry.component])


def file_name(manifest: Manifest, variant: Variant) -> str:
    """`00-START-HERE` for the variant that was there first, while it is; with what differs for others."""
    first = manifest.first
    if first is None or not any(first in e.variants for e in manifest.entries.values() if e.component != START):
        manifest.first = first = variant
    differs = [
        variant.paper if variant.paper != first.paper else "",
        variant.profile if variant.profile != first.profile else "",
        f"errata-{variant.errata}" if variant.errata != first.errata else "",
    ]
    return "_".join([FILE, *(safe_word for word in differs if (safe_word := _safe(word)))])


def _safe(word: str) -> str:
    from scenario_forge.printing.brief import safe  # noqa: PLC0415

    return safe(word) if word else ""


def shown(entry: MadeDocument) -> list[Any]:
    """All that START-HERE tells of a document."""
    return [entry.file, entry.component, entry.title, entry.pages, entry.print_as, entry.facts]


def job(brief: Brief, file: str, entries: Sequence[MadeDocument]) -> Job:
    """The one document."""
    return Job(START, file, brief.words("start_title"), partial(_make, brief, entries))


def _make(brief: Brief, entries: Sequence[MadeDocument]) -> Made:
    from scenario_forge.printing.start.contents import contents  # noqa: PLC0415
    from scenario_forge.printing.typeset import typeset  # noqa: PLC0415

    data = contents(brief, entries)
    sides = len(entries)
    pdf = typeset("start-here.typ", brief.page(f"{brief.game.title}: {data['title']}") | data)
    return Made(pdf, facts={"documents": sides}, print_as="long")

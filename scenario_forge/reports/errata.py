"""The living list of errata: one page, by component, with what is new, a log of changes, and the printings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compare.corrections import COMPONENTS
from scenario_forge.reports.html import page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compare.corrections import Correction, Corrections
    from scenario_forge.project.game import Game

_BY = {"publisher": "The publisher: ", "designer": "The designer: ", "editor": "The editor of the source: ", "us": ""}
_STATUS = {
    "official": "official",
    "editorial": "editorial",
    "proposed": "proposed",
    "rejected": "rejected, never applied",
    "withdrawn": "withdrawn, never applied",
}


def errata_page(game: Game, listed: Corrections) -> str:
    """The page; the same values give the same bytes."""
    components = {key: [_row(row) for row in listed.of(key)] for key, _title in COMPONENTS if listed.of(key)}
    printings = list(_printings(listed))
    titles = {key: title for key, title in COMPONENTS if key in components}
    titles |= {"log": "Change log"} if listed.log else {}
    titles |= {"printings": "Which printing do I have?"} if printings else {}
    values = {
        **_head(game, listed),
        "titles": titles,
        "counts": {key: len(rows) for key, rows in components.items()},
        "components": components,
        "log": listed.log,
        "printings": printings,
    }
    return page("errata", f"{game.title}: errata", values)


def _head(game: Game, listed: Corrections) -> dict[str, Any]:
    about = game.about
    shown = [row for row in listed.rows if not row.stated]
    parts = [
        f"edition {about.edition}" if about else "",
        f"errata version {listed.version}" if listed.version else "",
    ]
    figures = [(sum(row.applies for row in shown), "corrections")]
    figures += [(sum(row.erratum.status == status for row in shown), status) for status in _STATUS]
    figures += [(sum(row.new for row in shown), f"new since {listed.since}")] if listed.since else []
    return {
        "game": game.title,
        "about": " · ".join(part for part in parts if part),
        "since": listed.since,
        "figures": [figure for figure in figures if figure[0]],
    }


def _row(row: Correction) -> dict[str, Any]:
    erratum = row.erratum
    return {
        "id": erratum.id,
        "kinds": [name for name, holds in (("new", row.new), ("kept", not row.applies)) if holds],
        "status": _STATUS[erratum.status] + (", in this printing already" if row.incorporated else ""),
        "since": erratum.since,
        "place": row.place,
        "was": row.was,
        "now": row.now,
        "why": erratum.why,
        "by": _BY[erratum.by],
        "source": erratum.source,
        "dated": f"({erratum.date or 'not dated'})",
        "revised": [(each.version, each.what) for each in erratum.revised],
    }


def _printings(listed: Corrections) -> Iterator[dict[str, Any]]:
    """How each printing is known, and what it has already."""
    applied = [row.erratum for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [erratum.id for erratum in applied if printing.id in erratum.incorporated_in]
        others = [erratum.id for erratum in applied if erratum.applies_to and printing.id not in erratum.applies_to]
        but = [*has, *others]
        yield {
            "name": printing.name,
            "year": f" ({printing.year})" if printing.year else "",
            "ours": printing.id == listed.printing,
            "recognise": printing.recognise,
            "has": ", ".join(has) or "none",
            "take": f"all but {', '.join(but)}" if but else "all",
        }

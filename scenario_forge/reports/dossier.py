"""The dossier of a date: the evidence beside the decision, on one page that works offline."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.drafts.dossier_candidates import hexes_now
from scenario_forge.drafts.dossier_rows import formation
from scenario_forge.game.calendar import DateError, read_date
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import reserve
from scenario_forge.game.schedule import days_of
from scenario_forge.reports.html import bundle, embedded_fonts, page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.documents.time_track import Event
    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.dossier_rows import CellCandidate, PrintedEntry, Subject
    from scenario_forge.drafts.theatre import Lost
    from scenario_forge.game.dossiers import Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.reports.drawing import DossierDrawing, Start


GENERATOR = "forge dossier"
"""By this name a page of ours is known again, so that it may be made anew."""

ASKED = 8
"""Questions that the page shows before the rest is unfolded."""

_WORDS = {"absent": "not present", "eliminated": "eliminated", "": "not said"}
_STATES = {"open": "to decide", "carried": "as drafted", "fixed": "not on the map"}
_LETTERS = "ABCDEFGH"
_SHOWS = {"before": "was", "now": "now", "after": "will"}
"""By the role of a start the name of its layer on the map."""
_LOOKS = {"before": ("was", "1 2.6"), "now": ("is", ""), "after": ("will", "3.4 2.8")}
"""Of a start's front: the class of its key, the dashes of its line."""


@dataclass(frozen=True)
class DossierContent:
    """Content of the page."""

    game: Game
    linked: HexMap
    dates: Dates
    file: str
    """The file of the game in which its decisions are."""
    subjects: Sequence[Subject]
    starts: Sequence[Start]
    drawn: DossierDrawing
    told: Sequence[ChronologyLine]
    about: str
    commands: tuple[str, str]
    """How to decide in the editor, and how to write the decisions into a scenario."""
    problems: Mapping[Key, str]
    """Why what is decided cannot be, by row."""
    against: Sequence[str] = ()
    """What the chronology has against it."""
    questions: Sequence[str] = ()
    """What to look up next, the question first whose answer settles most."""


def dossier_page(shown: DossierContent) -> str:
    """Return the page; the same values give the same bytes.

    Raises:
        NotBuilt: the page's script was not bundled.
    """
    script, look = bundle("dossier")
    game, drawn = shown.game, shown.drawn
    sides = list(game.side_names)
    values = {
        "fonts": embedded_fonts(),
        "look": look,
        "about": shown.about,
        "view": " ".join(f"{length:g}" for length in drawn.box),
        "drawn": {name: Markup(getattr(drawn, name)) for name in ("map", "symbols", "styles")},  # noqa: S704 - ours
        "colours": drawn.sides,
        "supplied": game.system is None or game.system.supply(game) is not None,
        "supply": {role: list(_reaches(drawn, role)) for role in drawn.supply},
        "fronts": [
            {"role": role, "path": drawn.fronts[role], "dashes": _LOOKS[role][1]}
            for role in ("now", "before", "after")
            if drawn.fronts.get(role)
        ],
        "starts": [_layer(start, drawn, game.side_names) for start in shown.starts],
        "missing": [name for role, name in _SHOWS.items() if role not in {start.role for start in shown.starts}],
        "sides": [(side, game.side_names.get(side, side)) for side in sides],
        "formations": _formations(shown.subjects),
        "rows": [_row(shown, subject, number) for number, subject in enumerate(shown.subjects)],
        **_chronology(shown),
        "questions": [each[:1].upper() + each[1:] for each in shown.questions],
        "asked": ASKED,
        "file": shown.file,
        "commands": shown.commands,
        "counts": _counts(shown),
        "data": page_data(shown),
    }
    title = f"{game.title}: {shown.dates.track.label(shown.dates.first_turn)}"
    return page("dossier", title, values, script=script, generator=GENERATOR)


# -- the map and its layers --------------------------------------------------------------------------


def _reaches(drawn: DossierDrawing, role: str) -> Iterator[dict[str, Any]]:
    for number, reach in enumerate(drawn.supply[role]):
        yield {
            "number": number,
            "colour": drawn.sides[number],
            "outlines": [path for _radius, path in reach.outlines],
            "sources": [(f"{x:.1f}", f"{y:.1f}") for x, y in (drawn.at[hex_] for hex_ in reach.sources)],
            "radius": f"{drawn.size * 0.42:.1f}",
        }


def _layer(start: Start, drawn: DossierDrawing, names: Mapping[str, str]) -> dict[str, Any]:
    """What the map can show of a start, which hatch is whose and how far it reaches, and why a side has none."""
    reaches = drawn.supply[start.role]
    return {
        "role": start.role,
        "shows": _SHOWS[start.role],
        "look": _LOOKS[start.role][0],
        "label": start.label,
        "front": bool(drawn.fronts[start.role]),
        "unshaded": [(names.get(reach.side, reach.side), reach.note) for reach in reaches if reach.note],
        "reaches": [
            {
                "number": number,
                "name": names.get(reach.side, reach.side),
                "radii": " or ".join(str(radius) for radius, _path in reach.outlines),
            }
            for number, reach in enumerate(reaches)
            if reach.outlines
        ],
        "several_radii": any(len(reach.outlines) > 1 for reach in reaches),
    }


# -- the rows ----------------------------------------------------------------------------------------


def _formations(subjects: Sequence[Subject]) -> list[str]:
    """The formations of more than one unit."""
    names = [formation(each.unit) for each in subjects if each.unit]
    return sorted({name for name in names if name and names.count(name) > 1})


def _row(shown: DossierContent, subject: Subject, number: int) -> dict[str, Any]:
    """Return what speaks for a unit or marker, and what is decided for it."""
    sides, row = list(shown.game.side_names), subject.decided.row if subject.decided else None
    problem = shown.problems.get(subject.key, "")
    return {
        "number": number,
        "id": _row_id(subject),
        "side": f"of{sides.index(subject.side)}" if subject.side in sides else "control",
        "status": subject.status,
        "state": "cannot be" if problem else "decided" if _decided(shown, subject) else _STATES[subject.status],
        "decided": _decided(shown, subject),
        "at": _cell(shown, subject, row.at) if row else "",
        "problem": problem,
        "notes": [each for each in (row.source, row.note) if each] if row else [],
        "who": subject.key[1],
        "cited": subject.cited,
        "name": "" if subject.unit is None else subject.name,
        "face": shown.drawn.faces.get(subject.key, ""),
        "comings": _comings(subject),
        "printed": list(_printed(shown, subject)),
        "candidates": [
            _candidate(shown, subject, candidate, _LETTERS[n : n + 1]) for n, candidate in enumerate(subject.candidates)
        ],
        "sightings": subject.sightings,
    }


def _row_id(subject: Subject) -> str:
    """A name for the row's element."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in f"{subject.key[0]}-{subject.key[1]}")


def _decided(shown: DossierContent, subject: Subject) -> bool:
    return bool(subject.decided and subject.decided.settled and subject.key not in shown.problems)


def _counts(shown: DossierContent) -> dict[str, int]:
    """Count the rows to decide, on the map, and in all; then how many of the first are decided, and of the rest."""
    open_ = [each for each in shown.subjects if each.status == "open"]
    done = sum(_decided(shown, each) for each in open_)
    return {
        "open": len(open_),
        "map": sum(each.status != "fixed" for each in shown.subjects),
        "all": len(shown.subjects),
        "done": done,
        "more": sum(_decided(shown, each) for each in shown.subjects) - done,
    }


def _cell(shown: DossierContent, subject: Subject, cell: str) -> str:
    """Return a cell as a person reads it: of a place the name of the side."""
    return shown.game.side_names.get(cell, cell) if subject.control else cell


def _comings(subject: Subject) -> str:
    """``arrives 4/41 · leaves 7/41``."""
    return " · ".join(f"{each.kind} {each.date}" for each in subject.comings)


def _printed(shown: DossierContent, subject: Subject) -> Iterator[dict[str, Any]]:
    """Where it is at the printed starts around the date."""
    labels = {start.role: start.label for start in shown.starts}
    for role, printed in (("before", subject.before), ("after", subject.after)):
        if printed is not None and role in labels:
            placed = printed.kind == "at"
            yield {
                "role": role,
                "label": labels[role],
                "placed": placed,
                "said": _said(shown, printed),
                "named": _place_name(shown.linked, printed.hexes) if placed else "",
            }


def _said(shown: DossierContent, printed: PrintedEntry) -> str:
    if printed.kind == "reserve":
        return reserve(shown.game)
    return printed.cell if printed.kind == "at" else _WORDS.get(printed.kind, printed.cell)


def _place_name(linked: HexMap, hexes: Sequence[int]) -> str:
    """The place in the only hex of a cell; empty where there is none, or more hexes than one."""
    if len(hexes) != 1:
        return ""
    return next((place.name for place, hex_, _where in linked.places.values() if hex_ in hexes), "")


def _candidate(shown: DossierContent, subject: Subject, candidate: CellCandidate, letter: str) -> dict[str, Any]:
    return {
        "letter": letter,
        "said": _cell(shown, subject, candidate.cell),
        "named": "" if subject.control else _place_name(shown.linked, candidate.hexes),
        "why": candidate.why,
        "doubt": candidate.doubt,
    }


# -- what the scripts know ---------------------------------------------------------------------------


def page_data(shown: DossierContent) -> dict[str, Any]:
    """Return the data of the page: the map's names, and where each row was, is and will be."""
    linked, drawn = shown.linked, shown.drawn
    places = {hex_: place for place, hex_, _where in linked.places.values() if hex_ is not None}
    named = sorted(places, key=lambda h: (places[h].value is None, places[h].capacity is None))
    labels = {start.role: one_line(start.label) for start in shown.starts}
    left, top, width, height = drawn.box
    return {
        "sides": [{"id": side, "name": one_line(name)} for side, name in shown.game.side_names.items()],
        "labels": {"was": labels.get("before", ""), "now": labels.get("now", ""), "will": labels.get("after", "")},
        "ids": list(linked.grid.ids),
        "flat": linked.grid.orientation == "flat",
        "width": width,
        "height": height,
        "at": [round(value, 1) for x, y in drawn.at for value in (x - left, y - top)],
        "size": drawn.size,
        "places": {str(hex_): one_line(place.name) for hex_, place in places.items()},
        "named": named,
        "scored": sum(places[hex_].value is not None for hex_ in named),
        "rows": [_row_data(shown, subject) for subject in shown.subjects],
    }


def _row_data(shown: DossierContent, subject: Subject) -> dict[str, Any]:
    sides, unit = list(shown.game.side_names), subject.unit
    row = subject.decided.row if subject.decided else None
    decided, name = _decided(shown, subject), one_line(subject.name)
    holder = row.at if row and decided else subject.drafted
    cells = [candidate.cell for candidate in subject.candidates]
    return {
        "id": _row_id(subject),
        "side": sides.index(subject.side) if subject.side in sides else -1,
        "cited": one_line(subject.cited),
        "name": name,
        "marker": unit is None and not subject.control,
        "control": subject.candidates[0].hexes[0] if subject.control else None,
        "holder": sides.index(holder) if subject.control and holder in sides else -1,
        "formation": one_line(formation(unit)) if unit else "",
        "text": " ".join((one_line(subject.cited), name, _comings(subject), *cells, row.at if row else "")).lower(),
        "status": subject.status,
        "decided": decided,
        "face": shown.drawn.faces.get(subject.key, ""),
        "was": list(dict.fromkeys(subject.before.hexes)),
        "will": list(dict.fromkeys(subject.after.hexes)) if subject.after else [],
        "now": list(dict.fromkeys(hexes_now(subject))),
        "at": row.at if row and decided else "",
        "candidates": [[c.cell, list(dict.fromkeys(c.hexes))] for c in subject.candidates],
        "why": ["; ".join(one_line(why) for why in c.why) for c in subject.candidates],
    }


# -- what the chronology of a game tells around a date ---------------------------------------------


When = Literal["before", "then", "after"]


@dataclass(frozen=True, slots=True)
class ChronologyLine:
    """Chronology entry: its date as printed, when it was seen from the dossier's date, and its text by column."""

    date: str
    when: When
    near: bool
    """Between the printed starts around the date."""
    cells: tuple[tuple[str, str], ...]
    against: bool = False
    """Whether it contradicts what is drafted."""


def chronology(game: Game, dates: Dates, lost: Sequence[Lost] = ()) -> list[ChronologyLine]:
    """Return every entry whose date can be read, in printed order; none where the game has no chronology.

    ``lost``: places that the draft leaves with a side that has lost them.
    """
    found = game.one("chronology", ChronologyDocument)
    now = days_of(dates.track, dates.first_turn)
    if found is None or now is None:
        return []
    begins = days_of(dates.track, dates.before.turn or 0)
    ends = days_of(dates.track, dates.after.turn) if dates.after and dates.after.turn is not None else None
    labels = {column.id: column.label for column in found[0].columns}
    told = []
    for event in found[0].events:
        try:
            at = read_date(event.date)
        except DateError:
            continue
        when: When = "before" if at.last < now[0] else "after" if at.first > now[1] else "then"
        near = (begins is None or at.last >= begins[0]) and (ends is None or at.first <= ends[1])
        printed = ((labels.get(id_, id_), text) for id_, text in event.cells.items() if text)
        cells = (*printed, *_facts(game, event))
        against = any(each.date == event.date and each.said in text for each in lost for _label, text in cells)
        told.append(ChronologyLine(event.date, when, near, cells, against))
    return told


def _facts(game: Game, event: Event) -> Iterator[tuple[str, str]]:
    """Yield what an entry says of places and units besides its cells, headed as cells are."""
    places = grid.places_by_id if (grid := hex_map(game)) else {}
    held = [
        f"{places[key][0].name if key in places else key} {game.side_name(side)}" for key, side in event.control.items()
    ]
    if held:
        yield "Control", "; ".join(held)
    fates = []
    for each in event.fates:
        who = each.formation or ", ".join(str(number) for number in each.units)
        at = f" at {each.at}" if each.at else ""
        fates.append(f"{game.side_name(each.side)} {who} {each.fate.replace('_', ' ')}{at}")
    if fates:
        yield "Units", "; ".join(fates)


def _chronology(shown: DossierContent) -> dict[str, Any]:
    """What happened around the date, headed by what contradicts the draft, and what happened at other times."""
    labels = {start.role: start.label for start in shown.starts}
    heads = {
        "before": f"since {labels['before']}" if "before" in labels else "before",
        "then": "in this game turn",
        "after": f"until {labels['after']}" if "after" in labels else "afterwards",
    }
    near = groupby((each for each in shown.told if each.near), key=lambda each: each.when)
    return {
        "near": [(heads[when], list(events)) for when, events in near],
        "far": [each for each in shown.told if not each.near],
        "against": [said[0].upper() + said[1:] for said in shown.against],
    }

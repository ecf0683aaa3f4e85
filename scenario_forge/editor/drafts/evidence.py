"""Open places of a scenario, and the evidence for each candidate: the dossier of its date as plain JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.drafts.dossier_answers import OPEN
from scenario_forge.documents.scenario import DossierDocument, DossierRow
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.counting import cells_of, open_cells_of
from scenario_forge.drafts.dates import dossier_dates
from scenario_forge.drafts.dossier_candidates import (
    add_sighted,
    find_clashes,
    place_as_scenario,
    scenario_doubts,
    settle_as_printed,
)
from scenario_forge.drafts.dossier_rows import CellCandidate, control_subjects, read_control, subjects
from scenario_forge.drafts.methods import draft_sides
from scenario_forge.drafts.questions import questions_in_words
from scenario_forge.drafts.victory import LEVELS_ASKED
from scenario_forge.editor.answers import DocRange
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.dossiers import CONTROL, read_rows
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import ending, reserve, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.counters.pieces import counter_id
from scenario_forge.reports.dossier import ASKED, chronology
from scenario_forge.source.nodes import content_end, descend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.dossier_rows import PrintedEntry, Subject
    from scenario_forge.game.dossiers import Dossier, Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import DateMark

_DECIDED = re.compile(r"#(?:.*; |\s*)decided(?:: .*)?\Z")
"""The comment of a row that was decided."""
NOTE = re.compile(r"^[ \t]*# Decide: (.*)$", re.MULTILINE)
"""A question that a draft asks in a comment of its own."""
_STATES = {"absent": "not in play", "eliminated": "eliminated"}


def dates_of_scenario(game: Game, scenario: Scenario) -> Dates:
    """Return the scenario's start, and the printed starts around it.

    Raises:
        NotMade: it does not begin on a date of the track.
    """
    return dossier_dates(game, scenario.document.start, scenario.first or None)


def key_of(text: str) -> Key:
    """Return the key that ``SIDE/NUMBER``, ``SIDE/MARKER`` or ``/HEX`` stands for."""
    side, _, who = text.partition("/")
    return side, int(who) if side != CONTROL and who.isascii() and who.isdecimal() else who


@dataclass(frozen=True)
class Evidence:
    """Evidence for each place on a date, whatever a scenario says of it: the slow part."""

    dates: Dates
    subjects: Sequence[Subject]


def gather(game: Game, dates: Dates) -> Evidence:
    """Gather the evidence of a date.

    Raises:
        NotMade: an order of battle has no column for a start that is needed.
    """
    made = draft_sides(game, dates)
    found = subjects(game, dates, made.drafts, made.ground)
    if dates.printed:
        settle_as_printed(found)
    add_sighted(game, dates, found)
    return Evidence(dates, found)


def place_subjects(game: Game, scenario: Scenario, evidence: Evidence) -> list[Subject]:
    """Return everybody where a scenario has them, with its own candidate first where it leaves them open."""
    grid = hex_map(game)
    found = [
        replace(each, candidates=[replace(one, why=[*one.why]) for one in each.candidates])
        for each in evidence.subjects
    ]
    if grid is not None:
        place_as_scenario(game, grid, scenario.id, found)
    found += control_subjects(game, evidence.dates, read_control(game, scenario.id), {})
    for each in found:
        own = next((one for one in each.candidates if one.cell == each.drafted), None)
        if each.status == "open" and each.drafted:
            first = own or CellCandidate(each.drafted, each.drafted_hexes)
            said = [why for why in first.why if why != f"as {scenario.id} has it"]
            first.why = [] if "as drafted" in said else ["as drafted"]
            first.why += said
            each.candidates = [first, *(one for one in each.candidates if one is not own)]
    return found


def as_dossier(game: Game, dates: Dates, scenario: Scenario, rows: Sequence[tuple[Key, str, str]]) -> Dossier:
    """Return decisions as those of a dossier: key, cell and source of each."""
    made, grid = [], hex_map(game)
    for (side, who), cell, source in rows:
        if side == CONTROL:
            spot = grid.find(str(who)) if grid else None
            named = _named(grid, [spot.hex]) if grid and spot and spot.hex is not None else ""
            made.append(DossierRow(control=named or str(who), at=cell, source=source))
        elif isinstance(who, int):
            made.append(DossierRow(side=side, no=who, at=cell, source=source))
        else:
            made.append(DossierRow(side=side, marker=who, at=cell, source=source))
    text = dates.track.calendar.text(dates.first_turn)
    name = game.about.game if game.about else ""
    document = DossierDocument(basis="proposed", game=name, date=text, first=dates.first, rows=made)
    return read_rows(game, document, scenario.where)


# -- as JSON ---------------------------------------------------------------------------------------


Candidate = TypedDict("Candidate", {
    "cell": str, "said": str, "named": str, "hexes": list[str], "why": list[str], "doubt": str, "source": str,
})  # fmt: skip
"""A place that somebody may be given, and what speaks for it. `doubt`: what keeps it from being, by the rules;
`source`: of the sighting that it rests on."""
PrintedPlace = TypedDict("PrintedPlace", {"said": str, "named": str, "hexes": list[str]})
"""Where somebody stands at a printed start."""
StartPlace = TypedDict("StartPlace", {
    "said": str, "named": str, "hexes": list[str], "label": str, "when": Literal["before", "after"],
})  # fmt: skip
"""The same, and at which."""
ComingData = TypedDict("ComingData", {"kind": str, "date": str, "past": bool})
"""When somebody arrives or leaves."""
Whose = TypedDict("Whose", {
    "id": str, "kind": Literal["unit", "marker", "control"], "cited": str, "name": str, "side": str, "counter": str,
    "suffix": str, "printed": list[StartPlace], "comings": list[ComingData], "candidates": list[Candidate],
})  # fmt: skip
"""Whose place it is: `id` is `SIDE/NUMBER`, `SIDE/MARKER`, or `/HEX` for who controls it. `suffix`: what stands behind
the hex in its cell while it is below full strength."""


class OpenPlace(Whose, DocRange):
    """A place that is left to decide."""

    reason: str
    """The comment of its row."""
    sightings: list[str]
    """What sources say of it at the date, and last before and next after it."""


ChronologyDate = TypedDict("ChronologyDate", {
    "date": str, "when": Literal["before", "then", "after"], "said": list[str], "against": bool,
})  # fmt: skip
"""What the chronology says of a date."""
PlacesData = TypedDict("PlacesData", {
    "date": str, "places": list[OpenPlace], "against": list[str], "chronology": list[ChronologyDate],
    "next": list[str],
})  # fmt: skip
"""The places left to decide, what the chronology says around the date, and what to look up next."""
SettledPlace = TypedDict("SettledPlace", {
    "from": int, "to": int, "doc": str, "id": str, "cited": str, "cell": str, "reason": str,
})  # fmt: skip
"""A place that was decided."""
Question = TypedDict("Question", {"from": int, "to": int, "doc": str, "text": str, "form": bool, "settle": bool})
"""A question of a draft: whether it is answered in the form or the text, and whether a click settles it."""
Counted = TypedDict("Counted", {
    "open": int, "decided": int, "settled": list[SettledPlace], "notes": list[Question],
})  # fmt: skip
"""How much is left to decide."""


def places_data(game: Game, scenario: Scenario, evidence: Evidence) -> PlacesData:
    """Return the places left to decide, and what the chronology says around the date."""
    grid, dates, text = hex_map(game), evidence.dates, scenario.where.file.source.text
    found = place_subjects(game, scenario, evidence)
    by_key = {each.key: each for each in found}
    told = PageText(text)
    places: list[OpenPlace] = []
    for key, start, end, cell, comment in _cells(game, scenario):
        if OPEN.match(cell) and key in by_key and grid is not None:
            each = by_key[key]
            _doubt(game, dates, scenario, each, found)
            at: DocRange = {"doc": scenario.where.file.name, "from": told.to_page(start), "to": told.to_page(end)}
            reason = _plainly(game, dates, each, comment.lstrip("# "))
            places.append({**_place(game, grid, dates, each), **at, "reason": reason, "sightings": each.sightings})
    held = read_control(game, scenario.id)
    doubts = scenario_doubts(game, dates, found, held) if grid else None
    events = chronology(game, dates, [each.lost for each in doubts.against] if doubts else [])
    return {
        "date": dates.track.opening_words(dates.track.label(dates.first_turn), dates.first),
        "places": places,
        "against": [each.words for each in doubts.against] if doubts else [],
        "chronology": [
            {"date": each.date, "when": each.when, "said": [said for _, said in each.cells], "against": each.against}
            for each in events
            if each.near
        ],
        "next": [each[:1].upper() + each[1:] for each in questions_in_words(game, dates, found, held)[:ASKED]],
    }


def count_open(game: Game, scenario: Scenario) -> Counted:
    """Count the places that are open or decided, and the draft's questions in comments."""
    file = scenario.where.file
    cells, told = list(_cells(game, scenario)), PageText(file.source.text)
    decided: list[SettledPlace] = []
    for (side, who), start, end, cell, comment in cells:
        if _DECIDED.search(comment) and not OPEN.match(cell):
            at: DocRange = {"doc": file.name, "from": told.to_page(start), "to": told.to_page(end)}
            cited = _cited(game, side, who)
            reason = comment.lstrip("# ")
            decided.append({"id": f"{side}/{who}", "cited": cited, "cell": cell, "reason": reason, **at})
    return {
        "open": open_cells_of(game, scenario).all,
        "decided": len(decided),
        "settled": decided,
        "notes": [*_questions(game, scenario)],
    }


def _questions(game: Game, scenario: Scenario) -> Iterator[Question]:
    """Yield the questions of a draft other than its cells, and where each is answered.

    ``settle``: whether a click settles it; else it is settled once its answer is written.
    """
    source = scenario.where.file.source
    if OPEN.match(scenario.document.begins_as or ""):
        track = schedule(game)
        mark = track.starts.get(scenario.begins_as) if track else None
        label = mark.date.label if mark else scenario.begins_as
        said = f"begin with what the game keeps for {label}? The values are listed above `begins_as`."
        yield {"text": said, **_at(scenario.where, "begins_as"), "form": False, "settle": True}
    victory, told = game.one("victory", VictoryDocument), PageText(source.text)
    for each in NOTE.finditer(source.text):
        if victory is None or not each[1].startswith(LEVELS_ASKED):
            at: DocRange = {"doc": source.name, "from": told.to_page(each.start()), "to": told.to_page(each.end())}
            yield {"text": each[1], **at, "form": False, "settle": True}
        elif ending(game).of_scenario(scenario.id) is None:
            yield {"text": each[1], **_at(victory[1], "levels"), "form": True, "settle": False}


def _at(where: Where, key: str) -> DocRange:
    """Return where a key of a document is, else its beginning."""
    source = where.file.source
    node, depth = descend(source.root, (key,)) if source.root else (None, 0)
    told = PageText(source.text)
    start, end = (node.start.index, content_end(node, source.text)) if node and depth else (0, 0)
    return {"doc": source.name, "from": told.to_page(start), "to": told.to_page(end)}


def _cells(game: Game, scenario: Scenario) -> Iterator[tuple[Key, int, int, str, str]]:
    """Yield each cell: its key, where it stands in the text, what it says, and the comment behind it."""
    source = scenario.where.file.source
    root, text = source.root, source.text
    for key, (path, cell) in cells_of(game, scenario) if root else ():
        node, depth = descend(root, path)  # type: ignore[arg-type] # there is one
        if depth == len(path):
            start, end = node.start.index, content_end(node, text)
            line = text[end:].split("\n", 1)[0].rstrip()
            yield key, start, end, cell, line[line.index("#") :] if "#" in line else ""


def _cited(game: Game, side: str, who: int | str) -> str:
    """Return in words whose row it is."""
    if side == CONTROL:
        grid = hex_map(game)
        spot = grid.find(str(who)) if grid else None
        named = _named(grid, [spot.hex]) if grid and spot and spot.hex is not None else ""
        return f"Control of {named or who}"
    unit = forces(game).find(side, who) if isinstance(who, int) else None
    marker = forces(game).markers.get(str(who))
    name = f"{game.side_name(side)} {marker[0].name if marker else who}"
    return unit.cited if unit else name


def _doubt(game: Game, dates: Dates, scenario: Scenario, subject: Subject, found: Sequence[Subject]) -> None:
    """Note for each candidate what makes it impossible by the rules."""
    for each in subject.candidates:
        read = as_dossier(game, dates, scenario, [(subject.key, each.cell, "")])
        if read.faults:
            each.doubt = read.faults[0].problem
            continue
        subject.decided = read.rows.get(subject.key)
        each.doubt = find_clashes(game, found).get(subject.key, "")
    subject.decided = None


def _place(game: Game, grid: HexMap, dates: Dates, subject: Subject) -> Whose:
    side, who = subject.key
    kind: Literal["unit", "marker", "control"] = "control" if subject.control else "unit" if subject.unit else "marker"
    counter = subject.unit.counter if subject.unit else None
    starts: list[tuple[DateMark | None, PrintedEntry | None, Literal["before", "after"]]] = [
        (dates.before, subject.before, "before"),
        (dates.after, subject.after, "after"),
    ]
    return {
        "id": f"{side}/{who}",
        "kind": kind,
        "cited": subject.cited,
        "name": "" if subject.control else subject.name,
        "side": side,
        "counter": counter_id(counter.counter) if counter else "",
        "suffix": subject.suffix,
        "printed": [
            {"label": mark.date.label, "when": when, **_printed(game, grid, printed)}
            for mark, printed, when in starts
            if mark is not None and printed is not None
        ],
        "comings": [{"kind": each.kind, "date": each.date, "past": each.past} for each in subject.comings],
        "candidates": [_candidate(game, grid, dates, subject, each) for each in subject.candidates],
    }


def _printed(game: Game, grid: HexMap, printed: PrintedEntry) -> PrintedPlace:
    said = reserve(game) if printed.kind == "reserve" else _STATES.get(printed.kind, printed.cell)
    return {"said": said, "named": _named(grid, printed.hexes), "hexes": _names(grid, printed.hexes)}


def _plainly(game: Game, dates: Dates, subject: Subject, why: str) -> str:
    """Return a reason with the cells of units in reserve in words."""
    parts = why.split("; ")
    for mark, printed in ((dates.before, subject.before), (dates.after, subject.after)):
        if mark is not None and printed is not None and printed.kind == "reserve":
            label, cell = mark.date.label, printed.cell
            said = f"{label}: {reserve(game)}, printed as {cell}"
            parts = [said if part == f"{label} {cell}" else part for part in parts]
    return "; ".join(parts)


def _candidate(game: Game, grid: HexMap, dates: Dates, subject: Subject, candidate: CellCandidate) -> Candidate:
    said = game.side_name(candidate.cell) if subject.control else _state(game, candidate.cell)
    return {
        "cell": candidate.cell,
        "said": said,
        "named": "" if subject.control else _named(grid, candidate.hexes),
        "hexes": _names(grid, candidate.hexes),
        "why": [_plainly(game, dates, subject, each) for each in candidate.why],
        "doubt": candidate.doubt,
        "source": candidate.source,
    }


def _state(game: Game, cell: str) -> str:
    """Return a cell in words where it puts nobody on the map."""
    notation = game.system.placement() if game.system else None
    try:
        kind = notation.parse(cell)[0].kind if notation else ""
    except (ValueError, IndexError):  # a cell of markers
        return cell
    said = reserve(game) if kind == "reserve" else _STATES.get(kind, "")
    return f"{said} ({cell})" if said else cell


def _named(grid: HexMap, hexes: Sequence[int]) -> str:
    """Return the name of the place in the only hex of a cell."""
    if len(hexes) != 1:
        return ""
    return next((place.name for place, hex_, _where in grid.places.values() if hex_ == hexes[0]), "")


def _names(grid: HexMap, hexes: Sequence[int]) -> list[str]:
    return [grid.name(hex_) for hex_ in dict.fromkeys(hexes)]


def scenario_named(game: Game, name: str) -> Scenario | None:
    """Return a scenario by its id."""
    return scenarios(game).scenarios.get(name)

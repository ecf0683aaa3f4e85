"""What the script of a dossier page knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.design.dossier_clashes import weight_of
from scenario_forge.design.dossier_rows import formation, suffix_of
from scenario_forge.diagnostics.render.lines import one_line
from scenario_forge.project.system import PlacementToken
from scenario_forge.reports.dossier_rows import comings, row_id, state_of

if TYPE_CHECKING:
    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.system import EntryKind
    from scenario_forge.reports.dossier_page import Shown

_OFF: tuple[EntryKind, ...] = ("absent", "eliminated", "reserve")


def page_data(shown: Shown) -> dict[str, Any]:
    """Plain data: the map's names, the rows, what was decided when the page was made."""
    game, linked, drawn = shown.game, shown.linked, shown.drawn
    places = {hex_: place for place, hex_, _where in linked.places.values() if hex_ is not None}
    named = sorted(places, key=lambda h: (places[h].value is None, places[h].capacity is None))
    labels = {start.role: one_line(start.label) for start in shown.starts}
    return {
        "game": game.about.game if game.about else "",
        "date": shown.date,
        "first": shown.dates.first,
        "name": one_line(shown.title),
        "page": _page(shown),
        "stack": _stack(shown),
        "file": f"dossier_{shown.stem}.yaml",
        "sides": [{"id": side, "name": one_line(name)} for side, name in game.side_names.items()],
        "labels": {"was": labels.get("before", ""), "now": labels.get("now", ""), "will": labels.get("after", "")},
        "hexes": list(linked.grid.ids),
        "ids": list(linked.grid.ids),
        "flat": linked.grid.orientation == "flat",
        "at": [round(value, 1) for point in drawn.at for value in point],
        "size": drawn.size,
        "edge": drawn.edge,
        "places": {str(hex_): one_line(place.name) for hex_, place in places.items()},
        "named": named,
        "scored": sum(places[hex_].value is not None for hex_ in named),
        "ground": "".join(map(_ground, linked.land, linked.passable)),
        "names": _names(linked),
        "words": _words(shown),
        "nothing": _nothing(shown),
        "rows": [_row(shown, subject) for subject in shown.subjects],
    }


def _page(shown: Shown) -> dict[str, str]:
    """How the page is drawn, as the file says that it saves."""
    asked = {"drafted_from": shown.origin, "scenario": shown.scenario, "errata": shown.game.errata}
    return {key: one_line(value) for key, value in asked.items() if value}


def _stack(shown: Shown) -> dict[str, Any]:
    """What may stand in one hex, and the rule that says so; 0 where there is no limit."""
    rule = shown.game.system.stacking(shown.game) if shown.game.system else None
    return {"limit": rule.limit if rule else 0, "rule": one_line(rule.rule) if rule else ""}


def _ground(land: int, passable: int) -> str:
    return "p" if passable else "x" if land else "s"


def _names(linked: HexMap) -> dict[str, int | str]:
    """Names beside hex ids: of a place its hex, of an off-map box its owner."""
    found: dict[str, int | str] = {name: box.side or "" for name, box in linked.boxes.items()}
    found |= {name: hex_ for name, (_place, hex_, _where) in linked.places.items() if hex_ is not None}
    return found


def _words(shown: Shown) -> dict[str, str]:
    """Cells that put nobody on the map, as the system's notation writes them."""
    notation = shown.game.system.placement() if shown.game.system else None
    return {notation.format([PlacementToken(kind)]): kind for kind in _OFF} if notation else {}


def _nothing(shown: Shown) -> str:
    """The cell of markers of which there are none; empty where the notation has no word for that."""
    notation = shown.game.system.marker_placement() if shown.game.system else None
    return notation.format([]) if notation else ""


def _weights(shown: Shown, subject: Subject) -> dict[str, int]:
    """What a unit weighs by what stands behind the hex in its cell; the empty text for full strength."""
    counter = subject.unit.counter.counter if subject.unit and subject.unit.counter else None
    notation = shown.game.system.placement() if shown.game.system else None
    strengths = [None, *range(1, counter.strength or 0)] if counter else []
    return {suffix_of(notation, strength): weight_of(shown.game, subject, strength) for strength in strengths}


def _row(shown: Shown, subject: Subject) -> dict[str, Any]:
    sides, unit = list(shown.game.side_names), subject.unit
    row = subject.decided.row if subject.decided else None
    counter = unit.counter.counter if unit and unit.counter else None
    crosses = bool(counter and shown.game.system and shown.game.system.crosses_impassable(shown.game, counter.type))
    name, cells = one_line(subject.name), [candidate.cell for candidate in subject.candidates]
    return {
        "key": f"{subject.key[0]}/{subject.key[1]}",
        "id": row_id(subject),
        "who": subject.key[1],
        "side": sides.index(subject.side) if subject.side in sides else -1,
        "cited": one_line(subject.cited),
        "name": name,
        "marker": unit is None and not subject.control,
        "control": subject.candidates[0].hexes[0] if subject.control else None,
        "crosses": crosses,
        "weight": weight_of(shown.game, subject, subject.strength),
        "weights": _weights(shown, subject),
        "formation": one_line(formation(unit)) if unit else "",
        "text": " ".join((one_line(subject.cited), name, comings(subject), *cells)).lower(),
        "status": subject.status,
        "state": one_line(state_of(subject)),
        "assumed": bool(subject.assumed),
        "face": shown.drawn.faces.get(subject.key, ""),
        "was": list(dict.fromkeys(subject.before.hexes)),
        "will": list(dict.fromkeys(subject.after.hexes)) if subject.after else [],
        "drafted": list(dict.fromkeys(subject.drafted_hexes)),
        "suffix": subject.suffix,
        "holder": subject.drafted if subject.control else "",
        "candidates": [[c.cell, list(dict.fromkeys(c.hexes))] for c in subject.candidates],
        "why": ["; ".join(one_line(why) for why in c.why) for c in subject.candidates],
        "base": [row.at, row.source, row.note] if row else ["", "", ""],
    }

"""Slips against sightings, each beside a row that is right, behind the rows that the game has."""

from __future__ import annotations

from slips.book import new_file

from scenario_forge.game.schedule import span_of

from .edits import another_event, one, rows

_BEYOND = 998
"""A number that no unit and no turn has."""
_SOME = 6
"""How many units a slip is planted with that any unit can have."""


def _plant(book, what, *wrong, edits=()):
    """A sighting of a unit where the game sets it up, and the wrong ones after it."""
    unit, turn = next(_present(book))
    right = _of(book, unit, turn, at=_ground(book, unit))
    sightings = [{key: value for key, value in row.items() if value is not None} for row in (right, *wrong)]
    source = {"id": "zeal", "title": "A zealous diary"}
    name = next(iter(book.files("sightings")), None)
    if name:
        added = [book.append(name, ("sightings",), row) for row in sightings]
        yield from one(what, book.append(name, ("sources",), source), *added, *edits)
    else:
        data = {"basis": "proposed", "sources": [source], "sightings": sightings}
        yield from one(what, new_file("sightings.yaml", data), *edits)


def _of(book, unit, turn, **said):
    date = {"date": book.track.calendar.text(turn)}
    return {"side": unit.side, "unit": unit.no, **date, **said, "source": "zeal"}


def _present(book):
    """Units with a counter, and the turn of a start for which they are set up."""
    for unit in book.forces.units():
        for entry in unit.entries():
            mark = book.track.starts.get(entry.start or "")
            if unit.counter and mark and mark.turn is not None and entry.kind not in ("absent", "eliminated"):
                yield unit, mark.turn


def _some(book, random):
    units = [*_present(book)]
    return random.sample(units, min(len(units), _SOME))


def _dry(book):
    return [hex_ for hex_ in range(len(book.map.terrain)) if book.map.passable[hex_] and book.map.land[hex_]]


def _ground(book, unit):
    """The hex in which a unit is set up, or any other where somebody may stand."""
    set_up = next((entry.hex for entry in unit.entries() if entry.hex is not None), None)
    return book.map.name(_dry(book)[0] if set_up is None else set_up)


def sig001(book, random):
    for unit, turn in _some(book, random):
        right = _of(book, unit, turn, at=_ground(book, unit))
        yield from _plant(book, "of a number that nobody has", right | {"unit": _BEYOND})
        yield from _plant(book, "of no formation", right | {"unit": None, "formation": "Zeal"})
        yield from _plant(book, f"of unit {unit.no} and a formation", right | {"formation": unit.name})
        yield from _plant(book, f"of unit {unit.no} of no side", right | {"side": None})


def sig002(book, random):
    for unit, turn in _some(book, random):
        right = _of(book, unit, turn, at=_ground(book, unit))
        date = right["date"]
        yield from _plant(book, "on no date", right | {"date": None})
        yield from _plant(book, f"in turn {_BEYOND}", right | {"date": str(_BEYOND)})
        yield from _plant(book, f"on {date} and in a stretch of time", right | {"from": date, "to": date})
        yield from _plant(book, f"from {date} for ever", right | {"date": None, "from": date})


def sig003(book, random):
    for unit, turn in _some(book, random):
        right, there = _of(book, unit, turn), _ground(book, unit)
        yield from _plant(book, "of nothing", right)
        yield from _plant(book, f"both in {there} and not", right | {"at": there, "not_at": there})
        yield from _plant(book, "of two strengths", right | {"strength": 1, "share": 50})
        yield from _plant(book, "of a unit that is held", right | {"held": unit.side})
        place = {"place": there, "date": right["date"], "source": "zeal"}
        yield from _plant(book, f"of {there}, which has a strength", place | {"share": 50})


def sig004(book, random):
    """Hexes of the sea, and boxes of the enemy."""
    wet = [book.map.name(hex_) for hex_ in range(len(book.map.terrain)) if not book.map.land[hex_]]
    for unit, turn in _some(book, random):
        for there in wet[:3]:
            yield from _plant(book, f"in {there}", _of(book, unit, turn, at=there))
            held = {"place": there, "date": book.track.calendar.text(turn), "held": unit.side, "source": "zeal"}
            yield from _plant(book, f"{there} held", held)
        for name, box in book.map.boxes.items():
            if box.side not in (None, unit.side):
                yield from _plant(book, f"in {name}", _of(book, unit, turn, at=name))


def sig005(book, _):
    """Units that a start has as absent or eliminated; without a chronology, those that a new one has destroyed."""
    for unit in book.forces.units():
        there = _ground(book, unit)
        for entry in unit.entries():
            mark = book.track.starts.get(entry.start or "")
            if mark and entry.kind in ("absent", "eliminated") and not _comes(book, unit, mark.turn):
                row = _of(book, unit, mark.turn, at=there)
                yield from _plant(book, f"unit {unit.no} of {unit.side}, absent in {mark.date.label}", row)
    for unit, turn in () if book.files("chronology") else _present(book):
        if turn + 1 < book.track.calendar.length and not _comes(book, unit, turn + 1):
            fates = [{"side": unit.side, "units": [unit.no], "fate": "destroyed"}]
            lost = another_event(book, {"date": book.track.calendar.text(turn), "fates": fates})
            row = _of(book, unit, turn + 1, at=_ground(book, unit))
            yield from _plant(book, f"unit {unit.no} of {unit.side}, destroyed", row, edits=[lost])


def _comes(book, unit, turn):
    """Whether a unit arrives in a turn, comes back in it, or is set up for it."""
    return _arrives(book, unit, turn) or any(other is unit and start == turn for other, start in _present(book))


def _arrives(book, unit, *turns):
    """Whether a unit arrives in one of the turns, or comes or is refitted by the chronology."""
    for _name, _number, event in rows(book, "chronology", "events"):
        for fate in event.get("fates", ()):
            ours = unit.no in fate.get("units", ()) or fate.get("formation") in unit.formations
            if ours and fate["side"] == unit.side and fate["fate"] in ("came", "refitted"):
                span = span_of(book.track, event["date"])
                if any(span.first <= turn <= span.last for turn in turns):
                    return True
    return any(entry.kind == "arrives" and entry.turn in turns for entry in unit.entries())


def sig006(book, _):
    for unit, turn in _present(book):
        full = unit.counter.counter.strength
        if full is not None:
            yield from _plant(book, f"{full + 1} of {full}", _of(book, unit, turn, strength=full + 1))


def sig007(book, _):
    """The slowest units at both ends of the map in one turn."""
    dry = sorted(_dry(book), key=book.map.grid.position)
    units = [(unit, turn) for unit, turn in _present(book) if unit.counter.counter.movement]
    slowest = min((unit.counter.counter.movement for unit, _turn in units), default=0)
    for unit, turn in units:
        if unit.counter.counter.movement == slowest:
            pair = [_of(book, unit, turn, at=book.map.name(hex_)) for hex_ in (dry[0], dry[-1])]
            yield from _plant(book, f"unit {unit.no} of {unit.side} at both ends of the map", *pair)


def sig008(book, _):
    """Units that rise from their last point to full strength by more than the track gives them in the two turns."""
    for unit, turn in _present(book):
        full, after = unit.counter.counter.strength, turn + 1
        if full is None or after >= book.track.calendar.length or _arrives(book, unit, turn, after):
            continue
        if full - 1 > sum(_replacements(book, unit, box) for box in book.track.boxes if box.turn in (turn, after)):
            pair = [_of(book, unit, turn, strength=1), _of(book, unit, after, strength=full)]
            yield from _plant(book, f"unit {unit.no} of {unit.side} from 1 to {full}", *pair)


def _replacements(book, unit, box):
    """What a box of the track gives a unit's side, in its entry or in columns of the side or the nationality."""
    entry, owners = box.entries.get(unit.side), (unit.side, unit.counter.counter.nationality)
    figures = dict(entry.token.figures if entry and entry.token else ())
    columns = {key for key, (column, _where) in book.track.columns.by_id.items() if column.of in owners}
    cells = [cell.value or 0 for key, cell in box.cells.items() if key in columns and key.startswith("replacements")]
    return figures.get("replacements", 0) + sum(cells)

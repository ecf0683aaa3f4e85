"""Slips in the time record track, the columns of orders of battle, and the chronology."""

from __future__ import annotations

import re
from itertools import pairwise

from slips import track as kinds
from slips.book import new_file

from scenario_forge.game.knowledge.usage import names_read

from .edits import all_scenarios, another_event, exchange, one, rows, without

SEARCHED = {"CHR073": 12}
AS_GOOD = {
    "TIM026": {"TIM024"},
    "TIM002": {"TIM004", "TIM003"},
    "TIM003": {"TIM004"},
    "TIM004": {"TIM002", "TIM003"},
    "TIM017": {"SCN001"},
}


def chr001(book, _):
    for name, number, _row in rows(book, "chronology", "events"):
        yield from one("no such day", book.set(name, ("events", number, "date"), "30/2/41"))


def chr002(book, _):
    for name, number, row in rows(book, "chronology", "events"):
        if number:
            yield from one(f"{row['date']} a century ago", book.set(name, ("events", number, "date"), "1/2/01"))


def _track(book):
    name = book.files("time-track")[0]
    return name, book.data(name)


def tim001(book, _):
    name, data = _track(book)
    yield from one(
        "the calendar ends before it begins",
        book.set(name, ("calendar", "first"), data["calendar"]["last"]),
        book.set(name, ("calendar", "last"), data["calendar"]["first"]),
    )
    yield from one("the calendar ends on no date", book.set(name, ("calendar", "last"), "30/2/41x"))


def tim002(book, _):
    for name, number, row in rows(book, "time-track", "boxes"):
        yield from one(f"no box {row['turn']}", book.drop_item(name, ("boxes", number)))


def tim003(book, _):
    for name, number, row in rows(book, "time-track", "boxes"):
        yield from one(f"two boxes {row['turn']}", book.double_item(name, ("boxes", number)))


def tim004(book, _):
    for (name, one_, row), (_, other, _row) in pairwise(rows(book, "time-track", "boxes")):
        edits = exchange(book, name, ("boxes", one_, "turn"), ("boxes", other, "turn"))
        yield from one(f"{row['turn']} exchanged with the next", *edits)


def tim005(book, _):
    if book.track.calendar.dated:
        for name, number, row in rows(book, "time-track", "boxes"):
            yield from one(f"{row['turn']} named otherwise", book.set(name, ("boxes", number, "label"), "Jan 1960"))


def tim006(book, _):
    name, data = _track(book)
    optional = {column["id"] for column in data.get("columns", ()) if column.get("optional")}
    for number, row in enumerate(data["boxes"]):
        for key in row.keys() - {"turn", "label"} - optional:
            yield from one(
                f"{row['turn']} without {key}",
                without(book, name, ("boxes", number, key)),
                also=(book.place(name, ("boxes", number, "turn")),),
            )


tim007 = kinds.mark_too_many
tim008 = kinds.mark_lost


def tim009(book, _):
    for key in ("starts", "stops"):
        for name, _number, row in rows(book, "time-track", key):
            yield from one(f"{row['id']} twice", book.append(name, (key,), row))


def _end(book, **date):
    return date | ({"last": list(book.track.sides)[-1]} if book.track.fixed else {})


def tim010(book, _):
    name, data = _track(book)
    for number, row in enumerate(data["boxes"]):
        turn = book.track.turn(row["turn"])
        if (
            min(mark.turn for mark in book.track.starts.values())
            <= turn
            < max(m.turn for m in book.track.stops.values())
        ):
            stop = _end(book, id="early", label="Early", turn=row["turn"])
            yield from one(f"an early stop {number} at the end", book.append(name, ("stops",), stop))


def tim011(book, _):
    name, data = _track(book)
    late = data["boxes"][-1]["turn"]
    for number, row in enumerate(data["stops"]):
        yield from one(
            f"every start after the stop {row['id']}",
            *(book.set(name, ("starts", n), d | {"turn": late, "label": "Late"}) for n, d in enumerate(data["starts"])),
            book.set(name, ("stops", number), row | {"turn": data["boxes"][0]["turn"], "label": "Early"}),
        )


def tim012(book, _):
    for name, number, row in rows(book, "orders-of-battle", "columns"):
        for key in row.keys() & {"start", "after"}:
            yield from one(f"column {row['id']} of no date", book.set(name, ("columns", number, key), "feb99"))


def tim013(book, _):
    for name, number, row in rows(book, "orders-of-battle", "columns"):
        for key in row.keys() & {"start", "after"}:
            for other in book.track.starts:
                if other != row[key] == row["id"].removesuffix("+"):
                    yield from one(f"{row['id']} of {other}", book.set(name, ("columns", number, key), other))


def tim014(book, _):
    for name, number, row in rows(book, "orders-of-battle", "columns"):
        yield from one(f"column {row['id']} twice", book.double_item(name, ("columns", number)))


def tim015(book, _):
    name, data = _track(book)
    taken = {date["turn"] for date in data["starts"]}
    for box in data["boxes"]:
        start = {"id": "other", "label": "Other", "turn": box["turn"]}
        start |= {"first": next(iter(book.track.sides))} if book.track.fixed else {}
        if box["turn"] not in taken:
            yield from one(f"a start {box['turn']} without a column", book.append(name, ("starts",), start))


def tim016(book, _):
    for name in book.files("orders-of-battle"):
        columns = book.data(name)["columns"]
        turned = (
            columns[::-1] if len(columns) > 1 else [{"id": f"{columns[0]['start']}+", "after": columns[0]["start"]}]
        )
        if len(columns) == 1:
            turned.append(columns[0] | {"id": columns[0]["start"]})
        yield from one(f"{name}: columns the other way round", book.set(name, ("columns",), turned))


def tim017(book, _):
    if book.track.fixed:
        lengths = tuple(book.place(name, ("length",)) for _, name in all_scenarios(book) if "length" in book.data(name))
        yield from one("the sides exchanged", *exchange(book, "game.yaml", ("sides", 0), ("sides", 1)), also=lengths)


def tim018(book, _):
    calendar = book.track.calendar
    if calendar.dated and not calendar.parts:
        yield from one("another length of a turn", book.set("game.yaml", ("scale", "turn"), "five weeks"))


def tim019(book, _):
    if book.track.fixed:
        for key, side in (("starts", "first"), ("stops", "last")):
            for name, number, row in rows(book, "time-track", key):
                yield from one(f"{row['id']} without a side", without(book, name, (key, number, side)))


def tim020(book, _):
    name, data = _track(book)
    for column in data.get("columns", ()):
        yield from one(f"column {column['id']} twice", book.append(name, ("columns",), {**column, "optional": True}))
    for side in book.track.sides:
        yield from one(
            f"a column {side}", book.append(name, ("columns",), {"id": side, "name": "Air", "optional": True})
        )


def tim021(book, _):
    name, data = _track(book)
    weather = {"id": "weather", "name": "Weather", "optional": True, "words": [{"id": "clear", "name": "Clear"}]}
    for number in range(len(data["boxes"])):
        yield from one(
            f"{number}: claer",
            book.append(name, ("columns",), weather),
            book.set(name, ("boxes", number, "weather"), "claer"),
        )


def tim022(book, _):
    if names_read(book.game, "track column") is not None:
        name, _data = _track(book)
        yield from one(
            "a column that nobody reads", book.append(name, ("columns",), {"id": "zz", "name": "Z", "optional": True})
        )


def tim023(book, _):
    name, _data = _track(book)
    yield from one("a column without cells", book.append(name, ("columns",), {"id": "zz", "name": "Z"}))


def tim026(book, _):
    for name, number, row in rows(book, "time-track", "boxes"):
        for key, text in row.items():
            last = re.search(r"[1-9](?=\D*$)", str(text)) if key not in ("turn", "label") else None
            if last:
                more = f"{text[: last.start()]}{9 * int(last[0])}000{text[last.end() :]}"
                yield from one(f"{row['turn']} gives {more}", book.set(name, ("boxes", number, key), more))


def chr073(book, _):
    places = sorted({place.name for place, hex_, _where in book.map.places.values() if hex_ is not None})
    for name in book.files("chronology"):
        data = book.data(name)
        if not data.get("columns"):
            continue
        row = {"date": data["events"][-1]["date"], data["columns"][0]["id"]: f"{places[0]} falls"}
        for place in places:
            fall = row | {data["columns"][0]["id"]: f"{place} falls"}
            yield from one(f"{place} falls twice", *[book.append(name, ("events",), fall)] * 2)


def chr023(book, _):
    for name in book.files("chronology"):
        date = book.data(name)["events"][-1]["date"]
        yield from one(f"nothing on {date}", book.append(name, ("events",), {"date": date}))


def chr085(book, _):
    """A fate of a number that nobody has, of a formation and units, and of nobody."""
    for unit in book.forces.units()[:6]:
        date = book.track.calendar.text(book.track.calendar.length - 1)
        for more in ({"units": [unit.no, 998]}, {"units": [unit.no], "formation": unit.formations[0]}, {}):
            fate = {"side": unit.side, **more, "fate": "left"}
            yield from one(f"{fate} on {date}", another_event(book, {"date": date, "fates": [fate]}))


def chr086(book, _):
    """A unit that is destroyed in the last turn but one, and again in the last."""
    dates = [book.track.calendar.text(book.track.calendar.length - back) for back in (2, 1)]
    for unit in book.forces.units()[:12]:
        if any(entry.kind == "arrives" for entry in unit.entries()):
            continue
        fate = {"side": unit.side, "units": [unit.no], "fate": "destroyed"}
        events = [{"date": date, "fates": [fate]} for date in dates]
        yield from one(f"{unit.cited} is destroyed twice", *_events(book, events))


def chr087(book, _):
    """A unit of a later start that is destroyed in the turn before it."""
    told = {(fate["side"], no) for *_at, row in _events_of(book) for fate in row.get("fates", ()) for no in _who(fate)}
    for unit in book.forces.units():
        for entry in unit.entries():
            mark = book.track.starts.get(entry.start or "")
            known = any((unit.side, name) in told for name in (unit.no, *unit.formations))
            if mark and mark.turn and entry.kind == "at" and not known:
                fate = {"side": unit.side, "units": [unit.no], "fate": "destroyed"}
                event = {"date": book.track.calendar.text(mark.turn - 1), "fates": [fate]}
                yield from one(f"{unit.cited} destroyed before {mark.date.label}", *_events(book, [event]))


def _events_of(book):
    return rows(book, "chronology", "events")


def _who(fate):
    return [*fate.get("units", ()), *([fate["formation"]] if "formation" in fate else [])]


def _events(book, events):
    name = next(iter(book.files("chronology")), None)
    if name:
        return [book.append(name, ("events",), event) for event in events]
    return [new_file("chronology.yaml", {"basis": "proposed", "events": events})]

"""Slips in victory.yaml."""

from __future__ import annotations

from slips import victory as kinds

from .edits import one, rows

AS_GOOD = {"VIC009": {"VIC090"}, "VIC090": {"VIC009"}}
SEARCHED = {"VIC060": 12, "VIC030": 12}
KEYS = ("objectives", "decisive", "ledger", "sudden")


def _rows(book, *keys):
    """Rows with a condition: file, path, row."""
    for key in keys or KEYS:
        for name, number, row in rows(book, "victory", key):
            if "when" in row or not keys:
                yield name, (key, number), row


def _when(book):
    for name, path, row in _rows(book):
        if "when" in row:
            yield name, (*path, "when"), row


def _sides(book):
    return list(book.track.sides)


def _other(book, side):
    return next(other for other in _sides(book) if other != side)


def _side_of(book, row):
    return row.get("side") or _sides(book)[0]


def _places(book):
    return [
        place.name
        for place, hex_, _where in {id(p): (p, h, w) for p, h, w in book.map.places.values()}.values()
        if hex_ is not None
    ]


def _spots(book):
    """Places, or hexes of a map without places."""
    return _places(book) or [
        book.map.name(hex_) for hex_ in range(0, len(book.map.terrain), 7) if book.map.passable[hex_]
    ]


def vic001(book, _):
    for name, path, row in _when(book):
        spot = _spots(book)[0]
        yield from one(f"{row['id']}: two things", book.set(name, path, {"hold": spot, "besieged": spot}))


def _units(book, side):
    return [unit for unit in book.forces.units() if unit.side == side and unit.counter]


def vic002(book, _):
    for name, path, row in _when(book):
        for side in _sides(book):
            for key in ("nationality", "type"):
                kinds_ = {unit.no: getattr(unit.counter.counter, key) or side for unit in _units(book, side)}
                for no, kind in list(kinds_.items())[:1]:
                    for other in sorted({*kinds_.values()} - {kind})[:1]:
                        when = {"surviving": {"side": side, key: other, "nos": [no]}}
                        yield from one(f"{row['id']}: {no} is not {other}", book.set(name, path, when))


def vic003(book, _):
    nations = {row["id"]: row.get("side") for _n, _i, row in rows(book, "game", "nationalities")}
    for name, path, row in _when(book):
        for nation, side in nations.items():
            if side and nation != side:
                units = {"side": _other(book, side), "nationality": nation}
                yield from one(f"{row['id']}: {units}", book.set(name, path, {"surviving": units}))


def _cumulative(book):
    return any((book.data(name) or {}).get("cumulative") for name in book.files("victory"))


def vic004(book, _):
    track = book.files("time-track")[0]
    for name, path, row in _rows(book, "objectives") if not _cumulative(book) else ():
        for box in book.data(track)["boxes"][1:-1]:
            if box["turn"] not in {stop["turn"] for stop in book.data(track)["stops"]}:
                stop = {"id": "never", "label": "Never", "turn": box["turn"]}
                stop |= {"last": _sides(book)[-1]} if book.track.fixed else {}
                yield from one(
                    f"{row['id']} at {box['turn']}",
                    book.append(track, ("stops",), stop),
                    book.set(name, (*path, "stop"), "never"),
                )
                break


def vic005(book, _):
    last = max(mark.turn for mark in book.track.stops.values())
    for name, path, row in _rows(book, "objectives"):
        stop = book.track.stops[row["stop"]].turn if row.get("stop") in book.track.stops else last
        for unit in book.forces.units():
            kinds_ = {entry.kind for entry in unit.all_entries()}
            comes = [entry.turn for entry in unit.all_entries() if entry.turn is not None]
            if kinds_ <= {"absent", "arrives"} and comes and min(comes) > stop:
                yield from one(
                    f"{row['id']}: {unit.cited}, which comes later",
                    book.set(name, (*path, "when"), {"surviving": {"side": unit.side, "nos": [unit.no]}}),
                )


def vic006(book, _):
    wet = [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.passable[hex_]]
    dry = [hex_ for hex_ in wet if book.map.land[hex_]]
    for name, path, row in _when(book):
        for hex_ in (dry or wet)[:2]:
            yield from one(f"{row['id']}: {book.map.name(hex_)}", book.set(name, path, {"hold": book.map.name(hex_)}))


def vic007(book, _):
    first, second, *_more = _spots(book)
    for name, path, row in _when(book):
        units = {"units": {"side": _side_of(book, row)}, "within": [{"on": first}, {"on": second}]}
        yield from one(f"{row['id']}: in two places", book.set(name, path, {"present": units}))


def _siege(book):
    return "besieged" in {predicate.id for predicate in book.game.system.predicates()}


def vic008(book, random):
    if [*_rows(book, "objectives")]:
        yield from kinds.worse_for_more(book, random)
    for name, _path, row in _rows(book, "objectives") if _siege(book) else ():
        if set(row["when"]) == {"hold"}:
            spot = row["when"]["hold"]
            worse = {"all": [{"hold": spot}, {"besieged": spot}]}
            better = {"all": [{"hold": spot}, {"is_not": {"besieged": spot}}]}
            base = {key: row[key] for key in ("stop", "side") if key in row}
            more = [
                base | {"id": "zz", "text": f"Hold {spot} unbesieged", "points": 8, "when": better},
                base | {"id": "yy", "text": f"Hold {spot} besieged", "points": 9, "when": worse},
            ]
            number = _path[1]
            listed = [other for at, other in enumerate(book.data(name)["objectives"]) if at != number]
            yield from one(f"{row['id']}: more besieged than not", book.set(name, ("objectives",), [*listed, *more]))


def vic009(book, random):
    if [*_rows(book, "objectives")]:
        yield from kinds.better_state_left_out(book, random)
    for name, path, row in _rows(book, "objectives") if _siege(book) else ():
        if set(row["when"]) == {"hold"}:
            spot = row["when"]["hold"]
            when = {"all": [{"hold": spot}, {"besieged": spot}]}
            yield from one(
                f"{row['id']}: only besieged",
                book.set(name, path, row | {"text": f"Hold {spot} besieged", "when": when}),
            )


def vic010(book, _):
    for name, path, row in _rows(book):
        yield from one(f"{row['id']} twice", book.double_item(name, path))


def vic011(book, random):
    for name, path, row in _when(book):
        held = row["when"].get("hold") if isinstance(row["when"], dict) else None
        others = [place for place in _places(book) if place != held]
        if held and others and "text" in row:
            text = row["text"]
            other = random.choice(others)
            new = text.replace(held, other) if held in text else f"Hold {other}"
            yield from one(f"{row['id']}: {new}", book.set(name, (*path[:-1], "text"), new))


def vic012(book, _):
    for name, path, row in _rows(book, "objectives"):
        yield from one(f"{row['id']} alone in a group", book.set(name, (*path, "group"), "zz-group"))


def vic013(book, _):
    for name, path, row in _rows(book, "objectives"):
        if row.get("states"):
            yield from one(f"{row['id']} of the other side", book.set(name, (*path, "side"), _other(book, row["side"])))


def vic014(book, _):
    for name, path, row in _when(book):
        spot = _spots(book)[0]
        if "text" not in row:
            continue
        yield from one(
            f"{row['id']}: on, not east of",
            book.set(name, path, {"present": {"units": {"side": _side_of(book, row)}, "within": [{"east_of": spot}]}}),
            book.set(name, (*path[:-1], "text"), f"A unit on or east of {spot}"),
        )


def vic015(book, _):
    for name, path, row in _rows(book, "objectives"):
        yield from one(
            f"{row['id']}: for losing its own",
            book.set(name, (*path, "when"), {"destroyed": {"side": row["side"], "nos": [1]}}),
        )
    for name, path, row in _at_once(book):
        spot = _spots(book)[0]
        yield from one(
            f"{row['id']}: by the enemy", book.set(name, (*path, "when"), _present(_other(book, row["side"]), spot))
        )
    for name in book.files("victory"):
        side, spot = _sides(book)[0], _spots(book)[0]
        row = {"id": "zz", "side": side, "text": f"A unit in {spot}", "when": _present(_other(book, side), spot)}
        yield from one("by the enemy, at once", book.append(name, ("sudden",), row))


def _levels(book, ranges):
    for name in book.files("victory"):
        listed = [
            {"id": f"l{n}", "name": f"Level {n}", "side": _sides(book)[0], "range": text}
            for n, text in enumerate(ranges)
        ]
        yield from one(
            f"{ranges}", book.append(name, ("levels",), {"id": "zz", "side": _sides(book)[0], "levels": listed})
        )


def vic016(book, _):
    """Only where rows that score once set a limit."""
    listed = [*_rows(book)]
    if listed and all(
        key == "objectives" and not row.get("each") for _n, (key, _i), row in listed if key != "decisive"
    ):
        yield from _levels(book, ["9998 or less", "9999 or more"])


def vic017(book, _):
    yield from _levels(book, ["-3 or less", "-2 to 2", "4 or more"])


def vic018(book, _):
    for name in book.files("victory"):
        yield from one(
            "points for nothing", book.append(name, ("ledger",), {"id": "zz", "text": "Something", "points": 5})
        )


def vic019(book, _):
    for name in book.files("victory"):
        row = {"id": "zz", "text": f"{_spots(book)[0]} held", "when": {"hold": _spots(book)[0]}}
        yield from one("no points", book.append(name, ("ledger",), row))


def _at_once(book):
    """Decisive and sudden victories."""
    yield from ((name, path, row) for name, path, row in _rows(book, "decisive", "sudden") if "when" in row)


def _started(book):
    """Hexes in which units of a side start: side, hex."""
    for unit in book.forces.units():
        for entry in unit.all_entries():
            if entry.hex is not None and entry.column.start:
                yield unit.side, book.map.name(entry.hex)


def _present(side, spot):
    return {"present": {"units": {"side": side}, "within": [{"on": spot}]}}


def _set_up(book):
    """Every unit of a side in a hex from which it then wins at once."""
    for name, path, row in _at_once(book):
        for side, spot in _started(book):
            if side == row["side"] and not row.get("from"):
                yield from one(f"{row['id']}: {side} in {spot}", book.set(name, (*path, "when"), _present(side, spot)))
    for name in book.files("victory"):
        for side, spot in _started(book):
            row = {
                "id": "zz",
                "side": side,
                "text": f"A unit of the {book.game.side_names[side]} in {spot}",
                "when": _present(side, spot),
            }
            yield from one(f"{side} in {spot} at once", book.append(name, ("sudden",), row))


def vic030(book, _):
    for rules in book.files("rules"):
        for held in (book.data(rules).get("control") or {}).values():
            places = {
                place.id or place.name.casefold().replace(" ", "_"): place.name
                for place, *_ in book.map.places.values()
            }
            for name, path, row in _at_once(book):
                for key, side in held.items():
                    if side == row["side"] and key in places and not row.get("from"):
                        yield from one(f"{row['id']}: {key}", book.set(name, (*path, "when"), {"hold": places[key]}))
    yield from _set_up(book)


def vic031(book, _):
    first, second = _sides(book)[:2]
    for name in book.files("victory"):
        listed = [
            {"id": "l1", "name": f"{book.game.side_names[second]} victory", "side": first, "range": "-3 or less"},
            {"id": "l2", "name": f"{book.game.side_names[first]} victory", "side": first, "range": "-2 or more"},
        ]
        yield from one(
            "a victory of the other side", book.append(name, ("levels",), {"id": "zz", "side": first, "levels": listed})
        )


def vic032(book, _):
    first, second = _sides(book)[:2]
    for name in book.files("victory"):
        base = dict(zip((first, second), (_spots(book)[0], _spots(book)[-1]), strict=True))
        bands = [{"hexes": "0-499", "points": 0}, {"hexes": "500-900", "points": 3}]
        row = {"id": "zz", "text": "Each unit by its distance", "distance": {"base": base, "bands": bands}}
        yield from one("500 hexes away", book.append(name, ("ledger",), row))


def vic060(book, _):
    for name, path, row in _rows(book, "objectives"):
        for key, selector in row["when"].items():
            if (
                isinstance(selector, dict)
                and len(selector.get("nos") or ()) > 1
                and not any(d.isdigit() for d in row["text"])
            ):
                at = (*path, "when", key, "nos")
                yield from one(f"{row['id']}: a unit fewer", book.set(name, at, selector["nos"][:-1]))


def vic090(book, _):
    for name, path, row in _when(book):
        if "text" in row and set(row["when"]) == {"hold"} and _siege(book):
            yield from one(
                f"{row['id']}: besieged", book.set(name, (*path[:-1], "text"), f"Hold {row['when']['hold']} besieged")
            )


def vic091(book, _):
    names = book.game.side_names
    for _name, _path, row in _rows(book, "decisive"):
        for aids, number, _section in rows(book, "aids", "sections"):
            if set(row["when"]) == {"hold"}:
                side, other = row["side"], _other(book, row.get("after") or row["side"])
                text = f"The {names[side]} wins with {row['when']['hold']} after an {names[other]} turn."
                line = {"head": names[side], "side": side, "text": text}
                yield from one(
                    f"{row['id']}: after the other turn", book.append(aids, ("sections", number, "lines"), line)
                )


def vic033(book, _):
    for name in book.files("victory"):
        row = {"id": "zz", "text": "Something held", "points": 5, "when": {"hold": _spots(book)[0]}}
        if "ledger" not in book.data(name):
            yield from one("a ledger", book.append(name, ("ledger",), row))
        else:
            yield from one(
                "objectives",
                book.append(
                    name, ("objectives",), row | {"stop": next(iter(book.track.stops)), "side": _sides(book)[0]}
                ),
            )

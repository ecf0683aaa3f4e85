"""Slips in scenarios."""

from __future__ import annotations

from slips import scenarios as kinds
from slips.book import new_file

from scenario_forge.checks.scenarios.texts import plural_of
from scenario_forge.source.nodes import Mapping, Scalar

from .edits import address_of, all_scenarios, key_of, one, options, rows, without, works_of
from .map_ import _inland, _next, _some

AS_GOOD = {"SCN004": {"TIM011"}, "SCN035": {"RUL018", "SCN115"}, "SCN115": {"SCN035"}, "SCN042": {"DR006", "SCN034"}}
SEARCHED = {"SCN113": 4, "SCN114": 12, "SCN016": 6, "SCN040": 6}

UNCHANGED = {"basis", "id", "no", "name", "label", "at", "why"}


def scn001(book, random):
    yield from kinds.length_off_by_one(book, random)
    for scenario, name in all_scenarios(book):
        if "length" not in book.data(name):
            yield from one(f"{scenario.id}: 77 turns", book.set(name, ("length",), {"game_turns": 77}))


def scn002(book, _):
    for scenario, name in all_scenarios(book):
        yield from one(f"{scenario.id}: another year", book.set(name, ("dates",), "March 1971 to April 1971"))


def scn003(book, _):
    for scenario, name in all_scenarios(book):
        for side in book.track.sides:
            if scenario.first and side != scenario.first:
                yield from one(f"{scenario.id}: {side} begins", book.set(name, ("first",), side))


def scn004(book, _):
    track = book.files("time-track")[0]
    for scenario, name in all_scenarios(book):
        also = (book.place(name, ("stop",)), book.place(name, ("start",)))
        marks = {key: mark for key, mark in book.track.stops.items() if mark.turn < scenario.start.turn}
        for stop in marks:
            yield from one(f"{scenario.id}: stops at {stop}", book.set(name, ("stop",), stop), also=also)
        if not marks:
            turns = scenario.stop.date.turn, scenario.start.date.turn
            edits = [
                book.set(track, (key, number), date | {"turn": turn, "label": "Then"})
                for key, id_, turn in zip(
                    ("starts", "stops"), (scenario.start.date.id, scenario.stop.date.id), turns, strict=True
                )
                for _, number, date in rows(book, "time-track", key)
                if date["id"] == id_
            ]
            yield from one(f"{scenario.id}: start and stop exchanged", *edits, also=also)


def scn005(book, _):
    for scenario, name in all_scenarios(book):
        copy = book.data(name) | {"scenario": "again", "title": "Once more", "basis": "proposed"}
        copy.pop("provenance", None)
        yield from one(f"{scenario.id} again", new_file("scenarios/again.yaml", copy))


def scn053(book, _):
    for scenario, name in all_scenarios(book):
        copy = book.data(name) | {"scenario": "again", "text": "Something else."}
        yield from one(f"another {scenario.document.title}", new_file("scenarios/again.yaml", copy))


def scn006(book, _):
    for scenario, name in all_scenarios(book):
        copy = book.data(name) | {"title": "Another", "text": "Something else."}
        yield from one(
            f"another {scenario.id}", new_file("scenarios/zz.yaml", copy), also=(book.place(name, ("scenario",)),)
        )


def scn007(book, _):
    for scenario, name in all_scenarios(book):
        yield from one(f"{scenario.id}: another id", book.set(name, ("scenario",), f"the-{scenario.id}"))


def scn009(book, _):
    known = options(book)
    for name, number, option in rows(book, "options", "options"):
        other = next((o for o in known if o != option["id"]), None)
        if other:
            for scenario, file in all_scenarios(book):
                for key, chosen in (("requires", [option["id"]]), ("excludes", [option["id"], other])):
                    yield from one(
                        f"{scenario.id}: {chosen}, {key} {other}",
                        book.set(name, ("options", number, key), [other]),
                        book.set(file, ("options",), chosen),
                    )


def scn010(book, _):
    for option in options(book):
        for _scenario, file in all_scenarios(book):
            yield from one(f"{file}: {option} twice", book.set(file, ("options",), [option, option]))


def scn011(book, _):
    for name, number, option in rows(book, "options", "options"):
        yield from one(
            f"{option['id']} requires itself", book.set(name, ("options", number, "requires"), [option["id"]])
        )


def _set_up(book, file, side, key, value):
    data = book.data(file).get("set_up") or []
    number = next((n for n, part in enumerate(data) if part["side"] == side), None)
    if number is None:
        return book.append(file, ("set_up",), {"side": side, key: [value]})
    return book.append(file, ("set_up", number, key), value)


def scn012(book, _):
    for _scenario, file in all_scenarios(book):
        for unit in book.forces.units()[:4]:
            yield from one(
                f"{unit.name} is undecided",
                _set_up(book, file, unit.side, "units", {"no": unit.no, "at": "Decide: here?"}),
            )


def scn030(book, _):
    for _scenario, file in all_scenarios(book):
        for _name, address, value in _changeable(book):
            yield from one("a change to what it is", book.append(file, ("changes",), {"at": address, "value": value}))


def _changeable(book):
    """Values that a scenario may change: of the rules, the charts, the boxes of the track."""
    for kind in ("rules", "time-track", "counters"):
        for name in book.files(kind):
            for path, node in book.walk(name):
                if (
                    isinstance(node, Scalar)
                    and isinstance(node.data, int | str)
                    and len(path) > 1
                    and path[-1] not in UNCHANGED
                ):
                    yield name, address_of(book, name, path), node.data


def scn031(book, _):
    for _scenario, file in all_scenarios(book):
        for _name, address, value in _changeable(book):
            if isinstance(value, int):
                change = {"at": address, "value": "nonsense"}
                yield from one(f"{address} nonsense", book.append(file, ("changes",), change))


def scn032(book, _):
    for scenario, file in all_scenarios(book):
        change = {"at": f"{file.removesuffix('.yaml')}.title", "value": "Nobody"}
        yield from one(f"{scenario.id} changes its title", book.append(file, ("changes",), change))


def scn008(book, _):
    track = book.files("time-track")[0]
    taken = {date["turn"] for date in book.data(track)["stops"]}
    starts = len(book.data(track)["starts"])
    pairs = {(scenario.start.date.id, scenario.stop.date.id) for scenario, _ in all_scenarios(book)}
    possible = {
        (start.date.id, stop.date.id)
        for start in book.track.starts.values()
        for stop in book.track.stops.values()
        if stop.turn > start.turn
    }
    last = {"last": [*book.track.sides][-1]} if book.track.fixed else {}
    for box in book.data(track)["boxes"][1:3] if starts > 2 and possible <= pairs else ():
        if box["turn"] not in taken:
            stop = {"id": "zz", "label": "Never", "turn": box["turn"], **last}
            yield from one(f"a stop {box['turn']} without scenarios", book.append(track, ("stops",), stop))


def _own(book, file, units, **more):
    """A set-up that a scenario brings along."""
    sides = [*book.track.sides]
    parts = [{"side": side, "units": units.get(side, []), **more.get(side, {})} for side in sides if side in units]
    return book.set(file, ("set_up",), parts)


def _fighting(book, side):
    fighting = {row["id"] for _n, _i, row in rows(book, "counters", "types") if row.get("combat", True)}
    return [u for u in book.forces.units() if u.side == side and u.counter and u.counter.counter.type in fighting]


def scn013(book, _):
    track = book.data(book.files("time-track")[0])
    taken = {date["turn"] for date in track["starts"]}
    for scenario, file in all_scenarios(book):
        unit = _fighting(book, next(iter(book.track.sides)))[0]
        hex_ = book.map.name(_inland(book)[0])
        for box in track["boxes"][1:]:
            turn = book.track.turn(box["turn"])
            if box["turn"] not in taken and scenario.start.turn < turn < scenario.stop.turn:
                yield from one(
                    f"{scenario.id} from {box['turn']} with one unit",
                    book.set(file, ("start",), box["turn"]),
                    _own(book, file, {unit.side: [{"no": unit.no, "at": hex_}]}),
                    *([book.set(file, ("first",), unit.side)] if book.track.fixed else []),
                    also=((file, 0, len(book.texts[file])),),
                )
                break


def _side(book, one_, other):
    return f"{book.map.name(one_)}/{book.map.name(other)}"


def scn014(book, random):
    for _scenario, file in all_scenarios(book):
        for hex_ in _some(random, _inland(book), 3):
            front = [{"sides": [_side(book, hex_, _next(book, hex_)[0])]}]
            yield from one("a front in open country", book.set(file, ("front",), front))


def _ring(book, inside):
    inside = {*inside}
    return [_side(book, h, n) for h in sorted(inside) for n in _next(book, h) if n not in inside]


def _empty(book):
    """Hexes inland where nobody starts, nor beside them."""
    held = {entry.hex for unit in book.forces.units() for entry in unit.all_entries()}
    held |= {each.entry.hex for each in book.forces.marker_entries()}
    return [hex_ for hex_ in _inland(book) if not held.intersection((hex_, *_next(book, hex_)))]


def scn015(book, random):
    for _scenario, file in all_scenarios(book):
        for hex_ in _some(random, _empty(book), 2):
            yield from one(
                f"{book.map.name(hex_)} of nobody", book.set(file, ("front",), [{"sides": _ring(book, [hex_])}])
            )


def scn016(book, random):
    first, second = [*book.track.sides][:2]
    ours, theirs = _fighting(book, first), _fighting(book, second)
    for _scenario, file in all_scenarios(book) if len(ours) > 2 and theirs else ():
        for hex_ in _some(random, _empty(book), 2):
            around = _next(book, hex_)
            inside = [hex_, *around]
            units = {
                first: [
                    {"no": unit.no, "at": book.map.name(at)}
                    for unit, at in zip(ours, (hex_, *around[:2]), strict=False)
                ],
                second: [{"no": theirs[0].no, "at": book.map.name(around[3])}],
            }
            edits = [book.set(file, ("front",), [{"sides": _ring(book, inside)}]), _own(book, file, units)]
            yield from one(f"beyond the front at {book.map.name(hex_)}", *edits)


def scn033(book, _):
    for scenario, file in all_scenarios(book):
        for _name, _number, row in rows(book, "victory", "objectives"):
            if not book.data("victory.yaml").get("cumulative") and row["stop"] != scenario.stop.date.id:
                yield from one(f"{scenario.id} without {row['id']}", book.set(file, ("without",), [row["id"]]))


def scn034(book, _):
    objectives = [row for _n, _i, row in rows(book, "victory", "objectives")]
    if objectives and not book.data("victory.yaml").get("ledger"):
        for scenario, file in all_scenarios(book):
            turns = range(scenario.start.turn, scenario.stop.turn + 1)
            scored = [row["id"] for row in objectives if book.track.stops[row["stop"]].turn in turns]
            if scored:
                yield from one(
                    f"{scenario.id} scores nothing",
                    book.set(file, ("without",), scored),
                    also=(book.place(file, ("stop",)),),
                )


def scn035(book, _):
    chosen = {row["option"] for _n, _i, row in rows(book, "counters", "units") if "option" in row}
    for name, number, option in rows(book, "options", "options"):
        if option["id"] in chosen:
            edit = book.set(name, ("options", number, "text"), "The seventeen extra units come into play.")
            yield from one(f"{option['id']}: 17 units", edit)


def scn036(book, _):
    for name in book.files("rules"):
        for path, node in book.walk(name):
            data = node.data if isinstance(node, Mapping) else None
            values = list(data.values()) if data else []
            if (
                len(values) > 3
                and all(isinstance(v, int) for v in values)
                and values in (sorted(values), sorted(values)[::-1])
            ):
                new = dict(data)
                keys = list(new)
                if values[0] != values[-1]:
                    new[keys[0]], new[keys[-1]] = new[keys[-1]], new[keys[0]]
                    for file, number, option in rows(book, "options", "options"):
                        change = {"at": address_of(book, name, path), "value": new}
                        edit = book.set(file, ("options", number, "changes"), [change])
                        yield from one(f"{option['id']}: {address_of(book, name, path)} out of order", edit)


def scn037(book, _):
    listed = [*all_scenarios(book)]
    for scenario, file in listed:
        for one_, _file in listed:
            for other, _other in listed:
                outside = other.start.turn < scenario.start.turn or other.stop.turn > scenario.stop.turn
                if len({scenario.id, one_.id, other.id}) == 3 and outside and len(other.document.title) > 5:
                    text = f"{one_.document.title} and {other.document.title} as one game."
                    yield from one(f"{scenario.id}: {text}", book.set(file, ("text",), text))


def scn038(book, _):
    for _scenario, file in all_scenarios(book):
        yield from one("no such board", book.set(file, ("boards",), [{"sheet": "zz"}]))


def scn039(book, _):
    sheets = [sheet.id for sheet in book.map.grid.sheets]
    for _scenario, file in all_scenarios(book) if len(sheets) > 1 else ():
        for sheet in sheets:
            charts = tuple((name, 0, len(book.texts[name])) for name in book.files("orders-of-battle"))
            yield from one(f"only {sheet}", book.set(file, ("boards",), [{"sheet": sheet}]), also=charts)


def scn040(book, random):
    """A mark that only other counters have: (d) of the private army in these games."""
    first = next(iter(book.track.sides))
    unit = next((u for u in _fighting(book, first)), None)
    for _scenario, file in all_scenarios(book):
        hex_ = book.map.name(_inland(book)[0])
        if unit and works_of(book):
            yield from one(f"{unit.cited}: (d)", _own(book, file, {first: [{"no": unit.no, "at": f"{hex_}(d)"}]}))


def scn041(book, _):
    first = next(iter(book.track.sides))
    kinds_ = {row["kind"]: row["id"] for _n, _i, row in rows(book, "counters", "markers")}
    if "wreck" in kinds_:
        for _scenario, file in all_scenarios(book):
            hex_ = book.map.name(_inland(book)[0])
            marker = {"marker": kinds_["wreck"], "at": hex_}
            yield from one("a wreck without points", _own(book, file, {first: []}, **{first: {"markers": [marker]}}))


def scn042(book, _):
    for name, number, levels in rows(book, "victory", "levels"):
        listed = levels.get("scenarios") or []
        for scenario, file in all_scenarios(book):
            if scenario.id in listed:
                left = [other for other in listed if other != scenario.id]
                also = ((file, 0, len(book.texts[file])),)
                if left:
                    edit = book.set(name, ("levels", number, "scenarios"), left)
                else:
                    edit = book.drop_item(name, ("levels", number))
                yield from one(f"{scenario.id} without levels", edit, also=also)
    for name in book.files("rules"):
        for path, node in book.walk(name):
            if isinstance(node, Mapping) and len(node.data) > 1 and {*node.data} == {*book.track.starts}:
                for start in node.data:
                    files = tuple(
                        (file, 0, len(book.texts[file])) for s, file in all_scenarios(book) if s.start.date.id == start
                    )
                    yield from one(
                        f"{'.'.join(map(str, path))} without {start}",
                        without(book, name, (*path, start)),
                        also=(*files, key_of(book, name, path)),
                    )


def scn113(book, _):
    for scenario, file in all_scenarios(book):
        yield from one(f"{scenario.id}: 77 turns", book.set(file, ("text",), "All of it in seventy-seven game turns."))


def scn114(book, _):
    boxes = [
        (name, number, row)
        for name, number, row in rows(book, "time-track", "boxes")
        if row.keys() & {*book.track.sides}
    ]
    for file, number, option in rows(book, "options", "options"):
        for name, box, row in boxes[1:-1]:
            side = next(iter(book.track.sides))
            if side in row and option.get("kind") != "rule":
                edits = [
                    book.set(
                        file,
                        ("options", number, "text"),
                        f"The {book.game.side_names[side]} player gets more in a month.",
                    ),
                    book.set(
                        file,
                        ("options", number, "changes"),
                        [{"at": address_of(book, name, ("boxes", box, _other(book, side))), "value": row[side]}],
                    ),
                ]
                yield from one(f"{option['id']}: the other side", *edits, also=(book.place(file, ("options", number)),))


def _other(book, side):
    return next(other for other in book.track.sides if other != side)


def scn115(book, _):
    held = {row["option"]: row["side"] for _n, _i, row in rows(book, "counters", "units") if "option" in row}
    for file, number, option in rows(book, "options", "options"):
        side = held.get(option["id"])
        if side:
            text = f"The {book.game.side_names[_other(book, side)]} player gets one more unit."
            yield from one(f"{option['id']}: of the other side", book.set(file, ("options", number, "text"), text))


def scn116(book, _):
    listed = [*rows(book, "options", "options")]
    for name, number, _option in listed[1:]:
        yield from one("the title of the first", book.set(name, ("options", number, "title"), listed[0][2]["title"]))


def scn120(book, _):
    lone = [kind.name for kind in book.map.document.terrain if sum(each == kind.id for each in book.map.terrain) > 1]
    for scenario, file in all_scenarios(book):
        for name in lone[:1]:
            text = f"Over 9999 {plural_of(name)}."
            yield from one(f"{scenario.id}: too much {name}", book.set(file, ("text",), text))

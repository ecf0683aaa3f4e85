"""Slips in what rule systems add: rules.yaml and the march rule of Desert Rats, the morale sheet of a system outside."""

from __future__ import annotations

import re

from scenario_forge.source.nodes import Scalar, Sequence

from .edits import exchange, key_of, one, options, rows, without

AS_GOOD = {"DR002": {"DR001"}, "DR003": {"DR001"}, "DR006": {"RUL030"}, "DR009": {"DR004"}}
SEARCHED = {"DR003": 12, "DR008": 12, "DR010": 20}
RULES = "rules.yaml"
_MARCH = re.compile(r" m(\d+)")


def _cells(book):
    for unit in book.forces.units():
        for column, text in unit.row.cells.items():
            yield unit, str(text), unit.where.file.name, (*unit.where.path, column)


def _has_march(book):
    return any(_MARCH.search(text) for _unit, text, *_ in _cells(book))


def dr001(book, _):
    for unit, text, name, path in _cells(book):
        if _MARCH.search(text):
            new = _MARCH.sub(lambda found: f" m{int(found[1]) - 1}", text)
            yield from one(f"{unit.cited}: {new}", book.set(name, path, new))


def dr002(book, _):
    for unit, text, name, path in _cells(book):
        if _MARCH.search(text):
            yield from one(f"{unit.cited}: no march", book.set(name, path, _MARCH.sub("", text)))


def dr003(book, _):
    for unit, text, name, path in _cells(book) if _has_march(book) else ():
        if re.fullmatch(r"R\d+/\d+", text):
            yield from one(f"{unit.cited}: {text} m11", book.set(name, path, f"{text} m11"))


def dr004(book, _):
    places = {place.name for place, _hex, _where in book.map.places.values()}
    for path, node in book.walk(RULES):
        if isinstance(node, Scalar) and node.data in places:
            yield from one(f"{'.'.join(map(str, path))}: {node.data}x", book.set(RULES, path, f"{node.data}x"))


def dr005(book, _):
    for key in book.data(RULES).get("optional") or ():
        if key.replace("_", "-") in options(book):
            also = tuple(
                book.place(name, ("options", number))
                for name, number, row in rows(book, "options", "options")
                if row["id"] == key.replace("_", "-")
            )
            many = len(book.data(RULES)["optional"]) > 1
            edit = without(book, RULES, ("optional", key) if many else ("optional",))
            yield from one(f"no numbers of {key}", edit, also=also)


def dr006(book, _):
    for path in (("supply", "general_radius"), ("supply", "combat_radius"), ("repair", "result")):
        for key in book.data(RULES)[path[0]][path[1]]:
            edit = without(book, RULES, (*path, key))
            yield from one(f"{path[1]} without {key}", edit, also=(key_of(book, RULES, path),))


def dr007(book, _):
    for path, node in book.walk(RULES):
        if (
            isinstance(node, Sequence)
            and node.data
            and path[0] != "sequence"
            and all(isinstance(v, str) for v in node.data)
        ):
            yield from one(f"{'.'.join(map(str, path))}: {node.data[0]} twice", book.append(RULES, path, node.data[0]))


def dr008(book, _):
    for path, node in book.walk(RULES):
        if path[:1] == ("sequence",) and path[-1] == "do" and isinstance(node, Sequence):
            for number in range(len(node.data) - 1):
                edits = exchange(book, RULES, (*path, number), (*path, number + 1))
                yield from one(
                    f"{node.data[number]} behind {node.data[number + 1]}", *edits, also=(book.place(RULES, path),)
                )


def dr009(book, _):
    reserved = {place.name: place.sides for place, _hex, _where in book.map.places.values() if place.sides}
    reserved |= {box.id: [box.side] for box in book.map.boxes.values() if box.side}
    for side, base in book.data(RULES)["home_bases"].items():
        for place, sides in reserved.items():
            if side not in sides and place not in base["places"]:
                path = ("home_bases", side, "places")
                yield from one(f"{side} at home in {place}", book.append(RULES, path, place))


def dr010(book, _):
    sides = [*book.track.sides]
    for start, held in book.data(RULES)["control"].items():
        for place, side in held.items():
            other = next(each for each in sides if each != side)
            yield from one(f"{start}: {place} of {other}", book.set(RULES, ("control", start, place), other))


def dr011(book, _):
    for side in book.track.sides:
        yield from one(f"{side} adds 9", book.set(RULES, ("repair", "modifier"), {side: 9}))


def skm001(book, _):
    yield from one(
        "99 units",
        book.set("morale.yaml", ("least",), 99),
        also=tuple((name, 0, len(book.texts[name])) for name in book.files("orders-of-battle")),
    )


def dr022(book, _):
    yield from one("two dice for one", book.set(RULES, ("combat", "die"), "2d6"))

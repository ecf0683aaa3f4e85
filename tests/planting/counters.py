"""Slips in counters and formations."""

from __future__ import annotations

import re

from .edits import in_words, one, rows, without

AS_GOOD = {"CNT009": {"SCH001"}}
SEARCHED = {"CNT036": 12}
NAME = "counters.yaml"
FEW = 5
"""Units up to which their values do not tell what is usual."""


def _values(book):
    return [row for _name, _number, row in rows(book, "counters", "values")]


def _numbers(book):
    return [row["id"] for row in _values(book) if row.get("kind", "number") == "number" and "derived" not in row]


def _side(book, number=0):
    return [*book.track.sides][number]


def cnt001(book, _):
    for value in _values(book):
        yield from one(f"{value['id']} twice", book.append(NAME, ("values",), {"id": value["id"], "name": "Again"}))


def _derived(book, formula, what):
    for value in _numbers(book):
        row = {"id": "zz", "name": "Zz", "derived": formula.format(value)}
        yield from one(what, book.append(NAME, ("values",), row))


def use001(book, _):
    row = {"id": "zz", "name": "Zz", "kind": "flag"}
    if book.data(NAME).get("values"):
        yield from one("a value that no rule reads", book.append(NAME, ("values",), row))


def use002(book, _):
    for _name, number, row in rows(book, "counters", "values"):
        if row["id"] in ("strength", "movement"):
            reason = book.set(NAME, ("values", number, "unused"), "for players")
            yield from one(f"a reason why no rule reads {row['id']}", reason)


def cnt002(book, _):
    yield from _derived(book, "2 × {}xy", "twice what is no value")


def cnt003(book, _):
    yield from _derived(book, "2 {}", "a formula without a sign")


def cnt004(book, _):
    first = book.data(NAME).get("values") or []
    rows_ = [*first, {"id": "zz", "name": "Zz", "derived": "yy - 1"}, {"id": "yy", "name": "Yy", "derived": "zz + 1"}]
    yield from one("values in a circle", book.set(NAME, ("values",), rows_))


def _formations(book, what, *added):
    known = book.data(NAME).get("formations")
    value = [*(known or ()), *({"side": _side(book)} | row for row in added)]
    yield from one(what, book.set(NAME, ("formations",), value))


def cnt005(book, _):
    yield from _formations(
        book,
        "formations in a circle",
        {"id": "zz", "name": "Zz", "within": "yy"},
        {"id": "yy", "name": "Yy", "within": "zz"},
    )


def cnt006(book, _):
    yield from _formations(book, "a headquarters that is no unit", {"id": "zz", "name": "Zz", "headquarters": 998})


def cnt007(book, _):
    yield from _formations(book, "two formations of one id", {"id": "zz", "name": "Zz"}, {"id": "zz", "name": "Yy"})


def cnt008(book, _):
    yield from _formations(
        book, "a value that formations do not have", {"id": "zz", "name": "Zz", "values": {"zeal": 3}}
    )


def cnt009(book, _):
    types = {row["type"] for _n, _i, row in rows(book, "counters", "units")}
    for type_ in sorted(types):
        value = {"id": "zeal", "name": "Zeal", "without": sorted(types - {type_})}
        bare = tuple(
            book.place(name, ("units", n)) for name, n, row in rows(book, "counters", "units") if row["type"] == type_
        )
        yield from one(f"{type_} without zeal", book.append(NAME, ("values",), value), also=bare)


def cnt011(book, _):
    kinds = book.data(NAME).get("marker_kinds") or []
    kind = {"id": "zz", "use": "nothing", "drawn": "flag"}
    yield from one("a marker kind twice", book.set(NAME, ("marker_kinds",), [*kinds, kind, kind | {"use": "much"}]))


def cnt012(book, _):
    yield from _formations(
        book,
        "a formation within the enemy's",
        {"id": "zz", "name": "Zz", "within": "yy"},
        {"id": "yy", "name": "Yy", "side": _side(book, 1)},
    )


def cnt013(book, _):
    for value in _numbers(book):
        held = [
            (name, n, row[value]) for name, n, row in rows(book, "counters", "units") if isinstance(row.get(value), int)
        ]
        for name, number, figure in held[:3]:
            row = {"id": "zz", "name": "Zz", "derived": f"10 ÷ ({figure} - {value})"}
            yield from one(
                f"10 ÷ ({figure} - {value})",
                book.append(NAME, ("values",), row),
                also=(book.place(name, ("units", number)),),
            )


def cnt014(book, _):
    nations = [row for _n, _i, row in rows(book, "game", "nationalities")]
    for name, number, unit in rows(book, "counters", "units"):
        side = unit["side"]
        if side not in {nation["id"] for nation in nations} and "nationality" in unit:
            other = {"id": "zz", "name": "Zz", "side": side, "colour": "Khaki"}
            edits = [without(book, name, ("units", number, "nationality"))]
            if sum(nation.get("side") == side for nation in nations) < 2:
                edits.append(book.append("game.yaml", ("nationalities",), other))
            yield from one(f"{unit['name']} of no nationality", *edits)


def cnt015(book, _):
    for name, number, nation in rows(book, "game", "nationalities"):
        edits = [book.set(name, ("nationalities", number, "colour"), "Mauvish")]
        if "tint" in nation:
            continue
        yield from one(f"{nation['id']}: no such colour", *edits)


def cnt026(book, _):
    values = [*(book.data(NAME).get("values") or ()), {"id": "zz", "name": "Zz", "optional": True}]
    values += [{"id": "zy", "name": "Zy", "up_to": "zz", "optional": True}]
    for name, number, unit in rows(book, "counters", "units"):
        path = ("units", number)
        edit = book.set(name, path, unit | {"zz": 3, "zy": 4})
        yield from one(f"{unit['name']}: 4 of 3", book.set(NAME, ("values",), values), edit)


def cnt036(book, _):
    units = [*rows(book, "counters", "units")]
    declared = [*_numbers(book), "strength", "movement"]
    fighting = {row["id"] for _n, _i, row in rows(book, "counters", "types") if row.get("combat", True)}
    for value in dict.fromkeys(declared):
        held = [row[value] for *_, row in units if row["type"] in fighting and isinstance(row.get(value), int)]
        for name, number, row in units if len(held) > FEW else ():
            if row["type"] in fighting and isinstance(row.get(value), int):
                far = 4 * max(held) + 1
                yield from one(f"{row['name']}: {value} {far}", book.set(name, ("units", number, value), far))


def cnt037(book, _):
    units = [*rows(book, "counters", "units")]
    for name, number, unit in units if len(units) > FEW and all(row.get("size") for *_, row in units) else ():
        yield from one(
            f"{unit['name']} of no size",
            without(book, name, ("units", number, "size")),
            also=(book.place(name, ("units", number)),),
        )


def cnt038(book, _):
    kind = {"id": "zz", "name": "Armour", "symbol": "armor"}
    yield from one("armour as armor", book.append(NAME, ("types",), kind))


def cnt039(book, _):
    markers = [*rows(book, "counters", "markers")]
    for name, number, marker in markers:
        alike = [row["value"] for *_, row in markers if row["kind"] == marker["kind"] and row.get("value") is not None]
        if len(alike) > 2 and marker["kind"] != "track" and alike.count(marker.get("value")) == 1:
            other = next(value for value in alike if value != marker["value"])
            yield from one(f"{marker['id']} with {other}", book.set(name, ("markers", number, "value"), other))


def cnt045(book, _):
    nations = [*rows(book, "game", "nationalities")]
    for name, number, nation in nations[1:]:
        other = nations[0][2]["colour"]
        yield from one(f"{nation['id']} in {other}", book.set(name, ("nationalities", number, "colour"), other))


def cnt046(book, _):
    markers = [*rows(book, "counters", "markers")]
    for name, number, marker in markers:
        stem = re.sub(r"-\w+$", "", marker["id"])
        sided = any(marker["id"].endswith(f"-{side}") for side in book.track.sides)
        sisters = [row for *_, row in markers if re.sub(r"-\w+$", "", row["id"]) == stem and row is not marker]
        if sided and any(row["name"] == marker["name"] and row["kind"] == marker["kind"] for row in sisters):
            yield from one(f"{marker['id']} is Zz", book.set(name, ("markers", number, "name"), "Zz"))


def cnt047(book, _):
    for name, number, marker in rows(book, "counters", "markers"):
        if marker.get("back"):
            at = ("markers", number, "back")
            yield from one(f"{marker['id']} twice", book.set(name, at, marker["name"]))


def cnt048(book, _):
    markers = [*rows(book, "counters", "markers")]
    for name, number, marker in markers:
        if marker["count"] and len(markers) > 2:
            yield from one(f"no {marker['id']}", book.set(name, ("markers", number, "count"), 0))


def cnt050(book, _):
    quiet = {row["id"] for _n, _i, row in rows(book, "counters", "types") if not row.get("combat", True)}
    units = [*rows(book, "counters", "units")]
    if not any(row["type"] in quiet and row.get("strength") for *_, row in units):
        for name, number, row in units:
            if row["type"] in quiet and "strength" in row:
                yield from one(f"{row['name']} with 4", book.set(name, ("units", number, "strength"), 4))


def cnt086(book, _):
    counters = book.data(NAME)
    kinds = [*(counters.get("marker_kinds") or ()), {"id": "zz", "use": "nothing", "drawn": "flag"}]
    marker = {"id": "zz", "name": "Out of zeal", "kind": "zz", "count": 1}
    yield from in_words(
        book,
        "a zealous marker",
        "key_marker_zz",
        "on a unit that has zeal",
        book.set(NAME, ("marker_kinds",), kinds),
        book.append(NAME, ("markers",), marker),
    )

"""Slips in the map."""

from __future__ import annotations

from slips import map_ as kinds
from slips.map_ import MAP

from .edits import key_of, one, rows, without

SEARCHED = {"MAP014": 12, "MAP051": 12}
AS_GOOD = {"MAP005": {"MAP004"}}
WALL = {"id": "zz-wall", "name": "Wall", "passable": False}


def _grid(book):
    return book.map.grid


def _id(book, hex_):
    return book.map.name(hex_)


def _next(book, hex_):
    return [n for n in _grid(book).neighbours[hex_] if n >= 0]


def _land(book):
    return [hex_ for hex_ in range(len(book.map.terrain)) if book.map.passable[hex_]]


def _sea(book):
    return [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.land[hex_]]


def _inland(book):
    """Hexes with land on all six sides and on all sides of those."""
    land = {*_land(book)}
    inner = {hex_ for hex_ in land if len(_next(book, hex_)) == 6 and land.issuperset(_next(book, hex_))}
    return sorted(hex_ for hex_ in inner if inner.issuperset(_next(book, hex_))) or sorted(inner)


def _some(random, items, number=12):
    items = sorted(items) if isinstance(items, set) else list(items)
    return items if len(items) <= number else random.sample(items, number)


def _hexside(book, kind, sides):
    """Append hexsides of a kind, and a kind the map does not have."""
    edits = [book.append(MAP, ("hexsides",), {"kind": kind["id"], "name": "Zz", "sides": sides})]
    if kind["id"] not in book.map.hexside_kinds:
        edits.append(book.append(MAP, ("hexside_kinds",), kind))
    return edits


def _road(book, hexes, kind="zz-road"):
    edits = [book.append(MAP, ("lines",), {"kind": kind, "name": "Zz", "hexes": [_id(book, h) for h in hexes]})]
    if kind not in book.map.line_kinds:
        edits.append(book.append(MAP, ("line_kinds",), {"id": kind, "name": "Zz road"}))
    return edits


def _lettered(book, letters, edits=()):
    """Change the letters of hexes, which stand in rows."""
    found = {hex_: (node, index) for node, index, hex_, _terrain in kinds._letters(book)}
    if not letters.keys() <= found.keys():
        return [None]
    return [*edits, *(kinds._letter(book, *found[hex_], letter) for hex_, letter in letters.items())]


def map001(book, _):
    for number in range(len(book.data(MAP)["grid"]["sheets"])):
        yield from one("hexes without a row", book.set(MAP, ("grid", "sheets", number, "numbering"), "{col}"))


def map002(book, random):
    for hex_ in _some(random, _land(book)):
        row = {"hex": _id(book, hex_), "terrain": book.map.terrain[hex_]}
        yield from one(f"{row['hex']} twice", book.append(MAP, ("hexes",), row))


def map003(book, _):
    for name, number, row in rows(book, "map", "rows"):
        yield from one(f"row {row['row']} twice", book.double_item(name, ("rows", number)))


def map004(book, _):
    for name, number, row in rows(book, "map", "rows"):
        yield from one(
            f"no row {row['row']}", book.drop_item(name, ("rows", number)), also=(key_of(book, name, ("rows",)),)
        )


def map005(book, _):
    own = next(iter(_grid(book).sheets)).id
    for name, number, row in rows(book, "map", "rows"):
        if row.keys() - {"row", own}:
            yield from one(
                f"no letters in {row['row']}",
                without(book, name, ("rows", number, own)),
                also=(key_of(book, name, ("rows",)),),
            )
        else:
            hexes = [
                hex_ for node, _i, hex_, _t in kinds._letters(book) if node is book.node(name, ("rows", number, own))
            ]
            given = [{"hex": _id(book, h), "terrain": book.map.terrain[h]} for h in hexes[1:]]
            yield from one(
                f"{row['row']} hex by hex, but for one",
                book.drop_item(name, ("rows", number)),
                book.set(name, ("hexes",), given),
                also=(key_of(book, name, ("rows",)),),
            )


map006 = kinds.letter_too_few


def map007(book, _):
    for key in ("terrain", "hexside_kinds", "line_kinds", "place_kinds", "boxes", "areas"):
        for name, number, row in rows(book, "map", key):
            yield from one(f"{row['id']} twice", book.double_item(name, (key, number)))


def map008(book, _):
    yield from one("bog, which is nowhere", book.append(MAP, ("terrain",), {"id": "bog", "name": "Bog", "letter": "~"}))


map010 = kinds.hexside_twice
map011 = kinds.hexside_both_ways


def map012(book, random):
    for hex_ in _some(random, _inland(book)):
        side = f"{_id(book, hex_)}/{_id(book, _next(book, hex_)[0])}"
        ditch = {"id": "zz-ditch", "name": "Ditch"}
        both = [
            book.set(
                MAP,
                ("hexsides",),
                [
                    *(book.data(MAP).get("hexsides") or ()),
                    *({"kind": kind["id"], "sides": [side]} for kind in (WALL, ditch)),
                ],
            ),
            book.set(MAP, ("hexside_kinds",), [*(book.data(MAP).get("hexside_kinds") or ()), WALL, ditch]),
        ]
        yield from one(f"a wall and a ditch at {side}", *both)


def map013(book, random):
    sea = {*_sea(book)}
    for hex_ in _some(random, sea):
        for other in sea.intersection(_next(book, hex_)):
            yield from one("a wall at sea", *_hexside(book, WALL, [f"{_id(book, hex_)}/{_id(book, other)}"]))


def map014(book, random):
    land = _land(book)
    for name, number, row in rows(book, "map", "hexsides"):
        if len(row["sides"]) >= 8:
            middle = len(row["sides"]) // 2
            far = random.choice([h for h in land if _id(book, h) not in str(row["sides"]) and len(_next(book, h)) == 6])
            other = next((n for n in _next(book, far) if n in land), None)
            if other is not None:
                side = f"{_id(book, far)}/{_id(book, other)}"
                yield from one(
                    f"{row['sides'][middle]} → {side}", book.set(name, ("hexsides", number, "sides", middle), side)
                )


def map020(book, random):
    for hex_ in _some(random, _land(book)):
        near = {hex_, *_next(book, hex_)}
        far = [n for m in near for n in _next(book, m) if n not in near and book.map.passable[n]]
        for other in far[:1]:
            yield from one("a road with a gap", *_road(book, [hex_, other]))


def map021(book, random):
    for hex_ in _some(random, _land(book)):
        for other in _next(book, hex_)[:1]:
            yield from one("there and back", *_road(book, [hex_, other, hex_]))


def map022(book, random):
    for hex_ in _some(random, _sea(book)):
        for other in _next(book, hex_):
            if book.map.passable[other]:
                yield from one("a road into the sea", *_road(book, [other, hex_]))


def map023(book, random):
    for hex_ in _some(random, _inland(book)):
        other = _next(book, hex_)[0]
        yield from one(
            "a road through a wall",
            *_hexside(book, WALL, [f"{_id(book, hex_)}/{_id(book, other)}"]),
            *_road(book, [hex_, other]),
        )


def map024(book, random):
    pit = book.append(MAP, ("terrain",), {"id": "pit", "name": "Pit", "letter": "~", "passable": False})
    for hex_ in _some(random, _inland(book)):
        other = _next(book, hex_)[0]
        yield from one("a road into a pit", *_lettered(book, {other: "~"}, [pit]), *_road(book, [hex_, other]))


def _places(book):
    return rows(book, "map", "places")


def _place(book, **row):
    return book.append(MAP, ("places",), {"name": "Zz", **row})


def map030(book, random):
    for hex_ in _some(random, _sea(book)):
        yield from one("a place at sea", _place(book, hex=_id(book, hex_)))


def map031(book, random):
    for _name, _number, row in _places(book):
        yield from one(f"another {row['name']}", _place(book, hex=row["hex"], id="zz", aliases=[row["name"]]))
    if not [*_places(book)]:
        first, second = _land(book)[:2]
        both = [{"name": "Zz", "id": f"zz{n}", "hex": _id(book, hex_)} for n, hex_ in enumerate((first, second))]
        yield from one("two places of one name", book.set(MAP, ("places",), both))


def map032(book, random):
    for hex_ in _some(random, _land(book)):
        edits = [_place(book, hex=_id(book, hex_))]
        if not book.data(MAP).get("place_kinds"):
            edits = [
                book.set(
                    MAP,
                    ("places",),
                    [
                        {"name": "Zz", "hex": _id(book, hex_)},
                        *({"name": f"Y{n}", "hex": _id(book, n), "kinds": ["town"]} for n in range(3)),
                    ],
                ),
                book.append(MAP, ("place_kinds",), {"id": "town", "name": "Town"}),
            ]
        yield from one("a place of no kind", *edits)


def map033(book, random):
    for name, number, row in _places(book):
        yield from one(f"{row['name']} has many", book.set(name, ("places", number, "capacity"), "many"))
    if not [*_places(book)]:
        yield from one("a place with many", _place(book, hex=_id(book, 0), capacity="many"))


def _terrain_chart(book):
    """Whether a chart has a line for each terrain of the map."""
    return [
        (name, key, chart)
        for name in book.files("charts")
        for key, chart in book.data(name)["charts"].items()
        if (chart.get("row_scale") or {}).get("terrain")
    ]


def map040(book, random):
    if _terrain_chart(book):
        yield from one(
            "bog without a line", book.append(MAP, ("terrain",), {"id": "bog", "name": "Bog", "letter": "~"})
        )


def map041(book, random):
    for name, key, chart in _terrain_chart(book):
        row = next(iter(chart["rows"].values()))
        yield from one("a line about marsh", book.set(name, ("charts", key, "rows", "Marshmallow"), row))


def map050(book, random):
    held = {hex_ for _place, hex_, _where in book.map.places.values()}
    held |= {entry.hex for unit in book.forces.units() for entry in unit.all_entries()}
    for hex_ in _some(random, {*_inland(book)} - held):
        ring = [f"{_id(book, hex_)}/{_id(book, other)}" for other in _next(book, hex_)]
        own = next((book.place(where.file.name, where.path) for where in [book.map.terrain_where(hex_)]), None)
        yield from one(f"a wall around {_id(book, hex_)}", *_hexside(book, WALL, ring), also=(own,))


def map051(book, random):
    """Another terrain in the midst of one, where that lies in larger patches elsewhere."""
    terrain = book.map.terrain
    patches = {
        kind for hex_, kind in enumerate(terrain) if sum(terrain[n] == kind for n in _next(book, hex_)) > 3 and kind
    }
    letters = {kind.id: kind.letter for kind in book.map.document.terrain}
    for hex_ in _some(random, [h for h in _inland(book) if len({terrain[n] for n in (h, *_next(book, h))}) == 1]):
        for kind in sorted(patches - {terrain[hex_]}):
            yield from one(f"{kind} at {_id(book, hex_)}", *_lettered(book, {hex_: letters[kind]}))


def map052(book, random):
    if _sea(book):
        wet = kinds._wet(book)
        for hex_ in _some(random, _inland(book)):
            yield from one("a lake", *_lettered(book, {hex_: wet, _next(book, hex_)[0]: wet}))


def map060(book, random):
    for name, number, box in rows(book, "map", "boxes"):
        for hex_ in _some(random, _inland(book), 3):
            yield from one(f"{box['id']} inland", book.append(name, ("boxes", number, "adjoins"), _id(book, hex_)))


def _bounded(book):
    """Pairs of areas that a boundary parts."""
    for (one_, first), (other, second) in ((a, b) for a in book.map.areas.items() for b in book.map.areas.items()):
        if one_ != other and any(
            book.map.hexside_kinds[feature.kind].boundary and feature.high in first and feature.low in second
            for features in book.map.sides.values()
            for feature in features
        ):
            yield one_, other


def _area(book, id_):
    return next((name, number, row) for name, number, row in rows(book, "map", "areas") if row["id"] == id_)


def map061(book, random):
    for one_, other in _bounded(book):
        name, number, row = _area(book, one_)
        for hex_ in _some(random, sorted(book.map.areas[other]), 3):
            if "hexes" in row:
                also = (book.place(name, ("areas", _area(book, other)[1], "hexes")),)
                edit = book.append(name, ("areas", number, "hexes"), _id(book, hex_))
                yield from one(f"{_id(book, hex_)} in both", edit, also=also)


def map062(book, random):
    for one_, _other in _bounded(book):
        name, number, row = _area(book, one_)
        for hex_ in _some(random, sorted(book.map.areas[one_]), 3):
            left = [_id(book, h) for h in sorted(book.map.areas[one_]) if h != hex_]
            if "hexes" in row and book.map.land[hex_] and len(_next(book, hex_)) == 6:
                yield from one(f"{_id(book, hex_)} in no area", book.set(name, ("areas", number, "hexes"), left))


def map063(book, random):
    bounded = [*_bounded(book)]
    for name, number, row in rows(book, "map", "hexsides"):
        if bounded and book.map.hexside_kinds[row["kind"]].boundary:
            for hex_ in _some(random, sorted(book.map.areas[bounded[0][0]].intersection(_inland(book))), 3):
                side = f"{_id(book, hex_)}/{_id(book, _next(book, hex_)[0])}"
                if _next(book, hex_)[0] in book.map.areas[bounded[0][0]]:
                    yield from one(f"{side} within an area", book.append(name, ("hexsides", number, "sides"), side))


def map064(book, random):
    for name, number, box in rows(book, "map", "boxes"):
        for hex_ in _some(random, _sea(book), 3):
            yield from one(f"{box['id']} at sea", book.set(name, ("boxes", number, "adjoins"), [_id(book, hex_)]))


def map065(book, _):
    grid = book.data(MAP)["grid"]
    if book.map.sides or book.map.lines:
        new = "odd" if grid.get("shifted") == "even" else "even"
        yield from one(f"{new} rows shifted", book.set(MAP, ("grid", "shifted"), new))


def map066(book, _):
    yield from one("an area without hexes", book.append(MAP, ("areas",), {"id": "zz", "name": "Nowhere"}))


def map067(book, random):
    for hex_ in _some(random, _inland(book)):
        side = f"{_id(book, hex_)}/{_id(book, _next(book, hex_)[0])}"
        yield from one(
            "an area with a gap around it",
            *_hexside(book, WALL, [side]),
            book.append(MAP, ("areas",), {"id": "zz", "name": "Ring", "around": _id(book, hex_), "within": WALL["id"]}),
        )


def map068(book, random):
    for hex_ in _some(random, _land(book)):
        yield from one(
            "a name without a letter", book.append(MAP, ("places",), {"name": "Łódź", "hex": _id(book, hex_)})
        )


def map069(book, random):
    for hex_ in _some(random, _land(book)):
        both = [{"name": name, "id": "zz", "hex": _id(book, hex_)} for name in ("Yy", "Zz")]
        known = book.data(MAP).get("places") or []
        yield from one("two places of one id", book.set(MAP, ("places",), [*known, *both]))


def map080(book, random):
    charts = [(name, key, chart) for name in book.files("charts") for key, chart in (book.data(name) or {})["charts"].items()
              if "copy_of" not in chart]  # fmt: skip
    for name, key, chart in _some(random, charts):
        row = ["3"] * len(chart["columns"])
        yield from one("a cost of what is impassable", book.set(name, ("charts", key, "rows", "Impassable"), row))

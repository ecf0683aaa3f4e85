"""Slips against the form of documents, in copies, dossiers, playtests, examples and figures."""

from __future__ import annotations

from itertools import pairwise

from slips.book import Edit, new_file

from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import Sequence

from .edits import address_of, all_scenarios, one, rows, without

AS_GOOD = {
    "SCH028": {"TIM001"},
    "DGM010": {"DGM003"},
    "EXM005": {"EXM001", "EXM002"},
    "DGM012": {"DGM006"},
    "DOS006": {"OOB030"},
}
SEARCHED = {"SCH028": 30, "SCH029": 12, "SCH030": 12, "PLT076": 12, "EXM005": 12, "EXM002": 12}

# -- form ------------------------------------------------------------------------------------------


def sch001(book, _):
    for name in book.files("counters"):
        yield from one(
            "a unit without anything", book.append(name, ("units",), {"side": next(iter(book.track.sides)), "no": 997})
        )


def sch002(book, _):
    for name in book.files("counters"):
        for number in range(len(book.data(name)["types"])):
            yield from one("a key that is none", book.set(name, ("types", number, "symbl"), "recce"))


def sch003(book, _):
    yield from one("a list for a text", book.set("game.yaml", ("title",), ["Zz"]))


def sch004(book, _):
    for name in book.texts:
        if (book.data(name) or {}).get("basis"):
            yield from one(f"{name}: invented", book.set(name, ("basis",), "invented"))


def sch005(book, _):
    for kind in ("chronology", "options", "words", "victory"):
        for name in book.files(kind):
            yield from one(f"{name}: a list", Edit(name, 0, len(book.texts[name]), "- a list\n"))
    if not any(book.files(kind) for kind in ("chronology", "options", "words", "victory")):
        yield from one("a list", Edit("chronology.yaml", 0, 0, "- a list\n"))


def sch006(book, _):
    for name in book.files("counters"):
        entry = {"at": ["zeal.of_men"], "basis": "derived", "why": "counted"}
        yield from one("of nothing", book.append(name, ("provenance",), entry))


def sch007(book, _):
    for name in book.files("rules"):
        if "round_cost" in str(book.data(name).get("movement")):
            yield from one("a key of earlier versions", book.set(name, ("movement", "minimum_move"), False))


def _named(book, key):
    """Two neighbours of a list whose items have a key: file, path of the list, number, the two."""
    for kind, name_of_list in (
        ("game", "sides"),
        ("game", "nationalities"),
        ("counters", "sizes"),
        ("counters", "types"),
        ("map", "place_kinds"),
        ("options", "options"),
    ):
        listed = [*rows(book, kind, name_of_list)]
        for (name, _number, row), (_, other, after) in pairwise(listed):
            if key in row and key in after and row.get("side") == after.get("side"):
                yield name, (name_of_list, other), row, after


def sch028(book, _):
    for kind in ("map", "aids", "rulebook", "counters", "rules", "victory", "time-track"):
        for name in book.files(kind):
            for path, node in book.walk(name):
                if isinstance(node, Sequence) and node.data and all(isinstance(item, str) for item in node.data):
                    yield from one(f"{name}: {node.data[0]} twice", book.append(name, path, node.data[0]))


def sch029(book, _):
    for name, path, row, after in _named(book, "id"):
        yield from one(f"{after['id']} called {row['id']}", book.set(name, (*path, "id"), row["id"]))


def sch030(book, _):
    for name, path, row, after in _named(book, "name"):
        yield from one(f"{after['name']} called {row['name']}", book.set(name, (*path, "name"), row["name"]))


def gam001(book, _):
    title = book.place("game.yaml", ("title",))
    yield from one("without rights", without(book, "game.yaml", ("rights",)), also=(title,))
    if not book.game.about.own:
        yield from one("rights of the copy alone", book.set("game.yaml", ("rights",), "© 2026 A. Copier"))


# -- copies ----------------------------------------------------------------------------------------


def _copy(book, what, *answers, edits=()):
    data = {"basis": "printed", "title": "mine", "answers": list(answers)}
    yield from one(what, new_file("copies/mine.yaml", data), *edits)


def col001(book, _):
    yield from _copy(book, "of nothing", {"at": "counters.units[998].name", "printed": "Zz"})


def col002(book, _):
    yield from _copy(book, "another title", {"at": "game.title", "printed": "Zz"})


def col003(book, _):
    title = {"at": "game.title", "printed": book.data("game.yaml")["title"]}
    yield from _copy(book, "one answer twice", title, title)


def col004(book, _):
    for name, number, unit in rows(book, "counters", "units"):
        for key, value in unit.items():
            if isinstance(value, int) and key != "no" and book.node(name, ("units", number, key)):
                address = address_of(book, name, ("units", number, key))
                edits = [book.set(name, ("basis",), "proposed")]
                if book.data(name)["basis"] == "proposed":
                    edits = []
                yield from _copy(book, f"{address}: six", {"at": address, "printed": "six"}, edits=edits)


# -- dossiers --------------------------------------------------------------------------------------


def _dossier(book, what, *rows_, name=None, **more):
    track = book.data(book.files("time-track")[0])
    taken = {date["turn"] for date in track["starts"]}
    first = max(mark.turn for mark in book.track.starts.values())
    date = next(
        (box["turn"] for box in track["boxes"] if box["turn"] not in taken and book.track.turn(box["turn"]) > first),
        None,
    )
    if date is None:
        return
    data = {"basis": "proposed", "game": book.data("game.yaml")["game"], "date": date}
    data["first"] = next(iter(book.track.sides))
    data |= more
    if rows_:
        data["rows"] = list(rows_)
    file = name or f"dossiers/{date.replace('/', '-').replace(' ', '-')}.yaml"
    yield from one(what, Edit(file, 0, len(book.texts.get(file, "")), new_file(file, data).new))


def _unit(book, number=0):
    return [unit for unit in book.forces.units() if unit.counter][number]


def _row(book, at, number=0):
    unit = _unit(book, number)
    return {"side": unit.side, "no": unit.no, "at": at}


def _dry(book):
    return book.map.name(next(hex_ for hex_ in range(len(book.map.terrain)) if book.map.passable[hex_]))


def dos001(book, _):
    yield from _dossier(book, "on no date", date="30/2/1066")


def dos002(book, _):
    yield from _dossier(book, "of nobody", _row(book, _dry(book)) | {"no": 998})


def dos003(book, _):
    yield from _dossier(book, "of one unit twice", _row(book, _dry(book)), _row(book, _dry(book)))


def dos004(book, _):
    yield from _dossier(book, "no cell", _row(book, f"{_dry(book)}(("))


def dos005(book, _):
    yield from _dossier(book, "nowhere", _row(book, "ZZ99" if not _dry(book).isdigit() else "9999"))


def dos006(book, _):
    wet = [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.land[hex_]]
    wet = wet or [hex_ for hex_ in range(len(book.map.terrain)) if not book.map.passable[hex_]]
    for hex_ in wet[:3]:
        yield from _dossier(book, "at sea", _row(book, book.map.name(hex_)))


def dos007(book, _):
    yield from _dossier(book, "of another game", game="zz")


def dos008(book, _):
    yield from _dossier(book, "of another name", name="dossiers/zealous.yaml")


# -- playtests -------------------------------------------------------------------------------------


def _playtest(book, what, key, value, edits=()):
    name = next(iter(book.files("playtest")), None)
    if name:
        yield from one(what, book.set(name, (key,), value), *edits)
    else:
        yield from one(what, new_file("playtest.yaml", {"basis": "proposed", key: value}), *edits)


def _target(book, **more):
    return {
        "scenario": next(all_scenarios(book))[0].id,
        "side": next(iter(book.track.sides)),
        "low": 0.4,
        "high": 0.6,
    } | more


def plt001(book, _):
    yield from _playtest(book, "upside down", "targets", [_target(book, low=0.55, high=0.45)])


def plt002(book, _):
    yield from _playtest(book, "twice", "targets", [_target(book), _target(book, low=0.45)])


def plt026(book, _):
    players = {next(iter(book.track.sides)): "competant"}
    yield from _playtest(book, "nobody plays", "targets", [_target(book, players=players)])


def _result(book, **cells):
    """A game between people, of the first scenario."""
    scenario = next(scenario.id for scenario, _name in all_scenarios(book))
    return {"scenario": scenario, "date": "2026-02-28", "winner": next(iter(book.track.sides)), **cells}


def plt137(book, _):
    yield from _playtest(book, "a day that is none", "results", [_result(book, date="2026-02-30")])


def plt138(book, _):
    """A turn before or behind those of the scenario."""
    for scenario, _name in all_scenarios(book):
        for box in book.track.boxes:
            if box.turn is not None and not scenario.start.turn <= box.turn <= scenario.stop.turn:
                turn = book.track.calendar.text(box.turn)
                row = _result(book, scenario=scenario.id, turn=turn)
                yield from _playtest(book, f"{scenario.id} ended in {turn}", "results", [row])


def plt139(book, _):
    yield from _playtest(book, "a record that is not there", "results", [_result(book, record="nobody-1.json")])


def _history(book, turn, when, **more):
    side = next(iter(book.track.sides))
    claims = [{"side": side, "when": when}]
    return [{"id": "zz", "text": "It fell", "turn": turn, "claims": claims, **more}]


def plt003(book, _):
    turn = book.data(book.files("time-track")[0])["boxes"][0]["turn"]
    yield from _playtest(book, "ever inside", "history", _history(book, turn, {"ever": {"hold": _dry(book)}}))


def plt004(book, _):
    """A turn behind those that all scenarios play."""
    track = book.files("time-track")[0]
    boxes, ends = book.data(track)["boxes"], {mark.turn for mark in book.track.stops.values()}
    played = {
        turn for scenario, _ in all_scenarios(book) for turn in range(scenario.start.turn, scenario.stop.turn + 1)
    }
    for box in boxes:
        if book.track.turn(box["turn"]) not in played:
            yield from _playtest(
                book, "on a turn that nobody plays", "history", _history(book, box["turn"], {"hold": _dry(book)})
            )
    if len(boxes) > 2 and max(ends) == len(boxes) - 1:
        stops = [row | {"turn": boxes[-2]["turn"], "label": "Before"} for row in book.data(track)["stops"]]
        turn = boxes[-1]["turn"]
        yield from _playtest(
            book,
            "after the end",
            "history",
            _history(book, turn, {"hold": _dry(book)}),
            [book.set(track, ("stops",), stops)],
        )


# -- worked examples -------------------------------------------------------------------------------


def _examples(book):
    return [*rows(book, "examples", "examples")]


def exm001(book, _):
    for name, number, example in _examples(book):
        edit = book.append(name, ("examples", number, "sums"), {"parts": [6, 6], "total": 13})
        yield from one(f"{example['id']}: 6 and 6 are 13", edit)


def exm002(book, _):
    for name, number, example in _examples(book):
        for file in book.files("charts"):
            for key, chart in book.data(file)["charts"].items():
                if isinstance(chart["rows"], dict) and isinstance(chart["columns"], list):
                    row, cells = next(iter(chart["rows"].items()))
                    column = str(chart["columns"][0])
                    if isinstance(cells, list):
                        lookup = {"chart": key, "row": row, "column": column, "result": f"{cells[0]}9"}
                        edit = book.append(name, ("examples", number, "lookups"), lookup)
                        yield from one(f"{example['id']}: {key}, {row}, {column}", edit)


def exm003(book, _):
    for name, number, example in _examples(book):
        for unit in book.forces.units()[:3]:
            for entry in unit.all_entries():
                if entry.hex is not None and entry.column.start:
                    row = {"start": entry.column.start, "side": unit.side, "hex": book.map.name(entry.hex), "units": 99}
                    yield from one(f"{example['id']}: 99 units", book.append(name, ("examples", number, "set_up"), row))


def exm004(book, _):
    for (name, _number, example), (_, other, _other) in pairwise(_examples(book)):
        yield from one(f"{example['id']} twice", book.set(name, ("examples", other, "id"), example["id"]))


def exm005(book, _):
    for name, number, example in _examples(book):
        for key, value in (example.get("answer") or {}).items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                path = ("examples", number, "answer", key)
                yield from one(
                    f"{example['id']}: {key} {value + 3}",
                    book.set(name, path, value + 3),
                    also=(book.place(name, ("examples", number)),),
                )


def exm006(book, _):
    names = [place.name for place, hex_, _where in book.map.places.values() if hex_ is not None]
    for name, number, example in _examples(book):
        other = next((place for place in names if place not in str(example)), None)
        if other and "map" not in example:
            edits = [book.set(name, ("examples", number, "given", "near"), [other])]
            if not example.get("places"):
                here = next(place for place in names if place != other)
                edits.append(book.set(name, ("examples", number, "places"), [here]))
            yield from one(f"{example['id']}: {other}", *edits)


def exm027(book, _):
    for name, number, example in _examples(book):
        edit = book.set(name, ("examples", number, "told"), "It is {answer.zeal}.")
        yield from one(f"{example['id']}: no zeal", edit)


# -- figures ---------------------------------------------------------------------------------------


def _figure(book, what, **more):
    """A figure beside those of the game: A attacks X, B goes to D."""
    clauses = [row["id"] for _n, _i, row in rows(book, "rulebook", "clauses")]
    sides = list(book.track.sides)
    if not clauses:
        return
    fighting = {row["id"] for _n, _i, row in rows(book, "counters", "types") if row.get("combat", True)}
    units = {
        side: [
            f"{side}/{u.no}"
            for u in book.forces.units()
            if u.side == side and u.counter and u.counter.counter.type in fighting
        ]
        for side in sides
    }
    (ours, theirs) = (units[side] for side in sides[:2])
    if len(ours) < 2:
        return
    plain = next(kind for kind in book.map.document.terrain if kind.passable)
    grid = {
        "orientation": "pointy",
        "shifted": "even",
        "rows": 3,
        "rows_from": "south",
        "sheets": [{"id": "figure", "columns": 4, "numbering": "{col:02}{row:02}"}],
    }
    figure = {
        "id": "zz",
        "clause": clauses[0],
        "title": "A fight",
        "caption": "Unit A attacks X; B goes to D.",
        "map": {
            "basis": "proposed",
            "grid": grid,
            "terrain": [{"id": plain.id, "name": plain.name, "letter": "c"}],
            "rows": [{"row": f"0{row}", "figure": "cccc"} for row in (3, 2, 1)],
        },
        "stacks": [
            {"at": "0202", "units": ours[:1]},
            {"at": "0201", "units": ours[1:2]},
            {"at": "0302", "units": theirs[:1]},
        ],
        "arrows": [{"kind": "attack", "path": ["0202", "0302"]}, {"kind": "move", "path": ["0201", "0101"]}],
        "marks": [
            {"at": "0202", "text": "A"},
            {"at": "0201", "text": "B"},
            {"at": "0302", "text": "X"},
            {"at": "0101", "text": "D"},
        ],
    }
    figure |= {key: value(figure, ours, theirs, sides) for key, value in more.items()}
    name = next(iter(book.files("diagrams")), None)
    if name:
        yield from one(what, book.append(name, ("diagrams",), figure))
    else:
        yield from one(what, new_file("diagrams.yaml", {"basis": "proposed", "diagrams": [figure]}))


def _stacked(change):
    def stacks(figure, ours, theirs, sides):
        listed = [dict(stack) for stack in figure["stacks"]]
        change(listed, ours, theirs, sides)
        return listed

    return stacks


def dgm001(book, _):
    yield from _figure(book, "enemies together", stacks=_stacked(lambda s, o, t, _s: s[2].update(units=[t[0], o[0]])))


def dgm002(book, _):
    yield from _figure(book, "a heavy stack", stacks=_stacked(lambda s, o, _t, _s: s[0].update(units=o[:1] + o[2:9])))


def dgm003(book, _):
    yield from _figure(
        book, "a jump", arrows=lambda f, *_: [*f["arrows"], {"kind": "supply", "path": ["0201", "0402"]}]
    )


def dgm004(book, _):
    yield from _figure(
        book, "on its own side", arrows=lambda f, *_: [{"kind": "attack", "path": ["0202", "0201"]}, *f["arrows"]]
    )


def dgm005(book, _):
    yield from _figure(book, "twice", stacks=_stacked(lambda s, o, _t, _s: s[1].update(units=[o[0]])))


def dgm006(book, _):
    if book.game.system.zones(book.game) is None:
        return
    yield from _figure(book, "of nobody", zones=lambda _f, _o, _t, sides: [{"side": sides[1], "hexes": ["0101"]}])


def dgm007(book, _):
    yield from _figure(book, "a letter of nothing", marks=lambda f, *_: [*f["marks"], {"at": "0403", "text": "K"}])


def dgm008(book, _):
    for file in book.files("charts"):
        for key, chart in book.data(file)["charts"].items():
            if chart.get("die"):
                yield from _figure(
                    book,
                    f"a throw of 99 in {key}",
                    fights=lambda _f, o, t, _s, key=key: [
                        {"attackers": o[:1], "defenders": t[:1], "chart": key, "die": 99}
                    ],
                )


def dgm009(book, _):
    yield from _figure(
        book, "from nowhere", arrows=lambda f, *_: [*f["arrows"], {"kind": "move", "path": ["0103", "0203"]}]
    )


def dgm012(book, _):
    if book.game.system.zones(book.game) is None:
        return
    yield from _figure(
        book,
        "an open zone",
        zones=lambda _f, _o, _t, sides: [{"side": sides[1], "hexes": ["0402", "0403", "0303", "0202", "0401"]}],
    )


def dgm014(book, _):
    kinds = {
        row.get("side"): row["id"] for _n, _i, row in rows(book, "counters", "markers") if row.get("kind") == "supply"
    }
    sides = list(book.track.sides)
    if kinds.get(sides[1]):
        yield from _figure(
            book,
            "of the other side",
            stacks=_stacked(lambda s, *_: s[1].update(markers=[kinds[sides[1]]])),
            arrows=lambda f, *_: [*f["arrows"], {"kind": "supply", "path": ["0201", "0202"]}],
        )


def dgm010(book, _):
    for name, number, figure in rows(book, "diagrams", "diagrams"):
        for arrow, each in enumerate(figure.get("arrows") or ()):
            if figure.get("costs") and each["kind"] == "move" and len(each["path"]) > 2:
                path = ("diagrams", number, "arrows", arrow, "path")
                yield from one(
                    f"{figure['id']}: a hex shorter",
                    book.set(name, path, [each["path"][0], *each["path"][2:]]),
                    also=(book.place(name, ("diagrams", number)),),
                )


def dgm011(book, _):
    """The modifier of a terrain, which the figure then has."""
    stated = statements(book.game)
    for kind in book.map.document.terrain:
        values = [said.value for said in stated.get(f"combat.modifier.{kind.id.replace('-', '_')}", ())]
        if values and all(isinstance(value, int) for value in values):
            wrong = {"text": kind.name, "value": values[0] + 7}

            def fights(figure, ours, theirs, _sides, wrong=wrong):
                return [{"attackers": ours[:1], "defenders": theirs[:1], "modifiers": [wrong]}]

            def ground(figure, *_others, kind=kind):
                terrain = [*figure["map"]["terrain"], {"id": kind.id, "name": kind.name, "letter": "r"}]
                shown = [{"row": "03", "figure": "cccr"}, *figure["map"]["rows"][1:]]
                return figure["map"] | {"terrain": terrain, "rows": shown}

            yield from _figure(book, f"{kind.name} {wrong['value']}", fights=fights, map=ground)


def dgm013(book, _):
    for name, number, example in _examples(book):
        if (example.get("given") or {}).get("steps"):
            path = ("examples", number, "given", "steps")
            yield from one(f"{example['id']}: a step fewer", book.set(name, path, example["given"]["steps"][:-1]))


def dgm085(book, _):
    yield from _figure(book, "another attack", caption=lambda *_: "Unit A attacks D; B goes to X.")


def dgm086(book, _):
    for name, number, _clause in rows(book, "rulebook", "clauses"):
        for slip in _figure(book, "the cost of A for B", costs=lambda *_: {"D": "example.move_a.cost"}):
            state = book.set(name, ("clauses", number, "states", "example.move_a.cost"), 1)
            yield from one(slip.what, *slip.edits, state)
        break


def dgm087(book, _):
    """A terrain in which the defenders of a figure do not stand."""
    yield from dgm011(book, _)


def dgm088(book, _):
    stacking = book.game.system.stacking(book.game)
    weights = {size.upper(): weight for size, weight in stacking.weights.items() if weight} if stacking else {}
    for one_, heavy in weights.items():
        for other, light in weights.items():
            if heavy > light and heavy % light == 0:
                total = " + ".join([other] * (heavy // light + 1))
                yield from _figure(
                    book,
                    f"{one_} = {total}",
                    caption=lambda f, *_, one_=one_, total=total: f"{f['caption']} {one_} = {total}",
                )


def plt076(book, _):
    places = {
        place.id or place.name.casefold().replace(" ", "_"): place.name for place, *_rest in book.map.places.values()
    }
    for name in book.files("rules"):
        for start, held in (book.data(name).get("control") or {}).items():
            for key, side in held.items():
                other = next(each for each in book.track.sides if each != side)
                if key in places and start in book.track.starts:
                    event = {
                        "id": "zz",
                        "text": f"The fort at {places[key]} holds out",
                        "turn": book.track.starts[start].date.turn,
                        "claims": [{"side": other, "when": {"hold": places[key]}}],
                    }
                    yield from _playtest(book, f"{places[key]} of {other}", "history", [event])


# -- letters ---------------------------------------------------------------------------------------


def prt001(book, _):
    yield from one("a title that no font has", book.set("game.yaml", ("title",), "砂漠"))
    for name in book.files("orders-of-battle"):
        for number in range(min(3, len(book.data(name).get("units", ())))):
            yield from one("a unit that no font has", book.set(name, ("units", number, "name"), "ليبيا"))

"""Slips in the rulebook, the player aids, the words and the names."""

from __future__ import annotations

import calendar
import re
from itertools import pairwise

from slips import rulebook as kinds
from slips.book import new_file

from scenario_forge.source.nodes import Scalar

from .edits import all_scenarios, exchange, in_words, key_of, one, rows, without
from .map_ import _some

AS_GOOD = {
    "REF001": {"REF002", "REF003"},
    "REF003": {"REF001", "REF002"},
    "RUL010": {"SCH001"},
    "RUL027": {"RUL020"},
    "RUL030": {"SCH001", "DR006", "RUL001", "RUL031"},
}
SEARCHED = {
    "REF041": 8,
    "REF042": 24,
    "RUL005": 12,
    "RUL015": 12,
    "RUL018": 12,
    "RUL030": 12,
    "RUL031": 12,
    "RUL008": 6,
    "RUL012": 6,
    "RUL013": 6,
}
BOOK = "rulebook.yaml"
FEW = 4
"""Letters of a name up to which a slip in it may be another name."""
MONTHS = [name for name in calendar.month_name if name]


def _clauses(book):
    return [*rows(book, "rulebook", "clauses")]


def _states(book):
    for name, number, clause in _clauses(book):
        for key, value in (clause.get("states") or {}).items():
            yield name, number, clause, key, value


def rul001(book, random):
    for name, number, _clause, key, value in _some(random, _states(book), 20):
        other = (number + 1) % len(_clauses(book))
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and key not in (_clauses(book)[other][2].get("states") or {})
        ):
            edit = book.set(name, ("clauses", other, "states", key), value + 1)
            yield from one(f"{key}: {value} and {value + 1}", edit, also=(book.place(name, ("clauses", number)),))
    if not [*_states(book)]:
        for name, number, clause in _clauses(book):
            more = clause | {"id": f"{clause['id']}x", "states": {"zz.men": 5}}
            listed = [*(row for *_, row in _clauses(book)), more]
            listed[number] = clause | {"states": {"zz.men": 4}}
            yield from one("4 men and 5", book.set(name, ("clauses",), listed))


def rul002(book, _):
    for name, number, clause in _clauses(book):
        yield from one(f"{clause['id']} twice", book.double_item(name, ("clauses", number)))


def rul003(book, _):
    for (name, number, clause), (_, other, after) in pairwise(_clauses(book)):
        if clause["rule"] == after["rule"]:
            edits = exchange(book, name, ("clauses", number, "id"), ("clauses", other, "id"))
            yield from one(f"{clause['id']} behind {after['id']}", *edits)


def rul004(book, _):
    for name, number, clause in _clauses(book):
        edit = book.set(name, ("clauses", number, "cites"), [{"rule": "99", "about": "nothing"}])
        yield from one(f"{clause['id']} cites rule 99", edit)


def rul005(book, random):
    if _clauses(book):
        yield from kinds.rule_of_something_else(book, random)


def rul006(book, _):
    for name, _number, clause in _clauses(book)[:8]:
        term = {"term": "line of zealous communication", "clause": clause["id"]}
        yield from one("a term that no clause uses", book.append(name, ("terms",), term))


def rul007(book, _):
    for name, number, rule in rows(book, "rulebook", "rules"):
        yield from one(
            f"{rule['title']} listed otherwise",
            book.set(name, ("rules", number, "indexed"), f"{rule['title']} and more"),
        )


def _added(book, number, text, **more):
    """A clause that says something more."""
    name, _, clause = _clauses(book)[number]
    return [
        book.set(name, ("clauses", number, "text"), f"{clause['text'].strip()} {text}"),
        *(book.set(name, ("clauses", number, key), value) for key, value in more.items()),
    ]


def rul008(book, random):
    names = {place.name for place, _hex, _where in book.map.places.values()}
    for place in sorted(name for name in names if len(name) > 5 and " " not in name[:5] and name[2] != name[3]):
        for number in _some(random, range(len(_clauses(book))), 2):
            wrong = f"{place[:2]}{place[3]}{place[2]}{place[4:]}"
            yield from one(f"{place} as {wrong}", *_added(book, number, f"So it is at {wrong}."))


def rul009(book, _):
    for name, number, clause in _clauses(book):
        if not clause.get("rulings") and clause.get("executable", True):
            yield from one(
                f"{clause['id']} breaks off", book.set(name, ("clauses", number, "gap"), "The rest is missing.")
            )


def rul010(book, _):
    for name, number, clause in _clauses(book):
        if "reason" not in clause:
            yield from one(f"{clause['id']} for no reason", book.set(name, ("clauses", number, "executable"), False))


def rul011(book, _):
    ruling = {"id": "ZZ", "question": "When?", "reading": "Then", "why": "it fits"}
    for name, number, clause in _clauses(book):
        if not clause.get("rulings") and not clause.get("gap") and clause.get("executable", True):
            edits = [
                book.set(name, ("clauses", number, key), value)
                for key, value in (("gap", "Lost."), ("rulings", [ruling]))
            ]
            yield from one(f"{clause['id']} breaks off, read by a ruling", *edits)


def rul012(book, random):
    terms = [row["term"] for _n, _i, row in rows(book, "rulebook", "terms")]
    topics = [topic for *_, clause in _clauses(book) for topic in clause.get("topics") or ()]
    for term in [term for term in terms if term in topics and len(term) > 7]:
        for number in _some(random, range(len(_clauses(book))), 3):
            name, _, clause = _clauses(book)[number]
            wrong = f"{term[:-2]}{term[-1]}{term[-2]}"
            yield from one(f"{clause['id']}: {wrong}", book.append(name, ("clauses", number, "topics"), wrong))


def rul013(book, random):
    known = sorted({key for *_, key, _value in _states(book) if len(key) > 14})
    for key in _some(random, known):
        number = random.randrange(len(_clauses(book)))
        name, _, clause = _clauses(book)[number]
        head, _, tail = key.partition(".")
        wrong = f"{head[:2]}{head[3]}{head[2]}{head[4:]}.{tail}" if len(head) > 4 else key
        if wrong != key and head[2] != head[3]:
            yield from one(f"{clause['id']}: {wrong}", book.set(name, ("clauses", number, "states", wrong), 3))


def _aids(book):
    return [*rows(book, "aids", "sections")]


def rul014(book, _):
    for name, number, _section in _aids(book):
        line = {"head": "Zz", "text": "It is {zz.zealous_men}."}
        yield from one("a quantity of nothing", book.append(name, ("sections", number, "lines"), line))


def rul015(book, _):
    for name, number, clause, key, value in _states(book):
        text = clause["text"]
        if isinstance(value, int) and value > 2 and len(re.findall(rf"\b{value}\b", text)) == 1:
            new = re.sub(rf"\b{value}\b", str(value + 1), text)
            yield from one(f"{clause['id']}: {key} {value + 1}", book.set(name, ("clauses", number, "text"), new))


def rul016(book, _):
    for name, number, clause in _clauses(book):
        yield from one(
            f"{clause['id']}: boxing", book.set(name, ("clauses", number, "data"), ["time-track.yaml: boxing"])
        )


def rul017(book, _):
    for name, number, rule in rows(book, "rulebook", "rules"):
        if number and rule["number"].isdecimal():
            edit = book.set(name, ("rules", number, "number"), str(int(rule["number"]) + 70))
            yield from one(f"rule {rule['number']} far off", edit)


def rul018(book, _):
    for name, number, option in rows(book, "options", "options"):
        if option.get("rule"):
            edit = book.set(name, ("options", number, "text"), f"{option['text'].strip()} It costs 4711 points.")
            yield from one(f"{option['id']}: 4711", edit)


def rul019(book, _):
    for name in book.files("orders-of-battle"):
        yield from one(f"{name}: another title", book.set(name, ("title",), "ZEALOUS MEN"))


def rul020(book, _):
    titles = {rule["number"]: rule["title"] for _n, _i, rule in rows(book, "rulebook", "rules")}
    for name, number, option in rows(book, "options", "options"):
        for rule, title in titles.items():
            if option.get("rule") and rule != option["rule"] and not titles.get(option["rule"], "").startswith(title):
                edit = book.set(name, ("options", number, "title"), title)
                yield from one(f"{option['id']} called {title}", edit, also=(book.place(name, ("options", number)),))


def rul021(book, random):
    for number in _some(random, range(len(_clauses(book)))):
        yield from one("playres", *_added(book, number, "Both playres agree."))
    for _scenario, file in all_scenarios(book) if not _clauses(book) else ():
        yield from one("playres", book.set(file, ("text",), "Two playres meet at the river."))


def rul022(book, _):
    for name, number, clause in _clauses(book):
        new = {"title": "No bargain", "text": "A unit may bargain for 2 points.", "states": {"zz.bargain": False}}
        yield from one(
            f"{clause['id']}: no bargain", *(book.set(name, ("clauses", number, key), v) for key, v in new.items())
        )


def rul023(book, random):
    numbers = [rule["number"] for _n, _i, rule in rows(book, "rulebook", "rules")]
    for number in _some(random, range(len(_clauses(book)))):
        _name, _, clause = _clauses(book)[number]
        others = [n for n in numbers if n != clause["rule"]]
        if len(others) > 1 and any(row.get("cites") for *_, row in _clauses(book)):
            named, cited = others[:2]
            yield from one(
                f"{clause['id']}: rule {named}, cites {cited}",
                *_added(book, number, f"See Rule {named}.", cites=[{"rule": cited, "about": "this"}]),
            )


def rul024(book, _):
    for name, number, term in rows(book, "rulebook", "terms"):
        words = [term["term"], *term.get("aliases", ())]
        for *_, clause in _clauses(book):
            said = f"{clause.get('title')} {clause['text']} {clause.get('topics')} {clause.get('rulings')}".casefold()
            if not any(word.casefold()[:5] in said for words_ in words for word in words_.split()):
                yield from one(
                    f"{term['term']} in {clause['id']}", book.set(name, ("terms", number, "clause"), clause["id"])
                )
                break


def rul025(book, _):
    keys = sorted({key for *_, key, _value in _states(book)})
    for one_, other in pairwise(keys):
        named = {one_: "how many zealous men", other: "how many zealous men"}
        known = book.data(BOOK).get("quantities") or {}
        yield from one(f"{one_} as {other}", book.set(BOOK, ("quantities",), {**known, **named}))


def rul026(book, _):
    first, second = list(book.game.side_names)[:2]
    for name, number, _section in _aids(book):
        line = {"head": "Zz", "side": first, "text": f"{book.game.side_names[second]} units move toward the port."}
        yield from one("a line of the other side", book.append(name, ("sections", number, "lines"), line))


def rul027(book, _):
    for name, number, section in _aids(book):
        table = (section.get("table") or {}).get("rows") or []
        for at, row in enumerate(table):
            cell = str(row["cells"][-1])
            for other in table:
                if other is not row and "{" in cell and "{" in str(other["cells"][-1]) and other["cells"][-1] != cell:
                    path = ("sections", number, "table", "rows", at, "cells", len(row["cells"]) - 1)
                    yield from one(
                        f"{row['cells'][0]}: the value of {other['cells'][0]}", book.set(name, path, other["cells"][-1])
                    )
    quantities = {key for *_, key, _value in _states(book)}
    nations = [(row["id"], row["name"]) for _n, _i, row in rows(book, "game", "nationalities")]
    for name in book.files("aids"):
        for (one_, label), (other, _label) in pairwise(nations):
            for key in quantities:
                if key.endswith(f".{one_}") and f"{key.removesuffix(one_)}{other}" in quantities:
                    table = {
                        "columns": ["Of", "Value"],
                        "rows": [{"cells": [label, f"{{{key.removesuffix(one_)}{other}}}"]}],
                    }
                    section = {"id": "zz", "title": "Zz", "table": table}
                    yield from one(f"{label}: the value of {other}", book.append(name, ("sections",), section))


def rul028(book, _):
    for name, number, clause in _clauses(book):
        yield from one(
            f"{clause['id']}: no such rule", book.set(name, ("clauses", number, "carried_by"), ["zeal.minimun"])
        )


def rul029(book, _):
    for name, number, clause in _clauses(book):
        carried = clause.get("carried_by") or [*book.game.system.rule_code()][:1]
        if carried:
            yield from one(
                f"{clause['id']}: twice", book.set(name, ("clauses", number, "carried_by"), [carried[0], *carried])
            )


def rul030(book, random):
    stated = {key for *_, key, _value in _states(book)}
    for name in book.files("rules"):
        for path, _node in book.walk(name):
            if path and all(isinstance(step, str) for step in path) and ".".join(path) in stated:
                edit = without(book, name, path)
                parents = tuple(key_of(book, name, path[:n]) for n in range(1, len(path)))
                yield from one(f"no {'.'.join(path)}", edit, also=parents)


def rul031(book, random):
    shown = ("victory.", "ledger.", "chart.", "combat.modifier.", "terrain.", "place.")
    for name, number, _clause, key, value in _states(book):
        if key.startswith(shown):
            parts = key.split(".")
            parts[-2 if len(parts) > 3 else -1] += "x"
            also = tuple(
                (other, 0, len(text))
                for other, text in book.texts.items()
                if other in ("victory.yaml", "charts.yaml", "map.yaml")
            )
            yield from one(
                f"{'.'.join(parts)}", book.set(name, ("clauses", number, "states", ".".join(parts)), value), also=also
            )

    stop = next(iter(book.track.stops))
    side = next(iter(book.track.sides))
    for name, number, _clause in _some(random, _clauses(book)) if [*rows(book, "victory", "objectives")] else ():
        key = f"victory.{stop}.{side}.zz"
        also = (("victory.yaml", 0, len(book.texts["victory.yaml"])),)
        yield from one(f"{key}, which no row has", book.set(name, ("clauses", number, "states", key), 3), also=also)


def rul032(book, random):
    for name in book.files("aids"):
        if book.data(name).get("procedures"):
            for number in _some(random, [n for _, n, clause in _clauses(book) if clause.get("executable", True)]):
                named = str(book.data(name)["procedures"])
                if f"'{_clauses(book)[number][2]['id']}'" in named:
                    continue
                yield from one("a chance of 37%", *_added(book, number, "There is a chance of 37% that it snows."))


def rul033(book, _):
    for name, number, procedure in rows(book, "aids", "procedures"):
        if "error" in procedure:
            edit = book.set(name, ("procedures", number, "error"), procedure["error"] + 17)
            yield from one(f"{procedure['id']}: another error", edit)


# -- names and cells -------------------------------------------------------------------------------


def ref001(book, _):
    for name, number, unit in rows(book, "counters", "units"):
        yield from one(f"{unit['name']} of no type", book.set(name, ("units", number, "type"), "zealot"))


def _cells(book):
    for unit in book.forces.units():
        for column, text in unit.row.cells.items():
            yield unit.where.file.name, (*unit.where.path, column), str(text), unit


def ref002(book, _):
    for name, path, text, unit in _cells(book):
        yield from one(f"{unit.cited}: {text}((", book.set(name, path, f"{text}(("))


def ref003(book, _):
    for name, path, _text, unit in _cells(book):
        yield from one(
            f"{unit.cited}: a date without strokes", book.set(name, path, f"{book.game.system.signs.arrives}641")
        )


def ref004(book, _):
    for unit in book.forces.units():
        if unit.counter:
            name, path = unit.where.file.name, (*unit.where.path, "name")
            yield from one(f"{unit.cited} misspelt", book.set(name, path, f"{unit.name[:-1]}x"))


def ref005(book, _):
    nations = {row["id"]: row.get("side") for _n, _i, row in rows(book, "game", "nationalities")}
    for name, number, unit in rows(book, "counters", "units"):
        other = next((nation for nation, side in nations.items() if side and side != unit["side"]), None)
        if other:
            yield from one(f"{unit['name']}: {other}", book.set(name, ("units", number, "nationality"), other))


def ref006(book, _):
    yield from in_words(book, "pgae_of", "pgae_of", "page")


def ref007(book, _):
    for name in book.files("counters"):
        yield from one(
            "a type of nothing", book.append(name, ("types",), {"id": "zealots", "name": "Zealots", "symbol": "recce"})
        )


def ref010(book, _):
    yield from one("no such system", book.set("game.yaml", ("system",), "dessert-rats"))


def rul104(book, random):
    stops = {mark.turn for mark in book.track.stops.values()}
    for number in _some(random, range(len(_clauses(book)))):
        for turn in range(1, book.track.calendar.length) if book.track.calendar.dated else ():
            month, year = [*book.track.calendar.text(turn).split("/"), ""][-3:-1]
            if turn not in stops and month.isdigit() and year.isdigit() and not book.track.calendar.parts:
                day = f"{MONTHS[int(month) - 1]} 19{year}"
                yield from one(f"ends in {day}", *_added(book, number, f"The game ends in {day}."))
                break


def _counter_named(book, what, form):
    for name, number, unit in rows(book, "counters", "types"):
        yield from one(f"{unit['name']}: {what}", book.set(name, ("types", number, "name"), form.format(unit["name"])))


def ref061(book, _):
    yield from _counter_named(book, "a blank behind it", "{} ")


def ref062(book, _):
    yield from _counter_named(book, "a formula", "=HYPERLINK(1){}")


def ref081(book, _):
    for name in book.files("words"):
        yield from one(f"{name} in German", book.set(name, ("language",), "de"))
    if not book.files("words"):
        words = {"basis": "proposed", "language": "de", "words": {"page_of": "{page}"}}
        yield from one("English words in German", new_file("words/en.yaml", words))


def _misspelt(word):
    """A name with two letters in the middle exchanged."""
    at = next((n for n in range(1, len(word) - 1) if word[n] != word[n + 1]), None)
    return word if at is None else f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


def ref041(book, _):
    for name, number, side in rows(book, "game", "sides"):
        yield from one(f"{side['id']} misspelt", book.set(name, ("sides", number, "id"), _misspelt(side["id"])))
    used = {unit["type"] for _n, _i, unit in rows(book, "counters", "units")}
    for name, number, kind in rows(book, "counters", "types"):
        if kind["id"] in used and len(kind["id"]) > FEW:
            yield from one(f"{kind['id']} misspelt", book.set(name, ("types", number, "id"), _misspelt(kind["id"])))


def ref042(book, _):
    """What belongs to a side on the map, in the rules and the charts, but for who holds a place: that is told there."""
    sides = [*book.track.sides]
    for kind in ("map", "rules", "charts"):
        for name in book.files(kind):
            for path, node in book.walk(name):
                if isinstance(node, Scalar) and node.data in sides and path[0] != "control":
                    other = next(side for side in sides if side != node.data)
                    yield from one(f"{name} {'.'.join(map(str, path))}: {other}", book.set(name, path, other))


# -- sentences that restate clauses ----------------------------------------------------------------


def _line(book, what, text, clause=None, edits=()):
    """A line more in each section of the player aids."""
    line = {"head": "Zz", "text": text} | ({"clause": clause} if clause else {})
    for name, number, _section in _aids(book):
        yield from one(what, book.append(name, ("sections", number, "lines"), line), *edits)


def rul054(book, _):
    for name in book.files("aids"):
        for path, node in book.walk(name):
            if path[-1:] == ("text",) and "lines" in path and "}" in str(node.data):
                yield from one(f"{'.'.join(map(str, path))}: no }}", book.replace_part(name, node, "}", ""))


def rul064(book, random):
    spans = "It is 0 to 3, 4 to 12, 12 to 21 or 22 to 29 paces away."
    for number in _some(random, range(len(_clauses(book)))):
        yield from one("12 twice", *_added(book, number, spans))


def rul074(book, _):
    yield from _line(book, "a line of no clause", "Play on until noon.")


def rul075(book, random):
    for number in _some(random, range(len(_clauses(book))), 3):
        clause = _clauses(book)[number][2]["id"]
        added = _added(book, number, "A unit may bargain.")
        yield from _line(book, f"{clause}: must for may", "A unit must bargain.", clause, added)


def rul076(book, random):
    for _name, number, clause, key, _value in _some(random, _states(book), 4):
        other = _clauses(book)[number - 1][2]
        if key not in (other.get("states") or {}):
            yield from _line(book, f"{key} of {clause['id']}, not {other['id']}", f"It is {{{key}}}.", other["id"])


def rul105(book, random):
    yield from in_words(book, "letters exchanged", "track_box", "R withdrawals, W reinforcements")
    order = "The {} player draws a lot before the {} player does."
    for number in _some(random, range(len(_clauses(book))), 2):
        clause = _clauses(book)[number][2]["id"]
        added = _added(book, number, order.format("first", "second"))
        yield from _line(book, f"{clause}: the second before the first", order.format("second", "first"), clause, added)


def rul106(book, _):
    for name in book.files("aids"):
        for *_, clause, key, value in _states(book):
            if type(value) is int and value not in (30, 70):
                procedure = {"id": "zz", "title": "Zz", "clauses": [clause["id"]], "dice": "d10", "quantities": [key]}
                procedure |= {"error": 2, "text": "A unit is lost on 1 to 3."}
                yield from one(f"3 in 10 for {value} %", book.append(name, ("procedures",), procedure))


def rul147(book, random):
    for number in _some(random, range(len(_clauses(book)))):
        yield from one("three ways, and two", *_added(book, number, "There are three ways: by land and by sea."))


def rul148(book, random):
    told = re.compile(r"\b(?:die|dice|throw|roll|add|subtract|plus|minus|modif)|[+−-]\d", re.IGNORECASE)
    plain = [number for _name, number, clause in _clauses(book) if not told.search(clause["text"])]
    for number in _some(random, plain):
        yield from one("13 with one die", *_added(book, number, "It needs 13 with one six-sided die."))


def rul149(book, random):
    units = [unit for unit in book.forces.units() if len(unit.name) > FEW + 2 and re.search("[A-Za-z]{3}", unit.name)]
    for unit in _some(random, units, 4) if _clauses(book) else ():
        name, said = unit.name.rstrip("."), max(other.no for other in units) + 1
        yield from one(f"{name} as unit {said}", *_added(book, 0, f"Unit {said}, {name}, is the best."))


def rul150(book, _):
    for name, number, section in _aids(book):
        for row, listed in enumerate((section.get("table") or {}).get("rows", ())):
            path = ("sections", number, "table", "rows", row, "cells")
            yield from one("a cell too many", book.set(name, path, [*listed["cells"], "-"]))


def _asked(id_, **more):
    return {"id": id_, "question": "Is it so?", "reading": "It is", "why": "Nothing else is said", **more}


def rul151(book, random):
    for name, number, clause in _some(random, _clauses(book)):
        rulings = [*clause.get("rulings", ()), _asked("ZZ-1", prints="It is so."), _asked("ZZ-2")]
        yield from one("a ruling without a sentence", book.set(name, ("clauses", number, "rulings"), rulings))


def _with_term(book, **more):
    """The edit that adds a term to those of the rulebook."""
    for name in book.files("rulebook"):
        term = {"term": "zealous advance", "clause": _clauses(book)[0][2]["id"], **more}
        return book.set(name, ("terms",), [*(book.data(name).get("terms") or ()), term])
    return None


def rul152(book, random):
    for number in _some(random, range(len(_clauses(book))), 4):
        added = _with_term(book, **{"not": ["zealous gallop"]})
        yield from one("gallops", added, *_added(book, number, "Zealous gallops are fast."))


def rul153(book, random):
    terms = [term["term"] for _name, _number, term in _some(random, rows(book, "rulebook", "terms"), 4)]
    for listed in (*terms, "zealous advances"):
        yield from one(f"{listed} not to be used", _with_term(book, **{"not": [listed]}))


def exm038(book, _):
    strong = [unit for unit in book.forces.units() if unit.counter and unit.counter.counter.strength]
    for name, number, example in rows(book, "examples", "examples"):
        if strong and not example.get("counters"):
            given = {"unit": f"{strong[0].side}/{strong[0].no}", "strength": 9999}
            edit = book.set(name, ("examples", number, "given"), {**example.get("given", {}), **given})
            yield from one(f"9999 for {given['unit']}", edit)

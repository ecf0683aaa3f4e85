"""Slips in lists of errata: in a list of their own, which any game may have."""

from __future__ import annotations

from slips.book import new_file

from .edits import address_of, one

NAME = "errata/zz.yaml"
WE = {"why": "we say so", "source": "ours", "by": "us", "status": "proposed"}


def _title(book):
    return {"at": "game.title", "printed": book.data("game.yaml")["title"], "corrected": "Another Title"} | WE


def _listed(book, what, *errata, also=(), edits=(), **more):
    data = {
        "basis": "proposed",
        "title": "Zz",
        "errata": [{"id": f"ZZ-{n}"} | row for n, row in enumerate(errata, 101)],
    }
    yield from one(what, new_file(NAME, data | more), *edits, also=also)


def err001(book, _):
    yield from _listed(book, "of nothing", _title(book) | {"at": "counters.units[998].name"})


def err002(book, _):
    yield from _listed(book, "of what is not printed", _title(book) | {"printed": "Frost"})


def err003(book, _):
    yield from _listed(book, "of nothing new", _title(book) | {"corrected": _title(book)["printed"]})


def err004(book, _):
    yield from _listed(book, "of one value twice", _title(book), _title(book) | {"corrected": "A Third"})


def err005(book, _):
    edits = []
    printing = book.data("game.yaml").get("printing")
    if not printing:
        edits = [
            book.set("game.yaml", ("printings",), [{"id": "zz", "name": "First", "recognise": "by its box"}]),
            book.set("game.yaml", ("printing",), "zz"),
        ]
    yield from _listed(
        book, "incorporated and not", _title(book) | {"incorporated_in": [printing or "zz"]}, edits=edits
    )


def _edition(book):
    return {"at": "game.edition", "printed": book.data("game.yaml")["edition"], "corrected": "9.9"} | WE


def err006(book, _):
    yield from _listed(book, "one id twice", _title(book) | {"id": "ZZ-001"}, _edition(book) | {"id": "ZZ-001"})


def err007(book, _):
    yield from _listed(book, "2 before 1", _title(book) | {"id": "ZZ-002"}, _edition(book) | {"id": "ZZ-001"})


def err008(book, _):
    yield from _listed(
        book, "corrected already", _title(book) | {"printed": "Frost", "corrected": _title(book)["printed"]}
    )


def err010(book, _):
    yield from _listed(book, "by another", _title(book) | {"by": "designer", "status": "editorial"})


def err011(book, _):
    yield from _listed(book, "of no version", _title(book) | {"since": "47.11"})


def err012(book, random):
    for unit in book.forces.units():
        for column, entries in unit.cells.items():
            entry = entries[0] if entries else None
            if entry is not None and entry.hex is not None and entry.column.start:
                name, path = unit.where.file.name, (*unit.where.path, column)
                near = [n for n in book.map.grid.neighbours[entry.hex] if n >= 0 and book.map.passable[n]]
                others = [
                    n for m in near for n in book.map.grid.neighbours[m] if n >= 0 and n not in near and n != entry.hex
                ]
                if book.node(name, path) is None or not others or not near:
                    continue
                text, token = str(unit.row.cells[column]), entry.token
                right, far = (
                    book.map.name(near[0]),
                    book.map.name(next((n for n in others if book.map.passable[n]), others[0])),
                )
                beside = next((n for n in book.map.grid.neighbours[near[0]] if n >= 0 and n != entry.hex), None)
                row = {
                    "at": address_of(book, name, path),
                    "printed": text,
                    "corrected": text[: token.name_start] + right + text[token.name_end :],
                    "why": f"it stands with the others in {book.map.name(beside)}",
                }
                yield from _listed(book, f"{unit.cited}: {right}, and the reason names {far}", WE | row)


def _clause(book):
    first = book.data("rulebook.yaml")["clauses"][0]
    address = f"rulebook.clauses[{first['id']}].title"
    return {"at": address, "printed": first["title"], "corrected": f"{first['title']}, and more"} | WE


def err021(book, _):
    yield from _listed(book, "of a clause, without what it moves", _clause(book))


def err022(book, _):
    yield from _listed(book, "that moves what is not", _clause(book) | {"moves": ["@nothing.that-is"]})
    yield from _listed(book, "that moves no clause", _title(book) | {"moves": "wording"})


def err023(book, _):
    witness = {"id": "w-zz", "of": "ZZ-999", "differs": {"kind": "events", "first": "One.", "second": "Two."}}
    yield from one("of nothing", new_file("witnesses.yaml", {"basis": "derived", "witnesses": [witness]}))

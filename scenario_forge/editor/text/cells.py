"""Help for a cell while it is typed: what it says in words, what is wrong with it, and what fits into it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.documents.marks import Names
from scenario_forge.documents.scenario import Column
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.endpoint import Doc, at_once, get, post
from scenario_forge.editor.requests import Body
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.forces import DECIDE, forces, read_cell
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.cards import entry_words, place_words
from scenario_forge.game.naming import Reader
from scenario_forge.game.notations import NotationError
from scenario_forge.game.place import Where
from scenario_forge.game.scenarios import describe_marks
from scenario_forge.language.completion import complete_value

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.editor.session import Session
    from scenario_forge.game.forces import Entry, Force
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch

_LISTED = 40
"""Completions that the page is given."""
_VERBS = ("at", "within", "attached", "free")
"""Entries that say where a unit starts."""

Name = Annotated[str, Field(max_length=100)]


class CellText(Body):
    """A cell by its path in a document, its text so far, and where the cursor stands in it."""

    doc: Annotated[str, Field(max_length=400)]
    path: Annotated[list[Name | int], Field(min_length=1, max_length=12)]
    text: Annotated[str, Field(max_length=1000)]
    at: Annotated[int, Field(ge=0)] = 0


Completion = TypedDict("Completion", {"label": str, "kind": str, "start": int})
"""What fits into a cell from a character on."""
CellWords = TypedDict("CellWords", {"from": int, "to": int, "says": str, "problem": str, "hint": str | None})
"""What a cell says in words; or its problem, with the characters that it is about and a hint."""
CellHelp = TypedDict("CellHelp", {
    "from": int, "to": int, "says": str, "problem": str, "hint": str | None, "fitting": list[Completion],
})  # fmt: skip
"""The same, and what fits into the cell."""
Uncharted = TypedDict("Uncharted", {"no": int, "name": str})
"""A counter without a row."""
UnchartedAnswer = TypedDict("UnchartedAnswer", {"units": list[Uncharted]})
"""Counters of a side that its order of battle has no row for."""


def routes(session: Session) -> list[Route]:
    """Return the routes about a cell."""
    game = at_once(session)
    return [post("/api/cell", cell_help, game), get("/api/uncharted", uncharted, game)]


def uncharted(game: Game, doc: Doc) -> UnchartedAnswer:
    """Return counters that the order of battle ``doc`` has no row for."""
    return {"units": uncharted_units(game, doc)}


def uncharted_units(game: Game, doc: str) -> list[Uncharted]:
    """Return counters of a side, by number and name, that its order of battle has no row for."""
    linked = forces(game)
    force = next((each for each in linked.sides.values() if each.where.file.name == doc), None)
    if force is None:
        return []
    charted = {unit.no for unit in force.units}
    own = [each.counter for (side, _no), each in sorted(linked.counters.items()) if side == force.side]
    return [{"no": each.no, "name": each.name} for each in own if each.no not in charted]


def cell_help(game: Game, body: CellText) -> CellHelp:
    """Return what a cell says, and what fits into it.

    Only cells of orders of battle and of scenarios' set-ups have a sentence. Offsets are the page's.

    Raises:
        Unknown: there is no such document.
    """
    file = game.read.get(body.doc)
    if file is None:
        raise Unknown(f"the game has no document {body.doc[:200]!r}")
    where, page = Where(file, tuple(body.path)), PageText(body.text)
    typed = body.text[: page.to_file(min(body.at, page.length))]
    fitting: list[Completion] = [
        {"label": each.label, "kind": each.kind, "start": page.to_page(each.start)}
        for each in complete_value(game, where, typed)
        if each.label.casefold() != typed[each.start :].casefold()
    ]
    if where.file.kind.name == "orders-of-battle" and where.path[2:] == ("no",) and where.path[0] == "units":
        fitting = [  # of all units those that have no row yet
            {"label": str(each["no"]), "kind": each["name"], "start": 0}
            for each in uncharted_units(game, body.doc)
            if str(each["no"]).startswith(typed)
        ]
    found = _words()
    of = _chart_cell(game, where)
    patch = _correction(game, where, body.text)
    if patch is not None:
        # what stands in the file is no longer what the cell says
        value = patch.erratum.corrected
        lead = f"Corrected to `{value}` by {patch.erratum.id}"
        read = _read(game, *of, value, where) if of is not None and isinstance(value, str) and value.strip() else found
        said = read["says"] or read["problem"]
        found = _words(f"{lead}: {said}" if said else f"{lead}.")
    elif of is not None and body.text.strip():
        found = _read(game, *of, body.text, where)
        found |= {"from": page.to_page(found["from"]), "to": page.to_page(found["to"])}
    return {**found, "fitting": fitting[:_LISTED]}


def _correction(game: Game, where: Where, text: str) -> Patch | None:
    """Return the erratum applied to just this cell, as long as its printed text stands in it."""
    for patch in game.patches:
        if patch.target == (where.file.name, where.path) and not patch.problem:
            return patch if str(patch.erratum.printed) == text else None
    return None


def _chart_cell(game: Game, where: Where) -> tuple[Force, Column] | None:
    """Return the side and the column of a cell that has the notation of the orders of battle."""
    kind, sides = where.file.kind.name, forces(game).sides
    match kind, where.path:
        case "orders-of-battle", ("units" | "markers", int(), str(key)):
            force = next((each for each in sides.values() if each.where.file.name == where.file.name), None)
            column = force.columns.get(key) if force else None
        case "scenarios", ("set_up", int(number), "units" | "markers", int(), "at" | "later" as key):
            side = Where(where.file, ("set_up", number, "side")).data
            force = sides.get(side) if isinstance(side, str) else None
            column = Column(id="own", start="own") if key == "at" else Column(id="own+", after="own")
        case _:
            return None
    return (force, column) if force is not None and column is not None else None


def _words(says: str = "", problem: str = "", hint: str | None = None, at: tuple[int, int] = (0, 0)) -> CellWords:
    return {"says": says, "problem": problem, "hint": hint, "from": at[0], "to": at[1]}


def _read(game: Game, force: Force, column: Column, text: str, where: Where) -> CellWords:
    open_ = DECIDE.fullmatch(text) if where.file.kind.name == "scenarios" else None
    read, offset = (open_[1], open_.start(1)) if open_ else (text, 0)
    if not read:
        return _words("Left open: write a place to decide it.")
    try:
        entries = read_cell(game, force, column, read, where)
    except NotationError as error:
        hint = f"did you mean {error.hint}?" if error.hint else None
        return _words("", _sentence(str(error)), hint, (offset + error.start, offset + error.end))
    unknown = next((part for part in Reader(game).parts(Names("cell"), read, where) if part.wanted), None)
    if unknown is not None:
        finding = unknown.unresolved(where).finding()
        problem = _sentence(": ".join([finding.message, *finding.notes]))
        return _words("", problem, finding.help, (offset + unknown.start, offset + unknown.end))
    told = _markers_words(game, entries) if "markers" in where.path else _unit_words(game, entries)
    return _words(_sentence(f"left open; played until it is decided: {told}" if open_ else told))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." * (not text.endswith((".", "?")))


def _unit_words(game: Game, entries: list[Entry]) -> str:
    """Describe a unit: ``starts in T30 (Tobruk), in a fortified box; leaves Jul 41``."""
    said = []
    for entry in entries:
        marks = describe_marks(game, entry.token)
        words = ", ".join([entry_words(game, entry), *marks])
        said.append(f"starts {words}" if entry.kind in _VERBS else words)
    return "; ".join(said)


def _markers_words(game: Game, entries: list[Entry]) -> str:
    """Describe markers: ``two in E2, one in D1``."""
    grid = hex_map(game)
    places = Counter(
        ", ".join(
            [
                place_words(entry, grid),
                *([f"{entry.token.strength} points"] if entry.token.strength is not None else []),
                *describe_marks(game, entry.token),
            ]
        )
        for entry in entries
    )
    return "; ".join(f"{count} in {place}" for place, count in places.items()) or "there are none"

"""RUL018, RUL020: what options, scenarios, printings and aids say in words against what they name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook_numbers import side_names
from scenario_forge.checks.rulebook_prose import MOVES_FIRST
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import StartDate
from scenario_forge.project.paper import rule_name
from scenario_forge.project.quoted import quantities
from scenario_forge.project.schedule import schedule
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.aids import AidTable
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_UNIT = re.compile(r"\bunits? (\d+)\b", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"/(\d+)\]")
_THROW = re.compile(r"(\d+)(?:\s*(to|-|–)\s*(\d+)|((?:,\s*\d+)+)|\s*(or more|or less|\+))?\Z")


def titles_of_options(game: Game) -> Iterator[Diagnostic]:
    """An option under the heading of one rule and with the number of another; a unit that its changes do not touch."""
    books = game.documents("rulebook", RulebookDocument)
    titles = {rule.title.casefold(): rule.number for book, _where in books for rule in book.rules}
    for document, where in game.documents("options", OptionsDocument):
        for index, option in enumerate(document.options):
            at = where / "options" / index
            headed = titles.get(option.title.casefold())
            if headed is not None and headed != option.rule:
                yield _differs(at / "rule", f"{option.title} is {rule_name(headed)}, not {rule_name(option.rule)}")
            touched = {no for change in option.changes for no in _IN_ADDRESS.findall(change.at)}
            named = set(_UNIT.findall(option.text))
            if touched and named and not touched & named:
                problem = f"the text speaks of unit {min(named)}, the change is made to unit {min(touched)}"
                yield _differs(at / "changes" / 0 / "at", problem).also(at / "text", "the text")


def openings(game: Game) -> Iterator[Diagnostic]:
    """A scenario whose text lets a side open that is not the first of its start date."""
    track, names = schedule(game), side_names(game)
    for document, where in game.documents("scenarios", ScenarioDocument):
        found = track.starts.get(document.start) if track else None
        start = found.date if found else None
        if not isinstance(start, StartDate):
            continue
        for side, called in names.items():
            said = [n for n in called if re.search(rf"\b{re.escape(n)}s?{MOVES_FIRST}", document.text, re.IGNORECASE)]
            if said and side != start.first:
                finding = _differs(where / "text", f"the text lets {said[0]} open, the start date {start.first}")
                yield finding.also(where / "start", "the start date")


def printings(game: Game) -> Iterator[Diagnostic]:
    """Two printings that are recognised by the same reading."""
    for document, where in game.documents("game", GameDocument):
        first: dict[str, int] = {}
        for index, printing in enumerate(document.printings):
            reading = printing.recognise.partition(";")[0].strip().casefold()
            earlier = first.setdefault(reading, index)
            if earlier != index and reading:
                name = document.printings[earlier].id
                at = where / "printings"
                finding = _differs(at / index / "recognise", f"`{printing.id}` is recognised by what `{name}` is")
                yield finding.also(at / earlier / "recognise", "the other")


def tables_of_aids(game: Game) -> Iterator[Diagnostic]:
    """A quantity that two rows print, where none prints another of its kind; a throw that two rows have, or none."""
    known = statements(game)
    for document, where in game.documents("aids", AidsDocument):
        for number, section in enumerate(document.sections):
            if section.table is not None:
                at = where / "sections" / number / "table"
                yield from _twice(section.table, known, at)
                yield from _throws(section.table, at)


def _twice(table: AidTable, known: Iterable[str], at: Where) -> Iterator[Diagnostic]:
    first: dict[str, Where] = {}
    printed = {quantity.name for row in table.rows for cell in row.cells for quantity in quantities(cell)}
    unprinted = {name.rpartition(".")[0] for name in known if name not in printed}
    for n, row in enumerate(table.rows):
        for column, cell in enumerate(row.cells):
            for quantity in quantities(cell):
                place = at / "rows" / n / "cells" / column
                earlier = first.setdefault(quantity.name, place)
                exchanged = quantity.name.rpartition(".")[0] in unprinted
                if exchanged and earlier is not place and earlier.path[:-2] != place.path[:-2]:
                    yield _differs(place, f"`{quantity.name}` stands in two rows").also(earlier, "the first")


def _throws(table: AidTable, at: Where) -> Iterator[Diagnostic]:
    if not table.columns or table.columns[0].casefold() not in ("die", "throw", "dice"):
        return
    found: dict[int, int] = {}
    for n, row in enumerate(table.rows):
        match = _THROW.match(row.cells[0].strip()) if row.cells else None
        if match is None:
            return
        for face in _faces(match):
            if face in found:
                yield _differs(at / "rows" / n / "cells" / 0, f"a throw of {face} stands in two rows")
            found.setdefault(face, n)
    lacking = sorted(set(range(min(found, default=1), max(found, default=0))) - found.keys())
    if lacking and len(set(found)) == len(found):
        last = max(n for face, n in found.items() if face < lacking[0])
        yield _differs(at / "rows" / last / "cells" / 0, f"no row has a throw of {lacking[0]}")


def _faces(match: re.Match[str]) -> list[int]:
    low = int(match[1])
    if match[3]:
        return list(range(low, int(match[3]) + 1))
    return [low, *(int(part) for part in (match[4] or "").split(",") if part.strip())]


def _differs(at: Where, problem: str) -> Diagnostic:
    return rul.RUL020.at(at, problem=problem)


CHECKS = (titles_of_options, openings, printings, tables_of_aids)

"""CNT040, 041, 050: units unlike all others of their kind, on the front and on other faces."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.counters import counter_name, unusual_values
from scenario_forge.checks.lone_exceptions import LoneException, lone_exception
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
CNT040 = CODES.warning(
    "CNT040",
    "value-unlike-its-type",
    "{unit} has {said} as {value}; the {count} others with {told} have {usual}",
)
CNT041 = CODES.warning(
    "CNT041",
    "better-on-its-other-face",
    better="{unit} has {value} {said} on the face `{face}` but {front} on its front; no other unit has more there",
    changed="{unit} has {value} {said} on the face `{face}` and {front} on its front; "
    "the {count} other units with that face have the same on both",
)
CNT050 = CODES.warning(
    "CNT050",
    "strength-of-what-does-not-fight",
    "{unit} has a combat strength of {strength}; units of the type {type} do not fight",
)

_FEW = 2
"""Others of one formation and type that show what is usual, where all of many such groups are alike."""
_SOME = 3
"""Others that show what is usual where each kind is alike."""
_ENOUGH = 4
"""Others from which on a word tells what is usual."""
_SISTERS = 5
"""Others that agree from which on one more is unlike its sisters, though other kinds are mixed."""
_MANY = 10
"""Others with one number from which on another number is no elite unit."""
_KINDS = 6
"""Kinds of several units, each alike throughout, from which on few units of one more are enough."""
_IT, _ONE = "it", "one"
"""What messages call a flag or a face that a unit has, and a value of whatever height."""
_WORD = re.compile(r"[^\W\d_]+")


class _Column(NamedTuple):
    """One thing that counters say, by unit; empty where a counter does not say it."""

    key: str
    """The key of a unit under which it stands."""
    name: str
    cells: list[str]
    number: bool = False


class _Odd(NamedTuple):
    """A way in which one unit is unlike others."""

    column: _Column
    told: str
    """What the others have in common, in words."""
    exception: LoneException


def unlike_their_kind(game: Game) -> Iterator[Diagnostic]:
    """Report the only unit whose word or number is not the one that another of its words tells (CNT040)."""
    nations = {nation.id: nation.name for nation in game.about.nationalities} if game.about else {}
    for document, where in game.documents("counters", CountersDocument):
        odd: dict[int, list[_Odd]] = {}
        for way in (*_ways(document), *_ways_of_sisters(document, nations)):
            odd.setdefault(way.exception.row, []).append(way)
        told = {finding.span for finding in unusual_values(game)} if odd else set()
        for number, ways in odd.items():
            column, kind, exception = max(ways, key=lambda way: way.exception.others)
            unit, at = document.units[number], where / "units" / number
            said = column.cells[number]
            here = at / column.key if said and said != _ONE else at / "name"
            if here.span not in told:
                finding = CNT040.at(
                    here,
                    unit=counter_name(game, unit),
                    said=said or "nothing",
                    value=column.name,
                    count=exception.others,
                    told=kind,
                    usual=exception.usual,
                )
                sure = len({way.column.key for way in ways}) == 1
                lacks = exception.usual in (_IT, _ONE)
                cure = f"add `{column.key}`" if lacks else f"did you mean {exception.usual}?"
                yield finding.suggest(cure if sure else "correct the one of them that is wrong")


def _columns(document: CountersDocument) -> tuple[list[_Column], list[_Column]]:
    """What counters say that tells other things, and everything that they say."""
    units = document.units
    symbols = {kind.id: kind.symbol or "" for kind in document.types}
    tellers = [
        _Column("nationality", "nationality", [unit.nationality for unit in units]),
        _Column("size", "size", [unit.size for unit in units]),
        _Column("type", "type", [unit.type for unit in units]),
    ]
    words: list[_Column] = []
    others: list[_Column] = []
    for value in document.values:
        name = (value.name or value.id).casefold()
        said = [unit.values.get(value.id) for unit in units]
        if value.kind == "word":
            column = _Column(value.id, name, [str(cell or "") for cell in said])
            (words if value.words else others).append(column)
        elif value.kind == "flag":
            words.append(_Column(value.id, name, [_IT if cell is True else "" for cell in said]))
        elif value.of == "unit" and value.derived is None:
            others.append(_Column(value.id, name, ["" if cell is None else str(cell) for cell in said], number=True))
        if value.optional and value.kind == "number":
            others.append(_Column(value.id, name, [_ONE if cell is not None else "" for cell in said]))
    faces = [unit.faces for unit in units]
    for face in document.faces:
        others.append(_Column(face.id, face.name.casefold(), [_IT if face.id in each else "" for each in faces]))
        for id_ in face.values:
            cells = [str(each.get(face.id, {}).get(id_, "")) for each in faces]
            others.append(_Column(face.id, f"{id_} on the face `{face.name}`", cells, number=True))
    symbol = _Column("symbol", "symbol", [symbols.get(unit.type, "") for unit in units])
    parent = _Column("parent", "formation", [unit.parent for unit in units])
    return [*tellers, *words, symbol, parent], [*tellers, *words, *others]


def _ways(document: CountersDocument) -> Iterator[_Odd]:
    """Where one thing tells another in all units of all kinds but one."""
    tellers, columns = _columns(document)
    by_key = {column.key: column for column in tellers}
    for teller in tellers:
        for column in columns:
            if column.key == teller.key or {column.key, teller.key} == {"type", "symbol"} or teller.name == _IT:
                continue
            least = _FEW if teller.key == "parent" and column.key == "nationality" else _SOME
            exception = lone_exception(teller.cells, column.cells, least)
            # one unit that has what no other has is special, not wrong
            if exception is not None and exception.usual and _is_rule(exception):
                yield _Odd(column, _with(teller, exception.row), exception)
    parents = by_key["parent"].cells
    for column in (column for column in columns if column.number and any(parents)):
        rows = zip(by_key["type"].cells, parents, column.cells, strict=True)
        groups = [f"{kind} {parent}" if parent and cell else "" for kind, parent, cell in rows]
        exception = lone_exception(groups, column.cells, _FEW)
        if exception is not None and exception.alike >= 3 * _KINDS:
            yield _Odd(column, f"its type in formation {parents[exception.row]}", exception)


def _ways_of_sisters(document: CountersDocument, nations: Mapping[str, str]) -> Iterator[_Odd]:
    """Where many units have one thing in common and, all but one, another, though other units are mixed.

    ``nations``: names of nationalities by id.
    """
    tellers, columns = _columns(document)
    by_key = {column.key: column for column in tellers}
    arms = zip(by_key["type"].cells, by_key["nationality"].cells, strict=True)
    both = _Column("type", "type and nationality", [" and ".join(each) for each in arms])
    numbers = [column for column in columns if column.number]
    has = [column for column in columns if column.cells and {*column.cells} <= {"", _IT, _ONE}]
    told = [column for column in columns if not column.number and column.key not in ("type", "size")]
    for teller in (*tellers, *(column for column in has if column not in tellers)):
        if teller.key not in ("nationality", "size", "parent"):
            least = _SISTERS if teller.key in ("type", "symbol") else 2 * _ENOUGH
            yield from _odd_sisters(teller, told, least)
    yield from _odd_sisters(by_key["type"], [by_key["size"]], 2 * _ENOUGH)
    yield from _odd_sisters(by_key["type"], numbers, _MANY)
    yield from _odd_sisters(both, numbers, _MANY + _FEW)
    called = {name.casefold() for name in nations.values()}
    for word in _words_of_names(document):
        if word.key.casefold() in called:
            continue  # CNT043
        for odd in _odd_sisters(word, [by_key["nationality"]], _SOME):
            named = nations.get(odd.exception.usual, "").casefold().startswith(word.key.casefold())
            unit = document.units[odd.exception.row]
            comrades = [each.nationality for each in document.units
                        if each.parent and each.parent == unit.parent and each is not unit]  # fmt: skip
            if named or (odd.exception.others > _SISTERS and unit.nationality not in comrades):
                yield odd


def _odd_sisters(teller: _Column, columns: Sequence[_Column], least: int) -> Iterator[_Odd]:
    """The one of several units with one cell, of which all others, so many at least, are alike in a column."""
    groups: dict[str, list[int]] = defaultdict(list)
    for row, cell in enumerate(teller.cells):
        if cell:
            groups[cell].append(row)
    for rows in groups.values():
        for column in columns if len(rows) > least else ():
            usual, times = Counter(column.cells[row] for row in rows).most_common(1)[0]
            if usual and times == len(rows) - 1 and column.key != teller.key:
                row = next(row for row in rows if column.cells[row] != usual)
                said = column.cells[row]
                if not said or column.cells.count(said) > 1:  # one unit that has what no other has is special
                    yield _Odd(column, _with(teller, row), LoneException(row, usual, times, 0))


def _words_of_names(document: CountersDocument) -> Iterator[_Column]:
    """By side and word of units' names: the units that have it."""
    words = [{(unit.side, word) for word in _WORD.findall(unit.name)} for unit in document.units]
    for (side, word), times in Counter(word for each in words for word in each).items():
        if times > _SOME and len(word) > 1:
            cells = [word if (side, word) in each else "" for each in words]
            yield _Column(word, "", cells)


def _with(teller: _Column, row: int) -> str:
    """What units have in common, in words."""
    said = teller.cells[row]
    if not teller.name:
        return f"`{said}` in their names"
    return teller.name if said == _IT else f"{said} as {teller.name}"


def _is_rule(exception: LoneException) -> bool:
    """Whether so much agrees that the exception is hardly an elite unit: a number is often a unit's own."""
    least = _ENOUGH * (2 if exception.usual.lstrip("-").isdecimal() else 1)
    return exception.others > least or exception.alike >= _KINDS


def other_faces(game: Game) -> Iterator[Diagnostic]:
    """Report the only unit with more on another face than on its front, or with another number there (CNT041)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {value.id: (value.name or value.id).casefold() for value in document.values}
        pairs: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        for number, unit in enumerate(document.units):
            for face, values in unit.faces.items():
                for id_, said in values.items():
                    front = unit.number(id_)
                    if isinstance(said, int) and front is not None:
                        pairs.setdefault((face, id_), []).append((number, front, said))
        far: set[Span] | None = None
        for (face, id_), units in pairs.items():
            better = [row for row in units if row[2] > row[1]]
            changed = [row for row in units if row[2] != row[1]]
            rows = better if len(better) == 1 else changed
            if len(rows) == 1 and len(units) > _ENOUGH:
                number, front, said = rows[0]
                unit, at = document.units[number], where / "units" / number
                values = {"value": names.get(id_, id_), "said": said, "face": face, "front": front}
                values["unit"] = counter_name(game, unit)
                if rows is better:
                    yield CNT041.at(at / face / id_, "better", **values)
                    continue
                far = {each.span for each in unusual_values(game)} if far is None else far
                if (at / id_).span not in far:
                    finding = CNT041.at(at / face / id_, "changed", count=len(units) - 1, **values)
                    yield finding.suggest("write the same number on both faces, or say why they differ")


def strength_of_noncombatants(game: Game) -> Iterator[Diagnostic]:
    """Report the only unit that has a combat strength although its type does not fight (CNT050)."""
    for document, where in game.documents("counters", CountersDocument):
        kinds = {kind.id: (kind.name, at / "combat") for kind, at in where.each("types", document.types)
                 if not kind.combat}  # fmt: skip
        strong = [(unit, at) for unit, at in where.each("units", document.units)
                  if unit.type in kinds and unit.strength]  # fmt: skip
        for unit, at in strong if len(strong) == 1 else ():
            name, there = kinds[unit.type]
            finding = CNT050.at(at / "strength", unit=counter_name(game, unit), strength=unit.strength, type=name)
            yield finding.also(there, "it does not fight").suggest("write 0, or correct the type")


CHECKS = (unlike_their_kind, other_faces, strength_of_noncombatants)

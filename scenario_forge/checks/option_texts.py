"""SCN035, SCN036: what an option says of the units it brings in, and the tables that it changes."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from scenario_forge.checks.numbers import WORDS
from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Node

_COUNT = re.compile(rf"\b(\d+|{'|'.join(WORDS)}) (?:[^\W\d_][\w-]* ){{0,3}}?([^\W\d_]+?)s\b", re.IGNORECASE)


def texts(game: Game) -> Iterator[Diagnostic]:
    """Numbers of units in the text of an option, against the counters that have the option."""
    counters = game.one("counters", CountersDocument)
    found = game.one("options", OptionsDocument)
    if counters is None or found is None:
        return
    sizes = {size.name.casefold(): size.id for size in counters[0].sizes}
    for number, option in enumerate(found[0].options):
        own = [unit.size for unit in counters[0].units if unit.option == option.id]
        for match in _COUNT.finditer(option.text) if own else ():
            size = sizes.get(match[2].casefold())
            said = int(match[1]) if match[1].isdecimal() else WORDS[match[1].casefold()]
            if size is not None and own.count(size) != said:
                at = found[1] / "options" / number / "text"
                yield scn.SCN035.at(at, said=match[0], count=own.count(size))


def tables(game: Game) -> Iterator[Diagnostic]:
    """Tables that an option puts in place of one whose values rise or fall from throw to throw, and that do not."""
    found = game.one("options", OptionsDocument)
    roots = {name: file.root for name, file in game.files.items() if file.root is not None}
    for number, option in enumerate(found[0].options if found else ()):
        for index, before in _tables(option, roots):
            after = option.changes[index].value
            if found is not None and isinstance(after, dict):
                broken = _break(before, _values(after))
                if broken is not None:
                    at = found[1] / "options" / number / "changes" / index / "value" / broken
                    way = "rise" if _rises(before) else "fall"
                    yield scn.SCN036.at(at, key=broken, way=way)


def _tables(option: OptionRule, roots: dict[str, Node]) -> Iterator[tuple[int, dict[str, float]]]:
    """The changes of tables of numbers by throw, with the values in the game."""
    for index, change in enumerate(option.changes):
        try:
            node = locate(roots, change.at)[2]
        except AddressError:
            continue
        values = _values(node.data) if node is not None else {}
        if len(values) > len(("first", "last")):
            yield index, values


def _values(data: object) -> dict[str, float]:
    """A table of numbers by whole number; empty if it is anything else."""
    if not isinstance(data, dict) or not all(str(key).isdecimal() for key in data):
        return {}
    plain = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in data.values())
    return {str(key): data[key] for key in sorted(data, key=int)} if plain else {}


def _rises(values: dict[str, float]) -> bool:
    return all(one <= other for one, other in itertools.pairwise(values.values()))


def _falls(values: dict[str, float]) -> bool:
    return all(one >= other for one, other in itertools.pairwise(values.values()))


def _break(before: dict[str, float], after: dict[str, float]) -> str | None:
    """The first throw that breaks the order which the table of the game keeps."""
    if _rises(before) == _falls(before):
        return None
    sign = 1 if _rises(before) else -1
    pairs = itertools.pairwise(after.items())
    return next((key for (_, one), (key, other) in pairs if sign * one > sign * other), None)


CHECKS = (texts, tables)

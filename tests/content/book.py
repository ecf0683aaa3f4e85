"""A game as its tests ask for it, and conditions of it that a change of a file must break."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

import yaml

from scenario_forge import load_game
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.tables import tables
from scenario_forge.hexes.grid import distance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

B = TypeVar("B", bound="Book")
ROOT = Path(__file__).parents[2]
_WORDS = {"one": 1, "a": 1, "an": 1, "once": 1, "single": 1, "two": 2, "both": 2, "three": 3, "four": 4, "five": 5,
          "six": 6, "eight": 8, "ten": 10, "half": 0.5}  # fmt: skip


class Book:
    """A game, perhaps with other texts of its files."""

    folder: ClassVar[Path]
    """Where its files are."""

    def __init__(self, texts: Mapping[str, str] | None = None, errata: str = "none"):
        self.game = load_game(self.folder, errata, dict(texts or {}))

    @classmethod
    def changed(cls: type[B], file: str, old: str, new: str) -> B:
        """The game with one text in a file for another."""
        text = (cls.folder / file).read_text("utf-8")
        assert old in text
        return cls({file: text.replace(old, new, 1)})

    @cached_property
    def charts(self):
        return tables(self.game).charts

    def columns(self, chart: str) -> list[str]:
        return [each.text for each in self.charts[chart].columns]

    def cells(self, chart: str) -> dict[str, list[str]]:
        """The texts of a chart by the heading of the row."""
        found = self.charts[chart]
        return {row.text: [cell.text for cell in line] for row, line in zip(found.rows, found.cells, strict=True)}

    def cell(self, chart: str, row: str, column: str) -> str:
        return self.cells(chart)[row][self.columns(chart).index(column)]

    @cached_property
    def rules(self):
        return yaml.safe_load(self.game.files["rules.yaml"].source.text)

    @cached_property
    def sheet(self):
        return self.game.one("counters", CountersDocument)[0]

    @cached_property
    def boxes(self):
        return self.game.one("time-track", TimeTrackDocument)[0].boxes

    @cached_property
    def victory(self):
        return self.game.one("victory", VictoryDocument)[0]

    @cached_property
    def map(self):
        return hex_map(self.game)

    @cached_property
    def steps(self) -> set[frozenset[str]]:
        """Pairs of hexes that a road joins."""
        return {frozenset(pair) for each in self.map.document.lines for pair in pairwise(each.hexes)}

    def hex(self, name: str) -> int:
        return self.map.grid.find(name)

    def far(self, one: str, other: str) -> int:
        return distance(self.map.grid, self.hex(one), self.hex(other))

    def numbers_lost(self, clauses: Mapping[str, list[object]]) -> dict[str, list[object]]:
        """By clause of the rulebook: numbers that its text should have and has not."""
        documents = self.game.documents("rulebook", RulebookDocument)
        said = {clause.id: numbers_in(clause.text) for document, _ in documents for clause in document.clauses}
        lost = {
            id_: [n for n in numbers if (n if isinstance(n, str) else float(n)) not in said[id_]]
            for id_, numbers in clauses.items()
        }
        return {id_: missing for id_, missing in lost.items() if missing}

    def units(self, **said: object):
        return [unit for unit in self.sheet.units if all(getattr(unit, key) == value for key, value in said.items())]


class Conditions(list["tuple[Callable[[B], bool], str, str, str]"]):
    """Conditions of a game, each with a file and the text in it whose change breaks the condition."""

    def broken_by(self, file: str, old: str, new: str):
        """Register a condition with the change of a file that breaks it."""

        def register(condition: Callable[[B], bool]) -> Callable[[B], bool]:
            self.append((condition, file, old, new))
            return condition

        return register


def name_of(condition: object) -> str:
    """The name of a condition, for the ids of tests."""
    return str(getattr(condition, "__name__", ""))


def numbers_in(text: str) -> set[object]:
    """Numbers of a text in figures or words, with ratios, hexes and counters as they are written."""
    plain = re.sub(r"(\d+) to (\d+)", r"\1 \2 \1:\2", text.replace("½", "0.5"))
    figures = re.findall(r"\d+(?:[.:-]\d+)*", plain)
    found: set[object] = {*figures, *(float(each) for each in figures if re.fullmatch(r"[\d.]+", each))}
    return found | {float(_WORDS[word]) for word in re.findall(r"[a-z]+", plain.casefold()) if word in _WORDS}

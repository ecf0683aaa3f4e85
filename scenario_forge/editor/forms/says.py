"""Rows of a form in words: what a victory row scores, what a box of the track holds, what an option changes."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    NotRequired,  # pydantic makes schemas of these alone before Python 3.12
)

from typing_extensions import TypedDict

from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.editor.answers import short
from scenario_forge.game.front import predicates
from scenario_forge.game.reading.variants import setting_changes
from scenario_forge.game.references import Target, references
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Path

CALLED = (
    "title",
    "name",
    "label",
    "term",
    "head",
    "text",
    "id",
    "turn",
    "scenario",
    "sheet",
    "no",
    "place",
    "at",
    "hex",
    "role",
    "why",
)
"""Keys by which a row is called, the first that it has."""
_REGIONS = {
    "on": "in {}",
    "area": "in {}",
    "box": "in {}",
    "east_of": "east of {}",
    "on_or_east_of": "on or east of {}",
    "west_of": "west of {}",
}


def called(data: Data) -> str:
    """Return what a row is called in a sentence; empty for a row that says nothing of the kind."""
    if not isinstance(data, dict):
        return "" if data is None or isinstance(data, list) else short(str(data))
    said = next((data[key] for key in CALLED if isinstance(data.get(key), (str, int)) and data[key] != ""), "")
    return short(str(said))


def _with_id(data: Data) -> str:
    """Return a row by its name, and by its id where that says something else."""
    name, id_ = called(data), data.get("id") if isinstance(data, dict) else None
    return f"{name} ({id_})" if id_ and str(id_).casefold() != name.casefold() else name


Note = TypedDict("Note", {"text": str, "doc": NotRequired[str], "line": NotRequired[int]})
"""Something that a row of a form is told of, and where it stands."""


class Says:
    """Sentences about the rows of one game's documents."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._track = schedule(game)
        self._predicates = predicates(game)

    def row(self, kind: str, path: Path, data: Data) -> str:
        """Return a row of a list in words that tell it from its neighbours without opening it."""
        if isinstance(data, dict):
            if isinstance(data.get("when"), dict):
                return self.scored(data)
            if kind == "time-track" and path[0] == "boxes":
                return self.box(data)
            if kind == "time-track" and path[0] in ("starts", "stops"):
                return f"{data.get('label', '')}: {self._turn(data.get('turn', ''))}"
        return _with_id(data)

    # -- the victory table ---------------------------------------------------------------------

    def scored(self, row: Mapping[str, Any]) -> str:
        """Return a victory row in words: ``Axis holds Tobruk at the end of Mar 42: 10 points``."""
        side = self.game.side_name(str(row["side"])) if row.get("side") else ""
        what = self.condition(row["when"], side or "a side")
        if row.get("stop"):
            what += f", {self._stop(str(row['stop']))}"
        points = row.get("points")
        if points is None:
            return f"{what}: {side} wins" if row.get("level") or side else what
        if row.get("after"):
            what += ", at any time"
        each = " for each unit" if row.get("each") else ""
        worth = "1 point" if points == 1 else f"{points} points"
        by = f" for {side}" if side and not what.startswith(side) else ""
        return f"{what}: {worth}{by}{each}"

    def condition(self, when: Data, side: str) -> str:
        """Return a predicate in words, for the side that scores it."""
        if not isinstance(when, dict) or len(when) != 1:
            return "…"
        ((key, value),) = when.items()
        said: dict[str, Callable[[], str]] = {
            "hold": lambda: f"{side} holds {value or '…'}",
            "destroyed": lambda: f"{self._units(value)} destroyed",
            "surviving": lambda: f"{self._units(value)} surviving",
            "present": lambda: self._present(value),
            "all": lambda: self._several(value, side, " and "),
            "any": lambda: self._several(value, side, " or "),
            "is_not": lambda: self._denied(value, side),
            "ever": lambda: f"at some time {self.condition(value, side)}",
        }
        if key in said:
            return said[key]()
        known = self._predicates.get(key)
        return f"{value} is {known.label if known else key}"

    def _several(self, parts: Data, side: str, word: str) -> str:
        if not isinstance(parts, list) or not parts:
            return "…"
        held = [each["hold"] for each in parts if isinstance(each, dict) and list(each) == ["hold"]]
        if len(held) == len(parts) > 1:
            return f"{side} holds {', '.join(map(str, held[:-1]))}{word}{held[-1]}"
        return word.join(self.condition(each, side) for each in parts)

    def _denied(self, inner: Data, side: str) -> str:
        said = self.condition(inner, side)
        key = next(iter(inner), "") if isinstance(inner, dict) else ""
        if key == "hold":
            return said.replace(" holds ", " does not hold ", 1)
        return said.replace(" is ", " is not ", 1) if key in self._predicates else f"not so: {said}"

    def _present(self, value: Data) -> str:
        if not isinstance(value, dict):
            return "…"
        within = value.get("within")
        where = " and ".join(map(self._region, within)) if isinstance(within, list) else "…"
        least = value.get("at_least", 1)
        many = "no " if value.get("none") else f"at least {least} " if least != 1 else ""
        return f"{many}{self._units(value.get('units'))} {where}".strip()

    def _region(self, value: Data) -> str:
        if not isinstance(value, dict) or len(value) != 1:
            return "…"
        ((key, name),) = value.items()
        if key == "near" and isinstance(name, dict):
            return f"within {name.get('hexes')} hexes of {name.get('of')}"
        if key == "in_range" and isinstance(name, dict):
            return f"in range of {name.get('of')}"
        if key == "near_units" and isinstance(name, dict):
            return f"within {name.get('hexes', 1)} hexes of {self._units(name.get('of'))}"
        return "on the map" if key == "map" else _REGIONS.get(key, f"{key.replace('_', ' ')} {{}}").format(name)

    def _units(self, value: Data) -> str:
        """Return some units in words: ``Axis units, italian, XX (no. 1, 2)``."""
        if not isinstance(value, dict):
            return "units"
        side = [self.game.side_name(str(value["side"]))] if value.get("side") else []
        types = value.get("types")
        more = [str(value[key]) for key in ("nationality", "size", "type") if value.get(key)]
        more += [" or ".join(map(str, types))] if isinstance(types, list) and types else []
        numbers = value.get("nos")
        nos = f" no. {', '.join(map(str, numbers))}" if isinstance(numbers, list) and numbers else ""
        supplied = value.get("supplied")
        supply = "" if supplied is None else " in supply" if supplied else " out of supply"
        return " ".join([*side, "units"]) + (f" ({', '.join(more)})" if more else "") + nos + supply

    def _stop(self, stop: str) -> str:
        mark = self._track.stops.get(stop) if self._track else None
        return mark.date.label if mark else stop

    # -- the time record track -----------------------------------------------------------------

    def box(self, row: Mapping[str, Any]) -> str:
        """Return a box of the track in words: ``19 Jan 41 — Empire 1-3, Italian R 0-2``."""
        columns = self._track.columns.by_id if self._track else {}
        cells = []
        for key, value in row.items():
            if key in ("turn", "label") or value in ("", None):
                continue
            name = columns[key][0].name if key in columns else self.game.side_name(key)
            cells.append(f"{name} {value}")
        return f"{self._turn(row.get('turn', ''))} — {', '.join(cells)}" if cells else self._turn(row.get("turn", ""))

    def _turn(self, text: Data) -> str:
        try:
            return self._track.label(self._track.calendar.turn(str(text))) if self._track else str(text)
        except ValueError:
            return str(text)

    # -- options -------------------------------------------------------------------------------

    def options(self) -> dict[int, list[Note]]:
        """Return by option what it changes, and where else the game's documents name it."""
        found = self.game.one("options", OptionsDocument)
        notes: dict[int, list[Note]] = {}
        if found is None:
            return notes
        document, where = found
        uses = references(self.game)
        for number, option in enumerate(document.options):
            changed = setting_changes(self.game, option.changes, where / "options" / number / "changes")
            listed: list[Note] = [
                {"text": f"{each.place}: {each.was or 'nothing'} → {each.now or 'nothing'}"} for each in changed
            ]
            for use in uses.of(Target("option", option.id)):
                if use.file is not where.file:
                    said = use.file.paper(use.path) or f"{use.file.name}, line {use.span.line}"
                    listed.append({"text": said, "doc": use.file.name, "line": use.span.line})
            notes[number] = listed
        return notes

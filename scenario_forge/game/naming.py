"""What one text of a game names: each kind of name read in its own way (see `documents/marks.py`)."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.base import slug
from scenario_forge.documents.marks import Names
from scenario_forge.game.calendar import DateError
from scenario_forge.game.codes import Unresolved
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.hexmap import HexMap, hex_map, link_map
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import quantities
from scenario_forge.game.tables import row_begun
from scenario_forge.game.vocabulary import (
    FORMATION,
    Target,
    Vocabulary,
    definitions,
    figure_at,
    figure_id,
    scope_of,
)
from scenario_forge.hexes import SideError, parse_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.source.nodes import Data, Path

_WANTED = {
    "start": "start date",
    "stop": "stop date",
    "unit of the side": "unit",
    "marker kind": "kind of marker",
    "track column": "column",
    "number": "number on counters",
    "name of the unit": "unit",
}
"""What findings call kinds, where not by their own name."""
_TOLD_ELSEWHERE = frozenset(
    {
        *("rule", "printed rule", "clause", "quantity", "erratum", "ruling", "term", "stated", "step", "group"),
        *("unit of the side", "name of the unit", "name of units", "cell of the track", "thing of the example"),
        *("rule of the system", "group of units", "version", "row looked up", "column looked up", "profile", "game"),
        *("start or scenario", "source"),
    }
)
"""Kinds whose missing names other checks tell of, or nobody: what such a text says may be of no kind at all."""
_LOOSE = ("size", "type", "nationality")
"""Kinds whose names may be written in small letters in some places."""
BY_ID = frozenset({"place id", "fortification"})
"""Kinds of places that are named by their ids."""
_FIELDS = {"type": "type", "parent": "formation", "size": "size", "nationality": "nationality"}
"""By key of every unit: what it names."""

_SHOWN = ("unit", "place", "terrain", "line kind", "hexside kind")
"""Kinds of what the figure of an example has."""


class Part(NamedTuple):
    """Characters of a text that name something, or should."""

    start: int
    end: int
    target: Target | None
    text: str = ""
    wanted: str = ""
    """What there is none of; empty where nobody is told."""
    why: str = ""
    hint: str | None = None

    def unresolved(self, where: Where) -> Unresolved:
        """Return what is told of it, with its place."""
        return Unresolved(where, self.text, self.wanted, self.why, self.hint)


class Reader:
    """Reads the texts of a game. ``at`` is where a text stands, or belongs: what is around it may decide."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._grids: dict[str, HexMap | None] = {}

    @cached_property
    def words(self) -> Vocabulary:
        """The names of the game."""
        return Vocabulary(self.game)

    @cached_property
    def grid(self) -> HexMap | None:
        """The map of the game."""
        return hex_map(self.game)

    @cached_property
    def track(self) -> Schedule | None:
        """The time record track."""
        return schedule(self.game)

    @cached_property
    def _rules(self) -> dict[str, str]:
        return {rule_name(number): number for number in self.words.of("rule")}

    @cached_property
    def _loose(self) -> dict[str, dict[str, str]]:
        return {kind: {name.casefold(): name for name in self.words.of(kind)} for kind in _LOOSE}

    def grid_at(self, at: Where) -> HexMap | None:
        """Return the map that a place is about: the game's, or that of a figure."""
        figure = figure_at(at.file, at.path)
        if figure is None:
            return self.grid
        key = figure_id(at.file, figure)
        if key not in self._grids:
            listed, place = figure
            items = getattr(at.file.document, str(listed), ())
            own = next((item.map for number, item in enumerate(items) if number == place), None)
            self._grids[key] = link_map(own, Where(at.file, (*figure, "map"))) if own is not None else None
        return self._grids[key]

    @cached_property
    def _several(self) -> Mapping[str, Callable[[str, Where], Iterator[Part]]]:
        """How texts are read that name several things, by kind."""
        return {
            "hex": lambda text, at: self._ids_of_hexes(text, [text], at),
            "hexes": lambda text, at: self._ids_of_hexes(text, text.split("..", 1), at),
            "hexside": self._hexside,
            "gaps": self._gaps,
            "cell": self._cell,
            "cell or side": self._cell,
            "set of errata": self._errata,
            "formula of values": self._formula,
            "figure": self._figure,
            "chart/column": self._column_of_chart,
            "value word": lambda text, at: self._words_of_units("value word", text, at),
            "word of the class": lambda text, at: self._words_of_units("word of the class", text, at),
        }

    @cached_property
    def _own(self) -> Mapping[str, Callable[[str, Where], Target | None]]:
        """How names are read that are no plain ids, by kind."""
        return {
            "turn": self._turn,
            "unit": self._unit,
            "unit of the side": self._of_side,
            "name of the unit": self._unit_name,
            "unit by number or name": self._unit_called,
            "name of units": lambda text, at: self._named_alike.get((side_above(at), text)),
            "printed rule": self._printed_rule,
            "stated": self._stated,
            "number": self._number,
            "formation": self._formation,
            "cell of the track": self._on_track,
            "kind of turn": self._kind_of_turn,
            "thing of the example": self._of_example,
            "group": lambda text, _at: Target("group", text),
            "step": lambda text, _at: Target("step", text),
            "row looked up": lambda text, at: self._listed("chart row", text, at),
            "column looked up": lambda text, at: self._listed("chart column", text, at),
            "kind of a marker": self._kind_of_a_marker,
        }

    # -- texts of several parts ---------------------------------------------------------------------

    def parts(self, mark: Names, text: str, at: Where) -> Iterator[Part]:
        """Yield the parts of a text that name something, or should."""
        open_ = DECIDE.fullmatch(text) if mark.open else None
        if open_ is not None:
            start = open_.start(1)
            for part in self.parts(replace(mark, open=False), open_[1], at):
                yield part._replace(start=part.start + start, end=part.end + start)
            return
        several = self._several.get(mark.kind)
        if several is not None:
            yield from several(text, at)
            return
        target = self.one(mark, text, at)
        yield Part(0, len(text), target) if target is not None else self._missing(mark, text, at)

    def _ids_of_hexes(self, text: str, ids: list[str], at: Where) -> Iterator[Part]:
        """Ids with two dots between; of those that are none, the first is what there is none of."""
        grid, start, unknown = self.grid_at(at), 0, list[str]()
        for id_ in ids:
            target = self._on_map("hex", id_, at)
            if target is not None:
                yield Part(start, start + len(id_), target)
            else:
                unknown.append(id_)
            start += len(id_) + len("..")
        if grid is not None and unknown:
            error = grid.grid.why_not(unknown[0])
            hint = f"did you mean {error.instead}?" if error.instead else None
            yield Part(0, len(text), None, unknown[0], "hex", error.message, hint)

    def _hexside(self, text: str, at: Where) -> Iterator[Part]:
        """Ids of hexes with a stroke between, or one with a colon and a direction."""
        for match in re.finditer(r"[^/:]+", text):
            target = self._on_map("hex", match[0], at)
            if target is not None:
                yield Part(*match.span(), target)
        grid = self.grid_at(at)
        try:
            if grid is not None:
                parse_side(grid.grid, text)
        except SideError as error:
            yield Part(0, len(text), None, text, "hexside", error.message)

    def _gaps(self, text: str, _at: Where) -> Iterator[Part]:
        for gap in quantities(text):
            if self.words.has(target := Target("quantity", gap.name)):
                yield Part(gap.start, gap.end, target)

    def _words_of(self, kind: str, pattern: str) -> Callable[[str], Iterator[Part]]:
        def read(text: str) -> Iterator[Part]:
            for match in re.finditer(pattern, text):
                if self.words.has(target := Target(kind, match[0])):
                    yield Part(*match.span(), target)

        return read

    def _errata(self, text: str, _at: Where) -> Iterator[Part]:
        yield from self._words_of("erratum", r"[^\s,]+")(text)

    def _formula(self, text: str, _at: Where) -> Iterator[Part]:
        yield from self._words_of("value", r"[a-z][a-z0-9_]*")(text)

    def _figure(self, text: str, _at: Where) -> Iterator[Part]:
        """`chart/row/column`, as rules.yaml of a game on the shelf addresses numbers."""
        chart, *rest = text.partition(" | ")[0].split("/")
        if not self.words.has(Target("chart", chart)):
            return
        yield Part(0, len(chart), Target("chart", chart))
        begun = rest[0] if rest and rest[0] != "*" else None
        row = row_begun(self.words.of("chart row", chart), begun) if begun else None
        if row is not None and begun is not None:
            yield Part(len(chart) + 1, len(chart) + 1 + len(begun), Target("chart row", row, chart))

    def _column_of_chart(self, text: str, at: Where) -> Iterator[Part]:
        """`chart`, or `chart/column`."""
        chart, stroke, column = text.partition("/")
        yield next(self.parts(Names("chart"), chart, at))
        if stroke and self.words.has(Target("chart", chart)):
            start, target = len(chart) + 1, Target("chart column", column, chart)
            if self.words.has(target):
                yield Part(start, len(text), target)
            else:
                known = self.words.of("chart column", chart)
                hint = did_you_mean(column, known) or f"there are {', '.join(known)}"
                yield Part(start, len(text), None, column, "column", hint=hint)

    def _cell(self, text: str, at: Where) -> Iterator[Part]:
        """The names in a cell of an order of battle."""
        open_ = DECIDE.fullmatch(text)
        cell, start = (open_[1], open_.start(1)) if open_ else (text, 0)
        item, system = item_at(at), self.game.system
        if at.file.kind.name == "dossiers" and "control" in item:
            yield Part(start, start + len(cell), self._listed("side", cell, at))
            return
        if system is None or not cell:
            return
        notation = system.marker_placement() if "markers" in at.path or "marker" in item else system.placement()
        if notation is None:
            return
        try:
            tokens = notation.parse(cell)
        except ValueError:  # told where the cell is linked: not of this notation, or a number beyond sense
            return
        for token in tokens:
            target = self._of_token(token, at)
            part = Part(start + token.name_start, start + token.name_end, target)
            yield part if target is not None else self._missing_in_cell(part, token, notation, at)
            if token.spot:
                there = replace(token, kind="within" if token.in_area else "at", place=token.spot, spot="")
                part = Part(start + token.spot_start, start + token.spot_end, self._of_token(there, at))
                yield part if part.target is not None else self._missing_in_cell(part, there, notation, at)
            yield from self._units_marked(token, cell, start, at)

    def _of_token(self, token: PlacementToken, at: Where) -> Target | None:
        if token.kind == "within":
            return self._listed("area", token.place, at)
        if token.place:
            return self._on_map("place", token.place, at)
        if token.date:
            return self._turn(token.date)
        return self._unit(f"{side_above(at)}/{token.attached}") if token.attached is not None else None

    def _missing_in_cell(
        self, part: Part, token: PlacementToken, notation: Notation[list[PlacementToken]], at: Where
    ) -> Part:
        """What there is none of in a cell: a hex, an area or a turn; other checks tell of units."""
        if at.file.document is None:  # what is a cell is uncertain
            return part
        grid = self.grid_at(at)
        if token.kind == "within" and grid is not None:
            return part._replace(text=token.place, wanted="area", hint=did_you_mean(token.place, grid.areas))
        if token.place and grid is not None:
            meant, (why, near) = notation.hint(token.place), grid.why_not(token.place)
            if meant:
                return part._replace(text=token.place, wanted="hex or date", hint=f"did you mean {meant}?")
            return part._replace(text=token.place, wanted="hex", why=why, hint=near)
        try:
            if token.date and self.track is not None:
                self.track.calendar.turn(token.date)
        except DateError as error:
            return part._replace(text=token.date, wanted="turn", why=str(error))
        return part

    def _units_marked(self, token: PlacementToken, cell: str, start: int, at: Where) -> Iterator[Part]:
        """Units that signs behind an entry name: `N(for 7)`."""
        known = self.game.system.start(self.game).marks if token.marks and self.game.system else {}
        for name, number in token.marks:
            entry = cell[token.start : token.end]
            digits = re.search(rf"\b{number}\b(?=\D*$)", entry)
            if name in known and known[name].names_unit and digits is not None:
                first = start + token.start
                unit = self._unit(f"{side_above(at)}/{number}")
                yield Part(first + digits.start(), first + digits.end(), unit)

    # -- texts that are one name --------------------------------------------------------------------

    def one(self, mark: Names, text: str, at: Where) -> Target | None:
        """Return what a text names as a whole, of the first kind that has it."""
        for kind in mark.kinds:
            target = self._of_kind(kind, text, at, loosely=mark.loosely)
            if target is not None:
                return target
        return None

    def _of_kind(self, kind: str, text: str, at: Where, *, loosely: bool) -> Target | None:
        if kind in ("hex", "place", "place id", "box", "supply centre", "fortification"):
            return self._on_map(kind, text, at)
        own = self._own.get(kind)
        return own(text, at) if own is not None else self._listed(kind, text, at, loosely=loosely)

    def _listed(self, kind: str, text: str, at: Where, *, loosely: bool = False) -> Target | None:
        if loosely and kind in self._loose:
            text = self._loose[kind].get(text.casefold(), text)
        target = Target(kind, text, self.scope(kind, at))
        return target if self.words.has(target) else None

    def scope(self, kind: str, at: Where) -> str:
        """Return where alone a name of a kind is known that is written at a place."""
        if kind == "column":
            return at.file.name
        if kind == FORMATION:
            return side_above(at)
        if kind in ("chart row", "chart column"):
            return str(at.path[1]) if at.path[0] == "charts" else str(item_at(at).get("chart", ""))
        if kind == "value word":
            return next((str(step) for step in reversed(at.path) if isinstance(step, str)), "")
        return scope_of(kind, at)

    def _on_map(self, kind: str, text: str, at: Where) -> Target | None:
        """A hex, a box, or any place, by its name or its id."""
        grid = self.grid_at(at)
        find = None if grid is None else grid.find_key if kind in BY_ID else grid.find
        found = find(text) if find is not None else None
        if grid is None or found is None:
            return None
        scope = scope_of("place", at)
        if found.place is not None:
            place = found.place
            wrong = {"supply centre": not place.capacity, "fortification": place.value is None}
            fits = kind not in ("hex", "box") and not wrong.get(kind, False)
            return Target("place", place.name, scope) if fits else None
        if found.box:
            return Target("box", found.box, scope) if kind in ("box", "place") else None
        return Target("hex", grid.name(found.hex), scope) if kind in ("hex", "place") else None

    def _turn(self, text: str, _at: Where | None = None) -> Target | None:
        turn = self.track.find(text) if self.track else None
        return Target("turn", self.track.calendar.text(turn)) if self.track and turn is not None else None

    def _unit(self, text: str, at: Where | None = None) -> Target | None:
        side, _, number = text.rpartition("/")
        scope = scope_of("unit of the side", at) if at is not None else ""
        target = Target("unit", f"{side}/{int(number)}" if number.isdecimal() else text, scope)
        return target if self.words.has(target) else None

    def _of_side(self, text: str, at: Where) -> Target | None:
        return self._unit(f"{side_above(at)}/{text}", at)

    def _unit_name(self, _text: str, at: Where) -> Target | None:  # its number says which
        unit = self._unit(f"{side_above(at)}/{item_at(at).get('no')}")
        return Target("unit name", unit.id) if unit else None

    def _unit_called(self, text: str, at: Where) -> Target | None:
        """A unit of the side by its set-up number, else by a name that no other unit of the side has."""
        if text.isdecimal():
            return self._of_side(text, at)
        return self._called.get((side_above(at), text))

    @cached_property
    def _called(self) -> dict[tuple[str, str], Target]:
        """Names that only one unit of a side has."""
        units = forces(self.game).units()
        counts = Counter((unit.side, unit.name) for unit in units)
        own = [unit for unit in units if counts[unit.side, unit.name] == 1]
        return {(unit.side, unit.name): Target("unit name", f"{unit.side}/{unit.no}") for unit in own}

    @cached_property
    def _named_alike(self) -> dict[tuple[str, str], Target]:
        """Names that only one row of counters.yaml has of a side, however many counters it stands for."""
        rows = [(target, where) for target, where in definitions(self.game) if target.kind == "unit name"]
        named = [
            ((target.id.rpartition("/")[0], str(where.data)), target) for target, where in rows if not target.scope
        ]
        counts = Counter(name for name, _target in named)
        return {name: target for name, target in named if counts[name] == 1}

    def _printed_rule(self, text: str, _at: Where) -> Target | None:
        return Target("rule", self._rules[text]) if text in self._rules else None

    def _stated(self, text: str, at: Where) -> Target | None:
        # a date looks like a fraction, so that it is not taken for a name
        return self._on_map("place", text, at) or self._listed("side", text, at)

    def _kind_of_a_marker(self, text: str, at: Where) -> Target | None:
        """A kind of which the side has a marker, or anybody; any kind while the game has no markers."""
        side = side_above(at)
        of_side = (Target("marker kind of a side", f"{owner}/{text}") for owner in (side, ""))
        there = any(map(self.words.has, of_side)) or not side or not self.words.of("marker")
        return self._listed("marker kind", text, at) if there else None

    def _number(self, text: str, at: Where) -> Target | None:
        return self._listed("value", text, at) if text in self.words.of("number") else None

    def _formation(self, text: str, at: Where) -> Target | None:
        return self._listed("formation", text, at) if self.words.of("formation") else Target("formation", text)

    def _words_of_units(self, written: str, text: str, at: Where) -> Iterator[Part]:
        """What units say, of a pattern all words that it fits."""
        kind, scope = self.words_of_units(written, at)
        words = [text] if "*" not in text else fnmatch.filter(self.words.of(kind, scope), text) if text != "*" else []
        targets = (Target(kind, word, scope) for word in words)
        yield from (Part(0, len(text), target) for target in targets if self.words.has(target))

    def words_of_units(self, written: str, at: Where) -> tuple[str, str]:
        """Return the kind of what units say, and where alone it is known.

        It is said under the key of a value word; of a word of the class under the one that a key `class` above names.
        """
        key = self.scope("value word", at)
        if written == "word of the class":
            above = (Where(at.file, at.path[:depth]).data for depth in range(len(at.path) - 1, -1, -1))
            key = next((str(each["class"]) for each in above if isinstance(each, dict) and "class" in each), "type")
        return (_FIELDS[key], "") if key in _FIELDS else ("value word", key)

    def _on_track(self, text: str, at: Where) -> Target | None:
        """What a cell of a column of the track says, if it is the id of something."""
        column = str(at.path[-1])
        known = self.track.columns.by_id.get(column) if self.track else None
        kind = known[0].kind if known is not None else ""
        target = Target("track word", text.strip(), column) if kind == "word" else Target(kind, text.strip())
        return target if self.words.has(target) else None

    def _kind_of_turn(self, text: str, _at: Where) -> Target | None:
        """A word in a column of the track; a die may bring kinds of turn too, which have no name elsewhere."""
        columns = self.track.columns.by_id if self.track else ()
        words = (Target("track word", text, column) for column in columns)
        return next((word for word in words if self.words.has(word)), None)

    def _of_example(self, text: str, at: Where) -> Target | None:
        """What the example says that it is about: what it lists, shows in its figure, or looks up in a chart."""
        item = Where(at.file, at.path[:2]).data
        for key, kind in (("places", "place"), ("units", "unit"), ("turns", "turn")):
            listed = item.get(key) if isinstance(item, dict) else None
            if isinstance(listed, list) and text in map(str, listed):
                return self._of_kind(kind, text, at._replace(path=(*at.path[:2], key)), loosely=False)
        lookups = item.get("lookups") if isinstance(item, dict) else None
        headings = (
            Target(f"chart {key}", text, str(lookup.get("chart")))
            for lookup in (lookups if isinstance(lookups, list) else ())
            for key in ("row", "column")
            if isinstance(lookup, dict) and lookup.get(key) == text
        )
        figures = [figure_id(at.file, path) for path in _figures_of(at)]
        shown = (Target(kind, text, figure) for figure in figures for kind in _SHOWN)
        return next((target for target in (*headings, *shown) if self.words.has(target)), None)

    # -- what there is none of ----------------------------------------------------------------------

    def _missing(self, mark: Names, text: str, at: Where) -> Part:
        part, kinds = Part(0, len(text), None, text), mark.kinds
        instead = text in mark.besides or (mark.or_number and isinstance(at.data, int))
        silent = instead or mark.checked or not _TOLD_ELSEWHERE.isdisjoint(kinds)
        if silent or not self.words.unknown.isdisjoint(kinds) or self.words.silent.issuperset(kinds):
            return part
        grid = self.grid_at(at)
        why, hint = "", None
        if kinds == ("place",) and grid is not None:
            why, hint = grid.why_not(text)
        elif not BY_ID.isdisjoint(kinds) and grid is not None:
            named = grid.find(text)
            by_id = f"a key names it by its id, {named.place.key}" if named and named.place else None
            hint = by_id or did_you_mean(text, self._alike(mark, at))
        elif kinds == ("turn",):
            why = self._no_turn(text)
        else:
            hint = did_you_mean(text, self._alike(mark, at))
        if kinds == ("pool",) and hint is None and self.words.of("pool"):
            hint = f"points that are saved: {', '.join(self.words.of('pool'))}"
        meant = [kind for kind in kinds if kind != "track column" or self.words.of(kind)]  # a track may have none
        wanted = mark.called or " or ".join(_WANTED.get(kind, kind) for kind in meant)
        return part._replace(wanted=wanted, why=why, hint=hint)

    def _alike(self, mark: Names, at: Where) -> list[str]:
        """All names that could stand there, as they could be written."""
        names = [name for kind in mark.kinds for name in self.words.of(kind, self.scope(kind, at))] + [*mark.besides]
        grid = self.grid_at(at)
        names += [*grid.places, *grid.boxes] if grid is not None and "place" in mark.kinds else []
        names += grid.places_by_id if grid is not None and "place id" in mark.kinds else []
        return [*(slug(name) for name in names), *names] if mark.loosely else names

    def _no_turn(self, text: str) -> str:
        try:
            if self.track is not None:
                self.track.turn(text)
        except DateError as error:
            return str(error)
        return ""


def _figures_of(at: Where) -> Iterator[Path]:
    """The example that a place is in, and the one whose figure it is about."""
    yield at.path[:2]
    figure = Where(at.file, (*at.path[:2], "given", "figure")).data
    examples = Where(at.file, at.path[:1]).data
    for number, example in enumerate(examples if isinstance(examples, list) and figure is not None else ()):
        if isinstance(example, dict) and example.get("id") == figure:
            yield (*at.path[:1], number)


def item_at(at: Where) -> dict[str, Data]:
    """Return the mapping that has a value; empty where none has it."""
    data = Where(at.file, at.path[:-1]).data
    return data if isinstance(data, dict) else {}


def side_above(at: Where) -> str:
    """Return the side of the nearest thing above a value that has one; empty where none has."""
    for depth in range(len(at.path) - 1, -1, -1):
        above = Where(at.file, at.path[:depth]).data
        side = above.get("side") if isinstance(above, dict) else None
        if isinstance(side, str):
            return side
    return ""

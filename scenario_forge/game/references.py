"""What each cell of a game names and where that is defined, looked up when an editor asks.

Names that name nothing are not in it: the linkers and checks report them (REF001). Hexes, dates and units in cells that
have a notation are taken from the orders of battle once they are linked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.rulebook import ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.front import predicates
from scenario_forge.game.game import Game, view
from scenario_forge.game.hexmap import HexMap, hex_map
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.reference_keys import DEFINED, NAMES
from scenario_forge.game.scenarios import scenarios, turn_of
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import quantities, statements
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.forces import Entry
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data, Path

_HOLD = "hold"
"""The predicate about a place that every game has; a rule system may have more (:func:`predicates`)."""
OPEN = ", or open"
"""Ends the kind of a name that a draft may leave to decide: `Decide: jan42?`."""
_NUMBER = re.compile(r"\d+")
_KINDS_OF_RULES = {
    "unit type": "type",
    "kind of line": "line kind",
    "supply centre": "place",
    "fortification": "place id",
    "off-map box": "box",
    "start date": "start",
    "chart of repair": "chart",
    "game turn of the track": "turn",
}
"""What names in documents of a rule system are called in its findings, by the kind of what they name."""


class Target(NamedTuple):
    """What a name means: ``unit allied/4``, ``hex T30``, ``place Tobruk``, ``turn 7/41``, ``clause 6.31``."""

    kind: str
    id: str


class Reference(NamedTuple):
    """A name in the text, or a definition, and what it means. ``where`` has the characters of the name alone."""

    where: Where
    target: Target


@dataclass(eq=False)
class References:
    """All names of a game that mean something, in order of file and path; and all definitions."""

    uses: list[Reference] = field(default_factory=list)
    defined: list[Reference] = field(default_factory=list)
    grid: HexMap | None = None

    @cached_property
    def _by_target(self) -> dict[Target, list[Where]]:
        return _grouped(self.uses)

    @cached_property
    def _definitions(self) -> dict[Target, list[Where]]:
        return _grouped(self.defined)

    @cached_property
    def _by_file(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = defaultdict(list)
        for reference in (*self.uses, *self.defined):
            found[reference.where.file.name].append(reference)
        return found

    def of(self, target: Target) -> list[Where]:
        """Where something is named, its definitions left out."""
        return self._by_target.get(target, [])

    def definitions(self, target: Target) -> list[Where]:
        """Where it is defined; of a hex, where its terrain is written."""
        hex_ = self.grid.grid.find(target.id) if self.grid and target.kind == "hex" else None
        if self.grid is not None and hex_ is not None:
            return [self.grid.terrain_where(hex_)]
        # a quantity that only texts state is defined where it is stated first
        return self._definitions.get(target) or (self.of(target)[:1] if target.kind == "quantity" else [])

    def at(self, file: str, line: int, column: int) -> Reference | None:
        """The shortest name that stands at a line and column, both from 1, or ends there."""
        best: tuple[tuple[int, int], Reference] | None = None
        for reference in self._by_file.get(file, ()):
            span = reference.where.span
            if (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column):
                size = (span.end_line - span.line, span.end_column - span.column)
                if best is None or size < best[0]:
                    best = size, reference
        return best[1] if best else None


def _grouped(references: Iterable[Reference]) -> dict[Target, list[Where]]:
    found: dict[Target, list[Where]] = defaultdict(list)
    for reference in references:
        found[reference.target].append(reference.where)
    return found


@view
def references(game: Game) -> References:
    """What the documents of a game name and define."""
    names = _Names(game)
    found = References(grid=names.grid)
    for kind in {**NAMES, **DEFINED}:
        for file in game.files_of(kind):
            if file.document is not None:
                found.uses += names.in_file(file, NAMES.get(kind, {}))
                found.defined += names.in_file(file, DEFINED.get(kind, {}))
    found.uses += _in_cells(game)
    found.uses += _in_columns(game)
    for wanted, text, where in game.system.named(game) if game.system else ():
        found.uses += names.look_up(_KINDS_OF_RULES.get(wanted, wanted), text, where)
    for name, stated in statements(game).items():
        for each in stated:
            if name not in each.where.path and not each.settled:
                found.defined.append(Reference(each.where, Target("quantity", name)))
    found.uses = list(dict.fromkeys(found.uses))
    return found


# -- names under keys -----------------------------------------------------------------------------


class _Names:
    """Everything that a game has a name for, by kind."""

    def __init__(self, game: Game) -> None:
        self.game, self.grid, self.track = game, hex_map(game), schedule(game)
        self.own_predicates = tuple(predicates(game))
        self.sides = list(game.side_names)
        self.units = forces(game).counters.keys() | {unit.key for unit in forces(game).units()}
        self.known: dict[str, Collection[str]] = self._known()
        self.rules = {rule_name(number): number for number in self.known["rule"]}

    def _known(self) -> dict[str, Collection[str]]:
        game, grid, track = self.game, self.grid, self.track
        about, counters = game.about, game.one("counters", CountersDocument)
        books = [book for book, _where in game.documents("rulebook", RulebookDocument)]
        clauses = [clause for book in books for clause in book.clauses]
        sheet = counters[0] if counters else None
        return {
            "side": self.sides,
            "nationality": [nation.id for nation in about.nationalities] if about else (),
            "printing": [printing.id for printing in about.printings] if about else (),
            "size": [size.id for size in sheet.sizes] if sheet else (),
            "type": [type_.id for type_ in sheet.types] if sheet else (),
            "value": [value.id for value in sheet.values] if sheet else (),
            "marker": [marker.id for marker in sheet.markers] if sheet else (),
            "terrain": grid.kinds if grid else (),
            "hexside kind": grid.hexside_kinds if grid else (),
            "line kind": grid.line_kinds if grid else (),
            "place kind": [kind.id for kind in grid.document.place_kinds] if grid else (),
            "place id": grid.places_by_id if grid else (),
            "area": grid.areas if grid else (),
            "start": track.starts if track else (),
            "stop": track.stops if track else (),
            "scenario": scenarios(game).scenarios,
            "option": [o.id for found, _ in game.documents("options", OptionsDocument) for o in found.options],
            "chart": tables(game).charts,
            "rule": {rule.number for book in books for rule in book.rules} | {clause.rule for clause in clauses},
            "clause": {clause.id for clause in clauses},
            "quantity": statements(game),
            "example": [e.id for found, _ in game.documents("examples", ExamplesDocument) for e in found.examples],
            "erratum": {e.id for found, _ in game.documents("errata", ErrataDocument) for e in found.errata},
        }

    def in_file(self, file: GameFile, patterns: Mapping[str, str]) -> Iterator[Reference]:
        """The names under the keys of some patterns, in the order of the file."""
        steps = [(tuple(pattern.removesuffix("@").split(".")), pattern) for pattern in patterns]
        on_place = [(rest, pattern) for rest, pattern in steps if rest[-1] == _HOLD]
        steps += [((*rest[:-1], key), pattern) for rest, pattern in on_place for key in self.own_predicates]
        for path, value, pattern in _matches(file.data, (), steps):
            on_key = pattern.endswith("@")
            text = path[-1] if on_key else value
            if isinstance(text, (str, int)) and not isinstance(text, bool):
                yield from self.look_up(patterns[pattern], str(text), Where(file, path, "key" if on_key else "value"))

    def look_up(self, kind: str, text: str, at: Where) -> Iterator[Reference]:
        """What a text names that should name something of a kind; its parts, where it has several."""
        for start, end, target in self._targets(kind, text, at):
            yield Reference(at if (start, end) == (0, len(text)) else at.within(start, end), target)

    def _targets(self, kind: str, text: str, at: Where) -> Iterator[tuple[int, int, Target]]:
        if kind == "hexes":
            yield from self._each(text, r"[^.]+", "hex")
        elif kind == "hexside":
            yield from self._each(text, r"[^/:]+", "hex")
        elif kind == "gaps":
            for gap in quantities(text):
                if gap.name in self.known["quantity"]:
                    yield gap.start, gap.end, Target("quantity", gap.name)
        elif kind.endswith(OPEN):
            open_ = DECIDE.fullmatch(text)
            name, start = (open_[1], open_.start(1)) if open_ else (text, 0)
            listed = self._listed(kind.removesuffix(OPEN), name)
            if listed is not None:
                yield start, start + len(name), listed
        else:
            target = self._one(kind, text, at)
            if target is not None:
                yield 0, len(text), target

    def _each(self, text: str, part: str, kind: str) -> Iterator[tuple[int, int, Target]]:
        for match in re.finditer(part, text):
            target = self._on_map(kind, match[0])
            if target is not None:
                yield *match.span(), target

    def _one(self, kind: str, text: str, at: Where) -> Target | None:
        match kind:
            case "hex" | "place" | "place id" | "box":
                found = self._on_map(kind, text)
            case "turn":
                found = self._turn(text)
            case "unit":
                found = self._unit(text)
            case "unit of the side":
                found = self._unit(f"{_side_above(at)}/{text}")
            case "name of the unit":
                unit = self._unit(f"{_side_above(at)}/{Where(at.file, (*at.path[:-1], 'no')).data}")
                found = Target("unit name", unit.id) if unit else None
            case "printed rule":
                found = Target("rule", self.rules[text]) if text in self.rules else None
            case "stated":  # a date looks like a fraction, so that it is not taken for a name
                found = self._on_map("place", text) or self._listed("side", text)
            case "side or nationality":
                found = self._listed("side", text) or self._listed("nationality", text)
            case "start" | "stop":
                found = self._listed(kind, text) or self._date(text, ends=kind == "stop")
            case _:
                found = self._listed(kind, text)
        return found

    def _listed(self, kind: str, text: str) -> Target | None:
        if kind in ("size", "type"):  # conditions may write them in small letters
            text = next((name for name in self.known[kind] if name.casefold() == text.casefold()), text)
        return Target(kind, text) if text in self.known.get(kind, ()) else None

    def _date(self, text: str, *, ends: bool) -> Target | None:
        """A game turn on which a scenario of its own starts or stops."""
        is_turn = self.track is not None and turn_of(self.track, text, ends=ends) is not None
        return self._turn(text) if is_turn else None

    def _on_map(self, kind: str, text: str) -> Target | None:
        if self.grid is None:
            return None
        found = self.grid.find(text)
        if found is None and kind != "hex":  # as keys name places
            found = self.grid.find_key(text)
        if found is None:
            return None
        if found.place is not None:
            return Target("place", found.place.name)
        return Target("box", found.box) if found.box else Target("hex", self.grid.name(found.hex))

    def _turn(self, text: str) -> Target | None:
        try:
            turn = self.track.calendar.turn(text) if self.track else None
        except DateError:
            return None
        return Target("turn", self.track.calendar.text(turn)) if self.track and turn is not None else None

    def _unit(self, text: str) -> Target | None:
        side, _, number = text.rpartition("/")
        known = number.isdecimal() and (side, int(number)) in self.units
        return Target("unit", f"{side}/{int(number)}") if known else None


def _side_above(at: Where) -> str:
    """The side of the nearest thing above a value that has one."""
    for depth in range(len(at.path) - 1, -1, -1):
        above = Where(at.file, at.path[:depth]).data
        side = above.get("side") if isinstance(above, dict) else None
        if isinstance(side, str):
            return side
    return ""


def _matches(data: Data, path: Path, steps: Sequence[tuple[tuple[str, ...], str]]) -> Iterator[tuple[Path, Data, str]]:
    """Every value below that a pattern leads to: its path, itself, the pattern."""
    items: Iterable[tuple[str | int, Data]] = (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    )
    for key, value in items:
        below: list[tuple[tuple[str, ...], str]] = []
        reached: list[str] = []
        for rest, pattern in steps:
            for left in _after(rest, str(key)):
                if left:
                    below.append((left, pattern))
                else:
                    reached.append(pattern)
        for pattern in dict.fromkeys(reached):
            yield (*path, key), value, pattern
        if below:
            yield from _matches(value, (*path, key), below)


def _after(rest: tuple[str, ...], key: str) -> Iterator[tuple[str, ...]]:
    """What is left of a pattern behind a key, in each way in which it leads through it."""
    if rest[0] == "**":
        yield rest
        yield from _after(rest[1:], key)
    elif rest[0] in ("*", key):
        yield rest[1:]


# -- names in cells that have a notation ----------------------------------------------------------


def _in_cells(game: Game) -> Iterator[Reference]:
    """Hexes, places, areas, dates and units in the cells of orders of battle and of scenarios' own set-ups."""
    linked, track = forces(game), schedule(game)
    named = [(entry, unit.side) for unit in linked.units() for entry in unit.all_entries()]
    named += [(marker.entry, marker.side) for marker in linked.marker_entries()]
    for entry, side in named:
        where, cell = _name_of(entry), entry.where.whole().data
        if entry.location is not None and (target := _place_of(game, entry)) is not None:
            yield Reference(where, target)
        if entry.turn is not None and track is not None:
            yield Reference(where, Target("turn", track.calendar.text(entry.turn)))
        attached = entry.token.attached
        number = _NUMBER.search(cell, *entry.where.part) if isinstance(cell, str) and entry.where.part else None
        if attached is not None and number is not None and linked.find(side, attached) is not None:
            place = entry.where.whole().within(*number.span())
            yield Reference(place, Target("unit", f"{side}/{attached}"))


def _name_of(entry: Entry) -> Where:
    """The characters of the name of an entry."""
    token, part = entry.token, entry.where.part or (0, 0)
    base = part[0] - token.start
    return entry.where.whole().within(base + token.name_start, base + token.name_end)


def _place_of(game: Game, entry: Entry) -> Target | None:
    grid, location = hex_map(game), entry.location
    if location is None or grid is None:
        return None
    if location.place is not None:
        return Target("place", location.place.name)
    if location.box or location.area:
        return Target("box", location.box) if location.box else Target("area", location.area or "")
    return Target("hex", grid.name(location.hex)) if location.hex is not None else None


def _in_columns(game: Game) -> Iterator[Reference]:
    """Sides and nationalities in the named columns of the time record track."""
    track = schedule(game)
    for box in track.boxes if track else ():
        for cell in box.cells.values():
            if cell.column.kind in ("side", "nationality") and cell.value is not None:
                yield Reference(cell.where, Target(cell.column.kind, cell.text.strip()))


# -- what may be written under a key --------------------------------------------------------------


def pattern_of(kind: str, path: Path) -> str | None:
    """What the value at a path of a kind of document names; None where it is no name."""
    return _under(NAMES.get(kind, {}), path)


def defined_as(kind: str, path: Path) -> str | None:
    """What the value at a path of a kind of document is the name of; None where it defines nothing."""
    return _under(DEFINED.get(kind, {}), path)


def _under(patterns: Mapping[str, str], path: Path) -> str | None:
    for pattern, what in patterns.items():
        if pattern.endswith("@"):
            continue
        left: list[tuple[str, ...]] = [tuple(pattern.split("."))]
        for step in path:
            left = [after for rest in left if rest for after in _after(rest, str(step))]
        if () in left:
            return what
    return None


def names_of(game: Game, kind: str, at: Where) -> Iterator[tuple[str, str]]:
    """Every name that may be used where a kind of thing is named, with its description."""
    names, grid, track = _Names(game), hex_map(game), schedule(game)
    if kind in ("place", "stated", "in a cell") and grid is not None:
        yield from ((name, "place") for name in grid.places)
        yield from ((box.id, "box") for box in grid.document.boxes)
    if kind in ("hex", "hexes", "hexside", "place", "place id", "in a cell") and grid is not None:
        yield from ((name, "hex") for name in grid.grid.ids)
    if kind in ("turn", "in a cell") and track is not None:
        yield from ((track.calendar.text(turn), "turn") for turn in range(track.calendar.length))
    kind = kind.removesuffix(OPEN)
    if kind in ("side or nationality", "stated"):
        yield from ((name, "side") for name in names.sides)
    if kind == "side or nationality":
        yield from ((name, "nationality") for name in names.known["nationality"])
    if kind == "box" and grid is not None:
        yield from ((box.id, "box") for box in grid.document.boxes)
    if kind == "printed rule":
        yield from ((name, "rule") for name in names.rules)
    if kind == "unit":
        yield from ((f"{side}/{no}", "unit") for side, no in sorted(names.units))
    if kind == "unit of the side":
        yield from ((str(no), "unit") for side, no in sorted(names.units) if side == _side_above(at))
    yield from ((name, kind) for name in names.known.get(kind, ()))

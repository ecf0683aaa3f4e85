"""A game without one of its printed starts, as if it had never been printed: what drafts are measured on.

Nothing is copied to disk: the game is loaded again with other texts. What names the start goes with it: its columns,
scenarios that begin there, what rules, aids, examples and clauses state for it, and errata of all these. Arrivals
printed behind it move to the start before. Set-ups that were written for other dates go too, with their dossiers:
whoever wrote them has seen the start.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.base import slug
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.dates import NotMade
from scenario_forge.drafts.land import owners
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.front import fronts, stands, starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import NotationError
from scenario_forge.game.place import Where
from scenario_forge.game.reading.folder import read_folder
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements, value_as_compared
from scenario_forge.game.vocabulary import Target
from scenario_forge.source.change import Changes
from scenario_forge.source.nodes import Mapping, Path, Scalar, Sequence, Step, descend, texts_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from collections.abc import Mapping as Map
    from collections.abc import Sequence as Seq

    from scenario_forge.game.forces import Entry, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.placement import EntryKind, PlacementToken
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.game.system import Statement
    from scenario_forge.source.nodes import Node

BLANK = "–"
"""Stands in a text for a value that the game states no more."""
PROSE = frozenset({"why", "source", "note"})
"""Keys of an erratum under which it says why it is one."""
PASSES = 6
"""Most rounds of removing what names something that is gone."""


def without_start(game: Game, start: str, kinds: Collection[str] = ()) -> Game:
    """Return the game without a printed start and all that the game says of it.

    Args:
        game: the game, with its errata applied.
        start: the id of the start.
        kinds: kinds of documents that are left out as well.

    Raises:
        NotMade: the game prints no such start.
    """
    track = schedule(game)
    if track is None or start not in track.starts:
        raise NotMade(f"there is no printed start `{start}`", did_you_mean(start, track.starts if track else ()))
    space = Workspace.after(game)
    gone = {*_written_later(game, start, kinds)}
    texts = _texts(game) | dict.fromkeys(gone)
    texts.update(_without_columns(game, track, start, gone))
    dead = _named(game, track, start, gone)
    known = {*_loose_ends(game)}
    for _ in range(PASSES):
        texts |= {name: _without(texts[name] or "", removal) for name, removal in dead.items()}
        hidden = space.load(game.errata, texts)
        ends = [where for end, where in _loose_ends(hidden).items() if end not in known]
        dead = _gathered(_with_mentions(hidden, [*ends, *_denied(game, hidden)]))
        if not dead:
            break
    return hidden


def with_text(game: Game, name: str, text: str) -> Game:
    """Return a game, which may be one of :func:`without_start`, with one more text, such as that of a draft."""
    return Workspace.after(game).load(game.errata, _texts(game) | {name: text})


def _texts(game: Game) -> dict[str, str | None]:
    """Return the texts of the game as it was read; None for files of its folder that are not in it."""
    there = read_folder(game.folder, {})
    absent: dict[str, str | None] = dict.fromkeys([*there.files, *there.refused])
    return absent | {name: file.source.text for name, file in game.read.items()}


def _written_later(game: Game, start: str, kinds: Collection[str]) -> Iterator[str]:
    """Yield the files that are left out as a whole."""
    for name, file in game.read.items():
        document = file.document
        if isinstance(document, ScenarioDocument):
            if document.set_up or start in (document.start, document.begins_as):
                yield name
        elif file.kind.name == "dossiers" or file.kind.name in kinds:
            yield name


# -- columns: those of the start go, arrivals behind it move to the start before ----------------------


def _without_columns(game: Game, track: Schedule, start: str, gone: Collection[str]) -> dict[str, str]:
    """Return the orders of battle without the start, by file."""
    return {
        where.file.name: _moved(game, track, start, document, where.file)
        for document, where in game.documents("orders-of-battle", OrderOfBattleDocument)
        if where.file.name not in gone
    }


def _moved(game: Game, track: Schedule, start: str, document: OrderOfBattleDocument, file: GameFile) -> str:
    """Return the text of an order of battle without the column of a start; what comes behind it is moved.

    It comes behind the start before then. Without one it stays in a column of its own, which belongs to no start.
    """
    before = _start_before(track, start)
    own = [column.id for column in document.columns if column.start == start]
    later = [column.id for column in document.columns if column.after == start]
    kept = next((c.id for c in document.columns if before is not None and c.after == before), None)
    changes = Changes(file.source.text)
    for number, column in enumerate(document.columns):
        if column.id in later and before is None:
            changes.remove(("columns", number, "after"))
        elif column.id in later and kept is None:
            changes.set(("columns", number, "after"), before)
    if kept is not None:
        _join_cells(game, changes, document, kept, later)
    text = changes.result()
    for column_id in reversed([*own, *(later if kept is not None else ())]):  # the last of a row first
        text = _without_column(text, column_id)
    return text


def _start_before(track: Schedule, start: str) -> str | None:
    """Return the printed start before another."""
    marks = [mark for mark in track.starts.values() if mark.turn is not None]
    moments = {mark.date.id: track.player_turn(mark.turn or 0, mark.side) for mark in marks}
    earlier = [id_ for id_, moment in moments.items() if moment < moments.get(start, 0)]
    return max(earlier, key=lambda id_: moments[id_], default=None)


def _join_cells(
    game: Game, changes: Changes, document: OrderOfBattleDocument, kept: str, later: Collection[str]
) -> None:
    """Add what is in some columns to the cells of another."""
    notation = game.system.placement() if game.system else None
    ids = [column.id for column in document.columns]
    before = ["no", "marker", "name", *ids[: ids.index(kept)]]
    for kind, rows in (("units", document.units), ("markers", document.markers)):
        for number, row in enumerate(rows):
            if any(row.cells.get(column) for column in later):
                text = _joined(notation, [cell for column in (kept, *later) if (cell := row.cells.get(column))])
                if changes.has((kind, number, kept)):
                    changes.set((kind, number, kept), text)
                else:
                    changes.add((kind, number), kept, text, after=before)


def _without_column(text: str, column: str) -> str:
    """Return the text of an order of battle without a column and its cells."""
    changes = Changes(text)
    data = cast("dict[str, list[dict[str, object]]]", changes.root.data)
    changes.drop("columns", [number for number, each in enumerate(data["columns"]) if each.get("id") == column])
    for kind in ("units", "markers"):
        for number, row in enumerate(data.get(kind, ())):
            if column in row:
                changes.remove((kind, number, column))
    return changes.result()


def _joined(notation: Notation[list[PlacementToken]] | None, cells: Seq[str]) -> str:
    """Return the entries of several cells as one."""
    if len(cells) == 1 or notation is None:
        return ", ".join(cells)
    try:
        return notation.format([token for cell in cells for token in notation.parse(cell)])
    except NotationError:
        return ", ".join(cells)


# -- what names the start, or a part of it -------------------------------------------------------------


def _named(game: Game, track: Schedule, start: str, gone: Collection[str]) -> dict[str, Removal]:
    """Return what goes because it names the start, a scenario that begins there, or a value that rules state for it."""
    index = references(game)
    targets = [Target("start", start), *_stops_before(track, start)]
    for document, where in game.documents("scenarios", ScenarioDocument):
        if where.file.name in gone:
            targets.append(Target("scenario", document.scenario))
    for order, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        columns = [c.id for c in order.columns if start in (c.start, c.after)]
        targets += [Target("column", id_, where.file.name) for id_ in columns]
    targets += [Target("quantity", name) for name in _stated_for(game, start)]
    found = [where for target in targets for where in (*index.of(target), *index.definitions(target))]
    left = [where for where in found if where.file.name not in gone and _goes_alone(where)]
    return _gathered(_with_mentions(game, left))


def _goes_alone(where: Where) -> bool:
    """Check whether something goes because of what it names; columns of orders of battle are removed as a whole."""
    return where.file.kind.name != "orders-of-battle" or where.path[0] == "provenance"


def _stops_before(track: Schedule, start: str) -> Iterator[Target]:
    """Yield the stop dates that come before every start that is left."""
    left = [
        track.player_turn(m.turn, m.side) for m in track.starts.values() if m.date.id != start and m.turn is not None
    ]
    for mark in track.stops.values():
        if mark.turn is not None and left and track.player_turn(mark.turn, mark.side) < min(left):
            yield Target("stop", mark.date.id)


def _stated_for(game: Game, start: str) -> Iterator[str]:
    """Yield the quantities whose name has the start in it; points at a stop date of the same name are no such."""
    stops = {
        name
        for document, _where in game.documents("victory", VictoryDocument)
        for objective in document.objectives
        for name in objective.states
    }
    key = slug(start)
    names = {*statements(game), *(use.target.id for use in references(game).defined if use.target.kind == "quantity")}
    for name in sorted(names):
        if key in name.split(".")[1:] and name not in stops and not name.startswith("stop."):
            yield name


def _loose_ends(game: Game) -> dict[tuple[str, str], Where]:
    """Return names and addresses that name nothing, and errata that cannot be applied: what they are, and where."""
    found = {(each.where.file.name, f"{each.wanted} {each.text}"): each.where for each in references(game).unresolved}
    for patch in game.patches:
        if patch.problem:
            found[patch.where.file.name, patch.erratum.id] = patch.where
    for file in game.files.values():
        found |= {(file.name, address): Where(file, path) for path, address, _why in file.bases.unresolved}
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            for address, here in at.each("data", clause.data):
                if address.partition(":")[0].strip() not in game.files:
                    found[where.file.name, address] = here
    return found


def _denied(game: Game, hidden: Game) -> Iterator[Where]:
    """Yield what texts state of a value that the game has no more, or has otherwise: how many starts there are."""
    now = statements(hidden)
    for name, before in statements(game).items():
        was, values = _by_parts(before), _by_parts(now.get(name, ()))
        if was != values and was:
            for each in now.get(name, ()):
                if _in_text(each) and value_as_compared(each.value) not in values:
                    yield each.where.key()


def _by_parts(stated: Iterable[Statement]) -> set[object]:
    """Return the values that the parts of a game give a quantity, without its texts."""
    return {value_as_compared(each.value) for each in stated if not _in_text(each)}


def _in_text(stated: Statement) -> bool:
    return "states" in stated.where.path


def _with_mentions(game: Game, places: Collection[Where]) -> Iterator[Where]:
    """Yield some places, and where the errata that go with them are mentioned by others."""
    yield from places
    dead = {(where.file.name, where.path[1]): where.file for where in places if _is_erratum(where)}
    ids = [str(file.data["errata"][number]["id"]) for (_name, number), file in dead.items()]
    mention = re.compile(rf"\b(?:{'|'.join(map(re.escape, ids))})\b")
    for file in (*game.files_of("errata"), *game.files_of("rulebook")) if ids else ():
        for path, text in texts_in(file.data):
            if file.kind.name != "errata" or (path[-1] in PROSE and (file.name, path[1]) not in dead):
                whole = Where(file, path)
                spans = [found.span() for found in mention.finditer(text)]
                yield from (whole if span == (0, len(text)) else whole.within(*span) for span in spans)


def _is_erratum(where: Where) -> bool:
    """Check whether an erratum goes with what is at a place; in prose something is blotted out."""
    path = where.path
    return where.file.kind.name == "errata" and len(path) > 1 and path[-1] not in {*PROSE, "witness"}


# -- what goes with it ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Removal:
    """What goes from a file: parts of it, and gaps in texts for values that go."""

    parts: set[Path] = field(default_factory=set)
    gaps: dict[Path, set[str]] = field(default_factory=dict)
    """By text: the names in braces."""


def _gathered(places: Iterable[Where]) -> dict[str, Removal]:
    """Return by file what goes so that nothing is at some places."""
    found: dict[str, Removal] = {}
    for where in places:
        removal = found.setdefault(where.file.name, Removal())
        if where.on == "value" and where.part is not None and not _goes_whole(where):
            removal.gaps.setdefault(where.path, set()).add(str(where.data)[slice(*where.part)])
        else:
            removal.parts.add(_around(where))
    return found


def _goes_whole(where: Where) -> bool:
    """Check whether an address with a gap would be none: that of an erratum, or of a value that a switch sets."""
    return _is_erratum(where) or "switch" in where.path


def _around(where: Where) -> Path:
    """Return the smallest part that can go with what is at a place: an entry, an item, or a row of a list."""
    path, root = where.path, where.file.source.root
    if where.on == "key" or path[-1] == "witness":  # a rule stays without the position that showed it
        return path
    if "switch" in path:
        return path[: path.index("switch") + 2]
    if where.file.kind.name in ("errata", "time-track"):
        return path[:2]
    if isinstance(path[-1], int) or root is None:
        return path
    chain = [descend(root, path[:depth])[0] for depth in range(len(path))]
    rows = (
        n for n in range(len(path) - 1, 0, -1) if isinstance(chain[n - 1], Sequence) and isinstance(chain[n], Mapping)
    )
    return path[: next(rows, len(path))]


def _without(text: str, removal: Removal) -> str:
    """Return a text without some of its parts; what is left empty by that goes too."""
    changes = Changes(text)
    dead, empty = {path for path in removal.parts if changes.has(path)}, set[Path]()
    fresh = set(dead)
    while fresh:
        fresh = {*_left_empty(changes.root, dead)} - dead - empty
        empty |= {path for path in fresh if _may_be_empty(changes.root, path)}
        dead |= fresh - empty
    ends = {path for path in dead | empty if not any(path[:depth] in dead | empty for depth in range(1, len(path)))}
    for path, names in removal.gaps.items():
        node, depth = descend(changes.root, path)
        if depth == len(path) and not any(path[:n] in ends for n in range(1, depth + 1)):
            gaps = "|".join(re.escape(name) for name in sorted(names))
            changes.set(path, re.sub(rf"\{{\+?(?:{gaps})\}}|{gaps}", BLANK, str(node.data)))
    for path in ends:
        if path in dead:
            changes.remove(path)
        else:
            changes.set(path, [])
    return changes.result()


def _left_empty(root: Node, dead: Collection[Path]) -> Iterator[Path]:
    """Yield what has nothing left in it: of a list in a row of a list, the row."""
    for above in {path[:-1] for path in dead if len(path) > 1}:
        node, chain = descend(root, above)[0], [descend(root, above[:depth])[0] for depth in range(len(above))]
        steps: list[Step] = [*node.values] if isinstance(node, Mapping) else []
        steps += range(len(node.items)) if isinstance(node, Sequence) else ()
        if not all((*above, step) in dead for step in steps):
            continue
        in_row = len(above) > 1 and isinstance(chain[-1], Mapping) and isinstance(chain[-2], Sequence)
        in_row = in_row and above[-1] != "switch"  # a ruling stays without the other reading
        yield above[:-1] if isinstance(node, Sequence) and in_row else above


def _may_be_empty(root: Node, path: Path) -> bool:
    """Return whether a list can be left with nothing in it: one of names in brackets, in no row of a list."""
    node = descend(root, path)[0]
    return isinstance(node, Sequence) and node.flow and all(isinstance(each, Scalar) for each in node.items)


# -- what a start says, for comparison ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a unit is at a start."""

    kind: EntryKind
    hex: int | None = None
    box: str = ""
    strength: int | None = None
    """None: its full one."""
    in_works: bool = False


@dataclass(frozen=True, slots=True)
class StartParts:
    """All that a start says, as values that can be compared."""

    units: Map[UnitKey, Placed]
    open: frozenset[UnitKey]
    """Units whose cell is left to decide."""
    markers: Map[tuple[str, str], tuple[str, ...]]
    """Places by side and kind of marker, in order; a place of several markers is there several times."""
    begins_as: Map[str, object]
    """Values that the game keeps by start, by their path."""
    control: Map[str, str]
    """The side by the name of each place whose control is stated."""
    owner: Map[int, str]
    """The side whose land each hex is."""


def start_parts(game: Game, scenario: str) -> StartParts:
    """Return all that the start of a scenario says: a printed one, or a draft that the game was loaded with."""
    found, linked = scenarios(game).scenarios[scenario], forces(game)
    units: dict[UnitKey, Placed] = {}
    markers: dict[tuple[str, str], list[str]] = {}
    for force in linked.sides.values():
        printed = [c.id for c in force.columns.values() if c.start == found.document.start]
        column = scenario if scenario in force.own else (printed or [""])[0]
        for unit in force.units:
            units[unit.key] = _placed(unit.at_start(column))
        for each in force.markers:
            if each.entry.column.id == column:
                kind = linked.markers[each.marker][0].kind if each.marker in linked.markers else each.marker
                markers.setdefault((force.side, kind), []).append(each.entry.token.place)
    return StartParts(
        units,
        frozenset(_left_open(found)),
        {key: tuple(sorted(places)) for key, places in markers.items()},
        dict(_kept(game, found)),
        {name: side for name, (side, _where) in starting_holders(game, found).items()},
        _owners(game, found),
    )


def _placed(entry: Entry | None) -> Placed:
    if entry is None:
        return Placed("absent")
    token, box = entry.token, entry.location.box if entry.location else None
    return Placed(entry.kind, entry.hex, box or "", token.strength, token.in_works)


def _left_open(scenario: Scenario) -> Iterator[UnitKey]:
    for side in scenario.document.set_up:
        yield from ((side.side, unit.no) for unit in side.units if DECIDE.fullmatch(unit.at))


def _kept(game: Game, scenario: Scenario) -> Iterator[tuple[str, object]]:
    """Yield what the game keeps by start date, as the scenario begins."""
    start = scenario.begins_as or scenario.document.start
    varied = with_scenario(game, scenario.id)
    for each in varied.system.kept_by_start(varied) if varied.system else ():
        yield from _leaves(each.values.get(start), each.document)


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _leaves(below, f"{path}.{key}")
    elif value is not None:
        yield path, value


def _owners(game: Game, scenario: Scenario) -> dict[int, str]:
    """Return the side that owns each hex: by the front that the scenario draws, else by who stands nearest."""
    grid, front = hex_map(game), fronts(game).fronts.get(scenario.id)
    if grid is None:
        return {}
    if front is not None:
        return {hex_: land.side for land in front.lands if land.side is not None for hex_ in land.hexes}
    sides = list(game.side_names)
    stood = [(each.hex, each.side) for each in stands(game, scenario)]
    return {hex_: sides[number] for hex_, number in owners(grid, sides, stood).items()}

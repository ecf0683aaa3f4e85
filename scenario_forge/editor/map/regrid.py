"""Regridding of a map: larger, smaller or renumbered, with every name of a hex in all files.

Hexes keep their place beside each other. What stands on hexes that go, goes with them in map.yaml; in other files their
names stay, and the checks report them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import checks
from scenario_forge.diagnostics import Severity
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import MAP, map_changes, read_args
from scenario_forge.editor.map.areas import hexes_of, ranges
from scenario_forge.editor.map.chains import cut_road
from scenario_forge.editor.map.grid_plan import Plan, Regrid, plan_grid
from scenario_forge.editor.map.pieces import lay_out
from scenario_forge.game.hexmap import HexMap, row_index
from scenario_forge.game.place import Where
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.language.renaming import ADDRESSES, written_anew
from scenario_forge.source.nodes import splice, texts_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Splice
    from scenario_forge.source.rows import RowChanges

_SHOWN = 30
"""Lines of a report, of each kind."""


# -- the change ------------------------------------------------------------------------------------


def regrid(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Change the grid, and every name of a hex in all files with it."""
    plan = plan_grid(game, read_args(Regrid, args))
    if plan.model == plan.old.document.grid:
        raise Refused("the grid is so already")
    return _sentence(plan), _splices(game, texts, plan)


def _sentence(plan: Plan) -> str:
    old, new = plan.old.grid, plan.grid
    if (old.width, old.rows) != (new.width, new.rows):
        return f"Change the grid from {old.width} × {old.rows} to {new.width} × {new.rows} hexes"
    return f"Number {plan.renamed} hexes anew" if plan.renamed else "Change the grid"


def _splices(game: Game, texts: Mapping[str, str], plan: Plan) -> dict[str, list[Splice]]:
    changes = map_changes(texts)
    _grid_keys(plan, changes)
    _rows(plan, changes)
    _hexsides(plan, changes)
    _lines(plan, changes)
    _single_hexes(plan, changes)
    _hex_lists(plan, changes)
    _names(plan, changes)
    for where, text in _addresses(game, plan):
        if where.file.name == MAP:
            changes.set(where.path, text)
    made = {MAP: lay_out(texts[MAP], changes.splices())}
    replaced: dict[str, list[tuple[Where, str]]] = {}
    for where, _old, new in _elsewhere(game, plan):
        if new is not None:
            replaced.setdefault(where.file.name, []).append((where, new))
    for where, text in _addresses(game, plan):
        if where.file.name != MAP:
            replaced.setdefault(where.file.name, []).append((where, text))
    for name, each in replaced.items():
        file = game.read[name]
        made[name] = sorted((*file.source.offsets(edit.span), edit.new) for edit in written_anew(file, each))
    return made


def _elsewhere(game: Game, plan: Plan) -> list[tuple[Where, str, str | None]]:
    """Return names of hexes in other files that change or become invalid: where, old, new."""
    found_: dict[Where, tuple[str, str | None]] = {}
    for use in references(game).uses:
        if use.target.kind == "hex" and not use.target.scope and use.where.file.name != MAP and not _is_step(use.where):
            new = plan.new_id(use.target.id)
            if new != use.target.id:
                found_[use.where] = (use.target.id, new)
    return [(where, old, new) for where, (old, new) in found_.items()]


def _is_step(where: Where) -> bool:
    """Whether a name is a step of an address: those are made anew as a whole."""
    text = where.whole().data if where.on == "value" else None
    return where.part is not None and isinstance(text, str) and text[: where.part[0]].endswith("[")


_ADDRESS = re.compile(r"\b(places|hexes|rows)\[([^\[\]]+)\]")


def _addresses(game: Game, plan: Plan) -> list[tuple[Where, str]]:
    """Return addresses of values that name a hex or row, such as `places[T30].value`, with their new text."""
    rows = {
        label: plan.grid.sheets[number].row_labels[index + plan.given.north]
        for number, sheet in enumerate(plan.old.grid.sheets)
        for index, label in enumerate(sheet.row_labels)
        if 0 <= index + plan.given.north < plan.grid.rows
    }

    def anew(match: re.Match[str]) -> str:
        new = rows.get(match[2]) if match[1] == "rows" else plan.new_id(match[2])
        return f"{match[1]}[{new or match[2]}]"

    found_: list[tuple[Where, str]] = []
    for file in game.read.values():
        for path, text in texts_in(file.data) if file.source.root is not None else ():
            keyed = path[-1] in ADDRESSES or (len(path) > 1 and path[-2] in ADDRESSES)
            if keyed and (made := _ADDRESS.sub(anew, text)) != text:
                found_.append((Where(file, path), made))
    return found_


def _grid_keys(plan: Plan, changes: RowChanges) -> None:
    old, new = plan.old.document.grid, plan.model
    for key in ("orientation", "shifted", "rows", "first_row", "rows_from"):
        if getattr(old, key) != getattr(new, key):
            changes.put(["grid", key], getattr(new, key))
    for number, (was, is_) in enumerate(zip(old.sheets, new.sheets, strict=True)):
        for key in ("columns", "numbering", "first_column"):
            if getattr(was, key) != getattr(is_, key):
                changes.put(["grid", "sheets", number, key], getattr(is_, key))


def _rows(plan: Plan, changes: RowChanges) -> None:
    """Change the rows of terrain: letters added and cut off at their ends, rows added and dropped."""
    old, new, given = plan.old, plan.grid, plan.given
    fill = old.kinds[plan.terrain].letter
    first, last = old.grid.sheets[0].id, old.grid.sheets[-1].id
    gone: list[int] = []
    for number, row in enumerate(old.document.rows):
        index = row_index(old.grid, row.row)
        if index is None:
            raise Refused(f"the map has no row {row.row}; mend it in the text first")
        if not 0 <= index + given.north < new.rows:
            gone.append(number)
            continue
        sheet = next(n for n, each in enumerate(old.grid.sheets) if row.row in each.row_labels)
        label = new.sheets[sheet].row_labels[index + given.north]
        if label != row.row:
            changes.set(["rows", number, "row"], label)
        for id_, letters in row.cells.items():
            west, east = given.west if id_ == first else 0, given.east if id_ == last else 0
            made = fill * west + letters[max(-west, 0) : len(letters) + min(east, 0)] + fill * east
            if made != letters:
                changes.set(["rows", number, id_], made, in_table=False)
    if gone and len(gone) == len(old.document.rows):
        raise Refused("no row would be left; take fewer away")
    changes.drop("rows", gone)
    if old.document.rows:
        _new_rows(plan, changes, fill)


def _new_rows(plan: Plan, changes: RowChanges, fill: str) -> None:
    new, given = plan.grid, plan.given
    for index in (*range(given.north), *range(new.rows - max(given.south, 0), new.rows)):
        cells: dict[str, Data] = {sheet.id: fill * sheet.columns for sheet in new.sheets}
        value: dict[str, Data] = {"row": new.sheets[0].row_labels[index], **cells}
        changes.insert(["rows"], 0 if index < given.north else len(plan.old.document.rows), value)


def _hexsides(plan: Plan, changes: RowChanges) -> None:
    """Rename hexsides; drop those of hexes that are removed or no longer adjacent."""
    empty: list[int] = []
    for number, feature in enumerate(plan.old.document.hexsides):
        words = [new for word in feature.sides if (new := _side(plan, word)) is not None]
        plan.sides_lost += len(feature.sides) - len(words)
        if not words:
            empty.append(number)
        elif words != feature.sides:
            changes.set_words(["hexsides", number, "sides"], words)
    changes.drop("hexsides", empty)


def _lines(plan: Plan, changes: RowChanges) -> None:
    """Rename the hexes of roads; cut roads where hexes are removed or no longer adjacent."""
    empty: list[int] = []
    for number, line in enumerate(plan.old.document.lines):
        runs = _runs(plan, line.hexes)
        kept = [run for run in runs if len(run) > 1]
        plan.steps_lost += len(line.hexes) - 1 - sum(len(run) - 1 for run in kept)
        if not kept:
            empty.append(number)
            continue
        cut_road(changes, number, line, kept)
    changes.drop("lines", empty)


def _side(plan: Plan, word: str) -> str | None:
    """Return a hexside by its new name; None if it is removed."""
    one, slash, other = word.partition("/")
    if not slash:
        one, _colon, direction = word.partition(":")
        new = plan.new_id(one)
        return f"{new}:{direction}" if new and direction in plan.grid.directions else None
    new, beside = plan.new_id(one), plan.new_id(other)
    if new is None or beside is None or plan.grid.direction(plan.grid.parse(new), plan.grid.parse(beside)) is None:
        return None
    return f"{new}/{beside}"


def _runs(plan: Plan, words: Sequence[str]) -> list[list[str]]:
    runs: list[list[str]] = [[]]
    for before, word in pairwise(("", *words)):
        new, last = plan.new_id(word), plan.new_id(before) if before else None
        joined = new and last and plan.grid.direction(plan.grid.parse(last), plan.grid.parse(new)) is not None
        if before and not joined:
            runs.append([])
        if new:
            runs[-1].append(new)
    return runs


def _single_hexes(plan: Plan, changes: RowChanges) -> None:
    """Change hexes apart and places."""
    document = plan.old.document
    plan.lost += [f"{place.name}, {place.hex}" for place in document.places if plan.new_id(place.hex) is None]
    apart, places = [each.hex for each in document.hexes], [place.hex for place in document.places]
    for key, hexes in (("hexes", apart), ("places", places)):
        gone: list[int] = []
        for number, hex_ in enumerate(hexes):
            new = plan.new_id(hex_)
            if new is None:
                gone.append(number)
            elif new != hex_:
                changes.set([key, number, "hex"], new)
        changes.drop(key, gone)


def _hex_lists(plan: Plan, changes: RowChanges) -> None:
    """Change boxes and areas, which list hexes and ranges of them."""
    document = plan.old.document
    for number, box in enumerate(document.boxes):
        words = _words(plan, box.adjoins)
        if words != box.adjoins:
            changes.set_words(["boxes", number, "adjoins"], words)
    for number, area in enumerate(document.areas):
        words = _words(plan, area.hexes)
        if words != area.hexes:
            changes.set_words(["areas", number, "hexes"], words)
        if area.around is not None:
            new = plan.new_id(area.around)
            inside = sorted(plan.old.areas.get(area.id, ()))
            new = new or next((plan.grid.ids[at] for hex_ in inside if (at := plan.to[hex_]) is not None), None)
            changes.put(["areas", number, "around"], new)
            if new is None:
                changes.put(["areas", number, "within"], None)


def _names(plan: Plan, changes: RowChanges) -> None:
    """Change names across the map."""
    gone: list[int] = []
    for number, name in enumerate(plan.old.document.names):
        along = [new for word in name.along if (new := plan.new_id(word)) is not None]
        if not along:
            gone.append(number)
            plan.lost.append(f"the name {name.name}")
        elif along != name.along:
            changes.set(["names", number, "along"], [*along])
    changes.drop("names", gone)


def _words(plan: Plan, words: Sequence[str]) -> list[str]:
    made: list[str] = []
    for word in words:
        first, dots, last = word.partition("..")
        one, other = plan.new_id(first), plan.new_id(last) if dots else plan.new_id(first)
        if one and other:
            made.append(f"{one}..{other}" if dots else one)
        else:
            after = HexMap(plan.grid, plan.old.document, plan.old.where, [])
            made += ranges(after, [new for hex_ in hexes_of(plan.old, word) if (new := plan.to[hex_]) is not None])
    return made


# -- what it would do ------------------------------------------------------------------------------


DocumentCount = TypedDict("DocumentCount", {"doc": str, "count": int})
"""How many names of hexes change in a document."""
Dangling = TypedDict("Dangling", {"doc": str, "line": int, "hex": str})
"""Where a hex is named that goes."""
Sizes = TypedDict("Sizes", {"was": tuple[int, int], "is": tuple[int, int]})
"""Columns and rows of a map."""


class GridReport(Sizes):
    """What a change of the grid would do."""

    first: str
    last: str
    same: bool
    hexes_lost: int
    lost: list[str]
    sides_lost: int
    steps_lost: int
    renamed: int
    documents: list[DocumentCount]
    dangling: list[Dangling]
    findings: list[str]


def grid_report(game: Game, texts: Mapping[str, str], given: Regrid) -> GridReport:
    """Return what a change of the grid would do. It takes a while: the game is checked as it would be."""
    plan = plan_grid(game, given)
    made = _splices(game, texts, plan)
    old, new = plan.old.grid, plan.grid
    elsewhere = _elsewhere(game, plan)
    dangling: list[Dangling] = [
        {"doc": where.file.name, "line": where.span.line, "hex": id_} for where, id_, to in elsewhere if to is None
    ]
    by_doc: dict[str, int] = {}
    for where, _id, to in elsewhere:
        if to is not None:
            by_doc[where.file.name] = by_doc.get(where.file.name, 0) + 1
    return {
        "was": (old.width, old.rows),
        "is": (new.width, new.rows),
        "first": new.ids[0],
        "last": new.ids[-1],
        "same": plan.model == plan.old.document.grid,
        "hexes_lost": sum(1 for each in plan.to if each is None),
        "lost": plan.lost[:_SHOWN],
        "sides_lost": plan.sides_lost,
        "steps_lost": plan.steps_lost,
        "renamed": plan.renamed,
        "documents": [{"doc": doc, "count": count} for doc, count in sorted(by_doc.items())],
        "dangling": dangling[:_SHOWN],
        "findings": _new_errors(game, texts, made)[:_SHOWN],
    }


def _new_errors(game: Game, texts: Mapping[str, str], made: Mapping[str, list[Splice]]) -> list[str]:
    after = {**texts, **{doc: splice(texts[doc], splices) for doc, splices in made.items()}}
    before = {(each.code.id, each.span.file) for each in checks.run.all_findings(game, quick=True)}
    return [
        f"{each.code.id}: {each.message} ({each.span.file}:{each.span.line})"
        for each in checks.run.all_findings(Workspace.after(game).load(game.errata, after), quick=True)
        if each.severity is Severity.ERROR and (each.code.id, each.span.file) not in before
    ]


__all__ = ["grid_report", "regrid"]

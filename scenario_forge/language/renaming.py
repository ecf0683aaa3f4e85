"""Gives a thing another name wherever the game names it: in ids, cells, keys and addresses, not in prose."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge import checks
from scenario_forge.diagnostics import Severity, TextEdit
from scenario_forge.documents.base import ID, slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.place_ids import id_of_name, proposed_id
from scenario_forge.game.addresses import ADDRESSES as KINDS_OF_ADDRESSES
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.naming import BY_ID
from scenario_forge.game.place import Where
from scenario_forge.game.reading.folder import read_folder
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import Target, mark_at, references
from scenario_forge.game.statements import parts_of_statements, value_as_compared
from scenario_forge.game.tables import tables
from scenario_forge.game.vocabulary import Vocabulary
from scenario_forge.source.change import Changes
from scenario_forge.source.edit import apply_edits
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import EditRefused, least_splice, texts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.references import Reference
    from scenario_forge.game.system import Statement
    from scenario_forge.source.nodes import Path

    Parts = dict[tuple[int, int], str]
    """Characters of a value, and what comes in their place."""

NUMBERED = frozenset(
    {
        *("rule", "clause", "ruling", "example", "erratum", "version", "quantity", "turn", "hex", "value", "game"),
        *("step", "notation", "event", "pool", "predicate", "date of the chronology", "formation of the side"),
    }
)
"""Kinds of things that keep their names: printed text has their numbers, or code names them."""
_BROKEN = ("REF", "ERR", "SCH", "YML", "RUL004", "RUL016", "RUL030", "RUL031", "RUL153", "DR004", "WGM001")
"""Codes of names and addresses that name nothing, of names not to use, and of texts that cannot be read."""
_QUANTITIES = {
    "start": "start.",
    "stop": "stop.",
    **dict.fromkeys(("terrain", "line kind", "hexside kind"), "terrain."),
}
"""How the quantities begin that have the name behind it: `stop.mar42.last`."""
_OF_CHARTS = frozenset({"chart row", "chart column"})
ADDRESSES = frozenset({"at", "data"})
"""Keys whose values are addresses of values."""
_SIGNS = frozenset(",:[]{}\"'#&*!|>%@`\\/()")
"""Signs that a name cannot have: they mean something in a cell, an address or YAML."""


class Rename(NamedTuple):
    """A new name for what a reference names: a number, where a unit's number stands there."""

    reference: Reference
    new: str


def renamed(game: Game, reference: Reference, new: str, *, with_file: bool = False) -> dict[str, list[TextEdit]]:
    """Return the edits, by file, that give what a reference names another name.

    Raises:
        EditRefused: it cannot be renamed, the name is taken or no name, or something would name nothing then.
    """
    return renamed_together(game, [Rename(reference, new)], with_files=with_file)


def renamed_together(game: Game, names: Sequence[Rename], *, with_files: bool = False) -> dict[str, list[TextEdit]]:
    """Return the edits, by file, that give several things of one kind other names.

    With ``with_files``, a file is called as what it defines, and addresses begin with its new name (`new_homes`).

    Raises:
        EditRefused: one cannot be renamed, a name is taken or no name, or something would name nothing then.
    """
    places: dict[str, dict[Where, str]] = {file.name: {} for file in _files(game)}
    ids: dict[str, dict[Path, str]] = {name: {} for name in places}
    homes = new_homes(game, names) if with_files else {}
    for reference, new in names:
        _must_fit(game, reference, new)
        for file in _files(game):
            places[file.name].update(_replaced(game, file, reference, new))
        for where, id_ in _ids(game, reference, new):
            ids[where.file.name][where.path] = id_
    for name, home in homes.items():
        if home in game.read:
            raise EditRefused(f"there is a document {home} already: its file cannot get the name")
        for where, put in _of_file(game, game.read[name], home):
            places[where.file.name][where] = put
    edits = _edits(game, places, ids)
    for where, put in _stated(game, edited(game, edits, homes), homes):
        listed = places[where.file.name]
        for part in [part for part in listed if _overlap(where, part)]:
            del listed[part]
        listed[where] = put
    edits = _edits(game, places, ids)
    _must_hold(game, edits, homes)
    return edits


def _overlap(one: Where, other: Where) -> bool:
    """Whether two places have characters in common."""
    if one.whole() != other.whole():
        return False
    return not one.part or not other.part or (one.part[0] < other.part[1] and other.part[0] < one.part[1])


def _edits(
    game: Game, places: Mapping[str, Mapping[Where, str]], ids: Mapping[str, Mapping[Path, str]]
) -> dict[str, list[TextEdit]]:
    made = ((file.name, [*written_anew(file, places[file.name].items(), ids[file.name])]) for file in _files(game))
    return {name: edits for name, edits in made if edits}


def new_homes(game: Game, names: Iterable[Rename]) -> dict[str, str]:
    """Return the new names of files that are called as what they define, where that gets another name, by name."""
    found: dict[str, str] = {}
    for reference, new in names:
        for where in references(game).definitions(reference.target) if re.fullmatch(ID, new) else ():
            if len(where.path) == 1 and where.file.stem == _text_at(where):
                found[where.file.name] = f"{where.file.name.removesuffix(f'{where.file.stem}.yaml')}{new}.yaml"
    return found


def why_kept(game: Game, reference: Reference) -> str:
    """Return why what a reference names keeps its name; an empty text where it can be renamed."""
    kind = reference.target.kind
    if kind in NUMBERED:
        return f"a {kind} cannot be renamed here, since rules and printed text name it too"
    if game.system and reference.target.id in game.system.reads(game).by_name.get(kind, ()):
        return (
            f"the {kind} `{reference.target.id}` keeps its name: the rules of the system `{game.system.id}` ask for it"
        )
    return ""


def defined_at(game: Game, doc: str, path: Path) -> Reference | None:
    """What a value is the name of, if that can be renamed; None where it defines nothing of the kind."""
    found = (each for each in references(game).defined if each.where.path == path and each.where.file.name == doc)
    return next((each for each in found if each.where.on != "key" and each.kind not in NUMBERED), None)


def uses_of(game: Game, reference: Reference) -> list[Where]:
    """Where else something is named, of a place by the same one of its name and its id."""
    by_id = _by_id(game, reference.where, reference.target)
    found = (where for where in references(game).of(reference.target) if where != reference.where)
    return [where for where in found if _by_id(game, where, reference.target) == by_id]


def id_kept(game: Game, path: Path, name: str) -> str | None:
    """Return the id that a place has to state once it has another name; None where it need not.

    Its id stays what it was wherever a key or quantity names it.
    """
    grid = hex_map(game)
    number = path[1] if path[:1] == ("places",) and len(path) > 1 else None
    if grid is None or not isinstance(number, int) or number >= len(grid.document.places):
        return None
    place = grid.document.places[number]
    if place.id is not None or id_of_name(name) == place.key:
        return None
    target = Target("place", place.name)
    named = any(_by_id(game, where, target) for where in references(game).of(target))
    if named or any(_quantity_parts(game, place.key)):
        return place.key
    return None if id_of_name(name) else proposed_id(name, place.hex, grid.places_by_id)


def _by_id(game: Game, where: Where, target: Target) -> bool:
    """Whether a place is named by its id, rather than by its name."""
    if target.kind != "place":
        return False
    marked = mark_at(game, where.whole())
    if marked is None or (isinstance(marked[0], Names) and marked[0].kind in KINDS_OF_ADDRESSES):
        return _text_at(where) != target.id  # a step of an address
    return not BY_ID.isdisjoint(marked[0].kinds if isinstance(marked[0], Names) else (marked[0].kind,))


def _ids(game: Game, reference: Reference, new: str) -> Iterator[tuple[Where, str]]:
    """The row of a place that has to state its id then, and that id."""
    grid, target = hex_map(game), reference.target
    if target.kind != "place" or grid is None or target.id not in grid.places:
        return
    place, _at, where = grid.places[target.id]
    if not _by_id(game, reference.where, target):
        new = id_kept(game, where.path, new) or ""
    if new and place.id is None:
        yield where, new


def _must_fit(game: Game, reference: Reference, new: str) -> None:
    if kept := why_kept(game, reference):
        raise EditRefused(kept)
    target, by_id = reference.target, _by_id(game, reference.where, reference.target)
    if target.kind == "unit":
        _must_be_free_number(game, target, new)
        return
    free = (target.kind in ("place", "unit name") and not by_id) or not re.fullmatch(ID, _written(reference))
    if not new.strip() or new != new.strip() or not new.isprintable() or (not free and not re.fullmatch(ID, new)):
        raise EditRefused(f"`{new}` is no name for a {target.kind}")
    if target.kind == "unit name":  # no cell and no address has it, and several units may have the same
        return
    if free and target.kind != "formation" and _SIGNS.intersection(new):
        raise EditRefused("a name has no punctuation but full stops, hyphens and apostrophes")
    kinds = (target.kind, "hex", "box") if target.kind == "place" else (target.kind,)
    index, grid = references(game), hex_map(game)
    if by_id and grid is not None and grid.find_key(new) is not None:
        raise EditRefused(f"there is a place or hex `{new}` already")
    if any(index.definitions(target._replace(kind=kind, id=new)) for kind in kinds):
        raise EditRefused(f"there is a {target.kind} `{new}` already")
    alike = (use.where for use in index.uses if (use.target.kind, use.target.scope) == (target.kind, target.scope))
    for pattern in {text for text in map(_text_at, alike) if "*" in text}:
        selected = fnmatchcase(_written(reference), pattern)
        if selected != fnmatchcase(new, pattern):
            does, would = ("selects", "would not select") if selected else ("does not select", "would select")
            raise EditRefused(f"`{pattern}` {does} the {target.kind} `{target.id}`, and {would} `{new}`")


def _must_be_free_number(game: Game, target: Target, new: str) -> None:
    side, counters = target.id.partition("/")[0], dict(_identical(game, target))
    for more in counters.values():
        if not re.fullmatch(r"[1-9]\d{0,3}", new) or not 1 <= (number := int(new) + more) <= 9999:
            raise EditRefused("the number of a unit is a whole number from 1 to 9999")
        other = target._replace(id=f"{side}/{number}")
        if other not in counters and Vocabulary(game).has(other):
            raise EditRefused(f"there is a unit `{number}` already")


def _files(game: Game) -> list[GameFile]:
    return [file for file in game.read.values() if file.source.root is not None]


def _written(reference: Reference) -> str:
    return _text_at(reference.where)


def _text_at(where: Where) -> str:
    """The characters of a name."""
    return _whole(where)[slice(*where.part)] if where.part else _whole(where)


def _whole(where: Where) -> str:
    return str(where.path[-1]) if where.on == "key" else str(where.whole().data)


def written_anew(
    file: GameFile, replaced: Iterable[tuple[Where, str]], ids: Mapping[Path, str] = MappingProxyType({})
) -> Iterator[TextEdit]:
    """The edits of a file that write other names at some places: in values, in parts of them, in keys.

    ``ids`` are those that rows state in addition, by path.

    Raises:
        EditRefused: the file would not read back as meant.
    """
    values: dict[Path, Parts] = {}
    keys: dict[Path, Parts] = {}
    for where, put in replaced:
        part = where.part or (0, len(_whole(where)))
        (keys if where.on == "key" else values).setdefault(where.path, {})[part] = put
    text = file.source.text
    if values or ids:
        changes = Changes(text)
        for path, parts in values.items():
            data = Where(file, path).data
            put = _with(str(data), parts)
            changes.set(path, int(put) if isinstance(data, int) else put)
        for path, id_ in ids.items():
            changes.add(path, "id", id_, after=("hex",))
        yield from (TextEdit(file.source.lines.span(file.name, a, b), put) for a, b, put in changes.splices())
    for path, parts in keys.items():
        span = Where(file, path, "key").span
        start, end = file.source.offsets(span)
        a, b, put = least_splice(text, start, end, inline(_with(str(path[-1]), parts)))
        yield TextEdit(file.source.lines.span(file.name, a, b), put)


def _with(text: str, parts: Parts) -> str:
    for (start, end), put in sorted(parts.items(), reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _replaced(game: Game, file: GameFile, reference: Reference, new: str) -> Iterator[tuple[Where, str]]:
    """Every name in a file that changes, with what is written there then; aliases stay, and of a place its id."""
    index, target, old = references(game), reference.target, _written(reference)
    by_id = _by_id(game, reference.where, target)
    counters = dict(_identical(game, target))
    named = {where: each for each in counters for where in (*index.of(each), *index.definitions(each))}
    for where, counter in named.items():
        if where.file.name != file.name:
            continue
        written = _text_at(where)
        if _names_file(where):
            continue
        if target.kind == "unit":
            digits = len(written) - len(written.rpartition("/")[2])
            number = str(int(new) + counters[counter])
            yield (where.within(digits, len(written)) if digits else where), number
        elif written == old and _by_id(game, where, target) == by_id:
            yield where, new
        elif target.kind == "size" and written == old.casefold():  # as rules.yaml writes it
            yield where, new.casefold()
        elif target.kind == "chart row" and old.startswith(written):  # addresses of figures have the beginning
            yield where, new
    if by_id:
        yield from ((where, new) for where in _quantity_parts(game, old) if where.file.name == file.name)
    else:
        yield from _besides(game, file, target, old, new)


def _identical(game: Game, target: Target) -> Iterator[tuple[Target, int]]:
    """The counters that one row of counters.yaml numbers consecutively, each with the distance of its number.

    Of anything else, that thing alone.
    """
    if target.kind in ("unit", "unit name") and not target.scope:
        side, _, number = target.id.rpartition("/")
        counters = (
            unit for document, _where in game.documents("counters", CountersDocument) for unit in document.units
        )
        for unit in counters:
            if unit.side == side and number.isdecimal() and unit.no <= int(number) < unit.no + unit.count:
                numbers = range(unit.no, unit.no + unit.count)
                yield from ((target._replace(id=f"{side}/{each}"), each - int(number)) for each in numbers)
                return
    yield target, 0


def _names_file(where: Where) -> bool:
    """Whether a name is that of a file, with which an address begins."""
    return where.part is not None and _whole(where)[: where.part[0]] == "scenarios/"


def _besides(game: Game, file: GameFile, target: Target, old: str, new: str) -> Iterator[tuple[Where, str]]:
    """Names that are part of what has a name of its own: a quantity, a stated value, the number of a unit."""
    if target.kind == "place" and not target.scope:
        yield from _in_values(file, old, new)
    elif target.kind in _QUANTITIES:
        parts = _quantity_parts(game, slug(target.id), _QUANTITIES[target.kind])
        yield from ((where, slug(new)) for where in parts if where.file.name == file.name)
    elif target.kind in _OF_CHARTS:
        yield from ((where, new) for where in _called_alike(game, target, old) if where.file.name == file.name)
    elif target.kind == "side":  # units are cited by their side: `axis/31`
        units = (use.where for use in references(game).uses if use.target.kind == "unit")
        for where in units:
            if where.file.name == file.name and _text_at(where).startswith(f"{old}/"):
                yield where.within(0, len(old)), new


def _called_alike(game: Game, target: Target, heading: str) -> Iterator[Where]:
    """The ground that rows of charts are about by its printed name, and all rows and columns about it.

    A chart that is printed twice has the same headings in all copies.
    """
    ground = [
        at / "name"
        for document, where in game.documents("map", MapDocument)
        for key in ("terrain", "line_kinds", "hexside_kinds", "place_kinds")
        for kind, at in where.each(key, getattr(document, key))
        if kind.name == heading
    ]
    yield from ground
    printed = {id_: table.chart.copy_of or id_ for id_, table in tables(game).charts.items()}
    index = references(game)
    for each in index.defined:
        copied = printed.get(each.target.scope) == printed.get(target.scope) and each.kind == target.kind
        if each.kind in _OF_CHARTS and each.text == heading and (ground or copied):
            yield each.where
            yield from (where for where in index.of(each.target) if _text_at(where) == heading)


def _quantity_parts(game: Game, name: str, begin: str = "") -> Iterator[Where]:
    """Parts of quantities that are the id of a place or of a date: `place.tobruk.hex`, `stop.mar42.last`."""
    behind = rf"(?<=\A{re.escape(begin)})" if begin else "(?<![^.])"
    part = re.compile(rf"{behind}{re.escape(name)}(?![^.])")
    for use in references(game).uses:
        if use.target.kind == "quantity":
            yield from (use.where.within(*match.span()) for match in part.finditer(_text_at(use.where)))


def _in_values(file: GameFile, old: str, new: str) -> Iterator[tuple[Where, str]]:
    """The name of a place alone in a cell, or among others in a stated value: `Alexandria - Tobruk`."""
    name = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for path, text in texts_in(file.data):
        if text == old:
            yield Where(file, path), new
        elif len(path) > 1 and path[-2] == "states":
            for match in name.finditer(text):
                yield Where(file, path).within(*match.span()), new


def _stated(game: Game, after: Game, homes: Mapping[str, str]) -> Iterator[tuple[Where, str]]:
    """Quantities that have another name once something is renamed, and names that texts state as their values.

    Statements stand in the same order before and after, whatever the names in them are.
    """
    parts = zip(parts_of_statements(game), parts_of_statements(after), strict=True)
    pairs = [pair for old, new in parts if len(old) == len(new) for pair in zip(old, new, strict=True)]
    if any(homes.get(old.where.file.name, old.where.file.name) != new.where.file.name for old, new in pairs):
        return
    quantities = {old.quantity: new.quantity for old, new in pairs if old.quantity != new.quantity}
    values = {(old.quantity, value_as_compared(old.value)): new.value for old, new in pairs if not _is_said(old)}
    for use in references(game).uses:
        if use.target.kind == "quantity" and use.text in quantities:
            yield use.where.whole() if not use.where.part else use.where, quantities[use.text]
    for old, new in pairs:
        value = values.get((old.quantity, value_as_compared(old.value)))
        if isinstance(value, str) and value_as_compared(value) != value_as_compared(new.value) and _is_said(old):
            yield old.where, value


def _is_said(statement: Statement) -> bool:
    """Whether a text says a value, rather than that it follows from what documents have."""
    return statement.where.path[-2:-1] == ("states",)


def _of_file(game: Game, file: GameFile, home: str) -> Iterator[tuple[Where, str]]:
    """The name of a file where addresses of its values begin with it."""
    old = file.name.removesuffix(".yaml")
    for other in _files(game):
        for path, text in texts_in(other.data):
            addressed = path[-1] in ADDRESSES or (len(path) > 1 and path[-2] in ADDRESSES)
            if addressed and re.match(rf"{re.escape(old)}(?:\.(?!yaml:)|\.yaml:|\[)", text):
                yield Where(other, path).within(0, len(old)), home.removesuffix(".yaml")


def _must_hold(game: Game, edits: Mapping[str, list[TextEdit]], homes: Mapping[str, str]) -> None:
    """Refuse edits after which a name names nothing. Prose that has the old name is left to its author, and found."""
    after = edited(game, edits, homes)
    # messages have the name in them, and no line moves
    before = {
        (each.code.id, homes.get(each.span.file, each.span.file), each.span.line)
        for each in checks.run.all_findings(game, quick=True)
    }
    for each in checks.run.all_findings(after, quick=True):
        known = (each.code.id, each.span.file, each.span.line) in before
        if each.severity is Severity.ERROR and each.code.id.startswith(_BROKEN) and not known:
            place = f"{each.span.file}:{each.span.line}"
            raise EditRefused(f"the game would not hold together: {each.message} ({each.code.id}, {place})")


def edited(
    game: Game, edits: Mapping[str, Sequence[TextEdit]], homes: Mapping[str, str] = MappingProxyType({})
) -> Game:
    """Return a game as it is once its texts are edited and files called otherwise.

    A file of the folder that the game has not, since it is renamed or deleted but not saved, does not come back.
    """
    workspace = Workspace.after(game)
    texts: dict[str, str | None] = dict.fromkeys(read_folder(game.folder, {}).files)
    for file in game.read.values():
        if file.source.written.readable:
            texts[file.name] = None
            texts[homes.get(file.name, file.name)] = apply_edits(file.source.text, edits.get(file.name, ()))
        else:
            texts.pop(file.name, None)
    return workspace.load(game.errata, texts)

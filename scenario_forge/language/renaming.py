"""Gives a thing another name wherever the game names it: in ids, cells, keys and addresses, not in prose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge import checks
from scenario_forge.diagnostics import Severity, TextEdit
from scenario_forge.documents.base import ID
from scenario_forge.documents.kinds import KINDS
from scenario_forge.project.place import Where
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.project.references import references
from scenario_forge.project.statements import slug
from scenario_forge.source.change import Changes
from scenario_forge.source.edit import apply_edits
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import EditRefused, least

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.project.game import Game
    from scenario_forge.project.reading.folder import GameFile
    from scenario_forge.project.references import Reference, Target
    from scenario_forge.source.nodes import Data, Path

    Parts = dict[tuple[int, int], str]
    """Characters of a value, and what comes in their place."""
    Places = Mapping[str, Sequence[tuple[Where, str]]]
    """Names that change, by file, and what comes in their place."""

NUMBERED = frozenset(
    {
        *("rule", "clause", "ruling", "example", "erratum", "version", "quantity", "turn", "hex", "value", "game"),
        *("step", "notation", "event", "pool", "predicate"),
    }
)
"""Kinds of things that keep their names: printed text has their numbers, or code names them."""
_BROKEN = ("REF", "ERR", "SCH", "YML", "RUL004", "RUL016", "RUL030", "RUL031", "DR004", "WGM001")
"""Codes of names and addresses that name nothing, and of texts that cannot be read."""
_QUANTITIES = {
    "start": "start.",
    "stop": "stop.",
    **dict.fromkeys(("terrain", "line kind", "hexside kind"), "terrain."),
}
"""How the quantities begin that have the name behind it: `stop.mar42.last`."""
ADDRESSES = frozenset({"at", "data"})
"""Keys whose values are addresses of values."""
_SIGNS = frozenset(",:[]{}\"'#&*!|>%@`\\/()")
"""Signs that a name cannot have: they mean something in a cell, an address or YAML."""


def renamed(game: Game, reference: Reference, new: str, home: str = "") -> dict[str, list[TextEdit]]:
    """The edits, by file, that give what a reference names another name: a number, where a unit's number stands there.

    With ``home``, the name that the file of the definition will have, addresses of values in it have that name.

    Raises:
        EditRefused: it cannot be renamed, the name is taken or no name, or something would name nothing then.
    """
    target = reference.target
    old = _written(reference)
    _must_fit(game, target, new)
    places = {file.name: list(_replaced(game, file, target, old, new)) for file in _files(game)}
    for where, put in list(_of_rules(game, places)):
        places[where.file.name].append((where, put))
    if home:
        for where, put in _of_file(game, reference.where.file, home):
            places[where.file.name].append((where, put))
    edits = {file.name: made for file in _files(game) if (made := list(written_anew(file, places[file.name])))}
    _must_hold(game, edits)
    return edits


def can_rename(reference: Reference) -> bool:
    """Whether what a reference names can be renamed."""
    return reference.target.kind not in NUMBERED


def defined_at(game: Game, doc: str, path: Path) -> Reference | None:
    """What a value is the name of, if that can be renamed; None where it defines nothing of the kind."""
    found = (each for each in references(game).defined if each.where.path == path and each.where.file.name == doc)
    return next((each for each in found if each.where.on != "key" and can_rename(each)), None)


def uses_of(game: Game, reference: Reference) -> list[Where]:
    """Where else something is named."""
    return [where for where in references(game).of(reference.target) if where != reference.where]


def _must_fit(game: Game, target: Target, new: str) -> None:
    if target.kind in NUMBERED:
        raise EditRefused(f"a {target.kind} cannot be renamed here, since rules and printed text name it too")
    if target.kind == "unit":
        if not re.fullmatch(r"[1-9]\d{0,3}", new):
            raise EditRefused("the number of a unit is a whole number from 1 to 9999")
        taken = f"{target.id.partition('/')[0]}/{new}"
    else:
        taken = new
        free = target.kind in ("place", "unit name") or not re.fullmatch(ID, target.id)
        if not new.strip() or new != new.strip() or (not free and not re.fullmatch(ID, new)):
            raise EditRefused(f"`{new}` is no name for a {target.kind}")
        if free and _SIGNS.intersection(new):
            raise EditRefused("a name has no punctuation but full stops, hyphens and apostrophes")
    kinds = (target.kind, "hex", "box") if target.kind == "place" else (target.kind,)
    index = references(game)
    if target.kind != "unit name" and any(index.definitions(target._replace(kind=k, id=taken)) for k in kinds):
        raise EditRefused(f"there is a {target.kind} `{new}` already")


def _files(game: Game) -> list[GameFile]:
    return [file for file in game.read.values() if file.source.root is not None]


def _written(reference: Reference) -> str:
    return _text_at(reference.where)


def _text_at(where: Where) -> str:
    """The characters of a name."""
    return _whole(where)[slice(*where.part)] if where.part else _whole(where)


def _whole(where: Where) -> str:
    return str(where.path[-1]) if where.on == "key" else str(where.whole().data)


def written_anew(file: GameFile, replaced: Iterable[tuple[Where, str]]) -> Iterator[TextEdit]:
    """The edits of a file that write other names at some places: in values, in parts of them, in keys.

    Raises:
        EditRefused: the file would not read back as meant.
    """
    values: dict[Path, Parts] = {}
    keys: dict[Path, Parts] = {}
    for where, put in replaced:
        part = where.part or (0, len(_whole(where)))
        (keys if where.on == "key" else values).setdefault(where.path, {})[part] = put
    text = file.source.text
    if values:
        changes = Changes(text)
        for path, parts in values.items():
            data = Where(file, path).data
            put = _with(str(data), parts)
            changes.set(path, int(put) if isinstance(data, int) else put)
        yield from (TextEdit(file.source.lines.span(file.name, a, b), put) for a, b, put in changes.splices())
    for path, parts in keys.items():
        span = Where(file, path, "key").span
        start, end = file.source.offsets(span)
        a, b, put = least(text, start, end, inline(_with(str(path[-1]), parts)))
        yield TextEdit(file.source.lines.span(file.name, a, b), put)


def _with(text: str, parts: Parts) -> str:
    for (start, end), put in sorted(parts.items(), reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _replaced(game: Game, file: GameFile, target: Target, old: str, new: str) -> Iterator[tuple[Where, str]]:
    """Every name in a file that changes, with what is written there then; aliases stay."""
    index = references(game)
    for where in {*index.of(target), *index.definitions(target)}:
        if where.file.name != file.name:
            continue
        written = _text_at(where)
        if _names_file(where):
            continue
        if target.kind == "unit":
            digits = len(written) - len(written.rpartition("/")[2])
            yield (where.within(digits, len(written)) if digits else where), new
        elif written == old:
            yield where, new
        elif written == slug(old):
            yield where, slug(new)
    yield from _besides(game, file, target, old, new)


def _names_file(where: Where) -> bool:
    """Whether a name is that of a file, with which an address begins."""
    return where.part is not None and _whole(where)[: where.part[0]] == "scenarios/"


def _besides(game: Game, file: GameFile, target: Target, old: str, new: str) -> Iterator[tuple[Where, str]]:
    """Names that are part of what has a name of its own: a quantity, a stated value, the number of a unit."""
    if target.kind == "place":
        yield from _in_quantities(file, game, slug(target.id), slug(new))
        yield from _in_values(file, old, new)
    elif target.kind in _QUANTITIES:
        yield from _in_quantities(file, game, slug(target.id), slug(new), _QUANTITIES[target.kind])
    elif target.kind == "side":  # units are cited by their side: `axis/31`
        units = (use.where for use in references(game).uses if use.target.kind == "unit")
        for where in units:
            if where.file.name == file.name and _text_at(where).startswith(f"{old}/"):
                yield where.within(0, len(old)), new


def _in_quantities(file: GameFile, game: Game, old: str, new: str, begin: str = "") -> Iterator[tuple[Where, str]]:
    """Parts of quantities that are the name of a place or a date: `place.tobruk.hex`, `stop.mar42.last`."""
    behind = rf"(?<=\A{re.escape(begin)})" if begin else "(?<![^.])"
    part = re.compile(rf"{behind}{re.escape(old)}(?![^.])")
    for use in references(game).uses:
        if use.where.file.name == file.name and use.target.kind == "quantity":
            for match in part.finditer(_text_at(use.where)):
                yield use.where.within(*match.span()), new


def _in_values(file: GameFile, old: str, new: str) -> Iterator[tuple[Where, str]]:
    """The name of a place alone in a cell, or among others in a stated value: `Alexandria - Tobruk`."""
    name = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for path, text in texts_in(file.data, ()):
        if text == old:
            yield Where(file, path), new
        elif len(path) > 1 and path[-2] == "states":
            for match in name.finditer(text):
                yield Where(file, path).within(*match.span()), new


def _of_rules(game: Game, places: Places) -> Iterator[tuple[Where, str]]:
    """Parts of quantities that are called as keys of the rules: `supply.general_radius.british`."""
    quantities = [(use.where, _text_at(use.where)) for use in references(game).uses if use.target.kind == "quantity"]
    for where, put in [each for several in places.values() for each in several]:
        if where.on != "key" or where.part or where.file.kind in KINDS:
            continue
        above = "".join(f"{slug(str(step))}." for step in where.path[:-1])
        first, last = len(above), len(above) + len(slug(str(where.path[-1])))
        for use, text in quantities:
            if f"{text}.".startswith(f"{above}{slug(str(where.path[-1]))}."):
                yield use.within(first, last), slug(put)


def _of_file(game: Game, file: GameFile, home: str) -> Iterator[tuple[Where, str]]:
    """The name of a file where addresses of its values begin with it."""
    old = file.name.removesuffix(".yaml")
    for other in _files(game):
        for path, text in texts_in(other.data, ()):
            addressed = path[-1] in ADDRESSES or (len(path) > 1 and path[-2] in ADDRESSES)
            if addressed and re.match(rf"{re.escape(old)}(?:\.(?!yaml:)|\.yaml:|\[)", text):
                yield Where(other, path).within(0, len(old)), home.removesuffix(".yaml")


def texts_in(data: Data, path: Path) -> Iterator[tuple[Path, str]]:
    """All texts in some data, each with its path."""
    items: Sequence[tuple[str | int, Data]] = (
        [*data.items()] if isinstance(data, dict) else [*enumerate(data)] if isinstance(data, list) else []
    )
    for step, value in items:
        if isinstance(value, str):
            yield (*path, step), value
        else:
            yield from texts_in(value, (*path, step))


def _must_hold(game: Game, edits: Mapping[str, list[TextEdit]]) -> None:
    """Refuse edits after which a name names nothing. Prose that has the old name is left to its author, and found."""
    texts = {file.name: file.source.text for file in game.read.values() if file.source.written.readable}
    texts |= {name: apply_edits(texts[name], made) for name, made in edits.items()}
    after = Workspace.after(game).load(game.errata, texts)
    # messages have the name in them, and no line moves
    before = {(each.code.id, each.span.file, each.span.line) for each in checks.run.found(game, quick=True)}
    for each in checks.run.found(after, quick=True):
        known = (each.code.id, each.span.file, each.span.line) in before
        if each.severity is Severity.ERROR and each.code.id.startswith(_BROKEN) and not known:
            place = f"{each.span.file}:{each.span.line}"
            raise EditRefused(f"the game would not hold together: {each.message} ({each.code.id}, {place})")

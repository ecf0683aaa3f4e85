"""Changes of one field of a form: set a value, add a row or a key, remove one, move a row. Each is one step of undo."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Field

from scenario_forge.editor.answers import Refused, short
from scenario_forge.editor.forms.fits import misfit
from scenario_forge.editor.forms.form import Form
from scenario_forge.editor.forms.says import called
from scenario_forge.editor.intents import Args, read_args
from scenario_forge.editor.tables import track
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import Mapping, Sequence, descend
from scenario_forge.source.rows import RowChanges, move_item

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Mapping as Map

    from scenario_forge.editor.forms.shapes import Shape
    from scenario_forge.editor.intents import Effect, Intent
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node, Path

Key = Annotated[str, Field(max_length=200)]
Index = Annotated[int, Field(ge=0, le=100_000)]
Place = Annotated[list[Key | Index], Field(min_length=1, max_length=30)]
MOST_LETTERS = 20_000
"""Of one value."""


class At(Args):
    """A place in a document: keys, and numbers of rows from 0."""

    doc: Key
    path: Place


class Put(At):
    """A value for a field; a key that is not there yet is added."""

    value: Any


class Insert(Put):
    """A new row of a list, at its end unless a number is given."""

    index: Index | None = None


class Move(At):
    """A row of a list, and the number that it is to have then."""

    to: Index


class _Change:
    """A change in the making."""

    def __init__(self, game: Game, texts: Map[str, str], wanted: At) -> None:
        self.form = Form(game, wanted.doc)
        self.doc, self.path = wanted.doc, (*wanted.path,)
        self.text = texts[wanted.doc]
        self.changes = RowChanges(self.text)
        self.game = game

    def made(self, sentence: str) -> Effect:
        return sentence, {self.doc: self.changes.splices()}

    def shape(self, path: Path) -> Shape:
        """Return the shape of a place that the document may have.

        Raises:
            Refused: it has none of that name.
        """
        found = self.form.at(path)
        if found is None:
            raise Refused(f"{self.doc} has no place for {_dotted(path)}")
        return self.form.under(found)

    def node(self, path: Path) -> Node | None:
        return self.changes.node(path)

    def must_fit(self, shape: Shape, value: Data, name: str) -> None:
        if len(repr(value)) > MOST_LETTERS:
            raise Refused(f"{name} is too long for a form: write it in the text")
        if wrong := misfit(self.form, shape, value, name):
            raise Refused(wrong[0].upper() + wrong[1:])

    # -- in words ------------------------------------------------------------------------------

    def key_words(self, path: Path) -> str:
        """Return the last key of a path in plain words."""
        key = next(str(step) for step in reversed(path) if isinstance(step, str))
        return key.replace("_", " ")

    def of(self, path: Path) -> str:
        """Return what a value belongs to: the nearest row that has a name, or the keys above, or the document."""
        for depth in range(len(path) - 1, 0, -1):
            node = self.node(path[:depth])
            if isinstance(path[depth - 1], int) and node is not None and (name := called(node.data)):
                return name
        above = [str(step).replace("_", " ") for step in path[:-1] if isinstance(step, str)]
        return above[-1] if above else self.doc


# -- the four changes ------------------------------------------------------------------------------


def set_value(game: Game, texts: Map[str, str], args: Map[str, Any]) -> Effect:
    """Give a field a value."""
    wanted = read_args(Put, args)
    change = _Change(game, texts, wanted)
    path, value = change.path, cast("Data", wanted.value)
    name = change.key_words(path)
    node = change.node(path)
    said = short(inline(value)) if isinstance(value, (str, int, float, bool)) else ""
    sentence = f"Set {name} of {change.of(path)}" + (f" to {said}" if said and len(said) < 40 else "")
    _must_be_open(change, path, value)
    if node is None:
        _add_key(change, path, value)
    else:
        change.changes.set(path, value)
        _state(change, path, node.data, value)
    return change.made(sentence)


def _state(change: _Change, path: Path, before: Data, value: Data) -> None:
    """Restate a victory row's points as a quantity too, where it did so before."""
    states = (*path[:-1], "states")
    there = change.node(states)
    if change.form.kind == "victory" and path[-1] == "points" and isinstance(there, Mapping):
        for key in [key for key, each in there.data.items() if each == before and len(there.data) == 1]:
            change.changes.set((*states, key), value)


def _must_be_open(change: _Change, path: Path, value: Data) -> None:
    change.must_fit(change.shape(path), value, change.key_words(path))
    node = change.node(path)
    if isinstance(node, (Mapping, Sequence)) and not node.flow:
        raise Refused(f"{change.key_words(path)} is written over several lines: change its parts, or the text")


def _add_key(change: _Change, path: Path, value: Data) -> None:
    """Add a key, and the keys above it that are not there either."""
    _there, depth = descend(change.changes.root, path)
    for step in reversed(path[depth + 1 :]):
        value = {str(step): value} if isinstance(step, str) else [value]
    above, key = path[:depth], path[depth]
    if not isinstance(key, str):
        raise Refused(f"{change.doc} has no row of this number any more")
    shape = change.shape(above) if above else change.form.shapes.root
    known = [field["key"] for field in shape.get("fields", [])]
    before = known[: known.index(key)] if key in known else known
    if isinstance(value, list) and value:
        change.changes.append((*above, key), value, after=before)
    else:
        change.changes.put_cells(above, {(key,): value}, known)


def add(game: Game, texts: Map[str, str], args: Map[str, Any]) -> Effect:
    """Add a row to a list, or a key with its value to a mapping."""
    wanted = read_args(Insert, args)
    change = _Change(game, texts, wanted)
    path, value = change.path, cast("Data", wanted.value)
    shape = change.shape(path)
    if shape["is"] != "list":
        change.must_fit(shape, value, change.key_words(path))
        if change.node(path) is not None:
            raise Refused(f"{change.of(path)} has {change.key_words(path)} already")
        _add_key(change, path, value)
        return change.made(f"Add {change.key_words(path)} to {change.of(path)}")
    value = _completed(change, path, value)
    change.must_fit(change.form.under(shape["of"]), value, change.key_words(path))
    name = called(value)
    sentence = f"Add {name} to {change.key_words(path)}" if name else f"Add to {change.key_words(path)}"
    if change.form.kind == "time-track" and path == ("boxes",):
        track.extend(change.changes, game, value)
    node = change.node(path)
    if node is None:
        _add_key(change, path, [value])
    elif isinstance(node, Sequence):
        change.changes.append(path, [value], wanted.index)
    else:
        raise Refused(f"{change.key_words(path)} is no list in the text")
    return change.made(sentence)


def _completed(change: _Change, path: Path, value: Data) -> Data:
    """Return a new row completed: the words of a victory row about a place, an id, the order of its keys."""
    if not isinstance(value, dict):
        return value
    node, item = change.node(path), change.form.under(change.shape((*path, 0)))
    rows = [each for each in node.data if isinstance(each, dict)] if isinstance(node, Sequence) else []
    made, when = dict(value), value.get("when")
    fields = {field["key"]: field for field in item.get("fields", ())}
    if "text" in fields and not made.get("text") and isinstance(when, dict) and list(when) == ["hold"] and when["hold"]:
        made["text"] = f"Hold {when['hold']}"
    if not made.get("id") and "id" in fields and fields["id"]["required"]:
        words = [made.get("stop"), made.get("side") if "when" in made else None, called({**made, "id": ""})]
        new = _new_id(" ".join(str(word) for word in words if word), {str(row.get("id")) for row in rows})
        shape = change.form.under(fields["id"]["shape"])
        made["id"] = new if not misfit(change.form, shape, new, "id") else new.replace("-", "_")
    order = [*(rows[-1] if rows else ()), *fields, *made]
    return {key: made[key] for key in dict.fromkeys(order) if key in made}


def _new_id(words: str, taken: Collection[str]) -> str:
    """Return a short name that no other row has."""
    plain = re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-")[:40] or "row"
    return next(name for number in count(1) if (name := plain if number == 1 else f"{plain}-{number}") not in taken)


def remove(game: Game, texts: Map[str, str], args: Map[str, Any]) -> Effect:
    """Remove a row of a list, or a key; where nothing would be left above it, that too."""
    change = _Change(game, texts, read_args(At, args))
    path = change.path
    if change.node(path) is None:
        raise Refused(f"{change.doc} has no such row or key any more")
    while True:
        _must_be_free(change, path)
        parent = change.node(path[:-1])
        alone = isinstance(parent, (Mapping, Sequence)) and len(parent.data) == 1 and len(path) > 1
        if not alone or (isinstance(parent, Sequence) and isinstance(path[-2], int)):
            break
        path = path[:-1]
    gone = change.node(path)
    row = isinstance(path[-1], int)
    what = (called(gone.data if gone else None) or f"row {int(path[-1]) + 1}") if row else change.key_words(path)
    sentence = f"Remove {what} from {change.key_words(path) if row else change.of(path)}"
    change.changes.take(path)
    return change.made(sentence)


def _must_be_free(change: _Change, path: Path) -> None:
    """Refuse to remove what the document needs."""
    above = change.shape(path[:-1]) if len(path) > 1 else change.form.shapes.root
    if above["is"] == "group":
        needed = any(field["required"] and field["key"] == path[-1] for field in above["fields"])
        if needed:
            raise Refused(f"{change.of(path)} needs {change.key_words(path)}")
        if above.get("one"):
            raise Refused(f"{change.key_words(path[:-1])} needs one of its keys: choose another instead")
    elif above["is"] == "list":
        parent = change.node(path[:-1])
        least = above["least"]
        if least and isinstance(parent, Sequence) and len(parent.items) <= least:
            raise Refused(f"{change.key_words(path)} needs at least {least}")


def move(game: Game, texts: Map[str, str], args: Map[str, Any]) -> Effect:
    """Move a row of a list up or down, with the comments that belong to it."""
    wanted = read_args(Move, args)
    change = _Change(game, texts, wanted)
    path = change.path
    row, parent = change.node(path), change.node(path[:-1])
    if row is None or not isinstance(parent, Sequence) or not isinstance(path[-1], int):
        raise Refused(f"{change.doc} has no such row any more")
    name = called(row.data) or f"row {path[-1] + 1}"
    to = min(wanted.to, len(parent.items) - 1)
    way = "up" if to < path[-1] else "down"
    return f"Move {name} {way} in {change.key_words(path)}", {
        change.doc: move_item(change.text, path[:-1], path[-1], to)
    }


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


INTENTS: Map[str, Intent] = {"form.set": set_value, "form.add": add, "form.remove": remove, "form.move": move}
"""By the name under which the page asks for it."""

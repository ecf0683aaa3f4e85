"""The form of one document: its shapes, the values of its text with their offsets, and names that fit a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast

from pydantic import Field, Json
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.documents.marks import Names
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.endpoint import Doc
from scenario_forge.editor.forms.says import Note, Says, called
from scenario_forge.editor.forms.shapes import ONE_KEY, FormField, Shape, Shapes, at, shapes_of
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.front import predicates
from scenario_forge.game.place import Where
from scenario_forge.game.references import names_of
from scenario_forge.game.scenarios import scenarios, turn_of
from scenario_forge.game.schedule import schedule
from scenario_forge.source.nodes import Mapping, Node, Scalar, Sequence, content_end

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Path, Step

MOST_ROWS = 300
"""Of a list that is shown as rows of a form."""
MOST_NAMES = 40
"""Offered at once where a name is typed."""
Word: TypeAlias = str | int | float | bool | None
View: TypeAlias = Literal["text", "table", "rules", "map"]
ELSEWHERE: dict[tuple[str, str], View] = {
    ("map", "rows"): "map",
    ("map", "hexes"): "map",
    ("map", "hexsides"): "map",
    ("map", "lines"): "map",
    ("map", "places"): "map",
    ("map", "names"): "map",
    ("counters", "units"): "table",
    ("orders-of-battle", "units"): "table",
    ("rulebook", "clauses"): "rules",
    ("examples", "examples"): "text",
    ("diagrams", "diagrams"): "text",
    ("dossiers", "rows"): "text",
    ("copies", "copies"): "text",
}
"""Lists that another view of the page shows better, by kind of document and key."""
CLOSED = (
    *("side", "nationality", "start", "start or turn", "stop", "stop or turn", "scenario", "option", "printing"),
    *("size", "type", "value", "number", "terrain"),
)
"""Kinds of names that are few enough to be chosen from a list."""
_MOST_CLOSED = 60


JsonPath: TypeAlias = Json[tuple[str | int, ...]]
"""A path as a JSON list of keys and numbers."""
FormValue = TypedDict(
    "FormValue",
    {
        "from": int,
        "to": int,
        "value": Word,
        "lines": bool,
        "keys": "list[tuple[str, FormValue]]",
        "items": "list[FormValue]",
        "many": int,
        "view": View,
        "says": str,
        "notes": list[Note],
    },
    total=False,
)
"""A value of a text: a scalar, or what is below it; of a list that another view shows better, its length."""
FormData = TypedDict("FormData", {
    "doc": str, "kind": str, "shape": Shape, "named": dict[str, Shape], "value": FormValue,
    "closed": dict[str, list[tuple[str, str]]],
})  # fmt: skip
"""A document as a form: its shapes, its values, and names that are few enough to be chosen from a list."""
FormNames = TypedDict("FormNames", {"kind": str, "names": list[tuple[str, str]]})
"""Names that fit a field, and the kind of each."""


def file_of(game: Game, doc: str) -> GameFile:
    """A document that has a form.

    Raises:
        Unknown: there is no such document, it is of no known kind, or its text cannot be read.
    """
    file = game.read.get(doc)
    if file is None:
        raise Unknown(f"the game has no document {doc[:200]!r} of a kind that forms know")
    if file.source.root is None or not isinstance(file.source.root, Mapping):
        raise Unknown(f"{doc} has no form while its text cannot be read: mend what the findings say of it")
    return file


class Form:
    """One document as a form."""

    def __init__(self, game: Game, doc: str) -> None:
        self.game, self.file = game, file_of(game, doc)
        self.kind = self.file.kind.name
        self.shapes: Shapes = shapes_of(self.file.kind)
        self.named = self._named()

    def under(self, shape: Shape) -> Shape:
        """The group that a named shape stands for; any other shape itself."""
        return self.named[shape["name"]] if shape["is"] == "named" else shape

    def at(self, path: Seq[Step]) -> Shape | None:
        """The shape at a path; None where the document has no such key."""
        return at(self, self.shapes.root, path)

    # -- what this game has besides the schema -------------------------------------------------

    def _named(self) -> dict[str, Shape]:
        """The named groups, with the keys that other documents or the rule system add to them."""
        named = dict(self.shapes.named)
        for name in ONE_KEY & named.keys():
            own = [_field(each.id, each.label, {"is": "text", "least": 1, "names": "place"}) for each in self._own()]
            if name == "Condition" and own:
                named[name] = {**named[name], "fields": [*named[name]["fields"], *own]}
        if "TrackBox" in named:
            named["TrackBox"] = {**named["TrackBox"], "fields": [*named["TrackBox"]["fields"], *self._cells()]}
        return named

    def _own(self) -> list[Any]:
        return list(predicates(self.game).values())

    def _cells(self) -> Iterator[FormField]:
        """What a box of the track has besides its turn: a cell for each side, and for each column."""
        document = self.file.document
        columns = document.columns if isinstance(document, TimeTrackDocument) else []
        track, own = schedule(self.game), {column.id for column in columns}
        used = {key for box in (track.boxes if track else ()) for key in box.entries}
        for side, name in self.game.side_names.items():
            if side not in own and (used or not columns):
                yield _field(side, f"What {name} receives, as printed in the box.", {"is": "text", "least": 0}, name)
        for column in columns:
            yield _field(column.id, "", _cell(column), column.name)

    # -- the answer ----------------------------------------------------------------------------

    def data(self) -> FormData:
        """All of it for the page."""
        root = self.file.source.root
        assert isinstance(root, Mapping)  # noqa: S101 - see file_of
        tree = _Tree(self, PageText(self.file.source.text))
        shown = tree.node(root, (), 0)
        return {
            "doc": self.file.name,
            "kind": self.kind,
            "shape": self.shapes.root,
            "named": self.named,
            "value": shown,
            "closed": {kind: self._closed(kind) for kind in CLOSED},
        }

    def _closed(self, kind: str) -> list[tuple[str, str]]:
        found = dict(names_of(self.game, Names(kind.partition(" or ")[0]), Where(self.file)))
        if len(found) > _MOST_CLOSED:
            return []
        return [(name, self._label(kind, name)) for name in found] + self._own_date(kind, found)

    def _own_date(self, kind: str, marked: Container[str]) -> list[tuple[str, str]]:
        """The game turn on which a scenario of its own starts or stops, which the track does not mark."""
        track, data = schedule(self.game), self.file.data
        text = data.get(kind.removesuffix(" or turn")) if self.kind == "scenarios" and isinstance(data, dict) else None
        if track is None or " or turn" not in kind or not isinstance(text, str) or text in marked:
            return []
        turn = turn_of(track, text, ends=kind.startswith("stop"))
        return [] if turn is None else [(text, track.calendar.label(turn))]

    def _label(self, kind: str, name: str) -> str:
        game, track = self.game, schedule(self.game)
        match kind:
            case "side":
                return game.side_name(name)
            case "nationality":
                nations = game.about.nationalities if game.about else ()
                return next((each.name for each in nations if each.id == name), name)
            case "start" | "start or turn" | "stop" | "stop or turn" if track is not None:
                marks = track.starts if kind.startswith("start") else track.stops
                return marks[name].date.label if name in marks else name
            case "scenario":
                return scenarios(game).scenarios[name].document.title
            case _:
                return name


def _field(key: str, help_: str, shape: Shape, title: str = "") -> FormField:
    field: FormField = {"key": key, "help": help_, "required": False, "shape": shape}
    return {**field, "title": title} if title else field


def _cell(column: Any) -> Shape:  # noqa: ANN401 - a TrackColumn
    match column.kind:
        case "side" | "nationality":
            return {"is": "text", "least": 0, "names": column.kind}
        case "flag":
            return {"is": "choice", "of": ["true", "false"]}
        case "word" if column.words:
            return {"is": "choice", "of": [word.id for word in column.words]}
        case _:
            return {"is": "text", "least": 0}


class _Tree:
    """The values of a text for the page."""

    def __init__(self, form: Form, page: PageText) -> None:
        self.form, self.page = form, page
        self._says = Says(form.game)
        self._notes = self._says.options() if form.kind == "options" else {}

    def node(self, node: Node, path: Path, start: int) -> FormValue:
        """A value and all below it; ``start`` is where its key or its dash stands."""
        text = self.page.text
        end = content_end(node, text) if _filled(node) else node.end.index
        made: FormValue = {"from": self.page.to_page(start), "to": self.page.to_page(max(end, start))}
        if isinstance(node, Mapping):
            made["keys"] = [
                (key, self._below(node.values[key], (*path, key), at.start.index)) for key, at in node.keys.items()
            ]
            if len(path) > 1 and isinstance(path[-1], str):
                made["says"] = called(node.data)
        elif isinstance(node, Sequence):
            made["items"] = self._items(node, path)
        elif isinstance(node, Scalar):
            made["value"] = cast("Word", node.data)
            if node.style == "|":
                made["lines"] = True
        return made

    def _below(self, node: Node, path: Path, start: int) -> FormValue:
        view = ELSEWHERE.get((self.form.kind, str(path[0]))) if len(path) == 1 else None
        if self.form.kind == "charts" and len(path) == 3 and path[2] == "rows":
            view = "table"
        if isinstance(node, (Mapping, Sequence)) and (view or len(node.data) > MOST_ROWS):
            place = self.page.to_page(start)
            return {"from": place, "to": place, "many": len(node.data), "view": view or "text"}
        return self.node(node, path, start)

    def _items(self, node: Sequence, path: Path) -> list[FormValue]:
        items = []
        for number, item in enumerate(node.items):
            made = self.node(item, (*path, number), item.start.index)
            if isinstance(item, Mapping):
                made["says"] = self._says.row(self.form.kind, (*path, number), item.data)
            if path == ("options",) and self._notes.get(number):
                made["notes"] = self._notes[number]
            items.append(made)
        return items


def _filled(node: Node) -> bool:
    """Whether a collection has a last value whose end can be asked for."""
    while isinstance(node, (Mapping, Sequence)) and not node.flow:
        below = list(node.values.values()) if isinstance(node, Mapping) else node.items
        if not below:
            return False
        node = below[-1]
    return True


# -- names -----------------------------------------------------------------------------------------


def names_data(game: Game, doc: Doc, path: JsonPath, begun: Annotated[str, Field(max_length=2000)] = "") -> FormNames:
    """The names that fit a field and contain what was typed, those that begin with it first."""
    form = Form(game, doc)
    shape = form.at(path)
    kind = shape.get("names", "") if shape else ""
    known = dict(names_of(game, Names(kind.removesuffix(", or open")), Where(form.file, path))) if kind else {}
    sought = begun.casefold()
    fitting = [name for name in known if sought in name.casefold()]
    fitting.sort(key=lambda name: (known[name] == "hex" != kind, not name.casefold().startswith(sought)))
    return {"kind": kind, "names": [(name, known[name]) for name in fitting[:MOST_NAMES]]}

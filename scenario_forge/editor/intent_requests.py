"""Requests of intents by the page: rows by the numbers that it read, and the uses of a new name.

Another window may have added or moved rows since a table or a form was read: what a row says finds it again, and where
that is not certain, nothing is changed. A name that is changed in a form, a table or a dialog of the map may be used
elsewhere: the page is asked, and its uses get the new one in the same step. A file that has such a name follows it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import ConfigDict, Field

from scenario_forge.documents.base import ID
from scenario_forge.documents.place_ids import id_of_name, proposed_id
from scenario_forge.editor.answers import NamedElsewhere, Refused, Stale, Unknown
from scenario_forge.editor.errata import writing as errata
from scenario_forge.editor.errata.chosen import Reason
from scenario_forge.editor.forms import change as forms
from scenario_forge.editor.forms.change import Place
from scenario_forge.editor.intents import INTENTS, MAP, Args, linked_map, place_at, read_args
from scenario_forge.editor.map import MAPPING
from scenario_forge.editor.requests import At
from scenario_forge.editor.set_up import forces, units
from scenario_forge.editor.tables import changes as tables
from scenario_forge.editor.tables.shown import table_named
from scenario_forge.game.references import defines_at
from scenario_forge.language import renaming
from scenario_forge.language.renaming import id_kept
from scenario_forge.source.change import Changes
from scenario_forge.source.compose import compose
from scenario_forge.source.edit import apply_edits, by_lines
from scenario_forge.source.nodes import EditRefused, descend, splice
from scenario_forge.source.rows import path_now, rows_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.editor.answers import Done
    from scenario_forge.editor.background import BackgroundGame, GameAtEpoch
    from scenario_forge.editor.intents import Effect, Intent
    from scenario_forge.editor.session import Session
    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node, Path, Splice

Uses = Literal["ask", "all", "here"]
"""What becomes of the uses of a name that changes: the page is asked; they get the new one; they stay."""
Doc = Annotated[str, Field(max_length=400)]
Number = Annotated[int, Field(ge=0, le=100_000)]
_INTENTS: Mapping[str, Intent] = {
    **INTENTS, **MAPPING, **forms.INTENTS, **units.INTENTS, **tables.INTENTS, **errata.INTENTS, **forces.INTENTS,
}  # fmt: skip
LONG = 50
"""Rows of a paste that are worked out while others may go on."""


class IntentRequest(At):
    """An intent: a change by meaning.

    Its arguments may have ``read``, the epoch at which their rows had their numbers.
    """

    intent: str
    args: dict[str, Any] = Field(default_factory=dict)
    reason: Reason | None = None
    uses: Uses = "here"


def intent_splices(game: Game, texts: Mapping[str, str], intent: str, args: Mapping[str, Any]) -> Effect:
    """Return the sentence of an intent, and its splices.

    Raises:
        Refused: there is no such intent, or it makes no sense here.
    """
    if intent not in _INTENTS:
        raise Refused(f"there is no change called {intent[:100]!r}")
    try:
        sentence, splices = _INTENTS[intent](game, texts, args)
        return sentence, with_ids_of_places(game, texts, splices, _named(game, intent, args))
    except EditRefused as refused:
        raise Refused(str(refused)) from refused


def do(session: Session, epoch: int, intent: str, args: Mapping[str, Any], reason: Reason | None = None) -> Done:
    """Carry out an intent of the page; with a reason, errata are written instead.

    Raises:
        Stale: the texts are of a later epoch.
        Refused: there is no such intent, or it makes no sense here.
        NeedsReason: in errata mode, without one.
    """
    with session.lock:
        session.fresh(epoch)
        change = intent_splices(session.printed(), session.document_texts(), intent, args)
    return session.put(epoch, *change, reason)


def with_ids_of_places(game: Game, texts: Mapping[str, str], splices: Splices, named: NewName | None) -> Splices:
    """Return the splices of a change, with an id for each place of the map whose new name gives none.

    A place that gets a new name keeps its id where that is named. An id that the change itself gives stays.
    """
    change = splices.get(MAP)
    if not change:
        return splices
    renamed = named if named and named.doc == MAP and named.path[2:] == ("name",) else None
    kept = id_kept(game, renamed.path, renamed.new) if renamed else None
    if not kept and all(new.isascii() for _start, _end, new in change):
        return splices
    text = splice(texts[MAP], change)
    rows = _places(compose(text, MAP)[0])
    before = {str(row.get("name")) for row in _places(game.read[MAP].source.root)}
    taken = {str(row.get("id") or id_of_name(str(row.get("name")))) for row in rows}
    changes = Changes(text)
    for number, row in enumerate(rows):
        name = str(row.get("name") or "")
        if not name or row.get("id"):
            continue
        id_ = kept if renamed and renamed.path[1] == number else None
        if id_ is None and name not in before and id_of_name(name) is None:
            id_ = proposed_id(name, str(row.get("hex", "")), taken)
        if id_:
            taken.add(id_)
            changes.add(("places", number), "id", id_, after=("hex",))
    return {**splices, MAP: by_lines(texts[MAP], changes.result())}


def _places(root: Node | None) -> list[dict[str, Data]]:
    """Return the rows of the places of a map, each by its number."""
    places = root.data.get("places") if root is not None and isinstance(root.data, dict) else None
    return [row if isinstance(row, dict) else {} for row in places] if isinstance(places, list) else []


def carry_out(session: Session, background: BackgroundGame, asked: IntentRequest) -> Done:
    """Carry out an intent; where it renames what is used elsewhere, as ``uses`` says.

    Raises:
        Stale: the texts are of a later epoch, or a row of the arguments is not there any more.
        Refused, NeedsReason: as :func:`do`.
        NamedElsewhere: the page is to be asked.
    """
    with session.lock:
        session.fresh(asked.epoch)
        args = _followed(session, asked.intent, asked.args)
        # in errata mode a new name becomes an erratum
        writes = asked.reason is None and not session.chosen.correcting
        named = _named(session.printed(), asked.intent, args) if writes else None
        if named and asked.uses == "here" and not named.home:
            named = None
    found = background.ask(lambda now: _everywhere(now, named, asked, args)) if named else None
    rows = args.get("cells") if asked.intent.startswith("table.") else None
    if found is None and isinstance(rows, list) and len(rows) > LONG:
        found = background.ask(lambda now: _apart(now, asked, args))
    if found is None:
        return do(session, asked.epoch, asked.intent, args, asked.reason)
    return session.put(asked.epoch, *found, asked.reason)


# -- rows ------------------------------------------------------------------------------------------


class _OfForm(Args):
    """The places in the arguments of a change of a form."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    doc: Doc
    path: Place
    to: Number | None = None


class _OfTable(Args):
    """The rows in the arguments of a change of a table."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    table: Doc
    row: Number | None = None
    to: Number | None = None
    cells: list[Any] | dict[str, Any] = Field(default_factory=list)


def _followed(session: Session, intent: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments with the numbers that their rows have now; for whoever holds the lock.

    Raises:
        Stale: a row is not there any more.
    """
    args = dict(args)
    read = args.pop("read", session.epoch)
    if read == session.epoch or not isinstance(read, int):
        return args
    if intent.startswith("form."):
        found = _in_form(session, read, args)
    elif intent.startswith("table."):
        found = _in_table(session, read, args)
    else:
        return args
    if found is None:
        raise Stale(session.epoch)
    return found


def _in_form(session: Session, read: int, args: Mapping[str, Any]) -> Mapping[str, Any] | None:
    wanted = read_args(_OfForm, args)
    now = session.text(wanted.doc).text
    old = session.earlier.text(wanted.doc, now, read)
    if old is None or old == now:
        return args if old else None
    path = path_now(old, now, wanted.path)
    if path is None:
        return None
    if wanted.to is None:
        return {**args, "path": list(path)}
    to = path_now(old, now, (*wanted.path[:-1], wanted.to))
    return None if to is None else {**args, "path": list(path), "to": to[-1]}


def _in_table(session: Session, read: int, args: Mapping[str, Any]) -> Mapping[str, Any] | None:
    wanted = read_args(_OfTable, args)
    table, _usual = table_named(session.printed(), wanted.table)
    source, row = table.source, wanted.row
    text = session.earlier.text(source.name, source.text, read)
    root = compose(text, source.name)[0] if text is not None else None
    if root is None or source.root is None:
        return None
    if text == source.text or row is None:
        return args
    before, after = table.lines(root), table.lines(source.root)
    old, new = [each.cells for each in before], [each.cells for each in after]
    ids = [each.id for each in before], [each.id for each in after]

    now = dict(enumerate([*rows_now(old, new, ids), len(new)]))
    first, to = now.get(row), None if wanted.to is None else now.get(wanted.to)
    block = range(row, min(row + len(wanted.cells), len(now))) if isinstance(wanted.cells, list) else ()
    if first is None or any(now[each] != first + n for n, each in enumerate(block)):
        return None
    if wanted.to is None:
        return {**args, "row": first}
    return None if to is None else {**args, "row": first, "to": to}


# -- names ------------------------------------------------------------------------------------------


class NewName(NamedTuple):
    """A name in a text, and the one that replaces it."""

    doc: str
    path: Path
    old: str
    new: str

    @property
    def home(self) -> str:
        """The new name of the file, where the file is called as what it defines; else empty."""
        stem = self.doc.removesuffix(".yaml").rpartition("/")[2]
        follows = len(self.path) == 1 and stem == self.old and re.fullmatch(ID, self.new)
        return f"{self.doc.removesuffix(f'{stem}.yaml')}{self.new}.yaml" if follows else ""


def _named(game: Game, intent: str, args: Mapping[str, Any]) -> NewName | None:
    """Return what an intent renames; None for most."""
    value = args.get("value")
    if intent == "form.set" and isinstance(args.get("path"), list):
        return _renamed(game, str(args.get("doc")), (*args["path"],), value)
    if intent == "map.place.change" and isinstance(args.get("values"), dict):
        place = place_at(linked_map(game), str(args.get("hex")), args.get("name"))
        return _renamed(game, MAP, ("places", place, "name"), args["values"].get("name"))
    if intent == "map.place.set" and args.get("key") == "name":
        place = place_at(linked_map(game), str(args.get("hex")), args.get("name"))
        return _renamed(game, MAP, ("places", place, "name"), value)
    if intent == "table.cell" and args.get("column") != "name":  # names of counters are those of the chart anyhow
        try:
            table, _usual = table_named(game, str(args.get("table")))
        except Unknown:
            return None
        lines, row, column = (
            table.lines(table.source.root) if table.source.root else [],
            args.get("row"),
            str(args.get("column")),
        )
        if not table.chart and isinstance(row, int) and row < len(lines) and column in table.columns:
            return _renamed(game, table.source.name, (*lines[row].path, *table.steps(column)), value)
    return None


def _renamed(game: Game, doc: str, path: Path, value: object) -> NewName | None:
    file = game.read.get(doc)
    if file is None or file.source.root is None or not isinstance(value, (str, int)) or isinstance(value, bool):
        return None
    node, depth = descend(file.source.root, path)
    old = str(node.data) if depth == len(path) and isinstance(node.data, (str, int)) else ""
    if not old or not str(value) or old == str(value) or defines_at(game, doc, path) is None:
        return None
    return NewName(doc, path, old, str(value))


def _apart(now: GameAtEpoch, asked: IntentRequest, args: Mapping[str, Any]) -> Effect:
    """Return the sentence and splices of a change that takes long, without the session's lock."""
    if now.epoch != asked.epoch:
        raise Stale(now.epoch)
    texts = {name: file.source.text for name, file in now.printed.read.items()}
    return intent_splices(now.printed, texts, asked.intent, args)


def _everywhere(now: GameAtEpoch, named: NewName, asked: IntentRequest, args: Mapping[str, Any]) -> Effect | None:
    """Return the sentence and splices of a change with all uses of the name; None if it has none, and no file."""
    game = now.printed
    if now.epoch != asked.epoch:
        raise Stale(now.epoch)
    reference = renaming.defined_at(game, named.doc, named.path)
    places = renaming.uses_of(game, reference) if reference and asked.uses != "here" else []
    if reference is None or not (places or named.home):
        return None
    if places and asked.uses == "ask":
        files = {where.file.name for where in places}
        raise NamedElsewhere(reference.target.kind, named.old, named.new, len(places), len(files))
    if named.home in game.read:
        raise Refused(f"there is a document {named.home} already: its file cannot get the name")
    try:
        everywhere = asked.uses != "here"
        edits = renaming.renamed(game, reference, named.new, with_file=True) if everywhere else {}
    except EditRefused as refused:
        raise Refused(str(refused)) from refused
    before = {name: file.source.text for name, file in game.read.items()}
    after = before | {name: apply_edits(before[name], several) for name, several in edits.items()}
    # what else the intent changes, it changes in the texts with the new name
    again = renaming.edited(game, edits) if edits else game
    _sentence, done = intent_splices(again, after, asked.intent, args)
    for name, splices in done.items():
        after[name] = splice(after[name], splices or ())
    made: dict[str, list[Splice] | None] = {
        name: by_lines(before[name], text) for name, text in after.items() if text != before[name]
    }
    if named.home:
        made |= {named.doc: None, named.home: [(0, 0, after[named.doc])]}
    also = f"its {len(places)} uses" if len(places) > 1 else "its use" if places else "its file"
    file_ = " its file" if named.home and places else ""
    return f"Rename {named.old} to {named.new},{file_} and {also}", made

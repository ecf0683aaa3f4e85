"""The language server, wherever a game's texts are. Needs the extra ``edit`` (pygls).

``forge lsp`` adds what an editor says of its open files, and findings (``files``); the scenario editor has it answer
its text pane from the texts of its session.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from cattrs import transform_error
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

import scenario_forge
from scenario_forge.language import completion, names, renaming
from scenario_forge.language.positions import Position, Positions
from scenario_forge.language.unfinished import ReadableGames
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from scenario_forge.diagnostics import Span, TextEdit
    from scenario_forge.game.game import Game
    from scenario_forge.game.references import Reference
    from scenario_forge.language.positions import Encoding

_KINDS = {
    "unit": lsp.CompletionItemKind.Class,
    "hex": lsp.CompletionItemKind.Constant,
    "place": lsp.CompletionItemKind.Constant,
    "turn": lsp.CompletionItemKind.Event,
    "cell": lsp.CompletionItemKind.Text,
}
_DETAILS = {"turn": "date", "cell": "as printed elsewhere"}
"""What a completion names, where its kind does not say it."""
_UNNAMED = "nothing is named here: put the cursor on the name of a unit, a place, an area or a scenario"
_TRIGGERS = [" ", "[", "/", '"', *"0123456789"]
"""Characters after which an editor asks for completions; letters need not be named."""


class Texts(Protocol):
    """The texts of one game, as its editor has them."""

    def game(self) -> Game:
        """Return the game that the texts make."""
        ...

    def without_errata(self) -> Game:
        """Return the game without errata, which is what edits are made to."""
        ...

    def uri(self, name: str) -> str:
        """Return the address of a document."""
        ...


class Question(NamedTuple):
    """The subject of a question: document, line and column, as spans count them."""

    texts: Texts
    game: Game
    """With the texts as they are."""
    read: Game
    """With what can be read of those that cannot be as a whole; all lines stand where they are."""
    place: tuple[str, int, int]


class Unfit(NamedTuple):
    """A request that is answered by an error, whatever it asks."""

    id: str | int | None
    error: JsonRpcException


class AnsweringProtocol(LanguageServerProtocol):
    """The protocol, with an answer to requests that cannot be read."""

    code = 0
    """With which the program ends: 1 where the editor ends it without a word."""

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - of the type that its method asks for
        """Return a message of its type; of a request that has no such type, what is wrong with it."""
        is_answer = "method" not in data and not data.keys().isdisjoint(("result", "error"))
        if "jsonrpc" not in data or "id" not in data or is_answer:
            return super().structure_message(data)
        method, id_ = data.get("method"), data["id"]
        if not isinstance(method, str) or not isinstance(id_, str | int):
            fits = isinstance(id_, str | int)
            return Unfit(id_ if fits else None, JsonRpcInvalidRequest("a request has a method and an id"))
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            cause = error.__cause__
            why = "; ".join(transform_error(cause, path="message")) if cause else str(error)
            return Unfit(id_, JsonRpcInvalidParams(f"{method}: {why}"))

    def handle_message(self, message: Any) -> None:  # noqa: ANN401 - as above
        """Answer a message."""
        if isinstance(message, Unfit):
            self._send_response(cast("str", message.id), error=message.error.to_response_error())
        else:
            super().handle_message(message)

    @lsp_method(lsp.EXIT)
    def lsp_exit(self, *args: object) -> Generator[Any, Any, None]:
        """End the program, and note how."""
        try:
            yield from super().lsp_exit(*args)
        except SystemExit as stop:
            self.code = stop.code if isinstance(stop.code, int) else 0
            raise


class Server(LanguageServer):
    """A language server that answers about names, completes and renames.

    Args:
        find: the texts that an address is one of, and its name among them; None where there are none.
        sync: what the editor is to send of its open documents; nothing, where `find` has their texts anyway.
    """

    protocol: AnsweringProtocol

    def __init__(
        self,
        find: Callable[[str], tuple[Texts, str] | None],
        sync: lsp.TextDocumentSyncKind = lsp.TextDocumentSyncKind.None_,
    ) -> None:
        super().__init__(
            "forge", scenario_forge.__version__, text_document_sync_kind=sync, protocol_cls=AnsweringProtocol
        )
        self.find = find
        self.readable = ReadableGames()
        self._known: dict[str, Positions] = {}
        """Of the documents that were asked about last, by name; they hold while the text is the same."""
        _read(self)
        _edit(self)
        logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)

    def answer(self, text: str) -> list[str] | None:
        """Answer a message, where messages come one by one; None if it is no message, or the last."""
        answers = _Answers()
        self.protocol.set_writer(answers, include_headers=False)
        try:
            message = json.loads(text, object_hook=self.protocol.structure_message)
        except (ValueError, RecursionError, JsonRpcException):
            return None
        if not isinstance(message, Unfit) and (
            not hasattr(message, "jsonrpc") or getattr(message, "method", None) == lsp.EXIT
        ):
            return None
        self.protocol.handle_message(message)
        return answers.said

    def positions(self, game: Game, name: str) -> Positions:
        """Return the positions in a document, as this editor counts them."""
        file = game.read.get(name)
        text = file.source.text if file else ""
        known = self._known.get(name)
        if known is None or known.text is not text:
            encoding = self.workspace.position_encoding or "utf-16"
            known = Positions(text, cast("Encoding", getattr(encoding, "value", encoding)))
            self._known[name] = known
        return known

    def question(
        self, document: lsp.TextDocumentIdentifier, position: lsp.Position, *, printed: bool = False
    ) -> Question | None:
        """Return what a question is about, in the game without errata if `printed`; None for a file of no game."""
        found = self.find(document.uri)
        if not found:
            return None
        texts, name = found
        game = texts.without_errata() if printed else texts.game()
        place = self.positions(game, name).place(Position(position.line, position.character))
        return Question(texts, game, game if printed else self.readable.of(game), (name, *place))

    def range(self, game: Game, span: Span) -> lsp.Range:
        """Return the range of a span in the text that the game was read from."""
        start, end = self.positions(game, span.file).of_span(span)
        return lsp.Range(lsp.Position(*start), lsp.Position(*end))

    def location(self, texts: Texts, game: Game, span: Span) -> lsp.Location:
        """Return a span as an address and a range."""
        return lsp.Location(texts.uri(span.file), self.range(game, span))

    def edits(self, texts: Texts, game: Game, edits: Iterable[TextEdit]) -> lsp.WorkspaceEdit:
        """Return edits of a game's texts as edits of the editor's documents."""
        changes: dict[str, list[lsp.TextEdit]] = defaultdict(list)
        for edit in edits:
            changes[texts.uri(edit.span.file)].append(lsp.TextEdit(self.range(game, edit.span), edit.new))
        return lsp.WorkspaceEdit(changes=dict(changes))

    def renames_files(self) -> bool:
        """Return whether the editor renames files as part of an edit."""
        edits = self.client_capabilities.workspace and self.client_capabilities.workspace.workspace_edit
        operations = (edits and edits.document_changes and edits.resource_operations) or ()
        return lsp.ResourceOperationKind.Rename in operations

    def with_files(self, texts: Texts, edit: lsp.WorkspaceEdit, homes: Mapping[str, str]) -> lsp.WorkspaceEdit:
        """Return an edit that also gives files other names, once their texts are changed."""
        if not homes:
            return edit
        changed = [
            lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri), several)
            for uri, several in (edit.changes or {}).items()
        ]
        files = [lsp.RenameFile(texts.uri(old), texts.uri(new)) for old, new in homes.items()]
        return lsp.WorkspaceEdit(document_changes=[*changed, *files])


class _Answers:
    """Keeps what the protocol writes."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def write(self, data: bytes) -> None:
        self.said.append(data.decode())

    def close(self) -> None:
        """Do nothing: no stream is open."""


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a record of the protocol is of a mistake: a refusal is an answer, and needs no traceback."""
    refused = record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams)
    return not refused and not record.getMessage().startswith("Unable to deserialize")


def _read(server: Server) -> None:
    """Register the answers to what the editor asks about a place."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        asked = server.question(params.text_document, params.position)
        said = names.hover(asked.read, *asked.place) if asked else None
        if not asked or not said:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said.text), server.range(asked.game, said.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        asked = server.question(params.text_document, params.position)
        spans = names.definition(asked.read, *asked.place) if asked else []
        return [server.location(asked.texts, asked.game, span) for span in spans] if asked else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        asked, defined = server.question(params.text_document, params.position), params.context.include_declaration
        spans = names.occurrences(asked.read, *asked.place, defined=defined) if asked else []
        return [server.location(asked.texts, asked.game, span) for span in spans] if asked else []

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=_TRIGGERS))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        asked = server.question(params.text_document, params.position)
        if not asked:
            return []
        name, *place = asked.place
        positions = server.positions(asked.game, name)
        text, offset = positions.text, positions.lines.offset(*place)
        found = completion.complete(asked.read, name, text, offset)
        # the text has what is being typed already, so that it is printed elsewhere
        fits = [each for each in found if text[each.start : offset] != each.label]
        first = min((each.start for each in fits), default=offset)  # some editors know one range for all
        replaced = lsp.Range(lsp.Position(*positions.position(first)), params.position)
        return [
            lsp.CompletionItem(
                each.label,
                kind=_KINDS.get(each.kind, lsp.CompletionItemKind.Value),
                detail=_DETAILS.get(each.kind, each.kind),
                sort_text=f"{number:05}",
                filter_text=text[first:offset] + each.label[offset - each.start :],
                text_edit=lsp.TextEdit(replaced, text[first : each.start] + each.label),
            )
            for number, each in enumerate(fits)
        ]


def _edit(server: Server) -> None:
    """Register the answers to what the editor wants renamed."""

    def named(asked: Question) -> Reference:
        # uses of the name in a file that cannot be read would keep the old one
        for file in asked.game.read.values():
            if file.source.root is None and file.source.text.strip():
                raise JsonRpcInvalidParams(f"{file.name} cannot be read as it stands: mend that first")
        name = names.name_at(asked.game, *asked.place)
        if name is None:
            raise JsonRpcInvalidParams(_UNNAMED)
        if kept := renaming.why_kept(asked.game, name):
            raise JsonRpcInvalidParams(kept)
        return name

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        asked = server.question(params.text_document, params.position, printed=True)
        return server.range(asked.game, named(asked).where.span) if asked else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        asked = server.question(params.text_document, params.position, printed=True)
        if not asked:
            return None
        rename = renaming.Rename(named(asked), params.new_name)
        homes = renaming.new_homes(asked.game, [rename]) if server.renames_files() else {}
        try:
            edits = renaming.renamed(asked.game, *rename, with_file=bool(homes))
        except EditRefused as refused:
            raise JsonRpcInvalidParams(str(refused)) from refused
        made = server.edits(asked.texts, asked.game, [edit for several in edits.values() for edit in several])
        return server.with_files(asked.texts, made, homes)

"""``forge lsp``: the Language Server Protocol over standard input and output, for any editor that speaks it.

Findings are published for all files of a game, also for those that are not open: the quick checks first, then the slow
ones. Needs the extra ``edit`` (pygls).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import scenario_forge
from scenario_forge.diagnostics.model import PageFile, Severity
from scenario_forge.language import completion, names, renaming
from scenario_forge.language.positions import Position, Positions
from scenario_forge.language.project import Project, folder_of
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic, Span, TextEdit
    from scenario_forge.language.positions import Encoding
    from scenario_forge.project.game import Game

PAUSE = 0.1
"""Seconds without a change after which a game is checked."""
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}
_KINDS = {
    "unit": lsp.CompletionItemKind.Class,
    "hex": lsp.CompletionItemKind.Constant,
    "place": lsp.CompletionItemKind.Constant,
    "turn": lsp.CompletionItemKind.Event,
    "cell": lsp.CompletionItemKind.Text,
}


@dataclass
class Session:
    """The games of which documents are open."""

    server: LanguageServer
    errata: str | None = None
    projects: dict[Path, Project] = field(default_factory=dict)
    addresses: dict[Path, str] = field(default_factory=dict)
    """Addresses of open documents as the editor writes them."""
    published: dict[Path, set[Path]] = field(default_factory=lambda: defaultdict(set))
    """Documents of each game that have findings on the screen."""

    def of(self, uri: str) -> tuple[Project, str] | None:
        """The game of a document, and the document's name in it; None for a file that is of no game."""
        written = uris.to_fs_path(uri)
        path = Path(written) if written else None
        folder = folder_of(path) if path else None
        if path is None or folder is None:
            return None
        self.addresses[path] = uri
        project = self.projects.setdefault(folder, Project(folder, self.errata))
        return project, project.name_of(path)

    def positions(self, text: str) -> Positions:
        """Positions as this editor counts them."""
        encoding = self.server.workspace.position_encoding or "utf-16"
        return Positions(text, cast("Encoding", getattr(encoding, "value", encoding)))

    def place(self, project: Project, name: str, position: lsp.Position) -> tuple[str, int, int]:
        """A file, and line and column of a position in it."""
        at = Position(position.line, position.character)
        return name, *self.positions(project.text_of(name)).place(at)

    def uri(self, project: Project, name: str) -> str:
        """The address of a document of a game."""
        path = project.folder / name
        return self.addresses.get(path) or uris.from_fs_path(str(path)) or ""

    def range(self, game: Game, span: Span) -> lsp.Range:
        """The range of a span in the text that the game was read from."""
        file = game.read.get(span.file)
        start, end = self.positions(file.source.text if file else "").of_span(span)
        return lsp.Range(lsp.Position(*start), lsp.Position(*end))

    def location(self, project: Project, game: Game, span: Span) -> lsp.Location:
        """A span as an address and a range."""
        return lsp.Location(self.uri(project, span.file), self.range(game, span))

    def edits(self, project: Project, game: Game, edits: Iterable[TextEdit]) -> lsp.WorkspaceEdit:
        """Edits of texts of a game as edits of the editor's documents."""
        changes: dict[str, list[lsp.TextEdit]] = defaultdict(list)
        for edit in edits:
            changes[self.uri(project, edit.span.file)].append(lsp.TextEdit(self.range(game, edit.span), edit.new))
        return lsp.WorkspaceEdit(changes=dict(changes))

    # -- findings ------------------------------------------------------------------------------

    async def check(self, project: Project) -> None:
        """Check a game once its texts have been left alone for a moment: quick checks, then all."""
        epoch = project.epoch
        steps: tuple[Literal["quick", "all"], ...] = ("quick", "all")
        for which in steps:
            await asyncio.sleep(PAUSE if which == "quick" else 0.01)
            if epoch != project.epoch:
                return
            self._publish(project, project.check(which))

    def _publish(self, project: Project, findings: Sequence[Diagnostic]) -> None:
        game = project.game()
        by_file: dict[Path, list[lsp.Diagnostic]] = defaultdict(list)
        for finding in findings:
            name = finding.span.file if finding.span.file in game.read else "game.yaml"
            by_file[project.folder / name].append(self._diagnostic(project, game, finding))
        for path in by_file.keys() | self.published[project.folder]:
            uri = self.uri(project, project.name_of(path))
            self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, by_file.get(path, [])))
        self.published[project.folder] = set(by_file)

    def fixes(self, project: Project, name: str, place: lsp.Range) -> Iterator[lsp.CodeAction]:
        """The fixes of findings at a place."""
        game = project.game()
        if project.checked != project.epoch:  # their places are those of a text that has changed since
            project.check("quick")
        for finding in project.findings:
            if finding.span.file != name or not _meet(self.range(game, finding.span), place):
                continue
            for fix in finding.fixes:
                yield lsp.CodeAction(
                    fix.title,
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[self._diagnostic(project, game, finding)],
                    is_preferred=fix.safe,
                    edit=self.edits(project, game, fix.edits),
                )

    def _diagnostic(self, project: Project, game: Game, finding: Diagnostic) -> lsp.Diagnostic:
        parts = [finding.message, *finding.notes, *((finding.help,) if finding.help else ())]
        page = _page(finding.code)
        return lsp.Diagnostic(
            range=self.range(game, finding.span),
            message="\n".join(parts),
            severity=_SEVERITIES[finding.severity],
            code=finding.code.id,
            code_description=lsp.CodeDescription(page) if page else None,
            source="forge",
            related_information=[
                lsp.DiagnosticRelatedInformation(self.location(project, game, label.span), label.text)
                for label in finding.labels
            ],
        )


def _page(code: Code) -> str | None:
    """The address of the page of a code, which is a Markdown file of the package."""
    return Path(code.pages.path).as_uri() if isinstance(code.pages, PageFile) else None


def made(errata: str | None = None) -> LanguageServer:
    """A server that has answered nothing yet."""
    server = LanguageServer("forge", scenario_forge.__version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    session = Session(server, errata)
    _follow(server, session)
    _read(server, session)
    _edit(server, session)
    return server


def _follow(server: LanguageServer, session: Session) -> None:
    """What the editor tells of its documents."""

    async def changed(uri: str, text: str | None) -> None:
        found = session.of(uri)
        if found:
            project, name = found
            project.put(name, text)
            await session.check(project)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        await changed(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def typed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        await changed(uri, server.workspace.get_text_document(uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        await changed(params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        found = session.of(params.text_document.uri)
        if found:
            found[0].epoch += 1
            await session.check(found[0])


def _read(server: LanguageServer, session: Session) -> None:
    """What the editor asks about a place."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = session.of(params.text_document.uri)
        if not found:
            return None
        game = found[0].game()
        said = names.hover(game, *session.place(*found, params.position))
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, said.text) if said else None
        return lsp.Hover(content, session.range(game, said.span)) if said and content else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = session.of(params.text_document.uri)
        spans = names.definition(found[0].game(), *session.place(*found, params.position)) if found else []
        return [session.location(found[0], found[0].game(), span) for span in spans] if found else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = session.of(params.text_document.uri)
        if not found:
            return []
        game, defined = found[0].game(), params.context.include_declaration
        spans = names.named_alike(game, *session.place(*found, params.position), defined=defined)
        return [session.location(found[0], game, span) for span in spans]

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", "/", '"']))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        found = session.of(params.text_document.uri)
        if not found:
            return []
        project, name = found
        text = project.texts.get(name) or project.text_of(name)
        positions = session.positions(text)
        offset = positions.offset(Position(params.position.line, params.position.character))
        items = []
        for number, each in enumerate(completion.complete(project.game(), name, text, offset)):
            start, end = positions.position(each.start), positions.position(offset)
            replaced = lsp.Range(lsp.Position(*start), lsp.Position(*end))
            items.append(
                lsp.CompletionItem(
                    each.label,
                    kind=_KINDS.get(each.kind, lsp.CompletionItemKind.Value),
                    detail=each.kind,
                    sort_text=f"{number:05}",
                    filter_text=text[each.start : offset] + each.label[offset - each.start :],
                    text_edit=lsp.TextEdit(replaced, each.label),
                )
            )
        return items


def _edit(server: LanguageServer, session: Session) -> None:
    """What the editor wants changed."""

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = session.of(params.text_document.uri)
        if not found:
            return None
        game = found[0].uncorrected()
        name = names.name_at(game, *session.place(*found, params.position))
        return session.range(game, name.where.span) if name and renaming.can_rename(name) else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = session.of(params.text_document.uri)
        if not found:
            return None
        game = found[0].uncorrected()
        name = names.name_at(game, *session.place(*found, params.position))
        if name is None:
            return None
        try:
            edits = renaming.renamed(game, name, params.new_name)
        except EditRefused as refused:
            raise JsonRpcInvalidParams(str(refused)) from refused
        return session.edits(found[0], game, [edit for several in edits.values() for edit in several])

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = session.of(params.text_document.uri)
        return list(session.fixes(*found, params.range)) if found else []


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character


def serve(errata: str | None = None) -> None:
    """Answer an editor over standard input and output until it says goodbye."""
    made(errata).start_io()

"""``forge lsp``: the language server over standard input and output, for the files that an editor has open.

Findings are published for all files of a game, also for those that are not open: the quick checks first, then the slow
ones.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls import uris

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.model import PageFile, Severity
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.language.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.run import Which
    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.game import Game

PAUSE = 0.1
"""Seconds without a change after which a game is checked."""
_DEEP = 3
"""Folders between a document and game.yaml, at most."""
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}


class OpenGame:
    """A game on the disk, with the texts that an editor has open and not saved yet, and the last findings."""

    def __init__(self, folder: Path, errata: str | None = None) -> None:
        self.folder, self.errata = folder, errata
        self.texts: dict[str, str] = {}
        """Open texts by name of file, whether they are saved or not."""
        self.epoch = 0
        """Rises with every change of a text."""
        self.findings: list[Diagnostic] = []
        self.checked = -1
        """The epoch of the texts that they were found in."""
        self.published: set[str] = set()
        """Documents that have findings on the screen."""
        self.addresses: dict[str, str] = {}
        """Addresses of open documents as the editor writes them."""
        self._workspace = Workspace(folder)

    def uri(self, name: str) -> str:
        """Return the address of a document."""
        return self.addresses.get(name) or uris.from_fs_path(str(self.folder / name)) or ""

    def put(self, name: str, text: str | None) -> None:
        """Set an editor's open text of a file; None when it was closed, so that the file on the disk counts."""
        self.epoch += 1
        if text is None:
            self.texts.pop(name, None)
        else:
            self.texts[name] = text

    def game(self) -> Game:
        """Return the game with its open texts, and the errata that game.yaml names or that were asked for."""
        return self._workspace.load(self.errata, self.texts)

    def without_errata(self) -> Game:
        """Return the game as its texts have it, which is what edits are made to."""
        game = self.game()
        return game if game.errata == "none" else Workspace.after(game).load("none", self.texts)

    def check(self, which: Which) -> list[Diagnostic]:
        """Check the game and keep the findings, so that an editor can ask for their fixes."""
        self.findings, self.checked = check(self.game(), which), self.epoch
        return self.findings


class OpenGames:
    """The games whose documents are open."""

    def __init__(self, errata: str | None = None) -> None:
        self._errata = errata
        self._games: dict[Path, OpenGame] = {}

    def find(self, uri: str) -> tuple[OpenGame, str] | None:
        """Return the game of a document and the document's name in it; None for a file of no game."""
        written = uris.to_fs_path(uri)
        path = Path(written) if written else None
        folder = folder_of(path) if path else None
        if path is None or folder is None:
            return None
        open_game = self._games.setdefault(folder, OpenGame(folder, self._errata))
        name = path.relative_to(folder).as_posix()
        open_game.addresses[name] = uri
        return open_game, name


def folder_of(path: Path) -> Path | None:
    """Return the folder of the game that a document is part of; None where there is no game.yaml above it."""
    return next((above for above in list(path.parents)[:_DEEP] if (above / "game.yaml").is_file()), None)


def serve(errata: str | None = None) -> int:
    """Answer an editor over standard input and output until it says goodbye; return the exit code."""
    games = OpenGames(errata)
    server = Server(games.find, lsp.TextDocumentSyncKind.Full)
    _follow(server, games)
    # it closes the output, which the program itself still flushes
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        server.start_io(sys.stdin.buffer, out)
    return server.protocol.code


def _follow(server: Server, games: OpenGames) -> None:
    """Register what follows when the editor reports on its documents, and the fixes of their findings."""

    async def changed(uri: str, text: str | None) -> None:
        found = games.find(uri)
        if found:
            open_game, name = found
            open_game.put(name, text)
            await _check(server, open_game)

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
        found = games.find(params.text_document.uri)
        if found:
            found[0].epoch += 1
            await _check(server, found[0])

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = games.find(params.text_document.uri)
        return list(_fixes(server, *found, params.range)) if found else []


# -- findings --------------------------------------------------------------------------------------


async def _check(server: Server, open_game: OpenGame) -> None:
    """Check a game once its texts have been left alone for a moment: quick checks, then all."""
    epoch = open_game.epoch
    steps: tuple[Which, ...] = ("quick", "all")
    for which in steps:
        await asyncio.sleep(PAUSE if which == "quick" else 0.01)
        if epoch != open_game.epoch:
            return
        open_game.check(which)
        _publish(server, open_game)


def _publish(server: Server, open_game: OpenGame) -> None:
    game = open_game.game()
    by_file: dict[str, list[lsp.Diagnostic]] = defaultdict(list)
    for finding in open_game.findings:
        name = finding.span.file if finding.span.file in game.read else "game.yaml"
        by_file[name].append(_diagnostic(server, open_game, game, finding))
    for name in by_file.keys() | open_game.published:
        found = lsp.PublishDiagnosticsParams(open_game.uri(name), by_file.get(name, []))
        server.text_document_publish_diagnostics(found)
    open_game.published = set(by_file)


def _fixes(server: Server, open_game: OpenGame, name: str, place: lsp.Range) -> Iterator[lsp.CodeAction]:
    """The fixes of findings at a place."""
    game = open_game.game()
    if open_game.checked != open_game.epoch:  # their places are those of a text that has changed since
        open_game.check("quick")
    for finding in open_game.findings:
        if finding.span.file != name or not _meet(server.range(game, finding.span), place):
            continue
        for fix in finding.fixes:
            yield lsp.CodeAction(
                fix.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(server, open_game, game, finding)],
                is_preferred=fix.safe,
                edit=server.edits(open_game, game, fix.edits),
            )


def _diagnostic(server: Server, open_game: OpenGame, game: Game, finding: Diagnostic) -> lsp.Diagnostic:
    parts = [finding.message, *finding.notes, *((finding.help,) if finding.help else ())]
    page = _page(finding.code)
    return lsp.Diagnostic(
        range=server.range(game, finding.span),
        message="\n".join(parts),
        severity=_SEVERITIES[finding.severity],
        code=finding.code.id,
        code_description=lsp.CodeDescription(page) if page else None,
        source="forge",
        related_information=[
            lsp.DiagnosticRelatedInformation(server.location(open_game, game, label.span), label.text)
            for label in finding.labels
        ],
    )


def _page(code: Code) -> str | None:
    """The address of the page of a code, which is a Markdown file of the package."""
    return Path(code.pages.path).as_uri() if isinstance(code.pages, PageFile) else None


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character

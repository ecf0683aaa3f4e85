"""The real server, started as an editor starts it and driven over its standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

CONTENT = Path(__file__).parents[2] / "content" / "massawa"
WAIT = 60


class Editor(LanguageClient):
    """Keeps what is published, and lets a test wait for it."""

    def __init__(self):
        super().__init__("test", "1")
        self.findings: dict[str, list[lsp.Diagnostic]] = {}
        self.arrived = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            self.findings[params.uri] = list(params.diagnostics)
            self.arrived.set()

    async def until(self, holds):
        async def wait():
            while not holds():
                self.arrived.clear()
                await self.arrived.wait()

        await asyncio.wait_for(wait(), WAIT)


class Opened:
    """A game whose documents an editor has open."""

    def __init__(self, editor, folder):
        self.editor, self.folder = editor, folder
        self.version = 0

    def uri(self, name):
        return (self.folder / name).as_uri()

    def text(self, name):
        return (self.folder / name).read_text("utf-8")

    def open(self, name, text=None):
        item = lsp.TextDocumentItem(self.uri(name), "yaml", 0, self.text(name) if text is None else text)
        self.editor.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, name, text):
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri(name))
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.editor.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    def place(self, name, words, text=None):
        text = self.text(name) if text is None else text
        line = text[: text.index(words)].count("\n")
        before = text.splitlines()[line].partition(words)[0] + words
        position = lsp.Position(line, len(before.encode("utf-16-le")) // 2)
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": position}


def driven(tmp_path, work, *, encodings=None, workspace=None):
    """Let an editor work on a copy of a game."""
    folder = Path(shutil.copytree(CONTENT, tmp_path / "massawa"))

    async def run():
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "scenario_forge", "lsp", env={**os.environ})
        general = lsp.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        capabilities = lsp.ClientCapabilities(general=general, workspace=workspace)
        await asyncio.wait_for(editor.initialize_async(lsp.InitializeParams(capabilities=capabilities)), WAIT)
        editor.initialized(lsp.InitializedParams())
        try:
            await asyncio.wait_for(work(Opened(editor, folder)), WAIT)
        finally:
            await asyncio.wait_for(editor.shutdown_async(None), WAIT)
            editor.exit(None)
            await editor.stop()

    with ThreadPoolExecutor(1) as alone:  # the loop of a browser may run in this thread
        alone.submit(lambda: asyncio.run(run())).result()


def test_findings_follow_unsaved_texts_of_all_files(tmp_path):
    async def work(game):
        def lost():
            every = ((uri, each) for uri, found in game.editor.findings.items() for each in found)
            return next((pair for pair in every if pair[1].code == "REF001"), None)

        game.open("map.yaml")
        game.open("victory.yaml")
        broken = game.text("map.yaml").replace("name: Kassala", "name: Cassala", 1)
        assert broken != game.text("map.yaml")
        game.change("map.yaml", broken)
        await game.editor.until(lambda: lost() is not None)
        uri, first = lost()
        line = Path(uri.removeprefix("file://")).read_text("utf-8").splitlines()[first.range.start.line]
        assert uri != game.uri("map.yaml")
        used = line[first.range.start.character : first.range.end.character]
        assert used in ("Kassala", "kassala"), "by its name, or by its id"
        assert first.severity == lsp.DiagnosticSeverity.Error
        assert first.source == "forge"
        assert first.code_description.href.startswith("file://")
        game.change("map.yaml", game.text("map.yaml"))
        await game.editor.until(lambda: lost() is None)

    driven(tmp_path, work)


def test_a_name_is_explained_found_and_completed(tmp_path):
    async def work(game):
        game.open("victory.yaml")
        place = game.place("victory.yaml", "hold: Kas")
        said = await game.editor.text_document_hover_async(lsp.HoverParams(**place))
        assert "Kassala" in said.contents.value
        [home] = await game.editor.text_document_definition_async(lsp.DefinitionParams(**place))
        assert home.uri == game.uri("map.yaml")
        assert "name: Kassala" in game.text("map.yaml").splitlines()[home.range.start.line]
        context = lsp.ReferenceContext(include_declaration=True)
        places = await game.editor.text_document_references_async(lsp.ReferenceParams(context=context, **place))
        assert {each.uri for each in places} >= {game.uri("map.yaml"), game.uri("victory.yaml")}
        offered = await game.editor.text_document_completion_async(lsp.CompletionParams(**place))
        [kassala] = [each for each in offered if each.label == "Kassala"]
        start, end = kassala.text_edit.range.start, kassala.text_edit.range.end
        assert game.text("victory.yaml").splitlines()[start.line][start.character : end.character] == "Kas"

    driven(tmp_path, work)


def test_a_place_is_renamed_in_every_file(tmp_path):
    async def work(game):
        game.open("victory.yaml")
        place = game.place("victory.yaml", "hold: Kas")
        found = await game.editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
        assert found.end.character - found.start.character == len("Kassala")
        edit = await game.editor.text_document_rename_async(lsp.RenameParams(new_name="Cassala", **place))
        assert {game.uri("map.yaml"), game.uri("victory.yaml")} <= edit.changes.keys()
        for uri, changes in edit.changes.items():
            path = Path(uri.removeprefix("file://"))
            assert all(change.new_text for change in changes), path
        with pytest.raises(Exception, match="already"):
            await game.editor.text_document_rename_async(lsp.RenameParams(new_name="Asmara", **place))

    driven(tmp_path, work)


@pytest.mark.parametrize("able", [True, False])
def test_the_file_of_a_scenario_follows_its_id_where_the_editor_renames_files(tmp_path, able):
    async def work(game):
        doc = "scenarios/keren.yaml"
        game.open(doc)
        edit = await game.editor.text_document_rename_async(
            lsp.RenameParams(new_name="gorge", **game.place(doc, "scenario: k"))
        )
        if not able:
            assert game.uri(doc) in edit.changes
            return
        *changed, file = edit.document_changes
        assert game.uri(doc) in {each.text_document.uri for each in changed}
        assert (file.kind, file.old_uri, file.new_uri) == ("rename", game.uri(doc), game.uri("scenarios/gorge.yaml"))
        place = game.place("victory.yaml", "hold: Kas")
        assert (await game.editor.text_document_rename_async(lsp.RenameParams(new_name="Cassala", **place))).changes

    edits = lsp.WorkspaceEditClientCapabilities(
        document_changes=True, resource_operations=[lsp.ResourceOperationKind.Rename] if able else []
    )
    driven(tmp_path, work, workspace=lsp.WorkspaceClientCapabilities(workspace_edit=edits))


def test_a_fix_of_a_finding_is_an_action(tmp_path):
    async def work(game):
        uri, text = game.uri("game.yaml"), game.text("game.yaml")
        written = next(line for line in text.splitlines() if line.startswith("edition:"))
        game.open("game.yaml", text.replace(written, "edition: 0.1"))
        await game.editor.until(lambda: bool(game.editor.findings.get(uri)))
        [finding] = game.editor.findings[uri]
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), finding.range, lsp.CodeActionContext([finding]))
        [action] = await game.editor.text_document_code_action_async(asked)
        [edit] = action.edit.changes[uri]
        assert action.is_preferred
        assert edit.new_text == '"0.1"'
        elsewhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), elsewhere, lsp.CodeActionContext([]))
        assert not await game.editor.text_document_code_action_async(asked)

    driven(tmp_path, work)


def test_a_fix_is_of_the_text_as_it_is_now(tmp_path):
    async def work(game):
        text, uri = game.text("game.yaml"), game.uri("game.yaml")
        written = next(line for line in text.splitlines() if line.startswith("edition:"))
        wrong = text.replace(written, "edition: 0.1")
        game.open("game.yaml", wrong)
        await game.editor.until(lambda: bool(game.editor.findings.get(uri)))
        game.change("game.yaml", "# above\n" + wrong)
        line = wrong.splitlines().index("edition: 0.1") + 1
        place = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 12))
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), place, lsp.CodeActionContext([]))
        [action] = await game.editor.text_document_code_action_async(asked)
        [edit] = action.edit.changes[uri]
        assert edit.range == lsp.Range(lsp.Position(line, 9), lsp.Position(line, 12))

    driven(tmp_path, work)


@pytest.mark.parametrize(("encoding", "size"), [("utf-8", 13), ("utf-16", 8), ("utf-32", 7)])
def test_positions_are_counted_as_the_editor_counts_them(tmp_path, encoding, size):
    async def work(game):
        text = game.text("victory.yaml").replace("hold: Kassala", 'hold: "🗺é…la"', 1)
        uri = game.uri("victory.yaml")
        game.open("victory.yaml", text)
        await game.editor.until(lambda: any("🗺" in each.message for each in game.editor.findings.get(uri, [])))
        found = next(each for each in game.editor.findings[uri] if "🗺" in each.message)
        assert found.range.end.character - found.range.start.character == size

    driven(tmp_path, work, encodings=[lsp.PositionEncodingKind(encoding)])


def test_a_file_of_no_game_is_left_alone(tmp_path):
    async def work(game):
        (game.folder.parent / "notes.yaml").write_text("hex: A1\n")
        game.open("../notes.yaml", "hex: A1\n")
        place = game.place("../notes.yaml", "hex: A1", "hex: A1\n")
        assert await game.editor.text_document_hover_async(lsp.HoverParams(**place)) is None
        assert await game.editor.text_document_completion_async(lsp.CompletionParams(**place)) == []

    driven(tmp_path, work)


def ask(*messages: dict, limit: float = WAIT) -> tuple[dict, int, str]:
    """Send messages as they are to a server; the answers by id, its exit code and what it says to its standard error."""
    command = [sys.executable, "-m", "scenario_forge", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        sent = b""
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            sent += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        try:
            heard, complaints = process.communicate(sent, timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    answers = {}
    while heard:
        head, _, rest = heard.partition(b"\r\n\r\n")
        size = int(re.search(rb"Content-Length: (\d+)", head)[1])
        said, heard = json.loads(rest[:size]), rest[size:]
        answers[said.get("id", said.get("method"))] = said
    return answers, process.returncode, complaints.decode()


START = ({"id": 1, "method": "initialize", "params": {"capabilities": {}}}, {"method": "initialized", "params": {}})
GOODBYE = ({"id": 2, "method": "shutdown"}, {"method": "exit"})
PLACE = {"textDocument": {"uri": "file:///nowhere/map.yaml"}, "position": {"line": 0, "character": 0}}


def test_a_server_that_is_shut_down_ends_without_a_complaint():
    answers, code, complaints = ask(*START, *GOODBYE)
    assert answers[2]["result"] is None
    assert (code, complaints) == (0, "")


def test_a_server_that_is_ended_before_it_is_shut_down_says_so_by_its_exit_code():
    _answers, code, complaints = ask(*START, {"method": "exit"})
    assert (code, complaints) == (1, "")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({}, "params.text_document"),
        ({"textDocument": {"uri": "file:///map.yaml"}}, "params.position"),
        ({"textDocument": {"uri": "file:///map.yaml"}, "position": "here"}, "params.position"),
        ({"textDocument": {"uri": "file:///map.yaml"}, "position": {"line": -5, "character": 0}}, "params.position"),
        ([1, 2], ""),
        (None, ""),
    ],
)
def test_a_request_with_wrong_parameters_is_answered(params, why):
    asked = {"id": 3, "method": "textDocument/hover", "params": params}
    answers, code, complaints = ask(*START, asked, {"id": "four", "method": asked["method"], "params": PLACE}, *GOODBYE)
    assert answers[3]["error"]["code"] == lsp.ErrorCodes.InvalidParams
    assert why in answers[3]["error"]["message"]
    assert answers["four"]["result"] is None
    assert "window/showMessage" not in answers
    assert (code, complaints) == (0, "")


@pytest.mark.parametrize("asked", [{"id": 3, "method": 5}, {"id": [3], "method": "textDocument/hover"}])
def test_what_is_no_request_is_answered(asked):
    answers, code, _complaints = ask(*START, asked, *GOODBYE)
    found = answers[3 if asked["id"] == 3 else None]
    assert found["error"]["code"] == lsp.ErrorCodes.InvalidRequest
    assert code == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("was_open", [True, False])
@pytest.mark.parametrize("new", ['name: "Ka', "name: 'Ka"])
def test_an_open_quote_hides_no_other_line_of_the_file(tmp_path, was_open, new):
    async def work(game):
        doc, text = "map.yaml", game.text("map.yaml")
        before, _, behind = text.partition("name: Keren")
        broken = before + new + behind
        if was_open:
            game.open(doc)
            await game.editor.text_document_hover_async(lsp.HoverParams(**game.place(doc, "name: Kas")))
            game.change(doc, broken)
        else:
            game.open(doc, broken)
        game.open("victory.yaml")
        for name, written in ((doc, broken), ("victory.yaml", None)):
            words = "name: Kas" if name == doc else "hold: Kas"
            place = game.place(name, words, written)
            said = await game.editor.text_document_hover_async(lsp.HoverParams(**place))
            assert "Kassala" in said.contents.value
            line, start = place["position"].line, place["position"].character - len("Kas")
            assert said.range == lsp.Range(lsp.Position(line, start), lsp.Position(line, start + len("Kassala")))
            [home] = await game.editor.text_document_definition_async(lsp.DefinitionParams(**place))
            assert home.uri == game.uri(doc)
            assert "name: Kassala" in broken.splitlines()[home.range.start.line]
        place = game.place("victory.yaml", "hold: Kas")
        context = lsp.ReferenceContext(include_declaration=True)
        found = await game.editor.text_document_references_async(lsp.ReferenceParams(context=context, **place))
        assert {each.uri for each in found} >= {game.uri(doc), game.uri("victory.yaml")}
        place = game.place(doc, "hex: F1", broken)
        offered = await game.editor.text_document_completion_async(lsp.CompletionParams(**place))
        assert "F13" in {each.label for each in offered}
        with pytest.raises(Exception, match=r"map\.yaml cannot be read"):
            await game.editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))

    driven(tmp_path, work)


def test_a_name_is_completed_behind_the_quote_that_opens_it(tmp_path):
    async def work(game):
        doc, text = "victory.yaml", game.text("victory.yaml")
        broken = text.replace("hold: Kassala", 'hold: "Kas', 1)
        game.open(doc, broken)
        place = game.place(doc, 'hold: "Kas', broken)
        offered = await game.editor.text_document_completion_async(lsp.CompletionParams(**place))
        assert "Kassala" in {each.label for each in offered}

    driven(tmp_path, work)


def test_a_unit_gets_a_name_with_a_stroke(tmp_path):
    async def work(game):
        doc = "orders-of-battle/empire.yaml"
        game.open(doc)
        place = game.place(doc, "name: 5/4")
        found = await game.editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
        assert found.end.character - found.start.character == len("5/4 Ind")
        edit = await game.editor.text_document_rename_async(lsp.RenameParams(new_name="6/4 Ind", **place))
        assert {game.uri(doc), game.uri("counters.yaml")} <= edit.changes.keys()

    driven(tmp_path, work)


def test_without_pygls_the_command_says_what_to_install(monkeypatch):
    code = "import sys; sys.modules['pygls'] = None; from scenario_forge.__main__ import run; sys.argv = ['forge', 'lsp']; sys.exit(run())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=WAIT)
    assert found.returncode == 2
    assert "pygls" in found.stderr
    assert 'pipx install --force ".[edit]"' in found.stderr

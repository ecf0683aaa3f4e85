"""The language server of the text pane: it answers on a WebSocket, from the session's unsaved texts."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

from .conftest import PORT

WHOLE_GAME = True
ITALY = "orders-of-battle/italy.yaml"


class RefusedError(Exception):
    """The server's answer is an error."""


@contextmanager
def asking(page):
    """Requests of the language server about an offset of a text; the answer of each."""
    headers = {"Origin": f"http://127.0.0.1:{PORT}"}
    with page.client.websocket_connect(f"ws://127.0.0.1:{PORT}/lsp", headers=headers) as socket:

        def ask(method: str, params: dict) -> dict | list | None:
            socket.send_text(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
            said = json.loads(socket.receive_text())
            if "error" in said:
                raise RefusedError(said["error"]["message"])
            return said.get("result")

        def about(what: str, doc: str, at: int, **more: object) -> dict | list | None:
            before = page.text(doc)[:at] if "secret" not in doc else ""
            place = {"line": before.count("\n"), "character": at - before.rfind("\n") - 1}
            return ask(f"textDocument/{what}", {"textDocument": {"uri": f"forge:///{doc}"}, "position": place, **more})

        about.capabilities = ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
        yield about


def written(page, place: dict) -> tuple[str, str]:
    """The document of a location, and what is written there."""
    doc = place["uri"].removeprefix("forge:///")
    start, end = place["range"]["start"], place["range"]["end"]
    return doc, page.text(doc).split("\n")[start["line"]][start["character"] : end["character"]]


def edits_of(page, answer: dict) -> dict[str, list[dict]]:
    """The edits of an answer as the page sends them."""
    changed = {}
    for uri, edits in answer["changes"].items():
        doc = uri.removeprefix("forge:///")
        starts = [0]
        for line in page.text(doc).split("\n"):
            starts.append(starts[-1] + len(line) + 1)

        def offset(place, starts=starts):
            return starts[place["line"]] + place["character"]

        changed[doc] = [
            {"from": offset(e["range"]["start"]), "to": offset(e["range"]["end"]), "insert": e["newText"]}
            for e in edits
        ]
    return changed


def test_it_is_sent_no_texts_and_completes_what_is_typed(page) -> None:
    text = page.text(ITALY)
    at = text.index("F13")
    page.type(ITALY, at, at + 3, "F1")
    with asking(page) as about:
        assert about.capabilities["textDocumentSync"]["change"] == 0
        found = about("completion", ITALY, at + 2)
        assert {"F10", "F13"} <= {each["label"] for each in found}
        assert len({json.dumps(each["textEdit"]["range"]) for each in found}) == 1
        [f13] = [each for each in found if each["label"] == "F13"]
        assert written(page, {"uri": f"forge:///{ITALY}", "range": f13["textEdit"]["range"]}) == (ITALY, "F1")
        assert about("completion", ITALY, text.index("units:")) == []
        page.post("/api/undo", {"epoch": page.epoch})
        assert "F13" not in {each["label"] for each in about("completion", ITALY, at + 3)}


def test_a_name_is_explained_and_followed(page) -> None:
    at = page.text(ITALY).index("F13")
    with asking(page) as about:
        said = about("hover", ITALY, at)
        assert "F13" in said["contents"]["value"]
        assert written(page, {"uri": f"forge:///{ITALY}", "range": said["range"]}) == (ITALY, "F13")
        [row] = about("definition", ITALY, at)
        assert row["uri"] == "forge:///map.yaml"
        uses = about("references", ITALY, at, context={"includeDeclaration": True})
        assert (ITALY, "F13") in [written(page, each) for each in uses]
        assert about("hover", ITALY, 0) is None
        for doc in ("../secret", "%2e%2e/secret.yaml", "/etc/secret"):
            assert about("hover", doc, 1) is None
            assert about("definition", doc, 1) == []


def test_a_place_is_renamed_in_every_file_in_one_step(page, session) -> None:
    before = session.overlay()
    at = page.text().index("name: Keren") + 6
    with asking(page) as about:
        may = about("prepareRename", "map.yaml", at)
        assert written(page, {"uri": "forge:///map.yaml", "range": may}) == ("map.yaml", "Keren")
        changed = edits_of(page, about("rename", "map.yaml", at, newName="Cheren"))
        done = page.edit("Rename Keren to Cheren", changed).json()
        assert done["sentence"] == "Rename Keren to Cheren"
        assert len(done["changed"]) > 1
        assert page.text()[at : at + 6] == "Cheren"
        assert (
            written(page, {"uri": "forge:///map.yaml", "range": about("prepareRename", "map.yaml", at)})[1] == "Cheren"
        )
        page.post("/api/undo", {"epoch": page.epoch})
        assert session.overlay() == before
        with pytest.raises(RefusedError, match="already"):
            about("rename", "map.yaml", at, newName="Massawa")
    assert session.overlay() == before


def test_what_the_rules_name_is_not_renamed(page, caplog) -> None:
    at = page.text("rulebook.yaml").index("clauses:")
    at = page.text("rulebook.yaml").index("id:", at) + 5
    with asking(page) as about, pytest.raises(RefusedError, match="a clause cannot be renamed here"):
        about("prepareRename", "rulebook.yaml", at)
    assert caplog.records == []


def test_edits_of_a_text_that_has_changed_are_not_made(page, session) -> None:
    at = page.text().index("name: Keren") + 6
    late = page.epoch
    page.do("map.paint", cells=[["L1", "sea"]])
    edit = {"from": at, "to": at + 5, "insert": "Cheren"}
    assert page.edit("Rename", {"map.yaml": [edit]}, epoch=late).status_code == 409
    wrong = [{"map.yaml": [edit | {"insert": "x\0"}]}, {"map.yaml": [edit | {"to": 10**8}]}, {"map.yaml": [edit, edit]}]
    for changed in ({"../secret.yaml": [edit]}, *wrong):
        assert page.edit("Rename", {"game.yaml": [{"from": 0, "to": 0, "insert": "# x\n"}], **changed}).status_code in (
            404,
            422,
        )
    assert session.history.undo == "Paint L1 as Sea"

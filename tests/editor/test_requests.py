"""Whatever a request says, the server refuses it with a plain message, or answers it; it never fails."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from scenario_forge.editor.endpoint import Endpoint
from scenario_forge.editor.server.app import Editor
from scenario_forge.editor.server.changing import Changes
from scenario_forge.editor.server.questions import Questions

from .conftest import OURS

WHOLE_GAME = True
RIGHT = {
    "doc": "rulebook.yaml", "at": 0, "path": "[]", "hex": "A1", "scenario": "keren", "name": "counters", "row": 0, "turn": 0,
    "word": "A1", "code": "MAP001", "id": "1", "unit": "italy/1", "units": "italy/1", "epoch": 0, "job": 1, "page": 1,
    "number": 1, "text": "R3", "sentence": "Edit", "only": [],
}  # fmt: skip
"""Values that a route may take."""
WORDS = ["", "-1", "9" * 5000, "nan", "\0", "x" * 30_000, '["boxes", 0]', "[[]]"]
"""What is said in a path or a query."""
THINGS = [None, True, 10**400, 1.5, "", "\0", [[]], {"a": []}, ["a"]]
"""What is said in JSON."""


@pytest.fixture
def endpoints(session) -> list[Endpoint]:
    editor = Editor(session)
    parts = (
        editor.part(),
        Changes(session, editor.background).part(),
        Questions(session, editor.background, editor.show_findings_of).part(),
    )
    return [route for part in parts for route in part.routes if isinstance(route, Endpoint)]


def must_be_plain(answer, what: object) -> int:
    """The status, which is that of an answer or of a refusal with a message."""
    assert answer.status_code < 500, (what, answer.text[:300])
    if answer.status_code >= 400:
        json = answer.headers["content-type"] == "application/json"
        message = answer.json()["message"] if json else answer.text  # what no route has is not found
        assert message, what
        assert "Traceback" not in message
    return answer.status_code


def ask(page, endpoint: Endpoint, said: dict[str, object]) -> int:
    """The status of a request that says these values."""
    names = endpoint.param_convertors
    path = endpoint.path
    for name in names:
        path = path.replace(f"{{{name}}}", quote(str(said.get(name, RIGHT.get(name, ""))), safe=""))
    rest = {name: value for name, value in said.items() if name not in names}
    if endpoint.method == "GET":
        answer = page.get(path, params={name: str(value) for name, value in rest.items()})
    else:
        answer = page.client.post(path, json=rest, headers=OURS)
    return must_be_plain(answer, (endpoint.path, said))


def test_wrong_and_missing_values_are_refused_by_every_route(page, endpoints, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)  # prints go there
    assert len(endpoints) > 80
    for endpoint in endpoints:
        query, body, _whole = endpoint.shape
        fields = {each.alias or name: each for name, each in {**query.model_fields, **body.model_fields}.items()}
        needed = [name for name, each in fields.items() if each.is_required() and name not in endpoint.param_convertors]
        right = {name: RIGHT[name] for name in fields if name in RIGHT and name not in endpoint.param_convertors}
        if needed:
            assert ask(page, endpoint, {}) == 422, endpoint.path
        assert ask(page, endpoint, {**right, "unknown": 1}) == 422, endpoint.path
        for name in fields:
            in_words = endpoint.method == "GET" or name in endpoint.param_convertors
            for wrong in WORDS if in_words else THINGS:
                if wrong or name not in endpoint.param_convertors:
                    ask(page, endpoint, {**right, name: wrong})


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"1", b"null", b'{"epoch": 1e999}', b'"\xff"', b"[" * 5000])
def test_what_is_no_object_of_json_is_refused_by_every_route(page, endpoints, body) -> None:
    for endpoint in endpoints:
        if endpoint.method == "POST":
            path = endpoint.path.replace("{number}", "1")
            answer = page.client.post(path, content=body, headers=OURS | {"Content-Type": "application/json"})
            assert must_be_plain(answer, (path, body)) == 422, path


def test_every_document_is_asked_about_at_its_beginning_and_beyond_its_end(page, session) -> None:
    for doc in session.documents():
        for at in (0, 1, 10**8):
            must_be_plain(page.get("/api/where", params={"doc": doc, "at": at}), (doc, at))
            must_be_plain(page.get("/api/value", params={"doc": doc, "at": at}), (doc, at))
        for path in ("[]", '["x"]', "[0]", '["units", 99999]', '["units", -1, "x"]'):
            for route in ("/api/form/names", "/api/form/new", "/api/form/hexes"):
                must_be_plain(page.get(route, params={"doc": doc, "path": path}), (route, doc, path))

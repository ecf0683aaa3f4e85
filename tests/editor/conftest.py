"""A copy of the small game, a session of it, and the page's requests to its server."""

from __future__ import annotations

import time
import warnings
from pathlib import Path

import pytest

from scenario_forge.editor.server.app import application
from scenario_forge.editor.session import Session

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a library that is not in the lock
    from starlette.testclient import TestClient

from tests.as_printed import copy_as_printed

from .small import GAME, MAP

CONTENT = Path(__file__).parents[2] / "content"
PORT = 8412
OURS = {"X-Forge": "edit", "Sec-Fetch-Site": "same-origin", "Origin": f"http://127.0.0.1:{PORT}"}


@pytest.fixture(autouse=True)
def _recovery_in(tmp_path, monkeypatch):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def folder(request, tmp_path) -> Path:
    """A game of two files; a copy of *Road to Massawa* where the module has ``WHOLE_GAME``."""
    if hasattr(request.module, "WHOLE_GAME"):
        return copy_as_printed("massawa", tmp_path / "massawa")
    made = tmp_path / "small"
    made.mkdir()
    (made / "game.yaml").write_text(GAME)
    (made / "map.yaml").write_text(MAP)
    return made


@pytest.fixture
def session(folder):
    made = Session(folder)
    yield made
    made.close()


class Page:
    """Requests as the page makes them, each from the epoch that the last answer gave."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.epoch = client, 0

    def get(self, path: str, **more):
        return self.client.get(path, **more)

    def post(self, path: str, body: dict, **headers: str):
        answer = self.client.post(path, json=body, headers=OURS | headers)
        if answer.status_code == 200 and "epoch" in answer.json():
            self.epoch = answer.json()["epoch"]
        if path == "/api/enter" and answer.status_code == 200:
            self.client.headers["X-Forge-Token"] = body["token"]
        return answer

    def do(self, intent: str, **args):
        return self.post("/api/do", {"epoch": self.epoch, "intent": intent, "args": args})

    def type(self, doc: str, start: int, end: int, insert: str):
        edits = [{"from": start, "to": end, "insert": insert}]
        return self.post("/api/text", {"epoch": self.epoch, "doc": doc, "edits": edits})

    def edit(self, sentence: str, changed: dict[str, list[dict]], **more):
        """Make edits of texts, by name, one step."""
        return self.post("/api/edits", {"epoch": self.epoch, "sentence": sentence, "changed": changed, **more})

    def fix(self, fix: dict):
        """Make a fix of a finding."""
        return self.edit(f"Fix: {fix['title']}", fix["changed"])

    def text(self, doc: str = "map.yaml") -> str:
        return self.get("/api/text", params={"doc": doc}).json()["text"]

    def findings(self, seconds: float = 60.0) -> dict:
        """The whole findings of this epoch."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.get("/api/findings").json()
            if found["complete"] and found["epoch"] == self.epoch:
                return found
            time.sleep(0.02)
        raise AssertionError("the findings never came")


@pytest.fixture
def client(session):
    """Somebody who has not entered."""
    with TestClient(application(session, PORT, "the-token"), base_url=f"http://127.0.0.1:{PORT}") as made:
        yield made


@pytest.fixture
def page(client) -> Page:
    """The page, which has entered."""
    made = Page(client)
    assert made.post("/api/enter", {"token": "the-token"}).status_code == 200
    return made

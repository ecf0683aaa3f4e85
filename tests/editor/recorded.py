"""Sessions of the editor as the page's requests, replayed: what was answered to each, and what the files say after.

A session is a file of `sessions/`: the game, then a request a line. `"epoch": "now"` is the one that the last answer
gave; an edit may name the text that it replaces (`find`) or stands before (`before`) instead of its offsets, so that a
session survives an edit of the game elsewhere. Findings are asked for until they are complete.

`python -m tests.editor.recorded` keeps the answers anew: only where one was wrong or is meant to change. The whole
answers, to compare two versions, are among what `scripts/kept.py` writes.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from scenario_forge.editor.server.app import application
from scenario_forge.editor.session import Session

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a library that is not in the lock
    from starlette.testclient import TestClient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx import Response

ROOT = Path(__file__).resolve().parents[2]
SESSIONS = Path(__file__).with_name("sessions")
ANSWERS = SESSIONS / "answers.txt"
PORT = 8412
OURS = {"X-Forge": "edit", "Sec-Fetch-Site": "same-origin", "Origin": f"http://127.0.0.1:{PORT}"}
PATIENCE = 120.0
"""Seconds within which all findings come."""


class Answer(NamedTuple):
    """What was answered to a request, or what a file says that a session changed."""

    what: str
    """The status and the path; or the name of the file."""
    text: str

    @property
    def line(self) -> str:
        """Its digest, and for a person what it is about."""
        digest = blake2b(self.text.encode(), digest_size=6).hexdigest()
        about = json.loads(self.text) if self.text.startswith("{") else {}
        words = about.get("sentence") or about.get("message") or ""
        return f"{digest} {self.what} {' '.join(words.split())[:80]}".rstrip()


def names() -> list[str]:
    """The sessions that are recorded."""
    return sorted(path.stem for path in SESSIONS.glob("*.jsonl"))


def kept() -> dict[str, list[str]]:
    """By session, the lines of the answers that were kept."""
    answers: dict[str, list[str]] = {}
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        name, _, answer = line.partition(": ")
        answers.setdefault(name, []).append(answer)
    return answers


def keep(answers: dict[str, list[str]]) -> None:
    """Write the answers of these sessions anew; those of others stay."""
    every = (kept() if ANSWERS.exists() else {}) | answers
    text = "".join(f"{name}: {line}\n" for name in names() for line in every.get(name, ()))
    ANSWERS.write_text(text, encoding="utf-8")


def lines(name: str, folder: Path) -> list[str]:
    """Replay a session; its answers as they are kept."""
    return [answer.line for answer in replayed(name, folder)]


def replayed(name: str, folder: Path) -> list[Answer]:
    """Replay a session on a copy of its game in an empty folder; its answers, then the files that it changed."""
    head, *requests = map(json.loads, (SESSIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    game = ROOT / "content" / head["game"]
    copy = Path(shutil.copytree(game, folder / head["game"]))
    with patch.dict(os.environ, {"SCENARIO_FORGE_CACHE": str(folder / "cache")}), closing(Session(copy)) as session:
        app = application(session, PORT, "the-token")
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}") as client:
            answers = list(_Page(client, folder).answers(requests))
    return [*answers, *_changed(game, copy)]


def _changed(game: Path, copy: Path) -> Iterator[Answer]:
    """The files of a copy that differ from those of its game, or are gone."""
    files = {path.relative_to(side).as_posix() for side in (game, copy) for path in side.rglob("*.yaml")}
    for name in sorted(files):
        now = (copy / name).read_bytes() if (copy / name).exists() else None
        if now != ((game / name).read_bytes() if (game / name).exists() else None):
            yield Answer(name, _neutral(now.decode()) if now is not None else "removed")


class _Page:
    """Requests as the page makes them."""

    def __init__(self, client: TestClient, folder: Path) -> None:
        self.client, self.folder, self.epoch = client, folder, 0

    def answers(self, requests: list[dict[str, Any]]) -> Iterator[Answer]:
        """Enter, and make the requests."""
        assert self.client.post("/api/enter", json={"token": "the-token"}, headers=OURS).status_code == 200
        self.client.headers["X-Forge-Token"] = "the-token"
        for request in requests:
            path = request.get("post") or request["get"]
            answer = self._asked(request)
            if path == "/api/findings":
                answer = self._complete(request)
            if answer.headers["content-type"] != "application/json":
                text = answer.text
            else:
                told = answer.json()
                told.pop("seconds", None)
                if "post" in request:
                    self.epoch = told.get("epoch", self.epoch)
                text = json.dumps(told, ensure_ascii=False, indent=1)
            yield Answer(f"{answer.status_code} {path}", _neutral(text.replace(str(self.folder), "FOLDER")))

    def _asked(self, request: dict[str, Any]) -> Response:
        if "get" in request:
            query = request.get("query", {})
            return self.client.get(request["get"], params={key: self._place(query, key) for key in query})
        body = request["body"]
        if body.get("epoch") == "now":
            body = {**body, "epoch": self.epoch}
        if "edits" in body:
            body = {**body, "edits": [self._edit(body["doc"], edit) for edit in body["edits"]]}
        return self.client.post(request["post"], json=body, headers=OURS)

    def _complete(self, request: dict[str, Any]) -> Response:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = self._asked(request)
            if answer.json()["complete"] and answer.json()["epoch"] == self.epoch:
                return answer
            time.sleep(0.02)
        raise AssertionError("the findings never came")

    def _place(self, query: dict[str, Any], key: str) -> str:
        value = query[key]
        return str(self._offset(query["doc"], value["find"])) if isinstance(value, dict) else value

    def _edit(self, doc: str, edit: dict[str, Any]) -> dict[str, Any]:
        if "from" in edit:
            return edit
        words = edit.get("find") or edit["before"]
        start = self._offset(doc, words)
        return {"from": start, "to": start + len(words) if "find" in edit else start, "insert": edit["insert"]}

    def _offset(self, doc: str, words: str) -> int:
        return self.client.get("/api/text", params={"doc": doc}).json()["text"].index(words)


def _neutral(text: str) -> str:
    """A text without the day on which it was made."""
    return text.replace(dt.datetime.now(tz=dt.UTC).date().isoformat(), "TODAY")


if __name__ == "__main__":
    for session_name in sys.argv[1:] or names():
        with tempfile.TemporaryDirectory() as temporary:
            keep({session_name: lines(session_name, Path(temporary))})

"""A server that is killed, at any moment: no file is half written, and what was not saved is offered."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from scenario_forge.editor.session import Session

from .small import MAP

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ONE, TWO = "# one\n", "# two\n"
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")


def outcomes(folder: Path, what: str) -> list[dict]:
    ran = subprocess.run(
        [sys.executable, str(HERE / "killer.py"), str(folder), what],
        check=True, capture_output=True, text=True, timeout=120, cwd=HERE.parents[1],
    )  # fmt: skip
    return json.loads(ran.stdout)


@pytest.fixture
def old(folder) -> dict[str, str]:
    """The texts of four documents, as they are on the disk."""
    (folder / "options.yaml").write_text("options: []\n")
    (folder / "words.yaml").write_text("no document, but a text all the same\n")
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_killed_in_mid_save(folder, old) -> None:
    new = {name: ONE + text for name, text in old.items()}
    left = outcomes(folder, "save")
    assert len(left) > 25
    assert [each["ended"] for each in left] == [False] * (len(left) - 1) + [True]
    saved = []
    for each in left:
        assert set(each["files"]) == set(old), "nothing that was left behind is taken for a document"
        for name, text in each["files"].items():
            assert text in (old[name], new[name])
            if text == old[name]:
                assert each["offered"][name] == new[name]
        saved.append(sum(text == new[name] for name, text in each["files"].items()))
    assert saved == sorted(saved)
    assert set(saved) == {0, 1, 2, 3, 4}
    assert left[-1] == {"ended": True, "files": new, "offered": {}}


def test_killed_in_mid_change(folder, old) -> None:
    left = outcomes(folder, "change")
    assert len(left) > 4
    for each in left:
        assert each["files"] == old
        offered = dict(each["offered"])
        assert offered.pop("map.yaml") in (ONE + MAP, TWO + ONE + MAP)
        assert offered == {name: ONE + text for name, text in old.items() if name != "map.yaml"}
    assert left[0]["offered"]["map.yaml"] == ONE + MAP
    assert left[-1]["offered"]["map.yaml"] == TWO + ONE + MAP


def test_killed_while_a_document_is_made_and_another_removed(folder, old) -> None:
    left = outcomes(folder, "exchange")
    assert len(left) > 5
    for each in left:
        files = dict(each["files"])
        assert files.pop("playtest.yaml", "# new\n") == "# new\n"
        assert files.pop("options.yaml", old["options.yaml"]) == old["options.yaml"]
        assert files == {name: text for name, text in old.items() if name != "options.yaml"}
        if "playtest.yaml" not in each["files"]:
            assert each["offered"]["playtest.yaml"] == "# new\n"
        if "options.yaml" in each["files"]:
            assert each["offered"]["options.yaml"] is None
    assert "playtest.yaml" not in left[0]["files"]
    assert left[-1]["files"].keys() == old.keys() - {"options.yaml"} | {"playtest.yaml"}
    assert left[-1]["offered"] == {}


@contextmanager
def events(client: httpx.Client) -> Iterator[Iterator[str]]:
    """The lines of the stream of events. Not by httpx, which leaves the socket of a stream open that breaks off."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    connection = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=30)
    # a stream has its token in the query, as in a page
    connection.request("GET", f"/api/events?token={client.headers['X-Forge-Token']}", headers={"Cookie": cookie})
    answer = connection.getresponse()
    try:
        yield (line.decode().rstrip("\n") for line in answer)
    finally:
        answer.close()
        connection.close()


SERVE = (
    "import sys; from scenario_forge.editor.server.serve import serve; "
    "serve(sys.argv[1], 0, lambda a: print(a, flush=True))"
)
# `forge edit`, whose checks and questions about the rulebook never end
BUSY = """
import pathlib, sys, time
from scenario_forge import __main__, checks, editor
from scenario_forge.editor.rules import rulebook
checks.run.check = lambda *_asked: time.sleep(300)
rulebook.rulebook_data = lambda _game: time.sleep(300)
editor.server.entrance.STATIC = pathlib.Path(sys.argv[1]).parent
(editor.server.entrance.STATIC / "app.js").touch()
sys.argv[:] = ["forge", "edit", sys.argv[1], "--no-browser"]
sys.exit(__main__.run())
"""


@pytest.fixture
def served(folder):
    """The address and the process of a real server."""
    started = []

    def start(script: str = SERVE) -> tuple[str, httpx.Client, subprocess.Popen[str]]:
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", script, str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=HERE.parents[1],
        )
        address, _hash, token = process.stdout.readline().strip().rpartition(" ")[2].partition("#token=")
        client = httpx.Client(base_url=address, headers={"X-Forge": "edit"}, timeout=30)
        assert client.post("/api/enter", json={"token": token}).status_code == 200
        client.headers["X-Forge-Token"] = token
        started.append((client, process))
        return address, client, process

    yield start
    for client, process in started:
        client.close()
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_a_real_server_is_killed_and_started_again(served, folder) -> None:
    address, client, process = served()
    body = {"epoch": 0, "intent": "map.paint", "args": {"cells": [["A1", "sea"]]}}
    assert httpx.get(address + "api/game").status_code == 401
    assert client.post("/api/do", json=body).json()["epoch"] == 1
    painted = client.get("/api/text", params={"doc": "map.yaml"}).json()["text"]
    with events(client) as lines:
        assert next(lines) == "event: epoch"
        assert json.loads(next(lines).removeprefix("data: ")) == {"epoch": 1}
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert (folder / "map.yaml").read_text() == MAP
    _address, client, process = served()
    offered = client.get("/api/recovery").json()
    assert offered["offered"] == [{"doc": "map.yaml", "text": painted}]
    assert abs(offered["when"] - time.time()) < 600
    assert client.post("/api/recovery", json={"epoch": 0, "take": True}).json()["epoch"] == 1
    assert client.post("/api/save", json={}).json()["saved"] == ["map.yaml"]
    process.send_signal(signal.SIGINT)
    process.wait(timeout=20)
    assert (folder / "map.yaml").read_text() == painted != MAP


def test_events_tell_of_changes_and_findings_until_the_server_is_stopped(served) -> None:
    _address, client, process = served()
    heard: list[tuple[str, dict]] = []
    event = ""
    fill = {"epoch": 0, "intent": "map.fill", "args": {"hex": "A1", "terrain": "sea"}}
    with events(client) as lines:
        client.post("/api/do", json=fill, headers={"Origin": str(client.base_url).rstrip("/")})
        for line in lines:
            if line.startswith("data: "):
                heard.append((event, json.loads(line.removeprefix("data: "))))
                if heard[-1] == ("findings", {"epoch": 1, "complete": True}):
                    process.send_signal(signal.SIGINT)
            event = line.removeprefix("event: ")
    assert ("changed", {"epoch": 1, "docs": ["map.yaml"], "map": True}) in heard
    assert [data["complete"] for event, data in heard if event == "findings" and data["epoch"] == 1] == [False, True]
    assert process.wait(timeout=20) == 0
    assert process.stderr.read() == "", "an open stream is ended, not waited for"


def test_sigterm_waits_for_no_check_and_no_answer_and_keeps_what_is_unsaved(served, folder) -> None:
    _address, client, process = served(BUSY)
    painted = client.post("/api/do", json={"epoch": 0, "intent": "map.paint", "args": {"cells": [["A1", "sea"]]}})
    assert painted.json()["epoch"] == 1
    with pytest.raises(httpx.ReadTimeout):
        client.get("/api/rules", timeout=0.5)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert "map.yaml has changes that were not saved" in process.stdout.read()
    assert process.stderr.read() == "forge: ended by SIGTERM; no file is half-written\n"
    assert (folder / "map.yaml").read_text() == MAP
    assert list(Session(folder).recovery.offered) == ["map.yaml"]

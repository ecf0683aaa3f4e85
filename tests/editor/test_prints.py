"""Printing from the editor: what is on the screen, into build/GAME, with progress, and nothing but its own PDFs served."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest

from scenario_forge.editor.preview import prints

WHOLE_GAME = True


@pytest.fixture
def folder(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def told(session) -> list[dict]:
    """The events `print`."""
    heard: list[dict] = []
    session.listen(lambda event, data: heard.append(data) if event == "print" else None)
    return heard


def ended(told: list[dict]) -> dict:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if told and told[-1]["state"] != "running":
            return told[-1]
        time.sleep(0.02)
    raise AssertionError("the printing never ended")


def test_unsaved_texts_are_printed_and_their_pdfs_served(page, told, folder, tmp_path) -> None:
    offered = page.get("/api/print").json()
    assert offered["folder"] == str(tmp_path / "build" / "massawa")
    assert {"low-ink", "grey"} <= {each["id"] for each in offered["profiles"]}
    at = page.text("charts.yaml").index("title: ") + 7
    page.type("charts.yaml", at, at, "Screen ")
    assert page.post("/api/print", {"only": ["charts"], "papers": ["A4"]}).status_code == 200
    last = ended(told)
    assert (last["state"], last["errors"]) == ("done", [])
    assert [(each["done"], each["total"]) for each in told if each["title"]][-1][1] == last["total"]
    assert "Screen" not in (folder / "charts.yaml").read_text()
    names = [each["name"] for each in last["files"]]
    for name in names:
        answer = page.get(f"/api/prints/{name}")
        assert answer.headers["content-type"] == "application/pdf"
        (file,) = (tmp_path / "build/massawa").rglob(name)
        assert answer.content == file.read_bytes()
    assert {"00-START-HERE.pdf", "1-single-sided.pdf"} < set(names)
    assert page.get("/api/print").json()["last"]["files"] == last["files"]
    for name in ("report.html", "..%2F..%2Fmassawa%2Fgame.yaml", "%2Fetc%2Fpasswd", "../game.yaml", "x.pdf"):
        assert page.get(f"/api/prints/{name}").status_code == 404
    told.clear()
    page.post("/api/print", {"only": ["charts"], "papers": ["A4"]})
    assert ended(told)["message"].startswith("0 documents printed")


def test_a_game_with_errors_is_not_printed_and_says_which(page, told) -> None:
    at = page.text("map.yaml").index("hex: F7,")
    page.type("map.yaml", at, at + 8, "hex: F99,")
    page.post("/api/print", {"only": ["charts"]})
    last = ended(told)
    assert last["state"] == "failed"
    assert "nothing was printed" in last["message"]
    assert last["errors"][0]["doc"] == "map.yaml"


def test_one_printing_at_a_time_which_can_be_stopped(page, told, monkeypatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(*_args):
        begun.set()
        go_on.wait(20)
        return []

    monkeypatch.setattr(prints, "checks", SimpleNamespace(run=SimpleNamespace(check=slow)))
    page.post("/api/print", {"only": ["charts"]})
    assert begun.wait(20)
    assert page.post("/api/print", {}).json()["message"].startswith("the game is being printed already")
    page.post("/api/print/stop", {})
    go_on.set()
    assert ended(told)["state"] == "stopped"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"papers": ["A9"]}, "there is no paper 'A9'"),
        ({"only": ["dice"]}, "there is no component 'dice'"),
        ({"only": []}, "only"),
        ({"profile": "gold"}, "there is no profile 'gold'"),
        ({"scenario": "sudan"}, "there is no scenario 'sudan'"),
        ({"for_scenario": True}, "choose one scenario"),
        ({"folder": "/tmp"}, "folder"),
    ],
)
def test_what_cannot_be_printed_is_refused(page, told, wish, why) -> None:
    answer = page.post("/api/print", wish)
    assert answer.status_code == 422
    assert why in answer.json()["message"]
    assert told == []

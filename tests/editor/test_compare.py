"""The screen compared with its files, with the last commit, and one scenario with another."""

from __future__ import annotations

import subprocess

WHOLE_GAME = True
ITALY = "orders-of-battle/italy.yaml"


def compared(page, to: str, **more) -> list[dict]:
    answer = page.post("/api/compare", {"to": to, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["changes"]


def test_unsaved_changes_are_told_with_their_place(page) -> None:
    assert compared(page, "saved") == []
    page.do("unit.move", unit="italy/3", scenario="eritrea", hex="F10")
    page.do("map.paint", cells=[["F9", "hills"]])
    unit, hex_ = compared(page, "saved")
    assert (unit["matter"], unit["before"], unit["after"]) == ("Set-up", ["F9"], ["F10"])
    place = unit["place"]
    assert place["doc"] == ITALY
    assert "F10" in page.text(ITALY)[place["from"] : place["to"]]
    assert (hex_["subject"], hex_["document"], hex_["after"]) == ("Hex F9", "map.yaml", ["F9"])
    page.post("/api/save", {})
    assert compared(page, "saved") == []


def test_the_last_commit_is_read_without_running_anything(page, folder, monkeypatch) -> None:
    refused = page.post("/api/compare", {"to": "commit"})
    assert refused.status_code == 422
    assert "is in no git repository" in refused.json()["message"]
    (folder / "hook.sh").write_text("#!/bin/sh\ntouch hooked\n")
    (folder / "hook.sh").chmod(0o755)
    monkeypatch.setenv("GIT_DIR", "/nowhere")  # the editor's own environment does not count
    for words in (
        ["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
        ["config", "core.fsmonitor", str(folder / "hook.sh")], ["config", "core.pager", str(folder / "hook.sh")],
    ):  # fmt: skip
        subprocess.run(["git", "-C", str(folder), *words], check=True, env={"PATH": "/usr/bin:/bin"})
    page.do("map.paint", cells=[["F9", "hills"]])
    page.post("/api/save", {})
    (change,) = compared(page, "commit")
    assert (change["subject"], change["what"][:9]) == ("Hex F9", "is Hills,")
    assert not (folder / "hooked").exists()


def test_one_scenario_is_compared_with_another(page) -> None:
    found = compared(page, "scenario", before="eritrea", after="keren")
    assert (found[0]["matter"], found[0]["subject"]) == ("Dates and options", "Start")
    moved = next(each for each in found if each["unit"] and each["before"] and each["after"])
    assert moved["place"]["doc"].startswith("orders-of-battle/")
    assert page.post("/api/compare", {"to": "scenario", "before": "eritrea", "after": "none"}).status_code == 422

"""Errata mode: the page's game with errata or as printed, and changes of printed values that become errata."""

from __future__ import annotations

import threading

import pytest

from scenario_forge.checks.errata.trials import address
from scenario_forge.editor.errata import panel
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.fmt import format_text
from tests.as_printed import copy_as_printed

from .conftest import CONTENT
from .test_slice import hunk

WHY = {"why": "The unit has 4 on its counter.", "source": "Ours, from the counter.", "by": "us"}
AXIS = "orders-of-battle/allied.yaml"


@pytest.fixture
def folder(tmp_path):
    """*Desert Rats* without the erratum of a unit that starts in the enemy's rear."""
    made = copy_as_printed("desert-rats", tmp_path / "rats")
    errata = made / "errata/proposed.yaml"
    text = errata.read_text()
    start = text.index("  - id: DR-012\n")
    errata.write_text(text[:start] + text[text.index("  - id: DR-013\n") :])
    return made


def place(page, doc: str, word: str) -> dict:
    """What the page is told of the value at a word of a text."""
    return page.get("/api/value", params={"doc": doc, "at": page.text(doc).index(word)}).json()


def errors(page) -> list[str]:
    return [each["code"] for each in page.findings()["findings"] if each["severity"] == "error"]


def view(page, **chosen) -> dict:
    answer = page.post("/api/errata/view", chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_game_opens_with_its_errata_and_shows_the_print_when_asked(page) -> None:
    assert page.get("/api/game").json()["errata"] == {"printed": False, "correcting": False}
    with_errata = page.findings()["findings"]
    assert [each["code"] for each in with_errata if each["severity"] == "error"] == ["OOB033"]
    assert view(page, printed=True)["printed"]
    printed = page.findings()["findings"]
    assert len([each for each in printed if each["severity"] == "error"]) > 40
    view(page, printed=False)
    assert page.findings()["findings"] == with_errata


def test_an_erratum_is_written_and_the_printed_file_stays(page, session) -> None:
    allied, proposed = page.text(AXIS), page.text("errata/proposed.yaml")
    found = next(each for each in page.findings()["findings"] if each["code"] == "OOB033")
    at = page.get("/api/value", params={"doc": found["doc"], "at": found["from"]}).json()
    assert (at["at"], at["printed"], at["erratum"]) == ("orders-of-battle/allied.units[4].dec40", "S32", None)
    assert at["paper"] == "Allied order of battle, unit 4, column Dec 40"
    args = {"doc": at["doc"], "path": at["path"], "text": "SS32"}
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": WHY}).json()
    assert done["sentence"] == "Correct Allied order of battle, unit 4, column Dec 40: S32 to SS32 (DR-071)"
    assert [each["doc"] for each in done["changed"]] == ["errata/proposed.yaml"]
    assert page.text(AXIS) == allied
    after = page.text("errata/proposed.yaml")
    gone, new = hunk(proposed, after)
    assert gone == []
    lines = ["", "  - id: DR-071", f'    at: "{at["at"]}"', "    printed: S32", "    corrected: SS32"]
    assert new[:5] == lines
    assert format_text(after, "errata/proposed.yaml") == after
    assert errors(page) == []
    page.post("/api/undo", {"epoch": page.epoch})
    assert page.text("errata/proposed.yaml") == proposed


def test_what_an_erratum_corrects_is_not_changed_behind_its_back(page) -> None:
    text = page.text(AXIS)
    at = page.get("/api/value", params={"doc": AXIS, "at": text.index("dec40: Q16") + 7}).json()
    assert (at["erratum"]["id"], at["erratum"]["corrected"]) == ("DR-011a", "QQ16")
    refused = page.do("value.set", doc=AXIS, path=at["path"], text="QQ14")
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("DR-011a corrects this value")
    fix = page.edit("OOB033: QQ14", {AXIS: [{"from": at["from"], "to": at["to"], "insert": "QQ14"}]})
    assert fix.json()["message"].startswith("DR-011a corrects this value")
    gone = page.do("table.row.remove", table="orders-of-battle/allied", row=at["path"][1])
    assert gone.json()["message"].startswith("DR-011a corrects this value")
    added = page.do("table.row.duplicate", table="counters", row=0)  # errata correct other rows of the table
    assert added.status_code == 200, added.text
    page.post("/api/undo", {"epoch": page.epoch})
    view(page, printed=True)
    assert page.do("value.set", doc=AXIS, path=at["path"], text="QQ14").status_code == 200
    assert page.text(AXIS)[text.index("dec40: Q16") :].startswith("dec40: QQ14")


def test_in_errata_mode_a_drawn_change_asks_for_its_reason(page, session) -> None:
    before = session.overlay()
    assert view(page, correcting=True) == {"epoch": page.epoch, "printed": False, "correcting": True}
    stroke = {"cells": [["R20", "sea"], ["R21", "sea"]]}
    asked = page.do("map.paint", **stroke)
    assert (asked.status_code, asked.json()["needs"]) == (422, "reason")
    [value] = asked.json()["values"]
    assert value["at"] == "map.rows.R.west"
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "map.paint", "args": stroke, "reason": WHY}).json()
    assert [each["doc"] for each in done["changed"]] == ["errata/proposed.yaml"]
    hexes = {hex_: terrain for hex_, _x, _y, terrain in page.get("/api/map").json()["hexes"]}
    assert (hexes["R20"], hexes["R21"]) == ("sea", "sea")
    assert {"R20", "R21"} <= page.get("/api/errata").json()["hexes"].keys()
    typed = page.type(AXIS, 0, 0, "# not of the print\n")
    assert (typed.status_code, session.texts[AXIS].text) == (422, before[AXIS])
    row = page.do("map.place", hex="R20", name="Nowhere", kinds=[])
    assert row.status_code == 422
    assert "does not add or remove rows" in row.json()["message"]
    page.post("/api/undo", {"epoch": page.epoch})
    assert session.overlay() == before


def test_the_list_shows_hides_changes_and_removes_errata(page) -> None:
    listed = {each["id"]: each for each in page.get("/api/errata").json()["errata"]}
    assert listed["DR-011a"]["shown"]
    assert (listed["DR-001"]["shown"], listed["DR-001"]["paper"][:35]) == (False, "Allied order of battle, unit 38, co")
    assert page.text(AXIS)[listed["DR-011a"]["target"]["from"] :].startswith("Q16,")
    view(page, switch={"DR-011a": False})
    assert "OOB033" in errors(page)
    assert not next(e for e in page.get("/api/errata").json()["errata"] if e["id"] == "DR-011a")["shown"]
    view(page, switch={"DR-011a": True})
    args = {"doc": AXIS, "path": ["units", 4, "dec40"], "text": "QQ14"}
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": WHY}).json()
    assert done["sentence"].endswith("(DR-011a)")
    changed = page.text("errata/proposed.yaml")
    assert "corrected: QQ14\n    why: >-\n      The unit has 4 on its counter.\n" in changed
    assert format_text(changed, "errata/proposed.yaml") == changed
    assert page.do("erratum.remove", ids=["DR-011a", "DR-011b"]).json()["sentence"] == "Remove DR-011a, DR-011b"
    assert "DR-011" not in {each["number"] for each in page.get("/api/errata").json()["errata"]}


def test_a_first_erratum_makes_its_list(page, folder, session) -> None:
    args = {"doc": AXIS, "path": ["units", 3, "dec40"], "text": "SS32"}
    said = {"why": "So the publisher.", "source": "Errata sheet of 1982.", "by": "publisher"}
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": said}).json()
    assert [each["doc"] for each in done["changed"]] == ["errata/official.yaml"]
    made = page.text("errata/official.yaml")
    assert format_text(made, "errata/official.yaml") == made
    assert errors(page) == []
    page.post("/api/undo", {"epoch": page.epoch})
    assert "errata/official.yaml" not in session.documents()


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Where prints go."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "build"


def test_the_list_of_errata_is_printed_alone(elsewhere, page, session) -> None:
    at = place(page, AXIS, "S32")
    args = {"doc": AXIS, "path": at["path"], "text": "SS32"}
    page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": WHY})
    ended = threading.Event()
    session.listen(lambda event, data: ended.set() if event == "print" and data["state"] != "running" else None)
    assert [each["title"] for each in page.get("/api/print").json()["errata"]] == ["Errata", "What has changed"]
    page.post("/api/print", {"only": [], "errata": ["errata-list"], "papers": ["A4"]})
    assert ended.wait(60)
    last = page.get("/api/print").json()["last"]
    assert [each["title"] for each in last["files"]] == ["Errata"], last
    (name,) = (each["name"] for each in last["files"])
    assert (elsewhere / "rats" / name).read_bytes() == page.get(f"/api/prints/{name}").content
    refused = page.post("/api/print", {"only": [], "errata": ["map"]})
    assert "there is no document 'map'" in refused.json()["message"]


def test_a_corrected_cell_says_what_it_is_corrected_to(page, session) -> None:
    at = place(page, AXIS, "Q16,  dec40+")
    cell = {"doc": AXIS, "path": at["path"], "text": "Q16", "at": 3}
    told = page.post("/api/cell", cell).json()
    assert told["says"].startswith("Corrected to `QQ16` by DR-011a: Starts in QQ16")
    assert told["problem"] == ""
    view(page, printed=True)
    assert page.post("/api/cell", cell).json()["says"].startswith("Starts in Q16")


def test_what_a_new_erratum_changes_is_said_of_its_list(page) -> None:
    at = place(page, AXIS, "S32")
    args = {"doc": AXIS, "path": at["path"], "text": "SS32"}
    page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": WHY})
    changes = page.post("/api/compare", {"to": "saved"}).json()["changes"]
    assert {(each["document"], each["place"]["erratum"]) for each in changes} == {("errata/proposed.yaml", "DR-071")}


def test_errata_asked_for_while_others_are_tried_are_tried_together(session, monkeypatch) -> None:
    """However many requests come, one thread is at work."""
    began, go_on, told = threading.Event(), threading.Event(), threading.Event()
    tried: list[list[str]] = []
    jobs: list[int] = []

    def trials(_workspace, ids):
        tried.append(ids)
        began.set()
        assert go_on.wait(20)
        return []

    def hear(event: str, data: dict) -> None:
        if event == "errata":
            jobs.append(data["job"])
            if len(jobs) == 2:
                told.set()

    monkeypatch.setattr(panel, "trials", trials)
    session.listen(hear)
    asked = panel.Trials(session)
    first = asked.ask(["DR-001"])
    assert began.wait(20)
    for ids in (["DR-002"], ["DR-003", "DR-002"], ["DR-004"]):
        last = asked.ask(ids)
    go_on.set()
    assert told.wait(20)
    assert tried == [["DR-001"], ["DR-002", "DR-003", "DR-004"]]
    assert jobs == [first, last]


def test_errata_that_are_asked_for_meanwhile_are_tried_together_under_one_number(session, monkeypatch) -> None:
    trials, told = panel.Trials(session), []
    begun, go, done = threading.Event(), threading.Event(), threading.Event()

    def slow(number: int, ids: list[str]) -> None:
        told.append((number, ids))
        begun.set()
        assert go.wait(10)
        if len(told) == 2:
            done.set()

    monkeypatch.setattr(trials, "_try", slow)
    first = trials.ask(["DR-001"])
    assert begun.wait(10)
    second = trials.ask(["DR-002"])
    assert trials.ask(["DR-003"]) == second
    go.set()
    assert done.wait(10)
    assert told == [(first, ["DR-001"]), (second, ["DR-002", "DR-003"])]


def test_a_cell_of_a_table_is_named_by_its_column() -> None:
    file = Workspace(CONTENT / "knights-of-the-desert").load("none").read["charts.yaml"]
    path = ("charts", "force_table", "rows", "El Alamein", 1)
    assert file.data["charts"]["force_table"]["rows"]["El Alamein"][1] == "2818/3824"
    assert address(file, path) == "charts.charts.force_table.rows[El Alamein][mobile strength Ax/Al]"

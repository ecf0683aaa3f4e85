"""Pages as they print: made of the unsaved texts, the newest request only, nothing of a game with errors."""

from __future__ import annotations

import io
import threading
import time

import pytest
from PIL import Image

from scenario_forge.editor.preview import preview
from scenario_forge.editor.preview.preview import Preview, PreviewRequest

WHOLE_GAME = True
OLD = "type: infantry,           strength: 5, movement: 12}"
NEW = "type: infantry,           strength: 4, movement: 12}"


@pytest.fixture
def told(session) -> list[dict]:
    """The events `preview`."""
    heard: list[dict] = []
    session.listen(lambda event, data: heard.append(data) if event == "preview" else None)
    return heard


def wait_for(told: list[dict], job: int) -> dict:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for each in told:
            if each["job"] == job:
                return each
        time.sleep(0.02)
    raise AssertionError("the preview never came")


def shown(page, told: list[dict], component: str, **more) -> tuple[dict, bytes]:
    """The event, and the first page at true size."""
    job = page.post("/api/preview", {"component": component, **more}).json()["job"]
    event = wait_for(told, job)
    return event, page.get(f"/api/preview/{job}/1.png").content if event["pages"] else b""


def change(page, doc: str, old: str, new: str) -> None:
    at = page.text(doc).index(old)
    assert page.type(doc, at, at + len(old), new).status_code == 200


def test_what_the_game_prints_is_listed(page) -> None:
    listed = page.get("/api/components").json()
    rows = {each["id"]: each for each in listed["components"]}
    assert {"map", "counters", "charts", "setup-card", "rules"} <= set(rows)
    assert "unit-record" not in rows, "this game has none"
    assert (rows["counters"]["title"], rows["setup-card"]["title"]) == ("Counters", "Set-up cards")
    assert [name for name, each in rows.items() if each["per_scenario"]] == ["setup-card", "leaflet"]
    assert {"id": "keren", "title": "Keren"} in listed["scenarios"]
    assert listed["papers"][:2] == ["A4", "Letter"]


def test_a_value_changes_its_counter_sheet_and_not_the_charts(page, told) -> None:
    made = {name: shown(page, told, name) for name in ("counters", "charts")}
    assert made["counters"][0]["documents"][0] == "Counters"
    change(page, "counters.yaml", OLD, NEW)
    after = {name: shown(page, told, name) for name in ("counters", "charts")}
    assert all(event["epoch"] == 1 and event["why"] == "" for event, _png in after.values())
    assert after["counters"][1] != made["counters"][1]
    assert after["charts"][1] == made["charts"][1]


def test_what_a_change_cannot_touch_is_not_set_again(page, told, monkeypatch) -> None:
    shown(page, told, "labels")

    def again(*_args) -> None:
        raise AssertionError("it was made again")

    monkeypatch.setattr(preview, "_jobs", again)
    text = page.text("victory.yaml")
    page.type("victory.yaml", len(text), len(text), "# looked at\n")
    assert shown(page, told, "labels")[0]["pages"]


def test_set_up_cards_are_those_of_a_scenario(page, told) -> None:
    event, first = shown(page, told, "setup-card", scenario="keren")
    assert event["documents"] == ["Keren, Empire", "Keren, Italian"]
    other, second = shown(page, told, "setup-card", scenario="keren", document="Keren, Italian", paper="Letter")
    assert other["document"] == "Keren, Italian"
    assert other["pages"][0] == (215.9, 279.4)
    assert first != second
    assert shown(page, told, "setup-card", scenario="nowhere")[0]["why"]


def test_errors_are_told_and_nothing_is_printed(page, told) -> None:
    change(page, "map.yaml", "hex: F7,", "hex: F20,")
    event, _none = shown(page, told, "counters")
    assert event["pages"] == []
    assert event["why"].endswith("so nothing is printed.")
    assert event["errors"][0]["code"] == "MAP030"
    assert event["errors"][0]["doc"] == "map.yaml"
    page.post("/api/undo", {"epoch": page.epoch})
    assert shown(page, told, "counters")[0]["pages"]


def test_a_stale_job_is_dropped(session, told, monkeypatch) -> None:
    going, free = threading.Event(), threading.Event()

    def slow(*_args) -> dict:
        going.set()
        free.wait(10)
        return {"pages": []}

    made = Preview(session)
    monkeypatch.setattr(made, "_printed", slow)
    wanted = PreviewRequest("counters", None, "A4", "")
    first = made.ask(wanted)
    assert going.wait(30)
    second, third = made.ask(wanted), made.ask(wanted)
    free.set()
    wait_for(told, third)
    made.close()
    assert [each["job"] for each in told] == [third]
    assert first < second < third


def test_pictures_have_bounds(page, told) -> None:
    job = wait_for(told, page.post("/api/preview", {"component": "labels"}).json()["job"])["job"]
    small, large = (page.get(f"/api/preview/{job}/1.png?scale={scale}") for scale in ("0.5", "2"))
    assert large.headers["content-type"] == "image/png"
    named = page.get(f"/api/preview/{job}.pdf").headers["content-disposition"]
    assert named == 'inline; filename="massawa-labels.pdf"'
    sizes = [Image.open(io.BytesIO(each.content)).width for each in (small, large)]
    assert sizes[1] == pytest.approx(4 * sizes[0], abs=4)
    assert page.get(f"/api/preview/{job}/1.png?scale=4.1").status_code == 422
    assert page.get(f"/api/preview/{job}/1.png?scale=1e3").status_code == 422
    for path in (f"{job}/0.png", f"{job}/99.png", "99/1.png", f"{job}/..%2f1.png"):
        assert page.get(f"/api/preview/{path}").status_code == 404, path
    assert page.get(f"/api/preview/{'9' * 300}/1.png").status_code == 422
    assert page.post("/api/preview", {"component": "labels", "paper": "A17"}).status_code == 422
    assert shown(page, told, "../labels")[0]["why"]
    for _ in range(preview.KEPT_JOBS):
        wait_for(told, page.post("/api/preview", {"component": "labels"}).json()["job"])
    assert page.get(f"/api/preview/{job}/1.png?scale=0.5").status_code == 404

"""The way of a stroke: from the page into the text, to findings and back again."""

from __future__ import annotations

import difflib

from scenario_forge.source.fmt import format_text

WHOLE_GAME = True


def hunk(before: str, after: str) -> tuple[list[str], list[str]]:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


def test_a_stroke_touches_its_row_and_is_undone_to_the_letter(page) -> None:
    before = page.text()
    done = page.do("map.paint", cells=[["L1", "sea"], ["L3", "sea"]]).json()
    assert done["sentence"] == "Paint 2 hexes as Sea"
    assert (done["undo"], done["redo"], done["map"]) == ("Paint 2 hexes as Sea", None, True)
    assert done["unsaved"] == ["map.yaml"]
    assert hunk(before, page.text()) == (
        ["  - {row: L, eritrea: cccccchhhhmmmhcsssss}"],
        ["  - {row: L, eritrea: scsccchhhhmmmhcsssss}"],
    )
    start = before.index("cccccchhhhmmmhcsssss")
    assert done["changed"] == [{"doc": "map.yaml", "edits": [{"from": start, "to": start + 3, "insert": "scs"}]}]
    hexes = {hex_: terrain for hex_, _x, _y, terrain in page.get("/api/map").json()["hexes"]}
    assert (hexes["L1"], hexes["L2"], hexes["L3"]) == ("sea", "clear", "sea")
    undone = page.post("/api/undo", {"epoch": page.epoch}).json()
    assert (undone["sentence"], undone["undo"], undone["redo"]) == (
        "Paint 2 hexes as Sea",
        None,
        "Paint 2 hexes as Sea",
    )
    assert page.text() == before


def test_findings_follow_with_their_hexes(page) -> None:
    assert not [found for found in page.findings()["findings"] if found["code"] == "MAP013"]
    page.do("map.paint", cells=[["H12", "sea"], ["I12", "sea"], ["I11", "sea"]])
    found = [each for each in page.findings()["findings"] if "H12" in each["hexes"]]
    assert found
    assert all(each["doc"] and each["line"] and each["from"] <= each["to"] for each in found)


def test_the_ground_is_drawn_anew_after_a_stroke(page) -> None:
    before = page.get("/api/map/ground").json()
    assert sum('id="hex-L1"' in part for _number, part in before["parts"]) == 1
    page.do("map.paint", cells=[["L1", "sea"]])
    assert page.get("/api/map/ground").json()["parts"] != before["parts"]


def test_of_a_later_ground_only_what_changed_is_sent(page) -> None:
    """The parts put into the drawing before are the drawing after."""
    before = page.get("/api/map/ground").json()
    page.do("map.paint", cells=[["L1", "sea"]])
    after = page.get("/api/map/ground").json()
    told = page.get("/api/map/ground", params={"since": before["epoch"]}).json()
    assert told["skeleton"] is None
    assert 0 < len(told["parts"]) < len(after["parts"])
    assert [*(dict(before["parts"]) | dict(told["parts"])).items()] == [tuple(each) for each in after["parts"]]
    assert page.get("/api/map/ground", params={"since": 4711}).json() == after
    assert page.get("/api/map/ground", params={"since": "-1"}).json() == after


def test_what_was_formatted_stays_formatted(page) -> None:
    text = page.text()
    assert format_text(text, "map.yaml") == text
    page.do("map.hexsides", kind="river", sides=[["A1", "A2"], ["A2", "B1"], ["A2", "B2"]])
    page.do("map.line", kind="track", path=["A1", "A2", "A3"], name="Ours")
    page.do("map.place", hex="A2", name="Crossing", kinds=["village"])
    page.do("map.line.erase", kind="road", steps=[["F6", "F7"]])
    page.do("map.label", index=None, value={"name": "Wilderness", "kind": "land", "along": ["B5", "B9"]})
    changed = page.text()
    assert len(hunk(text, changed)[1]) < 14
    assert format_text(changed, "map.yaml") == changed


def test_saving_writes_the_file_and_nothing_else(page, folder) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    page.do("map.paint", cells=[["L1", "sea"]])
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert page.post("/api/save", {}).json()["saved"] == ["map.yaml"]
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {path.name for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == {"map.yaml"}
    assert after[folder / "map.yaml"].decode() == page.text()

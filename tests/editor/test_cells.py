"""A cell while it is typed: its sentence, its problem, and what fits into it."""

from __future__ import annotations

import pytest

from scenario_forge.editor.text.cells import CellText, cell_help
from scenario_forge.game.reading.workspace import Workspace

from .conftest import CONTENT

WHOLE_GAME = True
ITALY = "orders-of-battle/italy.yaml"
AXIS = "orders-of-battle/axis.yaml"
JAN, SUPPLY = ("units", 0, "jan41"), ("markers", 0, "jan41")


@pytest.fixture(scope="module")
def games():
    return {name: Workspace(CONTENT / name).load("none", {}) for name in ("massawa", "knights-of-the-desert")}


def asked(game, doc, path, text) -> dict:
    return cell_help(game, CellText(doc=doc, path=[*path], text=text, at=len(text)))


def labels(said: dict, text: str) -> list[str]:
    """The cell after each completion is taken."""
    return [text[: each["start"]] + each["label"] for each in said["fitting"]]


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (JAN, "F5(f)", "Starts in F5 (Keru), in a fortified box."),
        (JAN, "F9(c3)", "Starts in F9 (Agordat), at strength 3."),
        (JAN, "Keru", "Starts in F5 (Keru)."),
        (JAN, "N", "Not in play."),
        (("units", 99, "jan41+"), "R2/2/41, W16/2/41", "Arrives 2 Feb 41; leaves 16 Feb 41."),  # a row to come
        (SUPPLY, "F9 F9 H12", "2 in F9 (Agordat); 1 in H12 (Keren)."),
        (SUPPLY, "none", "There are none."),
        (JAN, "", ""),
        (("units", 0, "name"), "F5", ""),
    ],
)
def test_a_cell_is_told_in_words(games, path, text, words) -> None:
    said = asked(games["massawa"], ITALY, path, text)
    assert (said["says"], said["problem"]) == (words, "")


@pytest.mark.parametrize(
    ("path", "text", "problem", "hint", "part"),
    [
        (JAN, "F99", "This game has no hex `F99`: F99 is not on the map: no column 99", None, "F99"),
        (JAN, "Kass", "This game has no hex `Kass`", "did you mean Kassala?", "Kass"),
        (JAN, "F5(x)", "`(x)` is neither (f) nor a strength such as (c3).", None, "(x)"),
        (JAN, "F5(F)", "`(F)` is neither", "did you mean (f)?", "(F)"),
        (("units", 0, "jan41+"), "R2/2/41, R", "R has no date, such as R2/41.", None, "R"),
        (SUPPLY, "F9 F99", "This game has no hex `F99`", None, "F99"),
    ],
)
def test_what_does_not_read_is_told_at_its_characters(games, path, text, problem, hint, part) -> None:
    said = asked(games["massawa"], ITALY, path, text)
    assert said["problem"].startswith(problem)
    assert (said["hint"], text[said["from"] : said["to"]], said["says"]) == (hint, part, "")


def test_a_cell_in_the_plain_notation(games) -> None:
    game, cell = games["knights-of-the-desert"], ("units", 0, "jan42")
    assert asked(game, AXIS, cell, "0204 (60)")["says"] == "Starts in 0204 (El Agheila), at strength 60."
    assert asked(game, AXIS, cell, "edge:west")["says"] == "Enters at any west edge hex."
    assert asked(game, AXIS, cell, "in:desert")["problem"] == "This game has no area `desert`."


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        (JAN, "Agor", ["Agordat"]),
        (JAN, "F5(", ["F5(f)"]),  # the signs that the charts print
        (("units", 0, "jan41+"), "R16", ["R16/2/41", "R16/3/41"]),
        (SUPPLY, "F9 H1", ["F9 H12", "F9 H13"]),
    ],
)
def test_what_fits_is_offered(games, path, text, wanted) -> None:
    offered = labels(asked(games["massawa"], ITALY, path, text), text)
    assert {*wanted} <= {*offered}
    assert text not in offered


def test_nothing_is_offered_behind_a_complete_cell(games) -> None:
    assert asked(games["massawa"], ITALY, JAN, "F9(c3)")["fitting"] == []


OWN = """\
basis: proposed
scenario: ours
title: Ours
start: jan41
stop: apr41
set_up:
  - side: italy
    units:
      - {no: 3, at: F9}
"""


def test_counters_without_a_row_are_offered_for_a_new_one(page) -> None:
    assert page.get("/api/uncharted", params={"doc": ITALY}).json() == {"units": []}
    page.do("table.row.remove", table="orders-of-battle/italy", row=6)
    assert page.get("/api/uncharted", params={"doc": ITALY}).json() == {"units": [{"no": 7, "name": "11 Col. Bde"}]}
    typed = {"doc": ITALY, "path": ["units", 6, "no"], "text": "", "at": 0}
    assert page.post("/api/cell", typed).json()["fitting"] == [{"label": "7", "kind": "11 Col. Bde", "start": 0}]
    done = page.do("table.row.add", table="orders-of-battle/italy", row=6, cells={"no": "7", "name": "11 Col. Bde"})
    assert done.status_code == 200
    assert "{no: 7,  name: 11 Col. Bde" in page.text(ITALY)
    assert page.get("/api/uncharted", params={"doc": "../secrets.yaml"}).json() == {"units": []}


def test_markers_of_an_order_of_battle_are_a_table(page) -> None:
    name = f"{ITALY.removesuffix('.yaml')}/markers"
    table = page.get("/api/table", params={"name": name}).json()
    assert [each["id"] for each in table["columns"]] == ["marker", "name", "jan41", "jan41+", "mar41", "mar41+"]
    assert [row["cells"] for row in table["rows"]] == [["supply", "Supply", "F9 H12", None, "H12 E15", None]]
    page.do("table.cell", table=name, row=0, column="jan41", value="F9 H12 E15")
    assert "  - {marker: supply, name: Supply, jan41: F9 H12 E15, mar41: H12 E15}\n" in page.text(ITALY)


@pytest.fixture
def ours(folder):
    """A scenario with a set-up of its own, written before the session begins."""
    (folder / "scenarios/ours.yaml").write_text(OWN)


def test_the_page_asks_about_a_scenarios_own_cell(ours, page) -> None:
    cell = {"doc": "scenarios/ours.yaml", "path": ["set_up", 0, "units", 0, "at"], "text": "Decide: F10?", "at": 12}
    answer = page.post("/api/cell", cell).json()
    assert answer["says"] == "Left open; played until it is decided: starts in F10."
    assert page.post("/api/cell", {**cell, "doc": "../game.yaml"}).status_code == 404
    assert page.post("/api/cell", {**cell, "text": "x" * 2000}).status_code == 422
    assert page.post("/api/cell", {**cell, "at": 10**6}).status_code == 200

"""Rows by the numbers that a window read, though another window moved them; and new names with their uses."""

from __future__ import annotations

import pytest

from scenario_forge.editor import intent_requests
from scenario_forge.editor.history import MOST_TAKEN_BACK, Earlier

WHOLE_GAME = True
COUNTERS, ITALY, TRACK, VICTORY = "counters.yaml", "orders-of-battle/italy", "time-track.yaml", "victory.yaml"


def rows(page, table: str) -> tuple[int, list[list[str | None]]]:
    """The epoch of a table, and its cells."""
    answer = page.get("/api/table", params={"name": table}).json()
    return answer["epoch"], [row["cells"] for row in answer["rows"]]


def ask(page, intent: str, uses: str = "ask", **args):
    return page.post("/api/do", {"epoch": page.epoch, "intent": intent, "args": args, "uses": uses})


# -- two windows -----------------------------------------------------------------------------------


def test_a_cell_is_set_in_its_row_though_another_window_moved_it(page) -> None:
    read, before = rows(page, ITALY)
    assert page.do("table.row.remove", table=ITALY, row=2).status_code == 200
    cell = {"table": ITALY, "column": "note", "value": "late", "read": read}
    done = ask(page, "table.cell", row=4, **cell)
    assert done.json()["sentence"] == f"Set note of {before[4][1]} to late"
    _epoch, after = rows(page, ITALY)
    assert [row for row in after if "late" in row] == [after[3]]
    assert ask(page, "table.cell", row=2, **cell).status_code == 409


def test_a_block_goes_only_into_rows_that_still_stand_together(page) -> None:
    read, before = rows(page, ITALY)
    page.do("table.row.move", table=ITALY, row=3, to=6)
    paste = {"table": ITALY, "row": 2, "column": "note", "read": read}
    assert ask(page, "table.paste", cells=[["a"], ["b"]], **paste).status_code == 409
    assert ask(page, "table.paste", cells=[["a"]], **paste).status_code == 200
    assert ask(page, "table.row.move", table=ITALY, row=3, to=2, read=read).status_code == 200
    _epoch, after = rows(page, ITALY)
    assert [row[0] for row in after] == [row[0] for row in [*before[:2], before[3], before[2], *before[4:]]]


def test_a_row_of_a_form_is_found_again_or_the_change_refused(page) -> None:
    read = page.get("/api/form", params={"doc": VICTORY}).json()["epoch"]
    assert page.do("form.remove", doc=VICTORY, path=["objectives", 0]).status_code == 200
    late = {"doc": VICTORY, "read": read, "value": 77}
    assert ask(page, "form.set", path=["objectives", 0, "points"], **late).status_code == 409
    text = page.text(VICTORY)
    done = ask(page, "form.set", path=["objectives", 2, "points"], **late).json()
    edit = done["changed"][0]["edits"][0]
    assert text.count("\n  - ", text.index("objectives:"), edit["from"]) == 2
    assert "points: 77" in page.text(VICTORY)


def test_what_was_read_too_long_ago_is_refused(page, session) -> None:
    read, _before = rows(page, "counters")
    session.earlier.note(session.epoch + 1, COUNTERS, None)
    session.next_epoch([COUNTERS])
    page.epoch = session.epoch
    late = ask(page, "table.cell", table="counters", row=0, column="strength", value="9", read=read)
    assert late.status_code == 409


def test_a_large_change_is_not_kept_to_find_rows_again() -> None:
    earlier = Earlier()
    earlier.note(1, COUNTERS, [(0, 3, "one")])
    assert earlier.text(COUNTERS, "two more", 0) == "one more"
    earlier.note(2, COUNTERS, [(0, 3, "x" * (MOST_TAKEN_BACK + 1))])
    assert earlier.text(COUNTERS, "two more", 1) is None
    assert earlier.text(COUNTERS, "two more", 2) == "two more"


def test_a_long_paste_with_a_reason_becomes_errata(page, monkeypatch) -> None:
    monkeypatch.setattr(intent_requests, "LONG", 1)
    page.post("/api/errata/view", {"correcting": True})
    args = {"table": "counters", "row": 0, "column": "strength", "cells": [["9"], ["9"]]}
    asked = page.do("table.paste", **args)
    assert (asked.status_code, asked.json()["needs"]) == (422, "reason")
    why = {"why": "The printed figures are too low.", "source": "Ours.", "by": "us"}
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "table.paste", "args": args, "reason": why})
    assert done.status_code == 200, done.text
    assert [each["doc"] for each in done.json()["changed"]] == ["errata/proposed.yaml"]


# -- new names -------------------------------------------------------------------------------------

CASES = [
    ("map.place.change", {"hex": "H12", "values": {"name": "Cheren", "value": 3}}, "place"),
    ("form.set", {"doc": TRACK, "path": ["stops", 0, "id"], "value": "spring"}, "stop"),
    ("table.cell", {"table": "counters", "row": 0, "column": "no", "value": "99"}, "unit"),
    ("form.set", {"doc": "map.yaml", "path": ["line_kinds", 0, "id"], "value": "highway"}, "line kind"),
    ("form.set", {"doc": "game.yaml", "path": ["sides", 0, "id"], "value": "commonwealth"}, "side"),
    ("form.set", {"doc": "map.yaml", "path": ["boxes", 0, "id"], "value": "Port Sudan"}, "box"),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("intent", "args", "kind"), CASES, ids=[case[2] for case in CASES])
def test_a_new_name_is_given_to_all_uses_in_one_step_if_wanted(page, session, intent, args, kind) -> None:
    before = session.overlay()
    asked = ask(page, intent, **args)
    assert (asked.status_code, asked.json()["needs"], asked.json()["kind"]) == (422, "uses", kind)
    uses, files, new = (asked.json()[key] for key in ("uses", "files", "new"))
    assert uses >= files >= 1
    assert session.overlay() == before
    done = ask(page, intent, "all", **args).json()
    assert (
        done["sentence"] == f"Rename {asked.json()['old']} to {new}, and its {'use' if uses == 1 else f'{uses} uses'}"
    )
    assert len(done["changed"]) >= files
    assert sum(text.casefold().count(new.casefold()) for text in session.overlay().values()) > uses
    page.post("/api/undo", {"epoch": page.epoch})
    assert session.overlay() == before
    assert len(ask(page, intent, "here", **args).json()["changed"]) == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("uses", ["all", "here"])
def test_the_file_of_a_scenario_follows_its_id_in_the_same_step(page, session, uses) -> None:
    before = session.overlay()
    old, new = "scenarios/keren.yaml", "scenarios/cheren.yaml"
    args = {"doc": old, "path": ["scenario"], "value": "cheren"}
    assert ask(page, "form.set", **args).json()["needs"] == "uses"
    done = ask(page, "form.set", uses, **args).json()
    assert done["sentence"] == f"Rename keren to cheren, {'its file and its use' if uses == 'all' else 'and its file'}"
    assert done["documents"]
    after = session.overlay()
    assert after[old] is None
    assert after[new] == before[old].replace("scenario: keren", "scenario: cheren")
    codes = {each["code"] for each in page.findings()["findings"]}
    assert "SCN007" not in codes
    assert ("REF001" in codes) == (uses == "here")
    page.post("/api/undo", {"epoch": page.epoch})
    assert {name: text for name, text in session.overlay().items() if text is not None} == before
    page.post("/api/redo", {"epoch": page.epoch})
    page.post("/api/save", {})
    assert not (session.folder / old).exists()
    assert (session.folder / new).read_text() == after[new]


@pytest.mark.parametrize(
    ("new", "why"),
    [("eritrea", "there is a document"), ("con", "cannot be the name"), ("k" * 300, "more than 200 letters")],
)
def test_a_scenario_gets_no_name_that_its_file_cannot_have(page, new, why) -> None:
    text = page.text("scenarios/keren.yaml")
    at = page.text("scenarios/eritrea.yaml").index("scenario: eritrea") + len("scenario: ")
    page.type("scenarios/eritrea.yaml", at, at + len("eritrea"), "other")
    args = {"doc": "scenarios/keren.yaml", "path": ["scenario"], "value": new}
    for uses in ("all", "here"):
        refused = ask(page, "form.set", uses, **args)
        assert (refused.status_code, why in refused.json()["message"]) == (422, True), refused.text
    assert page.text("scenarios/keren.yaml") == text


def test_what_else_a_dialog_changes_is_in_the_same_step(page) -> None:
    ask(page, *CASES[0][:1], "all", **CASES[0][1])
    assert "name: Cheren" in page.text()
    [place] = [each for each in page.get("/api/map").json()["places"] if each["name"] == "Cheren"]
    assert place["value"] == 3


def test_a_value_that_nothing_names_is_changed_without_a_question(page) -> None:
    args = {"doc": TRACK, "path": ["stops", 0, "label"], "value": "Spring 41"}
    assert ask(page, "form.set", **args).status_code == 200
    taken = {"hex": "H12", "values": {"name": "Massawa"}}
    assert ask(page, "map.place.change", "all", **taken).status_code == 422

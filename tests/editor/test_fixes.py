"""Findings mended by their own fixes, as the page applies them."""

from __future__ import annotations

from dataclasses import replace

from scenario_forge import checks
from scenario_forge.diagnostics import Span, TextEdit
from scenario_forge.source.fmt import format_text

WHOLE_GAME = True


def test_a_new_place_gets_a_controller_at_each_start_by_fixes(page) -> None:
    page.do("map.place", hex="D15", name="Zula Bay", kinds=["town", "supply-centre"], capacity="U")
    for left in (2, 1):
        found = page.findings()["findings"]
        assert [each["code"] for each in found] == ["DR006"] * left
        near, far = found[0]["fixes"]
        # the Italians of Asmara are nearer at both starts
        assert (near["title"], far["title"]) == ("add zula_bay: italy", "add zula_bay: empire")
        page.fix(near)
    assert page.findings()["findings"] == []
    text = page.text("rules.yaml")
    assert text.count("\n    zula_bay: italy\n") == 2
    assert format_text(text, "rules.yaml") == text


def test_a_counter_gets_its_row_in_the_order_of_battle_by_a_fix(page) -> None:
    before = page.text("orders-of-battle/italy.yaml")
    page.do("table.row.duplicate", table="counters", row=23)
    [found] = [each for each in page.findings()["findings"] if each["code"] == "OOB002"]
    [fix] = found["fixes"]
    assert (fix["title"], [*fix["changed"]]) == (
        "add it to the order of battle of Italian",
        ["orders-of-battle/italy.yaml"],
    )
    page.fix(fix)
    assert "OOB002" not in {each["code"] for each in page.findings()["findings"]}
    after = page.text("orders-of-battle/italy.yaml")
    [new] = [line for line in after.splitlines() if line not in before.splitlines()]
    assert "no: 13, name: Massawa Gar., jan41: N," in " ".join(new.split())
    assert format_text(after, "orders-of-battle/italy.yaml") == after


def test_a_fix_of_several_files_is_one_step(page, session, monkeypatch) -> None:
    every = checks.run.check

    def in_both(game, which="all"):
        edits = [TextEdit(Span(name, 1, 1, 1, 1), "# read\n") for name in ("map.yaml", "rules.yaml")]
        return [replace(each, fixes=()).fix("say so in both", *edits) for each in every(game, which)]

    monkeypatch.setattr(checks.run, "check", in_both)
    page.do("map.place", hex="D15", name="Zula Bay", kinds=["town"], capacity="U")
    before = session.overlay()
    [fix] = page.findings()["findings"][0]["fixes"]
    assert page.fix(fix).json()["undo"] == "Fix: say so in both"
    assert [name for name, text in session.overlay().items() if text != before[name]] == ["map.yaml", "rules.yaml"]
    page.post("/api/undo", {"epoch": page.epoch})
    assert session.overlay() == before


def test_a_finding_about_a_clause_leads_to_that_clause(page) -> None:
    text = page.text("rules.yaml")
    at = text.index("limit:") + len("limit: ")
    page.type("rules.yaml", at, at + 1, "9")
    found = [each for each in page.findings()["findings"] if each["code"] == "RUL001" and each["clause"]]
    clauses = {each["id"]: each for each in page.get("/api/rules").json()["clauses"]}
    assert found
    assert all("stacking.limit" in dict(clauses[each["clause"]]["states"]) for each in found)

"""Findings mended by their own fixes, as the page applies them."""

from __future__ import annotations

from scenario_forge.source.fmt import format_text

WHOLE_GAME = True


def test_a_new_place_gets_a_controller_at_each_start_by_fixes(page) -> None:
    page.do("map.place", hex="D15", name="Zula Bay", kinds=["town"], capacity="U")
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
    assert (fix["title"], fix["doc"]) == ("add it to the order of battle of Italian", "orders-of-battle/italy.yaml")
    page.fix(fix)
    assert "OOB002" not in {each["code"] for each in page.findings()["findings"]}
    after = page.text("orders-of-battle/italy.yaml")
    [new] = [line for line in after.splitlines() if line not in before.splitlines()]
    assert "no: 13, name: Massawa Gar., jan41: N," in " ".join(new.split())
    assert format_text(after, fix["doc"]) == after

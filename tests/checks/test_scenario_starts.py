"""What a start may have besides units, checked: marks, wrecks, boxes, points saved, more than the mix has."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
SIEGE = (SKIRMISH / "scenarios" / "siege.yaml").read_text()


def found(own: str, *, options: str = "") -> list[tuple[str, str]]:
    """The findings in the siege's file when it says `own` of the Allied side."""
    text = SIEGE.replace("start: mar41\n", f"start: mar41\nset_up:\n  - side: allied\n{own}\n")
    if options:
        text = text.replace("options: [eighty-eights]", f"options: [{options}]")
    game = load_game(SKIRMISH, files={"scenarios/siege.yaml": text})
    return [(each.code.id, each.message) for each in check(game) if each.span.file == "scenarios/siege.yaml"]


def unit(row: str) -> str:
    return f"    units:\n      - {{{row}}}"


def markers(*rows: str) -> str:
    return "    markers:\n" + "\n".join(f"      - {{{row}}}" for row in rows)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (unit("no: 1, at: E8(d)"), "Allied 1 cannot be face down: units of type armour never are"),
        (unit("no: 8, at: N(d)"), "Allied 8 cannot be face down: one that is not there never is"),
        (unit("no: 1, at: E8(w2)"), "optional rule `white-knees` is not in play"),
        (unit("no: 1, at: E8(for 2)"), "withdrawn in another's place: one that is there never is"),
        (unit("no: 1, at: N(for 1)"), "Allied 1 is not another unit of its side"),
        (unit("no: 1, at: N(for 77)"), "Allied 77 is not another unit of its side"),
        (unit("no: 1, at: N(for 3)}\n      - {no: 2, at: N(for 3)"), "Allied 1 already is"),
    ],
)
def test_a_mark_that_a_counter_cannot_have(own: str, said: str) -> None:
    assert [said in message for code, message in found(own) if code == "SCN040"] == [True]


def test_more_phases_of_white_knees_than_there_are() -> None:
    own = unit("no: 1, at: E8(w3)")
    assert any(
        code == "SCN040" and "1 to 2 is allowed" in message for code, message in found(own, options="white-knees")
    )
    assert "SCN040" not in dict(found(unit("no: 1, at: E8(w2)"), options="white-knees"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("marker: wreck, at: E8", "Wreck in E8 has no points"),
        ("marker: supply, at: E8(c2)", "has no points"),
        ("marker: strength-3, at: E8", "cannot be placed at a start"),
        ("marker: box, at: Camp", "lies on the map"),
        ("marker: box, at: E8 E8", "E8 already has Allied fortified box's"),
    ],
)
def test_a_marker_that_cannot_lie_so(row: str, said: str) -> None:
    assert any(code == "SCN041" and said in message for code, message in found(markers(row)))


def test_supply_lies_face_down_and_nothing_else_of_the_markers_does() -> None:
    assert "SCN040" not in dict(found(markers("marker: supply, at: E8(d)")))
    assert any(
        code == "SCN040" and "wreck never is" in said for code, said in found(markers("marker: wreck, at: E8(c2)(d)"))
    )


def test_wrecks_lie_among_friend_and_enemy_but_not_in_the_sea() -> None:
    assert not {"OOB031", "SCN041"} & set(dict(found(markers("marker: wreck, at: C3(c2)"))))
    assert "OOB031" in dict(found(markers("marker: box, at: C3")))
    assert "OOB030" in dict(found(markers("marker: wreck, at: H1(c2)")))


def test_more_boxes_or_supply_than_the_mix_has() -> None:
    assert "OOB040" in dict(found(markers("marker: box, at: E8 E7 D7 D6 C6 C7")))
    assert "OOB040" in dict(found(markers("marker: captured, at: E8 E7 D7")))


@pytest.mark.parametrize("name", ["repairs", "gold"])
def test_points_that_the_rules_do_not_save_are_named(name: str) -> None:
    (said,) = [message for code, message in found(f"    saved: {{{name}: 2}}") if code == "REF001"]
    assert name in said
    assert not found("    saved: {repair: 2}")


def test_points_below_nothing_are_refused() -> None:
    text = SIEGE.replace("start: mar41\n", "start: mar41\nset_up:\n  - side: allied\n    saved: {repair: -1}\n")
    assert any(
        each.code.id.startswith("SCH") for each in check(load_game(SKIRMISH, files={"scenarios/siege.yaml": text}))
    )


def test_a_place_that_is_none_and_a_sign_that_is_none() -> None:
    assert "REF001" in dict(found(markers("marker: wreck, at: ZZ99(c2)")))
    assert "REF002" in dict(found(markers("marker: wreck, at: E8(z)")))


def test_markers_of_another_kind_stay_as_printed() -> None:
    """A wreck said over a printed start takes no supply away; `none` does."""

    def lying(own: str) -> list[str]:
        text = SIEGE.replace("start: mar41\n", f"start: mar41\nset_up:\n  - side: allied\n{own}\n")
        made = plan(load_game(SKIRMISH, files={"scenarios/siege.yaml": text}), "siege")
        return sorted(f"{each.marker} {each.entry.token.place}" for each in made.markers if each.side == "allied")

    supply = ["supply-allied G6", "supply-allied GG9"]
    assert lying(markers("marker: wreck, at: E8(c2)")) == [*supply, "wreck E8"]
    assert lying(markers("marker: supply, at: E7")) == ["supply-allied E7"]
    assert lying(markers("marker: supply, at: none")) == []

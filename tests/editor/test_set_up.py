"""The set-up on the map: who starts where, and a move that edits the cell as it would have been typed."""

from __future__ import annotations

import difflib
import re

import pytest

from scenario_forge.compiler import compile_scenario
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.errata.chosen import ErrataChoice
from scenario_forge.editor.intent_requests import do
from scenario_forge.editor.session import Session
from scenario_forge.editor.set_up.units import counters_svg, set_up_data
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import unit_front
from scenario_forge.source.fmt import format_text
from tests.as_printed import copy_as_printed

WHOLE_GAME = True
ITALY = "orders-of-battle/italy.yaml"


def edited(before: str, after: str) -> list[tuple[str, str]]:
    """Each changed line before and after, without runs of spaces."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    old = [" ".join(line[2:].split()) for line in lines if line[0] == "-"]
    new = [" ".join(line[2:].split()) for line in lines if line[0] == "+"]
    return list(zip(old, new, strict=True))


@pytest.fixture
def opened(tmp_path):
    """Opens a copy of a game of the collection."""
    sessions = []

    def make(name: str, scenario: str = "", text: str = "") -> Session:
        folder = copy_as_printed(name, tmp_path / name)
        if scenario:
            (folder / f"scenarios/{scenario}.yaml").write_text(text)
        sessions.append(Session(folder))
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()


def move(session: Session, unit: str, scenario: str, **to: str) -> dict:
    return do(session, session.epoch, "unit.move", {"unit": unit, "scenario": scenario, **to})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "scenario", "unit", "to", "file", "old", "new"),
    [
        ("massawa", "eritrea", "italy/3", {"hex": "F10"}, ITALY, "jan41: F9,", "jan41: F10,"),
        ("massawa", "eritrea", "italy/1", {"hex": "H12"}, ITALY, "jan41: F5(f),", "jan41: H12(f),"),
        ("massawa", "keren", "italy/3", {"hex": "H12"}, ITALY, "mar41: F13(f)(c4)}", "mar41: H12(f)(c4)}"),
        ("massawa", "keren", "italy/2", {"hex": "F9"}, ITALY, "mar41: E15(c4)}", "mar41: F9(c4)}"),
        ("massawa", "keren", "italy/8", {"hex": "F9"}, ITALY, "mar41: E}", "mar41: F9}"),
        ("desert-rats", "dec40-mar42", "axis/9", {"hex": "S29"}, "axis", "dec40: T30,", "dec40: S29,"),
        ("desert-rats", "dec40-mar42", "axis/9", {"place": "Trip"}, "axis", "dec40: T30,", "dec40: Trip,"),
        ("desert-rats", "mar41-mar42", "axis/12", {"hex": "S29"}, "axis", "mar41: Trip m11,", "mar41: S29 m11,"),
        ("desert-rats", "gazala-to-alamein", "axis/11", {"hex": "S22"}, "axis", "D3(c3)}", "S22(c3)}"),
        ("desert-rats", "gazala-to-alamein", "axis/37", {"hex": "S22"}, "axis", 'may42: ""}', 'may42: "S22"}'),
        ("knights-of-the-desert", "campaign", "allied/29", {"hex": "2010"}, "allied", '"3408",', '"2010",'),
        ("knights-of-the-desert", "campaign-42", "allied/32", {"hex": "0511"}, "allied", "1711 (150)", "0511 (150)"),
    ],
)  # fmt: skip
def test_a_move_changes_the_place_in_its_cell_alone(opened, game, scenario, unit, to, file, old, new) -> None:
    session = opened(game)
    session.choose(ErrataChoice(printed=True))  # an erratum may correct the cell
    file = file if file.endswith(".yaml") else f"orders-of-battle/{file}.yaml"
    before = session.texts[file].text
    done = move(session, unit, scenario, **to)
    after = session.texts[file].text
    assert [each["doc"] for each in done["changed"]] == [file]
    [(was, now)] = edited(before, after)
    assert was.replace(old, new, 1) == now != was
    assert format_text(after, file) == after
    assert done["sentence"].endswith(f" to {next(iter(to.values()))}")
    data = {each["id"]: each for each in set_up_data(session.game(), scenario)["units"]}
    if unit != "axis/37":  # which comes into play by an optional rule
        assert (data[unit]["state"], data[unit]["hex"]) == ("at", to.get("hex", ""))
    assert session.undo(session.epoch)["sentence"] == done["sentence"]
    assert session.texts[file].text == before


def test_a_dragged_set_up_compiles_to_the_same_hash_as_a_typed_one(opened) -> None:
    session = opened("massawa")
    at_first = compile_scenario(session.game(), "eritrea").hash
    move(session, "italy/3", "eritrea", hex="F10")
    move(session, "italy/1", "eritrea", hex="F9")
    dragged = compile_scenario(session.game(), "eritrea").hash
    for _ in range(2):
        session.undo(session.epoch)
    assert compile_scenario(session.game(), "eritrea").hash == at_first
    text = session.texts[ITALY].text
    for old, new in (("F5(f)", "F9(f)"), ("2 Col. Bde,   jan41: F9", "2 Col. Bde,   jan41: F10")):
        at = session.texts[ITALY].text.index(old)
        session.type(session.epoch, ITALY, [{"from": at, "to": at + len(old), "insert": new}])
    assert session.texts[ITALY].text != text
    assert compile_scenario(session.game(), "eritrea").hash == dragged != at_first


OWN = """\
basis: proposed
scenario: ours
title: Ours
start: {start}
stop: apr41
set_up:
  - side: italy
    units:
      - {{no: 3, at: "Decide: F10?"}}
      - {{no: 7, at: H12(c2)}}
"""


@pytest.mark.parametrize(
    ("unit", "hex_", "line"),
    [
        ("italy/7", "F9", "- {no: 7, at: F9(c2)}"),  # its own row
        ("italy/3", "F9", "- {no: 3, at: "),  # left open, and decided by the move
        ("italy/1", "F9", "- {no: 1, at: F9(f)}"),  # as printed so far: a row of its own, in the chart's order
        ("italy/9", "F9", "- {no: 9, at: F9}"),
    ],
)
def test_a_scenario_with_its_own_set_up_is_changed_there(opened, unit, hex_, line) -> None:
    session = opened("massawa", "ours", OWN.format(start="jan41"))
    charts = session.texts[ITALY].text
    done = move(session, unit, "ours", hex=hex_)
    assert [each["doc"] for each in done["changed"]] == ["scenarios/ours.yaml"]
    text = session.texts["scenarios/ours.yaml"].text
    assert line in text
    assert "Decide" not in text or unit != "italy/3"
    numbers = [int(each.split("no: ")[1].split(",")[0]) for each in text.splitlines() if "no: " in each]
    assert numbers == sorted(numbers)
    assert session.texts[ITALY].text == charts
    assert format_text(text, "scenarios/ours.yaml") == text
    units = {each["id"]: each["hex"] for each in set_up_data(session.game(), "ours")["units"]}
    assert units[unit] == hex_
    # a side that the set-up does not name starts as printed until one of its units is moved
    move(session, "empire/1", "ours", hex="F9")
    assert "side: empire" in session.texts["scenarios/ours.yaml"].text


@pytest.mark.parametrize(
    ("unit", "scenario", "to", "why"),
    [
        ("italy/10", "eritrea", {"hex": "F9"}, "remove `R2/2/41` in orders-of-battle/italy.yaml"),
        ("italy/3", "eritrea", {"hex": "Z99"}, "Z99"),
        ("italy/3", "eritrea", {"hex": "F9", "place": "Keren"}, "a hex or to a place"),
        ("italy/3", "eritrea", {}, "a hex or to a place"),
        ("italy/99", "eritrea", {"hex": "F9"}, "no order of battle has the unit"),
        ("italy/²", "eritrea", {"hex": "F9"}, "no order of battle has the unit"),
        ("italy/3", "sudan", {"hex": "F9"}, "sudan"),
    ],
)
def test_what_a_move_cannot_do_is_refused_with_the_reason(opened, unit, scenario, to, why) -> None:
    session = opened("massawa")
    before = session.overlay()
    with pytest.raises(Refused, match=why):
        move(session, unit, scenario, **to)
    assert session.overlay() == before


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("in:delta", "starts anywhere in an area"),
        ("edge:west", "starts at an edge of the map"),
        ("on:30", "starts with another unit"),
        ("free", "starts anywhere in its side's areas"),
        ("turn 3", "`turn 3`"),
        ("34/08/x", "cannot be read|has errors"),
    ],
)
def test_a_start_that_a_rule_gives_is_left_to_the_author(opened, cell, why) -> None:
    session = opened("knights-of-the-desert")
    file = "orders-of-battle/allied.yaml"
    text = session.texts[file].text
    at = text.index('"3408"')
    session.type(session.epoch, file, [{"from": at, "to": at + 6, "insert": f'"{cell}"'}])
    with pytest.raises(Refused, match=why):
        move(session, "allied/29", "campaign", hex="2010")


# -- arrivals --------------------------------------------------------------------------------------


def move_turn(session: Session, unit: str, scenario: str, at: str, turn: str, kind: str = "arrives") -> dict:
    """``at`` and ``turn`` as the track writes them."""
    calendar = schedule(session.game()).calendar
    wanted = {"unit": unit, "scenario": scenario, "kind": kind, "at": calendar.turn(at), "turn": calendar.turn(turn)}
    return do(session, session.epoch, "unit.turn", wanted)


EMPIRE, AXIS = "orders-of-battle/empire.yaml", "orders-of-battle/axis.yaml"


@pytest.mark.parametrize(
    ("game", "scenario", "unit", "dates", "file", "old", "new", "sentence"),
    [
        ("massawa", "eritrea", "italy/10", ("2/2/41", "16/2/41"), ITALY, "R2/2/41,", "R16/2/41,", "arrive on 16 Feb 41"),
        ("massawa", "eritrea", "empire/6", ("16/2/41", "2/2/41"), EMPIRE, "W16/2/41,", "W2/2/41,", "leave on 2 Feb 41"),
        ("desert-rats", "dec40-mar42", "axis/10", ("2/41", "3/41"), AXIS, "R2/41 m11", "R3/41 m11", "arrive on Mar 41"),
        ("knights-of-the-desert", "campaign", "axis/18", ("5/41", "7/41"), AXIS, "5/41,", "7/41,", "arrive on Jul 41"),
    ],
)  # fmt: skip
def test_a_unit_is_moved_to_another_turn(opened, game, scenario, unit, dates, file, old, new, sentence) -> None:
    session = opened(game)
    before = session.texts[file].text
    done = move_turn(session, unit, scenario, *dates, "leaves" if "leave" in sentence else "arrives")
    after = session.texts[file].text
    [(was, now)] = edited(before, after)
    assert was.replace(old, new, 1) == now != was
    assert format_text(after, file) == after
    assert done["sentence"].endswith(sentence)
    session.undo(session.epoch)
    assert session.texts[file].text == before


def test_an_arrival_moved_by_hand_compiles_to_the_same_hash_as_a_typed_one(opened) -> None:
    session = opened("massawa")
    at_first = compile_scenario(session.game(), "eritrea").hash
    move_turn(session, "italy/10", "eritrea", "2/2/41", "16/2/41")
    moved = compile_scenario(session.game(), "eritrea").hash
    session.undo(session.epoch)
    text = session.texts[ITALY].text
    at = text.index("R2/2/41", text.index("6 Col. Bde"))
    session.type(session.epoch, ITALY, [{"from": at, "to": at + 7, "insert": "R16/2/41"}])
    assert compile_scenario(session.game(), "eritrea").hash == moved != at_first


def test_an_arrival_at_an_edge_is_moved_to_the_edge_of_a_hex(opened) -> None:
    session, file = opened("knights-of-the-desert"), AXIS
    at = session.texts[file].text.index("mar41+: 5/41") + len("mar41+: ")
    session.type(session.epoch, file, [{"from": at, "to": at + 4, "insert": '"edge:west 5/41 (330)"'}])
    turn = schedule(session.game()).calendar.turn("5/41")
    east = max(hex_map(session.game()).grid.ids)
    with pytest.raises(Refused, match="arrives at an edge of the map: move it to a hex there"):
        move(session, "axis/18", "campaign", hex="1711", turn=turn)
    done = move(session, "axis/18", "campaign", hex=east, turn=turn)
    assert done["sentence"].startswith("Let 15 GE PZ DIV arrive at the ")
    assert re.search(r'mar41\+: "edge:[a-z,]*east[a-z,]* 5/41 \(330\)"', session.texts[file].text)


def test_a_turn_that_the_scenario_does_not_have_is_refused(opened) -> None:
    session = opened("massawa", "ours", OWN.format(start="jan41"))
    with pytest.raises(Refused, match=r"the scenario lasts from 2 Mar 41 to"):
        move_turn(session, "empire/12", "keren", "2/3/41", "2/2/41")
    with pytest.raises(Refused, match=r"6 Col\. Bde does not arrive in turn"):
        move_turn(session, "italy/10", "eritrea", "16/2/41", "2/3/41")
    with pytest.raises(Refused, match=r"give it a row with `later` in scenarios/ours\.yaml first"):
        move_turn(session, "italy/10", "ours", "2/2/41", "16/2/41")


def test_the_page_learns_who_comes_and_goes(page) -> None:
    said = page.get("/api/set-up", params={"scenario": "eritrea"}).json()
    units = {each["id"]: each for each in said["units"]}
    assert said["problem"] == ""
    assert (units["italy/10"]["state"], units["italy/10"]["hex"]) == ("absent", "")
    labels = [each["label"] for each in page.get("/api/game").json()["turns"]]
    assert [labels[turn] for turn in units["italy/10"]["arrives"]] == ["2 Feb 41"]
    assert said["first"] <= units["italy/10"]["arrives"][0] <= said["last"]
    assert page.get("/api/set-up", params={"scenario": "sudan"}).json()["problem"]
    drawn = page.get("/api/counters.svg").text
    assert all(f'id="{each["counter"]}"' in drawn for each in said["units"])
    done = page.do("unit.move", unit="italy/3", scenario="eritrea", hex="F10").json()
    assert done["undo"] == "Move 2 Col. Bde to F10"


def test_the_counters_are_those_of_the_print(opened) -> None:
    session = opened("massawa")
    drawn = counters_svg(session.game())
    for counter in forces(session.game()).counters.values():
        assert unit_front(Brief(session.game()), counter.counter).body() in drawn

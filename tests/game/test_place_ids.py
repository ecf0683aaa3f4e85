"""Keys name places by id, so that a place may have any name: Köln, Łódź, Сталинград, 東京."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.checks.run import all_findings, check
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.base import ID
from scenario_forge.documents.place_ids import id_of_name, proposed_id
from scenario_forge.game.front import starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import parse_address, resolve
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.source.edit import apply_fixes

SKIRMISH = Path(__file__).resolve().parents[1] / "games/skirmish"
NAMED = {"koeln": ("Köln", "G4"), "lodz": ("Łódź", "E4"), "stalingrad": ("Сталинград", "F8"), "tokyo": ("東京", "EE3")}
ROWS = "".join(f"  - {{name: {name}, id: {id_}, hex: {at}, kinds: [town]}}\n" for id_, (name, at) in NAMED.items())


def texts(**changes):
    """The files of a game with those four places, and some more changes: what is put behind each stretch."""
    made = {path.relative_to(SKIRMISH).as_posix(): path.read_text() for path in SKIRMISH.rglob("*.yaml")}
    made["map.yaml"] = made["map.yaml"].replace("places:\n", f"places:\n{ROWS}")
    held = "".join(f"    {id_}: {side}\n" for id_, side in zip(NAMED, ("allied", "axis") * 2, strict=True))
    for start in ("dec40", "mar41"):
        made["rules.yaml"] = made["rules.yaml"].replace(f"  {start}:\n    marsa", f"  {start}:\n{held}    marsa")
    made["scenarios/siege.yaml"] += "control: {koeln: axis, tokyo: allied, D3: allied}\n"
    for name, text in changes.items():
        made[f"{name}.yaml"] = text(made[f"{name}.yaml"])
    return made


def game(**changes):
    return Workspace(SKIRMISH).load("none", texts(**changes))


def held(made, scenario):
    pairs = [int(each) for each in compile_scenario(made, scenario).rules["control"]]
    sides = list(made.side_names)
    return {hex_map(made).name(hex_): sides[side] for hex_, side in zip(pairs[::2], pairs[1::2], strict=True)}


# -- places of any name -----------------------------------------------------------------------------


def test_places_of_any_name_have_a_controller_at_the_start():
    made = game()
    before = {finding.message for finding in check(load_game(SKIRMISH, errata="none"))}
    # who is nearer is for DR010 to say: these places were put down anywhere
    new = [f for f in check(made) if f.message not in before and f.code.id != "DR010"]
    unprintable = "PRT001 `東`, `京` cannot be printed: no included font has them"
    assert [f"{f.code.id} {f.message}" for f in new] == [unprintable]
    assert {at: held(made, "compass")[at] for _name, at in NAMED.values()} == {
        "G4": "allied", "E4": "axis", "F8": "allied", "EE3": "axis",
    }  # fmt: skip


def test_a_scenario_says_otherwise_by_the_same_ids():
    made = game()
    told = held(made, "siege")
    assert (told["G4"], told["E4"], told["EE3"], told["D3"]) == ("axis", "axis", "allied", "allied")


def test_they_are_printed_by_their_names():
    made = game()
    names = starting_holders(made, scenarios(made).scenarios["siege"])
    assert {name for name, _at in NAMED.values()} <= names.keys()
    assert "D3" in names
    assert not NAMED.keys() & names.keys()


def test_such_a_game_is_played_and_its_cards_are_printed(tmp_path):
    folder = Path(shutil.copytree(SKIRMISH, tmp_path / "skirmish"))
    for name, text in texts().items():
        (folder / name).write_text(text)
    made = load_game(folder, errata="none")
    prepared = prepare(made, "compass")
    played = play_scenario(prepared, PlayOrder(players=dict.fromkeys(prepared.sides, "idle"), check=True))
    assert played.ending.ended == "over"
    card = str(set_up_card(plan(made, "compass"), "allied", words_of(made)))
    assert "Köln" in card
    assert "Сталинград" in card


# -- the id of a name -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("El Agheila", "el_agheila"), ("Cub-Cub", "cub_cub"), ("St. John’s", "st_john_s"), ("Hill 112", "hill_112"),
        ("Alam–Halfa", "alam_halfa"), ("10", "10"),
        *((name, None) for name in ("Köln", "Ko\u0308ln", "Straße", "Łódź", "Сталинград", "東京", "İzmir", "½", "²", "!", "…", "")),
    ],
)  # fmt: skip
def test_only_plain_letters_give_an_id(name, id_):
    assert id_of_name(name) == id_


@given(st.text(max_size=12))
def test_a_name_gives_an_id_or_none_and_always_the_same(name):
    id_ = id_of_name(name)
    if id_ is not None:
        assert re.fullmatch(ID, id_)
        assert all(letter.isascii() for letter in name if letter.isalnum())
        assert id_of_name(id_) == id_
        assert id_of_name(name.upper()) == id_


@given(
    st.text(max_size=12), st.sampled_from(["D5", "0508", "AA10"]), st.sets(st.sampled_from(["koln", "place_d5", "a"]))
)
def test_what_is_proposed_is_an_id_that_is_free(name, hex_, taken):
    id_ = proposed_id(name, hex_, taken)
    assert re.fullmatch(ID, id_)
    assert id_ not in taken
    assert id_of_name(name) in (None, id_, *taken)


@pytest.mark.parametrize(
    ("name", "id_"),
    [("Köln", "koln"), ("Ko\u0308ln", "koln"), ("Łódź", "lodz"), ("Straße", "strasse"), ("Ærø", "aero"),
     ("Сталинград", "stalingrad"), ("Київ", "kiyiv"), ("Йошкар", "yoshkar"), ("東京", "place_d5"), ("İzmir", "izmir")],
)  # fmt: skip
def test_letters_of_other_alphabets_are_written_in_plain_ones(name, id_):
    assert proposed_id(name, "D5", ()) == id_


# -- what is wrong ----------------------------------------------------------------------------------


def findings(made, *codes):
    return [f for f in all_findings(made, quick=True) if f.code.id in codes]


def test_a_name_that_gives_no_id_is_found_where_it_stands_and_the_fix_states_one():
    made = game(map=lambda text: text.replace("id: koeln, ", "").replace("id: tokyo, ", ""))
    koeln, tokyo = findings(made, "MAP068")
    line = next(n for n, text in enumerate(made.read["map.yaml"].source.text.splitlines(), 1) if "Köln" in text)
    assert (koeln.span.file, koeln.span.line, koeln.span.column) == ("map.yaml", line, 12)
    assert "`id: koln`" in koeln.help
    assert "`id: place_ee3`" in tokyo.help
    fixed, done = apply_fixes(made.read["map.yaml"].source, [f.fixes[0] for f in (koeln, tokyo)])
    assert len(done) == 2
    assert "{name: Köln, hex: G4, id: koln, kinds: [town]}" in fixed
    assert not findings(game(map=lambda _text: fixed), "MAP068", "MAP069")


@pytest.mark.parametrize("id_", ["lodz", "port_sefton", "zawia"])
def test_two_places_of_one_id_are_found(id_):
    made = game(map=lambda text: text.replace("id: koeln", f"id: {id_}"))
    assert len(findings(made, "MAP069")) == 1
    assert f"`{id_}` is also the id of" in findings(made, "MAP069")[0].message


def test_places_of_one_name_are_found_once():
    made = game(map=lambda text: text.replace("name: Zawia, ", "name: Bir Tal, "))
    assert len(findings(made, "MAP031")) == 1
    assert not findings(made, "MAP069")


def test_an_id_that_is_none_is_found_as_such():
    made = game(map=lambda text: text.replace("id: koeln", "id: Köln"))
    assert [f.span.file for f in findings(made, "SCH004")] == ["map.yaml"]


def test_a_key_that_is_a_name_is_told_the_id():
    made = game(**{"scenarios/siege": lambda text: text.replace("koeln: axis", "Köln: axis")})
    [finding] = findings(made, "REF001")
    assert finding.message == "this game has no place id `Köln`"
    assert finding.help == "a key names it by its id, koeln"
    assert (finding.span.file, finding.span.line) == ("scenarios/siege.yaml", 11)


def test_a_key_of_the_rules_that_is_no_id_is_found():
    made = game(rules=lambda text: text.replace("koeln:", "koln:", 1))
    finding = findings(made, "DR004")[0]
    assert finding.message == "this game has no place id `koln`, named in rules.yaml"
    assert "koeln" in finding.help


def test_an_address_names_a_place_by_its_hex_with_or_without_an_id():
    root = game().read["map.yaml"].source.root
    for step in ("places[G4].name", "places[koeln].name", "places[F1].name"):
        assert len(resolve(root, parse_address(step))) == 1

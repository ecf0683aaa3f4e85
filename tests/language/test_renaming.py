"""A unit or place gets another name in every file, and every name that it had still means it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.language.names import name_at
from scenario_forge.language.renaming import renamed, why_kept
from scenario_forge.source.edit import apply_edits
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import Source

ALLIED = "orders-of-battle/allied.yaml"


def after(game, edits):
    texts = {name: apply_edits(game.read[name].source.text, made) for name, made in edits.items()}
    return Workspace(game.folder).load("none", texts), texts


@pytest.mark.parametrize(
    ("place", "new", "files"),
    [
        (("victory.yaml", "hold: Tobruk"), "Fort Pilastrino", 8),
        (("victory.yaml", "hold: Benghazi"), "Berenice", 5),
        ((ALLIED, "name: 7 Arm"), "7th Armoured", 2),
        ((ALLIED, "{no: 1"), "90", 4),
        (("victory.yaml", "area: libya"), "cyrenaica", 2),
        (("scenarios/crusader.yaml", "scenario: crusader"), "sidi-rezegh", 1),
        (("game.yaml", "id: allied"), "commonwealth", 13),
        (("game.yaml", "id: british"), "imperial", 5),
        (("game.yaml", "id: italian"), "roman", 5),
        (("map.yaml", "id: Trip"), "Tripolis", 3),
        (("counters.yaml", "id: III"), "R", 4),
        (("charts.yaml", "  combat_results"), "results", 6),
    ],
)
def test_what_was_named_is_named_as_often_and_nothing_new_is_wrong(desert_rats, at, place, new, files):
    name = name_at(desert_rats, *at(*place))
    edits = renamed(desert_rats, name, new)
    assert len(edits) >= files
    changed, _texts = after(desert_rats, edits)
    target = name.target
    if target.kind != "unit name":
        target = target._replace(id=f"allied/{new}" if target.kind == "unit" else new)
    assert len(references(changed).of(target)) == len(references(desert_rats).of(name.target))
    # a place states the id that keys and quantities have of it, which its name gives no more
    own_id = target.kind == "place"
    assert (
        len(references(changed).definitions(target)) == len(references(desert_rats).definitions(name.target)) + own_id
    )
    codes = {finding.code.id for finding in check(changed)} - {finding.code.id for finding in check(desert_rats)}
    assert not [code for code in codes if code.startswith(("REF", "ERR", "SCH", "YML", "DR"))]


def test_a_place_keeps_its_id_and_gets_another_where_a_key_names_it(desert_rats, at):
    """Keys and quantities name it by id, everything else by name."""
    by_name = renamed(desert_rats, name_at(desert_rats, *at("victory.yaml", "hold: Tobruk")), "Тобрук")
    changed, texts = after(desert_rats, by_name)
    assert "name: Тобрук," in texts["map.yaml"]
    assert "id: tobruk," in texts["map.yaml"]
    assert changed.read["rules.yaml"].data["control"] == desert_rats.read["rules.yaml"].data["control"]
    by_id = renamed(changed, name_at(changed, *at("rules.yaml", "    tobruk")), "tubruq")
    again, texts = Workspace.after(changed).load("none", _with(changed, by_id)), _with(changed, by_id)
    assert "name: Тобрук," in texts["map.yaml"]
    assert "id: tubruq," in texts["map.yaml"]
    assert "tobruk" not in again.read["rules.yaml"].data["control"]["dec40"]
    codes = {finding.code.id for finding in check(again)} - {finding.code.id for finding in check(desert_rats)}
    assert not [code for code in codes if code.startswith(("REF", "ERR", "SCH", "YML", "DR", "MAP", "RUL0"))]


def _with(game, edits):
    """All texts of a game, some of them edited."""
    return {
        name: apply_edits(file.source.text, edits.get(name, [])) for name, file in game.read.items() if file.source.root
    }


def test_a_name_that_comes_back_leaves_every_value_as_it_was(desert_rats, at):
    place = at("victory.yaml", "hold: Tobruk")
    changed, texts = after(desert_rats, renamed(desert_rats, name_at(desert_rats, *place), "Tubruq"))
    back = renamed(changed, name_at(changed, *place), "Tobruk")
    assert back.keys() == texts.keys()
    for name, made in back.items():
        data = Source.of_text(name, apply_edits(texts[name], made)).root.data
        for row in data["places"] if name == "map.yaml" else ():
            if row["name"] == "Tobruk":
                assert row.pop("id") == "tobruk"  # once stated it stays
        assert data == desert_rats.read[name].data


@pytest.mark.parametrize(
    ("place", "new", "why"),
    [
        (("victory.yaml", "hold: Tobruk"), "Bardia", "already"),
        (("victory.yaml", "hold: Tobruk"), "T31", "already"),
        (("victory.yaml", "hold: Tobruk"), "Trip", "already"),
        (("victory.yaml", "hold: Tobruk"), "a, b", "punctuation"),
        (("victory.yaml", "hold: Tobruk"), " ", "no name"),
        (("victory.yaml", "area: libya"), "Libya!", "no name"),
        ((ALLIED, "{no: 1"), "2", "already"),
        ((ALLIED, "{no: 1"), "first", "whole number"),
        (("rulebook.yaml", '- id: "6.31'), "6.32", "cannot be renamed"),
    ],
)
def test_a_name_that_is_taken_or_cannot_be_is_refused(desert_rats, at, place, new, why):
    with pytest.raises(EditRefused, match=why):
        renamed(desert_rats, name_at(desert_rats, *at(*place)), new)


@pytest.mark.parametrize("cell", ["nov41", '"Decide: nov41?"'])
def test_a_scenario_that_begins_as_a_start_does_so_by_its_new_name(desert_rats, at, cell):
    doc = "scenarios/crusader.yaml"
    text = desert_rats.read[doc].source.text + f"begins_as: {cell}\n"
    game = Workspace(desert_rats.folder).load("none", {doc: text})
    _game, texts = after(game, renamed(game, name_at(game, *at("time-track.yaml", "id: nov41")), "autumn41"))
    assert texts[doc].endswith(f"begins_as: {cell.replace('nov41', 'autumn41')}\n")


def test_what_print_has_the_number_of_keeps_it(desert_rats, at):
    assert why_kept(desert_rats, name_at(desert_rats, *at("victory.yaml", "hold: Tobruk"))) == ""
    kept = why_kept(desert_rats, name_at(desert_rats, *at("rulebook.yaml", '- id: "6.31')))
    assert kept == "a clause cannot be renamed here, since rules and printed text name it too"


@pytest.mark.parametrize(("side", "changes"), [("allied", True), ("axis", False)])
def test_addresses_follow_the_unit_of_their_own_side(desert_rats, at, side, changes):
    edits = renamed(desert_rats, name_at(desert_rats, *at(f"orders-of-battle/{side}.yaml", "{no: 1")), "90")
    lists = {name for name, made in edits.items() if name.startswith("errata/") and made}
    assert lists == ({"errata/proposed.yaml"} if changes else set())


def test_addresses_follow_the_id_though_an_earlier_key_says_the_same(desert_rats):
    text = desert_rats.read["map.yaml"].source.text.replace("{id: sea,        name: Sea,", "{name: sea, id: sea,")
    game = Workspace(desert_rats.folder).load("none", {"map.yaml": text})
    source = game.read["map.yaml"].source
    place = source.lines.position(text.index("id: sea") + len("id: se"))
    _changed, texts = after(game, renamed(game, name_at(game, "map.yaml", *place), "water"))
    assert '"terrain[water]"' in texts["map.yaml"]
    assert "{name: sea, id: water," in texts["map.yaml"]


def test_a_unit_is_renamed_in_a_file_whose_text_was_changed_and_came_back():
    workspace, name = Workspace(Path(__file__).parents[1] / "games" / "skirmish"), "orders-of-battle/axis.yaml"
    source = workspace.load("none").read[name].source
    place = source.lines.position(source.text.index("{no: 1,") + len("{no: "))
    fresh = renamed(game := workspace.load("none"), name_at(game, name, *place), "90")
    workspace.load("none", {name: source.text + "# more\n"})
    again = renamed(game := workspace.load("none"), name_at(game, name, *place), "90")
    assert again == fresh
    assert name in again

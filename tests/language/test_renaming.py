"""A unit or place gets another name in every file, and every name that it had still means it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.game.tables import row_begun
from scenario_forge.language.names import name_at
from scenario_forge.language.renaming import renamed, why_kept
from scenario_forge.source.edit import apply_edits
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import Source

ALLIED = "orders-of-battle/allied.yaml"
GAMES = Path(__file__).parents[1] / "games"
DESERT = Path(__file__).parents[2] / "content/western-desert"


def after(game, edits):
    texts = {name: apply_edits(game.read[name].source.text, made) for name, made in edits.items()}
    return Workspace.after(game).load("none", texts), texts


@pytest.mark.sampled(8)
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
        (("counters.yaml", "id: supply-axis"), "fuel-axis", 3),
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
    codes = {finding.code.id for finding in check(changed, each=True)} - {
        f.code.id for f in check(desert_rats, each=True)
    }
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
    codes = {finding.code.id for finding in check(again, each=True)} - {
        f.code.id for f in check(desert_rats, each=True)
    }
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
        ((ALLIED, "name: 7 Arm"), "7\nArm", "no name"),
        (("counters.yaml", "id: supply"), "stores", "the rules of the system `desert-rats` ask for it"),
        (("map.yaml", "id: port"), "harbour", "the rules of the system `desert-rats` ask for it"),
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


@pytest.mark.parametrize("new", ["10/6 Ind", 'Bde "d\'Orient" (7, 8)', "№ 3: Żuawi"])
def test_a_unit_may_have_any_name(desert_rats, at, new):
    changed, _texts = after(desert_rats, renamed(desert_rats, name_at(desert_rats, *at(ALLIED, "name: 7 Arm")), new))
    assert [unit.name for unit in forces(changed).units() if unit.key == ("allied", 1)] == [new]
    assert [counter.name for key, counter in names_of_counters(changed) if key == ("allied", 1)] == [new]
    assert len(check(changed, "quick")) == len(check(desert_rats, "quick"))


def test_a_formation_may_have_any_name(desert_rats, at):
    old, new = "21 Panzer Div.", "6/4 Ind (Div.)"
    changed, _texts = after(
        desert_rats, renamed(desert_rats, name_at(desert_rats, *at("counters.yaml", f"parent: {old}")), new)
    )
    before, now = ([counter.parent for _key, counter in names_of_counters(game)] for game in (desert_rats, changed))
    assert now == [new if each == old else each for each in before] != before
    assert len(check(changed, "quick")) == len(check(desert_rats, "quick"))


def names_of_counters(game):
    """Each counter with its side and number."""
    return [((counter.side, counter.no), counter) for counter in game.one("counters", CountersDocument)[0].units]


@pytest.mark.parametrize("old", [9, 11])
def test_counters_of_one_row_are_numbered_together(old):
    """`no: 9, count: 4` is 9 to 12: whichever is renumbered, the others stay beside it, and all have one name."""
    game, doc = Workspace(DESERT).load("none"), "orders-of-battle/axis.yaml"
    source = game.read[doc].source
    number, name = (
        name_at(game, doc, *source.lines.position(source.text.index(words) + len(words) - 1))
        for words in (f"{{no: {old}", f'{{no: {old}, name: "Pz')
    )
    changed, _texts = after(game, renamed(game, number, str(491 + old)))
    assert next(row["no"] for row in changed.read["counters.yaml"].data["units"] if row.get("count") == 4) == 500
    assert {row["no"] for row in changed.read[doc].data["units"]} >= {500, 501, 502, 503}
    assert {row["no"] for row in changed.read[doc].data["units"]}.isdisjoint({9, 10, 11, 12})
    for taken in (old + 5, old - 5, 9991 + old):
        with pytest.raises(EditRefused, match=r"already|from 1 to 9999"):
            renamed(game, number, str(taken))
    assert renamed(game, number, str(old + 10**3))
    changed, _texts = after(game, renamed(game, name, "Panzer"))
    assert [row["no"] for row in changed.read[doc].data["units"] if row["name"] == "Panzer"] == [9, 10, 11, 12]
    assert [row["no"] for row in changed.read["counters.yaml"].data["units"] if row["name"] == "Panzer"] == [9]


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


def test_a_unit_is_where_it_was_at_a_date_whose_column_is_called_otherwise():
    game = Workspace(GAMES / "skirmish").load("none")
    column = next(each for each in references(game).defined if (each.kind, each.text) == ("column", "dec40"))
    changed, _texts = after(game, renamed(game, column, "winter"))
    before, now = (
        [(unit.key, entry.text, entry.start) for unit in forces(each).units() if (entry := unit.at_date("dec40"))]
        for each in (game, changed)
    )
    assert before == now
    assert {start for _key, _text, start in before} == {"dec40"}


def test_an_erratum_that_holds_a_list_follows(desert_rats, at):
    edits = renamed(desert_rats, name_at(desert_rats, *at("time-track.yaml", "id: dec40")), "winter40")
    changed, _texts = after(desert_rats, edits)
    erratum = next(each for each in changed.read["errata/proposed.yaml"].data["errata"] if each["id"] == "DR-043c")
    assert [item["start"] for value in ("printed", "corrected") for item in erratum[value]] == ["winter40"] * 2


def test_a_figure_of_a_chart_follows_the_whole_row_that_it_begins_to_name():
    game = Workspace(DESERT).load("none")
    rows = (each for each in references(game).defined if each.text.startswith("any attacker in flank"))
    changed, _texts = after(game, renamed(game, next(rows), "flanked"))
    assert changed.read["rules.yaml"].data["figures"]["flank"] == "combat_modifiers/flanked"


@pytest.mark.parametrize(("headings", "begun", "row"), [(["ab", "a"], "a", "a"), (["ab", "ac"], "a", "ab")])
def test_a_row_is_meant_by_all_of_its_heading_before_one_that_begins_so(headings, begun, row):
    assert row_begun(headings, begun) == row
    assert row_begun(headings, "b") is None


def test_a_unit_is_renamed_in_a_file_whose_text_was_changed_and_came_back():
    workspace, name = Workspace(GAMES / "skirmish"), "orders-of-battle/axis.yaml"
    source = workspace.load("none").read[name].source
    place = source.lines.position(source.text.index("{no: 1,") + len("{no: "))
    fresh = renamed(game := workspace.load("none"), name_at(game, name, *place), "90")
    workspace.load("none", {name: source.text + "# more\n"})
    again = renamed(game := workspace.load("none"), name_at(game, name, *place), "90")
    assert again == fresh
    assert name in again


RIDGE = Path(__file__).parents[2] / "content/ridge"
INLINE = """{costs: {
  open: {artillery: 1, "*": 1}, hill: {artillery: 2, "*": 2}, woods: {artillery: "no", "*": 2}, village: 1, road: 1}}"""


def ridge_with(movement, zones):
    """*A Day on the Ridge* with two keys of rules.yaml in other words."""
    text = (RIDGE / "rules.yaml").read_text(encoding="utf-8")
    for line, put in (
        ("movement: {costs: terrain_effects}", movement),
        ("zones: {of: {not: {type: artillery}}", zones),
    ):
        assert line in text
        text = text.replace(line, put)
    return Workspace(RIDGE).load("none", {"rules.yaml": text})


def type_of(game, id_):
    """The place where a type of unit is defined."""
    return next(each for each in references(game).defined if each.kind == "type" and each.text == id_)


def test_a_class_of_units_is_renamed_in_the_costs_of_its_movement():
    game = ridge_with(f"movement: {INLINE}", "zones: {of: {not: {type: artillery}}")
    _game, texts = after(game, renamed(game, type_of(game, "artillery"), "guns"))
    assert texts["rules.yaml"].count("guns: ") == 3
    assert "artillery" not in texts["rules.yaml"]


def test_a_name_that_a_pattern_selects_is_changed_only_to_one_that_it_selects_too():
    game = ridge_with("movement: {costs: terrain_effects}", 'zones: {of: {not: {type: "art*"}}')
    with pytest.raises(EditRefused, match=r"`art\*` selects the type `artillery`, and would not select `guns`"):
        renamed(game, type_of(game, "artillery"), "guns")
    _game, texts = after(game, renamed(game, type_of(game, "artillery"), "art-park"))
    assert '"art*"' in texts["rules.yaml"]
    assert "type: art-park" in texts["counters.yaml"]


def test_a_name_that_no_pattern_selects_is_not_changed_to_one_that_it_selects():
    game = ridge_with("movement: {costs: terrain_effects}", 'zones: {of: {not: {type: "art*"}}')
    why = r"`art\*` does not select the type `infantry`, and would select `art-foot`"
    with pytest.raises(EditRefused, match=why):
        renamed(game, type_of(game, "infantry"), "art-foot")
    _game, texts = after(game, renamed(game, type_of(game, "infantry"), "foot"))
    assert "type: foot" in texts["counters.yaml"]


def test_a_term_keeps_its_meaning_and_words_and_gets_no_name_that_is_not_to_be_used(desert_rats, at):
    text = desert_rats.read["rulebook.yaml"].source.text
    old = '{term: home base, clause: "8.8", aliases: ['
    provenance = "provenance:\n"
    assert old in text
    assert provenance in text
    more = old.replace("aliases", "meaning: Where units may be rebuilt., not: [haven], aliases")
    why = '  - {at: ["terms[home base].meaning"], basis: proposed, why: No rule defines it}\n'
    game = Workspace.after(desert_rats).load(
        "none", {"rulebook.yaml": text.replace(old, more).replace(provenance, provenance + why, 1)}
    )
    name = next(each for each in references(game).defined if each.target == ("term", "home base", ""))
    found, texts = after(game, renamed(game, name, "rear area"))
    row = next(term for term in found.read["rulebook.yaml"].document.terms if term.term == "rear area")
    assert (row.meaning, row.not_) == ("Where units may be rebuilt.", ["haven"])
    assert '["terms[rear area].meaning"]' in texts["rulebook.yaml"]
    with pytest.raises(EditRefused, match="is listed as a word not to use for `haven`"):
        renamed(game, name, "haven")


def test_names_in_a_value_follow_that_a_scenario_adds_to_the_rules():
    game = Workspace(DESERT).load("none")
    assert "exits" not in game.read["rules.yaml"].data
    doc, source = "map.yaml", game.read["map.yaml"].source
    area = name_at(game, doc, *source.lines.position(source.text.index("id: fuka-west") + len("id: ")))
    changed, _texts = after(game, renamed(game, area, "the-west"))
    added = changed.read["scenarios/fuka.yaml"].data["changes"][-1]
    assert added["value"][0]["area"] == "the-west"

"""Counters as they are printed, cell by cell: against the checklists where they are there, and by themselves."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from scenario_forge import check, load_game
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.knowledge import look_up
from scenario_forge.game.place import parse_address, resolve
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.markers import chit_face
from scenario_forge.printing.counters.pieces import groups
from scenario_forge.printing.counters.sheets import jobs
from scenario_forge.printing.counters.units import unit_face, unit_reverse
from scenario_forge.printing.counters.values import text_of, values_at
from scenario_forge.printing.palette import mix
from scenario_forge.printing.profile import Profile
from tests.content.games import CONTENT, DESERT, KNIGHTS, TOBRUK, game_of, missing, printed

MARKERS_OF_TOBRUK = {
    "pinned": 15, "low supply": 6, "out of supply": 6, "debarked": 4, "riding tanks": 4, "game turn": 1, "weather": 1,
}  # fmt: skip


def sheet(name):
    return game_of(name).one("counters", CountersDocument)[0]


def word(document, unit, value):
    """The name of a word, as it is printed."""
    words = next(each for each in document.values if each.id == value).words
    return next(each.name for each in words if each.id == unit.values[value])


@pytest.mark.parametrize(("name", "units", "markers"), [(KNIGHTS, 56, None), (TOBRUK, 200, 37), (DESERT, 105, None)])
def test_how_many_counters_there_are(name, units, markers):
    document = sheet(name)
    assert sum(unit.count for unit in document.units) == units
    if markers is not None:
        assert sum(marker.count for marker in document.markers) == markers
    linked = forces(game_of(name))
    assert len(linked.counters) == units
    assert not linked.doubled_counters


@pytest.mark.parametrize("name", [KNIGHTS, TOBRUK, DESERT])
def test_counters_and_orders_of_battle_agree(name):
    """No finding of the families of counters and orders of battle."""
    assert [f"{found}" for found in check(game_of(name)) if found.code.id[:3] == "OOB"] == []


# -- Knights of the Desert --------------------------------------------------------------------------


@pytest.mark.clause("IX.2", game="knights-of-the-desert")
def test_some_cells_of_knights():
    units = {unit.no: unit for unit in sheet(KNIGHTS).units}
    assert list(units) == list(range(1, 57))
    assert units[8].name == "21 GE PZ DIV"
    said = {"strength": 665, "ceiling": 800, "morale": 9, "mobility": "mobile", "supply_ceiling": 600}
    assert units[8].values == said
    assert (units[29].strength, units[29].most_strength, units[29].movement) == (600, 600, None)
    assert [no for no, unit in units.items() if unit.option == "extra-depots"] == [6, 7]
    assert Counter(unit.values["mobility"] for unit in units.values()) == {"mobile": 22, "nmobile": 34}


@pytest.mark.clause("IX.2", game="knights-of-the-desert")
def test_every_cell_of_knights():
    document = sheet(KNIGHTS)
    listed = [
        [row["side"], row["unit"], row["name"], row["combat"], row["ceiling"], row["morale"], row["type"]]
        for row in printed(KNIGHTS)["order_of_battle"]
    ]
    made = [
        [
            unit.side.capitalize(), unit.no, unit.name, *(unit.values[key] for key in ("strength", "ceiling", "morale")),
            unit.values["mobility"].upper(),
        ]
        for unit in document.units
    ]  # fmt: skip
    assert [[str(cell) for cell in row] for row in made] == [[str(cell) for cell in row] for row in listed]


# -- Rats of Tobruk ---------------------------------------------------------------------------------


@pytest.mark.clause("6.0.4", "6.0.6", game="rats-of-tobruk")
def test_some_cells_of_tobruk():
    units = {(unit.side, unit.name): unit for unit in sheet(TOBRUK).units}
    flak = units["axis", "1/33"]
    assert flak.values == {
        "attack": 2, "defence": 9, "movement": 8, "class": "wheeled", "range": 6, "fire": "direct"
    }  # fmt: skip
    assert flak.faces == {"depleted": {"attack": 1, "defence": 5, "movement": 8}}
    assert units["allied", "A/E/1RHA"].faces == {"fired": {}}
    assert Counter(face for unit in units.values() for face in unit.faces) == {"depleted": 125, "fired": 18}
    assert Counter(unit.nationality for unit in units.values()) == {
        "german": 57, "italian": 37, "australian": 70, "british": 36
    }  # fmt: skip
    led = {each.headquarters: each for each in sheet(TOBRUK).formations if each.side == "allied"}
    assert led[units["allied", "HQ RAE"].no].values == {"activation": 15}
    codes = [(each.colour, each.pattern) for each in sheet(TOBRUK).formations]
    assert len(codes) == len(set(codes)) == 43


def test_the_markers_of_tobruk():
    """The chits, one for each headquarters, with the markers that the rules name: 280 counters with the units."""
    document = sheet(TOBRUK)
    counts = {marker.name.lower(): marker.count for marker in document.markers}
    assert MARKERS_OF_TOBRUK.items() <= counts.items()
    assert sum(formation.chit for formation in document.formations) == 43
    assert {(each.side, each.parent) for each in document.units} == {
        (each.side, each.id) for each in document.formations
    }


@pytest.mark.clause("2.4.2", "6.0.4", game="rats-of-tobruk")
def test_chits_and_headquarters_of_tobruk_print_the_activation_range_in_the_colour_of_the_battalion():
    game = load_game(CONTENT / TOBRUK, errata="none")
    formation = next(each for each in sheet(TOBRUK).formations if each.name == "2/3AT")
    unit = next(each for each in sheet(TOBRUK).units if each.name == "HQ 2/3AT")
    pieces = {piece.id: piece for group in groups(Brief(game)) for piece in group.pieces}
    chit = pieces["chit-2-3at"].front(Brief(game))
    assert {mark.text for mark in chit.art.texts} >= {"2/3AT", "15"}
    assert chit.cut == []
    assert chit.ground == mix(formation.colour, "#FFFFFF", 0.45)
    assert "15" in [mark.text for mark in unit_face(Brief(game), unit).art.texts]
    assert sum(id_.startswith("chit-") for id_ in pieces) == 43
    assert not {"marker-cleared", "marker-overrun"} & {piece.look for piece in pieces.values()}, (
        "players mark these in any way (9.4.8, 12.0.6)"
    )
    assert len(pieces) == 280


@pytest.mark.parametrize("ink", ["full", "grey"])
def test_a_formation_is_known_by_its_stripe_where_it_shares_a_colour(ink):
    """On units and chits: no stripe, one piece, several, more of them; in grey ink it is no colour."""
    text, pieces = ((CONTENT / TOBRUK) / "counters.yaml").read_text(encoding="utf-8"), {}
    for pattern in ("", "solid", "dashed", "dotted"):
        said = f"chit: true, pattern: {pattern}" if pattern else "chit: true"
        game = load_game(CONTENT / TOBRUK, "none", {"counters.yaml": text.replace("chit: true", said, 1)})
        brief = Brief(game, Profile(ink=ink))
        document = game.one("counters", CountersDocument)[0]
        drawn = [unit_face(brief, document.units[0]), chit_face(brief, document.formations[0])]
        assert [face.cut for face in drawn] == [[], []]
        pieces[pattern] = [face.art.svg().count('class="stripe"') for face in drawn]
        in_colour = document.formations[0].colour.lower() in drawn[0].art.svg().lower()
        assert in_colour == (ink == "full" and pattern != "")
    assert (pieces[""], pieces["solid"]) == ([0, 0], [1, 1])
    assert all(1 < few < many for few, many in zip(pieces["dashed"], pieces["dotted"], strict=True))


def test_formations_with_one_colour_and_other_stripes_are_told_apart():
    """CNT045 reports two formations of one colour, unless a stripe tells them apart."""
    text = ((CONTENT / TOBRUK) / "counters.yaml").read_text(encoding="utf-8")
    same = text.replace("#1FA08C", "#F08CB0", 1)
    striped = same.replace('#F08CB0", chit', '#F08CB0", pattern: dotted, chit', 1)
    for changed, found in ((same, 1), (striped, 0)):
        findings = check(load_game(CONTENT / TOBRUK, "all", {"counters.yaml": changed}))
        assert [finding.code.id for finding in findings].count("CNT045") == found


def test_the_counts_of_markers_of_tobruk_are_the_checklist_s():
    listed = missing(TOBRUK, "counters")["counts"]
    assert listed["markers"] == MARKERS_OF_TOBRUK
    assert listed["sum"] == 280
    assert listed["HQ activation chits"] == 43


BASES = [
    (KNIGHTS, "units[axis/8].strength", "printed"), (KNIGHTS, "units[allied/41].morale", "printed"),
    (KNIGHTS, "units[axis/8].mobility", "printed"), (KNIGHTS, "units[axis/8].size", "derived"),
    (KNIGHTS, "units[axis/8].nationality", "derived"), (KNIGHTS, "units[axis/8].type", "derived"),
    (KNIGHTS, "units[axis/8].supply_ceiling", "derived"), (KNIGHTS, "types[armour].symbol", "proposed"),
    (KNIGHTS, "values[morale].at", "proposed"),
    (TOBRUK, "units[axis/35].defence", "printed"), (TOBRUK, "units[axis/36].defence", "proposed"),
    (TOBRUK, "units[axis/35].depleted.attack", "proposed"), (TOBRUK, "formations[i-5pz].values.activation", "proposed"),
    (DESERT, "units[axis/4].range", "proposed"), (DESERT, "units[axis/6].range", "printed"),
]  # fmt: skip
"""What the source prints, what follows from it, and what it leaves open."""


@pytest.mark.parametrize(("name", "address", "basis"), BASES)
def test_counters_say_what_their_values_rest_on(name, address, basis):
    game = game_of(name)
    (file,) = game.files_of("counters")
    (path,) = resolve(file.root, parse_address(address))
    assert file.basis_at(path) == basis


# -- in play and in print ---------------------------------------------------------------------------

LAST = "  - {id: morale, name: Morale, at: right}\n"


def by_number(made, side, key):
    """An array of a compiled scenario, by number of the units of a side."""
    rows = zip(made.units.side, made.units.no, made.rules[key], strict=True)
    return {int(no): int(value) for owner, no, value in rows if made.keys["sides"][owner] == side}


def test_what_counters_say_reaches_play():
    made = compile_scenario(game_of(KNIGHTS), "campaign-41")
    assert by_number(made, "axis", "value.ceiling")[8] == 800
    assert by_number(made, "axis", "value.morale")[8] == 9
    assert by_number(made, "allied", "value.mobility") == {
        unit.no: ["mobile", "nmobile"].index(unit.values["mobility"])
        for unit in sheet(KNIGHTS).units
        if unit.side == "allied" and unit.no in by_number(made, "allied", "value.mobility")
    }
    assert "value.strength" not in made.rules, "it has an array of its own"


def test_faces_reach_play():
    made = compile_scenario(game_of(TOBRUK), "salient")
    names = {unit.no: unit for unit in sheet(TOBRUK).units if unit.side == "axis"}
    flak = next(no for no, unit in names.items() if unit.name == "1/33")
    mortar = next(no for no, unit in names.items() if unit.name == "4/2MG")
    head = next(no for no, unit in names.items() if unit.name == "HQ 33")
    assert [by_number(made, "axis", f"face.{face}")[flak] for face in ("depleted", "fired")] == [1, 0]
    assert [by_number(made, "axis", f"face.{face}")[mortar] for face in ("depleted", "fired")] == [0, 1]
    assert by_number(made, "axis", "face.depleted.defence")[flak] == 5
    assert by_number(made, "axis", "face.depleted.defence")[mortar] == -1
    assert by_number(made, "axis", "value.range")[head] == -1
    assert by_number(made, "axis", "value.fire")[mortar] == 1


@pytest.mark.clause("2.4.2", "6.0.4", game="rats-of-tobruk")
def test_formations_reach_play():
    """By unit its formation, by formation its headquarters and activation range."""
    made = compile_scenario(load_game(CONTENT / TOBRUK, errata="none"), "salient")
    units = {(unit.side, unit.no): unit for unit in sheet(TOBRUK).units}
    declared = {each.id: each for each in sheet(TOBRUK).formations}
    assert made.keys["formations"] == tuple(declared)
    for row, (side, no) in enumerate(zip(made.units.side, made.units.no, strict=True)):
        unit = units[made.keys["sides"][side], no]
        number = made.rules["formation"][row]
        assert made.keys["formations"][number] == unit.parent
        assert made.rules["formation.side"][number] == side
        assert made.units.no[made.rules["formation.headquarters"][number]] == declared[unit.parent].headquarters
        assert made.rules["formation.value.activation"][number] == declared[unit.parent].values["activation"]
    assert set(made.rules["formation.chit"]) == {1}
    assert set(made.rules["formation.within"]) == {-1}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("values: {activation: 15}", "values: {}", "Activation range is missing (`activation`)"),
        ("values: {activation: 15}", "values: {activation: far}", "`activation` is a number: 0 to 10000 is expected"),
        ("values: {activation: 15}", "values: {activation: true}", "`activation` is a number: 0 to 10000 is expected"),
        ("activation: 15}", "activation: 15, range: 2}", "`range` is not declared `of: formation`"),
    ],
)
def test_values_of_formations_are_held_against_their_declaration(old, new, said):
    text = ((CONTENT / TOBRUK) / "counters.yaml").read_text(encoding="utf-8")
    game = load_game(CONTENT / TOBRUK, "none", {"counters.yaml": text.replace(old, new, 1)})
    assert [found.message for found in check(game) if found.code.id == "CNT008"] == [f"RAE: {said}"]


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        (
            "mark: triangle, of: range",
            "mark: triangle, of: activation",
            "CNT002",
            "names `activation`, which is not a value",
        ),
        (
            "of: formation}\n",
            'of: formation, derived: "attack + 1"}\n',
            "CNT003",
            "a value of formations, which state it",
        ),
        (
            "of: formation}\n",
            'of: formation}\n  - {id: x, derived: "activation + 1"}\n',
            "CNT002",
            "the formula of `x`",
        ),
    ],
)
def test_values_of_formations_are_none_of_units(old, new, code, said):
    text = ((CONTENT / TOBRUK) / "counters.yaml").read_text(encoding="utf-8")
    assert old in text
    game = load_game(CONTENT / TOBRUK, "none", {"counters.yaml": text.replace(old, new, 1)})
    assert any(said in found.message for found in check(game) if found.code.id == code)


def test_a_derived_value_is_worked_out_printed_and_played():
    text = ((CONTENT / KNIGHTS) / "counters.yaml").read_text(encoding="utf-8")
    assert LAST in text
    more = '  - {id: half, at: middle, derived: "ceil(most ÷ 2)"}\n  - {id: most, derived: "min(600, ceiling)"}\n'
    game = load_game(CONTENT / KNIGHTS, "none", {"counters.yaml": text.replace(LAST, LAST + more)})
    unit = next(unit for unit in game.one("counters", CountersDocument)[0].units if unit.no == 8)
    assert text_of(values_at(unit, "middle")) == "300"
    made = compile_scenario(game, "campaign-41")
    assert [by_number(made, "axis", f"value.{key}")[8] for key in ("ceiling", "most", "half")] == [800, 600, 300]


def test_a_game_of_strength_and_movement_has_no_arrays_of_values():
    game = load_game(CONTENT / "massawa")
    made = compile_scenario(game, next(iter(scenarios(game).scenarios)))
    assert not [key for key in made.rules if key.startswith(("value.", "face.", "formation"))]


# -- print ------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [KNIGHTS, TOBRUK, DESERT])
def test_every_counter_prints_its_values_and_its_name_uncut(name):
    game = load_game(CONTENT / name, errata="all")
    brief = Brief(game)
    for made in forces(game).counters.values():
        unit = made.counter
        front, back = unit_face(brief, unit), unit_reverse(brief, unit)
        assert front.cut + back.cut == [], unit.name
        for face, said in ((front, unit.values), (back, next(iter(unit.faces.values()), {}))):
            shown = " ".join(mark.text for mark in face.art.texts)
            for value in unit.declared:
                if value.at and value.kind == "number" and value.id in said:
                    assert re.search(rf"(?<!\d){said[value.id]}(?!\d)", shown), (unit.name, value.id)


def test_a_depleted_back_keeps_what_it_does_not_change():
    game = load_game(CONTENT / TOBRUK, errata="all")
    unit = next(made.counter for made in forces(game).counters.values() if "range" in made.counter.values
                and made.counter.faces.get("depleted"))  # fmt: skip
    words = [mark.text for mark in unit_reverse(Brief(game), unit).art.texts]
    assert "Depleted" in words
    assert str(unit.faces["depleted"].get("range", unit.values["range"])) in words


def test_a_declared_formation_gives_its_units_name_and_colour():
    text = ((CONTENT / KNIGHTS) / "counters.yaml").read_text(encoding="utf-8")
    text = text.replace("name: 21 GE PZ DIV, ", "name: 21 GE PZ DIV, parent: dak, ")
    declared = 'formations: [{id: dak, side: axis, name: Afrika, headquarters: 8, colour: "#B04020"}]\nunits:'
    game = load_game(CONTENT / KNIGHTS, "none", {"counters.yaml": text.replace("units:", declared, 1)})
    assert [found.message for found in check(game) if found.code.id[:3] in ("CNT", "REF")] == []
    unit = next(unit for unit in game.one("counters", CountersDocument)[0].units if unit.no == 8)
    drawn = unit_face(Brief(game, Profile()), unit).art
    assert "Afrika" in [mark.text for mark in drawn.texts if mark.role == "parent"]
    assert mix("#B04020", "#FFFFFF", 0.45) in drawn.svg(), "the band has the colour of the formation, made pale"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [KNIGHTS, TOBRUK, DESERT])
def test_the_sheets_of_every_game_are_made_with_their_findings(name):
    brief = Brief(load_game(CONTENT / name, errata="all"), Profile())
    made = [job.make() for job in jobs(brief, ())]
    assert made
    assert all(each.pdf.startswith(b"%PDF") for each in made)
    assert {found.code.id for each in made for found in each.findings} <= {"PRT002", "PRT003", "PRT013"}


@pytest.mark.parametrize(
    ("name", "unit", "line"),
    [
        (KNIGHTS, "Allied 29", "twice its morale 6"),
        (TOBRUK, "Allied 2", "depleted: attack strength 2, defence strength 3, movement allowance 4"),
    ],
)
def test_what_is_shown_of_a_unit_has_derived_values_and_each_face(name, unit, line):
    text = ((CONTENT / name) / "counters.yaml").read_text(encoding="utf-8")
    more = "values:\n  - {id: twice, name: Twice its morale, derived: 2 × morale}\n"
    change = {"counters.yaml": text.replace("values:\n", more, 1)} if name == KNIGHTS else {}
    game = load_game(CONTENT / name, "none", change)
    counter = next(part for part in look_up(game, unit).card.sections if part.heading == "Counter")
    assert line in [each.text for each in counter.lines]


def test_a_unit_without_a_size_is_shown_without_that_line():
    game = game_of(DESERT)
    counter = next(part for part in look_up(game, "Allied 1").card.sections if part.heading == "Counter")
    assert not [each.text for each in counter.lines if each.text.startswith("size")]


def test_a_slip_in_the_charts_is_found_and_stops_no_check():
    text = ((CONTENT / KNIGHTS) / "charts.yaml").read_text(encoding="utf-8")
    bad = text.replace("basis: ", "bases: ", 1)
    found = check(load_game(CONTENT / KNIGHTS, "none", {"charts.yaml": bad}))
    assert [each.code.id for each in found if each.span.file.endswith("charts.yaml")] != []

"""Every set-up of every scenario prints, and what is on it is what the game says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import COMPONENTS, Brief, words_of
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.render import all_jobs, components, render_all
from scenario_forge.printing.set_up_card import NAME as SET_UP_CARD
from scenario_forge.printing.set_up_card import set_up_card

from .conftest import GAMES, ROOT, pages

AXIS = "orders-of-battle/axis.yaml"
CARDS = [SET_UP_CARD]


def render(game, *asked, **options):
    """The files that are printed, by name."""
    return render_all(game, *asked, **options).files


def file_name(game, component, scenario, side, paper):
    return Brief(game, Profile().on(paper)).file(component, scenario, side) + ".pdf"


def cards(game, scenario):
    planned = plan(game, scenario)
    return {side: set_up_card(planned, side, words_of(game)) for side in planned.forces.sides}


def stands(text, words, start):
    """Where the words stand in a text behind ``start``."""
    found = text.find(words, start)
    assert found >= 0, f"`{words}` does not stand behind {text[max(0, start - 60) : start]!r}"
    return found + len(words)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("errata", ["none", "all"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_unit_stands_on_the_card_with_its_hex(folder, errata, text_of):
    game = load_game(folder, errata)
    printed = 0
    for scenario in scenarios(game).scenarios:
        try:
            expected = cards(game, scenario)
        except CompileError:
            assert errata == "none", "with all errata every scenario prints"
            continue
        files = render(game, scenario, only=[SET_UP_CARD])
        assert len(files) == len(expected)
        for side, card in expected.items():
            text, at = text_of(files[file_name(game, SET_UP_CARD, scenario, side, "A4")]), 0
            at = stands(text, card["side"], at)
            for group in card["groups"]:
                at = stands(text, group["hex"], at)
                for line in group["lines"]:
                    at = stands(text, f"{line['no']} {line['name']}" if "no" in line else line["name"], at)
            printed += 1
    assert printed >= 4


def test_all_units_of_a_side_are_on_its_card_once(skirmish):
    """On the map, in a box, at base, coming, eliminated or set aside: nothing is left to guess."""
    game = skirmish()
    for scenario in ("compass", "siege"):
        for side, card in cards(game, scenario).items():
            lines = [line for group in card["groups"] for line in group["lines"]]
            for section in card["sections"]:
                lines += [line for part in section.get("parts", ()) for line in part["lines"]]
            listed = {line["no"] for line in lines if "no" in line}
            for section in card["sections"]:
                for run in section.get("text", "").split(", "):
                    first, _, last = run.partition("–")
                    listed |= set(range(int(first), int(last or first) + 1)) if first else set()
            assert listed == {u.no for u in plan(game, scenario).forces.sides[side].units}


def test_hexes_stand_from_west_to_east(skirmish):
    assert [g["hex"] for g in cards(skirmish(), "compass")["axis"]["groups"]] == ["G6", "E7", "E9", "F9"]
    assert [g["hex"] for g in cards(skirmish(), "compass")["allied"]["groups"]] == ["FF4", "EE5", "FF6", "GG9"]


def test_what_lies_in_a_hex_stands_together(skirmish):
    group = next(g for g in cards(skirmish(), "siege")["allied"]["groups"] if g["hex"] == "G6")
    assert group["place"] == "Marsa Akra"
    assert [line.get("no") or line["name"] for line in group["lines"]] == [4, "Supply unit"]
    boxed = next(g for g in cards(skirmish(), "siege")["allied"]["groups"] if g["hex"] == "D7")
    assert [line["name"] for line in boxed["lines"]] == ["5/2 Ind", "Fortified box"]


def test_a_weakened_unit_says_which_marker_goes_under_it(skirmish):
    group = next(g for g in cards(skirmish(), "siege")["allied"]["groups"] if g["hex"] == "E8")
    assert group["lines"][0]["notes"] == ["strength marker 3 under the counter"]
    assert group["lines"][0]["figures"] == "6–30"


def sections(card):
    return {section["title"]: section for section in card["sections"]}


def test_boxes_arrivals_withdrawals_and_the_rest_have_their_sections(skirmish):
    both = cards(skirmish(), "siege")
    axis, allied = both["axis"], both["allied"]
    assert [line.get("no") for line in sections(axis)["In The Great Camp"]["parts"][0]["lines"]] == [5, 6, 9, None]
    assert [part["head"] for part in sections(axis)["Reinforcements"]["parts"]] == ["Apr 41", "May 41"]
    assert sections(axis)["Eliminated"]["text"] == "1–2, 4"
    assert [part["head"] for part in sections(allied)["Withdrawals"]["parts"]] == ["Jun 41"]


def test_a_game_says_in_its_own_words_what_eliminated_means(skirmish):
    own = ("words/en.yaml", "words:\n", "words:\n  eliminated: Eliminated, may not be rebuilt\n")
    axis = sections(cards(skirmish(own), "siege")["axis"])
    assert axis["Eliminated, may not be rebuilt"]["text"] == "1–2, 4"
    assert "Eliminated" not in axis


def test_units_of_an_optional_rule_stand_apart_until_it_is_chosen(skirmish):
    without = ("scenarios/siege.yaml", "options: [eighty-eights]", "options: []")
    apart = sections(cards(skirmish(without), "siege")["axis"])["Only with the optional rule 10 Eighty-Eights"]
    assert [(part["head"], part["lines"][0]["no"]) for part in apart["parts"]] == [("The Great Camp", 9)]
    chosen = cards(skirmish(), "siege")["axis"]
    assert not any("optional rule" in title for title in sections(chosen))
    assert "Optional rules: 10 Eighty-Eights" in chosen["facts"]


def test_optional_rules_stand_in_the_order_of_the_rulebook(skirmish):
    both = ("scenarios/siege.yaml", "options: [eighty-eights]", "options: [long-odds, eighty-eights]")
    first = ("options.yaml", "options:\n", "options:\n  - {id: zeal, title: Zeal, rule: '9', text: More.}\n")
    assert "Optional rules: 10 Eighty-Eights, 10 Long Odds" in cards(skirmish(both), "siege")["axis"]["facts"]
    all_three = (both[0], both[1], "options: [long-odds, eighty-eights, zeal]")
    facts = cards(skirmish(all_three, first), "siege")["axis"]["facts"]
    assert "Optional rules: 9 Zeal, 10 Eighty-Eights, 10 Long Odds" in facts


def test_the_small_map_shows_every_hex_of_the_other_side_his_supply_too(skirmish):
    game = skirmish()
    allied = {group["hex"] for group in cards(game, "compass")["allied"]["groups"]}
    assert {"FF6", "GG9"} <= allied, "hexes with supply and nothing else"
    assert cards(game, "compass")["axis"]["map"].count('class="other"') == len(allied)


def test_totals_count_what_is_on_the_card(skirmish):
    assert cards(skirmish(), "compass")["axis"]["totals"] == [
        "On map: 4 units, 1 supply, 2 boxes",
        "To arrive: 2 units (+1 optional)",
    ]
    assert cards(skirmish(), "siege")["axis"]["totals"][1] == "Off map: 3 units, 1 supply"


def test_what_is_not_the_publishers_is_marked_and_explained(skirmish):
    ours = ("counters.yaml", "basis: printed\n\nsizes", "basis: proposed\n\nsizes")
    fitted = ("map.yaml", "basis: printed", "basis: fitted")
    assert cards(skirmish(), "siege")["axis"]["notes"] == []
    card = cards(skirmish(ours, fitted), "siege")["axis"]
    assert card["figures_title"].endswith("°")
    assert [note[:20] for note in card["notes"]] == [
        "° a value of this ed",
        "Terrain of the small",
    ]
    placed = (
        AXIS,
        "basis: printed",
        "basis: printed\n\nprovenance:\n  - {at: ['units[3].mar41'], basis: proposed, why: ours}",
    )
    card = cards(skirmish(placed), "siege")["axis"]
    assert card["groups"][0]["lines"][0]["marks"] == "°"


def test_a_corrected_entry_is_marked_with_its_erratum(skirmish):
    erratum = (
        "errata/maker.yaml",
        "at: chronology.events[6/4/41].elsewhere\n    printed: Thaw\n    corrected: Thaw and rain",
        "at: orders-of-battle/axis.units[3].mar41\n    printed: C3\n    corrected: C4",
    )
    card = cards(skirmish(erratum, errata="all"), "siege")["axis"]
    assert [(g["hex"], g["lines"][0]["marks"]) for g in card["groups"]][1] == ("C4", "§")
    assert card["notes"] == ["§ corrected: SK-001"]


def test_errata_are_named_in_the_order_of_their_numbers(skirmish):
    more = "".join(
        f"\n  - {{id: SK-0{n}, at: 'orders-of-battle/axis.units[{no}].dec40', printed: {old}, corrected: {new}, "
        "why: seen, source: ours, by: us, status: proposed}"
        for n, no, old, new in ((12, 3, "G6", "G7"), (11, 4, "E7", "E8"))
    )
    game = skirmish(("errata/maker.yaml", "status: official", f"status: official{more}"), errata="all")
    assert cards(game, "compass")["axis"]["notes"] == ["§ corrected: SK-011, SK-012"]


def test_a_scenario_of_ones_own_says_that_it_is_not_printed(skirmish):
    ours = ("scenarios/siege.yaml", "basis: printed", "basis: proposed")
    assert cards(skirmish(ours), "siege")["axis"]["notes"] == ["This scenario is not in the printed game."]


# -- files and pages ---------------------------------------------------------------------------


def test_a_file_name_says_what_it_is(skirmish):
    assert sorted(render(skirmish(), "siege", CARDS)) == [
        "skirmish_setup-card_siege_allied_A4_errata-none-v1.pdf",
        "skirmish_setup-card_siege_axis_A4_errata-none-v1.pdf",
    ]
    game = skirmish(("game.yaml", 'edition: "1.0"', 'edition: "1.2/../x"'), errata="SK-001")
    assert next(iter(render(game, "siege", CARDS))) == "skirmish_setup-card_siege_allied_A4_errata-chosen-v1.2-..-x.pdf"


def test_each_page_names_game_errata_and_its_number(skirmish):
    longer = "".join(f"  - {{no: {n}, name: Unit {n}, dec40: A{n % 9 + 1}}}\n" for n in range(20, 140))
    counters = "".join(
        f"  - {{side: axis, no: {n}, name: Unit {n}, nationality: german, size: II, type: infantry, strength: 1, movement: 9}}\n"
        for n in range(20, 140)
    )
    game = skirmish(
        (AXIS, "\nmarkers:", f"{longer}\nmarkers:"), ("counters.yaml", "\nmarkers:", f"{counters}\nmarkers:")
    )
    texts = pages(render(game, "compass", CARDS)["skirmish_setup-card_compass_axis_A4_errata-none-v1.pdf"])
    assert len(texts) >= 2
    for number, text in enumerate(texts, start=1):
        assert f"page {number} of {len(texts)}" in text
        assert "Skirmish on the Coast, edition 1.0" in text
        assert "errata applied: none" in text
    assert "Skirmish on the Coast: Compass, Axis, Set-up" in texts[1], "a later page says whose it is"
    assert all(f"{n} Unit {n}" in " ".join(texts) for n in range(20, 140))
    assert "Only with the optional rule" in texts[1], "the heading stands again over what goes on"


def test_a_pdf_has_a_title_bookmarks_and_paper_size(skirmish):
    for paper, size in (("A4", (595, 842)), ("Letter", (612, 792))):
        document = pypdfium2.PdfDocument(
            render(skirmish(), "siege", CARDS, paper)[file_name(skirmish(), SET_UP_CARD, "siege", "axis", paper)]
        )
        assert tuple(round(n) for n in document[0].get_size()) == size
        assert document.get_metadata_dict()["Title"] == "Skirmish on the Coast: The Siege, Axis, Set-up"
        assert [mark.get_title() for mark in document.get_toc()][:2] == ["The Siege · Axis", "Placed on the map"]


def fonts(pdf):
    document = pypdfium2.PdfDocument(pdf)
    return {
        inner.get_font().get_base_name().partition("+")[2]
        for page in document
        for inner in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])
    }


def test_only_shipped_fonts_are_in_it_as_subsets(skirmish):
    found = set().union(*map(fonts, render(skirmish(), "siege").values()))
    assert found
    assert found <= {
        "BarlowCondensed-Regular",
        "BarlowCondensed-SemiBold",
        "BarlowCondensed-Bold",
        "ForgeSerif-Regular",
        "ForgeSerif-Italic",
        "ForgeSerif-SemiBold",
    }


def test_the_same_game_gives_the_same_bytes_in_two_processes():
    code = (
        "import hashlib\nfrom scenario_forge.game.reading.workspace import load_game\n"
        "from scenario_forge.printing.render import render_all\n"
        "for name, data in render_all(load_game('tests/games/skirmish'), 'siege').files.items():\n"
        "    print(name, hashlib.sha256(data).hexdigest())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": epoch},
            capture_output=True,
            check=True,
            cwd=ROOT,
        ).stdout
        for seed, epoch in (("1", "0"), ("2", "1700000000"))
    }
    assert len(said) == 1


def test_a_game_with_errors_says_so_on_the_page(skirmish, text_of):
    for name, pdf in render(skirmish(), "siege", flawed=True).items():
        assert "This game has errors" in text_of(pdf), name
    assert "This game has errors" not in text_of(next(iter(render(skirmish(), "siege", CARDS).values())))


def test_a_scenario_whose_set_up_is_open_is_left_out_and_reported(skirmish):
    made = render_all(skirmish((AXIS, "mar41: C3}", "mar41: C33}")), only=CARDS)
    assert {name.split("_")[2] for name in made.files} == {"compass"}
    assert [d.code.id for d in made.diagnostics] == ["REF001"]


def test_what_cannot_be_asked_for_is_named(skirmish):
    with pytest.raises(NoSuchScenario):
        render(skirmish(), "stalingrad")
    with pytest.raises(ValueError, match="setup-card"):
        render(skirmish(), "siege", only=["maps"])
    with pytest.raises(ValueError, match="Letter"):
        render(skirmish(), "siege", paper="A9")


# -- what authors write is text ----------------------------------------------------------------

TYPST = [
    '#panic("boom")',
    '#read("/etc/passwd")',
    '#import "@preview/x:1.0.0"',
    "] #[*bold* _it_ $x^2$ `raw`",
    "\\ \" ' #{1+1} // no comment /* nor this */",
    "<label> @ref ~ -- --- ...",
    "= Heading",
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", TYPST)
def test_markup_in_a_name_is_printed_and_not_obeyed(skirmish, text_of, name):
    quoted = json.dumps(name)
    game = skirmish(
        (AXIS, "name: 60 Div., ", f"name: {quoted}, "),
        ("scenarios/siege.yaml", "title: The Siege", f"title: {quoted}"),
        ("map.yaml", "name: Zawia,", f"name: {quoted},"),
        ("game.yaml", "title: Skirmish on the Coast", f"title: {quoted}"),
    )
    text = text_of(render(game, "siege", CARDS)[file_name(game, SET_UP_CARD, "siege", "axis", "A4")])
    assert " ".join(name.split()) in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["W" * 300, "a b " * 400, "<&>\"'", "Ελλάς Київ Łódź", "{page} {title}", "\u202etfel"])
def test_odd_names_do_not_stop_the_press(skirmish, name):
    quoted = json.dumps(name, ensure_ascii=False)
    game = skirmish(
        (AXIS, "name: 60 Div., ", f"name: {quoted}, "),
        ("map.yaml", "name: Marsa Akra,", f"name: {quoted},"),
        ("victory.yaml", "basis: printed", "basis: derived"),
    )
    assert len(render(game, "siege", CARDS)) == 2


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["a\x07b\ufffe <&>\"' #[x]", "W" * 300, "ليبيا Ελλάς"])
def test_odd_names_do_not_stop_any_component(skirmish, name):
    """A control character is an error in the text, but `--force` prints nevertheless."""
    quoted = json.dumps(name)
    game = skirmish(
        ("game.yaml", "title: Skirmish on the Coast", f"title: {quoted}"),
        ("game.yaml", "name: Allied}", f"name: {quoted}}}"),
        ("game.yaml", "name: Italian,", f"name: {quoted},"),
        ("map.yaml", "name: Zawia,", f"name: {quoted},"),
        ("map.yaml", "name: The Great Camp,", f"name: {quoted},"),
        ("counters.yaml", "name: Raiders,", f"name: {quoted},"),
        ("counters.yaml", "name: Wreck,", f"name: {quoted},"),
        ("scenarios/siege.yaml", "title: The Siege", f"title: {quoted}"),
    )
    made = {job.component for job in all_jobs(Brief(game), only=COMPONENTS) if job.make().pdf}
    assert made == {*COMPONENTS} - {"force-sheet"}, "no forces can be bought in this game"


# -- a rule system's own components ------------------------------------------------------------


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests/systems/toy"))
    yield load_game(ROOT / "tests/games/toy")
    sys.modules.pop("skirmish_rules", None)


def test_a_system_from_elsewhere_prints_its_own_component_on_our_pages(toy, text_of):
    assert components(toy) == [*COMPONENTS, "roll"]
    files = render(toy, only=[SET_UP_CARD, "roll"])
    assert sorted(name.split("_")[1] for name in files) == ["roll", SET_UP_CARD, SET_UP_CARD]
    text = text_of(next(data for name, data in files.items() if "_roll_" in name))
    assert "The Bridge: bridge" in text
    assert "page 1 of 1" in text


def test_a_game_without_words_speaks_english(toy, text_of):
    text = text_of(next(pdf for name, pdf in render(toy, only=[SET_UP_CARD]).items() if "blue" in name))
    assert "Placed on the map 0403" in text.replace("strength–movement ", "")
    assert "On map: 1 unit" in text


@pytest.mark.usefixtures("typeset_anew")
def test_nothing_is_left_behind(skirmish, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    render(skirmish(), "siege", CARDS)
    assert list(Path(tmp_path).iterdir()) == []

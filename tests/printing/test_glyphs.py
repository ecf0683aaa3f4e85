"""PRT001: a character that no shipped font has is reported where it is written."""

from __future__ import annotations

import re

import pytest

from scenario_forge.checks import glyphs
from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.documents.words import english
from scenario_forge.lettering.fonts import FOLDER, coverage, missing_characters
from scenario_forge.lettering.glyphs import Font
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.render import game_findings, render_all

AXIS = "orders-of-battle/axis.yaml"


def test_a_missing_glyph_is_reported_at_the_text(skirmish):
    made = render_all(skirmish((AXIS, "name: 60 Div., ", "name: ليبيا, ")), "siege")
    assert [(d.code.id, d.severity, d.span.file, d.span.line, d.span.column) for d in made.diagnostics] == [
        ("PRT001", Severity.WARNING, AXIS, 15, 19)
    ]
    assert made.diagnostics[0].message.startswith("`ل`, `ي`, `ب`, `ا` cannot be printed")
    assert sum("setup-card" in name for name in made.files) == 2, "the rest of the card is printed"


def test_letters_that_the_fonts_have_give_nothing(skirmish):
    assert render_all(skirmish((AXIS, "name: 60 Div., ", "name: Ελλάς Київ Łódź, ")), "siege").diagnostics == []


def test_a_letter_with_its_accent_apart_is_the_letter_that_the_fonts_have():
    assert missing_characters("Zu\u0308rich") == []
    assert missing_characters("q\u20dd") == ["\u20dd"]


def test_no_font_is_read_for_letters_that_all_fonts_have(monkeypatch, skirmish):
    assert coverage().issuperset(map(ord, glyphs._SURE))
    monkeypatch.setattr(glyphs, "missing_characters", lambda text: pytest.fail(f"{text!r} is looked up"))
    assert list(glyphs.missing_glyphs(skirmish())) == []


def test_a_check_reports_a_letter_before_anything_is_printed(skirmish):
    found = [each for each in check(skirmish((AXIS, "name: 60 Div., ", "name: ليبيا, "))) if each.code.id == "PRT001"]
    assert [(each.span.file, each.span.line, each.span.column) for each in found] == [(AXIS, 15, 19)]


def test_what_is_not_printed_may_have_any_letters(skirmish):
    why = "basis: printed\nprovenance:\n  - {at: [units], basis: derived, why: 砂漠}\n"
    assert "PRT001" not in {each.code.id for each in check(skirmish(("counters.yaml", "basis: printed\n", why)))}


def test_every_text_of_a_card_is_looked_at(skirmish):
    edits = [
        ("game.yaml", "title: Skirmish on the Coast", "title: 砂漠"),
        ("game.yaml", "name: Axis}", "name: 枢軸}"),
        ("scenarios/siege.yaml", "title: The Siege", "title: 包囲"),
        ("map.yaml", "name: Zawia,", "name: 丘,"),
        ("map.yaml", "name: The Great Camp,", "name: 陣,"),
        ("counters.yaml", "name: Fortified box, ", "name: 箱, "),
        ("words/en.yaml", '"page {page} of {pages}"', '"{page} 頁 {pages}"'),
    ]
    found = render_all(skirmish(*edits), "siege").diagnostics
    lacking = [(file, *re.findall("[^\\x00-\u3000]", new)) for file, _old, new in edits]
    assert {d.code.id for d in found} == {"PRT001"}
    assert sorted((d.span.file, *re.findall("`([^`])`", d.message.partition(" cannot ")[0])) for d in found) == sorted(
        lacking
    )


def test_the_shipped_words_can_be_printed():
    assert missing_characters("".join(english().values())) == []


def test_every_weight_of_a_family_has_the_same_characters():
    for family in ("BarlowCondensed", "ForgeSans", "ForgeSerif"):
        sets = [Font(path).characters for path in FOLDER.glob(f"{family}-*.ttf")]
        assert len(sets) >= 3
        assert len(set(sets)) == 1


def test_the_fonts_have_what_a_wargame_needs():
    assert coverage() >= set(map(ord, "ÄÖÜßéèàñçłŁśŞğőŽ×·–—“”‘’½¼¾°†*…ΑΩαωЖЯіїё"))


def test_the_fonts_come_with_their_licences_and_are_small():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.ttf")) < 1_500_000
    assert all("SIL OPEN FONT LICENSE" in path.read_text(encoding="utf-8") for path in FOLDER.glob("OFL-*.txt"))
    assert len(list(FOLDER.glob("OFL-*.txt"))) == 3


def test_a_suppressed_finding_does_not_come_back_when_the_game_is_printed(skirmish):
    why = "name: ليبيا, "
    game = skirmish((AXIS, "name: 60 Div., ", why))
    line = next(line for line in game.files[AXIS].source.text.splitlines() if why in line)
    game = skirmish((AXIS, line.replace(why, "name: 60 Div., "), f"{line}  # ignore: PRT001 - printed by hand"))
    assert why in game.files[AXIS].source.text
    assert game_findings(Brief(game)) == []


def test_a_suppression_of_something_else_is_no_finding_of_a_build(skirmish):
    game = skirmish(("game.yaml", "game: skirmish", "game: skirmish  # ignore: OOB007 - a trial"))
    assert game_findings(Brief(game)) == []


@pytest.mark.parametrize(
    ("edit", "lacking"),
    [
        (("scenarios/siege.yaml", "title: The Siege", "title: Łódź"), True),
        (("map.yaml", "name: Zawia,", "name: Łódź,"), False),
    ],
)
def test_titles_are_looked_at_in_capitals_too(skirmish, monkeypatch, edit, lacking):
    """The heads of pages set them so."""
    monkeypatch.setattr(glyphs, "missing_characters", lambda text: ["Ź"] if "Ź" in text else [])
    assert [each.code.id for each in glyphs.missing_glyphs(skirmish(edit))] == ["PRT001"] * lacking


def test_the_letters_that_are_not_looked_up_have_capitals():
    assert missing_characters("".join(glyphs._SURE).upper()) == []

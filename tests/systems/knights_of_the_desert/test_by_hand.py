"""The paper edition: each percentage of *Knights of the Desert* is a procedure with dice or pencil, and is printed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from scenario_forge import load_game
from scenario_forge.checks.names import unresolved_names
from scenario_forge.checks.rulebook.aids import (
    duplicates,
    percentages_without,
    unknown_names_of_procedures,
    wrong_errors,
)
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.procedures import procedures
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.booklet.appendices import appendices
from scenario_forge.printing.booklet.chapters import Bars, Chapters
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.charts import chart_pages
from scenario_forge.printing.charts.pads import score_leaves
from scenario_forge.printing.charts.tables import sections
from scenario_forge.systems.knights_of_the_desert.parameters import KnightsDocument
from tests.as_printed import load_as_printed

from .board import FOLDER, printed

AIDS = (FOLDER / "aids.yaml").read_text(encoding="utf-8")
FOUND = [
    "initiative",
    "enters",
    "after-battle",
    "another",
    "risk",
    "air-loss",
    "cadre",
    "rated-points",
    "digits",
    "on-the-way",
    "strike",
    "breaking",
    "ground",
    "air-strength",
    "battle-supply",
    "luck",
    "fewer-reactions",
    "hidden",
]
"""Procedures without which a clause of the manual with a percentage has none."""


def reworded(before, after):
    """The game with one place of its player aids changed."""
    assert AIDS.count(before) == 1, before
    return load_game(FOLDER, "all", {"aids.yaml": AIDS.replace(before, after)})


def messages(findings):
    return [each.message for each in findings]


def only(game, id_):
    return next(procedure for procedure, _where in procedures(game) if procedure.id == id_)


@pytest.mark.parametrize("id_", FOUND)
def test_a_percentage_without_its_procedure_is_found(id_):
    block = re.search(
        rf"  - id: {id_}\n    title: .*?(?=\n  - id: |\Z)", AIDS[AIDS.index("procedures:\n") :], re.DOTALL
    )
    named = only(printed(), id_).clauses
    found = messages(percentages_without(reworded(block[0], "")))
    assert any(f"clause {clause} " in message for message in found for clause in named)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("in 5 per cent of cases", True),
        ("five times in a hundred", True),
        ("with a probability of one half", True),
        ("in all likelihood", True),
        ("likely", False),
    ],
)
def test_a_chance_in_other_words_needs_a_procedure_too(said, found):
    before = "text: Depots move like any other unit of their type and pay the same."
    rulebook = (FOLDER / "rulebook.yaml").read_text(encoding="utf-8")
    assert rulebook.count(before) == 1
    game = load_game(FOLDER, "all", {"rulebook.yaml": rulebook.replace(before, f"text: Depots are lost {said}.")})
    assert any("clause III.2.G.2 " in message for message in messages(percentages_without(game))) == found


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "{id: supply, title: Supply, width: 4}",
            "{id: strength, title: Supply, width: 4}",
            "boxes have the id `strength`",
        ),
        ("  - id: after-battle\n", "  - id: enters\n", "procedures have the id `enters`"),
    ],
)
def test_an_id_of_the_player_aids_is_given_once(before, after, message):
    """Errata and provenance address a box or procedure by it."""
    assert messages(duplicates(printed())) == []
    assert [each for each in messages(duplicates(reworded(before, after))) if message in each]


@pytest.mark.parametrize("errata", ["none", "all"])
def test_every_percentage_has_a_procedure_that_errs_as_it_says(errata):
    game = load_game(FOLDER, errata)
    assert len(procedures(game)) > len(FOUND)
    for check in (percentages_without, unknown_names_of_procedures, wrong_errors):
        assert messages(check(game)) == []


@pytest.mark.parametrize(
    ("before", "after", "computed"),
    [
        ("quantities: [reaction.battle]\n    dice: 2d10", "quantities: [reaction.battle]\n    dice: d10", "5"),
        ("quantities: [reaction.enters]\n    dice: d10", "quantities: [reaction.enters]\n    dice: d6", "3.33"),
        ("charts: [cadre_iv_a, cadre_x]\n    dice: 2d10", "charts: [cadre_iv_a, cadre_x]\n    dice: d10", "5"),
        ("decides: number-up-to\n    again: true", "decides: number-up-to", "6.67"),
        ("    error: 0.98", "    error: 0.9", "0.98"),
        ("    error: 0.8\n", "\n", "0.8"),
        ("    rounding: nearest\n    text: Multiply", "    rounding: down\n    text: Multiply", "0.9"),
    ],
)
def test_a_stated_error_is_the_one_worked_out(before, after, computed):
    assert [message.split(",")[0] for message in messages(wrong_errors(reworded(before, after)))] == [
        f"the procedure is off by up to {computed}"
    ]


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("clauses: [II.12]", "clauses: [II.99]", "II.99"),
        ("quantities: [raid.cut]", "quantities: [raid.cuts]", "raid.cuts"),
        ("charts: [air_loss]", "charts: [air_losses]", "air_losses"),
        ("at {solitaire.enters} or less", "at {solitaire.entered} or less", "solitaire.entered"),
    ],
)
def test_what_a_procedure_names_exists(before, after, names):
    changed = reworded(before, after)
    assert any(
        names in message for message in messages((*unknown_names_of_procedures(changed), *unresolved_names(changed)))
    )


def test_a_procedure_names_a_clause():
    assert reworded("clauses: [II.12]", "clauses: []").broken("aids")


@pytest.mark.clause("IV.D.5.b2", game="knights-of-the-desert")
def test_the_dice_of_the_risk_factor_miss_no_span_by_more_than_is_stated():
    worst = Fraction(0)
    for total in range(2, 19):
        low, high = 101 - 2 * total, 100 + 4 * total  # 0.97 to 1.08 at 2, then 0.02 lower and 0.04 higher
        thrown = [low + roll * 6 * total // 100 for roll in range(100)]
        assert min(thrown) == low
        assert max(thrown) <= high
        width = high - low + 1
        worst = max(worst, *(abs(Fraction(thrown.count(n), 100) - Fraction(1, width)) for n in range(low, high + 1)))
    assert round(float(100 * worst), 2) == only(printed(), "risk").error


def test_charts_booklet_and_clauses_show_each_procedure():
    game = load_game(FOLDER, "all")
    brief = Brief(game)
    titles = [procedure.title for procedure, _where in procedures(game)]
    blocks = [block for part in chart_pages(brief)[0]["parts"] for block in part["narrow"]]
    (block,) = (each for each in blocks if each.get("id") == "procedures")
    assert [line["head"] for line in block["lines"] if line["head"]] == titles
    (part,) = (each for each in appendices(brief, Bars(game)) if each["kind"] == "procedures")
    assert [row["title"] for row in part["rows"]] == titles
    assert not any("{" in row["text"] for row in part["rows"])
    chapters = Chapters(game, brief.words, Bars(game)).all()
    by_hand = {item["id"]: item["by_hand"] for c in chapters for group in c["groups"] for item in group["items"]}
    for procedure, _where in procedures(game):
        for clause in procedure.clauses:
            assert procedure.title in by_hand[clause]
    with_none = [
        c.id for book, _ in game.documents("rulebook", RulebookDocument) for c in book.clauses if c.id == "IV.C.3.a"
    ]
    assert [by_hand[clause] for clause in with_none] == [""]


def test_the_score_pad_shows_the_levels_of_victory_of_every_scenario():
    (levels,) = score_leaves(Brief(load_as_printed(FOLDER.name, "all")))[0]["levels"]
    assert len(levels["rows"]) == 6
    assert levels["rows"][0]["cells"][0]["text"] == "<-130"


def test_players_find_on_the_charts_what_units_and_air_forces_begin_with():
    game = load_game(FOLDER, "all")
    blocks = [block for part in chart_pages(Brief(game))[0]["parts"] for block in part["narrow"]]
    (start,) = (block["table"] for block in blocks if block.get("id") == "start")
    shown = [[cell["pieces"][0]["text"] for cell in row["cells"]] for row in start["rows"]]
    rules = game.one("rules", KnightsDocument)[0].starts.values()
    for side in ("axis", "allied"):
        for kind in ("mobile", "nmobile"):
            assert [str(each.supply[side][kind]) for each in rules] in shown
        assert [str(each.air[side]) for each in rules] in shown


def test_a_battle_is_told_in_its_order_on_the_aid_of_each_side():
    game = load_game(FOLDER, "all")
    for side in ("axis", "allied"):
        (battle,) = (section for section, _where in sections(game, "player-aid", side) if section.id == "battle")
        heads = [line.head for line in battle.lines]
        assert [head for head in heads if head in ("Choices", "Defence", "Attack", "Losses", "Costs")] == [
            "Choices",
            "Defence",
            "Attack",
            "Losses",
            "Costs",
        ]


TRACKS = {
    "air-axis": ["air_german"],
    "air-allied": ["air_british"],
    "supply-axis": ["supply_german"],
    "replacements-german": ["replacements_german"],
    "replacements-italian": ["replacements_italian"],
    "replacements-british": ["replacements_british"],
}


@pytest.mark.parametrize(("marker", "columns"), TRACKS.items(), ids=TRACKS)
def test_what_the_display_showed_has_a_track_long_enough(marker, columns):
    """Also for what is left of one turn when the next brings as much as any does."""
    game = printed()
    made = next(each for each in game.one("counters", CountersDocument)[0].markers if each.id == marker)
    cells = [box.cells[column].value for column in columns for box in schedule(game).boxes]
    assert len(cells) == 12
    assert made.kind == "track"
    assert made.value >= max(cells)


def test_every_level_of_fortification_has_a_marker():
    markers = printed().one("counters", CountersDocument)[0].markers
    assert sorted(each.value for each in markers if each.id.startswith("fort-")) == list(range(1, 10))

"""Pages of a game without rules: all values that its counters have, and no word of what it has not."""

from __future__ import annotations

import re

import pytest

from scenario_forge.api.files import new_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.kinds import kind_of
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing import tuck_box
from scenario_forge.printing.brief import Brief, jobs_of
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.charts import aid_pages, order_of_battle
from scenario_forge.printing.counters.units import figures_title
from scenario_forge.printing.map.panel import holding_words
from scenario_forge.printing.set_up_card import set_up_card
from tests.printing.conftest import ROOT, pages

HAS_NOT = re.compile(
    r"suppl|zones? of|replacement|reinforce|victory|withdraw|arriv|come and go|sequence|top to bottom|strength"
    r"|score|front line|how to win|to be rebuilt",
    re.IGNORECASE,
)


MORE_VALUES = """\
  - {id: elite, name: Elite, kind: flag, at: middle}
  - {id: arm, name: Arm, kind: word, at: left, words: [{id: l, name: Light}]}
  - {id: secret, name: Secret}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return new_game("battle", "plain", parent=tmp_path_factory.mktemp("games"))


@pytest.fixture
def battle(folder):
    """The new game with (file, old, new) done; old must stand there."""

    def load(*edits, without=()):
        texts = dict.fromkeys(without)
        for name, old, new in edits:
            text = texts.get(name) or (folder / name).read_text("utf-8")
            assert old in text, (name, old)
            texts[name] = text.replace(old, new)
        assert all(kind_of(name) for name in texts)
        return load_game(folder, None, texts)

    return load


def card_of(game, side="west", scenario="day"):
    brief = Brief(game)
    return set_up_card(plan(game, scenario), side, brief.words)


def lines_of(card):
    return {line["name"]: line["figures"] for group in card["groups"] for line in group["lines"]}


def order_of(game, side="west"):
    brief = Brief(game)
    return order_of_battle(brief, forces(game).sides[side], Signs(brief))


@pytest.mark.parametrize(
    "component", ["counters", "charts", "orders-of-battle", "player-aid", "labels", "box", "setup-card", "leaflet"]
)
def test_no_page_speaks_of_what_the_game_has_not(battle, component):
    game = battle()
    jobs = [*jobs_of(component, Brief(game), [*scenarios(game).scenarios])]
    assert jobs
    for job in jobs:
        for text in pages(job.make().pdf):
            assert not HAS_NOT.search(text), job.file


def test_cards_and_orders_of_battle_print_all_values_of_the_counters(battle):
    game = battle()
    card, order = card_of(game), order_of(game)
    assert card["figures_title"] == "melee–movement · range · morale"
    assert order["head"][2] == "Size, melee–movement · range · morale"
    said = {"1st Foot": "6–4 · – · 5", "Battery A": "1–3 · 4 · 4"}
    assert {name: lines_of(card)[name] for name in said} == said
    rows = {row["name"]: row["figures"] for row in order["rows"]}
    assert {name: rows[name] for name in said} == {"1st Foot": "II 6–4 · – · 5", "Battery A": "I 1–3 · 4 · 4"}


def test_a_value_that_a_unit_lacks_keeps_its_place_only_before_another(battle):
    last = battle(
        (
            "counters.yaml",
            "  - {id: range,    name: Range,    at: left, optional: true}   # a unit may leave it out\n",
            "",
        ),
        ("counters.yaml", "at: right}", "at: right}\n  - {id: range, name: Range, at: left, optional: true}"),
    )
    assert card_of(last)["figures_title"] == "melee–movement · morale · range"
    assert lines_of(card_of(last))["1st Foot"] == "6–4 · 5"
    assert lines_of(card_of(last))["Battery A"] == "1–3 · 4 · 4"


def test_strength_and_movement_have_their_own_words(battle):
    usual = battle(
        ("counters.yaml", "melee:", "strength:"),
        ("counters.yaml", "id: melee,", "id: strength,"),
        ("counters.yaml", "[melee]", "[strength]"),
    )
    assert figures_title(Brief(usual)) == "strength–movement · range · morale"
    assert order_of(usual)["head"][2] == "Size, strength–movement · range · morale"


def test_flags_and_words_are_printed_and_values_that_no_counter_shows_are_not(battle):
    game = battle(
        (
            "counters.yaml",
            "at: right}",
            f"at: right}}\n{MORE_VALUES}",
        ),
        ("counters.yaml", "melee: ", "secret: 9, arm: l, melee: "),
        ("counters.yaml", "shaken: {secret: 9, arm: l, ", "shaken: {"),
        ("counters.yaml", "name: Guards,", "name: Guards, elite: true,"),
    )
    lines = lines_of(card_of(game, "east"))
    assert card_of(game)["figures_title"] == "melee–movement · range · morale · elite · arm"
    assert lines["Guards"] == "7–4 · – · 6 · × · Light"
    assert lines["Militia"] == "5–4 · – · 3 · – · Light"


def test_without_values_or_sizes_nothing_is_said_of_them(battle):
    folder = battle().folder
    text = re.sub(r",\s+melee:.*", "}", (folder / "counters.yaml").read_text("utf-8"))
    for key in ("values", "faces"):
        text = re.sub(rf"{key}:\n(?:  - .*\n)+", f"{key}: []\n", text)
    game = load_game(folder, None, {"counters.yaml": text})
    assert (card_of(game)["figures_title"], set(lines_of(card_of(game)).values())) == ("", {""})
    assert order_of(game)["head"][2] == "Size"
    unsized = load_game(folder, None, {"counters.yaml": re.sub(r" size: I+, +", " ", text)})
    assert order_of(unsized)["head"][2] == ""


def test_a_system_may_list_the_foot_alone(battle, monkeypatch):
    game = battle()
    monkeypatch.setattr(type(game.system), "lists_foot_alone", True)
    assert card_of(game)["figures_title"] == "melee–movement"
    assert lines_of(card_of(game))["Battery A"] == "1–3"


def test_a_front_is_drawn_only_where_the_scenario_draws_one(battle):
    assert [item["sign"] for item in card_of(battle(), scenario="noon")["key"]] == ["own", "other"]
    near = [
        ("orders-of-battle/east.yaml", f'noon: "{old}"', f'noon: "{new}"')
        for old, new in (("1207", "0707"), ("1206", "0706"))
    ]
    assert [item["sign"] for item in card_of(battle(*near), scenario="noon")["key"]] == ["own", "other"]


def test_boxes_beside_the_map_are_those_that_units_begin_in(battle):
    assert holding_words(battle()) == ("holding_lost",)
    late = battle(("orders-of-battle/west.yaml", 'noon: "0607"', "noon: turn 6"))
    assert holding_words(late) == ("holding_arrive", "holding_lost")
    edge = battle(("orders-of-battle/west.yaml", 'noon: "0607"', 'noon: "edge:west"'))
    assert holding_words(edge) == ("holding_arrive", "holding_lost")
    aside = battle(("orders-of-battle/west.yaml", 'noon: "0607"', "noon: B"))
    assert holding_words(aside) == ("holding_reserve", "holding_lost")


def test_an_aid_has_arrivals_only_where_there_are_some(battle):
    def kinds(game):
        brief = Brief(game)
        return [
            block["kind"] for page in aid_pages(brief, "west", Signs(brief)) for run in page for block in run["blocks"]
        ]

    assert kinds(battle()) == ["table"]
    late = battle(("orders-of-battle/west.yaml", 'noon: "0607"', "noon: turn 6"))
    assert kinds(late) == ["table", "arrivals"]
    without = battle(without=["charts.yaml", "rulebook.yaml"])
    assert kinds(without) == []
    assert [job.file.split("_")[2] for job in jobs_of("player-aid", Brief(without), [])] == ["counters"]


def test_the_box_lists_the_papers_that_there_are(battle):
    assert tuck_box.papers(battle()) == ("box_map", "box_rules", "box_charts", "box_cards_alone")
    without = battle(without=["charts.yaml", "rulebook.yaml", "scenarios/day.yaml", "scenarios/noon.yaml"])
    assert tuck_box.papers(without) == ("box_map", "box_orders")
    scored = load_game(ROOT / "tests/games/skirmish", "none")
    assert tuck_box.papers(scored) == ("box_map", "box_rules", "box_charts", "box_cards")


def test_boxes_of_the_track_without_a_label_name_their_turn(battle):
    def words_on_the_map(game):
        return " ".join(text for job in jobs_of("map", Brief(game), []) for text in pages(job.make().pdf))

    assert "Turn 1 Turn 2" in re.sub(r"(?<=Turn \d) .*?(?=Turn \d)", " ", words_on_the_map(battle()))
    named = battle(("time-track.yaml", '{turn: "2",', '{turn: "2", label: Second,'))
    text = words_on_the_map(named)
    assert "Second" in text
    assert "Turn 2" not in text


def test_the_key_shows_a_unit_with_all_values(battle):
    [key] = [job for job in jobs_of("player-aid", Brief(battle()), []) if "counters" in job.file]
    [text] = pages(key.make().pdf)
    assert [name for name in ("melee", "movement", "range", "morale") if name not in text] == []

"""Texts take their numbers from what the game states; each side has its own aid, on one sheet."""

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.statements import quantities, text_parts, typeset_value
from scenario_forge.printing.profile import PAPERS
from tests.printing.charts.conftest import page_count
from tests.printing.conftest import GAMES, SKIRMISH

COMPONENTS = ("charts", "player-aid", "orders-of-battle", "score-pad", "labels")


def test_a_number_follows_the_rules(skirmish, printed):
    assert "BritishandEmpire3" not in printed(skirmish(), "player-aid")
    old = "british: "
    rules = (SKIRMISH / "rules.yaml").read_text(encoding="utf-8")
    line = next(line for line in rules.splitlines() if "general_radius" in line)
    radius = line.split("british: ")[1].split(",")[0].rstrip("}")
    assert f"BritishandEmpire{radius}" in printed(skirmish(), "player-aid")
    game = skirmish(("rules.yaml", line, line.replace(old + radius, old + "3")))
    assert f"BritishandEmpire{radius}or3" in printed(game, "player-aid") or "BritishandEmpire3" in printed(
        game, "player-aid"
    )


def test_a_value_that_the_game_states_twice_is_printed_with_both_and_reported(skirmish, printed):
    game = skirmish(("charts.yaml", "combat.modifier.rough: -3", "combat.modifier.rough: -4"))
    assert "RUL001" in {finding.code.id for finding in check(game)}
    text = printed(game, "player-aid")
    assert "−4or−3" in text or "−3or−4" in text


def test_values_are_joined_in_the_words_of_the_language(skirmish, printed):
    game = skirmish(
        ("charts.yaml", "combat.modifier.rough: -3", "combat.modifier.rough: -4"),
        ("words/en.yaml", "words:\n", 'words:\n  value_or: " oder "\n'),
    )
    text = printed(game, "player-aid")
    assert "−4oder−3" in text or "−3oder−4" in text


def test_an_unknown_quantity_is_found_at_its_name(skirmish):
    game = skirmish(("aids.yaml", "{+combat.modifier.rough}", "{+combat.modifier.ruogh}"))
    found = [f for f in check(game) if f.code.id == "RUL014"]
    assert [f.span.file for f in found] == ["aids.yaml"]
    line = (SKIRMISH / "aids.yaml").read_text(encoding="utf-8").splitlines()[found[0].span.line - 1]
    assert line[found[0].span.column - 1 :].startswith("combat.modifier.")
    assert "combat.modifier.rough" in found[0].help


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('rule: "7"', 'rule: "77"', "RUL004"),
        ('clause: "4.1"', 'clause: "4.99"', "RUL004"),
        ("side: axis", "side: axes", "REF001"),
        ("[combat_results]", "[combat_result]", "REF001"),
        ("sides: [allied]", "sides: [alied]", "REF001"),
        ("    on: [orders-of-battle]", "    on: [orders-of-battle]\n    starts: [mar99]", "REF001"),
    ],
)
def test_names_that_name_nothing_are_found(skirmish, old, new, code):
    assert code not in {f.code.id for f in check(skirmish())}
    assert code in {f.code.id for f in check(skirmish(("aids.yaml", old, new)))}


def test_values_are_set_as_a_reader_expects(skirmish):
    assert [typeset_value(v) for v in (-5, 0.5, 1.5, 0, True, "game_turn")] == [
        "−5",
        "½",
        "1½",
        "0",
        "yes",
        "game turn",
    ]
    assert [typeset_value(v, signed=True) for v in (2, -2, 0)] == ["+2", "−2", "0"]
    assert [q.name for q in quantities("a {b.c} d {+e}")] == ["b.c", "e"]
    assert "".join(p.text for p in text_parts(skirmish(), "x {no.such} y")) == "x {no.such} y"


def test_an_aid_has_what_concerns_its_side_alone(skirmish, made, text_of):
    allied, axis, _key = (text_of(each.pdf) for each in made(skirmish(), "player-aid").values())
    assert "Move toward the port" in axis
    assert "Move toward the port" not in allied


def test_the_key_to_the_counters_is_a_page_for_both_players(skirmish, made, text_of):
    *_aids, key = made(skirmish(), "player-aid").values()
    text = text_of(key.pdf)
    assert page_count(key.pdf) == 1
    assert "Key to the counters" in text
    for counted in ("combat strength", "movement allowance", "set-up number"):
        assert counted in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_an_aid_is_one_sheet(path, paper, made):
    for document in made(load_game(path, "all"), "player-aid", paper=PAPERS[paper]).values():
        assert page_count(document.pdf) <= 2


@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("change", [{"type": 1.4}, {"ink": "grey"}, {"ink": "low"}])
def test_every_profile_prints_the_same_words(skirmish, made, text_of, component, change):
    plain = {word for each in made(skirmish(), component).values() for word in text_of(each.pdf).split()}
    changed = {word for each in made(skirmish(), component, **change).values() for word in text_of(each.pdf).split()}
    assert plain - changed <= {str(number) for number in range(9)}  # pages of so many


def test_content_that_nobody_wrote_does_no_harm(skirmish, printed):
    game = skirmish(
        ("aids.yaml", "title: Supply", "title: 'طبرق #let x = [" + "w" * 300 + "'"),
        ("charts.yaml", "title: Losses of a year", "title: 'a*_$#{}'"),
    )
    for component in COMPONENTS:
        printed(game, component)
    assert "a*_$#{}" in printed(game, "charts")

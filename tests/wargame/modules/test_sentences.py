"""The sentences that modules say of their rules follow their keys, and use the names of the game."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from scenario_forge.api.sentences import first_rulebook, rule_texts
from scenario_forge.compiler.compile import first_compiled
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.rule_marks import rule_ids_in
from scenario_forge.wargame.shelf.document import WargameRules
from scenario_forge.wargame.shelf.labels import Labels
from scenario_forge.wargame.shelf.shelf import shelf

RIDGE = Path(__file__).parents[3] / "content/ridge"
ARTILLERY = {"type": "artillery"}
COSTS = {
    "woods": {"infantry": 2, "cavalry": "all", "artillery": "no"},
    "ridge": "half",
    "stream": {"infantry": 1, "*": 2},
    "road": 1,
}
LOSES = {"one": {"attacker": {"eliminate": "one"}}}
FIRE = {"range": "range", "table": "combat_results", "defence": "morale", "opportunity": True}
CUP = {"order": "cup", "range": "morale", "phases": ["movement", "assault"]}
SUPPLY = {"source": "own_headquarters", "ladder": [{"flip": True}]}
SIGHT = {"reach": {"usual": "far"}, "units": "block"}
ROLLED = {"rolled": {"storm": "far"}, "kinds": {"rain": {"fire": "none"}}}
KEYS = {
    "activation": [{"order": "initiative", "column": "initiative"}, CUP],
    "movement": [{"costs": COSTS, "together": True}],
    "zones": [{"leave": 1}],
    "stacking": [[{"limit": 2, "of": ARTILLERY}]],
    "assault": [{"table": "combat_results", "support": {"range": "range"}, "ground": {"woods": "×2"}}],
    "effects": [LOSES],
    "retreat": [{}],
    "advance": [{"farther": ARTILLERY}],
    "rally": [{"value": "morale"}],
    "set_up": [{}],
    "supply": [SUPPLY],
    "sight": [SIGHT],
    "fire": [FIRE],
    "weather": [ROLLED, {"kinds": {"rain": {"halves": ["movement"]}}}],
}
"""Keys that together choose every rule."""


UNSAID: set[str] = set()
"""Rules that have no sentence yet; none may be added."""


@cache
def ridge():
    return load_game(RIDGE)


def labels(*, steps=("fill-cup", "crowding"), without=(), arrivals=True):
    """Names of the game, with a sequence of these steps and all keys but some."""
    keys = {key: given[0] for key, given in KEYS.items() if key not in (*without, "activation")}
    figures = {"far": "combat_results/3/heading"}
    document = {"basis": "printed", "sequence": {"turns": list(steps)}, "figures": figures, **keys}
    found = Labels(ridge(), WargameRules.model_validate(document))
    found.arrivals = arrivals
    return found


def said(key, given, **more):
    """The sentences of a key: rule and text."""
    kind = next(kind for kind in shelf() if kind.key == key)
    return [*kind.sentences(TypeAdapter(kind.model).validate_python(given), labels(**more))]


def texts(key, given, rule, **more):
    """The sentences of one rule."""
    return " ".join(each.text for each in said(key, given, **more) if each.rule == rule)


def test_every_rule_of_the_modules_has_a_sentence_and_every_sentence_a_rule():
    assert set(KEYS) == {kind.key for kind in shelf()}
    found = {each.rule for key, several in KEYS.items() for given in several for each in said(key, given)}
    assert found == rule_ids_in("scenario_forge.wargame.modules") - UNSAID


@pytest.mark.parametrize("key", sorted(KEYS))
def test_sentences_are_whole(key):
    for each in chain.from_iterable(said(key, given) for given in KEYS[key]):
        assert each.text[0].isupper() or each.text.startswith("one: ")  # the code of a result stands as printed
        assert each.text.endswith(".")
        assert not set(each.text) & set("{}_[]")
        assert "  " not in each.text


@pytest.mark.parametrize(
    ("key", "given", "rule", "text"),
    [
        ("zones", {}, "zones.who", "All units have a zone of control."),
        ("zones", {"of": {"not": ARTILLERY}}, "zones.who", "All units except artillery units have a zone of control."),
        ("zones", {"enter": "free"}, "zones.enter", "A unit that enters an enemy zone of control may move on."),
        ("zones", {"leave": 0}, "zones.leave", ""),
        ("zones", {"leave": 1}, "zones.leave", "A step out of a hex in an enemy zone of control costs 1 movement point more."),
        ("zones", {"leave": 2}, "zones.leave", "A step out of a hex in an enemy zone of control costs 2 movement points more."),
        ("stacking", [{"limit": 3}], "stacking.limit", "At most 3 units may be in a hex."),
        ("stacking", [{"limit": 1, "where": "village"}], "stacking.limit", "At most 1 unit may be in a Village hex."),
        ("stacking", [{"limit": 2, "when": "by_road"}], "stacking.limit", "At most 2 units may move along roads as one stack."),
        ("stacking", [{"limit": 2}], "stacking.weight", ""),
        ("stacking", [{"limit": 2, "of": ARTILLERY}], "stacking.weight", "Only artillery units count."),
        ("movement", {"costs": "terrain_effects/Infantry"}, "movement.costs",
         ("Each hex costs movement points to enter: see the Terrain Effects Chart, column Infantry. Crossing a Stream "
         "Hexside costs points besides.")),
        ("movement", {"costs": {"woods": 2}}, "movement.prohibited", ""),
        ("movement", {"costs": {"woods": "no"}}, "movement.prohibited",
         "A unit may not enter a hex or cross a hexside that is prohibited to it."),
        ("movement", {"costs": {"road": 1}, "roads": {"from_zones": False}}, "movement.roads",
         ("A unit that moves along a Road (1) pays for that instead of terrain and hexsides, but not when it leaves an enemy "
         "zone of control.")),
        ("movement", {"costs": {"woods": 2}}, "movement.roads", ""),
        ("movement", {"costs": {"woods": 2}}, "movement.minimum",
         "A unit may not enter a hex that costs more points than it has left."),
        ("movement", {"costs": {"woods": 2}, "minimum": "one_hex"}, "movement.minimum",
         "A unit that has spent no points may enter one hex that costs more than it has. It then has none left."),
        ("effects", {"A": {"attacker": {"flip": "all", "retreat": 1}}}, "effects.losses",
         ("A: All attackers are turned over and those left retreat 1 hex. The defender suffers losses first, then the "
         "attacker; then the defender retreats, then the attacker.")),
        ("effects", {"D": {"defender": {"eliminate": "one", "chosen_by": "enemy"}}}, "effects.losses",
         "D: One of the defenders, chosen by the enemy, is eliminated."),
        ("effects", {"D": {"defender": {"eliminate": "all"}}}, "effects.choice", ""),
        ("effects", {"-": {}}, "effects.losses", "-: No effect."),
        ("retreat", {"blocked": "stand"}, "retreat.blocked",
         "A unit that cannot retreat the whole distance, or would end in a full hex, stays where it is."),
        ("retreat", {"into_zones": "free"}, "retreat.zones", "A retreat may lead into an enemy zone of control."),
        ("advance", {}, "advance.farther", ""),
        ("rally", {"value": "strength", "outside_zones": False}, "rally.who",
         "Throw a die for each unit of the side that is turned over."),
        ("supply", {"source": "own_headquarters", "ladder": [
            {"halves": [{"value": "strength", "round": "up"}]}, {"halves": [{"value": "movement", "of": ARTILLERY}]}]},
         "supply.effects",
         ("A unit that is found out of supply once: halve combat strength, fractions rounded up. A unit that is found out of "
         "supply 2 times in a row or more: halve movement allowance of artillery units, fractions rounded down.")),
        ("sight", {"reach": {"usual": "far"}}, "sight.blocks", ""),
        ("sight", {"reach": {"usual": "far", "rain": "far"}, "blocks": ["woods"]}, "sight.reach",
         "Units see 3 hexes far; in rain turns 3."),
        ("fire", {"range": "range"}, "fire.result", ""),
        ("fire", {"range": "range"}, "fire.opportunity", ""),
        ("weather", ROLLED, "weather.die", "Throw a die: on 3 or more this is a storm turn."),
        ("weather", {"kinds": {"rain": {"minimum": "none"}}}, "movement.minimum",
         "In rain turns no unit may enter a hex that costs more points than it has left."),
        ("activation", {}, "activation.initiative", "The scenario says which side goes first in every turn."),
        ("activation", {**CUP, "without": "all"}, "activation.without",
         "A formation whose headquarters is eliminated acts with all its units."),
    ],
)  # fmt: skip
def test_a_sentence_follows_its_key(key, given, rule, text):
    assert texts(key, given, rule) == text


def test_costs_in_rules_yaml_are_listed_by_class_in_the_words_of_the_game():
    assert texts("movement", {"costs": COSTS}, "movement.costs") == (
        "Each hex costs movement points to enter: Woods (infantry 2, cavalry the whole allowance, artillery prohibited), "
        "Ridge (half the allowance). Crossing a Stream Hexside (infantry 1, others 2) costs points besides."
    )


def test_ground_of_the_attacked_hex_is_listed_with_what_it_does():
    ground = {"woods": "×1½", "ridge": "+1", "stream": "1 left", "clear": "–"}
    assert texts("assault", {"table": "combat_results", "ground": ground}, "assault.ground") == (
        "The ground of the attacked hex counts: Woods ×1½, Ridge +1, Stream Hexside 1 left. × multiplies the strength of the "
        "defenders; drop fractions. A number is added to the dice. Left and right shift the column. A hexside counts only if "
        "all adjacent attackers attack across it."
    )


def test_arrivals_are_spoken_of_where_units_arrive():
    assert not Labels(ridge(), labels().rules).arrivals
    assert "map edge" in texts("movement", {"costs": COSTS}, "movement.entry")
    assert texts("movement", {"costs": COSTS}, "movement.entry", arrivals=False) == ""


def test_steps_that_the_sequence_lacks_have_no_sentence():
    assert "into the cup" in texts("activation", CUP, "activation.cup")
    assert "into the cup" not in texts("activation", CUP, "activation.cup", steps=("movement",))
    assert texts("stacking", [{"limit": 2}], "stacking.crowded", steps=("movement",)) == ""


@pytest.mark.parametrize(
    ("key", "given", "rule", "word"),
    [
        ("rally", {"value": "morale"}, "rally.who", "zone"),
        ("advance", {}, "advance.ground", "zones"),
        ("supply", SUPPLY, "supply.path", "zone"),
        ("retreat", {}, "retreat.zones", "zone"),
    ],
)
def test_zones_are_not_spoken_of_where_there_are_none(key, given, rule, word):
    assert word in texts(key, given, rule)
    assert word not in texts(key, given, rule, without=("zones",))


def test_a_first_rulebook_can_be_checked_and_carries_every_rule():
    """Each sentence is a clause, and the game is played by it."""
    texts_ = rule_texts(ridge())
    game = load_game(RIDGE, files={"rulebook.yaml": first_rulebook(texts_)})
    assert [str(each) for each in game.problems if each.span.file == "rulebook.yaml"] == []
    assert all(text.clauses for text in rule_texts(game))
    assert first_compiled(game) is not None

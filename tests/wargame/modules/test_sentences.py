"""The sentences that modules say of their rules follow their keys, and use the names of the game."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from scenario_forge.api.sentences import first_rulebook, rule_texts
from scenario_forge.compiler.compile import first_compiled
from scenario_forge.documents.counters import Formation
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.rule_marks import rule_ids_in
from scenario_forge.wargame.board.labels import Labels
from scenario_forge.wargame.modules.supply import Supply, SupplyKey
from scenario_forge.wargame.modules.victory import Victory
from scenario_forge.wargame.shelf.document import WargameRules
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
HURTS = {
    "EX": {"exchange": "whole"},
    "HX": {"exchange": "half", "attacker": {"chosen_by": "enemy", "retreat": 1}},
    "DD": {"defender": {"eliminate": 2, "lose": 3, "retreat": 2}},
}
THROWN = {"DR": {"defender": {"flip": "one", "retreat": "1d6"}}}
SHAKES = {"one": {"defender": {"mark": "shaken"}}}
FIRE = {"range": "range", "table": "combat_results", "defence": "morale", "opportunity": True}
TOGETHER = {
    **FIRE,
    "together": True,
    "support": ARTILLERY,
    "both": ARTILLERY,
    "cover": {"value": "range", "ground": ["woods"]},
    "close": ["woods"],
}
CUP = {"order": "cup", "range": "morale", "phases": ["movement", "assault"]}
POINTS = {"order": "points", "points": "points", "costs": {"charge": "far"}}
SUPPLY = {
    "source": "own_headquarters",
    "ladder": [{"flip": True, "marker": "game-turn"}, {"flip": True, "fire": "none"}],
}
CHAIN = {
    "source": {"french": ["Unterdorf", "south"], "austrian": ["Oberdorf"]},
    "range": 4,
    "chain": {"range": 12},
}
RESTORES = {
    "replacements": {
        "points": {"french": "hour", "austrian": "far"},
        "restores": {"flipped": 1, "eliminated": 2},
        "returns": "turned_over",
    }
}
LEADERS = {
    "of": ARTILLERY,
    "range": 2,
    "joins": 3,
    "alone": 1,
    "value": "morale",
    "counts": ["assault", "fire", "rally"],
    "loss": "far",
    "successor": "disordered",
    "out_of_command": {"halves": [{"value": "movement"}], "may_not": ["assault", "fire"]},
}
COMMANDED = {"of": ARTILLERY, "reach": "morale", "out_of_command": {"may_not": ["movement"]}}
SIGHT = {"reach": {"usual": "far"}, "units": "block"}
ROLLED = {"rolled": {"storm": "far"}, "kinds": {"rain": {"fire": "none"}}}
CAVALRY, INFANTRY = {"type": "cavalry"}, {"type": "infantry"}
DRAWN = {"drawn": [{"of": CAVALRY, "number": "hour"}, {"of": {"not": INFANTRY}, "number": "far", "by": "owner"}]}
BOTH = {
    "present": {
        "units": {"side": "french"},
        "within": [{"on": "Oberdorf"}, {"near": {"of": "Ridge Farm", "hexes": 3}}],
    }
}
"""Units that are in two regions at once."""
GATHERED = {
    "all": [
        {
            "present": {
                "units": {"side": "austrian", "type": "infantry"},
                "within": [{"near": {"of": "Ridge Farm", "hexes": 2}}],
                "at_least": 2,
            }
        },
        {"present": {"units": {"side": "french"}, "within": [{"on": "Oberdorf"}], "none": True}},
    ]
}
RESERVE = {"of": CAVALRY, "lost": ["Oberdorf", "0101"], "held": ["Ridge Farm"], "near": 3}
WHENS = [
    {"attacker": ARTILLERY, "all_attackers": {"not": CAVALRY}, "attacker_mark": "moved", "attacker_supplied": True},
    {"combined": [INFANTRY, {"not": INFANTRY}], "attackers_in": ["ridge", "village"], "from_hexes": 2},
    {"from_opposite_sides": True, "across": "stream", "defender": ARTILLERY, "all_defenders": CAVALRY},
    {"defender_mark": "flipped", "defender_supplied": False, "defender_in": "woods", "kind_of_turn": "rain"},
]
MODIFIERS = [{"when": when, "die": 1} for when in WHENS]
COUNT = {"count": {"dice": "unit", "hit": {"at_most": "morale"}, "each": "DR", "both": True}}
FIVES = {"count": {"hit": {"at_least": 5}, "each": "DR"}}
STRIKE = {
    "table": "combat_results",
    "most": 2,
    "observed": True,
    "modifiers": [{"when": {"defender": ARTILLERY}, "die": 1}],
}
FLAK = {"of": ARTILLERY, "range": "range", "least": "far"}
AIR = {
    "sorties": {"french": "far", "austrian": "weather"},
    "missions": {"strike": STRIKE, "support": {"shift": 1}, "interdict": {"cost": 1, "observed": True}},
    "anti_aircraft": [FLAK],
}
KEYS = {
    "activation": [
        CUP,
        {**CUP, "again": True, "linked": {"of": ARTILLERY, "at": ["village"]}},
        {"order": "initiative", "column": "initiative"},
        POINTS,
    ],
    "movement": [{"costs": COSTS, "together": True, "stops": ["woods"], "roads": {"bonus": 1}}],
    "exits": [[{"of": {"side": "french"}, "area": "south", "since": "3", "scenarios": ["dawn"]}]],
    "zones": [{"leave": 1, "between": "never"}, {"enter": 2, "negated_by_friends": ["movement", "retreat"]}],
    "stacking": [[{"limit": 2, "of": ARTILLERY}], [{"limit": 2, "passing": True}]],
    "assault": [
        {"table": "combat_results", "support": {"range": "range"}, "ground": {"woods": "×2"}},
        {"table": "combat_results", "obligatory": True, "modifiers": MODIFIERS},
        {**COUNT, "support": {"range": "range"}, "ground": {"woods": "×2"}, "modifiers": MODIFIERS},
        {"count": {"hit": {"at_least": 5}, "both": True}, "table": "combat_results"},
        {"count": {**FIVES["count"], "both": True, "first": "defender"}},
    ],
    "effects": [LOSES, SHAKES, HURTS, THROWN],
    "retreat": [{}, {"by": "enemy", "displaces": True, "accompanied": ARTILLERY}],
    "advance": [{"farther": ARTILLERY, "must": ARTILLERY}],
    "overrun": [{}, {"of": CAVALRY}],
    "rally": [{"value": "morale"}, {"point": "far"}],
    "set_up": [{}],
    "supply": [SUPPLY, CHAIN, {**SUPPLY, "ladder": [{"ready": False}]}],
    "arrivals": [
        {"blocked": "nearby"},
        {"rolled": "far", "certain": ARTILLERY},
        RESTORES,
        {"released": [RESERVE]},
        DRAWN,
    ],
    "sight": [SIGHT],
    "hidden": [{"never": ["village"]}],
    "fire": [FIRE, TOGETHER, {**FIRE, "modifiers": MODIFIERS}],
    "weather": [ROLLED, {"kinds": {"rain": {"halves": ["movement"], "dice": {"assault": "far"}, "air": "none"}}}],
    "barrage": [{"range": "range"}],
    "air": [AIR],
    "clearing": [{"kinds": ["stream"], "of": ARTILLERY, "least": "far", "free": free} for free in (False, True)],
    "combat": [["fire", "attack"]],
    "leaders": [{"of": ARTILLERY}, LEADERS],
    "works": [
        {"redoubt": {"stops": True, "cover": True, "fire": "far", "cleared_by": ARTILLERY}, "trench": {"of": "unit"}},
        {"redoubt": {"built_by": ARTILLERY}},
        {"wall": {"of": "hexside", "cost": 1, "assault": "×2", "zones": "block"}},
    ],
}
"""Keys that together choose every rule but those of victory.yaml."""
RATIO = [
    {"id": "won", "name": "French Victory", "side": "french", "range": "1:2"},
    {"id": "draw", "name": "Draw", "range": "2:1"},
    {"id": "lost", "name": "Austrian Victory", "side": "austrian", "range": "2:1 +"},
]
AT_FARM = {"present": {"units": {"side": "french"}, "within": [{"on": "Ridge Farm"}]}}
VICTORY = VictoryDocument.model_validate(
    {
        "basis": "printed",
        "ledger": [
            {"id": "farm", "text": "Ridge Farm held", "points": 2, "when": {"hold": "Ridge Farm"}},
            {"id": "end", "text": "Oberdorf held", "at": "end", "points": 1, "when": {"hold": "Oberdorf"}},
            {"id": "lost", "text": "Each unit", "at": "event", "points": 3, "event": "eliminated"},
            {"id": "away", "text": "Each that leaves", "at": "event", "side": "french", "points": 1, "event": "exited"},
            {"id": "near", "text": "At the farm", "at": "end", "side": "french", "points": 1, "when": AT_FARM},
            {"id": "once", "text": "Ever there", "at": "end", "side": "french", "points": 1, "when": {"ever": AT_FARM}},
        ],
        "levels": [{"id": "day", "measure": "ratio", "of": "losses", "side": "french", "levels": RATIO}],
        "sudden": [{"id": "farm", "side": "french", "text": "A French unit at Ridge Farm", "when": AT_FARM}],
    }
)


def modified(when, **does):
    """A key with one modifier."""
    return {"table": "combat_results", "modifiers": [{"when": when, **does}]}


@cache
def ridge():
    return load_game(RIDGE)


def labels(*, steps=("fill-cup", "crowding"), without=(), arrivals=True, departures=False, **others):
    """Names of the game, with a sequence of these steps and all keys but some, a few of them others."""
    keys = {key: given[0] for key, given in KEYS.items() if key not in without} | others
    figures = {"far": "combat_results/3/heading", "points": "combat_results/*/heading"}
    document = {"basis": "printed", "sequence": {"turns": list(steps)}, "figures": figures, **keys}
    found = Labels(ridge(), WargameRules.model_validate(document))
    found.arrivals, found.departures = arrivals, departures
    return found


def first(side):
    """A key in which both throw, one side before the other."""
    return {"count": {**FIVES["count"], "both": True, "first": side}}


def flown(**missions):
    """A key with some missions of aircraft."""
    return {"sorties": {"french": "far"}, "missions": missions}


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
    found |= {each.rule for each in Victory.sentences(VICTORY, labels())}
    found |= {
        each.rule for each in said("stacking", [{"limit": 2}], steps=("movement",))
    }  # no later step looks for room
    found |= {each.rule for each in said("arrivals", {}, departures=True)}
    found |= {each.rule for each in said("leaders", LEADERS, steps=("actions",))}  # a group moves for action points
    assert found == rule_ids_in("scenario_forge.wargame.modules")


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
        ("overrun", {"of": CAVALRY}, "overrun.who",
         "In a movement phase cavalry units may overrun: they attack an adjacent hex before or after they move."),
        ("overrun", {"of": CAVALRY}, "overrun.attack", "An overrun is an assault with all its modifiers, and costs no movement points. No unit joins it from afar on either side."),
        ("zones", {}, "zones.who", "All units have a zone of control."),
        ("zones", {"of": {"not": {"formation": "corps"}}}, "zones.who",
         "All units except those of corps have a zone of control."),
        ("zones", {"of": {"not": ARTILLERY}}, "zones.who", "All units except artillery units have a zone of control."),
        ("zones", {"enter": "free"}, "zones.enter", "A unit that enters an enemy zone of control may move on."),
        ("zones", {"enter": "free", "leave": "never"}, "zones.enter",
         "A unit that enters an enemy zone of control must stop there."),
        ("zones", {"leave": 0}, "zones.leave", ""),
        ("zones", {"leave": 1}, "zones.leave", "A step out of a hex in an enemy zone of control costs 1 movement point more."),
        ("zones", {"leave": "never"}, "zones.leave", "A unit in an enemy zone of control may not move."),
        ("zones", {"leave": 2}, "zones.leave", "A step out of a hex in an enemy zone of control costs 2 movement points more."),
        ("stacking", [{"limit": 3}], "stacking.limit", "At most 3 units may be in a hex."),
        ("stacking", [{"limit": 1, "where": "village"}], "stacking.limit", "At most 1 unit may be in a Village hex."),
        ("stacking", [{"limit": 2, "when": "by_road"}], "stacking.limit", "At most 2 units may move along roads as one stack."),
        ("stacking", [{"limit": 2}], "stacking.weight", ""),
        ("stacking", [{"limit": 2, "of": ARTILLERY}], "stacking.weight", "Only artillery units count."),
        ("movement", {"costs": "terrain_effects/Infantry"}, "movement.costs",
         ("Each hex costs movement points to enter: see the Terrain Effects Chart, column Infantry. Crossing a Stream "
         "Hexside costs points besides.")),
        ("movement", {"costs": {"woods": 2, "stream": "half"}, "alone": ["stream"]}, "movement.costs",
         ("Each hex costs movement points to enter: Woods (2). Crossing a Stream Hexside (half the allowance) costs that "
         "alone.")),
        ("movement", {"costs": {"woods": 2}}, "movement.prohibited", ""),
        ("movement", {"costs": {"woods": "no"}}, "movement.prohibited",
         "A unit may not enter a hex or cross a hexside that is prohibited to it."),
        ("movement", {"costs": {"road": 1}, "roads": {"from_zones": False}}, "movement.roads",
         ("A unit that moves along a Road (1) pays for that instead of terrain and hexsides, but not when it leaves an enemy "
         "zone of control.")),
        ("movement", {"costs": {"woods": 2}}, "movement.roads", ""),
        ("movement", {"costs": {"woods": 2}, "together": True}, "movement.once",
         "A unit moves once in a movement phase, from hex to adjacent hex."),
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
        ("effects", {"EX": {"exchange": "whole"}}, "effects.losses",
         "EX: All defenders are eliminated, and so are attackers of at least the same strength."),
        ("effects", {"HX": {"exchange": "half", "attacker": {"chosen_by": "enemy", "retreat": 1}}}, "effects.losses",
         ("HX: All defenders are eliminated, and so are attackers of at least half their strength, chosen by the enemy; "
         "those left retreat 1 hex. The defender suffers losses first, then the attacker; then the defender retreats, then "
         "the attacker.")),
        ("effects", {"DD": {"defender": {"eliminate": 2, "flip": 3, "mark": "shaken"}}}, "effects.losses",
         "DD: 2 of the defenders are eliminated, 3 of the defenders are turned over and the defenders left are shaken."),
        ("effects", {"AL": {"attacker": {"lose": 1}}}, "effects.losses", "AL: The attackers lose 1 step."),
        ("effects", {"DL": {"defender": {"lose": 2, "chosen_by": "enemy"}}}, "effects.losses",
         "DL: The defenders lose 2 steps that the enemy chooses."),
        ("effects", {"DL": {"defender": {"lose": 2}}}, "effects.steps",
         ("A unit loses a step by being turned over; one that is turned over already, or has one side, is eliminated. One "
         "unit may lose several steps of a result.")),
        ("effects", {"DL": {"defender": {"lose": 2}}}, "effects.choice",
         "The owner chooses the units that suffer, unless the result says otherwise."),
        ("effects", {"DE": {"defender": {"eliminate": 2}}}, "effects.choice",
         "The owner chooses the units that suffer, unless the result says otherwise."),
        ("effects", THROWN, "effects.losses",
         ("DR: One of the defenders is turned over and those left retreat as many hexes as a die shows. The defender suffers "
         "losses first, then the attacker; then the defender retreats, then the attacker.")),
        ("effects", {"AR": {"attacker": {"retreat": "1d3"}}}, "effects.losses",
         ("AR: The attackers retreat as many hexes as half of a die shows, rounded up. The defender suffers losses first, "
         "then the attacker; then the defender retreats, then the attacker.")),
        ("effects", THROWN, "retreat.die",
         "The die for the distance of a retreat is thrown once for all units of the side that retreat."),
        ("effects", HURTS, "retreat.die", ""),
        ("effects", LOSES, "effects.steps", ""),
        ("effects", LOSES, "effects.exchange", ""),
        ("effects", HURTS, "effects.exchange",
         ("In an exchange all defenders are eliminated. Then attackers are, whose combat strength together is at least the "
         "combat strength of the defenders, or half of it where the result says so; all, if they have less. Strengths count "
         "as printed on the sides that are up. The attacker chooses them, unless the result says otherwise, and no more than "
         "that takes.")),
        ("retreat", {}, "retreat.displaced", ""),
        ("retreat", {"displaces": True}, "retreat.displaced",
         ("A retreat may end in a full hex only if it cannot end elsewhere. Units there, which the owner chooses, are "
         "displaced until the others may stay: they retreat 1 hex by the same rules, and may displace others in turn. Units "
         "that retreat together do not displace each other, nor does a displaced unit those that it makes way for. A "
         "displaced unit that cannot retreat is eliminated.")),
        ("retreat", {"displaces": True}, "retreat.blocked",
         "A unit that cannot retreat the whole distance is eliminated."),
        ("retreat", {"by": "enemy", "towards": "own_headquarters"}, "retreat.who",
         "The enemy retreats the units one after another."),
        ("retreat", {"towards": "own_headquarters"}, "retreat.who",
         ("The owner retreats the units one after another. The enemy retreats a unit that has no headquarters to go to.")),
        ("retreat", {}, "retreat.accompanied", ""),
        ("retreat", {"accompanied": {"type": "infantry"}}, "retreat.accompanied",
         "Infantry units that need not retreat may go along with a unit that retreats from their hex, the same way."),
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
        ("supply", {"source": "own_headquarters", "ladder": [{"flip": True, "marker": "game-turn"}]}, "supply.effects",
         "A unit that is found out of supply once or more: turn it over. The marker “Game turn” shows it."),
        ("sight", {"reach": {"usual": "far"}}, "sight.blocks", ""),
        ("sight", {"reach": {"usual": "far", "rain": "far"}, "blocks": ["woods"]}, "sight.reach",
         "Units see 3 hexes far; in rain turns 3."),
        ("fire", {"range": "range"}, "fire.result", ""),
        ("fire", {"range": "range"}, "fire.opportunity", ""),
        ("weather", ROLLED, "weather.die", "Throw a die: on 3 or more this is a storm turn."),
        ("weather", {"kinds": {"rain": {"minimum": "none"}}}, "movement.minimum",
         "In rain turns no unit may enter a hex that costs more points than it has left."),
        ("air", AIR, "air.sorties",
         ("The French side has 3 sorties in each game turn. The Austrian side has as many sorties in a game turn as the track "
         "says under Weather. Sorties that are not flown are lost when the turn ends.")),
        ("air", {**AIR, "sorties": {"french": "far"}, "kept": True}, "air.sorties",
         "The French side has 3 sorties in each game turn. Sorties that are not flown are kept for later turns."),
        ("air", AIR, "air.phase", "In an air phase the side flies strikes and interdictions, one after another, or none."),
        ("air", flown(support={"shift": 1}), "air.phase", ""),
        ("air", flown(strike={"table": "combat_results"}), "air.phase",
         "In an air phase the side flies strikes, one after another, or none."),
        ("air", flown(strike={"table": "combat_results"}), "air.strike",
         "A strike is flown against a hex with enemy units, by one sortie."),
        ("air", AIR, "air.strike", "A strike is flown against a hex with enemy units, by up to 2 sorties together."),
        ("air", flown(strike={"table": "combat_results"}), "air.observed", ""),
        ("air", AIR, "air.observed",
         ("A unit of the side must see a hex that aircraft strike. A unit of the side must see a hex that aircraft "
         "interdict.")),
        ("air", AIR, "air.result",
         ("Throw one die. The result is in the Combat Results Table, under the number of sorties. The units in the hex are "
         "the defenders.")),
        ("air", AIR, "air.modifiers", "If artillery units are attacked, 1 is added to the dice."),
        ("air", flown(support={"shift": 1}), "air.support",
         ("When all who fight in an attack are named, the attacker and then the defender may fly a sortie to its hex. Each of "
         "the attacker's shifts the column 1 to the right, each of the defender's 1 to the left.")),
        ("air", flown(support={"die": 2, "most": 3}), "air.support",
         ("When all who fight in an attack are named, the attacker and then the defender may fly up to 3 sorties to its hex. "
         "Each of the attacker's adds 2 to the dice, each of the defender's takes 2 from them.")),
        ("air", flown(interdict={"cost": 2}), "air.interdict",
         ("A side may fly a sortie to interdict a hex. Enemy units pay 2 movement points more to enter it, on roads too, until "
         "the next air phase of that side.")),
        ("air", AIR, "air.anti-aircraft",
         ("When enemy sorties fly to a hex, artillery units that are no farther from it than their range throw one die each, "
         "one after another, before the sorties do anything.")),
        ("air", {**AIR, "anti_aircraft": [{"dice": 2, "least": "distance"}]}, "air.anti-aircraft",
         ("When enemy sorties fly to a hex, all units throw two dice each, one after another, before the sorties do "
         "anything.")),
        ("air", AIR, "air.lost",
         "On 3 or more one of the sorties is lost. It is counted as flown, and does nothing."),
        ("air", {**AIR, "anti_aircraft": [{"dice": 2, "least": "distance"}]}, "air.lost",
         ("On more than the distance of the unit from the hex one of the sorties is lost. It is counted as flown, and does "
         "nothing.")),
        ("weather", {"kinds": {"rain": {"air": "none"}}}, "air.grounded", "In rain turns no aircraft fly."),
        ("activation", {}, "activation.initiative", "The scenario says which side goes first in every turn."),
        ("activation", {**CUP, "without": "all"}, "activation.without",
         "A formation whose headquarters is eliminated acts with all its units."),
        ("activation", {"order": "points", "points": "points"}, "activation.points",
         "In an action phase the side has 0 action points free."),
        ("activation", {"order": "points", "points": "points"}, "activation.die",
         ("For each further point throw a die: it takes 1 or more for point 1, 2 or more for point 2, 3 or more for point 3, "
         "4 or more for point 4, 5 or more for point 5 and 6 or more for point 6. No more can be had. If the throw is too "
         "low, the phase ends.")),
        ("activation", {"order": "points"}, "activation.die", ""),
        ("activation", POINTS, "activation.costs", "Each action costs 1 action point, but charge 3."),
        ("advance", {}, "advance.must", ""),
        ("advance", {"must": ARTILLERY}, "advance.must",
         "Artillery units must advance if they can. Then no others may."),
        ("assault", {"table": "combat_results", "again": True}, "assault.once",
         "A hex may be attacked again in a phase, by other units."),
        ("assault", {"table": "combat_results"}, "assault.once", "A hex is attacked once in a phase."),
        ("assault", {"table": "combat_results"}, "assault.joining", ""),
        ("assault", {"table": "combat_results"}, "assault.modifiers", ""),
        ("assault", modified({"attacker": CAVALRY}, die=1), "assault.modifiers",
         "If cavalry units attack, 1 is added to the dice."),
        ("assault", modified({"all_attackers": CAVALRY, "from_hexes": 3}, die=-2, name="Envelopment"), "assault.modifiers",
         ("Envelopment: if only cavalry units attack and the attack comes from 3 or more hexes, 2 is taken from the dice.")),
        ("assault", modified({"combined": [INFANTRY, ARTILLERY]}, shift=2), "assault.modifiers",
         "If infantry units and artillery units attack together, the column is shifted 2 to the right."),
        ("assault", modified({"all_defenders": {"not": ARTILLERY}}, shift=-1), "assault.modifiers",
         "If no artillery units are attacked, the column is shifted 1 to the left."),
        ("assault", modified({"defender_mark": "flipped", "across": "stream"}, times="1½"), "assault.modifiers",
         ("If all adjacent attackers attack across a Stream Hexside and a defender shows its Disordered side, the strength of "
         "the attackers is multiplied by 1½ (drop fractions).")),
        ("assault", modified({"defender_supplied": False}, times="1/2", whose="defender", die=1), "assault.modifiers",
         ("If a defender was found out of supply, the strength of the defenders is multiplied by ½ (drop fractions) and 1 is "
         "added to the dice.")),
        ("fire", {**FIRE, **modified({"kind_of_turn": "rain", "defender_in": ["woods", "village"]}, die=-1)},
         "fire.modifiers",
         "If the attacked hex is Woods or Village and this is a rain turn, 1 is taken from the dice."),
        ("assault", {"table": "combat_results"}, "assault.obligatory", ""),
        ("assault", {"table": "combat_results", "obligatory": True}, "assault.obligatory",
         ("A unit in an enemy zone of control must attack, and every enemy in whose zone it is must be attacked, as long as "
         "there is a unit that can do so. The phase does not end before. An attack must leave enough units for the "
         "other hexes that must be attacked.")),
        ("assault", {"table": "combat_results", "obligatory": True}, "assault.phase",
         "In a combat phase units may attack, one hex after another."),
        ("assault", FIVES, "assault.odds", ""),
        ("assault", FIVES, "assault.dice", ""),
        ("assault", FIVES, "assault.both", ""),
        ("assault", COUNT, "assault.first", ""),
        ("assault", first("defender"), "assault.both", "The defenders throw dice in the same way."),
        ("assault", first("defender"), "assault.first",
         ("The defenders throw first, and their hits take effect before the attackers throw: units that are lost or have "
         "retreated throw no dice.")),
        ("assault", first("attacker"), "assault.first",
         ("The attackers throw first, and their hits take effect before the defenders throw: units that are lost or have "
         "retreated throw no dice.")),
        ("assault", FIVES, "assault.count",
         "Each unit that attacks throws a die for each point of its combat strength."),
        ("assault", {**COUNT, "support": {"range": "range"}}, "assault.count",
         "Each unit that attacks, or joins the attack, throws one die."),
        ("assault", FIVES, "assault.hits", "A die hits with 5 or more."),
        ("assault", COUNT, "assault.hits",
         "A die hits with the morale or less of the unit that throws it, if that has one."),
        ("assault", {**COUNT, "modifiers": [{"when": {"attacker": CAVALRY}, "times": 2}]}, "assault.hits",
         ("A die hits with the morale or less of the unit that throws it, if that has one. Where dice are multiplied, those "
         "that hit with the same numbers are multiplied together.")),
        ("assault", COUNT, "assault.both",
         ("The defenders throw dice in the same way, at the same time: units that are lost throw theirs too.")),
        ("assault", {"value": {"attack": "strength", "defence": "morale"}, "count": {**FIVES["count"], "both": True}},
         "assault.both",
         ("The defenders throw dice in the same way, a die for each point of their morale, at the same time: units that are "
         "lost throw theirs too.")),
        ("assault", FIVES, "assault.hit_results",
         ("Each hit has the result DR. Units, steps and hexes of several hits add up, hexes of a retreat to 6 at most.")),
        ("assault", COUNT, "assault.hit_results",
         ("Each hit has the result DR; hits of the defenders do to the attackers what it does to defenders. Units, steps and "
         "hexes of several hits add up, hexes of a retreat to 6 at most.")),
        ("assault", {"count": {"hit": {"at_least": 5}, "both": True}, "table": "combat_results"}, "assault.hit_results",
         ("The Combat Results Table gives the result, in the column of the hits of the attackers and the row of those of the "
         "defenders. Numbers beyond the table use its outermost line.")),
        ("assault", {**FIVES, "modifiers": [{"when": {"attacker": CAVALRY}, "die": 1}]}, "assault.modifiers",
         "If cavalry units attack, 1 is added to each die of the attackers."),
        ("assault", {**FIVES, "modifiers": [{"when": {"attacker": CAVALRY}, "times": 2}]}, "assault.modifiers",
         "If cavalry units attack, the number of dice of the attackers is multiplied by 2 (drop fractions)."),
        ("assault", {**COUNT, "ground": {"woods": "×2", "ridge": "-1"}}, "assault.ground",
         ("The ground of the attacked hex counts: Woods ×2, Ridge -1. × multiplies the number of dice of the defenders; drop "
         "fractions. A number is added to each die of the attackers.")),
        ("barrage", {"range": "range", "value": "morale", "of": ARTILLERY}, "barrage.die",
         ("Throw a die. Add to it what the ground of the hex adds to the dice of an assault. The barrage hits if the total is "
         "below the morale of the unit that shells.")),
        ("clearing", {"kinds": ["stream"], "of": ARTILLERY, "least": "far"}, "clearing.die",
         "Throw a die: on 3 or more the hexside is cleared."),
        ("combat", ["fire", "clear"], "combat.order",
         ("In a combat phase the units of the side fight one after another, in any order: by fire and clearing "
         "hexsides.")),
        ("effects", SHAKES, "effects.mark",
         "A unit that becomes shaken gets a marker for it. If it has one already, nothing changes."),
        ("effects", LOSES, "effects.mark", ""),
        ("fire", FIRE, "fire.result",
         ("Throw one die. The result is in the Combat Results Table, under the firing unit's combat strength less the target's "
         "morale.")),
        ("fire", {**FIRE, "value": "count"}, "fire.result",
         "Throw one die. The result is in the Combat Results Table, under 1 less the target's morale."),
        ("fire", FIRE, "fire.together", ""),
        ("fire", FIRE, "fire.both", ""),
        ("fire", TOGETHER, "fire.both",
         "Artillery units may both move and fire in a turn, others only one of the two."),
        ("fire", {"range": "range", "together": True, "value": "count"}, "fire.value",
         "The value of the fire is 1 for each unit that fires."),
        ("fire", TOGETHER, "fire.value",
         "The value of the fire is the combat strength of each unit that fires, less the morale of the target."),
        ("leaders", {"of": ARTILLERY}, "leaders.alone", "A leader moves only with his unit."),
        ("leaders", {"of": ARTILLERY, "alone": 2}, "leaders.alone",
         "A leader moves only with his unit. It has 2 movement points more for that move."),
        ("leaders", {"of": ARTILLERY}, "leaders.attach",
         ("Artillery units are leaders: each is with another unit, and in no hex otherwise. Once in a movement phase a "
         "leader may join any unit of the side that has no leader, if his own has not moved yet.")),
        ("leaders", {"of": ARTILLERY, "joins": 3}, "leaders.attach",
         ("Artillery units are leaders: each is with another unit, and in no hex otherwise. Once in a movement phase a "
         "leader may join any unit of the side within 3 hexes of his own that has no leader, if his own has not moved "
         "yet.")),
        ("leaders", {"of": ARTILLERY}, "leaders.group", ""),
        ("leaders", {"of": ARTILLERY}, "leaders.value", ""),
        ("leaders", {"of": ARTILLERY, "value": "morale"}, "leaders.value",
         ("The morale of a leader is added to the dice of an assault if units of his hex attack from beside the attacked "
         "one, and taken from them if he is in the attacked hex. Of several leaders of a side only the highest value "
         "counts.")),
        ("leaders", {"of": ARTILLERY, "value": "range", "counts": ["fire", "rally"]}, "leaders.value",
         ("The range of a leader is added to the dice of fire of units in his hex. The range of a leader is added to the "
         "morale of units that rally within 1 hex of him. Of several leaders of a side only the highest value counts.")),
        ("leaders", {"of": ARTILLERY, "loss": "far"}, "leaders.loss",
         ("When the unit of a leader is turned over or eliminated, throw a die: on 3 or more he is lost. A lost leader is "
         "eliminated, and counts as a unit that is.")),
        ("leaders", {"of": ARTILLERY}, "leaders.loss", ""),
        ("leaders", {"of": ARTILLERY, "loss": "far"}, "leaders.successor", ""),
        ("leaders", LEADERS, "leaders.loss",
         "When the unit of a leader is turned over or eliminated, throw a die: on 3 or more he is lost."),
        ("leaders", LEADERS, "leaders.successor",
         ("A successor takes the place of a lost leader: turn his counter to its Disordered side. If it shows that "
         "already, or has none, the leader is eliminated, and counts as a unit that is.")),
        ("leaders", {"of": ARTILLERY}, "leaders.command", ""),
        ("leaders", LEADERS, "leaders.command",
         ("A leader commands the units of his formation, one without a formation all units of his side. In the step "
         "Command look at all units on the map at once: a unit is out of command until the next time if it is farther "
         "than 2 hexes from all who command it.")),
        ("leaders", COMMANDED, "leaders.command",
         ("A leader commands the units of his formation, one without a formation all units of his side. In the step "
         "Command look at all units on the map at once: a unit is out of command until the next time if it is farther "
         "than their morale from all who command it.")),
        ("leaders", COMMANDED, "leaders.out-of-command", "A unit that is out of command: it may not move."),
        ("leaders", LEADERS, "leaders.out-of-command",
         ("A unit that is out of command: halve movement allowance, fractions rounded down; it may not attack or join an "
         "attack or fire.")),
        ("movement", {"costs": {"woods": 2}}, "movement.stops", ""),
        ("movement", {"costs": {"road": 1}, "roads": {"bonus": 2}}, "movement.bonus",
         "A unit that moves along a Road all the way has 2 movement points more."),
        ("movement", {"costs": {"road": 1}}, "movement.bonus", ""),
        ("rally", {"value": "morale", "point": "far"}, "rally.point",
         "For action point 3 of a phase, and for each later one, one such unit may recover."),
        ("rally", {"point": "far"}, "rally.point",
         "For action point 3 of a phase, and for each later one, one such unit may recover."),
        ("sight", {"reach": {"usual": "far"}, "moving": {"rain": "far"}}, "sight.reach",
         "Units see 3 hexes far. Units that have moved are seen in rain turns 3 hexes far."),
        ("stacking", [{"limit": 1, "of": {"not": ARTILLERY}}], "stacking.weight", "Artillery units do not count."),
        ("stacking", [{"limit": 1}], "stacking.passing", ""),
        ("stacking", [{"limit": 1, "passing": True}], "stacking.end", ""),
        ("supply", {"source": "own_headquarters", "ladder": [{"flip": True}]}, "supply.fire", ""),
        ("supply", SUPPLY, "supply.fire",
         "A unit that is found out of supply 2 times in a row or more may not fire."),
        ("supply", {"source": CHAIN["source"]}, "supply.source",
         ("The French side draws supply from Unterdorf or the south edge of the map and the Austrian side from Oberdorf, "
         "unless an enemy unit is there.")),
        ("supply", SUPPLY, "supply.chain", ""),
        ("supply", {"source": CHAIN["source"]}, "supply.chain", ""),
        ("supply", CHAIN, "supply.chain",
         ("A unit draws supply from the headquarters of its formation, as long as that is in supply itself. Only "
         "headquarters draw it from the sources of their side.")),
        ("supply", {**SUPPLY, "range": 1}, "supply.path",
         ("A unit is in supply if a path leads there without impassable hexes and enemy units. An enemy zone of control "
         "blocks it where no friendly unit is. A path is at most 1 hex long, without the hex where it begins.")),
        ("supply", CHAIN, "supply.path",
         ("A unit is in supply if a path leads there without impassable hexes and enemy units. An enemy zone of control "
         "blocks it where no friendly unit is. A path from a unit to its headquarters is at most 4 hexes long, without "
         "the hex where it begins. A path from a headquarters to a source is at most 12 hexes long, without the hex where "
         "it begins.")),
        ("supply", {**CHAIN, "range": None, "chain": {}}, "supply.path",
         ("A unit is in supply if a path leads there without impassable hexes and enemy units. An enemy zone of control "
         "blocks it where no friendly unit is.")),
        ("weather", {"kinds": {"rain": {"dice": {"assault": "far", "fire": "far"}}}}, "weather.dice",
         "In rain turns 3 is added to the dice of assault and fire."),
        ("works", {"redoubt": {}}, "works.set-up",
         "The set-up puts redoubt markers on the map. They stay in their hexes."),
        ("works", {"redoubt": {}}, "works.clear", ""),
        ("works", {"redoubt": {"cleared_by": ARTILLERY}}, "works.clear",
         "Artillery units may remove a redoubt marker from their hex in a works phase, instead of firing."),
        ("works", {"trench": {"of": "unit", "cover": True}}, "works.cover",
         "A unit with a trench marker is in cover."),
        ("works", {"redoubt": {"built_by": ARTILLERY}}, "works.build",
         ("Artillery units may put a redoubt marker into their hex in a works phase, instead of firing, if one is left and "
          "none is there. A unit builds or removes one work in a phase.")),
        ("works", {"redoubt": {"cleared_by": ARTILLERY}}, "works.build", ""),
        ("works", {"wall": {"of": "hexside", "built_by": ARTILLERY}}, "works.build",
         ("Artillery units may put a wall marker on a hexside of their hex in a works phase, instead of firing, if one is "
         "left and none is there. A unit builds or removes one work in a phase.")),
        ("works", {"redoubt": {"built_by": ARTILLERY, "instead_of": "movement"}}, "works.build",
         ("Artillery units may put a redoubt marker into their hex in a movement phase, instead of moving, if one is left and "
         "none is there.")),
        ("works", {"redoubt": {}}, "works.cost", ""),
        ("works", {"redoubt": {"cost": 1}}, "works.cost",
         "A step into a hex with a redoubt marker costs 1 movement point more, by road too."),
        ("works", {"redoubt": {"cost": "no"}}, "works.cost",
         "A step into a hex with a redoubt marker is prohibited, by road too."),
        ("works", {"wall": {"of": "hexside", "cost": {"infantry": 1, "*": "no"}}}, "works.cost",
         ("A step across a hexside with a wall marker costs movement points besides, by road too: infantry 1, others "
          "prohibited.")),
        ("works", {"redoubt": {"cost": {"infantry": 0, "cavalry": 2}}}, "works.cost",
         "A step into a hex with a redoubt marker costs movement points besides, by road too: cavalry 2."),
        ("works", {"wall": {"of": "hexside"}}, "works.set-up",
         "The set-up puts wall markers on hexsides. They stay there."),
        ("works", {"redoubt": {}}, "works.assault", ""),
        ("works", {"redoubt": {"assault": "×1½"}}, "works.assault",
         ("In an assault on a hex with a redoubt marker, the strength of the defenders is multiplied by 1½ (drop "
          "fractions).")),
        ("works", {"trench": {"of": "unit", "assault": "far"}}, "works.assault",
         "In an assault on units that all have a trench marker, 3 is added to the dice."),
        ("works", {"wall": {"of": "hexside", "assault": "1 left"}}, "works.assault",
         ("In an assault that all adjacent attackers make across a hexside with a wall marker, the column is shifted 1 to "
          "the left.")),
        ("works", {"redoubt": {}}, "works.zones", ""),
        ("works", {"redoubt": {"zones": "block"}}, "works.zones",
         "Zones of control do not reach into a hex with a redoubt marker."),
        ("works", {"wall": {"of": "hexside", "zones": "block"}}, "works.zones",
         "Zones of control do not reach across a hexside with a wall marker."),
        ("zones", {}, "zones.between", ""),
        ("zones", {"enter": 2}, "zones.enter",
         "A step into a hex in an enemy zone of control costs 2 movement points more."),
        ("zones", {}, "zones.negated", ""),
        ("zones", {"negated_by_friends": ["movement", "retreat", "supply"]}, "zones.negated",
         ("For movement, retreat and supply an enemy zone of control does not count in a hex with another friendly "
          "unit.")),
        ("arrivals", {}, "arrivals.due",
         ("A unit whose entry in the order of battle names a turn arrives in an arrivals phase of its side in that turn.")),
        ("arrivals", {}, "arrivals.blocked",
         ("A unit for which no hex is open, because all are held by the enemy, full or prohibited to it, waits for a later "
         "turn.")),
        ("arrivals", {}, "arrivals.die", ""),
        ("arrivals", {"rolled": "far"}, "arrivals.due",
         ("A unit whose entry in the order of battle names a turn arrives in an arrivals phase of its side in that turn, or a "
         "later one as a die says.")),
        ("arrivals", {"rolled": "far"}, "arrivals.die",
         ("Throw a die for each such unit: on 3 or more it may arrive, then or later without another throw; else throw again in "
         "the next turn.")),
        ("arrivals", {"rolled": "far", "certain": ARTILLERY}, "arrivals.die",
         ("Throw a die for each such unit, but not for artillery units: on 3 or more it may arrive, then or later without "
         "another throw; else throw again in the next turn.")),
        ("arrivals", {}, "arrivals.points", ""),
        ("arrivals", {}, "arrivals.reserve", ""),
        ("arrivals", {"released": [RESERVE]}, "arrivals.due", ""),
        ("arrivals", {"released": [RESERVE]}, "arrivals.reserve",
         ("Cavalry units are a reserve: they neither move nor arrive before they are released, and fight as others do.")),
        ("arrivals", {"released": [RESERVE]}, "arrivals.released",
         ("Cavalry units are released when an arrivals phase of their side begins and an enemy unit is in Oberdorf or 0101, a "
         "unit of their own side is in Ridge Farm or an enemy unit is within 3 hexes of one of them: all together, and for "
         "good.")),
        ("fire", FIRE, "fire.opportunity",
         "When enemy units move, a unit may fire at them once in each hex that they enter."),
        ("fire", {**FIRE, "shots": 2}, "fire.opportunity",
         "When enemy units move, a unit may fire at them once in each hex that they enter, at most 2 times in a game turn."),
        ("arrivals", DRAWN, "arrivals.drawn",
         ("Of cavalry units whose turn has come, as many as the track names under Hour are drawn at random in an arrivals "
         "phase of their side. They may arrive then or later. The others wait for a later turn. Of all units except infantry "
         "units whose turn has come that no other draw is for, 3 are chosen by the owner in an arrivals phase of their side. "
         "They may arrive then or later. The others wait for a later turn.")),
        ("arrivals", {"rolled": 4, "drawn": [{"of": CAVALRY, "number": 1}]}, "arrivals.drawn",
         ("Of cavalry units whose turn has come, 1 is drawn at random in an arrivals phase of their side. It may arrive then "
         "or later, without a die. The others wait for a later turn.")),
        ("arrivals", {"released": [{"of": CAVALRY, "when": GATHERED}]}, "arrivals.released",
         ("Cavalry units are released when an arrivals phase of their side begins and at least 2 of the Austrian infantry "
         "units are within 2 hexes of Ridge Farm and no French units are in Oberdorf: all together, and for good.")),
        ("arrivals", {"released": [{"of": CAVALRY, "near": 1, "when": GATHERED}]}, "arrivals.released",
         ("Cavalry units are released when an arrivals phase of their side begins and an enemy unit is within 1 hex of one of "
         "them or (at least 2 of the Austrian infantry units are within 2 hexes of Ridge Farm and no French units are in "
         "Oberdorf): all together, and for good.")),
        ("arrivals", {"released": [{"of": CAVALRY, "when": {"any": [{"is_not": GATHERED}, BOTH]}}]}, "arrivals.released",
         ("Cavalry units are released when an arrivals phase of their side begins and it is not true that (at least 2 of the "
         "Austrian infantry units are within 2 hexes of Ridge Farm and no French units are in Oberdorf) or at least 1 of the "
         "French units is in Oberdorf and within 3 hexes of Ridge Farm: all together, and for good.")),
        ("arrivals", {"released": [{"of": CAVALRY, "near": 1}]}, "arrivals.released",
         ("Cavalry units are released when an arrivals phase of their side begins and an enemy unit is within 1 hex of one of "
         "them: all together, and for good.")),
        ("arrivals", RESTORES, "arrivals.due", ""),
        ("arrivals", RESTORES, "arrivals.points",
         ("In a replacements phase each side may restore its units for points: the French side has the points that the track "
         "names under Hour and the Austrian side has 3 points. Points that are left are lost.")),
        ("arrivals", RESTORES, "arrivals.restored",
         "A unit is restored only outside enemy zones of control and in supply, and once in a phase."),
        ("arrivals", RESTORES, "arrivals.turned-back", "For 1 point a unit that is turned over is turned back."),
        ("arrivals", RESTORES, "arrivals.returned",
         ("For 2 points an eliminated unit comes back: the owner puts it into the hex that its entry in the order of battle "
         "names, or a hex of that area, that it may enter, with room for it and without enemy units. One that comes on at a "
         "map edge comes back there, and on to the map when it moves. It shows its Disordered side, if it has one, and no "
         "longer counts as eliminated.")),
        ("arrivals", {"replacements": {"points": {"french": "far"}, "restores": {"flipped": 2}, "kept": True,
         "of": ARTILLERY}}, "arrivals.points",
         ("In a replacements phase each side may restore artillery units for points: the French side has 3 points. Points that "
         "are left are kept for later turns.")),
        ("arrivals", {"replacements": {"points": {"french": "far"}, "restores": {"eliminated": 1}}}, "arrivals.turned-back", ""),
        ("arrivals", {"blocked": "eliminate"}, "arrivals.blocked",
         ("A unit for which no hex is open, because all are held by the enemy, full or prohibited to it, is eliminated.")),
    ],
)  # fmt: skip
def test_a_sentence_follows_its_key(key, given, rule, text):
    assert texts(key, given, rule) == text


@pytest.mark.parametrize(
    ("given", "rule", "text"),
    [
        ({"of": ARTILLERY}, "leaders.alone",
         "If his unit moves without a group, he can order no group move in that phase."),
        ({"of": ARTILLERY, "alone": 2}, "leaders.alone",
         ("If his unit moves without a group, he can order no group move in that phase. It has 2 movement points more for "
         "that move.")),
        ({"of": ARTILLERY}, "leaders.attach",
         ("Artillery units are leaders: each is with another unit, and in no hex otherwise. As an action, which is no "
         "move, a leader may join any unit of the side that has no leader.")),
        (COMMANDED, "leaders.group",
         ("As one action a leader may order a group move: his own unit may move, and so may all of the side that are "
         "within his morale of it when the action begins.")),
    ],
)  # fmt: skip
def test_leaders_who_act_for_points_order_group_moves(given, rule, text):
    assert texts("leaders", given, rule, steps=("actions",)) == text


def test_a_headquarters_is_said_to_command_where_a_formation_has_one():
    found = labels()
    found.counters = found.counters.model_copy(
        update={"formations": [Formation(id="corps", side="french", name="Corps", headquarters=1)]}
    )
    kind = next(kind for kind in shelf() if kind.key == "leaders")
    given = TypeAdapter(kind.model).validate_python(LEADERS)
    assert any(
        "The headquarters of a formation commands its units too." in each.text for each in kind.sentences(given, found)
    )


def test_what_decides_a_battle_is_said_as_victory_yaml_has_it():
    said_ = {each.rule: each.text for each in Victory.sentences(VICTORY, labels())}
    assert said_["victory.sudden"] == "The French side wins at once, whenever this is so: A French unit at Ridge Farm."
    assert said_["victory.ratio"] == (
        "The ratio of French to Austrian losses gives the level: up to 1:2 French Victory, up to 2:1 Draw, above that "
        "Austrian Victory. If there are none on either side, it is a draw."
    )
    assert "Of a unit that shows its Disordered side" in said_["victory.losses"]
    assert said_["victory.by-turn"] == (
        "At the end of each game turn the side whose unit was last in Ridge Farm scores 2 points."
    )
    assert said_["victory.places"] == "When play ends, the side whose unit was last in Oberdorf scores 1 point."
    assert said_["victory.units"] == "A side scores 3 points for each enemy unit that is eliminated."


def test_a_victory_of_some_scenarios_names_them():
    row = VICTORY.sudden[0].model_copy(update={"scenarios": ["noon"]})
    said_ = Victory.sentences(VICTORY.model_copy(update={"sudden": [row]}), labels())
    text = next(each for each in said_ if each.rule == "victory.sudden")
    assert "whenever this is so (The Afternoon): " in text.text


@pytest.mark.parametrize(
    ("sequence", "combat", "phase"),
    [("fire", ["attack"], "a fire"), ("combat", ["fire", "attack"], "a combat"), ("actions", ["attack"], "an action")],
)
def test_a_phase_is_that_in_which_a_game_has_it(sequence, combat, phase):
    found = labels(steps=(sequence,))
    found.rules = found.rules.model_copy(update={"combat": combat})
    assert found.phase("fire", "fire") == f"{phase} phase"


def test_overruns_are_said_to_be_where_the_ways_to_fight_have_them():
    assert texts("overrun", {"of": CAVALRY}, "overrun.who", combat=["overrun", "attack"]) == (
        "In a combat phase cavalry units may overrun: they attack an adjacent hex after they have moved."
    )


def test_units_that_have_a_flag_are_called_by_its_printed_name():
    found = load_game(RIDGE.parent / "western-desert")
    named = Labels(found, labels().rules)
    assert named.units({"clears_mines": True}) == "units with “Clears mines”"
    assert named.units({"type": "tank", "armoured": False}) == "tank units without “Armoured”"


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
    assert "map edge" in texts("arrivals", {}, "arrivals.edge")
    assert texts("arrivals", {}, "arrivals.edge", arrivals=False) == ""


def test_departures_are_spoken_of_where_units_leave():
    assert not Labels(ridge(), labels().rules).departures
    assert texts("arrivals", {}, "arrivals.withdrawn") == ""
    assert texts("arrivals", {}, "arrivals.withdrawn", departures=True) == (
        "A unit whose entry in the order of battle says until which turn it stays leaves in an arrivals phase of its side in "
        "that turn, before others arrive. It does not count as lost, and never comes back. If it was eliminated before, "
        "nobody leaves in its place."
    )


def test_steps_that_the_sequence_lacks_have_no_sentence():
    assert "into the cup" in texts("activation", CUP, "activation.cup")
    assert "into the cup" not in texts("activation", CUP, "activation.cup", steps=("movement",))
    assert texts("stacking", [{"limit": 2}], "stacking.crowded", steps=("movement",)) == ""
    assert "not end their move there" in texts("stacking", [{"limit": 2}], "stacking.end", steps=("movement",))
    assert texts("stacking", [{"limit": 2}], "stacking.end") == ""


def test_a_path_of_supply_is_blocked_by_zones_as_their_key_says():
    found = labels()
    found.rules.zones.negated_by_friends.clear()
    said_ = {each.rule: each.text for each in Supply.sentences(SupplyKey.model_validate(SUPPLY), found)}
    assert said_["supply.path"].endswith(
        "An enemy zone of control blocks it but for the hexes where it begins and ends."
    )


@pytest.mark.parametrize(
    ("key", "given", "rule", "word"),
    [
        ("rally", {"value": "morale"}, "rally.who", "zone"),
        ("advance", {}, "advance.ground", "zones"),
        ("supply", SUPPLY, "supply.path", "zone"),
        ("arrivals", RESTORES, "arrivals.restored", "zones"),
        ("retreat", {}, "retreat.zones", "zone"),
        ("assault", {"table": "combat_results", "obligatory": True}, "assault.obligatory", "zone"),
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


LOW = {"count": {"hit": {"at_most": 2}, "each": "DR"}}
WITHIN = "if units of his hex attack from beside the attacked one"


@pytest.mark.parametrize(
    ("assault", "key", "given", "rule", "text"),
    [
        (FIVES, "leaders", {"of": ARTILLERY, "value": "morale"}, "leaders.value",
         f"The morale of a leader is added to each die of the attackers {WITHIN}, and taken from it if he is in the "),
        (LOW, "leaders", {"of": ARTILLERY, "value": "morale"}, "leaders.value",
         f"The morale of a leader is taken from each die of the attackers {WITHIN}, and added to it if he is in the "),
        (FIVES, "air", flown(support={"die": 1}), "air.support",
         "Each of the attacker's adds 1 to each die of the attackers, each of the defender's takes 1 from it."),
        (LOW, "air", flown(support={"die": 1}), "air.support",
         "Each of the attacker's takes 1 from each die of the attackers, each of the defender's adds 1 to it."),
        (FIVES, "works", {"redoubt": {"assault": "×2"}}, "works.assault",
         "the number of dice of the defenders is multiplied by 2 (drop fractions)."),
        (FIVES, "works", {"redoubt": {"assault": "-1"}}, "works.assault", "1 is taken from each die of the attackers."),
        ({**FIVES, "support": {"range": "range", "sides": "both"}}, "leaders", LEADERS, "leaders.out-of-command",
         "it may not attack, join an attack or support the defence or fire."),
    ],
)  # fmt: skip
def test_sentences_of_other_keys_follow_how_an_assault_is_decided(assault, key, given, rule, text):
    assert text in texts(key, given, rule, assault=assault)


@pytest.mark.parametrize(("times", "factor"), [("1/3", "1/3"), ("2/3", "2/3"), ("3/2", "1½"), ("1/4", "¼"), (3, "3")])
def test_a_factor_is_printed_exactly(times, factor):
    text = texts("assault", modified({"attacker": CAVALRY}, times=times), "assault.modifiers")
    assert f"multiplied by {factor} (drop" in text


def test_of_several_lines_of_guns_the_first_is_said_to_count():
    lines = [FLAK, {"least": "distance"}]
    assert texts("air", {**AIR, "anti_aircraft": lines}, "air.anti-aircraft").endswith(
        "A unit throws by the first of these that names it."
    )
    assert "the first of these" not in texts("air", AIR, "air.anti-aircraft")


@pytest.mark.parametrize(
    ("defence", "of", "told"),
    [
        ("morale", {}, "There its range, if it has one, takes the place of its morale."),
        (None, {}, "There its range, if it has one, defends it."),
        ("morale", ARTILLERY, "There the range of artillery units takes the place of their morale."),
        (None, ARTILLERY, "There the range of artillery units defends them."),
    ],
)
def test_cover_is_said_to_defend_those_who_profit(defence, of, told):
    cover = {"value": "range", "ground": ["woods"], "of": of}
    text = texts("fire", {**FIRE, "defence": defence, "cover": cover}, "fire.cover")
    assert text == f"A unit in Woods is in cover. {told}"


@pytest.mark.parametrize(
    ("work", "whose"),
    [
        ({"cover": True}, "the units in its hex that have a range"),
        ({"cover": True, "assault": "×2"}, "the units in its hex"),
    ],
)
def test_a_work_that_gives_cover_alone_belongs_to_units_with_the_value_for_it(work, whose):
    text = texts("works", {"trench": {"of": "unit", **work}}, "works.set-up", fire=TOGETHER)
    assert text == f"The set-up puts trench markers on the map. Each belongs to {whose}."


@pytest.mark.parametrize(
    ("ground", "works", "told"),
    [
        ({}, {}, False),
        ({"woods": "×2"}, {}, True),
        ({"woods": "-1"}, {}, False),
        ({}, {"redoubt": {"assault": "×2"}}, True),
    ],
)
def test_dice_are_said_to_be_multiplied_apart_where_ground_or_works_do_so(ground, works, told):
    text = texts("assault", {**COUNT, "ground": ground}, "assault.hits", works=works)
    assert ("multiplied together" in text) == told


@pytest.mark.parametrize(
    ("effect", "once"),
    [
        ({"flip": "half"}, "Half of the units suffer once, however many hits there are."),
        ({"retreat": "1d6"}, "The die for a retreat is thrown once, however many hits there are."),
        (
            {"eliminate": "half", "retreat": "1d3"},
            "Half of the units suffer once and the die for a retreat is thrown once, however many hits there are.",
        ),
        ({"lose": 1}, "to 6 at most."),
    ],
)
def test_what_several_hits_do_no_more_than_one_is_said(effect, once):
    assert texts("assault", FIVES, "assault.hit_results", effects={"DR": {"defender": effect}}).endswith(once)

"""Clauses against their quantities, titles and pointers, and rules.yaml: words, sides, numbers and cells exchanged."""

from __future__ import annotations

import pytest

from scenario_forge.checks.rulebook.contrasts import opposites
from scenario_forge.checks.rulebook.quantities import numbers_of

from .every_game import findings_after, text_of

BOOK, RULES = "rulebook.yaml", "rules.yaml"
KNIGHTS, DESERT = "knights-of-the-desert", "desert-rats"


def after(name: str, file: str, *pairs: tuple[str, str]) -> list:
    text = text_of(name, file)
    for old, new in pairs:
        assert old in text, f"{file} of {name} lacks `{old}`"
        text = text.replace(old, new, 1)
    return findings_after(name, {file: text})


SLIPS = [
    # numbers beside `units`, and two that are exchanged
    ("RUL015", KNIGHTS, BOOK, ("Axis mobile units 36, Allied mobile units 28", "Axis mobile units 28, Allied mobile units 36")),
    ("RUL015", KNIGHTS, BOOK, ("Allied mobile units 28", "Allied mobile units 26")),
    ("RUL015", KNIGHTS, BOOK, ("needs 100 supply points to take part in an attack, an Allied unit 200",
                               "needs 200 supply points to take part in an attack, an Allied unit 100")),
    ("RUL107", KNIGHTS, BOOK, ("75%, 80%, 84%", "75%, 84%, 80%")),
    ("RUL107", KNIGHTS, BOOK, ("adds 20% to the strength of attackers, 15%", "adds 15% to the strength of attackers, 20%")),
    ("RUL015", KNIGHTS, BOOK, ("coast 1\n      and 3; rough", "coast 1\n      and 4; rough")),
    ("RUL015", DESERT, BOOK, ("There are four start dates", "There are three start dates")),
    # sides, roles, points of the compass
    ("RUL015", DESERT, BOOK, ("The Allied player may not use Tripolitania", "The Axis player may not use Tripolitania")),
    ("RUL015", DESERT, BOOK, ("every western edge hex", "every eastern edge hex")),
    ("RUL015", DESERT, BOOK, ("The defender retreats first; each", "The attacker retreats first; each")),
    ("RUL015", DESERT, BOOK, ("December 1940 and November 1941 begin with", "December 1940 and May 1942 begin with"),
     ("In March 1941 and May 1942 the first", "In March 1941 and November 1941 the first")),
    ("RUL015", "massawa", BOOK, ("only the\n      Empire may use Kassala", "only the\n      Italians may use Kassala")),
    ("RUL015", "massawa", BOOK, ("The Empire takes its player turn first, then the Italians take theirs",
                                 "The Italians take their player turn first, then the Empire takes its own")),
    # yes and no, gains and losses, lists, places
    ("RUL015", "massawa", BOOK, ("A road cancels", "A track cancels"), ("; a track cancels", "; a road cancels")),
    ("RUL015", "massawa", BOOK, ("gives back 1 strength point to armour and reconnaissance, 4 to 6 takes 1 from the wreck",
                                 "takes 1 from the wreck, 4 to 6 gives back 1 strength point to armour")),
    ("RUL015", "massawa", BOOK, ("repair, replacement points, new", "replacement points, repair, new")),
    ("RUL015", DESERT, BOOK, ("Barce takes a supply unit only; the", "Bardia takes a supply unit only; the")),
    ("RUL015", KNIGHTS, BOOK, ("The Allied home base is Alexandria", "The Allied home base is Cairo")),
    ("RUL015", "massawa", BOOK, ("short of lorries, at most 5", "short of lorries, at most 6")),
    ("RUL001", "massawa", RULES, ("        - withdrawals        # 9.2\n        - reinforcements     # 9.3\n",
                                  "        - reinforcements     # 9.3\n        - withdrawals        # 9.2\n")),
    # titles
    ("RUL108", "massawa", BOOK, ("title: Defenders out of combat", "title: Attackers out of combat")),
    ("RUL108", "massawa", BOOK, ("Keren and Massawa are fortifications", "Keren and Asmara are fortifications")),
    ("RUL108", KNIGHTS, BOOK, ("text: The second player moves depots", "text: The first player moves depots")),
    # pointers
    ("RUL109", "massawa", BOOK, ("control it (9.3)", "control it (9.2)")),
    ("RUL109", "massawa", BOOK, ("The first number of the track gives", "The second number of the track gives")),
    ("RUL109", "massawa", BOOK, ("it holds Keren, Asmara", "it holds Kassala, Asmara")),
    ("RUL109", KNIGHTS, BOOK, ("were given in the Logistics Phase", "were given in the Supply Phase")),
    ("RUL110", "massawa", BOOK, ("in March Agordat, Barentu and", "in March Agordat, Keren and")),
    ("RUL110", "massawa", BOOK, ("In January the Empire controls Kassala", "In January the Empire controls Keren")),
    # rules.yaml
    ("RUL111", "rats-of-tobruk", RULES, ('turned over: "{0:unit} is depleted', 'turned over: "{0:unit} is rebuilt')),
    ("RUL111", "western-desert", RULES, ("\nmarks:", '\nwords: {faces: "{0:unit} lays smoke at {1:way}", smoke: "{0:unit} faces {1:hex}"}\n\nmarks:')),
    ("RUL112", "rats-of-tobruk", RULES, ("tracked: {class: tracked}", "tracked: {class: wheeled}")),
    ("RUL112", KNIGHTS, RULES, ("depot: {type: depot}", "depot: {type: garrison}")),
    ("RUL113", "rats-of-tobruk", RULES, ("[direct_fire_die_modifiers/target in blocking, direct_fire_die_modifiers/target using]",
                                 "[direct_fire_die_modifiers/target using, direct_fire_die_modifiers/target in blocking]")),
    ("RUL113", "rats-of-tobruk", RULES, ("bunker hex/0", "bunker hex/1")),
    ("RUL113", "rats-of-tobruk", RULES, ("weather_effects/Replacement die/0", "weather_effects/Replacement dye/0")),
    ("RUL113", "rats-of-tobruk", RULES, ("sandstorm: combat_dice_modifiers/sandstorm/0", "sandstorm: combat_dice_modifiers/evening/0")),
    ("RUL113", "western-desert", RULES, ("minefield: combat_modifiers/target in minefield",
                                         "minefield: combat_modifiers/any attacker in flank")),
    ("RUL113", KNIGHTS, RULES, (("- operation_allotments/Axis nonmobile\n    - operation_allotments/Allied nonmobile\n"
                                "    - operation_allotments/Axis mobile\n"),
                                ("- operation_allotments/Axis mobile\n    - operation_allotments/Allied nonmobile\n"
                                "    - operation_allotments/Axis nonmobile\n"))),
    ("RUL113", KNIGHTS, RULES, ("fortification_cost_iv_c/nonmobile/1, ", "fortification_cost_iv_c/nonmobile/0, ")),
    ("RUL114", "rats-of-tobruk", RULES, ("terrain: {hill: [blocks], harbour: [blocks], town: [blocks]}", "terrain: {ravine: [], hill: [ALL]}"),
     ("figures:\n", "figures:\n  half: terrain_key/Ravine/0\n")),
    ("RUL115", "rats-of-tobruk", RULES, ('place: "4321"}', 'place: "4312"}')),
    ("RUL115", "western-desert", RULES, ("allied: [1-E2, 1-E5]}", "allied: [1-E2, 1-F5]}")),
    ("RUL116", KNIGHTS, RULES, ("allied: air_british", "allied: air_german")),
    ("RUL116", "massawa", RULES, ("emergency_edge: north", "emergency_edge: west")),
    ("RUL116", DESERT, RULES, ("allied: {side: allied", "allied: {side: axis")),
    ("MOD004", "western-desert", RULES, ("[infantry, armoured-infantry]", "[infantry, armoured_infantry]")),
]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("code", "name", "file", "pairs"), [(code, name, file, pairs) for code, name, file, *pairs in SLIPS]
)
def test_a_slip_is_found_where_it_stands_with_a_next_step(code, name, file, pairs):
    found = [finding for finding in after(name, file, *pairs) if finding.code.id == code]
    changed = {line for old, _new in pairs for line in _lines_of(text_of(name, file), old)}
    assert found, f"no {code}"
    assert any(finding.span.file == file and _near(finding.span.line, changed) for finding in found)
    assert all(finding.help for finding in found if finding.code.id != "RUL001")


def _lines_of(text: str, old: str) -> range:
    first = text[: text.index(old)].count("\n") + 1
    return range(first, first + old.count("\n") + 1)


def _near(line: int, changed: set[int]) -> bool:
    """A folded text begins some lines above its words."""
    return any(-_FOLDED <= line - each <= 1 for each in changed)


_FOLDED = 8
"""Lines between the beginning of a folded text, or of a list, and what changed in it."""


LEGAL = [
    # the same said in another order, with the words beside the numbers
    (KNIGHTS, BOOK, ("An Axis unit needs 100 supply points to take part in an attack, an Allied unit 200.",
                     "An Allied unit needs 200 supply points to take part in an attack, an Axis unit 100.")),
    (KNIGHTS, BOOK, ("adds 20% to the strength of attackers, 15% to that of defenders",
                     "adds 15% to the strength of defenders, 20% to that of attackers")),
    ("massawa", BOOK, ("A road cancels the extra cost of escarpments and rivers; a track cancels that of rivers only.",
                       "A track cancels the extra cost of rivers; a road cancels that of escarpments and rivers.")),
    ("massawa", BOOK, ("The Empire takes its player turn first, then the Italians take theirs",
                       "The Italians take their player turn after the Empire, which goes first")),
    ("massawa", BOOK, ("title: Defenders out of combat supply", "title: Defence without supply")),
    ("massawa", BOOK, ("To hold a place is to control it (9.3)", "To hold a place is to control it (see 9.3)")),
    ("massawa", BOOK, ("in March Agordat, Barentu and\n      Cub Cub have changed hands",
                       "in March Cub Cub, Barentu and\n      Agordat have changed hands")),
    (DESERT, BOOK, ("Barce takes a supply unit only; the", "Only a supply unit comes to Barce; the")),
    ("rats-of-tobruk", RULES, ('turned over: "{0:unit} is depleted"', 'turned over: "{0:unit} is flipped"')),
    ("rats-of-tobruk", RULES, ('pinned: "{0:unit} is pinned"', 'pinned: "{0:unit} is held by fire"')),
    ("western-desert", RULES, ("blocks: [town, scrub, hill, escarpment]", "blocks: [scrub, town, hill, escarpment]")),
    ("western-desert", RULES, ("infantry: {class: [infantry, armoured-infantry]}", "foot: {class: [infantry, armoured-infantry]}")),
]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "file", "pairs"), [(name, file, pairs) for name, file, *pairs in LEGAL])
def test_what_says_the_same_otherwise_is_no_slip(name, file, pairs):
    own = {"RUL015", "RUL105", *(f"RUL{number}" for number in range(107, 117))}
    found = [finding for finding in after(name, file, *pairs) if finding.code.id in own]
    assert not found, "\n".join(finding.message for finding in found)


def test_numbers_behind_units_count_only_where_one_is_stated():
    text = "German units 36, British units 26"
    assert [said.word for said in numbers_of(text, {36, 28})] == ["36", "26"]
    assert not numbers_of(text, {28})


def test_a_text_with_both_roles_turns_nothing_round():
    assert list(opposites(["Attackers"], "The defender retreats.")) == [("Attackers", "defender")]
    assert not list(opposites(["Attackers"], "The defender retreats, then the attacker."))

"""Bad input of *Rats of Tobruk*: each is a finding with its place and a sentence, and the game is not played."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.checks.run import check
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import Severity

from .every_game import space, text_of

NAME = "rats-of-tobruk"
COUNTERS, RULES, MAP, BOOK = "counters.yaml", "rules.yaml", "map.yaml", "rulebook.yaml"
ALLIED = "orders-of-battle/allied.yaml"
LED = 'name: "2/13", headquarters: 1, colour: "#C62828", pattern: dashed, chit: true'
WHEELED = "      - {id: wheeled, name: Wheeled,"
INFANTRY = "type: inf, parent: kgk, attack: 4, defence: 6, movement: 8, class: wheeled"
GHOST = '  - {id: ghost, name: Ghost, side: axis, headquarters: 1, colour: "#123456", chit: true, values: {activation: 6}}\n'
SPOKEN = """prints: >-
          From the set-up on, the enemy sees which hexes your units occupy, but not what they are, unless he may inspect
          them.
"""


class Bad(NamedTuple):
    """What is wrong: the changes of a file, the code, and a part of the line and of the sentence that tell of it."""

    file: str
    changes: tuple[tuple[str, str], ...]
    code: str
    line: str
    says: str


BAD = {
    "a battalion without a headquarters": Bad(
        COUNTERS, ((LED, LED.replace("headquarters: 1, ", "")),), "MOD001", 'name: "2/13"', "a headquarters of 2/13"
    ),
    "a battalion without a chit": Bad(
        COUNTERS, ((LED, LED.replace(", chit: true", "")),), "MOD001", 'name: "2/13"', "a chit of 2/13"
    ),
    "a chit of nobody": Bad(
        COUNTERS, (("formations:\n", f"formations:\n{GHOST}"),), "CNT006", "id: ghost", "HQ I/5Pz belongs to i-5pz"
    ),
    "a ditch on no hexside": Bad(MAP, (("2032/2033", "2032/2034"),), "REF001", "2032/2034", "no hexside `2032/2034`"),
    "a ditch between sea hexes": Bad(
        MAP,
        (("hexsides:\n", 'hexsides:\n  - {kind: ditch, name: Outwork, sides: ["4601/4602"]}\n'),),
        "MAP013", "4601/4602", "lies between two sea hexes",
    ),
    "an area without a hex": Bad(
        MAP, (("edge: [west, south]}", "edge: []}"),), "MAP066", "{id: entry,", "has no hexes"
    ),
    "a unit of a class that no cost names": Bad(
        COUNTERS,
        ((WHEELED, f"      - {{id: hover, name: Hover, mark: circle, of: movement}}\n{WHEELED}"),
         (INFANTRY, INFANTRY.replace("wheeled", "hover"))),
        "MOD005", "hill: {leg: 2,", "say nothing of Hill for hover",
    ),
    "a result that has no effect": Bad(
        RULES, (("  AC: {attacker: {flip: one}}\n", ""),), "MOD006", '"5":  [AC,', "does not say what it does"
    ),
    "units that ride on each other": Bad(
        ALLIED,
        (('name: "A/2/13",       start: in:perimeter', 'name: "A/2/13",       start: on:3'),
         ('name: "B/2/13",       start: in:perimeter', 'name: "B/2/13",       start: on:2')),
        "OOB054", 'name: "A/2/13"', "unit 3 starts with this unit in turn",
    ),
    "a range of a unit that cannot fire": Bad(
        COUNTERS, ((INFANTRY, f"{INFANTRY}, range: 3"),), "MOD007", INFANTRY, "none of the units that use it"
    ),
    "dice that no kind of turn names": Bad(
        RULES, (("evening: {dice: {assault", "dusk: {dice: {assault"),), "MOD007", "dusk: {dice", "`dusk` has no use"
    ),
    "a ruling without its printed sentence": Bad(
        BOOK, ((SPOKEN, "\n"),), "RUL151", "id: A48", "`A48` has no sentence to print"
    ),
    "a word on the list of words not to use": Bad(
        BOOK,
        (("In a sandstorm the line may be at most 5 hexes long.", "In a dust storm the line is at most 5 hexes long."),),
        "RUL152", "In a dust storm", "a word not to use for the term",
    ),
}  # fmt: skip


def texts(bad):
    made = text_of(NAME, bad.file)
    for old, new in bad.changes:
        assert old in made
        made = made.replace(old, new, 1)
    return {bad.file: made}


@pytest.mark.parametrize("what", BAD)
def test_it_is_found_at_its_place_in_a_plain_sentence(what):
    bad = BAD[what]
    game = space(NAME).load("all", texts(bad))
    told = [finding for finding in check(game, "quick") if finding.code.id == bad.code and bad.says in finding.message]
    assert told
    lines = [game.files[finding.span.file].source.text.splitlines()[finding.span.line - 1] for finding in told]
    assert any(bad.line in line for line in lines)
    assert all(finding.severity is Severity.ERROR for finding in told)


@pytest.mark.parametrize("scenario", ["easter-battle", "salient"])
@pytest.mark.parametrize("what", BAD)
def test_and_the_game_is_not_played(what, scenario):
    with pytest.raises(CompileError, match=re.escape(BAD[what].says)):
        prepare(space(NAME).load("all", texts(BAD[what])), scenario)


def test_the_game_as_it_is_is_played():
    assert prepare(space(NAME).load("all"), "salient").play.begin()


def test_what_the_author_has_suppressed_keeps_nobody_from_playing():
    bad = BAD["a word on the list of words not to use"]
    (book,) = texts(bad).values()
    book = book.replace(bad.changes[0][1], f"{bad.changes[0][1]}  # ignore: RUL152 - as the troops say")
    assert prepare(space(NAME).load("all", {BOOK: book}), "salient").play.begin()

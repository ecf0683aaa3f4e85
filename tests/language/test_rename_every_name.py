"""Every name that a game defines gets another one: nothing refuses it, nothing has the old one left, and it plays.

All names of a kind are renamed at once, one kind after another, into one game, which is compared with the first one.
What keeps its name, as docs/language-server.md says: rules, clauses, examples, errata, quantities and what printed
text has the number of (`NUMBERED`); and rows and columns of charts that are numbers, since those are no names.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import scenarios
from scenario_forge.language.renaming import NUMBERED, Rename, edited, home_of, renamed_together
from scenario_forge.source.nodes import EditRefused

ROOT = Path(__file__).parents[2]
SHORT = ("tests/games/skirmish",)
LONG = (
    *("content/desert-rats", "content/knights-of-the-desert", "content/massawa"),
    *("tests/games/tobruk", "tests/games/western-desert"),
)
PORT = "the place kind `port` is named by code: rules.yaml has no key that names it"
REFUSED: dict[str, list[tuple[str, str, str]]] = {}
"""By game: kind, name, and why it cannot be renamed yet."""
LEFT = {"tests/games/skirmish": [("DR009", "rules.yaml", 2, PORT)]}
"""By game: code, file and number of findings that are there once all is renamed, and why."""


NAMED_BY_CODE = {
    ("type", "supply"): "a word of the rules of campaign games, which code asks for",
}
"""Names that keep their own in all games, since play fails without them."""


class Renamed(NamedTuple):
    """A game in which all names are new, and what could not be renamed."""

    before: object
    game: object
    asked: Counter
    refused: dict
    homes: dict
    old: list


def is_number(reference):
    """Whether a row or column of a chart is headed by a number, a range, odds or the like."""
    number = re.match(r"[-+−<>≤≥]?\d", reference.text) or not re.search(r"[A-Za-z]{2}", reference.text)
    return reference.kind in ("chart row", "chart column") and bool(number)


def names_of_kind(game, kind):
    """Every name of a kind, where it is defined first; of a place its name, since its id may stay."""
    seen = {}
    for reference in references(game).defined:
        id_of_place = kind == "place" and reference.where.path[-1] != "name"
        kept = is_number(reference) or (kind, reference.text) in NAMED_BY_CODE
        if reference.kind == kind and not id_of_place and not kept:
            # rows and columns of the same words may be about the same ground, which has one name
            seen.setdefault(reference.text if kind.startswith("chart ") else reference.target, reference)
    return list(seen.values())


def rename_all(folder):
    """Rename all names of a game, kind by kind."""
    before = game = Workspace(folder).load("none")
    asked, refused, homes, old = Counter(), {}, {}, []
    kinds = dict.fromkeys(each.kind for each in references(game).defined)
    number = 0
    for kind in kinds:
        if kind in NUMBERED:
            continue
        names = names_of_kind(game, kind)
        asked[kind] += len(names)
        waiting = [list(range(len(names)))]
        while waiting:
            numbers = waiting.pop()
            listed = names_of_kind(game, kind)
            some = [Rename(listed[n], new_name(kind, number + n)) for n in numbers]
            try:
                edits = renamed_together(game, some, with_files=True)
            except EditRefused as why:
                if len(numbers) == 1:
                    refused[kind, some[0].reference.text] = str(why)
                else:
                    waiting += [numbers[len(numbers) // 2 :], numbers[: len(numbers) // 2]]
                continue
            new_homes = {each.reference.where.file.name: home_of(*each) for each in some if home_of(*each)}
            game = edited(game, edits, new_homes)
            homes |= new_homes
            old += [each.reference.target for each in some]
        number += len(names)
    return Renamed(before, game, asked, refused, homes, old)


def new_name(kind, number):
    """A name that nothing has; units have numbers."""
    return str(7000 + number) if kind == "unit" else f"zz{number}"


def new_findings(done):
    """What is found by code and file that was not found before."""
    before = Counter((each.code.id, done.homes.get(each.span.file, each.span.file)) for each in check(done.before))
    after = Counter((each.code.id, each.span.file) for each in check(done.game))
    return after - before


@pytest.fixture(scope="module", params=[*SHORT, *(pytest.param(game, marks=pytest.mark.long) for game in LONG)])
def done(request):
    return request.param, rename_all(ROOT / request.param)


def test_no_rename_to_a_free_name_is_refused(done):
    folder, names = done
    assert sum(names.asked.values()) > 50
    assert set(names.refused) == {(kind, name) for kind, name, _why in REFUSED.get(folder, ())}, names.refused


def test_no_use_of_an_old_name_is_left(done):
    _folder, names = done
    index = references(names.game)
    uses = {target: index.of(target) for target in names.old if target.scope == ""}
    assert {target: found for target, found in uses.items() if found} == {}


def test_nothing_new_is_found(done):
    folder, names = done
    assert new_findings(names) == {(code, file): count for code, file, count, _why in LEFT.get(folder, ())}


def test_the_renamed_game_plays_a_turn(done):
    _folder, names = done
    assert play_of_each(names.game) in ("over", "stopped")


def test_names_that_code_has_are_still_needed():
    game = Workspace(ROOT / SHORT[0]).load("none")
    for kind, name in NAMED_BY_CODE:
        (reference,) = (each for each in references(game).defined if (each.kind, each.text) == (kind, name))
        assert play_of_each(edited(game, renamed_together(game, [Rename(reference, "other")]))) == "fault"


def play_of_each(game):
    """Begin every scenario, play the last one for some decisions, and return how it ended."""
    for scenario in scenarios(game).scenarios:
        prepared = prepare(game, scenario)
    decisions = iter(range(40))
    order = PlayOrder(
        players=dict.fromkeys(prepared.sides, "idle"), seen=lambda _match: next(decisions, None) is not None
    )
    return play_scenario(prepared, order).ending.ended

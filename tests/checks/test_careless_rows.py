"""Slips that no rule of the game is about: absurd numbers, words of closed lists, gaps and braces, empty rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.checks.forces.counters import sizes_left_out, unusual_values
from scenario_forge.checks.run import check
from scenario_forge.checks.victory.names import EVERY_GAMES, INSTALLED
from scenario_forge.game.place import Where
from scenario_forge.game.reading.variants import with_values
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.system import find_system
from scenario_forge.simulator.players import BUILT_IN, GROUP

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests" / "games" / "skirmish"
DESERT = ROOT / "content" / "desert-rats"
GAMES = sorted((ROOT / "content").iterdir())


@pytest.fixture(scope="module")
def spaces():
    return {folder: Workspace(folder) for folder in (SKIRMISH, DESERT)}


@pytest.fixture
def findings(spaces):
    def new(folder, name, old, replacement):
        text = (folder / name).read_text("utf-8")
        assert text.count(old) == 1
        return check(spaces[folder].load("all", {name: text.replace(old, replacement)}), "quick")

    return new


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("folder", "name", "old", "new", "code", "hint"),
    [
        (DESERT, "game.yaml", "corner: notch", "corner: ntch", "REF001", "notch"),
        (DESERT, "options.yaml", 'rule: "10"\n    kind: variant', 'rule: "10"\n    kind: variany', "REF001", "variant"),
        (DESERT, "playtest.yaml", "low: 0.60, high: 0.95, players: {allied: competent",
         "low: 0.60, high: 0.95, players: {allied: competant", "PLT026", "competent"),
        (DESERT, "counters.yaml", "symbol: armour}", "symbol: armor}", "CNT038", "armour"),
        (DESERT, "examples.yaml", "{answer.markers.0}", "{amswer.markers.0}", "EXM027", "answer.markers.0"),
        (DESERT, "options.yaml", "nationality\", value: italian", "nationality\", value: german", "SCN030", "remove"),
        (DESERT, "chronology.yaml", "date: 12/40\n    elsewhere: The Blitz\n", "date: 12/40\n", "CHR023", "elsewhere"),
        (SKIRMISH, "aids.yaml", "{+combat.modifier.rough}", "{+combat.modifier.rough", "RUL054", "{its.name}"),
        (SKIRMISH, "aids.yaml", "{+combat.modifier.rough}", "+combat.modifier.rough}", "RUL054", "{its.name}"),
    ],
)  # fmt: skip
def test_a_slip_is_one_finding_with_a_next_step(findings, folder, name, old, new, code, hint):
    (finding,) = findings(folder, name, old, new)
    assert (finding.code.id, finding.span.file) == (code, name)
    assert hint in finding.help


@pytest.mark.parametrize(
    ("words", "reported"), [("(3.1)", 0), ("(3.99)", 1), ("by rule 3.99", 1), ("(77.5)", 0), ("(3.99 miles)", 0)]
)
def test_a_clause_that_running_text_names_must_be_there(findings, words, reported):
    old = "The anti-tank battalion fights at twice its strength."
    of_rules = findings(SKIRMISH, "options.yaml", old, f"{old[:-1]} {words}.")
    assert sum(finding.code.id == "RUL004" for finding in of_rules) == reported


@pytest.mark.parametrize(
    ("words", "reported"), [("by rule 3.9", 0), ("(3.9)", 0), ("by rule 3.9.1", 0), ("by rule 3.9.2", 1), ("(3.8)", 1)]
)
def test_a_heading_that_running_text_names_may_have_a_number_in_parts(spaces, words, reported):
    head, clause = '  - {number: "3",  title: Movement}\n', '  - id: "3.2"\n    rule: "3"\n    title: Leaving'
    named = '  - id: "3.9.1"\n    rule: "3.9"\n    title: Stopping\n    text: A unit may stop anywhere.\n\n'
    book = (SKIRMISH / "rulebook.yaml").read_text("utf-8")
    assert book.count(head) == book.count(clause) == 1
    book = book.replace(head, head + '  - {number: "3.9", title: Stops}\n').replace(clause, named + clause)
    options = (SKIRMISH / "options.yaml").read_text("utf-8").replace("twice its strength.", f"twice {words}.")
    found = check(spaces[SKIRMISH].load("all", {"rulebook.yaml": book, "options.yaml": options}), "quick")
    assert [each.message for each in found if each.code.id == "RUL004"] == [
        f"there is no clause {words.strip('()').split()[-1]}"
    ] * reported


def test_a_letter_too_many_in_the_figure_of_an_example(findings):
    text = (DESERT / "examples.yaml").read_text("utf-8")
    row = re.search(r"- \{row: \S+ +figure: (\w+)\}", text) or re.search(r"- \{.*?row: .*?: (\w{4,})\}", text)
    assert row is not None
    (finding,) = findings(DESERT, "examples.yaml", row[0], row[0].replace(row[1], row[1] + row[1][0]))
    assert (finding.code.id, finding.span.line) == ("MAP006", text[: row.start()].count("\n") + 1)


@pytest.fixture(scope="module", params=GAMES, ids=lambda path: path.name)
def game(request):
    return Workspace(request.param).load("all")


@pytest.mark.sampled(3)
def test_no_printed_unit_is_unusual(game):
    assert [*unusual_values(game), *sizes_left_out(game)] == []


@pytest.mark.sampled(3)
def test_an_absurd_number_is_found_in_every_game_whose_units_have_numbers(game):
    (file,) = game.files_of("counters")
    fighting = {kind.id for kind in file.document.types if kind.combat}
    tried = found = 0
    for number, unit in list(enumerate(file.document.units))[::7]:
        for key, value in unit.values.items():
            if isinstance(value, bool) or not isinstance(value, int) or unit.type not in fighting or value < 2:
                continue
            most = max(other.number(key) or 0 for other in file.document.units)
            changed = with_values(game, [("counters.yaml", ("units", number, key), most * 4)])
            tried += 1
            found += any(finding.span == (changed_at(changed, number, key)) for finding in unusual_values(changed))
    assert not tried or found >= tried * 0.9


def changed_at(game, number, key):
    return Where(game.files["counters.yaml"], ("units", number, key)).span


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("value", "reported"), [(14, False), (21, False), (22, True), (66, True)])
def test_a_strong_unit_is_no_slip_and_three_times_the_strongest_is(value, reported):
    game = Workspace(SKIRMISH).load("all")
    changed = with_values(game, [("counters.yaml", ("units", 4, "strength"), value)])
    assert [finding.code.id for finding in unusual_values(changed)] == ["CNT036"] * reported


def test_values_exchanged_are_named_both():
    game = Workspace(SKIRMISH).load("all")
    changed = with_values(
        game, [("counters.yaml", ("units", 2, key), value) for key, value in (("strength", 20), ("movement", 7))]
    )
    (finding,) = unusual_values(changed)
    assert finding.message == "Allied 3 (3/1 Ind) has combat strength 20 and movement allowance 7, which look exchanged"


@pytest.mark.parametrize("system", ["desert-rats", "campaign", "knights-of-the-desert"])
def test_the_players_that_a_system_names_are_those_that_play(system):
    play = find_system(system).play_type()
    assert set(find_system(system).players()) == set(play.players(object.__new__(play)))


def test_the_players_of_every_game_are_those_of_the_simulator():
    assert set(EVERY_GAMES) == set(BUILT_IN)
    assert INSTALLED == GROUP

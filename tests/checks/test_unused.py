"""USE001, USE002, TIM022, VIC033: what a game declares for its rules, and no rule reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.api.files import new_game
from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.checks.run import check
from scenario_forge.game.knowledge.usage import declared
from scenario_forge.game.reading.workspace import Workspace

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests/games"
DESERT = ROOT / "content/western-desert"

RATIOS = """
  odds:
    title: Odds
    columns: [1-2, 1-1, 2-1]
    rows: {"1": [AE, AR, "-"], "2": [AR, "-", DR]}
    column_scale: {notation: ratio}
"""
LEDGER = """
ledger:
  - {id: middle, text: Middle Town held, points: 5, when: {hold: Middle Town}}
levels:
  - id: lead
    side: west
    levels: [{id: draw, name: Draw, range: <10}, {id: win, name: Win, side: west, range: 10+}]
"""
OPTIONS = """
basis: proposed
options: [{id: hot-days, title: Hot Days, rule: "1", text: Units march less.}]
"""
STRANGE = {
    "charts.yaml": ("", RATIOS),
    "victory.yaml": ("", LEDGER),
    "options.yaml": ("", OPTIONS),
    "time-track.yaml": ("starts:", "columns: [{id: weather, name: Weather, optional: true}]\n\nstarts:"),
    "counters.yaml": (
        "\nunits:",
        """  - {id: morale, name: Morale, optional: true}
faces: [{id: disordered, name: Disordered}]
marker_kinds: [{id: gas, use: gas in this hex}]

units:""",
    ),
}
"""What a stranger adds, by file: before which line, and what; at the end of the file where there is none."""
FOUND = {
    ("USE001", "odds:", "name it under `repair.chart` of rules.yaml, remove it, or say under its key `unused`"),
    ("USE001", "morale", "remove it, or say under its key `unused` what players need it for"),
    ("USE001", "disordered", "remove it, or say under its key `unused` what players need it for"),
    ("USE001", "gas", "remove it, or say under its key `unused` what players need it for"),
    ("USE001", "hot-days", "remove it, or say under its key `unused` what players need it for"),
    ("TIM022", "weather", ""),
    ("VIC033", "ledger:", ""),
    ("VIC033", "levels:", ""),
}
REASONS = (
    ("charts.yaml", "title: Odds", "title: Odds\n    unused: players look it up"),
    ("counters.yaml", "name: Morale", "name: Morale, unused: players throw for it"),
    ("counters.yaml", "name: Disordered", "name: Disordered, unused: players turn it over"),
    ("counters.yaml", "use: gas in this hex", "use: gas in this hex, unused: a reminder"),
    ("options.yaml", "title: Hot Days", "title: Hot Days, unused: players agree on it"),
    ("time-track.yaml", "name: Weather", "name: Weather, unused: players are told"),
)


@pytest.fixture(scope="module", params=["desert-rats", "massawa"])
def folder(request, tmp_path_factory):
    """A new game made like one of ours."""
    return new_game("own", str(ROOT / "content" / request.param), parent=tmp_path_factory.mktemp("new"))


def texts_of(folder):
    """The texts of the files that a stranger changes, with what he adds."""
    found = {}
    for name, (before, added) in STRANGE.items():
        path = folder / name
        text = path.read_text("utf-8") if path.exists() else ""
        assert before in text
        found[name] = text.replace(before, added, 1) if before else text.rstrip("\n") + "\n" + added
    return found


def load(folder, **texts):
    return Workspace(folder).load("none", {name.replace("_", "-") + ".yaml": text for name, text in texts.items()})


def marked(game):
    """The code, the text at the place, and the first remark of each finding."""
    for finding in check(game):
        span = finding.span
        line = game.files[span.file].source.text.splitlines()[span.line - 1]
        yield finding.code.id, line[span.column - 1 :].split(",")[0].split("}")[0].strip(), (*finding.notes, "")[0]


@pytest.mark.sampled(3)
def test_a_new_game_declares_nothing_that_no_rule_reads(folder):
    assert [each.id for each in declared(Workspace(folder).load("none")) if not each.read] == []


@pytest.mark.sampled(3)
def test_whatever_a_stranger_adds_is_found_at_its_place(folder):
    found = set(marked(Workspace(folder).load("none", texts_of(folder))))
    assert {(code, text) for code, text, _note in found} == {(code, text) for code, text, _note in FOUND}
    for code, text, said in FOUND:
        assert any(each[:2] == (code, text) and said in each[2] for each in found), text


@pytest.mark.sampled(3)
def test_a_reason_beside_each_leaves_only_what_cannot_be_played(folder):
    texts = texts_of(folder)
    for name, old, new in REASONS:
        assert old in texts[name]
        texts[name] = texts[name].replace(old, new, 1)
    game = Workspace(folder).load("none", texts)
    assert {finding.code.id for finding in check(game)} == {"VIC033"}
    with pytest.raises(NotPlayable, match="do not score `ledger`, `levels`"):
        prepare(game, "first")


def test_an_empty_reason_is_refused():
    text = (GAMES / "skirmish/counters.yaml").read_text("utf-8")
    game = load(
        GAMES / "skirmish", counters=text.replace("name: Movement allowance,", 'name: Movement allowance, unused: "",')
    )
    assert [finding.code.id for finding in check(game)] == ["SCH004"]


def test_a_reason_for_what_is_read_is_found_at_its_key():
    text = (GAMES / "skirmish/charts.yaml").read_text("utf-8")
    game = load(
        GAMES / "skirmish", charts=text.replace("    cells: losses\n", "    cells: losses\n    unused: for players\n")
    )
    assert [(code, at) for code, at, _note in marked(game)] == [("USE002", "unused: for players")]


def test_nobody_says_what_rules_read_that_cannot_be_read_themselves():
    text = (GAMES / "skirmish/rules.yaml").read_text("utf-8")
    game = load(GAMES / "skirmish", rules=text.replace("movement:", "movment:", 1))
    assert declared(game) == []
    assert {finding.code.id for finding in check(game)} == {"SCH002"}


def test_of_a_system_that_does_not_say_what_it_reads_nothing_is_unused(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests/systems/toy"))
    charts = "basis: proposed\ncharts:" + RATIOS
    game = load(GAMES / "toy", charts=charts)
    assert declared(game) == []
    assert "USE001" not in {finding.code.id for finding in check(game)}


# -- what counts as read ------------------------------------------------------------------------------


def read(game, kind):
    return {each.id for each in declared(game) if each.kind == kind and each.read}


VALUES = """values:
  - {id: strength, name: Combat strength, at: foot, up_to: ceiling}
  - {id: movement, name: Movement allowance, derived: ceiling + half}
  - {id: ceiling, name: Ceiling, optional: true}
  - {id: half, name: Half, derived: whole ÷ 2}
  - {id: whole, name: Whole, optional: true}
  - {id: double, name: Double, derived: strength × 2}
"""


def test_values_are_read_from_which_read_ones_follow_but_not_those_that_follow_from_them():
    text = (GAMES / "skirmish/counters.yaml").read_text("utf-8")
    start = text.index("values:")
    end = text.index("\n\n", start) + 1
    game = load(
        GAMES / "skirmish", counters=text[:start] + VALUES + re.sub(r"(no: .*), movement: \d+", r"\1", text[end:])
    )
    assert read(game, "value") == {"strength", "movement", "ceiling", "half", "whole"}


def test_a_chart_is_read_by_its_notation_or_a_key_of_the_rules_and_so_are_its_copies():
    text = (GAMES / "skirmish/charts.yaml").read_text("utf-8")
    assert read(load(GAMES / "skirmish"), "chart") >= {"combat_results", "armour_repair"}
    plain = text.replace("cells: repair_effect", "cells: text")
    game = load(GAMES / "skirmish", charts=plain)
    listed = game.files["charts.yaml"].document.charts
    copies = {id_ for id_, chart in listed.items() if chart.copy_of == "armour_repair"}
    assert copies
    assert read(game, "chart") >= {"armour_repair", *copies}
    rules = (GAMES / "skirmish/rules.yaml").read_text("utf-8").replace("chart: armour_repair", "chart: combat_results")
    game = load(GAMES / "skirmish", charts=plain, rules=rules)
    assert read(game, "chart").isdisjoint({"armour_repair", *copies})


@pytest.mark.parametrize(
    ("old", "new", "is_read"),
    [
        ("", "", False),
        ("unused: players double the strength themselves", "changes: [{at: rules.supply.attrition, value: 2}]", True),
    ],
    ids=["nothing", "changes"],
)
def test_an_option_is_read_that_changes_values(old, new, is_read):
    text = (GAMES / "skirmish/options.yaml").read_text("utf-8")
    assert ("long-odds" in read(load(GAMES / "skirmish", options=text.replace(old, new)), "option")) is is_read


def test_an_option_is_read_that_brings_a_unit_into_play_but_not_one_that_a_scenario_only_has():
    options = (GAMES / "skirmish/options.yaml").read_text("utf-8")
    counters = (GAMES / "skirmish/counters.yaml").read_text("utf-8")
    assert "long-odds" not in read(load(GAMES / "skirmish", options=options), "option")
    brought = counters.replace("option: eighty-eights", "option: long-odds")
    assert brought != counters
    assert "long-odds" in read(load(GAMES / "skirmish", counters=brought), "option")


# -- games with code of their own -----------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new", "at", "said"),
    [
        ("rules", "  points: action_points\n", "  points: action_points\n  smoked: action_points\n", "smoked: action_points", "figure smoked"),
        ("rules", "  twice: {double", "  slow: {class: tank}\n  twice: {double", "slow: {class: tank", "group slow"),
        ("counters", "\nfacing: side", "  - {id: morale, name: Morale, optional: true}\n\nfacing: side", "morale", "value Morale"),
        ("counters", "\nfacing: side", "faces: [{id: routed, name: Routed}]\n\nfacing: side", "routed", "face Routed"),
        ("charts", "\n  legend:", RATIOS + "\n  legend:", "odds:", "chart Odds"),
    ],
)  # fmt: skip
def test_what_a_game_with_its_own_code_adds_is_found(name, old, new, at, said):
    text = (DESERT / f"{name}.yaml").read_text("utf-8")
    assert old in text
    game = load(DESERT, **{name: text.replace(old, new, 1)})
    before = set(marked(load(DESERT)))
    assert {each[:2] for each in set(marked(game)) - before} == {("USE001", at)}
    assert [finding for finding in check(game) if finding.message.endswith((said, f"{said} of counters"))]


def test_a_column_of_the_track_that_code_does_not_name_is_found():
    text = (DESERT / "time-track.yaml").read_text("utf-8")
    game = load(DESERT, time_track=text.replace(", unused: the time of day for players", ""))
    assert ("TIM022", "hour") in {each[:2] for each in marked(game)}
    assert read(game, "track column") == {"visibility"}


def test_a_reason_is_no_value_of_the_game():
    text = (GAMES / "skirmish/options.yaml").read_text("utf-8")
    reason = "    unused: players double the strength themselves\n"
    assert reason in text
    with_reason, without = (load(GAMES / "skirmish", options=each) for each in (text, text.replace(reason, "")))
    assert with_reason.files["options.yaml"].bases.count() == without.files["options.yaml"].bases.count()

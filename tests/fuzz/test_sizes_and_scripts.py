"""Games of any size and in any script: one hex or 40,000, no unit or 5,000, Greek or Arabic, Windows line ends."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from scenario_forge.api.calls import report_of
from scenario_forge.checks.run import check
from scenario_forge.diagnostics import json_formats, terminal
from scenario_forge.diagnostics.report import concise
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.reports.letter import letter_page

TESTS = Path(__file__).parents[1]
TOY, GAME = TESTS / "systems/toy", TESTS / "games/toy"
SKIRMISH = TESTS / "games/skirmish"
CONTENT = TESTS.parent / "content/desert-rats"


@pytest.fixture
def toy(monkeypatch):
    """The outside game, for its rule system asks nothing of the map."""
    monkeypatch.syspath_prepend(str(TOY))

    def load(files):
        return Workspace(GAME).load("none", files)

    yield load
    sys.modules.pop("skirmish_rules", None)


def grid(columns, rows, letter="c"):
    lines = [f'  - {{row: "{row:03}", field: {letter * columns}}}' for row in range(1, rows + 1)]
    return (
        "basis: printed\n"
        f"grid: {{orientation: flat, shifted: even, rows: {rows}, rows_from: north, sheets: [{{id: field, columns: {columns}, "
        'numbering: "{col:03}{row:03}"}]}\n'
        "terrain: [{id: clear, name: Clear, letter: c}]\nrows:\n" + "\n".join(lines) + "\n"
    )


def order_of_battle(side, units):
    rows = "".join(f"  - {{no: {no}, name: {name}, start: {cell}}}\n" for no, name, cell in units) or "  []\n"
    return f"basis: printed\nside: {side}\ntitle: {side}\ncolumns: [{{id: start, label: Start, start: start}}]\nunits:\n{rows}"


def counters(units):
    rows = "".join(
        f"  - {{side: {side}, no: {no}, name: {name}, nationality: {side}s, size: II, type: infantry, strength: 2, movement: 4}}\n"
        for side, no, name in units
    )
    return (
        "basis: printed\nsizes: [{id: II, name: Battalion}]\ntypes: [{id: infantry, name: Infantry, symbol: infantry}]\n"
        "values: [{id: strength, at: foot}, {id: movement, at: foot}]\n"
        f"units:\n{rows or '  []'}\n"
    )


def army(units, columns=200):
    """A game of that many units a side, each in a hex of its own, red in the north and blue in the south."""
    names = {side: [(n, f"{side} {n}") for n in range(1, units + 1)] for side in ("red", "blue")}
    deep = -(-units // columns)
    rows = {"red": 0, "blue": 2 * deep + 4}

    def cell(side, no):
        return f'"{(no - 1) % columns + 1:03}{rows[side] + (no - 1) // columns + 1:03}>E"'

    files = {
        f"orders-of-battle/{side}.yaml": order_of_battle(side, [(no, name, cell(side, no)) for no, name in rows_])
        for side, rows_ in names.items()
    }
    files["map.yaml"] = grid(columns, 3 * deep + 6)
    files["counters.yaml"] = counters([(side, no, name) for side, rows_ in names.items() for no, name in rows_])
    return files


def shown(findings):
    return [f"{f.span.file}:{f.span.line}:{f.span.column} {f.code.id} {f.message}" for f in findings]


def test_a_map_of_one_hex(toy):
    files = {
        "map.yaml": grid(1, 1),
        "counters.yaml": counters([]),
        "morale.yaml": "basis: printed\ntitle: M\nleast: 0\n",
    }
    files |= {f"orders-of-battle/{side}.yaml": order_of_battle(side, []) for side in ("red", "blue")}
    game = toy(files)
    assert shown(check(game)) == []
    assert len(hex_map(game).grid) == 1


def test_a_map_of_40_000_hexes(toy):
    files = army(3) | {"map.yaml": grid(200, 200)}
    game = toy(files)
    assert shown(check(game)) == []
    assert len(hex_map(game).grid) == 40_000


def test_a_real_game_without_its_units():
    """Both charts emptied while everything else still names their units: findings, and all that is shown holds together."""
    files = {
        f"orders-of-battle/{side}.yaml": f"basis: printed\nside: {side}\ntitle: T\ncolumns: []\nunits: []\n"
        for side in ("axis", "allied")
    }
    game = Workspace(SKIRMISH).load("none", files)
    report = report_of(game, check(game))
    assert forces(game).units() == []
    assert json.loads(json_formats.as_json(report))["summary"]["errors"] == report.errors
    assert terminal.render(report)


def test_5_000_units_are_read_and_checked(toy):
    """How the time grows with their number is measured in benchmarks/unit_count.py."""
    game = toy(army(2500))
    assert shown(check(game)) == []
    assert len(forces(game).units()) == 5000


def crowd(copies):
    """The skirmish game with each side's units many times over, in the same hexes: with findings of every kind."""
    files = {}
    numbers = {"allied": 8, "axis": 9}
    for side, own in numbers.items():
        text = (SKIRMISH / f"orders-of-battle/{side}.yaml").read_text("utf-8")
        files[f"orders-of-battle/{side}.yaml"] = "".join(_copied(text, "  - {no: ", own, copies))
    text = (SKIRMISH / "counters.yaml").read_text("utf-8")
    for side, own in numbers.items():
        text = "".join(_copied(text, f"  - {{side: {side}, no: ".replace(f"{side},", f"{side + ',':7}"), own, copies))
    files["counters.yaml"] = text
    return files


def _copied(text, start, own, copies):
    for line in text.splitlines(keepends=True):
        yield line
        if line.startswith(start):
            no, comma, rest = line[len(start) :].partition(",")
            for copy in range(1, copies):
                yield f"{start}{int(no) + copy * own}{comma}{rest.replace('dec40: N', 'dec40: Z9')}"


def test_a_crowd_of_units_with_something_wrong_with_most_is_reported():
    game = Workspace(SKIRMISH).load("none", crowd(37))
    assert len(forces(game).units()) == 17 * 37
    assert all(unit.counter for unit in forces(game).units())
    assert {"OOB032", "OOB002"} & {finding.code.id for finding in check(game)}


SCRIPTS = {
    "greek": ("Πρώτη Ταξιαρχία", "Δευτέρα Ταξιαρχία"),
    "arabic": ("اللواء الأول", "اللواء الثاني"),
    "both": ("Α اللواء", "é ½ 🐫"),
}
IN_NO_FONT = {*SCRIPTS["arabic"][0], *SCRIPTS["arabic"][1], "🐫"} - {" "}
"""Letters that the included fonts lack: Arabic and pictures, but neither Greek nor Latin."""


@pytest.mark.parametrize("script", SCRIPTS)
def test_names_in_other_scripts(toy, script):
    first, second = SCRIPTS[script]
    files = {
        "counters.yaml": counters([("red", 1, first), ("blue", 1, second)]),
        "orders-of-battle/red.yaml": order_of_battle("red", [(1, first, "0101>E")]),
        "orders-of-battle/blue.yaml": order_of_battle("blue", [(1, second, "0403>E")]),
    }
    game = toy(files)
    assert {finding.code.id for finding in check(game)} <= {"PRT001"}
    named = {letter for finding in check(game) for letter in re.findall(r"`(.)`", finding.message)}
    assert named == {letter for letter in first + second if letter in IN_NO_FONT}
    assert [unit.name for unit in forces(game).units()] == [second, first]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_finding_behind_a_name_in_another_script_stands_in_its_column(toy, script):
    first, _ = SCRIPTS[script]
    game = toy({"orders-of-battle/red.yaml": order_of_battle("red", [(1, first, "0909>E")])})
    line = f"  - {{no: 1, name: {first}, start: 0909>E}}"
    (finding,) = [f for f in check(game) if f.span.line == 6 and f.code.id == "REF001"]
    assert line[finding.span.column - 1 : finding.span.end_column - 1] == "0909"
    report = report_of(game, [finding])
    for render in (terminal.render, concise, letter_page, json_formats.as_json):
        assert "0909" in render(report)
    assert line in terminal.render(report)


def ends(text, end):
    return text.replace("\n", end)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["windows", "old-mac"])
@pytest.mark.parametrize("errata", ["none", "all"])
def test_line_ends_change_no_finding(tmp_path, end, errata):
    """On the disk, with slips in it: every finding is the same, with its lines, columns, labels and fixes."""
    texts = {p.relative_to(CONTENT).as_posix(): p.read_text("utf-8") for p in CONTENT.rglob("*.yaml")}
    axis = texts["orders-of-battle/axis.yaml"]
    texts["orders-of-battle/axis.yaml"] = (
        axis.replace("P36", "PX36").replace("R7/41,", "R741,").replace("no: 9, ", "no: 08, ")
    )
    texts["time-track.yaml"] = texts["time-track.yaml"].replace("JUL, ", "JUL,\t", 1)
    texts["map.yaml"] = texts["map.yaml"].replace("capacity: U, value: 5", "capacity: U, value: yes")
    found = {}
    for kind, line_end in (("unix", "\n"), ("other", end)):
        for name, text in texts.items():
            path = tmp_path / kind / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(ends(text, line_end).encode())
        game = Workspace(tmp_path / kind).load(errata)
        found[kind] = check(game)
        assert all(file.source.newline == line_end for file in game.files.values())
    assert len(found["unix"]) >= 4
    assert found["other"] == found["unix"]


def test_line_ends_change_nothing_that_is_shown_but_the_marks(tmp_path):
    text = order_of_battle("axis", [(1, "x", "ZZ99")])
    seen = set()
    for end in ("\n", "\r\n"):
        game = Workspace(SKIRMISH).load("none", {"orders-of-battle/axis.yaml": ends(text, end)})
        seen.add(terminal.render(report_of(game, check(game))))
    assert len(seen) == 1

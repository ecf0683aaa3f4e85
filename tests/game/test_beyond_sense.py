"""Numbers and cells beyond what a game can use are found at once, at their place, and nothing follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge import check, load_game
from scenario_forge.game.scenarios import printed_start

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
LONG = "9" * 5000


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.yaml", "attrition: 2", "attrition: 99999999999"),
        ("rules.yaml", "die: 1d6", f"die: 1d{LONG}"),
        ("rules.yaml", "die: 1d6", "die: 9d99999999"),
        ("counters.yaml", "count: ", "count: 100000000, x: "),
        ("orders-of-battle/axis.yaml", "mar41: Camp C3", f"mar41: C3(c{LONG})"),
        ("orders-of-battle/axis.yaml", "mar41: Camp C3", 'mar41: "' + ", ".join(["C3"] * 50_000) + '"'),
        ("charts.yaml", "4/0,", f'"{LONG}/0",'),
        ("charts.yaml", "die: 1d6", f"die: 1d{LONG}"),
        ("charts.yaml", "2 Strength points repaired", f"{LONG} Strength points repaired"),
        ("map.yaml", 'capacity: "2"', f'capacity: "{LONG}"'),
        ("map.yaml", "value: 3", "value: 99999999999"),
        ("rulebook.yaml", 'number: "2"', f'number: "{LONG}"'),
    ],
    ids=lambda text: text[:24],
)
def test_a_value_beyond_sense_is_found_where_it_stands(file, old, new):
    before = (SKIRMISH / file).read_text("utf-8")
    found = [f for f in check(load_game(SKIRMISH, "none", {file: before.replace(old, new, 1)})) if f.severity >= 2]
    assert {f.code.id for f in found} <= {"SCH004", "SCH002"}
    first = next(f for f in found if f.code.id == "SCH004")
    head = before.partition(old)[0]
    line = head.count("\n") + 1
    assert (first.span.file, first.span.line) == (file, line)
    assert first.span.column > len(head) - head.rfind("\n") - 1


def test_a_key_given_five_thousand_times_is_said_in_no_time():
    before = (SKIRMISH / "orders-of-battle" / "axis.yaml").read_text("utf-8")
    text = before.replace("mar41: Camp C3", "mar41: " + ", ".join(["C3"] * 5000), 1)
    found = check(load_game(SKIRMISH, "none", {"orders-of-battle/axis.yaml": text}))
    assert [f.code.id for f in found].count("YML002") == 1


def test_a_game_without_start_dates_can_have_scenarios_on_dates_of_their_own():
    track = (SKIRMISH / "time-track.yaml").read_text("utf-8")
    without = track[: track.index("starts:")] + track[track.index("stops:") :]
    own = "basis: proposed\nscenario: own\ntitle: Own\nstart: 2/41\nstop: aug41\nfirst: allied\nlast: axis\n"
    own += "set_up: [{side: allied, units: [{no: 1, at: N}]}, {side: axis, units: [{no: 1, at: N}]}]\n"
    game = load_game(SKIRMISH, "none", {"time-track.yaml": without, "scenarios/own.yaml": own})
    assert printed_start(game, "own") == "2/41"
    assert "SCN013" in {finding.code.id for finding in check(game)}

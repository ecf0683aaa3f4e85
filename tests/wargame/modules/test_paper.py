"""What rule modules want on paper: markers and chits that a game lacks are printed, and its rules at a glance."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path

import pytest

from scenario_forge import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.charts import aid_pages
from scenario_forge.printing.charts.glance import glance_blocks
from scenario_forge.printing.counters.key import _markers as key_entries
from scenario_forge.printing.counters.manifest import bag_labels
from scenario_forge.printing.counters.markers import printed_markers
from scenario_forge.printing.counters.pieces import groups
from scenario_forge.printing.counters.sheets import notes
from scenario_forge.wargame.modules.supply import SupplyState, remembered

GAMES = Path(__file__).parents[2] / "games"
RIDGE = Path(__file__).parents[3] / "content/ridge"
ARTILLERY = {"type": "artillery"}
HALVED = {"halves": [{"value": "strength"}]}
FLIPS, SILENT = {"flip": True}, {"fire": "none"}
SOURCE = {"french": ["south"], "austrian": ["north"]}
SHAKES = {"DR": {"defender": {"mark": "badly_shaken"}}}
FIRE = {"range": "range", "table": "combat_results"}
POINTS = {"order": "points", "points": "far"}
POINTS_OF = {"points": {"french": "far"}, "restores": {"flipped": 1}}
MOVED = {"table": "combat_results", "modifiers": [{"when": {"defender_mark": "moved"}, "die": 1}]}
HUNGRY = {"table": "combat_results", "modifiers": [{"when": {"attacker_supplied": False}, "die": 1}]}


@cache
def files():
    return {name: file.data for name, file in load_game(RIDGE, "none").files.items()}


def ridge(counters=(), game=(), without=(), **keys):
    """The game with other keys in rules.yaml and counters.yaml, and without some files."""
    made = copy.deepcopy({name: files()[name] for name in ("rules.yaml", "counters.yaml", "game.yaml")})
    figures = {"far": "combat_results/3/heading"}
    made["rules.yaml"] |= {"figures": figures, **keys}
    made["counters.yaml"] |= dict(counters)
    made["game.yaml"] |= dict(game)
    texts = {name: json.dumps(data) for name, data in made.items()}
    return load_game(RIDGE, "none", texts | dict.fromkeys(without, "basis: proposed\nsections: []\n"))


def lacking(**changes):
    """The markers that the rules need besides those of the game, without those of who holds its places."""
    game = ridge(**changes)
    return [marker.name for marker in game.system.lacking_pieces(game).markers if marker.kind != "control"]


def marked(*said, **more):
    """Markers of counters.yaml, beside that of the game turn."""
    turn = {"id": "game-turn", "name": "Game turn", "count": 1, "kind": "turn"}
    own = [{"id": f"own-{n}", "name": name, "count": 3, "kind": "status", **more} for n, name in enumerate(said)]
    return {"markers": [turn, *own]}


def supply(*ladder):
    return {"source": SOURCE, "ladder": [*ladder]}


@pytest.mark.parametrize(
    ("states", "ladder"),
    [
        (0, []),
        (0, [FLIPS]),  # it is done at once, and again whenever it is judged
        (0, [FLIPS, FLIPS]),
        (1, [{}, FLIPS]),  # the first time does nothing, but players must know that the next one turns the unit over
        (1, [HALVED]),
        (1, [HALVED, HALVED]),
        (1, [HALVED, {**HALVED, **FLIPS}]),  # who has the marker already is turned over, however often
        (2, [HALVED, HALVED, {**HALVED, **FLIPS}]),
        (2, [HALVED, {**HALVED, **SILENT}]),
        (2, [HALVED, {**HALVED, **SILENT}, {**HALVED, **SILENT, **FLIPS}]),
        (3, [{}, HALVED, SILENT]),
    ],
)
def test_states_of_supply_that_never_differ_later_are_one(states, ladder):
    assert remembered([SupplyState.model_validate(each) for each in ladder]) == states


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        ([], {}),
        (["Out of supply"], {"supply": supply(HALVED)}),
        (["Out of supply", "Out of supply 2"], {"supply": supply(HALVED, SILENT)}),
        (["Out of supply 2"], {"supply": supply({**HALVED, "marker": "game-turn"}, SILENT)}),
        (["Out of supply"], {"supply": supply(HALVED, {**SILENT, "marker": "game-turn"})}),
        ([], {"supply": supply(FLIPS)}),
        (["Out of supply"], {"supply": supply(FLIPS), "assault": HUNGRY}),
        (["Badly shaken"], {"effects": SHAKES}),
        (["Cleared"], {"clearing": {"kinds": ["stream"], "of": ARTILLERY, "least": "far"}}),
        (["Fired"], {"barrage": {"range": "range"}}),
        ([], {"fire": FIRE}),  # whoever fires does so in one phase
        (["Moved", "Fired"], {"fire": {**FIRE, "both": ARTILLERY}}),
        (["Moved", "Fired"], {"fire": FIRE, "activation": POINTS}),
        (["Moved", "Fired", "Fired at"], {"fire": {**FIRE, "together": True}, "activation": POINTS}),
        (["Moved"], {"assault": MOVED}),
        (["In reserve"], {"arrivals": {"released": [{"of": ARTILLERY, "near": 2}]}}),
        (["Points kept"], {"arrivals": {"replacements": {**POINTS_OF, "kept": True}}}),
        ([], {"arrivals": {"replacements": POINTS_OF}}),
        (["Out of command"], {"leaders": {"of": ARTILLERY, "out_of_command": {"may_not": ["assault"]}}}),
        ([], {"leaders": {"of": ARTILLERY}}),
        (["Interdicted"], {"air": {"sorties": {"french": "far"}, "missions": {"interdict": {"cost": 2}}}}),
        ([], {"air": {"sorties": {"french": "far"}, "missions": {"support": {"die": 1}}}}),
        (["Storm"], {"weather": {"rolled": {"storm": "far"}}}),
        ([], {"weather": {"column": "weather"}}),
    ],
)
def test_what_players_must_remember_between_phases_has_a_marker(names, keys):
    assert lacking(**keys) == names


@pytest.mark.parametrize(
    ("keys", "counters"),
    [
        ({"supply": supply(HALVED)}, marked("Out of Supply")),
        ({"effects": SHAKES}, marked("Badly shaken")),
        ({"effects": SHAKES}, marked("Fine", back="BADLY SHAKEN")),
        ({"barrage": {"range": "range"}}, {"faces": [{"id": "fired", "name": "Shot off"}]}),
        ({"weather": {"rolled": {"storm": "far"}}}, marked("Weather")),
        ({"weather": {"rolled": {"storm": "far"}}}, marked("Storm")),
    ],
)
def test_a_marker_or_a_face_of_the_game_serves_by_its_name(keys, counters):
    assert lacking(**keys) != []
    assert lacking(**keys, counters=counters) == []


def test_a_marker_of_every_game_is_lacking_where_none_shows_the_turn():
    assert lacking(counters={"markers": []}) == ["Game turn"]


def test_a_marker_shows_who_was_last_in_each_place_that_brings_points():
    (control,) = ridge().system.lacking_pieces(ridge()).markers
    assert (control.name, control.back, control.count) == ("French control", "Austrian control", 2)
    held = marked()["markers"] + [{"id": "held", "name": "Ours", "count": 2, "kind": "control"}]
    game = ridge(counters={"markers": held})
    assert game.system.lacking_pieces(game).markers == ()


def test_markers_are_enough_for_a_usual_game():
    game = ridge(effects=SHAKES)
    counts = {marker.name: marker.count for marker in game.system.lacking_pieces(game).markers}
    assert counts["Badly shaken"] == 7, "one for three of the twenty units"


def formations(**more):
    return [{"id": "left", "side": "french", "name": "Left", "headquarters": 1, **more}, {
        "id": "rear", "side": "austrian", "name": "Rear"}]  # fmt: skip


def test_a_cup_has_the_chit_of_each_formation_with_a_headquarters():
    cup = {"order": "cup"}
    drawn, own = (ridge(activation=cup, counters={"formations": formations(**more)}) for more in ({}, {"chit": True}))
    assert drawn.system.lacking_pieces(drawn).chits == ("left",)
    assert own.system.lacking_pieces(own).chits == ()
    for game in (drawn, own):
        assert "chit-left" in {piece.id for group in groups(Brief(game)) for piece in group.pieces}
    sides = ridge(counters={"formations": formations()})
    assert sides.system.lacking_pieces(sides).chits == ()


def test_lacking_markers_are_on_the_sheets_in_the_key_and_on_the_labels():
    brief = Brief(ridge(effects=SHAKES))
    pieces = [piece.look for group in groups(brief) for piece in group.pieces]
    assert pieces.count("marker-badly-shaken") == 7
    assert "Badly shaken" in [marker.name for marker, _where in printed_markers(brief.game)]
    assert "Badly shaken" in [entry.head for entry in key_entries(brief, [m for m, _w in printed_markers(brief.game)])]
    assert any("Badly shaken" in label["name"] for label in bag_labels(brief))


def test_the_sheets_of_a_published_game_say_which_markers_it_has_not():
    assert notes(Brief(ridge(effects=SHAKES))) == [], "a game of our own has what we print"
    (note,) = notes(Brief(ridge(effects=SHAKES, game={"own": False})))
    assert "Badly shaken" in note


@pytest.mark.parametrize("name", ["skirmish"])
def test_a_game_without_modules_lacks_nothing(name):
    game = load_game(GAMES / name, "none")
    assert game.system.lacking_pieces(game).markers == ()
    assert glance_blocks(Brief(game)) == []


# -- the aid of a game whose author has written none -----------------------------------------------


def glance(**changes):
    """The lines of each section, by its title."""
    blocks = glance_blocks(Brief(ridge(without=("aids.yaml",), **changes)))
    return {
        block["title"]: [(line["pieces"][0]["text"], line["clause"]) for line in block["lines"]] for block in blocks
    }


def test_an_aid_that_is_not_written_has_the_sequence_and_the_figures_of_the_rules():
    found = glance()
    assert ("Assault", "2.2") in found["Sequence of Play"]
    assert found["Stacking"] == [("At most 2 units may be in a hex.", "5.1")]
    assert found["Weather"] == [
        ("In rain turns halve the movement allowance of all units, fractions rounded up.", "10.1")
    ]
    assert "Advance" not in found, "nothing there is a figure"
    assert "Victory" not in found, "the aid has a table of it"
    assert not any(text.startswith("AE: ") for text, _clause in found["Effects"]), "the notes of the table say it"


def test_results_that_a_chart_has_as_rows_are_not_said_twice():
    effects = {"1": {"attacker": {"eliminate": "one"}}, "new": {"attacker": {"eliminate": "one"}}}
    codes = [text.partition(":")[0] for text, _clause in glance(effects=effects)["Effects"]]
    assert "new" in codes
    assert "1" not in codes, "the table of results has a row of that name"


def test_a_line_has_a_clause_only_where_the_rulebook_has_it():
    """No clause of the rulebook carries out the step of arrivals, whose rule has an id of its own."""
    turns = [{"each": "first_second", "do": ["arrivals", "movement", "assault", "rally"]}]
    found = glance(arrivals={"released": [{"of": ARTILLERY, "near": 2}]}, sequence={"turns": turns})
    assert ("Arrivals", "") in found["Sequence of Play"]
    assert ("Assault", "2.2") in found["Sequence of Play"]
    assert "are a reserve" in found["Arrivals"][0][0], "who may not move is looked up, though nothing there is a figure"


def test_figures_follow_the_rules():
    assert glance(stacking=[{"limit": 3}])["Stacking"] == [("At most 3 units may be in a hex.", "5.1")]
    assert "Zones" not in glance(zones={"leave": 0})


def test_the_aid_begins_with_the_rules_unless_its_author_has_written_one():
    brief, own = Brief(ridge(without=("aids.yaml",))), Brief(ridge())
    first = aid_pages(brief, "french", Signs(brief))[0][0]["blocks"]
    assert first[0]["title"] == "Sequence of Play"
    assert glance_blocks(own) == []

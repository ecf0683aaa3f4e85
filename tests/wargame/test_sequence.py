"""The sequence of play as data: what is found in it, and that play follows it."""

from __future__ import annotations

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.checks.run import check
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Keyed
from tests.content.games import CONTENT, DESERT, KNIGHTS, TOBRUK, errata_of, game_of

SCENARIOS = {TOBRUK: "salient", KNIGHTS: "tobruk-41", DESERT: "harmat"}


def text_of(name, file="rules.yaml"):
    return ((CONTENT / name) / file).read_text(encoding="utf-8")


def changed(name, before, after):
    text = text_of(name)
    assert text.count(before) == 1, before
    return load_game(CONTENT / name, errata_of(name), {"rules.yaml": text.replace(before, after)})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("code", "name", "good", "bad", "at"),
    [
        ("SEQ001", TOBRUK, "- weather   ", "- wether   ", "wether"),
        ("SEQ001", TOBRUK, "step: first, side: axis", "step: first, side: axes", "axes"),
        (
            "SEQ001",
            TOBRUK,
            "each: [axis, allied], do: [cup]",
            "each: [axis, aliens], do: [cup]",
            "[axis, aliens]",
        ),
        ("SEQ001", KNIGHTS, "each: first_second  ", "each: second_first  ", "second_first"),
        ("SEQ002", TOBRUK, "each: [axis, allied], do: [cup]", "each: [], do: [cup]", "each: []"),
        ("SEQ004", TOBRUK, "step: first, side: axis", "step: first, side: other", "other"),
        ("SEQ005", TOBRUK, "{step: first, side: axis, turn: 1}", "{first: {side: axis}}", "{first"),
        ("SEQ002", TOBRUK, "each: cup, do: [activation]", "each: cup, do: []", "each: cup"),
        ("SEQ003", KNIGHTS, "each: first_second  ", "each: cup  ", "cup"),
    ],
)
def test_a_sequence_that_cannot_be_played_is_found_at_its_place_and_refused(code, name, good, bad, at):
    game = changed(name, good, bad)
    found = [each for each in check(game) if each.code.id.startswith("SEQ")]
    assert [each.code.id for each in found] == [code]
    line = text_of(name).replace(good, bad).splitlines()[found[0].span.line - 1]
    assert at in line[found[0].span.column - 1 :]
    assert [each for each in check(game_of(name)) if each.code.id.startswith("SEQ")] == []
    with pytest.raises(CompileError) as refused:
        compile_scenario(game, SCENARIOS[name])
    assert [each.code.id for each in refused.value.diagnostics] == [code]


def test_a_game_of_the_shelf_alone_is_refused_too_where_its_sequence_names_no_step():
    """It was played, and broke down at the step."""
    folder = CONTENT / "massawa"
    text = (folder / "rules.yaml").read_text(encoding="utf-8")
    game = load_game(folder, "none", {"rules.yaml": text.replace("- general-supply", "- generl-supply", 1)})
    with pytest.raises(CompileError, match="a step `generl-supply` that the rules do not have"):
        compile_scenario(game, "keren")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "good", "bad", "at"),
    [
        (TOBRUK, "storm: weather/6/heading", "storm: wether/6/heading", "wether"),
        (TOBRUK, "storm: weather/6/heading", "storm: weather/7/heading", "weather/7"),
        (
            TOBRUK,
            "replacement: [weather_effects/Replacement die/0,",
            "replacement: [weather_effects/Replacement die/9,",
            "die/9",
        ),
        (TOBRUK, "replacement: [weather", "cube: [weather", "cube"),
        (TOBRUK, "results: combat_results", "results: combat_result", "combat_result"),
        (KNIGHTS, "goals: {axis: [Benghazi, Tobruk, Bardia,", "goals: {axis: [Benghazi, Tobruk, Bardja,", "Bardja"),
        (DESERT, "\nmarks:", '\ncarried_by: {sequence.loop: ["7.2"]}\nmarks:', '["7.2"]'),
        (KNIGHTS, '"1711": 3, "2010": 3, "3106": 4', '"9711": 3, "2010": 3, "3106": 4', "9711"),
    ],
)
def test_a_parameter_that_names_nothing_is_found_at_its_place_and_refused(name, good, bad, at):
    """WGM001; the compiler refuses the game and does not fail."""
    game = changed(name, good, bad)
    found = [each for each in check(game) if each.code.id == "WGM001"]
    assert len(found) == 1
    line = text_of(name).replace(good, bad).splitlines()[found[0].span.line - 1]
    assert at in line
    assert [each for each in check(game_of(name)) if each.code.id == "WGM001"] == []
    with pytest.raises(CompileError):
        compile_scenario(game, SCENARIOS[name])


def test_a_hex_is_found_by_its_name_and_by_that_of_a_place():
    rules = prepare(game_of(KNIGHTS), "tobruk-41").play.rules
    assert rules.hex("Tobruk") == rules.hex("1711")
    with pytest.raises(ValueError, match="not in"):
        rules.hex("Tobruq")


@pytest.mark.parametrize(
    ("name", "both"),
    [
        ("sight.lines", "`figures` of rules.yaml and WW2 Western Desert Rules"),
        ("value.range", "the rules of WW2 Western Desert Rules and the values of counters"),
    ],
)
def test_a_figure_with_the_name_of_an_array_of_the_game_is_refused_by_both_names(name, both):
    game = changed(DESERT, "  flank: combat_modifiers", f"  {name}: combat_modifiers")
    with pytest.raises(CompileError, match=f"{both} both have an array `{name}`"):
        compile_scenario(game, "harmat")


def test_a_group_without_a_unit_is_found_at_its_place_and_stops_nobody():
    """WGM001: half the counters of a game may still be to come."""
    good, bad = "engineer: {type: [eng, pio, hq-eng]}", "engineer: {type: [sapper]}"
    game = changed(TOBRUK, good, bad)
    (found,) = [each for each in check(game) if each.code.id == "WGM001"]
    assert "sapper" in text_of(TOBRUK).replace(good, bad).splitlines()[found.span.line - 1]
    assert not any(compile_scenario(game, "salient").rules["group.engineer"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("good", "bad", "says"),
    [
        ("- weather   ", "- {steps: weather, sides: all}   ", "a step of the sequence of play needs the key `step`"),
        ("do: [activation]", "do: [activation, {}]", "expected a step, `step:` with a side"),
        ("each: cup, do: [activation]", "each: cup", "a loop of the sequence of play needs the key `do`"),
        ("do: [activation]", "do: [{step: activation, sid: axis}]", "a step of the sequence of play has no key `sid`"),
    ],
)
def test_what_is_no_step_and_no_loop_is_an_error_of_shape_that_says_why(good, bad, says):
    found = [each for each in check(changed(TOBRUK, good, bad)) if each.span.file.endswith("rules.yaml")]
    assert [each.code.id[:3] for each in found] == ["SCH"]
    assert says in found[0].message
    line = text_of(TOBRUK).replace(good, bad).splitlines()[found[0].span.line - 1]
    assert bad in line


@pytest.mark.parametrize("sides", [("axis",), ("allied",), ("axis", "allied")])
def test_a_loop_over_one_side_is_played_by_it_alone(sides):
    """`each: axis` is the list of one side, and `other` in it is the enemy."""
    loop = sides[0] if len(sides) == 1 else f"[{', '.join(sides)}]"
    ready = prepare(changed(TOBRUK, "each: [axis, allied], do: [cup]", f"each: {loop}, do: [cup]"), "easter-battle")
    turns = ready.play.sequence.steps["each"]
    state, path = ready.play.begin(), ["turns", 3]
    made = turns.done(state, Frame("each", {"at": path}), (), None)
    assert [frame.data["side"] for frame in reversed(made)] == [("axis", "allied").index(side) for side in sides]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "scenario"), [(DESERT, "harmat"), (TOBRUK, "easter-battle")])
def test_a_compiled_scenario_keeps_its_sequence(name, scenario):
    compiled = prepare(game_of(name), scenario).compiled
    again = CompiledScenario.from_json(compiled.to_json())
    assert (again.parameters, again.hash) == (compiled.parameters, compiled.hash)


def test_a_line_that_is_taken_out_is_not_played():
    """The tree is what is played, not a list in code."""

    def played(game):
        ready = prepare(game, "easter-battle")
        playout = Playout(ready.play.sequence, ready.play.begin(), Keyed(1))
        while playout.advance() is not None and playout.frame.step == "set-up":
            unit = playout.choices()[0].token
            playout.act((unit, playout.choices((unit,))[0].token))
        return {event.name for event in playout.events}

    whole = played(game_of(TOBRUK))
    less = played(changed(TOBRUK, "\n    - weather  ", "\n    # weather  "))
    assert whole - less in ({"clear weather"}, {"sandstorm"})
    assert "supply judged" in less

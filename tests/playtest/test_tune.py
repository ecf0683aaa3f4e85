"""forge tune: a handicap that is known must be found; what cannot be found, told or played is said so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from scenario_forge.api import check, compile_scenario, load_game
from scenario_forge.api.trials import playtest as playtest_module
from scenario_forge.api.trials import tune as tune_module
from scenario_forge.api.trials.tune import NoTargetError, TuneOrder, recount, tune
from scenario_forge.api.trials.tune_report import write_changes
from scenario_forge.cli.main import run as forge
from scenario_forge.cli.tune import answer, row
from scenario_forge.documents.rulebook import Setting
from scenario_forge.drafts.handicaps import kinds_of, ladders
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import System
from scenario_forge.source.nodes import EditRefused

from .conftest import made_up

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
EVEN = """\
basis: proposed
scenario: even
title: Even   # a comment that stays
start: dec40
stop: 2/41
last: axis
victory:
  - {id: own_axis, side: axis, text: Hold Marsa Akra, points: 3, when: {hold: Marsa Akra}}
  - {id: own_allied, side: allied, text: Hold Port Sefton, points: 1, when: {hold: Port Sefton}}
"""
TARGET = (
    "target: {side: allied, low: 0.4, high: 0.6, indifference: 0.09, wrongly_inside: 0.2, wrongly_outside: 0.2, "
    "players: {allied: idle, axis: idle}}\n"
)


@pytest.fixture(autouse=True)
def _any_code(monkeypatch):
    monkeypatch.setattr(playtest_module, "code_hash", str)  # the code may change while tests run


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, made)
    (made / "scenarios/even.yaml").write_text(EVEN + TARGET, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    """What tuning the scenario comes to; games are played once."""
    made = tmp_path_factory.mktemp("tune") / "skirmish"
    shutil.copytree(SKIRMISH, made)
    (made / "scenarios/even.yaml").write_text(EVEN + TARGET, encoding="utf-8")
    before = {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playtest_module, "code_hash", str)
        found = tune(load_game(made, "none"), order())
    assert before == {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}, "nothing is written"
    return found


def order(**values):
    return TuneOrder(**({"scenario": "even", "games": 60, "most": 4, "jobs": 1} | values))


# -- really played: idle sides, so that what a change does is known exactly ------------------------------------


def test_the_scenario_that_is_tuned_is_a_good_one(folder):
    assert not check(load_game(folder, "none"))


def test_a_known_handicap_is_found_in_the_order_of_the_rules(tuned):
    """Idle sides hold what they have: 3 points against 1. Two more points make each game a draw, half a win."""
    assert tuned.outcome == "found"
    assert (tuned.found.kind, tuned.found.size) == ("points", 2)
    assert tuned.found.wins.share == 0.5
    assert [(each.at, each.value) for each in tuned.changes] == [("scenarios/even.victory[own_allied].points", 3)]
    tried = [(each.kind, each.size) for each in tuned.tried]
    assert tried[0] == ("", 0)
    assert ("replacements", 4) in tried, "the most delicate kind is tried first"
    assert not [kind for kind, _size in tried if kind == "supply"], "the strongest is not, where another is enough"
    assert tuned.confirmed.seed == tuned.found.seed + tuned.most_games, "it had to hold on other seeds"


def test_games_with_and_without_a_change_are_on_the_same_seeds(tuned):
    assert tuned.found.pairs > 0
    assert tuned.found.difference.mean == 0.5


def test_what_is_written_is_what_was_found_and_the_rest_stays(folder, tuned):
    game = load_game(folder, "none")
    path = write_changes(game, tuned)
    text = path.read_text(encoding="utf-8")
    assert text.startswith(EVEN + TARGET.rstrip("\n"))
    assert "# in the band at 80 %" in text
    after = load_game(folder, "none")
    assert not check(after)
    assert [row["points"] for row in compile_scenario(after, "even").objectives] == [3, 3]
    assert tune(after, order()).outcome == "in-band"


def test_nothing_is_written_where_nothing_was_found(folder, tuned):
    with pytest.raises(EditRefused):
        write_changes(load_game(folder, "none"), tuned.model_copy(update={"outcome": "nothing", "found": None}))


def test_a_file_that_changed_meanwhile_is_left_alone(folder, tuned):
    game = load_game(folder, "none")
    path = folder / "scenarios/even.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(EditRefused):
        write_changes(game, tuned)
    assert path.read_bytes() == before


def test_without_a_target_there_is_nothing_to_aim_at(folder):
    (folder / "scenarios/even.yaml").write_text(EVEN, encoding="utf-8")
    with pytest.raises(NoTargetError, match="even"):
        tune(load_game(folder, "none"), order())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"scenario": "evn"}, "did you mean even"),
        ({"kinds": ("luck",)}, "replacements, points, supply"),
        ({"players": {"allied": "nobody"}}, "nobody"),
    ],
)
def test_names_of_nothing_are_told(folder, values, words):
    with pytest.raises(LookupError, match=words):
        tune(load_game(folder, "none"), order(**values))


def test_numbers_that_make_no_sense_are_told(folder):
    with pytest.raises(ValueError, match="a change of 1"):
        tune(load_game(folder, "none"), order(most=0))


# -- made up: sides of a known strength, so that what a change does is known in the long run ------------------------


@pytest.fixture
def coins(monkeypatch):
    """coins(base, per): the allied side wins so often, and so much more often with each point of a change."""
    real = tune_module.play_trial

    def make(base, per, *, kind="points"):
        def play(game, scenario, games, table, target=None, *, stop=False):
            prepared, _games = real(game, scenario, 1, table, target)
            points = {row["id"]: row["points"] for row in prepared.compiled.objectives}
            plain = kind == "points" and points["own_allied"] - 1
            share = base + per * (plain or 0)
            results = []
            for number in range(games):
                won = Random(table.seed + number).random() < share
                rows = {"own_allied": True, "own_axis": True}
                results.append(made_up(number, (1 if won else -1,), seed=table.seed + number, history=rows))
            return prepared, results

        monkeypatch.setattr(tune_module, "play_trial", play)

    return make


def test_a_shift_that_is_known_in_the_long_run_is_found(folder, coins):
    """25 %, and 5 more for each point: 40 to 60 % are 3 to 7 points."""
    coins(0.25, 0.05)
    found = tune(load_game(folder, "none"), order(kinds=("points",), most=16, games=800))
    assert found.outcome == "found"
    assert found.found is not None
    assert 3 <= found.found.size <= 7
    assert found.confirmed is not None
    assert found.confirmed.verdict == "inside"


def test_it_says_the_same_twice(folder, coins):
    coins(0.25, 0.05)
    first, second = (tune(load_game(folder, "none"), order(kinds=("points",), games=80)) for _ in range(2))
    assert first.model_dump_json() == second.model_dump_json()


def test_a_step_too_coarse_for_the_band_is_not_called_good(folder, coins):
    coins(0.1, 0.8)
    found = tune(load_game(folder, "none"), order(kinds=("points",), games=300))
    assert found.outcome == "nothing"
    assert {each.verdict for each in found.tried} == {"below", "above"}
    assert f"No change of points up to {found.most} brings it into the band." in answer(found, written=False)


def test_it_is_left_alone_where_it_is_in_its_band(folder, coins):
    coins(0.5, 0)
    found = tune(load_game(folder, "none"), order(games=500))
    assert (found.outcome, len(found.tried), found.found) == ("in-band", 1, None)


def test_too_few_games_are_called_undecided(folder, coins):
    coins(0.45, 0)
    found = tune(load_game(folder, "none"), order(games=5))
    assert (found.outcome, found.found, found.changes) == ("undecided", None, ())


def test_a_side_that_wins_too_often_is_made_to_win_less(folder, coins):
    coins(0.9, 0)
    found = tune(load_game(folder, "none"), order(games=200, kinds=("points",)))
    said = " ".join(each.what for each in found.tried)
    assert "victory points of Axis for `own_axis`: +" in said
    assert "victory points of Allied" not in said, "its row is worth 1, which is not taken away, and nothing is added"


def test_a_value_that_is_changed_already_keeps_its_spelling_and_is_changed_once(folder):
    path = folder / "scenarios/even.yaml"
    spelled = """'scenarios/even.victory["own_allied"].points'"""
    path.write_text(EVEN + TARGET + f"\nchanges:\n  - {{at: {spelled}, value: 2}}\n", encoding="utf-8")
    game = load_game(folder, "none")
    assert not check(game)
    kind = next(kind for kind in kinds_of(game) if kind.id == "points")
    (ladder,) = ladders(game, "even", kind, ("allied", "axis"), 2, {"own_allied": 1})
    assert [step.settings[0].at for step in ladder.steps] == [spelled.strip("'")] * 2
    varied = tune_module.with_changed_settings(game, scenarios(game).scenarios["even"], ladder.steps[0].settings)
    (change,) = scenarios(varied).scenarios["even"].document.changes
    assert change.value == 3


def test_kinds_come_in_the_order_of_the_rule_system(folder):
    assert [kind.id for kind in kinds_of(load_game(folder, "none"))] == ["replacements", "points", "supply"]


def test_a_system_that_says_nothing_has_the_points_of_its_rows():
    game = load_game(SKIRMISH, "none")
    game.system = System()
    assert [kind.id for kind in kinds_of(game)] == ["points"]


def test_what_errata_have_made_of_a_changed_value_is_told():
    """A change stands in for what is printed and for what the errata make of it."""
    game = load_game("desert-rats", "all")
    corrected = [
        Setting(at="victory.objectives[dec42_axis_supplied_in_egypt].points", value=9),
        Setting(at='time-track.boxes["7/41"].allied', value="RW 1-2"),
    ]
    (note,) = tune_module.other_errata(game, corrected)
    assert "is 8 with errata all and 10 as printed" in note
    assert not list(tune_module.other_errata(load_game("desert-rats", "none"), corrected))


def lost(margin, games=12, **values):
    """Games that side 0 lost by a margin."""
    return [made_up(number, (-margin,), **values) for number in range(games)]


def test_games_are_counted_anew_as_good_as_a_change_can_make_them():
    games = [*lost(8, 2), *lost(5, 1), *lost(3, 1), made_up(4, (2,)), made_up(5, (1, -9), ended="stopped")]
    found = recount(games, 0, 5)
    assert found is not None
    assert [game.winner for game in found.games] == [1, 1, -1, 0, 0, 1]
    assert found.closest == 3


def test_a_row_of_the_other_that_it_did_not_score_takes_it_nothing():
    games = [*lost(3, 1, history={"row": True}), *lost(2, 1, history={"row": False}), *lost(1, 1)]
    found = recount(games, 0, 5, "row")
    assert found is not None
    assert [game.winner for game in found.games] == [0, 1, 1]
    assert found.closest == 3


def test_where_margins_are_not_points_nothing_is_counted_anew():
    assert recount([made_up(0, (-8,), margin=3)], 0, 5) is None
    assert recount([made_up(0, (-8,), winner=0)], 1, 5) is None


def test_a_change_of_points_that_no_margin_is_near_to_is_not_played(folder, monkeypatch):
    """Each game is lost by 40, and no row comes to so much."""
    real = tune_module.play_trial
    tries = []

    def play(game, scenario, games, table, target=None, *, stop=False):
        prepared, _games = real(game, scenario, 1, table, target)
        allied = prepared.sides.index("allied")
        tries.append(table.seed)
        rows = {"own_allied": True, "own_axis": True}
        lead = -40 if allied == 0 else 40
        return prepared, [made_up(n, (lead,), seed=table.seed + n, history=rows) for n in range(games)]

    monkeypatch.setattr(tune_module, "play_trial", play)
    found = tune(load_game(folder, "none"), order(kinds=("points",), most=30))
    assert found.outcome == "nothing"
    assert len(tries) == 1, "only the scenario as it is was played"
    skipped = [each for each in found.tried if not each.played]
    assert [(each.size, each.worth, each.closest) for each in skipped] == [(30, 31, 40), (2, 3, 40)]
    assert "at best 0 of 60" in row(found, skipped[0])
    near = tune(load_game(folder, "none"), order(kinds=("points",), most=40))
    assert [each.played for each in near.tried[1:]] == [True, False], "41 points could turn each of them"


def test_what_is_all_but_sure_is_not_called_nothing(folder, coins):
    """The sequential test wants more, and the interval lies below the band already."""
    strict = TARGET.replace("indifference: 0.09, wrongly_inside: 0.2, wrongly_outside: 0.2, ", "")
    (folder / "scenarios/even.yaml").write_text(EVEN + strict, encoding="utf-8")
    coins(0.2, 0)
    found = tune(load_game(folder, "none"), order(games=40))
    assert found.outcome == "undecided"
    assert found.tried[0].wins.high < 0.4
    said = answer(found, written=False)
    assert "seems to lie below the band" in said
    assert "more games would tell" not in said, "one number, the one to ask for"
    assert said.count("games") - said.count("--games") <= 2
    asked = int(said.rpartition("--games ")[2].split(".")[0])
    assert tune(load_game(folder, "none"), order(games=asked, kinds=("points",))).tried[0].verdict == "below"


# -- the command ----------------------------------------------------------------------------------------


def told(capsys, *words):
    code = forge(["tune", *map(str, words)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def test_the_command_tells_and_writes(folder, capsys):
    words = ("--scenario", "even", "--errata", "none", "--games", "60", "--jobs", "1", "--kinds", "points")
    code, out, _err = told(capsys, folder, *words, "--most", "2", "--write")
    assert code == 0
    assert "allied is to win 40 to 60 % of games" in out
    assert "In the band at 80 %" in out
    assert "wrote" in out
    text = (folder / "scenarios/even.yaml").read_text(encoding="utf-8")
    assert '  - {at: "scenarios/even.victory[own_allied].points", value: 3}' in text
    assert not check(load_game(folder, "none"))


def test_as_json(folder, capsys):
    words = ("--scenario", "even", "--errata", "none", "--games", "60", "--jobs", "1", "--kinds", "replacements")
    code, out, _err = told(capsys, folder, *words, "--format", "json", "--most", "1")
    assert code == 1
    assert json.loads(out)["outcome"] == "nothing"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scenario", "even", "--most", "0"), "--most is 1 or more"),
        (("--scenario", "even", "--games", "0"), "--games is 1 or more"),
        (("--scenario", "even", "--kinds", "dice"), "no kind of change `dice`"),
        (("--scenario", "compass"), "how even `compass` should be"),
        (("--scenario", "nowhere"), "nowhere"),
        (("--scenario", "even", "--player", "allied=nobody"), "nobody"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(folder, capsys, words, said):
    before = (folder / "scenarios/even.yaml").read_bytes()
    code, out, err = told(capsys, folder, "--errata", "none", *words, "--write")
    assert code == 2
    assert said in err
    assert "wrote" not in out
    assert (folder / "scenarios/even.yaml").read_bytes() == before


def test_whoever_interrupts_is_told_what_was_found(folder, capsys, monkeypatch):
    real, calls = tune_module.play_trial, []

    def play(*args, **values):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*args, **values)

    monkeypatch.setattr(tune_module, "play_trial", play)
    code, out, err = told(capsys, folder, "--scenario", "even", "--errata", "none", "--games", "40", "--jobs", "1")
    assert code == 130
    assert "as it is: below it" in out
    assert "interrupted: 2 questions answered" in err

"""How well players play stands on every report, and what their games can say is said with it (PLT005)."""

from __future__ import annotations

import json
import shutil

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.api.trials import playtest as playtest_module
from scenario_forge.api.trials.impact import ImpactOrder, errata_impact
from scenario_forge.api.trials.playtest import Variant
from scenario_forge.api.trials.tune import TuneOrder, tune
from scenario_forge.api.trials.tune_report import Tried, Tuned
from scenario_forge.cli import errata_impact as impact_verb
from scenario_forge.cli import playtest
from scenario_forge.cli import tune as tune_verb
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.playtest.report import Share, json_of
from scenario_forge.playtest.result import line_of, result_of
from scenario_forge.playtest.summary import HEADS, heads_and_rows, health_of
from scenario_forge.reports.errata import impact_page
from scenario_forge.reports.playtest import playtest_page
from scenario_forge.simulator.play import Toll
from scenario_forge.simulator.step import Event
from tests.api.errata.conftest import add_errata

from .conftest import IDLE, RANDOM, SKIRMISH, made_up

SIDES = ("red", "blue")
COMPETENT = {"allied": "competent", "axis": "competent"}
TARGET = "basis: proposed\ntargets:\n  - {scenario: compass, side: axis, low: 0.1, high: 0.3}\n"


def health(*games, players=("one", "two"), leads=(1, 1), **more):
    return health_of(SIDES, players, [made_up(n, leads, health=each, **more) for n, each in enumerate(games)])


def findings(*games, **more):
    return [(each.code, each.side) for each in health(*games, **more).findings]


def test_losses_attacks_and_units_that_stood_still_are_counted_by_side():
    first = {
        "starved": [4, 0],
        "fallen": [2, 6],
        "attacks": [3, 1],
        "hopeless": [1],
        "units": [5, 4],
        "unmoved": [2, 4],
    }
    second = {"fallen": [4, 2], "attacks": [1], "units": [5, 4], "unmoved": [1, 0], "turns": [12], "hungry": [3]}
    games = [made_up(0, health=first), made_up(1, (1, -1), health=second)]
    found = health_of(SIDES, ("one", "two"), games)
    assert heads_and_rows(found) == (
        [*HEADS],
        [
            ["red: one", "2.0", "3.0", "40 %", "2.0", "25 %", "30 %", "25 %", "50 %"],
            ["blue: two", "0.0", "4.0", "0 %", "0.5", "0 %", "50 %", "–", "50 %"],
        ],
    )


def test_a_game_without_supply_has_no_columns_of_it():
    found = health_of(SIDES, ("one", "two"), [made_up(0, health={"fallen": [2, 6], "attacks": [3, 1]})])
    heads, rows = heads_and_rows(found)
    assert heads == ["Player", "Fallen", "Attacks", "Hopeless", "Never moved", "Won"]
    assert rows[0] == ["red: one", "2.0", "3.0", "0 %", "–", "100 %"]


@pytest.mark.parametrize(
    ("counts", "standing", "code"),
    [
        ({"starved": [7, 0], "fallen": [3, 3], "attacks": [1, 1]}, "not known", "PLT005"),
        ({"starved": [6, 0], "fallen": [3, 3], "attacks": [1, 1]}, "with these players", ""),
        ({"units": [3, 3], "unmoved": [3, 3]}, "not known", ""),
        ({"attacks": [0, 2]}, "with these players", ""),
    ],
)
def test_no_verdict_where_more_starves_than_falls_in_battle(counts, standing, code):
    found = health(counts, counts)
    assert (found.standing, found.code) == (standing, code)


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"starved": [3, 0], "fallen": [17, 9]}, "PLT056"),
        ({"turns": [40], "hungry": [10]}, "PLT057"),
        ({"attacks": [8], "hopeless": [2]}, "PLT058"),
        ({"units": [8], "unmoved": [6]}, "PLT059"),
    ],
)
def test_a_share_that_is_worth_a_word_is_a_finding_of_its_side_and_a_smaller_one_is_not(counts, code):
    assert findings(counts) == [(code, "red")]
    kind = next(kind for kind in counts if kind in ("starved", "hungry", "hopeless", "unmoved"))
    assert findings({**counts, kind: [counts[kind][0] - 1]}) == []


def test_units_of_a_player_that_does_nothing_need_not_move():
    assert findings({"units": [8], "unmoved": [8]}, players=("hold", "two")) == []


@pytest.mark.parametrize("other", ["idle", "hold"])
def test_who_loses_to_a_side_that_never_attacks_is_told(other):
    lost = [{}] * 6
    assert findings(*lost, players=("competent", other), leads=(-1, -1)) == [("PLT060", "red")]
    assert findings(*lost, players=("competent", other), leads=(1, 1)) == []
    assert findings(*lost, players=("competent", "random"), leads=(-1, -1)) == []
    assert findings(*lost[:4], players=("competent", other), leads=(-1, -1)) == [], "four games are too few"


def test_who_loses_before_time_by_doing_nothing_is_told():
    lost = [{}] * 6
    early = findings(*lost, players=("competent", "idle"), decisive=True)
    assert early == [("PLT061", "blue")]
    assert findings(*lost, players=("competent", "idle"), decisive=False) == []
    assert findings(*lost, players=("competent", "random"), decisive=True) == []


def test_games_that_failed_say_nothing_of_the_players():
    games = [made_up(0, ended="fault", health={"starved": [9, 9]})]
    found = health_of(SIDES, ("one", "two"), games)
    assert (found.standing, found.code, found.sides["red"].starved) == ("not known", "", 0.0)


def test_it_is_kept_with_the_game():
    game = made_up(health={"starved": [1, 0]})
    assert result_of(line_of(game)) == game


def test_what_is_counted_is_what_happened(tried):
    """Attacks are the battles; those who fight starve and fall, and some never move, the idle none at all."""
    base = tried(players=COMPETENT, games=2).report.base
    sides = base.health.sides.values()
    happened = {each.name: each.mean for each in base.events}
    assert sum(each.attacks for each in sides) == happened["battle"] > 0
    assert sum(each.starved for each in sides) > 0
    assert sum(each.fallen for each in sides) > 0
    assert all(0 <= each.unsupplied <= 1 for each in sides)
    assert sum(each.won for each in sides) == pytest.approx(1 - base.draws.share)
    assert all(0 < each.unmoved < 1 for each in sides)
    assert all(each.unmoved == 1 for each in tried(games=1).report.base.health.sides.values())


def test_an_attack_is_hopeless_where_no_throw_costs_the_defender_more():
    play = prepare(load_game(SKIRMISH, "none"), "siege").play
    state = play.begin()

    def kinds(differential):
        event = Event("battle", (), "6.15", (differential, 1, 0, 0, 7))
        return [toll.kind for toll in play.tolls(state, event)]

    assert kinds(-100) == ["attacks", "hopeless"]
    assert kinds(100) == ["attacks"]
    assert list(play.tolls(state, Event("attrition", (), "8.5", (0, 2)))) == [Toll("starved", 0, 2)]


# -- the reports -----------------------------------------------------------------------------------------


def test_a_playtest_whose_players_starve_gives_no_verdict(tried):
    found = tried(TARGET, players=RANDOM, games=3, against=(Variant("errata=all", errata="all"),))
    text = playtest.report_text(found.report)
    data = json.loads(json_of(found.report))
    page = playtest_page(found.report, found.games, found.sketch)
    assert data["target"]["verdict"] == "withheld"
    assert data["base"]["health"]["code"] == "PLT005"
    assert "NOT KNOWN: target: axis wins 10 to 30 %: no verdict [PLT005]" in text
    assert "errata=all against the base: NOT KNOWN" in text
    assert not any(word in text for word in ("INSIDE", "BELOW", "ABOVE", "robust"))
    for head in HEADS:
        assert head in text
        assert head in page
    assert "<b>Not known.</b> No verdict (PLT005)." in page


def test_a_verdict_is_headed_with_what_it_depends_on(tried):
    found = tried(TARGET, players=COMPETENT, games=3).report
    text = playtest.report_text(found)
    assert found.base.health.code == ""
    head = "NOT KNOWN" if found.target.verdict == "undecided" else "WITH THESE PLAYERS"
    assert f"{head}: target: axis wins 10 to 30 %: " in text
    still = playtest.report_text(tried(TARGET, players=IDLE, games=3).report)
    assert "NOT KNOWN: target: axis" in still, "nobody fought"


def test_each_pair_of_a_matrix_has_its_table(tried):
    text = playtest.report_text(tried(games=1, matrix=("idle", "random")).report)
    assert text.count("Never moved") == 4


@pytest.mark.parametrize(
    ("scenario", "erratum", "players", "code"),
    [
        ("siege", ("orders-of-battle/allied.units[4].mar41", "G6", "F6"), RANDOM, "PLT005"),
        ("compass", ("orders-of-battle/allied.units[1].dec40", "FF4", "GG9"), COMPETENT, ""),
    ],
)
def test_the_impact_of_an_erratum_has_them_too(tmp_path, scenario, erratum, players, code):
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    add_errata(folder, ("SK-100", *erratum))
    found = errata_impact(folder, ["SK-100"], ImpactOrder(scenario=scenario, games=2, players=players, jobs=1))
    entry = found.impact.scenarios[0]
    text, page = impact_verb.impact_text(found.impact), impact_page(found.impact, found.sketches)
    assert entry.played.health.code == code
    assert json.loads(json_of(found.impact))["scenarios"][0]["played"]["health"]["sides"]["axis"]
    assert "Never moved" in text
    assert "Never moved" in page
    assert ("NOT KNOWN: no verdict [PLT005]" in text) is bool(code)
    assert ("WITH THESE PLAYERS: " in text) is not bool(code)
    assert ("margin of" in text) is not bool(code)


def test_tuning_tries_nothing_with_players_that_starve(tmp_path, monkeypatch):
    monkeypatch.setattr(playtest_module, "code_hash", str)  # the code may change while tests run
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    (folder / "playtest.yaml").write_text(TARGET, encoding="utf-8")
    found = tune(load_game(folder, "none"), TuneOrder("compass", games=3, players=RANDOM, jobs=1))
    said = tune_verb.answer(found, written=False)
    assert found.outcome == "withheld"
    assert len(found.tried) == 1
    assert found.health.code == "PLT005"
    assert "NOT KNOWN: " in said
    assert "[PLT005]" in said
    assert "Never moved" in said


def test_draws_are_told_apart_from_wins():
    share = Share(count=1.5, of=10, share=0.15, low=0.04, high=0.43)
    values = {"kind": "", "size": 0, "what": "as it is", "settings": (), "seed": 1, "failed": 0, "verdict": "undecided"}
    tried = Tried(**values, games=10, won=1, drawn=1, wins=share, more=49)
    tuned = Tuned(
        game="g", title="G", scenario="s", scenario_title="S", errata="none", side="red", low=0.4, high=0.6,
        wrongly_inside=0.05, players={}, most_games=10, most=10, kinds=(), tried=(tried,), outcome="undecided",
    )  # fmt: skip
    said = tune_verb.row(tuned, tried) + tune_verb.answer(tuned, written=False)
    assert "red won 1 of 10 and drew 1, 15.0 % (4.0 to 43.0) with a draw counted half" in said
    assert "1.5 of 10" not in said
    assert "49" not in said
    assert "--games 90" in said

"""What an erratum does to play: pairs of games on the same seeds, and honest words about them."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from scenario_forge.api.errata import NoSuchErratum
from scenario_forge.api.trials.impact import ImpactOrder, NothingToTry, errata_impact, without_and_with
from scenario_forge.cli.main import run
from scenario_forge.game.reading.locate import find_game
from scenario_forge.playtest.report import PairedFound, json_of
from scenario_forge.reports.errata import difference_words, headline, impact_page
from scenario_forge.reports.playtest_pictures import picture

CELL, PRINTED = "orders-of-battle/allied.units[4].mar41", "G6"
WEATHER = "chronology.events[12/2/41].elsewhere"
QUICK = {"allied": "random", "axis": "random"}


@pytest.fixture
def moved(game, erratum):
    """A unit of the siege that starts elsewhere."""
    erratum(("SK-100", CELL, PRINTED, "F6"))
    return game


def played(found, scenario="siege"):
    entry = next(each for each in found.impact.scenarios if each.scenario == scenario)
    assert entry.played is not None
    return entry.played


def test_only_scenarios_that_it_touches_are_played(moved):
    found = errata_impact(moved, ["SK-100"], ImpactOrder(games=4, players=QUICK, jobs=1))
    assert {each.scenario: each.outcome for each in found.impact.scenarios} == {"compass": "same", "siege": "played"}
    siege = played(found)
    assert siege.pairs == 4
    assert sorted(siege.start) == ["F6", "G6"]
    assert sum(each.pairs for each in siege.parted) + siege.counted + siege.alike.count == 4
    assert siege.where
    assert {each.what for each in siege.ends} >= {"score", "lost"}


def test_what_changes_no_scenario_is_told_at_once(game, erratum, capsys):
    erratum(("SK-100", WEATHER, "Snow", "Hail"))
    assert run(["errata", "impact", "skirmish", "SK-100"]) == 0
    out = capsys.readouterr().out
    assert "2 scenarios play the same, by the hash of all that play depends on: compass, siege" in out
    assert "pair" not in out


def test_however_many_jobs_the_same_comes_of_it(moved):
    one, two = (
        json_of(errata_impact(moved, ["SK-100"], ImpactOrder(games=2, players=QUICK, jobs=jobs)).impact)
        for jobs in (1, 2)
    )
    assert one == two


def test_games_that_it_does_not_come_to_are_alike_to_the_end(game, erratum):
    """Who never fights never meets a result of combat."""
    erratum(("SK-100", "charts.charts.combat_results.rows[2][0]", "2/0", "3/1"))
    idle = {"allied": "idle", "axis": "idle"}
    found = played(errata_impact(game, ["SK-100"], ImpactOrder(scenario="siege", games=3, players=idle, jobs=1)))
    assert found.alike.count == 3
    assert headline(found).startswith("NOT KNOWN: all 3 pairs are alike to the end")
    assert not found.parted
    assert not found.where


def test_it_is_taken_out_of_a_set_that_has_it_and_put_into_one_that_has_not(moved):
    for errata in ("all", "none", "official"):
        made = without_and_with(moved, ["SK-100"], errata)
        assert [each.id for each in made.errata] == ["SK-100"]
        ids = [{patch.erratum.id for patch in game.patches} for game in (made.without, made.with_it)]
        assert ids[1] - ids[0] == {"SK-100"}
        assert ids[0] == (set() if errata == "none" else {"SK-001"})


def test_a_game_that_cannot_be_played_without_it_is_the_finding(capsys):
    found = errata_impact(find_game("desert-rats"), ["DR-013"], ImpactOrder(scenario="cyrenaica"))
    (entry,) = found.impact.scenarios
    assert entry.outcome == "without"
    assert "W841" in entry.reasons[0]
    assert run(["errata", "impact", "desert-rats", "DR-013", "-s", "cyrenaica"]) == 0
    out = capsys.readouterr().out
    assert "without it this scenario cannot be played:" in out
    assert "W841" in out


def test_errata_of_which_nothing_comes_are_told(game, erratum, capsys):
    erratum(("SK-100", WEATHER, "Snow", "Hail"), status="withdrawn")
    erratum(("SK-101", WEATHER, "Rain", "Hail"))
    erratum(("SK-102", CELL, PRINTED, "F6"), ("SK-103", CELL, PRINTED, "F7"))
    for id_, why in (
        ("SK-100", "withdrawn"),
        ("SK-101", "printed value is not there"),
        ("SK-103", "SK-102 corrects the same value"),
    ):
        with pytest.raises(NothingToTry, match=why):
            without_and_with(game, [id_], "all")
        assert run(["errata", "impact", "skirmish", id_, "--errata", "all"]) == 2
        assert why in capsys.readouterr().err
    # by itself it can be tried
    assert [each.id for each in without_and_with(game, ["SK-103"], "none").errata] == ["SK-103"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["SK-999"], "there is no erratum `SK-999`"),
        (["SK-100", "-s", "nowhere"], "has no scenario `nowhere`"),
        (["SK-100", "--player", "axis=nobody"], "no player `nobody`"),
        (["SK-100", "-n", "0"], "--games is 1 or more"),
        (["SK-100", "-j", "0"], "--jobs is 1 or more"),
        (["SK-100", "--format", "html"], "needs --output"),
        (["SK-100", "--errata", "SK-999"], "not `SK-999`"),
    ],
)
def test_what_cannot_be_done_is_said(moved, capsys, arguments, said):
    assert run(["errata", "impact", "skirmish", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_an_unknown_id_is_answered_with_a_near_one(moved):
    with pytest.raises(NoSuchErratum) as unknown:
        without_and_with(moved, ["SK-1O0"], "all")
    assert "SK-100" in str(unknown.value.hint)


def test_page_and_picture_are_written_once_and_hold_no_markup_of_content(game, erratum, capsys, tmp_path):
    erratum(("SK-100", CELL, PRINTED, "F6"), ("SK-101", WEATHER, "Snow", '"<b>&x"'))
    command = ["errata", "impact", "skirmish", "SK-100,SK-101", "-n", "1", "--player", "random", "-j", "1"]
    assert run([*command, "--format", "html", "-o", "i.html", "--picture", "i.svg"]) == 0
    page = (tmp_path / "i.html").read_text()
    assert "<b>&x" not in page
    assert page.count('<svg class="heat"') == 2
    drawing = ET.fromstring((tmp_path / "i.svg").read_text())
    assert drawing.tag.endswith("svg")
    capsys.readouterr()
    assert run([*command, "--format", "html", "-o", "i.html", "--picture", "i.svg"]) == 0, "the same again is no harm"
    (tmp_path / "i.svg").write_text("mine")
    (tmp_path / "i.html").write_text("mine")
    assert run([*command, "--format", "html", "-o", "i.html", "--picture", "i.svg"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "i.html").read_text() == "mine"


def test_json_is_nothing_but_json(moved, capsys):
    command = ["errata", "impact", "skirmish", "SK-100", "-n", "1", "--player", "random", "--format", "json"]
    assert run([*command, "--picture", "i.svg"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == 1


def test_the_page_of_nothing_played_says_so(game, erratum):
    erratum(("SK-100", WEATHER, "Snow", "Hail"))
    found = errata_impact(game, ["SK-100"])
    assert "plays the same" in impact_page(found.impact, found.sketches)
    assert "Nothing was played that could differ" in picture(found.impact, found.sketches)


@pytest.mark.parametrize(
    ("mean", "low", "high", "said"),
    [
        (0.3, -2.1, 1.4, "no difference to be seen in 20 pairs (−2.1 to +1.4 points at 95 %)"),
        (2.0, 0.5, 3.5, "+2.0 points (+0.5 to +3.5 points at 95 %, 20 pairs)"),
        (0.0, 0.0, 0.0, "no difference in any of 20 pairs"),
        (1.0, None, None, "too few pairs to say (20); +1.0 points in these"),
    ],
)
def test_differences_are_told_honestly(mean, low, high, said):
    found = PairedFound(mean=mean, low=low, high=high, unpaired_low=None, unpaired_high=None, saved=0.0)
    assert difference_words(found, 20, unit=" points") == said

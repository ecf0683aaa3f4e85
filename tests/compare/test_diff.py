"""Two states of a game are compared by what they mean to a player, never by their lines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
from reports import chromium

from scenario_forge.api.diff import NoSuchState, compare, diff_html, state_of
from scenario_forge.cli.main import run
from scenario_forge.compare.difference import TITLES, Matter, differences
from scenario_forge.game.reading.locate import find_game
from scenario_forge.source.compose import compose

OOB = "orders-of-battle/allied.yaml"


def changes_of(before, after):
    return compare(state_of(str(before)), state_of(str(after))).changes


def test_a_unit_that_moved_is_told_with_the_way(game, changed):
    (change,) = changes_of(game, changed((OOB, "mar41: G6}", "mar41: E8}")))
    assert change.matter is Matter.SET_UP
    assert change.subject == "Allied 4, 4/1 Ind, Mar 41"
    assert (change.hexes_before, change.hexes_after) == (("G6",), ("E8",))
    assert change.what == f"starts in E8, {change.size} hexes from G6 (Marsa Akra)"
    assert change.size in (3, 2)


def test_a_unit_that_comes_earlier_or_stronger_is_told(game, changed):
    other = changed((OOB, "R5/41}\n  - {no: 8", "R4/41}\n  - {no: 8"), (OOB, "mar41: E8(c3)", "mar41: E8(c5)"))
    arrival, start = changes_of(game, other)
    assert arrival.what == "arrives Apr 41, 1 turn earlier"
    assert start.what == "at strength 5, not 3"


def test_lines_comments_and_order_of_keys_are_no_change(game, changed):
    other = changed(
        (OOB, "units:\n", "\n# a comment\nunits:\n"),
        (OOB, "{no: 1, name: 1 Arm Brig,", "{name: 1 Arm Brig, no: 1,"),
    )
    assert changes_of(game, other) == []


def test_a_row_put_in_front_makes_no_other_row_a_change(game, changed):
    row = "  - {no: 9, name: 9/9 Ind, dec40: N, mar41: N, mar41+: R5/41}\n"
    (change,) = changes_of(game, changed((OOB, "units:\n", f"units:\n{row}")))
    assert change.what == "is new in the order of battle"


def test_hexes_cells_and_points_come_in_the_order_that_matters(game, changed):
    other = changed(
        ("map.yaml", "{row: E, west: cccccccccc", "{row: E, west: cccrcccccc"),
        ("charts.yaml", '"2":   [3/0,          2/0,     2/0,', '"2":   [3/0,          2/0,     2/1,'),
        (OOB, "mar41: G6}", "mar41: E8}"),
    )
    found = changes_of(game, other)
    assert [change.matter for change in found] == [Matter.SET_UP, Matter.CHARTS, Matter.MAP]
    assert found[1].subject == "Combat Results Table, row 2, column 0"
    assert (found[2].subject, found[2].what) == ("Hex E4", "is Rough, not Clear")


def test_two_sets_of_errata(game):
    (change,) = changes_of("skirmish+none", "skirmish+SK-001")
    assert (change.was, change.now) == ("Thaw", "Thaw and rain")


def test_two_scenarios_are_compared_unit_by_unit():
    found = changes_of("desert-rats:crusader", "desert-rats:gazala-to-alamein")
    told = {(change.subject, change.what) for change in found}
    assert ("Start", "May 42, not Nov 41") in told
    assert ("Moves first", "Axis, not Allied") in told
    assert ("Allied 45, 161/8 Ind", "arrives Jul 42") in told
    assert found[0].matter is Matter.DATES
    assert compare(state_of("desert-rats:crusader"), state_of("desert-rats:crusader")).changes == []


OWN = """\
basis: proposed
scenario: own
title: Own
start: 3/41
stop: 6/41
set_up:
  - side: axis
    units: [{no: 1, at: BB3}]
  - side: allied
    units:
      - {no: 1, at: E8(c3)}
      - {no: 4, at: "Decide: G6?"}
      - {no: 7, at: N, later: R5/41}
"""


def test_levels_of_victory_that_take_more_points_are_compared_in_printed_order():
    game = "knights-of-the-desert:tobruk"
    found = [change for change in changes_of(f"{game}-41", f"{game}-42") if change.matter is Matter.POINTS]
    assert [(change.subject, change.what) for change in found][2:5] == [
        ("Level Allied Marginal", "180-249, not -30 to 49"),
        ("Level Axis Marginal", "250-399, not 50-119"),
        ("Level Axis Tactical", "400-549, not 120-219"),
    ]
    assert len(found) == 6


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Tobruk,   points: 100", "Tobruk,   points: 80",
         ("Either side: Last to have occupied Tobruk", "scores 80 points at the end of each turn, not 100")),
        ("{hold: Bardia}}", "{hold: Matruh}}",
         ("Either side: Last to have occupied Bardia", "counts when something else holds")),
        ("{hold: Bardia}}", "{hold: Bardia}, scenarios: [campaign]}",
         ("Either side: Last to have occupied Bardia", "counts no more; it was: scores 50 points at the end of each turn")),
        ("losses: {of: strength, per: 3}", "losses: {of: strength, per: 3}\n    side: axis",
         ("Axis: Every three casualty points inflicted", "counts for another side")),
        ("hexes: 4-12,  points: 3", "hexes: 4-12,  points: 4",
         ("Either side: Each unit on the map by its distance from its home base", "counts when something else holds")),
        ("sudden:\n", "sudden:\n  - {id: new, side: axis, text: Siwa taken, when: {hold: Siwa}}\n",
         ("Axis: Siwa taken", "wins at once")),
        ("by the Allies\n", "by the Allies\n    scenarios: [campaign]\n",
         ("Allied: El Agheila taken by the Allies", "counts no more; it was: wins at once")),
        ("taken by the Axis", "taken by Rommel", ("Axis: Alexandria taken by Rommel",
         "“Alexandria taken by Rommel” instead of “Alexandria taken by the Axis”")),
    ],
)  # fmt: skip
def test_ledger_rows_and_sudden_victories_are_told(tmp_path, old, new, told):
    content = find_game("knights-of-the-desert")
    other = shutil.copytree(content, tmp_path / "other")
    text = (other / "victory.yaml").read_text()
    assert old in text
    (other / "victory.yaml").write_text(text.replace(old, new))
    (change,) = changes_of(f"{content}:tobruk-41", f"{other}:tobruk-41")
    assert change.matter is Matter.POINTS
    assert (change.subject, change.what) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("E8(c3)", "E8(c5)", ("Set-up", "Own, Allied 1, 1 Arm Brig", "at strength 5, not 3")),
        ("E8(c3)", "E7(c3)", ("Set-up", "Own, Allied 1, 1 Arm Brig", "starts in E7, 1 hex from E8")),
        ('"Decide: G6?"', "G6", ("Set-up", "Own, Allied 4, 4/1 Ind", "is decided: in G6 (Marsa Akra)")),
        ("R5/41", "R4/41", ("Arrivals and withdrawals", "Own, Allied 7, 7/2 Ind", "arrives Apr 41, 1 turn earlier")),
        ("stop: 6/41", "stop: 5/41", ("Dates and options", "Own, Stop", "May 41, not Jun 41")),
        ("title: Own", "title: Own\ntext: A raid.", ("Texts", "Own, What it is about", "A raid. instead of nothing")),
        ("title: Own", "title: Own\ntarget: {side: axis, low: 0.4, high: 0.6}",
         ("Dates and options", "Own, The aim", "Axis wins 40 % to 60 % of the games, not any")),
        ("title: Own", "title: Own\ncontrol: {marsa_akra: axis}",
         ("Set-up", "Own, G6 (Marsa Akra)", "Axis holds it, not anybody")),
    ],
)  # fmt: skip
def test_a_scenario_of_one_s_own_is_compared_by_what_it_comes_to(game, changed, old, new, told):
    """In two versions of a folder too, where its file has changed and nothing else."""
    (game / "scenarios" / "own.yaml").write_text(OWN)
    other = changed(("scenarios/own.yaml", old, new))
    found = [(TITLES[c.matter], c.subject, c.what) for c in changes_of(game, other)]
    assert told in found
    assert all(title in (told[0], "Dates and options") for title, _, _ in found), found


def test_points_that_are_saved_and_wrecks_are_told(game, changed):
    text = OWN + "    saved: {repair: 2}\n"
    (game / "scenarios" / "own.yaml").write_text(text)
    (change,) = changes_of(game, changed(("scenarios/own.yaml", "repair: 2", "repair: 3")))
    assert (change.subject, change.what) == ("Own, Allied, Saved repair points", "3 points, not 2")


def test_a_scenarios_file_stands_for_it(game):
    assert state_of(str(game / "scenarios" / "siege.yaml")).scenario == "siege"


def test_a_revision_of_git(game, monkeypatch):
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(game), *words], check=True)
    path = game / OOB
    path.write_text(path.read_text().replace("mar41: G6}", "mar41: E8}"))
    (game / "scenarios" / "new.yaml").write_text(
        (game / "scenarios" / "siege.yaml").read_text().replace("siege", "new")
    )
    found = changes_of("skirmish@HEAD", "skirmish")
    assert {change.subject for change in found} >= {"Allied 4, 4/1 Ind, Mar 41", "scenarios/new"}


def test_a_revision_that_git_does_not_have_is_told(game, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert run(["diff", "skirmish@HEAD", "skirmish"]) == 2
    assert "in no git repository" in capsys.readouterr().err
    subprocess.run(["git", "-C", str(game.parent), "init", "-q"], check=True)
    assert run(["diff", "skirmish@HEAD", "skirmish"]) == 2
    assert "git knows no revision HEAD" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["diff", "skirmish@HEAD", "skirmish"]) == 2
    assert "git cannot be run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("skirmsh", "skirmsh"),
        ("skirmish:sige", "no scenario `sige`"),
        ("skirmish+every", "neither a set of errata"),
        ("skirmish@--output=x", "no revision"),
        ("../../etc/passwd", "passwd"),
        ("skirmish:../../x", "no game"),
    ],
)
def test_a_state_that_is_not_there_is_told(game, capsys, name, told):
    assert run(["diff", name, "skirmish"]) == 2
    assert told in capsys.readouterr().err


def test_a_scenario_is_not_compared_with_a_game(game):
    with pytest.raises(NoSuchState, match="of both, or of neither"):
        compare(state_of("skirmish:siege"), state_of("skirmish"))


def moves(html):
    return json.loads(re.search(r'id="moves">(.*?)</script>', html, re.DOTALL)[1])


def test_the_page_has_both_maps_and_every_change(game, changed):
    compared = compare(state_of(str(game)), state_of(str(changed((OOB, "mar41: G6}", "mar41: E8}")))))
    html = diff_html(compared)
    assert [each[1:4] for each in moves(html)["movers"]] == [["Allied 4, 4/1 Ind, Mar 41", "G6", "E8"]]
    ground = re.search('id="ground".*?</div>', html, re.DOTALL)[0]
    assert ground.count("<svg") == 1, "the ground is drawn once where it is the same"
    assert html.count("Allied 4, 4/1 Ind, Mar 41") > 1
    assert html.count("<script") == 2


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_the_map_of_the_page_shows_the_way_and_leads_to_the_row_and_back(game, changed, tmp_path):
    file = tmp_path / "diff.html"
    other = changed(
        (OOB, "mar41: G6}", "mar41: E8}"), ("map.yaml", "{row: E, west: cccccccccc", "{row: E, west: cccrcccccc")
    )
    file.write_text(diff_html(compare(state_of(str(game)), state_of(str(other)))))
    page = chromium.Page()
    try:
        page.open(file)
        titles = page.js("[...document.querySelectorAll('#board .all title')].map((each) => each.textContent)")
        for one in ("G6, was here", "E8, stands here", "Allied 4, 4/1 Ind, Mar 41: G6 → E8", "Hex E4: is Rough"):
            assert any(one in title for title in titles), "where it was, where it is, the way, the ground"
        seen = "[...document.querySelectorAll('.counters .{}')].map((g) => getComputedStyle(g).visibility)[0]"
        shown = "document.getElementById('{}').click()"
        assert [page.js(seen.format(each)) for each in ("all", "first", "then")] == ["visible", "hidden", "hidden"]
        page.js(shown.format("only-before"))
        assert [page.js(seen.format(each)) for each in ("all", "first", "then")] == ["hidden", "visible", "hidden"]
        page.js("document.querySelector(\"a[href^='#map-']\").click()")
        anchor = page.js("document.querySelector('.moves a.lit').getAttribute('href')")
        assert page.js(f"document.querySelector('{anchor}').textContent").startswith("Allied 4")
        assert page.errors == []
        assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []
    finally:
        page.close()


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_without_scripts_the_ground_fills_its_window(game, changed, tmp_path):
    file = tmp_path / "diff.html"
    file.write_text(diff_html(compare(state_of(str(game)), state_of(str(changed((OOB, "mar41: G6}", "mar41: E8}")))))))
    page = chromium.Page()
    try:
        page.ask("Emulation.setScriptExecutionDisabled", value=True)
        page.open(file)
        size = "(([each]) => [each.clientWidth, each.clientHeight])(document.querySelectorAll('{}'))"
        assert page.js(size.format("#ground")) == page.js(size.format("#board"))
    finally:
        page.close()


def test_a_page_whose_script_was_not_built_is_refused_before_anything_is_compared(game, monkeypatch, capsys):
    monkeypatch.setattr("scenario_forge.reports.html.files", lambda _package: game)
    out = game.parent / "page.html"
    assert run(["diff", "skirmish+none", "skirmish+all", "--format", "html", "-o", str(out)]) == 2
    assert "make demo" in capsys.readouterr().err
    assert not out.exists()


def test_hexes_that_have_changed_are_marked_on_the_map(game, changed):
    other = changed(("map.yaml", "{row: E, west: cccccccccc", "{row: E, west: cccrcccccc"))
    html = diff_html(compare(state_of(str(game)), state_of(str(other))))
    assert "Hex E4: is Rough, not Clear" in html
    assert "in " + str(other) in html.replace("<bdi>", ""), "two folders of one title are told apart"


def test_the_exit_code_says_whether_anything_is_another_if_asked(game):
    assert run(["diff", "skirmish+none", "skirmish+all", "--exit-code"]) == 1
    assert run(["diff", "skirmish", "skirmish", "--exit-code"]) == 0
    assert run(["diff", "skirmish+none", "skirmish+all"]) == 0


def test_what_is_written_is_never_replaced_without_force(game, capsys):
    out = game.parent / "d.html"
    out.write_text("mine")
    assert run(["diff", "skirmish+none", "skirmish+all", "--format", "html", "-o", str(out)]) == 2
    assert out.read_text() == "mine"
    assert run(["diff", "skirmish+none", "skirmish+all", "--format", "html", "-o", str(out), "--force"]) == 0
    assert "mine" not in out.read_text()[:4]


def test_json_has_the_same_changes(game, capsys):
    assert run(["diff", "skirmish+none", "skirmish+all", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [change["was"] for change in data["changes"]] == ["Thaw"]


def test_trees_are_compared_by_key():
    one = compose("units:\n  - {no: 1, x: 1}\n  - {no: 2, x: 2}\nflags: [a, b]\n", "a")[0]
    other = compose("units:\n  - {no: 2, x: 3}\n  - {no: 1, x: 1}\nflags: [a, c]\n", "b")[0]
    found = [(each.steps, each.was, each.now) for each in differences(one, other)]
    assert found == [(("units", "2", "x"), 2, 3), (("flags", "2"), "b", "c")]


def test_an_item_with_another_name_is_not_a_new_one():
    one = compose("events:\n  - {date: 1/41, what: snow}\n  - {date: 2/41, what: rain}\n", "a")[0]
    other = compose("events:\n  - {date: 1-2/41, what: snow}\n  - {date: 2/41, what: rain}\n", "b")[0]
    assert [(each.steps, each.was, each.now) for each in differences(one, other)] == [
        (("events", "1/41", "date"), "1/41", "1-2/41")
    ]

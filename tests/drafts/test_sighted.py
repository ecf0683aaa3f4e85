"""Who was seen is there in a draft, with the source; others follow, and nobody is farther than it can march."""

from __future__ import annotations

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest, dossier_dates
from scenario_forge.drafts.dossier_candidates import add_sighted
from scenario_forge.drafts.dossier_rows import subjects
from scenario_forge.drafts.marches import Marches
from scenario_forge.drafts.methods import draft_sides
from scenario_forge.drafts.questions import questions, rows_of_drafts
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.set_up_card import set_up_card
from tests.as_printed import load_as_printed
from tests.drafts.conftest import SKIRMISH
from tests.drafts.test_evidence import sighted

HISTORY = "source: history, page: 160"


def drafted(*rows, date="5/41", origin="start"):
    """Both sides of the small game on a date, by unit."""
    game = sighted(*rows)
    return {
        row.unit.key: row for draft in draft_sides(game, dossier_dates(game, date), origin)[0] for row in draft.rows
    }


def text_of(*rows, start="5/41", origin="start"):
    return new_scenario(sighted(*rows), ScenarioRequest("may", start, "8/41"), origin).text


def test_a_certain_sighting_fixes_the_row_and_its_comment_cites_the_page():
    seen = f"side: allied, unit: 4, date: 5/41, at: E7, {HISTORY}"
    (row,) = [line for line in text_of(seen).splitlines() if "name: 4/1 Ind" in line]
    assert "at: E7}" in row
    assert row.endswith("seen at E7, 5/41 (Official history, p. 160)")
    (other,) = [line for line in text_of().splitlines() if "name: 4/1 Ind" in line]
    assert "E7" not in other


def test_a_sighting_of_another_time_does_not_fix_the_row():
    row = drafted(f"side: allied, unit: 4, date: 6/41, at: E7, {HISTORY}")["allied", 4]
    assert row.token.place != "E7"


def test_the_span_of_a_sighting_counts_to_its_ends():
    seen = "side: allied, unit: 4, from: 4/41, to: 5/41, at: E7"
    assert [drafted(seen, date=date)["allied", 4].token.place == "E7" for date in ("4/41", "5/41", "6/41")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("sure", ["likely", "perhaps"])
def test_a_sighting_that_is_not_certain_is_a_candidate(sure):
    row = drafted(f"side: allied, unit: 4, date: 5/41, at: E7, sure: {sure}")["allied", 4]
    assert (row.token.place, row.open) == ("E7", True)
    assert row.why[-1].startswith(f"{sure} seen at E7")


def test_a_certain_sighting_of_a_formation_places_its_units_that_are_there():
    rows = drafted("side: allied, formation: 2 Ind, date: 5/41, at: E7")
    there = [key for key in (("allied", 5), ("allied", 6), ("allied", 7)) if rows[key].token.place == "E7"]
    assert len(there) >= 2
    assert not any(rows[key].open for key in there)


def test_a_unit_is_not_where_it_certainly_was_not():
    before = drafted()["allied", 4]
    row = drafted(f"side: allied, unit: 4, date: 5/41, not_at: {before.token.place}, {HISTORY}")["allied", 4]
    assert row.token.place != before.token.place
    assert row.open
    assert f"not at {before.token.place}, 5/41 (Official history, p. 160)" in row.why


def test_a_strength_at_the_date_goes_into_the_cell():
    counter = next(unit for unit in forces(sighted()).units() if unit.key == ("allied", 4)).counter.counter
    row = drafted("side: allied, unit: 4, date: 5/41, at: E7, strength: 1")["allied", 4]
    assert counter.strength > 1
    assert row.token.strength == 1
    half = drafted("side: allied, unit: 4, date: 5/41, at: E7, share: 50")["allied", 4]
    assert half.token.strength == round(counter.strength / 2)


def test_a_unit_that_has_not_arrived_stays_away_and_its_row_says_what_is_against_it():
    row = drafted("side: axis, unit: 8, date: 2/41, at: C3", date="2/41")["axis", 8]
    assert row.token.kind == "absent"
    assert row.why[-1].startswith("against it seen at C3")


def test_who_was_not_seen_stays_beside_the_unit_of_its_formation_that_was():
    before, after = drafted(), drafted("side: allied, unit: 5, date: 5/41, at: FF5")
    grid = hex_map(sighted()).grid
    there = [rows["allied", 6].hex for rows in (before, after)]
    goal = grid.parse("FF5")
    assert distance(grid, there[1], goal) <= 3 < distance(grid, there[0], goal)
    assert after["allied", 6].open
    assert any("5/2 Ind" in why for why in after["allied", 6].why)


def test_companions_of_the_printed_starts_are_followed_though_of_another_formation():
    """1 and 2 Arm Brig stand in one hex at both starts."""
    at = drafted("side: allied, unit: 1, date: 5/41, at: FF9")
    assert at["allied", 2].token.place == "FF9"
    assert at["allied", 2].open
    assert at["allied", 2].why[-2].startswith("beside 1 Arm Brig, seen at FF9, 5/41")


def test_a_stranger_or_an_enemy_that_was_seen_elsewhere_moves_nobody():
    """The Raiders come later than both starts."""
    before = drafted(date="6/41")
    for seen in ("side: allied, unit: 8, date: 6/41, at: FF9", "side: axis, unit: 3, date: 6/41, at: FF9"):
        after = drafted(seen, date="6/41")
        assert [after["allied", no].hex for no in (1, 2, 4)] == [before["allied", no].hex for no in (1, 2, 4)]


def test_those_who_were_seen_at_their_drafted_place_keep_a_companion_there():
    """One that was seen elsewhere does not outweigh the draft and two that confirm it."""
    before = drafted()["allied", 2]
    confirmed = [f"side: allied, unit: {no}, date: 5/41, at: {drafted()['allied', no].token.place}" for no in (4, 5, 6)]
    after = drafted("side: allied, unit: 1, date: 5/41, at: FF9", *confirmed)["allied", 2]
    assert after.hex == before.hex


def test_a_mark_on_the_row_goes_with_the_unit_to_where_it_was_seen():
    assert drafted()["allied", 5].token.in_works
    row = drafted("side: allied, unit: 5, date: 5/41, at: EE5")["allied", 5]
    assert (row.token.place, row.token.in_works) == ("EE5", True)
    assert not drafted("side: allied, unit: 4, date: 5/41, at: EE5")["allied", 4].token.in_works


def test_without_a_sighting_too_nobody_is_farther_from_a_printed_start_than_it_can_march():
    """In the second half of the turn of a start its second side has not moved yet: March's places are too far."""
    dates = dossier_dates(sighted(), "12/40", "axis")
    rows = {row.unit.key: row for draft in draft_sides(sighted(), dates, "mar41")[0] for row in draft.rows}
    row = rows["axis", 3]
    assert (row.token.place, row.open) == ("G7", True)  # the Allies are drafted in G6
    assert "G6 in Dec 40: no farther than it can march" in row.why
    moved = rows["allied", 4]
    assert moved.token.place == "G6"
    assert not any("march" in why for why in moved.why)


def test_a_draft_without_sightings_of_units_is_as_it_was():
    assert text_of("place: Marsa Akra, held: allied, date: 5/41") == text_of()


def marching(game, key, start, turns):
    linked = hex_map(game)
    unit = next(unit for unit in forces(game).units() if unit.key == key)
    return Marches(game, linked).within(unit, linked.grid.parse(start), turns)


def test_a_guess_is_no_farther_from_a_sighting_than_the_unit_can_march():
    def row(seen):
        text = f"basis: proposed\nsightings:\n  - {{side: empire, unit: 10, date: 2/3/41, at: {seen}}}\n"
        game = load_as_printed("massawa", "all", files={"sightings.yaml": text})
        made = draft_sides(game, dossier_dates(game, "16/3/41"), "mar41")[0]
        return next(row for draft in made for row in draft.rows if row.unit.key == ("empire", 10))

    reach = marching(load_as_printed("massawa", "all"), ("empire", 10), "A20", 1)
    here = hex_map(load_as_printed("massawa", "all")).grid.parse("J13")
    assert here not in reach
    far, near = row("A20"), row("J13")
    assert far.hex in reach
    assert any("no farther than it can march" in why for why in far.why)
    assert near.hex == here
    assert not any("march" in why for why in near.why)


def test_a_dossier_tells_sightings_and_puts_their_places_first():
    seen = "side: allied, unit: 4, date: 5/41, at: E7, sure: likely, source: history, page: 160"
    game = sighted(seen, "side: allied, unit: 4, date: 3/41, at: G6", "side: allied, unit: 4, date: 7/41, at: E5")
    dates = dossier_dates(game, "5/41")
    drafted_, ground, *_rest = draft_sides(game, dates, "start")
    found = subjects(game, dates, drafted_, ground)
    add_sighted(game, dates, found)
    (subject,) = [each for each in found if each.key == ("allied", 4)]
    assert subject.candidates[0].cell == "E7"
    assert subject.candidates[0].source == "Official history, p. 160"
    assert [each.partition(",")[0] for each in subject.sightings] == ["seen at G6", "likely seen at E7", "seen at E5"]


def test_a_candidate_that_is_ruled_out_is_gone():
    at = drafted()["allied", 4].token.place
    game = sighted(f"side: allied, unit: 4, date: 5/41, not_at: {at}")
    dates = dossier_dates(game, "5/41")
    drafted_, ground, *_rest = draft_sides(game, dates, "start")
    found = subjects(game, dates, drafted_, ground)
    add_sighted(game, dates, found)
    (subject,) = [each for each in found if each.key == ("allied", 4)]
    assert at not in [each.cell for each in subject.candidates]


# -- what to look up next --------------------------------------------------------------------------


def asked(game, date):
    dates = dossier_dates(game, date)
    made = draft_sides(game, dates, "start")[0]
    return questions(game, rows_of_drafts(game, dates, made))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "date"), [("desert-rats", "6/41"), ("knights-of-the-desert", "9/41"), ("massawa", "2/2/41")]
)
def test_questions_are_ranked_by_what_an_answer_settles_and_cover_every_open_row(name, date):
    game = load_game(name, "all")
    found = asked(game, date)
    dates = dossier_dates(game, date)
    rows = rows_of_drafts(game, dates, draft_sides(game, dates, "start")[0])
    assert {key for each in found for key in each.units} == {row.unit.key for row in rows if row.open}
    assert found == asked(load_game(name, "all"), date)
    assert all(each.fixes >= 1 for each in found)
    assert found[0].fixes == max(each.fixes for each in found)


def test_a_formation_is_asked_for_before_its_units_and_once():
    game = load_as_printed("desert-rats", "all")
    names = [each.name for each in asked(game, "6/41")]
    assert len(names) == len(set(names))
    assert any("/" not in name for name in names[:5])


def test_what_is_answered_is_asked_no_more():
    game = load_as_printed("desert-rats", "all")
    first = asked(game, "6/41")[0]
    rows = "".join(f"  - {{side: {side}, unit: {no}, date: 6/41, at: R30}}\n" for side, no in first.units)
    answered = load_as_printed("desert-rats", "all", files={"sightings.yaml": "basis: proposed\nsightings:\n" + rows})
    left = asked(answered, "6/41")
    assert {key for each in left for key in each.units}.isdisjoint(first.units)
    assert sum(each.fixes for each in left) < sum(each.fixes for each in asked(game, "6/41"))


def test_a_question_reads_as_one_asks_it():
    first = asked(load_as_printed("desert-rats", "all"), "6/41")[0]
    assert first.words("Jun 41") == f"where is {first.name} in Jun 41? fixes {first.fixes} rows"
    assert first.words("2 Mar 41").startswith(f"where is {first.name} on 2 Mar 41?")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["desert-rats", "knights-of-the-desert", "massawa"])
def test_a_start_sighted_as_printed_is_drafted_as_printed(name):
    """Every unit of the last start is seen there a turn later: nothing of the map is left to guess."""
    game = load_game(name, "all")
    track, grid = schedule(game), hex_map(game)
    mark = [mark for mark in track.starts.values() if mark.turn is not None][-1]
    date = track.calendar.text(mark.turn + 1)
    dates = dossier_dates(game, date)
    plain = {row.unit.key: row for draft in draft_sides(game, dates, "start")[0] for row in draft.rows}
    there = {key: row for key, row in plain.items() if row.hex is not None}
    lines = "".join(
        f'  - {{side: {side}, unit: {no}, date: "{date}", at: "{grid.name(row.hex)}"}}\n'
        for (side, no), row in there.items()
    )
    seen = load_game(name, "all", files={"sightings.yaml": "basis: proposed\nsightings:\n" + lines})
    rows = {row.unit.key: row for draft in draft_sides(seen, dates, "start")[0] for row in draft.rows}
    assert {key: rows[key].hex for key in there} == {key: row.hex for key, row in there.items()}
    assert not any(rows[key].open for key in there)
    assert not [each for each in check(seen) if each.code.id in ("SIG001", "SIG002", "SIG003", "SIG004")]


def test_a_decision_without_a_source_names_its_sighting():
    seen = "side: allied, unit: 4, date: 5/41, at: E7, sure: likely, source: history, page: 160"
    dossier = "basis: proposed\ngame: skirmish\ndate: 5/41\nfirst: allied\nrows:\n  - {side: allied, no: 4, at: E7%s}\n"
    files = {each.name: each.source.text for each in sighted(seen).files_of("sightings")}

    def row(more):
        game = load_game(SKIRMISH, files={**files, "dossiers/5-41.yaml": dossier % more})
        text = new_scenario(game, ScenarioRequest("may", "5/41", "8/41"), "start").text
        return next(line for line in text.splitlines() if "name: 4/1 Ind" in line)

    assert row("").endswith("decided: Official history, p. 160")
    assert row(", source: a map").endswith("decided: a map")


def test_a_set_up_card_lists_the_sightings_if_its_profile_asks_for_them():
    seen = f"side: allied, unit: 4, date: 5/41, at: E7, {HISTORY}"
    game = sighted(seen)
    made = new_scenario(game, ScenarioRequest("may", "5/41", "8/41"), "start").text
    files = {each.name: each.source.text for each in game.files_of("sightings")}
    game = load_game(SKIRMISH, files={**files, "scenarios/may.yaml": made})

    def titles(profile):
        brief = Brief(game, profile)
        data = set_up_card(plan(game, "may"), "allied", brief.words, Palette(profile), game)
        return {each["title"]: each.get("names") for each in data["sections"]}

    assert titles(Profile(sources=True))["Sources"] == "4 4/1 Ind: seen at E7, 5/41 (Official history, p. 160)"
    assert "Sources" not in titles(Profile())

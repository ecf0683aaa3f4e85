"""Sightings become evidence: whom each is about, in which game turns, and which rows make no sense."""

from __future__ import annotations

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.drafts.evidence import at_turn, evidence
from scenario_forge.game.schedule import schedule, span_of
from tests.drafts.conftest import SKIRMISH

PLACE = "marsa_akra"
HEAD = """\
basis: proposed
sources:
  - {id: diary, title: War diary}
  - {id: history, title: Official history, by: A. Writer, year: 1956}
sightings:
"""


def sighted(*rows, folder=SKIRMISH):
    """The small game with these sightings."""
    text = HEAD + "".join(f"  - {{{row}}}\n" for row in rows)
    return load_game(folder, files={"sightings.yaml": text if rows else text.replace("sightings:", "sightings: []")})


def codes(game):
    return [(each.code.id, each.span.line, each.message) for each in check(game)]


def test_a_sighting_of_a_unit_says_where_it_was_in_which_turns():
    (one,) = evidence(sighted("side: allied, unit: 4, date: 5/41, at: E8, source: history, page: 160"))
    turn = schedule(load_game(SKIRMISH)).find("5/41")
    assert (one.subject.units, one.claim, one.place, one.first, one.last) == ((("allied", 4),), "at", "E8", turn, turn)
    assert one.words == "seen at E8, 5/41 (Official history, p. 160)"
    assert one.covers(turn)
    assert not one.covers(turn + 1)


@pytest.mark.parametrize("unit", ["4", '"4"', "4/1 Ind", "4/1  ind"])
def test_a_unit_is_named_by_its_number_or_its_name(unit):
    (one,) = evidence(sighted(f"side: allied, unit: {unit}, date: 5/41, at: E8"))
    assert one.subject.units == (("allied", 4),)
    assert one.subject.cited == "Allied 4, 4/1 Ind"


def test_a_formation_stands_for_all_its_units():
    (one,) = evidence(sighted("side: allied, formation: 1 Ind, from: 4/41, to: 6/41, at: E8, sure: likely"))
    assert one.subject.units == (("allied", 3), ("allied", 4))
    assert (one.last - one.first, one.sure) == (2, "likely")
    assert one.words == "likely seen at E8, 4/41 to 6/41 (no source)"


def test_a_row_may_say_a_place_and_a_strength():
    found = evidence(
        sighted("side: allied, unit: 1, date: 12/2/41, not_at: E8, share: 50, source: diary, page: sheet 4")
    )
    assert [(each.claim, each.number) for each in found] == [("not_at", None), ("share", 50)]
    assert found[1].words == "at 50 % of its strength, 12/2/41 (War diary, sheet 4)"


def test_a_place_is_held_by_a_side():
    (one,) = evidence(sighted("place: Marsa Akra, held: axis, date: 2/41, source: diary"))
    assert (one.claim, one.value, one.subject.units, one.words) == (
        "held",
        "axis",
        (),
        "Marsa Akra held by axis, 2/41 (War diary)",
    )


def test_of_what_is_said_of_a_turn_the_surest_comes_first_and_the_unit_before_its_formation():
    game = sighted(
        "side: allied, formation: 1 Ind, date: 5/41, at: E6",
        "side: allied, unit: 4, date: 5/41, at: E7, sure: perhaps",
        "side: allied, unit: 4, date: 5/41, at: E8",
        "side: allied, unit: 4, date: 6/41, at: E5",
    )
    turn = schedule(game).find("5/41")
    assert [each.place for each in at_turn(evidence(game), turn, "at")["allied", 4]] == ["E8", "E6", "E7"]
    assert [each.place for each in at_turn(evidence(game), turn, "at")["allied", 3]] == ["E6"]


@pytest.mark.parametrize(
    ("game", "text", "first", "last"),
    [
        (SKIRMISH, "6/41", "6/41", "6/41"),
        (SKIRMISH, "12/6/41", "6/41", "6/41"),
        (SKIRMISH, "4-6/41", "4/41", "6/41"),
        (SKIRMISH, "25-27/6/41", "6/41", "6/41"),
        ("massawa", "20/1/41", "19/1/41", "19/1/41"),
        ("massawa", "2/41", "19/1/41", "16/2/41"),
        ("knights-of-the-desert", "4/41", "3/41", "3/41"),
        ("knights-of-the-desert", "4-5/41", "3/41", "5/41"),
    ],
)
def test_a_date_means_the_game_turns_in_which_its_days_lie(game, text, first, last):
    track = schedule(load_game(game))
    span = span_of(track, text)
    assert (track.calendar.text(span.first), track.calendar.text(span.last)) == (first, last)


@pytest.mark.parametrize(
    ("row", "code", "said"),
    [
        ("side: allied, unit: 99, date: 5/41, at: E8", "SIG001", "the order of battle has no such unit"),
        ("side: allied, unit: 3/1 Inf, date: 5/41, at: E8", "SIG001", "the order of battle has no such unit"),
        ("side: allied, formation: 9 Ind, date: 5/41, at: E8", "SIG001", "no unit is of such a formation"),
        ("unit: 4, date: 5/41, at: E8", "SIG001", "`side` says whose"),
        ("side: allied, date: 5/41, at: E8", "SIG001", "one of `unit`, `formation` and `place`"),
        ("side: allied, unit: 4, formation: 1 Ind, date: 5/41, at: E8", "SIG001", "one of `unit`"),
        ("side: allied, place: E8, held: allied, date: 5/41", "SIG001", "whose it was stands in `held`"),
        ("side: allied, unit: 4, at: E8", "SIG002", "neither `date` nor `from`, `to`"),
        ("side: allied, unit: 4, date: 5/41, from: 5/41, to: 6/41, at: E8", "SIG002", "a `date` and a stretch"),
        ("side: allied, unit: 4, from: 5/41, at: E8", "SIG002", "both `from` and `to`"),
        ("side: allied, unit: 4, from: 6/41, to: 5/41, at: E8", "SIG002", "it ends on 5/41, before it begins"),
        ("side: allied, unit: 4, date: 5/43, at: E8", "SIG002", "not on the track, which runs from 12/40 to 8/41"),
        ("side: allied, unit: 4, date: 31/6/41, at: E8", "SIG002", "not a day of that month"),
        ("side: allied, unit: 4, date: in May, at: E8", "SIG002", "`in May` is no date"),
        ("side: allied, unit: 4, date: 5/41", "SIG003", "it says nothing"),
        ("side: allied, unit: 4, date: 5/41, at: E8, not_at: E7", "SIG003", "both `at` and `not_at`"),
        ("side: allied, unit: 4, date: 5/41, strength: 3, share: 50", "SIG003", "both `strength` and `share`"),
        ("side: allied, formation: 1 Ind, date: 5/41, strength: 3", "SIG003", "in percent"),
        ("side: allied, unit: 4, date: 5/41, held: axis", "SIG003", "is said of a `place`"),
        ("place: E8, date: 5/41, at: E8, held: axis", "SIG003", "only `held` can be said"),
        ("side: allied, unit: 4, date: 5/41, at: G9", "SIG004", "G9 is sea"),
        ("place: G9, date: 5/41, held: axis", "SIG004", "G9 is sea"),
        ("side: allied, unit: 4, date: 5/41, at: Camp", "SIG004", "a box of the enemy"),
        ("side: allied, unit: 4, date: 5/41, at: ZZ99", "REF001", "ZZ99"),
        ("side: alied, unit: 4, date: 5/41, at: E8", "REF001", "alied"),
        ("side: allied, unit: 4, date: 5/41, at: E8, source: diery", "REF001", "diery"),
        ("side: allied, unit: 4, date: 5/41, at: E8, sure: surely", "SCH004", "surely"),
    ],
)
def test_a_row_that_makes_no_sense_is_a_finding_in_its_line_and_no_evidence(row, code, said):
    game = sighted("side: allied, unit: 1, date: 5/41, at: E8", row)
    ((found, line, message),) = codes(game)
    assert (found, line) == (code, 7)
    assert said in message
    # an unknown source is no reason to forget what it says, and a word that is none makes the file unreadable
    assert len(evidence(game)) == {"diery": 2, "surely": 0}.get(said, 1)


def test_events_of_the_chronology_are_evidence_too():
    text = """basis: printed
columns: [{id: desert, label: Desert}]
events:
  - date: 10/11/40
    control: {marsa-akra: allied}
  - date: 5/41
    desert: a battle
    control: {marsa-akra: axis}
    fates:
      - {side: allied, formation: 1 Ind, fate: cut_off, at: Marsa Akra}
      - {side: axis, units: [1, 2], fate: destroyed}
    source: A. Writer, chapter 4
  - {date: 6/41, desert: nothing else}
"""
    game = load_game(SKIRMISH, files={"chronology.yaml": text.replace("marsa-akra", PLACE)})
    found = evidence(game)
    assert [(each.claim, each.value, each.place, each.first, each.lasting) for each in found] == [
        ("held", "allied", "Marsa Akra", -1, True),
        ("held", "axis", "Marsa Akra", 5, True),
        ("fate", "cut_off", "Marsa Akra", 5, True),
        ("fate", "destroyed", "", 5, True),
    ]
    assert [each.subject.units for each in found[2:]] == [(("allied", 3), ("allied", 4)), (("axis", 1), ("axis", 2))]
    assert found[2].words == "cut off at Marsa Akra, 5/41 (A. Writer, chapter 4)"


def test_two_sources_of_one_id_are_a_finding():
    text = HEAD.replace("id: history", "id: diary") + "  - {side: allied, unit: 1, date: 5/41, at: E8}\n"
    ((code, line, _message),) = codes(load_game(SKIRMISH, files={"sightings.yaml": text}))
    assert (code, line) == ("SCH029", 4)


def test_two_units_of_one_name_are_told_apart_by_number():
    charts = (SKIRMISH / "orders-of-battle/allied.yaml").read_text().replace("4/1 Ind, ", "3/1 Ind, ")
    counters = (SKIRMISH / "counters.yaml").read_text().replace("4/1 Ind", "3/1 Ind")
    files = {"orders-of-battle/allied.yaml": charts, "counters.yaml": counters}
    text = HEAD + "  - {side: allied, unit: 3/1 Ind, date: 5/41, at: E8}\n"
    found = codes(load_game(SKIRMISH, files={**files, "sightings.yaml": text}))
    assert ("SIG001", 6, "Allied 3/1 Ind: units 3 and 4 are called so; write a number") in found
    (one,) = evidence(load_game(SKIRMISH, files={**files, "sightings.yaml": text.replace("unit: 3/1 Ind", "unit: 4")}))
    assert one.subject.units == (("allied", 4),)


# -- sightings against each other and against the order of battle ----------------------------------


def warned(*rows, folder=SKIRMISH):
    return [(each.code.id, each.message) for each in check(sighted(*rows, folder=folder)) if each.code.id > "SIG004"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("unit: 7, date: 4/41, at: E8", "Allied 7, 7/2 Ind is seen at E8 on 4/41, but arrives 5/41"),
        ("unit: 7, date: 5/41, at: E8", ""),
        ("unit: 7, from: 4/41, to: 5/41, at: E8", ""),
        ("unit: 3, date: 1/41, at: E8", ""),
        ("unit: 3, date: 2/41, at: E8", "Allied 3, 3/1 Ind is seen at E8 on 2/41, but left 1/41"),
        ("unit: 3, date: 4/41, at: E8", ""),
        ("unit: 3, date: 7/41, at: E8", "Allied 3, 3/1 Ind is seen at E8 on 7/41, but left 6/41"),
        ("unit: 3, date: 7/41, not_at: E8", ""),
        ("unit: 3, date: 7/41, strength: 1", "Allied 3, 3/1 Ind has a strength on 7/41, but left 6/41"),
        ("formation: 1 Ind, date: 7/41, at: E8", ""),
        ("formation: 2 Ind, date: 1/41, at: E8", "Allied 2 Ind is seen at E8 on 1/41, but Allied 5 arrives 2/41"),
    ],
)
def test_a_sighting_of_a_unit_that_is_not_there_is_a_finding(row, said):
    assert warned(f"side: allied, {row}") == ([("SIG005", said)] if said else [])


def test_a_destroyed_unit_is_seen_no_more():
    row = "side: axis, unit: 1, date: {}, at: F9"
    assert warned(row.format("3/41")) == [
        ("SIG005", "Axis 1, 1 Coast is seen at F9 on 3/41, but is eliminated at the start of Mar 41")
    ]
    assert warned(row.format("2/41")) == []


def test_a_fate_of_the_chronology_ends_a_career_and_another_begins_it_again():
    head = "basis: proposed\ncolumns: [{id: desert, label: Desert}]\nevents:\n"
    fates = "  - {{date: {}, desert: x, fates: [{{side: allied, units: [4], fate: {}}}], source: y}}\n"
    row = HEAD + "  - {side: allied, unit: 4, date: 6/41, at: E8}\n"

    def found(*events):
        text = head + "".join(fates.format(*event) for event in events)
        game = load_game(SKIRMISH, files={"sightings.yaml": row, "chronology.yaml": text})
        return [each.message for each in check(game) if each.code.id == "SIG005"]

    assert found(("4/41", "destroyed")) == ["Allied 4, 4/1 Ind is seen at E8 on 6/41, but was destroyed 4/41"]
    assert found(("4/41", "destroyed"), ("5/41", "refitted")) == []
    assert found(("7/41", "destroyed")) == []
    assert found(("4/41", "cut_off")) == []


def test_two_places_that_no_march_joins_are_a_finding_with_the_march():
    rows = [f"side: axis, unit: 2, date: 1/41, at: {place}" for place in ("G3", "AA10")]
    (found,) = [each for each in check(sighted(*rows)) if each.code.id == "SIG007"]
    assert "cannot have marched from G3 (1/41) to AA10 (1/41) in 1 move: the shortest march costs" in found.message
    assert "2 moves" in found.message
    (note,) = [each for each in found.notes if "shortest" in str(each)]
    assert str(note).split(": ")[1].split()[0] == "G3"
    assert str(note).split()[-1].startswith("AA10")
    assert (found.span.line, found.labels[0].span.line) == (7, 6)


def test_time_a_doubt_or_a_stay_elsewhere_explains_two_places():
    far = "side: axis, unit: 2, date: {}, at: {}"
    assert warned(far.format("1/41", "G3"), far.format("2/41", "AA10")) == []
    assert warned(far.format("1/41", "G3"), far.format("1/41", "AA10, sure: likely")) == []
    away = "side: allied, unit: 3, date: {}, at: {}"
    assert warned(away.format("1/41", "G3"), away.format("4/41", "AA10")) == []


def test_a_strength_needs_a_counter_and_replacements():
    row = "side: allied, unit: 4, date: {}, strength: {}"
    (full,) = [each for each in warned(row.format("6/41", 40)) if each[0] == "SIG006"]
    assert full[1].startswith("Allied 4, 4/1 Ind has strength 40, and its counter ")
    (risen,) = warned(row.format("2/41", 1), row.format("3/41", 3))
    assert risen == (
        "SIG008",
        "Allied 4, 4/1 Ind rises from 1 to 3 between 2/41 and 3/41, and the track gives its side no replacement point",
    )
    assert warned(row.format("2/41", 3), row.format("3/41", 1)) == []
    assert warned(row.format("2/41", 1), row.format("8/41", 3)) == []

"""What a reader asks of a leaflet: which books, who won, where it is, who is away, how to win, what is ours."""

from __future__ import annotations

import re
from functools import cache

import pytest

from scenario_forge.api import load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief, words_of
from scenario_forge.printing.charts.winning import control, entries, how_to_win, scored_hexes
from scenario_forge.printing.citations import citations
from scenario_forge.printing.leaflet import jobs, leaflet, marked_once
from scenario_forge.printing.map.both_sides import maps_of_both_sides
from scenario_forge.printing.set_up_card import set_up_card

FILE = "scenarios/try.yaml"
DATES = {
    "desert-rats": ("6/41", "12/41"),
    "knights-of-the-desert": ("9/41", "3/42"),
    "massawa": ("16/2/41", "16/3/41"),
}
SIDES = ("empire", "italy")
SOURCES = """\
basis: proposed
sources:
  - {id: playfair2, title: "The Mediterranean and Middle East, vol. II", by: I. S. O. Playfair and others, year: 1956}
  - {id: long, title: To Benghazi, by: G. Long, year: 1952}
"""
SIGHTINGS = f"""{SOURCES}\
sightings:
  - {{side: allied, unit: 14, date: 6/41, at: RR15, source: playfair2, page: 160}}
  - {{side: allied, unit: 15, date: 6/41, at: RR15, source: playfair2, page: 171}}
  - {{side: allied, unit: 9, date: 1/41, at: RR15, source: long, page: 7}}
  - {{side: axis, unit: 15, date: 9/41, at: RR15, source: long, page: 9}}
  - {{place: Bardia, held: axis, date: 6/41, source: playfair2}}
"""
DOSSIER = """\
basis: proposed
game: desert-rats
date: 6/41
first: allied
rows:
  - {side: allied, no: 5, at: QQ3, source: "Playfair II, p. 165"}
  - {side: allied, no: 6, at: QQ3, source: "Playfair, The Mediterranean and Middle East, vol. II"}
  - {side: allied, no: 11, at: LL3}
  - {side: allied, no: 12, at: T29, source: Our own reading}
"""
RESULTS = """\
results:
  - {scenario: try, date: "2026-11-02", winner: axis, score: {allied: 12, axis: 31}, players: {allied: Anna, axis: Ben}}
  - {scenario: try, date: "2026-11-14", note: Tobruk fell in August.}
  - {scenario: crusader, date: "2026-11-15", winner: allied}
"""


@cache
def drafted(name, own=""):
    """A game with a draft of a new date, and with these lines at the end of its file; without evidence of its own."""
    start, stop = DATES[name]
    game = load_game(name)
    files = {"sightings.yaml": SOURCES}
    if name == "desert-rats":
        files |= {"sightings.yaml": SIGHTINGS, "dossiers/6-41.yaml": DOSSIER}
        files["playtest.yaml"] = game.read["playtest.yaml"].source.text + RESULTS
    before = load_game(name, game.errata, files)
    text = new_scenario(before, ScenarioRequest("try", start, stop)).text + own
    return load_game(name, game.errata, files | {FILE: text})


def planned(game):
    return plan(with_scenario(game, "try"), "try")


@cache
def data(name, **verdicts):
    game = drafted(name)
    return leaflet(Brief(game, verdicts=verdicts), planned(game))


def rows(name):
    return {row["source"]: row["who"] for row in data(name)["sources"]["rows"]}


# -- sources ---------------------------------------------------------------------------------------


def test_a_book_is_listed_once_under_its_full_title_with_what_rests_on_it():
    listed = rows("desert-rats")
    title = "I. S. O. Playfair and others, The Mediterranean and Middle East, vol. II (1956)"
    assert listed[title].startswith("pp. 165, 160, 171; Allied 5–6, 14–15; Bardia; facts of ")
    assert listed[title].endswith(" dates")  # they are counted
    assert [each for each in listed if "Playfair II" in each] == []


def test_facts_before_the_last_printed_start_and_sightings_far_off_are_no_sources():
    (book,) = (each for each in citations(drafted("desert-rats"), _scenario()) if "To Benghazi" in each.title)
    assert set(book.dates) == {"18/3/41", "21/3/41"}  # those of January and February come before March
    assert (book.pages, book.units) == ({}, {})


def test_facts_after_the_start_are_no_sources():
    days = [day for each in citations(drafted("desert-rats"), _scenario()) for day in each.dates]
    assert "6/41" in days
    assert not {"20/6/41", "7/41", "11/41"} & set(days)


def test_a_decision_without_a_source_is_our_own_reading_once():
    assert rows("desert-rats")["Our own reading"] == "2 units and markers"
    assert [*rows("desert-rats")][-1] == "Our own reading"


def test_the_remark_behind_a_short_title_is_no_source():
    titles = {each.title for each in citations(drafted("desert-rats"), _scenario())}
    assert "Maughan" in titles
    assert not any("Australian" in title or "Derna" in title for title in titles)


def _scenario():
    return scenarios(drafted("desert-rats")).scenarios["try"]


# -- how even it is --------------------------------------------------------------------------------


def test_results_of_people_come_before_the_verdict_of_the_computer():
    lines = data("desert-rats")["verdict"]["lines"]
    assert lines == [
        "2 games between people: Axis won 1, 1 drawn.",
        "2026-11-14: drawn. Tobruk fell in August.",
        "2026-11-02: Axis won; Allied 12, Axis 31; Anna (Allied), Ben (Axis).",
    ]
    brief = Brief(drafted("desert-rats"), verdicts={"try": ["Played."]})
    assert leaflet(brief, planned(brief.game))["verdict"]["lines"] == [*lines, "Played."]


# -- the map ---------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", DATES)
def test_the_map_names_every_place_that_is_set_up_entered_or_scored_with_its_number(name):
    made, plan_ = "".join(data(name)["maps"].values()), planned(drafted(name))
    linked = plan_.map
    there = {placed.entry.hex for placed in plan_.placed if plan_.in_play(placed.unit) and placed.entry}
    there |= {marker.entry.hex for marker in plan_.markers}
    there |= scored_hexes(plan_) | {at for side in plan_.forces.sides for at in entries(plan_, side).values()}
    names = {place.name: at for place, at, _where in linked.places.values() if at in there and at is not None}
    assert names
    for place, at in names.items():
        assert f">{place}</text>" in made, place
        assert f">{linked.name(at)}</text>" in made, place


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("desert-rats", {"Tobruk", "Halfaya Pass", "Benghazi", "El Agheila", "Cairo", "Alexandria"}),
        ("knights-of-the-desert", {"Benghazi", "Bardia", "Matruh", "Tobruk", "Alexandria", "El Agheila"}),
        ("massawa", {"Keren", "Asmara", "Massawa", "Kassala"}),
    ],
)
def test_places_are_scored_by_rows_of_every_kind(name, places):
    linked, scored = hex_map(drafted(name)), scored_hexes(planned(drafted(name)))
    assert {linked.places[place][1] for place in places} <= scored


def test_the_sides_differ_without_colour_and_a_key_explains_hexes_without_a_number():
    made = data("massawa")
    marks = [each for each in re.findall("<path [^>]+>", made["maps"]["map"]) if 'id="hex-' in each]
    fills = {
        side: {re.search('fill="([^"]+)"', each)[1] for each in marks if f'class="{side}"' in each} for side in SIDES
    }
    assert fills == {"empire": {"#5C6428"}, "italy": {"#FFFFFF"}}
    assert [item["sign"] for item in made["key"]] == ["filled", "ringed", "empty", "front", "line", "line", "line"]
    assert made["key"][2]["text"] == "without a number: markers alone"
    assert made["key"][3]["text"] == "front: an illustration, no rule"
    assert [item["text"] for item in made["key"][4:]] == ["Road", "Track", "Frontier"]


def test_a_wide_map_has_a_second_one_of_where_the_sides_meet():
    maps = data("desert-rats")["maps"]
    assert [*maps] == ["map", "detail"]
    assert 'class="inset"' in maps["map"]
    assert 'class="count"' in maps["detail"]
    assert 'class="count"' not in maps["map"]
    assert ">Tobruk</text>" in maps["detail"]
    assert ">Cairo</text>" in maps["map"]
    assert [*data("massawa")["maps"]] == ["map"]


def test_many_names_outside_the_second_map_have_room_in_the_first():
    game = drafted("desert-rats")
    brief, plan_ = Brief(game), planned(game)
    every = {at for _place, at, _where in plan_.map.places.values() if at is not None}
    few, many = (maps_of_both_sides(brief, plan_, places) for places in (scored_hexes(plan_), every))
    assert width(many["map"]) > width(few["map"])
    assert width(many["detail"]) < width(few["detail"])


def width(drawing):
    return float(re.search(r'width="([0-9.]+)mm"', drawing)[1])


def test_hex_numbers_stand_along_the_rim():
    numbers = re.findall(r'class="number"[^>]*>([^<]+)<', data("massawa")["maps"]["map"])
    assert {"L1", "K1", "L20", "A20"} <= set(numbers)


# -- the set-ups -----------------------------------------------------------------------------------


def test_units_that_are_away_have_their_name_and_size():
    allied, axis = data("desert-rats")["sides"]
    gone = next(each for each in axis["sections"] if each["title"] == "Eliminated, may not be rebuilt")
    assert gone["units"][0] == {"no": 1, "name": "1 Libyan", "size": "XX"}
    later = next(each for each in allied["sections"] if each["title"] == "Not in this scenario")
    assert all(unit["name"] and unit["size"] for unit in later["units"])


def test_reinforcements_say_where_they_enter():
    def note(name, side):
        sections = data(name)["sides"][side]["sections"]
        return next(each["note"] for each in sections if each["title"] == "Reinforcements")

    other = "or at any other supply centre that the side then controls."
    assert note("desert-rats", 0).startswith(
        "They enter at Tobruk (T30), Mersa Matruh (RR15), Alexandria (SS32) or Cairo"
    )
    assert note("desert-rats", 1).startswith("They enter at Tripolitania, El Agheila (D3)")
    assert note("desert-rats", 1).endswith(other)
    assert note("knights-of-the-desert", 0) == "They enter at Alexandria (3408)."
    assert note("massawa", 0) == f"They enter at Suakin, Kassala (E1), Barentu (C8) or Agordat (F9), {other}"


def test_it_says_that_nobody_sets_up_first_where_each_counter_has_its_place():
    assert data("massawa")["facts"][-1] == "Each counter has its place: set up in any order"


# -- how to win ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "desert-rats",
            (
                "Play ends after the Axis player turn of Dec 41. The points of Sep 41 and Dec 41 are added up. "
                "The side with more points wins; equal points are a draw. Play may end before, as said below."
            ),
        ),
        (
            "knights-of-the-desert",
            (
                "Play ends with Mar 42. The side with more points wins; equal points are a draw. "
                "Play may end before, as said below."
            ),
        ),
        (
            "massawa",
            (
                "Play ends after the Italian player turn of 16 Mar 41. The side with more points wins; equal points are "
                "a draw. Play may end before, as said below."
            ),
        ),
    ],
)
def test_how_to_win_is_a_sentence(name, said):
    assert data(name)["winning"]["paragraphs"] == [said]


def test_levels_say_which_lead_wins():
    game = load_game("knights-of-the-desert")
    said = how_to_win(plan(game, "tobruk-42"), words_of(game))
    assert said[1:3] == ["The Axis side wins if it leads by 250 points or more.", "Else the Allied side wins."]


def test_what_ends_the_game_at_once_is_told():
    (made,) = (each for each in data("massawa")["rules"] if each["title"] == "Ends the game at once")
    assert [(row["head"], row["figure"]) for row in made["rows"]] == [("Empire", "20 points"), ("Italian", "20 points")]
    assert made["rows"][1]["text"] == "Kassala held; looked at after each Empire player turn"
    assert made["notes"] == ["The side named wins at once; no other points count then."]


# -- the sign of what is ours ----------------------------------------------------------------------


WORDS = words_of(load_game("massawa"))


def lines(*marks):
    return [{"no": number, "name": "unit", "marks": mark} for number, mark in enumerate(marks, start=1)]


def section(*marks):
    return marked_once({"title": "Placed", "parts": [{"lines": lines(*marks)}]}, WORDS)


def test_the_sign_stands_once_for_a_list_where_every_line_has_it():
    made = section("°", "°", "°")
    assert made["note"] == "° every line"
    assert [line["marks"] for line in made["parts"][0]["lines"]] == ["", "", ""]


def test_the_few_lines_without_the_sign_are_named_and_others_signs_stay():
    made = section("°", "°", "°", "°", "°", "°", "", "§")
    assert made["note"] == "° every line but 7, 8"
    assert made["parts"][0]["lines"][7]["marks"] == "§"


@pytest.mark.parametrize("marks", [("°",), ("°", "°", ""), ("", "", "")])
def test_a_list_with_few_signs_keeps_them(marks):
    made = section(*marks)
    assert made["note"] == ""
    assert tuple(line["marks"] for line in made["parts"][0]["lines"]) == marks


def test_the_paper_says_it_all_and_explains_the_sign_once(text_of):
    game = drafted("massawa")
    (job,) = jobs(Brief(game), ["try"])
    text = " ".join(text_of(job.make().pdf).split())
    assert text.count("° ours: the printed game does not give it.") == len(re.findall(r"page \d of", text)) == 2
    for said in (
        "How to win Play ends after the Italian player turn of 16 Mar 41.",
        "They enter at Suakin, Kassala (E1), Barentu (C8) or Agordat (F9)",
        "without a number: markers alone",
        "° every line",
        "Playfair I",
    ):
        assert said in text, said
    assert text.count("°") < 16


# -- rows of its own, turns, and who controls what -------------------------------------------------


def test_rows_that_replace_printed_ones_say_so_and_these_are_not_listed():
    game = load_game("massawa")
    made = leaflet(Brief(game), plan(with_scenario(game, "dongolaas"), "dongolaas"))["rules"]
    (own,) = (each for each in made if each["title"] == "Scored after the turn of 30 Mar 41, here only")
    assert "These rows replace the printed ones of 30 Mar 41." in own["notes"]
    assert "Not scored in this scenario" not in [each["title"] for each in made]


def test_a_sudden_victory_says_who_wins():
    (made,) = (each for each in data("knights-of-the-desert")["rules"] if each["title"] == "Ends the game at once")
    assert made["notes"] == ["The side named wins at once, whatever the points."]


@pytest.mark.parametrize(
    ("name", "length"),
    [("desert-rats", "1 month"), ("knights-of-the-desert", "2 months"), ("massawa", "2 weeks")],
)
def test_it_says_how_long_a_game_turn_is(name, length):
    assert f"a game turn is {length}" in data(name)["facts"]


def test_places_that_are_scored_are_controlled_by_a_side_or_by_nobody():
    plan_ = planned(drafted("massawa"))
    held = control(plan_, scored_hexes(plan_))
    assert scored_hexes(plan_) <= {each.hex for own in held.values() for each in own}
    sections = [section for side in data("massawa")["sides"] for section in side["sections"]]
    named = "".join(each["names"] for each in sections if each["title"] == "Controlled at the start")
    assert "Kassala (E1)" in named
    assert "Massawa (F18)" in named


# -- what the cards of our own dates say of the start ----------------------------------------------


def card(game, scenario, side):
    planned = plan(with_scenario(game, scenario), scenario)
    return set_up_card(planned, side, words_of(game), None, game)


def row_texts(section):
    return {(row["head"], row["text"]): row["figure"] for row in section["rows"]}


@pytest.fixture(scope="module")
def knights():
    return load_game("knights-of-the-desert", "all")


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_changed_values_are_in_the_words_of_the_card_and_said_once(knights, side):
    sections = {each["title"]: each for each in card(knights, "gazala", side)["sections"]}
    changed = row_texts(sections["Changed in this scenario only"])
    assert changed == {
        ("", "Fort, 1511 Gazala"): "4 instead of nothing",
        ("", "Fort, 1509 Bir Hacheim"): "4 instead of nothing",
    }, "air points stand below the other values of the start"
    assert ("Air points", {"axis": "15", "allied": "18"}[side]) in row_texts(sections["Also write down at the start"])


@pytest.mark.parametrize(("scenario", "printed"), [("gazala", False), ("tobruk-41", True)])
def test_who_held_the_towns_follows_the_scenario(knights, scenario, printed):
    sections = {each["title"]: each for each in card(knights, scenario, "allied")["sections"]}
    heads = [head for head, _text in row_texts(sections["Also write down at the start"])]
    assert ("Towns" in heads) is printed
    assert ("Controlled at the start" in sections) is not printed


def test_one_date_is_said_once():
    game = load_game("massawa", "all")
    name = "scenarios/last-battle.yaml"
    text = re.sub(r"^dates:.*\n", "", game.read[name].source.text, flags=re.MULTILINE)
    game = load_game("massawa", "all", files={name: text})
    assert card(game, "last-battle", "italy")["dates"] == "30 Mar 41"
    assert " – " in card(game, "eritrea", "italy")["dates"]


@pytest.mark.parametrize(("errata", "said"), [(True, "all"), (False, "none")])
def test_a_game_without_errata_has_none_applied(errata, said):
    game = load_game("desert-rats" if errata else "massawa", "all")
    side = next(iter(game.side_names))
    scenario = next(iter(scenarios(game).scenarios))
    assert card(game, scenario, side)["errata"].startswith(f"errata: {said} v")

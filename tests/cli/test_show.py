"""`forge show`: finds things by any of their names, and says all that is known, with sources."""

from __future__ import annotations

import pytest

from scenario_forge.api import load_game
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge import look_up
from scenario_forge.game.knowledge.clauses import all_clauses
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.statements import statements


def section(card, heading):
    return [line.text for part in card.sections if part.heading == heading for line in part.lines]


@pytest.fixture
def ask(game):
    loaded = load_game(game)

    def answer(text):
        return look_up(loaded, text)

    return answer


@pytest.mark.parametrize("name", ["Allied 3", "allied/3", "allied 3", "3/1 Ind", "3/1 ind", "  Allied   3 "])
def test_a_unit_is_found_by_number_and_name(ask, name):
    assert ask(name).card.title == "Allied 3, 3/1 Ind"


def test_a_unit_is_found_by_a_part_of_its_name_that_no_other_has(ask):
    assert ask("raid").card.title == "Allied 8, Raiders"


def test_a_units_row_is_told_in_words_with_the_track_beside(ask):
    row = section(ask("Allied 3").card, "Order of battle")
    assert row[0].startswith("Dec 40: EE5 = in EE5")
    assert row[1] == "after Dec 40: W1/41 = leaves Jan 41"
    assert row[2].startswith("  Jan 41 on the time record track: ")
    assert "withdrawals" in row[2]
    assert "Mar 41: N = not in play" in row
    assert "after Mar 41: R4/41, W6/41 = arrives Apr 41; leaves Jun 41" in row


def test_a_units_state_is_told(ask):
    assert any(line.endswith("at strength 3") for line in section(ask("Allied 1").card, "Order of battle"))
    assert any("in a fortified box" in line for line in section(ask("Allied 5").card, "Order of battle"))


def test_who_shares_its_hex(ask):
    company = section(ask("Allied 1").card, "With it in its hex")
    assert company[0].endswith(": Allied 2 2 Arm Brig")
    assert any("Allied marker Supply" in line for line in section(ask("Allied 4").card, "With it in its hex"))


def test_every_line_of_a_counter_has_a_source(ask):
    lines = next(part.lines for part in ask("Allied 1").card.sections if part.heading == "Counter")
    assert all(line.source.startswith("counters.yaml:") for line in lines)
    assert any("strength" in line.text and "movement" in line.text for line in lines)


@pytest.mark.parametrize("name", ["EE5", "ee5"])
def test_a_hex_is_found_by_its_number(ask, name):
    card = ask(name).card
    assert card.title.startswith("Hex EE5")
    assert [line.partition(":")[0] for line in section(card, "Neighbours")] == ["E", "NE", "NW", "W", "SW", "SE"]
    assert [line for line in section(card, "At the start") if "Allied 3" in line]


def test_a_place_is_its_hex_with_what_is_printed_there(ask, game):
    loaded = load_game(game)

    place, hex_, _ = next(iter(hex_map(loaded).places.values()))
    card = ask(place.name).card
    assert card.title == ask(hex_map(loaded).name(hex_)).card.title
    assert place.name in section(card, "Places")[0]


def test_terrain_is_pointed_at_to_the_letter(game):
    loaded = load_game(game)

    grid = hex_map(loaded)
    letters = {kind.id: kind.letter for kind in grid.document.terrain}
    written = {grid.grid.find(each.hex) for each in grid.document.hexes}
    for hex_ in range(len(grid.grid)):
        if hex_ in written:
            continue
        span = next(
            part.lines[0].where.span
            for part in look_up(loaded, grid.name(hex_)).card.sections
            if part.heading == "Terrain"
        )
        line = loaded.files["map.yaml"].source.text.splitlines()[span.line - 1]
        assert line[span.column - 1 : span.end_column - 1] == letters[grid.terrain[hex_]]


def test_a_box_names_what_it_adjoins_and_who_is_in_it(ask, game):

    box = hex_map(load_game(game)).document.boxes[0]
    for name in (box.id, box.name):
        card = ask(name).card
        assert card.kind == "box"
        assert section(card, "Adjoins")


@pytest.mark.parametrize("date", ["4/41", "Apr 41", "apr 41", "April 1941"])
def test_a_turn_is_found_by_its_date(ask, date):
    card = ask(date).card
    assert card.title.endswith("Apr 41 (4/41)")
    assert [line.partition(":")[0] for line in section(card, "Time record track")] == ["Allied", "Axis"]
    assert "Allied 3 3/1 Ind: R4/41, W6/41" in section(card, "Arrivals")
    assert any("Thaw" in line for line in section(card, "Chronology"))


def test_a_turn_names_the_scenarios_that_pass_it(ask, game):

    for scenario in scenarios(load_game(game)).scenarios.values():
        shown = section(ask(scenario.start.date.turn).card, "Scenarios that pass it")
        assert any(line.startswith(f"{scenario.id}, ") for line in shown)
        assert ask(scenario.id).card.kind == "scenario"


def test_a_clause_shows_the_other_statements_of_its_quantities(ask, game):

    loaded = load_game(game)
    clause = next(c for c, _ in all_clauses(loaded) if any(len(statements(loaded)[q]) > 1 for q in c.states))
    stated = section(ask(clause.id).card, "What it states")
    quantity = next(q for q in clause.states if len(statements(loaded)[q]) > 1)
    first = next(n for n, line in enumerate(stated) if line.startswith(f"{quantity} = "))
    assert stated[first + 1].startswith("  also ")
    assert section(ask(clause.id).card, "What it says")[0] == clause.text


def test_a_rule_lists_its_clauses(ask, game):

    clause, _ = next(all_clauses(load_game(game)))
    card = ask(f"Rule {clause.rule}").card
    assert card.kind == "rule"
    assert f"{clause.id}  {clause.title}" in section(card, "Clauses")


def test_a_correction_is_told_and_only_when_it_is_applied(game):
    cards = {errata: look_up(load_game(game, errata), "4/41").card for errata in ("none", "official")}
    assert not any("rain" in line for line in section(cards["none"], "Chronology"))
    assert any("Thaw and rain" in line for line in section(cards["official"], "Chronology"))
    assert section(cards["none"], "Corrections") == []
    assert section(cards["official"], "Corrections") == ["SK-001: printed Thaw, corrected Thaw and rain; it rained"]


def test_several_candidates_are_listed_each_with_a_name_of_its_own(ask):
    candidates = ask("Arm Brig").candidates
    assert [candidate.cite for candidate in candidates] == ["Allied 1", "Allied 2", "Axis 4"]
    for candidate in candidates:
        assert ask(candidate.cite).card.title.startswith(candidate.cite)


def test_nothing_found_says_what_may_have_been_meant(ask):
    assert ask("Raidrs").hint == "did you mean Raiders?"
    assert "is not on the map" in ask("EE99").why
    assert ask("").why
    assert ask("zzzzzz").card is None


def test_the_command_lays_lines_out_with_their_sources(forge):
    said = forge("show", "skirmish", "Allied 3")
    assert said.code == 0
    assert said.out.startswith("Allied 3, 3/1 Ind\n\nCounter\n")
    assert all(len(line) <= 110 for line in said.out.splitlines())
    assert "[orders-of-battle/allied.yaml:15, printed]" in said.out


def test_the_command_lists_candidates_or_a_hint_with_code_2(forge):
    said = forge("show", "skirmish", "Arm Brig")
    assert said.code == 2
    assert "  Allied 2  unit" in said.out
    said = forge("show", "skirmish", "Raidrs")
    assert (said.code, said.out) == (2, "")
    assert "did you mean Raiders?" in said.err


def test_errata_are_chosen(forge):
    assert "rain" in forge("show", "skirmish", "4/41").out
    assert "rain" not in forge("show", "skirmish", "4/41", "--errata", "none").out
    assert forge("show", "skirmish", "4/41", "--errata", "SK-1").code == 2


def test_a_broken_game_shows_what_is_left_of_it(forge, game):
    (game / "map.yaml").write_bytes(b"\x00\x01")
    (game / "time-track.yaml").write_text("- [", encoding="utf-8")
    said = forge("show", "skirmish", "Allied 3")
    assert said.code == 0
    assert "EE5" in said.out
    for thing in ("EE5", "4/41", "Tobruk"):
        assert forge("show", "skirmish", thing).code == 2


def test_escape_sequences_in_a_game_reach_no_terminal(forge, change):
    change("orders-of-battle/allied.yaml", "name: Raiders,", 'name: "Rai\\x1b[31mders",')
    for thing in ("Allied 8", "5/41"):
        said = forge("show", "skirmish", thing)
        assert said.code == 0
        assert "ders" in said.out
        assert "\x1b" not in said.out

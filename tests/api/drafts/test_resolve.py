"""Decisions go into the cells left to decide, with their source; all other text of the scenario stays."""

from __future__ import annotations

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.compiler.set_up import plan

NEW = ("--start", "2/41", "--stop", "8/41", "--name", "winter")


@pytest.fixture
def drafted(table):
    """A scenario of February, drafted before anything was decided."""
    assert table.forge("new", "scenario", table.folder, *NEW)[0] == 0
    table.scenario = table.folder / "scenarios" / "winter.yaml"
    return table


def open_rows(text):
    return [line for line in text.splitlines() if '"Decide:' in line and "{no:" in line]


def number(row):
    return int(row.split("no:")[1].split(",")[0])


def side_of(text, row):
    return text[: text.index(row)].rpartition("- side: ")[2].split()[0]


def test_a_decision_takes_the_place_of_decide_and_its_source_stands_behind_the_row(drafted):
    text = drafted.scenario.read_text()
    row = open_rows(text)[0]
    side, no = side_of(text, row), number(row)
    drafted.dossier()
    drafted.take(f"{{side: {side}, no: {no}, at: F4, source: 'Smith, p. 9'}}")
    code, said, _ = drafted.dossier("--resolve", "winter")
    assert code == 0
    assert f"{side.capitalize()} {no}: F4" in said
    new = drafted.scenario.read_text()
    changed = [(a, b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a != b]
    assert [a for a, _ in changed] == [row]
    assert changed[0][1].endswith("; decided: Smith, p. 9")
    assert "at: F4" in changed[0][1]
    old_comment = row.partition("#")[2]
    assert old_comment.partition("; such guesses")[0] in changed[0][1]
    assert changed[0][1].index("#") == row.index("#"), "columns stay below each other"
    found = {p.unit.key: p for p in plan(load_game(drafted.folder), "winter").placed}
    assert found[side, no].entry.token.place == "F4"


def test_twice_is_once(drafted):
    text = drafted.scenario.read_text()
    row = open_rows(text)[0]
    drafted.dossier()
    drafted.take(f"{{side: {side_of(text, row)}, no: {number(row)}, at: F4, source: x}}")
    drafted.dossier("--resolve", "winter")
    once = drafted.scenario.read_bytes()
    said = drafted.dossier("--resolve", "winter")[1]
    assert "0 cells written, 1 as decided before" in said
    assert drafted.scenario.read_bytes() == once


def test_a_cell_that_says_otherwise_is_written_over_by_force_alone(drafted):
    drafted.dossier()
    text = drafted.scenario.read_text().replace('at: "Decide: G6?"', "at: G6")
    drafted.scenario.write_text(text)
    drafted.take("{side: allied, no: 4, at: F8, source: x}")
    before = drafted.scenario.read_bytes()
    said = drafted.dossier("--resolve", "winter")[1]
    assert "says otherwise" in said
    assert drafted.scenario.read_bytes() == before
    assert drafted.dossier("--resolve", "winter", "--force")[0] == 0
    assert b"decided: x" in drafted.scenario.read_bytes()


def test_a_later_source_takes_the_place_of_the_earlier(drafted):
    drafted.dossier()
    for cell, source in (("F8", "first # of all"), ("F7", "second")):
        drafted.take(f"{{side: axis, no: 1, at: {cell}, source: '{source}'}}")
        drafted.dossier("--resolve", "winter", "--force")
    text = drafted.scenario.read_text()
    assert "decided: second" in text
    assert "first" not in text.partition("set_up:")[2]


def test_a_source_cannot_write_rows_of_its_own(drafted):
    drafted.dossier()
    drafted.take('{side: axis, no: 1, at: F8, source: "x\\n      - {no: 99, at: A1}\\u2028y\\u0085z"}')
    assert drafted.dossier("--resolve", "winter", "--force")[0] == 0
    assert "- {no: 99" not in [line.strip()[:8] for line in drafted.scenario.read_text().splitlines()]
    assert not [d for d in check(load_game(drafted.folder)) if d.severity.name == "ERROR"]


def test_block_rows_and_windows_line_ends_stay(drafted):
    text = (
        "basis: proposed\nscenario: winter\ntitle: Winter\nstart: 2/41\nfirst: allied\nstop: 8/41\nset_up:\n"
        "  - side: allied\n    units:\n      - no: 1\n        at: 'Decide: F4?'  # mine\n        later: \"\"\n"
    )
    drafted.scenario.write_bytes(text.replace("\n", "\r\n").encode())
    drafted.dossier()
    drafted.take("{side: allied, no: 1, at: F5, source: s}")
    assert drafted.dossier("--resolve", "winter")[0] == 0
    meant = text.replace("'Decide: F4?'  # mine", "F5  # mine; decided: s")
    assert drafted.scenario.read_bytes() == meant.replace("\n", "\r\n").encode()


def test_what_has_no_row_is_told(drafted):
    drafted.scenario.write_text(
        "basis: proposed\nscenario: winter\ntitle: Winter\nstart: 2/41\nfirst: allied\nstop: 8/41\nset_up:\n"
        "  - side: allied\n    units:\n      - {no: 1, at: F4}\n"
    )
    drafted.dossier()
    drafted.take("{side: axis, no: 1, at: F8}")
    said = drafted.dossier("--resolve", "winter")[1]
    assert "no row for" in said
    assert "Axis 1: F8" in said


@pytest.mark.parametrize(
    ("name", "words"),
    [("siege", "the dossier is of"), ("nowhere", "no scenario `nowhere`"), ("../winter", "no scenario")],
)
def test_a_scenario_of_another_date_or_none_is_refused(drafted, name, words):
    drafted.dossier()
    code, _, said = drafted.dossier("--resolve", name)
    assert code == 2
    assert words in said


def test_a_new_scenario_takes_up_what_was_decided(table):
    table.dossier()
    table.take("{side: allied, no: 1, at: F4, source: Smith}", "{side: axis, marker: supply, at: E7}")
    assert table.forge("new", "scenario", table.folder, *NEW)[0] == 0
    text = (table.folder / "scenarios" / "winter.yaml").read_text()
    row = next(line for line in text.splitlines() if "1 Arm Brig" in line)
    assert "at: F4" in row
    assert row.endswith("decided: Smith")
    assert "at: E7" in next(line for line in text.splitlines() if "marker: supply-axis" in line)
    found = {p.unit.key: p for p in plan(load_game(table.folder), "winter").placed}
    assert found["allied", 1].entry.token.place == "F4"


def test_whoever_is_in_the_way_gives_way(table):
    """The enemy that would be drafted into the hex is put beside it, and left to decide."""
    table.forge("new", "scenario", table.folder, *NEW)
    found = plan(load_game(table.folder), "winter").placed
    supply = {marker.hex for marker in (m.entry for m in plan(load_game(table.folder), "winter").markers)}
    there = [p for p in found if p.state == "at" and p.entry.hex is not None]
    enemy = next(p for p in there if p.unit.side == "allied" and p.entry.hex not in supply)
    table.dossier()
    table.take(f"{{side: axis, no: 1, at: {enemy.entry.token.place}}}")
    assert table.forge("new", "scenario", table.folder, *NEW, "--force")[0] == 0
    now = {p.unit.key: p for p in plan(load_game(table.folder), "winter").placed}
    assert now["axis", 1].entry.hex == enemy.entry.hex
    assert now[enemy.unit.key].entry.hex != enemy.entry.hex
    assert "OOB031" not in {d.code.id for d in check(load_game(table.folder))}


def test_decisions_for_another_opening_side_are_not_taken_up(table):
    table.dossier()
    table.take("{side: allied, no: 1, at: F4, source: Smith}")
    table.forge("new", "scenario", table.folder, *NEW, "--first", "axis")
    assert "Smith" not in (table.folder / "scenarios" / "winter.yaml").read_text()


def test_a_cell_where_the_enemy_stands_is_refused_with_the_rule_and_stays_undecided(drafted):
    """Axis 3 is drafted in C3, and nobody has decided otherwise."""
    text = drafted.scenario.read_text()
    row = next(line for line in open_rows(text) if "1 Coast" in line)
    drafted.dossier()
    drafted.take("{side: axis, no: 1, at: G6, source: x}", "{side: axis, no: 2, at: F4, source: y}")
    before = drafted.dossier("--resolve", "winter", date="2/41")[1]
    assert "1 cell cannot be, and stays undecided:\n  Axis 1: G6; occupied by the enemy (Allied 4)" in before
    assert "1 cell written" in before
    assert row in drafted.scenario.read_text()
    assert "Axis 1" not in drafted.scenario.read_text()
    left = drafted.scenario.read_text().count('"Decide:')
    assert before.endswith(f"{left} left to decide\n")
    assert "OOB031" not in {d.code.id for d in check(load_game(drafted.folder))}


def test_force_does_not_write_what_the_rules_forbid(drafted):
    drafted.dossier()
    drafted.take("{side: allied, no: 1, at: C3, source: x}")
    before = drafted.scenario.read_bytes()
    said = drafted.dossier("--resolve", "winter", "--force")[1]
    assert "Allied 1: C3; occupied by the enemy (Axis 3): a hex cannot hold units of both sides" in said
    assert drafted.scenario.read_bytes() == before


def test_a_hex_that_would_overflow_takes_nobody(drafted):
    drafted.dossier()
    drafted.take(*(f"{{side: axis, no: {no}, at: F4, source: x}}" for no in (1, 2, 3, 4)))
    said = drafted.dossier("--resolve", "winter", "--force")[1]
    assert "F4 would hold" in said
    assert "(Rule 5)" in said
    assert "at: F4" not in drafted.scenario.read_text()


def test_who_is_refused_stays_in_the_way_of_others(drafted):
    """Axis 3 may not leave C3 for a hex that the enemy holds, so nobody of the enemy may enter C3."""
    drafted.dossier()
    drafted.take("{side: axis, no: 3, at: G6, source: x}", "{side: allied, no: 1, at: C3, source: y}")
    before = drafted.scenario.read_bytes()
    said = drafted.dossier("--resolve", "winter", "--force")[1]
    assert "2 cells cannot be" in said
    assert drafted.scenario.read_bytes() == before


def test_control_of_a_place_where_the_enemy_stands_is_refused(drafted):
    text = drafted.scenario.read_text()
    drafted.scenario.write_text(text.replace("\nset_up:", '\ncontrol: {marsa_akra: "Decide: allied?"}\n\nset_up:'))
    drafted.dossier()
    drafted.take("{control: Marsa Akra, at: axis, source: x}")
    said = drafted.dossier("--resolve", "winter")[1]
    assert "Control of Marsa Akra: axis; Allied 4 stands there" in said
    assert '"Decide: allied?"' in drafted.scenario.read_text()


def test_what_is_decided_is_no_guess_any_more(drafted):
    drafted.dossier()
    drafted.take("{side: allied, no: 4, at: F8, source: x}")
    row = next(line for line in drafted.scenario.read_text().splitlines() if "name: 4/1 Ind" in line)
    assert "such guesses are within" in row
    drafted.dossier("--resolve", "winter", "--force")
    row = next(line for line in drafted.scenario.read_text().splitlines() if "name: 4/1 Ind" in line)
    assert row.endswith("; decided: x")
    assert "such guesses" not in row

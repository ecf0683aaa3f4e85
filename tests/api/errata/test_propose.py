"""Drafts from findings: the shipped corrections are found again where they can be deduced, and nothing is guessed."""

from __future__ import annotations

from typing import get_args

import pytest

from scenario_forge.api.errata import check_errata, propose, write_drafts
from scenario_forge.checks.errata import evidence, readings
from scenario_forge.cli.main import run
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.game.errata.readings import moved_by
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.source.nodes import EditRefused
from tests.as_printed import copy_as_printed

DEDUCED = ["DR-012", "DR-013", "DR-021", "DR-023a", "DR-023b", "DR-065"]
OPEN = ["DR-017a", "DR-018a"]


@pytest.fixture
def desert_rats(tmp_path):
    """A copy with some of its errata taken out of the list."""

    def without(*ids):
        folder = tmp_path / "dr"
        copy_as_printed("desert-rats", folder)
        path = folder / "errata" / "proposed.yaml"
        text = path.read_text()
        for id_ in ids:
            assert text.count(f"  - id: {id_}\n") == 1
            start = text.index(f"  - id: {id_}\n")
            rest = text[start + 5 :]
            ends = [rest.find(mark) for mark in ("\n  - id: ", "\n\n") if mark in rest]
            text = text[:start] + rest[min(ends) + 1 :]
        path.write_text(text)
        return folder

    return without


def test_corrections_taken_out_are_found_again(desert_rats):
    shipped = {
        erratum.id: (erratum.at, erratum.printed, erratum.corrected)
        for document, _ in load_game(find_game("desert-rats")).documents("errata", ErrataDocument)
        for erratum in document.errata
    }
    proposed = propose(desert_rats(*DEDUCED))
    roots = load_game(find_game("desert-rats"), "none")
    values = [value for _id, proposal in proposed.drafts for value in proposal.draft.corrections]
    found = {(located(roots, at), printed, corrected) for at, printed, corrected in values}
    wanted = {(located(roots, shipped[id_][0]), *shipped[id_][1:]) for id_ in DEDUCED}
    assert found == wanted


@pytest.mark.long
def test_every_draft_passes_its_own_check(desert_rats):
    """All that can be drafted: without the list that the game ships."""
    folder = desert_rats()
    (folder / "errata" / "proposed.yaml").unlink()
    proposed = propose(folder)
    write_drafts(proposed)
    checked = check_errata(folder, [id_ for id_, _draft in proposed.drafts], reprint=False)
    assert len(checked.trials) == len(proposed.drafts) >= len(DEDUCED)
    assert [finding.message for finding in checked.findings] == []


def located(game, address):

    name, path, _ = locate({name: file.root for name, file in game.read.items()}, address)
    return name, path


def test_where_several_readings_would_do_none_is_drafted(desert_rats):
    proposed = propose(desert_rats(*OPEN))
    assert proposed.drafts == ()
    readings = [[draft.corrections[0][2] for draft in undecided.drafts] for undecided in proposed.left]
    assert any("PP26(c4)" in each and len(each) > 1 for each in readings), "a reading names its strength"


def test_with_all_errata_there_is_nothing_to_draft(capsys):
    assert run(["errata", "propose", "desert-rats"]) == 0
    assert "0 drafts" in capsys.readouterr().out


@pytest.fixture
def slip(game):
    """A misprint in the small game, which one reading resolves."""
    path = game / "orders-of-battle" / "allied.yaml"
    path.write_text(path.read_text().replace("W1/41,", "W141,"))
    return game


def test_drafts_go_behind_what_stands_there_to_the_letter(slip, capsys):
    old = '# ours\nbasis: proposed\n\ntitle: Ours   # with a comment\n\nerrata:\n  # kept\n  - {id: SK-007, at: "chronology.events[12/2/41].elsewhere", printed: Snow, corrected: Hail, why: a, source: b, by: us, status: proposed}\n'
    path = slip / "errata" / "proposed.yaml"
    path.write_text(old)
    assert run(["errata", "propose", "skirmish"]) == 0
    text = path.read_text()
    assert text.startswith(old)
    assert "- id: SK-008\n" in text
    assert "corrected: W1/41\n" in text
    assert "status: proposed" in text
    assert run(["errata", "propose", "skirmish"]) == 0
    assert path.read_text() == text, "what is corrected is not drafted again"
    assert run(["errata", "check", "skirmish", "SK-008", "--no-reprint"]) == 0


def test_a_new_list_is_in_the_form_of_the_others(slip):
    proposed = propose(slip)
    path = write_drafts(proposed)
    assert path.name == "proposed.yaml"
    after = Workspace(slip).load("all")
    assert after.problems == []
    assert [patch.problem for patch in after.patches if patch.erratum.id == proposed.drafts[0][0]] == [""]


def test_a_list_of_another_form_is_left_alone(slip):
    path = slip / "errata" / "proposed.yaml"
    path.write_text("basis: proposed\nerrata: []\ntitle: Ours\n")
    before = path.read_text()
    with pytest.raises(EditRefused):
        write_drafts(propose(slip))
    assert path.read_text() == before


def test_dry_run_writes_nothing(slip, capsys):
    assert run(["errata", "propose", "skirmish", "--dry-run"]) == 0
    assert "W1/41" in capsys.readouterr().out
    assert not (slip / "errata" / "proposed.yaml").exists()


LIMIT = "    states: {stacking.limit: 4}\n"


@pytest.fixture
def limits(game):
    """Clauses of the small game made to speak of the stacking limit: rule and what it says there."""
    path = game / "rulebook.yaml"

    def state(*said: tuple[str, object]) -> None:
        text = path.read_text()
        for number, (rule, value) in enumerate(said):
            text += f'\n  - id: "{rule}.{90 + number}"\n    rule: "{rule}"\n    title: The limit again\n'
            text += f"    text: At most {value} in a hex.\n    executable: false\n    reason: advice\n"
            text += f"    states: {{stacking.limit: {value}}}\n"
        path.write_text(text)

    assert LIMIT in path.read_text()
    return state


def test_one_passage_against_many_is_corrected_to_what_they_say_with_the_evidence(game, limits, capsys):
    limits(("3", 4), ("4", 5), ("6", 4))
    proposed = propose(game)
    assert len(proposed.drafts) == 1
    (_id, proposal), *_ = proposed.drafts
    (_at, *states), *more = proposal.draft.corrections
    assert states == [5, 4]
    assert more == [("rulebook.clauses[4.91].text", "At most 5 in a hex.", "At most 4 in a hex.")]
    assert "Rule 3" in proposal.draft.why
    assert "Rule 6" in proposal.draft.why
    assert "Rule 4" in proposal.draft.why.partition("against")[2]
    assert run(["errata", "propose", "skirmish"]) == 0
    text = (game / "errata" / "proposed.yaml").read_text()
    assert "- id: SK-002a\n" in text
    assert "- id: SK-002b\n" in text
    assert text.count("status: proposed") == 2
    assert text.count("moves: [stacking.limit]") == text.count("moves: ") == 1
    assert run(["errata", "check", "skirmish", "SK-002", "--no-reprint"]) == 0
    assert "resolves RUL001" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("addresses", "moves"),
    [
        (["rulebook.clauses[5.1].text"], "wording"),
        (["rulebook.clauses[5.1].states[stacking.limit]", "rulebook.clauses[5.1].text"], ["stacking.limit"]),
        (["rulebook.clauses[5.1].title", "rules.stacking.limit"], ["rules.stacking.limit"]),
    ],
)
def test_a_draft_says_what_it_moves(game, addresses, moves):
    assert moved_by(corrected_roots(load_game(game).files), addresses) == moves


@pytest.mark.parametrize(
    "said",
    [
        (("4", 5),),
        (("3", 4), ("6", 4), ("4", 5), ("9", 5)),
        (("3", 4), ("6", 4), ("4", 5), ("9", 6)),
    ],
)
def test_where_no_passage_stands_alone_against_many_both_are_listed(game, limits, capsys, said):
    limits(*said)
    proposed = propose(game)
    assert proposed.drafts == ()
    assert run(["errata", "propose", "skirmish"]) == 0
    out = capsys.readouterr().out
    assert "decide between" in out
    assert "4 (Rule 5" in out
    assert "5 (Rule 4" in out
    assert not (game / "errata" / "proposed.yaml").exists()


def test_drafts_bear_the_date_that_is_given(slip, capsys):
    assert run(["errata", "propose", "skirmish", "--date", "2026-11-22"]) == 0
    assert 'date: "2026-11-22"' in (slip / "errata" / "proposed.yaml").read_text()
    assert run(["errata", "propose", "skirmish", "--date", "tomorrow"]) == 2
    assert "--date is" in capsys.readouterr().err


def test_two_rows_that_are_exchanged_are_exchanged_back_and_nothing_is_left_out(game):
    """Neither is renamed, and no strength is left out so that nothing is found of it."""
    path = game / "orders-of-battle" / "allied.yaml"
    text = path.read_text()
    path.write_text(text.replace("no: 1,", "no: 0,").replace("no: 2,", "no: 1,").replace("no: 0,", "no: 2,"))
    proposed = propose(game)
    drafts = [[proposal.draft, *proposal.instead] for _id, proposal in proposed.drafts]
    drafts += [[*undecided.drafts] for undecided in proposed.left]
    corrected = [draft.corrections for several in drafts for draft in several]
    assert any({(old, new) for _at, old, new in values} == {(1, 2), (2, 1)} for values in corrected)
    assert all(len(values) > 1 for values in corrected if any(at.endswith(".name") for at, _old, _new in values))


def test_a_number_in_a_text_that_may_be_another_quantity_is_left(game, limits):
    """The clause says 5 of two things: the draft does not touch its words."""
    path = game / "rulebook.yaml"
    limits(("3", 4), ("6", 4))
    text = path.read_text() + '\n  - id: "4.99"\n    rule: "4"\n    title: The limit again\n'
    text += "    text: At most 5 in a hex, and 5 hexes in a row.\n    executable: false\n    reason: advice\n"
    path.write_text(text + "    states: {stacking.limit: 5}\n")
    proposed = propose(game)
    drafts = [proposal.draft for _id, proposal in proposed.drafts]
    drafts += [draft for undecided in proposed.left for draft in undecided.drafts]
    texts = [new for draft in drafts for at, _old, new in draft.corrections if at == "rulebook.clauses[4.99].text"]
    assert "At most 4 in a hex, and 4 hexes in a row." not in texts
    assert not [new for new in texts if "5 hexes" not in new]


@pytest.mark.parametrize(
    ("text", "part", "meant", "fits"),
    [
        ("Only the army may cross the Quattara on foot", "Quattara", "Qattara", True),
        ("Only the army may cross the Quattara on foot", "Quattara", "Qattara Depression", False),
        ("Only the army may cross it, spelt Quattara here", "Quattara", "Qattara", False),
        ("Quattara", "Quattara", "Qattara Depression", True),
    ],
)
def test_a_suggested_name_breaks_no_sentence(text, part, meant, fits):
    start = text.index(part)
    assert readings.fits(text, start, start + len(part), meant) is fits


def test_corrections_are_certain_by_what_was_measured():
    assert evidence.Rate(9, 10).is_certain
    assert not evidence.Rate(8, 10).is_certain
    assert not evidence.Rate(2, 2).is_certain, "too few"
    assert not evidence.rate("disputed", "tied").is_certain
    assert set(evidence.MEASURED) <= {(one, two) for one in evidence.EVIDENCE for two in get_args(evidence.Standing)}

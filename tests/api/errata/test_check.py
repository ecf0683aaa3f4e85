"""Each erratum is tried: its place, what it resolves and causes, which scenarios and documents it changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.api.errata import check_errata
from scenario_forge.checks.errata.trials import fewest
from scenario_forge.cli.main import run
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import load_game


@pytest.fixture(scope="module")
def desert_rats():
    """A few numbers of the errata that come with the game."""
    wanted = ["DR-011", "DR-012", "DR-013", "DR-024", "DR-062", "DR-066", "DR-001"]
    checked = check_errata(find_game("desert-rats"), wanted, reprint=False)
    return {trial.id: trial for trial in checked.trials}


def test_an_erratum_resolves_what_was_found_at_its_place_and_no_more(desert_rats):
    assert [finding.code.id for finding in desert_rats["DR-012"].resolves] == ["OOB033"]
    assert not desert_rats["DR-012"].causes
    assert "Allied 4" in desert_rats["DR-012"].resolves[0].message


def test_errata_of_one_number_are_tried_together(desert_rats):
    assert len(desert_rats["DR-024"].errata) == 14
    assert len(desert_rats["DR-024"].resolves) == 1


def test_scenarios_that_play_otherwise_are_named(desert_rats):
    assert set(desert_rats["DR-012"].scenarios) == {"beda-fomm", "dec40-dec42", "dec40-mar42", "dec40-sep41"}
    assert "crusader" not in desert_rats["DR-013"].scenarios
    assert desert_rats["DR-062"].scenarios == ()


def test_what_is_rejected_or_incorporated_is_shown_and_not_applied(desert_rats):
    assert desert_rats["DR-066"].never_applied
    assert not desert_rats["DR-066"].changes_text
    assert [patch.problem for patch in desert_rats["DR-001"].patches] == ["incorporated"]


def unit_cell(folder):
    """The address and printed value of a cell of a unit that starts on the map."""
    game = load_game(folder, "none")
    for unit in forces(game).units():
        for column, entries in unit.cells.items():
            if entries and entries[0].hex is not None:
                stem = unit.where.file.name.removesuffix(".yaml")
                return f"{stem}.units[{unit.no}].{column}", unit.row.cells[column]
    raise AssertionError("no unit stands anywhere")


def test_a_correction_into_the_sea_causes_a_finding_and_is_an_error(game, erratum, capsys):
    at, printed = unit_cell(game)
    erratum(("SK-100", at, printed, "ZZ99"))
    assert run(["errata", "check", "skirmish", "SK-100", "--no-reprint"]) == 1
    out = capsys.readouterr().out
    assert "causes REF001" in out
    assert "ERR009" in out


@pytest.mark.parametrize(
    ("second", "note"),
    [
        (("Thaw and rain", "Thaw"), "in a circle"),
        (("Thaw and rain", "Fog"), "never to each other"),
        (("Thaw", "Thaw and rain"), "both say the same"),
        (("Thaw", "Fog"), "contradict each other: SK-001 says Thaw and rain, SK-100 says Fog"),
    ],
)
def test_errata_that_meet_are_told_apart(game, erratum, second, note):
    erratum(("SK-100", "chronology.events[6/4/41].elsewhere", *second))
    checked = check_errata(game, reprint=False)
    found = [finding for finding in checked.findings if finding.code.id == "ERR004"]
    assert len(found) == 1
    assert note in found[0].notes[0]
    assert checked.errors == 1


def test_two_of_one_id_are_an_error(game, erratum):
    erratum(("SK-001", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"))
    checked = check_errata(game, reprint=False)
    assert "ERR006" in [finding.code.id for finding in checked.findings]


def test_a_circle_of_several_is_named_as_one(game, erratum, capsys):
    at = "chronology.events[6/4/41].elsewhere"
    erratum(("SK-100", at, "Thaw and rain", "Fog"), ("SK-101", at, "Fog", "Thaw"))
    assert run(["errata", "check", "skirmish", "--no-reprint"]) == 1
    assert "SK-001, SK-100 and SK-101 go in a circle: SK-101 puts back" in capsys.readouterr().out


def test_one_that_corrects_a_part_of_another_is_told(game, erratum, capsys):
    row = "{no: 7, name: 7/2 Ind, dec40: N, mar41: N, mar41+: R5/41}"
    erratum(
        ("SK-100", "orders-of-battle/allied.units[7]", row, row.replace("R5", "R6")),
        ("SK-101", "orders-of-battle/allied.units[7].mar41+", "R5/41", "R4/41"),
    )
    assert run(["errata", "check", "skirmish", "--no-reprint"]) == 1
    assert "one corrects part of what the other corrects" in capsys.readouterr().out


def test_of_two_of_one_id_the_one_that_is_applied_is_told_from_the_other(game, erratum):
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"))
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Sleet"))
    data = check_errata(game, ["SK-100"], reprint=False).as_data()
    assert [value["outcome"] for value in data["errata"][0]["values"]] == ["applied", "conflict"]
    assert [finding["code"] for finding in data["findings"]] == ["ERR006"]


def test_a_value_of_another_type_is_an_error(game, erratum, capsys):
    erratum(("SK-100", "rules.stacking.limit", "4", '"four"'))
    assert run(["errata", "check", "skirmish", "SK-100", "--no-reprint"]) == 1
    out = capsys.readouterr().out
    assert "ERR009" in out
    assert "expected a whole number" in out


@pytest.mark.parametrize("status", ["rejected", "withdrawn"])
@pytest.mark.parametrize(
    "command",
    [
        ["check", "skirmish", "--errata"],
        ["errata", "sheet", "skirmish", "--errata"],
        ["play", "skirmish", "-s", "siege", "--errata"],
    ],
)
def test_one_that_is_never_applied_is_refused_where_it_is_named(game, erratum, capsys, command, status):
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"), status=status)
    assert run([*command, "SK-001,SK-100"]) == 2
    assert f"SK-100, which is {status}" in capsys.readouterr().err
    assert run(["diff", "skirmish+SK-100", "skirmish+none"]) == 2
    assert f"SK-100 is {status}" in capsys.readouterr().err


def test_a_number_without_its_letters_is_answered_with_them(game, erratum, capsys):
    erratum(("SK-100a", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"))
    assert run(["check", "skirmish", "--errata", "SK-100"]) == 2
    assert "SK-100 is SK-100a" in capsys.readouterr().err


def test_rejected_and_withdrawn_ones_touch_nothing(game, erratum):
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"), status="withdrawn")
    checked = check_errata(game, ["SK-100"], reprint=False)
    assert checked.trials[0].never_applied
    assert checked.errors == 0


def test_the_documents_to_print_again_are_those_whose_pages_change(game):
    checked = check_errata(game, ["SK-001"])
    assert checked.reprints is not None
    assert [document.job.component for document in checked.reprints][:1] == ["rules"]
    assert {document.job.component for document in checked.reprints} == {"rules"}


def test_json_says_what_the_text_says(game, capsys):
    assert run(["errata", "check", "skirmish", "--no-reprint", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["errata"][0]["values"][0]["outcome"] == "applied"
    assert data["reprint"] is None


def test_an_id_that_no_erratum_has_ends_the_command(game, capsys):
    assert run(["errata", "check", "skirmish", "SK-002"]) == 2
    assert "did you mean SK-001" in capsys.readouterr().err


@pytest.fixture
def contradicted(game):
    """The small game with a clause that states another stacking limit than all others."""
    path = game / "rulebook.yaml"
    text = '\n  - id: "4.91"\n    rule: "4"\n    title: The limit again\n    text: At most 5 in a hex.\n'
    text += "    executable: false\n    reason: advice\n    states: {stacking.limit: 5}\n"
    path.write_text(path.read_text() + text)
    return "rulebook.clauses[4.91]"


def test_a_wrong_value_in_place_of_another_is_an_error(game, erratum, contradicted, capsys):
    """The finding that it leaves has the same code and place as the one of the printed value."""
    erratum(("SK-100a", f"{contradicted}.states[stacking.limit]", "5", "6"), moves="[stacking.limit]")
    erratum(("SK-100b", f"{contradicted}.text", "At most 5 in a hex.", "At most 6 in a hex."))
    assert run(["errata", "check", "skirmish", "SK-100", "--no-reprint"]) == 1
    out = capsys.readouterr().out
    assert "leaves RUL001" in out
    assert "resolves nothing" in out
    assert check_errata(game, ["SK-100a", "SK-100b"], reprint=False).as_data()["errata"][0]["leaves"]


def test_the_right_value_leaves_nothing(erratum, contradicted, capsys):
    erratum(("SK-100a", f"{contradicted}.states[stacking.limit]", "5", "4"), moves="[stacking.limit]")
    erratum(("SK-100b", f"{contradicted}.text", "At most 5 in a hex.", "At most 4 in a hex."))
    assert run(["errata", "check", "skirmish", "SK-100", "--no-reprint"]) == 0
    out = capsys.readouterr().out
    assert "leaves" not in out
    assert "resolves RUL001" in out
    assert "resolves nothing" not in out


def test_an_erratum_of_a_value_that_a_wrong_passage_contradicts_is_not_blamed(erratum, contradicted, capsys):
    """The value that it makes stands in the majority: the other passage is wrong."""
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"))
    assert run(["errata", "check", "skirmish", "SK-100", "--no-reprint"]) == 0
    assert "resolves nothing" in capsys.readouterr().out


def test_what_is_caused_is_told_with_its_place(game, erratum, capsys):
    at, printed = unit_cell(game)
    erratum(("SK-100", at, printed, "ZZ99"))
    run(["errata", "check", "skirmish", "SK-100", "--no-reprint"])
    caused = next(line for line in capsys.readouterr().out.splitlines() if "causes REF001" in line)
    assert "order of battle, unit" in caused


def test_the_erratum_that_brings_a_finding_is_blamed_and_not_the_last_of_the_file(game, erratum):
    at, printed = unit_cell(game)
    stem = at.partition(".")[0]
    erratum(("SK-100", at, printed, "ZZ99"), ("SK-101", f"{stem}.title", *renamed(game, stem)))
    found = [each for each in check_errata(game, reprint=False).findings if each.code.id == "ERR009"]
    assert found
    assert all("SK-100 introduces" in each.message for each in found)


def renamed(folder, stem):
    title = load_game(folder, "none").read[f"{stem}.yaml"].data["title"]
    return title, f"{title} of the game"


@given(st.sets(st.integers(0, 40), min_size=1, max_size=4))
def test_the_fewest_that_are_enough_are_found_by_halves(needed):
    asked = []

    def enough(some):
        asked.append(some)
        return needed <= set(some)

    assert fewest(range(41), enough) == sorted(needed)
    assert len(asked) <= 2 + 13 * len(needed), "no more than both halves each time"

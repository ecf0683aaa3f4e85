"""Every code of the catalogue: its page is whole, its bad text gives it at the very place, its good text does not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.project.system import find_system, system_ids

from .fixtures import BASE, Case, cases, place, run, shown

TESTS = Path(__file__).parent.parent
CASES = cases()
CODES = all_codes(code for name in system_ids() if (system := find_system(name)) for code in system.codes())

TESTED_ELSEWHERE = {
    # what no text laid over a good game can show: files and folders, bytes, comments without a finding
    "FIL": ("project/test_files.py", "source/test_write.py", "cli/test_migrate.py"),
    "YML": ("source/test_yml_pages.py",),
    "SUP": ("source/test_comments.py",),
    # found when a scenario is compiled or printed, not when the game is checked
    "CMP": ("compiler/test_plan.py",),
    "PRT007": ("printing/counters/test_registration.py",),
    "PRT011": ("printing/counters/test_sheets.py",),
    "PRT012": ("printing/counters/test_sheets.py",),
    "PRT": ("printing/test_glyphs.py", "printing/lint/test_lint.py"),
    "PRT009": ("printing/map/test_names.py",),
    # every unit has to be changed
    "CNT010": ("checks/test_needed_values.py",),
    # found of a system whose sequence of play is data
    "SEQ": ("slices/test_sequence.py",),
    "WGM": ("slices/test_sequence.py",),
    # found of starts that only a game with the plain notation can write
    **dict.fromkeys(("OOB051", "OOB052", "OOB053", "OOB054"), ("slices/test_starts.py",)),
    # found when a game is replayed
    "REC": ("simulator/test_replay.py", "cli/test_play_replay.py"),
    # found when many games are played
    "PLT005": ("playtest/test_health.py",),
    # found when a pack is opened
    "PCK": ("pack/test_pack.py", "pack/test_bad_packs.py"),
    # found when a table is read back from a spreadsheet
    "CSV": ("cli/test_tables.py",),
    # found when set-ups are played
    "PLY": ("proof/test_planted.py", "proof/test_failures.py", "proof/test_bad_set_ups.py"),
    # found when it is asked what errata break
    "ERR009": ("checks/test_errata_effects.py",),
}
"""Family, or one code: the test that has a bad and a good example of each of its codes, by id."""


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    """One for all cases, as an editor keeps one: what is remembered from one text must not leak into the next."""
    return Workspace(BASE)


@pytest.mark.parametrize("errata", ["none", "official", "all"])
def test_the_base_game_is_clean(errata: str) -> None:
    found = check(Workspace(BASE).load(errata))
    assert not found, shown(found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_bad_text_gives_the_code_at_its_place(workspace: Workspace, case: Case) -> None:
    found, places = run(workspace, case.bad, case.errata)
    assert len(places) == 1, "mark exactly one place with «…»"
    ours = [finding for finding in found if finding.code.id == case.code]
    assert [place(finding) for finding in ours] == places, shown(found)
    assert case.message in ours[0].message
    assert {finding.code.id for finding in found} - {case.code} == case.also, shown(found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_good_text_gives_nothing(workspace: Workspace, case: Case) -> None:
    found, places = run(workspace, case.good, case.errata)
    assert not places, "a good text marks nothing"
    assert not found, shown(found)


def test_every_code_has_a_bad_and_a_good_text() -> None:
    here = {case.code for case in CASES}
    texts = {name: (TESTS / name).read_text(encoding="utf-8") for names in TESTED_ELSEWHERE.values() for name in names}
    for code in CODES:
        elsewhere = TESTED_ELSEWHERE.get(code) or TESTED_ELSEWHERE.get(code.rstrip("0123456789"))
        if elsewhere:
            assert any(code in texts[name] or code.lower() in texts[name] for name in elsewhere), (
                f"{' and '.join(elsewhere)} say nothing of {code}"
            )
        else:
            assert code in here, f"there is no tests/codes/{code}.yaml"


def test_every_fixture_is_of_a_code() -> None:
    assert {case.code for case in CASES} <= CODES.keys()


def test_every_page_is_whole() -> None:
    for code in CODES.values():
        parts = {**asdict(code.page), "name": code.name, "message": code.message}
        assert all(text.strip() for text in parts.values()), parts
        assert code.page.bad != code.page.good, code
        assert code.name == code.name.lower().replace(" ", "-").replace("_", "-")
        for part in ("what", "why", "mend"):
            assert parts[part].endswith("."), f"{code.id}.{part} is no sentence"

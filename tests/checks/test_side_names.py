"""Findings name a side as it is printed, not by its id."""

from __future__ import annotations

import re

import pytest

from scenario_forge.project.reading.workspace import Workspace
from tests.codes.fixtures import BASE, cases, run, shown

PRINTED = "Afrika Korps", "Eighth Army"
SPEAK_OF_SIDES = (
    "OOB002", "OOB003", "OOB031", "OOB033", "OOB034", "OOB035", "OOB036", "OOB037", "OOB041", "OOB046", "OOB048",
    "REF004", "REF005", "SCN003", "SCN004", "SCN014", "SCN015", "SCN016", "SCN040", "SCN041", "TIM006", "TIM007",
    "TIM015", "VIC006",
)  # fmt: skip
RENAME = [
    {"file": "game.yaml", "find": "name: Axis", "put": f"name: {PRINTED[0]}"},
    {"file": "game.yaml", "find": "name: Allied", "put": f"name: {PRINTED[1]}"},
]
CASES = [case for case in cases() if case.code in SPEAK_OF_SIDES]


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace(BASE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_finding_names_the_side_as_it_is_printed(workspace, case):
    found, _places = run(workspace, [*case.bad, *RENAME], case.errata)
    ours = [each for each in found if each.code.id == case.code]
    assert ours, shown(found)
    for each in ours:
        assert not re.search(r"\b(Axis|Allied)\b", each.message), each.message

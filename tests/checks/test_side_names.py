"""Findings name a side as it is printed, not by its id."""

from __future__ import annotations

import re

import pytest

from scenario_forge.api.calls import known_codes
from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace
from tests.codes.examples import GAME, examples, put, shown

PRINTED = "Afrika Korps", "Eighth Army"
SPEAK_OF_SIDES = (
    "OOB002", "OOB003", "OOB031", "OOB033", "OOB034", "OOB035", "OOB036", "OOB037", "OOB041", "OOB046", "OOB048",
    "REF004", "REF005", "SCN003", "SCN004", "SCN014", "SCN015", "SCN016", "SCN040", "SCN041", "TIM006", "TIM007",
    "TIM015", "VIC006",
)  # fmt: skip
EXAMPLES = [example for example in examples(known_codes()[code] for code in SPEAK_OF_SIDES) if example.wrong]


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace(GAME)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_a_finding_names_the_side_as_it_is_printed(workspace, example):
    files, _spans = put(example.wrong, example.right)
    text = files.get("game.yaml") or (GAME / "game.yaml").read_text("utf-8")
    files["game.yaml"] = text.replace("name: Axis", f"name: {PRINTED[0]}").replace(
        "name: Allied", f"name: {PRINTED[1]}"
    )
    findings = check(workspace.load(example.errata, files=files))
    messages = [finding.message for finding in findings if finding.code.id == example.code]
    assert messages, shown(findings)
    for message in messages:
        assert not re.search(r"\b(Axis|Allied)\b", message), message

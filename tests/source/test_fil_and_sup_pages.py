"""The pages on files and on suppressions; the findings on files themselves are raised where files are found."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter

import pytest

from scenario_forge.game.codes import CODES as GAME_CODES
from scenario_forge.source.codes import CODES, SUP001
from scenario_forge.source.comments import apply_suppressions
from scenario_forge.source.read import Source
from tests.source.test_comments import known_codes

FIL = [code for code in (*CODES, *GAME_CODES) if code.id.startswith("FIL")]
SUP = [code for code in CODES if code.id.startswith("SUP")]

KEYWORDS = {
    "FIL001": {"path"},
    "FIL002": {"path"},
    "FIL003": {"path"},
    "FIL004": {"path"},
    "FIL005": {"path"},
    "FIL006": {"path"},
    "FIL007": {"path", "reason"},
    "FIL008": {"path"},
    "FIL009": {"path"},
    "FIL010": {"size", "most"},
    "FIL011": {"path"},
    "FIL012": {"path", "most"},
    "FIL013": {"path", "reason"},
    "FIL014": {"path"},
    "FIL015": {"path"},
    "FIL016": {"found", "read"},
    "FIL017": {"found", "read"},
    "FIL068": {"path"},
    "FIL069": {"path"},
    "FIL070": {"path", "other"},
}


def test_each_message_takes_the_words_its_callers_give() -> None:
    taken = {code.id: {name for _, name, _, _ in Formatter().parse(code.message) if name} for code in FIL}
    assert taken == KEYWORDS


@pytest.mark.parametrize("code", [*FIL, *SUP], ids=repr)
def test_each_page_is_whole(code) -> None:
    for part in (code.page.what, code.page.why, code.page.mend):
        assert part.strip().endswith(".")
    assert code.page.bad.strip() != code.page.good.strip()


FAR_OFF = replace(SUP001, id="OOB007", name="far-from-supply", message="far off")


def found(text: str) -> list[str]:
    """What is left to say of an example in which each ZZ9 is a finding of its own."""
    source = Source.of_text("f.yaml", text)
    made = [FAR_OFF.at(source.span(["hex"]))] if "ZZ9" in text else []
    return [each.code.id for each in apply_suppressions(made, [source], lambda: {**known_codes(), "OOB007": FAR_OFF})]


@pytest.mark.parametrize("code", SUP, ids=repr)
def test_the_examples_of_a_suppression_give_the_code_and_nothing(code) -> None:
    assert code.id in found(code.page.bad)
    assert found(code.page.good) == []

"""Errata mode: the page's game with errata or as printed, and changes of printed values that become errata."""

from __future__ import annotations

import shutil

import pytest

from scenario_forge.source.fmt import format_text

from .conftest import CONTENT
from .test_slice import hunk

WHY = {"why": "The unit has 4 on its counter.", "source": "Ours, from the counter.", "by": "us"}
AXIS = "orders-of-battle/allied.yaml"


@pytest.fixture
def folder(tmp_path):
    """*Desert Rats* without the erratum of a unit that starts in the enemy's rear."""
    made = shutil.copytree(CONTENT / "desert-rats", tmp_path / "rats")
    errata = made / "errata/proposed.yaml"
    text = errata.read_text()
    start = text.index("  - id: DR-012\n")
    errata.write_text(text[:start] + text[text.index("  - id: DR-013\n") :])
    return made


def place(page, doc: str, word: str) -> dict:
    """What the page is told of the value at a word of a text."""
    return page.get("/api/value", params={"doc": doc, "at": page.text(doc).index(word)}).json()


def errors(page) -> list[str]:
    return [each["code"] for each in page.findings()["findings"] if each["severity"] == "error"]


def view(page, **chosen) -> dict:
    answer = page.post("/api/errata/view", chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_game_opens_with_its_errata_and_shows_the_print_when_asked(page) -> None:
    assert page.get("/api/game").json()["errata"] == {"printed": False, "correcting": False}
    with_errata = page.findings()["findings"]
    assert [each["code"] for each in with_errata if each["severity"] == "error"] == ["OOB033"]
    assert view(page, printed=True)["printed"]
    printed = page.findings()["findings"]
    assert len([each for each in printed if each["severity"] == "error"]) > 40
    view(page, printed=False)
    assert page.findings()["findings"] == with_errata


def test_an_erratum_is_written_and_the_printed_file_stays(page, session) -> None:
    allied, proposed = page.text(AXIS), page.text("errata/proposed.yaml")
    found = next(each for each in page.findings()["findings"] if each["code"] == "OOB033")
    at = page.get("/api/value", params={"doc": found["doc"], "at": found["from"]}).json()
    assert (at["at"], at["printed"], at["erratum"]) == ("orders-of-battle/allied.units[4].dec40", "S32", None)
    assert at["paper"] == "Allied order of battle, unit 4, column Dec 40"
    args = {"doc": at["doc"], "path": at["path"], "text": "SS32"}
    done = page.post("/api/do", {"epoch": page.epoch, "intent": "value.set", "args": args, "reason": WHY}).json()
    assert done["sentence"] == "Correct Allied order of battle, unit 4, column Dec 40: S32 to SS32 (DR-070)"
    assert [each["doc"] for each in done["changed"]] == ["errata/proposed.yaml"]
    assert page.text(AXIS) == allied
    after = page.text("errata/proposed.yaml")
    gone, new = hunk(proposed, after)
    assert gone == []
    lines = ["", "  - id: DR-070", f'    at: "{at["at"]}"', "    printed: S32", "    corrected: SS32"]
    assert new[:5] == lines
    assert format_text(after, "errata/proposed.yaml") == after
    assert errors(page) == []
    page.post("/api/undo", {"epoch": page.epoch})
    assert page.text("errata/proposed.yaml") == proposed

"""What errata break: ERR009."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.errata.trials import errata_effects
from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace, load_game

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
ERRATUM = """
  - id: {id}
    at: {at}
    printed: {printed}
    corrected: {corrected}
    why: a test
    source: the tests
    by: us
    status: proposed
"""


@pytest.fixture
def effects(tmp_path: Path):
    """Lays more errata over a copy of the sample game and says what they break."""

    def _effects(*errata: dict[str, str], on: str = "all"):
        for path in SKIRMISH.rglob("*.yaml"):
            copy = tmp_path / path.relative_to(SKIRMISH)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
        text = "basis: proposed\ntitle: Ours\nerrata:\n" + "".join(ERRATUM.format(**each) for each in errata)
        (tmp_path / "errata" / "ours.yaml").write_text(text, encoding="utf-8")
        return errata_effects(Workspace(tmp_path), on)

    return _effects


HARMLESS = {"id": "SK-010", "at": "chronology.events[12/2/41].elsewhere", "printed": "Snow", "corrected": "Hail"}
EARLY = {"id": "SK-011", "at": "chronology.events[6/4/41].date", "printed": "6/4/41", "corrected": "6/4/40"}


def test_an_erratum_that_breaks_nothing_is_not_reported(effects):
    assert effects(HARMLESS) == []


def test_an_erratum_that_brings_a_finding_is_named_with_it(effects):
    """ERR009 stands at the corrected value and shows what it breaks."""
    (found,) = effects(HARMLESS, EARLY)
    assert found.code.id == "ERR009"
    assert (found.span.file, found.span.line) == ("errata/ours.yaml", 17)
    assert "SK-011 introduces CHR002" in found.message
    assert found.labels[0].span.file == "chronology.yaml"


def test_only_the_errata_that_are_asked_for_are_looked_at(effects):
    assert effects(HARMLESS, EARLY, on="SK-010") == []


def test_what_only_two_errata_together_break_is_laid_to_the_later(effects):
    one = {"id": "SK-012", "at": "chronology.events[12/2/41].date", "printed": "12/2/41", "corrected": "4/41"}
    other = {"id": "SK-013", "at": "chronology.events[6/4/41].date", "printed": "6/4/41", "corrected": "1/3/41"}
    assert effects(one) == []
    assert effects(other) == []
    (found,) = effects(one, other)
    assert found.message.startswith("SK-013 introduces CHR002")


def changed(folder, name, old, new):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


NEARER = {"id": "SK-021", "at": "orders-of-battle/allied.units[3].dec40", "printed": "EE5", "corrected": "EE4"}


def test_a_finding_that_tells_of_another_distance_is_the_same(effects, tmp_path):
    """Allied 4 is misprinted far from its own side; where Allied 3 stands it is told how far."""
    effects(NEARER)
    changed(tmp_path, "orders-of-battle/allied.yaml", "dec40: EE5,                 mar41: G6", "dec40: E5, mar41: G6")
    told = [
        next(each.message for each in check(load_game(tmp_path, errata)) if each.code.id == "OOB033")
        for errata in ("none", "SK-021")
    ]
    assert told[0] != told[1]
    assert errata_effects(Workspace(tmp_path)) == []


def test_what_an_answer_of_a_copy_breaks_is_not_blamed_on_errata(effects, tmp_path):
    effects(HARMLESS)
    (tmp_path / "copies").mkdir()
    answer = '{at: "chronology.events[6/4/41].date", ours: 6/4/41, printed: 6/4/40}'
    (tmp_path / "copies" / "mine.yaml").write_text(f"basis: printed\ntitle: Mine\nanswers:\n  - {answer}\n")
    changed(tmp_path, "chronology.yaml", "basis: printed", "basis: proposed")
    codes = {each.code.id for each in check(load_game(tmp_path, "all,copy:mine"))}
    assert "CHR002" in codes, "the answer is a bad one"
    assert errata_effects(Workspace(tmp_path), "all,copy:mine") == []
    assert errata_effects(Workspace(tmp_path), "all") == []

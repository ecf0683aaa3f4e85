"""Every code of the catalogue: its page is whole, its bad text gives it at the very place, its good text does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.system import find_system, system_ids

from .examples import GAME, HERE, LAID_OVER, Example, examples, run, shown, span

TESTS = Path(__file__).parent.parent
CODES = all_codes(code for name in system_ids() if (system := find_system(name)) for code in system.codes())

TESTED_ELSEWHERE = {
    # what no text laid over a good game can show: files and folders, bytes, comments without a finding
    "FIL": ("game/test_files.py", "source/test_write.py", "cli/test_migrate.py"),
    "YML": ("source/test_yml_pages.py",),  # which tries every page of the family
    "SUP": ("source/test_comments.py",),
    # found when a scenario is compiled or printed, not when the game is checked
    "CMP": ("compiler/test_plan.py",),
    "PRT007": ("printing/counters/test_registration.py",),
    "PRT011": ("printing/counters/test_sheets.py",),
    "PRT012": ("printing/counters/test_sheets.py",),
    **dict.fromkeys(
        ("PRT002", "PRT003", "PRT004", "PRT005", "PRT006", "PRT008", "PRT010", "PRT013", "PRT014"),
        ("printing/lint/test_lint.py",),
    ),
    "PRT009": ("printing/map/test_names.py",),
    # a track with columns, hours or turns of several months has to be laid over
    **dict.fromkeys(("TIM024", "TIM025", "TIM027", "TIM028", "TIM029", "TIM030"), ("checks/test_track_patterns.py",)),
    # set-ups of scenarios, several of them on the same turns, units with years, options in groups, sides in no fixed order
    **dict.fromkeys(
        ("TIM031", "SCN117", "SCN118", "SCN119", "SCN121", "SCN122"), ("checks/test_moments_of_every_game.py",)
    ),
    # an aid with numbered steps, and options of several rules
    **dict.fromkeys(("RUL077", "RUL078", "RUL132"), ("checks/test_aid_lines.py",)),
    # every term of the rulebook has to be changed
    "RUL154": ("checks/test_terms.py",),
    # sentences that have many words of a rulebook
    **dict.fromkeys(("RUL127", "RUL128", "RUL130"), ("checks/test_likeness.py",)),
    # reckonings, several errata, a chronology of several theatres, markers with words on their backs
    **dict.fromkeys(("RUL129", "RUL131", "ERR013", "ERR014", "CHR074", "CNT087"), ("checks/test_reckonings.py",)),
    # units with words that tell their values, and with a second face
    **dict.fromkeys(("CNT040", "CNT041"), ("checks/test_unlike_units.py",)),
    # units with texts, formations, second faces and sections, sides that stack nothing, printings known by a cell
    **dict.fromkeys(
        ("CNT042", "CNT043", "CNT044", "CNT049", "CNT051", "ERR015", "OOB057", "OOB058", "OOB059"),
        ("checks/test_sisters_and_formations.py",),
    ),
    # turns of several months or days, and a side that starts alike
    **dict.fromkeys(("OOB055", "OOB056"), ("checks/test_starts_and_arrivals.py",)),
    # charts that list units, that say one thing twice, and legends
    **dict.fromkeys(("CHT018", "CHT019", "CHT020", "CHT021"), ("checks/test_chart_agreement.py",)),
    # charts that say one thing twice, hours, legends, symbols and orders of results
    **dict.fromkeys(
        ("CHT022", "CHT023", "CHT024", "CHT025", "CHT026", "CHT028"),
        ("checks/test_chart_agreement.py", "checks/test_chart_situations.py"),
    ),
    # clauses with lists of numbers, titles, references and data, and rules.yaml of a game from the shelf
    **dict.fromkeys([f"RUL{number}" for number in range(107, 117)], ("checks/test_clause_words.py",)),
    # places with many sisters, closed lines, and texts that speak of hexes
    **dict.fromkeys((f"MAP0{number}" for number in range(70, 80)), ("checks/test_map_of_every_game.py",)),
    # charts of many rows, and a track with columns of numbers
    "CHT032": ("checks/test_chart_relations.py",),
    "TIM038": ("checks/test_starts_and_arrivals.py",),
    # every unit has to be changed
    "CNT010": ("checks/test_needed_values.py",),
    # found of a system whose sequence of play is data
    "SEQ": ("wargame/test_sequence.py",),
    "WGM": ("wargame/test_sequence.py",),
    # found of a game whose forces are bought
    "FRC": ("systems/western_desert/test_forces.py",),
    # found of a game of modules
    "MOD": ("wargame/test_module_checks.py",),
    # found of starts that only a game with the plain notation can write
    **dict.fromkeys(("OOB051", "OOB052", "OOB053", "OOB054"), ("compiler/test_starts.py",)),
    # found when a game is replayed
    "REC": ("simulator/test_replay.py", "cli/test_play_replay.py"),
    # found when many games are played
    "PLT005": ("playtest/test_health.py",),
    **dict.fromkeys((f"PLT0{number}" for number in range(56, 62)), ("playtest/test_health.py",)),
    # found when a pack is opened
    "PCK": ("api/packs/test_pack.py", "api/packs/test_bad_packs.py"),
    # found when a table is read back from a spreadsheet
    "CSV": ("cli/test_tables.py",),
    # found when set-ups are played
    "PLY": ("api/proof/test_planted.py", "api/proof/test_failures.py", "api/proof/test_bad_set_ups.py"),
    # found when it is asked what errata break
    "ERR009": ("checks/test_errata_effects.py",),
}
"""Family, or one code: the test that has a bad and a good example of each of its codes, by id."""


def elsewhere(code: str) -> tuple[str, ...]:
    """Return the tests of a code whose page has no example from the game."""
    return TESTED_ELSEWHERE.get(code) or TESTED_ELSEWHERE.get(code.rstrip("0123456789"), ())


EXAMPLES = examples(code for code in CODES.values() if not elsewhere(code.id))


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    """One for all examples, as an editor keeps one: what is remembered of one text must not leak into the next."""
    return Workspace(GAME)


@pytest.mark.parametrize("errata", ["none", "official", "all"])
@pytest.mark.parametrize("files", [{}, LAID_OVER], ids=["game", "with-more-files"])
def test_the_game_is_clean(errata: str, files: dict[str, str]) -> None:
    findings = check(Workspace(GAME).load(errata, files=files))
    assert not findings, shown(findings)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", [example for example in EXAMPLES if example.wrong], ids=lambda example: example.id)
def test_the_wrong_text_gives_the_code_at_its_place(workspace: Workspace, example: Example) -> None:
    findings, spans = run(workspace, example.wrong, example)
    assert len(spans) == 1, "mark exactly one place with «…»"
    of_code = [finding for finding in findings if finding.code.id == example.code]
    assert [span(finding) for finding in of_code] == spans, shown(findings)
    assert example.says in (message := of_code[0].message)
    assert example.number or example.says in ("", message), "a page shows the whole message"
    assert {finding.code.id for finding in findings} - {example.code} == example.also, shown(findings)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_right_text_gives_nothing(workspace: Workspace, example: Example) -> None:
    for text in filter(None, (example.right, example.near)):
        findings, spans = run(workspace, text, example)
        assert not spans, "a right text marks nothing"
        assert not findings, shown(findings)


def test_every_code_has_an_example_that_is_tested() -> None:
    texts = {name: (TESTS / name).read_text(encoding="utf-8") for names in TESTED_ELSEWHERE.values() for name in names}
    for code in CODES:
        if names := elsewhere(code):
            assert code.startswith("YML") or any(
                code in texts[name] or code.lower() in texts[name] for name in names
            ), f"{' and '.join(names)} say nothing of {code}"


def test_every_file_of_examples_is_of_a_code() -> None:
    assert {path.stem for path in HERE.glob("*.yaml")} <= {example.code for example in EXAMPLES if example.number}


def test_every_page_is_whole() -> None:
    for code in CODES.values():
        parts = {part: getattr(code.page, part) for part in ("title", "what", "why", "bad", "good", "mend")}
        assert all(text.strip() for text in parts.values()), parts
        assert code.message or code.sentences, code
        assert code.page.bad != code.page.good, code
        assert code.name == code.name.lower().replace(" ", "-").replace("_", "-")
        for part in ("what", "why", "mend"):
            assert parts[part].endswith("."), f"{code.id}.{part} is no sentence"


SAID_ELSEWHERE = {
    "CMP001": "turn",  # the calendar's
    "REF002": "",  # the notation's, which knows what it expected
    "SCH004": "",  # that of a model or schema, which knows its rules
    "WGM001": "figure",  # of whoever looks a figure up in a chart
}
"""Codes with a sentence that is worded where the fault is seen; empty: their message."""


def test_the_catalogue_has_the_sentence_of_every_finding() -> None:
    for code in CODES.values():
        for name, sentence in {"": code.message, **code.sentences}.items():
            assert not re.fullmatch(r"\{\w+\}", sentence) or SAID_ELSEWHERE.get(code.id) == name, f"{code} {name}"

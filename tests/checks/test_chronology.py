"""Dates of a chronology: reading them, and who is out of order."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.checks.chronology import dates
from scenario_forge.checks.run import all_findings
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import DateError, read_date
from scenario_forge.game.reading.workspace import Workspace

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests/games/skirmish"


def found(*texts: str) -> list:
    events = "".join(f'  - {{date: "{text}", desert: x}}\n' for text in texts)
    text = f"basis: printed\ncolumns: [{{id: desert, label: Desert}}]\nevents:\n{events}"
    return list(dates(Workspace("nowhere").load("none", files={"chronology.yaml": text})))


@pytest.mark.parametrize(
    ("text", "days"),
    [("12/2/41", 1), ("2/41", 28), ("2/44", 29), ("21-27/5/41", 7), ("1-3/42", 90), ("12/1940", 31)],
)
def test_a_date_may_mean_a_day_a_month_or_a_stretch_of_either(text, days):
    stretch = read_date(text)
    assert stretch.last - stretch.first + 1 == days


@pytest.mark.parametrize("text", ["30/2/41", "13/41", "27-21/5/41", "3-1/42", "41", "Feb 41", "1/2/3/41", ""])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(DateError):
        read_date(text)


@pytest.mark.parametrize(
    ("folder", "texts", "codes"),
    [
        ("content/ridge", ["3", "10"], []),
        ("content/ridge", ["10", "3"], ["CHR002"]),
        ("content/ridge", ["3", "8/12/41"], ["CHR001"]),
        ("tests/games/toy", ["8/12/41 noon", "8/12/41 dusk", "8/12/41", "9/12/41"], []),
        ("tests/games/toy", ["9/12/41", "8/12/41 dusk"], ["CHR002"]),
        ("tests/games/toy", ["8/12/41 tea"], ["CHR001"]),
    ],
)
def test_a_date_may_be_a_turn_as_the_track_writes_it(folder, texts, codes):
    """The turns of one game have numbers, those of the other are parts of a day."""
    events = "".join(f'  - {{date: "{text}", control: {{x: y}}}}\n' for text in texts)
    game = Workspace(ROOT / folder).load("none", files={"chronology.yaml": f"basis: printed\nevents:\n{events}"})
    assert [each.code.id for each in dates(game)] == codes


@given(st.lists(st.tuples(st.integers(39, 45), st.integers(1, 12), st.none() | st.integers(1, 28)), min_size=1))
def test_dates_in_order_are_never_reported(days):
    days.sort(key=lambda day: (day[0], day[1], day[2] or 0))
    assert found(*(f"{d}/{m}/{y}" if d else f"{m}/{y}" for y, m, d in days)) == []


def test_a_month_may_stand_anywhere_among_its_days():
    assert found("2/4/41", "4/41", "6/4/41") == []


@pytest.mark.parametrize(
    ("texts", "said", "line"),
    [
        (["4/41", "6/4/41", "4/4/41", "12/4/41"], "4/4/41 is listed after 6/4/41, out of order", 6),
        (
            ["7/42", "8/42", "9/11/42", "23/10/42", "2/11/42", "8/11/42"],
            "23/10/42 is listed after 9/11/42, out of order",
            6,
        ),
        (["12/4/41", "24/4/40", "5/41"], "24/4/40 is listed after 12/4/41, out of order", 5),
    ],
)
def test_the_fewest_rows_are_blamed(texts, said, line):
    (finding,) = found(*texts)
    assert (finding.message, finding.span.line) == (said, line)


def test_months_that_lost_their_dash_are_suggested_where_they_stand_in_order():
    (finding,) = found("7/42", "8/42", "9/11/42", "23/10/42", "2/11/42")
    assert finding.help == "did you mean 9-11/42?"


# -- facts beside the printed cells ------------------------------------------------------------------


FACT = "  - {date: 12/2/41, desert: A regiment of tanks lands, elsewhere: Snow}\n"


def findings_of(row: str) -> list[tuple[str, str, str | None]]:
    text = (SKIRMISH / "chronology.yaml").read_text().replace(FACT, f"  - {{date: 12/2/41, {row}}}\n")
    game = Workspace(SKIRMISH).load("none", files={"chronology.yaml": text})
    told = [each for each in all_findings(game) if each.span and each.span.file == "chronology.yaml"]
    return [(each.code.id, each.message, each.help) for each in told]


@pytest.mark.parametrize(
    "row",
    [
        "control: {marsa_akra: allied}, source: X",
        "fates: [{side: allied, formation: 1 Ind, fate: destroyed, at: Marsa Akra}]",
        "fates: [{side: allied, units: [1, 2], fate: left}]",
    ],
)
def test_a_row_of_facts_needs_no_cell(row):
    assert findings_of(row) == []


@pytest.mark.parametrize(
    ("row", "code", "word", "hint"),
    [
        ("control: {marsa_akro: allied}", "REF001", "marsa_akro", "marsa_akra"),
        ("control: {marsa_akra: alied}", "REF001", "alied", "allied"),
        ("fates: [{side: allied, formation: 1 Indd, fate: left}]", "REF001", "1 Indd", "1 Ind"),
        ("fates: [{side: allied, formation: 1 Ind, fate: left, at: Marsa Akro}]", "REF001", "Marsa Akro", "Marsa Akra"),
        ("fates: [{side: allied, units: [99], fate: left}]", "CHR085", "no unit 99", ""),
        ("fates: [{side: allied, units: [1], formation: 1 Ind, fate: left}]", "CHR085", "a formation and units", ""),
        ("fates: [{side: allied, fate: left}]", "CHR085", "nobody", "formation"),
    ],
)
def test_a_fact_about_nobody_is_reported(row, code, word, hint):
    ((found_code, message, suggested),) = findings_of(row)
    assert found_code == code
    assert word in message
    assert hint in (suggested or "")


def test_a_formation_is_one_of_the_side_that_the_fate_names():
    assert [code for code, *_ in findings_of("fates: [{side: axis, formation: 1 Ind, fate: left}]")] == ["REF001"]


def test_only_rows_with_a_cell_are_printed():
    document = ChronologyDocument.model_validate(
        {
            "basis": "printed",
            "columns": [{"id": "desert", "label": "Desert"}],
            "events": [
                {"date": "12/40", "control": {"bardia": "axis"}},
                {"date": "1/41", "desert": "Fall of Bardia", "control": {"bardia": "allied"}},
            ],
        }
    )
    assert [(number, event.date) for number, event in document.printed] == [(1, "1/41")]

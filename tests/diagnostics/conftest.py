"""A small report that every renderer is held against: two files, two codes, all that a finding can carry."""

from __future__ import annotations

import pytest

from scenario_forge.diagnostics import Code, Severity, Span, TextEdit
from scenario_forge.diagnostics.model import Page
from scenario_forge.diagnostics.report import Report

AXIS = "orders-of-battle/axis.yaml"
TRACK = "time-track.yaml"

TEXTS = {
    AXIS: "\n".join(
        [
            *["#"] * 30,
            "  - {no: 21, name: Fascisti Div., nov41: AA30(f)}",
            *["#"] * 56,
            "  supply: {nov41: [V12, S32, S32]}",
            "",
        ]
    ),
    TRACK: "boxes:\n  - {date: 10/41, axis: R}\n  - {date: 11/41, axis: R}\n",
}


def make_code(id_: str, name: str, message: str, severity: Severity = Severity.ERROR) -> Code:
    return Code(
        id_,
        name,
        severity,
        message,
        {
            id_: Page(
                title=name.replace("-", " "),
                what=f"What {id_} is.",
                why="Rule 8 says so.",
                bad="nov41: AA30",
                good="nov41: A30",
                mend="Correct the hex.",
            )
        },
    )


OOB007 = make_code("OOB007", "unsupplied-at-start", "unit {unit} starts in {hex}, {far} hexes from supply")
TIM003 = make_code("TIM003", "mark-without-arrival", "an R in {date}, but nothing arrives", Severity.WARNING)


@pytest.fixture
def far_unit():
    place = Span(AXIS, 31, 42, 31, 46, "Axis order of battle, unit 21, column Nov 41")
    return (
        OOB007.at(place, unit=21, hex="AA30", far=24)
        .also(place, "more than 10 hexes: unsupplied before its first move")
        .also(Span(AXIS, 88, 25, 88, 28, "Axis order of battle, supply units, column Nov 41"), "nearest supply")
        .note("AA30 is on the eastern sheet")
        .suggest("did you mean A30, on the western sheet?")
        .under("Rule 8")
        .fix("write A30(f)", TextEdit(Span(AXIS, 31, 42, 31, 46), "A30(f)"), safe=True)
    )


@pytest.fixture
def empty_mark():
    return (
        TIM003.at(Span(TRACK, 2, 26, 2, 27, "Time record track, box Oct 41"), date="10/41")
        .also(Span(TRACK, 3, 26, 3, 27, "Time record track, box Nov 41"), "the next R")
        .fix("remove the R", TextEdit(Span(TRACK, 2, 17, 2, 27), ""))
    )


@pytest.fixture
def report(far_unit, empty_mark):
    return Report(
        [empty_mark, far_unit],
        TEXTS.get,
        files=14,
        basis={"printed": 812, "derived": 0, "proposed": 30},
        game="Desert Rats",
        errata="official",
        counted=("89 units", "1872 hexes"),
    )


@pytest.fixture
def one_code():
    return make_code("AAA001", "a-name", "{text}")


@pytest.fixture
def showing(one_code):
    """One finding on a text of one file."""

    def show(text, line, column, end_line, end_column, *, message="message", **more):
        finding = one_code.at(Span("a.yaml", line, column, end_line, end_column), text=message)
        return Report([finding], {"a.yaml": text}.get, files=1, **more)

    return show

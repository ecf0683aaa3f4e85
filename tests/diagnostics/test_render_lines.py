"""The formats of one line a finding, and the summary."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Severity, Span
from scenario_forge.diagnostics.report import (
    Report,
    command,
    concise,
    escape_data,
    escape_property,
    github,
    summary,
    verdict_line,
)

SUMMARY = "checked 14 files: 89 units, 1872 hexes (Desert Rats, errata: official): 1 error, 1 warning\n"


def test_concise_is_one_line_a_finding_with_paper_and_rule(report):
    assert concise(report) == (
        "orders-of-battle/axis.yaml:31:42: error[OOB007] unit 21 starts in AA30, 24 hexes from supply"
        " (Axis order of battle, unit 21, column Nov 41) [Rule 8]\n"
        "time-track.yaml:2:26: warning[TIM003] an R in 10/41, but nothing arrives"
        " (Time record track, box Oct 41)\n" + SUMMARY
    )


def test_concise_names_files_from_where_the_reader_stands(report):
    assert concise(report, base="content/x").startswith("content/x/orders-of-battle/axis.yaml:31:42: ")


def test_concise_without_findings_is_the_summary():
    assert concise(Report([], files=3)) == "checked 3 files: no errors\n"


def test_nothing_in_a_message_breaks_the_line_or_reaches_the_terminal(showing):
    shown = concise(showing("", 1, 1, 1, 1, message="a\r\nb\x1b[0m\u2028c", game="x\ny"))
    assert shown == "a.yaml:1:1: error[AAA001] a b\ufffd[0m c\nchecked 1 file (x y): 1 error\n"


def test_github_marks_the_place_and_keeps_the_rest_as_lines_of_the_message(report):
    assert github(report, base="content/desert-rats") == (
        "::error file=content/desert-rats/orders-of-battle/axis.yaml,line=31,col=42,endLine=31,endColumn=46,"
        "title=OOB007 Rule 8::unit 21 starts in AA30, 24 hexes from supply"
        " (Axis order of battle, unit 21, column Nov 41)"
        "%0Amore than 10 hexes: unsupplied before its first move"
        "%0Acontent/desert-rats/orders-of-battle/axis.yaml:88:25,"
        " Axis order of battle, supply units, column Nov 41: nearest supply"
        "%0AAA30 is on the eastern sheet%0Adid you mean A30, on the western sheet?\n"
        "::warning file=content/desert-rats/time-track.yaml,line=2,col=26,endLine=2,endColumn=27,"
        "title=TIM003::an R in 10/41, but nothing arrives (Time record track, box Oct 41)"
        "%0Acontent/desert-rats/time-track.yaml:3:26, Time record track, box Nov 41: the next R\n" + SUMMARY
    )


def test_github_escapes_what_would_end_a_property_or_a_message(one_code):
    finding = replace(
        one_code.at(Span("a,b:c%.yaml", 2, 1, 4, 3), text="50 %: x, y"), severity=Severity.INFO, rule="8: a, b"
    )
    assert command(finding) == (
        "::notice file=a%2Cb%3Ac%25.yaml,line=2,endLine=4,title=AAA001 8%3A a%2C b::50 %25: x, y"
    )


@given(st.text())
def test_github_escapes_can_be_read_back_as_the_runner_does(text):
    for escape, codes in (
        (escape_data, {"%0D": "\r", "%0A": "\n"}),
        (escape_property, {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}),
    ):
        escaped = escape(text)
        assert not {"\r", "\n"} & set(escaped)
        for code, character in codes.items():
            escaped = escaped.replace(code, character)
        assert escaped.replace("%25", "%") == text


def test_the_summary_counts_each_severity_and_says_what_was_suppressed(far_unit, empty_mark):
    remark = replace(empty_mark, severity=Severity.INFO)
    report = Report([far_unit, far_unit, empty_mark, remark], files=1, suppressed=3, basis={"printed": 5})
    assert summary(report) == (
        "checked 1 file\nvalues: 5 printed\n2 errors, 1 warning, 1 for information, 3 suppressed\n"
    )
    assert (report.errors, report.warnings, report.infos) == (2, 1, 1)


def test_warnings_alone_are_no_errors(empty_mark):
    assert verdict_line(Report([empty_mark])) == "no errors, 1 warning"

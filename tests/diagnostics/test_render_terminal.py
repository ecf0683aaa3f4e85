from __future__ import annotations

import re
import time
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Code, Severity, Span, terminal
from scenario_forge.diagnostics.model import Page
from scenario_forge.diagnostics.report import Report
from scenario_forge.diagnostics.terminal import view

EXPECTED = """\
error[OOB007]: unit 21 starts in AA30, 24 hexes from supply    Rule 8
   ╭─ orders-of-battle/axis.yaml:31:42      Axis order of battle, unit 21, column Nov 41
31 │   - {no: 21, name: Fascisti Div., nov41: AA30(f)}
   │                                          ^^^^ more than 10 hexes: unsupplied before its first move
   ├─ orders-of-battle/axis.yaml:88:25      Axis order of battle, supply units, column Nov 41
88 │   supply: {nov41: [V12, S32, S32]}
   │                         --- nearest supply
   = AA30 is on the eastern sheet
   = did you mean A30, on the western sheet?
   = fix: write A30(f) (forge check GAME --fix)
   = forge explain OOB007

warning[TIM003]: an R in 10/41, but nothing arrives
   ╭─ time-track.yaml:2:26      Time record track, box Oct 41
 2 │   - {date: 10/41, axis: R}
   │                          ^ mark without arrival
 3 │   - {date: 11/41, axis: R}
   │                          - the next R (box Nov 41)
   = possible fix: remove the R
   = forge explain TIM003

checked 14 files: 89 units, 1872 hexes (Desert Rats, errata: official)
values: 812 printed, 30 proposed
1 error, 1 warning
"""


def test_findings_stand_in_order_with_their_lines_their_place_on_paper_and_what_to_do(report):
    assert terminal.render(report) == EXPECTED


def test_without_unicode_only_the_frame_changes(report):
    drawn = str.maketrans({"╭": ",", "├": "+", "─": "-", "│": "|"})
    assert terminal.render(report, ascii_only=True) == EXPECTED.translate(drawn)
    assert terminal.render(report, ascii_only=True).isascii()


def test_colour_only_when_asked_and_it_changes_nothing_but_colour(report):
    coloured = terminal.render(report, colour=True)
    assert "\x1b[1;31merror[OOB007]\x1b[0m" in coloured
    assert "\x1b[1;33mwarning[TIM003]\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == EXPECTED


def test_no_findings_still_says_what_was_checked():
    assert terminal.render(Report([], files=1, game="Toy", errata="none", suppressed=2)) == (
        "checked 1 file (Toy, errata: none)\nno errors, 2 suppressed\n"
    )


def test_file_names_can_be_followed_from_where_the_reader_stands(report):
    shown = terminal.render(report, base="content\\desert-rats\\", width=200)
    assert "╭─ content/desert-rats/time-track.yaml:2:26" in shown


def test_the_page_of_a_code_is_offered_once(empty_mark):
    later = replace(empty_mark, span=replace(empty_mark.span, line=3))
    assert terminal.render(Report([later, empty_mark])).count("forge explain TIM003") == 1


def test_a_narrow_terminal_wraps_everything_but_the_authors_line(far_unit, report):
    shown = terminal.render(replace(report, diagnostics=[far_unit]), width=56)
    rows = shown.splitlines()
    assert rows[:3] == [
        "error[OOB007]: unit 21 starts in AA30, 24 hexes from",
        "               supply    Rule 8",
        "   ╭─ orders-of-battle/axis.yaml:31:42",
    ]
    assert rows[3] == "   │  Axis order of battle, unit 21, column Nov 41"
    assert rows[5:8] == [
        "   │                                          ^^^^",
        "   │                          more than 10 hexes:",
        "   │                          unsupplied before its",
    ]
    assert max(map(len, rows[:-3])) <= 56


def rows_of(report, **options):
    """The rows of the first frame: code and underlines, without corner and hints."""
    rows = terminal.render(report, **options).splitlines()[2:]
    return [row for row in rows if "│" in row]


@pytest.mark.parametrize(
    ("text", "place", "row", "under"),
    [
        ("a: 1", (1, 4, 1, 5), " 1 │ a: 1", "   │    ^ a name"),
        ("", (1, 1, 1, 1), " 1 │", "   │ ^ a name"),
        ("", (7, 9, 7, 12), " 1 │", "   │ ^ a name"),
        ("a: 1\n", (2, 1, 2, 1), " 2 │", "   │ ^ a name"),
        ("a: 1", (1, 3, 1, 99), " 1 │ a: 1", "   │   ^^ a name"),
        ("a: 1", (1, 99, 1, 120), " 1 │ a: 1", "   │     ^ a name"),
        ("a: 1", (0, 0, 0, 0), " 1 │ a: 1", "   │ ^ a name"),
        ("a: [1,\n 2]", (1, 4, 2, 4), " 1 │ a: [1,", "   │    ^^^ a name (to line 2)"),
        ("\tx: 1", (1, 2, 1, 3), " 1 │     x: 1", "   │     ^ a name"),
        ("a\tx: 1", (1, 3, 1, 4), " 1 │ a   x: 1", "   │     ^ a name"),
        ("地名: 海", (1, 5, 1, 6), " 1 │ 地名: 海", "   │       ^^ a name"),
        ("e\u0301: x", (1, 5, 1, 6), " 1 │ e\u0301: x", "   │    ^ a name"),
        ("e\u0301: x", (1, 2, 1, 3), " 1 │ e\u0301: x", "   │ ^ a name"),
        ("قوات: x", (1, 1, 1, 5), " 1 │ قوات: x", "   │ ^^^^ a name"),
        ("Τομπρούκ: x", (1, 11, 1, 12), " 1 │ Τομπρούκ: x", "   │           ^ a name"),
        ("a: \x1b[31mx", (1, 4, 1, 5), " 1 │ a: \ufffd[31mx", "   │    ^ a name"),
        ("a: \u202ex", (1, 5, 1, 6), " 1 │ a: \ufffdx", "   │     ^ a name"),
        ("\ufeffa: 1", (1, 1, 1, 2), " 1 │ a: 1", "   │ ^ a name"),
        ("a: 1\r\nb: 2\rc: 3", (3, 1, 3, 2), " 3 │ c: 3", "   │ ^ a name"),
        ("a: 1\x0cb: 2", (1, 6, 1, 7), " 1 │ a: 1\ufffdb: 2", "   │      ^ a name"),
    ],
)
def test_the_caret_stands_under_the_place(showing, text, place, row, under):
    assert rows_of(showing(text, *place)) == [row, under]


def test_a_file_without_text_is_named_without_a_line(showing):
    report = replace(showing("", 3, 1, 3, 2), texts=lambda _: None)
    assert terminal.render(report).splitlines()[:3] == [
        "error[AAA001]: message",
        "   ╭─ a.yaml:3:1",
        "   = Correct the hex.",
    ]


def test_a_finding_without_advice_of_its_own_gives_that_of_its_page_once(one_code):
    first, second = (one_code.at(Span("a.yaml", line, 1, line, 2), text="m") for line in (1, 2))
    assert terminal.render(Report([first, second])).count("= Correct the hex.") == 1
    assert "= Correct the hex." not in terminal.render(Report([first.suggest("did you mean B2?")]))


def test_a_finding_about_no_file_at_all_is_shown(one_code):
    assert "╭─ .:1:1" in terminal.render(Report([one_code.at(Span("", 0, 0, 0, 0), text="empty")]))


def test_two_places_far_apart_on_one_long_line_show_it_twice(one_code):
    line = "a: [" + ", ".join(str(n) for n in range(100, 400)) + "]"
    here, there = line.index("150") + 1, line.index("350") + 1
    finding = one_code.at(Span("a.yaml", 1, here, 1, here + 3), text="m")
    report = Report([finding.also(Span("a.yaml", 1, there, 1, there + 3), "again")], {"a.yaml": line}.get)
    rows = rows_of(report, width=60)
    assert [len(row) for row in rows[::2]] == [60, 60]
    for row, under, word in ((*rows[:2], "150"), (*rows[2:], "350")):
        assert row.startswith(" 1 │ …")
        assert row.endswith("…")
        start = under.index("^" if word == "150" else "-")
        assert row[start : start + 3] == word


def test_a_message_with_line_breaks_and_escapes_stays_one_headline(showing):
    shown = terminal.render(showing("a: 1", 1, 1, 1, 2, message="two\n\x1b[2Jlines"))
    assert shown.startswith("error[AAA001]: two \ufffd[2Jlines\n")


def test_places_three_lines_apart_share_a_frame_and_four_do_not(one_code):
    text = "\n".join(f"k{n}: {n}" for n in range(1, 10))
    finding = one_code.at(Span("a.yaml", 1, 1, 1, 3), text="m")
    near = Report([finding.also(Span("a.yaml", 4, 1, 4, 3), "near")], {"a.yaml": text}.get)
    far = Report([finding.also(Span("a.yaml", 5, 1, 5, 3), "far")], {"a.yaml": text}.get)
    assert [row for row in rows_of(near) if "k" in row] == [f" {n} │ k{n}: {n}" for n in range(1, 5)]
    assert "├─ a.yaml:5:1" in terminal.render(far)


# ---- properties


def cells(text):
    """Cells of text as drawn, counted independently of the renderer, character by character."""
    wide = sum(unicodedata.east_asian_width(c) in ("W", "F") for c in text)
    none = sum(unicodedata.category(c) in ("Mn", "Me", "Cf") for c in text)
    return len(text) + wide - none


LETTERS = st.text(
    st.sampled_from("ab 海軍ＡΤό\u0301\u0308\u064eقوﺍاשׁ한\t،🛡\u200d\u202e\x1b\x85x-{}:,"),
    max_size=120,
).map(lambda t: t.replace("\x85", ""))

CODE = Code("AAA001", "a-name", Severity.ERROR, "m", {"AAA001": Page("a name", "", "", "", "", "")})


@given(before=LETTERS, after=LETTERS, width=st.integers(40, 130), long=st.integers(1, 6))
def test_the_caret_never_strays_under_any_script(before, after, width, long):
    marked = "@" * long
    start = len(before) + 1
    finding = CODE.at(Span("a.yaml", 1, start, 1, start + long))
    report = Report([finding], {"a.yaml": before + marked + after}.get)
    row, under = rows_of(report, width=width)[:2]
    assert cells(row[: row.index("@")]) == under.index("^")
    assert under.count("^") == row.count("@") == long
    assert cells(row) <= width
    assert row.isprintable() or set(row) & {"\u200d"}


@given(
    line=LETTERS,
    start=st.integers(0, 200),
    length=st.integers(0, 200),
    room=st.integers(20, 90),
    times=st.sampled_from([1, 9]),
)
def test_a_view_keeps_within_its_room_and_shows_the_place(line, start, length, room, times):
    shown = view(line * times, start, start + length, room)
    assert cells(shown.text) <= room
    assert 0 <= shown.first < room
    assert 1 <= shown.width <= room


def test_a_line_of_megabytes_is_not_measured_whole():
    line = "海" * 4_000_000
    began = time.perf_counter()
    shown = view(line, 2_000_000, 2_000_003, 80)
    assert time.perf_counter() - began < 0.2
    assert (shown.text[0], shown.text[-1], shown.width) == ("…", "…", 6)


@given(
    st.lists(
        st.builds(
            Span,
            st.sampled_from(["a.yaml", "b.yaml", ""]),
            *[st.integers(-1, 12)] * 4,
            st.sampled_from(["", "Map, hex A1", "\x1b[2J, unit 1"]),
        ),
        min_size=1,
        max_size=5,
    ),
    st.text(max_size=30),
)
def test_any_spans_and_words_can_be_shown(spans, words):
    finding = CODE.at(spans[0]).note(words)
    for span in spans[1:]:
        finding = finding.also(span, words)
    shown = terminal.render(Report([finding], {"a.yaml": "é: [1,\n\t2]\n" * 4}.get))
    assert "\x1b" not in shown
    assert shown.encode()


def test_a_cut_line_never_puts_a_combining_mark_on_the_dots():
    line = "e\u0301" * 100
    for start in range(100, 120):
        assert view(line, start, start + 1, 30).text[:2] == "…e"

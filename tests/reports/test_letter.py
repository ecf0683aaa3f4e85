"""The letter of findings: by component, in the order of the rules, and safe whatever it quotes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Code, Severity, Span
from scenario_forge.diagnostics.model import Page
from scenario_forge.diagnostics.report import Report
from scenario_forge.reports.letter import OURS, by_component, letter_page

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Reads a page strictly: every element closed in order; gathers text by the elements it stands in."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.elements = []
        self.texts = []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((tuple(self.open), data))

    def within(self, tag):
        return " ".join("".join(text for inside, text in self.texts if tag in inside).split())

    def outside(self, *tags):
        return "".join(text for inside, text in self.texts if not set(tags) & set(inside))


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


@pytest.fixture
def letter(report):
    return read(letter_page(report, date="22 November 2026", to="the publisher"))


def test_the_head_says_game_date_errata_and_counts(letter):
    assert letter.within("header") == (
        "Findings on Desert Rats GameDesert RatsDate22 November 2026Errata appliedofficial"
        "Read14 files, 89 units, 1872 hexesFound1 error, 1 warning"
    )


def test_findings_stand_under_the_component_on_paper(letter):
    assert letter.within("h2") == "Axis order of battleTime record track"
    assert letter.within("nav") == "Axis order of battle 1 error Time record track 1 warning"


def test_a_finding_says_what_is_printed_where_and_what_it_disagrees_with(letter):
    text = letter.within("article")
    assert text.startswith(
        "1. unit 21 starts in AA30, 24 hexes from supply "
        "PrintedAA30 · Axis order of battle, unit 21, column Nov 41"
        "Theremore than 10 hexes: unsupplied before its first move"
        "Compared withS32 · Axis order of battle, supply units, column Nov 41 · nearest supply"
        "RuleRule 8"
        "NoteAA30 is on the eastern sheet"
        "Suggestiondid you mean A30, on the western sheet?"
    )


def test_the_files_of_the_transcription_are_not_spoken_of(letter, one_code):
    assert ".yaml" not in letter.outside("style")
    finding = one_code.at(Span("map.yaml", 1, 1, 1, 4, "Map, hex A1"), text="m")
    finding = finding.note("see map.yaml:3").also(Span("map.yaml", 2, 1, 2, 2), "there").suggest("move it to map.yaml")
    page = read(letter_page(Report([finding], {"map.yaml": "- {hex: A1}\nx: 1"}.get)))
    assert ".yaml" not in page.outside("style")
    assert "hex: A1" not in page.within("article"), "a row of ours is not quoted as print"


def test_names_of_ours_are_told_in_words(one_code):
    finding = one_code.at(Span("a.yaml", 1, 8, 1, 22, "Rule 2"), text="m")
    page = read(letter_page(Report([finding], {"a.yaml": "raids: operations_end"}.get)))
    assert page.within("q") == "operations end"


def test_findings_come_in_the_order_of_the_rules(one_code):
    rules = ["Rule 10", "8.12", None, "Rule 8", "8.2"]
    findings = [
        one_code.at(Span("a.yaml", n, 1, n, 2, "Map"), text=f"of {rule}").under(rule) for n, rule in enumerate(rules, 1)
    ]
    said = [text for tags, text in read(letter_page(Report(findings))).texts if tags[-2:] == ("h3", "bdi")]
    assert said == ["of Rule 8", "of 8.2", "of 8.12", "of Rule 10", "of None"]


def test_the_page_needs_nothing_from_outside_and_runs_nothing(letter):
    assert not {tag for tag, _ in letter.elements} & {"script", "link", "img", "iframe", "object", "base"}
    for _, attributes in letter.elements:
        assert not {"src", "onclick", "onload", "style"} & set(attributes)
        assert attributes.get("href", "#").startswith("#")
    style = letter.within("style")
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style


def test_every_word_of_content_is_escaped(one_code):
    evil = "<script>alert('1')</script> & \"x\""
    span = Span(evil, 1, 1, 1, 60, evil)
    finding = one_code.at(span, text=evil).also(replace(span, line=2), evil).note(evil).suggest(evil).under(evil)
    report = Report([finding], lambda _: evil, 1, {evil: 1}, evil, evil, 0, (evil,))
    page = letter_page(report, date=evil, to=evil)
    assert "<script" not in page
    letter = read(page)
    assert "script" not in {tag for tag, _ in letter.elements}
    assert letter.within("h1") == f"Findings on {evil}"
    assert f"1. {evil}" in letter.within("article")


def test_what_is_ours_is_not_called_printed(one_code):
    @dataclass(frozen=True)
    class Value:
        span: Span
        basis: str

    ours = Value(Span("map.yaml", 1, 1, 1, 4, "Map, hex A1"), "proposed")
    printed = Value(Span("map.yaml", 2, 1, 2, 4, "Map, hex A11"), "printed")
    finding = one_code.at(ours, text="m").also(printed, "but here").rests_on(ours, printed)
    text = read(letter_page(Report([finding], {"map.yaml": "sea\nland"}.get))).within("article")
    assert "Enteredsea · Map, hex A1 · proposed by us, not printed" in text
    assert "Compared withlan · Map, hex A11 · but here" in text


def test_what_has_no_place_on_paper_comes_last_as_ours(one_code):
    off = one_code.at(Span("a.yaml", 1, 1, 1, 2), text="off")
    on = one_code.at(Span("b.yaml", 1, 1, 1, 2, "Map"), text="on")
    assert list(by_component([off, on])) == ["Map", OURS]
    text = read(letter_page(Report([off]))).within("article")
    assert "Entered(text not available)" in text


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [("axis: N", 7, "N"), ("  - {no: 1}", 3, ""), ("units: many", 1, "")],
)
def test_a_place_that_only_opens_a_block_of_our_files_is_not_quoted(showing, line, column, expected):
    report = showing(line, 1, column, 1, column + 1)
    assert read(letter_page(report)).within("q") == expected


def test_a_letter_without_findings_is_still_courteous():
    letter = read(letter_page(Report([], game="Toy"), to="Ms Ψ"))
    assert "To Ms Ψ, thank you for Toy." in letter.within("section")
    assert "We found nothing that disagrees." in letter.within("section")
    assert "Foundno errors" in letter.within("header")


WORDS = st.text(st.sampled_from("ab<>&\"'/-!\x1b\u202e é"), max_size=20)
CODE = Code("AAA001", "a-name", Severity.ERROR, "{text}", {"AAA001": Page("a name", "", "", "", "", "")})


@given(WORDS, WORDS, WORDS)
def test_any_words_give_a_well_formed_page(message, paper, text):
    finding = CODE.at(Span("a.yaml", 1, 1, 1, 9, paper), text=message)
    page = letter_page(Report([finding], lambda _: text))
    letter = read(page)
    shown = " ".join("".join(c if c.isprintable() else "\ufffd" for c in message).split())
    assert f"1. {shown}".strip() in letter.within("h3")
    assert "\x1b" not in page

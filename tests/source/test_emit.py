"""New text from ruamel.yaml says to our own reader what was meant, in the layout of `forge fmt`."""

from __future__ import annotations

import yaml as other
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.source.comments import comments
from scenario_forge.source.emit import (
    AlignedRows,
    Block,
    FoldedText,
    NewDocument,
    QuotedText,
    Rows,
    WrappedList,
    block_text,
    entries,
    plain_line,
    row,
)
from scenario_forge.source.fmt import format_text
from scenario_forge.source.read import Source

TEXTS = st.one_of(
    st.sampled_from(["0614", "NO", "y", "R2/41 m11", "a: b", "12", "1e3", "0x1F", "", " x", "#", "- a", "?", "~", "2026-11-22"]),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn", "Co")), max_size=30),
)  # fmt: skip
KEYS = st.one_of(st.sampled_from(["no", "at", "15", "0614", "a b"]), st.text("abcxyz", min_size=1, max_size=8))
SCALARS = st.one_of(TEXTS, st.none(), st.booleans(), st.integers(-(10**6), 10**6))
DATA = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))


def read(text):
    source = Source.of_text("new.yaml", text)
    assert not source.problems, text
    return source.root.data


@settings(deadline=None)
@given(st.dictionaries(KEYS, DATA, min_size=1, max_size=5))
def test_a_row_says_what_was_meant_on_one_line(data):
    text = row(data)
    assert "\n" not in text
    assert read(f"rows:\n  - {text}\n") == {"rows": [data]}


@settings(deadline=None)
@given(st.dictionaries(KEYS, TEXTS, min_size=1, max_size=5))
def test_other_readers_read_the_same_texts(data):
    """A word such as NO or 0614 is a text to them too."""
    assert list(other.safe_load(row(data)).values()) == list(data.values())


@settings(deadline=None)
@given(st.lists(st.dictionaries(KEYS, DATA, min_size=1, max_size=4), min_size=1, max_size=3), TEXTS)
def test_a_document_says_what_was_meant(rows, title):
    text = block_text({"title": title, "rows": rows})
    assert read(text) == {"title": title, "rows": rows}
    assert read("rows:\n" + entries(rows)) == {"rows": rows}


SAID = st.one_of(st.none(), TEXTS)
"""A line of comment; none: an empty line."""
ROWS = st.lists(st.dictionaries(KEYS, DATA, min_size=1, max_size=4), max_size=5)
LAID = st.one_of(
    DATA, TEXTS.map(QuotedText), ROWS, ROWS.map(Rows), ROWS.map(AlignedRows),
    st.lists(TEXTS, max_size=40).map(WrappedList), st.dictionaries(KEYS, SCALARS, max_size=4).map(Block),
)  # fmt: skip


@st.composite
def documents(draw):
    """A document with every kind of value and comments at any of its paths that may have some."""
    made = NewDocument()
    for key, value in draw(st.dictionaries(KEYS, LAID, min_size=1, max_size=6)).items():
        made.say(*draw(st.lists(SAID, max_size=3)))
        made.add(key, value)
        below = (
            range(len(value)) if isinstance(value, list) and value and all(isinstance(v, dict) for v in value) else ()
        )
        if draw(st.booleans()):
            made.behind[key,] = draw(TEXTS)
        for number in below:
            if draw(st.booleans()):
                made.above[key, number] = draw(st.lists(SAID, max_size=2))
            if isinstance(value, Rows) and draw(st.booleans()):
                made.behind[key, number] = draw(TEXTS)
    made.say(*draw(st.lists(TEXTS, max_size=2)))
    return made


@settings(deadline=None)
@given(documents())
def test_a_document_says_what_was_meant_with_all_its_comments_and_fmt_leaves_it(made):
    text = made.text()
    assert read(text) == made.data
    said = [line for lines in made.above.values() for line in lines if line is not None]
    said += [*made.behind.values(), *(line for line in made._said if line is not None)]
    found = comments(text, Source.of_text("new.yaml", text).root)
    assert len(found) == len(said)
    assert {c.text for c in found} == {f"# {plain_line(line)}".rstrip() for line in said}
    once = format_text(text, "new.yaml")
    squeezed = "\n".join(line for line in once.splitlines() if line)
    assert squeezed == "\n".join(line for line in text.splitlines() if line)  # fmt takes empty lines in a row


def test_rows_are_a_table_with_the_comments_below_each_other():
    made = NewDocument()
    made.add(
        "set_up", [{"side": "axis", "units": AlignedRows([{"no": 5, "at": "Decide: QQ3?"}, {"no": 16, "at": "N"}])}]
    )
    made.behind |= {("set_up", 0, "units", 0): "Nov 41 QQ3", ("set_up", 0, "units", 1): "not there\nstart: dec40"}
    assert made.text() == (
        "set_up:\n"
        "  - side: axis\n"
        "    units:\n"
        '      - {no: 5,  at: "Decide: QQ3?"}  # Nov 41 QQ3\n'
        "      - {no: 16, at: N}               # not there start: dec40\n"
    )
    assert format_text(made.text(), "new.yaml") == made.text()


def test_a_long_text_is_folded_within_the_lines_of_the_layout():
    said = "The chart has M11, where the track has 2-2; " * 9 + "so it is."
    text = block_text({"errata": [{"id": "DR-1", "why": FoldedText(said)}]})
    assert max(map(len, text.splitlines())) <= 118
    assert read(text) == {"errata": [{"id": "DR-1", "why": said}]}


def test_what_is_written_is_laid_out_as_fmt_lays_it_out():
    text = block_text(
        {"title": "Ours", "errata": [{"id": "DR-1", "printed": None, "at": ["N", "0614"], "why": FoldedText("a b")}]}
    )
    assert format_text(text, "new.yaml") == text

"""New text from ruamel.yaml says to our own reader what was meant, in the layout of `forge fmt`."""

from __future__ import annotations

import yaml as other
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.source.emit import Folded, block, entry_of, row
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
    text = block({"title": title, "rows": rows})
    assert read(text) == {"title": title, "rows": rows}
    assert read("rows:\n" + "".join(entry_of(each, 2) for each in rows)) == {"rows": rows}


def test_a_long_text_is_folded_within_the_lines_of_the_layout():
    said = "The chart has M11, where the track has 2-2; " * 9 + "so it is."
    text = block({"errata": [{"id": "DR-1", "why": Folded(said)}]})
    assert max(map(len, text.splitlines())) <= 118
    assert read(text) == {"errata": [{"id": "DR-1", "why": said}]}


def test_what_is_written_is_laid_out_as_fmt_lays_it_out():
    text = block(
        {"title": "Ours", "errata": [{"id": "DR-1", "printed": None, "at": ["N", "0614"], "why": Folded("a b")}]}
    )
    assert format_text(text, "new.yaml") == text

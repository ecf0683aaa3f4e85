"""What a document's shape forbids is shown at the key or value that is wrong."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text, Value
from scenario_forge.documents.kinds import KINDS
from scenario_forge.game.reading.shape import build
from scenario_forge.source.compose import compose
from scenario_forge.source.edit import apply_edits


class Item(Model):
    """An item."""

    id: Id
    name: Text
    count: Annotated[int, Field(ge=1, le=9)] = 1
    half: float = 0.5
    land: bool = True
    kinds: list[Id] = Field(default_factory=list)
    deep: list[list[str]] = Field(default_factory=list)


class Sheet(Document):
    """A document with all that the real ones have."""

    title: Text
    unit: Literal["month", "day"] = "month"
    items: list[Item] = Field(default_factory=list)
    first: Item | None = None
    rows: list[Line] = Field(default_factory=list)
    charts: dict[Id, Item] = Field(default_factory=dict)
    states: dict[str, Value] = Field(default_factory=dict)
    short: Annotated[list[str], Field(min_length=1, default_factory=lambda: ["x"])]


class Line(Row):
    """A row of a table."""

    no: int


Sheet.model_rebuild()
HEAD = "basis: printed\ntitle: T\n"


def found(text: str):
    root, problems = compose(text, "f.yaml")
    assert root is not None, problems
    return build(Sheet, root, "f.yaml")


def only(text: str):
    """The one finding of a text, and what its span covers."""
    document, problems = found(text)
    assert document is None
    assert len(problems) == 1, problems
    span = problems[0].span
    assert span.line == span.end_line
    return problems[0], text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1], span.line


def test_a_good_document_is_built():
    document, problems = found(HEAD + "rows: [{no: 1, dec40: A1}]\nstates: {a: 1, b: x, c: true, d: 0.5}\n")
    assert not problems
    assert isinstance(document, Sheet)
    assert document.rows[0].cells == {"dec40": "A1"}
    assert document.states == {"a": 1, "b": "x", "c": True, "d": 0.5}


@pytest.mark.parametrize(
    ("body", "code", "covered", "line", "message"),
    [
        # a key that is missing: at the item that lacks it
        ("items:\n  - {id: a}\n", "SCH001", "{id: a}", 4, "the key `name` is missing in `a`"),
        ("first:\n  name: N\n", "SCH001", "first", 3, "the key `id` is missing in `N`"),
        ("charts:\n  crt: {id: a}\n", "SCH001", "crt", 4, "the key `name` is missing in `a`"),
        ("rows:\n  - {dec40: A1}\n", "SCH001", "{dec40: A1}", 4, "the key `no` is missing"),
        # a key that is not known: at the key
        ("titel: X\n", "SCH002", "titel", 3, "there is no key `titel` here"),
        ("items:\n  - {id: a, name: N, lnad: true}\n", "SCH002", "lnad", 4, "there is no key `lnad` here"),
        # another type: at the value
        ("items:\n  - {id: a, name: 7}\n", "SCH003", "7", 4, "expected text, found the number 7"),
        ("items:\n  - {id: a, name: N, count: many}\n", "SCH003", "many", 4, "expected a whole number, found the text `many`"),
        ("items:\n  - {id: a, name: N, count: 1.5}\n", "SCH003", "1.5", 4, "expected a whole number, found the number 1.5"),
        ("items:\n  - {id: a, name: N, count: true}\n", "SCH003", "true", 4, "expected a whole number, found true or false"),
        ("items:\n  - {id: a, name: N, half: x}\n", "SCH003", "x", 4, "expected a number, found the text `x`"),
        ("items:\n  - {id: a, name: N, land: maybe}\n", "SCH003", "maybe", 4, "expected true or false, found the text `maybe`"),
        ("items:\n  - {id: a, name: N, land: 1}\n", "SCH003", "1", 4, "expected true or false, found the number 1"),
        ("items:\n  - {id: a, name: [N]}\n", "SCH003", "[N]", 4, "expected text, found a list"),
        ("items:\n  - {id: a, name: {n: N}}\n", "SCH003", "{n: N}", 4, "expected text, found a mapping"),
        ("items: none\n", "SCH003", "none", 3, "expected a list, found the text `none`"),
        ("items: [a]\n", "SCH003", "a", 3, "expected a mapping, found the text `a`"),
        ("charts: [a]\n", "SCH003", "[a]", 3, "expected a mapping, found a list"),
        ("items:\n  - {id: a, name: N, kinds: [b, 7]}\n", "SCH003", "7", 4, "expected text, found the number 7"),
        ("items:\n  - {id: a, name: N, deep: [[x], [y, 3]]}\n", "SCH003", "3", 4, "expected text, found the number 3"),
        ("rows:\n  - {no: 1, dec40: 3}\n", "SCH003", "3", 4, "expected text, found the number 3"),
        ("rows:\n  - {no: 1, dec40: [A1]}\n", "SCH003", "[A1]", 4, "expected text, found a list"),
        ("states: {a: [1]}\n", "SCH003", "[1]", 3, "expected a single word, number, true or false, found a list"),
        # the right type, a wrong value: at the value
        ("unit: moon\n", "SCH004", "moon", 3, "expected month or day, found `moon`"),
        ("items:\n  - {id: a, name: N, count: 0}\n", "SCH004", "0", 4, "0"),
        ("items:\n  - {id: a, name: N, count: 10}\n", "SCH004", "10", 4, "10"),
        ("items:\n  - {id: Big, name: N}\n", "SCH004", "Big", 4, "`Big` is not a short name: lower-case letters"),
        ('items:\n  - {id: a, name: ""}\n', "SCH004", '""', 4, "this must not be empty"),
        ("short: []\n", "SCH004", "[]", 3, "this must not be empty"),
        ("charts:\n  Big Name: {id: a, name: N}\n", "SCH004", "Big Name", 4, "`Big Name` is not a short name"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_shown_at_its_place(body, code, covered, line, message):
    finding, text, at = only(HEAD + body)
    assert (finding.code.id, text, at) == (code, covered, line)
    assert message in finding.message


def test_a_missing_key_of_the_whole_document_is_shown_at_its_beginning():
    finding, _text, line = only("basis: printed\n")
    assert (finding.code.id, finding.message, line) == ("SCH001", "the key `title` is missing", 1)


@pytest.mark.parametrize(
    ("body", "help_"),
    [
        ("titel: X\n", "did you mean title?"),
        ("items:\n  - {id: a, name: N, lnad: true}\n", "did you mean land?"),
        ("charts:\n  crt: {id: a, name: N, cuont: 1}\n", "did you mean count?"),
        ("first: {id: a, name: N, knids: []}\n", "did you mean kinds?"),
        ("unit: mouth\n", "did you mean month?"),
        ("zzz: X\n", None),
    ],
)
def test_the_nearest_word_is_offered(body, help_):
    assert only(HEAD + body)[0].help == help_


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("name: 614", 'name: "614"'),
        ("name: 1.50", 'name: "1.50"'),
        ("name: true", 'name: "true"'),
        ("name: 7", 'name: "7"'),
    ],
)
def test_text_that_looks_like_a_number_is_quoted_as_it_was_written(wrong, right):
    text = HEAD + f"items:\n  - {{id: a, {wrong}}}\n"
    finding, _covered, _line = only(text)
    fix = finding.fixes[0]
    assert fix.safe
    assert apply_edits(text, fix.edits) == text.replace(wrong, right)


@pytest.mark.parametrize(
    ("text", "kind"), [("- a\n", "a list"), ("word\n", "the text `word`"), ("7\n", "the number 7")]
)
def test_a_file_that_is_no_mapping_is_no_document(text, kind):
    document, problems = found(text)
    assert document is None
    assert [(p.code.id, p.message) for p in problems] == [
        ("SCH005", f"expected a mapping of keys and values, found {kind}")
    ]


def test_everything_that_is_wrong_is_reported_at_once():
    document, problems = found("basis: printed\nunit: moon\nitems:\n  - {id: a}\n  - {id: b, name: 3}\nzzz: 1\n")
    assert document is None
    assert sorted(p.code.id for p in problems) == ["SCH001", "SCH001", "SCH002", "SCH003", "SCH004"]


WORDS = st.sampled_from(["basis", "printed", "title", "units", "rows", "grid", "id", "name", "no", "charts", "x"])
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(DATA, st.sampled_from(KINDS))
def test_whatever_stands_in_a_file_gives_a_document_or_findings_in_it(data, kind):
    text = json.dumps(data)
    root, _problems = compose(text, "f.yaml")
    if root is None:
        return
    document, problems = build(kind.model, root, "f.yaml")
    assert (document is None) == bool(problems)
    for problem in problems:
        assert (problem.span.line, problem.span.file) == (1, "f.yaml")
        assert 1 <= problem.span.column <= problem.span.end_column <= len(text) + 1
        assert problem.message


# -- one slip, one finding -------------------------------------------------------------------------


def test_a_misspelt_key_is_not_missing_too():
    finding, covered, _line = only(HEAD + "first: {id: a, nmae: b}\n")
    assert (finding.code.id, covered, finding.help) == ("SCH002", "nmae", "did you mean name?")


def test_the_same_fault_in_many_items_is_one_finding():
    items = "".join(f"  - {{id: a{n}}}\n" for n in range(9))
    finding, _covered, line = only(HEAD + "items:\n" + items)
    assert (finding.code.id, line) == ("SCH001", 4)
    assert [(label.span.line, label.text) for label in finding.labels] == [
        (12, "the last of 9 places with this finding")
    ]


def test_a_few_items_with_a_fault_are_all_shown():
    _document, problems = found(HEAD + "items: [{id: a}, {id: b}, {id: c}]\n")
    assert [p.code.id for p in problems] == ["SCH001"] * 3


def test_many_keys_missing_in_one_entry_are_one_finding():
    _document, problems = found("provenance: []\n")
    assert [p.code.id for p in problems] == ["SCH001"] * 2
    errata = next(kind for kind in KINDS if kind.name == "errata")
    root, _problems = compose("basis: proposed\ntitle: Ours\nerrata: [{id: X-001}]\n", "f.yaml")
    _document, [finding] = build(errata.model, root, "f.yaml")
    assert finding.message == "the key `at` is missing in `X-001`"
    assert finding.notes == ("missing too: `printed`, `corrected`, `why`, `source`, `by`, `status`",)

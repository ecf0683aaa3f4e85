from __future__ import annotations

import gc
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Severity
from scenario_forge.source.compose import MAX_DEPTH, compose
from scenario_forge.source.nodes import Mapping, Sequence, node_at, part_of, span_at
from tests.source.samples import DATA, GAME


def place(path, on="value", text=GAME):
    root, _ = compose(text, "f.yaml")
    span = span_at(root, "f.yaml", path, on)
    return span.line, span.column, span.end_line, span.end_column


def test_the_data_are_what_was_written() -> None:
    root, problems = compose(GAME, "f.yaml")
    assert problems == []
    assert root.data == DATA


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read_alike(newline: str) -> None:
    root, problems = compose(GAME.replace("\n", newline), "f.yaml")
    assert (root.data, problems) == (DATA, [])


def test_a_node_shares_its_data_with_its_parent() -> None:
    root, _ = compose(GAME, "f.yaml")
    assert root.values["units"].items[0].data is root.data["units"][0]


def test_values_and_keys_have_places() -> None:
    assert place(["title"]) == (3, 8, 3, 19)
    assert place(["title"], "key") == (3, 1, 3, 6)
    assert place(["units", 0, "nov41"]) == (9, 73, 9, 79)
    assert place(["units", 1], "value") == (10, 5, 10, 68)
    assert place(["off-map", 1, "box"]) == (26, 10, 26, 15)
    assert place(["نصر"]) == (29, 6, 29, 19)


def test_what_is_not_there_is_shown_at_what_it_should_be_in() -> None:
    assert place(["units", 0, "steps"]) == (9, 5, 9, 80)
    assert place(["units", 2, "steps"], "key") == place(["units", 2])
    assert place(["off-map", 7]) == place(["off-map"], "key")
    assert place(["nothing", "here"]) == (3, 1, 3, 2)


def test_positions_count_characters_and_not_bytes() -> None:
    root, _ = compose("é: {😀: ü, x: 1}\r\nb: 2\r\n", "f.yaml")
    assert span_at(root, "f.yaml", ["é", "x"]).column == 14
    assert span_at(root, "f.yaml", ["b"]).line == 2


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("at: R2/41 m11\n", (11, 14)),
        ('at: "R2/41 m11"\n', (12, 15)),
        ("at: 'R2/41 m11'\r\n", (12, 15)),
        ("{é: 😀, at: R2/41 m11}\n", (18, 21)),
        # with escapes, of several lines: all of it
        ('at: "R2\\x2f41 m11"\n', (5, 19)),
        ("at: 'R2/''41 m11'\n", (5, 18)),
        ('at: "R2/41\n  m11"\n', (5, 7)),
    ],
)
def test_a_part_of_a_cell_has_a_place(text: str, columns: tuple[int, int]) -> None:
    root, _ = compose(text, "f.yaml")
    span = part_of(node_at(root, ["at"]), "f.yaml", 6, 9)
    assert (span.column, span.end_column) == columns


def test_a_part_of_a_key_has_a_place() -> None:
    root, _ = compose('rows:\n  "-5 or les": [1, 2, 3]\n', "f.yaml")
    span = part_of(node_at(root, ["rows", "-5 or les"], "key"), "f.yaml", 6, 9)
    assert (span.line, span.column, span.end_column) == (2, 10, 13)


def test_keys_are_text_whatever_they_look_like() -> None:
    root, _ = compose("{1: a, no: b, true: c, 2.5: d}", "f.yaml")
    assert root.data == {"1": "a", "no": "b", "true": "c", "2.5": "d"}


def test_a_key_in_quotes_is_the_same_key() -> None:
    _, [found] = compose("{1: a, '1': b}", "f.yaml")
    assert (found.code.name, found.span.column, found.labels[0].span.column) == ("duplicate-key", 8, 2)


def test_the_last_of_two_values_is_kept_and_both_places_are_shown() -> None:
    root, [found] = compose("a: 1\na: 2\n", "f.yaml")
    assert root.data == {"a": 2}
    assert (found.span.line, found.labels[0].span.line) == (2, 1)


def test_entries_of_a_refused_kind_are_left_out_and_the_rest_is_read() -> None:
    root, problems = compose("<<: {a: 1}\n? [x, {y: z}]\n: b\n'': 1\nlast: &n 2\n", "f.yaml")
    assert root.data == {"last": 2}
    assert [d.code.name for d in problems] == ["merge-key", "key-not-text", "empty-key", "anchor"]


def test_quoted_merge_and_reserved_signs_are_text() -> None:
    root, problems = compose("{'<<': 1, a: '*b', c: \"&d\", e: '!f'}", "f.yaml")
    assert root.data == {"<<": 1, "a": "*b", "c": "&d", "e": "!f"}
    assert problems == []


def test_billion_laughs_is_refused_at_the_first_alias() -> None:
    text = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    root, problems = compose(text, "f.yaml")
    assert root is None
    assert [d.code.name for d in problems] == ["anchor", "anchor", "alias"]
    assert (problems[-1].span.line, problems[-1].span.column) == (2, 8)


def test_the_deepest_nesting_that_is_read() -> None:
    root, problems = compose("[" * MAX_DEPTH + "]" * MAX_DEPTH, "f.yaml")
    assert root is not None
    assert problems == []
    assert compose("- " * (MAX_DEPTH + 1), "f.yaml")[1][0].code.name == "too-deep"


def test_a_million_values_are_read_and_one_more_is_not() -> None:
    text = "[" + "1," * 999_999 + "]"
    root, problems = compose(text, "f.yaml")
    assert len(root.items) == 999_999
    assert problems == []


@pytest.mark.parametrize(
    "text",
    [
        "[" * 2_000_000,
        "{" * 500_000,
        "- " * 500_000,
        "a: " * 500_000,
        "? " * 500_000,
        "&a " * 500_000,
        "!" * 500_000,
        '"' * 500_001,
        "'" * 500_001,
        "|\n" * 200_000,
        " " * 1_000_000 + "\t",
        "{a: b, " * 200_000,
        "0" * 1_000_000,
        "1_" * 500_000 + ":",
    ],
    ids=lambda text: text[:8],
)
def test_hostile_texts_are_done_with_quickly(text: str) -> None:
    began = time.process_time()
    compose(text, "f.yaml")
    assert time.process_time() - began < 5


def test_the_garbage_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    compose("a: [", "f.yaml")
    assert gc.isenabled()
    gc.disable()
    try:
        compose("a: 1", "f.yaml")
        assert not gc.isenabled()
    finally:
        gc.enable()


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(PLAIN.filter(lambda data: isinstance(data, dict | list)), st.booleans())
def test_whatever_another_writer_dumps_is_read_back(data, flow: bool) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True)
    root, problems = compose(text, "f.yaml")
    if not problems:
        assert root.data == data


def nodes(node):
    yield node
    below = node.values.values() if isinstance(node, Mapping) else getattr(node, "items", ())
    for each in below if isinstance(node, Mapping | Sequence) else ():
        yield from nodes(each)


def test_each_scalar_stands_where_its_span_says() -> None:
    root, _ = compose(GAME, "f.yaml")
    for node in nodes(root):
        if getattr(node, "style", None) == "" and "\n" not in (cut := GAME[node.start.index : node.end.index]):
            assert cut == node.text


def test_a_file_that_cannot_be_read_always_has_an_error() -> None:
    for text in ("", "# x", "a: [", "a: *b", "--- # x\n...\n"):
        root, problems = compose(text, "f.yaml")
        if root is None:
            assert any(d.severity is Severity.ERROR for d in problems)

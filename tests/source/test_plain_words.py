"""Which plain words are ambiguous is decided by asking the other readers, not by a list of ours."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from scenario_forge.source.compose import SPECIAL_STARTS, ambiguity, compose, plain_value

CORE_1_2 = re.compile(
    r"null|Null|NULL|~|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
"""The core schema of YAML 1.2.2, section 10.3.2."""


def text_to_pyyaml(word: str) -> bool:
    tag = yaml.SafeLoader("").resolve(yaml.ScalarNode, word, (True, False))
    return tag == "tag:yaml.org,2002:str" or word == "<<"


def text_to_others(word: str) -> bool:
    return text_to_pyyaml(word) and not CORE_1_2.fullmatch(word)


WORDS = st.one_of(
    st.from_regex(r"[-+]?[0-9][0-9_:.xXeEobTtZ/+-]{0,10}", fullmatch=True),
    st.from_regex(r"[-+.]?[0-9.infaNIF]{1,6}", fullmatch=True),
    st.from_regex(r"[12][0-9]{3}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9:.Z+-]{0,12})?", fullmatch=True),
    st.from_regex(r"[yYnNtTfFoO][a-zA-Z]{0,4}", fullmatch=True),
    st.text(alphabet="0123456789_:.-+eExXoObTZ ", min_size=1, max_size=12).map(str.strip).filter(bool),
)


@given(WORDS)
@example("0614")
@example("1_000")
@example("190:20:30.15")
@example("12/40")
@example("1e3")
@example("+7")
@example("1234567890123456")
@example("=")
@example("0o7")
@example("08")
@example(".")
@example("2001-12-14t21:59:43.10-05:00")
def test_a_word_is_ambiguous_if_it_is_text_to_us_and_not_to_all_others(word: str) -> None:
    if isinstance(plain_value(word), str):
        assert (ambiguity(word) is None) == text_to_others(word)
    else:
        assert ambiguity(word) is None


@given(WORDS)
def test_every_word_that_is_special_is_looked_at(word: str) -> None:
    if not isinstance(plain_value(word), str) or ambiguity(word):
        assert word[:1] in SPECIAL_STARTS


@pytest.mark.parametrize("word", ["N", "E", "B", "Y", "12/40", "R2/41 m11", "D3(c3)", "SS10(f)", "4 Indian", "1-1"])
def test_the_words_of_an_order_of_battle_are_not_ambiguous(word: str) -> None:
    assert compose(f"at: {word}\n", "f")[1] == []


@pytest.mark.parametrize("word", ["yes", "No", "OFF", "True", "NULL", "0614", "007", "12:30", "1942-06-28", "1e3"])
def test_the_fix_puts_the_word_in_quotes_and_keeps_the_data(word: str) -> None:
    root, [found] = compose(f"at: [{word}, x]\n", "f")
    assert root.data == {"at": [word, "x"]}
    assert found.fixes[0].safe
    assert [e.new for e in found.fixes[0].edits] == [f'"{word}"']


def test_our_own_word_in_capitals_is_named_but_not_put_in_by_itself() -> None:
    _, [found] = compose("hidden: TRUE\n", "f")
    assert found.help == "did you mean true?"
    assert [(fix.safe, fix.edits[0].new) for fix in found.fixes] == [(True, '"TRUE"'), (False, "true")]


def test_names_of_fields_may_be_such_words_but_numbers_of_hexes_may_not() -> None:
    _, problems = compose("{no: 1, on: 2, 0614: sea, 12: a}", "f")
    assert [d.message.split()[0] for d in problems] == ["`0614`"]


@pytest.mark.parametrize(
    ("word", "value"), [("-0", 0), ("0.50", 0.5), ("123456789012345", 123456789012345), ("~", None), ("-7", -7)]
)
def test_plain_numbers(word: str, value) -> None:
    assert plain_value(word) == value
    assert type(plain_value(word)) is type(value)

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scenario_forge.source.comments import comments
from scenario_forge.source.compose import compose
from scenario_forge.source.fmt import format_text
from tests.source.samples import DATA, GAME

FORMATTED = """\
# yaml-language-server: $schema=../../schemas/orders-of-battle.json
# The Allied order of battle, as printed.
title: Desert Rats   # the game
basis: printed
sides: [axis, allied]

units:
  - {no: 1,  name: 4 Indian Div.,   dec40: R12/41, mar41: N,     nov41: "0614"}
  - {no: 15, name: "Pz Reg 5",      dec40: N,      mar41: Trip m11}   # came by sea
  # withdrawn later
  - no: 21
    name: 'Rommel''s Staff'
    at: ["0101", R12,
         S14]
    note: |
      First line # not a comment
        indented: {text}

      Last line.
    reason: a plain text
      over two lines
off-map:
  - box: tripolitania
    adjoins: {A1: 2, A2: 1.5}
  - box: delta
    adjoins: {}
    empty:
نصر: "Ελλάδα: ναι"
"""


def formatted(text: str) -> str:
    return format_text(text, "f.yaml")


def test_a_game_as_its_author_wrote_it() -> None:
    assert formatted(GAME) == FORMATTED
    assert compose(FORMATTED, "f.yaml")[0].data == DATA


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a: 1  \nb: 2\t\n", "a: 1\nb: 2\n"),
        ("a: 1", "a: 1\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
        ("a:\t1 \t# why\n", "a: 1 # why\n"),
        ("a: 1\r\n\r\n\r\nb: 2", "a: 1\r\n\r\nb: 2\r\n"),
        ("a: { b: 1,c : 2 , d: [ x,y ,z ] }\n", "a: {b: 1, c: 2, d: [x, y, z]}\n"),
        ('a: {"b":1,   c: "x,y:z {"}\n', 'a: {"b": 1, c: "x,y:z {"}\n'),
        ("a: [x, y, ]\n", "a: [x, y]\n"),
        ("a: [b: 1,c:  d]\n", "a: [b: 1, c: d]\n"),
        ("- {a: 1,   b: 2}\n- {a: 10,b: 3}\n", "- {a: 1,   b: 2}\n- {a: 10,b: 3}\n"),
        ("- {a: 1, b: 2}\n- {a: 10,b: 3}\n", "- {a: 1, b: 2}\n- {a: 10, b: 3}\n"),
        ("a:\n- b\n- c\n", "a:\n  - b\n  - c\n"),
        ("a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n"),
        ("-   a: 1\n    b: 2\n-   - x\n    - y\n", "- a: 1\n  b: 2\n- - x\n  - y\n"),
        ("a:\n    # one\n    b: 1\n    # two\nc: 2\n# end\n", "a:\n  # one\n  b: 1\n  # two\nc: 2\n# end\n"),
        ("a:\n    - |\n        x\n          y\n    - z\n", "a:\n  - |\n      x\n        y\n  - z\n"),
        ("a:\n      b\n      c\n", "a:\n  b\n  c\n"),
        ("a:\n    b: 'x\n\n      y  '\n", "a:\n  b: 'x\n\n    y  '\n"),
        ("a:\n    b: [x,\n        y]\n", "a:\n  b: [x,\n      y]\n"),
        ("a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n"),
        ("a: |\n  x  \n\n\n\n  y\n\n\nb: 1\n", "a: |\n  x  \n\n\n\n  y\n\nb: 1\n"),
        ("a: |2\n    x\n", "a: |2\n    x\n"),
        ("? a\n:   - b\n", "? a\n:   - b\n"),
        ("  a: 1\n  b: 2\n", "a: 1\nb: 2\n"),
        ("-\n  a: 1\n", "-\n  a: 1\n"),
        ("-    \n- x\n", "-\n- x\n"),
        ("a: # why\n    - b\n", "a: # why\n  - b\n"),
        ("hex: 0614   \n", "hex: 0614\n"),
    ],
)
def test_what_is_formatted_and_what_is_left(text: str, wanted: str) -> None:
    assert formatted(text) == wanted
    assert formatted(wanted) == wanted


@pytest.mark.parametrize("text", ["", "# only a comment  \n", "a: [1,  2", "a: 1\na: 2  \n", "a: &x 1  \n", "\ud800  "])
def test_what_cannot_be_read_stays_as_it_is(text: str) -> None:
    assert formatted(text) == text


CONTENT = sorted((Path(__file__).parents[2] / "content").rglob("*.yaml"))


@pytest.mark.parametrize("path", CONTENT, ids=lambda path: "/".join(path.parts[-2:]))
def test_the_games_keep_their_data_and_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    keeps(text)


def keeps(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once
    before, _ = compose(text, "f.yaml")
    after, _ = compose(once, "f.yaml")
    if before is None:
        assert once == text
        return
    assert repr(after.data) == repr(before.data)
    if once != text:
        assert [c.text.rstrip() for c in comments(text, before)] == [c.text.rstrip() for c in comments(once, after)]


SLIPS = [
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "# c\n",
    "\n# c\n",
    "\n    # c\n",
    "[",
    "{ a : 1 ,b:2}",
    ",",
    ": ",
    "- ",
    "'",
    "|\n",
    "\r\n",
]


@given(st.lists(st.tuples(st.integers(0, len(GAME)), st.sampled_from(SLIPS)), max_size=4))
@settings(max_examples=300)
def test_formatting_twice_is_formatting_once_and_nothing_is_lost(slips: list[tuple[int, str]]) -> None:
    text = GAME
    for at, new in slips:
        text = text[:at] + new + text[at:]
    keeps(text)


BLOCKS = st.recursive(
    st.none() | st.booleans() | st.text(alphabet="ab :#-\n'\"é", max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet="abc", min_size=1), inner, max_size=3),
    max_leaves=10,
)


@given(BLOCKS, st.sampled_from([2, 3, 4, 7]), st.sampled_from([None, True, False]))
@settings(max_examples=200)
@example({"a": "x\n\n\n"}, 4, False)
def test_what_another_writer_laid_out_is_kept(data, step: int, flow: bool | None) -> None:
    keeps(yaml.safe_dump(data, indent=step, default_flow_style=flow, allow_unicode=True, width=12))


@given(st.text(alphabet="ab:-#[]{},'|> \n", max_size=40))
@settings(max_examples=400)
def test_any_heap_of_signs_is_kept(text: str) -> None:
    keeps(text)

"""UTF-16 positions and offsets are each other's inverse."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Span
from scenario_forge.language.positions import Position, Positions

TEXTS = st.text(st.sampled_from("aé€🗺𝕏 \n\r\t"), max_size=40)


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(TEXTS, st.data())
def test_an_offset_comes_back_from_its_position(text, data):
    positions = Positions(text)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset += 1  # nothing stands between the two
    assert positions.offset(positions.position(offset)) == offset


@given(TEXTS, st.data())
def test_a_position_counts_the_units_that_an_editor_counts(text, data):
    positions = Positions(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[line])))
    position = Position(line, utf16(lines[line][:column]))
    assert positions.place(position) == (line + 1, column + 1)
    assert positions.of_span(Span("", line + 1, column + 1, line + 1, column + 1)) == (position, position)


@given(TEXTS, st.sampled_from(["utf-8", "utf-32"]), st.data())
def test_the_other_units_that_editors_ask_for_have_an_inverse_too(text, encoding, data):
    positions = Positions(text, encoding)
    offset = data.draw(st.integers(0, len(text)))
    line, column = positions.lines.position(offset)
    if text[offset - 1 : offset + 1] != "\r\n":
        assert positions.offset(positions.position(offset)) == offset
        before = text[positions.lines.bounds(line)[0] :][: column - 1]
        size = len(before.encode(f"{encoding}-le" if encoding == "utf-32" else encoding))
        assert positions.position(offset).unit == size // (4 if encoding == "utf-32" else 1)


@given(TEXTS, st.integers(-2, 60), st.integers(-2, 60))
def test_a_position_outside_the_text_is_moved_into_it(text, line, unit):
    assert 0 <= Positions(text).offset(Position(line, unit)) <= len(text)


def test_a_position_inside_a_character_is_where_it_begins():
    assert Positions("🗺").offset(Position(0, 1)) == 0

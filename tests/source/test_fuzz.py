"""Whatever the bytes, findings come out, and never an exception."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.diagnostics import Severity
from scenario_forge.source.comments import apply_suppressions
from scenario_forge.source.read import Source
from tests.source.samples import GAME

BYTES = GAME.encode()
SIGNS = [*"{}[],:-?#&*!|>'\"%@`\\\t\r\n ~=<.0", "\x00", "\x85", "\ufeff", "\u2028", "- ", ": ", "---\n", "<<: ", "é"]


def check(data: bytes) -> None:
    source = Source.read("game.yaml", data)
    if source.root is None:
        assert any(d.severity is Severity.ERROR for d in source.problems)
    apply_suppressions(source.problems, [source])
    ends = len(source.lines) if source.text else 10**9
    for found in source.problems:
        assert 1 <= found.span.line <= found.span.end_line <= ends
        assert found.span.column >= 1
        assert (found.span.line, found.span.column) < (found.span.end_line, found.span.end_column)
        for fix in found.fixes:
            for edit in fix.edits:
                source.offsets(edit.span)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@given(st.text(alphabet="{}[],:-?#&*!|>'\"%@`\\\t\r\n ab01", max_size=60))
@settings(max_examples=400)
def test_any_heap_of_signs(text: str) -> None:
    check(text.encode())


@given(st.lists(st.tuples(st.integers(0, len(GAME)), st.integers(0, 12), st.sampled_from(SIGNS)), max_size=3))
@settings(max_examples=400)
def test_slips_in_a_real_text(slips: list[tuple[int, int, str]]) -> None:
    text = GAME
    for at, removed, new in slips:
        text = text[:at] + new + text[at + removed :]
    check(text.encode("utf-8", "surrogatepass"))


@given(st.lists(st.tuples(st.integers(0, len(BYTES) - 1), st.integers(0, 255)), max_size=4))
def test_damaged_bytes_in_a_real_text(damage: list[tuple[int, int]]) -> None:
    data = bytearray(BYTES)
    for at, byte in damage:
        data[at] = byte
    check(bytes(data))


@given(st.integers(0, len(BYTES)))
def test_a_real_text_cut_off_anywhere(at: int) -> None:
    check(BYTES[:at])

from __future__ import annotations

import hashlib

import pytest

from scenario_forge.source.read import MAX_BYTES, Source, newline_of, read_bytes
from tests.source.samples import DATA, GAME


def only(data: bytes):
    read = read_bytes(data, "map.yaml")
    assert len(read.problems) == 1
    return read, read.problems[0]


def test_the_digest_is_that_of_the_bytes() -> None:
    data = GAME.replace("\n", "\r\n").encode()
    assert Source.read("f.yaml", data).digest == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_line_end_is_remembered_and_the_text_keeps_it(newline: str) -> None:
    text = GAME.replace("\n", newline)
    source = Source.read("f.yaml", text.encode())
    assert (source.newline, source.text, source.root.data) == (newline, text, DATA)


def test_of_mixed_line_ends_the_commoner_counts() -> None:
    assert newline_of("a\r\nb\r\nc\n") == "\r\n"
    assert newline_of("a\r\nb\nc\n") == "\n"
    assert newline_of("a") == "\n"


def test_a_byte_order_mark_is_a_warning_and_moves_no_place() -> None:
    source = Source.read("f.yaml", b"\xef\xbb\xbftitle: 0614\n")
    assert [d.code.name for d in source.problems] == ["byte-order-mark", "leading-zero"]
    assert source.problems[0].fixes[0].safe
    assert source.span(["title"]).column == 8
    assert source.written.bom
    assert not source.text.startswith("\ufeff")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_wide_encodings_are_told_apart_from_damage(encoding: str) -> None:
    read, found = only("title: Desert Rats\n".encode(encoding))
    assert found.code.name == "utf-16"
    assert not read.readable


def test_the_letter_that_was_meant_is_guessed() -> None:
    _, found = only("name: Kasserine Paß\n".encode("cp1252"))
    assert (found.span.line, found.span.column) == (1, 19)
    assert found.help == "it is `ß` if the file is Windows-1252; save the file as UTF-8"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [(b"\xff", 1, 1), (b"a: b\r\n\xc3\xa9\xc3", 2, 2), (b"a\rb\xed\xa0\x80", 2, 2), (b"\xc0\xaf", 1, 1)],
)
def test_the_first_bad_byte_is_shown(data: bytes, line: int, column: int) -> None:
    _, found = only(data)
    assert (found.code.name, found.span.line, found.span.column) == ("not-utf-8", line, column)


@pytest.mark.parametrize(
    ("start", "kind"), [(b"\x89PNG\r\n\x1a\n", "picture"), (b"PK\x03\x04\x14\x00", "archive"), (b"a: b\nc\x00", "NUL")]
)
def test_what_is_not_text_is_named(start: bytes, kind: str) -> None:
    _, found = only(start)
    assert found.code.name == "binary-file"
    assert kind in found.message


def test_a_nul_byte_is_shown_at_its_place() -> None:
    _, found = only(b"a: b\nc: \x00d\n")
    assert (found.span.line, found.span.column) == (2, 4)


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not() -> None:
    filling = b"a: b\n#" + b"x" * (MAX_BYTES - 6)
    assert read_bytes(filling, "f").readable
    _, found = only(filling + b"x")
    assert (found.code.id, found.message) == ("FIL010", "the file is 8.0 MiB; the limit is 8 MiB")


def test_unsaved_text_with_half_a_character_is_a_finding() -> None:
    assert [d.code.name for d in Source.of_text("f.yaml", "a: \ud800").problems] == ["not-utf-8"]


def test_a_file_that_cannot_be_read_has_a_place_for_any_path() -> None:
    span = Source.read("f.yaml", b"").span(["units", 3])
    assert (span.line, span.column) == (1, 1)


def test_spans_and_offsets_agree() -> None:
    source = Source.of_text("f.yaml", GAME.replace("\n", "\r\n"))
    start, end = source.offsets(source.span(["units", 0, "nov41"]))
    assert source.text[start:end] == '"0614"'
    assert source.lines.span("f.yaml", start, end) == source.span(["units", 0, "nov41"])


@pytest.mark.parametrize(("line", "column"), [(0, 1), (1, 0), (1, 7), (4, 1), (2, 2)])
def test_a_place_that_the_text_does_not_have_is_refused(line: int, column: int) -> None:
    lines = Source.of_text("f.yaml", "a: 1\r\n\r\nb").lines
    with pytest.raises(ValueError, match=r"there is no line|has no column"):
        lines.offset(line, column)


def test_the_end_of_a_line_is_before_its_line_end() -> None:
    assert Source.of_text("f.yaml", "a: 1\r\nb").lines.offset(1, 5) == 4

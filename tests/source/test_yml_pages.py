"""Each YML code: the text on its page gives exactly that code where it is marked, and the other text gives none."""

from __future__ import annotations

import pytest

from scenario_forge.source.codes import CODES
from scenario_forge.source.read import Source
from tests.codes.examples import unmark

YML = [code for code in CODES if code.id.startswith("YML")]
NOT_ON_PAPER = {
    # code: (text or bytes that no page can show, (line, column, end line, end column))
    "YML004": ("a: 1\nname: 7\x07 Armoured\n", (2, 8, 2, 9)),
    "YML006": (b"a: \xc3\xa9\nname: \xc3\xa9t\xe9\n", (2, 9, 2, 10)),
    "YML007": ("title: Desert Rats\n".encode("utf-16"), (1, 1, 1, 2)),
    "YML008": (b"%PDF-1.7\n%\xe2\xe3", (1, 1, 1, 2)),
    "YML010": ("[" + "1," * 1_000_001 + "]", (1, 2_000_000, 1, 2_000_001)),
}
SHOWN = [code for code in YML if code.id not in NOT_ON_PAPER or code.id == "YML004"]


def read(text: str | bytes) -> Source:
    return Source.read("game.yaml", text if isinstance(text, bytes) else text.encode("utf-8"))


def found(text: str | bytes) -> list[tuple[str, tuple[int, int, int, int]]]:
    return [(d.code.id, (d.span.line, d.span.column, d.span.end_line, d.span.end_column)) for d in read(text).problems]


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["plain", "windows"])
@pytest.mark.parametrize("code", SHOWN, ids=repr)
def test_the_bad_example_of_the_page_gives_the_code_where_it_is_marked(code, ends: str) -> None:
    text, [(_file, *place)] = unmark("game.yaml", code.page.bad)
    assert found(text.replace("\n", ends)) == [(code.id, tuple(place))]


@pytest.mark.parametrize("code", YML, ids=repr)
def test_the_good_example_of_the_page_gives_nothing(code) -> None:
    assert found(code.page.good) == []


@pytest.mark.parametrize("code", NOT_ON_PAPER)
def test_what_no_page_can_show_gives_the_code_and_nothing_else(code: str) -> None:
    text, place = NOT_ON_PAPER[code]
    assert found(text) == [(code, place)]


@pytest.mark.parametrize("code", ["YML004", "YML006", "YML008"])
def test_windows_line_ends_move_nothing(code: str) -> None:
    text, place = NOT_ON_PAPER[code]
    with_returns = text.replace("\n", "\r\n") if isinstance(text, str) else text.replace(b"\n", b"\r\n")
    assert found(with_returns) == [(code, place)]

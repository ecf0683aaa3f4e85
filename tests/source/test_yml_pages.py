"""Each YML code: a text that gives exactly that code at exactly that place, and one that gives none."""

from __future__ import annotations

import pytest

from scenario_forge.source.codes import CODES
from scenario_forge.source.read import Source

YML = [code for code in CODES if code.id.startswith("YML")]
BAD = {
    # code: (text or bytes, (line, column, end line, end column))
    "YML001": ("%YAML 9.9\n---\na: 1\n", (1, 1, 1, 2)),
    "YML002": ("title: Desert Rats\nsides: [a, b]\ntitle: Desert Mice\n", (3, 1, 3, 6)),
    "YML003": ("# nothing but a comment\n", (1, 1, 1, 2)),
    "YML004": ("a: 1\nname: 7\x07 Armoured\n", (2, 8, 2, 9)),
    "YML005": ("\ufefftitle: Desert Rats\n", (1, 1, 1, 2)),
    "YML006": (b"a: \xc3\xa9\nname: \xc3\xa9t\xe9\n", (2, 9, 2, 10)),
    "YML007": ("title: Desert Rats\n".encode("utf-16"), (1, 1, 1, 2)),
    "YML008": (b"%PDF-1.7\n%\xe2\xe3", (1, 1, 1, 2)),
    "YML009": ("a: " + "[" * 64 + "]" * 64, (1, 67, 1, 68)),
    "YML010": ("[" + "1," * 1_000_001 + "]", (1, 2_000_000, 1, 2_000_001)),
    "YML011": ("a: 1\nsecond: *infantry\nb: [", (2, 9, 2, 18)),
    "YML012": ("a: 1\nfirst: &infantry {steps: 2}\n", (2, 8, 2, 17)),
    "YML013": ("units:\n  - <<: {steps: 2}\n    name: 1 Libyan\n", (2, 5, 2, 7)),
    "YML014": ("hex: !!str R12\n", (1, 6, 1, 11)),
    "YML015": ("a:\n  - !!python/object/apply:os.system [x]\n", (2, 5, 2, 36)),
    "YML016": ("title: Desert Rats\n---\ntitle: Knights\n", (2, 1, 2, 4)),
    "YML017": ("roads:\n  [R12, R13]: road\n", (2, 3, 2, 4)),
    "YML018": ('a: 1\n"": clear\n', (2, 1, 2, 3)),
    "YML020": ("units:\n\tname: 1 Libyan\n", (2, 1, 2, 2)),
    "YML021": ("unit:\n    name: 1 Libyan\n  steps: 2\n", (3, 3, 3, 11)),
    "YML022": ("units:\n  - {no: 1, name: 1 Libyan\n", (2, 5, 2, 6)),
    "YML023": ('name: "Benghazi\nhex: R12\n', (1, 7, 1, 8)),
    "YML024": ("- {no: 1, name: 1 Libyan dec40: AA30}\n", (1, 26, 1, 31)),
    "YML025": ("title: Rommel: the desert war\n", (1, 14, 1, 15)),
    "YML026": ("title: Desert Rats\nsystem desert-rats\nedition: 1\n", (2, 1, 2, 19)),
    "YML027": ("a: 1\nretreat: @home\n", (2, 10, 2, 11)),
    "YML028": ('picture: "maps\\desert.png"\n', (1, 15, 1, 17)),
    "YML029": ("name: 'Rommel's car'\n", (1, 15, 1, 21)),
    "YML030": ("units: - 1 Libyan\n", (1, 8, 1, 9)),
    "YML031": ("hexes: [R12,, R13]\n", (1, 13, 1, 14)),
    "YML032": ("losses: >5\n", (1, 9, 1, 10)),
    "YML033": ("a: 1\n<<<<<<< HEAD\nsteps: 2\n=======\nsteps: 3\n>>>>>>> errata\n", (2, 1, 2, 13)),
    "YML040": ("- {hex: 0614, no: 1}\n", (1, 9, 1, 13)),
    "YML041": ("country: NO\n", (1, 10, 1, 12)),
    "YML042": ("odds: [3:1, 1-1]\n", (1, 8, 1, 11)),
    "YML043": ("modifier: +1\n", (1, 11, 1, 13)),
}


def read(text: str | bytes) -> Source:
    return Source.read("game.yaml", text if isinstance(text, bytes) else text.encode("utf-8"))


def found(text: str | bytes) -> list[tuple[str, tuple[int, int, int, int]]]:
    return [(d.code.id, (d.span.line, d.span.column, d.span.end_line, d.span.end_column)) for d in read(text).problems]


def test_every_code_of_the_family_has_its_bad_text() -> None:
    assert list(BAD) == [code.id for code in YML]


@pytest.mark.parametrize("code", BAD)
def test_the_bad_text_gives_the_code_at_its_place_and_nothing_else(code: str) -> None:
    text, place = BAD[code]
    assert found(text) == [(code, place)]


PAGES = [code for code in YML if code.id not in {"YML006", "YML007", "YML008", "YML010"}]
"""Those whose bad example is text that can be given to the reader as it is printed on the page."""


@pytest.mark.parametrize("code", PAGES, ids=repr)
def test_the_bad_example_of_the_page_gives_the_code(code) -> None:
    assert {name for name, _ in found(code.page.bad)} == {code.id}


@pytest.mark.parametrize("code", YML, ids=repr)
def test_the_good_example_of_the_page_gives_nothing(code) -> None:
    assert found(code.page.good) == []


@pytest.mark.parametrize("code", [code for code in BAD if code != "YML010"])
def test_windows_line_ends_move_nothing(code: str) -> None:
    text, place = BAD[code]
    if isinstance(text, bytes):
        text = text.replace(b"\n", b"\r\n") if code != "YML007" else text
    else:
        text = text.replace("\n", "\r\n")
    assert found(text) == [(code, place)]

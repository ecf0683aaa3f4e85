"""The list of errata on screen and paper: every number, what it was and is, what is new, which printing one has."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from scenario_forge.api.build import errata_pages
from scenario_forge.api.editions import NoSuchVersion
from scenario_forge.cli.main import run
from scenario_forge.game.errata.lists import as_pieces
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import load_game


def words_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


@pytest.fixture(scope="module")
def desert_rats():
    return errata_pages(load_game(find_game("desert-rats"), "all"))


def test_every_number_stands_on_both(desert_rats):
    numbers = {row.erratum.id.rstrip("abcdefghijklmn") for row in desert_rats.listed.rows}
    text = words_of(desert_rats.pdf)
    assert len(numbers) > 50
    assert not [number for number in numbers if number not in desert_rats.html or number not in text]


def test_a_rejected_one_is_kept_and_said_to_be(desert_rats):
    row = desert_rats.html.split('id="DR-066"')[1].split("</tr>")[0]
    assert "rejected, never applied" in row


def test_a_printing_is_told_by_what_it_has(desert_rats):
    part = desert_rats.html.split('id="printings"')[1]
    assert "R1/42" in part
    assert "all but <bdi>DR-001" in part or "all but DR-001" in part


def test_only_what_differs_of_a_long_text_is_marked():
    was, now = as_pieces(
        "the units may move two hexes at most each turn", "the units may move three hexes at most each turn"
    )
    assert [words for words, changed in was if changed] == ["two"]
    assert [words for words, changed in now if changed] == ["three"]
    assert "".join(words for words, _ in now).startswith("the units may move three")


@pytest.fixture
def versions(game, erratum):
    """Two versions; SK-100 is new in the second, SK-101 changed in it, SK-001 of old."""
    at = "chronology.events[12/2/41].elsewhere"
    path = erratum(("SK-100", at, "Snow", "Hail"), since='"1.10"')
    text = path.read_text().replace(
        "errata:\n", 'versions:\n  - {version: "1.9"}\n  - {version: "1.10", note: weather}\n\nerrata:\n', 1
    )
    path.write_text(text)
    return game


def test_bars_stand_beside_what_is_new_since_a_version(versions):
    made = errata_pages(load_game(versions, "all"), "1.9")
    assert made.listed.version == "1.10", "later, though less as a decimal number"
    assert 'id="SK-100" class="new"' in made.html
    assert 'id="SK-001" class="new"' not in made.html
    assert not any(row.new for row in errata_pages(load_game(versions, "all"), "1.10").listed.rows)


def test_a_revised_one_is_new_again(versions):
    path = versions / "errata" / "maker.yaml"
    path.write_text(path.read_text() + '    revised: [{version: "1.10", what: withdrawn and given again}]\n')
    made = errata_pages(load_game(versions, "all"), "1.9")
    assert 'id="SK-001" class="new"' in made.html
    assert "withdrawn and given again" in words_of(made.pdf)


def test_a_version_that_is_not_there_is_told(versions):
    with pytest.raises(NoSuchVersion, match=r"there are 1\.9, 1\.10"):
        errata_pages(load_game(versions, "all"), "2")


def test_a_version_may_be_written_with_its_v(versions, capsys):
    assert run(["errata", "page", "skirmish", "--since", "v1.9"]) == 0
    assert run(["errata", "page", "skirmish", "--since", "v2"]) == 2
    assert "no version 2" in capsys.readouterr().err


def test_what_has_no_date_is_said_to_have_none(game, erratum):
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"), date='"2026-11-22"')
    made = errata_pages(load_game(game, "all"))
    dated, other = (made.html.split(f'id="{id_}"')[1].split("</tr>")[0] for id_ in ("SK-100", "SK-001"))
    assert "(2026-11-22)" in dated
    assert "(not dated)" in other
    assert "(2026-11-22)" in words_of(made.pdf)
    assert "(not dated)" in words_of(made.pdf)


def test_files_that_are_there_are_not_replaced_without_force(game, erratum, capsys):
    assert run(["errata", "page", "skirmish"]) == 0
    assert run(["errata", "page", "skirmish"]) == 0, "the same again is no harm"
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", "Hail"))
    assert run(["errata", "page", "skirmish"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert run(["errata", "page", "skirmish", "--force"]) == 0


def test_content_is_text_and_never_markup(game, erratum):
    erratum(("SK-100", "chronology.events[12/2/41].elsewhere", "Snow", '"<script>alert(1)</script> #panic() *x* خ"'))
    made = errata_pages(load_game(game, "all"))
    assert "<script>" not in made.html
    assert "#panic()" in words_of(made.pdf)

"""The files to print follow their documents, bear the names of what sets them apart, and go with them."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from scenario_forge.printing.build_manifest import NAME, Manifest

from .conftest import files
from .fakes import Fake


def numbered(out):
    """The files to print, and how many pages each has."""
    found = {}
    for name, data in files(out).items():
        if name[0] in "123":
            with pikepdf.open(BytesIO(data)) as document:
                found[name] = len(document.pages)
    return found


@pytest.fixture
def game_of_four(box):
    return box(
        Fake("map", ("map",), pages=3),
        Fake("counters", ("counters",), pages=3, print_as="long"),
        Fake("cards", ("scenarios",), per_scenario=True),
        Fake("rules", ("rulebook",), pages=4, print_as="short"),
    )


def test_all_documents_of_a_setting_are_one_file(build, out, game_of_four):
    outcome = build()
    assert numbered(out) == {"1-single-sided.pdf": 5, "2-duplex.pdf": 4, "3-booklet.pdf": 4}
    told = [(each.name, each.sheets, each.print_as) for each in outcome.to_print]
    assert told == [
        ("1-single-sided.pdf", 5, "single"),
        ("2-duplex.pdf", 2, "long"),
        ("3-booklet.pdf", 2, "short"),
    ]


def test_a_second_paper_has_files_of_its_own(build, out, game_of_four):
    game_of_four[0].size = (210, 279)  # on neither a poster
    build(papers=("A4", "Letter"), only=("map",))
    assert numbered(out) == {"1-single-sided.pdf": 3, "1-single-sided_Letter.pdf": 3}


def test_one_scenario_alone_has_the_plain_names(build, out, game_of_four):
    build(scenario="siege")
    assert numbered(out) == {"1-single-sided.pdf": 4, "2-duplex.pdf": 4, "3-booklet.pdf": 4}


def test_one_scenario_of_a_whole_game_has_files_of_its_own(build, out, game_of_four):
    build()
    outcome = build(scenario="siege")
    assert numbered(out)["1-single-sided.pdf"] == 5
    assert numbered(out)["1-single-sided_siege.pdf"] == 4
    own = ["1-single-sided_siege.pdf", "2-duplex_siege.pdf", "3-booklet_siege.pdf"]
    assert [each.name for each in outcome.to_print] == own
    assert [each.name for each in build().to_print] == ["1-single-sided.pdf", "2-duplex.pdf", "3-booklet.pdf"]


def test_a_component_of_a_whole_game_is_no_reason_to_print_all(build, out, game_of_four):
    build()
    assert build(only=("map",)).to_print == []
    assert numbered(out)["1-single-sided.pdf"] == 5


def test_files_of_an_earlier_build_follow_their_documents_and_go_with_them(build, out, game_of_four, change, game):
    build()
    build(scenario="siege")
    change("map.yaml", "name: Zawia,", "name: Zawiya,")
    game_of_four[0].pages = 2
    build()
    assert numbered(out)["1-single-sided.pdf"] == 4
    assert numbered(out)["1-single-sided_siege.pdf"] == 3
    (game / "scenarios/siege.yaml").unlink()
    assert "1-single-sided_siege.pdf" in build().removed
    assert "1-single-sided_siege.pdf" not in files(out)


def test_a_file_that_nothing_belongs_into_any_more_goes(build, out, game_of_four, change):
    build()
    change("counters.yaml", "basis: printed", "basis: derived")
    game_of_four[1].print_as = "single"
    assert "2-duplex.pdf" in build().removed
    assert numbered(out) == {"1-single-sided.pdf": 8, "3-booklet.pdf": 4}


def test_a_spoilt_file_is_made_again_and_an_untouched_one_is_not(build, out, game_of_four):
    build()
    whole = files(out)
    (out / "2-duplex.pdf").write_bytes(b"spoilt")
    kept = (out / "1-single-sided.pdf").stat().st_mtime_ns
    build()
    assert files(out) == whole
    assert (out / "1-single-sided.pdf").stat().st_mtime_ns == kept


def test_documents_that_somebody_deleted_or_spoilt_are_forgotten_and_the_rest_is_joined(build, out, game_of_four):
    for fake in game_of_four:
        fake.size = (210, 279)  # on neither a poster
    build(papers=("A4",))
    build(papers=("Letter",))
    for path in out.rglob("*_A4_*.pdf"):
        path.write_bytes(b"spoilt") if "counters" in path.name else path.unlink()
    (out / "1-single-sided.pdf").unlink()
    (out / "2-duplex.pdf").write_bytes(b"spoilt")
    build(papers=("Letter",))
    assert numbered(out)["1-single-sided.pdf"] == 5
    assert (out / "parts/skirmish_counters_A4_errata-none-v1.pdf").read_bytes() == b"spoilt", "not ours any more"
    assert not any("_A4_" in file for file in Manifest.of((out / NAME).read_bytes(), "skirmish").entries)


def test_counters_of_one_scenario_are_not_printed_beside_those_of_the_game(build, out, box):
    box(Fake("counters", pages=3, print_as="long", own=True), Fake("cards", per_scenario=True))
    build()
    whole = files(out)["2-duplex.pdf"]
    outcome = build(scenario="siege", for_scenario=True)
    assert [each.name for each in outcome.to_print] == ["1-single-sided_siege.pdf", "2-duplex_siege.pdf"]
    assert files(out)["2-duplex.pdf"] == whole
    assert numbered(out)["2-duplex_siege.pdf"] == 4
    with pikepdf.open(out / "00-START-HERE.pdf") as start:
        assert len(start.pages) == 3, "a page a document: the counters of the game and two cards"


def test_the_counters_of_one_scenario_alone_are_printed(build, out, box):
    box(Fake("counters", pages=3, print_as="long", own=True))
    build(scenario="siege", for_scenario=True)
    assert numbered(out) == {"2-duplex.pdf": 4}


def test_another_version_of_the_program_joins_the_files_anew(build, out, game_of_four, monkeypatch):
    build()
    before = (out / "1-single-sided.pdf").stat().st_mtime_ns
    build()
    assert (out / "1-single-sided.pdf").stat().st_mtime_ns == before
    monkeypatch.setattr("scenario_forge.printing.home.bundles.code_digest", lambda: "another")
    build()
    assert (out / "1-single-sided.pdf").stat().st_mtime_ns > before


def test_a_file_to_print_has_the_title_and_the_language_of_the_game(build, out, game_of_four):
    build()
    with pikepdf.open(out / "2-duplex.pdf") as document:
        assert (str(document.docinfo.Title), str(document.Root.Lang)) == ("Skirmish on the Coast", "en")

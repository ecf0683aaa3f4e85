"""The files to print follow their documents, bear the names of what sets them apart, and go with them."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

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

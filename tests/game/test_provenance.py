"""What a value rests on: the file's basis, unless the longest address that leads to it says otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.game.reading.folder import BasisMap
from scenario_forge.source.read import Source

TEXT = """
basis: printed
provenance:
  - at: ["units[*]"]
    basis: fitted
    why: w
  - at: ["units[4].strength", "boxes[1/41]"]
    basis: proposed
    why: w
  - at: ["units[*].name"]
    basis: derived
    why: w
  - at: ["nothing.here", "units[9].name"]
    basis: proposed
    why: w
units:
  - {no: 4, name: Fourth, strength: 3}
  - {no: 5, name: Fifth, strength: 4}
boxes:
  - {turn: 12/40, axis: 1-1}
  - {turn: 1/41, axis: R 1-2}
title: T
"""


def bases(text: str = TEXT, patched: tuple = ()) -> BasisMap:
    return BasisMap.of(Source.of_text("f.yaml", text).root, patched)


@pytest.mark.parametrize(
    ("path", "basis"),
    [
        ((), "printed"),
        (("title",), "printed"),
        (("units",), "printed"),
        (("units", 0), "fitted"),
        (("units", 0, "no"), "fitted"),
        (("units", 0, "strength"), "proposed"),
        (("units", 1, "strength"), "fitted"),
        (("units", 1, "name"), "derived"),
        (("boxes", 0, "axis"), "printed"),
        (("boxes", 1, "axis"), "proposed"),
        (("units", 0, "strength", "deeper"), "proposed"),
        (("units", 7, "name"), "printed"),
    ],
)
def test_the_longest_exception_holds(path, basis):
    assert bases().at(path) == basis


def test_addresses_of_nothing_are_told_with_their_place():
    assert [(path, address) for path, address, _why in bases().unresolved] == [
        (("provenance", 3, "at", 0), "nothing.here"),
        (("provenance", 3, "at", 1), "units[9].name"),
    ]


@pytest.mark.parametrize("basis", ["printed", "proposed"])
def test_what_an_erratum_changed_rests_on_who_says_so(basis):
    path = ("units", 0, "strength")
    assert bases(patched={path: basis}).at(path) == basis


def test_addresses_are_those_of_the_printed_text():
    printed = Source.of_text("f.yaml", TEXT).root
    patched = Source.of_text("f.yaml", TEXT.replace("turn: 1/41", "turn: 2/41")).root
    found = BasisMap.of(patched, {("boxes", 1, "turn"): "printed"}, printed)
    assert [address for _path, address, _why in found.unresolved] == ["nothing.here", "units[9].name"]
    assert found.at(("boxes", 1, "axis")) == "proposed"


def test_each_value_is_counted_once_and_the_lists_that_say_so_not():
    counts = bases().count()
    assert counts == {"printed": 3, "fitted": 3, "proposed": 3, "derived": 2}
    assert counts.total() == 11


@given(st.sets(st.sampled_from(["units[4]", "units[5]", "units[*].name", "boxes[*].axis", "title", "boxes"])))
def test_counting_and_asking_agree(addresses):
    body = TEXT[TEXT.index("units:\n") :]
    entries = "".join(f"  - at: ['{a}']\n    basis: proposed\n    why: w\n" for a in sorted(addresses))
    text = "basis: printed\n" + (f"provenance:\n{entries}" if addresses else "") + body
    found = bases(text)
    data = Source.of_text("f.yaml", body).root.data
    asked = [found.at(path) for path in _leaves(data)]
    assert found.count() == {basis: asked.count(basis) for basis in set(asked)}


def _leaves(data, path=()):
    if isinstance(data, dict):
        for key, below in data.items():
            yield from _leaves(below, (*path, key))
    elif isinstance(data, list):
        for index, below in enumerate(data):
            yield from _leaves(below, (*path, index))
    else:
        yield path


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "basis: printed\nprovenance: soon\n",
        "basis: printed\nprovenance: [soon, {at: soon}, {at: [x]}, {at: [1], basis: printed}]\n",
        "basis: nonsense\nprovenance:\n  - {at: [title], basis: nonsense}\ntitle: T\n",
        "basis: [printed]\nprovenance:\n  - {at: [title], basis: [printed]}\ntitle: T\n",
        "title: T\n",
    ],
)
def test_a_list_of_the_wrong_shape_is_left_to_the_checks_of_shape(text):
    assert bases(text).at(("title",)) in ("printed", "nonsense")


def test_a_file_that_cannot_be_read_rests_on_print():
    assert BasisMap.of(None).at(("a",)) == "printed"
    assert not BasisMap.of(None).count()

"""Corrections are laid over what is printed; what is printed stays as it is."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.errata import ErrataDocument, Erratum
from scenario_forge.documents.kinds import KINDS
from scenario_forge.game.place import AddressError, Where
from scenario_forge.game.reading.errata import apply_errata, is_selected, locate
from scenario_forge.game.reading.folder import GameFile
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.read import Source

AXIS = """
basis: printed
side: axis
units:
  - {no: 36, name: Pzjg. Bn 33, may42: N21}
  - {no: 37, name: Pzjg. Bn 605, may42: "", note: optional}
crt:
  columns: ["-1", "+6,7"]
  rows:
    "3": [2/0, 0/1]
flags: {on: true, count: 1}
markers: [V12, S32, S32]
"""
ERRATA = "basis: proposed\ntitle: Ours\n"


def file(name: str, text: str, patched: frozenset = frozenset()) -> GameFile:
    source = Source.of_text(name, text)
    return GameFile(source, KINDS[0], source.root, None, patched=patched)


def erratum(at: str, printed: object, corrected: object, **more: object) -> Erratum:
    fields = {"id": "X-001", "why": "w", "source": "s", "by": "us", "status": "proposed", **more}
    return Erratum.model_validate({"at": at, "printed": printed, "corrected": corrected, **fields})


def lay(*errata: Erratum, chosen: str = "all", printing: str | None = None, text: str = AXIS):
    """The printed root, the patched root, the patches and the paths changed in the file."""
    root = Source.of_text("oob/axis.yaml", text).root
    document = ErrataDocument(basis="proposed", title="t", errata=list(errata))
    lists = [(document, Where(file("errata/ours.yaml", ERRATA)))]
    patched, patches, changed = apply_errata({"oob/axis.yaml": root}, lists, chosen, printing)
    return root, patched["oob/axis.yaml"], patches, changed.get("oob/axis.yaml", set())


def snapshot(node):
    """All that a tree holds, to see that it did not change."""
    values = getattr(node, "values", None)
    if values is not None:
        return [(key, snapshot(below)) for key, below in values.items()], list(node.keys), repr(node.data)
    return ([snapshot(item) for item in node.items] if hasattr(node, "items") else node.text), repr(node.data)


# -- what is changed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "printed", "corrected", "path"),
    [
        ("oob/axis.units[36].may42", "N21", "O21", ("units", 0, "may42")),
        ("oob/axis.units[37].may42", "", "N20", ("units", 1, "may42")),
        ("oob/axis.crt.rows[3][+6,7]", "0/1", "1/1", ("crt", "rows", "3", 1)),
        ("oob/axis.side", "axis", "allied", ("side",)),
        ("oob/axis.flags.on", True, False, ("flags", "on")),
        ("oob/axis.flags.count", 1, 2, ("flags", "count")),
        ("oob/axis.units[36].note", None, "new", ("units", 0, "note")),
        ("oob/axis.footnotes", None, "new", ("footnotes",)),
        ("oob/axis.markers[V12]", "V12", "V13", ("markers", 0)),
        ("oob/axis.markers", ["V12", "S32", "S32"], ["V12"], ("markers",)),
        ("oob/axis.flags", {"on": True, "count": 1}, {"on": False}, ("flags",)),
    ],
)
def test_one_value_is_changed_and_nothing_else(at, printed, corrected, path):
    _root, patched, patches, changed = lay(erratum(at, printed, corrected))
    assert [p.problem for p in patches] == [""]
    assert patches[0].target == ("oob/axis.yaml", path)
    assert changed == {path: corrected}
    expected = Source.of_text("f", AXIS).root.data
    place = expected
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = corrected
    assert patched.data == expected


def test_null_takes_a_key_out():
    _root, patched, patches, _changed = lay(erratum("oob/axis.units[37].note", "optional", None))
    assert patches[0].problem == ""
    assert "note" not in patched.data["units"][1]
    assert "note" not in patched.values["units"].items[1].keys


def test_the_printed_tree_is_left_alone():
    root = Source.of_text("oob/axis.yaml", AXIS).root
    before = snapshot(root)
    document = ErrataDocument(
        basis="proposed",
        title="t",
        errata=[
            erratum("oob/axis.units[36].may42", "N21", "O21"),
            erratum("oob/axis.units[37].note", "optional", None),
            erratum("oob/axis.flags", {"on": True, "count": 1}, {"on": {"deep": [1, {"er": 2}]}}),
            erratum("oob/axis.crt.rows[3][-1]", "2/0", "3/0"),
        ],
    )
    patched, patches, _ = apply_errata(
        {"oob/axis.yaml": root}, [(document, Where(file("e.yaml", ERRATA)))], "all", None
    )
    assert [p.problem for p in patches] == [""] * 4
    assert snapshot(root) == before
    assert patched["oob/axis.yaml"] is not root
    assert patched["oob/axis.yaml"].values["markers"] is root.values["markers"]  # untouched branches are shared


def test_without_errata_the_very_tree_is_given_back():
    root, patched, patches, changed = lay(erratum("oob/axis.side", "axis", "allied"), chosen="none")
    assert patched is root
    assert not patches
    assert not changed


def test_values_within_a_corrected_value_are_the_corrected_ones():
    _root, patched, _patches, _changed = lay(erratum("oob/axis.markers", ["V12", "S32", "S32"], ["A1", "B2"]))
    assert [item.data for item in patched.values["markers"].items] == ["A1", "B2"]


# -- what cannot be applied ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "printed", "corrected", "problem", "detail"),
    [
        ("oob/axis.units[38].may42", "N21", "O21", "no-place", "`38`"),
        ("oob/axis.units[36].deep.down", None, "x", "no-place", "`deep`"),
        ("oob/allied.side", "axis", "x", "no-file", "no file of the game is called"),
        ("oob/axis.units[*].may42", "N21", "O21", "no-place", "not several"),
        ("oob/axis.units[", "N21", "O21", "no-place", "not part of an address"),
        ("oob/axis.markers[S33]", "S33", "S32", "no-place", "`S33`"),
        ("oob/axis.crt.rows[3][0]", "0/1", "1/1", "no-place", "`0`"),
        ("oob/axis.markers[V12]", "V12", None, "no-place", "the whole list"),
        ("oob/axis.units[36].may42", "N22", "O21", "not-printed", "`N21`"),
        ("oob/axis.units[36].nov41", "N22", "O21", "not-printed", "nothing"),
        ("oob/axis.units[36].may42", None, "O21", "not-printed", "`N21`"),
        ("oob/axis.flags.count", True, 2, "not-printed", "`1`"),
        ("oob/axis.flags.on", 1, 2, "not-printed", "`True`"),
        ("oob/axis.side", "axis", "axis", "no-change", ""),
    ],
)
def test_what_cannot_be_applied_says_why_and_changes_nothing(at, printed, corrected, problem, detail):
    root, patched, patches, changed = lay(erratum(at, printed, corrected))
    assert [(p.problem, detail in p.detail) for p in patches] == [(problem, True)]
    assert patched is root
    assert not changed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("oob/axis.side", "axis", "a"), ("oob/axis.side", "axis", "b")),
        (("oob/axis.flags", {"on": True, "count": 1}, {"on": False}), ("oob/axis.flags.count", 1, 2)),
        (("oob/axis.flags.count", 1, 2), ("oob/axis.flags", {"on": True, "count": 1}, {"on": False})),
    ],
)
def test_the_second_to_touch_a_value_conflicts(one, other):
    _root, _patched, patches, changed = lay(erratum(*one), erratum(*other, id="X-002"))
    assert [p.problem for p in patches] == ["", "conflict"]
    assert len(changed) == 1


def test_two_corrections_of_neighbours_do_not_conflict():
    _root, patched, patches, changed = lay(
        erratum("oob/axis.units[36].may42", "N21", "O21"), erratum("oob/axis.units[37].may42", "", "O20", id="X-002")
    )
    assert [p.problem for p in patches] == ["", ""]
    assert [unit["may42"] for unit in patched.data["units"]] == ["O21", "O20"]
    assert len(changed) == 2


@pytest.mark.parametrize(
    ("more", "printing", "problem"),
    [
        ({"incorporated_in": ["second"]}, "second", "incorporated"),
        ({"incorporated_in": ["second"]}, "first", ""),
        ({"incorporated_in": ["second"]}, None, ""),
        ({"applies_to": ["first"]}, "second", "other-printing"),
        ({"applies_to": ["first"]}, "first", ""),
        ({"applies_to": ["first"]}, None, ""),
        ({"applies_to": ["first"]}, "", "unknown-printing"),
        ({"incorporated_in": ["second"]}, "", "unknown-printing"),
        ({}, "", ""),
    ],
)
def test_none_is_applied_to_a_printing_that_has_it_or_that_it_is_not_of(more, printing, problem):
    _root, _patched, patches, changed = lay(erratum("oob/axis.side", "axis", "x", **more), printing=printing)
    assert patches[0].problem == problem
    assert bool(changed) == (not problem)


# -- which are taken -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "taken"),
    [
        ("official", {"official", "all", "X-001", "X-000, X-001"}),
        ("editorial", {"official", "all", "X-001", "X-000, X-001"}),
        ("proposed", {"all", "X-001", "X-000, X-001"}),
        ("rejected", set()),
        ("withdrawn", set()),
    ],
)
def test_which_errata_a_set_takes_in(status, taken):
    one = erratum("oob/axis.side", "axis", "x", status=status)
    assert {
        word for word in ("none", "official", "all", "X-001", "X-000, X-001", "X-002") if is_selected(word, one)
    } == taken


# -- files -----------------------------------------------------------------------------------------


def test_the_longest_file_name_that_fits_is_meant():
    roots = {name: Source.of_text(name, "b: {c: 1}\n").root for name in ("a.yaml", "a.b.yaml", "a/b.yaml")}
    assert locate(roots, "a.b.c")[:2] == ("a.yaml", ("b", "c")) or locate(roots, "a.b.c")[0] == "a.b.yaml"
    assert locate(roots, "a/b.b.c")[:2] == ("a/b.yaml", ("b", "c"))


@given(st.text(max_size=40))
def test_any_address_is_found_or_refused(text):
    roots = {"oob/axis.yaml": Source.of_text("oob/axis.yaml", AXIS).root}
    for address in (text, f"oob/axis{text}", f"oob/axis.units[36]{text}"):
        try:
            name, path, _node = locate(roots, address)
        except AddressError:
            continue
        assert name == "oob/axis.yaml"
        assert path


# -- in a game -------------------------------------------------------------------------------------

TRACK_ERRATUM = """
    basis: proposed
    title: Ours
    errata:
      - id: X-001
        at: time-track.boxes[2/41].red
        printed: 1-1
        corrected: R 10-10
        why: w
        source: s
        by: us
        status: proposed
    """


def test_a_corrected_value_stands_where_it_is_printed(folder):
    workspace = Workspace(folder)
    errata = {"errata/ours.yaml": dedent(TRACK_ERRATUM).lstrip()}
    before, after = workspace.load("none", errata), workspace.load("all", errata)
    path = ("boxes", 1, "red")
    printed, corrected = Where(before.files["time-track.yaml"], path), Where(after.files["time-track.yaml"], path)
    assert (printed.data, corrected.data) == ("1-1", "R 10-10")
    assert corrected.span == printed.span
    assert corrected.within(0, 6).span == printed.span  # characters of what is not printed stand nowhere
    assert corrected.basis == "proposed"  # ours: design decision 2


def test_a_correction_touches_only_its_own_file(folder):
    workspace = Workspace(folder)
    errata = {"errata/ours.yaml": dedent(TRACK_ERRATUM).lstrip()}
    before, after = workspace.load("none", errata), workspace.load("all", errata)
    assert {n for n in after.files if after.files[n] is not before.files[n]} == {"time-track.yaml"}
    assert workspace.load("none", errata).files["time-track.yaml"].data == before.files["time-track.yaml"].data


def test_items_of_a_corrected_list_stand_at_the_list(folder):
    text = dedent(TRACK_ERRATUM).lstrip().replace("time-track.boxes[2/41].red", "game.credits")
    credit = "credits:\n  - {role: Design, names: [A]}\n  - {role: Art, names: [B]}\n"
    text = text.replace("printed: 1-1", "printed: [{role: Design, names: [A]}, {role: Art, names: [B]}]")
    text = text.replace("corrected: R 10-10", "corrected: [{role: Art, names: [B, C]}]")
    game = (folder / "game.yaml").read_text() + credit
    found = Workspace(folder).load("all", {"errata/ours.yaml": text, "game.yaml": game})
    assert [p.problem for p in found.patches] == [""]
    place = Where(found.files["game.yaml"], ("credits", 0, "role"))
    assert place.data == "Art"
    assert place.span.line == game[: game.index("  - {role")].count("\n") + 1

"""Several changes of one text at once: the data are those meant, the splices undo each other, comments stay."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.source.change import Changes
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import Rows
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import EditRefused, least_splice, reverse, splice
from scenario_forge.source.rows import RowChanges

TEXT = """\
# a table
rows:
  - {row: B, west: cccc, east: ccc}
  - {row: A, west: ssss, east: sss}  # the sea

places:
  - {name: Harbour,  hex: A1, kinds: [town, port], value: 2}
  - {name: El Adem,  hex: B2, kinds: [airfield]}   # doubtful
  - {name: 'Bir, el', hex: B1}

# chains
chains:
  - kind: river
    name: Nile
    sides: [A1/A2, B1/B2]
  # of which nothing is known
  - kind: river
    sides: [
      A2/B1,  # here
      C1/C2, C2/C3,
      D1/D2
    ]
  - kind: ridge
    note: >-
      a text over
      two lines
    sides: [
      E1, E2]

last: true
"""
WORD = st.sampled_from(["x", "A1/A2", "0614", "a: b", "NO", "two words", "ü", "C1/C2", "D1/D2"])
ROW = st.fixed_dictionaries(
    {"name": WORD, "hex": st.sampled_from(["A1", "B12"])},
    optional={"kinds": st.lists(WORD, min_size=1, max_size=2), "value": st.integers(0, 9)},
)
CHAIN = st.fixed_dictionaries(
    {"kind": st.sampled_from(["river", "ridge"]), "sides": st.lists(WORD, min_size=1, max_size=40)}
)


def data(text: str):
    root, _ = compose(text, "")
    return root.data


KEPT = ["# a table", "# the sea", "# chains", "# of which nothing is known"]


@st.composite
def plans(draw):
    """Changes that do not touch the same value, and the data that they are to make."""
    made = copy.deepcopy(data(TEXT))
    plan = []
    for number in draw(st.sets(st.integers(0, 1))):
        letters = draw(st.text("sc", min_size=4, max_size=4))
        plan.append(("set", ["rows", number, "west"], letters))
        made["rows"][number]["west"] = letters
    gone = draw(st.sets(st.integers(0, 2), max_size=2))
    plan.extend(("remove", ["places", number]) for number in gone)
    for number in {0, 1, 2} - gone if len(gone) < 2 else ():
        if draw(st.booleans()):
            name = draw(WORD)
            plan.append(("set", ["places", number, "name"], name))
            made["places"][number]["name"] = name
    places = [place for number, place in enumerate(made["places"]) if number not in gone]
    if not gone and draw(st.booleans()):
        at, row = draw(st.integers(0, 3)), draw(ROW)
        plan.append(("insert", ["places"], at, row))
        places.insert(at, row)
    made["places"] = places
    for number in range(3):
        if draw(st.booleans()):
            old = made["chains"][number]["sides"]
            cut = draw(st.integers(0, len(old)))
            new = draw(st.sampled_from([old[:cut], old[cut:]])) + draw(st.lists(WORD, max_size=30))
            plan.append(("set_words", ["chains", number, "sides"], new))
            made["chains"][number]["sides"] = new
    if draw(st.booleans()):
        chain = draw(CHAIN)
        plan.append(("insert", ["chains"], 3, chain))
        made["chains"].append(chain)
    if draw(st.booleans()):
        plan.append(("add", [], "hexes", [{"hex": "A1", "terrain": "sea"}], ["rows"]))
        made = {key: made[key] for key in ("rows",)} | {"hexes": [{"hex": "A1", "terrain": "sea"}]} | made
    return draw(st.permutations(plan)), made


@given(plans(), st.booleans())
def test_changes_made_together(planned, windows) -> None:
    plan, made = planned
    text = TEXT.replace("\n", "\r\n") if windows else TEXT
    assert format_text(text, "") == text
    changes = Changes(text)
    for what, *args in plan:
        getattr(changes, what)(*args)
    splices = changes.splices()
    new = splice(text, splices)
    assert repr(data(new)) == repr(made)
    assert splice(new, reverse(text, splices)) == text
    assert [comment for comment in KEPT if comment not in new] == []
    assert "# here" in new or not made["chains"][1]["sides"]
    assert format_text(new, "") == new
    assert not windows or new.count("\n") == new.count("\r\n")
    assert all(least_splice(text, *each) == each for each in splices)
    assert max(len(line) for line in new.splitlines()) <= 120


@pytest.mark.parametrize(
    ("what", "args"),
    [
        ("set", (["nothing"], 1)),
        ("set", (["rows"], 1)),
        ("set_words", (["rows"], ["x"])),
        ("set_words", (["last"], ["x"])),
        ("set_words", (["places", 0], ["x"])),
        ("insert", (["last"], 0, "x")),
        ("add", ([], "rows", [])),
        ("add", (["rows"], "x", 1)),
        ("begin", ("rows", [{"a": 1}])),
        ("drop", ("last", [0])),
        ("drop", ("rows", [7])),
        ("remove", ([],)),
        ("remove", (["rows", 9],)),
    ],
)
def test_what_has_no_place_is_refused(what, args) -> None:
    changes = Changes(TEXT)
    with pytest.raises(EditRefused):
        getattr(changes, what)(*args)
    assert changes.splices() == []


def test_changes_of_one_value_are_refused() -> None:
    for first, second in (
        (("set", ["last"], 1), ("set", ["last"], 2)),
        (("set", ["places", 0, "name"], "x"), ("remove", ["places", 0])),
        (("set_words", ["chains", 0, "sides"], ["x"]), ("set", ["chains", 0, "sides", 0], "y")),
    ):
        changes = Changes(TEXT)
        with pytest.raises(EditRefused):  # noqa: PT012 - by the second change, or by both together
            for what, *args in (first, second):
                getattr(changes, what)(*args)
            changes.splices()


def test_what_cannot_be_read_is_not_changed() -> None:
    with pytest.raises(EditRefused):
        Changes("a: [")


def test_the_only_item_takes_its_key_along_and_comes_back_in_its_place() -> None:
    text = "a: 1\n\nlist:\n  - {x: 1}\n\nz: 2\n"
    changes = Changes(text)
    changes.drop("list", [0])
    assert changes.result() == "a: 1\n\nz: 2\n"
    changes = Changes("a: 1\n\nlist:\n  - {x: 1}\n")
    changes.drop("list", [0])
    assert changes.result() == "a: 1\n"
    changes = Changes("a: 1\n\nz: 2\n")
    changes.begin("list", [{"x": 1}], after=["a"])
    assert changes.result() == "a: 1\n\nlist:\n  - x: 1\n\nz: 2\n"
    changes = Changes("a: 1\nlist: []  # none yet\nz: 2\n")
    changes.begin("list", [{"x": 1}])
    assert data(changes.result()) == {"a": 1, "list": [{"x": 1}], "z": 2}


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_the_least_change_is_a_change_and_no_smaller_one_is(old, new) -> None:
    start, end, put = least_splice(old, 0, len(old), new)
    assert old[:start] + put + old[end:] == new
    assert not (start < end and put and (old[start] == put[0] or old[end - 1] == put[-1]))


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_long_text_is_folded_and_a_new_block_stands_apart_like_its_neighbours(line_end) -> None:
    text = "title: Short\nrows:\n  - id: a\n    text: >-\n      One\n      line.\n\n  - id: b\n    text: Two\n"
    changes = Changes(text.replace("\n", line_end))
    changes.set(["title"], "many words " * 12 + "and an end")
    changes.set(["rows", 0, "text"], "One.\nAnd two.")
    changes.insert(["rows"], 2, {"id": "c", "text": "Three"})
    after = changes.result()
    assert after.count(line_end) == after.count("\n")
    lines = after.splitlines()
    assert lines[0] == "title: >-"
    assert max(map(len, lines)) <= 118
    assert lines[lines.index("  - id: a") :] == [
        "  - id: a",
        "    text: >-",
        "      One.",
        "",
        "      And two.",
        "",
        "  - id: b",
        "    text: Two",
        "",
        "  - id: c",
        "    text: Three",
    ]
    assert format_text(after, "") == after


def test_a_new_row_stands_in_the_columns_of_most_rows_not_of_its_neighbour() -> None:
    rows = ["{no: 1,  at: R12,    to: S1}", "{no: 2,  at: R13,    to: S2}", "{no: 3,  to: S3}"]
    text = "units:\n" + "".join(f"  - {row}\n" for row in rows)
    changes = Changes(text)
    changes.insert(["units"], 3, {"no": 4, "at": "R14", "to": "S4"})
    assert changes.result() == text + "  - {no: 4,  at: R14,    to: S4}\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_that_are_added_to_an_item_stand_a_line_each(end) -> None:
    text = end.join(["sides:", "  - side: axis", "    saved: 2", "  - side: allied", ""])
    changes = RowChanges(text)
    changes.add(("sides", 0), "units", Rows([{"no": 1, "at": "A1"}, {"no": 2, "at": "B2"}]))
    added = ["    units:", "      - {no: 1, at: A1}", "      - {no: 2, at: B2}"]
    assert changes.result() == end.join(["sides:", "  - side: axis", "    saved: 2", *added, "  - side: allied", ""])

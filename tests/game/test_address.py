"""An address names a value by what a reader of the chart would call it, never by its position."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.api.calls import load_game
from scenario_forge.game.place import AddressError, item_keys, parse_address, resolve
from scenario_forge.source.compose import compose

CONTENT = Path(__file__).parent.parent.parent / "content"

TEXT = """
units:
  - {no: 4, name: Fourth, dec40: A1, "dec40+": R1/41}
  - {no: 15, name: Pz Reg, side: axis, dec40: N}
  - {no: 15, name: Other, side: allied}
boxes:
  - {turn: 12/40, axis: 1-1}
  - {turn: 1/41, axis: R 1-2}
places:
  - {name: Tobruk, hex: T30, kinds: [port, town]}
charts:
  crt:
    columns: ["-1", "0", "+6,7", note]
    rows:
      "1": [a, b, c, d]
      "2": [e, f]
states: {movement.cost: 3, "a]b": 4}
sides: [A1/A2, B1/B2]
nested: [[x, y], [z]]
"""


@pytest.fixture(scope="module")
def root():
    node, problems = compose(TEXT, "f.yaml")
    assert not problems
    return node


@pytest.mark.parametrize(
    ("address", "steps"),
    [
        ("units[4].dec40", ("units", "4", "dec40")),
        ("units[axis/15].strength", ("units", "axis/15", "strength")),
        ("boxes[12/40].axis", ("boxes", "12/40", "axis")),
        ('charts.crt.rows[3]["+6,7"]', ("charts", "crt", "rows", "3", "+6,7")),
        ("charts.crt.rows[3][+6,7]", ("charts", "crt", "rows", "3", "+6,7")),
        ("states['a]b']", ("states", "a]b")),
        ("states[movement.cost]", ("states", "movement.cost")),
        ("units[*].strength", ("units", "*", "strength")),
        ("units[4].dec40+", ("units", "4", "dec40+")),
        ("[x]", ("x",)),
        ("title", ("title",)),
    ],
)
def test_an_address_is_read_step_by_step(address, steps):
    assert parse_address(address) == steps


@pytest.mark.parametrize("address", ["", ".", ".a", "a.", "a..b", "a[", "a]", "a[x", 'a["x]', "a.[", "a[b]]"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(AddressError):
        parse_address(address)


@given(st.lists(st.text(min_size=1).filter(lambda step: not {'"', "\n"} & set(step)), min_size=1, max_size=5))
def test_steps_between_quotes_are_read_as_they_are(steps):
    assert parse_address("".join(f'["{step}"]' for step in steps)) == tuple(steps)


@given(st.text(max_size=30))
def test_any_text_is_an_address_or_is_refused(text):
    with suppress(AddressError):
        assert all(step in text for step in parse_address(text))


@pytest.mark.parametrize(
    ("address", "paths"),
    [
        ("units[4].dec40+", [("units", 0, "dec40+")]),
        ("units[axis/15]", [("units", 1)]),
        ("units[allied/15]", [("units", 2)]),
        ("units[15].name", [("units", 1, "name")]),
        ("boxes[1/41].axis", [("boxes", 1, "axis")]),
        ("places[T30].kinds[town]", [("places", 0, "kinds", 1)]),
        ("charts.crt.rows[1][+6,7]", [("charts", "crt", "rows", "1", 2)]),
        ("charts.crt.rows[1].note", [("charts", "crt", "rows", "1", 3)]),
        ("charts.crt.columns[note]", [("charts", "crt", "columns", 3)]),
        ("charts.crt.rows[*][0]", [("charts", "crt", "rows", "1", 1), ("charts", "crt", "rows", "2", 1)]),
        ("states[movement.cost]", [("states", "movement.cost")]),
        ("sides[B1/B2]", [("sides", 1)]),
        ("boxes[*].axis", [("boxes", 0, "axis"), ("boxes", 1, "axis")]),
        ("units[*].dec40", [("units", 0, "dec40"), ("units", 1, "dec40")]),
        ("boxes[1/41].*", [("boxes", 1, "turn"), ("boxes", 1, "axis")]),
    ],
)
def test_an_address_leads_to_its_values(root, address, paths):
    assert resolve(root, parse_address(address)) == paths


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("units[5].dec40", "there is no `5` in units"),
        ("units[4].dec4O", "there is no `dec4O` in units[4]; did you mean dec40?"),
        ("unit[4]", "there is no `unit` in the file; did you mean units?"),
        ("charts.crt.rows[2][+6,7]", "there is no `+6,7` in charts[crt][rows][2]"),
        ("charts.crt.rows[1][+6]", "there is no `+6` in charts[crt][rows][1]"),
        ("states[cost]", "there is no `cost` in states"),
        ("units[4].dec40.deep", "there is no `deep` in units[4][dec40]"),
        ("nested[x]", "there is no `x` in nested"),
        ("places[*].value", "there is no `value` in places[*]"),
    ],
)
def test_an_address_of_nothing_says_where_it_ends(root, address, message):
    with pytest.raises(AddressError) as caught:
        resolve(root, parse_address(address))
    assert str(caught.value).startswith(message)


def test_every_item_is_found_by_each_of_its_names(root):
    for section in ("units", "boxes", "places", "sides"):
        for index, item in enumerate(root.values[section].items):
            for name in item_keys(item):
                first = next(i for i, other in enumerate(root.values[section].items) if name in item_keys(other))
                assert resolve(root, (section, name)) == [(section, first)]
                assert first <= index


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ("total=9", [("sums", 0)]),
        ("total=10", [("sums", 1)]),
        ("parts=[1, 8]", [("sums", 0)]),
        ("shared=true", None),
        ("total=11", None),
    ],
)
def test_an_item_without_a_key_is_addressed_by_what_only_it_says(step, found):
    text = "sums:\n  - {parts: [1, 8], total: 9, shared: true}\n  - {parts: [2, 8], total: 10, shared: true}\n"
    node, problems = compose(text, "f.yaml")
    assert not problems
    if found is None:
        with pytest.raises(AddressError):
            resolve(node, ("sums", step))
    else:
        assert resolve(node, ("sums", step)) == found


@pytest.mark.parametrize("name", ["desert-rats", "knights-of-the-desert", "massawa", "ridge"])
def test_a_place_between_all_values_of_a_file_has_a_name_too(name):
    """As in the comment at the head of a file, which is in no value."""
    for file in load_game(CONTENT / name, "none").files.values():
        assert isinstance(file.paper(()), str)
        assert "None" not in file.paper(())

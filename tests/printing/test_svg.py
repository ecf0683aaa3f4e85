"""Drawings as SVG: what is named can be found again, and nothing else under its name."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from scenario_forge.printing.svg import Canvas


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("turn-Dec 41", "turn-Dec-41"),
        ("a/b", "a-b"),
        ("a  b", "a b"),
        ("a_20_b", "a b"),
        ("a_b", "a__b"),
        ("(a)", "[a]"),
    ],
)
def test_two_names_never_give_one_id(one, other):
    canvas = Canvas(10, 10)
    for name in (one, other):
        with canvas.group(name=name):
            canvas.rect((0, 0, 1, 1))
    found = [each.get("id") for each in ET.fromstring(canvas.svg()).iter() if each.get("id")]
    assert len(found) == len(set(found)) == 2


def test_a_name_that_xml_takes_is_the_id():
    canvas = Canvas(10, 10)
    canvas.rect((0, 0, 1, 1), name="hex-0614.a:b-é")
    assert 'id="hex-0614.a:b-é"' in canvas.svg()

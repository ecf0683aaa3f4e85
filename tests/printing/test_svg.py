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


def test_a_drawing_is_written_as_svgwrite_writes_it(monkeypatch):
    monkeypatch.setattr(Canvas, "validated", False)  # SVG has no value with such signs as stand in some here
    canvas, other = Canvas(10, 10), Canvas(4, 4)
    other.text((1, 1), 'A & B <c> "d"', 2, halo="#ffffff", turn=30.0, spacing=0.1, name="o", role="value")
    with canvas.shared("spot", stroke_width="0.2"):
        canvas.circle((1, 1), 2.5, fill="#123456")
    canvas.gradient("sky", [(0.0, "#000000", 1.0), (1.0, "#ffffff", 0.5)])
    canvas.outline("edge", "M0 0H1")
    with canvas.clipped("inside", "M0 0H4V4H0Z"), canvas.group(title='of & <all> "signs"', move=(1.0, 2.0), cls="a b"):
        canvas.use("spot", (3, 4))
        canvas.use("edge", stroke="#000000", dash="1 2", fill="none")
        canvas.rect((0, 0, 2, 2), radius=0.5, fill="url(#sky)")
        canvas.path("M0 0L1 1", fill_rule="evenodd", fill_opacity="0.5")
    with canvas.group(name="placed", transform='"&<\r\n\t>', opacity=""):
        canvas.place(other, (2, 3))
    with canvas.group(name="empty"):
        pass
    assert canvas.svg() == canvas._drawing.tostring()
    assert canvas.svg().endswith(f"{canvas.body()}</svg>")

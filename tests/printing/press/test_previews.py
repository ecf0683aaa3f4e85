"""Pictures of the pages: for what is printed now, no larger than needed, the same each time."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from scenario_forge.printing.pdf import LARGE, SMALL, page_sizes, previews

from .conftest import files
from .fakes import A4, Fake, blank

A0 = (841, 1189)


def test_each_page_has_a_preview_and_a_thumbnail():
    made = dict(previews("x", blank(11)))
    assert list(made)[:2] == ["png/x_p01.png", "png/small/x_p01.png"]
    assert len(made) == 22
    assert Image.open(BytesIO(made["png/x_p01.png"])).size == (662, 936)
    assert Image.open(BytesIO(made["png/small/x_p01.png"])).size == (331, 468)


def test_a_poster_is_capped():
    large, small = (Image.open(BytesIO(data)).size for _name, data in previews("x", blank(1, A0)))
    assert LARGE - 3 <= max(large) <= LARGE + 1
    assert SMALL - 3 <= max(small) <= SMALL + 1


def test_a_strip_too_thin_for_a_pixel_has_a_picture():
    assert len(list(previews("x", blank(1, (1500, 1))))) == 2


def test_the_same_pdf_gives_the_same_pictures():
    assert dict(previews("x", blank(2))) == dict(previews("x", blank(2)))


def test_sizes_are_in_millimetres():
    assert page_sizes(blank(2, A4)) == [(210.0, 297.0)] * 2


def test_pictures_follow_the_document(build, box, out):
    (fake,) = box(Fake("map", ("map",), pages=2))
    assert build(previews=True).pictures == 2 * (2 + 1)
    assert build(previews=True).pictures == 0
    (out / "png/skirmish_map_A4_errata-none-v1_p2.png").unlink()
    assert build(previews=True).pictures == 4
    assert build(previews=False).pictures == 0
    assert "png/skirmish_map_A4_errata-none-v1_p2.png" in files(out), "they still show what is there"
    fake.pages = 1
    (out / "parts/skirmish_map_A4_errata-none-v1.pdf").unlink()
    build(previews=True)
    assert [n for n in files(out) if n.startswith("png/skirmish_map")] == ["png/skirmish_map_A4_errata-none-v1_p1.png"]


def test_without_pictures_none_is_left_that_shows_something_else(build, box, out):
    (fake,) = box(Fake("map"))
    build(previews=True)
    fake.pages = 2
    (out / "parts/skirmish_map_A4_errata-none-v1.pdf").unlink()
    build(previews=False)
    assert not [name for name in files(out) if name.startswith("png/skirmish_map")]

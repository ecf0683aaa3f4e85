"""Units with other faces and formations: their colour codes, the values that hold, and figures with shapes round them."""

from __future__ import annotations

import pytest

from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.counters.units import VALUE, unit_face, unit_reverse
from scenario_forge.printing.profile import POINT
from tests.printing.conftest import ROOT

TOBRUK = ROOT / "content/rats-of-tobruk"


@pytest.fixture(scope="module")
def tobruk():
    return load_game(TOBRUK, "none")


def unit_of(game, side, number):
    return forces(game).counters[side, number].counter


def marks(face, role):
    return [mark for mark in face.art.texts if mark.role == role]


def test_the_other_side_of_a_unit_keeps_the_colour_of_its_formation(brief_of, tobruk):
    """A depleted company is still activated with its battalion: the band stays, the word stands above it."""
    brief, unit = brief_of(tobruk), unit_of(tobruk, "axis", 31)
    back = unit_reverse(brief, unit)
    assert [mark.text for mark in marks(back, "parent")] == ["605PzJ"]
    assert [mark.text for mark in marks(back, "face")] == ["Depleted"]
    assert marks(back, "parent")[0].on == marks(unit_face(brief, unit), "parent")[0].on
    assert not back.cut


def test_the_name_of_the_other_side_stands_clear_of_number_and_corner(brief_of, tobruk):
    for number in (8, 62, 104):  # numbers of one, two and three digits
        back = unit_reverse(brief_of(tobruk), unit_of(tobruk, "allied", number))
        for name in marks(back, "face"):
            (number_mark,) = marks(back, "set-up-number")
            assert number_mark.box[2] < name.box[0]
            assert not back.cut


def test_a_face_without_values_shows_those_that_still_hold(brief_of, tobruk):
    """Artillery that has fired defends and moves as before."""
    brief, unit = brief_of(tobruk), unit_of(tobruk, "axis", 45)
    fired = unit_reverse(brief, unit)
    assert [mark.text for mark in marks(fired, "back")] == ["Fired"]
    (front,), (back,) = marks(unit_face(brief, unit), "value"), marks(fired, "value")
    assert back.text == front.text
    assert marks(fired, "identity")[0].on == marks(unit_face(brief, unit), "parent")[0].on
    grey = unit_reverse(brief_of(tobruk, ink="grey"), unit)
    assert marks(grey, "identity")[0].on == grey.ground


def test_long_names_leave_figures_with_shapes_their_size(brief_of, tobruk):
    """605PzJ at both edges: only the strip that reaches beside the figures takes room from them."""
    brief = brief_of(tobruk)
    sizes = {
        key: mark.points * POINT / VALUE
        for key, counter in forces(tobruk).counters.items()
        for mark in marks(unit_face(brief, counter.counter), "value")
    }
    assert min(sizes.values()) > 0.7, min(sizes, key=sizes.get)
    assert sizes["axis", 31] > 0.8

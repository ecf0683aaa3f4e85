"""Where the models of documents say that a text names or defines something."""

from __future__ import annotations

import pytest

from scenario_forge.documents.kinds import KINDS
from scenario_forge.documents.shapes import kinds_in, shape_of


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_kinds_that_a_document_defines_can_be_listed(kind):
    """Also of a document below which there may be conditions in conditions, without end."""
    assert all(kinds_in(shape_of(kind.model)))


def test_a_map_defines_terrain_places_and_areas():
    model = next(kind.model for kind in KINDS if kind.name == "map")
    assert {"terrain", "place", "area", "box", "hexside kind"} <= kinds_in(shape_of(model))

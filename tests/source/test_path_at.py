"""Which value stands at an offset of a text."""

from __future__ import annotations

import pytest

from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import path_at

TEXT = """\
# about the siege
units:
  - no: 1
    name: 1 Libyan   # guards
    at: [A1, B2]
  - {no: 2, name: Fascisti}
"""


@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("siege", ()),
        ("units", ("units",)),
        ("1 Libyan", ("units", 0, "name")),
        ("name: 1", ("units", 0, "name")),
        ("guards", ("units", 0)),
        ("B2", ("units", 0, "at", 1)),
        ("Fascisti", ("units", 1, "name")),
        ("{no", ("units", 1)),
    ],
)
def test_the_smallest_value_that_holds_an_offset(word, path) -> None:
    root, _problems = compose(TEXT, "units.yaml")
    assert path_at(root, TEXT, TEXT.index(word)) == path

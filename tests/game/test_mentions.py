"""Where a hex is named, in running text too: words that are its id, but not where they name something else."""

from __future__ import annotations

from textwrap import dedent

import pytest

from scenario_forge.game.knowledge.mentions import hexes_in, mentions
from scenario_forge.game.reading.workspace import Workspace

from .conftest import texts

EXAMPLES = """\
    basis: printed
    # As A3 is a hex, it counts.
    examples:
      - id: fig
        rule: "1"
        place: B3
        title: From A2, by A1/41
        asked: What is it?
        given: {to: A2}
        places: [A2, B3]
        map:
          basis: printed
          grid:
            orientation: pointy
            shifted: even
            rows: 1
            rows_from: north
            sheets: [{id: own, columns: 3, numbering: "{row:A}{col}"}]
          terrain: [{id: clear, name: Clear, letter: c}]
          rows: [{row: A, own: ccc}]
          place_kinds: [{id: town, name: Town}]
          places: [{name: There, hex: A1, kinds: [town]}]
        counters: [{side: red, no: 1, name: A1, type: infantry, size: xx}]
    """


@pytest.fixture
def game(folder):
    return Workspace(folder).load("none", files={**texts(), "examples.yaml": dedent(EXAMPLES)})


def named(game, hex_):
    return [each.file.source.text[each.start - 5 : each.end] for each in mentions(game, hex_)]


def test_a_hex_is_named_by_its_id_and_by_words_of_running_text(game):
    assert [found.message for found in game.problems if found.span.file == "examples.yaml"] == []
    assert named(game, "A2") == ["From A2", "{to: A2", "es: [A2"]


def test_what_names_something_else_names_no_hex(game):
    """The hex of a figure's own map, its unit, a date, a word alone, and a comment."""
    assert named(game, "A1") == []
    assert named(game, "B3") == ["[A2, B3"]
    assert named(game, "A3") == []


def test_the_hexes_of_a_stretch_of_text(game):
    (file,) = game.files_of("examples")
    assert list(hexes_in(game, file, 0, len(file.source.text))) == ["A3", "A2", "A2", "A2", "B3"]
    start = file.source.text.index("places: [")
    assert list(hexes_in(game, file, start, start + len("places: [A2"))) == ["A2"]

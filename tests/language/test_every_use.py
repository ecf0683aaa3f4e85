"""Definition and completion answer at every use of a name, whether it is a value, a key or a step of an address."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.documents.marks import Defines, Names
from scenario_forge.documents.shapes import marked, shape_of
from scenario_forge.game.calendar import read_date
from scenario_forge.game.place import Where
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.language.completion import complete_value

ROOT = Path(__file__).parents[2]
GAMES = (
    "content/desert-rats",
    "content/knights-of-the-desert",
    "content/massawa",
    "content/ridge",
    "tests/games/skirmish",
)
GIVEN = {"notation", "event", "pool", "predicate"}
"""Kinds whose names are the rule system's: no text defines them."""
ANEW = {"given", "answer", "figures", "printed", "corrected", "switch"}
OFTEN = 12
"""Uses of a kind that are tried in one way: a name begun is completed by going through all names of the kind."""


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return Workspace(ROOT / request.param).load("none")


def way(use):
    whole = use.where.whole().data
    stepped = use.where.part and isinstance(whole, str) and whole[: use.where.part[0]].endswith((".", "[", "/", '"'))
    return "address" if stepped and use.where.on == "value" else use.where.on


@pytest.mark.sampled(3)
def test_definition_answers(game):
    index = references(game)
    asked, answered = Counter(), Counter()
    for use in index.uses:
        if use.kind not in GIVEN:
            asked[use.kind, way(use)] += 1
            answered[use.kind, way(use)] += bool(index.definitions(use.target))
    assert asked
    assert [key for key in asked if answered[key] < 0.95 * asked[key]] == []


@pytest.mark.sampled(3)
def test_completion_answers(game):
    asked, answered = Counter(), Counter()
    missed = []
    for use in references(game).uses:
        key = (use.kind, way(use))
        if asked[key] >= OFTEN or set(use.where.path) & ANEW:
            continue  # free texts of an example; rows of charts that figures begin to name; what errata say anew
        asked[key] += 1
        text, where = use.text, use.where
        start = where.part[0] if where.part else 0
        whole = str(where.path[-1]) if where.on == "key" else str(where.whole().data)
        fits = complete_value(game, where.whole(), whole[: start + max(1, len(text) // 2)])
        fitting = any(each.label.casefold().startswith(text.casefold()) or text in each.label for each in fits)
        answered[key] += fitting
        if not fitting:
            missed.append((key, where.file.name, where.path, whole, where.part))
    wrong = [key for key in asked if answered[key] < 0.95 * asked[key]]
    assert [each for each in missed if each[0] in wrong] == []


@pytest.mark.sampled(3)
def test_every_text_that_names_something_is_read(game):
    """A name that is neither a reference nor a finding is one that nobody knows: few may be."""
    index = references(game)
    known = {use.where.whole() for use in (*index.uses, *index.defined)} | {
        each.where.whole() for each in index.unresolved
    }
    asked, missed = Counter(), Counter()
    for file in game.read.values():
        for path, on, mark, _text in marked(shape_of(file.kind.model), file.data):
            where = Where(file, path, on)
            if path[0] == "sightings" and mark.kind == "turn" and where not in known:
                read_date(str(where.data))  # the date of a sighting may be any day or month, but it is one
                continue
            if isinstance(mark, Defines) or (isinstance(mark, Names) and mark.kind in PLAIN):
                asked[mark.kind] += 1
                missed[mark.kind] += where not in known and str(where.data) not in getattr(mark, "besides", ())
    assert {kind for kind in asked if missed[kind] > 0.05 * asked[kind]} == set()


PLAIN = {
    *("side", "nationality", "printing", "size", "type", "number", "option", "start", "stop", "scenario", "terrain"),
    *("hexside kind", "line kind", "place kind", "area", "marker", "formation", "chart", "clause", "erratum", "hex"),
    *("hexes", "hexside", "place", "unit", "unit of the side", "turn", "column", "level", "victory row"),
}
"""Kinds of texts that always name something."""

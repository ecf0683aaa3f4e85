"""A row of the victory table that counts some units of a kind says which (VIC060)."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.victory.parts import objectives, scenario_rows, selectors
from scenario_forge.checks.victory.rows import listed_units
from scenario_forge.game.reading.workspace import Workspace, load_game
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
GAMES = sorted(path.parent.name for path in Path("content").glob("*/game.yaml"))
_PRINTED = "Each division that survives"
_ALL = "nos: [1, 2, 3]"


@pytest.mark.parametrize(
    ("text", "nos", "told"),
    [
        (_PRINTED, "[1, 2, 3]", False),  # all that the text fits
        (_PRINTED, "[1, 2]", True),
        ("Each division of units 1 and 2 that survives", "[1, 2]", False),
        ("Each division of units 1 to 2 that survives", "[1, 2]", False),
        ("Each division of units 1 to 3 that survives", "[1, 2]", True),
        ("Each division of units 1 and 3 that survives", "[1, 2]", True),
        ("Each of 1 Coast and 2 Coast that survives", "[1, 2]", False),
        ("Each of 1 Coast and 60 Div. that survives", "[1, 2]", True),
    ],
)
def test_the_text_names_the_units_that_count_by_number_or_by_name(text, nos, told):
    victory = (SKIRMISH / "victory.yaml").read_text("utf-8").replace(_PRINTED, text).replace(_ALL, f"nos: {nos}")
    game = Workspace(SKIRMISH).load(files={"victory.yaml": victory})
    assert [finding.code.id for finding in listed_units(game)] == ["VIC060"] * told


@pytest.mark.parametrize("name", GAMES)
def test_no_row_of_a_game_leaves_it_to_a_ruling_which_units_count(name):
    assert not list(listed_units(load_game(f"content/{name}", errata="all")))
    if name == "desert-rats":
        game = load_as_printed(name, errata="all")
        listed = [row for row in [*objectives(game), *scenario_rows(game)] if any(s.nos for s, _ in selectors(row))]
        printed = load_as_printed(name, errata="none")
        assert len(listed) == len(list(listed_units(printed))) == 3

"""A draft, its dossier, the editor, the leaflet and a pack leave the same number of cells to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenario_forge.api.drafts.dossier import dossier_html, place_of
from scenario_forge.api.packs.pack import left_open
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.methods import draft_sides
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.editor.drafts.evidence import count_open, gather, places_data
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.leaflet import leaflet
from scenario_forge.printing.set_up_card import set_up
from tests.as_printed import load_as_printed

if TYPE_CHECKING:
    from scenario_forge.drafts.scenario import NewScenario

DATES = {"desert-rats": ("8/41", "6/42"), "knights-of-the-desert": ("9/41", "9/42"), "massawa": ("2/2/41", "30/3/41")}
"""By game a date without a printed start, and a stop."""


def draft(name: str, decided: str = "") -> tuple[NewScenario, int, int, dict[str, str]]:
    """Draft a game on its date; return also the figures of the dossier, and the files."""
    start, stop = DATES[name]
    game = load_as_printed(name, "all")
    first = place_of(game, start).dates.first
    files = {}
    if decided:
        head = f"basis: proposed\ngame: {game.about.game}\ndate: {start}\nfirst: {first}\nrows:\n"
        files[f"dossiers/{start.replace('/', '-')}.yaml"] = head + decided
        game = load_as_printed(name, "all", files=files)
    made = new_scenario(game, ScenarioRequest("x", start, stop, first, list(game.side_names)[-1]))
    _html, done, open_, _remarks, _questions = dossier_html(game, place_of(game, start))
    return made, done, open_.all, files | {"scenarios/x.yaml": made.text}


@pytest.fixture(scope="module", params=DATES)
def name(request):
    return request.param


@pytest.mark.sampled(3)
def test_all_count_alike(name):
    made, done, open_, files = draft(name)
    game = load_as_printed(name, "all", files=files)
    scenario = scenarios(game).scenarios["x"]
    place = place_of(game, DATES[name][0], made.dates.first)
    assert (done, open_) == (0, made.left.all)
    assert made.left.units, "there are guesses"
    assert dossier_html(game, place, scenario="x").open == made.left
    assert count_open(game, scenario)["open"] == made.open
    assert len(places_data(game, scenario, gather(game, place.dates))["places"]) == made.open
    assert left_open(game, "x") == made.open
    notes = leaflet(Brief(game), set_up(game, "x"))["designer"]["paragraphs"]
    assert any(note.startswith(f"{made.open} values of the set-up are still to be decided") for note in notes)
    assert any("Which start's values" in note for note in notes) == made.asks


@pytest.mark.sampled(3)
def test_decisions_are_counted_alike(name):
    game = load_as_printed(name, "all")
    made = draft_sides(game, place_of(game, DATES[name][0]).dates).drafts[0]
    by_hex = {row.hex: row for row in reversed(made.rows) if row.open and row.hex is not None}
    rows = [*by_hex.values()][:3]  # of several in one hex only one, as more may stack there than are allowed
    cells = [f'  - {{side: {made.force.side}, no: {row.unit.no}, at: "{row.token.place}"}}\n' for row in rows]
    drafted, done, open_, files = draft(name, "".join(cells))
    assert done == len(rows) > 0
    assert open_ - done == drafted.open
    found = load_as_printed(name, "all", files=files)
    counted = count_open(found, scenarios(found).scenarios["x"])
    assert (counted["open"], counted["decided"]) == (drafted.open, len(rows))

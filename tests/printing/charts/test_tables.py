"""Charts say what the data say, every cell of them."""

import pytest

from scenario_forge.documents.aids import AidRow, AidSection, AidTable
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.tables import section_table
from tests.printing.charts.conftest import squeezed
from tests.printing.conftest import GAMES, ROOT


@pytest.fixture(params=GAMES, ids=lambda path: path.name)
def game(request):
    return load_game(request.param, "all")


@pytest.mark.sampled(3)
def test_every_cell_heading_modifier_and_note_stands_in_print(game, printed):
    text = printed(game, "charts")
    for table in tables(game).charts.values():
        if table.chart.copy_of:
            continue
        rows = [cell.text for row in table.cells for cell in row]
        modifiers = [word for m in table.chart.modifiers for word in (m.when, m.value)]
        for words in (
            table.chart.title,
            *table.chart.columns,
            *table.chart.rows,
            *rows,
            *modifiers,
            *table.chart.notes,
        ):
            assert squeezed(words) in text, f"{table.id}: {words}"


def test_a_row_of_the_chart_keeps_its_cells_in_order(skirmish, printed):
    text = printed(skirmish(), "charts")
    assert "14/03/02/01/01/1" in text
    assert "61/01/10/10/20/4" in text


@pytest.mark.sampled(3)
def test_every_objective_stands_below_its_stop_and_side(game, printed):
    document, _where = game.one("victory", VictoryDocument)
    labels = {name: mark.date.label for name, mark in schedule(game).stops.items()}
    names = {side.id: side.name for side in game.about.sides}
    text = printed(game, "charts")
    parts = text.split("Objectives,")[1:]
    for objective in document.objectives:
        label = squeezed(labels[objective.stop])  # with a colon after it: in which scenarios it counts
        own = [part for part in parts if part.startswith(label) and not part.startswith(f"{label}:")]
        assert len(own) == 1
        assert squeezed(objective.text) in own[0].partition(squeezed(names[objective.side]))[2], objective.id


def test_a_stop_without_objectives_has_no_heading(skirmish, printed):
    old = "    stop: aug41\n    side: allied"
    game = skirmish(("victory.yaml", old, "    stop: mar41\n    side: allied"))
    assert printed(game, "charts").count("Objectives,") == 2


def test_cells_that_an_erratum_corrected_carry_its_sign(printed):
    desert_rats = ROOT / "content/desert-rats"
    text = printed(load_game(desert_rats, "all"), "charts")
    assert "HoldTobrukbesiegedornot§" in text
    assert "§corrected:" in text
    assert "§corrected:" not in printed(load_game(desert_rats, "none"), "charts")


def test_a_game_without_charts_and_objectives_prints_its_track(skirmish, printed):
    game = skirmish()
    game.read.pop("charts.yaml")
    game.read.pop("victory.yaml")
    game._kinds.pop("charts")
    game._kinds.pop("victory")
    text = printed(game, "charts")
    assert "TimeRecordTrack" in text
    assert "CombatResults" not in text
    assert "player" not in printed(game, "player-aid").casefold().replace("playeraid", "")


@pytest.mark.sampled(3)
def test_the_track_has_each_entry_as_printed(game, printed):
    text = printed(game, "charts")
    for box in schedule(game).boxes:
        for entry in box.entries.values():
            assert squeezed(entry.text) in text


def test_the_same_input_gives_the_same_bytes(skirmish, made):
    for component in ("charts", "player-aid", "orders-of-battle", "score-pad", "labels"):
        one, other = made(skirmish(), component), made(skirmish(), component)
        assert {k: m.pdf for k, m in one.items()} == {k: m.pdf for k, m in other.items()}


def test_the_first_cell_of_a_row_carries_its_signs_too():
    """A value of ours does not pass for the publisher's because it heads a row."""
    signs = Signs(Brief(load_game(ROOT / "content/desert-rats", "all")))
    table = AidTable(columns=["Capacity", "Centre"], rows=[AidRow(cells=["{centre.el_agheila.capacity}", "x"])])
    section = AidSection(id="x", title="X", table=table)
    block = section_table(section, signs)
    assert block["rows"][0]["head"] == "1°"

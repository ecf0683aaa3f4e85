"""The order-of-battle chart: each unit, each cell, as printed after errata."""

import pypdfium2
import pytest

from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from tests.printing.charts.conftest import squeezed
from tests.printing.conftest import GAMES, ROOT


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_unit_and_every_cell_stands_in_its_row(path, made, text_of):
    game = load_game(path, "all")
    for (side, force), document in zip(
        forces(game).sides.items(), made(game, "orders-of-battle").values(), strict=True
    ):
        text = squeezed(text_of(document.pdf))
        after = 0
        for unit in force.units:
            at = text.find(f"{unit.no}{squeezed(unit.row.name)}", after)
            assert at >= 0, f"{side} {unit.no} {unit.row.name}"
            after = at
            row = text[at : at + 160]
            for cell in unit.row.cells.values():
                assert squeezed(cell) in row, f"{side} {unit.no}: {cell}"
        for footnote in force.document.footnotes:
            assert squeezed(footnote) in text


def test_a_corrected_cell_names_its_erratum(printed):
    game = load_game(ROOT / "content/desert-rats", "all")
    ids = {p.erratum.id for p in game.patches if p.target and p.target[0].startswith("orders-of-battle/")}
    text = printed(game, "orders-of-battle")
    assert ids
    for id_ in ids:
        assert f"§{id_}" in text


def test_letters_are_explained_where_the_game_explains_them(skirmish, printed):
    assert "Eeliminated" in printed(skirmish(), "orders-of-battle")


def test_a_chart_of_many_dates_lies_on_its_side(skirmish, made):
    old = "columns:\n"
    new = old + "".join(f"  - {{id: x{n}, label: Column {n}}}\n" for n in range(12))
    for game, lies in ((skirmish(), False), (skirmish(("orders-of-battle/axis.yaml", old, new)), True)):
        document = made(game, "orders-of-battle")
        (pdf,) = (each.pdf for name, each in document.items() if "axis" in name)
        width, height = pypdfium2.PdfDocument(pdf)[0].get_size()
        assert (width > height) is lies


def test_the_column_of_figures_is_headed_by_what_the_counters_carry(printed):
    knights, rats = (load_game(ROOT / "content" / name, "all") for name in ("knights-of-the-desert", "massawa"))
    assert "Size,combatstrength–combatceiling" in printed(knights, "orders-of-battle")
    assert "Size,str.–mov." in printed(rats, "orders-of-battle")

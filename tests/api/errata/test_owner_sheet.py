"""A sheet for a published copy has its measures; one for an edition of ours has all that differs from it."""

from __future__ import annotations

import io
import subprocess

import numpy as np
import pypdfium2
import pytest

from scenario_forge.api.build import PrintStyle, errata_sheet, living_rulebook
from scenario_forge.api.editions import NoSuchVersion
from scenario_forge.cli.main import run
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.sheets import Faces
from scenario_forge.printing.owner.pieces import fit_cell
from scenario_forge.printing.profile import POINT, Cell, find_profile

SCALE = 4.0
MM = SCALE / POINT
GROUND = (0xF0, 0xC0, 0x40)
PROFILE = """\
basis: proposed
profile: boxed
title: My boxed copy
counter: 14 mm
published:
  grounds: {british: "#112233"}
  figures: 9 pt
  cell: {width: 12 mm, height: 5 mm, type: 7 pt, ground: "#FFFFFF"}
  cells:
    combat_results: {width: 9 mm, height: 4 mm, ground: "#F0C040"}
  column: 60 mm
  ground: "#F0C041"
"""
CELL = ("SK-100", "charts.charts.combat_results.rows[2][0]", "2/0", "3/1")
RULE = (
    "SK-101",
    "rulebook.clauses[3.2].text",
    "To leave an enemy zone of control costs 3 movement points more.",
    "To leave an enemy zone of control costs 4 movement points more.",
)
BOXED = PrintStyle("boxed")
OURS = "SK-100,SK-101"


@pytest.fixture
def boxed(game):
    path = game / "profiles" / "boxed.yaml"
    path.parent.mkdir()
    path.write_text(PROFILE)
    return path


def pages_of(pdf: bytes):
    return list(pypdfium2.PdfDocument(io.BytesIO(pdf)))


def text(pdf: bytes) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pages_of(pdf))


def extent(pdf: bytes, colour: tuple[int, int, int]) -> tuple[float, float]:
    """Width and height in millimetres of what has a colour, on the first page that has it."""
    for page in pages_of(pdf):
        dots = page.render(scale=SCALE).to_numpy()[:, :, ::-1].astype(int)
        rows, columns = np.nonzero((abs(dots - np.array(colour)) <= 0).all(axis=2))
        if len(rows):
            return (columns.max() - columns.min() + 1) / MM, (rows.max() - rows.min() + 1) / MM
    raise AssertionError("nothing has that colour")


# -- cells -----------------------------------------------------------------------------------------


def test_a_cell_has_the_size_ground_and_type_of_the_published_chart(game, erratum, boxed):
    erratum(CELL)
    made = errata_sheet(game, OURS, style=BOXED)
    (cell,) = made.changed.cells
    assert cell.lines == ("3/1",)
    assert cell.size == pytest.approx(7 * POINT), "what a chart leaves out is that of any cell"
    assert not made.changed.patches
    assert not made.changed.whole
    wide, high = extent(made.files["changes"], GROUND)
    assert wide == pytest.approx(9, abs=0.3)
    assert high == pytest.approx(4, abs=0.3)
    said = text(made.files["changes"])
    assert "in place of “2/0”" in said
    assert "SK-100" in said


def test_without_measures_of_a_copy_the_patch_fits_our_own_page(game, erratum, boxed):
    erratum(CELL)
    made = errata_sheet(game)
    assert made.changed.patches
    assert not made.changed.cells


def test_another_cell_has_the_usual_size(game, erratum, boxed):
    erratum(("SK-100", "orders-of-battle/allied.units[4].mar41", "G6", "F6"))
    (cell,) = errata_sheet(game, OURS, style=BOXED).changed.cells
    assert (cell.cell.width, cell.cell.height, cell.lines) == (12, 5, ("F6",))


def test_a_value_that_is_long_for_its_cell_is_set_smaller_and_says_so(game, erratum, boxed):
    erratum((*CELL[:3], "13/11 (Tobruk)"))
    made = errata_sheet(game, OURS, style=BOXED)
    (cell,) = made.changed.cells
    assert cell.smaller
    assert cell.size >= 5 * POINT - 1e-6
    assert "not 7 pt, to fit" in text(made.files["changes"])


def test_a_value_that_fits_no_cell_is_a_slip(game, erratum, boxed):
    erratum((*CELL[:3], "a result so long that no cell of a chart has room for it"))
    changed = errata_sheet(game, OURS, style=BOXED).changed
    assert not changed.cells
    assert [slip.text for slip in changed.slips] == ["a result so long that no cell of a chart has room for it"]


def test_lines_of_a_cell_are_no_higher_than_it():
    assert fit_cell("3/1941 to 12/1941", Cell(width=9, height=3, type=7 * POINT)) is None
    lines, size = fit_cell("3/1941 to 12/1941", Cell(width=12, height=6, type=7 * POINT))
    assert len(lines) == 2
    assert size == 7 * POINT


def test_what_stands_beside_the_text_of_a_clause_is_no_cell(game, erratum, boxed):
    erratum(("SK-100", "charts.charts.combat_results.states[combat.modifier.rough]", "-3", "-2"))
    assert errata_sheet(game, OURS, style=BOXED).changed.nothing


# -- counters --------------------------------------------------------------------------------------


def test_a_counter_has_ground_and_figures_of_the_published_one(game, erratum, boxed):
    erratum(("SK-100", "counters.units[allied/1].name", "1 Arm Brig", "9 Arm Brig"))
    made = errata_sheet(game, OURS, style=BOXED)
    (piece,) = [piece for group in made.changed.groups for piece in group.pieces]
    face = Faces(made.brief).front(piece)
    assert face.ground == "#112233"
    assert face.art.width == 14
    assert [mark.points for mark in face.art.texts if mark.role == "value"] == pytest.approx([9], abs=0.01)


# -- slips -----------------------------------------------------------------------------------------


def test_a_rule_is_a_slip_with_the_publishers_number_in_a_column_of_its_width(game, erratum, boxed):
    erratum(RULE, date='"2026-11-30"')
    made = errata_sheet(game, OURS, style=BOXED)
    (slip,) = made.changed.slips
    assert (slip.place, slip.clause, slip.text) == ("Rule 3", "3.2", RULE[3])
    assert slip.note == "SK-101, 2026-11-30"
    assert slip.old.startswith("To leave an enemy zone of control")
    wide, _high = extent(made.files["changes"], (0xF0, 0xC0, 0x41))
    assert wide == pytest.approx(60, abs=0.3)
    assert "[SK-101, 2026-11-30]" in text(made.files["changes"])


def test_rules_are_slips_without_a_published_copy_too(game, erratum):
    erratum(RULE)
    made = errata_sheet(game)
    assert [slip.clause for slip in made.changed.slips] == ["3.2"]
    assert "Rules" in made.changed.named


def test_a_clause_that_no_erratum_changes_has_no_slip(game, erratum, boxed):
    erratum(("SK-100", "rulebook.clauses[3.2].states[movement.disengagement_cost]", "3", "4"))
    assert not errata_sheet(game, OURS, style=BOXED).changed.slips


# -- bad profiles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("counter: 14 mm", "counter: 2 mm", "it must be from 6 to 60 mm"),
        ("width: 9 mm", "width: 900 mm", "it must be from 3 to 150 mm"),
        ("type: 7 pt", "type: 1 pt", "it must be from 4 to 24 pt"),
        ("british", "brutish", "the game has nothing of that name"),
        ("combat_results:", "combat_result:", "the game has nothing of that name"),
    ],
)
def test_a_profile_that_cannot_be_printed_stops_the_sheet(game, erratum, boxed, capsys, was, now, said):
    erratum(CELL)
    boxed.write_text(PROFILE.replace(was, now))
    assert run(["errata", "sheet", "skirmish", "--errata", "all", "--profile", "boxed"]) == 2
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert not (game.parent.parent / "build").exists()


def test_a_profile_takes_measures_of_the_one_it_is_like(game, boxed):
    other = "basis: proposed\nprofile: mine\ntitle: Mine\nlike: boxed\npublished: {column: 70 mm}\n"
    (game / "profiles" / "mine.yaml").write_text(other)
    found, findings = find_profile(load_game(game), "mine")
    assert not findings
    assert found.published is not None
    assert (found.published.column, found.published.cells["combat_results"].width) == (70, 9)
    assert Brief(load_game(game), found).palette.nation(load_game(game), "british").tint == "#112233"


# -- since an edition ------------------------------------------------------------------------------


def git(game, *words):
    subprocess.run(["git", "-C", str(game), "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True)


def replace(path, old, new):
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))


@pytest.fixture
def second(game):
    """Edition 1.0 in git, its last state other than its first; then 1.1 with another chart and another rule."""
    git(game, "init", "-q")
    git(game, "add", ".")
    git(game, "commit", "-qm", "one")
    replace(game / "rulebook.yaml", "Two players fight", "Two players still fight")
    git(game, "commit", "-qam", "edition 1.0, printed")
    replace(game / "game.yaml", 'edition: "1.0"', 'edition: "1.1"')
    replace(game / "charts.yaml", "[3/0,          2/0,     1/1,", "[3/0,          2/1,     1/1,")
    replace(game / "rulebook.yaml", RULE[2], "To leave an enemy zone of control takes 3 movement points more.")
    git(game, "commit", "-qam", "edition 1.1")
    return game


def test_all_that_differs_from_an_edition_is_printed_and_nothing_else(second):
    made = errata_sheet(second, "none", since="1.0+none")
    assert [slip.clause for slip in made.changed.slips] == ["3.2"], "1.1 was the same in the last state of edition 1.0"
    assert {patch.title for patch in made.changed.patches} >= {"Charts and Tables"}
    assert not made.changed.whole, "the number of the edition alone reprints no card"
    assert "from edition 1.0, errata applied: none to edition 1.1" in text(made.files["changes"])


def test_a_revision_is_an_edition_too(second):
    assert not errata_sheet(second, "none", since="@HEAD+none").changed.slips
    slips = errata_sheet(second, "none", since="@HEAD~2+none").changed.slips
    assert [slip.clause for slip in slips] == ["1.1", "3.2"]


def test_errata_that_the_edition_had_are_not_printed_again(second, erratum):
    erratum(("SK-100", "charts.charts.combat_results.rows[6][0]", "0/1", "1/1"))
    git(second, "add", ".")
    git(second, "commit", "-qm", "an erratum")
    assert errata_sheet(second, "all", since="@HEAD+all").changed.nothing
    assert errata_sheet(second, "all", since="@HEAD+none").changed.patches


@pytest.mark.parametrize(
    ("since", "said"),
    [
        ("0.9", "there is no edition 0.9 of the game; git has 1.1, 1.0"),
        ("1.1", "the game at hand is edition 1.1 itself"),
        ("@nosuch", "git knows no revision nosuch"),
        ("1.0+SK-999", "`SK-999` is no set of errata of that edition"),
    ],
)
def test_an_edition_that_there_is_not_is_told(second, since, said):
    with pytest.raises(NoSuchVersion, match=said.replace("+", r"\+")):
        errata_sheet(second, since=since)


def test_without_a_repository_no_edition_is_known(game, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert run(["errata", "sheet", "skirmish", "--since", "0.9"]) == 2
    assert "in no git repository" in capsys.readouterr().err


# -- the living rulebook ---------------------------------------------------------------------------


def test_the_living_rulebook_dates_each_change(game, erratum):
    erratum(RULE, date='"2026-11-30"')
    made = living_rulebook(load_game(game, "all"))
    said = text(made.pdf)
    assert "SK-101 2026-11-30" in said
    assert "the date of the change" in said


def test_it_marks_only_what_is_new_since_an_edition(second, erratum):
    erratum((*RULE[:1], "rulebook.clauses[2.1].title", "A game turn", "One game turn"), date='"2026-11-30"')
    made = living_rulebook(load_game(second, "SK-101"), "1.0+none")
    said = text(made.pdf)
    assert made.changes == 2
    assert "SK-101 2026-11-30" in said
    assert said.count("edition 1.1 20") == 1, "the one clause that no erratum changed, with the day of the edition"
    assert living_rulebook(load_game(second, "none"), "@HEAD+none").changes == 0


def test_the_command_writes_it(game, erratum, capsys):
    erratum(RULE)
    assert run(["errata", "rulebook", "skirmish", "--errata", "all"]) == 0
    (path,) = (game.parent.parent / "build" / "skirmish").iterdir()
    assert path.name.startswith("skirmish_living-rulebook_A5")
    assert "change" in capsys.readouterr().out

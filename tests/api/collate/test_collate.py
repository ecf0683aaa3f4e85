"""What a copy says takes the place of what we proposed, is printed then, and never overrides what was printed."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from scenario_forge.api.collate import draft_errata, form
from scenario_forge.checks.run import check
from scenario_forge.cli.main import run
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.locate import unknown_errata
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.printing.pdf import page_sizes
from scenario_forge.printing.profile import size_name

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
STRENGTH = "counters.units[allied/1].strength"
EXCEPTION = 'basis: printed\nprovenance:\n  - at: ["units[*].strength"]\n    basis: proposed\n    why: ours\n'


@pytest.fixture
def game(tmp_path, monkeypatch) -> Path:
    """A game whose strengths are ours: printed 6 for the first unit, we say."""
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    counters = folder / "counters.yaml"
    counters.write_text(counters.read_text().replace("basis: printed\n", EXCEPTION, 1))
    (folder / "copies").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def answer(game: Path, *rows: tuple[str, object], name: str = "mine") -> None:
    lines = "".join(f'  - {{at: "{at}", printed: {value}}}\n' for at, value in rows)
    (game / "copies" / f"{name}.yaml").write_text(f"basis: printed\ntitle: mine\nanswers:\n{lines}")


def test_an_answer_takes_the_place_of_a_proposed_value_and_is_printed(game):
    answer(game, (STRENGTH, 9))
    for errata, strength, basis in (("official", 6, "proposed"), ("official,copy:mine", 9, "printed")):
        counters = load_game(game, errata).read["counters.yaml"]
        assert counters.data["units"][0]["strength"] == strength
        assert counters.basis_at(("units", 0, "strength")) == basis
        assert counters.basis_at(("units", 1, "strength")) == "proposed"
    assert not load_game(game, "official,copy:mine").problems


def test_a_confirmed_value_changes_its_basis_only(game):
    answer(game, (STRENGTH, 6))
    laid = load_game(game, "official,copy:mine")
    assert laid.read["counters.yaml"].basis_at(("units", 0, "strength")) == "printed"
    assert compile_scenario(laid, "siege").hash == compile_scenario(load_game(game), "siege").hash


def test_what_is_played_has_another_hash(game):
    answer(game, (STRENGTH, 9))
    laid = load_game(game, "official,copy:mine")
    assert compile_scenario(laid, "siege").hash != compile_scenario(load_game(game), "siege").hash


def test_what_is_printed_is_left_to_errata(game):
    answer(game, ("counters.units[allied/1].name", "Other"))
    assert load_game(game, "copy:mine").read["counters.yaml"].data["units"][0]["name"] == "1 Arm Brig"
    text = draft_errata(load_game(game), "mine")
    (game / "errata" / "copy-mine.yaml").write_text(text)
    laid = load_game(game, "all")
    assert [(p.erratum.id, p.problem) for p in laid.patches] == [("SK-002", ""), ("SK-001", "")]
    assert laid.read["counters.yaml"].data["units"][0]["name"] == "Other"


def test_errata_are_chosen_as_before_and_copies_beside_them(game):
    answer(game, (STRENGTH, 9))
    chosen = {
        errata: [p.erratum.id for p in load_game(game, errata).patches]
        for errata in ("none", "official", "all", "SK-001", "copy:mine", "official,copy:mine", "none,copy:mine")
    }
    assert chosen == {
        "none": [], "official": ["SK-001"], "all": ["SK-001"], "SK-001": ["SK-001"], "copy:mine": [],
        "official,copy:mine": ["SK-001"], "none,copy:mine": [],
    }  # fmt: skip


def test_an_unknown_copy_is_told(game):
    answer(game, (STRENGTH, 9))
    loaded = load_game(game)
    assert unknown_errata(loaded, "official,copy:mine") is None
    word, hint = unknown_errata(loaded, "official,copy:mien")
    assert (word, "copy:mine" in hint) == ("copy:mien", True)


def test_a_workspace_takes_a_copy_off_again(game):
    answer(game, (STRENGTH, 9))
    workspace = Workspace(game)
    found = [workspace.load(e).read["counters.yaml"].data["units"][0]["strength"] for e in ("copy:mine", "none") * 2]
    assert found == [9, 6, 9, 6]


@pytest.mark.parametrize("value", ["six", "[1, 2]", "{a: 1}", "true"])
def test_an_answer_of_another_kind_is_not_laid(game, value):
    answer(game, (STRENGTH, value))
    laid = load_game(game, "copy:mine")
    assert laid.read["counters.yaml"].data["units"][0]["strength"] == 6


@pytest.mark.parametrize(("field", "word"), [("size", "abc"), ("type", "dragoons"), ("nationality", "martian")])
def test_a_size_type_or_nationality_that_the_game_has_not_is_refused(game, field, word):
    path = game / "counters.yaml"
    path.write_text(path.read_text().replace("basis: printed", "basis: proposed"))
    answer(game, (f"counters.units[allied/1].{field}", word))
    was = load_game(game).read["counters.yaml"].data["units"][0][field]
    assert load_game(game, "copy:mine").read["counters.yaml"].data["units"][0][field] == was
    found = [each for each in check(load_game(game)) if each.code.id == "COL004"]
    assert [word in each.message for each in found] == [True]
    assert run(["collate", "skirmish", "--force"]) == 0
    page = (Path("build") / "skirmish" / "skirmish_collate.html").read_text()
    names = json.loads(re.search(r'"names": ?({.*?})', page)[1])
    assert was in names[field], "the form knows which there are"


def test_the_form_is_printed_for_ones_own_printer(game, tmp_path, monkeypatch):
    monkeypatch.setenv("SCENARIO_FORGE_SETTINGS", str(tmp_path / "settings"))
    assert run(["printer", "--paper", "Letter"]) == 0
    assert run(["collate", "skirmish"]) == 0
    sizes = page_sizes(Path("build/skirmish/skirmish_collate.pdf").read_bytes())
    assert {size_name(*size) for size in sizes} == {"Letter"}


def test_a_copy_without_a_title_is_not_called_as_the_example(game):
    assert run(["collate", "skirmish"]) == 0
    page = (Path("build") / "skirmish" / "skirmish_collate.html").read_text()
    example = re.search(r'placeholder="([^"]+)"', page)[1]
    data = json.loads(re.search(r'id="form">(.*?)</script>', page)[1])
    assert example not in json.dumps(data)
    assert data["words"]["untitled"] == f"a copy of {load_game(game).title}"


def test_the_form_asks_each_value_that_is_ours_and_no_other(game):
    units = load_game(game).read["counters.yaml"].data["units"]
    parts = form(load_game(game))
    asked = [value for part in parts for row in part.rows for value in row.values]
    assert [(a.field, a.ours) for a in asked] == [("strength", unit["strength"]) for unit in units]
    answer(game, *((a.at, a.ours) for a in asked))
    assert form(load_game(game, "copy:mine")) == []


def test_the_form_is_written_once_and_says_the_same(game, tmp_path):
    assert run(["collate", "skirmish"]) == 0
    html = tmp_path / "build" / "skirmish" / "skirmish_collate.html"
    pdf = html.with_suffix(".pdf")
    assert "counters.units[allied/1].strength" in html.read_text()
    pages = pypdfium2.PdfDocument(io.BytesIO(pdf.read_bytes()))
    text = " ".join(page.get_textpage().get_text_bounded() for page in pages)
    assert "1 Arm Brig" in text
    assert "http" not in html.read_text().replace("http-equiv", "")
    html.write_text("mine")
    assert run(["collate", "skirmish"]) == 2
    assert html.read_text() == "mine"
    assert run(["collate", "skirmish", "--force"]) == 0


def test_names_on_the_form_are_text_only(game):
    counters = game / "counters.yaml"
    counters.write_text(counters.read_text().replace("name: 1 Arm Brig", 'name: "<script>x"'))
    assert run(["collate", "skirmish"]) == 0
    assert "<script>x" not in Path("build/skirmish/skirmish_collate.html").read_text()


def test_a_draft_never_overwrites(game, capsys):
    answer(game, ("counters.units[allied/1].name", "Other"))
    assert run(["collate", "skirmish", "--answers", "skirmish/copies/mine.yaml", "--draft"]) == 0
    path = game / "errata" / "copy-mine.yaml"
    path.write_text(path.read_text() + "# kept\n")
    assert run(["collate", "skirmish", "--answers", "mine", "--draft"]) == 2
    assert path.read_text().endswith("# kept\n")
    assert run(["collate", "skirmish", "--answers", "nobody"]) == 2
    assert run(["collate", "skirmish", "--draft"]) == 2
    assert "COL" not in capsys.readouterr().out


def test_an_answer_that_cannot_be_used_is_an_error_and_the_others_are_still_drafted(game, capsys):
    answer(game, ("counters.units[allied/1].name", "Other"), ("counters.units[nobody/9].name", "x"))
    assert run(["collate", "skirmish", "--answers", "mine", "--draft"]) == 1
    assert "1 cannot be used: `forge check skirmish --errata official,copy:mine` says which" in capsys.readouterr().out
    assert (game / "errata" / "copy-mine.yaml").is_file()
    assert run(["check", "skirmish", "--errata", "official,copy:mine"]) == 1


def test_a_record_finds_the_copy_that_it_was_played_with(game, tmp_path, capsys):
    answer(game, (STRENGTH, 9))
    record = str(tmp_path / "game.json")
    asked = ["play", "skirmish", "--scenario", "siege", "--errata", "official,copy:mine", "--record", record]
    assert run(asked) == 0
    assert run(["replay", record, "--game", "skirmish"]) == 0
    assert "REC005" not in capsys.readouterr().out


def test_a_pack_carries_no_copy(game, capsys):
    answer(game, (STRENGTH, 9))
    assert run(["pack", "skirmish", "siege", "--errata", "copy:mine"]) == 2
    assert "copy:NAME" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["null", "-5"])
def test_an_answer_that_the_file_cannot_hold_is_not_laid(game, value, capsys):
    """Beside it the others are."""
    answer(game, (STRENGTH, value), ("counters.units[allied/2].strength", 8))
    laid = load_game(game, "copy:mine")
    assert [unit["strength"] for unit in laid.read["counters.yaml"].data["units"][:2]] == [6, 8]
    assert not laid.read["counters.yaml"].problems
    run(["check", "skirmish", "--format", "concise"])
    assert "COL004" in capsys.readouterr().out


def test_a_record_names_a_copy_that_says_something_else_since(game, tmp_path, capsys):
    answer(game, (STRENGTH, 9))
    record = str(tmp_path / "game.json")
    asked = ["play", "skirmish", "--scenario", "siege", "--errata", "official,copy:mine", "--record", record]
    assert run(asked) == 0
    answer(game, (STRENGTH, 8))
    run(["replay", record, "--game", "skirmish"])
    assert "copy:mine says something else since" in capsys.readouterr().out


def test_a_copy_has_a_plain_name_and_can_be_read(game, capsys):
    for name in ("../mine", "a/b", "", "Mine", "x" * 99):
        assert run(["collate", "skirmish", "--copy", name]) == 2, name
    assert "no name for a copy" in capsys.readouterr().err
    (game / "copies" / "mine.yaml").write_text("answers: 7\n")
    assert run(["collate", "skirmish"]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert not Path("build").exists()


def test_the_form_begins_with_what_the_copy_says(game):
    answer(game, (STRENGTH, 9), ("counters.units[allied/2].strength", 5))
    assert run(["collate", "skirmish"]) == 0
    html = Path("build/skirmish/skirmish_collate.html").read_text()
    assert '<input type="text" value="9"' in html
    assert html.count("checkbox checked") == (load_game(game).read["counters.yaml"].data["units"][1]["strength"] == 5)

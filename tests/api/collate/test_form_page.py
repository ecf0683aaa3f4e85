"""The page in a real browser: what is ticked, clicked and saved comes back, and is what is laid over the game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scenario_forge.cli.main import run
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from tests.reports import chromium

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
STRENGTH = "counters.units[allied/1].strength"
PAGE = Path("build/skirmish/skirmish_collate.html")


@pytest.fixture
def game(tmp_path, monkeypatch) -> Path:
    """A game whose map and strengths are ours."""
    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    for name, basis in (("map.yaml", "basis: fitted\n"), ("counters.yaml", None)):
        path = folder / name
        ours = 'basis: printed\nprovenance:\n  - at: ["units[*].strength"]\n    basis: proposed\n    why: ours\n'
        path.write_text(path.read_text().replace("basis: printed\n", basis or ours, 1))
    (folder / "copies").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def browser():
    if chromium.found() is None:
        pytest.skip("no Chromium here; FORGE_CHROMIUM may name one")
    page = chromium.Page(1200, 900)
    yield page
    page.close()


def opened(browser, *words: str) -> None:
    assert run(["collate", "skirmish", "--force", *words]) == 0
    browser.open(PAGE.resolve())
    assert browser.errors == []


def value(browser, at: str, *, text: str | None = None) -> None:
    """Tick a value, or write another beside it."""
    box = f"document.querySelector('[data-at=\"{at}\"]')"
    if text is None:
        browser.js(f"{box}.querySelector('[type=checkbox]').click()")
    else:
        browser.js(f"{box}.querySelector('[type=text]').value = '{text}'; changed()")


def click(browser, tool: str, shape: str) -> None:
    """Choose a tool and click a shape of the map in its middle."""
    browser.js(
        f"document.querySelector('{tool}').click(); (() => {{ const shape = document.querySelector('{shape}');"
        "shape.scrollIntoView({block: 'center', inline: 'center'}); const box = shape.getBoundingClientRect();"
        "shape.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.x + box.width / 2 - 1,"
        " clientY: box.y + box.height / 2 - 1})) })()"
    )


def saved(browser, game: Path) -> None:
    (game / "copies" / "mine.yaml").write_text(browser.js("out.value"))


def test_an_evening_s_work_is_there_the_next_evening(game, browser):
    opened(browser)
    browser.js("who.value = 'from the attic'")
    value(browser, STRENGTH, text="9")
    value(browser, "counters.units[allied/2].strength")
    browser.open(PAGE.resolve())
    kept = browser.js("out.value")
    assert f'{{at: "{STRENGTH}", ours: 6, printed: 9}}' in kept, "the page itself keeps it"
    saved(browser, game)
    browser.js("localStorage.clear()")
    opened(browser)
    assert browser.js("out.value") == kept, "and the form begins with what was saved"
    assert load_game(game, "copy:mine").read["counters.yaml"].data["units"][0]["strength"] == 9


def test_answers_that_are_not_asked_are_kept(game, browser):
    (game / "copies" / "mine.yaml").write_text(
        'basis: printed\ntitle: x\nanswers:\n  - {at: "counters.units[allied/1].name", printed: "1 \\"A\\" </script>"}\n'
    )
    opened(browser)
    value(browser, STRENGTH, text="9")
    saved(browser, game)
    answers = load_game(game).read["copies/mine.yaml"].data["answers"]
    assert [(each["at"], each["printed"]) for each in answers] == [
        (STRENGTH, 9),
        ("counters.units[allied/1].name", '1 "A" </script>'),
    ]


def test_what_is_no_figure_is_no_answer(game, browser):
    opened(browser)
    value(browser, STRENGTH, text="seven")
    assert "answers: []" in browser.js("out.value")
    assert browser.js(f"document.querySelector('[data-at=\"{STRENGTH}\"] .wrong') !== null")


def test_the_ground_is_clicked_where_it_differs(game, browser):
    """A hex, a hexside more and one less; the rest is confirmed."""
    opened(browser, "--ground")
    before = hex_map(load_game(game))
    hex_ = before.grid.find("E4")
    click(browser, "[data-letter=r]", "#hex-E4")
    names = browser.js("[...sides.keys()]")
    more = next(name for name in names if set(name.split("/")) == {"D3", "E4"})
    gone = next(name for name in names if set(name.split("/")) == {"D8", "E8"})
    ridge = browser.js("ground.chains.findIndex(chain => chain.at.includes('Bare ridge'))")
    click(browser, f'[data-chain="{ridge}"]', f"#side-{more.replace('/', '_2F_')}")
    click(browser, f'[data-chain="{ridge}"]', f"#side-{gone.replace('/', '_2F_')}")
    browser.js("rest.click()")
    saved(browser, game)
    laid = load_game(game, "copy:mine")
    after = hex_map(laid)
    assert not laid.problems
    assert after.terrain[hex_] == "rough"
    assert [each for each in range(len(after.grid)) if after.terrain[each] != before.terrain[each]] == [hex_]
    ridges = [set(text.split("/")) for text in after.document.hexsides[1].sides]
    assert ridges == [{"D8", "E9"}, {"D3", "E4"}]
    assert laid.read["map.yaml"].basis_at(("rows", 0, "west")) == "printed"
    kept = browser.js("out.value")
    browser.js("localStorage.clear()")
    opened(browser, "--ground")
    assert browser.js("out.value") == kept

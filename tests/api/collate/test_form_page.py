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
OUT = "document.getElementById('yaml').value"
INPUT = "field.dispatchEvent(new Event('input', {bubbles: true}));"
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
        browser.js(f"(() => {{ const field = {box}.querySelector('[type=text]'); field.value = '{text}'; {INPUT} }})()")


def click(browser, tool: str, *hexes: str, button: str = "left") -> None:
    """Choose a tool and click the middle of a hex, or a hexside: on the side of the first of its hexes."""
    x, y = place(browser, tool, *hexes)
    for kind in ("mousePressed", "mouseReleased"):
        browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)


def place(browser, tool: str, *hexes: str) -> list[float]:
    """Choose a tool and bring the middle of a hex, or a hexside, into sight: where it is on the screen."""
    return browser.js(
        f"""(() => {{ document.querySelector('{tool}').click(); document.getElementById('board').scrollIntoView({{block: 'center'}});
        const [a, b] = {list(hexes)}.map((id) => {{ const e = document.querySelector(`[data-hex="${{id}}"]`).getBoundingClientRect();
          return [e.left + e.width / 2, e.top + e.height / 2]; }});
        return b ? [a[0] + (b[0] - a[0]) * .46, a[1] + (b[1] - a[1]) * .46] : a; }})()"""
    )


def saved(browser, game: Path) -> None:
    (game / "copies" / "mine.yaml").write_text(browser.js(OUT))


def test_an_evening_s_work_is_there_the_next_evening(game, browser):
    opened(browser)
    browser.js(f"(() => {{ const field = document.getElementById('who'); field.value = 'from the attic'; {INPUT} }})()")
    value(browser, STRENGTH, text="9")
    value(browser, "counters.units[allied/2].strength")
    browser.open(PAGE.resolve())
    kept = browser.js(OUT)
    assert f'{{at: "{STRENGTH}", ours: 6, printed: 9}}' in kept, "the page itself keeps it"
    saved(browser, game)
    browser.js("localStorage.clear()")
    opened(browser)
    assert browser.js(OUT) == kept, "and the form begins with what was saved"
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
    assert "answers: []" in browser.js(OUT)
    assert browser.js(f"document.querySelector('[data-at=\"{STRENGTH}\"] .wrong') !== null")


def test_the_ground_is_clicked_where_it_differs(game, browser):
    """A hex, a hexside more and one less; the rest is confirmed."""
    opened(browser, "--ground")
    before = hex_map(load_game(game))
    hex_ = before.grid.find("E4")
    click(browser, "[data-letter=r]", "E4")
    ridge = browser.js(
        "JSON.parse(document.getElementById('ground-data').textContent).chains.findIndex((each) => each.at.includes('Bare ridge'))"
    )
    click(browser, f'[data-chain="{ridge}"]', "E4", "D3")
    click(browser, f'[data-chain="{ridge}"]', "D8", "E8")
    assert browser.js("document.querySelectorAll('.edge.other').length") == 2
    assert browser.js("document.querySelectorAll('.hex.other').length") == 1
    browser.js("document.getElementById('rest').click()")
    saved(browser, game)
    laid = load_game(game, "copy:mine")
    after = hex_map(laid)
    assert not laid.problems
    assert after.terrain[hex_] == "rough"
    assert [each for each in range(len(after.grid)) if after.terrain[each] != before.terrain[each]] == [hex_]
    ridges = [set(text.split("/")) for text in after.document.hexsides[1].sides]
    assert ridges == [{"D8", "E9"}, {"D3", "E4"}]
    assert after.document.hexsides[1].sides[-1] == "E4/D3", "the hex that was clicked on comes first"
    assert laid.read["map.yaml"].basis_at(("rows", 0, "west")) == "printed"
    kept = browser.js(OUT)
    browser.js("localStorage.clear()")
    opened(browser, "--ground")
    assert browser.js(OUT) == kept
    assert browser.errors == []
    assert not [url for url in browser.requests if not url.startswith(("file:", "data:", "blob:"))]


def test_only_a_click_of_the_main_button_paints(game, browser):
    opened(browser, "--ground")
    painted = "document.querySelectorAll('.hex.other').length"
    for button in ("right", "middle"):
        click(browser, "[data-letter=r]", "E4", button=button)
        assert browser.js(painted) == 0
    click(browser, "[data-letter=r]", "E4")
    assert browser.js(painted) == 1


def test_a_touch_that_ends_without_a_click_leaves_the_map_alone(game, browser):
    """One that the browser takes for itself, to zoom the page; and two fingers."""
    opened(browser, "--ground")
    painted, moved = (
        "document.querySelectorAll('.hex.other').length",
        "document.getElementById('ground').style.transform",
    )
    x, y = place(browser, "[data-letter=r]", "E4")
    before = browser.js(moved)

    def touch(kind: str, *fingers: float) -> None:
        points = [{"x": x + off, "y": y, "id": n} for n, off in enumerate(fingers)]
        browser.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    touch("touchStart", 0)
    touch("touchCancel")
    for off in (20, 40):
        browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x + off, y=y)
    touch("touchStart", 0)
    touch("touchStart", 0, 60)
    touch("touchEnd")
    assert (browser.js(painted), browser.js(moved)) == (0, before)
    touch("touchStart", 0)
    touch("touchEnd")
    assert (browser.js(painted), browser.js(moved)) == (1, before)


def test_the_buttons_of_the_map_have_names(game, browser):
    opened(browser, "--ground")
    named = "[...document.querySelectorAll('.zoom button')].map((each) => each.ariaLabel ?? each.textContent)"
    assert browser.js(named) == ["Closer", "Farther", "Whole map"]


def test_without_its_script_no_form_is_written(game, monkeypatch, capsys):
    monkeypatch.setattr("scenario_forge.reports.html.files", lambda _package: game)
    assert run(["collate", "skirmish", "--ground"]) == 2
    assert "make demo" in capsys.readouterr().err
    assert not PAGE.parent.exists()

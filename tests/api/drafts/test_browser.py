"""The page in a real browser: its rows, its map, and no request to a network."""

from __future__ import annotations

import pytest
from reports import chromium

from .conftest import HEAD

pytestmark = pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")


@pytest.fixture(scope="module")
def browser():
    page = chromium.Page()
    yield page
    page.close()


@pytest.fixture
def shown(browser, table):
    """The page of the small game, with one row decided already."""
    table.file.parent.mkdir()
    table.file.write_text(HEAD + "rows:\n  - {side: allied, no: 4, at: G6, source: old}\n")
    assert table.dossier("--from", "mar41")[0] == 0
    browser.table, browser.errors, browser.requests = table, [], []
    browser.size(1440, 900)
    browser.open(table.page)
    return browser


def test_a_row_shows_its_candidates_on_the_map(shown):
    """As letters; the one that is decided is marked. Nothing is asked of a network, and nothing fails."""
    assert shown.errors == []
    assert not [url for url in shown.requests if not url.startswith(("file:", "data:"))]
    shown.js("document.querySelector('#row-allied-1 h3 button').click()")
    letters = "[...document.querySelectorAll('#scene .pin text')].map((each) => each.textContent).join('')"
    listed = shown.js(
        "[...document.querySelectorAll('#row-allied-1 .letter')].map((each) => each.textContent).join('')"
    )
    assert sorted(shown.js(letters)) == sorted(listed)
    assert shown.js("document.querySelector('#scene .pin.taken') === null")
    shown.table.take("{side: allied, no: 4, at: G6, source: old}", "{side: allied, no: 1, at: F4}")
    shown.open(shown.table.page)
    shown.js("document.querySelector('#row-allied-1 h3 button').click()")
    assert shown.js("document.querySelector('#now .settled') !== null")


@pytest.mark.parametrize("date", ["12/40", "3/41", "6/41"])
def test_dates_at_and_behind_printed_starts_work(shown, date):
    shown.table.dossier(date=date)
    shown.open(shown.table.page.with_name(f"skirmish_dossier_{date.replace('/', '-')}.html"))
    shown.js("document.querySelector('input[name=scope][value=map]').click()")
    shown.js("document.querySelector('.row:not([hidden]) h3 button').click()")
    assert shown.js("document.querySelectorAll('#now use').length") > 0
    assert shown.errors == []


def test_rows_are_filtered_and_counted(shown):
    def count():
        return shown.js("[...document.querySelectorAll('.row')].filter((row) => row.offsetParent).length")

    opened = count()
    shown.js("document.querySelector('input[name=scope][value=all]').click()")
    every = count()
    assert every > opened
    shown.js(
        "(() => { const s = document.getElementById('side'); s.value = 'axis'; s.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    assert 0 < count() < every
    shown.js(
        "(() => { const s = document.getElementById('find'); s.value = 'coast'; s.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    assert count() == 2


def test_it_is_worked_by_keys_alone(shown):
    shown.js("document.querySelector('input[name=scope][value=map]').click()")
    shown.js("document.activeElement.blur()")
    shown.key("j", "KeyJ")
    first = shown.js("document.querySelector('.row.lit').id")
    shown.key("j", "KeyJ")
    assert shown.js("document.querySelector('.row.lit').id") != first
    shown.key("k", "KeyK")
    assert shown.js("document.querySelector('.row.lit').id") == first
    shown.key("Escape")
    assert shown.js("document.querySelector('.row.lit')") is None


def test_the_map_leads_to_the_row_and_back(shown):
    """A click on the only unit of a hex chooses its row; its way and its candidates are pointed out."""
    id_, x, y = shown.js("""(() => { const data = JSON.parse(document.getElementById('game').textContent);
      const rows = data.rows.filter((r) => (r.status !== 'fixed' || r.decided) && r.control === null);
      const at = (r) => [...r.was, ...r.will, ...r.now];
      const alone = (h, row) => rows.every((o) => o === row || !at(o).includes(h)) && data.rows.every((o) => o.control !== h);
      const row = rows.find((r) => at(r).some((h) => alone(h, r))), hex = at(row).find((h) => alone(h, row));
      const box = document.getElementById('hex-' + data.ids[hex]).getBoundingClientRect();
      return [row.id, box.left + box.width / 2, box.top + box.height / 2]; })()""")
    for kind in ("mousePressed", "mouseReleased"):
        shown.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    assert shown.js("document.querySelector('.row.lit').id") == f"row-{id_}"
    assert id_.split("-")[0] in shown.js("document.getElementById('here').textContent").lower()
    assert shown.js("document.getElementById('board').classList.contains('one')")
    assert shown.js("document.querySelectorAll('.stack.lit').length") >= 1


def test_counters_lie_on_their_hexes_on_the_screen_and_on_paper(shown):
    """The printed map, and all that lies on it."""
    apart = """(() => { const data = JSON.parse(document.getElementById('game').textContent);
      return [...document.querySelectorAll('#now .stack')].map((stack) => {
        const counter = stack.querySelector('.counter'), row = data.rows[counter.dataset.row];
        const middle = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.width]; };
        const [x, y] = middle(counter.querySelector('.rim'));
        return Math.min(...row.now.map((hex) => { const [a, b, wide] = middle(document.getElementById('hex-' + data.ids[hex]));
          return Math.hypot(a - x, b - y) / wide; })); }); })()"""
    shown.js("document.getElementById('closer').click()")
    assert max(shown.js(apart)) < 0.2
    shown.ask("Emulation.setEmulatedMedia", media="print")
    assert max(shown.js(apart)) < 0.2
    shown.ask("Emulation.setEmulatedMedia", media="")


@pytest.mark.parametrize("wide", [390, 1400])
def test_it_does_not_scroll_sideways(shown, wide):
    shown.size(wide, 844)
    assert shown.js("document.documentElement.scrollWidth") <= wide


def test_who_controls_a_place_is_on_the_map(shown):
    answers = shown.table.answers("{control: Zawia, at: allied, source: a letter}")
    assert shown.table.dossier("--from", "mar41", "--answers", answers)[0] == 0
    shown.open(shown.table.page)
    assert shown.js("document.querySelectorAll('#held .held:not(.drafted)').length") == 1
    shown.js("document.querySelector('#row--F1 h3 button').click()")
    assert shown.js("document.querySelector('#scene .pin.taken') !== null")
    assert shown.js("document.querySelector('#row--F1 .decision b').textContent") == "Allied"
    assert shown.errors == []


def test_a_row_without_a_decision_has_lines_to_write_on_when_it_is_printed(shown):
    blank = "getComputedStyle(document.querySelector('.row.open .blanks')).display"
    assert shown.js(blank) == "none"
    shown.ask("Emulation.setEmulatedMedia", media="print")
    assert shown.js(blank) == "grid"
    assert shown.js("[...document.querySelectorAll('.row')].every((row) => row.offsetHeight > 0)")
    letter = "getComputedStyle(document.querySelector('.candidates .letter'))"
    assert shown.js(f"{letter}.color === getComputedStyle(document.body).color"), "paper is white behind them"
    assert shown.js(f"{letter}.backgroundColor") == "rgba(0, 0, 0, 0)"
    shown.ask("Emulation.setEmulatedMedia", media="")


def test_without_scripts_the_map_fills_its_window(shown):
    shown.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        shown.open(shown.table.page)
        sizes = "[...document.querySelectorAll('#board > .sheet')].map((each) => [each.clientWidth, each.clientHeight])"
        board = shown.js(
            "[document.getElementById('board').clientWidth, document.getElementById('board').clientHeight]"
        )
        assert shown.js(sizes) == [board, board]
        assert "needs scripts" in shown.js("document.querySelector('noscript').innerText")
    finally:
        shown.ask("Emulation.setScriptExecutionDisabled", value=False)

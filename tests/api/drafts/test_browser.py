"""The page in a real browser: an evening from the first candidate to a scenario that says so."""

from __future__ import annotations

import pytest
from reports import chromium

from scenario_forge.api import load_game
from scenario_forge.game.dossiers import dossiers

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
    browser.js("localStorage.clear()")  # of the test before
    browser.open(table.page)
    return browser


def fill(page, row, name, value):
    page.js(f"""(() => {{ const input = document.querySelector('#row-{row} [name={name}]'); input.focus();
      input.value = {value!r}; input.dispatchEvent(new Event('input', {{bubbles: true}}));
      input.dispatchEvent(new Event('change', {{bubbles: true}})); }})()""")


def value(page, row, name):
    return page.js(f"document.querySelector('#row-{row} [name={name}]').value")


def test_an_evening(shown):
    """Choose, type, save, take in, and the page made anew shows it."""
    assert shown.errors == []
    assert not [url for url in shown.requests if not url.startswith(("file:", "data:", "blob:"))]
    assert value(shown, "allied-4", "source") == "old"
    # a candidate, by hand; the map shows its letters
    shown.js("document.querySelector('#row-allied-1 h3 button').click()")
    assert shown.js("document.querySelectorAll('#scene .pin').length") >= 1
    shown.js(
        "document.querySelector('#row-allied-1 .candidate:last-child, #row-allied-1 li:last-child .candidate').click()"
    )
    cell = value(shown, "allied-1", "at")
    assert cell
    assert shown.js("document.querySelector('#scene .pin.taken') !== null")
    # a cell that is typed, in small letters, and words that are not YAML
    fill(shown, "allied-2", "at", "f4")
    assert value(shown, "allied-2", "at") == "F4"
    fill(shown, "allied-2", "source", 'He said: "no" # 3 {x} </script>')
    assert "2 not in a file yet" in shown.js("document.getElementById('unsaved').textContent")
    text = shown.js("document.getElementById('yaml').value")
    file = shown.table.folder.parent / "saved.yaml"
    file.write_text(text)
    code, _said, problem = shown.table.dossier("--answers", file)
    assert code == 0, problem
    rows = {key: each.row for key, each in dossiers(load_game(shown.table.folder))[0].settled_rows.items()}
    assert rows["allied", 1].at == cell
    assert rows["allied", 2].source == 'He said: "no" # 3 {x} </script>'
    assert rows["allied", 4].source == "old"
    shown.open(shown.table.page)
    assert value(shown, "allied-2", "at") == "F4"
    assert shown.js("document.getElementById('unsaved').textContent") == ""
    assert shown.errors == []


@pytest.mark.parametrize(
    ("cell", "said"), [("ZZ9", "no hex, place or box ZZ9"), ("G9", "G9 is sea"), ("DD6", "nobody may stand in DD6"),
                       ("Camp", "box of the enemy"), ("E8(c3)", ""), ("N", ""), ("", "")],
)  # fmt: skip
def test_a_cell_is_held_against_the_map(shown, cell, said):
    fill(shown, "allied-1", "at", cell)
    told = shown.js("document.querySelector('#row-allied-1 .said').textContent")
    assert said in told if said else "no hex" not in told
    assert (
        shown.js("document.querySelector('#row-allied-1 [name=at]').getAttribute('aria-invalid')")
        == str(bool(said)).lower()
    )
    assert not said or f'"{cell}"' not in shown.js("document.getElementById('yaml').value")


def test_nothing_is_lost_on_reload_nor_when_the_file_changed_meanwhile(shown):
    fill(shown, "allied-1", "at", "F4")
    fill(shown, "allied-4", "note", "mine")
    shown.open(shown.table.page)
    assert value(shown, "allied-1", "at") == "F4"
    assert value(shown, "allied-4", "note") == "mine"
    # the file says something else by now: it counts, and what was typed is offered
    shown.table.file.write_text(HEAD + "rows:\n  - {side: allied, no: 4, at: G5, source: new}\n")
    shown.table.dossier()
    shown.open(shown.table.page)
    assert value(shown, "allied-4", "at") == "G5"
    assert "mine" in shown.js("document.querySelector('#row-allied-4 .left').textContent")
    shown.js("document.querySelector('#row-allied-4 .left button').click()")
    assert value(shown, "allied-4", "at") == "G6"
    assert value(shown, "allied-4", "note") == "mine"


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
    row = shown.js("document.querySelector('.row.lit').id")
    shown.key("a", "KeyA")
    assert shown.js(f"document.querySelector('#{row} [name=at]').value")
    shown.key("a", "KeyA")  # again: taken back
    assert not shown.js(f"document.querySelector('#{row} [name=at]').value")
    shown.key("Escape")
    assert shown.js("document.querySelector('.row.lit')") is None


def test_the_map_leads_to_the_row_and_back(shown):
    """A click on the only unit of a hex chooses its row."""
    spot = shown.js("""(() => { choose(null); fitWhole(); const at = (r) => [...r.was, ...r.will, ...standsAt(r)];
      const all = rows.filter(wanted), row = all.find((r) => at(r).some((h) => all.every((o) => o === r || !at(o).includes(h))));
      const hex = at(row).find((h) => all.every((o) => o === row || !at(o).includes(h))), [x, y] = centre(hex), box = board.getBoundingClientRect();
      return [row.id, box.left + (x - view[0]) / view[2] * box.width, box.top + (y - view[1]) / view[3] * box.height]; })()""")
    id_, x, y = spot
    for kind in ("mousePressed", "mouseReleased"):
        shown.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    assert shown.js("document.querySelector('.row.lit').id") == f"row-{id_}"
    assert id_.split("-")[0] in shown.js("document.getElementById('here').textContent").lower()


@pytest.mark.parametrize("wide", [390, 1400])
def test_it_does_not_scroll_sideways(shown, wide):
    shown.size(wide, 844)
    assert shown.js("document.documentElement.scrollWidth") <= wide


def test_who_controls_a_place_is_chosen_typed_and_saved(shown):
    answers = shown.table.answers("{control: Zawia, at: allied, source: a letter}")
    assert shown.table.dossier("--from", "mar41", "--answers", answers)[0] == 0
    shown.open(shown.table.page)
    assert shown.js("document.querySelectorAll('#held .held:not(.drafted)').length") == 1
    fill(shown, "-F1", "at", "AXIS")
    assert value(shown, "-F1", "at") == "axis"
    assert '- {control: "Zawia", at: "axis", source: "a letter"}' in shown.js("document.getElementById('yaml').value")
    shown.js("document.querySelector('#row--F1 h3 button').click()")
    assert shown.js("document.querySelector('#scene .pin.taken') !== null")
    fill(shown, "-F1", "at", "G3")
    assert "no side" in shown.js("document.querySelector('#row--F1 .said').textContent")
    assert shown.errors == []


def test_two_copies_of_a_game_keep_apart_what_is_typed(shown):
    fill(shown, "allied-1", "at", "F4")
    other = shown.table.page.with_name("other.html")
    other.write_bytes(shown.table.page.read_bytes())
    shown.open(other)
    assert value(shown, "allied-1", "at") == ""
    shown.open(shown.table.page)
    assert value(shown, "allied-1", "at") == "F4"


@pytest.mark.parametrize(
    ("cell", "told", "decided"),
    [("G6", "Allied 4 of the enemy stands there", 0), ("C3", "C3 would hold 8, and 4 may stand in a hex (Rule 5)", 1)],
)
def test_what_cannot_stand_beside_the_others_is_red_with_the_rule(shown, cell, told, decided):
    """Allied 4 is decided; it counts until the enemy shall stand in its hex too."""
    assert shown.js("document.getElementById('count').textContent").startswith("1 of")
    fill(shown, "axis-1", "at", cell)
    assert told in shown.js("document.querySelector('#row-axis-1 .said').textContent")
    assert shown.js("document.querySelector('#row-axis-1').classList.contains('bad')")
    assert shown.js("document.querySelector('#row-axis-1 .state').textContent") == "cannot be"
    assert f'at: "{cell}"' in shown.js("document.getElementById('yaml').value"), "what was typed is kept"
    assert shown.js("document.getElementById('count').textContent").startswith(f"{decided} of")


def test_worn_units_weigh_what_their_cells_say(shown):
    fill(shown, "axis-1", "at", "C3(c2)")
    assert "C3 would hold 6" in shown.js("document.querySelector('#row-axis-1 .said').textContent")
    fill(shown, "axis-3", "at", "C3(c2)")
    assert shown.js("document.querySelector('#row-axis-1 .said').textContent") == ""
    assert not shown.js("document.querySelector('#row-axis-3').classList.contains('bad')")

"""The replay page in a real browser, and what can be said of it without one."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from simulator import toys

from scenario_forge.api.play import PlayOrder, play_scenario, prepare, replay_html
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.svg import Canvas
from scenario_forge.reports.drawing import Shrinker
from scenario_forge.reports.html import NotBuilt, bundle
from scenario_forge.reports.replay import replay_page
from scenario_forge.simulator.game_log import game_log

from . import chromium

ROOT = Path(__file__).parents[2]
browser = pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def small():
    """The small game, played at random: game, prepared, played, page."""
    game = load_game(ROOT / "tests/games/skirmish", "all")
    prepared = prepare(game, "siege")
    played = play_scenario(prepared, PlayOrder(seed=3))
    return game, prepared, played, replay_html(game, prepared, played.match, played.record)


def data_of(page):
    return json.loads(re.search(r'id="game">(.*?)</script>', page, re.DOTALL)[1])


# -- the log -------------------------------------------------------------------------------------


def test_changes_lead_to_where_the_counters_stand_in_the_end(small):
    """Each counter's last change is its place and strength in the last state."""
    _, prepared, played, _ = small
    made = game_log(prepared.play, played.match.playout.log)
    stands = {}
    for line in made.lines:
        for number, standing in line.changes:
            stands[made.keys[number]] = standing
    there = {key: standing for key, standing in stands.items() if standing[0] != -1}
    last = played.match.playout.state
    assert there == {(p.kind, p.number, p.side): (p.place, p.strength, p.marks) for p in prepared.play.pieces(last)}
    scores = [line.score for line in made.lines if line.score is not None]
    assert scores[-1] == played.record.end.score


def test_the_rules_say_which_marks_turn_a_counter_over(small):
    assert data_of(small[3])["turned"] == sorted(small[1].play.turned) == ["down", "used"]


def test_the_same_game_gives_the_same_page(small):
    game, prepared, played, page = small
    assert replay_html(game, prepared, played.match, played.record) == page


def test_a_game_that_was_taken_back_has_a_log_up_to_there(small):
    _, prepared, played, _ = small
    whole = game_log(prepared.play, played.match.playout.log)
    part = game_log(prepared.play, played.match.playout.log[:10])
    assert 0 < len(part.lines) < len(whole.lines)
    assert [line.text for line in part.lines] == [line.text for line in whole.lines[: len(part.lines)]]


def test_a_page_fetches_nothing_and_runs_only_its_own_script(small):
    page = small[3]
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", page)
    assert "default-src 'none'" in page
    assert page.count("<script") == 2


def test_names_of_any_origin_end_no_element(small):
    game, prepared, played, _ = small
    names = {
        **prepared.compiled.names,
        **dict.fromkeys(("scenario", "boxes"), ("x", "</script><img src=x onerror=alert(1)>\u2028&amp;<b>")),
    }
    prepared = replace(prepared, compiled=replace(prepared.compiled, names=names))
    page = replay_html(game, prepared, played.match, played.record)
    assert "<img" not in page
    assert data_of(page)["boxes"][1].startswith("</script><img")


def test_a_game_without_a_printed_map_gets_a_page():
    """The toy has two units on a strip of hexes, and neither is a counter of the game that lends its names."""
    game = load_game(ROOT / "tests/games/skirmish", "none")
    compiled = compile_scenario(game, "siege", None)
    play = toys.ToyPlay()
    made = game_log(play, [])
    assert "<svg" in replay_page(game, compiled, play, made, {})


def test_drawings_grow_smaller_and_stay_the_same():
    text = '<text id="number-Z1" class="n" x="15.0004" y="2.726" font-size="1.764" fill="#688589">Z1</text>'
    shrinker = Shrinker()
    assert shrinker.shrink(text * 2) == '<text class="n s0" x="15" y="2.73">Z1</text>' * 2
    assert shrinker.styles == ".s0{font-size:1.764px;fill:#688589}"
    drawn = Canvas(20, 20)
    for n in range(2):
        drawn.path(f"M{n}.50 4.33l-7.50 -4.33z", name=f"hex-A{n}", cls="hex sea")
    made = Shrinker().shrink(drawn.body())
    assert made.count("l-7.5 -4.33z") == 1
    assert '<use id="hex-A1" class="hex sea" href="#hexagon' in made


def test_without_its_script_there_is_no_page(small, monkeypatch, tmp_path):
    game, prepared, played, _ = small
    monkeypatch.setattr("scenario_forge.reports.html.files", lambda _package: tmp_path)
    with pytest.raises(NotBuilt, match="was not built"):
        replay_html(game, prepared, played.match, played.record)
    assert "make demo" in NotBuilt.hint
    (tmp_path / "editor/static").mkdir(parents=True)
    (tmp_path / "editor/static/replay.js").write_text("0")
    with pytest.raises(NotBuilt):
        bundle("replay")
    (tmp_path / "editor/static/replay.css").write_text("a{}")
    assert bundle("replay") == ("0", "a{}")


def test_a_game_without_a_status_display_has_no_panel(small):
    assert data_of(small[3])["status"] == []
    assert '<div class="card" id="status-card" hidden>' in small[3]


# -- in the browser ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shown(small, tmp_path_factory):
    """The page, opened once for all tests."""
    file = tmp_path_factory.mktemp("replay") / "game.html"
    file.write_text(small[3])
    file.with_name("other.html").write_text(small[3])
    page = chromium.Page()
    page.open(file)
    page.file = file
    yield page
    page.close()


END, START = "document.querySelector('[data-go=end]').click()", "document.querySelector('[data-go=home]').click()"
ACTION = "Number(document.getElementById('action').value)"
TURN = "Number(document.getElementById('turn').value)"
TURNS = "Number(document.getElementById('turn').max) + 1"


def slide(page, slider, value):
    """Draw a slider to a value, as a person does."""
    page.js(
        f"(() => {{ const s = document.getElementById('{slider}'); s.value = {value}; s.dispatchEvent(new Event('input')); }})()"
    )


def go(page, turn, action):
    slide(page, "turn", turn)
    slide(page, "action", action)


@browser
def test_every_turn_is_there_within_200_ms_and_the_score_is_the_records(shown, small):
    _, prepared, played, _ = small
    slowest = shown.js(
        f"""(() => {{ let most = 0; const slider = document.getElementById('turn');
           for (let turn = {TURNS} - 1; turn >= 0; turn--) {{
             const began = performance.now(); slider.value = turn; slider.dispatchEvent(new Event('input')); document.body.offsetHeight;
             most = Math.max(most, performance.now() - began); }}
           return most; }})()"""
    )
    assert slowest < 200
    shown.js(END)
    said = shown.js("[...document.querySelectorAll('#score b')].map((b) => Number(b.textContent))")
    assert tuple(said) == played.record.end.score
    winner = prepared.play.outcome(played.match.playout.state).winner
    who = f"{prepared.sides[winner].capitalize()} wins" if winner >= 0 else "Nobody wins"
    assert shown.js("document.getElementById('result').textContent").startswith(who)
    assert shown.errors == []
    assert [url for url in shown.requests if not url.startswith(("file:", "data:"))] == []


@browser
def test_counters_stand_where_the_log_says(shown, small):
    """After any line, however it was come to; on and back again is the same. A stack shows four counters and its height."""
    _, prepared, played, _ = small
    last = played.match.playout.state
    stands = Counter(p.place for p in prepared.play.pieces(last) if p.place >= 0)
    shown.js(f"{START}; {END}")
    found = shown.js(
        """[...document.querySelectorAll('.stack')].map((s) =>
             [Number(s.dataset.place), s.querySelectorAll('.counter use').length, s.querySelector('text.height')?.textContent ?? '1'])"""
    )
    assert sorted(found) == sorted([place, min(height, 4), str(height)] for place, height in stands.items())
    middle = "[...document.querySelectorAll('.stack')].map((s) => s.outerHTML).sort().join()"
    go(shown, 3, 2)
    there = shown.js(middle)
    shown.js(
        f"document.querySelector('[data-go=\"1\"]').click(); document.querySelector('[data-go=\"-1\"]').click(); {START}"
    )
    assert shown.js(middle) != there
    go(shown, 3, 2)
    assert shown.js(middle) == there


@browser
def test_the_middle_of_a_stack_is_the_middle_of_its_hex(shown):
    """The sheet of the counters lies on the printed map, also after it was zoomed."""
    apart = """(() => { const ids = JSON.parse(document.getElementById('game').textContent).ids;
      return [...document.querySelectorAll('.stack')].map((stack) => {
        const middle = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
        const [x, y] = middle(stack.querySelector('.counter')), hex = document.getElementById('hex-' + ids[stack.dataset.place]);
        const [hx, hy] = middle(hex), breadth = hex.getBoundingClientRect().width;
        return Math.hypot(x - hx, y - hy) / breadth; }); })()"""
    shown.js(END)
    for press in ("fit", "closer", "closer"):
        shown.js(f"document.getElementById('{press}').click()")
        assert max(shown.js(apart)) < 0.2


@browser
def test_keys_go_through_the_game(shown):
    shown.js(f"{START}; document.activeElement.blur()")
    shown.key("ArrowRight")
    assert shown.js(ACTION) == 1
    shown.key("PageDown")
    assert (shown.js(TURN), shown.js(ACTION)) == (1, 0)
    shown.key("ArrowLeft", modifiers=8)
    assert (shown.js(TURN), shown.js(ACTION)) == (0, 0)
    shown.key("End")
    assert shown.js(f"{TURN} + 1 === {TURNS} && {ACTION} === Number(document.getElementById('action').max)")
    shown.key("Home")
    playing = "document.getElementById('play').getAttribute('aria-pressed')"
    shown.key(" ", "Space")
    assert shown.js(playing) == "true"
    shown.key(" ", "Space")
    assert shown.js(playing) == "false"


@browser
def test_a_link_leads_to_its_moment(shown):
    shown.js("location.hash = '#3/4'")
    assert shown.comes(f"{TURN} === 2 && {ACTION} === 3")
    shown.open(shown.file.with_name("other.html"), "#2/2")
    assert (shown.js(TURN), shown.js(ACTION)) == (1, 1)
    slide(shown, "action", 2)
    assert shown.comes("location.hash === '#2/3'")


@browser
def test_the_log_is_found_in_by_words_and_clauses(shown, small):
    data = data_of(small[3])
    clause = data["clauses"][next(line[1] for line in data["lines"] if line[1] >= 0)][0]
    look = "(() => {{ const f = document.getElementById('filter'); f.value = '{}'; f.dispatchEvent(new Event('input')); }})()"
    shown.js(look.format(f"§{clause}"))
    found = shown.js("[...document.querySelectorAll('#lines .clause')].map((c) => c.textContent)")
    assert found
    assert set(found) == {f"§{clause}"}
    shown.js("document.querySelector('#lines .clause').click()")
    assert len(shown.js("document.getElementById('rule').textContent")) > 40, "what the clause says"
    shown.js(look.format(""))


@browser
def test_places_can_be_read_however_much_of_the_map_is_seen(shown, small):
    """From far away their names are drawn large, none over another, victory's first; from near the print is seen."""
    printed = "getComputedStyle(document.querySelector('#ground .names > text')).display"
    boxes = """[...document.querySelectorAll('.labels text')].map((e) => {
      const b = e.getBoundingClientRect(); return [e.textContent, b.left, b.top, b.right, b.bottom]; })"""
    shown.size(400, 900)
    shown.comes("document.getElementById('board').clientWidth < 400")
    shown.js("document.getElementById('fit').click()")
    far = shown.js(boxes)
    assert shown.js(printed) == "none"
    compiled = small[1].compiled
    named = dict(zip(compiled.places.hex, compiled.names["places"], strict=True))
    assert {named[hex_] for hex_ in compiled.scored_hexes if hex_ in named} <= {name for name, *_ in far}
    assert all(12 <= bottom - top <= 24 for _, _, top, _, bottom in far)
    for one, (_, left, top, right, bottom) in enumerate(far):
        for _, a, b, c, d in far[one + 1 :]:
            covered = max(0, min(right, c) - max(left, a)) * max(0, min(bottom, d) - max(top, b))
            assert covered < 0.2 * min((right - left) * (bottom - top), (c - a) * (d - b))
    shown.js("for (let n = 0; n < 8; n++) document.getElementById('closer').click()")
    assert shown.js(boxes) == []
    assert shown.js(printed) != "none"
    shown.size(1440, 900)
    shown.js("document.getElementById('fit').click()")


@browser
def test_every_control_has_a_name_and_nothing_overflows_at_200_percent(shown):
    named = """[...document.querySelectorAll('button, input, select')].filter((e) => e.offsetParent
      && !(e.textContent.trim() || e.getAttribute('aria-label') || (e.labels && e.labels.length))).length"""
    assert shown.js(named) == 0
    shown.size(1280, 900, scale=2)
    assert shown.js("document.documentElement.scrollWidth <= window.innerWidth")
    shown.size(640, 900)
    assert shown.js("document.documentElement.scrollWidth <= window.innerWidth")
    shown.size(1440, 900)


def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@browser
@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_light_and_dark(shown, dark):
    """At least 4.5 to 1 (WCAG 2.2, 1.4.3)."""
    shown.size(1440, 900, dark=dark)
    colours = """(() => { const of = (id, name) => getComputedStyle(document.querySelector(id))[name];
      return [['body', 'color'], ['.quiet', 'color'], ['.clause', 'color']].map(([id, name]) =>
        [of(id, name), of('.card', 'backgroundColor')]).concat([[of('#play', 'color'), of('#play', 'backgroundColor')]]); })()"""
    for ink, ground in shown.js(colours):
        light, deep = sorted((luminance(ink), luminance(ground)), reverse=True)
        assert (light + 0.05) / (deep + 0.05) >= 4.5, (ink, ground)
    shown.size(1440, 900)


@pytest.mark.long
def test_a_whole_campaign_is_at_most_5_megabytes():
    game = load_game(ROOT / "content/desert-rats", "all")
    prepared = prepare(game, "dec40-dec42")
    for player in ("random", "competent"):
        played = play_scenario(prepared, PlayOrder(seed=1, players=dict.fromkeys(prepared.sides, player)))
        page = replay_html(game, prepared, played.match, played.record)
        assert len(page.encode()) < 5 * MEGABYTE


@browser
def test_the_status_display_follows_the_line_that_is_shown(small, tmp_path):
    """Two rows of a made-up display: one of the game, one of a side, which changes at the third line."""
    game, prepared, played, _ = small
    made = game_log(prepared.play, played.match.playout.log)
    made.status = [(-1, "Weather"), (1, "Fuel")]
    made.lines[0].status, made.lines[2].status = [(0, "clear"), (1, "9")], [(1, "7")]
    file = tmp_path / "game.html"
    file.write_text(replay_page(game, prepared.compiled, prepared.play, made, {}))
    page = chromium.Page()
    page.open(file)
    said = "[...document.querySelectorAll('#status dt, #status p, #status dd')].map((each) => each.textContent)"
    name = game.side_name(prepared.sides[1])
    for line, fuel, fresh in ((1, "9", 0), (2, "7", 1), (3, "7", 0), (1, "9", 0)):
        page.js(f"location.hash = '#1/{line + 1}'")
        assert page.comes(f"{ACTION} === {line}")
        assert page.js(said) == ["Weather", "clear", name, "Fuel", fuel]
        assert page.js("document.querySelectorAll('#status .fresh').length") == fresh
    assert not page.js("document.getElementById('status-card').hidden")
    page.close()


@browser
def test_a_counter_shows_where_it_faces_and_what_else_is_marked_on_it(small, tmp_path):
    """Hexes of the small game have a point at the top, so that a counter can face southeast and not south."""
    game, prepared, played, _ = small
    made = game_log(prepared.play, played.match.playout.log)
    first = made.lines[0]
    first.changes = [(n, (place, strength, ("SE", "S"))) for n, (place, strength, _) in first.changes]
    file = tmp_path / "game.html"
    file.write_text(replay_page(game, prepared.compiled, prepared.play, made, {}))
    page = chromium.Page()
    page.open(file)
    counters = """[...document.querySelectorAll('#board .counter')].map((each) =>
      [/rotate\\((\\d+)\\)/.exec(each.querySelector('.facing').getAttribute('transform'))[1],
       [...each.querySelectorAll('text.marked')].map((mark) => mark.textContent).join('')])"""
    found = page.js(counters)
    page.close()
    assert found
    assert all(each == ["60", "S"] for each in found)

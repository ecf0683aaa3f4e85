"""Panels beside and over the map: on water or paper, never on land; boxes hold counters; sheets fit their paper."""

from __future__ import annotations

from itertools import combinations
from xml.etree.ElementTree import fromstring

import pytest
import yaml

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import counts_points
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Brief, is_unpublished
from scenario_forge.printing.map.layout import boxes_overlap, lies_within
from scenario_forge.printing.map.panel import reconstruction_notes
from scenario_forge.printing.map.plan import MARGIN, plan_map, poster_paper
from scenario_forge.printing.map.sheets import tracks_sheets
from scenario_forge.printing.profile import POSTERS
from scenario_forge.printing.svg import Canvas
from tests.printing.conftest import GAMES, ROOT

PROFILES = ("default", "large-counters", "large-print")


def rectangles(canvas):
    """The attributes of each rectangle of a drawing."""
    return [element.attrib for element in fromstring(canvas.svg()).iter("{http://www.w3.org/2000/svg}rect")]


@pytest.fixture(params=PROFILES)
def sized(request, plan_of, folder):
    return plan_of(folder, request.param)


@pytest.mark.sampled(3)
def test_no_panel_lies_on_land(sized):
    frame, (left, top, right, bottom) = sized.frame, sized.frame.box
    half = frame.size / 2
    land = [
        (x - half, y - half, x + half, y + half)
        for hex_ in frame.hexes
        if frame.linked.land[hex_]
        for x, y in [frame.centre(hex_)]
    ]
    assert [p.panel.id for p in sized.placed for box in land if boxes_overlap(p.box, box)] == []
    assert land
    assert left < right
    assert top < bottom


@pytest.mark.sampled(3)
def test_panels_keep_off_each_other_and_inside_their_sheet(sized):
    assert [(a.panel.id, b.panel.id) for a, b in combinations(sized.placed, 2) if boxes_overlap(a.box, b.box)] == []
    for placed in sized.placed:
        assert lies_within(placed.box, sized.sheet_arts[placed.sheet]), placed.panel.id
        others = [art for n, art in enumerate(sized.sheet_arts) if n != placed.sheet]
        assert not any(boxes_overlap(placed.box, art) for art in others), f"{placed.panel.id} is cut by the next sheet"


@pytest.mark.sampled(3)
def test_panels_keep_off_names(sized):
    marks = [letter.box for name in sized.names for letter in name.letters] + [label.box for label in sized.labels]
    assert [p.panel.id for p in sized.placed for box in marks if boxes_overlap(p.box, box)] == []


def moves(game):
    """Movement allowances on counters, of games with a marker that counts the points spent of them."""
    counters = game.one("counters", CountersDocument)[0]
    counted = any(marker.id == "movement-points" and marker.kind == "track" for marker in counters.markers)
    allowances = [each.movement for each in [*counters.units, *counters.markers] if each.movement is not None]
    return allowances if counted else []


def test_a_game_whose_units_move_as_one_has_a_track_of_points_spent(folder):
    """Where calling a round of combat costs movement points, all units share a clock."""
    game = load_game(folder)
    rules = yaml.safe_load((folder / "rules.yaml").read_text(encoding="utf-8"))
    assert bool(moves(game)) == ("round_cost" in rules.get("movement", {}))


@pytest.mark.sampled(3)
def test_every_panel_is_somewhere_once(sized):
    there = [p.panel.id for p in sized.placed] + [p.id for p in sized.left_over]
    assert len(set(there)) == len(there)
    sides = [side.id for side in sized.brief.game.about.sides]
    wanted = {"title", "terrain-key", "imprint", "compass", "time-track"}
    wanted |= {"track-movement-points"} if moves(sized.brief.game) else set()
    kinds = ("record", "holding") if counts_points(sized.brief.game) else ("holding",)
    wanted |= {f"{kind}-{side}" for kind in kinds for side in sides}
    wanted |= {f"box-{box.id}" for box in sized.frame.linked.document.boxes}
    assert wanted <= set(there)


@pytest.mark.sampled(3)
def test_what_a_panel_writes_stays_in_it(sized):
    for placed in sized.placed:
        canvas = Canvas(1, 1)
        placed.shape.draw(canvas, placed.box)
        assert [mark.text for mark in canvas.texts if not lies_within(mark.box, placed.box)] == [], placed.panel.id
        assert all(mark.points >= 4.99 for mark in canvas.texts), placed.panel.id
        assert canvas.texts


@pytest.mark.sampled(3)
def test_texts_of_a_panel_do_not_cover_each_other(sized):
    for placed in sized.placed:
        canvas = Canvas(1, 1)
        placed.shape.draw(canvas, placed.box)
        pairs = combinations(canvas.texts, 2)
        assert [(a.text, b.text) for a, b in pairs if boxes_overlap(a.box, b.box)] == [], placed.panel.id


@pytest.mark.sampled(3)
def test_every_box_of_a_track_holds_a_counter(sized):
    counter = sized.brief.profile.counter
    found = set()
    for panel in [*(p.panel for p in sized.placed), *sized.left_over]:
        for shape in panel.shapes:
            canvas = Canvas(1, 1)
            shape.draw(canvas, (0, 0, shape.width, shape.height))
            for box in rectangles(canvas):
                if box.get("class") != "track-box":
                    continue
                found.add(box["id"])
                x, y, w, h = (float(box[key]) for key in ("x", "y", "width", "height"))
                assert min(w, h) >= counter + 1 - 1e-3, box["id"]
                assert lies_within((x, y, x + w, y + h), (0, 0, shape.width, shape.height)), (panel.id, box["id"])
    boxes = {name for name in found if name.startswith("track-movement-points-")}
    most = max(moves(sized.brief.game), default=-1)
    assert {f"track-movement-points-{n}" for n in range(most + 1)} == boxes
    turns = schedule(sized.brief.game)
    assert len([name for name in found if name.startswith("turn-")]) == len(turns.boxes)


def test_the_time_track_shows_what_is_printed(plan):
    """On the map, or on a sheet of its own."""
    placed = [(p.shape, p.box) for p in plan.placed if p.panel.id == "time-track"]
    placed += [(s, (0, 0, s.width, s.height)) for p in plan.left_over if p.id == "time-track" for s in p.shapes[:1]]
    ((shape, where),) = placed
    canvas = Canvas(1, 1)
    shape.draw(canvas, where)
    texts = [mark.text for mark in canvas.texts if mark.role == "track"]
    linked = schedule(plan.brief.game)
    for box in linked.boxes:
        for entry in box.entries.values():
            assert entry.text in texts
    ours = sum(e.where.basis in ("proposed", "fitted") for box in linked.boxes for e in box.entries.values())
    assert texts.count(plan.brief.words("proposed_mark")) == ours
    assert canvas.body().count('class="start"') == len(linked.starts)
    assert canvas.body().count('class="stop"') == len(linked.stops)


@pytest.mark.parametrize(("profile", "paper"), [("default", "A2"), ("large-counters", "A1")])
def test_a_sheet_fits_its_poster(plan_of, profile, paper):
    desert = next(folder for folder in GAMES if folder.name == "desert-rats")
    plan = plan_of(desert, profile)
    for art in plan.sheet_arts:
        chosen = poster_paper(art)
        assert chosen.name == paper
        assert chosen.width - (art[2] - art[0]) >= 2 * MARGIN
        assert chosen.height - (art[3] - art[1]) >= 2 * MARGIN


def test_art_larger_than_any_poster_gets_a_page_of_its_own():
    assert poster_paper((0, 0, 3000, 2600)).name == "3020x2620mm"
    assert poster_paper((0, 0, 100, 100)) == POSTERS[0]


def test_what_finds_no_room_goes_on_sheets_of_its_own(skirmish):
    game = skirmish()
    plan = plan_map(Brief(game), hex_map(game))
    panels = [placed.panel for placed in plan.placed]
    sheets = tracks_sheets(plan.brief, panels)
    drawn = "".join(sheet.drawing.body() for sheet in sheets)
    for panel in panels:
        assert drawn.count(f'id="panel-{panel.id}"') == 1
    for sheet in sheets:
        page = (0, 0, sheet.drawing.width, sheet.drawing.height)
        assert all(lies_within(mark.box, page) for mark in sheet.drawing.texts)


def test_the_map_says_which_parts_are_reconstructed(plan):
    notes = reconstruction_notes(plan.style, plan.frame.linked)
    where = plan.frame.linked.where
    basis = where.file.basis_at((*where.path, "rows", 0))
    ours = basis == "fitted" or (basis == "proposed" and not is_unpublished(plan.brief.game))
    words = plan.brief.words
    assert any(words("map_rows") in note for note in notes) == ours
    reconstructed = ("desert-rats", "knights-of-the-desert", "rats-of-tobruk", "western-desert")
    assert ours == (plan.brief.game.about.game in reconstructed)


def test_the_key_has_a_sample_of_all_that_is_drawn(plan):
    panels = [*(placed.panel for placed in plan.placed), *plan.left_over]
    (key,) = [panel for panel in panels if panel.id == "terrain-key"]
    canvas = Canvas(1, 1)
    shape = key.shapes[0]
    shape.draw(canvas, (0, 0, shape.width, shape.height))
    texts = {mark.text for mark in canvas.texts}
    linked = plan.frame.linked
    drawn = {linked.kinds[t].name for t in linked.terrain} | {line.name for line in linked.document.line_kinds}
    drawn |= {linked.hexside_kinds[f.kind].name for fs in linked.sides.values() for f in fs}
    assert drawn <= texts


@pytest.mark.parametrize("basis", ["proposed", "fitted"])
@pytest.mark.parametrize("at", ["time-track.yaml", "map.yaml"])
def test_the_key_explains_the_sign_of_figures_that_are_ours(skirmish, at, basis):
    """Nothing of ours passes for printed, on whichever part of the sheet it stands."""
    addresses = {"time-track.yaml": "boxes[*].axis", "map.yaml": "places[*].capacity"}
    first = {"time-track.yaml": "calendar:", "map.yaml": "title:"}[at]
    old = f"basis: printed\n\n{first}"
    new = f"basis: printed\nprovenance: [{{at: ['{addresses[at]}'], basis: {basis}, why: a test}}]\n\n{first}"
    for game, explained in ((skirmish(), False), (skirmish((at, old, new)), True)):
        assert not game.problems
        plan = plan_map(Brief(game), hex_map(game))
        (key,) = [p for p in plan.placed if p.panel.id == "terrain-key"]
        canvas = Canvas(1, 1)
        key.shape.draw(canvas, key.box)
        assert (plan.brief.words("key_ours").partition("\n")[0] in {mark.text for mark in canvas.texts}) == explained


def test_many_boxes_at_one_end_share_its_room(skirmish):
    more = "".join(f"  - {{id: B{n}, name: Box {n}, adjoins: [A1..F1]}}\n" for n in range(3))
    game = skirmish(("map.yaml", "boxes:\n", f"boxes:\n{more}"))
    plan = plan_map(Brief(game), hex_map(game))
    assert [(a.panel.id, b.panel.id) for a, b in combinations(plan.placed, 2) if boxes_overlap(a.box, b.box)] == []
    assert {"box-B0", "box-B1", "box-B2", "box-Camp"} <= {
        p.id for p in [*(p.panel for p in plan.placed), *plan.left_over]
    }
    assert all(lies_within(p.box, plan.sheet_arts[p.sheet]) for p in plan.placed)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", ["time-track.yaml", "victory.yaml", "counters.yaml", "chronology.yaml"])
def test_a_game_may_lack_what_a_panel_shows(tmp_path, file):
    from shutil import copytree  # noqa: PLC0415

    from tests.printing.conftest import SKIRMISH  # noqa: PLC0415

    folder = copytree(SKIRMISH, tmp_path / "game")
    (folder / file).unlink()
    game = load_game(folder)
    ids = {p.panel.id for p in plan_map(Brief(game), hex_map(game)).placed}
    assert {"title", "terrain-key"} <= ids
    assert ("time-track" in ids) == (file != "time-track.yaml")
    assert ("track-movement-points" in ids) == (file != "counters.yaml")


def test_a_map_narrower_than_its_panels_gets_margins_that_hold_them_all(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests/systems/toy"))
    game = load_game(ROOT / "tests/games/toy")
    plan = plan_map(Brief(game), hex_map(game))
    assert plan.left_over == []
    assert len(plan.placed) >= 6
    assert all(lies_within(placed.box, plan.art) for placed in plan.placed)
    canvas = Canvas(420, 420, *plan.art[:2])
    for placed in plan.placed:
        placed.shape.draw(canvas, placed.box)
    bars = [box for box in rectangles(canvas) if not {"id", "class"} & box.keys()]
    assert bars
    assert all(float(box["x"]) + float(box["width"]) <= plan.art[2] for box in bars)

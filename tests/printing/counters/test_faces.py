"""What stands on a counter, and where: for a hand that cuts badly and an eye at 60 cm."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import numpy as np
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenario_forge.documents.counters import SYMBOL_ALIASES, SYMBOL_NAMES, CountersDocument, Marker, UnitCounter
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.counters.face import SAFE, SYMBOLS, wheels
from scenario_forge.printing.counters.key import counter_key, counter_key_pages
from scenario_forge.printing.counters.markers import ICONS, marker_face, marker_reverse
from scenario_forge.printing.counters.pieces import blank, marker_back, marker_front, unit_back, unit_front
from scenario_forge.printing.counters.units import figures as figures_of
from scenario_forge.printing.counters.units import formations, unit_face, unit_reverse, unit_types
from scenario_forge.printing.counters.values import StartSpot, values_at
from scenario_forge.printing.palette import contrast, rgb
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf
from tests.printing.conftest import GAMES, ROOT

SIZES = (12.7, 15.875, 25.4)
SPOTS = ("foot", "left", "middle", "right")
"""Where a value can stand on a counter."""
LOOKS = [
    (12.7, "full", "standard"),
    (15.875, "grey", "standard"),
    (12.7, "low", "standard"),
    (25.4, "full", "colour-blind"),
]
KINDS = ("supply", "captured", "strength", "wreck", "box", "control", "turn", "track", "status", "blank")


def declared(game):
    linked = forces(game)
    return [each.counter for each in linked.counters.values()], [marker for marker, _where in linked.markers.values()]


def faces(brief):
    units, markers = declared(brief.game)
    for unit in units:
        yield unit_face(brief, unit)
        yield unit_face(brief, unit, StartSpot("NN29", later=unit.no % 2 == 0))
        yield unit_reverse(brief, unit)
    for marker in markers:
        yield marker_face(brief, marker)
        yield marker_reverse(brief, marker)


def texts(face):
    return [mark.text for mark in face.art.texts]


def picture(brief, canvas):
    """The drawing at 600 dpi as red, green and blue."""
    page = pypdfium2.PdfDocument(sheets_pdf(brief, "x", [PrintedPage(canvas, "x", foot=False)]))[0]
    return np.asarray(page.render(scale=600 / 72).to_pil().convert("RGB"), dtype=np.int16)


def figures(game, unit, *spots):
    """The numbers that a unit's counter shows."""
    ((document, _where),) = game.documents("counters", CountersDocument)
    numbers = [value for value in document.values if value.kind == "number" and value.at in (spots or SPOTS)]
    return {str(number) for value in numbers if (number := unit.number(value.id)) is not None}  # some are optional


def told(shown):
    """The numbers in some texts."""
    return {number for text in shown for number in re.findall(r"\d+", text)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_unit_shows_what_the_game_says(folder, brief_of):
    brief = brief_of(load_game(folder, "none"))
    units = declared(brief.game)[0]
    called = {unit.parent: unit.parent for unit in units}
    called |= {each.id: each.name for each in brief.game.one("counters", CountersDocument)[0].formations}
    for unit in units:
        face = unit_face(brief, unit)
        shown = texts(face)
        assert figures(brief.game, unit) <= told(shown)
        assert str(unit.no) in shown
        identity = [mark.text for mark in face.art.texts if mark.role == "identity"]
        assert "".join(identity).replace(" ", "") == unit.name.replace(" ", "")
        assert not unit.parent or called[unit.parent] in shown
        assert face.ground == brief.palette.nation(brief.game, unit.nationality).tint


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("size", "ink", "palette"), LOOKS)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_text_comes_near_the_cut_or_below_5_pt(folder, size, ink, palette, brief_of):
    brief = brief_of(load_game(folder, "none"), counter=size, ink=ink, palette=palette)
    seen = 0
    for face in faces(brief):
        for mark in face.art.texts:
            left, top, right, bottom = mark.box
            assert min(left, top, size - right, size - bottom) > SAFE - 0.02, mark
            assert mark.points > 4.99, mark
            assert mark.on
            assert contrast(mark.fill, mark.on) >= (4.5 if mark.role in ("owner", "nationality") else 5.5), mark
            seen += 1
        assert not face.cut
    assert seen > 200


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_printed_near_the_cut(size, brief_of):
    """The same on the rendered picture, for all that is drawn: 1.2 mm along each edge is bare ground."""
    brief = brief_of(counter=size)
    units, markers = declared(brief.game)
    drawn = [
        (unit_front(brief, unit), unit_face(brief, unit).ground) for unit in (units[0], units[5], units[7], units[12])
    ]
    drawn += [(unit_back(brief, unit), unit_reverse(brief, unit).ground) for unit in (units[0], units[7])]
    drawn += [(marker_front(brief, marker), marker_face(brief, marker).ground) for marker in markers]
    drawn += [(marker_back(brief, marker), marker_reverse(brief, marker).ground) for marker in markers[:4]]
    sheet = Canvas(size * len(drawn), size)
    for number, (canvas, _ground) in enumerate(drawn):
        sheet.place(canvas, (number * size, 0))
    pixels = picture(brief, sheet)
    scale = pixels.shape[1] / sheet.width
    for number, (_canvas, ground) in enumerate(drawn):
        # half a tenth of a millimetre for the blur of the edge
        face = pixels[2 : int(size * scale) - 2, int(number * size * scale) + 2 : int((number + 1) * size * scale) - 2]
        rim = int((SAFE - 0.05) * scale) - 2
        for strip in (face[:rim], face[-rim:], face[:, :rim], face[:, -rim:]):
            assert abs(strip - rgb(ground)).max() <= 3, number
        assert abs(face - rgb(ground)).max() > 60, "and something is drawn further in"


def test_figures_are_as_large_as_published_ones(brief_of):
    """14 to 18 pt on five eighths of an inch, as much smaller on half an inch as the counter is."""
    for size, least, most in ((12.7, 9.9, 14.4), (15.875, 12.4, 18.0)):
        brief = brief_of(counter=size)
        for unit in declared(brief.game)[0]:
            (value,) = (mark for mark in unit_face(brief, unit).art.texts if mark.role == "value")
            assert least <= value.points <= most, unit


def test_units_hide_behind_their_nationality(brief_of):
    brief = brief_of()
    backs = {}
    for unit in declared(brief.game)[0]:
        if not unit.back:
            backs.setdefault(unit.nationality, set()).add(unit_back(brief, unit).svg())
    assert {len(drawn) for drawn in backs.values()} == {1}
    assert len(set.union(*backs.values())) == len(backs) == 3


def test_nationalities_are_told_apart_without_colour(brief_of):
    """By the shape in the corner: what is drawn there differs for each pair, in grey too."""
    brief = brief_of(ink="grey")
    unit = next(u for u in declared(brief.game)[0] if u.no == 1)
    corners = {}
    for nation in brief.game.about.nationalities:
        drawn = unit_front(brief, unit.model_copy(update={"nationality": nation.id})).svg()
        corners[nation.id] = re.search(r'class="nationality" d="([^"]+)"', drawn)[1]
    assert len(corners) == 3
    assert all(a != b for a, b in combinations(corners.values(), 2))


def test_in_grey_ink_nationalities_have_grounds_that_differ_at_a_glance(brief_of):
    brief = brief_of(ink="grey")
    nations = [brief.palette.nation(brief.game, each.id) for each in brief.game.about.nationalities]
    assert all(abs(rgb(a.tint)[0] - rgb(b.tint)[0]) >= 24 for a, b in combinations(nations, 2))
    assert all(contrast(each.tint, brief.palette["counter-ink"]) >= 7 for each in nations)


def test_grey_ink_has_no_colour(brief_of):
    brief = brief_of(ink="grey")
    units, markers = declared(brief.game)
    drawn = [unit_front(brief, unit, StartSpot("Jan 41", later=True)) for unit in units]
    drawn += [unit_back(brief, unit) for unit in units]
    drawn += [draw(brief, marker) for marker in markers for draw in (marker_front, marker_back)]
    drawn.append(blank(brief, "italian"))
    colours = {colour for canvas in drawn for colour in re.findall(r"#[0-9A-Fa-f]{6}", canvas.svg())}
    assert len(colours) > 8
    assert all(len(set(rgb(colour))) == 1 for colour in colours), colours


def test_turned_units_and_markers_say_so_on_their_back(brief_of):
    brief = brief_of()
    units, markers = declared(brief.game)
    turned = next(unit for unit in units if unit.back)
    assert {"Rearm", f"{turned.no}.", turned.name} <= set(texts(unit_reverse(brief, turned)))
    by_id = {marker.id: marker for marker in markers}
    assert texts(marker_reverse(brief, by_id["supply-axis"])) == ["AXIS", "In use"]
    assert texts(marker_face(brief, by_id["control"])) == ["ALLIED", "Control"]
    assert texts(marker_reverse(brief, by_id["control"])) == ["AXIS", "Control"]
    assert marker_front(brief, by_id["wreck"]).svg() == marker_back(brief, by_id["wreck"]).svg()
    assert "7" in texts(marker_face(brief, by_id["strength-7"]))
    assert "20" in texts(marker_face(brief, by_id["captured-allied"]))


def test_the_ground_of_markers_is_no_nationalitys(brief_of):
    for palette in ("standard", "colour-blind"):
        brief = brief_of(palette=palette)
        tints = [brief.palette.nation(brief.game, nation.id).tint for nation in brief.game.about.nationalities]
        for marker in declared(brief.game)[1]:
            ground = rgb(marker_face(brief, marker).ground)
            assert min(sum(abs(a - b) for a, b in zip(ground, rgb(tint), strict=True)) for tint in tints) > 60, marker


def test_a_scenario_puts_hex_or_month_on_the_front(brief_of):
    brief = brief_of()
    unit = declared(brief.game)[0][0]
    at = unit_face(brief, unit, StartSpot("S29")).art.texts
    later = unit_face(brief, unit, StartSpot("Nov 41", later=True)).art.texts
    (hex_,), (month,) = ([mark for mark in marks if mark.role == "spot"] for marks in (at, later))
    assert (hex_.text, month.text) == ("S29", "Nov 41")
    assert hex_.fill != month.fill


def test_every_symbol_is_drawn_within_the_frame_and_unlike_the_others():
    drawings = {}
    for name, strokes in SYMBOLS.items():
        assert strokes, name
        drawings.setdefault(strokes, []).append(name)
    assert len(SYMBOLS) >= 40
    assert {len(names) for names in drawings.values()} == {1}
    assert set(SYMBOL_ALIASES.values()) <= SYMBOLS.keys()
    assert set(SYMBOL_NAMES) == SYMBOLS.keys()
    for _wide, _high, strokes in ICONS.values():
        assert strokes


def test_symbols_are_not_thinner_than_print_can_show(brief_of):
    brief = brief_of()
    for unit in declared(brief.game)[0]:
        drawn = ET.fromstring(unit_front(brief, unit).svg())
        for group in drawn.iter("{http://www.w3.org/2000/svg}g"):
            if group.get("class", "").startswith("symbol"):
                unit_size = float(re.search(r"scale\(([\d.]+)\)", group.get("transform"))[1])
                widths = [float(path.get("stroke-width")) * unit_size for path in group if path.get("stroke-width")]
                assert all(width >= 0.149 for width in widths)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(min_size=1, max_size=60),
    parent=st.text(max_size=40),
    size=st.sampled_from(["X", "XXXX", "•••", "Ø", "III", "Kampfgruppe", "\x01"]),
    strength=st.integers(0, 999),
    back=st.text(max_size=50),
    side=st.sampled_from(SIZES),
)
def test_whatever_authors_write_stays_on_the_counter(brief_of, name, parent, size, strength, back, side):
    brief = brief_of(counter=side)
    unit = UnitCounter(
        side="axis", no=strength + 1, name=name, nationality="nowhere", size=size, type="unheard-of", strength=strength,
        movement=strength, parent=parent, back=back,
    )  # fmt: skip
    marker = Marker(
        id="m", name=name, count=1, kind=KINDS[strength % len(KINDS)], value=strength, back=back, movement=7
    )
    for face in (
        unit_face(brief, unit),
        unit_reverse(brief, unit),
        marker_face(brief, marker),
        marker_reverse(brief, marker),
    ):
        ET.fromstring(face.canvas().svg())
        for mark in face.art.texts:
            left, top, right, bottom = mark.box
            assert min(left, top, side - right, side - bottom) > SAFE - 0.05, mark


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [4.5, 6.0, 8.0, 10.0])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_counter_drawn_small_keeps_its_values(folder, size, brief_of):
    """Parent, identity and number go first; nothing on it ends in an ellipsis."""
    brief = brief_of(load_game(folder, "none"), counter=size)
    units, markers = declared(brief.game)
    for unit in units:
        drawn = unit_front(brief, unit)
        shown = {mark.role: mark for mark in drawn.texts}
        if not values_at(unit, "foot"):  # a headquarters that does not fight
            assert "value" not in shown
            continue
        foot = told([shown["value"].text])
        first = next(value.id for value in brief.game.one("counters", CountersDocument)[0].values if value.at == "foot")
        assert str(unit.number(first)) in foot <= figures(brief.game, unit, "foot")
        assert shown["value"].points >= 4.95
        assert not any("…" in mark.text for mark in drawn.texts)
        if "parent" in shown:
            assert "identity" in shown, "the parent goes before the identity"
    for marker in markers:
        drawn = [mark.text for mark in marker_front(brief, marker).texts]
        assert not any("…" in text for text in drawn)
        if marker.value is not None and marker.kind != "track":  # there it is how far the track goes
            assert str(marker.value) in drawn


def test_a_long_name_wraps_before_it_is_cut(brief_of):
    """Guards Motor Brigade takes three lines on half an inch; what even that does not hold is reported."""
    brief = brief_of()
    unit = declared(brief.game)[0][0].model_copy(update={"name": "Guards Motor Brigade", "parent": ""})
    face = unit_face(brief, unit)
    lines = [mark.text for mark in face.art.texts if mark.role == "identity"]
    assert " ".join(lines) == unit.name
    assert face.cut == []
    endless = unit.model_copy(update={"name": "Panzergrenadierlehrregiment"})
    assert unit_face(brief, endless).cut == [endless.name]


@pytest.mark.parametrize(("height", "pages"), [(400.0, 1), (164.0, 2)])
def test_a_key_too_long_for_a_page_goes_on_to_another(height, pages, brief_of):
    """At any height everything is explained once, and no page is higher than allowed."""
    brief = brief_of(load_game(ROOT / "content/rats-of-tobruk", "none"))
    made = counter_key_pages(brief, 115.0, height, height + 4)
    assert len(made) == pages
    assert all(page.height <= height for page in made)
    told = sorted(mark.text for page in made for mark in page.texts if mark.role == "key")
    once = sorted(mark.text for mark in counter_key_pages(brief, 115.0, 1000.0, 1000.0)[0].texts if mark.role == "key")
    assert told == once


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("width", [115.0, 186.0])
def test_the_key_explains_all_that_stands_on_the_counters(folder, width, brief_of):
    brief = brief_of(load_game(folder, "none"))
    key = counter_key(brief, width, 400.0)
    text = " ".join(mark.text for mark in key.texts)
    ((document, _where),) = brief.game.documents("counters", CountersDocument)
    used = {value for unit in document.units for value in (unit.size, unit.type, unit.nationality)}
    named = [*document.sizes, *document.types, *brief.game.about.nationalities]
    signs = [word.name for value in document.values if any(each.mark for each in value.words) for word in value.words]
    meant = [
        *signs,
        *(each.name for each in named if each.id in used),
        *(each.name for each in document.markers if each.count),
    ]
    above = ["size"] * bool(document.sizes) + ["facing"] * (document.facing != "none")
    parts = [brief.words(f"key_part_{part}") for part in ("number", *above, "nation", "symbol", "identity")]
    values = [value.name for value in document.values if value.at and value.of == "unit"]
    assert ("formation" in text) == bool(formations(brief.game))
    parts += values if values != ["Combat strength", "Movement allowance"] else [brief.words("key_part_strength")]
    said = text.casefold()  # within a line names begin small
    assert [each for each in (*meant, *parts) if each.casefold() not in said] == []
    assert "…" not in text
    assert all(mark.points >= 4.95 for mark in key.texts)
    assert all(mark.box[0] >= 0 and mark.box[2] <= width + 0.1 for mark in key.texts)
    ends = [
        (float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" [^>]*r="0.45"', key.svg())
    ]
    values = [mark.box for mark in key.texts if mark.role == "value"][:1]  # of the counter that is explained
    inside = [
        (x, y) for x, y in ends for left, top, right, low in values if left + 0.1 < x < right - 0.1 and top < y < low
    ]
    assert ends
    assert inside == [], "a line goes through the figures"


@pytest.mark.parametrize(("name", "right"), [("ridge", False), ("western-desert", True)])
def test_the_key_explains_the_way_a_unit_faces_beside_its_size_too(name, right, brief_of):
    """The line ends at the tip of the mark, above all that stands in the top row."""
    folder = next(each for each in GAMES if each.name == name)
    text = (folder / "counters.yaml").read_text(encoding="utf-8")
    if "\nfacing:" not in text:
        text = text.replace("\ntypes:", "\nfacing: side\n\ntypes:", 1)
    brief = brief_of(load_game(folder, "none", {"counters.yaml": text}))
    key = counter_key(brief, 115.0, 400.0)
    told = {mark.text: mark for mark in key.texts if mark.role == "key"}
    assert ("size" in told) == (name == "ridge")
    mark = told[brief.words("key_part_facing")]
    assert (mark.box[0] > 115.0 / 2) == right
    ends = [
        (float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" [^>]*r="0.45"', key.svg())
    ]
    tips = [(float(x), float(y)) for x, y in re.findall(r'<path class="facing" d="M([\d.]+) ([\d.]+)L', key.svg())]
    assert tips
    corner = (115.0 - 25.4) / 2
    tip_x, tip_y = corner + tips[0][0], 1.0 + tips[0][1]
    assert any(abs(x - tip_x) < 0.1 and 0 < tip_y - y < 0.5 for x, y in ends)


@pytest.mark.parametrize("size", [12.7, 14.0, 25.4])
def test_no_value_stands_in_the_wheels_of_a_symbol(size, brief_of):
    """`5/1` of the 25 pounder reaches below the frame, so that its symbol is smaller than that of an armoured car."""
    folder = next(each for each in GAMES if each.name == "western-desert")
    brief, wide = brief_of(load_game(folder, "none"), counter=size), {}
    for unit in (each.counter for each in forces(brief.game).counters.values()):
        art, symbol = unit_face(brief, unit).art, unit_types(brief.game)[unit.type].symbol
        (frame,) = re.findall(r'<rect class="frame" [^>]*>', art.svg())
        x, y, width, height = (
            float(re.search(rf' {key}="([\d.]+)"', frame)[1]) for key in ("x", "y", "width", "height")
        )
        below = wheels(symbol, (x, y, x + width, y + height))
        values = [mark for mark in art.texts if mark.role.startswith("row-")]
        for mark in values:
            left, top, right, _low = mark.box
            assert not any(left < box[2] and right > box[0] and top < box[3] - 0.05 for box in below), unit.name
        if below and values:
            wide[unit.name] = width
    assert wide["25 pounder"] < 0.9 * wide["Armoured car"]


@pytest.mark.parametrize("size", [12.7, 14.0, 25.4])
def test_values_with_brackets_keep_below_the_row_above_them(size, brief_of):
    """`5/1` of a gun over its `2(3)–1`."""
    folder = next(each for each in GAMES if each.name == "western-desert")
    brief, seen = brief_of(load_game(folder, "none"), counter=size), 0
    for unit, _where in ((each.counter, each.where) for each in forces(brief.game).counters.values()):
        marks = {mark.role: mark.box for mark in unit_face(brief, unit).art.texts}
        for row in ("row-left", "row-middle", "row-right"):
            if row in marks and "value" in marks and "(" in figures_of(unit):
                assert marks[row][3] <= marks["value"][1] + 0.05, unit.name
                seen += 1
    assert seen > 20

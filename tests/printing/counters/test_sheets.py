"""Every counter is on a sheet once, in an order that makes sorting short; sheets say what they are."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pikepdf
import pytest

from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.counters.layout import sheet_plan
from scenario_forge.printing.counters.manifest import manifest
from scenario_forge.printing.counters.markers import lacking_pieces
from scenario_forge.printing.counters.sheets import jobs
from scenario_forge.printing.profile import POINT
from tests.printing.conftest import GAMES, SKIRMISH, pages


def made(brief, wanted=()):
    return next(jobs(brief, wanted)).make()


def declared(game):
    linked = forces(game)
    added = lacking_pieces(game)
    markers = (*(marker for marker, _where in linked.markers.values()), *added.markers)
    chits = sum(each.chit for each in game.one("counters", CountersDocument)[0].formations) + len(added.chits)
    return len(linked.counters) + sum(marker.count for marker in markers) + chits


@pytest.mark.sampled(3)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_counter_is_on_a_sheet_once(folder, paper, brief_of):
    brief = brief_of(load_game(folder, "none"), paper)
    planned = sheet_plan(brief)
    ids = [piece.id for _sheet, _slot, piece in planned.slots()]
    assert len(ids) == len(set(ids))
    assert sum(piece.item is not None for _s, _n, piece in planned.slots()) == declared(brief.game) == planned.counters
    assert planned.counters + planned.spare == len(planned.sheets) * planned.grid.slots
    svg = made(brief).svgs["sheet-1"]
    for name in ids[: planned.grid.slots]:
        assert svg.count(f' id="{name}"') == 1, name


def test_rows_hold_what_belongs_together(brief_of):
    """Units by side, nationality and number, each nationality from the beginning of a row; markers after them."""
    planned = sheet_plan(brief_of(load_game(GAMES[0], "none")))
    rows = [planned.sheets[0][n : n + planned.grid.columns] for n in range(0, planned.grid.slots, planned.grid.columns)]
    for row in rows[:8]:
        assert len({piece.nationality for piece in row}) == 1
    units = [piece.item for piece in planned.sheets[0] if piece.id.startswith("counter-")]
    order = {"british": 0, "italian": 1, "german": 2}
    assert [(order[u.nationality], u.no) for u in units] == sorted((order[u.nationality], u.no) for u in units)
    last = max(n for n, piece in enumerate(planned.sheets[0]) if piece.id.startswith("counter-"))
    assert not any(piece.id.startswith("marker-") for piece in planned.sheets[0][:last])


def test_spare_counters_fill_the_sheet(brief_of):
    planned = sheet_plan(brief_of())
    spare = [piece for _s, _n, piece in planned.slots() if piece.item is None]
    assert {piece.nationality for piece in spare} == {"british", "italian", "german", None}


def test_what_one_sheet_does_not_hold_goes_on_the_next(brief_of):
    brief = brief_of(counter=38.1)
    printed = made(brief)
    assert int(printed.facts["sheets"]) > 3
    assert printed.findings == []
    document = pikepdf.open(io.BytesIO(printed.pdf))
    assert len(document.pages) >= 2 * int(printed.facts["sheets"]) + 1
    heads = pages(printed.pdf)
    assert "Sheet 1 of" in heads[0]
    assert "front" in heads[0]
    assert "Sheet 1 of" in heads[1]
    assert "back" in heads[1]


def test_pages_are_boxed_and_say_what_they_are(brief_of):
    brief = brief_of(paper="Letter")
    printed = made(brief)
    grid = sheet_plan(brief).grid
    document = pikepdf.open(io.BytesIO(printed.pdf))
    for number, bleed in ((0, grid.bleed), (1, grid.back_bleed)):
        page = document.pages[number]
        left, low, right, top = (float(v) * POINT for v in page.trimbox)
        assert (right - left, top - low) == pytest.approx((grid.columns * 12.7, grid.rows * 12.7), abs=0.01)
        outer = [float(v) * POINT for v in page.obj["/BleedBox"]]
        assert left - outer[0] == pytest.approx(bleed, abs=0.01)
    front, back, *rest = pages(printed.pdf)
    for text in (front, back):
        assert "turned on the long edge" in text
        assert "errata applied" in text
        assert f"{declared(brief.game)} of {grid.slots} counters" in text
    assert "Manifest of counters" in rest[0]


def test_values_of_ours_are_said_to_be(brief_of):
    own = made(brief_of(load_game(GAMES[0], "none")))
    assert GAMES[0].name == "desert-rats"
    assert all("values of this edition" in text for text in pages(own.pdf)[:3])
    assert "values of this edition" not in pages(made(brief_of()).pdf)[0], "those of the small game are printed ones"


def test_a_scenarios_sheet_holds_its_units_with_hex_or_month(brief_of):
    brief = replace(brief_of(), for_scenario=True)
    names = list(scenarios(brief.game).scenarios)
    found = list(jobs(brief, names))
    assert [job.file.split("_")[2] for job in found[:-1]] == names
    for name in names:
        planned = plan(brief.game, name)
        expected = {}
        for placed in planned.placed:
            if placed.entry and placed.entry.hex is not None:
                expected[placed.unit.key] = planned.map.grid.ids[placed.entry.hex]
        for change in planned.changes:
            if change.kind == "arrives":
                expected.setdefault(change.unit.key, planned.track.label(change.turn))
        pieces = {p.id: p for _s, _n, p in sheet_plan(brief, name).slots() if p.id.startswith("counter-")}
        shown = {(p.item.side, p.item.no): p.spot for p in pieces.values()}
        assert {key: spot.text for key, spot in shown.items() if key in expected} == expected
        gone = {p.unit.key for p in planned.placed if p.state == "eliminated"} - expected.keys()
        assert not gone & shown.keys()
        later = {change.unit.key for change in planned.changes if change.kind == "arrives"}
        assert {key for key, spot in shown.items() if spot.later} <= later
        assert expected


def test_files_say_how_to_print_them(brief_of):
    def files(**profile):
        return [job.file for job in jobs(brief_of(**profile), [])]

    assert files() == [
        "skirmish_counters_A4_duplex-long_errata-none-v1",
        "skirmish_calibration_A4_duplex-long_errata-none-v1",
    ]
    assert files(backs="short", paper="Letter")[0] == "skirmish_counters_Letter_duplex-short_errata-none-v1"
    assert files(backs="fold") == ["skirmish_counters_A4_fold_errata-none-v1"]
    assert made(brief_of(backs="fold")).print_as == "fold"
    assert made(brief_of()).print_as == "long"


def test_the_same_game_gives_the_same_bytes(brief_of):
    one, other = made(brief_of(load_game(SKIRMISH, "none"))), made(brief_of(load_game(SKIRMISH, "none")))
    assert one.pdf == other.pdf
    assert one.svgs == other.svgs
    assert {"sheet-1", "sheet-2", "counter-axis-5", "counter-axis-5-back", "marker-wreck"} <= one.svgs.keys()


def test_the_manifest_lists_each_counter_with_its_place(brief_of):
    brief = brief_of()
    planned = sheet_plan(brief)
    lines = [line for group in manifest(brief) for line in group.lines]
    assert sum(line.count for line in lines) == planned.counters
    assert sum(group.count for group in manifest(brief)) == planned.counters
    places = {planned.name(slot): piece for _sheet, slot, piece in planned.slots()}
    for line in lines:
        if line.no is not None:
            item = places[line.place].item
            assert (item.no, item.name) == (line.no, line.name)
    text = pages(made(brief).pdf)[-1]
    for line in lines:
        assert line.name in text
    assert len(re.findall(r"\d+×", text)) == sum(line.no is None for line in lines)


def test_unknown_symbols_are_reported_with_the_one_meant(brief_of, game_with):
    """PRT011."""
    game = game_with(lambda text: text.replace("symbol: anti-tank", "symbol: antitnak"))
    (finding,) = made(brief_of(game)).findings
    assert finding.code.id == "PRT011"
    assert "antitnak" in finding.message
    assert finding.span.line == 14
    assert finding.help == "did you mean anti-tank?"
    assert made(brief_of()).findings == []


def test_names_cut_short_are_reported(brief_of, game_with):
    """PRT012: not those that fit in smaller type or on up to three lines."""
    long = "Panzer Grenadier Lehr Reg 104 Afrika"
    game = game_with(lambda text: text.replace("200 Inf Reg,", f"{long},").replace("361 Inf Reg,", "Pz Gren Reg 361,"))
    (finding,) = made(brief_of(game)).findings
    assert finding.code.id == "PRT012"
    assert long in finding.message
    assert made(brief_of(game, counter=25.4)).findings == [], "larger counters have room"


def test_names_that_many_counters_share_are_reported_once_where_they_stand(brief_of, skirmish):
    """PRT012: a nationality's name on backs, a side's on the tabs of markers."""
    long = "The Most Serene Confederation of Seventeen Free Provinces beyond the Water"
    game = skirmish(
        ("game.yaml", "name: Italian, ", f"name: {long}, "), ("game.yaml", "name: Allied}", f"name: A {long}}}")
    )
    found = made(brief_of(game)).findings
    assert sorted((finding.code.id, finding.span.file, finding.span.line) for finding in found) == [
        ("PRT012", "game.yaml", 18),
        ("PRT012", "game.yaml", 23),
    ]


def test_a_game_without_counters_prints_none(brief_of, game_with):
    def work(text):
        return text[: text.index("units:")]

    assert list(jobs(brief_of(game_with(work)), [])) == []


def test_thousands_of_counters_are_laid_out(brief_of, game_with):
    def work(text):
        return re.sub(r"(id: wreck.*count: )6", r"\g<1>3000", text)

    planned = sheet_plan(brief_of(game_with(work)))
    assert planned.counters > 3000
    assert len(planned.sheets) == -(-planned.counters // planned.grid.slots)
    assert planned.name(0) == "A1"

"""Whole parts of a map: areas, selections that move and are pasted, the grid with every name of a hex in all files."""

from __future__ import annotations

import base64
import io
import os

import pytest
from PIL import Image

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.map.areas import area
from scenario_forge.editor.map.grid_plan import Regrid
from scenario_forge.editor.map.regrid import grid_report, regrid
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.nodes import splice
from tests.as_printed import copy_as_printed

from .conftest import CONTENT
from .small import MAP


def undone(page) -> str:
    while page.get("/api/game").json()["undo"] is not None:
        page.post("/api/undo", {"epoch": page.epoch})
    return page.text()


def lines(page) -> set[str]:
    return {line.strip() for line in page.text().splitlines()} - {line.strip() for line in MAP.splitlines()}


def test_a_moved_selection_takes_its_features_and_keeps_their_lines(page) -> None:
    done = page.do("map.move", hexes=["C3", "C4", "D4", "D3"], anchor="C3", to="C4", turn=1).json()
    assert done["sentence"] == "Move 4 hexes to the east by 1, turned by 60°"
    assert lines(page) == {
        "west: ccch",
        '- {row: C, west: ccch, east: "ccc"}',
        '- {kind: ridge, name: "Long, the", sides: [C4/D4, D4/E4]}',
    }
    assert undone(page) == MAP


def test_a_part_of_a_river_that_moves_becomes_a_river_of_its_own(page) -> None:
    done = page.do("map.move", hexes=["E1", "E2", "D1", "D2"], anchor="E2", to="C2").json()
    assert done["sentence"] == "Move 4 hexes with Harbour from E2 to C2"
    found = lines(page)
    assert {"sides: [D2/D3]   # from the sea", "sides: [C1/C2, C2/B2]"} <= found
    assert "- {name: Harbour,    hex: C2, kinds: [town], value: 2}" in found


def test_a_selection_does_not_leave_the_map(page) -> None:
    answer = page.do("map.move", hexes=["A1", "A2"], anchor="A2", to="A1")
    assert answer.status_code == 422
    assert "would leave the map" in answer.json()["message"]


def test_a_copy_has_places_of_other_names_and_may_hang_over_the_rim(page) -> None:
    taken = page.post("/api/map/piece", {"hexes": ["C2", "B2", "E2"], "anchor": "E2"}).json()["piece"]
    done = page.do("map.paste", piece=taken, to="A3", mirror=True).json()
    assert done["sentence"] == "Paste A3 with Harbour at A3"
    assert "- {name: Harbour 2,  hex: A3, kinds: [town], value: 2}" in lines(page)
    assert page.do("map.paste", piece=taken | {"cells": [[0, 0, "lava"]]}, to="A3").status_code == 422
    assert undone(page) == MAP


def test_an_area_is_written_as_ranges(page) -> None:
    page.do("map.area", value={"name": "The Plain"})
    page.do("map.area.hexes", id="the-plain", hexes=["A1", "A2", "A3", "A4", "AA1", "B2"])
    assert "hexes: [A1..A4, AA1, B2]" in page.text()
    page.do("map.area.hexes", id="the-plain", hexes=["A2", "B2"], set=False)
    assert "hexes: [A1, A3..A4, AA1]" in page.text()
    assert page.do("map.area.hexes", id="the-plain", hexes=["C1"], set=False).status_code == 422
    assert undone(page) == MAP


def test_an_area_that_other_files_name_is_not_removed() -> None:
    game = Workspace(CONTENT / "desert-rats").load("none")
    texts = {file.name: file.source.text for file in game.read.values()}
    with pytest.raises(Refused, match=r"still name the area Egypt; change them first"):
        area(game, texts, {"id": "egypt", "value": None})


def test_rows_and_columns_are_added_and_taken_away_again(page) -> None:
    page.do("map.grid", south=1, west=2, east=1)
    assert "- {name: Harbour,    hex: F4, kinds: [town], value: 2}" in lines(page)
    assert "shifted: odd" in lines(page)
    page.do("map.grid", south=-1, west=-2, east=-1)
    assert page.text() == MAP


def test_a_grid_of_other_numbers_is_reported_before_it_is_made(page) -> None:
    change = {"sheets": {"west": {"numbering": "{col:02}{row:02}"}}, "north": -2}
    told = page.post("/api/map/grid", {"change": change}).json()
    assert (told["was"], told["is"], told["hexes_lost"], told["renamed"]) == ([7, 6], [7, 4], 14, 16)
    assert told["lost"] == ["Harbour, E2"]
    assert page.text() == MAP
    for impossible in (
        {"north": -6},
        {"sheets": {"east": {"numbering": "{row:A}{col}"}}},
        {"sheets": {"south": {}}},
        {},
    ):
        assert page.do("map.grid", **impossible).status_code == 422


def test_every_name_of_a_hex_follows_a_new_number_in_all_files(tmp_path) -> None:
    folder = copy_as_printed("massawa", tmp_path / "massawa")
    game = Workspace(folder).load("none")
    texts = {file.name: file.source.text for file in game.read.values()}
    report = grid_report(game, texts, Regrid(south=1))
    assert report["findings"] == report["dangling"] == report["lost"] == []
    _sentence, made = regrid(game, texts, {"south": 1})
    after = Workspace.after(game).load("none", {name: splice(texts[name], made.get(name, [])) for name in texts})
    before, then = hex_map(game), hex_map(after)
    assert [(place.name, before.grid.find(place.hex)) for place in before.document.places] == [
        (place.name, then.grid.find(place.hex)) for place in then.document.places
    ]
    assert {*made} == {"map.yaml", "orders-of-battle/empire.yaml", "orders-of-battle/italy.yaml", "rulebook.yaml"}
    assert "`places[I12].value`" not in texts["rulebook.yaml"]
    assert "places[I12].value" in splice(texts["rulebook.yaml"], made["rulebook.yaml"])


def sent(picture, kind: str = "PNG", **more) -> dict[str, str]:
    made = io.BytesIO()
    picture.save(made, kind, **more)
    return {"picture": base64.b64encode(made.getvalue()).decode()}


def test_a_picture_is_drawn_anew_and_kept_in_its_folder(page, folder) -> None:
    assert page.get("/api/underlay").json() == {"picture": None, "placement": None}
    assert page.get("/api/underlay/picture.png").status_code == 404
    exif = Image.Exif()
    exif[0x010E] = "secret"
    told = page.post("/api/underlay", sent(Image.new("RGB", (5000, 100)), "JPEG", exif=exif)).json()
    assert told["placement"]["shown"]
    kept = folder / "underlay/picture.png"
    with Image.open(kept) as opened:
        assert opened.size == (4000, 80)
    assert b"secret" not in kept.read_bytes()
    placement = told["placement"] | {"matrix": [1, 0, 0, 1, 5, 5], "opacity": 0.25}
    assert page.post("/api/underlay/place", {"placement": placement}).status_code == 200
    assert page.get("/api/underlay").json()["placement"]["opacity"] == 0.25
    assert page.post("/api/underlay/place", {"placement": placement | {"opacity": 2}}).status_code == 422
    page.post("/api/underlay/remove", {})
    assert not (folder / "underlay").exists()


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"<svg onload=alert(1)>"])
def test_what_is_no_picture_is_refused(page, folder, data) -> None:
    answer = page.post("/api/underlay", {"picture": base64.b64encode(data).decode()})
    assert (answer.status_code, answer.json()["message"]) == (
        422,
        "the file is no PNG or JPEG picture that can be read",
    )
    assert page.post("/api/underlay", {"picture": "no base64"}).status_code == 422
    assert not (folder / "underlay").exists()


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_read(page) -> None:
    answer = page.post("/api/underlay", sent(Image.new("1", (9000, 9000))))
    assert answer.status_code == 422
    assert "million pixels" in answer.json()["message"]


def test_the_folder_of_the_picture_leads_nowhere_else(page, folder, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "underlay").symlink_to(tmp_path / "elsewhere")
    assert page.post("/api/underlay", sent(Image.new("RGB", (10, 10)))).status_code == 422
    assert not any((tmp_path / "elsewhere").iterdir())


def test_links_in_the_folder_of_the_picture_are_never_written_through(page, folder, tmp_path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("stays")
    (folder / "underlay").mkdir()
    for name in ("picture.png.new", "placement.json.new"):
        (folder / "underlay" / name).symlink_to(theirs)
    assert page.post("/api/underlay", sent(Image.new("RGB", (10, 10)))).status_code == 200
    assert theirs.read_text() == "stays"
    (folder / "underlay/picture.png").unlink()
    os.mkfifo(folder / "underlay/picture.png")  # reading it would never end
    assert page.get("/api/underlay/picture.png").status_code == 422

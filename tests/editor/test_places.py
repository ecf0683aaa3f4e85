"""Places in the editor: a new one gets an id where its name gives none, a new name keeps the id that keys have."""

from __future__ import annotations

import pytest

WHOLE_GAME = True


def row(page, name: str) -> str:
    [line] = [line for line in page.text().splitlines() if f"name: {name}," in line]
    return " ".join(line.split())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "id_"), [("Köln", "koln"), ("Łódź", "lodz"), ("Сталинград", "stalingrad"), ("東京", "place_d15")]
)
def test_a_new_place_whose_name_gives_no_id_gets_one(page, name, id_) -> None:
    page.do("map.place", hex="D15", name=name, kinds=["town"])
    assert row(page, name) == f"- {{name: {name}, hex: D15, id: {id_}, kinds: [town]}}"
    assert "MAP068" not in {each["code"] for each in page.findings()["findings"]}
    page.post("/api/undo", {"epoch": page.epoch})
    assert name not in page.text()


def test_a_new_place_with_a_plain_name_gets_none(page) -> None:
    page.do("map.place", hex="D15", name="Zula Bay", kinds=["town"])
    assert row(page, "Zula Bay") == "- {name: Zula Bay, hex: D15, kinds: [town]}"


def test_an_id_that_is_taken_is_not_given_again(page) -> None:
    page.do("map.place", hex="D15", name="Kérén", kinds=["town"])
    assert "id: keren_2" in row(page, "Kérén")
    page.do("map.place", hex="D16", name="Kèrèn", id="other", kinds=["town"])
    assert "id: other" in row(page, "Kèrèn")


def test_a_place_with_a_controller_is_added_by_fixes_that_write_its_id(page) -> None:
    page.do("map.place", hex="D15", name="Köln", kinds=["town"], capacity="U")
    while found := [each for each in page.findings()["findings"] if each["code"] == "DR006"]:
        assert found[0]["fixes"][0]["title"] == "add koln: italy"
        page.fix(found[0]["fixes"][0])
    assert page.text("rules.yaml").count("\n    koln: italy\n") == 2


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("intent", "args"),
    [
        ("map.place.change", {"hex": "H12", "values": {"name": "Cheren"}}),
        ("map.place.set", {"hex": "H12", "key": "name", "value": "Cheren"}),
        ("form.set", {"doc": "map.yaml", "path": ["places", "KEREN", "name"], "value": "Cheren"}),
    ],
)
@pytest.mark.parametrize("uses", ["here", "all"])
def test_a_new_name_keeps_the_id_that_keys_have(page, session, intent, args, uses) -> None:
    names = [place.name for place in session.printed().read["map.yaml"].document.places]
    if "path" in args:
        args = {**args, "path": ["places", names.index("Keren"), "name"]}
    before = session.overlay()
    page.post("/api/do", {"epoch": page.epoch, "intent": intent, "args": args, "uses": uses})
    assert "id: keren" in row(page, "Cheren")
    assert session.overlay()["rules.yaml"] == before["rules.yaml"]
    assert session.overlay()["rulebook.yaml"] == before["rulebook.yaml"]
    codes = {each["code"] for each in page.findings()["findings"]}
    assert not codes & {"DR004", "RUL030", "RUL031", "MAP068", "MAP069"}
    assert bool(codes & {"REF001", "REF041"}) == (uses == "here")


def test_an_id_that_nothing_names_is_not_kept(page) -> None:
    page.do("map.place", hex="D15", name="Bayuda", kinds=["town"])
    page.do("map.place.change", hex="D15", values={"name": "Bayuda Wells"})
    assert row(page, "Bayuda Wells") == "- {name: Bayuda Wells, hex: D15, kinds: [town]}"
    page.do("map.place.change", hex="D15", values={"name": "Bayūda"})
    assert "id: bayuda" in row(page, "Bayūda")


def test_a_pasted_copy_has_an_id_of_its_own(page) -> None:
    page.do("map.place", hex="D15", name="Köln", kinds=["town"])
    piece = page.post("/api/map/piece", {"hexes": ["D15"], "anchor": "D15"}).json()["piece"]
    assert page.do("map.paste", piece=piece, to="D17").status_code == 200
    assert [line.count("id: koln,") for line in page.text().splitlines() if "Köln" in line] == [1, 0]
    assert "id: koln_2" in next(line for line in page.text().splitlines() if "Köln 2" in line)


def test_the_map_tells_the_page_of_stated_ids_and_of_others(page) -> None:
    page.do("map.place", hex="D15", name="Köln", kinds=["town"])
    places = {place["name"]: place for place in page.get("/api/map").json()["places"]}
    assert (places["Köln"]["id"], places["Köln"]["key"]) == ("koln", "koln")
    assert (places["Cub Cub"]["id"], places["Cub Cub"]["key"]) == (None, "cub_cub")
    page.do("map.place.change", hex="D15", values={"id": "cologne"})
    assert "id: cologne" in row(page, "Köln")


def test_control_in_the_form_of_a_scenario_is_by_ids(page) -> None:
    doc = "scenarios/eritrea.yaml"
    page.do("map.place", hex="D15", name="Köln", kinds=["town"])
    page.do("form.add", doc=doc, path=["control"], value={"koln": "italy"})
    assert "control: {koln: italy}" in page.text(doc)
    assert "REF001" not in {each["code"] for each in page.findings()["findings"]}
    page.do("form.add", doc=doc, path=["control", "Keren"], value="empire")
    [found] = [each for each in page.findings()["findings"] if each["code"] == "REF001"]
    assert "place id `Keren`" in found["message"]

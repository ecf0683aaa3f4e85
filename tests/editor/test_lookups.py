"""What the page asks about: the map, hexes, lines, cards, pages of codes; and texts in the page's units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.checks.run import check
from scenario_forge.editor.findings import Checker, _Outdated
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.nodes import EditRefused, splice

from .small import MAP

WHOLE_GAME = True


def test_the_game_and_its_documents(page) -> None:
    game = page.get("/api/game").json()
    assert (game["title"], game["system"]) == ("Road to Massawa", "campaign")
    assert [side["id"] for side in game["sides"]] == ["empire", "italy"]
    assert game["turns"][0]["index"] == 0
    assert game["turns"][0]["label"]
    named = {each["name"]: each for each in game["documents"]}
    assert named["map.yaml"] == {"name": "map.yaml", "kind": "map", "title": "Map", "unsaved": False}
    page.type("map.yaml", 0, 0, "# ours\n")
    assert {each["name"] for each in page.get("/api/game").json()["documents"] if each["unsaved"]} == {"map.yaml"}


def test_the_map_as_data(page) -> None:
    scenario = page.get("/api/game").json()["scenarios"][0]["id"]
    told = page.get("/api/map", params={"scenario": scenario}).json()
    assert len(told["hexes"]) == 240
    name, x, y, terrain = told["hexes"][0]
    assert (name, terrain) == ("L1", "clear")
    assert 0 < x < told["width"]
    assert 0 < y < told["height"]
    assert told["hexes"][1][1] - x == pytest.approx(told["radius"] * 3**0.5, abs=0.02)
    assert told["terrain"][0] == {"id": "sea", "name": "Sea", "letter": "s", "color": "#C3DADC", "land": False}
    assert told["hexsides"][0]["sides"][0] == ["I12", "I11"]
    assert told["lines"][1] == {
        "index": 1,
        "kind": "road",
        "name": "Road from Barentu to Agordat",
        "path": ["C8", "D8", "E9", "F9"],
    }
    assert next(each for each in told["places"] if each["name"] == "Keren")["hex"] == "H12"
    assert told["units"]
    assert {unit["side"] for unit in told["units"]} == {"empire", "italy"}
    assert page.get("/api/map", params={"scenario": "nothing"}).json()["units"] == []
    assert f'viewBox="0 0 {told["width"]:.2f} {told["height"]:.2f}"' in page.get("/api/map/ground").json()["skeleton"]


def test_where_the_texts_speak_of_a_hex(page) -> None:
    found = page.get("/api/at", params={"hex": "H12"}).json()["places"]
    texts = {doc: page.text(doc) for doc in {place["doc"] for place in found}}
    letter, *others = found
    assert letter["label"] == "terrain of H12"
    assert texts["map.yaml"][letter["from"] : letter["to"]] == "m"
    assert {texts[place["doc"]][place["from"] : place["to"]] for place in others} == {"H12"}
    assert {"map.yaml", "rulebook.yaml"} <= {place["doc"] for place in others}
    assert page.get("/api/at", params={"hex": "Z99"}).status_code == 404
    paper = page.get("/api/at", params={"hex": "A4"}).json()["places"]
    assert "game.yaml" not in {place["doc"] for place in paper}, "its `paper: A4` is no hex"


def test_what_a_line_is_about(page) -> None:
    text = page.text()

    def about(words: str, more: int = 0, doc: str = "map.yaml") -> dict:
        return page.get("/api/where", params={"doc": doc, "at": text.index(words) + more}).json()

    assert about("cccccchhhhmmmhcsssss", 3)["hexes"] == ["L4"]
    assert about("I12/I11", 1)["hexes"] == ["I12", "I11"]
    assert about("{name: Keren,")["hexes"] == ["H12"]
    assert about("Eritrea between")["hexes"] == []
    game = page.text("game.yaml")
    assert page.get("/api/where", params={"doc": "game.yaml", "at": game.index("A4")}).json()["hexes"] == []
    track = page.text("orders-of-battle/italy.yaml")
    at = track.index("R2/2/41")
    found = page.get("/api/where", params={"doc": "orders-of-battle/italy.yaml", "at": at}).json()
    assert "R2" not in found["hexes"]
    orders = page.text("orders-of-battle/italy.yaml")
    row = page.get(
        "/api/where", params={"doc": "orders-of-battle/italy.yaml", "at": orders.index("{no: 1,") + 2}
    ).json()
    assert row["units"] == ["italy/1"]
    for at in ("-1", "x", "9" * 20, ""):
        assert page.get("/api/where", params={"doc": "map.yaml", "at": at}).status_code == 422
    assert page.get("/api/where", params={"doc": "map.yaml", "at": str(len(text) + 99)}).status_code == 200
    assert page.get("/api/where", params={"doc": "nothing.yaml", "at": "0"}).status_code == 404


def test_cards_and_pages_of_codes(page) -> None:
    card = page.get("/api/show", params={"word": "Keren"}).json()["html"]
    assert card.startswith("<h3>")
    assert "H12" in card
    assert "did you mean" in page.get("/api/show", params={"word": "Kerem"}).json()["message"]
    assert page.get("/api/explain/MAP013").json()["html"].startswith('<p><b class="severity">')
    assert page.get("/api/explain/XXX999").status_code == 404


def test_the_fix_of_a_finding_can_be_typed(page) -> None:
    text = page.text("game.yaml")
    at = text.index("players:") if "players:" in text else text.index("sides:")
    page.type("game.yaml", at, at, "edition: 0614\n" if "edition:" not in text else "printing: 0614\n")
    fix = next(fix for each in page.findings()["findings"] for fix in each["fixes"] if each["code"] == "YML040")
    assert list(fix["changed"]) == ["game.yaml"]
    assert page.fix(fix).json()["undo"] == "Fix: put it in quotes"
    assert '"0614"' in page.text("game.yaml")


SIGNS = st.text(alphabet="ab\n\réç🏖𝕬", max_size=40).map(lambda text: text.replace("\r\n", "\n").replace("\r", ""))


@given(SIGNS, st.booleans(), st.data())
def test_offsets_of_the_page(text, windows, data) -> None:
    own = text.replace("\n", "\r\n") if windows else text
    page = PageText(own)
    assert page.shown == text
    assert page.length == len(text.encode("utf-16-le")) // 2
    for at in range(len(text) + 1):
        units = len(text[:at].encode("utf-16-le")) // 2
        offset = page.to_file(units)
        assert own[:offset].replace("\r\n", "\n") == text[:at]
        assert page.to_page(offset) == units
    first, last = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    insert = data.draw(SIGNS)
    units = [len(text[:at].encode("utf-16-le")) // 2 for at in (first, last)]
    splices = page.splices([{"from": units[0], "to": units[1], "insert": insert}])
    changed = splice(own, splices)
    assert PageText(changed).shown == text[:first] + insert + text[last:]
    assert page.edits(splices) == [{"from": units[0], "to": units[1], "insert": insert}]


def test_half_a_character_cannot_be_changed() -> None:
    with pytest.raises(EditRefused):
        PageText("a🏖b").to_file(2)
    with pytest.raises(EditRefused):
        PageText(MAP).to_file(10**6)


def test_slow_checks_end_between_two_examples_when_a_key_comes(session, monkeypatch) -> None:
    monkeypatch.setenv("SCENARIO_FORGE_VERDICTS", "off")
    begun = []
    checker = object.__new__(Checker)
    checker._wanted, checker._ends = False, False

    def between() -> None:
        begun.append(1)
        checker._wanted = len(begun) == 3
        checker._go_on()

    game = session.game()
    game.between = between
    with pytest.raises(_Outdated):
        check(game)
    assert len(begun) == 3
    game.between = lambda: None
    assert check(game) == check(Workspace(session.folder).load())

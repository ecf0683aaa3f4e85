"""The text pane's completion, hover, definitions, uses and renaming, by the functions of the language server."""

from __future__ import annotations

WHOLE_GAME = True
ITALY = "orders-of-battle/italy.yaml"


def asked(page, about: str, doc: str, at: int):
    answer = page.get(f"/api/language/{about}", params={"doc": doc, "at": at})
    assert answer.status_code == 200, answer.text
    return answer.json()


def words(page, places: list[dict]) -> set[str]:
    return {page.text(each["doc"])[each["from"] : each["to"]] for each in places}


def test_completion_is_of_the_text_as_typed(page) -> None:
    text = page.text(ITALY)
    at = text.index("F13")
    page.type(ITALY, at, at + 3, "F1")
    found = asked(page, "complete", ITALY, at + 2)
    assert {"F10", "F13"} <= {each["label"] for each in found if each["from"] == at}
    assert asked(page, "complete", ITALY, text.index("units:")) == []


def test_a_name_is_explained_and_followed(page) -> None:
    at = page.text(ITALY).index("F13")
    said = asked(page, "hover", ITALY, at)
    assert "F13" in said["text"]
    assert (said["doc"], said["from"], said["to"]) == (ITALY, at, at + 3)
    [row] = asked(page, "definition", ITALY, at)
    assert row["doc"] == "map.yaml"
    uses = asked(page, "uses", ITALY, at)
    assert any(each["doc"] == ITALY and each["from"] == at for each in uses)
    assert asked(page, "hover", ITALY, 0) is None
    assert page.get("/api/language/hover", params={"doc": "../secret", "at": 1}).status_code == 404
    assert page.get("/api/language/hover", params={"doc": ITALY, "at": "-1"}).status_code == 422


def test_a_place_is_renamed_in_every_file_in_one_step(page, session) -> None:
    before = session.overlay()
    text = page.text()
    at = text.index("name: Keren") + 6
    named = asked(page, "name", "map.yaml", at)
    assert (named["name"], named["renames"]) == ("Keren", True)
    done = page.post(
        "/api/language/rename", {"epoch": page.epoch, "doc": "map.yaml", "at": at, "name": "Cheren"}
    ).json()
    assert done["sentence"] == "Rename place Keren to Cheren"
    assert len(done["changed"]) > 1
    assert page.text()[at : at + 6] == "Cheren"
    page.post("/api/undo", {"epoch": page.epoch})
    assert session.overlay() == before
    taken = page.post("/api/language/rename", {"epoch": page.epoch, "doc": "map.yaml", "at": at, "name": "Massawa"})
    assert taken.status_code == 422
    assert session.overlay() == before


def test_a_rename_of_a_text_that_has_changed_is_not_made(page) -> None:
    at = page.text().index("name: Keren") + 6
    page.do("map.paint", cells=[["L1", "sea"]])
    late = {"epoch": page.epoch - 1, "doc": "map.yaml", "at": at, "name": "Cheren"}
    assert page.post("/api/language/rename", late).status_code == 409

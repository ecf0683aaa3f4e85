"""Forms made from the schemas: what they ask for, and changes that edit the text as a person would."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pytest

from scenario_forge.documents.kinds import KINDS
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.forms.fits import misfit
from scenario_forge.editor.forms.form import Form
from scenario_forge.editor.forms.hexes import hexes_of
from scenario_forge.editor.forms.shapes import shapes_of
from scenario_forge.editor.intent_requests import do, intent_splices
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import splice

from .conftest import CONTENT

if TYPE_CHECKING:
    from scenario_forge.editor.session import Session

WHOLE_GAME = True


def form_of(session: Session, doc: str) -> dict:
    with session.lock:
        return Form(session.game(), doc).data()


def change(session: Session, intent: str, doc: str, *path: str | int, **more: object) -> list[str]:
    """Make a change, look that it is tidy and comes back by one undo and redo; the lines that went and came."""
    before = session.texts[doc].text
    done = do(session, session.epoch, f"form.{intent}", {"doc": doc, "path": list(path), **more})
    after = session.texts[doc].text
    assert format_text(after, doc) == after
    assert session.undo(session.epoch)["sentence"] == done["sentence"]
    assert session.texts[doc].text == before
    session.redo(session.epoch)
    assert session.texts[doc].text == after
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [done["sentence"], *(line for line in lines if line[0] in "+-")]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_document_has_a_form_with_help_at_its_fields(kind) -> None:
    shapes = shapes_of(kind)
    groups = [shapes.root, *shapes.named.values()]
    assert all(field["help"] for group in groups for field in group["fields"])
    assert {field["key"] for field in shapes.root["fields"] if field["required"]} >= {"basis"}


def test_every_document_of_the_collection_is_shown_and_its_values_fit() -> None:
    for name in ("massawa", "desert-rats", "knights-of-the-desert"):
        game = Workspace(CONTENT / name).load("none", {})
        for doc, file in game.read.items():
            form = Form(game, doc)
            shown = form.data()["value"]
            assert [key for key, _node in shown["keys"]] == list(file.data)
            assert misfit(form, form.shapes.root, file.data, doc) == ""


def test_a_value_changes_in_its_place_alone(session) -> None:
    assert change(session, "set", "scenarios/eritrea.yaml", "title", value="The Road") == [
        "Set title of scenarios/eritrea.yaml to The Road",
        "- title: Eritrea",
        "+ title: The Road",
    ]
    assert change(session, "set", "victory.yaml", "objectives", 0, "points", value=9) == [
        "Set points of Hold Keren to 9",
        "-     points: 8",
        "+     points: 9",
        "-     states: {victory.apr41.empire.keren: 8}",
        "+     states: {victory.apr41.empire.keren: 9}",
    ]
    assert change(session, "set", "time-track.yaml", "boxes", 1, "italy", value="RW 10-2")[1:] == [
        "-   - {turn: 2/2/41,  label: 2 FEB,  empire: R 2-4,  italy: R 0-2}",
        "+   - {turn: 2/2/41,  label: 2 FEB,  empire: R 2-4,  italy: RW 10-2}",
    ]


def test_a_long_text_is_folded_as_before_and_a_new_long_one_too(session) -> None:
    words = "The road to the sea goes up through the mountains. " * 4
    lines = change(session, "set", "scenarios/eritrea.yaml", "text", value=words.strip())
    assert [line[2:4] for line in lines[1:]] == ["  "] * (len(lines) - 1)
    assert max(map(len, lines[1:])) <= 120
    lines = change(session, "set", "scenarios/keren.yaml", "title", value=words.strip())
    assert lines[2] == "+ title: >-"


def test_a_key_that_is_missing_is_added_in_its_order(session) -> None:
    assert change(session, "set", "scenarios/eritrea.yaml", "options", value=["mechanised-retreat"])[1:] == [
        "+ options: [mechanised-retreat]"
    ]
    text = session.texts["scenarios/eritrea.yaml"].text
    assert text.index("length:") < text.index("options:") < text.index("text:")
    assert change(session, "set", "game.yaml", "sources", 0, "note", value="ours")[1:] == [
        "-   - {id: makers, title: What the makers of the game decided, printing: first}",
        "+   - {id: makers, title: What the makers of the game decided, printing: first, note: ours}",
    ]


def test_rows_are_added_moved_and_removed(session) -> None:
    row = {"id": "apr41_empire_kassala", "stop": "apr41", "side": "empire", "text": "Hold Kassala", "points": 2}
    lines = change(session, "add", "victory.yaml", "objectives", value=row | {"when": {"hold": "Kassala"}})
    assert lines[0] == "Add Hold Kassala to objectives"
    assert [line[2:] for line in lines[1:]] == [
        "  - id: apr41_empire_kassala",
        "    stop: apr41",
        "    side: empire",
        "    text: Hold Kassala",
        "    points: 2",
        "    when: {hold: Kassala}",
        "",
    ]
    before = session.texts["victory.yaml"].text
    change(session, "move", "victory.yaml", "objectives", 6, to=0)
    change(session, "move", "victory.yaml", "objectives", 0, to=6)
    assert session.texts["victory.yaml"].text == before
    assert change(session, "remove", "victory.yaml", "objectives", 6)[0] == "Remove Hold Kassala from objectives"
    lines = change(session, "add", "scenarios/eritrea.yaml", "control", value={"keren": "italy"})
    assert lines[1:] == ["+ control: {keren: italy}"]
    lines = change(session, "remove", "scenarios/eritrea.yaml", "control", "keren")
    assert lines == ["Remove control from scenarios/eritrea.yaml", "- control: {keren: italy}"]


def test_a_row_of_choices_alone_gets_its_words_and_an_id(session) -> None:
    row = {"id": "", "side": "italy", "text": "", "points": 2, "when": {"hold": "Adi Ugri"}, "stop": "apr41"}
    for number in ("", "-2"):
        lines = change(session, "add", "victory.yaml", "objectives", value=row)
        assert lines[0] == "Add Hold Adi Ugri to objectives"
        assert lines[1:3] == [f"+   - id: apr41-italy-hold-adi-ugri{number}", "+     stop: apr41"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["knights-of-the-desert", "massawa"])
def test_a_row_like_any_other_can_be_added(game) -> None:
    """Each list of rows gets one more like its first; it reads back as meant, and is laid out like the others."""
    loaded = Workspace(CONTENT / game).load("none")
    texts = {name: file.source.text for name, file in loaded.read.items()}
    lists = [(name, key, rows) for name, file in loaded.read.items() for key, rows in file.data.items()]
    for name, key, rows in lists:
        if name.startswith("errata/") or not isinstance(rows, list) or not rows or not isinstance(rows[0], dict):
            continue  # the ids of errata are numbers that the author gives
        row = rows[0] | ({"id": ""} if "id" in rows[0] else {})
        _sentence, done = intent_splices(loaded, texts, "form.add", {"doc": name, "path": [key], "value": row})
        after = splice(texts[name], done[name])
        assert format_text(after, name) == after, (name, key)


def test_a_row_moves_with_its_comments(session) -> None:
    file = "options.yaml"
    text = session.texts[file].text
    session.type(session.epoch, file, [{"from": (at := text.index("  - id: air")), "to": at, "insert": "  # ours\n"}])
    change(session, "move", file, "options", 1, to=0)
    after = session.texts[file].text
    assert "options:\n  # ours\n  - id: air-superiority\n" in after
    assert after.index("mechanised-retreat") > after.index("R 0-2")


def test_two_new_turns_are_two_new_boxes_and_a_calendar_that_reaches_them(session, page) -> None:
    for turn, label in (("13/4/41", "13 APR"), ("27/4/41", "27 APR")):
        new = page.get("/api/form/new", params={"doc": "time-track.yaml", "path": '["boxes"]'}).json()["value"]
        assert (new["turn"], new["label"]) == (turn, label)
        page.do("form.add", doc="time-track.yaml", path=["boxes"], value=new | {"empire": "1-4"})
    text = page.text("time-track.yaml")
    assert "last: 27/4/41}" in text
    assert "  - {turn: 27/4/41, label: 27 APR, empire: 1-4,    italy: 1-2}\n" in text
    assert page.get("/api/game").json()["turns"][-1]["label"] == "27 Apr 41"


@pytest.mark.parametrize(
    ("intent", "doc", "path", "more", "why"),
    [
        ("set", "game.yaml", ["title"], {"value": ""}, "Title cannot be empty"),
        ("set", "game.yaml", ["title"], {"value": 4}, "Title is a text"),
        ("set", "game.yaml", ["players"], {"value": "two"}, "whole number"),
        ("set", "game.yaml", ["language"], {"value": "English"}, "letters of a language"),
        ("set", "game.yaml", ["nobody"], {"value": "x"}, "no place for nobody"),
        ("set", "game.yaml", ["sides"], {"value": []}, "needs at least 1"),
        ("set", "victory.yaml", ["objectives", 0, "when"], {"value": {}}, "exactly one of hold, destroyed"),
        ("set", "victory.yaml", ["objectives", 99, "points"], {"value": 1}, "no row of this number"),
        ("add", "victory.yaml", ["objectives"], {"value": {"id": "x"}}, "Fill in side, text, points, when, stop"),
        ("add", "victory.yaml", ["objectives"], {"value": {"when": {"hold": ""}}}, "Fill in side, text, points, stop"),
        ("add", "scenarios/eritrea.yaml", ["title"], {"value": "x"}, "title already"),
        ("remove", "victory.yaml", ["objectives", 0, "points"], {}, "Hold Keren needs points"),
        ("remove", "victory.yaml", ["objectives", 0, "when", "hold"], {}, "needs one of its keys"),
        ("remove", "game.yaml", ["credits", 0, "names", 0], {}, "needs at least 1"),
        ("remove", "game.yaml", ["sides", 7], {}, "no such row"),
        ("move", "game.yaml", ["scale", "hex"], {"to": 1}, "no such row"),
        ("set", "game.yaml", [], {"value": 1}, "path"),
        ("set", "game.yaml", ["title"], {"value": "x" * 30_000}, "too long"),
    ],
)
def test_what_a_document_does_not_take_is_refused_in_words(session, intent, doc, path, more, why) -> None:
    before = session.overlay()
    with pytest.raises(Refused, match=why):
        do(session, session.epoch, f"form.{intent}", {"doc": doc, "path": path, **more})
    assert session.overlay() == before


def test_a_row_of_the_victory_table_says_what_it_scores_and_where(page) -> None:
    rows = dict(page.get("/api/form", params={"doc": "victory.yaml"}).json()["value"]["keys"])
    said = [row["says"] for row in rows["objectives"]["items"]]
    assert said[0] == "Empire holds Keren, 30 Mar 41: 8 points"
    assert [row["says"] for row in rows["decisive"]["items"]] == [
        "Empire holds Keren, Asmara and Massawa, at any time: 20 points",
        "Italian holds Kassala, at any time: 20 points",
    ]
    where = page.get("/api/form/hexes", params={"doc": "victory.yaml", "path": '["decisive", 0]'}).json()["hexes"]
    assert len(where) == 3


def test_hexes_of_a_row_are_those_of_its_regions() -> None:
    game = Workspace(CONTENT / "desert-rats").load("none", {})
    rows = game.read["victory.yaml"].data["objectives"]
    numbers = {row["id"]: number for number, row in enumerate(rows)}
    tobruk = hexes_of(game, "victory.yaml", ("objectives", numbers["mar41_axis_tobruk"]))
    assert len(tobruk) == 1
    egypt = next(n for n, row in enumerate(rows) if "egypt" in str(row["when"]) and row["side"] == "axis")
    assert len(hexes_of(game, "victory.yaml", ("objectives", egypt))) > 100


def test_an_option_says_what_it_changes(session) -> None:
    rows = dict(form_of(session, "options.yaml")["value"]["keys"])["options"]["items"]
    assert next(note["text"] for note in rows[1]["notes"]) == "Time record track, 2/2/41, Italian: R 0-2 → R 0-1"


def test_names_that_fit_a_field_are_offered(page) -> None:
    def names(path: str, begun: str) -> list[str]:
        asked = {"doc": "victory.yaml", "path": path, "begun": begun}
        return [name for name, _kind in page.get("/api/form/names", params=asked).json()["names"]]

    assert names('["objectives", 0, "when", "hold"]', "ker")[:2] == ["Keru", "Keren"]
    assert names('["decisive", 0, "since"]', "2/")[0] == "2/2/41"
    closed = page.get("/api/form", params={"doc": "victory.yaml"}).json()["closed"]
    assert closed["side"] == [["empire", "Empire"], ["italy", "Italian"]]


def test_what_is_asked_wrongly_is_refused(page) -> None:
    assert page.get("/api/form", params={"doc": "../x.yaml"}).status_code == 404
    assert page.get("/api/form/names", params={"doc": "game.yaml", "path": "{}"}).status_code == 422
    assert page.get("/api/form/names", params={"doc": "game.yaml", "path": "["}).status_code == 422
    page.type("game.yaml", 0, 0, "[")
    assert "mend" in page.get("/api/form", params={"doc": "game.yaml"}).json()["message"]

"""Documents that a change makes or removes: undo, saving, conflicts and recovery, all to the byte."""

from __future__ import annotations

import pytest

from scenario_forge.editor import intent_requests
from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.session import Session

from .small import MAP

NEW, TEXT = "scenarios/one.yaml", "basis: proposed\nscenario: one\n"


@pytest.fixture(autouse=True)
def _intents(monkeypatch) -> None:
    def make(_game, _texts, args):
        return f"Add {args['doc']}", {args["doc"]: [(0, 0, args.get("text", TEXT))]}

    def remove(_game, _texts, args):
        return f"Remove {args['doc']}", {args["doc"]: None}

    monkeypatch.setattr(intent_requests, "_INTENTS", {**intent_requests._INTENTS, "make": make, "remove": remove})


def do(session: Session, intent: str, doc: str = NEW, **args):
    return intent_requests.do(session, session.epoch, intent, {"doc": doc, **args})


def test_a_new_document_is_saved_as_a_new_file_and_undone_to_none(session, folder) -> None:
    done = do(session, "make")
    assert (done["sentence"], done["documents"], done["unsaved"]) == (f"Add {NEW}", True, [NEW])
    assert done["changed"] == [{"doc": NEW, "edits": [{"from": 0, "to": 0, "insert": TEXT}]}]
    assert not (folder / NEW).exists()
    assert NEW in session.game().read
    back = session.undo(session.epoch)
    assert (back["documents"], back["unsaved"]) == (True, [])
    assert NEW not in session.game().read
    with pytest.raises(Unknown):
        session.text(NEW)
    assert session.save()["saved"] == []
    assert not (folder / "scenarios").exists()
    session.redo(session.epoch)
    assert session.save()["saved"] == [NEW]
    assert (folder / NEW).read_text() == TEXT


def test_undone_after_it_was_saved_its_file_goes_with_the_next_save(session, folder) -> None:
    do(session, "make")
    session.save()
    assert session.undo(session.epoch)["unsaved"] == [NEW]
    assert session.save()["saved"] == [NEW]
    assert not (folder / NEW).exists()
    session.redo(session.epoch)
    assert session.save()["saved"] == [NEW]
    assert (folder / NEW).read_text() == TEXT


def test_a_removed_document_comes_back_to_the_byte(session, folder) -> None:
    assert do(session, "remove", "map.yaml")["documents"]
    assert "map.yaml" not in session.game().read
    assert (folder / "map.yaml").read_text() == MAP, "nothing is deleted before it is saved"
    session.undo(session.epoch)
    assert session.text("map.yaml").text == MAP
    assert session.save()["saved"] == []
    session.redo(session.epoch)
    assert session.save()["saved"] == ["map.yaml"]
    assert not (folder / "map.yaml").exists()
    session.undo(session.epoch)
    session.save()
    assert (folder / "map.yaml").read_text() == MAP


def test_a_removed_file_that_others_changed_is_not_deleted(session, folder) -> None:
    do(session, "remove", "map.yaml")
    (folder / "map.yaml").write_text("# theirs\n" + MAP)
    session.look_at_disk()
    (conflict,) = session.save()["conflicts"]
    assert (conflict["mine"], conflict["theirs"], conflict["removed"]) == ("", "# theirs\n" + MAP, True)
    assert (folder / "map.yaml").exists()
    session.save(choose={"map.yaml": "theirs"})
    assert session.text("map.yaml").text == "# theirs\n" + MAP
    session.undo(session.epoch)
    session.look_at_disk()
    assert session.save()["saved"] == ["map.yaml"], "undone, it is removed again"
    assert not (folder / "map.yaml").exists()


def test_a_file_of_others_takes_the_name_of_a_document_that_was_undone(session, folder) -> None:
    do(session, "make")
    session.undo(session.epoch)
    (folder / "scenarios").mkdir()
    (folder / NEW).write_text("# theirs\n")
    session.look_at_disk()
    assert session.text(NEW).text == "# theirs\n"
    assert (session.history.undo, session.history.redo) == (None, None)


@pytest.mark.parametrize(
    "name", ["../one.yaml", "/one.yaml", "scenarios/.one.yaml", "one.txt", "con.yaml", "a\0.yaml", "MAP.yaml"]
)
def test_names_that_no_document_may_have(session, name) -> None:
    with pytest.raises(Refused):
        do(session, "make", name)
    assert (session.epoch, session.history.undo) == (0, None)


def test_a_file_that_the_game_does_not_read_stays(session, folder) -> None:
    (folder / "broken.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="on the disk"):
        do(session, "make", "broken.yaml")


def test_new_and_removed_documents_are_recovered(folder) -> None:
    first = Session(folder)
    do(first, "make")
    do(first, "remove", "map.yaml")
    first.close()
    second = Session(folder)
    assert set(second.recovery.offered) == {NEW, "map.yaml"}
    done = second.recover(second.epoch, take=True)
    assert sorted(done["unsaved"]) == ["map.yaml", NEW]
    assert sorted(second.documents()) == ["game.yaml", NEW]
    second.undo(second.epoch)
    assert sorted(second.documents()) == ["game.yaml", "map.yaml"]
    second.redo(second.epoch)
    second.save()
    assert not (folder / "map.yaml").exists()
    assert (folder / NEW).read_text() == TEXT
    second.close()


def test_the_page_is_told(page) -> None:
    answer = page.do("make", doc=NEW)
    assert answer.json()["documents"]
    assert NEW in [each["name"] for each in page.get("/api/game").json()["documents"]]
    assert page.text(NEW) == TEXT
    assert page.post("/api/undo", {"epoch": page.epoch}).json()["documents"]
    assert page.get("/api/text", params={"doc": NEW}).status_code == 404

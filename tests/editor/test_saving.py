"""Saving, conflicts with other programs, and what is recovered: no text is ever lost."""

from __future__ import annotations

import errno
import json
import shutil
import threading
import time

import pytest

from scenario_forge.editor import history
from scenario_forge.editor.answers import NotWritten, Refused, Stale
from scenario_forge.editor.intent_requests import do
from scenario_forge.editor.session import Session
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.source import files

from .conftest import Page
from .small import MAP

OURS, THEIRS = "# ours\n", "# theirs\n"


def typed(session, insert: str = OURS, doc: str = "map.yaml", at: int = 0):
    return session.type(session.epoch, doc, [{"from": at, "to": at, "insert": insert}])


def told(session) -> list[tuple[str, dict]]:
    heard: list[tuple[str, dict]] = []
    session.listen(lambda event, data: heard.append((event, data)))
    return heard


# -- saving ----------------------------------------------------------------------------------------


def test_only_what_changed_is_saved_and_only_once(session, folder) -> None:
    stamps = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    typed(session)
    assert session.save() == {"saved": ["map.yaml"], "conflicts": [], "epoch": 1}
    assert (folder / "map.yaml").read_text() == OURS + MAP
    assert (folder / "game.yaml").stat().st_mtime_ns == stamps["game.yaml"]
    assert session.save()["saved"] == []
    assert session.save(["map.yaml"])["saved"] == []
    assert sorted(path.name for path in folder.iterdir()) == ["game.yaml", "map.yaml"]


def test_line_ends_and_byte_order_mark_stay(folder) -> None:
    windows = b"\xef\xbb\xbf" + MAP.replace("\n", "\r\n").encode()
    (folder / "map.yaml").write_bytes(windows)
    session = Session(folder)
    page = PageText(session.text("map.yaml").text)
    assert page.shown == MAP
    line = len(MAP[: MAP.index("  - {row: A,")].encode("utf-16-le")) // 2
    typed(session, "  # ours 🏖\n", at=line)
    typed(session, "# more\n", at=line + len("  # ours 🏖\n") + 1)  # the beach is two units
    session.save()
    expected = windows.replace(b"  - {row: A,", "  # ours 🏖\r\n# more\r\n  - {row: A,".encode())
    assert (folder / "map.yaml").read_bytes() == expected
    session.close()


def test_a_full_disk_changes_nothing(page, session, folder, monkeypatch) -> None:
    page.do("map.paint", cells=[["A1", "sea"]])
    full = OSError(errno.ENOSPC, "No space left on device")
    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fsync", lambda _handle: (_ for _ in ()).throw(full))
        answer = page.post("/api/save", {})
        assert answer.status_code == 507
        assert "No space left" in answer.json()["message"]
        assert page.type("map.yaml", 0, 0, OURS).status_code == 200
        assert "No space left" in page.get("/api/game").json()["warning"]
    assert (folder / "map.yaml").read_text() == MAP
    assert sorted(path.name for path in folder.iterdir()) == ["game.yaml", "map.yaml"]
    assert page.post("/api/save", {}).json()["saved"] == ["map.yaml"]
    assert (folder / "map.yaml").read_text() == session.text("map.yaml").text != MAP


def test_what_was_saved_before_the_disk_was_full_is_told(session, folder, monkeypatch) -> None:
    typed(session)
    typed(session, doc="game.yaml")
    real, calls = files.os.replace, []

    def replace(one, other):
        calls.append(str(other))
        if str(other).endswith("map.yaml"):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(one, other)

    monkeypatch.setattr(files.os, "replace", replace)
    with pytest.raises(NotWritten) as stopped:
        session.save(["game.yaml", "map.yaml"])
    assert stopped.value.saved == ["game.yaml"]
    assert [each.name for each in session.texts.values() if each.unsaved] == ["map.yaml"]


# -- a file that others change ---------------------------------------------------------------------


def test_a_file_that_changed_is_not_overwritten(page, folder) -> None:
    page.type("map.yaml", 0, 0, OURS)
    page.type("game.yaml", 0, 0, OURS)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    answer = page.post("/api/save", {})
    assert answer.status_code == 409
    (conflict,) = answer.json()["conflicts"]
    mine, theirs = OURS + MAP, THEIRS + MAP
    assert conflict == {"doc": "map.yaml", "base": MAP, "mine": mine, "theirs": theirs, "why": "", "removed": False}
    assert answer.json()["saved"] == []
    assert (folder / "map.yaml").read_text() == THEIRS + MAP
    assert not (folder / "game.yaml").read_text().startswith(OURS), "nothing is saved while there is a conflict"


def test_mine(session, folder) -> None:
    typed(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    assert session.save()["conflicts"]
    assert session.save(choose={"map.yaml": "mine"})["saved"] == ["map.yaml"]
    assert (folder / "map.yaml").read_text() == OURS + MAP


def test_theirs_and_back_again(session, folder) -> None:
    typed(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    assert session.save()["conflicts"]
    assert session.save(choose={"map.yaml": "theirs"}) == {"saved": [], "conflicts": [], "epoch": 2}
    assert session.text("map.yaml").text == THEIRS + MAP
    assert not session.text("map.yaml").unsaved
    session.undo(2)
    assert session.text("map.yaml").text == OURS + MAP, "what was given up can be had again"
    assert session.save()["saved"] == ["map.yaml"]
    assert (folder / "map.yaml").read_text() == OURS + MAP


def test_theirs_that_went_back_to_what_was_read(session, folder) -> None:
    typed(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    assert session.save()["conflicts"]
    (folder / "map.yaml").write_text(MAP)
    assert session.save(choose={"map.yaml": "theirs"})["saved"] == []
    assert session.text("map.yaml").text == (folder / "map.yaml").read_text() == MAP


def test_a_choice_is_about_the_text_that_was_shown(session, folder) -> None:
    typed(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    assert session.save(choose={"map.yaml": "mine"})["conflicts"], "nothing was shown yet"
    (folder / "map.yaml").write_text("# theirs again\n" + MAP)
    again = session.save(choose={"map.yaml": "mine"})
    assert [each["theirs"] for each in again["conflicts"]] == ["# theirs again\n" + MAP]
    assert session.save(choose={"map.yaml": "mine"})["saved"] == ["map.yaml"]
    with pytest.raises(Refused):
        session.save(choose={"map.yaml": "ours"})


def test_a_file_without_unsaved_text_is_taken_at_once(session, folder) -> None:
    heard = told(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    session.look_at_disk()
    assert session.text("map.yaml").text == THEIRS + MAP
    assert not session.text("map.yaml").unsaved
    assert [event for event, _data in heard] == ["changed", "disk"]
    assert session.history.undo == "Take map.yaml from the disk"
    session.look_at_disk()
    assert len(heard) == 2, "our own files are no news"


def test_a_file_with_unsaved_text_is_only_spoken_of(session, folder) -> None:
    typed(session)
    heard = told(session)
    (folder / "map.yaml").write_text(THEIRS + MAP)
    for _ in range(2):
        session.look_at_disk()
    assert heard == [("disk", {"doc": "map.yaml", "state": "changed", "why": "", "unsaved": True})]
    assert session.text("map.yaml").text == OURS + MAP
    assert session.save()["conflicts"]


@pytest.mark.parametrize("unsaved", [False, True])
def test_a_file_deleted_outside_keeps_its_text(session, folder, unsaved) -> None:
    if unsaved:
        typed(session)
    text = session.text("map.yaml").text
    heard = told(session)
    (folder / "map.yaml").unlink()
    for _ in range(2):
        session.look_at_disk()
    assert [(event, data["state"]) for event, data in heard] == [("disk", "gone")]
    assert session.text("map.yaml").text == text
    assert session.text("map.yaml").unsaved
    assert session.save()["saved"] == ["map.yaml"]
    assert (folder / "map.yaml").read_text() == text


def test_a_folder_deleted_outside_comes_back_with_its_document(session, folder) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios/one.yaml").write_text("scenario: one\n")
    session.look_at_disk()
    typed(session, doc="scenarios/one.yaml")
    shutil.rmtree(folder / "scenarios")
    session.look_at_disk()
    assert session.save()["saved"] == ["scenarios/one.yaml"]
    assert (folder / "scenarios/one.yaml").read_text() == OURS + "scenario: one\n"


def test_a_deletion_can_be_accepted(session, folder) -> None:
    typed(session)
    typed(session, doc="game.yaml")
    (folder / "map.yaml").unlink()
    assert session.save(["map.yaml"])["conflicts"], "it was there when it was read"
    assert session.save(choose={"map.yaml": "theirs"})["conflicts"] == []
    assert sorted(session.texts) == ["game.yaml"]
    assert session.history.undo == "Edit game.yaml, line 1"
    session.undo(session.epoch)
    assert not (folder / "map.yaml").exists()


@pytest.mark.parametrize("broken", [b"\xff\xfe\x00", b"%PDF-1.7", b"a: \xe9", b"x" * (9 * 2**20)])
@pytest.mark.parametrize("unsaved", [False, True])
def test_a_file_broken_outside_leaves_the_text_here(session, folder, broken, unsaved) -> None:
    if unsaved:
        typed(session)
    text = session.text("map.yaml").text
    heard = told(session)
    (folder / "map.yaml").write_bytes(broken)
    session.look_at_disk()
    assert [(event, data["state"]) for event, data in heard] == [("disk", "broken")]
    assert session.text("map.yaml").text == text
    typed(session, "# more\n")
    (conflict,) = session.save()["conflicts"]
    assert conflict["theirs"] is None
    assert conflict["why"]
    with pytest.raises(Refused):
        session.save(choose={"map.yaml": "theirs"})
    assert session.save(choose={"map.yaml": "mine"})["saved"] == ["map.yaml"]
    assert (folder / "map.yaml").read_text() == "# more\n" + text


def test_a_file_with_a_slip_made_outside_is_taken_and_reported(page, folder, session) -> None:
    (folder / "map.yaml").write_text("grid: [\n" + MAP)
    session.look_at_disk()
    page.epoch = session.epoch
    assert page.text() == "grid: [\n" + MAP
    assert page.get("/api/map").status_code == 404
    assert page.do("map.paint", cells=[["A1", "sea"]]).status_code == 422
    assert [found["code"] for found in page.findings()["findings"] if found["doc"] == "map.yaml"]


def test_a_new_file_is_a_new_document(session, folder) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "one.yaml").write_text("scenario: one\n")
    (folder / "notes.txt").write_text("no document\n")
    session.look_at_disk()
    assert sorted(session.texts) == ["game.yaml", "map.yaml", "scenarios/one.yaml"]


def test_the_watcher_sees_what_others_do(page, folder) -> None:
    (folder / "map.yaml").write_text(THEIRS + MAP)
    end = time.monotonic() + 30
    while page.text() != THEIRS + MAP and time.monotonic() < end:
        time.sleep(0.05)
        (folder / "map.yaml").touch()
    assert page.text() == THEIRS + MAP


def test_the_watcher_outlives_a_folder_that_could_not_be_read(page, session, folder, monkeypatch) -> None:
    looked: list[int] = []
    look = session.look_at_disk

    def refused() -> None:
        looked.append(1)
        if len(looked) == 1:
            raise PermissionError(13, "Permission denied")
        look()

    monkeypatch.setattr(session, "look_at_disk", refused)
    end = time.monotonic() + 30
    (folder / "map.yaml").write_text(THEIRS + MAP)
    while page.text() != THEIRS + MAP and time.monotonic() < end:
        time.sleep(0.05)
        (folder / "map.yaml").touch()
    assert page.text() == THEIRS + MAP


# -- two windows -----------------------------------------------------------------------------------


def test_a_second_window_cannot_change_what_it_has_not_seen(page) -> None:
    second = Page(page.client)
    assert page.do("map.paint", cells=[["A1", "sea"]]).status_code == 200
    for answer in (
        second.do("map.paint", cells=[["A2", "sea"]]),
        second.type("map.yaml", 0, 0, OURS),
        second.post("/api/undo", {"epoch": 0}),
        second.post("/api/recovery", {"epoch": 0, "take": True}),
    ):
        assert answer.status_code == 409
        assert answer.json()["epoch"] == 1
    second.epoch = 1
    assert second.do("map.paint", cells=[["A2", "sea"]]).status_code == 200
    assert "ccc" in page.text()


def test_an_epoch_of_the_future_is_stale_too(session) -> None:
    with pytest.raises(Stale):
        session.undo(7)


# -- undo ------------------------------------------------------------------------------------------


def test_typing_is_one_step_while_it_goes_on(session, monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("scenario_forge.editor.session.time.monotonic", lambda: now[0])
    for at, sign in enumerate("# ourz"):
        typed(session, sign, at=at)
        now[0] += 0.3
    session.type(session.epoch, "map.yaml", [{"from": 5, "to": 6, "insert": ""}])
    typed(session, "s\n", at=5)
    assert session.text("map.yaml").text == OURS + MAP
    assert len(session.history.past) == 1
    typed(session, "# far away\n", at=len("# ours\n") + len("basis: printed"))
    assert len(session.history.past) == 2
    now[0] += 2
    typed(session, "x", at=0)
    assert len(session.history.past) == 3
    for _ in range(3):
        session.undo(session.epoch)
    assert session.text("map.yaml").text == MAP
    for _ in range(2):
        session.redo(session.epoch)
    typed(session, "y", at=0)
    assert [step.sentence for step in session.history.past] == [f"Edit map.yaml, line {line}" for line in (1, 2, 1)]
    with pytest.raises(Refused):
        session.redo(session.epoch)


def test_large_steps_are_forgotten_first(session, monkeypatch) -> None:
    monkeypatch.setattr(history, "MOST_CHARACTERS", 1000)
    for number in range(4):
        session.edit(session.epoch, f"Paste {number}", {"map.yaml": [{"from": 0, "to": 0, "insert": "#" * 400 + "\n"}]})
    assert [step.sentence for step in session.history.past] == ["Paste 2", "Paste 3"]
    session.edit(session.epoch, "Paste a book", {"map.yaml": [{"from": 0, "to": 0, "insert": "#" * 4000 + "\n"}]})
    assert [step.sentence for step in session.history.past] == ["Paste a book"]


def test_a_character_that_would_make_the_file_no_text_is_refused(session) -> None:
    with pytest.raises(Refused, match="NUL"):
        typed(session, "# a\0b\n")
    assert not session.text("map.yaml").unsaved


def test_painting_and_typing_are_undone_in_turn(page) -> None:
    page.do("map.paint", cells=[["A1", "sea"]])
    page.type("map.yaml", 0, 0, OURS)
    page.edit("Fix: nothing", {"map.yaml": []})
    page.edit("Fix: put it in quotes", {"map.yaml": [{"from": 0, "to": 1, "insert": "#"}]})
    for sentence in ("Fix: put it in quotes", "Edit map.yaml, line 1", "Paint A1 as Sea"):
        assert page.post("/api/undo", {"epoch": page.epoch}).json()["sentence"] == sentence
    assert page.text() == MAP
    assert page.post("/api/undo", {"epoch": page.epoch}).status_code == 422


# -- recovery --------------------------------------------------------------------------------------


def test_unsaved_text_outlives_the_session(session, folder) -> None:
    typed(session)
    session.close()
    second = Session(folder)
    assert {name: kept["text"] for name, kept in second.recovery.offered.items()} == {"map.yaml": OURS + MAP}
    assert second.recover(0, take=True)["sentence"] == "Recover unsaved changes"
    assert second.text("map.yaml").text == OURS + MAP
    assert second.text("map.yaml").unsaved
    assert second.save()["saved"] == ["map.yaml"]
    second.close()
    third = Session(folder)
    assert third.recovery.offered == {}
    third.close()
    assert list(third.recovery.folder.iterdir()) == []


def test_recovery_is_refused_once_and_forgotten(session, folder) -> None:
    typed(session)
    session.close()
    second = Session(folder)
    second.recover(0, take=False)
    assert second.text("map.yaml").text == MAP
    second.close()
    assert Session(folder).recovery.offered == {}


def test_a_session_that_lives_keeps_its_own(session, folder) -> None:
    typed(session)
    second = Session(folder)
    assert second.recovery.offered == {}
    typed(second, THEIRS, doc="game.yaml")
    session.close()
    second.close()
    third = Session(folder)
    assert set(third.recovery.offered) == {"map.yaml", "game.yaml"}
    third.close()


def test_what_an_earlier_session_left_stays_until_it_is_kept_anew(session, folder, monkeypatch) -> None:
    typed(session)
    session.close()
    second = Session(folder)
    with monkeypatch.context() as full:
        full.setattr(second.recovery, "keep", lambda _texts: "the disk is full")
        second.recover(0, take=True)
    second.close()
    third = Session(folder)
    assert third.recovery.offered["map.yaml"]["text"] == OURS + MAP
    third.close()


def test_recovered_text_does_not_overwrite_what_others_saved_since(session, folder) -> None:
    typed(session)
    session.close()
    (folder / "map.yaml").write_text(THEIRS + MAP)
    second = Session(folder)
    second.recover(0, take=True)
    (conflict,) = second.save()["conflicts"]
    assert (conflict["base"], conflict["mine"], conflict["theirs"]) == (MAP, OURS + MAP, THEIRS + MAP)
    second.close()


def test_recovery_brings_back_a_document_that_is_gone(session, folder) -> None:
    typed(session)
    session.close()
    (folder / "map.yaml").unlink()
    second = Session(folder)
    second.recover(0, take=True)
    assert second.text("map.yaml").text == OURS + MAP
    assert second.save()["conflicts"], "the file that it was made from is not there"
    assert second.save(choose={"map.yaml": "mine"})["saved"] == ["map.yaml"]
    second.close()


def test_recovery_that_was_saved_elsewhere_is_not_offered(session, folder) -> None:
    typed(session)
    session.close()
    (folder / "map.yaml").write_text(OURS + MAP)
    second = Session(folder)
    assert second.recovery.offered == {}
    second.close()


@pytest.mark.parametrize(
    "written",
    ["", "{", "[]", '{"format": 9}', '{"format": 1, "game": "elsewhere", "texts": {}}', '{"format": 1, "texts": {"../x.yaml": {}}}'],
)  # fmt: skip
def test_a_recovery_file_is_not_trusted(session, folder, written) -> None:
    typed(session)
    session.close()
    session.recovery.path.write_text(written)
    assert Session(folder).recovery.offered == {}


def test_a_recovery_file_cannot_name_a_file_outside(session, folder) -> None:
    typed(session)
    session.close()
    kept = json.loads(session.recovery.path.read_text())
    kept["texts"] = {"../outside.yaml": kept["texts"]["map.yaml"]}
    session.recovery.path.write_text(json.dumps(kept))
    second = Session(folder)
    assert second.recovery.offered == {}
    second.close()


def test_without_a_place_for_recovery_the_editor_works_and_says_so(folder, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path / "file" / "cache"))
    session = Session(folder)
    typed(session)
    assert "cannot be kept" in session.warning
    assert session.save()["saved"] == ["map.yaml"]
    session.close()


def test_a_file_renamed_outside_is_followed_with_its_unsaved_text_and_its_steps(session, folder) -> None:
    (folder / "scenarios").mkdir()
    (folder / "scenarios/one.yaml").write_text("scenario: one\n")
    session.look_at_disk()
    session.type(session.epoch, "scenarios/one.yaml", [{"from": 0, "to": 0, "insert": "# ours\n"}])
    told = []
    session.listen(lambda event, data: told.append(data) if event == "disk" else None)
    (folder / "scenarios/one.yaml").rename(folder / "scenarios/two.yaml")
    session.look_at_disk()
    assert [(each["state"], each["was"], each["doc"]) for each in told] == [
        ("renamed", "scenarios/one.yaml", "scenarios/two.yaml")
    ]
    assert "scenarios/one.yaml" not in session.texts
    assert session.texts["scenarios/two.yaml"].text == "# ours\nscenario: one\n"
    assert session.save()["saved"] == ["scenarios/two.yaml"]
    assert not (folder / "scenarios/one.yaml").exists()
    session.undo(session.epoch)
    assert session.texts["scenarios/two.yaml"].text == "scenario: one\n"


def test_of_two_files_with_the_same_text_a_renamed_one_is_not_guessed(session, folder) -> None:
    (folder / "scenarios").mkdir()
    for name in ("one", "two"):
        (folder / f"scenarios/{name}.yaml").write_text("scenario: same\n")
    session.look_at_disk()
    (folder / "scenarios/one.yaml").rename(folder / "scenarios/three.yaml")
    (folder / "scenarios/two.yaml").rename(folder / "scenarios/four.yaml")
    session.look_at_disk()
    assert {"scenarios/one.yaml", "scenarios/two.yaml", "scenarios/three.yaml"} <= session.texts.keys()


def test_a_file_that_is_gone_takes_only_its_own_changes_out_of_the_stack(session, folder) -> None:
    map_ = session.text("map.yaml").text
    session.put(0, "First", {"map.yaml": [(0, 0, "# one\n")]})
    session.put(1, "Both", {"map.yaml": [(0, 0, "# a longer two\n")], "game.yaml": [(0, 0, "# two\n")]})
    session.put(2, "Last", {"map.yaml": [(0, 0, "# three\n")]})
    (folder / "game.yaml").unlink()
    told_of = session.save()["conflicts"]
    assert [each["doc"] for each in told_of] == ["game.yaml"]
    session.save(choose={"game.yaml": "theirs"})
    for _step in range(3):
        session.undo(session.epoch)
    assert session.text("map.yaml").text == map_
    for _step in range(3):
        session.redo(session.epoch)
    assert session.text("map.yaml").text == "# three\n# a longer two\n# one\n" + map_
    assert session.history.redo is None


def test_two_windows_that_change_at_once_never_wait_for_each_other_for_good(session) -> None:
    def changes(terrain: str) -> None:
        for _time in range(15):
            while True:
                try:
                    do(session, session.epoch, "map.paint", {"cells": [("B1", terrain)]})
                    typed(session)
                    break
                except Stale:
                    continue

    threads = [threading.Thread(target=changes, args=(each,), daemon=True) for each in ("sea", "hills")]
    for each in threads:
        each.start()
    for each in threads:
        each.join(timeout=20)
    assert not any(each.is_alive() for each in threads)

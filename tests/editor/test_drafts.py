"""Scenarios on new dates: drafted as the command drafts them, decided place by place, each change one step."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pytest

from scenario_forge import load_game
from scenario_forge.api.drafts.date_grid import date_grid
from scenario_forge.api.trials.playtest import PlaytestOrder, playtest
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.editor.server.app import application
from scenario_forge.editor.session import Session
from scenario_forge.source.compose import compose
from scenario_forge.source.files import SWITCH
from scenario_forge.source.fmt import format_text

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a library that is not in the lock
    from starlette.testclient import TestClient

from tests.as_printed import copy_as_printed

from .conftest import PORT, Page

if TYPE_CHECKING:
    from pathlib import Path

DOC = "scenarios/agordat.yaml"
WANTED = {"name": "agordat", "title": "Before Agordat: a race", "start": "2/2/41", "stop": "16/3/41"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> tuple[Page, Session]:
    """A copy of *Road to Massawa* and its page, for the whole module: evidence of a date is gathered once."""
    made = tmp_path_factory.mktemp("dates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENARIO_FORGE_CACHE", str(made / "cache"))
        session = Session(copy_as_printed("massawa", made / "massawa"))
    with TestClient(application(session, PORT, "the-token"), base_url=f"http://127.0.0.1:{PORT}") as client:
        page = Page(client)
        assert page.post("/api/enter", {"token": "the-token"}).status_code == 200
        yield page, session
    session.close()


@pytest.fixture
def session(whole) -> Session:
    return whole[1]


@pytest.fixture
def folder(session) -> Path:
    return session.folder


@pytest.fixture
def page(whole):
    """The page; what a test does is undone, also on the disk."""
    made, session = whole
    yield made
    while session.history.past:
        session.undo(session.epoch)
    session.history.future.clear()
    session.save()
    made.epoch = session.epoch


@pytest.fixture
def drafted(page):
    assert page.post("/api/dates/new", {"epoch": page.epoch, **WANTED}).status_code == 200
    return page


def ask(page, path: str = "/places", scenario: str = "agordat") -> dict:
    return page.get(f"/api/dates{path}", params={"scenario": scenario}).json()


def change(page, what: str, **args):
    return page.post(f"/api/dates/{what}", {"epoch": page.epoch, "scenario": "agordat", **args})


def decide(page, who: str, cell: str, source: str = ""):
    return change(page, "decide", rows=[{"who": who, "cell": cell, "source": source}])


def test_the_form_is_told_what_there_is_to_choose(page) -> None:
    choices = page.get("/api/dates").json()
    assert [each["date"] for each in choices["turns"]][:2] == ["19/1/41", "2/2/41"]
    assert [each["start"] for each in choices["turns"]][:2] == [True, False]
    assert [each["id"] for each in choices["origins"]] == ["jan41", "mar41"]
    assert choices["usual"] == "roles"


def test_a_draft_is_told_before_it_is_made_and_is_that_of_the_command(page, session, folder) -> None:
    told = page.post("/api/dates/draft", WANTED).json()
    made = new_scenario(load_game(folder, None), ScenarioRequest("agordat", "2/2/41", "16/3/41"))
    assert (told["problem"], told["units"], told["open"]) == ("", made.units, made.open)
    assert told["remarks"] == [f"{each[0].upper()}{each[1:]}." for each in made.remarks]
    assert any("hidden starts" in each for each in told["remarks"])
    assert DOC not in session.documents(), "nothing is made yet"
    done = page.post("/api/dates/new", {"epoch": page.epoch, **WANTED}).json()
    assert (done["sentence"], done["documents"]) == ("Add scenario Before Agordat: a race", True)
    assert page.text(DOC) == made.text.replace("title: Agordat", 'title: "Before Agordat: a race"')
    assert format_text(page.text(DOC), DOC) == page.text(DOC)
    assert {"id": "agordat", "title": WANTED["title"]} in page.get("/api/game").json()["scenarios"]
    page.post("/api/undo", {"epoch": page.epoch})
    assert DOC not in session.documents()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"start": "2/2/43"}, "not in the campaign"),
        ({"start": "16/3/41", "stop": "2/2/41"}, "comes before the start"),
        ({"name": "../x"}, "not a valid name"),
        ({"name": "con"}, "reserve it"),
        ({"name": "keren"}, "already"),
        ({"origin": "nobody"}, "no printed start"),
        ({"origin": "record.json"}, "cannot be taken"),
        ({"origin": "playouts"}, "cannot be taken"),
    ],
)
def test_a_draft_that_cannot_be_says_why(page, session, wrong, said) -> None:
    asked = {**WANTED, **wrong}
    if asked["name"] == "keren":
        asked["name"] = page.get("/api/game").json()["scenarios"][0]["id"]
    assert said in page.post("/api/dates/draft", asked).json()["problem"]
    before = session.epoch
    answer = page.post("/api/dates/new", {"epoch": page.epoch, **asked})
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert session.epoch == before


def test_every_open_place_has_its_evidence(drafted) -> None:
    told = ask(drafted)
    open_ = [line for line in drafted.text(DOC).splitlines() if '"Decide:' in line]
    assert (told["problem"], told["decided"], len(told["places"])) == ("", 0, len(open_))
    unit = next(each for each in told["places"] if each["kind"] == "unit")
    assert [each["when"] for each in unit["printed"]] == ["before", "after"]
    assert unit["reason"]
    for place in told["places"]:
        assert drafted.text(place["doc"])[place["from"] : place["to"]].startswith('"Decide:')
        assert all(each["why"] for each in place["candidates"])
    assert told["chronology"]


def test_a_decision_is_one_line_and_undone_to_the_byte(drafted, session) -> None:
    before, place = drafted.text(DOC), next(each for each in ask(drafted)["places"] if each["kind"] == "unit")
    cell = place["candidates"][0]["cell"]
    done = decide(drafted, place["id"], cell, "a diary").json()
    assert done["sentence"] == f"Decide {place['cited']}: {cell}"
    after = drafted.text(DOC)
    (pair,) = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert "Decide:" not in pair[1]
    assert pair[1].endswith("decided: a diary")
    assert len(pair[1]) - len("; decided: a diary") <= len(pair[0]), "the columns stay"
    told = ask(drafted)
    assert told["decided"] == 1
    assert place["id"] not in [each["id"] for each in told["places"]]
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(DOC) == before


def test_what_cannot_be_is_refused_and_stays_open(drafted) -> None:
    before, told = drafted.text(DOC), ask(drafted)
    unit = next(each for each in told["places"] if each["kind"] == "unit")
    for who, cell, said in [
        (unit["id"], "nowhere at all", ""),
        (unit["id"], "", "not left to decide"),
        ("empire/99", "G7", "no unit"),
        ("nobody/1", "G7", ""),
        ("/G7", "nobody", ""),
    ]:
        answer = decide(drafted, who, cell)
        assert answer.status_code == 422
        assert said in answer.json()["message"]
    assert decide(drafted, unit["id"], unit["candidates"][0]["cell"]).status_code == 200
    again = decide(drafted, unit["id"], unit["candidates"][0]["cell"])
    assert again.status_code == 422, "it is decided"
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(DOC) == before
    assert drafted.post("/api/dates/decide", {"epoch": 0, "scenario": "agordat", "rows": [
        {"who": unit["id"], "cell": "G7"}]}).status_code == 409  # fmt: skip


def test_all_candidates_are_accepted_in_one_step(drafted) -> None:
    before, count = drafted.text(DOC), len(ask(drafted)["places"])
    assert change(drafted, "accept").json()["sentence"] == f"Accept {count} candidates"
    text = drafted.text(DOC)
    assert '"Decide:' not in text
    assert ask(drafted)["decided"] == count
    assert format_text(text, DOC) == text
    assert change(drafted, "accept").status_code == 422
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(DOC) == before


def test_the_front_is_drawn_as_the_scenario_has_it(drafted) -> None:
    front = ask(drafted, "/front")
    assert front["own"]
    one, other = front["sides"][0]
    assert f"{one}/{other}" in drafted.text(DOC) or f"{other}/{one}" in drafted.text(DOC)
    assert drafted.get("/api/dates/front", params={"scenario": "nobody"}).status_code == 404


def test_questions_in_comments_are_settled(drafted) -> None:
    text = drafted.text(DOC)
    at = text.index("scenario: agordat")
    drafted.type(DOC, at, at, "# Decide: is anything else scored?\n")
    assert [(each["text"], each["settle"]) for each in ask(drafted)["notes"]] == [("is anything else scored?", True)]
    assert change(drafted, "settle", note="is anything else scored?").status_code == 200
    assert drafted.text(DOC) == text
    assert change(drafted, "settle", note="is anything else scored?").status_code == 422


def test_a_scenario_is_copied_and_removed(drafted, folder) -> None:
    copied = change(drafted, "copy", name="race", title="The race").json()
    assert copied["sentence"] == "Copy scenario Before Agordat: a race to The race"
    changed = [b for a, b in zip(drafted.text(DOC).splitlines(), drafted.text("scenarios/race.yaml").splitlines(),
                                 strict=True) if a != b]  # fmt: skip
    assert changed == ["scenario: race", 'title: "The race"']
    assert change(drafted, "copy", name="race").status_code == 422
    drafted.post("/api/save", {})
    assert (folder / DOC).exists()
    assert change(drafted, "remove").json()["sentence"] == "Remove scenario Before Agordat: a race"
    assert [each["id"] for each in drafted.get("/api/game").json()["scenarios"]].count("agordat") == 0
    drafted.post("/api/save", {})
    assert not (folder / DOC).exists()
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    drafted.post("/api/save", {})
    assert (folder / DOC).exists()


def test_a_proposed_victory_row_is_taken_with_its_reason(drafted) -> None:
    assert ask(drafted)["rows"] == []
    text = drafted.text(DOC)
    start = text.rindex("\n", 0, text.rindex("\n", 0, text.index("- id: 16mar41_italy_asmara"))) + 1
    end = text.index("\n# Proposed target band")
    drafted.type(DOC, start, end, "")
    rows, without = ask(drafted)["rows"], drafted.text(DOC)
    assert [each["id"] for each in rows] == ["16mar41_italy_asmara", "16mar41_italy_massawa"]
    assert all(each["why"] and not each["doubt"] for each in rows)
    done = change(drafted, "victory", row=rows[0]["id"]).json()
    assert done["sentence"] == f"Add victory row {rows[0]['text']}, {rows[0]['points']}"
    assert f"  # {rows[0]['why']}\n  - id: 16mar41_italy_asmara\n" in drafted.text(DOC)
    assert format_text(drafted.text(DOC), DOC) == drafted.text(DOC)
    assert [each["id"] for each in ask(drafted)["rows"]] == [rows[1]["id"]]
    assert change(drafted, "victory", row=rows[0]["id"]).status_code == 422
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(DOC) == without


def test_the_front_is_drawn_anew_from_what_was_decided(drafted, session) -> None:
    assert ask(drafted)["moved"] is False
    assert change(drafted, "front").status_code == 422, "it is as drafted"
    assert change(drafted, "accept").status_code == 200
    assert ask(drafted)["moved"] is False, "every candidate stands where it was drafted"
    assert drafted.do("unit.move", unit="italy/2", scenario="agordat", hex="B2").status_code == 200
    before = drafted.text(DOC)
    assert ask(drafted)["moved"] is True
    done = change(drafted, "front").json()
    assert done["sentence"] == "Draw the front of Before Agordat: a race anew"
    after = drafted.text(DOC)
    assert ask(drafted)["moved"] is False
    changed = set(after.splitlines()) - set(before.splitlines())
    assert all("/" in line or "around" in line or "sides" in line for line in changed)
    assert format_text(after, DOC) == after
    ours = [each for each in drafted.findings()["findings"] if each["doc"] == DOC]
    assert not {each["code"] for each in ours} & {"SCN014", "SCN015", "SCN016"}
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(DOC) == before


def test_rows_that_the_draft_proposed_are_told_with_their_places(drafted) -> None:
    told, text = ask(drafted), drafted.text(DOC)
    assert [each["id"] for each in told["proposed"]][:2] == ["16mar41_empire_keren", "16mar41_empire_asmara"]
    for each in told["proposed"]:
        assert text[each["from"] : each["to"]].startswith(f"id: {each['id']}\n")
        assert each["why"]


def test_a_decision_goes_into_the_dossier_of_the_date_too(drafted, session) -> None:
    doc, kept = "dossiers/2-2-41.yaml", "  - {control: Keren, at: italy, note: mine} # by a person\n"
    head = 'basis: proposed\n\ngame: massawa\ndate: "2/2/41"\nfirst: empire\n\nrows:\n'
    drafted.epoch = session.put(session.epoch, "Begin a dossier", {doc: [(0, 0, head + kept)]})["epoch"]
    place = next(each for each in ask(drafted)["places"] if each["id"] == "italy/3")
    chosen = place["candidates"][0]
    done = decide(drafted, "italy/3", chosen["cell"], "a diary").json()
    assert done["sentence"] == f"Decide {place['cited']}: {chosen['cell']}, in {doc} too"
    written = drafted.text(doc)
    assert written.startswith(head)
    assert written.endswith(kept), "units stand before control"
    row = written[len(head) : -len(kept)]
    assert compose(row, doc)[0].data == [
        {"side": "italy", "no": 3, "at": chosen["cell"], "source": "a diary", "note": "; ".join(chosen["why"])}
    ]
    drafted.post("/api/undo", {"epoch": drafted.epoch})
    assert drafted.text(doc) == head + kept
    assert "decided: a diary" not in drafted.text(DOC)
    assert change(drafted, "accept").status_code == 200
    assert drafted.text(doc).count("\n") > 8


def test_the_question_about_levels_leads_to_the_victory_table_and_is_settled_by_the_list(page_of_knights) -> None:
    page, doc = page_of_knights, "scenarios/november.yaml"
    ask_ = {"name": "november", "title": "November", "start": "11/41", "stop": "5/42", "origin": "jan42"}
    assert page.post("/api/dates/new", {"epoch": page.epoch, **ask_}).status_code == 200
    told = page.get("/api/dates/places", params={"scenario": "november"}).json()
    savona = next(each for each in told["places"] if each["id"] == "axis/17")
    assert savona["reason"].startswith("March 1941 0203; January 1942: in reserve, printed as B (45)")
    assert savona["candidates"][0]["why"].count("as drafted") == 1
    start, levels = told["notes"]
    assert (start["text"][:10], start["doc"], start["settle"]) == ("begin with", doc, True)
    assert (levels["text"][:11], levels["doc"], levels["form"], levels["settle"]) == (
        "which leads",
        "victory.yaml",
        True,
        False,
    )
    text = page.text("victory.yaml")
    assert text[levels["from"] :].startswith("- id: tobruk-41")
    copied = page.get("/api/form/new", params={"doc": "victory.yaml", "path": '["levels", 1]'}).json()
    assert copied["corrected"] == [[["levels", 0, "range"], "<60"]], "a copy has the value of the erratum"
    at = text.index("scenarios: [tobruk-41]") + len("scenarios: [tobruk-41")
    page.type("victory.yaml", at, at, ", november")
    settled = {"epoch": page.epoch, "scenario": "november", "note": start["text"]}
    assert page.post("/api/dates/settle", settled).status_code == 200
    assert "\nbegins_as: jan42\n" in page.text(doc)
    assert page.get("/api/dates/places", params={"scenario": "november"}).json()["notes"] == []


@pytest.fixture
def page_of_knights(tmp_path, monkeypatch):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path / "cache"))
    session = Session(copy_as_printed("knights-of-the-desert", tmp_path / "knights"))
    with TestClient(application(session, PORT, "the-token"), base_url=f"http://127.0.0.1:{PORT}") as client:
        page = Page(client)
        assert page.post("/api/enter", {"token": "the-token"}).status_code == 200
        yield page
    session.close()


def test_the_grid_is_that_of_the_command(page, folder):
    grid = page.get("/api/dates/grid").json()
    assert grid == date_grid(load_game(folder))
    assert {each["id"] for each in grid["scenarios"]} == {"eritrea", "keren"}


def test_a_new_scenario_is_in_the_grid_before_it_is_saved(drafted):
    own = [each for each in drafted.get("/api/dates/grid").json()["scenarios"] if each["id"] == "agordat"]
    assert [(each["start"], each["stop"], each["printed"]) for each in own] == [(1, 4, False)]


def test_the_situation_of_a_scenario_is_written_once(drafted):
    assert ask(drafted, "/situation") == {"situation": False}
    assert change(drafted, "situation").status_code == 200
    assert "\nsituation: >-\n  Draft: " in drafted.text(DOC)
    assert ask(drafted, "/situation") == {"situation": True}
    assert change(drafted, "situation").status_code == 422


def test_scores_at_the_stop_stand_beside_the_rows_that_are_proposed(drafted, folder, monkeypatch):
    assert ask(drafted)["scores"] == []
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(folder.parent / "verdicts"))
    game = load_game(folder)
    playtest(folder, PlaytestOrder("keren", games=2, jobs=1, errata=game.errata), game)
    (line,) = ask(drafted)["scores"]
    assert line.startswith(
        "Scores in 16 Mar 41, 2 games of Keren (empire competent, italy competent): Empire lead median "
    )


# -- sightings -------------------------------------------------------------------------------------


SEEN = {"who": "empire/10", "place": "J13", "date": "2/2/41", "source": "War diary of the brigade", "page": "sheet 4"}


def sight(page, **args):
    return page.post("/api/dates/sighting", {"epoch": page.epoch, **SEEN, **args})


def test_a_sighting_begins_its_file_with_its_source_and_is_one_step(drafted, session):
    assert sight(drafted).status_code == 200
    text = session.overlay()["sightings.yaml"]
    assert "basis: proposed\n" in text
    assert "- {id: war-diary-of-the-brigade, title: War diary of the brigade}" in text
    assert "- {side: empire, unit: 10, date: 2/2/41, at: J13, source: war-diary-of-the-brigade, page: sheet 4}" in text
    drafted.epoch = session.epoch
    told = drafted.get("/api/dates/sightings", params={"scenario": "agordat", "who": "empire/10"}).json()
    assert told["date"] == "2/2/41"
    assert told["sources"] == [{"id": "war-diary-of-the-brigade", "title": "War diary of the brigade"}]
    assert "seen at J13, 2/2/41 (War diary of the brigade, sheet 4)" in told["seen"]
    session.undo(session.epoch)
    assert session.overlay().get("sightings.yaml") is None


def test_a_second_sighting_keeps_comments_and_cites_the_same_source(drafted, session):
    assert sight(drafted).status_code == 200
    drafted.epoch = session.epoch
    before = session.overlay()["sightings.yaml"]
    assert (
        sight(drafted, who="italy/7", absent=True, source="war-diary-of-the-brigade", sure="likely").status_code == 200
    )
    after = session.overlay()["sightings.yaml"]
    assert after.startswith(before.rstrip("\n"))
    assert after.count("title:") == 1
    assert "not_at: J13" in after
    assert "sure: likely" in after
    drafted.epoch = session.epoch


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"who": "empire/99"}, "the order of battle has no such unit"),
        ({"place": "ZZ9"}, "no place"),
        ({"date": "yesterday"}, "is no date"),
        ({"date": "2/2/45"}, "not on the track"),
    ],
)
def test_a_sighting_that_makes_no_sense_is_refused_and_writes_nothing(drafted, session, args, said):
    answer = sight(drafted, **args)
    assert answer.status_code in (400, 409, 422)
    assert said in answer.json()["message"]
    assert session.overlay().get("sightings.yaml") is None


def test_sightings_stand_beside_open_places_and_what_to_look_up_below_them(drafted, session):
    before = ask(drafted)
    assert before["next"][0].startswith("Where is ")
    place = next(each for each in before["places"] if each["kind"] == "unit")
    assert sight(drafted, who=place["id"], place="J13", sure="likely").status_code == 200
    drafted.epoch = session.epoch
    after = next(each for each in ask(drafted)["places"] if each["id"] == place["id"])
    assert "likely seen at J13, 2/2/41 (War diary of the brigade, sheet 4)" in after["sightings"]
    candidate = next(each for each in after["candidates"] if each["hexes"] == ["J13"])
    assert candidate["source"] == "War diary of the brigade, sheet 4"

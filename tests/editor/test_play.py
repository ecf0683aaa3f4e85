"""Play in the editor: choices from the rules, refusals with their clause, undo, players who go on, records."""

from __future__ import annotations

import json
import shutil
import time
import warnings
from types import SimpleNamespace

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.play import prepare, replay_record
from scenario_forge.editor.play import routes as play_routes
from scenario_forge.editor.play.choosing import in_words
from scenario_forge.editor.play.dice import Throws
from scenario_forge.editor.play.table import PageState, Table
from scenario_forge.editor.server.app import application
from scenario_forge.editor.session import Session
from scenario_forge.simulator.record import read_record
from scenario_forge.simulator.step import Choice
from tests.as_printed import copy_as_printed

from .conftest import PORT, Page

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return copy_as_printed("massawa", tmp_path_factory.mktemp("play") / "massawa")


@pytest.fixture(scope="module")
def page(folder, tmp_path_factory):
    """One session for all tests of the module; each starts its own game in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        session = Session(folder)
        with TestClient(application(session, PORT, "the-token"), base_url=f"http://127.0.0.1:{PORT}") as client:
            made = Page(client)
            assert made.post("/api/enter", {"token": "the-token"}).status_code == 200
            yield made
        session.close()


class Played:
    """A game on the table, as the page holds it."""

    def __init__(self, page: Page, **order) -> None:
        self.page = page
        self.now = page.post("/api/play", {"scenario": "keren", **order}).json()
        self.about, self.lines = self.now, []
        self.take(self.now)

    def take(self, answer: dict) -> dict:
        for _ in range(1200):
            if not answer["running"]:
                break
            time.sleep(0.05)
            answer = self.page.get(f"/api/play/{self.about['id']}", params=self.has).json()
        self.lines[answer["from"] :] = answer["lines"]
        self.now = answer
        return answer

    @property
    def has(self) -> dict:
        return {"serial": self.now.get("serial", -1), "lines": len(self.lines), "pieces": 0}

    def post(self, what: str, **body):
        return self.page.post(f"/api/play/{self.about['id']}/{what}", body)

    def act(self, *action, finish: bool = False) -> dict:
        return self.take(self.post("act", **self.has, action=list(action), finish=finish).json())

    def hex(self, name: str, *begun):
        return self.post("hex", begun=list(begun), hex=self.about["hexes"].index(name))

    def choice(self, name: str) -> dict:
        return next(each for each in self.now["ask"]["choices"] if each["name"] == name)


@pytest.fixture
def game(page):
    """The person plays the Empire against one who does nothing."""
    return Played(page, players={"italy": "idle"})


def test_choices_are_those_of_the_rules_and_a_hex_far_away_is_a_way(game) -> None:
    ask = game.now["ask"]
    assert (ask["yours"], ask["step"], ask["clause"], ask["begun"]) == (True, "movement and combat", "2.3", [])
    assert game.about["turned"] == ["down", "used"]
    assert ask["rule"]
    unit = game.choice("7/4 Ind")
    assert (game.about["hexes"][unit["hex"]], unit["unit"], unit["whole"]) == ("J13", True, False)
    ask = game.act(unit["token"])["ask"]
    assert [each["name"] for each in ask["begun"]] == ["7/4 Ind"]
    assert "I13" in [each["name"] for each in ask["choices"]]
    far = game.hex("K15", unit["token"]).json()["actions"]
    assert len(far) == 1
    assert len(far[0]) > 2
    done = game.act(*far[0], finish=True)
    assert game.lines[-1]["text"].startswith("7/4 Ind moves from J13 (Chelamet) to K15")
    assert done["decisions"] == 1
    moved = [change for change in game.lines[-1]["changes"] if change[1] == game.about["hexes"].index("K15")]
    assert moved


def allocate(game) -> None:
    """Declare a round of combat, and come to its attacks."""
    game.act("round")
    while game.now["ask"]["step"] != "attacks":
        begun = [game.now["ask"]["choices"][0]["token"]]
        if not game.now["ask"]["choices"][0]["whole"]:
            begun.append(game.act(*begun)["ask"]["choices"][0]["token"])
        game.act(*begun, finish=True)


def test_members_of_a_set_are_marked_in_any_order_and_carried_out_together(game) -> None:
    allocate(game)
    hexes = [game.about["hexes"].index(name) for name in ("H12", "G13")]
    ask = game.act(hexes[1], hexes[0])["ask"]
    assert [each["token"] for each in ask["begun"]] == sorted(hexes)
    assert [each["token"] for each in ask["set"]["marked"]] == sorted(hexes)
    ask = game.act(*hexes, "by")["ask"]
    units = [each["token"] for each in ask["choices"] if isinstance(each["token"], int)]
    assert ask["set"]["marked"] == []
    assert ask["set"]["limits"][0].startswith("choose ")
    assert ask["set"]["lack"]
    decisions, first, last = game.now["decisions"], min(units), max(units)
    ask = game.act(*hexes, "by", last)["ask"]
    assert game.now["decisions"] == decisions, "it waits to be carried out"
    assert last not in [each["token"] for each in ask["choices"]]
    ask = game.act(*hexes, "by", last, first)["ask"]
    assert [each["token"] for each in ask["begun"]] == [*sorted(hexes), "by", first, last]
    assert (ask["whole"], ask["set"]["lack"]) == (True, "")
    refused = game.post("act", **game.has, action=[*hexes, "by", last, last], finish=True)
    assert (refused.status_code, "is picked already" in refused.json()["message"]) == (422, True)
    game.act(*hexes, "by", last, first, finish=True)
    assert game.now["decisions"] > decisions


def test_an_attack_waits_with_its_terms_until_it_is_carried_out(game) -> None:
    allocate(game)
    hexes = [game.about["hexes"].index(name) for name in ("H12", "G13")]
    assert "terms" not in game.act(*hexes, "by")["ask"]
    decisions, unit = game.now["decisions"], game.now["ask"]["choices"][0]["token"]
    ask = game.act(*hexes, "by", unit)["ask"]
    (terms,) = ask["terms"]
    assert (ask["whole"], game.now["decisions"]) == (True, decisions), "nothing is thrown before it is carried out"
    (differential,) = terms["sums"]
    assert differential["name"] == "differential"
    told = [int(term["value"].replace("−", "-")) for term in differential["terms"]]
    assert sum(told) == int(differential["total"].replace("−", "-"))
    assert all(term["clause"] and term["stands"] for term in differential["terms"])
    (roll,) = terms["rolls"]
    assert sum(each["share"] for each in roll["prospects"]) == pytest.approx(1)
    assert roll["column"]
    assert all(each["effect"] and each["chance"].endswith(" %") for each in roll["prospects"])
    game.act(*hexes, "by", unit, finish=True)
    assert game.now["decisions"] > decisions
    assert any("differential" in line["text"] for line in game.lines)


def test_a_hex_that_is_not_allowed_is_refused_with_the_clause(game) -> None:
    unit = game.choice("7/4 Ind")["token"]
    refused = game.hex("A1", unit)
    assert refused.status_code == 422
    said = refused.json()
    assert "A1" in said["message"]
    assert said["clause"]
    assert said["rule"]
    said = game.hex("T1").json() if "T1" in game.about["hexes"] else game.hex("A2").json()
    assert said["message"]
    refused = game.post("act", **game.has, action=[unit, 0], finish=True)
    assert (refused.status_code, bool(refused.json()["clause"])) == (422, True)
    assert game.now["decisions"] == 0


def test_undo_gives_back_the_same_board(game) -> None:
    before = json.dumps(game.lines)
    game.act(*game.hex("I13", game.choice("7/4 Ind")["token"]).json()["actions"][0], finish=True)
    game.act("end")
    assert game.now["ask"]["step"] != "movement and combat"
    for _ in range(2):
        game.take(game.post("undo", **game.has).json())
    assert json.dumps(game.lines) == before
    assert (game.now["decisions"], game.now["ask"]["step"]) == (0, "movement and combat")
    refused = game.post("undo", **game.has)
    assert (refused.status_code, refused.json()["message"]) == (422, "there is nothing to take back")


def test_players_go_on_to_the_end_of_phase_and_turn_and_can_be_undone(game) -> None:
    first = game.now["moment"]
    game.take(game.post("go", **game.has, until="phase").json())
    assert game.now["ask"]["step"] != "movement and combat"
    assert game.now["moment"] == first
    game.take(game.post("go", **game.has, until="turn").json())
    assert game.now["moment"] == [first[0] + 1, first[1]]  # the other side has played its turn too
    lines = len(game.lines)
    game.take(game.post("restart", **game.has).json())
    assert 0 < len(game.lines) < lines


def test_a_whole_game_is_kept_and_watched_again(page, folder) -> None:
    shutil.rmtree(folder / "records", ignore_errors=True)  # of tests that came before
    game = Played(page, players={"empire": "random", "italy": "idle"}, seed=4)
    assert game.now["ask"]["yours"] is False
    game.take(game.post("go", **game.has, until="game").json())
    assert game.now["over"]
    assert game.now["lead"]
    name = game.post("keep").json()["name"]
    assert name == "keren-seed-4-1.json"
    data = (folder / "records" / name).read_bytes()
    record, warnings_ = read_record(data)
    assert warnings_ == []
    assert replay_record(record, prepare(load_game(folder), "keren")).findings == []
    assert page.get("/api/play/records").json() == {"records": [name]}
    watched = page.post("/api/play/record", {"name": name}).json()
    assert (watched["watched"], watched["notes"], watched["ask"]) == (True, [], None)
    assert watched["lines"] == game.lines
    uploaded = page.post("/api/play/record", {"name": "mine.json", "text": data.decode()}).json()
    assert uploaded["lines"] == game.lines


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("mine.json", "{", 422),
        ("mine.json", '{"record": 1}', 422),
        ("../game.yaml", None, 404),
        ("/etc/passwd", None, 404),
        ("none.json", None, 404),
    ],
)
def test_what_is_no_record_is_refused(page, name, text, status) -> None:
    assert page.post("/api/play/record", {"name": name, "text": text}).status_code == status


def test_unsaved_texts_are_played_and_old_games_make_room(page, monkeypatch) -> None:
    text = page.text("orders-of-battle/italy.yaml")
    at = text.index("mar41: F13(f)(c4)")
    page.type("orders-of-battle/italy.yaml", at + 7, at + 10, "H13")
    game = Played(page)
    numbers = {name: number for number, name in enumerate(game.about["hexes"])}
    pieces = {piece[5]: number for number, piece in enumerate(game.now["pieces"])}
    places = {number: place for number, place, *_ in game.lines[0]["changes"]}
    assert places[pieces["2 Col. Bde"]] == numbers["H13"]
    page.post("/api/undo", {"epoch": page.epoch})
    monkeypatch.setattr(play_routes, "MOST_TABLES", 1)
    Played(page, players={"empire": "idle", "italy": "idle"})
    gone = game.post("undo", **game.has)
    assert (gone.status_code, "no longer on the table" in gone.json()["message"]) == (404, True)


def test_a_scenario_or_player_that_there_is_not_is_refused(page) -> None:
    assert page.post("/api/play", {"scenario": "nowhere"}).status_code == 422
    said = page.post("/api/play", {"scenario": "keren", "players": {"italy": "nobody"}}).json()["message"]
    assert "idle" in said


def test_a_watched_record_is_played_on_from_any_line(page, folder) -> None:
    game = Played(page, players={"empire": "random", "italy": "idle"}, seed=4)
    game.take(game.post("go", **game.has, until="game").json())
    name = game.post("keep").json()["name"]
    watched = Played(page)
    watched.about = watched.now = page.post("/api/play/record", {"name": name}).json()
    lines = watched.now["lines"]
    at = next(number for number, line in enumerate(lines) if line.get("die")) + 1
    refused = watched.post("on", line=at, players={"italy": "nobody"})
    assert (refused.status_code, "there is no player" in refused.json()["message"]) == (422, True)
    on = Played.__new__(Played)
    on.page, on.lines = page, []
    on.about = on.now = watched.post("on", line=at, players={"empire": "you", "italy": "idle"}).json()
    on.take(on.now)
    count = len(on.lines)
    assert on.lines[: at + 1] == lines[: at + 1], "as the record has it up to there"
    assert count < len(lines)
    assert on.now["ask"]["yours"]
    assert on.post("on", line=0).status_code == 422, "it is played already"
    on.take(on.post("go", **on.has, until="turn").json())
    assert len(on.lines) > count
    made = on.post("keep").json()["name"]
    record, _warnings = read_record((folder / "records" / made).read_bytes())
    assert (record.dice, replay_record(record, prepare(load_game(folder), "keren")).findings) == ("seed", [])
    on.take(on.post("restart", **on.has).json())
    assert len(on.lines) == count, "the game begins anew from where it was taken up"


def test_results_of_dice_are_typed_and_recorded(page, folder) -> None:
    game = Played(page, players={"empire": "random", "italy": "idle"}, seed=4, by_hand=True)
    game.take(game.post("go", **game.has, until="game").json())
    throw = game.now["ask"]["throw"]
    assert (throw["results"], game.now["over"], game.now["ended"]) == ("1 to 6", False, None)
    assert throw["what"]
    for wrong in ("7", "0", "", "two"):
        refused = game.post("throw", **game.has, result=wrong)
        assert (refused.status_code, "1 to 6" in refused.json()["message"]) == (422, True)
    game.take(game.post("throw", **game.has, result=" 6 ").json())
    dice = [line["die"] for line in game.lines if "die" in line]
    assert dice == ["6"]
    assert game.now["ask"]["throw"], "players go on to the next throw"
    game.take(game.post("throw", **game.has).json())
    name = game.post("keep").json()["name"]
    assert name == "keren-dice-1.json"
    record, _warnings = read_record((folder / "records" / name).read_bytes())
    assert (record.dice, replay_record(record, prepare(load_game(folder), "keren")).findings) == ("typed", [])
    game.take(game.post("undo", **game.has).json())
    assert "throw" not in game.now["ask"]
    assert game.post("throw", **game.has, result="1").status_code == 422
    watched = page.post("/api/play/record", {"name": name}).json()
    at = next(number for number, line in enumerate(watched["lines"]) if "die" in line)
    on = page.post(f"/api/play/{watched['id']}/on", {"line": at, "by_hand": True}).json()
    assert (on["over"], on["ask"]["step"] != "", on["lines"][: at + 1]) == (False, True, watched["lines"][: at + 1])


def test_an_error_in_play_never_leaves_the_players_choosing(game, page, monkeypatch) -> None:
    def fails(*_args, **_more):
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("scenario_forge.editor.play.table.drive", fails)
        answer = game.take(game.post("go", **game.has, until="phase").json())
    assert (answer["running"], answer["ended"]["message"]) == (False, "RuntimeError: broken")
    game.take(game.post("restart", **game.has).json())
    assert game.now["ask"]["yours"]
    with monkeypatch.context() as patch:
        patch.setattr("threading.Thread.start", fails)
        with pytest.raises(RuntimeError):
            page.post("/api/playtest", {"scenario": "keren", "games": 1})
    assert page.get("/api/playtest").json()["running"] is False


def test_bare_words_are_told_with_what_they_mean(game) -> None:
    labels = {each["name"]: each["label"] for each in game.now["ask"]["choices"]}
    assert (labels["end"], labels["round"]) == ("End: the phase is over", "Round: combat")
    assert labels["7/4 Ind"] == ""
    assert (
        in_words(Choice("by", whole=False, more=True), "the hexes, then by and the units", "attacks", "E4") == "E4 by …"
    )
    assert in_words(Choice("done"), "", "losses", "") == "Done: losses"


def playtested(page, **order) -> dict:
    assert page.post("/api/playtest", {"scenario": "keren", **order}).status_code == 200
    if order["games"] > 1:  # one at a time; a problem ends it at once
        assert page.post("/api/playtest", {"scenario": "keren"}).status_code == 422
    for _ in range(1200):
        now = page.get("/api/playtest").json()
        if not now["running"]:
            return now
        time.sleep(0.05)
    raise AssertionError("the playtest never ended")


def test_a_playtest_of_the_screen_ends_with_outcomes_and_margins(page) -> None:
    idle = {"empire": "idle", "italy": "idle"}
    summary = playtested(page, games=4, players=idle)["summary"]
    assert (summary["games"], summary["whole"], summary["players"]) == (4, 4, idle)
    assert sum(each["count"] for each in summary["wins"].values()) + summary["draws"]["count"] == 4
    assert summary["margin"]["low"] <= summary["margin"]["mean"] <= summary["margin"]["high"]
    report = page.get("/api/playtest/report")
    assert report.headers["content-type"].startswith("text/plain")
    assert "<h1" in report.text
    assert playtested(page, games=1, players={"italy": "nobody"})["problem"] == "there is no player `nobody`"
    assert page.post("/api/playtest", {"scenario": "keren", "games": 10**9}).status_code == 422


def test_an_answer_waits_for_players_whom_another_window_has_let_go_on(folder) -> None:
    game = load_game(folder)
    table = Table(1, game, prepare(game, "keren"), {}, Throws(1))
    table._idle = SimpleNamespace(wait=lambda _seconds: None, is_set=iter([True, False]).__next__)
    assert table.answer(PageState())["running"]

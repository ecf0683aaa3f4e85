"""A game of chits in the editor: set-up in an area by clicks, entry, riding, fire at who moves, typed chits and dice."""

from __future__ import annotations

import shutil
import time
import warnings
from pathlib import Path

import pytest

from scenario_forge.editor.server.app import application
from scenario_forge.editor.session import Session

from .conftest import PORT, Page

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

FOLDER = Path(__file__).parents[2] / "content/rats-of-tobruk"


class Played:
    """A game on the table of which a person plays both sides and throws the dice."""

    def __init__(self, page: Page) -> None:
        self.page = page
        order = {"scenario": "easter-battle", "players": {}, "by_hand": True}
        self.about = self.now = page.post("/api/play", order).json()
        self.lines: list[dict] = []
        self.asked: list[dict] = []
        self.outside: dict = {}
        self.take(self.now)

    def take(self, answer: dict) -> None:
        while answer["running"]:
            time.sleep(0.02)
            answer = self.page.get(f"/api/play/{self.about['id']}", params=self.has).json()
        self.lines[answer["from"] :] = answer["lines"]
        self.now = answer
        self.asked.append(answer["ask"])

    @property
    def has(self) -> dict:
        return {"serial": self.now.get("serial", -1), "lines": len(self.lines), "pieces": 0}

    def post(self, what: str, **body):
        return self.page.post(f"/api/play/{self.about['id']}/{what}", body)

    def do(self, *names: str) -> None:
        """Choose by the names that the page shows, and carry it out."""
        action: list = []
        for number, name in enumerate(names):
            known = {each["name"]: each["token"] for each in self.now["ask"]["choices"]}
            action.append(known[name] if name in known else self.about["hexes"].index(name))
            self.take(self.post("act", **self.has, action=action, finish=number + 1 == len(names)).json())

    def throw(self, result: str | None) -> None:
        self.take(self.post("throw", **self.has, result=result).json())

    def click(self, hex_: str, *begun: int) -> dict:
        """What a click on a hex means."""
        return self.post("hex", begun=list(begun), hex=self.about["hexes"].index(hex_)).json()

    def end(self) -> None:
        self.do("end")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A game in which 1/2MG has mounted 2/5Pz, which has moved to 4241 under the eyes of Bush/2/13."""
    folder = shutil.copytree(FOLDER, tmp_path_factory.mktemp("play") / "rats-of-tobruk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        session = Session(folder)
        with TestClient(application(session, PORT, "the-token"), base_url=f"http://127.0.0.1:{PORT}") as client:
            page = Page(client)
            assert page.post("/api/enter", {"token": "the-token"}).status_code == 200
            yield begun(Played(page))
        session.close()


def begun(game: Played) -> Played:
    game.outside = game.click("4343", 0)
    places = ["4138", "4140", "4140", "4138", "4138", "4140"]
    for name, hex_ in zip(["HQ 2/13", "A/2/13", "B/2/13", "C/2/13", "D/2/13", "Bush/2/13"], places, strict=True):
        game.do(name, hex_)
    while game.now["ask"]["step"] == "set up":
        unit = game.now["ask"]["choices"][0]["token"]
        game.take(game.post("act", **game.has, action=[unit], finish=False).json())
        hex_ = game.now["ask"]["choices"][0]["token"]
        game.take(game.post("act", **game.has, action=[unit, hex_], finish=True).json())
    for chosen in (["3"], ["HQ I/5Pz", "HQ 2MG"], ["HQ 2/13"]):
        game.throw(*chosen) if chosen == ["3"] else game.do(*chosen)
    game.do("HQ I/5Pz")
    game.do("2/5Pz", "by", "4346", "4345", "4344", "4343")
    game.do("HQ I/5Pz", "by", "4346")
    game.end()
    game.throw("HQ 2MG")
    game.do("HQ 2MG", "by", "4346")
    game.do("1/2MG", "by", "4346", "4345", "4344")
    game.end()
    game.throw("hq 2/13")
    game.end()
    game.throw("3")
    game.do("HQ I/5Pz", "HQ 2MG")
    game.do("HQ 2/13")
    game.throw("HQ 2MG")
    game.do("1/2MG", "by", "4343")
    game.do("debark", "1/2MG")
    game.do("mount", "1/2MG", "2/5Pz")
    game.end()
    game.throw("HQ I/5Pz")
    game.do("2/5Pz", "by", "4242", "4241")
    return game


def test_a_unit_is_set_up_by_a_click_in_its_area_and_nowhere_else(table):
    assert table.asked[0]["step"] == "set up"
    text = [line["text"] for line in table.lines]
    assert "HQ 2/13 is set up in 4138" in text
    assert (table.outside["clause"], table.outside["message"]) == ("17.7.1", "`4343` cannot be chosen here")


def test_chits_are_typed_by_their_names(table):
    throws = [each["throw"] for each in table.asked if each and "throw" in each]
    assert {"what": "draw", "results": "HQ 2/13, HQ 2MG"} in throws
    assert "the chit of HQ 2MG is drawn" in [line["text"] for line in table.lines]
    assert not any(line.get("die") for line in table.lines if "is drawn" in line["text"]), "a chit is no die"


def test_who_fires_is_told_at_whom_then_sees_the_chances_and_a_rider_jumps_off(table):
    ask = table.now["ask"]
    assert (ask["side"], ask["step"], ask["clause"]) == (1, "opportunity fire, 2/5Pz in 4241", "11.3.27")
    table.do("Bush/2/13", "2/5Pz")
    assert table.now["ask"]["throw"]["what"] == "direct fire"
    assert table.now["ask"]["terms"]
    table.throw("66")
    shot = next(line for line in table.lines if line["text"].startswith("Bush/2/13 fires at 2/5Pz"))
    assert shot["die"] == "6, 6"
    assert "1/2MG jumps off 2/5Pz" in [line["text"] for line in table.lines]
    assert table.now["ask"]["step"] == "movement, HQ I/5Pz"

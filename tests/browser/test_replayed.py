"""Three tasks as people did them who knew only the README, replayed by mouse and keys; then what the files say.

The shortest each time, all by `make long`.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from scenario_forge.cli.main import run

from .conftest import CONTENT, Editor, Server
from .replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Response

RATS = CONTENT / "desert-rats"
ALLIED = "orders-of-battle/allied.yaml"


@contextmanager
def replayed(browser: Browser, folder: Path, name: str) -> Iterator[list[str]]:
    """The game in a folder after a log was replayed in its editor; the addresses of PDFs that were opened.

    The editor is closed again when what it showed has been looked at.
    """
    server = Server(folder)
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    opened: list[str] = []
    complaints: list[str] = []

    def note(response: Response) -> None:
        if response.url.startswith("http") and response.headers.get("content-type", "").startswith("application/pdf"):
            opened.append(response.url)

    try:
        editor = Editor.opened(context, server.address, folder)
        context.on("response", note)
        editor.page.on("pageerror", lambda error: complaints.append(str(error)))
        Replay(editor.page, name).run()
        assert complaints == []
        yield opened
    finally:
        context.close()
        server.stop()


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def passes(*words: object) -> bool:
    return run([str(word) for word in words]) == 0


@pytest.fixture
def rats(tmp_path: Path) -> Path:
    return shutil.copytree(RATS, tmp_path / "rats")


@pytest.mark.long
def test_a_small_game_is_made_played_and_printed(browser, tmp_path) -> None:
    folder = tmp_path / "mine"
    assert passes("new", "game", "mine", "--like", CONTENT / "massawa", "--size", "12x10", "--folder", tmp_path)
    with replayed(browser, folder, "small_game") as opened:
        assert len(opened) == 1
    assert passes("check", folder, "--strict")
    assert passes("fmt", folder, "--check")

    map_ = read(folder / "map.yaml")
    assert [len(row["map"]) for row in map_["rows"]] == [12] * 10
    north = {row["row"]: row["map"] for row in map_["rows"]}
    assert north["J"].startswith("cc")
    assert north["J"].endswith("ssss")
    assert {line["name"] for line in map_["lines"]} >= {"Sarun road", "Hill road"}
    assert sum(len(chain["sides"]) for chain in map_["hexsides"] if chain["kind"] == "river") >= 16
    assert {place["name"] for place in map_["places"]} >= {"Sarun", "Kebir"}

    counters = read(folder / "counters.yaml")["units"]
    names = {"Camel Bde", "Hajar Bde", "Sand Tanks", "Coast Bde", "Reef Bde", "Iron Tanks"}
    assert {each["name"] for each in counters} == names
    starts = {
        unit["name"]: unit["jan40"]
        for side in ("west", "east")
        for unit in read(folder / f"orders-of-battle/{side}.yaml")["units"]
    }
    assert starts == {
        "Camel Bde": "F3", "Hajar Bde": "E3", "Sand Tanks": "E4", "Coast Bde": "E8", "Reef Bde": "E10", "Iron Tanks": "H9",
    }  # fmt: skip
    assert [box["turn"] for box in read(folder / "time-track.yaml")["boxes"]][4:] == ["5/40", "6/40"]
    rows = read(folder / "victory.yaml")["objectives"]
    assert [(row["text"], row["points"]) for row in rows][2:] == [("Hold Sarun", 10)]
    assert {row["stop"] for row in rows} == {"jun40"}
    printed = {file.name for file in (tmp_path / "build/mine").rglob("*.pdf") if file.read_bytes().startswith(b"%PDF")}
    assert any("_map_" in name for name in printed)
    assert any("_counters_" in name for name in printed)


@pytest.mark.long
def test_a_new_date_is_decided_played_and_saved(browser, rats) -> None:
    with replayed(browser, rats, "new_date"):
        pass
    text = (rats / "scenarios/battleaxe.yaml").read_text(encoding="utf-8")
    assert '"Decide:' not in text
    assert text.count("; decided") == 29
    assert "; decided: Halfaya retaken by Rommel 27 May 1941" in text
    scenario = read(rats / "scenarios/battleaxe.yaml")
    assert scenario["title"] == "Battleaxe"
    assert "Playfair II: 5 Indian Brigade left for Syria in June" in text
    changed = {file.relative_to(rats) for file in rats.rglob("*.yaml") if not is_as_shipped(file, rats)}
    assert changed == {Path("scenarios/battleaxe.yaml")}
    assert passes("fmt", rats, "--check")


def is_as_shipped(file: Path, folder: Path) -> bool:
    shipped = RATS / file.relative_to(folder)
    return shipped.exists() and shipped.read_bytes() == file.read_bytes()


def test_an_erratum_is_written_and_the_printed_value_stays(browser, rats) -> None:
    errata = rats / "errata/proposed.yaml"
    text = errata.read_text(encoding="utf-8")
    begin = text.index("  - id: DR-013\n")
    errata.write_text(text[:begin] + text[text.index("  - id: ", begin + 1) :], encoding="utf-8")
    with replayed(browser, rats, "erratum") as opened:
        assert len(opened) == 1
    written = next(each for each in read(errata)["errata"] if each["id"] == "DR-071")
    assert (written["printed"], written["corrected"]) == ("R7/41, W841", "R7/41, W8/41")
    assert written["source"] == "ours, from unit 21 beside it and rule 13.7 (W with a date)"
    assert (rats / ALLIED).read_bytes() == (RATS / ALLIED).read_bytes()
    assert passes("fmt", rats, "--check")

"""One server and one browser for all tests; each test gets a page and leaves the game as it was."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.as_printed import copy_as_printed

CONTENT = Path(__file__).resolve().parents[2] / "content"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip
PATIENCE = 60_000
"""Milliseconds that a page is waited for, also on a machine that is busy with other things."""
# once the page has sent every key, undoes all steps and saves: the page does it, so that the server takes it as its own
SENT = "() => !document.querySelector('#page[data-busy]')"
TOKEN = '{"X-Forge-Token": localStorage.getItem("forge-token")}'
"""The headers of what a test asks in the page's place."""
TIDY = """async () => {
  const token = TOKEN;
  const send = (path, body) => fetch(path, {
    method: "POST", headers: {"Content-Type": "application/json", "X-Forge": "edit", ...token}, body: JSON.stringify(body)});
  for (;;) {
    const game = await (await fetch("/api/game", {headers: token})).json();
    if (game.undo === null) break;
    await send("/api/undo", {epoch: game.epoch});
  }
  const saved = await send("/api/save", {docs: null, choose: {}});
  if (saved.status === 409) {
    const {conflicts} = await saved.json();
    await send("/api/save", {docs: null, choose: Object.fromEntries(conflicts.map(each => [each.doc, "mine"]))});
  }
}""".replace("TOKEN", TOKEN)

SLOW = os.environ.get("FORGE_SLOW", "")
"""A seed, or nothing: has each page run as on a slow, busy machine, so that races between its keys and answers show."""
THROTTLED = 6
"""How many times slower a slow page computes."""
# holds back each answer of the server by 50 to 400 ms, the same each time that a test runs with one seed
DELAY = """(seed => {
  const soon = window.fetch, wait = window.setTimeout;
  window.fetch = async (...asked) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const held = 50 + 350 * seed / 2 ** 32;
    const answer = await soon(...asked);
    await new Promise(done => wait(done, held));
    return answer;
  };
})"""


def hold_answers(page: Page) -> None:
    """Hold back what the server answers a page that is not loaded yet."""
    seed = zlib.crc32(f"{SLOW} {os.environ.get('PYTEST_CURRENT_TEST', '')}".encode())
    page.add_init_script(f"{DELAY}({seed})")


def throttle(page: Page) -> None:
    """Have a page compute as on a slow machine, once it has loaded, which tests wait for anyway."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})


def find_chromium() -> str:
    """The browser of FORGE_CHROMIUM or of the path; without one, the tests fail and say how to get it."""
    found = os.environ.get("FORGE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail("no Chromium: install the package `chromium`, or name one in FORGE_CHROMIUM", pytrace=False)
    return found


class Server:
    """`forge edit` on a folder, as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.begin(folder)

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.address)[1])

    def begin(self, folder: Path, port: int = 0) -> None:
        """Start on a folder, on a free port unless one is given."""
        self.folder = folder
        command = [sys.executable, "-m", "scenario_forge", "edit", str(folder), "--no-browser", "--port", str(port)]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=folder.parent
        )
        said = ""
        for line in self.process.stdout:
            said += line
            found = re.search(r"http://127\.0\.0\.1:\d+/#token=\S+", line)
            if found:
                self.address = found[0]
                return
        pytest.fail(f"`forge edit` did not start:\n{said}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the server; by SIGKILL it saves nothing."""
        self.process.send_signal(how)
        self.process.wait(timeout=60)
        self.process.stdout.close()


@dataclass
class Editor:
    """The page, and the game's folder behind it."""

    page: Page
    folder: Path

    @classmethod
    def opened(cls, context: BrowserContext, address: str, folder: Path) -> Editor:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if SLOW:
            hold_answers(page)
        page.goto(address)
        expect(page.locator("#board .ground svg")).to_be_visible()
        expect(page.locator(".checked")).to_have_text("Checked")
        if SLOW:
            throttle(page)
        return cls(page, folder)

    def settle(self) -> None:
        """Wait until the page has every answer that it asked for, after which nothing moves by itself."""
        self.page.wait_for_function(SENT)

    def middle(self, place: Locator) -> tuple[float, float]:
        """Where the middle of a part of the page is in the window, once nothing moves it any more."""
        self.settle()
        box = place.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(self, hex_: str) -> tuple[float, float]:
        """Where the middle of a hex is in the window."""
        return self.corner(hex_, 0, 0)

    def corner(self, hex_: str, x: float, y: float) -> tuple[float, float]:
        """A point of a hex, from -1 to 1 across its box."""
        hexes = self.page.locator(f"[id='hex-{hex_}']")
        box = None
        for _try in range(50):  # while the ground is swapped for a new one there is no such hex
            hexes.wait_for(state="attached")
            box = hexes.bounding_box()
            if box is not None:
                break
            self.page.wait_for_timeout(100)
        return box["x"] + box["width"] * (1 + x) / 2, box["y"] + box["height"] * (1 + y) / 2

    def click(self, hex_: str, **options: object) -> None:
        self.page.mouse.click(*self.at(hex_), **options)

    def drag(self, *points: tuple[float, float], button: str = "left") -> None:
        """Press at the first point and let go at the last."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down(button=button)
        for point in points[1:]:
            mouse.move(*point, steps=6)
        mouse.up(button=button)

    def go(self, hex_: str) -> None:
        """Put the hex cursor on a hex by keys."""
        self.page.locator("#board").focus()
        self.page.keyboard.press("/")
        self.page.keyboard.type(hex_)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#board")).to_be_focused()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def layers(self) -> None:
        """Unfold the layers in the left column, unless they are."""
        if self.page.locator("#layers:not([open])").count():
            self.page.locator("#layers > summary").click()

    def can_undo(self, sentence: str) -> None:
        expect(self.page.locator("#undo")).to_have_text(f"Undo: {sentence}")

    def said(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".happened")).to_have_text(text)

    def saved(self, name: str = "map.yaml") -> str:
        """What a file reads after Ctrl+S."""
        self.press("Control+s")
        self.settle()
        self.said(re.compile("^(Saved|Everything is saved)"))
        return (self.folder / name).read_text(encoding="utf-8")

    def find(self, words: str) -> None:
        """Select words in the open text, once it is the one that was asked for, with its search."""
        self.settle()
        self.page.locator(".cm-content").click()
        self.press("Control+f")
        expect(self.page.locator(".cm-search input[name=search]")).to_be_focused()
        self.page.keyboard.insert_text(words.removesuffix(words[-1]))
        self.page.keyboard.type(words[-1])
        self.press("Enter", "Escape")

    def type_over(self, old: str, new: str) -> None:
        """Find words in the open text with its search, and type others over them."""
        self.find(old)
        self.page.keyboard.type(new)


@pytest.fixture(scope="session")
def browser():
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        yield started
        started.close()


def damage(folder: Path, was: Path) -> list[str]:
    """The files of the game that are not as they were."""
    return [
        str(file.relative_to(was))
        for file in sorted(was.rglob("*.yaml"))
        if (folder / file.relative_to(was)).read_bytes() != file.read_bytes()
    ]


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """Copies the game to a new folder, which nothing is kept for from before."""

    def copied() -> Path:
        return copy_as_printed("massawa", tmp_path_factory.mktemp("games") / "massawa")

    return copied


@pytest.fixture(scope="session")
def untouched(fresh):
    """A copy that no editor opens."""
    return fresh()


@pytest.fixture(scope="session")
def server(fresh):
    started = Server(fresh())
    yield started
    started.stop()


@pytest.fixture(scope="session")
def context(browser: Browser, server: Server):
    made = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def editor(context: BrowserContext, server: Server, fresh, untouched):
    opened = Editor.opened(context, server.address, server.folder)
    complaints: list[str] = []
    opened.page.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    tidied, damaged = False, []
    try:
        opened.settle()
        opened.page.evaluate(TIDY)
        tidied, damaged = True, damage(server.folder, untouched)
    finally:
        opened.page.close()
        if damaged or not tidied:  # what follows begins with the game as it was
            server.stop(signal.SIGKILL)
            server.begin(fresh())
    assert damaged == []
    assert complaints == []


@pytest.fixture
def before():
    """The map's file before anything was changed."""
    return (CONTENT / "massawa/map.yaml").read_text(encoding="utf-8")

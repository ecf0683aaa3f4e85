"""Takes pictures of `forge edit` at work in the system's Chromium, one for each part of docs/editing.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONTENT = Path(__file__).parent.parent / "content"


@dataclass(frozen=True)
class Window:
    """The editor's page, with what a person does in it."""

    page: Page

    def middle(self, hex_: str) -> tuple[float, float]:
        """Where the middle of a hex is, in pixels of the window."""
        return centre(self.page.locator(f"[id='hex-{hex_}']"))

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, words: str) -> None:
        """Type into what has the focus."""
        self.page.keyboard.type(words)

    def click(self, *selectors: str) -> None:
        """Click the first of what each selector finds."""
        for selector in selectors:
            self.page.locator(selector).first.click()

    def choose(self, selector: str, option: str) -> None:
        """Choose an option of a drop-down list by its value."""
        self.page.locator(selector).select_option(option)

    def see(self, selector: str, words: str | None = None) -> None:
        """Wait until something is seen."""
        self.page.locator(selector, has_text=words).first.wait_for(timeout=60_000)

    def hold(self, *points: tuple[float, float]) -> None:
        """Press the button at the first point and hold it at the last."""
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=12)

    def drag(self, *points: tuple[float, float]) -> None:
        """Press the button at the first point and let go at the last."""
        self.hold(*points)
        self.page.mouse.up()


def centre(seen: Locator) -> tuple[float, float]:
    """The middle of what is seen, in pixels of the window."""
    box = seen.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def paint(window: Window) -> None:
    """Hills painted, and a larger brush above the next hex."""
    window.press("b", "4")
    window.drag(window.middle("J2"), window.middle("J5"))
    window.see("#undo", "Paint")
    window.press("]")
    window.page.mouse.move(*window.middle("K4"))


def draw_escarpment(window: Window) -> None:
    """An escarpment half drawn, the button held."""
    window.press("s")
    window.page.mouse.move(*window.middle("F11"))
    window.page.mouse.wheel(0, -420)
    window.page.wait_for_timeout(400)
    x, y = window.middle("G9")
    across = window.middle("G10")[0] - x
    points = [(x + 0.1 * across, y + 0.5 * across)]
    for hex_ in range(1, 4):
        points += [(x + (hex_ - 0.5) * across, y + 0.3 * across), (x + hex_ * across, y + 0.58 * across)]
    window.hold(*points)


def move_region(window: Window) -> None:
    """Hexes with a place in them, copied and turned, on their way to where they are pasted."""
    window.press("m")
    window.drag(window.middle("E9"), window.middle("H12"))
    window.see(".live .selection .over")
    window.press("Control+c", "Control+v", ",")
    window.page.mouse.move(*window.middle("L6"), steps=5)


def change_grid(window: Window) -> None:
    """What a smaller grid would do to the game."""
    if not window.page.get_by_role("button", name="Size and numbering…").is_visible():
        window.click("#layers > summary")
    window.page.get_by_role("button", name="Size and numbering…").click()
    window.page.locator("#grid-columns").fill("12")
    window.press("Tab")
    window.page.wait_for_timeout(1500)


def set_up(window: Window) -> None:
    """Units on the map, a pile fanned out, supply and zones of one side."""
    window.choose("#scenario", "eritrea")
    window.see("#board .counter")
    for name in ("How far supply of Empire reaches", "Zones of control of Empire"):
        window.page.get_by_role("button", name=name).click()
    window.see(".reach .zones[data-side=empire] .edge")
    window.page.mouse.click(*centre(window.page.locator(".stack[data-hex=F9] .counter").last))
    window.see(".stack[data-hex=F9] .fan")


def type_a_cell(window: Window) -> None:
    """A cell of the order of battle while it is typed."""
    window.click("[data-doc='orders-of-battle/italy.yaml']", "#tab-table", "#wide")
    window.page.locator("[role=gridcell]", has_text="F5(f)").click()
    window.type("F5")
    window.see(".cell-help [role=option]")


def decide(window: Window) -> None:
    """A new date: places to decide, their candidates as letters on the map."""
    window.click("#new-scenario")
    window.page.locator("#new-title").fill("Before Agordat")
    window.page.locator("#new-stop").select_option(label="16 Mar 41")
    window.see(".drafted", "places left to decide")
    window.page.locator("#new-title").press("Enter")
    window.see(".open-places [data-place]")
    window.see("#board .letter")


def correct(window: Window) -> None:
    """An erratum written where a value is wrong."""
    window.click("[data-doc='orders-of-battle/empire.yaml']")
    window.page.locator(".cm-content").click()
    window.press("Control+f")
    window.type("F4")
    window.press("Enter", "Escape", "Control+e")
    window.page.locator("#erratum-value").fill("F5")
    window.page.locator("#erratum-why").fill("Gazelle Force is at Keru in the text of rule 5.")


def read_clause(window: Window) -> None:
    """A clause with its code, tests and quantities."""
    window.click("#tab-rules")
    window.page.locator("#find-clause").fill("zone of control")
    window.click(".clause .name")
    window.page.get_by_role("heading", name="Carried out by").wait_for()


def edit_counters(window: Window) -> None:
    """The table of counters in place of the map, with the symbols that a counter may have."""
    window.click("[data-doc='counters.yaml']", "#tab-table", "#wide")
    window.page.locator("#table-1-5").dblclick()
    window.see("#symbol-search")


def fill_in(window: Window) -> None:
    """A victory row as a form, its place marked on the map."""
    window.click("[data-doc='victory.yaml']", "#tab-form")
    window.page.get_by_role("button", name=re.compile("^Empire holds Keren, 30 Mar 41")).click()
    window.see("#board .spoken path")


def preview(window: Window) -> None:
    """A sheet of counters as it prints."""
    window.click("[data-doc='counters.yaml']", "#tab-preview")
    window.see(".preview-view img")
    window.page.locator("#preview-state", has_text=re.compile("^$")).wait_for(state="attached", timeout=60_000)


def play(window: Window) -> None:
    """A unit on its way, the hexes it can reach, and a refusal with its clause."""
    window.choose("#scenario", "keren")
    window.click("#tab-play")
    window.page.locator("[data-side=italy]").select_option("competent", timeout=60_000)
    window.click("#play-begin")
    window.see(".asked h3", "movement")
    window.page.mouse.click(*window.middle("J13"))
    window.page.locator(".among").get_by_role("button", name="7/4 Ind").click()
    window.see("[data-choice=I13]")
    window.page.mouse.click(*window.middle("A1"))
    window.see(".refusal")


def compare(window: Window) -> None:
    """What was changed since the last save, in words and on the map."""
    window.choose("#scenario", "eritrea")
    window.see(".counter[data-unit='italy/6']")
    window.drag(centre(window.page.locator(".counter[data-unit='italy/6']")), window.middle("F8"))
    window.see("#undo", "Move")
    window.press("b", "4")
    window.drag(window.middle("J2"), window.middle("J4"))
    window.see("#undo", "Paint")
    window.press("v")
    window.click("#tab-compare")
    window.see("#pane-compare .change")


def make_a_mistake(window: Window) -> None:
    """A village put into the sea by a slip in the text."""
    window.page.locator(".cm-content").click()
    window.press("Control+f")
    window.type("hex: D18,")
    window.press("Enter", "Escape")
    window.type("hex: D20,")
    window.page.locator("[data-code=MAP030] .message").click()


ACTS: dict[str, Callable[[Window], None]] = {
    "edit": paint,
    "edit-hexside": draw_escarpment,
    "edit-region": move_region,
    "edit-grid": change_grid,
    "edit-set-up": set_up,
    "edit-order": type_a_cell,
    "edit-decide": decide,
    "edit-errata": correct,
    "edit-rules": read_clause,
    "edit-counters": edit_counters,
    "edit-form": fill_in,
    "edit-preview": preview,
    "edit-play": play,
    "edit-compare": compare,
    "edit-findings": make_a_mistake,
}


def pictures_of_the_editor(names: list[str] | None = None) -> Iterator[tuple[str, Image.Image]]:
    """Each picture with its name, of 1366 × 768 pixels; all, or those named."""
    chromium = os.environ.get("FORGE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in names or ACTS:
            with opened(browser) as window:
                ACTS[name](window)
                window.page.wait_for_timeout(800)
                yield name, Image.open(BytesIO(window.page.screenshot())).convert("RGB")
        browser.close()


@contextmanager
def opened(browser: Browser) -> Iterator[Window]:
    """The editor on a fresh copy of Road to Massawa."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "massawa"
        shutil.copytree(CONTENT / "massawa", copy)
        command = [sys.executable, "-u", "-m", "scenario_forge", "edit", str(copy), "--no-browser"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = next(found[0] for line in server.stdout or () if (found := re.search(r"http://\S+", line)))
            context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
            window = Window(context.new_page())
            window.page.goto(address)
            window.see(".checked", "Checked")
            yield window
            context.close()
        finally:
            server.terminate()
            server.wait()

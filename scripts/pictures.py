"""Makes the pictures of docs/ anew: `.venv/bin/python scripts/pictures.py`, with `editor` or `printed` only those.

The printed ones come from what `forge build` prints, those of the editor from `forge edit` in the system's Chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image
from playwright.sync_api import sync_playwright

from scenario_forge.api import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.profile import find_profile
from scenario_forge.printing.render import all_jobs

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs/pictures"
GAME, SCENARIO = "desert-rats", "crusader"
INCH = 25.4


@dataclass(frozen=True)
class Picture:
    """A page, or a part of it in millimetres from its upper left corner, at so many dots an inch."""

    name: str
    component: str
    document: str
    page: int = 1
    part: tuple[float, float, float, float] | None = None
    dpi: float = 110
    profile: str = "default"


PICTURES = (
    Picture("map", "map", "_joined_", dpi=38),
    Picture("map-tobruk", "map", "_west_", part=(395, 55, 560, 165), dpi=170),
    Picture("map-grey", "map", "_west_", part=(100, 20, 330, 150), dpi=110, profile="grey"),
    Picture("map-page", "map", "_pages_", page=4, dpi=60),
    Picture("counters", "counters", "_counters_", part=(10, 18, 110, 78), dpi=250),
    Picture("counters-back", "counters", "_counters_", page=2, part=(100, 18, 200, 78), dpi=130),
    Picture("counters-grey", "counters", "_counters_", part=(10, 18, 110, 78), dpi=130, profile="grey"),
    Picture("card", "setup-card", f"_{SCENARIO}_axis_", dpi=90),
    Picture("player-aid", "player-aid", "_axis_", dpi=90),
    Picture("charts", "charts", "_charts_", dpi=90),
    Picture("rules", "rules", "_rules_A5", page=9, dpi=120),
    Picture("box", "box", "_box_", dpi=60),
)


def main() -> None:
    """Draw every picture, or those asked for."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    asked = sys.argv[1:] or ["printed", "editor"]
    if "printed" in asked:
        printed_pictures()
    if "editor" in asked:
        editor_pictures()


def printed_pictures() -> None:
    """Draw what is printed."""
    game = load_game(ROOT / "content" / GAME, "all")
    printed: dict[tuple[str, str], dict[str, bytes]] = {}
    for picture in PICTURES:
        key = (picture.component, picture.profile)
        if key not in printed:
            brief = Brief(game, find_profile(game, picture.profile)[0])
            printed[key] = {job.file: job.make().pdf for job in all_jobs(brief, SCENARIO, [picture.component])}
        pdf = next(pdf for file, pdf in printed[key].items() if picture.document in f"_{file}_")
        keep(picture.name, drawn(pdf, picture))


def keep(name: str, picture: Image.Image) -> None:
    """Write a picture as PNG in 256 colours."""
    out = BytesIO()
    picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(out, "PNG", optimize=True)
    (FOLDER / f"{name}.png").write_bytes(out.getvalue())
    print(f"{name}.png {len(out.getvalue()) // 1024} KB")


def drawn(pdf: bytes, picture: Picture) -> Image.Image:
    """The picture, cut out of its page."""
    page = pypdfium2.PdfDocument(pdf)[picture.page - 1]
    whole = page.render(scale=picture.dpi / 72).to_pil().convert("RGB")
    if picture.part is not None:
        left, top, right, bottom = (round(value / INCH * picture.dpi) for value in picture.part)
        whole = whole.crop((left, top, right, bottom))
    return whole


def editor_pictures() -> None:
    """Open the editor on a copy of Massawa and take pictures of it at work."""
    chromium = os.environ.get("FORGE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(ROOT / "content/massawa", copy, dirs_exist_ok=True)
        command = [sys.executable, "-u", "-m", "scenario_forge", "edit", copy, "--no-browser"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = next(found[0] for line in server.stdout or () if (found := re.search(r"http://\S+", line)))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
                page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
                page.goto(address)
                page.locator(".checked", has_text="Checked").wait_for()
                for name, act in (
                    ("edit", paint),
                    ("edit-hexside", draw_escarpment),
                    ("edit-findings", make_a_mistake),
                ):
                    act(page)
                    page.wait_for_timeout(800)
                    keep(name, Image.open(BytesIO(page.screenshot())).convert("RGB"))
                browser.close()
        finally:
            server.kill()


def paint(page: Page) -> None:
    """Paint hills and stop before the stroke ends elsewhere."""
    page.keyboard.press("b")
    page.keyboard.press("4")
    stroke(page, "J2", "J5")
    page.locator("#undo", has_text="Paint").wait_for()
    page.keyboard.press("]")
    page.mouse.move(*middle(page, "K4"))


def draw_escarpment(page: Page) -> None:
    """Draw an escarpment, and hold the button."""
    page.keyboard.press("s")
    page.mouse.move(*middle(page, "F11"))
    page.mouse.wheel(0, -420)
    page.wait_for_timeout(400)
    x, y = middle(page, "G9")
    across = middle(page, "G10")[0] - x
    page.mouse.move(x + 0.1 * across, y + 0.5 * across)
    page.mouse.down()
    for hex_ in range(1, 4):
        page.mouse.move(x + (hex_ - 0.5) * across, y + 0.3 * across, steps=5)
        page.mouse.move(x + hex_ * across, y + 0.58 * across, steps=5)


def make_a_mistake(page: Page) -> None:
    """Put a village into the sea, in the text."""
    page.mouse.up()
    page.keyboard.press("v")
    page.keyboard.press("0")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+f")
    page.keyboard.type("hex: D18,")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("hex: D20,")
    page.locator("[data-code=MAP030] .message").click()


def stroke(page: Page, first: str, last: str) -> None:
    """Drag from hex to hex."""
    page.mouse.move(*middle(page, first))
    page.mouse.down()
    page.mouse.move(*middle(page, last), steps=12)
    page.mouse.up()


def middle(page: Page, hex_: str) -> tuple[float, float]:
    """Where the middle of a hex is in the window, in pixels."""
    box = page.locator(f"[id='hex-{hex_}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


if __name__ == "__main__":
    main()

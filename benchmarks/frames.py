"""How smooth the editor is: frames while its map is panned, zoomed and painted and while a table is scrolled.

In Chromium with software rendering.

    python benchmarks/frames.py [--rounds N]

On *Desert Rats* (1,872 hexes), on a map of 100 by 100 hexes, and on a table of 1,000 counters, each drawn beside its
row. Prints milliseconds from frame to frame, median and 95th percentile, and the processor time of the page's main
thread; of a stroke also the time from the pointer's event to the mark, which the next frame shows. Prints how long
after the start the map can be painted (it shows the terrain), with the processor time of the server and of the page,
and when all of it is there as printed. Exits 1 where a 95th percentile of panning, painting or scrolling is above the
bound.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from map_size import map_text
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, CDPSession, Page

CONTENT = Path(__file__).resolve().parent.parent / "content"
MOST = 33.4
"""Milliseconds: two frames at 60 Hz."""
LARGE = 100
MANY = 1000
COUNT = """() => {
  window.frames_ = [];
  let last = performance.now();
  const next = now => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
TAKE = "() => window.frames_.splice(0)"
MARKS = """() => {
  window.marks_ = [];
  let moved = 0;
  addEventListener("pointermove", event => { moved = event.timeStamp; }, { capture: true });
  const seen = () => window.marks_.push(performance.now() - moved);
  new MutationObserver(seen).observe(document.querySelector(".live .painted"), { childList: true, subtree: true });
}"""
TAKE_MARKS = "() => window.marks_.splice(0)"


def main() -> None:
    """Measure both maps and the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    chromium = os.environ.get("FORGE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    late = False
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, made in (("desert-rats", CONTENT / "desert-rats"), ("10,000 hexes", large(Path(folder) / "large"))):
            copy = Path(folder) / f"copy-{made.name}"
            shutil.copytree(made, copy)
            late |= measure(browser, name, copy, rounds, MAP)
        late |= measure(browser, "1,000 counters", many_counters(Path(folder) / "many"), rounds, TABLE)
        browser.close()
    sys.exit(late)


def large(folder: Path) -> Path:
    """A game of map_size.py with a map of 100 by 100 hexes."""
    shutil.copytree(CONTENT.parent / "tests/games/toy", folder)
    game = folder / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("system: skirmish", "system: none"), encoding="utf-8")
    (folder / "map.yaml").write_text(map_text(LARGE, LARGE), encoding="utf-8")
    return folder


def many_counters(folder: Path) -> Path:
    """The map and the counters of *Road to Massawa*, 1,000 of them, without orders of battle and rules."""
    folder.mkdir()
    for name in ("game.yaml", "map.yaml", "counters.yaml"):
        shutil.copy(CONTENT / "massawa" / name, folder)
    game, counters = folder / "game.yaml", folder / "counters.yaml"
    game.write_text(re.sub("(?m)^system: .*", "system: none", game.read_text(encoding="utf-8")), encoding="utf-8")
    lines = counters.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if line.startswith("  - {side: italy,"))
    rest = "nationality: italian, size: II, type: infantry, strength: 3, movement: 8}\n"
    more = [f"  - {{side: italy, no: {no}, name: {no} Bn, {rest}" for no in range(100, 100 + MANY - 24)]
    counters.write_text("".join((*lines[: last + 1], *more, *lines[last + 1 :])), encoding="utf-8")
    return folder


def measure(browser: Browser, name: str, folder: Path, rounds: int, acts: dict[str, Callable[[Page], None]]) -> bool:
    """Print the frames of one game by what is done, and say whether they were late."""
    command = [sys.executable, "-u", "-m", "scenario_forge", "edit", str(folder), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        begun = time.perf_counter()
        address = next(found[0] for line in server.stdout or () if (found := re.search(r"http://\S+", line)))
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        thread = page.context.new_cdp_session(page)
        thread.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(address)
        page.locator(".ground[data-shows]").wait_for(timeout=60_000)
        usable = time.perf_counter() - begun
        taken = f"processor {_of_process(server.pid):.0f} and {_taken(thread):.0f} ms"
        page.locator(".ground[data-shows=all]").wait_for(timeout=60_000)
        whole = time.perf_counter() - begun
        print(
            f"{name}: usable {usable:.1f} s after the start ({taken}), all as printed {whole:.1f} s; {_load()}",
            flush=True,
        )
        page.wait_for_timeout(2000)
        return smooth(page, thread, name, rounds, acts)
    finally:
        server.kill()


def smooth(page: Page, thread: CDPSession, name: str, rounds: int, acts: dict[str, Callable[[Page], None]]) -> bool:
    """Print frames by what is done, and say whether any were late."""
    page.evaluate(COUNT)
    if acts is MAP:
        page.evaluate(MARKS)
    late = False
    for what, act in acts.items():
        best: tuple[float, float] = (1e9, 1e9)
        marks: list[float] = []
        taken = 0.0
        for _ in range(rounds):
            page.wait_for_timeout(800)
            page.evaluate(TAKE)
            before = _taken(thread)
            act(page)
            frames = sorted(page.evaluate(TAKE))
            taken += (_taken(thread) - before) / rounds
            marks += page.evaluate(TAKE_MARKS) if act is paint else []
            best = min(best, (frames[int(len(frames) * 0.95)], frames[len(frames) // 2]))
            page.mouse.up()
            page.mouse.up(button="middle")
        said = f"{name}: {what}: median {best[1]:.1f} ms, 95th percentile {best[0]:.1f} ms; processor {taken:.0f} ms"
        if marks:
            marks.sort()
            said += f"; the mark after {marks[len(marks) // 2]:.1f} ms, 95th {marks[int(len(marks) * 0.95)]:.1f} ms"
        print(f"{said}; {_load()}", flush=True)
        late |= what != "zoom" and best[0] > MOST
    if acts is MAP:
        page.locator("#undo", has_text="Paint").wait_for()  # strokes that painted nothing would be smooth too
    return late


def _taken(thread: CDPSession) -> float:
    """Milliseconds of processor time that the page's main thread has had."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration") * 1000


def _of_process(pid: int) -> float:
    """Milliseconds of processor time that a process has had (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def zoom(page: Page) -> None:
    """In and out again by the wheel, to a scale at which hexes can be painted."""
    page.mouse.move(600, 300)
    page.keyboard.press("0")
    for _ in range(10):
        page.mouse.wheel(0, -90)
        page.wait_for_timeout(30)


def pan(page: Page) -> None:
    """To the right and back by the middle button."""
    _drag(page, "middle", lambda n: (500 + 4 * min(n, 80 - n), 300))


def paint(page: Page) -> None:
    """A stroke of the brush, here and there."""
    page.keyboard.press("b")
    page.keyboard.press("x")
    _drag(page, "left", lambda n: (300 + 7 * n, 180 + 120 * (n // 10 % 2)))


def scroll(page: Page) -> None:
    """Down the table and up again by the wheel, from the place that it has."""
    if page.locator("#pane-table").is_hidden():
        page.locator("[data-doc='counters.yaml']").click()
        page.locator("#tab-table").click()
        page.locator("#wide").click()
        page.locator("#table .face svg").first.wait_for()
        page.wait_for_timeout(1500)
        page.evaluate(TAKE)
    page.mouse.move(700, 300)
    for n in range(80):
        page.mouse.wheel(0, 150 if n < 50 else -150)
        page.wait_for_timeout(16)
    if page.evaluate("document.getElementById('table').scrollTop") < 150:
        raise RuntimeError("the table did not scroll")


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def _drag(page: Page, button: str, at: Callable[[int], tuple[float, float]]) -> None:
    page.mouse.move(*at(0))
    page.mouse.down(button=button)
    for n in range(80):
        page.mouse.move(*at(n))


MAP = {"zoom": zoom, "pan": pan, "stroke of 40 hexes": paint}
TABLE = {"scroll": scroll}

if __name__ == "__main__":
    main()

"""Replays what a person did in the editor, recorded one action a line, by mouse and keys alone.

A line of a log names the action (`do`) and the element below the pointer (`on`): a hex and the place in it, from -1 to 1
across its box, or the element's id, data attributes, role and name, or path. The replay needs no sleep: before each action
it waits until the page has its answers and shows that element.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

LOGS = Path(__file__).parent / "logs"
PATIENCE = 60_000

# Resolves when no command has been under way for three frames and each element sought shows in one place for two of them:
# to the points in the window, or to what was missing when the time was over.
REST = """async ({sought, seen, pressed, checked, patience}) => {
  // a frame, and after it what the page does when it has drawn one
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const words = text => text.replace(/\\s+/g, " ").trim();
  const named = element => words(element.getAttribute("aria-label") || element.innerText || "");
  const shows = element => element.getClientRects().length > 0 && element.checkVisibility({visibilityProperty: true});
  const find = on => {
    if (on.hex) return [document.getElementById(`hex-${on.hex}`)].filter(Boolean);
    let found = [...document.querySelectorAll(on.css || (on.id ? `[id="${on.id}"]` : `${on.in ?? "#page"} ${on.tag}`))].filter(shows);
    if (on.data) found = found.filter(each => Object.entries(on.data).every(([key, value]) => each.dataset[key] === value));
    if (on.role) found = found.filter(each => each.getAttribute("role") === on.role);
    if (on.name !== undefined) found = found.filter(each => named(each) === on.name);
    return found;
  };
  const locate = on => {
    const found = find(on);
    if (found.length !== 1) return {why: `${found.length} elements are ${JSON.stringify(on)}`};
    const [element] = found;
    if (seen) return {x: 0, y: 0};
    if (!on.hex) element.scrollIntoView({block: "nearest", inline: "nearest"});
    const box = element.getBoundingClientRect();
    const x = box.x + box.width * (1 + (on.x ?? 0)) / 2, y = box.y + box.height * (1 + (on.y ?? 0)) / 2;
    const hit = document.elementFromPoint(x, y), map = document.getElementById("board");
    const free = hit && (on.hex ? map.contains(hit) : element.contains(hit));
    if (!free) return {why: `${JSON.stringify(on)} is covered at ${Math.round(x)}, ${Math.round(y)}`
      + (hit ? ` by <${hit.tagName.toLowerCase()}> ${named(hit).slice(0, 60)}` : ", outside the window")};
    return {x, y};
  };
  if (window.expected === undefined) {
    for (const event of ["pointerdown", "click"]) window.addEventListener(event, ({target}) => {
      if (window.expected && !window.expected.contains(target)) window.missed = `<${target.tagName.toLowerCase()}> ${named(target).slice(0, 60)}`;
      if (event === "click") window.expected = null;
    }, {capture: true});
    window.expected = null;
  }
  if (window.missed) return {why: `the click before it fell on ${window.missed}`};
  const end = performance.now() + patience;
  let quiet = 0, before = "", why = "the page is still busy";
  while (performance.now() < end) {
    await frame();
    quiet = document.querySelector("#page[data-busy], dialog [aria-busy=true]") ? 0 : quiet + 1;
    if (quiet < 3) continue;
    if (checked && document.querySelector(".checked")?.innerText !== checked) {
      why = "the findings are not complete";
      continue;
    }
    const points = sought.map(locate), missing = points.find(each => each.why);
    const now = JSON.stringify(points);
    if (!missing && now === before) {
      window.expected = pressed && !sought[0].hex ? find(sought[0])[0] : null;
      return {points};
    }
    before = now;
    why = missing ? missing.why : "the page still moves";
  }
  return {why};
}"""
# The focused drop-down list: how many keys Arrow Down it takes from its first option to one of a label.
OPTION = """async ([label, patience]) => {
  const end = performance.now() + patience;
  let found = -1;
  while (found < 0 && performance.now() < end) {
    const list = document.activeElement;
    if (list instanceof HTMLSelectElement) found = [...list.options].filter(each => !each.disabled).findIndex(each => each.label.trim() === label);
    if (found < 0) await new Promise(requestAnimationFrame);
  }
  return found;
}"""


def actions(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The actions of a log with the numbers of their lines, from 1."""
    for number, line in enumerate((LOGS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(), 1):
        yield number, json.loads(line)


class Replay:
    """Does on a page what a log says.

    Its methods `do_…` are the actions: each gets the line and the points in the window of the elements it names.
    """

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name

    def run(self, last: int | None = None) -> int:
        """Replay the log, or its lines up to `last`; the number of actions done.

        Fails with the line and with what was expected where the page does not show an element.
        """
        done = 0
        for number, line in actions(self.name):
            if last is not None and number > last:
                break
            points = self.rest(line, f"{self.name}.jsonl, line {number}: {json.dumps(line, ensure_ascii=False)}")
            held = line.get("held", [])
            for key in held:
                self.page.keyboard.down(key)
            getattr(self, f"do_{line['do']}")(line, points)
            for key in held:
                self.page.keyboard.up(key)
            done += 1
        self.rest({"do": "end", "checked": True}, f"{self.name}.jsonl, at its end")
        return done

    def rest(self, line: dict[str, Any], where: str) -> list[tuple[float, float]]:
        """Wait until the page is at rest and shows what a line names; where that is in the window."""
        on = line.get("on", [])
        sought = on if isinstance(on, list) else [on]
        checked = "Checked" if line.get("checked") else None
        found = self.page.evaluate(
            REST,
            {
                "sought": sought,
                "seen": line["do"] == "see",
                "pressed": line["do"] == "click",
                "checked": checked,
                "patience": PATIENCE,
            },
        )
        if "why" in found:
            pytest.fail(f"{where}\n{found['why']}", pytrace=False)
        return [(point["x"], point["y"]) for point in found["points"]]

    def do_click(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        self.page.mouse.click(*points[0], button=line.get("button", "left"), click_count=line.get("times", 1))

    def do_see(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        """The person waited until the element was there, which the replay has done."""

    def do_move(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        self.page.mouse.move(*points[0])

    def do_drag(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        mouse, button = self.page.mouse, line.get("button", "left")
        mouse.move(*points[0])
        mouse.down(button=button)
        for point in points[1:]:
            mouse.move(*point, steps=8)
        mouse.up(button=button)

    def do_wheel(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        self.page.mouse.move(*line["at"])
        self.page.mouse.wheel(0, line["by"])

    def do_key(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        for key in line["keys"]:
            self.page.keyboard.press(key)

    def do_type(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        self.page.keyboard.type(line["text"])

    def do_paste(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        self.page.keyboard.insert_text(line["text"])

    def do_choose(self, line: dict[str, Any], points: list[tuple[float, float]]) -> None:
        """Choose an option of the list that was opened by a click, by keys as in the list of the browser."""
        steps = self.page.evaluate(OPTION, [line["label"], PATIENCE])
        if steps < 0:
            pytest.fail(f"{self.name}.jsonl: no list with {line['label']!r} has the focus", pytrace=False)
        self.page.keyboard.press("Home")
        for _ in range(steps):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

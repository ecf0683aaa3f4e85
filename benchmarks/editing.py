"""How long after a key the editor's quick findings are there, beside the same re-check in one process.

    python benchmarks/editing.py [GAME] [--keys N]

For each document a sign is typed and taken back, as the page posts it. *editor*: from the change until the event that
the quick findings are there, through session, recovery file, thread and JSON. *alone*: the same texts loaded and
checked by one workspace and nothing else. The two take turns, so that a busy machine slows down both.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import queue
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from scenario_forge.checks.run import check
from scenario_forge.editor.findings import Checker
from scenario_forge.editor.session import Session
from scenario_forge.project.reading.locate import find_game
from scenario_forge.project.reading.workspace import Workspace

MOST = 1.3
"""The editor may take so many times as long."""


class Alone:
    """The re-check without an editor."""

    def __init__(self, session: Session) -> None:
        self._workspace = Workspace(session.folder)
        self(session)

    def __call__(self, session: Session) -> float:
        """Seconds for the texts as they are now."""
        texts = session.overlay()
        begun = time.perf_counter()
        check(self._workspace.load(session.errata, texts), "quick")
        return time.perf_counter() - begun


class Edited:
    """A key in the editor, until its quick findings are there; then the slow ones are waited for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._heard: queue.SimpleQueue[tuple[int, bool, float]] = queue.SimpleQueue()
        session.listen(self._hear)
        self.checker = Checker(session)
        self.slow: list[float] = []
        self._until(complete=True)

    def _hear(self, event: str, data: dict[str, object]) -> None:
        if event == "findings":
            json.dumps(self.checker.answer())
            self._heard.put((int(str(data["epoch"])), bool(data["complete"]), time.perf_counter()))

    def _until(self, *, complete: bool) -> float:
        while True:
            epoch, whole, when = self._heard.get(timeout=60)
            if epoch == self._session.epoch and whole == complete:
                return when

    def __call__(self, doc: str, start: int, end: int, insert: str) -> float:
        """Seconds from an edit to its quick findings."""
        begun = time.perf_counter()
        self._session.type(self._session.epoch, doc, [{"from": start, "to": end, "insert": insert}])
        quick = self._until(complete=False) - begun
        self.slow.append(self._until(complete=True) - begun)
        return quick


def middle_line(text: str) -> int:
    """The beginning of a line near the middle of a text, in the page's units."""
    at = text.rfind("\n", 0, len(text) // 2) + 1
    return len(text[:at].encode("utf-16-le")) // 2


def measure(game: str, keys: int) -> bool:
    """Print a line for each document; whether the editor keeps to its bound."""
    folder = Path(tempfile.mkdtemp()) / "game"
    shutil.copytree(find_game(game), folder)
    os.environ["SCENARIO_FORGE_CACHE"] = str(folder.parent / "cache")
    session = Session(folder)
    edited = Edited(session)
    alone = Alone(session)
    every: list[tuple[float, float]] = []
    print(f"{'document':<40} {'alone':>12} {'editor':>12}   ms, median and p95")
    for doc in sorted(session.texts):
        at = middle_line(session.texts[doc].text)
        pairs = []
        for key in range(keys):
            insert, end = ("", at + 2) if key % 2 else ("#\n", at)
            editor = edited(doc, at, end, insert)
            pairs.append((alone(session), editor))
        every += pairs
        print(f"{doc:<40} {_said([a for a, _ in pairs]):>12} {_said([e for _, e in pairs]):>12}")
    ratio = statistics.median(e / a for a, e in every)  # of pairs: a busy machine slows down both
    total = "all"
    print(f"{total:<40} {_said([a for a, _ in every]):>12} {_said([e for _, e in every]):>12}")
    print(f"all findings: {_said(edited.slow)}; ratio {ratio:.2f}, at most {MOST}")
    edited.checker.close()
    session.close()
    shutil.rmtree(folder.parent)
    return ratio <= MOST


def _said(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1000:.0f} {ordered[int(len(ordered) * 0.95)] * 1000:.0f}"


if __name__ == "__main__":
    gc.set_threshold(200_000, 20, 50)  # as `forge` does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="desert-rats")
    parser.add_argument("--keys", type=int, default=6)
    given = parser.parse_args()
    raise SystemExit(0 if measure(given.game, given.keys) else 1)

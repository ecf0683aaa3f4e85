"""How long after a key the editor's findings and its preview are there, beside the same work in one process.

    python benchmarks/editing.py [GAME] [--keys N] [--previews]

For each document a sign is typed and taken back, as the page posts it. *editor*: from the change until the event that
the quick findings are there, through session, recovery file, thread and JSON. *alone*: the same texts loaded and
checked by one workspace and nothing else. The two take turns, so that a busy machine slows down both.

With ``--previews``, for each component: from a change of what it is printed from until the picture of its first page is
there; *alone* is the same texts loaded, checked and printed, and the picture made.
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
from scenario_forge.editor.preview.preview import Preview, PreviewRequest, components_data
from scenario_forge.editor.session import Session
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.pdf import page_picture
from scenario_forge.printing.profile import DEFAULT, find_profile
from scenario_forge.printing.render import component_jobs

MOST = 1.3
"""The editor may take so many times as long."""


PRINTED_FROM = {"counters": "counters.yaml", "rules": "rulebook.yaml", "charts": "charts.yaml"}
"""What is changed before a preview; map.yaml unless it is here."""


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


class Previewed:
    """Previews of one session, one after the other."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._heard: queue.SimpleQueue[dict[str, object]] = queue.SimpleQueue()
        session.listen(lambda event, data: self._heard.put(data) if event == "preview" else None)
        self.preview = Preview(session)

    def __call__(self, wanted: PreviewRequest) -> float:
        """Seconds until the picture of the first page is there."""
        begun = time.perf_counter()
        job = self.preview.ask(wanted)
        told = self._heard.get(timeout=120)
        if told["why"]:
            raise RuntimeError(str(told["why"]))
        self.preview.picture(job, 1, 1.0)
        return time.perf_counter() - begun


def printed_alone(workspace: Workspace, session: Session, wanted: PreviewRequest) -> float:
    """Seconds for the same picture without an editor."""
    begun = time.perf_counter()
    game = workspace.load(session.errata, session.overlay())
    check(game)
    brief = Brief(game, find_profile(game, DEFAULT)[0].on(wanted.paper))
    chosen = [wanted.scenario] if wanted.scenario else list(scenarios(game).scenarios)
    page_picture(next(iter(component_jobs(wanted.component, brief, chosen))).make().pdf, 0, 96)
    return time.perf_counter() - begun


def previews(session: Session, times: int) -> bool:
    """Print a line for each component; whether the previews keep to their bound."""
    previewed, workspace = Previewed(session), Workspace(session.folder)
    listed = components_data(session.game())
    first = listed["scenarios"][0]["id"]
    every = []
    print(f"{'preview':<40} {'alone':>12} {'editor':>12}   ms, median and p95, {_load()}")
    for component in listed["components"]:
        wanted = PreviewRequest(component["id"], first if component["per_scenario"] else None, listed["papers"][0], "")
        doc = PRINTED_FROM.get(wanted.component, "map.yaml")
        pairs = []
        for n in range(times + 1):
            insert, end = ("", 2) if n % 2 else ("#\n", 0)
            session.type(session.epoch, doc, [{"from": 0, "to": end, "insert": insert}])
            editor = previewed(wanted)
            pairs.append((printed_alone(workspace, session, wanted), editor))
        every += pairs[1:]  # the first finds nothing of the game worked out
        alone, editors = [a for a, _ in pairs[1:]], [e for _, e in pairs[1:]]
        print(f"{wanted.component:<40} {_said(alone):>12} {_said(editors):>12}", flush=True)
    ratio = statistics.median(e / a for a, e in every)
    print(f"previews: ratio {ratio:.2f}, at most {MOST}; {_load()}")
    previewed.preview.close()
    return ratio <= MOST


def middle_line(text: str) -> int:
    """The beginning of a line near the middle of a text, in the page's units."""
    at = text.rfind("\n", 0, len(text) // 2) + 1
    return len(text[:at].encode("utf-16-le")) // 2


def measure(game: str, keys: int, *, printing: bool) -> bool:
    """Print a line for each document, or for each component; whether the editor keeps to its bound."""
    folder = Path(tempfile.mkdtemp()) / "game"
    shutil.copytree(find_game(game), folder)
    os.environ["SCENARIO_FORGE_CACHE"] = str(folder.parent / "cache")
    session = Session(folder)
    kept = previews(session, keys) if printing else findings(session, keys)
    session.close()
    shutil.rmtree(folder.parent)
    return kept


def findings(session: Session, keys: int) -> bool:
    """Print a line for each document; whether the findings keep to their bound."""
    edited = Edited(session)
    alone = Alone(session)
    every: list[tuple[float, float]] = []
    print(f"{'document':<40} {'alone':>12} {'editor':>12}   ms, median and p95")
    for doc in sorted(session.texts):
        at = middle_line(session.texts[doc].text)
        pairs = []
        for key in range(keys + keys % 2):  # each sign is taken back, or it may leave the game unreadable
            insert, end = ("", at + 2) if key % 2 else ("#\n", at)
            editor = edited(doc, at, end, insert)
            pairs.append((alone(session), editor))
        every += pairs
        print(f"{doc:<40} {_said([a for a, _ in pairs]):>12} {_said([e for _, e in pairs]):>12}")
    ratio = statistics.median(e / a for a, e in every)  # of pairs: a busy machine slows down both
    total = "all"
    print(f"{total:<40} {_said([a for a, _ in every]):>12} {_said([e for _, e in every]):>12}")
    print(f"all findings: {_said(edited.slow)}; ratio {ratio:.2f}, at most {MOST}; {_load()}")
    edited.checker.close()
    return ratio <= MOST


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def _said(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1000:.0f} {ordered[int(len(ordered) * 0.95)] * 1000:.0f}"


if __name__ == "__main__":
    gc.set_threshold(200_000, 20, 50)  # as `forge` does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="desert-rats")
    parser.add_argument("--keys", type=int, default=6)
    parser.add_argument("--previews", action="store_true")
    given = parser.parse_args()
    raise SystemExit(0 if measure(given.game, given.keys, printing=given.previews) else 1)

"""Run by test_killed.py: does something in a child process that is killed at a moment, for each moment there is.

A moment is the n-th time that the child opens, renames, removes or changes a file. Prints, as JSON, what each child left.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from scenario_forge.editor.session import Session

TOUCHING = {"open", "os.rename", "os.remove", "os.chmod", "os.link", "os.mkdir", "os.truncate"}


def change(session: Session) -> None:
    session.put(session.epoch, "Two", {"map.yaml": [(0, 0, "# two\n")]})


def save(session: Session) -> None:
    session.save()


def exchange(session: Session) -> None:
    """Save one new document and the removal of another."""
    session.save()


def typed(session: Session) -> None:
    """A line before the first of every document."""
    for epoch, name in enumerate(sorted(session.texts)):
        session.put(epoch, "One", {name: [(0, 0, "# one\n")]})


def exchanged(session: Session) -> None:
    session.put(session.epoch, "Exchange", {"playtest.yaml": [(0, 0, "# new\n")], "options.yaml": None})


WORK = {"change": (typed, change), "save": (typed, save), "exchange": (exchanged, exchange)}


def run(folder: Path, what: str, moment: int) -> bool:
    """One child; whether it came to an end before its moment."""
    child = os.fork()
    if child == 0:
        session = Session(folder)
        before, then = WORK[what]
        before(session)
        count = 0

        def hook(event: str, _args: object) -> None:
            nonlocal count
            if event in TOUCHING:
                count += 1
                if count == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        then(session)
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def main(folder: Path, what: str) -> None:
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    left, moment, ended = [], 0, False
    while not ended and moment < 60:
        moment += 1
        ended = run(folder, what, moment)
        session = Session(folder)
        left.append(
            {
                "ended": ended,
                "files": {name: opened.text for name, opened in session.texts.items()},
                "offered": {name: kept["text"] for name, kept in session.recovery.offered.items()},
            }
        )
        session.recover(0, take=False)
        session.close()
        for path in folder.iterdir():
            path.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text)
    print(json.dumps(left))


main(Path(sys.argv[1]), sys.argv[2])

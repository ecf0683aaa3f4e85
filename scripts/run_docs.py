"""Runs what the documentation shows, so that it stays true.

In README.md and docs/*.md, in a fresh folder for each file:

- a block with a path, ```` ```yaml path/to/file.yaml ````, is written to that file (a second one replaces it);
- a block ```` ```console ```` runs each line that begins with ``$ `` and asks that every other line of the
  block occurs in the output, in order; a line ``…`` skips, and lines that begin with ``> `` go on with the command;
- a block ```` ```python ```` is run.

Other blocks are only shown. `forge` is one that has been started already (`scripts/started_forge.py`). Exits 1 with
the file and line of what is not true. With files named, only those are run; `--usual` leaves two to `make long` that
play for a minute.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "scripts/started_forge.py"
LONG = (
    "designers-evening.md",
    "errata.md",
    "tuning.md",
    "playtest.md",
    "add-a-rule-system.md",
    "drafts.md",
    "simulator.md",
    "new-game.md",
    "dossier.md",
    "pack.md",
)
"""Begun first, the longest before others, so that none of them is left over when all others are done."""
UNUSUAL = ("designers-evening.md", "tuning.md")
"""Left to `make long`."""
WORTH_SAYING = 10
"""Seconds."""
COMMAND = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"+"], [0, 1, 2])
    server.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode() + b"\\n")
    sys.exit(int(server.makefile().read() or {crashed}))
"""
"""Hands its words, folder, environment and streams over, and waits until the process that answers has ended."""
CRASHED = 70
"""Exit code of a command whose process ended without giving one."""
FENCE = re.compile(r"^```(\w+)?[ \t]*(\S+)?[ \t]*$")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the path behind it, its lines and the number of the first."""

    language: str
    path: str
    lines: list[str]
    line: int


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a Markdown text."""
    found, current = [], None
    for number, line in enumerate(text.splitlines(), start=1):
        match = FENCE.match(line)
        if current is None and match:
            current = Block(match[1] or "", match[2] or "", [], number + 1)
        elif current is not None and line.startswith("```"):
            found.append(current)
            current = None
        elif current is not None:
            current.lines.append(line)
    return found


def environment(*folders: Path) -> dict[str, str]:
    """The environment of what is run, with the commands of these folders before all others."""
    path = os.pathsep.join([*map(str, folders), str(Path(sys.executable).parent), os.environ["PATH"]])
    found = {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "110", "PYTHONIOENCODING": "utf-8"}
    found["SCENARIO_FORGE_SETTINGS"] = "settings"  # in the folder of the page: nobody's printer
    found["LOKY_MAX_CPU_COUNT"] = "1"  # each core has a page of its own: starting workers takes longer than games
    return found


@contextmanager
def started_forge() -> Iterator[Path]:
    """A folder with a `forge` that answers within the ``with``."""
    with tempfile.TemporaryDirectory() as name:
        address, command = Path(name, "socket"), Path(name, "forge")
        command.write_text(COMMAND.format(python=sys.executable, address=str(address), crashed=CRASHED), "utf-8")
        command.chmod(0o755)
        started = [sys.executable, str(SERVER), str(address)]
        with subprocess.Popen(started, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as server:
            try:
                if not (server.stdout and server.stdout.readline()):
                    raise OSError(f"{SERVER} did not start")
                yield Path(name)
            finally:
                server.terminate()


def run(command: list[str] | str, folder: Path, forge: Path) -> str:
    """The output of a command, both streams; raises ValueError when it could not run."""
    done = subprocess.run(
        command,
        cwd=folder,
        shell=isinstance(command, str),
        env=environment(forge),
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode not in (0, 1) or "Traceback" in done.stdout:
        raise ValueError(f"exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def console(block: Block, folder: Path, forge: Path) -> None:
    """Run a console block; raises ValueError when a line it shows does not come."""
    output = ""
    for line in commands_joined(block.lines):
        if line.startswith("$ "):
            output = run(line[2:], folder, forge)
        elif line.strip() and line.strip() != "…":
            words = " ".join(line.split())
            position = next((i for i, out in enumerate(output.splitlines()) if words in " ".join(out.split())), None)
            if position is None:
                raise ValueError(f"not in the output: {line}\n--- the output was\n{output}")
            output = "\n".join(output.splitlines()[position + 1 :])


def commands_joined(lines: list[str]) -> list[str]:
    """The lines of a console block, those that go on with a command joined to it."""
    joined: list[str] = []
    for line in lines:
        if line.startswith("> ") and joined and joined[-1].startswith("$ "):
            joined[-1] += f"\n{line[2:]}"
        else:
            joined.append(line)
    return joined


def check(document: Path, forge: Path) -> list[str]:
    """What is not true in one document."""
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "content").symlink_to(ROOT / "content")
        for block in blocks(document.read_text("utf-8")):
            try:
                if block.path:
                    target = folder / block.path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text("\n".join(block.lines) + "\n", "utf-8")
                elif block.language == "console":
                    console(block, folder, forge)
                elif block.language == "python":
                    run([sys.executable, "-W", "error", "-c", "\n".join(block.lines)], folder, forge)
            except ValueError as error:
                wrong.append(f"{document.relative_to(ROOT)}:{block.line}: {error}")
    return wrong


def timed(document: Path, forge: Path) -> list[str]:
    """What is not true in one document; says how long it took where that is worth knowing."""
    began = time.monotonic()
    wrong = check(document, forge)
    took = time.monotonic() - began
    if took > WORTH_SAYING:
        print(f"{document.name}: {took:.0f} s", flush=True)
    return wrong


def main(named: list[str]) -> int:
    """Check the documents that are named, or every one, or with `--usual` most."""
    left = UNUSUAL if "--usual" in named else ()
    documents = [Path(name).resolve() for name in named if name != "--usual"]
    for document in documents:
        if not document.is_file() or not document.is_relative_to(ROOT):
            print(f"{document} is no document of the project")
            return 2
    documents = documents or [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    documents = [document for document in documents if document.name not in left]
    longest_first = sorted(documents, key=lambda each: LONG.index(each.name) if each.name in LONG else len(LONG))
    with started_forge() as forge, ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # each waits for its processes
        wrong = [problem for found in pool.map(timed, longest_first, repeat(forge)) for problem in found]
    print("\n".join(wrong) or f"{len(documents)} document{'s are' if len(documents) > 1 else ' is'} true")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

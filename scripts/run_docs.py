"""Runs what the documentation shows, so that it stays true.

In README.md and docs/*.md, in a fresh folder for each file:

- a block with a path, ```` ```yaml path/to/file.yaml ````, is written to that file (a second one replaces it);
- a block ```` ```console ```` runs each line that begins with ``$ `` and asks that every other line of the
  block occurs in the output, in order; a line ``…`` skips, and lines that begin with ``> `` go on with the command;
- a block ```` ```python ```` is run.

Other blocks are only shown. Exits 1 with the file and line of what is not true. With files named, only those are run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONG = (
    "designers-evening.md",
    "errata.md",
    "add-a-rule-system.md",
    "new-dates.md",
    "tuning.md",
    "authors-guide.md",
    "dossier.md",
    "pack.md",
)
"""Begun first, the longest before others, so that none of them is left over when all others are done."""
WORTH_SAYING = 10
"""Seconds."""
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


def run(command: list[str] | str, folder: Path) -> str:
    """The output of a command, both streams; raises ValueError when it could not run."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "110", "PYTHONIOENCODING": "utf-8"}
    environment["LOKY_MAX_CPU_COUNT"] = "1"  # each core has a page of its own: starting workers takes longer than games
    done = subprocess.run(
        command,
        cwd=folder,
        shell=isinstance(command, str),
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode not in (0, 1) or "Traceback" in done.stdout:
        raise ValueError(f"exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def console(block: Block, folder: Path) -> None:
    """Run a console block; raises ValueError when a line it shows does not come."""
    output = ""
    for line in commands_joined(block.lines):
        if line.startswith("$ "):
            output = run(line[2:], folder)
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


def check(document: Path) -> list[str]:
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
                    console(block, folder)
                elif block.language == "python":
                    run([sys.executable, "-W", "error", "-c", "\n".join(block.lines)], folder)
            except ValueError as error:
                wrong.append(f"{document.relative_to(ROOT)}:{block.line}: {error}")
    return wrong


def timed(document: Path) -> list[str]:
    """What is not true in one document; says how long it took where that is worth knowing."""
    began = time.monotonic()
    wrong = check(document)
    took = time.monotonic() - began
    if took > WORTH_SAYING:
        print(f"{document.name}: {took:.0f} s", flush=True)
    return wrong


def main(named: list[str]) -> int:
    """Check the documents that are named, or every one."""
    documents = [Path(name).resolve() for name in named]
    for document in documents:
        if not document.is_file() or not document.is_relative_to(ROOT):
            print(f"{document} is no document of the project")
            return 2
    documents = documents or [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    longest_first = sorted(documents, key=lambda each: LONG.index(each.name) if each.name in LONG else len(LONG))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:  # each waits for processes of its own folder
        wrong = [problem for found in pool.map(timed, longest_first) for problem in found]
    print("\n".join(wrong) or f"{len(documents)} document{'s are' if len(documents) > 1 else ' is'} true")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

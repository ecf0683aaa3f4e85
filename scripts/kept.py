"""Write what must be equal before and after a move of code into a folder, so that `diff -r` compares two versions.

    .venv/bin/python scripts/kept.py /tmp/before            # with the code and the environment of this checkout
    .venv/bin/python scripts/kept.py --quick /tmp/before    # without prints, and with one trace in twenty
    .venv/bin/python scripts/kept.py --only help,schemas /tmp/before
    diff -r /tmp/before /tmp/after

| in the folder | what |
|---|---|
| `traces/GAME.txt` | every traced game (tests/traces) as it goes now, whole |
| `findings/GAME-ERRATA.json` | findings of every game, without errata and with all |
| `printed.txt` | digests of everything that is printed of them on A4, with all errata |
| `schemas/` | JSON Schemas |
| `help/VERB.txt` | the help of `forge` and of each verb |
| `codes.txt`, `codes.md` | `forge explain --all` |
| `sessions/NAME.txt` | recorded sessions of the editor (tests/editor/sessions): each whole answer, then the files |
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # this checkout's code, whatever is installed

from editor import recorded
from follow_traces import made
from printed import digests
from traces.games import ROOT, SCENARIOS, games

if TYPE_CHECKING:
    from collections.abc import Callable

SHARE = 20
"""With `--quick`, one trace of so many: those that the tests follow."""
_VERB = re.compile(r"^  ([a-z][a-z-]*)  +\S", re.MULTILINE)


def forge(*words: str) -> bytes:
    """What `forge` of this checkout prints."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "120",
        "NO_COLOR": "1",
        "SCENARIO_FORGE_VERDICTS": "off",
    }
    started = subprocess.run(
        [sys.executable, "-m", "scenario_forge", *words], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    if started.returncode not in (0, 1):  # 1: there are errors in the game
        sys.exit(f"forge {' '.join(words)}: {started.stderr.decode()}")
    return started.stdout


def write(file: Path, text: bytes) -> None:
    """Write a file, and make the folders that it is in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)


def where(name: str) -> str:
    """The folder of a game from the root, since some pages name it."""
    return f"content/{name}"


# -- the parts -----------------------------------------------------------------------------------------


def write_help(folder: Path, pool: Executor) -> None:
    """Write the help of `forge`, of each verb, and of those below it."""
    levels: list[tuple[str, ...]] = [()]
    while levels:
        texts = list(pool.map(help_of, levels))
        for verbs, text in zip(levels, texts, strict=True):
            write(folder / f"help/{'-'.join(('forge', *verbs))}.txt", text)
        levels = [(*verbs, verb) for verbs, text in zip(levels, texts, strict=True) for verb in verbs_of(text)]


def help_of(verbs: tuple[str, ...]) -> bytes:
    """The help of a verb."""
    return forge(*verbs, "--help")


def verbs_of(text: bytes) -> list[str]:
    """The verbs that a help lists."""
    return _VERB.findall(text.decode().partition("\nCommands:\n")[2])


def write_schemas(folder: Path, _pool: Executor) -> None:
    """Write the schemas."""
    forge("schema", "--output", str(folder / "schemas"))


def write_codes(folder: Path, _pool: Executor) -> None:
    """Write the pages of all codes."""
    write(folder / "codes.txt", forge("explain", "--all"))
    write(folder / "codes.md", forge("explain", "--all", "--format", "markdown"))


def write_findings(folder: Path, pool: Executor) -> None:
    """Write the findings of each game with and without errata."""
    asked = list(product(SCENARIOS, ("none", "all")))
    for (name, errata), text in zip(asked, pool.map(findings, asked), strict=True):
        write(folder / f"findings/{name}-{errata}.json", text)


def findings(asked: tuple[str, str]) -> bytes:
    """The findings of a game with a set of errata, as JSON."""
    name, errata = asked
    return forge("check", where(name), "--errata", errata, "--format", "json")


def write_sessions(folder: Path, pool: Executor) -> None:
    """Write what was answered in each session, and the files that it left."""
    names = recorded.names()
    for name, text in zip(names, pool.map(session, names), strict=True):
        write(folder / f"sessions/{name}.txt", text)


def session(name: str) -> bytes:
    """The answers of a session and its files."""
    with tempfile.TemporaryDirectory() as temporary:
        answers = recorded.replayed(name, Path(temporary))
    return "".join(f"== {answer.what}\n{answer.text}\n" for answer in answers).encode()


def write_traces(folder: Path, pool: Executor, share: int = 1) -> None:
    """Write the traces as they go now, or one of so many."""
    chosen = [game for number, game in enumerate(games()) if number % share == 0]
    texts = dict.fromkeys(SCENARIOS, "")
    for game, lines in zip(chosen, pool.map(made, chosen), strict=True):
        texts[game.game] += f"# {game}\n" + "".join(f"{line}\n" for line in lines)
    for name, text in texts.items():
        write(folder / f"traces/{name}.txt", text.encode())


def write_prints(folder: Path, pool: Executor) -> None:
    """Write the digests of what is printed."""
    write(folder / "printed.txt", "".join(pool.map(prints_of, SCENARIOS)).encode())


def prints_of(name: str) -> str:
    """The digest and the name of each document that is printed of a game."""
    with tempfile.TemporaryDirectory() as temporary:
        how = ("--errata", "all", "--paper", "A4", "--force", "--no-previews", "--output", temporary)
        forge("build", where(name), *how)
        printed = digests([path for path in Path(temporary).iterdir() if path.is_dir()])
    return "".join(f"{digest} {document}\n" for document, digest in sorted(printed.items()))


PARTS: dict[str, Callable[[Path, Executor], None]] = {
    "help": write_help,
    "schemas": write_schemas,
    "codes": write_codes,
    "findings": write_findings,
    "sessions": write_sessions,
    "traces": write_traces,
    "prints": write_prints,
}
QUICK = PARTS | {"traces": partial(write_traces, share=SHARE)}
del QUICK["prints"]


def main() -> int:
    """Carry out what is asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, help="a new or an empty one")
    asked.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    asked.add_argument("--only", default="", metavar="PARTS", help=f"of {', '.join(PARTS)}")
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    folder, parts = given.folder.resolve(), QUICK if given.quick else PARTS
    chosen = given.only.split(",") if given.only else list(parts)
    if unknown := [part for part in chosen if part not in parts]:
        asked.error(f"there is no part {', '.join(unknown)} here")
    if folder.exists() and any(folder.iterdir()):
        asked.error(f"{folder} is not empty")
    with ProcessPoolExecutor(given.jobs) as pool:
        for part in chosen:
            began = time.monotonic()
            parts[part](folder, pool)
            print(f"{part}: {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

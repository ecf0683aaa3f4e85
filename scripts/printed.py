"""Bytes of what is printed (tests/traces/printed.txt): a change of the code that should change no page changes none.

python scripts/printed.py build/massawa           # compare the PDFs of a game with what is kept
python scripts/printed.py build/massawa --make    # keep them: when a page was meant to change, and was looked at

Digests of games that are not named stay as they are.

Pages that differ are found by building both states and comparing pictures of them.
"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "tests/traces/printed.txt"


def digests(folders: list[Path]) -> dict[str, str]:
    """Digest by name of each PDF of the games built into these folders."""
    paths = [(folder.resolve().name, path) for folder in folders for path in folder.resolve().rglob("*.pdf")]
    return {f"{game}/{path.name}": sha256(path.read_bytes()).hexdigest()[:24] for game, path in paths}


def kept() -> dict[str, str]:
    """The digest by name that was kept of each PDF of every game."""
    lines = (line.split() for line in FILE.read_text().splitlines() if line)
    return {name: digest for digest, name in lines}


def main() -> int:
    """Carry out what is asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folders", type=Path, nargs="+", help="what `forge build` made of a game each")
    asked.add_argument("--make", action="store_true", help="keep what is there")
    given = asked.parse_args()
    now = digests(given.folders)
    if not now:
        sys.exit("no PDF is there; build the games first")
    games = {name.partition("/")[0] for name in now}
    before = {name: digest for name, digest in kept().items() if name.partition("/")[0] in games}
    if given.make:
        others = {name: digest for name, digest in kept().items() if name not in before}
        FILE.write_text("".join(f"{digest} {name}\n" for name, digest in sorted((others | now).items())))
        print(f"{len(now)} documents kept")
        return 0
    if not before:
        print("nothing is kept of this game yet: keep it once its pages have been looked at")
        return 0
    different = [
        f"{name}: {'is not printed any more' if name not in now else 'is new' if name not in before else 'differs'}"
        for name in sorted(before.keys() | now)
        if before.get(name) != now.get(name)
    ]
    print("\n".join(different) or f"{len(now)} documents as they were")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

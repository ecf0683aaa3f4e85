"""Starts `forge edit`, asks for its page and its game as a browser does, and stops it. For `scripts/try_wheel`.

python scripts/try_edit.py FORGE GAME
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 60
ADDRESS = re.compile(r"(?P<server>http://\S+?)/#token=(?P<token>\S+)")
ASSET = re.compile(r'(?:src|href)="/?(assets/[^"]+)"')


def main(forge: str, game: str) -> None:
    """Fetch the page, what it loads, and the game."""
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor())
    with started(forge, game) as (server, token):

        def asked(path: str, body: bytes | None = None) -> bytes:
            headers = {"X-Forge": "edit", "X-Forge-Token": token, "Content-Type": "application/json"}
            answer: bytes = opener.open(Request(f"{server}/{path}", body, headers), timeout=WAIT).read()
            return answer

        assets = ASSET.findall(asked("").decode())
        sizes = {name: len(asked(name)) for name in assets}
        if not {"assets/app.js", "assets/app.css"} <= sizes.keys() or not all(sizes.values()):
            sys.exit(f"the page loads {sizes}")
        asked("api/enter", json.dumps({"token": token}).encode())
        title = json.loads(asked("api/game"))["title"]
    print(f"serves its page ({sum(sizes.values())} bytes) and {title}")


@contextmanager
def started(forge: str, game: str) -> Iterator[tuple[str, str]]:
    """Give the address and the token of an editor that serves within the ``with``."""
    with subprocess.Popen([forge, "edit", game, "--no-browser"], stdout=subprocess.PIPE, text=True) as serving:
        hanging = Timer(WAIT, serving.kill)
        hanging.start()
        try:
            line = serving.stdout.readline() if serving.stdout else ""
            hanging.cancel()
            address = ADDRESS.search(line)
            if address is None:
                sys.exit(f"forge edit gives no address: {line}")
            yield address["server"], address["token"]
        finally:
            hanging.cancel()
            serving.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])

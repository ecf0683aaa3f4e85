"""Start of the editor's server on this machine, until it is interrupted."""

from __future__ import annotations

import contextlib
import gc
import os
import secrets
import socket
import threading
from typing import TYPE_CHECKING

import uvicorn

from scenario_forge import editor
from scenario_forge.editor.server.entrance import entrance
from scenario_forge.editor.server.guard import MOST_SAID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.applications import Starlette

    from scenario_forge.editor.session import Session

PATIENCE = 1.0
"""Seconds in which the server may end by itself."""
_TICK = 0.5
"""Seconds after which an interruption is noticed where nothing wakes a thread that waits."""


def serve(folder: str | os.PathLike[str], port: int, started: Callable[[str], None]) -> list[str]:
    """Serve the editor of a game on 127.0.0.1 until it is interrupted; return what was not saved by then.

    The server runs in a daemon thread, and so do all threads that it starts. Checks and drawings that take longer than
    `PATIENCE` to stop are left behind; a step under way, a save and the recovery file are waited for.

    Args:
        folder: of the game.
        port: 0 for any that is free.
        started: called with the address to open, once the server listens. The token in it is given nowhere else.

    Raises:
        OSError: the port is taken.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if os.name == "posix":  # elsewhere it would let others listen on the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
        port = listener.getsockname()[1]
        token = secrets.token_urlsafe(24)
        sessions: list[Session] = []

        def parts() -> Iterator[Starlette]:
            gc.disable()  # what is read and imported now stays: to look for garbage among it takes a tenth of the time
            try:
                sessions.append(editor.session.Session(folder))
                made = editor.server.app.parts(sessions[0])
                first = next(made)
            finally:
                gc.freeze()
                gc.enable()
            yield first
            yield from made

        try:
            config = uvicorn.Config(
                entrance(parts, port, token),
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=MOST_SAID,
                lifespan="on",
            )
            server = uvicorn.Server(config)
            # an event: a thread that is being joined when an interruption comes may count as ended (bpo-45274)
            ended = threading.Event()

            def run() -> None:
                try:
                    server.run([listener])
                finally:
                    ended.set()

            threading.Thread(target=run, name="server", daemon=True).start()
            started(f"http://127.0.0.1:{port}/#token={token}")
            with contextlib.suppress(KeyboardInterrupt):
                while not ended.wait(_TICK):
                    pass
            server.should_exit = True
            with contextlib.suppress(KeyboardInterrupt):  # asked twice: it does not wait at all
                for session in sessions:
                    session.tell(editor.server.app.STOP)
                ended.wait(PATIENCE)
        finally:
            for session in sessions:
                session.close()
        return [name for session in sessions for name, opened in session.texts.items() if opened.unsaved]

"""Runs the editor's server on this machine until it is interrupted."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from typing import TYPE_CHECKING

import uvicorn

from scenario_forge.editor.app import application
from scenario_forge.editor.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable


def serve(folder: str | os.PathLike[str], port: int, started: Callable[[str], None]) -> list[str]:
    """Serve the editor of a game on 127.0.0.1 until it is interrupted; the answer is what was not saved by then.

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
        session = Session(folder)
        try:
            app = application(session, port, token)
            config = uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=1, ws="none"
            )
            started(f"http://127.0.0.1:{port}/#token={token}")
            with contextlib.suppress(KeyboardInterrupt):
                uvicorn.Server(config).run(sockets=[listener])
            return [name for name, opened in session.texts.items() if opened.unsaved]
        finally:
            session.close()

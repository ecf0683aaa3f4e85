"""Runs the editor's server on this machine until it is interrupted."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from typing import TYPE_CHECKING

import uvicorn

from scenario_forge.editor.app import STOP, application
from scenario_forge.editor.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


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
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                ws="none",
                lifespan="on",
            )
            started(f"http://127.0.0.1:{port}/#token={token}")
            with contextlib.suppress(KeyboardInterrupt):
                _Server(config, session).run(sockets=[listener])
            return [name for name, opened in session.texts.items() if opened.unsaved]
        finally:
            session.close()


class _Server(uvicorn.Server):
    """Ends the streams of events when it is stopped; they would hold it up until it gave up on them, with a message."""

    def __init__(self, config: uvicorn.Config, session: Session) -> None:
        super().__init__(config)
        self._session = session

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, as a signal asked."""
        self._session.tell(STOP)
        super().handle_exit(sig, frame)

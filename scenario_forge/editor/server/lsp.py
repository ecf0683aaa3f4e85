"""The language server of the text pane: `/lsp` is a WebSocket that speaks the protocol of `forge lsp`.

It answers from the session's own texts: the page sends places and names, never a text, and hears of findings as
before. What a rename would change goes back to the page, which has it made as one step.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from starlette.concurrency import run_in_threadpool
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from scenario_forge import language
from scenario_forge.editor.server.guard import MOST_SAID, SOCKET

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from scenario_forge.editor.background import BackgroundGame, GameAtEpoch
    from scenario_forge.game.game import Game

ROOT = "forge:///"
"""Before the name of a document in its address; where the game is on the disk is nobody's business."""
_WRONG, _TOO_BIG = 1007, 1009
"""Codes with which a WebSocket is closed."""


class Edited:
    """The texts of the session as the language server knows them: those of the message that it answers."""

    now: GameAtEpoch

    def find(self, uri: str) -> tuple[Edited, str] | None:
        """Return these texts and a document's name; None for a document that cannot be read as text."""
        name = unquote(uri.removeprefix(ROOT))
        file = self.now.game.read.get(name)
        return (self, name) if file is not None and file.source.written.readable else None

    def game(self) -> Game:
        """Return the game with the errata that the page shows."""
        return self.now.game

    def without_errata(self) -> Game:
        """Return the game without errata."""
        return self.now.printed

    def uri(self, name: str) -> str:
        """Return the address of a document."""
        return ROOT + quote(name, safe="/!*'()")  # as the page writes it


async def _converse(socket: WebSocket, background: BackgroundGame) -> int:
    """Answer messages until one is none; return the code to close with."""
    texts = Edited()
    # one after the other, as answers are: two threads cannot prepare the types of the protocol at once
    server = await run_in_threadpool(background.ask, lambda _now: language.server.Server(texts.find))

    def hear(said: str, now: GameAtEpoch) -> list[str] | None:
        texts.now = now
        return server.answer(said)

    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        said = message.get("text") or ""
        if len(said) > MOST_SAID:
            return _TOO_BIG
        answers = await run_in_threadpool(background.ask, partial(hear, said))
        if answers is None:
            return _WRONG
        for answer in answers:
            await socket.send_text(answer)


def socket(background: BackgroundGame) -> WebSocketRoute:
    """Return the WebSocket, for questions about the game beside the session's own."""

    async def speak(socket: WebSocket) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):  # a page that leaves does not wait for its answer
            await socket.close(await _converse(socket, background))

    return WebSocketRoute(SOCKET, speak)

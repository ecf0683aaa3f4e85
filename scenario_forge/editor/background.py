"""The game in a workspace of its own: for questions that take longer than typing may wait."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.game.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections import OrderedDict
    from collections.abc import Callable

    from scenario_forge.editor.errata.chosen import ErrataChoice
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class GameAtEpoch:
    """The game at one epoch."""

    epoch: int
    game: Game
    """With the errata that the page shows."""
    printed: Game
    """Without; the same where there are none."""
    chosen: ErrataChoice


class BackgroundGame:
    """Game for slow questions, answered one after the other in its own workspaces: nobody who types waits."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._now: GameAtEpoch | None = None

    def ask(self, question: Callable[[GameAtEpoch], T]) -> T:
        """Answer a question about the game as it is when its turn comes; not for whoever holds the lock."""
        with self._lock:
            return question(self._current())

    def ask_game(self, question: Callable[[Game], T]) -> T:
        """Answer a question about the game with the errata that the page shows."""
        return self.ask(lambda now: question(now.game))

    def _current(self) -> GameAtEpoch:
        session = self._session
        with session.lock:
            epoch, errata, chosen, texts = session.epoch, session.errata, session.chosen, session.overlay()
            if self._now is not None and self._now.epoch == epoch:
                return self._now
            first = (session.game(), session.printed())
            before = first if self._now is None else (self._now.game, self._now.printed)
            same = first[0] is first[1]
        game = Workspace.after(before[0]).load(errata, texts)
        printed = game if same else Workspace.after(before[1]).load("none", texts)
        self._now = GameAtEpoch(epoch, game, printed, chosen)
        return self._now


def keep_last(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Keep an answer as the last of those that are kept; beyond ``most`` the first ones go."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)

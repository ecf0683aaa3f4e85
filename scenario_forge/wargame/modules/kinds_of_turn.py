"""Kinds of turn and weather: words of the track or of a die that change what units can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.names import TrackColumnName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.simulator.state import Frame
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation


class KindOfTurn(Model):
    """What a kind of turn changes."""

    halves: list[ValueName] = []  # noqa: RUF012 - pydantic copies it
    """Values of counters that are halved, fractions rounded up."""
    minimum: Literal["as_usual", "none"] = "as_usual"
    """`none`: no unit may enter a hex that costs more than it has."""
    fire: Literal["as_usual", "none"] = "as_usual"
    """`none`: nobody fires at what he must see."""
    dice: dict[Literal["assault", "barrage", "fire"], str] = {}  # noqa: RUF012 - pydantic copies it
    """By way of fighting: the figure that is added to its dice."""
    sight: int | None = None
    """How far units see, in hexes."""


class WeatherKey(Model):
    """Kinds of turn: from a column of the track, and from a die."""

    column: TrackColumnName | None = None
    """The column of the track whose words are kinds of turn."""
    rolled: dict[Id, str] = {}  # noqa: RUF012 - pydantic copies it
    """Kinds of turn that a die of the step `weather` brings: the name of the figure that is the least throw."""
    kinds: dict[Id, KindOfTurn] = {}  # noqa: RUF012 - pydantic copies it
    """By kind of turn: what it changes."""


class Weather(Module[WeatherKey]):
    """Kinds of turn in play."""

    key, model = "weather", WeatherKey

    def __init__(self, board: Board, given: WeatherKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.printed = board.compiled.keys.get(f"track.{given.column}", ()) if given.column else ()
        self.least = {kind: board.column(figure)[0] for kind, figure in given.rolled.items()}

    @property
    def columns(self) -> Mapping[str, str]:  # type: ignore[override]  # one for each kind that is rolled for
        """The columns of state: whether each kind of turn that a die brings is there."""
        return {"clock": " ".join(self.given.rolled)} if self.given.rolled else {}

    def now(self, now: Situation) -> list[str]:
        """Return the kinds of the turn: that of the track, and those that dice have brought."""
        rolled = [kind for kind in self.given.rolled if getattr(now.state.clock, kind)[0]]
        return [*([self.word(now)] if self.printed else []), *rolled]

    def word(self, now: Situation) -> str:
        """Return the kind of the turn on the track."""
        return self.printed[self.board.of_turn(f"track.{self.given.column}", now.turn)]

    def of_turn(self, now: Situation) -> list[KindOfTurn]:
        """Return what the kinds of the turn change."""
        kinds = self.given.kinds
        return [kinds[kind] for kind in self.now(now) if kind in kinds]

    @rule("weather.values")
    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:  # noqa: ARG002 - as modules are asked
        """Return a value of a unit as kinds of turn change it."""
        for kind in self.of_turn(now):
            if name in kind.halves:
                value = (value + 1) // 2
        return value

    @rule("weather.dice")
    def added(self, now: Situation, fight: str) -> list[tuple[int, str]]:
        """Return what kinds of turn add to the dice of a way of fighting: the number, and the kind."""
        kinds = ((kind, self.given.kinds[kind].dice.get(fight)) for kind in self.now(now) if kind in self.given.kinds)  # type: ignore[call-overload]  # a word of the key
        return [(self.board.column(figure)[0], kind) for kind, figure in kinds if figure is not None]

    @rule("weather.sight")
    def sight(self, now: Situation) -> int | None:
        """Return how far units see; None for however far."""
        reaches = [kind.sight for kind in self.of_turn(now) if kind.sight is not None]
        return min(reaches, default=None)

    def forbids_fire(self, now: Situation) -> bool:
        """Return whether nobody fires at what he must see."""
        return any(kind.fire == "none" for kind in self.of_turn(now))


@rule("weather.die")
def weather(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Find out by the die which kinds of turn it brings."""
    for kind, least in board.module(Weather).least.items():
        there = frame.data["thrown"] >= least
        book.note(f"clock.{kind}", int(there))
        book.event(kind if there else "clear weather", "weather.die")
    return ()


Weather.steps = {"weather": ("weather.die", Throw, weather)}

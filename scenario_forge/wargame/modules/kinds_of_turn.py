"""Kinds of turn and weather: words of the track or of a die that change what units can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import FigureName, TrackColumnName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key, lacking_key
from scenario_forge.wargame.board.labels import listed, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import is_declared, reminder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


USUAL = "usual"
"""What holds in kinds of turn that have none of their own."""
KindOfTurnName = Annotated[Id, Names("kind of turn", checked=True)]
KindOrUsual = Annotated[Id, Names("kind of turn", besides=(USUAL,), checked=True)]


class KindOfTurn(Model):
    """What a kind of turn changes."""

    halves: list[ValueName] = []  # noqa: RUF012 - pydantic copies it
    """Values of counters that are halved, fractions rounded up."""
    minimum: Literal["as_usual", "none"] = "as_usual"
    """`none`: no unit may enter a hex that costs more than it has."""
    fire: Literal["as_usual", "none"] = "as_usual"
    """`none`: nobody fires at what he must see."""
    air: Literal["as_usual", "none"] = "as_usual"
    """`none`: no aircraft fly."""
    dice: dict[Literal["assault", "barrage", "fire"], FigureName] = {}  # noqa: RUF012 - pydantic copies it
    """By way of fighting: what is added to its dice."""


class WeatherKey(Model):
    """Kinds of turn: from a column of the track, and from a die."""

    column: TrackColumnName | None = None
    """The column of the track whose words are kinds of turn."""
    rolled: dict[Id, FigureName] = {}  # noqa: RUF012 - pydantic copies it
    """Kinds of turn that a die of the step `weather` brings: the least throw for each."""
    kinds: dict[KindOfTurnName, KindOfTurn] = {}  # noqa: RUF012 - pydantic copies it
    """By kind of turn: what it changes."""


def kinds_in(game: Game, given: WeatherKey | None) -> set[str] | None:
    """Return the kinds of turn that a game has: words of the track's column, and those that a die brings.

    None where the track cannot be read, or its column takes any word.
    """
    if given is None or given.column is None:
        return set(given.rolled) if given is not None else set()
    track = schedule(game)
    if track is None or given.column not in track.columns:
        return None
    names = track.columns.names(given.column)
    return {*names, *track.columns.words[given.column], *given.rolled}


def strange_kinds(game: Game, at: Where, kinds: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield the kinds of turn, keys of a mapping at a place, that no turn of the game is of."""
    for kind in kinds:
        yield from strange_kind(game, (at / kind).key(), kind)


def strange_kind(game: Game, at: Where, kind: str) -> Iterator[Diagnostic]:
    """Yield that no turn of the game is of a kind, which is named at a place."""
    given: WeatherKey | None = getattr(game.one("rules", GameRules)[0], "weather", None)  # type: ignore[index]
    known = kinds_in(game, given)
    if known is not None and kind not in known:
        why = "no word of the track and no die brings turns of this kind" if given else "there is no key `weather`"
        finding = MOD007.at(at, what=f"`{kind}`", why=why)
        yield finding.suggest(did_you_mean(kind, known) or "remove it, or bring it by `weather`")


class Weather(Module[WeatherKey]):
    """Kinds of turn in play."""

    key, model = "weather", WeatherKey

    def __init__(self, board: Board, given: WeatherKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        words, (first, last) = board.compiled.keys.get(f"track.{given.column}", ()), board.compiled.turns.span[:2]
        turns = range(first, last + 1) if words else ()
        self.printed = {turn: words[board.of_turn(f"track.{given.column}", turn)] for turn in turns}
        """By game turn: its kind on the track."""
        self._last = max(self.printed, default=0)
        self._of: dict[tuple[int, ...], tuple[list[str], list[KindOfTurn]]] = {}
        self.changing = {name for kind in given.kinds.values() for name in kind.halves}
        """Values of counters that some kind of turn changes."""
        self.changes_with = ("clock.turn", *(f"clock.{kind}" for kind in given.rolled))
        self.least = {kind: board.column(figure)[0] for kind, figure in given.rolled.items()}

    @classmethod
    def due(cls, given: WeatherKey) -> Sequence[str]:
        """Return the step of the die, where one is thrown."""
        return ["weather"] if given.rolled else []

    @classmethod
    def checks(cls, game: Game, given: WeatherKey, where: Where) -> Iterator[Diagnostic]:
        """Yield kinds of turn that never come, kinds that a die brings for nothing, and a column of numbers."""
        yield from strange_kinds(game, where / "kinds", given.kinds)
        for kind, changes in given.kinds.items():
            if changes.air == "none" and not has_key(where, "air"):
                yield lacking_key((where / "kinds" / kind / "air").key(), "`air` of a kind of turn", "air")
        track = schedule(game)
        if track is not None and given.column is not None and given.column in track.columns:
            column, at = track.columns.by_id[given.column]
            if column.kind != "word":
                values = {"wanted": "words", "column": column.name, "kind": f"{column.kind}s"}
                finding = MOD001.at(where / "column", "column", what="`weather`", **values).also(
                    at / "id", "the column"
                )
                yield finding.suggest("name a column of words")

    @classmethod
    def events_of(cls, given: WeatherKey) -> Iterable[str]:
        """Return the kinds of turn that a die brings."""
        return given.rolled

    @classmethod
    def columns_of(cls, given: WeatherKey) -> Mapping[str, str]:
        """Return the columns of state: whether each kind of turn that a die brings is there."""
        return {"clock": " ".join(given.rolled)} if given.rolled else {}

    def now(self, now: Situation) -> list[str]:
        """Return the kinds of the turn: that of the track, and those that dice have brought."""
        return self._kinds(now)[0]

    def word(self, now: Situation) -> str:
        """Return the kind of the turn on the track; after the last turn, that of the last turn."""
        return self.printed[min(now.state.clock.turn[0], self._last)]

    def of_turn(self, now: Situation) -> list[KindOfTurn]:
        """Return what the kinds of the turn change."""
        return self._kinds(now)[1]

    def _kinds(self, now: Situation) -> tuple[list[str], list[KindOfTurn]]:
        """Return the kinds of the turn, and what they change: the same in a turn, whatever is asked."""
        clock = now.state.clock
        dice = [getattr(clock, kind)[0] for kind in self.given.rolled]
        at = (clock.turn[0], *dice)
        if at not in self._of:
            rolled = [kind for kind, there in zip(self.given.rolled, dice, strict=True) if there]
            found = [*([self.word(now)] if self.printed else []), *rolled]
            self._of[at] = found, [self.given.kinds[kind] for kind in found if kind in self.given.kinds]
        return self._of[at]

    @classmethod
    def sentences(cls, given: WeatherKey, labels: Labels) -> Iterator[Sentence]:
        """Say which kinds of turn there are, and what each changes."""
        for kind, figure in given.rolled.items():
            (least,) = labels.figure(figure)
            yield Sentence(
                "weather.die", f"Throw a die: on {least} or more this is a {labels.kind_of_turn(kind)} turn."
            )
        for kind, changes in given.kinds.items():
            turns = f"In {labels.kind_of_turn(kind)} turns"
            if changes.halves:
                halved = listed([labels.value(value) for value in changes.halves])
                yield Sentence("weather.values", f"{turns} halve the {halved} of all units, fractions rounded up.")
            if changes.minimum == "none":
                yield Sentence(
                    "movement.minimum", f"{turns} no unit may enter a hex that costs more points than it has left."
                )
            for number, fights in _by_number(changes, labels).items():
                how = f"{number} is added to" if number > 0 else f"{-number} is taken from"
                yield Sentence("weather.dice", f"{turns} {how} the dice of {listed(fights)}.")
            if changes.air == "none":
                yield Sentence("air.grounded", f"{turns} no aircraft fly.")
            if changes.fire == "none":
                yield Sentence("fire.who", f"{turns} no unit may fire at a target that it must see.")

    @classmethod
    def paper(cls, given: WeatherKey, labels: Labels) -> Iterator[Marker]:
        """Yield a marker for each kind of turn that a die brings, if the game has none for the weather."""
        if not is_declared(labels.counters, reminder(sentence_case(cls.key), 1)):
            yield from (reminder(sentence_case(labels.kind_of_turn(kind)), 1) for kind in given.rolled)

    @rule("weather.values")
    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:  # noqa: ARG002 - as modules are asked
        """Return a value of a unit as kinds of turn change it."""
        for kind in self.of_turn(now) if name in self.changing else ():
            if name in kind.halves:
                value = (value + 1) // 2
        return value

    @rule("weather.dice")
    def added(self, now: Situation, fight: str) -> list[tuple[int, str]]:
        """Return what kinds of turn add to the dice of a way of fighting: the number, and the kind."""
        kinds = ((kind, self.given.kinds[kind].dice.get(fight)) for kind in self.now(now) if kind in self.given.kinds)  # type: ignore[call-overload]  # a word of the key
        return [(self.board.column(figure)[0], kind) for kind, figure in kinds if figure is not None]

    def forbids_fire(self, now: Situation) -> bool:
        """Return whether nobody fires at what he must see."""
        return any(kind.fire == "none" for kind in self.of_turn(now))


def _by_number(changes: KindOfTurn, labels: Labels) -> dict[int, list[str]]:
    """Return the ways of fighting by what a kind of turn adds to their dice."""
    found: dict[int, list[str]] = {}
    for fight, figure in changes.dice.items():
        found.setdefault(labels.figure(figure)[0], []).append(fight)
    return found


@rule("weather.die")
def weather(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Find out by the die which kinds of turn it brings."""
    for kind, least in board.module(Weather).least.items():
        there = frame.data["thrown"] >= least
        book.note(f"clock.{kind}", int(there))
        book.event(kind if there else "clear weather", "weather.die")
    return ()


Weather.steps = {"weather": ("weather.die", Throw, weather)}

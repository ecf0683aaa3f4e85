"""Play a game to its end: ask the players, keep what a record needs, and report how it ended whatever they did."""

from __future__ import annotations

import ctypes
import threading
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from scenario_forge.simulator.players import RulesError, Seat
from scenario_forge.simulator.playout import EndlessPlayError, Playout, TakenDecision
from scenario_forge.simulator.record import CHANCE_NAME, End, Entry, Record, link
from scenario_forge.simulator.step import CHANCE, IllegalActionError, Scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.players import Player
    from scenario_forge.simulator.record import Ended, Setting
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Action, Chance, Event, Source, Token


MOST_DECISIONS = 200_000
"""Decisions of sides after which a game counts as endless."""


class FaultError(RuntimeError):
    """A failure of the rules: an invariant broken, no choice offered, or play without end."""


class PlayerError(RuntimeError):
    """A failure of a player: it raised, answered with an illegal action, or took too long."""


@dataclass(frozen=True)
class Ending:
    """The end of a game; ``message`` gives the reason where the game is not over."""

    ended: Ended
    message: str = ""


class Match:
    """A game in play, and how many events there were before each decision, for its record."""

    def __init__(self, play: Play[Any], source: Source, watch: Callable[[State, Event], None] | None = None) -> None:
        """Begin a game. ``watch`` is called after each event; what it raises ends the game there."""
        self.play = play
        self.playout: Playout[Any] = Playout(play.sequence, play.begin(), _Noting(self, source), watch)
        self.marks: list[int] = []
        self._begun: TakenDecision | None = None

    def advance(self) -> int | None:
        """Play on; return the side that must decide, None when the game is over."""
        return self.playout.advance()

    def note(self, decider: int, action: Action) -> None:
        """Note that a decision is taken now: what has happened so far came before it."""
        log = self.playout.log
        del self.marks[len(log) :]
        self.marks.append(len(self.playout.events))
        self._begun = TakenDecision(decider, self.playout.frame.step, action)

    def take(self, action: Action) -> None:
        """Carry out a whole action that is known to be allowed."""
        self.note(self.playout.decider, action)
        self.playout.act_unchecked(action)

    def undo(self) -> bool:
        """Take back the last decision of a side; return False where there is none."""
        done = self.playout.undo()
        del self.marks[len(self.playout.log) :]
        return done

    @property
    def torn(self) -> bool:
        """Whether a decision was begun and not finished because the rules failed."""
        return self._begun is not None and len(self.marks) > len(self.playout.log)

    @property
    def decisions(self) -> list[TakenDecision]:
        """All decisions taken, including one during which the rules failed."""
        log = self.playout.log
        return [*log, self._begun] if self._begun and self.torn else list(log)

    def events_of(self, number: int) -> Sequence[Event]:
        """Return the events of decision ``number`` (from 0), until the next."""
        ends = self.marks[number + 1] if number + 1 < len(self.marks) else len(self.playout.events)
        return self.playout.events[self.marks[number] : ends]

    def entries(self, sides: Sequence[str], *, torn: bool = False) -> list[Entry]:
        """Return the actions for a record; if ``torn``, the rules failed during the last, so it has no check."""
        log, events = self.decisions, self.playout.events
        check = link("", "", "", (), events[: self.marks[0]] if log else ())
        made = []
        for number, decision in enumerate(log):
            by = name_of(decision.decider, sides)
            check = link(check, by, decision.step, decision.action, self.events_of(number))
            last = torn and number == len(log) - 1
            made.append(Entry(by=by, step=decision.step, action=decision.action, check="" if last else check))
        return made

    def record(
        self, setting: Setting, seed: int, players: Mapping[str, str], ending: Ending, *, typed: bool = False
    ) -> Record:
        """Return the game so far as a record."""
        torn = ending.ended == "fault"
        state = self.playout.state
        return Record(
            setting=setting,
            seed=seed,
            dice="typed" if typed else "seed",
            players=dict(players),
            actions=tuple(self.entries(setting.sides, torn=torn)),
            end=End(
                ended=ending.ended,
                message=ending.message,
                state="" if torn else state.hash,
                score=() if torn else tuple(map(int, self.play.score(state))),
            ),
        )


class _Noting:
    """A source that notes when chance is asked."""

    def __init__(self, match: Match, source: Source) -> None:
        self._match, self._source = match, source

    def draw(self, chance: Chance, use: int) -> Token:
        """Draw an outcome from the source, and note it for the record."""
        token = self._source.draw(chance, use)
        self._match.note(CHANCE, (token,))
        return token


def name_of(decider: int, sides: Sequence[str]) -> str:
    """Return the id of a side, or ``chance`` for :data:`CHANCE`."""
    if decider == CHANCE:
        return CHANCE_NAME
    return sides[decider] if 0 <= decider < len(sides) else str(decider)


def must_hold(play: Play[Any]) -> Callable[[State, Event], None]:
    """Return a watch that raises :class:`FaultError` when an invariant is broken."""

    def watch(state: State, event: Event) -> None:
        problem = next(chain(play.breaches_by(state, event), play.breaches(state)), None)
        if problem is not None:
            raise FaultError(f"broken after `{event.name}`: {problem}")

    return watch


def drive(
    match: Match,
    players: Sequence[Player],
    *,
    limit: float | None = None,
    most: int = MOST_DECISIONS,
    seen: Callable[[Match], bool] | None = None,
) -> Ending:
    """Play on to the end and return it. Never raises for a player or the rules; an interruption passes through.

    Args:
        match: the game, also one that is under way.
        players: by side.
        limit: time limit per decision in seconds; None for none.
        most: decisions of sides after which the game counts as endless.
        seen: called before each decision of a side; False stops the game.
    """
    try:
        with Limit(limit) as bounds:
            for _ in range(most):
                side = match.advance()
                if side is None:
                    return Ending("over")
                if seen is not None and not seen(match):
                    return Ending("stopped")
                _decide(match, players, side, bounds)
    except PlayerError as error:
        return Ending("player", str(error))
    except Exception as error:
        return Ending("fault", in_words(error))
    return Ending("fault", f"no end after {most:,} decisions")


def in_words(error: Exception) -> str:
    """Return a failure of the rules in one line."""
    if isinstance(error, FaultError | RulesError):
        return str(error)
    if isinstance(error, EndlessPlayError):
        return f"endless: {error}"
    return f"{type(error).__name__}: {error}"


def _decide(match: Match, players: Sequence[Player], side: int, bounds: Limit) -> None:
    playout = match.playout
    if not 0 <= side < len(players):
        raise FaultError(f"{playout.frame.step} asks side {side}; there are {len(players)}")
    player = players[side]
    state = playout.state
    before = (state.revision, state.stack, len(playout.log))
    try:
        action = _answer(player, Seat(match.play, playout, side), bounds)
        if before != (state.revision, state.stack, len(playout.log)):
            raise PlayerError(f"{_called(player)} changed the game itself instead of choosing")
        _must_allow(match, player, action)
    except PlayerError:
        if before == (state.revision, state.stack, len(playout.log)) and not playout.choices():
            raise FaultError("dead end: nothing can be chosen after []") from None
        raise
    match.take(action)


def _must_allow(match: Match, player: Player, action: Action) -> None:
    try:
        match.playout.must_allow(action)
    except IllegalActionError as error:
        clause = f" [{error.clause}]" if error.clause else ""
        said = " ".join(map(str, action))
        raise PlayerError(f"{_called(player)} answered `{said}`, which is not allowed: {error}{clause}") from error


def _answer(player: Player, seat: Seat, bounds: Limit) -> Action:
    """Return the player's answer, checked to be an action at all.

    Raises:
        PlayerError: it raised, took too long, or said something else.
        RulesError: the rules failed while it asked them.
    """
    try:
        said: object = bounds.within(lambda: player.choose(seat))
    except TooSlowError as error:
        raise PlayerError(f"{_called(player)} took longer than {bounds.seconds:g} s to choose") from error
    except (RulesError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if isinstance(error, Exception | SystemExit):
            raise PlayerError(f"{_called(player)} failed: {type(error).__name__}: {error}") from error
        raise
    if not isinstance(said, tuple | list) or not {type(token) for token in said} <= {int, str}:
        raise PlayerError(f"{_called(player)} answered {str(said)[:80]!r}, which is no action")
    return tuple(said)


def _called(player: Player) -> str:
    return f"the player {type(player).__name__}"


def copy_to_last_action(match: Match) -> Match:
    """Return a copy of the game up to its last whole action, for one interrupted in the middle of an action."""
    log = list(match.playout.log)
    fresh = Match(match.play, Scripted(decision.action[0] for decision in log if decision.decider == CHANCE))
    for decision in log:
        if decision.decider == CHANCE:
            continue
        if fresh.advance() is None:
            break
        fresh.take(decision.action)
    with suppress(IllegalActionError):  # the script ends where the interruption was
        fresh.advance()
    return fresh


# -- calls that may take so long and no longer, on every system ------------------------------------


T = TypeVar("T")


class TooSlowError(TimeoutError):
    """A call that did not return in time."""


class _Answer(NamedTuple):
    given: object
    raised: BaseException | None


class Limit:
    """A time limit on calls, made in one thread in turn: starting a thread takes longer than most calls.

    Used in a ``with``; at its end the thread ends, too.
    """

    def __init__(self, seconds: float | None) -> None:
        """Set the limit to ``seconds`` for each call; with None calls are made at once and may take any time."""
        self.seconds = seconds
        self._calls: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._waits = False

    def __enter__(self) -> Limit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._calls.put(None)
        if self._thread is not None and self._waits:
            _ask_to_end(self._thread)

    def within(self, call: Callable[[], T]) -> T:
        """Return what a call returns, or raise what it raises.

        Raises:
            TooSlowError: it took longer. Its thread is asked to end, and does so at its next line of Python.
        """
        if self.seconds is None:
            return call()
        if self._thread is None:
            work = _work(self._calls, self._answers)
            self._thread = threading.Thread(target=work, daemon=True, name="player")
            self._thread.start()
        self._waits = True
        self._calls.put(call)
        try:
            answer = self._answers.get(timeout=self.seconds)
        except Empty:
            _ask_to_end(self._thread)
            self._abandon()
            raise TooSlowError from None
        self._waits = False
        if answer.raised is not None:
            raise answer.raised
        return cast("T", answer.given)

    def _abandon(self) -> None:
        """Leave the thread behind, with the answer it may still give."""
        self._calls.put(None)
        self._calls, self._answers = SimpleQueue(), SimpleQueue()
        self._thread, self._waits = None, False


def _work(calls: SimpleQueue[Callable[[], object] | None], answers: SimpleQueue[_Answer]) -> Callable[[], None]:
    """Return the work of the thread until it must end. It does not know its callers, which may be gone."""

    def work() -> None:
        while (call := calls.get()) is not None:
            try:
                answers.put(_Answer(call(), None))
            except BaseException as error:  # given on to who waits
                answers.put(_Answer(None, error))

    return work


def _ask_to_end(thread: threading.Thread) -> None:
    """Raise SystemExit in a thread; one that waits outside of Python ends with the process only."""
    number = ctypes.c_ulong(cast("int", thread.ident))
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))

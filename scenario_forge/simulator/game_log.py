"""The log of a game: for each line its text, and what changed on the board.

A :class:`LoggedMatch` keeps its log while it is played; :func:`game_log` plays decisions again for theirs.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.play import DRAW, GameOutcome, Scene
from scenario_forge.simulator.step import CHANCE, Scripted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.play import Play, Status
    from scenario_forge.simulator.playout import TakenDecision
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Action, Chance, Event, Source, Token


Key = tuple[str, int, int]
"""The identity of a counter in play: kind, number, side."""
GONE = -1
"""The place of a counter that is not in play."""
Standing = tuple[int, int, tuple[str, ...]]
"""A counter's place, its strength, and its marks."""
NOWHERE: Standing = (GONE, -1, ())


@dataclass(slots=True)
class LogLine:
    """One line of the log, and what it changed."""

    text: str
    clause: str = ""
    by: int = -2
    """The side that decided; −1 chance; −2 nobody."""
    step: str = ""
    """The title of the step that was played."""
    die: str = ""
    """The outcome of chance, on the first line that it led to."""
    moment: tuple[int, int] = (0, -1)
    scene: Scene = field(default_factory=Scene)
    changes: list[tuple[int, Standing]] = field(default_factory=list)
    """Counters by number in the log, as they are after the line."""
    control: list[tuple[int, int]] = field(default_factory=list)
    held: Mapping[str, int] | None = None
    """Present where it differs from before; the same holds for the score."""
    score: tuple[int, ...] | None = None
    status: list[tuple[int, str]] = field(default_factory=list)
    """Rows of the status display by number, as they read afterwards."""


@dataclass
class GameLog:
    """The log of a whole game. It begins with the set-up, which has all counters as changes."""

    keys: list[Key] = field(default_factory=list)
    """Every counter that was ever in play, in order of appearance."""
    kinds: list[str] = field(default_factory=list)
    """Kinds of counters in the order in which they are stacked, lowest first."""
    lines: list[LogLine] = field(default_factory=list)
    measures: list[tuple[int, Mapping[str, Sequence[int]]]] = field(default_factory=list)
    """Figures by side as each player turn ends, with the last line that they hold for."""
    status: list[tuple[int, str]] = field(default_factory=list)
    """Side and name of each row of the status display; the lines have their values."""
    outcome: GameOutcome = field(default_factory=lambda: GameOutcome(DRAW, 0))
    over: bool = False


def game_log(play: Play[Any], log: Sequence[TakenDecision]) -> GameLog:
    """Return the log of decisions played again; if they cannot be played to the end, the log up to there."""
    match = LoggedMatch(play, Scripted(entry.action[0] for entry in log if entry.decider == CHANCE))
    with suppress(Exception):  # rules that fail are told by the replay; the log shows what came before
        for decision in log:
            if decision.decider == CHANCE:
                continue
            if match.advance() is None:
                break
            match.take(decision.action)
        match.advance()
    return match.finished()


class _Mark(NamedTuple):
    """The state of the log when a decision was taken, to restore it."""

    lines: int
    last: LogLine
    """A copy of the last line: what an action without words changes is noted on the line before it."""
    measures: int
    stands: dict[Key, Standing]
    control: list[int]
    held: Mapping[str, int]
    score: tuple[int, ...]
    status: Sequence[Status]


class LoggedMatch(Match):
    """A game in play that keeps its log as it goes, also when decisions are taken back."""

    def __init__(self, play: Play[Any], source: Source) -> None:
        """Begin the game; the log has its set-up."""
        self.made = GameLog()
        self.numbers: dict[Key, int] = {}
        """Every counter that was ever in play, with its number in the log."""
        self._stands: dict[Key, Standing] = {}
        self._control: list[int] = []
        self._held: Mapping[str, int] = {}
        self._score: tuple[int, ...] = ()
        self._status: Sequence[Status] = ()
        self._events: list[Event] = []
        self._shots: list[tuple[dict[Key, Standing], tuple[int, int]]] = []
        """After each event of the action: the counters and the moment."""
        self._by, self._step, self._die = -2, "", ""
        self._log_marks: dict[int, _Mark] = {}
        """By how many decisions had been taken before."""
        super().__init__(play, _LoggedSource(self, source), self._watch)
        state = self.playout.state
        self._shots.append((self._standing(state), play.moment(state)))
        self._line("Set-up", 0, 1)
        self._follow_ups(state)
        self._shots.clear()

    def advance(self) -> int | None:
        """Play on to the next decision of a side, and log what happened."""
        side = super().advance()
        self.cut()
        return side

    def take(self, action: Action) -> None:
        """Carry out a whole action that is known to be allowed."""
        self.cut()
        playout = self.playout
        self._log_marks[len(playout.log)] = self._mark()
        self._by, self._step, self._die = playout.decider, self.play.title_of(playout.frame.step), ""
        super().take(action)

    def undo(self) -> bool:
        """Take back the last decision of a side, in the log too; return False where there is none."""
        self.cut()
        done = super().undo()
        mark = self._log_marks.get(len(self.playout.log)) if done else None
        if mark is not None:
            self._go_back(mark)
        return done

    def decisions_by(self, line: int) -> int:
        """Return how many decisions, chance's too, led up to a line, with all lines of the last of them."""
        later = [count for count, mark in self._log_marks.items() if mark.lines > line]
        return min(later, default=len(self.playout.log))

    def finished(self) -> GameLog:
        """Return the log, with the positions at its end."""
        self.cut()
        made, last = self.made, self.playout.state
        made.measures.append((len(made.lines) - 1, self.play.measures(last)))
        made.over = self.playout.over
        made.outcome = self.play.outcome(last)
        made.keys = list(self.numbers)
        return made

    # -- what the match asks and shows -----------------------------------------------------------

    def note_chance(self, token: Token) -> None:
        """Note an answer of chance, which the next line comes of."""
        step = self.playout.frame.step
        self._by, self._step, self._die = CHANCE, self.play.title_of(step), self.playout.step.dice(token)

    def _watch(self, state: State, event: Event) -> None:
        """Note an event, and the state of the game after it."""
        self._events.append(event)
        before = self._shots[-1][0] if self._shots else self._stands
        self._shots.append((self._standing(state) if event.changes else before, self.play.moment(state)))

    def _standing(self, state: State) -> dict[Key, Standing]:
        found: dict[Key, Standing] = {}
        kinds, below = self.made.kinds, -1
        for piece in self.play.pieces(state):
            if piece.kind not in kinds:
                kinds.insert(below + 1, piece.kind)
            below = kinds.index(piece.kind)
            found[piece.kind, piece.number, piece.side] = (piece.place, piece.strength, piece.marks)
        return found

    # -- lines -----------------------------------------------------------------------------------

    def cut(self) -> None:
        """Write the log lines of the last action."""
        if not self._events:
            return
        state, at = self.playout.state, 0
        for told in self.play.event_texts(state, self._events):
            self._line(told.text, at, at + told.length, told.clause, told.scene)
            at += told.length
        self._follow_ups(state)
        self._events, self._shots = [], []

    def _line(self, text: str, start: int, end: int, clause: str = "", scene: Scene | None = None) -> None:
        after, moment = self._shots[min(end, len(self._shots)) - 1]
        made = LogLine(text, clause, self._by, self._step, self._die if start == 0 else "", moment, scene or Scene())
        for key in [*after, *(key for key in self._stands if key not in after)]:
            stands = after.get(key, NOWHERE)
            if stands != self._stands.get(key, NOWHERE):
                made.changes.append((self.numbers.setdefault(key, len(self.numbers)), stands))
        self._stands = after
        lines = self.made.lines
        if not text and not made.die and len(lines) > 1:
            # nothing is to be done on a board; what it changed goes with the line before
            lines[-1].changes += made.changes
            return
        made.text = text or clause or "—"
        if lines and lines[-1].moment != moment and len(lines) > 1:
            self.made.measures.append((len(lines) - 1, self.play.measures(self.playout.state)))
        lines.append(made)

    def _follow_ups(self, state: State) -> None:
        """Note the changes of score, status and control after an action on the action's last line."""
        line = self.made.lines[-1]
        score = tuple(map(int, self.play.score(state)))
        held = self.play.holders(state)
        control = list(self.play.controls(state))
        status = self.play.status(state)
        before: Sequence[Status | None] = self._status or [None] * len(status)
        line.status += [(n, new.value) for n, (old, new) in enumerate(zip(before, status, strict=True)) if old != new]
        if not self._status:
            self.made.status = [(row.side, row.name) for row in status]
        self._status = status
        if score != self._score:
            line.score = self._score = score
        if held != self._held:
            line.held = self._held = dict(held)
        if control != self._control:
            owners = self._control or [0] * len(control)
            line.control += [(h, new) for h, (old, new) in enumerate(zip(owners, control, strict=True)) if old != new]
            self._control = control

    # -- going back ------------------------------------------------------------------------------

    def _mark(self) -> _Mark:
        lines = self.made.lines
        last = lines[-1]
        copy = replace(last, changes=[*last.changes], control=[*last.control], status=[*last.status])
        return _Mark(
            len(lines), copy, len(self.made.measures),
            self._stands, self._control, self._held, self._score, self._status,
        )  # fmt: skip

    def _go_back(self, mark: _Mark) -> None:
        self.made.lines[mark.lines - 1 :] = [mark.last]
        del self.made.measures[mark.measures :]
        self._stands, self._control, self._held = mark.stands, mark.control, mark.held
        self._score, self._status = mark.score, mark.status


class _LoggedSource:
    """A source that reports its answers to the match that asks."""

    def __init__(self, match: LoggedMatch, source: Source) -> None:
        self._match, self._source = match, source

    def draw(self, chance: Chance, use: int) -> Token:
        """Draw an outcome from the source."""
        self._match.cut()
        token = self._source.draw(chance, use)
        self._match.note_chance(token)
        return token

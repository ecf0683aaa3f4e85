"""A game as a film: the counters at its beginning, then line by line what was told and what changed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.chance import allowed
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.step import CHANCE, IllegalActionError
from scenario_forge.simulator.telling import DRAW, Outcome, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.playout import Decision
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Chance, Event, Token
    from scenario_forge.simulator.telling import Status

GONE = -1
"""The place of a counter that is not in play."""
Key = tuple[str, int, int]
"""What a counter is told apart by: kind, number, side."""
Standing = tuple[int, int, tuple[str, ...]]
"""Where it is, its strength, what lies on it."""
NOWHERE: Standing = (GONE, -1, ())


@dataclass(slots=True)
class Line:
    """One line of the log, and what is otherwise after it."""

    text: str
    clause: str = ""
    by: int = -2
    """The side that decided; −1 chance; −2 nobody."""
    step: str = ""
    die: str = ""
    """What chance said, on the first line that came of it."""
    moment: tuple[int, int] = (0, -1)
    scene: Scene = field(default_factory=Scene)
    changes: list[tuple[int, Standing]] = field(default_factory=list)
    """Counters by number in the film, as they stand afterwards."""
    control: list[tuple[int, int]] = field(default_factory=list)
    held: Mapping[str, int] | None = None
    """Given where it is not as before; so too the score."""
    score: tuple[int, ...] | None = None
    status: list[tuple[int, str]] = field(default_factory=list)
    """Rows of the status display by number, as they read afterwards."""


@dataclass
class Film:
    """A whole game. Lines begin with the set-up, which has all counters as changes."""

    keys: list[Key] = field(default_factory=list)
    """Every counter that was ever in play, as they came."""
    kinds: list[str] = field(default_factory=list)
    """Kinds of counters in the order in which they are stacked, lowest first."""
    lines: list[Line] = field(default_factory=list)
    measures: list[tuple[int, Mapping[str, Sequence[int]]]] = field(default_factory=list)
    """Figures by side as each player turn ends, with the last line that they hold for."""
    status: list[tuple[int, str]] = field(default_factory=list)
    """Side and name of each row of the status display; their values stand in the lines."""
    outcome: Outcome = field(default_factory=lambda: Outcome(DRAW, 0))
    over: bool = False
    decisions: int = 0


def film(play: Play[Any], log: Sequence[Decision]) -> Film:
    """Play decisions again, looking on. What cannot be played to its end is a film up to there."""
    return _Camera(play, log).run()


class _Camera:
    def __init__(self, play: Play[Any], log: Sequence[Decision]) -> None:
        self.play, self.log = play, log
        self.film = Film()
        self.numbers: dict[Key, int] = {}
        self.stands: dict[Key, Standing] = {}
        self.control: list[int] = []
        self.held: Mapping[str, int] = {}
        self.score: tuple[int, ...] = ()
        self.status: Sequence[Status] = ()
        self.events: list[Event] = []
        self.shots: list[tuple[dict[Key, Standing], tuple[int, int]]] = []
        """After each event of the action: the counters and the moment."""
        self.by, self.step, self.die = -2, "", ""
        self.script: Iterator[Token] = (entry.action[0] for entry in log if entry.decider == CHANCE)
        self.match = Match(play, self, self.watch)

    def run(self) -> Film:
        state = self.match.playout.state
        self.shots.append((self._stands(state), self.play.moment(state)))
        self._line("Set-up", 0, 1)
        self._follow_ups(state)
        self.shots.clear()
        with suppress(Exception):  # rules that fail are told by the replay; the film shows what came before
            for decision in self.log:
                if decision.decider == CHANCE:
                    continue
                if self.match.advance() is None:
                    break
                self._cut()
                self.by, self.step, self.die = decision.decider, decision.step, ""
                self.match.take(decision.action)
            self.match.advance()
        self._cut()
        made, last = self.film, self.match.playout.state
        made.measures.append((len(made.lines) - 1, self.play.measures(last)))
        made.over = self.match.playout.over
        made.outcome = self.play.outcome(last)
        made.decisions = len(self.match.playout.log)
        made.keys = list(self.numbers)
        return made

    # -- what the match asks and shows -----------------------------------------------------------

    def draw(self, chance: Chance, use: int) -> Token:  # noqa: ARG002 - a source
        """The outcome of the log."""
        self._cut()
        token = next(self.script, None)
        if token is None:
            raise IllegalActionError("the log ends here")
        self.by, self.step, self.die = CHANCE, self.match.playout.frame.step, str(token)
        return allowed(chance, token)

    def watch(self, state: State, event: Event) -> None:
        """After each event."""
        self.events.append(event)
        before = self.shots[-1][0] if self.shots else self.stands
        self.shots.append((self._stands(state) if event.changes else before, self.play.moment(state)))

    def _stands(self, state: State) -> dict[Key, Standing]:
        found: dict[Key, Standing] = {}
        kinds, below = self.film.kinds, -1
        for piece in self.play.pieces(state):
            if piece.kind not in kinds:
                kinds.insert(below + 1, piece.kind)
            below = kinds.index(piece.kind)
            found[piece.kind, piece.number, piece.side] = (piece.place, piece.strength, piece.marks)
        return found

    # -- lines -----------------------------------------------------------------------------------

    def _cut(self) -> None:
        """Tell what came of the last action."""
        if not self.events:
            return
        state, at = self.match.playout.state, 0
        for told in self.play.told(state, self.events):
            self._line(told.text, at, at + told.length, told.clause, told.scene)
            at += told.length
        self._follow_ups(state)
        self.events, self.shots = [], []

    def _line(self, text: str, start: int, end: int, clause: str = "", scene: Scene | None = None) -> None:
        after, moment = self.shots[min(end, len(self.shots)) - 1]
        made = Line(text, clause, self.by, self.step, self.die if start == 0 else "", moment, scene or Scene())
        for key in [*after, *(key for key in self.stands if key not in after)]:
            stands = after.get(key, NOWHERE)
            if stands != self.stands.get(key, NOWHERE):
                made.changes.append((self.numbers.setdefault(key, len(self.numbers)), stands))
        self.stands = after
        lines = self.film.lines
        if not text and not made.die and len(lines) > 1:
            # nothing is to be done on a board; what it changed goes with the line before
            lines[-1].changes += made.changes
            return
        made.text = text or clause or "—"
        if lines and lines[-1].moment != moment and len(lines) > 1:
            self.film.measures.append((len(lines) - 1, self.play.measures(self.match.playout.state)))
        lines.append(made)

    def _follow_ups(self, state: State) -> None:
        """What is otherwise after an action: score, status, control. It is noted on the action's last line."""
        line = self.film.lines[-1]
        score = tuple(map(int, self.play.score(state)))
        held = self.play.held(state)
        control = list(self.play.controls(state))
        status = self.play.status(state)
        before: Sequence[Status | None] = self.status or [None] * len(status)
        line.status = [(n, new.value) for n, (old, new) in enumerate(zip(before, status, strict=True)) if old != new]
        if not self.status:
            self.film.status = [(row.side, row.name) for row in status]
        self.status = status
        if score != self.score:
            line.score = self.score = score
        if held != self.held:
            line.held = self.held = dict(held)
        if control != self.control:
            owners = self.control or [0] * len(control)
            line.control = [(h, new) for h, (old, new) in enumerate(zip(owners, control, strict=True)) if old != new]
            self.control = control

"""A game on the table: who plays which side, what happens, undo, and players who go on by themselves in a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.at_table import Names, named_answers, plain, short_outcomes
from scenario_forge.api.play import lead, resume_match, versions_of
from scenario_forge.diagnostics.report import one_line
from scenario_forge.editor.answers import Named, Refused
from scenario_forge.editor.play.choosing import Ask, Chooser
from scenario_forge.editor.play.dice import NotThrownYet, Throws, TypedDice
from scenario_forge.editor.play.log import Faces, LogLineData, Piece, line_data
from scenario_forge.editor.play.terms import terms_shown
from scenario_forge.simulator.drive import Ending, drive
from scenario_forge.simulator.game_log import LoggedMatch
from scenario_forge.simulator.players import Seat, make_player, player_names, usual_player
from scenario_forge.simulator.record import text_of
from scenario_forge.simulator.step import CHANCE, Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scenario_forge.api.play import Prepared
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.step import Action, Source

YOU = "you"
"""Plays a side: the person at the page."""
PERSON = "person"
"""The same in records."""
LIMIT = 60.0
"""Seconds that a player may take to choose."""
_AT_ONCE = 0.3
"""Seconds that an answer waits for the players."""
_PROGRESS = 0.4


class PlayedSide(Named):
    """A side and its player."""

    player: str


About = TypedDict("About", {
    "id": int, "scenario": str, "title": str, "sides": list[PlayedSide], "turns": list[str], "hexes": list[str],
    "boxes": list[str], "status": list[tuple[int, str]], "turned": list[str], "options": list[str], "usual": str,
    "players": list[str], "watched": bool, "notes": list[str],
})  # fmt: skip
"""What does not change while a game is played. `status`: sides and names of the rows of the status display. `turned`:
marks of counters that lie with their back up."""
Ended = TypedDict("Ended", {"how": str, "message": str})
"""How and why a game ended."""
_PlaceInLog = TypedDict("_PlaceInLog", {"from": int})


class Now(_PlaceInLog):
    """How a game stands, as far as the page does not have it: lines of the log `from` a number on."""

    id: int
    running: Literal[False]
    serial: int
    seed: int
    decisions: int
    moment: tuple[int, int]
    """Turn and side."""
    score: list[int]
    lead: list[str]
    over: bool
    ended: Ended | None
    lines: list[LogLineData]
    pieces_from: int
    pieces: list[Piece]
    kinds: Sequence[str]
    faces: int
    ask: Ask | None
    can_undo: bool


UnderWay = TypedDict("UnderWay", {"id": int, "running": Literal[True], "decisions": int, "turn": str})
"""How far the players of a game have come."""


class Laid(About, Now):
    """A game that was laid on the table."""


class LaidUnderWay(About, UnderWay):
    """The same while its players go on."""


@dataclass(frozen=True)
class PageState:
    """The part of a game that the page has: as of which answer, how many lines, how many pieces."""

    serial: int = -1
    lines: int = 0
    pieces: int = 0


class Table:
    """Game under way. Safe to call from several threads; while players choose it only answers that they do."""

    def __init__(
        self, number: int, game: Game, prepared: Prepared, players: Mapping[str, str], throws: Throws,
        tell: Callable[..., None] = lambda *_args, **_more: None,
    ) -> None:  # fmt: skip
        """Set up the game.

        Raises:
            NoSuchPlayer: there is none of a name.
        """
        self.number, self.game, self.prepared = number, game, prepared
        self.seed = throws.seed
        self.dice = TypedDice() if throws.by_hand else None
        self.typed = throws.by_hand
        """Whether throws of the game so far were typed, so that they need not be those of the seed."""
        play, sides = prepared.play, prepared.sides
        self.usual = usual_player(prepared.play)
        self.names_of_players = {side: players.get(side, YOU) for side in sides}
        self.you = {n for n, side in enumerate(sides) if self.names_of_players[side] == YOU}
        self._players = [
            make_player(self.usual if n in self.you else self.names_of_players[side], play, n, self.seed)
            for n, side in enumerate(sides)
        ]
        self.names = Names(prepared)
        self.faces = Faces(game, prepared)
        self._opening: Sequence[tuple[bool, Action]] = ()
        """Decisions that had been taken when the game came on the table, each whether chance made it and what."""
        self.match = self._begun()
        self.ending: Ending | None = None
        self.notes: list[str] = []
        self.watched = False
        """Whether it is a record that is only looked at."""
        self._tell = tell
        self._lock = threading.RLock()
        self._idle = threading.Event()
        self._idle.set()
        self._stop = False
        self._until = "decision"
        self._serial = 0
        self._same = 0
        """Lines that are as they were in the last answer."""
        self._told = -1
        """The serial of the last answer."""

    def _begun(self) -> LoggedMatch:
        return self._as_far_as(self._opening)

    def _as_far_as(self, decisions: Sequence[tuple[bool, Action]]) -> LoggedMatch:
        begun: list[LoggedMatch] = []

        def begin(source: Source) -> LoggedMatch:
            begun.append(LoggedMatch(self.prepared.play, source))
            return begun[0]

        try:
            return resume_match(begin, decisions, self.dice or Keyed(self.seed))
        except NotThrownYet:  # behind the last of the decisions
            return begun[0]

    # -- changes -------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock:
            if not self._idle.is_set():
                raise Refused("the players are still choosing: wait for them, or stop them")
            yield

    def _played(self) -> None:
        if self.watched:
            raise Refused("this is a record: it is watched, not played")

    def begin(self) -> None:
        """Play up to the first decision of the person; to the first decision at all where players have all sides."""
        with self._changing():
            self._start("decision")

    def take_up(self, decisions: Sequence[tuple[bool, Action]], *, typed: bool) -> None:
        """Resume after decisions of a record, each whether chance made it and what. ``typed``: not as the seed says."""
        with self._changing():
            self._opening, self.typed = decisions, typed or self.typed
            self.match = self._begun()
            self.begin()

    def act(self, action: Action, *, finish: bool) -> bool:
        """Carry out an action if it is whole, and nothing can follow or ``finish`` says that nothing shall.

        False: it is only begun. An attack waits for ``finish``, so that its terms can be looked at.

        Raises:
            NotAllowed: the rules do not allow it.
            Refused: nothing is to be decided by the person.
        """
        with self._changing():
            chooser = self.chooser()
            action, last = chooser.follow(action)
            if last is None or not last.whole or ((last.more or chooser.attacks(action)) and not finish):
                return False
            self.match.take(action)
            self._start("decision")
            return True

    def at_hex(self, begun: Action, hex_: int) -> list[Action]:
        """Return what a click on a hex may mean, as :meth:`Chooser.at_hex`."""
        with self._changing():
            return self.chooser().at_hex(begun, hex_)

    def throw(self, said: str | None) -> None:
        """Take the result of the throw that the game waits for; None: throw it for the person.

        Raises:
            Refused: nothing is thrown, or the throw cannot bring this.
        """
        with self._changing():
            self._played()
            if self.dice is None or self.dice.asked is None:
                raise Refused("nothing is to be thrown now")
            answer = str(Keyed(self.seed).draw(*self.dice.asked)) if said is None else said
            self.dice.type(answer, self.match.playout.step)
            self._start(self._until)

    def chooser(self) -> Chooser:
        """Return the helper for the person's decision.

        Raises:
            Refused: nothing is to be decided by the person.
        """
        with self._changing():
            self._played()
            playout = self.match.playout
            if self.ending is not None or playout.over:
                raise Refused("the game is over: undo, or restart it")
            side = playout.decider
            if side not in self.you:
                raise Refused("a player decides now: let the players go on")
            return Chooser(self.game, self.names, playout, Seat(self.prepared.play, playout, side))

    def undo(self) -> None:
        """Take back the person's last decision and all since; where players have all sides, the last decision.

        Raises:
            Refused: there is none.
        """
        with self._changing():
            self._played()
            log = self.match.playout.log
            mine = self.you or set(range(len(self.prepared.sides)))
            if not any(each.decider in mine for each in log):
                raise Refused("there is nothing to take back")
            while self.match.undo() and self.match.playout.decider not in mine:
                pass
            if self.dice:
                self.dice.forget()
            self.ending = None
            self._same = min(self._same, len(self.match.made.lines) - 1)
            self._serial += 1

    def restart(self) -> None:
        """Restart the game with the same seed.

        Raises:
            Refused: it is a record.
        """
        with self._changing():
            self._played()
            if self.dice:
                self.dice.forget()
            self.match, self.ending, self._same = self._begun(), None, 0
            self.begin()

    def go(self, until: str) -> None:
        """Let the players go on, for the person too, to the end of the `phase`, `turn` or `game`."""
        with self._changing():
            self._played()
            if self.ending is not None or self.match.playout.over:
                raise Refused("the game is over: undo, or restart it")
            self._start(until)

    def stop(self) -> None:
        """Stop the players after the decision that they are at."""
        self._stop = True
        self._idle.wait(5.0)

    # -- players who go on -----------------------------------------------------------------------------

    def _start(self, until: str) -> None:
        self._stop, self._until = False, until
        self._idle.clear()
        threading.Thread(target=self._run, args=(until,), daemon=True, name=f"play-{self.number}").start()

    def wait(self, seconds: float = _AT_ONCE) -> None:
        """Wait until the players have chosen, or a little while."""
        self._idle.wait(seconds)

    def _run(self, until: str) -> None:
        ending: Ending | None = None
        try:
            ending = drive(self.match, self._players, limit=LIMIT, seen=_Until(self, until).seen)
            if ending.ended == "stopped" or self._waits_for_a_throw:
                ending = None
            elif ending.ended in ("player", "fault"):  # whatever was done to the state
                self.match, self._same = self._as_far_as(decisions_of(self.match)), 0
        except Exception as error:
            ending = Ending("fault", f"{type(error).__name__}: {error}")
        finally:
            self.ending = ending
            self._serial += 1
            self._idle.set()
            self._tell("play", id=self.number, running=False)

    @property
    def _waits_for_a_throw(self) -> bool:
        return self.dice is not None and self.dice.asked is not None

    def progress(self) -> None:
        """Send the page an event with how far the players have come."""
        self._tell("play", **self._under_way())

    def _under_way(self) -> UnderWay:
        playout = self.match.playout
        label = self.names.turn(self.prepared.play.turn(playout.state))
        return {"id": self.number, "running": True, "decisions": len(playout.log), "turn": label}

    @property
    def stopped(self) -> bool:
        """Whether the players are to stop."""
        return self._stop

    # -- answers -----------------------------------------------------------------------------------------

    def answer(self, held: PageState, begun: Action = ()) -> Now | UnderWay:
        """Return what the page shows, as far as it does not have it."""
        self.wait()
        if not self._idle.is_set():
            return self._under_way()
        with self._lock:
            if not self._idle.is_set():  # another window has let them go on since
                return self._under_way()
            match, play = self.match, self.prepared.play
            state, lines = match.playout.state, match.made.lines
            going_on = held.serial == self._told
            first = max(0, min(held.lines, self._same)) if going_on else 0
            pieces = [self.faces.piece(key) for key in match.numbers]
            over = match.playout.over
            now: Now = {
                "id": self.number,
                "running": False,
                "serial": self._serial,
                "seed": self.seed,
                "decisions": len(match.playout.log),
                "moment": play.moment(state),
                "score": [int(points) for points in play.score(state)],
                "lead": [one_line(line) for line in lead(self.game, self.prepared, state, over=over)],
                "over": over,
                "ended": None if self.ending is None else {"how": self.ending.ended, "message": self.ending.message},
                "from": first,
                "lines": [line_data(line) for line in lines[first:]],
                "pieces_from": held.pieces if going_on else 0,
                "pieces": pieces[held.pieces if going_on else 0 :],
                "kinds": match.made.kinds,
                "faces": self.faces.count,
                "ask": self._ask(begun),
                "can_undo": any(each.decider != CHANCE for each in match.playout.log) and not self.watched,
            }
            self._same, self._told = len(lines) - 1, self._serial
            return now

    def _ask(self, begun: Action) -> Ask | None:
        playout = self.match.playout
        if playout.over or self.ending is not None or self.watched:
            return None
        if playout.decider not in self.you:
            play, frame = self.prepared.play, playout.frame
            asked: Ask = {"side": playout.decider, "step": plain(play.title_of(frame.step)), "yours": False}
            if self.dice and self.dice.asked:
                what = plain(play.throw_for(playout.state, frame, self.dice.asked[0].purpose))
                asked["throw"] = {
                    "what": what,
                    "results": short_outcomes(named_answers(playout.step, self.dice.results())),
                }
                if terms := terms_shown(play, playout.state, frame, ()):
                    asked["terms"] = terms
            return asked
        return self.chooser().ask(begun)

    def about(self) -> About:
        """Return what does not change while the game is played."""
        compiled, names = self.prepared.compiled, self.prepared.compiled.names
        return {
            "id": self.number,
            "scenario": self.prepared.setting.scenario,
            "title": one_line(names.get("scenario", ("",))[-1]),
            "sides": [
                {"id": side, "name": self.game.side_name(side), "player": self.names_of_players[side]}
                for side in self.prepared.sides
            ],
            "turns": [plain(each) for each in names.get("turns", ())],
            "hexes": list(names.get("hexes", ())) or [str(n + 1) for n in range(compiled.hexes)],
            "boxes": [plain(each) for each in names.get("boxes", ())],
            "status": [(side, one_line(name)) for side, name in self.match.made.status],
            "turned": sorted(self.prepared.play.turned),
            "options": list(self.prepared.setting.options),
            "usual": self.usual,
            "players": list(players_of(self.prepared)),
            "watched": self.watched,
            "notes": self.notes,
        }

    def laid(self) -> Laid | LaidUnderWay:
        """Return all of the game, for a page that has nothing of it."""
        return cast("Laid | LaidUnderWay", {**self.about(), **self.answer(PageState())})

    def record(self) -> str:
        """Return the game so far as a record's text."""
        with self._changing():
            setting = self.prepared.setting
            players = {side: PERSON if name == YOU else name for side, name in self.names_of_players.items()}
            setting = setting.model_copy(update={"versions": versions_of(setting.system, players.values())})
            over = self.match.playout.over
            ending = self.ending or Ending("over" if over else "stopped", "" if over else "by the player")
            return text_of(self.match.record(setting, self.seed, players, ending, typed=self.typed))


class _Until:
    """Looks on while players go on, and says when they have gone far enough."""

    def __init__(self, table: Table, until: str) -> None:
        self._table, self._until = table, until
        self._began: tuple[tuple[int, int], tuple[str, ...]] | None = None
        self._told = time.monotonic()

    def seen(self, match: Match) -> bool:
        """Check whether the players go on with this decision."""
        if self._table.stopped:
            return False
        if time.monotonic() - self._told > _PROGRESS:
            self._told = time.monotonic()
            self._table.progress()
        playout = match.playout
        if self._until != "decision" and not self._reached(match):
            return True
        return bool(self._table.you) and playout.decider not in self._table.you

    def _reached(self, match: Match) -> bool:
        """Check whether the starting phase or turn is over; what was begun in the phase belongs to it."""
        state = match.playout.state
        now = match.play.moment(state), tuple(frame.step for frame in state.stack)
        if self._began is None:
            self._began = now
        moment, steps = self._began
        if self._until == "game":
            return False
        return now[0] != moment or (self._until == "phase" and now[1][: len(steps)] != steps)


def decisions_of(match: LoggedMatch, count: int | None = None) -> list[tuple[bool, Action]]:
    """Return the decisions of a game, or the first of them, each whether chance made it and what."""
    return [(each.decider == CHANCE, each.action) for each in match.playout.log[:count]]


def players_of(prepared: Prepared) -> Sequence[str]:
    """Return who may play a side, the person first."""
    return [YOU, *player_names(prepared.play)]

"""The replay page: a whole game on one page that needs nothing else, and no network."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.diagnostics.render.report import one_line
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.reading.variants import on_boards
from scenario_forge.project.time.schedule import schedule
from scenario_forge.reports.board import replay_board
from scenario_forge.reports.html import embedded_fonts, page
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.play import DRAW, GameOutcome, Scene
from scenario_forge.simulator.step import CHANCE, IllegalActionError, allowed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.project.game import Game
    from scenario_forge.reports.board import Key, PageBoard
    from scenario_forge.simulator.play import Play, Status
    from scenario_forge.simulator.playout import TakenDecision
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Chance, Event, Token


SCRIPTS = tuple(
    ("replay_page", name) for name in ("log.js", "names.js", "view.js", "drag.js", "board.js", "panels.js", "main.js")
)


def replay_page(
    game: Game, compiled: CompiledScenario, play: Play[Any], log: GameLog, players: Mapping[str, str], about: str = ""
) -> str:
    """One HTML page: map, counters, sliders, log, figures.

    Args:
        game: for the printed map and counters, and what clauses say.
        compiled: the scenario, for names.
        play: for the titles of steps.
        log: what happened.
        players: who played each side.
        about: a line on the game, such as seed and versions.
    """
    game = on_boards(game, compiled.names["scenario"][0])
    drawn = replay_board(game, compiled, log.keys)
    data = _data(game, compiled, play, log, players, drawn)
    values = {
        "fonts": embedded_fonts(),
        "game": data["title"],
        "scenario": data["scenario"],
        "about": about,
        "view": " ".join(f"{length:g}" for length in drawn.box),
        "drawn": {name: Markup(getattr(drawn, name)) for name in ("map", "symbols", "styles")},  # noqa: S704 - ours
        "sides": drawn.sides,
        "turn": data["turn"],
        "data": data,
    }
    return page("replay", f"{data['title']}: {data['scenario']}", values, scripts=SCRIPTS)


def _data(
    game: Game,
    compiled: CompiledScenario,
    play: Play[Any],
    log: GameLog,
    players: Mapping[str, str],
    drawn: PageBoard,
) -> dict[str, Any]:
    names = compiled.names
    rows = _Rows(play)
    lines = [rows.line(line) for line in log.lines]
    sides = compiled.keys["sides"]
    ids, flat = _grid(game, compiled.hexes)
    named = {h: n for h, n in zip(compiled.places.hex, names.get("places", ()), strict=False) if h >= 0}
    scored = [h for h in named if h in compiled.scored_hexes]
    return {
        "title": one_line(names.get("game", ("",))[-1]),
        "scenario": one_line(names.get("scenario", ("",))[-1]),
        "sides": [{"id": side, "name": game.side_name(side), "player": players.get(side, "")}
                  for side in sides],
        "turns": list(names.get("turns", ())),
        "turn": _turn(game),
        "hexes": list(names.get("hexes", ())) or [str(n + 1) for n in range(compiled.hexes)],
        "ids": ids,
        "flat": flat,
        "places": {str(h): n for h, n in named.items()},
        "named": [*scored, *(h for h in named if h not in scored)],
        "scored": len(scored),
        "boxes": list(names.get("boxes", ())),
        "at": [round(value, 1) for point in drawn.at for value in point],
        "size": drawn.size,
        "edge": drawn.edge,
        "pieces": [
            [log.kinds.index(key[0]), key[1], key[2], look.front, look.back, look.name, look.strength, look.face]
            for key, look in zip(log.keys, drawn.looks, strict=True)
        ],
        "lines": lines,
        "clauses": _clauses(game, rows.clauses),
        "steps": rows.steps,
        "marks": rows.marks,
        "measures": [[line, {name: list(map(int, each)) for name, each in found.items()}]
                     for line, found in log.measures],
        "status": log.status,
        "outcome": list(log.outcome),
        "over": log.over,
        "decisions": log.decisions,
    }  # fmt: skip


def _turn(game: Game) -> str:
    """What the log is divided into: turns of one side, where sides act in a fixed order, else game turns."""
    track = schedule(game)
    return track.counted_in if track else "player turn"


def _grid(game: Game, hexes: int) -> tuple[list[str], bool]:
    """Ids of the hexes as the map's elements have them, and whether hexes have a flat top."""
    from scenario_forge.project.hexmap import hex_map  # noqa: PLC0415

    linked = hex_map(game)
    if linked is None or len(linked.grid) != hexes:
        return [str(n + 1) for n in range(hexes)], False
    return list(linked.grid.ids), linked.grid.orientation == "flat"


def _clauses(game: Game, wanted: Sequence[str]) -> list[list[str]]:
    """Id, printed rule, title and words of each clause that the log names."""
    found = game.one("rulebook", RulebookDocument)
    known = {clause.id: clause for clause in found[0].clauses} if found else {}
    rows = []
    for name in wanted:
        clause = known.get(name)
        place = f", {clause.place}" if clause and clause.place else ""
        rows.append([name, f"Rule {clause.rule}{place}", clause.title, clause.text] if clause else [name, "", "", ""])
    return rows


class _Rows:
    """Lines as rows of plain data, with tables of what comes again and again."""

    def __init__(self, play: Play[Any]) -> None:
        self.play = play
        self.clauses: list[str] = []
        self.steps: list[str] = []
        self.marks: list[str] = []
        self._numbers: dict[tuple[int, str], int] = {}

    def line(self, line: LogLine) -> list[Any]:
        """Text, clause, who, step, turn, side, changes, then by name what is there only at times."""
        changes: list[int] = []
        for number, (place, strength, marks) in line.changes:
            changes += (number, place, strength, sum(1 << self._number(self.marks, mark) for mark in marks))
        more: dict[str, Any] = {}
        if line.die:
            more["die"] = line.die
        if line.scene.hexes:
            more["at"], more["kind"] = list(line.scene.hexes), line.scene.kind
        if line.control:
            more["control"] = [value for pair in line.control for value in pair]
        if line.held is not None:
            more["held"] = dict(line.held)
        if line.score is not None:
            more["score"] = list(line.score)
        if line.status:
            more["status"] = [value for pair in line.status for value in pair]
        clause = self._number(self.clauses, line.clause) if line.clause else -1
        step = self._number(self.steps, self.play.title_of(line.step)) if line.step else -1
        row = [one_line(line.text), clause, line.by, step, *line.moment, changes]
        return [*row, more] if more else row

    def _number(self, table: list[str], value: str) -> int:
        known = self._numbers.get((id(table), value))
        if known is None:
            known = self._numbers[id(table), value] = len(table)
            table.append(value)
        return known


# -- the log of a game: line by line what was told, and what is otherwise afterwards ------------------


GONE = -1
"""The place of a counter that is not in play."""
Standing = tuple[int, int, tuple[str, ...]]
"""Where it is, its strength, what lies on it."""
NOWHERE: Standing = (GONE, -1, ())


@dataclass(slots=True)
class LogLine:
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
    """Counters by number in the log, as they stand afterwards."""
    control: list[tuple[int, int]] = field(default_factory=list)
    held: Mapping[str, int] | None = None
    """Given where it is not as before; so too the score."""
    score: tuple[int, ...] | None = None
    status: list[tuple[int, str]] = field(default_factory=list)
    """Rows of the status display by number, as they read afterwards."""


@dataclass
class GameLog:
    """A whole game. Lines begin with the set-up, which has all counters as changes."""

    keys: list[Key] = field(default_factory=list)
    """Every counter that was ever in play, as they came."""
    kinds: list[str] = field(default_factory=list)
    """Kinds of counters in the order in which they are stacked, lowest first."""
    lines: list[LogLine] = field(default_factory=list)
    measures: list[tuple[int, Mapping[str, Sequence[int]]]] = field(default_factory=list)
    """Figures by side as each player turn ends, with the last line that they hold for."""
    status: list[tuple[int, str]] = field(default_factory=list)
    """Side and name of each row of the status display; their values stand in the lines."""
    outcome: GameOutcome = field(default_factory=lambda: GameOutcome(DRAW, 0))
    over: bool = False
    decisions: int = 0


def game_log(play: Play[Any], log: Sequence[TakenDecision]) -> GameLog:
    """Play decisions again, looking on. Of what cannot be played to its end, the log up to there."""
    return _Recorder(play, log).run()


class _Recorder:
    def __init__(self, play: Play[Any], log: Sequence[TakenDecision]) -> None:
        self.play, self.log = play, log
        self.made = GameLog()
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

    def run(self) -> GameLog:
        state = self.match.playout.state
        self.shots.append((self._stands(state), self.play.moment(state)))
        self._line("Set-up", 0, 1)
        self._follow_ups(state)
        self.shots.clear()
        with suppress(Exception):  # rules that fail are told by the replay; the log shows what came before
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
        made, last = self.made, self.match.playout.state
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
        """Note an event, and how the game stands after it."""
        self.events.append(event)
        before = self.shots[-1][0] if self.shots else self.stands
        self.shots.append((self._stands(state) if event.changes else before, self.play.moment(state)))

    def _stands(self, state: State) -> dict[Key, Standing]:
        found: dict[Key, Standing] = {}
        kinds, below = self.made.kinds, -1
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
        made = LogLine(text, clause, self.by, self.step, self.die if start == 0 else "", moment, scene or Scene())
        for key in [*after, *(key for key in self.stands if key not in after)]:
            stands = after.get(key, NOWHERE)
            if stands != self.stands.get(key, NOWHERE):
                made.changes.append((self.numbers.setdefault(key, len(self.numbers)), stands))
        self.stands = after
        lines = self.made.lines
        if not text and not made.die and len(lines) > 1:
            # nothing is to be done on a board; what it changed goes with the line before
            lines[-1].changes += made.changes
            return
        made.text = text or clause or "—"
        if lines and lines[-1].moment != moment and len(lines) > 1:
            self.made.measures.append((len(lines) - 1, self.play.measures(self.match.playout.state)))
        lines.append(made)

    def _follow_ups(self, state: State) -> None:
        """What is otherwise after an action: score, status, control. It is noted on the action's last line."""
        line = self.made.lines[-1]
        score = tuple(map(int, self.play.score(state)))
        held = self.play.held(state)
        control = list(self.play.controls(state))
        status = self.play.status(state)
        before: Sequence[Status | None] = self.status or [None] * len(status)
        line.status = [(n, new.value) for n, (old, new) in enumerate(zip(before, status, strict=True)) if old != new]
        if not self.status:
            self.made.status = [(row.side, row.name) for row in status]
        self.status = status
        if score != self.score:
            line.score = self.score = score
        if held != self.held:
            line.held = self.held = dict(held)
        if control != self.control:
            owners = self.control or [0] * len(control)
            line.control = [(h, new) for h, (old, new) in enumerate(zip(owners, control, strict=True)) if old != new]
            self.control = control

"""Victory: what decides a battle at once, and the level that a ratio of losses or points comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.checks import MOD007
from scenario_forge.wargame.board.labels import counted
from scenario_forge.wargame.board.paper import reminder
from scenario_forge.wargame.ledger import ELIMINATED, EXITED
from scenario_forge.wargame.modules.conditions import Conditions, condition_findings, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.documents.victory import LedgerRow, Levels
    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels

LOSSES, RATIO = "losses", "ratio"


class Victory:
    """The sudden victories and the levels of a scenario, as victory.yaml has them."""

    def __init__(self, board: Board) -> None:
        ending: Mapping[str, Any] = board.compiled.ending
        self.board = board
        self.sudden: Sequence[Mapping[str, Any]] = ending.get("sudden", ())
        self.levels: Mapping[str, Any] = ending.get("levels", {})
        rows = ending.get("ledger", ())
        self.by_turn = [row for row in rows if "when" in row and (row["at"] == "turn" or "ever" in row["when"])]
        """The rows of the ledger that are looked at when a game turn ends."""
        conditions = Conditions(board)
        self._rows = {
            row["id"]: conditions.test(row["when"].get("ever", row["when"]))
            for row in rows
            if "when" in row and "hold" not in row["when"]
        }
        """By row of the ledger with a condition on where units are: whether it holds."""
        self._tests = [conditions.test(row["when"]) for row in self.sudden]
        """By sudden victory: whether it is there."""
        self.by_losses = self.levels.get("of") == LOSSES
        self.by_ratio = self.levels.get("measure") == RATIO

    @classmethod
    def sentences(cls, document: VictoryDocument, labels: Labels) -> Iterator[Sentence]:
        """Say what decides a battle at once, what brings points, and what losses, points and ratios come to."""
        for line in document.ledger:
            if line.when is not None and line.when.hold is not None:
                when = "At the end of each game turn" if line.at == "turn" else "When play ends,"
                place, where = line.when.hold, labels.scenarios(line.scenarios)
                text = f"{when} the side whose unit was last in {place} scores {counted(line.points, 'point')}{where}."
                if line.side is not None:
                    who = labels.game.side_name(line.side)
                    points = counted(line.points, "point")
                    text = f"{when} the {who} side scores {points} if its unit was last in {place}{where}."
                yield Sentence("victory.by-turn" if line.at == "turn" else "victory.places", text)
            else:
                yield from _other_row(line, labels)
        for row in document.sudden:
            where = labels.scenarios(row.scenarios)
            text = f"The {labels.game.side_name(row.side)} side wins at once, whenever this is so{where}: {row.text}."
            yield Sentence("victory.sudden", text)
        for levels in document.levels:
            if levels.of == LOSSES:
                yield Sentence("victory.losses", _losses(levels, labels))
            if levels.measure == RATIO:
                yield Sentence("victory.ratio", _ratio(levels, labels))

    @classmethod
    def paper(cls, document: VictoryDocument, labels: Labels) -> Iterator[Marker]:
        """Yield markers of the side that was last in each place that brings points, each with a side on either face."""
        places = {line.when.hold for line in document.ledger if line.when is not None and line.when.hold is not None}
        names = list(labels.game.side_names.values())
        if places and names:
            yield reminder(f"{names[0]} control", len(places), "control", f"{names[-1]} control")

    @rule("victory.by-turn", "victory.ever")
    def score_turn(self, state: GameState, book: Book) -> None:
        """Score the places and conditions that bring points at the end of a game turn; `ever` brings them once."""
        for number, row in enumerate(self.by_turn):
            once, hold = "ever" in row["when"], row["when"].get("hold")
            if hold is not None:
                side = state.towns.holder[self.board.ledger.rows_of[hold["hex"]]] - 1
            else:
                side = row["side"] if self._rows[row["id"]](state.units.place) else -1
            cell = 2 * number + side
            if side < 0 or row["side"] not in (None, side) or (once and state.ledger.scored[cell]):
                continue
            book.add("ledger.scored", cell, row["points"])
            if hold is not None:
                book.event("points scored", "victory.by-turn", side, hold["hex"], row["points"])
            else:
                book.event("condition scored", "victory.ever" if once else "victory.by-turn", side, row["points"])

    @rule("victory.places", "victory.units", "victory.exits", "victory.conditions")
    def points(self, state: GameState, row: Mapping[str, Any], side: int) -> int:
        """Return the points of a side by a row: those of past turns, for units, for the last in a place, for more."""
        if row["side"] not in (None, side):
            return 0
        if row in self.by_turn:
            scored: int = state.ledger.scored[2 * self.by_turn.index(row) + side]
            return scored
        if event := row.get("event"):
            board = self.board
            times = board.exited(state, side) if event == EXITED else board.eliminated(state, 1 - side)
            return int(row["points"]) * times
        if "hold" not in row["when"]:
            return int(row["points"]) if self._rows[row["id"]](state.units.place) else 0
        place = self.board.ledger.rows_of[row["when"]["hold"]["hex"]]
        return int(row["points"]) if state.towns.holder[place] == side + 1 else 0

    @rule("victory.sudden")
    def decided(self, places: Sequence[int]) -> int:
        """Return 1 + the side that has won at once, given where units are; 0 for none."""
        for row, is_met in zip(self.sudden, self._tests, strict=True):
            if is_met(places):
                return int(row["side"]) + 1
        return 0

    @rule("victory.losses")
    def lost(self, now: Situation, side: int) -> int:
        """Return what a side has lost of the value that the levels count, in units out for good and turned over."""
        board, value, place = self.board, self.levels["value"], now.place
        whole = board.printed(value)
        own = (unit for unit in board.of_side[side] if board.began(unit))
        return sum(whole[u] - (board.faces.value(now, value, u) if place[u] != OUT else 0) for u in own)

    @rule("victory.ratio")
    def level(self, amounts: Sequence[int]) -> Mapping[str, Any]:
        """Return the level that a ratio of losses or points of the sides comes to; nothing of both is a draw."""
        levels, side = self.levels["levels"], self.levels["side"]
        of, by = amounts[side], amounts[1 - side]
        if not of and not by:
            return next((level for level in levels if level["side"] is None), levels[0])
        return next((level for level in levels if level["high"] is not None and of <= level["high"] * by), levels[-1])


def ending_findings(game: Game) -> Iterator[Diagnostic]:
    """Yield what victory.yaml counts and rule modules do not: some conditions of victories at once, points by turn."""
    for document, where in game.documents("victory", VictoryDocument):
        for number, row in enumerate(document.sudden):
            yield from condition_findings(row.when, where / "sudden" / number / "when")
        for number, line in enumerate(document.ledger):
            if line.when is not None and line.when.hold is None:
                inner = line.when.ever
                at = where / "ledger" / number / "when"
                yield from condition_findings(inner or line.when, at / "ever" if inner is not None else at)
            if line.when is not None and line.at == "event":
                why = "places and conditions are scored in each turn or when play ends"
                at = where / "ledger" / number / "at"
                yield MOD007.at(at, what=f"`at: {line.at}`", why=why).suggest("write `at: turn` or `at: end`")


def _other_row(line: LedgerRow, labels: Labels) -> Iterator[Sentence]:
    """Say what a row of the ledger gives for units, or when a condition holds."""
    points, where = counted(line.points, "point"), labels.scenarios(line.scenarios)
    who = "A" if line.side is None else f"The {labels.game.side_name(line.side)}"
    if line.event == ELIMINATED:
        yield Sentence("victory.units", f"{who} side scores {points} for each enemy unit that is eliminated{where}.")
    elif line.event == EXITED:
        text = f"{who} side scores {points} for each unit of its own that has left the map in a move{where}."
        yield Sentence("victory.exits", text)
    elif line.when is not None and line.when.ever is not None:
        said = in_words(line.when.ever, labels)
        yield Sentence("victory.ever", f"{who} side scores {points} if at the end of any game turn {said}{where}.")
    elif line.when is not None:
        when, rule_ = ("At the end of each game turn", "victory.by-turn")
        if line.at == "end":
            when, rule_ = "When play ends,", "victory.conditions"
        yield Sentence(
            rule_, f"{when} {who[0].lower()}{who[1:]} side scores {points} if {in_words(line.when, labels)}{where}."
        )


def _losses(levels: Levels, labels: Labels) -> str:
    value = labels.value(levels.value)
    back = f" Of a unit that shows its {labels.back} side, what that side has less counts." if labels.back else ""
    return f"The losses of a side are the {value} of its units that are eliminated.{back}"


def _ratio(levels: Levels, labels: Labels) -> str:
    sides = sorted(labels.game.side_names, key=lambda side: side != levels.side)
    first, other = (labels.game.side_name(side) for side in sides)
    of = "losses" if levels.of == LOSSES else "points"
    steps = ", ".join(f"up to {level.range} {level.name}" for level in levels.levels[:-1])
    text = f"The ratio of {first} to {other} {of} gives the level{labels.scenarios(levels.scenarios)}: {steps}"
    return f"{text}, above that {levels.levels[-1].name}. If there are none on either side, it is a draw."

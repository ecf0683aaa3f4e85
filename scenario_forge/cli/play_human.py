"""A person at the table: choices by stages in the terminal, undo, real dice typed in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scenario_forge.cli import words
from scenario_forge.cli.play_words import choices_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.play import Order, Played, Prepared, Table
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Chance, Choice, Token

HELP = """\
  Type one of the choices shown, or several in a row; a unit by its name or as #12, a hex by its id.
  (empty)  carry out what is begun, if it is whole     -     take back the last word
  undo     take back your last action                  ?     the choices again, and this
  state    turn and score                              quit  stop; the record keeps the game so far
"""


class Person:
    """Plays one side or more, and throws the dice where that was asked for."""

    def __init__(self, prepared: Prepared, teller: Teller, sides: Sequence[str]) -> None:
        self.prepared, self.teller, self.sides = prepared, teller, sides
        self.table: Table | None = None

    def sit_down(self, order: Order, *, dice: bool) -> None:
        """Take seats and dice."""
        from scenario_forge.simulator.chance import Thrown  # noqa: PLC0415

        order.own = dict.fromkeys(self.sides, self)
        if dice:
            order.source = Thrown(self._throw)

    def play(self, table: Table) -> Played:
        """On to the end, or until the person has had enough, with actions taken back in between."""
        from scenario_forge.api.play import Played  # noqa: PLC0415
        from scenario_forge.simulator.drive import Ending  # noqa: PLC0415

        self.table = table
        while True:
            try:
                return table.play()
            except UndoError:
                self._take_back(table.match)
            except LeftError:
                ending = Ending("stopped", "by the player")
                return Played(table.match, ending, table.record(ending))

    def _take_back(self, match: Match) -> None:
        """Everything since the person's last action, and that."""
        own = {self.prepared.sides.index(side) for side in self.sides}
        if not any(decision.decider in own for decision in match.playout.log):
            words.say("  there is nothing to take back\n")
            return
        while match.undo() and match.playout.decider not in own:
            pass
        words.say("  taken back\n")

    # -- a decision ------------------------------------------------------------------------------

    def choose(self, seat: Seat) -> Action:
        """Ask for a whole action.

        Raises:
            UndoError: the last action is to be taken back.
            LeftError: the person has had enough.
        """
        side = self.prepared.sides[seat.side]
        turn = self.teller.turn(self.prepared.play.turn(seat.state))
        words.say(f"\n{turn}, {side}: {seat.frame.step}\n")
        begun: Action = ()
        self._show(seat, begun)
        while True:
            line = self._ask(self._prompt(seat, begun))
            said = self._command(seat, line, begun)
            if said is not None:
                begun = said
                continue
            result = self._read(seat, begun, line)
            if result is None:
                continue
            begun, done = result
            if done:
                return begun
            self._show(seat, begun)

    # -- words -----------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        words.say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise LeftError
        return line.strip()

    def _prompt(self, seat: Seat, begun: Action) -> str:
        return f"{self.teller.action(seat.frame, begun)}> ".lstrip()

    def _command(self, seat: Seat, line: str, begun: Action) -> Action | None:
        """Carry out what is no choice; what is begun then, None if the line is a choice."""
        word = line.casefold()
        if word in ("quit", "exit"):
            raise LeftError
        if word == "undo":
            if begun:
                return ()
            raise UndoError
        if word == "-":
            return begun[:-1]
        if word in ("?", "help"):
            words.say(HELP)
            self._show(seat, begun, all_of_them=True)
            return begun
        if word == "state":
            words.say(f"  score: {self._score(seat)}\n")
            return begun
        return None

    def _score(self, seat: Seat) -> str:
        points = self.prepared.play.score(seat.state)
        return ", ".join(f"{s} {p}" for s, p in zip(self.prepared.sides, points, strict=False)) or "none is counted"

    def _show(self, seat: Seat, begun: Action, *, all_of_them: bool = False) -> None:
        named = self._named(seat, begun, seat.choices(begun))
        shown = named if all_of_them or len(named) <= MOST else named[:MOST]
        words.say(choices_in_words(shown, words.width()))
        if len(named) > len(shown):
            words.say(f"  … and {len(named) - len(shown)} more; ? shows all\n")
        if self._whole(seat, begun):
            words.say("  (empty line: that is all)\n")

    def _named(self, seat: Seat, begun: Action, choices: Sequence[Choice]) -> list[str]:
        """Choices by name; where two have one name, with their number."""
        names = [self.teller.token(seat.frame, begun, choice.token) for choice in choices]
        return [
            f"{name} #{choice.token}" if names.count(name) > 1 and name != str(choice.token) else name
            for name, choice in zip(names, choices, strict=True)
        ]

    # -- choices ---------------------------------------------------------------------------------

    def _whole(self, seat: Seat, begun: Action) -> bool:
        if not begun:
            return False
        return any(choice.token == begun[-1] and choice.whole for choice in seat.choices(begun[:-1]))

    def _read(self, seat: Seat, begun: Action, line: str) -> tuple[Action, bool] | None:
        """The action with the words of a line, and whether it is to be carried out; None if they mean nothing."""
        if not line:
            return (begun, True) if self._whole(seat, begun) else None
        while line:
            found = self._longest(seat, begun, line)
            if found is None:
                self._say_why(seat, begun, line)
                return None
            choice, line = found
            begun = (*begun, choice.token)
            if choice.whole and not choice.more:
                if line:
                    words.say(f"  nothing can follow: `{line}`\n")
                    return None
                return begun, True
        return begun, False

    def _longest(self, seat: Seat, begun: Action, line: str) -> tuple[Choice, str] | None:
        """The choice with the longest name that the line begins with, and what is left of the line."""
        choices = seat.choices(begun)
        folded, best = line.casefold(), None
        for choice, shown in zip(choices, self._named(seat, begun, choices), strict=True):
            for name in (shown, f"#{choice.token}"):
                word = name.casefold()
                fits = folded == word or folded.startswith((f"{word} ", f"{word},"))
                if fits and (best is None or len(word) > best[0]):
                    best = (len(word), choice)
        return None if best is None else (best[1], line[best[0] :].lstrip(" ,"))

    def _say_why(self, seat: Seat, begun: Action, line: str) -> None:
        """What is wrong with the next word of a line, with the clause that forbids it."""
        from scenario_forge.diagnostics.suggest import did_you_mean  # noqa: PLC0415

        word = line.split(maxsplit=1)[0]
        token = self._token(seat, begun, word)
        if token is not None and self.table is not None:
            playout = self.table.match.playout
            error = playout.step.why_not(playout.state, playout.frame, begun, token)
            words.say(f"  {word}: {error}" + (f"  [{error.clause}]" if error.clause else "") + "\n")
            return
        hint = did_you_mean(line, self._named(seat, begun, seat.choices(begun)))
        words.say(f"  `{word}` is none of the choices" + (f"; {hint}" if hint else "; ? shows them") + "\n")

    def _token(self, seat: Seat, begun: Action, word: str) -> Token | None:
        """A thing of the game that is no choice here."""
        names = self.prepared.compiled.names.get(self.prepared.play.table_of(seat.frame, begun), ())
        return next((number for number, name in enumerate(names) if name.casefold() == word.casefold()), None)

    # -- dice ------------------------------------------------------------------------------------

    def _throw(self, chance: Chance) -> Token:
        """Ask for the outcome of a real die, until it is one."""
        outcomes = [outcome.token for outcome in chance.outcomes if outcome.weight > 0]
        shown = ", ".join(map(str, outcomes))
        if self.table is not None:
            self.teller.tell_new(self.table.match)
        while True:
            said = self._ask(f"throw for {chance.purpose} ({shown}): ")
            for token in outcomes:
                if str(token).casefold() == said.casefold():
                    return token
            words.say(f"  it is one of {shown}\n")


MOST = 60
"""Choices that are shown without being asked for."""


class UndoError(BaseException):
    """The last action of the person is to be taken back."""


class LeftError(BaseException):
    """The person has had enough."""

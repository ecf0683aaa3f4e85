"""A person at the table: choices by stages in the terminal, looks at the board, undo, real dice typed in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scenario_forge import api, simulator
from scenario_forge.api.at_table import goal_of, in_short, named
from scenario_forge.cli import words
from scenario_forge.cli.play_commands import (
    AtTable,
    LeftError,
    Several,
    UndoError,
    first_of_all,
    first_word,
)
from scenario_forge.simulator.step import Keyed, Thrown

if TYPE_CHECKING:
    from scenario_forge.api.play import GameUnderWay, PlayOrder
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Chance, Choice, Token


class Person(AtTable):
    """Plays one side or more, and throws the dice where that was asked for."""

    def sit_down(self, order: PlayOrder, *, dice: bool) -> None:
        """Join the game: choose for the sides that the person plays and, with ``dice``, type in all throws."""
        order.own = dict.fromkeys(self.sides, self)
        if dice:
            order.source = Thrown(self._throw)

    def play(self, table: GameUnderWay) -> api.play.Played:
        """On to the end, or until the person has had enough, with actions taken back in between."""
        self.table = table
        while True:
            try:
                return table.play()
            except UndoError:
                self._take_back(table.match)
            except LeftError:
                ending = simulator.drive.Ending("stopped", "by the player")
                return api.play.Played(table.match, ending, table.record(ending))

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
        self._begin_turn(seat)
        play = self.prepared.play
        asked = play.asks(seat.frame, ())
        rule = self.table.match.playout.step.clause if self.table else ""
        title = play.title_of(seat.frame.step) + (f" [{rule}]" if rule else "")
        words.say(f"\n{self.prepared.sides[seat.side]}, {title}" + (f": {asked}\n" if asked else "\n"))
        begun: Action = ()
        self._show(seat, begun)
        while True:
            line = self._ask(self._prompt(seat, begun))
            word, _, rest = line.partition(" ")
            command = self._commands.get(word.casefold())
            if command:
                begun = command(seat, begun, rest.strip())
                continue
            result = self._read(seat, begun, line)
            if result is None:
                continue
            begun, done = result
            if done:
                return begun
            self._show(seat, begun)

    def _begin_turn(self, seat: Seat) -> None:
        """At each new player turn: which it is, how it stands; the game so far is kept."""
        moment = self.prepared.play.moment(seat.state)
        if moment == self._moment:
            return
        self._moment = moment
        score = self.teller.score(self.table.match) if self.table else ""
        whose = f", {self.prepared.sides[moment[1]]}" if moment[1] >= 0 else ""
        words.say(f"\n== {self.teller.turn(moment[0])}{whose}" + (f" == {score}" if score else "") + " ==\n")
        if self.record is not None and self.table is not None:
            self._write(self.record)

    # -- words -----------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        words.say(prompt)
        line = sys.stdin.readline()
        if not line:
            words.say("\n")
            raise LeftError
        return line.strip()

    def _prompt(self, seat: Seat, begun: Action) -> str:
        return f"{self.teller.action(seat, begun)}> ".lstrip()

    # -- choices ---------------------------------------------------------------------------------

    def _read(self, seat: Seat, begun: Action, line: str) -> tuple[Action, bool] | None:
        """The action that a typed line describes, and whether to carry it out; None if the line means nothing."""
        if not line or line.casefold() == "any":
            whole = self._whole(seat, begun)
            return (begun, True) if whole else (first_of_all(seat, begun), True) if line else None
        while line:
            way, _, goal = line.partition(" ")
            if goal and way.casefold() in ("to", "by"):
                return self._to(seat, begun, goal.strip(), stop=way.casefold() == "to")
            found = self._first(seat, begun, line)
            if found is None:
                return None
            choice, line = found
            begun = (*begun, choice.token)
            if choice.whole and not choice.more:
                if line:
                    words.say(f"  nothing can follow: `{line}`\n")
                    return None
                return begun, True
        return begun, False

    def _first(self, seat: Seat, begun: Action, line: str) -> tuple[Choice, str] | None:
        """The first choice of a line and what is left of it; None after saying why there is none."""
        found = first_word(named(self.teller, seat, begun), line)
        if isinstance(found, Several):
            words.say(f"  `{found.word}` may be\n")
            self._list(found.ones)
            return None
        if found is None:
            self._say_why(seat, begun, line)
        return found

    def _to(self, seat: Seat, begun: Action, goal: str, *, stop: bool) -> tuple[Action, bool] | None:
        """The cheapest way to a place; with ``stop`` it is carried out."""
        hex_ = self.looks.find(goal)
        name = self.looks.hexes[hex_] if hex_ is not None and self.looks.hexes else goal
        found = goal_of(self.teller, seat, begun, name)
        if found is None:
            words.say(f"  `{goal}` cannot be reached\n")
            return None
        last = next(choice for choice in seat.choices(found[:-1]) if choice.token == found[-1])
        return found, stop or not last.more

    # -- dice ------------------------------------------------------------------------------------

    def _throw(self, chance: Chance) -> Token:
        """Ask for the outcome of a real die, until it is one; `roll` leaves it to the machine."""
        outcomes = [outcome.token for outcome in chance.outcomes if outcome.weight > 0]
        shown, what = in_short(outcomes), chance.purpose
        if self.table is not None:
            playout = self.table.match.playout
            what = self.prepared.play.throw_for(playout.state, playout.frame, chance.purpose)
            self.teller.tell_new(self.table.match)
        while True:
            said = self._ask(f"throw for {what} ({shown}; or roll): ").casefold()
            if said == "roll" and self.table is not None:
                token = Keyed(self.table.order.seed).draw(chance, len(self.table.match.playout.log))
                words.say(f"  {token}\n")
                return token
            for token in outcomes:
                if str(token).casefold() == said:
                    return token
            words.say(f"  it is one of {shown}\n")

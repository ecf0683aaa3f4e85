"""A person at the table: choices by stages in the terminal, looks at the board, undo, real dice typed in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scenario_forge.cli import words
from scenario_forge.cli.play_choose import Several, first_word, goal_of, named
from scenario_forge.cli.play_look import AROUND, Looks
from scenario_forge.cli.play_words import choices_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from scenario_forge.api.play import Order, Played, Prepared, Table
    from scenario_forge.cli.play_choose import Named
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Chance, Choice, Token

HELP = """\
  Type one of the choices, the beginning of its name, or several in a row; a number as #12.
  (empty)   carry out what is begun, if it is whole      -          take back the last word
  to PLACE  the shortest way there                       undo       take back your last action
  find TEXT the choices with TEXT in them                ?          the choices again, and this
  map [HEX] the map around a hex                         units [SIDE] [TEXT]  counters with place and strength
  state     score and who holds what                     why WORD   why it is no choice
  rule 6.15 what a clause says                           save FILE  write the game so far; `--resume FILE` goes on
  quit      stop; the record keeps the game so far
"""


class Person:
    """Plays one side or more, and throws the dice where that was asked for."""

    def __init__(
        self,
        prepared: Prepared,
        teller: Teller,
        sides: Sequence[str],
        game: Game | None = None,
        record: Path | None = None,
    ) -> None:
        self.prepared, self.teller, self.sides, self.record = prepared, teller, sides, record
        self.looks = Looks(prepared, game)
        self.table: Table | None = None
        self._moment: tuple[int, int] | None = None
        self._middle: int | None = None
        self._commands: Mapping[str, Callable[[Seat, Action, str], Action]] = {
            "-": lambda _seat, begun, _rest: begun[:-1],
            "undo": self._undo,
            "?": self._help,
            "help": self._help,
            "find": self._find,
            "map": self._map,
            "units": self._units,
            "state": self._state,
            "score": self._state,
            "why": self._why,
            "rule": self._rule,
            "save": self._save,
            "quit": self._leave,
            "exit": self._leave,
        }

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
        self._begin_turn(seat)
        play = self.prepared.play
        asked = play.asks(seat.frame, ())
        rule = self.table.match.playout.step.rule if self.table else ""
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
        words.say(f"\n== {self.teller.turn(moment[0])}" + (f" == {score}" if score else "") + " ==\n")
        if self.record is not None and self.table is not None:
            self._write(self.record)

    # -- words -----------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> str:
        words.say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise LeftError
        return line.strip()

    def _prompt(self, seat: Seat, begun: Action) -> str:
        return f"{self.teller.action(seat, begun)}> ".lstrip()

    def _show(self, seat: Seat, begun: Action, *, all_of_them: bool = False) -> None:
        self._list(named(self.teller, seat, begun), all_of_them=all_of_them)
        if self._whole(seat, begun):
            words.say("  (empty line: that is all)\n")

    def _list(self, listed: Sequence[Named], *, all_of_them: bool = False) -> None:
        shown = listed if all_of_them or len(listed) <= MOST else listed[:MOST]
        texts = [f"{each.name}  {each.note}" if each.note else each.name for each in shown]
        words.say(choices_in_words(texts, words.width()))
        if len(listed) > len(shown):
            words.say(f"  … and {len(listed) - len(shown)} more; ? shows all, find TEXT some\n")

    # -- commands: what is begun after them --------------------------------------------------------

    def _undo(self, _seat: Seat, begun: Action, _rest: str) -> Action:
        if begun:
            return ()
        raise UndoError

    def _leave(self, _seat: Seat, _begun: Action, _rest: str) -> Action:
        raise LeftError

    def _help(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            return self._rule(seat, begun, rest)
        words.say(HELP)
        rule = self.table.match.playout.step.rule if self.table else ""
        said = self.looks.clause(rule)
        asked = self.prepared.play.asks(seat.frame, begun)
        self._lines(each for each in (f"[{rule}] {said}" if said else "", f"next: {asked}" if asked else "") if each)
        self._show(seat, begun, all_of_them=True)
        return begun

    def _find(self, seat: Seat, begun: Action, rest: str) -> Action:
        found = [
            each for each in named(self.teller, seat, begun) if rest.casefold() in f"{each.name} {each.note}".casefold()
        ]
        self._list(found, all_of_them=True)
        return begun

    def _map(self, seat: Seat, begun: Action, rest: str) -> Action:
        word, _, number = rest.rpartition(" ")
        around = int(number) if word and number.isdigit() else AROUND
        text = word if word and number.isdigit() else rest
        hex_ = self.looks.find(text) if text else self._last_place(seat, begun)
        if hex_ is None:
            words.say("  which hex? map S15, or the name of a place\n")
        else:
            self._middle = hex_
            self._lines(self.looks.map(seat.state, hex_, min(around, 9)))
        return begun

    def _last_place(self, seat: Seat, begun: Action) -> int | None:
        """The hex of what is begun: the last one named, or where the unit stands."""
        for stage in range(len(begun), 0, -1):
            table = self.prepared.play.table_of(seat.frame, begun[: stage - 1])
            token = begun[stage - 1]
            if table == "hexes" and isinstance(token, int) and token >= 0:
                return token
            if table == "units":
                at = (p.place for p in self.prepared.play.pieces(seat.state) if (p.kind, p.number) == ("units", token))
                return next((place for place in at if place >= 0), self._middle)
        return self._middle

    def _units(self, seat: Seat, begun: Action, rest: str) -> Action:
        word, _, text = rest.partition(" ")
        sides = self.prepared.sides
        side = next((n for n, name in enumerate(sides) if word and name.startswith(word.casefold())), None)
        self._lines(self.looks.units(seat.state, seat.side if side is None else side, rest if side is None else text))
        return begun

    def _state(self, seat: Seat, begun: Action, _rest: str) -> Action:
        self._lines(self.looks.stands(seat.state))
        return begun

    def _rule(self, _seat: Seat, begun: Action, rest: str) -> Action:
        words.say(f"  {self.looks.clause(rest) or 'there is no clause of that number'}\n")
        return begun

    def _save(self, _seat: Seat, begun: Action, rest: str) -> Action:
        from pathlib import Path  # noqa: PLC0415

        file = Path(rest) if rest else self.record
        if file is None:
            words.say("  to which file? save FILE\n")
        else:
            self._write(file)
            words.say(f"  wrote {file}\n")
        return begun

    def _write(self, file: Path) -> None:
        from scenario_forge.simulator.drive import Ending  # noqa: PLC0415
        from scenario_forge.simulator.record import text_of  # noqa: PLC0415

        if self.table is not None:
            words.write(file, text_of(self.table.record(Ending("stopped", "by the player"))).encode())

    def _why(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            self._say_why(seat, begun, rest)
        return begun

    @staticmethod
    def _lines(lines: Iterable[str]) -> None:
        words.say("".join(f"  {line}\n" for line in lines))

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
            if line.casefold().startswith("to "):
                return self._to(seat, begun, line[3:].strip())
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

    def _to(self, seat: Seat, begun: Action, goal: str) -> tuple[Action, bool] | None:
        """The shortest way to a place."""
        hex_ = self.looks.find(goal)
        name = self.looks.hexes[hex_] if hex_ is not None and self.looks.hexes else goal
        found = goal_of(self.teller, seat, begun, name)
        if found is None:
            words.say(f"  no way there by the shortest hexes: `{goal}`\n")
            return None
        last = next(choice for choice in seat.choices(found[:-1]) if choice.token == found[-1])
        return found, not last.more

    def _say_why(self, seat: Seat, begun: Action, line: str) -> None:
        """What is wrong with the next word of a line, with the clause that forbids it."""
        from scenario_forge.diagnostics.suggest import did_you_mean  # noqa: PLC0415

        token, word = self._token(seat, begun, line)
        if token is not None and self.table is not None:
            playout = self.table.match.playout
            error = playout.step.why_not(playout.state, playout.frame, begun, token)
            said = self.looks.clause(error.clause)
            text = self.teller.refused(str(error), token, word)
            text = text if word in text else f"{word}: {text}"
            words.say(f"  {text}" + (f"  [{error.clause}]" if error.clause else "") + "\n")
            self._lines([said] if said else [])
            return
        hint = did_you_mean(line, [each.name for each in named(self.teller, seat, begun)])
        words.say(
            f"  `{line.split(maxsplit=1)[0]}` is none of the choices"
            + (f"; {hint}" if hint else "; ? shows them")
            + "\n"
        )

    def _token(self, seat: Seat, begun: Action, line: str) -> tuple[Token | None, str]:
        """A thing of the game that is no choice here, by the longest name that the line begins with."""
        table = self.prepared.play.table_of(seat.frame, begun)
        names = self.prepared.compiled.names.get(table, ())
        folded = line.casefold()
        fits = [
            (len(name), number)
            for number, name in enumerate(names)
            if folded == name.casefold() or folded.startswith(f"{name.casefold()} ")
        ]
        if not fits:
            return None, line
        number = max(fits, key=lambda each: (each[0], -each[1]))[1]
        return number, names[number]

    # -- dice ------------------------------------------------------------------------------------

    def _throw(self, chance: Chance) -> Token:
        """Ask for the outcome of a real die, until it is one; `roll` leaves it to the machine."""
        from scenario_forge.simulator.chance import Keyed  # noqa: PLC0415

        outcomes = [outcome.token for outcome in chance.outcomes if outcome.weight > 0]
        shown = ", ".join(map(str, outcomes))
        if self.table is not None:
            self.teller.tell_new(self.table.match)
        while True:
            said = self._ask(f"throw for {chance.purpose} ({shown}; or roll): ").casefold()
            if said == "roll" and self.table is not None:
                token = Keyed(self.table.order.seed).draw(chance, len(self.table.match.playout.log))
                words.say(f"  {token}\n")
                return token
            for token in outcomes:
                if str(token).casefold() == said:
                    return token
            words.say(f"  it is one of {shown}\n")


MOST = 60
"""Choices that are shown without being asked for."""


class UndoError(BaseException):
    """The last action of the person is to be taken back."""


class LeftError(BaseException):
    """The person has had enough."""

"""A person at the table: choices by stages in the terminal, other commands, real dice typed in."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge import api, simulator
from scenario_forge.api.at_table import (
    answer_typed,
    goal_of,
    named_answers,
    named_choices,
    objection_in_set,
    plain,
    set_at,
    set_in_words,
    short_outcomes,
    terms_of,
)
from scenario_forge.cli import outputs, words
from scenario_forge.cli.outputs import objection_to
from scenario_forge.cli.play_words import AROUND, TerminalViews, choices_in_words, terms_lines
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.simulator.step import IllegalActionError, Keyed, Thrown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.api.at_table import NamedChoice
    from scenario_forge.api.play import GameUnderWay, PlayOrder, Prepared
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Action, Chance, Choice, Token
    from scenario_forge.simulator.terms import Attack


HELP = """\
  Type one of the choices, the beginning of its name, or several in a row; a number as #12.
  (empty)   carry out what is begun, if it is whole      -          take back the last word; - NAME one of a set
  to PLACE  go there by the cheapest way                 undo       take back your last action
  by PLACE  begin with the cheapest way there            any        whichever comes first
  find TEXT the choices with TEXT in them                ?          the choices again, and this
  map [HEX] the map around a hex                         units [SIDE] [TEXT]  counters with place and strength
  state     score and who holds what                     why WORD   why it is no choice
  terms HEX: UNIT, UNIT   what counts in an attack, and what the dice can bring; without units, of all that can
  rule 6.15 what a clause says                           save FILE  write the game so far; `--resume FILE` goes on
  quit      stop; the record keeps the game so far
"""


MOST = 60
"""Choices that are shown without being asked for."""


class UndoError(BaseException):
    """Raised when the person takes back their last action."""


class LeftError(BaseException):
    """Raised when the person ends the game."""


class Person:
    """Person with a game on the table: plays one side or more, and throws the dice where that was asked for.

    Beside choosing there are commands: looks at the board, search, why not, undo, save.
    """

    def __init__(
        self,
        prepared: Prepared,
        teller: Teller,
        sides: Sequence[str],
        game: Game | None = None,
        record: Path | None = None,
    ) -> None:
        self.prepared, self.teller, self.sides, self.record = prepared, teller, sides, record
        self.views = TerminalViews(prepared, game)
        self.table: GameUnderWay | None = None
        self._saved = {record}
        """What this game may be written to: its record, and each file that it has gone to already."""
        self._moment: tuple[int, int] | None = None
        self._middle: int | None = None
        self._commands: Mapping[str, Callable[[Seat, Action, str], Action]] = {
            "-": self._take_away,
            "undo": self._undo,
            "?": self._help,
            "help": self._help,
            "find": self._find,
            "map": self._map,
            "units": self._units,
            "state": self._state,
            "score": self._state,
            "why": self._why,
            "terms": self._terms,
            "rule": self._rule,
            "save": self._save,
            "quit": self._leave,
            "exit": self._leave,
        }

    def _show(self, seat: Seat, begun: Action, *, all_of_them: bool = False) -> None:
        limits, _ = set_in_words(self.teller, seat, begun)
        self._lines([f"({'; '.join(limits)})"] if limits else ())
        self._list(named_choices(self.teller, seat, begun), all_of_them=all_of_them)
        if self._whole(seat, begun):
            words.say("  (empty line: that is all)\n")

    def _list(self, listed: Sequence[NamedChoice], *, all_of_them: bool = False) -> None:
        shown = listed if all_of_them or len(listed) <= MOST else listed[:MOST]
        texts = [f"{each.name}  {each.note}" if each.note else each.name for each in shown]
        if len(listed) > MOST:  # notes of a few would make all columns broad
            words.say(
                choices_in_words([text for text, each in zip(texts, shown, strict=True) if each.note], words.width())
            )
            texts = [each.name for each in shown if not each.note]
        words.say(choices_in_words(texts, words.width()))
        if len(listed) > len(shown):
            words.say(f"  … and {len(listed) - len(shown)} more; ? shows all, find TEXT some\n")

    # -- commands: what is begun after them --------------------------------------------------------

    def _undo(self, _seat: Seat, begun: Action, _rest: str) -> Action:
        if begun:
            return ()
        raise UndoError

    def _take_away(self, seat: Seat, begun: Action, rest: str) -> Action:
        """Take back the last word, or the member of a set that is named."""
        marking = set_at(seat, begun) if rest else None
        if marking is None:
            return begun[:-1]
        before = begun[: len(begun) - len(marking.picked)]
        named = [each for each in marking.picked if self.teller.token(seat, before, each).casefold() == rest.casefold()]
        return (*before, *(each for each in marking.picked if each not in named[:1]))

    def _leave(self, _seat: Seat, _begun: Action, _rest: str) -> Action:
        raise LeftError

    def _help(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            return self._rule(seat, begun, rest)
        words.say(HELP)
        rule = self.table.match.playout.step.clause if self.table else ""
        said = self.views.clause(rule)
        asked = self.prepared.play.asks(seat.frame, begun)
        self._lines(each for each in (f"[{rule}] {said}" if said else "", f"next: {asked}" if asked else "") if each)
        self._show(seat, begun, all_of_them=True)
        return begun

    def _find(self, seat: Seat, begun: Action, rest: str) -> Action:
        found = [
            each
            for each in named_choices(self.teller, seat, begun)
            if rest.casefold() in f"{each.name} {each.note}".casefold()
        ]
        self._list(found, all_of_them=True)
        if not found:
            words.say(f"  no choice has `{rest}` in it\n")
        return begun

    def _map(self, seat: Seat, begun: Action, rest: str) -> Action:
        word, _, number = rest.rpartition(" ")
        around = int(number) if word and number.isdigit() else AROUND
        text = word if word and number.isdigit() else rest
        hex_ = self.views.find(text) if text else self._last_place(seat, begun)
        if hex_ is None:
            words.say("  which hex? map S15, or the name of a place\n")
        else:
            self._middle = hex_
            self._lines(self.views.map(seat.state, hex_, min(around, 9)))
        return begun

    def _last_place(self, seat: Seat, begun: Action) -> int | None:
        """Return the hex of an unfinished action: the last one named, or where the unit stands."""
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
        self._lines(self.views.units(seat.state, seat.side if side is None else side, rest if side is None else text))
        return begun

    def _state(self, seat: Seat, begun: Action, _rest: str) -> Action:
        self._lines(self.views.standings(seat.state))
        return begun

    def _rule(self, _seat: Seat, begun: Action, rest: str) -> Action:
        none = "there is no clause of that number" if rest else "which clause? rule 6.15"
        words.say(f"  {self.views.clause(rest) or none}\n")
        return begun

    def _save(self, _seat: Seat, begun: Action, rest: str) -> Action:
        file = Path(rest) if rest else self.record
        if file is None:
            words.say("  to which file? save FILE\n")
        elif self._write(file):
            words.say(f"  wrote {file}\n")
        return begun

    def _write(self, file: Path) -> bool:
        """Save the game so far. If that fails, say so and play on."""
        if self.table is None:
            return False
        text = simulator.record.text_of(self.table.record(simulator.drive.Ending("stopped", "by the player")))
        objection = None if file in self._saved else objection_to(file)
        problem = objection or outputs.not_written(file, text.encode())
        if problem:
            self._lines(each for each in problem if each)
        else:
            self._saved.add(file)
        return problem is None

    def _terms(self, seat: Seat, begun: Action, rest: str) -> Action:
        """Show the terms of an attack that is named, or of those that are begun."""
        if not rest:
            if not self._show_terms(seat, begun):
                words.say("  of which attack? terms HEX: UNIT, UNIT\n")
            return begun
        try:
            self._lines(terms_lines(terms_of(self.prepared, self._seen(seat), rest)))
        except LookupError as error:
            words.say(f"  {error.args[0]}\n")
        return begun

    def _seen(self, seat: Seat) -> State:
        """Return the state as the side that decides may take it to be."""
        seen: State = self.prepared.play.visible_state(seat.state, seat.side)
        return seen

    def _show_terms(self, seat: Seat, begun: Action) -> bool:
        """Show the terms of the attacks that are begun; return whether there are any."""
        play, state = self.prepared.play, self._seen(seat)
        shown = False
        for attack in play.attacks(state, seat.frame, begun):
            with suppress(ValueError):
                found = play.terms(state, *attack)
                self._lines(terms_lines(found) if found else ())
                shown = shown or found is not None
        return shown

    def _why(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            self._say_why(seat, begun, rest)
        else:
            words.say("  why what is none of the choices? why WORD\n")
        return begun

    @staticmethod
    def _lines(lines: Iterable[str]) -> None:
        words.say("".join(f"  {line}\n" for line in lines))

    def _whole(self, seat: Seat, begun: Action) -> bool:
        if not begun:
            return False
        return any(choice.token == begun[-1] and choice.whole for choice in seat.choices(begun[:-1]))

    def _say_why(self, seat: Seat, begun: Action, line: str) -> None:
        """Print what is wrong with the next word of a line, with the clause that forbids it."""
        token, word = self._token(seat, begun, line)
        play, said, first = self.prepared.play, line.casefold(), line.casefold().split(maxsplit=1)[0]
        spoken = said if f"{said}:" in play.asks(seat.frame, begun) else None
        if not begun and first in play.words_of(seat.frame.step):
            spoken, word = first, first
        asked = spoken if token is None else token
        if self.table is not None and asked is not None:
            playout = self.table.match.playout
            error = playout.step.why_not(playout.state, playout.frame, begun, asked)
            in_set = objection_in_set(self.teller, seat, begun, asked)
            self._say_refused(IllegalActionError(in_set, error.clause) if in_set else error, asked, word)
            return
        if begun and isinstance(first_word(named_choices(self.teller, seat, ()), line), tuple):
            words.say(f"  first carry out what is begun, or take it back (undo); then `{line}`\n")
            return
        hint = did_you_mean(line, [each.name for each in named_choices(self.teller, seat, begun)])
        words.say(
            f"  `{line.split(maxsplit=1)[0]}` is none of the choices"
            + (f"; {hint}" if hint else "; ? shows them")
            + "\n"
        )

    def _say_refused(self, error: IllegalActionError, token: Token, word: str) -> None:
        said = self.views.clause(error.clause)
        text = self.teller.refusal(str(error), token, word)
        text = text if word in text else f"{word}: {text}"
        words.say(f"  {text}" + (f"  [{error.clause}]" if error.clause else "") + "\n")
        self._lines([said] if said else [])

    def _token(self, seat: Seat, begun: Action, line: str) -> tuple[Token | None, str]:
        """Return a thing of the game that is no choice here, by the longest name that the line begins with."""
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

    def sit_down(self, order: PlayOrder, *, dice: bool) -> None:
        """Join the game: choose for the sides that the person plays and, with ``dice``, type in all throws."""
        order.own = dict.fromkeys(self.sides, self)
        if dice:
            order.source = Thrown(self._throw)

    def play(self, table: GameUnderWay) -> api.play.PlayedGame:
        """Play to the end, or until the person leaves, with actions taken back in between."""
        self.table = table
        while True:
            try:
                return table.play()
            except UndoError:
                self._take_back(table.match)
            except LeftError:
                ending = simulator.drive.Ending("stopped", "by the player")
                return api.play.PlayedGame(table.match, ending, table.record(ending))

    def _take_back(self, match: Match) -> None:
        """Undo everything since the person's last action, and that."""
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
        about = plain(play.about(seat.frame))
        title = play.title_of(seat.frame.step) + (f", {about}" if about else "") + (f" [{rule}]" if rule else "")
        words.say(f"\n{self.prepared.sides[seat.side]}, {title}" + (f": {asked}\n" if asked else "\n"))
        begun: Action = ()
        self._show(seat, begun)
        while True:
            line = self._ask(f"{self.teller.action(seat, begun)}> ".lstrip())
            word, _, rest = line.partition(" ")
            command = self._commands.get(word.casefold())
            if command:
                begun = command(seat, begun, rest.strip())
                continue
            result = self._read(seat, begun, line)
            if result is None:
                continue
            before, (begun, done) = begun, result
            attacks = self._attacks(seat, begun)
            new = attacks != self._attacks(seat, before) and self._show_terms(seat, begun)
            if done and not new:
                return begun
            self._show(seat, begun)

    def _attacks(self, seat: Seat, begun: Action) -> Sequence[Attack]:
        """Return the attacks that are begun."""
        return self.prepared.play.attacks(seat.state, seat.frame, begun) if begun else ()

    def _begin_turn(self, seat: Seat) -> None:
        """Print, at each new player turn, which it is and how the game stands; save the game."""
        moment = self.prepared.play.moment(seat.state)
        if moment == self._moment:
            return
        self._moment = moment
        score = self.teller.score(self.table.match) if self.table else ""
        whose = f", {self.prepared.sides[moment[1]]}" if moment[1] >= 0 else ""
        words.say(f"\n== {self.teller.turn(moment[0])}{whose}" + (f" == {score}" if score else "") + " ==\n")
        if self.record is not None and self.table is not None:
            self._write(self.record)

    def _ask(self, prompt: str) -> str:
        words.say(prompt)
        line = sys.stdin.readline()
        if not line:
            words.say("\n")
            raise LeftError
        return line.strip()

    # -- choices ---------------------------------------------------------------------------------

    def _read(self, seat: Seat, begun: Action, line: str) -> tuple[Action, bool] | None:
        """Return the action of a typed line, and whether to carry it out; None if the line means nothing."""
        if not line or line.casefold() == "any":
            return self._ended(seat, begun, line)
        while line:
            way, _, goal = line.partition(" ")
            if goal and way.casefold() in ("to", "by") and not self._goes_on(seat, begun, way.casefold(), goal):
                return self._to(seat, begun, goal.strip(), stop=way.casefold() == "to")
            found = self._first(seat, begun, line)
            if found is None:
                return None
            choice, line = found
            begun = seat.in_order((*begun, choice.token)) if choice.more else (*begun, choice.token)
            if choice.whole and not choice.more:
                if line:
                    words.say(f"  nothing can follow: `{line}`\n")
                    return None
                return begun, True
        return begun, False

    def _goes_on(self, seat: Seat, begun: Action, way: str, goal: str) -> bool:
        """Return whether `by` and what follows are words of the game: it is a choice, and no one place follows."""
        return self.views.find(goal) is None and any(choice.token == way for choice in seat.choices(begun))

    def _ended(self, seat: Seat, begun: Action, line: str) -> tuple[Action, bool] | None:
        """Return what is begun if it is whole, or goes on in the first way if any is asked for; else say why not."""
        action = begun if self._whole(seat, begun) else first_of_all(seat, begun) if line else ()
        if action and seat.allows(action):
            return action, True
        _, lack = set_in_words(self.teller, seat, begun)
        self._lines([lack] if lack else ())
        return None

    def _first(self, seat: Seat, begun: Action, line: str) -> tuple[Choice, str] | None:
        """Return the first choice of a line and the rest of it; None after saying why there is none."""
        found = first_word(named_choices(self.teller, seat, begun), line)
        if isinstance(found, AmbiguousWord):
            words.say(f"  `{found.word}` may be\n")
            self._list(found.ones)
            return None
        if found is None:
            self._say_why(seat, begun, line)
        return found

    def _to(self, seat: Seat, begun: Action, goal: str, *, stop: bool) -> tuple[Action, bool] | None:
        """Return the cheapest way to a place; with ``stop`` it is carried out."""
        hex_ = self.views.find(goal)
        name = self.views.hexes[hex_] if hex_ is not None and self.views.hexes else goal
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
        named, what = {token: token for token in outcomes}, chance.purpose
        if self.table is not None:
            playout = self.table.match.playout
            what = self.prepared.play.throw_for(playout.state, playout.frame, chance.purpose)
            named = named_answers(playout.step, outcomes)
            self.teller.print_new(self.table.match)
        shown = short_outcomes(named)
        while True:
            said = self._ask(f"throw for {what} ({shown}; or roll): ").casefold()
            if said == "roll" and self.table is not None:
                token = Keyed(self.table.order.seed).draw(chance, len(self.table.match.playout.log))
                words.say(f"  {plain(self.table.match.playout.step.name_of(token))}\n")
                return token
            found = answer_typed(named, said)
            if found is not None:
                return found
            words.say(f"  it is one of {shown}\n")


class AmbiguousWord(NamedTuple):
    """An ambiguous word: it may mean any of these choices."""

    word: str
    ones: Sequence[NamedChoice]


def first_word(listed: Sequence[NamedChoice], line: str) -> tuple[Choice, str] | AmbiguousWord | None:
    """Return the choice that a line begins with, and the rest; several that it may mean, or None.

    A whole name goes before the beginning of one, a longer before a shorter one.
    """
    folded, best = line.casefold(), None
    for each in listed:
        for name in (each.name, f"#{each.choice.token}"):
            word = name.casefold()
            fits = folded == word or folded.startswith((f"{word} ", f"{word},"))
            if fits and (best is None or len(word) > best[0]):
                best = (len(word), each.choice)
    if best is not None:
        return best[1], line[best[0] :].lstrip(" ,")
    return _part_of(listed, folded)


def _part_of(listed: Sequence[NamedChoice], folded: str) -> tuple[Choice, str] | AmbiguousWord | None:
    """Return a choice by whole words that its name begins with; by any part of it if that is all of the line."""
    begins = [each for each in listed if each.name.casefold().startswith(folded)]
    if begins:
        return _one(begins, folded, "")
    spoken = folded.replace(",", " ").split()
    for length in range(len(spoken), 0, -1):
        found = [each for each in listed if each.name.casefold().split()[:length] == spoken[:length]]
        if found:
            return _one(found, " ".join(spoken[:length]), " ".join(spoken[length:]))
    holds = [each for each in listed if folded in each.name.casefold()]
    return _one(holds, folded, "") if holds else None


def _one(found: Sequence[NamedChoice], word: str, rest: str) -> tuple[Choice, str] | AmbiguousWord:
    return (found[0].choice, rest) if len(found) == 1 else AmbiguousWord(word, found)


def first_of_all(seat: Seat, begun: Action) -> Action:
    """Return the first whole action that goes on from what is begun, for a caller with no preference."""
    while True:
        choices = seat.choices(begun)
        if not choices:
            return begun
        begun = (*begun, choices[0].token)
        if choices[0].whole:
            return begun

"""A game under way in words: what each turn brought, each event with its clause, how it ended."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.cli import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.api.play import Played, Prepared
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Event, Token

MOST_NAMED = 6
"""Kinds of event that the line of a turn names."""


class Teller:
    """Says what happens as it happens: a line a turn; with ``log`` every event, under who decided what."""

    def __init__(self, prepared: Prepared, game: Game | None = None, *, log: bool = False) -> None:
        """``game`` has the words of the victory table, to say why somebody leads."""
        self.prepared, self.game, self.log = prepared, game, log
        self._told = 0
        self._counted = 0
        self._turn = -1
        self._head = ""

    # -- names -----------------------------------------------------------------------------------

    def turn(self, number: int) -> str:
        """A turn as it is printed."""
        names = self.prepared.compiled.names.get("turns", ())
        return plain(names[number]) if 0 <= number < len(names) else f"turn {number + 1}"

    def token(self, seat: Seat, prefix: Action, token: Token) -> str:
        """One stage of an action, with the printed name of what it stands for."""
        play = self.prepared.play
        if isinstance(token, int):
            names = self.prepared.compiled.names.get(play.table_of(seat.frame, prefix), ())
            if 0 <= token < len(names):
                return plain(names[token])
        return plain(play.name(seat.state, seat.frame, prefix, token)) or plain(str(token))

    def note(self, seat: Seat, prefix: Action, token: Token) -> str:
        """What is good to know of a choice: where a unit stands and its strength, the name of a place."""
        table = self.prepared.play.table_of(seat.frame, prefix)
        if not isinstance(token, int):
            return ""
        names, compiled = self.prepared.compiled.names, self.prepared.compiled
        if table == "units":
            for piece in self.prepared.play.pieces(seat.state):
                if (piece.kind, piece.number) == ("units", token):
                    at = (
                        names["hexes"][piece.place] if 0 <= piece.place < len(names.get("hexes", ())) else "off the map"
                    )
                    return f"({at}, {piece.strength})" if piece.strength >= 0 else f"({at})"
        if table == "hexes":
            found = zip(compiled.places.hex, names.get("places", ()), strict=False)
            return next((f"({plain(name)})" for hex_, name in found if hex_ == token), "")
        return ""

    def action(self, seat: Seat, action: Action) -> str:
        """A whole action with names."""
        return " ".join(self.token(seat, action[:stage], token) for stage, token in enumerate(action))

    def refused(self, said: str, token: Token, name: str) -> str:
        """Why something is no choice, the thing by its name where the rules give its number."""
        return re.sub(rf"\b(?:hex |unit )?{re.escape(str(token))}\b", lambda _: name, said, count=1)

    # -- telling ---------------------------------------------------------------------------------

    def begin(self, seed: int, players: Mapping[str, str]) -> None:
        """What is played."""
        names = self.prepared.compiled.names
        title, scenario = (plain(names.get(key, ("",))[-1]) for key in ("game", "scenario"))
        who = ", ".join(f"{side} {name}" for side, name in players.items())
        words.say(f"{title}: {scenario}  (seed {seed}; {who})\n")

    def seen(self, match: Match) -> bool:
        """Before each decision: tell what has come, and sum up the turn that is over."""
        turn = self.prepared.play.turn(match.playout.state)
        self.tell_new(match)
        if self._turn not in (-1, turn):
            self._sum_up(match)
        self._turn = turn
        return True

    def tell_new(self, match: Match) -> None:
        """The events that were not told yet."""
        events = match.playout.events
        self._told = min(self._told, len(events))
        if self.log:
            for start, end, head, die in self._decided(match):
                self._tell(match, events[start:end], head, die)
        self._told = len(events)

    def told_already(self, match: Match) -> None:
        """What has happened so far is known."""
        self._told = self._counted = len(match.playout.events)

    def _decided(self, match: Match) -> Iterator[tuple[int, int, str, str]]:
        """Stretches of new events: from, to, who decided what, and the die."""
        marks, log, last = match.marks, match.playout.log, len(match.playout.events)
        if self._told < (marks[0] if marks else last):
            yield self._told, marks[0] if marks else last, "", ""
        for number, decision in enumerate(log):
            end = marks[number + 1] if number + 1 < len(marks) else last
            if end <= self._told:
                continue
            title = self.prepared.play.title_of(decision.step)
            if decision.decider >= 0:
                yield max(marks[number], self._told), end, f"{self.prepared.sides[decision.decider]}, {title}", ""
            else:
                yield max(marks[number], self._told), end, "", f"{title}: die {plain(str(decision.action[0]))}"

    def _tell(self, match: Match, events: Sequence[Event], head: str, die: str) -> None:
        lines = list(self.lines(match, events))
        if not lines:
            return
        if head and head != self._head:
            words.say(f"  -- {head}\n")
            self._head = head
        if die and not any("die " in line for line in lines):
            words.say(f"  {die}\n")
        for line in lines:
            words.say(f"  {line}\n")

    def lines(self, match: Match, events: Sequence[Event]) -> Iterator[str]:
        """Events in words, with their clauses; nothing of those that need none."""
        for told in self.prepared.play.told(match.playout.state, events):
            if told.text:
                yield plain(told.text) + (f"  [{told.clause}]" if told.clause else "")

    def _sum_up(self, match: Match) -> None:
        events = match.playout.events
        counts = Counter(event.name for event in events[min(self._counted, len(events)) :])
        self._counted = len(events)
        if self.log:
            return  # every event was told
        named = [f"{name} {count}" for name, count in counts.most_common(MOST_NAMED)]
        score = self.score(match)
        words.say(f"{self.turn(self._turn):<8} {', '.join(named)}" + (f"  | {score}" if score else "") + "\n")

    def score(self, match: Match) -> str:
        """Victory points by side; empty where the rules count none."""
        from scenario_forge.api.play import score_of  # noqa: PLC0415

        return ", ".join(f"{side} {points}" for side, points in score_of(self.prepared, match))

    def end(self, played: Played) -> None:
        """How it ended."""
        from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415

        match = played.match
        self.tell_new(match)
        if match.playout.events:
            self._turn = self.prepared.play.turn(match.playout.state)
            self._sum_up(match)
        how = {"over": "the game is over", "stopped": "stopped"}.get(played.ending.ended, "broken off")
        score = self.score(match)
        decided = len(match.decisions)
        words.say(f"{how} after {plural(decided, 'decision')}" + (f"; score: {score}" if score else "") + "\n")
        if played.ending.ended != "fault":
            self.tell_lead(match, over=played.ending.ended == "over")

    def tell_lead(self, match: Match, *, over: bool = False) -> None:
        """Who leads and what brings it, where the game's documents are there to say so."""
        from scenario_forge.api.play_lead import lead  # noqa: PLC0415

        for line in lead(self.game, self.prepared, match.playout.state, over=over) if self.game else ():
            words.say(f"{plain_line(line)}\n")


def choices_in_words(named: Sequence[str], width: int) -> str:
    """Names in columns."""
    broad = max(map(len, named), default=0) + 2
    columns = max(1, (width - 2) // broad)
    rows = [named[at : at + columns] for at in range(0, len(named), columns)]
    return "".join("  " + "".join(f"{name:<{broad}}" for name in row).rstrip() + "\n" for row in rows)


def plain_line(text: str) -> str:
    """As :func:`plain`; the blanks before it stay."""
    return text[: len(text) - len(text.lstrip(" "))] + plain(text.lstrip(" "))


def plain(text: str) -> str:
    """Text of any origin on one line."""
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    return one_line(text)

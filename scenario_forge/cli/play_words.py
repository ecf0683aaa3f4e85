"""A game under way in words: what each turn brought, each event with its clause, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.cli import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.api.play import Played, Prepared
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Token

MOST_NAMED = 6
"""Kinds of event that the line of a turn names."""


class Teller:
    """Says what happens as it happens: a line a turn; with ``log`` every event."""

    def __init__(self, prepared: Prepared, *, log: bool = False) -> None:
        self.prepared, self.log = prepared, log
        self._told = 0
        self._counted = 0
        self._turn = -1

    # -- names -----------------------------------------------------------------------------------

    def turn(self, number: int) -> str:
        """A turn as it is printed."""
        names = self.prepared.compiled.names.get("turns", ())
        return _plain(names[number]) if 0 <= number < len(names) else f"turn {number + 1}"

    def token(self, frame: Frame, prefix: Action, token: Token) -> str:
        """One stage of an action, with the printed name of what it stands for."""
        if isinstance(token, str):
            return _plain(token)
        names = self.prepared.compiled.names.get(self.prepared.play.table_of(frame, prefix), ())
        if 0 <= token < len(names):
            return _plain(names[token])
        return _plain(self.prepared.play.named(frame, prefix, token)) or str(token)

    def action(self, frame: Frame, action: Action) -> str:
        """A whole action with names."""
        return " ".join(self.token(frame, action[:stage], token) for stage, token in enumerate(action))

    # -- telling ---------------------------------------------------------------------------------

    def begin(self, seed: int, players: Mapping[str, str]) -> None:
        """What is played."""
        names = self.prepared.compiled.names
        title, scenario = (_plain(names.get(key, ("",))[-1]) for key in ("game", "scenario"))
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
            for line in self.lines(match, events[self._told :]):
                words.say(f"  {line}\n")
        self._told = len(events)

    def lines(self, match: Match, events: Sequence[Event]) -> Iterator[str]:
        """Events in words, with their clauses; nothing of those that need none."""
        for told in self.prepared.play.told(match.playout.state, events):
            if told.text:
                yield _plain(told.text) + (f"  [{told.clause}]" if told.clause else "")

    def _sum_up(self, match: Match) -> None:
        events = match.playout.events
        counts = Counter(event.name for event in events[min(self._counted, len(events)) :])
        self._counted = len(events)
        named = [f"{name} {count}" for name, count in counts.most_common(MOST_NAMED)]
        score = self.score(match)
        words.say(f"{self.turn(self._turn):<8} {', '.join(named)}" + (f"  | {score}" if score else "") + "\n")

    def score(self, match: Match) -> str:
        """Victory points by side; empty where the rules count none."""
        from scenario_forge.api.play import score_of  # noqa: PLC0415

        return ", ".join(f"{side} {points}" for side, points in score_of(self.prepared, match))

    def end(self, played: Played) -> None:
        """How it ended."""
        match = played.match
        self.tell_new(match)
        if match.playout.events:
            self._turn = self.prepared.play.turn(match.playout.state)
            self._sum_up(match)
        how = {"over": "the game is over", "stopped": "stopped"}.get(played.ending.ended, "broken off")
        score = self.score(match)
        decided = len(match.decisions)
        words.say(f"{how} after {decided} decisions" + (f"; score: {score}" if score else "") + "\n")


def choices_in_words(named: Sequence[str], width: int) -> str:
    """Names in columns."""
    broad = max(map(len, named), default=0) + 2
    columns = max(1, (width - 2) // broad)
    rows = [named[at : at + columns] for at in range(0, len(named), columns)]
    return "".join("  " + "".join(f"{name:<{broad}}" for name in row).rstrip() + "\n" for row in rows)


def _plain(text: str) -> str:
    from scenario_forge.diagnostics.render.lines import one_line  # noqa: PLC0415

    return one_line(text)

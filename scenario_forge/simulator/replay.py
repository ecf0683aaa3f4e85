"""Replay of a record: to the same state, or to the first place where it differs, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.drive import FaultError, Match, in_words, must_hold, name_of
from scenario_forge.simulator.fuzz import NO_END, Probe, explore, loops
from scenario_forge.simulator.record import CHANCE_NAME, REC006, REC007, REC008, REC009, REC010, place_of
from scenario_forge.simulator.step import IllegalActionError, Keyed, checked_token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.record import Entry, Record
    from scenario_forge.simulator.step import Chance, Event, Token


@dataclass
class ReplayResult:
    """The result of a replay. ``findings`` is empty where everything is as recorded."""

    match: Match
    findings: list[Diagnostic] = field(default_factory=list)
    fault: str = ""
    """The fault shown again, where the record is of a game in which the rules failed; empty: they no longer fail."""

    @property
    def done(self) -> int:
        """The number of decisions that were carried out."""
        return len(self.match.playout.log)


class _PartedError(Exception):
    """An error that ends the replay; ``finding`` gives the reason."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class _EnoughError(Exception):
    """A signal that all actions asked for are carried out."""


def replay(
    record: Record,
    play: Play[Any],
    to: int | None = None,
    file: str = "record.json",
    text: str = "",
    seen: Callable[[Match], object] | None = None,
) -> ReplayResult:
    """Play a record again, up to action ``to`` (all of them where it is None); return how far it came.

    Never raises for what stands in the record. ``file`` and ``text`` give findings their place; ``seen`` is called
    before each decision of a side.
    """
    return _Replay(record, play, to, file, text).run(seen)


class _Replay:
    def __init__(self, record: Record, play: Play[Any], to: int | None, file: str, text: str) -> None:
        self.record, self.play, self.file, self.text = record, play, file, text
        self.whole = to is None or to >= len(record.actions)
        self.last = len(record.actions) if to is None else min(to, len(record.actions))
        self.keyed = Keyed(record.seed)
        self.faulty = record.end.ended == "fault"
        self.probe = Probe(lambda _number: True)
        watch = must_hold(play) if self.faulty else None
        self.match = Match(play, self, watch)
        self.replayed = ReplayResult(self.match)
        self.problem: Diagnostic | None = None

    def run(self, seen: Callable[[Match], object] | None) -> ReplayResult:
        for _ in self._decisions():
            if seen is not None:
                seen(self.match)
        found = self.problem
        parted = self._first_other()
        if parted is not None and found is not None and found.code is not REC008:
            parted = parted.note(f"then: {found.message}")
        if found is not None and found.code is REC008:
            parted = None
        self.replayed.findings += [each for each in (parted or found,) if each is not None]
        if not self.replayed.findings and self.whole and not self.faulty:
            self.replayed.findings += self._end()
        return self.replayed

    def _decisions(self) -> Iterator[None]:
        """Yield before each decision of a side is carried out; set ``problem`` where the replay breaks off.

        What the caller does in between may fail: that is no failure of the rules.
        """
        try:
            while (side := self._asked()) is not None:
                yield
                self._carry_out(side)
        except _EnoughError:
            pass
        except _PartedError as parted:
            self.problem = parted.finding
        except Exception as error:
            self.problem = self._failed(error)

    def _asked(self) -> int | None:
        """Carry out throws of chance; return the side that decides next, None behind the last action to replay."""
        side = self.match.advance()
        if self.faulty and side is not None:
            self.probe(self.match)
        number = len(self.match.playout.log)
        if number >= self.last:
            if self.faulty and self.whole and side is not None:
                self._shows_again()
            return None
        if side is None:
            raise _PartedError(self._parts(number, self._said(number), "the end of the game"))
        return side

    def _carry_out(self, side: int) -> None:
        """Carry out the recorded action of a side."""
        playout = self.match.playout
        number = len(playout.log)
        entry = self.record.actions[number]
        by = name_of(side, self.record.setting.sides)
        if (entry.by, entry.step) != (by, playout.frame.step):
            asked = f"{by} to decide in {playout.frame.step}"
            raise _PartedError(self._parts(number, self._said(number), asked, playout.step.clause))
        try:
            playout.must_allow(entry.action)
        except IllegalActionError as error:
            raise _PartedError(self._illegal(number, entry, error)) from error
        self.match.take(entry.action)

    def _shows_again(self) -> None:
        """Check for faults that leave something behind without failing themselves.

        Raises:
            FaultError: a choice that cannot be completed, or play that goes round in circles.
        """
        said = self.record.end.message
        if said.startswith(NO_END) and loops(self.match):
            raise FaultError(said)
        explore(self.match.playout)

    # -- chance ----------------------------------------------------------------------------------

    def draw(self, chance: Chance, use: int) -> Token:
        """Return the recorded outcome, if it is a possible one and that of the seed."""
        number = len(self.match.playout.log)
        if number >= self.last:
            if self.whole and self.record.end.ended in ("over", "fault"):
                return self.keyed.draw(chance, use)  # to see what is missing
            raise _EnoughError
        entry = self.record.actions[number]
        step = self.match.playout.frame.step
        if (entry.by, entry.step) != (CHANCE_NAME, step) or len(entry.action) != 1:
            raise _PartedError(self._parts(number, self._said(number), f"chance to decide: {chance.purpose}"))
        try:
            token = checked_token(chance, entry.action[0])
        except IllegalActionError as error:
            raise _PartedError(REC007.at(self._place(number), number=number + 1, problem=error)) from error
        expected = self.keyed.draw(chance, use)
        if self.record.dice == "seed" and token != expected:
            values = {"number": number + 1, "purpose": chance.purpose, "seed": self.record.seed}
            raise _PartedError(REC008.at(self._place(number), **values, expected=expected, found=token))
        return token

    # -- findings --------------------------------------------------------------------------------

    def _place(self, number: int) -> Span:
        return place_of(self.file, self.text, number)

    def _said(self, number: int) -> str:
        entry = self.record.actions[number]
        return f"{entry.by} in {entry.step} with `{' '.join(map(str, entry.action))}`"

    def _parts(self, number: int, expected: str, found: str, clause: str = "") -> Diagnostic:
        where = self._place(min(number, max(0, len(self.record.actions) - 1)))
        finding = REC009.at(where, number=number + 1, expected=expected, found=found)
        return finding.under(clause)

    def _illegal(self, number: int, entry: Entry, error: IllegalActionError) -> Diagnostic:
        said = " ".join(map(str, entry.action))
        finding = REC006.at(self._place(number), number=number + 1, by=entry.by, action=said, problem=error)
        return finding.under(error.clause).note(f"at stage {error.stage + 1} of the action")

    def _failed(self, error: Exception) -> Diagnostic | None:
        """Return a finding for a failure of the rules; None where the record is of such a failure."""
        said = in_words(error)
        number = len(self.match.decisions)
        if self.faulty and number >= self.last:
            self.replayed.fault = said
            return None
        return self._parts(max(0, number - 1), "no failure of the rules", said)

    def _first_other(self) -> Diagnostic | None:
        """Return a finding for the first action whose effects differ from the recorded ones."""
        made = self.match.entries(self.record.setting.sides)
        carried_out = len(self.match.playout.log)
        for number, (own, entry) in enumerate(zip(made[:carried_out], self.record.actions, strict=False)):
            if entry.check and own.check != entry.check:
                came = self.match.events_of(number)
                found = f"check {own.check}" + (f" ({_in_short(came)})" if came else "")
                clause = next((event.clause for event in came if event.clause), "")
                expected = f"{self._said(number)} with check {entry.check}"
                return self._parts(number, expected, found, clause)
        return None

    def _end(self) -> list[Diagnostic]:
        end, playout = self.record.end, self.match.playout
        number = len(self.record.actions)
        where = self._place(max(0, number - 1))
        if end.ended == "over" and (not playout.over or len(playout.log) > number):
            step = "chance is asked" if len(playout.log) > number else f"{playout.frame.step} is to be decided"
            return [REC010.at(where, number=number, problem=step)]
        score = tuple(map(int, self.play.score(playout.state)))
        if end.state and end.state != playout.state.hash:
            return [self._parts(number, f"a last state {end.state}", playout.state.hash)]
        if end.state and end.score != score:
            return [self._parts(number, f"a score of {list(end.score)}", str(list(score)))]
        return []


def _in_short(events: Sequence[Event]) -> str:
    shown = list(events)
    words = [f"{event.name} {' '.join(map(str, event.subjects))}".strip() for event in shown[:3]]
    return ", ".join(words) + (f" and {len(shown) - 3} more" if len(shown) > 3 else "")

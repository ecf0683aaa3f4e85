"""Going on with a game that was saved as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.api.play import Table, replay_record, what_differs
from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.drive import Match, must_hold
from scenario_forge.simulator.record import CHANCE_NAME

if TYPE_CHECKING:
    from scenario_forge.api.play import Order, Prepared
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.simulator.chance import Source
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.step import Chance, Token


class NotResumable(ValueError):  # noqa: N818 - it is an answer, not a fault
    """A record that cannot be gone on with; ``findings`` say why."""

    def __init__(self, findings: list[Diagnostic], message: str) -> None:
        super().__init__(message)
        self.findings = findings


class _Continued:
    """Outcomes of a record, then those of another source."""

    def __init__(self, tokens: list[Token], after: Source) -> None:
        self._tokens, self._after = tokens, after

    def draw(self, chance: Chance, use: int) -> Token:
        """The next of the record; behind its end as the other source says."""
        return self._tokens.pop(0) if self._tokens else self._after.draw(chance, use)


def resume(prepared: Prepared, order: Order, record: Record) -> Table:
    """A table at which a recorded game goes on where its record ends.

    Raises:
        NotResumable: it is of other content, it parts from the rules, or it is over.
        NoSuchPlayer: there is none of that name.
    """
    errors, _ = what_differs(record, prepared)
    findings = errors or replay_record(record, prepared).findings
    if findings:
        raise NotResumable(findings, "the record cannot be gone on with")
    if record.end.ended in ("over", "fault"):
        why = "the game of this record is over" if record.end.ended == "over" else "the rules failed in this record"
        raise NotResumable([], why)
    table = Table(prepared, order)
    tokens = [entry.action[0] for entry in record.actions if entry.by == CHANCE_NAME]
    watch = must_hold(prepared.play) if order.check else None
    source = _Continued(tokens, order.source or Keyed(order.seed))
    table.match = Match(prepared.play, source, watch)
    for entry in record.actions:
        if entry.by != CHANCE_NAME:
            table.match.advance()
            table.match.take(entry.action)
    while tokens:
        table.match.advance()
    return table

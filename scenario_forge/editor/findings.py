"""Findings for the page, from a thread of their own: of the quick checks at once, then of all of them.

The thread has a workspace to itself, so that it shares nothing but texts with whoever edits.
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import checks
from scenario_forge.editor.answers import Place
from scenario_forge.editor.text.page_text import PageEdit, PageText, page_lines
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.mentions import hexes_in, hexes_of_letters
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.nodes import Lines, Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Diagnostic, Fix, Span
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

_WORD = re.compile(r"\b\w+\b(?!/\d)")
"""Not of a date: in ``R7/41`` a letter and a month."""
MOST_HEXES = 12
"""Shown for one finding."""


Severity: TypeAlias = Literal["error", "warning", "info"]


class Label(Place):
    """A second place of a finding."""

    message: str


FixData = TypedDict("FixData", {"title": str, "safe": bool, "changed": dict[str, list[PageEdit]]})
"""What would mend a finding: edits by document."""


class Finding(Place):
    """A finding at its place."""

    code: str
    severity: Severity
    message: str
    notes: list[str]
    hint: str | None
    rule: str | None
    clause: str
    """The clause that it marks; empty for none."""
    column: int
    paper: str | None
    hexes: list[str]
    labels: list[Label]
    fixes: list[FixData]


FindingsAnswer = TypedDict("FindingsAnswer", {"epoch": int, "complete": bool, "findings": list[Finding]})
"""The findings of one epoch; complete once the slow checks have run too."""


NOT_CHECKED: FindingsAnswer = {"epoch": -1, "complete": False, "findings": []}


class _Outdated(Exception):  # noqa: N818 - it is no fault
    """Raised when the texts that were being checked have changed."""


class Checker:
    """Checker of a session's texts whenever they change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._workspace = Workspace(session.folder)
        self._ready = threading.Condition()
        self._wanted = True
        self._ends = False
        self._texts: dict[str, tuple[PageText, Lines]] = {}
        """Of the documents that findings are in, as they were when last asked for."""
        self._answer = NOT_CHECKED
        self._unlisten = session.listen(self._hear)
        self._thread = threading.Thread(target=self._run, name="findings", daemon=True)
        self._thread.start()

    def answer(self) -> FindingsAnswer:
        """Return the findings of the last epoch that was checked."""
        return self._answer

    def close(self) -> None:
        """End the thread after the current checks."""
        self._unlisten()
        with self._ready:
            self._ends = True
            self._ready.notify()
        self._thread.join(timeout=5)

    def _hear(self, event: str, _data: dict[str, Any]) -> None:
        if event == "changed":
            with self._ready:
                self._wanted = True
                self._ready.notify()

    def _run(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._wanted or self._ends)
                if self._ends:
                    return
                self._wanted = False
            try:
                self._check()
            except Exception:  # the thread outlives a mistake of a check; the next change tries again
                logging.getLogger(__name__).exception("checking failed")

    def _check(self) -> None:
        session = self._session
        with session.lock:
            epoch, errata, texts = session.epoch, session.errata, session.overlay()
        game = self._workspace.load(errata, texts)
        self._publish(game, epoch, checks.run.check(game, "quick"), complete=False)
        game.between = self._go_on
        with contextlib.suppress(_Outdated):
            self._go_on()
            self._publish(game, epoch, checks.run.check(game), complete=True)

    def _go_on(self) -> None:
        """Stop slow checks of texts that have changed since."""
        if self._wanted or self._ends:
            raise _Outdated

    def _publish(self, game: Game, epoch: int, findings: Seq[Diagnostic], *, complete: bool) -> None:
        told = _Told(game, self._texts)
        listed = [told.finding(each) for each in findings]
        self._answer = {"epoch": epoch, "complete": complete, "findings": listed}
        self._session.tell("findings", epoch=epoch, complete=complete)


class _Told:
    """Findings as JSON: places in the page's offsets, and the hexes that they name."""

    def __init__(self, game: Game, texts: dict[str, tuple[PageText, Lines]]) -> None:
        self._game = game
        self._linked = hex_map(game)
        self._texts = texts

    def finding(self, found: Diagnostic) -> Finding:
        """Return one finding."""
        return {
            "code": found.code.id,
            "severity": cast("Severity", found.severity.word),
            "message": found.message,
            "notes": list(found.notes),
            "hint": found.help,
            "rule": found.rule,
            "clause": self._clause(found) if found.rule else "",
            **self._place(found.span),
            "column": found.span.column,
            "paper": found.span.paper,
            "hexes": self._hexes(found),
            "labels": [{**self._place(label.span), "message": label.text} for label in found.labels],
            "fixes": [{"title": fix.title, "safe": fix.safe, "changed": self._changed(fix)} for fix in found.fixes],
        }

    def _clause(self, found: Diagnostic) -> str:
        """Return the id of the clause that a finding marks; empty where it marks none."""
        for span in (found.span, *(label.span for label in found.labels)):
            file = self._game.read.get(span.file)
            root = file.root if file is not None and file.kind.name == "rulebook" else None
            clauses = root.values.get("clauses") if isinstance(root, Mapping) else None
            if not isinstance(clauses, Sequence) or file is None or span.line > len(file.source.lines):
                continue
            at = file.source.lines.bounds(span.line)[0] + span.column - 1
            for clause in clauses.items:
                id_ = clause.values.get("id") if isinstance(clause, Mapping) else None
                if id_ is not None and clause.start.index <= at < clause.end.index:
                    return str(id_.data)
        return ""

    def _place(self, span: Span) -> Place:
        start, end = self._offsets(span)
        return {"doc": span.file, "line": span.line, "from": start, "to": end}

    def _changed(self, fix: Fix) -> dict[str, list[PageEdit]]:
        """Return the edits of a fix by document."""
        changed: dict[str, list[PageEdit]] = {}
        for edit in fix.edits:
            start, end = self._offsets(edit.span)
            changed.setdefault(edit.span.file, []).append({"from": start, "to": end, "insert": page_lines(edit.new)})
        return changed

    def _text(self, name: str) -> tuple[PageText, Lines] | None:
        file = self._game.read.get(name)
        if file is None or not file.source.written.readable:
            return None
        known = self._texts.get(name)
        if known is None or known[0].text is not file.source.text:
            known = self._texts[name] = (PageText(file.source.text), Lines(file.source.text))
        return known

    def _offsets(self, span: Span) -> tuple[int, int]:
        """Return where a span stands on the page; the beginning where its file cannot be read."""
        known = self._text(span.file)
        if known is None:
            return 0, 0
        page, lines = known
        ends = []
        for line, column in ((span.line, span.column), (span.end_line, span.end_column)):
            begin, end = lines.bounds(min(max(line, 1), len(lines)))
            ends.append(page.to_page(min(begin + max(column, 1) - 1, end)))
        return ends[0], max(ends)

    def _hexes(self, found: Diagnostic) -> list[str]:
        """Return the hexes of a finding: those that its places name, else those of its message."""
        if self._linked is None:
            return []
        spans = (found.span, *(label.span for label in found.labels))
        named = dict.fromkeys(hex_ for span in spans for hex_ in self._at(span))
        if not named:
            named = dict.fromkeys(
                word for word in _WORD.findall(found.message) if self._linked.grid.find(word) is not None
            )
        return list(named)[:MOST_HEXES]

    def _at(self, span: Span) -> Iterator[str]:
        known = self._text(span.file)
        if known is None or span.line > len(known[1]):
            return
        file, (begin, end) = self._game.read[span.file], known[1].bounds(span.line)
        stretch = begin + span.column - 1, min(begin + span.end_column - 1, end)
        letters = hexes_of_letters(self._game, file, *stretch)
        yield from letters if len(letters) <= MOST_HEXES else ()
        if span.end_line == span.line:
            yield from hexes_in(self._game, file, *stretch)

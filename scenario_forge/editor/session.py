"""A game that is being edited: its texts, what was done to them, and the game that they make.

Every change is text edits made under one lock: it names the epoch of the texts that it was made for, and the epoch
after it is one more. Whoever listens is told of changes, of findings and of files that changed on the disk.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.editor import saving
from scenario_forge.editor.answers import Changed, Done, Refused, Saved, Stale, Unknown
from scenario_forge.editor.errata.chosen import STATUS, ErrataChoice, NeedsReason, Reason, asks_for
from scenario_forge.editor.errata.corrections import write_errata
from scenario_forge.editor.errata.values import changed_values
from scenario_forge.editor.history import Earlier, History, Step
from scenario_forge.editor.recovery import Recovery
from scenario_forge.editor.text.open_texts import OpenText, may_be_made, open_texts, touches_map
from scenario_forge.editor.text.page_text import PageEdit, PageText
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.nodes import EditRefused, least_splice, reverse, splice
from scenario_forge.source.read import MAX_BYTES

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.editor.recovery import UnsavedText
    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Splice


class Session:
    """The only writer of a game's texts. Safe to call from several threads."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.chosen = ErrataChoice()
        """Which errata the page's game has, and whether changes become errata."""
        self.lock = threading.RLock()
        self.epoch = 0
        self.map_epoch = 0
        """The last epoch that changed how the map is drawn."""
        self.warning = ""
        """Why unsaved texts cannot be kept for recovery, if they cannot."""
        self.texts = open_texts(self.folder)
        self.history = History()
        self.earlier = Earlier()
        self.recovery = Recovery(self.folder)
        self._workspace, self._bare = Workspace(self.folder), Workspace(self.folder)
        self._keeping = threading.Lock()
        self._to_be_kept: tuple[int, dict[str, UnsavedText]] = (0, {})
        """The unsaved texts that are to be kept for recovery, and how many times there were any."""
        self._kept = 0
        """Which of them were kept last; only for whoever holds the lock of keeping."""
        self.to_keep = False
        """Whether unsaved texts have changed since they were listed for recovery."""
        self._game: tuple[int, Game] | None = None
        self._printed: tuple[int, Game] | None = None
        self._listeners: list[Callable[[str, dict[str, Any]], None]] = []
        self.recovery.drop_saved({name: opened.text for name, opened in self.texts.items()})

    # -- what there is -------------------------------------------------------------------------

    def overlay(self) -> dict[str, str | None]:
        """Return all texts as they are now; None for a document that was removed."""
        return {name: opened.now for name, opened in self.texts.items()}

    def documents(self) -> dict[str, OpenText]:
        """Return the documents that the game has now."""
        return {name: opened for name, opened in self.texts.items() if opened.there}

    def document_texts(self) -> dict[str, str]:
        """Return the texts of the documents that the game has now."""
        return {name: opened.text for name, opened in self.documents().items()}

    @property
    def errata(self) -> str | None:
        """The errata of the page's game, as a workspace loads them; only for whoever holds the lock."""
        return self.chosen.errata(self.printed) if self._lists() else None

    def game(self) -> Game:
        """Return the game that the texts make, with the chosen errata; only for whoever holds the lock.

        Values for a text are never taken from it: see :meth:`printed`.
        """
        if self._game is None or self._game[0] != self.epoch:
            errata = self.errata
            made = self.printed() if errata == "none" else self._workspace.load(errata, self.overlay())
            self._game = (self.epoch, made)
        return self._game[1]

    def printed(self) -> Game:
        """Return the game without errata, which changes are made to; only for whoever holds the lock."""
        if not self._lists():
            return self.game()
        if self._printed is None or self._printed[0] != self.epoch:
            self._printed = (self.epoch, self._bare.load("none", self.overlay()))
        return self._printed[1]

    def _lists(self) -> bool:
        """Whether there are lists of errata or copies, so that the printed game is not the game."""
        return any(name.startswith(("errata/", "copies/")) for name in self.documents())

    def choose(self, chosen: ErrataChoice) -> None:
        """Set the game's errata, and whether changes become errata; the texts stay."""
        with self.lock:
            self.chosen = chosen
            self.epoch += 1
            self.map_epoch = self.epoch
            self.tell("changed", epoch=self.epoch, docs=[], map=True)

    def snapshot(self) -> tuple[int, Game]:
        """Return the game for a thread that does not hold the lock, and the epoch of its map."""
        with self.lock:
            game = Workspace.after(self.game()).load(self.errata, self.overlay())
            return self.map_epoch, game

    def text(self, doc: str) -> OpenText:
        """Return the open document `doc`.

        Raises:
            Unknown: the game has none of that name that can be read as text.
        """
        if doc not in self.texts or not self.texts[doc].there:
            raise Unknown(f"the game has no document {doc[:200]!r} that can be read as text")
        return self.texts[doc]

    def listen(self, listener: Callable[[str, dict[str, Any]], None]) -> Callable[[], None]:
        """Send every event to a listener, from whichever thread; return a function that ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: str, **data: Any) -> None:  # noqa: ANN401 - as JSON
        """Send an event to all listeners."""
        for listener in list(self._listeners):
            listener(event, data)

    # -- changes -------------------------------------------------------------------------------

    def type(self, epoch: int, doc: str, edits: list[PageEdit]) -> Done:
        """Change one text as the author typed it.

        Raises:
            Stale: the texts are of a later epoch.
            Unknown: there is no such document.
            Refused: the text has no such place, or would be too large.
            NeedsReason: in errata mode.
        """
        with self.writing():
            self.fresh(epoch)
            splices, before = self._splices(doc, edits), self.text(doc).text
            if not splices:
                return self._done("", {})
            if self.chosen.corrects(self.printed(), [doc], None):
                return self._correct({doc: splices}, None)
            self._sized({doc: splices})
            line = before.count("\n", 0, splices[0][0]) + 1
            sentence = f"Edit {doc}, line {line}"
            self.history.typed(doc, before, splices, sentence, time.monotonic())
            return self._apply(sentence, {doc: splices})

    def edit(
        self,
        epoch: int,
        sentence: Annotated[str, Field(min_length=1, max_length=450)],
        changed: dict[Annotated[str, Field(max_length=400)], list[PageEdit]],
        reason: Reason | None = None,
    ) -> Done:
        """Make edits of several texts one step, as a fix or a rename does; with a reason, errata are written instead.

        Raises:
            Stale, Unknown, Refused: as in ``type``.
            NeedsReason: in errata mode, without one.
        """
        with self.writing():
            self.fresh(epoch)
            return self._put(sentence, {doc: self._splices(doc, edits) for doc, edits in changed.items()}, reason)

    def _splices(self, doc: str, edits: Sequence[PageEdit]) -> list[Splice]:
        text = self.text(doc).text
        try:
            splices = PageText(text).splices(edits)
            splice(text, splices)
        except EditRefused as refused:
            raise Refused(str(refused)) from refused
        if any("\0" in new for _start, _end, new in splices):
            raise Refused("a file with NUL characters is no text")
        return splices

    def put(self, epoch: int, sentence: str, done: Splices, reason: Reason | None = None) -> Done:
        """Make a step of splices by document; with a reason, errata are written instead.

        Those of a document that there is not make it; None removes one.

        Raises:
            Stale: the texts are of a later epoch.
            Refused: a document cannot be made, or would be too large.
            NeedsReason: in errata mode, without one.
        """
        with self.writing():
            self.fresh(epoch)
            return self._put(sentence, done, reason)

    def _put(self, sentence: str, done: Splices, reason: Reason | None) -> Done:
        done = {doc: splices for doc, splices in done.items() if splices != []}
        if self.chosen.corrects(self.printed(), done, reason):
            return self._correct(done, reason)
        self.chosen.must_reach(self.game(), self.printed(), done)
        for doc in done.keys() - self.documents().keys():
            may_be_made(doc, self.texts, self.folder)
        return self.make(sentence, done)

    def _correct(self, done: Splices, reason: Reason | None) -> Done:
        """Write errata in the place of a change."""
        values = changed_values(self.printed(), done)
        if reason is None:
            raise NeedsReason(values)
        texts = self.document_texts()
        try:
            sentence, errata, ids = write_errata(self.printed(), texts, values, reason)
        except EditRefused as refused:
            raise Refused(str(refused)) from refused
        for doc in errata.keys() - texts.keys():
            may_be_made(doc, self.texts, self.folder)
        before = self.chosen
        self.chosen = before.with_shown(ids, usual=asks_for(self.printed(), STATUS[reason.by]))
        try:
            return self.make(sentence, errata)
        except Refused:
            self.chosen = before
            raise

    def undo(self, epoch: int) -> Done:
        """Undo the last step.

        Raises:
            Stale: the texts are of a later epoch.
            Refused: there is none.
        """
        with self.writing():
            self.fresh(epoch)
            if not self.history.past:
                raise Refused("there is nothing to undo")
            step = self.history.past.pop()
            self.history.future.append(step)
            self.history.settle()
            return self._apply(step.sentence, step.back, step.removes, step.makes)

    def redo(self, epoch: int) -> Done:
        """Redo the step that was undone last.

        Raises:
            Stale: the texts are of a later epoch.
            Refused: there is none.
        """
        with self.writing():
            self.fresh(epoch)
            if not self.history.future:
                raise Refused("there is nothing to make again")
            step = self.history.future.pop()
            self.history.past.append(step)
            self.history.settle()
            return self._apply(step.sentence, step.done, step.makes, step.removes)

    def fresh(self, epoch: int) -> None:
        """Refuse a request made of earlier texts; for whoever holds the lock.

        Raises:
            Stale: the texts are of a later epoch.
        """
        if epoch != self.epoch:
            raise Stale(self.epoch)

    def make(self, sentence: str, done: Splices) -> Done:
        """Make a step: splices by document. Splices of a new document create it; None removes one."""
        if not done:
            return self._done(sentence, {})
        makes = frozenset(doc for doc in done if doc not in self.texts or not self.texts[doc].there)
        removes = frozenset(doc for doc, splices in done.items() if splices is None)
        for doc in makes - self.texts.keys():
            self.texts[doc] = OpenText(doc, "", None, None, there=False)
        texts = {doc: self.texts[doc].text for doc in done}
        full = {
            doc: splices if splices is not None else [(0, len(texts[doc]), "")] if texts[doc] else []
            for doc, splices in done.items()
        }
        self._sized(full)
        back = {doc: reverse(texts[doc], splices) for doc, splices in full.items()}
        self.history.push(Step(sentence, full, back, makes, removes))
        return self._apply(sentence, full, makes, removes)

    def _sized(self, done: Mapping[str, list[Splice]]) -> None:
        for doc, splices in done.items():
            text = splice(self.texts[doc].text, splices)
            if len(text) > MAX_BYTES // 4 and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
                raise Refused(f"{doc} would be larger than {MAX_BYTES // 2**20} MB, which no game's file may be")

    def _apply(
        self,
        sentence: str,
        done: Mapping[str, list[Splice]],
        makes: frozenset[str] = frozenset(),
        removes: frozenset[str] = frozenset(),
    ) -> Done:
        """Apply splices that are known to fit, and announce them."""
        changed: list[Changed] = []
        for doc, splices in done.items():
            opened = self.texts[doc]
            changed.append({"doc": doc, "edits": PageText(opened.text).edits(splices)})
            self.earlier.note(self.epoch + 1, doc, reverse(opened.text, splices))
            opened.text = splice(opened.text, splices)
            opened.there = (opened.there or doc in makes) and doc not in removes
        self.next_epoch(list(done))
        return self._done(sentence, done, changed, documents=bool(makes or removes))

    def next_epoch(self, docs: list[str]) -> None:
        """Count and announce a change of documents, for whoever holds the lock."""
        self.epoch += 1
        for doc in docs:
            self.earlier.note(self.epoch, doc, None)  # unless it is known how
        if touches_map(docs):
            self.map_epoch = self.epoch
        self.to_keep = True
        self.tell("changed", epoch=self.epoch, docs=docs, map=touches_map(docs))

    def _done(
        self, sentence: str, done: Mapping[str, object], changed: Sequence[Changed] = (), *, documents: bool = False
    ) -> Done:
        return {
            "epoch": self.epoch,
            "sentence": sentence,
            "changed": list(changed),
            "undo": self.history.undo,
            "redo": self.history.redo,
            "map": touches_map(done),
            "unsaved": [name for name, opened in self.texts.items() if opened.unsaved],
            "documents": documents,
        }

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the lock, then save what is unsaved for recovery: before the answer, but while others already go on."""
        try:
            with self.lock:
                yield
        finally:
            self._keep()

    def _keep(self) -> None:
        with self.lock:
            if self.to_keep:
                self.to_keep = False
                unsaved: dict[str, UnsavedText] = {
                    each.name: {"text": each.now, "base": each.base, "digest": each.digest}
                    for each in self.texts.values()
                    if each.unsaved
                }
                self._to_be_kept = (self._to_be_kept[0] + 1, unsaved)
        with self._keeping:  # whoever has it never waits for the other lock, which a caller may hold
            number, unsaved = self._to_be_kept
            if number > self._kept:
                self._kept = number
                self.warning = self.recovery.keep(unsaved)

    # -- the disk ------------------------------------------------------------------------------

    def save(self, docs: Sequence[str] | None = None, choose: Mapping[str, str] | None = None) -> Saved:
        """Save documents, all unsaved ones unless some are named; see :func:`~scenario_forge.editor.saving.save`."""
        with self.writing():
            return saving.save(self, docs, dict(choose or {}))

    def look_at_disk(self) -> None:
        """Read what changed on the disk. Documents without unsaved text are updated; others are only reported."""
        with self.writing():
            saving.look_at_disk(self)

    # -- what an earlier session left ----------------------------------------------------------

    def recover(self, epoch: int, *, take: bool) -> Done:
        """Restore or discard the unsaved texts of the last session.

        Raises:
            Stale: the texts are of a later epoch.
        """
        with self.writing():
            self.fresh(epoch)
            done: dict[str, list[Splice] | None] = {}
            for name, kept in self.recovery.offered.items() if take else ():
                if kept["text"] is None and name not in self.texts:
                    continue  # it was removed, and its file is gone already
                opened = self.texts.setdefault(name, OpenText(name, "", None, None, there=False))
                opened.base, opened.digest = kept["base"], kept["digest"]
                text = kept["text"]
                done[name] = None if text is None else [least_splice(opened.text, 0, len(opened.text), text)]
            made = self.make("Recover unsaved changes" if take else "Discard the changes of the session before", done)
        if not self.warning:
            self.recovery.drop()  # only when the recovered texts are kept anew
        return made

    def close(self) -> None:
        """End the session after the current step; unsaved texts stay in the recovery file."""
        with self.writing():
            pass
        with self._keeping:
            self.recovery.close()

"""Undo history of the texts, in one stack for painting, dragging and typing, with a sentence for each step."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.source.nodes import least_splice, reverse, splice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.source.nodes import Splice

MOST_STEPS = 2000
"""Older ones are forgotten."""
MOST_CHARACTERS = 64 * 1024 * 1024
"""In the texts of all steps that can be undone; beyond, the oldest are forgotten, but never the last."""
MOST_CHANGES = 200
"""Of one document that are kept for :class:`Earlier`; whoever read it before them reads it again."""
MOST_TAKEN_BACK = 256 * 1024
"""Characters that one of them may have replaced; a larger one is not kept."""
MERGED_WITHIN = 1.0
"""Seconds between two bits of typing that are one step."""


@dataclass(frozen=True)
class Step:
    """A change. ``done`` are its splices by document, ``back`` those that undo it, of the text after it."""

    sentence: str
    done: Mapping[str, list[Splice]]
    back: Mapping[str, list[Splice]]
    makes: frozenset[str] = frozenset()
    """Documents that the game has only since the step."""
    removes: frozenset[str] = frozenset()
    """Documents that the game no longer has since the step."""

    @cached_property
    def size(self) -> int:
        """The number of characters that the step keeps."""
        return sum(len(new) for ways in (self.done, self.back) for each in ways.values() for *_where, new in each)


@dataclass
class History:
    """Steps that can be undone and steps that can be redone, the nearest last."""

    past: list[Step] = field(default_factory=list)
    future: list[Step] = field(default_factory=list)
    _typed: tuple[str, str, float, tuple[int, int]] | None = None
    """Of the last step, if it was typed: the document, its text before, when, and where the typing stands."""

    def push(self, step: Step) -> None:
        """Add a step that was just made; drop what was undone before."""
        self.past.append(step)
        del self.past[:-MOST_STEPS]
        over = sum(each.size for each in self.past) - MOST_CHARACTERS
        while over > 0 and len(self.past) > 1:
            over -= self.past.pop(0).size
        self.future.clear()
        self._typed = None

    def typed(self, doc: str, before: str, splices: list[Splice], sentence: str, now: float) -> None:
        """Add a step of typing, or extend the step before, if that was typed just before and touches it."""
        after = splice(before, splices)
        first, last = splices[0][0], max(end for _start, end, _new in splices)
        merged = self._typed if self._merges(doc, first, last, now) else None
        begun = merged[1] if merged else before
        whole = [least_splice(begun, 0, len(begun), after)] if merged else splices
        if merged:
            sentence = self.past.pop().sentence
        self.push(Step(sentence, {doc: whole}, {doc: reverse(begun, whole)}))
        grown = len(after) - len(before)
        self._typed = (doc, begun, now, (first, last + grown))

    def _merges(self, doc: str, first: int, last: int, now: float) -> bool:
        if self._typed is None or self._typed[0] != doc or self.future:
            return False
        _doc, _before, when, (start, end) = self._typed
        return now - when <= MERGED_WITHIN and first <= end and last >= start

    def settle(self) -> None:
        """End a step of typing: what is typed next is a new one."""
        self._typed = None

    def forget(self, doc: str) -> None:
        """Drop what the steps changed in a document that is gone; their other changes can still be undone."""

        def others(ways: Mapping[str, list[Splice]]) -> dict[str, list[Splice]]:
            return {name: splices for name, splices in ways.items() if name != doc}

        def left(steps: list[Step]) -> list[Step]:
            kept = (
                Step(step.sentence, others(step.done), others(step.back), step.makes - {doc}, step.removes - {doc})
                if doc in step.done
                else step
                for step in steps
            )
            return [step for step in kept if step.done]

        self.past, self.future = left(self.past), left(self.future)
        self._typed = None

    def rename(self, old: str, new: str) -> None:
        """Move the steps of a document to its new name."""

        def named(ways: Mapping[str, list[Splice]]) -> dict[str, list[Splice]]:
            return {new if doc == old else doc: splices for doc, splices in ways.items()}

        def each(step: Step) -> Step:
            docs = (frozenset(new if doc == old else doc for doc in several) for several in (step.makes, step.removes))
            return Step(step.sentence, named(step.done), named(step.back), *docs)

        self.past, self.future = [each(step) for step in self.past], [each(step) for step in self.future]
        self._typed = None

    @property
    def undo(self) -> str | None:
        """The sentence of the step that would be undone."""
        return self.past[-1].sentence if self.past else None

    @property
    def redo(self) -> str | None:
        """The sentence of the step that would be redone."""
        return self.future[-1].sentence if self.future else None


class Earlier:
    """The texts of documents at earlier epochs."""

    def __init__(self) -> None:
        self._back: dict[str, deque[tuple[int, list[Splice] | None]]] = {}

    def note(self, epoch: int, doc: str, back: list[Splice] | None) -> None:
        """Keep what makes the text before an epoch from the text at it; None: it cannot be made."""
        if back is not None and sum(len(old) for *_where, old in back) > MOST_TAKEN_BACK:
            back = None
        known = self._back.setdefault(doc, deque([(epoch, back)], MOST_CHANGES))
        if known[-1][0] == epoch:
            return
        if len(known) == MOST_CHANGES:
            known[1] = (known[1][0], None)
        known.append((epoch, back))

    def text(self, doc: str, now: str, epoch: int) -> str | None:
        """Return the text of a document at an epoch, from its text now; None where it is not known any more."""
        for number, back in reversed(self._back.get(doc, ())):
            if number <= epoch:
                break
            if back is None:
                return None
            now = splice(now, back)
        return now

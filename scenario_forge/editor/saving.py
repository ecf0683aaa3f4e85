"""Exchange between a session's texts and the disk: saving, and changes of the files by other programs.

Each function is called by :class:`~scenario_forge.editor.session.Session`, which holds its lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.text.open_texts import GONE, OpenText, on_disk, write_text
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.source.nodes import least_splice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from scenario_forge.editor.answers import Conflict, Done, Saved
    from scenario_forge.editor.history import History
    from scenario_forge.editor.text.open_texts import OnDisk, Splices


class Texts(Protocol):
    """The open texts of a game, as a session has them."""

    folder: Path
    texts: dict[str, OpenText]
    history: History
    epoch: int
    to_keep: bool

    def text(self, doc: str) -> OpenText:
        """Return the open document `doc`."""

    def make(self, sentence: str, done: Splices) -> Done:
        """Make a step."""

    def next_epoch(self, docs: list[str]) -> None:
        """Count and announce a change of documents."""

    def tell(self, event: str, **data: Any) -> None:  # noqa: ANN401 - as JSON
        """Send an event to all listeners."""


def save(session: Texts, docs: Sequence[str] | None, chosen: Mapping[str, str]) -> Saved:
    """Save documents, all unsaved ones unless some are named. Nothing is saved over a file that changed.

    ``chosen`` says for documents in conflict whether ``mine`` or ``theirs`` is right; a file that changed again
    since its conflict was told is in conflict again.

    Raises:
        Unknown: there is no such document.
        Refused: a choice is neither, or of a file that is no text.
        NotWritten: the disk refused; what was written before stands in the error.
    """
    if not {*chosen.values()} <= {"mine", "theirs"}:
        raise Refused("a choice is mine or theirs")
    wanted = [_known(session, name) for name in dict.fromkeys((*(docs or ()), *chosen))]
    if docs is None:
        wanted += [each for each in session.texts.values() if each.unsaved and each not in wanted]
    wanted = [each for each in wanted if each.unsaved or each.name in chosen]
    there = on_disk(session.folder)
    conflicts = [each for each in wanted if _conflicts(each, there.get(each.name, GONE), chosen)]
    if conflicts:
        told = [_conflict(each, there.get(each.name, GONE)) for each in conflicts]
        return {"saved": [], "conflicts": told, "epoch": session.epoch}
    for name in (name for name, choice in chosen.items() if choice == "theirs"):
        found = there.get(name, GONE)
        if found.text is None and found is not GONE:
            raise Refused(f"{name} on the disk cannot be taken: {found.why}")
    return _write(session, wanted, there, chosen)


def _known(session: Texts, name: str) -> OpenText:
    """Return a document, or one that was removed and whose file is still there."""
    opened = session.texts.get(name)
    return opened if opened is not None and opened.unsaved else session.text(name)


def _write(session: Texts, wanted: Sequence[OpenText], there: Mapping[str, OnDisk], chosen: Mapping[str, str]) -> Saved:
    saved: list[str] = []
    try:
        for opened in wanted:
            found = there.get(opened.name, GONE)
            if chosen.get(opened.name) == "theirs":
                _take(session, opened, found)
                continue
            if opened.name in chosen:
                opened.digest = found.read
            if not write_text(session.folder, opened, saved):
                now = on_disk(session.folder).get(opened.name, GONE)
                return {"saved": saved, "conflicts": [_conflict(opened, now)], "epoch": session.epoch}
            saved.append(opened.name)
    finally:
        session.to_keep = True
        if saved:
            session.history.settle()
            session.tell("saved", docs=saved)
    return {"saved": saved, "conflicts": [], "epoch": session.epoch}


def _conflicts(opened: OpenText, found: OnDisk, chosen: Mapping[str, str]) -> bool:
    if found.digest == opened.digest:
        return False
    return opened.name not in chosen or opened.seen != (found.digest or "")


def _conflict(opened: OpenText, found: OnDisk) -> Conflict:
    opened.seen = found.digest or ""
    shown = {
        "base": opened.base,
        "mine": opened.text,
        "theirs": found.text,
    }
    made = {key: None if text is None else PageText(text).shown for key, text in shown.items()}
    return {
        "doc": opened.name,
        "base": made["base"],
        "mine": made["mine"] or "",
        "theirs": made["theirs"],
        "why": found.why,
        "removed": not opened.there,
    }


def _take(session: Texts, opened: OpenText, found: OnDisk) -> None:
    """Set a document to its file on the disk, as a step that can be undone; without a file it is closed."""
    if found.text is None:
        del session.texts[opened.name]
        session.history.forget(opened.name)
        session.next_epoch([opened.name])
        return
    opened.base, opened.digest, opened.bom, opened.seen = found.text, found.digest, found.bom, None
    whole = least_splice(opened.text, 0, len(opened.text), found.text)
    if whole[0] < whole[1] or whole[2] or not opened.there:
        session.make(f"Take {opened.name} from the disk", {opened.name: [whole]})


def look_at_disk(session: Texts) -> None:
    """Read what changed on the disk. Documents without unsaved text are updated at once; others are only reported."""
    there = on_disk(session.folder)
    _follow_renames(session, there)
    for name, found in there.items():
        known = session.texts.get(name)
        if known is not None and found.text is not None and known.base is None and not known.there:
            del session.texts[name]  # others have made what was undone or removed here
            session.history.forget(name)
        if name not in session.texts and found.text is not None:
            session.texts[name] = OpenText(name, found.text, found.text, found.digest, found.bom)
            session.tell("disk", doc=name, state="new", why="", unsaved=False)
            session.next_epoch([name])
    for opened in list(session.texts.values()):
        found = there.get(opened.name, GONE)
        if found.digest != opened.digest and opened.seen != (found.digest or ""):
            _changed_outside(session, opened, found)
            session.to_keep = True


def _follow_renames(session: Texts, there: Mapping[str, OnDisk]) -> None:
    """Move documents to the new names of their files: those that are gone, where one new file has their text."""
    new = {name: found for name, found in there.items() if name not in session.texts and found.text is not None}
    gone = [each for each in session.texts.values() if each.digest and each.there and each.name not in there]
    for opened in gone if new else ():
        names = [name for name, found in new.items() if found.digest == opened.digest]
        if len(names) != 1 or sum(each.digest == opened.digest for each in gone) != 1:
            continue
        old, (name,) = opened.name, names
        del session.texts[old], new[name]
        opened.name = name
        session.texts[name] = opened
        session.history.rename(old, name)
        session.to_keep = True
        session.tell("disk", doc=name, state="renamed", was=old, why="", unsaved=opened.unsaved)
        session.next_epoch([old, name])


def _changed_outside(session: Texts, opened: OpenText, found: OnDisk) -> None:
    state = "gone" if found is GONE else "broken" if found.text is None else "changed"
    if found.text is not None and not opened.unsaved:
        _take(session, opened, found)
    elif found.text == opened.now:
        opened.base, opened.digest, opened.bom, opened.seen = found.text, found.digest, found.bom, None
    else:
        opened.seen = found.digest or ""
        if found is GONE:
            opened.base = opened.digest = opened.seen = None
    session.tell("disk", doc=opened.name, state=state, why=found.why, unsaved=opened.unsaved)

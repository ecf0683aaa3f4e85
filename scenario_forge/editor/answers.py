"""Answers of a session: what a change or saving did; and exceptions that say why something was not done.

The server answers each of these with a status of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import WithJsonSchema
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.text.page_text import PageEdit

if TYPE_CHECKING:
    from scenario_forge.source.nodes import Data

    Plain: TypeAlias = Data
else:
    Plain = Annotated[Any, WithJsonSchema({"typescript": "Plain"})]
"""A plain value of a file; the page's types have it under this name."""

ComponentEntry = TypedDict("ComponentEntry", {"id": str, "title": str, "per_scenario": bool})
"""A component that can be printed."""


def short(text: str, most: int = 60) -> str:
    """Return a text on one line that a list or a message has room for."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


class Refused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """The change is not possible; the message says why. ``data`` is what else the page should know."""

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.data = data


class Stale(RuntimeError):  # noqa: N818 - it is an answer, not a fault
    """The request was made of texts that have changed since; ``epoch`` is that of the texts now."""

    def __init__(self, epoch: int) -> None:
        super().__init__("the game was changed in the meantime, perhaps in another window; this change was not made")
        self.epoch = epoch


class Unknown(LookupError):  # noqa: N818 - as above
    """Error: there is no such document, hex, scenario or code."""


class TooLarge(ValueError):  # noqa: N818 - as above
    """Error: a request brings more than it may."""


class NotWritten(OSError):  # noqa: N818 - as above
    """Error: the disk refused to write; ``saved`` are the documents that were written before."""

    def __init__(self, message: str, saved: list[str]) -> None:
        super().__init__(message)
        self.saved = saved


class InConflict(Exception):  # noqa: N818 - as above
    """Error: files have changed on the disk, so nothing was saved."""

    def __init__(self, saved: Saved) -> None:
        super().__init__("nothing was saved over a file that has changed on the disk")
        self.saved = saved


class NamedElsewhere(Exception):  # noqa: N818 - it is an answer, not a fault
    """Error: a change renames what other places name; the page asks whether these get the new name too."""

    def __init__(self, kind: str, old: str, new: str, uses: int, files: int) -> None:
        super().__init__(f"{old} is named elsewhere: say whether its uses are renamed too")
        self.data = {"needs": "uses", "kind": kind, "old": old, "new": new, "uses": uses, "files": files}


# -- where something stands ------------------------------------------------------------------------

Range = TypedDict("Range", {"from": int, "to": int})
"""Offsets of the page's text."""
DocRange = TypedDict("DocRange", {"from": int, "to": int, "doc": str})
"""Part of a document."""
Place = TypedDict("Place", {"from": int, "to": int, "doc": str, "line": int})
"""Where a value stands; its line counts from 1."""
LabelledPlace = TypedDict("LabelledPlace", {"from": int, "to": int, "doc": str, "line": int, "label": str})
"""The same, and how paper names it."""


class Named(TypedDict):
    """An id and the name for it."""

    id: str
    name: str


Titled = TypedDict("Titled", {"id": str, "title": str})
"""An id and the title for it."""
Job = TypedDict("Job", {"job": int})
"""The number that the event names once something is done."""
Nothing = TypedDict("Nothing", {})
"""That it is done."""


# -- what was done ---------------------------------------------------------------------------------


Changed = TypedDict("Changed", {"doc": str, "edits": list[PageEdit]})
"""The edits of one document, at offsets of its text before."""
Done = TypedDict("Done", {
    "epoch": int, "sentence": str, "changed": list[Changed], "undo": str | None, "redo": str | None, "map": bool,
    "unsaved": list[str], "documents": bool,
})  # fmt: skip
"""What a change did. `unsaved`: every document with unsaved text now. `documents`: whether documents were made or
removed."""
Conflict = TypedDict("Conflict", {
    "doc": str, "base": str | None, "mine": str, "theirs": str | None, "why": str, "removed": bool,
})  # fmt: skip
"""A document whose file changed on the disk: as it was read, as it is here, as it is there (None: gone). `removed`:
whether it was removed here; `mine` then deletes the file."""
Saved = TypedDict("Saved", {"saved": list[str], "conflicts": list[Conflict], "epoch": int})
"""What was saved; where there are conflicts, nothing was."""

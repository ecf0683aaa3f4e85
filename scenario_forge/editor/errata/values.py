"""Printed values that a change of a text would change, as an erratum names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import checks
from scenario_forge.editor.answers import Plain, Refused
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import descend, splice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Path

NOT_PRINTED = ("errata", "copies", "witnesses")
"""Kinds of documents that say what is wrong in print: no erratum corrects them."""
Corrected = TypedDict("Corrected", {"doc": str, "at": str, "paper": str, "printed": Plain, "new": Plain})
"""A printed value that is to be corrected."""


@dataclass(frozen=True)
class Value:
    """A printed value, and its value after a change; None where there is none."""

    doc: str
    path: Path
    at: str
    """Its address, as an erratum has it."""
    paper: str
    """Where it stands on paper; its address where it is on no component."""
    printed: Data
    corrected: Data

    def as_data(self) -> Corrected:
        """Return the value for the page."""
        return {"doc": self.doc, "at": self.at, "paper": self.paper, "printed": self.printed, "new": self.corrected}


def of_print(game: Game, doc: str) -> bool:
    """Check whether a document has values that an erratum may correct."""
    file = game.read.get(doc)
    return file is not None and file.kind.name not in NOT_PRINTED


def changed_paths(before: Data, after: Data, path: Path = ()) -> Iterator[tuple[Path, Data, Data]]:
    """Yield the smallest values that differ; a list with more or fewer items is one of them.

    >>> list(changed_paths({"a": [1, {"b": 2}], "c": 3, "d": 4, "e": 5}, {"a": [1, {"b": 5}]}))
    [(('c',), 3, None), (('d',), 4, None), (('e',), 5, None), (('a', 1, 'b'), 2, 5)]
    """
    if isinstance(before, dict) and isinstance(after, dict):
        yield from (((*path, key), old, None) for key, old in before.items() if key not in after)
        for key, new in after.items():
            yield from changed_paths(before.get(key), new, (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changed_paths(old, new, (*path, number))
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield path, before, after


def changed_values(game: Game, done: Splices) -> list[Value]:
    """Return the values that splices would change; ``game`` is the printed one.

    Raises:
        Refused: the change is more than other values where some were printed.
    """
    found = []
    for doc, splices in done.items():
        if splices is None or doc not in game.read:
            raise Refused(f"an erratum corrects what is printed, and does not make or remove {doc}; {SWITCH_OFF}")
        before = game.read[doc].source
        root, problems = compose(splice(before.text, splices), doc)
        if before.root is None or root is None or problems:
            raise Refused(f"{doc} could not be read after this change")
        found += [value(game, doc, *each) for each in changed_paths(before.root.data, root.data)]
    if not found:
        raise Refused(f"this changes no printed value, only how a file is written; {SWITCH_OFF}")
    return found


SWITCH_OFF = "switch off Errata mode to change the files themselves"


def value(game: Game, doc: str, path: Path, printed: Data, corrected: Data) -> Value:
    """Return a value that is to be corrected.

    Raises:
        Refused: it is a row that is added to a table or taken out of one, or cannot be named in an erratum.
    """
    file = game.read[doc]
    rows = any(isinstance(each, list) and any(isinstance(row, dict) for row in each) for each in (printed, corrected))
    if not path or rows or (isinstance(path[-1], int) and corrected is None):
        raise Refused(f"an erratum corrects a printed value, and does not add or remove rows; {SWITCH_OFF}")
    at = checks.errata.trials.address(file, path)
    if at is None:
        raise Refused(f"an erratum cannot name this value: its row in {doc} has no name that only it has; {SWITCH_OFF}")
    return Value(doc, path, at, file.paper(path) or at, printed, corrected)


def meets_patch(game: Game, doc: str, path: Path) -> str | None:
    """Return the id of the erratum that is applied at a value, above or below it."""
    for patch in game.patches:
        if patch.target and not patch.problem and patch.target[0] == doc:
            least = min(len(path), len(patch.target[1]))
            if path[:least] == patch.target[1][:least]:
                return patch.erratum.id
    return None


def printed_at(game: Game, doc: str, path: Path) -> Data:
    """Return the printed value at a path of the printed game; None where there is none."""
    root = game.read[doc].source.root
    node, depth = descend(root, path) if root is not None else (None, -1)
    return node.data if node is not None and depth == len(path) else None

"""What of a game's documents its rules read, and what they leave unread.

Rules read what their code says (:meth:`~scenario_forge.game.system.System.reads`) and what rules.yaml, variants and
conditions of victory name. What only players look up has its reason under `unused`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.victory import VICTORY_PARTS, VictoryDocument
from scenario_forge.game.counters import formula_of
from scenario_forge.game.game import Game, view
from scenario_forge.game.place import Where
from scenario_forge.game.references import references
from scenario_forge.game.vocabulary import definitions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = ("chart", "value", "face", "marker kind", "option", "track column", "group of units")
"""Kinds of things that are there for rules to read."""
_CORE_VALUES = frozenset({"strength", "movement"})
"""The values of counters that mean the same in every game."""
_CONDITIONS = frozenset({"victory", "options", "scenarios"})
"""Documents besides those of the rules whose names count as read: play looks at what they name."""
_BRINGING = frozenset({"counters", "orders-of-battle"})
"""Documents in which an option brings units into play."""


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that a document declares for the rules."""

    kind: str
    id: str
    name: str
    """As printed; where it has no name, its id."""
    where: Where = field(repr=False)
    """Its id."""
    read: bool
    reason: Where | None = field(repr=False, default=None)
    """Where its author says why no rule reads it."""


@view
def declared(game: Game) -> list[Declared]:
    """Everything of which the rules can say whether they read it, in the order of the documents."""
    if game.system is None or game.broken("rules") or not game.files_of("rules"):
        return []
    read = {kind: known for kind in KINDS if (known := names_read(game, kind)) is not None}
    found = []
    for target, at in definitions(game):
        if target.kind in read and at.file.document is not None:
            here = Where(at.file, at.path if at.on == "key" else at.path[:-1])
            said = here.data if isinstance(here.data, dict) else {}
            name = str(said.get("title") or said.get("name") or target.id)
            reason = here / "unused" if said.get("unused") else None
            found.append(Declared(target.kind, target.id, name, at, target.id in read[target.kind], reason))
    return found


def names_read(game: Game, kind: str) -> set[str] | None:
    """Return the ids of a kind that the rules read, also those that nothing has; None where nobody can say."""
    system = game.system
    if system is None:
        return None
    reads = system.reads(game)
    in_code = reads.of(kind)
    if in_code is None:
        return None
    rules = {each.name for each in system.kinds()}
    match kind:
        case "value":
            numbers = reads.of("number") or ()
            return _with_formulas(game, {*in_code, *numbers, *_CORE_VALUES, *_named(game, kind, rules | _CONDITIONS)})
        case "chart":
            return _with_copies(game, {*in_code, *_named(game, kind, rules | _CONDITIONS)})
        case "option":
            documents = game.documents("options", OptionsDocument)
            data = (option.id for document, _where in documents for option in document.options if option.changes)
            return {*in_code, *data, *_named(game, kind, rules | _BRINGING)}
    return {*in_code, *_named(game, kind, rules | _CONDITIONS)}


def _named(game: Game, kind: str, documents: Iterable[str]) -> set[str]:
    """Return the ids of a kind that documents of some kinds name, addresses excepted, defined or not."""
    index = references(game)
    named = [(use.target.id, use.where) for use in index.uses if use.target.kind == kind]
    named += [(missing.text, missing.where) for missing in index.unresolved if missing.wanted == kind]
    return {id_ for id_, at in named if at.file.kind.name in documents and "at" not in at.path}


def _with_formulas(game: Game, read: set[str]) -> set[str]:
    """Add the values from which these are computed, or up to which they may grow."""
    for document, _where in game.documents("counters", CountersDocument):
        waiting = [value for value in document.values if value.id in read]
        while waiting:
            value = waiting.pop()
            formula = formula_of(value)
            below = {name.text for name in formula.names} if formula else set()
            below |= {value.up_to} if value.up_to else set()
            waiting += [each for each in document.values if each.id in below - read]
            read |= below
    return read


def _with_copies(game: Game, read: set[str]) -> set[str]:
    """Add charts that are copies of these, or of which these are copies."""
    pairs = [
        {id_, chart.copy_of}
        for document, _where in game.documents("charts", ChartsDocument)
        for id_, chart in document.charts.items()
        if chart.copy_of
    ]
    while more := {id_ for pair in pairs if pair & read for id_ in pair} - read:
        read |= more
    return read


def unscored(game: Game) -> Iterator[tuple[str, Where]]:
    """Yield parts of victory.yaml that play leaves out: in words, and where; a game with such is not played."""
    if game.system is None:
        return
    reads = game.system.reads(game)
    for document, where in game.documents("victory", VictoryDocument):
        for key, kind in VICTORY_PARTS.items():
            read, rows = reads.of(kind), list(where.each(key, getattr(document, key)))
            left = [(row, at) for row, at in rows if read is not None and row.id not in read]
            if left and len(left) == len(rows):
                yield f"`{key}`", (where / key).key()
            else:
                yield from ((f"row `{row.id}` of the {key}", at / "id") for row, at in left)

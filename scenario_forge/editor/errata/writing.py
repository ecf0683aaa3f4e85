"""Changes of a printed value where it stands, and of the list of errata. Each is one step with one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.errata.chosen import Text
from scenario_forge.editor.errata.corrections import value_words
from scenario_forge.editor.errata.values import printed_at
from scenario_forge.editor.intents import Args, Intent, read_args
from scenario_forge.game.reading.errata import every_erratum
from scenario_forge.source.change import Changes
from scenario_forge.source.compose import plain_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Data


class SetValue(Args):
    """A value as it would be typed at its place; empty removes it where the key may be left out."""

    doc: str
    path: Annotated[list[str | int], Field(min_length=1, max_length=20)]
    text: Annotated[str, Field(max_length=10_000)]


class Numbers(Args):
    """Ids of errata."""

    ids: Annotated[list[str], Field(min_length=1, max_length=100)]


class Reword(Args):
    """Other values of one erratum."""

    id: str
    corrected: Annotated[str, Field(max_length=10_000)] | None = None
    why: Text | None = None
    source: Text | None = None


def set_value(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give a value what was typed for it, keeping its type; with a reason the session makes an erratum of it."""
    given = read_args(SetValue, args)
    doc, path = given.doc, tuple(given.path)
    if doc not in texts or doc not in game.read:
        raise Refused(f"the game has no document {doc[:200]!r} that can be read")
    printed = printed_at(game, doc, path)
    if isinstance(printed, (dict, list)):
        raise Refused("this is a list or a group of values; choose one value in it")
    new = as_typed(given.text, printed)
    if new == printed and isinstance(new, bool) == isinstance(printed, bool):
        raise Refused("this is what is printed")
    changes = Changes(texts[doc])
    changes.set(path, new)
    paper = game.read[doc].paper(path) or ".".join(map(str, path))
    return f"Set {paper} to {value_words(new)}", {doc: changes.splices()}


def as_typed(text: str, printed: Data) -> Data:
    """Return what a typed text means where a value is: text stays text, numbers stay numbers.

    >>> as_typed("5", 4), as_typed("5", "4"), as_typed("N", 4), as_typed("true", False)
    (5, '5', 'N', True)
    """
    if isinstance(printed, str):
        return text
    return plain_value(text.strip()) if text.strip() else None


# -- errata that are there already -----------------------------------------------------------------


def _known(game: Game, ids: Sequence[str]) -> list[tuple[Erratum, Where]]:
    found = [(erratum, where) for erratum, where in every_erratum(game) if erratum.id in ids]
    missing = sorted({*ids} - {erratum.id for erratum, _where in found})
    if missing:
        raise Refused(f"there is no erratum {missing[0][:40]}")
    return found


def remove(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Remove errata from their lists."""
    ids = read_args(Numbers, args).ids
    numbers: dict[str, list[int]] = {}
    for _erratum, where in _known(game, ids):
        numbers.setdefault(where.file.name, []).append(int(where.path[-1]))
    done = {}
    for doc, several in numbers.items():
        changes = Changes(texts[doc])
        changes.drop("errata", several)
        done[doc] = changes.splices()
    return f"Remove {', '.join(ids[:3])}{'…' if len(ids) > 3 else ''}", done


def reword(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Change what an erratum says."""
    given = read_args(Reword, args)
    ((erratum, where),) = _known(game, [given.id])[:1]
    changes = Changes(texts[where.file.name])
    if given.corrected is not None:
        changes.set([*where.path, "corrected"], as_typed(given.corrected, erratum.printed))
    for key, text in (("why", given.why), ("source", given.source)):
        if text is not None:
            changes.set([*where.path, key], " ".join(text.split()))
    return f"Change {given.id}", {where.file.name: changes.splices()}


INTENTS: Mapping[str, Intent] = {"value.set": set_value, "erratum.change": reword, "erratum.remove": remove}
"""By the name under which the page asks for it."""

"""Errata written where a printed value would be changed: the file keeps what was printed.

Each change is one step with one sentence. An erratum of ours that corrects the value already is changed; else the next
number is taken, and the erratum goes behind the others of its status.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge import api
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.errata.chosen import STATUS, Reason, Text
from scenario_forge.editor.errata.values import Value, printed_at
from scenario_forge.editor.intents import Args, Intent, read_args
from scenario_forge.project.place import AddressError
from scenario_forge.project.reading.errata import APPLICABLE, every_erratum, locate
from scenario_forge.source.change import Changes
from scenario_forge.source.compose import plain_value
from scenario_forge.source.emit import Folded, NewDocument
from scenario_forge.source.nodes import least

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.source.nodes import Data, Splice

TITLES = {
    "official": "Corrections of the publisher and the designer",
    "editorial": "Corrections of the editor of the source",
    "proposed": "Corrections that we propose",
}
"""Of a new list."""
MOST = 26
"""Values that one change may correct: they share a number and have a letter each."""
_LINE = 90
"""Letters of a text that stands on one line."""


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


def set_value(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> tuple[str, dict[str, list[Splice]]]:
    """Give a value what was typed for it, of the type that it has; with a reason the session makes an erratum of it."""
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
    return f"Set {paper} to {shown(new)}", {doc: changes.splices()}


def as_typed(text: str, printed: Data) -> Data:
    """What a typed text means where a value is: text stays text, numbers stay numbers.

    >>> as_typed("5", 4), as_typed("5", "4"), as_typed("N", 4), as_typed("true", False)
    (5, '5', 'N', True)
    """
    if isinstance(printed, str):
        return text
    return plain_value(text.strip()) if text.strip() else None


def shown(value: Data) -> str:
    """A value in a sentence."""
    text = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value) or "a blank"
    return text if len(text) <= 40 else f"{text[:39]}…"


# -- an erratum in the place of a change -----------------------------------------------------------


def corrected(
    game: Game, texts: Mapping[str, str], values: Sequence[Value], reason: Reason
) -> tuple[str, dict[str, list[Splice]], list[str]]:
    """Write errata for values: a sentence, splices, and the ids; ``game`` is the printed one.

    Raises:
        Refused: they are too many, or the list of errata cannot take them.
    """
    if len(values) > MOST:
        raise Refused(f"one erratum corrects at most {MOST} values, and this would change {len(values)}")
    known = {each.at: _ours(game, each) for each in values}
    done: dict[str, list[Splice]] = {}
    ids: list[str] = []
    for each in values:
        there = known[each.at]
        if there is not None:
            _change(texts, done, there, each.corrected, reason)
            ids.append(there[0].id)
    new = [each for each in values if known[each.at] is None]
    if new:
        (number,) = api.errata.next_numbers(game, 1)
        made = api.errata.ids_of(number, len(new))
        status = STATUS[reason.by]
        doc = _list_of(game, status)
        if doc in done:
            raise Refused("this changes an erratum and would add others; correct these values one by one")
        rows = [_row(id_, each, reason, made[0]) for id_, each in zip(made, new, strict=True)]
        done[doc] = _added(doc, texts.get(doc), status, rows)
        ids += made
    return f"{_sentence(values)} ({', '.join(ids[:3])}{'…' if len(ids) > 3 else ''})", done, ids


def _sentence(values: Sequence[Value]) -> str:
    first = values[0]
    if len(values) > 1:
        return f"Correct {len(values)} values, {first.paper} first"
    return f"Correct {first.paper}: {shown(first.printed)} to {shown(first.corrected)}"


def _row(id_: str, each: Value, reason: Reason, first: str) -> dict[str, object]:
    why = reason.why.strip() if id_ == first else f"Goes with {first}."
    return {
        "id": id_,
        "at": each.at,
        "printed": each.printed,
        "corrected": each.corrected,
        "why": _laid(why),
        "source": _laid(reason.source.strip()),
        "by": reason.by,
        "status": STATUS[reason.by],
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
    }


def _laid(text: str) -> str:
    text = " ".join(text.split())
    return Folded(text) if len(text) > _LINE else text


def _list_of(game: Game, status: str) -> str:
    """The list that errata of a status go to: the last that has such, else one of that name."""
    having = [
        where.file.name
        for document, where in game.documents("errata", ErrataDocument)
        if any(each.status == status for each in document.errata)
    ]
    return having[-1] if having else f"errata/{status}.yaml"


def _added(doc: str, text: str | None, status: str, rows: Sequence[Mapping[str, object]]) -> list[Splice]:
    if text is None:
        made = NewDocument()
        made.add("basis", "proposed" if status == "proposed" else "printed")
        made.say(None)
        made.add("title", TITLES[status])
        made.say(None)
        made.add("errata", [dict(row) for row in rows])
        return [(0, 0, made.text())]
    return [least(text, 0, len(text), api.errata.listed(doc, text, rows, {}))]


# -- errata that are there already -----------------------------------------------------------------


def _ours(game: Game, each: Value) -> tuple[Erratum, Where] | None:
    """The erratum of ours that corrects a value already.

    Raises:
        Refused: another's does; what others have said is not changed by the way.
    """
    there = erratum_at(game, each)
    if there is not None and there[0].by != "us":
        raise Refused(f"{there[0].id} corrects this already, and is not ours: change its text in {there[1].file.name}")
    return there


def erratum_at(game: Game, each: Value) -> tuple[Erratum, Where] | None:
    """The erratum that corrects a value and may be applied."""
    roots = {each.doc: game.read[each.doc].source.root}
    for erratum, where in every_erratum(game):
        if erratum.status not in APPLICABLE or not erratum.at.startswith(each.doc.removesuffix(".yaml")):
            continue
        try:
            name, path, _node = locate({doc: root for doc, root in roots.items() if root}, erratum.at)
        except AddressError:
            continue
        if (name, path) == (each.doc, each.path):
            return erratum, where
    return None


def _change(
    texts: Mapping[str, str], done: dict[str, list[Splice]], there: tuple[Erratum, Where], new: Data, reason: Reason
) -> None:
    erratum, where = there
    doc = where.file.name
    if doc in done:
        raise Refused("this changes several errata at once; correct these values one by one")
    changes = Changes(texts[doc])
    if new != erratum.corrected:
        changes.set([*where.path, "corrected"], new)
    for key, text in (("why", reason.why), ("source", reason.source)):
        if " ".join(text.split()) != " ".join(str(getattr(erratum, key)).split()):
            changes.set([*where.path, key], " ".join(text.split()))
    done[doc] = changes.splices()


def _known(game: Game, ids: Sequence[str]) -> list[tuple[Erratum, Where]]:
    found = [(erratum, where) for erratum, where in every_erratum(game) if erratum.id in ids]
    missing = sorted({*ids} - {erratum.id for erratum, _where in found})
    if missing:
        raise Refused(f"there is no erratum {missing[0][:40]}")
    return found


def remove(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> tuple[str, dict[str, list[Splice]]]:
    """Take errata out of their lists."""
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


def reword(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> tuple[str, dict[str, list[Splice]]]:
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

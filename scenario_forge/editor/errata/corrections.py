"""Errata written where a printed value would be changed: the file keeps what was printed.

An erratum of ours that corrects the value already is changed; else the next number is taken, and the erratum goes
behind the others of its status.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from scenario_forge import api
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.errata.chosen import STATUS
from scenario_forge.game.errata.readings import is_of_clause, moved_by
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import APPLICABLE, corrected_roots, every_erratum, locate
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import FoldedText, NewDocument
from scenario_forge.source.nodes import least_splice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.editor.errata.chosen import Reason
    from scenario_forge.editor.errata.values import Value
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
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


def value_words(value: Data) -> str:
    """Return a value as a sentence shows it."""
    text = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value) or "a blank"
    return text if len(text) <= 40 else f"{text[:39]}…"


# -- an erratum in the place of a change -----------------------------------------------------------


def write_errata(
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
        addresses = [each.at for each in new]
        if any(map(is_of_clause, addresses)):
            rows[0]["moves"] = moved_by(corrected_roots(game.files), addresses)
        done[doc] = _added(doc, texts.get(doc), status, rows)
        ids += made
    return f"{_sentence(values)} ({', '.join(ids[:3])}{'…' if len(ids) > 3 else ''})", done, ids


def _sentence(values: Sequence[Value]) -> str:
    first = values[0]
    if len(values) > 1:
        return f"Correct {len(values)} values, {first.paper} first"
    return f"Correct {first.paper}: {value_words(first.printed)} to {value_words(first.corrected)}"


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
    return FoldedText(text) if len(text) > _LINE else text


def _list_of(game: Game, status: str) -> str:
    """Return the list that errata of a status go to: the last that has such, else one of that name."""
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
    return [least_splice(text, 0, len(text), api.errata.append_to_list(doc, text, rows, {}))]


# -- errata that are there already -----------------------------------------------------------------


def _ours(game: Game, each: Value) -> tuple[Erratum, Where] | None:
    """Return the erratum of ours that corrects a value already.

    Raises:
        Refused: another's does; what others have said is not changed by the way.
    """
    there = erratum_at(game, each)
    if there is not None and there[0].by != "us":
        raise Refused(f"{there[0].id} corrects this already, and is not ours: change its text in {there[1].file.name}")
    return there


def erratum_at(game: Game, each: Value) -> tuple[Erratum, Where] | None:
    """Return the erratum that corrects a value and may be applied."""
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

"""The errata of a game as a plain text that reads well, and reads back as the same errata."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from scenario_forge.game.errata.lists import value_in_words
from scenario_forge.game.reading.errata import every_erratum, paper_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game

_FIRST = "Errata of "
_SECOND = "Written by forge errata list, to be read back by forge errata import."
_HEAD = re.compile(r"^(?P<id>[A-Z]{1,6}-[0-9]{3}[a-z]?) \((?P<status>[a-z]+), (?P<by>[a-z]+)\)(?:: .*)?$")
_LINE = re.compile(r"^  (?P<key>[a-z_]+): ?(?P<value>.*)$")
_PLAIN = ("at", "why", "source", "date", "since", "witness")
"""Keys whose values are texts."""


def text_list(game: Game) -> str:
    """Return the errata of a game as a text: each with its place, its values, why, and who says so."""
    return text_of(game.title, [(erratum, paper_of(game, erratum)) for erratum, _where in every_erratum(game)])


def text_of(title: str, errata: Iterable[tuple[Erratum, str]]) -> str:
    """Return errata, each with its place on paper, as the text of a list."""
    parts = [f"{_FIRST}{' '.join(title.split())}", _SECOND, ""]
    for erratum, place in errata:
        parts += [*_entry(erratum, place), ""]
    return "\n".join(parts)


def is_text_list(text: str) -> bool:
    """Return whether a text is a list that the program has written."""
    head = text.lstrip("\ufeff\n\r ")[:400].splitlines()
    return len(head) > 1 and head[0].startswith(_FIRST) and head[1].strip() == _SECOND


def _entry(erratum: Erratum, paper: str) -> Iterator[str]:
    yield f"{erratum.id} ({erratum.status}, {erratum.by}): {' '.join(paper.split())}"
    yield f"  at: {_text(erratum.at)}"
    yield f"  printed: {_value(erratum.printed)}"
    yield f"  corrected: {_value(erratum.corrected)}"
    yield from _in_play(erratum)
    yield f"  why: {_text(erratum.why)}"
    yield f"  source: {_text(erratum.source)}"
    for key in ("date", "since"):
        said = getattr(erratum, key)
        if said:
            yield f"  {key}: {_text(said)}"
    for revision in erratum.revised:
        yield f"  revised: {json.dumps({'version': revision.version, 'what': revision.what}, ensure_ascii=False)}"
    for key in ("applies_to", "incorporated_in"):
        if getattr(erratum, key):
            yield f"  {key}: {', '.join(getattr(erratum, key))}"


def _in_play(erratum: Erratum) -> Iterator[str]:
    """What an erratum does to play, and what shows it."""
    if erratum.moves:
        yield f"  moves: {_value(erratum.moves)}"
    for setting in erratum.switch:
        yield f"  switch: {json.dumps({'at': setting.at, 'value': setting.value}, ensure_ascii=False)}"
    if erratum.witness is not None:
        yield f"  witness: {_text(erratum.witness)}"


def _text(text: str) -> str:
    """A text on one line; in quotation marks where it would not read back as it is."""
    return json.dumps(text, ensure_ascii=False) if text != text.strip() or "\n" in text or _odd(text) else text


def _odd(text: str) -> bool:
    return text[:1] == '"' or len(text.splitlines()) != 1 or any(sign < " " for sign in text)


def _value(value: Any) -> str:  # noqa: ANN401 - any value of YAML
    """A value; a text without quotation marks where it reads back as a text."""
    if isinstance(value, str) and value and value == value.strip() and not _odd(value) and _as_value(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def _as_value(said: str) -> Any:  # noqa: ANN401 - any value of YAML
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


def entries_in(text: str) -> list[dict[str, object]]:
    """Return the errata of a list that :func:`text_list` wrote, as entries of a list of errata."""
    found: list[dict[str, object]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        head = _HEAD.match(line)
        if head is not None:
            found.append({"id": head["id"], "by": head["by"], "status": head["status"]})
            continue
        match = _LINE.match(line)
        if match is not None and found:
            _take(found[-1], match["key"], match["value"])
    values = ("id", "at", "printed", "corrected", "moves", "switch", "witness")
    order = (*values, "why", "source", "by", "status", "date", "since", "revised", "applies_to", "incorporated_in")
    return [{key: entry[key] for key in order if key in entry} for entry in found]


def _take(entry: dict[str, object], key: str, said: str) -> None:
    if key in ("printed", "corrected", "moves"):
        entry[key] = _as_value(said)
    elif key in ("revised", "switch"):
        listed = entry.setdefault(key, [])
        if isinstance(listed, list):
            listed.append(_as_value(said))
    elif key in ("applies_to", "incorporated_in"):
        entry[key] = [each.strip() for each in said.split(",") if each.strip()]
    elif key in _PLAIN:
        entry[key] = str(_as_value(said)) if said[:1] == '"' else said


def in_words(value: Any) -> str:  # noqa: ANN401 - any value of YAML
    """Return a value as a list says it: `nothing` where there is none, `a blank` where an empty text is printed."""
    return "nothing" if value is None else "a blank" if value == "" else value_in_words(value)

"""Candidates for the word at the cursor, when the Tab key is pressed.

Imports no verb: what the package knows is in ``known.json`` (`make completion`).
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.cli.completion.names import Line, folder_of, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Candidate(NamedTuple):
    """A word that fits, and what it means."""

    word: str
    says: str = ""


_HELP = {"names": ["--help"], "says": "Show this message and exit."}
_VERSION = {"names": ["--version"], "says": "Show the version."}


def known() -> dict[str, Any]:
    """Return what the package knows: verbs with their options, papers, profiles, players, components, codes."""
    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes longer than all of this
    with open(os.path.join(folder, "known.json"), encoding="utf-8") as stream:  # noqa: PTH118, PTH123
        data: dict[str, Any] = json.load(stream)
    return data


def candidates(before: Sequence[str], word: str) -> list[Candidate]:
    """Return what fits at the cursor, in order; none where a path is meant, which the shell completes.

    Args:
        before: the words between `forge` and the cursor.
        word: the beginning of the word at the cursor.
    """
    table = known()
    entry: Mapping[str, Any] = {"parts": table["verbs"]}
    path, rest = "", [*before]
    while "parts" in entry:
        while rest and (rest[0].startswith("-") or (rest[0] == "help" and not path)):
            del rest[0]
        if not rest and word.startswith("-"):
            return _fitting([_HELP] if path or "help" in before else [_HELP, _VERSION], word)
        if not rest:
            return _beginning(((name, each["says"]) for name, each in entry["parts"].items()), word)
        name = rest.pop(0)
        if name not in entry["parts"]:
            return []
        path, entry = f"{path} {name}".strip(), entry["parts"][name]
    if "help" in before[:1]:
        return []
    return _Verb(table, path, entry, rest).candidates(word)


def _beginning(words: Iterable[tuple[str, str]], begun: str) -> list[Candidate]:
    return [Candidate(word, says) for word, says in words if word.startswith(begun)]


def _fitting(options: Iterable[Mapping[str, Any]], begun: str) -> list[Candidate]:
    return _beginning(((name, each["says"]) for each in options for name in each["names"]), begun)


class _Verb:
    """A verb, and the words that follow it before the cursor."""

    def __init__(self, table: Mapping[str, Any], path: str, entry: Mapping[str, Any], words: Sequence[str]) -> None:
        self.table, self.path, self.entry = table, path, entry
        self.options: dict[str, Mapping[str, Any]] = {name: each for each in entry["options"] for name in each["names"]}
        self.arguments: list[str] = []
        self.used: set[str] = set()
        self.open: Mapping[str, Any] | None = None
        """The option whose value is at the cursor."""
        self.plain = False
        """Whether `--` has ended the options."""
        self.game: str | None = None
        for word in words:
            self._take(word)

    def _take(self, word: str) -> None:
        if self.open is not None:
            if self.open.get("value") == "GAME":
                self.game = word
            self.open = None
        elif word == "--" and not self.plain:
            self.plain = True
        elif word.startswith("-") and not self.plain:
            name, equals, _value = word.partition("=")
            option = self.options.get(name, {})
            self.used.update(() if option.get("many") else option.get("names", ()))
            self.open = option if option.get("value") and not equals else None
        else:
            if self._kind().startswith("GAME"):
                self.game = word
            self.arguments.append(word)

    def _kind(self) -> str:
        """Return what the help calls the next argument; nothing where there is none."""
        kinds: list[str] = self.entry["arguments"]
        place = len(self.arguments)
        if place < len(kinds):
            return kinds[place]
        return kinds[-1].removeprefix("GAME|") if self.entry["many"] else ""  # after one GAME come only files

    def candidates(self, word: str) -> list[Candidate]:
        """Return what fits after these words."""
        if self.open is not None:
            return self._values(self.open, word)
        if word.startswith("-") and not self.plain:
            name, equals, begun = word.partition("=")
            if equals:
                option = self.options.get(name, {})
                return [Candidate(f"{name}={each.word}", each.says) for each in self._values(option, begun)]
            free = [each for each in (*self.entry["options"], _HELP) if not self.used & {*each["names"]}]
            return _fitting(free, word)
        return [Candidate(*each) for each in names(self._line(word), self._kind())]

    def _values(self, option: Mapping[str, Any], word: str) -> list[Candidate]:
        """Return values of an option; a format is one of those that its help lists."""
        if option.get("value") == "FORMAT":
            listed = re.split(r", | or ", re.sub(r" *[(].*|[.]$", "", option["says"]))
            return _beginning(((each, "") for each in listed), word)
        if not option.get("value"):
            return []
        return [Candidate(*each) for each in names(self._line(word), option["value"], option["names"][0])]

    def _line(self, word: str) -> Line:
        return Line(self.table, self.path, folder_of(self.game) if self.game else None, word)

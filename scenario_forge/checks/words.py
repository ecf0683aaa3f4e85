"""CNT086, CNT087, REF081: words for markers against their names and faces, and the language of a file of words."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.words import WordsDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
CNT086 = CODES.warning(
    "CNT086",
    "words-deny-the-marker",
    "the marker `{marker}` denies something, its words in the key do not",
)
CNT087 = CODES.warning(
    "CNT087",
    "words-against-the-face",
    "by these words the {face} has `{said}`, but the back of {marker} is `{back}`",
)
REF081 = CODES.error(
    "REF081",
    "words-of-another-language",
    "the file is named {name}, but its words are declared as `{language}`",
)

_DENIES = re.compile(
    r"\b(?:not|no|none|never|out of|without|lacks?|lost|cannot|less|un\w{4,}|dis\w{4,}|in\w{6,})\b", re.IGNORECASE
)
_KEY = "key_marker_"


def languages(game: Game) -> Iterator[Diagnostic]:
    """Report files of words that are named after one language and declare another."""
    for document, where in game.documents("words", WordsDocument):
        path = PurePosixPath(where.file.name)
        if path.parent.name == "words" and path.stem != document.language:
            finding = REF081.at(where / "language", name=path.name, language=document.language)
            yield finding.suggest(f"did you mean {path.stem}?")


def markers(game: Game) -> Iterator[Diagnostic]:
    """Report words for a marker named `Out of supply` that say nothing of the kind."""
    names: dict[str, set[str]] = {}
    for counters, _where in game.documents("counters", CountersDocument):
        for marker in counters.markers:
            names.setdefault(marker.kind, set()).add(marker.name)
    for document, where in game.documents("words", WordsDocument):
        for key, text in document.words.items() if document.language == "en" else ():
            named = names.get(key.removeprefix(_KEY), set()) if key.startswith(_KEY) else set()
            if len(named) == 1 and _DENIES.match(name := next(iter(named))) and not _DENIES.search(text):
                yield CNT086.at(where / "words" / key, marker=name)


_FACE = re.compile(
    r"\bthe (?P<face>front|back)\b[^,;.]*\b(?:on|for|is|means|shows|says) (?:the )?(?P<said>\w{3,})", re.IGNORECASE
)


def faces(game: Game) -> Iterator[Diagnostic]:
    """Report words that give the front of a marker what its back says, or its back something else (CNT087)."""
    backs: dict[str, dict[str, str]] = {}
    for counters, _where in game.documents("counters", CountersDocument):
        for marker in counters.markers:
            if marker.back:
                backs.setdefault(marker.kind, {}).setdefault(marker.back, marker.name)
    for document, where in game.documents("words", WordsDocument):
        for key, text in document.words.items() if document.language == "en" else ():
            listed = backs.get(key.removeprefix(_KEY), {}) if key.startswith(_KEY) else {}
            for match in _FACE.finditer(text) if listed else ():
                named = [back for back in listed if re.search(rf"\b{match['said']}\b", back, re.IGNORECASE)]
                if bool(named) == (match["face"].lower() == "front"):
                    back = named[0] if named else next(iter(listed))
                    place = (where / "words" / key).within(*match.span("face"))
                    finding = CNT087.at(place, face=match["face"], said=match["said"], marker=listed[back], back=back)
                    yield finding.suggest("say of each face what stands on it, or correct `back` of the marker")


CHECKS = (languages, markers, faces)

"""RUL116: values of rules.yaml under the key of one side that name another, and points of the compass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.contrasts import POINTS, side_of
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.place import Where
from scenario_forge.source.nodes import texts_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL116 = CODES.warning(
    "RUL116",
    "value-against-its-key",
    side="`{text}` stands under `{key}`, but names {other}",
    compass="`{text}` is the {key}, but {said}",
)

_WORD = re.compile(r"[^\W_]+")


def sides(game: Game) -> Iterator[Diagnostic]:
    """Report words that name one side where rules.yaml keeps what is the other's: `allied: air_german`."""
    of = side_of(game)
    for file in game.files_of("rules"):
        for path, text in texts_in(file.data) if file.document is not None else ():
            keys = [str(step) for step in path if step in of]
            named = [word for word in _WORD.findall(text) if word in of]
            nearer = [word for word in named if of[word] == of[keys[-1]]] if keys else named
            if keys and named and not nearer:
                other = game.side_name(of[named[0]])
                finding = RUL116.at(Where(file, path), "side", text=text, key=keys[-1], other=other)
                yield finding.suggest(f"name what is {game.side_name(of[keys[-1]])}'s")


def compass(game: Game) -> Iterator[Diagnostic]:
    """Report a point of the compass in rules.yaml that no clause on the same matter has, while they have others."""
    clauses = [clause for book, _where in game.documents("rulebook", RulebookDocument) for clause in book.clauses]
    for file in game.files_of("rules"):
        for path, text in texts_in(file.data) if file.document is not None else ():
            if text in POINTS:
                matter = ".".join(map(str, path[:-1])) + "."
                of_matter = [each for each in clauses if any(name.startswith(matter) for name in each.states)]
                told = [(each.id, point) for each in of_matter for point in _POINT.findall(each.text.casefold())]
                points = {point for _, point in told}
                if told and text not in points:
                    said = " and ".join(f"clause {id_} says {point}" for id_, point in dict.fromkeys(told))
                    finding = RUL116.at(Where(file, path), "compass", text=text, key=_plain(path[-1]), said=said)
                    yield finding.suggest(f"did you mean {points.pop()}?" if len(points) == 1 else "correct the edge")


_POINT = re.compile(rf"\b({'|'.join(POINTS)})(?:ern)?\b")


def _plain(key: object) -> str:
    return str(key).replace("_", " ")


CHECKS = (sides, compass)

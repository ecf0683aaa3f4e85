"""Percentages carried out by hand: what dice can give, and by how much that differs from what the rules say."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import Game, view
from scenario_forge.game.statements import firmest_statement, statements
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.documents.aids import Procedure
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.place import Where

FACES: Final = {"d6": 6, "d10": 10, "2d10": 100, "3d10": 1000}
"""How many results, all alike, the dice of a procedure have."""
DIGITS: Final = 2
"""Decimals of a stated error."""
_SAYS_CHANCE = re.compile(
    r"%|\bper ?cent\b|\bin a hundred\b|\bchances?\b|\bprobabilit(?:y|ies)\b|\blikelihood\b"
    r"|\brandom(?:ly)?\b|\bdraw\b",
    re.IGNORECASE,
)
"""Signs that a clause has something decided by chance, or a part of a hundred taken."""
_PARTS_OF_SIGNS = ("%", "cent", "hundred", "chance", "probabilit", "likelihood", "random", "draw")
"""What each sign contains: most clauses have none, and that is seen faster."""
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
_NUMBER = re.compile(r"\d*\.\d+|\d+")

PlacedProcedure = tuple["Procedure", "Where"]


@view
def procedures(game: Game) -> list[PlacedProcedure]:
    """The procedures of aids.yaml in order."""
    return [
        (procedure, where / "procedures" / number)
        for document, where in game.documents("aids", AidsDocument)
        for number, procedure in enumerate(document.procedures)
    ]


def procedures_of(game: Game, clause: str) -> Iterator[PlacedProcedure]:
    """Return the procedures by which players carry a clause out."""
    return ((each, where) for each, where in procedures(game) if clause in each.clauses)


def procedure_values(game: Game, procedure: Procedure) -> list[tuple[Fraction, ...]]:
    """Return the distinct numbers of all quantities and cells that a procedure is for; a span has two numbers."""
    known, charts = statements(game), tables(game).charts
    said = [str(firmest_statement(known[name]).value) for name in procedure.quantities if name in known]
    cells = [cell.text for name in procedure.charts if name in charts for row in charts[name].cells for cell in row]
    found = (tuple(Fraction(text) for text in _NUMBER.findall(each)) for each in dict.fromkeys((*said, *cells)))
    return [numbers for numbers in found if numbers]


def worst_error(game: Game, procedure: Procedure) -> float:
    """Return the most by which a procedure differs from the rule, over all its values.

    In percentage points where dice are thrown, in points where only a fraction is rounded.
    """
    given = procedure_values(game, procedure)
    if procedure.dice == "none":
        worst = _of_shares((numbers[0] / procedure.whole for numbers in given), procedure, any_=not given)
    else:
        faces = FACES[procedure.dice]
        worst = max((_of_dice(numbers, faces, procedure) for numbers in given), default=Fraction(0))
    return round(float(worst), DIGITS)


def missing_procedures(game: Game) -> Iterator[tuple[Clause, Where, str]]:
    """Yield clauses with a percentage or chance that no procedure covers; with the quantity, if only that is missing.

    Nothing in a game without procedures, nor for clauses that nobody carries out.
    """
    by_clause: dict[str, list[Procedure]] = {}
    for procedure, _where in procedures(game):
        for named in procedure.clauses:
            by_clause.setdefault(named, []).append(procedure)
    for book, where in game.documents("rulebook", RulebookDocument) if procedures(game) else ():
        for clause, at in where.each("clauses", book.clauses):
            if not clause.executable or not _says_chance(clause.text):
                continue
            given = by_clause.get(clause.id)
            if not given:
                yield clause, at / "text", ""
                continue
            covered = {name for procedure in given for name in procedure.quantities}
            charts = {name for procedure in given for name in procedure.charts}
            percents = {Fraction(text) for text in _PERCENT.findall(clause.text)}
            for name, value in clause.states.items() if percents else ():
                chart = name.split(".")[1] if name.startswith("chart.") else None
                if name not in covered and chart not in charts and _is_one_of(value, percents):
                    yield clause, at / "states" / name, name


def _says_chance(text: str) -> bool:
    plain = text.casefold()
    return any(part in plain for part in _PARTS_OF_SIGNS) and _SAYS_CHANCE.search(text) is not None


def _is_one_of(value: object, percents: Iterable[Fraction]) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    number = Fraction(str(value))
    return any(percent in (number, 100 * number) for percent in percents)


def _of_shares(shares: Iterable[Fraction], procedure: Procedure, *, any_: bool) -> Fraction:
    """The greatest part of a point that rounding drops or adds; of fractions of any size less than 1 or 1/2."""
    if procedure.rounding == "none":
        return Fraction(0)
    if any_:
        return Fraction(1) if procedure.rounding == "down" else Fraction(1, 2)
    parts = [share.denominator for share in shares]
    if procedure.rounding == "down":
        return max((Fraction(part - 1, part) for part in parts), default=Fraction(0))
    return max((Fraction(part // 2, part) for part in parts), default=Fraction(0))


def _of_dice(numbers: Sequence[Fraction], faces: int, procedure: Procedure) -> Fraction:
    if procedure.decides == "yes-or-no":
        return _of_chance(100 * numbers[0] / procedure.whole, faces, procedure.rounding)
    if procedure.decides == "number-up-to":
        outcomes = int(numbers[0]) + 1
    else:
        low, high = (round(100 * number / procedure.whole) for number in numbers[:2])
        outcomes = high - low + 1
    return _of_outcomes(outcomes, faces, again=procedure.again)


def _of_chance(percent: Fraction, faces: int, rounding: str) -> Fraction:
    """A chance is thrown with some number or less."""
    exact = percent * faces / 100
    thrown = int(exact) if rounding == "down" else int(exact + Fraction(1, 2))
    return abs(percent - Fraction(100 * thrown, faces))


def _of_outcomes(outcomes: int, faces: int, *, again: bool) -> Fraction:
    """Outcomes all alike: the result, from 0, times their number, by the faces, cut."""
    if again and outcomes <= faces:
        return Fraction(0)
    over = faces % outcomes  # each outcome has `faces / outcomes` faces, cut or one more
    return Fraction(100 * max(over, outcomes - over), faces * outcomes) if over else Fraction(0)

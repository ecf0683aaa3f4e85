"""ERR021 to ERR023: what errata to clauses move in play, and witnesses of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.witnesses import WitnessesDocument
from scenario_forge.game.errata.readings import corrects_clause, errata_by_number, is_read_by_play, two_readings
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
ERR021 = CODES.error(
    "ERR021",
    "erratum-without-what-it-moves",
    "{id} corrects a clause, but does not say what it moves in play: `wording`, or a quantity, value or rule",
)
ERR022 = CODES.error(
    "ERR022",
    "moves-what-is-not",
    unknown="{id} moves `{name}`, but there is no such quantity, value or rule",
    wording="{id} is said to be wording only, but {other} corrects `{at}`, which play reads",
    no_clause="{id} says what it moves, but no erratum of its number corrects a clause",
)
ERR023 = CODES.error(
    "ERR023",
    "witness-of-nothing",
    "the witness {id} is of `{of}`, but there are no errata of that number, and no ruling or option of that name",
)


def moved(game: Game) -> Iterator[Diagnostic]:
    """Report errata to clauses that do not say what they move in play, or say what cannot be."""
    for several in errata_by_number(game).values():
        clauses = [each for each in several if corrects_clause(each[0])]
        said = [each for each in several if each[0].moves]
        if clauses and not said:
            first, at = clauses[0]
            yield ERR021.at(at / "id", id=first.id)
        for erratum, at in said:
            if not clauses:
                yield ERR022.at(at / "moves", "no_clause", id=erratum.id)
            elif erratum.moves == "wording":
                yield from _wording(erratum, at, several)
            else:
                yield from _unknown(game, erratum, at)


def _wording(erratum: Erratum, at: Where, several: list[tuple[Erratum, Where]]) -> Iterator[Diagnostic]:
    for other, there in several:
        if is_read_by_play(other):
            finding = ERR022.at(at / "moves", "wording", id=erratum.id, other=other.id, at=other.at)
            yield finding.also(there / "at", "the correction")


def _unknown(game: Game, erratum: Erratum, at: Where) -> Iterator[Diagnostic]:
    if game.partly_read:
        return
    rules = game.system.rules() if game.system else ()
    for index, name in enumerate(erratum.moves):
        known: list[str] = []
        if name.startswith("@"):
            known = [f"@{rule}" for rule in rules]
            found = name in known or not rules
        else:
            found = name in statements(game) or _has(game, name)
        if not found:
            finding = ERR022.at(at / "moves" / index, "unknown", id=erratum.id, name=name)
            yield finding.suggest(did_you_mean(name, known or [*statements(game)]))


def _has(game: Game, address: str) -> bool:
    try:
        _name, _path, node = locate(corrected_roots(game.read), address)
    except AddressError:
        return False
    return node is not None


def witnesses(game: Game) -> Iterator[Diagnostic]:
    """Report witnesses of rules that the game does not have."""
    for document, where in game.documents("witnesses", WitnessesDocument):
        known = [each.id for each in two_readings(game)]
        for witness, at in where.each("witnesses", document.witnesses):
            if witness.of not in known:
                yield ERR023.at(at / "of", id=witness.id, of=witness.of).suggest(did_you_mean(witness.of, known))


CHECKS = (moved, witnesses)

"""Rules that can be read in two ways: errata to clauses, rulings and options, and what play has of each reading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.game.errata.lists import family_numbers
from scenario_forge.game.reading.errata import APPLICABLE, locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.documents.rulebook import OptionRule, Ruling, Setting
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Node

Played = Literal["wording", "value", "both", "one"]
"""What play has of the two readings: they differ in words alone; in a value that no clause has; both of them can be
played; it follows one alone."""

_CLAUSE = re.compile(r"rulebook\.clauses\[")
_TOLD = frozenset({"rulebook", "examples", "diagrams", "aids", "chronology", "game", "words", "options"})
"""Documents that play reads nothing from that an erratum corrects."""
_WORDS = re.compile(r"(?:\.(?:text|title|name|dates|note|indexed)|\.(?:states|notes)\[[^\]]*\])\Z")
"""Ends of addresses of what only people read."""
_QUANTITY = 3
"""Where the path of a value that a clause states has the name of the quantity."""


@dataclass(frozen=True)
class TwoReadings:
    """A number of errata, a ruling or an option."""

    kind: Literal["errata", "ruling", "option"]
    id: str
    place: Where
    first: str
    """The first reading in a few words, such as `as printed`, `as ruled`, `without the option`."""
    second: str
    switch: Sequence[Setting]
    """Values with which play follows the reading that it does not follow without them."""
    played: Played
    errata: tuple[Erratum, ...] = ()
    """The errata of the number."""
    witness: str | None = None
    rule: str = ""
    """The number of the printed rule that a ruling belongs to."""

    @property
    def counts(self) -> bool:
        """Whether its readings are two rules, so that a witness is looked for."""
        return self.played in ("both", "one")


def corrects_clause(erratum: Erratum) -> bool:
    """Return whether an erratum corrects a clause of the rulebook."""
    return is_of_clause(erratum.at)


def is_of_clause(address: str) -> bool:
    """Return whether an address leads into a clause of the rulebook."""
    return bool(_CLAUSE.match(address))


def is_read_by_play(erratum: Erratum) -> bool:
    """Return whether play may depend on the value that an erratum corrects."""
    return _is_played(erratum.at)


def _is_played(address: str) -> bool:
    stem = re.split(r"[.\[/]", address, maxsplit=1)[0]
    return stem not in _TOLD and not _WORDS.search(address)


def moved_by(roots: Mapping[str, Node], addresses: Iterable[str]) -> Literal["wording"] | list[str]:
    """Return what corrections at some addresses move in play: quantities that clauses state, and values of play."""
    moved: list[str] = []
    for address in addresses:
        name, path, _node = locate(roots, address)
        if name == "rulebook.yaml" and path[:1] == ("clauses",) and path[2:3] == ("states",) and len(path) > _QUANTITY:
            moved.append(str(path[_QUANTITY]))
        elif _is_played(address):
            moved.append(address)
    return [*dict.fromkeys(moved)] or "wording"


def errata_by_number(game: Game) -> dict[str, list[tuple[Erratum, Where]]]:
    """Return the errata of all lists that are ever applied, by number without letter."""
    found: dict[str, list[tuple[Erratum, Where]]] = {}
    for document, where in game.documents("errata", ErrataDocument):
        for erratum, at in where.each("errata", document.errata):
            if erratum.status in APPLICABLE:
                found.setdefault(family_numbers([erratum.id])[0], []).append((erratum, at))
    return found


def two_readings(game: Game) -> list[TwoReadings]:
    """Return all errata, rulings and options of a game, in the order of their documents."""
    return [*_errata(game), *_rulings(game), *_options(game)]


def _errata(game: Game) -> Iterator[TwoReadings]:
    for number, several in errata_by_number(game).items():
        errata = tuple(erratum for erratum, _at in several)
        said = next((erratum for erratum in errata if erratum.moves), errata[0])
        switch = next((erratum.switch for erratum in errata if erratum.switch), [])
        witness = next((erratum.witness for erratum in errata if erratum.witness), None)
        played: Played = "both" if switch or any(map(is_read_by_play, errata)) else "one"
        if said.moves == "wording":
            played = "wording"
        elif not any(map(corrects_clause, errata)):
            played = "value"
        yield TwoReadings(
            "errata", number, several[0][1], "by the printed rule", "as corrected", switch, played, errata, witness
        )


def _rulings(game: Game) -> Iterator[TwoReadings]:
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", document.clauses):
            for ruling, here in at.each("rulings", clause.rulings):
                if ruling.alternatives:
                    yield _ruling(ruling, clause.rule, here)


def _ruling(ruling: Ruling, rule: str, where: Where) -> TwoReadings:
    played: Played = "both" if ruling.switch else "one"
    return TwoReadings(
        "ruling", ruling.id, where, "as ruled", "by the other reading", ruling.switch, played, (), ruling.witness, rule
    )


def _options(game: Game) -> Iterator[TwoReadings]:
    for document, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", document.options):
            yield _option(option, at)


def _option(option: OptionRule, where: Where) -> TwoReadings:
    played: Played = "wording" if option.unused else "both"
    return TwoReadings(
        "option", option.id, where, "without the option", "with the option", (), played, (), option.witness
    )

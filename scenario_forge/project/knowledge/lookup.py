"""Finds what a word means in a game: exactly, else as part of a name, else what may have been meant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.knowledge import clauses, hexes, turns, units
from scenario_forge.project.paper import rule_name
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.knowledge.model import Card


@dataclass(frozen=True)
class Candidate:
    """One thing that may be meant. ``cite`` finds it and nothing else; ``names`` are all its names."""

    kind: str
    cite: str
    title: str
    names: tuple[str, ...]
    make: Callable[[], Card]


@dataclass(frozen=True)
class Answer:
    """A card; or several candidates; or neither, with a reason and a hint."""

    card: Card | None = None
    candidates: tuple[Candidate, ...] = ()
    why: str = ""
    hint: str | None = None


def look_up(game: Game, text: str) -> Answer:
    """All that is known of what ``text`` names: `Allied 4`, `allied/4`, `T30`, `Tobruk`, `6.31`, `Rule 6`, `7/41`.

    Also a part of the name of a unit, place, box or scenario, or else of the title of a clause.
    """
    wanted = _plain(text)
    if not wanted:
        return Answer(why="nothing was asked for")
    exact = [*_by_notation(game, " ".join(text.split()))]
    names = [*_named(game)]
    known = {candidate.cite for candidate in exact}
    exact += [c for c in names if c.cite not in known and wanted in map(_plain, c.names)]
    if exact:
        return _of(exact)
    for pool in (names, [*_titled(game)]):
        whole = [c for c in pool if wanted in map(_plain, c.names)]
        partly = [c for c in pool if any(wanted in _plain(name) for name in c.names)]
        if partly:
            return _of(whole if len(whole) == 1 else partly)
    return _nothing(game, text, names)


def _of(found: list[Candidate]) -> Answer:
    return Answer(card=found[0].make()) if len(found) == 1 else Answer(candidates=tuple(found))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _by_notation(game: Game, text: str) -> Iterator[Candidate]:
    """What is written in a notation of its own: hexes, and turns in all the ways a date can be written."""
    grid, track = hex_map(game), schedule(game)
    if grid:
        hex_ = next((h for h in map(grid.grid.find, dict.fromkeys((text, text.upper()))) if h is not None), None)
        if hex_ is not None:
            yield _hex(game, grid, hex_)
    turn = turns.turn_of(track.calendar, text) if track else None
    if track and turn is not None:
        yield _turn(game, track.calendar.text(turn), track.label(turn), turn)


def _hex(game: Game, grid: HexMap, hex_: int, *names: str) -> Candidate:
    title = units.hex_words(grid, hex_)
    return Candidate("hex", grid.name(hex_), title, names, partial(hexes.hex_card, game, hex_))


def _turn(game: Game, cite: str, label: str, turn: int) -> Candidate:
    return Candidate("turn", cite, label, (cite, label), partial(turns.turn_card, game, turn))


def _named(game: Game) -> Iterator[Candidate]:
    """Units, places, boxes and dates by their names, clauses and rules by their numbers, quantities."""
    sides = {side.id: side.name for side in game.about.sides} if game.about else {}
    for unit in forces(game).units():
        citing = {f"{side} {unit.no}" for side in (unit.side, sides.get(unit.side, unit.side))}
        called = (unit.name, *((unit.counter.counter.name,) if unit.counter else ()))
        names = (*called, *sorted(citing), f"{unit.side}/{unit.no}")
        yield Candidate("unit", unit.cited, unit.name, names, partial(units.unit_card, game, unit))
    yield from _places(game)
    for rule, where in clauses.all_rules(game):
        make = partial(clauses.rule_card, game, rule, where)
        cite = rule_name(rule.number)
        yield Candidate("rule", cite, rule.title, (cite, rule.number, f"Rule {rule.number}"), make)
    for clause, where in clauses.all_clauses(game):
        make = partial(clauses.clause_card, game, clause, where)
        yield Candidate("clause", clause.id, clause.title, (clause.id, f"clause {clause.id}"), make)
    for scenario in scenarios(game).scenarios.values():
        make = partial(turns.scenario_card, game, scenario)
        title = scenario.document.title
        yield Candidate("scenario", scenario.id, title, (scenario.id, title), make)


def _places(game: Game) -> Iterator[Candidate]:
    grid = hex_map(game)
    if grid is None:
        return
    names: dict[int, list[str]] = {}
    for name, (_place, hex_, _where) in grid.places.items():
        if hex_ is not None:
            names.setdefault(hex_, []).append(name)
    for hex_, called in names.items():
        yield _hex(game, grid, hex_, *called)
    for box in grid.document.boxes:
        called = [box.id, box.name, *box.aliases]
        yield Candidate("box", box.id, box.name, tuple(called), partial(hexes.box_card, game, box.id))


def _titled(game: Game) -> Iterator[Candidate]:
    """What is found by a word of its title when no name has that word: rules, clauses, quantities."""
    for rule, where in clauses.all_rules(game):
        make = partial(clauses.rule_card, game, rule, where)
        yield Candidate("rule", rule_name(rule.number), rule.title, (rule.title,), make)
    for clause, where in clauses.all_clauses(game):
        make = partial(clauses.clause_card, game, clause, where)
        yield Candidate("clause", clause.id, clause.title, (clause.title, *clause.topics), make)
    for quantity in statements(game):
        make = partial(clauses.quantity_card, game, quantity)
        yield Candidate("quantity", quantity, "", (quantity,), make)


def _nothing(game: Game, text: str, names: Iterable[Candidate]) -> Answer:
    grid, track = hex_map(game), schedule(game)
    error = grid.grid.why_not(text) if grid else None
    if error is not None and error.reason != "form":
        return Answer(why=error.message, hint=f"did you mean {error.instead}?" if error.instead else None)
    known = [name for candidate in names for name in candidate.names]
    if track:
        known += [mark for n in range(track.calendar.length) for mark in (track.calendar.text(n), track.label(n))]
    return Answer(
        why=f"`{text}` is no unit, hex, place, clause, turn or scenario of this game",
        hint=did_you_mean(text, [*known, *statements(game)]),
    )

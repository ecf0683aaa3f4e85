"""Names and shape of the predicates in the victory table, and of the targets that playtests have."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.victory.levels import VIC010
from scenario_forge.checks.victory.parts import (
    KINDS,
    REGIONS,
    PlacedCondition,
    conditional_rows,
    conditions,
    in_words,
    keys_of,
    objectives,
    selected_units,
    selectors,
    unmet_criteria,
    walk,
)
from scenario_forge.compiler.set_up import turns_of
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.codes import REF001, SCH002
from scenario_forge.game.forces import forces
from scenario_forge.game.front import predicates
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.checks.victory.parts import Conditional, VictoryRow, WordedRow
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Aim, Condition, Happening, Selector
    from scenario_forge.game.forces import Forces
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

CODES = Codes(__file__)
PLT001 = CODES.error(
    "PLT001",
    "band-too-narrow",
    narrow="the band from {low} to {high} is too narrow: `indifference` takes {indifference} from each end",
    upside_down="the band is upside down: `low` is {low}, `high` is {high}",
)
PLT002 = CODES.error("PLT002", "expectation-doubled", "{what} is listed twice")
PLT003 = CODES.error("PLT003", "ever-inside-a-claim", "write `ever` on a line of its own next to `when`, not inside it")
PLT004 = CODES.warning("PLT004", "happening-out-of-time", "no scenario is in play at the end of {turn}")
PLT026 = CODES.error("PLT026", "unknown-player", "there is no player `{name}`")
VIC001 = CODES.error("VIC001", "condition-not-one-thing", "{what} has {count} keys; expected {meant}")
VIC002 = CODES.error("VIC002", "unit-not-of-that-kind", "{unit} is {found}, but the condition asks for {wanted}")
VIC003 = CODES.error("VIC003", "no-unit-selected", "no unit is {wanted}")


EVERY_GAMES = ("idle", "random")
"""Players that need no rules."""
INSTALLED = "scenario_forge.players"
"""The entry points by which packages bring players."""


def shapes(game: Game) -> Iterator[Diagnostic]:
    """Report conditions and places with no key, or with several."""
    yield from condition_shapes(game, conditional_rows(game))


def condition_shapes(game: Game, rows_: Iterable[Conditional]) -> Iterator[Diagnostic]:
    """Report conditions and places without one key, and predicates and ranges that the game does not have."""
    known = predicates(game)
    for row in rows_:
        for condition, where in conditions(row):
            yield from _shape(condition, where)
            for key in condition.others:
                if key not in known and game.system:
                    meant = did_you_mean(key, [*KINDS, *known])
                    yield SCH002.at((where / key).key(), key=key).suggest(meant)


def units(game: Game) -> Iterator[Diagnostic]:
    """Report selections with an unknown unit, or that select no unit."""
    yield from selections(game, conditional_rows(game))


def selections(game: Game, rows_: Iterable[Conditional]) -> Iterator[Diagnostic]:
    """Report what is wrong with the selections of units of some conditions."""
    linked = forces(game)
    if not linked.counters:
        return
    nameless = [name.where for name in references(game).unresolved]
    for row in rows_:
        for selector, where in selectors(row):
            findings = [*_numbers(game, linked, selector, where)]
            yield from findings
            unknown = any(name.file is where.file and name.path[: len(where.path)] == where.path for name in nameless)
            if not findings and not unknown and not selected_units(linked, selector):
                yield VIC003.at(where, wanted=in_words(selector))


def _id(row: WordedRow) -> str:
    return row.entry.id


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report objectives or victories with one id, and objectives with one side, stop date and condition."""
    at_once = [row for row in conditional_rows(game) if row.where.path[0] in ("decisive", "sudden")]
    named = [*repeated_rows(objectives(game), _id), *repeated_rows(at_once, _id)]
    for row, first in named:
        yield VIC010.at(row.where / "id", "id", row=row.entry.id).also(first.where / "id", "the first")

    def scored(row: VictoryRow) -> str:
        return f"{row.stop} {row.entry.side} {row.entry.when.model_dump_json(exclude_none=True)}"

    for row, first in repeated_rows(objectives(game), scored):
        yield VIC010.at(row.where / "when", "condition").also(first.where / "when", "the first")


# -- shape ----------------------------------------------------------------------------------------


def _shape(condition: Condition, where: Where) -> Iterator[Diagnostic]:
    count = len(keys_of(condition))
    if count != 1:
        yield VIC001.at(where, what="a condition", count=count, meant="one")
    for key in ("all", "any"):
        if getattr(condition, key) == []:
            yield VIC001.at(where / key, what=f"`{key}`", count=0, meant="one or more")
    for region, at in (where / "present").each("within", condition.present.within if condition.present else ()):
        count = sum(getattr(region, key) is not None for key in REGIONS)
        if count != 1:
            yield VIC001.at(at, what="a place", count=count, meant="one")


# -- units ----------------------------------------------------------------------------------------


def _numbers(game: Game, linked: Forces, selector: Selector, where: Where) -> Iterator[Diagnostic]:
    """Unit numbers that do not exist, or whose unit does not meet the criteria beside them."""
    if selector.side is None:
        return
    seen: set[int] = set()
    for no, at in where.each("nos", selector.nos):
        found = linked.counters.get((selector.side, no))
        cited = f"{game.side_name(selector.side)} {no}"
        if found is None:
            yield REF001.at(at, text=cited, wanted="unit")
        elif no in seen:
            yield VIC010.at(at, "unit", unit=cited)
        elif wrong := [
            key for key in unmet_criteria(selector, found.counter) if getattr(found.counter, key) and key != "side"
        ]:
            has = ", ".join(str(getattr(found.counter, key)) for key in wrong)
            finding = VIC002.at(at, unit=cited, found=has, wanted=in_words(selector))
            for key in wrong:
                finding = finding.also(found.where / key, "its counter")
            yield finding.rests_on(*(found.where / key for key in wrong))
        seen.add(no)


# -- targets of playtests ---------------------------------------------------------------------------


def targets(game: Game) -> Iterator[Diagnostic]:
    """Report targets with a band too narrow, or twice for one scenario."""
    for document, where in game.documents("playtest", PlaytestDocument):
        targets = list(where.each("targets", document.targets))
        for target, at in targets:
            yield from aims(target, at)
        for (target, at), (_, first) in repeated_rows(targets, lambda row: row[0].scenario):
            what = f"a target of `{target.scenario}`"
            yield PLT002.at(at / "scenario", what=what).also(first / "scenario", "the first")


def aims(aim: Aim, at: Where) -> Iterator[Diagnostic]:
    """Report a band that is too narrow or upside down."""
    if aim.low > aim.high:
        finding = PLT001.at(at / "low", "upside_down", low=aim.low, high=aim.high)
        yield finding.also(at / "high", "the other end").suggest(f"did you mean {aim.high} to {aim.low}?")
    elif round(aim.high - aim.low - 2 * aim.indifference, 9) <= 0:
        yield PLT001.at(at / "low", "narrow", low=aim.low, high=aim.high, indifference=aim.indifference)


def players(game: Game) -> Iterator[Diagnostic]:
    """Report players of a target that neither the rule system nor an installed package has (PLT026)."""
    own = game.system.players() if game.system else None
    if own is None:
        return
    known = sorted({*EVERY_GAMES, *own, *(point.name for point in entry_points(group=INSTALLED))})
    listed: list[tuple[Aim, Where]] = [
        (target, where / "targets" / number)
        for document, where in game.documents("playtest", PlaytestDocument)
        for number, target in enumerate(document.targets)
    ]
    listed += [(s.document.target, s.where / "target") for s in scenarios(game).listed if s.document.target]
    for aim, at in listed:
        for side, name in aim.players.items():
            if name not in known:
                finding = PLT026.at(at / "players" / side, name=name)
                yield finding.suggest(did_you_mean(name, known) or f"there are {', '.join(known)}")


def happenings(game: Game) -> Iterator[Diagnostic]:
    """Report historical events with the same id or at a time of no scenario, or a misplaced `ever`."""
    track = schedule(game)
    for document, where in game.documents("playtest", PlaytestDocument):
        for (again, at), (_, first) in repeated_rows(where.each("history", document.history), lambda row: row[0].id):
            yield PLT002.at(at / "id", what=f"`{again.id}`").also(first / "id", "the first")
        for happening, at in where.each("history", document.history):
            if track:
                yield from _times(game, track, happening, at)
            for claim, here in at.each("claims", happening.claims):
                for condition, place in walk(claim.when, here / "when"):
                    if condition.ever is not None:
                        yield PLT003.at((place / "ever").key())


def _times(game: Game, track: Schedule, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    """A turn at which no scenario is played."""
    try:
        turn = track.turn(happening.turn)
    except DateError:  # which is told as an unknown name
        return
    spans = [span for span in map(turns_of, scenarios(game).listed) if span is not None]
    if spans and not game.broken("scenarios") and not any(first <= turn <= last for first, last in spans):
        yield PLT004.at(at / "turn", turn=happening.turn)


def claims(game: Game) -> Iterator[Diagnostic]:
    """Report what is wrong with the conditions of historical claims."""
    stated = [
        PlacedCondition(claim.when, where / "history" / number / "claims" / index)
        for document, where in game.documents("playtest", PlaytestDocument)
        for number, happening in enumerate(document.history)
        for index, claim in enumerate(happening.claims)
    ]
    yield from condition_shapes(game, stated)
    yield from selections(game, stated)


CHECKS = (shapes, units, duplicates, targets, players, happenings, claims)

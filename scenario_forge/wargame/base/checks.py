"""Check WGM001: names in rules.yaml that lead nowhere."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.forces.counters import beyond_chart
from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.checks.unused import USE001, cure
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.references import names_of_file, references
from scenario_forge.game.scenarios import printed_start
from scenario_forge.game.vocabulary import marked_texts
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.figures import NoSuchFigureError, figures_of, groups_of
from scenario_forge.wargame.base.selection import NOT, word_of
from scenario_forge.wargame.base.written import is_written

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
WGM001 = CODES.error(
    "WGM001",
    "unknown-name-in-parameters",
    figure="{problem}",
    array="the shelf has an array `{name}` of its own",
    unknown="there is no {wanted} `{name}`",
    rule="there is no rule `{name}` on the shelf",
    hex="there is no place or hex `{name}`",
    group="no unit belongs to the group `{name}`",
    member="no unit has `{name}` as its {key}, as the group asks",
    kind="no place on the map is of the kind `{kind}`",
    second="{place} is a second {kind} beside {other}, and the rules have one",
    held="no row of the ledger is for who holds {place}, as the rules ask",
    distance="no row of the ledger gives points by distance from the home bases",
    event="no rule of this game writes an event `{name}`, so that these words are never used",
    words="the words of `{name}` cannot be filled in: {problem}",
    fort="nobody begins in {hex} at {start}, so that no fortification can be there: correct the hex or the set-up",
    home_base="no sudden victory is for the units with which the {side} side takes the other's home base",
)


ARRAYS = frozenset({"cube", "flat"})
"""Names of the map arrays that every game has."""


def unknown_names(game: Game, rules: GameRules, where: Where, known: Collection[str]) -> Iterator[Diagnostic]:
    """Yield findings for names that lead nowhere; ``known``: the rules of the shelf and of the game's code."""
    charts_known = not game.broken("charts")
    for name, addresses in rules.figures.items() if charts_known else ():
        try:
            figures_of(game, {name: addresses})
        except NoSuchFigureError as error:
            yield WGM001.at(where / "figures" / name, "figure", problem=error)
    for name in ARRAYS & rules.figures.keys():
        yield WGM001.at((where / "figures" / name).key(), "array", name=name)
    for missing in names_of_file(game, where.file).unresolved:
        if missing.where.path[:1] != ("sequence",):  # SEQ001 tells of those
            wanted = "place or hex" if missing.wanted == "place" else missing.wanted
            hint = missing.hint or ("write it under `figures` of rules.yaml" if wanted == "figure" else None)
            yield WGM001.at(missing.where, "unknown", wanted=wanted, name=missing.text).suggest(hint)
    for rule in rules.carried_by:
        if rule not in known:
            yield WGM001.at(where / "carried_by" / rule, "rule", name=rule)
    yield from unknown_hexes(game, rules, where)


def empty_groups(game: Game, rules: GameRules, where: Where) -> Iterator[Diagnostic]:
    """Yield each group, and each word of a list in one, that no unit belongs to: a slip, but the game can be played."""
    for name, what in rules.groups.items() if not game.broken("counters") else ():
        if not any(groups_of(game, {name: what})[f"group.{name}"].values()):
            yield WGM001.at(where / "groups" / name, "group", name=name)
            continue
        yield from _empty_members(game, what, where / "groups" / name)


def _empty_members(game: Game, what: Mapping[str, Any], where: Where) -> Iterator[Diagnostic]:
    """Yield each word of a list that no unit has, and under `not` each word that none has."""
    for key, wanted in what.items():
        if key == NOT and isinstance(wanted, dict):
            alone = {each: [said] for each, said in wanted.items() if not isinstance(said, list)}
            yield from _empty_members(game, wanted | alone, where / NOT)
            continue
        known = {value for unit in _units(game) if (value := word_of(unit, key))}
        for n, each in enumerate(wanted if isinstance(wanted, list) and known else ()):
            if not any(groups_of(game, {"": {key: each}})["group."].values()):
                at = where / key
                at = at / n if isinstance(at.data, list) else at
                finding = WGM001.at(at, "member", name=each, key=key)
                yield finding.suggest(did_you_mean(str(each), known) or f"leave {each} out")


def unread_figures(game: Game, rules: GameRules, where: Where) -> Iterator[Diagnostic]:
    """Yield figures of rules.yaml that the code of the game does not ask for."""
    read = game.system.reads(game).of("figure") if game.system else None
    if read is None:
        return
    unread = [name for name in rules.figures if not is_written(name, read)]
    uses = references(game).uses if unread else ()
    named = {use.target.id for use in uses if use.target.kind == "figure of rules.yaml"}
    for name in unread:
        if name not in named:
            finding = USE001.at((where / "figures" / name).key(), "figure", name=name).note(cure(game, "figure"))
            yield finding.suggest(did_you_mean(name, (each for each in read if "." in each)))


def _units(game: Game) -> Sequence[UnitCounter]:
    counters = game.one("counters", CountersDocument)
    return counters[0].units if counters else ()


def unknown_hexes(game: Game, rules: GameRules, where: Where) -> Iterator[Diagnostic]:
    """Yield a finding for each place that play cannot find by its name: a box, or a place in other letters.

    Play looks up the places in what only one game has; what every game has comes to it as hexes.
    """
    linked, own = hex_map(game), type(rules).model_fields.keys() - GameRules.model_fields.keys()
    for at, mark, name in marked_texts(game, where.file) if linked else ():
        if mark.kind == "place" and at.path[0] in own:
            found = linked.find(name) if linked else None
            if found and (found.hex is None or (found.place is not None and found.place.name != name)):
                yield WGM001.at(at, "hex", name=name)


def other_than_one(game: Game, kind: str, named: Where) -> Iterator[Diagnostic]:
    """Yield what keeps play from having its one place of a kind; two in one hex are one.

    ``named``: where rules.yaml says what the place is for.
    """
    for document, where in game.documents("map", MapDocument):
        places = [(n, place) for n, place in enumerate(document.places) if kind in place.kinds]
        if not places:
            yield WGM001.at(named, "kind", kind=kind)
        for n, place in places[1:]:
            if place.hex != places[0][1].hex:
                names = {"place": place.name, "other": places[0][1].name}
                yield WGM001.at(where / "places" / n / "kinds", "second", kind=kind, **names)


def empty_forts(
    game: Game, forts: Mapping[str, Iterable[str]], where: Where, scenario: str = ""
) -> Iterator[Diagnostic]:
    """Yield fortified hexes, by start date, in which no unit begins, where a fortification is that of its unit.

    ``where``: the starts in the document; each has its hexes under ``forts``. ``scenario``: the one to be played, whose
    units may begin in a fort besides those of the printed start with which it begins.
    """
    linked, known = hex_map(game), set_ups(game)
    played = printed_start(game, scenario) if scenario else ""
    for start, hexes in forts.items() if linked and not game.broken("orders-of-battle") else ():
        used = (start, scenario) if start == played else (start,)
        there = {each.hex for id_ in used if id_ in known for each in known[id_].units}
        for name in hexes if there else ():
            place = linked.find(name) if linked else None
            if place and place.hex is not None and place.hex not in there:
                yield WGM001.at((where / start / "forts" / name).key(), "fort", hex=name, start=used[-1])


def missing_scores(game: Game, kind: str) -> Iterator[Diagnostic]:
    """Yield missing lines of victory.yaml: points for a kind of place, by distance, and for a home base."""
    linked, about = hex_map(game), game.about
    if linked is None or about is None:
        return
    wanted = [place for place in linked.document.places if kind in place.kinds]
    for document, where in game.documents("victory", VictoryDocument):
        at = (where / "ledger").key() if document.ledger else where
        held = [linked.find(row.when.hold) for row in document.ledger if row.when and row.when.hold]
        there = {found.hex for place in wanted if (found := linked.find(place.name))}
        if wanted and not there & {found.hex for found in held if found}:
            yield WGM001.at(at, "held", place=wanted[0].name)
        if not any(row.distance for row in document.ledger):
            yield WGM001.at(at, "distance")
        taken = {row.side for row in document.sudden if row.when.present}
        for side in about.sides:
            if side.id not in taken:
                yield WGM001.at(where / "sudden" if document.sudden else where, "home_base", side=side.name)


def beyond_figures(
    game: Game, value: str, names: Iterable[str], figures: Mapping[str, str | list[str]]
) -> Iterator[Diagnostic]:
    """Yield units with a value for which the first of some figures by rows, counted from 1, has no row."""
    if game.broken("charts"):
        return
    for name in names:
        if name in figures:
            with suppress(NoSuchFigureError):  # which is told of the figure
                rows = len(figures_of(game, {name: figures[name]})[name])
                yield from beyond_chart(game, value, 1, rows, f"`{name}` of rules.yaml")
                return

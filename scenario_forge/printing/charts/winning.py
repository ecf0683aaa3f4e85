"""How a scenario is won, in sentences and rows: when play ends, who wins then, what ends it before; where units enter.

From the victory rows, the ledger and the levels of victory; also the places that these are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.checks.scenarios.settings import is_scored
from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.front import fronts, starting_holders
from scenario_forge.game.scenarios import counts_in, ending
from scenario_forge.printing.charts.victory import in_words, turn_in_words
from scenario_forge.printing.map.small import hexes_held

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.documents.victory import Condition, DecisiveVictory, LedgerRow, Objective, Region
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import LinkedLevels
    from scenario_forge.printing.brief import Words


# -- the rows that a scenario has ------------------------------------------------------------------


def printed_rows(plan: Plan) -> list[Objective]:
    """Return the rows of the printed table that the scenario scores, in printed order."""
    found = plan.game.one("victory", VictoryDocument)
    if found is None:
        return []
    return [
        row
        for row in found[0].objectives
        if row.id not in plan.scenario.document.without
        and is_scored(plan.track, plan.scenario, row, cumulative=found[0].cumulative)
    ]


def dropped_rows(plan: Plan) -> list[bool]:
    """Return of each printed row that the scenario leaves out whether no row of its own takes its place."""
    return [not _replaced(plan, row) for row in _left_out(plan)]


def replaced_stops(plan: Plan) -> list[str]:
    """Return the stops, as the track prints them, of printed rows that rows of the scenario replace."""
    return [*dict.fromkeys(plan.track.stops[row.stop].date.label for row in _left_out(plan) if _replaced(plan, row))]


def _left_out(plan: Plan) -> list[Objective]:
    """Return the printed rows that it leaves out, as set-up cards list them."""
    found = plan.game.one("victory", VictoryDocument)
    known = {row.id: row for row in found[0].objectives} if found else {}
    listed = (known[id_] for id_ in plan.scenario.document.without if id_ in known)
    return [row for row in listed if row.stop in plan.track.stops]


def _replaced(plan: Plan, row: Objective) -> bool:
    """Return whether the scenario has a row for the same side about its places, and perhaps about others too."""
    places = {*_places(row.when)}
    return any(own.side == row.side and places <= {*_places(own.when)} for own in plan.scenario.document.victory)


def ledger_rows(plan: Plan) -> list[LedgerRow]:
    """Return the rows of the ledger that count in the scenario."""
    return [row for row, _where in ending(plan.game).ledger if counts_in(row.scenarios, plan.scenario.id)]


def ledger_sections(plan: Plan, words: Words, listed: Sequence[tuple[LedgerRow, str]]) -> Iterator[dict[str, Any]]:
    """Yield rows of the ledger, each with the signs behind it, as sections of a card: one for each time of scoring."""
    for when in dict.fromkeys(row.at for row, _marks in listed):
        rows = [
            {
                "head": plan.game.side_name(row.side) if row.side else "",
                "text": one_line(" ".join(row.text.split())) + _distances(plan, row, words),
                "figure": str(row.points) if row.points else "",
                "marks": marks,
            }
            for row, marks in listed
            if row.at == when
        ]
        yield {"title": words("leaflet_ledger", when=words(f"ledger_at_{when}")), "rows": rows, "notes": []}


def _distances(plan: Plan, row: LedgerRow, words: Words) -> str:
    """Return the points of a row by distance: ``: 4-12 hexes 3, 12-21 hexes 6 (Axis units from El Agheila)``."""
    if row.distance is None:
        return ""
    bands = [words("leaflet_band", hexes=band.hexes, points=band.points) for band in row.distance.bands]
    bases = [
        words("distance_base", side=plan.game.side_name(side), place=place) for side, place in row.distance.base.items()
    ]
    return f": {', '.join(bands)} ({', '.join(bases)})"


def decisive_rows(plan: Plan, words: Words) -> list[dict[str, Any]]:
    """Return the decisive victories that may end the scenario, as rows of a card."""
    game, found = plan.game, plan.game.one("victory", VictoryDocument)
    return [
        {
            "head": game.side_name(each.side),
            "text": decisive_text(plan, words, each),
            "figure": words("leaflet_points", points=each.points),
            "marks": "",
        }
        for each in (found[0].decisive if found else ())
        if not _too_late(plan, each)
    ]


def no_longer_decisive(plan: Plan, base: Game) -> list[DecisiveVictory]:
    """Return the decisive victories of the game as it is that do not end the scenario."""
    found = plan.game.one("victory", VictoryDocument)
    kept = {each.id for each in (found[0].decisive if found else ())}
    printed = base.one("victory", VictoryDocument)
    return [each for each in (printed[0].decisive if printed else ()) if each.id not in kept]


def decisive_text(plan: Plan, words: Words, each: DecisiveVictory) -> str:
    """Return what wins decisively and when that is looked for: ``Fort held; looked at after …``."""
    said = in_words(plan.game, words, each.when)
    when = words("decisive_after", side=plan.game.side_name(each.after))
    since = f", {words('decisive_since', turn=turn_in_words(plan.game, each.since))}" if each.since else ""
    return f"{said[:1].upper()}{said[1:]}; {when}{since}"


def _too_late(plan: Plan, each: DecisiveVictory) -> bool:
    try:
        return bool(each.since) and plan.track.calendar.turn(each.since) > plan.last_turn
    except DateError:
        return False


def end_of(plan: Plan, words: Words, label: str) -> str:
    """Return the end of a game turn in words: ``at the end of Mar 42``, ``after the turn of 30 Mar 41``."""
    calendar = plan.track.calendar
    whole = calendar.unit == "turn" or (calendar.unit == "month" and calendar.step == 1)
    return words("leaflet_end_of" if whole else "leaflet_end_of_turn", turn=label)


_WEEK = 7


def turn_length(plan: Plan, words: Words) -> list[str]:
    """Return how long a game turn is: ``a game turn is 2 weeks``; nothing where turns have no dates."""
    unit, step = plan.track.calendar.unit, plan.track.calendar.step
    if unit == "day" and step % _WEEK == 0:
        unit, step = "week", step // _WEEK
    if unit not in ("month", "week", "day"):
        return []
    return [words("leaflet_turn_is", length=words.count(f"leaflet_one_{unit}", f"leaflet_{unit}s", step))]


# -- how to win, in sentences ----------------------------------------------------------------------


def how_to_win(plan: Plan, words: Words) -> list[str]:
    """Return when play ends, what is counted then, and what it takes to win."""
    levels = ending(plan.game).of_scenario(plan.scenario.id)
    said = [_end(plan, words), *_counted(plan, words)]
    if levels is not None:
        said += _by_levels(plan, words, levels)
    elif printed_rows(plan) or plan.scenario.document.victory or ledger_rows(plan):
        said.append(words("leaflet_more_points"))
    if decisive_rows(plan, words) or _sudden(plan):
        said.append(words("leaflet_sooner"))
    return said


def _end(plan: Plan, words: Words) -> str:
    label = plan.track.label(plan.last_turn)
    if plan.track.fixed:
        return words("leaflet_ends", side=plan.game.side_name(plan.scenario.last), turn=label)
    return words("leaflet_ends_turn", turn=label)


def _counted(plan: Plan, words: Words) -> Iterator[str]:
    """Yield which stops are added up, and what both sides score besides."""
    stops = dict.fromkeys(row.stop for row in printed_rows(plan))
    turns = {plan.track.stops[stop].turn or 0 for stop in stops}
    turns |= {plan.last_turn} if plan.scenario.document.victory else set()
    if len(turns) > 1:
        labels = [plan.track.label(turn) for turn in sorted(turns)]
        yield words("leaflet_added_up", stops=words("leaflet_and").join([", ".join(labels[:-1]), labels[-1]]))
    elif turns and ledger_rows(plan):
        yield words("leaflet_with_ledger")


def _by_levels(plan: Plan, words: Words, found: LinkedLevels) -> Iterator[str]:
    """Yield what it takes the side whose points come first to win; of other measures, that the levels say it."""
    levels, game = found.levels, plan.game
    own = [band for level, band in zip(levels.levels, found.bands, strict=True) if level.side == levels.side and band]
    others = [band for level, band in zip(levels.levels, found.bands, strict=True) if level.side != levels.side]
    low = min((band.low for band in own if band.low is not None), default=None)
    below = all(band and band.high is not None and low is not None and band.high < low for band in others)
    if levels.of != "points" or levels.measure == "ratio" or low is None or not below:
        yield words("leaflet_levels")
        return
    enemies = [side for side in plan.forces.sides if side != levels.side]
    drawn = any(level.side is None for level in levels.levels)
    key = "leaflet_lead" if levels.measure == "difference" else "leaflet_least"
    enemy = words("leaflet_and").join(map(game.side_name, enemies))
    yield words(key, side=game.side_name(levels.side), points=low)
    yield words("leaflet_levels" if drawn else "leaflet_lead_less", enemy=enemy)


def _sudden(plan: Plan) -> bool:
    return any(counts_in(each.scenarios, plan.scenario.id) for each, _at in ending(plan.game).sudden)


# -- who controls what when play begins ------------------------------------------------------------


class Held(NamedTuple):
    """A place that somebody controls, or nobody."""

    name: str
    hex: int
    where: Where | None
    """Where that is written; None where a unit there says it."""


def control(plan: Plan, hexes: Collection[int]) -> dict[str, list[Held]]:
    """Return by side the places that it controls when play begins, and for no side (empty) those of nobody.

    Places whose control the game states, and others in ``hexes``: theirs who stand there, else by the drawn front.
    Nothing in a game that states the control of no place.
    """
    stated, drawn = starting_holders(plan.game, plan.scenario), fronts(plan.game).fronts.get(plan.scenario.id)
    there = {hex_: side for side, own in hexes_held(plan).items() for hex_ in own}
    found: dict[str, list[Held]] = {}
    for name, (place, at, _where) in plan.map.places.items() if stated else ():
        if at is None or name != place.name or not (name in stated or at in hexes):
            continue
        side, where = stated.get(name) or (there.get(at), None)
        if side is None and drawn is not None:
            side, where = drawn.side_of(at), plan.scenario.where / "front"
        found.setdefault(side or "", []).append(Held(name, at, where if side else None))
    return found


# -- places that are scored ------------------------------------------------------------------------


def scored_hexes(plan: Plan) -> set[int]:
    """Return the hexes of the places that victory is about in the scenario."""
    document = plan.game.one("victory", VictoryDocument)
    conditions = [row.when for row in (*printed_rows(plan), *plan.scenario.document.victory)]
    conditions += [row.when for row in ledger_rows(plan) if row.when is not None]
    conditions += [each.when for each in (document[0].decisive if document else ()) if not _too_late(plan, each)]
    conditions += [each.when for each, _at in ending(plan.game).sudden if counts_in(each.scenarios, plan.scenario.id)]
    names = {place for each in conditions for place in _places(each)}
    spots = (plan.map.find(name) for name in names)
    return {spot.hex for spot in spots if spot is not None and spot.hex is not None}


def _places(when: Condition) -> Iterator[str]:
    """Yield the names of the places that a condition is about."""
    if when.of_place:
        yield when.of_place[1]
    for region in when.present.within if when.present else ():
        yield from _of_region(region)
    for inner in (*(when.all or ()), *(when.any or ()), when.is_not, when.ever):
        if inner is not None:
            yield from _places(inner)


def _of_region(region: Region) -> Iterator[str]:
    named = (region.on, region.near and region.near.of, region.in_range and region.in_range.of)
    yield from (name for name in named if name)


# -- where arrivals enter --------------------------------------------------------------------------


def entries(plan: Plan, side: str) -> dict[str, int | None]:
    """Return the places and off-map boxes where a side's arrivals enter, with the hexes of those on the map.

    Places with a capacity that it controls when play begins, and boxes; on a map without capacities, the places that
    are its alone. None where its arrivals enter at an edge of the map, or where
    each one's entry says.
    """
    linked, held = plan.map, starting_holders(plan.game, plan.scenario)
    coming = [each for each in plan.changes if each.kind == "arrives" and each.unit.side == side]
    if all(each.entry.token.edges or each.entry.token.spot for each in coming):
        return {}
    boxes = {box.name: None for box in linked.boxes.values() if box.capacity is not None and box.side == side}
    places = {place.name: (place, at) for place, at, _where in linked.places.values() if at is not None}
    if not any(place.capacity is not None for place, _at in places.values()):
        return boxes | {name: at for name, (place, at) in places.items() if place.sides == [side]}
    own = {
        name: at
        for name, (place, at) in places.items()
        if place.capacity is not None and side in (place.sides or [side]) and held.get(name, ("", None))[0] == side
    }
    return boxes | own


def entry_sentence(plan: Plan, side: str, words: Words) -> str:
    """Return where a side's arrivals enter: ``Enter at Tobruk (T30) or Cairo (EE36).``; empty where nothing says it."""
    found = entries(plan, side)
    named = [f"{name} ({plan.map.name(at)})" if at is not None else name for name, at in found.items()]
    if not named:
        return ""
    places = words("or_between").join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    limited = any(place.capacity is not None for place, _at, _where in plan.map.places.values())
    return words("leaflet_enter_held" if limited else "leaflet_enter", places=places)

"""How good drafts of new dates are: each printed start is hidden, drafted from what is left, and compared.

    python benchmarks/drafts.py [--game FOLDER]… [--start ID]… [--method WORD]… [--games N] [--rows] [--docs] [--keep]
    python benchmarks/drafts.py --sightings [--game FOLDER]… [--start ID]… [--docs]

A start is hidden in memory (drafts/hiding.py), and sightings.yaml with it; what drafts it never sees it. Methods are
the words of `--from`, `default` is none. `playouts` plays --games games up to the date and is left out unless asked
for. Shares have their 95 % interval (Wilson). With --rows each unit that is on the map is listed. --docs writes the
tables into docs/new-dates.md, --keep the figures that drafts print into drafts/measured.json: of the methods that
were run, if all starts of all games were.

With --sightings units are looked up in the hidden start, in the order in which the dossier asks for them, and the
default draft is made with a sighting of each: how near are the others?
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from scenario_forge.api.drafts.playouts import PlayoutsOrder, from_playouts
from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.compiler.problems import CompileError
from scenario_forge.drafts.dates import WORDS, NotMade, ScenarioRequest, dates_of
from scenario_forge.drafts.dossier_rows import subjects
from scenario_forge.drafts.hiding import start_parts, with_text, without_start
from scenario_forge.drafts.measured import ANY, NEAR, Chance, figures, share_of_kind, span_of_turns, total
from scenario_forge.drafts.methods import DEFAULT, draft_sides
from scenario_forge.drafts.questions import questions, rows_of_drafts
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance
from scenario_forge.playtest.statistics import quantile, wilson
from scenario_forge.simulator.drive import Match
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scenario_forge.drafts.hiding import StartParts
    from scenario_forge.drafts.measured import Figures
    from scenario_forge.drafts.scenario import NewScenario
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game

ROOT = Path(__file__).parents[1]
CONTENT, DOCS = ROOT / "content", ROOT / "docs/new-dates.md"
KEPT = ROOT / "scenario_forge/drafts/measured.json"
BEGIN, END = "<!-- {}: begin -->", "<!-- {}: end -->"
"""Marks in the docs between which a table stands."""
GAMES = ("desert-rats", "knights-of-the-desert", "massawa")
NAME = "hidden"
BINS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
"""Shares with which a guess is given as right, in five steps."""


@dataclass(frozen=True)
class UnitOutcome:
    """What became of one unit: where the hidden start has it, and the draft."""

    unit: UnitKey
    there: bool
    """Whether the hidden start has it in a hex of the map."""
    in_play: tuple[bool, bool]
    """Whether it is on the map or in a box: at the hidden start, in the draft."""
    off: int | None
    """Hexes between the two, where both are on the map."""
    exact: bool
    """Whether the cell is the same, but for its strength."""
    own_side: bool | None
    """Whether it was put on land of its side; None where one of the two is not on the map."""
    strength: bool | None
    """Whether its strength is the same; None where one of the two is not in play."""
    open: bool
    guess: str
    best: int | None
    """Hexes to the nearest of the places that the dossier lists."""
    words: str
    """The two cells, for people."""

    @property
    def guessed(self) -> bool:
        """Whether it is put on the map or in a box as a guess."""
        return self.open and self.in_play[1]

    @property
    def near(self) -> bool:
        """Whether it is within so many hexes, or in the same box."""
        return self.exact if self.off is None else self.off <= NEAR


@dataclass(frozen=True)
class Shares:
    """How many of how many are right."""

    right: int = 0
    of: int = 0

    def __add__(self, other: Shares) -> Shares:
        return Shares(self.right + other.right, self.of + other.of)

    def __str__(self) -> str:
        if not self.of:
            return "–"
        low, high = wilson(self.right, self.of)
        return f"{100 * self.right / self.of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"

    @classmethod
    def among(cls, each: Iterable[bool]) -> Shares:
        """Count the right ones."""
        values = list(each)
        return cls(sum(values), len(values))


@dataclass(frozen=True)
class Outcome:
    """One hidden start drafted by one method."""

    game: str
    start: str
    method: str
    apart: int
    """Game turns to the nearest start that is left."""
    units: tuple[UnitOutcome, ...] = ()
    parts: dict[str, Shares] = field(default_factory=dict)
    """Control, markers by kind, works, losses, and what the game keeps by start."""
    refused: str = ""
    """Why it cannot be drafted."""
    seconds: float = 0.0

    @property
    def on_map(self) -> list[UnitOutcome]:
        """The units that the hidden start has on the map."""
        return [unit for unit in self.units if unit.there]


# -- one start hidden, drafted and compared -----------------------------------------------------------


def measured(game: Game, hidden: Game, start: str, method: str, games: int) -> Outcome:
    """Draft a hidden start by a method, and compare."""
    began, apart = time.perf_counter(), apart_from(game, start)
    wanted, printed = request(game, start)
    try:
        made = drafted_by(hidden, wanted, method, games)
    except NotMade as problem:
        return Outcome(game.id, start, method, apart, refused=str(problem))
    draft = with_text(hidden, f"scenarios/{NAME}.yaml", made.text)
    truth, said = start_parts(game, printed), start_parts(draft, NAME)
    guesses = {row.unit.key: row.guess for each in made.drafted for row in each.rows}
    listed = {} if method == "playouts" else candidates(hidden, wanted, method)
    units = tuple(compared(game, truth, said, guesses, listed))
    parts = dict(other_parts(game, draft, printed, truth, said))
    return Outcome(game.id, start, method, apart, units, parts, seconds=time.perf_counter() - began)


def request(game: Game, start: str) -> tuple[ScenarioRequest, str]:
    """A scenario from the date of a start to the end of the track, and one that begins at the start as printed."""
    track = schedule(game)
    assert track is not None
    mark, stop = track.starts[start], track.calendar.text(track.calendar.length - 1)
    printed = next(each.id for each in scenarios(game).listed if each.document.start == start)
    return ScenarioRequest(NAME, track.calendar.text(mark.turn or 0), stop, mark.side or None), printed


def drafted_by(game: Game, wanted: ScenarioRequest, method: str, games: int) -> NewScenario:
    """Draft a scenario by a method."""
    if method == "playouts":
        return from_playouts(game, wanted, PlayoutsOrder(games, jobs=1)).made
    return new_scenario(game, wanted, None if method == "default" else method)


def candidates(game: Game, wanted: ScenarioRequest, method: str) -> dict[UnitKey, list[int]]:
    """The hexes that the dossier of the date lists for each unit."""
    dates = dates_of(game, wanted)
    made = draft_sides(game, dates, None if method == "default" else method)
    found = subjects(game, dates, made.drafts, made.ground)
    return {each.unit.key: [h for one in each.candidates for h in one.hexes] for each in found if each.unit}


def apart_from(game: Game, start: str) -> int:
    """The game turns from a start to the nearest other one."""
    track = schedule(game)
    turns = {mark.date.id: mark.turn or 0 for mark in track.starts.values()} if track else {}
    return min((abs(turn - turns[start]) for other, turn in turns.items() if other != start), default=0)


def compared(
    game: Game, truth: StartParts, said: StartParts, guesses: dict[UnitKey, str], listed: dict[UnitKey, list[int]]
) -> Iterator[UnitOutcome]:
    """Compare each unit."""
    grid, linked = hex_map(game), forces(game)
    assert grid is not None
    for key, at in truth.units.items():
        to, unit = said.units[key], linked.find(*key)
        off = distance(grid.grid, at.hex, to.hex) if at.hex is not None and to.hex is not None else None
        away = [distance(grid.grid, at.hex, hex_) for hex_ in listed.get(key, ()) if at.hex is not None]
        away += [] if off is None else [off]
        full = unit.counter.counter.strength if unit and unit.counter else None
        both = at.kind == to.kind == "at"
        cells = [each.box or (grid.name(each.hex) if each.hex is not None else each.kind) for each in (at, to)]
        yield UnitOutcome(
            key,
            there=at.hex is not None,
            in_play=(at.kind == "at", to.kind == "at"),
            off=off,
            exact=(at.kind, at.hex, at.box) == (to.kind, to.hex, to.box),
            own_side=truth.owner.get(to.hex) == key[0] if off is not None and to.hex is not None else None,
            strength=(at.strength or full) == (to.strength or full) if both else None,
            open=key in said.open,
            guess=guesses.get(key, "") or ANY,
            best=min(away, default=None),
            words=f"{unit.cited if unit else key} {unit.name if unit else ''}: {cells[0]}, drafted {cells[1]}",
        )


def other_parts(
    game: Game, draft: Game, printed: str, truth: StartParts, said: StartParts
) -> Iterator[tuple[str, Shares]]:
    """Compare what a start says beside its units."""
    held, drafted = dict(truth.control), dict(said.control)
    if not held:
        held, drafted = holders(game, printed), holders(draft, NAME)
    yield "control", Shares.among(drafted.get(name) == side for name, side in held.items())
    for key in sorted({*truth.markers, *said.markers}):
        yield key[1], matching(truth.markers.get(key, ()), said.markers.get(key, ()))
    works = [{(key[0], at.hex) for key, at in parts.units.items() if at.in_works} for parts in (truth, said)]
    if any(works):
        yield "works", Shares(len(works[0] & works[1]), max(map(len, works)))
    weak = [{key for key, at in parts.units.items() if at.kind == "at" and at.strength} for parts in (truth, said)]
    if any(weak):
        same = [key for key in weak[0] & weak[1] if truth.units[key].strength == said.units[key].strength]
        yield "losses", Shares(len(same), len(weak[0] | weak[1]))
    if truth.begins_as:
        yield "begins as", Shares.among(said.begins_as.get(path) == value for path, value in truth.begins_as.items())


def matching(one: Sequence[str], other: Sequence[str]) -> Shares:
    """Count the markers that lie in the same place; too many are as wrong as too few."""
    left, right = list(other), 0
    for place in one:
        if place in left:
            left.remove(place)
            right += 1
    return Shares(right, max(len(one), len(other)))


def holders(game: Game, scenario: str) -> dict[str, str]:
    """The side that holds each place that victory names, as play begins; empty where it cannot be played."""
    try:
        prepared = prepare(game, scenario)
    except (CompileError, NotPlayable):
        return {}
    held = prepared.play.holders(Match(prepared.play, Keyed(1)).playout.state)
    return {name: prepared.sides[side - 1] if side else "" for name, side in held.items()}


# -- the figures of several -----------------------------------------------------------------------------


def hexes_off(outcomes: Iterable[Outcome]) -> str:
    """The median and the 90 % quantile of the hexes off."""
    off = [unit.off for each in outcomes for unit in each.on_map if unit.off is not None]
    return f"{median(off):.0f} / {quantile(off, 0.9):.0f}" if off else "–"


COLUMNS: dict[str, Callable[[Sequence[Outcome]], str]] = {
    "units": lambda each: f"{sum(len(one.units) for one in each)}, {sum(len(one.on_map) for one in each)} on the map",
    "exact hex": lambda each: str(Shares.among(unit.exact for one in each for unit in one.on_map)),
    f"≤ {NEAR} hexes": lambda each: str(Shares.among(unit.near for one in each for unit in one.on_map)),
    f"any listed ≤ {NEAR}": lambda each: str(
        Shares.among(unit.best is not None and unit.best <= NEAR for one in each for unit in one.on_map)
    ),
    "hexes off, median / 90 %": hexes_off,
    "in play right": lambda each: str(Shares.among(u.in_play[0] == u.in_play[1] for one in each for u in one.units)),
    "side of the front": lambda each: str(
        Shares.among(unit.own_side for one in each for unit in one.on_map if unit.own_side is not None)
    ),
    "control": lambda each: str(part(each, "control")),
    "certain and wrong": lambda each: str(
        Shares.among(not unit.exact for one in each for unit in one.units if not unit.open)
    ),
    "of those on the map": lambda each: str(
        Shares.among(not unit.exact for one in each for unit in one.units if not unit.open and unit.in_play[1])
    ),
}
"""What the table shows of the outcomes of a method."""


def part(outcomes: Iterable[Outcome], name: str) -> Shares:
    """The share of one part of the starts."""
    return sum((each.parts[name] for each in outcomes if name in each.parts), Shares())


def by_method(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The outcomes of each method."""
    found: dict[str, list[Outcome]] = {}
    for each in outcomes:
        found.setdefault(each.method, []).append(each)
    return found


def table(rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table in Markdown."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = ["| " + " | ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (w + 2) for w in widths) + "|", *lines[1:]])


def tables(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the tables."""
    rows = [["", *COLUMNS]]
    for method, each in by_method(outcomes).items():
        there = [one for one in each if not one.refused]
        if there:
            rows.append([f"{method}, {len(there)} starts", *(show(there) for show in COLUMNS.values())])
    yield table(rows)
    yield table([*parts_of(outcomes)])
    yield table([*by_start(outcomes)])
    yield table([*calibration(outcomes)])
    yield table([*competition(outcomes)])
    for method, each in by_method(outcomes).items():
        refused = [one for one in each if one.refused]
        if refused:
            which = ", ".join(f"{one.game} {one.start}" for one in refused)
            yield f"Cannot be drafted by {method}: {which} ({refused[0].refused})."


def parts_of(outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    """Yield the rows of what a start says beside places of units."""
    names = list(dict.fromkeys(name for each in outcomes for name in each.parts if name != "control"))
    yield ["", "strength", *names]
    for method, each in by_method(outcomes).items():
        strength = Shares.among(u.strength for one in each for u in one.units if u.strength is not None)
        yield [method, str(strength), *(str(part(each, name)) for name in names)]


def by_start(outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    """Yield the rows of each start, by the first method."""
    method = outcomes[0].method if outcomes else ""
    own = {f"{each.game} {each.start}": each for each in outcomes if each.method == method and not each.refused}
    shown = [name for name in COLUMNS if name != "units"]
    yield [f"{method}, each start", "turns to the nearest", *shown]
    for name, each in own.items():
        yield [name, str(each.apart), *(COLUMNS[column]([each]).partition(" (")[0] for column in shown)]


def calibration(outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    """Yield how often guesses are near, by the share that drafts tell: of such guesses at all starts but their own."""
    yield ["given as within 3 hexes in", *(f"{100 * low:.0f} to {100 * min(high, 1):.0f} %" for low, high in BINS)]
    for method, each in by_method(outcomes).items():
        found: list[list[bool]] = [[] for _ in BINS]
        for one in each:
            known = measures([other for other in each if other is not one], method)
            for unit in one.units:
                share = share_of_kind(method, one.game, unit.guess, known) if unit.guessed else None
                if share is not None:
                    found[next(n for n, (low, high) in enumerate(BINS) if low <= share < high)].append(unit.near)
        yield [method, *(f"{Shares.among(each)} of {len(each)}" if each else "–" for each in found)]


def competition(outcomes: Iterable[Outcome]) -> Iterator[list[str]]:
    """Yield how many guesses of each method are near at the starts of all games but one."""
    methods = by_method(outcomes)
    games = sorted({each.game for several in methods.values() for each in several})
    yield ["guesses within 3 hexes, without", *games]
    for method, several in methods.items():
        others = [
            [unit.near for each in several if each.game != out for unit in each.units if unit.guessed] for out in games
        ]
        yield [method, *(f"{Shares.among(each)} of {len(each)}" for each in others)]


def measures(outcomes: Iterable[Outcome], method: str) -> Figures:
    """The chances of the guesses of a method."""
    games: dict[str, dict[str, dict[str, Chance]]] = {}
    for each in outcomes:
        kinds = games.setdefault(each.game, {}).setdefault(span_of_turns(each.apart), {})
        for unit in each.units:
            if unit.guessed:
                one = Chance(1, unit.near, unit.exact, unit.in_play[0])
                kinds[unit.guess] = total((kinds.get(unit.guess, Chance(0, 0, 0, 0)), one))
    return {
        method: {
            game: {span: dict(sorted(kinds.items())) for span, kinds in sorted(spans.items()) if kinds}
            for game, spans in sorted(games.items())
        }
    }


def keep(outcomes: Sequence[Outcome]) -> None:
    """Write the figures that drafts print; those of methods that were not run stay."""
    known = figures()
    for method, each in by_method(outcomes).items():
        known = known | measures(each, DEFAULT if method == "default" else method)
    data = {
        method: {
            game: {span: {kind: one._asdict() for kind, one in kinds.items()} for span, kinds in spans.items()}
            for game, spans in games.items()
        }
        for method, games in sorted(known.items())
        if method in WORDS
    }
    KEPT.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def write(name: str, text: str) -> None:
    """Write a text into the docs, between its marks."""
    begin, end = BEGIN.format(name), END.format(name)
    before, _, rest = DOCS.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(end)
    DOCS.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")


# -- what looking units up is worth ---------------------------------------------------------------------

SIGHTED = (0.0, 0.1, 0.25, 0.5)
"""Shares of the units on the map that are looked up."""
SIGHTINGS = "sightings.yaml"


def seen_first(hidden: Game, wanted: ScenarioRequest, truth: StartParts) -> list[UnitKey]:
    """The units that the hidden start has on the map, in the order in which the dossier asks for them."""
    dates = dates_of(hidden, wanted)
    rows = rows_of_drafts(hidden, dates, draft_sides(hidden, dates).drafts)
    asked = [key for question in questions(hidden, rows) for key in question.units]
    there = {key for key, at in truth.units.items() if at.hex is not None}
    return [key for key in dict.fromkeys((*asked, *truth.units)) if key in there]


def sightings_of(game: Game, truth: StartParts, units: Iterable[UnitKey], date: str) -> str:
    """The text of sightings.yaml with the places that the hidden start has."""
    grid = hex_map(game)
    assert grid is not None
    rows = [
        {"side": side, "unit": str(no), "date": date, "at": grid.name(at), "source": "column"}
        for side, no in units
        if (at := truth.units[side, no].hex) is not None
    ]
    source = {"id": "column", "title": "The hidden start"}
    return json.dumps({"basis": "proposed", "sources": [source], "sightings": rows})


def curve(games: Iterable[str], starts: Sequence[str] | None) -> str:
    """Tell how near the units are that were not looked up, by the share of those that were."""
    found: dict[str, list[list[UnitOutcome]]] = {}
    for game, start, hidden in hidden_starts(games, starts):
        wanted, printed = request(game, start)
        truth = start_parts(game, printed)
        order = seen_first(hidden, wanted, truth)
        for number, share in enumerate(SIGHTED):
            seen = order[: round(share * len(order))]
            text = sightings_of(game, truth, seen, wanted.start)
            told = with_text(hidden, SIGHTINGS, text)
            made = with_text(told, f"scenarios/{NAME}.yaml", new_scenario(told, wanted).text)
            units = compared(game, truth, start_parts(made, NAME), {}, {})
            rest = [unit for unit in units if unit.there and unit.unit not in seen]
            found.setdefault(game.id, [[] for _ in SIGHTED])[number] += rest
    everywhere = [[unit for several in found.values() for unit in several[n]] for n in range(len(SIGHTED))]
    rows = [["looked up", *(f"{100 * share:.0f} %" for share in SIGHTED)]]
    for name, several in {**found, "all games": everywhere}.items():
        rows.append([f"{name}, ≤ {NEAR} hexes", *(str(Shares.among(u.near for u in each)) for each in several)])
    off = [[unit.off for unit in each if unit.off is not None] for each in everywhere]
    rows.append(["all games, median", *(f"{median(each):.0f}" if each else "–" for each in off)])
    return table(rows)


def main() -> int:
    """Hide, draft, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--start", action="append")
    parser.add_argument("--method", action="append")
    parser.add_argument("--games", type=int, default=5, help="for playouts")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--sightings", action="store_true", help="what looking units up is worth, instead")
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    if (asked.docs or asked.keep) and (asked.game or asked.start):
        parser.error("--docs and --keep take all starts of all games")
    if asked.sightings:
        found = curve(asked.game or GAMES, asked.start)
        print(found)
        if asked.docs:
            write("sightings", found)
        return 0
    methods = asked.method or [*(word for word in WORDS if word != "playouts")]
    outcomes = []
    for game, start, hidden in hidden_starts(asked.game or GAMES, asked.start):
        for method in methods:
            outcome = measured(game, hidden, start, method, asked.games)
            outcomes.append(outcome)
            print(f"  {method} {outcome.seconds:.1f} s", file=sys.stderr, flush=True)
            for line in rows_of(outcome) if asked.rows else ():
                print(line)
    found = "\n\n".join(tables(outcomes))
    print(found)
    if asked.docs:
        write("drafts", found)
    if asked.keep:
        keep(outcomes)
    return 0


def hidden_starts(games: Iterable[str], starts: Sequence[str] | None) -> Iterator[tuple[Game, str, Game]]:
    """Yield games, the id of a start of theirs, and the game without it and without sightings."""
    for name in games:
        game = load_game(CONTENT / name, "all")
        track = schedule(game)
        for start in track.starts if track else ():
            if not starts or start in starts:
                began = time.perf_counter()
                hidden = without_start(game, start, {"sightings"})
                print(f"{name} {start} hidden in {time.perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
                yield game, start, hidden


def rows_of(outcome: Outcome) -> Iterator[str]:
    """Yield a line for each unit that the hidden start or the draft has in play."""
    for unit in outcome.units:
        if any(unit.in_play):
            off = "" if unit.off is None else f", {unit.off} off"
            sure = f"a guess ({unit.guess})" if unit.open else "certain"
            yield f"{outcome.start} {outcome.method} {unit.words}{off}, {sure}"


if __name__ == "__main__":
    sys.exit(main())

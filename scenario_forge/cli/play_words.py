"""A game under way in words: what each turn brought, each event with its clause, how it ended."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from scenario_forge import api, documents
from scenario_forge import game as linking
from scenario_forge.api.at_table import Names, figure, percent, plain
from scenario_forge.cli import words
from scenario_forge.diagnostics.report import plural
from scenario_forge.game import reading
from scenario_forge.hexes import centre
from scenario_forge.simulator.terms import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.api.play import PlayedGame, Prepared
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.play import CounterInPlay
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event
    from scenario_forge.simulator.terms import Terms

MOST_NAMED = 6
"""Kinds of event that the line of a turn names."""
_TELLS_DICE = re.compile(r"\b(die|dice)\b")


class Teller(Names):
    """Log of a game in words: a line a turn; with ``log`` every event, under who decided what."""

    def __init__(self, prepared: Prepared, game: Game | None = None, *, log: bool = False) -> None:
        """Begin a log; ``game`` has the words of the victory table, to say why somebody leads."""
        super().__init__(prepared)
        self.game, self.log = game, log
        self._told = 0
        self._counted = 0
        self._turn = -1
        self._head = ""

    # -- telling ---------------------------------------------------------------------------------

    def begin(self, seed: int, players: Mapping[str, str]) -> None:
        """Print which game and scenario is played, with seed and players."""
        names = self.prepared.compiled.names
        title, scenario = (plain(names.get(key, ("",))[-1]) for key in ("game", "scenario"))
        who = ", ".join(f"{side} {name}" for side, name in players.items())
        words.say(f"{title}: {scenario}  (seed {seed}; {who})\n")

    def seen(self, match: Match) -> bool:
        """Print, before each decision, what is new, and sum up the turn that is over."""
        turn = self.prepared.play.turn(match.playout.state)
        self.print_new(match)
        if self._turn not in (-1, turn):
            self._sum_up(match)
        self._turn = turn
        return True

    def print_new(self, match: Match) -> None:
        """Print the events that were not printed yet."""
        events = match.playout.events
        self._told = min(self._told, len(events))
        if self.log:
            for start, end, head, die in self._decided(match):
                self._tell(match, events[start:end], head, die)
        self._told = len(events)

    def skip_events(self, match: Match) -> None:
        """Skip what has happened so far: the reader knows it."""
        self._told = self._counted = len(match.playout.events)

    def _decided(self, match: Match) -> Iterator[tuple[int, int, str, str]]:
        """Yield stretches of new events: from, to, who decided what, and the die."""
        marks, log, last = match.marks, match.playout.log, len(match.playout.events)
        if self._told < (marks[0] if marks else last):
            yield self._told, marks[0] if marks else last, "", ""
        for number, decision in enumerate(log):
            end = marks[number + 1] if number + 1 < len(marks) else last
            if end <= self._told:
                continue
            title = self.prepared.play.title_of(decision.step)
            if decision.decider >= 0:
                yield max(marks[number], self._told), end, f"{self.prepared.sides[decision.decider]}, {title}", ""
            else:
                dice = plain(self.prepared.play.sequence.steps[decision.step].dice(decision.action[0]))
                yield max(marks[number], self._told), end, "", f"{title}: die {dice}" if dice else ""

    def _tell(self, match: Match, events: Sequence[Event], head: str, die: str) -> None:
        lines = list(self.lines(match, events))
        if not lines:
            return
        if head and head != self._head:
            words.say(f"  -- {head}\n")
            self._head = head
        if die and not any(_TELLS_DICE.search(line) for line in lines):
            words.say(f"  {die}\n")
        for line in lines:
            words.say(f"  {line}\n")

    def lines(self, match: Match, events: Sequence[Event]) -> Iterator[str]:
        """Yield events in words, with their clauses; nothing for those that need none."""
        for told in self.prepared.play.event_texts(match.playout.state, events):
            if told.text:
                yield plain(told.text) + (f"  [{told.clause}]" if told.clause else "")

    def _sum_up(self, match: Match) -> None:
        events = match.playout.events
        counts = Counter(event.name for event in events[min(self._counted, len(events)) :])
        self._counted = len(events)
        if self.log:
            return  # every event was told
        named = [f"{name} {count}" for name, count in counts.most_common(MOST_NAMED)]
        score = self.score(match)
        words.say(f"{self.turn(self._turn):<8} {', '.join(named)}" + (f"  | {score}" if score else "") + "\n")

    def score(self, match: Match) -> str:
        """Return victory points by side; empty where the rules count none."""
        said = ", ".join(f"{side} {points}" for side, points in api.play.score_of(self.prepared, match))
        counted = self.prepared.play.counted
        return f"{said} ({counted})" if said and counted else said

    def end(self, played: PlayedGame) -> None:
        """Sum up the last turn, and print how the game ended and who leads."""
        match = played.match
        self.print_new(match)
        if match.playout.events:
            self._turn = self.prepared.play.turn(match.playout.state)
            self._sum_up(match)
        how = {"over": "the game is over", "stopped": "stopped"}.get(played.ending.ended, "broken off")
        score = self.score(match)
        decided = len(match.decisions)
        words.say(f"{how} after {plural(decided, 'decision')}" + (f"; score: {score}" if score else "") + "\n")
        if played.ending.ended != "fault":
            self.print_lead(match, over=played.ending.ended == "over")

    def print_lead(self, match: Match, *, over: bool = False) -> None:
        """Print who leads and what brings it, where the game's documents are there to say so."""
        for line in api.play.lead(self.game, self.prepared, match.playout.state, over=over) if self.game else ():
            words.say(f"{plain_line(line)}\n")


def choices_in_words(named: Sequence[str], width: int) -> str:
    """Set names in as many columns as the width holds."""
    broad = max(map(len, named), default=0) + 2
    columns = max(1, (width - 2) // broad)
    rows = [named[at : at + columns] for at in range(0, len(named), columns)]
    return "".join("  " + "".join(f"{name:<{broad}}" for name in row).rstrip() + "\n" for row in rows)


def plain_line(text: str) -> str:
    """Return text on one line as :func:`plain` does, and keep the blanks before it."""
    return text[: len(text) - len(text.lstrip(" "))] + plain(text.lstrip(" "))


MOST_RESULTS = 12
"""Rows of results that are shown of a throw."""


def terms_lines(found: Terms) -> Iterator[str]:
    """Yield the terms of a fight: each with source and clause, then every result with its chance."""
    for each in found.sums:
        yield f"{plain(each.name)} {figure(each.total)}"
        for term in each.terms:
            stands = f" ({plain(term.stands)})" if term.stands else ""
            yield f"  {figure(term.value):>6}  {plain(term.source)}{stands}" + (
                f"  [{term.clause}]" if term.clause else ""
            )
    for roll in found.rolls:
        yield plain(roll.name) + (f", {plain(roll.column)}" if roll.column else "")
        for prospect in folded(roll.prospects, MOST_RESULTS):
            yield f"  {percent(prospect.chance):>6}  {plain(prospect.result)}: {plain(prospect.effect)}"


AROUND = 3
"""Hexes that the map shows to each side of its middle."""


CELL = 12


class TerminalViews:
    """Views of a game for a player in a terminal."""

    def __init__(self, prepared: Prepared, game: Game | None) -> None:
        self.prepared, self.game = prepared, game
        self.hexes = prepared.compiled.names.get("hexes", ())
        self.names = dict(zip(prepared.compiled.places.hex, prepared.compiled.names.get("places", ()), strict=False))

    # -- places ----------------------------------------------------------------------------------

    def place(self, place: int) -> str:
        """Name a hex by its id and name, a box by its name."""
        boxes = self.prepared.compiled.names.get("boxes", ())
        if place < 0:
            return plain(boxes[-2 - place]) if 0 <= -2 - place < len(boxes) else "off the map"
        text = self.hexes[place] if place < len(self.hexes) else str(place)
        return plain(f"{text} {self.names[place]}" if place in self.names else text)

    def find(self, word: str) -> int | None:
        """Find a hex by its id or the name of a place in it."""
        wanted = word.casefold().strip()
        for hex_, name in enumerate(self.hexes):
            if name.casefold() == wanted:
                return hex_
        found = {hex_ for hex_, name in self.names.items() if hex_ >= 0 and name.casefold() == wanted}
        found = found or {h for h, name in self.names.items() if h >= 0 and name.casefold().startswith(wanted)}
        return min(found) if found and wanted else None

    # -- units -----------------------------------------------------------------------------------

    def units(self, state: State, side: int, word: str = "") -> Iterator[str]:
        """Yield a line for each counter of a side, by where it stands."""
        rows = [
            (self.place(piece.place), self.counter(piece), piece)
            for piece in self.prepared.play.pieces(state)
            if piece.side == side
        ]
        wanted = word.casefold()
        shown = [row for row in rows if wanted in f"{row[0]} {row[1]}".casefold()]
        for place, name, piece in sorted(shown, key=lambda row: (row[2].place, row[2].kind != "units")):
            strength = f"{piece.strength:>3}" if piece.strength >= 0 else "   "
            yield f"{place:<24} {strength}  {name}" + (f"  ({', '.join(piece.marks)})" if piece.marks else "")
        coming = self._coming(state, side, wanted)
        yield from coming
        if not shown and not coming:
            yield "none"

    def _coming(self, state: State, side: int, wanted: str) -> list[str]:
        """A line for each unit of a side that arrives later."""
        compiled, to_come = self.prepared.compiled, self.prepared.play.to_come(state)
        named = [
            (plain(compiled.names["units"][unit]), f"to come: {when}")
            for unit, when in to_come.items()
            if compiled.units.side[unit] == side
        ]
        return [f"{when:<24}      {name}" for name, when in named if wanted in f"{when} {name}".casefold()]

    def counter(self, piece: CounterInPlay) -> str:
        """Return the name of a unit; of a marker, its kind."""
        names = self.prepared.compiled.names.get("units", ())
        return plain(names[piece.number]) if piece.kind == "units" and piece.number < len(names) else piece.kind

    # -- the map ---------------------------------------------------------------------------------

    def map(self, state: State, middle: int, around: int = AROUND) -> Iterator[str]:
        """Draw the hexes around one: id, terrain, then units: the side's letters, counters/strength."""
        scenario = self.prepared.compiled.names["scenario"][0]
        linked = linking.hexmap.hex_map(reading.variants.on_boards(self.game, scenario)) if self.game else None
        if linked is None:
            yield "there is no map"
            return
        x0, y0 = centre(linked.grid, middle, 1.0)
        rows: dict[int, list[tuple[float, int]]] = {}
        for hex_ in range(len(linked.grid)):
            x, y = centre(linked.grid, hex_, 1.0)
            if abs(x - x0) <= around + 0.01 and abs(y - y0) <= around * 0.87 + 0.01:
                rows.setdefault(round(y * 4), []).append((x, hex_))
        stands = self._by_place(state)
        kinds = self.prepared.compiled.keys.get("terrain", ())
        left = min(x for row in rows.values() for x, _ in row)
        for _, row in sorted(rows.items()):
            upper = lower = ""
            for x, hex_ in sorted(row):
                column = round((x - left) * CELL)
                kind = kinds[self.prepared.compiled.map.terrain[hex_]] if kinds else ""
                name = f"[{self.hexes[hex_]}]" if hex_ == middle else self.hexes[hex_]
                upper = f"{upper:<{column}}{name} {kind[:3]}"
                lower = f"{lower:<{column}}{' '.join(stands.get(hex_, ()))[: CELL - 1]}"
            yield upper.rstrip()
            if lower.strip():
                yield lower.rstrip()
        yield from self._key(state, rows)

    def _by_place(self, state: State) -> dict[int, list[str]]:
        sides = self.prepared.sides
        found: dict[int, dict[int, list[int]]] = {}
        others: dict[int, list[str]] = {}
        for piece in self.prepared.play.pieces(state):
            if piece.side >= 0 and (piece.strength >= 0 or piece.kind == "units"):
                found.setdefault(piece.place, {}).setdefault(piece.side, []).append(piece.strength)
            else:
                others.setdefault(piece.place, []).append(piece.kind[0])
        letters = [side[:2].capitalize() for side in sides]
        said: dict[int, list[str]] = {}
        for place, by_side in found.items():
            said[place] = [
                f"{letters[side]}{len(s)}" + (f"/{sum(s)}" if min(s) >= 0 else "") for side, s in by_side.items()
            ]
        for place, marks in others.items():
            said.setdefault(place, []).append("".join(marks))
        return said

    def _key(self, state: State, rows: dict[int, list[tuple[float, int]]]) -> Iterator[str]:
        shown = {hex_ for row in rows.values() for _, hex_ in row}
        towns = [self.place(hex_) for hex_ in sorted(shown) if hex_ in self.names]
        if towns:
            yield f"places: {', '.join(towns)}"
        others = {p.kind for p in self.prepared.play.pieces(state) if p.strength < 0 and p.place in shown}
        others.discard("units")
        if others:
            yield "markers: " + ", ".join(f"{kind[0]} {kind}" for kind in sorted(others))

    # -- how it stands ---------------------------------------------------------------------------

    def standings(self, state: State) -> Iterator[str]:
        """Yield lines of score, places of victory, figures by side."""
        play, sides = self.prepared.play, self.prepared.sides
        points = play.score(state)
        yield "score: " + (", ".join(f"{s} {p}" for s, p in zip(sides, points, strict=False)) or "none is counted")
        for name, holder in play.holders(state).items():
            yield f"{plain(name)}: {sides[holder - 1] if holder else 'nobody'}"
        for name, values in play.measures(state).items():
            yield f"{name}: " + ", ".join(f"{s} {value}" for s, value in zip(sides, values, strict=False))

    def clause(self, name: str) -> str:
        """Return the text of a clause; empty where there is none of that id."""
        found = self.game.one("rulebook", documents.rulebook.RulebookDocument) if self.game else None
        clauses: Sequence[Any] = found[0].clauses if found else ()
        clause = next((each for each in clauses if each.id == name.strip("[]§ ")), None)
        return plain(f"{clause.title}: {clause.text}") if clause else ""

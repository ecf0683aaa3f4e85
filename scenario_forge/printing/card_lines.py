"""Lines of a set-up card: a counter to place, what must be known of it, and the signs behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.front import fronts
from scenario_forge.game.knowledge.cards import place_words
from scenario_forge.game.reading.variants import scenario_changes
from scenario_forge.game.scenarios import counts_in, describe_marks, ending, printed_start, scenarios
from scenario_forge.game.statements import quantities, text_parts
from scenario_forge.printing.brief import edges_in_words
from scenario_forge.printing.charts.tables import sections
from scenario_forge.printing.charts.victory import level_name, measure_name
from scenario_forge.printing.charts.winning import decisive_text, ledger_sections, no_longer_decisive
from scenario_forge.printing.counters.units import listed_figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.compiler.set_up import ArrivalOrDeparture, Plan
    from scenario_forge.documents.aids import AidSection
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.forces import Entry, MarkerEntry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.reading.variants import ValueChange
    from scenario_forge.printing.brief import Words


Line = dict[str, Any]
"""A line as the template reads it: no, name, size, figures, notes, marks; or a marker's name."""


@dataclass
class Signs:
    """Signs used on a card, which its foot must explain."""

    figures: bool = False
    places: bool = False
    values: bool = False
    errata: dict[str, None] = field(default_factory=dict)


class CardLines:
    """Builder of the lines of one card; remembers the signs that they carry."""

    def __init__(self, plan: Plan, words: Words) -> None:
        self.plan, self.words, self.signs = plan, words, Signs()
        self._corrected = _corrected(plan)

    def unit(self, unit: Unit, entry: Entry | None) -> Line:
        """Return the line of a unit that is placed when play begins, or would be with an option."""
        counter, token = unit.counter.counter if unit.counter else None, entry.token if entry else None
        notes = []
        if token and token.strength is not None and counter and token.strength != counter.strength:
            by_marker = counter.most_strength is None  # a unit that grows in play has its strength written down
            notes.append(self.words("strength_marker" if by_marker else "starts_at_strength", strength=token.strength))
        if token and token.spent:
            opens, closes = self._player_turns()
            first = self.plan.first_turn
            waits = self.plan.track.player_turn(first, unit.side) < opens
            notes += self._spent(unit, token.spent, first + waits, closes)
        notes += self._marks(token) if token else []
        if token and token.facing:
            notes.append(self.words("starts_facing", direction=token.facing))
        if token and token.attached is not None:
            other = self.plan.forces.find(unit.side, token.attached)
            notes.append(self.words("starts_with", no=token.attached, name=other.name if other else ""))
        return self._unit(unit, counter, entry, notes)

    def edges(self, edges: Iterable[str]) -> str:
        """Return map edges in words, as alternatives: ``west or south``."""
        return edges_in_words(self.words, edges)

    def coming(self, change: ArrivalOrDeparture) -> Line:
        """Return the line of a unit that arrives or leaves."""
        unit, token = change.unit, change.entry.token
        notes = []
        if token.strength is not None:
            notes.append(self.words("at_strength", strength=token.strength))
        if token.spent:  # units arrive when their side has moved, so that the points count in the turn after
            notes += self._spent(unit, token.spent, change.turn + 1, self._player_turns()[1])
        if token.edges:
            notes.append(self.words("arrives_at_edge", edges=self.edges(token.edges)))
        elif token.in_area:
            names = self.plan.map.area_names()
            notes.append(self.words("arrives_within", area=names.get(token.spot, token.spot)))
        elif token.spot:
            notes.append(self.words("arrives_in", place=place_words(change.entry, self.plan.map)))
        return self._unit(unit, unit.counter.counter if unit.counter else None, change.entry, notes)

    def _player_turns(self) -> tuple[int, int]:
        """Return the numbers of the first and the last player turn of the scenario."""
        plan = self.plan
        ends = ((plan.first_turn, plan.scenario.first), (plan.last_turn, plan.scenario.last))
        first, last = (plan.track.player_turn(turn, side) for turn, side in ends)
        return first, last

    def _spent(self, unit: Unit, points: int, turn: int, closes: int) -> list[str]:
        """Say in which turn points count as spent; nothing if the scenario is over before the unit could move."""
        track = self.plan.track
        moves = track.player_turn(turn, unit.side) <= closes
        return [self.words("movement_spent", points=points, turn=track.label(turn))] if moves else []

    def _unit(self, unit: Unit, counter: UnitCounter | None, entry: Entry | None, notes: list[str]) -> Line:
        if unit.counter:
            self.signs.figures |= any((unit.counter.where / key).ours for key in ("size", "strength", "movement"))
        return {
            "no": unit.no,
            "name": unit.name,
            "size": counter.size if counter else "",
            "figures": listed_figures(self.plan.game, counter) if counter else "",
            "notes": notes,
            "marks": self.mark(entry.where) if entry else "",
        }

    def marker(self, marker: MarkerEntry) -> Line:
        """Return the line of a marker that is placed when play begins."""
        found = self.plan.forces.markers.get(marker.marker)
        name = found[0].name if found else marker.marker
        if found and found[0].kind == "supply":
            name = self.words("supply_unit")
        token = marker.entry.token
        points = [] if token.strength is None else [self.words("marker_points", points=token.strength)]
        side = [self.words("marker_on_hexside", direction=token.facing)] if token.facing else []
        notes = [*points, *side, *self._marks(token)]
        return {"name": name, "marker": True, "notes": notes, "marks": self.mark(marker.entry.where)}

    def _marks(self, token: PlacementToken) -> list[str]:
        """What else a counter begins with: in the words of the language, else in those of the rules."""
        own = [self.words(f"mark_{name}", number=number) for name, number in token.marks]
        known = describe_marks(self.plan.game, token)
        keys = [f"mark_{name}" for name, _number in token.marks]
        return [said if mine == key else mine for key, mine, said in zip(keys, own, known, strict=True)]

    def works(self) -> Line:
        """Return the line of the works that a unit stands in."""
        return {"name": self.words("works"), "marker": True}

    def mark(self, where: Where) -> str:
        """Return the signs behind an entry that is not as printed."""
        marks = self._errata_at(where)
        if not marks and where.ours:
            marks = self.words("proposed_mark")
            self.signs.places = True
        return marks

    def mark_value(self, where: Where) -> str:
        """Return the signs behind a row or value that was corrected or is ours."""
        if marks := self._errata_at(where):
            return marks
        self.signs.values |= where.ours
        return self.words("proposed_mark") if where.ours else ""

    def _errata_at(self, where: Where) -> str:
        """A sign for each erratum that changed the value; the foot explains it."""
        marks = ""
        for (file, path), erratum in self._corrected.items():
            if file == where.file.name and where.path[: len(path)] == path:
                marks += self.words("corrected_mark")
                self.signs.errata[erratum] = None
        return marks

    def notes(self) -> list[str]:
        """Return notes that explain the signs, and what on the card is not the publisher's. Call after all lines."""
        words, found = self.words, []
        kinds = [("rests_strengths", self.signs.figures), ("rests_places", self.signs.places)]
        kinds += [("rests_values", self.signs.values)]
        proposed = [words(key) for key, used in kinds if used]
        if proposed:
            found.append(f"{words('proposed_note')}: {', '.join(proposed)}")
        if (self.plan.map.where / "rows").ours:
            found.append(f"{words('rests_map')}: {words('fitted_note')}")
        if self.signs.errata:
            found.append(words("corrected_note", errata=", ".join(sorted(self.signs.errata))))
        if (self.plan.scenario.where / "start").ours:
            found.append(words("scenario_note"))
        return found


def _corrected(plan: Plan) -> Mapping[tuple[str, tuple[str | int, ...]], str]:
    """Places that an erratum changed, and its id."""
    return {
        (patch.target[0], tuple(patch.target[1])): patch.erratum.id
        for patch in plan.game.patches
        if patch.target and not patch.problem
    }


# -- how a scenario ends, and what it scores and changes by itself, for its set-up cards -----------


Section = dict[str, Any]
"""A title, rows of `head`, `text`, `figure` and `marks`, and a note below them."""


def own_sections(plan: Plan, side: str, base: Game, words: Words, lines: CardLines) -> Iterator[Section]:
    """Yield the scenario's own sections: start, ending, own rows, omitted rows, changed values.

    Args:
        plan: of the game as it is in the scenario.
        side: whose card it is.
        base: the game without what the scenario changes.
        words: the game's.
        lines: of the card, which remember the signs that they carry.
    """
    yield from _begun(plan, side, lines)
    yield from _levels(plan, words, lines)
    yield from _scored(plan, words, lines)
    yield from _of_ledger(plan, words, lines)
    yield from _left_out(plan, words, lines)
    yield from _changed(plan, base, words, lines)


def _of_start(plan: Plan, side: str) -> Iterator[tuple[AidSection, Where]]:
    """Sections of aids.yaml that the card of a side has for the scenario and the start date that it begins as."""
    for section, where in sections(plan.game, "setup-card", side):
        if section.scenarios and plan.scenario.id not in section.scenarios:
            continue
        if not section.starts or printed_start(plan.game, plan.scenario.id) in section.starts:
            yield section, where


def _replaced(plan: Plan, text: str) -> bool:
    """Whether a line without quantities says who holds what, and the scenario's own `control:` says it otherwise."""
    held = [each.name for each in fronts(plan.game).stated_control.get(plan.scenario.id, ())]
    return bool(held) and not list(quantities(text)) and all(name in text for name in held)


def _begun(plan: Plan, side: str, lines: CardLines) -> Iterator[Section]:
    """Sections of aids.yaml for the cards of the start date that it begins as."""
    named, taken = plan.scenario.begins_as, plan.scenario.where / "begins_as"
    for section, where in _of_start(plan, side):
        rows = [
            {
                "head": line.head,
                "text": "".join(piece.text for piece in text_parts(plan.game, line.text)),
                "figure": "",
                "marks": lines.mark_value(taken if section.starts and named else where / "lines" / number),
            }
            for number, line in enumerate(section.lines)
            if line.side in (None, side) and not _replaced(plan, line.text)
        ]
        if rows:  # a section of charts alone is for the other sheets
            yield {"title": section.title, "rows": rows, "notes": []}


def _levels(plan: Plan, words: Words, lines: CardLines) -> Iterator[Section]:
    """The levels of victory by which it ends, and the victories that end it at once."""
    linked, names = ending(plan.game), plan.game.side_names
    found = linked.of_scenario(plan.scenario.id)
    if found:
        known = scenarios(plan.game).scenarios
        whose = [known[id_].where.ours for id_ in found.levels.scenarios if id_ in known]
        ours = plan.scenario.where if whose and all(whose) else None  # a list for our scenarios alone is ours
        rows = [
            {
                "head": names.get(level.side, level.side) if level.side else words("card_draw"),
                "text": level_name(plan.game, level),
                "figure": level.range,
                "marks": lines.mark_value(ours or found.where / "levels" / number / "range"),
            }
            for number, level in enumerate(found.levels.levels)
        ]
        yield {"title": words("card_levels"), "rows": rows, "notes": [measure_name(plan.game, words, found.levels)]}
    sudden = [(each, at) for each, at in linked.sudden if counts_in(each.scenarios, plan.scenario.id)]
    if sudden:
        rows = [
            {
                "head": names.get(each.side, each.side),
                "text": " ".join(each.text.split()),
                "figure": "",
                "marks": lines.mark_value(at / "text"),
            }
            for each, at in sudden
        ]
        yield {"title": words("card_sudden"), "rows": rows, "notes": []}


def _scored(plan: Plan, words: Words, lines: CardLines) -> Iterator[Section]:
    """Rows that it scores at its stop, of both sides: each must know what the other plays for."""
    scenario, names = plan.scenario, plan.game.side_names
    groups = [row.group for row in scenario.document.victory]
    rows = [
        {
            "head": names.get(row.side, row.side),
            "text": " ".join(row.text.split()),
            "figure": words("card_each", points=row.points) if row.each else str(row.points),
            "marks": lines.mark_value(scenario.where / "victory" / number),
        }
        for number, row in enumerate(scenario.document.victory)
    ]
    if rows:
        note = [words("victory_best_of")] if any(group and groups.count(group) > 1 for group in groups) else []
        stop = plan.track.label(plan.last_turn)
        order = list(names.values())
        rows.sort(key=lambda row: order.index(row["head"]) if row["head"] in order else len(order))
        yield {"title": words("scored_at_stop", stop=stop), "rows": rows, "notes": note}


def _of_ledger(plan: Plan, words: Words, lines: CardLines) -> Iterator[Section]:
    """Rows of the ledger that count in some scenarios alone, and in this one."""
    own = [
        (row, lines.mark_value(where / "points"))
        for row, where in ending(plan.game).ledger
        if plan.scenario.id in row.scenarios
    ]
    yield from ledger_sections(plan, words, own)


def _left_out(plan: Plan, words: Words, lines: CardLines) -> Iterator[Section]:
    """Rows of the printed table that are not scored in it."""
    found = plan.game.one("victory", VictoryDocument)
    known = {row.id: row for row in found[0].objectives} if found else {}
    names, where = plan.game.side_names, plan.scenario.where / "without"
    rows = [
        {
            "head": names.get(known[id_].side, known[id_].side),
            "text": f"{plan.track.stops[known[id_].stop].date.label}: {' '.join(known[id_].text.split())}",
            "figure": "",
            "marks": lines.mark_value(where / number),
        }
        for number, id_ in enumerate(plan.scenario.document.without)
        if id_ in known and known[id_].stop in plan.track.stops
    ]
    if rows:
        yield {"title": words("not_scored"), "rows": rows, "notes": []}


def _changed(plan: Plan, base: Game, words: Words, lines: CardLines) -> Iterator[Section]:
    """Values of other components that are others in it; what is its own is shown as it is already."""
    scenario = scenarios(base).scenarios.get(plan.scenario.id)
    nothing, named, described = words("change_nothing"), _named_at_start(plan), _has_own_sections(plan)
    rows = [
        {
            "head": "",
            "text": _place_in_words(plan, each, named),
            "figure": words("change_value", now=each.now or nothing, was=each.was or nothing),
            "marks": lines.mark_value(each.where),
        }
        for each in (scenario_changes(base, scenario) if scenario else ())
        if each.file != plan.scenario.where.file.name and each.quantity not in named and not each.structured
        if each.where.ours or not described
    ]
    rows += [
        {
            "head": plan.game.side_name(row.side),
            "text": decisive_text(plan, words, row),
            "figure": words("no_end"),
            "marks": "",
        }
        for row in no_longer_decisive(plan, base)
    ]
    if rows:
        yield {"title": words("changed_here"), "rows": rows, "notes": [words("changed_note")]}


def _has_own_sections(plan: Plan) -> bool:
    """Whether the cards have sections for this scenario alone: these describe what the printed game changes in it."""
    return any(section.scenarios for side in plan.game.side_names for section, _where in _of_start(plan, side))


def _named_at_start(plan: Plan) -> dict[str, str]:
    """Quantities that the cards of both sides name for the start, each with the head of its line."""
    return {
        quantity.name: line.head
        for side in plan.game.side_names
        for section, _where in _of_start(plan, side)
        if section.starts
        for line in section.lines
        for quantity in quantities(line.text)
    }


def _place_in_words(plan: Plan, change: ValueChange, named: Mapping[str, str]) -> str:
    """Return the place of a changed value; of one beside those that the cards name, by their head: ``Fort, 2009``."""
    group, _dot, key = change.quantity.rpartition(".")
    head = next((head for name, head in named.items() if group and name.rpartition(".")[0] == group), "")
    found = plan.map.find(key) if head else None
    hex_ = found.hex if found else None
    names = [place.name for place, at, _where in plan.map.places.values() if hex_ is not None and at == hex_]
    where = key if hex_ is None else " ".join([plan.map.name(hex_), *names[:1]])
    return f"{head}, {where}" if head else change.place

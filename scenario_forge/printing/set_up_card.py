"""Set-up cards with their small maps: one side of one scenario, by hex from west to east.

Plain data and words made from the plan; the template lays them out.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.set_up import plan as set_up
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.drafts.evidence import at_turn, evidence, same_place
from scenario_forge.game.front import starting_holders
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import saved_at
from scenario_forge.game.scenarios import scenarios as linked_scenarios
from scenario_forge.hexes import centre
from scenario_forge.printing.brief import Brief, Job, PrintedDocument, end_words, length_words, ranges
from scenario_forge.printing.card_lines import CardLines, own_sections
from scenario_forge.printing.charts.tables import option_name
from scenario_forge.printing.counters.units import figures_title, listed_figures
from scenario_forge.printing.fonts import width_of
from scenario_forge.printing.map.small import Backdrop, front_of, hexes_held, hexes_open, small_map
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.typeset import in_fewest_pages, typeset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.compiler.set_up import ArrivalOrDeparture, PlacedUnit, Plan
    from scenario_forge.game.forces import Entry, MarkerEntry, Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Words
    from scenario_forge.printing.card_lines import Line


NAME = "setup-card"
_DIGIT = re.compile(r"\d")
_SMALLER = (0.95, 0.9)
"""Type sizes that are tried where they save a page."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield a card for each side of each scenario."""
    sides = brief.game.about.sides if brief.game.about else []
    known = linked_scenarios(brief.game).scenarios
    for scenario in scenarios:
        for side in sides:
            title = f"{known[scenario].document.title if scenario in known else scenario}, {side.name}"
            file = brief.file(NAME, scenario, side.id)
            yield Job(NAME, file, title, partial(_make, brief, scenario, side.id))


def _make(brief: Brief, scenario: str, side: str) -> PrintedDocument:
    planned = set_up(with_scenario(brief.game, scenario), scenario)
    data = set_up_card(planned, side, brief.words, brief.palette, brief.game)
    title = f"{data['game']}: {data['title']}, {data['side']}, {data['set_up']}"
    drawing = data.pop("map")
    page = brief.page(title) | data
    # in large print only the cards' own type size will do
    smaller = () if brief.profile.type > 1 else _SMALLER

    def made(squeeze: float) -> bytes:
        return typeset("set-up-card.typ", page | {"squeeze": squeeze}, {"map": drawing})

    return PrintedDocument(in_fewest_pages(made, smaller))


Section = dict[str, Any]
"""A title, and either parts (a head and lines each), a text of set-up numbers, names, or rows (see `own`)."""


def set_up_card(
    plan: Plan,
    side: str,
    words: Words,
    palette: Palette | None = None,
    base: Game | None = None,
    lines: CardLines | None = None,
) -> dict[str, Any]:
    """Return everything on one side's card but its foot, as plain data; `map` is a drawing.

    Args:
        plan: of the game as it is in the scenario.
        side: whose card it is.
        words: the game's.
        palette: colours; those of the default profile unless given.
        base: the game without what the scenario changes.
        lines: those of several cards whose signs are explained together.
    """
    return _Card(lines or CardLines(plan, words), side, palette or Palette(Profile()), base or plan.game).data()


class _Card:
    """One side's card while it is put together."""

    def __init__(self, lines: CardLines, side: str, palette: Palette, base: Game) -> None:
        self.base, self.side, self.lines = base, side, lines
        plan = self.plan = lines.plan
        self.words = lines.words
        mine = [p for p in plan.placed if p.unit.side == side]
        self.placed = [p for p in mine if plan.in_play(p.unit)]
        self.optional = [p for p in mine if not plan.in_play(p.unit)]
        self.changes = [c for c in plan.changes if c.unit.side == side and plan.in_play(c.unit)]
        self.markers = [m for m in plan.markers if m.side == side]
        self.brief, self.accent = Brief(plan.game, palette.profile), palette.accent(plan.game, side)
        self.held = {side: [], **hexes_held(plan)}
        self.open = hexes_open(plan)
        self.front, self.drawn = front_of(plan)

    def data(self) -> dict[str, Any]:
        plan, words, track = self.plan, self.words, self.plan.track
        groups, sections = self._groups(), self._sections()
        title = figures_title(self.brief)
        star = words("proposed_mark") if title and self.lines.signs.figures else ""
        return {
            "title": plan.scenario.document.title,
            "game": plan.game.title,
            "side": plan.game.side_name(self.side),
            "dates": plan.scenario.document.dates
            or " – ".join(dict.fromkeys(map(track.label, (plan.first_turn, plan.last_turn)))),
            "accent": self.accent,
            "errata": self._errata(),
            "facts": self._facts(),
            "tick": words("set_up_tick"),
            "set_up": words("set_up_title"),
            "groups_title": words("set_up_by_hex"),
            "figures_title": title + star,
            "figures_wide": self._figures_wide(),
            "groups": groups,
            "sections": sections,
            "totals": self._totals(),
            "notes": self.lines.notes(),
            "key": self._key(),
            "map": self._map(),
        }

    def _figures_wide(self) -> float:
        """Return the width of the widest figures of the side, in sizes of their type; each digit is as wide as 0."""
        units = [unit.counter.counter for unit in self.plan.forces.sides[self.side].units if unit.counter]
        return max(
            (width_of(_DIGIT.sub("0", listed_figures(self.plan.game, unit)), 1.0) for unit in units), default=0.0
        )

    def _errata(self) -> str:
        """``errata: all v1.0``: which corrections of which edition the card is made with."""
        game = self.plan.game
        edition = game.about.edition if game.about else ""
        errata = (
            game.errata if any(each.errata for each, _where in game.documents("errata", ErrataDocument)) else "none"
        )
        return self.words("card_errata", errata=errata, edition=edition)

    def _facts(self) -> list[str]:
        """The lines at the head of the card: first and last player turn, length, optional rules."""
        plan, words, track = self.plan, self.words, self.plan.track
        first = end_words(words, plan.game, track, plan.scenario, "first", track.label(plan.first_turn))
        last = end_words(words, plan.game, track, plan.scenario, "last", track.label(plan.last_turn))
        length = length_words(words, track, plan.scenario.player_turns(track) or 0)
        listed = [
            rule.id for document, _where in plan.game.documents("options", OptionsDocument) for rule in document.options
        ]
        order = sorted(plan.options, key=lambda option: (option not in listed, [*listed, option].index(option)))
        chosen = [option_name(plan.game, option) for option in order]
        return [first, last, length, *([words("optional_rules", rules=", ".join(chosen))] if chosen else [])]

    # -- on the map ----------------------------------------------------------------------------

    def _groups(self) -> list[dict[str, Any]]:
        """A group for each hex, from west to east, then from north to south."""
        grid = self.plan.map.grid
        rows: dict[int, list[Line]] = {}
        for placed in self.placed:
            if placed.entry and placed.entry.hex is not None:
                rows.setdefault(placed.entry.hex, []).append(self.lines.unit(placed.unit, placed.entry))
        for placed in self.placed:
            if placed.entry and placed.entry.hex is not None and placed.entry.token.in_works:
                rows[placed.entry.hex].append(self.lines.works())
        for marker in self.markers:
            if marker.entry.hex is not None:
                rows.setdefault(marker.entry.hex, []).append(self.lines.marker(marker))
        order = sorted(rows, key=lambda h: (round(centre(grid, h, 1.0)[0], 6), h))
        names = {at: place.name for place, at, _where in reversed(self.plan.map.places.values())}
        return [{"hex": grid.ids[h], "place": names.get(h, ""), "lines": rows[h]} for h in order]

    # -- off the map, later, never -------------------------------------------------------------

    def _sections(self) -> list[Section]:
        words, placed = self.words, self.placed
        reserve = [self.lines.unit(p.unit, p.entry) for p in placed if p.state == "reserve"]
        others = stand_ins(self.plan, placed)
        aside = {c.unit.key for c in self.changes} | {p.unit.key for p in others}
        return [
            *own_sections(self.plan, self.side, self.base, words, self.lines),
            *self._open(),
            *self._boxes(),
            *self._control(),
            *saved_points(self.plan, self.side, words, self.lines),
            *_section(words("reserve"), {"": reserve}),
            *_section(words("stand_ins"), {"": [self.lines.unit(p.unit, p.entry) for p in others]}),
            *self._optional(),
            *_section(words("reinforcements"), self._by_turn("arrives")),
            *_section(words("withdrawals"), self._by_turn("leaves")),
            *_numbers(words("eliminated"), [p.unit for p in placed if p.state == "eliminated"]),
            *_numbers(words("set_aside"), [p.unit for p in placed if p.state == "absent" and p.unit.key not in aside]),
            *self._of_system(),
            *self._sources(),
        ]

    def _of_system(self) -> list[Section]:
        """What the rule system adds, such as the force of which the units are."""
        game, scenario = self.plan.game, self.plan.scenario.id
        texts = game.system.card_texts(game, scenario, self.side, self.words) if game.system else ()
        return [{"title": title, "names": text} for title, text in texts]

    def _sources(self) -> list[Section]:
        """The sightings that put units where the card has them, where the print profile asks for them."""
        if not self.brief.profile.sources:
            return []
        seen = at_turn(evidence(self.base), self.plan.first_turn, "at")
        found = []
        for placed in self.placed:
            here = placed.entry.location if placed.entry else None
            known = [each for each in seen.get(placed.unit.key, ()) if here is not None and same_place(each, here)]
            found += [f"{placed.unit.no} {placed.unit.name}: {known[0].words}"] if known else []
        return [{"title": self.words("sources"), "names": "; ".join(found)}] if found else []

    def _open(self) -> list[Section]:
        """Units that start in an area, at an edge of the map, or with another unit."""
        found: dict[str, list[Line]] = {}
        for placed in self.placed:
            if placed.entry is not None and placed.entry.kind in ("within", "enters", "attached", "free"):
                line = self.lines.unit(placed.unit, placed.entry)
                found.setdefault(self._open_title(placed.entry), []).append(line)
        return [section for title, rows in found.items() for section in _section(title, {"": rows})]

    def _open_title(self, entry: Entry) -> str:
        words, token, names = self.words, entry.token, self.plan.map.area_names()
        if entry.kind == "within":
            return words("start_within", area=names.get(token.place, token.place))
        if entry.kind == "enters":
            return words("start_enters", edges=self.lines.edges(token.edges))
        if entry.kind == "free":
            return words("start_free", areas=", ".join(names[area] for area in self.plan.map.areas_of(self.side)))
        return words("start_attached")

    def _boxes(self) -> list[Section]:
        found: dict[str, list[Line]] = {}
        for placed in self.placed:
            location = placed.entry.location if placed.entry else None
            if location and location.box:
                found.setdefault(location.box, []).append(self.lines.unit(placed.unit, placed.entry))
        for marker in self.markers:
            location = marker.entry.location
            if location and location.box:
                found.setdefault(location.box, []).append(self.lines.marker(marker))
        names = self.plan.map.boxes
        return [
            s for b, rows in found.items() for s in _section(self.words("set_up_box", box=names[b].name), {"": rows})
        ]

    def _control(self) -> list[Section]:
        """Places that the side controls when play begins, where the game says so."""
        found = [
            name + (self.lines.mark(where) if where else "")
            for name, (side, where) in starting_holders(self.plan.game, self.plan.scenario).items()
            if side == self.side
        ]
        return [{"title": self.words("control_at_start"), "names": ", ".join(found)}] if found else []

    def _optional(self) -> list[Section]:
        """Units that an optional rule would bring into play, with where or when that would be."""
        found: dict[str, dict[str, list[Line]]] = {}
        dated = self._dated()
        for placed in self.optional:
            change, spot = dated.get(placed.unit.key), self._spot(placed.entry)
            rows = found.setdefault(placed.option or "", {})
            if spot:
                rows.setdefault(spot, []).append(self.lines.unit(placed.unit, placed.entry))
            elif change:
                rows.setdefault(self.plan.track.label(change.turn), []).append(self.lines.coming(change))
        title = self.words
        return [
            s
            for o, rows in found.items()
            for s in _section(title("optional_units", rule=option_name(self.plan.game, o)), rows)
        ]

    def _dated(self) -> dict[UnitKey, ArrivalOrDeparture]:
        """The first arrival of each unit, in play or not."""
        return {c.unit.key: c for c in reversed(self.plan.changes) if c.kind == "arrives"}

    def _spot(self, entry: Entry | None) -> str:
        location = entry.location if entry else None
        if location is None:
            return ""
        return self.plan.map.boxes[location.box].name if location.box else self.plan.map.name(location.hex)

    def _by_turn(self, kind: str) -> dict[str, list[Line]]:
        turns: dict[int, list[ArrivalOrDeparture]] = {}
        for change in self.changes:
            if change.kind == kind:
                turns.setdefault(change.turn, []).append(change)
        label = self.plan.track.label
        return {label(turn): [self.lines.coming(c) for c in changes] for turn, changes in sorted(turns.items())}

    # -- totals, key, map ----------------------------------------------------------------------

    def _totals(self) -> list[str]:
        words = self.words
        on = [p for p in self.placed if p.entry and p.entry.hex is not None]
        extra = sum(1 for p in self.optional if p.entry and p.entry.hex is not None)
        works = sum(1 for p in on if p.entry and p.entry.token.in_works)
        parts = [self._units(len(on), extra)] if on or extra else []
        parts += self._counts(works, on_map=True)
        found = [words("on_map_total", counts=", ".join(parts))] if parts else []
        for key, kinds in (("open_total", ("within", "free", "attached")), ("enter_total", ("enters",))):
            count = sum(1 for p in self.placed if p.entry and p.entry.kind in kinds)
            found += [words(key, counts=words.count("one_unit", "some_units", count))] if count else []
        off = sum(1 for p in self.placed if p.entry and p.entry.location and p.entry.location.box)
        parts = [words.count("one_unit", "some_units", off)] if off else []
        parts += self._counts(0, on_map=False)
        found += [words("off_map_total", counts=", ".join(parts))] if parts else []
        there = {p.unit.key for p in self.placed if self._spot(p.entry)}
        comings = [c.unit.key for c in self.changes if c.kind == "arrives"]
        arriving = len(set(comings) - there)  # a unit that leaves and comes back is one unit
        returning = len(comings) - arriving
        later = sum(not self._spot(p.entry) and p.unit.key in self._dated() for p in self.optional)
        parts = [self._units(arriving, later)] if arriving or later else []
        parts += [words("some_return", count=returning)] if returning else []
        return [*found, *([words("arrive_total", counts=", ".join(parts))] if parts else [])]

    def _units(self, count: int, optional: int) -> str:
        """How many units, and how many of options more: ``25 units (+3 optional)``."""
        units = self.words.count("one_unit", "some_units", count)
        return units + (f" ({self.words('some_optional', count=optional)})" if optional else "")

    def _counts(self, works: int, *, on_map: bool) -> list[str]:
        """Markers by kind where the words have `some_KIND`, then those of other kinds, then works."""
        words, kinds = self.words, [self._kind(m) for m in self.markers if (m.entry.hex is not None) == on_map]
        game = self.plan.game
        rule = game.system.works(game) if game.system else None
        others = [kind for kind in kinds if rule is None or not rule.sign or kind != rule.marker]
        works += len(kinds) - len(others)
        named = [kind for kind in dict.fromkeys(others) if f"some_{kind}" in words.words]
        parts = [words(f"some_{kind}", count=others.count(kind)) for kind in named]
        rest = sum(kind not in named for kind in others)
        parts += [words.count("one_marker", "some_markers", rest)] if rest else []
        return [*parts, *([words.count("one_works", "some_works", works)] if works else [])]

    def _kind(self, marker: MarkerEntry) -> str:
        found = self.plan.forces.markers.get(marker.marker)
        return found[0].kind if found else ""

    def _key(self) -> list[dict[str, Any]]:
        enemies = [side for side in self.plan.forces.sides if side != self.side]
        name, names = self.plan.game.side_name(self.side), ", ".join(map(self.plan.game.side_name, enemies))
        found = {
            "own": self.words("map_key_own", side=name) if self.held[self.side] else "",
            "other": self.words("map_key_other", side=names) if any(self.held[side] for side in enemies) else "",
            "own_area": self.words("map_key_area", side=name) if self.open[self.side] else "",
            "other_area": self.words("map_key_area", side=names) if any(self.open[side] for side in enemies) else "",
            "front": self.words("map_key_front_drawn" if self.drawn else "map_key_front") if self.front else "",
        }
        return [{"sign": sign, "text": text} for sign, text in found.items() if text]

    def _map(self) -> str:
        counts = dict.fromkeys(self.held[self.side], 0)
        for placed in self.placed:
            if placed.entry and placed.entry.hex is not None:
                counts[placed.entry.hex] += 1
        others = [hex_ for side, hexes in self.held.items() if side != self.side for hex_ in hexes]
        own = dict(sorted(counts.items()))
        open_to_others = [hex_ for side, hexes in self.open.items() if side != self.side for hex_ in hexes]
        behind = Backdrop(self.front, self.open[self.side], open_to_others)
        return small_map(self.brief, self.plan.map, own, others, self.accent, behind)


def _section(title: str, rows: dict[str, list[Line]]) -> list[Section]:
    parts = [{"head": head, "lines": lines} for head, lines in rows.items() if lines]
    return [{"title": title, "parts": parts}] if parts else []


def _numbers(title: str, units: Iterable[Unit]) -> list[Section]:
    listed = [*units]
    rows = [
        {"no": unit.no, "name": unit.name, "size": unit.counter.counter.size if unit.counter else ""} for unit in listed
    ]
    text = ranges(unit.no for unit in listed)
    return [{"title": title, "text": text, "units": rows}] if text else []


# -- what a scenario with its own start says of it, on a card --------------------------------------


def saved_points(plan: Plan, side: str, words: Words, lines: CardLines) -> list[dict[str, Any]]:
    """Return a section with the points that the side has saved; none where it has none."""
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    found = [
        words("saved_points", title=rules.pools[saved.pool].title, points=saved.points) + lines.mark(saved.where)
        for saved in saved_at(plan.game, plan.scenario.id)
        if rules and saved.side == side and saved.points
    ]
    return [{"title": words("saved_at_start"), "names": ", ".join(found)}] if found else []


def stand_ins(plan: Plan, placed: Iterable[PlacedUnit]) -> list[PlacedUnit]:
    """Return the units that were withdrawn in another's place, and come back instead of it."""
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    named = {name for name, mark in rules.marks.items() if mark.names_unit} if rules else set()
    gone = [p for p in placed if p.state == "absent" and p.entry]
    return [p for p in gone if p.entry and named.intersection(name for name, _number in p.entry.token.marks)]

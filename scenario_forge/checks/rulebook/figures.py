"""DGM: figures against the rules: sides apart, stacks, adjacent steps, enemies attacked, letters, throws."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import hexes_with
from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.quantities import WORDS, numbers
from scenario_forge.checks.rulebook.scenes import DGM007, layouts
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.base import slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import DiagramsDocument, ExamplesDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.place import rule_name
from scenario_forge.game.statements import statements
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.supply import weight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.rulebook.scenes import FigureLayout, FigurePath, FigureUnit
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Diagram, Fight
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import ZonesOfControl
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
DGM001 = CODES.error(
    "DGM001",
    "figure-with-enemies-in-one-hex",
    "{one} and {other} are both in {hex}: opposing units never share a hex",
)
DGM002 = CODES.error(
    "DGM002",
    "figure-with-too-heavy-a-stack",
    "the stack in {hex} weighs {weight}, the limit is {limit}: {units}",
)
DGM003 = CODES.error("DGM003", "figure-way-jumps", "the {what} jumps from {here} to {there}, which is not adjacent")
DGM004 = CODES.error(
    "DGM004",
    "figure-attack-on-nobody",
    from_nobody="there is no unit in {hex} to attack from there",
    on_nobody="there is no unit in {hex} to attack",
    on_friends="{unit} in {hex} is on the same side as {attacker}",
    of_friends="{unit} and {target} are on the same side",
    not_adjacent="{unit} attacks {target}, which is not adjacent",
    not_drawn="{unit} attacks {target}, but no attack is drawn from {start} to {end}",
    not_there="{unit} fights in the text below the figure, but is not in the figure",
    counted_twice="{unit} is counted twice",
)
DGM005 = CODES.error("DGM005", "figure-with-a-unit-twice", "{unit} is both in {first} and in {hex}")
DGM006 = CODES.error(
    "DGM006",
    "figure-zone-of-nobody",
    "{hex} is drawn in a zone of control, but no {side} combat unit that exerts one is adjacent",
)
DGM008 = CODES.error("DGM008", "throw-of-no-die", "{chart} has no row for {what} {die}")
DGM009 = CODES.error(
    "DGM009",
    "figure-move-against-the-rules",
    from_nobody="there is no unit in {hex} to {kind} from there",
    onto_enemies="{unit} is in {hex}, where {move} goes",
    through_zone="a move that enters the enemy zone at {hex} stops there, but this one goes on",
    starts_elsewhere="{unit} should start from {first}, but is in {hex}",
    starts_nowhere="{unit} should start from {first}, but is nowhere in the figure",
)
DGM011 = CODES.error(
    "DGM011",
    "figure-modifier-unlike-chart",
    "the figure counts {here} for {what}; the chart has {there}",
)
DGM012 = CODES.error(
    "DGM012",
    "figure-zone-incomplete",
    "{hex}, next to {unit}, is not drawn in its zone of control; the other hexes are",
)


_LETTER = re.compile(r"(?<![\w'’-])[A-Za-z](?![\w'’-]|\.[A-Za-z])")
_OTHER = re.compile(
    r"\b(?:appendix|case|category|chart|class|column|example|figure|grade|group|map|note|part|phase|row|section|sheet"
    r"|step|table|type) \Z",
    re.IGNORECASE,
)
"""Behind these a letter is the name of something else than a hex: Table C."""
_AFTER_A_WORD = re.compile(r"\w,? $")


def positions(game: Game) -> Iterator[Diagnostic]:
    """Report enemies in one hex, a unit placed twice, and stacks over the limit."""
    rule = game.system.stacking(game) if game.system else None
    for layout in layouts(game):
        yield from _twice(layout)
        by_hex: dict[int, list[FigureUnit]] = {}
        for piece in layout.pieces:
            by_hex.setdefault(piece.hex, []).append(piece)
        for hex_, pieces in by_hex.items():
            first = pieces[0]
            enemy = next((p for p in pieces if p.counter.side != first.counter.side), None)
            if enemy is not None:
                finding = DGM001.at(enemy.where, one=first.name, other=enemy.name, hex=layout.name(hex_))
                yield finding.also(first.where, "the other side")
            elif rule is not None:
                weights = [_weight(game, piece) for piece in pieces]
                if sum(weights) > rule.limit:
                    listed = ", ".join(f"{p.name} {w}" for p, w in zip(pieces, weights, strict=True) if w)
                    at = next(p for n, p in enumerate(pieces) if sum(weights[: n + 1]) > rule.limit).where
                    finding = DGM002.at(at, hex=layout.name(hex_), weight=sum(weights), limit=rule.limit, units=listed)
                    yield finding.under(rule.rule)


def steps(game: Game) -> Iterator[Diagnostic]:
    """Report arrows and paths that leave a hex out."""
    for layout in layouts(game):
        for way in layout.ways:
            for (one, _), (other, at) in itertools.pairwise(way.hexes) if way.whole else ():
                if one == way.stops_at:
                    break  # what lies beyond is not gone
                if not layout.adjacent(one, other):
                    what = "path" if way.kind == "path" else f"arrow ({way.kind})"
                    yield DGM003.at(at, here=layout.name(one), there=layout.name(other), what=what)


def attacks(game: Game) -> Iterator[Diagnostic]:
    """Report attacks that start from nobody or strike nobody."""
    for layout in layouts(game):
        yield from wrong_attacks(layout) if not layout.vague else ()


def moves(game: Game) -> Iterator[Diagnostic]:
    """Report moves that start from nobody, end on enemies, or go on in an enemy zone that is drawn."""
    for layout in layouts(game):
        ends = {way.hexes[-1][0] for way in layout.ways if way.whole and way.kind in _MOVES}
        for way in layout.ways:
            if way.kind not in _MOVES or not way.whole or layout.diagram is None or layout.vague:
                continue
            start, at = way.hexes[0]
            movers = layout.at(start)
            if not movers and layout.pieces and start not in ends | layout.marker_hexes:
                yield DGM009.at(at, "from_nobody", hex=layout.name(start), kind=way.kind)
            elif movers and not way.barred:
                yield from _way(layout, way, movers[0].counter.side)


def zones(game: Game) -> Iterator[Diagnostic]:
    """Report hexes in the zone of a side none of whose units is near."""
    rule = game.system.zones(game) if game.system else None
    without = rule.without if rule is not None else frozenset()
    for layout in layouts(game) if rule is not None else ():
        alone: dict[Path, list[tuple[str, int, Where]]] = {}
        for side, hex_, at in layout.zones if not layout.vague else ():
            own = [p for p in layout.pieces if p.counter.side == side and p.counter.type not in without]
            if not any(layout.adjacent(piece.hex, hex_) for piece in own):
                alone.setdefault(at.path[:-1], []).append((side, hex_, at))
        if not alone and rule is not None:
            yield from _left_out(layout, rule)
        for several in alone.values():
            side, hex_, at = several[0]
            others = [layout.name(other) for _, other, _ in several[1:]]
            finding = DGM006.at(at, side=side, hex=layout.name(hex_))
            yield finding.note(f"nor next to {', '.join(others)}") if others else finding


def _left_out(layout: FigureLayout, rule: ZonesOfControl) -> Iterator[Diagnostic]:
    """A hex next to a unit most of whose zone is drawn, but not this one; it may hold a unit.

    Only a hex that the figure shows and that a zone reaches into counts.
    """
    drawn: dict[str, dict[int, Where]] = {}
    linked = layout.linked
    closed, no_zones_from = hexes_with(linked, rule.not_into), hexes_with(linked, rule.not_out_of)
    for side, hex_, at in layout.zones:
        drawn.setdefault(side, {})[hex_] = at
    for piece in layout.pieces:
        own = drawn.get(piece.counter.side)
        if not own or piece.counter.type in rule.without or piece.hex in no_zones_from:
            continue
        around = [h for h in linked.ways[piece.hex] if h in layout.extent and linked.passable[h] and h not in closed]
        absent = [hex_ for hex_ in around if hex_ not in own and not layout.at(hex_)]
        if len(absent) == 1 and len(around) > ENOUGH:
            near = next(own[hex_] for hex_ in around if hex_ in own)
            where = near._replace(path=near.path[:-1])
            finding = DGM012.at(where, hex=layout.name(absent[0]), unit=piece.name)
            yield finding.also(piece.where, "the unit")
            return


def captions(game: Game) -> Iterator[Diagnostic]:
    """Report captions that count units at a letter wrongly (`C a brigade and two regiments`), and wrong sums."""
    counters = game.one("counters", CountersDocument)
    sizes = {size.name.casefold(): size.id for size in counters[0].sizes} if counters else {}
    for layout in layouts(game):
        if layout.diagram is None or layout.vague:
            continue
        for part in re.split(r"[;.]", layout.diagram.caption):
            yield from _counted(layout, part, sizes)
        for line, at in layout.where.each("lines", layout.diagram.lines):
            yield from _added(line, at)


def _counted(layout: FigureLayout, part: str, sizes: dict[str, str]) -> Iterator[Diagnostic]:
    match = re.match(r"\s*([A-Z])(?: holds| has)? (?=an? |two |three |four |five |six )", part)
    hexes = [hex_ for hex_, letter in layout.letters.items() if match and letter == match[1]]
    if match is None or len(hexes) != 1:
        return
    there = Counter(piece.counter.size for piece in layout.at(hexes[0]))
    for word, noun in re.findall(r"(?i)\b(an?|[a-z]+) (?=([a-z]+)\b)", part[match.end() :]):
        size = sizes.get(noun.casefold()) or sizes.get(noun.casefold().removesuffix("s"))
        count = 1 if word.casefold() in ("a", "an") else WORDS.get(word.casefold(), 0)
        if size and count and there[size] != count:
            counted = {"number": word, "noun": noun, "letter": match[1], "drawn": there[size]}
            finding = DGM007.at(layout.where / "caption", "units_at", **counted)
            for piece in layout.at(hexes[0]):
                finding = finding.also(piece.where, piece.counter.size)
            yield finding
            return


def _added(line: str, at: Where) -> Iterator[Diagnostic]:
    head, colon, rest = line.partition(":")
    total = [said.value for said in numbers(head)]
    parts = [said.value for said in numbers(rest)]
    if colon and re.search(r"\bresult of\b", head) and len(total) == 1 and len(parts) > 1 and sum(parts) != total[0]:
        yield DGM007.at(at, "parts", sum=sum(parts), total=total[0])


def letters(game: Game) -> Iterator[Diagnostic]:
    """Report letters of captions that no hex has, and letters of hexes that no text explains."""
    for document, where in game.documents("diagrams", DiagramsDocument):
        for diagram, at in where.each("diagrams", document.diagrams):
            yield from _letters(diagram, at)
    for layout in layouts(game):
        if layout.diagram is None:
            yield from _of_path(layout)


def throws(game: Game) -> Iterator[Diagnostic]:
    """Report throws for which the chart has no row."""
    charts = tables(game).charts
    for document, where in game.documents("diagrams", DiagramsDocument):
        for diagram, here in where.each("diagrams", document.diagrams):
            for n, fight in enumerate(diagram.fights):
                table = charts.get(fight.chart or "")
                if table is not None and fight.die is not None and table.row(str(fight.die)) is None:
                    at = here / "fights" / n / "die"
                    yield DGM008.at(at, what="the die roll", die=fight.die, chart=table.chart.title)
    for examples, where in game.documents("examples", ExamplesDocument):
        for example, each_at in where.each("examples", examples.examples):
            die, read = example.given.get("die"), [charts.get(lookup.chart) for lookup in example.lookups]
            for table in read:
                if table is not None and isinstance(die, int) and table.row(str(die)) is None:
                    at = each_at / "given" / "die"
                    finding = DGM008.at(at, what="the die roll", die=die, chart=table.chart.title)
                    yield finding.under(rule_name(example.rule))


def fights(game: Game) -> Iterator[Diagnostic]:
    """Report combats below a figure that do not fit its units, sides, drawn attacks or the chart's modifiers."""
    known = {f"{side}/{no}" for side, no in forces(game).counters}
    for layout in layouts(game):
        for fight, at in layout.where.each(
            "fights", layout.diagram.fights if layout.diagram and not layout.vague else ()
        ):
            yield from _fighters(layout, fight, at, known)
            yield from _modifiers(game, layout, fight, at)


ENOUGH = 4
"""Hexes around a unit of which one may be left out by a slip."""
_MOVES = ("move", "retreat", "advance")


def _twice(layout: FigureLayout) -> Iterator[Diagnostic]:
    for piece, earlier in repeated_rows(layout.pieces, lambda piece: piece.name):
        first, hex_ = layout.name(earlier.hex), layout.name(piece.hex)
        yield DGM005.at(piece.where, unit=piece.name, first=first, hex=hex_).also(earlier.where, "the first")


def _weight(game: Game, piece: FigureUnit) -> int:
    rule = game.system.stacking(game) if game.system else None
    strength = piece.counter.strength
    return (weight(rule, piece.counter.size, piece.counter.type, strength, strength) or 0) if rule else 0


def wrong_attacks(layout: FigureLayout) -> Iterator[Diagnostic]:
    """Yield a finding for each attack drawn from nobody, on nobody or on friends."""
    for way in layout.ways:
        if way.kind != "attack" or not way.whole:
            continue
        (start, start_at), (end, end_at) = way.hexes[0], way.hexes[-1]
        attackers, defenders = layout.at(start), layout.at(end)
        if not layout.pieces:
            return  # a figure of arrows alone
        if not attackers:
            yield DGM004.at(start_at, "from_nobody", hex=layout.name(start))
        elif not defenders and end not in layout.marker_hexes:
            yield DGM004.at(end_at, "on_nobody", hex=layout.name(end))
        elif defenders and attackers[0].counter.side == defenders[0].counter.side:
            units = {"unit": defenders[0].name, "attacker": attackers[0].name}
            yield DGM004.at(end_at, "on_friends", hex=layout.name(end), **units)


def _way(layout: FigureLayout, way: FigurePath, side: str) -> Iterator[Diagnostic]:
    closed = {hex_ for owner, hex_, _at in layout.zones if owner != side}
    left = {other.hexes[0][0] for other in layout.ways if other.kind == "retreat" and other.hexes}
    left |= {other.hexes[-1][0] for other in layout.ways if other.kind == "attack" and other.hexes}
    for number, (hex_, at) in enumerate(way.hexes[1:], 1):
        enemy = next((p for p in layout.at(hex_) if p.counter.side != side), None)
        if enemy is not None and not (way.kind == "advance" and hex_ in left):
            move = "an advance" if way.kind == "advance" else f"a {way.kind}"
            yield DGM009.at(at, "onto_enemies", unit=enemy.name, hex=layout.name(hex_), move=move)
        elif way.kind == "move" and hex_ in closed and number < len(way.hexes) - 1:
            yield DGM009.at(at, "through_zone", hex=layout.name(hex_))


def _letters(diagram: Diagram, where: Where) -> Iterator[Diagnostic]:
    marked = [mark.text for mark in diagram.marks]
    if not marked:
        return
    said = {match[0] for match in _LETTER.finditer(diagram.caption) if _is_letter(diagram.caption, match)}
    unmarked = sorted(said - set(marked))
    texts = " ".join((diagram.caption, *diagram.lines))
    for number, mark in enumerate(diagram.marks):
        at = where / "marks" / number / "text"
        if mark.text in marked[:number]:
            yield DGM007.at(at, "twice", letter=mark.text)
        elif not re.search(rf"(?<!\w){re.escape(mark.text)}(?!\w)", texts):
            finding = DGM007.at(at, "not_in_caption", letter=mark.text)
            if unmarked:
                finding = finding.also(where / "caption", f"it mentions `{unmarked.pop(0)}`, which no hex has")
            yield finding
    for letter in unmarked:
        yield DGM007.at(where / "caption", "caption_alone", letter=letter)


def _is_letter(text: str, match: re.Match[str]) -> bool:
    """Whether a lone letter names a hex: not the article, nor the pronoun, nor a table."""
    if match[0] in "aI" or _OTHER.search(text[: match.start()]):
        return False
    return match[0] != "A" or bool(_AFTER_A_WORD.search(text[: match.start()])) or text[match.end() :][:1] in ",:;"


def _of_path(layout: FigureLayout) -> Iterator[Diagnostic]:
    """Letters of an example's path that its figure does not have."""
    given = layout.where / "given"
    path = given.data.get("path") if isinstance(given.data, dict) else None
    known = set(layout.letters.values())
    for letter, at in given.each("path", path if isinstance(path, list) else ()):
        if letter not in known:
            finding = DGM007.at(at, "path_alone", letter=letter)
            yield finding.suggest(did_you_mean(str(letter), known))
    unit = given.data.get("unit") if isinstance(given.data, dict) else None
    first = path[0] if isinstance(path, list) and path else None
    standing = {p.name: layout.letters.get(p.hex) for p in layout.pieces}
    if isinstance(unit, str) and first in known and standing and standing.get(unit) != first:
        place = standing.get(unit)
        where = "starts_elsewhere" if place else "starts_nowhere"
        yield DGM009.at(given / "unit", where, unit=unit, first=first, hex=place)


def _fighters(layout: FigureLayout, fight: Fight, at: Where, known: set[str]) -> Iterator[Diagnostic]:
    pieces = {piece.name: piece for piece in layout.pieces}
    drawn = {(way.hexes[0][0], way.hexes[-1][0]) for way in layout.ways if way.kind == "attack" and way.whole}
    if any(True for _ in wrong_attacks(layout)):
        drawn = set()  # what is drawn wrongly is no measure
    targets = [pieces[name] for name in fight.defenders if name in pieces]
    if len(pieces) < len(layout.pieces):
        targets = []  # where a unit stands twice, nobody knows from where it attacks
    for role, names in (("attackers", fight.attackers), ("defenders", fight.defenders)):
        for number, name in enumerate(names):
            place = at / role / number
            if name in known and name not in pieces:
                yield DGM004.at(place, "not_there", unit=name)
            elif name in names[:number]:
                yield DGM004.at(place, "counted_twice", unit=name)
            elif role == "attackers" and name in pieces and targets:
                yield from _attacker(layout, pieces[name], targets, drawn, place)


def _attacker(
    layout: FigureLayout, piece: FigureUnit, targets: list[FigureUnit], drawn: set[tuple[int, int]], at: Where
) -> Iterator[Diagnostic]:
    for target in targets:
        units = {"unit": piece.name, "target": target.name}
        if target.counter.side == piece.counter.side:
            yield DGM004.at(at, "of_friends", **units)
        elif not layout.adjacent(piece.hex, target.hex):
            yield DGM004.at(at, "not_adjacent", **units)
        elif drawn and (piece.hex, target.hex) not in drawn:
            ends = {"start": layout.name(piece.hex), "end": layout.name(target.hex)}
            yield DGM004.at(at, "not_drawn", **units, **ends)


def _modifiers(game: Game, layout: FigureLayout, fight: Fight, at: Where) -> Iterator[Diagnostic]:
    """The value of a modifier whose words name a terrain or hexside that the charts give one."""
    stated = statements(game)
    document = layout.linked.document
    kinds = {kind.name.casefold(): slug(kind.id) for kind in document.terrain}
    kinds |= {kind.name.casefold(): slug(kind.id) for kind in document.hexside_kinds}
    for modifier, here in at.each("modifiers", fight.modifiers):
        for name, kind in kinds.items():
            said = stated.get(f"combat.modifier.{kind}", [])
            if re.search(rf"\b{re.escape(name)}\b", modifier.text.casefold()) and said:
                values = {s.value for s in said}
                if modifier.value not in values and all(isinstance(v, int) for v in values):
                    there = ", ".join(str(v) for v in sorted(values, key=str))
                    finding = DGM011.at(here / "value", here=modifier.value, what=name, there=there)
                    yield finding.also(said[0].where, "the chart")


CHECKS = (positions, steps, attacks, moves, zones, captions, letters, throws, fights)

"""DGM085 to 088: what captions, lines and letters of a figure say, against what is drawn and the rules."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.figures import wrong_attacks
from scenario_forge.checks.rulebook.quantities import COUNT, worth
from scenario_forge.checks.rulebook.scenes import layouts
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.base import slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import fact
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.rulebook.scenes import FigureLayout, FigurePath
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Diagram, Fight
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
DGM085 = CODES.error(
    "DGM085",
    "caption-unlike-figure",
    attack="the caption has {one} attack {other}, but no attack is drawn from {one} to {other}",
    nobody="the caption has {one} attack {other}, but no unit is in {hex}",
    way="the caption takes {one} to {other}, but the way drawn from {one} ends in {end}",
    count="the caption has {said} units at {letter}, the figure {drawn}",
    more="`{said}` is not what the arrow says, +{drawn}",
)
DGM086 = CODES.error(
    "DGM086",
    "figure-cost-of-another-way",
    "the way that ends in {end} begins in {start}, but `{quantity}` is the cost of {other}",
)
DGM087 = CODES.error(
    "DGM087",
    "figure-ground-unlike-fight",
    elsewhere="the fight counts {terrain}, but {unit} is in {ground}",
    uncounted="{unit} is in {ground}, but no modifier of the fight counts it",
)
DGM088 = CODES.error(
    "DGM088",
    "figure-against-its-rule",
    sizes="`{equation}` does not hold: by the rules {left} weighs {weight}, {right} {sum}",
    clause="clause {clause} says nothing about `{title}`",
)

_ATTACKS = re.compile(r"\b([A-Z]) attacks? ([A-Z](?:(?:, | and | or )[A-Z](?![\w'’]| attack))*)(?![\w'’])")
_GOES = re.compile(
    r"\b(?:[Uu]nit )?([A-Z]) (?:crosses|goes|moves|marches|retreats|advances|falls back)\b([^.;:]*?)"
    r"\bto ([A-Za-z])(?![\w'’])"
)
_COUNTED = re.compile(rf"({COUNT}|\bboth) units? (?:on|at|in) ([A-Z])(?![\w'’])", re.IGNORECASE)
_HYPOTHETICAL = re.compile(r"\b(?:would|could|may|might|not|cannot|never)\b")
_MORE = re.compile(rf"({COUNT}) (?:movement )?points? more\b")
_PLUS = re.compile(r"\+(\d+)\Z")
_EQUATION = re.compile(r"(?<!\S)(\w+) = (\w+(?: \+ \w+)+)")
_BY_ARROW = ("move", "retreat", "advance")


def captions(game: Game) -> Iterator[Diagnostic]:
    """Report attacks, ways, units and points that a caption or a line tells otherwise than the figure draws."""
    for layout in layouts(game):
        diagram = layout.diagram
        if diagram is None or layout.vague or any(not way.whole for way in layout.ways):
            continue
        by_letter = {letter: hex_ for hex_, letter in layout.letters.items()}
        if len(by_letter) < len(layout.letters):
            continue  # DGM007
        for text, at in [(diagram.caption, layout.where / "caption"), *layout.where.each("lines", diagram.lines)]:
            findings = itertools.chain(
                _attacks(layout, text, by_letter, at),
                _goings(layout, text, by_letter, at),
                _counts(layout, text, by_letter, at),
                _more(diagram, text, layout.where, at),
            )
            yield from itertools.islice(findings, 1)


def _attacks(layout: FigureLayout, text: str, by_letter: dict[str, int], at: Where) -> Iterator[Diagnostic]:
    if any(True for _ in wrong_attacks(layout)):
        return  # DGM004
    drawn = {(way.hexes[0][0], way.hexes[-1][0]) for way in layout.ways if way.kind == "attack" and way.hexes}
    for match in _ATTACKS.finditer(text):
        for other in re.findall(r"\b[A-Z]\b", match[2]):
            one = match[1]
            if one not in by_letter or other not in by_letter:
                continue  # DGM007
            ends = by_letter[one], by_letter[other]
            empty = next((hex_ for hex_ in ends if not layout.at(hex_) and hex_ not in layout.marker_hexes), None)
            finding = None
            if layout.pieces and empty is not None:
                finding = DGM085.at(at, "nobody", one=one, other=other, hex=layout.name(empty))
                letter = one if empty == ends[0] else other
            elif drawn and ends not in drawn:
                finding = DGM085.at(at, "attack", one=one, other=other)
                letter = other
            if finding is not None:
                yield finding.also(_mark(layout, letter), f"`{letter}`")


def _goings(layout: FigureLayout, text: str, by_letter: dict[str, int], at: Where) -> Iterator[Diagnostic]:
    for match in _GOES.finditer(text):
        one, other = match[1], match[3]
        if _HYPOTHETICAL.search(match[0]) or one not in by_letter or other not in by_letter:
            continue
        ways = [way for way in _ways_from(layout, by_letter[one]) if not way.barred]
        if ways and all(way.hexes[-1][0] != by_letter[other] for way in ways):
            end = layout.name(ways[0].hexes[-1][0])
            finding = DGM085.at(at, "way", one=one, other=other, end=end)
            yield finding.also(ways[0].where, "the way").also(_mark(layout, other), f"`{other}`")


def _ways_from(layout: FigureLayout, hex_: int) -> list[FigurePath]:
    return [way for way in layout.ways if way.kind in _BY_ARROW and way.hexes and way.hexes[0][0] == hex_]


def _counts(layout: FigureLayout, text: str, by_letter: dict[str, int], at: Where) -> Iterator[Diagnostic]:
    for match in _COUNTED.finditer(text):
        said = 2 if match[1].casefold() == "both" else worth(match[1])
        hex_ = by_letter.get(match[2])
        if hex_ is not None and layout.pieces and len(layout.at(hex_)) != said:
            drawn = len(layout.at(hex_)) or "none"
            finding = DGM085.at(at, "count", said=match[1], letter=match[2], drawn=drawn)
            yield finding.also(_mark(layout, match[2]), f"`{match[2]}`")


def _more(diagram: Diagram, text: str, where: Where, at: Where) -> Iterator[Diagnostic]:
    drawn = [(n, int(match[1])) for n, arrow in enumerate(diagram.arrows) if (match := _PLUS.match(arrow.text))]
    for match in _MORE.finditer(text) if drawn else ():
        if all(worth(match[1]) != value for _, value in drawn):
            finding = DGM085.at(at, "more", said=match[0], drawn=drawn[0][1])
            yield finding.also(where / "arrows" / drawn[0][0], "the arrow")


def _mark(layout: FigureLayout, letter: str) -> Where:
    marks = layout.diagram.marks if layout.diagram else []
    number = next((n for n, mark in enumerate(marks) if mark.text == letter), None)
    return layout.where if number is None else layout.where / "marks" / number


def costs(game: Game) -> Iterator[Diagnostic]:
    """Report costs below a figure whose quantity is named after the letter of a different way (`move_b`)."""
    for layout in layouts(game):
        starts: dict[str, set[str]] = {}
        for way in layout.ways:
            if way.whole and way.hexes:
                start, end = layout.letters.get(way.hexes[0][0]), layout.letters.get(way.hexes[-1][0])
                if start and end:
                    starts.setdefault(end, set()).add(start)
        every = {start for several in starts.values() for start in several}
        wrong: list[tuple[str, str]] = []
        for end, quantity in (layout.diagram.costs if layout.diagram else {}).items():
            named = {letter for letter in every if letter.casefold() in re.split(r"[._]", quantity)}
            if named and end in starts and not named & starts[end]:
                wrong.append((end, min(named)))
        at = layout.where / "costs"
        if layout.diagram is not None and wrong:
            end, other = wrong[0]
            said = {"start": min(starts[end]), "quantity": layout.diagram.costs[end]}
            finding = DGM086.at(at / end, end=end, other=other, **said)
            for end, _ in wrong[1:]:
                finding = finding.also(at / end, "the other way round")
            yield finding


def grounds(game: Game) -> Iterator[Diagnostic]:
    """Report fights that count a terrain in which the defenders do not stand, or leave out the one in which they do."""
    stated = statements(game)
    for layout in layouts(game):
        if layout.diagram is None or layout.vague:
            continue
        for fight, at in layout.where.each("fights", layout.diagram.fights):
            yield from _ground(layout, fight, at, set(stated))


def _ground(layout: FigureLayout, fight: Fight, at: Where, stated: set[str]) -> Iterator[Diagnostic]:
    kinds = {kind.name.casefold(): kind for kind in layout.linked.document.terrain}
    defenders = [piece for piece in layout.pieces if piece.name in fight.defenders]
    grounds = {layout.linked.terrain[piece.hex] for piece in defenders}
    if len(grounds) != 1 or None in grounds:
        return
    ground = next(kind for kind in kinds.values() if kind.id in grounds)
    named = []
    for modifier, here in at.each("modifiers", fight.modifiers):
        for name, kind in kinds.items():
            if re.search(rf"\b{re.escape(name)}\b", modifier.text.casefold()) and "hexside" not in modifier.text:
                named.append(kind.id)
                if kind.id != ground.id:
                    said = {"terrain": kind.name, "unit": defenders[0].name, "ground": ground.name}
                    yield DGM087.at(here / "text", "elsewhere", **said).also(*_drawn_ground(layout))
    if not named and f"combat.modifier.{slug(ground.id)}" in stated:
        finding = DGM087.at(at, "uncounted", unit=defenders[0].name, ground=ground.name)
        yield finding.also(*_drawn_ground(layout))


def _drawn_ground(layout: FigureLayout) -> tuple[Where, str]:
    return layout.where / "map" / "rows", "the ground of the figure"


def rules(game: Game) -> Iterator[Diagnostic]:
    """Report sums of sizes against the weights of stacking, and figures under a clause about something else."""
    rule = game.system.stacking(game) if game.system else None
    weights = {size.casefold(): value for size, value in rule.weights.items()} if rule else {}
    counters = game.one("counters", CountersDocument)
    sizes = {size.id.casefold() for size in counters[0].sizes} if counters else set()
    for layout in layouts(game):
        if layout.diagram is None:
            continue
        for text, at in [
            (layout.diagram.caption, layout.where / "caption"),
            *layout.where.each("lines", layout.diagram.lines),
        ]:
            for match in _EQUATION.finditer(text):
                left, right = match[1].casefold(), [part.casefold() for part in match[2].split(" + ")]
                if {left, *right} <= sizes & weights.keys() and weights[left] != sum(weights[size] for size in right):
                    said = {"left": match[1], "weight": weights[left], "right": match[2]}
                    total = sum(weights[size] for size in right)
                    folded = at.span.line != at.span.end_line
                    place = at if folded else at.within(match.start(), match.end())
                    yield DGM088.at(place, "sizes", equation=match[0], sum=total, **said)
        yield from _clause(game, layout, layout.diagram)


def _clause(game: Game, layout: FigureLayout, diagram: Diagram) -> Iterator[Diagnostic]:
    words = _roots(diagram.title)
    texts, titles = _of_clauses(game)
    own = texts.get(diagram.clause)
    if own is None or not words or words & own:
        return
    others = [id_ for id_, found in titles.items() if words <= found]
    if others:
        near = next((id_ for id_ in others if id_.endswith(diagram.clause)), others[0])
        finding = DGM088.at(layout.where / "clause", "clause", clause=diagram.clause, title=diagram.title)
        yield finding.suggest(f"did you mean {near}?")


_SMALL = frozenset(("unit", "turn", "from", "with", "that", "this", "into", "over", "side", "play", "when", "game"))


def _roots(text: str) -> frozenset[str]:
    """The beginnings of the longer words of a text."""
    return frozenset(word[:4] for word in re.findall(r"[^\W\d_]{4,}", text.casefold())) - _SMALL


@fact
def _of_clauses(game: Game) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """By clause the roots of all its words and of its rule's title; and those of the titles alone."""
    texts, titles = {}, {}
    for book, _where in game.documents("rulebook", RulebookDocument):
        rules = {rule.number: rule.title for rule in book.rules}
        for clause in book.clauses:
            heads = f"{rules.get(clause.rule, '')} {clause.title}"
            titles[clause.id] = _roots(heads)
            texts[clause.id] = _roots(f"{heads} {clause.text}")
    return texts, titles


CHECKS = (captions, costs, grounds, rules)

"""What has changed between two states of a game, sorted by how it comes to the table again.

Counters are cut anew; a little of a page is pasted over; a page of which much has changed, or a new one, is printed
whole; booklet and box are only named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import groups
from scenario_forge.printing.counters.sheets import Faces
from scenario_forge.printing.errata.edges import settled
from scenario_forge.printing.errata.hexes import map_patches
from scenario_forge.printing.errata.regions import changed_squares, joined, page_sizes, regions
from scenario_forge.printing.press.reprint import named_alike, reprints

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.printing.counters.pieces import Group
    from scenario_forge.printing.press.reprint import Reprint
    from scenario_forge.printing.profile import Profile
    from scenario_forge.printing.svg import XY, Box
    from scenario_forge.project.game import Game

MOST = 0.25
"""The part of a page up to which it is pasted over rather than printed again."""
MANY = 12
"""Patches that a page has at most."""
FOOT = 18.0
"""Height of the foot of a page in millimetres: what alone stands there, such as a list of numbers, is left as it is."""
PASTED = ("charts", "orders-of-battle", "player-aid", "score-pad", "unit-record", "labels")
"""Components of which a part may be pasted over; a set-up card is written on and is printed anew."""

Reason = tuple[str, int]


@dataclass(frozen=True)
class Patch:
    """A piece of a page at true size, to be cut out and pasted over the old one."""

    title: str
    page: int
    """From 0."""
    box: Box
    """Where it is on its page, in millimetres from the left top."""
    pdf: bytes = field(repr=False)
    place: str = ""
    """Where that is, if it has a name: the hexes."""
    outlines: tuple[tuple[XY, ...], ...] = ()
    """What is cut out, if it is no rectangle; on the page."""


@dataclass(frozen=True)
class Whole:
    """Pages to be printed again as they are."""

    title: str
    pdf: bytes = field(repr=False)
    pages: tuple[int, ...]
    new: bool = False
    reasons: tuple[Reason, ...] = ()
    """Why each page is not pasted over: `much` and the percent of it that is another, `many` and the places, `size`
    where there was no such page of that size, `card` for what lies on the table and is written on."""


@dataclass
class Changed:
    """All of it."""

    groups: list[Group] = field(default_factory=list)
    """Counters whose front or back is another, or that are new."""
    gone: list[str] = field(default_factory=list)
    """Counters that there are no more."""
    patches: list[Patch] = field(default_factory=list)
    whole: list[Whole] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    """Documents that are to be printed by the press, if at all."""

    @property
    def counters(self) -> int:
        """How many counters."""
        return sum(len(group.pieces) for group in self.groups)

    @property
    def nothing(self) -> bool:
        """Whether all that was printed is right as it is."""
        return not (self.groups or self.gone or self.patches or self.whole or self.named)


def changed(before: Game, after: Game, profile: Profile, tell: Callable[[str], None] | None = None) -> Changed:
    """Compare all that is printed of two states of a game."""
    named_alike(before, after)
    made = Changed()
    _counters(Brief(before, profile), Brief(after, profile), made)
    others = [name for name in ("map", *PASTED, "setup-card", "rules", "box") if name != "counters"]
    for document in reprints(before, after, profile, others, tell, bare=True):
        if document.after is None:
            continue
        if document.component == "map":
            _map(Brief(after, profile), document, made)
        elif document.component in PASTED:
            _pasted(document, made)
        elif document.component == "setup-card":
            pages = tuple(range(len(page_sizes(document.after.pdf))))
            reasons = (("card", 0),) * len(pages)
            made.whole.append(Whole(document.title, document.after.pdf, pages, document.before is None, reasons))
        else:
            made.named.append(document.title)
    return made


def _counters(before: Brief, after: Brief, made: Changed) -> None:
    old = {piece.id: piece for group in groups(before) for piece in group.pieces}
    left, right = Faces(before), Faces(after)
    now: set[str] = set()
    for group in groups(after):
        now |= {piece.id for piece in group.pieces}
        pieces = [
            piece
            for piece in group.pieces
            if piece.id not in old
            or left.front(old[piece.id]).canvas().svg() != right.front(piece).canvas().svg()
            or left.back(old[piece.id]).canvas().svg() != right.back(piece).canvas().svg()
        ]
        if pieces:
            group.pieces = pieces
            made.groups.append(group)
    made.gone += sorted(set(old) - now)


def _pasted(document: Reprint, made: Changed) -> None:
    """Page by page: a few patches, or the page."""
    after = document.after
    assert after is not None  # noqa: S101 - the caller has looked
    whole: dict[int, Reason] = {}
    for number, (wide, high) in enumerate(page_sizes(after.pdf)):
        squares = changed_squares(document.before.pdf, after.pdf, number) if document.before else None
        if squares is None:
            whole[number] = ("size", 0)
            continue
        boxes = [box for box in regions(squares) if box[1] < high - FOOT]
        area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes)
        if area > MOST * wide * high:
            whole[number] = ("much", round(100 * area / (wide * high)))
        elif len(boxes) > MANY:
            whole[number] = ("many", len(boxes))
        elif document.before:
            cut = joined(settled(document.before.pdf, after.pdf, number, boxes), 0.0)
            made.patches += [Patch(document.title, number, box, after.pdf) for box in cut]
    if whole:
        new = document.before is None
        made.whole.append(Whole(document.title, after.pdf, tuple(whole), new, tuple(whole.values())))


def _map(brief: Brief, document: Reprint, made: Changed) -> None:
    """Hexes and panels of the map, from the drawing of the whole of it; its other documents show the same."""
    after = document.after
    if after is None or not any(name in ("map-joined", _only(brief)) for name in after.svgs):
        return
    squares = changed_squares(document.before.pdf, after.pdf, 0) if document.before else None
    if squares is None:
        made.named.append(document.title)
        return
    for box, place, outlines in map_patches(brief, squares):
        made.patches.append(Patch(document.title, 0, box, after.pdf, place, outlines))


def _only(brief: Brief) -> str:
    """The drawing of a map that has one sheet."""
    from scenario_forge.project.hexmap import hex_map  # noqa: PLC0415 - beside its use

    linked = hex_map(brief.game)
    sheets = linked.grid.sheets if linked else ()
    return f"map-{sheets[0].id}" if len(sheets) == 1 else ""

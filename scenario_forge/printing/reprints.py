"""Changed parts of two states of a game, sorted by how they come to the table again.

Counters are cut anew; a little of a page is pasted over; a page of which much has changed, or a new one, is printed
whole; booklet and box are only named.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import components
from scenario_forge.printing.booklet.booklet import INNER, OUTER, booklet_paper
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import groups
from scenario_forge.printing.counters.sheets import Faces
from scenario_forge.printing.map.plan import plan_map, poster_paper
from scenario_forge.printing.map.sheets import joined_paper
from scenario_forge.printing.owner.pieces import (
    changed_passages,
    corrected_cells,
    errata_between,
    other_passages,
)
from scenario_forge.printing.pdf import (
    CELL,
    changed_squares,
    dots_per_mm,
    join_rectangles,
    page_count,
    page_sizes,
    picture,
    regions,
)
from scenario_forge.printing.profile import POINT, PublishedSizes
from scenario_forge.printing.render import align_errata_label, may_differ, reprints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Job
    from scenario_forge.printing.counters.pieces import Group
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.owner.pieces import CellPatch, Slip
    from scenario_forge.printing.profile import Profile
    from scenario_forge.printing.render import Reprint
    from scenario_forge.printing.svg import XY, Box


MOST = 0.25
"""The part of a page up to which it is pasted over rather than printed again."""
MANY = 12
"""Patches that a page has at most."""
FOOT = 18.0
"""Height of the foot of a page in millimetres: what alone stands there, such as a list of numbers, is left as it is."""
PASTED = ("charts", "orders-of-battle", "player-aid", "score-pad", "unit-record", "labels")
"""Components of which a part may be pasted over."""
WRITTEN_ON = ("setup-card", "force-sheet")
"""Components that lie on the table and are written on; they are printed anew."""

Reason = tuple[str, int]


@dataclass(frozen=True)
class Patch:
    """Piece of a page at true size, to be cut out and pasted over the old one."""

    title: str
    page: int
    """Number of its page, from 0."""
    box: Box
    """Where it is on its page, in millimetres from the left top."""
    pdf: bytes = field(repr=False)
    place: str = ""
    """Where that is, if it has a name: the hexes."""
    outlines: tuple[tuple[XY, ...], ...] = ()
    """What is cut out, if it is no rectangle; on the page."""


@dataclass(frozen=True)
class WholePages:
    """Whole pages to be printed again."""

    title: str
    pdf: bytes = field(repr=False)
    pages: tuple[int, ...]
    new: bool = False
    reasons: tuple[Reason, ...] = ()
    """Why each page is not pasted over: `much` and the percent of it that is another, `many` and the places, `size`
    where there was no such page of that size, `card` for what lies on the table and is written on."""


@dataclass
class ChangedParts:
    """Parts to be printed again, by how they come to the table."""

    groups: list[Group] = field(default_factory=list)
    """Counters whose front or back is another, or that are new."""
    gone: list[str] = field(default_factory=list)
    """Counters that there are no more."""
    patches: list[Patch] = field(default_factory=list)
    whole: list[WholePages] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    """Documents that are to be printed by the press, if at all."""
    cells: list[CellPatch] = field(default_factory=list)
    """Cells of the published game."""
    slips: list[Slip] = field(default_factory=list)
    """Passages of the rules, or of other running text."""
    by_hand: list[tuple[str, str, str]] = field(default_factory=list)
    """Single values in running text: place, earlier and later value."""

    @property
    def counters(self) -> int:
        """Number of counters to print, of all groups."""
        return sum(len(group.pieces) for group in self.groups)

    @property
    def nothing(self) -> bool:
        """Whether everything that was printed is still right."""
        pasted = self.patches or self.cells or self.slips
        return not (self.groups or self.gone or pasted or self.whole or self.named or self.by_hand)


def changed_parts(
    before: Game, after: Game, profile: Profile, tell: Callable[[str], None] | None = None
) -> ChangedParts:
    """Compare all that is printed of two states of a game; return the parts to print again."""
    made = ChangedParts(slips=changed_passages(before, after, errata_between(before, after)))
    align_errata_label(before, after)
    if may_differ(before, after, "counters"):
        made.groups, made.gone = changed_counters(Brief(before, profile), Brief(after, profile))
    old, new = (Brief(game, profile, bare=True) for game in (before, after))
    for document in reprints(old, new, ("map", *PASTED, *WRITTEN_ON, "rules", "box"), tell, _in_parts):
        component, title = document.job.component, document.job.title
        if document.now is None:
            continue
        if component in WRITTEN_ON and document.before and document.after and document.before.pdf == document.after.pdf:
            continue  # what differs is not seen
        if component == "map":
            _map(Brief(after, profile), document, made)
        elif component in PASTED:
            _pasted(document, made)
        elif component in WRITTEN_ON and document.after is not None:
            pages = tuple(range(page_count(document.after.pdf)))
            reasons = (("card", 0),) * len(pages)
            made.whole.append(WholePages(title, document.after.pdf, pages, document.was is None, reasons))
        else:
            made.named.append(title)
    return made


def owner_parts(before: Game, after: Game, profile: Profile, tell: Callable[[str], None] | None = None) -> ChangedParts:
    """Return what fits the published game: counters, hexes and cells at its measures, and slips for its rules.

    Pages of this edition are not compared, but for the map: the owner has none of them.
    """
    sizes = slip_sizes(profile)
    patches = errata_between(before, after)
    cells, long = corrected_cells(after, patches, sizes)
    texts, by_hand = other_passages(after, patches)
    slips = [*changed_passages(before, after, patches), *long, *texts]
    made = ChangedParts(cells=cells, slips=slips, by_hand=by_hand)
    align_errata_label(before, after)
    if may_differ(before, after, "counters"):
        made.groups, made.gone = changed_counters(Brief(before, profile), Brief(after, profile))
    if any(patch.target and patch.target[0] == "map.yaml" for patch in patches):
        old, new = (Brief(game, profile, bare=True) for game in (before, after))
        for document in reprints(old, new, ("map",), tell, _in_parts):
            if document.now is not None:
                _map(Brief(after, profile), document, made)
    return made


def slip_sizes(profile: Profile) -> PublishedSizes:
    """Return the measures of the published game; without any, slips are as wide as a column of our rules."""
    if profile.published is not None:
        return profile.published
    return PublishedSizes(column=booklet_paper(profile.paper)[0].width - INNER - OUTER, type=9 * POINT * profile.type)


def _in_parts(job: Job) -> bool:
    """Sheets and pages of a map show what the whole of it shows."""
    return job.component == "map" and not job.shows_all


def changed_counters(before: Brief, after: Brief) -> tuple[list[Group], list[str]]:
    """Return the counters whose front or back differs or that are new, and the ids of those that there are no more."""
    made: list[Group] = []
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
            made.append(group)
    return made, sorted(set(old) - now)


def _pasted(document: Reprint, made: ChangedParts) -> None:
    """Page by page: a few patches, or the page."""
    after = document.after
    assert after is not None  # noqa: S101 - the caller has looked
    title, whole = document.job.title, dict[int, Reason]()
    if document.before and document.before.pdf == after.pdf:
        return  # what differs is not seen
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
            cut = join_rectangles(settle_edges(document.before.pdf, after.pdf, number, boxes), 0.0)
            made.patches += [Patch(title, number, box, after.pdf) for box in cut]
    if whole:
        new = document.before is None
        made.whole.append(WholePages(title, after.pdf, tuple(whole), new, tuple(whole.values())))


def _map(brief: Brief, document: Reprint, made: ChangedParts) -> None:
    """Hexes and panels of the map, from the drawing of the whole of it."""
    after = document.after
    assert after is not None  # noqa: S101 - the caller has looked
    squares = changed_squares(document.before.pdf, after.pdf, 0) if document.before else None
    if squares is None:
        made.named.append(document.job.title)
        return
    for box, place, outlines in map_patches(brief, squares):
        made.patches.append(Patch(document.job.title, 0, box, after.pdf, place, outlines))


# -- where a patch is cut --------------------------------------------------------------------------


ACROSS, DOWN = 16.0, 3.0
"""How far an edge may be moved outwards, in millimetres: over a long word, and over the next line's upper part."""
BESIDE, BETWEEN = 0.6, 0.25
"""Width of the strip around an edge that shall hold nothing: wider than the gap between letters, narrower than that
between a line and the rule below it."""
_STEP = 30
"""Dots beside each other that are so unlike, of 255, are the rim of something."""


def settle_edges(before: bytes, after: bytes, number: int, boxes: list[Box]) -> list[Box]:
    """Return rectangles of a page with each edge moved outwards to where it cuts the least of both pages."""
    import numpy as np  # noqa: PLC0415 - heavy

    one, other = picture(before, number), picture(after, number)
    if one is None or other is None or one.shape != other.shape:
        return boxes
    ink = _rims(one) | _rims(other)
    # sums of all above and to the left, so that any rectangle is four look-ups
    sums = np.zeros((ink.shape[0] + 1, ink.shape[1] + 1), dtype="int64")
    sums[1:, 1:] = ink.cumsum(axis=0).cumsum(axis=1)
    return [_settled(sums, box) for box in boxes]


def _rims(dots: Any) -> Any:  # noqa: ANN401 - an array of dots
    import numpy as np  # noqa: PLC0415 - heavy

    values = dots.astype("int16")
    found = np.zeros(values.shape, dtype=bool)
    found[:, 1:] |= abs(values[:, 1:] - values[:, :-1]) > _STEP
    found[1:, :] |= abs(values[1:, :] - values[:-1, :]) > _STEP
    return found


def _settled(sums: Any, box: Box) -> Box:  # noqa: ANN401 - an array of sums
    left, top, right, bottom = box
    # what is beside the edges left and right depends on how high they are, and the other way about
    up = _best(sums, (left, right), top, -DOWN, across=False)
    down = _best(sums, (left, right), bottom, DOWN, across=False)
    left = _best(sums, (up, down), left, -ACROSS, across=True)
    right = _best(sums, (up, down), right, ACROSS, across=True)
    up = _best(sums, (left, right), top, -DOWN, across=False)
    return left, up, right, _best(sums, (left, right), bottom, DOWN, across=False)


def _best(sums: Any, span: tuple[float, float], edge: float, way: float, *, across: bool) -> float:  # noqa: ANN401
    """The place from an edge outwards where least is cut, the nearest of equals."""
    scale = dots_per_mm()
    most = sums.shape[1 if across else 0] - 1
    step = 1 / scale if way > 0 else -1 / scale
    places = [edge + n * step for n in range(int(abs(way) * scale) + 1)]
    places = [place for place in places if CELL <= place <= most / scale - CELL] or [edge]
    return min(places, key=lambda place: (_cut(sums, span, place, across), abs(place - edge)))


def _cut(sums: Any, span: tuple[float, float], place: float, across: bool) -> int:  # noqa: ANN401
    scale = dots_per_mm()
    high, wide = sums.shape[0] - 1, sums.shape[1] - 1
    limit, along = (wide, high) if across else (high, wide)
    strip = BESIDE if across else BETWEEN
    near, far = (min(limit, max(0, round((place + side * strip / 2) * scale))) for side in (-1, 1))
    first, last = (min(along, max(0, round(each * scale))) for each in span)
    if across:
        return int(sums[last, far] - sums[first, far] - sums[last, near] + sums[first, near])
    return int(sums[far, last] - sums[near, last] - sums[far, first] + sums[near, first])


# -- changed parts of the map as whole hexes, and panels that lie on it as rectangles --------------


FEW = 4
"""Squares in which a hex has changed, at least."""
NAMED = 6
"""Hexes of a patch that are named."""

Found = tuple["Box", str, tuple[tuple["XY", ...], ...]]


def map_patches(brief: Brief, squares: list[Box]) -> Iterator[Found]:
    """Yield box on the page, names of the hexes, and their outlines; squares are on the page of the whole map."""
    linked = hex_map(brief.game)
    if linked is None or not squares:
        return
    plan = plan_map(brief, linked)
    art = plan.art
    paper = joined_paper(art) if len(plan.sheets) > 1 else poster_paper(art)
    dx, dy = (paper.width - (art[2] - art[0])) / 2 - art[0], (paper.height - (art[3] - art[1])) / 2 - art[1]
    counts: Counter[int] = Counter()
    panels: dict[str, list[Box]] = {}
    for left, top, right, bottom in squares:
        at = ((left + right) / 2 - dx, (top + bottom) / 2 - dy)
        panel = _panel(plan, at)
        if panel is not None:
            panels.setdefault(panel, []).append((left, top, right, bottom))
        else:
            counts[plan.frame.hex_at(at)] += 1
    # along a hexside the rim of what changed reaches into the neighbour
    hexes = {hex_ for hex_, count in counts.items() if hex_ >= 0 and count >= min(FEW, max(counts.values()))}
    yield from _hexes(plan, hexes, (dx, dy))
    for name in sorted(panels):
        yield _around(panels[name]), "", ()


def _panel(plan: MapPlan, at: XY) -> str | None:
    for placed in plan.placed:
        left, top, right, bottom = placed.box
        if left <= at[0] <= right and top <= at[1] <= bottom:
            return placed.panel.id
    return None


def _hexes(plan: MapPlan, hexes: set[int], shift: XY) -> Iterator[Found]:
    grid = plan.frame.linked.grid
    passable = bytearray(h in hexes for h in range(len(grid)))
    for together in components(grid.neighbours, passable):
        outlines = tuple(
            tuple((x + shift[0], y + shift[1]) for x, y in plan.frame.corners(hex_)) for hex_ in sorted(together)
        )
        names = [grid.ids[hex_] for hex_ in sorted(together)]
        more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
        points = [point for outline in outlines for point in outline]
        box = (
            min(x for x, _ in points),
            min(y for _, y in points),
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        yield box, ", ".join(names[:NAMED]) + more, outlines


def _around(boxes: list[Box]) -> Box:
    room = 1.0
    return (
        min(box[0] for box in boxes) - room,
        min(box[1] for box in boxes) - room,
        max(box[2] for box in boxes) + room,
        max(box[3] for box in boxes) + room,
    )
